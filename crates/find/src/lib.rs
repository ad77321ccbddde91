//! Conditions and scores over named measures: a documented part of CEL, the common expression
//! language, by a grammar of its own.
//!
//! Consumes a text and the words of a host, the [`Vocabulary`]. Produces a [`Condition`], a
//! [`Score`] or a list of [`Target`]s, whose names and types are checked, and the list of *inputs*
//! that it asks for; or an [`ExpressionError`] that says what is wrong, where, and how to mend it.
//! Evaluation asks the host only for inputs on which the result still depends. It cannot fail: a
//! level for which the expression has no value is [`Undefined`], with the reason.
//!
//! A text has at most [`MAX_BYTES`] bytes and [`MAX_DEPTH`] levels, and the language has no loops,
//! so time and memory are bounded. Results are the same on every platform. The README has the
//! grammar and the differences from CEL.
//!
//! ```
//! use roomgen_find::{
//!     ArgumentError, Parameter, Value, ValueType, Vocabulary, Word, compile_condition,
//! };
//!
//! /// Rooms, and how many there are of a kind.
//! struct Words(Vec<Word>);
//!
//! #[derive(PartialEq)]
//! enum Input {
//!     Rooms,
//!     Count(String),
//! }
//!
//! impl Vocabulary for Words {
//!     type Input = Input;
//!
//!     fn words(&self) -> &[Word] {
//!         &self.0
//!     }
//!
//!     fn input(&self, _word: usize, arguments: &[Value<'_>]) -> Result<Input, ArgumentError> {
//!         match arguments {
//!             [Value::Text(kind @ ("wolf" | "rat"))] => Ok(Input::Count((*kind).to_owned())),
//!             [Value::Text(kind)] => {
//!                 let known = ["wolf", "rat"].into_iter();
//!                 Err(ArgumentError::unknown(0, "kind", kind, known))
//!             }
//!             _ => Ok(Input::Rooms),
//!         }
//!     }
//! }
//!
//! let words = Words(vec![
//!     Word::variable("rooms", ValueType::Number, "The number of rooms."),
//!     Word::measure(
//!         "count",
//!         [Parameter::text("kind")],
//!         ValueType::Number,
//!         "The props of a kind.",
//!     ),
//! ]);
//! let mut inputs = Vec::new();
//! let condition = compile_condition("rooms > 12 && count('wolf') >= 3", &words, &mut inputs)?;
//! let mut measure = |input: usize| match &inputs[input] {
//!     Input::Rooms => Some(Value::Whole(14)),
//!     Input::Count(_) => Some(Value::Whole(3)),
//! };
//! assert!(condition.evaluate(&mut measure).is_match());
//!
//! let error = compile_condition("count('wolff') > 0", &words, &mut inputs).unwrap_err();
//! assert_eq!(error.suggestion.as_deref(), Some("\"wolf\""));
//! println!("{error:#}");
//! # Ok::<_, Box<roomgen_find::ExpressionError>>(())
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

mod check;
mod compile;
mod error;
mod evaluation;
mod lexer;
mod limits;
mod parser;
mod program;
mod quantity;
mod syntax;
mod term;
mod value;
mod vocabulary;

pub use compile::{compile_condition, compile_number, compile_targets};
pub use error::{ErrorCode, ExpressionError};
pub use limits::{MAX_BYTES, MAX_DEPTH};
pub use program::{Condition, Conjunct, Score, Target, Verdict};
pub use value::{Undefined, Value, ValueType};
pub use vocabulary::{ArgumentError, Parameter, Signature, Vocabulary, Word};
