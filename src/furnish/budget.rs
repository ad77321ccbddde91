//! The work budget of one room's formations, over all their points.
//!
//! A formation may have a thousand points, with a mask as large as the room at each. To stay linear
//! in the room's cells, each formation has an allowance of its own, and all share another. A
//! formation is always stamped at its first point. Once both allowances are spent, its remaining
//! points are skipped: by then it has covered the room many times over.

/// Steps of each formation's own allowance for each cell of the room: about one mask that fills the
/// room.
const OWN: u64 = 1;

/// Steps of the allowance that all formations share, for each cell of the room. Rooms of the
/// built-in presets use less than 3.
const SHARED: u64 = 64;

/// Additional steps charged for each point, for finding its mask and position.
const POINT: u64 = 4;

/// The work budget of one room.
///
/// It counts steps of the rules, not of their implementation, so that a level does not depend on
/// which rooms use operations on whole sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointBudget {
    own: u64,
    shared: u64,
}

impl PointBudget {
    /// Renews the shared allowance for a room of this many cells.
    pub(super) fn begin_room(&mut self, cells: i64) {
        self.shared = SHARED * cells.unsigned_abs();
    }

    pub(super) fn begin_formation(&mut self, cells: i64) {
        self.own = OWN * cells.unsigned_abs();
    }

    /// Whether to skip the remaining points of the current formation.
    pub(super) fn is_spent(&self) -> bool {
        self.own == 0 && self.shared == 0
    }

    /// Spends `steps`, plus [`POINT`], for one point: first of the formation's own allowance, then
    /// of the shared one.
    pub(super) fn spend(&mut self, steps: u64) {
        let work = steps + POINT;
        let from_own = work.min(self.own);
        self.own -= from_own;
        self.shared = self.shared.saturating_sub(work - from_own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formation_spends_its_own_allowance_and_then_that_of_the_room() {
        const CELLS: u64 = 200;
        const EACH: u64 = 10;
        let mut budget = PointBudget::default();
        budget.begin_room(CELLS as i64);
        let mut points = |most: u64| {
            budget.begin_formation(CELLS as i64);
            let is_left = |_: &u64| {
                let is_left = !budget.is_spent();
                budget.spend(EACH - POINT);
                is_left
            };
            (0..most).take_while(is_left).count() as u64
        };
        // The first formation leaves some of the shared allowance, which the second one takes.
        let first = (OWN + SHARED / 2) * CELLS / EACH;
        assert_eq!(points(first), first);
        assert_eq!(points(u64::MAX), (2 * OWN + SHARED) * CELLS / EACH - first);
        assert_eq!(points(u64::MAX), OWN * CELLS / EACH, "a later one has its own");
    }
}
