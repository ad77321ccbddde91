//! Populating: what the budgets of a level buy, and where it stands.
//!
//! Two halves with furnishing between them. [`Populator::plan`] consumes the floor plan: it gives
//! each room an allowance, and adds bosses, metered things and guards of keys to the planned props.
//! [`Populator::populate`] consumes what furnishing left of each room, and spends the allowances
//! there. A budget is a sum and no lottery: what a room does not spend goes to the next one.
//! Nothing is tried twice: there are two passes over the rooms, since a group that does not fit a
//! larger rest fits no smaller one. No wall, door or key depends on a budget.
//!
//! Random words: those of the level draw, in this order, for each boss, each metered thing and each
//! guard its choices, for each cycle its dearer arm, for each room the weight of its loot. The
//! rooms' own words draw groups, then loot, each with its cells. What a re-rolled room gets is
//! decided so, too; then it draws new cells from that room's words under another key.

mod allowances;
mod arms;
mod finish;
mod passes;
mod places;
mod reroll;
mod reservations;
mod rooms;
mod shares;
mod spending;

use crate::{
    buckets::Buckets,
    floorplan::FloorPlan,
    furnish::{LevelFurnishing, RerolledRooms},
    geom::Cell,
    model::{Note, NoteCode},
    preset::{Preset, RampInput},
    rng::{FloorSeed, SeedStage},
    trace::{Step, Trace},
};
use allowances::Allowances;
use passes::SpendingPasses;
use reservations::Reservations;
use rooms::RoomSequence;
use spending::{PlacedProps, Spending, SpendingBuffers};

/// What the budgets of a level buy.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelPopulation {
    /// For each room, what it is to get; empty if the preset has no budgets.
    pub(crate) allowances: Vec<RoomShare>,
    /// The budgets.
    pub(crate) budgets: RoomShare,
    /// Within so many steps of the entry no group has a member.
    pub(crate) quiet: u32,
    pub(crate) encounters: Vec<PlacedGroup>,
    pub(crate) loot: Vec<PlacedItem>,
    pub(crate) notes: Vec<Note>,
}

/// An amount of each budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomShare {
    /// The cost of encounters.
    pub(crate) encounters: u32,
    /// The value of loot.
    pub(crate) loot: u32,
}

/// A group of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlacedGroup {
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
pub(crate) struct PlacedItem {
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
    fn spent(&self) -> RoomShare {
        RoomShare { encounters: self.encounters.iter().map(|group| group.cost).sum(), loot: value_of(&self.loot) }
    }
}

/// The value of some loot: of an offer, that of one of its things.
fn value_of(loot: &[PlacedItem]) -> u32 {
    let mut offers = None;
    let is_counted = |item: &&PlacedItem| item.offer.is_none() || offers.replace(item.offer) != Some(item.offer);
    loot.iter().filter(is_counted).map(|item| item.value).sum()
}

/// Buffers of populating, reused from level to level of one preset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Populator {
    graph: RoomSequence,
    allowances: Allowances,
    pass: SpendingPasses,
    spending: SpendingBuffers,
    placed: PlacedProps,
    /// For each room, the positions of what was placed there.
    by_room: Buckets<u32>,
}

impl Populator {
    /// Gives the rooms of a plan their allowances, and adds what is reserved to its planned
    /// props.
    ///
    /// `first_floor` is the seed of floor 0, from which the rates of metered things are counted;
    /// the plan is that of floor `floor`. Cost: linear in rooms and passages times the preset's
    /// groups.
    pub(crate) fn plan(
        &mut self,
        preset: &Preset,
        plan: &mut FloorPlan,
        seed: &FloorSeed,
        (first_floor, floor): (&FloorSeed, u32),
        difficulty: f32,
        trace: &mut impl Trace,
    ) -> LevelPopulation {
        if !preset.has_budgets() {
            return LevelPopulation::default();
        }
        let input = RampInput::of_level(difficulty);
        let budgets = RoomShare {
            encounters: preset.encounters.budget.whole_at(input).unsigned_abs(),
            loot: preset.loot.budget.whole_at(input).unsigned_abs(),
        };
        let quiet = preset.encounters.quiet.whole_at(input).unsigned_abs();
        let mut population = LevelPopulation { budgets, quiet, ..LevelPopulation::default() };
        let first = preset.loot.first.whole_at(input).unsigned_abs();
        self.graph.read(plan, first);
        let draw = &mut seed.stream(SeedStage::Allowances);
        let metered = reservations::metered_on(preset, first_floor, floor);
        let mut reservations = Reservations::new(preset, plan, &mut population, difficulty);
        reservations.count_vault_encounters();
        reservations.reserve_bosses(draw);
        reservations.reserve_metered(&metered, draw);
        reservations.guard_keys(draw);
        let work = reservations.work;
        self.allowances.share(preset, plan, &self.graph, &mut population, difficulty, draw);
        trace.count(|| work + 2 * plan.rooms.len() as u64 + plan.passages.len() as u64);
        for (id, share) in (0..).zip(&population.allowances).filter(|(_, share)| **share != RoomShare::default()) {
            let RoomShare { encounters, loot } = *share;
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
        let Self { graph, pass, placed, by_room, .. } = self;
        let spent = population.spent();
        let mut spending =
            Spending::new(preset, plan, furnishing, seed, difficulty, population, &mut self.spending, placed);
        pass.shares.clear();
        pass.shares.extend(population.allowances.iter().map(|share| share.encounters));
        let rest = population.budgets.encounters.saturating_sub(spent.encounters);
        let cheapest = spending.cheapest_group();
        let left =
            pass.spend(graph, rest, cheapest, |_| true, |room, allowance| spending.spend_on_groups(room, allowance));
        short(&mut population.notes, NoteCode::EncountersShort, population.budgets.encounters, left, cheapest);
        let is_far = |room: u32| graph.facts[room as usize].is_far;
        pass.shares.clear();
        pass.shares.extend(population.allowances.iter().map(|share| share.loot));
        let rest = population.budgets.loot.saturating_sub(spent.loot);
        let cheapest = spending.cheapest_item();
        let left =
            pass.spend(graph, rest, cheapest, is_far, |room, allowance| spending.spend_on_items(room, allowance));
        short(&mut population.notes, NoteCode::LootShort, population.budgets.loot, left, cheapest);
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
