//! Finds the tile images that the cells of a level show.
//!
//! Consumes a level, a theme and the wall appearances of [`WallLooks`], and produces the numbers of
//! tile images row by row.

use roomgen::{
    geom::Cell,
    level::{Level, Tile},
    theme::{FloorStyle, Theme, WallStyle},
};

use super::{
    super::{
        floors::FloorPainter,
        rock::is_pocket,
        rows::RowIndex,
        scene::{SceneDoor, is_opening},
        solidity::CellSolidity,
        walls::WallPainter,
    },
    DOORS, FLOORS, LINTELS, ROCKS, SHADES, STAIRS, WALLS, door, feet, ground, masonry,
    terrain::has_bank,
    wall::{self, WallLooks},
};

/// The numbers of the tile images that a cell shows, from back to front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellTileImages {
    /// The image of the floor. `Some` if the tile is open, such as floor or door, and behind the
    /// banks of terrain that blocks, whose images show it. `None` for all other cells.
    pub(crate) floor: Option<u16>,
    /// The image of the contact shadow on the floor.
    pub(crate) shade: Option<u16>,
    /// The image of wall or rock if the cell is not open, or of the lintel of a door in the face of
    /// a wall.
    pub(crate) wall: Option<u16>,
    /// The image of stairs or of a door.
    pub(crate) feature: Option<u16>,
}

/// Finds the tile images that the cells of a level show, row by row.
#[derive(Debug)]
pub(crate) struct LevelTileImages<'level> {
    level: &'level Level,
    style: FloorStyle,
    /// Whether walls are of rough rock.
    is_rough: bool,
    floors: FloorPainter<'level>,
    walls: WallPainter<'level>,
    looks: &'level WallLooks,
    doors: Vec<SceneDoor>,
    /// For each row of cells, the positions in `doors` of the doors that touch it.
    rows: RowIndex,
}

impl<'level> LevelTileImages<'level> {
    /// Prepares the search for the tile images of a level. `looks` are the wall appearances of its
    /// tile sheet.
    #[must_use]
    pub(crate) fn new(level: &'level Level, theme: &Theme, looks: &'level WallLooks) -> Self {
        let doors: Vec<_> = SceneDoor::of(level).collect();
        let rows = RowIndex::new(level, doors.iter().map(|door| Some(door.cells)));
        let (floors, walls) = (FloorPainter::new(level, theme, level.tiles().bounds()), WallPainter::new(level, theme));
        Self { level, style: theme.floor, is_rough: theme.walls == WallStyle::Rock, floors, walls, looks, doors, rows }
    }

    /// The numbers of the tile images of each cell of row `y`, from west to east.
    pub(crate) fn row(&mut self, y: i32) -> Vec<CellTileImages> {
        self.walls.turn_to(0..self.level.width(), y);
        let tones = self.floors.tones(y);
        let cells = (0..).zip(tones).map(|(x, &tone)| {
            let cell = Cell::new(x, y);
            let tile = self.level.tile(cell);
            let is_room = tile == Tile::Floor || is_opening(self.level, cell);
            let is_solid = self.walls.at(x, 0, 0) != CellSolidity::Open;
            let wall = || match self.looks.number(&self.walls.around(x)) {
                _ if is_pocket(self.level, cell) => Some(masonry(self.looks) + wall::rock(cell)),
                _ if tile.is_open() => self.looks.lintel(&self.walls.around(x)).map(|place| LINTELS + place),
                Some(look) => Some(WALLS + look),
                None => Some(ROCKS + wall::rock(cell)),
            };
            let shade = match tile {
                _ if is_solid => None,
                // A door covers its cell.
                Tile::Door if self.is_rough && !is_room => None,
                _ if self.is_rough => ground::foot(self.level, cell).map(|number| feet(self.looks) + number),
                _ => ground::shadow(&self.walls, x).map(|number| SHADES + number),
            };
            CellTileImages {
                floor: (tile.is_open() || has_bank(self.level, cell))
                    .then(|| FLOORS + ground::floor(self.style, cell, tone, is_room)),
                shade,
                wall: if is_solid { wall() } else { None },
                feature: None,
            }
        });
        let mut cells: Vec<CellTileImages> = cells.collect();
        let ways_down = self.level.ways_down().map(|stair| (STAIRS + 1, stair));
        for (number, stair) in [(STAIRS, self.level.entry())].into_iter().chain(ways_down) {
            if stair.y == y && self.level.is_open(stair) {
                cells[stair.x as usize].feature = Some(number);
            }
        }
        for door in self.rows.row(y).map(|number| self.doors[number]) {
            let (rect, kind, leads_north) = (door.cells, door.kind, door.leads_north);
            for x in rect.left()..rect.right() {
                let (length, place) =
                    if leads_north { (rect.width(), x - rect.left()) } else { (rect.height(), y - rect.top()) };
                cells[x as usize].feature = Some(DOORS + door::number(kind, leads_north, length, place));
            }
        }
        cells
    }
}
