//! Compares checkered outlines with plain definitions: cells sorted along an outline alternate.

use std::collections::BTreeSet;

use crate::{
    furnish::shape::draw,
    geom::{Cell, Direction, Extent},
    grid::BitGrid,
    preset::{FormationShape, MaskDrawing},
};

/// The largest side of the masks.
const MOST: i32 = 40;

/// An outline, and what a checker keeps of it.
struct Checkered {
    what: String,
    right: i32,
    bottom: i32,
    outline: BTreeSet<Cell>,
    kept: BTreeSet<Cell>,
}

impl Checkered {
    fn new(shape: &FormationShape, facing: Direction, width: i32, height: i32) -> Self {
        let drawn = |checker| {
            let drawing = MaskDrawing { facing, checker, ..MaskDrawing::plain(shape.clone()) };
            let mask: BitGrid = draw(&drawing, Extent::new(width, height));
            mask.iter().collect()
        };
        let what = format!("{shape:?} of {width}x{height} to the {facing:?}");
        Self { what, right: width - 1, bottom: height - 1, outline: drawn(false), kept: drawn(true) }
    }

    fn of(shape: &FormationShape) -> impl Iterator<Item = Self> {
        let sides = (1..=MOST).flat_map(|width| (1..=MOST).map(move |height| (width, height)));
        sides.map(|(width, height)| Self::new(shape, Direction::North, width, height))
    }

    /// The images of a cell in each symmetry that a mask may have: mirrored in both axes, and for a
    /// square in both diagonals.
    fn images(&self, Cell { x, y }: Cell) -> Vec<Cell> {
        let (right, bottom) = (self.right, self.bottom);
        let mut images = vec![Cell::new(right - x, y), Cell::new(x, bottom - y)];
        if right == bottom {
            images.extend([Cell::new(y, x), Cell::new(bottom - y, right - x)]);
        }
        images
    }

    /// The cells of the quarter at the top left, from the left axis to the top: those of a curve
    /// that rises from each column to the next.
    fn quarter(&self) -> Vec<Cell> {
        let mut cells: Vec<_> = self.outline.iter().copied().collect();
        cells.retain(|cell| 2 * cell.x <= self.right && 2 * cell.y <= self.bottom);
        cells.sort_by_key(|cell| (cell.x, -cell.y));
        cells
    }

    /// Asserts that cells which follow each other touch, and are alike only as mirror images.
    fn assert_alternate(&self, cells: &[Cell]) {
        for pair in cells.windows(2) {
            let [one, other] = [pair[0], pair[1]];
            assert!((one.x - other.x).abs().max((one.y - other.y).abs()) == 1, "{}: {one}, {other}", self.what);
            let are_alike = self.kept.contains(&one) == self.kept.contains(&other);
            assert!(!are_alike || self.images(one).contains(&other), "{}: {one}, {other}", self.what);
        }
    }

    /// Asserts that the rest has each symmetry of the outline. A triangle of one or two rows or
    /// columns may fill all of them: then it is meant to have one symmetry only.
    fn assert_symmetric(&self) {
        assert!(self.kept.is_subset(&self.outline), "{}", self.what);
        let is_full = self.outline.len() as i32 == (self.right + 1) * (self.bottom + 1);
        let count = if is_full { 1 } else { self.images(Cell::new(0, 0)).len() };
        for number in 0..count {
            let image = |cells: &BTreeSet<Cell>| cells.iter().map(|&cell| self.images(cell)[number]).collect();
            let mirrored: BTreeSet<Cell> = image(&self.outline);
            if mirrored == self.outline {
                let mirrored: BTreeSet<Cell> = image(&self.kept);
                assert_eq!(mirrored, self.kept, "{}: symmetry {number}", self.what);
            }
        }
    }

    /// The longest run of missing cells along a closed walk.
    fn longest_gap(&self, walk: &[Cell]) -> usize {
        let mut walk = walk.to_vec();
        walk.dedup();
        if walk.first() == walk.last() {
            walk.pop();
        }
        let twice = walk.iter().chain(&walk).map(|cell| !self.kept.contains(cell));
        let runs = twice.scan(0, |run, is_missing| {
            *run = if is_missing { *run + 1 } else { 0 };
            Some(*run)
        });
        runs.max().unwrap_or_default()
    }
}

