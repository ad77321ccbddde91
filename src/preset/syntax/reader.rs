//! Reads values of Rust types from the tree of a preset, by serde.
//!
//! A mistake is noted where it is found, and the smallest field, map entry or list item around it
//! is taken out of the tree. Maps, and the lists that `each` of the rules reads, then go on with
//! what is left of the item or entry, so that one walk finds all mistakes in them.

mod access;
mod value;

use std::ops::Range;

use super::{
    MAX_PROBLEMS, SourceSpan, ValueTree, explained,
    fault::{Fault, ReadError},
    foreign,
    lost::{LostParts, LostSort},
    place::{Bracket, Place},
    source::SourceText,
    tokens::{Token, TokenKind},
};
use crate::error::Problem;
pub(super) use value::ValueReader;

/// The extensions of RON that an attribute may ask for. They make no difference.
const EXTENSIONS: [&str; 4] = ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes", "explicit_struct_names"];

/// What the reading of a preset has found so far.
pub(super) struct Reader<'text> {
    pub(super) texts: &'text [SourceText<'text>],
    pub(super) tokens: &'text mut [Vec<Token>],
    /// Whether the tree is merged from the texts. These are known to be well-formed, and the tokens
    /// between its values say nothing.
    is_merged: bool,
    /// The brackets around the value that is read, from the outermost to the innermost.
    pub(super) around: Vec<Bracket>,
    pub(super) problems: Vec<Problem>,
    pub(super) lost: LostParts,
    /// The mistake that was noted last, until its part is left out.
    pub(super) pending: Option<PendingMistake>,
    /// Whether a mistake has changed where values begin and end, so that the tree must be built
    /// anew.
    pub(super) is_torn: bool,
    /// Whether nothing more can be read.
    pub(super) is_stopped: bool,
}

/// A mistake whose part of the text is still in the tree.
pub(super) struct PendingMistake {
    at: SourceSpan,
    sort: LostSort,
}

