//! Compares caves with a plain version that looks at each cell, and measures what they look like.

use std::collections::BTreeSet;

use super::*;
use crate::rng::{FloorSeed, SeedStage, WordStream};

type Cells = BTreeSet<Cell>;

/// A room with its pins, and how its cave is drawn.
#[derive(Debug)]
struct CaveCase {
    extent: Extent,
    style: CaveStyle,
    pins: Vec<CavePin>,
}

/// A pin before a door of `width` cells in one of the walls.
fn doorstep(Extent { width, height }: Extent, wide: i32, draw: &mut WordStream) -> CavePin {
    let is_across = draw.chance(0.5);
    let (along, deep) = if is_across { (width, height) } else { (height, width) };
    let (wide, depth) = (wide.min(along), deep.min(2));
    let from = draw.within(0, along - wide);
    let off = if draw.chance(0.5) { 0 } else { deep - depth };
    let cells = if is_across { Rect::of(from, off, wide, depth) } else { Rect::of(off, from, depth, wide) };
    CavePin { cells, width: wide }
}

impl CaveCase {
    /// A case of any size, with up to six doors and a cell in the middle.
    fn draw(most: i32, draw: &mut WordStream) -> Self {
        let extent = Extent::new(draw.within(LEAST_SIDE, most), draw.within(LEAST_SIDE, most));
        let mut pins = Vec::new();
        for _ in 0..draw.below(7) {
            let wide = draw.within(1, 3);
            pins.push(doorstep(extent, wide, draw));
        }
        if draw.chance(0.3) {
            let middle = Cell::new(extent.width / 2, extent.height / 2);
            pins.push(CavePin { cells: Rect::from_cell(middle), width: 1 });
        }
        let style = CaveStyle { open: draw.below(65) as f32 / 64.0, rough: draw.below(65) as f32 / 64.0 };
        Self { extent, style, pins }
    }

    /// A room of this size with two doors.
    fn usual(width: i32, height: i32, (open, rough): (f32, f32), draw: &mut WordStream) -> Self {
        let extent = Extent::new(width, height);
        let pins = [(); 2].map(|()| doorstep(extent, 1, draw)).to_vec();
        Self { extent, style: CaveStyle { open, rough }, pins }
    }

    fn bounds(&self) -> Rect {
        Rect::of(0, 0, self.extent.width, self.extent.height)
    }

    fn pinned(&self) -> Cells {
        self.pins.iter().flat_map(|pin| pin.cells.cells()).collect()
    }

    /// The cave, as cells.
    fn cave(&self, digger: &mut CaveDigger, draw: &mut WordStream) -> Cells {
        let rows = digger.dig(self.extent, DigKind::Cave(self.style), &self.pins, draw);
        assert_eq!(rows.len() as i32, self.extent.height);
        let cells = (0..).zip(rows).flat_map(|(y, row)| {
            (0..64).filter(move |x| row >> x & 1 == 1).map(move |x| Cell::new(x, y)).collect::<Vec<_>>()
        });
        cells.collect()
    }
}

fn words(seed: u64) -> WordStream {
    FloorSeed::new(seed, 0).stream(SeedStage::Shapes)
}

/// The cells of `cells` that are connected to one of them in four directions.
fn connected(cells: &Cells, from: Cell) -> Cells {
    let (mut found, mut ahead) = (Cells::from([from]), vec![from]);
    while let Some(cell) = ahead.pop() {
        ahead.extend(cell.neighbours().filter(|near| cells.contains(near) && found.insert(*near)));
    }
    found
}

fn order(cell: &Cell) -> (i32, i32) {
    (cell.y, cell.x)
}

fn first(cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    cells.min_by_key(order)
}

/// The eight cells around a cell, and the cell.
fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| Cell::new(cell.x + dx, cell.y + dy)))
}

/// A cave, cell by cell.
struct PlainCave<'a> {
    case: &'a CaveCase,
    draw: WordStream,
}

