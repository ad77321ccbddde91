//! What rooms and doors are beyond their place: tags of rooms, kinds of doors.

use super::{NONE, Passage, PlannedRoom};
use crate::{
    model::DoorKind,
    preset::{DoorRule, Moment, Pick, TagRule, limit_at},
    rng::Draw,
    trace::Trace,
};

/// The memory of giving roles, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct Roles {
    /// For each room, how many passages it has.
    passages: Vec<u32>,
    /// For each room, its step on the path.
    steps: Vec<u32>,
    picked: Vec<u32>,
}

impl Roles {
    /// Gives rooms their tags, rule after rule. A word for each room that a rule picks if its chance is not 1, then as many as a shuffle
    /// takes where more are left than it wants. Cost: rules times rooms.
    pub(super) fn tag(
        &mut self,
        rooms: &mut [PlannedRoom],
        passages: &[Passage],
        path: &[u32],
        (rules, difficulty): (&[TagRule], f32),
        draw: &mut impl Draw,
        trace: &mut impl Trace,
    ) {
        if rules.iter().any(|rule| rule.pick == Pick::DeadEnds) {
            self.passages.clear();
            self.passages.resize(rooms.len(), 0);
            passages.iter().for_each(|passage| passage.rooms.iter().for_each(|&id| self.passages[id as usize] += 1));
        }
        if rules.iter().any(|rule| matches!(rule.pick, Pick::Every(_))) {
            self.number(rooms.len(), path);
        }
        let picked = &mut self.picked;
        for (number, rule) in (0..).zip(rules) {
            let kinds = rule.rooms.kind_bits();
            let is_meant = |room: &PlannedRoom| {
                kinds >> room.kind as u8 & 1 == 1
                    && (rule.shared || room.tags == 0)
                    && rule.rooms.suits_apart_from_kind(&room.facts())
            };
            let all = (0u32..).zip(&*rooms);
            picked.clear();
            match &rule.pick {
                Pick::All => picked.extend(all.filter(|(_, room)| is_meant(room)).map(|(id, _)| id)),
                // The first of several.
                Pick::Farthest => {
                    let farthest = all.filter(|(_, room)| is_meant(room)).min_by_key(|(_, room)| u32::MAX - room.depth);
                    picked.extend(farthest.map(|(id, _)| id));
                }
                Pick::DeadEnds => {
                    let ends =
                        all.zip(&self.passages).filter(|((_, room), passages)| **passages == 1 && is_meant(room));
                    picked.extend(ends.map(|((id, _), _)| id));
                }
                Pick::Every(step) => {
                    let every = step.whole_at(Moment::of_level(difficulty)).unsigned_abs();
                    let is_step = |step: u32| step != NONE && step > 0 && step.is_multiple_of(every);
                    let steps = all.zip(&self.steps).filter(|((_, room), step)| is_step(**step) && is_meant(room));
                    picked.extend(steps.map(|((id, _), _)| id));
                }
            }
            if !rule.chance.is(1.0) {
                picked.retain(|&id| draw.chance(rule.chance.at(rooms[id as usize].moment(difficulty))));
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

    /// Gives passages their kind of door: that of the first rule that is for one of the two rooms, if its chance has it. A word for
    /// each rule that is asked and whose chance is not 1. Cost: rules times passages.
    pub(super) fn hang_doors(
        &mut self,
        passages: &mut [Passage],
        rooms: &[PlannedRoom],
        path: &[u32],
        (rules, difficulty): (&[DoorRule], f32),
        draw: &mut impl Draw,
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
            let moment = || Moment { progress: ends[0].progress.max(ends[1].progress), difficulty };
            let decides = |(_, rule): &(u32, &DoorRule)| {
                // Most rules are for rooms with tags, and most rooms have none.
                (rule.rooms.tags == 0 || rule.rooms.tags & tags != 0)
                    && (rule.on_path || !is_on_path())
                    && ends.iter().any(|end| rule.rooms.suits(&end.facts()))
                    && (rule.chance.is(1.0) || draw.chance(rule.chance.at(moment())))
            };
            let decided = (0..).zip(rules).find(decides);
            passage.kind = decided.map_or(DoorKind::Closed, |(_, rule)| rule.kind);
            decided.into_iter().for_each(|(number, _)| trace.hang(passage.rooms, number));
        }
    }

    /// Notes the step on the path of each room.
    fn number(&mut self, rooms: usize, path: &[u32]) {
        self.steps.clear();
        self.steps.resize(rooms, NONE);
        (0..).zip(path).for_each(|(step, &room)| self.steps[room as usize] = step);
    }
}
