//! Measures a level: one number for each metric.

use super::{
    Composition, Metric, Twins, bridges::BridgeMetrics, encounters, entropy, graph::GraphMetrics, ground::CellMetrics,
    mission, partings, rooms, stakes::Stakes, twins::TwinMetrics,
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

/// Measures levels, and reuses most of its buffers from level to level.
#[derive(Clone, Debug, Default)]
pub struct Measurer {
    graph: GraphMetrics,
    bridges: BridgeMetrics,
    areas: Vec<i64>,
    ground: CellMetrics,
    twins: TwinMetrics,
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
    /// and three for bridges; one over rooms for the entropies, and two for the largest room, with
    /// one over the cells of rooms that are no rectangle; one over passages for doors; one over
    /// cells for openness, symmetry and room size. Prop density adds a pass over props to that,
    /// which symmetric and centred rooms share, and these one over the cells of rooms. Twins take
    /// one over the pairs of near rooms. Walking distance takes a search over cells, and the tables
    /// of a level that has answered no query yet. One over passages for locked passages, and one
    /// over rooms and passages for each key for passages to lock. Play length, backtracking and
    /// choices share one walkthrough: see
    /// [`Mission::walkthrough`](crate::play::Mission::walkthrough) for its cost. Those of danger
    /// and reward share what [`Stakes::of`] costs; hall danger adds that of the largest room. Dull
    /// steps take the search of walking distance too. Blocking terrain takes a pass over cells, and
    /// for each parting of the level the far bank one, and parted ends one over passages.
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
        let mut measured = LevelMetrics::default();
        let mut level = std::mem::take(self).begin(level);
        metrics.iter().for_each(|&metric| measured.0[metric as usize] = level.measure(metric));
        *self = level.end();
        measured
    }

    /// Measures a level by one metric after the other, as they are asked for. Passes that several
    /// need run once.
    ///
    /// ```
    /// use roomgen::{Preset, survey::{Measurer, Metric}};
    ///
    /// let level = roomgen::generate(&Preset::built_in("crypt")?, 42);
    /// let mut measured = Measurer::default().begin(&level);
    /// // The walkthrough, which costs most, is made only for levels with many rooms.
    /// let is_long = measured.measure(Metric::Rooms) > Some(12.0)
    ///     && measured.measure(Metric::PlayLength) > Some(200.0);
    /// let measurer = measured.end();
    /// # let _ = (is_long, measurer);
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub const fn begin(self, level: &Level) -> MeasuredLevel<'_> {
        MeasuredLevel { measurer: self, level, passes: 0, composition: None, twins: None, stakes: None, play: None }
    }
}

/// A level that is being measured, as [`Measurer::begin`] makes it.
#[derive(Clone, Debug)]
pub struct MeasuredLevel<'level> {
    measurer: Measurer,
    level: &'level Level,
    /// The passes that have run: bit n is set for the [`MeasurerPass`] n.
    passes: u8,
    composition: Option<Composition>,
    twins: Option<Twins>,
    stakes: Option<Stakes>,
    /// The walkthrough, if there is one.
    play: Option<Option<Walkthrough>>,
}

/// A pass whose results are in the buffers of the measurer.
#[derive(Clone, Copy)]
enum MeasurerPass {
    Graph,
    Bridges,
    Tiles,
    Props,
    Walk,
    Chosen,
}

