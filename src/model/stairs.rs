//! Stairs beside the exit of a level.

use super::Name;
use crate::geom::Cell;

/// A way down beside the exit: its cell, and where it leads.
///
/// The cell is floor of a room that is neither the start nor the end room, free of obstacles. Like
/// the exit, it is reached without a secret door, and no lock with too few keys is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stairs {
    /// The cell where the player leaves.
    pub cell: Cell,
    /// The name that the preset gives the stairs, as in `well`: no two of a level share one.
    pub to: Name,
}

impl Stairs {
    /// The most stairs beside the exit of a level.
    pub const MAX: usize = 8;
}
