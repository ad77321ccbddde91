//! The level's cells, laid out for looking at a cell's neighbours, and who owns each of them.

use crate::{
    geom::{Cell, Rect},
    level::Level,
    model::Tile,
};

/// A value for each cell of a level and of a margin one cell wide around it, so that all eight neighbours of a cell of the
/// level can be asked for.
pub(super) struct Field<T> {
    /// Columns, margin included.
    pub(super) stride: usize,
    values: Vec<T>,
}

impl<T: Copy> Field<T> {
    pub(super) fn filled(level: &Level, value: T) -> Self {
        let stride = level.width() as usize + 2;
        Self { stride, values: vec![value; stride * (level.height() as usize + 2)] }
    }

    /// The position of a cell of the level or of its margin.
    pub(super) fn at(&self, cell: Cell) -> usize {
        (cell.y + 1) as usize * self.stride + (cell.x + 1) as usize
    }

    /// The cell at a position.
    pub(super) fn cell(&self, position: usize) -> Cell {
        Cell::new((position % self.stride) as i32 - 1, (position / self.stride) as i32 - 1)
    }

    pub(super) fn get(&self, cell: Cell) -> T {
        self.values[self.at(cell)]
    }

    /// All values, row after row, the margin included.
    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The values of the cells of `rect`, row by row.
    pub(super) fn rows_mut(&mut self, rect: Rect) -> impl Iterator<Item = &mut [T]> {
        let columns = (rect.left() + 1) as usize..(rect.right() + 1) as usize;
        let rows = self.values.chunks_exact_mut(self.stride).skip(rect.top() as usize + 1);
        rows.take(rect.height() as usize).map(move |row| &mut row[columns.clone()])
    }
}

/// What a cell belongs to by the rectangles of rooms and doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Nobody,
    Room(u32),
    /// The passage whose door it is.
    Door(u32),
}

/// What several checks need to know.
pub(super) struct Ground {
    pub(super) tiles: Field<Tile>,
    /// Where two rectangles overlap, the later one: rooms by id, then doors by passage.
    pub(super) owners: Field<Owner>,
    /// The first cells that two rectangles share, one for each sort of pair.
    pub(super) shared: Shared,
}

/// Cells that have two owners.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) by_rooms: Option<(Cell, Owner, Owner)>,
    pub(super) by_doors: Option<(Cell, Owner, Owner)>,
}

impl Ground {
    pub(super) fn new(level: &Level) -> Self {
        let mut tiles = Field::filled(level, Tile::Rock);
        let bounds = level.tiles.bounds();
        tiles.rows_mut(bounds).zip(level.tiles.rows()).for_each(|(row, tiles)| row.copy_from_slice(tiles));
        let mut owners = Field::filled(level, Owner::Nobody);
        let mut shared = Shared::default();
        for (id, room) in (0..).zip(&level.rooms) {
            paint(&mut owners, room.rect, Owner::Room(id), &mut shared.by_rooms);
        }
        for (id, passage) in (0..).zip(&level.passages) {
            for &door in passage.doors() {
                paint(&mut owners, door, Owner::Door(id), &mut shared.by_doors);
            }
        }
        Self { tiles, owners, shared }
    }
}

fn paint(owners: &mut Field<Owner>, rect: Rect, owner: Owner, shared: &mut Option<(Cell, Owner, Owner)>) {
    for (y, row) in (rect.top()..).zip(owners.rows_mut(rect)) {
        for (x, cell) in (rect.left()..).zip(row) {
            if *cell != Owner::Nobody && shared.is_none() {
                *shared = Some((Cell::new(x, y), *cell, owner));
            }
            *cell = owner;
        }
    }
}

/// Invariant 2. Between two rooms lies at least one wall cell also diagonally: a room grown by one cell on each side
/// overlaps no other.
pub(super) fn rooms_stand_apart(level: &Level, ground: &Ground) -> Result<(), String> {
    if let Some((cell, Owner::Room(one), Owner::Room(other))) = ground.shared.by_rooms {
        return Err(format!("rooms {one} and {other} overlap at {cell}"));
    }
    let inside = level.tiles.bounds().grown(-1);
    for (id, room) in (0..).zip(&level.rooms) {
        if room.id != id {
            return Err(format!("the room with id {} stands where id {id} belongs", room.id));
        }
        if !inside.is_some_and(|inside| inside.contains_rect(room.rect)) {
            return Err(format!("room {id}, {}, does not lie inside the border", room.rect));
        }
        for cell in ring(room.rect) {
            if let Owner::Room(other) = ground.owners.get(cell) {
                return Err(format!("no wall lies between rooms {id} and {other} at {cell}"));
            }
        }
    }
    Ok(())
}

/// The cells around a rectangle, diagonal neighbours included.
fn ring(rect: Rect) -> impl Iterator<Item = Cell> {
    let across = (rect.left() - 1..=rect.right()).flat_map(move |x| [(x, rect.top() - 1), (x, rect.bottom())]);
    let down = (rect.top()..rect.bottom()).flat_map(move |y| [(rect.left() - 1, y), (rect.right(), y)]);
    across.chain(down).map(Cell::from)
}
