//! Which rectangles the floor of a room holds, for layouts that need one.
//!
//! Consumes the shape of a room and its vault; tells whether a rectangle of some extent lies on the
//! floor.

use super::{content::RoomVault, context::LevelContext, largest::rectangles};
use crate::{
    geom::Extent,
    grid::{BitGrid, CellSet, doubling},
};

/// The floor of a room as its shape leaves it, without the cells of its vault where a layout places
/// nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldFloor {
    extent: Extent,
    floor: BitGrid,
    /// Scratch memory.
    rows: Vec<u64>,
}

impl HeldFloor {
    /// Makes this the floor of a room of the level. Cost: linear in the words of the room and the
    /// cells of its vault.
    pub(super) fn assign(&mut self, level: LevelContext<'_>, id: usize) {
        let Self { extent, floor, .. } = self;
        let room = &level.plan.rooms[id];
        let shape = level.plan.floors.of(room);
        *extent = shape.extent();
        floor.assign_words(shape);
        if let Some(vault) = RoomVault::of(room, level.preset) {
            let walls = vault.drawing.each_cell().filter(|&(x, y, _)| vault.drawing.is_wall(x, y));
            walls.for_each(|(x, y, _)| floor.remove(vault.at.x + x, vault.at.y + y));
            vault.reserved().for_each(|cell| floor.remove(cell.x, cell.y));
        }
    }

    /// Whether a rectangle of this extent lies on the floor. Cost: linear in the room's rows, for
    /// each doubling of a side; in rooms wider than a word in their cells.
    pub(super) fn holds(&mut self, needs: Extent) -> bool {
        if !self.extent.holds(needs) {
            false
        } else if self.extent.width <= u64::BITS as i32 {
            self.holds_by_rows(needs)
        } else {
            self.holds_by_rectangles(needs)
        }
    }

    /// Erodes the floor by the rectangle, up to its first cell, a row at a time.
    fn holds_by_rows(&mut self, needs: Extent) -> bool {
        let Self { floor, rows, .. } = self;
        rows.clear();
        rows.extend_from_slice(floor.as_words());
        for step in doubling(needs.width - 1) {
            rows.iter_mut().for_each(|row| *row &= *row >> step);
        }
        for step in doubling(needs.height - 1) {
            let below = rows.len() - step as usize;
            for y in 0..below {
                rows[y] &= rows[y + step as usize];
            }
            rows.truncate(below);
        }
        rows.iter().any(|row| *row != 0)
    }

    fn holds_by_rectangles(&self, needs: Extent) -> bool {
        let mut holds = false;
        rectangles(self.floor.cells(), &mut |rect| holds |= rect.extent().holds(needs));
        holds
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::Rect;

    proptest! {
        #[test]
        fn rows_hold_what_rectangles_hold(
            (width, height) in (1..=64i32, 1..20i32),
            walls in prop::collection::vec((0..64i32, 0..20i32, 1..5i32, 1..5i32), 0..12),
        ) {
            let mut floor = BitGrid::default();
            floor.fill(width, height);
            walls.into_iter().for_each(|(x, y, width, height)| floor.remove_rect(Rect::of(x, y, width, height)));
            let mut held = HeldFloor { extent: Extent::new(width, height), floor, rows: Vec::new() };
            for needs in Rect::of(1, 1, width, height).cells().map(|cell| Extent::new(cell.x, cell.y)) {
                prop_assert_eq!(held.holds_by_rows(needs), held.holds_by_rectangles(needs), "{:?}", needs);
            }
        }
    }
}
