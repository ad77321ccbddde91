//! The picture of a tile sheet, which grows by rows of cells.

use super::{CELL, COLUMNS, TileImage};
use crate::picture::PictureError;

/// The RGBA picture of a tile sheet, from which the tiles of a tileset are cut.
///
/// Guarantee: the bytes are whole rows of [`TileSheetPicture::WIDTH`] pixels, four bytes a pixel.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TileSheetPicture {
    bytes: Vec<u8>,
}

impl TileSheetPicture {
    /// The width of the tile sheet, in pixels.
    pub(crate) const WIDTH: i32 = COLUMNS as i32 * CELL;

    /// The height of the tile sheet, in pixels.
    #[must_use]
    pub(crate) fn height(&self) -> i32 {
        (self.bytes.len() / (4 * Self::WIDTH as usize)) as i32
    }

    /// Copies a tile image into the picture with its top left corner at a column and row of cells,
    /// adding rows as needed.
    pub(crate) fn put(&mut self, piece: &TileImage, [column, row]: [i32; 2]) {
        let (left, top) = ((column * CELL) as usize, (row * CELL) as usize);
        let width = Self::WIDTH as usize * 4;
        let needed = (top + piece.rows().len()) * width;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
        for (line, pixels) in self.bytes.chunks_exact_mut(width).skip(top).zip(piece.rows()) {
            line[left * 4..][..pixels.len() * 4].copy_from_slice(pixels.as_flattened());
        }
    }

    /// Encodes pictures side by side as a PNG file.
    ///
    /// # Errors
    ///
    /// [`PictureError::Encode`] if the encoder refuses the pixels.
    pub(crate) fn encode(pictures: &[&Self]) -> Result<Vec<u8>, PictureError> {
        let (row, height) = (4 * Self::WIDTH as usize, pictures.iter().map(|picture| picture.height()).max());
        let height = height.unwrap_or_default();
        let blank = vec![0; row];
        let rows = (0..height as usize).flat_map(|y| pictures.iter().map(move |picture| (picture, y * row)));
        let rows: Vec<&[u8]> = rows.map(|(picture, at)| picture.bytes.get(at..at + row).unwrap_or(&blank)).collect();
        let size = [Self::WIDTH as u32 * pictures.len() as u32, height as u32];
        crate::png::encode_pixels(&rows.concat(), size, ::png::ColorType::Rgba)
    }
}