impl PlainCave<'_> {
    /// Random cells: each bit of the chance decides by one random bit of the cell.
    fn scatter(&mut self, chance: u32) -> Cells {
        let Extent { width, height } = self.case.extent;
        let rows = if width > 16 { 1 } else { 4 };
        let mut cells = Cells::new();
        for top in (0..height).step_by(rows as usize) {
            let planes: Vec<(bool, [u32; 2])> = (0..6)
                .filter(|plane| !chance.is_multiple_of(1 << (plane + 1)))
                .map(|plane| (chance >> plane & 1 == 1, [self.draw.word(), self.draw.word()]))
                .collect();
            for (x, y) in (0..rows.min(height - top)).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let bit = 16 * y + x;
                let is_in = planes.iter().fold(false, |is_in, (is_either, words)| {
                    let random = words[bit as usize / 32] >> (bit % 32) & 1 == 1;
                    if *is_either { is_in || random } else { is_in && random }
                });
                if is_in {
                    cells.insert(Cell::new(x, top + y));
                }
            }
        }
        cells
    }

    fn steps(&mut self) -> Cells {
        let CaveCase { extent, style, .. } = *self.case;
        let pinned = self.case.pinned();
        let mut floor = self.scatter(style.noise(extent));
        floor.extend(&pinned);
        for _ in 0..style.steps() {
            let is_floor = |cell: &Cell| around(*cell).filter(|near| floor.contains(near)).count() >= 5;
            floor = self.case.bounds().cells().filter(is_floor).chain(pinned.iter().copied()).collect();
        }
        floor
    }

    fn dig(&self, floor: &mut Cells, at: Cell, width: i32) {
        let Extent { width: columns, height: rows } = self.case.extent;
        let width = width.min(columns).min(rows);
        floor.extend(Rect::of(at.x.min(columns - width), at.y.min(rows - width), width, width).cells());
    }

    fn dig_to(&mut self, floor: &mut Cells, part: &Cells, width: i32) {
        let off = |one: Cell, other: Cell| (one.x - other.x).abs() + (one.y - other.y).abs();
        let off_part = |cell: Cell| part.iter().map(|&own| off(own, cell)).min();
        let Some(least) = floor.iter().filter_map(|&cell| off_part(cell)).min() else { return };
        let to = first(floor.iter().copied().filter(|&cell| off_part(cell) == Some(least)));
        let from = to.and_then(|to| first(part.iter().copied().filter(|&own| off(own, to) == least)));
        floor.extend(part);
        let (Some(mut at), Some(to)) = (from, to) else { return };
        let Extent { width: columns, height: rows } = self.case.extent;
        let mut bits = Vec::new();
        while at != to {
            if bits.is_empty() {
                let word = self.draw.word();
                bits = (0..32).rev().map(|bit| word >> bit & 1 == 1).collect();
            }
            let (turns, frays) = (bits.pop(), bits.pop());
            let is_across = at.y == to.y || at.x != to.x && turns == Some(true);
            if is_across {
                at.x += if to.x > at.x { 1 } else { -1 };
            } else {
                at.y += if to.y > at.y { 1 } else { -1 };
            }
            self.dig(floor, at, width);
            if frays == Some(true) {
                let inward = |at: i32, side: i32| if 2 * at < side { at + 1 } else { at - 1 };
                let beside = if is_across {
                    Cell::new(at.x, inward(at.y, rows))
                } else {
                    Cell::new(inward(at.x, columns), at.y)
                };
                floor.insert(beside);
            }
        }
    }

    fn join(&mut self, cells: &Cells) -> Cells {
        let mut parts: Vec<Cells> = Vec::new();
        let mut sorted: Vec<Cell> = cells.iter().copied().collect();
        sorted.sort_by_key(order);
        for cell in sorted {
            if !parts.iter().any(|part| part.contains(&cell)) {
                parts.push(connected(cells, cell));
            }
        }
        let Some(most) = parts.iter().map(BTreeSet::len).max() else {
            return Cells::from([Cell::new(self.case.extent.width / 2, self.case.extent.height / 2)]);
        };
        let largest = parts.iter().position(|part| part.len() == most).unwrap_or_default();
        let mut floor = parts[largest].clone();
        for (number, part) in parts.iter().enumerate() {
            if number != largest && part.len() >= 6 {
                self.dig_to(&mut floor, part, 1);
            }
        }
        for pin in &self.case.pins {
            if !pin.cells.cells().all(|cell| floor.contains(&cell)) {
                let part = parts.iter().find(|part| part.contains(&pin.cells.top_left())).expect("pins are floor");
                self.dig_to(&mut floor, part, pin.width);
            }
        }
        floor
    }

    fn cave(mut self) -> Cells {
        let bounds = self.case.bounds();
        let cells = self.steps();
        let mut floor = self.join(&cells);
        let mut quarter = 0;
        while (floor.len() as i64) * 16 < bounds.area() * 7 {
            let edge = bounds.cells().filter(|cell| cell.neighbours().any(|near| floor.contains(&near)));
            let new: Vec<Cell> = edge.filter(|cell| (cell.x + 2 * cell.y) % 4 == quarter).collect();
            floor.extend(new);
            quarter = (quarter + 1) % 4;
        }
        let chance = self.case.style.pillars();
        if chance > 0 {
            let (drawn, pinned, grown) = (self.scatter(chance), self.case.pinned(), floor.clone());
            floor.retain(|cell| {
                let is_odd = cell.x % 2 == 1 && cell.y % 2 == 1;
                let is_inside = around(*cell).all(|near| grown.contains(&near));
                !(is_odd && is_inside && drawn.contains(cell) && !pinned.contains(cell))
            });
        }
        floor
    }
}

