//! What rooms spend their allowances on: groups and items, drawn while one fits.

use super::{
    LevelPopulation, PlacedGroup, PlacedItem,
    places::{MemberPlaces, ThingClass, ThingPlaces},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    furnish::{LevelFurnishing, PlacedSlot, RoomSpace, SpaceSets},
    geom::{Cell, Direction},
    grid::CellSet,
    model::{PropKind, PropRecord, TurnedFootprintSize},
    preset::{ItemRule, Preset, Ramp, RampAxis, RampInput, count_at},
    rng::{FloorSeed, RandomSource, RoomWordSources, SeedStage, position_at},
    trace::PropSource,
};

/// The tag by which a slot is one for loot.
const LOOT: &str = "loot";

/// The props that were placed, with what they are part of. Reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct PlacedProps {
    pub(super) props: Vec<PlacedProp>,
    pub(super) groups: Vec<PlacedGroup>,
    pub(super) items: Vec<PlacedItem>,
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
}

/// What a group takes.
#[derive(Clone, Copy, Debug)]
struct GroupPrice {
    number: u16,
    cost: u32,
    /// `None` for a ramp over progress.
    weight: Option<u32>,
}

/// What an item takes.
#[derive(Clone, Copy, Debug)]
struct ItemPrice {
    class: ThingClass,
    /// How many things lie together, least and most.
    pieces: (u32, u32),
    /// What the least of them take from the budget.
    least: u32,
    /// `None` for a ramp over progress.
    weight: Option<u32>,
    /// How many more things the level may have.
    stock: u32,
}

/// A group or an item that a room may draw.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    number: u16,
    price: u32,
    weight: u32,
}

