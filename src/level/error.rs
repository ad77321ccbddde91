use thiserror::Error;

use super::{Breach, FORMAT};
use crate::geom::SizeError;

/// Why a text is not a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The text is not RON or JSON, or does not have the shape of a level file: a field is missing, unknown or of another
    /// type.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// What is wrong.
        message: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// The file is of another format.
    #[error("the file has level format {given}; this version of roomgen reads format {known}", known = FORMAT)]
    Format {
        /// The format that the file states.
        given: i64,
    },
    /// The level is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A value that no level can have, or a name of something that is not in the file.
    #[error("{object}: {field} is {given}; allowed: {allowed}")]
    Value {
        /// Which part of the level it belongs to, as in `room 3`.
        object: String,
        /// The field, or what several of its fields make up, as in `footprint`.
        field: &'static str,
        /// What the file says.
        given: String,
        /// What it may say.
        allowed: String,
    },
    /// The level breaks an invariant.
    #[error(transparent)]
    Breach(#[from] Breach),
}
