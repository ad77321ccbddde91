//! The choice of a layout for each room.
//!
//! Consumes the layouts of one preset, a room's facts, and with a memory the layouts of the rooms
//! of lower ids; draws one of the layouts that suit, by weight. So rooms are chosen for in the
//! order of their ids: all before the first is furnished, or each just before it is.

use super::{
    content::RoomVault,
    context::LevelContext,
    held::HeldFloor,
    layout_set::{LAYOUTS, WordWeights, each_bit, intersect, layout_at, number_of, set_of, sum_of},
    memory::NearbyLayouts,
};
use crate::{
    floorplan::PlannedRoom,
    geom::{Direction, Extent},
    grid::CellBlock,
    model::{RoomKind, RoomShape},
    preset::{Layout, Preset, RampInput, RoomFacts, RoomFilter},
    rng::RandomSource,
};

/// Chooses a layout of one preset for each room; caches which layouts suit each size of room.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutChooser {
    /// The filter of each layout; empty until the first level.
    filters: Vec<LayoutFilter>,
    /// The weights of the layouts of each word of a set; for a ramp, its value in the current room.
    weights: Vec<WordWeights>,
    /// Layouts whose filter tests progress, or tags beside the extent, or whose weight is a ramp.
    varying: Vec<u64>,
    /// For each tag, the layouts whose filter has it among those of which it requires one.
    with_tag: Vec<Vec<u64>>,
    /// Layouts whose filter requires a tag.
    tagged: Vec<u64>,
    /// Layouts that need a rectangle of floor.
    needing: Vec<u64>,
    /// The layouts for each kind of room.
    kinds: [KindLayouts; RoomKind::ALL.len()],
    has_ramps: bool,
    /// The rectangles of floor that layouts need, each once, and whether in either orientation.
    needs: Vec<(Extent, bool)>,
    /// For each of them, whether the floor of the current room holds it, once that is known.
    holds: Vec<Option<bool>>,
    held: HeldFloor,
    /// The layouts that suit the current room.
    suitable: Vec<u64>,
    nearby: NearbyLayouts,
    /// The steps that memory has counted, in words.
    work: u64,
}

/// The layouts for one kind of room that a choice can draw.
#[derive(Clone, Debug, Default)]
struct KindLayouts {
    all: Vec<u64>,
    /// For each room size that fits a [`CellBlock`], the set of the layouts that suit it. Valid
    /// where `is_known` holds.
    fitting: Vec<u64>,
    is_known: Vec<bool>,
}

/// A layout's filter, in the form that the choice tests.
#[derive(Clone, Debug)]
struct LayoutFilter {
    is_ramp: bool,
    /// The tags of which a room must have one, as bits; 0 for none.
    tags: u32,
    /// The smallest and largest extent of a room, [`packed`].
    min: u64,
    max: u64,
    progress: (f32, f32),
    /// Whether rooms with some of these tags may have the extent in either orientation.
    turns: bool,
    /// The index in [`LayoutChooser::needs`] of what the floor of a room must hold.
    need: usize,
}

/// The guard bits of a [`packed`] extent: the bit above the width and the one above the height,
/// both always 0 in it.
const ABOVE: u64 = 1 << 31 | 1 << 63;

/// An extent in one 64-bit word: the width in the low half, the height in the high half. Negative
/// sides become 0.
fn packed(extent: Extent) -> u64 {
    let side = |cells: i32| u64::from(cells.max(0).unsigned_abs());
    side(extent.width) | side(extent.height) << 32
}

impl LayoutFilter {
    /// Whether the layout suits rooms of this [`packed`] extent, or some of them. The guard bits
    /// prevent borrows between the two sides.
    fn fits(&self, room: u64) -> bool {
        let is_within = |room: u64| ((room | ABOVE) - self.min) & ((self.max | ABOVE) - room) & ABOVE == ABOVE;
        is_within(room) || self.turns && is_within(room.rotate_left(32))
    }

    /// Whether the layout suits a room, given that kind, size and tags already match.
    fn suits(&self, room: &RoomFacts, layout: &Layout) -> bool {
        (self.progress.0..=self.progress.1).contains(&room.progress) && (!self.turns || layout.rooms.admits(room))
    }
}

