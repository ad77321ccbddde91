//! The sets of cells of one room, and how a formation's props are placed in them.
//!
//! Consumes the candidate props of a [`FormationProps`]; keeps those that may stand, and updates
//! the sets. A prop may stand if its whole footprint lies on the floor and on no earlier prop; if
//! it stacks, it must not overlap an earlier one in both cells and height. The proximity rules of
//! its kind must allow it, and obstacles must avoid the clearance. Markers share cells with
//! anything. All coordinates count from the room's top left cell.

use super::{
    Site,
    budget::PointBudget,
    heights::{Heights, Interval},
    proximity::ProximitySets,
};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::CellSet,
    model::{PropKind, Stance},
    preset::{Formation, Preset, Turn},
    trace::{Rejection, Trace},
    work::Work,
};

/// The sets of cells of one room, and the rules of the current formation.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomSets<S> {
    pub(super) floor: S,
    /// Cells under props, including props since removed or rejected for a clearance; and a vault's
    /// reserved cells.
    pub(super) occupied: S,
    /// Cells under obstacles that remain.
    pub(super) obstacles: S,
    /// Cells closed to obstacles: door clearances, entry, exit.
    pub(super) clearance: S,
    scratch: S,
    /// How many more floor cells props may cover, if the layout limits that.
    pub(super) budget: Option<i32>,
    /// The work budget of formations at their points.
    pub(super) points: PointBudget,
    /// Height layers for the current formation, valid if `stacks`. As with `limits`, both apply
    /// only while a special formation is stamped.
    pub(super) heights: Heights<S>,
    pub(super) stacks: bool,
    /// Proximity rules of the current formation, valid if `has_proximity`. Both apply only while a
    /// special formation is stamped.
    pub(super) limits: ProximitySets<S>,
    pub(super) has_proximity: bool,
    /// Counted steps of furnishing since they were last taken.
    pub(super) work: Work,
}

/// The props that one formation has placed, over all its anchors.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationProps<S> {
    /// The kind of prop, as an index into the preset's list.
    pub(super) kind: u16,
    /// The top left cells of the props that remain.
    pub(super) origins: S,
    /// The footprint's width and `height` as placed, in cells.
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) is_obstacle: bool,
    /// The heights that the props occupy.
    pub(super) interval: Interval,
    /// Footprint and turn, in the form that levels store.
    pub(super) stance: Stance,
    /// Whether `is_marker` and `turns_each` are valid, and props may draw a variant, turn or
    /// jitter.
    pub(super) is_special: bool,
    pub(super) is_marker: bool,
    /// Whether each prop draws its own turn.
    pub(super) turns_each: bool,
}

impl<S: CellSet> FormationProps<S> {
    pub(super) fn is_marker(&self) -> bool {
        self.is_special && self.is_marker
    }

    /// Resets this to an empty stamp of a kind, in a room of this (width, height), reusing its
    /// buffers.
    #[inline]
    pub(super) fn begin(&mut self, number: u16, kind: &PropKind, stance: Stance, (width, height): (i32, i32)) {
        self.origins.reset(width, height);
        self.make(number, kind, stance);
    }

    /// Sets the kind and stance of the stamp; keeps its props.
    #[inline]
    pub(super) fn make(&mut self, number: u16, kind: &PropKind, stance: Stance) {
        self.kind = number;
        (self.width, self.height) = (stance.width().into(), stance.height().into());
        self.is_obstacle = kind.is_obstacle();
        (self.stance, self.is_special) = (stance, false);
        self.interval = Interval { bottom: kind.elevation.parts(), top: (kind.elevation + kind.tall).parts() };
    }

    /// Sets the kind and stance of a plain formation; keeps the stamp's props.
    #[inline]
    pub(super) fn make_plain(&mut self, preset: &Preset, formation: &Formation) {
        self.make(formation.kind, &preset.kinds[usize::from(formation.kind)], formation.stance);
        if formation.varies {
            (self.is_special, self.is_marker, self.turns_each) = (true, false, formation.turn == Turn::Random);
        }
    }

    /// The number of floor cells that its props cover.
    pub(super) fn covered(&self) -> i32 {
        if self.covers() { self.origins.count_cells() as i32 * self.width * self.height } else { 0 }
    }

    /// Whether its props count as floor cover: they stand on the floor and are no markers.
    fn covers(&self) -> bool {
        self.interval.bottom <= 0 && !self.is_marker()
    }
}

