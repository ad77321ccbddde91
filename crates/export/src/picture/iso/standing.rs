//! Draws standing and hanging props in the isometric view, as solids or as sprites.
//!
//! Consumes the props of a level, and draws them cell by cell. [`super::forms`] decides which form
//! a prop has.

use std::collections::HashMap;

use super::{
    super::{
        canvas::{CELL, CellRowCanvas, SHADOW, TransparentImage, darker, lighter},
        looks::has_sprite,
        props::{cut_out, is_lying, may_show},
        rows::RowIndex,
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
    cells_of,
    figure::Figure,
    forms::{IsoExtent, IsoPropStyle, form},
    part_in, shapes,
    solid::Solid,
    walls::WALL,
};
use roomgen::{
    color::Color,
    geom::{Cell, Direction, Rect},
    level::{Level, Prop},
    theme::Theme,
};

/// The painter of all standing and hanging props in a window of a level.
pub(super) struct IsoPropPainter<'level> {
    bodies: Vec<IsoProp>,
    /// The images of kinds of props, each drawn once for all props that share it.
    stamps: Vec<TransparentImage>,
    /// The solids of kinds of props, each built once for all props that share it.
    solids: Vec<Solid>,
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
    /// The position of the prop's solid in [`IsoPropPainter::solids`]; `None` without one.
    solid: Option<usize>,
    /// The cells of the prop's footprint.
    cells: Rect,
    extent: IsoExtent,
}

/// What props share a solid: those of a kind in one form and size.
type SolidKey<'kind> = (&'kind str, Direction, IsoPropStyle, [i32; 3]);

impl<'level> IsoPropPainter<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme, window: Rect) -> Self {
        let bounds = level.tiles().bounds();
        let (mut bodies, mut stamps, mut solids) = (Vec::new(), Vec::new(), Vec::new());
        let mut known: HashMap<(&str, Direction), (usize, Figure)> = HashMap::new();
        let mut built: HashMap<SolidKey<'_>, usize> = HashMap::new();
        let mut cells: HashMap<Cell, Vec<u32>> = HashMap::new();
        let stands = |prop: &Prop<'_>| !prop.kind.marker && !is_lying(prop.kind) && may_show(prop, window);
        for prop in level.props().filter(stands) {
            let name = prop.kind.name.as_str();
            let mut image = |turn: Direction| {
                let key = (name, turn);
                let (stamp, figure) = known.entry(key).or_insert_with(|| {
                    let (width, height) = prop.kind.footprint_size(turn);
                    let stamp = cut_out(prop.kind, [width, height].map(i32::from), turn, theme);
                    let figure = Figure::of(&stamp);
                    let (figure, stamp) = match figure.without_ground() {
                        Some(figure) => (figure.clone(), figure.image(&stamp)),
                        None => (figure, stamp),
                    };
                    stamps.push(stamp);
                    (stamps.len() - 1, figure)
                });
                (*stamp, figure.clone())
            };
            let has_sprite = has_sprite(theme, name);
            let (mut stamp, mut figure) = image(Direction::North);
            let form = if has_sprite { form(&prop, &figure, level) } else { IsoPropStyle::Plain };
            // Sprites seen from above turn with the prop.
            if !form.shows_front() {
                (stamp, figure) = image(prop.turn);
            }
            let extent = IsoExtent::new(&prop, form, Some(&figure));
            let key = (name, prop.turn, form, extent.size());
            let solid = built.get(&key).copied().or_else(|| {
                solids.push(solid_of(form, &figure, &extent, prop.kind.color)?);
                built.insert(key, solids.len() - 1);
                Some(solids.len() - 1)
            });
            let number = bodies.len() as u32;
            let body = IsoProp { form, color: prop.kind.color, stamp, solid, cells: prop.cells, extent };
            // An upright sprite is drawn with the nearest of its cells, any other form cell by
            // cell.
            let touched = if form.is_upright() {
                Some(Rect::from_cell(Cell::new(body.cells.right() - 1, body.cells.bottom() - 1)))
            } else {
                cells_of(extent.floor, bounds)
            };
            for cell in touched.and_then(|touched| touched.intersection(bounds)).into_iter().flat_map(Rect::cells) {
                cells.entry(cell).or_default().push(number);
            }
            bodies.push(body);
        }
        for here in cells.values_mut() {
            here.sort_by_key(|&number| bodies[number as usize].extent.bottom);
        }
        let rows = RowIndex::new(level, bodies.iter().map(|body| body.cells.grown(1)));
        Self { bodies, stamps, solids, cells, rows, level }
    }

    /// Draws the props on a cell, from the lowest to the highest.
    pub(super) fn draw(&self, cell: Cell, brush: &mut IsoBrush<'_>) {
        for body in self.cells.get(&cell).into_iter().flatten().map(|&number| &self.bodies[number as usize]) {
            let stamp = &self.stamps[body.stamp];
            match body.solid.map(|solid| &self.solids[solid]) {
                Some(solid) => {
                    let (x, y) = (cell.x * CELL, cell.y * CELL);
                    brush.solid(solid, body.extent.corner(), [x, y, x + CELL, y + CELL]);
                }
                None if body.form == IsoPropStyle::Plain => body.draw_plain(cell, stamp, brush),
                None => body.draw_sign(stamp, brush),
            }
        }
    }

    /// Draws the contact shadows of props on row `y` of cells.
    pub(super) fn cast_shadows(&self, canvas: &mut CellRowCanvas, y: i32) {
        for body in self.rows.row(y).map(|number| &self.bodies[number]) {
            let [left, top, right, bottom] = body.shadow();
            // The higher a prop hangs above the floor, the softer its shadow.
            let reach = 5 + (body.extent.bottom / 8).clamp(0, 6);
            let deepest = if body.extent.bottom > 0 { 84 } else { 150 };
            let is_round = body.form.is_upright() || body.form == IsoPropStyle::Round;
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
                    if far < reach && self.level.is_open(cell) {
                        let near = (reach - far) as u32;
                        canvas.dot(column, row, SHADOW, deepest * near * near / (reach * reach) as u32);
                    }
                }
            }
        }
    }
}

