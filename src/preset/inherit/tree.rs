//! Parses a preset's text into a tree of structs, maps and lists, the values that can be merged.

use super::{
    SourceSpan,
    syntax::{Token, TokenKind},
};

/// A value in the text of a preset: its spans, and the values inside it.
#[derive(Clone, Debug)]
pub(super) struct ValueTree {
    /// The span of the whole value, as it was written.
    pub(super) whole: SourceSpan,
    /// The span of the name and the opening bracket; of the whole value if it has no brackets.
    pub(super) open: SourceSpan,
    /// The span of the closing bracket; empty if the value has no brackets.
    pub(super) close: SourceSpan,
    pub(super) body: TreeBody,
    /// Whether merging has changed the value, so that its text must be written anew.
    pub(super) is_changed: bool,
}

/// The content of a [`ValueTree`].
#[derive(Clone, Debug)]
pub(super) enum TreeBody {
    /// A value that is not merged: a number, a string, a pair.
    Plain,
    /// Named fields, in round brackets.
    Fields(Vec<TreeEntry>),
    /// Entries with keys, in braces.
    Map(Vec<TreeEntry>),
    /// Items in square brackets.
    List(Vec<ValueTree>),
}

/// The span of a field's name or of a map's key, and the value.
pub(super) type TreeEntry = (SourceSpan, ValueTree);

impl ValueTree {
    /// A value without brackets.
    pub(super) fn plain(whole: SourceSpan) -> Self {
        let end = SourceSpan { source: whole.source, span: whole.span.end..whole.span.end };
        Self { open: whole.clone(), close: end, whole, body: TreeBody::Plain, is_changed: false }
    }
}

/// Parses a text, whose index among the merged texts is `source`.
///
/// `syntax::form` has found no error in the text.
pub(super) fn read(text: &str, tokens: &[Token], source: usize) -> ValueTree {
    let mut reader = TreeReader { text, tokens, source, next: 0 };
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

    /// Parses the value at the next token. `syntax::form` bounds the depth of the recursion.
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
        let body = match bracket.as_str() {
            "(" if self.kind(0) == Some(TokenKind::Close) || self.kind(1) == Some(TokenKind::Colon) => {
                TreeBody::Fields(self.entries())
            }
            "{" => TreeBody::Map(self.entries()),
            "[" => TreeBody::List(self.items()),
            _ => {
                self.items();
                TreeBody::Plain
            }
        };
        let close = self.next;
        self.next += 1;
        ValueTree {
            whole: self.slice(first, self.next),
            open: self.slice(first, inside),
            close: self.slice(close, self.next),
            body,
            is_changed: false,
        }
    }

    fn entries(&mut self) -> Vec<TreeEntry> {
        let mut entries = Vec::new();
        while self.goes_on() {
            let first = self.next;
            self.value();
            let key = self.slice(first, self.next);
            if self.kind(0) == Some(TokenKind::Colon) {
                self.next += 1;
            }
            entries.push((key, self.value()));
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
