//! Encodes pixels as the bytes of a PNG file.

use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::PictureError;

/// The level of compression, 1 to 9. Of pictures of levels, whose pixels repeat, the levels above
/// make files smaller by a tenth at most, and take two to three times as long.
const LEVEL: u8 = 3;

/// Encodes rows of pixels, 8 bits a channel, as a PNG file.
///
/// # Errors
///
/// [`PictureError::Encode`] if the pixels are not `width` by `height`, or if one of the two is 0.
pub(crate) fn encode(
    pixels: &[u8],
    width: u32,
    height: u32,
    color: ColorType,
    filter: Filter,
) -> Result<Vec<u8>, PictureError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(filter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.map_err(|error| PictureError::Encode(error.to_string()))?;
    Ok(file)
}
