//! The metrics of a level, with names, units and histogram resolution.

mod facts;

use std::fmt;

/// A number that describes a level as a player experiences it.
///
/// Metrics are non-negative and depend on the level alone. What a level does not have is 0, or
/// absent where 0 would say something else: see [`Metric::may_be_absent`]. They assume a level that
/// keeps the invariants tested by [`Level::check`](crate::Level::check).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Metric {
    /// The number of rooms; at least 1.
    Rooms,
    /// The number of rooms on the main path, start and end included; at least 1.
    PathLength,
    /// Rooms on the main path as a fraction of all rooms. Above 0, up to 1: every room is on the
    /// path.
    ///
    /// Source: adapted to rooms from the linearity of Smith and Whitehead (2010), who measure how
    /// far platforms lie from a line.
    Linearity,
    /// Passages between a room on the main path and one off it, divided by the number of rooms on
    /// the path. At least 0.
    Branching,
    /// The number of independent cycles: passages that can be closed, one after the other, with
    /// every room still reachable. A whole number; 0 for a tree.
    ///
    /// Source: the circuit rank of a connected graph, passages - rooms + 1.
    Loops,
    /// The number of rooms with exactly one passage, start and end excluded. A whole number.
    DeadEnds,
    /// Floor, corridor and door cells as a fraction of all cells, props ignored. Above 0, below 1.
    Openness,
    /// Cells with at least one prop as a fraction of room floor, markers ignored. 0 to 1.
    PropDensity,
    /// The similarity of the level to its best mirror image: horizontal, vertical or both, about
    /// the centre of the bounding box of all open cells.
    ///
    /// Cells open in both level and image, as a fraction of cells open in either. Above 0, up to 1:
    /// identical.
    ///
    /// Source: the Jaccard index.
    Symmetry,
    /// Steps from entry to exit by the shortest path around obstacles, in four directions; all
    /// doors count as open. At least 0.
    WalkingDistance,
    /// Floor cells of rooms, without corridors and doors, divided by the number of rooms. At least
    /// 1.
    RoomSize,
    /// The entropy of the layouts over the level's rooms, in bits: the variety of furniture.
    ///
    /// 0 if all rooms have the same layout, the binary logarithm of the number of rooms if all
    /// differ. Rooms without a layout do not count.
    ///
    /// Source: Shannon, "A mathematical theory of communication" (1948).
    LayoutEntropy,
    /// The entropy of the vaults over the level's vault rooms, in bits; 0 with fewer than two.
    VaultEntropy,
    /// The passages on a shortest way from the start room to the end room whose removal parts the
    /// two, as a fraction of that way's passages. 0: there is a second way everywhere, to 1: the
    /// way is a line; 0 for a level of one room.
    ///
    /// Every way uses these passages, so all shortest ways give the same value. Source: the
    /// bridges of a graph, of Tarjan, "A note on finding the bridges of a graph" (1974).
    Bridges,
    /// The number of planned second ways between two rooms of the main path: that of
    /// [`Level::cycles`](crate::Level::cycles). A whole number.
    Cycles,
    /// The area of the largest room divided by that of the median room. At least 1.
    ///
    /// The area is the number of the room's floor cells. Of an even number of rooms, the median is
    /// the mean of the two in the middle.
    LargestToMedian,
    /// Doors at the end of a room's wall, as a fraction of all doors: a cell of the door is beside
    /// the outermost row or column of the room on either side. 0 to 1; 0 without doors.
    ///
    /// A corridor has two doors, each beside one room.
    DoorsAtCorners,
    /// The number of passages with a lock. A whole number.
    ///
    /// Each counts, also if one key opens several, or several lead to the same room.
    LockedPassages,
    /// The passages from a key to the nearest lock that it opens, mean over the level's keys and
    /// switches: that of [`Mission::passages_to_lock`](crate::play::Mission::passages_to_lock). At
    /// least 0; 0 without keys.
    PassagesToLock,
    /// Steps of the walkthrough from entry to exit: that of
    /// [`Mission::walkthrough`](crate::play::Mission::walkthrough), with all keys that it takes.
    ///
    /// At least the walking distance, for which locked and one-way doors count as open. A whole
    /// number.
    PlayLength,
    /// Steps of the walkthrough in rooms to which it came back:
    /// [`Walkthrough::backtracking`](crate::play::Walkthrough::backtracking). A whole number, at
    /// most the length of the play.
    Backtracking,
    /// The most keys to take and locked passages to open that the player can choose from at once:
    /// [`Walkthrough::choices`](crate::play::Walkthrough::choices). A whole number; 0 without
    /// keys.
    Choices,
    /// The danger of the level: the sum of the costs of its [`Level::encounters`]. A whole number;
    /// absent without encounters and without a budget for them.
    ///
    /// [`Level::encounters`]: crate::Level::encounters
    Danger,
    /// The reward of the level: the sum of the values of its [`Level::loot`]. A whole number;
    /// absent without loot and without a budget for it.
    ///
    /// [`Level::loot`]: crate::Level::loot
    Reward,
    /// The danger as a fraction of the budget of encounters: 0 to 1; absent without a budget.
    DangerSpent,
    /// The reward as a fraction of the budget of loot: 0 to 1; absent without a budget.
    RewardSpent,
    /// The danger of the dearer arms of all cycles as a fraction of that of both arms: from 0.5,
    /// where the arms of each cycle are as dangerous, to 1; absent without danger on an arm.
    ///
    /// The arms of a cycle are its detours, and the rooms of the main path between the two rooms
    /// that these join. An arm that is twice as dangerous as the other has 2/3.
    DearerArms,
    /// The reward of the dearer arms of all cycles as a fraction of that of both arms: 0 to 1;
    /// absent without reward on an arm. Cycles whose arms are as dangerous do not count.
    DearerReward,
    /// The fifth of the progress whose rooms have most danger: 1 to 5, the first of equal ones. A
    /// whole number; absent without danger.
    DangerPeak,
    /// How danger and reward go together over the rooms off the main path: 0 if opposed, 0.5 if
    /// unrelated, 1 if in step. Absent where all of these rooms are as dangerous, or as rewarding.
    ///
    /// Source: the correlation of Pearson, from -1 to 1; half of 1 more than it.
    DangerToReward,
    /// Rewards that are guarded as a fraction of all: by a foe or trap in the room, or by a lock or
    /// a secret door on each way into it. 0 to 1; absent without rewards.
    ///
    /// A way into a room leads from the main path, and never nearer to the start.
    ///
    /// Foes and traps are props whose kind has the tag `enemy` or `trap`. Rewards are props whose
    /// kind has the tag `loot`, and the level's [loot](crate::Level::loot).
    GuardedRewards,
    /// Keys and switches with a foe or trap in their room as a fraction of all: 0 to 1; absent
    /// without keys. A key does not count whose room is the start room, or lies within the
    /// [`quiet`](crate::level::Budgets::quiet) steps from the entry.
    GuardedKeys,
    /// Rooms with nothing to fight, take or use as a fraction of all rooms: without foe, trap,
    /// reward, key, switch and marker. 0 to 1.
    EmptyRooms,
    /// The most rooms of the main path with nothing to fight, take or use, one after the other. A
    /// whole number.
    DullRooms,
    /// The most cells of a shortest way from entry to exit, one after the other, that lie in no
    /// room with something to fight, take or use. A whole number, at most one more than the walking
    /// distance.
    DullSteps,
    /// The least number of passages from the start room to a room with a reward. A locked passage
    /// counts from the nearest of its keys, without the way back. A whole number; absent without
    /// rewards.
    FirstReward,
    /// Pairs of joined rooms with the same layout as a fraction of the joined pairs that both have
    /// a layout: [`Twins`](crate::survey::Twins). 0 to 1; absent without such a pair.
    TwinsBeside,
    /// The same of pairs of rooms one or two passages apart. 0 to 1; absent without such a pair.
    TwinsNear,
    /// Rooms whose covered cells equal both their mirror images as a fraction of the rooms with
    /// props: [`Composition`](crate::survey::Composition). Markers are ignored. 0 to 1; absent
    /// without such a room.
    SymmetricRooms,
    /// Rooms whose mean covered cell lies at most half a cell from the middle, across and down, as
    /// a fraction of the same rooms. 0 to 1; absent without such a room.
    CentredRooms,
    /// Cells with terrain that blocks as a fraction of all cells: 0 to 1.
    BlockingTerrain,
    /// The passages that cross the level's [`partings`](crate::Level::partings). A whole number.
    Crossings,
    /// The partings that every way from the start room to the end room crosses. A whole number.
    PartedEnds,
    /// Bank cells from which one sees floor straight across a parting as a fraction of all bank
    /// cells: 0 to 1; absent without any.
    ///
    /// A bank cell is floor beside terrain of a parting, in the direction across it.
    FarBank,
}

