//! Paints walls and rock from above: tops with a lit lip, faces north of floor, and dark rock.
//!
//! Consumes a level and a theme, classifies each cell as a [`CellSolidity`], and draws on a
//! [`CellRowCanvas`] one row of cells at a time.

use std::{collections::HashMap, ops::Range};

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Tile},
    theme::{Theme, WallStyle},
};

use super::{
    boulders::BoulderTexture,
    canvas::{CELL, CellRowCanvas, WHOLE, darker, lighter, mix},
    crags::CragPainter,
    facing::{LINTEL, TINTS, face, tint_of_top, tints},
    rock::is_pocket,
    scene::{SceneDoor, is_opening},
    solidity::{CellSolidity, DEPTHS, PixelDistances, SLOPE, SolidityCode, TOP, distances_from_open},
    sunken::{is_ground, sunken},
};

/// The width in pixels of the post at the corner of a wall's face.
const POST: i32 = 3;

/// The opacity of the shade on the edge of a wall's top south of a floor, which faces away from the
/// viewer, and its width in pixels.
const FAR_EDGE: u32 = 130;
const FAR_EDGE_WIDTH: i32 = 2;

/// The painter of solid cells: walls and rock.
#[derive(Debug)]
pub(super) struct WallPainter<'level> {
    level: &'level Level,
    /// Whether doors that lead north stand in the faces of walls, so that their cells are solid.
    has_fronts: bool,
    /// Whether pockets of rock are drawn as walls.
    fills_pockets: bool,
    /// The columns of the current row, in cells.
    columns: Range<i32>,
    /// The classes of the cells above, in and below the current row, each with one more cell on
    /// either side.
    rows: [Vec<CellSolidity>; 3],
    /// For each column, with one more on either side: whether there is a [pocket](is_pocket) in the
    /// current row or in one beside it.
    pockets: Vec<bool>,
    /// Cached results of [`distances_from_open`], by the classes of 3 by 3 cells.
    distances: HashMap<[SolidityCode; 9], Box<PixelDistances>>,
    /// The colours of wall tops: for each tint, by distance in pixels from the nearest open cell.
    /// The last colour is that of rock.
    tops: [[Color; DEPTHS]; TINTS],
    style: WallStyle,
    face: Color,
    face_tints: [Color; TINTS],
    /// The painter of rough rock, in themes whose walls are of it.
    crags: Option<Box<CragPainter>>,
}

impl<'level> WallPainter<'level> {
    /// Creates a painter in which every door counts as open.
    pub(super) fn without_fronts(level: &'level Level, theme: &Theme) -> Self {
        Self { has_fronts: false, ..Self::new(level, theme) }
    }

    /// Creates a painter to which all solid cells with the same cells around them look alike.
    pub(super) fn of_pieces(level: &'level Level, theme: &Theme) -> Self {
        Self { fills_pockets: false, ..Self::repeating(level, theme) }
    }

    /// Creates a painter whose rough rock is the same in every cell.
    pub(super) fn repeating(level: &'level Level, theme: &Theme) -> Self {
        Self::with_boulders(level, theme, BoulderTexture::narrow, false)
    }

    pub(super) fn new(level: &'level Level, theme: &Theme) -> Self {
        Self::with_boulders(level, theme, BoulderTexture::broad, true)
    }

    fn with_boulders(
        level: &'level Level,
        theme: &Theme,
        boulders: fn() -> &'static BoulderTexture,
        is_over_floor: bool,
    ) -> Self {
        // The lip, the lit edge of a wall's top, has one tint in stone and wood, so that it reads
        // as a line. Leaves have no lip, and boulders have edges of their own.
        let (lip_light, lip, dark) = match theme.walls {
            WallStyle::Bricks | WallStyle::Planks => (84, 2, WHOLE / 2),
            WallStyle::Hedge => (44, 0, WHOLE / 5),
            WallStyle::Rock => (66, 0, WHOLE / 4),
        };
        let top = |distance: i32| match distance {
            0 => lighter(theme.wall_top, lip_light),
            1 => lighter(theme.wall_top, 26),
            _ if distance < TOP => theme.wall_top,
            _ => mix(theme.wall_top, theme.rock, ((distance - TOP + 2) as u32 * WHOLE / (SLOPE as u32 + 2)).min(WHOLE)),
        };
        let mut tops = [[Color::default(); DEPTHS]; TINTS];
        for distance in 0..=TOP + SLOPE {
            let color = if distance < TOP + SLOPE { top(distance) } else { theme.rock };
            for (row, tint) in tops.iter_mut().zip(tints(color, theme.walls)) {
                row[distance as usize] = match distance {
                    distance if distance < lip => color,
                    distance if distance < TOP + SLOPE => tint,
                    // Blend the tint only partly into rock, since a tint is more visible in the
                    // dark.
                    _ => mix(theme.rock, tint, dark),
                };
            }
        }
        Self {
            level,
            has_fronts: true,
            fills_pockets: true,
            columns: 0..0,
            rows: [const { Vec::new() }; 3],
            pockets: Vec::new(),
            distances: HashMap::new(),
            tops,
            style: theme.walls,
            face: theme.wall_face,
            face_tints: tints(theme.wall_face, theme.walls),
            crags: (theme.walls == WallStyle::Rock)
                .then(|| Box::new(CragPainter::new(theme, tops, boulders(), is_over_floor))),
        }
    }

