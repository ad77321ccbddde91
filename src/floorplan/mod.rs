//! The floor plan: rooms, the passages between them and the main path.
//!
//! Consumes a checked preset and the stage's random words; produces a [`FloorPlan`]. Partition cuts the level into leaves,
//! adjacency says which of them share a wall, the route chooses the leaves that become rooms, and passages join them.

mod adjacency;
mod bend;
mod inset;
mod outline;
mod partition;
mod passages;
mod roles;
mod route;
mod shape;
#[cfg(test)]
mod tests;
mod tiles;
mod vaults;

use std::fmt;

pub use crate::model::{DoorKind, RoomKind, RoomShape, Tile};
use crate::{
    geom::{Cell, Rect},
    grid::Grid,
    preset::{Moment, Preset, RoomFacts, Style},
    rng::{Seed, Stage},
    trace::Trace,
};
use adjacency::Adjacency;
pub(crate) use outline::Outline;
use partition::Partition;
use route::{Route, Use};
use shape::Shaper;
pub(crate) use vaults::PlacedVault;
use vaults::Vaults;

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
    /// The rooms that stand inside the leaves, in the style `Corridors`.
    inside: Vec<Rect>,
    /// For each leaf, the room that it became.
    room_of: Vec<u32>,
    shaper: Shaper,
}

/// No room.
const NONE: u32 = u32::MAX;

impl Planner {
    /// Plans a level: partition, adjacency, route, passages, shapes, tiles. Cost: linear in the leaves, plus the cells once; loops cost
    /// a search of the rooms around each. `start` is where the player is to arrive, if that is asked for.
    pub(crate) fn plan(
        &mut self,
        preset: &Preset,
        seed: &Seed,
        (start, difficulty): (Option<Cell>, f32),
        trace: &mut impl Trace,
    ) -> FloorPlan {
        let mut vaults = Vaults::new(preset, difficulty, seed);
        let demands = vaults.as_ref().map_or(&[][..], |vaults| &vaults.demands);
        let draw = &mut seed.stream(Stage::Partition);
        self.partition.cut(preset.size(), &preset.leaf_sides(difficulty), demands, draw, trace);
        self.inside.clear();
        self.route.kept.clear();
        match preset.style {
            Style::Adjacent => {
                self.keep_for(vaults.as_ref());
                self.adjacency.read(&self.partition, preset.doors.width.0);
            }
            Style::Corridors(margin) => {
                let draw = &mut seed.stream(Stage::Rooms);
                inset::place(&self.partition, &preset.sides.at(difficulty), margin, draw, &mut self.inside);
                self.keep_for(vaults.as_ref());
                self.adjacency.read_inside(&self.partition, &self.inside, preset.doors.width.0);
            }
        }
        let (leaves, draw) = (&self.partition.leaves, &mut seed.stream(Stage::Route));
        let asked = start.map(|cell| route::nearest_leaf(leaves, cell));
        let path = preset.path.at(difficulty);
        self.route.find_path(preset.size(), leaves, &self.adjacency, preset.start, asked, &path, draw);
        self.route.hang_bonus_rooms(&self.adjacency, &preset.bonus, difficulty, draw);
        self.route.join_kept(&self.adjacency);
        let coverage = preset.coverage.at(Moment::of_level(difficulty));
        self.route.fill(&self.adjacency, coverage, || seed.stream(Stage::Web));
        self.route.close_loops(&self.adjacency, (&preset.loops, difficulty), || seed.stream(Stage::Loops));
        let mut rooms = self.number_rooms(preset.style, trace);
        let path: Vec<u32> = self.route.path.iter().map(|&leaf| self.room_of[leaf as usize]).collect();
        trace.path(&path);
        if let Some(vaults) = &mut vaults {
            vaults.settle_own_rooms(&self.partition, &mut rooms, &self.room_of);
        }
        let welcome = vaults.as_ref().map(|vaults| vaults.welcome(&rooms)).unwrap_or_default();
        let draw = &mut seed.stream(Stage::Doors);
        let rects = self.rects(preset.style);
        let joined = &self.route.joined;
        let mut passages =
            passages::join(&self.adjacency, joined, rects, &self.room_of, (preset.doors, &welcome), draw, trace);
        if !preset.tag_rules.is_empty() {
            let draw = &mut seed.stream(Stage::Tags);
            roles::tag(&mut rooms, &passages, &path, (&preset.tag_rules, difficulty), draw);
        }
        if !preset.door_rules.is_empty() {
            let draw = &mut seed.stream(Stage::DoorKinds);
            roles::hang_doors(&mut passages, &rooms, &path, (&preset.door_rules, difficulty), draw);
        }
        if let Some(vaults) = &mut vaults {
            vaults.settle(&mut rooms);
        }
        if !preset.shapes.is_empty() {
            let (entry, exit) = ends(preset, &rooms, &path, start);
            // In a single room they stand in its corners, whatever these have lost.
            let kept: &[Cell] = if path.len() > 1 { &[entry, exit] } else { &[] };
            self.shaper.shape((preset, difficulty), &mut rooms, &passages, kept, seed, trace);
        }
        let (entry, exit) = ends(preset, &rooms, &path, start);
        let mut tiles = tiles::paint(preset.size(), &rooms, &passages);
        let mut notes = self.notes(preset, difficulty);
        if let Some(vaults) = vaults {
            vaults::paint_walls(&mut tiles, preset, &rooms);
            notes.extend(vaults.notes);
        }
        FloorPlan { rooms, passages, path, entry, exit, notes, tiles }
    }

