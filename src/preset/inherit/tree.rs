//! A preset's text taken apart into structs, maps and lists, as far as merging goes into them.

use super::{
    Slice,
    syntax::{Kind, Token},
};

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The whole of it, as it was written.
    pub(super) whole: Slice,
    /// The name and the bracket that it opens with; nothing for what has none.
    pub(super) open: Slice,
    pub(super) close: Slice,
    pub(super) body: Body,
    /// Whether it is no longer as it was written.
    pub(super) is_changed: bool,
}

/// What is in a value.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Nothing that could be merged: a number, a text, a pair.
    Plain,
    /// Fields with names, in round brackets.
    Fields(Vec<Entry>),
    /// Entries with keys, in braces.
    Map(Vec<Entry>),
    /// Items in square brackets.
    List(Vec<Part>),
}

/// A name or key, and its value.
pub(super) type Entry = (Slice, Part);

impl Part {
    /// A value without parts.
    pub(super) fn plain(whole: Slice) -> Self {
        let end = Slice { source: whole.source, span: whole.span.end..whole.span.end };
        Self { open: whole.clone(), close: end, whole, body: Body::Plain, is_changed: false }
    }
}

/// Takes the text with number `source` apart. Its form is right: the reader has gone through it.
pub(super) fn read(text: &str, tokens: &[Token], source: usize) -> Part {
    let mut reader = Reader { text, tokens, source, next: 0 };
    // Attributes are not inherited: nothing that the language has needs one.
    while reader.kind(0) == Some(Kind::Word) && reader.word(0).starts_with("#!") {
        reader.next += 1;
        reader.value();
    }
    reader.value()
}

struct Reader<'text> {
    text: &'text str,
    tokens: &'text [Token],
    source: usize,
    next: usize,
}

impl Reader<'_> {
    fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.next + ahead).map(|token| token.kind)
    }

    fn word(&self, ahead: usize) -> &str {
        self.tokens.get(self.next + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The bytes from one token up to, but not including, another.
    fn slice(&self, from: usize, to: usize) -> Slice {
        let end = self.text.len();
        let start = self.tokens.get(from).map_or(end, |token| token.span.start);
        let last = to.checked_sub(1).filter(|last| *last >= from);
        let end = last.map_or(start, |last| self.tokens.get(last).map_or(end, |token| token.span.end));
        Slice { source: self.source, span: start..end }
    }

    /// The value that begins at the next token. The depth of brackets is bounded by the reader of the form.
    fn value(&mut self) -> Part {
        let first = self.next;
        if self.kind(0) == Some(Kind::Word) {
            self.next += 1;
        }
        if self.kind(0) != Some(Kind::Open) {
            self.next = self.next.max(first + 1);
            return Part::plain(self.slice(first, self.next));
        }
        let bracket = self.word(0).to_owned();
        self.next += 1;
        let inside = self.next;
        let body = match bracket.as_str() {
            "(" if self.kind(0) == Some(Kind::Close) || self.kind(1) == Some(Kind::Colon) => {
                Body::Fields(self.entries())
            }
            "{" => Body::Map(self.entries()),
            "[" => Body::List(self.items()),
            _ => {
                self.items();
                Body::Plain
            }
        };
        let close = self.next;
        self.next += 1;
        Part {
            whole: self.slice(first, self.next),
            open: self.slice(first, inside),
            close: self.slice(close, self.next),
            body,
            is_changed: false,
        }
    }

    fn entries(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        while self.goes_on() {
            let first = self.next;
            self.value();
            let key = self.slice(first, self.next);
            if self.kind(0) == Some(Kind::Colon) {
                self.next += 1;
            }
            entries.push((key, self.value()));
        }
        entries
    }

    fn items(&mut self) -> Vec<Part> {
        let mut items = Vec::new();
        while self.goes_on() {
            items.push(self.value());
        }
        items
    }

    /// Whether something stands before the closing bracket; goes past commas.
    fn goes_on(&mut self) -> bool {
        while matches!(self.kind(0), Some(Kind::Comma | Kind::Colon)) {
            self.next += 1;
        }
        !matches!(self.kind(0), None | Some(Kind::Close))
    }
}
