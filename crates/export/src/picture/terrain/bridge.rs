//! The bridges of a level: decks of boards with a rail on either side, from gate to gate.

use std::collections::HashMap;

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Tile},
};

use super::{
    super::{
        canvas::{CELL, CellRowCanvas, SHADOW, darker, hash, lighter},
        rows::MARGIN_CELLS,
        sunken::{is_gate, sunken},
    },
    cover::cover,
};

/// The width of a board and of a rail, in pixels.
const BOARD: i32 = 4;
const RAIL: i32 = 2;

/// A cell of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deck {
    /// Whether one walks over it from south to north rather than from west to east.
    pub(crate) leads_north: bool,
    pub(crate) color: Color,
    /// Whether there is a rail on the north or west side, and on the south or east side.
    pub(crate) rails: [bool; 2],
}

/// The cells of all bridges in a window: crossings of partings, with the doors that are gates; and
/// in rooms, cells with terrain between two of water.
#[derive(Debug)]
pub(crate) struct Bridges(HashMap<Cell, Deck>);

impl Bridges {
    pub(crate) fn new(level: &Level, window: Rect) -> Self {
        let near = window.grown(3 + MARGIN_CELLS).unwrap_or(window);
        let mut cells = HashMap::new();
        for id in level.partings().iter().flat_map(|parting| &parting.crossings) {
            let Some(passage) = level.passage(*id) else { continue };
            let &[first, last] = passage.doors() else { continue };
            let leads_north = level.leads_north(first);
            let Some(whole) = Rect::from_ltrb(
                first.left().min(last.left()),
                first.top().min(last.top()),
                first.right().max(last.right()),
                first.bottom().max(last.bottom()),
            ) else {
                continue;
            };
            let Some(color) = whole.cells().find_map(|cell| deck_color(level, cell)) else { continue };
            for cell in whole.intersection(near).into_iter().flat_map(Rect::cells) {
                let is_gate = [first, last].into_iter().any(|door| door.contains(cell) && is_gate(level, door));
                if !is_gate && deck_color(level, cell).is_none() {
                    continue;
                }
                let rails = if leads_north {
                    [cell.x == whole.left(), cell.x + 1 == whole.right()]
                } else {
                    [cell.y == whole.top(), cell.y + 1 == whole.bottom()]
                };
                cells.insert(cell, Deck { leads_north, color, rails });
            }
        }
        if level.terrain_cells().is_some() {
            cells.extend(near.cells().filter_map(|cell| Some((cell, deck_in_room(level, cell)?))));
        }
        Self(cells)
    }

    /// The deck on a cell; `None` without one.
    pub(crate) fn at(&self, cell: Cell) -> Option<Deck> {
        self.0.get(&cell).copied()
    }

    /// Draws the decks of row `y`.
    pub(super) fn paint(&self, canvas: &mut CellRowCanvas, level: &Level, y: i32) {
        for cell in canvas.columns().map(|x| Cell::new(x, y)) {
            if let Some(deck) = self.at(cell) {
                deck.paint(canvas, cell);
            }
            // The deck in the north or west casts its shadow on the ground below.
            let (left, top) = (cell.x * CELL, cell.y * CELL);
            let is_bare = self.at(cell).is_none() && sunken(level, cell).is_some();
            if is_bare && self.at(Cell::new(cell.x, cell.y - 1)).is_some_and(|deck| !deck.leads_north) {
                for (row, amount) in [(0, 150), (1, 120), (2, 90), (3, 50)] {
                    canvas.blend([left, top + row, CELL, 1], SHADOW, amount);
                }
            }
            if is_bare && self.at(Cell::new(cell.x - 1, cell.y)).is_some_and(|deck| deck.leads_north) {
                for (column, amount) in [(0, 130), (1, 90), (2, 50)] {
                    canvas.blend([left + column, top, 1, CELL], SHADOW, amount);
                }
            }
        }
    }
}

/// The deck on a cell of a room with a bridge over terrain on both of its sides; `None` without
/// one.
fn deck_in_room(level: &Level, cell: Cell) -> Option<Deck> {
    let kind = cover(level, cell).filter(|kind| kind.is_bridge)?;
    let is_sunken = |dx: i32, dy: i32| sunken(level, Cell::new(cell.x + dx, cell.y + dy)).is_some();
    let leads_north = is_sunken(-1, 0) && is_sunken(1, 0);
    let is_deck = leads_north || is_sunken(0, -1) && is_sunken(0, 1);
    is_deck.then_some(Deck { leads_north, color: kind.color, rails: [true; 2] })
}

/// The colour of the deck on a cell of a corridor; `None` if it has no terrain.
fn deck_color(level: &Level, cell: Cell) -> Option<Color> {
    let kind = level.terrain(cell).filter(|kind| !kind.blocks)?;
    (level.tile(cell) == Tile::Corridor).then_some(kind.color)
}

impl Deck {
    /// The colour of the board at a pixel along the way.
    pub(crate) fn board(self, along: i32, line: i32) -> Color {
        let bits = hash(along.div_euclid(BOARD), line);
        let color =
            [lighter(self.color, 22), self.color, darker(self.color, 22), lighter(self.color, 8)][bits as usize % 4];
        match along.rem_euclid(BOARD) {
            0 => lighter(color, 40),
            3 => darker(color, 150),
            _ => color,
        }
    }

    pub(crate) fn paint(self, canvas: &mut CellRowCanvas, cell: Cell) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        let line = if self.leads_north { cell.x } else { cell.y };
        for (x, y) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y))) {
            let (along, across) = if self.leads_north { (top + y, x) } else { (left + x, y) };
            let color = self.board(along, line);
            // The ends of boards are uneven.
            let end = (hash(along.div_euclid(BOARD), !line) >> 8 & 1) as i32;
            let from_rail = match self.rails {
                [true, _] if across < CELL / 2 => across,
                [_, true] if across >= CELL / 2 => CELL - 1 - across,
                _ => CELL,
            };
            let is_post = along.rem_euclid(CELL) < 3 && self.rails != [false; 2];
            let color = match from_rail {
                0 if !is_post && end == 1 => continue,
                0 => darker(color, 120),
                1..=RAIL if is_post => lighter(darker(self.color, 60), if from_rail == 1 { 90 } else { 30 }),
                1 => lighter(darker(self.color, 70), 60),
                2 => darker(self.color, 100),
                3 | 4 => darker(color, if from_rail == 3 { 110 } else { 50 }),
                _ => color,
            };
            canvas.fill([left + x, top + y, 1, 1], color);
        }
    }
}
