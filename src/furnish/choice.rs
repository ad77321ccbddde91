//! Which layout a room gets.

use crate::{
    floorplan::PlannedRoom,
    grid::Block,
    model::RoomKind,
    preset::{Layout, Moment, RoomFacts, RoomFilter},
    rng::Draw,
};

/// What chooses layouts of one preset, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// The layouts for each kind of room, in the order of the preset; empty until the first level.
    candidates: [Vec<Candidate>; RoomKind::ALL.len()],
    /// For each kind of room and each size that fits a block, which of its first candidates suit the size, as bits;
    /// [`UNKNOWN`] until there was such a room.
    fitting: Vec<u64>,
    is_ready: bool,
    has_ramps: bool,
    /// Those that suit the present room, and their weights.
    suitable: Vec<u16>,
    weights: Vec<u32>,
}

/// The candidates that a word tells apart: one bit is left for [`UNKNOWN`].
const TOLD: usize = 63;
const UNKNOWN: u64 = 1 << TOLD;

/// A layout, as the choice looks at it.
#[derive(Clone, Debug)]
struct Candidate {
    number: u16,
    is_ramp: bool,
    /// Its weight, if that is no ramp.
    weight: u32,
    /// As in a filter of rooms; both sides in one word.
    tags: u32,
    min: u64,
    max: u64,
    progress: (f32, f32),
}

/// The highest bit of each of the sides in a word, which no side has.
const ABOVE: u64 = 1 << 31 | 1 << 63;

/// Both sides of a room in one word; 0 for what is less.
fn sides((width, height): (i32, i32)) -> u64 {
    let side = |cells: i32| u64::from(cells.max(0).unsigned_abs());
    side(width) | side(height) << 32
}

impl Candidate {
    /// Whether it suits rooms of so many `sides`. No side borrows from the other, since the bit above it is set.
    #[inline]
    fn fits(&self, sides: u64) -> bool {
        ((sides | ABOVE) - self.min) & ((self.max | ABOVE) - sides) & ABOVE == ABOVE
    }

    /// Whether it suits a room whose size and kind it suits.
    #[inline]
    fn suits(&self, room: &RoomFacts) -> bool {
        (self.tags == 0 || self.tags & room.tags != 0) && (self.progress.0..=self.progress.1).contains(&room.progress)
    }
}

impl Choice {
    /// Begins with the layouts of the one preset; free from the second time on. Layouts have numbers below 1024.
    pub(super) fn begin(&mut self, layouts: &[Layout]) {
        if self.is_ready {
            return;
        }
        self.has_ramps = layouts.iter().any(|layout| !layout.weight.is_constant());
        for (number, layout) in (0..).zip(layouts) {
            let (is_ramp, plain) = (!layout.weight.is_constant(), Moment::default());
            let weight =
                if self.has_ramps { layout.weight.parts_at(plain) } else { layout.weight.whole_at(plain) as u32 };
            for kind in RoomKind::ALL.into_iter().filter(|kind| layout.rooms.kinds.contains(kind)) {
                let RoomFilter { min, max, progress, tags, .. } = layout.rooms;
                let (min, max) = (sides(min), sides(max));
                self.candidates[kind as usize].push(Candidate { number, is_ramp, weight, tags, min, max, progress });
            }
        }
        self.fitting = vec![UNKNOWN; RoomKind::ALL.len() * (Block::SIDE * Block::SIDE) as usize];
        self.is_ready = true;
    }

    /// One of the layouts that suit a room, by weight; `None` if there is none. If some ask for a tag that the room has, one of
    /// these.
    pub(super) fn layout(
        &mut self,
        layouts: &[Layout],
        room: &PlannedRoom,
        moment: Moment,
        draw: &mut impl Draw,
    ) -> Option<u16> {
        self.collect(layouts, &room.facts(), moment);
        let weights = self.weights.iter().copied();
        let chosen = if self.has_ramps { draw.weighted_wide(weights) } else { draw.weighted(weights) };
        chosen.map(|position| self.suitable[position])
    }

    /// Collects the layouts that suit a room, with weights above 0.
    fn collect(&mut self, layouts: &[Layout], room: &RoomFacts, moment: Moment) {
        let mut fitting = self.fitting(room);
        let Self { candidates, suitable, weights, .. } = self;
        let candidates = &candidates[room.kind as usize];
        suitable.clear();
        weights.clear();
        let mut asks_for_tag = false;
        let mut weigh = |candidate: &Candidate| {
            let is_for_tag = candidate.tags != 0;
            if !candidate.suits(room) || asks_for_tag && !is_for_tag {
                return;
            }
            let ramp = candidate.is_ramp.then(|| &layouts[usize::from(candidate.number)].weight);
            let weight = ramp.map_or(candidate.weight, |ramp| ramp.parts_at(moment));
            if weight == 0 {
                return;
            }
            if is_for_tag && !asks_for_tag {
                // From here on, only such.
                asks_for_tag = true;
                suitable.clear();
                weights.clear();
            }
            suitable.push(candidate.number);
            weights.push(weight);
        };
        while fitting != 0 {
            if let Some(candidate) = candidates.get(fitting.trailing_zeros() as usize) {
                weigh(candidate);
            }
            fitting &= fitting - 1;
        }
        let sides = sides(room.sides);
        candidates.iter().skip(TOLD).filter(|candidate| candidate.fits(sides)).for_each(weigh);
    }

    /// Which of the first candidates suit the size of a room.
    fn fitting(&mut self, room: &RoomFacts) -> u64 {
        const SIDE: usize = Block::SIDE as usize;
        let candidates = &self.candidates[room.kind as usize];
        let find = || {
            let sides = sides(room.sides);
            let told = candidates.iter().take(TOLD).enumerate();
            told.map(|(number, candidate)| u64::from(candidate.fits(sides)) << number).sum()
        };
        let (width, height) = room.sides;
        if !Block::fits(width, height) {
            return find();
        }
        let slot = (room.kind as usize * SIDE + height as usize - 1) * SIDE + width as usize - 1;
        match self.fitting.get_mut(slot) {
            Some(known) if *known == UNKNOWN => {
                *known = find();
                *known
            }
            Some(known) => *known,
            None => find(),
        }
    }
}
