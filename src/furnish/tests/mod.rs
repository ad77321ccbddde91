//! Compares drawing and furnishing with slow, plain versions.

mod checker;
mod choices;
mod doors;
mod drawing;
mod floors;
mod levels;
mod pictures;
mod placing;
mod planned_props;
mod points;
mod regions;
mod standing;
mod walking;

use super::FurnishTask;
use crate::{floorplan::FloorPlan, model::Rerolls, preset::Preset, rng::FloorSeed};

const NO_REROLLS: &Rerolls = &Rerolls::none();

impl<'level> FurnishTask<'level> {
    /// Rooms as they are drawn first.
    fn first(preset: &'level Preset, plan: &'level FloorPlan, seed: &'level FloorSeed, difficulty: f32) -> Self {
        Self { preset, plan, seed, difficulty, rerolls: NO_REROLLS }
    }
}
