//! The state of a room that is being furnished.

use super::{
    buffers::StampBuffers,
    context::RoomContext,
    offers::RoomOffers,
    pattern::FormationPatternCache,
    props::{FormationProps, RoomProps},
    sets::RoomSets,
    walkway::Walkways,
};
use crate::{grid::CellSet, model::TurnedFootprintSize, trace::PropSource, weights::WeightTable};

/// A required formation of a room, and the least number of its props.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequiredFormation {
    /// The index of the formation in its layout.
    pub(super) number: usize,
    pub(super) wanted: u32,
}

/// What is known of the terrain of the room that is being furnished.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomTerrain<S> {
    /// Whether a formation of the room lays terrain.
    pub(super) is_used: bool,
    /// The cells of terrain that blocks, before walkways are opened: of each formation by its index
    /// among the props of the room.
    pub(super) before: Vec<(usize, S)>,
}

impl<S> RoomTerrain<S> {
    pub(super) fn clear(&mut self) {
        self.is_used = false;
        self.before.clear();
    }
}

/// The props and sets of the room that is being furnished, and buffers reused from room to room.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomState<S> {
    pub(super) sets: RoomSets<S>,
    pub(super) props: RoomProps<S>,
    /// Whether a formation of the room stacks, so that props may share cells.
    pub(super) has_stacks: bool,
    /// `has_markers`: whether a formation of the room places markers. `has_near_rules`: whether one
    /// places props with `near` rules.
    pub(super) has_markers: bool,
    pub(super) has_near_rules: bool,
    pub(super) scratch: S,
    pub(super) patterns: FormationPatternCache<S>,
    pub(super) walkways: Walkways<S>,
    pub(super) buffers: StampBuffers<S>,
    /// The variant weights of the current formation's props.
    pub(super) weights: WeightTable,
    pub(super) offers: RoomOffers,
    /// The required formations stamped in the room.
    pub(super) required: Vec<RequiredFormation>,
    pub(super) terrain: RoomTerrain<S>,
}

impl<S: CellSet> RoomState<S> {
    /// Begins the next props, of this kind; those of a stand-in for terrain as cells of terrain.
    #[inline]
    pub(super) fn begin_props(
        &mut self,
        source: PropSource,
        number: u16,
        stance: TurnedFootprintSize,
        room: &RoomContext<'_>,
    ) -> &mut FormationProps<S> {
        let (kind, placing) = (room.kind(number), room.placing(number));
        let props = self.props.next();
        props.begin(room.extent(), source, number, kind, stance, placing.draws_words());
        if placing.terrain.is_some() {
            props.become_terrain(kind.blocks);
            self.terrain.is_used = true;
        }
        props
    }

    /// The work that regions, walkways and nearest walls have counted since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        let of_walls = self.sets.walls.take_work();
        std::mem::take(&mut self.buffers.regions.work) + std::mem::take(&mut self.walkways.work) + of_walls
    }
}
