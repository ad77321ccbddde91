//! Roles: the tags of rooms and the kinds of doors.
//!
//! Consumes the rooms, passages and main path, the preset's rules and random words; sets
//! [`PlannedRoom::tags`] and [`Passage::kind`].

use super::{NONE, Passage, PlannedRoom};
use crate::{
    model::DoorKind,
    preset::{DoorRule, RampInput, TagPick, TagRule, limit_at},
    rng::RandomSource,
    trace::Trace,
};

/// Reusable buffers of tagging and of choosing door kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Roles {
    /// For each room, its number of passages.
    passages: Vec<u32>,
    /// For each room, its step on the path, or [`NONE`].
    steps: Vec<u32>,
    picked: Vec<u32>,
}

impl Roles {
    /// Tags rooms, rule by rule.
    ///
    /// Each rule with a chance other than 1 draws one word for each room that it picks. A rule that
    /// picks more rooms than its limit then shuffles them. Cost: rules times rooms.
    pub(super) fn tag(
        &mut self,
        rooms: &mut [PlannedRoom],
        passages: &[Passage],
        path: &[u32],
        (rules, difficulty): (&[TagRule], f32),
        draw: &mut impl RandomSource,
        trace: &mut impl Trace,
    ) {
        if rules.iter().any(|rule| rule.pick == TagPick::DeadEnds) {
            self.passages.clear();
            self.passages.resize(rooms.len(), 0);
            passages.iter().for_each(|passage| passage.rooms.iter().for_each(|&id| self.passages[id as usize] += 1));
        }
        if rules.iter().any(|rule| matches!(rule.pick, TagPick::Every(_))) {
            self.number(rooms.len(), path);
        }
        let picked = &mut self.picked;
        for (number, rule) in (0..).zip(rules) {
            let kinds = rule.rooms.kind_bits();
            let is_meant = |room: &PlannedRoom| {
                kinds >> room.kind as u8 & 1 == 1
                    && (rule.shared || room.tags == 0)
                    && rule.rooms.suits_except_kind(&room.facts())
            };
            let all = (0u32..).zip(&*rooms);
            picked.clear();
            match &rule.pick {
                TagPick::All => picked.extend(all.filter(|(_, room)| is_meant(room)).map(|(id, _)| id)),
                // `min_by_key` returns the first of several equally deep rooms, `max_by_key` the
                // last.
                TagPick::Farthest => {
                    let farthest = all.filter(|(_, room)| is_meant(room)).min_by_key(|(_, room)| u32::MAX - room.depth);
                    picked.extend(farthest.map(|(id, _)| id));
                }
                TagPick::DeadEnds => {
                    let ends =
                        all.zip(&self.passages).filter(|((_, room), passages)| **passages == 1 && is_meant(room));
                    picked.extend(ends.map(|((id, _), _)| id));
                }
                TagPick::Every(step) => {
                    let every = step.whole_at(RampInput::of_level(difficulty)).unsigned_abs();
                    let is_step = |step: u32| step != NONE && step > 0 && step.is_multiple_of(every);
                    let steps = all.zip(&self.steps).filter(|((_, room), step)| is_step(**step) && is_meant(room));
                    picked.extend(steps.map(|((id, _), _)| id));
                }
            }
            if !rule.chance.is(1.0) {
                picked.retain(|&id| draw.chance(rule.chance.at(rooms[id as usize].ramp_input(difficulty))));
            }
            let most = limit_at(rule.most.as_ref(), difficulty) as usize;
            if picked.len() > most {
                draw.shuffle(picked);
                picked.truncate(most);
            }
            for &id in &*picked {
                rooms[id as usize].tags |= 1 << rule.tag;
                trace.tag(id, number);
            }
        }
    }

    /// Chooses the kind of each passage's doors.
    ///
    /// The first rule that suits one of the two rooms and whose chance succeeds decides; otherwise
    /// doors are closed. Each rule tried with a chance other than 1 draws one word. Cost: rules
    /// times passages.
    pub(super) fn hang_doors(
        &mut self,
        passages: &mut [Passage],
        rooms: &[PlannedRoom],
        path: &[u32],
        (rules, difficulty): (&[DoorRule], f32),
        draw: &mut impl RandomSource,
        trace: &mut impl Trace,
    ) {
        if rules.iter().any(|rule| !rule.on_path) {
            self.number(rooms.len(), path);
        }
        for passage in passages {
            let ends = passage.rooms.map(|room| &rooms[room as usize]);
            let tags = ends[0].tags | ends[1].tags;
            let is_on_path = || {
                let [one, other] = passage.rooms.map(|room| self.steps[room as usize]);
                one != NONE && other != NONE && one.abs_diff(other) == 1
            };
            let input = || RampInput { progress: ends[0].progress.max(ends[1].progress), difficulty };
            let decides = |(_, rule): &(u32, &DoorRule)| {
                // Tags are tested first: most rules ask for tags, and most rooms have none.
                (rule.rooms.tags == 0 || rule.rooms.tags & tags != 0)
                    && (rule.on_path || !is_on_path())
                    && ends.iter().any(|end| rule.rooms.suits(&end.facts()))
                    && (rule.chance.is(1.0) || draw.chance(rule.chance.at(input())))
            };
            let decided = (0..).zip(rules).find(decides);
            passage.kind = decided.map_or(DoorKind::Closed, |(_, rule)| rule.kind);
            decided.into_iter().for_each(|(number, _)| trace.hang(passage.rooms, number));
        }
    }

    /// Records each room's step on the path.
    fn number(&mut self, rooms: usize, path: &[u32]) {
        self.steps.clear();
        self.steps.resize(rooms, NONE);
        (0..).zip(path).for_each(|(step, &room)| self.steps[room as usize] = step);
    }
}
