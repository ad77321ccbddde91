//! What is in view, how bright it is, and how it looks on a small map: what games ask each turn.
//!
//! [`view`] has the cells that one sees from a cell, and [`sees`] answers for one of them. A
//! [`Lamp`] is a light at a place; a [`LightMap`] adds up the lamps of a level, and follows those
//! that move, go out or are hidden. [`minimap`] has a colour for each cell.
//!
//! All of them take the cells that block sight as a set: [`Level::opaque`], or a copy of it that a
//! game keeps in step with its doors. Numbers are whole, so that each platform gives the same.
//!
//! ```
//! use roomgen::{Preset, generate, sight};
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let mut opaque = level.opaque().clone();
//! let mut light = sight::LightMap::new(&level, &opaque);
//!
//! // The doors of a passage are opened.
//! for &door in level.passages()[0].doors() {
//!     door.cells().for_each(|cell| opaque.set(cell, false));
//!     light.recast(door, &opaque);
//! }
//! let in_view = sight::view(&opaque, level.entry(), 9);
//! let lit = in_view.iter().filter(|&cell| light.amount(cell) != [0; 3]).count();
//! println!("{} cells are in view, of which {lit} are lit", in_view.count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Level::opaque`]: crate::Level::opaque

mod lamp;
mod light_map;
mod merged;
mod minimap;
mod view;

#[cfg(test)]
mod tests;

pub use lamp::Lamp;
pub use light_map::{LightMap, light};
pub use minimap::minimap;
pub use view::{sees, view, view_into};
