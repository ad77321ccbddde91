//! Height layers of one room: which cells earlier formations cover, by height interval.
//!
//! Consumes the props of earlier formations; produces the set of cells closed to a formation that
//! stacks. All props of a formation share one interval, so that set is the union of all layers that
//! conflict with it. Layers are updated from formation to formation, and only if one stacks.

use super::{
    content::RoomVault,
    props::{FormationProps, HeightInterval},
};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
};

/// The cells covered by props with the same interval.
#[derive(Clone, Debug, Default)]
struct HeightLayer<S> {
    interval: HeightInterval,
    cells: S,
}

/// The height layers of one room, and reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomHeightLayers<S> {
    /// The height layers of the current room; those from index `used` on are spare buffers.
    layers: Vec<HeightLayer<S>>,
    used: usize,
    /// The number of earlier formations whose props the layers already include.
    included: usize,
    /// The cells where no prop of the current formation may stand.
    pub(super) closed: S,
    scratch: S,
}

impl<S: CellSet> RoomHeightLayers<S> {
    pub(super) fn clear(&mut self) {
        (self.used, self.included) = (0, 0);
    }

    /// Computes `closed` for a formation with this interval, after all `earlier` props.
    ///
    /// A vault's reserved cells conflict with every height, the cells of planned props with all but
    /// those overhead. Cost: the words of each earlier formation once in a room, and those of each
    /// layer for each formation that stacks.
    #[cold]
    pub(super) fn prepare(
        &mut self,
        interval: HeightInterval,
        earlier: &[FormationProps<S>],
        vault: Option<RoomVault<'_>>,
        planned: &[Cell],
        room: Extent,
    ) {
        let is_first = self.used == 0;
        if let Some(vault) = vault.filter(|_| is_first) {
            let layer = self.layer(HeightInterval::ALL, room);
            vault.reserved().for_each(|cell| layer.insert(cell.x, cell.y));
        }
        if is_first && !planned.is_empty() {
            let layer = self.layer(HeightInterval::BELOW_HEADROOM, room);
            planned.iter().for_each(|cell| layer.insert(cell.x, cell.y));
        }
        for props in earlier.iter().skip(self.included).filter(|props| !props.shares_cells) {
            let mut scratch = std::mem::take(&mut self.scratch);
            self.layer(props.interval, room).unite(props.cells_of(&props.origins, &mut scratch));
            self.scratch = scratch;
        }
        self.included = earlier.len();
        self.closed.reset(room.width, room.height);
        for layer in self.layers[..self.used].iter().filter(|layer| layer.interval.conflicts(interval)) {
            self.closed.unite(&layer.cells);
        }
    }

    /// The cells of the layer with this interval, created empty if missing.
    fn layer(&mut self, interval: HeightInterval, room: Extent) -> &mut S {
        let existing = self.layers[..self.used].iter().position(|layer| layer.interval == interval);
        let number = existing.unwrap_or_else(|| {
            if self.used == self.layers.len() {
                self.layers.push(HeightLayer::default());
            }
            let layer = &mut self.layers[self.used];
            layer.interval = interval;
            layer.cells.reset(room.width, room.height);
            self.used += 1;
            self.used - 1
        });
        &mut self.layers[number].cells
    }

    /// Closes the cells of a prop of the current formation to its other props.
    #[inline]
    pub(super) fn insert(&mut self, footprint: Rect) {
        self.closed.insert_rect(footprint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::{BitGrid, CellBlock},
        rng::{FloorSeed, RandomSource, SeedStage},
    };

    const ROOM: Extent = Extent::new(11, 9);

    /// Compares `closed` with a scan of all props, for props with random intervals.
    fn agrees_with_a_look_at_each_prop<S: CellSet>(seed: u64) {
        let mut draw = FloorSeed::new(seed, 0).stream(SeedStage::Furnish);
        let interval = |draw: &mut dyn FnMut(u32) -> u32| {
            let bottom = draw(4) as i32;
            HeightInterval { bottom, top: bottom + draw(3) as i32 }
        };
        let mut below = |bound| draw.below(bound);
        let (mut heights, mut earlier) = (RoomHeightLayers::<S>::default(), Vec::new());
        for _ in 0..2 {
            heights.clear();
            earlier.clear();
            for _ in 0..12 {
                let wanted = interval(&mut below);
                heights.prepare(wanted, &earlier, None, &[], ROOM);
                for (x, y) in (0..ROOM.height).flat_map(|y| (0..ROOM.width).map(move |x| (x, y))) {
                    let covers = |props: &FormationProps<S>| {
                        let (columns, rows) = (x - props.footprint.width + 1..=x, y - props.footprint.height + 1..=y);
                        rows.into_iter().any(|top| columns.clone().any(|left| props.origins.contains(left, top)))
                    };
                    let is_taken = |props: &&FormationProps<S>| props.interval.conflicts(wanted) && covers(props);
                    assert_eq!(heights.closed.contains(x, y), earlier.iter().any(|props| is_taken(&props)), "{x}, {y}");
                }
                let mut props = FormationProps::<S> { interval: interval(&mut below), ..FormationProps::default() };
                props.footprint = Extent::new(1 + below(4) as i32, 1 + below(4) as i32);
                props.origins.reset(ROOM.width, ROOM.height);
                for _ in 0..4 {
                    let Extent { width, height } = props.footprint;
                    let last = Cell::new(ROOM.width - width, ROOM.height - height);
                    props.origins.insert(below(last.x as u32 + 1) as i32, below(last.y as u32 + 1) as i32);
                }
                earlier.push(props);
            }
        }
    }

    #[test]
    fn obstacles_are_those_that_a_scan_of_all_props_finds() {
        for seed in 0..100 {
            agrees_with_a_look_at_each_prop::<CellBlock>(seed);
            agrees_with_a_look_at_each_prop::<BitGrid>(seed);
        }
    }
}
