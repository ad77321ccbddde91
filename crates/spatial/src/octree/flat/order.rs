//! The order in which objects fill the nodes of the flat tree: a k-d tree, balanced in units of
//! whole nodes.

use crate::{
    Aabb,
    box_tree::{LANES, halved},
};

/// The centre of an object's bounds as sort keys, one for each axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct CentreSortKey<const D: usize> {
    /// The coordinates of the centre as integers with the same order (see [`ordinal`]).
    keys: [i32; D],
    /// The object's index in `TreeCore::entries`.
    pub(super) slot: u32,
}

impl<const D: usize> CentreSortKey<D> {
    #[inline]
    pub(super) fn new(slot: u32, bounds: &Aabb<D>) -> Self {
        let keys = std::array::from_fn(|axis| {
            let middle = bounds.min[axis] * 0.5 + bounds.max[axis] * 0.5;
            // The centre is NaN on an axis along which the box is unbounded both ways.
            ordinal(if middle.is_nan() { 0.0 } else { middle })
        });
        Self { keys, slot }
    }
}

/// Orders objects so that the objects of each run of 8, of 64 and so on are close together in
/// space: such a run becomes a node of the flat tree.
///
/// Splits recursively across the longest side of the cell, the box that encloses the centres, at
/// the median object rounded to whole nodes. Each split halves the number of objects, so coincident
/// or distant objects do not slow it down. Cost: O(*n* log *n*) for *n* objects.
pub(super) fn arrange<const D: usize>(spots: &mut [CentreSortKey<D>]) {
    let (mut min, mut max) = ([i32::MAX; D], [i32::MIN; D]);
    for spot in &*spots {
        for axis in 0..D {
            min[axis] = min[axis].min(spot.keys[axis]);
            max[axis] = max[axis].max(spot.keys[axis]);
        }
    }
    halve(spots, Aabb { min: min.map(number), max: max.map(number) });
}

fn halve<const D: usize>(spots: &mut [CentreSortKey<D>], mut cell: Aabb<D>) {
    if spots.len() <= LANES {
        return;
    }
    let axis = longest(&cell);
    let (one, two) = halved(spots, axis, |spot, axis| spot.keys[axis.min(D - 1)]);
    let at = number(two[0].keys[axis]);
    let end = std::mem::replace(&mut cell.max[axis], at);
    halve(one, cell);
    (cell.min[axis], cell.max[axis]) = (at, end);
    halve(two, cell);
}

fn longest<const D: usize>(cell: &Aabb<D>) -> usize {
    let mut longest = 0;
    for axis in 1..D {
        if cell.max[axis] - cell.min[axis] > cell.max[longest] - cell.min[longest] {
            longest = axis;
        }
    }
    longest
}

/// Maps a float to an integer with the same order.
fn ordinal(value: f32) -> i32 {
    let bits = value.to_bits() as i32;
    bits ^ (bits >> 31 & i32::MAX)
}

/// The inverse of [`ordinal`]: maps the integer back to its float.
fn number(ordinal: i32) -> f32 {
    f32::from_bits((ordinal ^ (ordinal >> 31 & i32::MAX)) as u32)
}
