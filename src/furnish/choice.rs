//! The choice of a layout for each room.
//!
//! Consumes the layouts of one preset and a room's facts; draws one of the layouts that suit, by
//! weight.

use crate::{
    floorplan::PlannedRoom,
    geom::Extent,
    grid::CellBlock,
    model::RoomKind,
    preset::{Layout, RampInput, RoomFacts, RoomFilter},
    rng::{RandomSource, position_at},
};

/// Chooses a layout of one preset for each room; caches which layouts suit each size of room.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutChooser {
    /// The candidates for each kind of room; empty until the first level.
    kinds: [LayoutCandidates; RoomKind::ALL.len()],
    is_ready: bool,
    has_ramps: bool,
    /// The candidates that suit the current room, one bit for each.
    suitable: Vec<u64>,
}

/// The layouts for one kind of room, in preset order. Bit `n` of a set of layouts stands for
/// `layouts[n]`.
#[derive(Clone, Debug, Default)]
struct LayoutCandidates {
    layouts: Vec<LayoutCandidate>,
    /// The weight of each layout; for a ramp, its value in the current room.
    weights: Vec<u32>,
    /// Layouts whose filter tests tags or progress, or whose weight is a ramp, as bits.
    varying: Vec<u64>,
    /// Layouts whose filter requires a tag, as bits.
    tagged: Vec<u64>,
    /// For each room size that fits a [`CellBlock`], the layouts that suit it, as bits. Valid where
    /// `is_known` holds.
    fitting: Vec<u64>,
    is_known: Vec<bool>,
}

/// A layout's filter, in the form that the choice tests.
#[derive(Clone, Debug)]
struct LayoutCandidate {
    number: u16,
    is_ramp: bool,
    /// The tags of which a room must have one, as bits; 0 for none. `min` and `max` are the
    /// smallest and largest extent of a room, [`packed`].
    tags: u32,
    min: u64,
    max: u64,
    progress: (f32, f32),
    /// Whether rooms with some of these tags may have the extent in either orientation.
    turns: bool,
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

/// The indices of the bits that are set.
fn each(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let bits = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
        bits.take_while(|&bits| bits != 0).map(move |bits| word * 64 + bits.trailing_zeros() as usize)
    })
}

impl LayoutCandidate {
    /// Whether the layout suits rooms of this [`packed`] extent, or some of them. The guard bits
    /// prevent borrows between the two sides.
    fn fits(&self, room: u64) -> bool {
        let is_within = |room: u64| ((room | ABOVE) - self.min) & ((self.max | ABOVE) - room) & ABOVE == ABOVE;
        is_within(room) || self.turns && is_within(room.rotate_left(32))
    }

    /// Whether the layout suits a room, given that kind and size already match.
    fn suits(&self, room: &RoomFacts, layouts: &[Layout]) -> bool {
        (self.tags == 0 || self.tags & room.tags != 0)
            && (self.progress.0..=self.progress.1).contains(&room.progress)
            && (!self.turns || layouts[usize::from(self.number)].rooms.admits(room))
    }
}

impl LayoutCandidates {
    /// Adds a layout, unless its weight is constantly 0. Weights are fixed-point if
    /// `in_fixed_point`, else integers.
    fn push(&mut self, number: u16, layout: &Layout, in_fixed_point: bool) {
        let is_ramp = !layout.weight.is_constant();
        let weight = layout.weight.weight_at(RampInput::default(), in_fixed_point);
        if weight == 0 && !is_ramp {
            return;
        }
        let RoomFilter { min, max, progress, tags, turning, .. } = layout.rooms;
        let turns = turning != 0;
        let (word, bit) = (self.layouts.len() / 64, 1 << (self.layouts.len() % 64));
        if bit == 1 {
            self.varying.push(0);
            self.tagged.push(0);
        }
        self.varying[word] |= if is_ramp || tags != 0 || progress.0 > 0.0 || progress.1 < 1.0 { bit } else { 0 };
        self.tagged[word] |= if tags != 0 { bit } else { 0 };
        let (min, max) = (packed(min), packed(max));
        self.layouts.push(LayoutCandidate { number, is_ramp, tags, min, max, progress, turns });
        self.weights.push(weight);
    }

