//! Removes props that may not stay once all formations are stamped: markers under obstacles,
//! obstacles in the way of walkways, and props that then no longer meet their `near` rules.

use super::{
    context::RoomContext, space::CELLS_PER_MEMBER, state::RoomState, tools::FurnishTools, walkway::remove_pile,
};
use crate::{
    geom::{Extent, Rect},
    grid::CellSet,
    rng::RandomSource,
    trace::{Rejection, Step, Trace},
};

/// The number of passes in which [`remove_stranded_props`] removes only props that break a `near`
/// rule. The next pass removes every obstacle with a `near` rule, which ends the loop. Usual rooms
/// need two or three passes. Only long chains, in which each prop stands on the one before, need
/// more.
const PASSES: u32 = 16;

/// Removes the markers that an obstacle covers.
pub(super) fn remove_covered_markers<S: CellSet>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) {
    if !state.has_markers {
        return;
    }
    let RoomState { sets, props, scratch, .. } = state;
    for markers in props.placed().iter_mut().filter(|props| props.is_marker) {
        markers.retain_not(
            scratch,
            |marker| sets.obstacles.intersects_rect(marker),
            |marker| trace.see(|| room.rejects(marker, Rejection::Occupied)),
        );
    }
}

/// Opens walkways from the room's entrance to every goal, and removes the props in the way.
///
/// Goals are doors, cells that must stay clear, and props that block nothing, but no terrain.
/// Returns whether all free cells were reachable without any.
pub(super) fn open_walkways<S: CellSet>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) -> bool {
    let RoomState { sets, scratch, walkways, props: room_props, has_stacks, required, .. } = state;
    if walkways.begin(sets.floor.cells(), &sets.obstacles, room.entrance(|| sets.floor.first()), *has_stacks) {
        return true;
    }
    if !required.is_empty() {
        walkways.spare_required(room_props.placed(), scratch);
    }
    let mut on_removal = |prop| trace.see(|| room.rejects(prop, Rejection::Walkway));
    let room_props = room_props.placed();
    for doorway in room.doorways {
        walkways.reach(doorway.before(1, room.extent()), room_props, &mut on_removal);
    }
    for cell in room.clear_cells(|| sets.floor.first()) {
        walkways.reach(Rect::from_cell(cell), room_props, &mut on_removal);
    }
    // Props that block nothing are never in the way. So their list stays unchanged while others are
    // removed, except for props that stood on them.
    for number in 0..room_props.len() {
        let props = &room_props[number];
        let kind = room.kind(props.kind);
        if kind.blocks || props.is_terrain {
            continue;
        }
        let Extent { width, height } = props.footprint;
        scratch.assign(&props.origins);
        scratch.subtract(&walkways.reached);
        walkways.work += u64::from(scratch.count_cells()) * props.rows();
        scratch.for_each(|x, y| {
            if room_props[number].origins.contains(x, y) {
                let prop = Rect::of(x, y, width, height);
                walkways.reach_prop(prop, kind.elevation, room_props, &mut on_removal);
            }
        });
    }
    false
}

