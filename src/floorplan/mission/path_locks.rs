//! Locks on the main path: where the path is cut, and what becomes of ways around.
//!
//! A cut parts the rooms in two: those up to a step of the main path, and those behind it. Each
//! passage between the two sides gets the lock, or becomes one-way from the later side. A passage
//! that leads past two locks always becomes one-way.
//!
//! The lock of a crossing is a cut at the step where the path crosses, once `sides` has parted the
//! level there. It is chosen first, so that no other lock takes its step. Where another crossing is
//! the only way to rooms of the far side, it always gets the lock.

use std::cmp::Ordering;

use super::{
    Gate, LockCount, MissionDraft,
    graph::{PassageUse, RoomGraph, is_of_path},
    sides::Exclave,
};
use crate::{
    floorplan::route::PathSpan,
    model::KeyUse,
    preset::{LockPlace, LockRule, WayAround},
    rng::RandomSource,
};

/// Buffers of the step, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct PathBuffers {
    /// For each step of the path but the last, the number of passages other than the path's own
    /// that lead from a room up to this step to a room behind it.
    past: Vec<u32>,
    cuts: Vec<PathCut>,
    /// The exclaves behind the lock of the crossing.
    exclaves: Vec<Exclave>,
}

/// A lock of the main path, and the step before it.
#[derive(Clone, Copy, Debug)]
struct PathCut {
    step: u32,
    gate: u8,
    rule: u8,
    /// The least step of a room that can hold the key.
    key_step: u32,
}

/// Chooses the locks of the main path, rule by rule.
///
/// A cut lies within the range of its rule, behind a room that can hold the key; if possible, where
/// no other passage leads past it. Of several, one is drawn by one random word. Cost: for each
/// lock, linear in the path; for each rule, linear in the rooms.
pub(super) fn cut_path(
    draft: &mut MissionDraft<'_>,
    graph: &mut RoomGraph,
    PathBuffers { past, cuts, exclaves }: &mut PathBuffers,
    draw: &mut impl RandomSource,
) {
    past.clear();
    cuts.clear();
    exclaves.clear();
    let crossing = cut_crossing(draft, graph, exclaves);
    cuts.extend(crossing);
    for (number, rule) in (0u8..).zip(draft.rules) {
        let wanted = draft.wanted[usize::from(number)].drawn;
        let LockPlace::Path(range) = rule.place else { continue };
        if wanted == 0 {
            continue;
        }
        if past.is_empty() {
            count_passages_past(graph, draft.path.len(), past);
        }
        let key_step = least_key_step(graph, draft, rule);
        for _ in 0..wanted {
            graph.work += past.len() as u64;
            let Some(step) = choose_cut(past, range, (number, key_step), cuts, draw) else { break };
            let gate = draft.add_gate(Gate { rule: number, passage: 0 });
            cuts.push(PathCut { step, gate, rule: number, key_step });
        }
    }
    if cuts.is_empty() {
        return;
    }
    cuts.sort_unstable_by_key(|cut| cut.step);
    part_rooms(graph, cuts);
    if let Some(cut) = crossing {
        for &Exclave { room, way_in } in &*exclaves {
            graph.gates[room as usize] = graph.gates[way_in.beyond as usize] | 1 << cut.gate;
        }
    }
    close_passages(draft, graph);
    if let Some(cut) = crossing {
        // No other way leads in, so a one-way passage would shut them off.
        for &Exclave { way_in, .. } in &*exclaves {
            graph.uses[way_in.passage as usize] = PassageUse::Locked(cut.gate);
        }
    }
}

/// The cut of a lock on the path's crossing; `None` if no rule asks for one in this level, if the
/// level has no place for it, or no room for its key on the near side.
fn cut_crossing(draft: &mut MissionDraft<'_>, graph: &mut RoomGraph, exclaves: &mut Vec<Exclave>) -> Option<PathCut> {
    let sides = draft.sides?;
    let is_asked_for = |(_, (rule, wanted)): &(u8, (&LockRule, &LockCount))| {
        rule.place == LockPlace::Crossing(sides.rule) && wanted.drawn > 0
    };
    let (number, (rule, _)) = (0..).zip(draft.rules.iter().zip(draft.wanted)).find(is_asked_for)?;
    // A key of single use opens no second crossing.
    let step = sides.part(draft, graph, (rule.key_use != KeyUse::SingleUse).then_some(&mut *exclaves))?;
    let key_step = least_key_step(graph, draft, rule);
    if key_step > step {
        // Without a lock they are rooms like any that hang on the near side.
        for Exclave { room, way_in } in exclaves.drain(..) {
            graph.spans[room as usize] = graph.spans[way_in.beyond as usize];
        }
        return None;
    }
    let gate = draft.add_gate(Gate { rule: number, passage: 0 });
    Some(PathCut { step, gate, rule: number, key_step })
}

