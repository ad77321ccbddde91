//! Pictures of levels, seen from above and a little from the south, and PNG files of them.
//!
//! A level is drawn one row of cells at a time, at 16 pixels a cell, whatever the scale asked for; each finished row
//! is then resampled to that scale. So every scale shows the same picture, and the memory beyond the picture itself is one
//! row of cells. From back to front: rock and floors, contact shadows, marks of the start and end rooms, walls and doors,
//! props standing on the floor, the props overhead, and last the overlays, if any are asked for, on the resampled picture.
//!
//! What varies from cell to cell varies by a hash of its coordinates: the same level and theme give the same pixels on
//! every platform.

mod canvas;
mod doors;
mod facing;
mod floors;
mod markers;
mod marks;
mod overlay;
mod paving;
pub(in crate::export) mod pieces;
mod props;
mod scale;
mod walls;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

use image::{
    ExtendedColorType, ImageEncoder,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use thiserror::Error;

use crate::{
    geom::{Rect, Size},
    level::Level,
    theme::Theme,
};
use canvas::{CELL, Canvas};
pub use overlay::{Overlay, Overlays, UnknownOverlay};

/// How to draw a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Side of a cell in pixels, [`Options::MIN_SCALE`] to [`Options::MAX_SCALE`]. Multiples and fractions of 16 are the
    /// crispest: everything is drawn at 16 pixels a cell.
    pub scale: u32,
    /// What is drawn over the picture.
    pub overlays: Overlays,
}

impl Options {
    /// The smallest scale: a pixel for each cell.
    pub const MIN_SCALE: u32 = 1;
    /// The largest scale, in pixels a cell.
    pub const MAX_SCALE: u32 = 64;

    /// Columns and rows of the picture of a level of `size`. Free: for a look before a level is made.
    ///
    /// # Errors
    ///
    /// [`PictureError::Scale`] and [`PictureError::TooLarge`].
    pub fn sides(self, size: Size) -> Result<(u32, u32), PictureError> {
        let scale = self.scale;
        if !(Self::MIN_SCALE..=Self::MAX_SCALE).contains(&scale) {
            return Err(PictureError::Scale { scale });
        }
        let (width, height) = (size.width(), size.height());
        let pixels = |scale: u32| u64::from(size.cells()) * u64::from(scale) * u64::from(scale);
        if pixels(scale) > Picture::MAX_PIXELS {
            // A level has at most as many cells as a picture has pixels, so a scale of 1 always fits.
            let largest = (Self::MIN_SCALE..scale).rev().find(|&smaller| pixels(smaller) <= Picture::MAX_PIXELS);
            return Err(PictureError::TooLarge { width, height, scale, largest: largest.unwrap_or(Self::MIN_SCALE) });
        }
        Ok((width as u32 * scale, height as u32 * scale))
    }
}

impl Default for Options {
    /// 16 pixels a cell, and no overlays.
    fn default() -> Self {
        Self { scale: CELL as u32, overlays: Overlays::NONE }
    }
}

/// A finished picture: opaque pixels of eight bits each of red, green and blue.
///
/// Guarantee: exactly `3 * width * height` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Picture {
    /// The largest number of pixels, 2^28.
    pub const MAX_PIXELS: u64 = 1 << 28;

    /// Columns of pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of each pixel, in row order from the top left.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// The scale is out of range.
    #[error(
        "a scale of {scale} is not possible: a cell is {} to {} pixels wide",
        Options::MIN_SCALE,
        Options::MAX_SCALE
    )]
    Scale {
        /// The scale given.
        scale: u32,
    },
    /// The picture would have more than [`Picture::MAX_PIXELS`].
    #[error(
        "at a scale of {scale}, {width}x{height} cells make more than {} pixels: the largest scale that fits is {largest}",
        Picture::MAX_PIXELS
    )]
    TooLarge {
        /// Columns of the level.
        width: i32,
        /// Rows of the level.
        height: i32,
        /// The scale given.
        scale: u32,
        /// The largest scale that this level can be drawn at.
        largest: u32,
    },
    /// The encoder refused the pixels, with its own words.
    #[error("the picture could not be encoded: {0}")]
    Encode(String),
}

/// Draws `level` in the colours and with the sprites of `theme`.
///
/// The picture has `scale` pixels for each cell both ways. Cost: linear in cells and props, and in pixels.
///
/// # Errors
///
/// [`PictureError::Scale`] and [`PictureError::TooLarge`].
pub fn render(level: &Level, theme: &Theme, options: Options) -> Result<Picture, PictureError> {
    let (width, height) = options.sides(level.size())?;
    let mut painter = Painter::new(level, theme);
    let mut canvas = Canvas::new(level.width());
    let resampler = scale::Resampler::new(options.scale as usize);
    let band = width as usize * options.scale as usize * 3;
    let mut bytes = vec![0; band * level.height() as usize];
    for (y, out) in (0..).zip(bytes.chunks_exact_mut(band)) {
        canvas.turn_to(y);
        painter.paint(&mut canvas, y);
        resampler.resample(canvas.pixels(), out);
    }
    let mut picture = Picture { width, height, bytes };
    options.overlays.draw(level, options.scale, &mut picture);
    Ok(picture)
}

/// Draws `level` as [`render`] does, as the bytes of a PNG file.
///
/// # Errors
///
/// Those of [`render`], and [`PictureError::Encode`].
pub fn write(level: &Level, theme: &Theme, options: Options) -> Result<Vec<u8>, PictureError> {
    let picture = render(level, theme, options)?;
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive)
        .write_image(&picture.bytes, picture.width, picture.height, ExtendedColorType::Rgb8)
        .map_err(|error| PictureError::Encode(error.to_string()))?;
    Ok(file)
}

/// All that is known of a level before the first row is drawn.
struct Painter<'level> {
    floors: floors::Floors<'level>,
    marks: marks::Marks<'level>,
    walls: walls::Walls<'level>,
    doors: doors::Doors<'level>,
    props: props::Props,
}

impl<'level> Painter<'level> {
    fn new(level: &'level Level, theme: &Theme) -> Self {
        Self {
            floors: floors::Floors::new(level, theme),
            marks: marks::Marks::new(level, theme),
            walls: walls::Walls::new(level, theme),
            doors: doors::Doors::new(level, theme),
            props: props::Props::new(level, theme),
        }
    }

    /// Draws the row of cells `y`; the canvas shows that row.
    fn paint(&mut self, canvas: &mut Canvas, y: i32) {
        self.walls.turn_to(y);
        self.floors.paint(canvas, y, &self.walls);
        self.marks.paint(canvas);
        self.walls.paint(canvas, y);
        self.doors.paint(canvas, y);
        self.props.paint(canvas, y, &self.walls);
    }
}

/// Which of a list of things each row of cells has to draw, in the list's order.
#[derive(Debug)]
struct Rows(Vec<Vec<u32>>);

impl Rows {
    /// From the cells that each thing may touch; what lies outside the level is left out.
    fn new(level: &Level, things: impl Iterator<Item = Option<Rect>>) -> Self {
        let mut rows = vec![Vec::new(); level.height().unsigned_abs() as usize];
        for (number, touched) in (0..).zip(things) {
            let Some(inside) = touched.and_then(|rect| rect.intersection(level.tiles().bounds())) else { continue };
            for row in &mut rows[inside.top() as usize..inside.bottom() as usize] {
                row.push(number);
            }
        }
        Self(rows)
    }

    /// The positions of the things to draw in row `y`.
    fn row(&self, y: i32) -> impl Iterator<Item = usize> {
        self.0.get(y as usize).into_iter().flatten().map(|&number| number as usize)
    }
}
