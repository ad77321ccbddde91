//! The sets of cells of one room, and how the props of a formation settle in them.
//!
//! A prop settles where its whole footprint lies on the room's floor and on no earlier prop, or, if it stacks, where it overlaps none
//! in cells and heights; an obstacle not where cells have to stay free. All in coordinates from the room's top left cell.

use super::{Site, space::Space};
use crate::{
    geom::Rect,
    grid::CellSet,
    model::PropKind,
    spatial::Footprint,
    trace::{Rejection, Trace},
};

/// The sets of cells of one room.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets<S> {
    /// The cells of the room.
    pub(super) floor: S,
    /// The cells under props, those that were taken away again included.
    pub(super) occupied: S,
    /// The cells under obstacles that stay.
    pub(super) obstacles: S,
    /// The cells that no obstacle may stand on: clearances, entry, exit.
    pub(super) clearance: S,
    /// How many more cells of the floor props may cover, if that is limited.
    pub(super) budget: Option<i32>,
    /// What stands in the room, with heights; only while a formation is stamped that stacks.
    pub(super) space: Option<Space>,
}

/// What one formation has placed, at all its anchors.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamp<S> {
    /// The prop's kind, as a position in the preset's list.
    pub(super) kind: u16,
    /// The top left cells of the props that stay.
    pub(super) origins: S,
    /// The footprint.
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) is_obstacle: bool,
    /// From where up to where the props reach, in 1/256 m.
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl<S: CellSet> Stamp<S> {
    /// Makes this an empty stamp of a kind of prop, in a room of `width` by `height` cells; keeps the memory.
    pub(super) fn begin(&mut self, number: u16, kind: &PropKind, (width, height): (i32, i32)) {
        self.origins.reset(width, height);
        self.kind = number;
        (self.width, self.height) = (kind.width.into(), kind.height.into());
        self.is_obstacle = kind.is_obstacle();
        (self.bottom, self.top) = (kind.elevation.parts(), (kind.elevation + kind.tall).parts());
    }

    /// What a prop that covers `cells` takes up.
    pub(super) fn footprint(&self, cells: Rect) -> Footprint {
        Footprint::new(cells).between(self.bottom, self.top)
    }

    /// Whether its props cover floor: what does not stand on it does not.
    fn covers(&self) -> bool {
        self.bottom <= 0
    }
}

impl<S: CellSet> Sets<S> {
    /// Settles props of one cell, all of a formation at once.
    pub(super) fn settle_cells<T: Trace>(&mut self, stamp: &mut Stamp<S>, site: &Site<'_>, trace: &mut T) {
        if self.budget.is_some() {
            self.settle_one_by_one(stamp, site, trace);
            return;
        }
        if T::DETAILED {
            stamp.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if self.occupied.contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Occupied);
                } else if stamp.is_obstacle && self.clearance.contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Clearance);
                } else {
                    trace.place(site.room, site.in_level(cell));
                }
            });
        }
        stamp.origins.subtract(&self.occupied);
        self.occupied.unite(&stamp.origins);
        if stamp.is_obstacle {
            stamp.origins.subtract(&self.clearance);
            self.obstacles.unite(&stamp.origins);
        }
    }

    /// Settles one prop; tells whether it stands.
    pub(super) fn settle_footprint(
        &mut self,
        stamp: &mut Stamp<S>,
        footprint: Rect,
        site: &Site<'_>,
        trace: &mut impl Trace,
    ) -> bool {
        if let Some(reason) = self.rejection(stamp, footprint, site) {
            if reason == Rejection::Clearance {
                self.occupied.insert_rect(footprint);
            }
            trace.reject(site.room, site.in_level(footprint), reason);
            return false;
        }
        self.occupied.insert_rect(footprint);
        trace.place(site.room, site.in_level(footprint));
        if let Some(space) = &mut self.space {
            space.insert(stamp.footprint(footprint));
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

    /// Why a prop cannot stand here, if it cannot.
    #[inline]
    pub(super) fn rejection(&self, stamp: &Stamp<S>, footprint: Rect, site: &Site<'_>) -> Option<Rejection> {
        let (width, height) = site.sides();
        let room = Rect::of(0, 0, width, height);
        if !room.contains_rect(footprint) || !site.outline.is_whole() && !self.holds(footprint) {
            return Some(Rejection::Clipped);
        }
        let is_taken = match &self.space {
            Some(space) => !space.fits(stamp.footprint(footprint)),
            None => self.occupied.intersects_rect(footprint),
        };
        if is_taken {
            return Some(Rejection::Occupied);
        }
        if stamp.is_obstacle && self.clearance.intersects_rect(footprint) {
            return Some(Rejection::Clearance);
        }
        let is_over = |budget| stamp.covers() && budget < footprint.width() * footprint.height();
        self.budget.is_some_and(is_over).then_some(Rejection::Cover)
    }

    /// Whether a rectangle is all floor: whether its corners are, since rows and columns of a room are single runs.
    #[cold]
    fn holds(&self, rect: Rect) -> bool {
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        let corners = [(rect.left(), rect.top()), (right, bottom), (right, rect.top()), (rect.left(), bottom)];
        corners.into_iter().all(|(x, y)| self.floor.contains(x, y))
    }

    /// Settles the props of a stamp one by one in row order, so that what is too much is left out at the end.
    #[cold]
    fn settle_one_by_one(&mut self, stamp: &mut Stamp<S>, site: &Site<'_>, trace: &mut impl Trace) {
        let drawn = stamp.origins.clone();
        stamp.origins.subtract(&drawn);
        drawn.for_each(|x, y| {
            self.settle_footprint(stamp, Rect::of(x, y, stamp.width, stamp.height), site, trace);
        });
    }
}
