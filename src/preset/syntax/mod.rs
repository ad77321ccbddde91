//! The text of a preset: its tokens, the tree of its values, and the unchecked form that serde
//! reads from that tree.
//!
//! Quotes, comments and brackets are checked first, so that one that is not closed is noticed where
//! the mistake is.

mod brackets;
mod examples;
mod explained;
mod explanation;
mod fault;
mod foreign;
mod literals;
mod look_alike;
mod lost;
mod path;
mod place;
mod ramp_or_pair;
mod reader;
mod recover;
mod source;
mod suggestion;
mod tokens;
mod tree;

use serde::{Deserialize, de::IgnoredAny};

use crate::error::{PresetError, Problem, ProblemCode};
pub(in crate::preset) use literals::spelled;
pub(crate) use path::ValueStep;
use reader::Reader;
pub(in crate::preset) use recover::{TextReading, read};
pub(in crate::preset) use source::SourceText;
pub(crate) use source::SourceTree;
pub(in crate::preset) use suggestion::{nearest, suggestion, suggestion_as};
use tokens::Token;
pub(in crate::preset) use tokens::character;
pub(in crate::preset) use tree::{SourceSpan, TreeBody, ValueTree};

/// The longest text of a preset in bytes, its bases included. The largest built-in preset has about
/// 126 kB.
pub const MAX_TEXT: usize = 1 << 20;

/// The most problems reported.
pub(in crate::preset) const MAX_PROBLEMS: usize = 50;

/// The deepest nesting of brackets. Four nested groups of formations need about twenty.
const MAX_DEPTH: usize = 36;

impl<'text> SourceTree<'text> {
    /// A preset without a base. Refuses a text that is too long, and unclosed quotes and brackets.
    pub(in crate::preset) fn of(text: &'text str) -> Result<Self, PresetError> {
        let mut notes = Vec::new();
        let tokens = tokens_of(text, &mut notes)?;
        let tree = tree::read(text, &tokens, 0, &mut notes);
        Ok(Self { texts: vec![SourceText { name: None, text: text.into() }], tokens: vec![tokens], tree, notes })
    }

    /// Adds the text of the base of the last text. Its tree takes the place of the tree of that.
    pub(in crate::preset) fn add(&mut self, text: SourceText<'text>) -> Result<(), PresetError> {
        let mut notes = Vec::new();
        let tokens = tokens_of(&text.text, &mut notes).map_err(|error| error.in_base(text.name.as_deref()))?;
        self.tree = tree::read(&text.text, &tokens, self.texts.len(), &mut notes);
        self.notes.extend(notes.into_iter().map(|note| note.in_base(text.name.clone())));
        self.tokens.push(tokens);
        self.texts.push(text);
        Ok(())
    }

    /// Whether the tree has a field of this name.
    pub(in crate::preset) fn has_field(&self, name: &str) -> bool {
        let keys = self.tree.body.parts().iter().filter_map(|part| part.key.as_ref());
        keys.map(|key| self.written(key)).any(|key| key.trim_matches('"') == name)
    }

    /// Refuses a tree that is no well-formed RON. Does not check the names of fields.
    pub(in crate::preset) fn check_form(&mut self) -> Result<(), PresetError> {
        let mut reader = Reader::new(&self.texts, &self.tokens, Vec::new());
        let read = reader.value(&mut self.tree).and_then(IgnoredAny::deserialize);
        read.map(|_| ()).map_err(|_| PresetError::all(reader.problems))
    }
}

/// The tokens of a text. Refuses a text that is too long, and unclosed quotes and brackets.
fn tokens_of(text: &str, notes: &mut Vec<Problem>) -> Result<Vec<Token>, PresetError> {
    if text.len() > MAX_TEXT {
        let message = format!("a preset of {} bytes is too long", text.len());
        let help = Some(format!("at most {MAX_TEXT} bytes are allowed"));
        return Err(PresetError::of(Problem::new(ProblemCode::TooMany, text, 0..0, message, help)));
    }
    let tokens = tokens::tokens(text, notes)?;
    match brackets::unmatched(text, &tokens) {
        // What is noted may have held the other bracket.
        Some(_) if !notes.is_empty() => Err(PresetError::all(std::mem::take(notes))),
        Some(problem) => Err(PresetError::of(problem)),
        None => Ok(tokens),
    }
}
