//! Places the props of one formation one at a time, where the room lets them stand.
//!
//! Consumes candidate cells; adds the accepted props to a stamp and to the room's sets.

use super::{
    Site,
    proximity::words_of,
    sets::{FormationProps, RoomSets},
};
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// The state of placing one formation's props.
pub(super) struct PropPlacer<'room, S> {
    pub(super) sets: &'room mut RoomSets<S>,
    pub(super) stamp: &'room mut FormationProps<S>,
    pub(super) site: &'room Site<'room>,
    /// The top left cells of the props placed at the current anchor.
    pub(super) placed: &'room mut Vec<Cell>,
}

/// Whether `free` cells are less than the fraction `least` of `required`.
pub(super) fn is_sparse(free: u64, (least, wanted): (f32, u64)) -> bool {
    /// Less than any prop, more than the error of any fraction that was written in decimals.
    const SLACK: f32 = 1.0 / 256.0;
    (free as f32) < least * wanted as f32 - SLACK
}

impl<S: CellSet> PropPlacer<'_, S> {
    fn footprint(&self, origin: Cell) -> Rect {
        Rect::of(origin.x, origin.y, self.stamp.width, self.stamp.height)
    }

    fn is_free(&mut self, origin: Cell) -> bool {
        let footprint = self.footprint(origin);
        self.sets.rejection::<true>(self.stamp, footprint, self.site).is_none()
    }

    /// How many props of a mask may stand together, without placing them.
    ///
    /// They compete among themselves only for the cover budget and for the distance between each
    /// other.
    fn number_free(&mut self, origins: &[Cell]) -> usize {
        let state = (self.sets.budget, self.sets.limits.state());
        self.sets.work.limits += state.1.as_ref().map_or(0, CellSet::words);
        self.count_tries(origins.len());
        let mut number = 0;
        for &origin in origins {
            if self.is_free(origin) {
                number += 1;
                self.sets.count_in(self.stamp, self.footprint(origin));
            }
        }
        self.sets.budget = state.0;
        self.sets.limits.restore(state.1);
        number
    }

    /// Counts the steps of testing `places` positions: each row of a footprint, in each set tested.
    fn count_tries(&mut self, places: usize) {
        /// The sets tested: taken cells, proximity rules, clearances.
        const LOOKED_AT: u64 = 3;
        self.sets.work.tries += LOOKED_AT * places as u64 * u64::from(self.stamp.height.unsigned_abs());
    }

    fn place(&mut self, origin: Cell, trace: &mut impl Trace) -> bool {
        let is_placed = self.sets.settle_footprint::<true>(self.stamp, self.footprint(origin), self.site, trace);
        if is_placed {
            self.placed.push(origin);
        }
        is_placed
    }

    /// Places a prop at each of `origins` where one may stand.
    ///
    /// Places none if that would be less than the fraction `least` of `required`.
    pub(super) fn all(&mut self, origins: &[Cell], (least, wanted): (f32, u64), trace: &mut impl Trace) {
        self.placed.clear();
        self.count_tries(origins.len());
        if least > 0.0 {
            let free = self.number_free(origins);
            if is_sparse(free as u64, (least, wanted)) {
                for &origin in origins {
                    trace.reject(self.site.room, self.site.in_level(self.footprint(origin)), Rejection::Sparse);
                }
                return;
            }
        }
        for &origin in origins {
            self.place(origin, trace);
        }
    }

    /// Places up to `count` props at `origins` in random order, where one may stand and the cell is
    /// not blocked.
    ///
    /// Each prop blocks the origins of footprints nearer than `apart` cells (Chebyshev distance).
    /// Unless it reaches `count`, no further prop could be placed. Draws one random word, rarely
    /// more, for each origin tried.
    pub(super) fn place_random<T: Trace>(
        &mut self,
        origins: &mut [Cell],
        (count, apart): (usize, i32),
        blocked: &mut S,
        draw: &mut impl RandomSource,
        trace: &mut T,
    ) {
        self.placed.clear();
        let (across, down) = (self.stamp.width + apart - 2, self.stamp.height + apart - 2);
        let mut tried = 0;
        // Preparing words pays off only if there are more origins than words.
        if !T::DETAILED && self.sets.settles_at_once(self.stamp) && origins.len() as u64 > blocked.words() {
            self.place_random_cells(origins, (count, across), blocked, draw);
            return;
        }
        let words = words_of(Rect::of(0, 0, 2 * across + 1, 2 * down + 1), blocked);
        for next in 0..origins.len() {
            if self.placed.len() >= count {
                break;
            }
            tried += 1;
            let other = next + draw.below((origins.len() - next) as u32) as usize;
            origins.swap(next, other);
            let origin = origins[next];
            if !blocked.contains(origin.x, origin.y) && self.is_free(origin) && self.place(origin, trace) {
                blocked.insert_rect(Rect::of(origin.x - across, origin.y - down, 2 * across + 1, 2 * down + 1));
            }
        }
        self.count_tries(tried);
        self.sets.work.tries += self.placed.len() as u64 * words;
    }

    /// Places one-cell props in random order, if the room's sets alone decide where they may stand.
    ///
    /// Blocks all closed cells in advance.
    fn place_random_cells(
        &mut self,
        origins: &mut [Cell],
        (count, around): (usize, i32),
        blocked: &mut S,
        draw: &mut impl RandomSource,
    ) {
        let Self { sets, stamp, placed, .. } = self;
        sets.add_closed(stamp, blocked);
        sets.work.stamps += 2 * blocked.words();
        let mut tried = 0;
        for next in 0..origins.len() {
            if placed.len() >= count {
                break;
            }
            tried += 1;
            let other = next + draw.below((origins.len() - next) as u32) as usize;
            origins.swap(next, other);
            let origin = origins[next];
            if sets.floor.contains(origin.x, origin.y) && !blocked.contains(origin.x, origin.y) {
                sets.settle_free(stamp, origin);
                placed.push(origin);
                blocked.insert_rect(Rect::of(origin.x - around, origin.y - around, 2 * around + 1, 2 * around + 1));
            }
        }
        let words = words_of(Rect::of(0, 0, 2 * around + 1, 2 * around + 1), blocked);
        sets.work.tries += 2 * tried + placed.len() as u64 * words;
    }
}
