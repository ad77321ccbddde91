//! The line between terrain and floor, with round corners.
//!
//! Consumes the cells around one, and produces for each of its pixels how far it lies from the
//! floor. Straight banks follow the sides of cells; corners are rounded by a few pixels.

use roomgen::{geom::Cell, level::Level};

use super::{
    super::{
        canvas::{CELL, hash},
        sunken::sunken,
    },
    bridge::Bridges,
};

/// Sixteenths of a pixel.
pub(super) const PIXEL: i32 = 16;

/// What a cell is to terrain beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoastGround {
    /// Terrain, or a deck over it.
    Sunken,
    /// Floor, whose edge is a bank.
    Floor,
    /// Rock or wall, whose edge is drawn by others.
    Solid,
}

/// The number of cells along a side of the square that is looked at.
const SIDE: i32 = 5;

/// The cells around one that shows terrain, or whose neighbour does.
#[derive(Debug)]
pub(super) struct Coast {
    cell: Cell,
    grounds: [CoastGround; (SIDE * SIDE) as usize],
    kind: Option<usize>,
    has_floor: bool,
    /// How deep each of the 3 by 3 cells is: 0 on floor, 1 at a bank, 2 amid terrain.
    levels: [i32; 9],
    /// Whether banks follow the sides of cells exactly.
    is_square: bool,
    /// Whether the cell is drawn as a tile, which must fit others at its sides wherever it lies.
    is_tile: bool,
}

/// The eight cells around one, clockwise from the north: those of the bits of a tile's mask.
const AROUND: [[i32; 2]; 8] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

impl Coast {
    pub(super) fn around(level: &Level, bridges: &Bridges, cell: Cell, is_square: bool) -> Self {
        let place = |number: usize| {
            let number = number as i32;
            Cell::new(cell.x + number % SIDE - SIDE / 2, cell.y + number / SIDE - SIDE / 2)
        };
        let kind_at =
            |cell: Cell| sunken(level, cell).and_then(|kind| level.terrain_kinds().iter().position(|own| own == kind));
        let near = [[0, 0], [0, -1], [-1, 0], [1, 0], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];
        let kind = near.iter().find_map(|&[dx, dy]| kind_at(Cell::new(cell.x + dx, cell.y + dy)));
        let ground = |number: usize| match place(number) {
            beside if sunken(level, beside).is_some() || bridges.at(beside).is_some() => CoastGround::Sunken,
            beside if level.tile(beside).is_open() => CoastGround::Floor,
            _ => CoastGround::Solid,
        };
        let grounds = if kind.is_some() { std::array::from_fn(ground) } else { [CoastGround::Solid; 25] };
        Self { kind, is_square, ..Self::of_grounds(cell, grounds) }
    }

    /// A cell of terrain as a tile. Bit n of `mask` says whether the nth of the eight cells around
    /// it, clockwise from the north, has terrain too; the others are floor.
    pub(super) fn of_tile(cell: Cell, mask: u8) -> Self {
        let ground = |number: usize| {
            let number = number as i32;
            // Cells beyond the neighbours are as these.
            let beside = [number % SIDE, number / SIDE].map(|at| (at - SIDE / 2).clamp(-1, 1));
            let bit = AROUND.iter().position(|&step| step == beside);
            if bit.is_none_or(|bit| mask >> bit & 1 != 0) { CoastGround::Sunken } else { CoastGround::Floor }
        };
        Self { is_tile: true, ..Self::of_grounds(cell, std::array::from_fn(ground)) }
    }

    fn of_grounds(cell: Cell, grounds: [CoastGround; (SIDE * SIDE) as usize]) -> Self {
        let has_floor = grounds.contains(&CoastGround::Floor);
        let mut coast = Self { cell, grounds, kind: None, has_floor, levels: [0; 9], is_square: false, is_tile: false };
        coast.levels = std::array::from_fn(|number| {
            let (dx, dy) = (number as i32 % 3 - 1, number as i32 / 3 - 1);
            let is_sunken = |x: i32, y: i32| coast.at(dx + x, dy + y) == CoastGround::Sunken;
            let is_amid = (-1..=1).all(|y| (-1..=1).all(|x| is_sunken(x, y)));
            i32::from(is_sunken(0, 0)) + i32::from(is_amid)
        });
        coast
    }

    /// The most that [`Coast::jitter`] is, either way.
    pub(super) const MOST_JITTER: i32 = 128 * PIXEL / 110;

    /// How far the bank meanders about its smooth line at a pixel, in units of 1 / [`PIXEL`].
    pub(super) fn jitter(&self, x: i32, y: i32) -> i32 {
        if self.is_tile { 0 } else { (waves(x, y, [6, 6]) - 128) * PIXEL / 110 }
    }

    /// The kind of the terrain, as a position among those of the level; `None` if neither the cell
    /// nor a neighbour shows any.
    pub(super) fn kind(&self) -> Option<usize> {
        self.kind
    }

    fn at(&self, dx: i32, dy: i32) -> CoastGround {
        let (column, row) = ((dx + SIDE / 2).clamp(0, SIDE - 1), (dy + SIDE / 2).clamp(0, SIDE - 1));
        self.grounds[(row * SIDE + column) as usize]
    }

    /// Whether the cell `(dx, dy)` beside this one is rock or wall.
    pub(super) fn is_solid(&self, dx: i32, dy: i32) -> bool {
        self.at(dx, dy) == CoastGround::Solid
    }

