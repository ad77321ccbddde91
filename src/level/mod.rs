//! The product: a finished level, what a game asks it, and the invariants that it keeps.
//!
//! A [`Level`] is made by generation or read from a level file. Who changes one, changes a copy.

mod check;
mod digest;
mod distances;
mod edit;
mod error;
mod file;
#[cfg(test)]
pub(crate) mod fixture;
mod lookup;
mod place;
mod same;
mod space;

use std::sync::{Arc, OnceLock};

pub use check::Breach;
pub use distances::Distances;
pub use error::LevelError;
pub use file::FORMAT;
pub(crate) use file::{Form, FormatOnly, LevelFile, Object, RawLevel};
use lookup::Lookup;
pub use place::Misplaced;

pub use crate::floorplan::{Connection, Corridor, DoorKind, Note, NoteCode, Passage, RoomKind, RoomShape, Tile};
use crate::{
    floorplan::PlannedRoom,
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    model::{Metres, Name, PropKind, PropRecord},
    spatial::Aabb3,
    work::Work,
};

/// A finished level.
///
/// Guarantees: there is at least one room, and the path names at least one; room and passage ids are positions in their
/// lists, and every room, prop kind, layout and vault that is named exists; every rectangle and cell lies inside the level,
/// and all rooms together have at most as many cells as it, and so have all doors. A level that was generated, or read by
/// one of the readers in `export`, also keeps the invariants that [`Level::check`] tests.
#[derive(Clone, Debug)]
pub struct Level {
    pub(crate) origin: Origin,
    pub(crate) tiles: Grid<Tile>,
    pub(crate) rooms: Vec<Room>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) path: Vec<u32>,
    pub(crate) entry: Cell,
    pub(crate) exit: Cell,
    /// By name, in order.
    pub(crate) kinds: Vec<PropKind>,
    /// The names of layouts and vaults, as rooms refer to them.
    pub(crate) layouts: Arc<[String]>,
    /// The names of tags in alphabetical order, as rooms refer to them.
    pub(crate) tags: Arc<[String]>,
    pub(crate) props: Vec<PropRecord>,
    pub(crate) notes: Vec<Note>,
    /// What making it took, if it was not read from a file.
    pub(crate) work: Option<Work>,
    pub(crate) lookup: OnceLock<Lookup>,
}

/// What a level was made from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Origin {
    /// The generator's revision: seeds keep their levels within one.
    pub revision: u32,
    /// The seed.
    pub seed: u64,
    /// The floor of the seed.
    pub floor: u32,
    /// The difficulty asked for, 0 to 1.
    pub difficulty: f32,
    /// The preset's name.
    pub preset: Name,
    /// The digest of the checked preset.
    pub digest: u64,
    /// The cell at which the player was to arrive, if one was asked for; any cell, see `Request::starting_at`.
    pub start: Option<Cell>,
}

/// A room of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Room {
    /// Its position in the level's list of rooms.
    pub id: u32,
    /// Its part in the level.
    pub kind: RoomKind,
    /// The rectangle about its floor, walls not counted; all of it is floor, unless the room has another shape.
    pub rect: Rect,
    /// Number of passages from the start room by the shortest way.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room, along the main path; a bonus room has its host's.
    pub progress: f32,
    /// The room that a bonus room hangs on.
    pub host: Option<u32>,
    /// The layout that furnished it, as a position in the level's list of names.
    pub(crate) layout: Option<u16>,
    /// The vault that it is, as a position in the same list.
    pub(crate) vault: Option<u16>,
    /// Its tags, as bits by their positions in the level's list of names.
    pub(crate) tags: u32,
    /// The shape of its floor: the cells of the rectangle that are [`Tile::Floor`], one run in each row and each column.
    pub shape: RoomShape,
}

/// A placed prop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prop<'level> {
    /// What it shares with the others of its kind.
    pub kind: &'level PropKind,
    /// The room it stands in.
    pub room: u32,
    /// Its footprint, as it lies in the level.
    pub cells: Rect,
    /// Where the north side of its kind looks: turned clockwise from north by quarter turns.
    pub turn: Direction,
    /// Metres to be added to the footprint's centre, right and down.
    pub offset: [f32; 2],
}

impl Prop<'_> {
    /// The centre of the prop itself in the plane, in metres: of its footprint, moved by its offset. Exact.
    #[must_use]
    pub fn centre(&self) -> [f64; 2] {
        let middle =
            |first: i32, cells: i32, offset: f32| f64::from(first) + f64::from(cells) / 2.0 + f64::from(offset);
        let cells = self.cells;
        [middle(cells.left(), cells.width(), self.offset[0]), middle(cells.top(), cells.height(), self.offset[1])]
    }

    /// The prop itself in space, in metres: its body, turned, moved by its offset, from its elevation up by its height.
    /// Without height it is flat. As in a mesh, x runs right, y up, and the level's y is z.
    #[must_use]
    pub fn body(&self) -> Aabb3 {
        let [width, depth] = self.kind.turned_body(self.turn).map(Metres::get);
        let middle = |first: i32, cells: i32, offset: f32| first as f32 + cells as f32 / 2.0 + offset;
        let x = middle(self.cells.left(), self.cells.width(), self.offset[0]);
        let z = middle(self.cells.top(), self.cells.height(), self.offset[1]);
        let (bottom, top) = (self.kind.elevation.get(), (self.kind.elevation + self.kind.tall).get());
        let corners = ([x - width / 2.0, bottom, z - depth / 2.0], [x + width / 2.0, top, z + depth / 2.0]);
        // Lengths are finite and not negative, so that there is nothing to refuse.
        Aabb3::new(corners.0, corners.1).unwrap_or(Aabb3::EVERYTHING)
    }
}

