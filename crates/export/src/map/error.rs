//! Why levels are not written as a map.

use super::floor::MAX_FLOORS;
use roomgen::Size;
use thiserror::Error;

/// Why levels could not be written as a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MapError {
    /// The run has too many floors for one file.
    #[error("{floors} floors are too many for one file: at most {MAX_FLOORS} are allowed")]
    ManyFloors {
        /// The number of its floors.
        floors: usize,
    },
    /// The level is too large for the program that reads the map.
    #[error("a level of {size} cells is too large for {program}: at most {most} by {most} are allowed")]
    LargeLevel {
        /// The size of the level.
        size: Size,
        /// The program.
        program: &'static str,
        /// The most cells of a side.
        most: i32,
    },
    /// The tiles of the sheet have gaps, which the program does not take.
    #[error("{program} takes no gaps between tiles: leave out margin, spacing and extrusion")]
    Gaps {
        /// The program.
        program: &'static str,
    },
}
