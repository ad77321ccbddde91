//! What is measured of a level, and in which unit.

use std::fmt;

/// A number that tells levels apart for whoever plays them.
///
/// None is negative, and none depends on anything but the level. Levels are taken to keep the invariants that
/// [`Level::check`](crate::Level::check) tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Metric {
    /// How many rooms there are; from 1 on.
    Rooms,
    /// How many rooms the main path leads through, start and end among them; from 1 on.
    PathLength,
    /// The rooms on the main path as a share of all rooms: 1 where there is nothing but the path. Above 0, up to 1.
    ///
    /// Source: the linearity of Smith and Whitehead (2010), who measure how far platforms lie from a line, for rooms.
    Linearity,
    /// How many ways lead off the main path for each room on it: passages between a room on the path and one that is not,
    /// over the path's rooms. From 0 on.
    Branching,
    /// How many ways round there are: the passages that could be closed, one after the other, with every room still in reach. 0 in
    /// a tree; whole numbers.
    ///
    /// Source: the circuit rank of a connected graph, passages - rooms + 1.
    Loops,
    /// How many rooms one has to leave by the passage one came through: rooms with one passage, start and end not counted.
    /// Whole numbers from 0 on.
    DeadEnds,
    /// The cells that are floor, corridor or door as a share of all cells of the level, props not looked at. Above 0, below 1.
    Openness,
    /// The cells of rooms in which a prop stands, lies or hangs as a share of their floor. Markers are no things and do not count; a
    /// cell with several props counts once. 0 to 1.
    PropDensity,
    /// How like its mirror image the level is: the best of left to right, top to bottom and the half turn, each about the middle of
    /// all open cells. Open cells that are open in the image too, as a share of those that are open in either; 1 where they
    /// are the same. Above 0, up to 1.
    ///
    /// Source: the Jaccard index.
    Symmetry,
    /// Steps from the level's entry to its exit by the shortest way round obstacles, in four directions; doors of all kinds open. From
    /// 0 on.
    WalkingDistance,
    /// Cells of floor for each room, corridors and doors not among them. From 1 on.
    RoomSize,
    /// How varied the furniture is: the entropy of the layouts over the level's rooms, in bits. 0 where all rooms have
    /// the same one, the logarithm of their number where each has another. Rooms without a layout do not count.
    ///
    /// Source: Shannon, "A mathematical theory of communication" (1948).
    LayoutEntropy,
    /// The same of the vaults over the level's rooms that are one, in bits; 0 with none or one.
    VaultEntropy,
}

/// What is known of a metric; the table is in the order of the variants.
struct Facts {
    name: &'static str,
    column: &'static str,
    unit: &'static str,
    about: &'static str,
    decimals: usize,
    grains: u32,
}

const fn facts(
    name: &'static str,
    column: &'static str,
    unit: &'static str,
    about: &'static str,
    decimals: usize,
    grains: u32,
) -> Facts {
    Facts { name, column, unit, about, decimals, grains }
}

static FACTS: [Facts; Metric::ALL.len()] = [
    facts("rooms", "rooms", "rooms", "how many rooms there are", 1, 1),
    facts("path length", "path_length", "rooms", "how many of them the main path leads through", 1, 1),
    facts("linearity", "linearity", "path rooms of all rooms", "rooms on the main path over all rooms, 0 to 1", 3, 100),
    facts(
        "branching",
        "branching",
        "ways off a path room",
        "passages that lead off the main path, for each room on it",
        3,
        20,
    ),
    facts("loops", "loops", "ways round", "passages that could be closed with every room still in reach", 1, 1),
    facts("dead ends", "dead_ends", "rooms", "rooms with one passage, start and end not counted", 1, 1),
    facts(
        "openness",
        "openness",
        "open cells of all cells",
        "floor, corridors and doors over all cells, 0 to 1",
        3,
        200,
    ),
    facts(
        "prop density",
        "prop_density",
        "cells with props of all floor",
        "cells with props over the floor of rooms, 0 to 1",
        3,
        200,
    ),
    facts(
        "symmetry",
        "symmetry",
        "alike in the best mirror",
        "how like its best mirror image the level is, 0 to 1",
        3,
        200,
    ),
    facts(
        "walking distance",
        "walking_distance",
        "steps from entry to exit",
        "steps from the entry to the exit by the shortest way",
        1,
        1,
    ),
    facts("room size", "room_size", "cells of floor a room", "cells of floor for each room", 1, 1),
    facts(
        "layout entropy",
        "layout_entropy",
        "bits",
        "how varied the rooms' layouts are, in bits: 0 where all are the same",
        2,
        20,
    ),
    facts("vault entropy", "vault_entropy", "bits", "the same of vaults", 2, 20),
];

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
    ];

    fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// What it is called at the head of a table for programs: small letters and underscores.
    #[must_use]
    pub fn column(self) -> &'static str {
        self.facts().column
    }

    /// What is counted, in a few words.
    #[must_use]
    pub fn unit(self) -> &'static str {
        self.facts().unit
    }

    /// What it is, in a line.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.facts().about
    }

    /// How many digits after the point tell its means apart.
    #[must_use]
    pub fn decimals(self) -> usize {
        self.facts().decimals
    }

    /// Whether its values are whole numbers.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Rooms | Self::PathLength | Self::Loops | Self::DeadEnds | Self::WalkingDistance)
    }

    /// A value as text: without fraction where it is whole, else with [`Metric::decimals`] digits after the point.
    #[must_use]
    pub fn shown(self, value: f64) -> String {
        let decimals = if self.is_whole() { 0 } else { self.decimals() };
        format!("{value:.decimals$}")
    }

    /// Bins of a [`Histogram`](super::Histogram) for each unit.
    #[must_use]
    pub fn grains(self) -> u32 {
        self.facts().grains
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
            assert!(Metric::ALL[..position].iter().all(|other| other.name() != metric.name()));
        }
        assert_eq!(Metric::Rooms.shown(12.0), "12");
        assert_eq!(Metric::Linearity.shown(0.5), "0.500");
    }
}
