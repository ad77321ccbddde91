//! Terrain in ink: water with waves, dark chasms, and the boards of bridges; and their samples in
//! the key.

use roomgen::{
    geom::{Cell, Rect},
    level::{Level, Tile},
    model::TerrainKind,
};

use super::{
    super::{
        canvas::mix,
        sunken::{is_chasm, is_ground, sunken},
        terrain::Bridges,
    },
    colors::{FLOOR, HATCHING, INK, PAPER, SOFT},
    shape::{InkPen, InkPoint, InkSubject, PARTS, hash, rectangle},
};

/// The widths of waves, of boards, and of the edge of rock, in parts.
const WAVE: i32 = 9;
const BOARD: i32 = 7;
const EDGE: i32 = 16;

/// The opacity of a kind's colour on the paper, in 256ths.
const TINT: u32 = 60;

/// The opacity of the dark of a chasm, in 256ths.
const DARK: u32 = 190;

/// Draws what lies below the floor, on the rock.
pub(super) fn draw(pen: &mut InkPen, level: &Level, shown: Rect) {
    let is_rock = |cell: Cell| !level.tile(cell).is_open();
    let is_seen = |cell: Cell| shown.contains(cell) && is_rock(cell) && sunken(level, cell).is_some();
    water(pen, level, shown, &is_rock);
    rims(pen, shown, is_seen, |beside| !is_ground(level, beside));
}

/// Draws the terrain of rooms, on the floor: ponds with their shores, and ground.
pub(super) fn draw_in_rooms(pen: &mut InkPen, level: &Level, shown: Rect) {
    let is_floor = |cell: Cell| level.tile(cell) == Tile::Floor;
    for (id, kind) in level.terrain_kinds().iter().enumerate().filter(|(_, kind)| !kind.blocks) {
        let cells = shown.cells().filter(|&cell| is_floor(cell) && level.terrain(cell) == Some(kind));
        let squares = cells.map(|cell| rectangle([cell.x * PARTS, cell.y * PARTS], [PARTS, PARTS]));
        pen.group(InkSubject::Terrain(id), |pen| pen.fill(squares.collect(), mix(PAPER, kind.color, TINT)));
    }
    water(pen, level, shown, &is_floor);
    let is_pond = |cell: Cell| is_floor(cell) && sunken(level, cell).is_some();
    rims(pen, shown, is_pond, |beside| level.tile(beside).is_open() && !is_pond(beside));
}

/// Draws the water and the chasms on the cells of a sort.
fn water(pen: &mut InkPen, level: &Level, shown: Rect, is_there: &impl Fn(Cell) -> bool) {
    for (id, kind) in level.terrain_kinds().iter().enumerate() {
        let is_own = |cell: &Cell| is_there(*cell) && sunken(level, *cell) == Some(kind);
        let cells: Vec<Cell> = shown.cells().filter(is_own).collect();
        let squares = cells.iter().map(|cell| rectangle([cell.x * PARTS, cell.y * PARTS], [PARTS, PARTS]));
        pen.group(InkSubject::Terrain(id), |pen| {
            pen.fill(squares.collect(), surface_color(kind));
            if !is_chasm(kind) {
                pen.lines(cells.iter().copied().flat_map(waves).collect(), WAVE, wave_color(kind));
            }
        });
    }
}

/// Draws the line between the cells of a sort and those beside them that bound it.
fn rims(pen: &mut InkPen, shown: Rect, is_in: impl Fn(Cell) -> bool, bounds: impl Fn(Cell) -> bool) {
    let mut edges = Vec::new();
    for Cell { x, y } in shown.cells().filter(|&cell| is_in(cell)) {
        let (left, top, right, bottom) = (x * PARTS, y * PARTS, (x + 1) * PARTS, (y + 1) * PARTS);
        for (beside, ends) in [
            (Cell::new(x, y - 1), [[left, top], [right, top]]),
            (Cell::new(x, y + 1), [[left, bottom], [right, bottom]]),
            (Cell::new(x - 1, y), [[left, top], [left, bottom]]),
            (Cell::new(x + 1, y), [[right, top], [right, bottom]]),
        ] {
            if shown.contains(beside) && bounds(beside) {
                edges.push(ends.to_vec());
            }
        }
    }
    pen.lines(edges, EDGE, INK);
}

fn surface_color(kind: &TerrainKind) -> roomgen::color::Color {
    if is_chasm(kind) { mix(PAPER, HATCHING, DARK) } else { mix(PAPER, kind.color, TINT) }
}

/// Draws a cell of a kind of terrain at the origin, as the key shows it: as a deck if one can walk
/// there.
pub(super) fn draw_sample(pen: &mut InkPen, kind: &TerrainKind) {
    let square = rectangle([0, 0], [PARTS, PARTS]);
    if !kind.blocks {
        pen.outlined(square, FLOOR, EDGE, INK);
        pen.lines(boards([0, 0], false), BOARD, SOFT);
        return;
    }
    pen.outlined(square, surface_color(kind), EDGE, INK);
    if !is_chasm(kind) {
        pen.lines(SAMPLE_WAVES.map(|y| wave([24, y])).into(), WAVE, wave_color(kind));
    }
}

/// The heights of the waves of a sample, in parts from its upper edge.
const SAMPLE_WAVES: [i32; 2] = [88, 198];

fn wave_color(kind: &TerrainKind) -> roomgen::color::Color {
    mix(SOFT, kind.color, 128)
}

/// The waves of a cell: none, one or two lines.
fn waves(cell: Cell) -> Vec<Vec<InkPoint>> {
    let bits = hash(cell.x, cell.y, 0x7ea1);
    let rows = [(bits & 1, 80), (bits >> 1 & 1, 190)];
    let rows = rows.into_iter().filter(|&(is_there, _)| is_there == 1);
    rows.map(|(_, y)| {
        let (x, y) = (cell.x * PARTS + 24 + (bits >> 8 & 31) as i32, cell.y * PARTS + y + (bits >> 16 & 15) as i32);
        wave([x, y])
    })
    .collect()
}

/// A wave from its left end.
fn wave([x, y]: InkPoint) -> Vec<InkPoint> {
    (0..7).map(|step| [x + step * 26, y - [0, 14, 18, 8][step as usize % 4]]).collect()
}

/// Draws the boards of bridges, on the floor.
pub(super) fn draw_decks(pen: &mut InkPen, level: &Level, shown: Rect) {
    let bridges = Bridges::new(level, shown);
    for (id, kind) in level.terrain_kinds().iter().enumerate() {
        let cells = shown.cells().filter(|&cell| matches!(level.tile(cell), Tile::Corridor | Tile::Floor));
        let decks = cells.filter(|&cell| level.terrain(cell) == Some(kind)).filter_map(|cell| {
            let deck = bridges.at(cell)?;
            Some(boards([cell.x * PARTS, cell.y * PARTS], deck.leads_north))
        });
        pen.group(InkSubject::Terrain(id), |pen| pen.lines(decks.flatten().collect(), BOARD, SOFT));
    }
}

/// The gaps between the boards of a cell with its top left corner at a point.
fn boards([x, y]: InkPoint, leads_north: bool) -> Vec<Vec<InkPoint>> {
    let gap = |step: i32| {
        if leads_north {
            vec![[x, y + step], [x + PARTS, y + step]]
        } else {
            vec![[x + step, y], [x + step, y + PARTS]]
        }
    };
    (0..PARTS).step_by(PARTS as usize / 4).map(gap).collect()
}
