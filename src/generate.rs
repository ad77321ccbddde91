//! The whole pipeline: from a preset and a request to a level.

use std::{borrow::Borrow, collections::BTreeSet, sync::OnceLock};

use serde::{Deserialize, Serialize};

use crate::{
    error::RequestError,
    floorplan::{FloorPlan, PlanContext, PlannedKey, PlannedPropSource, PlannedRoom, Planner},
    furnish::{Furnisher, LevelFurnishing},
    geom::Cell,
    level::{Allowance, Budgets, Deal, Encounter, Key, Level, Loot, OfferTable, Origin, Room},
    model::{Name, Note, NoteCode, PropKind, PropRecord, SeedField},
    populate::{DealtGroup, DealtItem, LevelDeal, Populator, RoomShare},
    preset::Preset,
    rng::FloorSeed,
    trace::{NoTrace, Stage, Step, StepObserver, Trace},
};

/// The generator's revision. It rises by one whenever the level of any seed changes, or how digests
/// of presets are computed.
pub const REVISION: u32 = 11;

/// What to generate from a preset: seed, floor, difficulty, and optionally an arrival cell.
///
/// Guarantee: the difficulty lies between 0 and 1.
///
/// serde writes `seed`, `floor`, `difficulty` and `start` as level files do: the seed as text. It
/// reads a number too, and checks the difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RequestFields", into = "RequestFields")]
pub struct Request {
    seed: u64,
    floor: u32,
    difficulty: f32,
    start: Option<Cell>,
}

impl Request {
    /// The first floor of `seed`, at difficulty 0.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, floor: 0, difficulty: 0.0, start: None }
    }

    /// The same request for another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same request for another floor; floors of one seed are unrelated to each other.
    #[must_use]
    pub const fn on_floor(self, floor: u32) -> Self {
        Self { floor, ..self }
    }

    /// The same request at another difficulty from 0 to 1, which is an input of the preset's ramps.
    ///
    /// # Errors
    ///
    /// [`RequestError::Difficulty`] unless `difficulty` is a number from 0 to 1.
    pub fn with_difficulty(self, difficulty: f32) -> Result<Self, RequestError> {
        if !(0.0..=1.0).contains(&difficulty) {
            return Err(RequestError::Difficulty(difficulty.to_string()));
        }
        // Adding zero turns -0.0 into 0.0, so that both give the same bytes.
        Ok(Self { difficulty: difficulty + 0.0, ..self })
    }

    /// The same request with the player arriving at `cell`.
    ///
    /// This replaces the preset's rules for the start and the entry. The plan makes room for the
    /// cell, so that the stairs of two floors meet: the entry is `cell`, if a room can hold it. A
    /// room can hold each cell but those of the outer wall, and those within the least margin of it
    /// in the style `Corridors`. For any other cell, also one outside of the level, the entry is
    /// the nearest cell of the nearest room.
    ///
    /// ```
    /// use roomgen::{Preset, Request, generate};
    ///
    /// let preset = Preset::built_in("crypt")?;
    /// let above = generate(&preset, 42);
    /// let below = generate(&preset, Request::new(42).on_floor(1).starting_at(above.exit()));
    /// assert_eq!(below.entry(), above.exit());
    /// # Ok::<(), roomgen::error::RequestError>(())
    /// ```
    #[must_use]
    pub const fn starting_at(self, cell: Cell) -> Self {
        Self { start: Some(cell), ..self }
    }

    fn floor_seed(self) -> FloorSeed {
        FloorSeed::new(self.seed, self.floor)
    }
}

impl From<u64> for Request {
    fn from(seed: u64) -> Self {
        Self::new(seed)
    }
}

/// The fields of a [`Request`] as serde reads and writes them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Request", deny_unknown_fields)]
struct RequestFields {
    seed: SeedField,
    floor: u32,
    difficulty: f32,
    start: Option<Cell>,
}

impl From<Request> for RequestFields {
    fn from(Request { seed, floor, difficulty, start }: Request) -> Self {
        Self { seed: seed.into(), floor, difficulty, start }
    }
}

impl TryFrom<RequestFields> for Request {
    type Error = RequestError;

