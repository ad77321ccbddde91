//! Blobs: masks without straight sides, grown from random words by a cellular automaton.

use crate::{
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellSet},
    rng::RandomSource,
};

use super::shape::filled;

/// The steps of the automaton: with more, a blob is as smooth as an ellipse.
const STEPS: usize = 2;

/// The steps that a blob takes for each cell of its box, which count as work: to draw, to look
/// twice at nine cells, to find the piece in the middle, and to fill it.
pub(super) const WORK_PER_CELL: u64 = 24;

/// Grows a blob in the box of these zones: one piece around the middle, without holes.
///
/// At first a cell is set by a chance that falls from the middle, where it is 1, to the ellipse in
/// the box, beyond which no cell is set. In each step, a cell is set if at least five of the nine
/// around it are; those beyond the box are as the nearest cell in it. With `checker`, the cells
/// whose coordinates have an odd sum are left out at last. Draws two words for each 32 cells of a
/// row. Cost: linear in the cells of the box.
pub(super) fn grow([core, near, rim]: &BlobZones, checker: bool, draw: &mut impl RandomSource) -> BitGrid {
    let (width, height) = (rim.width(), rim.height());
    let mut blob = BitGrid::new(width, height);
    blob.set_rows(|x, y| {
        let mut words = || [draw.word(), draw.word()].map(u64::from);
        let [mut one, mut other] = words();
        if width - x > u32::BITS as i32 {
            let [more, another] = words();
            (one, other) = (one | more << u32::BITS, other | another << u32::BITS);
        }
        let bits = |zone: &BitGrid| zone.row_bits(x, y);
        bits(core) | bits(near) & (one | other) | bits(rim) & one
    });
    for _ in 0..STEPS {
        blob = step(&blob, rim);
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

/// The zones of a box, each within the next one: the cells within half of the way to the ellipse,
/// those within four fifths of it, and those about at it.
pub(super) type BlobZones = [BitGrid; 3];

/// The zones of a box of at least one cell. Cost: linear in its cells.
pub(super) fn zones(Extent { width, height }: Extent) -> BlobZones {
    let mut inner = BitGrid::new(width, height);
    ZONES.map(|part| {
        let mut zone = inner.clone();
        // A zone is symmetric, and narrower the farther a row lies from the middle.
        let mut x = 0;
        for y in (0..(height + 1) / 2).rev() {
            x = (x..(width + 1) / 2).find(|&x| is_within(part, x, y, width, height)).unwrap_or(width);
            let Some(run) = Rect::from_ltrb(x, y, width - x, y + 1) else { break };
            zone.insert_rect(run);
            zone.insert_rect(Rect::of(x, height - 1 - y, run.width(), 1));
        }
        // In boxes of a few cells, a part is rounded to less than an inner one.
        inner.clone_from(&zone);
        zone
    })
}

/// How far the zones reach, as fractions of the square of the way from the middle to the ellipse.
const ZONES: [(i64, i64); 3] = [(1, 4), (5, 8), (11, 10)];

/// Whether a cell of a box lies within a zone.
fn is_within((part, of): (i64, i64), x: i32, y: i32, width: i32, height: i32) -> bool {
    // Masks have at most 2^15 cells a side, so that all products stay below 2^63.
    let [x, y, width, height] = [x, y, width, height].map(i64::from);
    let (across, down) = ((2 * x + 1 - width) * height, (2 * y + 1 - height) * width);
    // The square of the distance from the middle is 1 at the ellipse, in these parts.
    let ellipse = width * height * width * height;
    across * across + down * down <= ellipse / of * part
}

/// A step of the automaton: the cells of `within` that have at least five cells among the nine
/// around them. Counts 64 cells at once, as numbers whose bits lie in words of their own.
fn step(blob: &BitGrid, within: &BitGrid) -> BitGrid {
    let (width, height) = (blob.width(), blob.height());
    let row = |y: i32| {
        let words = blob.as_words().len() / height as usize;
        &blob.as_words()[y.clamp(0, height - 1) as usize * words..][..words]
    };
    // The bits of a sum of three: the ones, the twos.
    let sum = |[a, b, c]: [u64; 3]| [a ^ b ^ c, a & b | c & (a | b)];
    let mut next = BitGrid::new(width, height);
    // For each column of a row, the sum of three cells.
    let mut columns: Vec<[u64; 2]> = Vec::new();
    for y in 0..height {
        columns.clear();
        let rows = row(y - 1).iter().zip(row(y)).zip(row(y + 1));
        columns.extend(rows.map(|((above, here), below)| sum([*above, *here, *below])));
        for (at, x) in (0..width).step_by(u64::BITS as usize).enumerate() {
            // A cell beyond the box is as the nearest cell in it.
            let last = 1u64 << ((width - 1) % u64::BITS as i32);
            let seen = |bit: usize| {
                let here = columns[at][bit];
                let before = if at > 0 { columns[at - 1][bit] >> (u64::BITS - 1) } else { here & 1 };
                let behind = columns.get(at + 1).map_or(here & last, |next| next[bit] << (u64::BITS - 1));
                [here << 1 | before, here, here >> 1 | behind]
            };
            let [ones, carried] = sum(seen(0));
            let [twos, fours] = sum(seen(1));
            // Twos of the ones, and twos of the twos: at most two of each.
            let (twos, more) = (twos ^ carried, twos & carried);
            let at_least_five = fours & more | (fours ^ more) & (ones | twos);
            next.set_row_bits(x, y, at_least_five & within.row_bits(x, y));
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{FloorSeed, SeedStage};

    /// The automaton by its rule, a cell at a time.
    fn step_by_cells(blob: &BitGrid, within: &BitGrid) -> BitGrid {
        let (width, height) = (blob.width(), blob.height());
        let is_set = |x: i32, y: i32| blob.get(Cell::new(x.clamp(0, width - 1), y.clamp(0, height - 1)));
        let mut next = BitGrid::new(width, height);
        for cell in within.iter() {
            let around = (cell.y - 1..=cell.y + 1).flat_map(|y| (cell.x - 1..=cell.x + 1).map(move |x| (x, y)));
            next.set(cell, around.filter(|&(x, y)| is_set(x, y)).count() >= 5);
        }
        next
    }

    #[test]
    fn a_step_by_words_is_one_by_cells() {
        let mut draw = FloorSeed::new(9, 0).stream(SeedStage::Furnish);
        for (width, height) in [(1, 1), (2, 3), (9, 7), (63, 2), (64, 5), (65, 4), (128, 3), (150, 6)] {
            let mut blob = BitGrid::new(width, height);
            blob.set_rows(|_, _| draw.two_words() | draw.two_words());
            let mut all = BitGrid::new(width, height);
            all.fill(width, height);
            assert_eq!(step(&blob, &all), step_by_cells(&blob, &all), "{width}x{height}");
        }
    }

    #[test]
    fn a_zone_has_the_cells_of_its_part_and_of_those_within_it() {
        for (width, height) in Rect::of(1, 1, 12, 12).cells().map(|cell| (cell.x, cell.y)).chain([(70, 9), (9, 130)]) {
            for (number, zone) in zones(Extent::new(width, height)).iter().enumerate() {
                for cell in Rect::of(0, 0, width, height).cells() {
                    let is_within = |part: &(i64, i64)| is_within(*part, cell.x, cell.y, width, height);
                    let wanted = ZONES[..=number].iter().any(is_within);
                    assert_eq!(zone.get(cell), wanted, "{cell:?} of {width}x{height}");
                }
            }
        }
    }

    #[test]
    fn a_blob_is_one_piece_without_holes_around_the_middle_of_its_box() {
        let mut draw = FloorSeed::new(7, 0).stream(SeedStage::Furnish);
        let (mut distinct, mut shares) = (std::collections::BTreeSet::new(), Vec::new());
        for (width, height) in
            [(1, 1), (2, 1), (1, 9), (2, 2), (3, 3), (4, 4), (5, 3), (7, 7), (12, 8), (40, 33), (70, 5)]
        {
            for _ in 0..50 {
                let blob = grow(&zones(Extent::new(width, height)), false, &mut draw);
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
        let blob = |seed, checker| {
            grow(&zones(Extent::new(11, 7)), checker, &mut FloorSeed::new(seed, 0).stream(SeedStage::Furnish))
        };
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
