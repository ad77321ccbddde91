//! [`roomgen`] levels as files for other programs: a level in, bytes out, no I/O.
//!
//! [`format`](mod@format) lists the formats of levels, those of other crates too, and writes each.
//! [`map`] is a level as layers, objects and a tile sheet, which [`tiled`] writes for the Tiled
//! editor. [`gltf`] writes scenes in three dimensions, [`svg`] plans.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::panic_in_result_fn,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod file;
pub mod format;
pub mod gltf;
pub mod map;
pub mod svg;
pub mod tiled;
mod xml;

pub use file::ExportFile;
