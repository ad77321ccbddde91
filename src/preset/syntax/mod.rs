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
use reader::{Reader, ValueReader};
pub(in crate::preset) use recover::{PresetReading, read};
pub(crate) use source::PresetSource;
pub(in crate::preset) use source::SourceText;
pub(in crate::preset) use suggestion::{nearest, suggestion, suggestion_as};
use tokens::Token;
pub(in crate::preset) use tokens::character;
pub(in crate::preset) use tree::{SourceSpan, TreeBody, TreeEntry, ValueTree};

/// The longest text of a preset in bytes, its bases included. The largest built-in preset has about
/// 126 kB.
pub const MAX_TEXT: usize = 1 << 20;

/// The most problems reported.
pub(in crate::preset) const MAX_PROBLEMS: usize = 50;

/// The deepest nesting of brackets. Four nested groups of formations need about twenty.
const MAX_DEPTH: usize = 36;

impl<'text> PresetSource<'text> {
    /// A preset without a base. Refuses a text that is too long, and unclosed quotes and brackets.
    pub(in crate::preset) fn of(text: &'text str) -> Result<Self, PresetError> {
        let tokens = tokens_of(text)?;
        let tree = tree::read(text, &tokens, 0);
        Ok(Self { texts: vec![SourceText { name: None, text: text.into() }], tokens: vec![tokens], tree })
    }

    /// Adds the text of the base of the last text. Its tree takes the place of the tree of that.
    pub(in crate::preset) fn add(&mut self, text: SourceText<'text>) -> Result<(), PresetError> {
        let tokens = tokens_of(&text.text).map_err(|error| error.in_base(text.name.as_deref()))?;
        self.tree = tree::read(&text.text, &tokens, self.texts.len());
        self.tokens.push(tokens);
        self.texts.push(text);
        Ok(())
    }

    /// Whether the tree has a field of this name.
    pub(in crate::preset) fn has_field(&self, name: &str) -> bool {
        let (TreeBody::Fields(fields) | TreeBody::Map(fields)) = &self.tree.body else { return false };
        fields.iter().any(|(key, _)| self.written(key) == name)
    }

    /// Refuses a tree that is no well-formed RON. Does not check the names of fields.
    pub(in crate::preset) fn check_form(&mut self) -> Result<(), PresetError> {
        let mut reader = Reader::new(&self.texts, &mut self.tokens, false);
        let read = reader.begin(&self.tree);
        let read = read.and_then(|()| IgnoredAny::deserialize(ValueReader::new(&mut reader, &mut self.tree)));
        match read.and_then(|_| reader.end(&self.tree)) {
            Ok(()) => Ok(()),
            Err(_) => Err(PresetError::all(reader.problems)),
        }
    }
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
