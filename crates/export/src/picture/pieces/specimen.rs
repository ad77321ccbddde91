//! Small levels in which the tile images are drawn.

use roomgen::{Cell, DoorKind, Level, Rect, RoomKind, Size, Tile, grid::Grid};

/// A level of 8 by 8 cells. It holds only what painters read, so it cannot be played.
pub(super) struct SpecimenLevel {
    tiles: Grid<Tile>,
    /// Kind and progress of a room that fills the level. Without it the level's only room is its
    /// last cell.
    room: Option<(RoomKind, f32)>,
    door: Option<(Rect, DoorKind)>,
    stairs: [Cell; 2],
}

impl SpecimenLevel {
    /// A level in which `tile` gives the tile of each cell.
    #[allow(clippy::expect_used, reason = "the smallest side is a valid side")]
    pub(super) fn new(tile: impl Fn(Cell) -> Tile) -> Self {
        let size = Size::new(Size::MIN_SIDE.into(), Size::MIN_SIDE.into()).expect("a size");
        let mut tiles = Grid::filled(size, Tile::Rock);
        tiles.bounds().cells().for_each(|cell| tiles.set(cell, tile(cell)));
        Self { tiles, room: None, door: None, stairs: [Cell::default(); 2] }
    }

    /// Sets the cells of the entry and the exit.
    pub(super) fn with_stairs(self, stairs: [Cell; 2]) -> Self {
        Self { stairs, ..self }
    }

    /// Builds the level.
    #[allow(
        clippy::expect_used,
        reason = "doors, stairs and rooms lie inside, whatever the arguments of the constructors"
    )]
    pub(super) fn level(self) -> Level {
        let last = Cell::new(Size::MIN_SIDE - 1, Size::MIN_SIDE - 1);
        let room = match self.room {
            Some((kind, progress)) => (self.tiles.bounds(), kind, progress),
            None => (Rect::from_cell(last), RoomKind::Path, 0.0),
        };
        Level::sketch(self.tiles, room, self.door, self.stairs).expect("a level")
    }
}

/// A level of 8 by 8 cells in which `tile` gives the tile of each cell.
pub(super) fn level(tile: impl Fn(Cell) -> Tile) -> Level {
    SpecimenLevel::new(tile).level()
}

/// A level of 8 by 8 cells that is one room of this kind and progress.
pub(super) fn room(kind: RoomKind, progress: f32, tile: Tile) -> Level {
    SpecimenLevel { room: Some((kind, progress)), ..SpecimenLevel::new(|_| tile) }.level()
}

/// A level of walls with a door and floor on its two sides: north and south, or west and east.
pub(in crate::picture) fn door(door: Rect, kind: DoorKind, leads_north: bool) -> Level {
    let tile = |cell: Cell| {
        let Cell { x, y } = cell;
        let beside = if leads_north { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] };
        match cell {
            cell if door.contains(cell) => Tile::Door,
            _ if beside.iter().any(|&side| door.contains(side.into())) => Tile::Floor,
            _ => Tile::Wall,
        }
    };
    SpecimenLevel { door: Some((door, kind)), ..SpecimenLevel::new(tile) }.level()
}
