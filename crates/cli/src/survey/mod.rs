//! `roomgen survey`: what a preset can express, as a table, a picture, and a row for each level.
//!
//! Seeds are taken in pieces, on all threads, and the pieces' surveys are merged in order.

mod args;
mod row;
mod subject;
mod table;

use std::{path::Path, sync::atomic::AtomicBool};

pub(super) use args::SurveyArgs;
use roomgen::{
    Generator,
    survey::{Measurer, Survey},
};
use roomgen_pictures::png::{self, TitledSurvey};
use subject::Subject;

use super::{
    failure::Failure,
    interrupt,
    ordered::{Crew, in_order},
    output::{self, Content, Output},
    preset, print,
    progress::Progress,
};

/// Levels in a piece of work: enough that threads seldom meet, few enough that none waits long for another at the end.
const PIECE: u64 = 32;
/// Pieces that each thread may be ahead.
const AHEAD: u64 = 4;

/// Measures the levels of all seeds, and shows what was found.
pub(super) fn run(arguments: &SurveyArgs) -> Result<(), Failure> {
    let places = Places::of(arguments)?;
    let subjects = Subject::all(arguments)?;
    let is_stopped = interrupt::awaited();
    let bar = Progress::of(arguments.seeds.count() * subjects.len() as u64, 0, places.has_standard());
    let mut rows = places.csv.as_ref().map(|_| row::head());
    let mut surveys = Vec::new();
    for subject in &subjects {
        let done = measure(arguments, subject, &is_stopped, &bar, rows.as_mut())?;
        if done.levels() < arguments.seeds.count() {
            drop(bar);
            let there = surveys.iter().chain([&done]).map(Survey::levels).sum::<u64>();
            print::fact(&format!("interrupted after {}; nothing was written", print::count(there as usize, "level")));
            return Err(Failure::interrupted());
        }
        surveys.push(done);
    }
    drop(bar);
    let all: Vec<_> = subjects.iter().zip(&surveys).map(|(subject, survey)| subject.surveyed(survey)).collect();
    places.write(&all, rows)?;
    let table = table::of(&all);
    if places.has_standard() {
        print::ready(&print_safe(&table));
        return Ok(());
    }
    print::product(&print_safe(&table))
}

/// The survey of one preset; of the first seeds only if it was interrupted. Each level also as a row, if there are rows.
fn measure(
    arguments: &SurveyArgs,
    subject: &Subject,
    is_stopped: &AtomicBool,
    bar: &Progress,
    mut rows: Option<&mut String>,
) -> Result<Survey, Failure> {
    let has_rows = rows.is_some();
    let make = |(generator, measurer): &mut (Generator, Measurer), piece: u64| {
        let (mut survey, mut rows) = (Survey::default(), String::new());
        let seeds = arguments.seeds.after(piece * PIECE).up_to(PIECE);
        for seed in (0..seeds.count()).map(|position| seeds.at(position)) {
            let level = generator.generate(subject.request.with_seed(seed));
            let metrics = survey.add(&level, measurer);
            if has_rows {
                row::push(&mut rows, &subject.title, seed, &metrics);
            }
        }
        Ok((survey, rows))
    };
    let mut whole = Survey::default();
    let take = |(part, text): (Survey, String)| {
        whole.merge(&part);
        if let Some(rows) = rows.as_mut() {
            rows.push_str(&text);
        }
        bar.step_by(part.levels());
        Ok(())
    };
    let threads = arguments.jobs.threads();
    let crew = Crew { threads, ahead: AHEAD * threads as u64 };
    let tool = || (Generator::new(&subject.preset), Measurer::default());
    in_order(arguments.seeds.count().div_ceil(PIECE), crew, is_stopped, tool, make, take)?;
    Ok(whole)
}

/// Lines for a terminal, without what could steer it: titles are of the user's files.
fn print_safe(lines: &str) -> String {
    lines.lines().map(|line| print::shown(line).into_owned() + "\n").collect()
}

/// Where picture and rows go.
struct Places {
    out: Option<Output>,
    csv: Option<Output>,
}

impl Places {
    fn of(arguments: &SurveyArgs) -> Result<Self, Failure> {
        let out = arguments.out.as_deref().map(picture).transpose()?;
        let csv = arguments.csv.as_deref().map(|path| Output::at("--csv", path)).transpose()?;
        if let (Some(out), Some(csv)) = (&out, &csv)
            && out.is_also(csv)
        {
            return Err(Failure::usage(format!("{} and {} are the same place; give two.", out.name, csv.name)));
        }
        for preset in [Some(&arguments.preset), arguments.compare.as_ref()].into_iter().flatten() {
            preset::spare(preset, |file, what| {
                [&out, &csv].into_iter().flatten().try_for_each(|output| output.spare(file, what))
            })?;
        }
        Ok(Self { out, csv })
    }

    fn has_standard(&self) -> bool {
        [&self.out, &self.csv].into_iter().flatten().any(Output::is_standard)
    }

    fn write(&self, all: &[TitledSurvey], rows: Option<String>) -> Result<(), Failure> {
        let mut outputs = Vec::new();
        if let (Some(out), [first, rest @ ..]) = (&self.out, all) {
            let refuse = |error| Failure::failed(format!("The picture cannot be made: {error}. See --size."));
            let picture = png::write_survey(first, rest.first()).map_err(refuse)?;
            outputs.push((out, Content::Bytes(picture)));
        }
        if let (Some(csv), Some(rows)) = (&self.csv, rows) {
            outputs.push((csv, Content::Bytes(rows.into_bytes())));
        }
        output::write(&outputs)
    }
}

/// Where the picture goes.
fn picture(out: &Path) -> Result<Output, Failure> {
    let output = Output::at("--out", out)?;
    let is_png = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !output.is_stream() && !is_png {
        let path = print::path(out);
        return Err(Failure::usage(format!(
            "--out {path}: a survey's picture goes to a file that ends in .png, or to -; rows of numbers go to --csv."
        )));
    }
    output.refuse_terminal("png")?;
    Ok(output)
}
