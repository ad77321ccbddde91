//! Populating: what the budgets of a level buy, and where it stands.
//!
//! Two halves with furnishing between them. [`Populator::plan`] consumes the floor plan: it
//! reserves bosses, required groups, guards of keys, metered things and loot that is due, and gives
//! each room an allowance. [`Populator::populate`] consumes what furnishing left of each room: it
//! places what is reserved, and spends the allowances. A budget is a sum and no lottery: what a
//! room does not spend goes to the next one. Nothing is tried twice: there are two passes over the
//! rooms, since a group that does not fit a larger rest fits no smaller one. No wall, door or key
//! depends on a budget.
//!
//! Random words: those of the level draw, in this order, for each boss, each required group, each
//! thing that is due, each metered thing and each guard its choices, then where fights begin, and
//! for each room the weight of its loot. The rooms' own words draw reserved groups, groups, then
//! loot, each with its cells. What a re-rolled room gets is decided so, too; then it draws new
//! cells from that room's words under another key.

mod allowances;
mod arms;
mod finish;
mod limits;
mod passes;
mod places;
mod reroll;
mod reservations;
mod rooms;
mod shares;
mod spending;
mod whole;

use crate::{
    buckets::Buckets,
    deals::{self, FloorDeals},
    floorplan::FloorPlan,
    furnish::{LevelFurnishing, RerolledRooms},
    geom::Cell,
    model::{Allowance, Note, NoteCode},
    preset::{Preset, RampInput},
    rng::{FloorSeed, SeedStage},
    trace::{Step, Trace},
};
use allowances::Allowances;
use limits::RoomLimits;
use passes::SpendingPasses;
pub(crate) use places::MemberPlaces;
use reservations::Reservations;
use rooms::RoomSequence;
use spending::{PlacedProps, Spending, SpendingBuffers, Wares};

/// What the budgets of a level buy.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelPopulation {
    /// For each room, what it is to get; empty if the preset has no budgets.
    pub(crate) allowances: Vec<Allowance>,
    pub(crate) budgets: Allowance,
    /// No group has a member near the entry: the cells of this distance.
    pub(crate) quiet: u32,
    /// Those that the plan reserves have no cells until they are placed.
    pub(crate) encounters: Vec<PlannedEncounter>,
    pub(crate) loot: Vec<PlannedLoot>,
    pub(crate) notes: Vec<Note>,
    /// The rooms where loot is due, and its value.
    due: Vec<(u32, u32)>,
    promises: Vec<GroupPromise>,
}

/// How many bosses, required groups or guarded keys a level asks for, and how many it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GroupPromise {
    /// The note on those that are missing.
    code: NoteCode,
    /// The required group.
    group: Option<u16>,
    wanted: u32,
    got: u32,
}

/// A group of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlannedEncounter {
    /// The group, as an index into the preset's groups; `None` for the members that the vault of
    /// the room draws.
    pub(crate) group: Option<u16>,
    pub(crate) room: u32,
    pub(crate) cost: u32,
    /// The cells of its members in the level.
    pub(crate) cells: Vec<Cell>,
}

/// A thing of a level's loot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlannedLoot {
    /// Its kind, as an index into the preset's kinds.
    pub(crate) kind: u16,
    pub(crate) room: u32,
    pub(crate) value: u32,
    pub(crate) cell: Cell,
    /// Whether a rule for metered things placed it.
    pub(crate) is_metered: bool,
    /// The number of its offer among those of the loot, from 0; `None` for a thing without one.
    pub(crate) offer: Option<u32>,
    /// The offer of the vault that draws it, by its index in the vault's offers.
    pub(crate) drawn_offer: Option<u32>,
    /// Whether it is the first of the things that were bought together.
    pub(crate) is_first: bool,
}

impl LevelPopulation {
    /// What is spent of the budgets so far.
    fn spent(&self) -> Allowance {
        Allowance { encounters: self.encounters.iter().map(|group| group.cost).sum(), loot: value_of(&self.loot) }
    }
}

/// The value of some loot: of an offer, that of one of its things.
fn value_of(loot: &[PlannedLoot]) -> u32 {
    let mut offers = None;
    let is_counted = |item: &&PlannedLoot| item.offer.is_none() || offers.replace(item.offer) != Some(item.offer);
    loot.iter().filter(is_counted).map(|item| item.value).sum()
}

/// Buffers of populating, reused from level to level of one preset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Populator {
    graph: RoomSequence,
    limits: RoomLimits,
    allowances: Allowances,
    pass: SpendingPasses,
    spending: SpendingBuffers,
    placed: PlacedProps,
    /// For each room, the positions of what was placed there.
    by_room: Buckets<u32>,
}

