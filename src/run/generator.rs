//! Generates the levels of a run: the next one, or any.

use std::{borrow::Borrow, collections::BTreeMap, sync::Arc};

use super::{MissingFloor, Run, RunFloor};
use crate::{
    deals::{FloorDeals, RunDeals},
    generate::{Generator, Request},
    geom::Cell,
    level::{Level, RunOrigin},
    model::NamedSeed,
    preset::Preset,
};

/// Generates the levels of a run for one seed: as an iterator one after the other, in the order of
/// their numbers, or any of them by its number.
///
/// It keeps where the stairs of the planned floors are, so that each floor above is planned once.
/// The bytes of a level are the same in any order. `R` is the run, or anything that lends it.
///
/// ```
/// use roomgen::run::{Run, RunGenerator};
///
/// let mut generator = RunGenerator::new(Run::built_in("delve")?, 42);
/// let fourth = generator.level(3).expect("a fourth floor");
/// assert_eq!(generator.nth(3), Some(fourth));
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Debug)]
pub struct RunGenerator<R = Run> {
    run: R,
    seed: NamedSeed,
    floors: Vec<RunFloor>,
    /// The position of the next floor in `floors`.
    next: usize,
    deals: RunDeals,
    /// What the floors so far were dealt, in the order of `floors`.
    dealt: Vec<Arc<FloorDeals>>,
    /// Where the ways down of the planned floors are, by number.
    ways: BTreeMap<u32, WaysDown>,
    /// By the position of the merged preset.
    generators: BTreeMap<usize, Generator<Arc<Preset>>>,
    /// Where one arrives on the first floor, if that is asked for.
    start: Option<Cell>,
}

/// The cells of a floor from which one goes down.
#[derive(Clone, Debug)]
struct WaysDown {
    exit: Cell,
    /// The stairs to branches, by name.
    stairs: Vec<(String, Cell)>,
}

impl WaysDown {
    /// Those of a level, or of its plan.
    fn of(level: &Level) -> Self {
        let stairs = level.stairs().iter().map(|stairs| (stairs.to.to_string(), stairs.cell)).collect();
        Self { exit: level.exit(), stairs }
    }
}

impl<R: Borrow<Run>> RunGenerator<R> {
    /// A generator of the levels of a seed. Cost: linear in the floors.
    #[must_use]
    pub fn new(run: R, seed: impl Into<NamedSeed>) -> Self {
        let seed = seed.into();
        let (floors, deals) = (run.borrow().floors(seed.number()), RunDeals::new(seed.number()));
        let (dealt, ways, generators) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        Self { run, seed, floors, next: 0, deals, dealt, ways, generators, start: None }
    }

    /// The same run, whose first floor has the player arrive at this cell, or the nearest possible
    /// one. It is for runs of one preset: a run of a text does not make such a level again.
    #[must_use]
    pub fn starting_at(self, start: impl Into<Option<Cell>>) -> Self {
        Self { start: start.into(), ways: BTreeMap::new(), ..self }
    }

