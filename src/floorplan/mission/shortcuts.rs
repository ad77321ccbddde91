//! Shortcuts: passages of loops that open from behind.
//!
//! A shortcut leads one way, from its later room. The two rooms stay joined by plain passages
//! without secret doors, so that no room depends on it.

use super::{
    MissionDraft,
    graph::{FAR, PassageUse, RoomGraph},
};
use crate::{preset::count_at, rng::RandomSource};

/// The most passages of loops that are tried, each by two walks that are at most linear in the
/// rooms.
const MAX_TRIES: usize = 64;

/// A passage that is a shortcut, and the number of passages that it saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortcut {
    pub(super) passage: u32,
    pub(super) saves: u32,
}

/// Makes passages of `loops` one-way, in random order and by chance. Returns the shortcuts, and
/// the least number that the rules ask for.
pub(super) fn add_shortcuts(
    draft: &MissionDraft<'_>,
    graph: &mut RoomGraph,
    mut loops: Vec<u32>,
    draw: &mut impl RandomSource,
) -> (Vec<Shortcut>, u32) {
    let rule = &draft.preset.mission.shortcuts;
    let (least, most) = count_at(&rule.count, draft.difficulty);
    let chance = rule.chance.at(draft.level_input());
    let saves = rule.saves.whole_at(draft.level_input()).unsigned_abs();
    let (mut shortcuts, mut spare): (Vec<u32>, Vec<u32>) = Default::default();
    let mut tries = MAX_TRIES;
    while (shortcuts.len() as u32) < most
        && tries > 0
        && let Some(drawn) = draw.pick_of_several(0..loops.len())
    {
        tries -= 1;
        let passage = loops.swap_remove(drawn);
        if !draw.chance(chance) {
            spare.push(passage);
        } else if make_one_way(draft, graph, passage, saves) {
            shortcuts.push(passage);
        }
    }
    for passage in spare {
        if (shortcuts.len() as u32) < least && make_one_way(draft, graph, passage, saves) {
            shortcuts.push(passage);
        }
    }
    // A later shortcut may make the way without an earlier one longer.
    let saved = |passage: &u32| Shortcut { passage: *passage, saves: saved_by(graph, *passage) };
    (shortcuts.iter().map(saved).collect(), least)
}

/// Makes a plain passage one-way, from its later room, if it saves enough.
fn make_one_way(draft: &MissionDraft<'_>, graph: &mut RoomGraph, passage: u32, saves: u32) -> bool {
    if graph.uses[passage as usize] != PassageUse::Plain {
        return false;
    }
    let [one, other] = graph.ends[passage as usize];
    let place = |room: u32| (graph.spans[room as usize].nearest, draft.rooms[room as usize].depth);
    let (from, to) = if place(one) > place(other) { (one, other) } else { (other, one) };
    if place(from) == place(to) {
        return false;
    }
    graph.uses[passage as usize] = PassageUse::OneWay(from);
    if saved_by(graph, passage) >= saves {
        graph.walk(from, Some(to), |graph, _, door| graph.is_plain_and_visible(door));
        if graph.distances[to as usize] != FAR {
            return true;
        }
    }
    graph.uses[passage as usize] = PassageUse::Plain;
    false
}

/// The number of passages on the shortest way between the rooms of a one-way passage without it,
/// in its direction and with all locks open, less 1.
fn saved_by(graph: &mut RoomGraph, passage: u32) -> u32 {
    let PassageUse::OneWay(from) = graph.uses[passage as usize] else { return 0 };
    let [one, other] = graph.ends[passage as usize];
    let to = if from == one { other } else { one };
    graph.walk(from, Some(to), |graph, room, door| door.passage != passage && graph.is_passable(room, door));
    match graph.distances[to as usize] {
        FAR => 0,
        distance => distance.saturating_sub(1),
    }
}
