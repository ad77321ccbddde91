//! Metrics of encounters and loot whose values were counted by hand.

use std::sync::OnceLock;

use super::super::{Measurer, Metric, RoomStakes, Stakes};
use crate::{
    geom::{Cell, Rect},
    level::{
        Budgets, Connection, DoorKind, Encounter, Level, Loot, OfferTable, Passage, Room, RoomKind, RoomShape, Tile,
        fixture,
    },
    model::{Labels, Offer},
};

/// Asserts the values of metrics; `None` stands for an absent one.
#[track_caller]
fn assert_metrics(level: &Level, expected: &[(Metric, Option<f64>)]) {
    let metrics = Measurer::default().measure(level);
    for &(metric, value) in expected {
        let here = metrics.present(metric);
        let is_near = match (here, value) {
            (Some(here), Some(value)) => (here - value).abs() < 1e-9,
            (here, value) => here == value,
        };
        assert!(is_near, "{metric} is {here:?}, not {value:?}");
    }
}

fn tag(level: &mut Level, kind: usize, tag: &str) {
    level.kinds[kind].labels = Labels::new(vec![tag.to_owned()], Default::default());
}

fn encounter(room: u32, cost: u32) -> Encounter {
    Encounter { group: Some("rats".into()), room, cost, cells: Vec::new(), removed_cost: 0 }
}

fn loot(item: &str, room: u32, value: u32) -> Loot {
    Loot { item: item.into(), room, value, cell: Cell::new(2, 2) }
}

/// The handmade level with traps in the rooms 1 and 4, and loot in the rooms 2 and 4.
fn placed() -> Level {
    let mut level = fixture::level();
    tag(&mut level, 2, "trap");
    tag(&mut level, 3, "loot");
    level.population.budgets = Some(Budgets { encounters: 20, loot: 32, quiet: 0 });
    level.population.encounters = vec![encounter(1, 4), encounter(4, 1), encounter(4, 5)];
    // The rug is a prop with the tag already: it counts once.
    level.population.loot = vec![loot("rug", 2, 3), loot("gold", 4, 5)];
    level
}

#[test]
fn a_level_without_encounters_and_loot_lacks_what_they_would_be_measured_by() {
    let absent = [
        Metric::Danger,
        Metric::Reward,
        Metric::DangerSpent,
        Metric::RewardSpent,
        Metric::DearerArms,
        Metric::DearerReward,
        Metric::DangerPeak,
        Metric::DangerToReward,
        Metric::GuardedRewards,
        Metric::FirstReward,
        Metric::Fights,
        Metric::Alone,
        Metric::HallDanger,
        Metric::LargestFight,
    ];
    let level = fixture::level();
    assert_metrics(&level, &absent.map(|metric| (metric, None)));
    let metrics = Measurer::default().measure(&level);
    assert!(absent.iter().all(|metric| metric.may_be_absent() && metrics.get(*metric).abs() < f64::MIN_POSITIVE));
    assert!(Metric::ALL.iter().all(|metric| metric.may_be_absent() || metrics.present(*metric).is_some()));
    // The room with the key holds something, the other four do not.
    let empty = [(Metric::GuardedKeys, 0.0), (Metric::EmptyRooms, 0.8), (Metric::DullRooms, 2.0)];
    assert_metrics(&level, &empty.map(|(metric, value)| (metric, Some(value))));
}

#[test]
fn budgets_that_bought_nothing_are_not_spent_and_not_absent() {
    let mut level = fixture::level();
    level.population.budgets = Some(Budgets { encounters: 20, loot: 0, quiet: 0 });
    assert_metrics(
        &level,
        &[
            (Metric::Danger, Some(0.0)),
            (Metric::DangerSpent, Some(0.0)),
            (Metric::DangerPeak, None),
            (Metric::Reward, None),
            (Metric::RewardSpent, None),
            (Metric::Fights, Some(0.0)),
            (Metric::Alone, None),
            (Metric::HallDanger, None),
            (Metric::LargestFight, None),
        ],
    );
}

#[test]
fn fights_are_counted_by_members_and_the_hall_is_the_first_of_the_largest_rooms() {
    let mut level = fixture::level();
    let fight = |room, cost, members| Encounter { cells: vec![Cell::new(2, 2); members], ..encounter(room, cost) };
    let assert = |level: &Level, [fights, alone, hall, largest]: [f64; 4]| {
        let metrics = [Metric::Fights, Metric::Alone, Metric::HallDanger, Metric::LargestFight];
        let values = [fights, alone, hall, largest].map(Some);
        assert_metrics(level, &std::array::from_fn::<_, 4, _>(|number| (metrics[number], values[number])));
    };
    // Room 1 has 24 cells, rooms 0 and 2 have 20. Room 0 has four members in two groups.
    level.population.encounters = vec![fight(0, 4, 3), fight(0, 1, 1), fight(1, 3, 1), fight(2, 4, 3)];
    assert(&level, [1.0, 1.0 / 3.0, 0.25, 4.0]);
    // A member that costs nothing makes no room dangerous.
    level.population.encounters.extend([fight(2, 0, 1), fight(3, 0, 1)]);
    assert(&level, [2.0, 1.0 / 3.0, 0.25, 4.0]);
    // Of rooms of 20 cells each the first one counts.
    level.rooms[1].rect = Rect::of(7, 1, 5, 4);
    level.population.encounters.push(fight(4, 8, 1));
    assert(&level, [2.0, 0.5, 0.25, 4.0]);
    // A round room has fewer cells than its rectangle.
    level.rooms[0].shape = RoomShape::Round;
    level.tiles.set(Cell::new(1, 1), Tile::Wall);
    assert(&level, [2.0, 0.5, 0.15, 4.0]);
}

