//! What furnishing leaves of a room: the cells on which a budget may place things.
//!
//! Consumes the sets of a furnished room; hands on a [`RoomSpace`], in room coordinates.

use super::{context::RoomContext, props::HeightInterval, state::RoomState};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellBlock, CellSet},
};

/// A room has so many cells without obstacles for each member of a group: with fewer they do not
/// fight, they stand in each other's way.
pub(crate) const CELLS_PER_MEMBER: u32 = 3;

/// The cells of a furnished room, as sets for rooms that fit a block, or as sets for larger rooms.
#[derive(Clone, Debug)]
pub(crate) enum RoomSpace {
    Block(SpaceSets<CellBlock>),
    Grid(SpaceSets<BitGrid>),
}

/// The cells of a furnished room.
#[derive(Clone, Debug)]
pub(crate) struct SpaceSets<S> {
    /// The floor, without walls of a vault.
    pub(crate) floor: S,
    /// The floor without obstacles.
    pub(crate) open: S,
    /// Cells under props that reach above the floor and are no obstacles, but for those overhead.
    pub(crate) standing: S,
    /// Cells that furnishing counts as occupied: under props, also under such as were removed, and
    /// those that a vault reserves.
    pub(crate) covered: S,
    /// Cells closed to obstacles: door clearances, entry, exit, planned props, and those from which
    /// the things that stand on obstacles are taken.
    pub(crate) clearance: S,
    /// Cells where nothing more may stand: markers, planned props, what budgets count, entry, exit,
    /// those before doors.
    pub(crate) closed: S,
    /// Where walking starts.
    pub(crate) entrance: Rect,
    /// Whether all of `open` is known to be joined.
    pub(crate) is_joined: bool,
}

/// A place that a layout or a vault offers: what it placed a slot on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedSlot {
    /// The id of its room.
    pub(crate) room: u32,
    /// The kind of the slot, as an index into the preset's kinds.
    pub(crate) kind: u16,
    /// A cell of the level.
    pub(crate) cell: Cell,
}

/// A set in which a room may be furnished, and the space that it becomes.
pub(super) trait SpaceSet: CellSet {
    fn space(sets: SpaceSets<Self>) -> RoomSpace;
}

impl SpaceSet for CellBlock {
    fn space(sets: SpaceSets<Self>) -> RoomSpace {
        RoomSpace::Block(sets)
    }
}

impl SpaceSet for BitGrid {
    fn space(sets: SpaceSets<Self>) -> RoomSpace {
        RoomSpace::Grid(sets)
    }
}

/// The space of a room after its last formation. Cost: for each formation linear in its words.
pub(super) fn space_of<S: SpaceSet>(state: &mut RoomState<S>, room: &RoomContext<'_>, is_joined: bool) -> RoomSpace {
    let RoomState { sets, props, scratch, .. } = state;
    let floor = sets.floor.cells().clone();
    let mut open = floor.clone();
    let mut covered = sets.occupied.clone();
    if is_joined {
        open.subtract(&sets.obstacles);
    } else {
        // Walkways have removed some of them.
        let mut removed = sets.obstacles.clone();
        for placed in props.placed().iter().filter(|props| props.is_obstacle) {
            let cells = placed.cells_of(&placed.origins, scratch);
            open.subtract(cells);
            removed.subtract(cells);
        }
        covered.subtract(&removed);
    }
    let mut closed = S::default();
    closed.reset(room.rect.width(), room.rect.height());
    for doorway in room.doorways {
        closed.insert_rect(doorway.before(1, room.extent()));
    }
    let ends = room.ends.into_iter().flatten();
    ends.chain(sets.planned.iter().copied()).for_each(|cell| closed.insert(cell.x, cell.y));
    let mut clearance = sets.clearance.clone();
    let mut standing = S::default();
    standing.reset(room.rect.width(), room.rect.height());
    // Obstacles are not open anyway.
    for placed in props.placed().iter().filter(|props| !props.is_obstacle) {
        let interval = placed.interval;
        let counts = room.preset.is_counted(placed.kind);
        let is_standing = interval.top > 0 && interval.bottom < HeightInterval::BELOW_HEADROOM.top;
        if counts || placed.is_marker && !room.placing(placed.kind).slot {
            closed.unite(placed.cells_of(&placed.origins, scratch));
        }
        if !placed.shares_cells {
            let cells = placed.cells_of(&placed.origins, scratch);
            if is_standing {
                standing.unite(cells);
            }
            if interval.bottom > 0 && !sets.obstacles.is_empty() {
                keep_beside(cells, &open, &mut clearance);
            }
            if !is_joined {
                // It may have shared its cell with an obstacle that a walkway has removed.
                covered.unite(cells);
            }
        }
    }
    let entrance = room.entrance(|| sets.floor.first());
    S::space(SpaceSets { floor, open, standing, covered, clearance, closed, entrance, is_joined })
}

/// Adds to `kept` the cells beside those that are not open: what is raised above an obstacle is
/// within reach from there alone.
#[cold]
fn keep_beside<S: CellSet>(cells: &S, open: &S, kept: &mut S) {
    let mut above = cells.clone();
    above.subtract(open);
    if above.is_empty() {
        return;
    }
    for side in Direction::ALL {
        let mut beside = above.clone();
        beside.extend(side, 1);
        kept.unite(&beside);
    }
}
