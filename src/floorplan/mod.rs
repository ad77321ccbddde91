//! The floor plan: rooms, the passages between them and the main path.
//!
//! Consumes a checked preset and the random streams of its stages; produces a [`FloorPlan`]. The
//! partition cuts the level into leaves, the adjacency lists which leaves share a wall, the route
//! chooses the leaves that become rooms, and passages join them.

mod adjacency;
mod bend;
mod ends;
mod index;
mod inset;
mod note;
mod outline;
mod partition;
mod passage;
mod passages;
mod roles;
mod room;
mod route;
mod shape;
#[cfg(test)]
mod tests;
mod tiles;
mod vaults;

pub use crate::model::{DoorKind, RoomKind, RoomShape, Tile};
use crate::{
    geom::{Cell, Rect},
    grid::Grid,
    preset::{Preset, RampInput, RoomStyle},
    rng::{FloorSeed, SeedStage},
    trace::Trace,
    work::Work,
};
use adjacency::Adjacency;
use ends::ends;
pub use note::{Note, NoteCode};
pub(crate) use outline::Outline;
use partition::{LeafId, Partition};
pub use passage::{Connection, Corridor, Passage};
use roles::Roles;
pub use room::PlannedRoom;
use route::{LeafRole, Route};
use shape::Shaper;
pub(crate) use vaults::PlacedVault;
use vaults::Vaults;

/// Rooms, the passages between them, the main path and the tiles of a level.
///
/// Guarantees: rooms are numbered in the order of the partition tree, from the top left; passages
/// in the order of its walls. The path leads from the start room to the end room through passages.
/// All rooms are connected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FloorPlan {
    /// The rooms, indexed by id.
    pub rooms: Vec<PlannedRoom>,
    /// The passages, indexed by id.
    pub passages: Vec<Passage>,
    /// The ids of the rooms on the main path, from start to end.
    pub path: Vec<u32>,
    /// The cell where the player arrives, in the start room.
    pub entry: Cell,
    /// The cell where the player leaves, in the end room.
    pub exit: Cell,
    /// Requests of the preset that the plan could not meet.
    pub notes: Vec<Note>,
    /// The tile of each cell.
    pub tiles: Grid<Tile>,
    /// Counted steps of planning.
    pub work: Work,
}

/// Reusable buffers of the planning stages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    partition: Partition,
    adjacency: Adjacency,
    route: Route,
    /// For each leaf its room's rectangle, in the style `Corridors`; empty otherwise.
    inside: Vec<Rect>,
    /// For each leaf, the id of its room, or [`NONE`].
    room_of: Vec<u32>,
    roles: Roles,
    shaper: Shaper,
}

/// Marks a leaf without a room, or a room that is off the path.
const NONE: u32 = u32::MAX;

