//! The figures of tallies, with their targets, as a table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use Target::{Easy, Least, LeastFrom, Most, MostFrom};
use roomgen::survey::{ArmStakes, CycleStakes};

use crate::{sums::Share, tally::Tally};

/// The presets whose data are made for targets of their own.
const DATA: &[&str] =
    &["arena", "caves", "crypt", "garden", "grove", "library", "mine", "sewer", "temple", "warehouse"];

/// What a figure should be.
#[derive(Clone, Copy)]
enum Target {
    Least(f64),
    Most(f64),
    /// At least so much at difficulty 0 and at difficulty 1, in proportion between them.
    LeastFrom(f64, f64),
    /// At most so much at difficulty 0 and at difficulty 1, in proportion between them.
    MostFrom(f64, f64),
    /// From the one to the other at difficulty 0; for information at others.
    Easy(f64, f64),
    /// The figure is for information.
    None,
}

impl Target {
    fn is_met(self, value: f64, difficulty: f32) -> bool {
        let between = |easy: f64, hard: f64| easy + (hard - easy) * f64::from(difficulty);
        match self {
            Self::Least(least) => value >= least,
            Self::Most(most) => value <= most,
            Self::LeastFrom(easy, hard) => value >= between(easy, hard),
            Self::MostFrom(easy, hard) => value <= between(easy, hard),
            Self::Easy(least, most) => difficulty > 0.0 || (least..=most).contains(&value),
            Self::None => true,
        }
    }

    fn text(self, decimals: usize) -> String {
        match self {
            Self::Least(least) => format!(">= {least:.decimals$}"),
            Self::Most(most) => format!("<= {most:.decimals$}"),
            Self::LeastFrom(easy, hard) => format!(">= {easy:.decimals$}..{hard:.decimals$}"),
            Self::MostFrom(easy, hard) => format!("<= {easy:.decimals$}..{hard:.decimals$}"),
            Self::Easy(least, most) => format!("{least} to {most} at 0"),
            Self::None => String::new(),
        }
    }
}

/// A row of the table.
struct Figure {
    name: &'static str,
    target: Target,
    /// The names of the presets that have the target; none if all have it.
    only: &'static [&'static str],
    decimals: usize,
    /// `None`: no level has what the figure measures.
    of: fn(&Tally) -> Option<f64>,
}

impl Figure {
    /// The row with a target for these presets alone.
    const fn only(self, only: &'static [&'static str]) -> Self {
        Self { only, ..self }
    }

    /// The target for the preset of this name.
    fn target_of(&self, preset: &str) -> Target {
        if self.only.is_empty() || self.only.contains(&preset) { self.target } else { Target::None }
    }
}

