//! What is dug: caves that a cellular automaton draws, and beside them tunnels and ruins.
//!
//! Consumes the size of a leaf's room, cells that must be floor, openness, roughness and random
//! words; produces the cells of the floor. They are in one piece and hold all pinned cells.
//!
//! After Johnson, Yannakakis and Togelius, "Cellular automata for real-time generation of infinite
//! cave levels", 2010: noise, then a majority rule. The automaton works on rows of bits, 64 cells
//! at a time. What it leaves in parts is joined by digging, and not drawn again.

mod automaton;
mod cavern;
mod cells;
mod parts;
mod ruin;
mod stair;
#[cfg(test)]
mod tests;
mod tunnels;

use crate::{
    geom::{Cell, Extent, Rect},
    model::RoomShape,
    rng::RandomSource,
};
use cavern::Cavern;

/// The least side of a cave: a smaller room is a rectangle.
pub(super) const LEAST_SIDE: i32 = *RoomShape::DUG_SIDES.start();

/// What openness and chances of cells are multiples of: one for each plane of random bits.
const PARTS: u32 = 64;

/// Cells that must be floor: the ground before a door, the entry, the exit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CavePin {
    /// The cells, relative to the room's top left cell.
    pub(super) cells: Rect,
    /// The width of what is dug to them.
    pub(super) width: i32,
}

impl Default for CavePin {
    fn default() -> Self {
        Self { cells: Rect::from_cell(Cell::default()), width: 1 }
    }
}

/// How a cave is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaveStyle {
    /// The wanted fraction of floor.
    pub(super) open: f32,
    /// From 0, smooth, to 1: fewer steps of the automaton, and more pillars.
    pub(super) rough: f32,
}

impl CaveStyle {
    /// The chance of floor before the first step, in [`PARTS`], less than all and more than none.
    ///
    /// The automaton exaggerates: floor that is more than half grows, the more the larger a room
    /// is, while the rock around it takes from small rooms. Fitted to the mean floor of rooms of 6
    /// to 64 cells a side, with wanted fractions from 0.45 to 0.75.
    fn noise(self, Extent { width, height }: Extent) -> u32 {
        // Twice the area over half the perimeter: the side of a square room.
        let side = 2.0 * (width * height) as f32 / (width + height) as f32;
        let slope = (18.0 + 230.0 / side) * (1.0 + 0.3 * self.rough);
        let noise = 33.3 + 48.0 / side + (self.open - 0.56) * slope;
        ((noise + 0.5) as u32).clamp(1, PARTS - 1)
    }

    /// The steps of the automaton, four to one.
    fn steps(self) -> u32 {
        4 - (self.rough * 3.0 + 0.5) as u32
    }

    /// The chance of a pillar where one may stand, up to a quarter, in [`PARTS`].
    fn pillars(self) -> u32 {
        (self.rough * (PARTS / 4) as f32 + 0.5) as u32
    }
}

/// What is dug, and the random words that it draws in this order.
#[derive(Clone, Copy, Debug)]
pub(super) enum DigKind {
    /// A cave: noise, the automaton, its parts joined, pillars. Draws two words for each plane of
    /// noise and each row, or each four rows of up to 16 columns; for each part and then for each
    /// pin that is joined, one for each 16 steps; for the same rows, two for each plane of pillars.
    Cave(CaveStyle),
    /// A chamber of three by three cells in the middle third, and a stair to it from each pin.
    /// Draws two words for the chamber, and then for each pin one for each 16 steps.
    Tunnels,
    /// Three to five rectangles of a third to two thirds of each side, joined. Draws one word for
    /// their number, four for each (width, height, column, row), and then for each part and each
    /// pin that is joined one for each 16 steps.
    Ruin,
}

/// The most columns of a room of which four rows lie in a word, and share random words.
const NARROW: i32 = 16;

/// Digs floors, and reuses its memory.
///
/// [`Cavern`] has the one rule for all rooms. It is compiled for three layouts of their cells.
#[derive(Debug, Default)]
pub(super) struct CaveDigger {
    /// Rooms of up to 16 by 16 cells, in four words.
    small: Cavern<16, 4>,
    /// Rooms of up to 16 columns.
    narrow: Cavern<16, 16>,
    wide: Cavern<64, 64>,
    rows: Vec<u64>,
}

impl CaveDigger {
    /// Digs the floor of a room of [`LEAST_SIDE`] to 64 cells a side; returns the cells of each
    /// row, of which the lowest bit is column 0.
    ///
    /// Pinned cells lie in the room. Cost: linear in the cells of the room, times the parts that
    /// are joined.
    pub(super) fn dig(
        &mut self,
        extent: Extent,
        kind: DigKind,
        pins: &[CavePin],
        draw: &mut impl RandomSource,
    ) -> &[u64] {
        self.rows.clear();
        if extent.width > NARROW {
            self.rows.extend(self.wide.dig(extent, kind, pins, draw).rows());
        } else if extent.height > NARROW {
            self.rows.extend(self.narrow.dig(extent, kind, pins, draw).rows());
        } else {
            self.rows.extend(self.small.dig(extent, kind, pins, draw).rows());
        }
        &self.rows
    }
}
