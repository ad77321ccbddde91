//! What rooms buy: groups and items, drawn while one fits.

use super::{
    DealtGroup, DealtItem, LevelDeal,
    places::{RoomPlaces, ThingClass},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    furnish::{LevelFurnishing, PlacedSlot, RoomSpace},
    geom::{Cell, Direction},
    grid::{BitGrid, CellBlock},
    model::{PropKind, PropRecord, TurnedFootprintSize},
    preset::{ItemRule, Preset, RampInput, count_at},
    rng::{FloorSeed, RandomSource, RoomWordSources, SeedStage, position_at},
    trace::PropSource,
};

/// The tag by which a slot is one for loot.
const LOOT: &str = "loot";

/// The props that were dealt, with what they are part of. Reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct Purchases {
    pub(super) props: Vec<BoughtProp>,
    pub(super) groups: Vec<DealtGroup>,
    pub(super) items: Vec<DealtItem>,
}

/// A prop that was dealt.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoughtProp {
    pub(super) prop: PropRecord,
    pub(super) source: PropSource,
    /// The number of its offer, in the order in which they were bought.
    pub(super) offer: Option<u32>,
}

/// Memory of a shop, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct ShopBuffers {
    /// The places of the rooms that have bought something or tried to.
    places: Vec<Option<ShopPlaces>>,
    /// For each item, what it takes.
    prices: Vec<ItemPrice>,
    /// What may still be drawn for the current room.
    candidates: Vec<Candidate>,
    members: Vec<(u16, u32)>,
    cells: Vec<Cell>,
}

/// What an item takes.
#[derive(Clone, Copy, Debug)]
struct ItemPrice {
    /// How many things lie together, least and most.
    pieces: (u32, u32),
    /// What the least of them take from the budget.
    least: u32,
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

/// Where the rooms of a level buy.
pub(super) struct Shop<'a> {
    preset: &'a Preset,
    plan: &'a FloorPlan,
    difficulty: f32,
    words: RoomWordSources,
    spaces: Vec<Option<RoomSpace>>,
    slots: Vec<PlacedSlot>,
    buffers: &'a mut ShopBuffers,
    dealt: &'a mut Purchases,
    /// Whether the weight of some group, and of some item, is a ramp.
    is_wide: [bool; 2],
    offers: u32,
    work: u64,
}

/// The places of a room, in the sets in which it was furnished.
#[derive(Clone, Debug)]
enum ShopPlaces {
    Block(RoomPlaces<CellBlock>),
    Grid(RoomPlaces<BitGrid>),
}

impl<'a> Shop<'a> {
    /// Takes over what furnishing left of the rooms.
    #[expect(clippy::too_many_arguments, reason = "the inputs of a stage, and its buffers")]
    pub(super) fn new(
        preset: &'a Preset,
        plan: &'a FloorPlan,
        furnishing: &mut LevelFurnishing,
        seed: &FloorSeed,
        difficulty: f32,
        deal: &LevelDeal,
        buffers: &'a mut ShopBuffers,
        dealt: &'a mut Purchases,
    ) -> Self {
        let words = RoomWordSources::new(seed, SeedStage::Populate, plan.rooms.iter().map(|room| room.leaf));
        let (spaces, slots) = (std::mem::take(&mut furnishing.spaces), std::mem::take(&mut furnishing.slots));
        let (groups, items) = (&preset.groups, &preset.loot.items);
        buffers.places.clear();
        buffers.places.resize_with(spaces.len(), || None);
        buffers.prices.clear();
        buffers.prices.extend(items.iter().map(|item| ItemPrice::of(item, difficulty, deal)));
        let is_wide = [
            groups.iter().any(|group| !group.weight.is_constant()),
            items.iter().any(|item| !item.weight.is_constant()),
        ];
        Self { preset, plan, difficulty, words, spaces, slots, buffers, dealt, is_wide, offers: 0, work: 0 }
    }

    /// The work of all purchases so far: groups and items that were considered, words of sets.
    pub(super) fn work(&self) -> u64 {
        self.work + self.buffers.places.iter().flatten().map(ShopPlaces::work).sum::<u64>()
    }

    /// The least cost of a group that rooms may draw; the most of all numbers without one.
    pub(super) fn cheapest_group(&self) -> u32 {
        let groups = self.preset.groups.iter().filter(|group| !group.boss);
        groups.map(|group| group.cost).min().unwrap_or(u32::MAX)
    }

