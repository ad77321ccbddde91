//! Draws standing and hanging props in the isometric view, as boxes or as sprites.
//!
//! Consumes the props of a level, and draws them cell by cell. A sprite stands upright or covers
//! the top or the front of its prop.

use std::collections::HashMap;

use super::{
    super::{
        canvas::{CELL, CellRowCanvas, SHADOW, TransparentImage, darker, lighter},
        props::{cut_out, is_lying, may_show},
        rows::RowIndex,
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
    cells_of,
    doors::shaded,
    part_in,
};
use roomgen::{
    color::Color,
    geom::{Cell, Direction, Rect},
    level::{Level, Prop},
    model::{Metres, PropKind},
    theme::{Sprite, Theme},
};

/// The height from which a prop larger than a cell is drawn as an upright sprite, in sixteenths of
/// a metre.
const HIGH: i32 = 24;

/// The maximum drawn height of [`IsoPropStyle::Front`], in sixteenths of a metre. A shelf of two
/// metres would hide what is behind it.
const FRONT: i32 = 22;

/// The maximum drawn height of [`IsoPropStyle::Raised`], in sixteenths of a metre.
const RAISED: i32 = 14;

/// The maximum drawn depth of [`IsoPropStyle::Front`], in sixteenths of a metre.
const DEEP: i32 = 9;

/// The painter of all standing and hanging props in a window of a level.
pub(super) struct IsoPropPainter<'level> {
    bodies: Vec<IsoProp>,
    /// The images of kinds of props, each drawn once for all props that share it.
    stamps: Vec<TransparentImage>,
    /// For each cell, the positions in `bodies` of the props drawn with it, lowest first.
    cells: HashMap<Cell, Vec<u32>>,
    /// For each row of cells, the positions in `bodies` of the props whose footprint or shadow
    /// touches it.
    rows: RowIndex,
    level: &'level Level,
}

/// The geometry of a prop, as drawn.
struct IsoProp {
    form: IsoPropStyle,
    color: Color,
    /// The position of the prop's image in [`IsoPropPainter::stamps`].
    stamp: usize,
    /// The cells of the prop's footprint.
    cells: Rect,
    /// The body's outline on the floor as [left, top, right, bottom], in sixteenths of a metre.
    floor: [i32; 4],
    /// The height of the prop's underside above the floor, in sixteenths of a metre.
    bottom: i32,
    /// The height of the prop's top above the floor, as drawn, in sixteenths of a metre.
    top: i32,
}

/// The form in which a prop is drawn in the isometric view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IsoPropStyle {
    /// A prop without a sprite: a box in the kind's colour, with its glyph on top.
    Plain,
    /// A prop whose sprite stands upright, facing the viewer.
    Billboard,
    /// A prop whose sprite, seen from above, is raised to the height of its top.
    Raised,
    /// A prop whose sprite is a front that faces south or east.
    Front(IsoBoxFace),
}

