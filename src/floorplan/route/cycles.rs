//! Cycles: planned second ways between two rooms of the main path.
//!
//! Consumes the path of a [`Route`] and the rules for cycles; marks leaves as [`LeafRole::Detour`]
//! and joins their walls. After the cycles of Dormans, "Cyclic Generation", in: Short and Adams,
//! "Procedural Generation in Game Design", 2017.

use std::ops::RangeInclusive;

use super::{LeafRole, Route};
use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour},
        partition::LeafId,
    },
    model::RoomKind,
    preset::{CycleRule, RampInput, least_at},
    rng::RandomSource,
};

/// A cycle of the route: a way by detours from one leaf of the path to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RouteCycle {
    /// The steps of the path where the cycle leaves it and returns to it, the earlier one first.
    pub(crate) steps: [u32; 2],
    /// The number of detours.
    pub(super) rooms: u32,
    /// The rule of the cycle, as an index into the preset's rules.
    pub(crate) rule: u32,
}

/// The cycles that a level must have by a rule, and lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissingCycles {
    /// The rule, as an index into the preset's rules.
    pub(crate) rule: u32,
    pub(crate) wanted: u32,
    pub(crate) got: u32,
}

/// How the search for a cycle reached a leaf.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CycleVisit {
    /// The search that reached the leaf last, counted from 1; 0 means none.
    search: u32,
    /// Whether the way there crosses a parting.
    crosses: bool,
    /// The leaf before this one, and the wall between the two.
    came: LeafNeighbour,
}

/// A place where a cycle may return to the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct CycleEnd {
    /// The step of the path.
    step: u32,
    /// The last detour, and the wall between it and the path.
    last: LeafNeighbour,
    /// The number of detours on the shortest way there.
    rooms: u32,
}

impl Route {
    /// Adds cycles, rule by rule, through leaves that are neither used nor reserved for others.
    ///
    /// Each cycle draws its chance, the room where it begins, its length and its end, in this
    /// order. Draws nothing without rules. Cost: for each cycle, two searches of the walls within
    /// the greatest length. Checked rules allow at most 128 cycles in a level.
    pub(crate) fn add_cycles<D: RandomSource>(
        &mut self,
        adjacency: &Adjacency,
        rules: &[CycleRule],
        difficulty: f32,
        draw: impl FnOnce() -> D,
    ) {
        self.cycles.clear();
        self.missing_cycles.clear();
        self.detours = 0;
        if rules.is_empty() {
            return;
        }
        let mut draw = draw();
        let input = RampInput::of_level(difficulty);
        self.cycle_visits.clear();
        self.cycle_visits.resize(self.leaf_roles.len(), CycleVisit::default());
        self.work += self.leaf_roles.len() as u64;
        let mut searches = 0;
        for (number, rule) in (0..).zip(rules) {
            let [from, to] = [rule.from, rule.to].map(|(least, most)| self.steps_within(least..=most));
            let (least, most) = rule.rooms_at(difficulty);
            let (wanted, mut got) = (least_at(&rule.least, &rule.most, difficulty), 0);
            for number_of_rule in 0..rule.most.whole_at(input).unsigned_abs() {
                // What a level must have does not depend on the chance.
                if !draw.chance(rule.chance.at(input)) && number_of_rule >= wanted {
                    continue;
                }
                searches += 2;
                let Some((from, to)) = from.clone().zip(to.clone()) else { continue };
                let begin = self.choose_cycle_begin(adjacency, searches - 1, from, to.clone(), most, &mut draw);
                let Some(begin) = begin else { continue };
                self.reach_ends(adjacency, searches, begin, to, most);
                if let Some(end) = self.choose_cycle_end(least, &mut draw) {
                    self.close_cycle(begin, end, number);
                    self.find_crossings(adjacency);
                    got += 1;
                }
            }
            if got < wanted {
                self.missing_cycles.push(MissingCycles { rule: number, wanted, got });
            }
        }
    }

    /// The steps of the path with a progress in `range`; `None` if there are none.
    fn steps_within(&mut self, range: RangeInclusive<f32>) -> Option<RangeInclusive<u32>> {
        let steps = self.path.len() as u32;
        self.work += u64::from(steps);
        let first = (0..steps).find(|&step| range.contains(&self.progress(step)))?;
        let last = (first..steps).take_while(|&step| range.contains(&self.progress(step))).last()?;
        Some(first..=last)
    }

    /// Draws a step in `from` from which at most `most` detours lead to a step in `to`, uniformly;
    /// `None` if there is none.
    fn choose_cycle_begin(
        &mut self,
        adjacency: &Adjacency,
        search: u32,
        from: RangeInclusive<u32>,
        to: RangeInclusive<u32>,
        most: u32,
        draw: &mut impl RandomSource,
    ) -> Option<u32> {
        let mut begins = std::mem::take(&mut self.cycle_begins);
        begins.clear();
        // The search runs backwards, from all ends at once.
        self.flood_open_leaves(adjacency, search, to.clone(), most, |begin, _, _| {
            if from.contains(&begin) && begin < *to.end() {
                begins.push(begin);
            }
        });
        let begin = draw.pick(begins.iter().copied());
        self.cycle_begins = begins;
        begin
    }

