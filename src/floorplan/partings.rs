//! Partings: where a strip of terrain parts the level in two.
//!
//! Consumes the rules, the demands for leaves and random words; produces the first cut of the
//! partition, which is as wide as the strip. A place that meets fewer of the demands than the whole
//! level would is none. Both sides are whole partitions, connected each by itself, so one crossing
//! connects the level.

use super::{
    Note, NoteCode, PlanContext,
    arrival::ArrivalCell,
    partition::{self, LeafDemand, PartingCut, PathEnd, PlacedParting},
};
use crate::{
    geom::Rect,
    preset::{PartingEnds, PartingRule, PartitionSpec},
    rng::{RandomSource, SeedStage},
    trace::Trace,
};

/// Where along an axis the band may lie, in tenths of the level's side: first in its middle part,
/// so that both sides hold several rooms.
const MIDDLE: (i32, i32) = (3, 7);
/// Then anywhere.
const ALL: (i32, i32) = (0, 10);

/// Draws whether the level has a parting, and where. Returns a note if it finds no place.
///
/// In a level that is to have one, moves demands for an end of the path before all others: each
/// side has one end at most, and what else is wanted may lie on either.
///
/// Draws nothing in a preset without partings; else the chance, the width, the number of crossings,
/// the axis, and where the search for a place begins. Cost: a packing of the demands for each
/// place, of which there are as many as columns and rows.
pub(super) fn place(
    context: &mut PlanContext<'_, impl Trace>,
    rules: &PartitionSpec,
    demands: &mut [LeafDemand],
) -> (Option<PlacedParting>, Option<Note>) {
    let preset = context.preset;
    let Some(rule) = preset.partings.first() else { return (None, None) };
    let draw = &mut context.stream(SeedStage::Partings);
    if !draw.chance(rule.chance.at(context.level_input())) {
        return (None, None);
    }
    demands.sort_by_key(|demand| demand.only().is_none());
    let demands = &*demands;
    let &PartingRule { width, crossings: (least, most), ends, .. } = rule;
    let width = draw.within(width.0, width.1);
    let crossings = least + draw.below(most - least + 1);
    let inside = partition::inside(preset.size());
    // Across the longer side as a rule, so that both parts are near a square.
    let is_column = draw.chance(rules.longer) == (inside.width() >= inside.height());
    let turn = draw.word();
    let parts_ends = ends == PartingEnds::Apart;
    let site = PartingSite { inside, rules, demands, arrival: context.arrival(), parts_ends };
    let mut tried = 0;
    let cut = site.find(is_column, width, turn, &mut tried);
    context.trace.count(|| tried * (1 + demands.len() as u64).pow(2));
    let placed = cut.map(|cut| PlacedParting { rule: 0, cut, crossings, parts_ends });
    let note = || {
        let about = format!("{}: the level has no place for it beside what else the preset asks for", rule.name);
        Note { code: NoteCode::PartingShort, wanted: 1, got: 0, about: Some(about) }
    };
    (placed, placed.is_none().then(note))
}

/// What decides where a parting has a place.
#[derive(Clone, Copy, Debug)]
struct PartingSite<'a> {
    /// The level without its border.
    inside: Rect,
    rules: &'a PartitionSpec,
    demands: &'a [LeafDemand],
    arrival: Option<ArrivalCell>,
    /// Whether the path begins and ends on different sides.
    parts_ends: bool,
}

impl PartingSite<'_> {
    /// The first place from a drawn one on where both sides together meet the demands that the
    /// whole level would meet: along this axis, near the middle, then anywhere; then along the
    /// other axis.
    ///
    /// First with what is for the start of the path and what is for its end on different sides, if
    /// the ends are to be parted: the end on the smaller one, since what opens a crossing is found
    /// before it.
    fn find(&self, is_column: bool, width: i32, turn: u32, tried: &mut u64) -> Option<PartingCut> {
        let [whole] = partition::pack([self.inside], self.demands, self.rules.min, |_, _| true);
        let ends = self.demands.iter().any(|demand| demand.only().is_some());
        let sides: &[_] = if self.parts_ends && ends { &[Some(true), Some(false), None] } else { &[None] };
        let axes =
            [is_column, !is_column].into_iter().flat_map(|is_column| [true, false].map(|near| (is_column, near)));
        sides.iter().find_map(|&ends_on_smaller| {
            axes.clone().find_map(|(is_column, is_near)| {
                self.places(is_column, width, is_near, turn).find_map(|cut| {
                    *tried += 1;
                    self.fits(cut, whole, ends_on_smaller)
                })
            })
        })
    }

    /// The places along an axis from a drawn one on: those near the middle, or all others.
    fn places(
        &self,
        is_column: bool,
        width: i32,
        is_near: bool,
        turn: u32,
    ) -> impl Iterator<Item = PartingCut> + use<> {
        let (smallest, side) = (self.rules.min, if is_column { self.inside.width() } else { self.inside.height() });
        let within = |(from, to): (i32, i32)| {
            let last = (side - width - smallest).min(side * to / 10 - width);
            smallest.max(side * from / 10)..last + 1
        };
        let near = within(MIDDLE);
        let part = if is_near { near.clone() } else { within(ALL) };
        let places = (part.end - part.start).max(0);
        // The drawn number is a fraction of the places.
        let drawn = ((u64::from(turn) * u64::from(places.unsigned_abs())) >> 32) as i32;
        let befores = (0..places).map(move |number| part.start + (drawn + number) % places);
        let others = befores.filter(move |before| is_near || !near.contains(before));
        others.map(move |before| PartingCut { is_column, before, width, wanted: [0; 2] })
    }

    /// The cut, with the demands of both sides, if together these meet as much as the whole level.
    ///
    /// The end of the path is for the smaller side or for the other one, if it matters.
    fn fits(&self, cut: PartingCut, whole: u32, ends_on_smaller: Option<bool>) -> Option<PartingCut> {
        let [one, _, other] = cut.parts(self.inside);
        let end_side = ends_on_smaller.map(|on_smaller| usize::from((other.area() < one.area()) == on_smaller));
        let is_clear = self
            .arrival
            .is_none_or(|arrival| arrival.is_clear_of(self.inside, cut.is_column, cut.before..cut.before + cut.width));
        let arrives_at_end = |side: usize| self.arrival.is_some_and(|cell| cell.is_in([one, other][side]));
        if !is_clear || end_side.is_some_and(arrives_at_end) {
            return None;
        }
        let may_lie = |side: usize, demand: &LeafDemand| match (end_side, demand.only()) {
            (Some(end), Some(PathEnd::End)) => side == end,
            (Some(end), Some(PathEnd::Start)) => side != end,
            (None, _) | (_, None) => true,
        };
        let wanted = partition::pack([one, other], self.demands, self.rules.min, may_lie);
        let met = wanted[0] | wanted[1];
        (met == whole || met.count_ones() > whole.count_ones()).then_some(PartingCut { wanted, ..cut })
    }
}
