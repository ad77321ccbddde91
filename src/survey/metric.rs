//! The metrics of a level, with names, units and histogram resolution.

use std::fmt;

use crate::level::LevelStage;

/// How a metric is shown and counted.
struct MetricScale {
    /// The decimals of mean values.
    decimals: usize,
    bins_per_unit: u32,
    is_whole: bool,
}

const WHOLE: MetricScale = MetricScale { decimals: 1, bins_per_unit: 1, is_whole: true };
const SIZE: MetricScale = MetricScale { decimals: 1, bins_per_unit: 1, is_whole: false };
const MEAN: MetricScale = MetricScale { decimals: 2, bins_per_unit: 20, is_whole: false };
const RATIO: MetricScale = MetricScale { decimals: 3, bins_per_unit: 20, is_whole: false };
const FRACTION: MetricScale = MetricScale { decimals: 3, bins_per_unit: 100, is_whole: false };
/// A fraction of which most levels have about the same.
const FINE: MetricScale = MetricScale { decimals: 3, bins_per_unit: 200, is_whole: false };

/// Whether a level may be without a value.
const OPTIONAL: bool = true;
const ALWAYS: bool = false;

const PLAN: LevelStage = LevelStage::Plan;
const LEVEL: LevelStage = LevelStage::Whole;

