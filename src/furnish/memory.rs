//! Memory: the layouts of the rooms near a room and of all rooms, and a choice that weighs them
//! less.
//!
//! Consumes the passages of the level and the layouts chosen so far; draws one of the layouts that
//! suit a room.

use super::{
    context::LevelContext,
    layout_set::{LAYOUTS, WordWeights, each_bit, number_of, sum_of},
};
use crate::{
    preset::MemoryRule,
    rng::{RandomSource, is_drawn},
};

/// The layouts that rooms have, and those near each.
///
/// Only rooms of lower ids count: those of higher ids have no layout yet. For a room that is chosen
/// for again, all others do.
#[derive(Clone, Debug, Default)]
pub(super) struct NearbyLayouts {
    /// The number of words of a set.
    words: usize,
    /// For each room, the set of the layouts of the rooms joined to it.
    joined: Vec<u64>,
    /// The set of the layouts of all rooms.
    all: Vec<u64>,
    /// The first word in `joined` of the current room, and of each room joined to it.
    room: usize,
    neighbours: Vec<usize>,
    /// The words of the set that the current room draws from.
    drawn: Vec<NearbyWord>,
}

/// The layouts of one word.
#[derive(Clone, Copy, Debug, Default)]
struct NearbyWord {
    number: usize,
    /// Those to draw from.
    set: u64,
    /// Those that rooms joined to the room have.
    beside: u64,
    /// Those of them that rooms joined to the room, or two doors away, have.
    near: u64,
    /// Those of them that any room has, as far as that matters.
    seen: u64,
}

/// The factors of the weights of layouts: beside the room, near it, elsewhere in the level, and of
/// all others.
type Factors = [u32; 4];

impl NearbyWord {
    /// The weight of a layout, multiplied by its factor.
    #[inline]
    fn scaled(&self, [beside, near, seen, new]: Factors, weights: &WordWeights, position: usize) -> u64 {
        let is_in = |bits: u64| bits >> position & 1 == 1;
        let factor = if is_in(self.beside) {
            beside
        } else if is_in(self.near) {
            near
        } else if is_in(self.seen) {
            seen
        } else {
            new
        };
        u64::from(weights[position]) * u64::from(factor)
    }

    #[inline]
    fn sum(&self, factors: Factors, weights: &WordWeights) -> u64 {
        // The weights of those that no room has are summed before they are multiplied.
        let new = sum_of(weights, self.set ^ self.seen) * u64::from(factors[3]);
        each_bit(self.seen).fold(new, |sum, position| sum + self.scaled(factors, weights, position))
    }
}

impl NearbyLayouts {
    /// Begins a level with this many rooms, of a preset with this many layouts.
    ///
    /// Cost: a set for each room.
    pub(super) fn begin_level(&mut self, rooms: usize, layouts: usize) {
        self.words = layouts.div_ceil(LAYOUTS);
        self.joined.clear();
        self.joined.resize(rooms * self.words, 0);
        self.all.clear();
        self.all.resize(self.words, 0);
    }

    /// Goes to a room.
    #[inline]
    pub(super) fn move_to(&mut self, level: LevelContext<'_>, room: u32) {
        self.room = room as usize * self.words;
        self.neighbours.clear();
        self.neighbours.extend(level.joined(room).map(|other| other as usize * self.words));
    }

    /// Records the layout of the current room.
    #[inline]
    pub(super) fn record(&mut self, layout: u16) {
        let (word, bit) = bit_of(layout);
        self.neighbours.iter().for_each(|other| self.joined[other + word] |= bit);
        self.all[word] |= bit;
    }

    /// Goes to a room that is chosen for again, and sees the `layouts` that all other rooms have.
    ///
    /// Cost: these rooms, the passages of the room, and of the rooms joined to it.
    pub(super) fn recall(&mut self, level: LevelContext<'_>, room: u32, layouts: &[Option<u16>]) {
        self.move_to(level, room);
        self.all.fill(0);
        for (_, layout) in (0..).zip(layouts).filter(|&(other, _)| other != room) {
            if let Some((word, bit)) = layout.map(bit_of) {
                self.all[word] |= bit;
            }
        }
        for at in std::iter::once(room).chain(level.joined(room)) {
            let from = at as usize * self.words;
            self.joined[from..from + self.words].fill(0);
            for other in level.joined(at).filter(|&other| other != room) {
                if let Some(&Some(layout)) = layouts.get(other as usize) {
                    let (word, bit) = bit_of(layout);
                    self.joined[from + word] |= bit;
                }
            }
        }
    }

    /// Draws one of the layouts of a set for the current room, by their weights; `None` if all
    /// weights are 0. Takes one word, none without a choice to make.
    ///
    /// The weights of layouts that rooms have are multiplied by the rule's factors. Where nothing
    /// is left, `beside` counts as `near`, then both as `floor`, then all as 1. Cost: linear in the
    /// set, and a set for each room joined to the room.
    #[inline]
    pub(super) fn draw(
        &mut self,
        MemoryRule { beside, near, floor }: MemoryRule,
        (set, weights): (&[u64], &[WordWeights]),
        draw: &mut impl RandomSource,
    ) -> Option<u16> {
        self.drawn.clear();
        for (number, &set) in set.iter().enumerate().filter(|(_, set)| **set != 0) {
            let beside = self.joined[self.room + number];
            let near = self.neighbours.iter().fold(beside, |near, other| near | self.joined[other + number]);
            let all = if floor == MemoryRule::ONE { 0 } else { self.all[number] };
            self.drawn.push(NearbyWord { number, set, beside, near: near & set, seen: (near | all) & set });
        }
        let one = MemoryRule::ONE;
        let drawn = draw_by([beside, near, floor, one], &self.drawn, weights, draw);
        let others = [[near, near, floor, one], [floor, floor, floor, one], [one; 4]];
        drawn.or_else(|| draw_twin(others, &self.drawn, weights, draw))
    }

    /// The words that [`NearbyLayouts::draw`] visits to find the layouts near the current room.
    pub(super) fn visited(&self) -> u64 {
        (self.neighbours.len() * self.words) as u64
    }
}

/// The word of a set that has a layout, and its bit there.
fn bit_of(layout: u16) -> (usize, u64) {
    (usize::from(layout) / LAYOUTS, 1 << (usize::from(layout) % LAYOUTS))
}

/// Draws one of the layouts of some words of a set.
#[inline(always)]
fn draw_by(
    factors: Factors,
    words: &[NearbyWord],
    weights: &[WordWeights],
    draw: &mut impl RandomSource,
) -> Option<u16> {
    let total: u64 = words.iter().map(|word| word.sum(factors, &weights[word.number])).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = draw.below_wide(total);
    for word in words {
        let weights = &weights[word.number];
        let mut left = word.set;
        while left != 0 {
            let position = left.trailing_zeros() as usize % LAYOUTS;
            if is_drawn(&mut drawn, word.scaled(factors, weights, position)) {
                return Some(number_of(word.number, position));
            }
            left &= left - 1;
        }
    }
    None
}

/// As [`draw_by`], by the first factors that leave a weight above 0.
#[cold]
fn draw_twin(
    factors: [Factors; 3],
    words: &[NearbyWord],
    weights: &[WordWeights],
    draw: &mut impl RandomSource,
) -> Option<u16> {
    factors.into_iter().find_map(|factors| draw_by(factors, words, weights, draw))
}
