//! Encodes pictures of levels and contact sheets as PNG files.
//!
//! Takes the inputs of [`render`] or [`render_recorded`], or a finished [`Picture`] such as that of
//! a [`ContactSheet`], and produces the bytes of a file.

use std::io::{self, Write};

use ::png::{BitDepth, ColorType, Encoder, chunk::IDAT};
use flate2::{Compression, write::ZlibEncoder};

use super::picture::ink_page;
pub use super::picture::{
    ContactSheet, ContactSheetOptions, ContactSheetSubject, GenerationRecord, Overlay, Overlays, Picture, PictureError,
    PictureLight, PictureOptions, PictureStyle, RunSheet, SheetLevels, View, dearest_room, left_out_lights, render,
    render_recorded,
};
use roomgen::{level::Level, theme::Theme};

/// Draws `level` as [`render`] does, and encodes the picture as a PNG file. A page in ink is never
/// in memory as a whole.
///
/// # Errors
///
/// The errors of [`render`], and [`PictureError::Encode`].
pub fn write(level: &Level, theme: &Theme, options: PictureOptions) -> Result<Vec<u8>, PictureError> {
    if options.style == PictureStyle::Ink {
        let page = ink_page(&level.shown_to(options.audience), options)?;
        let size = page.pixels(options.scale)?;
        let bands = page.bands(options.scale, size, BAND / size[0]);
        return encode_bands(bands.map(Picture::into_bytes), size, ColorType::Rgb);
    }
    encode(&render(level, theme, options)?)
}

/// Draws `level` as [`render_recorded`] does, and encodes the picture as a PNG file.
///
/// # Errors
///
/// The errors of [`render_recorded`], and [`PictureError::Encode`].
pub fn write_recorded(
    level: &Level,
    theme: &Theme,
    making: &GenerationRecord,
    options: PictureOptions,
) -> Result<Vec<u8>, PictureError> {
    encode(&render_recorded(level, theme, making, options)?)
}

/// Encodes a picture as a PNG file.
///
/// # Errors
///
/// [`PictureError::Encode`] if the encoder rejects the picture.
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    encode_pixels(picture.bytes(), [picture.width(), picture.height()], ColorType::Rgb)
}

/// The pixels of a band of a page in ink, about.
const BAND: u32 = 1 << 21;

/// The bytes that are compressed at once, about.
const LINES: usize = 1 << 18;

/// The level of compression, 1 to 9. Of pictures of levels, whose pixels repeat, the levels above
/// make files smaller by a tenth at most, and take two to three times as long.
const LEVEL: u32 = 3;

/// Encodes rows of pixels, 8 bits a channel, as a PNG file.
///
/// # Errors
///
/// [`PictureError::Encode`] if the pixels are not `width` by `height`, or if one of the two is 0.
pub(crate) fn encode_pixels(pixels: &[u8], size: [u32; 2], color: ColorType) -> Result<Vec<u8>, PictureError> {
    encode_bands([pixels].into_iter(), size, color)
}

/// Encodes the rows of pixels of bands, one below the other.
fn encode_bands(
    bands: impl Iterator<Item: AsRef<[u8]>>,
    [width, height]: [u32; 2],
    color: ColorType,
) -> Result<Vec<u8>, PictureError> {
    let refused = |error: &dyn std::error::Error| PictureError::Encode(error.to_string());
    let row = width as usize * color.samples();
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    let mut left = row * height as usize;
    let mut lines = Vec::new();
    let mut write = |band: &[u8]| {
        left = left.checked_sub(band.len()).ok_or(io::ErrorKind::InvalidInput)?;
        // Each write has its cost, so that rows are written some at a time.
        band.chunks((LINES / row.max(1)).max(1) * row.max(1)).try_for_each(|some| {
            lines.clear();
            for row in some.chunks(row.max(1)) {
                // Filters store differences, and hide that pixel art repeats whole runs of pixels.
                lines.push(0);
                lines.extend_from_slice(row);
            }
            rows.write_all(&lines)
        })
    };
    for band in bands {
        write(band.as_ref()).map_err(|error| refused(&error))?;
    }
    if left > 0 {
        return Err(refused(&io::Error::from(io::ErrorKind::UnexpectedEof)));
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let rows = rows.finish().map_err(|error| refused(&error))?;
    let mut writer = encoder.write_header().map_err(|error| refused(&error))?;
    writer.write_chunk(IDAT, &rows).and_then(|()| writer.finish()).map_err(|error| refused(&error))?;
    Ok(file)
}
