//! The floor plan: rooms, the passages between them and the main path.
//!
//! Consumes a checked preset and the stage's random words; produces a [`FloorPlan`]. Partition cuts the level into leaves,
//! adjacency says which of them share a wall, the route chooses the leaves that become rooms, and passages join them.

mod adjacency;
mod partition;
mod passages;
mod route;
#[cfg(test)]
mod tests;
mod tiles;

use std::fmt;

pub use crate::model::{RoomKind, Tile};
use crate::{
    geom::{Cell, Rect},
    grid::Grid,
    preset::Preset,
    rng::{Seed, Stage},
    trace::Trace,
};
use adjacency::Adjacency;
use partition::Partition;
use route::{Route, Use};

/// Where the rooms are, how they are joined, and the way through them.
///
/// Guarantees: rooms are numbered from top left in the order of the partition's tree, passages in the order of its walls;
/// the path leads from the start room to the end room through passages; all rooms are connected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FloorPlan {
    /// The rooms, by id.
    pub rooms: Vec<PlannedRoom>,
    /// The passages, by id.
    pub passages: Vec<Passage>,
    /// The ids of the rooms on the main path, from start to end.
    pub path: Vec<u32>,
    /// Where the player arrives: a cell of the start room.
    pub entry: Cell,
    /// Where the player leaves: a cell of the end room.
    pub exit: Cell,
    /// What the preset asked for and the plan could not give.
    pub notes: Vec<Note>,
    /// What each cell is.
    pub tiles: Grid<Tile>,
}

/// The memory of planning, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    partition: Partition,
    adjacency: Adjacency,
    route: Route,
    /// For each leaf, the room that it became.
    room_of: Vec<u32>,
}

/// No room.
const NONE: u32 = u32::MAX;

impl Planner {
    /// Plans a level: partition, adjacency, route, passages, tiles. Cost: linear in the leaves, plus the cells once.
    pub(crate) fn plan(&mut self, preset: &Preset, seed: &Seed, difficulty: f32, trace: &mut impl Trace) -> FloorPlan {
        self.partition.cut(preset.size(), &preset.sides, &mut seed.stream(Stage::Partition), trace);
        self.adjacency.read(&self.partition, preset.door.0);
        let (leaves, draw) = (&self.partition.leaves, &mut seed.stream(Stage::Route));
        self.route.find_path(preset.size(), leaves, &self.adjacency, preset.start, &preset.path.at(difficulty), draw);
        self.route.hang_bonus_rooms(&self.adjacency, &preset.bonus, difficulty, draw);
        let rooms = self.number_rooms(trace);
        let path: Vec<u32> = self.route.path.iter().map(|&leaf| self.room_of[leaf as usize]).collect();
        trace.path(&path);
        let doors = &mut seed.stream(Stage::Doors);
        let passages = passages::join(&self.adjacency, &self.route.joined, &self.room_of, preset.door, doors, trace);
        let (entry, exit) = ends(&rooms, &path);
        let tiles = tiles::paint(preset.size(), &rooms, &passages);
        FloorPlan { rooms, passages, path, entry, exit, notes: self.notes(preset), tiles }
    }

    /// Makes rooms of the leaves in use.
    fn number_rooms(&mut self, trace: &mut impl Trace) -> Vec<PlannedRoom> {
        let Route { path, uses, bonus_rooms, .. } = &self.route;
        let progress = |step| self.route.progress(step);
        let mut rooms = Vec::with_capacity(path.len() + *bonus_rooms as usize);
        self.room_of.clear();
        self.room_of.resize(uses.len(), NONE);
        let last = path.len() as u32 - 1;
        for ((leaf, &rect), &part) in (0..).zip(&self.partition.leaves).zip(uses) {
            let (kind, depth, progress) = match part {
                Use::Rock => continue,
                Use::Path(0) => (RoomKind::Start, 0, 0.0),
                Use::Path(step) => (if step == last { RoomKind::End } else { RoomKind::Path }, step, progress(step)),
                Use::Bonus { root, chain, .. } => match uses[root as usize] {
                    Use::Path(step) => (RoomKind::Bonus, step + chain, progress(step)),
                    _ => continue,
                },
            };
            let id = rooms.len() as u32;
            self.room_of[leaf as usize] = id;
            trace.room(id, rect);
            rooms.push(PlannedRoom { kind, rect, depth, progress, host: None, leaf });
        }
        for room in &mut rooms {
            if let Use::Bonus { host, .. } = uses[room.leaf as usize] {
                room.host = Some(self.room_of[host as usize]);
            }
        }
        rooms
    }

