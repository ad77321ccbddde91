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
    output::{Output, refuse_conflicts, report_success},
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

/// Surveys the levels of all seeds and writes the results.
pub(super) fn run(arguments: &SurveyArgs) -> Result<(), CommandFailure> {
    if arguments.out.is_some() {
        return Err(CommandFailure::usage(NO_PICTURE.to_owned()));
    }
    let csv = arguments.csv.as_deref().map(|path| Output::at("--csv", path)).transpose()?;
    if let Requested::Runs(run) = arguments.requests.requested()? {
        return floors::run(arguments, csv.as_ref(), &run);
    }
    let subjects = SurveySubject::all(arguments)?;
    let (presets, titles): (Vec<_>, Vec<_>) =
        subjects.iter().map(|subject| (&subject.loaded.preset, &*subject.title)).unzip();
    count::refuse_unknown(&arguments.count, &presets, &titles)?;
    let outputs: Vec<_> = csv.iter().collect();
    subjects.iter().try_for_each(|subject| refuse_conflicts(&outputs, &subject.loaded.inputs))?;
    let is_streamed = outputs.iter().any(|output| output.is_standard());
    let variants = subjects.first().map_or(0, |subject| subject.variants.len());

    interrupt::stop_in_order();
    let levels = u128::from(arguments.seeds.count()) * (variants * subjects.len()) as u128;
    let bar = progress::of_levels(u64::try_from(levels).unwrap_or(u64::MAX), 0, is_streamed);
    let mut rows = csv.is_some().then(|| SurveyRows::new(variants > 1, &arguments.count));
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
        print::status(&format!("interrupted after {}; nothing was written", print::count(measured as usize, "level")));
        return Err(CommandFailure::interrupted());
    }

    let measured: Vec<&Survey> = surveys.iter().map(|counted| &counted.survey).collect();
    let groups = groups(arguments, &subjects, &measured);
    commit::write(csv.iter().zip(rows.map(SurveyRows::into_bytes)).collect())?;
    let titles = subjects.iter().map(|subject| subject.title.clone());
    let what = format!("{} of {}", print::count(levels as usize, "level"), print::list(titles, "and"));
    report_success(outputs.iter().copied(), &what);
    // Titles may be paths or names from files, which are escaped for the terminal.
    let counted = groups.iter().zip(surveys.chunks(subjects.len().max(1)));
    let mut tables: Vec<_> = counted.map(|(group, counted)| table::of(group, &arguments.count, counted)).collect();
    if floors > 1 {
        // Behind the last floor of each difficulty.
        for (difficulty, pieces) in runs.iter().enumerate() {
            let last = (difficulty + 1) * floors - 1;
            tables[last] += &table::repeats(&groups[last], pieces);
        }
    }
    let tables = print::escaped_lines(&tables.join("\n"));
    if is_streamed {
        print::report(&tables);
        return Ok(());
    }
    print::result(&tables)
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
    let make = |(generator, measurer): &mut (Generator<&Preset>, Measurer), chunk: u64| {
        let mut surveyed = none();
        let seeds = arguments.seeds.after(chunk * runs).up_to(runs);
        for seed in (0..seeds.count()).map(|position| seeds.at(position)) {
            let levels = |variant: &RequestVariant| generator.generate(variant.request.clone().with_seed(seed));
            surveyed.add(&subject.title, variants, &arguments.count, measurer, levels);
        }
        Ok(surveyed)
    };
    let mut surveyed = none();
    let take = |chunk: SurveyedRuns| {
        surveyed.merge(&chunk);
        bar.inc(chunk.pieces.levels());
        Ok(())
    };
    let tool = || (Generator::new(preset), Measurer::default());
    let (count, workers) = (arguments.seeds.count().div_ceil(runs), arguments.jobs.workers(AHEAD));
    in_order(count, workers, interrupt::is_stopped, tool, make, take)?;
    Ok(surveyed)
}
