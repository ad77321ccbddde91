//! Digging: frayed stairs that join one part of a cave to the rest.

use super::cells::CaveCells;
use crate::{
    geom::{Cell, Extent, Rect},
    rng::RandomSource,
};

impl<const COLUMNS: u32, const WORDS: usize> CaveCells<COLUMNS, WORDS> {
    /// Joins another part to this floor: adds its cells, and digs a stair between the nearest two
    /// cells. Of several, the first cell of this floor in row-major order, and the first of the
    /// part that is as near to it.
    pub(super) fn dig_to(&mut self, part: &Self, width: i32, draw: &mut impl RandomSource) {
        let Extent { width: columns, height: rows } = self.extent();
        let mut near = *part;
        // An earlier stair may have led through the part.
        for steps in 0..columns + rows {
            if let Some(to) = near.first_shared(self) {
                part.first_near(to, steps).into_iter().for_each(|from| self.dig_stair(from, to, width, draw));
                break;
            }
            // What leaves the room is nearer to nothing in it.
            near.dilate();
        }
        self.unite(part);
    }

    /// Digs from one cell to another, step by step across or down. Half of the steps also dig the
    /// cell beside, towards the middle of the room. Draws one word for 16 steps.
    pub(super) fn dig_stair(&mut self, from: Cell, to: Cell, width: i32, draw: &mut impl RandomSource) {
        /// The steps for which the bits of a word last.
        const STEPS: u32 = u32::BITS / 2;
        let Extent { width: columns, height: rows } = self.extent();
        let inward = |at: i32, side: i32| if 2 * at < side { at + 1 } else { at - 1 };
        let (mut at, mut bits, mut steps) = (from, 0, 0);
        while at != to {
            if steps % STEPS == 0 {
                bits = draw.word();
            }
            let (turns, frays) = (bits & 1 == 1, bits & 2 == 2);
            (bits, steps) = (bits >> 2, steps + 1);
            let (across, down) = ((to.x - at.x).signum(), (to.y - at.y).signum());
            let is_across = down == 0 || across != 0 && turns;
            at = if is_across { Cell::new(at.x + across, at.y) } else { Cell::new(at.x, at.y + down) };
            self.dig(at, width);
            if frays {
                let beside = if is_across {
                    Cell::new(at.x, inward(at.y, rows))
                } else {
                    Cell::new(inward(at.x, columns), at.y)
                };
                self.insert(beside);
            }
        }
    }

    /// Adds a square of cells, moved into the room, and no wider than it.
    fn dig(&mut self, at: Cell, width: i32) {
        let Extent { width: columns, height: rows } = self.extent();
        let width = width.min(columns).min(rows);
        self.insert_rect(Rect::of(at.x.min(columns - width), at.y.min(rows - width), width, width));
    }
}
