//! Locks on the doors to single rooms: rooms with a tag, and bonus rooms.
//!
//! A lock closes a room and all rooms that can be reached through it alone. Every passage from
//! outside into the room gets it. Behind a lock of a scarce rule is no lock, no room of the path
//! and no other way out; later locks are put elsewhere.

use super::{
    Gate, LockCount, MissionDraft,
    graph::{FAR, PassageUse, RoomDoor, RoomGraph},
    marks::RoomMarks,
};
use crate::{
    model::{KeyUse, RoomKind},
    preset::LockPlace,
    rng::RandomSource,
};

/// Buffers of the step, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomBuffers {
    /// The rooms that a rule may lock and that were not tried.
    candidates: Vec<u32>,
    /// The plain passages that lead into a room and what lies behind it, each behind the distance
    /// of its outer room from the start.
    entrances: Vec<(u32, u32)>,
}

/// A lock that is to close a room.
#[derive(Clone, Copy, Debug)]
struct RoomLock {
    gate: u8,
    /// The most passages that get it.
    most: usize,
    /// Whether its rule is scarce, so that it closes a dead end.
    is_scarce: bool,
    /// The gates of scarce rules so far, a bit for each: behind them is no other lock.
    scarce_gates: u16,
}

/// The most rooms of a level that are tried by a walk, which is linear in the rooms. More than
/// gates, since a room may turn out to be shut by an earlier lock. Dead ends need no walk.
const MAX_WALKS: u32 = 64;

/// Chooses the locked rooms, rule by rule, in random order. Draws one word for each room tried.
pub(super) fn lock_rooms(
    draft: &mut MissionDraft<'_>,
    graph: &mut RoomGraph,
    RoomBuffers { candidates, entrances }: &mut RoomBuffers,
    draw: &mut impl RandomSource,
) {
    let (mut walks, mut scarce_gates) = (MAX_WALKS, 0);
    for (number, rule) in (0u8..).zip(draft.rules) {
        let tags = match rule.place {
            LockPlace::Path(_) | LockPlace::Crossing(_) => continue,
            LockPlace::Tag(tag) => Some(1 << tag),
            LockPlace::Bonus => None,
        };
        let LockCount { drawn: mut missing, scarce_keys, .. } = draft.wanted[usize::from(number)];
        if missing == 0 {
            continue;
        }
        graph.work += draft.rooms.len() as u64;
        candidates.clear();
        let all = (0..).zip(draft.rooms).zip(&graph.marks);
        candidates.extend(all.filter_map(|((id, room), marks)| {
            let is_candidate = match tags {
                Some(tag) => room.tags & tag != 0 && id != graph.start,
                None => marks.is_of(1 << RoomKind::Bonus as u8),
            };
            is_candidate.then_some(id)
        }));
        while missing > 0
            && let Some(drawn) = draw.pick_of_several(0..candidates.len())
        {
            let room = candidates.swap_remove(drawn);
            let lock = RoomLock {
                gate: draft.next_gate(),
                most: if rule.key_use == KeyUse::SingleUse { 1 } else { usize::MAX },
                is_scarce: scarce_keys.is_some(),
                scarce_gates,
            };
            if let Some(passage) = close_room(graph, room, lock, entrances, &mut walks) {
                let gate = draft.add_gate(Gate { rule: number, passage });
                scarce_gates |= u16::from(lock.is_scarce) << gate;
                missing -= 1;
            }
        }
    }
}

/// Puts a lock before a room, if it can stand there by itself: if no passage into the room, or from
/// outside into a room behind it, has another lock or leads only inwards.
///
/// Returns the passage with the lock that is nearest to the start room; `None` also for a room with
/// too many passages from outside, for one behind a scarce lock, and for one that a scarce lock may
/// not close.
fn close_room(
    graph: &mut RoomGraph,
    room: u32,
    RoomLock { gate, most, is_scarce, scarce_gates }: RoomLock,
    entrances: &mut Vec<(u32, u32)>,
    walks: &mut u32,
) -> Option<u32> {
    if graph.gates[room as usize] & scarce_gates != 0
        || is_scarce && graph.marks[room as usize].is_of(RoomMarks::OF_PATH)
    {
        return None;
    }
    if let &[RoomDoor { passage, .. }] = graph.doors(room) {
        // Nothing lies behind a dead end.
        graph.work += 1;
        if graph.uses[passage as usize] != PassageUse::Plain {
            return None;
        }
        graph.uses[passage as usize] = PassageUse::Locked(gate);
        graph.gates[room as usize] |= 1 << gate;
        return Some(passage);
    }
    if *walks == 0 {
        return None;
    }
    *walks -= 1;
    graph.walk(graph.start, None, |graph, from, door| door.beyond != room && graph.leads_inwards(from, door));
    entrances.clear();
    let is_behind = |room: u32| graph.distances[room as usize] == FAR;
    for inside in (0..graph.gates.len() as u32).filter(|&room| is_behind(room)) {
        if is_scarce && !is_of_dead_end(graph, inside) {
            return None;
        }
        for door in graph.doors(inside).iter().filter(|door| !is_behind(door.beyond)) {
            match graph.uses[door.passage as usize] {
                PassageUse::Plain => entrances.push((graph.distances[door.beyond as usize], door.passage)),
                PassageUse::OneWay(from) if from == inside => {}
                PassageUse::OneWay(_) | PassageUse::Locked(_) => return None,
            }
        }
    }
    let &(_, nearest) = entrances.iter().min().filter(|_| entrances.len() <= most)?;
    for &(_, passage) in &*entrances {
        graph.uses[passage as usize] = PassageUse::Locked(gate);
    }
    for (gates, distance) in graph.gates.iter_mut().zip(&graph.distances) {
        *gates |= u16::from(*distance == FAR) << gate;
    }
    Some(nearest)
}

/// Whether a scarce lock may close a room: it is none of the path, and all of its passages are
/// plain.
fn is_of_dead_end(graph: &RoomGraph, room: u32) -> bool {
    let is_plain = |door: &RoomDoor| graph.uses[door.passage as usize] == PassageUse::Plain;
    !graph.marks[room as usize].is_of(RoomMarks::OF_PATH) && graph.doors(room).iter().all(is_plain)
}
