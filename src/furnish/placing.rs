//! Places the props of one formation one at a time, where the room lets them stand.
//!
//! Consumes candidate cells; adds the accepted props to those of the formation and to the room's
//! sets.

use super::{context::RoomContext, props::FormationProps, proximity::words_of, sets::RoomSets};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// Places the props of one formation in one room.
pub(super) struct PropPlacer<'room, S> {
    pub(super) sets: &'room mut RoomSets<S>,
    pub(super) props: &'room mut FormationProps<S>,
    pub(super) room: &'room RoomContext<'room>,
    /// The top left cells of the props placed at the current anchor.
    pub(super) placed: &'room mut Vec<Cell>,
}

/// The least number of props that a formation must place at an anchor, as a fraction of the cells
/// of its mask.
#[derive(Clone, Copy)]
pub(super) struct LeastProps {
    pub(super) fraction: f32,
    pub(super) cells: u64,
}

impl LeastProps {
    pub(super) fn exceeds(self, props: u64) -> bool {
        /// In props: less than one, more than the rounding error of a fraction written in decimals.
        const SLACK: f32 = 1.0 / 256.0;
        (props as f32) < self.fraction * self.cells as f32 - SLACK
    }
}

/// The largest number of props of a scatter, and the least distance between them in cells: a
/// Chebyshev distance, at least 1.
#[derive(Clone, Copy)]
pub(super) struct ScatterRule {
    pub(super) count: usize,
    pub(super) apart: i32,
}

impl<S: CellSet> PropPlacer<'_, S> {
    fn footprint(&self, origin: Cell) -> Rect {
        self.props.prop_at(origin.x, origin.y)
    }

    fn is_free(&mut self, origin: Cell) -> bool {
        let footprint = self.footprint(origin);
        self.sets.rejection::<true>(self.props, footprint, self.room).is_none()
    }

    /// The number of props at `origins` that may stand together, without placing them.
    ///
    /// Props of one mask exclude each other only by the cover budget and by the distance that they
    /// must keep from each other.
    fn number_free(&mut self, origins: &[Cell]) -> usize {
        let (cover_budget, forbidden) = (self.sets.cover_budget, self.sets.proximity.state());
        self.sets.work.limits += forbidden.as_ref().map_or(0, CellSet::words);
        self.count_tries(origins.len());
        let mut number = 0;
        for &origin in origins {
            if self.is_free(origin) {
                number += 1;
                self.sets.reserve::<true>(self.props, self.footprint(origin));
            }
        }
        self.sets.cover_budget = cover_budget;
        self.sets.proximity.restore(forbidden);
        number
    }

    /// Counts the steps of testing this many origins: each row of a footprint, in each set tested.
    fn count_tries(&mut self, origins: usize) {
        /// The number of sets tested: occupied cells, proximity rules, clearances.
        const SETS: u64 = 3;
        self.sets.work.tries += SETS * origins as u64 * self.props.rows();
    }

    fn place(&mut self, origin: Cell, trace: &mut impl Trace) -> bool {
        let is_placed = self.sets.place_prop::<true>(self.props, self.footprint(origin), self.room, trace);
        if is_placed {
            self.placed.push(origin);
        }
        is_placed
    }

    /// Places a prop at each of `origins` where one may stand.
    ///
    /// Places none if fewer props may stand than `least` requires.
    pub(super) fn place_all(&mut self, origins: &[Cell], least: LeastProps, trace: &mut impl Trace) {
        self.placed.clear();
        self.count_tries(origins.len());
        if least.fraction > 0.0 {
            let free = self.number_free(origins);
            if least.exceeds(free as u64) {
                for &origin in origins {
                    trace.reject(self.room.id, self.room.in_level(self.footprint(origin)), Rejection::Sparse);
                }
                return;
            }
        }
        for &origin in origins {
            self.place(origin, trace);
        }
    }

    /// Places props at `origins` in random order, where a prop may stand and the cell is not in
    /// `blocked`.
    ///
    /// Each placed prop adds to `blocked` the top left cells of footprints that would be too near
    /// to it. Places fewer than `count` props only if no further one may stand. Draws one random
    /// word, rarely more, for each origin tried.
    pub(super) fn place_random<T: Trace>(
        &mut self,
        origins: &mut [Cell],
        ScatterRule { count, apart }: ScatterRule,
        blocked: &mut S,
        draw: &mut impl RandomSource,
        trace: &mut T,
    ) {
        self.placed.clear();
        let Extent { width, height } = self.props.footprint;
        let (across, down) = (width + apart - 2, height + apart - 2);
        let mut tried = 0;
        // Adding all closed cells to `blocked` pays off only if there are more origins than 64-bit
        // words.
        if !T::DETAILED && self.sets.can_place_at_once(self.props) && origins.len() as u64 > blocked.words() {
            self.place_random_cells(origins, ScatterRule { count, apart }, blocked, draw);
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
    /// Adds all closed cells to `blocked` in advance.
    fn place_random_cells(
        &mut self,
        origins: &mut [Cell],
        ScatterRule { count, apart }: ScatterRule,
        blocked: &mut S,
        draw: &mut impl RandomSource,
    ) {
        let Self { sets, props, placed, .. } = self;
        let around = apart - 1;
        sets.add_closed(props, blocked);
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
                sets.place_free(props, origin);
                placed.push(origin);
                blocked.insert_rect(Rect::of(origin.x - around, origin.y - around, 2 * around + 1, 2 * around + 1));
            }
        }
        let words = words_of(Rect::of(0, 0, 2 * around + 1, 2 * around + 1), blocked);
        sets.work.tries += 2 * tried + placed.len() as u64 * words;
    }
}
