//! Fields: a number for each cell, which changes slowly from cell to cell.
//!
//! Value noise in whole numbers, after Perlin, "An Image Synthesizer", 1985: numbers drawn on a
//! lattice, with smooth steps between them.

use crate::{
    geom::{Cell, Extent},
    rng::RandomSource,
};

/// The number of values of a field, from 0 on.
pub(super) const VALUES: i32 = 1 << 10;

/// Noise over a rectangle.
pub(super) struct NoiseField {
    coarse: Lattice,
    /// Half as far apart, with half the weight.
    fine: Lattice,
}

impl NoiseField {
    /// Draws noise with `scale` cells from one height to the next. Takes a word for each point of
    /// two lattices.
    pub(super) fn draw(extent: Extent, scale: i32, draw: &mut impl RandomSource) -> Self {
        Self { coarse: Lattice::draw(extent, scale, draw), fine: Lattice::draw(extent, (scale / 2).max(1), draw) }
    }

    /// The value at a cell of the rectangle, below [`VALUES`].
    pub(super) fn at(&self, cell: Cell) -> i32 {
        (2 * self.coarse.at(cell) + self.fine.at(cell)) / 3
    }
}

/// Numbers drawn on the points of a lattice.
struct Lattice {
    values: Vec<i32>,
    columns: i32,
    scale: i32,
    /// For each cell from one point to the next, how much of the next one it has, in parts of 256.
    steps: Vec<i32>,
}

impl Lattice {
    fn draw(Extent { width, height }: Extent, scale: i32, draw: &mut impl RandomSource) -> Self {
        let (columns, rows) = (width / scale + 2, height / scale + 2);
        let values = (0..columns * rows).map(|_| (draw.word() >> 22) as i32).collect();
        // 3t² - 2t³ for t from 0 to 1.
        let step = |at: i32| {
            // A cube of the longest side of a level needs more than 32 bits.
            let (at, scale) = (i64::from(at), i64::from(scale));
            (256 * at * at * (3 * scale - 2 * at) / (scale * scale * scale)) as i32
        };
        Self { values, columns, scale, steps: (0..scale).map(step).collect() }
    }

    fn at(&self, Cell { x, y }: Cell) -> i32 {
        let (column, row) = (x / self.scale, y / self.scale);
        let [right, down] = [x % self.scale, y % self.scale].map(|at| self.steps[at as usize]);
        let value = |column: i32, row: i32| self.values[(row * self.columns + column) as usize];
        let across = |row: i32| value(column, row) * (256 - right) + value(column + 1, row) * right;
        (across(row) * (256 - down) + across(row + 1) * down) >> 16
    }
}

/// The least value of which `wanted` or fewer cells have it or more; more than all values if the
/// highest alone is too many.
pub(super) fn threshold(values: impl Iterator<Item = i32>, wanted: u64) -> i32 {
    let mut counts = vec![0_u64; VALUES as usize];
    values.for_each(|value| counts[value.clamp(0, VALUES - 1) as usize] += 1);
    let mut total = 0;
    let mut fitting = VALUES;
    for (value, count) in (0..VALUES).zip(&counts).rev() {
        total += count;
        if total > wanted {
            break;
        }
        fitting = value;
    }
    fitting
}
