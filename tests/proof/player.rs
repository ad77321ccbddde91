//! A player who tries everything, on the rooms of a level: the rules of play, and nothing else.
//!
//! The player has brothers: one for each set of secret doors that one can know.

use std::collections::HashMap;

use roomgen::{DoorKind, KeyUse, Level, Passage};

/// Where a player stands, and what the player did: bit n of `taken` stands for key n, bit n of
/// `opened` for passage n, opened by a single-use key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PlayerState {
    room: u32,
    taken: u64,
    opened: u64,
}

/// The rule that a mission breaks, or none.
///
/// Requires a level of whole rooms with at most 64 keys and 64 passages. Cost: exponential in keys
/// and in secret doors.
pub(crate) fn broken_rule(level: &Level) -> Option<&'static str> {
    let rules: [(&str, &dyn Fn() -> bool); 8] = [
        ("a lock without its keys, or a key without a lock", &|| locks_fit(level)),
        ("a shortcut that saves something else", &|| level.passages().iter().all(|passage| saves(level, passage))),
        ("a lock that is walked around", &|| !is_walked_around(level)),
        ("a scarce lock before more than a dead end", &|| scarce_locks_close_dead_ends(level)),
        ("something that no play reaches", &|| plays(level, u64::MAX)[0]),
        ("a play that loses", &|| plays(level, u64::MAX)[1]),
        ("something behind a secret door or a scarce lock", &|| nothing_is_hidden(level)),
        ("a play that loses without some secret doors", &|| {
            sets_of_secret_doors(level).all(|known| plays(level, known)[1])
        }),
    ];
    rules.into_iter().find(|(_, holds)| !holds()).map(|(rule, _)| rule)
}

fn locks_fit(level: &Level) -> bool {
    let names = level.passages().iter().filter_map(|passage| level.lock(passage));
    let names: Vec<&str> = names.chain(level.keys().iter().map(|key| level.key_name(key))).collect();
    let is_right = |name: &&str| {
        let locked = level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).count();
        let uses: Vec<_> =
            level.keys().iter().filter(|key| level.key_name(key) == *name).map(|key| key.key_use).collect();
        let all_single = uses.iter().all(|&key_use| key_use == KeyUse::SingleUse);
        locked > 0 && (all_single && (1..=locked).contains(&uses.len()) || !all_single && uses.len() == 1)
    };
    names.iter().all(is_right)
}

fn leads_from(passage: &Passage, room: u32) -> Option<u32> {
    let [one, other] = passage.rooms;
    let to = if room == one {
        other
    } else if room == other {
        one
    } else {
        return None;
    };
    (passage.one_way.is_none() || passage.one_way == Some(room)).then_some(to)
}

/// For each room, the number of passages that one walks from a room over those that `is_open`.
fn walks(level: &Level, from: u32, is_open: impl Fn(&Passage) -> bool) -> Vec<Option<u32>> {
    let mut steps = vec![None; level.rooms().len()];
    steps[from as usize] = Some(0);
    for number in 0..level.rooms().len() as u32 {
        for room in 0..level.rooms().len() as u32 {
            let is_met = steps[room as usize] == Some(number);
            for passage in level.passages().iter().filter(|passage| is_met && is_open(passage)) {
                if let Some(to) = leads_from(passage, room) {
                    steps[to as usize] = steps[to as usize].or(Some(number + 1));
                }
            }
        }
    }
    steps
}

fn saves(level: &Level, shortcut: &Passage) -> bool {
    let (Some(saves), Some(from)) = (shortcut.saves, shortcut.one_way) else { return shortcut.saves.is_none() };
    let to = shortcut.rooms[usize::from(shortcut.rooms[0] == from)];
    walks(level, from, |passage| passage != shortcut)[to as usize] == Some(saves + 1)
}

fn is_walked_around(level: &Level) -> bool {
    level.locks().iter().any(|name| {
        let walks = walks(level, level.start().id, |passage| level.lock(passage) != Some(name));
        let locked = level.passages().iter().filter(|passage| level.lock(passage) == Some(name));
        locked.into_iter().any(|passage| passage.rooms.iter().all(|&room| walks[room as usize].is_some()))
    })
}

