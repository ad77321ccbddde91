//! The expressive range of a preset: levels measured, and the measurements of many levels summed
//! up.
//!
//! [`Measurer`] turns a level into [`LevelMetrics`], one number for each [`Metric`] that the level
//! has. A [`Survey`] aggregates the metrics of many levels: a [`MetricStatistics`] for each metric,
//! two-dimensional [`Histogram`]s of the [`PAIRS`], and counts of the chosen layouts and vaults, of
//! kinds of props, of their tags, and of terrain. [`Stakes`] say what each room threatens and
//! promises, [`Twins`] which near rooms look alike, [`Composition`] how rooms are furnished, and a
//! [`PieceSurvey`] how often players meet the same piece again. All sums are integers, so parts of
//! a survey merge to the same result in any order, and any number of threads gives the same bytes.
//!
//! ```
//! use roomgen::{Generator, Preset, survey::{Measurer, Metric, Survey}};
//!
//! let preset = Preset::built_in("crypt")?;
//! let (mut measurer, mut survey) = (Measurer::default(), Survey::default());
//! let mut generator = Generator::new(&preset);
//! for seed in 0..20 {
//!     survey.add(&generator.generate(seed), &mut measurer);
//! }
//! let rooms = survey.statistics(Metric::Rooms);
//! let (mean, deviation, min) = (rooms.mean(), rooms.deviation(), rooms.min());
//! println!("{mean:.1} rooms, give or take {deviation:.1}; {min:?} has the fewest");
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! Source: Smith and Whitehead, "Analyzing the expressive range of a level generator" (2010), who
//! measure many levels by metrics that matter to players, and plot pairs of metrics.

mod bridges;
mod composition;
mod encounters;
mod entropy;
mod graph;
mod ground;
mod histogram;
pub(crate) mod measure;
mod metric;
mod mission;
mod partings;
mod pieces;
mod rooms;
mod spread;
mod stakes;
mod summary;
#[cfg(test)]
mod tests;
mod twins;
mod wire;

pub use composition::Composition;
pub use entropy::NameCounts;
pub use histogram::Histogram;
pub use measure::{LevelMetrics, Measurer};
pub use metric::Metric;
pub use pieces::{Piece, PieceCounts, PieceSurvey};
pub use spread::{ExtremeLevel, MetricStatistics};
pub use stakes::{ArmStakes, CycleStakes, RoomStakes, Stakes};
pub use summary::{PAIRS, Survey};
pub use twins::Twins;
