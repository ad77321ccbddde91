//! A finished level: its rooms, passages and props, queries for games, and tests of its invariants.
//!
//! A [`Level`] comes from generation or from a level file. Only [`Level::set_tile`],
//! [`Level::add_prop`], [`Level::remove_prop`], [`Level::take_offered`] and [`Level::set_lit`]
//! change it.

mod audience;
mod bytes;
mod can_block;
mod can_place;
mod digest;
mod distances;
mod edit;
mod feature;
#[cfg(test)]
pub(crate) mod fixture;
mod key;
mod lock_mark;
mod lookup;
mod number_in_room;
mod offer;
mod one_way;
mod outlines;
mod population;
mod prop;
mod role;
mod room_digest;
mod same;
mod sketch;
mod space;
mod stage;
mod stairs;
mod terrain;

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

pub use audience::Audience;
pub use bytes::BufferSizeError;
pub use can_place::PlaceError;
pub(crate) use distances::DirectedWays;
pub use distances::Distances;
pub use feature::Feature;
pub use key::Key;
pub use lock_mark::LockMark;
use lookup::LevelLookupTables;
pub use number_in_room::NumberInRoom;
pub(crate) use offer::OfferTable;
pub use outlines::{Collider, OutlineSet};
pub(crate) use population::Population;
pub use population::{Budgets, Encounter, GroupCost, Loot};
pub use prop::Prop;
pub use role::PropRole;
pub use stage::LevelStage;
pub(crate) use terrain::LevelTerrain;
pub use terrain::Parting;

pub use crate::model::{
    Allowance, Connection, Corridor, DoorKind, FeatureKind, Note, NoteCode, Offer, Passage, RoomKind, RoomShape,
    Stairs, TerrainKind, Tile,
};
use crate::{
    geom::{Cell, Rect, Size},
    grid::Grid,
    model::{Metres, Name, PropKind, PropRecord, Rerolls},
};

/// A finished level.
///
/// Guarantees: there is at least one room, and the path has at least one. Room and passage ids are
/// positions in their lists, and every room, prop kind, layout and vault that is referred to
/// exists. Every rectangle and cell lies inside the level. All rooms together have at most as many
/// cells as the level, and so have all doors. Encounters have at most as many cells as there are
/// props, and loot at most as many things. A prop is part of at most one [`Offer`], and no
/// two props of a room have the same [number](NumberInRoom). Each cell has at most one of the kinds
/// of terrain, and bands of partings lie in the level.
///
/// A level that was generated, or read by `read` of [`export::ron`](crate::export::ron) or
/// [`export::json`](crate::export::json), also keeps the invariants that [`Level::check`] tests.
/// Edits keep the guarantees above, and may break invariants. serde writes and reads every level.
///
/// # Steps
///
/// Queries and invariants walk in four directions. What the invariants say holds for games with
/// steps in eight directions too, even if these lead between two walls or obstacles that meet at a
/// corner. They lead to the same rooms, doors and corridors, whatever locks are open. A shut door
/// is a wall here, and a one-way door is entered from the three cells before it, or more if it is
/// wider. Only pockets, which obstacles enclose, may be entered in addition, and left again.
#[derive(Clone, Debug)]
pub struct Level {
    pub(crate) origin: Origin,
    pub(crate) tiles: Grid<Tile>,
    pub(crate) rooms: Vec<Room>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) path: Vec<u32>,
    pub(crate) entry: Cell,
    pub(crate) exit: Cell,
    /// Whether no way leads down from the exit.
    pub(crate) is_dead_end: bool,
    /// The ways down beside the exit.
    pub(crate) stairs: Vec<Stairs>,
    /// The names of the locks, in the order of the rules that made them.
    pub(crate) locks: Vec<Name>,
    pub(crate) keys: Vec<Key>,
    /// The kinds of the level's props, sorted by name.
    pub(crate) kinds: Vec<PropKind>,
    /// The position of each of `kinds` in [`Preset::kinds`](crate::Preset::kinds); empty for a
    /// level that was read. No part of equality, digests or files.
    pub(crate) kind_ids: Vec<Option<u16>>,
    /// Names of layouts and vaults. `Room::layout` and `Room::vault` are positions in this list.
    pub(crate) layouts: Arc<[String]>,
    /// Names of tags in alphabetical order. Bit n of `Room::tags` stands for the tag at position n.
    pub(crate) tags: Arc<[String]>,
    pub(crate) props: Vec<PropRecord>,
    /// The numbers of the props in their rooms; empty where these count up in the order of ids, as
    /// they do until a prop is removed.
    pub(crate) numbers: Vec<u32>,
    /// The ids of the props whose lights are out.
    pub(crate) unlit: BTreeSet<u32>,
    pub(crate) offers: OfferTable,
    /// What the budgets bought.
    pub(crate) population: Population,
    /// The terrain, in levels that have some.
    pub(crate) terrain: Option<Box<LevelTerrain>>,
    pub(crate) notes: Vec<Note>,
    pub(crate) lookup: OnceLock<LevelLookupTables>,
}

