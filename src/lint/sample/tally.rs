//! Counts of the effects of single rules, layouts, formations and vaults.

use std::collections::BTreeMap;

use crate::{
    preset::{RoomFacts, RoomFilter},
    trace::Rejection,
};

/// How many rooms pass a filter: each of its criteria alone, and all of them.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct FilterTally {
    of_size: u32,
    of_kind: u32,
    of_progress: u32,
    of_tag: u32,
    pub(in crate::lint) admitted: u32,
}

impl FilterTally {
    pub(super) fn count(&mut self, filter: &RoomFilter, room: &RoomFacts) {
        self.of_size += u32::from(filter.admits(room.extent));
        self.of_kind += u32::from(filter.kinds.contains(&room.kind));
        self.of_progress += u32::from((filter.progress.0..=filter.progress.1).contains(&room.progress));
        self.of_tag += u32::from(filter.tags == 0 || filter.tags & room.tags != 0);
        self.admitted += u32::from(filter.suits(room));
    }

    /// The criteria that some of `rooms` rooms fail, in words.
    pub(in crate::lint) fn words(&self, rooms: u32) -> String {
        let asked =
            [(self.of_size, "size"), (self.of_kind, "kind"), (self.of_progress, "progress"), (self.of_tag, "tag")];
        let kept_out = asked.into_iter().filter(|(some, _)| *some < rooms);
        let words: Vec<_> = kept_out.map(|(some, what)| format!("{some} have a suitable {what}")).collect();
        let together = if words.len() > 1 { ", but none has all of these" } else { "" };
        format!("of the {rooms} rooms, {}{together}", words.join(", "))
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct LayoutTally {
    /// Rooms furnished with it.
    pub(in crate::lint) chosen: u32,
    pub(in crate::lint) rooms: FilterTally,
    pub(in crate::lint) formations: Vec<FormationTally>,
}

#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct VaultTally {
    /// Levels that have it.
    pub(in crate::lint) levels: u32,
    pub(in crate::lint) rooms: FilterTally,
    /// Rooms that it suits and that are large enough for it.
    pub(in crate::lint) fitting: u32,
    /// Levels that lack it although it is required, by the reason in their notes.
    pub(in crate::lint) missing: BTreeMap<String, u32>,
    pub(in crate::lint) drawn: FormationTally,
}

/// Counts for a rule of tags, doors or shapes.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct RuleTally {
    /// How often it took effect.
    pub(in crate::lint) applied: u32,
    /// Rooms by the rule's filter. A shape rule only counts `admitted`.
    pub(in crate::lint) rooms: FilterTally,
    /// Passages that a door rule is for.
    pub(in crate::lint) passages: u32,
}

/// Counts for a formation, or for what a vault draws.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct FormationTally {
    /// Rooms in which it was stamped.
    pub(in crate::lint) rooms: u32,
    /// Rooms in which at least one of its props remains.
    pub(in crate::lint) rooms_with_props: u32,
    /// Levels in which it was stamped.
    pub(in crate::lint) levels: u32,
    last_level: Option<u32>,
    pub(in crate::lint) props: PropTally,
}

impl FormationTally {
    pub(super) fn add(&mut self, props: &PropTally, level: u32) {
        self.rooms += 1;
        self.rooms_with_props += u32::from(props.placed > 0);
        self.levels += u32::from(self.last_level != Some(level));
        self.last_level = Some(level);
        self.props.placed += props.placed;
        self.props.rejected.iter_mut().zip(props.rejected).for_each(|(all, more)| *all += more);
    }
}

/// Counts of the props of a formation or vault.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct PropTally {
    pub(super) placed: u32,
    /// The number of rejected or removed props for each of [`REASONS`].
    rejected: [u32; REASONS.len()],
}

const REASONS: [Rejection; 8] = [
    Rejection::Walkway,
    Rejection::Clipped,
    Rejection::Occupied,
    Rejection::Clearance,
    Rejection::Sparse,
    Rejection::Cover,
    Rejection::TooNear,
    Rejection::NotNear,
];

impl PropTally {
    pub(super) fn note(&mut self, reason: Rejection) {
        if let Some(number) = REASONS.iter().position(|known| *known == reason) {
            self.rejected[number] += 1;
        }
    }

    /// The most frequent reason, if any prop was rejected.
    pub(in crate::lint) fn main_reason(&self) -> Option<Rejection> {
        // `max_by_key` returns the last maximum: reversed, ties go to the first reason.
        let most = self.rejected.iter().zip(REASONS).rev().max_by_key(|(count, _)| **count);
        most.filter(|(count, _)| **count > 0).map(|(_, reason)| reason)
    }
}
