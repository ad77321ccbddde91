//! The preset that a flag names: a built-in one, or a file with the files that it builds on.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use roomgen::{
    Preset, PresetError,
    preset::{BUILT_IN, Base},
};

use super::{bases::Bases, failure::Failure, print, report, source};

/// The texts of a preset, unread.
#[derive(Debug, PartialEq)]
pub(super) struct Texts {
    text: String,
    file: PathBuf,
    bases: Bases,
}

/// Whether the value of `--preset` is a file and not a name: it ends in .ron or has a path separator in it.
pub(super) fn is_file(given: &Path) -> bool {
    let text = given.to_string_lossy();
    text.contains(['/', MAIN_SEPARATOR]) || given.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Hands each file that the preset is read from to `spare`, which refuses to write over it, and tells it what the file is.
pub(super) fn spare(given: &Path, spare: impl Fn(&Path, &str) -> Result<(), Failure>) -> Result<(), Failure> {
    if !is_file(given) {
        return Ok(());
    }
    spare(given, "the preset")?;
    // What cannot be read twice has no folder to build on others in; and what is wrong is told when it is loaded.
    if !given.is_file() {
        return Ok(());
    }
    let Ok(mut texts) = Texts::of("--preset", given) else { return Ok(()) };
    let _ = texts.load();
    texts.files().try_for_each(|base| spare(base, "a base of the preset"))
}

/// The preset that `--preset` names.
pub(super) fn load(given: &Path) -> Result<Preset, Failure> {
    Texts::of("--preset", given)?.load()
}

impl Texts {
    /// The text of the preset that `flag` names.
    pub(super) fn of(flag: &str, given: &Path) -> Result<Self, Failure> {
        if !is_file(given) {
            let name = given.to_string_lossy();
            let text = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
            let text = text.ok_or_else(|| {
                let error = Preset::built_in(&name).map_or_else(|error| error.to_string(), |_| String::new());
                Failure::usage(format!("{flag}: {error}; a file ends in .ron or has a {MAIN_SEPARATOR} in its path."))
            })?;
            return Ok(Self { text, file: given.to_owned(), bases: Bases::beside(given) });
        }
        let text = source::text(&format!("{flag} {}", print::path(given)), given, source::MAX_PRESET)?;
        let text = source::without_mark(&text).to_owned();
        Ok(Self { text, file: given.to_owned(), bases: Bases::beside(given) })
    }

    /// The preset that they say.
    pub(super) fn load(&mut self) -> Result<Preset, Failure> {
        let read = self.read(|text, bases| Preset::parse_with(text, |name| bases.read(name)));
        read.map_err(|error| Failure::report_of(self.report(&error)))
    }

    /// The files that the preset builds on, as far as it was read; the last one may not be there.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.bases.tried()
    }

    /// Hands the text and what reads its bases to `work`.
    pub(super) fn read<R>(&mut self, work: impl FnOnce(&str, &mut Bases) -> R) -> R {
        self.bases.begin();
        work(&self.text, &mut self.bases)
    }

    /// All that is wrong with the preset, laid out for a terminal.
    pub(super) fn report(&self, error: &PresetError) -> String {
        report::preset(error, &self.file.to_string_lossy(), |base| self.text_of(base))
    }

    /// The file, and the text that is in it, of the preset itself or of the base of this name.
    pub(super) fn text_of(&self, base: Option<&str>) -> (String, &str) {
        let Some(name) = base else { return (self.file.to_string_lossy().into_owned(), &self.text) };
        let read = self.bases.found().iter().map(|Base { name, text }| (name.as_str(), text.as_str()));
        let text = BUILT_IN.iter().copied().chain(read).find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        (name.to_owned(), text)
    }
}
