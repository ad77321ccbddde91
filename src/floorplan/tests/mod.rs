//! Compares partition, adjacency and route with slow, plain versions, over many random rules.

mod arrival;
mod corridors;
mod demands;
pub(crate) mod drawn;
mod plans;
mod roles;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{
    adjacency::{Adjacency, WallId},
    partition::{LeafId, Partition, PartitionInputs},
    route::{LeafGraph, LeafRole, PathStart, Route},
    *,
};
use crate::{
    geom::{Rect, Size},
    model::RoomKind,
    preset::{
        BonusRule, DoorPlace, DoorSpec, HostKinds, PartitionSpec, PathRooms, PathSpec, PathStartRule, Preset, Ramp,
    },
    rng::{FloorSeed, SeedStage},
    trace::NoTrace,
};

/// A level's size and leaf sides as a checked preset may have them.
fn cuts() -> impl Strategy<Value = (Size, PartitionSpec)> {
    let sides = (1..9i32, 0..12i32, 0.0..=0.5f32, 0.5..=1.0f32, 0.0..=1.0f32, 0.0..=1.0f32).prop_map(
        |(min, more, least, most, stop, longer)| PartitionSpec {
            min,
            max: 2 * min + more,
            ratio: (least, most),
            stop,
            longer,
        },
    );
    (sides, 0..90i64, 0..60i64).prop_map(|(sides, width, height)| {
        let least = i64::from(sides.min + 2).max(8);
        (Size::new(least + width, least + height).expect("a size within the limits"), sides)
    })
}

fn cut(size: Size, sides: &PartitionSpec, seed: u64) -> Partition {
    cut_by(&PartitionInputs { size, rules: *sides, demands: &[], arrival: None, parting: None }, seed)
}

fn cut_by(inputs: &PartitionInputs<'_>, seed: u64) -> Partition {
    let mut partition = Partition::default();
    partition.cut(inputs, &mut FloorSeed::new(seed, 0).stream(SeedStage::Partition), &mut NoTrace);
    partition
}

/// Doors of this width and wider, anywhere.
fn doors_of(width: i32) -> DoorSpec {
    DoorSpec { width: (width, 3), place: DoorPlace::Anywhere, corner: 0 }
}

fn neighbours(partition: &Partition, narrowest: i32) -> Adjacency {
    let mut adjacency = Adjacency::default();
    adjacency.read(partition, doors_of(narrowest));
    adjacency
}

fn graph<'a>(size: Size, partition: &'a Partition, adjacency: &'a Adjacency) -> LeafGraph<'a> {
    LeafGraph { size, leaves: &partition.leaves, adjacency }
}

fn starting(rule: PathStartRule) -> PathStart {
    PathStart { rule, asked: None }
}

/// How many leaves are reachable from leaf 0 through walls.
fn connected(leaves: usize, walls: &[[LeafId; 2]]) -> usize {
    let mut reached = BTreeSet::from([LeafId(0)]);
    loop {
        let before = reached.len();
        for [a, b] in walls {
            if reached.contains(a) || reached.contains(b) {
                reached.extend([a, b]);
            }
        }
        if reached.len() == before {
            return before.min(leaves);
        }
    }
}

/// The pairs of leaves one wall apart that share at least `narrowest` wall cells, by comparing all
/// pairs.
fn touching(leaves: &[Rect], narrowest: i32) -> BTreeSet<(LeafId, LeafId, Rect)> {
    let mut pairs = BTreeSet::new();
    for (a, first) in LeafId::all().zip(leaves) {
        for (b, second) in LeafId::all().zip(leaves) {
            let (top, bottom) = (first.top().max(second.top()), first.bottom().min(second.bottom()));
            if first.right() + 1 == second.left() && bottom - top >= narrowest {
                pairs.insert((a, b, Rect::of(first.right(), top, 1, bottom - top)));
            }
            let (left, right) = (first.left().max(second.left()), first.right().min(second.right()));
            if first.bottom() + 1 == second.top() && right - left >= narrowest {
                pairs.insert((a, b, Rect::of(left, first.bottom(), right - left, 1)));
            }
        }
    }
    pairs
}