#[test]
fn danger_and_reward_are_sums_and_fractions_of_the_budgets() {
    assert_metrics(
        &placed(),
        &[
            (Metric::Danger, Some(10.0)),
            (Metric::Reward, Some(8.0)),
            (Metric::DangerSpent, Some(0.5)),
            (Metric::RewardSpent, Some(0.25)),
            // Rooms 1 and 4 have the progress 0.5: the third fifth.
            (Metric::DangerPeak, Some(3.0)),
            // Rooms 3 and 4 are off the path; the latter has all.
            (Metric::DangerToReward, Some(1.0)),
            // One of two: the trap and the lock of room 4.
            (Metric::GuardedRewards, Some(0.5)),
            (Metric::GuardedKeys, Some(0.0)),
            // Rooms 0 and 3.
            (Metric::EmptyRooms, Some(0.4)),
            (Metric::DullRooms, Some(1.0)),
            (Metric::FirstReward, Some(2.0)),
        ],
    );
}

#[test]
fn of_an_offer_what_may_be_taken_counts() {
    let mut level = fixture::level();
    // Three rugs in the end room, of which one is there already.
    tag(&mut level, 3, "loot");
    level.props.push(fixture::prop(3, 2, 18, 2));
    level.props.push(fixture::prop(3, 2, 19, 2));
    let ids = vec![4, 6, 7];
    let at = |x, y, value| Loot { item: "rug".into(), room: 2, value, cell: Cell::new(x, y) };
    level.population.loot = vec![at(21, 4, 3), at(18, 2, 5), at(19, 2, 4)];
    assert_eq!((Stakes::of(&level).rooms()[2].reward, Stakes::of(&level).rooms()[2].rewards), (12, 3));
    for (take, reward) in [(1, 5), (2, 9)] {
        level.offers = OfferTable::new(Offer::new(ids.clone(), take));
        assert_eq!((Stakes::of(&level).rooms()[2].reward, Stakes::of(&level).rooms()[2].rewards), (reward, take));
    }
}

#[test]
fn danger_and_reward_that_lie_apart_are_opposed() {
    let mut level = placed();
    level.population.loot = vec![loot("gold", 3, 5)];
    assert_metrics(&level, &[(Metric::DangerToReward, Some(0.0)), (Metric::FirstReward, Some(2.0))]);
    level.population.loot = vec![loot("gold", 3, 5), loot("gold", 4, 5)];
    assert_metrics(&level, &[(Metric::DangerToReward, None)]);
}

#[test]
fn a_lock_or_a_secret_door_guards_and_an_open_way_beside_it_does_not() {
    // Without the tables of an earlier query.
    let is_shut = |level: &Level| {
        let level = Level { lookup: OnceLock::new(), ..level.clone() };
        Stakes::of(&level).rooms().iter().map(|room| room.is_shut).collect::<Vec<_>>()
    };
    let mut level = fixture::level();
    // The lock of room 4 alone.
    assert_eq!(is_shut(&level), [false, false, false, false, true]);
    // The secret door of room 3 hides room 4 too.
    level.passages[2].kind = DoorKind::Secret;
    assert_eq!(is_shut(&level), [false, false, false, true, true]);
    (level.passages[3].lock, level.passages[3].kind) = (None, DoorKind::Closed);
    assert_eq!(is_shut(&level), [false, false, false, true, true]);
    // Room 4 has another way in, from the end room: it leads to room 3 only backwards.
    level.passages.push(Passage::closed([2, 4], Connection::Door(Rect::of(20, 5, 1, 1))));
    assert_eq!(is_shut(&level), [false, false, false, true, false]);
    level.passages[4].one_way = Some(4);
    assert_eq!(is_shut(&level), [false, false, false, true, true]);
    // A lock of the path guards the room behind it.
    level.passages[1].lock = Some(0);
    assert_eq!(is_shut(&level), [false, false, true, true, true]);
}

#[test]
fn a_key_within_the_quiet_steps_counts_neither_for_nor_against() {
    let mut level = placed();
    tag(&mut level, 3, "enemy");
    assert_metrics(&level, &[(Metric::GuardedKeys, Some(1.0)), (Metric::GuardedRewards, Some(1.0))]);
    // The farthest cell of the end room, (21, 4), is 19 steps away.
    for (quiet, guarded) in [(18, Some(1.0)), (19, None)] {
        level.population.budgets = Some(Budgets { encounters: 20, loot: 32, quiet });
        assert_metrics(&level, &[(Metric::GuardedKeys, guarded)]);
    }
}

