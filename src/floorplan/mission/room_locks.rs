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

/// The most rooms of a level that are tried by a walk, which is linear in the rooms. More than
/// gates, since a room may turn out to be shut by an earlier lock. Dead ends need no walk.
const MAX_WALKS: u32 = 64;

/// Chooses the locked rooms, rule by rule, in random order. Draws one word for each room tried.
pub(super) fn lock_rooms(draft: &mut MissionDraft<'_>, graph: &mut RoomGraph, draw: &mut impl RandomSource) {
    let mut candidates: Vec<u32> = Vec::new();
    let mut walks = MAX_WALKS;
    for (number, rule) in (0u8..).zip(draft.rules) {
        let tags = match rule.place {
            LockPlace::Path(_) => continue,
            LockPlace::Tag(tag) => Some(1 << tag),
            LockPlace::Bonus => None,
        };
        let mut missing = draft.wanted[usize::from(number)];
        if missing == 0 {
            continue;
        }
        graph.work += draft.rooms.len() as u64;
        candidates.clear();
        candidates.extend((0..).zip(draft.rooms).filter_map(|(id, room)| {
            let is_candidate = match tags {
                Some(tag) => room.tags & tag != 0 && room.kind != RoomKind::Start,
                None => room.kind == RoomKind::Bonus,
            };
            is_candidate.then_some(id)
        }));
        while missing > 0 && !candidates.is_empty() {
            let drawn = if candidates.len() > 1 { draw.below(candidates.len() as u32) } else { 0 };
            let room = candidates.swap_remove(drawn as usize);
            let is_single = rule.key_use == KeyUse::SingleUse;
            if let Some(passage) = close_room(graph, room, draft.next_gate(), is_single, &mut walks) {
                draft.add_gate(Gate { rule: number, passage });
                missing -= 1;
            }
        }
    }
}

/// Puts the gate before a room, if it can stand there by itself: if no passage into the room, or
/// from outside into a room behind it, has another lock or leads only inwards.
///
/// Returns the passage with the lock that is nearest to the start room. A single-use key opens a
/// single passage: `is_single` asks for a room with one from outside.
fn close_room(graph: &mut RoomGraph, room: u32, gate: u8, is_single: bool, walks: &mut u32) -> Option<u32> {
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
    let is_behind = |graph: &RoomGraph, room: u32| graph.distances[room as usize] == FAR;
    let (mut entrances, mut nearest) = (0, (FAR, None));
    for (passage, &[one, other]) in (0..).zip(&graph.ends) {
        let (inside, outside) = match (is_behind(graph, one), is_behind(graph, other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            (true, true) | (false, false) => continue,
        };
        match graph.uses[passage as usize] {
            PassageUse::Plain => {
                entrances += 1;
                let distance = graph.distances[outside as usize];
                if distance < nearest.0 {
                    nearest = (distance, Some(passage));
                }
            }
            PassageUse::OneWay(from) if from == inside => {}
            PassageUse::OneWay(_) | PassageUse::Locked(_) => return None,
        }
    }
    if is_single && entrances > 1 {
        return None;
    }
    nearest.1?;
    let RoomGraph { ends, uses, gates, distances, .. } = graph;
    for (use_of, ends) in uses.iter_mut().zip(&*ends) {
        let [one, other] = ends.map(|room| distances[room as usize] == FAR);
        if one != other && *use_of == PassageUse::Plain {
            *use_of = PassageUse::Locked(gate);
        }
    }
    for (gates, distance) in gates.iter_mut().zip(&*distances) {
        if *distance == FAR {
            *gates |= 1 << gate;
        }
    }
    nearest.1
}