impl LayoutFilter {
    /// The filter of a layout; lists what it needs in `all_needs`.
    fn of(layout: &Layout, all_needs: &mut Vec<(Extent, bool)>) -> Self {
        let RoomFilter { min, max, progress, tags, turning, .. } = layout.rooms;
        let needs = layout.needs.unwrap_or(Extent::new(1, 1));
        // A whole rectangle holds what its sides hold.
        let min = Extent::new(min.width.max(needs.width), min.height.max(needs.height));
        let is_ramp = !layout.weight.is_constant();
        let turns = turning != 0;
        let need = all_needs.iter().position(|known| *known == (needs, turns)).unwrap_or(all_needs.len());
        if need == all_needs.len() {
            all_needs.push((needs, turns));
        }
        Self { is_ramp, tags, min: packed(min), max: packed(max), progress, turns, need }
    }

    /// Whether size and tags of a room do not tell whether the layout suits it, and by what weight.
    fn varies(&self) -> bool {
        self.is_ramp || self.turns || self.progress.0 > 0.0 || self.progress.1 < 1.0
    }
}

impl KindLayouts {
    /// Computes the layouts that suit a room's extent, as the words of their set.
    fn find(&self, filters: &[LayoutFilter], room: Extent) -> impl Iterator<Item = u64> {
        let room = packed(room);
        self.all.iter().zip(filters.chunks(LAYOUTS)).map(move |(&all, filters)| {
            let fitting = (0..).zip(filters).fold(0, |set, (bit, filter)| set | u64::from(filter.fits(room)) << bit);
            all & fitting
        })
    }

    /// Sets `set` to the layouts that suit a room's extent, from the cache if possible.
    fn fit(&mut self, filters: &[LayoutFilter], room: Extent, set: &mut Vec<u64>) {
        set.clear();
        let Extent { width, height } = room;
        if !CellBlock::fits(width, height) {
            set.extend(self.find(filters, room));
            return;
        }
        let slot = ((height - 1) * CellBlock::SIDE + width - 1) as usize;
        let words = self.all.len();
        let bits = slot * words..(slot + 1) * words;
        if self.is_known.get(slot) == Some(&true) {
            set.extend_from_slice(&self.fitting[bits]);
            return;
        }
        set.extend(self.find(filters, room));
        let sizes = (CellBlock::SIDE * CellBlock::SIDE) as usize;
        self.is_known.resize(sizes, false);
        self.fitting.resize(sizes * words, 0);
        self.is_known[slot] = true;
        self.fitting[bits].copy_from_slice(set);
    }
}

impl LayoutChooser {
    /// Lists the preset's layouts; later calls do nothing. Requires at most 1024 layouts.
    pub(super) fn begin(&mut self, layouts: &[Layout]) {
        if !self.filters.is_empty() {
            return;
        }
        self.has_ramps = layouts.iter().any(|layout| !layout.weight.is_constant());
        self.filters.extend(layouts.iter().map(|layout| LayoutFilter::of(layout, &mut self.needs)));
        let weight = |layout: &Layout| layout.weight.weight_at(RampInput::default(), self.has_ramps);
        let weights_of = |layouts: &[Layout]| {
            let mut weights = [0; LAYOUTS];
            weights.iter_mut().zip(layouts).for_each(|(of_layout, layout)| *of_layout = weight(layout));
            weights
        };
        self.weights.extend(layouts.chunks(LAYOUTS).map(weights_of));
        let count = layouts.len();
        self.varying = set_of(count, |number| self.filters[number].varies());
        self.tagged = set_of(count, |number| self.filters[number].tags != 0);
        let with_tag = |tag: u32| set_of(count, |number| self.filters[number].tags >> tag & 1 == 1);
        self.with_tag = (0..u32::BITS).map(with_tag).collect();
        self.needing = set_of(count, |number| layouts[number].needs.is_some());
        // What pools deal is not chosen, nor what never has a weight.
        let can_draw = |number: usize| {
            layouts[number].pool.is_none() && (weight(&layouts[number]) > 0 || self.filters[number].is_ramp)
        };
        self.kinds = RoomKind::ALL.map(|kind| {
            let all = set_of(count, |number| layouts[number].rooms.kinds.contains(&kind) && can_draw(number));
            KindLayouts { all, ..KindLayouts::default() }
        });
    }

    /// Begins a level with this many rooms, for a memory.
    pub(super) fn begin_level(&mut self, preset: &Preset, rooms: usize) {
        if preset.memory.is_some() {
            self.nearby.begin_level(rooms, preset.layouts.len());
        }
    }

    /// The steps that memory has counted since the last call, in words.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The layout of a room: that which a pool dealt it, or one drawn by weight of those that suit;
    /// `None` if there is none, or if a vault furnishes the room alone.
    ///
    /// If some of these layouts require a tag that the room has, draws one of those. With a memory,
    /// rooms come in the order of their ids after [`LayoutChooser::begin_level`]. Cost: linear in
    /// the layouts, and with a memory a set of layouts for each passage of the room.
    pub(super) fn layout(&mut self, level: LevelContext<'_>, id: usize, draw: &mut impl RandomSource) -> Option<u16> {
        let remembers = level.preset.memory.is_some();
        if remembers {
            self.nearby.move_to(level, id as u32);
        }
        let chosen = self.choose(level, id, draw);
        if let Some(layout) = chosen.filter(|_| remembers) {
            self.nearby.record(layout);
        }
        chosen
    }

