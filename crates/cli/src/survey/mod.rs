//! `roomgen survey`: measures the levels of many seeds, for a table, a picture, and a row for each.
//!
//! Threads survey chunks of seeds, which are merged in order.

mod args;
mod row;
mod subject;
mod table;

use std::sync::atomic::AtomicBool;

pub(super) use args::SurveyArgs;
use roomgen::{
    Generator, Preset,
    survey::{Measurer, Survey},
};
use roomgen_pictures::png;
use subject::SurveySubject;

use super::{
    commit::FileCommit,
    export,
    failure::CommandFailure,
    interrupt,
    ordered::{WorkerLimits, in_order},
    output::{Output, refuse_conflicts},
    print,
    progress::LevelProgressBar,
};

/// The number of levels in one job: enough that threads seldom contend, few enough that none waits
/// long at the end.
const CHUNK: u64 = 32;

/// The number of chunks that each thread may be ahead of the next chunk to merge.
const AHEAD: u64 = 4;

/// Surveys the levels of all seeds and writes the results.
pub(super) fn run(arguments: &SurveyArgs) -> Result<(), CommandFailure> {
    let picture = arguments.out.as_deref().map(|path| export::picture_output("--out", path)).transpose()?;
    let picture = picture.map(|(output, _)| output);
    let csv = arguments.csv.as_deref().map(|path| Output::at("--csv", path)).transpose()?;
    let subjects = SurveySubject::all(arguments)?;
    let outputs: Vec<_> = [&picture, &csv].into_iter().flatten().collect();
    subjects.iter().try_for_each(|subject| refuse_conflicts(&outputs, &subject.loaded.inputs))?;
    let is_streamed = outputs.iter().any(|output| output.is_standard());

    let is_stopped = interrupt::stop_flag();
    let bar = LevelProgressBar::new(arguments.seeds.count() * subjects.len() as u64, 0, is_streamed);
    let mut rows = csv.is_some().then(row::head);
    let mut surveys = Vec::new();
    for subject in &subjects {
        surveys.push(measure(arguments, subject, &is_stopped, &bar, rows.as_mut())?);
    }
    drop(bar);
    let levels: u64 = surveys.iter().map(Survey::levels).sum();
    if levels < arguments.seeds.count() * subjects.len() as u64 {
        print::note(&format!("interrupted after {}; nothing was written", print::count(levels as usize, "level")));
        return Err(CommandFailure::interrupted());
    }

    let all: Vec<_> = subjects.iter().zip(&surveys).map(|(subject, survey)| subject.surveyed(survey)).collect();
    let mut contents = Vec::new();
    if let (Some(output), [first, rest @ ..]) = (&picture, &all[..]) {
        let refuse = |error| CommandFailure::failed(format!("The picture cannot be made: {error}. See --size."));
        contents.push((output, png::write_survey(first, rest.first()).map_err(refuse)?));
    }
    contents.extend(csv.as_ref().zip(rows.map(String::into_bytes)));
    contents.sort_by_key(|(output, _)| output.is_stream());
    let mut commit = FileCommit::new();
    for (output, bytes) in &contents {
        commit.add(output, |out| Ok(out.write_all(bytes)?))?;
    }
    commit.finish()?;
    // Titles may be paths or names from files, which are escaped for the terminal.
    let table: String = table::of(&all).lines().map(|line| print::shown(line).into_owned() + "\n").collect();
    if is_streamed {
        print::report(&table);
        return Ok(());
    }
    print::result(&table)
}

/// Surveys the levels of one preset. If this is interrupted, only the levels before the
/// interruption are in the survey. Adds a row for each level to `rows`.
fn measure(
    arguments: &SurveyArgs,
    subject: &SurveySubject,
    is_stopped: &AtomicBool,
    bar: &LevelProgressBar,
    mut rows: Option<&mut String>,
) -> Result<Survey, CommandFailure> {
    let has_rows = rows.is_some();
    let make = |(generator, measurer): &mut (Generator<&Preset>, Measurer), chunk: u64| {
        let (mut survey, mut rows) = (Survey::default(), String::new());
        let seeds = arguments.seeds.after(chunk * CHUNK).up_to(CHUNK);
        for seed in (0..seeds.count()).map(|position| seeds.at(position)) {
            let level = generator.generate(subject.request.with_seed(seed));
            let metrics = survey.add(&level, measurer);
            if has_rows {
                row::push(&mut rows, &subject.title, seed, &metrics);
            }
        }
        Ok((survey, rows))
    };
    let mut survey = Survey::default();
    let take = |(chunk, text): (Survey, String)| {
        survey.merge(&chunk);
        if let Some(rows) = rows.as_mut() {
            rows.push_str(&text);
        }
        bar.step(chunk.levels());
        Ok(())
    };
    let threads = arguments.jobs.threads();
    let workers = WorkerLimits { threads, ahead: AHEAD * threads as u64 };
    let tool = || (Generator::new(&subject.loaded.preset), Measurer::default());
    in_order(arguments.seeds.count().div_ceil(CHUNK), workers, is_stopped, tool, make, take)?;
    Ok(survey)
}
