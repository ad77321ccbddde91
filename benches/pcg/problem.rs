//! What a problem of the benchmark is, and the three figures that a list of contents gets.

use roomgen::Level;

use crate::dice::SplitMix;

/// A problem: its contents, and its rules of quality, diversity and control.
///
/// The benchmark grades each rule from 0 to 1, and its figures count the contents with a 1. So
/// these rules say only what gets a 1.
pub(crate) trait Problem {
    /// The benchmark's name of the problem.
    const NAME: &'static str;
    /// The preset made for the problem, in its size.
    const PRESET: &'static str;

    type Content;
    /// What the rules read of a content.
    type Facts: Send;
    type Control;

    /// A level as content.
    fn convert(level: &Level) -> Self::Content;

    /// Uniformly random content.
    fn random(dice: &mut SplitMix) -> Self::Content;

    fn measure(content: Self::Content) -> Self::Facts;

    fn is_good(facts: &Self::Facts) -> bool;

    fn differ(one: &Self::Facts, other: &Self::Facts) -> bool;

    /// Uniformly random control parameters.
    fn draw(dice: &mut SplitMix) -> Self::Control;

    /// By how much a content misses what control parameters ask for; 0 if it meets them.
    fn miss(facts: &Self::Facts, control: &Self::Control) -> u32;
}

/// The fractions of contents that are good, unlike all others, and as asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scores {
    pub(crate) quality: f64,
    pub(crate) diversity: f64,
    pub(crate) control: f64,
}

impl Scores {
    /// The figures of contents, each with the control parameters that it was made for.
    pub(crate) fn of<P: Problem>(contents: &[&P::Facts], controls: &[P::Control]) -> Self {
        let fraction = |count: usize| count as f64 / contents.len().max(1) as f64;
        Self {
            quality: fraction(contents.iter().filter(|facts| P::is_good(facts)).count()),
            diversity: fraction(unlike(contents.len(), |one, other| P::differ(contents[one], contents[other]))),
            control: fraction(
                contents.iter().zip(controls).filter(|(facts, control)| P::miss(facts, control) == 0).count(),
            ),
        }
    }
}

/// The number of contents that stay when those are removed, one by one, to which the most others
/// are similar, until all differ.
fn unlike(contents: usize, differ: impl Fn(usize, usize) -> bool) -> usize {
    let mut similar = vec![Vec::new(); contents];
    for one in 0..contents {
        for other in one + 1..contents {
            if !differ(one, other) {
                similar[one].push(other);
                similar[other].push(one);
            }
        }
    }
    let mut counts: Vec<usize> = similar.iter().map(Vec::len).collect();
    // Of several, the one removed is the first in an order that each sorting keeps.
    let mut rest: Vec<usize> = (0..contents).collect();
    loop {
        rest.sort_by_key(|content| std::cmp::Reverse(counts[*content]));
        let Some(&most) = rest.first().filter(|content| counts[**content] > 0) else { return rest.len() };
        rest.remove(0);
        similar[most].iter().for_each(|other| counts[*other] = counts[*other].saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_content_stays_of_those_that_are_all_alike() {
        assert_eq!(unlike(5, |_, _| false), 1);
        assert_eq!(unlike(5, |_, _| true), 5);
        assert_eq!(unlike(0, |_, _| true), 0);
    }

    #[test]
    fn the_content_that_most_others_resemble_goes_first() {
        // All resemble number 2, and nothing else does.
        assert_eq!(unlike(5, |one, other| one != 2 && other != 2), 4);
        // A chain: without 1 and 3, the others differ.
        assert_eq!(unlike(5, |one, other| other - one > 1), 3);
    }
}
