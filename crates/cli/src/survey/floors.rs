//! The survey of a run: what its floors have, one below the other, over many seeds.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use roomgen::{
    Level, REVISION,
    export::csv::field,
    run::{Run, RunFloor, RunGenerator},
    survey::{Measurer, Metric, MetricStatistics},
};

use super::{SurveyArgs, count::CountedSurvey, in_chunks, interrupted, refuse, row::SurveyRows, write};
use crate::{
    failure::CommandFailure, floor_maker::FloorMaker, interrupt, output::Output, preset::LoadedRun, print, progress,
};

/// The number of runs in one job.
const CHUNK: u64 = 4;

/// The most floors of a survey: more than a table can show.
const MOST: usize = 200;

/// The metrics of the table, and the titles of all its columns of numbers but for the counted
/// names.
const METRICS: [Metric; 4] = [Metric::Rooms, Metric::PlayLength, Metric::Danger, Metric::Reward];
const TITLES: [&str; 7] = ["levels", "rooms", "steps", "danger", "reward", "new kinds", "new layouts"];

/// Runs by the numbers of their floors.
struct FloorsSurvey {
    floors: BTreeMap<u32, SurveyedFloor>,
    rows: Option<SurveyRows>,
}

/// The floors with one number.
struct SurveyedFloor {
    acts: BTreeSet<String>,
    counted: CountedSurvey,
    /// The kinds of foes and loot that are new, and the part of the layouts.
    new: [MetricStatistics; 2],
}

/// What the floors of a run before one have.
#[derive(Default)]
struct SeenNames {
    kinds: BTreeSet<String>,
    layouts: BTreeSet<String>,
}

/// Surveys the runs of all seeds and writes the results.
pub(super) fn run(arguments: &SurveyArgs, csv: Option<&Output>, requested: &LoadedRun) -> Result<(), CommandFailure> {
    let (run, seeds, names) = (&requested.run, arguments.seeds, &arguments.count);
    let floors = run.floors(seeds.at(0)).len();
    if floors > MOST {
        return Err(CommandFailure::usage(format!(
            "the run has {floors} floors; a survey has at most {MOST}. Give a run of fewer floors."
        )));
    }
    refuse(arguments, csv, &Vec::from_iter(run.presets()), &[run.name()], &[&requested.inputs])?;
    let counted = [&names[..], &["new_kinds".to_owned(), "new_layouts".to_owned()]].concat();
    let rows = csv.map(|_| SurveyRows::behind("run,seed,floor,act,branch,mood,preset,difficulty", &counted));
    let part = rows.as_ref().map(SurveyRows::part);
    let mut survey = FloorsSurvey { floors: BTreeMap::new(), rows };
    interrupt::stop_in_order();
    let bar = progress::of_search(Some(seeds.count()), "run", csv.is_some_and(Output::is_standard));
    let none = || FloorsSurvey { floors: BTreeMap::new(), rows: part.clone() };
    let add = |(maker, measurer): &mut (FloorMaker<'_>, Measurer), surveyed: &mut FloorsSurvey, seed| {
        maker.generator.restart(seed);
        surveyed.add(&mut maker.generator, measurer, names);
    };
    let tool = || (requested.maker(0), Measurer::default());
    let done = in_chunks(arguments, (CHUNK, 1, &bar), tool, none, add, |chunk| survey.merge(chunk))?;
    drop(bar);
    if done < seeds.count() {
        return Err(interrupted(done, "run"));
    }
    let (table, what) = (survey.table(arguments, requested), print::count(done as usize, "run"));
    write(csv, survey.rows, &format!("{what} of {}", run.name()), &table)
}

impl FloorsSurvey {
    /// Adds the run of the generator's seed.
    fn add(&mut self, generator: &mut RunGenerator<&Run>, measurer: &mut Measurer, names: &[String]) {
        let mut seen = SeenNames::default();
        for floor in generator.floors().to_vec() {
            let Some(level) = generator.level(floor.number) else { continue };
            let Some(preset) = generator.preset(floor.number) else { continue };
            let surveyed = self.floors.entry(floor.number).or_insert_with(|| SurveyedFloor {
                acts: BTreeSet::new(),
                counted: CountedSurvey::of(names, preset),
                new: [MetricStatistics::default(); 2],
            });
            surveyed.acts.insert(floor.act.to_string());
            let (metrics, mut counts) = surveyed.counted.add(&level, measurer, names);
            let seed = level.origin().seed;
            let (kinds, [layouts, all]) = seen.add(&level);
            surveyed.new[0].add(kinds.into(), seed);
            if all > 0 {
                surveyed.new[1].add(f64::from(layouts) / f64::from(all), seed);
            }
            counts.extend([kinds, layouts]);
            if let Some(rows) = &mut self.rows {
                rows.push_behind(&facts(generator.run().name(), seed, &floor), &metrics, &counts);
            }
        }
    }

