//! Builds the solids of props from the figures of their sprites.
//!
//! Consumes a [`Figure`], a size in sixteenths of a metre and the side that its front faces, and
//! produces a [`Solid`].

use super::{
    super::canvas::{CELL, darker, lighter},
    brush::IsoBoxFace,
    figure::Figure,
    solid::{Solid, shaded},
};
use roomgen::{color::Color, geom::Direction};

/// The colour of a cube at the foot of a thing is darker, where less light reaches it.
fn grounded(colors: [Color; 3], z: i32) -> [Color; 3] {
    let foot = (3 - z).max(0) as u32 * 18;
    [colors[0], darker(colors[1], foot), darker(colors[2], foot)]
}

/// The row of a figure at a height of a solid that is `tall` cubes high.
fn row_at(figure: &Figure, z: i32, tall: i32) -> i32 {
    figure.height() - 1 - z * figure.height() / tall.max(1)
}

/// The part of its box that a figure fills at least, in percent, if it is the front of a box.
pub(super) const BOX: i32 = 92;

/// The least part for things that stand on several cells: piles of boxes have ragged outlines.
const PILE: i32 = 85;

/// A thing that shows its figure on its south and on its east side: a crate, a chest, a cage.
///
/// It stands where both sides show something. A cube has the figure on its top too, other boxes a
/// lid in the colour of the kind.
pub(super) fn hull(figure: &Figure, [width, depth, tall]: [i32; 3], color: Color) -> Solid {
    let is_large = figure.width() > CELL;
    let is_box = figure.filled() >= if is_large { PILE } else { BOX };
    let is_cube = figure.filled() >= 97 && figure.width() == figure.height() && tall <= width.max(CELL);
    let across = |at: i32, side: i32| at * figure.width() / side.max(1);
    let seen = |column: i32, row: i32| {
        let nearest = || {
            let [first, last] = figure.extent(row)?;
            figure.surface(column.clamp(first, last), row)
        };
        figure.surface(column, row).or_else(|| if is_box { nearest() } else { None })
    };
    Solid::new([width, depth, tall], |x, y, z| {
        let row = row_at(figure, z, tall);
        let (south, east) = (seen(across(x, width), row)?, seen(across(depth - 1 - y, depth), row)?);
        let is_rim = x < 2 || y < 2 || x + 2 >= width || y + 2 >= depth;
        let top = match (is_cube, is_large) {
            (true, _) => seen(across(x, width), y * figure.height() / depth.max(1)).unwrap_or(south),
            (false, true) if z + 1 == tall => darker(color, if is_rim { 0 } else { 40 }),
            (false, _) => south,
        };
        Some(grounded(shaded([top, south, east]), z))
    })
}

/// A thing that shows its figure on one long side: a shelf, a rack. The outline runs through all of
/// its depth.
pub(super) fn front(figure: &Figure, size: [i32; 3], face: IsoBoxFace) -> Solid {
    along(size, face, |at, _, z, [long, _, tall]| {
        let (column, row) = (at * figure.width() / long.max(1), row_at(figure, z, tall));
        let own = figure.surface(column, row)?;
        let end = figure.extent(row).and_then(|[_, last]| figure.surface(last, row)).unwrap_or(own);
        Some([own, own, end])
    })
}

/// A thing with a flat top on legs or on a skirt: a table, a bench, a bed of stone.
///
/// The upper rows of the figure are the top, seen from above; the last ones its front and its legs.
pub(super) fn table(figure: &Figure, size: [i32; 3], face: IsoBoxFace) -> Solid {
    let split = apron(figure);
    let edge = (split - 1).max(0);
    let legs_from = edge + 2;
    along(size, face, |at, through, z, [long, deep, tall]| {
        let column = at * figure.width() / long.max(1);
        let on_top = |row: i32| figure.surface(column, row);
        let top = on_top(through * split.max(1) / deep.max(1));
        let rows = figure.height() - edge;
        let row = figure.height() - 1 - z * rows / tall.max(1);
        let front = figure.surface(column, row.max(edge));
        if z + 3 >= tall {
            // The slab: as wide as the figure at its edge.
            let rim = figure.surface(column, edge).or(top)?;
            return Some([top.unwrap_or(rim), front.unwrap_or(rim), darker(rim, 20)]);
        }
        let own = front?;
        let is_leg = row >= legs_from && figure.count(row) * 10 < figure.width() * 8;
        let is_near_end = through >= deep - 4 && through < deep - 1 || (1..4).contains(&through);
        (!is_leg || is_near_end).then_some([own, own, own])
    })
}

