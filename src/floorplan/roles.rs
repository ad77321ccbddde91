//! Roles: the tags of rooms and the kinds of doors.
//!
//! Consumes the rooms, passages and main path, the preset's rules and random words; sets
//! [`PlannedRoom::tags`] and [`Passage::kind`].

use super::{Passage, PlanContext, PlannedRoom};
use crate::{
    model::DoorKind,
    preset::{DoorRule, Preset, RampInput, TagSelection, limit_at},
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// Tags rooms, rule by rule. Tags of cycles, sizes and partings are shared: they keep no rule away.
///
/// Each rule with a chance other than 1 draws one word for each room that it picks. A rule that
/// picks more rooms than its limit then shuffles them. Cost: rules times rooms.
pub(super) fn tag_rooms(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &mut [PlannedRoom],
    passages: &[Passage],
    path: &[u32],
) {
    let PlanContext { preset, difficulty, .. } = *context;
    if preset.tag_rules.is_empty() {
        return;
    }
    context.trace.count(|| (preset.tag_rules.len() * rooms.len() + passages.len() + path.len()) as u64);
    let draw = &mut context.stream(SeedStage::Tags);
    let counts_passages = preset.tag_rules.iter().any(|rule| rule.pick == TagSelection::DeadEnds);
    let passages = if counts_passages { passages_by_room(rooms.len(), passages) } else { Vec::new() };
    let counts_steps = preset.tag_rules.iter().any(|rule| matches!(rule.pick, TagSelection::Every(_)));
    let steps = if counts_steps { steps_by_room(rooms.len(), path) } else { Vec::new() };
    let mut picked = Vec::new();
    let mut is_tagged = vec![false; rooms.len()];
    for (number, rule) in (0..).zip(&preset.tag_rules) {
        let kinds = rule.rooms.kind_bits();
        let suits = |(id, room): &(u32, &PlannedRoom)| {
            kinds >> room.kind as u8 & 1 == 1
                && (rule.shared || !is_tagged[*id as usize])
                && rule.rooms.suits_except_kind(&room.facts())
        };
        let all = (0u32..).zip(&*rooms);
        let id = |(id, _): (u32, &PlannedRoom)| id;
        picked.clear();
        match &rule.pick {
            TagSelection::All => picked.extend(all.filter(suits).map(id)),
            // `min_by_key` returns the first of several equally deep rooms, `max_by_key` the last.
            TagSelection::Farthest => {
                picked.extend(all.filter(suits).min_by_key(|(_, room)| u32::MAX - room.depth).map(id));
            }
            TagSelection::DeadEnds => {
                let is_dead_end = |(id, _): &(u32, &PlannedRoom)| passages[*id as usize] == 1;
                picked.extend(all.filter(|room| is_dead_end(room) && suits(room)).map(id));
            }
            TagSelection::Every(every) => {
                let every = every.whole_at(context.level_input()).unsigned_abs();
                let is_multiple = |step: u32| step > 0 && step.is_multiple_of(every);
                let is_picked = |(id, _): &(u32, &PlannedRoom)| steps[*id as usize].is_some_and(is_multiple);
                picked.extend(all.filter(|room| is_picked(room) && suits(room)).map(id));
            }
        }
        if !rule.chance.is(1.0) {
            picked.retain(|&id| draw.chance(rule.chance.at(rooms[id as usize].ramp_input(difficulty))));
        }
        let most = limit_at(rule.most.as_ref(), difficulty) as usize;
        if picked.len() > most {
            draw.shuffle(&mut picked);
            picked.truncate(most);
        }
        for &id in &picked {
            rooms[id as usize].tags |= 1 << rule.tag;
            is_tagged[id as usize] = true;
            context.trace.see(|| Step::Tag { room: id, rule: number });
        }
    }
}

/// Chooses the kind of each passage's doors.
///
/// The first rule that suits one of the two rooms and whose chance succeeds decides; otherwise
/// doors are closed. Doors between neighbours on the main path are never secret. The mission may
/// replace what the rules chose by barred or closed doors. Each rule tried with a chance other than
/// 1 draws one word. Cost: rules times passages.
pub(super) fn choose_doors(
    context: &mut PlanContext<'_, impl Trace>,
    passages: &mut [Passage],
    rooms: &[PlannedRoom],
    path: &[u32],
) {
    let PlanContext { preset, difficulty, .. } = *context;
    if preset.door_rules.is_empty() {
        return;
    }
    context.trace.count(|| (preset.door_rules.len() * passages.len() + rooms.len() + path.len()) as u64);
    let draw = &mut context.stream(SeedStage::DoorKinds);
    let may_skip = |rule: &DoorRule| !rule.on_path || rule.kind == DoorKind::Secret;
    let counts_steps = preset.door_rules.iter().any(may_skip);
    let steps = if counts_steps { steps_by_room(rooms.len(), path) } else { Vec::new() };
    for passage in passages {
        let ends = passage.rooms.map(|room| &rooms[room as usize]);
        let tags = ends[0].tags | ends[1].tags;
        let is_on_path = || {
            let [one, other] = passage.rooms.map(|room| steps[room as usize]);
            one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1)
        };
        let decides = |(_, rule): &(u32, &DoorRule)| {
            // Tags are tested first: most rules ask for tags, and most rooms have none.
            (rule.rooms.tags == 0 || rule.rooms.tags & tags != 0)
                && (rule.on_path && rule.kind != DoorKind::Secret || !is_on_path())
                && suits(rule, ends)
                && (rule.chance.is(1.0) || draw.chance(rule.chance.at(input(ends, difficulty))))
        };
        let decided = (0..).zip(&preset.door_rules).find(decides);
        passage.kind = decided.map_or(DoorKind::Closed, |(_, rule)| rule.kind);
        if let Some((rule, _)) = decided {
            context.trace.see(|| Step::Hang { rooms: passage.rooms, rule });
        }
    }
}

/// Whether a rule with a chance of 1 asks for secret doors between these rooms.
pub(super) fn must_be_secret(preset: &Preset, difficulty: f32, ends: [&PlannedRoom; 2]) -> bool {
    let mut rules = preset.door_rules.iter().filter(|rule| rule.kind == DoorKind::Secret && suits(rule, ends));
    rules.any(|rule| rule.chance.at(input(ends, difficulty)) >= 1.0)
}

/// Whether a rule is for passages into one of these rooms.
fn suits(rule: &DoorRule, ends: [&PlannedRoom; 2]) -> bool {
    ends.iter().any(|end| rule.rooms.suits(&end.facts()))
}

/// Where the chance of a rule is taken.
fn input(ends: [&PlannedRoom; 2], difficulty: f32) -> RampInput {
    RampInput { progress: ends[0].progress.max(ends[1].progress), difficulty }
}

/// For each room, its number of passages.
fn passages_by_room(rooms: usize, passages: &[Passage]) -> Vec<u32> {
    let mut counts = vec![0; rooms];
    passages.iter().flat_map(|passage| passage.rooms).for_each(|id| counts[id as usize] += 1);
    counts
}

/// For each room, its step on the main path; `None` for a room that is off the path.
fn steps_by_room(rooms: usize, path: &[u32]) -> Vec<Option<u32>> {
    let mut steps = vec![None; rooms];
    (0..).zip(path).for_each(|(step, &room)| steps[room as usize] = Some(step));
    steps
}
