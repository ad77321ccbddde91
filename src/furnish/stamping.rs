//! Stamps one formation: finds its points, and places its props at each of them.
//!
//! Draws random words only where a rule asks for them: for the points; then for each point its turn
//! and its props.

mod elsewhere;
mod masks;
mod regions;
mod stamp;
mod together;

use super::{
    buffers::StampBuffers,
    context::RoomContext,
    prepare::begin_formation,
    state::{RequiredFormation, RoomState},
    tools::FurnishTools,
};
use crate::{
    grid::CellSet,
    preset::{Formation, ShapeCells},
    rng::RandomSource,
    trace::Trace,
};
use stamp::FormationStamp;

/// Stamps the formation with index `number` in its layout.
pub(super) fn stamp_formation<S: CellSet, T: Trace>(
    state: &mut RoomState<S>,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, T>,
) {
    let turns = begin_formation(state, number, formation, room, tools.trace);
    state.required.extend(formation.required.map(|wanted| RequiredFormation { number, wanted }));
    let RoomState { sets, props: room_props, buffers, patterns, .. } = state;
    let (_, next) = room_props.split(turns);
    let Some((props, turned)) = next.split_first_mut() else { return };
    let StampBuffers { points, regions, candidates } = buffers;
    let pattern = patterns.get(room, &sets.floor, formation, tools.masks);
    if let Some(pattern) = pattern.filter(|_| !sets.is_ordered(props)) {
        if T::DETAILED {
            FormationStamp::new(number, formation, room, sets, props, turned, candidates).report_points(points, tools);
        }
        candidates.cells.assign(pattern);
        if !sets.floor.is_whole() {
            sets.clip(&mut candidates.cells);
        }
        sets.place_all(props, &mut candidates.cells, room, tools.trace);
    } else {
        let mut stamp = FormationStamp::new(number, formation, room, sets, props, turned, candidates);
        let centres = match room.drawing(formation).shape.cells() {
            ShapeCells::Walls => stamp.stamp_region(None, regions, tools),
            ShapeCells::Doors => stamp.stamp_route(regions, tools),
            ShapeCells::RandomMask { apart } => stamp.stamp_scatter(apart, points, tools),
            ShapeCells::Mask | ShapeCells::Blob if stamp.is_united() => stamp.stamp_union(points, tools),
            ShapeCells::Mask | ShapeCells::Blob if formation.required.is_some() => stamp.stamp_required(points, tools),
            ShapeCells::Mask | ShapeCells::Blob => stamp.stamp_masks(points, tools),
        };
        points.record(formation, centres);
    }
    room_props.keep(turns);
}
