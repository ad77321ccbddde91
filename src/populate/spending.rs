//! What rooms spend their allowances on: groups and items, drawn while one fits.

mod prices;
mod tasks;

use super::{
    GroupPromise, LevelPopulation, PlannedEncounter, PlannedLoot,
    limits::RoomLimits,
    places::{MemberPlaces, ThingPlaces},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    furnish::{LevelFurnishing, PlacedSlot, RoomSpace, SpaceSets},
    geom::{Cell, Direction},
    grid::CellSet,
    model::{NoteCode, PropRecord, TurnedFootprintSize},
    preset::{GroupRule, Preset, Ramp, RampAxis, RampInput},
    rng::{FloorSeed, RandomSource, RoomWordSources, SeedStage, position_at},
    trace::PropSource,
};

use prices::{GroupPrice, ItemPrice};
pub(super) use prices::{Wares, class_of, pieces_of};
use tasks::{PlaceReserved, SpaceTask, SpendOn};

/// The tag by which a slot is one for loot.
const LOOT: &str = "loot";

/// The props that were placed, with what they are part of. Reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct PlacedProps {
    pub(super) props: Vec<PlacedProp>,
    pub(super) groups: Vec<PlannedEncounter>,
    pub(super) items: Vec<PlannedLoot>,
}

/// A prop that was placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedProp {
    pub(super) prop: PropRecord,
    pub(super) source: PropSource,
    /// The number of its offer, in the order in which they were bought.
    pub(super) offer: Option<u32>,
}

/// Memory of the spending, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct SpendingBuffers {
    /// The groups that rooms may draw, by number.
    groups: Vec<GroupPrice>,
    /// For each item, what it takes.
    items: Vec<ItemPrice>,
    /// What may still be drawn for the current room.
    candidates: Vec<Candidate>,
    members: Vec<(u16, u32)>,
    cells: Vec<Cell>,
    /// For each room, the words of sets that its purchases visited.
    steps: Vec<u64>,
    /// For each room, the number of its members.
    crowds: Vec<u32>,
}

/// A group or an item that a room may draw.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    number: u16,
    price: u32,
    weight: u32,
    /// The least number of members of a group.
    least: u32,
}

/// The spending of the rooms of a level.
pub(super) struct Spending<'a> {
    preset: &'a Preset,
    plan: &'a FloorPlan,
    difficulty: f32,
    words: RoomWordSources,
    spaces: Vec<RoomSpace>,
    slots: Vec<PlacedSlot>,
    limits: &'a mut RoomLimits,
    buffers: &'a mut SpendingBuffers,
    placed: &'a mut PlacedProps,
    /// Whether the weight of some group, and of some item, is a ramp.
    is_wide: [bool; 2],
    offers: u32,
    work: u64,
}

impl<'a> Spending<'a> {
    /// Takes over what furnishing left of the rooms.
    #[expect(clippy::too_many_arguments, reason = "the inputs of a stage, and its buffers")]
    pub(super) fn new(
        preset: &'a Preset,
        plan: &'a FloorPlan,
        furnishing: &mut LevelFurnishing,
        seed: &FloorSeed,
        difficulty: f32,
        limits: &'a mut RoomLimits,
        population: &LevelPopulation,
        buffers: &'a mut SpendingBuffers,
        placed: &'a mut PlacedProps,
    ) -> Self {
        let words = RoomWordSources::new(seed, SeedStage::Populate, plan.rooms.iter().map(|room| room.leaf));
        let (spaces, slots) = (std::mem::take(&mut furnishing.spaces), std::mem::take(&mut furnishing.slots));
        let (groups, items) = (&preset.groups, &preset.loot.items);
        let is_wide = [
            groups.iter().any(|group| !group.weight.is_constant()),
            items.iter().any(|item| !item.weight.is_constant()),
        ];
        let input = RampInput::of_level(difficulty);
        let weight = |ramp: &Ramp, is_wide| (!ramp.follows(RampAxis::Progress)).then(|| ramp.weight_at(input, is_wide));
        buffers.groups.clear();
        let is_drawn = |group: &GroupRule| !group.boss && !group.required;
        buffers.groups.extend((0..).zip(groups).filter(|(_, group)| is_drawn(group)).map(|(number, group)| {
            GroupPrice {
                number,
                cost: group.cost,
                least: group.least_at(difficulty),
                weight: weight(&group.weight, is_wide[0]),
            }
        }));
        buffers.items.clear();
        buffers.items.extend(items.iter().map(|item| {
            let class = class_of(&preset.kinds[usize::from(item.kind)]);
            ItemPrice::of(item, class, weight(&item.weight, is_wide[1]), difficulty, population)
        }));
        buffers.steps.clear();
        buffers.steps.resize(spaces.len(), 0);
        buffers.crowds.clear();
        buffers.crowds.resize(spaces.len(), 0);
        for encounter in &population.encounters {
            buffers.crowds[encounter.room as usize] += encounter.cells.len() as u32;
        }
        limits.read(preset, plan, difficulty, population);
        Self { preset, plan, difficulty, words, spaces, slots, limits, buffers, placed, is_wide, offers: 0, work: 0 }
    }

