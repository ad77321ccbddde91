//! Errors of pictures: what was given, and what is allowed.

use roomgen::geom::{Rect, Size};
use thiserror::Error;

use super::{ContactSheet, Overlay, Picture, PictureOptions, RunSheet, ink_page::InkPage};

/// Why a picture cannot be drawn or encoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The scale is out of the allowed range.
    #[error(
        "the scale {scale} is out of range: a cell is {} to {} pixels wide",
        PictureOptions::MIN_SCALE,
        PictureOptions::MAX_SCALE
    )]
    Scale {
        /// The scale that was given.
        scale: u32,
    },
    /// The picture would have more than [`Picture::MAX_PIXELS`] pixels.
    #[error(
        "at a scale of {scale}, {width}x{height} cells make more than {} pixels: the largest scale that fits is {largest}",
        Picture::MAX_PIXELS
    )]
    TooLarge {
        /// The width of the drawn part of the level, in cells.
        width: i32,
        /// The height of the drawn part of the level, in cells.
        height: i32,
        /// The scale that was given.
        scale: u32,
        /// The largest scale at which this part of the level can be drawn.
        ///
        /// If only the legend does not fit, one less than the given scale, but at least 1.
        largest: u32,
    },
    /// The picture would have more than [`Picture::MAX_PIXELS`] pixels at every scale.
    #[error("{width}x{height} cells make more than {} pixels at any scale in this view", Picture::MAX_PIXELS)]
    NoScale {
        /// The width of the drawn part of the level, in cells.
        width: i32,
        /// The height of the drawn part of the level, in cells.
        height: i32,
    },
    /// The run has more floors than a sheet shows.
    #[error("the run has {floors} floors: a sheet shows at most {}", RunSheet::MAX_FLOORS)]
    ManyFloors {
        /// The number of floors.
        floors: usize,
    },
    /// A page of several levels would have more than [`Picture::MAX_PIXELS`] pixels.
    #[error("the picture would have {width}x{height} pixels, more than {}", Picture::MAX_PIXELS)]
    LargePage {
        /// The width of the page in pixels.
        width: u64,
        /// The height of the page in pixels.
        height: u64,
    },
    /// A contact sheet would have more than [`ContactSheet::MAX_LEVELS`] levels.
    #[error("a sheet of {levels} levels is too large: the most are {}", ContactSheet::MAX_LEVELS)]
    ManyLevels {
        /// The number of levels that was asked for, at most `u64::MAX`.
        levels: u64,
    },
    /// The region to be drawn does not lie within the level.
    #[error(
        "the region of {}x{} cells at ({}, {}) is not inside the level of {size} cells",
        region.width(),
        region.height(),
        region.left(),
        region.top()
    )]
    NoRegion {
        /// The requested region.
        region: Rect,
        /// The size of the level in cells.
        size: Size,
    },
    /// The level has no room with this id.
    #[error("there is no room {room}: the level has {rooms} rooms, numbered from 0")]
    NoRoom {
        /// The requested room id.
        room: u32,
        /// The number of rooms of the level.
        rooms: usize,
    },
    /// The overlay shows data that exists only while a level is generated; see
    /// [`GenerationRecord`](super::GenerationRecord).
    #[error(
        "the overlay {overlay} shows data that level files do not have: generate the level again from its preset and seed"
    )]
    NeedsRecord {
        /// The requested overlay.
        overlay: Overlay,
    },
    /// The overlay cannot be drawn in the isometric view.
    #[error("the overlay {overlay} can only be drawn in the view top")]
    TopOnly {
        /// The requested overlay.
        overlay: Overlay,
    },
    /// The overlay shows what players may not know.
    #[error("the overlay {overlay} is for the master: a picture for players takes none but grid")]
    MasterOnly {
        /// The requested overlay.
        overlay: Overlay,
    },
    /// A picture in ink has no such view or overlay.
    #[error("{what} is for the style tiles: a picture in ink has the view top and no overlays")]
    TilesOnly {
        /// The view or overlay that was given, in words.
        what: String,
    },
    /// A plan or a page in ink would show more than [`InkPage::MAX_CELLS`] cells.
    #[error("{width}x{height} cells are too many for a plan: the most are {}", InkPage::MAX_CELLS)]
    LargePlan {
        /// The width of the plan in cells.
        width: i32,
        /// The height of the plan in cells.
        height: i32,
    },
    /// A buffer for pixels does not have the length that they need.
    #[error("the buffer has {given} bytes; the picture needs {needed}")]
    BufferSize {
        /// The length of the buffer, in bytes.
        given: usize,
        /// The length that the picture needs, in bytes.
        needed: usize,
    },
    /// A side of the picture is 0.
    #[error("a picture of {width}x{height} pixels shows nothing")]
    Empty {
        /// The width that was given, in pixels.
        width: u32,
        /// The height that was given, in pixels.
        height: u32,
    },
    /// A pixel of the image is not opaque, as all pixels of pictures are.
    #[error("the pixel at ({x}, {y}) is not opaque: pictures have no transparency")]
    NotOpaque {
        /// The column of the first such pixel.
        x: u32,
        /// The row of the first such pixel.
        y: u32,
    },
    /// A side of the picture is longer than its file format allows.
    #[error("a picture in the format {format} has sides of at most {most} pixels, not {width}x{height}")]
    LongSide {
        /// The name of the format.
        format: &'static str,
        /// The longest side that the format allows, in pixels.
        most: u32,
        /// The width of the picture, in pixels.
        width: u32,
        /// The height of the picture, in pixels.
        height: u32,
    },
    /// The encoder rejected the pixels; this is its message.
    #[error("the picture could not be encoded: {0}")]
    Encode(String),
}
