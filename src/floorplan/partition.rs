//! Binary space partitioning: cuts the level's interior recursively into leaves one wall apart.
//!
//! Consumes [`PartitionInputs`] and random words; produces a [`Partition`]. After Adams, "Playing
//! to the Edge", and the BSP dungeons that followed. Every cut that the rules require exists, since
//! a checked preset's largest side is at least twice the smallest.

mod demand;
mod packing;
mod parting;

use std::ops::Range;

use super::{arrival::ArrivalCell, index::index_type};
use crate::{
    geom::{Rect, Size},
    preset::PartitionSpec,
    rng::RandomSource,
    trace::{Step, Trace},
};
pub(crate) use demand::{DemandSource, LeafDemand, PathEnd};
pub(super) use packing::pack;
pub(crate) use parting::{PartingCut, PlacedParting};

index_type! {
    /// A leaf of the partition, by position in [`Partition::leaves`].
    LeafId
}

/// What a level is cut by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartitionInputs<'a> {
    pub(crate) size: Size,
    /// The rules for the sides of leaves.
    pub(crate) rules: PartitionSpec,
    /// Leaves of exact sizes that are wanted, earlier ones first; at most 32.
    pub(crate) demands: &'a [LeafDemand],
    /// The cell that no wall may take, nor keep out of reach of a room.
    pub(crate) arrival: Option<ArrivalCell>,
    /// What decides the first cut, if the level has a parting.
    pub(crate) parting: Option<PlacedParting>,
}

/// The leaves of the partition and the walls between them.
///
/// Guarantees: leaves lie inside the level's one-cell border, do not overlap and stand one cell
/// apart, or as far as a parting is wide. Their sides follow the rules, unless a demand asks for
/// larger ones, or the arrival cell leaves no place for a cut. One leaf contains the arrival cell,
/// at least as far from its edge as rooms are. Leaves are numbered in tree order, from the top
/// left. Along each wall, the leaves on either side are listed in ascending position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    pub(crate) leaves: Vec<Rect>,
    pub(crate) cuts: Vec<PartitionCut>,
    /// For each leaf and each of its sides ([`LEFT`] to [`BELOW`]), the next leaf on the same side
    /// of the same cut, or [`LeafId::NONE`].
    next: Vec<[LeafId; 4]>,
    stack: Vec<UncutPart>,
    /// Leaves that meet a [`LeafDemand`], each with what asked for it.
    pub(crate) met_demands: Vec<(LeafId, DemandSource)>,
    /// What parts the level, if anything does.
    pub(crate) parting: Option<PlacedParting>,
    /// The band of the parting, if the level has one.
    pub(crate) band: Option<Rect>,
    /// The number of leaves before the band. All later ones lie behind it.
    pub(crate) before_band: u32,
    /// The demands that found no place so far, one bit for each index.
    missed: u32,
    /// The work counted: cuts, leaves, and demands checked when a branch with demands is cut.
    pub(crate) work: u64,
}

/// A wall that cuts a part of the level in two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartitionCut {
    /// Whether the wall is a column, with one x for all its cells.
    pub(crate) is_column: bool,
    /// Whether the wall is the band of a parting.
    pub(crate) is_band: bool,
    /// The wall's column or row. Fits `i16`, since levels are less than 2^15 cells wide and high.
    pub(crate) at: i16,
    /// The first leaf before the wall (left or above), and the first one behind it.
    first: [LeafId; 2],
    /// The last leaf found so far before the wall, and the last one behind it.
    last: [LeafId; 2],
}

/// Stands for the level border in [`UncutPart::bounds`], in place of the index of a cut.
const BORDER: u32 = u32::MAX;

/// A part of the level that may still be cut, or becomes a leaf.
#[derive(Clone, Copy, Debug)]
struct UncutPart {
    rect: Rect,
    /// The indices of the cuts that bound `rect` on its left, right, upper and lower side;
    /// [`BORDER`] at the level border.
    bounds: [u32; 4],
    /// The demands to be met inside `rect`, one bit for each index in the list of demands.
    wanted: u32,
    /// Whether the arrival cell lies in `rect`.
    has_arrival: bool,
}

/// Sides in the order of [`UncutPart::bounds`]. A leaf is *behind* the cut on its left or above it,
/// and *before* the cut on its right or below it.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const ABOVE: usize = 2;
const BELOW: usize = 3;

/// The cells of a level that are cut into leaves: all but its border.
pub(crate) fn inside(size: Size) -> Rect {
    Rect::of(1, 1, size.width() - 2, size.height() - 2)
}

impl Partition {
    /// The leaves cut for vaults, each with the index of its vault.
    pub(super) fn leaves_of_vaults(&self) -> impl Iterator<Item = (LeafId, u16)> {
        self.met_demands.iter().filter_map(|&(leaf, source)| Some((leaf, source.vault()?)))
    }

