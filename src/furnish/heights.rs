//! Height layers of one room: which cells earlier formations cover, by height interval.
//!
//! Consumes the stamps of earlier formations; produces the set of cells closed to a formation that
//! stacks. All props of a formation share one interval, so that set is the union of all layers that
//! conflict with it. Layers are updated from formation to formation, and only if one stacks.

use super::{sets::FormationProps, vault::RoomVault};
use crate::{
    geom::{Direction, Rect},
    grid::CellSet,
};

/// The height interval that props occupy, in 1/256 m above the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl Interval {
    const ALL: Self = Self { bottom: i32::MIN, top: i32::MAX };

    /// Whether props with these intervals may not share a cell.
    ///
    /// Equal intervals always conflict, even empty ones: two carpets cannot share a cell.
    pub(super) fn conflicts(self, other: Self) -> bool {
        self == other || self.bottom < other.top && other.bottom < self.top
    }
}

/// The cells covered by props with the same interval.
#[derive(Clone, Debug, Default)]
struct HeightLayer<S> {
    interval: Interval,
    cells: S,
}

/// The height layers of one room, and reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights<S> {
    /// The current room's layers; those from `used` on are spare buffers.
    layers: Vec<HeightLayer<S>>,
    used: usize,
    /// How many of the room's stamps the layers include.
    included: usize,
    /// The cells where no prop of the current formation may stand.
    pub(super) closed: S,
    scratch: S,
}

impl<S: CellSet> Heights<S> {
    pub(super) fn clear(&mut self) {
        (self.used, self.included) = (0, 0);
    }

    /// Computes `closed` for a formation with this interval, after all `earlier` stamps.
    ///
    /// A vault's reserved cells conflict with every height. Returns the steps taken: each stamp
    /// once in a room, and each layer for each formation.
    #[cold]
    pub(super) fn prepare(
        &mut self,
        interval: Interval,
        earlier: &[FormationProps<S>],
        vault: Option<RoomVault<'_>>,
        sides: (i32, i32),
    ) -> u64 {
        let mut work = 0;
        if let Some(vault) = vault.filter(|_| self.used == 0) {
            work += vault.drawing.cells.len() as u64;
            let layer = self.layer(Interval::ALL, sides);
            vault.reserved().for_each(|cell| layer.insert(cell.x, cell.y));
        }
        for stamp in earlier.iter().skip(self.included).filter(|stamp| !stamp.is_marker()) {
            let mut scratch = std::mem::take(&mut self.scratch);
            work += stamp.cover(&mut scratch);
            self.layer(stamp.interval, sides).unite(&scratch);
            self.scratch = scratch;
        }
        self.included = earlier.len();
        self.closed.reset(sides.0, sides.1);
        for layer in self.layers[..self.used].iter().filter(|layer| layer.interval.conflicts(interval)) {
            self.closed.unite(&layer.cells);
            work += self.closed.words();
        }
        work + self.closed.words() + self.used as u64
    }

    /// The cells of the layer with this interval, created empty if missing.
    fn layer(&mut self, interval: Interval, (width, height): (i32, i32)) -> &mut S {
        let known = self.layers[..self.used].iter().position(|layer| layer.interval == interval);
        let number = known.unwrap_or_else(|| {
            if self.used == self.layers.len() {
                self.layers.push(HeightLayer::default());
            }
            let layer = &mut self.layers[self.used];
            layer.interval = interval;
            layer.cells.reset(width, height);
            self.used += 1;
            self.used - 1
        });
        &mut self.layers[number].cells
    }

    /// Marks a prop of the current formation.
    #[inline]
    pub(super) fn insert(&mut self, footprint: Rect) {
        self.closed.insert_rect(footprint);
    }
}

impl<S: CellSet> FormationProps<S> {
    /// Sets `cells` to all cells that the props cover. Returns the words visited.
    pub(super) fn cover(&self, cells: &mut S) -> u64 {
        cells.assign(&self.origins);
        if (self.width, self.height) == (1, 1) {
            return 2 * cells.words();
        }
        cells.extend(Direction::East, self.width - 1);
        cells.extend(Direction::South, self.height - 1);
        // One copy, one union, and extensions on two sides in up to three steps each.
        let steps = |cells: i32| u64::from(u32::BITS - (cells - 1).unsigned_abs().leading_zeros());
        (2 + steps(self.width) + steps(self.height)) * cells.words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::{BitGrid, Block},
        rng::{FloorSeed, RandomSource, SeedStage},
    };

    const SIDES: (i32, i32) = (11, 9);

    /// Compares `closed` with a scan of all props, for stamps with random intervals.
    fn agrees_with_a_look_at_each_prop<S: CellSet>(seed: u64) {
        let mut draw = FloorSeed::new(seed, 0).stream(SeedStage::Furnish);
        let interval = |draw: &mut dyn FnMut(u32) -> u32| {
            let bottom = draw(4) as i32;
            Interval { bottom, top: bottom + draw(3) as i32 }
        };
        let mut below = |bound| draw.below(bound);
        let (mut heights, mut stamps) = (Heights::<S>::default(), Vec::new());
        for _ in 0..2 {
            heights.clear();
            stamps.clear();
            for _ in 0..12 {
                let wanted = interval(&mut below);
                heights.prepare(wanted, &stamps, None, SIDES);
                for (x, y) in (0..SIDES.1).flat_map(|y| (0..SIDES.0).map(move |x| (x, y))) {
                    let covers = |stamp: &FormationProps<S>| {
                        let (columns, rows) = (x - stamp.width + 1..=x, y - stamp.height + 1..=y);
                        rows.into_iter().any(|top| columns.clone().any(|left| stamp.origins.contains(left, top)))
                    };
                    let is_taken = |stamp: &&FormationProps<S>| stamp.interval.conflicts(wanted) && covers(stamp);
                    assert_eq!(heights.closed.contains(x, y), stamps.iter().any(|stamp| is_taken(&stamp)), "{x}, {y}");
                }
                let mut stamp = FormationProps::<S> { interval: interval(&mut below), ..FormationProps::default() };
                (stamp.width, stamp.height) = (1 + below(4) as i32, 1 + below(4) as i32);
                stamp.origins.reset(SIDES.0, SIDES.1);
                for _ in 0..4 {
                    let last = (SIDES.0 - stamp.width, SIDES.1 - stamp.height);
                    stamp.origins.insert(below(last.0 as u32 + 1) as i32, below(last.1 as u32 + 1) as i32);
                }
                stamps.push(stamp);
            }
        }
    }

    #[test]
    fn what_is_in_the_way_is_what_a_look_at_each_prop_finds() {
        for seed in 0..100 {
            agrees_with_a_look_at_each_prop::<Block>(seed);
            agrees_with_a_look_at_each_prop::<BitGrid>(seed);
        }
    }

    #[test]
    fn a_footprint_without_height_is_in_the_way_of_its_like_only() {
        let carpet = Interval { bottom: 0, top: 0 };
        let at = |bottom, top| Interval { bottom, top }.conflicts(carpet);
        assert!(!at(0, 256), "a table on a carpet");
        assert!(!at(256, 256));
        assert!(at(0, 0), "a carpet on a carpet");
        assert!(at(-1, 1), "a beam through a carpet");
        assert!(Interval::ALL.conflicts(carpet));
    }
}
