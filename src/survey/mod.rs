//! What a preset can express: levels measured, and many of them summed up.
//!
//! [`Measurer`] turns a level into [`Metrics`], one number for each [`Metric`]. A [`Survey`] sums up the metrics of many levels:
//! [`Spread`]s, two-dimensional [`Histogram`]s of [`PAIRS`], and how often each layout and vault was chosen. All its sums are
//! whole numbers, so that the parts of a survey merge to the same survey in any order, and any number of threads gives the
//! same bytes.
//!
//! ```
//! use roomgen::{Generator, Preset, survey::{Measurer, Metric, Survey}};
//!
//! let preset = Preset::built_in("crypt")?;
//! let (mut generator, mut measurer, mut survey) = (Generator::new(&preset), Measurer::default(), Survey::default());
//! for seed in 0..20 {
//!     survey.add(&generator.generate(seed), &mut measurer);
//! }
//! let rooms = survey.spread(Metric::Rooms);
//! println!("{:.1} rooms, give or take {:.1}; {:?} has the fewest", rooms.mean(), rooms.deviation(), rooms.min());
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! Source: Smith and Whitehead, "Analyzing the expressive range of a level generator" (2010): measure many levels by numbers that
//! matter to the player, and look at two of them at a time.

mod entropy;
mod graph;
mod ground;
mod histogram;
mod measure;
mod metric;
mod spread;
mod summary;
#[cfg(test)]
mod tests;

pub use entropy::Shares;
pub use histogram::Histogram;
pub use measure::{Measurer, Metrics};
pub use metric::Metric;
pub use spread::{Extreme, Spread};
pub use summary::{PAIRS, Survey};