    /// Sets leaves apart for vaults that are rooms of their own.
    fn keep_for(&mut self, vaults: Option<&Vaults<'_>>) {
        if let Some(vaults) = vaults {
            vaults.keep(&self.partition, &mut self.inside, &mut self.route);
        }
    }

    /// The room that each leaf would become.
    fn rects(&self, style: Style) -> &[Rect] {
        if style == Style::Adjacent { &self.partition.leaves } else { &self.inside }
    }

    /// Makes rooms of the leaves in use.
    fn number_rooms(&mut self, style: Style, trace: &mut impl Trace) -> Vec<PlannedRoom> {
        let Route { path, uses, bonus_rooms, .. } = &self.route;
        let progress = |step| self.route.progress(step);
        let mut rooms = Vec::with_capacity(path.len() + *bonus_rooms as usize);
        let rects = if style == Style::Adjacent { &self.partition.leaves } else { &self.inside };
        self.room_of.clear();
        self.room_of.resize(uses.len(), NONE);
        let last = path.len() as u32 - 1;
        for ((leaf, &rect), &part) in (0..).zip(rects).zip(uses) {
            let (kind, depth, progress) = match part {
                Use::Rock | Use::Kept => continue,
                Use::Path(0) => (RoomKind::Start, 0, 0.0),
                Use::Path(step) => (if step == last { RoomKind::End } else { RoomKind::Path }, step, progress(step)),
                Use::Bonus { root, chain, .. } => match uses[root as usize] {
                    Use::Path(step) => (RoomKind::Bonus, step + chain, progress(step)),
                    _ => continue,
                },
            };
            // Loops make ways shorter.
            let depth = self.route.depths.get(leaf as usize).copied().unwrap_or(depth);
            let id = rooms.len() as u32;
            self.room_of[leaf as usize] = id;
            trace.room(id, rect);
            let outline = Outline::default();
            rooms.push(PlannedRoom { kind, rect, depth, progress, host: None, leaf, tags: 0, outline, vault: None });
        }
        for room in &mut rooms {
            if let Use::Bonus { host, .. } = uses[room.leaf as usize] {
                room.host = Some(self.room_of[host as usize]);
            }
        }
        rooms
    }

    fn notes(&self, preset: &Preset, difficulty: f32) -> Vec<Note> {
        let shortfall = |code, wanted: u32, got: u32| (got < wanted).then_some(Note { code, wanted, got, about: None });
        let path = shortfall(NoteCode::PathShort, self.route.wanted_path, self.route.path.len() as u32);
        let bonus = shortfall(NoteCode::BonusShort, preset.bonus.rooms_at(difficulty).0, self.route.bonus_rooms);
        path.into_iter().chain(bonus).collect()
    }
}

