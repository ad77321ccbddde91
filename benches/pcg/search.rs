//! Levels of a problem's preset, and the choice among them.

use std::ops::Range;

use roomgen::{Generator, Preset, Request};

use crate::{problem::Problem, seeds};

/// The difficulties that seeds have in turn, from 0 to 1: the presets vary by it what the control
/// parameters of their problems ask for.
const DIFFICULTIES: u64 = 11;

/// The facts of the levels of all seeds that are good, or of all, in the order of seeds.
pub(crate) fn levels<P: Problem>(preset: &Preset, seeds: &Range<u64>, only_good: bool) -> Vec<P::Facts> {
    let begin = || {
        let mut generator = Generator::new(preset);
        let add = move |found: &mut Vec<(u64, P::Facts)>, seed: u64| {
            let difficulty = (seed % DIFFICULTIES) as f32 / (DIFFICULTIES - 1) as f32;
            let request = Request::new(seed).with_difficulty(difficulty).expect("0 to 1");
            let facts = P::measure(P::convert(&generator.generate(request)));
            if !only_good || P::is_good(&facts) {
                found.push((seed, facts));
            }
        };
        (Vec::new(), add)
    };
    let mut found = seeds::count(seeds, begin, Vec::extend);
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, facts)| facts).collect()
}

/// For each of the controls, the nearest of the contents that differ from all chosen before; of
/// several, the first. The nearest one if none differs; nothing only if there are no contents.
///
/// The controls that the fewest contents meet choose first.
pub(crate) fn choose<'found, P: Problem>(found: &'found [P::Facts], controls: &[P::Control]) -> Vec<&'found P::Facts> {
    let misses = |control: usize| found.iter().map(move |facts| P::miss(facts, &controls[control]));
    let mut order: Vec<usize> = (0..controls.len()).collect();
    order.sort_by_cached_key(|control| misses(*control).filter(|miss| *miss == 0).count());
    let mut chosen: Vec<(usize, &P::Facts)> = Vec::new();
    for control in order {
        let mut nearest: Vec<(u32, &P::Facts)> = misses(control).zip(found).collect();
        nearest.sort_by_key(|(miss, _)| *miss);
        // Similarity of texts depends on which of them comes first.
        let is_new =
            |facts: &P::Facts| chosen.iter().all(|(_, other)| P::differ(other, facts) && P::differ(facts, other));
        let new = nearest.iter().find(|(_, facts)| is_new(facts)).or(nearest.first());
        chosen.extend(new.map(|(_, facts)| (control, *facts)));
    }
    chosen.sort_by_key(|(control, _)| *control);
    chosen.into_iter().map(|(_, facts)| facts).collect()
}

#[cfg(test)]
mod tests {
    use roomgen::Level;

    use super::*;
    use crate::dice::SplitMix;

    /// Contents are numbers, which differ by 2 or more.
    enum NumberProblem {}

    impl Problem for NumberProblem {
        const NAME: &'static str = "numbers";
        const PRESET: &'static str = "";
        type Content = u32;
        type Facts = u32;
        type Control = u32;

        fn convert(level: &Level) -> u32 {
            level.rooms().len() as u32
        }

        fn random(dice: &mut SplitMix) -> u32 {
            dice.between(0, 10)
        }

        fn measure(content: u32) -> u32 {
            content
        }

        fn is_good(_: &u32) -> bool {
            true
        }

        fn differ(one: &u32, other: &u32) -> bool {
            one.abs_diff(*other) >= 2
        }

        fn draw(dice: &mut SplitMix) -> u32 {
            dice.between(0, 10)
        }

        fn miss(facts: &u32, control: &u32) -> u32 {
            facts.abs_diff(*control)
        }
    }

    #[test]
    fn the_nearest_content_unlike_the_chosen_ones_is_taken() {
        assert_eq!(choose::<NumberProblem>(&[1, 9, 5, 6], &[5, 6, 5]), [&5, &9, &1], "6 resembles 5");
        assert_eq!(choose::<NumberProblem>(&[5, 6, 6, 1], &[6, 5]), [&1, &5], "5 is rarer than 6");
        assert_eq!(choose::<NumberProblem>(&[1, 2], &[2, 2]), [&2, &2], "none is unlike the first");
        assert_eq!(choose::<NumberProblem>(&[], &[2]), [&0; 0]);
    }
}
