//! Tests that scattered props keep their distance and are maximal.

use proptest::prelude::*;

use crate::{
    floorplan::Outline,
    furnish::{
        Site,
        placing::PropPlacer,
        sets::{FormationProps, RoomSets},
    },
    geom::{Cell, Rect},
    grid::{BitGrid, Block, CellSet},
    preset::RampInput,
    rng::{FloorSeed, SeedStage},
    trace::NoTrace,
};

/// The Chebyshev distance between two footprints: adjacent ones are 1 apart, overlapping ones 0 or
/// less.
fn apart(a: Rect, b: Rect) -> i32 {
    let between =
        |(from, to): (i32, i32), (other_from, other_to): (i32, i32)| (other_from - to).max(from - other_to) + 1;
    between((a.left(), a.right()), (b.left(), b.right())).max(between((a.top(), a.bottom()), (b.top(), b.bottom())))
}

#[derive(Clone, Debug)]
struct ScatterCase {
    sides: (i32, i32),
    footprint: (i32, i32),
    taken: Vec<(i32, i32)>,
    seed: u64,
}

fn cases(side: i32) -> impl Strategy<Value = ScatterCase> {
    ((1..=side, 1..=side), (1..4i32, 1..3i32), any::<u64>()).prop_flat_map(|(sides, footprint, seed)| {
        let taken = proptest::collection::vec((0..sides.0, 0..sides.1), 0..20);
        taken.prop_map(move |taken| ScatterCase { sides, footprint, taken, seed })
    })
}

/// The props that one scatter places in a room where some cells are taken.
fn placed<S: CellSet>(case: &ScatterCase, count: usize, distance: i32) -> Vec<Rect> {
    let (width, height) = case.sides;
    let mut sets = RoomSets::<S>::default();
    let mut stamp =
        FormationProps::<S> { width: case.footprint.0, height: case.footprint.1, ..FormationProps::default() };
    let mut blocked = S::default();
    for set in [&mut sets.floor, &mut sets.occupied, &mut sets.obstacles, &mut sets.clearance] {
        set.reset(width, height);
    }
    stamp.origins.reset(width, height);
    blocked.reset(width, height);
    sets.floor.insert_rect(Rect::of(0, 0, width, height));
    case.taken.iter().for_each(|&(x, y)| sets.occupied.insert(x, y));
    let rect = Rect::of(3, 7, width, height);
    let (input, outline) = (RampInput::default(), Outline::default());
    let site = Site { room: 0, rect, doorways: &[], ends: [None, None], input, outline, vault: None };
    let mut origins: Vec<_> = Rect::of(0, 0, width, height).cells().collect();
    let mut placed = Vec::new();
    let mut placing = PropPlacer { sets: &mut sets, stamp: &mut stamp, site: &site, placed: &mut placed };
    let draw = &mut FloorSeed::new(case.seed, 0).stream(SeedStage::Furnish);
    placing.place_random(&mut origins, (count, distance), &mut blocked, draw, &mut NoTrace);
    let mut standing = Vec::new();
    stamp.origins.for_each(|x, y| standing.push(Rect::of(x, y, stamp.width, stamp.height)));
    assert_eq!(standing.len(), placed.len());
    standing
}

/// Asserts that no two props are too near, and that no further prop fits unless `count` was
/// reached.
fn is_a_scatter<S: CellSet>(case: &ScatterCase, count: usize, distance: i32) {
    let (width, height) = case.sides;
    let props = placed::<S>(case, count, distance);
    assert!(props.len() <= count);
    for (number, prop) in props.iter().enumerate() {
        assert!(props[..number].iter().all(|other| apart(*prop, *other) >= distance), "{props:?}");
        assert!(case.taken.iter().all(|&(x, y)| !prop.contains(Cell::new(x, y))));
    }
    if props.len() == count {
        return;
    }
    for Cell { x, y } in Rect::of(0, 0, width, height).cells() {
        let prop = Rect::of(x, y, case.footprint.0, case.footprint.1);
        let is_free = Rect::of(0, 0, width, height).contains_rect(prop)
            && case.taken.iter().all(|&(x, y)| !prop.contains(Cell::new(x, y)));
        assert!(!is_free || props.iter().any(|other| apart(prop, *other) < distance), "{prop:?} and {props:?}");
    }
}

proptest! {
    #[test]
    fn scattered_props_keep_their_distance_and_leave_no_place_for_another(
        case in cases(16), count in 0..30usize, distance in 1..6i32,
    ) {
        is_a_scatter::<Block>(&case, count, distance);
        is_a_scatter::<BitGrid>(&case, count, distance);
        is_a_scatter::<Block>(&case, usize::MAX, distance);
        prop_assert_eq!(placed::<Block>(&case, count, distance), placed::<BitGrid>(&case, count, distance));
    }

    #[test]
    fn scattered_props_of_a_large_room_do_too(case in cases(70), distance in 1..9i32) {
        is_a_scatter::<BitGrid>(&case, usize::MAX, distance);
    }
}
