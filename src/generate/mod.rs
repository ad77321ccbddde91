//! The whole pipeline: from a preset and a request to a level.

mod assemble;
mod request;
mod reroll;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;

pub use request::{REVISION, Request};

use crate::{
    floorplan::{FloorPlan, PlanContext, Planner},
    furnish::{FurnishTask, Furnisher, LevelFurnishing},
    level::{Level, LevelStage},
    populate::{LevelPopulation, Populator},
    preset::Preset,
    rng::FloorSeed,
    trace::{NoTrace, Stage, Step, StepObserver, Trace},
};
use assemble::assemble;

/// Generates the level of a preset and a seed (or a [`Request`]).
///
/// It cannot fail. The same preset, size and request give the same level on every platform, within
/// one [`REVISION`].
///
/// Cost: for one preset linear in cells and props, some nanoseconds per cell. An observer sees the
/// counted work ([`Step::End`]). For several levels of one preset, a [`Generator`] is faster.
///
/// ```
/// let preset = roomgen::Preset::built_in("crypt")?;
/// let level = roomgen::generate(&preset, 42);
/// assert_eq!(level, roomgen::generate(&preset, 42));
/// # Ok::<(), roomgen::error::RequestError>(())
/// ```
#[must_use]
pub fn generate(preset: &Preset, request: impl Into<Request>) -> Level {
    Generator::new(preset).generate(request)
}

/// The largest number of cells of a level whose planner buffers are reused for the next level.
///
/// Buffers of larger levels are freed before furnishing: allocating them again takes about 2 % of
/// the time of a level, and keeping them would add half to the peak memory.
const REUSE_CELLS: u32 = 1 << 17;

/// Generates levels of one preset one after the other and reuses its buffers.
///
/// `P` is the preset, or anything that lends it: `&Preset`, `Arc<Preset>`, `Box<Preset>`. With an
/// owned preset or an `Arc`, the generator has no lifetime, and a game can store it. A type of
/// one's own must lend the same preset at each call.
///
/// A small level from a kept generator takes about half the time of one from [`generate`]. The
/// planner's buffers are reused only for levels of up to 2^17 cells.
///
/// ```
/// use roomgen::{Generator, Preset};
///
/// struct Game {
///     generator: Generator,
/// }
///
/// let mut game = Game { generator: Generator::new(Preset::built_in("crypt")?) };
/// let level = game.generator.generate(42);
/// assert_eq!(level, roomgen::generate(game.generator.preset(), 42));
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator<P = Preset> {
    preset: P,
    stages: LevelStages,
}

impl<P: Borrow<Preset>> Generator<P> {
    /// A generator of levels of `preset`. It allocates nothing before the first level.
    #[must_use]
    pub fn new(preset: P) -> Self {
        Self { preset, stages: LevelStages::default() }
    }

    /// The preset whose levels it generates.
    #[must_use]
    pub fn preset(&self) -> &Preset {
        self.preset.borrow()
    }

    /// Generates the level of a seed or request, the same as the function [`generate`].
    #[must_use]
    pub fn generate(&mut self, request: impl Into<Request>) -> Level {
        self.stages.generate(self.preset.borrow(), &request.into())
    }

    /// Makes the floor plan of a seed or request, with its tiles: rooms, passages and path, without
    /// props.
    #[must_use]
    pub fn floor_plan(&mut self, request: impl Into<Request>) -> FloorPlan {
        let request = request.into();
        self.stages.plan(self.preset.borrow(), &request, &request.floor_seed(), &mut NoTrace)
    }

    /// Generates the level of a seed or request as far as `stage`. A plan is a level that has only
    /// what [`LevelStage::Plan`] lists; a game needs more of it.
    ///
    /// ```
    /// use roomgen::{Generator, Preset, level::LevelStage};
    ///
    /// let mut generator = Generator::new(Preset::built_in("crypt")?);
    /// let plan = generator.generate_to(LevelStage::Plan, 42);
    /// assert_eq!(plan.passages(), generator.generate(42).passages());
    /// assert_eq!(plan.props().len(), 0);
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn generate_to(&mut self, stage: LevelStage, request: impl Into<Request>) -> Level {
        match stage {
            LevelStage::Plan => self.stages.generate_plan(self.preset.borrow(), &request.into()),
            LevelStage::Whole => self.generate(request),
        }
    }

    /// Generates the level of a seed or request if its plan, as of [`Generator::generate_to`], is
    /// wanted.
    #[must_use]
    pub fn generate_if(
        &mut self,
        request: impl Into<Request>,
        is_wanted: &mut dyn FnMut(&Level) -> bool,
    ) -> Option<Level> {
        self.stages.generate_if(self.preset.borrow(), &request.into(), is_wanted)
    }

