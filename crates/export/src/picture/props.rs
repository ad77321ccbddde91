//! Paints props from above: a sprite or a glyph on a plate, and around what is solid an outline and
//! a soft shadow.
//!
//! Consumes the props of a level, draws each kind once as a pair of images, and places these on a
//! [`CellRowCanvas`] one row of cells at a time.

use std::collections::HashMap;

use font8x8::{BASIC_FONTS, BLOCK_FONTS, BOX_FONTS, GREEK_FONTS, HIRAGANA_FONTS, LATIN_FONTS, UnicodeFonts};

use roomgen::{
    geom::{Direction, Rect},
    level::{Level, Prop},
    model::{Metres, PropKind},
    theme::Theme,
};

use super::{
    canvas::{CELL, CellRowCanvas, SHADOW, TransparentImage, WHOLE, darker, lighter},
    grounds::Grounds,
    looks::sprite_of,
    markers,
    rows::{MARGIN_CELLS, RowIndex},
    sprites::{MARGIN, draw_sprite},
    walls::WallPainter,
};

/// In sprites of what one walks on, colours whose channels are all below this are outlines, and are
/// drawn with an opacity of [`SOFT`], of 255, so that the floor shows.
const DARK: u8 = 64;
const SOFT: u8 = 112;

/// Side of a glyph of the font, in pixels.
pub(super) const LETTER: i32 = 8;

/// The painter of a level's props, which draws them from back to front.
#[derive(Debug)]
pub(super) struct PropPainter {
    /// The images of kinds of props, a shade and a body for each as in [`draw`]. Each is drawn once
    /// for all props that share it.
    stamps: Vec<TransparentImage>,
    /// The placed images of all props, in drawing order.
    placed: Vec<PlacedPropImage>,
    /// For each row of cells, the positions in `placed` of the images that touch it.
    rows: RowIndex,
    /// Whether each prop of the level is hidden, by position. Positions beyond the end are shown.
    hidden: Vec<bool>,
}

/// An image of a prop, by its position in the list of images, with its top left pixel at `(x, y)`.
#[derive(Clone, Copy, Debug)]
struct PlacedPropImage {
    stamp: usize,
    x: i32,
    y: i32,
    /// Whether the image is the shade of its prop, else it is the body; see [`draw`].
    is_shade: bool,
    pass: PropDrawingPass,
    /// The position of the prop in [`Level::props`].
    prop: usize,
}

/// One of the successive passes over a row of cells in which props are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PropDrawingPass {
    /// The pass before the stairs: props that lie flat on the floor, and those that hang over the
    /// stairs, which a player must see.
    Flat,
    /// The pass over the light: markers.
    Marker,
    /// The pass after the stairs: all other props.
    Standing,
}

/// The positions in [`PropPainter::stamps`] of the two images of a kind of prop.
#[derive(Clone, Copy, Debug)]
struct PropImages {
    shade: usize,
    body: usize,
}

impl PropPainter {
    pub(super) fn new(level: &Level, theme: &Theme, window: Rect) -> Self {
        let mut stamps = Vec::new();
        let mut known = HashMap::new();
        let mut placed = Vec::new();
        let lying = level.props().filter(|prop| is_lying(prop.kind) && may_show(prop, window));
        let grounds = Grounds::new(level, theme, lying);
        for (number, prop) in level.props().enumerate().filter(|(_, prop)| may_show(prop, window)) {
            let size = [prop.cells.width(), prop.cells.height()];
            let edges = grounds.edges(&prop);
            let drawn = *known.entry((prop.kind.name.as_str(), size, prop.turn, edges)).or_insert_with(|| {
                let [shade, mut body] = stamps_of(prop.kind, size, prop.turn, theme);
                edges.draw(&mut body);
                stamps.extend([shade, body]);
                PropImages { shade: stamps.len() - 2, body: stamps.len() - 1 }
            });
            let pixels = |metres: f32| (metres * CELL as f32).round() as i32;
            let x = prop.cells.left() * CELL - MARGIN + pixels(prop.offset[0]);
            let y = prop.cells.top() * CELL - MARGIN + pixels(prop.offset[1]);
            let is_below_stairs = is_lying(prop.kind) || !prop.kind.is_obstacle() && covers_stairs(&prop, level);
            let pass = match prop.kind.marker {
                true => PropDrawingPass::Marker,
                false if is_below_stairs => PropDrawingPass::Flat,
                false => PropDrawingPass::Standing,
            };
            for (stamp, is_shade) in [(drawn.shade, true), (drawn.body, false)] {
                placed.push((order(&prop, is_shade), PlacedPropImage { stamp, x, y, is_shade, pass, prop: number }));
            }
        }
        // The sort is stable, so that a prop's shade stays before its body.
        placed.sort_by_key(|&(order, _)| order);
        let placed: Vec<PlacedPropImage> = placed.into_iter().map(|(_, placed)| placed).collect();
        let touched = placed.iter().map(|placed| {
            let (top, bottom) = (placed.y, placed.y + stamps[placed.stamp].height());
            Rect::from_ltrb(0, top.div_euclid(CELL), level.width(), (bottom - 1).div_euclid(CELL) + 1)
        });
        let rows = RowIndex::new(level, touched);
        Self { stamps, placed, rows, hidden: Vec::new() }
    }

