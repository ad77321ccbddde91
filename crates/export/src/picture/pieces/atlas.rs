//! The picture of a tile sheet, which grows by rows of cells.

use super::{CELL, COLUMNS, TileImage};
use crate::picture::PictureError;

/// The gaps of a tile sheet, in pixels; none by default.
///
/// Engines that scale, or scroll by parts of a pixel, mix the border of a tile with what lies
/// beside it in the picture. Extrusion hides the seams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileGaps {
    /// Empty pixels around all tiles.
    pub margin: u8,
    /// Empty pixels between two tiles.
    pub spacing: u8,
    /// Pixels around each tile that repeat its border. To readers of maps they are part of the
    /// margin and of the spacing.
    pub extrusion: u8,
}

impl TileGaps {
    /// From the edge of the picture to the first tile.
    pub(crate) fn before(self) -> i32 {
        i32::from(self.margin) + i32::from(self.extrusion)
    }

    /// From one tile to the next.
    pub(crate) fn between(self) -> i32 {
        i32::from(self.spacing) + 2 * i32::from(self.extrusion)
    }

    /// From the left or top of one tile to that of the next, for tiles of some cells.
    fn pitch(self, cells: i32) -> i32 {
        cells * CELL + self.between()
    }

    /// The width or height of a picture in which tiles take `pitches` pixels with the gaps between
    /// them, of which one more would follow.
    fn around(self, pitches: i32) -> i32 {
        2 * i32::from(self.margin) + (pitches - i32::from(self.spacing)).max(0)
    }
}

/// The RGBA picture of a tile sheet, from which the tiles of tilesets are cut.
///
/// Tiles of each size in cells have a grid of their own. All grids begin at the top left tile.
///
/// Guarantee: the bytes are whole rows of [`TileSheetPicture::width`] pixels, four bytes a pixel.
#[derive(Debug, PartialEq)]
pub(crate) struct TileSheetPicture {
    gaps: TileGaps,
    /// The picture down to the lowest tile.
    bytes: Vec<u8>,
}

impl TileSheetPicture {
    /// A picture without tiles.
    pub(crate) const fn new(gaps: TileGaps) -> Self {
        Self { gaps, bytes: Vec::new() }
    }

    /// The width of the picture, in pixels: [`COLUMNS`] tiles of one cell.
    pub(crate) fn width(&self) -> i32 {
        self.gaps.around(i32::from(COLUMNS) * self.gaps.pitch(1))
    }

    /// The height of the picture, in pixels.
    pub(crate) fn height(&self) -> i32 {
        self.gaps.around(self.used())
    }

    /// The columns and rows of the grid of tiles of a size.
    pub(crate) fn grid(&self, [width, height]: [i32; 2]) -> [i32; 2] {
        let across = i32::from(COLUMNS) * self.gaps.pitch(1);
        [across / self.gaps.pitch(width), self.used() / self.gaps.pitch(height)]
    }

    /// The first row of the grid of tiles of a height below all others.
    pub(crate) fn free_row(&self, height: i32) -> i32 {
        let pitch = self.gaps.pitch(height);
        (self.used() + pitch - 1) / pitch
    }

    /// The height of all tiles with the gaps between them, of which one more would follow.
    fn used(&self) -> i32 {
        match (self.bytes.len() / (self.width() as usize * 4)) as i32 {
            0 => 0,
            rows => rows - i32::from(self.gaps.margin) + i32::from(self.gaps.spacing),
        }
    }

    /// Copies a tile image of a size to a column and row of the grid of that size, adding rows as
    /// needed.
    pub(crate) fn put(&mut self, piece: &TileImage, size: [i32; 2], place: [i32; 2]) {
        let [left, top] =
            [0, 1].map(|axis| (place[axis] * self.gaps.pitch(size[axis]) + i32::from(self.gaps.margin)) as usize);
        let (width, border) = (self.width() as usize * 4, usize::from(self.gaps.extrusion));
        let rows: Vec<&[[u8; 4]]> = piece.rows().collect();
        let rows = bordered(&rows, border);
        let needed = (top + rows.len()) * width;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
        for (line, pixels) in self.bytes.chunks_exact_mut(width).skip(top).zip(rows) {
            let pixels = bordered(pixels, border);
            line[left * 4..][..pixels.len() * 4].copy_from_slice(pixels.as_flattened());
        }
    }

    /// Encodes pictures as a PNG file of a size, each with its left and its top there.
    ///
    /// # Errors
    ///
    /// [`PictureError::Encode`] if the encoder refuses the pixels.
    pub(crate) fn encode<'picture>(
        pictures: impl Iterator<Item = (&'picture Self, [i32; 2])>,
        [width, height]: [i32; 2],
    ) -> Result<Vec<u8>, PictureError> {
        let row = 4 * width as usize;
        let mut bytes = vec![0; row * height as usize];
        for (picture, [left, top]) in pictures {
            let own = picture.bytes.chunks_exact(4 * picture.width() as usize);
            for (line, pixels) in bytes.chunks_exact_mut(row).skip(top as usize).zip(own) {
                line[4 * left as usize..][..pixels.len()].copy_from_slice(pixels);
            }
        }
        crate::png::encode_pixels(&bytes, [width, height].map(i32::unsigned_abs), ::png::ColorType::Rgba)
    }
}

/// The items with the first and the last of them repeated on their sides.
fn bordered<T: Clone>(items: &[T], border: usize) -> Vec<T> {
    let side = |item: Option<&T>| item.into_iter().flat_map(|item| std::iter::repeat_n(item.clone(), border)).collect();
    let [before, after]: [Vec<T>; 2] = [side(items.first()), side(items.last())];
    [&before, items, &after].concat()
}
