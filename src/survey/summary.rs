//! The aggregate of many levels: spreads, histograms, and counts of layouts, vaults, kinds, tags
//! and terrain.

use serde::{Deserialize, Serialize};

use super::{Histogram, LevelMetrics, Measurer, Metric, MetricStatistics, NameCounts, wire::SurveyForm};
use crate::level::Level;

/// The pairs of metrics that have a histogram: some describe the way through a level, some its
/// content. Levels in which one of the two is absent are not in it.
pub const PAIRS: &[[Metric; 2]] = &[
    [Metric::Linearity, Metric::Openness],
    [Metric::Rooms, Metric::WalkingDistance],
    [Metric::Loops, Metric::DeadEnds],
    [Metric::RoomSize, Metric::PropDensity],
    [Metric::PathLength, Metric::Branching],
    [Metric::LayoutEntropy, Metric::Symmetry],
    [Metric::Cycles, Metric::Bridges],
    [Metric::DeadEnds, Metric::Bridges],
    [Metric::LargestToMedian, Metric::DoorsAtCorners],
    [Metric::WalkingDistance, Metric::PlayLength],
    [Metric::PassagesToLock, Metric::Backtracking],
    [Metric::LockedPassages, Metric::Choices],
    [Metric::Danger, Metric::Reward],
    [Metric::DearerArms, Metric::DearerReward],
    [Metric::DangerToReward, Metric::GuardedRewards],
    [Metric::DangerPeak, Metric::FirstReward],
    [Metric::EmptyRooms, Metric::DullRooms],
    [Metric::GuardedKeys, Metric::DullSteps],
    [Metric::Fights, Metric::LargestFight],
    [Metric::Alone, Metric::HallDanger],
    [Metric::TwinsBeside, Metric::TwinsNear],
    [Metric::SymmetricRooms, Metric::CentredRooms],
    [Metric::BlockingTerrain, Metric::FarBank],
    [Metric::Crossings, Metric::PartedEnds],
];

/// The aggregated metrics of many levels of one preset.
///
/// Guarantee: surveys of parts of the levels, [merged](Survey::merge) in any order, equal the
/// survey of all levels.
///
/// serde writes and reads surveys, so that parts can come from other threads, workers or machines.
/// Reading refuses data that no survey of this version has: other metrics or histograms, numbers of
/// levels that differ, sums of 2^128 or more. It does not prove that there are such levels. Counts
/// saturate, so that merging never fails. Cost: linear in the bins of the histograms, some
/// kilobytes of JSON for a hundred levels.
///
/// ```
/// use roomgen::{Generator, Preset, survey::{Measurer, Metric, Survey}};
///
/// let mut generator = Generator::new(Preset::built_in("crypt")?);
/// let mut measurer = Measurer::default();
/// let mut measure = |seeds: std::ops::Range<u64>| {
///     let mut survey = Survey::default();
///     seeds.for_each(|seed| _ = survey.add(&generator.generate(seed), &mut measurer));
///     survey
/// };
/// let sent = serde_json::to_string(&measure(10..20))?;
/// let mut survey = measure(0..10);
/// survey.merge(&serde_json::from_str(&sent)?);
/// assert_eq!(survey, measure(0..20));
/// println!("{} rooms on average", survey.statistics(Metric::Rooms).mean());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SurveyForm", into = "SurveyForm")]
pub struct Survey {
    pub(super) spreads: [MetricStatistics; Metric::ALL.len()],
    pub(super) histograms: [Histogram; PAIRS.len()],
    pub(super) layouts: NameCounts,
    pub(super) vaults: NameCounts,
    pub(super) kinds: NameCounts,
    pub(super) tags: NameCounts,
    pub(super) terrain: NameCounts,
}

impl Default for Survey {
    /// A survey of no levels.
    fn default() -> Self {
        let histograms = std::array::from_fn(|number| Histogram::new(PAIRS[number]));
        let spreads = [MetricStatistics::default(); Metric::ALL.len()];
        let [layouts, vaults, kinds, tags, terrain] = [const { NameCounts::new() }; 5];
        Self { spreads, histograms, layouts, vaults, kinds, tags, terrain }
    }
}

impl Survey {
    /// Measures a level, adds it, and returns its metrics.
    pub fn add(&mut self, level: &Level, measurer: &mut Measurer) -> LevelMetrics {
        let metrics = measurer.measure(level);
        let seed = level.origin.seed;
        for (spread, &metric) in self.spreads.iter_mut().zip(Metric::ALL) {
            metrics.present(metric).into_iter().for_each(|value| spread.add(value, seed));
        }
        self.histograms.iter_mut().for_each(|histogram| histogram.add(&metrics));
        let chosen = &measurer.chosen;
        for (totals, counts) in [(&mut self.layouts, &chosen.layouts), (&mut self.vaults, &chosen.vaults)] {
            for (name, &count) in level.layouts.iter().zip(counts).filter(|(_, count)| **count > 0) {
                totals.add(name, count.into());
            }
        }
        for (kind, count) in level.kinds.iter().zip(level.counts()).filter(|(_, count)| *count > 0) {
            self.kinds.add(&kind.name, count.into());
            kind.labels.tags().iter().for_each(|tag| self.tags.add(tag, count.into()));
        }
        for (kind, cells) in level.terrain_kinds().iter().zip(level.terrain_counts()).filter(|(_, cells)| *cells > 0) {
            self.terrain.add(&kind.name, cells.into());
        }
        metrics
    }

    /// Adds the levels of another survey.
    pub fn merge(&mut self, other: &Self) {
        self.spreads.iter_mut().zip(&other.spreads).for_each(|(own, others)| own.merge(others));
        self.histograms.iter_mut().zip(&other.histograms).for_each(|(own, others)| own.merge(others));
        self.layouts.merge(&other.layouts);
        self.vaults.merge(&other.vaults);
        self.kinds.merge(&other.kinds);
        self.tags.merge(&other.tags);
        self.terrain.merge(&other.terrain);
    }

    /// The number of levels added.
    #[must_use]
    pub fn levels(&self) -> u64 {
        self.statistics(Metric::Rooms).count()
    }

    /// The mean, deviation and extremes of a metric over all levels.
    #[must_use]
    pub fn statistics(&self, metric: Metric) -> &MetricStatistics {
        &self.spreads[metric as usize]
    }

    /// The histograms, in the order of [`PAIRS`].
    #[must_use]
    pub fn histograms(&self) -> &[Histogram] {
        &self.histograms
    }

    /// The number of rooms with each layout, over all levels.
    #[must_use]
    pub fn layouts(&self) -> &NameCounts {
        &self.layouts
    }

    /// The number of rooms with each vault, over all levels.
    #[must_use]
    pub fn vaults(&self) -> &NameCounts {
        &self.vaults
    }

    /// The number of props of each kind, over all levels.
    #[must_use]
    pub fn kinds(&self) -> &NameCounts {
        &self.kinds
    }

    /// The number of props whose kind has each tag, over all levels.
    #[must_use]
    pub fn tags(&self) -> &NameCounts {
        &self.tags
    }

    /// The number of cells with each kind of terrain, over all levels.
    #[must_use]
    pub fn terrain(&self) -> &NameCounts {
        &self.terrain
    }
}
