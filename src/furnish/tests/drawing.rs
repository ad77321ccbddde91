//! Compares rasterisation and masks with plain definitions, and with pictures.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::{
    furnish::{raster, shape::draw},
    geom::{Cell, Direction, Extent, Rect},
    grid::BitGrid,
    preset::{FormationShape, MaskDrawing},
};

fn plotted(raster: impl FnOnce(&mut dyn FnMut(Cell))) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    raster(&mut |cell| {
        cells.insert(cell);
    });
    cells
}

/// The rows of a mask as text, so that expected pictures are readable.
fn picture(mask: &BitGrid) -> String {
    let row = |y| (0..mask.width()).map(|x| if mask.get(Cell::new(x, y)) { '#' } else { '.' }).collect::<String>();
    (0..mask.height()).map(row).collect::<Vec<_>>().join("\n")
}

fn drawn(shape: FormationShape, facing: Direction, fill: bool, width: i32, height: i32) -> BitGrid {
    draw(&MaskDrawing { facing, fill, ..MaskDrawing::plain(shape) }, Extent::new(width, height))
}

proptest! {
    #[test]
    fn a_line_is_the_nearest_cell_in_every_column_or_row(
        from in (-40..40i32, -40..40i32), x in -40..40i32, y in -40..40i32,
    ) {
        let from = Cell::from(from);
        let cells = plotted(|plot| raster::line(from, Cell::new(from.x + x, from.y + y), plot));
        prop_assert_eq!(cells.len() as i32, x.abs().max(y.abs()) + 1);
        for cell in cells.into_iter().map(|cell| Cell::new(cell.x - from.x, cell.y - from.y)) {
            // Along the longer axis every step has one cell; across it the line is at most half a
            // cell away.
            let (along, across, length, rise) =
                if x.abs() >= y.abs() { (cell.x, cell.y, x, y) } else { (cell.y, cell.x, y, x) };
            prop_assert!((2 * (across * length - along * rise)).abs() <= length.abs(), "{cell} of the line to ({x}, {y})");
        }
    }
}

/// Whether the cell at half cells `(x, y)` from the centre is the midpoint rule's choice in its
/// column.
///
/// The curve with semi-axes `a` and `b` must pass nearer to it than to the cells above and below.
/// No cell lies below the last one before the axis.
fn is_nearest_in_column(x: i64, y: i64, a: i64, b: i64) -> bool {
    let value = |y: i64| b * b * x * x + a * a * y * y - a * a * b * b;
    value(y + 1) >= 0 && (y <= 1 || value(y - 1) < 0)
}

#[test]
fn a_circle_is_the_nearest_cell_in_every_column_of_its_flat_octants() {
    for side in 1..80 {
        let radius = i64::from(side) - 1;
        let cells = plotted(|plot| raster::circle(side, |cell, _| plot(cell)));
        let from_centre =
            |cell: &Cell| ((i64::from(cell.x) * 2 - radius).abs(), (i64::from(cell.y) * 2 - radius).abs());
        for cell in &cells {
            let (x, y) = from_centre(cell);
            let (x, y) = (x.min(y), x.max(y));
            assert!(is_nearest_in_column(x, y, radius, radius), "{cell} of a circle of {side}");
            assert!(cells.contains(&Cell::new(cell.y, cell.x)), "its octants mirror each other");
        }
        let columns: BTreeSet<_> = cells.iter().map(|cell| cell.x).collect();
        assert_eq!(columns, (0..side).collect(), "every column has a cell");
    }
}

#[test]
fn an_ellipse_is_the_nearest_cell_in_every_column_or_row() {
    for width in 1..40 {
        for height in 1..40 {
            let (a, b) = (i64::from(width) - 1, i64::from(height) - 1);
            let cells = plotted(|plot| raster::ellipse(width, height, |cell, _| plot(cell)));
            for cell in &cells {
                let (x, y) = ((i64::from(cell.x) * 2 - a).abs(), (i64::from(cell.y) * 2 - b).abs());
                assert!(
                    is_nearest_in_column(x, y, a, b) || is_nearest_in_column(y, x, b, a),
                    "{cell} of an ellipse of {width}x{height}"
                );
            }
            let columns: BTreeSet<_> = cells.iter().map(|cell| cell.x).collect();
            let rows: BTreeSet<_> = cells.iter().map(|cell| cell.y).collect();
            assert_eq!((columns, rows), ((0..width).collect(), (0..height).collect()), "it has no gaps");
        }
    }
}

/// Whether the cells are connected, diagonal steps included.
fn is_one_piece(mask: &BitGrid) -> bool {
    let cells: BTreeSet<_> = mask.iter().collect();
    let mut rest: Vec<_> = cells.iter().take(1).copied().collect();
    let mut reached = BTreeSet::new();
    while let Some(cell) = rest.pop() {
        if cells.contains(&cell) && reached.insert(cell) {
            rest.extend(Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells));
        }
    }
    reached.len() == cells.len()
}