    /// How far a pixel lies from the floor, in units of 1 / [`PIXEL`]: negative on the floor. It is
    /// at most half a cell either way. The pixel may lie a cell beside this one.
    ///
    /// It is the bilinear interpolation of the middles of cells, where walls count as terrain, so
    /// that a bank runs straight into them.
    pub(super) fn distance(&self, x: i32, y: i32) -> i32 {
        if self.is_square {
            let (x, y) = (x - self.cell.x * CELL, y - self.cell.y * CELL);
            let sides = [([0, -1], y), ([-1, 0], x), ([1, 0], CELL - 1 - x), ([0, 1], CELL - 1 - y)];
            let near =
                sides.into_iter().filter(|&([dx, dy], _)| self.at(dx, dy) == CoastGround::Floor).map(|(_, far)| far);
            return (near.min().unwrap_or(CELL).min(CELL / 2) + 2) * PIXEL;
        }
        let half = CELL / 2 * PIXEL;
        if !self.has_floor {
            return half;
        }
        let parts = |at: i32, first: i32| {
            let at = 2 * (at - first * CELL) + 1 - CELL;
            (at.div_euclid(2 * CELL), at.rem_euclid(2 * CELL))
        };
        let ((column, across), (row, down)) = (parts(x, self.cell.x), parts(y, self.cell.y));
        let at = |dx: i32, dy: i32| self.at(column + dx, row + dy);
        let corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
        let meets = |one: CoastGround, other: CoastGround| {
            (one == CoastGround::Floor) != (other == CoastGround::Floor)
                && one != CoastGround::Solid
                && other != CoastGround::Solid
        };
        let is_coast = (0..4).any(|side| {
            let [[x0, y0], [x1, y1]] = [corners[side], corners[(side + 1) % 4]];
            meets(at(x0, y0), at(x1, y1))
        });
        if !is_coast {
            let nearest = at(across / CELL, down / CELL);
            return if nearest == CoastGround::Floor { -half } else { half };
        }
        let weight = |step: i32, along: i32| if step == 0 { 2 * CELL - along } else { along };
        let floor = corners.iter().filter(|[dx, dy]| at(*dx, *dy) == CoastGround::Floor);
        let field: i32 = floor.map(|&[dx, dy]| weight(dx, across) * weight(dy, down)).sum();
        (2 * CELL * CELL - field) * PIXEL / (4 * CELL)
    }

    /// How far a pixel of the cell lies from the nearest straight side of a wall or of rock, in
    /// pixels; 16 without one beside it.
    pub(super) fn wall_distance(&self, x: i32, y: i32) -> i32 {
        let (x, y) = (x - self.cell.x * CELL, y - self.cell.y * CELL);
        let sides = [([0, -1], y), ([-1, 0], x), ([1, 0], CELL - 1 - x), ([0, 1], CELL - 1 - y)];
        let near = sides.into_iter().filter(|&([dx, dy], _)| self.is_solid(dx, dy)).map(|(_, far)| far);
        near.min().unwrap_or(CELL)
    }

    /// How deep the ground is at a pixel, from 0 at the banks to 256 amid terrain, by the eight
    /// neighbours of the cells around it.
    pub(super) fn depth(&self, x: i32, y: i32) -> i32 {
        if self.is_tile {
            return self.tile_depth(x, y);
        }
        let level = |dx: i32, dy: i32| self.levels[(3 * dy + dx + 4) as usize];
        let parts = |at: i32, first: i32| {
            let at = 2 * (at - first * CELL) + 1 - CELL;
            (at.div_euclid(2 * CELL), at.rem_euclid(2 * CELL))
        };
        let ((column, across), (row, down)) = (parts(x, self.cell.x), parts(y, self.cell.y));
        let weight = |step: i32, along: i32| if step == 0 { 2 * CELL - along } else { along };
        let corners = [[0, 0], [1, 0], [0, 1], [1, 1]];
        let sum: i32 =
            corners.iter().map(|&[dx, dy]| level(column + dx, row + dy) * weight(dx, across) * weight(dy, down)).sum();
        sum / (2 * CELL * CELL * 4 / 256)
    }

    /// The depth in a tile: that at its corners, of which each of the four cells there knows.
    fn tile_depth(&self, x: i32, y: i32) -> i32 {
        let corner = |dx: i32, dy: i32| {
            let cells = [[0, 0], [dx, 0], [0, dy], [dx, dy]];
            if cells.iter().all(|&[dx, dy]| self.at(dx, dy) == CoastGround::Sunken) { 256 } else { 96 }
        };
        let (across, down) = (2 * (x - self.cell.x * CELL) + 1, 2 * (y - self.cell.y * CELL) + 1);
        let row = |dy: i32| corner(-1, dy) * (2 * CELL - across) + corner(1, dy) * across;
        (row(-1) * (2 * CELL - down) + row(1) * down) / (4 * CELL * CELL)
    }
}

/// A gentle random value from 0 to 255 at a pixel, which changes over `step` pixels.
pub(super) fn waves(x: i32, y: i32, [wide, tall]: [i32; 2]) -> i32 {
    let at = |dx: i32, dy: i32| (hash(x.div_euclid(wide) + dx, !(y.div_euclid(tall) + dy)) & 255) as i32;
    let (across, down) = (x.rem_euclid(wide), y.rem_euclid(tall));
    let row = |dy: i32| at(0, dy) * (wide - across) + at(1, dy) * across;
    (row(0) * (tall - down) + row(1) * down) / (wide * tall)
}
