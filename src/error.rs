//! Errors of presets and requests: what is wrong, where, what was given, what is allowed.

use std::{fmt, path::PathBuf};

use thiserror::Error;

pub use roomgen_text::{Problem, ProblemCode, Problems, file::TextFileError};
pub(crate) use roomgen_text::{did_you_mean, did_you_mean_the_word, without_quotes};

use crate::{geom::Size, legible};

/// The problems of a text that is not a valid preset: at least one, at most fifty.
///
/// ```
/// let error = roomgen::Preset::parse("(name: \"mine\", size: (80, 5))").unwrap_err();
/// println!("{error:#}");
/// # assert!(format!("{error:#}").contains("\n  |                      ^^^^^^^"));
/// ```
pub type PresetError = Problems;

/// Why a file is not loaded as a preset or a run.
///
/// `Display` names the file. The problems of a text have the form `file:line:column: message`. The
/// alternate form, `{error:#}`, also shows each line with carets below the offending part.
///
/// ```
/// let error = roomgen::Preset::load("no such folder/mine.ron").unwrap_err();
/// let message = "the preset \"no such folder/mine.ron\" cannot be read: there is no such file";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresetLoadError {
    /// The file cannot be read as text.
    File {
        /// The path of the preset.
        path: PathBuf,
        /// Why it cannot be read.
        error: TextFileError,
    },
    /// The file of a run cannot be read as text.
    RunFile {
        /// The path of the run.
        path: PathBuf,
        /// Why it cannot be read.
        error: TextFileError,
    },
    /// The text, or that of a base, is no valid preset or run, or a base cannot be read.
    Preset {
        /// The path of the preset.
        path: PathBuf,
        /// The problems. The name of a base that is a file is its path.
        error: PresetError,
    },
}

impl std::error::Error for PresetLoadError {}

impl fmt::Display for PresetLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } | Self::RunFile { path, error } => {
                let start = if f.alternate() { "error: " } else { "" };
                let what = if matches!(self, Self::File { .. }) { "preset" } else { "run" };
                write!(f, "{start}the {what} \"{}\" {error}", legible::escaped(&path.to_string_lossy()))
            }
            Self::Preset { path, error } => error.write_in(f, &path.to_string_lossy()),
        }
    }
}

/// Why a request is refused: a preset cannot serve it, or there is no such preset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The level is too small for the preset's smallest room and its walls.
    #[error(
        "preset {preset:?} cannot make a level of {size}: its smallest room needs sides of at least {least} cells, including walls"
    )]
    TooSmall {
        /// The preset's name.
        preset: String,
        /// The size asked for.
        size: Size,
        /// The smallest side that suffices, in cells.
        least: i32,
    },
    /// The difficulty is not a number from 0 to 1.
    #[error("{0} is not a difficulty: write a number from 0 to 1")]
    Difficulty(String),
    /// The word of a seed stands for another seed, or for none.
    #[error("{word:?} is no word for the seed {seed}; leave it out")]
    SeedWord {
        /// The word.
        word: String,
        /// The seed beside it.
        seed: u64,
    },
    /// More rooms are to be re-rolled than one request can have.
    #[error("more than {most} rooms are re-rolled; re-roll at most {most} rooms of a level")]
    Rerolls {
        /// The most rooms that a request can have.
        most: usize,
    },
    /// No built-in preset has this name.
    #[error("there is no preset {name:?}{} The built-in presets are {}", sentence_end(*.nearest), .known.join(", "))]
    UnknownPreset {
        /// The name asked for.
        name: String,
        /// The known name that was probably meant, if one is close.
        nearest: Option<&'static str>,
        /// The names of all built-in presets.
        known: Vec<&'static str>,
    },
    /// The run does not make the level: its rules differ, or the seed has no such floor.
    #[error(
        "the level comes from the run {name:?} with digest {given:016x}; the run {other:?} with digest {known:016x} makes no such \
         level"
    )]
    RunDigest {
        /// The name of the level's run; empty for a level of no run.
        name: String,
        /// The digest of the level's run.
        given: u64,
        /// The name of the run that was to make the level.
        other: String,
        /// The digest of that run.
        known: u64,
    },
    /// No built-in run has this name.
    #[error("there is no run {name:?}. The built-in runs are {}", .known.join(", "))]
    UnknownRun {
        /// The name asked for.
        name: String,
        /// The names of all built-in runs.
        known: Vec<&'static str>,
    },
}

impl RequestError {
    /// The sort of error in kebab case, such as `unknown-preset`: stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooSmall { .. } => "too-small",
            Self::Difficulty(_) => "bad-difficulty",
            Self::UnknownPreset { .. } => "unknown-preset",
            Self::UnknownRun { .. } => "unknown-run",
            Self::RunDigest { .. } => "other-run",
            Self::SeedWord { .. } => "bad-seed-word",
            Self::Rerolls { .. } => "too-many-rerolls",
        }
    }
}

/// The end of the error's first sentence: the suggestion, if there is one.
pub(crate) fn sentence_end(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| ".".to_owned(), |name| format!("; did you mean {name:?}?"))
}
