//! How many demands fit beside each other: an estimate before anything is cut.
//!
//! Consumes parts of the level and demands; produces the demands that find a place in each part.
//! Each demand takes a part of which others have taken the least share, of such parts the largest,
//! and in it the smallest free rectangle that holds it, from a corner, as a cut would; what is left
//! of the rectangle are two free ones. So no part has all demands: of several, cuts miss some.
//! After the guillotine heuristics of Jylänki, "A Thousand Ways to Pack the Bin", 2010.

use std::cmp::Reverse;

use super::LeafDemand;
use crate::geom::{Extent, Rect};

/// A free rectangle, and the part of the level that it belongs to.
#[derive(Clone, Copy, Debug)]
struct FreeExtent<const PARTS: usize> {
    part: usize,
    extent: Extent,
}

/// The demands that fit into each of some parts at the same time, one bit for each index.
///
/// `may_lie` tells whether a demand may be met in a part. Takes demands in their order. `smallest`
/// is the least side of a leaf. Cost: the square of the number of demands.
pub(in crate::floorplan) fn pack<const PARTS: usize>(
    parts: [Rect; PARTS],
    demands: &[LeafDemand],
    smallest: i32,
    may_lie: impl Fn(usize, &LeafDemand) -> bool,
) -> [u32; PARTS] {
    let mut free: Vec<FreeExtent<PARTS>> = Vec::with_capacity(PARTS + 2 * demands.len());
    free.extend((0..).zip(parts).map(|(part, rect)| FreeExtent { part, extent: rect.extent() }));
    let (mut met, mut taken) = ([0; PARTS], [0; PARTS]);
    for (number, demand) in (0..).zip(demands) {
        let holds = |free: &FreeExtent<PARTS>| {
            let Extent { width, height } = free.extent;
            demand.extents_in(Rect::of(0, 0, width, height), smallest).next()
        };
        let allowed = (0..free.len()).filter(|&at| may_lie(free[at].part, demand));
        let places = allowed.filter_map(|at| Some((at, holds(&free[at])?)));
        let preference = |&(at, _): &(usize, Extent)| {
            let FreeExtent { part, extent } = free[at];
            let whole = area(parts[part].extent());
            (taken[part] * 1000 / whole, Reverse(whole), area(extent))
        };
        let Some((at, leaf)) = places.min_by_key(preference) else { continue };
        let FreeExtent { part, extent } = free.swap_remove(at);
        met[part] |= 1u32 << number;
        taken[part] += area(leaf);
        let (beside, below) = (extent.width - 1 - leaf.width, extent.height - 1 - leaf.height);
        // A cut from edge to edge leaves one rest as long as the whole side: the larger one.
        let (beside, below) =
            if i64::from(beside) * i64::from(extent.height) >= i64::from(below) * i64::from(extent.width) {
                (Extent::new(beside, extent.height), Extent::new(leaf.width, below))
            } else {
                (Extent::new(beside, leaf.height), Extent::new(extent.width, below))
            };
        let rests = [beside, below].into_iter().filter(|rest| rest.width.min(rest.height) >= smallest);
        free.extend(rests.map(|extent| FreeExtent { part, extent }));
    }
    met
}

fn area(extent: Extent) -> i64 {
    i64::from(extent.width) * i64::from(extent.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floorplan::partition::DemandSource;

    #[test]
    fn each_demand_takes_the_part_with_the_least_share_taken_that_holds_it_and_leaves_the_rest() {
        let demand = |width, height| LeafDemand::new(DemandSource::Size(0), Extent::new(width, height), false);
        let parts = [Rect::of(1, 1, 20, 20), Rect::of(24, 1, 11, 20)];
        // Of the first part a quarter is taken, and of the second a half.
        let wanted = [demand(11, 9), demand(11, 10), demand(11, 10), demand(20, 20)];
        assert_eq!(pack(parts, &wanted, 5, |_, _| true), [0b101, 0b10]);
        assert_eq!(pack(parts, &[demand(20, 20), demand(11, 9)], 5, |_, _| true), [0b1, 0b10]);
        let one = [demand(11, 9)];
        assert_eq!(pack(parts, &one, 5, |part, _| part == 0), [0b1, 0]);
        // What is left beside the first is too narrow, and what is left below it too low.
        assert_eq!(pack([Rect::of(1, 1, 20, 20)], &[demand(14, 14), demand(6, 6)], 5, |_, _| true), [0b1]);
        assert_eq!(pack([Rect::of(1, 1, 20, 20)], &[demand(13, 14), demand(6, 6)], 5, |_, _| true), [0b11]);
        assert_eq!(pack([Rect::of(1, 1, 20, 20)], &[], 5, |_, _| true), [0]);
    }
}
