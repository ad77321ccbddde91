//! Reading the text into the raw mirror, and putting what is wrong with its form into a designer's words.
//!
//! Quotes, comments and brackets are looked at first, since a parser notices far below that one of them is not closed. What
//! the RON parser refuses after that is told by the token that it refused.

mod brackets;
mod examples;
mod expected;
mod place;
mod tokens;

use ron::{
    Options,
    error::{Position, SpannedError},
    extensions::Extensions,
};

use crate::{
    error::{PresetError, Problem},
    preset::raw::RawPreset,
};
use place::Place;
use tokens::Token;

/// The longest preset, in bytes. The largest built-in one has about 20 kB.
const MAX_TEXT: usize = 1 << 20;

/// How deep a preset may nest, as the parser counts: a bracket is one or two. Four groups inside each other need about fifty.
const MAX_DEPTH: usize = 96;

/// Optional fields are given without `Some`, and a variant of one value that has fields of its own takes them into its brackets:
/// `Ratio(from: 0.3, to: 0.6)`.
const EXTENSIONS: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_VARIANT_NEWTYPES);

pub(super) fn read(text: &str) -> Result<RawPreset, PresetError> {
    let options = Options::default().with_default_extension(EXTENSIONS).with_recursion_limit(MAX_DEPTH);
    let refused = |problem| Err(PresetError::of(problem));
    if text.len() > MAX_TEXT {
        let message = format!("a preset of {} bytes is too long", text.len());
        return refused(Problem::new(text, 0..0, message, Some(format!("at most {MAX_TEXT} are read"))));
    }
    let tokens = match tokens::tokens(text) {
        Ok(tokens) => tokens,
        Err(problem) => return refused(problem),
    };
    if let Some(problem) = brackets::unmatched(text, &tokens) {
        return refused(problem);
    }
    options.from_str(text).or_else(|error| refused(problem(text, &tokens, &error)))
}

/// The parser's error, told by the token that it met. Only the end of its span is used: that is where the parser stood.
fn problem(text: &str, tokens: &[Token], error: &SpannedError) -> Problem {
    let place = Place::new(text, tokens, offset(text, error.span.end));
    let (span, message, help) = expected::in_words(&place, &error.code);
    Problem::new(text, span, message, help)
}

/// The byte at a line and a column, both counted from 1.
fn offset(text: &str, Position { line, col }: Position) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.chars().take(col.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}
