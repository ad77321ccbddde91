//! What rooms buy: groups and items, drawn while one fits.

use super::{
    DealtGroup, DealtItem, LevelDeal,
    places::{LootHints, RoomPlaces, ThingClass},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    furnish::{LevelFurnishing, PlacedSlot, RoomSpace},
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellBlock},
    model::{PropKind, PropRecord, TurnedFootprintSize},
    preset::{ItemRule, Preset, RampInput, VaultCell, count_at},
    rng::{FloorSeed, RandomSource, RoomWordSources, SeedStage},
    trace::PropSource,
    weights,
};

/// The tag by which a slot is one for loot.
const LOOT: &str = "loot";

/// The props that were dealt, with what they are part of.
#[derive(Debug, Default)]
pub(super) struct DealtProps {
    pub(super) props: Vec<(PropRecord, PropSource)>,
    pub(super) groups: Vec<DealtGroup>,
    pub(super) items: Vec<DealtItem>,
}

/// Where the rooms of a level buy.
pub(super) struct Shop<'a> {
    preset: &'a Preset,
    plan: &'a FloorPlan,
    difficulty: f32,
    words: RoomWordSources,
    spaces: Vec<Option<RoomSpace>>,
    slots: Vec<PlacedSlot>,
    /// The props of all rooms, by room.
    props: &'a [PropRecord],
    /// The places of the rooms that have bought something or tried to.
    places: Vec<Option<Places>>,
    /// For each item, how many more of it the level may have.
    stock: Vec<u32>,
    offers: u32,
    pub(super) dealt: DealtProps,
    pub(super) work: u64,
}

/// The places of a room, in the sets in which it was furnished.
#[derive(Debug)]
enum Places {
    Block(RoomPlaces<CellBlock>),
    Grid(RoomPlaces<BitGrid>),
}

impl<'a> Shop<'a> {
    /// Takes over what furnishing left of the rooms.
    pub(super) fn new(
        preset: &'a Preset,
        plan: &'a FloorPlan,
        furnishing: &'a mut LevelFurnishing,
        seed: &FloorSeed,
        difficulty: f32,
        deal: &LevelDeal,
    ) -> Self {
        let words = RoomWordSources::new(seed, SeedStage::Populate, plan.rooms.iter().map(|room| room.leaf));
        let spaces: Vec<_> = std::mem::take(&mut furnishing.spaces).into_iter().map(Some).collect();
        let places = spaces.iter().map(|_| None).collect();
        let slots = std::mem::take(&mut furnishing.slots);
        let input = RampInput::of_level(difficulty);
        let laid = |kind: u16| deal.loot.iter().filter(|item| item.kind == kind).count() as u32;
        let stock = preset.loot.items.iter().map(|item| {
            let most = item.most.as_ref().map_or(u32::MAX, |most| most.whole_at(input).unsigned_abs());
            most.saturating_sub(laid(item.kind))
        });
        let stock = stock.collect();
        let dealt = DealtProps::default();
        let props = &furnishing.props;
        Self { preset, plan, difficulty, words, spaces, slots, props, places, stock, offers: 0, dealt, work: 0 }
    }

    /// The least cost of a group that rooms may draw; the most of all numbers without one.
    pub(super) fn cheapest_group(&self) -> u32 {
        let groups = self.preset.groups.iter().filter(|group| !group.boss);
        groups.map(|group| group.cost).min().unwrap_or(u32::MAX)
    }

    /// The least that an item in stock takes; the most of all numbers without one.
    pub(super) fn cheapest_item(&self) -> u32 {
        let items = self.preset.loot.items.iter().zip(&self.stock);
        let in_stock = items.filter(|(item, stock)| item.pieces(self.difficulty).0 <= **stock);
        in_stock.map(|(item, _)| item.least_price(self.difficulty)).min().unwrap_or(u32::MAX)
    }

