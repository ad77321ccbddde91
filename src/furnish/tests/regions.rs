//! Compares borders and routes with plain definitions.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::{
    floorplan::Outline,
    furnish::{Doorway, Site, region::Regions},
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, Block, CellSet},
    preset::RampInput,
};

/// A room's floor: a rectangle with some corners cut off, so that it stays connected.
fn floors(side: i32) -> impl Strategy<Value = (i32, i32, BTreeSet<Cell>)> {
    (1..=side, 1..=side, proptest::collection::vec((0..side / 2, 0..side / 2), 4)).prop_map(|(width, height, cuts)| {
        let room = Rect::of(0, 0, width, height);
        let is_cut = |cell: &Cell| {
            cuts.iter().enumerate().any(|(corner, &(across, down))| {
                // A cut leaves the middle row and the middle column whole.
                let (across, down) = (across.min((width - 1) / 2), down.min((height - 1) / 2));
                let x = if corner % 2 == 0 { cell.x } else { width - 1 - cell.x };
                let y = if corner < 2 { cell.y } else { height - 1 - cell.y };
                x < across && y < down
            })
        };
        (width, height, room.cells().filter(|cell| !is_cut(cell)).collect())
    })
}

fn set<S: CellSet>(width: i32, height: i32, cells: &BTreeSet<Cell>) -> S {
    let mut set = S::default();
    set.reset(width, height);
    cells.iter().for_each(|cell| set.insert(cell.x, cell.y));
    set
}

fn listed(set: &impl CellSet) -> Vec<Cell> {
    let mut cells = Vec::new();
    set.for_each(|x, y| cells.push(Cell::new(x, y)));
    cells
}

/// The floor without its outermost cells, by testing each cell.
fn inner(floor: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    floor.iter().copied().filter(|cell| cell.neighbours().all(|neighbour| floor.contains(&neighbour))).collect()
}

fn is_the_ring<S: CellSet>(
    (width, height, floor): &(i32, i32, BTreeSet<Cell>),
    inset: i32,
    (across, down): (i32, i32),
) {
    let mut regions = Regions::<S>::default();
    let origins = listed(regions.border(&set(*width, *height, floor), (*width, *height), inset, (across, down)));
    let within = (0..inset).fold(floor.clone(), |floor, _| inner(&floor));
    let beyond = inner(&within);
    let touches = |origin: &Cell| {
        let footprint = Rect::of(origin.x, origin.y, across, down);
        footprint.cells().all(|cell| within.contains(&cell)) && !footprint.cells().all(|cell| beyond.contains(&cell))
    };
    let wanted: Vec<_> = Rect::of(0, 0, *width, *height).cells().filter(touches).collect();
    assert_eq!(origins, wanted);
}

/// The steps from a cell to all others, by relaxation until nothing changes.
fn steps(floor: &BTreeSet<Cell>, from: Cell) -> BTreeMap<Cell, usize> {
    let mut steps = BTreeMap::from([(from, 0)]);
    loop {
        let before = steps.clone();
        for (cell, far) in &before {
            for neighbour in cell.neighbours().filter(|neighbour| floor.contains(neighbour)) {
                let known = steps.entry(neighbour).or_insert(usize::MAX);
                *known = (*known).min(far + 1);
            }
        }
        if steps == before {
            return steps;
        }
    }
}

/// Doors at the wanted positions along the room's sides, if the cells in front of them are floor.
fn doorways(width: i32, height: i32, floor: &BTreeSet<Cell>, wanted: &[(usize, i32)]) -> Vec<Doorway> {
    let each = wanted.iter().filter_map(|&(side, from)| {
        let side = Direction::ALL[side];
        let long = if matches!(side, Direction::North | Direction::South) { width } else { height };
        let doorway = Doorway { side, from: from % long, width: 1 };
        doorway.before(1, (width, height)).cells().all(|cell| floor.contains(&cell)).then_some(doorway)
    });
    each.collect()
}

fn leads_from_door_to_door<S: CellSet>((width, height, floor): &(i32, i32, BTreeSet<Cell>), doorways: &[Doorway]) {
    let rect = Rect::of(0, 0, *width, *height);
    let (input, outline) = (RampInput::default(), Outline::default());
    let site = Site { room: 0, rect, doorways, ends: [None, None], input, outline, vault: None };
    let mut regions = Regions::<S>::default();
    let route: BTreeSet<_> = listed(regions.route(&set(*width, *height, floor), &site)).into_iter().collect();
    assert!(route.is_subset(floor));
    let Some(first) = doorways.first() else { return assert!(route.is_empty()) };
    let cell = |doorway: &Doorway| doorway.before(1, (*width, *height)).cells().next().expect("a cell");
    let start = cell(first);
    // Every goal is as near along the route alone as over the whole floor.
    let (along, over) = (steps(&route, start), steps(floor, start));
    let goals: Vec<_> = match &doorways[1..] {
        [] => {
            let off = |cell: &Cell| (2 * cell.x + 1 - width).pow(2) + (2 * cell.y + 1 - height).pow(2);
            let nearest = floor.iter().map(off).min().expect("a floor");
            let centre = floor.iter().copied().filter(|cell| off(cell) == nearest).min_by_key(|cell| (cell.y, cell.x));
            Vec::from_iter(centre)
        }
        others => others.iter().map(cell).collect(),
    };
    for goal in &goals {
        assert_eq!(along.get(goal), over.get(goal), "to {goal}");
    }
    // The route has no cell that is on no such path.
    let needed: usize = goals.iter().map(|goal| over[goal] + 1).sum();
    assert!(route.len() <= needed && route.iter().all(|cell| along[cell] == over[cell]));
    let ends = |cell: &&Cell| cell.neighbours().filter(|neighbour| route.contains(neighbour)).count() < 2;
    assert!(route.iter().filter(ends).all(|end| *end == start || goals.contains(end)), "it ends only at doors");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_border_is_a_ring_of_the_floor(floor in floors(16), inset in 0..4i32, across in 1..4i32, down in 1..3i32) {
        is_the_ring::<Block>(&floor, inset, (across, down));
        is_the_ring::<BitGrid>(&floor, inset, (across, down));
    }

    #[test]
    fn a_border_of_a_large_room_is_a_ring_too(floor in floors(70), inset in 0..3i32) {
        is_the_ring::<BitGrid>(&floor, inset, (1, 1));
    }

    #[test]
    fn a_route_leads_from_door_to_door_by_shortest_ways(
        floor in floors(16),
        wanted in proptest::collection::vec((0..4usize, 0..64i32), 0..5),
    ) {
        let doorways = doorways(floor.0, floor.1, &floor.2, &wanted);
        leads_from_door_to_door::<Block>(&floor, &doorways);
        leads_from_door_to_door::<BitGrid>(&floor, &doorways);
    }
}
