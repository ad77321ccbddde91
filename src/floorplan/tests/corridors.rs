//! Tests rooms inside their leaves, the corridors between them, and leaves and loops beyond the
//! path.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{
    floorplan::passages::PassageInputs,
    preset::{LoopRule, Ramp, RoomMargin, RoomStyle},
};

/// Rules for rooms inside leaves as a checked preset may have them: room sides, margins, least
/// corridor width.
fn insets() -> impl Strategy<Value = (PartitionSpec, RoomMargin, i32)> {
    (1..4i32, 0..4i32, 0..5i32, 0..6i32, 0..12i32, 0.0..=0.5f32, 0.0..=1.0f32)
        .prop_filter("margins of 0 to 1", |rules| (rules.1, rules.2) != (0, 1))
        .prop_map(|(width, least, more, larger, further, ratio, stop)| {
            let most = least + more;
            let min = 2 * more + 3 * width + larger;
            let max = (2 * (min + 2 * least) - 2 * most).max(2 * min) + further;
            let sides = PartitionSpec { min, max, ratio: (ratio, 1.0 - ratio), stop, longer: 0.8 };
            (sides, RoomMargin { least, most }, width)
        })
}

struct Plan {
    partition: Partition,
    rooms: Vec<Rect>,
    adjacency: Adjacency,
}

/// A room without a role, on a leaf.
fn planned(leaf: u32, rect: Rect) -> PlannedRoom {
    let (kind, cut) = (RoomKind::Path, RoomShape::Rectangle);
    let (depth, progress, host, cycle, tags, floor, vault) = (0, 0.0, None, None, 0, 0, None);
    PlannedRoom { kind, rect, depth, progress, host, cycle, leaf, tags, cut, floor, vault, layout: None }
}

fn inset(rules: (PartitionSpec, RoomMargin, i32), seed: u64) -> Plan {
    inset_with(rules, doors_of(rules.2), seed)
}

fn inset_with((sides, margin, _): (PartitionSpec, RoomMargin, i32), doors: DoorSpec, seed: u64) -> Plan {
    let leaves = sides.with_margins(RoomStyle::Corridors(margin));
    let size = Size::new(i64::from(3 * leaves.min + 60), i64::from(3 * leaves.min + 40)).expect("a size");
    let partition = cut(size, &leaves, seed);
    let mut rooms = Vec::new();
    inset::place(&partition, &sides, margin, None, &mut FloorSeed::new(seed, 0).stream(SeedStage::Rooms), &mut rooms);
    let mut adjacency = Adjacency::default();
    adjacency.read_inside(&partition, &rooms, doors);
    Plan { partition, rooms, adjacency }
}

