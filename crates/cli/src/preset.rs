//! The preset or the run that an argument names: a built-in one, or a file and what it names.

use std::{
    cell::RefCell,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use roomgen::{
    Cell, Preset, PresetError, Recipe, Request,
    error::{Problem, RequestError},
    preset::{BasePreset, BasePresetReader, MAX_TEXT, built_in_text},
    run::{self, Run},
    theme::SpritePicture,
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

/// A checked run and the files that it was read from.
#[derive(Debug)]
pub(super) struct LoadedRun {
    pub(super) run: Run,
    /// The files that the run was read from, which outputs must not overwrite.
    pub(super) inputs: Vec<InputFile>,
    /// Where the player arrives on the first floor, if that is asked for.
    pub(super) start: Option<Cell>,
    /// Whether it is a run of `--floors`, which all have one preset.
    pub(super) is_of_preset: bool,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Preset,
    Run,
}

/// The text of a preset or a run, and the files that it names.
#[derive(Debug)]
pub(super) struct TextSource {
    kind: TextKind,
    text: String,
    files: TextFiles,
}

/// Reads the files that a text names.
#[derive(Debug)]
pub(super) struct TextFiles {
    /// The file of the text.
    own: PathBuf,
    /// One for a preset. Each preset of a run has its own, since the same may serve several acts.
    readers: Vec<BasePresetReader>,
}

impl TextFiles {
    /// Reads the base that a preset names, or the text that was read last.
    pub(super) fn base(&mut self, name: &str) -> Result<BasePreset, String> {
        self.readers.last_mut().map_or_else(|| Err(String::new()), |reader| reader.read(name))
    }

    /// Reads the text that a run names, or the text `from`, which was read last.
    pub(super) fn text(&mut self, name: &str, from: Option<&str>) -> Result<BasePreset, String> {
        if from.is_none() {
            self.readers.push(BasePresetReader::beside(&self.own));
        }
        self.base(name)
    }

    /// Reads the picture of sprites that the text `of` names.
    fn picture(&mut self, name: &str, of: Option<&str>) -> Result<SpritePicture, String> {
        let bytes = self.readers.first_mut().ok_or_else(String::new)?.read_picture(name, of)?;
        sprite_picture::decode(&bytes).map_err(|error| format!("the picture {name:?} {error}"))
    }
}

/// Whether the value of an argument is a file: it ends in .ron or has a path separator in it.
pub(super) fn is_file(given: &Path) -> bool {
    let text = given.to_string_lossy();
    text.contains(['/', MAIN_SEPARATOR]) || given.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Reads, parses and checks the preset `given`, the value of `flag`.
pub(super) fn load(flag: &str, given: &Path) -> Result<LoadedPreset, CommandFailure> {
    TextSource::read(TextKind::Preset, Some(flag), given)?.load()
}

/// Reads, parses and checks the run `given`, the value of `flag`.
pub(super) fn load_run(flag: &str, given: &Path) -> Result<LoadedRun, CommandFailure> {
    TextSource::read(TextKind::Run, Some(flag), given)?.load_run()
}

impl TextSource {
    /// Reads the text `given`, the value of `flag` if there is one.
    pub(super) fn read(kind: TextKind, flag: Option<&str>, given: &Path) -> Result<Self, CommandFailure> {
        let text = if is_file(given) {
            let what = flag.map_or_else(|| format!("the {}", kind.name()), str::to_owned);
            source::text(&format!("{what} {}", print::path(given)), given, MAX_TEXT)?
        } else {
            let name = given.to_string_lossy();
            let text = match kind {
                TextKind::Preset => built_in_text(&name),
                TextKind::Run => match run::BUILT_IN.iter().find(|(known, _)| *known == name) {
                    Some((_, text)) => Ok(*text),
                    None => Run::built_in(&name).map(|_| ""),
                },
            };
            let unknown = |error: RequestError| {
                let flag = flag.map_or_else(String::new, |flag| format!("{flag}: "));
                let sentence = format!("{flag}{error}; a file ends in .ron or has a {MAIN_SEPARATOR} in its path.");
                CommandFailure::usage(sentence).coded(error.code()).in_file(given)
            };
            text.map_err(unknown)?.to_owned()
        };
        let files = TextFiles { own: given.to_owned(), readers: vec![BasePresetReader::beside(given)] };
        Ok(Self { kind, text, files })
    }

    /// Parses and checks the preset.
    pub(super) fn load(&mut self) -> Result<LoadedPreset, CommandFailure> {
        // Bases are read before the picture.
        let files = RefCell::new(&mut self.files);
        let picture = |name: &str, of: Option<&str>| files.borrow_mut().picture(name, of);
        let preset = Preset::parse_with_pictures(&self.text, |name| files.borrow_mut().base(name), picture);
        let preset = preset.map_err(|error| self.failure(&error))?;
        Ok(LoadedPreset { preset, inputs: self.inputs(), request: None })
    }

    /// Parses and checks the run.
    pub(super) fn load_run(&mut self) -> Result<LoadedRun, CommandFailure> {
        let files = RefCell::new(&mut self.files);
        let picture = |name: &str, of: Option<&str>| files.borrow_mut().picture(name, of);
        let run = Run::parse_with_pictures(&self.text, |name, from| files.borrow_mut().text(name, from), picture);
        let run = run.map_err(|error| self.failure(&error))?;
        Ok(LoadedRun { run, inputs: self.inputs(), start: None, is_of_preset: false })
    }

    /// The files that the text was read from, with their roles in messages.
    fn inputs(&self) -> Vec<InputFile> {
        let file = |role| move |path: &PathBuf| InputFile { path: path.clone(), role };
        let [own, named, sprites] = match self.kind {
            TextKind::Preset => ["the preset", "a base of the preset", "the sprites of the preset"],
            TextKind::Run => ["the run", "a file of the run", "the sprites of a preset of the run"],
        };
        let (TextFiles { own: path, readers }, mut inputs) = (&self.files, Vec::new());
        inputs.extend(is_file(path).then(|| file(own)(path)));
        inputs.extend(readers.iter().flat_map(BasePresetReader::paths).map(file(named)));
        inputs.extend(readers.iter().flat_map(BasePresetReader::picture_paths).map(file(sprites)));
        inputs
    }

    /// The paths of the text and of what it names, as far as it was parsed; some may not exist.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.inputs().into_iter().map(|input| input.path).collect()
    }

    /// Calls `parse` with the text and the reader of its files.
    pub(super) fn parse_with<R>(&mut self, parse: impl FnOnce(&str, &mut TextFiles) -> R) -> R {
        parse(&self.text, &mut self.files)
    }

    /// The failure of a text with these problems.
    pub(super) fn failure(&self, error: &PresetError) -> CommandFailure {
        let file = self.files.own.to_string_lossy();
        let report = report::problems(error, self.kind.name(), &file, |base| self.text_of(base));
        let diagnostic = |problem: &Problem| Diagnostic::problem(problem, self.text_of(problem.base.as_deref()).0);
        CommandFailure::with_report(report, error.problems().iter().map(diagnostic).collect())
    }

    /// The name and text of the file, or of the text of this name that it builds on.
    pub(super) fn text_of(&self, base: Option<&str>) -> (String, &str) {
        let TextFiles { own, readers } = &self.files;
        let Some(name) = base else { return (own.to_string_lossy().into_owned(), &self.text) };
        let read = readers.iter().flat_map(BasePresetReader::bases).find(|base| base.name == name);
        (name.to_owned(), read.map_or_else(|| built_in_text(name).unwrap_or_default(), |BasePreset { text, .. }| text))
    }
}

impl TextKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Run => "run",
        }
    }
}