/// The solid of a form; `None` for forms without one.
fn solid_of(form: IsoPropStyle, figure: &Figure, extent: &IsoExtent, color: Color) -> Option<Solid> {
    let size = extent.size();
    match form {
        IsoPropStyle::Plain | IsoPropStyle::Billboard | IsoPropStyle::Hanging => None,
        IsoPropStyle::OnWall(side) => Some(shapes::cloth(figure, size, side)),
        IsoPropStyle::Hull => Some(shapes::hull(figure, size, color)),
        IsoPropStyle::Front(face) => Some(shapes::front(figure, size, face)),
        IsoPropStyle::Table(face) => Some(shapes::table(figure, size, face)),
        IsoPropStyle::Round => Some(shapes::round(figure, size, color)),
        IsoPropStyle::Raised => Some(shapes::raised(figure, size[2], color)),
    }
}

impl IsoProp {
    /// The rectangle in full shadow, as [left, top, right, bottom] in sixteenths of a metre.
    fn shadow(&self) -> [i32; 4] {
        let [left, top, right, bottom] = self.extent.floor;
        let inset = if self.form.is_upright() { 3 * (right - left).min(bottom - top) / 16 } else { 0 };
        [left + inset, top + inset, right - inset, bottom - inset].map(|at| at + 1)
    }

    fn draw_plain(&self, cell: Cell, stamp: &TransparentImage, brush: &mut IsoBrush<'_>) {
        let Some([left, top, right, bottom]) = part_in(cell, self.extent.floor) else { return };
        let block = IsoBox { from: [left, top, self.extent.bottom], to: [right, bottom, self.extent.top] };
        let [_, _, end_x, end_y] = self.extent.floor;
        brush.block(block, |face, along, up| {
            let color = super::doors::shaded(self.color, face);
            Some(match face {
                IsoBoxFace::Top if along == end_x - 1 || up == end_y - 1 => lighter(color, 70),
                IsoBoxFace::Top => {
                    // The prop's glyph is dark on the light top of its box.
                    let (x, y) = (along - self.cells.left() * CELL + 1, up - self.cells.top() * CELL + 1);
                    let is_glyph = stamp.solid(x, y).is_some_and(|seen| seen == lighter(self.color, 40));
                    if is_glyph { darker(color, 170) } else { color }
                }
                _ if up == self.extent.top - 1 => lighter(color, 30),
                _ => darker(color, (self.extent.bottom + 4 - up).max(0) as u32 * 12),
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
        let [left, top, right, bottom] = self.extent.floor;
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        if self.form == IsoPropStyle::Hanging {
            // It hangs from a chain, straight above its shadow.
            let width = width * 3 / 4;
            let height = height * 3 / 4;
            brush.chain([x, y], [self.extent.bottom, 0]);
            brush.chain([x, y], [WALL + 4, self.extent.bottom]);
            brush.billboard(stamp, [x, y, self.extent.bottom], [width, height]);
            return;
        }
        // The billboard stands in front of the footprint's middle, where sprites draw their foot.
        let near = side * CELL / 4;
        brush.billboard(stamp, [x + near, y + near, self.extent.bottom], [width, height]);
    }
}
