//! What rooms and doors are beyond their place: tags of rooms, kinds of doors.

use super::{Passage, PlannedRoom};
use crate::{
    model::DoorKind,
    preset::{DoorRule, Moment, Pick, TagRule, limit_at},
    rng::Draw,
    trace::Trace,
};

/// Gives rooms their tags, rule after rule. A word for each room that a rule picks if its chance is not 1, then as many as a shuffle
/// takes where more are left than it wants. Cost: rules times rooms.
pub(super) fn tag(
    rooms: &mut [PlannedRoom],
    passages: &[Passage],
    path: &[u32],
    (rules, difficulty): (&[TagRule], f32),
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) {
    let mut passages_of = vec![0u32; rooms.len()];
    passages.iter().flat_map(|passage| passage.rooms).for_each(|room| passages_of[room as usize] += 1);
    let mut steps = vec![0u32; rooms.len()];
    (0..).zip(path).for_each(|(step, &room)| steps[room as usize] = step);
    let mut picked: Vec<u32> = Vec::new();
    for (number, rule) in (0..).zip(rules) {
        let every = match &rule.pick {
            Pick::Every(step) => step.whole_at(Moment::of_level(difficulty)).unsigned_abs(),
            _ => 1,
        };
        let is_picked = |id: u32| match rule.pick {
            Pick::All | Pick::Farthest => true,
            Pick::DeadEnds => passages_of[id as usize] == 1,
            Pick::Every(_) => steps[id as usize] > 0 && steps[id as usize].is_multiple_of(every),
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
        if !rule.chance.is(1.0) {
            picked.retain(|&id| draw.chance(rule.chance.at(rooms[id as usize].moment(difficulty))));
        }
        let most = limit_at(rule.most.as_ref(), difficulty) as usize;
        if picked.len() > most {
            draw.shuffle(&mut picked);
            picked.truncate(most);
        }
        for &id in &picked {
            rooms[id as usize].tags |= 1 << rule.tag;
            trace.tag(id, number);
        }
    }
}

/// Gives passages their kind of door: that of the first rule that is for one of the two rooms, if its chance has it. A word for each rule
/// that is asked and whose chance is not 1. Cost: rules times passages.
pub(super) fn hang_doors(
    passages: &mut [Passage],
    rooms: &[PlannedRoom],
    path: &[u32],
    (rules, difficulty): (&[DoorRule], f32),
    draw: &mut impl Draw,
    trace: &mut impl Trace,
) {
    let mut steps = vec![None; rooms.len()];
    (0u32..).zip(path).for_each(|(step, &room)| steps[room as usize] = Some(step));
    for passage in passages {
        let ends = passage.rooms.map(|room| rooms[room as usize].facts());
        let moment = Moment { progress: ends[0].progress.max(ends[1].progress), difficulty };
        let [one, other] = passage.rooms.map(|room| steps[room as usize]);
        let on_path = one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1);
        let decides = |(_, rule): &(u32, &DoorRule)| {
            (rule.on_path || !on_path)
                && ends.iter().any(|end| rule.rooms.suits(end))
                && (rule.chance.is(1.0) || draw.chance(rule.chance.at(moment)))
        };
        let decided = (0..).zip(rules).find(decides);
        passage.kind = decided.map_or(DoorKind::Closed, |(_, rule)| rule.kind);
        decided.into_iter().for_each(|(number, _)| trace.hang(passage.rooms, number));
    }
}
