//! The terrain of a plan: which cells have which kind, and the parting that laid it.

use crate::{geom::Rect, grid::Grid};

/// The terrain of a level.
#[derive(Clone, Debug)]
pub(crate) struct PlannedTerrain {
    /// For each cell 0, or one more than the position of its kind in the preset's list.
    pub(crate) cells: Grid<u8>,
    /// The partings of the level; at most one.
    pub(crate) partings: Vec<PlannedParting>,
}

/// A strip of terrain that parts the level, from one border to the opposite one.
#[derive(Clone, Debug)]
pub(crate) struct PlannedParting {
    /// The rule, by position in the preset's list.
    pub(crate) rule: u8,
    /// The cells of the cut. All of them have the terrain, but those of crossings; beside them, the
    /// banks may wind.
    pub(crate) band: Rect,
    /// The ids of the passages that cross it.
    pub(crate) crossings: Vec<u32>,
}