#[test]
fn closed_shapes_and_the_x_mirror_in_both_axes_at_any_size() {
    for shape in [FormationShape::Diamond, FormationShape::Circle, FormationShape::Square, FormationShape::X] {
        for (width, height) in (1..24).flat_map(|width| (1..24).map(move |height| (width, height))) {
            for fill in [false, true] {
                let mask = drawn(shape.clone(), Direction::North, fill, width, height);
                for cell in mask.iter() {
                    assert!(mask.get(Cell::new(width - 1 - cell.x, cell.y)), "{shape:?} {width}x{height}");
                    assert!(mask.get(Cell::new(cell.x, height - 1 - cell.y)), "{shape:?} {width}x{height}");
                }
                assert!(is_one_piece(&mask) && mask.count() > 0, "{shape:?} {width}x{height}");
                let spans = |of: fn(Cell) -> i32| mask.iter().map(of).collect::<BTreeSet<_>>();
                assert_eq!((spans(|cell| cell.x).len(), spans(|cell| cell.y).len()), (width as usize, height as usize));
            }
        }
    }
}

#[test]
fn a_triangle_points_where_it_faces() {
    for (width, height) in (1..20).flat_map(|width| (1..20).map(move |height| (width, height))) {
        for fill in [false, true] {
            let north = drawn(FormationShape::Triangle, Direction::North, fill, width, height);
            let turned = |facing| drawn(FormationShape::Triangle, facing, fill, width, height);
            let (south, across) =
                (turned(Direction::South), drawn(FormationShape::Triangle, Direction::West, fill, height, width));
            for cell in north.iter() {
                assert!(north.get(Cell::new(width - 1 - cell.x, cell.y)), "it mirrors in the axis that it faces along");
                assert!(south.get(Cell::new(cell.x, height - 1 - cell.y)));
                assert!(across.get(Cell::new(cell.y, cell.x)));
            }
            assert_eq!((south.count(), across.count()), (north.count(), north.count()));
            assert!((0..width).all(|x| north.get(Cell::new(x, height - 1))), "the base is whole");
        }
    }
}

#[test]
fn a_filled_outline_has_no_holes_and_keeps_its_cells() {
    for shape in [
        FormationShape::Diamond,
        FormationShape::Circle,
        FormationShape::Square,
        FormationShape::Triangle,
        FormationShape::X,
        FormationShape::Cross,
        FormationShape::Vertical,
    ] {
        for (width, height) in [(1, 1), (2, 2), (3, 3), (4, 7), (9, 9), (12, 12), (15, 8), (33, 40), (70, 66)] {
            let outline = drawn(shape.clone(), Direction::East, false, width, height);
            let filled = drawn(shape.clone(), Direction::East, true, width, height);
            assert!(outline.iter().all(|cell| filled.get(cell)));
            // Cells outside of the filled mask are those that a path outside of the outline
            // reaches.
            let level = Rect::of(-1, -1, width + 2, height + 2);
            let mut outside = BTreeSet::new();
            let mut rest = vec![Cell::new(-1, -1)];
            while let Some(cell) = rest.pop() {
                if level.contains(cell) && !outline.get(cell) && outside.insert(cell) {
                    rest.extend(cell.neighbours());
                }
            }
            let wanted = Rect::of(0, 0, width, height).cells().filter(|cell| !outside.contains(cell)).count();
            assert_eq!(filled.count(), wanted as u64, "{shape:?} {width}x{height}");
        }
    }
}

#[test]
fn a_checker_leaves_every_other_cell_out_counted_from_the_top_left() {
    let drawing = MaskDrawing { checker: true, fill: true, ..MaskDrawing::plain(FormationShape::Square) };
    assert_eq!(picture(&draw(&drawing, Extent::new(5, 3))), "#.#.#\n.#.#.\n#.#.#");
}

#[test]
fn shapes_look_like_their_names() {
    let north = |shape, width, height| picture(&drawn(shape, Direction::North, false, width, height));
    assert_eq!(north(FormationShape::Circle, 5, 5), ".###.\n#...#\n#...#\n#...#\n.###.");
    assert_eq!(north(FormationShape::Circle, 6, 6), "..##..\n.#..#.\n#....#\n#....#\n.#..#.\n..##..");
    assert_eq!(north(FormationShape::Diamond, 5, 5), "..#..\n.#.#.\n#...#\n.#.#.\n..#..");
    assert_eq!(north(FormationShape::X, 4, 4), "#..#\n.##.\n.##.\n#..#");
    assert_eq!(north(FormationShape::Cross, 5, 3), "..#..\n#####\n..#..");
    assert_eq!(north(FormationShape::Cross, 4, 4), ".#..\n####\n.#..\n.#..");
    assert_eq!(north(FormationShape::Triangle, 5, 3), "..#..\n.#.#.\n#####");
    assert_eq!(north(FormationShape::Vertical, 3, 2), ".#.\n.#.");
    assert_eq!(north(FormationShape::Horizontal, 3, 3), "...\n###\n...");
    assert_eq!(north(FormationShape::Square, 3, 3), "###\n#.#\n###");
    let rows = vec!["#.".to_owned(), "##".to_owned()];
    assert_eq!(north(FormationShape::Bitmap(rows), 9, 9), "#.\n##");
}
