//! The parts of a mission that need no walk: locks, keys and their props fit each other.

use std::collections::BTreeSet;

use crate::{
    geom::Cell,
    level::{Key, Level},
    model::{DoorKind, KeyUse, Passage, PropKind, Tile},
};

/// Tests that locked passages are those with barred doors, that only one-way passages are
/// shortcuts, that each lock has the keys that it needs, and that each key lies where it says.
///
/// Cost: linear in passages, keys and props.
pub(super) fn locks_and_keys_fit(level: &Level) -> Result<(), String> {
    for (id, passage) in level.passages.iter().enumerate() {
        passage_is_whole(level, id, passage)?;
    }
    let locked = counts(level, level.passages.iter().filter_map(|passage| passage.lock));
    for (lock, &passages) in (0..).zip(&locked) {
        each_lock_has_its_keys(level, lock, passages)?;
    }
    for (number, key) in level.keys.iter().enumerate() {
        if locked.get(usize::from(key.lock)).is_none_or(|&passages| passages == 0) {
            return Err(format!("{} opens no passage", key_name(level, number)));
        }
        let room = level.rooms.get(key.room as usize);
        if !room.is_some_and(|room| room.rect.contains(key.cell)) || level.tile(key.cell) != Tile::Floor {
            return Err(format!("{} does not lie on the floor of room {}", key_name(level, number), key.room));
        }
    }
    keys_are_props(level)
}

/// A key in messages: its number, its name and its cell.
pub(in crate::check) fn key_name(level: &Level, number: usize) -> String {
    let Some(key) = level.keys.get(number) else { return format!("key {number}") };
    format!("key {number} ({:?} at {})", level.key_name(key), key.cell)
}

fn passage_is_whole(level: &Level, id: usize, passage: &Passage) -> Result<(), String> {
    match (passage.kind, level.lock(passage)) {
        (DoorKind::Barred, None) => return Err(format!("passage {id} is Barred, but has no lock")),
        (DoorKind::Open | DoorKind::Closed | DoorKind::Secret, Some(lock)) => {
            return Err(format!("passage {id} has the lock {lock:?}, but is {}, not Barred", passage.kind));
        }
        (DoorKind::Barred, Some(_)) | (DoorKind::Open | DoorKind::Closed | DoorKind::Secret, None) => {}
    }
    match (passage.one_way, passage.saves) {
        (None, Some(_)) => Err(format!("passage {id} saves passages as a shortcut does, but is not one-way")),
        (Some(from), _) if !passage.rooms.contains(&from) => {
            Err(format!("passage {id} leads one way from room {from}, which is none of its rooms"))
        }
        (Some(_) | None, _) => Ok(()),
    }
}

/// Tests that a lock with `passages` passages has one key or switch, or single-use keys: at least
/// one, and at most one for each.
fn each_lock_has_its_keys(level: &Level, lock: u8, passages: usize) -> Result<(), String> {
    let keys = || level.keys.iter().filter(move |key| key.lock == lock);
    let single_use = keys().filter(|key| key.key_use == KeyUse::SingleUse).count();
    let lasting = keys().count() - single_use;
    let name = level.locks.get(usize::from(lock)).map_or("", |name| name.as_str());
    match (lasting, single_use) {
        (0, 0) if passages > 0 => Err(format!("the lock {name:?} has no key")),
        (0, 0) | (1, 0) => Ok(()),
        (0, _) if single_use <= passages => Ok(()),
        (0, _) => Err(format!(
            "the lock {name:?} has {single_use} single-use keys for {passages} passages; allowed: at most one for each"
        )),
        (_, 0) => Err(format!("the lock {name:?} has {lasting} keys or switches; allowed: one")),
        (_, _) => {
            Err(format!("the lock {name:?} has both single-use keys and a key or switch; allowed: one of the two"))
        }
    }
}

/// How often each lock occurs in `locks`.
fn counts(level: &Level, locks: impl Iterator<Item = u8>) -> Vec<usize> {
    let mut counts = vec![0; level.locks.len()];
    for lock in locks {
        counts.get_mut(usize::from(lock)).into_iter().for_each(|count| *count += 1);
    }
    counts
}

/// Tests that a prop of the key's name, which does not block, lies at the cell of each key.
fn keys_are_props(level: &Level) -> Result<(), String> {
    if level.keys.is_empty() {
        return Ok(());
    }
    let lock_of = |kind: &PropKind| level.locks.iter().position(|lock| *lock == kind.name).filter(|_| !kind.blocks);
    let locks: Vec<_> = level.kinds.iter().map(lock_of).collect();
    let position = |lock: usize, key: &Key| (lock, key.cell.y, key.cell.x);
    let mut bare: BTreeSet<_> = level.keys.iter().map(|key| position(usize::from(key.lock), key)).collect();
    for prop in &level.props {
        let Some(lock) = locks.get(usize::from(prop.kind)).copied().flatten() else { continue };
        let cells = prop.cells();
        for y in cells.top()..cells.bottom() {
            while let Some(&found) = bare.range((lock, y, cells.left())..(lock, y, cells.right())).next() {
                bare.remove(&found);
            }
        }
    }
    let is_bare = |key: &Key| bare.contains(&position(usize::from(key.lock), key));
    match level.keys.iter().position(is_bare) {
        Some(number) => Err(format!(
            "{} has no prop at its cell of the kind with its name, which must not block",
            key_name(level, number)
        )),
        None => Ok(()),
    }
}

/// The place of a cell in messages: its room, or the corridor that it must lie in.
pub(super) fn place(level: &Level, cell: Cell) -> String {
    match level.rooms.iter().position(|room| room.rect.contains(cell)) {
        Some(room) => format!("room {room} at {cell}"),
        None => format!("the corridor at {cell}"),
    }
}
