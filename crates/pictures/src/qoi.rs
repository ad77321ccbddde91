//! Encodes pictures as QOI files: large, and fast to read and to write.

use ::image::{ExtendedColorType, ImageEncoder, codecs::qoi::QoiEncoder};

use super::picture::{Picture, PictureError};

/// Encodes a picture as a QOI file, without loss.
///
/// # Errors
///
/// [`PictureError::Encode`] if the encoder rejects the picture.
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let mut file = Vec::new();
    let encoder = QoiEncoder::new(&mut file);
    let written = encoder.write_image(picture.bytes(), picture.width(), picture.height(), ExtendedColorType::Rgb8);
    written.map_err(|error| PictureError::Encode(error.to_string()))?;
    Ok(file)
}
