//! Lint of runs: what follows from the floors of sample runs.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, FindingCode};
use crate::{
    error::PresetError,
    level::Level,
    preset::{BasePreset, Pool, Preset},
    run::{Run, RunGenerator, WrittenRun},
};

/// The number of runs that [`lint_run`] generates. Their seeds are 0 to `RUNS - 1`.
pub const RUNS: u32 = 200;

/// Reports what a run has that loads but is probably a mistake: acts without a boss, pools that
/// deal an entry twice within an act, floors with nothing new, moods that never come.
///
/// Each is reported if it is so in more than half of [`RUNS`] runs, and says in how many. Files are
/// read as by [`Run::parse_with`](crate::run::Run::parse_with). What an act's preset has by itself
/// is the matter of [`lint`](super::lint()), of its merged text.
///
/// Cost: that of generating all levels of these runs.
///
/// # Errors
///
/// [`PresetError`] if the run does not load.
///
/// ```
/// let text = "(name: \"trip\", acts: [(preset: \"cellar\", floors: 1)], size: (30, 20), \
///     moods: {\"wet\": (text: (clearance: 2), weight: 0)})";
/// let findings = roomgen::lint::lint_run(text, |name, _| Err(format!("no file {name}")))?;
/// assert_eq!(findings.last().map(|finding| finding.code.name()), Some("unused-mood"));
/// # Ok::<(), roomgen::PresetError>(())
/// ```
pub fn lint_run(
    text: &str,
    mut read: impl FnMut(&str, Option<&str>) -> Result<BasePreset, String>,
) -> Result<Vec<Finding>, PresetError> {
    let written = WrittenRun::parse_with(text, &mut read)?;
    let mut tally = RunTally::default();
    let mut generator = written.run.generator(0);
    for seed in 0..RUNS {
        generator.restart(u64::from(seed));
        tally.count(&written.run, &mut generator);
    }
    Ok(tally.findings(&written))
}

/// In how many runs each thing shows.
#[derive(Default)]
struct RunTally {
    /// By act: without a boss in the end room of its last floor.
    no_boss: BTreeMap<usize, u32>,
    /// By act and pool: with an entry that comes twice.
    dry: BTreeMap<(usize, String), u32>,
    /// By act and the floor's place in it, from 1: with nothing new.
    nothing_new: BTreeMap<(usize, usize), u32>,
    /// The moods of floors.
    moods: BTreeSet<String>,
}

impl RunTally {
    fn count(&mut self, run: &Run, generator: &mut RunGenerator<&Run>) {
        let floors = generator.floors().to_vec();
        let mut known = BTreeSet::new();
        let mut dealt: BTreeSet<(usize, String, String)> = BTreeSet::new();
        let (mut place, mut dry) = ((usize::MAX, 0), BTreeSet::new());
        for floor in &floors {
            self.moods.extend(floor.mood.as_ref().map(ToString::to_string));
            let Some(level) = generator.level(floor.number) else { continue };
            let act = run.act_of(floor);
            place = if place.0 == act { (act, place.1 + 1) } else { (act, 1) };
            let preset = run.preset_of(floor);
            if floor.is_last_of_act && !has_boss(&level, preset) {
                *self.no_boss.entry(act).or_default() += 1;
            }
            for (pool, entry) in pool_entries(preset, &level) {
                if !dealt.insert((act, pool.clone(), entry)) {
                    dry.insert((act, pool));
                }
            }
            let before = known.len();
            known.extend(content(&level));
            if known.len() == before {
                *self.nothing_new.entry(place).or_default() += 1;
            }
        }
        dry.into_iter().for_each(|pool| *self.dry.entry(pool).or_default() += 1);
    }

    fn findings(self, written: &WrittenRun) -> Vec<Finding> {
        let name = |act: usize| written.run.acts().nth(act).map_or("", |name| name.as_str());
        let mut findings = Vec::new();
        let mut find = |code, act: usize, runs: u32, message: String, help: &str| {
            if 2 * runs > RUNS {
                let message = format!("{message} in {runs} of {RUNS} runs");
                findings.push(Finding {
                    code,
                    problem: written.problem_of_act(act, message, help),
                    levels: Some(runs),
                });
            }
        };
        for (act, runs) in self.no_boss {
            let message = format!("the act {:?} ends without a boss", name(act));
            find(FindingCode::NoBoss, act, runs, message, "give its last floor a group with `boss: true`");
        }
        for ((act, pool), runs) in self.dry {
            let message = format!("the pool {pool:?} deals an entry twice within the act {:?}", name(act));
            let help = "add entries to the pool, or give the act fewer floors";
            find(FindingCode::DryPool, act, runs, message, help);
        }
        for ((act, place), runs) in self.nothing_new {
            let message = format!("floor {place} of the act {:?} has nothing that no floor above has", name(act));
            let help = "let more kinds or layouts come in with the difficulty";
            find(FindingCode::NothingNew, act, runs, message, help);
        }
        for (mood, name) in written.run.moods().enumerate().filter(|(_, name)| !self.moods.contains(name.as_str())) {
            let message = format!("the mood {:?} comes in none of {RUNS} runs", name.as_str());
            let problem = written.problem_of_mood(mood, message, "raise its `weight`, or name acts that the run has");
            findings.push(Finding { code: FindingCode::UnusedMood, problem, levels: Some(RUNS) });
        }
        findings
    }
}

/// Whether the end room has a group that is a boss.
fn has_boss(level: &Level, preset: &Preset) -> bool {
    let end = level.path().last();
    let is_boss = |name: &str| preset.groups.iter().any(|group| group.boss && group.name.as_str() == name);
    level
        .encounters()
        .iter()
        .any(|encounter| Some(&encounter.room) == end && encounter.group.as_deref().is_some_and(is_boss))
}

/// The entries of pools that a level has, each behind its pool; without pools of which each floor
/// has all, or that have a period: they are meant to repeat.
fn pool_entries(preset: &Preset, level: &Level) -> impl Iterator<Item = (String, String)> {
    let has =
        |entry: &str| level.rooms().iter().any(|room| [level.layout(room), level.vault(room)].contains(&Some(entry)));
    let may_repeat = |pool: &Pool<'_>| pool.every() > 1 || pool.entries().len() as u32 <= pool.each();
    preset.pools().filter(move |pool| !may_repeat(pool)).flat_map(move |pool| {
        let entries = pool.entries().filter(move |entry| has(entry));
        entries.map(|entry| (pool.name().to_owned(), entry.to_owned())).collect::<Vec<_>>()
    })
}

/// The names of what one meets in a level: kinds of markers and loot, and layouts.
fn content(level: &Level) -> impl Iterator<Item = String> {
    let kinds = level.kinds().iter().filter(|kind| kind.marker || kind.value > 0).map(|kind| kind.name.to_string());
    let rooms = level.rooms().iter().filter_map(|room| level.layout(room).or(level.vault(room)));
    kinds.chain(rooms.map(|name| format!("layout {name}")))
}