    /// Buys groups for a room while one fits; returns what is left of the purse.
    ///
    /// Draws for each group one word, one for each kind of members with a choice, and one for each
    /// member.
    pub(super) fn buy_groups(&mut self, id: u32, mut purse: u32) -> u32 {
        let Self { preset, plan, difficulty, .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let groups = &preset.groups;
        let mut may_have = Choice::of(groups.iter().map(|group| !group.boss && group.rooms.suits(&facts)));
        self.work += groups.len() as u64;
        loop {
            let fits = |number: usize| may_have.has(number) && groups[number].cost <= purse;
            let weights = (0..groups.len()).map(|number| fits(number).then_some(&groups[number].weight));
            self.work += groups.len() as u64;
            if weights.clone().flatten().next().is_none() {
                return purse;
            }
            let Some(places) = self.places_of(id) else { return purse };
            let cells = i64::from(places.cells_for_members());
            let draw = &mut self.words.of(id);
            let Some(number) = weights::choose(weights, input, draw) else { return purse };
            let group = &groups[number];
            let members = group.draw_members(difficulty, cells, draw);
            let count = members.iter().map(|(_, count)| count).sum();
            let taken = self.places[id as usize].as_mut().and_then(|places| places.take_members(count, draw));
            let Some(cells) = taken else {
                may_have.remove(number);
                continue;
            };
            purse -= group.cost;
            let cells: Vec<Cell> = cells.into_iter().map(|cell| in_level(room, cell)).collect();
            let kinds = members.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize));
            let source = PropSource::Group { group: number as u16 };
            let props = kinds.zip(&cells).map(|(kind, &cell)| (record(kind, id, cell), source));
            self.dealt.props.extend(props);
            self.dealt.groups.push(DealtGroup { group: Some(number as u16), room: id, cost: group.cost, cells });
        }
    }

    /// Buys items for a room while one fits; returns what is left of the purse.
    ///
    /// Draws for each item one word, one for its number if there is a choice, and one or more for
    /// each thing.
    pub(super) fn buy_items(&mut self, id: u32, mut purse: u32) -> u32 {
        let Self { preset, plan, difficulty, .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let items = &preset.loot.items;
        let mut may_have = Choice::of(items.iter().map(|item| item.rooms.suits(&facts)));
        self.work += items.len() as u64;
        if !self.begin_loot(id) {
            return purse;
        }
        loop {
            let stock = &self.stock;
            let fits = |number: usize| {
                let item: &ItemRule = &items[number];
                may_have.has(number)
                    && item.least_price(difficulty) <= purse
                    && item.pieces(difficulty).0 <= stock[number]
            };
            let weights = (0..items.len()).map(|number| fits(number).then_some(&items[number].weight));
            self.work += items.len() as u64;
            if weights.clone().flatten().next().is_none() {
                return purse;
            }
            let draw = &mut self.words.of(id);
            let Some(number) = weights::choose(weights, input, draw) else { return purse };
            let item = &items[number];
            let (least, most) = item.pieces(difficulty);
            let most = if item.of > 0 { most } else { most.min(purse / item.value) }.min(self.stock[number]);
            let drawn = if most > least { least + draw.below(most - least + 1) } else { least };
            let class = class_of(&preset.kinds[usize::from(item.kind)]);
            let Some(places) = self.places[id as usize].as_mut() else { return purse };
            let taken = places.take_things(class, drawn, draw);
            let taken = if taken.is_none() && drawn > least { places.take_things(class, least, draw) } else { taken };
            let Some(cells) = taken else {
                may_have.remove(number);
                continue;
            };
            let count = cells.len() as u32;
            purse -= if item.of > 0 { item.value } else { item.value * count };
            self.stock[number] = self.stock[number].saturating_sub(count);
            let offer = (item.of > 0).then_some(self.offers);
            self.offers += u32::from(item.of > 0);
            let source = PropSource::Loot { item: number as u16 };
            for cell in cells {
                let cell = in_level(room, cell);
                self.dealt.props.push((record(item.kind, id, cell), source));
                let ItemRule { kind, value, .. } = *item;
                self.dealt.items.push(DealtItem { kind, room: id, value, cell, is_metered: false, offer });
            }
        }
    }

    /// The places of a room; `None` for a room that was not furnished.
    fn places_of(&mut self, id: u32) -> Option<&mut Places> {
        let at = id as usize;
        if let Some(space) = self.spaces.get_mut(at).and_then(Option::take) {
            self.places[at] = Some(self.open_room(id, space));
        }
        self.places.get_mut(at)?.as_mut()
    }

    fn open_room(&mut self, id: u32, space: RoomSpace) -> Places {
        let room = &self.plan.rooms[id as usize];
        let quiet = Some(&self.plan.quiet).filter(|quiet| quiet.may_touch(room.rect));
        let quiet = quiet.into_iter().flat_map(|quiet| quiet.cells_in(room.rect)).map(|cell| in_room(room, cell));
        let (extent, slots) = (room.rect.extent(), self.slots_of(id, false));
        let places = match space {
            RoomSpace::Block(space) => Places::Block(RoomPlaces::new(extent, space, slots, quiet)),
            RoomSpace::Grid(space) => Places::Grid(RoomPlaces::new(extent, space, slots, quiet)),
        };
        self.work += places.work();
        places
    }

    /// The slots of a room, for loot or for members, in room coordinates.
    fn slots_of(&self, id: u32, is_for_loot: bool) -> impl Iterator<Item = Cell> + use<'_> {
        let slots = &self.slots[self.slots.partition_point(|slot| slot.room < id)..];
        let kinds = &self.preset.kinds;
        let suits = move |slot: &&PlacedSlot| kinds[usize::from(slot.kind)].labels.has(LOOT) == is_for_loot;
        let of_room = slots.iter().take_while(move |slot| slot.room == id).filter(suits);
        of_room.map(move |slot| in_room(&self.plan.rooms[id as usize], slot.cell))
    }

    /// Prepares a room for loot; false for one that was not furnished.
    fn begin_loot(&mut self, id: u32) -> bool {
        let Some(places) = self.places_of(id) else { return false };
        if places.has_loot() {
            return true;
        }
        let Some(mut places) = self.places[id as usize].take() else { return false };
        let (preset, room) = (self.preset, &self.plan.rooms[id as usize]);
        let of_room = &self.props[self.props.partition_point(|prop| prop.room < id)..];
        let of_room = of_room.iter().take_while(|prop| prop.room == id);
        let covers = of_room.filter_map(|prop| {
            let kind = &preset.kinds[usize::from(prop.kind)];
            let cells = prop.cells();
            let at = in_room(room, cells.top_left());
            let cells = Rect::of(at.x, at.y, cells.width(), cells.height());
            (!kind.marker && !kind.hangs()).then_some((cells, kind.tall.parts() > 0))
        });
        let reserved = room.vault_drawing(preset).into_iter().flat_map(|(drawing, corner)| {
            let reserved = drawing.each_cell().filter(|(_, _, cell)| VaultCell::RESERVED.contains(cell));
            reserved.map(move |(x, y, _)| in_room(room, Cell::new(corner.x + x, corner.y + y)))
        });
        let props = covers.chain(reserved.map(|cell| (Rect::from_cell(cell), false)));
        let hints = LootHints { slots: self.slots_of(id, true), props };
        match &mut places {
            Places::Block(places) => places.begin_loot(hints),
            Places::Grid(places) => places.begin_loot(hints),
        }
        self.places[id as usize] = Some(places);
        true
    }
}

