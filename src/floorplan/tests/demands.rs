//! Tests leaves of an exact size, and the route that leads to them.

use std::collections::BTreeSet;

use super::*;
use crate::{
    floorplan::{
        partition::{DemandSource, LeafDemand},
        route::ReservedLeaf,
    },
    geom::{Direction, Extent},
    rng::{RandomSource, WordStream},
};

/// Whether repeated cuts can leave a rectangle of this extent in `part`.
///
/// Along each axis it must fit exactly, or leave room for a wall and a leaf.
fn can_be_cut_from(part: Rect, leaf: Extent, smallest: i32) -> bool {
    let fits = |side: i32, wanted: i32| side == wanted || side >= wanted + 1 + smallest;
    fits(part.width(), leaf.width) && fits(part.height(), leaf.height)
}

fn cut_for(size: Size, sides: &PartitionSpec, demands: &[LeafDemand], seed: u64) -> Partition {
    cut_by(&PartitionInputs { size, rules: *sides, demands, arrival: None, parting: None }, seed)
}

/// A wanted extent, and whether the other orientation is accepted too.
#[derive(Clone, Copy, Debug)]
struct Wish {
    extent: Extent,
    or_turned: bool,
}

impl Wish {
    /// Whether `accepts` holds for one of the wanted extents.
    fn is_met(self, accepts: impl Fn(Extent) -> bool) -> bool {
        accepts(self.extent) || self.or_turned && accepts(self.extent.turned(Direction::East))
    }
}

/// Random sizes, rules, and wanted leaf sizes.
fn wishes() -> impl Strategy<Value = (Size, PartitionSpec, Vec<Wish>)> {
    cuts().prop_flat_map(|(size, sides)| {
        let side = sides.min..sides.min + 12;
        let wish = ((side.clone(), side), any::<bool>())
            .prop_map(|(extent, or_turned)| Wish { extent: extent.into(), or_turned });
        proptest::collection::vec(wish, 1..6).prop_map(move |wishes| (size, sides, wishes))
    })
}

proptest! {
    #[test]
    fn possible_demands_are_cut_and_earlier_ones_come_first((size, sides, wishes) in wishes(), seed: u64) {
        let inside = Rect::of(1, 1, size.width() - 2, size.height() - 2);
        let demand = |(number, wish): (u16, &Wish)| LeafDemand::new(DemandSource::Size(number), wish.extent, wish.or_turned);
        let demands: Vec<_> = (0..).zip(&wishes).map(demand).collect();
        let partition = cut_for(size, &sides, &demands, seed);
        let mut leaves = BTreeSet::new();
        let mut met = BTreeSet::new();
        for (leaf, demand) in partition.leaves_of_sizes() {
            let rect = partition.leaves[leaf.index()];
            let wish = wishes[usize::from(demand)];
            prop_assert!(wish.is_met(|extent| rect.extent() == extent), "{rect} for {wish:?}");
            prop_assert!(leaves.insert(leaf) && met.insert(demand), "each leaf and each demand once");
        }
        let can_be_met = |wish: &Wish| wish.is_met(|extent| can_be_cut_from(inside, extent, sides.min));
        let first = wishes.iter().position(can_be_met).map(|first| first as u16);
        prop_assert_eq!(met.first().copied(), first, "the first that can be is met");
        // All other leaves follow the usual rules.
        let mut covered = 0;
        for (leaf, rect) in LeafId::all().zip(&partition.leaves) {
            prop_assert!(inside.contains_rect(*rect) && rect.width() >= sides.min && rect.height() >= sides.min);
            prop_assert!(leaves.contains(&leaf) || rect.width().max(rect.height()) <= sides.max, "{rect}");
            covered += rect.area();
        }
        for (number, one) in partition.leaves.iter().enumerate() {
            let around = one.grown(1).expect("a small rectangle");
            prop_assert!(partition.leaves[number + 1..].iter().all(|other| !around.overlaps(*other)));
        }
        let adjacency = neighbours(&partition, 1);
        let walls: i64 = adjacency.walls.iter().map(|wall| i64::from(wall.to() - wall.from())).sum();
        prop_assert!(covered + walls <= inside.area());
    }
}

