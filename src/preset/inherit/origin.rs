//! Maps the parts of a merged text to the preset or base in whose text they were written.

use std::{borrow::Cow, ops::Range, sync::OnceLock};

use super::Problem;
use crate::{
    error::{PresetError, ProblemCode},
    preset::syntax::{self, SourceSpan, TreeBody, ValueStep, ValueTree},
};

/// The text of a preset or of one of its bases.
#[derive(Clone, Debug)]
pub(super) struct SourceText<'text> {
    /// The name of the base; `None` for the preset itself.
    pub(super) name: Option<String>,
    pub(super) text: Cow<'text, str>,
}

impl SourceText<'_> {
    pub(super) fn of(&self, slice: &SourceSpan) -> &str {
        self.text.get(slice.span.clone()).unwrap_or_default()
    }

    fn problem(&self, code: ProblemCode, span: Range<usize>, message: String, help: Option<String>) -> Problem {
        Problem::new(code, &self.text, span, message, help).in_base(self.name.clone())
    }

    /// The error that refuses the value at `slice`.
    pub(super) fn refuse<T>(
        &self,
        code: ProblemCode,
        slice: &SourceSpan,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Result<T, PresetError> {
        Err(PresetError::of(self.problem(code, slice.span.clone(), message.into(), help)))
    }
}

/// The text of a preset merged with its bases, and where each part of it was written.
#[derive(Clone, Debug)]
pub(crate) struct MergedText<'text> {
    text: Cow<'text, str>,
    /// The tree of `text`, parsed when a message first needs it.
    tree: OnceLock<ValueTree>,
    origins: Vec<SourceText<'text>>,
    /// In order of the merged text; empty if the preset has no base.
    pieces: Vec<SourcePiece>,
    /// The spans in the merged text of values that stand in place of some of a base.
    overrides: Vec<Range<usize>>,
}

/// A run of bytes that the merged text copies from the text of the preset or of a base.
#[derive(Clone, Copy, Debug)]
struct SourcePiece {
    /// The offset of its first byte in the merged text.
    at: usize,
    /// The number of copied bytes. The merged text's bytes between two pieces are punctuation that
    /// merging adds.
    length: usize,
    /// The index of the source text that these bytes were copied from, as in
    /// [`SourceSpan::source`].
    source: usize,
    /// The offset of these bytes in that source text.
    from: usize,
}

impl<'text> MergedText<'text> {
    /// The text of a preset without a base.
    pub(super) fn plain(text: &'text str) -> Self {
        let text = Cow::Borrowed(text);
        Self { text, tree: OnceLock::new(), origins: Vec::new(), pieces: Vec::new(), overrides: Vec::new() }
    }

    /// Writes the text of a merged preset. `origins` are the texts that its spans refer to.
    pub(super) fn merged(whole: &ValueTree, origins: Vec<SourceText<'text>>) -> Self {
        let mut source = Self::plain("");
        let mut text = String::new();
        source.write(&mut text, whole, &origins);
        Self { text: Cow::Owned(text), origins, ..source }
    }

