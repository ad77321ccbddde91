//! Tile images, or pieces: pictures of single cells for tilesets, each distinct appearance drawn
//! once.
//!
//! Consumes a theme. [`sheet`] produces all tile images, in an order that is the same for all
//! levels and themes, and [`LevelTileImages`] says which ones the cells of a level show. The
//! painters of pictures draw them in small specimen levels. They lack what would need an image for
//! every cell: flagstones that vary without repetition, the light around the stairs, and the
//! borders in the floors of the start and end rooms.

mod atlas;
mod door;
mod ground;
mod prop;
mod specimen;
mod terrain;
mod view;
mod wall;

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    model::DoorKind,
    theme::{Theme, WallStyle},
};

use super::canvas::{self, CellRowCanvas};
pub use atlas::TileGaps;
pub(crate) use atlas::TileSheetPicture;
pub(crate) use door::opened;
pub(crate) use prop::{back_to_front, prop};
#[cfg(test)]
pub(super) use specimen::door as door_specimen;
pub(crate) use terrain::{AMID, terrain, terrain_mask};
pub(crate) use view::{CellTileImages, LevelTileImages};
pub(crate) use wall::WallLooks;

/// The side of a tile image of one cell, in pixels.
pub(crate) const CELL: i32 = canvas::CELL;

/// The number of tile images in a row of the tile sheet. Each group of tile images begins a new
/// row.
pub(crate) const COLUMNS: u16 = 16;

/// The number of the first tile image of each group: `FLOORS`, `SHADES` and so on.
const FLOORS: u16 = 0;
const SHADES: u16 = FLOORS + ground::FLOORS;
/// The number of the tile image of the entry's stairs. That of the exit's stairs has the next
/// number.
pub(crate) const STAIRS: u16 = SHADES + 2 * COLUMNS;
const DOORS: u16 = STAIRS + COLUMNS;
const ROCKS: u16 = DOORS + door::ROWS * COLUMNS;
const LINTELS: u16 = ROCKS + COLUMNS;
/// The number of rows of the tile sheet that are reserved for lintels, the walls above doors.
const LINTEL_ROWS: u16 = 1;
const WALLS: u16 = LINTELS + LINTEL_ROWS * COLUMNS;

/// What a tile image shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileImageKind {
    /// A floor of a room or of a corridor.
    Floor(FloorPlace),
    /// The contact shadow of walls on a floor.
    Shade,
    /// The stairs of the entry.
    Entry,
    /// The stairs of the exit.
    Exit,
    /// A cell of a door, and whether the door leads north.
    Door(DoorKind, bool),
    /// Rock too far from open cells to show a wall.
    Rock,
    /// A wall, or rock into which the top of a wall fades.
    Wall,
    /// The wall above a door, below which one walks.
    Lintel,
}

/// Where a floor is: in a room on the main path, in a bonus room, or in a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloorPlace {
    /// A room of the main path.
    Path,
    /// A bonus room.
    Bonus,
    /// A corridor.
    Corridor,
}

/// The picture of a cell or of a prop's footprint, with transparency.
///
/// Guarantee: whole rows of `width` pixels, each of red, green, blue and opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileImage {
    width: i32,
    pixels: Vec<[u8; 4]>,
}

