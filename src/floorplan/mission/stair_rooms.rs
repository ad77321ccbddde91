//! Stairs beside the exit: the room of each.
//!
//! Stairs lie in a visible room that has no gate of a scarce rule before it, so that the invariants
//! of `graph` hold for them as they do for the exit. No two lie in one room. A room of a key is
//! chosen only where no other one suits: a player takes the key on the way down, or misses it.
//!
//! Each way down has random words of its own: one for each room, of which the least decides. So
//! another one moves it only if it takes its very room.

use super::{
    MissionDraft, PlannedStairs,
    graph::RoomGraph,
    keys::{KeyDraft, find_candidates},
    marks::RoomMarks,
    scarce_gates,
};
use crate::{
    floorplan::{Note, NoteCode},
    preset::KeyPick,
    rng::{FloorSeed, RandomSource, SeedStage},
};

/// Chooses the rooms of all stairs beside the exit, rule by rule. Stairs for which no room suits
/// are left out, and noted.
///
/// Cost: for each rule, linear in rooms and passages.
pub(super) fn choose_stair_rooms(
    draft: &MissionDraft<'_>,
    graph: &mut RoomGraph,
    keys: &[KeyDraft],
    candidates: &mut Vec<u32>,
    seed: &FloorSeed,
    notes: &mut Vec<Note>,
) -> Vec<PlannedStairs> {
    let rules = &draft.preset.stairs;
    if rules.is_empty() {
        return Vec::new();
    }
    graph.marks.iter_mut().for_each(|marks| marks.remove(RoomMarks::WAY));
    // A vault may have one cell to stand on, which the key takes.
    for key in keys.iter().filter(|key| draft.rooms[key.room as usize].vault.is_none()) {
        let marks = &mut graph.marks[key.room as usize];
        marks.remove(RoomMarks::TAKEN);
        marks.add(RoomMarks::NEAR);
    }
    graph.walk(graph.start, None, RoomGraph::is_passable);
    let open = !scarce_gates(draft.gates, draft.wanted);
    let mut stairs = Vec::new();
    for (number, rule) in (0u8..).zip(rules) {
        candidates.clear();
        find_candidates(draft, graph, (&rule.rooms, rule.pick), open, candidates);
        let distance = |room: &&u32| graph.distances[**room as usize];
        let chosen = match rule.pick {
            // The first of several equally far rooms.
            KeyPick::Farthest => candidates.iter().min_by_key(|room| u32::MAX - distance(room)),
            KeyPick::Nearest => candidates.iter().min_by_key(distance),
            KeyPick::Any | KeyPick::DeadEnds => {
                let mut words = seed.leaf_stream(SeedStage::StairRooms, rule.to.digest32());
                let mut next = 0;
                candidates.iter().min_by_key(|&&room| {
                    let word = (next..=room).map(|_| words.word()).last();
                    next = room + 1;
                    word
                })
            }
        };
        let Some(&room) = chosen else {
            let about = Some(rule.to.to_string());
            notes.push(Note { code: NoteCode::StairsShort, wanted: 1, got: 0, about });
            continue;
        };
        graph.marks[room as usize].add(RoomMarks::TAKEN);
        stairs.push(PlannedStairs { rule: number, room });
    }
    stairs
}