    fn write(&mut self, text: &mut String, part: &ValueTree, origins: &[SourceText<'_>]) {
        if !part.is_changed {
            let start = text.len();
            self.copy(text, &part.whole, origins);
            return self.overrides.extend(part.is_override.then_some(start..text.len()));
        }
        self.copy(text, &part.open, origins);
        match &part.body {
            TreeBody::Plain | TreeBody::Tuple(_) => {}
            TreeBody::Fields(entries) | TreeBody::Map(entries) => {
                for (key, value) in entries {
                    self.copy(text, key, origins);
                    text.push_str(": ");
                    self.write(text, value, origins);
                    text.push_str(",\n");
                }
            }
            TreeBody::List(items) => {
                for item in items {
                    self.write(text, item, origins);
                    text.push_str(",\n");
                }
            }
        }
        self.copy(text, &part.close, origins);
    }

    fn copy(&mut self, text: &mut String, slice: &SourceSpan, origins: &[SourceText<'_>]) {
        let SourceSpan { source, ref span } = *slice;
        self.pieces.push(SourcePiece { at: text.len(), length: span.len(), source, from: span.start });
        text.push_str(origins[source].of(slice));
    }

    /// The same text, which borrows nothing.
    pub(crate) fn into_owned(self) -> MergedText<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        let origins = self.origins.into_iter().map(|SourceText { name, text }| SourceText { name, text: owned(text) });
        let Self { tree, pieces, overrides, .. } = self;
        MergedText { text: owned(self.text), tree, origins: origins.collect(), pieces, overrides }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A problem with the value at `path`, with the span at which the value was written.
    pub(crate) fn problem_at(&self, path: &[ValueStep], message: String, help: Option<String>) -> Problem {
        self.relocated(Problem::new(ProblemCode::Finding, &self.text, self.locate(path), message, help))
    }

    /// Whether the text was merged from several.
    pub(crate) fn has_base(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Whether the value at `path`, or one around it, stands in place of one of a base.
    pub(crate) fn is_override(&self, path: &[ValueStep]) -> bool {
        let span = self.locate(path);
        self.overrides.iter().any(|whole| whole.start <= span.start && span.end <= whole.end)
    }

    /// The name of the base in whose text the value at `path` was written; `None` for the preset's
    /// own text.
    pub(in crate::preset) fn base_of(&self, path: &[ValueStep]) -> Option<&str> {
        let (source, _) = self.origin(&self.locate(path))?;
        self.origins[source].name.as_deref()
    }

    /// Whether the merged text has a value at `path`.
    pub(crate) fn gives(&self, path: &[ValueStep]) -> bool {
        self.tree().is_some_and(|tree| tree.gives(&self.text, path))
    }

    /// The span of the value at `path` in the merged text, or of the last value on the way to it.
    pub(in crate::preset) fn locate(&self, path: &[ValueStep]) -> Range<usize> {
        self.tree().map_or(0..0, |tree| tree.locate(&self.text, path))
    }

    /// Looks values up in `text` from now on: the merged text, in which some parts are blank.
    pub(in crate::preset) fn read_as(&self, text: &str) {
        // The tree is not set yet: the first message needs it.
        let _ = syntax::parse_tree(text).map(|tree| self.tree.set(tree));
    }

    /// The tree of the merged text; `None` if its brackets do not match.
    fn tree(&self) -> Option<&ValueTree> {
        let parsed = || syntax::parse_tree(&self.text).ok();
        self.tree.get().or_else(|| parsed().map(|tree| self.tree.get_or_init(|| tree)))
    }

    /// An error in the merged text, with each problem moved to where its value was written.
    pub(crate) fn error(&self, error: PresetError) -> PresetError {
        error.map(|problem| self.relocated(problem))
    }

    /// A problem in the merged text, moved to where its value was written.
    fn relocated(&self, problem: Problem) -> Problem {
        let Some((source, span)) = self.origin(&problem.span) else { return problem };
        let Problem { code, message, help, .. } = problem;
        self.origins[source].problem(code, span, message, help)
    }

    /// Where a span of the merged text was written: the index of a text, and the span in that text.
    ///
    /// A span over parts of several texts is reduced to its first character. `None` if the preset
    /// has no base, so that its spans are right as they are.
    fn origin(&self, span: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let piece_of = |at: usize| self.pieces[..self.pieces.partition_point(|piece| piece.at <= at)].last();
        let first = piece_of(span.start)?;
        let start = first.from + (span.start - first.at).min(first.length);
        let end = match piece_of(span.end.saturating_sub(1).max(span.start)) {
            Some(last) if last.source == first.source => last.from + span.end.saturating_sub(last.at).min(last.length),
            // The span ends in another text than it begins in: keep its first character.
            _ => start + self.first_length(first.source, start),
        };
        let length = self.origins[first.source].text.len();
        let start = start.min(length);
        Some((first.source, start..end.clamp(start, length)))
    }

    /// The length in bytes of the character at the offset `start` of the text with index `source`.
    fn first_length(&self, source: usize, start: usize) -> usize {
        let rest = self.origins[source].text.get(start..);
        rest.and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }
}