/// The spending of the rooms of a level.
pub(super) struct Spending<'a> {
    preset: &'a Preset,
    plan: &'a FloorPlan,
    difficulty: f32,
    words: RoomWordSources,
    spaces: Vec<RoomSpace>,
    slots: Vec<PlacedSlot>,
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
        buffers.groups.extend((0..).zip(groups).filter(|(_, group)| !group.boss).map(|(number, group)| GroupPrice {
            number,
            cost: group.cost,
            weight: weight(&group.weight, is_wide[0]),
        }));
        buffers.items.clear();
        buffers.items.extend(items.iter().map(|item| {
            let class = class_of(&preset.kinds[usize::from(item.kind)]);
            ItemPrice::of(item, class, weight(&item.weight, is_wide[1]), difficulty, population)
        }));
        buffers.steps.clear();
        buffers.steps.resize(spaces.len(), 0);
        Self { preset, plan, difficulty, words, spaces, slots, buffers, placed, is_wide, offers: 0, work: 0 }
    }

    /// The work of all purchases so far: groups and items that were considered, words of sets.
    pub(super) fn work(&self) -> u64 {
        self.work + self.buffers.steps.iter().sum::<u64>()
    }

    /// The least cost of a group that rooms may draw; the most of all numbers without one.
    pub(super) fn cheapest_group(&self) -> u32 {
        self.buffers.groups.iter().map(|group| group.cost).min().unwrap_or(u32::MAX)
    }

    /// The least that an item in stock takes; the most of all numbers without one.
    pub(super) fn cheapest_item(&self) -> u32 {
        let in_stock = self.buffers.items.iter().filter(|price| price.is_in_stock());
        in_stock.map(|price| price.least).min().unwrap_or(u32::MAX)
    }

    /// Draws one of the candidates that the allowance pays; returns its position among them.
    /// Draws no word if there is none.
    fn draw(&mut self, id: u32, allowance: u32, is_wide: bool) -> Option<usize> {
        let candidates = &self.buffers.candidates;
        self.work += candidates.len() as u64;
        let weight = |candidate: &Candidate| if candidate.price <= allowance { candidate.weight } else { 0 };
        let total = candidates.iter().map(|candidate| u64::from(weight(candidate))).sum();
        let drawn = self.words.of(id).below_sum(total, is_wide)?;
        position_at(candidates.iter().map(weight), drawn)
    }

    /// Spends on groups for a room while one fits; returns what is left of the allowance.
    ///
    /// Draws for each group one word, one for each kind of members with a choice, and one for each
    /// member.
    pub(super) fn spend_on_groups(&mut self, id: u32, allowance: u32) -> u32 {
        let Self { preset, plan, difficulty, is_wide: [is_wide, _], .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let SpendingBuffers { groups, candidates, .. } = &mut *self.buffers;
        self.work += groups.len() as u64;
        candidates.clear();
        for &GroupPrice { number, cost, weight } in groups.iter().filter(|price| price.cost <= allowance) {
            let group = &preset.groups[usize::from(number)];
            if group.rooms.suits(&facts) {
                let weight = weight.unwrap_or_else(|| group.weight.weight_at(input, is_wide));
                candidates.push(Candidate { number, price: cost, weight });
            }
        }
        if candidates.is_empty() {
            return allowance;
        }
        let mut spaces = std::mem::take(&mut self.spaces);
        let left = match spaces.get_mut(id as usize) {
            Some(RoomSpace::Block(space)) => self.spend_on_groups_in(id, allowance, space),
            Some(RoomSpace::Grid(space)) => self.spend_on_groups_in(id, allowance, space),
            None => allowance,
        };
        self.spaces = spaces;
        left
    }

    fn spend_on_groups_in<S: CellSet>(&mut self, id: u32, mut allowance: u32, space: &mut SpaceSets<S>) -> u32 {
        let Self { preset, plan, difficulty, is_wide: [is_wide, _], .. } = *self;
        let room = &plan.rooms[id as usize];
        let quiet = Some(&plan.quiet).filter(|quiet| quiet.may_touch(room.rect));
        let quiet = quiet.into_iter().flat_map(|quiet| quiet.cells_in(room.rect)).map(|cell| in_room(room, cell));
        let mut steps = self.buffers.steps[id as usize];
        let slots = self.slots_of(id, false);
        let mut places = MemberPlaces::new(room.rect.extent(), space, slots, quiet, &mut steps);
        while let Some(chosen) = self.draw(id, allowance, is_wide) {
            let free = i64::from(places.count());
            if free == 0 {
                break;
            }
            let SpendingBuffers { members, cells, candidates, .. } = &mut *self.buffers;
            let Candidate { number, price, .. } = candidates[chosen];
            let draw = &mut self.words.of(id);
            preset.groups[usize::from(number)].draw_members(difficulty, free, members, draw);
            let count = members.iter().map(|(_, count)| count).sum();
            if !places.take(count, cells, draw) {
                candidates.swap_remove(chosen);
                continue;
            }
            allowance -= price;
            let source = PropSource::Group { group: number };
            let cells: Vec<Cell> = cells.iter().map(|&cell| in_level(room, cell)).collect();
            let mut of_members = cells.iter();
            for &(kind, count) in &*members {
                let props = of_members.by_ref().take(count as usize);
                let placed = |&cell: &Cell| PlacedProp { prop: record(kind, id, cell), source, offer: None };
                self.placed.props.extend(props.map(placed));
            }
            self.placed.groups.push(PlacedGroup { group: Some(number), room: id, cost: price, cells });
        }
        self.buffers.steps[id as usize] = steps;
        allowance
    }

    /// Spends on items for a room while one fits; returns what is left of the allowance.
    ///
    /// Draws for each item one word, one for its number if there is a choice, and one or more for
    /// each thing.
    pub(super) fn spend_on_items(&mut self, id: u32, allowance: u32) -> u32 {
        let Self { preset, plan, difficulty, is_wide: [_, is_wide], .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let SpendingBuffers { items, candidates, .. } = &mut *self.buffers;
        self.work += items.len() as u64;
        candidates.clear();
        let in_stock = |price: &ItemPrice| price.least <= allowance && price.is_in_stock();
        for ((number, item), price) in (0..).zip(&preset.loot.items).zip(&*items).filter(|(_, price)| in_stock(price)) {
            if item.rooms.suits(&facts) {
                let weight = price.weight.unwrap_or_else(|| item.weight.weight_at(input, is_wide));
                candidates.push(Candidate { number, price: price.least, weight });
            }
        }
        if candidates.is_empty() {
            return allowance;
        }
        let mut spaces = std::mem::take(&mut self.spaces);
        let left = match spaces.get_mut(id as usize) {
            Some(RoomSpace::Block(space)) => self.spend_on_items_in(id, allowance, space),
            Some(RoomSpace::Grid(space)) => self.spend_on_items_in(id, allowance, space),
            None => allowance,
        };
        self.spaces = spaces;
        left
    }

    fn spend_on_items_in<S: CellSet>(&mut self, id: u32, mut allowance: u32, space: &mut SpaceSets<S>) -> u32 {
        let Self { preset, plan, is_wide: [_, is_wide], .. } = *self;
        let room = &plan.rooms[id as usize];
        let mut steps = self.buffers.steps[id as usize];
        let mut places = ThingPlaces::new(room.rect.extent(), space, self.slots_of(id, true), &mut steps);
        while let Some(chosen) = self.draw(id, allowance, is_wide) {
            let SpendingBuffers { cells, candidates, items, .. } = &mut *self.buffers;
            let number = candidates[chosen].number;
            let item = &preset.loot.items[usize::from(number)];
            let ItemPrice { class, pieces: (least, most), stock, .. } = items[usize::from(number)];
            let most = if item.of > 0 { most } else { most.min(allowance / item.value) }.min(stock);
            let draw = &mut self.words.of(id);
            let drawn = if most > least { least + draw.below(most - least + 1) } else { least };
            let is_placed =
                places.take(class, drawn, cells, draw) || drawn > least && places.take(class, least, cells, draw);
            if !is_placed {
                // As many things that take their cells in the same way have no place either.
                self.work += candidates.len() as u64;
                candidates.retain(|other| {
                    let price = &items[usize::from(other.number)];
                    price.pieces.0 < least || price.class != class
                });
                continue;
            }
            let count = cells.len() as u32;
            allowance -= if item.of > 0 { item.value } else { item.value * count };
            let price = &mut items[usize::from(number)];
            price.stock -= count.min(price.stock);
            if !price.is_in_stock() {
                candidates.swap_remove(chosen);
            }
            let offer = (item.of > 0).then_some(self.offers);
            self.offers += u32::from(item.of > 0);
            let source = PropSource::Loot { item: number };
            let (kind, value) = (item.kind, item.value);
            for (position, cell) in cells.iter().map(|&cell| in_level(room, cell)).enumerate() {
                self.placed.props.push(PlacedProp { prop: record(kind, id, cell), source, offer });
                let is_first = position == 0;
                self.placed.items.push(PlacedItem {
                    kind,
                    room: id,
                    value,
                    cell,
                    is_metered: false,
                    offer,
                    drawn_offer: None,
                    is_first,
                });
            }
        }
        self.buffers.steps[id as usize] = steps;
        allowance
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

impl ItemPrice {
    fn of(
        item: &ItemRule,
        class: ThingClass,
        weight: Option<u32>,
        difficulty: f32,
        population: &LevelPopulation,
    ) -> Self {
        let pieces = pieces_of(item, difficulty);
        let least = if item.of > 0 { item.value } else { item.value * pieces.0 };
        let input = RampInput::of_level(difficulty);
        let most = item.most.as_ref().map_or(u32::MAX, |most| most.whole_at(input).unsigned_abs());
        let placed = population.loot.iter().filter(|placed| placed.kind == item.kind).count() as u32;
        Self { class, pieces, least, weight, stock: most.saturating_sub(placed) }
    }

    fn is_in_stock(&self) -> bool {
        self.pieces.0 <= self.stock
    }
}

/// How many things of an item lie together, least and most.
pub(super) fn pieces_of(item: &ItemRule, difficulty: f32) -> (u32, u32) {
    let (least, most) = if item.of > 0 { (item.of, item.of) } else { count_at(&item.with, difficulty) };
    (least.max(1), most.max(1))
}

pub(super) fn class_of(kind: &PropKind) -> ThingClass {
    if kind.is_obstacle() {
        ThingClass::Obstacle
    } else if kind.marker || kind.tall.parts() > 0 {
        ThingClass::Passable
    } else {
        ThingClass::Flat
    }
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
