//! Locks on the doors to single rooms: rooms with a tag, and bonus rooms.
//!
//! A lock closes a room and all rooms that can be reached through it alone. Every passage from
//! outside into the room gets it.

use super::{
    Gate, MissionDraft,
    graph::{FAR, PassageUse, RoomDoor, RoomGraph},
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
    let mut walks = MAX_WALKS;
    for (number, rule) in (0u8..).zip(draft.rules) {
        let tags = match rule.place {
            LockPlace::Path(_) => continue,
            LockPlace::Tag(tag) => Some(1 << tag),
            LockPlace::Bonus => None,
        };
        let mut missing = draft.wanted[usize::from(number)].drawn;
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
            let most = if rule.key_use == KeyUse::SingleUse { 1 } else { usize::MAX };
            let gate = draft.next_gate();
            if let Some(passage) = close_room(graph, room, gate, most, entrances, &mut walks) {
                draft.add_gate(Gate { rule: number, passage });
                missing -= 1;
            }
        }
    }
}

/// Puts the gate before a room, if it can stand there by itself: if no passage into the room, or
/// from outside into a room behind it, has another lock or leads only inwards.
///
/// Returns the passage with the lock that is nearest to the start room; `None` also for a room with
/// more than `most` passages from outside.
fn close_room(
    graph: &mut RoomGraph,
    room: u32,
    gate: u8,
    most: usize,
    entrances: &mut Vec<(u32, u32)>,
    walks: &mut u32,
) -> Option<u32> {
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
