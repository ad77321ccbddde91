//! The props of one room in space, for formations that may share cells with others at other heights.

use std::ops::ControlFlow;

use super::sets::Stamp;
use crate::{
    geom::{Cell, Rect, Size},
    grid::CellSet,
    spatial::{Footprint, PropIndex},
};

/// What stands in a room, with heights.
#[derive(Clone, Debug)]
pub(super) struct Space(PropIndex);

impl Space {
    /// What the stamps have placed so far, but for markers, in a room of `width` by `height` cells. Cost: linear in these props.
    pub(super) fn of<S: CellSet>(stamps: &[Stamp<S>], (width, height): (i32, i32)) -> Self {
        // A room has at most the sides of its level, and a world of an index is never small.
        let side = |cells: i32| cells.max(Size::MIN_SIDE).into();
        let size = Size::new(side(width), side(height)).unwrap_or(Size::SMALLEST);
        let mut space = Self(PropIndex::new(size));
        for stamp in stamps.iter().filter(|stamp| !stamp.is_marker()) {
            stamp.origins.for_each(|x, y| space.insert(stamp.footprint(Rect::of(x, y, stamp.width, stamp.height))));
        }
        space
    }

    /// Whether a prop overlaps none in cells and heights. Two props from the same height up to the same height never share a
    /// cell: two carpets are in each other's way, though there is no space between them. Adds the props looked at to `work`.
    pub(super) fn fits(&self, footprint: Footprint, work: &mut u64) -> bool {
        *work += 1;
        let heights = |footprint: Footprint| (footprint.bottom, footprint.top);
        let found = self.0.try_for_each_in(footprint.cells, |id| {
            *work += 1;
            match self.0.get(id) {
                Some(other) if other.overlaps(footprint) || heights(other) == heights(footprint) => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        });
        found.is_continue()
    }

    /// Lets nothing that comes later have a part of a cell, at any height.
    pub(super) fn bar(&mut self, cell: Cell) {
        self.insert(Footprint::new(Rect::from_cell(cell)).between(i32::MIN, i32::MAX));
    }

    /// How many props there are.
    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Adds a prop that fits.
    pub(super) fn insert(&mut self, footprint: Footprint) {
        let inserted = self.0.insert(self.0.len() as u32, footprint);
        debug_assert!(inserted.is_ok(), "{inserted:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Block;

    #[test]
    fn a_footprint_without_height_is_in_the_way_of_its_like_only() {
        let cells = Footprint::new(Rect::of(3, 3, 2, 1));
        let mut space = Space::of::<Block>(&[], (5, 5));
        space.insert(cells.between(0, 0));
        let fits = |bottom, top| space.fits(cells.between(bottom, top), &mut 0);
        assert!(fits(0, 256), "a table on a carpet");
        assert!(fits(256, 256));
        assert!(!fits(0, 0), "a carpet on a carpet");
    }
}
