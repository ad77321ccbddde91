//! Tests that scattered props keep their distance and are maximal.

use std::ops::Range;

use proptest::prelude::*;

use crate::{
    floorplan::RoomOutline,
    furnish::{
        context::RoomContext,
        placing::{PropPlacer, ScatterRule},
        props::FormationProps,
        sets::RoomSets,
    },
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellBlock, CellSet},
    preset::{Preset, RampInput},
    rng::{FloorSeed, SeedStage},
    trace::NoTrace,
};

/// The Chebyshev distance between two footprints: adjacent ones are 1 apart, overlapping ones 0 or
/// less.
fn apart(a: Rect, b: Rect) -> i32 {
    let between = |a: Range<i32>, b: Range<i32>| (b.start - a.end).max(a.start - b.end) + 1;
    let (across, down) =
        (between(a.left()..a.right(), b.left()..b.right()), between(a.top()..a.bottom(), b.top()..b.bottom()));
    across.max(down)
}

#[derive(Clone, Debug)]
struct ScatterCase {
    room: Extent,
    footprint: Extent,
    taken: Vec<Cell>,
    seed: u64,
}

fn cases(side: i32) -> impl Strategy<Value = ScatterCase> {
    ((1..=side, 1..=side), (1..4i32, 1..3i32), any::<u64>()).prop_flat_map(|(room, footprint, seed)| {
        let taken = proptest::collection::vec((0..room.0, 0..room.1).prop_map(Cell::from), 0..20);
        taken.prop_map(move |taken| ScatterCase { room: room.into(), footprint: footprint.into(), taken, seed })
    })
}

/// The props that one scatter places in a room where some cells are taken.
fn placed<S: CellSet>(case: &ScatterCase, count: usize, distance: i32) -> Vec<Rect> {
    let Extent { width, height } = case.room;
    let mut sets = RoomSets::<S>::default();
    let mut props = FormationProps::<S> { footprint: case.footprint, ..FormationProps::default() };
    let mut blocked = S::default();
    for set in [&mut sets.floor, &mut sets.occupied, &mut sets.obstacles, &mut sets.clearance] {
        set.reset(width, height);
    }
    props.origins.reset(width, height);
    blocked.reset(width, height);
    sets.floor.insert_rect(Rect::of(0, 0, width, height));
    case.taken.iter().for_each(|cell| sets.occupied.insert(cell.x, cell.y));
    let text = "(name: \"scatters\", props: { \"o\": (glyph: 'o', color: \"#808080\") }, layouts: [(name: \"all\", formations: [(shape: X, prop: \"o\")])])";
    let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let room = RoomContext {
        preset: &preset,
        layout: None,
        vault: None,
        input: RampInput::default(),
        id: 0,
        rect: Rect::of(3, 7, width, height),
        outline: RoomOutline::default(),
        doorways: &[],
        ends: [None, None],
        jitter_limits: &[],
    };
    let mut origins: Vec<_> = Rect::of(0, 0, width, height).cells().collect();
    let mut placed = Vec::new();
    let mut placer = PropPlacer { sets: &mut sets, props: &mut props, room: &room, placed: &mut placed };
    let draw = &mut FloorSeed::new(case.seed, 0).stream(SeedStage::Furnish);
    placer.place_random(&mut origins, ScatterRule { count, apart: distance }, &mut blocked, draw, &mut NoTrace);
    let mut standing = Vec::new();
    props.origins.for_each(|x, y| standing.push(props.prop_at(x, y)));
    assert_eq!(standing.len(), placed.len());
    standing
}

/// Asserts that no two props are too near, and that no further prop fits unless `count` was
/// reached.
fn is_a_scatter<S: CellSet>(case: &ScatterCase, count: usize, distance: i32) {
    let room = Rect::of(0, 0, case.room.width, case.room.height);
    let props = placed::<S>(case, count, distance);
    assert!(props.len() <= count);
    for (number, prop) in props.iter().enumerate() {
        assert!(props[..number].iter().all(|other| apart(*prop, *other) >= distance), "{props:?}");
        assert!(case.taken.iter().all(|&cell| !prop.contains(cell)));
    }
    if props.len() == count {
        return;
    }
    for Cell { x, y } in room.cells() {
        let prop = Rect::of(x, y, case.footprint.width, case.footprint.height);
        let is_free = room.contains_rect(prop) && case.taken.iter().all(|&cell| !prop.contains(cell));
        assert!(!is_free || props.iter().any(|other| apart(prop, *other) < distance), "{prop:?} and {props:?}");
    }
}

proptest! {
    #[test]
    fn scattered_props_keep_their_distance_and_leave_no_place_for_another(
        case in cases(16), count in 0..30usize, distance in 1..6i32,
    ) {
        is_a_scatter::<CellBlock>(&case, count, distance);
        is_a_scatter::<BitGrid>(&case, count, distance);
        is_a_scatter::<CellBlock>(&case, usize::MAX, distance);
        prop_assert_eq!(placed::<CellBlock>(&case, count, distance), placed::<BitGrid>(&case, count, distance));
    }

    #[test]
    fn scattered_props_of_a_large_room_do_too(case in cases(70), distance in 1..9i32) {
        is_a_scatter::<BitGrid>(&case, usize::MAX, distance);
    }
}
