//! The rectangles that the floor of a room holds: those of a needed extent, and the largest.
//!
//! Consumes the cells of a floor; answers with rectangles of floor.

use crate::{
    geom::{Extent, Rect},
    grid::{CellWords, runs_of},
};

/// Calls `visit` with rectangles of floor, among them each one that can grow in no direction.
///
/// Columns and rows count from the room's top left cell. Cost: linear in the room's cells. Source:
/// the rectangles of a histogram, with a stack, for each row; after Vandevoorde, "The maximal
/// rectangle problem", 1998. Leaves out runs of a row of which all rectangles can grow downwards.
pub(super) fn rectangles(floor: CellWords<'_>, visit: &mut impl FnMut(Rect)) {
    let Extent { width, height } = floor.extent();
    // For each column with floor in the current row, the first row from which on it has floor.
    let mut tops = vec![0; width as usize];
    // Rectangles that may grow to the east: their first column and their height, both ascending.
    let mut open: Vec<(i32, i32)> = Vec::new();
    for y in 0..height {
        floor.for_each_new(y, |x| tops[x as usize] = y);
        for run in floor.runs(y).filter(|run| !floor.has_run(y + 1, run)) {
            let heights = run.clone().map(|x| y + 1 - tops[x as usize]);
            for (x, height) in (run.start..).zip(heights.chain([0])) {
                let mut left = x;
                while let Some((from, high)) = open.pop_if(|(_, high)| *high >= height) {
                    visit(Rect::of(from, y + 1 - high, x - from, high));
                    left = from;
                }
                if height > 0 {
                    open.push((left, height));
                }
            }
        }
    }
}

/// The largest rectangle of floor, and the largest square; `None` without floor. Of several, the
/// one nearest to the middle of the room, then the first in row-major order.
///
/// Cost: linear in the room's cells.
pub(super) fn largest(floor: CellWords<'_>) -> Option<[Rect; 2]> {
    let extent = floor.extent();
    let nearer = |one: Rect, other: Rect| {
        let order = |rect: Rect| (off_middle(rect, extent), rect.top(), rect.left());
        order(one) < order(other)
    };
    let mut best: Option<[Rect; 2]> = None;
    let find = if extent.width.max(extent.height) <= SMALL { by_pairs_of_rows } else { rectangles };
    find(floor, &mut |rect: Rect| {
        let [rectangle, square] = best.get_or_insert_with(|| [rect, square_in(rect, extent)]);
        let (area, least) = (rect.area(), rectangle.area());
        if area > least || area == least && nearer(rect, *rectangle) {
            *rectangle = rect;
        }
        // Most rectangles hold no square as large as the best so far.
        let side = rect.width().min(rect.height());
        if side >= square.width() {
            let found = square_in(rect, extent);
            if side > square.width() || nearer(found, *square) {
                *square = found;
            }
        }
    });
    best
}

/// The largest sides of a room in which all pairs of rows are looked at: a word has a row.
const SMALL: i32 = u64::BITS as i32;

/// As [`rectangles`], faster in small rooms: for each pair of rows, the runs of columns with floor
/// in all rows from one to the other. Leaves out runs that can grow upwards or downwards.
fn by_pairs_of_rows(floor: CellWords<'_>, visit: &mut impl FnMut(Rect)) {
    let height = floor.extent().height as usize;
    // With an empty row above and one below.
    let mut rows = [0; SMALL as usize + 2];
    (0..).zip(&mut rows[1..=height]).for_each(|(y, row)| *row = floor.row(y));
    for top in 1..=height {
        let mut columns = u64::MAX;
        for bottom in top..=height {
            columns &= rows[bottom];
            let (up, down) = (columns & !rows[top - 1], columns & !rows[bottom + 1]);
            if up == 0 {
                // All runs grow upwards, with any further row, too.
                break;
            }
            if down == 0 {
                continue;
            }
            for run in runs_of(columns) {
                let cells = u64::MAX << run.start & u64::MAX >> (SMALL - run.end);
                if up & cells != 0 && down & cells != 0 {
                    visit(Rect::of(run.start, top as i32 - 1, run.end - run.start, (bottom + 1 - top) as i32));
                }
            }
        }
    }
}

