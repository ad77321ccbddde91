//! Tile images of floors, in steps of progress, and of the contact shadows of walls.
//!
//! Consumes a theme, and produces numbered tile images. Also says which ones an open cell shows.

use roomgen::{
    geom::{Cell, Rect},
    level::{Level, RoomKind, Tile},
    theme::{FloorStyle, Theme},
};

use super::{
    super::{
        canvas::hash,
        crags::{SURROUNDINGS, surroundings},
        floors::{FloorPainter, TONES, shade},
        solidity::CellSolidity,
        walls::WallPainter,
    },
    COLUMNS, FloorPlace, TileImage, specimen,
};

/// The number of colour steps from the floor of the start room to that of the end room.
const STEPS: u16 = 8;

/// The side in cells of the square of floor that is cut into tile images. Grass and planks repeat
/// after it.
const SIDE: i32 = 4;

/// The number of tile images of floors: a row of the sheet for each [`FloorPlace`] and colour step.
pub(super) const FLOORS: u16 = 3 * STEPS * COLUMNS;

/// The number of the floor image of a cell, from its tone, as [`FloorPainter::tones`] gives it.
/// `is_room` is false in corridors and doors.
pub(super) fn floor(style: FloorStyle, cell: Cell, tone: u8, is_room: bool) -> u16 {
    let (is_bonus, tone) = (tone >= TONES, u16::from(tone % TONES));
    let ground = match is_room {
        true if is_bonus => FloorPlace::Bonus,
        true => FloorPlace::Path,
        false => FloorPlace::Corridor,
    };
    let last = u16::from(TONES - 1);
    let step = (tone * (STEPS - 1) + last / 2) / last;
    let variant = match style {
        // A flagstone ends within its cell, so that any two tile images can adjoin.
        FloorStyle::Flagstones => hash(cell.x, cell.y) as u16 % COLUMNS,
        // Other floors continue across cells, so that the tile image follows from the position.
        FloorStyle::Grass | FloorStyle::Planks | FloorStyle::Earth => (cell.x % SIDE + cell.y % SIDE * SIDE) as u16,
    };
    (ground as u16 * STEPS + step) * COLUMNS + variant
}

pub(super) fn floors(theme: &Theme) -> impl Iterator<Item = (u16, FloorPlace, TileImage)> {
    let grounds = [
        (FloorPlace::Path, RoomKind::Path, Tile::Floor),
        (FloorPlace::Bonus, RoomKind::Bonus, Tile::Floor),
        (FloorPlace::Corridor, RoomKind::Path, Tile::Corridor),
    ];
    let rows = grounds.into_iter().flat_map(|ground| (0..STEPS).map(move |step| (ground, step)));
    let pieces = rows.flat_map(move |((ground, kind, tile), step)| {
        let level = specimen::room(kind, f32::from(step) / f32::from(STEPS - 1), tile);
        let (mut floors, mut walls) =
            (FloorPainter::new(&level, theme, level.tiles().bounds()), WallPainter::new(&level, theme));
        // The cells lie away from the edge of the level, which would cast shadows on them.
        let cells: Vec<Cell> = Rect::of(2, 2, SIDE, SIDE).cells().collect();
        let cut = cells.into_iter().map(|cell| {
            let piece = TileImage::cut_cell(cell, |canvas, y| {
                walls.turn_to(canvas.columns(), y);
                floors.paint(canvas, y, &mut walls);
            });
            (ground, piece)
        });
        cut.collect::<Vec<_>>()
    });
    (0..).zip(pieces).map(|(number, (ground, piece))| (number, ground, piece))
}

/// The neighbours that cast shadows: north, west, east, south, north-west.
const NEIGHBOURS: [(i32, i32); 5] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1)];

/// The number of the shadow image for a set of solid [`NEIGHBOURS`]; 0 for no shadow.
///
/// The north-west corner counts only if neither north nor west is solid.
fn number([north, west, east, south, corner]: [bool; 5]) -> u16 {
    let beside = u16::from(north) | u16::from(west) << 1;
    let first = if beside == 0 && corner { 4 } else { beside };
    first << 2 | u16::from(east) | u16::from(south) << 1
}

/// The number of the shadow image of the open cell in column `x` of the current row of `walls`;
/// `None` for no shadow.
pub(super) fn shadow(walls: &WallPainter, x: i32) -> Option<u16> {
    let number = number(NEIGHBOURS.map(|(dx, dy)| walls.at(x, dx, dy) != CellSolidity::Open));
    (number > 0).then_some(number)
}

pub(super) fn shades(theme: &Theme) -> impl Iterator<Item = (u16, TileImage)> {
    let sides = (0..1u16 << NEIGHBOURS.len()).map(|bits| std::array::from_fn(|side| bits >> side & 1 != 0));
    let pieces = sides.map(|solid: [bool; 5]| {
        let middle = Cell::new(3, 3);
        let is_solid = |cell: Cell| {
            let place = NEIGHBOURS.iter().position(|&step| step == (cell.x - middle.x, cell.y - middle.y));
            place.is_some_and(|place| solid[place])
        };
        let level = specimen::level(|cell| if is_solid(cell) { Tile::Wall } else { Tile::Floor });
        let mut walls = WallPainter::new(&level, theme);
        let piece = TileImage::cut_cell(middle, |canvas, y| {
            walls.turn_to(canvas.columns(), y);
            shade(canvas, middle, &walls);
        });
        (number(solid), piece)
    });
    pieces.filter(|&(number, _)| number > 0)
}

/// The number of tile images of the foot of rough rock on an open cell, one for each set of solid
/// cells around it.
pub(super) const FEET: u16 = SURROUNDINGS;

/// The number of the image of the foot of rough rock, with its shadow; `None` without rock beside
/// the cell.
pub(super) fn foot(level: &Level, cell: Cell) -> Option<u16> {
    let number = surroundings(level, cell);
    (number > 0).then_some(number)
}

pub(super) fn feet(theme: &Theme) -> impl Iterator<Item = (u16, TileImage)> {
    (1..FEET).map(|solid| {
        let middle = Cell::new(3, 3);
        let is_solid = |cell: Cell| {
            let place =
                Rect::of(2, 2, 3, 3).cells().filter(|&beside| beside != middle).position(|beside| beside == cell);
            place.is_some_and(|place| solid >> place & 1 != 0)
        };
        let level = specimen::level(|cell| if is_solid(cell) { Tile::Wall } else { Tile::Floor });
        let mut walls = WallPainter::repeating(&level, theme);
        let piece = TileImage::cut_cell(middle, |canvas, y| {
            walls.turn_to(canvas.columns(), y);
            walls.shade_rock(canvas, middle);
            walls.paint_rock_on_floor(canvas, y);
        });
        (solid, piece)
    })
}