    /// The work of all purchases so far: groups and items that were considered, words of sets.
    pub(super) fn work(&self) -> u64 {
        self.work + self.buffers.steps.iter().sum::<u64>()
    }

    /// Whether a room has members of groups so far.
    pub(super) fn has_members(&self, id: u32) -> bool {
        self.buffers.crowds.get(id as usize).is_some_and(|&crowd| crowd > 0)
    }

    /// What the groups cost that were placed.
    pub(super) fn danger(&self) -> u32 {
        self.placed.groups.iter().map(|group| group.cost).sum()
    }

    /// The least that a room spends at once: what the cheapest costs that there is, and the
    /// preset's `fight` or `pile`. The most of all numbers if there is nothing to buy.
    pub(super) fn least_price(&self, wares: Wares) -> u32 {
        let SpendingBuffers { groups, items, .. } = &*self.buffers;
        let (cheapest, least) = match wares {
            Wares::Groups => (groups.iter().map(|group| group.cost).min(), &self.preset.encounters.fight),
            Wares::Items => {
                let in_stock = items.iter().filter(|price| price.is_in_stock());
                (in_stock.map(|price| price.least).min(), &self.preset.loot.pile)
            }
        };
        let least = least.whole_at(RampInput::of_level(self.difficulty)).unsigned_abs();
        cheapest.unwrap_or(u32::MAX).max(least)
    }

    /// Spends on groups or items for a room while one fits; returns what is left of the allowance.
    ///
    /// Draws for each purchase one word, one for each number with a choice, and one or more for
    /// each member or thing.
    pub(super) fn spend(&mut self, wares: Wares, id: u32, allowance: u32) -> u32 {
        let payable = match wares {
            Wares::Groups => allowance.min(self.limits.left(id)),
            Wares::Items => allowance,
        };
        self.list_candidates(wares, id, payable);
        if self.buffers.candidates.is_empty() {
            return allowance;
        }
        let spent = payable - self.in_space(id, &mut SpendOn { wares, allowance: payable });
        if wares == Wares::Groups {
            self.limits.take(self.plan, None, id, spent);
        }
        allowance - spent
    }