    /// Makes the cells of `columns` in row `y` the current row, and classifies them.
    pub(super) fn turn_to(&mut self, columns: Range<i32>, y: i32) {
        let (level, has_fronts) = (self.level, self.has_fronts);
        for (row, y) in self.rows.iter_mut().zip(y - 1..) {
            row.clear();
            row.extend((columns.start - 1..=columns.end).map(|x| classify(level, Cell::new(x, y), has_fronts)));
        }
        self.pockets.clear();
        let fills_pockets = self.fills_pockets;
        let is_beside = |x: i32| fills_pockets && (y - 1..=y + 1).any(|y| is_pocket(level, Cell::new(x, y)));
        self.pockets.extend((columns.start - 1..=columns.end).map(is_beside));
        self.columns = columns;
    }

    /// The class of the cell in column `x + dx`, `dy` rows below the current row. Both offsets are
    /// -1 to 1.
    #[inline]
    pub(super) fn at(&self, x: i32, dx: i32, dy: i32) -> CellSolidity {
        self.rows[(dy + 1) as usize][(x + dx + 1 - self.columns.start) as usize]
    }

    /// The classes, as numbers, of the 3 by 3 cells around column `x` of the current row,
    /// row-major.
    pub(super) fn around(&self, x: i32) -> [SolidityCode; 9] {
        std::array::from_fn(|number| self.at(x, number as i32 % 3 - 1, number as i32 / 3 - 1) as u8)
    }

    /// The columns among `first..=last` whose cells in the current row are open.
    pub(super) fn open_columns(&self, first: i32, last: i32) -> impl Iterator<Item = i32> {
        (first.max(self.columns.start)..=last.min(self.columns.end - 1))
            .filter(|&x| self.at(x, 0, 0) == CellSolidity::Open)
    }

    /// Draws the solid cells of the current row, which is row `y`.
    pub(super) fn paint(&mut self, canvas: &mut CellRowCanvas, y: i32) {
        if let Some(mut crags) = self.crags.take() {
            for x in self.columns.clone().filter(|&x| self.at(x, 0, 0) != CellSolidity::Open) {
                let fades = self.fades_out(Cell::new(x, y)) && !self.is_beside_pocket(x);
                let most = if fades { TOP + SLOPE } else { TOP - 1 } as usize;
                crags.paint_solid(canvas, Cell::new(x, y), &self.around(x), most);
            }
            self.crags = Some(crags);
            return;
        }
        for x in self.columns.clone() {
            let rows = match self.at(x, 0, 0) {
                CellSolidity::Open => continue,
                CellSolidity::Faced => LINTEL,
                CellSolidity::Solid => CELL,
            };
            self.paint_top(canvas, Cell::new(x, y), rows);
            if rows < CELL {
                self.paint_face(canvas, Cell::new(x, y));
            }
        }
    }

    /// Whether the rough rock of a solid cell fades into the dark: where rock lies beside it that
    /// is no wall. Tile images cannot tell.
    fn fades_out(&self, cell: Cell) -> bool {
        let mut around = Rect::of(cell.x - 1, cell.y - 1, 3, 3).cells();
        !self.fills_pockets || around.any(|beside| self.level.tile(beside) == Tile::Rock)
    }

    /// Whether the solid cell in column `x` of the current row may show floor: rough rock, beside
    /// an open cell.
    pub(super) fn shows_floor(&self, x: i32) -> bool {
        self.crags.is_some() && self.around(x).contains(&(CellSolidity::Open as u8))
    }

