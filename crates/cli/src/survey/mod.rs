//! `roomgen survey`: measures the levels of many seeds, for a table and a row for each.
//!
//! Threads survey chunks of seeds, which are merged in order.

mod args;
mod count;
mod floors;
mod row;
mod runs;
mod subject;
mod table;

use std::ops::Range;

pub(super) use args::SurveyArgs;
use indicatif::ProgressBar;
use roomgen::{
    Generator, Preset,
    survey::{Measurer, Survey},
};
use row::SurveyRows;
use runs::SurveyedRuns;
use subject::{SurveySubject, TitledSurvey};

use super::{
    commit,
    failure::CommandFailure,
    interrupt,
    ordered::in_order,
    output::{InputFile, Output, refuse_conflicts, report_success},
    print, progress,
    requests::{RequestVariant, Requested},
};

/// The number of levels in one job, or of floors if a run has more: enough that threads seldom
/// contend, few enough that none waits long at the end.
const CHUNK: u64 = 32;

/// The number of chunks that each thread may be ahead of the next chunk to merge.
const AHEAD: usize = 4;

/// What to use in place of a picture, which surveys had once.
const NO_PICTURE: &str = "--out: a survey has no picture. The table is in the terminal, --csv has a row for each level, \
                          and the page plots surveys.";

/// Surveys the levels or the runs of all seeds and writes the results.
pub(super) fn run(arguments: &SurveyArgs) -> Result<(), CommandFailure> {
    if arguments.out.is_some() {
        return Err(CommandFailure::usage(NO_PICTURE.to_owned()));
    }
    let csv = arguments.csv.as_deref().map(|path| Output::at("--csv", path)).transpose()?;
    let csv = csv.as_ref();
    match arguments.requests.requested()? {
        Requested::Levels(loaded, variants) => {
            levels(arguments, csv, &SurveySubject::all(arguments, *loaded, variants)?)
        }
        Requested::Runs(run) => floors::run(arguments, csv, &run),
    }
}

/// Refuses names that nothing has, and outputs that would overwrite inputs.
fn refuse(
    arguments: &SurveyArgs,
    csv: Option<&Output>,
    presets: &[&Preset],
    titles: &[&str],
    inputs: &[&[InputFile]],
) -> Result<(), CommandFailure> {
    count::refuse_unknown(&arguments.count, presets, titles)?;
    inputs.iter().try_for_each(|inputs| refuse_conflicts(&Vec::from_iter(csv), inputs))
}

/// Measures all seeds on threads, `chunk` of them in one job, and merges the parts in order. `bar`
/// counts as many for each seed as `each` says. Returns the number of seeds before an interruption.
fn in_chunks<Tool, Part: Send>(
    arguments: &SurveyArgs,
    (chunk, each, bar): (u64, u64, &ProgressBar),
    tool: impl Fn() -> Tool + Sync,
    none: impl Fn() -> Part + Sync,
    add: impl Fn(&mut Tool, &mut Part, u64) + Sync,
    mut merge: impl FnMut(Part),
) -> Result<u64, CommandFailure> {
    let make = |tool: &mut Tool, number: u64| {
        let (mut part, seeds) = (none(), arguments.seeds.after(number * chunk).up_to(chunk));
        (0..seeds.count()).for_each(|position| add(tool, &mut part, seeds.at(position)));
        Ok((seeds.count(), part))
    };
    let mut done = 0;
    let take = |(seeds, part)| {
        merge(part);
        done += seeds;
        bar.inc(seeds * each);
        Ok(())
    };
    let (count, workers) = (arguments.seeds.count().div_ceil(chunk), arguments.jobs.workers(AHEAD));
    in_order(count, workers, interrupt::is_stopped, tool, make, take)?;
    Ok(done)
}

/// The failure of a survey that an interruption ended after so many levels or runs.
fn interrupted(done: u64, noun: &str) -> CommandFailure {
    print::status(&format!("interrupted after {}; nothing was written", print::count(done as usize, noun)));
    CommandFailure::interrupted()
}

/// Writes the rows of what was surveyed, and prints its table, whose titles may be paths or names
/// from files.
fn write(csv: Option<&Output>, rows: Option<SurveyRows>, what: &str, table: &str) -> Result<(), CommandFailure> {
    commit::write(csv.into_iter().zip(rows.map(SurveyRows::into_bytes)).collect())?;
    report_success(csv, what);
    let table = print::escaped_lines(table);
    if csv.is_some_and(Output::is_standard) {
        print::report(&table);
        return Ok(());
    }
    print::result(&table)
}

