//! What the levels of a preset at one difficulty have in all.
//!
//! Sums and lists are the same in whatever order levels and parts are added, once they are sorted.

use std::collections::BTreeMap;

use roomgen::{
    Level,
    survey::{CycleStakes, Measurer, Metric, Stakes},
};

/// The metrics that the table shows.
const METRICS: &[Metric] = &[
    Metric::Danger,
    Metric::DangerSpent,
    Metric::RewardSpent,
    Metric::DangerPeak,
    Metric::DullRooms,
    Metric::DullSteps,
    Metric::FirstReward,
];

/// How many of some things have a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) part: u64,
    pub(crate) all: u64,
}

impl Share {
    pub(crate) fn add(&mut self, part: u64, all: u64) {
        self.part += part;
        self.all += all;
    }

    pub(crate) fn fraction(self) -> Option<f64> {
        (self.all > 0).then(|| self.part as f64 / self.all as f64)
    }
}

/// Sums from which the correlation of two values follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    count: i128,
    sums: [i128; 2],
    squares: [i128; 2],
    products: i128,
}

impl Sums {
    pub(crate) fn add(&mut self, values: [u64; 2]) {
        let values = values.map(i128::from);
        self.count += 1;
        self.products += values[0] * values[1];
        for (axis, value) in values.into_iter().enumerate() {
            self.sums[axis] += value;
            self.squares[axis] += value * value;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.products += other.products;
        for axis in [0, 1] {
            self.sums[axis] += other.sums[axis];
            self.squares[axis] += other.squares[axis];
        }
    }

    /// Pearson's correlation; `None` if one of the values is always the same.
    pub(crate) fn correlation(&self) -> Option<f64> {
        let [one, other] = [0, 1].map(|axis| self.count * self.squares[axis] - self.sums[axis] * self.sums[axis]);
        let together = self.count * self.products - self.sums[0] * self.sums[1];
        (one > 0 && other > 0).then(|| together as f64 / (one as f64).sqrt() / (other as f64).sqrt())
    }
}

/// What the levels have in all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) measurer: Measurer,
    pub(crate) levels: u64,
    /// The cost of the cheapest group that a level has.
    pub(crate) cheapest: Option<u64>,
    pub(crate) cycles: Vec<CycleStakes>,
    /// The danger of each level.
    pub(crate) costs: Vec<u64>,
    /// Levels whose danger has its peak in the last two fifths of the progress.
    pub(crate) late_peaks: Share,
    /// Levels whose last room has a boss or the dearest encounter.
    pub(crate) last_rooms: Share,
    /// Danger and reward of the rooms off the path.
    pub(crate) off_path: Sums,
    pub(crate) guarded_keys: Share,
    pub(crate) guarded_rewards: Share,
    pub(crate) empty_rooms: Share,
    /// Of each level.
    pub(crate) dull_rooms: Vec<u64>,
    /// Of each level.
    pub(crate) dull_steps: Vec<u64>,
    /// Levels whose first reward lies at least three passages from the start.
    pub(crate) late_rewards: Share,
    pub(crate) most_chests: u64,
    pub(crate) most_rewards: u64,
    /// In thousandths of the budget, of each level.
    pub(crate) danger_spent: Vec<u64>,
    /// In thousandths of the budget, of each level.
    pub(crate) reward_spent: Vec<u64>,
    /// The number of encounters with each group, and the rooms of vaults that draw members.
    pub(crate) groups: BTreeMap<String, u64>,
    /// The number of things of each kind that budgets placed.
    pub(crate) things: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds a level.
    pub(crate) fn count(&mut self, level: &Level) {
        let metrics = self.measurer.measure_only(level, METRICS);
        let stakes = Stakes::of(level);
        self.levels += 1;
        self.cycles.extend_from_slice(stakes.cycles());
        for encounter in level.encounters() {
            let group = encounter.group.as_deref();
            *self.groups.entry(group.unwrap_or("(of a vault)").to_owned()).or_default() += 1;
            if group.is_some() {
                let cost = u64::from(encounter.cost);
                self.cheapest = Some(self.cheapest.map_or(cost, |cheapest| cheapest.min(cost)));
            }
        }
        for loot in level.loot() {
            *self.things.entry(loot.item.to_string()).or_default() += 1;
        }
        let whole = |metric| metrics.present(metric).map(|value| value as u64);
        self.costs.extend(whole(Metric::Danger));
        self.dull_rooms.extend(whole(Metric::DullRooms));
        self.dull_steps.extend(whole(Metric::DullSteps));
        let thousandths = |metric| metrics.present(metric).map(|value| (value * 1000.0).round() as u64);
        self.danger_spent.extend(thousandths(Metric::DangerSpent));
        self.reward_spent.extend(thousandths(Metric::RewardSpent));
        if let Some(peak) = whole(Metric::DangerPeak) {
            self.late_peaks.add((peak >= 4).into(), 1);
            self.last_rooms.add(has_last_stand(level).into(), 1);
        }
        if let Some(first) = whole(Metric::FirstReward) {
            self.late_rewards.add((first >= 3).into(), 1);
        }
        let mut rewards = 0;
        for (id, room) in (0..).zip(stakes.rooms()) {
            let (keys, things) = (u64::from(room.keys), u64::from(room.rewards));
            rewards += things;
            self.empty_rooms.add(room.is_empty().into(), 1);
            self.guarded_rewards.add(if room.is_guarded() { things } else { 0 }, things);
            if !room.is_quiet {
                self.guarded_keys.add(if room.threats > 0 { keys } else { 0 }, keys);
            }
            if !level.path().contains(&id) {
                self.off_path.add([room.danger, room.reward]);
            }
        }
        let chests = level.props().filter(|prop| prop.kind.name.as_str() == "chest").count() as u64;
        self.most_chests = self.most_chests.max(chests);
        self.most_rewards = self.most_rewards.max(rewards);
    }