impl Metric {
    /// All metrics, in the order of the variants.
    pub const ALL: &'static [Self] = &[
        Self::Rooms,
        Self::PathLength,
        Self::Linearity,
        Self::Branching,
        Self::Loops,
        Self::DeadEnds,
        Self::Openness,
        Self::PropDensity,
        Self::Symmetry,
        Self::WalkingDistance,
        Self::RoomSize,
        Self::LayoutEntropy,
        Self::VaultEntropy,
        Self::Bridges,
        Self::Cycles,
        Self::LargestToMedian,
        Self::DoorsAtCorners,
        Self::LockedPassages,
        Self::PassagesToLock,
        Self::PlayLength,
        Self::Backtracking,
        Self::Choices,
        Self::Danger,
        Self::Reward,
        Self::DangerSpent,
        Self::RewardSpent,
        Self::DearerArms,
        Self::DearerReward,
        Self::DangerPeak,
        Self::DangerToReward,
        Self::GuardedRewards,
        Self::GuardedKeys,
        Self::EmptyRooms,
        Self::DullRooms,
        Self::DullSteps,
        Self::FirstReward,
        Self::TwinsBeside,
        Self::TwinsNear,
        Self::SymmetricRooms,
        Self::CentredRooms,
        Self::BlockingTerrain,
        Self::Crossings,
        Self::PartedEnds,
        Self::FarBank,
    ];

    /// The name of the metric, as shown to people.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The column name in machine-readable tables: lower case and underscores.
    #[must_use]
    pub fn column(self) -> &'static str {
        self.facts().column
    }

    /// The unit of the metric, in a few words.
    #[must_use]
    pub fn unit(self) -> &'static str {
        self.facts().unit
    }

    /// The number of decimals with which mean values are shown.
    #[must_use]
    pub fn decimals(self) -> usize {
        self.facts().decimals
    }

    /// Whether all values of the metric are whole numbers.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.facts().is_whole
    }

    /// Whether a level may be without a value of the metric: it has nothing of what it measures.
    #[must_use]
    pub fn may_be_absent(self) -> bool {
        matches!(
            self,
            Self::Danger
                | Self::Reward
                | Self::DangerSpent
                | Self::RewardSpent
                | Self::DearerArms
                | Self::DearerReward
                | Self::DangerPeak
                | Self::DangerToReward
                | Self::GuardedRewards
                | Self::GuardedKeys
                | Self::FirstReward
                | Self::TwinsBeside
                | Self::TwinsNear
                | Self::SymmetricRooms
                | Self::CentredRooms
                | Self::FarBank
        )
    }

    /// Formats a value: whole numbers without decimals, others with [`Metric::decimals`] decimals.
    #[must_use]
    pub fn format(self, value: f64) -> String {
        let decimals = if self.is_whole() { 0 } else { self.decimals() };
        format!("{value:.decimals$}")
    }

    /// The number of histogram bins for each unit of the metric: many enough that plots can combine
    /// bins, few enough to store.
    #[must_use]
    pub fn bins_per_unit(self) -> u32 {
        self.facts().bins_per_unit
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_own_line_of_the_table() {
        for (position, metric) in Metric::ALL.iter().copied().enumerate() {
            assert_eq!(metric as usize, position);
            assert_eq!(metric.column(), metric.name().replace(' ', "_"));
            assert_eq!(metric.to_string(), metric.name());
            assert!(metric.about().ends_with(|last: char| last.is_alphanumeric() || last == '.'), "{metric}");
            let is_other = |other: &Metric| other.name() != metric.name() && other.about() != metric.about();
            assert!(Metric::ALL[..position].iter().all(is_other), "{metric}");
        }
        assert_eq!(Metric::Rooms.format(12.0), "12");
        assert_eq!(Metric::Linearity.format(0.5), "0.500");
    }
}
