//! Reads values of Rust types from the tree of a preset, by serde.
//!
//! A mistake is noted where it is found, and the smallest field, map entry or list item around it
//! is taken out of the tree. Maps, and the lists that `each` of the rules reads, then go on with
//! what is left of the item or entry, so that one walk finds all mistakes in them.

mod access;
mod value;

use super::{
    MAX_PROBLEMS, SourceSpan, TreeBody, ValueTree, explained,
    fault::{Fault, ReadError},
    lost::LostParts,
    place::{Bracket, MistakePlace},
    source::SourceText,
    tokens::Token,
};
use crate::error::Problem;
pub(super) use value::ValueReader;

/// What the reading of a preset has found so far.
pub(super) struct Reader<'text> {
    texts: &'text [SourceText<'text>],
    tokens: &'text [Vec<Token>],
    /// The brackets around the value that is read, from the outermost to the innermost.
    around: Vec<Bracket>,
    pub(super) problems: Vec<Problem>,
    pub(super) lost: LostParts,
    /// The mistake that was noted last and its place, until its part is left out.
    pub(super) pending: Option<(Fault, SourceSpan)>,
    /// Whether nothing more can be read.
    pub(super) is_stopped: bool,
}

impl<'text> Reader<'text> {
    /// A reader of values in `texts`, with the problems that are known already.
    pub(super) fn new(texts: &'text [SourceText<'text>], tokens: &'text [Vec<Token>], problems: Vec<Problem>) -> Self {
        let (around, lost) = (Vec::new(), LostParts::default());
        Self { texts, tokens, around, problems, lost, pending: None, is_stopped: false }
    }

    /// A value of the tree, to be read. Refuses one that is not well-formed.
    pub(super) fn value<'read>(
        &'read mut self,
        value: &'read mut ValueTree,
    ) -> Result<ValueReader<'read, 'text>, ReadError> {
        if let TreeBody::Broken(fault) = value.body {
            return Err(self.note(fault, value.whole.clone()));
        }
        Ok(ValueReader::new(self, value))
    }

    fn written(&self, at: &SourceSpan) -> &'text str {
        self.texts[at.source].of(at)
    }

    /// Notes what is wrong at a place. The error says that it is noted.
    fn note(&mut self, fault: Fault, at: SourceSpan) -> ReadError {
        if self.is_stopped {
            return ReadError(None);
        }
        let SourceSpan { source, span } = at;
        let tokens = &self.tokens[source];
        let place = MistakePlace {
            texts: self.texts,
            source,
            text: &self.texts[source].text,
            tokens,
            around: &self.around,
            next: tokens.partition_point(|token| token.span.start < span.start),
            value: span,
        };
        let (explained, is_malformed) = explained::of(&place, fault);
        // A struct that lost a required field lacks it now, and a ramp without an end is none.
        let lacks_field =
            matches!(fault, Fault::Missing(_)) && place.enclosing().is_some_and(|whole| self.lost.has_lost(whole));
        let at = SourceSpan { source, span: explained.span.clone() };
        if !lacks_field && !self.lost.has_lost(&at) {
            self.problems.push(explained.in_base(self.texts[source].name.clone()));
        }
        self.is_stopped = is_malformed || self.problems.len() >= MAX_PROBLEMS;
        self.pending = Some((fault, at));
        ReadError(None)
    }

    /// Notes the fault of an error at a place, unless the error is noted already.
    fn noted(&mut self, error: ReadError, at: SourceSpan) -> ReadError {
        match error.0 {
            Some(fault) => self.note(fault, at),
            None => error,
        }
    }

    /// Takes the part `next` of the innermost brackets out, and those before it into which the
    /// pending mistake reaches. Gives the index of the first.
    fn leave_out(&mut self, parts: &mut Vec<ValueTree>, next: usize) -> usize {
        let Some((fault, at)) = self.pending.take_if(|_| next < parts.len()) else { return next };
        let reaches = |part: &ValueTree| part.whole.source == at.source && part.whole.span.end > at.span.start;
        let first = parts[..next].iter().position(reaches).unwrap_or(next);
        let (texts, source) = (self.texts, parts[first].whole.source);
        let key = parts[first].key.as_ref();
        let path = self.around.iter().filter_map(|bracket| bracket.key.as_ref()).chain(key);
        let path = path.map(|key| texts[key.source].of(key));
        let span = key.unwrap_or(&parts[first].whole).span.start..parts[next].whole.span.end;
        let tokens = self.tokens[source].iter().filter(|token| token.is_quoted() && span.contains(&token.span.start));
        let names = tokens.map(|token| &texts[source].text[token.span.clone()]);
        if let Some(around) = self.around.last() {
            self.lost.add(fault, around, key.map(|key| texts[key.source].of(key)), path, names);
        }
        parts.drain(first..=next);
        first
    }
}