    /// The least that an item in stock takes; the most of all numbers without one.
    pub(super) fn cheapest_item(&self) -> u32 {
        let in_stock = self.buffers.prices.iter().filter(|price| price.is_in_stock());
        in_stock.map(|price| price.least).min().unwrap_or(u32::MAX)
    }

    /// Draws one of the candidates that the purse buys; returns its position among them. Draws no
    /// word if there is none.
    fn draw(&mut self, id: u32, purse: u32, is_wide: bool) -> Option<usize> {
        let candidates = &self.buffers.candidates;
        self.work += candidates.len() as u64;
        let weight = |candidate: &Candidate| if candidate.price <= purse { candidate.weight } else { 0 };
        let total = candidates.iter().map(|candidate| u64::from(weight(candidate))).sum();
        let drawn = self.words.of(id).below_sum(total, is_wide)?;
        position_at(candidates.iter().map(weight), drawn)
    }

    /// Buys groups for a room while one fits; returns what is left of the purse.
    ///
    /// Draws for each group one word, one for each kind of members with a choice, and one for each
    /// member.
    pub(super) fn buy_groups(&mut self, id: u32, mut purse: u32) -> u32 {
        let Self { preset, plan, difficulty, is_wide: [is_wide, _], .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        self.buffers.candidates.clear();
        self.work += preset.groups.len() as u64;
        let suiting = (0..).zip(&preset.groups).filter(|(_, group)| group.cost <= purse && !group.boss);
        self.buffers.candidates.extend(suiting.filter(|(_, group)| group.rooms.suits(&facts)).map(
            |(number, group)| Candidate { number, price: group.cost, weight: group.weight.weight_at(input, is_wide) },
        ));
        while let Some(chosen) = self.draw(id, purse, is_wide) {
            let number = self.buffers.candidates[chosen].number;
            let group = &preset.groups[usize::from(number)];
            let Some(places) = self.places_of(id) else { return purse };
            let free = i64::from(places.cells_for_members());
            if free == 0 {
                return purse;
            }
            let ShopBuffers { places, members, cells, candidates, .. } = &mut *self.buffers;
            let (draw, places) = (&mut self.words.of(id), places[id as usize].as_mut());
            group.draw_members(difficulty, free, members, draw);
            let count = members.iter().map(|(_, count)| count).sum();
            if !places.is_some_and(|places| places.take_members(count, cells, draw)) {
                candidates.swap_remove(chosen);
                continue;
            }
            purse -= group.cost;
            let source = PropSource::Group { group: number };
            let kinds = members.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count as usize));
            let cells: Vec<Cell> = cells.iter().map(|&cell| in_level(room, cell)).collect();
            let dealt = |(kind, &cell)| BoughtProp { prop: record(kind, id, cell), source, offer: None };
            self.dealt.props.extend(kinds.zip(&cells).map(dealt));
            self.dealt.groups.push(DealtGroup { group: Some(number), room: id, cost: group.cost, cells });
        }
        purse
    }

    /// Buys items for a room while one fits; returns what is left of the purse.
    ///
    /// Draws for each item one word, one for its number if there is a choice, and one or more for
    /// each thing.
    pub(super) fn buy_items(&mut self, id: u32, mut purse: u32) -> u32 {
        let Self { preset, plan, difficulty, is_wide: [_, is_wide], .. } = *self;
        let room = &plan.rooms[id as usize];
        let (facts, input) = (room.facts(), room.ramp_input(difficulty));
        let items = &preset.loot.items;
        self.buffers.candidates.clear();
        self.work += items.len() as u64;
        let ShopBuffers { prices, candidates, .. } = &mut *self.buffers;
        let suiting = (0..)
            .zip(items.iter().zip(&*prices))
            .filter(|(_, (item, price))| price.least <= purse && price.is_in_stock() && item.rooms.suits(&facts));
        candidates.extend(suiting.map(|(number, (item, price))| Candidate {
            number,
            price: price.least,
            weight: item.weight.weight_at(input, is_wide),
        }));
        while let Some(chosen) = self.draw(id, purse, is_wide) {
            if !self.begin_loot(id) {
                return purse;
            }
            let number = self.buffers.candidates[chosen].number;
            let item = &items[usize::from(number)];
            let ShopBuffers { places, cells, candidates, prices, .. } = &mut *self.buffers;
            let ItemPrice { pieces: (least, most), stock, .. } = prices[usize::from(number)];
            let most = if item.of > 0 { most } else { most.min(purse / item.value) }.min(stock);
            let draw = &mut self.words.of(id);
            let drawn = if most > least { least + draw.below(most - least + 1) } else { least };
            let class = class_of(&preset.kinds[usize::from(item.kind)]);
            let Some(places) = places[id as usize].as_mut() else { return purse };
            let is_laid = places.take_things(class, drawn, cells, draw)
                || drawn > least && places.take_things(class, least, cells, draw);
            if !is_laid {
                // As many things that take their cells in the same way have no place either.
                self.work += candidates.len() as u64;
                candidates.retain(|other| {
                    let number = usize::from(other.number);
                    let pieces = prices[number].pieces.0;
                    pieces < least || class_of(&preset.kinds[usize::from(items[number].kind)]) != class
                });
                continue;
            }
            let count = cells.len() as u32;
            purse -= if item.of > 0 { item.value } else { item.value * count };
            let price = &mut prices[usize::from(number)];
            price.stock -= count.min(price.stock);
            if !price.is_in_stock() {
                candidates.swap_remove(chosen);
            }
            let offer = (item.of > 0).then_some(self.offers);
            self.offers += u32::from(item.of > 0);
            let source = PropSource::Loot { item: number };
            let (kind, value) = (item.kind, item.value);
            for cell in cells.iter().map(|&cell| in_level(room, cell)) {
                self.dealt.props.push(BoughtProp { prop: record(kind, id, cell), source, offer });
                self.dealt.items.push(DealtItem { kind, room: id, value, cell, is_metered: false, offer });
            }
        }
        purse
    }

    /// The places of a room; `None` for a room that was not furnished.
    fn places_of(&mut self, id: u32) -> Option<&mut ShopPlaces> {
        let at = id as usize;
        if let Some(space) = self.spaces.get_mut(at).and_then(Option::take) {
            self.buffers.places[at] = Some(self.open_room(id, space));
        }
        self.buffers.places.get_mut(at)?.as_mut()
    }

    fn open_room(&mut self, id: u32, space: RoomSpace) -> ShopPlaces {
        let room = &self.plan.rooms[id as usize];
        let quiet = Some(&self.plan.quiet).filter(|quiet| quiet.may_touch(room.rect));
        let quiet = quiet.into_iter().flat_map(|quiet| quiet.cells_in(room.rect)).map(|cell| in_room(room, cell));
        let (extent, slots) = (room.rect.extent(), self.slots_of(id, false));
        match space {
            RoomSpace::Block(space) => ShopPlaces::Block(RoomPlaces::new(extent, space, slots, quiet)),
            RoomSpace::Grid(space) => ShopPlaces::Grid(RoomPlaces::new(extent, space, slots, quiet)),
        }
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
        let Some(mut places) = self.buffers.places[id as usize].take() else { return false };
        match &mut places {
            ShopPlaces::Block(places) => places.begin_loot(self.slots_of(id, true)),
            ShopPlaces::Grid(places) => places.begin_loot(self.slots_of(id, true)),
        }
        self.buffers.places[id as usize] = Some(places);
        true
    }
}

