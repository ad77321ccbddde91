//! Leaves of an exact size, for rooms that are drawn by hand or have a size of their own.
//!
//! Each demand is passed down the cuts, always to a half that can hold it. If a random cut leaves
//! no such half, the branch is cut so that one half has the demanded side. So the first demand of a
//! branch is always met, without a retry. One that finds no place in a branch waits for the next
//! branch that holds it, of which no demand is later. A leaf whose room cannot be the start stays
//! off the arrival cell.

mod cut_off;

use super::{CutPosition, LeafId, Partition, PartitionInputs, UncutPart, draw_split};
use crate::{
    floorplan::arrival::ArrivalCell,
    geom::{Direction, Extent, Rect},
    model::RoomKind,
    preset::PartitionSpec,
    rng::RandomSource,
    trace::Trace,
};
use cut_off::{cut_off, cuts_off};

/// What asks for a leaf of an exact size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DemandSource {
    /// A vault with a room of its own, by its index in the preset.
    Vault(u16),
    /// A rule for rooms of another size, by its index in the preset.
    Size(u16),
}

impl DemandSource {
    pub(crate) fn vault(self) -> Option<u16> {
        if let Self::Vault(number) = self { Some(number) } else { None }
    }

    pub(crate) fn size(self) -> Option<u16> {
        if let Self::Size(number) = self { Some(number) } else { None }
    }
}

/// A demand for a leaf of an exact size, which is to hold a vault or a room of another size.
///
/// Guarantee: no side is below the least side that the rules allow for leaves. Sides may exceed the
/// greatest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafDemand {
    pub(crate) source: DemandSource,
    /// The leaf sizes that meet the demand: in one orientation, or in both.
    extents: [Extent; 2],
    /// The number of `extents` in use, from the first.
    count: usize,
    /// Whether the second extent is for parts that cannot hold the first. Otherwise both are alike.
    prefers_first: bool,
    /// Whether no cut for this demand may take the place of another, where that can be avoided.
    spares_others: bool,
    /// Whether the leaf may contain the arrival cell.
    may_be_start: bool,
    /// The end of the path that the leaf is for, if it is for no other room.
    only: Option<PathEnd>,
}

/// An end of the main path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathEnd {
    Start,
    End,
}

impl LeafDemand {
    /// A demand for a leaf of this extent, in both orientations if `or_turned`.
    pub(crate) fn new(source: DemandSource, extent: Extent, or_turned: bool) -> Self {
        let turned = extent.turned(Direction::East);
        let count = if or_turned && turned != extent { 2 } else { 1 };
        let extents = if count == 2 && turned < extent { [turned, extent] } else { [extent, turned] };
        Self { source, extents, count, prefers_first: false, spares_others: false, may_be_start: false, only: None }
    }

    /// A demand for a leaf of this extent that leaves places for the other demands. If `or_turned`,
    /// a leaf in the other orientation meets it too, where this one has no place.
    pub(crate) fn beside_others(source: DemandSource, extent: Extent, or_turned: bool) -> Self {
        let both = Self::new(source, extent, or_turned);
        let extents = [extent, extent.turned(Direction::East)];
        Self { extents, prefers_first: true, spares_others: true, ..both }
    }

    /// The same demand, for a leaf that may contain the arrival cell.
    pub(crate) fn or_start(self, may_be_start: bool) -> Self {
        Self { may_be_start, ..self }
    }

    /// The same demand, for a room of one of these kinds.
    pub(crate) fn for_kinds(self, kinds: &[RoomKind]) -> Self {
        let only = match kinds {
            [RoomKind::Start] => Some(PathEnd::Start),
            [RoomKind::End] => Some(PathEnd::End),
            _ => None,
        };
        Self { only, ..self }
    }

    /// The end of the path that the leaf is for, if it is for no other room.
    pub(crate) fn only(&self) -> Option<PathEnd> {
        self.only
    }

    /// The cells of the leaf.
    pub(crate) fn area(&self) -> i64 {
        i64::from(self.extents[0].width) * i64::from(self.extents[0].height)
    }

    fn extents(&self) -> &[Extent] {
        &self.extents[..self.count]
    }

    /// The same demand in order of preference: for each extent alone, or for both alike.
    fn choices(self) -> impl Iterator<Item = Self> + Clone {
        let alone = move |number: usize| match self.prefers_first {
            true => Self { extents: [self.extents[number]; 2], count: 1, ..self },
            false => self,
        };
        (0..if self.prefers_first { self.count } else { 1 }).map(alone)
    }

    /// Whether a part of the level can be cut such that one of its leaves meets the demand.
    ///
    /// Along each axis the leaf must fit exactly, or leave room for a wall and another leaf. In a
    /// part with the arrival cell, cuts must leave that cell in reach of a room.
    pub(crate) fn fits_in(&self, part: Rect, smallest: i32, arrival: Option<ArrivalCell>) -> bool {
        match arrival.filter(|arrival| arrival.is_in(part)) {
            None => self.extents_in(part, smallest).next().is_some(),
            Some(_) if self.has_extent(part) => self.may_be_start,
            Some(_) => self.cuts_off(part, smallest, arrival).next().is_some(),
        }
    }