/// The entry in the middle of the start room, the exit in the middle of the end room; where that is one room, in its first
/// and its last cell of floor. Where the entry is asked for, it is the cell of the start room's floor nearest to `start`. Where a
/// vault has an obstacle or a wall there, they are at the nearest cell without one.
fn ends(preset: &Preset, rooms: &[PlannedRoom], path: &[u32], start: Option<Cell>) -> (Cell, Cell) {
    let place =
        |id: &u32, cell: Cell, taken: Option<Cell>| vaults::standing_place(preset, &rooms[*id as usize], cell, taken);
    let middle = |id: &u32| {
        let rect = rooms[*id as usize].rect;
        Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2)
    };
    let asked = |id: &u32| start.map(|cell| nearest_floor(&rooms[*id as usize], cell));
    match path {
        [start, .., end] => {
            (place(start, asked(start).unwrap_or_else(|| middle(start)), None), place(end, middle(end), None))
        }
        [only] => {
            let PlannedRoom { rect, outline, .. } = rooms[*only as usize];
            let row = |y: i32| outline.row(y, (rect.width(), rect.height()));
            let (first, last) = (row(0).0, row(rect.height() - 1).1 - 1);
            let first = Cell::new(rect.left() + first, rect.top());
            let last = Cell::new(rect.left() + last, rect.bottom() - 1);
            let entry = place(only, asked(only).unwrap_or(first), None);
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

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedRoom {
    /// Its part in the level.
    pub kind: RoomKind,
    /// The rectangle about its floor, walls not counted; all of it is floor, unless the room has another shape.
    pub rect: Rect,
    /// Number of passages from the start room by the shortest way.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room; a bonus room has its host's.
    pub progress: f32,
    /// The room that a bonus room hangs on.
    pub host: Option<u32>,
    /// The leaf of the partition that the room was made of; the name of its random words.
    pub leaf: u32,
    /// Its tags, as bits by their positions in the preset's list.
    pub(crate) tags: u32,
    /// Which cells of the rectangle are floor.
    pub(crate) outline: Outline,
    /// Its vault; a room that has one is a rectangle, walls that the vault draws aside.
    pub(crate) vault: Option<PlacedVault>,
}

impl PlannedRoom {
    /// The shape of its floor.
    #[must_use]
    pub fn shape(&self) -> RoomShape {
        let is_drawn = self.vault.is_some_and(|vault| vault.has_walls);
        if is_drawn { RoomShape::Vault } else { self.outline.shape() }
    }

    /// Where it lies on ramps.
    pub(crate) fn moment(&self, difficulty: f32) -> Moment {
        Moment { progress: self.progress, difficulty }
    }

    /// What rules look at.
    pub(crate) fn facts(&self) -> RoomFacts {
        let sides = (self.rect.width(), self.rect.height());
        RoomFacts { kind: self.kind, sides, progress: self.progress, tags: self.tags }
    }
}

/// A connection of two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The rooms' ids.
    pub rooms: [u32; 2],
    /// What lies between them.
    pub connection: Connection,
    /// How its doors stand.
    pub kind: DoorKind,
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

    /// The straight parts of the corridor, of a passage that was generated.
    fn legs(&self) -> impl Iterator<Item = Rect> + '_ {
        let corridor = match &self.connection {
            Connection::Door(_) => None,
            Connection::Corridor { doors, route } => Some(bend::legs(*doors, route)),
        };
        corridor.into_iter().flatten()
    }
}

/// Something that the preset asked for and the level could not give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What fell short.
    pub code: NoteCode,
    /// How many were asked for.
    pub wanted: u32,
    /// How many there are.
    pub got: u32,
    /// What it was by its name, and why, where there is more to say than the code does.
    pub about: Option<String>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, wanted, got, about } = self;
        let what = match code {
            NoteCode::PathShort => "rooms on the main path",
            NoteCode::BonusShort => "bonus rooms",
            NoteCode::RoomsBare => "furnished rooms",
            NoteCode::VaultShort => "vaults",
        };
        write!(f, "{}: {what}: {got} where the preset asks for at least {wanted}", code.name())?;
        about.iter().try_for_each(|about| write!(f, " ({about})"))
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
    /// A vault that must be there is not.
    VaultShort,
}

impl NoteCode {
    /// All codes.
    pub const ALL: [Self; 4] = [Self::PathShort, Self::BonusShort, Self::RoomsBare, Self::VaultShort];

    /// The name, as level files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathShort => "PathShort",
            Self::BonusShort => "BonusShort",
            Self::RoomsBare => "RoomsBare",
            Self::VaultShort => "VaultShort",
        }
    }
}
