//! Pictures of masks along doors and of anchors on their axes, and turns of masks.

use super::pictures::{four_doors, furnished, picture, preset};
use crate::{
    furnish::shape::draw,
    geom::{Cell, Direction, Extent},
    grid::BitGrid,
    preset::{FormationShape, MaskDrawing},
};

/// The rows of the room with a door in each wall: two columns in the north, one in the south, one
/// row in the west, two in the east.
fn at_doors(formations: &str) -> Vec<String> {
    let (preset, (rect, plan)) = (preset(formations), four_doors());
    picture(&preset, &furnished(&preset, &plan, 1), rect)
}

#[test]
fn lines_along_doors_lead_straight_in_from_each_of_them() {
    // Of the wide doors, they take the western and the northern one of the two middle cells.
    let wanted =
        ["..m......", "mmm......", "..m......", ".........", "......mmm", ".....m...", ".....m...", ".....m..."];
    for line in ["Vertical, size: Box(2, 5)", "Horizontal, size: Box(5, 2)"] {
        assert_eq!(at_doors(&format!("(shape: {line}, at: Doors, along: Door, prop: \"m\")")), wanted, "{line}");
    }
}

#[test]
fn the_axes_of_doors_end_in_the_middle_row_or_column() {
    let wanted =
        [".........", "....m....", ".........", "...m.m...", "....m....", ".........", ".........", "........."];
    assert_eq!(at_doors("(shape: Square, size: Cells(1), at: DoorAxis, prop: \"m\")"), wanted);
}

#[test]
fn routes_to_a_point_begin_straight_in_from_the_doors() {
    let wanted =
        ["..mmmmmmm", "mmmmmmmmm", ".....m..m", ".....m..m", ".....m..m", ".....m...", ".....m...", ".....m..."];
    assert_eq!(at_doors("(shape: Route, from: Doors, to: NorthEast, prop: \"m\")"), wanted);
    assert_eq!(at_doors("(shape: Route, from: NorthEast, to: Doors, prop: \"m\")"), wanted);
    let first =
        ["..m......", "..m......", "..m......", "..m......", "..m......", "..m......", "..m......", "mmm......"];
    assert_eq!(at_doors("(shape: Route, to: SouthWest, prop: \"m\")"), first);
}

/// The rows of a mask as text.
fn rows(mask: &BitGrid) -> Vec<String> {
    let row = |y| (0..mask.width()).map(|x| if mask.get(Cell::new(x, y)) { '#' } else { '.' }).collect();
    (0..mask.height()).map(row).collect()
}

/// The rows of a picture after one clockwise quarter turn.
fn quarter_turn(rows: &[String]) -> Vec<String> {
    let columns = 0..rows.first().map_or(0, String::len);
    columns.map(|x| rows.iter().rev().map(|row| char::from(row.as_bytes()[x])).collect()).collect()
}

#[test]
fn a_turned_mask_is_the_whole_mask_turned() {
    let bitmap = FormationShape::Bitmap(vec!["##.".to_owned(), "#..".to_owned()]);
    let turned = |turn| rows(&draw(&MaskDrawing { turn, ..MaskDrawing::plain(bitmap.clone()) }, Extent::new(1, 1)));
    assert_eq!(turned(Direction::East), ["##", ".#", ".."]);
    assert_eq!(turned(Direction::South), ["..#", ".##"]);
    assert_eq!(turned(Direction::West), ["..", "#.", "##"]);
    for shape in [bitmap, FormationShape::Vertical, FormationShape::Horizontal, FormationShape::Circle] {
        for (width, height) in (1..9).flat_map(|width| (1..9).map(move |height| (width, height))) {
            for (fill, checker) in [(false, false), (true, false), (true, true)] {
                let drawing = MaskDrawing { fill, checker, ..MaskDrawing::plain(shape.clone()) };
                let mut wanted = rows(&draw(&drawing, Extent::new(width, height)));
                for turn in Direction::ALL {
                    let extent = Extent::new(width, height).turned(turn);
                    let mask = rows(&draw(&MaskDrawing { turn, ..drawing.clone() }, extent));
                    assert_eq!(mask, wanted, "{shape:?} of {width}x{height} to the {turn:?}");
                    wanted = quarter_turn(&wanted);
                }
            }
        }
    }
}
