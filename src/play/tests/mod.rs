//! Missions and plays, compared with a player who tries everything.

pub(in crate::play) mod levels;
mod plays;

use levels::{Player, open_level, random_level};

use super::{
    ground::{Floods, Ground},
    walkthrough::nearest_first,
    *,
};
use crate::{
    geom::{Cell, Rect},
    level::{DoorKind, Key, Tile, fixture},
};

/// Replays a walkthrough by the rules of the test and by those of `Floor`.
fn replay(level: &Level, walkthrough: &Walkthrough) {
    let (mut player, mut play) = (Player::new(level), Floor::new(level));
    for leg in walkthrough.legs() {
        player.follow(level, &leg.cells, leg.action);
        for pair in leg.cells.windows(2) {
            // What is no lock opens on the way.
            let outcome = play.step(pair[0], pair[1]);
            let is_opened = matches!(outcome, StepOutcome::Opened { .. });
            assert_eq!(if is_opened { play.step(pair[0], pair[1]) } else { outcome }, StepOutcome::Moved);
        }
        match leg.action {
            PlayerAction::Take(key) => assert!(play.take_key(key)),
            PlayerAction::Open(passage) => assert_eq!(play.open(passage), Ok(())),
            PlayerAction::Leave => {}
        }
        let mut rooms: Vec<_> = leg.cells.iter().map(|&cell| level.room_at(cell).map(|room| room.id)).collect();
        rooms.dedup();
        assert_eq!(leg.rooms, rooms.into_iter().flatten().collect::<Vec<_>>());
    }
    let actions: Vec<_> = walkthrough.legs().iter().map(|leg| leg.action).collect();
    assert_eq!(actions.iter().position(|&action| action == PlayerAction::Leave), Some(actions.len() - 1));
    let cells: Vec<_> = walkthrough.cells().collect();
    assert_eq!((cells.first(), cells.last()), (Some(&level.entry()), Some(&level.exit())));
    assert_eq!(cells.len() as u32, walkthrough.steps() + 1);
}

#[test]
fn the_walkthrough_is_as_short_as_any_play_of_one_who_tries_everything() {
    let (mut locked, mut lost) = (0, 0);
    for seed in 0..1500 {
        let level = random_level(seed);
        let walkthrough = level.mission().walkthrough();
        let least = Player::least_steps(&level);
        assert_eq!(walkthrough.as_ref().map(Walkthrough::steps), least, "seed {seed}");
        lost += u32::from(least.is_none());
        if let Some(walkthrough) = walkthrough {
            assert!(walkthrough.is_shortest());
            replay(&level, &walkthrough);
            locked += u32::from(walkthrough.legs().len() > 2);
        }
    }
    assert!(locked > 100 && lost > 50, "{locked} with locks, {lost} that cannot be won");
}

#[test]
fn a_walk_by_a_cached_flood_is_that_of_a_new_flood() {
    let (mut walks, mut shut) = (0, 0);
    for seed in 0..200 {
        let level = random_level(seed);
        let ground = Ground::new(&level);
        let cells = level.keys.iter().map(|key| key.cell).chain([level.entry(), level.exit()]);
        let places: Vec<_> = cells.map(|cell| ground.position(cell)).filter(|&at| ground.is_walkable(at)).collect();
        let [mut all, mut one, mut none] =
            [usize::MAX, ground.len(), 0].map(|budget| Floods::with_budget(budget, &ground));
        for floods in [&mut all, &mut one, &mut none] {
            for &from in &places {
                assert_eq!(floods.flood_from(from).steps(from), Some(0));
            }
        }
        for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))) {
            let walk = none.walk(from, to);
            assert_eq!([&all.walk(from, to), &one.walk(from, to)], [&walk, &walk], "seed {seed}, {from} to {to}");
            walks += u32::from(walk.is_some_and(|walk| !walk.is_empty()));
            shut += u32::from(all.walk(from, to).is_none());
        }
    }
    assert!(walks > 200 && shut > 50, "{walks} walks, {shut} pairs with a lock between");
}