impl Planner {
    /// Plans a level: partition, adjacency, route, passages, roles, vaults, shapes, tiles.
    ///
    /// `start` is the cell where the player should arrive, if the caller asks for one. Cost: linear
    /// in leaves and cells, plus one search among nearby rooms for each loop that is tried.
    pub(crate) fn plan(
        &mut self,
        preset: &Preset,
        seed: &FloorSeed,
        (start, difficulty): (Option<Cell>, f32),
        trace: &mut impl Trace,
    ) -> FloorPlan {
        let mut work = Work::default();
        let mut vaults = Vaults::new(preset, difficulty, seed);
        let demands = vaults.as_ref().map_or(&[][..], |vaults| &vaults.demands);
        let draw = &mut seed.stream(SeedStage::Partition);
        self.partition.cut(preset.size(), &preset.leaf_sides(difficulty), demands, draw, trace);
        self.inside.clear();
        self.route.reserved.clear();
        match preset.style {
            RoomStyle::Adjacent => {
                self.reserve_leaves(vaults.as_ref());
                self.adjacency.read(&self.partition, preset.doors.width.0);
            }
            RoomStyle::Corridors(margin) => {
                let draw = &mut seed.stream(SeedStage::Rooms);
                inset::place(&self.partition, &preset.sides.at(difficulty), margin, draw, &mut self.inside);
                self.reserve_leaves(vaults.as_ref());
                self.adjacency.read_inside(&self.partition, &self.inside, preset.doors.width.0);
            }
        }
        let (leaves, draw) = (&self.partition.leaves, &mut seed.stream(SeedStage::Route));
        let asked = start.map(|cell| route::nearest_leaf(leaves, cell));
        let path = preset.path.at(difficulty);
        self.route.find_path(preset.size(), leaves, &self.adjacency, preset.start, asked, &path, draw);
        self.route.hang_bonus_rooms(&self.adjacency, &preset.bonus, difficulty, draw);
        self.route.join_reserved(&self.adjacency);
        let coverage = preset.coverage.at(RampInput::of_level(difficulty));
        self.route.fill(&self.adjacency, coverage, || seed.stream(SeedStage::Coverage));
        self.route.close_loops(&self.adjacency, (&preset.loops, difficulty), || seed.stream(SeedStage::Loops));
        let mut rooms = self.number_rooms(preset.style, trace);
        let path: Vec<u32> = self.route.path.iter().map(|&leaf| self.room_of[leaf.index()]).collect();
        trace.path(&path);
        if let Some(vaults) = &mut vaults {
            vaults.assign_own_rooms(&self.partition, &mut rooms, &self.room_of, &mut work.vaults);
        }
        let welcome = vaults.as_ref().map(|vaults| vaults.welcome(&rooms, &mut work.vaults)).unwrap_or_default();
        let draw = &mut seed.stream(SeedStage::Doors);
        let (joined, doors) = (&self.route.joined, (preset.doors, &welcome[..]));
        let rects = if preset.style == RoomStyle::Adjacent { &self.partition.leaves } else { &self.inside };
        let mut passages = passages::join(
            &self.adjacency,
            joined,
            (&rooms, &self.room_of, rects),
            doors,
            (draw, &mut work.passages),
            trace,
        );
        if !preset.tag_rules.is_empty() {
            let draw = &mut seed.stream(SeedStage::Tags);
            self.roles.tag(&mut rooms, &passages, &path, (&preset.tag_rules, difficulty), draw, trace);
            work.roles += (preset.tag_rules.len() * rooms.len() + passages.len() + path.len()) as u64;
        }
        if !preset.door_rules.is_empty() {
            let draw = &mut seed.stream(SeedStage::DoorKinds);
            self.roles.hang_doors(&mut passages, &rooms, &path, (&preset.door_rules, difficulty), draw, trace);
            work.roles += (preset.door_rules.len() * passages.len() + rooms.len() + path.len()) as u64;
        }
        if let Some(vaults) = &mut vaults {
            vaults.assign(&mut rooms, &mut work.vaults);
        }
        let (mut entry, mut exit) = ends(preset, &rooms, &path, start, &mut work.vaults);
        if !preset.shapes.is_empty() {
            // In a path of one room, entry and exit are its corner cells. They follow the shape
            // instead of restricting it.
            let is_single = path.len() < 2;
            let kept: &[Cell] = if is_single { &[] } else { &[entry, exit] };
            self.shaper.shape((preset, difficulty), &mut rooms, &passages, kept, seed, trace);
            work.shapes = self.shaper.work;
            if is_single {
                (entry, exit) = ends(preset, &rooms, &path, start, &mut work.vaults);
            }
        }
        let mut tiles = tiles::paint(preset.size(), &rooms, &passages, &mut work.tiles);
        let mut notes = self.notes(preset, difficulty);
        if let Some(vaults) = vaults {
            vaults::paint_walls(&mut tiles, preset, &rooms, &mut work.vaults);
            notes.extend(vaults.notes);
        }
        (work.partition, work.adjacency) = (self.partition.work, self.adjacency.work);
        work += self.route.work;
        FloorPlan { rooms, passages, path, entry, exit, notes, tiles, work }
    }

    /// Reserves the leaves of vaults that need a room of their own.
    fn reserve_leaves(&mut self, vaults: Option<&Vaults<'_>>) {
        if let Some(vaults) = vaults {
            vaults.reserve(&self.partition, &mut self.inside, &mut self.route);
        }
    }

    /// Creates a room for each leaf that the route uses, and numbers the rooms in leaf order.
    fn number_rooms(&mut self, style: RoomStyle, trace: &mut impl Trace) -> Vec<PlannedRoom> {
        let Route { path, leaf_roles: uses, bonus_rooms, .. } = &self.route;
        let progress = |step| self.route.progress(step);
        let mut rooms = Vec::with_capacity(path.len() + *bonus_rooms as usize);
        let rects = if style == RoomStyle::Adjacent { &self.partition.leaves } else { &self.inside };
        self.room_of.clear();
        self.room_of.resize(uses.len(), NONE);
        let last = path.len() as u32 - 1;
        for ((leaf, &rect), &part) in LeafId::all().zip(rects).zip(uses) {
            let (kind, depth, progress) = match part {
                LeafRole::Unused | LeafRole::Reserved => continue,
                LeafRole::Path(0) => (RoomKind::Start, 0, 0.0),
                LeafRole::Path(step) => {
                    (if step == last { RoomKind::End } else { RoomKind::Path }, step, progress(step))
                }
                LeafRole::Bonus { root, chain, .. } => match uses[root.index()] {
                    LeafRole::Path(step) => (RoomKind::Bonus, step + chain, progress(step)),
                    _ => continue,
                },
            };
            // Loops shorten routes, so depths measured after loops were added take precedence.
            let depth = self.route.depths.get(leaf.index()).copied().unwrap_or(depth);
            let id = rooms.len() as u32;
            self.room_of[leaf.index()] = id;
            trace.room(id, rect);
            let outline = Outline::default();
            rooms.push(PlannedRoom {
                kind,
                rect,
                depth,
                progress,
                host: None,
                leaf: leaf.0,
                tags: 0,
                outline,
                vault: None,
            });
        }
        for room in &mut rooms {
            if let LeafRole::Bonus { host, .. } = uses[room.leaf as usize] {
                room.host = Some(self.room_of[host.index()]);
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
