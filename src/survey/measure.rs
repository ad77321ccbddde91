//! Measures a level: one number for each metric.

use super::{Metric, entropy, graph::GraphMetrics, ground::CellMetrics};
use crate::level::Level;

/// The measurements of one level: one finite, non-negative number for each [`Metric`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelMetrics([f64; Metric::ALL.len()]);

impl LevelMetrics {
    /// The value of a metric, in the metric's unit.
    #[must_use]
    pub fn get(&self, metric: Metric) -> f64 {
        self.0[metric as usize]
    }
}

/// Measures levels, and reuses its buffers from level to level.
#[derive(Clone, Debug, Default)]
pub struct Measurer {
    graph: GraphMetrics,
    ground: CellMetrics,
    chosen: LayoutAndVaultCounts,
}

/// For each name in a level's list of layouts and vaults: the number of rooms with it, as a layout
/// and as a vault.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutAndVaultCounts {
    pub(super) layouts: Vec<u32>,
    pub(super) vaults: Vec<u32>,
}

impl Measurer {
    /// Measures all metrics of a level.
    ///
    /// Cost: linear in cells, rooms, passages and props; about as much as generating the floor
    /// plan.
    pub fn measure(&mut self, level: &Level) -> LevelMetrics {
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
        LevelMetrics(std::array::from_fn(|number| value(Metric::ALL[number])))
    }

    /// The layout and vault counts of the most recently measured level.
    pub(super) fn choice_counts(&self) -> &LayoutAndVaultCounts {
        &self.chosen
    }
}

impl LayoutAndVaultCounts {
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
