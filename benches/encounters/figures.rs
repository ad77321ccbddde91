//! The figures of tallies, with their targets, as a table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use roomgen::survey::CycleStakes;

use crate::tally::Tally;

/// What a figure should be.
#[derive(Clone, Copy)]
enum Target {
    Least(f64),
    Most(f64),
    /// At most so many in levels of the preset of this name.
    MostOf(&'static str, f64),
    /// The figure is for information.
    None,
}

impl Target {
    /// The target for the preset of this name.
    fn of(self, preset: &str) -> Self {
        match self {
            Self::MostOf(name, most) if name == preset => Self::Most(most),
            Self::MostOf(..) => Self::None,
            Self::Least(_) | Self::Most(_) | Self::None => self,
        }
    }

    fn is_met(self, value: f64) -> bool {
        match self {
            Self::Least(least) => value >= least,
            Self::Most(most) | Self::MostOf(_, most) => value <= most,
            Self::None => true,
        }
    }

    fn text(self, decimals: usize) -> String {
        match self {
            Self::Least(least) => format!(">= {least:.decimals$}"),
            Self::Most(most) | Self::MostOf(_, most) => format!("<= {most:.decimals$}"),
            Self::None => String::new(),
        }
    }
}

/// A row of the table.
struct Figure {
    name: &'static str,
    target: Target,
    decimals: usize,
    /// `None`: no level has what the figure measures.
    of: fn(&Tally) -> Option<f64>,
}

/// The figures, in the order of the table.
const FIGURES: &[Figure] = &[
    share("cycles with a choice: arms 1.5 to 3, reward on the dearer", Target::Least(0.7), choices),
    number("  cycles a level with 3 times the cheapest group", Target::None, mean_cycles),
    share("levels whose danger peaks in the last two fifths", Target::Least(0.7), |tally| tally.late_peaks.fraction()),
    share("levels with the boss or the dearest group in the last room", Target::Least(0.8), |tally| {
        tally.last_rooms.fraction()
    }),
    share("levels whose danger is within 15 % of the mean", Target::Least(0.95), near_mean),
    number("  mean danger of a level", Target::None, |tally| mean(&tally.costs)),
    share("  danger spent of the budget", Target::None, |tally| mean(&tally.danger_spent).map(|mean| mean / 1000.0)),
    share("  reward spent of the budget", Target::None, |tally| mean(&tally.reward_spent).map(|mean| mean / 1000.0)),
    share("correlation of danger and reward off the path", Target::Least(0.4), |tally| tally.off_path.correlation()),
    share("keys guarded", Target::Least(0.7), |tally| tally.guarded_keys.fraction()),
    share("rewards guarded", Target::Least(0.7), |tally| tally.guarded_rewards.fraction()),
    share("rooms with nothing", Target::Most(0.35), |tally| tally.empty_rooms.fraction()),
    number("dull run in rooms, mean", Target::Most(3.0), |tally| mean(&tally.dull_rooms)),
    whole("dull run in rooms, of 95 in 100 levels", Target::Most(5.0), |tally| of_95(&tally.dull_rooms)),
    whole("dull run in steps, of 95 in 100 levels", Target::Most(60.0), |tally| of_95(&tally.dull_steps)),
    share("levels whose first reward is three doors away", Target::Least(0.9), |tally| tally.late_rewards.fraction()),
    whole("most chests in a level", Target::MostOf("crypt", 4.0), |tally| Some(tally.most_chests as f64)),
    whole("most rewards in a level", Target::MostOf("crypt", 20.0), |tally| Some(tally.most_rewards as f64)),
];

const fn share(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, decimals: 2, of }
}

const fn number(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, decimals: 1, of }
}

const fn whole(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, decimals: 0, of }
}

/// The cycles whose two arms together hold at least three times the cheapest group.
fn cycles_that_count(tally: &Tally) -> impl Iterator<Item = &CycleStakes> {
    let least = tally.cheapest.map(|cheapest| 3 * cheapest);
    tally.cycles.iter().filter(move |cycle| least.is_some_and(|least| cycle.path.danger + cycle.detour.danger >= least))
}

/// Of the cycles that count, those whose arms differ 1.5- to 3-fold in danger, with more reward on
/// the dearer one.
fn choices(tally: &Tally) -> Option<f64> {
    let is_choice = |cycle: &&CycleStakes| {
        let [dearer, cheaper] = cycle.by_danger();
        2 * dearer.danger >= 3 * cheaper.danger && dearer.danger <= 3 * cheaper.danger && dearer.reward > cheaper.reward
    };
    let all = cycles_that_count(tally).count();
    (all > 0).then(|| cycles_that_count(tally).filter(is_choice).count() as f64 / all as f64)
}

fn mean_cycles(tally: &Tally) -> Option<f64> {
    (tally.levels > 0).then(|| cycles_that_count(tally).count() as f64 / tally.levels as f64)
}

