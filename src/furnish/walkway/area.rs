//! The reachable area of a room, and the state of what extends it: the search for one goal, and the
//! routes that serve many.

use crate::geom::{Cell, Rect};

/// The reachable area of a room, and the buffers to compute it.
#[derive(Clone, Debug, Default)]
pub(in crate::furnish) struct Walkways<S> {
    pub(super) floor: S,
    pub(super) obstacles: S,
    /// The floor without obstacles.
    pub(super) free: S,
    pub(in crate::furnish) reached: S,
    pub(super) unreached: S,
    /// Scratch memory of the flood fill.
    pub(super) flood_buffer: Vec<u32>,
    /// The cells to visit at the current cost. `far` holds the cells that cost one more.
    pub(super) near: Vec<Cell>,
    pub(super) far: Vec<Cell>,
    /// The obstacles that the last call of `remove` has removed.
    pub(super) removed: Vec<Rect>,
    /// Whether props may share cells.
    pub(super) has_stacks: bool,
    /// The cells of required obstacles, which searches avoid where there is a way without them.
    pub(super) required: S,
    pub(super) has_required: bool,
    pub(super) search: GoalSearch<S>,
    pub(super) tree: RouteTree,
    /// The number of cells that searches have visited. Above `budget`, `tree` serves all remaining
    /// goals.
    pub(super) visited: u64,
    pub(super) budget: u64,
    /// The work counted: words that flood fills visit, cells, and formations tested for obstacles.
    pub(in crate::furnish) work: u64,
}

/// The state of the search for one goal. A layer holds the obstacles that the same number of
/// removals reaches.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalSearch<S> {
    /// The cells of the floor that are not visited.
    pub(super) left: S,
    /// The cells visited, so that the next search puts back no others.
    pub(super) trail: Vec<Cell>,
    /// The obstacles that the search met, layer by layer. `layers` holds the index at which each
    /// layer starts.
    pub(super) obstacles: Vec<Rect>,
    pub(super) layers: Vec<usize>,
}

impl<S> GoalSearch<S> {
    pub(super) fn clear(&mut self) {
        self.obstacles.clear();
        self.layers.clear();
        self.layers.push(0);
    }

    /// The number of layers.
    pub(super) fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The obstacles of a layer.
    pub(super) fn layer(&self, number: usize) -> &[Rect] {
        let end = self.layers.get(number + 1).copied().unwrap_or(self.obstacles.len());
        &self.obstacles[self.layers[number]..end]
    }
}

/// The routes to all cells of a room: for each cell, in row-major order, the cell it is reached
/// from.
#[derive(Clone, Debug, Default)]
pub(super) struct RouteTree {
    /// The row-major index of the cell before each cell, or [`NONE`]. Empty until the tree is
    /// grown.
    pub(super) before: Vec<u32>,
    pub(super) width: i32,
}

/// Marks a cell without a predecessor.
pub(super) const NONE: u32 = u32::MAX;

impl RouteTree {
    pub(super) fn clear(&mut self) {
        self.before.clear();
    }

    /// The row-major index of a cell.
    pub(super) fn position(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    pub(super) fn before(&self, cell: Cell) -> Option<Cell> {
        let before = self.before.get(self.position(cell)).copied().filter(|&before| before != NONE)?;
        Some(Cell::new(before as i32 % self.width, before as i32 / self.width))
    }
}
