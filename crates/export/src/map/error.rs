//! Why levels are not written as a map.

use super::floor::MAX_FLOORS;
use crate::{picture::PictureError, uvtt::UvttOptions};
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
    /// The map for a virtual tabletop has more than [`UvttOptions::MAX_WALLS`] walls and doors.
    #[error(
        "the map has {walls} walls and doors, but importers take at most {}: make a smaller level",
        UvttOptions::MAX_WALLS
    )]
    ManyWalls {
        /// The walls and doors of the map.
        walls: usize,
    },
    /// The picture of all tile sheets is larger than engines take.
    #[error("the tiles make a picture of {width}x{height} pixels: at most {most} by {most} are allowed")]
    LargeSheet {
        /// The width of the picture, in pixels.
        width: i32,
        /// Its height.
        height: i32,
        /// The most pixels of a side.
        most: i32,
    },
    /// The picture in the map, or that of its tiles, cannot be drawn or encoded.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The tiles of the sheet have gaps, which the program does not take.
    #[error("{program} takes no gaps between tiles: leave out margin, spacing and extrusion")]
    Gaps {
        /// The program.
        program: &'static str,
    },
}
