//! Parses the tokens of a preset's text into a tree of values with their spans.
//!
//! The tree is merged with those of bases, read by serde, and searched for the value at a path. It
//! does not know which fields there are.

use std::ops::Range;

use super::{
    MAX_DEPTH,
    tokens::{Token, TokenKind},
};

/// A span of the text of a preset or of one of its bases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preset) struct SourceSpan {
    /// The index of the text: 0 is the preset, 1 its base, 2 the base of that.
    pub(in crate::preset) source: usize,
    /// The index of its first token among those of the text.
    pub(in crate::preset) token: usize,
    /// In bytes of that text.
    pub(in crate::preset) span: Range<usize>,
}

/// A value in the text of a preset: its spans, and the values inside it.
#[derive(Clone, Debug)]
pub(in crate::preset) struct ValueTree {
    /// The span of the whole value, as it was written.
    pub(in crate::preset) whole: SourceSpan,
    /// The index of the token behind it.
    pub(super) after: usize,
    /// The offset behind the opening bracket; that of the value's end if it has no brackets.
    pub(super) inside: usize,
    /// Whether a name stands before the opening bracket.
    pub(super) is_named: bool,
    pub(in crate::preset) body: TreeBody,
    /// Whether the value stands in place of one of the base.
    pub(in crate::preset) is_override: bool,
}

/// The content of a [`ValueTree`]. Tuples and plain values are not merged.
#[derive(Clone, Debug)]
pub(in crate::preset) enum TreeBody {
    /// A value without brackets: a number, a string, a word.
    Plain,
    /// Values without names, in round brackets: a pair.
    Tuple(Vec<ValueTree>),
    /// Named fields, in round brackets.
    Fields(Vec<TreeEntry>),
    /// Entries with keys, in braces.
    Map(Vec<TreeEntry>),
    /// Items in square brackets.
    List(Vec<ValueTree>),
}

/// The span of a field's name or of a map's key, and the value.
pub(in crate::preset) type TreeEntry = (SourceSpan, ValueTree);

impl ValueTree {
    /// A value without brackets that is a single token, or a missing one: `after` is then the token
    /// in its place.
    pub(super) fn plain(whole: SourceSpan, after: usize) -> Self {
        let inside = whole.span.end;
        Self { whole, after, inside, is_named: false, body: TreeBody::Plain, is_override: false }
    }

    /// The span of the name and the opening bracket; of the whole value if it has no brackets.
    pub(in crate::preset) fn open(&self) -> SourceSpan {
        SourceSpan { span: self.whole.span.start..self.inside, ..self.whole }
    }

    /// Removes the name before the brackets.
    pub(super) fn without_name(&mut self) {
        self.whole = SourceSpan { token: self.bracket(), span: self.inside - 1..self.whole.span.end, ..self.whole };
        self.is_named = false;
    }

    /// The index of the token that is the opening bracket, if the value has brackets.
    pub(super) fn bracket(&self) -> usize {
        self.whole.token + usize::from(self.is_named)
    }
}

/// Parses the tokens of a text, whose index among the merged texts is `source`. Its brackets match.
///
/// A text that is not well-formed gets some tree, in which a key may have an empty value.
pub(super) fn read(text: &str, tokens: &[Token], source: usize) -> ValueTree {
    let mut reader = TreeReader { text, tokens, source, next: 0, depth: 0 };
    // Skip RON attributes such as `#![enable(...)]`: no feature of the preset language needs one.
    while reader.kind() == Some(TokenKind::Word) && reader.is_attribute() {
        reader.next += 1;
        reader.value();
    }
    reader.value()
}

/// A parser of a value tree: the tokens of a text, and the index of the next one.
struct TreeReader<'text> {
    text: &'text str,
    tokens: &'text [Token],
    source: usize,
    next: usize,
    /// The number of open brackets.
    depth: usize,
}