    /// Lists what suits a room and takes no more than its allowance.
    fn list_candidates(&mut self, wares: Wares, id: u32, allowance: u32) {
        let Self { preset, plan, difficulty, is_wide, .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let SpendingBuffers { groups, items, candidates, .. } = &mut *self.buffers;
        candidates.clear();
        match wares {
            Wares::Groups => {
                self.work += groups.len() as u64;
                for &GroupPrice { number, cost, weight, least } in groups.iter().filter(|price| price.cost <= allowance)
                {
                    let group = &preset.groups[usize::from(number)];
                    if group.rooms.suits(&facts) {
                        let weight = weight.unwrap_or_else(|| group.weight.weight_at(input, is_wide[0]));
                        candidates.push(Candidate { number, price: cost, weight, least });
                    }
                }
            }
            Wares::Items => {
                self.work += items.len() as u64;
                let fits = |price: &ItemPrice| price.least <= allowance && price.is_in_stock();
                let all = (0..).zip(&preset.loot.items).zip(&*items);
                for ((number, item), price) in all.filter(|(_, price)| fits(price)) {
                    if item.rooms.suits(&facts) {
                        let weight = price.weight.unwrap_or_else(|| item.weight.weight_at(input, is_wide[1]));
                        candidates.push(Candidate { number, price: price.least, weight, least: 0 });
                    }
                }
            }
        }
    }

    /// Draws one of the candidates that the allowance pays; returns its position among them. Of
    /// groups, those that cost half as much as the dearest of these, or more. Draws no word if
    /// there is none.
    fn draw(&mut self, wares: Wares, id: u32, allowance: u32) -> Option<usize> {
        let candidates = &self.buffers.candidates;
        self.work += candidates.len() as u64;
        let is_payable = |candidate: &&Candidate| candidate.price <= allowance && candidate.weight > 0;
        let (least, is_wide) = match wares {
            Wares::Groups => {
                let dearest = candidates.iter().filter(is_payable).map(|candidate| candidate.price).max()?;
                (dearest.div_ceil(2), self.is_wide[0])
            }
            Wares::Items => (0, self.is_wide[1]),
        };
        let is_drawn = |candidate: &Candidate| (least..=allowance).contains(&candidate.price);
        let weight = |candidate: &Candidate| if is_drawn(candidate) { candidate.weight } else { 0 };
        let total = candidates.iter().map(|candidate| u64::from(weight(candidate))).sum();
        let drawn = self.words.of(id).below_sum(total, is_wide)?;
        position_at(candidates.iter().map(weight), drawn)
    }

    /// Does a task in the space of a room, which it may not have.
    fn in_space<T: SpaceTask>(&mut self, id: u32, task: &mut T) -> T::Output {
        let mut spaces = std::mem::take(&mut self.spaces);
        let mut steps = self.buffers.steps[id as usize];
        let done = match spaces.get_mut(id as usize) {
            Some(RoomSpace::Block(space)) => task.run(self, id, space, &mut steps),
            Some(RoomSpace::Grid(space)) => task.run(self, id, space, &mut steps),
            None => T::Output::default(),
        };
        self.buffers.steps[id as usize] = steps;
        self.spaces = spaces;
        done
    }

    fn member_places<'room, S: CellSet>(
        &self,
        id: u32,
        space: &'room mut SpaceSets<S>,
        steps: &'room mut u64,
    ) -> MemberPlaces<'room, S> {
        let room = &self.plan.rooms[id as usize];
        let quiet = Some(&self.plan.quiet).filter(|quiet| quiet.may_touch(room.rect));
        let quiet = quiet.into_iter().flat_map(|quiet| quiet.cells_in(room.rect)).map(|cell| in_room(room, cell));
        MemberPlaces::new(room.rect.extent(), space, self.slots_of(id, false), quiet, steps)
    }

    /// Places a group, of at most `most` members if it may have as few. Returns whether it has a
    /// place.
    fn place_group<S: CellSet>(
        &mut self,
        (number, cost): (u16, u32),
        id: u32,
        most: u32,
        places: &mut MemberPlaces<'_, S>,
    ) -> bool {
        let Self { preset, plan, difficulty, .. } = *self;
        let group = &preset.groups[usize::from(number)];
        let SpendingBuffers { members, cells, crowds, .. } = &mut *self.buffers;
        let draw = &mut self.words.of(id);
        if !group.place(difficulty, most, places, (members, cells), draw) {
            return false;
        }
        crowds[id as usize] += cells.len() as u32;
        let (room, source) = (&plan.rooms[id as usize], PropSource::Group { group: number });
        let cells: Vec<Cell> = cells.iter().map(|&cell| in_level(room, cell)).collect();
        let mut of_members = cells.iter();
        for &(kind, count) in &*members {
            let props = of_members.by_ref().take(count as usize);
            let placed = |&cell: &Cell| PlacedProp { prop: record(kind, id, cell), source, offer: None };
            self.placed.props.extend(props.map(placed));
        }
        self.placed.groups.push(PlannedEncounter { group: Some(number), room: id, cost, cells });
        true
    }

    /// Places the groups that the plan reserves, and takes those that find too few cells off what
    /// the level has.
    pub(super) fn place_reserved(&mut self, population: &mut LevelPopulation) {
        let reserved = population.encounters.extract_if(.., |encounter| encounter.group.is_some());
        for PlannedEncounter { group, room, cost, .. } in reserved {
            let number = group.unwrap_or_default();
            if self.in_space(room, &mut PlaceReserved(number, cost)) {
                continue;
            }
            let rule = &self.preset.groups[usize::from(number)];
            let keys = self.plan.mission.keys.iter().filter(|key| key.room == room).count() as u32;
            let (code, group, lost) = match (rule.boss, rule.required) {
                (true, _) => (NoteCode::BossShort, None, 1),
                (_, true) => (NoteCode::GroupShort, group, 1),
                _ => (NoteCode::GuardShort, None, keys),
            };
            let is_this = |promise: &&mut GroupPromise| (promise.code, promise.group) == (code, group);
            let promise = population.promises.iter_mut().find(is_this);
            promise.into_iter().for_each(|promise| promise.got = promise.got.saturating_sub(lost));
        }
    }

    /// Places things of an item for at most an allowance. Returns what they take; 0 if they have no
    /// place.
    fn place_things<S: CellSet>(
        &mut self,
        number: u16,
        id: u32,
        allowance: u32,
        places: &mut ThingPlaces<'_, S>,
    ) -> u32 {
        let Self { preset, plan, .. } = *self;
        let SpendingBuffers { cells, items, .. } = &mut *self.buffers;
        let item = &preset.loot.items[usize::from(number)];
        let price = &mut items[usize::from(number)];
        let (least, most) = price.pieces;
        let most = if item.of > 0 { most } else { most.min(allowance / item.value) }.min(price.stock);
        let draw = &mut self.words.of(id);
        let drawn = if most > least { least + draw.below(most - least + 1) } else { least };
        let class = price.class;
        if !(places.take(class, drawn, cells, draw) || drawn > least && places.take(class, least, cells, draw)) {
            return 0;
        }
        let count = cells.len() as u32;
        price.stock -= count.min(price.stock);
        let offer = (item.of > 0).then_some(self.offers);
        self.offers += u32::from(item.of > 0);
        let source = PropSource::Loot { item: number };
        let (kind, value, room) = (item.kind, item.value, &plan.rooms[id as usize]);
        for (position, cell) in cells.iter().map(|&cell| in_level(room, cell)).enumerate() {
            self.placed.props.push(PlacedProp { prop: record(kind, id, cell), source, offer });
            let (is_metered, drawn_offer, is_first) = (false, None, position == 0);
            let thing = PlannedLoot { kind, room: id, value, cell, is_metered, offer, drawn_offer, is_first };
            self.placed.items.push(thing);
        }
        if item.of > 0 { value } else { value * count }
    }

    /// The slots of a room, for loot or for members, in room coordinates.
    fn slots_of(&self, id: u32, is_for_loot: bool) -> impl Iterator<Item = Cell> + use<'_> {
        slots_of(self.preset, &self.slots, (id, &self.plan.rooms[id as usize]), is_for_loot)
    }
}

