//! Furnishes one room.
//!
//! Consumes a [`RoomContext`]; appends to a [`LevelFurnishing`]. All sets are in room coordinates.
//! The code is generic over [`CellSet`]: one type for rooms that fit a block, one for larger rooms.
//! Overlap is decided on these sets; only formations that stack compare heights.

use super::{
    context::RoomContext,
    emit::emit_props,
    floor::RoomFloor,
    furnishing::LevelFurnishing,
    layout::stamp_layout,
    planned_prop::lay_planned_prop,
    removal::{open_kept_cells, open_walkways, remove_covered_markers, remove_stranded_props},
    required::report_missing,
    sets::RoomSets,
    space::{SpaceSet, space_of},
    state::RoomState,
    stencil::StencilCache,
    terrain::{lay_terrain, remember_terrain},
    tools::FurnishTools,
    vault::draw_vault,
};
use crate::{
    geom::{Extent, Rect},
    grid::CellSet,
    rng::RandomSource,
    trace::{Step, Trace},
};

/// Furnishes a room, and appends its props to `out`, by formation, each in row-major order.
///
/// Draws random words only where a rule asks for one, in this order: for each planned prop its
/// cell; for each formation, those of its layout entry and its anchors; for each anchor, the turn
/// and the props; finally for each remaining prop its variant, its own turn, and its jitter right
/// and down; before these, for each walkway to cells that are kept, where it leads.
pub(super) fn furnish_room<S: SpaceSet>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    out: &mut LevelFurnishing,
) {
    floor_of(&mut state.sets.floor, room, tools.stencils);
    clear_room(state, room, tools.trace);
    if let Some(vault) = &room.vault {
        draw_vault(state, vault, room, tools);
    }
    for planned in room.planned {
        lay_planned_prop(state, planned, room, tools, out);
    }
    state.props.end_plan();
    if let Some((_, layout)) = room.layout {
        stamp_layout(state, layout, room, tools);
    }
    // Walls of a vault may enclose cells.
    let mut is_joined = room.vault.is_none();
    if !state.sets.obstacles.is_empty() {
        remove_covered_markers(state, room, tools.trace);
        if state.terrain.is_used {
            remember_terrain(state);
        }
        // What `remove_stranded_props` frees may be enclosed.
        let mut is_open = open_walkways(state, room, tools.trace);
        if room.kept > 0 {
            is_open = open_kept_cells(state, is_open, room, tools);
        }
        is_joined &= is_open && !state.has_near_rules;
        remove_stranded_props(state, room, tools.trace);
    }
    if !state.required.is_empty() {
        report_missing(state, room, out);
    }
    if state.terrain.is_used {
        lay_terrain(state, room, out, tools.trace);
    }
    emit_props(state, room, tools.draw, out, tools.trace);
    if room.preset.has_budgets() {
        out.spaces.push(space_of(state, room, is_joined));
    }
    let work = state.take_work();
    tools.trace.count(|| work);
}

/// The floor of a room: what its shape left, less the walls of its vault. All of furnishing sees
/// this floor.
fn floor_of<S: CellSet>(floor: &mut RoomFloor<S>, room: &RoomContext<'_>, stencils: &mut StencilCache) {
    let walls = room.vault.as_ref().and_then(|vault| Some((stencils.get(vault).walls.as_ref()?, vault.at)));
    floor.assign(room.shape, walls);
    if room.is_dug {
        floor.hold();
    }
}

/// Starts an empty room: resets all sets, and marks the cells that must stay free of obstacles.
fn clear_room<S: CellSet, T: Trace>(state: &mut RoomState<S>, room: &RoomContext<'_>, trace: &mut T) {
    let RoomSets { floor, occupied, obstacles, clearance, .. } = &mut state.sets;
    let Extent { width, height } = room.extent();
    for set in [occupied, obstacles, &mut *clearance, &mut state.scratch] {
        set.reset(width, height);
    }
    let depth = room.preset.clearance;
    for doorway in room.doorways {
        clearance.insert_rect(doorway.before(depth, room.extent()));
    }
    for cell in room.clear_cells(|| floor.first()) {
        clearance.insert(cell.x, cell.y);
    }
    for cell in room.ways() {
        clearance.insert(cell.x, cell.y);
    }
    if T::DETAILED {
        let before = room.doorways.iter().map(|doorway| doorway.before(depth, room.extent()));
        let cleared = before.chain(room.clear_cells(|| floor.first()).map(Rect::from_cell));
        let cleared = cleared.chain(room.ways().map(Rect::from_cell));
        cleared.for_each(|cells| trace.see(|| Step::Clear { room: room.id, cells: room.in_level(cells) }));
    }
    state.sets.cover_budget = None;
    state.sets.planned.clear();
    state.sets.heights.clear();
    state.sets.walls.clear();
    state.sets.point_budget.begin_room(room.rect.area());
    state.props.clear();
    state.required.clear();
    state.buffers.points.clear();
    state.buffers.regions.clear();
    (state.has_markers, state.has_near_rules, state.has_stacks) = (false, false, false);
    state.terrain.clear();
}
