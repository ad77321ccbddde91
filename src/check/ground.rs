//! Finds the room or door to which each cell belongs, by their rectangles.
//!
//! Each set of cells takes one bit per cell, since large levels have hundreds of millions of cells.

use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::{Level, RoomShape},
};

/// The room or door whose rectangle covers a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellOwner {
    Nobody,
    Room(u32),
    /// A door of the passage with this id.
    Door(u32),
}

/// The cells of the level that rooms and doors cover, as bit sets that several checks use.
pub(super) struct RoomAndDoorCells<'level> {
    level: &'level Level,
    /// The cells in rectangles of rooms.
    pub(super) rooms: BitGrid,
    /// The cells in the bounding rectangles of rooms of other shapes than a rectangle.
    pub(super) shaped: BitGrid,
    pub(super) doors: BitGrid,
    /// The first cells found that two rectangles of rooms or doors share.
    pub(super) shared: FirstSharedCells,
}

/// The first cell that two rectangles of rooms or doors share, with both owners; `None` without
/// such a cell.
///
/// `at_rooms` is shared by two rooms, `at_doors` by a door and a room or another door.
#[derive(Default)]
pub(super) struct FirstSharedCells {
    pub(super) at_rooms: Option<(Cell, CellOwner, CellOwner)>,
    pub(super) at_doors: Option<(Cell, CellOwner, CellOwner)>,
}

impl<'level> RoomAndDoorCells<'level> {
    pub(super) fn new(level: &'level Level) -> Self {
        let [rooms, cut, doors] = [(); 3].map(|()| BitGrid::new(level.width(), level.height()));
        let mut ground = Self { level, rooms, shaped: cut, doors, shared: FirstSharedCells::default() };
        for (number, (rect, owner)) in claims(level).enumerate() {
            // The bit sets hold no owners. Where two rectangles overlap for the first time, the
            // owner of the earlier one is searched for.
            let Self { rooms, doors, shared, .. } = &mut ground;
            let is_room = matches!(owner, CellOwner::Room(_));
            let known = if is_room { &mut shared.at_rooms } else { &mut shared.at_doors };
            if known.is_none() && (rooms.intersects_rect(rect) || doors.intersects_rect(rect)) {
                let cell = rect.cells().find(|&cell| rooms.get(cell) || doors.get(cell));
                *known = cell.map(|cell| (cell, latest(claims(level).take(number), cell), owner));
            }
            if is_room { rooms } else { doors }.insert_rect(rect);
        }
        let is_cut = |room: &&crate::level::Room| room.shape != RoomShape::Rectangle;
        level.rooms.iter().filter(is_cut).for_each(|room| ground.shaped.insert_rect(room.rect));
        ground
    }

    /// The owner of `cell`; where rectangles overlap, the last one in the order of `claims`.
    ///
    /// Cost: linear in rooms and passages, so only for error messages.
    pub(super) fn owner(&self, cell: Cell) -> CellOwner {
        latest(claims(self.level), cell)
    }
}

/// The rectangles of all rooms and doors with their owners: rooms by id, then doors by passage.
fn claims(level: &Level) -> impl Iterator<Item = (Rect, CellOwner)> {
    let rooms = (0..).zip(&level.rooms).map(|(id, room)| (room.rect, CellOwner::Room(id)));
    let passages = (0..).zip(&level.passages);
    rooms.chain(passages.flat_map(|(id, passage)| passage.doors().iter().map(move |&door| (door, CellOwner::Door(id)))))
}

fn latest(claims: impl Iterator<Item = (Rect, CellOwner)>, cell: Cell) -> CellOwner {
    claims.filter(|(rect, _)| rect.contains(cell)).last().map_or(CellOwner::Nobody, |(_, owner)| owner)
}

/// Tests invariant 2: walls separate the rooms, and the border of the level surrounds them.
///
/// At least one wall cell lies between two rooms, also diagonally: a room grown by one cell on each
/// side overlaps no other.
pub(super) fn rooms_stand_apart(level: &Level, ground: &RoomAndDoorCells) -> Result<(), String> {
    if let Some((cell, CellOwner::Room(one), CellOwner::Room(other))) = ground.shared.at_rooms {
        return Err(format!("rooms {one} and {other} overlap at {cell}"));
    }
    let inside = level.tiles.bounds().grown(-1);
    for (id, room) in (0..).zip(&level.rooms) {
        if room.id != id {
            return Err(format!("expected the room with id {id}, found id {}", room.id));
        }
        if !inside.is_some_and(|inside| inside.contains_rect(room.rect)) {
            return Err(format!("room {id}, {}, is not inside the border of the level", room.rect));
        }
        for cell in ring(room.rect).filter(|&cell| ground.rooms.get(cell)) {
            if let CellOwner::Room(other) = ground.owner(cell) {
                return Err(format!("rooms {id} and {other} have no wall between them at {cell}"));
            }
        }
    }
    Ok(())
}

/// The cells around a rectangle that touch it, corners included.
fn ring(rect: Rect) -> impl Iterator<Item = Cell> {
    let across = (rect.left() - 1..=rect.right()).flat_map(move |x| [(x, rect.top() - 1), (x, rect.bottom())]);
    let down = (rect.top()..rect.bottom()).flat_map(move |y| [(rect.left() - 1, y), (rect.right(), y)]);
    across.chain(down).map(Cell::from)
}