/// A passage between each two neighbours; those of facing rooms are bent by the chance `bends`.
fn all_passages(Plan { rooms, adjacency, .. }: &Plan, doors: DoorSpec, bends: f32, seed: u64) -> Vec<Passage> {
    let joined = vec![true; adjacency.walls.len()];
    let room_of: Vec<u32> = (0..rooms.len() as u32).collect();
    let planned: Vec<_> = (0..).zip(rooms).map(|(leaf, &rect)| planned(leaf, rect)).collect();
    let mut preset = Preset::built_in("crypt").expect("a preset");
    (preset.doors, preset.bends) = (doors, bends.into());
    let inputs =
        PassageInputs { adjacency, joined: &joined, rooms: &planned, room_of: &room_of, rects: rooms, welcome: &[] };
    passages::join(&mut PlanContext::new(&preset, &FloorSeed::new(seed, 0), 0.0, &mut NoTrace), &inputs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn rooms_stand_inside_their_leaves_and_never_two_cells_apart(rules in insets(), seed: u64) {
        let (sides, margin, _) = rules;
        let Plan { partition, rooms, .. } = inset(rules, seed);
        for (leaf, room) in partition.leaves.iter().zip(&rooms) {
            let margins = [
                room.left() - leaf.left(), room.top() - leaf.top(),
                leaf.right() - room.right(), leaf.bottom() - room.bottom(),
            ];
            prop_assert!(margins.iter().all(|cells| (margin.least..=margin.most).contains(cells)), "{room} in {leaf}");
            prop_assert!([room.width(), room.height()].iter().all(|side| (sides.min..=sides.max).contains(side)), "{room}");
        }
        for (number, one) in rooms.iter().enumerate() {
            for other in &rooms[number + 1..] {
                let across = (one.left().max(other.left()) - one.right().min(other.right())).max(0);
                let down = (one.top().max(other.top()) - one.bottom().min(other.bottom())).max(0);
                let face = across == 0 || down == 0;
                prop_assert!(!face || across + down != 2, "{one} and {other} stand two cells apart");
            }
        }
    }

    #[test]
    fn straight_corridors_alone_connect_all_rooms(rules in insets(), seed: u64) {
        let Plan { rooms, adjacency, .. } = inset(rules, seed);
        let bent: BTreeSet<WallId> = adjacency.bends.iter().map(|bend| bend.0).collect();
        let straight = WallId::all().zip(&adjacency.walls).filter(|(wall, _)| !bent.contains(wall));
        let straight: Vec<_> = straight.map(|(_, wall)| wall.leaves).collect();
        prop_assert_eq!(connected(rooms.len(), &straight), rooms.len());
    }

    #[test]
    fn corridors_touch_no_other_and_no_room_but_by_their_own_doors(
        rules in insets(), seed: u64, bends in prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0f32], corner in 0..6i32, is_middle: bool,
    ) {
        let place = if is_middle { DoorPlace::Middle } else { DoorPlace::Anywhere };
        let doors = DoorSpec { width: (rules.2, 3), place, corner };
        let plan = inset_with(rules, doors, seed);
        let Plan { partition, rooms, .. } = &plan;
        let passages = all_passages(&plan, doors, bends, seed);
        // Each cell of a door or corridor, with its passage.
        let mut owners = BTreeMap::new();
        for (number, passage) in passages.iter().enumerate() {
            let doors = passage.doors().iter().copied();
            for cell in doors.chain(passage.legs()).flat_map(Rect::cells) {
                let owner = *owners.entry(cell).or_insert(number);
                prop_assert_eq!(owner, number, "{} belongs to two passages", cell);
            }
        }
        for (&cell, &number) in &owners {
            let near = Rect::from_cell(cell).grown(1).expect("a small rectangle");
            for other in near.cells().filter_map(|cell| owners.get(&cell)) {
                prop_assert_eq!(*other, number, "{} of passage {} touches passage {}", cell, number, other);
            }
            let passage = &passages[number];
            let is_door = passage.doors().iter().any(|door| door.contains(cell));
            for (id, _) in (0..).zip(rooms).filter(|(_, room)| room.overlaps(near)) {
                prop_assert!(is_door && passage.rooms.contains(&id), "{cell} of passage {number} touches room {id}");
            }
            // A corridor stays within its two leaves and the wall between them.
            let [one, other] = passage.rooms.map(|room| partition.leaves[room as usize]);
            let shared = !one.contains(cell) && !other.contains(cell);
            let is_between = |leaf: Rect| cell.neighbours().any(|beside| leaf.contains(beside));
            prop_assert!(!shared || is_between(one) && is_between(other), "{cell} lies between other leaves");
        }
    }

    #[test]
    fn a_web_covers_its_fraction_and_loops_save_their_detour(
        (size, sides) in cuts(), seed: u64, fraction in 0.0..=1.0f32, chance in prop_oneof![Just(1.0), 0.0..=1.0f32],
        detour in 2..12u32, skip in 0.0..=1.0f32,
    ) {
        let partition = cut(size, &sides, seed);
        let adjacency = neighbours(&partition, 1);
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let mut route = Route::default();
        let path = PathSpec { rooms: PathRooms::Fraction(0.1, 0.3), wander: 0.5 };
        route.find_path(graph(size, &partition, &adjacency), starting(PathStartRule::Farthest), &path, draw);
        let bonus = BonusRule { chance: Ramp::Constant(0.3), spacing: 1.0.into(), depth: 2.0.into(), rooms: (0.0.into(), 9.0.into()), hosts: HostKinds::default() };
        route.hang_bonus_rooms(&adjacency, &bonus, 0.0, draw);
        let before = route.path.len() + route.bonus_rooms as usize;
        route.fill(&adjacency, fraction, HostKinds::default(), || FloorSeed::new(seed, 0).stream(SeedStage::Coverage));

        let leaves = partition.leaves.len();
        let used = route.leaf_roles.iter().filter(|part| **part != LeafRole::Unused).count();
        prop_assert_eq!(used, before.max((f64::from(fraction) * leaves as f64 + 0.5) as usize));
        prop_assert_eq!(used, route.path.len() + route.bonus_rooms as usize);
        prop_assert_eq!(route.joined.iter().filter(|joined| **joined).count(), used - 1, "a tree");

        let tree = route.joined.clone();
        let loops = LoopRule { chance: chance.into(), apart: (detour as f32).into(), skip: skip.into(), rooms: None };
        route.close_loops(&adjacency, &loops, 0.0, |_, _| true, || FloorSeed::new(seed, 0).stream(SeedStage::Loops));
        route.measure_depths(&adjacency, &loops);
        let opened: Vec<usize> = (0..tree.len()).filter(|&wall| route.joined[wall] && !tree[wall]).collect();
        // The leaf of the path from which a leaf's chain starts.
        let along = |leaf: LeafId| match route.leaf_roles[leaf.index()] {
            LeafRole::Path(_) => leaf,
            LeafRole::Bonus { root, .. } => root,
            _ => route.path[0],
        };
        let last = (route.path.len() - 1).max(1) as f32;
        let progress = |leaf: LeafId| {
            route.path.iter().position(|&step| step == along(leaf)).expect("a leaf of the path") as f32 / last
        };
        let is_short_cut = |[one, other]: [LeafId; 2]| (progress(one) - progress(other)).abs() > skip;
        for wall in opened {
            prop_assert!(!is_short_cut(adjacency.walls[wall].leaves), "wall {wall} cuts the path short");
            // Without loops, the route between the wall's leaves is at least as long as when the
            // wall was opened.
            let [one, other] = adjacency.walls[wall].leaves;
            prop_assert!(distances(&adjacency, &tree, one)[&other] >= detour);
        }
        if chance > 0.0 {
            let from_start = distances(&adjacency, &route.joined, route.path[0]);
            for (leaf, part) in LeafId::all().zip(&route.leaf_roles) {
                let depth = (*part != LeafRole::Unused).then(|| from_start[&leaf]);
                prop_assert_eq!(depth.unwrap_or(u32::MAX), route.depths[leaf.index()]);
            }
        }
        if chance >= 1.0 {
            for (number, wall) in adjacency.walls.iter().enumerate().filter(|(number, _)| !route.joined[*number]) {
                let [one, other] = wall.leaves;
                if wall.leaves.iter().all(|&leaf| route.leaf_roles[leaf.index()] != LeafRole::Unused) && !is_short_cut(wall.leaves) {
                    prop_assert!(distances(&adjacency, &route.joined, one)[&other] < detour, "wall {number} could be opened");
                }
            }
        }
    }
}

