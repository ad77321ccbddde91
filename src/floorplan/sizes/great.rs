//! Great rooms: the sides of a room that has a fraction of the level's cells.
//!
//! Consumes the fraction and what the level can hold; produces all extents that have the cells, or
//! those with the most cells that can be had.

use std::ops::RangeInclusive;

use crate::geom::{Extent, Size};

/// The sides of rooms that a level can hold beside others.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidesInLevel {
    /// The room that would fill the level.
    pub(super) inside: Extent,
    /// The smallest side of a leaf.
    pub(super) smallest: i32,
}

impl SidesInLevel {
    /// The sides from `least` to `most` along an axis with `cells` cells: least and greatest;
    /// `None` if none.
    ///
    /// A leaf either spans all `cells` or leaves at least a wall and a leaf of side `smallest`.
    pub(super) fn range(&self, least: i32, most: i32, cells: i32) -> Option<(i32, i32)> {
        let beside = cells - 1 - self.smallest;
        if least <= beside {
            Some((least, most.min(beside)))
        } else {
            (least..=most).contains(&cells).then_some((cells, cells))
        }
    }

    /// The extent of at least `cells` cells with this height, of all the narrowest.
    ///
    /// `None` if the level does not hold it, if nothing would be left beside it, or if one side
    /// would be longer than twice the other.
    fn with_height(&self, height: i32, cells: i64) -> Option<Extent> {
        let Extent { width: most, height: rows } = self.inside;
        self.range(height, height, rows)?;
        let width = (cells + i64::from(height) - 1) / i64::from(height);
        let least = i32::try_from(width).ok()?.max((height + 1) / 2);
        let (width, _) = self.range(least, most, most)?;
        (width <= 2 * height && (width, height) != (most, rows)).then_some(Extent::new(width, height))
    }
}

/// The number of cells of a great room with this fraction of the level, without its border.
pub(super) fn cells_of(fraction: f32, size: Size) -> i64 {
    let inside = i64::from(size.width() - 2) * i64::from(size.height() - 2);
    (f64::from(fraction) * inside as f64 + 0.5) as i64
}

/// Lists all extents of rooms with at least `cells` cells that the level holds and `fits` admits,
/// the lowest first. No side is longer than twice the other, or less than `least`.
///
/// If there are none, takes a sixteenth less, and so on. The list is empty if the level holds no
/// such room. Returns the number of extents tried, which is linear in the level's longer side.
pub(super) fn list_extents(
    cells: i64,
    least: i32,
    sides: SidesInLevel,
    fits: impl Fn(Extent) -> bool,
    extents: &mut Vec<Extent>,
) -> u64 {
    extents.clear();
    let (fewest, mut tried) = (i64::from(least) * i64::from(least), 0);
    let mut cells = cells.max(fewest);
    while cells >= fewest && extents.is_empty() {
        let heights = heights(cells, sides.inside.height);
        tried += heights.clone().count() as u64;
        let held = heights.filter_map(|height| sides.with_height(height, cells));
        extents.extend(held.filter(|extent| extent.width.min(extent.height) >= least && fits(*extent)));
        cells -= (cells / 16).max(1);
    }
    tried
}

/// The heights of rooms with this number of cells, no side of which is longer than twice the other.
fn heights(cells: i64, most: i32) -> RangeInclusive<i32> {
    let side = |cells: i64| i32::try_from(cells.isqrt()).unwrap_or(i32::MAX);
    side(cells / 2).max(1)..=side(2 * cells).saturating_add(1).min(most)
}