    /// Shows or hides the prop at position `prop` in [`Level::props`].
    pub(super) fn show(&mut self, prop: usize, is_shown: bool) {
        if self.hidden.len() <= prop {
            self.hidden.resize(prop + 1, false);
        }
        self.hidden[prop] = !is_shown;
    }

    fn is_hidden(&self, prop: usize) -> bool {
        self.hidden.get(prop) == Some(&true)
    }

    /// Draws the props of one pass in row `y` of cells, which is the current row of `walls`.
    ///
    /// Shades, which are shadows or the outlines of flat props, fall on floors only.
    pub(super) fn paint(&self, canvas: &mut CellRowCanvas, y: i32, walls: &WallPainter, pass: PropDrawingPass) {
        let of_row = self.rows.row(y).map(|number| self.placed[number]).filter(|placed| !self.is_hidden(placed.prop));
        for PlacedPropImage { stamp, x, y, is_shade, .. } in of_row.filter(|placed| placed.pass == pass) {
            let stamp = &self.stamps[stamp];
            if !is_shade {
                canvas.stamp(stamp, x, y);
                continue;
            }
            for column in walls.open_columns(x.div_euclid(CELL), (x + stamp.width() - 1).div_euclid(CELL)) {
                canvas.stamp_within(stamp, x, y, [column * CELL, (column + 1) * CELL]);
            }
        }
    }
}

/// Whether a window may show a part of a prop, its shadow or its outline.
///
/// Shadow and outline reach less than two cells. A prop's offset is added, since an invalid level
/// may move a prop off its footprint.
pub(super) fn may_show(prop: &Prop, window: Rect) -> bool {
    let moved = prop.offset.map(|metres| metres.abs() as i32);
    let reach = 2 + MARGIN_CELLS + moved[0].max(moved[1]);
    prop.cells.grown(reach).is_none_or(|near| near.overlaps(window))
}

/// The sort key of a prop in the drawing order, from back to front.
///
/// Overhead props come last. Before them, props are ordered by elevation. At one elevation the
/// order is shades of flat props, flat props, markers, then standing props, and within these from
/// north to south. Shades of flat props come first so that adjoining ones share one outline.
pub(super) fn order(prop: &Prop, is_shade: bool) -> impl Ord + Copy + use<> {
    let layer = match (is_flat(prop.kind), is_shade) {
        _ if prop.kind.marker => 2,
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 3,
    };
    (is_overhead(prop.kind), prop.kind.elevation, layer, prop.cells.bottom())
}

/// Whether one can walk below props of this kind.
pub(super) fn is_overhead(kind: &PropKind) -> bool {
    kind.elevation >= PropKind::HEADROOM
}

/// Whether a prop covers the cell of stairs.
fn covers_stairs(prop: &Prop, level: &Level) -> bool {
    level.ways().any(|end| prop.cells.contains(end))
}

/// Whether props of this kind lie flat on the floor, below all other props.
pub(super) fn is_lying(kind: &PropKind) -> bool {
    is_flat(kind) && !kind.marker && kind.elevation <= Metres::default()
}

/// Whether one walks on props of this kind: they stand in nobody's way and on nothing.
pub(super) fn is_walked_on(kind: &PropKind) -> bool {
    !kind.marker && !kind.is_obstacle() && kind.elevation <= Metres::default()
}

/// Whether props of this kind are too low to cast a shadow.
pub(super) fn is_flat(kind: &PropKind) -> bool {
    kind.is_flat()
}