/// The row at which a figure's top ends and its front begins.
fn apron(figure: &Figure) -> i32 {
    let wide = |&row: &i32| figure.count(row) * 10 >= figure.width() * 8;
    let last = (0..figure.height()).rfind(wide).unwrap_or(figure.height() - 1);
    // A front without legs takes a third of the figure.
    let split = if last + 2 < figure.height() { last - 1 } else { figure.height() * 2 / 3 };
    split.clamp(1, figure.height() - 1)
}

/// Whether the last rows of a figure are legs with gaps between them.
pub(super) fn has_legs(figure: &Figure) -> bool {
    let last = figure.height() - 1;
    let is_leg = |row: i32| row >= 0 && figure.count(row) * 10 < figure.width() * 7;
    is_leg(last) && is_leg(last - 1) && figure.count(last / 2) * 10 >= figure.width() * 8
}

/// A round thing: at each height a disk, or an oval where it is longer than deep. A barrel, an urn,
/// a column, a heap.
pub(super) fn round(figure: &Figure, [width, depth, tall]: [i32; 3], color: Color) -> Solid {
    let widest = (0..figure.height()).map(|row| figure.count(row)).max().unwrap_or(1).max(1);
    Solid::new([width, depth, tall], |x, y, z| {
        let row = row_at(figure, z, tall);
        let [first, last] = figure.extent(row)?;
        let long = last + 1 - first;
        // The half axes of the oval, and the place in it, doubled; all in parts of `widest`.
        let (rx, ry) = (i64::from(width * long), i64::from(depth * long));
        let dx = i64::from((2 * x + 1 - width) * widest);
        let dy = i64::from((2 * y + 1 - depth) * widest);
        if dx * dx * ry * ry + dy * dy * rx * rx > rx * rx * ry * ry {
            return None;
        }
        // From left to right as the view sees it, where x - y grows.
        let reach = (rx * rx + ry * ry).isqrt().max(1);
        let column = i64::from(first) + (dx - dy + reach) * i64::from(long) / (2 * reach + 1);
        let own = figure.surface(column.clamp(i64::from(first), i64::from(last)) as i32, row)?;
        let middle = figure.surface((first + last) / 2, row).unwrap_or(own);
        // The lid, whose rim is lighter.
        let top = if z + 1 == tall { lighter(color, 20) } else { lighter(middle, 30) };
        Some(grounded([top, own, darker(own, 26)], z))
    })
}

/// A thing that its sprite shows from above: a bed, a coffin. The outline of the sprite is raised
/// from the floor.
pub(super) fn raised(figure: &Figure, tall: i32, color: Color) -> Solid {
    Solid::new([figure.width(), figure.height(), tall], |x, y, z| {
        let top = figure.surface(x, y)?;
        // Below its upper edge the side has the colour of the kind, and a line.
        let side = match tall - 1 - z {
            0 | 1 => top,
            2 => darker(color, 130),
            _ => darker(color, 46),
        };
        Some(grounded([top, side, darker(side, 70)], z))
    })
}

/// A cloth or a lamp that hangs on a wall at a side of its cells, as flat as its two cubes.
pub(super) fn cloth(figure: &Figure, [width, depth, tall]: [i32; 3], side: Direction) -> Solid {
    let is_east = side.is_east_west();
    let long = if is_east { depth } else { width };
    Solid::new([width, depth, tall], |x, y, z| {
        let at = if is_east { depth - 1 - y } else { x } - (long - figure.width()) / 2;
        let own = figure.color(at, row_at(figure, z, tall))?;
        Some(if is_east { [own, darker(own, 90), darker(own, 36)] } else { [own, own, darker(own, 110)] })
    })
}

/// Builds a solid whose front faces south or east from a rule in its own coordinates: along its
/// front from left to right, through it from the back, and upwards.
fn along(
    [width, depth, tall]: [i32; 3],
    face: IsoBoxFace,
    look: impl Fn(i32, i32, i32, [i32; 3]) -> Option<[Color; 3]>,
) -> Solid {
    Solid::new([width, depth, tall], |x, y, z| {
        // The colours are those of the top, the front and the end.
        Some(grounded(
            match face {
                IsoBoxFace::East => {
                    let [top, front, end] = look(depth - 1 - y, x, z, [depth, width, tall])?;
                    shaded([top, end, front])
                }
                IsoBoxFace::South | IsoBoxFace::Top => shaded(look(x, y, z, [width, depth, tall])?),
            },
            z,
        ))
    })
}
