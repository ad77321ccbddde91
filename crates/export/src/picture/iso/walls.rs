//! Draws walls in the isometric view: high ones, cut low where they would hide floor.
//!
//! Consumes the tiles of a level, and draws boxes cell by cell. Each face is shown in the light of
//! the floor before it.

use std::collections::HashSet;

use super::{
    super::{
        canvas::{CELL, SHADOW, darker, lighter, mix},
        facing::{TINTS, tint_of_top, tints},
        scene::is_opening,
        sunken::{is_ground, sunken},
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
    crags::{IsoCrag, IsoCragPainter},
    masonry::{DEPTH, EAST, SOUTH, face_color},
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{DoorKind, Level, Tile},
    theme::{Theme, WallStyle},
};

/// The height of walls that hide no floor, in sixteenths of a metre.
pub(super) const WALL: i32 = 22;

/// The height of walls that would hide floor, in sixteenths of a metre.
const CUT: i32 = 6;

/// The painter of walls in the isometric view.
pub(super) struct IsoWallPainter<'level> {
    level: &'level Level,
    window: Rect,
    style: WallStyle,
    top: Color,
    tops: [Color; TINTS],
    /// The colour of the front of the stones that cover a wall.
    cap: Color,
    faces: [Color; TINTS],
    /// The cells of secret doors, which are drawn as walls.
    secrets: HashSet<Cell>,
    /// The painter of rough rock, in themes whose walls are of it.
    crags: Option<IsoCragPainter>,
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
            cap: match theme.walls {
                WallStyle::Hedge => lighter(theme.wall_face, 60),
                WallStyle::Bricks | WallStyle::Planks | WallStyle::Rock => lighter(theme.wall_top, 8),
            },
            faces: tints(face, theme.walls),
            crags: IsoCragPainter::new(theme, top, face),
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
        let is_solid = tile == Tile::Wall || tile == Tile::Door && self.is_secret(cell);
        self.window.contains(cell) && is_solid && sunken(self.level, cell).is_none()
    }

    /// Whether a full wall on a cell would hide some floor behind it.
    fn hides(&self, cell: Cell) -> bool {
        let hidden = [(-1, -1), (-1, 0), (0, -1), (-2, -1), (-1, -2), (-2, -2)];
        hidden.iter().any(|(dx, dy)| is_ground(self.level, Cell::new(cell.x + dx, cell.y + dy)))
    }

    /// The height of the wall on a cell in sixteenths of a metre; 0 without a wall and outside the
    /// window.
    ///
    /// A full wall without a full neighbour is cut to [`CUT`] as well, since it would stick out of
    /// the low walls around it.
    pub(super) fn height(&self, cell: Cell) -> i32 {
        if !self.is_wall(cell) {
            return 0;
        }
        let stands = |cell: Cell| self.is_wall(cell) && !self.hides(cell);
        if stands(cell) && cell.neighbours().any(stands) { WALL } else { CUT }
    }

    fn is_void(&self, cell: Cell) -> bool {
        !self.window.contains(cell) || self.level.tile(cell) == Tile::Rock && sunken(self.level, cell).is_none()
    }

    pub(super) fn draw(&mut self, cell: Cell, brush: &mut IsoBrush<'_>) {
        let height = self.height(cell);
        if let Some(mut crags) = self.crags.take() {
            self.draw_rock(cell, height, &mut crags, brush);
            self.crags = Some(crags);
        } else if height > 0 {
            self.draw_block(cell, height, brush);
        }
    }

    fn draw_rock(&self, cell: Cell, height: i32, crags: &mut IsoCragPainter, brush: &mut IsoBrush<'_>) {
        let beside = [Cell::new(cell.x, cell.y + 1), Cell::new(cell.x + 1, cell.y)];
        if height > 0 {
            brush.light_wall(cell, beside.map(|side| !self.is_wall(side)));
            let is_outer = beside.map(|side| self.is_void(side));
            let crag = IsoCrag { height, is_outer, is_secret: self.is_secret(cell) };
            crags.draw_wall(self.level, cell, crag, brush);
        } else if self.level.tile(cell).is_open() && !self.is_door(cell) {
            crags.draw_talus(self.level, cell, brush);
        }
    }

    /// Whether a cell has a door that is drawn.
    fn is_door(&self, cell: Cell) -> bool {
        self.level.tile(cell) == Tile::Door && !is_opening(self.level, cell)
    }

    fn draw_block(&self, cell: Cell, height: i32, brush: &mut IsoBrush<'_>) {
        let (x0, y0) = (cell.x * CELL, cell.y * CELL);
        let beside = |dx: i32, dy: i32| Cell::new(cell.x + dx, cell.y + dy);
        let lower = [beside(0, -1), beside(1, 0), beside(0, 1), beside(-1, 0)].map(|side| self.height(side) < height);
        let is_outer = [self.is_void(beside(0, 1)), self.is_void(beside(1, 0))];
        let is_secret = self.is_secret(cell);
        brush.light_wall(cell, [beside(0, 1), beside(1, 0)].map(|side| !self.is_wall(side)));
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
                let (along, line) = if side == IsoBoxFace::South { (along, cell.y) } else { (-along, !cell.x) };
                let stone = face_color(self.style, &self.faces, [along, up], line);
                // The upper edge of a wall carries a cap.
                let stone = if up + 2 >= height { self.cap } else { stone };
                // The foot of a wall is shaded. What is below the floor fades into the dark.
                let foot = if up < 0 { 90 + (-up) as u32 * 24 } else { (4 - up).max(0) as u32 * 14 };
                let shade = if side == IsoBoxFace::East { EAST } else { SOUTH };
                Some(mix(darker(stone, shade), SHADOW, foot.min(220)))
            }
        });
    }
}
