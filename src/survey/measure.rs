//! Measures a level: one number for each metric.

use super::{
    Metric, bridges::BridgeMetrics, encounters, entropy, graph::GraphMetrics, ground::CellMetrics, mission, rooms,
    stakes::Stakes,
};
use crate::{level::Level, play::Walkthrough};

/// The measurements of one level: one finite, non-negative number for each [`Metric`], unless it
/// is [absent](Metric::may_be_absent).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelMetrics([Option<f64>; Metric::ALL.len()]);

impl LevelMetrics {
    /// The value of a metric, in the metric's unit; 0 if it is absent.
    #[must_use]
    pub fn get(&self, metric: Metric) -> f64 {
        self.present(metric).unwrap_or(0.0)
    }

    /// The value of a metric, in the metric's unit; `None` if it is absent.
    #[must_use]
    pub fn present(&self, metric: Metric) -> Option<f64> {
        self.0[metric as usize]
    }
}

impl Default for LevelMetrics {
    /// The value 0 for every metric.
    fn default() -> Self {
        Self([Some(0.0); Metric::ALL.len()])
    }
}

/// The metrics that the stakes of rooms give.
const STAKES: &[Metric] = &[
    Metric::Danger,
    Metric::Reward,
    Metric::DangerSpent,
    Metric::RewardSpent,
    Metric::DearerArms,
    Metric::DearerReward,
    Metric::DangerPeak,
    Metric::DangerToReward,
    Metric::GuardedRewards,
    Metric::GuardedKeys,
    Metric::EmptyRooms,
    Metric::DullRooms,
    Metric::DullSteps,
    Metric::FirstReward,
];

/// Measures levels, and reuses most of its buffers from level to level.
#[derive(Clone, Debug, Default)]
pub struct Measurer {
    graph: GraphMetrics,
    bridges: BridgeMetrics,
    areas: Vec<i64>,
    ground: CellMetrics,
    /// The layout and vault counts of the level measured last with an entropy.
    pub(super) chosen: LayoutAndVaultCounts,
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
    /// Cost: linear in cells, rooms, passages and props, but for the walkthrough, which takes more
    /// than all others together; see [`Measurer::measure_only`].
    pub fn measure(&mut self, level: &Level) -> LevelMetrics {
        self.measure_only(level, Metric::ALL)
    }