    /// The number of the next re-roll by which a room looks different: its layout or terrain, or
    /// kinds, cells or turns of its props, are not those of the level of `request`. A level has
    /// [`Origin::request`](crate::level::Origin::request).
    ///
    /// Tries the 16 numbers after that of the room in the request; `None` if by all of them the
    /// room looks as it does, or if it is not there.
    ///
    /// Cost: that of a level, and of furnishing the room once for each number; where this changes
    /// nothing, and budgets placed something in the room, also of populating the level.
    ///
    /// ```
    /// use roomgen::{Generator, Preset, Request};
    ///
    /// let mut generator = Generator::new(Preset::built_in("crypt")?);
    /// let number = generator.next_reroll(42, 3).expect("another look of room 3");
    /// let other = generator.generate(Request::new(42).with_reroll(3, number)?);
    /// assert_ne!(other, generator.generate(42));
    /// let after = generator.next_reroll(other.origin().request()?, 3);
    /// assert!(after.is_none_or(|after| after > number));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn next_reroll(&mut self, request: impl Into<Request>, room: u32) -> Option<u32> {
        self.stages.next_reroll(self.preset.borrow(), &request.into(), room)
    }

    /// Like [`Generator::generate`], handing each step to `see` as it happens.
    #[must_use]
    pub fn generate_stepwise(&mut self, request: impl Into<Request>, see: &mut dyn FnMut(Step)) -> Level {
        self.stages.generate_stepwise(self.preset.borrow(), &request.into(), see)
    }

    /// Like [`Generator::generate`], furnishing rooms on all threads of the current `rayon` pool.
    ///
    /// This is faster for levels of some hundred thousand cells or more.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn generate_in_parallel(&mut self, request: impl Into<Request>) -> Level {
        let (preset, request) = (self.preset.borrow(), &request.into());
        let seed = request.floor_seed();
        let mut plan = self.stages.plan(preset, request, &seed, &mut NoTrace);
        self.stages.free_planner(preset);
        let mut population = self.stages.allow(preset, request, &mut plan, &seed, &mut NoTrace);
        let task = furnish_task(preset, &plan, &seed, request);
        let mut furnishing = Furnisher::furnish_in_parallel(task);
        let again = self.stages.furnisher.furnish_again(task, &furnishing, &mut NoTrace);
        let populator = &mut self.stages.populator;
        populator.populate(
            preset,
            &plan,
            &mut population,
            &mut furnishing,
            again,
            &seed,
            request.difficulty,
            &mut NoTrace,
        );
        assemble(preset, request, plan, furnishing, population)
    }
}

/// What furnishing reads of a request.
fn furnish_task<'a>(
    preset: &'a Preset,
    plan: &'a FloorPlan,
    seed: &'a FloorSeed,
    request: &'a Request,
) -> FurnishTask<'a> {
    FurnishTask { preset, plan, seed, difficulty: request.difficulty, rerolls: &request.rerolls }
}

/// A plan as a level in which nothing is furnished.
fn assemble_plan(preset: &Preset, request: &Request, plan: FloorPlan) -> Level {
    let furnishing = LevelFurnishing { layouts: vec![None; plan.rooms.len()], ..LevelFurnishing::default() };
    assemble(preset, request, plan, furnishing, LevelPopulation::default())
}

/// The stages of generation, with their buffers.
///
/// Their methods for levels are not generic, so that the code of all stages is compiled once, here,
/// and not again in each crate that has a generator.
#[derive(Clone, Debug, Default)]
struct LevelStages {
    planner: Planner,
    furnisher: Furnisher,
    populator: Populator,
}

impl LevelStages {
    fn generate(&mut self, preset: &Preset, request: &Request) -> Level {
        self.traced(preset, request, &mut NoTrace)
    }

    fn generate_stepwise(&mut self, preset: &Preset, request: &Request, see: &mut dyn FnMut(Step)) -> Level {
        self.traced(preset, request, &mut StepObserver::new(see))
    }

    fn generate_plan(&mut self, preset: &Preset, request: &Request) -> Level {
        let plan = self.plan(preset, request, &request.floor_seed(), &mut NoTrace);
        assemble_plan(preset, request, plan)
    }

    fn generate_if(
        &mut self,
        preset: &Preset,
        request: &Request,
        is_wanted: &mut dyn FnMut(&Level) -> bool,
    ) -> Option<Level> {
        let plan = self.plan(preset, request, &request.floor_seed(), &mut NoTrace);
        let is_wanted = is_wanted(&assemble_plan(preset, request, plan.clone()));
        is_wanted.then(|| self.furnished(preset, request, plan, &mut NoTrace))
    }

    fn traced(&mut self, preset: &Preset, request: &Request, trace: &mut impl Trace) -> Level {
        let plan = self.plan(preset, request, &request.floor_seed(), trace);
        self.furnished(preset, request, plan, trace)
    }

    /// Makes the level of a plan.
    fn furnished(&mut self, preset: &Preset, request: &Request, mut plan: FloorPlan, trace: &mut impl Trace) -> Level {
        let seed = request.floor_seed();
        self.free_planner(preset);
        let mut population = self.allow(preset, request, &mut plan, &seed, trace);
        trace.end(Stage::Allowances);
        let task = furnish_task(preset, &plan, &seed, request);
        let mut furnishing = self.furnisher.furnish(task, trace);
        let again = self.furnisher.furnish_again(task, &furnishing, trace);
        trace.end(Stage::Furnishing);
        self.populator.populate(
            preset,
            &plan,
            &mut population,
            &mut furnishing,
            again,
            &seed,
            request.difficulty,
            trace,
        );
        trace.end(Stage::Population);
        let level = assemble(preset, request, plan, furnishing, population);
        trace.end(Stage::Level);
        level
    }

    fn plan(&mut self, preset: &Preset, request: &Request, seed: &FloorSeed, trace: &mut impl Trace) -> FloorPlan {
        let context = PlanContext::new(preset, seed, request.difficulty, trace);
        self.planner.plan(context.starting_at(request.start).dealt(request.deals()))
    }

    /// Gives the rooms of a plan their allowances.
    fn allow(
        &mut self,
        preset: &Preset,
        request: &Request,
        plan: &mut FloorPlan,
        seed: &FloorSeed,
        trace: &mut impl Trace,
    ) -> LevelPopulation {
        self.populator.plan(preset, plan, seed, request.deals(), request.difficulty, trace)
    }

    /// Frees the planner's buffers if the level is large, before furnishing allocates its own.
    fn free_planner(&mut self, preset: &Preset) {
        if preset.size().cells() > REUSE_CELLS {
            self.planner = Planner::default();
        }
    }
}