/// The request, preset and generator revision that a level was made from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Origin {
    /// The generator's revision. Within one revision, a request always gives the same level.
    pub revision: u32,
    /// The seed of the request.
    pub seed: u64,
    /// The word that stood for the seed, if the request has one; see
    /// [`NamedSeed`](crate::NamedSeed). Digests leave it out: it says no more than the seed.
    pub seed_word: Option<Name>,
    /// The floor of the request, from 0. Every floor of a seed is a level of its own.
    pub floor: u32,
    /// The difficulty asked for, 0 to 1.
    pub difficulty: f32,
    /// The preset's name.
    pub preset: Name,
    /// The digest of the preset's rules; see [`Preset::digest`](crate::Preset::digest).
    pub preset_digest: u64,
    /// The cell where the request wants the player to arrive, if it names one. It may lie outside
    /// of the level.
    pub start: Option<Cell>,
    /// The rooms that the request wants furnished anew. Some may not be there.
    pub rerolls: Rerolls,
    /// The run of which the level is a floor, if it is one of a [`Run`](crate::run::Run)'s text.
    pub run: Option<Box<RunOrigin>>,
}

/// The run of which a level is a floor, and what the run makes of that floor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunOrigin {
    /// The run's name.
    pub name: Name,
    /// The digest of the run's rules; see [`Run::digest`](crate::run::Run::digest).
    pub digest: u64,
    /// The name of the floor's act.
    pub act: Name,
    /// The name of the floor's branch; `None` on the main way.
    pub branch: Option<Name>,
    /// The name of the floor's mood, if it has one.
    pub mood: Option<Name>,
}

/// A room of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Room {
    /// The room's position in [`Level::rooms`].
    pub id: u32,
    /// Whether the room is the start, the end, another room of the main path, a room of a cycle's
    /// second way, or a bonus room.
    pub kind: RoomKind,
    /// The bounding rectangle of the room's floor, without walls. In rooms of other shapes than
    /// [`RoomShape::Rectangle`], only some of its cells are floor.
    pub rect: Rect,
    /// The least number of passages between the start room and this one.
    pub depth: u32,
    /// The position along the main path, from 0 at the start room to 1 at the end room; a bonus
    /// room has the progress of its `host`. A detour has one between those of the two rooms of the
    /// path that its cycle joins, in equal steps.
    pub progress: f32,
    /// The room that a bonus room hangs off; `None` for other rooms.
    pub host: Option<u32>,
    /// The number of the cycle that a detour belongs to, from 0; `None` for other rooms.
    pub cycle: Option<u32>,
    /// The layout that furnished the room, as a position in `Level::layouts`.
    pub(crate) layout: Option<u16>,
    /// The vault that the room holds, as a position in `Level::layouts`, which names vaults too.
    pub(crate) vault: Option<u16>,
    /// The room's tags: bit n stands for the tag at position n of `Level::tags`.
    pub(crate) tags: u32,
    /// The shape of the room's floor: which cells of `rect` are [`Tile::Floor`].
    pub shape: RoomShape,
    /// What the room was to get of the level's budgets; 0 in a level without budgets.
    pub allowance: Allowance,
}

impl Level {
    /// The request, preset and generator revision that the level was made from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The rooms that were furnished anew, each with its number, as the request names them: a room
    /// that is not there is the matter of a note.
    #[must_use]
    pub const fn rerolls(&self) -> &Rerolls {
        &self.origin.rerolls
    }

