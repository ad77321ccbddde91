//! A picture of sprites in a grid, which the program that reads a preset hands in.

use super::Sprite;
use crate::{color::Color, model::PropKind};

/// The pixels of a picture that a preset cuts into sprites.
///
/// The library reads no pictures: `roomgen_export::sprite_picture` decodes PNG files, pages have
/// their browser do it. Colours are taken as they are, without colour management.
///
/// Guarantee: from 1 to [`SpritePicture::MAX_SIDE`] pixels a side, and four bytes for each pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpritePicture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// How a picture is divided into cells: squares with a border around all and gaps between. One
/// colour may be transparent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpriteGrid {
    /// The side of a cell, in pixels.
    pub(crate) side: u32,
    /// The pixels on each side of the picture that belong to no cell.
    pub(crate) margin: u32,
    /// The pixels between two cells.
    pub(crate) spacing: u32,
    /// The colour of pixels that are transparent, beside those without opacity.
    pub(crate) transparent: Option<Color>,
}

/// Some cells of a picture: the first column and row, counted from 0, and the numbers of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpriteCells {
    pub(crate) column: u32,
    pub(crate) row: u32,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl SpritePicture {
    /// The longest side of a picture, in pixels.
    pub const MAX_SIDE: u32 = 4096;

    /// The least opacity, of 255, of a pixel that is drawn. Sprites are opaque or transparent.
    const OPAQUE: u8 = 128;

    /// A picture of red, green, blue and opacity for each pixel, row-major from the top left.
    ///
    /// `None` unless both sides are from 1 to [`SpritePicture::MAX_SIDE`] and `rgba` has four bytes
    /// for each pixel.
    #[must_use]
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Self> {
        let sides = 1..=Self::MAX_SIDE;
        let fits = sides.contains(&width) && sides.contains(&height);
        (fits && rgba.len() == width as usize * height as usize * 4).then_some(Self { width, height, rgba })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The sprite of some cells, without the gaps between them; `None` if there are more than
    /// [`SpriteCells::MOST`] on a side. Pixels outside of the picture are transparent.
    ///
    /// Cells of less than 16 pixels are enlarged to as many, which fill a cell of pictures. Larger
    /// ones keep their side, unless the sprite would be larger than a sprite can be.
    pub(crate) fn sprite(&self, cells: SpriteCells, grid: SpriteGrid) -> Option<Sprite> {
        let SpriteGrid { side, margin, spacing, transparent } = grid;
        let most = cells.columns.max(cells.rows);
        if most > SpriteCells::MOST {
            return None;
        }
        let shown = side.clamp(16, Sprite::MAX_SIDE as u32 / most);
        // The pixel of the picture for a pixel of the sprite, along one axis.
        let at = |first: u32, pixel: u32| {
            let pixel = pixel * side / shown;
            let cell = u64::from(first) + u64::from(pixel / side);
            u64::from(margin) + cell * u64::from(side + spacing) + u64::from(pixel % side)
        };
        let pixel = |x, y| self.pixel(at(cells.column, x), at(cells.row, y)).filter(|&it| Some(it) != transparent);
        let row = |y: u32| (0..cells.columns * shown).map(|x| pixel(x, y)).collect();
        Sprite::from_rows(&(0..cells.rows * shown).map(row).collect::<Vec<_>>())
    }

    /// Whether some pixel is transparent, or has this colour.
    pub(crate) fn has_transparent(&self, key: Color) -> bool {
        self.rgba
            .as_chunks::<4>()
            .0
            .iter()
            .any(|&[r, g, b, opacity]| opacity < Self::OPAQUE || Color { r, g, b } == key)
    }

    /// The colour of a pixel; `None` if it is transparent or outside.
    pub(crate) fn pixel(&self, x: u64, y: u64) -> Option<Color> {
        if x >= u64::from(self.width) || y >= u64::from(self.height) {
            return None;
        }
        let start = (y * u64::from(self.width) + x) as usize * 4;
        let &[r, g, b, opacity] = self.rgba.get(start..start + 4)? else { return None };
        (opacity >= Self::OPAQUE).then_some(Color { r, g, b })
    }
}

impl SpriteGrid {
    /// The numbers of columns and rows of a picture; `None` if it does not end with a whole cell.
    pub(crate) fn cells_of(self, picture: &SpritePicture) -> Option<[u32; 2]> {
        let Self { side, margin, spacing, transparent: _ } = self;
        let count = |length: u32| {
            // Each cell has a gap behind it; the last one has none.
            let inside = (length + spacing).checked_sub(2 * margin)?;
            (inside > 0 && inside.is_multiple_of(side + spacing)).then_some(inside / (side + spacing))
        };
        Some([count(picture.width)?, count(picture.height)?])
    }
}

impl SpriteCells {
    /// The most cells on a side: those of the largest footprint.
    pub(crate) const MOST: u32 = PropKind::MAX_SIDE as u32;

    /// The cells that a text names: `3,2` is one cell, `3,2,2x1` two side by side.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?;
        let (column, rest) = text.split_once(',')?;
        let (row, size) = rest.split_once(',').map_or((rest, "1x1"), |(row, size)| (row, size));
        let (columns, rows) = size.split_once('x')?;
        let cells = Self { column: number(column)?, row: number(row)?, columns: number(columns)?, rows: number(rows)? };
        (cells.columns > 0 && cells.rows > 0).then_some(cells)
    }

    /// Whether all of the cells are in a grid of so many columns and rows.
    pub(crate) fn lie_within(self, [columns, rows]: [u32; 2]) -> bool {
        let ends_within = |first: u32, count: u32, all: u32| first.checked_add(count).is_some_and(|end| end <= all);
        ends_within(self.column, self.columns, columns) && ends_within(self.row, self.rows, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture whose pixel at (x, y) has the colour (x, y, 0), transparent where `clear` says so.
    fn picture(width: u32, height: u32, clear: impl Fn(u32, u32) -> bool) -> SpritePicture {
        let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = points.flat_map(|(x, y)| [x as u8, y as u8, 0, if clear(x, y) { 127 } else { 128 }]).collect();
        SpritePicture::new(width, height, rgba).expect("a picture")
    }

    #[test]
    fn a_picture_has_its_pixels_or_is_none() {
        assert!(SpritePicture::new(2, 1, vec![0; 8]).is_some());
        for (width, height, length) in [(2, 1, 7), (0, 1, 0), (1, 0, 0), (SpritePicture::MAX_SIDE + 1, 1, 4 * 4097)] {
            assert_eq!(SpritePicture::new(width, height, vec![0; length]), None, "{width}x{height}");
        }
    }

    #[test]
    fn cells_are_cut_with_margin_and_spacing_and_joined_without_gaps() {
        let grid = SpriteGrid { side: 16, margin: 2, spacing: 3, transparent: None };
        // Three columns and two rows: 2 + 16 + 3 + 16 + 3 + 16 + 2.
        let picture = picture(58, 39, |x, y| (x, y) == (22, 3));
        assert_eq!(grid.cells_of(&picture), Some([3, 2]));
        let cells = SpriteCells::parse("1,0,2x1").expect("cells");
        let sprite = picture.sprite(cells, grid).expect("a sprite");
        assert_eq!((sprite.width(), sprite.height()), (32, 16));
        assert_eq!(sprite.pixel(0, 0), Some(Color::new(21, 2, 0)));
        assert_eq!(sprite.pixel(1, 1), None, "what is less than half opaque is transparent");
        assert_eq!(sprite.pixel(15, 15), Some(Color::new(36, 17, 0)));
        assert_eq!(sprite.pixel(16, 0), Some(Color::new(40, 2, 0)), "behind the gap");
    }

    #[test]
    fn cells_of_every_side_have_sixteen_pixels_or_more() {
        for side in [4, 5, 12, 15, 16, 24, 127, 128] {
            let grid = SpriteGrid { side, margin: 0, spacing: 0, transparent: Some(Color::new(0, 0, 0)) };
            let picture = picture(8 * side, 8 * side, |_, _| false);
            for columns in 1..=8 {
                let cells = SpriteCells { column: 0, row: 0, columns, rows: 1 };
                let sprite = picture.sprite(cells, grid).expect("a sprite");
                let shown = side.clamp(16, 128 / columns);
                assert_eq!([sprite.width(), sprite.height()], [columns * shown, shown], "{side} {columns}");
                assert_eq!(sprite.pixel(0, 0), None, "the key colour: {side} {columns}");
                let last = sprite.pixel(shown - 1, shown - 1).expect("an opaque pixel");
                assert!(last.r == last.g && u32::from(last.r).abs_diff(side) <= 1 + side / shown, "{side} {columns}");
            }
        }
        let nine = SpriteCells { column: 0, row: 0, columns: 1, rows: 9 };
        let grid = SpriteGrid { side: 4, margin: 0, spacing: 0, transparent: None };
        assert_eq!(picture(4, 36, |_, _| false).sprite(nine, grid), None);
    }

    #[test]
    fn a_grid_fits_whole_cells_alone() {
        let fits = |side, margin, spacing, length| {
            SpriteGrid { side, margin, spacing, transparent: None }
                .cells_of(&picture(length, length, |_, _| false))
                .map(|[count, _]| count)
        };
        assert_eq!(fits(16, 0, 0, 48), Some(3));
        assert_eq!(fits(16, 0, 1, 50), Some(3));
        assert_eq!(fits(24, 4, 0, 56), Some(2));
        for (side, margin, spacing, length) in [(16, 0, 0, 47), (16, 0, 1, 48), (16, 8, 0, 15), (32, 0, 0, 31)] {
            assert_eq!(fits(side, margin, spacing, length), None, "{side} {margin} {spacing} {length}");
        }
    }

    #[test]
    fn cells_are_named_by_column_row_and_size() {
        let cells = |column, row, columns, rows| Some(SpriteCells { column, row, columns, rows });
        assert_eq!(SpriteCells::parse("3,2"), cells(3, 2, 1, 1));
        assert_eq!(SpriteCells::parse("0,12,2x3"), cells(0, 12, 2, 3));
        for bad in
            ["", "3", "3,", ",2", "3,2,", "3,2,2", "3,2,0x1", "-1,2", "+1,2", " 3,2", "3,2,2x1x1", "99999999999,1"]
        {
            assert_eq!(SpriteCells::parse(bad), None, "{bad}");
        }
        let whole = SpriteCells::parse("4294967295,0,2x1").expect("cells");
        assert!(!whole.lie_within([u32::MAX, 1]));
    }
}