/// Fills [`PathBuffers::past`], for a path of `path` rooms.
fn count_passages_past(graph: &mut RoomGraph, path: usize, past: &mut Vec<u32>) {
    graph.work += graph.ends.len() as u64;
    past.resize(path, 0);
    for &ends in graph.ends.iter().filter(|ends| !is_of_path(&graph.marks, &graph.spans, **ends)) {
        let [one, other] = ends.map(|room| graph.spans[room as usize].nearest);
        let (first, last) = (one.min(other), one.max(other));
        // Wrapping sums: the number falls again behind the later room.
        past[first as usize] = past[first as usize].wrapping_add(1);
        past[last as usize] = past[last as usize].wrapping_sub(1);
    }
    let mut open = 0_u32;
    for number in &mut *past {
        open = open.wrapping_add(*number);
        *number = open;
    }
    past.pop();
}

/// The least step of a room that can hold the key of a rule; `u32::MAX` without such a room.
fn least_key_step(graph: &mut RoomGraph, draft: &MissionDraft<'_>, rule: &LockRule) -> u32 {
    graph.work += draft.rooms.len() as u64;
    let filter = &rule.key.rooms;
    let kinds = filter.kind_bits();
    let mut least = u32::MAX;
    for ((room, marks), span) in draft.rooms.iter().zip(&graph.marks).zip(&graph.spans) {
        // Steps first: most rooms lie farther than an earlier one that can hold the key.
        if span.nearest < least && marks.is_of(kinds) && filter.suits_except_kind(&room.facts()) {
            least = span.nearest;
        }
    }
    least
}

/// The step before a new lock of a rule, with the least step of a room for its key; `None` if the
/// range has no place for one.
fn choose_cut(
    past: &[u32],
    (least, most): (f32, f32),
    (rule, key_step): (u8, u32),
    cuts: &[PathCut],
    draw: &mut impl RandomSource,
) -> Option<u32> {
    let count = past.len() as f32;
    // The key of a rule must lie before the locks of later rules, if its own locks lie behind them.
    let may_stand_with = |step: u32, cut: &PathCut| match (cut.step.cmp(&step), cut.rule <= rule) {
        (Ordering::Equal, _) => false,
        (Ordering::Less, true) | (Ordering::Greater, false) => true,
        (Ordering::Greater, true) => cut.key_step <= step,
        (Ordering::Less, false) => key_step <= cut.step,
    };
    let is_possible = |step: u32| {
        let progress = (step as f32 + 0.5) / count;
        step >= key_step && (least..=most).contains(&progress) && cuts.iter().all(|cut| may_stand_with(step, cut))
    };
    let possible = || (0..past.len() as u32).filter(|&step| is_possible(step));
    let alone = possible().filter(|step| past[*step as usize] == 0);
    draw.pick_of_several(alone).or_else(|| draw.pick_of_several(possible()))
}

/// Gives each room the gates of the cuts before it. `cuts` are sorted by step.
///
/// The detours of a cycle that leads past several cuts are parted at the last of them: those before
/// it belong to the room where the cycle begins, the others to the room where it ends. A part
/// between two cuts would have no way in but from behind.
fn part_rooms(graph: &mut RoomGraph, cuts: &[PathCut]) {
    for (gates, &PathSpan { ends: [from, to], nearest }) in graph.gates.iter_mut().zip(&graph.spans) {
        let step = if from == to {
            from
        } else {
            let last = cuts.iter().rev().find(|cut| cut.step < to);
            if last.is_some_and(|cut| cut.step < nearest) { to } else { from }
        };
        let before = cuts.iter().take_while(|cut| cut.step < step);
        *gates = before.fold(0, |gates, cut| gates | 1 << cut.gate);
    }
}

/// Locks the passages between rooms of different gates, or makes them one-way.
fn close_passages(draft: &mut MissionDraft<'_>, graph: &mut RoomGraph) {
    let RoomGraph { ends, uses, gates, marks, spans, .. } = graph;
    for ((passage, ends), use_of) in (0..).zip(&*ends).zip(uses) {
        let [one, other] = ends.map(|room| gates[room as usize]);
        let between = one ^ other;
        if between == 0 {
            continue;
        }
        let gate = between.trailing_zeros() as u8;
        // The gates of the earlier room are among those of the later one.
        let later = if one & between != 0 { ends[0] } else { ends[1] };
        let is_of_path = is_of_path(marks, spans, *ends);
        if let Some(gate) = draft.gates[usize::from(gate)].as_mut().filter(|_| is_of_path) {
            gate.passage = passage;
        }
        let is_locked = is_of_path
            || between.is_power_of_two()
                && match (draft.around, draft.rule_of(gate).key_use) {
                    (WayAround::OneWay, _) | (_, KeyUse::SingleUse) => false,
                    (WayAround::Locked, KeyUse::Key | KeyUse::Switch) => true,
                };
        *use_of = if is_locked { PassageUse::Locked(gate) } else { PassageUse::OneWay(later) };
    }
}
