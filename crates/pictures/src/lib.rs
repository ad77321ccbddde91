//! Pictures of [`roomgen`] levels: a level in, pixels or bytes out, no I/O.
//!
//! [`picture`] draws a level from above or isometrically, with overlays and a legend; many levels
//! on a contact sheet; and plots of surveys. [`png`] encodes these. [`gif`] shows how a level is
//! made. [`ansi`] writes a level in the colours of a terminal. [`sprite_picture`] decodes the
//! pictures from which presets cut sprites.
//!
//! The feature `codecs` adds the modules `webp` and `qoi`, the feature `image` conversions of
//! [`Picture`](picture::Picture) to and from `image::RgbaImage`.
//!
//! ```
//! use roomgen::{Preset, generate};
//! use roomgen_pictures::png;
//!
//! let preset = Preset::built_in("crypt")?;
//! let level = generate(&preset, 42);
//! let bytes = png::write(&level, preset.theme(), png::PictureOptions::default())?;
//! assert!(bytes.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

pub mod ansi;
pub mod gif;
#[cfg(feature = "image")]
mod image;
mod light;
pub mod picture;
pub mod png;
#[cfg(feature = "codecs")]
pub mod qoi;
pub mod sprite_picture;
#[cfg(feature = "codecs")]
pub mod webp;