    /// The level's size in cells.
    #[must_use]
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    /// The number of columns of cells.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.tiles.width()
    }

    /// The number of rows of cells.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.tiles.height()
    }

    /// The tile of each cell.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// The tile at `cell`; rock outside the level.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles.get(cell).unwrap_or(Tile::Rock)
    }

    /// Whether a passage has neither leaves nor jambs, so that pictures show bare ground in the
    /// place of its door: an [opening](Passage::is_opening), or an open door between two caves.
    ///
    /// ```
    /// use roomgen::{Preset, level::RoomShape};
    ///
    /// let level = roomgen::generate(&Preset::built_in("caves")?, 42);
    /// let is_cave = |id: &u32| level.rooms()[*id as usize].shape == RoomShape::Cave;
    /// let bare = level.passages().iter().filter(|passage| level.is_bare(passage));
    /// let mut narrow = bare.filter(|passage| !passage.is_opening());
    /// assert!(narrow.all(|passage| passage.rooms.iter().all(is_cave)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_bare(&self, passage: &Passage) -> bool {
        let is_cave = |id: u32| self.room(id).is_some_and(|room| room.shape == RoomShape::Cave);
        let is_door = matches!(passage.connection, Connection::Door(_));
        let is_open = passage.stands_open() && is_door;
        passage.is_opening() || is_open && passage.rooms.into_iter().all(is_cave)
    }

    /// The rooms of the level; the id of a room is its position in this list.
    #[must_use]
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The name of the layout that furnished a room of this level; `None` for an unfurnished room.
    #[must_use]
    pub fn layout(&self, room: &Room) -> Option<&str> {
        self.name(room.layout)
    }

    /// The name of the vault that a room of this level holds, if it holds one.
    #[must_use]
    pub fn vault(&self, room: &Room) -> Option<&str> {
        self.name(room.vault)
    }

    /// The tags of a room of this level: roles that the preset gave it, such as "treasure".
    pub fn tags(&self, room: &Room) -> impl Iterator<Item = &str> {
        let bits = room.tags;
        (0..).zip(&*self.tags).filter(move |(position, _)| bits >> position & 1 != 0).map(|(_, tag)| tag.as_str())
    }

    fn name(&self, position: Option<u16>) -> Option<&str> {
        self.layouts.get(usize::from(position?)).map(String::as_str)
    }

    /// The passages between rooms; the id of a passage is its position in this list.
    #[must_use]
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The ids of the main path's rooms, from start to end.
    #[must_use]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// The cell where the player arrives: in the start room, free of obstacles.
    #[must_use]
    pub fn entry(&self) -> Cell {
        self.entry
    }

    /// The cell where the player leaves: in the end room, free of obstacles.
    #[must_use]
    pub fn exit(&self) -> Cell {
        self.exit
    }

    /// The kinds of the level's props, sorted by name.
    #[must_use]
    pub fn kinds(&self) -> &[PropKind] {
        &self.kinds
    }

    /// The number of props of each kind, in the order of [`Level::kinds`].
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.kinds.len()];
        self.props.iter().for_each(|prop| counts[usize::from(prop.kind)] += 1);
        counts
    }

    /// All props, markers included: sorted by room, then in the order of placement.
    ///
    /// The id of a prop is its position here. Added props are last; for removed ones see
    /// [`Level::remove_prop`].
    pub fn props(&self) -> impl ExactSizeIterator<Item = Prop<'_>> {
        self.props.iter().enumerate().map(|(id, record)| self.placed(id as u32, record))
    }

    /// The markers: places for the game to use, by tags and values of their kinds.
    ///
    /// Markers are props too and are counted in the positions of [`Level::props`].
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for marker in level.markers().filter(|marker| marker.kind.labels.has("enemy")) {
    ///     let level = marker.kind.labels.value("level");
    ///     println!("an enemy of level {level:?} at {}", marker.cells);
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn markers(&self) -> impl Iterator<Item = Prop<'_>> {
        self.props().filter(|prop| prop.kind.marker)
    }

    /// The prop with position `id` in [`Level::props`].
    #[must_use]
    pub fn prop(&self, id: u32) -> Option<Prop<'_>> {
        self.props.get(id as usize).map(|record| self.placed(id, record))
    }

    pub(crate) fn placed(&self, id: u32, record: &PropRecord) -> Prop<'_> {
        let metres = |parts: i16| f32::from(parts) / Metres::PARTS as f32;
        Prop {
            level: self,
            id,
            kind: &self.kinds[usize::from(record.kind)],
            kind_id: self.kind_ids.get(usize::from(record.kind)).copied().flatten(),
            room: record.room,
            cells: record.cells(),
            turn: record.stance.turn(),
            offset: record.offset.map(metres),
            lit: !self.unlit.contains(&id),
            offer: self.offers.of_prop(id),
        }
    }

    /// The notes of the level: requests of the preset that it could not meet.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}
