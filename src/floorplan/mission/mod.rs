//! Missions: locks with their keys, one-way doors and shortcuts.
//!
//! Consumes the rooms with tags and vaults, the passages, the main path, the preset's rules and
//! random words. Produces a [`PlannedMission`]; sets locks and directions of passages, opens secret
//! doors, and sets the tags of the rooms with keys. No passage is added or removed.
//!
//! Guarantee: the mission can be won, and nothing that a player does first loses it, whichever
//! secret doors the player finds. `graph` states the invariants behind this, and each file keeps
//! them: locks of the path first, then those of rooms, then hidden rooms, keys in the order of the
//! rules, and shortcuts last. Nothing is tried again.
//!
//! A rule that draws fewer keys than locks is *scarce*. Each of its locks closes a dead end without
//! a room of the path, a key or another lock. So all else holds while these locks stay shut, and
//! whoever opens one can only come back.
//!
//! Random words, in this order: for each rule one if it has a range of counts, and one if it has a
//! range of keys; for each lock of the path one for its place; for each room that is tried for a
//! lock one; for each key one for its room; for each loop that is tried two. A choice with one
//! option draws nothing.

mod graph;
mod hidden;
mod keys;
mod marks;
mod path_locks;
mod room_locks;
mod shortcuts;
mod sides;
mod stair_rooms;

use self::{
    graph::{PassageUse, RoomGraph},
    hidden::{HiddenRooms, hide_rooms},
    keys::{KeyDraft, close_full_vaults, place_keys},
    path_locks::{PathBuffers, cut_path},
    room_locks::{RoomBuffers, lock_rooms},
    shortcuts::{Shortcut, add_shortcuts},
    sides::PartingSides,
    stair_rooms::choose_stair_rooms,
};
use super::{
    Note, NoteCode, Passage, PlanContext, PlannedProp, PlannedPropSource, PlannedRoom, partition::Partition,
    route::PathSpan,
};
use crate::{
    model::DoorKind,
    preset::{LockRule, MissionRule, Preset, RampInput, WayAround, count_at, least_at},
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// The locks and keys of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedMission {
    /// The rules whose locks the level has, as indices into the preset's rules for locks.
    /// [`Passage::lock`] is an index into this list.
    pub(crate) locks: Vec<u8>,
    /// The keys by rule.
    pub(crate) keys: Vec<PlannedKey>,
    /// The rooms behind scarce locks, ascending.
    pub(crate) optional: Vec<u32>,
    /// The rooms of ways down beside the exit, each with its rule, in the order of the rules.
    pub(crate) stairs: Vec<PlannedStairs>,
}

impl PlannedMission {
    /// The props of the keys, in the order of the keys.
    pub(super) fn props(&self, preset: &Preset) -> impl Iterator<Item = PlannedProp> {
        (0..).zip(&self.keys).filter_map(|(number, &PlannedKey { lock, room })| {
            let rule = preset.mission.locks.get(usize::from(*self.locks.get(usize::from(lock))?))?;
            Some(PlannedProp { room, kind: rule.kind, at: rule.key.at, source: PlannedPropSource::Key(number) })
        })
    }
}

/// A key with its room. Its prop is a [`PlannedProp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlannedKey {
    /// The lock that the key opens, as an index into [`PlannedMission::locks`].
    pub(crate) lock: u8,
    pub(crate) room: u32,
}

/// A way down beside the exit: the rule that made it, and its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlannedStairs {
    pub(crate) rule: u8,
    pub(crate) room: u32,
}

/// Buffers of the stage, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct MissionPlanner {
    graph: RoomGraph,
    wanted: Vec<LockCount>,
    gates: Vec<Option<Gate>>,
    path: PathBuffers,
    rooms: RoomBuffers,
    hidden: HiddenRooms,
    /// The rooms that are best for the next key.
    for_keys: Vec<u32>,
}

/// The plan of a level before its mission.
pub(super) struct PlanToLock<'a> {
    pub(super) rooms: &'a mut [PlannedRoom],
    pub(super) passages: &'a mut [Passage],
    pub(super) path: &'a [u32],
    /// The passages of loops, ascending; only shortcuts need them.
    pub(super) loops: Vec<u32>,
    pub(super) partition: &'a Partition,
}

/// A gate: one lock of the main path or of a room, with all passages that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gate {
    /// The rule that made it.
    rule: u8,
    /// The passage with its lock that is nearest to the start room.
    passage: u32,
}