impl<'level> MeasuredLevel<'level> {
    /// The level.
    #[must_use]
    pub const fn level(&self) -> &'level Level {
        self.level
    }

    /// The measurer, with its buffers, for the next level.
    #[must_use]
    pub fn end(self) -> Measurer {
        self.measurer
    }

    /// The value of a metric, in the metric's unit; `None` if it is absent.
    ///
    /// Cost: that of the passes of the metric that have not run, as of [`Measurer::measure_only`].
    pub fn measure(&mut self, metric: Metric) -> Option<f64> {
        let level = self.level;
        let (room_count, path) = (level.rooms.len() as f64, level.path.len() as f64);
        // 0 if the exit cannot be reached, which no valid level has.
        let of_play =
            |play: Option<&Walkthrough>, count: &dyn Fn(&Walkthrough) -> u32| f64::from(play.map_or(0, count));
        Some(match metric {
            Metric::Rooms => room_count,
            Metric::PathLength => path,
            Metric::Linearity => path / room_count,
            Metric::Branching => f64::from(self.graph().branches) / path,
            Metric::Loops => f64::from(self.graph().loops),
            Metric::DeadEnds => f64::from(self.graph().dead_ends),
            Metric::Openness => self.tiles().openness(),
            Metric::PropDensity => {
                self.tiles();
                self.props().prop_density()
            }
            Metric::Symmetry => self.tiles().symmetry(),
            Metric::WalkingDistance => f64::from(self.walk().walking_distance),
            Metric::RoomSize => self.tiles().floor as f64 / room_count,
            Metric::LayoutEntropy => entropy::entropy(&self.chosen().layouts),
            Metric::VaultEntropy => entropy::entropy(&self.chosen().vaults),
            Metric::Bridges => self.bridges().fraction(),
            Metric::Cycles => f64::from(self.graph().cycles),
            Metric::LargestToMedian => rooms::largest_to_median(level, &mut self.measurer.areas),
            Metric::DoorsAtCorners => rooms::doors_at_corners(level),
            Metric::LockedPassages => mission::locked_passages(level),
            Metric::PassagesToLock => mission::passages_to_lock(level),
            Metric::PlayLength => of_play(self.play(), &Walkthrough::steps),
            Metric::Backtracking => of_play(self.play(), &|walkthrough| walkthrough.backtracking(level)),
            Metric::Choices => of_play(self.play(), &|walkthrough| walkthrough.choices(level)),
            Metric::Danger => return encounters::danger(level, self.stakes()),
            Metric::Reward => return encounters::reward(level, self.stakes()),
            Metric::DangerSpent => return encounters::danger_spent(level, self.stakes()),
            Metric::RewardSpent => return encounters::reward_spent(level, self.stakes()),
            Metric::DearerArms => return encounters::dearer_arms(self.stakes()),
            Metric::DearerReward => return encounters::dearer_reward(self.stakes()),
            Metric::DangerPeak => return encounters::danger_peak(level, self.stakes()),
            Metric::DangerToReward => return encounters::danger_to_reward(level, self.stakes()),
            Metric::GuardedRewards => return encounters::guarded_rewards(self.stakes()),
            Metric::GuardedKeys => return encounters::guarded_keys(self.stakes()),
            Metric::EmptyRooms => return encounters::empty_rooms(self.stakes()),
            Metric::DullRooms => encounters::dull_rooms(level, self.stakes()),
            Metric::DullSteps => {
                self.walk();
                self.stakes();
                let stakes = self.stakes.as_ref()?;
                encounters::dull_steps(level, stakes, self.measurer.ground.distances())
            }
            Metric::FirstReward => return encounters::first_reward(level, self.stakes()),
            Metric::Fights => return encounters::fights(level, self.stakes()),
            Metric::Alone => return encounters::alone(self.stakes()),
            Metric::HallDanger => return encounters::hall_danger(level, self.stakes()),
            Metric::LargestFight => return encounters::largest_fight(level, self.stakes()),
            Metric::TwinsBeside => return self.twins().fraction_beside(),
            Metric::TwinsNear => return self.twins().fraction_near(),
            Metric::SymmetricRooms => return self.composition().fraction_symmetric(),
            Metric::CentredRooms => return self.composition().fraction_centred(),
            Metric::BlockingTerrain => partings::blocking_terrain(level),
            Metric::Crossings => partings::crossings(level),
            Metric::PartedEnds => partings::parted_ends(level),
            Metric::FarBank => return partings::far_bank(level),
        })
    }

    /// Whether a pass has still to run. From now on it has.
    fn is_first(&mut self, pass: MeasurerPass) -> bool {
        let before = self.passes;
        self.passes |= 1 << pass as u8;
        self.passes != before
    }

    fn graph(&mut self) -> &GraphMetrics {
        if self.is_first(MeasurerPass::Graph) {
            self.measurer.graph.measure(self.level);
        }
        &self.measurer.graph
    }

    fn bridges(&mut self) -> &BridgeMetrics {
        if self.is_first(MeasurerPass::Bridges) {
            self.measurer.bridges.measure(self.level);
        }
        &self.measurer.bridges
    }

    fn tiles(&mut self) -> &CellMetrics {
        if self.is_first(MeasurerPass::Tiles) {
            self.measurer.ground.measure_tiles(self.level);
        }
        &self.measurer.ground
    }

    fn props(&mut self) -> &CellMetrics {
        if self.is_first(MeasurerPass::Props) {
            self.measurer.ground.measure_props(self.level);
        }
        &self.measurer.ground
    }

    fn walk(&mut self) -> &CellMetrics {
        if self.is_first(MeasurerPass::Walk) {
            self.measurer.ground.measure_walk(self.level);
        }
        &self.measurer.ground
    }

    fn chosen(&mut self) -> &LayoutAndVaultCounts {
        if self.is_first(MeasurerPass::Chosen) {
            self.measurer.chosen.count(self.level);
        }
        &self.measurer.chosen
    }

    fn composition(&mut self) -> Composition {
        let level = self.level;
        let composition = self.composition.unwrap_or_else(|| self.props().composition(level));
        *self.composition.insert(composition)
    }

    fn twins(&mut self) -> Twins {
        *self.twins.get_or_insert_with(|| self.measurer.twins.measure(self.level))
    }

    fn stakes(&mut self) -> &Stakes {
        self.stakes.get_or_insert_with(|| Stakes::of(self.level))
    }

    fn play(&mut self) -> Option<&Walkthrough> {
        self.play.get_or_insert_with(|| self.level.mission().walkthrough()).as_ref()
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