    /// The layout of a room that is furnished again: as [`LayoutChooser::layout`], but from other
    /// words. `first` has the layouts that all rooms were given first; of them a memory sees those
    /// of all other rooms. Rooms come in any order.
    pub(super) fn layout_again(
        &mut self,
        level: LevelContext<'_>,
        id: usize,
        first: &[Option<u16>],
        draw: &mut impl RandomSource,
    ) -> Option<u16> {
        if level.preset.memory.is_some() {
            self.nearby.recall(level, id as u32, first);
            self.work += self.nearby.visited();
        }
        self.choose(level, id, draw)
    }

    fn choose(&mut self, level: LevelContext<'_>, id: usize, draw: &mut impl RandomSource) -> Option<u16> {
        let (preset, room) = (level.preset, &level.plan.rooms[id]);
        let vault = RoomVault::of(room, preset);
        if room.layout.is_some() || vault.is_some_and(|vault| vault.is_alone) {
            return room.layout;
        }
        self.suit(&preset.layouts, room, level.input(room));
        let is_whole = room.cut == RoomShape::Rectangle && vault.is_none();
        if !is_whole && intersect(&self.suitable, &self.needing) {
            self.keep_held(level, id);
        }
        let Some(memory) = preset.memory else { return self.drawn(draw) };
        self.work += self.nearby.visited();
        self.nearby.draw(memory, (&self.suitable, &self.weights), draw)
    }

    /// Finds the layouts that suit a room, whatever its floor holds, and have a weight above 0.
    ///
    /// If some of these layouts require a tag that the room has, only those remain.
    pub(super) fn suit(&mut self, layouts: &[Layout], room: &PlannedRoom, input: RampInput) {
        let Self { filters, weights, varying, with_tag, tagged, suitable: set, .. } = self;
        let facts = room.facts();
        self.kinds[room.kind as usize].fit(filters, facts.extent, set);
        let mut requires_tag = false;
        for (word, suitable) in set.iter_mut().enumerate() {
            let suiting = each_bit(facts.tags.into()).fold(!tagged[word], |set, tag| set | with_tag[tag][word]);
            *suitable &= suiting;
            for position in each_bit(*suitable & varying[word]) {
                let number = usize::from(number_of(word, position));
                let (filter, layout) = (&filters[number], &layouts[number]);
                let bit = 1 << position;
                if !filter.suits(&facts, layout) {
                    *suitable ^= bit;
                } else if filter.is_ramp {
                    let weight = layout.weight.fixed_at(input);
                    weights[word][position] = weight;
                    *suitable ^= if weight == 0 { bit } else { 0 };
                }
            }
            requires_tag |= *suitable & tagged[word] != 0;
        }
        if requires_tag {
            set.iter_mut().zip(tagged).for_each(|(suitable, tagged)| *suitable &= *tagged);
        }
    }

    /// Removes the layouts that need a larger rectangle of floor than the room holds, after its
    /// shape and without the cells of its vault.
    #[cold]
    fn keep_held(&mut self, level: LevelContext<'_>, id: usize) {
        let Self { needs, holds, held, suitable, needing, filters, .. } = self;
        held.assign(level, id);
        holds.clear();
        holds.resize(needs.len(), None);
        for (word, suitable) in suitable.iter_mut().enumerate() {
            for position in each_bit(*suitable & needing[word]) {
                let LayoutFilter { need, .. } = filters[usize::from(number_of(word, position))];
                let holds = holds[need].get_or_insert_with(|| {
                    let (extent, turns) = needs[need];
                    held.holds(extent) || turns && held.holds(extent.turned(Direction::East))
                });
                if !*holds {
                    *suitable &= !(1 << position);
                }
            }
        }
    }

    /// Draws one of the layouts that suit, by weight.
    pub(super) fn drawn(&self, draw: &mut impl RandomSource) -> Option<u16> {
        let total = self.weights.iter().zip(&self.suitable).map(|(weights, &bits)| sum_of(weights, bits)).sum();
        // Without ramps, the integer weights of all layouts together fit 32 bits.
        let drawn = draw.below_sum(total, self.has_ramps)?;
        layout_at(&self.suitable, &self.weights, drawn)
    }
}
