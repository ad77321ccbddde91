//! The numbers of rooms on a plan.

use roomgen::{
    geom::{Cell, Rect},
    grid::BitGrid,
    level::{Level, Room, Tile},
};

use super::{
    colors::{FLOOR, INK},
    lettering,
    shape::{InkPen, InkPoint, PARTS},
    things,
};

/// The height of numbers, in parts.
const HEIGHT: i32 = 210;

/// Writes the number of each room whose floor the window shows, once: on free floor near the middle
/// of the room, if there is any.
pub(super) fn draw(pen: &mut InkPen, level: &Level, window: Rect) {
    let mut covered = BitGrid::new(level.width(), level.height());
    let keys = level.keys().iter().map(|key| Rect::from_cell(key.cell));
    let ends = [level.entry(), level.exit()].map(Rect::from_cell);
    let props = level.props().filter(|prop| !things::hangs(prop.kind) && !things::is_flat(prop.kind));
    for cells in props.map(|prop| prop.cells).chain(keys).chain(ends) {
        cells.cells().for_each(|cell| covered.set(cell, true));
    }
    for room in level.rooms() {
        if let Some(at) = place(level, room, window, &covered) {
            let text = room.id.to_string();
            let width = lettering::width(&text, HEIGHT);
            let base = [at[0] - width / 2, at[1] + HEIGHT / 2];
            pen.lines(lettering::lines(&text, base, HEIGHT), 3 * lettering::stroke_width(HEIGHT), FLOOR);
            pen.write(&text, base, HEIGHT, INK);
        }
    }
}

/// The middle of a room's number; `None` for a room without floor in the window.
fn place(level: &Level, room: &Room, window: Rect, covered: &BitGrid) -> Option<InkPoint> {
    let cells = room.rect.intersection(window)?;
    let is_floor = |cell: Cell| cells.contains(cell) && level.tile(cell) == Tile::Floor;
    // Two digits need two cells.
    let across = if room.id > 9 { 2 } else { 1 };
    let middle = [(room.rect.left() + room.rect.right()) * PARTS / 2, (room.rect.top() + room.rect.bottom()) * PARTS / 2];
    let at = |cell: Cell| [cell.x * PARTS + across * PARTS / 2, cell.y * PARTS + PARTS / 2];
    let off = |cell: Cell| {
        let [x, y] = at(cell);
        i64::from(x - middle[0]).pow(2) + i64::from(y - middle[1]).pow(2)
    };
    let taken = |cell: Cell| (0..across).filter(|step| covered.get(Cell::new(cell.x + step, cell.y))).count();
    let fits = |cell: &Cell| (0..across).all(|step| is_floor(Cell::new(cell.x + step, cell.y)));
    let best = cells.cells().filter(fits).min_by_key(|&cell| (taken(cell), off(cell)));
    best.map(at).or_else(|| cells.cells().find(|&cell| is_floor(cell)).map(at))
}
