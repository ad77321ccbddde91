//! Encodes pictures as WebP files, without loss and without motion.

use image_webp::{ColorType, WebPEncoder};

use super::picture::{Picture, PictureError};

/// The longest side of a WebP picture, in pixels.
pub const MAX_SIDE: u32 = (1 << 14) - 1;

/// Encodes a picture as a WebP file, without loss.
///
/// # Errors
///
/// [`PictureError::LongSide`] if a side is longer than [`MAX_SIDE`], and [`PictureError::Encode`].
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    if width.max(height) > MAX_SIDE {
        return Err(PictureError::LongSide { format: "webp", most: MAX_SIDE, width, height });
    }
    let mut file = Vec::new();
    let written = WebPEncoder::new(&mut file).encode(picture.bytes(), width, height, ColorType::Rgb8);
    written.map_err(|error| PictureError::Encode(error.to_string()))?;
    Ok(file)
}
