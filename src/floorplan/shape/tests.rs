//! Compares outlines with plain definitions of each shape and of the cells it must spare, over many
//! rooms and doors.

use std::collections::BTreeSet;

use super::*;
use crate::{
    preset::{Ramp, RampInput},
    rng::{FloorSeed, WordStream},
};

/// A room at `(0, 0)` with doors, and cells that must stay floor.
#[derive(Debug)]
struct OutlineCase {
    room: Rect,
    arm: i32,
    doors: Vec<Rect>,
    kept: Vec<Cell>,
    /// How deep the rule cuts, if it says so.
    cut: Option<f32>,
}

impl OutlineCase {
    /// A room without doors.
    fn without_doors(width: i32, height: i32) -> Self {
        Self { room: Rect::of(0, 0, width, height), arm: 2, doors: Vec::new(), kept: Vec::new(), cut: None }
    }

    /// A random case: up to six doors anywhere in the walls, up to two protected cells.
    fn draw(width: i32, height: i32, draw: &mut WordStream) -> Self {
        let room = Rect::of(0, 0, width, height);
        let arm = draw.within(2, 3);
        let doors = (0..draw.below(7)).map(|_| {
            let is_across = draw.chance(0.5);
            let side = if is_across { width } else { height };
            let long = draw.within(1, side.min(3));
            let from = draw.within(0, side - long);
            let behind = draw.chance(0.5);
            if is_across {
                Rect::of(from, if behind { height } else { -1 }, long, 1)
            } else {
                Rect::of(if behind { width } else { -1 }, from, 1, long)
            }
        });
        let doors = doors.collect();
        let protected = (0..draw.below(3)).map(|_| Cell::new(draw.within(0, width - 1), draw.within(0, height - 1)));
        let protected = protected.collect();
        let cut = draw.chance(0.5).then(|| draw.below(257) as f32 / 256.0);
        Self { room, arm, doors, kept: protected, cut }
    }

    fn extent(&self) -> Extent {
        self.room.extent()
    }

    fn outline(&self, shape: RoomShape, draw: &mut WordStream) -> RoomOutline {
        let mut limits = [self.extent(); 4];
        self.doors.iter().for_each(|&door| keep_door(&mut limits, self.room, door));
        self.kept.iter().for_each(|&cell| keep_cell(&mut limits, self.room, cell));
        let depth = self.cut.map(|cut| CutDepth::at(&Ramp::Constant(cut), RampInput::default()));
        outline(shape, self.extent(), &limits, self.arm, depth, draw)
    }

    /// The cells of the room that share an edge with a cell of a door.
    fn before_doors(&self) -> impl Iterator<Item = Cell> {
        let beside = self.doors.iter().flat_map(|door| door.cells()).flat_map(Cell::neighbours);
        beside.filter(|&cell| self.room.contains(cell))
    }
}

fn floor(outline: &RoomOutline, extent: Extent) -> BTreeSet<Cell> {
    (0..extent.height).flat_map(|y| outline.row(y, extent).map(move |x| Cell::new(x, y))).collect()
}

/// Whether the shape removes a cell, by the definition of its corners: block, triangle or outside
/// of an ellipse.
fn takes(outline: &RoomOutline, cell: Cell, Extent { width, height }: Extent) -> bool {
    RectCorner::ALL.into_iter().any(|corner| {
        let (east, south) = corner.sides();
        let x = i64::from(if east { width - 1 - cell.x } else { cell.x });
        let y = i64::from(if south { height - 1 - cell.y } else { cell.y });
        let leg = outline.leg(corner);
        let (across, down) = (i64::from(leg.width), i64::from(leg.height));
        let in_block = x < across && y < down;
        match outline.shape() {
            RoomShape::Rectangle
            | RoomShape::Vault
            | RoomShape::Cave
            | RoomShape::Tunnels
            | RoomShape::Ruin
            | RoomShape::Bank
            | RoomShape::Shore => false,
            RoomShape::L | RoomShape::Plus => in_block,
            RoomShape::Octagon => x + y < across,
            RoomShape::Round => {
                let (a, b) = (2 * across + 1, 2 * down + 1);
                let (dx, dy) = (2 * (across - x), 2 * (down - y));
                in_block && dx * dx * b * b + dy * dy * a * a > a * a * b * b
            }
        }
    })
}

