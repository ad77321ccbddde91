//! The quiet zone: the cells near the entry where no encounter has a member.

use std::iter::successors;

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
        // The words of the row above as they were before the step.
        let (mut above, mut work) = (vec![0_u64; stride], 0);
        for step in 1..=steps as usize {
            // No row beyond can be reached yet.
            let (from, to) = (y.saturating_sub(step) * stride, ((y + step + 1) * stride).min(rows.len()));
            work += (to - from) as u64;
            above.fill(0);
            let mut row = from;
            while row < to {
                let mut west = 0;
                for (column, above) in above.iter_mut().enumerate() {
                    let at = row + column;
                    let word = rows[at];
                    let below = rows.get(at + stride).copied().unwrap_or(0);
                    let east = if column + 1 == stride { 0 } else { rows[at + 1] << 63 };
                    rows[at] = (word | word << 1 | west | word >> 1 | east | *above | below) & open[at];
                    (west, *above) = (word >> 63, word);
                }
                row += stride;
            }
        }
        Self { around: Some(around), rows, stride, work }
    }

    /// Whether any cell of a rectangle may be in the zone.
    #[inline]
    pub(crate) fn may_touch(&self, rect: Rect) -> bool {
        self.around.is_some_and(|around| {
            let across = around.left() < rect.right() && rect.left() < around.right();
            across && around.top() < rect.bottom() && rect.top() < around.bottom()
        })
    }

    /// Whether a cell of the level is in the zone.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.around.filter(|around| around.contains(cell)).is_some_and(|around| {
            let (x, y) = ((cell.x - around.left()) as usize, (cell.y - around.top()) as usize);
            self.rows[y * self.stride + x / 64] >> (x % 64) & 1 == 1
        })
    }

    /// The number of cells of a rectangle that are in the zone. Cost: linear in the words of its
    /// rows near the zone.
    pub(crate) fn count_in(&self, rect: Rect) -> u32 {
        self.words_in(rect).map(|(_, word)| word.count_ones()).sum()
    }

    /// The cells of a rectangle that are in the zone. Cost: linear in them, and in the words of its
    /// rows near the zone.
    pub(crate) fn cells_in(&self, rect: Rect) -> impl Iterator<Item = Cell> {
        self.words_in(rect).flat_map(|(first, word)| {
            let rests = successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1))).take_while(|rest| *rest != 0);
            rests.map(move |rest| Cell::new(first.x + rest.trailing_zeros() as i32, first.y))
        })
    }

    /// The words of the rows of a rectangle, without cells outside of it, each with the cell of its
    /// lowest bit.
    fn words_in(&self, rect: Rect) -> impl Iterator<Item = (Cell, u64)> {
        let near = self.around.and_then(|around| Some((around, around.intersection(rect)?)));
        near.into_iter().flat_map(move |(around, near)| {
            let (from, to) = (near.left() - around.left(), near.right() - around.left());
            (near.top()..near.bottom()).flat_map(move |y| {
                let row = (y - around.top()) as usize * self.stride;
                (from / 64..=(to - 1) / 64).map(move |number| {
                    let first = 64 * number;
                    let below = |column: i32| if column >= 64 { u64::MAX } else { (1 << column.max(0)) - 1 };
                    let word = self.rows[row + number as usize] & below(to - first) & !below(from - first);
                    (Cell::new(around.left() + first, y), word)
                })
            })
        })
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
            let rects = plan.rooms.iter().map(|room| room.rect).chain([plan.tiles.bounds()]);
            for rect in rects {
                let of_rect: Vec<Cell> = rect.cells().filter(|cell| zone.contains(*cell)).collect();
                assert_eq!(zone.count_in(rect) as usize, of_rect.len(), "seed {seed}, {rect:?}");
                assert!(zone.cells_in(rect).eq(of_rect), "seed {seed}, {rect:?}");
            }
            let mut cells: Vec<Cell> = zone.cells_in(plan.tiles.bounds()).collect();
            let mut plain = if steps > 0 { within(&plan.tiles, plan.entry, steps) } else { Vec::new() };
            for cells in [&mut cells, &mut plain] {
                cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
            }
            assert_eq!(cells, plain, "seed {seed}, {steps} steps");
        }
    }
}
