//! roomgen: a procedural roguelike level generator.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod digest;
pub mod error;
pub mod export;
pub mod floorplan;
mod furnish;
mod generate;
pub mod geom;
pub mod grid;
pub mod interp;
pub mod level;
pub mod model;
pub mod preset;
mod reproduce;
mod rng;
pub mod theme;
pub mod trace;

pub use generate::{Generator, REVISION, Request, generate};
pub use level::Level;
pub use preset::Preset;
pub use reproduce::{ReproduceError, reproduce};
