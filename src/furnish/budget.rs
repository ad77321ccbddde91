//! What the formations of one room may look at, at all their points together.
//!
//! A formation may be stamped at a thousand points, as large as the room at each. So that this
//! stays linear in the room's cells, each formation has an allowance, and all share another one.
//! A formation is stamped at its first point whatever others took. Once both are spent, it is not
//! stamped at the rest of its points: what has covered the room many times over shows no more by
//! being stamped again.

use super::Site;

/// For each cell of the room, what each formation may look at: about as much as one mask that
/// fills the room.
const OWN: u64 = 1;

/// For each cell of the room, what all of its formations may look at besides. Rooms of the
/// built-in presets take less than 3 of it.
const SHARED: u64 = 64;

/// What each point takes besides, for finding its mask and its place.
const POINT: u64 = 4;

/// The budget of one room. It counts the same in whichever way a formation is stamped, so that an
/// observer, to whom more is told, changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointBudget {
    own: u64,
    shared: u64,
}

impl PointBudget {
    /// Begins a room.
    pub(super) fn begin_room(&mut self, site: &Site<'_>) {
        self.shared = SHARED * site.rect.area().unsigned_abs();
    }

    /// Begins the next formation of the room.
    pub(super) fn begin_formation(&mut self, site: &Site<'_>) {
        self.own = OWN * site.rect.area().unsigned_abs();
    }

    /// Whether the present formation is not stamped at further points.
    pub(super) fn is_spent(&self) -> bool {
        self.own == 0 && self.shared == 0
    }

    /// Spends what a point takes: so many looks, and what finding it takes.
    pub(super) fn spend(&mut self, looks: u64) {
        let looks = looks + POINT;
        let from_own = looks.min(self.own);
        self.own -= from_own;
        self.shared = self.shared.saturating_sub(looks - from_own);
    }
}