#[test]
fn rooms_that_do_not_face_each_other_are_joined_by_bent_corridors_wherever_there_is_place() {
    let sides = PartitionSpec { min: 12, max: 30, ratio: (0.35, 0.65), stop: 0.3, longer: 0.8 };
    let wide = std::cell::Cell::new(0);
    // Counts of bends by direction: `[0]` right and down, `[1]` left, `[2]` up, `[3]` left and up.
    let ways = std::cell::Cell::new([0; 4]);
    let corners = |margin: RoomMargin| {
        let plans = (0..200).map(|seed| inset((sides, margin, 1), seed));
        plans.fold([0; 2], |mut count, plan| {
            for (wall, bend) in &plan.adjacency.bends {
                let (from, to) = (bend.route()[0], bend.route()[bend.route().len() - 1]);
                let mut counts = ways.get();
                counts[usize::from(to.x < from.x) + 2 * usize::from(to.y < from.y)] += 1;
                ways.set(counts);
                if let [start, first, second, end] = *bend.route() {
                    // The corridor crosses the wall in the middle of the range between its two
                    // ends.
                    let wall = &plan.adjacency.walls[wall.index()];
                    let along = |cell: Cell| if wall.is_column { cell.y } else { cell.x };
                    assert_eq!(along(first), along(second));
                    let low = wall.from().max(along(start).min(along(end)));
                    let high = (wall.to() - 1).min(along(start).max(along(end)));
                    wide.set(wide.get() + i32::from(low < high));
                    assert!(low <= high && (2 * along(first) - low - high).abs() <= 1, "{bend:?} over {wall:?}");
                }
                count[usize::from(bend.route().len() > 3)] += 1;
            }
            count
        })
    };
    let [one, two] = corners(RoomMargin { least: 1, most: 5 });
    assert!(one > 100 && two > 100, "{one} with one corner, {two} with two");
    let [right_down, left, up, _] = ways.get();
    assert!(right_down > 250 && left > 70 && up > 100, "{:?} to all sides", ways.get());
    assert!(wide.get() > 50, "{} of them with a choice of where to cross", wide.get());
    // With margins of one cell no corridor has room for a corner.
    assert_eq!(corners(RoomMargin { least: 1, most: 1 }), [0, 0]);
}

/// The number of passages from a leaf to each leaf that is reachable through open walls.
fn distances(adjacency: &Adjacency, open: &[bool], from: LeafId) -> BTreeMap<LeafId, u32> {
    let mut distances = BTreeMap::from([(from, 0)]);
    loop {
        let before = distances.len();
        let last = distances.values().copied().max().unwrap_or_default();
        for (wall, _) in adjacency.walls.iter().zip(open).filter(|(_, open)| **open) {
            for [one, other] in [wall.leaves, [wall.leaves[1], wall.leaves[0]]] {
                if distances.get(&one) == Some(&last) {
                    distances.entry(other).or_insert(last + 1);
                }
            }
        }
        if distances.len() == before {
            return distances;
        }
    }
}
