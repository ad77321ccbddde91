//! Properties that hold for any bytes: one function per target, which panics on a violation.
//!
//! The fuzzer (`fuzz/`) searches for violations, and the corpus test repeats its inputs.

#![allow(unreachable_pub, reason = "the package of the fuzzer uses them from outside")]

mod bytes;
mod expression;
mod level;
mod preset;
mod prop_index;
mod shapes;
mod tree;
mod triangles;

use bytes::Bytes;
pub use expression::{expression, is_expression};
pub use level::{level_json, level_ron};
pub use preset::{is_preset, is_run, preset_text, run_text};
pub use prop_index::prop_index;
pub use tree::{octree, quadtree};
pub use triangles::triangles;