/// The figures, in the order of the table: those that follow from the code, those of the data.
const FIGURES: &[Figure] = &[
    share("levels with no room but a boss's dearer than the end boss", Least(0.99), |tally| {
        tally.end_bosses.fraction()
    }),
    share("rooms with an allowance that hold an encounter", Least(0.95), |tally| tally.allowances.fraction()),
    share("members within 6 steps of the first of their group", Least(0.99), |tally| tally.together.fraction()),
    share("rooms with at most a member on three free cells", Least(1.0), |tally| tally.roomy.fraction()),
    share("  foes a room", Target::None, |tally| tally.foes.fraction()),
    share("levels that lack a boss", Most(0.02), |tally| tally.boss_short.fraction()),
    share("levels that lack anything of the budgets", Most(0.01), |tally| tally.short.fraction()),
    share("cycles with an arm 1.5 times as dangerous a room", Least(0.7), |tally| harder_arms(tally).fraction()),
    share("  of these, with more loot a room on that arm", Least(0.75), |tally| richer_arms(tally).fraction()),
    number("  cycles a level with rooms on both arms", Target::None, mean_cycles),
    share("keys guarded", Least(0.7), |tally| tally.guarded_keys.fraction()),
    share("rewards guarded", Least(0.7), |tally| tally.guarded_rewards.fraction()),
    share("dangerous rooms with one member", Most(0.42), |tally| tally.alone.fraction()),
    share("levels with the boss or the dearest group in the last room", Least(0.8), |tally| {
        tally.last_rooms.fraction()
    }),
    share("levels whose danger is within 15 % of the mean", Least(0.95), near_mean),
    number("  mean danger of a level", Target::None, |tally| mean(&tally.costs)),
    share("  danger spent of the budget", Target::None, |tally| mean(&tally.danger_spent).map(|mean| mean / 1000.0)),
    share("  reward spent of the budget", Target::None, |tally| mean(&tally.reward_spent).map(|mean| mean / 1000.0)),
    share("correlation of danger and reward off the path", Least(0.4), |tally| tally.off_path.correlation()),
    share("danger in groups of four and more", Least(0.3), |tally| tally.group_danger.fraction()).only(DATA),
    share("danger in rooms with four members and more", Least(0.55), |tally| tally.fight_danger.fraction()).only(DATA),
    number("  such rooms in a level", Easy(3.0, 8.0), |tally| tally.fights.fraction()).only(DATA),
    share("danger in the largest room", LeastFrom(0.08, 0.06), |tally| tally.hall_danger.fraction()).only(DATA),
    share("loot in the largest room", Least(0.06), |tally| tally.hall_loot.fraction()).only(DATA),
    share("levels with an encounter in the largest room", Least(0.95), |tally| tally.hall_encounters.fraction())
        .only(DATA),
    share("treasuries off the path that hold loot", Least(0.95), |tally| tally.treasuries.fraction()).only(DATA),
    number("loot behind a lock off the path, mean", Least(4.0), |tally| tally.locked_loot.fraction()).only(DATA),
    share("rooms with nothing", MostFrom(0.48, 0.42), |tally| tally.empty_rooms.fraction()).only(DATA),
    number("dull run in rooms, mean", Most(3.2), |tally| mean(&tally.dull_rooms)).only(DATA),
    whole("dull run in rooms, of 95 in 100 levels", Most(5.0), |tally| of_95(&tally.dull_rooms)),
    whole("dull run in steps, of 95 in 100 levels", Most(60.0), |tally| of_95(&tally.dull_steps)),
    share("levels whose danger peaks in the last two fifths", Least(0.6), |tally| tally.late_peaks.fraction())
        .only(DATA),
    number("  first reward in doors, mean", Target::None, |tally| mean(&tally.first_rewards)),
    whole("most chests in a level", Most(4.0), |tally| Some(tally.most_chests as f64)).only(&["crypt"]),
    whole("most rewards in a level", Most(20.0), |tally| Some(tally.most_rewards as f64)).only(&["crypt"]),
];

const fn share(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, only: &[], decimals: 2, of }
}

const fn number(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, only: &[], decimals: 1, of }
}

const fn whole(name: &'static str, target: Target, of: fn(&Tally) -> Option<f64>) -> Figure {
    Figure { name, target, only: &[], decimals: 0, of }
}

/// The arm with more danger a room, then the other one, of each cycle with rooms on both.
fn by_danger_a_room(tally: &Tally) -> impl Iterator<Item = [ArmStakes; 2]> {
    let have_rooms = tally.cycles.iter().filter(|cycle| cycle.path.rooms > 0 && cycle.detour.rooms > 0);
    have_rooms.map(|&CycleStakes { path, detour, .. }| {
        let is_detour = detour.danger * u64::from(path.rooms) > path.danger * u64::from(detour.rooms);
        if is_detour { [detour, path] } else { [path, detour] }
    })
}

/// Whether the first arm has at least 1.5 times the danger a room of the other.
fn is_harder([harder, other]: &[ArmStakes; 2]) -> bool {
    let [one, two] = [harder.danger * u64::from(other.rooms), other.danger * u64::from(harder.rooms)];
    one > 0 && 2 * one >= 3 * two
}

/// The cycles with a harder arm, of those with rooms on both.
fn harder_arms(tally: &Tally) -> Share {
    let (all, harder) = (by_danger_a_room(tally), by_danger_a_room(tally).filter(is_harder));
    Share { part: harder.count() as u64, all: all.count() as u64 }
}

