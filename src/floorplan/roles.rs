//! What rooms and doors are beyond their place: tags of rooms, kinds of doors.

use super::{Passage, PlannedRoom};
use crate::{
    model::DoorKind,
    preset::{DoorRule, Pick, TagRule},
    rng::Draw,
    trace::Trace,
};

/// Gives rooms their tags, rule after rule. A word for each room that a rule picks if its chance is below 1, then as many as a shuffle
/// takes where more are left than it wants. Cost: rules times rooms.
pub(super) fn tag(
    rooms: &mut [PlannedRoom],
    passages: &[Passage],
    path: &[u32],
    rules: &[TagRule],
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) {
    let mut passages_of = vec![0u32; rooms.len()];
    passages.iter().flat_map(|passage| passage.rooms).for_each(|room| passages_of[room as usize] += 1);
    let mut steps = vec![0u32; rooms.len()];
    (0..).zip(path).for_each(|(step, &room)| steps[room as usize] = step);
    let mut picked: Vec<u32> = Vec::new();
    for (number, rule) in (0..).zip(rules) {
        let is_picked = |id: u32| match rule.pick {
            Pick::All | Pick::Farthest => true,
            Pick::DeadEnds => passages_of[id as usize] == 1,
            Pick::Every(step) => steps[id as usize] > 0 && steps[id as usize].is_multiple_of(step),
        };
        let meant = (0u32..)
            .zip(&*rooms)
            .filter(|(id, room)| rule.rooms.suits(&room.facts()) && (rule.shared || room.tags == 0) && is_picked(*id));
        picked.clear();
        if rule.pick == Pick::Farthest {
            // The first of several.
            picked.extend(meant.min_by_key(|(_, room)| u32::MAX - room.depth).map(|(id, _)| id));
        } else {
            picked.extend(meant.map(|(id, _)| id));
        }
        if rule.chance < 1.0 {
            picked.retain(|_| draw.chance(rule.chance));
        }
        if picked.len() > rule.most as usize {
            draw.shuffle(&mut picked);
            picked.truncate(rule.most as usize);
        }
        for &id in &picked {
            rooms[id as usize].tags |= 1 << rule.tag;
            trace.tag(id, number);
        }
    }
}

/// Gives passages their kind of door: that of the first rule that is for one of the two rooms, if its chance has it. A word for each rule
/// that is asked and whose chance is below 1. Cost: rules times passages.
pub(super) fn hang_doors(
    passages: &mut [Passage],
    rooms: &[PlannedRoom],
    path: &[u32],
    rules: &[DoorRule],
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) {
    let mut steps = vec![None; rooms.len()];
    (0u32..).zip(path).for_each(|(step, &room)| steps[room as usize] = Some(step));
    for passage in passages {
        let ends = passage.rooms.map(|room| rooms[room as usize].facts());
        let [one, other] = passage.rooms.map(|room| steps[room as usize]);
        let on_path = one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1);
        let decides = |(_, rule): &(u32, &DoorRule)| {
            (rule.on_path || !on_path)
                && ends.iter().any(|end| rule.rooms.suits(end))
                && (rule.chance >= 1.0 || draw.chance(rule.chance))
        };
        let decided = (0..).zip(rules).find(decides);
        passage.kind = decided.map_or(DoorKind::Closed, |(_, rule)| rule.kind);
        decided.into_iter().for_each(|(number, _)| trace.hang(passage.rooms, number));
    }
}