impl Populator {
    /// Gives the rooms of a plan their allowances, adds metered things to its planned props, and
    /// has it keep cells for the members of reserved groups.
    ///
    /// `deals` says what the floor is dealt, if its number does not. Cost: linear in rooms and
    /// passages times the preset's groups.
    pub(crate) fn plan(
        &mut self,
        preset: &Preset,
        plan: &mut FloorPlan,
        seed: &FloorSeed,
        deals: Option<&FloorDeals>,
        difficulty: f32,
        trace: &mut impl Trace,
    ) -> LevelPopulation {
        if !preset.has_budgets() {
            return LevelPopulation::default();
        }
        let input = RampInput::of_level(difficulty);
        let budgets = Allowance {
            encounters: preset.encounters.budget.whole_at(input).unsigned_abs(),
            loot: preset.loot.budget.whole_at(input).unsigned_abs(),
        };
        let quiet = preset.encounters.quiet.whole_at(input).unsigned_abs();
        let mut population = LevelPopulation { budgets, quiet, ..LevelPopulation::default() };
        let first = preset.loot.first.whole_at(input).unsigned_abs();
        self.graph.read(plan, first);
        let draw = &mut seed.stream(SeedStage::Allowances);
        let metered = deals::metered_of(preset, seed, deals);
        let Self { graph, limits, .. } = self;
        let mut reservations = Reservations::new(preset, plan, &mut population, limits, difficulty);
        reservations.count_vault_encounters();
        reservations.reserve_bosses(draw);
        reservations.reserve_required(draw);
        reservations.reserve_due(graph, draw);
        reservations.reserve_metered(&metered, draw);
        reservations.scale();
        reservations.guard_keys(draw);
        let (work, rest) = (reservations.work, reservations.rest);
        self.allowances.share(preset, plan, graph, limits, &mut population, rest, difficulty, draw);
        trace.count(|| work + 2 * plan.rooms.len() as u64 + plan.passages.len() as u64);
        for (id, share) in (0..).zip(&population.allowances).filter(|(_, share)| **share != Allowance::default()) {
            let Allowance { encounters, loot } = *share;
            trace.see(|| Step::Allow { room: id, encounters, loot });
        }
        population
    }

    /// Spends the allowances of a plan in its furnished rooms, and adds the props to them.
    ///
    /// Cost: for each room linear in its words times what it buys, and in the preset's groups and
    /// items.
    #[expect(clippy::too_many_arguments, reason = "the inputs of a stage, and its observer")]
    pub(crate) fn populate(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        population: &mut LevelPopulation,
        furnishing: &mut LevelFurnishing,
        again: RerolledRooms,
        seed: &FloorSeed,
        difficulty: f32,
        trace: &mut impl Trace,
    ) {
        if !preset.has_budgets() {
            again.replace_in(plan, furnishing);
            return;
        }
        let planned = plan.props.iter().map(|prop| prop.source).zip(furnishing.planned.iter().copied());
        finish::note_planned(population, planned);
        if !again.is_empty() {
            reroll::move_planned(plan, population, &again);
        }
        finish::keep_vault_encounters(preset, plan, population, furnishing);
        let Self { graph, limits, pass, placed, by_room, .. } = self;
        let mut spending =
            Spending::new(preset, plan, furnishing, seed, difficulty, limits, population, &mut self.spending, placed);
        spending.place_reserved(population);
        finish::note_promises(preset, population);
        let mut spent = population.spent();
        spent.encounters += spending.danger();
        for wares in [Wares::Groups, Wares::Items] {
            let is_far = |room: u32| wares == Wares::Groups || graph.facts[room as usize].is_far;
            let of = |amounts: &Allowance| wares.of(amounts);
            pass.shares.clear();
            pass.shares.extend(population.allowances.iter().map(of));
            pass.takes_leftovers.clear();
            pass.takes_leftovers.extend((0..).zip(&graph.facts).map(|(room, facts)| match wares {
                Wares::Groups => true,
                // No heap lies free.
                Wares::Items => facts.is_far && (facts.is_shut() || spending.has_members(room)),
            }));
            let (budget, least) = (of(&population.budgets), spending.least_price(wares));
            let rest = budget.saturating_sub(of(&spent));
            let left = pass.spend(graph, rest, least, is_far, |room, amount| spending.spend(wares, room, amount));
            short(&mut population.notes, wares.note(), budget, left, least);
        }
        trace.count(|| spending.work());
        if !again.is_empty() {
            let task = reroll::RerollTask { preset, plan, seed, difficulty };
            let work = task.place_again(again, population, placed, furnishing);
            trace.count(|| work);
        }
        finish::add_placed(plan, population, placed, by_room, furnishing, trace);
    }
}

/// Notes what is left of a budget if that would buy the cheapest that there is.
fn short(notes: &mut Vec<Note>, code: NoteCode, wanted: u32, left: u32, cheapest: u32) {
    if left >= cheapest && left > 0 {
        notes.push(Note { code, wanted, got: wanted - left.min(wanted), about: None });
    }
}
