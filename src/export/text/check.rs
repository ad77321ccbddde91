//! The level invariants that depend on tiles alone, numbered as in `check`.

use std::fmt;

use super::TextDrawing;
use crate::{
    check::InvariantBreach,
    geom::{Cell, Direction, Extent, Rect},
    grid::BitGrid,
    model::Tile,
};

/// A test of one invariant: `Err` says what breaks it.
type DrawingCheck = fn(&TextDrawing) -> Result<(), String>;

const CHECKS: [(u8, DrawingCheck); 3] =
    [(1, the_border_is_solid), (4, doors_lead_from_floor_to_floor), (10, all_floor_can_be_reached)];

/// A way of drawing that differs from roomgen's, and that no player notices: invariant 5 says that
/// walls stand exactly where solid cells touch floor or door, diagonals included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextHint {
    /// Walls touch neither floor nor door.
    WallInRock {
        /// The number of such cells.
        cells: usize,
        /// The first of them in row-major order.
        first: Cell,
    },
    /// Rock touches floor or door.
    RockBesideFloor {
        /// The number of such cells.
        cells: usize,
        /// The first of them in row-major order.
        first: Cell,
    },
}

impl TextHint {
    /// The sort of hint in kebab case, such as `rock-beside-floor`: stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::WallInRock { .. } => "wall-in-rock",
            Self::RockBesideFloor { .. } => "rock-beside-floor",
        }
    }
}

impl fmt::Display for TextHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, first, what, instead) = match *self {
            Self::WallInRock { cells, first } => (cells, first, "wall without floor or door beside it", "rock"),
            Self::RockBesideFloor { cells, first } => (cells, first, "rock beside floor or door", "wall"),
        };
        let are = if cells == 1 { "cell is" } else { "cells are" };
        write!(f, "{cells} {are} {what}, the first at {first}: roomgen draws {instead} there")
    }
}

impl TextDrawing {
    /// Tests the level invariants that a player notices and that depend on tiles alone, and reports
    /// the breaches.
    ///
    /// - 1: the border is solid, unless it may be [open](TextDrawing::with_open_border).
    /// - 4: each cell of a door lies between two cells of floor.
    /// - 10: the exit, every door and all floor can be reached from the entry, or from the first
    ///   floor cell if there is no entry, by steps in four directions. Props are ignored: a drawing
    ///   does not say which of them block.
    ///
    /// Each breach has the invariant's number and names the first cell that breaks it. Cost: linear
    /// in cells.
    #[must_use]
    pub fn check(&self) -> Vec<InvariantBreach> {
        let broken = CHECKS.iter().map(|(invariant, check)| (*invariant, check(self)));
        broken.filter_map(|(invariant, result)| result.err().map(|what| InvariantBreach { invariant, what })).collect()
    }

    /// Where the drawing has walls and rock otherwise than a level. Cost: linear in cells.
    #[must_use]
    pub fn hints(&self) -> Vec<TextHint> {
        let touches_open = |cell: Cell| {
            let around = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
            around.into_iter().any(|beside| self.tile(beside).is_open())
        };
        let wrong = |solid: Tile, touches: bool| {
            let Extent { width, height } = self.extent();
            let mut cells = Rect::of(0, 0, width, height)
                .cells()
                .filter(|&cell| self.tile(cell) == solid && touches_open(cell) == touches);
            let first = cells.next()?;
            Some((1 + cells.count(), first))
        };
        let walls = wrong(Tile::Wall, false).map(|(cells, first)| TextHint::WallInRock { cells, first });
        let rock = wrong(Tile::Rock, true).map(|(cells, first)| TextHint::RockBesideFloor { cells, first });
        walls.into_iter().chain(rock).collect()
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
    let Extent { width, height } = drawing.extent();
    let is_border = |cell: Cell| cell.x == 0 || cell.y == 0 || cell.x + 1 == width || cell.y + 1 == height;
    match drawing.first(|cell, tile| tile.is_open() && is_border(cell) && !drawing.has_open_border) {
        Some(cell) => {
            let shown = match drawing.tile(cell) {
                Tile::Rock | Tile::Wall => "solid",
                Tile::Floor => "floor",
                Tile::Corridor => "a corridor",
                Tile::Door => "a door",
            };
            Err(format!("{cell} is on the border of the level, but it is {shown}"))
        }
        None => Ok(()),
    }
}

fn doors_lead_from_floor_to_floor(drawing: &TextDrawing) -> Result<(), String> {
    let Extent { width, height } = drawing.extent();
    let leads_out = |cell: Cell| drawing.has_open_border && !Rect::of(0, 0, width, height).contains(cell);
    let is_floor = |cell: Cell| matches!(drawing.tile(cell), Tile::Floor | Tile::Corridor) || leads_out(cell);
    let leads = |cell: Cell| {
        let both = |one: Direction| is_floor(cell.step(one)) && is_floor(cell.step(one.opposite()));
        both(Direction::North) || both(Direction::West)
    };
    match drawing.first(|cell, tile| tile == Tile::Door && !leads(cell)) {
        Some(cell) => Err(format!("the door at {cell} does not lie between two cells of floor")),
        None => Ok(()),
    }
}

fn all_floor_can_be_reached(drawing: &TextDrawing) -> Result<(), String> {
    let Some(start) = drawing.entry().or_else(|| drawing.first(|_, tile| tile.is_open())) else {
        return Err("there is no floor".to_owned());
    };
    let reached = BitGrid::of(drawing.tiles(), Tile::is_open).connected_to(start);
    match drawing.first(|cell, tile| tile.is_open() && !reached.get(cell)) {
        Some(cell) => Err(format!("{cell} cannot be reached from {start}")),
        None => Ok(()),
    }
}
