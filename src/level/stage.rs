//! How far a level is generated.

/// How far a level is generated, or must be for what is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LevelStage {
    /// The floor plan: tiles, rooms with their tags and vaults, passages and locks, the path, entry
    /// and exit, and the partings.
    Plan,
    /// The whole level.
    Whole,
}
