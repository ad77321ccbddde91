//! What all stages of planning share: preset, request, random words and observer.

use super::{arrival::ArrivalCell, inset::least_margin};
use crate::{
    deals::FloorDeals,
    geom::Cell,
    preset::{Preset, RampInput},
    rng::{FloorSeed, SeedStage, WordStream},
};

/// The rules, the request, the random words and the observer of one level.
#[derive(Debug)]
pub(crate) struct PlanContext<'a, T> {
    pub(crate) preset: &'a Preset,
    pub(crate) seed: &'a FloorSeed,
    pub(crate) difficulty: f32,
    /// The cell where the player should arrive, if the caller asks for one.
    pub(crate) start: Option<Cell>,
    /// What the floor is dealt, if its number does not say that.
    pub(crate) deals: Option<&'a FloorDeals>,
    pub(crate) trace: &'a mut T,
}

impl<'a, T> PlanContext<'a, T> {
    pub(crate) fn new(preset: &'a Preset, seed: &'a FloorSeed, difficulty: f32, trace: &'a mut T) -> Self {
        Self { preset, seed, difficulty, start: None, deals: None, trace }
    }

    pub(crate) fn starting_at(self, start: Option<Cell>) -> Self {
        Self { start, ..self }
    }

    pub(crate) fn dealt(self, deals: Option<&'a FloorDeals>) -> Self {
        Self { deals, ..self }
    }

    /// The cell where the player should arrive, if a room can hold it.
    pub(super) fn arrival(&self) -> Option<ArrivalCell> {
        ArrivalCell::new(self.start?, self.preset.size(), least_margin(self.preset.style))
    }

    /// The input to ramps over the difficulty alone.
    pub(super) fn level_input(&self) -> RampInput {
        RampInput::of_level(self.difficulty)
    }

    /// The random words of a stage that works on the level as a whole.
    pub(super) fn stream(&self, stage: SeedStage) -> WordStream {
        self.seed.stream(stage)
    }
}
