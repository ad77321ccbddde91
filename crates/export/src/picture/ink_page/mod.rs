//! Draws a level as a page that a table shares: a plan in ink on paper, with a key beside it.
//!
//! Consumes a level and the options of a picture, and produces an [`InkPage`]: layers of fills,
//! lines and lettering in whole numbers, in parts of a cell. The page is painted in pixels, or
//! written as SVG, from these same shapes, so that both look alike on every machine.
//!
//! From back to front: hatching in the rock beside walls; terrain, if there is any; floor with a
//! grid; what covers floor;
//! walls; furniture, markers and keys; stairs; doors; numbers of rooms; then the title, the scale
//! and the key. A player's page has no numbers, locks, markers and keys, and secret doors are wall.

mod colors;
mod ground;
mod hatch;
mod key;
mod lettering;
mod numbers;
mod paint;
mod plan;
mod point;
mod shape;
mod signs;
mod terrain;
#[cfg(test)]
mod tests;
mod things;

use std::ops::Range;

use roomgen::{
    geom::{Cell, Rect},
    level::{Audience, Level, Tile},
};

use super::{Picture, PictureError, PictureOptions};
use key::InkKey;
pub use lettering::{CAP_HEIGHT, InkLetter, stroke_width};
pub use shape::{InkLayer, InkPoint, InkShape, InkSubject, PARTS};
use shape::{InkPen, rectangle};

/// The paper of a page.
pub use colors::PAPER;

/// A page with the plan of a level in ink.
///
/// Guarantee: at least one part wide and high. All shapes lie on the page.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::picture::{PictureOptions, ink_page::InkPage};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let page = InkPage::new(&level, PictureOptions::default())?;
/// let picture = page.paint(8)?;
/// let [width, height] = page.size();
/// assert_eq!([picture.width(), picture.height()], [width, height].map(|side| side.div_ceil(32)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InkPage {
    size: [u32; 2],
    corner: InkPoint,
    layers: Vec<InkLayer>,
}

/// The free space around the plan, in cells: hatching reaches this far.
const AROUND: i32 = 2;
/// The margin of the page, and the gap between the plan and the key, in multiples of the text's
/// unit, which is a cell in levels of up to [`SIDE`] cells.
const MARGIN: i32 = 2;
const SIDE: i32 = 100;
/// The height of the heading, in multiples of the text's unit.
const HEADING: i32 = 4;
/// The least width and height of the plan's part of the page, in multiples of the text's unit.
const LEAST: [i32; 2] = [26, 16];

impl InkPage {
    /// The maximum number of cells that a page shows, 2^20.
    pub const MAX_CELLS: i64 = 1 << 20;
    /// The usual scale: pixels along a square on virtual tables.
    pub const SCALE: u32 = 70;

    /// Draws the part of a level that the options' region, room and audience say. Reads no other
    /// options. A level of more than 300 rooms has no rooms in its key.
    ///
    /// Cost: linear in the cells and props that are shown, and in the total number of props, rooms
    /// and doors.
    ///
    /// # Errors
    ///
    /// [`PictureError::NoRegion`], [`PictureError::NoRoom`] and [`PictureError::LargePlan`].
    pub fn new(level: &Level, options: PictureOptions) -> Result<Self, PictureError> {
        Self::of_shown(&level.shown_to(options.audience), options)
    }

    /// The page of a level as its audience sees it.
    pub(crate) fn of_shown(level: &Level, options: PictureOptions) -> Result<Self, PictureError> {
        let shown = shown(level, options)?;
        let window = cropped(level, shown);
        let (columns, rows) = (window.width(), window.height());
        if window.area() > Self::MAX_CELLS {
            return Err(PictureError::LargePlan { width: columns, height: rows });
        }
        let unit = PARTS * columns.max(rows).max(SIDE) / SIDE;
        let box_size = [(columns * PARTS).max(LEAST[0] * unit), (rows * PARTS).max(LEAST[1] * unit)];
        let margin = MARGIN * unit;
        let top = margin + HEADING * unit;
        let key = InkKey::new(level, shown, options.audience, unit, HEADING * unit + box_size[1]);
        let key_width = if key.width() > 0 { key.width() + margin } else { 0 };
        let height = (HEADING * unit + box_size[1]).max(key.height());
        let size = [2 * margin + box_size[0] + key_width, height + 2 * margin];
        let left = margin + (box_size[0] - columns * PARTS) / 2;
        let down = top + (height - HEADING * unit - window.height() * PARTS) / 2;
        let mut layers = plan::layers(level, shown, window, options.audience);
        let corner = [left - window.left() * PARTS, down - window.top() * PARTS];
        layers.iter_mut().for_each(|layer| layer.shift(corner));
        let mut pen = InkPen::new("page");
        key::heading_of_page(&mut pen, level, options.audience, [margin, margin], box_size[0], unit);
        frame(&mut pen, size, unit);
        layers.push(pen.finish());
        let mut pen = InkPen::new("key");
        key.draw(&mut pen, [margin + box_size[0] + margin, margin]);
        layers.push(pen.finish());
        Ok(Self { size: size.map(i32::unsigned_abs), corner, layers })
    }

