//! What is said of each metric: name, unit, histogram resolution, and a line about it.

use super::Metric;

/// The properties of a metric.
pub(super) struct MetricFacts {
    pub(super) name: &'static str,
    pub(super) column: &'static str,
    pub(super) unit: &'static str,
    pub(super) decimals: usize,
    pub(super) bins_per_unit: u32,
    pub(super) is_whole: bool,
}

impl Metric {
    pub(super) fn facts(self) -> MetricFacts {
        let (name, column, unit, decimals, bins_per_unit, is_whole) = match self {
            Self::Rooms => ("rooms", "rooms", "rooms", 1, 1, true),
            Self::PathLength => ("path length", "path_length", "rooms", 1, 1, true),
            Self::Linearity => ("linearity", "linearity", "path rooms of all rooms", 3, 100, false),
            Self::Branching => ("branching", "branching", "ways off a path room", 3, 20, false),
            Self::Loops => ("loops", "loops", "ways round", 1, 1, true),
            Self::DeadEnds => ("dead ends", "dead_ends", "rooms", 1, 1, true),
            Self::Openness => ("openness", "openness", "open cells of all cells", 3, 200, false),
            Self::PropDensity => ("prop density", "prop_density", "cells with props of all floor", 3, 200, false),
            Self::Symmetry => ("symmetry", "symmetry", "alike in the best mirror", 3, 200, false),
            Self::WalkingDistance => ("walking distance", "walking_distance", "steps from entry to exit", 1, 1, true),
            Self::RoomSize => ("room size", "room_size", "cells of floor a room", 1, 1, false),
            Self::LayoutEntropy => ("layout entropy", "layout_entropy", "bits", 2, 20, false),
            Self::VaultEntropy => ("vault entropy", "vault_entropy", "bits", 2, 20, false),
            Self::Bridges => ("bridges", "bridges", "bridges of the way's passages", 3, 100, false),
            Self::Cycles => ("cycles", "cycles", "second ways", 1, 1, true),
            Self::LargestToMedian => {
                ("largest to median", "largest_to_median", "areas of the median room", 2, 20, false)
            }
            Self::DoorsAtCorners => ("doors at corners", "doors_at_corners", "doors of all doors", 3, 100, false),
            Self::LockedPassages => ("locked passages", "locked_passages", "passages", 1, 1, true),
            Self::PassagesToLock => ("passages to lock", "passages_to_lock", "passages a key", 2, 20, false),
            Self::PlayLength => ("play length", "play_length", "steps of the walkthrough", 1, 1, true),
            Self::Backtracking => ("backtracking", "backtracking", "steps of the walkthrough", 1, 1, true),
            Self::Choices => ("choices", "choices", "keys and locks", 1, 1, true),
            Self::Danger => ("danger", "danger", "cost of encounters", 1, 1, true),
            Self::Reward => ("reward", "reward", "value of loot", 1, 1, true),
            Self::DangerSpent => ("danger spent", "danger_spent", "cost of the budget", 3, 100, false),
            Self::RewardSpent => ("reward spent", "reward_spent", "value of the budget", 3, 100, false),
            Self::DearerArms => ("dearer arms", "dearer_arms", "danger of both arms", 3, 100, false),
            Self::DearerReward => ("dearer reward", "dearer_reward", "reward of both arms", 3, 100, false),
            Self::DangerPeak => ("danger peak", "danger_peak", "fifth of the progress", 1, 1, true),
            Self::DangerToReward => ("danger to reward", "danger_to_reward", "half of 1 + correlation", 3, 100, false),
            Self::GuardedRewards => ("guarded rewards", "guarded_rewards", "rewards of all rewards", 3, 100, false),
            Self::GuardedKeys => ("guarded keys", "guarded_keys", "keys of all keys", 3, 100, false),
            Self::EmptyRooms => ("empty rooms", "empty_rooms", "rooms of all rooms", 3, 100, false),
            Self::DullRooms => ("dull rooms", "dull_rooms", "rooms of the path", 1, 1, true),
            Self::DullSteps => ("dull steps", "dull_steps", "steps from entry to exit", 1, 1, true),
            Self::FirstReward => ("first reward", "first_reward", "passages from the start", 1, 1, true),
            Self::TwinsBeside => ("twins beside", "twins_beside", "pairs of joined pairs", 3, 100, false),
            Self::TwinsNear => ("twins near", "twins_near", "pairs of near pairs", 3, 100, false),
            Self::SymmetricRooms => ("symmetric rooms", "symmetric_rooms", "rooms of furnished rooms", 3, 100, false),
            Self::CentredRooms => ("centred rooms", "centred_rooms", "rooms of furnished rooms", 3, 100, false),
            Self::BlockingTerrain => ("blocking terrain", "blocking_terrain", "cells of all cells", 3, 200, false),
            Self::Crossings => ("crossings", "crossings", "passages", 1, 1, true),
            Self::PartedEnds => ("parted ends", "parted_ends", "partings on every way", 1, 1, true),
            Self::FarBank => ("far bank", "far_bank", "bank cells of all bank cells", 3, 100, false),
        };
        MetricFacts { name, column, unit, decimals, bins_per_unit, is_whole }
    }

