//! Marks the entry and the ways down: stairs, and borders in the floors of start and end.
//!
//! Consumes a level and a theme, and draws on a [`CellRowCanvas`] one row of cells at a time.

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, RoomKind, Tile},
    theme::Theme,
};

use super::canvas::{CELL, CellRowCanvas, TransparentImage, WHOLE, darker, lighter, mix};

/// The distance of the floor's border from the walls, in pixels.
const BORDER: i32 = 8;

/// The painter of all stairs, and of the borders in their rooms' floors.
#[derive(Debug)]
pub(super) struct StairPainter<'level> {
    level: &'level Level,
    stairs: Vec<StairImage>,
}

/// The stairs of the entry or of a way down, with their border.
#[derive(Debug)]
struct StairImage {
    cell: Cell,
    /// The rectangle of the stairs' room, if its floor has a border.
    bordered: Option<Rect>,
    color: Color,
    stamp: TransparentImage,
}

impl<'level> StairPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme) -> Self {
        let stair = |cell: Cell, kind: RoomKind, color: Color, rows: &[&[u8; 16]; 16]| {
            let room = level.rooms().iter().find(|room| room.rect.contains(cell));
            StairImage {
                cell,
                bordered: room.filter(|room| room.kind == kind).map(|room| room.rect),
                color,
                stamp: stamp(rows, theme, color),
            }
        };
        let entry = stair(level.entry(), RoomKind::Start, theme.entry, UP);
        let ways_down = level.ways_down().map(|cell| stair(cell, RoomKind::End, theme.exit, DOWN));
        Self { level, stairs: [entry].into_iter().chain(ways_down).collect() }
    }

    /// Draws what the canvas shows of the borders in the floors.
    pub(super) fn paint_borders(&self, canvas: &mut CellRowCanvas) {
        for stair in &self.stairs {
            if let Some(room) = stair.bordered {
                stair.paint_border(canvas, room, self.level);
            }
        }
    }

    /// Draws what the canvas shows of the stairs, over flat props. What a player has not seen is
    /// rock, without stairs.
    pub(super) fn paint_stairs(&self, canvas: &mut CellRowCanvas) {
        for stair in self.stairs.iter().filter(|stair| self.level.is_open(stair.cell)) {
            canvas.stamp(&stair.stamp, stair.cell.x * CELL, stair.cell.y * CELL);
        }
    }
}

impl StairImage {
    /// Draws the border in a room's floor: two lines along the room's outline, whatever its shape.
    ///
    /// A line consists of the pixels at a fixed Chebyshev distance from the nearest cell that is
    /// not floor of the room.
    fn paint_border(&self, canvas: &mut CellRowCanvas, room: Rect, level: &Level) {
        let (columns, y) = (canvas.columns(), canvas.top() / CELL);
        let is_floor = |cell: Cell| room.contains(cell) && level.tile(cell) == Tile::Floor;
        for x in (room.left().max(columns.start)..room.right().min(columns.end)).filter(|&x| is_floor(Cell::new(x, y)))
        {
            let around = Rect::of(x - 1, y - 1, 3, 3).cells().filter(|&cell| !is_floor(cell));
            let solid: Vec<_> = around.map(|cell| (cell.x - x, cell.y - y)).collect();
            if solid.is_empty() {
                continue;
            }
            for (column, row) in (0..CELL).flat_map(|row| (0..CELL).map(move |column| (column, row))) {
                let between = |steps: i32, pixel: i32| match steps {
                    -1 => pixel,
                    0 => -1,
                    _ => CELL - 1 - pixel,
                };
                let nearest = solid.iter().map(|&(dx, dy)| between(dx, column).max(between(dy, row))).min();
                for (inset, amount) in [(BORDER, 120), (BORDER + 2, 64)] {
                    if nearest == Some(inset) {
                        canvas.dot(x * CELL + column, y * CELL + row, self.color, amount);
                    }
                }
            }
        }
    }
}

/// The image of the entry's stairs, which climb away from the viewer.
///
/// `#` is the frame, `+` its lit edge, digits are stone from dark to light, `k` is the dark below,
/// and `.` is transparent.
const UP: &[&[u8; 16]; 16] = &[
    b".++++++++++++++.",
    b"+##############+",
    b"+#999999999999#+",
    b"+#888888888888#+",
    b"+#222222222222#+",
    b"+#888888888888#+",
    b"+#666666666666#+",
    b"+#111111111111#+",
    b"+#777777777777#+",
    b"+#555555555555#+",
    b"+#000000000000#+",
    b"+#555555555555#+",
    b"+#333333333333#+",
    b"+#kkkkkkkkkkkk#+",
    b"+##############+",
    b".++++++++++++++.",
];

/// The image of the exit's stairs, which lead down into the dark, in the letters of [`UP`].
const DOWN: &[&[u8; 16]; 16] = &[
    b".++++++++++++++.",
    b"+##############+",
    b"+#kkkkkkkkkkkk#+",
    b"+#kkkkkkkkkkkk#+",
    b"+#kkkk1111kkkk#+",
    b"+#kkkk0000kkkk#+",
    b"+#kkk333333kkk#+",
    b"+#kkk222222kkk#+",
    b"+#kkk000000kkk#+",
    b"+#kk66666666kk#+",
    b"+#kk44444444kk#+",
    b"+#kk11111111kk#+",
    b"+#k9999999999k#+",
    b"+#k7777777777k#+",
    b"+##############+",
    b".++++++++++++++.",
];

fn stamp(rows: &[&[u8; 16]; 16], theme: &Theme, color: Color) -> TransparentImage {
    let mut stamp = TransparentImage::new(CELL, CELL);
    let dark = darker(theme.rock, 96);
    let light = lighter(mix(theme.wall_top, color, 90), 150);
    for (y, row) in (0..).zip(rows) {
        for (x, &letter) in (0..).zip(*row) {
            let (color, amount) = match letter {
                b'.' => continue,
                b'+' => (lighter(color, 90), 255),
                b'#' => (darker(color, 40), 255),
                digit @ b'0'..=b'9' => (mix(dark, light, u32::from(digit - b'0' + 2) * WHOLE / 11), 255),
                _ => (dark, 255),
            };
            stamp.set(x, y, color, amount);
        }
    }
    stamp
}