/// Of the cycles with a harder arm, those with more reward a room on it.
fn richer_arms(tally: &Tally) -> Share {
    let harder = || by_danger_a_room(tally).filter(is_harder);
    let is_richer = |[harder, other]: &[ArmStakes; 2]| {
        harder.reward * u64::from(other.rooms) > other.reward * u64::from(harder.rooms)
    };
    Share { part: harder().filter(is_richer).count() as u64, all: harder().count() as u64 }
}

fn mean_cycles(tally: &Tally) -> Option<f64> {
    (tally.levels > 0).then(|| by_danger_a_room(tally).count() as f64 / tally.levels as f64)
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
    let mut text = format!("{:60}{:>13}", "", "target");
    for difficulty in difficulties {
        let title = format!("at {difficulty}");
        // Writing to a string never fails.
        _ = write!(text, "{title:>9} ");
    }
    for figure @ Figure { name, decimals, of, .. } in FIGURES {
        let target = figure.target_of(preset);
        _ = write!(text, "\n{name:60}{:>13}", target.text(*decimals));
        for (tally, difficulty) in tallies.iter().zip(difficulties) {
            let value = of(tally);
            let shown = value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
            let mark = if value.is_none_or(|value| target.is_met(value, *difficulty)) { ' ' } else { '!' };
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
        _ = write!(text, "\n  {name:71}");
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
    use crate::sums::Sums;

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
        let row_at = |difficulty: f32, preset: &str, tally: &Tally, name: &str| {
            let table = table(preset, &[difficulty], std::slice::from_ref(tally));
            table.lines().find(|line| line.starts_with(name)).unwrap().to_owned()
        };
        let row = |preset: &str, tally: &Tally, name: &str| row_at(0.0, preset, tally, name);
        let tally = Tally { guarded_keys: keys, most_chests: 9, ..Tally::default() };
        assert!(row("crypt", &tally, "keys guarded").ends_with(">= 0.70     0.60!"));
        assert!(row("crypt", &tally, "rewards guarded").ends_with(">= 0.70        -"));
        assert!(row("crypt", &tally, "most chests").ends_with("<= 4        9!"));
        assert!(row("mine", &tally, "most chests").ends_with("        9"));
        let tally = Tally {
            empty_rooms: Share { part: 44, all: 100 },
            fights: Share { part: 9, all: 1 },
            hall_danger: Share { part: 75, all: 1000 },
            ..Tally::default()
        };
        let marks = |name: &str| [0.0, 0.5, 1.0].map(|at| row_at(at, "mine", &tally, name).ends_with('!'));
        assert_eq!(marks("rooms with nothing"), [false, false, true]);
        assert_eq!(marks("danger in the largest"), [true, false, false]);
        assert_eq!(marks("  such rooms"), [true, false, false]);
        assert!(!row_at(0.0, "caves", &tally, "  such rooms").ends_with('!'));
    }

    #[test]
    fn arms_are_compared_by_the_room_and_those_without_rooms_do_not_count() {
        let arm = |rooms, danger, reward| {
            let mut arm = ArmStakes::default();
            (arm.rooms, arm.danger, arm.reward) = (rooms, danger, reward);
            arm
        };
        let cycle = |path, detour| {
            let mut cycle = CycleStakes::default();
            (cycle.path, cycle.detour) = (path, detour);
            cycle
        };
        let cycles = vec![
            // 3 a room beside 2, with 1 of loot a room on both.
            cycle(arm(4, 8, 4), arm(2, 6, 2)),
            // 3 a room beside 2.5, then 3 beside none with more loot there.
            cycle(arm(2, 5, 0), arm(1, 3, 9)),
            cycle(arm(1, 3, 2), arm(1, 0, 1)),
            // No danger, and no rooms.
            cycle(arm(1, 0, 1), arm(1, 0, 0)),
            cycle(arm(0, 0, 0), arm(1, 9, 9)),
        ];
        let tally = Tally { levels: 2, cycles, ..Tally::default() };
        assert_eq!(harder_arms(&tally), Share { part: 2, all: 4 });
        assert_eq!(richer_arms(&tally), Share { part: 1, all: 2 });
        assert_eq!(mean_cycles(&tally), Some(2.0));
    }
}
