//! Leaves of an exact size, for rooms that are drawn by hand.
//!
//! Each demand is passed down the cuts, always to a half that can hold it. If a random cut leaves
//! no such half, the branch is cut so that one half has the demanded side. So the first demand of a
//! branch is always met, without a retry.

use super::{CutPosition, LeafId, Partition, UncutPart, draw_split};
use crate::{
    geom::{Direction, Extent, Rect},
    preset::PartitionSpec,
    rng::RandomSource,
    trace::Trace,
};

/// A demand for a leaf of an exact size, which is to hold a vault.
///
/// Guarantee: no side is below the least side that the rules allow for leaves. Sides may exceed the
/// greatest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafDemand {
    /// The leaf sizes that meet the demand: upright, and turned by a quarter if allowed; ascending.
    extents: [Extent; 2],
    /// The number of `extents` in use, from the first.
    count: usize,
    /// Whether no cut for this demand may take the place of another, where that can be avoided.
    spares_others: bool,
}

impl LeafDemand {
    /// A demand for a leaf of this extent, in both orientations if `or_turned`.
    pub(crate) fn new(extent: Extent, or_turned: bool) -> Self {
        let turned = extent.turned(Direction::East);
        let count = if or_turned && turned != extent { 2 } else { 1 };
        Self {
            extents: if count == 2 && turned < extent { [turned, extent] } else { [extent, turned] },
            count,
            spares_others: false,
        }
    }

    /// A demand for a leaf of this extent that leaves places for the other demands.
    pub(crate) fn beside_others(extent: Extent) -> Self {
        Self { spares_others: true, ..Self::new(extent, false) }
    }

    /// The cells of the leaf.
    pub(crate) fn area(&self) -> i64 {
        i64::from(self.extents[0].width) * i64::from(self.extents[0].height)
    }

    fn extents(&self) -> &[Extent] {
        &self.extents[..self.count]
    }

    /// Whether a part of the level can be cut such that one of its leaves meets the demand.
    ///
    /// Along each axis the leaf must fit exactly, or leave room for a wall and another leaf.
    fn fits_in(&self, part: Rect, smallest: i32) -> bool {
        self.extents_in(part, smallest).next().is_some()
    }

    fn extents_in(&self, part: Rect, smallest: i32) -> impl Iterator<Item = Extent> {
        let fits = move |side: i32, wanted: i32| side == wanted || side > wanted + smallest;
        let extents = self.extents().iter().copied();
        extents.filter(move |leaf| fits(part.width(), leaf.width) && fits(part.height(), leaf.height))
    }

    /// Whether `other` still fits in a part once a leaf that meets this demand is cut off it.
    fn leaves_place(&self, part: Rect, other: &Self, smallest: i32) -> bool {
        self.extents_in(part, smallest).any(|leaf| {
            let beside = (part.width() - 1 - leaf.width, part.height());
            let below = (part.width(), part.height() - 1 - leaf.height);
            let rests = [beside, below].into_iter().filter(|(width, height)| *width > 0 && *height > 0);
            rests.into_iter().any(|(width, height)| other.fits_in(Rect::of(0, 0, width, height), smallest))
        })
    }

    fn is_met_by(&self, part: Rect) -> bool {
        self.extents().contains(&part.extent())
    }
}

/// Which demands a part of the level can hold, each considered alone: one bit for each index.
pub(super) fn demands_in(part: Rect, demands: &[LeafDemand], smallest: i32) -> u32 {
    let holds = |demand: &LeafDemand| u32::from(demand.fits_in(part, smallest));
    (0..).zip(demands).fold(0, |held, (number, demand)| held | holds(demand) << number)
}

