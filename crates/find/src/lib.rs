//! Finds levels that an expression describes.
//!
//! Consumes a preset's words, expressions and levels. Produces [`Find`]s: the levels that match,
//! with the values that the expressions name, in their order or in that of a rank.
//!
//! [`LevelWords`] are the names that expressions may use: those of levels, or of runs, whose
//! expressions ask of floors, as in `floor(3).rooms > 12 && sum(reward) > 200`. A [`Query`] is what
//! is sought: a condition, a score, targets. Their language is a documented part of CEL, the common
//! expression language, by a grammar of its own, which the README has. A text is parsed, and its
//! names and types are checked, before anything is measured: a [`Problem`] says what is wrong,
//! where, and how to mend it. What is left cannot fail: a level or a run for which an expression
//! has no value is [`Undefined`], with the reason.
//!
//! A text has at most [`MAX_BYTES`] bytes and [`MAX_DEPTH`] levels, and the language has no loops,
//! so time and memory are bounded. Results are the same on every platform.
//!
//! A [`LevelFinder`] generates and measures no more of a level or a run than the query needs.
//! [`Finds`] keeps what was found, from outcomes in order. So any number of threads that hands them
//! on in order finds the same.
//!
//! ```
//! use roomgen::{Generator, Preset};
//! use roomgen_find::{Finds, LevelFinder, LevelWords, Query};
//!
//! let preset = Preset::built_in("crypt")?;
//! let mut query = Query::new(LevelWords::of(&preset));
//! query.require("bridges < 0.9 && rooms > 10")?;
//! query.rank_best("play_length - 2 * backtracking")?;
//! let (mut generator, mut finder) = (Generator::new(&preset), LevelFinder::new(&query));
//! let mut finds = Finds::new(&query, Some(3));
//! for seed in 0..20 {
//!     finds.add(finder.test_request(&mut generator, seed));
//! }
//! assert!(finds.list().len() <= 3 && finds.tally().tested == 20);
//!
//! let error = query.require("bridge < 0.9").unwrap_err();
//! assert_eq!(error.suggestion.as_deref(), Some("bridges"));
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

mod arithmetic;
mod check;
mod evaluation;
mod finder;
mod finds;
mod floors;
mod floors_reader;
mod input;
mod lexer;
mod limits;
mod parser;
mod program;
mod query;
mod reader;
mod syntax;
mod term;
mod value;
mod words;

pub use finder::{Find, FindOutcome, LevelFinder, Strictest};
pub use finds::{FindTally, Finds};
pub use floors::FloorsInput;
pub use input::{LevelInput, NameSort, StepsPlace};
pub use limits::{MAX_BYTES, MAX_DEPTH};
pub use program::Conjunct;
pub use query::Query;
pub use roomgen_text::{Problem, ProblemCode};
pub use value::{Undefined, Value};
pub use words::{LevelWords, Word};
