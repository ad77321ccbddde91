//! Arithmetic on 64-bit words that hold squares of 8 by 8 positions: one bit each, in row order,
//! bit 0 at the top left.

use crate::geom::Rect;

/// A word with the bits of the first column set.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// A half-open rectangle of positions on one level of the quadtree; never empty. A position is a
/// cell on the lowest level, a square of 8 by 8 cells on the next, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuadtreeArea {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
}

impl QuadtreeArea {
    /// The area's positions on the next level up, each of which contains 8 by 8 positions.
    #[inline]
    pub(super) fn parents(self) -> Self {
        Self {
            left: self.left >> 3,
            top: self.top >> 3,
            right: ((self.right - 1) >> 3) + 1,
            bottom: ((self.bottom - 1) >> 3) + 1,
        }
    }

    /// Whether the area, in cells, shares a cell with `cells`, which must lie in the world.
    #[inline]
    pub(super) fn meets(self, cells: Rect) -> bool {
        let Self { left, top, right, bottom } = self;
        let across = (cells.left() as u32) < right && left < cells.right() as u32;
        across && (cells.top() as u32) < bottom && top < cells.bottom() as u32
    }

    /// The bits of the area within the word at column `x` and row `y` of the next level up. That
    /// word must meet the area.
    #[inline]
    pub(super) fn mask(self, x: u32, y: u32) -> u64 {
        let left = self.left.saturating_sub(8 * x);
        let top = self.top.saturating_sub(8 * y);
        let width = (self.right - 8 * x).min(8) - left;
        let height = (self.bottom - 8 * y).min(8) - top;
        corner(width, height) << (8 * top + left)
    }
}

/// A word with the bits of the first `width` columns and `height` rows set, 1 to 8 each.
#[inline]
pub(super) fn corner(width: u32, height: u32) -> u64 {
    (COLUMN * ((1 << width) - 1)) & (u64::MAX >> (64 - 8 * height))
}

/// The 8 by 8 bits that begin `dx` columns right of and `dy` rows below the top left of a square of
/// four words; `dx` and `dy` are 0 to 7.
///
/// The four words are the top left, top right, bottom left and bottom right ones.
#[inline]
pub(super) fn window([tl, tr, bl, br]: [u64; 4], dx: u32, dy: u32) -> u64 {
    let down = |upper: u64, lower: u64| (upper >> (8 * dy)) | ((lower << (56 - 8 * dy)) << 8);
    let from_left = COLUMN * ((1 << (8 - dx)) - 1);
    ((down(tl, bl) >> dx) & from_left) | ((down(tr, br) << (8 - dx)) & !from_left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_bits::SetBits;

    #[test]
    fn a_window_shows_the_four_words_that_it_lies_across() {
        let words = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x0f1e_2d3c_4b5a_6978, 0x8796_a5b4_c3d2_e1f0];
        let bit = |x: u32, y: u32| words[(2 * (y / 8) + x / 8) as usize] >> (8 * (y % 8) + x % 8) & 1;
        for (dx, dy) in (0..8).flat_map(|dx| (0..8).map(move |dy| (dx, dy))) {
            let expected = (0..64).map(|at| bit(dx + at % 8, dy + at / 8) << at).sum::<u64>();
            assert_eq!(window(words, dx, dy), expected, "{dx} {dy}");
        }
    }

    #[test]
    fn a_mask_holds_the_positions_of_the_area() {
        let area = QuadtreeArea { left: 3, top: 9, right: 13, bottom: 30 };
        assert_eq!(area.parents(), QuadtreeArea { left: 0, top: 1, right: 2, bottom: 4 });
        for (x, y) in [(0, 1), (1, 1), (0, 2), (1, 3)] {
            let inside = |at: u32| (3..13).contains(&(8 * x + at % 8)) && (9..30).contains(&(8 * y + at / 8));
            assert_eq!(
                SetBits(area.mask(x, y)).collect::<Vec<_>>(),
                (0..64).filter(|&at| inside(at)).collect::<Vec<_>>()
            );
        }
    }
}