    /// Measures only these metrics of a level, each as by [`Measurer::measure`]; all others are 0.
    ///
    /// Cost: that of the passes that the metrics need, each at most once. None for the numbers of
    /// rooms and linearity; one over rooms and passages for branching, loops, dead ends and cycles,
    /// and three for bridges; one over rooms for the entropies, and two for the largest room; one
    /// over passages for doors; one over cells for openness, symmetry and room size. Prop density
    /// adds a pass over props to that. Walking distance takes a search over cells, and the tables
    /// of a level that has answered no query yet. One over passages for locked passages, and one
    /// over rooms and passages for each key for passages to lock. Play length, backtracking and
    /// choices share one walkthrough: see
    /// [`Mission::walkthrough`](crate::play::Mission::walkthrough) for its cost. Those of danger
    /// and reward share what [`Stakes::of`] costs. Dull steps take the search of walking distance
    /// too.
    ///
    /// ```
    /// use roomgen::{Generator, Preset, survey::{Measurer, Metric}};
    ///
    /// let (steps, mut measurer) = (Metric::WalkingDistance, Measurer::default());
    /// let mut generator = Generator::new(Preset::built_in("crypt")?);
    /// let mut levels = (0..).map(|seed| generator.generate(seed));
    /// let long = levels.find(|level| measurer.measure_only(level, &[steps]).get(steps) > 60.0);
    /// assert!(long.is_some());
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn measure_only(&mut self, level: &Level, metrics: &[Metric]) -> LevelMetrics {
        let needs = |of: &[Metric]| of.iter().any(|metric| metrics.contains(metric));
        if needs(&[Metric::Branching, Metric::Loops, Metric::DeadEnds, Metric::Cycles]) {
            self.graph.measure(level);
        }
        if needs(&[Metric::Bridges]) {
            self.bridges.measure(level);
        }
        if needs(&[Metric::Openness, Metric::Symmetry, Metric::RoomSize, Metric::PropDensity]) {
            self.ground.measure_tiles(level);
        }
        if needs(&[Metric::PropDensity]) {
            self.ground.measure_props(level);
        }
        if needs(&[Metric::WalkingDistance, Metric::DullSteps]) {
            self.ground.measure_walk(level);
        }
        if needs(&[Metric::LayoutEntropy, Metric::VaultEntropy]) {
            self.chosen.count(level);
        }
        let stakes = if needs(STAKES) { Stakes::of(level) } else { Stakes::default() };
        let plays = needs(&[Metric::PlayLength, Metric::Backtracking, Metric::Choices]);
        let walkthrough = if plays { level.mission().walkthrough() } else { None };
        // 0 if the exit cannot be reached, which no valid level has.
        let of_play = |count: &dyn Fn(&Walkthrough) -> u32| f64::from(walkthrough.as_ref().map_or(0, count));
        let room_count = level.rooms.len() as f64;
        let path = level.path.len() as f64;
        let mut value = |metric| {
            Some(match metric {
                Metric::Rooms => room_count,
                Metric::PathLength => path,
                Metric::Linearity => path / room_count,
                Metric::Branching => f64::from(self.graph.branches) / path,
                Metric::Loops => f64::from(self.graph.loops),
                Metric::DeadEnds => f64::from(self.graph.dead_ends),
                Metric::Openness => self.ground.openness(),
                Metric::PropDensity => self.ground.prop_density(),
                Metric::Symmetry => self.ground.symmetry(),
                Metric::WalkingDistance => f64::from(self.ground.walking_distance),
                Metric::RoomSize => self.ground.floor as f64 / room_count,
                Metric::LayoutEntropy => entropy::entropy(&self.chosen.layouts),
                Metric::VaultEntropy => entropy::entropy(&self.chosen.vaults),
                Metric::Bridges => self.bridges.fraction(),
                Metric::Cycles => f64::from(self.graph.cycles),
                Metric::LargestToMedian => rooms::largest_to_median(level, &mut self.areas),
                Metric::DoorsAtCorners => rooms::doors_at_corners(level),
                Metric::LockedPassages => mission::locked_passages(level),
                Metric::PassagesToLock => mission::passages_to_lock(level),
                Metric::PlayLength => of_play(&Walkthrough::steps),
                Metric::Backtracking => of_play(&|walkthrough| walkthrough.backtracking(level)),
                Metric::Choices => of_play(&|walkthrough| walkthrough.choices(level)),
                Metric::Danger => return encounters::danger(level, &stakes),
                Metric::Reward => return encounters::reward(level, &stakes),
                Metric::DangerSpent => return encounters::danger_spent(level, &stakes),
                Metric::RewardSpent => return encounters::reward_spent(level, &stakes),
                Metric::DearerArms => return encounters::dearer_arms(&stakes),
                Metric::DearerReward => return encounters::dearer_reward(&stakes),
                Metric::DangerPeak => return encounters::danger_peak(level, &stakes),
                Metric::DangerToReward => return encounters::danger_to_reward(level, &stakes),
                Metric::GuardedRewards => return encounters::guarded_rewards(&stakes),
                Metric::GuardedKeys => return encounters::guarded_keys(&stakes),
                Metric::EmptyRooms => return encounters::empty_rooms(&stakes),
                Metric::DullRooms => encounters::dull_rooms(level, &stakes),
                Metric::DullSteps => encounters::dull_steps(level, &stakes, self.ground.distances()),
                Metric::FirstReward => return encounters::first_reward(level, &stakes),
            })
        };
        let mut measured = LevelMetrics::default();
        metrics.iter().for_each(|&metric| measured.0[metric as usize] = value(metric));
        measured
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