impl Places {
    fn work(&self) -> u64 {
        match self {
            Self::Block(places) => places.work,
            Self::Grid(places) => places.work,
        }
    }

    fn has_loot(&self) -> bool {
        match self {
            Self::Block(places) => places.has_loot(),
            Self::Grid(places) => places.has_loot(),
        }
    }

    fn cells_for_members(&self) -> u32 {
        match self {
            Self::Block(places) => places.cells_for_members(),
            Self::Grid(places) => places.cells_for_members(),
        }
    }

    fn take_members(&mut self, count: u32, draw: &mut impl RandomSource) -> Option<Vec<Cell>> {
        match self {
            Self::Block(places) => places.take_members(count, draw),
            Self::Grid(places) => places.take_members(count, draw),
        }
    }

    fn take_things(&mut self, class: ThingClass, count: u32, draw: &mut impl RandomSource) -> Option<Vec<Cell>> {
        match self {
            Self::Block(places) => places.take_things(class, count, draw),
            Self::Grid(places) => places.take_things(class, count, draw),
        }
    }
}

impl ItemRule {
    /// How many things lie together, least and most; at least one.
    fn pieces(&self, difficulty: f32) -> (u32, u32) {
        if self.of > 0 {
            return (self.of, self.of);
        }
        let (least, most) = count_at(&self.with, difficulty);
        (least.max(1), most.max(1))
    }

    /// What the item takes from the budget at least.
    fn least_price(&self, difficulty: f32) -> u32 {
        if self.of > 0 { self.value } else { self.value * self.pieces(difficulty).0 }
    }
}

/// A choice among up to 256 groups or items: a bit for each that may be drawn.
struct Choice([u64; 4]);

impl Choice {
    fn of(may: impl Iterator<Item = bool>) -> Self {
        let mut bits = [0; 4];
        for (number, _) in may.enumerate().filter(|(_, may)| *may) {
            bits[number / 64 % 4] |= 1 << (number % 64);
        }
        Self(bits)
    }

    fn has(&self, number: usize) -> bool {
        self.0[number / 64 % 4] >> (number % 64) & 1 == 1
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64 % 4] &= !(1 << (number % 64));
    }
}

fn class_of(kind: &PropKind) -> ThingClass {
    if kind.is_obstacle() {
        ThingClass::Obstacle
    } else if kind.marker || kind.tall.parts() > 0 {
        ThingClass::Passable
    } else {
        ThingClass::Flat
    }
}

fn in_room(room: &PlannedRoom, cell: Cell) -> Cell {
    Cell::new(cell.x - room.rect.left(), cell.y - room.rect.top())
}

fn in_level(room: &PlannedRoom, cell: Cell) -> Cell {
    Cell::new(room.rect.left() + cell.x, room.rect.top() + cell.y)
}

/// The record of a prop of one cell.
fn record(kind: u16, room: u32, cell: Cell) -> PropRecord {
    let stance = TurnedFootprintSize::new(1, 1, Direction::North);
    PropRecord { kind, x: cell.x as u16, y: cell.y as u16, stance, room, offset: [0, 0] }
}
