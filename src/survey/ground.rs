//! Metrics of cells: openness, prop density, symmetry and walking distance.

use super::composition::{self, Composition};
use crate::{
    geom::Rect,
    grid::BitGrid,
    level::{Distances, Level, Tile},
};

/// The cell metrics of the level measured last, and the buffers for measuring.
#[derive(Clone, Debug, Default)]
pub(super) struct CellMetrics {
    cells: u64,
    /// All floor, corridor and door cells.
    open: BitGrid,
    open_cells: u64,
    /// The bounding box of the open cells.
    open_bounds: Option<Rect>,
    /// The number of room floor cells.
    pub(super) floor: u64,
    /// Cells covered by a prop that is no marker.
    furnished: BitGrid,
    /// Steps from entry to exit; 0 if the exit is unreachable, which no valid level has.
    pub(super) walking_distance: u32,
    distances: Distances,
}

impl CellMetrics {
    /// Measures which cells have props. Cost: linear in cells and props.
    pub(super) fn measure_props(&mut self, level: &Level) {
        composition::cover(level, &mut self.furnished);
    }

    /// The composition of the rooms of the level whose props were measured last.
    pub(super) fn composition(&self, level: &Level) -> Composition {
        Composition::of_covered(level, &self.furnished)
    }

    /// Measures the walking distance.
    ///
    /// Cost: linear in cells, and in props if the level has no tables yet.
    pub(super) fn measure_walk(&mut self, level: &Level) {
        self.distances.measure(level.walkable(), [level.entry]);
        self.walking_distance = self.distances.get(level.exit).unwrap_or(0);
    }

    /// The steps from the entry to each cell, of the level whose walk was measured last.
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    /// Measures open cells and floor. Cost: linear in cells.
    pub(super) fn measure_tiles(&mut self, level: &Level) {
        let (width, height) = (level.width(), level.height());
        self.cells = width as u64 * height as u64;
        self.open = BitGrid::of(&level.tiles, Tile::is_open);
        self.open_cells = self.open.count();
        self.open_bounds = self.open.bounds();
        let floor = |row: &[Tile]| row.iter().map(|&tile| u64::from(tile == Tile::Floor)).sum::<u64>();
        self.floor = level.tiles.rows().map(floor).sum();
    }

    /// Open cells as a fraction of all cells.
    pub(super) fn openness(&self) -> f64 {
        self.open_cells as f64 / self.cells as f64
    }

    /// Cells with a prop as a fraction of room floor. Props stand on room floor only.
    pub(super) fn prop_density(&self) -> f64 {
        if self.floor == 0 { 0.0 } else { self.furnished.count() as f64 / self.floor as f64 }
    }

    /// The best Jaccard index of the level with its three mirror images.
    pub(super) fn symmetry(&self) -> f64 {
        let mirrors = [[true, false], [false, true], [true, true]];
        let in_both = mirrors.map(|mirror| self.open_in_both(mirror)).into_iter().max().unwrap_or(0);
        let in_either = 2 * self.open_cells - in_both;
        if in_either == 0 { 0.0 } else { in_both as f64 / in_either as f64 }
    }

    /// The number of cells that are open both in the level and in its mirror image.
    ///
    /// The image is mirrored horizontally, vertically or both, about the centre of the open cells'
    /// bounding box. Works on 64 cells at a time.
    fn open_in_both(&self, [is_across, is_down]: [bool; 2]) -> u64 {
        const WORD: i32 = 64;
        let Some(reach) = self.open_bounds else { return 0 };
        let row = |y: i32| {
            let image = if is_down { reach.top() + reach.bottom() - 1 - y } else { y };
            (reach.left()..reach.right()).step_by(WORD as usize).map(move |x| {
                let mirrored = if is_across {
                    let last = reach.left() + reach.right() - 1 - x;
                    self.open.row_bits(last - (WORD - 1), image).reverse_bits()
                } else {
                    self.open.row_bits(x, image)
                };
                u64::from((self.open.row_bits(x, y) & mirrored).count_ones())
            })
        };
        (reach.top()..reach.bottom()).flat_map(row).sum()
    }
}