#[test]
fn a_checkered_circle_or_diamond_keeps_every_other_cell_along_it_from_its_axes() {
    for shape in [FormationShape::Circle, FormationShape::Diamond] {
        for mask in Checkered::of(&shape) {
            mask.assert_symmetric();
            let quarter = mask.quarter();
            mask.assert_alternate(&quarter);
            assert!(mask.kept.contains(&quarter[quarter.len() - 1]), "{}: the top", mask.what);
            // Around: left to top, to the right, to the bottom, and back.
            let image = |x: bool, y: bool| {
                let turn = move |cell: &Cell| {
                    Cell::new(
                        if x { mask.right - cell.x } else { cell.x },
                        if y { mask.bottom - cell.y } else { cell.y },
                    )
                };
                quarter.iter().map(turn).collect::<Vec<_>>()
            };
            let back = |mut cells: Vec<Cell>| {
                cells.reverse();
                cells
            };
            let walk = [image(false, false), back(image(true, false)), image(true, true), back(image(false, true))];
            let gap = mask.longest_gap(&walk.concat());
            assert!(gap <= 2, "{}: a gap of {gap} cells", mask.what);
        }
    }
}

#[test]
fn a_checkered_x_keeps_every_other_cell_of_each_arm_from_the_crossing() {
    for mask in Checkered::of(&FormationShape::X) {
        mask.assert_symmetric();
        let mut arm: Vec<_> = mask.outline.iter().copied().collect();
        arm.retain(|cell| 2 * cell.x <= mask.right && 2 * cell.y <= mask.bottom);
        arm.sort_by_key(|cell| (-cell.x, -cell.y));
        for (step, cell) in arm.iter().enumerate() {
            assert_eq!(mask.kept.contains(cell), step % 2 == 0, "{}: {cell}", mask.what);
        }
    }
}

#[test]
fn a_checkered_triangle_keeps_every_other_cell_from_its_apex_to_the_middle_of_its_base() {
    for mask in Checkered::of(&FormationShape::Triangle) {
        mask.assert_symmetric();
        let half: Vec<_> = mask.outline.iter().copied().filter(|cell| 2 * cell.x <= mask.right).collect();
        let (mut base, mut side): (Vec<Cell>, Vec<Cell>) = half.iter().partition(|cell| cell.y == mask.bottom);
        base.sort_by_key(|cell| cell.x);
        side.sort_by_key(|cell| (cell.y, -cell.x));
        mask.assert_alternate(&base);
        // The side goes on to the next column of the base, or straight down at the corner.
        let foot = side.last().map(|last| Cell::new((last.x - 1).max(0), mask.bottom));
        mask.assert_alternate(&side.iter().copied().chain(foot).collect::<Vec<_>>());
        if let Some(apex) = side.first() {
            assert!(mask.kept.contains(apex), "{}: the apex", mask.what);
        }
        let down: Vec<_> = side.iter().chain(&base).copied().collect();
        let up = down.iter().rev().map(|cell| Cell::new(mask.right - cell.x, cell.y));
        let gap = mask.longest_gap(&down.iter().copied().chain(up).collect::<Vec<_>>());
        assert!(gap <= 2, "{}: a gap of {gap} cells", mask.what);
    }
}

#[test]
fn a_checkered_triangle_looks_the_same_to_each_side() {
    for (width, height) in (1..=MOST).flat_map(|width| (1..=MOST).map(move |height| (width, height))) {
        let kept = |facing, width, height| Checkered::new(&FormationShape::Triangle, facing, width, height).kept;
        let north = kept(Direction::North, width, height);
        let turned = |turn: fn(Cell, i32) -> Cell| north.iter().map(|&cell| turn(cell, height - 1)).collect();
        let [south, west, east]: [BTreeSet<Cell>; 3] = [
            turned(|cell, last| Cell::new(cell.x, last - cell.y)),
            turned(|cell, _| Cell::new(cell.y, cell.x)),
            turned(|cell, last| Cell::new(last - cell.y, cell.x)),
        ];
        assert_eq!(kept(Direction::South, width, height), south);
        assert_eq!(kept(Direction::West, height, width), west);
        assert_eq!(kept(Direction::East, height, width), east);
    }
}

#[test]
fn fills_and_lines_along_the_grid_keep_the_checkerboard() {
    let rows = vec!["#####".to_owned(), "##.##".to_owned(), "#####".to_owned()];
    let plain = [
        FormationShape::Square,
        FormationShape::Cross,
        FormationShape::Vertical,
        FormationShape::Horizontal,
        FormationShape::Bitmap(rows),
    ];
    let filled = [FormationShape::Circle, FormationShape::Diamond, FormationShape::Triangle, FormationShape::Square];
    let plain = plain.into_iter().map(|shape| (shape, false));
    for (shape, fill) in plain.chain(filled.into_iter().map(|shape| (shape, true))) {
        for (width, height) in (1..=MOST).flat_map(|width| (1..=MOST).map(move |height| (width, height))) {
            let drawn = |checker| {
                let drawing = MaskDrawing { fill, checker, ..MaskDrawing::plain(shape.clone()) };
                draw(&drawing, Extent::new(width, height)).iter().collect::<Vec<_>>()
            };
            let mut wanted = drawn(false);
            wanted.retain(|cell| (cell.x + cell.y) % 2 == 0);
            assert_eq!(drawn(true), wanted, "{shape:?} of {width}x{height}");
        }
    }
}