/// The slots of a room among those of a level, for loot or for members, in room coordinates.
pub(super) fn slots_of<'a>(
    preset: &'a Preset,
    slots: &'a [PlacedSlot],
    (id, room): (u32, &'a PlannedRoom),
    is_for_loot: bool,
) -> impl Iterator<Item = Cell> + use<'a> {
    let slots = &slots[slots.partition_point(|slot| slot.room < id)..];
    let suits = move |slot: &&PlacedSlot| preset.kinds[usize::from(slot.kind)].labels.has(LOOT) == is_for_loot;
    slots.iter().take_while(move |slot| slot.room == id).filter(suits).map(move |slot| in_room(room, slot.cell))
}

pub(super) fn in_room(room: &PlannedRoom, cell: Cell) -> Cell {
    Cell::new(cell.x - room.rect.left(), cell.y - room.rect.top())
}

pub(super) fn in_level(room: &PlannedRoom, cell: Cell) -> Cell {
    Cell::new(room.rect.left() + cell.x, room.rect.top() + cell.y)
}

/// The record of a prop of one cell.
fn record(kind: u16, room: u32, cell: Cell) -> PropRecord {
    let stance = TurnedFootprintSize::new(1, 1, Direction::North);
    PropRecord { kind, x: cell.x as u16, y: cell.y as u16, stance, room, offset: [0, 0] }
}
