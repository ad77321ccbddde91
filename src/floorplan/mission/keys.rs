//! Keys: the room of each.
//!
//! The key of a rule lies in a room whose gates belong to earlier rules. So no two keys wait for
//! each other, and all single-use keys of a name can be taken while their locks are shut.

use super::{
    MissionDraft,
    graph::{FAR, PassageUse, RoomDoor, RoomGraph},
};
use crate::{
    floorplan::{Passage, PlannedRoom, placed_vault},
    model::{DoorKind, KeyUse},
    preset::{KeyPick, LockRule},
    rng::RandomSource,
};

/// A key of a mission: the rule that made it, and its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyDraft {
    pub(super) rule: u8,
    pub(super) room: u32,
}

/// Chooses the rooms of all keys, rule by rule. Gates for which there is no key are removed.
///
/// Draws one random word for each key with a choice. Cost: for each key, linear in the rooms.
pub(super) fn place_keys(
    draft: &mut MissionDraft<'_>,
    graph: &mut RoomGraph,
    passages: &[Passage],
    draw: &mut impl RandomSource,
) -> Vec<KeyDraft> {
    let mut keys: Vec<KeyDraft> = Vec::new();
    let is_open = open_rooms(graph, passages);
    graph.walk(graph.start, RoomGraph::is_passable);
    let mut earlier = 0;
    for (number, rule) in (0u8..).zip(draft.rules) {
        let gates: Vec<u8> = draft.gates_of(number).collect();
        if gates.is_empty() {
            continue;
        }
        let on_way = rooms_near_way(graph, &gates);
        let wanted = match rule.key_use {
            KeyUse::SingleUse => gates.len(),
            KeyUse::Key | KeyUse::Switch => 1,
        };
        let first = keys.len();
        for _ in 0..wanted {
            let is_free = |room: u32| {
                graph.gates[room as usize] & !earlier == 0
                    && (is_open.is_empty() || is_open[room as usize])
                    && keys.iter().all(|key| key.room != room)
            };
            graph.work += draft.rooms.len() as u64;
            let Some(room) = choose_room(draft, graph, rule, &on_way, is_free, draw) else { break };
            keys.push(KeyDraft { rule: number, room });
        }
        let kept = match (rule.key_use, keys.len() - first) {
            (KeyUse::SingleUse, found) => found,
            (KeyUse::Key | KeyUse::Switch, 0) => 0,
            (KeyUse::Key | KeyUse::Switch, _) => gates.len(),
        };
        for &gate in &gates[kept..] {
            graph.remove_gate(gate);
            draft.remove_gate(gate);
        }
        if kept < gates.len() {
            graph.walk(graph.start, RoomGraph::is_passable);
        }
        earlier |= gates[..kept].iter().fold(0, |bits, gate| bits | 1 << gate);
    }
    keys
}

/// For each room, whether it can be reached without a secret door; empty if there is none.
fn open_rooms(graph: &mut RoomGraph, passages: &[Passage]) -> Vec<bool> {
    let is_secret = |door: RoomDoor, graph: &RoomGraph| {
        // A lock makes a secret door a barred one.
        let is_locked = matches!(graph.uses[door.passage as usize], PassageUse::Locked(_));
        passages[door.passage as usize].kind == DoorKind::Secret && !is_locked
    };
    if passages.iter().all(|passage| passage.kind != DoorKind::Secret) {
        return Vec::new();
    }
    graph.walk(graph.start, |graph, room, door| graph.leads_inwards(room, door) && !is_secret(door, graph));
    graph.distances.iter().map(|distance| *distance != FAR).collect()
}

/// For each room, whether it lies on the shortest way from the start to a lock of these gates, or
/// one passage beside it. The last walk was one with all locks open.
fn rooms_near_way(graph: &mut RoomGraph, gates: &[u8]) -> Vec<bool> {
    let mut near = vec![false; graph.gates.len()];
    let mut visited = graph.ends.len();
    for &gate in gates {
        let locked = (0..).zip(&graph.uses).filter(|(_, of)| **of == PassageUse::Locked(gate));
        let outer = locked.map(|(passage, _): (usize, _)| {
            let [one, other] = graph.ends[passage];
            if graph.gates[one as usize] >> gate & 1 == 0 { one } else { other }
        });
        let Some(mut room) = outer.min_by_key(|room| graph.distances[*room as usize]) else { continue };
        loop {
            visited += graph.doors(room).len();
            near[room as usize] = true;
            for &door in graph.doors(room) {
                near[door.beyond as usize] |= graph.is_passable(room, door);
            }
            if graph.distances[room as usize] == 0 || graph.distances[room as usize] == FAR {
                break;
            }
            room = graph.before[room as usize];
        }
    }
    graph.work += visited as u64;
    near
}

/// Chooses the room of a key of this rule: two or more passages off the way to its lock, if there
/// is such a room.
fn choose_room(
    draft: &MissionDraft<'_>,
    graph: &RoomGraph,
    rule: &LockRule,
    near: &[bool],
    is_free: impl Fn(u32) -> bool,
    draw: &mut impl RandomSource,
) -> Option<u32> {
    let suits = |(id, room): &(u32, &PlannedRoom)| {
        is_free(*id) && rule.key.rooms.suits(&room.facts()) && has_place(draft, room)
    };
    let mut candidates: Vec<u32> = (0..).zip(draft.rooms).filter(suits).map(|(id, _)| id).collect();
    narrow(&mut candidates, |&room| !near[room as usize]);
    let distance = |room: &u32| graph.distances[*room as usize];
    match rule.key.pick {
        KeyPick::Any => {}
        KeyPick::DeadEnds => narrow(&mut candidates, |&room| graph.doors(room).len() == 1),
        // The first of several equally far rooms.
        KeyPick::Farthest => return candidates.into_iter().min_by_key(|room| u32::MAX - distance(room)),
        KeyPick::Nearest => return candidates.into_iter().min_by_key(distance),
    }
    let drawn = if candidates.len() > 1 { draw.below(candidates.len() as u32) } else { 0 };
    candidates.get(drawn as usize).copied()
}

/// Keeps those that pass `is_wanted`, if any does.
fn narrow(candidates: &mut Vec<u32>, is_wanted: impl Fn(&u32) -> bool) {
    if candidates.iter().any(&is_wanted) {
        candidates.retain(is_wanted);
    }
}

/// Whether the room has a cell for a key: a vault must leave one free.
fn has_place(draft: &MissionDraft<'_>, room: &PlannedRoom) -> bool {
    room.vault.is_none() || placed_vault::has_free_cell(draft.preset, room)
}
