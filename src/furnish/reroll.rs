//! Re-rolls: rooms that are furnished again, from their own words under another key.
//!
//! Consumes the first furnishing of a level; produces a furnishing of the re-rolled rooms alone,
//! and puts it in the place of what these rooms had. No other room is looked at but for its first
//! layout, which a memory sees. Members and things of a vault that gave way in the first furnishing
//! are not drawn again: what budgets and limits count stays that of the first draw.

use super::{FurnishTask, Furnisher, LevelFurnishing, StandingProps, context::LevelContext, sort_passage_ends};
use crate::{floorplan::FloorPlan, geom::Cell, rng::SeedStage, trace::Trace};

/// The re-rolled rooms of a level, furnished again. The default is that of a level without any.
#[derive(Clone, Debug, Default)]
pub(crate) struct RerolledRooms {
    /// The ids of the rooms, ascending, each with the number of its re-roll.
    pub(crate) rooms: Vec<(u32, u32)>,
    /// The furnishing of these rooms alone, in their order.
    pub(crate) furnishing: LevelFurnishing,
}

impl Furnisher {
    /// Furnishes the re-rolled rooms of a plan again.
    ///
    /// `first` is the first furnishing of the level. Cost: that of furnishing each of these rooms,
    /// linear in rooms and passages, and a sort of the first props of these rooms that have vaults.
    /// Nothing without re-rolls.
    pub(crate) fn furnish_again(
        &mut self,
        task: FurnishTask<'_>,
        first: &LevelFurnishing,
        trace: &mut impl Trace,
    ) -> RerolledRooms {
        if task.rerolls.is_empty() {
            return RerolledRooms::default();
        }
        self.furnish_rerolled(task, first, trace)
    }

    #[cold]
    fn furnish_rerolled(
        &mut self,
        task: FurnishTask<'_>,
        first: &LevelFurnishing,
        trace: &mut impl Trace,
    ) -> RerolledRooms {
        let FurnishTask { preset, plan, seed, rerolls, .. } = task;
        let mut ends = std::mem::take(&mut self.ends);
        sort_passage_ends(plan, &mut ends);
        let rooms: Vec<_> = rerolls.iter().take_while(|&(room, _)| (room as usize) < plan.rooms.len()).collect();
        let with_vaults = rooms.iter().map(|&(room, _)| room).filter(|&room| plan.rooms[room as usize].vault.is_some());
        let stood = StandingProps::of(with_vaults, plan, first, |_| true);
        let level = LevelContext { first: Some(&stood), ..task.level(&ends) };
        self.begin(preset);
        self.choice.begin_level(preset, plan.rooms.len());
        let mut again = LevelFurnishing { used: vec![false; preset.kinds.len()], ..LevelFurnishing::default() };
        for &(room, number) in &rooms {
            let id = room as usize;
            let mut draw = seed.rerolled(number).leaves(SeedStage::Furnish);
            draw.move_to(plan.rooms[id].leaf);
            let chosen = self.choice.layout_again(level, id, &first.layouts, &mut draw);
            let remembered = self.choice.take_work();
            trace.count(|| remembered);
            self.furnish_chosen(level, id, chosen, &mut draw, &mut again, trace);
        }
        self.ends = ends;
        RerolledRooms { rooms, furnishing: again }
    }
}

impl RerolledRooms {
    pub(crate) fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }

    /// Whether a room is one of them.
    pub(crate) fn has(&self, room: u32) -> bool {
        self.rooms.binary_search_by_key(&room, |&(room, _)| room).is_ok()
    }

    /// The new cells of the planned props of these rooms, each with its position in the plan.
    pub(crate) fn planned_cells<'a>(&'a self, plan: &'a FloorPlan) -> impl Iterator<Item = (usize, Cell)> + 'a {
        let of_room = |&(room, _): &(u32, u32)| {
            let from = plan.props.partition_point(|prop| prop.room < room);
            from..from + plan.props_of(room).len()
        };
        self.rooms.iter().flat_map(of_room).zip(self.furnishing.planned.iter().copied())
    }

    /// Puts these rooms in the place of what they were in the first furnishing, but for their
    /// spaces and slots.
    ///
    /// Cost: a copy of the level's props. Nothing without re-rolls.
    pub(crate) fn replace_in(self, plan: &FloorPlan, first: &mut LevelFurnishing) {
        if self.is_empty() {
            return;
        }
        for (position, cell) in self.planned_cells(plan) {
            first.planned[position] = cell;
        }
        for (&(room, _), &layout) in self.rooms.iter().zip(&self.furnishing.layouts) {
            first.layouts[room as usize] = layout;
        }
        first.missing.retain(|missing| !self.has(missing.room));
        first.offers.retain(|offer| {
            let prop = offer.props.first().and_then(|&id| first.props.get(id as usize));
            prop.is_some_and(|prop| !self.has(prop.room))
        });
        first.terrain.retain(|laid| !self.has(laid.room));
        let LevelFurnishing { props: new, mut offers, missing, terrain, .. } = self.furnishing;
        first.missing.extend(missing);
        first.terrain.extend(terrain);
        // Where each prop of the two lists comes to lie.
        let old = std::mem::take(&mut first.props);
        let mut all = Vec::with_capacity(old.len() + new.len());
        let (mut old_ids, mut new_ids) = (vec![0; old.len()], vec![0; new.len()]);
        let (mut old_at, mut new_at) = (0, 0);
        for (room, _) in self.rooms {
            while let Some(prop) = old.get(old_at).filter(|prop| prop.room < room) {
                old_ids[old_at] = all.len() as u32;
                all.push(*prop);
                old_at += 1;
            }
            old_at += old[old_at..].partition_point(|prop| prop.room == room);
            while let Some(prop) = new.get(new_at).filter(|prop| prop.room == room) {
                new_ids[new_at] = all.len() as u32;
                all.push(*prop);
                new_at += 1;
            }
        }
        for (id, prop) in old_ids[old_at..].iter_mut().zip(&old[old_at..]) {
            *id = all.len() as u32;
            all.push(*prop);
        }
        first.renumber_offers(|id| old_ids[id as usize]);
        offers.iter_mut().flat_map(|offer| &mut offer.props).for_each(|id| *id = new_ids[*id as usize]);
        first.offers.append(&mut offers);
        // Stable: the offers of a room keep their order.
        first
            .offers
            .sort_by_key(|offer| offer.props.first().and_then(|&id| all.get(id as usize)).map(|prop| prop.room));
        first.used.fill(false);
        all.iter().for_each(|prop| first.used[usize::from(prop.kind)] = true);
        first.props = all;
    }
}