#[test]
fn a_cave_is_what_a_look_at_each_cell_gives() {
    let (cases, mut digger) = (&mut words(1), CaveDigger::default());
    for number in 0..600 {
        let case = CaveCase::draw(if number % 20 == 0 { 64 } else { 24 }, cases);
        let cave = case.cave(&mut digger, &mut words(number));
        let plain = PlainCave { case: &case, draw: words(number) }.cave();
        assert_eq!(cave, plain, "{case:?}");
    }
}

#[test]
fn a_floor_is_the_same_in_each_layout_of_its_cells() {
    fn dug<const COLUMNS: u32, const WORDS: usize>(case: &CaveCase, kind: DigKind, seed: u64) -> (Vec<u64>, u32) {
        let (mut cavern, mut draw) = (Cavern::<COLUMNS, WORDS>::default(), words(seed));
        (cavern.dig(case.extent, kind, &case.pins, &mut draw).rows().collect(), draw.word())
    }
    let cases = &mut words(4);
    for number in 0..3000 {
        let case = CaveCase::draw(16, cases);
        for kind in [DigKind::Cave(case.style), DigKind::Tunnels, DigKind::Ruin] {
            let small = dug::<16, 4>(&case, kind, number);
            assert_eq!(small, dug::<16, 16>(&case, kind, number), "{kind:?} in {case:?}");
            // Rows of 64 columns share no random words, which noise is made of.
            if !matches!(kind, DigKind::Cave(_)) {
                assert_eq!(small, dug::<64, 64>(&case, kind, number), "{kind:?} in {case:?}");
            }
        }
    }
}

#[test]
fn caves_are_in_one_piece_and_hold_their_pins() {
    let count = if std::env::var_os("SLOW").is_some() { 1_000_000 } else { 40_000 };
    let (draw, mut digger) = (&mut words(2), CaveDigger::default());
    for number in 0..count {
        let case = CaveCase::draw(if number % 50 == 0 { 64 } else { 20 }, draw);
        let rows = digger.dig(case.extent, DigKind::Cave(case.style), &case.pins, draw).to_vec();
        let is_floor = |x: i32, y: i32| rows.get(y as usize).is_some_and(|row| row >> x & 1 == 1);
        assert!(rows.iter().all(|row| row.checked_shr(case.extent.width as u32).unwrap_or(0) == 0), "{case:?}");
        for pin in &case.pins {
            assert!(pin.cells.cells().all(|cell| is_floor(cell.x, cell.y)), "{pin:?} of {case:?}");
        }
        let floor = rows.iter().map(|row| row.count_ones()).sum::<u32>();
        assert!(i64::from(floor) * 3 > case.bounds().area(), "{case:?}");
        // A flood of its own.
        let (width, height) = (case.extent.width, case.extent.height);
        let first = case.bounds().cells().find(|cell| is_floor(cell.x, cell.y)).expect("a floor");
        let (mut seen, mut ahead, mut reached) = (vec![false; (width * height) as usize], vec![(first.x, first.y)], 0);
        while let Some((x, y)) = ahead.pop() {
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            if inside && is_floor(x, y) && !std::mem::replace(&mut seen[(y * width + x) as usize], true) {
                reached += 1;
                ahead.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
            }
        }
        assert_eq!(reached, floor, "{case:?}");
    }
}

