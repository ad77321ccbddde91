//! Furnishing: each room gets a layout, whose formations place props clear of doors and keep the
//! room walkable.
//!
//! Consumes a checked preset, the floor plan and a block of random words for each leaf; produces a
//! [`LevelFurnishing`]. Each room is independent: what one draws or places changes no other.

mod anchor;
mod budget;
mod buffers;
mod choice;
mod content;
mod context;
mod emit;
mod floor;
mod furnishing;
mod heights;
mod jitter;
mod layout;
mod mask;
mod offers;
mod pattern;
mod placing;
mod planned_prop;
mod points;
mod prepare;
mod props;
mod proximity;
mod raster;
mod region;
mod removal;
mod room;
mod route;
mod sets;
mod shape;
mod space;
mod stamping;
mod state;
mod stencil;
#[cfg(test)]
mod tests;
mod tools;
mod vault;
mod walkway;

use std::ops::Range;

use crate::{
    buckets::Buckets,
    floorplan::FloorPlan,
    grid::{BitGrid, CellBlock},
    model::PropRecord,
    preset::Preset,
    rng::{FloorSeed, LeafWordSource, SeedStage},
    trace::Trace,
};
use choice::LayoutChooser;
use content::{RoomContent, RoomVault};
use context::{Doorway, LevelContext, RoomContext, sort_passage_ends};
pub(crate) use furnishing::LevelFurnishing;
use jitter::JitterLimit;
use mask::MaskCache;
use room::furnish_room;
pub(crate) use space::{PlacedSlot, RoomSpace, SpaceSets};
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
    /// Furnishes all rooms of a plan.
    ///
    /// Cost: linear in the rooms' cells times the formations of a layout, and in the rooms times
    /// the layouts. A formation that stacks or has proximity rules also visits all earlier
    /// formations of its room.
    pub(crate) fn furnish(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        seed: &FloorSeed,
        difficulty: f32,
        trace: &mut impl Trace,
    ) -> LevelFurnishing {
        let mut ends = std::mem::take(&mut self.ends);
        sort_passage_ends(plan, &mut ends);
        let draw = seed.leaves(SeedStage::Furnish);
        let level = LevelContext { preset, plan, ends: &ends, difficulty };
        let furnishing = self.furnish_rooms(level, 0..plan.rooms.len(), draw, trace);
        self.ends = ends;
        furnishing
    }

    /// Furnishes all rooms on the current thread pool. Gives the same props as `furnish`, since
    /// each room has its own random words.
    #[cfg(feature = "parallel")]
    pub(crate) fn furnish_in_parallel(
        preset: &Preset,
        plan: &FloorPlan,
        seed: &FloorSeed,
        difficulty: f32,
    ) -> LevelFurnishing {
        use rayon::prelude::*;

        use crate::trace::NoTrace;

        /// The number of rooms of a task: enough to amortise the task's buffers, few enough to
        /// balance the load.
        const ROOMS: usize = 256;
        let mut ends = Buckets::default();
        sort_passage_ends(plan, &mut ends);
        let level = LevelContext { preset, plan, ends: &ends, difficulty };
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
        if preset.deals() {
            out.spaces.reserve_exact(rooms.len());
        }
        if rooms.len() <= SAMPLE {
            out.props.reserve_exact(self.props + self.props / 8);
        }
        let (first, number) = (rooms.start, rooms.len());
        self.choice.begin(&preset.layouts);
        if self.jitter_limits.is_empty() {
            self.jitter_limits.extend(JitterLimit::of_kinds(preset));
        }
        for id in rooms {
            if id - first >= SAMPLE && out.props.capacity() - out.props.len() < ROOM {
                reserve_props(&mut out.props, (id - first) as u64, number as u64);
            }
            self.furnish_planned(level, id, &mut draw, &mut out, trace);
        }
        self.props = out.props.len();
        out
    }

    /// Chooses the layout of a room, and furnishes the room if it has a layout, a vault or
    /// planned props.
    fn furnish_planned(
        &mut self,
        level: LevelContext<'_>,
        id: usize,
        draw: &mut LeafWordSource,
        out: &mut LevelFurnishing,
        trace: &mut impl Trace,
    ) {
        let (preset, planned) = (level.preset, &level.plan.rooms[id]);
        draw.move_to(planned.leaf);
        let vault = RoomVault::of(planned, preset);
        let chosen = if vault.is_some_and(|vault| vault.is_alone) {
            None
        } else {
            self.choice.layout(&preset.layouts, planned, level.input(planned), draw)
        };
        out.layouts.push(chosen);
        let planned = level.plan.props_of(id as u32);
        if chosen.is_none() && vault.is_none() && planned.is_empty() && !preset.deals() {
            return;
        }
        self.doorways.clear();
        self.doorways.extend(level.doorways(id as u32));
        let content = RoomContent { layout: chosen, vault, planned };
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
