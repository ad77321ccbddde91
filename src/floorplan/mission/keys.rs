//! Keys: the room of each.
//!
//! The key of a rule lies in a room whose gates belong to earlier rules that are not scarce. So no
//! two keys wait for each other, and all single-use keys of a name can be taken while their locks
//! are shut, and all scarce locks too.

use super::{
    Gate, MissionDraft,
    graph::{FAR, RoomGraph},
    marks::RoomMarks,
};
use crate::{
    floorplan::placed_vault,
    model::KeyUse,
    preset::{KeyPick, RoomFilter},
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
/// Draws one random word for each key with a choice. Cost: for each rule, linear in the rooms.
pub(super) fn place_keys(
    draft: &mut MissionDraft<'_>,
    graph: &mut RoomGraph,
    candidates: &mut Vec<u32>,
    draw: &mut impl RandomSource,
) -> Vec<KeyDraft> {
    let mut keys: Vec<KeyDraft> = Vec::new();
    graph.walk(graph.start, None, RoomGraph::is_passable);
    let mut earlier = 0;
    for (number, rule) in (0u8..).zip(draft.rules) {
        let gates = draft.gates_of(number);
        if gates == 0 {
            continue;
        }
        mark_way(draft, graph, gates);
        let locks = gates.count_ones();
        let scarce_keys = draft.wanted[usize::from(number)].scarce_keys;
        let wanted = match rule.key_use {
            KeyUse::SingleUse => scarce_keys.unwrap_or(locks).min(locks),
            KeyUse::Key | KeyUse::Switch => 1,
        };
        let mut found = 0;
        candidates.clear();
        while found < wanted {
            if candidates.is_empty() {
                find_candidates(draft, graph, (&rule.key.rooms, rule.key.pick), earlier, candidates);
            }
            let Some(room) = choose_room(graph, rule.key.pick, candidates, draw) else { break };
            graph.marks[room as usize].add(RoomMarks::TAKEN);
            keys.push(KeyDraft { rule: number, room });
            found += 1;
        }
        let excess = match rule.key_use {
            _ if found == 0 => locks,
            KeyUse::SingleUse if scarce_keys.is_none() => locks - found,
            // A scarce rule with a key keeps all of its locks.
            KeyUse::SingleUse | KeyUse::Key | KeyUse::Switch => 0,
        };
        for _ in 0..excess {
            // The last gates of the rule.
            let gate = draft.gates_of(number).ilog2() as u8;
            graph.remove_gate(gate);
            draft.remove_gate(gate);
        }
        if excess > 0 {
            graph.walk(graph.start, None, RoomGraph::is_passable);
        }
        if scarce_keys.is_none() {
            earlier |= draft.gates_of(number);
        }
    }
    keys
}

/// Marks the rooms whose vault leaves no cell for a key.
pub(super) fn close_full_vaults(draft: &MissionDraft<'_>, graph: &mut RoomGraph) {
    for (room, marks) in draft.rooms.iter().zip(&mut graph.marks) {
        if room.vault.is_some_and(|vault| !placed_vault::leaves_free_cell(draft.preset, room, vault)) {
            marks.add(RoomMarks::TAKEN);
        }
    }
}

/// Marks the rooms on the shortest way from the start to each of these gates, and those one passage
/// beside it. The last walk was one with all locks open.
fn mark_way(draft: &MissionDraft<'_>, graph: &mut RoomGraph, gates: u16) {
    let mut marks = std::mem::take(&mut graph.marks);
    marks.iter_mut().for_each(|marks| marks.remove(RoomMarks::WAY));
    for (number, gate) in draft.gates.iter().enumerate().filter(|(number, _)| gates >> number & 1 == 1) {
        let Some(Gate { passage, .. }) = gate else { continue };
        let [one, other] = graph.ends[*passage as usize];
        let mut room = if graph.gates[one as usize] >> number & 1 == 0 { one } else { other };
        // All ways lead back to the start: from the first room of another way they are the same.
        while !marks[room as usize].has(RoomMarks::ON_WAY) {
            marks[room as usize].add(RoomMarks::WAY);
            graph.work += 1;
            for &door in graph.doors(room) {
                if graph.is_passable(room, door) {
                    marks[door.beyond as usize].add(RoomMarks::NEAR);
                }
            }
            if matches!(graph.distances[room as usize], 0 | FAR) {
                break;
            }
            room = graph.before[room as usize];
        }
    }
    graph.marks = marks;
}

/// Lists the best rooms for a key, of those that the filter admits and whose gates are all in
/// `earlier`, the gates of rules before it.
///
/// The best lie two or more passages off the way to the lock; of these, or of all if there is none,
/// dead ends are better where they are asked for.
pub(super) fn find_candidates(
    draft: &MissionDraft<'_>,
    graph: &mut RoomGraph,
    (filter, pick): (&RoomFilter, KeyPick),
    earlier: u16,
    candidates: &mut Vec<u32>,
) {
    graph.work += draft.rooms.len() as u64;
    let (kinds, wants_dead_end) = (filter.kind_bits(), pick == KeyPick::DeadEnds);
    let mut best = 0;
    for ((id, gates), marks) in (0..).zip(&graph.gates).zip(&graph.marks) {
        let may_have = gates & !earlier == 0 && marks.is_of(kinds) && !marks.has(RoomMarks::TAKEN);
        if !may_have {
            continue;
        }
        let is_better = u8::from(wants_dead_end && graph.doors(id).len() == 1);
        let rank = 1 + 2 * u8::from(!marks.has(RoomMarks::NEAR)) + is_better;
        if rank < best || !filter.suits_except_kind(&draft.rooms[id as usize].facts()) {
            continue;
        }
        if rank > best {
            best = rank;
            candidates.clear();
        }
        if rank == best {
            candidates.push(id);
        }
    }
}

/// Takes the room of a key out of the candidates.
fn choose_room(
    graph: &RoomGraph,
    pick: KeyPick,
    candidates: &mut Vec<u32>,
    draw: &mut impl RandomSource,
) -> Option<u32> {
    let positions = 0..candidates.len();
    let distance = |at: &usize| graph.distances[candidates[*at] as usize];
    let chosen = match pick {
        KeyPick::Any | KeyPick::DeadEnds => draw.pick_of_several(positions),
        // The first of several equally far rooms.
        KeyPick::Farthest => positions.min_by_key(|at| u32::MAX - distance(at)),
        KeyPick::Nearest => positions.min_by_key(distance),
    };
    chosen.map(|chosen| candidates.remove(chosen))
}