proptest! {
    #[test]
    fn the_other_orientation_is_for_levels_that_cannot_hold_the_first((size, sides, wishes) in wishes(), seed: u64) {
        let inside = Rect::of(1, 1, size.width() - 2, size.height() - 2);
        let Wish { extent, .. } = wishes[0];
        let partition = cut_for(size, &sides, &[LeafDemand::beside_others(DemandSource::Size(0), extent, true)], seed);
        let wanted = [extent, extent.turned(Direction::East)];
        let wanted = wanted.into_iter().find(|&extent| can_be_cut_from(inside, extent, sides.min));
        let met = partition.met_demands.first().map(|&(leaf, _)| partition.leaves[leaf.index()].extent());
        prop_assert_eq!(met, wanted);
    }
}

#[test]
fn a_large_level_has_place_for_many_demands() {
    let size = Size::new(70, 50).expect("a size");
    let sides = PartitionSpec { min: 4, max: 10, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
    let met = |seed: u64| {
        let demand = LeafDemand::new(DemandSource::Size(0), Extent::new(8, 6), seed.is_multiple_of(2));
        cut_for(size, &sides, &[demand; 12], seed).met_demands.len()
    };
    let all: usize = (0..40).map(met).sum();
    assert!(all > 300, "{all} of {}: the half with more place left takes the next", 12 * 40);
}

/// A partition, its adjacency, and reserved leaves with their kinds.
fn kept(draw: &mut WordStream, seed: u64) -> (Size, Partition, Adjacency, Vec<(LeafId, Vec<RoomKind>)>) {
    let size = Size::new(i64::from(draw.within(20, 70)), i64::from(draw.within(20, 50))).expect("a size");
    let sides = PartitionSpec { min: 4, max: 10, ratio: (0.3, 0.7), stop: 0.2, longer: 0.8 };
    let partition = cut(size, &sides, seed);
    let adjacency = neighbours(&partition, 1);
    let mut kept: Vec<(LeafId, Vec<RoomKind>)> = Vec::new();
    for _ in 0..draw.within(1, 4) {
        let leaf = LeafId(draw.below(partition.leaves.len() as u32));
        let kinds = match draw.below(5) {
            0 => vec![RoomKind::Start],
            1 => vec![RoomKind::End],
            2 => vec![RoomKind::Path],
            3 => vec![RoomKind::Bonus],
            _ => vec![RoomKind::Bonus, RoomKind::End],
        };
        if kept.iter().all(|(other, others)| *other != leaf && *others != kinds) {
            kept.push((leaf, kinds));
        }
    }
    (size, partition, adjacency, kept)
}

#[test]
fn kept_leaves_become_what_they_are_kept_for() {
    let (mut on_path, mut off_path, mut wanted_on_path) = (0, 0, 0);
    for seed in 0..1500 {
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let (size, partition, adjacency, kept) = kept(draw, seed);
        let rule = [PathStartRule::Edge, PathStartRule::Corner, PathStartRule::Anywhere, PathStartRule::Farthest]
            [seed as usize % 4];
        let mut route = Route::default();
        route.reserved.extend(kept.iter().map(|(leaf, kinds)| ReservedLeaf::new(*leaf, kinds)));
        let path = PathSpec { rooms: PathRooms::Count(3, 8), wander: 0.4 };
        route.find_path(graph(size, &partition, &adjacency), starting(rule), &path, draw);
        let bonus = BonusRule {
            chance: Ramp::Constant(0.3),
            spacing: 1.0.into(),
            depth: 2.0.into(),
            rooms: (0.0.into(), 9.0.into()),
            hosts: HostKinds::default(),
        };
        route.hang_bonus_rooms(&adjacency, &bonus, 0.0, draw);
        route.join_reserved(&adjacency, HostKinds::default());

        let what = || format!("seed {seed}: {kept:?}, {:?}", route.path);
        let joined: BTreeSet<_> = (0..)
            .zip(&route.joined)
            .filter(|(_, joined)| **joined)
            .map(|(wall, _): (usize, _)| adjacency.walls[wall].leaves)
            .collect();
        let are_joined = |a: LeafId, b: LeafId| joined.contains(&[a, b]) || joined.contains(&[b, a]);
        assert!(route.path.windows(2).all(|pair| are_joined(pair[0], pair[1])), "{}", what());
        let used: Vec<LeafId> = LeafId::all()
            .take(route.leaf_roles.len())
            .filter(|&leaf| route.leaf_roles[leaf.index()].is_room())
            .collect();
        assert_eq!(joined.len(), used.len() - 1, "a tree: {}", what());
        assert_eq!(route.bonus_rooms as usize, used.len() - route.path.len(), "{}", what());
        assert_eq!(route.path.iter().collect::<BTreeSet<_>>().len(), route.path.len(), "{}", what());
        for (step, leaf) in (0..).zip(&route.path) {
            assert_eq!(route.leaf_roles[leaf.index()], LeafRole::Path(step), "{}", what());
        }
        for &leaf in &used {
            if let LeafRole::Bonus { host, .. } = route.leaf_roles[leaf.index()] {
                assert!(are_joined(leaf, host), "{}", what());
            }
        }

        let [first, .., last] = route.path[..] else { continue };
        let wants = |kinds: &[RoomKind]| kept.iter().find(|kept| kept.1 == kinds).map(|kept| kept.0);
        let (start, end) = (wants(&[RoomKind::Start]), wants(&[RoomKind::End]));
        assert!(start.is_none_or(|start| start == first), "{}", what());
        assert!(end.is_none_or(|end| end == last), "{}", what());
        for (leaf, kinds) in &kept {
            if kinds.contains(&RoomKind::Bonus) {
                // A reservation may be dropped only if both ends are fixed.
                let is_bonus = matches!(route.leaf_roles[leaf.index()], LeafRole::Bonus { .. });
                assert!(is_bonus || start.is_some() && end.is_some(), "{leaf:?} is no bonus room: {}", what());
                off_path += usize::from(is_bonus);
            } else if kinds == &[RoomKind::Path] {
                wanted_on_path += 1;
                on_path += usize::from(route.path.contains(leaf));
            }
        }
    }
    assert!(off_path > 1000 && 10 * on_path > 9 * wanted_on_path, "{on_path} of {wanted_on_path}, {off_path}");
}

#[test]
fn a_leaf_kept_for_a_bonus_room_is_given_up_where_it_parts_start_from_end() {
    // A single row of leaves.
    let size = Size::new(60, 8).expect("a size");
    let sides = PartitionSpec { min: 6, max: 14, ratio: (0.3, 0.7), stop: 0.0, longer: 0.8 };
    let partition = cut(size, &sides, 1);
    let adjacency = neighbours(&partition, 1);
    let last = LeafId::at(partition.leaves.len() - 1);
    assert!(last.index() >= 3 && adjacency.walls.len() == last.index(), "{:?}", partition.leaves);
    let mut route = Route::default();
    for (leaf, kind) in [(LeafId(0), RoomKind::Start), (last, RoomKind::End), (LeafId(1), RoomKind::Bonus)] {
        route.reserved.push(ReservedLeaf::new(leaf, &[kind]));
    }
    let path = PathSpec { rooms: PathRooms::Count(2, 3), wander: 0.4 };
    let draw = &mut FloorSeed::new(1, 0).stream(SeedStage::Route);
    route.find_path(graph(size, &partition, &adjacency), starting(PathStartRule::Anywhere), &path, draw);
    assert_eq!(route.path, Vec::from_iter(LeafId::all().take(partition.leaves.len())), "from left to right");
}