    /// Computes the layouts that suit a room's extent, as bits in 64-bit words.
    fn find(&self, room: Extent) -> impl Iterator<Item = u64> {
        let room = packed(room);
        self.layouts.chunks(64).map(move |word| {
            (0..).zip(word).fold(0, |set, (bit, candidate)| set | u64::from(candidate.fits(room)) << bit)
        })
    }

    /// Sets `set` to the layouts that suit a room's extent, from the cache if possible.
    fn fit(&mut self, room: Extent, set: &mut Vec<u64>) {
        set.clear();
        let Extent { width, height } = room;
        if !CellBlock::fits(width, height) {
            set.extend(self.find(room));
            return;
        }
        let slot = ((height - 1) * CellBlock::SIDE + width - 1) as usize;
        let words = self.varying.len();
        let bits = slot * words..(slot + 1) * words;
        if self.is_known.get(slot) == Some(&true) {
            set.extend_from_slice(&self.fitting[bits]);
            return;
        }
        set.extend(self.find(room));
        let sizes = (CellBlock::SIDE * CellBlock::SIDE) as usize;
        self.is_known.resize(sizes, false);
        self.fitting.resize(sizes * words, 0);
        self.is_known[slot] = true;
        self.fitting[bits].copy_from_slice(set);
    }

    /// Sets `set` to the layouts that suit a room and have a weight above 0.
    ///
    /// If some of these layouts require a tag that the room has, only those remain.
    fn suit(&mut self, layouts: &[Layout], room: &RoomFacts, input: RampInput, set: &mut Vec<u64>) {
        self.fit(room.extent, set);
        let mut requires_tag = false;
        for (word, suitable) in set.iter_mut().enumerate() {
            if room.tags == 0 {
                *suitable &= !self.tagged[word];
            }
            let mut varying = *suitable & self.varying[word];
            while varying != 0 {
                let bit = varying & varying.wrapping_neg();
                varying ^= bit;
                let position = word * 64 + bit.trailing_zeros() as usize;
                let candidate = &self.layouts[position];
                if !candidate.suits(room, layouts) {
                    *suitable ^= bit;
                } else if candidate.is_ramp {
                    let weight = layouts[usize::from(candidate.number)].weight.fixed_at(input);
                    self.weights[position] = weight;
                    *suitable ^= if weight == 0 { bit } else { 0 };
                }
            }
            requires_tag |= *suitable & self.tagged[word] != 0;
        }
        if requires_tag {
            set.iter_mut().zip(&self.tagged).for_each(|(suitable, tagged)| *suitable &= tagged);
        }
    }
}

impl LayoutChooser {
    /// Builds the candidates from the preset's layouts; later calls do nothing. Requires at most
    /// 1024 layouts.
    pub(super) fn begin(&mut self, layouts: &[Layout]) {
        if self.is_ready {
            return;
        }
        self.has_ramps = layouts.iter().any(|layout| !layout.weight.is_constant());
        for (number, layout) in (0..).zip(layouts) {
            for kind in RoomKind::ALL.into_iter().filter(|kind| layout.rooms.kinds.contains(kind)) {
                self.kinds[kind as usize].push(number, layout, self.has_ramps);
            }
        }
        self.is_ready = true;
    }

    /// Draws one of the layouts that suit a room, by weight; `None` if there is none.
    ///
    /// If some of these layouts require a tag that the room has, draws one of those.
    pub(super) fn layout(
        &mut self,
        layouts: &[Layout],
        room: &PlannedRoom,
        input: RampInput,
        draw: &mut impl RandomSource,
    ) -> Option<u16> {
        let candidates = &mut self.kinds[room.kind as usize];
        candidates.suit(layouts, &room.facts(), input, &mut self.suitable);
        let mut total = 0;
        each(&self.suitable).for_each(|position| total += u64::from(candidates.weights[position]));
        // Without ramps, the integer weights of all layouts together fit 32 bits.
        let drawn = draw.below_sum(total, self.has_ramps)?;
        let chosen = position_at(each(&self.suitable).map(|position| candidates.weights[position]), drawn)?;
        let position = each(&self.suitable).nth(chosen)?;
        Some(candidates.layouts[position].number)
    }
}