impl<'level> IsoPropPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        let bounds = level.tiles().bounds();
        let (mut bodies, mut stamps, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        let mut cells: HashMap<Cell, Vec<u32>> = HashMap::new();
        let stands = |prop: &Prop<'_>| !prop.kind.marker && !is_lying(prop.kind) && may_show(prop, window);
        for prop in level.props().filter(stands) {
            let form = form(&prop, theme);
            // Sprites seen from the front stay as drawn. Sprites seen from above turn with the
            // prop.
            let (turn, size) = match form {
                IsoPropStyle::Billboard | IsoPropStyle::Front(_) => {
                    (Direction::North, [prop.kind.width, prop.kind.height])
                }
                IsoPropStyle::Plain | IsoPropStyle::Raised => {
                    let (width, height) = prop.kind.footprint_size(prop.turn);
                    (prop.turn, [width, height])
                }
            };
            let stamp = *known.entry((prop.kind.name.as_str(), turn)).or_insert_with(|| {
                stamps.push(cut_out(prop.kind, size.map(i32::from), turn, theme));
                stamps.len() - 1
            });
            let number = bodies.len() as u32;
            let body = IsoProp::new(&prop, form, stamp);
            // A billboard is drawn with the nearest of its cells, any other form cell by cell.
            let touched = match form {
                IsoPropStyle::Billboard => {
                    Some(Rect::from_cell(Cell::new(body.cells.right() - 1, body.cells.bottom() - 1)))
                }
                IsoPropStyle::Raised => Some(body.cells),
                IsoPropStyle::Plain | IsoPropStyle::Front(_) => cells_of(body.floor, bounds),
            };
            for cell in touched.and_then(|touched| touched.intersection(bounds)).into_iter().flat_map(Rect::cells) {
                cells.entry(cell).or_default().push(number);
            }
            bodies.push(body);
        }
        for here in cells.values_mut() {
            here.sort_by_key(|&number| bodies[number as usize].bottom);
        }
        let rows = RowIndex::new(level, bodies.iter().map(|body| body.cells.grown(1)));
        Self { bodies, stamps, cells, rows, level }
    }

    /// Draws the props on a cell, from the lowest to the highest.
    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>) {
        for body in self.cells.get(&cell).into_iter().flatten().map(|&number| &self.bodies[number as usize]) {
            let stamp = &self.stamps[body.stamp];
            match body.form {
                IsoPropStyle::Plain => body.draw_plain(cell, stamp, brush),
                IsoPropStyle::Billboard => body.draw_sign(stamp, brush),
                IsoPropStyle::Raised => body.draw_raised(cell, stamp, brush),
                IsoPropStyle::Front(face) => body.draw_front(cell, stamp, face, brush),
            }
        }
    }

    /// Draws the contact shadows of props on row `y` of cells.
    pub(super) fn cast_shadows(&self, canvas: &mut CellRowCanvas, y: i32) {
        for body in self.rows.row(y).map(|number| &self.bodies[number]) {
            let [left, top, right, bottom] = body.shadow();
            // The higher a prop hangs above the floor, the softer its shadow.
            let reach = 5 + (body.bottom / 8).clamp(0, 6);
            let deepest = if body.bottom > 0 { 84 } else { 150 };
            let is_round = body.form == IsoPropStyle::Billboard;
            for row in (top - reach).max(y * CELL)..(bottom + reach).min((y + 1) * CELL) {
                for column in left - reach..right + reach {
                    let (dx, dy) = if is_round {
                        // The distance from the inscribed circle, instead of from the rectangle.
                        let (dx, dy) =
                            ((2 * column + 1 - left - right).abs() / 2, (2 * row + 1 - top - bottom).abs() / 2);
                        let far = (dx * dx + dy * dy).isqrt() - (right - left).min(bottom - top) / 2;
                        (far.max(0), 0)
                    } else {
                        let outside = |at: i32, low: i32, high: i32| (low - at).max(at - high + 1).max(0);
                        (outside(column, left, right), outside(row, top, bottom))
                    };
                    let far = (dx * dx + dy * dy).isqrt();
                    let cell = Cell::new(column.div_euclid(CELL), y);
                    if far < reach && self.level.tile(cell).is_open() {
                        let near = (reach - far) as u32;
                        canvas.dot(column, row, SHADOW, deepest * near * near / (reach * reach) as u32);
                    }
                }
            }
        }
    }
}

fn form(prop: &Prop<'_>, theme: &Theme) -> IsoPropStyle {
    let kind = prop.kind;
    let Some(sprite) = theme.sprites.get(kind.name.as_str()) else { return IsoPropStyle::Plain };
    let is_high = sixteenths(kind.tall) >= HIGH || kind.elevation >= PropKind::HEADROOM;
    match (kind.width, kind.height, prop.turn) {
        (1, 1, _) => IsoPropStyle::Billboard,
        (_, 1, Direction::North | Direction::South) => IsoPropStyle::Front(IsoBoxFace::South),
        (_, 1, Direction::East | Direction::West) => IsoPropStyle::Front(IsoBoxFace::East),
        _ if is_high && !fills_footprint(sprite) => IsoPropStyle::Billboard,
        _ => IsoPropStyle::Raised,
    }
}

