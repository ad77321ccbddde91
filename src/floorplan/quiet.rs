//! The quiet zone: the cells near the entry where no encounter has a member.

use std::iter::successors;

use crate::{
    geom::{Cell, Rect},
    grid::Grid,
    model::Tile,
};

/// The cells within some steps of the entry, in eight directions: over the tiles, with props left
/// out and all doors open, and over terrain.
///
/// A line of sight of so many cells is a way of so many steps. So whoever stands beyond the zone is
/// in sight of the entry only from farther away, also over a chasm. The default is empty.
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
    /// The zone of so many steps around the entry. `terrain` is 0 in cells without any.
    ///
    /// Grows the zone step by step, a word at a time. Cost: for each step linear in the words of
    /// the rows that it may reach.
    pub(crate) fn new(tiles: &Grid<Tile>, terrain: Option<&Grid<u8>>, entry: Cell, steps: i32) -> Self {
        let around = Rect::from_cell(entry).grown(steps).and_then(|all| all.intersection(tiles.bounds()));
        let Some(around) = around.filter(|_| steps > 0) else { return Self::default() };
        let stride = around.width().unsigned_abs().div_ceil(u64::BITS) as usize;
        let mut open = vec![0_u64; stride * around.height().unsigned_abs() as usize];
        add_cells(&mut open, stride, around, tiles, Tile::is_open);
        terrain.into_iter().for_each(|terrain| add_cells(&mut open, stride, around, terrain, |number| number > 0));
        let mut rows = vec![0_u64; open.len()];
        let (x, y) = ((entry.x - around.left()) as usize, (entry.y - around.top()) as usize);
        rows[y * stride + x / 64] = 1 << (x % 64);
        // The rows with the columns beside their cells.
        let (mut wider, mut work) = (vec![0_u64; open.len()], 0);
        for step in 1..=steps as usize {
            // No row beyond can be reached yet.
            let reach = y.saturating_sub(step) * stride..((y + step + 1) * stride).min(rows.len());
            work += 2 * reach.len() as u64;
            for row in reach.clone().step_by(stride) {
                let mut west = 0;
                for at in row..row + stride {
                    let word = rows[at];
                    let east = if at + 1 == row + stride { 0 } else { rows[at + 1] << 63 };
                    wider[at] = word | word << 1 | west | word >> 1 | east;
                    west = word >> 63;
                }
            }
            for at in reach {
                let above = at.checked_sub(stride).map_or(0, |above| wider[above]);
                let below = wider.get(at + stride).copied().unwrap_or(0);
                rows[at] = (wider[at] | above | below) & open[at];
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

/// Adds the cells of a rectangle that are wanted to its rows, of `stride` words each.
fn add_cells<T: Copy>(rows: &mut [u64], stride: usize, rect: Rect, grid: &Grid<T>, is_wanted: impl Fn(T) -> bool) {
    for (y, words) in (rect.top()..).zip(rows.chunks_exact_mut(stride)) {
        let columns = grid.row_part(y, rect.left(), rect.right());
        for (cells, word) in columns.chunks(u64::BITS as usize).zip(words) {
            *word |= cells.iter().rev().fold(0, |bits, &cell| bits << 1 | u64::from(is_wanted(cell)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        floorplan::{FloorPlan, PlanContext, Planner},
        preset::Preset,
        rng::{FloorSeed, RandomSource, SeedStage},
        trace::NoTrace,
    };

    /// The cells within so many steps, by lists of cells.
    fn within(plan: &FloorPlan, steps: i32) -> Vec<Cell> {
        let terrain = |cell| plan.terrain.cells.as_ref().and_then(|cells| cells.get(cell)).unwrap_or(0);
        let is_open = |cell| plan.tiles.get(cell).is_some_and(Tile::is_open) || terrain(cell) != 0;
        let mut reached = vec![plan.entry];
        let mut ring = reached.clone();
        for _ in 0..steps {
            for Cell { x, y } in std::mem::take(&mut ring) {
                for cell in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(x + dx, y + dy))) {
                    if is_open(cell) && !reached.contains(&cell) {
                        reached.push(cell);
                        ring.push(cell);
                    }
                }
            }
        }
        reached
    }

    #[test]
    fn the_zone_is_what_a_plain_search_reaches() {
        for (seed, size) in (0..60).zip(["80x50", "200x40", "30x90", "70x70"].into_iter().cycle()) {
            let preset = Preset::built_in(["crypt", "mine", "sewer"][seed as usize % 3]).expect("a preset");
            let preset = preset.with_size(size.parse().expect("a size")).expect("it fits");
            let seeds = FloorSeed::new(seed, 0);
            let plan = Planner::default().plan(PlanContext::new(&preset, &seeds, 0.5, &mut NoTrace));
            let draw = &mut FloorSeed::new(seed, 1).stream(SeedStage::Route);
            let steps = draw.within(0, 90);
            let zone = QuietZone::new(&plan.tiles, plan.terrain.cells.as_ref(), plan.entry, steps);
            let rects = plan.rooms.iter().map(|room| room.rect).chain([plan.tiles.bounds()]);
            for rect in rects {
                let of_rect: Vec<Cell> = rect.cells().filter(|cell| zone.contains(*cell)).collect();
                assert_eq!(zone.count_in(rect) as usize, of_rect.len(), "seed {seed}, {rect:?}");
                assert!(zone.cells_in(rect).eq(of_rect), "seed {seed}, {rect:?}");
            }
            let mut cells: Vec<Cell> = zone.cells_in(plan.tiles.bounds()).collect();
            let mut plain = if steps > 0 { within(&plan, steps) } else { Vec::new() };
            for cells in [&mut cells, &mut plain] {
                cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
            }
            assert_eq!(cells, plain, "seed {seed}, {steps} steps");
        }
    }
}
