//! The stages of planning in their order.
//!
//! Consumes a [`PlanContext`]; produces a [`FloorPlan`]. Keeps the buffers of the stages.

use std::cmp::Reverse;

use super::{
    FloorPlan, Note, NoteCode, Passage, PlannedMission, PlannedProp, PlannedRoom, QuietZone, ShapedFloors,
    adjacency::Adjacency,
    arms::{self, CycleArms},
    banks::Banks,
    context::PlanContext,
    ends::{EntryAndExit, ends},
    features::{self, PlanGround},
    inset,
    mission::{MissionPlanner, PlanToLock},
    openings, partings,
    partition::{DemandSource, LeafDemand, LeafId, Partition, PartitionInputs},
    passages::{self, PassageInputs},
    pools::DealtEntries,
    roles,
    route::{self, LeafGraph, LeafRole, LeafRoom, MissingCycles, PathStart, Route},
    shape::{self, ShapeChoice},
    sizes, stairs,
    terrain::{self, PlanToCover},
    tiles,
    vaults::VaultAssigner,
};
use crate::{
    geom::Rect,
    model::RoomShape,
    preset::{RoomFacts, RoomStyle},
    rng::{RoomWordSources, SeedStage},
    trace::{Stage, Step, Trace},
};

/// Reusable buffers of the planning stages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    partition: Partition,
    adjacency: Adjacency,
    route: Route,
    mission: MissionPlanner,
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
        let dealt = DealtEntries::new(context);
        let mut vaults = VaultAssigner::new(context, &dealt);
        let short_cut = self.cut_leaves(context, &vaults.demands, &dealt);
        context.trace.end(Stage::Partition);
        self.place_rooms(context);
        vaults.reserve(&self.partition, &mut self.inside, &mut self.route);
        sizes::reserve(context.preset, &self.partition, &mut self.inside, &mut self.route);
        self.find_neighbours(context);
        self.find_route(context);
        let mut rooms = self.number_rooms(context);
        let path = self.rooms_of_path(context);
        let mut cycles = self.arms_of_cycles(&rooms, &path);
        for arms in &cycles {
            context.trace.see(|| Step::Cycle { detours: arms.detours.as_slice().into() });
        }
        context.trace.end(Stage::Route);
        vaults.assign_own_rooms(&self.partition, &mut rooms, &self.room_of);
        let mut passages = self.join_rooms(context, &rooms, &vaults);
        context.trace.end(Stage::Passages);
        roles::tag_rooms(context, &mut rooms, &passages, &path);
        roles::choose_doors(context, &mut passages, &rooms, &path);
        context.trace.end(Stage::Roles);
        arms::choose_dearer(context, &mut cycles, &mut rooms);
        let PlanContext { preset, seed, .. } = *context;
        let undealt = dealt.assign_layouts(preset, seed, &self.partition, &self.room_of, &mut rooms, context.trace);
        vaults.assign(&mut rooms, context.trace);
        let (mission, short_mission) = self.plan_mission(context, &mut rooms, &mut passages, &path);
        context.trace.end(Stage::Mission);
        let (choices, words) = shape::choose_shapes(context, &rooms);
        let mouths = openings::open_walls(context, &rooms, &choices, &mut passages);
        let (mut floors, ends) = shape_rooms(context, &mut rooms, (&choices, words), &passages, &path);
        let mut banks = Banks::of(context, &self.partition);
        if let Some(banks) = &mut banks {
            banks.meander(context, &mut rooms, &passages, &mut floors, [ends.entry, ends.exit]);
        }
        openings::widen_mouths(context, &rooms, &floors, &mut passages, &mouths);
        // Behind the mouths: stairs at walls keep off all doors.
        let EntryAndExit { entry, exit } = stairs::move_to_walls(context, &rooms, &floors, &passages, &path, ends);
        let stairs = stairs::place(context, &rooms, &floors, &passages, &mission.stairs);
        let mut tiles = tiles::paint(context, &rooms, &floors, &passages);
        context.trace.end(Stage::Tiles);
        let plan = PlanToCover { rooms: &rooms, passages: &passages, tiles: &tiles, rects: self.room_rects() };
        let (mut terrain, short_terrain) = terrain::lay(context, &self.partition, banks, &plan);
        let ground = PlanGround {
            rooms: &mut rooms,
            floors: &mut floors,
            tiles: &mut tiles,
            passages: &passages,
            path: &path,
            ends: [entry, exit],
            stairs: &stairs,
        };
        let features = features::lay(context, ground, &mut terrain);
        let quiet = context.preset.encounters.quiet.whole_at(context.level_input());
        let quiet = QuietZone::new(&tiles, terrain.cells.as_ref(), entry, quiet);
        context.trace.count(|| quiet.work);
        let mut notes = self.notes(context, vaults);
        notes.extend(short_cut);
        notes.extend(short_terrain);
        let PlanContext { preset, difficulty, .. } = *context;
        notes.extend(sizes::notes(preset, difficulty, &self.partition, &rooms, &self.room_of));
        notes.extend(undealt);
        notes.extend(short_mission);
        let mut props: Vec<PlannedProp> = mission.props(preset).collect();
        props.sort_by_key(|prop| prop.room);
        let kept = Vec::new();
        FloorPlan {
            rooms,
            passages,
            path,
            entry,
            exit,
            stairs,
            notes,
            floors,
            mission,
            props,
            kept,
            cycles,
            quiet,
            tiles,
            terrain,
            features,
        }
    }

    /// Cuts the leaves: those that vaults and sizes demand, and others.
    ///
    /// Required vaults, halls and great rooms are first, then others; of either the largest, which
    /// hardly find a place after others.
    /// Without sizes, vaults keep their order.
    fn cut_leaves(
        &mut self,
        context: &mut PlanContext<'_, impl Trace>,
        of_vaults: &[LeafDemand],
        dealt: &DealtEntries,
    ) -> Option<Note> {
        let mut demands = sizes::demands(context, dealt);
        let PlanContext { preset, difficulty, .. } = *context;
        if demands.is_empty() {
            demands.extend(of_vaults);
        } else {
            demands.splice(..0, of_vaults.iter().copied());
            let is_required = |demand: &LeafDemand| match demand.source {
                DemandSource::Vault(vault) => preset.must_have(vault),
                DemandSource::Size(size) => {
                    preset.sides.sizes[usize::from(size)].fraction.is_some() || dealt.requires_size(preset, size)
                }
            };
            demands.sort_by_key(|demand| (!is_required(demand), Reverse(demand.area())));
        }
        let (rules, arrival) = (preset.leaf_sides(difficulty), context.arrival());
        let (parting, note) = partings::place(context, &rules, &mut demands);
        let inputs = PartitionInputs { size: preset.size(), rules, demands: &demands, arrival, parting };
        let draw = &mut context.stream(SeedStage::Partition);
        self.partition.cut(&inputs, draw, context.trace);
        context.trace.count(|| self.partition.work);
        note
    }

    /// Places a room in each leaf, in the style `Corridors`.
    fn place_rooms<T>(&mut self, context: &PlanContext<'_, T>) {
        self.inside.clear();
        if let RoomStyle::Corridors(margin) = context.preset.style {
            let sides = context.preset.sides.at(context.difficulty);
            let draw = &mut context.stream(SeedStage::Rooms);
            inset::place(&self.partition, &sides, margin, context.arrival(), draw, &mut self.inside);
            inset::reach_band(&self.partition, &sides, margin, context.arrival(), &mut self.inside);
        }
    }

    fn find_neighbours(&mut self, context: &mut PlanContext<'_, impl Trace>) {
        let doors = context.preset.doors;
        match context.preset.style {
            RoomStyle::Adjacent => self.adjacency.read(&self.partition, doors),
            RoomStyle::Corridors(_) => self.adjacency.read_inside(&self.partition, &self.inside, doors),
        }
        context.trace.count(|| self.adjacency.work);
    }

    /// Chooses the leaves that become rooms: the main path, bonus rooms, reserved leaves, and
    /// further ones up to the preset's coverage. Then adds loops.
    fn find_route(&mut self, context: &mut PlanContext<'_, impl Trace>) {
        let PlanContext { preset, difficulty, start, .. } = *context;
        let (route, adjacency, leaves) = (&mut self.route, &self.adjacency, &self.partition.leaves);
        let draw = &mut context.stream(SeedStage::Route);
        let graph = LeafGraph { size: preset.size(), leaves, adjacency };
        let rects = if self.inside.is_empty() { leaves } else { &self.inside };
        route.part(preset, &self.partition);
        let start = PathStart { rule: preset.start, asked: start.map(|cell| route::nearest_leaf(leaves, cell)) };
        route.find_path(graph, start, &preset.path.at(difficulty), draw);
        route.add_cycles(adjacency, &preset.cycles, difficulty, || context.stream(SeedStage::Cycles));
        route.hang_bonus_rooms(adjacency, &preset.bonus, difficulty, draw);
        let hosts = preset.bonus.hosts;
        route.join_reserved(adjacency, hosts);
        let mut crossings = self.partition.band.map(|_| context.stream(SeedStage::Crossings));
        if let Some(draw) = &mut crossings {
            route.cross_once(adjacency, hosts, draw);
        }
        route.fill(adjacency, preset.coverage.at(context.level_input()), hosts, || context.stream(SeedStage::Coverage));
        let admits = |route: &Route, leaf: LeafId| {
            preset.loops.rooms.as_ref().is_none_or(|rooms| {
                route.room(leaf, &preset.cycles).is_some_and(|LeafRoom { kind, progress, tags, .. }| {
                    rooms.suits(&RoomFacts { kind, extent: rects[leaf.index()].extent(), progress, tags })
                })
            })
        };
        route.close_loops(adjacency, &preset.loops, difficulty, admits, || context.stream(SeedStage::Loops));
        if let Some(draw) = &mut crossings {
            route.add_crossings(adjacency, draw);
        }
        route.measure_depths(adjacency, &preset.loops);
        context.trace.count(|| route.work);
    }

    /// Creates a room for each leaf that the route uses, and numbers the rooms in leaf order.
    fn number_rooms(&mut self, context: &mut PlanContext<'_, impl Trace>) -> Vec<PlannedRoom> {
        let route = &self.route;
        let count = route.path.len() + (route.detours + route.bonus_rooms) as usize;
        let mut rooms: Vec<PlannedRoom> = Vec::with_capacity(count);
        let mut room_of = std::mem::take(&mut self.room_of);
        room_of.clear();
        room_of.resize(route.leaf_roles.len(), NO_ROOM);
        for (leaf, &rect) in LeafId::all().zip(self.room_rects()) {
            let Some(room) = route.room(leaf, &context.preset.cycles) else { continue };
            let id = rooms.len() as u32;
            room_of[leaf.index()] = id;
            context.trace.see(|| Step::Room { room: id, rect });
            let LeafRoom { kind, depth, progress, cycle, tags } = room;
            let (host, vault, layout, cut, floor) = (None, None, None, RoomShape::Rectangle, 0);
            let leaf = leaf.0;
            rooms.push(PlannedRoom { kind, rect, depth, progress, host, cycle, leaf, tags, cut, floor, vault, layout });
        }
        for room in &mut rooms {
            if let LeafRole::Bonus { host, .. } = route.leaf_roles[LeafId(room.leaf).index()] {
                room.host = Some(room_of[host.index()]);
            }
        }
        self.room_of = room_of;
        rooms
    }

    /// The ids of the rooms on the main path, from start to end.
    fn rooms_of_path(&self, context: &mut PlanContext<'_, impl Trace>) -> Vec<u32> {
        let path: Vec<u32> = self.route.path.iter().map(|leaf| self.room_of[leaf.index()]).collect();
        context.trace.see(|| Step::Path { rooms: path.as_slice().into() });
        path
    }

    /// The arms of each cycle, the first of them as the dearer.
    fn arms_of_cycles(&self, rooms: &[PlannedRoom], path: &[u32]) -> Vec<CycleArms> {
        let arms = |ends: [u32; 2]| {
            let between = path.get(ends[0] as usize + 1..ends[1] as usize).unwrap_or_default();
            CycleArms { ends, path: between.to_vec(), ..CycleArms::default() }
        };
        let mut cycles: Vec<CycleArms> = self.route.cycles.iter().map(|cycle| arms(cycle.steps)).collect();
        if self.route.detours > 0 {
            let position = |room: &PlannedRoom| self.route.detour_at(LeafId(room.leaf)).unwrap_or_default().1;
            for (id, room) in (0..).zip(rooms) {
                let arms = room.cycle.and_then(|cycle| cycles.get_mut(cycle as usize));
                arms.into_iter().for_each(|arms| arms.detours.push(id));
            }
            let of = |id: &u32| position(&rooms[*id as usize]);
            cycles.iter_mut().for_each(|arms| arms.detours.sort_unstable_by_key(of));
        }
        cycles
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
            welcome: &vaults.welcome(rooms),
        };
        passages::join(context, &joined)
    }

    /// Plans locks, keys, shortcuts and the rooms of stairs beside the exit, if the preset asks for
    /// any.
    fn plan_mission(
        &mut self,
        context: &mut PlanContext<'_, impl Trace>,
        rooms: &mut [PlannedRoom],
        passages: &mut [Passage],
        path: &[u32],
    ) -> (PlannedMission, Vec<Note>) {
        let rules = &context.preset.mission;
        if !rules.is_used() && context.preset.stairs.is_empty() {
            return (PlannedMission::default(), Vec::new());
        }
        let loops = if rules.has_shortcuts() { self.route.passages_of_loops() } else { Vec::new() };
        let Self { route, mission, partition, .. } = self;
        let plan = PlanToLock { rooms, passages, path, loops, partition };
        mission.plan(context, plan, |room| route.path_span(LeafId(room.leaf)))
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
        let cycles = self.route.missing_cycles.iter().map(|&MissingCycles { rule, wanted, got }| {
            let about = Some(format!("floorplan.cycles[{rule}]"));
            Note { code: NoteCode::CycleShort, wanted, got, about }
        });
        path.into_iter().chain(bonus).chain(vaults.notes).chain(cycles).collect()
    }
}

/// Gives the rooms their shapes and chooses entry and exit.
fn shape_rooms(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &mut [PlannedRoom],
    choices: (&[ShapeChoice], RoomWordSources),
    passages: &[Passage],
    path: &[u32],
) -> (ShapedFloors, EntryAndExit) {
    let mut floors = ShapedFloors::default();
    let mut chosen = ends(context, rooms, &floors, path);
    if !context.preset.shapes.is_empty() {
        // In a path of one room, entry and exit are its corner cells. They follow the shape instead
        // of restricting it. No shape takes the arrival cell.
        let is_single = path.len() < 2;
        let is_kept = !is_single || context.arrival().is_some();
        let protected = [is_kept.then_some(chosen.entry), (!is_single).then_some(chosen.exit)];
        floors = shape::shape_rooms(context, rooms, choices, passages, &protected);
        if is_single {
            chosen = ends(context, rooms, &floors, path);
        }
    }
    (floors, chosen)
}
