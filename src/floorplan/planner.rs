//! The stages of planning in their order.
//!
//! Consumes a [`PlanContext`]; produces a [`FloorPlan`]. Keeps the buffers of the stages.

use super::{
    FloorPlan, Note, NoteCode, Passage, PlannedRoom, RoomOutline,
    adjacency::Adjacency,
    context::PlanContext,
    ends::{EntryAndExit, ends},
    inset,
    partition::{LeafId, Partition},
    passages::{self, PassageInputs},
    roles,
    route::{self, LeafGraph, LeafRole, PathStart, Route},
    shape, tiles,
    vaults::VaultAssigner,
};
use crate::{
    geom::{Cell, Rect},
    model::RoomKind,
    preset::RoomStyle,
    rng::SeedStage,
    trace::Trace,
};

/// Reusable buffers of the planning stages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    partition: Partition,
    adjacency: Adjacency,
    route: Route,
    /// For each leaf, the rectangle of its room in the style `Corridors`; empty in other styles.
    inside: Vec<Rect>,
    /// For each leaf, the id of its room, or [`NO_ROOM`].
    room_of: Vec<u32>,
}

/// Stands for no room in [`Planner::room_of`].
const NO_ROOM: u32 = u32::MAX;

impl Planner {
    /// Plans a level, stage by stage.
    ///
    /// Cost: linear in leaves and cells, plus one search among nearby rooms for each loop that is
    /// tried.
    pub(crate) fn plan(&mut self, mut context: PlanContext<'_, impl Trace>) -> FloorPlan {
        let context = &mut context;
        let mut vaults = VaultAssigner::new(context.preset, context.difficulty, context.seed);
        self.cut_leaves(context, &vaults);
        self.place_rooms(context);
        vaults.reserve(&self.partition, &mut self.inside, &mut self.route);
        self.find_neighbours(context);
        self.find_route(context);
        let mut rooms = self.number_rooms(context);
        let path = self.rooms_of_path(context);
        vaults.assign_own_rooms(&self.partition, &mut rooms, &self.room_of, &mut context.work.vaults);
        let mut passages = self.join_rooms(context, &rooms, &vaults);
        roles::tag_rooms(context, &mut rooms, &passages, &path);
        roles::choose_doors(context, &mut passages, &rooms, &path);
        vaults.assign(&mut rooms, &mut context.work.vaults);
        let EntryAndExit { entry, exit } = shape_rooms(context, &mut rooms, &passages, &path);
        let tiles = tiles::paint(context, &rooms, &passages);
        let notes = self.notes(context, vaults);
        let steps = context.work;
        context.trace.count(|work| *work += steps);
        FloorPlan { rooms, passages, path, entry, exit, notes, tiles }
    }

    fn cut_leaves(&mut self, context: &mut PlanContext<'_, impl Trace>, vaults: &VaultAssigner<'_>) {
        let PlanContext { preset, difficulty, .. } = *context;
        let draw = &mut context.stream(SeedStage::Partition);
        self.partition.cut(preset.size(), &preset.leaf_sides(difficulty), &vaults.demands, draw, context.trace);
        context.work.partition = self.partition.work;
    }

    /// Places a room in each leaf, in the style `Corridors`.
    fn place_rooms<T>(&mut self, context: &PlanContext<'_, T>) {
        self.inside.clear();
        if let RoomStyle::Corridors(margin) = context.preset.style {
            let sides = context.preset.sides.at(context.difficulty);
            inset::place(&self.partition, &sides, margin, &mut context.stream(SeedStage::Rooms), &mut self.inside);
        }
    }

    fn find_neighbours<T>(&mut self, context: &mut PlanContext<'_, T>) {
        let narrowest_door = context.preset.doors.width.0;
        match context.preset.style {
            RoomStyle::Adjacent => self.adjacency.read(&self.partition, narrowest_door),
            RoomStyle::Corridors(_) => self.adjacency.read_inside(&self.partition, &self.inside, narrowest_door),
        }
        context.work.adjacency = self.adjacency.work;
    }

    /// Chooses the leaves that become rooms: the main path, bonus rooms, reserved leaves, and
    /// further ones up to the preset's coverage. Then adds loops.
    fn find_route<T>(&mut self, context: &mut PlanContext<'_, T>) {
        let PlanContext { preset, difficulty, start, .. } = *context;
        let (route, adjacency, leaves) = (&mut self.route, &self.adjacency, &self.partition.leaves);
        let draw = &mut context.stream(SeedStage::Route);
        let graph = LeafGraph { size: preset.size(), leaves, adjacency };
        let start = PathStart { rule: preset.start, asked: start.map(|cell| route::nearest_leaf(leaves, cell)) };
        route.find_path(graph, start, &preset.path.at(difficulty), draw);
        route.hang_bonus_rooms(adjacency, &preset.bonus, difficulty, draw);
        route.join_reserved(adjacency);
        route.fill(adjacency, preset.coverage.at(context.level_input()), || context.stream(SeedStage::Coverage));
        route.close_loops(adjacency, &preset.loops, difficulty, || context.stream(SeedStage::Loops));
        context.work += route.work;
    }