/// How many locks a level is to have by a rule.
#[derive(Clone, Copy, Debug)]
struct LockCount {
    /// With fewer, the level has a note.
    least: u32,
    /// How many the rule asks for in this level.
    drawn: u32,
    /// The number of keys for all of them, where the rule asks for fewer keys than locks.
    scarce_keys: Option<u32>,
}

/// A mission while it is planned.
struct MissionDraft<'a> {
    preset: &'a Preset,
    rules: &'a [LockRule],
    around: WayAround,
    difficulty: f32,
    rooms: &'a [PlannedRoom],
    path: &'a [u32],
    sides: Option<PartingSides>,
    /// For each rule, how many locks it asks for.
    wanted: &'a [LockCount],
    /// For each gate its rule; `None` for one that was removed.
    gates: &'a mut Vec<Option<Gate>>,
}

impl MissionDraft<'_> {
    /// The number of the next gate. Counts of rules are limited, so there are at most 16.
    fn next_gate(&self) -> u8 {
        self.gates.len() as u8
    }

    fn add_gate(&mut self, gate: Gate) -> u8 {
        let number = self.next_gate();
        self.gates.push(Some(gate));
        number
    }

    fn remove_gate(&mut self, gate: u8) {
        self.gates[usize::from(gate)] = None;
    }

    fn rule_of(&self, gate: u8) -> &LockRule {
        let number = self.gates[usize::from(gate)].map_or(0, |gate| gate.rule);
        &self.rules[usize::from(number)]
    }

    /// The gates of a rule, a bit for each.
    fn gates_of(&self, rule: u8) -> u16 {
        let own = (0..).zip(&*self.gates).filter(|(_, gate)| gate.is_some_and(|gate| gate.rule == rule));
        own.fold(0, |bits, (gate, _): (u32, _)| bits | 1 << gate)
    }

    fn level_input(&self) -> RampInput {
        RampInput::of_level(self.difficulty)
    }
}

impl MissionPlanner {
    /// Plans the mission of a level. `span` says where a room belongs along the main path.
    ///
    /// Cost: for each gate and shortcut linear in rooms and passages. Both have limits. Not
    /// inlined, so that `benches/missions.sh` can count its instructions.
    #[inline(never)]
    pub(super) fn plan(
        &mut self,
        context: &mut PlanContext<'_, impl Trace>,
        PlanToLock { rooms, passages, path, loops, partition }: PlanToLock<'_>,
        span: impl Fn(&PlannedRoom) -> PathSpan,
    ) -> (PlannedMission, Vec<Note>) {
        let PlanContext { preset, difficulty, .. } = *context;
        let draw = &mut context.stream(SeedStage::Mission);
        let Self { graph, wanted, gates, .. } = self;
        let Some(&start) = path.first() else { return Default::default() };
        graph.read(rooms.iter().map(|room| room.kind.into()), rooms.iter().map(span), passages, start);
        let MissionRule { locks: rules, around, .. } = &preset.mission;
        wanted.clear();
        wanted.extend(rules.iter().map(|rule| draw_count(rule, difficulty, draw)));
        gates.clear();
        let sides = PartingSides::of(partition);
        let mut draft = MissionDraft { preset, rules, around: *around, difficulty, rooms, path, sides, wanted, gates };
        cut_path(&mut draft, graph, &mut self.path, draw);
        lock_rooms(&mut draft, graph, &mut self.rooms, draw);
        let (mut keys, mut secret_note) = (Vec::new(), None);
        if !draft.gates.is_empty() || !preset.stairs.is_empty() {
            secret_note = hide_rooms(&draft, graph, &mut self.hidden);
            close_full_vaults(&draft, graph);
        }
        if !draft.gates.is_empty() {
            keys = place_keys(&mut draft, graph, &mut self.for_keys, draw);
        }
        let (shortcuts, least) =
            if preset.mission.has_shortcuts() { add_shortcuts(&draft, graph, loops, draw) } else { (Vec::new(), 0) };
        let mut notes = notes(&draft, least, shortcuts.len() as u32);
        notes.extend(secret_note);
        let stairs = choose_stair_rooms(&draft, graph, &keys, &mut self.for_keys, context.seed, &mut notes);
        context.trace.count(|| graph.work);
        let mut mission = PlannedMission { stairs, ..mission(gates, &keys) };
        mission.optional = optional_rooms(graph, gates, wanted);
        for key in &keys {
            rooms[key.room as usize].tags |= preset.mission.locks[usize::from(key.rule)].tag_bit();
        }
        apply(graph, gates, &mission, &shortcuts, passages);
        report(context.trace, passages, &mission);
        (mission, notes)
    }
}

