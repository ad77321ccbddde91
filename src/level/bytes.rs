//! The level as bytes, one for each cell: for textures, path finders and other languages.

use thiserror::Error;

use super::{Level, lookup};
use crate::grid::BitGrid;

/// The error for a buffer that does not have one byte for each cell of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the buffer has {given} bytes; the level has {cells} cells, and needs one byte for each")]
pub struct BufferSizeError {
    /// The length of the buffer, in bytes.
    pub given: usize,
    /// The number of cells of the level.
    pub cells: u32,
}

/// The level as bytes: one for each cell, in row-major order.
impl Level {
    /// Writes the tile of each cell: the ASCII characters of level files.
    ///
    /// They are `b' '` for rock, `b'#'` for wall, `b'.'` for floor, `b','` for corridor and `b'+'`
    /// for door, in this and all later versions. Cost: linear in cells.
    ///
    /// # Errors
    ///
    /// [`BufferSizeError`] unless `bytes` has one byte for each cell. Nothing is written then.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let mut bytes = vec![0; level.size().cells() as usize];
    /// level.write_tiles(&mut bytes)?;
    /// for row in bytes.chunks(level.width() as usize) {
    ///     println!("{}", String::from_utf8_lossy(row));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_tiles(&self, bytes: &mut [u8]) -> Result<(), BufferSizeError> {
        self.check_length(bytes)?;
        bytes.iter_mut().zip(self.tiles.values()).for_each(|(byte, tile)| *byte = tile.code());
        Ok(())
    }

    /// Writes 1 for each cell that [`Level::is_walkable`], props in place, and 0 for all others.
    ///
    /// Cost: linear in cells and props. It does not build the tables of queries; a test compares
    /// the bytes with these.
    ///
    /// # Errors
    ///
    /// [`BufferSizeError`] unless `bytes` has one byte for each cell. Nothing is written then.
    pub fn write_walkable(&self, bytes: &mut [u8]) -> Result<(), BufferSizeError> {
        self.check_length(bytes)?;
        write_set(&lookup::walkable(self), bytes);
        Ok(())
    }

    /// Writes 1 for each cell that [`Level::is_opaque`], and 0 for all others.
    ///
    /// Cost: linear in cells and props. It does not build the tables of queries; a test compares
    /// the bytes with these.
    ///
    /// # Errors
    ///
    /// [`BufferSizeError`] unless `bytes` has one byte for each cell. Nothing is written then.
    pub fn write_opaque(&self, bytes: &mut [u8]) -> Result<(), BufferSizeError> {
        self.check_length(bytes)?;
        write_set(&lookup::opaque(self), bytes);
        Ok(())
    }

    fn check_length(&self, bytes: &[u8]) -> Result<(), BufferSizeError> {
        let (given, cells) = (bytes.len(), self.size().cells());
        if given == cells as usize { Ok(()) } else { Err(BufferSizeError { given, cells }) }
    }
}

/// Writes 1 for each cell of a set, and 0 for all others.
fn write_set(set: &BitGrid, bytes: &mut [u8]) {
    for (y, row) in (0..).zip(bytes.chunks_mut(set.width().max(1) as usize)) {
        for (x, cells) in (0..).step_by(u64::BITS as usize).zip(row.chunks_mut(u64::BITS as usize)) {
            let mut bits = set.row_bits(x, y);
            for cell in cells {
                *cell = (bits & 1) as u8;
                bits >>= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        level::fixture::{level, shaped, single_room},
        model::Tile,
    };

    #[test]
    fn bytes_are_the_characters_of_the_tiles_and_what_can_be_walked() {
        for level in [level(), shaped(), single_room(63), single_room(126), single_room(140)] {
            let mut bytes = vec![7; level.size().cells() as usize];
            level.write_tiles(&mut bytes).unwrap();
            let rows: Vec<_> = bytes.chunks(level.width() as usize).map(String::from_utf8_lossy).collect();
            let glyphs = |row: &[Tile]| row.iter().map(|tile| tile.glyph()).collect::<String>();
            assert!(level.tiles().rows().map(glyphs).eq(rows));
            level.write_walkable(&mut bytes).unwrap();
            let walkable = level.tiles().bounds().cells().map(|cell| u8::from(level.is_walkable(cell)));
            assert!(walkable.eq(bytes.iter().copied()));
            level.write_opaque(&mut bytes).unwrap();
            let opaque = level.tiles().bounds().cells().map(|cell| u8::from(level.is_opaque(cell)));
            assert!(opaque.eq(bytes));
        }
    }

    #[test]
    fn bytes_of_another_number_than_the_cells_are_refused_and_stay() {
        let level = level();
        for length in [0, 229, 231] {
            let mut bytes = vec![7; length];
            let error = BufferSizeError { given: length, cells: 230 };
            assert_eq!(level.write_tiles(&mut bytes), Err(error));
            assert_eq!(level.write_walkable(&mut bytes), Err(error));
            assert_eq!(level.write_opaque(&mut bytes), Err(error));
            assert_eq!(bytes, vec![7; length]);
        }
    }
}