/// What caves of one size and style look like.
#[derive(Debug, Default)]
struct CaveFigures {
    /// The floor of each cave as a fraction of its room, ascending.
    floor: Vec<f64>,
    /// The edges between floor and rock, and those in straight runs of four or more.
    edges: u32,
    straight: u32,
    /// The cells on the four sides of rooms, and those that are floor.
    side: u32,
    open_side: u32,
    /// The rows with floor, and those with two runs or more.
    rows: u32,
    split_rows: u32,
}

impl CaveFigures {
    fn of(sizes: &[(i32, i32)], style: (f32, f32)) -> Self {
        let (draw, mut digger, mut figures) = (&mut words(3), CaveDigger::default(), Self::default());
        let caves = if std::env::var_os("SLOW").is_some_and(|value| value == "1") { 2000 } else { 300 };
        for number in 0..caves {
            let (width, height) = sizes[number % sizes.len()];
            let case = CaveCase::usual(width, height, style, draw);
            let cells = case.cave(&mut digger, draw);
            figures.add(&case, &cells);
        }
        figures.floor.sort_by(f64::total_cmp);
        figures
    }

    fn add(&mut self, case: &CaveCase, cells: &Cells) {
        let (bounds, Extent { width, height }) = (case.bounds(), case.extent);
        self.floor.push(cells.len() as f64 / bounds.area() as f64);
        let on_side =
            bounds.cells().filter(|cell| cell.x == 0 || cell.y == 0 || cell.x == width - 1 || cell.y == height - 1);
        for cell in on_side {
            self.side += 1;
            self.open_side += u32::from(cells.contains(&cell));
        }
        for y in 0..height {
            let is_start = |x: &i32| cells.contains(&Cell::new(*x, y)) && !cells.contains(&Cell::new(x - 1, y));
            let runs = (0..width).filter(is_start).count();
            self.rows += u32::from(runs > 0);
            self.split_rows += u32::from(runs > 1);
        }
        // Edges towards each side, in runs along rows and columns.
        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let is_edge = |cell: Cell| cells.contains(&cell) && !cells.contains(&Cell::new(cell.x + dx, cell.y + dy));
            let (lines, places) = if dx == 0 { (height, width) } else { (width, height) };
            for line in 0..lines {
                let at = |place: i32| if dx == 0 { Cell::new(place, line) } else { Cell::new(line, place) };
                let mut run = 0;
                for place in 0..=places {
                    if place < places && is_edge(at(place)) {
                        run += 1;
                    } else {
                        self.edges += run;
                        self.straight += if run >= 4 { run } else { 0 };
                        run = 0;
                    }
                }
            }
        }
    }
}

/// The style that a rule has by default.
const USUAL: (f32, f32) = (0.56, 0.3);

#[test]
fn the_floor_is_as_open_as_it_is_wanted() {
    for sizes in [&[(16, 16)][..], &[(8, 8), (10, 7), (12, 9)], &[(24, 18), (30, 30)]] {
        for open in [0.45, 0.5, 0.56, 0.62, 0.7] {
            let figures = CaveFigures::of(sizes, (open, 0.3));
            let mean = figures.floor.iter().sum::<f64>() / figures.floor.len() as f64;
            assert!((mean - f64::from(open)).abs() <= 0.055, "{sizes:?}: {mean} for {open}");
            assert!(figures.floor[figures.floor.len() / 20] >= 0.42, "{sizes:?}, {open}");
        }
        let figures = CaveFigures::of(sizes, USUAL);
        let usual = figures.floor.iter().filter(|floor| (0.40..=0.75).contains(*floor)).count();
        assert!(usual * 10 >= figures.floor.len() * 9, "{sizes:?}: {usual}");
    }
}

#[test]
fn a_cave_has_no_long_walls_and_keeps_off_the_sides_of_its_leaf() {
    let figures = CaveFigures::of(&[(16, 16)], USUAL);
    let fraction = |some: u32, all: u32| f64::from(some) / f64::from(all);
    assert!(fraction(figures.straight, figures.edges) <= 0.33);
    assert!(fraction(figures.open_side, figures.side) <= 0.30);
}

#[test]
fn rows_of_rough_caves_have_gaps() {
    let figures = CaveFigures::of(&[(10, 10), (12, 16), (20, 14)], (0.56, 0.5));
    let (split, rows) = (figures.split_rows, figures.rows);
    assert!(f64::from(split) >= 0.2 * f64::from(rows), "{split} of {rows}");
}