proptest! {
    #[test]
    fn leaves_keep_the_rules_and_fill_the_level_but_for_its_walls((size, sides) in cuts(), seed: u64) {
        let partition = cut(size, &sides, seed);
        let inside = Rect::of(1, 1, size.width() - 2, size.height() - 2);
        let mut covered = BTreeSet::new();
        for leaf in &partition.leaves {
            prop_assert!(inside.contains_rect(*leaf));
            for side in [leaf.width(), leaf.height()] {
                prop_assert!((sides.min..=sides.max).contains(&side), "{leaf} with {sides:?}");
            }
            for cell in leaf.cells() {
                prop_assert!(covered.insert(cell), "{leaf} overlaps another leaf");
            }
        }
        // Cells without a leaf are walls: each has at least two cells of leaves around it.
        let rest = inside.cells().filter(|cell| !covered.contains(cell));
        for cell in rest {
            let around = Rect::from_cell(cell).grown(1).expect("a small rectangle");
            prop_assert!(around.cells().filter(|cell| covered.contains(cell)).count() >= 2, "{cell} is walled in");
        }
        let by_place: Vec<_> = partition.leaves.iter().map(|leaf| (leaf.left(), leaf.top())).collect();
        prop_assert_eq!(by_place[0], (1, 1), "leaves are numbered from top left");
    }

    #[test]
    fn neighbours_are_the_pairs_that_share_enough_wall((size, sides) in cuts(), seed: u64, door in 1..4i32) {
        let partition = cut(size, &sides, seed);
        let narrowest = door.min(sides.min);
        let adjacency = neighbours(&partition, narrowest);
        let found: Vec<_> =
            adjacency.walls.iter().map(|wall| (wall.leaves[0], wall.leaves[1], wall.part(wall.from(), wall.to() - wall.from()))).collect();
        let wanted = touching(&partition.leaves, narrowest);
        prop_assert_eq!(found.len(), wanted.len(), "each once");
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted);
        let pairs: Vec<_> = adjacency.walls.iter().map(|wall| wall.leaves).collect();
        prop_assert_eq!(connected(partition.leaves.len(), &pairs), partition.leaves.len(), "leaves are connected");
        for leaf in LeafId::all().take(partition.leaves.len()) {
            let mine = WallId::all().zip(&pairs).filter(|(_, pair)| pair.contains(&leaf)).map(|(wall, _)| wall).collect::<Vec<_>>();
            let listed: Vec<_> = adjacency.neighbours(leaf).iter().map(|neighbour| neighbour.wall).collect();
            prop_assert_eq!(listed, mine);
        }
    }

    #[test]
    fn a_route_has_the_rooms_that_were_wanted_where_it_says_nothing_else(
        (size, sides) in cuts(), seed: u64, least in 1..30u32, more in 0..10u32, wander in 0.0..=1.0f32,
        spacing in 0..4u32, depth in 0..4u32, chance in 0.0..=1.0f32, wanted in 0..8u32,
        kinds in prop::sample::subsequence(vec![RoomKind::Start, RoomKind::Path, RoomKind::End], 1..=3),
    ) {
        let partition = cut(size, &sides, seed);
        let adjacency = neighbours(&partition, 1);
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let mut route = Route::default();
        let path = PathSpec { rooms: PathRooms::Count(least, least + more), wander };
        route.find_path(graph(size, &partition, &adjacency), starting(PathStartRule::Edge), &path, draw);
        let ramp = |number: u32| Ramp::from(number as f32);
        let bonus = BonusRule {
            chance: chance.into(),
            spacing: ramp(spacing),
            depth: ramp(depth),
            rooms: (ramp(wanted), ramp(wanted + 20)),
            hosts: HostKinds::of(&kinds),
        };
        let last = |route: &Route| route.path.len() - 1;
        let may_begin = |route: &Route, step: u32| {
            let kind = match step {
                0 => RoomKind::Start,
                step if step as usize == last(route) => RoomKind::End,
                _ => RoomKind::Path,
            };
            kinds.contains(&kind)
        };
        if (route.path.len() as u32) < least {
            // No step of the path has a detour left, through one leaf or two.
            let unused = |leaf: LeafId| adjacency.neighbours(leaf).iter().filter(|next| route.leaf_roles[next.leaf.index()] == LeafRole::Unused);
            for pair in route.path.windows(2) {
                let ends: BTreeSet<_> = unused(pair[1]).map(|next| next.leaf).collect();
                for first in unused(pair[0]) {
                    prop_assert!(!ends.contains(&first.leaf), "a detour by one");
                    let by_two = unused(first.leaf).any(|second| ends.contains(&second.leaf));
                    prop_assert!(!by_two || route.path.len() as u32 + 1 == least, "a detour by two");
                }
            }
        }
        route.hang_bonus_rooms(&adjacency, &bonus, 0.0, draw);

        let joined: BTreeSet<_> = adjacency.walls.iter().zip(&route.joined).filter(|(_, joined)| **joined).map(|(wall, _)| wall.leaves).collect();
        let are_joined = |a: LeafId, b: LeafId| joined.contains(&[a, b]) || joined.contains(&[b, a]);
        let rooms = route.path.len() as u32;
        prop_assert!(rooms <= least + more);
        prop_assert_eq!(route.path.iter().collect::<BTreeSet<_>>().len(), rooms as usize, "no leaf is used twice");
        prop_assert!(route.path.windows(2).all(|pair| are_joined(pair[0], pair[1])));
        let start = partition.leaves[route.path[0].index()];
        prop_assert!(start.left() == 1 || start.top() == 1 || start.right() == size.width() - 1 || start.bottom() == size.height() - 1);

        let mut bonus_rooms = 0;
        let mut hosts = BTreeSet::new();
        for (leaf, part) in LeafId::all().zip(&route.leaf_roles) {
            match *part {
                LeafRole::Unused | LeafRole::Reserved => prop_assert!(!route.path.contains(&leaf)),
                LeafRole::Detour { .. } => prop_assert!(false, "no rule asks for cycles"),
                LeafRole::Path(step) => prop_assert_eq!(route.path[step as usize], leaf),
                LeafRole::Bonus { host, root, chain } => {
                    bonus_rooms += 1;
                    prop_assert!(are_joined(leaf, host) && (1..=depth).contains(&chain));
                    let step = route.path.iter().position(|&leaf| leaf == root).expect("chains hang on the path");
                    hosts.insert(step as u32);
                    prop_assert!(may_begin(&route, step as u32), "a chain at step {}, not at {:?}", step, kinds);
                    match route.leaf_roles[host.index()] {
                        LeafRole::Bonus { chain: above, root: same, .. } => prop_assert_eq!((above + 1, same), (chain, root)),
                        _ => prop_assert_eq!((1, host), (chain, root)),
                    }
                }
            }
        }
        prop_assert_eq!(bonus_rooms, route.bonus_rooms);
        prop_assert_eq!(joined.len() as u32, rooms + bonus_rooms - 1, "a tree");
        prop_assert!(bonus_rooms <= wanted + 20);
        let hosts: Vec<_> = hosts.into_iter().collect();
        prop_assert!(hosts.windows(2).all(|pair| pair[1] - pair[0] > spacing), "{hosts:?} lie too close");
        if bonus_rooms < wanted {
            // Nothing more can be attached: not where hosts are allowed on the path, not at the end
            // of a chain.
            let is_free = |leaf: LeafId| adjacency.neighbours(leaf).iter().any(|next| route.leaf_roles[next.leaf.index()] == LeafRole::Unused);
            for (step, &leaf) in (0..).zip(&route.path) {
                let may_host = depth > 0 && may_begin(&route, step) && hosts.iter().all(|&host: &u32| host.abs_diff(step) > spacing);
                prop_assert!(!may_host || !is_free(leaf), "step {step} could host");
            }
            for (leaf, part) in LeafId::all().zip(&route.leaf_roles) {
                let LeafRole::Bonus { chain, .. } = *part else { continue };
                let is_last = !route.leaf_roles.iter().any(|other| matches!(other, LeafRole::Bonus { host, .. } if *host == leaf));
                prop_assert!(!is_last || chain == depth || !is_free(leaf), "the chain that ends at {leaf:?} could go on");
            }
        }
    }
}