/// Whether a sprite covers its footprint up to all four corners. Drawn upright, such a sprite would
/// look like a board.
fn fills_footprint(sprite: &Sprite) -> bool {
    let (right, bottom) = (sprite.width() - 1, sprite.height() - 1);
    [(0, 0), (right, 0), (0, bottom), (right, bottom)].into_iter().all(|(x, y)| sprite.pixel(x, y).is_some())
}

/// A length in sixteenths of a metre, rounded to a whole number.
fn sixteenths(length: Metres) -> i32 {
    (length.parts() * CELL + Metres::PARTS / 2).div_euclid(Metres::PARTS)
}

impl IsoProp {
    fn new(prop: &Prop<'_>, form: IsoPropStyle, stamp: usize) -> Self {
        let kind = prop.kind;
        let [width, depth] = kind.turned_body(prop.turn).map(sixteenths);
        let [dx, dy] = prop.offset.map(|metres| (metres * CELL as f32).round() as i32);
        let middle = |first: i32, end: i32, moved: i32| (first + end) * CELL / 2 + moved;
        let x = middle(prop.cells.left(), prop.cells.right(), dx);
        let y = middle(prop.cells.top(), prop.cells.bottom(), dy);
        let (mut width, mut depth) = (width.max(2), depth.max(2));
        let mut tall = sixteenths(kind.tall).max(1);
        match form {
            IsoPropStyle::Front(IsoBoxFace::East) => width = width.min(DEEP),
            IsoPropStyle::Front(_) => depth = depth.min(DEEP),
            // The box is smaller than the body, so that there is a gap between adjoining boxes.
            IsoPropStyle::Plain => (width, depth) = ((width - 2).max(2), (depth - 2).max(2)),
            IsoPropStyle::Billboard => {}
            IsoPropStyle::Raised => tall = tall.min(RAISED),
        }
        if let IsoPropStyle::Front(_) = form {
            tall = tall.clamp(6, FRONT);
        }
        let bottom = sixteenths(kind.elevation);
        let floor = [x - width / 2, y - depth / 2, x + (width + 1) / 2, y + (depth + 1) / 2];
        Self { form, color: kind.color, stamp, cells: prop.cells, floor, bottom, top: bottom + tall }
    }

    /// The rectangle in full shadow, as [left, top, right, bottom] in sixteenths of a metre.
    fn shadow(&self) -> [i32; 4] {
        let [left, top, right, bottom] = self.floor;
        let inset = if self.form == IsoPropStyle::Billboard { 3 * (right - left).min(bottom - top) / 16 } else { 0 };
        [left + inset, top + inset, right - inset, bottom - inset].map(|at| at + 1)
    }

    fn draw_plain(&self, cell: Cell, stamp: &TransparentImage, brush: &mut IsoBrush<'_>) {
        let Some([left, top, right, bottom]) = part_in(cell, self.floor) else { return };
        let block = IsoBox { from: [left, top, self.bottom], to: [right, bottom, self.top] };
        let [_, _, end_x, end_y] = self.floor;
        brush.block(block, |face, along, up| {
            let color = shaded(self.color, face);
            Some(match face {
                IsoBoxFace::Top if along == end_x - 1 || up == end_y - 1 => lighter(color, 70),
                IsoBoxFace::Top => {
                    // The prop's glyph is dark on the light top of its box.
                    let (x, y) = (along - self.cells.left() * CELL + 1, up - self.cells.top() * CELL + 1);
                    let is_glyph = stamp.solid(x, y).is_some_and(|seen| seen == lighter(self.color, 40));
                    if is_glyph { darker(color, 170) } else { color }
                }
                _ if up == self.top - 1 => lighter(color, 30),
                _ => darker(color, (self.bottom + 4 - up).max(0) as u32 * 12),
            })
        });
    }

    fn draw_sign(&self, stamp: &TransparentImage, brush: &mut IsoBrush<'_>) {
        let (side, scale) = (self.cells.width().min(self.cells.height()), brush.scale());
        // A small billboard is one and a half times as wide as a side of its footprint. A larger
        // one spans the footprint's width in the view less half a cell on either side, which keeps
        // it clear of the columns of nearer props.
        let width = match side {
            1 | 2 => side * scale * 3 / 2,
            _ => 2 * (side - 1) * scale,
        };
        // The image has one pixel of outline on either side.
        let width = (width * stamp.width() / (stamp.width() - 2).max(1)).max(1);
        let height = (width * stamp.height() / stamp.width().max(1)).max(1);
        let [left, top, right, bottom] = self.floor;
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        // The billboard stands in front of the footprint's middle, where sprites draw their foot.
        let near = side * CELL / 4;
        brush.billboard(stamp, [x + near, y + near, self.bottom], [width, height]);
    }