    /// The leaves cut for rooms of other sizes, each with the index of its rule.
    pub(super) fn leaves_of_sizes(&self) -> impl Iterator<Item = (LeafId, u16)> + Clone {
        self.met_demands.iter().filter_map(|&(leaf, source)| Some((leaf, source.size()?)))
    }

    /// Cuts a level into leaves, reusing the buffers of the previous level.
    ///
    /// Meets as many of the demands as fit, earlier ones first. Draws at most three random words
    /// for each cut, and some more in a part with demands. Cost: linear in the leaves.
    pub(crate) fn cut(&mut self, inputs: &PartitionInputs<'_>, draw: &mut impl RandomSource, trace: &mut impl Trace) {
        let PartitionInputs { size, rules, demands, arrival, parting } = *inputs;
        self.leaves.clear();
        self.cuts.clear();
        self.next.clear();
        self.stack.clear();
        self.met_demands.clear();
        (self.parting, self.band, self.before_band) = (parting, None, 0);
        let inside = inside(size);
        let held = demand::demands_in(inside, inputs);
        let wanted = if parting.is_some() { 0 } else { held };
        // A parting leaves out what hardly fits beside the others.
        self.missed = parting.map_or(0, |parting| held & !parting.cut.wanted[0] & !parting.cut.wanted[1]);
        self.work = demands.len() as u64;
        let mut branch = UncutPart { rect: inside, bounds: [BORDER; 4], wanted, has_arrival: arrival.is_some() };
        if let Some(PlacedParting { cut, .. }) = parting {
            let behind = self.part(&mut branch, cut, arrival);
            let PartingCut { is_column, before, width, .. } = cut;
            trace.see(|| Step::Part { part: inside, is_column, before, width });
            self.stack.push(behind);
        }
        loop {
            let behind = if branch.wanted == 0 && !branch.has_arrival {
                draw_split(branch.rect, &rules, None, draw).map(|split| {
                    trace.see(|| split.step(branch.rect));
                    self.split(&mut branch, split)
                })
            } else {
                self.cut_for(&mut branch, inputs, draw, trace)
            };
            if let Some(behind) = behind {
                self.stack.push(behind);
                continue;
            }
            self.add_leaf(&branch);
            let Some(next) = self.stack.pop() else { break };
            if parting.is_some() && self.stack.is_empty() && self.before_band == 0 {
                self.before_band = self.leaves.len() as u32;
            }
            branch = next;
            if self.missed != 0 {
                self.adopt_missed(&mut branch, inputs);
            }
        }
        self.work += (self.leaves.len() + self.cuts.len()) as u64;
    }

    /// Cuts `branch` in two.
    ///
    /// `branch` becomes the part before the wall. Returns the part behind it, which is cut later.
    #[inline(always)]
    fn split(&mut self, branch: &mut UncutPart, split: CutPosition) -> UncutPart {
        let number = self.cuts.len() as u32;
        let mut behind = *branch;
        [branch.rect, behind.rect] = split.halves(branch.rect);
        let at = if split.is_column {
            (branch.bounds[RIGHT], behind.bounds[LEFT]) = (number, number);
            branch.rect.right()
        } else {
            (branch.bounds[BELOW], behind.bounds[ABOVE]) = (number, number);
            branch.rect.bottom()
        };
        let none = [LeafId::NONE; 2];
        self.cuts.push(PartitionCut {
            is_column: split.is_column,
            is_band: false,
            at: at as i16,
            first: none,
            last: none,
        });
        behind
    }

    /// Whether a leaf lies at the band of the parting.
    pub(crate) fn touches_band(&self, leaf: LeafId) -> bool {
        let touches = |band: Rect| self.leaves[leaf.index()].grown(1).is_some_and(|leaf| leaf.overlaps(band));
        self.band.is_some_and(touches)
    }

    /// Adds a leaf and links it to its predecessors. Leaves arrive in tree order, so along any wall
    /// they arrive in ascending position.
    #[inline(always)]
    fn add_leaf(&mut self, branch: &UncutPart) {
        let leaf = LeafId::at(self.leaves.len());
        self.leaves.push(branch.rect);
        self.next.push([LeafId::NONE; 4]);
        for side in [LEFT, RIGHT, ABOVE, BELOW] {
            let Some(cut) = self.cuts.get_mut(branch.bounds[side] as usize) else { continue };
            let behind = usize::from(side == LEFT || side == ABOVE);
            let last = std::mem::replace(&mut cut.last[behind], leaf);
            match self.next.get_mut(last.index()) {
                Some(next) => next[side] = leaf,
                None => cut.first[behind] = leaf,
            }
        }
    }

