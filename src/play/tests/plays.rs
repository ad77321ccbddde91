//! The state of a game, compared with sets and with the rules by heart.

use super::{
    super::{OpenError, PassError, Playthrough},
    levels::{Dice, Player, open_level, random_level},
};
use crate::{
    geom::Cell,
    level::{Key, fixture},
    model::KeyUse,
};

#[test]
fn after_any_acts_all_answers_are_those_of_a_player_with_plain_sets() {
    for seed in 0..300 {
        let (level, dice) = (random_level(seed), &mut Dice(seed + 1));
        let (mut play, mut player) = (Playthrough::new(), Player::new(&level));
        for _ in 0..12 {
            let (key, passage) = (dice.below(5) as u32, dice.below(9) as u32);
            if dice.chance(50) {
                let is_new = (key as usize) < level.keys.len() && player.taken.insert(key);
                assert_eq!(play.take(&level, key), is_new);
            } else {
                let can_open = passage < 7 && player.can_open(&level, passage);
                assert_eq!(play.can_open(&level, passage), can_open);
                assert_eq!(play.open(&level, passage).is_ok(), can_open);
                player.opened.extend(can_open.then_some(passage));
            }
            assert!(play.taken().iter().eq(&player.taken) && play.opened().iter().eq(&player.opened));
            for passage in 0..7 {
                assert_eq!(play.is_open(&level, passage), player.is_open(&level, passage));
                assert_eq!(play.can_open(&level, passage), player.can_open(&level, passage));
            }
            for from in level.tiles().bounds().cells().filter(|&cell| level.is_walkable(cell)) {
                player.cell = from;
                for to in from.neighbours() {
                    let is_open = level.door_at(to).is_none_or(|(id, _)| player.is_open(&level, id));
                    let can_step = player.is_let(&level, to) && is_open;
                    assert_eq!(play.step(&level, from, to).is_ok(), can_step, "seed {seed}: from {from} to {to}");
                }
            }
            let room = dice.below(6) as u32;
            let reached = reached(&level, &play, room);
            let mut listed = play.reachable_from(&level, room);
            listed.sort_unstable();
            assert_eq!(listed, reached);
            let takes = (0..level.keys.len() as u32)
                .filter(|&key| !play.has_taken(key) && reached.contains(&level.keys[key as usize].room));
            assert!(play.reachable_keys(&level, room).eq(takes));
            let is_near = |id: &u32| level.passages[*id as usize].rooms.iter().any(|room| reached.contains(room));
            let opens = (0..7).filter(|&id| play.can_open(&level, id)).filter(is_near);
            assert!(play.openable_passages(&level, room).eq(opens));
        }
    }
}