    /// Adds the levels of another tally.
    pub(crate) fn merge(&mut self, other: Self) {
        self.levels += other.levels;
        self.cheapest = self.cheapest.into_iter().chain(other.cheapest).min();
        self.cycles.extend(other.cycles);
        for (own, others) in [
            (&mut self.costs, other.costs),
            (&mut self.dull_rooms, other.dull_rooms),
            (&mut self.dull_steps, other.dull_steps),
            (&mut self.danger_spent, other.danger_spent),
            (&mut self.reward_spent, other.reward_spent),
        ] {
            own.extend(others);
        }
        for (own, others) in [
            (&mut self.late_peaks, other.late_peaks),
            (&mut self.last_rooms, other.last_rooms),
            (&mut self.guarded_keys, other.guarded_keys),
            (&mut self.guarded_rewards, other.guarded_rewards),
            (&mut self.empty_rooms, other.empty_rooms),
            (&mut self.late_rewards, other.late_rewards),
        ] {
            own.add(others.part, others.all);
        }
        self.off_path.merge(&other.off_path);
        self.most_chests = self.most_chests.max(other.most_chests);
        self.most_rewards = self.most_rewards.max(other.most_rewards);
        for (own, others) in [(&mut self.groups, other.groups), (&mut self.things, other.things)] {
            others.into_iter().for_each(|(name, count)| *own.entry(name).or_default() += count);
        }
    }
}

/// Whether the last room has a marker with the tag `boss`, or an encounter that costs as much as
/// any.
fn has_last_stand(level: &Level) -> bool {
    let last = level.end().id;
    let dearest = level.encounters().iter().map(|encounter| encounter.cost).max();
    level.encounters().iter().any(|encounter| encounter.room == last && Some(encounter.cost) == dearest)
        || level.props_in(last).any(|prop| prop.kind.marker && prop.kind.labels.has("boss"))
}
