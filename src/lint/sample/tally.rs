//! Counts over the sample levels for single rules, layouts, formations and vaults.

use std::collections::BTreeMap;

use super::DIFFICULTIES;
use crate::{
    geom::Extent,
    model::Note,
    preset::{RoomFacts, RoomFilter},
    trace::Rejection,
};

/// How many rooms pass a room filter: each of its criteria alone, and all together (`admitted`).
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct FilterTally {
    of_size: u32,
    of_kind: u32,
    of_progress: u32,
    of_tag: u32,
    pub(in crate::lint) admitted: u32,
    /// The least and the greatest sides of the rooms that pass all criteria but that of size.
    but_for_size: Option<[Extent; 2]>,
}

impl FilterTally {
    pub(super) fn count(&mut self, filter: &RoomFilter, room: &RoomFacts) {
        if filter.kinds.contains(&room.kind) && filter.suits_except_size(room) {
            let (of_room, [least, greatest]) = (room.extent, self.but_for_size.unwrap_or([room.extent; 2]));
            let least = Extent::new(least.width.min(of_room.width), least.height.min(of_room.height));
            let greatest = Extent::new(greatest.width.max(of_room.width), greatest.height.max(of_room.height));
            self.but_for_size = Some([least, greatest]);
        }
        self.of_size += u32::from(filter.admits(room));
        self.of_kind += u32::from(filter.kinds.contains(&room.kind));
        self.of_progress += u32::from((filter.progress.0..=filter.progress.1).contains(&room.progress));
        self.of_tag += u32::from(filter.tags == 0 || filter.tags & room.tags != 0);
        self.admitted += u32::from(filter.suits(room));
    }

    /// A sentence that names the criteria of the filter that some rooms fail.
    ///
    /// `rooms` is the number of rooms counted.
    pub(in crate::lint) fn words(&self, rooms: u32) -> String {
        let asked =
            [(self.of_size, "size"), (self.of_kind, "kind"), (self.of_progress, "progress"), (self.of_tag, "tag")];
        let kept_out = asked.into_iter().filter(|(some, _)| *some < rooms);
        let words: Vec<_> = kept_out.map(|(some, what)| format!("{some} have a suitable {what}")).collect();
        let together = if words.len() > 1 { ", but none has all of these" } else { "" };
        let sizes = match self.but_for_size {
            Some([least, greatest]) if self.of_size < rooms => {
                format!("; those that suit otherwise are {least} to {greatest} cells large")
            }
            _ => String::new(),
        };
        format!("of the {rooms} rooms, {}{together}{sizes}", words.join(", "))
    }
}

/// Counts for one layout, over all sample levels.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct LayoutTally {
    /// The number of rooms that have the layout.
    pub(in crate::lint) chosen: u32,
    pub(in crate::lint) rooms: FilterTally,
    pub(in crate::lint) formations: Vec<FormationTally>,
    /// The rooms that no other layout suits, and that are beside a room with the layout.
    pub(in crate::lint) lonely: Option<LonelyRoom>,
}

/// Rooms that one layout alone suits, beside a room that has it.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct LonelyRoom {
    /// The first of them.
    pub(in crate::lint) room: RoomFacts,
    /// The number of these rooms, and that of their levels.
    pub(in crate::lint) rooms: u32,
    pub(in crate::lint) levels: u32,
    last_level: u32,
}

impl LayoutTally {
    /// Counts a room that no other layout suits, beside a room that has this one.
    pub(super) fn count_lonely(&mut self, room: RoomFacts, level: u32) {
        let lonely = self.lonely.get_or_insert(LonelyRoom { room, rooms: 0, levels: 0, last_level: u32::MAX });
        lonely.rooms += 1;
        lonely.levels += u32::from(lonely.last_level != level);
        lonely.last_level = level;
    }
}

/// Counts for one group of members or one item, over all sample levels.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct GroupTally {
    /// The number of levels that have it.
    pub(in crate::lint) levels: u32,
    /// The same for each difficulty of sample levels.
    pub(in crate::lint) by_difficulty: [u32; DIFFICULTIES],
    pub(in crate::lint) rooms: FilterTally,
    /// The rooms that suit it and are allowed as much as it takes.
    pub(in crate::lint) payable: u32,
}

/// Counts for one vault, over all sample levels.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct VaultTally {
    /// The number of levels that have the vault.
    pub(in crate::lint) levels: u32,
    pub(in crate::lint) rooms: FilterTally,
    /// The number of rooms that pass the vault's filter and are large enough for its drawing.
    pub(in crate::lint) fitting: u32,
    /// The number of levels that lack the vault although it is required, by the reason in their
    /// notes.
    pub(in crate::lint) missing: BTreeMap<String, u32>,
    pub(in crate::lint) drawn: FormationTally,
}

