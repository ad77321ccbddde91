//! Appends the props of a furnished room to the level's.

use super::{
    context::RoomContext, furnishing::LevelFurnishing, props::FormationProps, sets::RoomSets, space::PlacedSlot,
    state::RoomState,
};
use crate::{
    geom::{Direction, Extent},
    grid::CellSet,
    model::{PropRecord, TurnedFootprintSize},
    rng::RandomSource,
    trace::{Step, Trace},
    weights::WeightTable,
};

/// Appends the remaining props of a room and its offers, records the kinds in `out.used`, and
/// reports what placed the props.
pub(super) fn emit_props<S: CellSet, T: Trace>(
    state: &mut RoomState<S>,
    room: &RoomContext<'_>,
    draw: &mut impl RandomSource,
    out: &mut LevelFurnishing,
    trace: &mut T,
) {
    let RoomState { sets, props: room_props, weights, offers, .. } = state;
    let first_new = out.props.len();
    for props in room_props.placed() {
        let before = out.props.len();
        if props.is_terrain {
            continue;
        }
        if room.placing(props.kind).slot {
            hand_on_slots(props, room, out, trace);
            continue;
        }
        if props.draws_words || props.turns_inward {
            emit_drawn(props, sets, weights, room, draw, out);
            let variants = room.placing(props.kind).variants.len();
            trace.count(|| u64::from(props.origins.count_cells()) * variants as u64);
        } else {
            props.origins.for_each(|x, y| {
                out.props.push(record(props.kind, props.stance, x, y, [0, 0], room));
            });
            out.used[usize::from(props.kind)] |= out.props.len() > before;
        }
        offers.note(props, room, &out.props, before);
        if let (true, Some(source)) = (T::DETAILED, props.source) {
            for prop in &out.props[before..] {
                trace.see(|| Step::Remain { room: room.id, prop: prop.cells(), source });
            }
        }
    }
    let offered = offers.end_room(&mut out.offers);
    trace.count(|| (out.props.len() - first_new) as u64 + offered);
}

/// Hands on the cells of slots, which are no props.
#[cold]
fn hand_on_slots<S: CellSet>(
    slots: &FormationProps<S>,
    room: &RoomContext<'_>,
    out: &mut LevelFurnishing,
    trace: &mut impl Trace,
) {
    slots.origins.for_each(|x, y| {
        let cells = room.in_level(slots.prop_at(x, y));
        trace.see(|| Step::Slot { room: room.id, cells });
        out.slots.push(PlacedSlot { room: room.id, kind: slots.kind, cell: cells.top_left() });
    });
}

/// Appends the props of a formation that differ: by words drawn for variant, turn and jitter of
/// each, as far as its kind has them, and by the walls that are nearest to those that turn inward.
#[cold]
fn emit_drawn<S: CellSet>(
    props: &FormationProps<S>,
    RoomSets { floor, walls, .. }: &mut RoomSets<S>,
    weights: &mut WeightTable,
    room: &RoomContext<'_>,
    draw: &mut impl RandomSource,
    out: &mut LevelFurnishing,
) {
    let variants = &room.placing(props.kind).variants;
    weights.evaluate(variants.iter().map(|(_, weight)| weight), room.input);
    let varies = !weights.is_empty();
    let (mut kind, mut stance) = (props.kind, props.stance);
    out.used[usize::from(kind)] |= !varies && !props.origins.is_empty();
    let limit_of = |kind: u16, stance: TurnedFootprintSize| {
        room.jitter_limits[usize::from(kind)].map(|limit| limit.at(stance.turn()))
    };
    let mut limit = limit_of(kind, stance);
    props.origins.for_each(|x, y| {
        if varies || props.turns_each || props.turns_inward {
            if let Some((variant, _)) = weights.choose(draw).and_then(|number| variants.get(number)) {
                kind = *variant;
                out.used[usize::from(kind)] = true;
            }
            if props.turns_each || props.turns_inward {
                let turn = if props.turns_inward {
                    walls.of_cells(props.prop_at(x, y), floor).opposite()
                } else {
                    Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8)
                };
                let Extent { width, height } = props.footprint;
                stance = TurnedFootprintSize::new(width as u8, height as u8, turn);
            }
            limit = limit_of(kind, stance);
        }
        // Jitter is at most half of the largest footprint in 1/256 m, which fits 16 bits.
        let mut jitter = |most: i32| (draw.below(2 * most.unsigned_abs() + 1) as i32 - most) as i16;
        let offset = limit.map_or([0, 0], |[across, down]| [jitter(across), jitter(down)]);
        out.props.push(record(kind, stance, x, y, offset, room));
    });
}

/// The record of a prop at column `x` and row `y` of a room.
#[inline]
fn record(
    kind: u16,
    stance: TurnedFootprintSize,
    x: i32,
    y: i32,
    offset: [i16; 2],
    room: &RoomContext<'_>,
) -> PropRecord {
    let (x, y) = ((room.rect.left() + x) as u16, (room.rect.top() + y) as u16);
    PropRecord { kind, x, y, stance, room: room.id, offset }
}