impl ShopPlaces {
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

    fn take_members(&mut self, count: u32, cells: &mut Vec<Cell>, draw: &mut impl RandomSource) -> bool {
        match self {
            Self::Block(places) => places.take_members(count, cells, draw),
            Self::Grid(places) => places.take_members(count, cells, draw),
        }
    }

    fn take_things(
        &mut self,
        class: ThingClass,
        count: u32,
        cells: &mut Vec<Cell>,
        draw: &mut impl RandomSource,
    ) -> bool {
        match self {
            Self::Block(places) => places.take_things(class, count, cells, draw),
            Self::Grid(places) => places.take_things(class, count, cells, draw),
        }
    }
}

impl ItemPrice {
    fn of(item: &ItemRule, difficulty: f32, deal: &LevelDeal) -> Self {
        let pieces = if item.of > 0 { (item.of, item.of) } else { count_at(&item.with, difficulty) };
        let pieces = (pieces.0.max(1), pieces.1.max(1));
        let least = if item.of > 0 { item.value } else { item.value * pieces.0 };
        let input = RampInput::of_level(difficulty);
        let most = item.most.as_ref().map_or(u32::MAX, |most| most.whole_at(input).unsigned_abs());
        let laid = deal.loot.iter().filter(|laid| laid.kind == item.kind).count() as u32;
        Self { pieces, least, stock: most.saturating_sub(laid) }
    }

    fn is_in_stock(&self) -> bool {
        self.pieces.0 <= self.stock
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
