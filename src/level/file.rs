//! The level file.

/// Why a level file is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stub")]
pub struct LevelError;
pub(crate) struct LevelFile;
