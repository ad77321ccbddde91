//! Tests that scattered props keep their distance and are maximal, and that whole sets of props are
//! placed as single props are.

use std::ops::Range;

use proptest::prelude::*;

use crate::{
    furnish::{
        context::RoomContext,
        placing::{PropPlacer, ScatterRule},
        props::FormationProps,
        ranks::CellRanks,
        sets::RoomSets,
    },
    geom::{Cell, Direction, Extent, Rect},
    grid::{BitGrid, CellBlock, CellSet, CellWords, FormationMask},
    model::TurnedFootprintSize,
    preset::{Preset, RampInput},
    rng::{FloorSeed, SeedStage},
    trace::{NoTrace, PropSource, Step, StepObserver},
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

/// A preset whose kinds, in this order, avoid `o`, are a floor prop, are a marker, are near `o`, a
/// wall or the entry, are an obstacle.
fn preset() -> Preset {
    let text = "(name: \"kinds\", props: {
        \"a\": (glyph: 'a', color: \"#808080\", avoid: [Prop(\"o\", 2)]),
        \"f\": (glyph: 'f', color: \"#808080\", blocks: false),
        \"m\": (glyph: 'm', color: \"#808080\", marker: true),
        \"n\": (glyph: 'n', color: \"#808080\", near: [Prop(\"o\", 2), Wall(1), Entry(2)]),
        \"o\": (glyph: 'o', color: \"#808080\"),
    }, layouts: [(name: \"all\", formations: [(shape: X, prop: \"o\")])])";
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A rectangular room of the preset, without doors.
fn context(preset: &Preset, extent: Extent) -> RoomContext<'_> {
    RoomContext {
        planned: &[],
        kept: 0,
        preset,
        layout: None,
        vault: None,
        input: RampInput::default(),
        id: 0,
        rect: Rect::of(3, 7, extent.width, extent.height),
        shape: CellWords::whole(extent),
        is_dug: false,
        doorways: &[],
        ends: [None, None],
        bank: None,
        features: None,
        terrain: None,
        quiet: None,
        jitter_limits: &[],
        first: None,
    }
}

/// The props that one scatter places in a room where some cells are taken.
fn placed<S: CellSet>(case: &ScatterCase, count: usize, distance: i32) -> Vec<Rect> {
    let Extent { width, height } = case.room;
    let mut sets = RoomSets::<S>::default();
    let mut props = FormationProps::<S> { footprint: case.footprint, ..FormationProps::default() };
    let (mut blocked, mut origins) = (S::default(), S::default());
    for set in [&mut sets.occupied, &mut sets.obstacles, &mut sets.clearance] {
        set.reset(width, height);
    }
    props.origins.reset(width, height);
    blocked.reset(width, height);
    sets.floor.assign(CellWords::whole(case.room), None);
    case.taken.iter().for_each(|cell| sets.occupied.insert(cell.x, cell.y));
    let preset = preset();
    let room = context(&preset, case.room);
    origins.fill(width, height);
    let mut placed = Vec::new();
    let mut placer = PropPlacer { sets: &mut sets, props: &mut props, room: &room, placed: &mut placed };
    let draw = &mut FloorSeed::new(case.seed, 0).stream(SeedStage::Furnish);
    let rule = ScatterRule { count, apart: distance };
    placer.place_random(&mut origins, rule, Some(&mut blocked), &mut CellRanks::default(), draw, &mut NoTrace);
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

/// A room with some cells in each of its sets, and the cells where props of a kind should stand.
#[derive(Clone, Debug)]
struct LaneCase {
    room: Extent,
    kind: u16,
    stacks: bool,
    occupied: Vec<Cell>,
    clearance: Vec<Cell>,
    /// Cells that are closed to props that stack.
    closed: Vec<Cell>,
    /// Cells with props of kind `o`, to which proximity rules refer.
    others: Vec<Cell>,
    /// The entry, the exit and the cell of a planned prop.
    stairs: [Option<Cell>; 3],
    wanted: Vec<Cell>,
}

fn lane_cases(side: i32) -> impl Strategy<Value = LaneCase> {
    ((1..=side, 1..=side), 0..5u16, any::<bool>()).prop_flat_map(|(room, kind, stacks)| {
        let cells = |most| proptest::collection::vec((0..room.0, 0..room.1).prop_map(Cell::from), 0..most);
        let stairs = || proptest::option::of((0..room.0, 0..room.1).prop_map(Cell::from));
        let stairs = [stairs(), stairs(), stairs()];
        (cells(20), cells(20), cells(20), cells(4), stairs, cells(60)).prop_map(
            move |(occupied, clearance, closed, others, stairs, wanted)| LaneCase {
                room: room.into(),
                kind,
                stacks,
                occupied,
                clearance,
                closed,
                others,
                stairs,
                wanted,
            },
        )
    })
}

/// The cells of a set in row-major order.
fn listed(set: &impl CellSet) -> Vec<(i32, i32)> {
    let mut cells = Vec::new();
    set.for_each(|x, y| cells.push((x, y)));
    cells
}

/// Asserts that a set of cells gets the props, leaves the sets, and reports the events that placing
/// a prop on each of its cells does.
fn places_a_set_as_single_props<S: CellSet>(case: &LaneCase) {
    let preset = preset();
    let [entry, exit, planned] = case.stairs;
    let room = RoomContext { ends: [entry, exit], ..context(&preset, case.room) };
    let set = |cells: &[Cell]| {
        let mut set = S::default();
        set.reset(case.room.width, case.room.height);
        cells.iter().for_each(|cell| set.insert(cell.x, cell.y));
        set
    };
    let props_of = |kind: u16, origins: S| {
        let stance = TurnedFootprintSize::new(1, 1, Direction::North);
        let mut props = FormationProps::<S>::default();
        props.begin(case.room, PropSource::Key, kind, room.kind(kind), stance, false);
        props.origins = origins;
        props
    };
    let mut sets = RoomSets::<S>::default();
    sets.floor.assign(CellWords::whole(case.room), None);
    (sets.occupied, sets.obstacles, sets.clearance) = (set(&case.occupied), set(&[]), set(&case.clearance));
    sets.planned.extend(planned);
    sets.stacks = case.stacks && !room.kind(case.kind).marker;
    sets.has_proximity = room.placing(case.kind).has_rules();
    sets.heights.closed = set(&case.closed);
    sets.proximity.prepare(case.kind, sets.floor.cells(), &[props_of(4, set(&case.others))], &room);
    let (mut singly, mut props) = (sets.clone(), props_of(case.kind, set(&[])));
    let (mut single_steps, mut steps_at_once): (Vec<Step>, Vec<Step>) = (Vec::new(), Vec::new());
    let mut free = 0;
    let mut see = |step| single_steps.push(step);
    let observer = &mut StepObserver::new(&mut see);
    set(&case.wanted).for_each(|x, y| {
        free += u64::from(singly.place(&mut props, Rect::of(x, y, 1, 1), &room, observer).is_ok());
    });
    let (mut at_once, mut cells) = (props_of(case.kind, set(&[])), set(&case.wanted));
    assert_eq!(sets.count_free_at_once(&at_once, &cells, &room), free);
    let mut see = |step| steps_at_once.push(step);
    sets.place_at_once(&mut at_once, &mut cells, &room, &mut StepObserver::new(&mut see));
    assert_eq!(steps_at_once, single_steps);
    assert_eq!(listed(&cells), listed(&props.origins));
    let state = |sets: &RoomSets<S>, props: &FormationProps<S>| {
        [&props.origins, &sets.occupied, &sets.obstacles, &sets.heights.closed].map(listed)
    };
    assert_eq!(state(&sets, &at_once), state(&singly, &props));
}

/// Asserts that the set of free top left cells has those of footprints that the rule does not
/// reject, in a room of which some cells are no floor.
fn free_cells_are_those_that_are_not_rejected<S: CellSet>(case: &LaneCase, footprint: Extent) {
    let (preset, Extent { width, height }) = (preset(), case.room);
    let [entry, exit, planned] = case.stairs;
    let room = RoomContext { ends: [entry, exit], ..context(&preset, case.room) };
    let set = |cells: &[Cell]| {
        let mut set = S::default();
        set.reset(width, height);
        cells.iter().for_each(|cell| set.insert(cell.x, cell.y));
        set
    };
    let mut walls = BitGrid::new(width, height);
    // The first row and column stay: each row of a floor has floor.
    let walled = case.closed.iter().filter(|cell| cell.x > 0 && cell.y > 0);
    walled.for_each(|&cell| walls.set(cell, true));
    let mut sets = RoomSets::<S>::default();
    sets.floor.assign(CellWords::whole(case.room), Some((&FormationMask::new(walls), Cell::new(0, 0))));
    (sets.occupied, sets.clearance) = (set(&case.occupied), set(&case.clearance));
    sets.planned.extend(planned);
    let stance = TurnedFootprintSize::new(footprint.width as u8, footprint.height as u8, Direction::North);
    let mut props = FormationProps::<S>::default();
    props.begin(case.room, PropSource::Key, case.kind, room.kind(case.kind), stance, false);
    let mut free = S::default();
    free.fill(width, height);
    sets.keep_on_floor(&props, &mut free, &room);
    sets.keep_free(&props, &mut free, &room);
    for Cell { x, y } in Rect::of(0, 0, width, height).cells() {
        let reason = sets.rejection(&props, props.prop_at(x, y), &room);
        assert_eq!(free.contains(x, y), reason.is_none(), "{x}, {y}: {reason:?}");
    }
}

proptest! {
    #[test]
    fn free_cells_are_those_that_the_rule_does_not_reject(
        small in lane_cases(16), large in lane_cases(70), footprint in (1..4i32, 1..4i32).prop_map(Extent::from),
    ) {
        free_cells_are_those_that_are_not_rejected::<CellBlock>(&small, footprint);
        free_cells_are_those_that_are_not_rejected::<BitGrid>(&large, footprint);
    }

    #[test]
    fn sets_of_props_are_placed_as_single_props_are(small in lane_cases(16), large in lane_cases(70)) {
        places_a_set_as_single_props::<CellBlock>(&small);
        places_a_set_as_single_props::<BitGrid>(&small);
        places_a_set_as_single_props::<BitGrid>(&large);
    }

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
    fn scattered_props_of_a_large_room_do_too(case in cases(64), distance in 1..9i32) {
        is_a_scatter::<BitGrid>(&case, usize::MAX, distance);
    }
}
