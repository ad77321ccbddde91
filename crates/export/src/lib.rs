//! [`roomgen`] levels as pictures and as files for other programs: a level in, pixels or bytes out,
//! no I/O.
//!
//! [`format`](mod@format) lists the formats of levels, those of the library too, and writes each.
//!
//! [`picture`] draws a level from above or isometrically, with overlays and a legend; many levels
//! on a contact sheet. [`png`] and `webp` encode these. [`gif`] shows how a level is made. [`ansi`]
//! writes a level in the colours of a terminal. [`sprite_picture`] decodes the pictures from which
//! presets cut sprites.
//!
//! [`map`] is a level as layers, objects and a tile sheet, which [`tiled`] writes for the Tiled
//! editor, [`ldtk`] for LDtk, also all floors of a run, and [`godot`] as scenes. [`gltf`] writes
//! scenes in three dimensions, [`svg`] plans, [`uvtt`] maps for virtual tabletops.
//!
//! Codecs are features: `png` and `gif`, which are on by default, and `webp`. The feature `image`
//! converts a [`Picture`](picture::Picture) to and from `image::RgbaImage`.
//!
//! ```
//! use roomgen::{Preset, generate};
//! use roomgen_export::png;
//!
//! let preset = Preset::built_in("crypt")?;
//! let level = generate(&preset, 42);
//! let bytes = png::write(&level, preset.theme(), png::PictureOptions::default())?;
//! assert!(bytes.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// Without a codec, nothing uses what only its files need.
#![cfg_attr(not(all(feature = "gif", feature = "png")), allow(dead_code))]
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

pub mod ansi;
mod fields;
mod file;
pub mod format;
pub mod gif;
pub mod gltf;
#[cfg(feature = "png")]
pub mod godot;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "png")]
pub mod ldtk;
mod light;
#[cfg(feature = "png")]
pub mod map;
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "png")]
pub mod sprite_picture;
pub mod svg;
#[cfg(feature = "png")]
pub mod tiled;
#[cfg(feature = "png")]
pub mod uvtt;
#[cfg(feature = "webp")]
pub mod webp;
mod xml;

pub use file::{ExportFile, RunFiles};