    /// Calls `meet` for each pair of leaves with a wall between them, with the wall cells that both
    /// touch.
    ///
    /// Visits cuts in order, and each cut from its top or left end. Cost: linear in the leaves;
    /// every step passes at least one leaf of one side. Returns the number of steps.
    pub(crate) fn for_each_meeting(&self, mut meet: impl FnMut(&PartitionCut, [LeafId; 2], Range<i32>)) -> u64 {
        let mut steps = 0;
        for cut in &self.cuts {
            steps += if cut.is_column {
                self.meet_along(cut, [RIGHT, LEFT], |rect| rect.top()..rect.bottom(), &mut meet)
            } else {
                self.meet_along(cut, [BELOW, ABOVE], |rect| rect.left()..rect.right(), &mut meet)
            };
        }
        steps
    }

    /// Merges the two leaf lists along one cut.
    ///
    /// `side_before` and `side_behind` are the sides with which leaves before and behind the cut
    /// touch it. `along` returns a leaf's range of rows or columns along the cut.
    #[inline(always)]
    fn meet_along(
        &self,
        cut: &PartitionCut,
        [side_before, side_behind]: [usize; 2],
        along: impl Fn(Rect) -> Range<i32>,
        meet: &mut impl FnMut(&PartitionCut, [LeafId; 2], Range<i32>),
    ) -> u64 {
        // `LeafId::NONE` is out of range, so one lookup tests for the end of the list and loads the
        // leaf.
        let leaf = |leaf: LeafId| self.leaves.get(leaf.index()).map(|&rect| along(rect));
        let [mut before, mut behind] = cut.first;
        let (Some(mut a), Some(mut b)) = (leaf(before), leaf(behind)) else { return 0 };
        let mut steps = 0;
        loop {
            steps += 1;
            let shared = a.start.max(b.start)..a.end.min(b.end);
            if !shared.is_empty() {
                meet(cut, [before, behind], shared);
            }
            let (past_before, past_behind) = (a.end <= b.end, b.end <= a.end);
            if past_before {
                before = self.next[before.index()][side_before];
                let Some(next) = leaf(before) else { break };
                a = next;
            }
            if past_behind {
                behind = self.next[behind.index()][side_behind];
                let Some(next) = leaf(behind) else { break };
                b = next;
            }
        }
        steps
    }
}

/// The direction and the position of a wall that cuts a rectangle in two.
#[derive(Clone, Copy, Debug)]
struct CutPosition {
    /// Whether the wall is a column.
    is_column: bool,
    /// The number of columns or rows of the rectangle that precede the wall.
    before: i32,
}

impl CutPosition {
    /// The step in which `part` is cut here.
    fn step(self, part: Rect) -> Step {
        Step::Split { part, is_column: self.is_column, before: self.before }
    }

    /// The two parts of `rect` that the wall leaves, the left or upper one first.
    #[inline]
    fn halves(self, rect: Rect) -> [Rect; 2] {
        let Self { is_column, before } = self;
        if is_column {
            [
                Rect::of(rect.left(), rect.top(), before, rect.height()),
                Rect::of(rect.left() + before + 1, rect.top(), rect.width() - before - 1, rect.height()),
            ]
        } else {
            [
                Rect::of(rect.left(), rect.top(), rect.width(), before),
                Rect::of(rect.left(), rect.top() + before + 1, rect.width(), rect.height() - before - 1),
            ]
        }
    }
}

/// Draws where to cut a rectangle; `None` to leave it uncut.
///
/// A cut that would take the arrival cell, or keep it out of reach of a room, moves to the nearest
/// place where it does not.
#[inline(always)]
fn draw_split(
    rect: Rect,
    rules: &PartitionSpec,
    arrival: Option<ArrivalCell>,
    draw: &mut impl RandomSource,
) -> Option<CutPosition> {
    let (width, height) = (rect.width(), rect.height());
    let moved = |is_column: bool, before: i32| {
        let most = if is_column { width } else { height } - 1 - rules.min;
        arrival.map_or(Some(before), |cell| cell.nearest_cut(rect, is_column, before, (rules.min, most)))
    };
    let can_be_cut = |is_column: bool, side: i32| side > 2 * rules.min && moved(is_column, rules.min).is_some();
    let axes = (can_be_cut(true, width), can_be_cut(false, height));
    let must_be_cut = axes.0 && width > rules.max || axes.1 && height > rules.max;
    let is_column = match axes {
        (false, false) => return None,
        _ if !must_be_cut && draw.chance(rules.stop) => return None,
        (true, false) => true,
        (false, true) => false,
        // A square has no longer side, so either direction is equally likely.
        (true, true) if width == height => draw.chance(0.5),
        (true, true) => draw.chance(rules.longer) == (width > height),
    };
    let side = if is_column { width } else { height };
    // The wall takes one cell of the side.
    let rest = side - 1;
    let part = |ratio: f32| ((ratio * rest as f32) as i32).clamp(rules.min, rest - rules.min);
    let before = moved(is_column, draw.within(part(rules.ratio.0), part(rules.ratio.1)))?;
    Some(CutPosition { is_column, before })
}