/// Whether a level has a lock with fewer single-use keys than doors.
pub(crate) fn has_scarce_lock(level: &Level) -> bool {
    level.passages().iter().any(|passage| is_scarce(level, passage))
}

/// Whether a passage has a lock with fewer single-use keys than doors.
fn is_scarce(level: &Level, passage: &Passage) -> bool {
    let Some(name) = level.lock(passage) else { return false };
    let doors = level.passages().iter().filter(|other| level.lock(other) == Some(name)).count();
    let keys: Vec<_> = level.keys().iter().filter(|key| level.key_name(key) == name).collect();
    keys.iter().all(|key| key.key_use == KeyUse::SingleUse) && keys.len() < doors
}

/// Whether all that a scarce lock closes is behind one door of it, and has no other lock.
fn scarce_locks_close_dead_ends(level: &Level) -> bool {
    let main = walks(level, level.start().id, |passage| !is_scarce(level, passage));
    let is_main = |room: &u32| main[*room as usize].is_some();
    level.passages().iter().filter(|passage| is_scarce(level, passage)).all(|door| {
        let mut pocket: Vec<u32> = door.rooms.into_iter().filter(|room| !is_main(room)).collect();
        let has_one_end = pocket.len() == 1;
        let (mut next, mut is_without_lock) = (0, true);
        while let Some(&room) = pocket.get(next) {
            next += 1;
            let ways = level.passages().iter().filter(|passage| passage.rooms.contains(&room));
            for passage in ways.filter(|passage| *passage != door) {
                is_without_lock &= level.lock(passage).is_none();
                pocket.extend(passage.rooms.into_iter().filter(|room| !pocket.contains(room)).collect::<Vec<_>>());
            }
        }
        has_one_end && is_without_lock && !pocket.iter().any(is_main)
    })
}

fn nothing_is_hidden(level: &Level) -> bool {
    let walks = walks(level, level.start().id, |passage| !is_secret(passage) && !is_scarce(level, passage));
    let keys = level.keys().iter().map(|key| key.room);
    keys.chain(level.path().iter().copied()).chain(goals(level)).all(|room| walks[room as usize].is_some())
}

/// Whether the doors of a passage are secret.
fn is_secret(passage: &Passage) -> bool {
    passage.kind == DoorKind::Secret
}

/// All sets of secret doors that a player may know: bit n stands for passage n.
fn sets_of_secret_doors(level: &Level) -> impl Iterator<Item = u64> {
    let secret: Vec<_> =
        (0..).zip(level.passages()).filter(|(_, passage)| is_secret(passage)).map(|(id, _)| id).collect();
    let set = move |number: u64| {
        (0..).zip(&secret).map(|(bit, id): (u32, &u32)| (number >> bit & 1) << id).fold(0, |set, bit| set | bit)
    };
    let count = level.passages().iter().filter(|passage| is_secret(passage)).count();
    (0..1 << count).map(set)
}

/// All that a player can do next who knows these secret doors.
fn next(level: &Level, state: PlayerState, known: u64) -> Vec<PlayerState> {
    let mut next = Vec::new();
    for (number, key) in level.keys().iter().enumerate() {
        if key.room == state.room {
            next.push(PlayerState { taken: state.taken | 1 << number, ..state });
        }
    }
    for (id, passage) in level.passages().iter().enumerate().filter(|(_, passage)| passage.rooms.contains(&state.room))
    {
        let name = level.lock(passage);
        let held = level.keys().iter().enumerate().filter(|(number, _)| state.taken >> number & 1 == 1);
        let held: Vec<_> =
            held.filter(|(_, key)| Some(level.key_name(key)) == name).map(|(_, key)| key.key_use).collect();
        let is_single_use = held.contains(&KeyUse::SingleUse);
        let is_open = match name {
            None => !is_secret(passage) || known >> id & 1 == 1,
            Some(_) if is_single_use || held.is_empty() => state.opened >> id & 1 == 1,
            Some(_) => true,
        };
        if is_open {
            next.extend(leads_from(passage, state.room).map(|room| PlayerState { room, ..state }));
        } else if is_single_use {
            let used = level.passages().iter().enumerate();
            let used = used.filter(|&(id, other)| level.lock(other) == name && state.opened >> id & 1 == 1).count();
            if used < held.len() {
                next.push(PlayerState { opened: state.opened | 1 << id, ..state });
            }
        }
    }
    next
}