/// Counts for one tag rule, door rule or shape rule, over all sample levels.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct RuleTally {
    /// How often the rule took effect: on a room, or on a passage for a door rule. Doors that get a
    /// lock or become an opening later are none of the rule's.
    pub(in crate::lint) applied: u32,
    /// For a door rule, the number of passages that it decided, whatever became of them.
    pub(in crate::lint) decided: u32,
    /// How many rooms pass the rule's filter. For a shape rule, only `admitted` is counted.
    pub(in crate::lint) rooms: FilterTally,
    /// For a door rule, the number of passages whose doors the rule suits.
    pub(in crate::lint) passages: u32,
    /// For a shape that is dug, the number of rooms that suit it but for sides above
    /// [`RoomShape::DUG_SIDES`](crate::model::RoomShape::DUG_SIDES), and suit no rule.
    pub(in crate::lint) too_large: u32,
}

/// The sample levels that lack something that a rule asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct ShortTally {
    /// The number of levels with fewer than the rule wishes.
    pub(in crate::lint) wished: u32,
    /// The number of levels with fewer than its `least`.
    pub(in crate::lint) least: u32,
}

impl ShortTally {
    /// Counts a level by its note on the rule, whose `least` is `least` there.
    pub(super) fn add(&mut self, note: Option<&Note>, least: u32) {
        self.wished += u32::from(note.is_some());
        self.least += u32::from(note.is_some_and(|note| note.got < least));
    }
}

/// Counts for one rule for locks, over all sample levels.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct LockTally {
    /// The number of levels with a lock of the rule.
    pub(in crate::lint) levels: u32,
    /// The levels with fewer locks than the rule asks for.
    pub(in crate::lint) short: ShortTally,
    /// How many rooms pass the filter for its keys.
    pub(in crate::lint) rooms: FilterTally,
}

/// Counts for one formation, or for the drawn props of one vault, over all sample levels.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct FormationTally {
    /// The number of rooms in which the formation was stamped.
    pub(in crate::lint) rooms: u32,
    /// The number of rooms in which at least one of the formation's props remains.
    pub(in crate::lint) rooms_with_props: u32,
    /// The most props of the formation that remain in a room.
    pub(in crate::lint) most: u32,
    /// The number of levels in which the formation was stamped.
    pub(in crate::lint) levels: u32,
    /// The number of rooms in which fewer props remain than the formation must have.
    pub(in crate::lint) short: u32,
    last_level: Option<u32>,
    pub(in crate::lint) props: PropTally,
}

impl FormationTally {
    /// Counts a room. `required` is the number of props that the formation must have.
    pub(super) fn add(&mut self, props: &PropTally, required: u32, level: u32) {
        self.rooms += 1;
        self.short += u32::from(props.placed < required);
        self.rooms_with_props += u32::from(props.placed > 0);
        self.most = self.most.max(props.placed);
        self.levels += u32::from(self.last_level != Some(level));
        self.last_level = Some(level);
        self.props.placed += props.placed;
        self.props.rejected.iter_mut().zip(props.rejected).for_each(|(all, more)| *all += more);
    }
}

/// Counts of the placed and of the rejected props of a formation or vault.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct PropTally {
    pub(super) placed: u32,
    /// The number of rejected or removed props for each of [`REASONS`], in that order.
    rejected: [u32; REASONS.len()],
}

const REASONS: [Rejection; 9] = [
    Rejection::Walkway,
    Rejection::Clipped,
    Rejection::Occupied,
    Rejection::Clearance,
    Rejection::Sparse,
    Rejection::Cover,
    Rejection::TooNear,
    Rejection::NotNear,
    Rejection::Incomplete,
];

impl PropTally {
    pub(super) fn note(&mut self, reason: Rejection) {
        if let Some(number) = REASONS.iter().position(|known| *known == reason) {
            self.rejected[number] += 1;
        }
    }

    /// The most frequent reason for rejection, if any prop was rejected or removed.
    pub(in crate::lint) fn main_reason(&self) -> Option<Rejection> {
        // `max_by_key` returns the last maximum. In reversed order, ties go to the first reason.
        let most = self.rejected.iter().zip(REASONS).rev().max_by_key(|(count, _)| **count);
        most.filter(|(count, _)| **count > 0).map(|(_, reason)| reason)
    }
}

/// An example of a room without a layout, and the difficulty of its level.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct UnfurnishedRoom {
    pub(in crate::lint) room: RoomFacts,
    pub(in crate::lint) difficulty: f32,
}
