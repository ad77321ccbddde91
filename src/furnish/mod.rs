//! Furnishing: each room gets a layout, whose formations place props clear of doors and keep the
//! room walkable.
//!
//! Consumes a checked preset, the floor plan and a block of random words for each leaf; produces a
//! [`LevelFurnishing`]. Each room is independent: what one draws or places changes no other. So a
//! room may be furnished again, from the block of its leaf under another key.

mod anchor;
mod axis;
mod bank;
mod blob;
mod budget;
mod buffers;
mod choice;
mod content;
mod context;
mod emit;
mod floor;
mod frame;
mod furnishing;
mod heights;
mod held;
mod jitter;
mod largest;
mod layout;
mod layout_set;
mod mask;
mod memory;
mod offers;
mod pattern;
mod placing;
mod planned_prop;
mod points;
mod prepare;
mod props;
mod proximity;
mod ranks;
mod raster;
mod region;
mod removal;
mod required;
mod reroll;
mod room;
mod route;
mod sets;
mod shape;
mod space;
mod stamping;
mod standing;
mod state;
mod stencil;
mod terrain;
#[cfg(test)]
mod tests;
mod tools;
mod vault;
mod walkway;
mod walls;

use std::ops::Range;

use crate::{
    buckets::Buckets,
    floorplan::FloorPlan,
    grid::{BitGrid, CellBlock},
    model::{PropRecord, Rerolls},
    preset::Preset,
    rng::{FloorSeed, LeafWordSource, SeedStage},
    trace::Trace,
};
use choice::LayoutChooser;
use content::{RoomContent, RoomVault};
use context::{Doorway, LayoutChoice, LevelContext, RoomContext, sort_passage_ends};
pub(crate) use furnishing::{LevelFurnishing, MissingProps, PlacedTerrain};
use jitter::JitterLimit;
use mask::MaskCache;
pub(crate) use reroll::RerolledRooms;
use room::furnish_room;
pub(crate) use space::{CELLS_PER_MEMBER, PlacedSlot, RoomSpace, SpaceSets};
pub(crate) use standing::StandingProps;
use state::RoomState;
use stencil::StencilCache;
use tools::FurnishTools;

/// Buffers and caches of furnishing, reused from room to room and from level to level of one
/// preset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Furnisher {
    masks: MaskCache,
    stencils: StencilCache,
    block: RoomState<CellBlock>,
    grid: RoomState<BitGrid>,
    /// Scratch memory: for each room of the current level, the numbers of its passage ends.
    ends: Buckets<u32>,
    doorways: Vec<Doorway>,
    choice: LayoutChooser,
    jitter_limits: Vec<Option<JitterLimit>>,
    /// The number of props in the last level. The next level's list of props is allocated for about
    /// as many, instead of growing by doubling.
    props: usize,
}

/// What the rooms of a level are furnished from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FurnishTask<'level> {
    pub(crate) preset: &'level Preset,
    pub(crate) plan: &'level FloorPlan,
    pub(crate) seed: &'level FloorSeed,
    pub(crate) difficulty: f32,
    pub(crate) rerolls: &'level Rerolls,
}

impl<'level> FurnishTask<'level> {
    /// The level with its passage ends, before any layout is chosen.
    fn level(self, ends: &'level Buckets<u32>) -> LevelContext<'level> {
        let Self { preset, plan, seed: _, difficulty, rerolls } = self;
        LevelContext { preset, plan, ends, difficulty, choices: None, rerolls, first: None }
    }
}

/// The number of rooms of a large level from which its total number of props is extrapolated.
const SAMPLE: usize = 1024;

/// The least spare capacity of the list of props before a room of a large level, in props: more
/// than most rooms need.
const ROOM: usize = 256;

/// Reserves memory for the props of the remaining rooms, extrapolated from the first `done` rooms.
///
/// So the list of a large level grows once. Doubling it would hold it in memory twice. Reserves
/// slightly more than extrapolated, to avoid further growth.
fn reserve_props(props: &mut Vec<PropRecord>, done: u64, rooms: u64) {
    let remaining = props.len() as u64 * rooms.saturating_sub(done) / done.max(1);
    // At least a fixed fraction of the list, so that copying stays linear even if the remaining
    // rooms are much fuller.
    let more = ((remaining + remaining / 32) as usize).max(props.len() / 16);
    props.reserve_exact(more + ROOM);
}

impl Furnisher {
    /// Furnishes all rooms of a plan as they are drawn first.
    ///
    /// Cost: linear in the rooms' cells times the formations of a layout, and in the rooms times
    /// the layouts. A formation that stacks or has proximity rules also visits all earlier
    /// formations of its room.
    pub(crate) fn furnish(&mut self, task: FurnishTask<'_>, trace: &mut impl Trace) -> LevelFurnishing {
        let mut ends = std::mem::take(&mut self.ends);
        sort_passage_ends(task.plan, &mut ends);
        let draw = task.seed.leaves(SeedStage::Furnish);
        let furnishing = self.furnish_rooms(task.level(&ends), 0..task.plan.rooms.len(), draw, trace);
        self.ends = ends;
        furnishing
    }