/// The rooms that can be reached, found by repeating all passages until nothing is new.
fn reached(level: &super::Level, play: &Playthrough, room: u32) -> Vec<u32> {
    let mut reached = std::collections::BTreeSet::from([room]);
    for _ in 0..6 {
        for (id, passage) in (0..).zip(&level.passages) {
            for (from, to) in [(0, 1), (1, 0)].map(|(from, to)| (passage.rooms[from], passage.rooms[to])) {
                if reached.contains(&from) && play.pass(level, id, from) == Ok(to) {
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
    let play = Playthrough::new();
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
    assert_eq!(passes.map(|(passage, from)| play.pass(&level, passage, from)), expected);
    assert!(play.can_pass(&level, 0, 0) && !play.can_pass(&level, 0, 1));
    let steps = [
        // Through the door of passage 0, back from within it, and from behind.
        ((4, 2), (5, 2), Ok(())),
        ((5, 2), (4, 2), Ok(())),
        ((6, 2), (5, 2), Err(PassError::OneWay)),
        // The corridor of passage 1, both doors of which lead west.
        ((9, 2), (10, 2), Err(PassError::OneWay)),
        ((11, 2), (10, 2), Ok(())),
        ((12, 2), (13, 2), Err(PassError::OneWay)),
        ((14, 2), (13, 2), Ok(())),
        ((8, 3), (8, 4), Err(PassError::Locked)),
        ((1, 1), (0, 1), Err(PassError::NoWay)),
        ((1, 1), (3, 1), Err(PassError::NoWay)),
        ((1, 1), (1, 1), Err(PassError::NoWay)),
        ((i32::MAX, 0), (i32::MAX, 0), Err(PassError::NoWay)),
    ];
    for (from, to, expected) in steps {
        assert_eq!(play.step(&level, from.into(), to.into()), expected, "{from:?} to {to:?}");
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
    let mut play = Playthrough::new();
    let held = |play: &Playthrough| [0, 1, 2, 3, 256].map(|lock| play.held(&level, lock));
    assert_eq!(play.open(&level, 0), Err(OpenError::NoKey));
    assert!(play.take(&level, 1) && !play.take(&level, 1) && !play.take(&level, 4));
    assert_eq!(held(&play), [1, 0, 0, 0, 0]);
    assert_eq!(
        [0, 0, 1].map(|passage| play.open(&level, passage)),
        [Ok(()), Err(OpenError::Open), Err(OpenError::NoKey)]
    );
    assert_eq!(held(&play), [0; 5]);
    assert!(play.take(&level, 0) && play.take(&level, 2) && play.take(&level, 3));
    assert_eq!(held(&play), [1, 1, 0, 0, 0], "a switch is not held");
    let opened = [1, 2, 3, 4, 5, 6, 7].map(|passage| play.open(&level, passage));
    let (open, none) = (Err(OpenError::Open), Err(OpenError::NoLock));
    assert_eq!(opened, [Ok(()), Ok(()), Ok(()), open, open, none, none], "the lever has opened its passages");
    assert_eq!(held(&play), [0, 1, 0, 0, 0]);
    assert_eq!((play.taken(), play.opened()), (&[0, 1, 2, 3][..], &[0, 1, 2, 3][..]));
}

#[test]
fn a_saved_playthrough_is_two_lists_and_any_lists_can_be_read() {
    let level = fixture::level();
    let mut play = Playthrough::new();
    assert!(play.take(&level, 0) && play.open(&level, 3).is_ok());
    let saved = serde_json::to_string(&play).unwrap();
    assert_eq!(saved, r#"{"taken":[0],"opened":[3]}"#);
    assert_eq!(serde_json::from_str::<Playthrough>(&saved).unwrap(), play);
    let saved = ron::to_string(&play).unwrap();
    assert_eq!(ron::from_str::<Playthrough>(&saved).unwrap(), play);
    let odd: Playthrough = serde_json::from_str(r#"{"opened":[9,3,3,4294967295],"taken":[7,0,7]}"#).unwrap();
    assert_eq!((odd.taken(), odd.opened()), (&[0, 7][..], &[3, 9, u32::MAX][..]));
    assert!(odd.is_open(&level, 3) && !odd.is_open(&level, 9) && odd.held(&level, 0) == 1);
    assert!(serde_json::from_str::<Playthrough>(r#"{"taken":[],"opened":[],"gold":3}"#).is_err());
}

#[test]
fn no_id_and_no_cell_is_wrong() {
    let level = fixture::level();
    let mut play = Playthrough::new();
    for id in [5, 256, u32::MAX] {
        assert!(!play.take(&level, id) && play.open(&level, id) == Err(OpenError::NoLock));
        assert!(!play.is_open(&level, id) && !play.can_pass(&level, id, id) && play.held(&level, id) == 0);
        assert!(play.reachable_from(&level, id).is_empty() && play.reachable_keys(&level, id).next().is_none());
        assert!(play.openable_passages(&level, id).next().is_none() && level.mission().passages_to_lock(id).is_none());
    }
    let ends = [Cell::new(i32::MIN, i32::MAX), Cell::new(i32::MAX, i32::MIN), Cell::new(-1, 0), Cell::new(23, 9)];
    for from in ends {
        ends.into_iter().for_each(|to| assert_eq!(play.step(&level, from, to), Err(PassError::NoWay)));
    }
    assert_eq!(play.reachable_from(&level, 1), [1, 0, 2, 3]);
}