    /// The sprite's opaque colour at a point of the footprint, if any.
    fn seen(stamp: &TransparentImage, x: i32, y: i32) -> Option<Color> {
        stamp.solid(x + 1, y + 1)
    }

    fn draw_raised(&self, cell: Cell, stamp: &TransparentImage, brush: &mut IsoBrush<'_>) {
        let (x0, y0) = (self.cells.left() * CELL, self.cells.top() * CELL);
        let Some([left, top, right, bottom]) =
            part_in(cell, [x0, y0, self.cells.right() * CELL, self.cells.bottom() * CELL])
        else {
            return;
        };
        for up in self.bottom..=self.top {
            let block = IsoBox { from: [left, top, up], to: [right, bottom, up] };
            brush.block(block, |face, x, y| {
                let (x, y) = (x - x0, y - y0);
                let color = Self::seen(stamp, x, y).filter(|_| face == IsoBoxFace::Top)?;
                if up == self.top {
                    return Some(color);
                }
                // Use the kind's colour for the sides, since the edges of sprites are dark.
                let is_south = Self::seen(stamp, x, y + 1).is_none();
                let foot = (self.bottom + 3 - up).max(0) as u32 * 16;
                Some(darker(self.color, if is_south { 50 } else { 120 } + foot))
            });
        }
    }

    fn draw_front(&self, cell: Cell, stamp: &TransparentImage, face: IsoBoxFace, brush: &mut IsoBrush<'_>) {
        let Some([left, top, right, bottom]) = part_in(cell, self.floor) else { return };
        let [x0, y0, x1, y1] = self.floor;
        // The used rows of the sprite are stretched over the height of the prop.
        let is_used = |row: &i32| (0..stamp.width()).any(|x| stamp.is_solid(x, *row));
        let (Some(first), Some(last)) = ((0..stamp.height()).find(is_used), (0..stamp.height()).rfind(is_used)) else {
            return;
        };
        let (rows, tall, long) =
            (last + 1 - first, self.top - self.bottom, if face == IsoBoxFace::South { x1 - x0 } else { y1 - y0 });
        let color = |along: i32, up: i32| {
            let row = last - (up - self.bottom) * rows / tall.max(1);
            let column = match face {
                IsoBoxFace::South => (along - x0) * (stamp.width() - 2) / long.max(1),
                _ => (y1 - 1 - along) * (stamp.width() - 2) / long.max(1),
            };
            stamp.solid(column + 1, row)
        };
        let slices = if face == IsoBoxFace::South { top + 1..bottom + 1 } else { left + 1..right + 1 };
        let front = if face == IsoBoxFace::South { y1 } else { x1 };
        for slice in slices {
            let block = match face {
                IsoBoxFace::South => IsoBox { from: [left, slice, self.bottom], to: [right, slice, self.top] },
                _ => IsoBox { from: [slice, top, self.bottom], to: [slice, bottom, self.top] },
            };
            brush.block(block, |seen, along, up| {
                let own = color(along, up).filter(|_| seen == face)?;
                let is_upper = up + 1 == self.top || color(along, up + 1).is_none();
                Some(match (slice == front, is_upper) {
                    (true, _) => own,
                    (false, true) => darker(self.color, 56),
                    (false, false) => darker(self.color, 140),
                })
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_rounded_to_the_nearest_sixteenth() {
        for parts in 0..2000 {
            let length = Metres::exact(parts as f32 / Metres::PARTS as f32).expect("a multiple of 1/256 m");
            let exact = parts * CELL;
            assert!((sixteenths(length) * Metres::PARTS - exact).abs() * 2 <= Metres::PARTS, "{parts}");
        }
    }
}