/// Declares the metrics, each once: its variant, name, column, unit, scale, whether it is always
/// there, what it is measured of, and a line about it.
macro_rules! metrics {
    (
        $(#[$attribute:meta])*
        pub enum Metric {
            $(
                $(#[$doc:meta])*
                $metric:ident: $name:literal, $column:literal, $unit:literal, $scale:ident, $presence:ident, $stage:ident,
                    $about:literal;
            )+
        }
    ) => {
        $(#[$attribute])*
        pub enum Metric {
            $($(#[$doc])* $metric,)+
        }

        impl Metric {
            /// All metrics, in the order of the variants.
            pub const ALL: &'static [Self] = &[$(Self::$metric),+];

            /// The name of the metric, as shown to people.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$metric => $name,)+ }
            }

            /// The column name in machine-readable tables: lower case and underscores.
            #[must_use]
            pub const fn column(self) -> &'static str {
                match self { $(Self::$metric => $column,)+ }
            }

            /// The unit of the metric, in a few words.
            #[must_use]
            pub const fn unit(self) -> &'static str {
                match self { $(Self::$metric => $unit,)+ }
            }

            /// A description of the metric in one line.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$metric => $about,)+ }
            }

            /// Whether a level may be without a value of the metric: it has nothing of what it
            /// measures.
            #[must_use]
            pub const fn may_be_absent(self) -> bool {
                match self { $(Self::$metric => $presence,)+ }
            }

            /// What the metric is measured of: the plan of a level has the same value as the level.
            #[must_use]
            pub const fn stage(self) -> LevelStage {
                match self { $(Self::$metric => $stage,)+ }
            }

            const fn scale(self) -> MetricScale {
                match self { $(Self::$metric => $scale,)+ }
            }
        }
    };
}

metrics! {
/// A number that describes a level as a player experiences it.
///
/// Metrics are non-negative and depend on the level alone. What a level does not have is 0, or
/// absent where 0 would say something else: see [`Metric::may_be_absent`]. They assume a level that
/// keeps the invariants tested by [`Level::check`](crate::Level::check).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Metric {
    /// The number of rooms; at least 1.
    Rooms: "rooms", "rooms", "rooms", WHOLE, ALWAYS, PLAN, "how many rooms there are";
    /// The number of rooms on the main path, start and end included; at least 1.
    PathLength: "path length", "path_length", "rooms", WHOLE, ALWAYS, PLAN,
        "how many of them the main path leads through";
    /// Rooms on the main path as a fraction of all rooms. Above 0, up to 1: every room is on the
    /// path.
    ///
    /// Source: adapted to rooms from the linearity of Smith and Whitehead (2010), who measure how
    /// far platforms lie from a line.
    Linearity: "linearity", "linearity", "path rooms of all rooms", FRACTION, ALWAYS, PLAN,
        "rooms on the main path over all rooms, 0 to 1";
    /// Passages between a room on the main path and one off it, divided by the number of rooms on
    /// the path. At least 0.
    Branching: "branching", "branching", "ways off a path room", RATIO, ALWAYS, PLAN,
        "passages that lead off the main path, for each room on it";
    /// The number of independent cycles: passages that can be closed, one after the other, with
    /// every room still reachable. A whole number; 0 for a tree.
    ///
    /// Source: the circuit rank of a connected graph, passages - rooms + 1.
    Loops: "loops", "loops", "ways round", WHOLE, ALWAYS, PLAN,
        "passages that could be closed with every room still in reach";
    /// The number of rooms with exactly one passage, start and end excluded. A whole number.
    DeadEnds: "dead ends", "dead_ends", "rooms", WHOLE, ALWAYS, PLAN,
        "rooms with one passage, start and end not counted";
    /// Floor, corridor and door cells as a fraction of all cells, props ignored. Above 0, below 1.
    Openness: "openness", "openness", "open cells of all cells", FINE, ALWAYS, PLAN,
        "floor, corridors and doors over all cells, 0 to 1";
    /// Cells with at least one prop as a fraction of room floor, markers ignored. 0 to 1.
    PropDensity: "prop density", "prop_density", "cells with props of all floor", FINE, ALWAYS, LEVEL,
        "cells with props over the floor of rooms, 0 to 1";
    /// The similarity of the level to its best mirror image: horizontal, vertical or both, about
    /// the centre of the bounding box of all open cells.
    ///
    /// Cells open in both level and image, as a fraction of cells open in either. Above 0, up to 1:
    /// identical.
    ///
    /// Source: the Jaccard index.
    Symmetry: "symmetry", "symmetry", "alike in the best mirror", FINE, ALWAYS, PLAN,
        "how like its best mirror image the level is, 0 to 1";
    /// Steps from entry to exit by the shortest path around obstacles, in four directions; all
    /// doors count as open. At least 0.
    WalkingDistance: "walking distance", "walking_distance", "steps from entry to exit", WHOLE, ALWAYS, LEVEL,
        "steps from the entry to the exit by the shortest way";
    /// Floor cells of rooms, without corridors and doors, divided by the number of rooms. At least
    /// 1.
    RoomSize: "room size", "room_size", "cells of floor a room", SIZE, ALWAYS, PLAN, "cells of floor for each room";
    /// The entropy of the layouts over the level's rooms, in bits: the variety of furniture.
    ///
    /// 0 if all rooms have the same layout, the binary logarithm of the number of rooms if all
    /// differ. Rooms without a layout do not count.
    ///
    /// Source: Shannon, "A mathematical theory of communication" (1948).
    LayoutEntropy: "layout entropy", "layout_entropy", "bits", MEAN, ALWAYS, LEVEL,
        "how varied the rooms' layouts are, in bits: 0 where all are the same";
    /// The entropy of the vaults over the level's vault rooms, in bits; 0 with fewer than two.
    VaultEntropy: "vault entropy", "vault_entropy", "bits", MEAN, ALWAYS, PLAN, "the same of vaults";
    /// The passages on a shortest way from the start room to the end room whose removal parts the
    /// two, as a fraction of that way's passages. 0: there is a second way everywhere, to 1: the
    /// way is a line; 0 for a level of one room.
    ///
    /// Every way uses these passages, so all shortest ways give the same value. Source: the
    /// bridges of a graph, of Tarjan, "A note on finding the bridges of a graph" (1974).
    Bridges: "bridges", "bridges", "bridges of the way's passages", FRACTION, ALWAYS, PLAN,
        "passages of the shortest way to the end that every way uses, over all of its passages, 0 to 1";
    /// The number of planned second ways between two rooms of the main path: that of
    /// [`Level::cycles`](crate::Level::cycles). A whole number.
    Cycles: "cycles", "cycles", "second ways", WHOLE, ALWAYS, PLAN,
        "planned second ways between two rooms of the main path";
    /// The area of the largest room divided by that of the median room. At least 1.
    ///
    /// The area is the number of the room's floor cells. Of an even number of rooms, the median is
    /// the mean of the two in the middle.
    LargestToMedian: "largest to median", "largest_to_median", "areas of the median room", MEAN, ALWAYS, PLAN,
        "area of the largest room over that of the median room";
    /// Doors at the end of a room's wall, as a fraction of all doors: a cell of the door is beside
    /// the outermost row or column of the room on either side. 0 to 1; 0 without doors.
    ///
    /// A corridor has two doors, each beside one room.
    DoorsAtCorners: "doors at corners", "doors_at_corners", "doors of all doors", FRACTION, ALWAYS, PLAN,
        "doors beside a room's outermost row or column, over all doors, 0 to 1";
    /// The number of passages with a lock. A whole number.
    ///
    /// Each counts, also if one key opens several, or several lead to the same room.
    LockedPassages: "locked passages", "locked_passages", "passages", WHOLE, ALWAYS, PLAN, "passages with a lock";
    /// The passages from a key to the nearest lock that it opens, mean over the level's keys and
    /// switches: that of [`Mission::passages_to_lock`](crate::play::Mission::passages_to_lock). At
    /// least 0; 0 without keys.
    PassagesToLock: "passages to lock", "passages_to_lock", "passages a key", MEAN, ALWAYS, LEVEL,
        "passages from a key to the nearest lock that it opens, mean over all keys";
    /// Steps of the walkthrough from entry to exit: that of
    /// [`Mission::walkthrough`](crate::play::Mission::walkthrough), with all keys that it takes.
    ///
    /// At least the walking distance, for which locked and one-way doors count as open. A whole
    /// number.
    PlayLength: "play length", "play_length", "steps of the walkthrough", WHOLE, ALWAYS, LEVEL,
        "steps from the entry to the exit by the walkthrough, with the keys that it takes";
    /// Steps of the walkthrough in rooms to which it came back:
    /// [`Walkthrough::backtracking`](crate::play::Walkthrough::backtracking). A whole number, at
    /// most the length of the play.
    Backtracking: "backtracking", "backtracking", "steps of the walkthrough", WHOLE, ALWAYS, LEVEL,
        "steps of the walkthrough in rooms to which it came back";
    /// The most keys to take and locked passages to open that the player can choose from at once:
    /// [`Walkthrough::choices`](crate::play::Walkthrough::choices). A whole number; 0 without
    /// keys.
    Choices: "choices", "choices", "keys and locks", WHOLE, ALWAYS, LEVEL,
        "the most keys to take and locks to open that can be reached at once in the walkthrough";
    /// The danger of the level: the sum of the costs of its [`Level::encounters`]. A whole number;
    /// absent without encounters and without a budget for them.
    ///
    /// [`Level::encounters`]: crate::Level::encounters
    Danger: "danger", "danger", "cost of encounters", WHOLE, OPTIONAL, LEVEL, "the cost of all encounters";
    /// The reward of the level: the sum of the values of its [`Level::loot`]. A whole number;
    /// absent without loot and without a budget for it.
    ///
    /// [`Level::loot`]: crate::Level::loot
    Reward: "reward", "reward", "value of loot", WHOLE, OPTIONAL, LEVEL, "the value of all loot";
    /// The danger as a fraction of the budget of encounters: 0 to 1; absent without a budget.
    DangerSpent: "danger spent", "danger_spent", "cost of the budget", FRACTION, OPTIONAL, LEVEL,
        "the cost of all encounters over their budget, 0 to 1";
    /// The reward as a fraction of the budget of loot: 0 to 1; absent without a budget.
    RewardSpent: "reward spent", "reward_spent", "value of the budget", FRACTION, OPTIONAL, LEVEL,
        "the value of all loot over its budget, 0 to 1";
    /// The danger of the dearer arms of all cycles as a fraction of that of both arms: from 0.5,
    /// where the arms of each cycle are as dangerous, to 1; absent without danger on an arm.
    ///
    /// The arms of a cycle are its detours, and the rooms of the main path between the two rooms
    /// that these join. An arm that is twice as dangerous as the other has 2/3.
    DearerArms: "dearer arms", "dearer_arms", "danger of both arms", FRACTION, OPTIONAL, LEVEL,
        "danger of the dearer arms of cycles over that of both arms: 2/3 is twice the other's";
    /// The reward of the dearer arms of all cycles as a fraction of that of both arms: 0 to 1;
    /// absent without reward on an arm. Cycles whose arms are as dangerous do not count.
    DearerReward: "dearer reward", "dearer_reward", "reward of both arms", FRACTION, OPTIONAL, LEVEL,
        "reward of the dearer arms of cycles over that of both arms, 0 to 1";
    /// The fifth of the progress whose rooms have most danger: 1 to 5, the first of equal ones. A
    /// whole number; absent without danger.
    DangerPeak: "danger peak", "danger_peak", "fifth of the progress", WHOLE, OPTIONAL, LEVEL,
        "the fifth of the progress whose rooms have most danger, 1 to 5";
    /// How danger and reward go together over the rooms off the main path: 0 if opposed, 0.5 if
    /// unrelated, 1 if in step. Absent where all of these rooms are as dangerous, or as rewarding.
    ///
    /// Source: the correlation of Pearson, from -1 to 1; half of 1 more than it.
    DangerToReward: "danger to reward", "danger_to_reward", "half of 1 + correlation", FRACTION, OPTIONAL, LEVEL,
        "whether danger and reward go together off the main path: 0 opposed, 0.5 unrelated, 1 in step";
    /// Rewards that are guarded as a fraction of all: by a foe or trap in the room, or by a lock or
    /// a secret door on each way into it. 0 to 1; absent without rewards.
    ///
    /// A way into a room leads from the main path, and never nearer to the start.
    ///
    /// Foes and traps are props whose kind has the tag `enemy` or `trap`. Rewards are props whose
    /// kind has the tag `loot`, and the level's [loot](crate::Level::loot).
    GuardedRewards: "guarded rewards", "guarded_rewards", "rewards of all rewards", FRACTION, OPTIONAL, LEVEL,
        "rewards with a foe or trap in the room, a lock or a secret door, over all, 0 to 1";
    /// Keys and switches with a foe or trap in their room as a fraction of all: 0 to 1; absent
    /// without keys. A key does not count whose room is the start room, or lies within the
    /// [`quiet`](crate::level::Budgets::quiet) steps from the entry.
    GuardedKeys: "guarded keys", "guarded_keys", "keys of all keys", FRACTION, OPTIONAL, LEVEL,
        "keys and switches with a foe or trap in the room, over all beyond the quiet steps";
    /// Rooms with nothing to fight, take or use as a fraction of all rooms: without foe, trap,
    /// reward, key, switch and marker. 0 to 1.
    EmptyRooms: "empty rooms", "empty_rooms", "rooms of all rooms", FRACTION, ALWAYS, LEVEL,
        "rooms with nothing to fight, take or use over all rooms, 0 to 1";
    /// The most rooms of the main path with nothing to fight, take or use, one after the other. A
    /// whole number.
    DullRooms: "dull rooms", "dull_rooms", "rooms of the path", WHOLE, ALWAYS, LEVEL,
        "the most such rooms one after the other on the main path";
    /// The most cells of a shortest way from entry to exit, one after the other, that lie in no
    /// room with something to fight, take or use. A whole number, at most one more than the walking
    /// distance.
    DullSteps: "dull steps", "dull_steps", "steps from entry to exit", WHOLE, ALWAYS, LEVEL,
        "the most cells of the shortest way, one after the other, outside of rooms with something";
    /// The least number of passages from the start room to a room with a reward. A locked passage
    /// counts from the nearest of its keys, without the way back. A whole number; absent without
    /// rewards.
    FirstReward: "first reward", "first_reward", "passages from the start", WHOLE, OPTIONAL, LEVEL,
        "passages from the start to the nearest room with a reward, by way of the keys";
    /// The rooms in which four or more members of encounters stand. A whole number; absent without
    /// encounters and without a budget for them.
    Fights: "fights", "fights", "rooms", WHOLE, OPTIONAL, LEVEL, "rooms with four or more members of encounters";
    /// Rooms with danger whose encounters have one member as a fraction of all rooms with danger. 0
    /// to 1; absent without danger.
    Alone: "alone", "alone", "rooms of dangerous rooms", FRACTION, OPTIONAL, LEVEL,
        "rooms with a single member over all rooms with danger, 0 to 1";
    /// The danger of the room with most floor cells, the first of equal ones, as a fraction of that
    /// of all rooms. 0 to 1; absent without danger.
    HallDanger: "hall danger", "hall_danger", "danger of all danger", FRACTION, OPTIONAL, LEVEL,
        "danger of the largest room over that of all rooms, 0 to 1";
    /// The most members of encounters in one room. A whole number; absent without encounters.
    LargestFight: "largest fight", "largest_fight", "members", WHOLE, OPTIONAL, LEVEL,
        "the most members of encounters in one room";
    /// Pairs of joined rooms with the same layout as a fraction of the joined pairs that both have
    /// a layout: [`Twins`](crate::survey::Twins). 0 to 1; absent without such a pair.
    TwinsBeside: "twins beside", "twins_beside", "pairs of joined pairs", FRACTION, OPTIONAL, LEVEL,
        "joined pairs of rooms with the same layout over all joined pairs, 0 to 1";
    /// The same of pairs of rooms one or two passages apart. 0 to 1; absent without such a pair.
    TwinsNear: "twins near", "twins_near", "pairs of near pairs", FRACTION, OPTIONAL, LEVEL,
        "the same of pairs of rooms one or two passages apart";
    /// Rooms whose covered cells equal both their mirror images as a fraction of the rooms with
    /// props: [`Composition`](crate::survey::Composition). Markers are ignored. 0 to 1; absent
    /// without such a room.
    SymmetricRooms: "symmetric rooms", "symmetric_rooms", "rooms of furnished rooms", FRACTION, OPTIONAL, LEVEL,
        "rooms whose props lie in symmetry about both axes over all with props, 0 to 1";
    /// Rooms whose mean covered cell lies at most half a cell from the middle, across and down, as
    /// a fraction of the same rooms. 0 to 1; absent without such a room.
    CentredRooms: "centred rooms", "centred_rooms", "rooms of furnished rooms", FRACTION, OPTIONAL, LEVEL,
        "rooms whose props lie around the middle, within half a cell, over all with props";
    /// Cells with terrain that blocks as a fraction of all cells: 0 to 1.
    BlockingTerrain: "blocking terrain", "blocking_terrain", "cells of all cells", FINE, ALWAYS, LEVEL,
        "cells with terrain that blocks, such as water, over all cells, 0 to 1";
    /// The passages that cross the level's [`partings`](crate::Level::partings). A whole number.
    Crossings: "crossings", "crossings", "passages", WHOLE, ALWAYS, PLAN,
        "passages that cross a parting, such as a river";
    /// The partings that every way from the start room to the end room crosses. A whole number.
    PartedEnds: "parted ends", "parted_ends", "partings on every way", WHOLE, ALWAYS, PLAN,
        "partings that every way from the start to the end crosses";
    /// Bank cells from which one sees floor straight across a parting as a fraction of all bank
    /// cells: 0 to 1; absent without any.
    ///
    /// A bank cell is floor beside terrain of a parting, in the direction across it.
    FarBank: "far bank", "far_bank", "bank cells of all bank cells", FRACTION, OPTIONAL, LEVEL,
        "cells on a bank that see floor straight across the parting, over all such cells, 0 to 1";
}
}

impl Metric {
    /// The number of decimals with which mean values are shown.
    #[must_use]
    pub const fn decimals(self) -> usize {
        self.scale().decimals
    }

    /// Whether all values of the metric are whole numbers.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.scale().is_whole
    }

    /// The number of histogram bins for each unit of the metric: many enough that plots can combine
    /// bins, few enough to store.
    #[must_use]
    pub const fn bins_per_unit(self) -> u32 {
        self.scale().bins_per_unit
    }

    /// Formats a value: whole numbers without decimals, others with [`Metric::decimals`] decimals.
    #[must_use]
    pub fn format(self, value: f64) -> String {
        let decimals = if self.is_whole() { 0 } else { self.decimals() };
        format!("{value:.decimals$}")
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