impl<S: CellSet> RoomSets<S> {
    /// Settles one-cell props, all of a formation at once.
    pub(super) fn settle_cells<T: Trace, const IS_SPECIAL: bool>(
        &mut self,
        stamp: &mut FormationProps<S>,
        site: &Site<'_>,
        trace: &mut T,
    ) {
        if self.budget.is_some() {
            self.settle_one_by_one::<IS_SPECIAL>(stamp, site, trace);
            return;
        }
        self.work.stamps += 5 * stamp.origins.words();
        if IS_SPECIAL && self.has_proximity {
            let mut limits = std::mem::take(&mut self.limits);
            self.work.limits += limits.remove_rejected(stamp, self, site, trace);
            self.limits = limits;
        }
        if IS_SPECIAL && stamp.is_marker() {
            // Markers take up no space. They are removed at the end if an obstacle covers them.
            stamp.origins.for_each(|x, y| trace.place(site.room, site.in_level(Rect::of(x, y, 1, 1))));
            return;
        }
        if T::DETAILED {
            stamp.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if self.taken::<IS_SPECIAL>().contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Occupied);
                } else if stamp.is_obstacle && self.clearance.contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Clearance);
                } else {
                    trace.place(site.room, site.in_level(cell));
                }
            });
        }
        stamp.origins.subtract(self.taken::<IS_SPECIAL>());
        self.occupied.unite(&stamp.origins);
        if stamp.is_obstacle {
            stamp.origins.subtract(&self.clearance);
            self.obstacles.unite(&stamp.origins);
        }
    }

    /// The cells that earlier props close to the current formation.
    #[inline]
    fn taken<const IS_SPECIAL: bool>(&self) -> &S {
        if IS_SPECIAL && self.stacks { &self.heights.closed } else { &self.occupied }
    }

    /// Whether all props of an anchor can settle at once, with the same result as one by one: each
    /// covers one cell and keeps no other away.
    #[inline]
    pub(super) fn settles_at_once(&self, stamp: &FormationProps<S>) -> bool {
        let keep_apart = self.has_proximity && self.limits.keep_apart();
        (stamp.width, stamp.height) == (1, 1) && !keep_apart && self.budget.is_none()
    }

    /// The words that a trial copies and restores, if it changes the proximity sets.
    pub(super) fn words_of_a_trial(&self) -> u64 {
        if self.has_proximity && self.limits.keep_apart() { 2 * self.floor.words() } else { 0 }
    }

    /// Adds the cells where no prop of this stamp may stand.
    pub(super) fn add_closed(&mut self, stamp: &FormationProps<S>, closed: &mut S) {
        if self.has_proximity {
            self.work.limits += self.limits.add_refused(&self.floor, closed);
        }
        if !stamp.is_marker() {
            closed.unite(self.taken::<true>());
        }
        if stamp.is_obstacle {
            closed.unite(&self.clearance);
        }
    }

    /// On how many of `cells` a prop of this stamp may stand.
    pub(super) fn number_free(&mut self, stamp: &FormationProps<S>, cells: &S) -> u64 {
        self.work.stamps += 4 * cells.words();
        self.scratch.assign(cells);
        if !stamp.is_marker() {
            let taken = if self.stacks { &self.heights.closed } else { &self.occupied };
            self.scratch.subtract(taken);
        }
        if stamp.is_obstacle {
            self.scratch.subtract(&self.clearance);
        }
        if self.has_proximity {
            self.work.limits += self.limits.keep_allowed(&mut self.scratch);
        }
        self.scratch.count_cells().into()
    }

    /// Places a prop on a cell where one may stand.
    #[inline]
    pub(super) fn settle_free(&mut self, stamp: &mut FormationProps<S>, Cell { x, y }: Cell) {
        stamp.origins.insert(x, y);
        if !stamp.is_marker() {
            self.occupied.insert(x, y);
        }
        if self.stacks {
            self.heights.closed.insert(x, y);
        }
        if stamp.is_obstacle {
            self.obstacles.insert(x, y);
        }
    }

    /// Settles the one-cell props of one anchor at once; leaves in `cells` those that stand.
    pub(super) fn settle_more(&mut self, stamp: &mut FormationProps<S>, cells: &mut S) {
        self.work.stamps += 5 * cells.words();
        if !stamp.is_marker() {
            cells.subtract(self.taken::<true>());
        }
        if self.has_proximity {
            self.work.limits += self.limits.keep_allowed(cells);
        }
        if !stamp.is_marker() {
            self.occupied.unite(cells);
        }
        if self.stacks {
            self.heights.closed.unite(cells);
        }
        if stamp.is_obstacle {
            cells.subtract(&self.clearance);
            self.obstacles.unite(cells);
        }
        stamp.origins.unite(cells);
    }

    /// Settles props of several cells, all of a formation at once.
    ///
    /// Requires that no two of them share a cell, that the room's sets alone decide where they may
    /// stand, and that there is no cover budget. Gives the same result as settling them one by one.
    pub(super) fn settle_apart(&mut self, stamp: &mut FormationProps<S>) {
        let (across, down) = (stamp.width - 1, stamp.height - 1);
        // Four copies, each extended on two sides in up to three steps.
        self.work.stamps += 4 * (1 + 2 * 3) * stamp.origins.words();
        // The top left cells of footprints that would touch a cell of `cells`.
        let touching = |cells: &S, scratch: &mut S| {
            scratch.assign(cells);
            scratch.extend(Direction::West, across);
            scratch.extend(Direction::North, down);
        };
        let covered = |origins: &S, scratch: &mut S| {
            scratch.assign(origins);
            scratch.extend(Direction::East, across);
            scratch.extend(Direction::South, down);
        };
        touching(&self.occupied, &mut self.scratch);
        stamp.origins.subtract(&self.scratch);
        covered(&stamp.origins, &mut self.scratch);
        self.occupied.unite(&self.scratch);
        if stamp.is_obstacle {
            touching(&self.clearance, &mut self.scratch);
            stamp.origins.subtract(&self.scratch);
            covered(&stamp.origins, &mut self.scratch);
            self.obstacles.unite(&self.scratch);
        }
    }

    /// Settles the props of a vault. No two of them share a cell.
    pub(super) fn settle_vault_props<T: Trace>(
        &mut self,
        stamp: &mut FormationProps<S>,
        site: &Site<'_>,
        trace: &mut T,
    ) {
        if (stamp.width, stamp.height) == (1, 1) {
            self.settle_cells::<T, true>(stamp, site, trace);
        } else if T::DETAILED || stamp.is_marker() {
            self.settle_one_by_one::<true>(stamp, site, trace);
        } else {
            self.settle_apart(stamp);
        }
    }

    /// Settles one prop. Returns whether it stands.
    pub(super) fn settle_footprint<const IS_SPECIAL: bool>(
        &mut self,
        stamp: &mut FormationProps<S>,
        footprint: Rect,
        site: &Site<'_>,
        trace: &mut impl Trace,
    ) -> bool {
        if let Some(reason) = self.rejection::<IS_SPECIAL>(stamp, footprint, site) {
            if reason == Rejection::Clearance {
                self.occupied.insert_rect(footprint);
            }
            trace.reject(site.room, site.in_level(footprint), reason);
            return false;
        }
        if !(IS_SPECIAL && stamp.is_marker()) {
            self.occupied.insert_rect(footprint);
        }
        trace.place(site.room, site.in_level(footprint));
        if IS_SPECIAL {
            if self.has_proximity {
                self.work.limits += self.limits.keep_apart_from(footprint);
            }
            if self.stacks {
                self.heights.insert(footprint);
            }
        }
        stamp.origins.insert(footprint.left(), footprint.top());
        if stamp.is_obstacle {
            self.obstacles.insert_rect(footprint);
        }
        if let Some(budget) = self.budget.as_mut().filter(|_| stamp.covers()) {
            *budget -= footprint.width() * footprint.height();
        }
        true
    }

    /// Counts a special formation's prop against the cover budget and the proximity rules without
    /// placing it.
    pub(super) fn count_in(&mut self, stamp: &FormationProps<S>, footprint: Rect) {
        if self.has_proximity {
            self.work.limits += self.limits.keep_apart_from(footprint);
        }
        if let Some(budget) = self.budget.as_mut().filter(|_| stamp.covers()) {
            *budget -= footprint.width() * footprint.height();
        }
    }

    /// Why a prop cannot stand here, if so.
    #[inline]
    pub(super) fn rejection<const IS_SPECIAL: bool>(
        &mut self,
        stamp: &FormationProps<S>,
        footprint: Rect,
        site: &Site<'_>,
    ) -> Option<Rejection> {
        let (width, height) = site.sides();
        let room = Rect::of(0, 0, width, height);
        if !room.contains_rect(footprint) || !site.outline.is_whole() && !self.holds(footprint) {
            return Some(Rejection::Clipped);
        }
        let is_marker = IS_SPECIAL && stamp.is_marker();
        if !is_marker && self.taken::<IS_SPECIAL>().intersects_rect(footprint) {
            return Some(Rejection::Occupied);
        }
        if IS_SPECIAL
            && self.has_proximity
            && let Some(refusal) = self.limits.refusal(footprint)
        {
            return Some(refusal);
        }
        if stamp.is_obstacle && self.clearance.intersects_rect(footprint) {
            return Some(Rejection::Clearance);
        }
        let is_over = |budget| stamp.covers() && budget < footprint.width() * footprint.height();
        self.budget.is_some_and(is_over).then_some(Rejection::Cover)
    }

    /// Whether a rectangle is all floor. Testing its corners suffices, since each row and column of
    /// a room is a single run.
    #[cold]
    fn holds(&self, rect: Rect) -> bool {
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        let corners = [(rect.left(), rect.top()), (right, bottom), (right, rect.top()), (rect.left(), bottom)];
        corners.into_iter().all(|(x, y)| self.floor.contains(x, y))
    }

    /// Settles the props of a stamp one by one in row-major order, so that the last ones are
    /// dropped if a budget runs out.
    #[cold]
    fn settle_one_by_one<const IS_SPECIAL: bool>(
        &mut self,
        stamp: &mut FormationProps<S>,
        site: &Site<'_>,
        trace: &mut impl Trace,
    ) {
        let drawn = stamp.origins.clone();
        self.work.stamps += 3 * drawn.words();
        self.work.tries += u64::from(drawn.count_cells()) * u64::from(stamp.height.unsigned_abs());
        stamp.origins.subtract(&drawn);
        drawn.for_each(|x, y| {
            self.settle_footprint::<IS_SPECIAL>(stamp, Rect::of(x, y, stamp.width, stamp.height), site, trace);
        });
    }
}
