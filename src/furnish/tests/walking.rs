//! Compares walkways with least costs by plain relaxation.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::{
    furnish::{props::FormationProps, walkway::Walkways},
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellBlock, CellSet},
    model::Metres,
};

/// A room with obstacles of one size, and goals to reach from its top left cell.
#[derive(Clone, Debug)]
struct Room {
    width: i32,
    height: i32,
    /// The rectangle that its shape cuts off at the bottom right corner.
    cut: Option<Rect>,
    obstacles: Vec<Rect>,
    goals: Vec<Cell>,
}

impl Room {
    fn rect(&self) -> Rect {
        Rect::of(0, 0, self.width, self.height)
    }

    fn is_floor(&self, cell: Cell) -> bool {
        self.rect().contains(cell) && !self.cut.is_some_and(|cut| cut.contains(cell))
    }
}

/// Rooms of up to `side` cells. Obstacles overlap neither each other, nor the entrance, nor a goal.
fn rooms(side: i32) -> impl Strategy<Value = Room> {
    (1..=side, 1..=side, 1..4i32, 1..3i32).prop_flat_map(|(width, height, across, down)| {
        let cells = proptest::collection::vec((0..width, 0..height), 0..(width * height * 2) as usize);
        let goals = proptest::collection::vec((0..width, 0..height), 1..6);
        let cut = (0..width, 0..height);
        (cells, goals, cut).prop_map(move |(cells, goals, cut)| {
            let cut = Rect::from_xywh(width - cut.0, height - cut.1, cut.0, cut.1);
            let mut room = Room { width, height, cut, obstacles: Vec::new(), goals: Vec::new() };
            room.goals = goals.into_iter().map(Cell::from).filter(|&goal| room.is_floor(goal)).collect();
            for (x, y) in cells {
                let obstacle = Rect::of(x, y, across, down);
                let taken = room.obstacles.iter().any(|other| other.overlaps(obstacle));
                let kept_free =
                    obstacle.contains(Cell::new(0, 0)) || room.goals.iter().any(|&goal| obstacle.contains(goal));
                if obstacle.cells().all(|cell| room.is_floor(cell)) && !taken && !kept_free {
                    room.obstacles.push(obstacle);
                }
            }
            room
        })
    })
}

/// The least number of obstacles on a path from the entrance to each cell, by relaxation until
/// nothing changes.
///
/// All cells of an obstacle count as one place, entered once.
fn costs(room: &Room, obstacles: &[Rect]) -> BTreeMap<Cell, usize> {
    let covered: BTreeMap<Cell, usize> =
        (0..).zip(obstacles).flat_map(|(number, obstacle)| obstacle.cells().map(move |cell| (cell, number))).collect();
    let mut costs = BTreeMap::from([(Cell::new(0, 0), 0)]);
    loop {
        let before = costs.clone();
        for (cell, cost) in &before {
            for neighbour in cell.neighbours().filter(|&neighbour| room.is_floor(neighbour)) {
                let (here, there) = (covered.get(cell), covered.get(&neighbour));
                let entered = usize::from(there.is_some() && here != there);
                let known = costs.entry(neighbour).or_insert(usize::MAX);
                *known = (*known).min(cost + entered);
            }
        }
        if before == costs {
            return costs;
        }
    }
}

/// Opens walkways to the goals in turn, and compares the cost of each with the least possible.
///
/// If the budget is spent, the routes are those that were cheapest before the first walkway.
fn every_goal_is_reached_at_the_least_cost<S: CellSet>(room: &Room, is_spent: bool) {
    let mut props =
        FormationProps::<S> { is_obstacle: true, footprint: Extent::new(1, 1), ..FormationProps::default() };
    let (mut floor, mut covered) = (S::default(), S::default());
    for set in [&mut floor, &mut covered, &mut props.origins] {
        set.reset(room.width, room.height);
    }
    floor.insert_rect(room.rect());
    room.cut.into_iter().for_each(|cut| floor.remove_rect(cut));
    for obstacle in &room.obstacles {
        props.footprint = Extent::new(obstacle.width(), obstacle.height());
        props.origins.insert(obstacle.left(), obstacle.top());
        covered.insert_rect(*obstacle);
    }
    let mut standing = room.obstacles.clone();
    let mut walkways = Walkways::default();
    let all_free = walkways.begin(&floor, &covered, Rect::of(0, 0, 1, 1), false);
    let closed = costs(room, &standing).into_values().any(|cost| cost > 0);
    assert!(all_free || closed, "if something free was not reached, an obstacle is in the way");
    if all_free {
        return;
    }
    let mut props = [props];
    if is_spent {
        walkways.exhaust_budget();
    }
    let at_first = costs(room, &standing);
    for &goal in &room.goals {
        let least = costs(room, &standing)[&goal];
        let mut removed = Vec::new();
        walkways.reach_prop(Rect::from_cell(goal), Metres::default(), &mut props, &mut |prop| removed.push(prop));
        let most = if is_spent { at_first[&goal] } else { least };
        assert!((least..=most).contains(&removed.len()), "{} to {goal} instead of {least} to {most}", removed.len());
        standing.retain(|obstacle| !removed.contains(obstacle));
        assert_eq!(costs(room, &standing)[&goal], 0, "a way to {goal} is open");
        let mut origins = Vec::new();
        props[0].origins.for_each(|x, y| origins.push(Cell::new(x, y)));
        let mut wanted: Vec<_> = standing.iter().map(|obstacle| obstacle.top_left()).collect();
        wanted.sort_by_key(|cell| (cell.y, cell.x));
        assert_eq!(origins, wanted, "exactly the removed ones are gone");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn walkways_in_small_rooms_cost_the_least(room in rooms(CellBlock::SIDE)) {
        every_goal_is_reached_at_the_least_cost::<CellBlock>(&room, false);
        every_goal_is_reached_at_the_least_cost::<CellBlock>(&room, true);
    }

    #[test]
    fn walkways_in_any_room_cost_the_least(room in rooms(20)) {
        every_goal_is_reached_at_the_least_cost::<BitGrid>(&room, false);
        every_goal_is_reached_at_the_least_cost::<BitGrid>(&room, true);
    }
}

#[test]
fn a_candle_on_a_table_is_reached_from_beside_it() {
    // The candle stands on a table that fills its cell. Above the floor, a reached cell beside it
    // suffices; at floor height, the table must be removed.
    let mut floor = CellBlock::default();
    floor.reset(3, 1);
    floor.insert_rect(Rect::of(0, 0, 3, 1));
    let mut table =
        FormationProps::<CellBlock> { is_obstacle: true, footprint: Extent::new(1, 1), ..FormationProps::default() };
    table.origins.reset(3, 1);
    table.origins.insert(1, 0);
    let covered = table.origins;
    let removed = |elevation: Metres| {
        let mut walkways = Walkways::default();
        assert!(!walkways.begin(&floor, &covered, Rect::of(0, 0, 1, 1), false));
        let mut removed = Vec::new();
        walkways.reach_prop(Rect::of(1, 0, 1, 1), elevation, &mut [table.clone()], &mut |prop| removed.push(prop));
        removed.len()
    };
    assert_eq!(removed(Metres::whole(1)), 0);
    assert_eq!(removed(Metres::default()), 1);
}