#[test]
fn a_part_that_need_not_be_cut_is_cut_unless_chance_stops_it() {
    let size = Size::new(60, 40).expect("a size within the limits");
    let leaves = |max: i32, stop: f32| {
        let sides = PartitionSpec { min: 5, max, ratio: (0.35, 0.65), stop, longer: 0.8 };
        cut(size, &sides, 3).leaves
    };
    assert!(leaves(100, 0.0).iter().all(|leaf| leaf.width().max(leaf.height()) <= 2 * 5));
    assert_eq!(leaves(100, 1.0).len(), 1);
    assert!(leaves(12, 1.0).iter().any(|leaf| leaf.width().max(leaf.height()) > 2 * 5));
}

#[test]
fn the_nearest_leaf_to_a_cell_is_the_first_of_those_with_the_nearest_cell() {
    let size = Size::new(60, 40).expect("a size within the limits");
    let sides = PartitionSpec { min: 4, max: 12, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
    let leaves = cut(size, &sides, 5).leaves;
    let steps = |from: Cell, to: Cell| from.x.abs_diff(to.x) + from.y.abs_diff(to.y);
    for cell in Rect::of(-3, -3, 66, 46).cells() {
        let nearest = |rect: &Rect| rect.cells().map(|other| steps(cell, other)).min();
        let wanted = LeafId::all().zip(&leaves).min_by_key(|(_, rect)| nearest(rect)).map(|(leaf, _)| leaf);
        assert_eq!(Some(route::nearest_leaf(&leaves, cell)), wanted, "{cell}");
    }
    route::nearest_leaf(&leaves, Cell::new(i32::MIN, i32::MAX));
}

#[test]
fn without_wander_the_path_is_as_short_as_any() {
    for seed in 0..50 {
        let size = Size::new(90, 60).expect("a size within the limits");
        let sides = PartitionSpec { min: 5, max: 12, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
        let partition = cut(size, &sides, seed);
        let adjacency = neighbours(&partition, 1);
        let mut route = Route::default();
        let rules = PathSpec { rooms: PathRooms::Count(3, 30), wander: 0.0 };
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        route.find_path(graph(size, &partition, &adjacency), starting(PathStartRule::Anywhere), &rules, draw);
        // Plain breadth-first search.
        let (start, end) = (route.path[0], route.path[route.path.len() - 1]);
        let mut rings = vec![BTreeSet::from([start])];
        while !rings[rings.len() - 1].contains(&end) {
            let last = &rings[rings.len() - 1];
            let next = last.iter().flat_map(|&leaf| adjacency.neighbours(leaf).iter().map(|neighbour| neighbour.leaf));
            rings.push(next.chain(last.iter().copied()).collect());
        }
        assert_eq!(route.path.len(), rings.len(), "seed {seed}");
    }
}

#[test]
fn wander_makes_longer_ways() {
    let size = Size::new(200, 200).expect("a size within the limits");
    let sides = PartitionSpec { min: 5, max: 12, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
    let rooms = |wander: f32| -> usize {
        let each = (0..20).map(|seed| {
            let partition = cut(size, &sides, seed);
            let adjacency = neighbours(&partition, 1);
            let mut route = Route::default();
            // Any number of rooms is accepted, so no path is stretched.
            let rules = PathSpec { rooms: PathRooms::Count(1, 10_000), wander };
            route.find_path(
                graph(size, &partition, &adjacency),
                starting(PathStartRule::Anywhere),
                &rules,
                &mut FloorSeed::new(seed, 0).stream(SeedStage::Route),
            );
            route.path.len()
        });
        each.sum()
    };
    assert!(rooms(1.0) > rooms(0.0) * 11 / 10, "{} against {}", rooms(1.0), rooms(0.0));
}

#[test]
fn a_path_that_falls_short_is_stretched_until_it_has_its_fraction() {
    let size = Size::new(300, 300).expect("a size within the limits");
    let sides = PartitionSpec { min: 5, max: 12, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
    let partition = cut(size, &sides, 7);
    let adjacency = neighbours(&partition, 1);
    let mut route = Route::default();
    for fraction in [0.1, 0.2, 0.4] {
        let rules = PathSpec { rooms: PathRooms::Fraction(fraction, fraction), wander: 0.5 };
        route.find_path(
            graph(size, &partition, &adjacency),
            starting(PathStartRule::Edge),
            &rules,
            &mut FloorSeed::new(7, 0).stream(SeedStage::Route),
        );
        let wanted = (fraction * partition.leaves.len() as f32 + 0.5) as usize;
        assert_eq!(route.path.len(), wanted, "of {} leaves", partition.leaves.len());
    }
}
