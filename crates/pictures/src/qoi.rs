//! Encodes pictures as QOI files: large, and fast to read and to write.

use super::picture::{Picture, PictureError};

/// Encodes a picture as a QOI file, without loss.
///
/// # Errors
///
/// [`PictureError::Encode`] if the encoder rejects the picture.
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let encoded = ::qoi::encode_to_vec(picture.bytes(), picture.width(), picture.height());
    encoded.map_err(|error| PictureError::Encode(error.to_string()))
}