/// Draws the number of locks that a rule makes, and that of their keys.
fn draw_count(rule: &LockRule, difficulty: f32, draw: &mut impl RandomSource) -> LockCount {
    let mut draw_from = |count| {
        let (fewest, most) = count_at(count, difficulty);
        if fewest == most { fewest } else { fewest + draw.below(most - fewest + 1) }
    };
    let drawn = draw_from(&rule.count);
    let scarce_keys = rule.keys.as_ref().map(draw_from).filter(|&keys| keys < drawn);
    LockCount { least: least_at(&rule.least, &rule.count.0, difficulty), drawn, scarce_keys }
}

/// What the level must have by the rules, and lacks.
fn notes(draft: &MissionDraft<'_>, least_shortcuts: u32, shortcuts: u32) -> Vec<Note> {
    let mut notes = Vec::new();
    for ((number, rule), &LockCount { least: wanted, .. }) in (0u8..).zip(draft.rules).zip(draft.wanted) {
        let got = draft.gates_of(number).count_ones();
        if got < wanted {
            let about = Some(draft.preset.kinds[usize::from(rule.kind)].name.to_string());
            notes.push(Note { code: NoteCode::LockShort, wanted, got, about });
        }
    }
    if shortcuts < least_shortcuts {
        let (wanted, got) = (least_shortcuts, shortcuts);
        notes.push(Note { code: NoteCode::ShortcutShort, wanted, got, about: None });
    }
    notes
}

/// The locks that the level has, and the keys with positions in their list.
fn mission(gates: &[Option<Gate>], keys: &[KeyDraft]) -> PlannedMission {
    let mut locks: Vec<u8> = gates.iter().flatten().map(|gate| gate.rule).collect();
    locks.sort_unstable();
    locks.dedup();
    let lock = |rule: u8| locks.partition_point(|lock| *lock < rule) as u8;
    let keys = keys.iter().map(|key| PlannedKey { lock: lock(key.rule), room: key.room }).collect();
    PlannedMission { locks, keys, ..PlannedMission::default() }
}

/// The rooms behind the gates of scarce rules, ascending.
fn optional_rooms(graph: &RoomGraph, gates: &[Option<Gate>], wanted: &[LockCount]) -> Vec<u32> {
    let scarce = scarce_gates(gates, wanted);
    let all = (0..).zip(if scarce == 0 { &[] } else { graph.gates.as_slice() });
    all.filter(|(_, gates)| **gates & scarce != 0).map(|(room, _)| room).collect()
}

/// The gates of scarce rules, a bit for each.
fn scarce_gates(gates: &[Option<Gate>], wanted: &[LockCount]) -> u16 {
    let is_scarce = |gate: &Gate| wanted[usize::from(gate.rule)].scarce_keys.is_some();
    let scarce = (0..).zip(gates).filter(|(_, gate)| gate.as_ref().is_some_and(is_scarce));
    scarce.fold(0, |bits, (gate, _): (u32, _)| bits | 1 << gate)
}

/// Sets locks, directions and kinds of the passages.
fn apply(
    graph: &RoomGraph,
    gates: &[Option<Gate>],
    mission: &PlannedMission,
    shortcuts: &[Shortcut],
    passages: &mut [Passage],
) {
    for (passage, use_of) in passages.iter_mut().zip(&graph.uses) {
        match *use_of {
            PassageUse::Plain => {}
            PassageUse::OneWay(from) => passage.one_way = Some(from),
            PassageUse::Locked(gate) => {
                let rule = gates[usize::from(gate)].map_or(0, |gate| gate.rule);
                passage.lock = Some(mission.locks.partition_point(|lock| *lock < rule) as u8);
                passage.kind = DoorKind::Barred;
            }
        }
    }
    for &passage in &graph.closed {
        passages[passage as usize].kind = DoorKind::Closed;
    }
    for shortcut in shortcuts {
        passages[shortcut.passage as usize].saves = Some(shortcut.saves);
    }
}

/// Reports locks, one-way passages and keys.
fn report(trace: &mut impl Trace, passages: &[Passage], mission: &PlannedMission) {
    for passage in passages {
        if let Some(rule) = passage.lock.and_then(|lock| mission.locks.get(usize::from(lock))) {
            trace.see(|| Step::Lock { rooms: passage.rooms, rule: (*rule).into() });
        }
        if let Some(from) = passage.one_way {
            let [one, other] = passage.rooms;
            trace.see(|| Step::OneWay { from, to: if from == one { other } else { one } });
        }
    }
    for key in &mission.keys {
        if let Some(rule) = mission.locks.get(usize::from(key.lock)) {
            trace.see(|| Step::Key { room: key.room, rule: (*rule).into() });
        }
    }
}