    /// Creates a room for each leaf that the route uses, and numbers the rooms in leaf order.
    fn number_rooms(&mut self, context: &mut PlanContext<'_, impl Trace>) -> Vec<PlannedRoom> {
        let Route { path, leaf_roles, bonus_rooms, depths, .. } = &self.route;
        let mut rooms = Vec::with_capacity(path.len() + *bonus_rooms as usize);
        let mut room_of = std::mem::take(&mut self.room_of);
        room_of.clear();
        room_of.resize(leaf_roles.len(), NO_ROOM);
        let last = path.len() as u32 - 1;
        for ((leaf, &rect), &role) in LeafId::all().zip(self.room_rects()).zip(leaf_roles) {
            let (kind, depth, step) = match role {
                LeafRole::Unused | LeafRole::Reserved => continue,
                LeafRole::Path(0) => (RoomKind::Start, 0, 0),
                LeafRole::Path(step) => (if step == last { RoomKind::End } else { RoomKind::Path }, step, step),
                LeafRole::Bonus { root, chain, .. } => match leaf_roles[root.index()] {
                    LeafRole::Path(step) => (RoomKind::Bonus, step + chain, step),
                    LeafRole::Unused | LeafRole::Bonus { .. } | LeafRole::Reserved => continue,
                },
            };
            // Loops shorten routes, so depths measured after loops were added take precedence.
            let depth = depths.get(leaf.index()).copied().unwrap_or(depth);
            let id = rooms.len() as u32;
            room_of[leaf.index()] = id;
            context.trace.room(id, rect);
            let (progress, outline) = (self.route.progress(step), RoomOutline::default());
            let (host, vault, leaf) = (None, None, leaf.0);
            rooms.push(PlannedRoom { kind, rect, depth, progress, host, leaf, tags: 0, outline, vault });
        }
        for room in &mut rooms {
            if let LeafRole::Bonus { host, .. } = leaf_roles[LeafId(room.leaf).index()] {
                room.host = Some(room_of[host.index()]);
            }
        }
        self.room_of = room_of;
        rooms
    }

    /// The ids of the rooms on the main path, from start to end.
    fn rooms_of_path(&self, context: &mut PlanContext<'_, impl Trace>) -> Vec<u32> {
        let path: Vec<u32> = self.route.path.iter().map(|leaf| self.room_of[leaf.index()]).collect();
        context.trace.path(&path);
        path
    }

    fn join_rooms(
        &self,
        context: &mut PlanContext<'_, impl Trace>,
        rooms: &[PlannedRoom],
        vaults: &VaultAssigner<'_>,
    ) -> Vec<Passage> {
        let joined = PassageInputs {
            adjacency: &self.adjacency,
            joined: &self.route.joined,
            rooms,
            room_of: &self.room_of,
            rects: self.room_rects(),
            welcome: &vaults.welcome(rooms, &mut context.work.vaults),
        };
        passages::join(context, &joined)
    }

    /// For each leaf, the rectangle of the room that it may hold.
    fn room_rects(&self) -> &[Rect] {
        if self.inside.is_empty() { &self.partition.leaves } else { &self.inside }
    }

    fn notes<T>(&self, context: &PlanContext<'_, T>, vaults: VaultAssigner<'_>) -> Vec<Note> {
        let shortfall = |code, wanted: u32, got: u32| (got < wanted).then_some(Note { code, wanted, got, about: None });
        let wanted_bonus_rooms = context.preset.bonus.rooms_at(context.difficulty).0;
        let path = shortfall(NoteCode::PathShort, self.route.wanted_path, self.route.path.len() as u32);
        let bonus = shortfall(NoteCode::BonusShort, wanted_bonus_rooms, self.route.bonus_rooms);
        path.into_iter().chain(bonus).chain(vaults.notes).collect()
    }
}

/// Gives the rooms their shapes and chooses entry and exit.
fn shape_rooms(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &mut [PlannedRoom],
    passages: &[Passage],
    path: &[u32],
) -> EntryAndExit {
    let in_rectangles = ends(context, rooms, path);
    if context.preset.shapes.is_empty() {
        return in_rectangles;
    }
    // In a path of one room, entry and exit are its corner cells. They follow the shape instead of
    // restricting it.
    let is_single = path.len() < 2;
    let protected: &[Cell] = if is_single { &[] } else { &[in_rectangles.entry, in_rectangles.exit] };
    shape::shape_rooms(context, rooms, passages, protected);
    if is_single { ends(context, rooms, path) } else { in_rectangles }
}
