//! The quiet zone: the cells near the entry where no encounter has a member.

use crate::{
    geom::{Cell, Rect},
    grid::Grid,
    model::Tile,
};

/// The cells within some steps of the entry, over the tiles: props left out, all doors open.
///
/// The default is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuietZone {
    /// A rectangle around the cells; `None` without any.
    around: Option<Rect>,
    /// The cells of its rows as bits, of which the lowest is the first column, in `stride` words
    /// each.
    rows: Vec<u64>,
    stride: usize,
    /// The words that the search visited, which counts as work.
    pub(super) work: u64,
}

impl QuietZone {
    /// The zone of so many steps around the entry.
    ///
    /// Grows the zone step by step, a word at a time. Cost: for each step linear in the words of
    /// the rows that it may reach.
    pub(super) fn new(tiles: &Grid<Tile>, entry: Cell, steps: i32) -> Self {
        let around = Rect::from_cell(entry).grown(steps).and_then(|all| all.intersection(tiles.bounds()));
        let Some(around) = around.filter(|_| steps > 0) else { return Self::default() };
        let stride = around.width().unsigned_abs().div_ceil(u64::BITS) as usize;
        let mut open = vec![0_u64; stride * around.height().unsigned_abs() as usize];
        for (row, words) in tiles.rows().skip(around.top() as usize).zip(open.chunks_exact_mut(stride)) {
            let columns = row.get(around.left() as usize..around.right() as usize).unwrap_or_default();
            for (cells, word) in columns.chunks(u64::BITS as usize).zip(words) {
                *word = cells.iter().rev().fold(0, |bits, tile| bits << 1 | u64::from(tile.is_open()));
            }
        }
        let mut rows = vec![0_u64; open.len()];
        let (x, y) = ((entry.x - around.left()) as usize, (entry.y - around.top()) as usize);
        rows[y * stride + x / 64] = 1 << (x % 64);
        let (mut grown, mut work) = (rows.clone(), 0);
        for step in 1..=steps as usize {
            // No row beyond can be reached yet.
            let reached = y.saturating_sub(step) * stride..((y + step + 1) * stride).min(rows.len());
            work += reached.len() as u64;
            for at in reached {
                let word = rows[at];
                let beside = |at: Option<usize>| at.and_then(|at| rows.get(at)).copied().unwrap_or(0);
                let (above, below) = (beside(at.checked_sub(stride)), beside(Some(at + stride)));
                let west = if at % stride == 0 { 0 } else { rows[at - 1] >> 63 };
                let east = if at % stride == stride - 1 { 0 } else { rows[at + 1] << 63 };
                grown[at] = (word | word << 1 | west | word >> 1 | east | above | below) & open[at];
            }
            rows.copy_from_slice(&grown);
        }
        Self { around: Some(around), rows, stride, work }
    }

    /// Whether any cell of a rectangle may be in the zone.
    pub(crate) fn may_touch(&self, rect: Rect) -> bool {
        self.around.is_some_and(|around| around.intersection(rect).is_some())
    }

    /// Whether a cell of the level is in the zone.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.around.filter(|around| around.contains(cell)).is_some_and(|around| {
            let (x, y) = ((cell.x - around.left()) as usize, (cell.y - around.top()) as usize);
            self.rows[y * self.stride + x / 64] >> (x % 64) & 1 == 1
        })
    }

    /// The cells of a rectangle that are in the zone. Cost: linear in the cells of the rectangle
    /// near the zone.
    pub(crate) fn cells_in(&self, rect: Rect) -> impl Iterator<Item = Cell> {
        let near = self.around.and_then(|around| around.intersection(rect));
        near.into_iter().flat_map(|near| near.cells()).filter(|&cell| self.contains(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        floorplan::{PlanContext, Planner},
        geom::Direction,
        preset::Preset,
        rng::{FloorSeed, RandomSource, SeedStage},
        trace::NoTrace,
    };

    /// The cells within so many steps, by lists of cells.
    fn within(tiles: &Grid<Tile>, entry: Cell, steps: i32) -> Vec<Cell> {
        let mut reached = vec![entry];
        let mut ring = reached.clone();
        for _ in 0..steps {
            let beside = |cell: &Cell| {
                Direction::ALL.map(|side| side.delta()).map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
            };
            let next: Vec<Cell> =
                ring.iter().flat_map(beside).filter(|&cell| tiles.get(cell).is_some_and(Tile::is_open)).collect();
            ring.clear();
            for cell in next {
                if !reached.contains(&cell) {
                    reached.push(cell);
                    ring.push(cell);
                }
            }
        }
        reached
    }

    #[test]
    fn the_zone_is_what_a_plain_search_reaches() {
        for (seed, size) in (0..60).zip(["80x50", "200x40", "30x90"].into_iter().cycle()) {
            let preset = Preset::built_in(["crypt", "mine"][seed as usize % 2]).expect("a preset");
            let preset = preset.with_size(size.parse().expect("a size")).expect("it fits");
            let seeds = FloorSeed::new(seed, 0);
            let plan = Planner::default().plan(PlanContext::new(&preset, &seeds, 0.5, &mut NoTrace));
            let draw = &mut FloorSeed::new(seed, 1).stream(SeedStage::Route);
            let steps = draw.within(0, 90);
            let zone = QuietZone::new(&plan.tiles, plan.entry, steps);
            let mut cells: Vec<Cell> = zone.cells_in(plan.tiles.bounds()).collect();
            let mut plain = if steps > 0 { within(&plan.tiles, plan.entry, steps) } else { Vec::new() };
            for cells in [&mut cells, &mut plain] {
                cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
            }
            assert_eq!(cells, plain, "seed {seed}, {steps} steps");
        }
    }
}
