//! Entry and exit: the cells where the player arrives and leaves.
//!
//! Consumes the rooms with their vaults and floors, the path and the requested start; produces
//! two cells.

use super::{PlanContext, PlannedRoom, ShapedFloors, placed_vault};
use crate::geom::Cell;

/// The cells where the player arrives and leaves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EntryAndExit {
    pub(super) entry: Cell,
    pub(super) exit: Cell,
}

/// Chooses the entry in the start room and the exit in the end room.
///
/// - Without a requested start, the entry is the middle of the start room; the exit is the middle
///   of the end room.
/// - In a path of one room, the entry is the room's first floor cell and the exit its last one.
/// - Where a vault has an obstacle or a wall, the nearest cell without one replaces them.
/// - A requested entry is the floor cell of the start room nearest to `start`. Only walls of a
///   vault move it, since stairs must meet those of the floor above; the vault's props yield to it.
pub(super) fn ends<T>(
    context: &PlanContext<'_, T>,
    rooms: &[PlannedRoom],
    floors: &ShapedFloors,
    path: &[u32],
) -> EntryAndExit {
    let PlanContext { preset, start, .. } = *context;
    let middle = |id: &u32| middle(&rooms[*id as usize]);
    let asked = |id: &u32| {
        let room = &rooms[*id as usize];
        start.map(|cell| placed_vault::walkable_place(preset, room, nearest_floor(room, floors, cell)))
    };
    let place = |id: &u32, cell: Cell, taken: Option<Cell>| {
        placed_vault::standing_place(preset, &rooms[*id as usize], cell, taken)
    };
    match path {
        [first, .., end] => {
            let entry = asked(first).unwrap_or_else(|| place(first, middle(first), None));
            EntryAndExit { entry, exit: place(end, middle(end), None) }
        }
        [only] => {
            let room = &rooms[*only as usize];
            let (rect, floor) = (room.rect, floors.of(room));
            let first = floor.runs(0).next().map_or(0, |run| run.start);
            let last = floor.runs(rect.height() - 1).last().map_or(0, |run| run.end - 1);
            let first = Cell::new(rect.left() + first, rect.top());
            let last = Cell::new(rect.left() + last, rect.bottom() - 1);
            let entry = asked(only).unwrap_or_else(|| place(only, first, None));
            let exit = if entry == last { first } else { last };
            let taken = Some(entry).filter(|_| rect.area() > 1);
            EntryAndExit { entry, exit: place(only, exit, taken) }
        }
        [] => EntryAndExit::default(),
    }
}

/// The middle cell of a room's rectangle.
pub(super) fn middle(PlannedRoom { rect, .. }: &PlannedRoom) -> Cell {
    Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2)
}

/// The floor cell of a room with the fewest steps to `cell`; of several, the first in row-major
/// order. Cost: linear in the runs of the rows.
pub(super) fn nearest_floor(room: &PlannedRoom, floors: &ShapedFloors, cell: Cell) -> Cell {
    let (rect, floor) = (room.rect, floors.of(room));
    let in_row = |y: i32| {
        let runs = floor.runs(y - rect.top());
        runs.map(move |run| Cell::new(cell.x.clamp(rect.left() + run.start, rect.left() + run.end - 1), y))
    };
    let steps = |other: &Cell| i64::from(other.x).abs_diff(cell.x.into()) + i64::from(other.y).abs_diff(cell.y.into());
    (rect.top()..rect.bottom()).flat_map(in_row).min_by_key(steps).unwrap_or_default()
}
