//! The observer that records which rules apply and which props remain in one sample level.

use super::tally::PropTally;
use crate::{
    geom::{Extent, Rect},
    trace::{Rejection, Step},
};

/// Records of one level's generation: stamped formations, their props, and applied rules.
#[derive(Debug, Default)]
pub(super) struct SampleObserver {
    /// One record for each formation or vault of each room: by room, then in stamping order.
    pub(super) stamped: Vec<StampRecord>,
    /// The footprints of props placed so far in the current room, each with the index in `stamped`
    /// of the formation or vault that placed it.
    placed: Vec<(Rect, usize)>,
    /// Whether the next prop is a key.
    is_key: bool,
    /// The indices of tag rules that gave a tag to a room, once for each such room.
    pub(super) applied_tag_rules: Vec<u32>,
    /// The rooms of each passage whose kind of doors a door rule decided, and the rule's index.
    pub(super) decided_doors: Vec<([u32; 2], u32)>,
    /// The ids of the passages that were opened.
    pub(super) widened: Vec<u32>,
    /// The extent of each room before it was shaped.
    pub(super) extents: Vec<Extent>,
}

/// A formation or vault stamped in one room, with counts of its props.
#[derive(Debug)]
pub(super) struct StampRecord {
    pub(super) room: u32,
    /// The index of the formation in the room's layout; `None` for the room's vault.
    pub(super) formation: Option<u32>,
    pub(super) props: PropTally,
}

impl SampleObserver {
    pub(super) fn clear(&mut self) {
        self.stamped.clear();
        self.placed.clear();
        self.applied_tag_rules.clear();
        self.decided_doors.clear();
        self.widened.clear();
        self.extents.clear();
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

    /// Records a step.
    pub(super) fn see(&mut self, step: &Step) {
        match *step {
            Step::Tag { rule, .. } => self.applied_tag_rules.push(rule),
            Step::Hang { rooms, rule } => self.decided_doors.push((rooms, rule)),
            Step::Stamp { room, formation, .. } => self.begin(room, Some(formation)),
            Step::Vault { room, .. } => self.begin(room, None),
            Step::LayKey { .. } | Step::Reserve { .. } => self.is_key = true,
            Step::Place { prop, .. } => self.place(prop),
            Step::Reject { prop, reason, .. } => self.reject(prop, reason),
            Step::Room { rect, .. } => self.extents.push(rect.extent()),
            Step::Widen { passage, .. } => self.widened.push(passage),
            Step::Split { .. } | Step::Part { .. } | Step::Path { .. } | Step::Cycle { .. } | Step::Cover { .. } => {}
            Step::Dearer { .. } | Step::Keep { .. } => {}
            Step::Passage { .. } | Step::Corridor { .. } | Step::Lock { .. } | Step::OneWay { .. } => {}
            Step::Allow { .. } | Step::Slot { .. } | Step::Populate { .. } | Step::Layout { .. } => {}
            Step::Key { .. } | Step::Cut { .. } | Step::Clear { .. } | Step::Remain { .. } | Step::End { .. } => {}
        }
    }

    fn place(&mut self, prop: Rect) {
        // A key belongs to no formation and no vault.
        if std::mem::take(&mut self.is_key) {
            return;
        }
        if let Some(last) = self.stamped.last_mut() {
            last.props.placed += 1;
            self.placed.push((prop, self.stamped.len() - 1));
        }
    }

    fn reject(&mut self, prop: Rect, reason: Rejection) {
        let Some(last) = self.stamped.len().checked_sub(1) else { return };
        // A walkway may remove a prop of an earlier formation. In all other cases the last
        // formation stamped was not allowed to place the prop.
        let number = match reason {
            Rejection::Walkway => match self.placed.iter().position(|(placed, _)| *placed == prop) {
                Some(placed) => self.placed.swap_remove(placed).1,
                None => return,
            },
            Rejection::Clipped | Rejection::Occupied | Rejection::Clearance | Rejection::Sparse => last,
            Rejection::Cover | Rejection::TooNear | Rejection::NotNear | Rejection::Incomplete => last,
        };
        let props = &mut self.stamped[number].props;
        if reason == Rejection::Walkway {
            props.placed -= 1;
        }
        props.note(reason);
    }
}