#[test]
fn any_marker_is_something_and_other_props_without_a_tag_are_nothing() {
    let mut level = fixture::level();
    assert!(Stakes::of(&level).rooms()[1].is_empty());
    level.kinds[2].marker = true;
    assert!(!Stakes::of(&level).rooms()[1].is_empty());
    let with = RoomStakes { keys: 1, ..RoomStakes::default() };
    assert!(RoomStakes::default().is_empty() && !with.is_empty() && !with.is_guarded());
}

#[test]
fn dull_steps_are_the_longest_stretch_of_the_walk_outside_of_rooms_with_something() {
    // From (2, 2) to (20, 2), with two steps around the rock at (9, 2).
    let mut level = fixture::level();
    level.keys.clear();
    assert_metrics(&level, &[(Metric::DullSteps, Some(21.0)), (Metric::DullRooms, Some(3.0))]);
    // With a trap in the middle room: four cells of the first room and its door, or two doors and
    // the corridor, and four cells of the last room.
    tag(&mut level, 2, "trap");
    assert_metrics(&level, &[(Metric::DullSteps, Some(8.0)), (Metric::DullRooms, Some(1.0))]);
}

/// Rooms 0 to 4 on the path, and 5 and 6 on a detour from 0 to 3.
fn with_cycle() -> Level {
    let mut level = fixture::level();
    let room = level.rooms[0];
    let kinds = [RoomKind::Start, RoomKind::Path, RoomKind::Path, RoomKind::Path, RoomKind::End];
    level.rooms = (0..5)
        .map(|id| Room { id, kind: kinds[id as usize], progress: id as f32 / 4.0, ..room })
        .chain((5..7).map(|id| Room {
            id,
            kind: RoomKind::Detour,
            cycle: Some(0),
            progress: 0.75 * ((id - 4) as f32 / 3.0),
            ..room
        }))
        .collect();
    let passages = [[0, 1], [1, 2], [2, 3], [3, 4], [0, 5], [5, 6], [6, 3]];
    let door = || Connection::Door(Rect::of(20, 5, 1, 1));
    level.passages = passages.map(|rooms| Passage::closed(rooms, door())).to_vec();
    level.path = vec![0, 1, 2, 3, 4];
    level.keys.clear();
    level.props.clear();
    level
}

#[test]
fn the_arms_of_a_cycle_leave_out_the_rooms_at_its_ends() {
    let mut level = with_cycle();
    // The ends have most, and do not count.
    let costs = [(0, 50), (1, 2), (2, 4), (3, 50), (5, 3)];
    level.population.encounters = costs.map(|(room, cost)| encounter(room, cost)).to_vec();
    let values = [(0, 50), (2, 1), (3, 50), (5, 3), (6, 1)];
    level.population.loot = values.map(|(room, value)| loot("gold", room, value)).to_vec();
    let cycle = Stakes::of(&level).cycles()[0];
    let facts = [cycle.path, cycle.detour].map(|arm| (arm.rooms, arm.danger, arm.reward));
    assert_eq!(facts, [(2, 6, 1), (2, 3, 4)]);
    assert_eq!(cycle.by_danger(), [cycle.path, cycle.detour]);
    let peak = Some(1.0);
    assert_metrics(
        &level,
        &[(Metric::DearerArms, Some(6.0 / 9.0)), (Metric::DearerReward, Some(1.0 / 5.0)), (Metric::DangerPeak, peak)],
    );
    // The detours are dearer.
    level.population.encounters.push(encounter(6, 9));
    assert_metrics(&level, &[(Metric::DearerArms, Some(12.0 / 18.0)), (Metric::DearerReward, Some(4.0 / 5.0))]);
    // Of arms that are as dangerous none is the dearer.
    level.population.encounters = vec![encounter(1, 3), encounter(5, 3)];
    assert_metrics(&level, &[(Metric::DearerArms, Some(0.5)), (Metric::DearerReward, None)]);
    level.population.encounters = vec![encounter(0, 3)];
    assert_metrics(&level, &[(Metric::DearerArms, None), (Metric::DearerReward, None)]);
}

#[test]
fn the_peak_is_the_first_of_the_dearest_fifths() {
    let mut level = with_cycle();
    // Progress 0.25 and 0.5: the second and the third fifth.
    level.population.encounters = vec![encounter(1, 3), encounter(2, 3)];
    assert_metrics(&level, &[(Metric::DangerPeak, Some(2.0))]);
    // The detours have 0.25 and 0.5 too.
    level.population.encounters.push(encounter(6, 1));
    assert_metrics(&level, &[(Metric::DangerPeak, Some(3.0))]);
    level.population.encounters.push(encounter(4, 5));
    assert_metrics(&level, &[(Metric::DangerPeak, Some(5.0))]);
}
