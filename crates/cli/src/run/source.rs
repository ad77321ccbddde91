//! The run that an argument names: a built-in one, or a file and what it names; and the run of
//! levels that were read.

use std::{
    mem,
    path::{MAIN_SEPARATOR, Path},
};

use roomgen::{
    Preset, Request,
    error::{PresetError, Problem, RequestError},
    level::Origin,
    preset::{BasePreset, BasePresetReader, MAX_TEXT, built_in_text},
    run::{Run, RunGenerator},
};

use crate::{
    diagnostic::Diagnostic, failure::CommandFailure, output::InputFile, preset::is_file, print, report, source,
};

/// A checked run and the files that it was read from.
#[derive(Debug)]
pub(crate) struct LoadedRun {
    pub(crate) run: Run,
    /// The files that the run was read from, which outputs must not overwrite.
    pub(crate) inputs: Vec<InputFile>,
}

/// Reads, parses and checks the run `given`, the value of `flag`.
pub(crate) fn load(flag: &str, given: &Path) -> Result<LoadedRun, CommandFailure> {
    if !is_file(given) {
        let unknown = |error: RequestError| {
            let end = format!("; a file ends in .ron or has a {MAIN_SEPARATOR} in its path");
            CommandFailure::usage(format!("{flag}: {error}{end}.")).coded(error.code()).in_file(given)
        };
        return Ok(LoadedRun { run: Run::built_in(&given.to_string_lossy()).map_err(unknown)?, inputs: Vec::new() });
    }
    let ReadRun { parsed: run, inputs, .. } = read(flag, given, |text, read| Run::parse_with(text, read))?;
    Ok(LoadedRun { run, inputs })
}

/// What was made of the file of a run, with its text and the files that were read.
pub(crate) struct ReadRun<T> {
    pub(crate) parsed: T,
    pub(crate) text: String,
    inputs: Vec<InputFile>,
}

/// What reads the files that a run names.
type RunFileReader<'a> = &'a mut dyn FnMut(&str, Option<&str>) -> Result<BasePreset, String>;

/// Reads the file of a run, the value of `flag`, of which `parse` makes something.
pub(crate) fn read<T>(
    flag: &str,
    given: &Path,
    parse: impl FnOnce(&str, RunFileReader<'_>) -> Result<T, PresetError>,
) -> Result<ReadRun<T>, CommandFailure> {
    let text = source::text(&format!("{flag} {}", print::path(given)), given, MAX_TEXT)?;
    // What the run names has a reader of its own, since the same preset may serve several acts.
    let mut readers: Vec<BasePresetReader> = Vec::new();
    let mut file = |name: &str, from: Option<&str>| {
        if from.is_none() {
            readers.push(BasePresetReader::beside(given));
        }
        readers.last_mut().ok_or_else(String::new)?.read(name)
    };
    let parsed = parse(&text, &mut file).map_err(|error| {
        let text_of = |base: Option<&str>| -> (String, &str) {
            let Some(name) = base else { return (given.to_string_lossy().into_owned(), &text) };
            let read = readers.iter().flat_map(BasePresetReader::bases).find(|base| base.name == name);
            let text = read.map_or_else(|| built_in_text(name).unwrap_or_default(), |base| &base.text);
            (name.to_owned(), text)
        };
        let report = report::problems(&error, "run", &given.to_string_lossy(), text_of);
        let diagnostic = |problem: &Problem| Diagnostic::problem(problem, text_of(problem.base.as_deref()).0);
        CommandFailure::with_report(report, error.problems().iter().map(diagnostic).collect())
    })?;
    let own = InputFile { path: given.to_owned(), role: "the run" };
    let named = readers.iter().flat_map(BasePresetReader::paths);
    let named = named.map(|path| InputFile { path: path.clone(), role: "a file of the run" });
    let inputs = [own].into_iter().chain(named).collect();
    Ok(ReadRun { parsed, text, inputs })
}

/// What makes floors of runs again that were read: the run of `--run`, or built-in ones. Levels of
/// one run and seed share the plans of its floors.
#[derive(Debug, Default)]
pub(crate) struct RunReader {
    given: Option<LoadedRun>,
    generator: Option<RunGenerator>,
}

impl RunReader {
    /// Loads the run of `--run`, if there is one.
    pub(crate) fn of_flag(given: Option<&Path>) -> Result<Self, CommandFailure> {
        let given = given.map(|given| load("--run", given)).transpose()?;
        Ok(Self { given, generator: None })
    }

    pub(crate) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// The files that the run was read from, once.
    pub(crate) fn take_inputs(&mut self) -> Vec<InputFile> {
        self.given.as_mut().map(|loaded| mem::take(&mut loaded.inputs)).unwrap_or_default()
    }

    /// The preset and the request of a floor of a run.
    pub(crate) fn preset_and_request(&mut self, origin: &Origin) -> Result<(Preset, Request), RequestError> {
        let is_of = |generator: &RunGenerator| {
            let (run, seed) = (generator.run(), generator.seed().number());
            origin.run.as_ref().is_some_and(|of| (of.digest, origin.seed) == (run.digest(), seed))
        };
        let generator = match self.generator.take().filter(is_of) {
            Some(generator) => generator,
            None => {
                let name = origin.run.as_ref().map_or("", |of| of.name.as_str());
                let given = self.given.as_ref().map(|loaded| loaded.run.clone());
                let run = given.map_or_else(|| Run::built_in(name), Ok)?;
                RunGenerator::new(run, origin.seed)
            }
        };
        self.generator.insert(generator).preset_and_request(origin)
    }
}