    /// All cuts of a part that leave a half of exactly the demanded width or height, in which the
    /// leaf fits.
    fn cuts_off(
        &self,
        part: Rect,
        smallest: i32,
        arrival: Option<ArrivalCell>,
    ) -> impl Iterator<Item = CutPosition> + Clone {
        cuts_off(part, self, smallest).filter_map(move |(split, half)| {
            let is_allowed = allows(arrival, part, split) && self.fits_in(split.halves(part)[half], smallest, arrival);
            is_allowed.then_some(split)
        })
    }

    pub(super) fn extents_in(&self, part: Rect, smallest: i32) -> impl Iterator<Item = Extent> + Clone {
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
            rests.into_iter().any(|(width, height)| other.fits_in(Rect::of(0, 0, width, height), smallest, None))
        })
    }

    /// Whether a leaf of this part meets the demand.
    fn is_met_by(&self, part: Rect, arrival: Option<ArrivalCell>) -> bool {
        self.has_extent(part) && (self.may_be_start || !arrival.is_some_and(|arrival| arrival.is_in(part)))
    }

    fn has_extent(&self, part: Rect) -> bool {
        self.extents().contains(&part.extent())
    }
}

/// Which demands a part of the level can hold, each considered alone: one bit for each index.
pub(super) fn demands_in(part: Rect, inputs: &PartitionInputs<'_>) -> u32 {
    let PartitionInputs { rules, demands, arrival, .. } = inputs;
    let holds = |demand: &LeafDemand| u32::from(demand.fits_in(part, rules.min, *arrival));
    (0..).zip(*demands).fold(0, |held, (number, demand)| held | holds(demand) << number)
}

/// A cut, and the half that is to meet the first demand, where the cut decides it.
#[derive(Clone, Copy, Debug)]
struct DemandedCut {
    split: CutPosition,
    host: Option<usize>,
}

impl Partition {
    /// Cuts a branch that has demands or contains the arrival cell.
    ///
    /// Returns the part behind the wall, as `split` does. Returns `None` if the branch is a leaf.
    /// If the leaf meets its first demand, its other demands fail.
    #[cold]
    pub(super) fn cut_for(
        &mut self,
        branch: &mut UncutPart,
        inputs: &PartitionInputs<'_>,
        draw: &mut impl RandomSource,
        trace: &mut impl Trace,
    ) -> Option<UncutPart> {
        let &PartitionInputs { ref rules, demands, arrival, .. } = inputs;
        let first = demands.get(branch.wanted.trailing_zeros() as usize);
        if let Some(met) = first.filter(|first| first.is_met_by(branch.rect, arrival)) {
            self.met_demands.push((LeafId::at(self.leaves.len()), met.source));
            self.missed |= branch.wanted & (branch.wanted - 1);
            return None;
        }
        let here = arrival.filter(|_| branch.has_arrival);
        let DemandedCut { split, host } = match first {
            Some(first) => choose_cut(branch, first, inputs, draw)?,
            None => DemandedCut { split: draw_split(branch.rect, rules, here, draw)?, host: None },
        };
        trace.see(|| split.step(branch.rect));
        self.work += demands.len() as u64;
        let wanted = branch.wanted;
        let mut behind = self.split(branch, split);
        [branch.wanted, behind.wanted] = pass_down(wanted, [branch.rect, behind.rect], host, inputs, draw);
        self.missed |= wanted & !(branch.wanted | behind.wanted);
        for half in [branch, &mut behind] {
            half.has_arrival = here.is_some_and(|arrival| arrival.is_in(half.rect));
        }
        Some(behind)
    }

    /// Gives a part the first of the missed demands that it holds, if that is later than its own.
    ///
    /// Demands for an end of the path stay on their side of a parting, so they are not among these.
    #[cold]
    pub(super) fn adopt_missed(&mut self, part: &mut UncutPart, inputs: &PartitionInputs<'_>) {
        let &PartitionInputs { ref rules, arrival, .. } = inputs;
        let holds = |&(number, demand): &(u32, &LeafDemand)| {
            part.wanted >> number == 0 && demand.only.is_none() && demand.fits_in(part.rect, rules.min, arrival)
        };
        if let Some((number, _)) = demands_of(self.missed, inputs).find(holds) {
            part.wanted |= 1 << number;
            self.missed ^= 1 << number;
        }
        self.work += inputs.demands.len() as u64;
    }
}

