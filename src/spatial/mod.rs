//! Spatial indices: what is where, asked every frame.

mod prop_index;

pub use prop_index::{Footprint, IndexNode, PropIndex, PropIndexError};