impl TileImage {
    /// The rows of pixels of the image, from the top.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &[[u8; 4]]> {
        self.pixels.chunks_exact(self.width as usize)
    }

    /// Cuts the cells of `rect` out of what `paint` draws.
    ///
    /// For each row of cells, `paint` is called on a black and on a white ground, from which colour
    /// and opacity follow.
    fn cut(rect: Rect, mut paint: impl FnMut(&mut CellRowCanvas, i32)) -> Self {
        const GROUNDS: [Color; 2] = [Color::new(0, 0, 0), Color::new(255, 255, 255)];
        let (columns, width) = (rect.right(), rect.width() * CELL);
        let mut canvas = CellRowCanvas::new(&(0..columns));
        let mut pixels = Vec::with_capacity((width * rect.height() * CELL) as usize);
        for y in rect.top()..rect.bottom() {
            let [dark, light] = GROUNDS.map(|ground| {
                canvas.turn_to(y);
                canvas.fill([0, y * CELL, columns * CELL, CELL], ground);
                paint(&mut canvas, y);
                canvas.pixels().to_vec()
            });
            let row = (columns * CELL) as usize;
            for (dark, light) in dark.chunks_exact(row).zip(light.chunks_exact(row)) {
                let left = (rect.left() * CELL) as usize;
                pixels.extend(dark[left..].iter().zip(&light[left..]).map(|(&dark, &light)| unmixed(dark, light)));
            }
        }
        Self { width, pixels }
    }

    fn cut_cell(cell: Cell, paint: impl FnMut(&mut CellRowCanvas, i32)) -> Self {
        Self::cut(Rect::from_cell(cell), paint)
    }
}

/// The colour with opacity that gives `dark` on black and `light` on white.
fn unmixed(dark: Color, light: Color) -> [u8; 4] {
    let channels = |color: Color| [color.r, color.g, color.b].map(u32::from);
    let through: u32 = channels(light).iter().zip(channels(dark)).map(|(light, dark)| light.saturating_sub(dark)).sum();
    let opacity = 255 - (through + 1) / 3;
    match opacity {
        0 => [0; 4],
        opacity => {
            let [r, g, b] = channels(dark).map(|part| ((part * 255 + opacity / 2) / opacity).min(255) as u8);
            [r, g, b, opacity as u8]
        }
    }
}

/// The number of the first tile image of walls without any floor around them, in a row of its own.
fn masonry(looks: &WallLooks) -> u16 {
    (WALLS + looks.count()).next_multiple_of(COLUMNS)
}

/// The number of the first tile image of the foot of rough rock. Only sheets of themes whose walls
/// are of it have them.
fn feet(looks: &WallLooks) -> u16 {
    masonry(looks) + COLUMNS
}

/// All tile images of a theme by number; `None` between the end of a group and the end of its row.
pub(crate) fn sheet(theme: &Theme, looks: &WallLooks) -> Vec<Option<(TileImageKind, TileImage)>> {
    let walls = wall::pieces(theme, looks);
    let masonry = masonry(looks);
    let is_rough = theme.walls == WallStyle::Rock;
    let mut sheet = vec![None; usize::from(feet(looks) + if is_rough { ground::FEET } else { 0 })];
    let [entry, exit] = door::stairs(theme);
    let stairs = [(STAIRS, TileImageKind::Entry, entry), (STAIRS + 1, TileImageKind::Exit, exit)];
    let rocks = (ROCKS..).zip(wall::rocks(theme)).map(|(number, piece)| (number, TileImageKind::Rock, piece));
    let lintels = wall::lintels(looks).iter().map(|&look| walls[usize::from(look)].clone());
    let lintels: Vec<_> =
        (LINTELS..WALLS).zip(lintels).map(|(number, piece)| (number, TileImageKind::Lintel, piece)).collect();
    let walls = (WALLS..).zip(walls).chain((masonry..).zip(wall::masonry(theme)));
    let walls = walls.map(|(number, piece)| (number, TileImageKind::Wall, piece));
    let shades = ground::shades(theme).map(|(number, piece)| (SHADES + number, TileImageKind::Shade, piece));
    let feet = is_rough.then(|| ground::feet(theme)).into_iter().flatten();
    let feet = feet.map(|(number, piece)| (self::feet(looks) + number, TileImageKind::Shade, piece));
    let floors =
        ground::floors(theme).map(|(number, ground, piece)| (FLOORS + number, TileImageKind::Floor(ground), piece));
    let doors = door::pieces(theme).map(|(number, part, piece)| (DOORS + number, part, piece));
    for (number, part, piece) in
        floors.chain(shades).chain(feet).chain(stairs).chain(doors).chain(rocks).chain(lintels).chain(walls)
    {
        sheet[usize::from(number)] = Some((part, piece));
    }
    sheet
}

#[cfg(test)]
mod tests;
