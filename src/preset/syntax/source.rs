//! A preset's text and those of its bases, with the tree of their values.

use std::{borrow::Cow, ops::Range};

use super::{SourceSpan, ValueStep, ValueTree, tokens::Token};
use crate::error::{PresetError, Problem, ProblemCode};

/// The text of a preset or of one of its bases.
#[derive(Clone, Debug)]
pub(in crate::preset) struct SourceText<'text> {
    /// The name of the base; `None` for the preset itself.
    pub(in crate::preset) name: Option<String>,
    pub(in crate::preset) text: Cow<'text, str>,
}

impl SourceText<'_> {
    pub(in crate::preset) fn of(&self, slice: &SourceSpan) -> &str {
        self.text.get(slice.span.clone()).unwrap_or_default()
    }

    /// A problem with a span of this text.
    pub(in crate::preset) fn problem(
        &self,
        code: ProblemCode,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Problem {
        Problem::new(code, &self.text, span, message, help).in_base(self.name.clone())
    }

    /// The error that refuses the value at `slice`.
    pub(in crate::preset) fn refuse<T>(
        &self,
        code: ProblemCode,
        slice: &SourceSpan,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Result<T, PresetError> {
        Err(PresetError::of(self.problem(code, slice.span.clone(), message.into(), help)))
    }
}

/// A preset as it is written: its text, those of its bases, and the tree that is merged from them.
#[derive(Clone, Debug)]
pub(crate) struct SourceTree<'text> {
    /// The preset, its base, the base of that, and so on.
    pub(in crate::preset) texts: Vec<SourceText<'text>>,
    /// The tokens of each text.
    pub(super) tokens: Vec<Vec<Token>>,
    pub(in crate::preset) tree: ValueTree,
    /// What was found in the texts that is no mistake of the tree.
    pub(super) notes: Vec<Problem>,
}

impl<'text> SourceTree<'text> {
    /// The same, which borrows nothing.
    pub(crate) fn into_owned(self) -> SourceTree<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        let texts = self.texts.into_iter().map(|SourceText { name, text }| SourceText { name, text: owned(text) });
        SourceTree { texts: texts.collect(), tree: self.tree, tokens: Vec::new(), notes: Vec::new() }
    }

    /// The same, which borrows nothing and keeps the tokens, so that its tree can be read again.
    pub(in crate::preset) fn readable(self) -> SourceTree<'static> {
        let tokens = self.tokens.clone();
        SourceTree { tokens, ..self.into_owned() }
    }

    /// The text at a span.
    pub(crate) fn written(&self, slice: &SourceSpan) -> &str {
        self.texts[slice.source].of(slice)
    }

    /// A problem with a span of one of the texts.
    pub(in crate::preset) fn problem(
        &self,
        code: ProblemCode,
        slice: SourceSpan,
        message: String,
        help: Option<String>,
    ) -> Problem {
        self.texts[slice.source].problem(code, slice.span, message, help)
    }

    /// A problem with the value at `path`.
    pub(crate) fn problem_at(&self, path: &[ValueStep], message: String, help: Option<String>) -> Problem {
        self.problem(ProblemCode::Finding, self.locate(path), message, help)
    }

    /// Whether the preset has a base.
    pub(crate) fn has_base(&self) -> bool {
        self.texts.len() > 1
    }

    /// Whether the value at `path`, or one around it, stands in place of one of a base.
    pub(crate) fn is_override(&self, path: &[ValueStep]) -> bool {
        (0..=path.len()).any(|length| self.tree.follow(&self.texts, &path[..length]).2)
    }

    /// The name of the base in whose text the value at `path` was written; `None` for the preset's
    /// own text.
    pub(in crate::preset) fn base_of(&self, path: &[ValueStep]) -> Option<&str> {
        self.texts[self.locate(path).source].name.as_deref()
    }

    /// Whether there is a value at `path`.
    pub(crate) fn gives(&self, path: &[ValueStep]) -> bool {
        self.tree.follow(&self.texts, path).1
    }

    /// The span of the value at `path`, or of the last value on the way to it.
    pub(in crate::preset) fn locate(&self, path: &[ValueStep]) -> SourceSpan {
        self.tree.follow(&self.texts, path).0.clone()
    }
}