    fn try_from(fields: RequestFields) -> Result<Self, RequestError> {
        let request = Self { start: fields.start, ..Self::new(fields.seed.value) };
        request.on_floor(fields.floor).with_difficulty(fields.difficulty)
    }
}

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
        self.stages.generate(self.preset.borrow(), request.into())
    }

    /// Makes the floor plan of a seed or request, with its tiles: rooms, passages and path, without
    /// props.
    #[must_use]
    pub fn floor_plan(&mut self, request: impl Into<Request>) -> FloorPlan {
        let request = request.into();
        self.stages.plan(self.preset.borrow(), request, &request.floor_seed(), &mut NoTrace)
    }

    /// Like [`Generator::generate`], handing each step to `see` as it happens.
    #[must_use]
    pub fn generate_stepwise(&mut self, request: impl Into<Request>, see: &mut dyn FnMut(Step)) -> Level {
        self.stages.generate_stepwise(self.preset.borrow(), request.into(), see)
    }

    /// Like [`Generator::generate`], furnishing rooms on all threads of the current `rayon` pool.
    ///
    /// This is faster for levels of some hundred thousand cells or more.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn generate_in_parallel(&mut self, request: impl Into<Request>) -> Level {
        let (preset, request) = (self.preset.borrow(), request.into());
        let seed = request.floor_seed();
        let mut plan = self.stages.plan(preset, request, &seed, &mut NoTrace);
        self.stages.free_planner(preset);
        let mut deal = self.stages.allow(preset, request, &mut plan, &seed, &mut NoTrace);
        let mut furnishing = Furnisher::furnish_in_parallel(preset, &plan, &seed, request.difficulty);
        let populator = &mut self.stages.populator;
        populator.populate(preset, &plan, &mut deal, &mut furnishing, &seed, request.difficulty, &mut NoTrace);
        assemble(preset, request, plan, furnishing, deal)
    }
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
    fn generate(&mut self, preset: &Preset, request: Request) -> Level {
        self.traced(preset, request, &mut NoTrace)
    }

    fn generate_stepwise(&mut self, preset: &Preset, request: Request, see: &mut dyn FnMut(Step)) -> Level {
        self.traced(preset, request, &mut StepObserver::new(see))
    }

    fn traced(&mut self, preset: &Preset, request: Request, trace: &mut impl Trace) -> Level {
        let seed = request.floor_seed();
        let mut plan = self.plan(preset, request, &seed, trace);
        self.free_planner(preset);
        let mut deal = self.allow(preset, request, &mut plan, &seed, trace);
        trace.end(Stage::Allowances);
        let mut furnishing = self.furnisher.furnish(preset, &plan, &seed, request.difficulty, trace);
        trace.end(Stage::Furnishing);
        self.populator.populate(preset, &plan, &mut deal, &mut furnishing, &seed, request.difficulty, trace);
        trace.end(Stage::Population);
        let level = assemble(preset, request, plan, furnishing, deal);
        trace.end(Stage::Level);
        level
    }

    fn plan(&mut self, preset: &Preset, request: Request, seed: &FloorSeed, trace: &mut impl Trace) -> FloorPlan {
        let context = PlanContext::new(preset, seed, request.difficulty, trace);
        self.planner.plan(context.starting_at(request.start))
    }

    /// Gives the rooms of a plan their allowances, with the seeds of the floor and of the run.
    fn allow(
        &mut self,
        preset: &Preset,
        request: Request,
        plan: &mut FloorPlan,
        seed: &FloorSeed,
        trace: &mut impl Trace,
    ) -> LevelDeal {
        let run = (&FloorSeed::new(request.seed, 0), request.floor);
        self.populator.plan(preset, plan, seed, run, request.difficulty, trace)
    }

    /// Frees the planner's buffers if the level is large, before furnishing allocates its own.
    fn free_planner(&mut self, preset: &Preset) {
        if preset.size().cells() > REUSE_CELLS {
            self.planner = Planner::default();
        }
    }
}

/// Assembles the level from the results of the stages.
fn assemble(
    preset: &Preset,
    request: Request,
    plan: FloorPlan,
    mut furnishing: LevelFurnishing,
    deal: LevelDeal,
) -> Level {
    let (locks, keys) = locks_and_keys(preset, &plan, &furnishing);
    let mut notes = plan.notes;
    let (allowances, deal) = finished_deal(preset, &mut notes, deal);
    let is_furnished = |(room, layout): (&PlannedRoom, &Option<u16>)| layout.is_some() || room.vault.is_some();
    let furnished = plan.rooms.iter().zip(&furnishing.layouts).filter(|pair| is_furnished(*pair)).count();
    if furnished < plan.rooms.len() && !preset.layouts.is_empty() {
        let (wanted, got) = (plan.rooms.len() as u32, furnished as u32);
        notes.push(Note { code: NoteCode::RoomsBare, wanted, got, about: None });
    }
    // Rooms refer to layouts and vaults by position in one list of names: layouts first.
    let vault = |room: &PlannedRoom| room.vault.map(|placed| preset.layouts.len() as u16 + placed.vault);
    let rooms = (0..).zip(plan.rooms).zip(&furnishing.layouts);
    let allowance = |id: u32| allowances.get(id as usize).copied().unwrap_or_default();
    let finished = |((id, room), &layout): ((u32, PlannedRoom), &Option<u16>)| Room {
        allowance: allowance(id),
        ..finished_room(id, &room, layout, vault(&room))
    };
    let rooms = rooms.map(finished).collect();
    let offers = OfferTable::new(std::mem::take(&mut furnishing.offers));
    let (kinds, kind_ids, props) = kinds_in_use(&preset.kinds, furnishing);
    let Request { seed, floor, difficulty, start } = request;
    let (preset_name, preset_digest) = (preset.shared_name(), preset.digest());
    let origin = Origin { revision: REVISION, seed, floor, difficulty, preset: preset_name, preset_digest, start };
    Level {
        origin,
        tiles: plan.tiles,
        rooms,
        passages: plan.passages,
        path: plan.path,
        entry: plan.entry,
        exit: plan.exit,
        locks,
        keys,
        kinds,
        kind_ids,
        tags: preset.tags.clone(),
        layouts: preset.names.clone(),
        props,
        unlit: BTreeSet::new(),
        offers,
        deal,
        notes,
        lookup: OnceLock::new(),
    }
}