/// Draws a cut of a part such that one half can meet `first`, the first of its demands.
///
/// If one of the demands spares others, so does the cut, where that is possible.
fn choose_cut(
    part: &UncutPart,
    first: &LeafDemand,
    inputs: &PartitionInputs<'_>,
    draw: &mut impl RandomSource,
) -> Option<DemandedCut> {
    let &PartitionInputs { rules, arrival, .. } = inputs;
    // The part must be cut, so the rules' chance to stop does not apply.
    let certain = PartitionSpec { stop: 0.0, ..rules };
    let here = arrival.filter(|_| part.has_arrival);
    let first = &first.choices().find(|first| first.fits_in(part.rect, rules.min, arrival))?;
    let spares_others = demands_of(part.wanted, inputs).any(|(_, demand)| demand.spares_others);
    let half_drawn = usize::from(spares_others && draw.chance(0.5));
    let keeps =
        |split: &CutPosition| split.halves(part.rect).into_iter().any(|half| first.fits_in(half, rules.min, arrival));
    let drawn = draw_split(part.rect, &certain, here, draw).filter(keeps);
    if !spares_others {
        let split = drawn.or_else(|| cut_off(part.rect, first, rules.min, here, draw))?;
        return Some(DemandedCut { split, host: None });
    }
    let hosted = |split: CutPosition| {
        let host = host_of_first(first, part, split, half_drawn, inputs)?;
        Some(DemandedCut { split, host: Some(host) })
    };
    let spared = || {
        let cuts = cuts_off(part.rect, first, rules.min).map(|(split, _)| split);
        cuts.filter(|split| allows(here, part.rect, *split)).find_map(hosted)
    };
    drawn.and_then(hosted).or_else(spared).or_else(|| {
        let split = cut_off(part.rect, first, rules.min, here, draw)?;
        let host = split.halves(part.rect).iter().position(|&half| first.is_met_by(half, arrival));
        Some(DemandedCut { split, host })
    })
}

/// The half for `first`, the first demand of a part, that leaves places for all others, if there is
/// one; the half `preferred` of two.
fn host_of_first(
    first: &LeafDemand,
    part: &UncutPart,
    split: CutPosition,
    preferred: usize,
    inputs: &PartitionInputs<'_>,
) -> Option<usize> {
    let &PartitionInputs { ref rules, arrival, .. } = inputs;
    let halves = split.halves(part.rect);
    [preferred, 1 - preferred].into_iter().find(|&half| {
        let is_kept = |other: &LeafDemand| {
            other.fits_in(halves[1 - half], rules.min, arrival) || first.leaves_place(halves[half], other, rules.min)
        };
        // A half that meets the demand is for it, or a leaf of its size would be left over.
        let is_for_first = first.is_met_by(halves[half], arrival) || !first.is_met_by(halves[1 - half], arrival);
        is_for_first
            && first.fits_in(halves[half], rules.min, arrival)
            && demands_of(part.wanted, inputs).skip(1).all(|(_, other)| is_kept(other))
    })
}

/// Passes demands down to the halves of a part. Returns those of each half.
///
/// `host` is the half for the first demand, where the cut decides it.
fn pass_down(
    demands: u32,
    halves: [Rect; 2],
    host: Option<usize>,
    inputs: &PartitionInputs<'_>,
    draw: &mut impl RandomSource,
) -> [u32; 2] {
    let &PartitionInputs { ref rules, arrival, .. } = inputs;
    let mut wanted = [0u32; 2];
    for (number, demand) in demands_of(demands, inputs) {
        let is_full = |half: usize| {
            let first = demands_of(wanted[half], inputs).next();
            first.is_some_and(|(_, earlier)| earlier.is_met_by(halves[half], arrival))
        };
        let fits_as =
            |choice: LeafDemand| [0, 1].map(|half| !is_full(half) && choice.fits_in(halves[half], rules.min, arrival));
        let fits = demand.choices().map(fits_as).find(|fits| fits.contains(&true)).unwrap_or_default();
        let half = match (host, fits) {
            (Some(host), _) if number == demands.trailing_zeros() => host,
            (_, [false, false]) => continue,
            (_, [true, true]) => match wanted.map(u32::count_ones) {
                [low, high] if low == high => usize::from(draw.chance(0.5)),
                // Prefers the half with fewer demands.
                [low, high] => usize::from(low > high),
            },
            (_, [_, high]) => usize::from(high),
        };
        wanted[half] |= 1u32 << number;
    }
    wanted
}

/// The demands of a set of them, which has one bit for each index, in order.
fn demands_of<'a>(set: u32, inputs: &PartitionInputs<'a>) -> impl Iterator<Item = (u32, &'a LeafDemand)> {
    let (mut left, demands) = (set, inputs.demands);
    std::iter::from_fn(move || {
        let number = left.trailing_zeros();
        // Past the last demand, the number is 32 and out of range.
        let demand = demands.get(number as usize)?;
        left &= left - 1;
        Some((number, demand))
    })
}

/// Whether a cut of a part leaves the arrival cell in reach of a room.
fn allows(arrival: Option<ArrivalCell>, part: Rect, CutPosition { is_column, before }: CutPosition) -> bool {
    arrival.is_none_or(|arrival| !arrival.is_in(part) || arrival.allows(part, is_column, before))
}
