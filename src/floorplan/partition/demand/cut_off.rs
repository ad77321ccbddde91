//! Cuts that leave a half of exactly the size that a demand asks for.

use super::{CutPosition, LeafDemand};
use crate::{
    floorplan::arrival::ArrivalCell,
    geom::{Extent, Rect},
    rng::RandomSource,
};

/// Whether a column is to be cut before a row, for a leaf with one side below `smallest`.
///
/// The other order would leave a strip as narrow as the leaf beside it. `None` if both sides are
/// large enough, or if neither is.
fn narrow_axis(Extent { width, height }: Extent, smallest: i32) -> Option<bool> {
    match (width < smallest, height < smallest) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        (true, true) | (false, false) => None,
    }
}

/// All cuts that leave a half of exactly the demanded width or height, at either end, each with the
/// index of that half.
pub(super) fn cuts_off(
    part: Rect,
    demand: &LeafDemand,
    smallest: i32,
) -> impl Iterator<Item = (CutPosition, usize)> + Clone {
    demand.extents_in(part, smallest).flat_map(move |Extent { width, height }| {
        let axes = [(true, part.width(), width), (false, part.height(), height)];
        let only = narrow_axis(Extent::new(width, height), smallest)
            .filter(|_| part.height() != height && part.width() != width);
        let may_cut = move |(is_column, side, wanted): &(bool, i32, i32)| {
            side != wanted && only.is_none_or(|only| only == *is_column)
        };
        axes.into_iter().filter(may_cut).flat_map(|(is_column, side, wanted)| {
            [(wanted, 0), (side - 1 - wanted, 1)].map(|(before, half)| (CutPosition { is_column, before }, half))
        })
    })
}

/// A cut that leaves a half of exactly the demanded width or height, at a randomly drawn end. In a
/// part with the arrival cell, draws one of those that leave that cell in reach of a room.
pub(super) fn cut_off(
    part: Rect,
    demand: &LeafDemand,
    smallest: i32,
    arrival: Option<ArrivalCell>,
    draw: &mut impl RandomSource,
) -> Option<CutPosition> {
    if arrival.is_some() {
        return draw.pick(demand.cuts_off(part, smallest, arrival));
    }
    let Extent { width, height } = draw.pick_of_several(demand.extents_in(part, smallest))?;
    let is_column = match (part.width() == width, part.height() == height) {
        (true, _) => false,
        (_, true) => true,
        (false, false) => match narrow_axis(Extent::new(width, height), smallest) {
            Some(is_column) => is_column,
            None => draw.chance(0.5),
        },
    };
    let (side, wanted) = if is_column { (part.width(), width) } else { (part.height(), height) };
    Some(CutPosition { is_column, before: if draw.chance(0.5) { wanted } else { side - 1 - wanted } })
}
