//! Stamps one formation that is a mask at fixed anchors.
//!
//! Prepares the [`FormationProps`], fills them, and keeps them if anything was placed.

use super::{
    anchor,
    context::RoomContext,
    mask::{MaskExtent, MaskFrame},
    pattern::FormationPatternCache,
    props::FormationProps,
    room::RoomState,
    sets::RoomSets,
    special::SpecialBuffers,
    tools::FurnishTools,
};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet},
    model::TurnedFootprintSize,
    preset::{Anchor, Formation, PropTurn},
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// The parts of the room's state with which one formation is stamped.
pub(super) struct StampContext<'room, S> {
    pub(super) sets: &'room mut RoomSets<S>,
    pub(super) props: &'room mut FormationProps<S>,
    /// The props of each other turn, if all props of an anchor share one random turn.
    pub(super) turned: &'room mut [FormationProps<S>],
    pub(super) special: &'room mut SpecialBuffers<S>,
    pub(super) patterns: &'room mut FormationPatternCache<S>,
}

/// Stamps one formation that is a mask at each of its anchors.
#[inline]
pub(super) fn stamp_mask<S: CellSet, T: Trace, const IS_SPECIAL: bool>(
    state: &mut RoomState<S>,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, T>,
) {
    let Some(context) = begin_formation::<S, IS_SPECIAL>(state, formation, room) else { return };
    let turns = 1 + context.turned.len();
    let StampContext { sets, props, .. } = &context;
    // The order of anchors matters if stacking props keep a distance or have a budget.
    let is_ordered = IS_SPECIAL && sets.stacks && !sets.can_place_at_once(props);
    let at_once = props.is_one_cell() && !is_ordered;
    if IS_SPECIAL
        && !T::DETAILED
        && at_once
        && room.outline.is_whole()
        && let Some(pattern) = context.patterns.get(room.preset, formation, room.extent(), tools.masks)
    {
        context.props.origins.assign(pattern);
        context.sets.place_cells::<T, IS_SPECIAL>(context.props, room, tools.trace);
    } else {
        stamp_at_anchors::<S, T, IS_SPECIAL>(context, at_once, number, formation, room, tools);
    }
    state.props.keep(turns);
}

/// Stamps a mask at each anchor. With `at_once`, props cover one cell, and their order does not
/// matter.
#[inline]
fn stamp_at_anchors<S: CellSet, T: Trace, const IS_SPECIAL: bool>(
    StampContext { sets, props, turned, .. }: StampContext<'_, S>,
    at_once: bool,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    FurnishTools { masks, draw, trace, .. }: &mut FurnishTools<'_, impl RandomSource, T>,
) {
    // An observer expects the props of each anchor separately.
    let places_last = at_once && !(T::DETAILED && IS_SPECIAL && sets.stacks);
    let size = MaskExtent::of(formation, room.extent(), room.input);
    sets.work.masks += size.cells_to_draw();
    // Other anchors have at most four points, and patterns need no budget.
    let has_budget = formation.at == Anchor::Doors;
    sets.point_budget.begin_formation(room.rect.area());
    anchor::for_each(formation.at, formation.inset, room.extent(), room.doorways, &room.outline, |anchor| {
        if has_budget && sets.point_budget.is_spent() {
            return;
        }
        let anchor = room.on_floor(anchor);
        if IS_SPECIAL {
            turn_at_random(props, turned, *draw);
        }
        let frame = MaskFrame::about(anchor, size, props.footprint, room.extent());
        let mask = masks.mask(&room.preset.drawings, formation.drawing, frame.extent());
        if T::DETAILED {
            trace.stamp(room.id, number as u32, room.point_in_level(anchor));
        }
        let placed = if at_once { frame.words() } else { frame.count_inside() as u64 * props.rows() };
        let steps = room.floor_search_rows() + placed;
        sets.work.tries += steps;
        if has_budget {
            sets.point_budget.spend(steps);
        }
        if places_last {
            let corner = frame.origin(0, 0);
            props.origins.insert_mask(mask, corner.x, corner.y, &sets.floor);
            if T::DETAILED {
                trace_clipped(mask.bits(), corner, &sets.floor, room, *trace);
            }
            return;
        }
        // Without an observer, only footprints inside the rectangle are visited.
        let (columns, rows) = if T::DETAILED { frame.all() } else { frame.inside() };
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if mask.bits().contains(x, y) {
                sets.place_prop::<IS_SPECIAL>(props, frame.footprint(x, y), room, *trace);
            }
        }
    });
    if places_last {
        sets.place_cells::<T, IS_SPECIAL>(props, room, *trace);
    }
}

