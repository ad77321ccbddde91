//! The text of a preset: its tokens, the tree of its values, and the unchecked form that serde
//! reads.
//!
//! Quotes, comments and brackets are checked first: the RON parser notices an unclosed one only far
//! below the mistake. Any further error of the parser is explained by the token at which the parser
//! stopped.

mod brackets;
mod examples;
mod expected;
mod explanation;
mod foreign;
mod look_alike;
mod path;
mod place;
mod ramp_or_pair;
mod recover;
mod suggestion;
mod tokens;
mod tree;

use ron::{
    Options,
    error::{Position, SpannedError},
    extensions::Extensions,
};

use crate::error::{PresetError, Problem, ProblemCode};
pub(crate) use path::ValueStep;
use place::TokenPlace;
pub(in crate::preset) use recover::{PresetReading, read};
use serde::de::IgnoredAny;
pub(in crate::preset) use suggestion::{nearest, suggestion, suggestion_as};
pub(in crate::preset) use tokens::character;
use tokens::{Token, TokenKind};
pub(in crate::preset) use tree::{SourceSpan, TreeBody, TreeEntry, ValueTree};

/// The longest text of a preset in bytes, its bases included. The largest built-in preset has about
/// 20 kB.
pub const MAX_TEXT: usize = 1 << 20;

/// The most problems reported. Each one costs a walk through the text to its span.
pub(in crate::preset) const MAX_PROBLEMS: usize = 50;

/// The deepest nesting of values, as the RON parser counts: a bracket is one or two levels.
///
/// Four nested groups of formations need about fifty levels.
const MAX_DEPTH: usize = 72;

/// Extensions of RON that presets use.
///
/// Optional fields are written without `Some`. A variant whose only value is a struct takes that
/// struct's fields into its own brackets: `Ratio(from: 0.3, to: 0.6)`.
const EXTENSIONS: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_VARIANT_NEWTYPES);

/// The tree of a text that is well-formed RON, with `source` as the index of the text in its spans.
/// Does not check the names of fields.
pub(super) fn well_formed(text: &str, source: usize) -> Result<ValueTree, PresetError> {
    let tokens = tokens_of(text)?;
    match options().from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(tree::read(text, &tokens, source)),
        Err(error) => Err(PresetError::of(problem(text, &tokens, &error))),
    }
}

/// The tree of a text whose quotes, comments and brackets are closed.
pub(super) fn parse_tree(text: &str) -> Result<ValueTree, PresetError> {
    Ok(tree::read(text, &tokens_of(text)?, 0))
}

/// Whether a preset has a top-level field of this name, as far as its text can be read.
pub(in crate::preset) fn has_field(text: &str, name: &str) -> bool {
    if !text.contains(name) || text.len() > MAX_TEXT {
        return false;
    }
    let Ok(tokens) = tokens::tokens(text) else { return false };
    let mut depth = 0usize;
    tokens.windows(2).any(|pair| {
        match pair[0].kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 1 && pair[1].kind == TokenKind::Colon && &text[pair[0].span.clone()] == name
    })
}

fn options() -> Options {
    Options::default().with_default_extension(EXTENSIONS).with_recursion_limit(MAX_DEPTH)
}

/// The tokens of a text. Refuses a text that is too long, and unclosed quotes and brackets.
fn tokens_of(text: &str) -> Result<Vec<Token>, PresetError> {
    if text.len() > MAX_TEXT {
        let message = format!("a preset of {} bytes is too long", text.len());
        let help = Some(format!("at most {MAX_TEXT} bytes are allowed"));
        return Err(PresetError::of(Problem::new(ProblemCode::TooMany, text, 0..0, message, help)));
    }
    let tokens = tokens::tokens(text)?;
    match brackets::unmatched(text, &tokens) {
        Some(problem) => Err(PresetError::of(problem)),
        None => Ok(tokens),
    }
}

/// Explains an error of the RON parser by the token at which the parser stopped.
///
/// The parser stopped at the end of the error's span.
fn problem(text: &str, tokens: &[Token], error: &SpannedError) -> Problem {
    let tree = tree::read(text, tokens, 0);
    let place = TokenPlace::new(text, tokens, &tree, offset(text, error.span.end));
    let (span, message, help) = expected::explain(&place, &error.code);
    Problem::new(expected::code(&place, &error.code), text, span, message, help)
}

/// The byte offset of a line and a column, both counted from 1.
fn offset(text: &str, Position { line, col }: Position) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.chars().take(col.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}