/// The levels whose danger differs by at most 15 % from the mean.
fn near_mean(tally: &Tally) -> Option<f64> {
    let mean = mean(&tally.costs).filter(|mean| *mean > 0.0)?;
    let near = tally.costs.iter().filter(|cost| (**cost as f64 - mean).abs() <= 0.15 * mean);
    Some(near.count() as f64 / tally.costs.len() as f64)
}

fn mean(values: &[u64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<u64>() as f64 / values.len() as f64)
}

/// The value that 95 of 100 do not exceed.
fn of_95(values: &[u64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    let last = (values.len() * 95).div_ceil(100).checked_sub(1)?;
    Some(values[last] as f64)
}

/// The table of the tallies of a preset at these difficulties.
pub(crate) fn table(preset: &str, difficulties: &[f32], tallies: &[Tally]) -> String {
    let mut text = format!("{:60}{:>9}", "", "target");
    for difficulty in difficulties {
        let title = format!("at {difficulty}");
        // Writing to a string never fails.
        _ = write!(text, "{title:>9} ");
    }
    for Figure { name, target, decimals, of } in FIGURES {
        let target = target.of(preset);
        _ = write!(text, "\n{name:60}{:>9}", target.text(*decimals));
        for tally in tallies {
            let value = of(tally);
            let shown = value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
            let mark = if value.is_none_or(|value| target.is_met(value)) { ' ' } else { '!' };
            _ = write!(text, "{shown:>9}{mark}");
        }
    }
    means(&mut text, "groups, mean of a level", tallies, |tally| &tally.groups);
    means(&mut text, "things placed, mean of a level", tallies, |tally| &tally.things);
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The mean numbers by name.
fn means(text: &mut String, title: &str, tallies: &[Tally], of: fn(&Tally) -> &BTreeMap<String, u64>) {
    let names: BTreeSet<&String> = tallies.iter().flat_map(|tally| of(tally).keys()).collect();
    if !names.is_empty() {
        _ = write!(text, "\n{title}");
    }
    for name in names {
        _ = write!(text, "\n  {name:67}");
        for tally in tallies {
            let count = of(tally).get(name).copied().unwrap_or_default();
            _ = write!(text, "{:>9.2} ", count as f64 / tally.levels.max(1) as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{Preset, generate};

    use super::*;
    use crate::tally::{Share, Sums};

    #[test]
    fn levels_counted_apart_and_merged_are_those_counted_together() {
        let preset = Preset::built_in("crypt").unwrap();
        let tally = |seeds: std::ops::Range<u64>| {
            let mut tally = Tally::default();
            seeds.for_each(|seed| tally.count(&generate(&preset, seed)));
            tally
        };
        let (whole, mut parts) = (tally(0..12), tally(7..12));
        parts.merge(tally(0..7));
        assert_eq!(table("crypt", &[0.0], std::slice::from_ref(&whole)), table("crypt", &[0.0], &[parts]));
        assert_eq!((whole.levels, whole.dull_rooms.len()), (12, 12));
        assert!(whole.empty_rooms.all > 12 && whole.guarded_rewards.all > 12);
    }

    #[test]
    fn the_95th_of_a_hundred_and_the_mean_are_those_of_the_list() {
        let values: Vec<u64> = (1..=100).rev().collect();
        assert_eq!((of_95(&values), mean(&values)), (Some(95.0), Some(50.5)));
        assert_eq!((of_95(&[7]), of_95(&[]), mean(&[])), (Some(7.0), None, None));
        let tally = Tally { costs: vec![80, 85, 100, 115, 120], ..Tally::default() };
        assert_eq!(near_mean(&tally), Some(0.6));
    }

    #[test]
    fn a_correlation_is_that_of_a_line() {
        let of = |pairs: &[[u64; 2]]| {
            let mut sums = Sums::default();
            pairs.iter().for_each(|&pair| sums.add(pair));
            sums.correlation()
        };
        assert_eq!(of(&[[1, 2], [2, 4], [4, 8]]).map(|value| (value * 1e6).round()), Some(1e6));
        assert_eq!(of(&[[1, 8], [2, 4], [3, 0]]).map(|value| (value * 1e6).round()), Some(-1e6));
        assert_eq!(of(&[[1, 1], [1, 2], [2, 1], [2, 2]]), Some(0.0));
        assert_eq!((of(&[[1, 1], [1, 2]]), of(&[])), (None, None));
    }

    #[test]
    fn a_missed_target_is_marked_and_an_absent_figure_is_a_dash() {
        let keys = Share { part: 6, all: 10 };
        let row = |preset: &str, tally: &Tally, name: &str| {
            let table = table(preset, &[0.0], std::slice::from_ref(tally));
            table.lines().find(|line| line.starts_with(name)).unwrap().to_owned()
        };
        let tally = Tally { guarded_keys: keys, most_chests: 9, ..Tally::default() };
        assert!(row("crypt", &tally, "keys guarded").ends_with(">= 0.70     0.60!"));
        assert!(row("crypt", &tally, "rewards guarded").ends_with(">= 0.70        -"));
        assert!(row("crypt", &tally, "most chests").ends_with("<= 4        9!"));
        assert!(row("mine", &tally, "most chests").ends_with("        9"));
    }
}
