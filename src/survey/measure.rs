//! A level in, its metrics out.

use super::{Metric, entropy, graph::Graph, ground::Ground};
use crate::level::Level;

/// What was measured of one level: a number for each [`Metric`], all finite and none below 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics([f64; Metric::ALL.len()]);

impl Metrics {
    /// The value of one of them, in its unit.
    #[must_use]
    pub fn get(&self, metric: Metric) -> f64 {
        self.0[metric as usize]
    }
}

/// Measures levels one after the other, and reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Measurer {
    graph: Graph,
    ground: Ground,
    /// For each name of the level's list of layouts and vaults, how many rooms have it.
    chosen: Chosen,
}

/// For each name of a level's list, how many rooms it furnished as a layout, and how many as a vault.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    pub(super) layouts: Vec<u32>,
    pub(super) vaults: Vec<u32>,
}

impl Measurer {
    /// All metrics of a level.
    ///
    /// Cost: linear in cells, rooms, passages and props, about that of making the level's floor plan.
    pub fn measure(&mut self, level: &Level) -> Metrics {
        self.graph.measure(level);
        self.ground.measure(level);
        self.chosen.count(level);
        let rooms = level.rooms.len() as f64;
        let path = level.path.len() as f64;
        let value = |metric| match metric {
            Metric::Rooms => rooms,
            Metric::PathLength => path,
            Metric::Linearity => path / rooms,
            Metric::Branching => f64::from(self.graph.branches) / path,
            Metric::Loops => f64::from(self.graph.loops),
            Metric::DeadEnds => f64::from(self.graph.dead_ends),
            Metric::Openness => self.ground.openness(),
            Metric::PropDensity => self.ground.prop_density(),
            Metric::Symmetry => self.ground.symmetry(),
            Metric::WalkingDistance => f64::from(self.ground.walking_distance),
            Metric::RoomSize => self.ground.floor as f64 / rooms,
            Metric::LayoutEntropy => entropy::entropy(&self.chosen.layouts),
            Metric::VaultEntropy => entropy::entropy(&self.chosen.vaults),
        };
        Metrics(std::array::from_fn(|number| value(Metric::ALL[number])))
    }

    /// What the level that was measured last chose for its rooms.
    pub(super) fn chosen(&self) -> &Chosen {
        &self.chosen
    }
}

impl Chosen {
    fn count(&mut self, level: &Level) {
        for counts in [&mut self.layouts, &mut self.vaults] {
            counts.clear();
            counts.resize(level.layouts.len(), 0);
        }
        for room in &level.rooms {
            for (counts, position) in [(&mut self.layouts, room.layout), (&mut self.vaults, room.vault)] {
                if let Some(count) = position.and_then(|position| counts.get_mut(usize::from(position))) {
                    *count += 1;
                }
            }
        }
    }
}
