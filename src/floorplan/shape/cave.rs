//! What is dug: caves that a cellular automaton draws, and beside them tunnels and ruins.
//!
//! Consumes the size of a leaf's room, cells that must be floor, openness, roughness and random
//! words; produces the cells of the floor. They are in one piece and hold all pinned cells.
//!
//! After Johnson, Yannakakis and Togelius, "Cellular automata for real-time generation of infinite
//! cave levels", 2010: noise, then a majority rule. The automaton works on rows of bits, 64 cells
//! at a time. What it leaves in parts is joined by digging, and not drawn again.

mod automaton;
mod parts;
mod rows;
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
use parts::CaveParts;
use rows::CaveRows;

/// The least side of a cave: a smaller room is a rectangle.
pub(super) const LEAST_SIDE: i32 = *RoomShape::DUG_SIDES.start();

/// The fewest cells of a part that is joined to the others; smaller ones become rock.
const LEAST_PART: u32 = 6;

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

/// Draws caves, and reuses its memory.
#[derive(Debug, Default)]
pub(super) struct CaveDigger {
    floor: CaveRows,
    pinned: CaveRows,
    parts: CaveParts,
}

impl CaveDigger {
    /// Draws a cave in a room of [`LEAST_SIDE`] to 64 cells a side; returns the cells of each row,
    /// of which the lowest bit is column 0.
    ///
    /// Pinned cells lie in the room. Draws random words in this order: for each row, or for each
    /// four rows of up to 16 columns, two for each plane of its noise; for each part and then for
    /// each pin that is joined, one for each 16 steps; for the same rows, two for each plane of
    /// pillars. Cost: linear in the cells of the room, times the parts that are joined.
    pub(super) fn cave(
        &mut self,
        extent: Extent,
        style: CaveStyle,
        pins: &[CavePin],
        draw: &mut impl RandomSource,
    ) -> &[u64] {
        self.begin(extent, pins);
        self.floor.scatter(style.noise(extent), draw);
        self.floor.unite(&self.pinned);
        self.floor.step(style.steps(), &self.pinned);
        self.join(LEAST_PART, pins, draw);
        self.grow();
        self.set_pillars(style.pillars(), draw);
        self.floor.rows()
    }

    /// Starts an empty room with these pins.
    fn begin(&mut self, extent: Extent, pins: &[CavePin]) {
        self.floor.reset(extent);
        self.pinned.reset(extent);
        pins.iter().for_each(|pin| self.pinned.insert_rect(pin.cells));
    }

    /// Joins the parts of the floor of at least `least` cells to the largest, then the pins.
    /// Smaller parts become rock. Without a part, the middle cell becomes floor.
    fn join(&mut self, least: u32, pins: &[CavePin], draw: &mut impl RandomSource) {
        let Self { floor, parts, .. } = self;
        parts.find(floor);
        let Some(largest) = parts.largest() else {
            let Extent { width, height } = floor.extent();
            return floor.insert_rect(Rect::from_cell(Cell::new(width / 2, height / 2)));
        };
        let extent = floor.extent();
        floor.reset(extent);
        parts.add(largest, floor);
        for part in parts.ids().filter(|&part| part != largest) {
            if parts.cells_of(part) >= least {
                floor.dig_to(&parts.rows_of(part, extent), 1, draw);
            }
        }
        for pin in pins {
            if !floor.contains_rect(pin.cells)
                && let Some(part) = parts.part_at(pin.cells.top_left())
            {
                floor.dig_to(&parts.rows_of(part, extent), pin.width, draw);
            }
        }
    }

    /// Grows the floor at its edge while it is less than seven sixteenths of the room, each time by
    /// a quarter of the cells there.
    fn grow(&mut self) {
        let Extent { width, height } = self.floor.extent();
        let least = (width * height * 7).unsigned_abs().div_ceil(16);
        let mut quarters = (0..4).cycle();
        while self.floor.count() < least {
            self.floor.grow(quarters.next().unwrap_or_default());
        }
    }

    /// Sets pillars of one cell, where all eight neighbours are floor, at odd columns of odd rows:
    /// no two of them are neighbours, so that the floor around each stays joined.
    fn set_pillars(&mut self, chance: u32, draw: &mut impl RandomSource) {
        if chance > 0 {
            let Self { floor, pinned, .. } = self;
            let mut pillars = CaveRows::default();
            pillars.reset(floor.extent());
            pillars.scatter(chance, draw);
            floor.remove_pillars(&pillars, pinned);
        }
    }
}
