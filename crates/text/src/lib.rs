//! What is wrong with a text: where, what was given, what is allowed, how to mend it.
//!
//! Consumes texts that anybody may have written, such as presets and expressions. Produces
//! [`Problem`]s, with a code, a message, help, what was probably meant, and their place; they show
//! the offending part underlined, safe to display ([`legible`]). Knows neither presets nor levels.
//!
//! ```
//! use roomgen_text::{Problem, ProblemCode, allowed, did_you_mean, nearest};
//!
//! let known = ["rooms", "bridges"].into_iter();
//! let meant = nearest("bridge", known.clone()).map(did_you_mean).unwrap_or_default();
//! let (message, help) = ("unknown name `bridge`".to_owned(), meant + &allowed("bridge", known));
//! let problem = Problem::new(ProblemCode::UnknownName, "12 < bridge", 5..11, message, Some(help));
//! assert_eq!(problem.suggestion.as_deref(), Some("bridges"));
//! println!("{problem:#}");
//! # assert!(format!("{problem:#}").contains("\n  |      ^^^^^^\n"));
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

mod code;
pub mod file;
pub mod legible;
mod named;
mod nearest;
mod place;
mod problem;
mod problems;

pub use code::ProblemCode;
pub use named::UnknownName;
pub use nearest::{allowed, did_you_mean, did_you_mean_the_word, nearest, without_quotes};
pub use place::TextPlace;
pub use problem::Problem;
pub use problems::Problems;
