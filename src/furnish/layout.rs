//! Stamps the formations of a room's layout.
//!
//! Draws random words only where a rule asks for them, entry by entry in layout order: the entry's
//! chance, a group's choice, then those of the formation.

use super::{
    context::RoomContext, props::FormationProps, stamping::stamp_formation, state::RoomState, tools::FurnishTools,
};
use crate::{
    grid::CellSet,
    preset::{Entry, EntryPart, Layout},
    rng::RandomSource,
    trace::Trace,
};

/// In cells: less than one, more than the rounding error of a fraction written in decimals.
const SLACK: f32 = 1.0 / 256.0;

/// Stamps the formations of a layout, or those that the chance and choice of its entries select.
pub(super) fn stamp_layout<S: CellSet>(
    state: &mut RoomState<S>,
    layout: &Layout,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    if !layout.cover.is(1.0) {
        let most = (layout.cover.at(room.input) * state.sets.floor.cells().count_cells() as f32 + SLACK) as i32;
        let by_plan: i32 = state.props.of_plan().iter().map(FormationProps::floor_covered).sum();
        state.sets.cover_budget = Some((most - by_plan).max(0));
    }
    if !layout.first.is_empty() {
        stamp_required_first(state, layout, room, tools);
    } else if layout.entries.is_empty() {
        for (number, formation) in layout.formations.iter().enumerate() {
            stamp_formation(state, number, formation.in_room(room.extent()), room, tools);
        }
    } else {
        stamp_entries(state, layout, &layout.entries, room, tools);
    }
}

/// Stamps the entries with required formations, then the others.
#[inline(never)]
fn stamp_required_first<S: CellSet>(
    state: &mut RoomState<S>,
    layout: &Layout,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    let Layout { formations, entries, first, .. } = layout;
    let count = if entries.is_empty() { formations.len() } else { entries.len() };
    // A layout has at most 64 formations, so the search is short.
    let later = (0..count).filter(|number| !first.contains(number));
    for number in first.iter().copied().chain(later) {
        match entries.get(number) {
            Some(entry) => stamp_entry(state, layout, entry, room, tools),
            None => stamp_formation(state, number, formations[number].in_room(room.extent()), room, tools),
        }
    }
}

#[inline(never)]
fn stamp_entries<S: CellSet>(
    state: &mut RoomState<S>,
    layout: &Layout,
    entries: &[Entry],
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    for entry in entries {
        stamp_entry(state, layout, entry, room, tools);
    }
}

fn stamp_entry<S: CellSet>(
    state: &mut RoomState<S>,
    layout: &Layout,
    entry: &Entry,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    if !entry.chance.is(1.0) && !tools.draw.chance(entry.chance.at(room.input)) {
        return;
    }
    match &entry.part {
        EntryPart::Formation(number) => {
            let formation = layout.formations[*number].in_room(room.extent());
            stamp_formation(state, *number, formation, room, tools);
        }
        EntryPart::AllOf(entries) => stamp_entries(state, layout, entries, room, tools),
        EntryPart::OneOf(entries) => {
            let weights = entries.iter().map(|entry| entry.weight.fixed_at(room.input));
            if let Some(number) = tools.draw.weighted(weights, true) {
                stamp_entry(state, layout, &entries[number], room, tools);
            }
        }
    }
}
