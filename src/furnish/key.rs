//! Keys: reserves the cell of a room's key and lays the key there, before any formation is stamped.
//!
//! Consumes the floor and the props of a vault; places one prop of one cell.

use super::{LevelFurnishing, anchor, context::RoomContext, room::RoomState, tools::FurnishTools};
use crate::{
    floorplan::FloorPlan,
    geom::{Cell, Direction, HalfCell, Rect},
    grid::CellSet,
    model::TurnedFootprintSize,
    preset::{AnchorPoint, Preset},
    rng::RandomSource,
    trace::{PropSource, Trace},
};

/// The key of a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomKey {
    /// The position of the key in the list of the mission.
    number: u32,
    /// The kind of its prop, as an index into the preset's kinds.
    kind: u16,
    /// The point near which it lies; `None` for a random cell.
    at: Option<AnchorPoint>,
}

impl RoomKey {
    /// The key of a room, if it has one. Cost: linear in the keys.
    pub(super) fn of(room: u32, plan: &FloorPlan, preset: &Preset) -> Option<Self> {
        let (number, key) = (0..).zip(&plan.mission.keys).find(|(_, key)| key.room == room)?;
        let lock = *plan.mission.locks.get(usize::from(key.lock))?;
        let rule = preset.mission.locks.get(usize::from(lock))?;
        Some(Self { number, kind: rule.kind, at: rule.key.at })
    }
}

/// Lays the key of the room on the free cell that is nearest to its anchor, or on a random one.
///
/// A free cell is floor where the vault has no prop; if possible, outside of the clearances of
/// doors, entry and exit. A random cell draws one word. Formations keep off the cell. Cost: linear
/// in the room's cells.
#[cold]
pub(super) fn lay_key<S: CellSet>(
    state: &mut RoomState<S>,
    key: RoomKey,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    out: &mut LevelFurnishing,
) {
    let kind = room.kind(key.kind);
    let RoomState { sets, props, scratch, .. } = state;
    scratch.assign(&sets.floor);
    let mut covered = sets.floor.clone();
    for earlier in props.placed() {
        earlier.covered_cells(&mut covered);
        scratch.subtract(&covered);
    }
    // A vault may fill all of its room with props that block nothing: then any floor does.
    let free = if scratch.is_empty() { &sets.floor } else { &*scratch };
    let mut clear = free.clone();
    clear.subtract(&sets.clearance);
    let free = if clear.is_empty() { free } else { &clear };
    tools.trace.count(|work| work.stamps += 8 * free.words() + 2 * u64::from(free.count_cells()));
    let Cell { x, y } = match key.at {
        Some(at) => nearest(free, anchor::point(at, 0, room.extent(), &room.outline)),
        None => nth(free, tools.draw.below(free.count_cells())),
    };
    scratch.reset(room.rect.width(), room.rect.height());
    let next = props.next();
    let stance = TurnedFootprintSize::new(1, 1, Direction::North);
    next.begin(room.extent(), PropSource::Key, (key.kind, kind), stance, false);
    next.origins.insert(x, y);
    if !kind.marker {
        sets.occupied.insert(x, y);
    }
    sets.clearance.insert(x, y);
    state.has_markers |= kind.marker;
    let cell = room.in_level(Rect::of(x, y, 1, 1));
    tools.trace.lay_key(room.id, cell);
    tools.trace.place(room.id, cell);
    props.keep(1);
    props.end_vault();
    out.keys.push((key.number, cell.top_left()));
}

/// The cell of a set that is nearest to a point; of several, the first in row-major order.
fn nearest<S: CellSet>(cells: &S, point: HalfCell) -> Cell {
    let mut best = (i64::MAX, Cell::default());
    cells.for_each(|x, y| {
        let (across, down) = (i64::from(2 * x + 1 - point.x), i64::from(2 * y + 1 - point.y));
        let distance = across * across + down * down;
        if distance < best.0 {
            best = (distance, Cell::new(x, y));
        }
    });
    best.1
}

/// The cell of a set at a position in row-major order.
fn nth<S: CellSet>(cells: &S, position: u32) -> Cell {
    let (mut next, mut found) = (0, Cell::default());
    cells.for_each(|x, y| {
        if next == position {
            found = Cell::new(x, y);
        }
        next += 1;
    });
    found
}