/// Surveys the levels of the subjects.
fn levels(arguments: &SurveyArgs, csv: Option<&Output>, subjects: &[SurveySubject]) -> Result<(), CommandFailure> {
    let (presets, titles): (Vec<_>, Vec<_>) =
        subjects.iter().map(|subject| (&subject.loaded.preset, &*subject.title)).unzip();
    let inputs: Vec<_> = subjects.iter().map(|subject| &*subject.loaded.inputs).collect();
    refuse(arguments, csv, &presets, &titles, &inputs)?;
    let variants = subjects.first().map_or(0, |subject| subject.variants.len());

    interrupt::stop_in_order();
    let levels = u128::from(arguments.seeds.count()) * (variants * subjects.len()) as u128;
    let is_streamed = csv.is_some_and(Output::is_standard);
    let bar = progress::of_levels(u64::try_from(levels).unwrap_or(u64::MAX), 0, is_streamed);
    let mut rows = csv.map(|_| SurveyRows::new(variants > 1, &arguments.count));
    let floors = arguments.requests.floors().len();
    let (mut surveys, mut runs) = (Vec::new(), Vec::new());
    for first in (0..variants).step_by(floors) {
        let part = rows.as_ref().map(SurveyRows::part);
        let measure = |subject| measure(arguments, subject, first..first + floors, &bar, part.as_ref());
        let measured = subjects.iter().map(measure).collect::<Result<Vec<_>, _>>()?;
        for floor in 0..floors {
            for SurveyedRuns { floors, .. } in &measured {
                surveys.push(floors[floor].0.clone());
                rows.iter_mut().zip(&floors[floor].1).for_each(|(rows, part)| rows.append(part));
            }
        }
        runs.push(measured.into_iter().map(|measured| measured.pieces).collect::<Vec<_>>());
    }
    drop(bar);
    let measured: u128 = surveys.iter().map(|counted| u128::from(counted.survey.levels())).sum();
    if measured < levels {
        return Err(interrupted(measured as u64, "level"));
    }

    let measured: Vec<&Survey> = surveys.iter().map(|counted| &counted.survey).collect();
    let groups = groups(arguments, subjects, &measured);
    let counted = groups.iter().zip(surveys.chunks(subjects.len().max(1)));
    let mut tables: Vec<_> = counted.map(|(group, counted)| table::of(group, &arguments.count, counted)).collect();
    if floors > 1 {
        // Behind the last floor of each difficulty.
        for (difficulty, pieces) in runs.iter().enumerate() {
            let last = (difficulty + 1) * floors - 1;
            tables[last] += &table::repeats(&groups[last], pieces);
        }
    }
    let titles = subjects.iter().map(|subject| subject.title.clone());
    let what = format!("{} of {}", print::count(levels as usize, "level"), print::list(titles, "and"));
    write(csv, rows, &what, &tables.join("\n"))
}

/// The surveys of each variant, with their titles: one survey for each subject.
fn groups<'a>(
    arguments: &SurveyArgs,
    subjects: &'a [SurveySubject],
    surveys: &[&'a Survey],
) -> Vec<Vec<TitledSurvey<'a>>> {
    let group = |(variant, surveys): (usize, &[&'a Survey])| {
        let surveyed = subjects.iter().zip(surveys);
        surveyed.map(|(subject, survey)| subject.surveyed(arguments, &subject.variants[variant], survey)).collect()
    };
    surveys.chunks(subjects.len().max(1)).enumerate().map(group).collect()
}

/// Surveys the levels of one preset at one difficulty, on the floors of these variants. If this is
/// interrupted, only the levels before the interruption are in the survey. `part`, without rows,
/// gets a row for each level.
fn measure(
    arguments: &SurveyArgs,
    subject: &SurveySubject,
    variants: Range<usize>,
    bar: &ProgressBar,
    part: Option<&SurveyRows>,
) -> Result<SurveyedRuns, CommandFailure> {
    let (preset, variants) = (&subject.loaded.preset, &subject.variants[variants]);
    let runs = (CHUNK / variants.len() as u64).max(1);
    let none = || SurveyedRuns::new(preset, variants.len(), &arguments.count, part);
    let add = |(generator, measurer): &mut (Generator<&Preset>, Measurer), surveyed: &mut SurveyedRuns, seed| {
        let levels = |variant: &RequestVariant| generator.generate(variant.request.clone().with_seed(seed));
        surveyed.add(&subject.title, variants, &arguments.count, measurer, levels);
    };
    let (mut surveyed, tool) = (none(), || (Generator::new(preset), Measurer::default()));
    in_chunks(arguments, (runs, variants.len() as u64, bar), tool, none, add, |chunk| surveyed.merge(&chunk))?;
    Ok(surveyed)
}