    /// A description of the metric in one line.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Rooms => "how many rooms there are",
            Self::PathLength => "how many of them the main path leads through",
            Self::Linearity => "rooms on the main path over all rooms, 0 to 1",
            Self::Branching => "passages that lead off the main path, for each room on it",
            Self::Loops => "passages that could be closed with every room still in reach",
            Self::DeadEnds => "rooms with one passage, start and end not counted",
            Self::Openness => "floor, corridors and doors over all cells, 0 to 1",
            Self::PropDensity => "cells with props over the floor of rooms, 0 to 1",
            Self::Symmetry => "how like its best mirror image the level is, 0 to 1",
            Self::WalkingDistance => "steps from the entry to the exit by the shortest way",
            Self::RoomSize => "cells of floor for each room",
            Self::LayoutEntropy => "how varied the rooms' layouts are, in bits: 0 where all are the same",
            Self::VaultEntropy => "the same of vaults",
            Self::Bridges => {
                "passages of the shortest way to the end that every way uses, over all of its passages, 0 to 1"
            }
            Self::Cycles => "planned second ways between two rooms of the main path",
            Self::LargestToMedian => "area of the largest room over that of the median room",
            Self::DoorsAtCorners => "doors beside a room's outermost row or column, over all doors, 0 to 1",
            Self::LockedPassages => "passages with a lock",
            Self::PassagesToLock => "passages from a key to the nearest lock that it opens, mean over all keys",
            Self::PlayLength => "steps from the entry to the exit by the walkthrough, with the keys that it takes",
            Self::Backtracking => "steps of the walkthrough in rooms to which it came back",
            Self::Choices => "the most keys to take and locks to open that can be reached at once in the walkthrough",
            Self::Danger => "the cost of all encounters",
            Self::Reward => "the value of all loot",
            Self::DangerSpent => "the cost of all encounters over their budget, 0 to 1",
            Self::RewardSpent => "the value of all loot over its budget, 0 to 1",
            Self::DearerArms => "danger of the dearer arms of cycles over that of both arms: 2/3 is twice the other's",
            Self::DearerReward => "reward of the dearer arms of cycles over that of both arms, 0 to 1",
            Self::DangerPeak => "the fifth of the progress whose rooms have most danger, 1 to 5",
            Self::DangerToReward => {
                "whether danger and reward go together off the main path: 0 opposed, 0.5 unrelated, 1 in step"
            }
            Self::GuardedRewards => "rewards with a foe or trap in the room, a lock or a secret door, over all, 0 to 1",
            Self::GuardedKeys => "keys and switches with a foe or trap in the room, over all beyond the quiet steps",
            Self::EmptyRooms => "rooms with nothing to fight, take or use over all rooms, 0 to 1",
            Self::DullRooms => "the most such rooms one after the other on the main path",
            Self::DullSteps => {
                "the most cells of the shortest way, one after the other, outside of rooms with something"
            }
            Self::FirstReward => "passages from the start to the nearest room with a reward, by way of the keys",
            Self::TwinsBeside => "joined pairs of rooms with the same layout over all joined pairs, 0 to 1",
            Self::TwinsNear => "the same of pairs of rooms one or two passages apart",
            Self::SymmetricRooms => "rooms whose props lie in symmetry about both axes over all with props, 0 to 1",
            Self::CentredRooms => "rooms whose props lie around the middle, within half a cell, over all with props",
            Self::BlockingTerrain => "cells with terrain that blocks, such as water, over all cells, 0 to 1",
            Self::Crossings => "passages that cross a parting, such as a river",
            Self::PartedEnds => "partings that every way from the start to the end crosses",
            Self::FarBank => "cells on a bank that see floor straight across the parting, over all such cells, 0 to 1",
        }
    }
}