/// The two images of a prop or marker over a footprint of `size` cells: its shade, which is a
/// shadow or an outline, then its body.
///
/// Each image is [`MARGIN`] pixels larger than the footprint on all sides.
pub(super) fn stamps_of(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> [TransparentImage; 2] {
    if kind.marker { markers::draw(kind, size, turn, theme, true) } else { draw(kind, size, turn, theme) }
}

/// The two images of a prop over a footprint of `size` cells: its shade, which is its shadow, then
/// its body.
///
/// What is in the way looks solid, with an outline and a contact shadow; what one walks on has
/// neither.
pub(super) fn draw(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> [TransparentImage; 2] {
    let [width, height] = size.map(|cells| cells * CELL);
    let mut prop = TransparentImage::new(width, height);
    match sprite_of(theme, kind) {
        Some(sprite) => draw_sprite(&mut prop, &sprite, turn),
        None => draw_plate(&mut prop, kind),
    }
    let [mut shade, mut body] = [(); 2].map(|()| TransparentImage::new(width + 2 * MARGIN, height + 2 * MARGIN));
    let is_solid = !is_walked_on(kind);
    if is_overhead(kind) {
        cast_shadow(&mut shade, &prop);
    } else if is_solid && !is_flat(kind) {
        lay_shadow(&mut shade, &prop);
    }
    for y in -1..=height {
        for x in -1..=width {
            let beside = || [(0, -1), (1, 0), (0, 1), (-1, 0)].iter().any(|(dx, dy)| prop.is_solid(x + dx, y + dy));
            if let Some(color) = prop.solid(x, y) {
                let is_soft = !is_solid && color.r.max(color.g).max(color.b) < DARK;
                body.set(x + MARGIN, y + MARGIN, color, if is_soft { SOFT } else { u8::MAX });
            } else if is_solid && beside() {
                let under = if is_flat(kind) { &mut shade } else { &mut body };
                under.set(x + MARGIN, y + MARGIN, SHADOW, 150);
            }
        }
    }
    [shade, body]
}

/// The body of a prop without its shadow, with one pixel of outline around the footprint.
pub(super) fn cut_out(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> TransparentImage {
    let [_, body] =
        if kind.marker { markers::draw(kind, size, turn, theme, false) } else { draw(kind, size, turn, theme) };
    let inset = MARGIN - 1;
    let (width, height) = (body.width() - 2 * inset, body.height() - 2 * inset);
    let mut cut = TransparentImage::new(width, height);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if let Some((color, amount)) = body.pixel(x + inset, y + inset) {
            cut.set(x, y, color, amount);
        }
    }
    cut
}

/// Draws a kind's glyph upright on a plate with rounded corners, both in the kind's colour.
fn draw_plate(prop: &mut TransparentImage, kind: &PropKind) {
    let (right, bottom) = (prop.width() - 2, prop.height() - 2);
    let (rim, plate) = (darker(kind.color, 70), darker(kind.color, 170));
    for y in 1..=bottom {
        for x in 1..=right {
            let from_corner = (x - 1).min(right - x) + (y - 1).min(bottom - y);
            let on_edge = x == 1 || y == 1 || x == right || y == bottom;
            if from_corner >= 2 {
                prop.set(x, y, if on_edge || from_corner == 2 { rim } else { plate }, u8::MAX);
            }
        }
    }
    let times = ((prop.width() - 4).min(prop.height() - 4) / LETTER).max(1);
    let letter = letter(kind.glyph);
    // Most glyphs have empty columns and rows on one side, so the used ones are centred.
    let columns = letter.iter().fold(0, |columns, row| columns | row);
    let free = |first: u32, last: u32| first as i32 - last as i32;
    let slant = free(columns.trailing_zeros(), columns.leading_zeros());
    let rows = letter.iter().map(|&row| row != 0);
    let (above, below) = (rows.clone().take_while(|row| !row).count(), rows.rev().take_while(|row| !row).count());
    let rise = free(above as u32, below as u32);
    let left = (prop.width() - (LETTER + slant) * times) / 2;
    let top = (prop.height() - (LETTER + rise) * times) / 2;
    for y in 0..LETTER * times {
        for x in 0..LETTER * times {
            if letter[(y / times) as usize] >> (x / times) & 1 == 1 {
                prop.set(left + x, top + y, lighter(kind.color, 40), u8::MAX);
            }
        }
    }
}

/// The rows of a glyph from the top, lowest bit leftmost; a diamond if the font lacks the glyph.
pub(super) fn letter(glyph: char) -> [u8; LETTER as usize] {
    const DIAMOND: [u8; LETTER as usize] = [0x00, 0x18, 0x3c, 0x7e, 0x7e, 0x3c, 0x18, 0x00];
    let letter = BASIC_FONTS
        .get(glyph)
        .or_else(|| LATIN_FONTS.get(glyph))
        .or_else(|| BOX_FONTS.get(glyph))
        .or_else(|| BLOCK_FONTS.get(glyph))
        .or_else(|| GREEK_FONTS.get(glyph))
        .or_else(|| HIRAGANA_FONTS.get(glyph));
    letter.filter(|rows| rows.iter().any(|&row| row != 0)).unwrap_or(DIAMOND)
}

/// Draws the contact shadow of a standing prop: an ellipse slightly south-east of its foot.
fn lay_shadow(stamp: &mut TransparentImage, prop: &TransparentImage) {
    let solid = |x: &i32| (0..prop.height()).any(|y| prop.is_solid(*x, y));
    let (Some(left), Some(right)) = ((0..prop.width()).find(solid), (0..prop.width()).rfind(solid)) else { return };
    let foot = (0..prop.height()).rfind(|&y| (0..prop.width()).any(|x| prop.is_solid(x, y))).unwrap_or(0);
    // These lengths are doubled, so that the middle may lie between two pixels.
    let (middle, radius) = (left + right + 3, right - left + 5);
    let (low, flat) = (2 * foot, (radius / 3).clamp(4, 2 * MARGIN - 4));
    for y in -MARGIN..prop.height() + MARGIN {
        for x in -MARGIN..prop.width() + MARGIN {
            let (dx, dy) = (i64::from(2 * x - middle) * i64::from(flat), i64::from(2 * y - low) * i64::from(radius));
            let reach = i64::from(radius) * i64::from(flat);
            let outside = (dx * dx + dy * dy) * i64::from(WHOLE) / (reach * reach);
            let amount = match outside {
                0..110 => 110,
                110..190 => 74,
                190..256 => 38,
                _ => continue,
            };
            stamp.set(x + MARGIN, y + MARGIN, SHADOW, amount);
        }
    }
}

/// Draws the shadow of an overhead prop: its blurred shape, displaced to the south-east.
fn cast_shadow(stamp: &mut TransparentImage, prop: &TransparentImage) {
    for y in -MARGIN..prop.height() + MARGIN {
        for x in -MARGIN..prop.width() + MARGIN {
            let shifts = [(3, 8), (2, 8), (4, 8), (3, 7), (3, 9)];
            let covered = shifts.iter().filter(|(dx, dy)| prop.is_solid(x - dx, y - dy)).count();
            stamp.set(x + MARGIN, y + MARGIN, SHADOW, covered as u8 * 24);
        }
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{Preset, geom::Direction, model::PropKind, preset::BUILT_IN, theme::Theme};

    use super::{
        super::canvas::{TransparentImage, mix},
        is_overhead, is_walked_on, stamps_of,
    };

    /// The fraction of a kind's footprint that is dark over the theme's floor, in 1000ths: its
    /// image, outline and shadow.
    fn darkness(kind: &PropKind, theme: &Theme) -> usize {
        /// Darker than a quarter of the floor's brightness.
        const DARK: u32 = 4;
        let floor = theme.floor_start.lerp_hsl(theme.floor_end, 0.5);
        let brightness =
            |color: roomgen::color::Color| 2 * u32::from(color.r) + 5 * u32::from(color.g) + u32::from(color.b);
        let size = [kind.width, kind.height].map(i32::from);
        let images = stamps_of(kind, size, Direction::North, theme);
        let over = |image: &TransparentImage, x: i32, y: i32, under| {
            let (color, amount) = image.pixel(x, y).unwrap_or((under, 0));
            mix(under, color, u32::from(amount) + u32::from(amount > 127))
        };
        let (width, height) = (images[1].width(), images[1].height());
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let dark = pixels.filter(|&(x, y)| {
            let shown = images.iter().fold(floor, |under, image| over(image, x, y, under));
            brightness(shown) * DARK < brightness(floor)
        });
        dark.count() * 1000 / (size[0] * size[1] * 256) as usize
    }

    #[test]
    fn walkable_props_are_half_as_dark_as_obstacles_in_each_theme() {
        for (name, _) in BUILT_IN {
            let preset = Preset::built_in(name).expect("a preset");
            let kinds = || preset.kinds().iter().filter(|kind| !kind.marker && !is_overhead(kind));
            let mean = |wanted: &dyn Fn(&&PropKind) -> bool| {
                let each: Vec<_> = kinds().filter(wanted).map(|kind| darkness(kind, preset.theme())).collect();
                each.iter().sum::<usize>() / each.len().max(1)
            };
            let (walked_on, solid) = (mean(&|kind| is_walked_on(kind)), mean(&|kind| kind.is_obstacle()));
            println!("{name}: {walked_on} and {solid} of 1000 pixels are dark");
            assert!(2 * walked_on <= solid, "{name}: {walked_on} and {solid}");
        }
    }
}