fn finished_room(id: u32, planned: &PlannedRoom, layout: Option<u16>, vault: Option<u16>) -> Room {
    let PlannedRoom { kind, rect, depth, progress, host, cycle, .. } = *planned;
    let (tags, shape) = (planned.tags, planned.shape());
    Room { id, kind, rect, depth, progress, host, cycle, layout, vault, tags, shape, allowance: Allowance::default() }
}

/// What the budgets bought, by names, with the allowances of the rooms. Adds its notes to those of
/// the plan.
fn finished_deal(preset: &Preset, notes: &mut Vec<Note>, deal: LevelDeal) -> (Vec<Allowance>, Deal) {
    if !preset.deals() {
        return (Vec::new(), Deal::default());
    }
    let LevelDeal { allowances, budgets, encounters, loot, notes: short, quiet, .. } = deal;
    notes.extend(short);
    let allowance = |share: RoomShare| Allowance { encounters: share.encounters, loot: share.loot };
    let encounters = encounters.into_iter().map(|DealtGroup { group, room, cost, cells }| {
        let group = group.and_then(|number| preset.groups.get(usize::from(number)));
        Encounter { group: group.map(|group| group.name.clone()), room, cost, cells }
    });
    let mut last_offer = None;
    let loot = loot.into_iter().map(|DealtItem { kind, room, value, cell, offer, .. }| Loot {
        item: preset.kinds[usize::from(kind)].name.clone(),
        room,
        // The first thing of an offer takes what all of them do.
        value: if offer.is_some() && last_offer.replace(offer) == Some(offer) { 0 } else { value },
        cell,
    });
    let RoomShare { encounters: costs, loot: values } = budgets;
    let budgets = Some(Budgets { encounters: costs, loot: values, quiet });
    let deal = Deal { budgets, encounters: encounters.collect(), loot: loot.collect() };
    (allowances.into_iter().map(allowance).collect(), deal)
}

/// The names of the locks, and the keys with their cells.
fn locks_and_keys(preset: &Preset, plan: &FloorPlan, furnishing: &LevelFurnishing) -> (Vec<Name>, Vec<Key>) {
    let mission = &plan.mission;
    let rules = mission.locks.iter().filter_map(|&rule| preset.mission.locks.get(usize::from(rule)));
    let rules: Vec<_> = rules.collect();
    let cell = |number: u32| {
        let mut laid = plan.props.iter().zip(&furnishing.planned);
        laid.find(|(prop, _)| prop.source == PlannedPropSource::Key(number)).map(|(_, cell)| *cell)
    };
    let keys = (0..).zip(&mission.keys).filter_map(|(number, &PlannedKey { lock, room })| {
        let key_use = rules.get(usize::from(lock))?.key_use;
        Some(Key { key_use, room, cell: cell(number)?, lock })
    });
    let keys = keys.collect();
    (rules.into_iter().map(|rule| preset.kinds[usize::from(rule.kind)].name.clone()).collect(), keys)
}

/// The kinds that occur, in preset order, with their positions in the preset; and the props, whose
/// kinds become positions in this list.
fn kinds_in_use(kinds: &[PropKind], furnishing: LevelFurnishing) -> (Vec<PropKind>, Vec<Option<u16>>, Vec<PropRecord>) {
    let LevelFurnishing { mut props, used, .. } = furnishing;
    let count = used.iter().filter(|&&used| used).count();
    let (mut in_use, mut ids) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for ((kind, id), _) in kinds.iter().zip(0..).zip(&used).filter(|(_, used)| **used) {
        in_use.push(kind.clone());
        ids.push(Some(id));
    }
    if ids.len() < kinds.len() {
        let mut next = 0;
        let number: Vec<u16> = used
            .iter()
            .map(|&used| {
                next += u16::from(used);
                next.saturating_sub(1)
            })
            .collect();
        for prop in &mut props {
            prop.kind = number[usize::from(prop.kind)];
        }
    }
    (in_use, ids, props)
}
