//! [`roomgen`] levels as files for other programs: a level in, bytes out, no I/O.
//!
//! [`tiled`] writes maps for the Tiled editor with their tile sheets, [`gltf`] scenes in three
//! dimensions, [`svg`] plans.

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

pub mod gltf;
pub mod svg;
pub mod tiled;
mod xml;