/// Prepares the props of the next formation, in each turn that they may have.
#[inline]
pub(super) fn begin_formation<'room, S: CellSet, const IS_SPECIAL: bool>(
    state: &'room mut RoomState<S>,
    formation: &Formation,
    room: &RoomContext<'_>,
) -> Option<StampContext<'room, S>> {
    let props = state.props.next();
    props.origins.reset(room.rect.width(), room.rect.height());
    props.set_formation(room.preset, formation);
    let turns = if IS_SPECIAL { begin_special(state, formation, room) } else { 1 };
    let RoomState { sets, props, special, patterns, .. } = state;
    let (_, next) = props.split(turns);
    let (props, turned) = next.split_first_mut()?;
    Some(StampContext { sets, props, turned, special, patterns })
}

/// Prepares what only formations that are not plain need: proximity rules, heights, and the props
/// of each other turn.
///
/// Returns the number of turns.
#[cold]
fn begin_special<S: CellSet>(state: &mut RoomState<S>, formation: &Formation, room: &RoomContext<'_>) -> usize {
    let RoomState { sets, props, .. } = state;
    let (kind, placing) = (room.kind(formation.kind), room.placing(formation.kind));
    state.has_markers |= kind.marker;
    state.has_near_rules |= !placing.near.is_empty();
    let is_random = formation.turn == PropTurn::Random;
    let turns_each = is_random && kind.width == kind.height;
    let turns = if is_random && !turns_each { Direction::ALL.len() } else { 1 };
    let (earlier, next) = props.split(turns);
    for (quarter_turns, props) in (0..).zip(&mut *next) {
        if quarter_turns > 0 {
            let turn = Direction::from_quarter_turns(quarter_turns);
            let (width, height) = kind.footprint_size(turn);
            props.origins.reset(room.rect.width(), room.rect.height());
            props.set_kind(formation.kind, kind, TurnedFootprintSize::new(width, height, turn));
        }
        (props.is_special, props.is_marker, props.turns_each) = (true, kind.marker, turns_each);
    }
    sets.has_proximity = placing.has_rules;
    if placing.has_rules {
        sets.work.limits += sets.proximity.prepare(formation.kind, &sets.floor, earlier, room);
    }
    // Markers share cells with anything.
    sets.stacks = formation.stack && !kind.marker;
    if sets.stacks {
        state.has_stacks = true;
        sets.work.heights += sets.heights.prepare(next[0].interval, earlier, room.vault, room.extent());
    }
    turns
}

/// Draws the turn of the next anchor, if the props may have several, and swaps the props of that
/// turn into place.
#[cold]
pub(super) fn turn_at_random<S>(
    props: &mut FormationProps<S>,
    turned: &mut [FormationProps<S>],
    draw: &mut impl RandomSource,
) {
    if turned.is_empty() {
        return;
    }
    let turn = Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8);
    if let Some(other) = turned.iter_mut().find(|other| other.stance.turn() == turn) {
        std::mem::swap(props, other);
    }
}

/// Reports to the observer the cells of a mask that lie outside the room's floor.
fn trace_clipped(mask: &BitGrid, corner: Cell, floor: &impl CellSet, room: &RoomContext<'_>, trace: &mut impl Trace) {
    for cell in mask.iter() {
        let cell = Cell::new(corner.x + cell.x, corner.y + cell.y);
        if !floor.contains(cell.x, cell.y) {
            trace.reject(room.id, room.in_level(Rect::from_cell(cell)), Rejection::Clipped);
        }
    }
}
