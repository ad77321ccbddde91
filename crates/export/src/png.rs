//! Encodes pictures of levels and contact sheets as PNG files.
//!
//! Takes the inputs of [`render`] or [`render_recorded`], or a finished [`Picture`] such as that of
//! a [`ContactSheet`], and produces the bytes of a file.

use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

pub use super::picture::{
    ContactSheet, ContactSheetOptions, ContactSheetSubject, GenerationRecord, Overlay, Overlays, Picture, PictureError,
    PictureLight, PictureOptions, PictureStyle, SheetLevels, View, dearest_room, left_out_lights, render,
    render_recorded,
};
use roomgen::{level::Level, theme::Theme};

/// Draws `level` as [`render`] does, and encodes the picture as a PNG file.
///
/// # Errors
///
/// The errors of [`render`], and [`PictureError::Encode`].
pub fn write(level: &Level, theme: &Theme, options: PictureOptions) -> Result<Vec<u8>, PictureError> {
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

/// The level of compression, 1 to 9. Of pictures of levels, whose pixels repeat, the levels above
/// make files smaller by a tenth at most, and take two to three times as long.
const LEVEL: u8 = 3;

/// Encodes rows of pixels, 8 bits a channel, as a PNG file.
///
/// # Errors
///
/// [`PictureError::Encode`] if the pixels are not `width` by `height`, or if one of the two is 0.
pub(crate) fn encode_pixels(
    pixels: &[u8],
    [width, height]: [u32; 2],
    color: ColorType,
) -> Result<Vec<u8>, PictureError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    // Pixel art repeats whole runs of pixels: filters, which store differences, hide them.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.map_err(|error| PictureError::Encode(error.to_string()))?;
    Ok(file)
}
