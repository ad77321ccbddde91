//! The bank of a room: where the terrain of a parting lies beside its floor.
//!
//! Consumes the terrain of a plan. A bank is no wall: what goes along walls keeps off it.

use crate::{
    floorplan::PlannedTerrain,
    geom::{Cell, Direction, Extent, Rect},
    grid::{CellSet, Grid},
    preset::Preset,
};

/// The terrain of a parting around a room that has some beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomBank<'level> {
    cells: &'level Grid<u8>,
    /// The number of the parting's terrain in `cells`.
    terrain: u8,
    /// The room's rectangle in the level.
    rect: Rect,
    /// The side of the room on which the parting lies.
    side: Direction,
}

impl<'level> RoomBank<'level> {
    /// The bank of a room; `None` if no terrain of a parting lies beside it. Cost: linear in the
    /// sides of the room.
    pub(super) fn of(preset: &Preset, terrain: Option<&'level PlannedTerrain>, rect: Rect) -> Option<Self> {
        let terrain = terrain?;
        let parting = terrain.partings.first()?;
        let number = preset.partings.get(usize::from(parting.rule))?.terrain + 1;
        let side = if parting.band.right() <= rect.left() {
            Direction::West
        } else if parting.band.left() >= rect.right() {
            Direction::East
        } else if parting.band.bottom() <= rect.top() {
            Direction::North
        } else {
            Direction::South
        };
        let bank = Self { cells: &terrain.cells, terrain: number, rect, side };
        let Extent { width, height } = rect.extent();
        // Terrain in the rectangle is joined to that of the band, which lies outside of it.
        let across = (-1..=width).flat_map(|x| [Cell::new(x, -1), Cell::new(x, height)]);
        let down = (0..height).flat_map(|y| [Cell::new(-1, y), Cell::new(width, y)]);
        across.chain(down).any(|cell| bank.has(cell)).then_some(bank)
    }

    /// The side of the room on which the parting lies. All doors there lead over it.
    pub(super) fn side(&self) -> Direction {
        self.side
    }

    /// Whether a cell has the parting's terrain. It counts from the room's top left cell, and may
    /// lie outside of the room.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.cells.get(Cell::new(self.rect.left() + cell.x, self.rect.top() + cell.y)) == Some(self.terrain)
    }

    /// The cells in the room's rectangle and beside it, from the room's top left cell.
    fn around(&self) -> Rect {
        Rect::of(-1, -1, self.rect.width() + 2, self.rect.height() + 2)
    }

    /// Adds to `to` the cells at most `within` cells from the terrain. Cost: linear in the cells of
    /// the room.
    pub(super) fn add_near<S: CellSet>(&self, to: &mut S, within: i32) {
        add_around(to, self.around().cells().filter(|&cell| self.has(cell)), within);
    }

    /// Adds to `to` the cells at most `within` cells from a wall: a cell that is neither floor nor
    /// the terrain. Cost: linear in the cells of the room.
    pub(super) fn add_near_walls<S: CellSet>(&self, to: &mut S, within: i32, floor: &S) {
        let inside = Rect::of(0, 0, self.rect.width(), self.rect.height());
        let is_floor = |cell: Cell| inside.contains(cell) && floor.contains(cell.x, cell.y);
        let is_wall = |cell: &Cell| !is_floor(*cell) && !self.has(*cell);
        add_around(to, self.around().cells().filter(is_wall), within);
    }
}

fn add_around<S: CellSet>(to: &mut S, cells: impl Iterator<Item = Cell>, within: i32) {
    for around in cells.filter_map(|cell| Rect::from_cell(cell).grown(within)) {
        to.insert_rect(around);
    }
}
