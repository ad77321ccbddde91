//! The error of a floor that a run does not have.

use std::{fmt, ops::RangeInclusive};

/// A run has no floor of this number, or the stair to its branch found no room. `Display` names the
/// floors that it has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MissingFloor {
    /// The seed of the run.
    pub seed: u64,
    /// The number that was given.
    pub floor: u32,
    /// The numbers of the floors that are there, without gaps, in order.
    pub floors: Vec<RangeInclusive<u32>>,
}

impl fmt::Display for MissingFloor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, floor, floors } = self;
        write!(out, "the run of seed {seed} has no floor {floor}: its floors are ")?;
        for (at, range) in floors.iter().enumerate() {
            let mark = if at == 0 { "" } else { ", " };
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(out, "{mark}{first}")?,
                (first, last) => write!(out, "{mark}{first} to {last}")?,
            }
        }
        Ok(())
    }
}