    /// Draws the shadows of rough rock on an open cell, and its pebbles. Returns whether walls are
    /// of rough rock.
    pub(super) fn shade_rock(&mut self, canvas: &mut CellRowCanvas, cell: Cell) -> bool {
        let level = self.level;
        self.crags.as_mut().map(|crags| crags.shade(canvas, level, cell)).is_some()
    }

    /// Draws the rough rock on the open cells of the current row, which is row `y`.
    pub(super) fn paint_rock_on_floor(&mut self, canvas: &mut CellRowCanvas, y: i32) {
        let Some(mut crags) = self.crags.take() else { return };
        for cell in self.columns.clone().map(|x| Cell::new(x, y)) {
            let tile = self.level.tile(cell);
            let is_bare = tile.is_open() && (tile != Tile::Door || is_opening(self.level, cell));
            if is_bare || sunken(self.level, cell).is_some() {
                crags.paint_open(canvas, self.level, cell);
            }
        }
        self.crags = Some(crags);
    }

    fn paint_top(&mut self, canvas: &mut CellRowCanvas, cell: Cell, rows: i32) {
        let key = self.around(cell.x);
        let most = if self.is_beside_pocket(cell.x) { TOP - 1 } else { TOP + SLOPE } as u8;
        let distances = self.distances.entry(key).or_insert_with(|| Box::new(distances_from_open(&key)));
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for (y, distances) in (0..rows).zip(distances.chunks_exact(CELL as usize)) {
            // A tint is at least two pixels wide.
            let pairs = canvas.run(left, top + y, CELL).0.chunks_exact_mut(2).zip(distances.chunks_exact(2));
            for (x, (pixels, distances)) in (left..).step_by(2).zip(pairs) {
                let colors = &self.tops[tint_of_top(self.style, x, top + y)];
                for (pixel, &distance) in pixels.iter_mut().zip(distances) {
                    *pixel = colors[usize::from(distance.min(most))];
                }
            }
        }
        if self.at(cell.x, 0, -1) == CellSolidity::Open && self.style != WallStyle::Hedge {
            canvas.blend([left, top, CELL, FAR_EDGE_WIDTH], darker(self.tops[0][2], 120), FAR_EDGE);
        }
    }

    /// Whether a solid cell is in a pocket of rock between walls, or beside one.
    fn is_beside_pocket(&self, x: i32) -> bool {
        let first = (x - self.columns.start) as usize;
        self.pockets[first..first + 3].iter().any(|&is_pocket| is_pocket)
    }

    /// Draws the face of a wall, shaded by the wall's top edge above it and by the walls beside it.
    fn paint_face(&self, canvas: &mut CellRowCanvas, cell: Cell) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        face(canvas, self.style, self.face, &self.face_tints, [left, top]);
        canvas.blend([left, top + LINTEL, CELL, 1], darker(self.face, 160), 150);
        for (dx, near, far) in [(-1, left, left + 1), (1, left + CELL - 1, left + CELL - 2)] {
            match self.at(cell.x, dx, 0) {
                CellSolidity::Solid => {
                    canvas.blend([near, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 200), 120);
                    canvas.blend([far, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 200), 50);
                }
                // The corner of a wall is a post.
                CellSolidity::Open => {
                    let post = near.min(near + (far - near) * (POST - 1));
                    canvas.fill([post, top + LINTEL, POST, CELL - LINTEL], lighter(self.face, 22));
                    canvas.fill([post, top + LINTEL, POST, 1], lighter(self.face, 70));
                    canvas.blend([near, top + LINTEL, 1, CELL - LINTEL], darker(self.face, 150), 110);
                    canvas.blend([post, top + CELL - 1, POST, 1], darker(self.face, 200), 150);
                }
                CellSolidity::Faced => {}
            }
        }
    }
}

/// Decides whether a cell is solid and whether it shows a face. Cells outside the level are solid.
fn classify(level: &Level, cell: Cell, has_fronts: bool) -> CellSolidity {
    let is_solid = |x, y| {
        let cell = Cell::new(x, y);
        let tile = level.tile(cell);
        let is_door = has_fronts
            && tile == Tile::Door
            && !is_opening(level, cell)
            && !SceneDoor::at(level, cell).is_some_and(|door| door.is_gate);
        !is_ground(level, cell) || is_door && level.leads_north(Rect::from_cell(cell))
    };
    match (is_solid(cell.x, cell.y), is_solid(cell.x, cell.y + 1)) {
        (false, _) => CellSolidity::Open,
        (true, false) => CellSolidity::Faced,
        (true, true) => CellSolidity::Solid,
    }
}
