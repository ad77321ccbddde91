//! What sharing knows of the rooms: their order, their locks, the arms of cycles.

use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    model::{DoorKind, RoomKind},
};

/// A room whose floor is more than so many times the median of the level's rooms is a hall.
const HALL: i64 = 3;
/// The most rooms that a hall counts for: more would leave the others nothing.
const MOST_ROOMS: i64 = 4;

/// The rooms of a plan as sharing sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomSequence {
    /// The ids of the rooms by progress, then by id.
    pub(super) order: Vec<u32>,
    /// For each room, where its leftover goes: later in `order`, or [`NOWHERE`].
    next: Vec<u32>,
    pub(super) facts: Vec<RoomPosition>,
    /// The ids of the rooms: arm by arm in the order of their first rooms, the rooms of each by
    /// progress. A room of no arm is one of its own.
    pub(super) by_arms: Vec<u32>,
    /// Scratch memory: what rooms are sorted by, and their ids.
    keys: Vec<u64>,
    /// Scratch memory: the areas of the rooms.
    areas: Vec<i64>,
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
    /// The number of rooms that it counts for when budgets are shared.
    pub(super) counts_as: u64,
    /// The arm that it belongs to, as its first room; its own id in no arm. Of cycles that share
    /// rooms of the path, the first one has them.
    pub(super) arm: u32,
    /// Whether that arm is the dearer of its cycle, or the other one, if there are two.
    pub(super) is_dear: Option<bool>,
}

impl RoomPosition {
    /// Whether the room is not open to everybody.
    pub(super) fn is_shut(&self) -> bool {
        self.is_locked || self.is_hidden || self.is_optional
    }
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
        let Self { order, next, facts, keys, by_arms, areas, is_set } = self;
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
        count_halls(facts, plan, areas);
        for (id, facts) in (0..).zip(&mut *facts) {
            facts.arm = id;
        }
        by_arms.clone_from(order);
        if plan.cycles.is_empty() {
            return;
        }
        join_arms(is_set, plan, next);
        for arms in plan.cycles.iter().rev() {
            let [dear, cheap] = arms.by_cost();
            for (arm, is_dear) in [(dear, true), (cheap, false)] {
                for &room in arm {
                    let facts = &mut facts[room as usize];
                    facts.arm = arm[0];
                    facts.is_dear = arms.is_choice().then_some(is_dear);
                }
            }
        }
        keys.clear();
        keys.resize(rooms.len(), 0);
        (0..).zip(&*order).for_each(|(position, &room)| keys[room as usize] = position);
        let position = |room: u32| keys[room as usize];
        by_arms.sort_by_key(|&room| (position(facts[room as usize].arm), position(room)));
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

/// Sets where the leftovers of the rooms of arms go.
fn join_arms(is_set: &mut Vec<bool>, plan: &FloorPlan, next: &mut [u32]) {
    is_set.clear();
    is_set.resize(plan.path.len(), false);
    for arms in &plan.cycles {
        let [from, to] = arms.ends.map(|end| end as usize);
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

/// Sets for how many rooms each counts: a hall for several. Cost: expected linear in rooms, and in
/// the words of their floors.
fn count_halls(facts: &mut [RoomPosition], plan: &FloorPlan, areas: &mut Vec<i64>) {
    let area = |room: &PlannedRoom| plan.floors.count(room);
    areas.clear();
    areas.extend(plan.rooms.iter().map(area));
    let middle = areas.len() / 2;
    if areas.is_empty() {
        return;
    }
    let (_, &mut median, _) = areas.select_nth_unstable(middle);
    for (facts, room) in facts.iter_mut().zip(&plan.rooms) {
        let area = if room.rect.area() > HALL * median { area(room) } else { 0 };
        let rooms = (area + median / 2).checked_div(median).unwrap_or(1);
        facts.counts_as = if area > HALL * median { rooms.min(MOST_ROOMS).unsigned_abs() } else { 1 };
    }
}