impl TreeReader<'_> {
    /// The kind of the next token. Those that were left out are skipped.
    fn kind(&mut self) -> Option<TokenKind> {
        while self.tokens.get(self.next).is_some_and(|token| token.kind == TokenKind::Gone) {
            self.next += 1;
        }
        self.tokens.get(self.next).map(|token| token.kind)
    }

    /// The kind of the token behind the next one.
    fn second_kind(&self) -> Option<TokenKind> {
        let behind = self.tokens.get(self.next + 1..).unwrap_or_default();
        behind.iter().map(|token| token.kind).find(|kind| *kind != TokenKind::Gone)
    }

    fn is_attribute(&self) -> bool {
        self.text[self.tokens[self.next].span.clone()].starts_with("#!")
    }

    /// The span of the tokens with the indices `from..to`.
    fn slice(&self, from: usize, to: usize) -> SourceSpan {
        let end = self.text.len();
        let start = self.tokens.get(from).map_or(end, |token| token.span.start);
        let last = to.checked_sub(1).filter(|last| *last >= from);
        let end = last.map_or(start, |last| self.tokens.get(last).map_or(end, |token| token.span.end));
        SourceSpan { source: self.source, token: from, span: start..end }
    }

    /// Parses the value at the next token. [`MAX_DEPTH`] bounds the recursion.
    fn value(&mut self) -> ValueTree {
        let is_word = self.kind() == Some(TokenKind::Word);
        let first = self.next;
        if is_word {
            self.next += 1;
        }
        if self.kind() != Some(TokenKind::Open) {
            self.next = first + 1;
            return ValueTree::plain(self.slice(first, self.next), self.next);
        }
        let bracket = self.tokens[self.next].span.clone();
        self.next += 1;
        self.depth += 1;
        let body = match &self.text[bracket.clone()] {
            // Its reader refuses a value in so many brackets.
            _ if self.depth > MAX_DEPTH => {
                self.skip_brackets();
                TreeBody::Tuple(Vec::new())
            }
            "(" if self.kind() == Some(TokenKind::Close) || self.second_kind() == Some(TokenKind::Colon) => {
                TreeBody::Fields(self.entries())
            }
            "{" => TreeBody::Map(self.entries()),
            "[" => TreeBody::List(self.items()),
            _ => TreeBody::Tuple(self.items()),
        };
        self.next += 1;
        self.depth -= 1;
        let whole = self.slice(first, self.next);
        ValueTree { whole, after: self.next, inside: bracket.end, is_named: is_word, body, is_override: false }
    }

    /// Moves to the closing bracket of the brackets that were opened last.
    fn skip_brackets(&mut self) {
        let mut open = 1usize;
        while let Some(kind) = self.kind() {
            match kind {
                TokenKind::Open => open += 1,
                TokenKind::Close => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
            self.next += 1;
        }
    }

    fn entries(&mut self) -> Vec<TreeEntry> {
        let mut entries = Vec::new();
        while self.goes_on() {
            let key = self.value().whole;
            let has_colon = self.kind() == Some(TokenKind::Colon);
            let value =
                match has_colon && !matches!(self.second_kind(), None | Some(TokenKind::Close | TokenKind::Comma)) {
                    true => {
                        self.next += 1;
                        self.value()
                    }
                    false => self.missing(key.span.end, self.next + usize::from(has_colon)),
                };
            entries.push((key, value));
        }
        entries
    }

    /// A value that is missing at the offset `at`, where the token `next` stands instead.
    fn missing(&self, at: usize, next: usize) -> ValueTree {
        ValueTree::plain(SourceSpan { source: self.source, token: next, span: at..at }, next)
    }

    fn items(&mut self) -> Vec<ValueTree> {
        let mut items = Vec::new();
        while self.goes_on() {
            items.push(self.value());
        }
        items
    }

    /// Whether another value comes before the closing bracket. Skips commas and colons.
    fn goes_on(&mut self) -> bool {
        loop {
            match self.kind() {
                Some(TokenKind::Comma | TokenKind::Colon) => self.next += 1,
                kind => return !matches!(kind, None | Some(TokenKind::Close)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::syntax::tokens_of;

    #[test]
    fn a_value_nested_too_deep_is_skipped_with_all_of_its_brackets() {
        for depth in [MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, MAX_DEPTH + 9] {
            let text = format!("(a: {}1, [2, (3)], {{}}{}, b: 4)", "[".repeat(depth), "]".repeat(depth));
            let tree = read(&text, &tokens_of(&text).expect("brackets that match"), 0);
            assert_eq!(tree.whole.span, 0..text.len());
            let TreeBody::Fields(fields) = tree.body else { panic!("fields") };
            let keys: Vec<_> = fields.iter().map(|(key, _)| &text[key.span.clone()]).collect();
            assert_eq!(keys, ["a", "b"], "{depth}");
        }
    }
}
