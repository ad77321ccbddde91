//! The nodes of the quadtree of a `PropIndex`, for drawing.

use super::PropIndex;
use crate::{geom::Rect, set_bits::SetBits};

/// An occupied node of a [`PropIndex`]'s quadtree: a square of cells, clipped to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexNode {
    /// Level of the node in the quadtree: 0 for squares of 8 by 8 cells, 1 for 64 by 64, and so on
    /// up to the root, which covers the world.
    pub level: u32,
    /// The cells that the node covers.
    pub cells: Rect,
}

impl PropIndex {
    /// Returns the occupied nodes, each once: from the root's level down, and within a level by
    /// row, then by column.
    ///
    /// An object occupies the nodes that contain the top left cell of its footprint.
    ///
    /// Cost: O(*m* log *m*) for *m* nodes, with allocations; meant for pictures.
    ///
    /// ```
    /// use roomgen_spatial::{PropIndex, geom::{Rect, Size}};
    ///
    /// let stool = Rect::from_xywh(70, 9, 1, 1).unwrap();
    /// let index = PropIndex::build(Size::new(80, 50)?, [(0, stool)])?;
    /// let boxes: Vec<_> = index.nodes().map(|node| node.cells.to_string()).collect();
    /// assert_eq!(boxes, ["80x50 at (0, 0)", "16x50 at (64, 0)", "8x8 at (64, 8)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = IndexNode> {
        let mut nodes = Vec::new();
        for sheet in self.in_use() {
            let mut level = vec![(0, 0)];
            for number in (0..sheet.layer.levels()).rev() {
                nodes.extend(level.iter().map(|&(x, y)| (number, y, x)));
                if number > 0 {
                    let below = |(x, y): (u32, u32)| {
                        SetBits(sheet.layer.word(number, x, y)).map(move |bit| (8 * x + (bit & 7), 8 * y + (bit >> 3)))
                    };
                    level = level.into_iter().flat_map(below).collect();
                }
            }
        }
        nodes.sort_unstable_by_key(|&(level, y, x)| (std::cmp::Reverse(level), y, x));
        nodes.dedup();
        nodes.into_iter().filter_map(|(level, y, x)| {
            let side = 8i32 << (3 * level);
            let cells = Rect::from_xywh(x as i32 * side, y as i32 * side, side, side)?;
            Some(IndexNode { level, cells: cells.intersection(self.size.into())? })
        })
    }
}
