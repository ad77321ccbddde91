//! Lays what the plan decides for a room: each prop on a cell of its own, before any formation is
//! stamped.
//!
//! Consumes the floor, the props of a vault and the planned props laid before; places one prop of
//! one cell.

use super::{
    anchor,
    context::RoomContext,
    furnishing::LevelFurnishing,
    props::{FormationProps, RoomProps},
    region::nearest_of,
    sets::RoomSets,
    state::RoomState,
    tools::FurnishTools,
};
use crate::{
    floorplan::{PlannedProp, PlannedPropSource},
    geom::{Cell, Direction, Rect},
    grid::CellSet,
    model::TurnedFootprintSize,
    rng::RandomSource,
    trace::{PropSource, Rejection, Step, Trace},
};

/// Lays a planned prop on the free cell that is nearest to its anchor, or on a random one.
///
/// A free cell is floor without a prop; if possible, outside of the clearances of doors, entry and
/// exit. Where the vault fills all of its room, the planned prop takes the place of one of its
/// props. A random cell draws one word. Formations keep off the cell, but for what hangs overhead.
/// Cost: linear in the room's cells.
#[cold]
pub(super) fn lay_planned_prop<S: CellSet>(
    state: &mut RoomState<S>,
    planned: &PlannedProp,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    out: &mut LevelFurnishing,
) {
    let kind = room.kind(planned.kind);
    let RoomState { sets, props, .. } = state;
    let free = free_cells(sets, props, room);
    let Cell { x, y } = match planned.at {
        Some(at) => nearest_of(&free, anchor::point(at, 0, sets.floor.frame())).unwrap_or_default(),
        None => free.nth(tools.draw.below(free.count_cells())),
    };
    let cell = room.in_level(Rect::of(x, y, 1, 1));
    let (source, laid) = match planned.source {
        PlannedPropSource::Key(_) => (PropSource::Key, Step::LayKey { room: room.id, cell }),
        PlannedPropSource::Metered { rule, .. } => {
            (PropSource::Metered { rule }, Step::Reserve { room: room.id, cell })
        }
    };
    clear_cell(sets, props, Cell::new(x, y), room, tools.trace);
    let next = props.next();
    let stance = TurnedFootprintSize::new(1, 1, Direction::North);
    next.begin(room.extent(), source, planned.kind, kind, stance, false);
    next.origins.insert(x, y);
    sets.occupied.insert(x, y);
    sets.clearance.insert(x, y);
    sets.planned.push(Cell::new(x, y));
    state.has_markers |= kind.marker;
    tools.trace.see(|| laid);
    tools.trace.see(|| Step::Place { room: room.id, prop: cell });
    props.keep(1);
    out.planned.push(cell.top_left());
}

/// The cells where a planned prop may lie, at least one: the first of these sets that is not empty.
///
/// Floor without a prop; without a planned prop, and without an obstacle where possible; any floor.
/// Of these the cells outside of all clearances, those beside the entry and the exit,
/// all.
fn free_cells<S: CellSet>(sets: &RoomSets<S>, props: &mut RoomProps<S>, room: &RoomContext<'_>) -> S {
    let without = |cells: &S, taken: &S| {
        let mut rest = cells.clone();
        rest.subtract(taken);
        (!rest.is_empty()).then_some(rest)
    };
    let floor = sets.floor.cells().clone();
    let mut ends = floor.clone();
    let mut bare = floor.clone();
    for earlier in props.placed() {
        bare.subtract(earlier.cells_of(&earlier.origins, &mut ends));
    }
    ends.reset(room.rect.width(), room.rect.height());
    let free = if bare.is_empty() {
        let mut planned = ends.clone();
        sets.planned.iter().for_each(|cell| planned.insert(cell.x, cell.y));
        let unplanned = without(&floor, &planned).unwrap_or(floor);
        without(&unplanned, &sets.obstacles).unwrap_or(unplanned)
    } else {
        bare
    };
    room.ends.into_iter().flatten().for_each(|end| ends.insert(end.x, end.y));
    without(&free, &sets.clearance).or_else(|| without(&free, &ends)).unwrap_or(free)
}

/// Removes the props of the vault that may not share the cell of a planned prop: all but those
/// overhead.
fn clear_cell<S: CellSet>(
    sets: &mut RoomSets<S>,
    props: &mut RoomProps<S>,
    cell: Cell,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) {
    let is_of_vault = |earlier: &FormationProps<S>| matches!(earlier.source, Some(PropSource::Vault { .. }));
    let hangs = |earlier: &FormationProps<S>| room.kind(earlier.kind).hangs();
    for earlier in props.placed().iter_mut().filter(|earlier| is_of_vault(earlier) && !hangs(earlier)) {
        let Some(prop) = earlier.prop_over(cell) else { continue };
        earlier.origins.remove(prop.left(), prop.top());
        if earlier.is_obstacle {
            sets.obstacles.remove_rect(prop);
        }
        trace.see(|| room.rejects(prop, Rejection::Clearance));
    }
}