    /// Adds the runs of another survey, which come after these.
    fn merge(&mut self, other: Self) {
        self.rows.iter_mut().zip(other.rows).for_each(|(own, rows)| own.append(&rows));
        for (number, floor) in other.floors {
            match self.floors.get_mut(&number) {
                Some(own) => {
                    own.acts.extend(floor.acts);
                    own.counted.merge(&floor.counted);
                    own.new.iter_mut().zip(&floor.new).for_each(|(own, others)| own.merge(others));
                }
                None => _ = self.floors.insert(number, floor),
            }
        }
    }

    /// A line for each floor.
    fn table(&self, arguments: &SurveyArgs, LoadedRun { run, start, .. }: &LoadedRun) -> String {
        let names = &arguments.count;
        let start = start.map_or(String::new(), |start| format!("start {},{}, ", start.x, start.y));
        let (size, digest) = (run.size(), run.digest());
        let mut lines = format!(
            "{}: {size}, seeds {}, {start}run {digest:016x}, revision {REVISION}\n\n",
            run.name(),
            arguments.seeds
        );
        let acts = |floor: &SurveyedFloor| floor.acts.iter().cloned().collect::<Vec<_>>().join(", ");
        let width = self.floors.values().map(|floor| acts(floor).chars().count()).max().unwrap_or(0).max("act".len());
        let titles: Vec<&str> = TITLES.into_iter().chain(names.iter().map(String::as_str)).collect();
        let mut line = |number: &str, act: &str, cells: Vec<String>| {
            let _ = write!(lines, "{number:>5}  {act:width$}");
            for (cell, title) in cells.iter().zip(&titles) {
                let _ = write!(lines, "  {cell:>width$}", width = title.chars().count().max("danger".len()));
            }
            lines.push('\n');
        };
        line("floor", "act", titles.iter().map(|&title| title.to_owned()).collect());
        for (number, floor) in &self.floors {
            let mean = |statistics: &MetricStatistics, decimals: usize| match statistics.count() {
                0 => "-".to_owned(),
                _ => format!("{:.decimals$}", statistics.mean()),
            };
            let survey = &floor.counted.survey;
            let metrics = METRICS.iter().map(|&metric| mean(survey.statistics(metric), 1));
            let new = floor.new.iter().map(|new| mean(new, 2));
            let counts = floor.counted.counts.iter().map(|counts| mean(counts, 2));
            let levels = survey.levels().to_string();
            line(
                &number.to_string(),
                &acts(floor),
                [levels].into_iter().chain(metrics).chain(new).chain(counts).collect(),
            );
        }
        lines
    }
}

impl SeenNames {
    /// Adds a floor. Returns the number of kinds of foes and loot that are new; of layouts, and of
    /// all layouts of the floor.
    fn add(&mut self, level: &Level) -> (u32, [u32; 2]) {
        let foes = (0..level.encounters().len() as u32).flat_map(|encounter| level.members(encounter));
        let foes = foes.filter_map(|&id| Some(level.prop(id)?.kind.name.to_string()));
        let loot = level.loot().iter().map(|thing| thing.item.to_string());
        let kinds: BTreeSet<_> = foes.chain(loot).collect();
        let layouts: BTreeSet<_> =
            level.rooms().iter().filter_map(|room| level.layout(room)).map(str::to_owned).collect();
        let all = layouts.len() as u32;
        let new = |seen: &mut BTreeSet<String>, names: BTreeSet<String>| {
            names.into_iter().map(|name| u32::from(seen.insert(name))).sum()
        };
        (new(&mut self.kinds, kinds), [new(&mut self.layouts, layouts), all])
    }
}

/// The first fields of a row.
fn facts(run: &str, seed: u64, floor: &RunFloor) -> String {
    let name = |name: Option<&str>| field(name.unwrap_or_default()).into_owned();
    let [act, preset] = [&floor.act, &floor.preset].map(|of| name(Some(of)));
    let [branch, mood] = [&floor.branch, &floor.mood].map(|of| name(of.as_ref().map(|of| of.as_str())));
    format!("{},{seed},{},{act},{branch},{mood},{preset},{}", field(run), floor.number, floor.difficulty)
}
