//! Level files that commands read.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

use roomgen::{
    Level, Preset,
    check::InvariantBreach,
    error::TextFileError,
    export::{json, ron},
    level::Origin,
    level_file::{LevelError, StatedFacts},
};
use roomgen_export::format::Format;

use super::{
    diagnostic::ToolCode,
    failure::CommandFailure,
    format::of_ending,
    preset::{self, LoadedPreset},
    print, progress, report,
    run::source::RunReader,
    source,
};

/// A level file that was read. Its level is not checked, and may break invariants.
pub(super) struct LoadedLevel {
    /// How messages call the file.
    pub(super) name: String,
    pub(super) format: Format,
    pub(super) text: String,
    pub(super) level: Level,
    stated: StatedFacts,
}

/// Reads a level, which may break invariants, and what its file states of it.
type LevelReader = fn(&str) -> Result<(Level, StatedFacts), LevelError>;

/// The formats from which a level is read.
const READERS: [(Format, LevelReader); 2] = [(Format::Ron, ron::read_stated), (Format::Json, json::read_stated)];

/// Reads a level file, or standard input for `-`. Its format is `format`, the value of `--from`, or
/// else that of its ending.
pub(super) fn read(path: &Path, format: Option<Format>) -> Result<LoadedLevel, CommandFailure> {
    let name = name(path);
    let (format, reader) = readable_format(path, format, &name)?;
    let text = source::text(&name, path, source::MAX_LEVEL)?;
    let (level, stated) = reader(&text).map_err(|error| {
        let code = error.code();
        match error {
            LevelError::Syntax { message, line, column } => {
                report::level((code, &message, None), &text, (line, column), path)
            }
            other => CommandFailure::failed(format!("{name} is not a level: {other}.")).coded(code).in_file(path),
        }
    })?;
    Ok(LoadedLevel { name, format, text, level, stated })
}

/// The quoted name of a level file in messages.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { print::path(path) }
}

fn readable_format(path: &Path, format: Option<Format>, name: &str) -> Result<(Format, LevelReader), CommandFailure> {
    let Some(format) = format.or_else(|| of_ending(path)) else {
        if path.as_os_str() != "-" && path.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            let missing = CommandFailure::failed(format!("{name} cannot be read: there is no such file or folder."));
            return Err(missing.coded(TextFileError::from(io::Error::from(ErrorKind::NotFound)).code()).in_file(path));
        }
        let unknown = format!("{name}: its name does not say the format. Add --from ron or --from json.");
        return Err(CommandFailure::usage(unknown).coded(ToolCode::UnknownFormat.name()).in_file(path));
    };
    READERS.into_iter().find(|(readable, _)| *readable == format).ok_or_else(|| {
        CommandFailure::usage(format!(
            "{name}: a level cannot be read from {}. Give one that was written as .ron or .json{}.",
            format.name(),
            if format == Format::Text { "; or test the tiles of a text with `roomgen check --text`" } else { "" },
        ))
        .coded(ToolCode::UnreadableFormat.name())
        .in_file(path)
    })
}

impl LoadedLevel {
    /// The invariants that the level breaks.
    pub(super) fn breaches(&self) -> Vec<InvariantBreach> {
        let _spinner = progress::of_step(self.level.size(), &format!("checking {}", self.name));
        self.level.check()
    }

    /// What the file states of its level that is not true of it.
    pub(super) fn misstatement(&self) -> Option<LevelError> {
        self.stated.check(&self.level).err()
    }

    /// Refuses a level that breaks an invariant; with `force` it warns.
    pub(super) fn refuse_breaches(&self, force: bool) -> Result<(), CommandFailure> {
        let breaches = self.breaches();
        let Some(first) = breaches.first() else { return Ok(()) };
        let breaks = format!("{} breaks {first}; {} in all", self.name, print::count(breaches.len(), "violation"));
        if !force {
            return Err(CommandFailure::failed(format!(
                "{breaks}; nothing was written. Use --force to write it all the same."
            )));
        }
        print::warning(&format!("{breaks}."));
        Ok(())
    }

    /// The preset of the level: the one given, that of its floor of a run, or the built-in one that
    /// the level names; `None` if neither its preset nor its run is built in.
    pub(super) fn preset(
        &self,
        given: Option<&Path>,
        runs: &mut RunReader,
    ) -> Result<Option<LoadedPreset>, CommandFailure> {
        if let Some(given) = given {
            return preset::load("--preset", given).map(Some);
        }
        let (origin, inputs) = (self.level.origin(), runs.take_inputs());
        if origin.run.is_none() && !runs.is_given() {
            let built_in = Preset::built_in(&origin.preset).ok();
            return Ok(built_in.map(|preset| LoadedPreset { preset, inputs, request: None }));
        }
        match runs.preset_and_request(origin) {
            Ok((preset, request)) => Ok(Some(LoadedPreset { preset, inputs, request: Some(request) })),
            Err(error) if runs.is_given() => {
                let failure = match &origin.run {
                    Some(_) => CommandFailure::failed(format!("--run: {error}.")),
                    None => CommandFailure::usage(format!("--run: {} is no floor of a run.", self.name)),
                };
                Err(failure.coded(error.code()))
            }
            Err(_) => Ok(None),
        }
    }

    /// The run or the preset of the level in words, for who does not know it, and the flag that
    /// names its file.
    pub(super) fn maker(&self) -> (String, &'static str) {
        let Origin { preset, run, .. } = self.level.origin();
        match run {
            Some(run) => (format!("run {:?} with digest {:016x}", run.name, run.digest), "--run"),
            None => (format!("preset {preset:?}"), "--preset"),
        }
    }
}