    /// Furnishes all rooms on the current thread pool. Gives the same props as `furnish`, since
    /// each room has its own random words.
    #[cfg(feature = "parallel")]
    pub(crate) fn furnish_in_parallel(task: FurnishTask<'_>) -> LevelFurnishing {
        use rayon::prelude::*;

        use crate::trace::NoTrace;

        /// The number of rooms of a task: enough to amortise the task's buffers, few enough to
        /// balance the load.
        const ROOMS: usize = 256;
        let FurnishTask { preset, plan, seed, .. } = task;
        let mut ends = Buckets::default();
        sort_passage_ends(plan, &mut ends);
        let level = task.level(&ends);
        // Without a memory, no room needs to know the layouts of others.
        let choices = preset.memory.map(|_| choose_layouts(level, seed));
        let level = LevelContext { choices: choices.as_deref(), ..level };
        let starts: Vec<_> = (0..plan.rooms.len()).step_by(ROOMS).collect();
        let furnish = |furnisher: &mut Self, start: usize| {
            let rooms = start..plan.rooms.len().min(start + ROOMS);
            let draw = seed.leaves(SeedStage::Furnish);
            furnisher.furnish_rooms(level, rooms, draw, &mut NoTrace)
        };
        let parts: Vec<_> = starts.into_par_iter().map_init(Self::default, furnish).collect();
        let mut all = LevelFurnishing { used: vec![false; preset.kinds.len()], ..LevelFurnishing::default() };
        all.props.reserve_exact(parts.iter().map(|part| part.props.len()).sum());
        parts.into_iter().for_each(|part| all.append(part));
        all
    }

    /// Furnishes the rooms with ids in `rooms`.
    fn furnish_rooms(
        &mut self,
        level: LevelContext<'_>,
        rooms: Range<usize>,
        mut draw: LeafWordSource,
        trace: &mut impl Trace,
    ) -> LevelFurnishing {
        let preset = level.preset;
        let mut out = LevelFurnishing { used: vec![false; preset.kinds.len()], ..LevelFurnishing::default() };
        out.layouts.reserve_exact(rooms.len());
        if preset.has_budgets() {
            out.spaces.reserve_exact(rooms.len());
        }
        if rooms.len() <= SAMPLE {
            out.props.reserve_exact(self.props + self.props / 8);
        }
        let (first, number) = (rooms.start, rooms.len());
        self.begin(preset);
        if level.choices.is_none() {
            self.choice.begin_level(preset, number);
        }
        for id in rooms {
            if id - first >= SAMPLE && out.props.capacity() - out.props.len() < ROOM {
                reserve_props(&mut out.props, (id - first) as u64, number as u64);
            }
            trace.hide(|| level.rerolls.get(id as u32) > 0);
            self.furnish_planned(level, id, &mut draw, &mut out, trace);
        }
        trace.hide(|| false);
        self.props = out.props.len();
        out
    }

    /// Prepares what depends on the preset alone; later calls do nothing.
    fn begin(&mut self, preset: &Preset) {
        self.choice.begin(&preset.layouts);
        if self.jitter_limits.is_empty() {
            self.jitter_limits.extend(JitterLimit::of_kinds(preset));
        }
    }

    /// Chooses the layout of a room, and furnishes the room.
    fn furnish_planned(
        &mut self,
        level: LevelContext<'_>,
        id: usize,
        draw: &mut LeafWordSource,
        out: &mut LevelFurnishing,
        trace: &mut impl Trace,
    ) {
        draw.move_to(level.plan.rooms[id].leaf);
        let chosen = match level.choices {
            Some(choices) => {
                let LayoutChoice { layout, words } = choices[id];
                draw.skip(words);
                layout
            }
            // Here, rooms come in the order of their ids, the first of the level first; or there is
            // no memory.
            None => self.choice.layout(level, id, draw),
        };
        let remembered = self.choice.take_work();
        trace.count(|| remembered);
        self.furnish_chosen(level, id, chosen, draw, out, trace);
    }

    /// Furnishes a room if it has a layout, a vault or planned props.
    fn furnish_chosen(
        &mut self,
        level: LevelContext<'_>,
        id: usize,
        chosen: Option<u16>,
        draw: &mut LeafWordSource,
        out: &mut LevelFurnishing,
        trace: &mut impl Trace,
    ) {
        let preset = level.preset;
        let vault = RoomVault::of(&level.plan.rooms[id], preset);
        out.layouts.push(chosen);
        let planned = level.plan.props_of(id as u32);
        if chosen.is_none() && vault.is_none() && planned.is_empty() && !preset.has_budgets() {
            return;
        }
        self.doorways.clear();
        self.doorways.extend(level.doorways(id as u32));
        let kept = level.plan.kept.get(id).copied().unwrap_or_default();
        let content = RoomContent { layout: chosen, vault, planned, kept };
        let room = RoomContext::new(level, id as u32, content, &self.doorways, &self.jitter_limits);
        let Self { masks, stencils, .. } = self;
        let mut tools = FurnishTools { masks, stencils, draw, trace };
        if CellBlock::fits(room.rect.width(), room.rect.height()) {
            furnish_room(&mut self.block, &room, &mut tools, out);
        } else {
            furnish_room(&mut self.grid, &room, &mut tools, out);
        }
    }
}

/// Chooses the layouts of all rooms, in the order of their ids, as furnishing the rooms one after
/// the other does.
#[cfg(feature = "parallel")]
fn choose_layouts(level: LevelContext<'_>, seed: &FloorSeed) -> Vec<LayoutChoice> {
    let mut chooser = LayoutChooser::default();
    chooser.begin(&level.preset.layouts);
    let mut draw = seed.leaves(SeedStage::Furnish);
    chooser.begin_level(level.preset, level.plan.rooms.len());
    let choice = |(id, room): (usize, &crate::floorplan::PlannedRoom)| {
        draw.move_to(room.leaf);
        let layout = chooser.layout(level, id, &mut draw);
        LayoutChoice { layout, words: draw.used() }
    };
    level.plan.rooms.iter().enumerate().map(choice).collect()
}
