//! Paints floors, tinted by the room's progress, and the contact shadows of walls on them.
//!
//! Consumes a level, a theme and the solid cells of [`WallPainter`], and draws on a
//! [`CellRowCanvas`] one row of cells at a time.

use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Passage, Room, RoomKind, Tile},
    theme::{FloorStyle, Theme, WallStyle},
};

use super::{
    canvas::{CELL, CellRowCanvas, SHADOW, darker, mix},
    paving::{FloorColors, pave},
    rows::{MARGIN_CELLS, RowIndex},
    scene::is_opening,
    solidity::CellSolidity,
    walls::WallPainter,
};

/// The number of floor tones from progress 0 to 1. The same number of tones for bonus rooms
/// follows.
pub(super) const TONES: u8 = 128;

/// The opacity of a wall's contact shadow by distance in pixels: from a wall in the north, and from
/// a wall in the west.
const SHADE_SOUTH: [u32; 7] = [132, 100, 74, 52, 34, 20, 9];
const SHADE_EAST: [u32; 5] = [104, 72, 46, 26, 11];

/// The painter of the floors of open cells.
#[derive(Debug)]
pub(super) struct FloorPainter<'level> {
    level: &'level Level,
    style: FloorStyle,
    tones: Vec<FloorColors>,
    /// Rectangles of cells, each with the position of its tone in `tones`. Later rectangles cover
    /// earlier ones.
    patches: Vec<(Rect, u8)>,
    /// For each row of cells, the positions in `patches` of the rectangles that touch it.
    rows: RowIndex,
    /// The position in `tones` of the floor tone of each cell of the current row.
    row: Vec<u8>,
}

impl<'level> FloorPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        let tones = (0..=u8::MAX).map(|number| {
            let progress = f32::from(number % TONES) / f32::from(TONES - 1);
            let color = theme.floor_start.lerp_hsl(theme.floor_end, progress);
            FloorColors::new(if number < TONES { color } else { faded(color) }, theme.floor)
        });
        let near = window.grown(MARGIN_CELLS).unwrap_or(window);
        let is_rough = theme.walls == WallStyle::Rock;
        let patches: Vec<_> =
            beyond(level, is_rough).chain(patches(level)).filter(|(rect, _)| rect.overlaps(near)).collect();
        let rows = RowIndex::new(level, patches.iter().map(|&(rect, _)| Some(rect)));
        Self { level, style: theme.floor, tones: tones.collect(), patches, rows, row: Vec::new() }
    }

    /// The number of the tone of each cell of row `y`: progress times `TONES - 1`, plus [`TONES`]
    /// in bonus rooms.
    pub(super) fn tones(&mut self, y: i32) -> &[u8] {
        self.row.clear();
        self.row.resize(self.level.width() as usize, TONES / 2);
        for (rect, tone) in self.rows.row(y).map(|number| self.patches[number]) {
            let columns = rect.left().max(0) as usize..rect.right().clamp(0, self.level.width()) as usize;
            self.row.get_mut(columns).into_iter().for_each(|cells| cells.fill(tone));
        }
        &self.row
    }

    /// Draws the open cells of row `y`, which is the current row of `walls`.
    pub(super) fn paint(&mut self, canvas: &mut CellRowCanvas, y: i32, walls: &mut WallPainter) {
        self.tones(y);
        for x in canvas.columns() {
            let (cell, Some(&tone)) = (Cell::new(x, y), self.row.get(x as usize)) else { continue };
            if walls.at(x, 0, 0) != CellSolidity::Open {
                if walls.shows_floor(x) {
                    pave(canvas, cell, self.style, &self.tones[usize::from(tone)], false);
                }
            } else {
                let is_room = self.level.tile(cell) == Tile::Floor || is_opening(self.level, cell);
                pave(canvas, cell, self.style, &self.tones[usize::from(tone)], is_room);
                if !walls.shade_rock(canvas, cell) {
                    shade(canvas, cell, walls);
                }
            }
        }
    }
}

/// The number of the tone of a progress.
fn tone(progress: f32) -> u8 {
    (progress.clamp(0.0, 1.0) * f32::from(TONES - 1) + 0.5) as u8
}

