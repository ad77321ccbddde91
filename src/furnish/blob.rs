//! Blobs: masks without straight sides, grown from random words by a cellular automaton.

use crate::{
    geom::{Cell, Extent},
    grid::BitGrid,
    rng::RandomSource,
};

use super::shape::filled;

/// The steps of the automaton: with more, a blob is as smooth as an ellipse.
const STEPS: usize = 2;

/// The steps that a blob takes for each cell of its box, which count as work: to draw, to look
/// twice at nine cells, to find the piece in the middle, and to fill it.
pub(super) const WORK_PER_CELL: u64 = 24;

/// Grows a blob in a box: one piece around the middle, without holes.
///
/// At first a cell is set by a chance that falls from the middle, where it is 1, to the ellipse in
/// the box, beyond which no cell is set. In each step, a cell is set if at least five of the nine
/// around it are; those beyond the box are as the nearest cell in it. With `checker`, the cells
/// whose coordinates have an odd sum are left out at last. Draws two words for each 32 cells of a
/// row. Cost: linear in the cells of the box.
pub(super) fn grow(extent: Extent, checker: bool, draw: &mut impl RandomSource) -> BitGrid {
    let Extent { width, height } = Extent::new(extent.width.max(1), extent.height.max(1));
    let mut blob = BitGrid::new(width, height);
    for y in 0..height {
        for first in (0..width).step_by(u32::BITS as usize) {
            let (one, other) = (draw.word(), draw.word());
            for x in first..width.min(first + u32::BITS as i32) {
                let is_set = match zone(x, y, width, height) {
                    Zone::Middle => true,
                    Zone::Near => (one | other) >> (x - first) & 1 == 1,
                    Zone::Rim => one >> (x - first) & 1 == 1,
                    Zone::Outside => false,
                };
                blob.set(Cell::new(x, y), is_set);
            }
        }
    }
    for _ in 0..STEPS {
        blob = step(&blob);
    }
    let middle = Cell::new((width - 1) / 2, (height - 1) / 2);
    // The cells of the middle are one piece: one, two or four.
    for (x, y) in [(middle.x, middle.y), (width / 2, middle.y), (middle.x, height / 2), (width / 2, height / 2)] {
        blob.set(Cell::new(x, y), true);
    }
    let mut blob = filled(&blob.connected_to(middle));
    if checker {
        for y in 0..height {
            (0..width).filter(|x| (x + y) % 2 == 1).for_each(|x| blob.set(Cell::new(x, y), false));
        }
    }
    blob
}

/// Where a cell of the box lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    /// Within half of the way to the ellipse.
    Middle,
    /// Within four fifths of it.
    Near,
    /// About at the ellipse: a cell here is set by a chance of a half.
    Rim,
    Outside,
}

fn zone(x: i32, y: i32, width: i32, height: i32) -> Zone {
    // Masks have at most 2^15 cells a side, so that all products stay below 2^63.
    let [x, y, width, height] = [x, y, width, height].map(i64::from);
    let (across, down) = ((2 * x + 1 - width) * height, (2 * y + 1 - height) * width);
    // The square of the distance from the middle is 1 at the ellipse, in these parts.
    let ellipse = width * height * width * height;
    let distance = across * across + down * down;
    if distance <= ellipse / 4 {
        Zone::Middle
    } else if distance <= ellipse / 8 * 5 {
        Zone::Near
    } else if distance <= ellipse / 10 * 11 {
        Zone::Rim
    } else {
        Zone::Outside
    }
}

/// A step of the automaton.
fn step(blob: &BitGrid) -> BitGrid {
    let (width, height) = (blob.width(), blob.height());
    let mut next = BitGrid::new(width, height);
    let is_set = |x: i32, y: i32| blob.get(Cell::new(x.clamp(0, width - 1), y.clamp(0, height - 1)));
    for y in 0..height {
        // The number of cells that are set in the column before, in this one and behind it.
        let column = |x: i32| (y - 1..=y + 1).filter(|&y| is_set(x, y)).count();
        let (mut before, mut here) = (column(-1), column(0));
        for x in 0..width {
            let behind = column(x + 1);
            if before + here + behind >= 5 && zone(x, y, width, height) != Zone::Outside {
                next.set(Cell::new(x, y), true);
            }
            (before, here) = (here, behind);
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::CellSet,
        rng::{FloorSeed, SeedStage},
    };

    #[test]
    fn a_blob_is_one_piece_without_holes_around_the_middle_of_its_box() {
        let mut draw = FloorSeed::new(7, 0).stream(SeedStage::Furnish);
        let (mut distinct, mut shares) = (std::collections::BTreeSet::new(), Vec::new());
        for (width, height) in
            [(1, 1), (2, 1), (1, 9), (2, 2), (3, 3), (4, 4), (5, 3), (7, 7), (12, 8), (40, 33), (70, 5)]
        {
            for _ in 0..50 {
                let blob = grow(Extent::new(width, height), false, &mut draw);
                assert_eq!((blob.width(), blob.height()), (width, height));
                for middle in [Cell::new((width - 1) / 2, (height - 1) / 2), Cell::new(width / 2, height / 2)] {
                    assert_eq!(blob.connected_to(middle), blob, "{width}x{height}");
                }
                assert_eq!(filled(&blob), blob, "{width}x{height}");
                shares.push(blob.count() as f64 / f64::from(width * height));
                if (width, height) == (12, 8) {
                    distinct.insert(blob.as_words().to_vec());
                }
            }
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((0.6..0.9).contains(&mean), "{mean}");
        assert!(distinct.len() > 45, "{}", distinct.len());
    }

    #[test]
    fn a_blob_is_the_same_from_the_same_words() {
        let blob =
            |seed, checker| grow(Extent::new(11, 7), checker, &mut FloorSeed::new(seed, 0).stream(SeedStage::Furnish));
        let text = |blob: &BitGrid| {
            let row = |y| (0..11).map(|x| if blob.get(Cell::new(x, y)) { '#' } else { '.' }).collect::<String>();
            (0..7).map(row).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(blob(3, false), blob(3, false));
        assert_ne!(blob(3, false), blob(4, false));
        let (whole, checkered) = (blob(3, false), blob(3, true));
        let mut both = whole.clone();
        both.for_each(|_, _| ());
        let is_kept = |cell: Cell| whole.get(cell) && (cell.x + cell.y) % 2 == 0;
        assert!(checkered.iter().count() > 10 && checkered.iter().all(is_kept), "{}", text(&checkered));
        both.difference_with(&checkered);
        assert!(both.iter().all(|cell| (cell.x + cell.y) % 2 == 1), "{}", text(&whole));
    }
}
