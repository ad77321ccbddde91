//! The numbers of rooms on a plan.

use roomgen::{
    geom::{Cell, Rect},
    grid::BitGrid,
    level::{Level, Room, Tile},
    model::PropKind,
};

use super::{
    colors::{FLOOR, INK},
    lettering,
    shape::{InkPen, InkPoint, PARTS},
    things,
};

/// The height of numbers, in parts.
const HEIGHT: i32 = 216;

/// Writes the number of each room of which floor is shown, once: on free floor near the middle
/// of the room, if there is any.
pub(super) fn draw(pen: &mut InkPen, level: &Level, shown: Rect) {
    let mut covered = BitGrid::new(level.width(), level.height());
    // The number of its lock stands north-east of a key.
    let keys = level.keys().iter().map(|key| Rect::of(key.cell.x, key.cell.y - 1, 2, 2));
    let ends = level.ways().map(Rect::from_cell);
    let stands = |kind: &PropKind| !things::hangs(kind) && !things::is_flat(kind);
    let props = level.props().filter(|prop| prop.kind.marker || stands(prop.kind));
    for cells in props.map(|prop| prop.cells).chain(keys).chain(ends) {
        cells.cells().for_each(|cell| covered.set(cell, true));
    }
    for room in level.rooms() {
        if let Some(at) = place(level, room, shown, &covered) {
            let text = room.id.to_string();
            let width = lettering::width(&text, HEIGHT);
            let base = [at[0] - width / 2, at[1] + HEIGHT / 2];
            pen.lines(lettering::lines(&text, base, HEIGHT), 3 * lettering::stroke_width(HEIGHT), FLOOR);
            pen.write(&text, base, HEIGHT, INK);
        }
    }
}

/// The middle of a room's number; `None` for a room of which no floor is shown.
fn place(level: &Level, room: &Room, shown: Rect, covered: &BitGrid) -> Option<InkPoint> {
    let cells = room.rect.intersection(shown)?;
    let is_floor = |cell: Cell| cells.contains(cell) && level.tile(cell) == Tile::Floor;
    // Two digits need two cells.
    let across = if room.id > 9 { 2 } else { 1 };
    let middle =
        [(room.rect.left() + room.rect.right()) * PARTS / 2, (room.rect.top() + room.rect.bottom()) * PARTS / 2];
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