/// What a kind of room adds to the number of its tone.
fn of_kind(kind: RoomKind) -> u8 {
    if kind == RoomKind::Bonus { TONES } else { 0 }
}

/// The number of the tone of a room's floor.
fn tone_of(room: &Room) -> u8 {
    tone(room.progress) + of_kind(room.kind)
}

/// The rectangles of corridors, doors and rooms, with the numbers of their tones. The tone of a
/// room follows its progress. Corridors and doors have the mean of the rooms they join; an opening
/// between two bonus rooms is faded as these are.
fn patches(level: &Level) -> impl Iterator<Item = (Rect, u8)> {
    let between = move |passage: &Passage| {
        let progress = passage.rooms.map(|id| level.rooms().get(id as usize).map_or(0.5, |room| room.progress));
        tone((progress[0] + progress[1]) / 2.0)
    };
    let faded = move |passage: &Passage| {
        let of_room = |id: u32| level.room(id).map_or(0, |room| of_kind(room.kind));
        if level.is_bare(passage) { passage.rooms.map(of_room).into_iter().min().unwrap_or(0) } else { 0 }
    };
    let corridors = level.passages().iter().flat_map(move |passage| {
        let legs = passage.corridor().windows(2).filter_map(|leg| {
            let (west, east) = (leg[0].x.min(leg[1].x), leg[0].x.max(leg[1].x));
            let (north, south) = (leg[0].y.min(leg[1].y), leg[0].y.max(leg[1].y));
            // The route is a line of cells, but a corridor may be a few cells wider.
            Rect::from_ltrb(west, north, east.checked_add(1)?, south.checked_add(1)?)?.grown(2)
        });
        legs.map(move |leg| (leg, between(passage)))
    });
    let doors = level
        .passages()
        .iter()
        .flat_map(move |passage| passage.doors().iter().map(move |&door| (door, between(passage) + faded(passage))));
    let rooms = level.rooms().iter().map(|room| (room.rect, tone_of(room)));
    corridors.chain(doors).chain(rooms)
}

/// The rooms with their walls, which show the floor of the room where their corners are round.
fn beyond(level: &Level, is_rough: bool) -> impl Iterator<Item = (Rect, u8)> {
    let rooms = if is_rough { level.rooms() } else { &[] };
    rooms.iter().filter_map(|room| Some((room.rect.grown(1)?, tone_of(room))))
}

/// A colour with three eighths of its saturation removed, slightly darkened.
fn faded(color: Color) -> Color {
    let grey = ((u32::from(color.r) * 77 + u32::from(color.g) * 151 + u32::from(color.b) * 28) >> 8) as u8;
    darker(mix(color, Color::new(grey, grey, grey), 96), 14)
}

/// Draws the contact shadows of the surrounding walls on an open cell.
///
/// The shadow is deep below the face of a wall in the north and softer beside a wall in the west. A
/// thin line marks where a wall in the east or south hides the floor.
pub(super) fn shade(canvas: &mut CellRowCanvas, cell: Cell, walls: &WallPainter) {
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    let is_solid = |dx, dy| walls.at(cell.x, dx, dy) != CellSolidity::Open;
    let (north, west) = (is_solid(0, -1), is_solid(-1, 0));
    if is_solid(1, 0) {
        canvas.blend([left + CELL - 1, top, 1, CELL], SHADOW, 56);
    }
    if is_solid(0, 1) {
        canvas.blend([left, top + CELL - 1, CELL, 1], SHADOW, 64);
    }
    if north {
        for (y, &amount) in (top..).zip(&SHADE_SOUTH) {
            canvas.blend([left, y, CELL, 1], SHADOW, amount);
        }
    }
    if west {
        for (x, &amount) in (left..).zip(&SHADE_EAST) {
            canvas.blend([x, top, 1, CELL], SHADOW, amount);
        }
    }
    if !north && !west && is_solid(-1, -1) {
        for (y, &south) in (top..).zip(&SHADE_SOUTH) {
            for (x, &east) in (left..).zip(&SHADE_EAST) {
                canvas.dot(x, y, SHADOW, south.min(east));
            }
        }
    }
}