/// Plays in every order, knowing these secret doors: whether all rooms can be reached, and whether
/// every play can still come to each goal.
fn plays(level: &Level, known: u64) -> [bool; 2] {
    let states = AllStates::new(level, known);
    let wins = |goal: u32| states.that_lead_to(|state| state.room == goal).into_iter().all(|wins| wins);
    let is_met = |room: u32| states.all.iter().any(|state| state.room == room);
    [(0..level.rooms().len() as u32).all(is_met), goals(level).all(wins)]
}

/// The rooms that must be reached from every state: those of the exit and of all other stairs, and
/// the start room of a level with such stairs or without a way down.
pub(crate) fn goals(level: &Level) -> impl Iterator<Item = u32> {
    let stairs = level.stairs().iter().filter_map(|stairs| level.room_at(stairs.cell)).map(|room| room.id);
    let back = (level.is_dead_end() || !level.stairs().is_empty()).then(|| level.start().id);
    [level.end().id].into_iter().chain(stairs).chain(back)
}

/// Whether a player who has not used all keys of a scarce lock can still open each of its doors,
/// whatever was done before: in all orders of play, all secret doors known. Returns the number of
/// these doors too.
pub(crate) fn each_scarce_door_can_be_opened(level: &Level) -> (bool, usize) {
    let states = AllStates::new(level, u64::MAX);
    let doors = (0..).zip(level.passages()).filter(|(_, passage)| is_scarce(level, passage));
    let can_be_opened = doors.map(|(door, passage): (u32, _)| {
        let of_name = (0..).zip(level.passages()).filter(|(_, other)| level.lock(other) == level.lock(passage));
        let of_name = of_name.fold(0_u64, |doors, (door, _): (u32, _)| doors | 1 << door);
        let keys = level.keys().iter().filter(|key| Some(level.key_name(key)) == level.lock(passage)).count();
        let is_opened = |state: &PlayerState| state.opened >> door & 1 == 1;
        let has_key = |state: &PlayerState| ((state.opened & of_name).count_ones() as usize) < keys;
        let leads = states.that_lead_to(is_opened);
        states.all.iter().zip(leads).all(|(state, leads)| leads || !has_key(state))
    });
    let can_be_opened: Vec<bool> = can_be_opened.collect();
    (can_be_opened.iter().all(|&can| can), can_be_opened.len())
}

/// All states that a player can bring about, and from which others.
struct AllStates {
    all: Vec<PlayerState>,
    before: Vec<Vec<usize>>,
}

impl AllStates {
    fn new(level: &Level, known: u64) -> Self {
        let mut states = vec![PlayerState { room: level.start().id, taken: 0, opened: 0 }];
        let mut positions = HashMap::from([(states[0], 0)]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            for state in next(level, state, known) {
                let position = *positions.entry(state).or_insert(states.len());
                if position == states.len() {
                    states.push(state);
                    before.push(Vec::new());
                }
                before[position].push(at);
            }
            at += 1;
        }
        Self { all: states, before }
    }

    /// For each state, whether play can go on from it to a goal.
    fn that_lead_to(&self, is_goal: impl Fn(&PlayerState) -> bool) -> Vec<bool> {
        let mut leads = vec![false; self.all.len()];
        let mut ahead: Vec<usize> = (0..self.all.len()).filter(|&at| is_goal(&self.all[at])).collect();
        while let Some(at) = ahead.pop() {
            if !std::mem::replace(&mut leads[at], true) {
                ahead.extend(&self.before[at]);
            }
        }
        leads
    }
}