#[test]
fn a_play_that_does_the_nearest_act_first_keeps_the_rules_and_is_never_shorter_than_the_shortest() {
    let mut found = 0;
    for seed in 0..600 {
        let level = random_level(seed);
        if let Some(walkthrough) = nearest_first(&level) {
            replay(&level, &walkthrough);
            assert!(!walkthrough.is_shortest());
            let least = level.mission().walkthrough().map(|shortest| shortest.steps());
            assert!(least.is_some_and(|least| least <= walkthrough.steps()), "seed {seed}");
            found += 1;
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn a_level_with_more_locks_than_the_search_takes_is_played_nearest_first() {
    let mut level = open_level();
    level.locks = vec!["key".into()];
    level.keys = vec![Key { key_use: KeyUse::Key, room: 0, cell: Cell::new(4, 3), lock: 0 }; 300];
    level.passages.iter_mut().for_each(|passage| (passage.lock, passage.kind) = (Some(0), DoorKind::Barred));
    let walkthrough = level.mission().walkthrough().unwrap();
    assert!(!walkthrough.is_shortest());
    replay(&level, &walkthrough);
}

#[test]
fn without_locks_the_walkthrough_is_a_shortest_walk() {
    for level in [fixture::level(), open_level(), fixture::single_room(9)] {
        let walkthrough = level.mission().walkthrough().unwrap();
        assert_eq!(walkthrough.legs().len(), 1);
        let shortest = level.path_as_if_open(level.entry(), level.exit()).unwrap();
        assert_eq!(walkthrough.cells().count(), shortest.len());
        assert_eq!(walkthrough.backtracking(&level), 0);
    }
    let mut level = open_level();
    level.exit = Cell::new(0, 0);
    assert_eq!(level.mission().walkthrough(), None, "the exit is a wall");
}

#[test]
fn a_mission_lists_each_lock_with_its_keys_and_passages() {
    let level = fixture::level();
    let mission = level.mission();
    let lock = MissionLock { name: "rug", key_use: Some(KeyUse::Key), keys: vec![0], passages: vec![3] };
    assert_eq!((mission.locks(), mission.is_empty()), (&[lock][..], false));
    assert_eq!(mission.order(), [PlayerAction::Take(0), PlayerAction::Open(3)]);
    assert_eq!(mission.passages_to_lock(0), Some(2), "from the end room to the host of the treasury");
    assert_eq!(mission.passages_to_lock(1), None);
    assert!(open_level().mission().is_empty() && open_level().mission().order().is_empty());
}

#[test]
fn an_order_opens_as_many_doors_of_a_scarce_lock_as_it_has_keys() {
    // Dead ends 2 and 3 beside the way from room 0 over 1 and 4 to the exit in 5.
    let mut level = open_level();
    level.passages = [0, 1, 2, 3, 6].map(|passage| level.passages[passage].clone()).to_vec();
    level.locks = vec!["key".into()];
    level.keys = vec![Key { key_use: KeyUse::SingleUse, room: 4, cell: Cell::new(7, 6), lock: 0 }];
    for passage in [1, 2] {
        (level.passages[passage].lock, level.passages[passage].kind) = (Some(0), DoorKind::Barred);
    }
    for door in [Rect::of(14, 4, 1, 1), Rect::of(5, 6, 1, 1)] {
        level.tiles.fill_rect(door, Tile::Wall);
    }
    let mission = level.mission();
    assert!(mission.locks()[0].is_scarce());
    assert_eq!(mission.order(), [PlayerAction::Take(0), PlayerAction::Open(1)], "the nearest one");
    let walkthrough = mission.walkthrough().unwrap();
    replay(&level, &walkthrough);
    assert_eq!((walkthrough.legs().len(), walkthrough.is_shortest()), (1, true), "no play needs what is scarce");
    let mut level = level.clone();
    level.keys.push(Key { room: 1, cell: Cell::new(7, 2), ..level.keys[0] });
    assert!(!level.mission().locks()[0].is_scarce());
    assert!(!fixture::level().mission().locks()[0].is_scarce(), "a key for good");
}

#[test]
fn the_numbers_of_a_play_are_those_counted_by_hand() {
    // The key lies in room 3, the locked door leads from room 1 to room 4 and on to the exit.
    let mut level = open_level();
    level.passages.truncate(4);
    level.locks = vec!["key".into()];
    level.keys = vec![Key { key_use: KeyUse::Key, room: 3, cell: Cell::new(1, 5), lock: 0 }];
    (level.passages[3].lock, level.passages[3].kind) = (Some(0), DoorKind::Barred);
    level.exit = Cell::new(8, 5);
    for door in [Rect::of(5, 6, 1, 1), Rect::of(13, 6, 1, 1)] {
        level.tiles.fill_rect(door, Tile::Wall);
    }
    let mission = level.mission();
    assert_eq!(mission.passages_to_lock(0), Some(2), "by rooms 0 and 1");
    let walkthrough = mission.walkthrough().unwrap();
    replay(&level, &walkthrough);
    let legs: Vec<_> = walkthrough.legs().iter().map(|leg| (leg.action, leg.rooms.clone())).collect();
    let expected = [
        (PlayerAction::Take(0), vec![0, 3]),
        (PlayerAction::Open(3), vec![3, 0, 1]),
        (PlayerAction::Leave, vec![1, 4]),
    ];
    assert_eq!(legs, expected);
    assert_eq!(walkthrough.steps(), 6 + 11 + 2, "to the key, to the lock, to the exit");
    // Back in room 0: from (2, 3) to (4, 2).
    assert_eq!(walkthrough.backtracking(&level), 4);
    assert_eq!(walkthrough.choices(&level), 1, "the key, then the lock");
}

#[test]
fn an_order_takes_what_can_be_taken_before_it_goes_where_no_way_leads_back() {
    let mut level = open_level();
    level.locks = vec!["key".into()];
    let key = |room, x, y| Key { key_use: KeyUse::SingleUse, room, cell: Cell::new(x, y), lock: 0 };
    // Room 1 is nearer than room 4, but no way leads back from there.
    level.passages = vec![level.passages[0].clone(), level.passages[2].clone(), level.passages[5].clone()];
    level.passages[0].one_way = Some(0);
    (level.passages[2].lock, level.passages[2].kind) = (Some(0), DoorKind::Barred);
    level.keys = vec![key(1, 6, 1), key(3, 1, 6), key(4, 7, 6)];
    let order = [PlayerAction::Take(1), PlayerAction::Open(2), PlayerAction::Take(2), PlayerAction::Take(0)];
    assert_eq!(level.mission().order(), order);
}

#[test]
fn an_order_keeps_the_rules_and_leaves_nothing_that_can_be_done() {
    for seed in 0..600 {
        let level = random_level(seed);
        // The rooms in which the player may stand: a passage is opened from either side.
        let (mut play, mut rooms) = (Floor::new(&level), vec![level.start().id]);
        for action in level.mission().order() {
            let mut reached: Vec<u32> = rooms.iter().flat_map(|&room| play.reachable_from(room)).collect();
            match action {
                PlayerAction::Take(key) => {
                    reached.retain(|&room| room == level.keys[key as usize].room);
                    assert!(!reached.is_empty() && play.take_key(key), "seed {seed}");
                }
                PlayerAction::Open(passage) => {
                    reached.retain(|room| level.passages[passage as usize].rooms.contains(room));
                    assert!(!reached.is_empty() && play.open(passage).is_ok(), "seed {seed}");
                }
                PlayerAction::Leave => panic!("an order does not leave"),
            }
            rooms = reached;
        }
        let left = |room: &u32| play.reachable_keys(*room).count() + play.openable_passages(*room).count();
        assert!(rooms.iter().any(|room| left(room) == 0), "seed {seed}");
    }
}

#[test]
fn only_locks_that_a_play_needs_take_part_in_the_search() {
    let mut level = fixture::level();
    let relevant = |level: &Level| {
        let ground = Ground::new(level);
        let ends = [level.entry(), level.exit()].map(|end| ground.position(end));
        let relevant = relevance::relevant(level, &ground, ends).unwrap();
        (relevant.keys, relevant.passages)
    };
    assert_eq!(relevant(&level), (vec![], vec![]), "the treasury is a dead end");
    level.keys[0].room = 1;
    level.keys[0].cell = Cell::new(8, 1);
    level.exit = Cell::new(15, 6);
    level.lookup = Default::default();
    assert_eq!(relevant(&level), (vec![0], vec![3]), "the way out");
    level.tiles.fill_rect(Rect::of(13, 7, 1, 1), Tile::Wall);
    level.lookup = Default::default();
    assert_eq!(relevant(&level), (vec![], vec![]), "no door");
}
