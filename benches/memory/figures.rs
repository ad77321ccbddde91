//! The figures of tallies, with their targets, as a table.

use std::{collections::BTreeMap, fmt::Write};

use roomgen::survey::{Piece, PieceCounts};

use crate::tally::Tally;

/// A row of the table: its name, the most that it should be, and its decimals.
struct Figure {
    name: &'static str,
    most: Option<f64>,
    decimals: usize,
    /// `None`: no level has what the figure measures.
    of: fn(&Tally) -> Option<f64>,
}

/// The figures, in the order of the table.
const FIGURES: &[Figure] = &[
    figure("joined twins: rooms side by side with one layout", Some(0.005), 4, |tally| fraction(tally.beside)),
    figure("near twins: one or two passages apart", Some(0.05), 4, |tally| fraction(tally.near)),
    figure("symmetric rooms, of those with props", Some(0.35), 3, |tally| fraction(tally.symmetric)),
    figure("centred rooms, of those with props", Some(0.75), 3, |tally| fraction(tally.centred)),
    figure("layout entropy of a level, bits", None, 2, |tally| {
        fraction([tally.entropy, tally.levels]).map(|millionths| millionths / 1e6)
    }),
    figure("floors that repeat a piece of an earlier one", None, 3, |tally| {
        fraction([tally.pieces.repeating_floors(), tally.pieces.later_floors()])
    }),
];

const fn figure(name: &'static str, most: Option<f64>, decimals: usize, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, most, decimals, of }
}

/// The most levels that should have the same piece, as a fraction of all.
const MOST_WITH_A_PIECE: f64 = 0.5;

/// The least fraction of levels, at some difficulty, for which a piece is listed.
const LISTED: f64 = 0.1;

fn fraction([part, all]: [u64; 2]) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The figures of the tallies, one column for each difficulty; then the pieces.
pub(crate) fn table(difficulties: &[f32], tallies: &[Tally]) -> String {
    let mut text = format!("  {:52}{:>10}", "difficulty", "target");
    difficulties.iter().for_each(|difficulty| _ = write!(text, "{difficulty:>9} "));
    for Figure { name, most, decimals, of } in FIGURES {
        let target = most.map_or(String::new(), |most| format!("<= {most}"));
        row(&mut text, name, &target, *most, *decimals, tallies.iter().map(of));
    }
    let all: Vec<BTreeMap<&Piece, PieceCounts>> = tallies.iter().map(|tally| tally.pieces.iter().collect()).collect();
    let counts = |number: usize, piece: &Piece| all[number].get(piece).copied().unwrap_or_default();
    let levels =
        |number: usize, piece: &Piece| fraction([counts(number, piece).levels, tallies[number].pieces.levels()]);
    let repeats =
        |number: usize, piece: &Piece| fraction([counts(number, piece).repeats, tallies[number].pieces.later_floors()]);
    let target = format!("<= {MOST_WITH_A_PIECE}");
    pieces(&mut text, "levels with a piece", &target, Some(MOST_WITH_A_PIECE), &all, levels);
    pieces(&mut text, "later floors that repeat a piece", "", None, &all, repeats);
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The pieces with a fraction above [`LISTED`] in a tally, that of the greatest one first.
fn pieces(
    text: &mut String,
    title: &str,
    target: &str,
    most: Option<f64>,
    all: &[BTreeMap<&Piece, PieceCounts>],
    of: impl Fn(usize, &Piece) -> Option<f64>,
) {
    _ = write!(text, "\n  {title}");
    let greatest = |piece: &Piece| (0..all.len()).filter_map(|number| of(number, piece)).fold(0.0, f64::max);
    let names = all.iter().flat_map(BTreeMap::keys).map(|piece| (*piece, greatest(piece)));
    let mut names: Vec<_> = names.filter(|(_, greatest)| *greatest > LISTED).collect();
    names.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    names.dedup();
    for (piece, _) in names {
        let kind = match piece {
            Piece::Layout(_) => "layout",
            Piece::Vault(_) => "vault",
        };
        let name = format!("  {kind} {}", piece.name());
        row(text, &name, target, most, 3, (0..all.len()).map(|number| of(number, piece)));
    }
}

/// Writes a row; values above `most` have a `!`.
fn row(
    text: &mut String,
    name: &str,
    target: &str,
    most: Option<f64>,
    decimals: usize,
    values: impl Iterator<Item = Option<f64>>,
) {
    _ = write!(text, "\n  {name:52}{target:>10}");
    for value in values {
        let cell = value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
        let mark = if value.zip(most).is_some_and(|(value, most)| value > most) { '!' } else { ' ' };
        _ = write!(text, "{cell:>9}{mark}");
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{Generator, Preset};

    use super::*;
    use crate::run;

    #[test]
    fn runs_counted_apart_and_merged_are_those_counted_together() {
        let preset = Preset::built_in("crypt").unwrap();
        let tally = |seeds: std::ops::Range<u64>| {
            let (mut generator, mut tally) = (Generator::new(&preset), Tally::new(&preset));
            seeds.for_each(|seed| tally.count(&run(&mut generator, roomgen::Request::new(seed))));
            tally
        };
        let (whole, mut parts) = (tally(0..5), tally(3..5));
        parts.merge(&tally(0..3));
        let text = table(&[0.0], std::slice::from_ref(&whole));
        assert_eq!(text, table(&[0.0], &[parts]));
        assert_eq!((whole.levels, whole.pieces.later_floors()), (30, 25));
        assert!(whole.beside[1] > 100 && whole.symmetric[1] > 100 && text.contains("\n    layout "), "{text}");
    }

    #[test]
    fn a_missed_target_is_marked_and_an_absent_figure_is_a_dash() {
        let tally = Tally { beside: [1, 100], near: [5, 100], symmetric: [36, 100], ..Tally::default() };
        let table = table(&[0.0], &[tally]);
        let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(row("  joined twins").ends_with("<= 0.005   0.0100!"));
        assert!(row("  near twins").ends_with("<= 0.05   0.0500"));
        assert!(row("  symmetric").ends_with("<= 0.35    0.360!"));
        assert!(row("  centred").ends_with("<= 0.75        -"));
    }
}