/// Whether the values are consecutive; false if there are none.
fn is_run(values: &[i32]) -> bool {
    !values.is_empty() && values.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// How many cells are reachable from the first one in single steps.
fn connected(cells: &BTreeSet<Cell>) -> usize {
    let mut reached: BTreeSet<Cell> = cells.first().copied().into_iter().collect();
    loop {
        let next: Vec<_> =
            reached.iter().flat_map(|cell| cell.neighbours()).filter(|cell| cells.contains(cell)).collect();
        let before = reached.len();
        reached.extend(next);
        if reached.len() == before {
            return before;
        }
    }
}

/// Asserts every guarantee of an outline.
fn check(case: &OutlineCase, outline: &RoomOutline) {
    let what = || format!("{outline:?} of {case:?}");
    let Extent { width, height } = case.extent();
    let cells = floor(outline, case.extent());
    let drawn: BTreeSet<_> = case.room.cells().filter(|&cell| !takes(outline, cell, case.extent())).collect();
    assert_eq!(cells, drawn, "{}", what());
    assert_eq!(outline.is_whole(), cells.len() as i64 == case.room.area(), "{}", what());
    assert_eq!(connected(&cells), cells.len(), "{}", what());
    for y in 0..height {
        let row: Vec<_> = cells.iter().filter(|cell| cell.y == y).map(|cell| cell.x).collect();
        assert!(is_run(&row) && row.len() as i32 >= case.arm.min(width), "row {y} of {}", what());
    }
    for x in 0..width {
        let column: Vec<_> = cells.iter().filter(|cell| cell.x == x).map(|cell| cell.y).collect();
        assert!(is_run(&column) && column.len() as i32 >= case.arm.min(height), "column {x} of {}", what());
    }
    for cell in case.before_doors().chain(case.kept.iter().copied()) {
        assert!(cells.contains(&cell), "{cell} of {}", what());
    }
}

#[test]
fn a_cut_leaves_a_room_in_one_piece_with_all_its_doors() {
    let draw = &mut FloorSeed::new(1, 0).stream(SeedStage::Route);
    let mut shapes = [0; RoomShape::ALL.len()];
    for (width, height) in (1..=18).flat_map(|width| (1..=18).map(move |height| (width, height))) {
        // Vaults, caves and banks have no corners to cut.
        let cut = |shape: &&RoomShape| {
            !matches!(
                shape,
                RoomShape::Vault
                    | RoomShape::Cave
                    | RoomShape::Tunnels
                    | RoomShape::Ruin
                    | RoomShape::Bank
                    | RoomShape::Shore
            )
        };
        for &shape in RoomShape::ALL.iter().filter(cut) {
            let case = OutlineCase::draw(width, height, draw);
            let outline = case.outline(shape, draw);
            assert!(outline.is_whole() || outline.shape() == shape);
            shapes[outline.shape() as usize] += 1;
            check(&case, &outline);
        }
    }
    assert!(shapes.iter().filter(|&&count| count > 60).count() == RoomShape::ALL.len() - 6, "{shapes:?}");
}

#[test]
fn a_round_corner_is_as_large_as_doors_and_the_least_width_allow() {
    for (width, height) in (2..=24).flat_map(|width| (2..=24).map(move |height| (width, height))) {
        for (free, arm) in [(30, 2), (30, 3), (5, 2), (3, 3)] {
            let most = ((width - 1) / 2).min(free);
            let tallest = ((height - 1) / 2).min(free);
            let (most, tallest) = (most.min(2 * tallest), tallest.min(2 * most));
            let Extent { width: across, height: down } =
                round_leg(Extent::new(width, height), Extent::new(free, free), arm);
            // Whether the first row, or the first column, loses too much at both of its corners.
            let closes_row = |across: i32, down: i32| {
                across * down > 0 && 2 * rounded(Extent::new(across, down), 0) + arm > width.max(arm)
            };
            let closes_column = |across: i32, down: i32| {
                across * down > 0 && 2 * rounded(Extent::new(down, across), 0) + arm > height.max(arm)
            };
            let what = format!("{across} and {down} in {width}x{height}, {free} free, {arm} wide");
            assert!(across <= most && down <= tallest, "{what}");
            assert!(!closes_row(across, down) && !closes_column(across, down), "{what}");
            assert!(across == most || closes_row(across + 1, tallest), "{what}: could be wider");
            assert!(down == tallest || closes_column(across, down + 1), "{what}: could be higher");
        }
    }
}

#[test]
fn long_and_large_rooms_are_cut_no_worse() {
    let draw = &mut FloorSeed::new(2, 0).stream(SeedStage::Route);
    for (width, height) in [(1, 90), (120, 2), (3, 60), (60, 5), (40, 40), (7, 70), (70, 20)] {
        for &shape in RoomShape::ALL {
            let case = OutlineCase::draw(width, height, draw);
            check(&case, &case.outline(shape, draw));
        }
    }
    // The largest room of a level. Only its rows are tested, since it has too many cells.
    for (&shape, cut) in RoomShape::ALL.iter().zip([None, Some(1.0), Some(0.5)].into_iter().cycle()) {
        let case = OutlineCase { cut, ..OutlineCase::without_doors(16382, 16382) };
        let outline = case.outline(shape, draw);
        let rows: Vec<_> = (0..16382).map(|y| outline.row(y, case.extent())).collect();
        assert!(rows.iter().all(|row| 0 <= row.start && row.start + 2 <= row.end && row.end <= 16382), "{shape}");
        assert!(rows.windows(2).all(|pair| pair[0].start < pair[1].end && pair[1].start < pair[0].end), "{shape}");
    }
}

#[test]
fn a_room_without_doors_takes_the_shape_that_was_meant() {
    let picture = |shape: RoomShape, width: i32, height: i32| {
        let case = OutlineCase::without_doors(width, height);
        let outline = case.outline(shape, &mut FloorSeed::new(7, 0).stream(SeedStage::Route));
        let floor = floor(&outline, case.extent());
        let row = |y| (0..width).map(|x| if floor.contains(&Cell::new(x, y)) { '.' } else { '#' }).collect();
        (0..height).map(row).collect::<Vec<String>>()
    };
    let round = [
        "####.....####",
        "##.........##",
        "#...........#",
        ".............",
        ".............",
        ".............",
        "#...........#",
        "##.........##",
        "####.....####",
    ];
    let octagon = ["###.....###", "##.......##", "#.........#", "...........", "...........", "..........."];
    assert_eq!(picture(RoomShape::Round, 13, 9), round);
    assert_eq!(picture(RoomShape::Octagon, 11, 11)[..6], octagon);
    let plus = picture(RoomShape::Plus, 12, 12);
    let mirrored: Vec<String> = plus.iter().rev().map(|row| row.chars().rev().collect()).collect();
    assert_eq!(plus, mirrored);
    assert!(plus[0].contains("##....") && plus[6] == "............", "{plus:?}");
    // Rows of an L look like one of two: with lost cells or without.
    let rows: BTreeSet<_> = picture(RoomShape::L, 12, 10).into_iter().collect();
    assert_eq!(rows.len(), 2);
}

#[test]
fn a_deeper_cut_leaves_less_floor() {
    for shape in [RoomShape::L, RoomShape::Plus, RoomShape::Round, RoomShape::Octagon] {
        for (width, height) in [(9, 9), (16, 12), (12, 30), (50, 30)] {
            let cells = |cut: f32| {
                let case = OutlineCase { cut: Some(cut), ..OutlineCase::without_doors(width, height) };
                floor(&case.outline(shape, &mut FloorSeed::new(3, 0).stream(SeedStage::Route)), case.extent()).len()
            };
            let floors: Vec<usize> = (0..=8).map(|cut| cells(cut as f32 / 8.0)).collect();
            assert!(floors.is_sorted_by(|shallow, deep| shallow >= deep), "{shape} in {width}x{height}: {floors:?}");
            assert!(floors[0] > floors[8] + 4, "{shape} in {width}x{height}: {floors:?}");
            let whole = (width * height) as usize;
            let is_corner = matches!(shape, RoomShape::Round | RoomShape::Octagon);
            assert_eq!(floors[0] == whole, is_corner, "{shape} in {width}x{height}: {floors:?}");
        }
    }
}
