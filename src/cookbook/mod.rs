//! Recipes: short programs to copy. This module has no code.
//!
//! - [`games`]: props in the world, saves, keys and locks, what a player sees, digging, floors.
//! - [`editors`]: presets from bases, files and code; work in the background; text with its
//!   problems; where a prop comes from; how a level is made; measurements.

pub mod editors;
pub mod games;