impl<'text> Reader<'text> {
    pub(super) fn new(texts: &'text [SourceText<'text>], tokens: &'text mut [Vec<Token>], is_merged: bool) -> Self {
        let (around, problems, lost) = (Vec::new(), Vec::new(), LostParts::default());
        Self { texts, tokens, is_merged, around, problems, lost, pending: None, is_torn: false, is_stopped: false }
    }

    /// Refuses what stands before the value of the whole text and is no attribute of RON.
    pub(super) fn begin(&mut self, tree: &ValueTree) -> Result<(), ReadError> {
        let source = tree.whole.source;
        for token in 0..tree.whole.token {
            let fault = match (self.kind(source, token), self.word(source, token)) {
                (Some(TokenKind::Word), "#!" | "enable") => continue,
                (Some(TokenKind::Word), word) if EXTENSIONS.contains(&word) => continue,
                (Some(TokenKind::Word), word) if !word.starts_with('#') => Fault::UnknownExtension,
                (Some(TokenKind::Word | TokenKind::Text | TokenKind::Letter), _) => Fault::Unexpected,
                _ => continue,
            };
            let error = self.note(&fault, self.token(source, token));
            self.is_stopped = true;
            return Err(error);
        }
        Ok(())
    }

    /// Refuses what stands behind the value of the whole text.
    pub(super) fn end(&mut self, tree: &ValueTree) -> Result<(), ReadError> {
        let source = tree.whole.source;
        let behind = self.live(source, tree.after);
        match self.kind(source, behind) {
            Some(_) if !self.is_merged => Err(self.note(&Fault::Trailing, self.token(source, behind))),
            _ => Ok(()),
        }
    }

    fn kind(&self, source: usize, token: usize) -> Option<TokenKind> {
        self.tokens[source].get(token).map(|token| token.kind)
    }

    fn word(&self, source: usize, token: usize) -> &'text str {
        self.tokens[source].get(token).map_or("", |token| &self.texts[source].text[token.span.clone()])
    }

    /// The index of the first token from `token` on that was not left out.
    fn live(&self, source: usize, mut token: usize) -> usize {
        while self.kind(source, token) == Some(TokenKind::Gone) {
            token += 1;
        }
        token
    }

    /// The span of a single token.
    fn token(&self, source: usize, token: usize) -> SourceSpan {
        let end = self.texts[source].text.len();
        let span = self.tokens[source].get(token).map_or(end..end, |token| token.span.clone());
        SourceSpan { source, token, span }
    }

    /// The place of a value: of the token that stands for it, or of all of its brackets.
    fn place_of(&self, value: &ValueTree) -> SourceSpan {
        match value.body {
            super::TreeBody::Plain => self.token(value.whole.source, value.whole.token),
            _ => value.whole.clone(),
        }
    }

    /// Notes what is wrong at a place. The error says that it is noted.
    fn note(&mut self, fault: &Fault, mut at: SourceSpan) -> ReadError {
        if self.is_stopped {
            return ReadError(None);
        }
        let place = Place {
            texts: self.texts,
            source: at.source,
            text: &self.texts[at.source].text,
            tokens: &self.tokens[at.source],
            around: &self.around,
            next: at.token,
            value: at.span.clone(),
        };
        let explained = explained::of(&place, fault);
        let (source, is_comment) = (at.source, explained.message == foreign::NO_COMMENT);
        let is_fatal = !is_comment && explained.is_malformed;
        // A struct that lost a required field lacks it now, and a ramp without an end is none.
        let lacks_field =
            matches!(fault, Fault::Missing(_)) && place.enclosing().is_some_and(|whole| self.lost.has_lost(whole));
        at.span = explained.span.clone();
        if !lacks_field && !self.lost.has_lost(&at) {
            self.problems.push(explained.problem(&self.texts[source]));
        }
        self.is_stopped = is_fatal || self.problems.len() >= MAX_PROBLEMS;
        if is_comment && !self.is_stopped {
            self.forget_line(source, at.span.start);
        } else {
            self.pending = Some(PendingMistake { at, sort: LostSort::of(fault) });
        }
        ReadError(None)
    }

    /// Notes the fault of an error at a place, unless the error is noted already.
    fn noted(&mut self, error: ReadError, at: SourceSpan) -> ReadError {
        match error.0 {
            Some(fault) => self.note(&fault, at),
            None => error,
        }
    }

    /// Leaves out the rest of the line, from a `#` that begins a comment in other languages.
    fn forget_line(&mut self, source: usize, from: usize) {
        let text = &self.texts[source].text;
        let end = text[from..].find('\n').map_or(text.len(), |length| from + length);
        let tokens = self.tokens[source].iter_mut();
        tokens.filter(|token| (from..end).contains(&token.span.start)).for_each(|token| token.kind = TokenKind::Gone);
        (self.is_torn, self.is_stopped) = (true, true);
    }

    /// Which of the parts within the innermost brackets the pending mistake is in; `part` gives
    /// their first and last span.
    fn faulty<T>(&self, parts: &[T], part: impl Fn(&T) -> (&SourceSpan, &SourceSpan)) -> Option<Range<usize>> {
        let SourceSpan { source, span, .. } = &self.pending.as_ref()?.at;
        // An empty span is behind the value that it is about.
        let start = if span.is_empty() { span.start.saturating_sub(1) } else { span.start };
        let is_in = |part: (&SourceSpan, &SourceSpan)| {
            part.0.source == *source && part.0.span.start < span.end.max(start + 1) && part.1.span.end > start
        };
        let first = parts.iter().position(|other| is_in(part(other)))?;
        let last = parts.iter().rposition(|other| is_in(part(other)))?;
        Some(first..last + 1)
    }

    /// Leaves out the tokens from `first` up to `after`, and a comma behind them. They are a part
    /// of the innermost brackets, with the key `key`.
    fn forget(&mut self, first: &SourceSpan, after: usize, key: Option<&SourceSpan>) {
        let Some(pending) = self.pending.take() else { return };
        let behind = self.live(first.source, after);
        let has_comma = self.kind(first.source, behind) == Some(TokenKind::Comma);
        let end = if has_comma { behind + 1 } else { after };
        let texts = self.texts;
        let word = |span: &SourceSpan| &texts[span.source].text[span.span.clone()];
        let path = self.around.iter().filter_map(|bracket| bracket.key.as_ref()).chain(key).map(word);
        let tokens = &self.tokens[first.source][first.token..after];
        if let Some(around) = self.around.last() {
            self.lost.add(pending.sort, around, key.map(word), path, &texts[first.source].text, tokens);
        }
        self.tokens[first.source][first.token..end].iter_mut().for_each(|token| token.kind = TokenKind::Gone);
    }
}
