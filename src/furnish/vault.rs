//! Draws a vault into its room, before any formation is stamped.
//!
//! Changes clearance and occupied cells, and places the vault's props. Its walls are not floor from
//! the start.

use super::{content::RoomVault, context::RoomContext, state::RoomState, tools::FurnishTools};
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
    model::TurnedFootprintSize,
    preset::DrawnProp,
    rng::RandomSource,
    trace::{PropSource, Step, Trace},
};

/// Draws the room's vault: marks its free cells, and places its props.
///
/// Props are placed as drawn, unless obstacles must not stand there. Formations avoid all cells
/// that the drawing reserves. Cost: the words of a set for each kind of prop in the drawing.
#[cold]
pub(super) fn draw_vault<S: CellSet>(
    state: &mut RoomState<S>,
    vault: &RoomVault<'_>,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    let Cell { x, y } = vault.at;
    tools.trace.see(|| Step::Vault { room: room.id, cells: room.in_level(vault.area()) });
    let stencil = tools.stencils.get(vault);
    let RoomState { sets, .. } = state;
    if let Some(free) = &stencil.free {
        sets.clearance.insert_mask(free, x, y, sets.floor.cells());
    }
    for (prop, origins) in &stencil.props {
        if vault.is_stripped && room.preset.is_counted(prop.kind) {
            continue;
        }
        begin_vault_props(state, prop, vault.number, room);
        let RoomState { sets, props, scratch, .. } = &mut *state;
        scratch.reset(room.rect.width(), room.rect.height());
        scratch.insert_mask(origins, x, y, sets.floor.cells());
        if room.placing(prop.kind).is_member {
            // What a vault draws must not break the peace around the entry.
            room.quiet_cells().for_each(|cell| scratch.remove(cell.x, cell.y));
        }
        if let Some(first) = room.first.filter(|_| room.preset.is_counted(prop.kind)) {
            // Budgets and limits count what stood first: what gave way then stays away.
            let stood = |x, y| first.has(room.in_level(Rect::of(x, y, 1, 1)).top_left(), |kind| kind == prop.kind);
            scratch.clone().for_each(|x, y| {
                if !stood(x, y) {
                    scratch.remove(x, y);
                }
            });
        }
        sets.place_all(props.next(), scratch, room, tools.trace);
        if room.placing(prop.kind).is_member {
            // No other marker may share the cell of a member.
            props.next().origins.for_each(|x, y| sets.planned.push(Cell::new(x, y)));
        }
        props.keep(1);
    }
    if let Some(reserved) = &stencil.reserved {
        state.sets.occupied.insert_mask(reserved, x, y, state.sets.floor.cells());
    }
}

/// Prepares the vault's props that have the kind and turn of `prop`.
fn begin_vault_props<S: CellSet>(state: &mut RoomState<S>, prop: &DrawnProp, vault: u16, room: &RoomContext<'_>) {
    let kind = room.kind(prop.kind);
    let (width, height) = kind.footprint_size(prop.turn);
    // Neither proximity rules nor heights affect the props of a vault.
    (state.sets.has_proximity, state.sets.stacks) = (false, false);
    state.has_markers |= kind.marker;
    let stance = TurnedFootprintSize::new(width, height, prop.turn);
    state.begin_props(PropSource::Vault { vault }, prop.kind, stance, room);
}