impl Room {
    /// A planned room, furnished.
    pub(crate) fn new(id: u32, planned: &PlannedRoom, layout: Option<u16>, vault: Option<u16>) -> Self {
        let PlannedRoom { kind, rect, depth, progress, host, .. } = *planned;
        let (tags, shape) = (planned.tags, planned.shape());
        Self { id, kind, rect, depth, progress, host, layout, vault, tags, shape }
    }
}

impl Level {
    /// What the level was made from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Columns and rows, in cells.
    #[must_use]
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.tiles.width()
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.tiles.height()
    }

    /// The tiles.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// The tile at `cell`; rock outside the level.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles.get(cell).unwrap_or(Tile::Rock)
    }

    /// Whether a door leads from south to north rather than from west to east, so that it is seen in the face of a
    /// wall: it is wider than deep or, for one cell, has more floor north and south of it than beside it.
    #[must_use]
    pub fn leads_north(&self, door: Rect) -> bool {
        let floor = |x, y| u8::from(matches!(self.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
        let (x, y) = (door.left(), door.top());
        match door.width() - door.height() {
            0 => floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y),
            wider => wider > 0,
        }
    }

    /// The rooms, by id.
    #[must_use]
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The name of the layout that furnished a room of this level; `None` if none did.
    #[must_use]
    pub fn layout(&self, room: &Room) -> Option<&str> {
        self.name(room.layout)
    }

    /// The name of the vault that a room of this level is; `None` if it is none.
    #[must_use]
    pub fn vault(&self, room: &Room) -> Option<&str> {
        self.name(room.vault)
    }

    /// The tags of a room of this level: roles that the preset gave it, such as a treasury's.
    pub fn tags(&self, room: &Room) -> impl Iterator<Item = &str> {
        let bits = room.tags;
        (0..).zip(&*self.tags).filter(move |(position, _)| bits >> position & 1 != 0).map(|(_, tag)| tag.as_str())
    }

    fn name(&self, position: Option<u16>) -> Option<&str> {
        self.layouts.get(usize::from(position?)).map(String::as_str)
    }

    /// The passages, by id.
    #[must_use]
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The ids of the rooms on the main path, from start to end.
    #[must_use]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Where the player arrives: a cell of the start room, free of obstacles.
    #[must_use]
    pub fn entry(&self) -> Cell {
        self.entry
    }

    /// Where the player leaves: a cell of the end room, free of obstacles.
    #[must_use]
    pub fn exit(&self) -> Cell {
        self.exit
    }

    /// The kinds of the level's props, by name.
    #[must_use]
    pub fn kinds(&self) -> &[PropKind] {
        &self.kinds
    }

    /// The number of props of each kind, in the order of [`Level::kinds`]. Cost: linear in the props.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.kinds.len()];
        self.props.iter().for_each(|prop| counts[usize::from(prop.kind)] += 1);
        counts
    }

    /// The props in order, markers among them: by room, then as the room's layout placed them.
    pub fn props(&self) -> impl ExactSizeIterator<Item = Prop<'_>> {
        self.props.iter().map(|record| self.placed(record))
    }

    /// The markers in order: places that the game is to do something with, by the tags and values of their kinds. They are
    /// props too, and their numbers in [`Level::props`] count them.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for marker in level.markers().filter(|marker| marker.kind.labels.has("enemy")) {
    ///     println!("an enemy of level {:?} at {}", marker.kind.labels.value("level"), marker.cells);
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn markers(&self) -> impl Iterator<Item = Prop<'_>> {
        self.props().filter(|prop| prop.kind.marker)
    }

    /// The prop with position `id` in [`Level::props`].
    #[must_use]
    pub fn prop(&self, id: u32) -> Option<Prop<'_>> {
        self.props.get(id as usize).map(|record| self.placed(record))
    }

    fn placed(&self, record: &PropRecord) -> Prop<'_> {
        let metres = |parts: i16| f32::from(parts) / Metres::PARTS as f32;
        Prop {
            kind: &self.kinds[usize::from(record.kind)],
            room: record.room,
            cells: record.cells(),
            turn: record.stance.turn(),
            offset: record.offset.map(metres),
        }
    }

    /// What the preset asked for and the level could not give.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What generating the level took; `None` if it was read from a file. It is no part of the level: levels are equal, and have the
    /// same digest and files, whatever it says.
    #[must_use]
    pub fn work(&self) -> Option<Work> {
        self.work
    }
}
