//! Metrics of missions from their definitions: rooms and cells searched without the queries of
//! missions.

use std::collections::HashMap;

use roomgen::{
    Cell, KeyUse, Level, Passage, Tile,
    play::{PlayerAction, Walkthrough},
};

pub(super) fn locked_passages(level: &Level) -> f64 {
    level.passages().iter().filter(|passage| level.lock(passage).is_some()).count() as f64
}

/// The passages from each key to the rooms beside its locks, in rounds over all passages.
pub(super) fn passages_to_lock(level: &Level) -> f64 {
    let all = level.keys().iter().map(|key| {
        let is_own = |passage: &&Passage| level.lock(passage) == Some(level.key_name(key));
        let goals: Vec<u32> = level.passages().iter().filter(is_own).flat_map(|passage| passage.rooms).collect();
        let (mut reached, mut rounds) = (vec![key.room], 0);
        while !goals.iter().any(|room| reached.contains(room)) {
            let beyond = |room: u32| level.passages().iter().filter_map(move |passage| beyond(passage, room));
            reached = reached.iter().flat_map(|&room| beyond(room).chain([room])).collect();
            reached.sort_unstable();
            reached.dedup();
            rounds += 1;
            assert!(rounds <= level.rooms().len(), "no way from a key to its lock");
        }
        rounds as f64
    });
    let all: Vec<f64> = all.collect();
    if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
}

/// The room to which a passage leads from a room, whether it is locked or not.
fn beyond(passage: &Passage, room: u32) -> Option<u32> {
    let [one, other] = passage.rooms;
    let to = if room == one { Some(other) } else { (room == other).then_some(one) };
    to.filter(|_| passage.one_way.is_none_or(|from| from == room))
}

fn room_of(level: &Level, cell: Cell) -> Option<u32> {
    let is_around = |room: &&roomgen::Room| room.rect.contains(cell) && level.tile(cell) == Tile::Floor;
    level.rooms().iter().find(is_around).map(|room| room.id)
}

/// What a player did: bit n of `taken` stands for key n, bit n of `opened` for passage n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Progress {
    taken: u64,
    opened: u128,
}

impl Progress {
    /// The keys of a passage's lock that were taken, and how often the lock was opened.
    fn of_lock(self, level: &Level, passage: &Passage) -> (Vec<KeyUse>, usize) {
        let lock = level.lock(passage);
        let keys = level.keys().iter().enumerate().filter(|(key, _)| self.taken >> key & 1 == 1);
        let keys = keys.filter(|(_, key)| Some(level.key_name(key)) == lock).map(|(_, key)| key.key_use).collect();
        let opened = level.passages().iter().enumerate().filter(|(id, _)| self.opened >> id & 1 == 1);
        (keys, opened.filter(|(_, other)| level.lock(other) == lock).count())
    }

    fn is_open(self, level: &Level, id: usize) -> bool {
        let passage = &level.passages()[id];
        let is_switched = || self.of_lock(level, passage).0.contains(&KeyUse::Switch);
        level.lock(passage).is_none() || self.opened >> id & 1 == 1 || is_switched()
    }

    /// Whether the player has a key for a passage that is shut.
    fn can_open(self, level: &Level, id: usize) -> bool {
        let (keys, opened) = self.of_lock(level, &level.passages()[id]);
        let single_use = keys.iter().filter(|&&key_use| key_use == KeyUse::SingleUse).count();
        !self.is_open(level, id) && (keys.contains(&KeyUse::Key) || single_use > opened)
    }
}