    /// The width and height of the page, in parts.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The top left corner of the level, which may lie beside the page.
    #[must_use]
    pub fn corner(&self) -> InkPoint {
        self.corner
    }

    /// The layers of the page, from back to front.
    #[must_use]
    pub fn layers(&self) -> &[InkLayer] {
        &self.layers
    }

    /// Paints the page at a scale: pixels along a cell's side.
    ///
    /// Cost: linear in the pixels and in the length of all lines.
    ///
    /// # Errors
    ///
    /// [`PictureError::Scale`] and [`PictureError::TooLarge`].
    pub fn paint(&self, scale: u32) -> Result<Picture, PictureError> {
        let size = self.pixels(scale)?;
        Ok(self.band(scale, size[0], 0..size[1]))
    }

    /// Paints the page as [`InkPage::paint`] does, from the top in bands of so many rows of pixels.
    #[cfg(feature = "png")]
    pub(crate) fn bands(&self, scale: u32, [width, height]: [u32; 2], rows: u32) -> impl Iterator<Item = Picture> {
        let tops = (0..height).step_by(rows.max(1) as usize);
        tops.map(move |top| self.band(scale, width, top..height.min(top + rows.max(1))))
    }

    fn band(&self, scale: u32, width: u32, rows: Range<u32>) -> Picture {
        let mut picture = Picture::filled(width, rows.end - rows.start, PAPER);
        self.layers.iter().for_each(|layer| paint::paint(&layer.shapes, scale, rows.start, &mut picture));
        picture
    }

    /// The width and height of the page in pixels.
    pub(crate) fn pixels(&self, scale: u32) -> Result<[u32; 2], PictureError> {
        if !(PictureOptions::MIN_SCALE..=PictureOptions::MAX_SCALE).contains(&scale) {
            return Err(PictureError::Scale { scale });
        }
        let at = |scale: u32| {
            let sides = self.size.map(|side| (u64::from(side) * u64::from(scale)).div_ceil(PARTS as u64));
            (sides[0] * sides[1] <= Picture::MAX_PIXELS).then(|| sides.map(|side| side as u32))
        };
        at(scale).ok_or_else(|| {
            let largest = (PictureOptions::MIN_SCALE..scale).rev().find(|&smaller| at(smaller).is_some());
            let [width, height] = self.size.map(|side| side.div_ceil(PARTS as u32) as i32);
            match largest {
                Some(largest) => PictureError::TooLarge { width, height, scale, largest },
                None => PictureError::NoScale { width, height },
            }
        })
    }
}

/// The cells that options show: those of the region, or a room with its walls and doors.
fn shown(level: &Level, options: PictureOptions) -> Result<Rect, PictureError> {
    let window = options.window(level)?;
    let room = options.room.and_then(|id| level.room(id)).and_then(|room| room.rect.grown(1));
    Ok(room.and_then(|walls| walls.intersection(window)).unwrap_or(window))
}

/// The cells of the part that is shown that are not rock, and the space around them.
fn cropped(level: &Level, shown: Rect) -> Rect {
    let mut reach: Option<[i32; 4]> = None;
    for Cell { x, y } in shown.cells().filter(|&cell| !matches!(level.tile(cell), Tile::Rock | Tile::Wall)) {
        let [left, top, right, bottom] = reach.unwrap_or([x, y, x, y]);
        reach = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let open = reach.and_then(|[left, top, right, bottom]| Rect::from_ltrb(left, top, right + 1, bottom + 1));
    open.unwrap_or(shown).grown(AROUND).unwrap_or(shown)
}

/// Draws the frame of the page: a strong line, and a fine one inside of it.
fn frame(pen: &mut InkPen, [width, height]: [i32; 2], unit: i32) {
    for (off, line) in [(unit * 5 / 8, unit / 12), (unit * 7 / 8, unit / 40)] {
        let mut corners = rectangle([off, off], [width - 2 * off, height - 2 * off]);
        corners.extend(corners.first().copied());
        pen.line(&corners, line.max(1), colors::INK);
    }
}

/// Whether an audience sees numbers of rooms and what they hold.
fn sees_all(audience: Audience) -> bool {
    match audience {
        Audience::Master => true,
        Audience::Player => false,
    }
}