    fn notes(&self, preset: &Preset) -> Vec<Note> {
        let shortfall = |code, wanted: u32, got: u32| (got < wanted).then_some(Note { code, wanted, got });
        let path = shortfall(NoteCode::PathShort, self.route.wanted_path, self.route.path.len() as u32);
        let bonus = shortfall(NoteCode::BonusShort, preset.bonus.rooms.0, self.route.bonus_rooms);
        path.into_iter().chain(bonus).collect()
    }
}

/// The entry in the middle of the start room, the exit in the middle of the end room; where that is one room, in its first
/// and its last cell.
fn ends(rooms: &[PlannedRoom], path: &[u32]) -> (Cell, Cell) {
    let rect = |id: &u32| rooms[*id as usize].rect;
    let middle = |rect: Rect| Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2);
    match path {
        [start, .., end] => (middle(rect(start)), middle(rect(end))),
        [only] => {
            let rect = rect(only);
            (Cell::new(rect.left(), rect.top()), Cell::new(rect.right() - 1, rect.bottom() - 1))
        }
        [] => Default::default(),
    }
}

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedRoom {
    /// Its part in the level.
    pub kind: RoomKind,
    /// Its floor, walls not counted.
    pub rect: Rect,
    /// Number of passages from the start room by the shortest way.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room; a bonus room has its host's.
    pub progress: f32,
    /// The room that a bonus room hangs on.
    pub host: Option<u32>,
    /// The leaf of the partition that the room was made of; the name of its random words.
    pub leaf: u32,
}

/// A connection of two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The rooms' ids.
    pub rooms: [u32; 2],
    /// What lies between them.
    pub connection: Connection,
}

/// What lies between the two rooms of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connection {
    /// The rooms are wall to wall: one door, a rectangle of wall cells one cell thick.
    Door(Rect),
    /// A corridor, with a door at each end.
    Corridor {
        /// The doors, the first at the first room.
        doors: [Rect; 2],
        /// The corner points of the corridor's route from door to door.
        route: Vec<Cell>,
    },
}

impl Passage {
    /// The passage's one or two doors, the first at the first room.
    #[must_use]
    pub fn doors(&self) -> &[Rect] {
        match &self.connection {
            Connection::Door(door) => std::slice::from_ref(door),
            Connection::Corridor { doors, .. } => doors,
        }
    }

    /// The corner points of the corridor's route; empty without one.
    #[must_use]
    pub fn corridor(&self) -> &[Cell] {
        match &self.connection {
            Connection::Door(_) => &[],
            Connection::Corridor { route, .. } => route,
        }
    }
}

/// Something that the preset asked for and the level could not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What fell short.
    pub code: NoteCode,
    /// How many were asked for.
    pub wanted: u32,
    /// How many there are.
    pub got: u32,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, wanted, got } = self;
        let what = match code {
            NoteCode::PathShort => "rooms on the main path",
            NoteCode::BonusShort => "bonus rooms",
            NoteCode::RoomsBare => "furnished rooms",
        };
        write!(f, "{}: {what}: {got} where the preset asks for at least {wanted}", code.name())
    }
}

/// What fell short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteCode {
    /// The main path has fewer rooms than asked for.
    PathShort,
    /// There are fewer bonus rooms than asked for.
    BonusShort,
    /// There are rooms that none of the preset's layouts suits.
    RoomsBare,
}

impl NoteCode {
    /// All codes.
    pub const ALL: [Self; 3] = [Self::PathShort, Self::BonusShort, Self::RoomsBare];

    /// The name, as level files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathShort => "PathShort",
            Self::BonusShort => "BonusShort",
            Self::RoomsBare => "RoomsBare",
        }
    }
}
