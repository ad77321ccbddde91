//! Cells, rectangles, sizes and directions: the integer geometry of levels.
//!
//! `(0, 0)` is the top left cell, x runs right, y runs down. A cell is a square of one metre.

mod cell;
mod direction;
mod extent;
mod half_cell;
mod rect;
mod rings;
mod size;

pub use cell::Cell;
pub use direction::{Direction, RectCorner};
pub use extent::Extent;
pub use half_cell::HalfCell;
pub use rect::Rect;
pub use rings::{loops, rings};
pub use size::{Size, SizeError};
