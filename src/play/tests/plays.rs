//! The state of a game, compared with sets and with the rules by heart.

use super::{
    super::{Floor, OpenError, PassError, StepObstacle, StepOutcome},
    levels::{Dice, Player, open_level, random_level},
};
use crate::{geom::Cell, level::Key, model::KeyUse};

#[test]
fn after_any_acts_all_answers_are_those_of_a_player_with_plain_sets() {
    for seed in 0..300 {
        let (level, dice) = (random_level(seed), &mut Dice(seed + 1));
        let (mut play, mut player) = (Floor::new(&level), Player::new(&level));
        for _ in 0..12 {
            let (key, passage) = (dice.below(5) as u32, dice.below(9) as u32);
            if dice.chance(50) {
                let is_new = (key as usize) < level.keys.len() && player.taken.insert(key);
                assert_eq!(play.take_key(key), is_new);
            } else {
                let can_open = passage < 7 && player.can_open(&level, passage);
                assert_eq!(play.can_open(passage), can_open);
                assert_eq!(play.open(passage).is_ok(), can_open);
                player.opened.extend(can_open.then_some(passage));
            }
            assert!(play.keys().iter().eq(&player.taken) && play.opened().iter().eq(&player.opened));
            for passage in 0..7 {
                assert_eq!(play.is_open(passage), player.is_open(&level, passage));
                assert_eq!(play.can_open(passage), player.can_open(&level, passage));
            }
            let room = dice.below(6) as u32;
            let reached = reached(&level, &play, room);
            let mut listed = play.reachable_from(room);
            listed.sort_unstable();
            assert_eq!(listed, reached);
            let takes = (0..level.keys.len() as u32)
                .filter(|&key| !play.has_taken(key) && reached.contains(&level.keys[key as usize].room));
            assert!(play.reachable_keys(room).eq(takes));
            let is_near = |id: &u32| level.passages[*id as usize].rooms.iter().any(|room| reached.contains(room));
            let opens = (0..7).filter(|&id| play.can_open(id)).filter(is_near);
            assert!(play.openable_passages(room).eq(opens));
        }
    }
}

/// The rooms that can be reached, found by repeating all passages until nothing is new.
fn reached(level: &super::Level, play: &Floor<&super::Level>, room: u32) -> Vec<u32> {
    let mut reached = std::collections::BTreeSet::from([room]);
    for _ in 0..6 {
        for (id, passage) in (0..).zip(&level.passages) {
            for (from, to) in [(0, 1), (1, 0)].map(|(from, to)| (passage.rooms[from], passage.rooms[to])) {
                if reached.contains(&from) && play.pass(id, from) == Ok(to) {
                    reached.insert(to);
                }
            }
        }
    }
    reached.into_iter().collect()
}

#[test]
fn an_error_says_why_one_cannot_walk_on() {
    let mut level = open_level();
    level.passages[0].one_way = Some(0);
    level.passages[1].one_way = Some(2);
    level.passages[3].lock = Some(0);
    level.locks = vec!["key".into()];
    let play = Floor::new(&level);
    let passes = [(0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (3, 1), (3, 4), (7, 0)];
    let expected = [
        Ok(1),
        Err(PassError::OneWay),
        Err(PassError::NoWay),
        Err(PassError::OneWay),
        Ok(1),
        Err(PassError::Locked),
        Err(PassError::Locked),
        Err(PassError::NoWay),
    ];
    assert_eq!(passes.map(|(passage, from)| play.pass(passage, from)), expected);
    let one_way = |passage| StepOutcome::OneWay { passage };
    let opened = |passage| StepOutcome::Opened { passage, lock: None };
    let blocked = StepOutcome::Blocked;
    let steps = [
        // Through the door of passage 0, back from within it, and from behind.
        ((4, 2), (5, 2), opened(0)),
        ((5, 2), (4, 2), StepOutcome::Moved),
        ((6, 2), (5, 2), one_way(0)),
        // The corridor of passage 1, both doors of which lead west.
        ((9, 2), (10, 2), one_way(1)),
        ((11, 2), (10, 2), opened(1)),
        ((12, 2), (13, 2), one_way(1)),
        ((14, 2), (13, 2), opened(1)),
        ((8, 3), (8, 4), StepOutcome::Locked { passage: 3, lock: 0 }),
        ((1, 1), (0, 1), blocked(StepObstacle::Wall)),
        ((1, 1), (3, 1), blocked(StepObstacle::Apart)),
        ((1, 1), (1, 1), blocked(StepObstacle::Apart)),
        ((i32::MAX, 0), (i32::MAX, 0), blocked(StepObstacle::Apart)),
    ];
    for (from, to, expected) in steps {
        assert_eq!(play.ahead(from.into(), to.into()), expected, "{from:?} to {to:?}");
    }
}

#[test]
fn single_use_keys_are_used_up_and_others_stay() {
    let mut level = open_level();
    level.locks = vec!["small key".into(), "bone key".into(), "lever".into()];
    let uses = [KeyUse::SingleUse, KeyUse::SingleUse, KeyUse::Key, KeyUse::Switch];
    let locks = [0, 0, 1, 2];
    level.keys = uses
        .into_iter()
        .zip(locks)
        .map(|(key_use, lock)| Key { key_use, room: 0, cell: Cell::new(1, 1), lock })
        .collect();
    (0..6).for_each(|passage| level.passages[passage].lock = Some(passage as u8 / 2));
    let mut play = Floor::new(&level);
    let held = |play: &Floor<&super::Level>| [0, 1, 2, 3, 256].map(|lock| play.held(lock));
    assert_eq!(play.open(0), Err(OpenError::NoKey));
    assert!(play.take_key(1) && !play.take_key(1) && !play.take_key(4));
    assert_eq!(held(&play), [1, 0, 0, 0, 0]);
    assert_eq!([0, 0, 1].map(|passage| play.open(passage)), [Ok(()), Err(OpenError::Open), Err(OpenError::NoKey)]);
    assert_eq!(held(&play), [0; 5]);
    assert!(play.take_key(0) && play.take_key(2) && play.take_key(3));
    assert_eq!(held(&play), [1, 1, 0, 0, 0], "a switch is not held");
    let opened = [1, 2, 3, 4, 5, 6, 7].map(|passage| play.open(passage));
    let (open, none) = (Err(OpenError::Open), Err(OpenError::NoLock));
    assert_eq!(opened, [Ok(()), Ok(()), Ok(()), open, open, none, none], "the lever has opened its passages");
    assert_eq!(held(&play), [0, 1, 0, 0, 0]);
    assert_eq!((play.keys(), play.opened()), (&[0, 1, 2, 3][..], &[0, 1, 2, 3][..]));
}
