//! `FormationMask`: where a formation puts its props, as a bit grid and, if small, as a block.

use super::{BitGrid, CellBlock, CellSet};

/// The shape of a formation as a set of cells, drawn once and ready to be stamped.
///
/// Guarantee: if the mask fits a [`CellBlock`], `block` holds the same cells as `bits`.
#[derive(Clone, Debug)]
pub(crate) struct FormationMask {
    bits: BitGrid,
    block: Option<CellBlock>,
    count: u64,
}

impl FormationMask {
    /// Creates a mask from a drawn bit grid.
    pub(crate) fn new(bits: BitGrid) -> Self {
        let block = CellBlock::fits(bits.width(), bits.height()).then(|| {
            let mut block = CellBlock::default();
            block.reset(bits.width(), bits.height());
            bits.for_each(|x, y| block.insert(x, y));
            block
        });
        let count = bits.count();
        Self { bits, block, count }
    }

    /// The number of cells in the mask.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn bits(&self) -> &BitGrid {
        &self.bits
    }

    /// The mask as a block; `None` if it is larger than 16 by 16 cells.
    #[inline]
    pub(crate) fn block(&self) -> Option<&CellBlock> {
        self.block.as_ref()
    }
}
