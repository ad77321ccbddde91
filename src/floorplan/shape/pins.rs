//! Pins: the cells of rooms that no digging may leave out.
//!
//! Consumes rooms before they are shaped, passages and protected cells; produces the pins of each
//! room, relative to its top left cell.

use super::cave::CavePin;
use crate::{
    buckets::Buckets,
    floorplan::{Passage, PlannedRoom},
    geom::{Cell, Rect},
    model::WIDEST_DOOR,
};

/// How many cells deep the ground before a door is.
const DEPTH: i32 = 2;

/// The pins of each room: first those before its doors, in the order of passages, then protected
/// cells. Cost: linear in passages, and in rooms for each protected cell.
pub(super) fn pins_of_rooms(
    rooms: &[PlannedRoom],
    passages: &[Passage],
    protected: &[Option<Cell>],
) -> Buckets<CavePin> {
    let rects = || (0..).zip(rooms).map(|(id, room): (u32, _)| (id, room.rect));
    let doors = passages.iter().flat_map(|passage| {
        let doors = passage.doors();
        passage.rooms.into_iter().zip([doors.first(), doors.last()])
    });
    let doorsteps = doors.filter_map(|(id, door)| Some((id, rooms.get(id as usize)?.rect, *door?)));
    let doorsteps = doorsteps.flat_map(|(id, room, door)| {
        // A mouth is as wide as it is at the wall alone: behind it the ground is that of a cave.
        let way = doorstep(room, Passage::threshold(door), DEPTH);
        let mouth = (Passage::threshold(door) != door).then(|| doorstep(room, door, 1)).flatten();
        way.into_iter().chain(mouth).map(move |pin| (id, pin))
    });
    let cells = protected.iter().flatten().flat_map(|&cell| {
        let holders = rects().filter(move |(_, rect)| rect.contains(cell));
        holders.map(move |(id, rect)| {
            (id, CavePin { cells: Rect::of(cell.x - rect.left(), cell.y - rect.top(), 1, 1), width: 1 })
        })
    });
    Buckets::new(rooms.len(), doorsteps.chain(cells))
}

/// The ground before a door in a wall of a room, so many cells deep.
fn doorstep(room: Rect, door: Rect, depth: i32) -> Option<CavePin> {
    let (dx, dy) = if door.left() >= room.right() {
        (-1, 0)
    } else if door.right() <= room.left() {
        (1, 0)
    } else if door.top() >= room.bottom() {
        (0, -1)
    } else {
        (0, 1)
    };
    // From the row or column before the door on: its last cells, or its first ones.
    let from = |at: i32, step: i32| if step < 0 { at - depth } else { at + step };
    let deep = |cells: i32, step: i32| if step == 0 { cells } else { depth };
    let (left, top) = (from(door.left(), dx), from(door.top(), dy));
    let cells = Rect::of(left, top, deep(door.width(), dx), deep(door.height(), dy)).intersection(room)?;
    let cells = Rect::of(cells.left() - room.left(), cells.top() - room.top(), cells.width(), cells.height());
    Some(CavePin { cells, width: door.width().max(door.height()).min(WIDEST_DOOR) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_before_a_door_is_two_cells_deep() {
        let room = Rect::of(4, 3, 9, 7);
        let step = |door: Rect| doorstep(room, door, DEPTH).map(|pin| (pin.cells, pin.width));
        assert_eq!(step(Rect::of(6, 2, 2, 1)), Some((Rect::of(2, 0, 2, 2), 2)));
        assert_eq!(step(Rect::of(6, 10, 1, 1)), Some((Rect::of(2, 5, 1, 2), 1)));
        assert_eq!(step(Rect::of(3, 5, 1, 3)), Some((Rect::of(0, 2, 2, 3), 3)));
        assert_eq!(step(Rect::of(13, 9, 1, 1)), Some((Rect::of(7, 6, 2, 1), 1)));
        // A room one cell deep.
        assert_eq!(
            doorstep(Rect::of(4, 3, 9, 1), Rect::of(6, 2, 1, 1), DEPTH).map(|pin| pin.cells),
            Some(Rect::of(2, 0, 1, 1))
        );
    }
}
