//! The level invariants that depend on tiles alone, numbered as in `level/check`.

use super::TextDrawing;
use crate::{
    geom::{Cell, Direction, Rect},
    grid::BitGrid,
    level::{Distances, InvariantBreach},
    model::Tile,
};

/// A test of one invariant: `Err` says what breaks it.
type DrawingCheck = fn(&TextDrawing) -> Result<(), String>;

const CHECKS: [(u8, DrawingCheck); 4] = [
    (1, the_border_is_solid),
    (4, doors_lead_from_floor_to_floor),
    (5, walls_line_the_floor),
    (10, all_floor_can_be_reached),
];

impl TextDrawing {
    /// Tests the level invariants that depend on tiles alone, and reports the breaches.
    ///
    /// - 1: the border is solid.
    /// - 4: each cell of a door lies between two cells of floor.
    /// - 5: walls stand exactly where solid cells touch floor or door, diagonals included.
    /// - 10: the exit, every door and all floor can be reached from the entry, or from the first
    ///   floor cell if there is no entry. Props are ignored: a drawing does not say which of them
    ///   block.
    ///
    /// Each breach has the invariant's number and names the first cell that breaks it. Cost: linear
    /// in cells.
    #[must_use]
    pub fn check(&self) -> Vec<InvariantBreach> {
        let broken = CHECKS.iter().map(|(invariant, check)| (*invariant, check(self)));
        broken.filter_map(|(invariant, result)| result.err().map(|what| InvariantBreach { invariant, what })).collect()
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.tiles().get(cell).unwrap_or(Tile::Rock)
    }

    /// The first cell in row-major order that satisfies a predicate.
    fn first(&self, is_so: impl Fn(Cell, Tile) -> bool) -> Option<Cell> {
        self.tiles().bounds().cells().find(|&cell| is_so(cell, self.tile(cell)))
    }
}

fn the_border_is_solid(drawing: &TextDrawing) -> Result<(), String> {
    let bounds = drawing.tiles().bounds();
    let is_border = |cell: Cell| {
        cell.x == bounds.left()
            || cell.y == bounds.top()
            || cell.x + 1 == bounds.right()
            || cell.y + 1 == bounds.bottom()
    };
    match drawing.first(|cell, tile| tile.is_open() && is_border(cell)) {
        Some(cell) => Err(format!("{cell} is on the border of the level, but it is {:?}", drawing.tile(cell).glyph())),
        None => Ok(()),
    }
}

fn doors_lead_from_floor_to_floor(drawing: &TextDrawing) -> Result<(), String> {
    let is_floor = |cell: Cell| matches!(drawing.tile(cell), Tile::Floor | Tile::Corridor);
    let leads = |cell: Cell| {
        let both = |one: Direction| is_floor(cell.step(one)) && is_floor(cell.step(one.opposite()));
        both(Direction::North) || both(Direction::West)
    };
    match drawing.first(|cell, tile| tile == Tile::Door && !leads(cell)) {
        Some(cell) => Err(format!("the door at {cell} does not lie between two cells of floor")),
        None => Ok(()),
    }
}

fn walls_line_the_floor(drawing: &TextDrawing) -> Result<(), String> {
    let touches_open = |cell: Cell| {
        let around = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
        around.into_iter().any(|beside| drawing.tile(beside).is_open())
    };
    let is_wrong = |cell, tile: Tile| !tile.is_open() && (tile == Tile::Wall) != touches_open(cell);
    match drawing.first(is_wrong) {
        Some(cell) if drawing.tile(cell) == Tile::Wall => {
            Err(format!("{cell} is wall, but touches neither floor nor door: it must be rock"))
        }
        Some(cell) => Err(format!("{cell} is rock, but touches floor or door: it must be wall")),
        None => Ok(()),
    }
}

fn all_floor_can_be_reached(drawing: &TextDrawing) -> Result<(), String> {
    let Some(start) = drawing.entry().or_else(|| drawing.first(|_, tile| tile.is_open())) else {
        return Err("there is no floor".to_owned());
    };
    let mut open = BitGrid::new(drawing.tiles().width(), drawing.tiles().height());
    drawing.tiles().bounds().cells().for_each(|cell| open.set(cell, drawing.tile(cell).is_open()));
    let mut distances = Distances::default();
    distances.measure(&open, [start]);
    match drawing.first(|cell, tile| tile.is_open() && distances.get(cell).is_none()) {
        Some(cell) => Err(format!("{cell} cannot be reached from {start}")),
        None => Ok(()),
    }
}
