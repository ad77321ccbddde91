//! The next re-roll by which a room looks different.

use super::{LevelStages, furnish_task, request::Request};
use crate::{
    floorplan::FloorPlan,
    furnish::{LevelFurnishing, PlacedTerrain, RerolledRooms},
    model::{PropRecord, Rerolls},
    populate::LevelPopulation,
    preset::Preset,
    rng::FloorSeed,
    trace::NoTrace,
};

/// The most numbers that are tried.
const MOST_TRIED: usize = 16;

impl LevelStages {
    /// See [`Generator::next_reroll`](super::Generator::next_reroll).
    pub(super) fn next_reroll(&mut self, preset: &Preset, request: &Request, room: u32) -> Option<u32> {
        let (seed, shown) = (request.floor_seed(), request.rerolls.get(room));
        // Another room's re-roll changes nothing of this one.
        let request = Request { rerolls: Rerolls::none(), ..request.clone() };
        let mut plan = self.plan(preset, &request, &seed, &mut NoTrace);
        if room as usize >= plan.rooms.len() {
            return None;
        }
        self.free_planner(preset);
        let population = self.allow(preset, &request, &mut plan, &seed, &mut NoTrace);
        let first = self.furnisher.furnish(furnish_task(preset, &plan, &seed, &request), &mut NoTrace);
        let mut level = FurnishedLevel { stages: self, preset, request, plan, seed, population, first, room };
        let before = level.furnished(shown);
        let look = level.look(shown, &before);
        // Where budgets place nothing, populating changes nothing.
        let none = RerolledRooms::default();
        let has_bought = preset.has_budgets() && level.populated(0, &none) != level.look(0, &none);
        let bought = has_bought.then(|| level.populated(shown, &before));
        (shown..u32::MAX).take(MOST_TRIED).map(|number| number + 1).find(|&number| {
            let again = level.furnished(number);
            level.look(number, &again) != look
                || bought.as_ref().is_some_and(|bought| level.populated(number, &again) != *bought)
        })
    }
}

/// A level up to its first furnishing, one room of which is furnished again.
struct FurnishedLevel<'stages> {
    stages: &'stages mut LevelStages,
    preset: &'stages Preset,
    request: Request,
    plan: FloorPlan,
    seed: FloorSeed,
    population: LevelPopulation,
    first: LevelFurnishing,
    room: u32,
}

/// What one sees of a room: its layout, its terrain as it is laid, and its props in any order, each
/// in the middle of its cells.
#[derive(PartialEq)]
struct RoomLook {
    layout: Option<u16>,
    terrain: Vec<PlacedTerrain>,
    props: Vec<PropRecord>,
}

impl FurnishedLevel<'_> {
    /// The room by its re-roll of a number, furnished alone; nothing for the first furnishing.
    fn furnished(&mut self, number: u32) -> RerolledRooms {
        self.request.rerolls.set(self.room, number);
        let Self { stages, preset, request, plan, seed, first, .. } = self;
        stages.furnisher.furnish_again(furnish_task(preset, plan, seed, request), first, &mut NoTrace)
    }

    /// The room before budgets place anything.
    fn look(&self, number: u32, again: &RerolledRooms) -> RoomLook {
        match number {
            0 => self.look_in(&self.first, self.room as usize),
            _ => self.look_in(&again.furnishing, 0),
        }
    }

    /// The room with what budgets place in it.
    fn populated(&mut self, number: u32, again: &RerolledRooms) -> RoomLook {
        let (mut population, mut furnishing) = (self.population.clone(), self.first.clone());
        let again = if number == 0 { RerolledRooms::default() } else { again.clone() };
        let Self { stages, preset, plan, seed, request, .. } = self;
        let (difficulty, trace) = (request.difficulty, &mut NoTrace);
        stages.populator.populate(preset, plan, &mut population, &mut furnishing, again, seed, difficulty, trace);
        self.look_in(&furnishing, self.room as usize)
    }

    /// The room in a furnishing, whose list of layouts has it at `position`.
    fn look_in(&self, furnishing: &LevelFurnishing, position: usize) -> RoomLook {
        let props = furnishing.props.iter().filter(|prop| prop.room == self.room);
        let mut props: Vec<_> = props.map(|&prop| PropRecord { offset: [0; 2], ..prop }).collect();
        props.sort_unstable();
        let terrain = furnishing.terrain.iter().filter(|laid| laid.room == self.room).copied();
        RoomLook { layout: furnishing.layouts.get(position).copied().flatten(), terrain: terrain.collect(), props }
    }
}
