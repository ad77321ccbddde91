//! Compares borders and routes with plain definitions.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::{
    furnish::{
        context::Doorway,
        region::RegionFinder,
        route::{RouteEnds, RouteGoals, RouteStart},
    },
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{BitGrid, CellBlock, CellSet},
};

/// A room and its floor cells.
type RoomFloor = (Extent, BTreeSet<Cell>);

/// A room's floor: a rectangle with some corners cut off, so that it stays connected.
fn floors(side: i32) -> impl Strategy<Value = RoomFloor> {
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
        (Extent::new(width, height), room.cells().filter(|cell| !is_cut(cell)).collect())
    })
}

fn set<S: CellSet>(room: Extent, cells: &BTreeSet<Cell>) -> S {
    let mut set = S::default();
    set.reset(room.width, room.height);
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

fn is_the_ring<S: CellSet>((room, floor): &RoomFloor, inset: i32, footprint: Extent) {
    let mut regions = RegionFinder::<S>::default();
    let origins = listed(regions.border(&set(*room, floor), *room, inset, footprint));
    let within = (0..inset).fold(floor.clone(), |floor, _| inner(&floor));
    let beyond = inner(&within);
    let touches = |origin: &Cell| {
        let footprint = Rect::of(origin.x, origin.y, footprint.width, footprint.height);
        footprint.cells().all(|cell| within.contains(&cell)) && !footprint.cells().all(|cell| beyond.contains(&cell))
    };
    let wanted: Vec<_> = Rect::of(0, 0, room.width, room.height).cells().filter(touches).collect();
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
fn doorways(room: Extent, floor: &BTreeSet<Cell>, wanted: &[(usize, i32)]) -> Vec<Doorway> {
    let each = wanted.iter().filter_map(|&(side, from)| {
        let side = Direction::ALL[side];
        let long = room.turned(side).width;
        let doorway = Doorway { side, from: from % long, width: 1 };
        doorway.before(1, room).cells().all(|cell| floor.contains(&cell)).then_some(doorway)
    });
    each.collect()
}

/// The floor cell nearest to a point; of several, the first in row-major order.
fn nearest(floor: &BTreeSet<Cell>, point: HalfCell) -> Cell {
    let off = |cell: &Cell| {
        let centre = HalfCell::center_of(*cell);
        ((centre.x - point.x).pow(2) + (centre.y - point.y).pow(2), cell.y, cell.x)
    };
    floor.iter().copied().min_by_key(off).expect("a floor")
}

/// Asserts that the route between these ends has shortest ways from its start to all its goals, and
/// nothing else. `regions` may know another route of the same room.
fn leads_to_its_goals<S: CellSet>(
    (room, floor): &RoomFloor,
    doorways: &[Doorway],
    ends: RouteEnds,
    regions: &mut RegionFinder<S>,
) {
    let route: BTreeSet<_> = listed(regions.route(&set(*room, floor), *room, doorways, ends)).into_iter().collect();
    assert!(route.is_subset(floor));
    let cell = |doorway: &Doorway| doorway.before(1, *room).cells().next().expect("a cell");
    let start = match ends.start {
        RouteStart::FirstDoor => doorways.first().map(cell),
        RouteStart::Nearest(point) => Some(nearest(floor, point)),
    };
    let Some(start) = start else { return assert!(route.is_empty()) };
    // Every goal is as near along the route alone as over the whole floor.
    let (along, over) = (steps(&route, start), steps(floor, start));
    let goals: Vec<_> = match ends.goals {
        RouteGoals::Doors => doorways.iter().map(cell).collect(),
        RouteGoals::FirstDoor => doorways.iter().take(1).map(cell).collect(),
        RouteGoals::OtherDoors => doorways.iter().skip(1).map(cell).collect(),
        RouteGoals::Nearest(point) => vec![nearest(floor, point)],
    };
    for goal in &goals {
        assert_eq!(along.get(goal), over.get(goal), "to {goal}");
    }
    // The route has no cell that is on no such path.
    let needed: usize = goals.iter().map(|goal| over[goal] + 1).sum();
    assert!(route.len() <= needed.max(1) && route.iter().all(|cell| along[cell] == over[cell]));
    let ends = |cell: &&Cell| cell.neighbours().filter(|neighbour| route.contains(neighbour)).count() < 2;
    assert!(route.iter().filter(ends).all(|end| *end == start || goals.contains(end)), "it ends only at its ends");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_border_is_a_ring_of_the_floor(floor in floors(16), inset in 0..4i32, across in 1..4i32, down in 1..3i32) {
        is_the_ring::<CellBlock>(&floor, inset, Extent::new(across, down));
        is_the_ring::<BitGrid>(&floor, inset, Extent::new(across, down));
    }

    #[test]
    fn a_border_of_a_large_room_is_a_ring_too(floor in floors(70), inset in 0..3i32) {
        is_the_ring::<BitGrid>(&floor, inset, Extent::new(1, 1));
    }

    #[test]
    fn a_route_leads_from_its_start_to_its_goals_by_shortest_ways(
        floor in floors(16),
        wanted in proptest::collection::vec((0..4usize, 0..64i32), 0..5),
        points in proptest::collection::vec((0..32i32, 0..32i32), 2),
    ) {
        let doorways = doorways(floor.0, &floor.1, &wanted);
        let Extent { width, height } = floor.0;
        let point = |(x, y): (i32, i32)| HalfCell::new(1 + x % (2 * width - 1), 1 + y % (2 * height - 1));
        let [from, to] = [point(points[0]), point(points[1])];
        // One finder for all, since it remembers the last route.
        let (mut block, mut grid) = (RegionFinder::<CellBlock>::default(), RegionFinder::<BitGrid>::default());
        for (start, goals) in [
            (RouteStart::FirstDoor, RouteGoals::OtherDoors),
            (RouteStart::FirstDoor, RouteGoals::Nearest(HalfCell::new(width, height))),
            (RouteStart::FirstDoor, RouteGoals::Nearest(to)),
            (RouteStart::Nearest(from), RouteGoals::Doors),
            (RouteStart::Nearest(from), RouteGoals::FirstDoor),
            (RouteStart::Nearest(from), RouteGoals::Nearest(to)),
        ] {
            let ends = RouteEnds { start, goals, via: None };
            leads_to_its_goals(&floor, &doorways, ends, &mut block);
            leads_to_its_goals(&floor, &doorways, ends, &mut grid);
        }
    }
}
