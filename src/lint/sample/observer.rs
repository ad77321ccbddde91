//! The observer that records which rules apply and which props stand in one level.

use super::tally::PropTally;
use crate::{
    geom::{HalfCell, Rect},
    trace::{Rejection, Trace},
};

/// What the trace of one level reports.
#[derive(Debug, Default)]
pub(super) struct SampleObserver {
    /// By room, then in stamping order.
    pub(super) stamped: Vec<StampRecord>,
    /// Props placed so far in the current room, each with the index of its formation in `stamped`.
    placed: Vec<(Rect, usize)>,
    /// The tag rules that gave a tag, once for each tag.
    pub(super) applied_tag_rules: Vec<u32>,
    /// The door rules that decided a door kind, once for each passage.
    pub(super) applied_door_rules: Vec<u32>,
}

/// A formation or vault in one room, with counts of its props.
#[derive(Debug)]
pub(super) struct StampRecord {
    pub(super) room: u32,
    /// `None` for the room's vault.
    pub(super) formation: Option<u32>,
    pub(super) props: PropTally,
}

impl SampleObserver {
    pub(super) fn clear(&mut self) {
        self.stamped.clear();
        self.placed.clear();
        self.applied_tag_rules.clear();
        self.applied_door_rules.clear();
    }

    fn begin(&mut self, room: u32, formation: Option<u32>) {
        let last = self.stamped.last().map(|last| (last.room, last.formation));
        if last.is_none_or(|(last, _)| last != room) {
            self.placed.clear();
        }
        if last != Some((room, formation)) {
            self.stamped.push(StampRecord { room, formation, props: PropTally::default() });
        }
    }
}

impl Trace for SampleObserver {
    fn tag(&mut self, _: u32, rule: u32) {
        self.applied_tag_rules.push(rule);
    }

    fn hang(&mut self, _: [u32; 2], rule: u32) {
        self.applied_door_rules.push(rule);
    }

    fn stamp(&mut self, room: u32, formation: u32, _: HalfCell) {
        self.begin(room, Some(formation));
    }

    fn vault(&mut self, room: u32, _: Rect) {
        self.begin(room, None);
    }

    fn place(&mut self, _: u32, prop: Rect) {
        if let Some(last) = self.stamped.last_mut() {
            last.props.placed += 1;
            self.placed.push((prop, self.stamped.len() - 1));
        }
    }

    fn reject(&mut self, _: u32, prop: Rect, reason: Rejection) {
        let Some(last) = self.stamped.len().checked_sub(1) else { return };
        // A walkway removes a prop that was placed earlier. All other rejected props were never
        // placed.
        let number = match reason {
            Rejection::Walkway => match self.placed.iter().position(|(placed, _)| *placed == prop) {
                Some(placed) => self.placed.swap_remove(placed).1,
                None => return,
            },
            _ => last,
        };
        let props = &mut self.stamped[number].props;
        if reason == Rejection::Walkway {
            props.placed -= 1;
        }
        props.note(reason);
    }
}
