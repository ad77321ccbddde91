//! Errors of reading level files.

use thiserror::Error;

use super::FORMAT;
use crate::{check::InvariantBreach, geom::SizeError};

/// Why a text is not a level file, or its level is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The text is not RON or JSON, a field is missing, unknown or of another type, or a list is
    /// longer than it may be.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The problem, in words.
        message: String,
        /// The line of the error in the file, counted from 1.
        line: usize,
        /// The column of the error in the file, counted from 1.
        column: usize,
    },
    /// The file's format number is not the one that this version reads.
    #[error("the file has level format {given}; this version of roomgen reads format {known}", known = FORMAT)]
    Format {
        /// The format number that the file states.
        given: i64,
    },
    /// The text is a preset.
    #[error("the text is a preset; a level is generated from it by a seed")]
    Preset,
    /// The level is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A field has an invalid value, or a name that the file does not define.
    #[error("{object}: {field} is {given}; allowed: {allowed}")]
    Value {
        /// The part of the level that the field belongs to, as in `room 3`.
        object: String,
        /// The field, or what several fields make up together, as in `footprint`.
        field: &'static str,
        /// The invalid value that the file gives.
        given: String,
        /// The allowed values, in words.
        allowed: String,
    },
    /// The level breaks an invariant.
    #[error(transparent)]
    Breach(#[from] InvariantBreach),
}

impl LevelError {
    /// The sort of error in kebab case, such as `level-value`; the name of the invariant for a
    /// breach. Stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "level-syntax",
            Self::Format { .. } => "level-format",
            Self::Preset => "level-is-preset",
            Self::Size(_) => "level-size",
            Self::Value { .. } => "level-value",
            Self::Breach(breach) => breach.name(),
        }
    }
}