impl Partition {
    /// Cuts a branch that has demands.
    ///
    /// Returns the part behind the wall, as `split` does. Returns `None` if the branch is a leaf
    /// that meets its first demand; its other demands then fail.
    #[cold]
    pub(super) fn cut_for(
        &mut self,
        branch: &mut UncutPart,
        demands: &[LeafDemand],
        rules: &PartitionSpec,
        draw: &mut impl RandomSource,
        trace: &mut impl Trace,
    ) -> Option<UncutPart> {
        let first_number = branch.wanted.trailing_zeros();
        let Some(first) = demands.get(first_number as usize).filter(|demand| !demand.is_met_by(branch.rect)) else {
            self.met_demands.push((LeafId::at(self.leaves.len()), first_number));
            return None;
        };
        // The branch must be cut, so the rules' chance to stop does not apply.
        let certain = PartitionSpec { stop: 0.0, ..*rules };
        let keeps =
            |split: &CutPosition| split.halves(branch.rect).into_iter().any(|half| first.fits_in(half, rules.min));
        let spares_others =
            (0..).zip(demands).any(|(number, demand)| branch.wanted >> number & 1 == 1 && demand.spares_others);
        let half_drawn = usize::from(spares_others && draw.chance(0.5));
        // The half for the first demand that leaves places for all others, if there is one.
        let host = |split: &CutPosition| {
            let halves = split.halves(branch.rect);
            let is_wanted = |number: u32| branch.wanted >> number & 1 == 1;
            [half_drawn, 1 - half_drawn].into_iter().find(|&half| {
                let others = || (0..).zip(demands).filter(|(other, _)| *other != first_number && is_wanted(*other));
                let is_kept = |other: &LeafDemand| {
                    other.fits_in(halves[1 - half], rules.min) || first.leaves_place(halves[half], other, rules.min)
                };
                // A half that meets the demand is for it, or a leaf of its size would be left over.
                let is_for_first = first.is_met_by(halves[half]) || !first.is_met_by(halves[1 - half]);
                is_for_first && first.fits_in(halves[half], rules.min) && others().all(|(_, other)| is_kept(other))
            })
        };
        let drawn = draw_split(branch.rect, &certain, draw).filter(keeps);
        let (split, host) = if spares_others {
            let drawn = drawn.and_then(|split| Some((split, host(&split)?)));
            let spared = || cuts_off(branch.rect, first, rules.min).find_map(|split| Some((split, host(&split)?)));
            match drawn.or_else(spared) {
                Some((split, host)) => (split, Some(host)),
                None => {
                    let split = cut_off(branch.rect, first, rules.min, draw)?;
                    (split, split.halves(branch.rect).iter().position(|&half| first.is_met_by(half)))
                }
            }
        } else {
            (drawn.or_else(|| cut_off(branch.rect, first, rules.min, draw))?, None)
        };
        trace.split(branch.rect, split.is_column, split.before);
        let to_place = branch.wanted;
        self.work += demands.len() as u64;
        let mut behind = self.split(branch, split);
        let halves = [branch.rect, behind.rect];
        let mut wanted = [0u32; 2];
        for (number, demand) in (0..).zip(demands).filter(|(number, _)| to_place >> number & 1 == 1) {
            let is_full = |half: usize| {
                let earlier = wanted[half];
                let met =
                    |number: u32| demands.get(number as usize).is_some_and(|earlier| earlier.is_met_by(halves[half]));
                earlier != 0 && met(earlier.trailing_zeros())
            };
            let fits = [0, 1].map(|half| !is_full(half) && demand.fits_in(halves[half], rules.min));
            let half = match fits {
                _ if number == first_number && host.is_some() => host.unwrap_or_default(),
                [false, false] => continue,
                [true, true] => match wanted.map(u32::count_ones) {
                    [low, high] if low == high => usize::from(draw.chance(0.5)),
                    // Prefers the half with fewer demands.
                    [low, high] => usize::from(low > high),
                },
                [_, high] => usize::from(high),
            };
            wanted[half] |= 1u32 << number;
        }
        [branch.wanted, behind.wanted] = wanted;
        Some(behind)
    }
}

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

/// All cuts that leave a half of exactly the demanded width or height, at either end.
fn cuts_off(part: Rect, demand: &LeafDemand, smallest: i32) -> impl Iterator<Item = CutPosition> {
    demand.extents_in(part, smallest).flat_map(move |Extent { width, height }| {
        let axes = [(true, part.width(), width), (false, part.height(), height)];
        let only = narrow_axis(Extent::new(width, height), smallest)
            .filter(|_| part.height() != height && part.width() != width);
        let may_cut = move |(is_column, side, wanted): &(bool, i32, i32)| {
            side != wanted && only.is_none_or(|only| only == *is_column)
        };
        axes.into_iter().filter(may_cut).flat_map(|(is_column, side, wanted)| {
            [wanted, side - 1 - wanted].map(|before| CutPosition { is_column, before })
        })
    })
}

/// A cut that leaves a half of exactly the demanded width or height, at a randomly drawn end.
fn cut_off(part: Rect, demand: &LeafDemand, smallest: i32, draw: &mut impl RandomSource) -> Option<CutPosition> {
    let count = demand.extents_in(part, smallest).count() as u32;
    let drawn = if count > 1 { draw.below(count) } else { 0 };
    let Extent { width, height } = demand.extents_in(part, smallest).nth(drawn as usize)?;
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
