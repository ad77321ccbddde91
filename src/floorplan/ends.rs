//! Where the player arrives and leaves.

use super::{PlannedRoom, vaults};
use crate::{geom::Cell, preset::Preset};

/// The entry in the middle of the start room, the exit in the middle of the end room; where that is one room, in its first
/// and its last cell of floor. Where a vault has an obstacle or a wall there, they are at the nearest cell without one. Where the
/// entry is asked for, it is the cell of the start room's floor nearest to `start`, and only walls move it: stairs have to
/// meet those of the floor above, so that what a vault would have there is left out.
pub(super) fn ends(preset: &Preset, rooms: &[PlannedRoom], path: &[u32], start: Option<Cell>) -> (Cell, Cell) {
    let place =
        |id: &u32, cell: Cell, taken: Option<Cell>| vaults::standing_place(preset, &rooms[*id as usize], cell, taken);
    let middle = |id: &u32| {
        let rect = rooms[*id as usize].rect;
        Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2)
    };
    let asked = |id: &u32| {
        let room = &rooms[*id as usize];
        start.map(|cell| vaults::walkable_place(preset, room, nearest_floor(room, cell)))
    };
    match path {
        [start, .., end] => {
            (asked(start).unwrap_or_else(|| place(start, middle(start), None)), place(end, middle(end), None))
        }
        [only] => {
            let PlannedRoom { rect, outline, .. } = rooms[*only as usize];
            let row = |y: i32| outline.row(y, (rect.width(), rect.height()));
            let (first, last) = (row(0).0, row(rect.height() - 1).1 - 1);
            let first = Cell::new(rect.left() + first, rect.top());
            let last = Cell::new(rect.left() + last, rect.bottom() - 1);
            let entry = asked(only).unwrap_or_else(|| place(only, first, None));
            let exit = if entry == last { first } else { last };
            (entry, place(only, exit, Some(entry).filter(|_| rect.area() > 1)))
        }
        [] => Default::default(),
    }
}

/// The cell of a room's floor that is the fewest steps from `cell`; of several, the uppermost. Cost: linear in the rows.
fn nearest_floor(room: &PlannedRoom, cell: Cell) -> Cell {
    let rect = room.rect;
    let in_row = |y: i32| {
        let (first, end) = room.outline.row(y - rect.top(), (rect.width(), rect.height()));
        Cell::new(cell.x.clamp(rect.left() + first, rect.left() + end - 1), y)
    };
    let steps = |other: &Cell| i64::from(other.x).abs_diff(cell.x.into()) + i64::from(other.y).abs_diff(cell.y.into());
    (rect.top()..rect.bottom()).map(in_row).min_by_key(steps).unwrap_or_default()
}
