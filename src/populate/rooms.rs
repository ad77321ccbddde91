//! What sharing knows of the rooms: their order, their locks, the arms of cycles.

use crate::{
    floorplan::FloorPlan,
    model::{DoorKind, RoomKind},
};

/// The rooms of a plan as sharing sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomSequence {
    /// The ids of the rooms by progress, then by id.
    pub(super) order: Vec<u32>,
    /// For each room, where its leftover goes: later in `order`, or [`NOWHERE`].
    next: Vec<u32>,
    pub(super) facts: Vec<RoomPosition>,
    pub(super) cycles: Vec<CycleArms>,
    /// For each room, the arm that it belongs to, as its first room; a room of no arm has its own
    /// id. Of cycles that share rooms of the path, the first one has them.
    pub(super) arm_of: Vec<u32>,
    /// Scratch memory: for each room, its progress and its id, by which rooms are sorted.
    keys: Vec<u64>,
    /// Scratch memory: for each room of the path, whether a cycle has set where its leftover goes.
    is_set: Vec<bool>,
}

/// Stands for no room in [`RoomSequence::next`].
const NOWHERE: u32 = u32::MAX;

/// How a room lies in its level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoomPosition {
    /// The number of passages of the room.
    pub(super) passages: u32,
    /// Whether the way into the room is locked.
    pub(super) is_locked: bool,
    /// Whether a secret door leads to the room.
    pub(super) is_hidden: bool,
    /// Whether the room is no end of the path, and has one passage.
    pub(super) is_dead_end: bool,
    /// Whether a scarce lock lies before the room.
    pub(super) is_optional: bool,
    /// Whether loot may lie in the room.
    pub(super) is_far: bool,
}

/// The two ways of a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct CycleArms {
    /// The rooms of the path strictly between those that the cycle joins, in order.
    pub(super) path: Vec<u32>,
    /// The detours, in order.
    pub(super) detours: Vec<u32>,
}

impl RoomSequence {
    /// Reads the rooms of another plan; reuses the memory.
    ///
    /// Loot may lie `first` doors from the entry or farther; where there are no such rooms, in the
    /// farthest ones; and behind scarce locks, since their keys lie elsewhere.
    ///
    /// Cost: linear in rooms and passages, but for a sort of the rooms.
    pub(super) fn read(&mut self, plan: &FloorPlan, first: u32) {
        let rooms = &plan.rooms;
        let Self { order, next, facts, keys, .. } = self;
        facts.clear();
        facts.resize(rooms.len(), RoomPosition::default());
        for passage in &plan.passages {
            let [one, other] = passage.rooms.map(|room| room as usize);
            // The way into a room comes from where the start is nearer.
            let inner = if rooms[one].depth > rooms[other].depth { one } else { other };
            facts[inner].is_locked |= passage.lock.is_some();
            facts[inner].is_hidden |= passage.kind == DoorKind::Secret;
            facts[one].passages += 1;
            facts[other].passages += 1;
        }
        for (facts, room) in facts.iter_mut().zip(rooms) {
            facts.is_dead_end = facts.passages == 1 && !matches!(room.kind, RoomKind::Start | RoomKind::End);
        }
        for &room in &plan.mission.optional {
            facts[room as usize].is_optional = true;
        }
        let farthest = rooms.iter().map(|room| room.depth).max().unwrap_or_default();
        for (facts, room) in facts.iter_mut().zip(rooms) {
            let is_far = room.depth >= first.min(farthest) && (farthest == 0 || room.kind != RoomKind::Start);
            facts.is_far = is_far || facts.is_optional;
        }
        // Progress is not negative: its bits are in the order of its values.
        keys.clear();
        keys.extend((0..).zip(rooms).map(|(id, room)| u64::from(room.progress.to_bits()) << 32 | id));
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|&key| key as u32));
        next.clear();
        next.resize(rooms.len(), NOWHERE);
        order.windows(2).for_each(|pair| next[pair[0] as usize] = pair[1]);
        set_arms(&mut self.cycles, &mut self.is_set, plan, &self.order, &mut self.next);
        self.arm_of.clear();
        self.arm_of.extend(0..rooms.len() as u32);
        for arm in self.cycles.iter().rev().flat_map(|arms| [&arms.path, &arms.detours]) {
            let first = arm.first().copied().unwrap_or_default();
            arm.iter().for_each(|&room| self.arm_of[room as usize] = first);
        }
    }

    /// Where the leftover of a room goes: to the next of its own arm, at the end of an arm to where
    /// the arms join, else to the next by progress. Passes rooms by that may get none.
    pub(super) fn next_of(&self, room: u32, may_get: impl Fn(u32) -> bool) -> Option<u32> {
        let mut next = self.next.get(room as usize).copied()?;
        while next != NOWHERE && !may_get(next) {
            next = self.next.get(next as usize).copied()?;
        }
        (next != NOWHERE).then_some(next)
    }
}

/// Sets the arms of each cycle, and where the leftovers of their rooms go.
fn set_arms(cycles: &mut Vec<CycleArms>, is_set: &mut Vec<bool>, plan: &FloorPlan, order: &[u32], next: &mut [u32]) {
    cycles.resize_with(plan.cycles.len(), CycleArms::default);
    for CycleArms { path, detours } in &mut *cycles {
        path.clear();
        detours.clear();
    }
    is_set.clear();
    if cycles.is_empty() {
        return;
    }
    is_set.resize(plan.path.len(), false);
    for &id in order {
        // Detours come in order of progress.
        let cycle = plan.rooms[id as usize].cycle.and_then(|cycle| cycles.get_mut(cycle as usize));
        cycle.into_iter().for_each(|cycle| cycle.detours.push(id));
    }
    for (arms, &[from, to]) in cycles.iter_mut().zip(&plan.cycles) {
        let (from, to) = (from as usize, to as usize);
        arms.path.extend(plan.path.get(from + 1..to).unwrap_or_default());
        let Some(&end) = plan.path.get(to) else { continue };
        let behind = arms.detours.iter().skip(1).copied().chain([end]);
        arms.detours.iter().zip(behind).for_each(|(&room, behind)| next[room as usize] = behind);
        for step in from + 1..to {
            // Where cycles share rooms of the path, the first one decides.
            if !std::mem::replace(&mut is_set[step], true) {
                next[plan.path[step] as usize] = plan.path[step + 1];
            }
        }
    }
}
