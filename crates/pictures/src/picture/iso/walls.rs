//! Draws walls in the isometric view: cubes of one metre, cut low where they would hide floor.
//!
//! Consumes the tiles of a level, and draws boxes cell by cell.

use std::collections::HashSet;

use super::{
    super::{
        canvas::{CELL, CellRowCanvas, SHADOW, darker, lighter, mix},
        facing::{LINTEL, TINTS, face, tint_of_top, tints},
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{DoorKind, Level, Tile},
    theme::{Theme, WallStyle},
};

/// The heights of walls in sixteenths of a metre: where a full wall hides no floor (`WHOLE`), and
/// where it would hide some (`CUT`).
const WHOLE: i32 = CELL;
const CUT: i32 = 6;

/// How far outer walls extend below the floor in sixteenths of a metre, to give the level some
/// thickness.
const DEPTH: i32 = 4;

/// Opacity of the shadow on east faces and on south faces, in 256ths.
const EAST: u32 = 84;
const SOUTH: u32 = 10;

/// The painter of walls in the isometric view.
pub(super) struct IsoWallPainter<'level> {
    level: &'level Level,
    window: Rect,
    style: WallStyle,
    top: Color,
    tops: [Color; TINTS],
    face: Color,
    faces: [Color; TINTS],
    /// The cells of secret doors, which are drawn as walls.
    secrets: HashSet<Cell>,
}

impl<'level> IsoWallPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        // A theme's colour of wall faces is darker than that of wall tops, for the view from above.
        // The isometric view shows both in the same light.
        let (top, face) = (lighter(theme.wall_top, 22), lighter(theme.wall_face, 34));
        let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret);
        Self {
            level,
            window,
            style: theme.walls,
            top,
            tops: tints(top, theme.walls),
            face,
            faces: tints(face, theme.walls),
            secrets: secret
                .flat_map(|passage| passage.doors())
                .filter_map(|door| door.intersection(window.grown(1)?))
                .flat_map(Rect::cells)
                .collect(),
        }
    }

    fn is_secret(&self, cell: Cell) -> bool {
        self.secrets.contains(&cell)
    }

    fn is_wall(&self, cell: Cell) -> bool {
        let tile = self.level.tile(cell);
        self.window.contains(cell) && (tile == Tile::Wall || tile == Tile::Door && self.is_secret(cell))
    }

    /// Whether a full cube of wall on a cell would hide some floor behind it.
    fn hides(&self, cell: Cell) -> bool {
        let hidden = [(-1, -1), (-1, 0), (0, -1)];
        hidden.iter().any(|(dx, dy)| self.level.tile(Cell::new(cell.x + dx, cell.y + dy)).is_open())
    }

    /// The height of the wall on a cell in sixteenths of a metre; 0 without a wall and outside the
    /// window.
    ///
    /// A full cube without a full neighbour is cut to [`CUT`] as well, since it would stick out of
    /// the low walls around it.
    fn height(&self, cell: Cell) -> i32 {
        if !self.is_wall(cell) {
            return 0;
        }
        let stands = |cell: Cell| self.is_wall(cell) && !self.hides(cell);
        if stands(cell) && cell.neighbours().any(stands) { WHOLE } else { CUT }
    }

    fn is_void(&self, cell: Cell) -> bool {
        !self.window.contains(cell) || self.level.tile(cell) == Tile::Rock
    }

    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>) {
        let height = self.height(cell);
        if height == 0 {
            return;
        }
        let (x0, y0) = (cell.x * CELL, cell.y * CELL);
        let beside = |dx: i32, dy: i32| Cell::new(cell.x + dx, cell.y + dy);
        let lower = [beside(0, -1), beside(1, 0), beside(0, 1), beside(-1, 0)].map(|side| self.height(side) < height);
        let is_outer = [self.is_void(beside(0, 1)), self.is_void(beside(1, 0))];
        let bricks = self.bricks(cell);
        let is_secret = self.is_secret(cell);
        let block = IsoBox { from: [x0, y0, -DEPTH], to: [x0 + CELL, y0 + CELL, height] };
        brush.block(block, |side, along, up| match side {
            IsoBoxFace::Top => {
                let (x, y) = (along - x0, up - y0);
                let tint = self.tops[tint_of_top(self.style, along, up)];
                // The front edges of a wall's top are light, the back edges slightly light.
                let front = lower[1] && x == CELL - 1 || lower[2] && y == CELL - 1;
                let back = lower[0] && y == 0 || lower[3] && x == 0;
                Some(match (front, back) {
                    (true, _) => lighter(self.top, 96),
                    (_, true) => lighter(self.top, 40),
                    _ if is_secret && (x == 2 || x == 13 || y == 2 || y == 13) => darker(tint, 70),
                    _ => tint,
                })
            }
            IsoBoxFace::South | IsoBoxFace::East => {
                let is_outer = is_outer[usize::from(side == IsoBoxFace::East)];
                if up < 0 && !is_outer {
                    return None;
                }
                let row = ((height - 1 - up).min(CELL - 1) * (CELL - LINTEL) / CELL + LINTEL).min(CELL - 1);
                let along = if side == IsoBoxFace::South { along - x0 } else { y0 + CELL - 1 - along };
                let brick = bricks.pixel(x0 + along, y0 + row);
                // The foot of a wall is shaded. What is below the floor fades into the dark.
                let foot = if up < 0 { 90 + (-up) as u32 * 24 } else { (4 - up).max(0) as u32 * 14 };
                let shade = if side == IsoBoxFace::East { EAST } else { SOUTH };
                Some(mix(darker(brick, shade), SHADOW, foot.min(220)))
            }
        });
    }

    /// The face of the wall on a cell, drawn as in the view from above.
    fn bricks(&self, cell: Cell) -> CellRowCanvas {
        let mut canvas = CellRowCanvas::new(&(cell.x..cell.x + 1));
        canvas.turn_to(cell.y);
        face(&mut canvas, self.style, self.face, &self.faces, [cell.x * CELL, cell.y * CELL]);
        canvas
    }
}
