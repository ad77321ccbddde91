//! What has to hold for any bytes, one function for each target: each panics where it does not hold.
//!
//! The fuzzer finds bytes by them (`fuzz/`), and the test of the corpus repeats what it has found.

#![allow(unreachable_pub, reason = "the package of the fuzzer uses them from outside")]

mod bytes;
mod level;
mod preset;
mod prop_index;
mod shapes;
mod tree;
mod triangles;

use bytes::Bytes;
pub use level::{level_json, level_ron};
pub use preset::preset_text;
pub use prop_index::prop_index;
pub use tree::{octree, quadtree};
pub use triangles::triangles;
