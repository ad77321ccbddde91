//! The first cut of a level that something parts: a band in place of a wall.

use super::{CutPosition, Partition, UncutPart};
use crate::{floorplan::arrival::ArrivalCell, geom::Rect};

/// The parting of a level: its rule, its cut, and how often it may be crossed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedParting {
    /// The rule, by position in the preset's list.
    pub(crate) rule: u8,
    pub(crate) cut: PartingCut,
    /// The most crossings of this level.
    pub(crate) crossings: u32,
    /// Whether the path begins and ends on different sides.
    pub(crate) parts_ends: bool,
}

/// The first cut of a level with a parting: a band of cells in place of a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartingCut {
    /// Whether the band is some columns, and not rows.
    pub(crate) is_column: bool,
    /// The number of columns or rows inside the level's border that precede the band.
    pub(crate) before: i32,
    /// The columns or rows of the band.
    pub(crate) width: i32,
    /// The demands to be met on each side of the band, one bit for each index.
    pub(crate) wanted: [u32; 2],
}

impl PartingCut {
    /// The part before the band, the band, and the part behind it.
    pub(crate) fn parts(&self, inside: Rect) -> [Rect; 3] {
        let Self { is_column, before, width, .. } = *self;
        let part = |from: i32, cells: i32| match is_column {
            true => Rect::of(inside.left() + from, inside.top(), cells, inside.height()),
            false => Rect::of(inside.left(), inside.top() + from, inside.width(), cells),
        };
        let side = if is_column { inside.width() } else { inside.height() };
        [part(0, before), part(before, width), part(before + width, side - before - width)]
    }
}

impl Partition {
    /// Cuts `branch`, the whole level, in two by a parting. Returns the part behind the band.
    #[cold]
    pub(super) fn part(
        &mut self,
        branch: &mut UncutPart,
        parting: PartingCut,
        arrival: Option<ArrivalCell>,
    ) -> UncutPart {
        let [before, band, after] = parting.parts(branch.rect);
        // The cut of this number is the band; its place is the band's first column or row.
        let split = CutPosition { is_column: parting.is_column, before: parting.before };
        let mut behind = self.split(branch, split);
        let [wanted, wanted_behind] = parting.wanted;
        (branch.rect, branch.wanted) = (before, wanted);
        (behind.rect, behind.wanted) = (after, wanted_behind);
        for half in [branch, &mut behind] {
            half.has_arrival = arrival.is_some_and(|arrival| arrival.is_in(half.rect));
        }
        self.cuts.iter_mut().for_each(|cut| cut.is_band = true);
        self.band = Some(band);
        behind
    }
}
