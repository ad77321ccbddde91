//! The preset that an argument names: a built-in one, or a file and its bases.

use std::{
    cell::RefCell,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use roomgen::{
    Preset, PresetError, Recipe, Request,
    error::{Problem, RequestError},
    preset::{BasePreset, BasePresetReader, MAX_TEXT, built_in_text},
};
use roomgen_export::sprite_picture;

use super::{diagnostic::Diagnostic, failure::CommandFailure, output::InputFile, print, report, source};

/// A checked preset and the files that it was read from.
#[derive(Debug)]
pub(super) struct LoadedPreset {
    pub(super) preset: Preset,
    /// The files that the preset was read from, which outputs must not overwrite.
    pub(super) inputs: Vec<InputFile>,
    /// The request of the level that is to be made again, if its origin does not say all of it.
    pub(super) request: Option<Request>,
}

impl LoadedPreset {
    /// What makes a level again.
    pub(super) fn recipe(&self) -> Recipe<'_> {
        match &self.request {
            Some(request) => (&self.preset, request.clone()).into(),
            None => (&self.preset).into(),
        }
    }
}

/// The text of a preset, and the files that it builds on.
#[derive(Debug)]
pub(super) struct PresetSource {
    text: String,
    file: PathBuf,
    bases: BasePresetReader,
}

/// Whether the value of `--preset` is a file: it ends in .ron or has a path separator in it.
pub(super) fn is_file(given: &Path) -> bool {
    let text = given.to_string_lossy();
    text.contains(['/', MAIN_SEPARATOR]) || given.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Reads, parses and checks the preset `given`, the value of `flag`.
pub(super) fn load(flag: &str, given: &Path) -> Result<LoadedPreset, CommandFailure> {
    PresetSource::read(Some(flag), given)?.load()
}

impl PresetSource {
    /// Reads the text of the preset `given` that a command takes without a flag.
    pub(super) fn of_argument(given: &Path) -> Result<Self, CommandFailure> {
        Self::read(None, given)
    }

    /// Reads the text of the preset `given`, the value of `flag` if there is one.
    fn read(flag: Option<&str>, given: &Path) -> Result<Self, CommandFailure> {
        let text = if is_file(given) {
            source::text(&format!("{} {}", flag.unwrap_or("the preset"), print::path(given)), given, MAX_TEXT)?
        } else {
            let name = given.to_string_lossy();
            let unknown = |error: RequestError| {
                let flag = flag.map_or_else(String::new, |flag| format!("{flag}: "));
                let sentence = format!("{flag}{error}; a file ends in .ron or has a {MAIN_SEPARATOR} in its path.");
                CommandFailure::usage(sentence).coded(error.code()).in_file(given)
            };
            built_in_text(&name).map_err(unknown)?.to_owned()
        };
        Ok(Self { text, file: given.to_owned(), bases: BasePresetReader::beside(given) })
    }

    /// Parses and checks the preset.
    pub(super) fn load(&mut self) -> Result<LoadedPreset, CommandFailure> {
        let preset = parse(&self.text, &mut self.bases);
        let preset = preset.map_err(|error| self.failure(&error))?;
        let own = is_file(&self.file).then(|| InputFile { path: self.file.clone(), role: "the preset" });
        let base = |path: &PathBuf| InputFile { path: path.clone(), role: "a base of the preset" };
        let picture = |path: &PathBuf| InputFile { path: path.clone(), role: "the sprites of the preset" };
        let bases = self.bases.paths().iter().map(base);
        let inputs = own.into_iter().chain(bases).chain(self.bases.picture_paths().iter().map(picture)).collect();
        Ok(LoadedPreset { preset, inputs, request: None })
    }

    /// The file of the preset and those of its bases and sprites, as far as they were parsed; some
    /// may not exist.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        [&self.file].into_iter().chain(self.bases.paths()).chain(self.bases.picture_paths()).cloned().collect()
    }

    /// Calls `parse` with the text of the preset and the reader of its bases.
    pub(super) fn parse_with<R>(&mut self, parse: impl FnOnce(&str, &mut BasePresetReader) -> R) -> R {
        parse(&self.text, &mut self.bases)
    }

    /// The failure of a preset with these problems.
    pub(super) fn failure(&self, error: &PresetError) -> CommandFailure {
        let report = report::problems(error, "preset", &self.file.to_string_lossy(), |base| self.text_of(base));
        let diagnostic = |problem: &Problem| Diagnostic::problem(problem, self.text_of(problem.base.as_deref()).0);
        CommandFailure::with_report(report, error.problems().iter().map(diagnostic).collect())
    }

    /// The name and text of the preset's file, or of the base of this name.
    pub(super) fn text_of(&self, base: Option<&str>) -> (String, &str) {
        let Some(name) = base else { return (self.file.to_string_lossy().into_owned(), &self.text) };
        let read = self.bases.bases().iter().find(|base| base.name == name);
        (name.to_owned(), read.map_or_else(|| built_in_text(name).unwrap_or_default(), |BasePreset { text, .. }| text))
    }
}

/// Parses and checks a preset, with its bases and the picture of its sprites from files.
fn parse(text: &str, files: &mut BasePresetReader) -> Result<Preset, PresetError> {
    // Bases are read before the picture.
    let files = RefCell::new(files);
    let picture = |name: &str, base: Option<&str>| {
        let bytes = files.borrow_mut().read_picture(name, base)?;
        sprite_picture::decode(&bytes).map_err(|error| format!("the picture {name:?} {error}"))
    };
    Preset::parse_with_pictures(text, |name| files.borrow_mut().read(name), picture)
}
