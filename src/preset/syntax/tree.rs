//! Parses the tokens of a preset's text into a tree of values with their spans.
//!
//! The tree serves the merging with bases, the search for the value at a path, and the explanation
//! of errors. It does not know which fields there are.

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
    /// In bytes of that text.
    pub(in crate::preset) span: Range<usize>,
}

/// A value in the text of a preset: its spans, and the values inside it.
#[derive(Clone, Debug)]
pub(in crate::preset) struct ValueTree {
    /// The span of the whole value, as it was written.
    pub(in crate::preset) whole: SourceSpan,
    /// The span of the name and the opening bracket; of the whole value if it has no brackets.
    pub(in crate::preset) open: SourceSpan,
    /// The span of the closing bracket; empty if the value has no brackets.
    pub(in crate::preset) close: SourceSpan,
    pub(in crate::preset) body: TreeBody,
    /// Whether merging has changed the value, so that its text must be written anew.
    pub(in crate::preset) is_changed: bool,
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
    /// A value without brackets.
    pub(in crate::preset) fn plain(whole: SourceSpan) -> Self {
        let end = SourceSpan { source: whole.source, span: whole.span.end..whole.span.end };
        Self { open: whole.clone(), close: end, whole, body: TreeBody::Plain, is_changed: false, is_override: false }
    }
}

/// Parses the tokens of a text, whose index among the merged texts is `source`. Its brackets match.
///
/// A text that is not well-formed gets some tree, in which a key may have an empty value.
pub(super) fn read(text: &str, tokens: &[Token], source: usize) -> ValueTree {
    let mut reader = TreeReader { text, tokens, source, next: 0, depth: 0 };
    // Skip RON attributes such as `#![enable(...)]`: no feature of the preset language needs one.
    while reader.kind(0) == Some(TokenKind::Word) && reader.word(0).starts_with("#!") {
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
    fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.next + ahead).map(|token| token.kind)
    }

    fn word(&self, ahead: usize) -> &str {
        self.tokens.get(self.next + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The span of the tokens with the indices `from..to`.
    fn slice(&self, from: usize, to: usize) -> SourceSpan {
        let end = self.text.len();
        let start = self.tokens.get(from).map_or(end, |token| token.span.start);
        let last = to.checked_sub(1).filter(|last| *last >= from);
        let end = last.map_or(start, |last| self.tokens.get(last).map_or(end, |token| token.span.end));
        SourceSpan { source: self.source, span: start..end }
    }

    /// Parses the value at the next token. [`MAX_DEPTH`] bounds the recursion.
    fn value(&mut self) -> ValueTree {
        let first = self.next;
        if self.kind(0) == Some(TokenKind::Word) {
            self.next += 1;
        }
        if self.kind(0) != Some(TokenKind::Open) {
            self.next = self.next.max(first + 1);
            return ValueTree::plain(self.slice(first, self.next));
        }
        let bracket = self.word(0).to_owned();
        self.next += 1;
        let inside = self.next;
        self.depth += 1;
        let body = match bracket.as_str() {
            _ if self.depth > MAX_DEPTH => {
                self.skip_brackets();
                TreeBody::Tuple(Vec::new())
            }
            "(" if self.kind(0) == Some(TokenKind::Close) || self.kind(1) == Some(TokenKind::Colon) => {
                TreeBody::Fields(self.entries())
            }
            "{" => TreeBody::Map(self.entries()),
            "[" => TreeBody::List(self.items()),
            _ => TreeBody::Tuple(self.items()),
        };
        let close = self.next;
        self.next += 1;
        self.depth -= 1;
        ValueTree {
            whole: self.slice(first, self.next),
            open: self.slice(first, inside),
            close: self.slice(close, self.next),
            body,
            is_changed: false,
            is_override: false,
        }
    }

    /// Moves to the closing bracket of the brackets that were opened last.
    fn skip_brackets(&mut self) {
        let mut open = 1usize;
        while let Some(kind) = self.kind(0) {
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
            let first = self.next;
            self.value();
            let key = self.slice(first, self.next);
            let value = match self.kind(0) {
                Some(TokenKind::Colon) if !matches!(self.kind(1), None | Some(TokenKind::Close | TokenKind::Comma)) => {
                    self.next += 1;
                    self.value()
                }
                _ => ValueTree::plain(SourceSpan { source: self.source, span: key.span.end..key.span.end }),
            };
            entries.push((key, value));
        }
        entries
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
        while matches!(self.kind(0), Some(TokenKind::Comma | TokenKind::Colon)) {
            self.next += 1;
        }
        !matches!(self.kind(0), None | Some(TokenKind::Close))
    }
}

impl ValueTree {
    /// The parts of this value that contain the offset `at`, from the outermost to the innermost.
    pub(in crate::preset) fn around(&self, at: usize) -> Vec<TreePart<'_>> {
        let mut parts = Vec::new();
        let mut value = self;
        loop {
            if value.close.span.is_empty() || at < value.open.span.end || at > value.close.span.start {
                return parts;
            }
            parts.push(TreePart::Inside(value));
            let inner = match &value.body {
                TreeBody::Plain => None,
                TreeBody::Fields(entries) | TreeBody::Map(entries) => {
                    let number = entries.partition_point(|(_, value)| value.whole.span.end <= at);
                    let entry = entries.get(number).filter(|(key, _)| key.span.start <= at);
                    entry.map(|entry| {
                        parts.push(TreePart::Entry(entry));
                        &entry.1
                    })
                }
                TreeBody::List(items) | TreeBody::Tuple(items) => {
                    let number = items.partition_point(|item| item.whole.span.end <= at);
                    let item = items.get(number).filter(|item| item.whole.span.start <= at);
                    item.inspect(|item| parts.push(TreePart::Item(item)))
                }
            };
            let Some(inner) = inner else { return parts };
            value = inner;
        }
    }
}

/// A part of a tree that contains some offset of the text.
#[derive(Clone, Copy, Debug)]
pub(in crate::preset) enum TreePart<'tree> {
    /// The offset is in the brackets of this value, at the latest at the closing one.
    Inside(&'tree ValueTree),
    /// The offset is in this field or map entry: in its key, its value, or between them.
    Entry(&'tree TreeEntry),
    /// The offset is in this item of a list or tuple.
    Item(&'tree ValueTree),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::syntax::parse_tree;

    #[test]
    fn a_value_nested_too_deep_is_skipped_with_all_of_its_brackets() {
        for depth in [MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, MAX_DEPTH + 9] {
            let text = format!("(a: {}1, [2, (3)], {{}}{}, b: 4)", "[".repeat(depth), "]".repeat(depth));
            let tree = parse_tree(&text).expect("brackets that match");
            assert_eq!((tree.whole.span, tree.close.span), (0..text.len(), text.len() - 1..text.len()));
            let TreeBody::Fields(fields) = tree.body else { panic!("fields") };
            let keys: Vec<_> = fields.iter().map(|(key, _)| &text[key.span.clone()]).collect();
            assert_eq!(keys, ["a", "b"], "{depth}");
        }
    }
}
