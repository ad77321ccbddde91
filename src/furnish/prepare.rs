//! Prepares the room's state for the next formation: its props, and the rules of where they may
//! stand.

use super::{context::RoomContext, state::RoomState};
use crate::{
    geom::Direction,
    grid::CellSet,
    model::TurnedFootprintSize,
    preset::{Formation, PropTurn},
    trace::{PropSource, Trace},
};

/// Prepares the formation's props in each turn that they may have, its proximity rules, and the
/// heights of earlier props if it stacks. Returns the number of turns.
#[inline]
pub(super) fn begin_formation<S: CellSet>(
    state: &mut RoomState<S>,
    number: usize,
    formation: &Formation,
    room: &RoomContext<'_>,
    trace: &mut impl Trace,
) -> usize {
    let source = room.formation_source(number);
    let (kind, placing) = (room.kind(formation.kind), room.placing(formation.kind));
    let differs = formation.turn.direction().is_none();
    let props = state.begin_props(source, formation.kind, formation.stance, room);
    if differs && kind.width == kind.height {
        props.turns_inward = formation.turn == PropTurn::Inward;
        props.turns_each = !props.turns_inward;
        props.draws_words |= props.turns_each;
    }
    let interval = props.interval;
    let turns = if differs && kind.width != kind.height { begin_turns(state, formation, source, room) } else { 1 };
    if formation.required.is_some() {
        let (_, next) = state.props.split(turns);
        next.iter_mut().for_each(|props| props.is_required = true);
    }
    let RoomState { sets, props, .. } = state;
    state.has_markers |= kind.marker;
    state.has_near_rules |= !placing.near.is_empty();
    sets.has_proximity = placing.has_rules();
    if placing.has_rules() {
        sets.proximity.prepare(formation.kind, sets.floor.cells(), props.placed(), room);
    }
    // Markers share cells with anything.
    sets.stacks = formation.stack && !kind.marker;
    if sets.stacks {
        state.has_stacks = true;
        sets.heights.prepare(interval, props.placed(), room.vault, &sets.planned, room.extent());
    }
    if sets.has_proximity || sets.stacks {
        // Both combine the sets of all earlier formations.
        trace.count(|| (1 + props.placed().len() as u64) * sets.floor.cells().words());
    }
    turns
}

/// Prepares the formation's props in each of the four turns. Returns the number of turns.
#[cold]
fn begin_turns<S: CellSet>(
    state: &mut RoomState<S>,
    formation: &Formation,
    source: PropSource,
    room: &RoomContext<'_>,
) -> usize {
    let (kind, placing) = (room.kind(formation.kind), room.placing(formation.kind));
    let (_, next) = state.props.split(Direction::ALL.len());
    for (quarter_turns, props) in (0..).zip(next) {
        let turn = Direction::from_quarter_turns(quarter_turns);
        let (width, height) = kind.footprint_size(turn);
        let stance = TurnedFootprintSize::new(width, height, turn);
        props.begin(room.extent(), source, formation.kind, kind, stance, placing.draws_words());
    }
    Direction::ALL.len()
}
