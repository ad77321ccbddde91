//! Level files that commands read.

use std::{borrow::Cow, io::Read, path::Path};

use roomgen::{
    Level, Preset, export,
    level::{Breach, LevelError},
};

use super::{failure::Failure, format::Format, preset, print, report, source, waiting::Waiting};

/// A level file, read; its level may break invariants.
pub(super) struct LevelFile {
    /// How sentences call it.
    pub(super) name: String,
    pub(super) format: Format,
    text: String,
    pub(super) level: Level,
}

/// Reads a level file, or standard input for `-`; `flag` is what gives its format where its ending does not.
pub(super) fn read(path: &Path, flag: &str, format: Option<Format>) -> Result<LevelFile, Failure> {
    let (file, name) = named(path);
    let format = readable(path, flag, format, &name)?;
    let text = source::text(&name, path, source::MAX_LEVEL)?;
    let unmarked = source::without_mark(&text);
    let level = match format {
        Format::Json => export::json::read_unchecked(unmarked),
        _ => export::ron::read_unchecked(unmarked),
    };
    let level = level.map_err(|error| match error {
        LevelError::Syntax { message, line, column } => {
            Failure::report_of(report::level(&message, unmarked, (line, column), &file))
        }
        other => Failure::failed(format!("{name} is not a level: {other}.")),
    })?;
    Ok(LevelFile { name, format, text, level })
}

/// A file that is read, or standard input for `-`: as reports and as sentences call it.
pub(super) fn named(path: &Path) -> (Cow<'_, str>, String) {
    match path.to_string_lossy() {
        dash if dash == "-" => ("standard input".into(), "standard input".to_owned()),
        file => (file, print::path(path)),
    }
}

/// The format of the file, by flag or by its ending: one that can be read.
fn readable(path: &Path, flag: &str, format: Option<Format>, name: &str) -> Result<Format, Failure> {
    match format.or_else(|| Format::of_ending(path)) {
        Some(format @ (Format::Ron | Format::Json)) => Ok(format),
        Some(other) => Err(Failure::usage(format!(
            "{name}: a level cannot be read from {}. Give one that was written as .ron or .json{}.",
            match format {
                Some(_) => "that format".to_owned(),
                None => format!("a .{} file", other.ending()),
            },
            if other == Format::Text { "; or test the tiles of a text with `roomgen check --text`" } else { "" },
        ))),
        None => {
            Err(Failure::usage(format!("{name}: its name does not say the format. Add {flag} ron or {flag} json.")))
        }
    }
}

impl LevelFile {
    /// What the file says, from the beginning.
    pub(super) fn text(&self) -> Result<Box<dyn Read + '_>, Failure> {
        Ok(Box::new(self.text.as_bytes()))
    }

    /// What the level breaks.
    pub(super) fn breaches(&self) -> Vec<Breach> {
        let _waiting = Waiting::over(self.level.size(), &format!("testing {}", self.name));
        self.level.check()
    }

    /// Refuses a level that breaks an invariant, by the breach; with `force` that is a warning.
    pub(super) fn refuse_breaches(&self, force: bool) -> Result<(), Failure> {
        let breaches = self.breaches();
        let Some(first) = breaches.first() else { return Ok(()) };
        let more = match breaches.len() - 1 {
            0 => String::new(),
            more => format!(", and {} more", print::count(more, "breach")),
        };
        let told = format!("{} breaks {first}{more}", self.name);
        if force {
            print::warning(&format!("{told}."));
            return Ok(());
        }
        Err(Failure::failed(format!("{told}; nothing was written. Draw it all the same with --force.")))
    }

    /// The preset that gives the level its looks: the one given, or the built-in one that the level names, if any.
    pub(super) fn looks(&self, given: Option<&Path>) -> Result<Option<Preset>, Failure> {
        match given {
            Some(given) => preset::load(given).map(Some),
            None => Ok(Preset::built_in(&self.level.origin().preset).ok()),
        }
    }
}
