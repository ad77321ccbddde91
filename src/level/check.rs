//! The invariants of a finished level.

/// An invariant that a level breaks, and the first object that breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The invariant's number, 1 to 11.
    pub invariant: u8,
    /// What breaks it, and how.
    pub what: String,
}
