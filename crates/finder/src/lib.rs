//! Finds levels that an expression describes.
//!
//! Consumes a preset's words, expressions of [`roomgen_find`] and levels. Produces [`Find`]s: the
//! levels that match, with the values that the expressions name, in their order or in that of a
//! rank.
//!
//! [`LevelWords`] are the names that expressions may use. A [`Query`] is what is sought: a
//! condition, a score, targets. A [`LevelFinder`] measures no more of a level than the query needs.
//! [`Finds`] keeps what was found, from outcomes in order. So any number of threads that hands them
//! on in order finds the same.
//!
//! ```
//! use roomgen::{Generator, Preset};
//! use roomgen_finder::{Finds, LevelFinder, LevelWords, Query};
//!
//! let preset = Preset::built_in("crypt")?;
//! let mut query = Query::new(LevelWords::of(&preset));
//! query.require("bridges < 0.9 && rooms > 10")?;
//! query.rank_best("play_length - 2 * backtracking")?;
//! let (mut generator, mut finder) = (Generator::new(&preset), LevelFinder::new(&query));
//! let mut finds = Finds::new(&query, Some(3));
//! for seed in 0..20 {
//!     finds.add(finder.test(&generator.generate(seed)));
//! }
//! assert!(finds.list().len() <= 3 && finds.tally().tested == 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod finder;
mod finds;
mod input;
mod query;
mod reader;
mod spread;
mod words;

pub use finder::{Find, FindOutcome, LevelFinder, Strictest};
pub use finds::{FindTally, Finds};
pub use input::{LevelInput, StepsPlace};
pub use query::{Query, QueryOrder};
pub use roomgen_find::{ErrorCode, ExpressionError, Undefined, Value, ValueType, Word};
pub use spread::TargetSpreads;
pub use words::LevelWords;