    /// Goes on to the run of another seed, and keeps its buffers: faster than a new generator.
    pub fn restart(&mut self, seed: impl Into<NamedSeed>) {
        self.seed = seed.into();
        self.floors = self.run.borrow().floors(self.seed.number());
        self.deals = RunDeals::new(self.seed.number());
        self.next = 0;
        self.dealt.clear();
        self.ways.clear();
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        self.run.borrow()
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> &NamedSeed {
        &self.seed
    }

    /// The floors that the seed draws, in the order of their numbers. Those of a branch are left
    /// out of the run if no room of the floor above suits its stair:
    /// [`RunGenerator::floors_there`].
    #[must_use]
    pub fn floors(&self) -> &[RunFloor] {
        &self.floors
    }

    /// The floors that can be made, in the order of their numbers: those of branches whose stair
    /// found no room are not among them. Cost: that of planning the floors above branches.
    pub fn floors_there(&mut self) -> Vec<RunFloor> {
        let branches: Vec<_> = self.floors.iter().flat_map(|floor| floor.branches.clone()).collect();
        let left_out: Vec<_> = branches.into_iter().filter(|(_, first)| self.request(*first).is_none()).collect();
        let of_branch = |floor: &RunFloor| left_out.iter().any(|(name, _)| floor.branch.as_ref() == Some(name));
        self.floors.iter().filter(|floor| !of_branch(floor)).cloned().collect()
    }

    /// The error that the run has no floor of a number. Cost: that of
    /// [`RunGenerator::floors_there`].
    pub fn missing_floor(&mut self, floor: u32) -> MissingFloor {
        let floors = self.floors_there();
        let ranges = floors.chunk_by(|one, next| one.number + 1 == next.number);
        let ranges = ranges.filter_map(|range| Some(range.first()?.number..=range.last()?.number)).collect();
        MissingFloor { seed: self.seed.number(), floor, floors: ranges }
    }

    /// The preset of the floor with this number; `None` if there is no such floor.
    #[must_use]
    pub fn preset(&self, floor: u32) -> Option<&Preset> {
        Some(self.run.borrow().preset_of(&self.floors[self.index_of(floor)?]))
    }

    /// The request of the floor with this number, to be made with its
    /// [preset](RunGenerator::preset): for its level with rooms furnished anew, or its plan.
    ///
    /// `None` if there is no such floor: if the run of this seed has none, or the stair to its
    /// branch found no room. Cost: that of planning the floors above.
    ///
    /// ```
    /// use roomgen::{generate, run::Run};
    ///
    /// let run = Run::built_in("delve")?;
    /// let mut generator = run.generator(42);
    /// let request = generator.request(2).expect("a third floor").with_reroll(4, 1)?;
    /// let level = generate(generator.preset(2).expect("a third floor"), request);
    /// assert_eq!(level.exit(), run.level(42, 2).expect("a third floor").exit());
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn request(&mut self, floor: u32) -> Option<Request> {
        let last = self.index_of(floor)?;
        // The floors above, from the lowest to the first whose ways are known.
        let mut above = Vec::new();
        let mut at = last;
        while let Some(number) = self.floors[at].above {
            at = self.index_of(number)?;
            if self.ways.contains_key(&number) {
                break;
            }
            above.push(at);
        }
        for at in above.into_iter().rev() {
            let request = self.request_below(at)?;
            let plan = self.generator(at).floor_plan(&request);
            let stairs = plan.stairs.iter().map(|stairs| (stairs.to.to_string(), stairs.cell)).collect();
            self.ways.insert(self.floors[at].number, WaysDown { exit: plan.exit, stairs });
        }
        self.request_below(last)
    }

    /// The level of the floor with this number; `None` if there is no such floor, as of
    /// [`RunGenerator::request`]. Cost: that of the level, and of planning the floors above.
    pub fn level(&mut self, floor: u32) -> Option<Level> {
        let request = self.request(floor)?;
        let at = self.index_of(floor)?;
        let level = self.generator(at).generate(request);
        self.ways.insert(floor, WaysDown::of(&level));
        Some(level)
    }

    /// The level of the floor with this number if its plan is wanted, as of
    /// [`Generator::generate_if`]. `is_wanted` is not called if there is no such floor.
    pub fn level_if(&mut self, floor: u32, is_wanted: &mut dyn FnMut(&Level) -> bool) -> Option<Level> {
        let request = self.request(floor)?;
        let at = self.index_of(floor)?;
        let mut ways = None;
        let level = self.generator(at).generate_if(request, &mut |plan| {
            ways = Some(WaysDown::of(plan));
            is_wanted(plan)
        });
        self.ways.extend(ways.map(|ways| (floor, ways)));
        level
    }

    /// The request of the floor at a position, if the ways down of the floor above are known.
    fn request_below(&mut self, at: usize) -> Option<Request> {
        let floor = &self.floors[at];
        let request = Request::new(0).with_named_seed(self.seed.clone()).on_floor(floor.number);
        let mut request = request.with_difficulty(floor.difficulty).ok()?;
        if let Some(start) = self.start.filter(|_| at == 0) {
            request = request.starting_at(start);
        }
        if let Some(above) = floor.above {
            let ways = self.ways.get(&above)?;
            let branches = &self.floors[self.index_of(above)?].branches;
            let arrival = match branches.iter().find(|(_, first)| *first == floor.number) {
                Some((branch, _)) => {
                    let to = Run::stair_to(branch);
                    ways.stairs.iter().find(|(name, _)| *name == to)?.1
                }
                None => ways.exit,
            };
            request = request.starting_at(arrival);
        }
        let run = self.run.borrow();
        if !run.is_named {
            return Some(request);
        }
        while self.dealt.len() <= at {
            let floor = &self.floors[self.dealt.len()];
            self.dealt.push(Arc::new(self.deals.next_floor(run.preset_of(floor), floor.difficulty)));
        }
        let RunFloor { act, branch, mood, .. } = floor.clone();
        let origin = RunOrigin { name: run.rules.name.clone(), digest: run.digest, act, mood, branch };
        Some(request.with_deals(self.dealt[at].clone()).of_run(origin))
    }

    fn index_of(&self, floor: u32) -> Option<usize> {
        self.floors.binary_search_by_key(&floor, |facts| facts.number).ok()
    }

    fn generator(&mut self, at: usize) -> &mut Generator<Arc<Preset>> {
        let run = self.run.borrow();
        let position = run.position(&self.floors[at]);
        self.generators.entry(position).or_insert_with(|| Generator::new(run.presets[position].1.clone()))
    }
}

impl<R: Borrow<Run>> Iterator for RunGenerator<R> {
    type Item = Level;

    /// The level of the next floor. Floors of a branch whose stair found no room are left out.
    fn next(&mut self) -> Option<Level> {
        loop {
            let floor = self.floors.get(self.next)?.number;
            self.next += 1;
            if let Some(level) = self.level(floor) {
                return Some(level);
            }
        }
    }
}