/// The least number of steps from the entry to the exit: all that a player can do, step by step.
///
/// Every key is taken and every lock opened in passing, which costs nothing: whoever keeps a
/// single-use key for another door does not walk into this one.
pub(super) fn play_length(level: &Level) -> u32 {
    assert!(level.keys().len() <= 64 && level.passages().len() <= 128);
    let doors: HashMap<(i32, i32), usize> = level
        .passages()
        .iter()
        .enumerate()
        .flat_map(|(id, passage)| passage.doors().iter().flat_map(|door| door.cells()).map(move |cell| (cell, id)))
        .map(|(cell, id)| ((cell.x, cell.y), id))
        .collect();
    let keys: Vec<Cell> = level.keys().iter().map(|key| key.cell).collect();
    let take = |progress: Progress, cell: Cell| {
        let here = keys.iter().enumerate().filter(|(_, key)| **key == cell);
        here.fold(progress, |progress, (key, _)| Progress { taken: progress.taken | 1 << key, ..progress })
    };
    let step = |cell: Cell, progress: Progress, to: Cell| {
        if !level.is_walkable(to) {
            return None;
        }
        let Some(&id) = doors.get(&(to.x, to.y)) else { return Some(take(progress, to)) };
        if !leads_into(level, &level.passages()[id], cell, to) {
            return None;
        }
        if progress.is_open(level, id) {
            return Some(progress);
        }
        progress.can_open(level, id).then_some(Progress { opened: progress.opened | 1 << id, ..progress })
    };
    let mut seen: HashMap<Progress, Vec<bool>> = HashMap::new();
    let mut here = vec![(level.entry(), take(Progress::default(), level.entry()))];
    for steps in 0.. {
        assert!(!here.is_empty(), "the exit can be walked to");
        let mut next = Vec::new();
        for (cell, progress) in here {
            if cell == level.exit() {
                return steps;
            }
            for to in cell.neighbours() {
                let Some(after) = step(cell, progress, to) else { continue };
                let seen = seen.entry(after).or_insert_with(|| vec![false; level.tiles().bounds().cells().count()]);
                if !std::mem::replace(&mut seen[(to.y * level.width() + to.x) as usize], true) {
                    next.push((to, after));
                }
            }
        }
        here = next;
    }
    unreachable!("the search ends")
}

/// Whether a step into a door's cell is in the direction of the passage: from the room that it
/// leads from, or out of its corridor into the other room.
fn leads_into(level: &Level, passage: &Passage, cell: Cell, to: Cell) -> bool {
    let Some(from) = passage.one_way else { return true };
    let Some(number) = passage.doors().iter().position(|door| door.contains(to)) else { return true };
    match room_of(level, cell) {
        Some(room) => room == from,
        None => passage.doors()[number].contains(cell) || passage.rooms[number] != from,
    }
}

/// The steps into a room that was visited before, with another room visited in between.
pub(super) fn backtracking(level: &Level, walkthrough: &Walkthrough) -> usize {
    let rooms: Vec<Option<u32>> = walkthrough.cells().map(|cell| room_of(level, cell)).collect();
    let is_back = |&step: &usize| {
        let before = &rooms[..step];
        let first = before.iter().position(|room| *room == rooms[step]);
        first.is_some_and(|first| before[first..].iter().any(|room| room.is_some() && *room != rooms[step]))
    };
    (1..rooms.len()).filter(|&step| rooms[step].is_some()).filter(is_back).count()
}

/// The most that can be done next, before one of the acts of a walkthrough.
pub(super) fn choices(level: &Level, walkthrough: &Walkthrough) -> usize {
    let (mut progress, mut room, mut most) = (Progress::default(), None, 0);
    for leg in walkthrough.legs() {
        room = leg.cells.first().and_then(|&cell| room_of(level, cell)).or(room);
        most = most.max(next_acts(level, progress, room.expect("a room")));
        match leg.action {
            PlayerAction::Take(key) => progress.taken |= 1 << key,
            PlayerAction::Open(passage) => progress.opened |= 1 << passage,
            _ => {}
        }
        room = leg.cells.iter().rev().find_map(|&cell| room_of(level, cell)).or(room);
    }
    most
}

fn next_acts(level: &Level, progress: Progress, room: u32) -> usize {
    let open: Vec<usize> = (0..level.passages().len()).filter(|&id| progress.is_open(level, id)).collect();
    let mut is_reached = vec![false; level.rooms().len()];
    is_reached[room as usize] = true;
    // As many rounds as there are rooms reach all that can be reached.
    for _ in level.rooms() {
        for room in 0..level.rooms().len() as u32 {
            if is_reached[room as usize] {
                let next = open.iter().filter_map(|&id| beyond(&level.passages()[id], room));
                next.for_each(|room| is_reached[room as usize] = true);
            }
        }
    }
    let keys = level.keys().iter().enumerate();
    let keys = keys.filter(|(key, found)| progress.taken >> key & 1 == 0 && is_reached[found.room as usize]);
    let is_near = |id: usize| level.passages()[id].rooms.iter().any(|&room| is_reached[room as usize]);
    let locks = (0..level.passages().len()).filter(|&id| is_near(id) && progress.can_open(level, id));
    keys.count() + locks.count()
}