/// The largest square of a rectangle that is nearest to the middle of the room.
fn square_in(rect: Rect, room: Extent) -> Rect {
    let side = rect.width().min(rect.height());
    let place = |from: i32, to: i32, room: i32| ((room - side) / 2).clamp(from, to - side);
    let left = place(rect.left(), rect.right(), room.width);
    Rect::of(left, place(rect.top(), rect.bottom(), room.height), side, side)
}

/// The square of the distance between the middles of a rectangle and of the room, in half cells.
fn off_middle(rect: Rect, room: Extent) -> i64 {
    let across = i64::from(rect.left() + rect.right() - room.width);
    let down = i64::from(rect.top() + rect.bottom() - room.height);
    across * across + down * down
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        geom::Cell,
        grid::{BitGrid, CellBlock, CellSet},
    };

    /// All rectangles of floor, by a look at each cell.
    fn all(extent: Extent, floor: &BTreeSet<Cell>) -> Vec<Rect> {
        let cells = || Rect::of(0, 0, extent.width, extent.height).cells();
        let pairs = cells().flat_map(|one| cells().map(move |other| (one, other)));
        let rects = pairs.filter_map(|(one, other)| Rect::from_ltrb(one.x, one.y, other.x + 1, other.y + 1));
        rects.filter(|rect| rect.cells().all(|cell| floor.contains(&cell))).collect()
    }

    /// The one of these with the most cells, the nearest to the middle of the room, and the first.
    fn best(extent: Extent, rects: impl Iterator<Item = Rect>) -> Option<Rect> {
        rects.min_by_key(|rect| {
            let away = [
                (rect.left() - (extent.width - rect.right())).pow(2),
                (rect.top() - (extent.height - rect.bottom())).pow(2),
            ];
            (-rect.area(), away.iter().sum::<i32>(), rect.top(), rect.left())
        })
    }

    /// The floor of a room, moved to the east by `right` columns.
    fn set_of<S: CellSet>(extent: Extent, floor: &BTreeSet<Cell>, right: i32) -> S {
        let mut set = S::default();
        set.reset(extent.width, extent.height);
        floor.iter().for_each(|cell| set.insert(cell.x + right, cell.y));
        set
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn rectangles_are_those_that_a_look_at_each_cell_finds(
            (width, height) in (1..9i32, 1..9i32),
            share in 1..9u8,
            seen in prop::collection::vec(0..8u8, 64),
        ) {
            let extent = Extent::new(width, height);
            let cells = Rect::of(0, 0, width, height).cells();
            let floor: BTreeSet<_> = cells.zip(seen).filter(|(_, seen)| *seen < share).map(|(cell, _)| cell).collect();
            let block: CellBlock = set_of(extent, &floor, 0);
            let cells = block.cells();
            let all = all(extent, &floor);
            let mut found = BTreeSet::new();
            rectangles(cells, &mut |rect| {
                found.insert((rect.top(), rect.left(), rect.width(), rect.height()));
            });
            for rect in &all {
                let key = (rect.top(), rect.left(), rect.width(), rect.height());
                let grows = all.iter().any(|other| other != rect && other.contains_rect(*rect));
                prop_assert!(grows || found.remove(&key), "{rect:?} is missing");
            }
            for (y, x, width, height) in found {
                prop_assert!(all.contains(&Rect::of(x, y, width, height)), "no floor");
            }
            // The same in a room whose rows have two words.
            let [mut here, mut in_wide] = [Vec::new(), Vec::new()];
            rectangles(cells, &mut |rect| here.push((rect.left() + 60, rect.top(), rect.extent())));
            let wide: BitGrid = set_of(Extent::new(width + 60, height), &floor, 60);
            rectangles(wide.cells(), &mut |rect| in_wide.push((rect.left(), rect.top(), rect.extent())));
            prop_assert_eq!(here, in_wide);
            let squares = all.iter().copied().filter(|rect| rect.width() == rect.height());
            let wanted = best(extent, all.iter().copied()).zip(best(extent, squares));
            let moved = all.iter().map(|rect| Rect::of(rect.left() + 60, rect.top(), rect.width(), rect.height()));
            let moved: Vec<_> = moved.collect();
            let in_wide = best(wide.cells().extent(), moved.iter().copied());
            prop_assert_eq!(largest(wide.cells()).map(|[rectangle, _]| rectangle), in_wide);
            prop_assert_eq!(largest(cells), wanted.map(|(rectangle, square)| [rectangle, square]));
        }
    }
}