    /// Finds the shortest ways from step `begin` of the path to later steps in `to`, by at most
    /// `most` detours. Sets `cycle_ends`, in ascending order of the number of detours.
    fn reach_ends(&mut self, adjacency: &Adjacency, search: u32, begin: u32, to: RangeInclusive<u32>, most: u32) {
        let mut ends = std::mem::take(&mut self.cycle_ends);
        ends.clear();
        self.flood_open_leaves(adjacency, search, begin..=begin, most, |step, last, rooms| {
            if step > begin && to.contains(&step) {
                ends.push(CycleEnd { step, last, rooms });
            }
        });
        self.cycle_ends = ends;
    }

    /// Visits the leaves that may become detours, breadth first from some steps of the path and at
    /// most `most` deep.
    ///
    /// Calls `meet` for each leaf of the path that is reached, once, also for those where the
    /// search starts: with its step, how it is reached, and the number of leaves in between.
    fn flood_open_leaves(
        &mut self,
        adjacency: &Adjacency,
        search: u32,
        starts: RangeInclusive<u32>,
        most: u32,
        mut meet: impl FnMut(u32, LeafNeighbour, u32),
    ) {
        let mut ring = std::mem::take(&mut self.ring);
        ring.clear();
        ring.extend_from_slice(&self.path[*starts.start() as usize..=*starts.end() as usize]);
        let mut first = 0;
        for rooms in 0..=most {
            let end = ring.len();
            for position in first..end {
                let here = ring[position];
                let neighbours = adjacency.neighbours(here);
                self.work += neighbours.len() as u64;
                for &LeafNeighbour { wall, leaf } in neighbours {
                    if self.cycle_visits[leaf.index()].search == search {
                        continue;
                    }
                    // The leaves where the search starts may be visited by an earlier one.
                    let CycleVisit { search: seen, crosses: crossed, .. } = self.cycle_visits[here.index()];
                    let crossed = crossed && seen == search && rooms > 0;
                    let is_crossing = adjacency.is_crossing(wall);
                    // A way spends one crossing at most.
                    let may_cross = || is_crossing && !crossed && self.crossings.allows(adjacency, wall);
                    if adjacency.is_tight(wall) && !may_cross() {
                        continue;
                    }
                    let came = LeafNeighbour { wall, leaf: here };
                    match self.leaf_roles[leaf.index()] {
                        LeafRole::Path(step) if rooms > 0 => meet(step, came, rooms),
                        LeafRole::Unused | LeafRole::Reserved
                            if rooms < most && self.may_be(leaf, RoomKind::Detour) =>
                        {
                            ring.push(leaf);
                        }
                        LeafRole::Unused
                        | LeafRole::Path(_)
                        | LeafRole::Detour { .. }
                        | LeafRole::Bonus { .. }
                        | LeafRole::Reserved => continue,
                    }
                    self.cycle_visits[leaf.index()] = CycleVisit { search, crosses: crossed || is_crossing, came };
                }
            }
            first = end;
        }
        self.ring = ring;
    }

    /// Draws an end with at least `least` detours, each length equally likely; else one of those
    /// with the most detours.
    fn choose_cycle_end(&self, least: u32, draw: &mut impl RandomSource) -> Option<CycleEnd> {
        let ends = &self.cycle_ends[..];
        let longest = ends.last()?.rooms;
        // Ends lie in ascending order of lengths, so each length begins where it differs.
        let begins = |position: usize| position == 0 || ends[position - 1].rooms != ends[position].rooms;
        let lengths = (0..ends.len()).filter(|&at| begins(at) && ends[at].rooms >= least.min(longest));
        let rooms = ends[draw.pick(lengths)?].rooms;
        draw.pick(ends.iter().filter(|end| end.rooms == rooms)).copied()
    }

    fn close_cycle(&mut self, begin: u32, end: CycleEnd, rule: u32) {
        let cycle = self.cycles.len() as u32;
        self.cycles.push(RouteCycle { steps: [begin, end.step], rooms: end.rooms, rule });
        self.detours += end.rooms;
        let mut came = end.last;
        for position in (1..=end.rooms).rev() {
            self.joined[came.wall.index()] = true;
            self.leaf_roles[came.leaf.index()] = LeafRole::Detour { cycle, position };
            came = self.cycle_visits[came.leaf.index()].came;
        }
        self.joined[came.wall.index()] = true;
    }

    /// The cycle that a leaf is a detour of, by position in [`Route::cycles`], and the leaf's
    /// position on its second way.
    #[inline]
    pub(crate) fn detour_at(&self, leaf: LeafId) -> Option<(u32, u32)> {
        match self.leaf_roles[leaf.index()] {
            LeafRole::Detour { cycle, position } => Some((cycle, position)),
            LeafRole::Unused | LeafRole::Path(_) | LeafRole::Bonus { .. } | LeafRole::Reserved => None,
        }
    }

    /// The progress of the detour at `position`, from 1, in a cycle: in equal steps from the one of
    /// the cycle's first end to that of its second.
    pub(super) fn detour_progress(&self, cycle: u32, position: u32) -> f32 {
        let Some(&RouteCycle { steps, rooms, .. }) = self.cycles.get(cycle as usize) else { return 0.0 };
        let [from, to] = steps.map(|step| self.progress(step));
        from + (to - from) * (position as f32 / (rooms + 1) as f32)
    }
}
