//! `roomgen survey`: measures the levels of many seeds, for a table, a picture, and a row for each.
//!
//! Threads survey chunks of seeds, which are merged in order.

mod args;
mod count;
mod row;
mod subject;
mod table;

use std::sync::atomic::AtomicBool;

pub(super) use args::SurveyArgs;
use count::CountedSurvey;
use indicatif::ProgressBar;
use roomgen::{
    Generator, Preset,
    survey::{Measurer, Survey},
};
use roomgen_pictures::png::{self, TitledSurvey};
use row::SurveyRows;
use subject::SurveySubject;

use super::{
    commit, export,
    failure::CommandFailure,
    interrupt,
    ordered::in_order,
    output::{Output, refuse_conflicts, report_success},
    print, progress,
};

/// The number of levels in one job: enough that threads seldom contend, few enough that none waits
/// long at the end.
const CHUNK: u64 = 32;

/// The number of chunks that each thread may be ahead of the next chunk to merge.
const AHEAD: usize = 4;

/// Surveys the levels of all seeds and writes the results.
pub(super) fn run(arguments: &SurveyArgs) -> Result<(), CommandFailure> {
    let picture = arguments.out.as_deref().map(|path| export::picture_output("--out", path)).transpose()?;
    let csv = arguments.csv.as_deref().map(|path| Output::at("--csv", path)).transpose()?;
    let subjects = SurveySubject::all(arguments)?;
    count::refuse_unknown(&arguments.count, &subjects)?;
    let outputs: Vec<_> = picture.iter().map(|(output, _)| output).chain(&csv).collect();
    subjects.iter().try_for_each(|subject| refuse_conflicts(&outputs, &subject.loaded.inputs))?;
    let is_streamed = outputs.iter().any(|output| output.is_standard());
    let variants = subjects.first().map_or(0, |subject| subject.variants.len());
    if picture.is_some() {
        refuse_large_picture(arguments, &subjects)?;
    }

    let is_stopped = interrupt::stop_flag();
    let levels = u128::from(arguments.seeds.count()) * (variants * subjects.len()) as u128;
    let bar = progress::of_levels(u64::try_from(levels).unwrap_or(u64::MAX), 0, is_streamed);
    let mut rows = csv.is_some().then(|| SurveyRows::new(variants > 1, &arguments.count));
    let mut surveys = Vec::new();
    for variant in 0..variants {
        for subject in &subjects {
            surveys.push(measure(arguments, subject, variant, &is_stopped, &bar, rows.as_mut())?);
        }
    }
    drop(bar);
    let measured: u128 = surveys.iter().map(|counted| u128::from(counted.survey.levels())).sum();
    if measured < levels {
        print::status(&format!("interrupted after {}; nothing was written", print::count(measured as usize, "level")));
        return Err(CommandFailure::interrupted());
    }

    let measured: Vec<&Survey> = surveys.iter().map(|counted| &counted.survey).collect();
    let groups = groups(arguments, &subjects, &measured);
    let mut contents = Vec::new();
    if let Some((output, format)) = &picture {
        let refuse = |error| CommandFailure::failed(format!("The picture cannot be made: {error}. See --size."));
        let drawn = png::render_survey(&groups).map_err(refuse)?;
        contents.push((output, export::encoded(&drawn, *format)?));
    }
    contents.extend(csv.as_ref().zip(rows.map(SurveyRows::into_bytes)));
    commit::write(contents)?;
    let titles = subjects.iter().map(|subject| subject.title.clone());
    let what = format!("{} of {}", print::count(levels as usize, "level"), print::list(titles, "and"));
    report_success(outputs.iter().copied(), &what);
    // Titles may be paths or names from files, which are escaped for the terminal.
    let counted = groups.iter().zip(surveys.chunks(subjects.len().max(1)));
    let tables: Vec<_> = counted.map(|(group, counted)| table::of(group, &arguments.count, counted)).collect();
    let tables = tables.join("\n");
    let tables: String = tables.lines().map(|line| print::escaped(line).into_owned() + "\n").collect();
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
        surveyed.map(|(subject, survey)| subject.surveyed(arguments, subject.variants[variant], survey)).collect()
    };
    surveys.chunks(subjects.len().max(1)).enumerate().map(group).collect()
}

/// Refuses a picture that cannot be made, before any level is measured.
fn refuse_large_picture(arguments: &SurveyArgs, subjects: &[SurveySubject]) -> Result<(), CommandFailure> {
    let empty = Survey::default();
    let surveys: Vec<_> = subjects.iter().flat_map(|subject| &subject.variants).map(|_| &empty).collect();
    png::survey_dimensions(&groups(arguments, subjects, &surveys)).map(|_| ()).map_err(|error| {
        let (difficulties, floors) = (arguments.requests.difficulties().len(), arguments.requests.floors().len());
        CommandFailure::usage(format!(
            "--difficulty and --floor: {error}: it has a part for each of {} combinations; give fewer, or no --out.",
            difficulties * floors
        ))
    })
}

/// Surveys the levels of one preset and one variant. If this is interrupted, only the levels before
/// the interruption are in the survey. Adds a row for each level to `rows`.
fn measure(
    arguments: &SurveyArgs,
    subject: &SurveySubject,
    variant: usize,
    is_stopped: &AtomicBool,
    bar: &ProgressBar,
    mut rows: Option<&mut SurveyRows>,
) -> Result<CountedSurvey, CommandFailure> {
    let part = rows.as_ref().map(|rows| rows.part());
    let variant = &subject.variants[variant];
    let make = |(generator, measurer): &mut (Generator<&Preset>, Measurer), chunk: u64| {
        let (mut surveyed, mut rows) = (CountedSurvey::of(&arguments.count), part.clone());
        let seeds = arguments.seeds.after(chunk * CHUNK).up_to(CHUNK);
        for seed in (0..seeds.count()).map(|position| seeds.at(position)) {
            let level = generator.generate(variant.request.with_seed(seed));
            let (metrics, counts) = surveyed.add(&level, measurer, &arguments.count);
            if let Some(rows) = &mut rows {
                rows.push(&subject.title, seed, variant, &metrics, &counts);
            }
        }
        Ok((surveyed, rows))
    };
    let mut surveyed = CountedSurvey::of(&arguments.count);
    let take = |(chunk, part): (CountedSurvey, Option<SurveyRows>)| {
        surveyed.merge(&chunk);
        if let (Some(rows), Some(part)) = (rows.as_mut(), &part) {
            rows.append(part);
        }
        bar.inc(chunk.survey.levels());
        Ok(())
    };
    let tool = || (Generator::new(&subject.loaded.preset), Measurer::default());
    in_order(arguments.seeds.count().div_ceil(CHUNK), arguments.jobs.workers(AHEAD), is_stopped, tool, make, take)?;
    Ok(surveyed)
}
