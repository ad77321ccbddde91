//! Tile images of doors and of stairs.
//!
//! Consumes a theme, and produces numbered tile images. Also says which one a cell of a door shows.

use roomgen::{
    geom::{Cell, Rect},
    level::{DoorKind, Tile},
    theme::Theme,
};

use super::{
    super::{doors::DoorPainter, marks::StairPainter},
    COLUMNS, TileImage, TileImageKind, specimen,
    specimen::SpecimenLevel,
};

/// The number of rows of door images in the tile sheet: one for each kind of door and each of two
/// directions.
pub(super) const ROWS: u16 = 2 * DoorKind::ALL.len() as u16;

/// For each door image in a row of the tile sheet, the length in cells of the door that it is cut
/// from, and the position of its cell in that door.
///
/// The other cells of longer doors reuse these images.
const CUTS: [(i32, i32); 9] = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (5, 1), (4, 1), (4, 2)];

/// The number, among the door images, of the image for cell `place` of a door of `length` cells.
pub(super) fn number(kind: DoorKind, leads_north: bool, length: i32, place: i32) -> u16 {
    let same = CUTS.iter().position(|&cut| cut == (length, place));
    let cut = same.unwrap_or_else(|| {
        let (middle, is_odd) = (length / 2, length % 2 == 1);
        match place {
            0 => 3,
            place if place == length - 1 => 5,
            place if place == middle && is_odd => 4,
            place if place == middle - 1 && !is_odd => 7,
            place if place == middle && !is_odd => 8,
            _ => 6,
        }
    });
    (kind as u16 * 2 + u16::from(leads_north)) * COLUMNS + cut as u16
}

/// The number, in a sheet or a map, of the image of a door's cell when the door stands open, by
/// that of its image now; `None` for a number that is none.
pub(crate) fn opened(number: u32, kind: DoorKind) -> Option<u32> {
    number.checked_sub((kind as u32 - DoorKind::Open as u32) * 2 * u32::from(COLUMNS))
}

pub(super) fn pieces(theme: &Theme) -> impl Iterator<Item = (u16, TileImageKind, TileImage)> {
    let ways = DoorKind::ALL.iter().flat_map(|&kind| [(kind, false), (kind, true)]);
    // An open door as long as that is an opening, which has no images.
    let is_opening = |kind, length| kind == DoorKind::Open && length > 3;
    let cuts = ways.flat_map(|way| CUTS.map(|cut| (way, cut)));
    let cuts = cuts.filter(move |&((kind, _), (length, _))| !is_opening(kind, length));
    cuts.map(|((kind, leads_north), (length, place))| {
        let rect = if leads_north { Rect::of(1, 3, length, 1) } else { Rect::of(3, 1, 1, length) };
        let level = specimen::door(rect, kind, leads_north);
        let doors = DoorPainter::new(&level, theme, level.tiles().bounds());
        let cell = if leads_north { Cell::new(1 + place, 3) } else { Cell::new(3, 1 + place) };
        let piece = TileImage::cut_cell(cell, |canvas, y| doors.paint(canvas, y));
        (number(kind, leads_north, length, place), TileImageKind::Door(kind, leads_north), piece)
    })
}

/// The tile images of the entry's stairs and of the exit's.
pub(super) fn stairs(theme: &Theme) -> [TileImage; 2] {
    // The stairs lie in no room, so that no light is drawn around them.
    let cells = [Cell::new(1, 1), Cell::new(3, 1)];
    let level = SpecimenLevel::new(|_| Tile::Floor).with_stairs(cells).level();
    let marks = StairPainter::new(&level, theme);
    cells.map(|cell| TileImage::cut_cell(cell, |canvas, _| marks.paint_stairs(canvas)))
}