/// Opens cells for the members of groups that the plan promises the room, if too few are left: not
/// before doors, not near the entry, without a marker; and others around them. Draws a word for
/// each walkway.
///
/// Call it behind [`open_walkways`], with what it returned. Returns whether there were enough.
#[cold]
pub(super) fn open_kept_cells<S: CellSet>(
    state: &mut RoomState<S>,
    is_open: bool,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) -> bool {
    let RoomState { sets, scratch, walkways, props: room_props, has_stacks, required, .. } = state;
    let floor = sets.floor.cells();
    let mut suited = floor.clone();
    room.doorways.iter().for_each(|doorway| suited.remove_rect(doorway.before(1, room.extent())));
    room.quiet_cells().chain(sets.closed_to_markers(room)).for_each(|cell| suited.remove(cell.x, cell.y));
    for markers in room_props.placed().iter().filter(|props| props.is_marker && !room.placing(props.kind).slot) {
        suited.subtract(markers.cells_of(&markers.origins, scratch));
    }
    // The cells of which too few are open; `None` if there are enough of all.
    let lacking = |open: &S| {
        let mut places = suited.clone();
        places.intersect(open);
        let is_crowded = || open.count_cells() < CELLS_PER_MEMBER * room.kept;
        if places.count_cells() < room.kept { Some(&suited) } else { is_crowded().then_some(floor) }
    };
    let mut open = floor.clone();
    open.subtract(&sets.obstacles);
    if lacking(if is_open { &open } else { &walkways.reached }).is_none() {
        return is_open;
    }
    if is_open {
        walkways.start(floor, &sets.obstacles, room.entrance(|| sets.floor.first()), *has_stacks);
        if !required.is_empty() {
            walkways.spare_required(room_props.placed(), scratch);
        }
    }
    while let Some(cells) = lacking(&walkways.reached) {
        let mut shut = cells.clone();
        shut.subtract(&walkways.reached);
        if shut.is_empty() {
            break;
        }
        let cell = shut.nth(tools.draw.below(shut.count_cells()));
        let trace = &mut *tools.trace;
        let on_removal = &mut |prop| trace.see(|| room.rejects(prop, Rejection::Walkway));
        walkways.reach(Rect::from_cell(cell), room_props.placed(), on_removal);
        let cell = room.in_level(Rect::from_cell(cell));
        trace.see(|| Step::Keep { room: room.id, cell });
    }
    false
}

/// Removes props that no longer meet their `near` rules, now that walkways are open.
///
/// `near` refers to props of earlier formations, so one pass in order suffices unless an earlier
/// prop stood on a removed one. Each further pass removes at least one prop. After [`PASSES`], the
/// next pass removes every prop that could require another.
pub(super) fn remove_stranded_props<S: CellSet>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) {
    if !state.has_near_rules {
        return;
    }
    let mut passes = 1;
    while remove_stranded_once(state, passes > PASSES, room, trace) {
        passes += 1;
    }
}

/// Removes props that do not meet their `near` rules, formation by formation.
///
/// With `removes_piles`, and if props of the room share cells, removes every obstacle with `near`
/// rules. Returns whether a pile was removed, so that props of earlier formations may no longer
/// meet their rules.
#[cold]
fn remove_stranded_once<S: CellSet>(
    state: &mut RoomState<S>,
    removes_piles: bool,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) -> bool {
    let RoomState { sets, props: room_props, scratch, has_stacks, .. } = state;
    let mut has_removed_pile = false;
    for number in room_props.of_layout() {
        let (earlier, later) = room_props.placed().split_at_mut(number);
        let props = &mut later[0];
        if room.placing(props.kind).near.is_empty() {
            continue;
        }
        sets.proximity.prepare_required(props.kind, sets.floor.cells(), earlier, room);
        let tested = || u64::from(props.origins.count_cells()) * props.rows();
        trace.count(|| (1 + number as u64) * sets.floor.cells().words() + tested());
        let (proximity, obstacles) = (&sets.proximity, &mut sets.obstacles);
        let mut piles = 0;
        let mut remove = |prop: Rect, is_obstacle: bool| {
            if is_obstacle {
                obstacles.remove_rect(prop);
            }
            trace.see(|| room.rejects(prop, Rejection::NotNear));
        };
        let is_obstacle = props.is_obstacle;
        if !(*has_stacks && is_obstacle) {
            let is_stranded = |prop: Rect| proximity.misses_required(prop);
            props.retain_not(scratch, is_stranded, |prop| remove(prop, is_obstacle));
            continue;
        }
        let Extent { width, height } = props.footprint;
        scratch.assign(&props.origins);
        scratch.for_each(|x, y| {
            let prop = Rect::of(x, y, width, height);
            let is_stranded = removes_piles || proximity.misses_required(prop);
            // The prop may already have been removed with another pile.
            if is_stranded && room_props.placed()[number].origins.contains(x, y) {
                for removed in remove_pile(prop, room_props.placed(), &mut piles) {
                    remove(removed.cells, removed.is_obstacle);
                }
                has_removed_pile = true;
            }
        });
    }
    has_removed_pile
}
