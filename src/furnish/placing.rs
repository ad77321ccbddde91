//! Places the props of one formation at one point, by the rule of [`RoomSets`].
//!
//! Consumes candidate cells; adds the accepted props to those of the formation and to the room's
//! sets.

use super::{context::RoomContext, props::FormationProps, proximity::words_of, ranks::CellRanks, sets::RoomSets};
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
    /// The top left cells of the props placed at the current point.
    pub(super) placed: &'room mut Vec<Cell>,
}

/// The least number of props that a formation must place at a point, as a fraction of the cells of
/// its mask.
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

    /// Whether the props cover one cell each, and their order does not matter.
    pub(super) fn is_unordered(&self) -> bool {
        self.props.is_one_cell() && self.sets.is_unordered()
    }

    /// Counts the steps of testing this many origins: each row of a footprint, in each set tested.
    pub(super) fn count_tries(&self, origins: usize, trace: &mut impl Trace) {
        /// The number of sets tested: occupied cells, proximity rules, clearances.
        const SETS: u64 = 3;
        trace.count(|| SETS * origins as u64 * self.props.rows());
    }

    pub(super) fn place(&mut self, origin: Cell, trace: &mut impl Trace) -> bool {
        let is_placed = self.sets.place(self.props, self.footprint(origin), self.room, trace).is_ok();
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
        self.count_tries(origins.len(), trace);
        if least.fraction > 0.0 {
            self.count_tries(origins.len(), trace);
            if least.exceeds(self.sets.count_free(self.props, origins, self.room, trace)) {
                for &origin in origins {
                    trace.see(|| self.room.rejects(self.footprint(origin), Rejection::Sparse));
                }
                return;
            }
        }
        for &origin in origins {
            self.place(origin, trace);
        }
    }

    /// Like [`place_all`](Self::place_all), for one-cell props whose order does not matter.
    ///
    /// Removes from `cells`, which are floor, those without a prop. Does not fill `placed`.
    pub(super) fn place_all_cells<T: Trace>(&mut self, cells: &mut S, least: LeastProps, trace: &mut T) {
        self.placed.clear();
        if least.fraction > 0.0 && least.exceeds(self.sets.count_free_at_once(self.props, cells, self.room)) {
            if T::DETAILED {
                cells.for_each(|x, y| trace.see(|| self.room.rejects(Rect::of(x, y, 1, 1), Rejection::Sparse)));
            }
            cells.reset(self.room.rect.width(), self.room.rect.height());
            return;
        }
        self.sets.place_at_once(self.props, cells, self.room, trace);
    }

    /// Places props at cells drawn from `origins`, each that is free equally likely: their top left
    /// cells.
    ///
    /// Each placed prop adds to `blocked`, for later points, the top left cells of footprints that
    /// would be too near to it. Places fewer than `count` props only if no further one may stand.
    /// Draws one random word for each prop, more where a rule depends on the props placed before.
    /// Removes from `origins`.
    pub(super) fn place_random(
        &mut self,
        origins: &mut S,
        ScatterRule { count, apart }: ScatterRule,
        mut blocked: Option<&mut S>,
        ranks: &mut CellRanks,
        draw: &mut impl RandomSource,
        trace: &mut impl Trace,
    ) {
        self.placed.clear();
        let Extent { width, height } = self.props.footprint;
        let (across, down) = (width + apart - 2, height + apart - 2);
        if let Some(blocked) = &blocked {
            origins.subtract(blocked);
        }
        self.sets.keep_on_floor(self.props, origins, self.room);
        self.sets.keep_free(self.props, origins, self.room);
        ranks.begin(origins);
        let is_sure = self.sets.can_place_at_once(self.props);
        let mut tried = 0;
        while self.placed.len() < count && ranks.left() > 0 {
            tried += 1;
            let origin = ranks.cell(draw.below(ranks.left()), origins);
            let rejection = |placer: &Self| placer.sets.rejection(placer.props, placer.footprint(origin), placer.room);
            match if is_sure { None } else { rejection(self) } {
                // A further prop covers no fewer cells.
                Some(Rejection::Cover) => break,
                Some(_) => ranks.remove_rect(Rect::from_cell(origin), origins),
                None => {
                    let footprint = self.footprint(origin);
                    self.sets.put(self.props, footprint, self.room, trace);
                    self.placed.push(origin);
                    let near = Rect::of(origin.x - across, origin.y - down, 2 * across + 1, 2 * down + 1);
                    if let Some(blocked) = &mut blocked {
                        blocked.insert_rect(near);
                    }
                    if self.placed.len() < count {
                        ranks.remove_rect(near, origins);
                    }
                }
            }
        }
        self.count_tries(tried, trace);
        let words = words_of(Rect::of(0, 0, 2 * across + 1, 2 * down + 1), origins);
        trace.count(|| origins.words() + self.placed.len() as u64 * words);
    }
}
