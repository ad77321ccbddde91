//! Parses the tokens of a preset's text into a tree of values with their spans.
//!
//! The tree is merged with those of bases, read by serde, and searched for the value at a path. It
//! does not know which fields there are. What is not well-formed is a value of its own, so that a
//! reader meets it in text order.

use std::ops::Range;

use super::{
    MAX_DEPTH, MAX_PROBLEMS,
    explanation::quoted_if_short,
    fault::Fault,
    tokens::{Token, TokenKind},
};
use crate::error::{Problem, ProblemCode};

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
    /// The span of the name of the field, or of the key of a map, whose value it is.
    pub(in crate::preset) key: Option<SourceSpan>,
    /// The span of the whole value, as it was written.
    pub(in crate::preset) whole: SourceSpan,
    /// The end of the name before the opening bracket; the value's beginning if it has none.
    name_end: usize,
    /// The offset behind the opening bracket; that of the value's end if it has no brackets.
    pub(super) inside: usize,
    pub(in crate::preset) body: TreeBody,
    /// Whether the value stands in place of one of the base.
    pub(in crate::preset) is_override: bool,
}

/// The content of a [`ValueTree`]. Tuples and plain values are not merged.
#[derive(Clone, Debug)]
pub(in crate::preset) enum TreeBody {
    /// A single token: a number, a string, a word, or a mark where a value is missing.
    Plain,
    /// What is not well-formed.
    Broken(Fault),
    /// Values without names, in round brackets: a pair.
    Tuple(Vec<ValueTree>),
    /// Named fields, in round brackets.
    Fields(Vec<ValueTree>),
    /// Entries with keys, in braces.
    Map(Vec<ValueTree>),
    /// Items in square brackets.
    List(Vec<ValueTree>),
}

impl TreeBody {
    /// The values in the brackets; none for other values.
    pub(super) fn parts(&self) -> &[ValueTree] {
        match self {
            Self::Tuple(parts) | Self::Fields(parts) | Self::Map(parts) | Self::List(parts) => parts,
            Self::Plain | Self::Broken(_) => &[],
        }
    }
}

impl ValueTree {
    /// A value without brackets.
    pub(super) fn bare(whole: SourceSpan, body: TreeBody) -> Self {
        let (name_end, inside) = (whole.span.start, whole.span.end);
        Self { key: None, whole, name_end, inside, body, is_override: false }
    }

    /// A key without a colon behind it.
    pub(super) fn without_colon(key: SourceSpan) -> Self {
        let behind = SourceSpan { span: key.span.end..key.span.end, ..key };
        Self { key: Some(key), ..Self::bare(behind, TreeBody::Broken(Fault::NoColon)) }
    }

    /// The span of the name and the opening bracket; of the whole value if it has no brackets.
    pub(in crate::preset) fn open(&self) -> SourceSpan {
        SourceSpan { span: self.whole.span.start..self.inside, ..self.whole }
    }

    /// The span of the brackets, without a name before them.
    pub(super) fn brackets(&self) -> SourceSpan {
        SourceSpan { span: self.inside - 1..self.whole.span.end, ..self.whole }
    }

    /// The span of the name before the brackets; of the whole value if there is none.
    pub(in crate::preset) fn name(&self) -> SourceSpan {
        let end = if self.is_named() { self.name_end } else { self.whole.span.end };
        SourceSpan { span: self.whole.span.start..end, ..self.whole }
    }

    /// Whether a name stands before the opening bracket.
    pub(in crate::preset) fn is_named(&self) -> bool {
        self.name_end > self.whole.span.start
    }

    /// The value with the span of its brackets alone.
    fn without_name(self) -> Self {
        let whole = self.brackets();
        Self { name_end: whole.span.start, whole, ..self }
    }
}

/// Parses the tokens of a text, whose index among the merged texts is `source`. Its brackets match.
/// Adds to `notes` what is no mistake of the tree, at most [`MAX_PROBLEMS`].
pub(super) fn read(text: &str, tokens: &[Token], source: usize, notes: &mut Vec<Problem>) -> ValueTree {
    let mut reader = TreeReader { text, tokens, source, notes, next: 0, depth: 0 };
    // Attributes such as `#![enable(...)]` make no difference.
    while text[reader.span(reader.next)].starts_with("#!") && reader.kind(1) == Some(TokenKind::Open) {
        reader.next += 1;
        reader.value();
    }
    let mut tree = reader.value();
    if reader.kind(0).is_some()
        && let TreeBody::Fields(fields) = &mut tree.body
    {
        fields.push(reader.broken(Fault::Trailing));
    }
    tree
}

/// A parser of a value tree: the tokens of a text, and the index of the next one.
struct TreeReader<'text> {
    text: &'text str,
    tokens: &'text [Token],
    source: usize,
    notes: &'text mut Vec<Problem>,
    next: usize,
    /// The number of open brackets.
    depth: usize,
}

impl<'text> TreeReader<'text> {
    /// The kind of the token `ahead` of the next one.
    fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.next + ahead).map(|token| token.kind)
    }

    /// The span of the token with this index; the end of the text behind the last one.
    fn span(&self, token: usize) -> Range<usize> {
        self.tokens.get(token).map_or(self.text.len()..self.text.len(), |token| token.span.clone())
    }

    fn place(&self, span: Range<usize>) -> SourceSpan {
        SourceSpan { source: self.source, span }
    }

    /// A fault at the next token.
    fn broken(&self, fault: Fault) -> ValueTree {
        ValueTree::bare(self.place(self.span(self.next)), TreeBody::Broken(fault))
    }

    /// Notes what the value at `span` does not need; `rest` is the value without it.
    fn note(&mut self, span: Range<usize>, message: String, rest: &str, without: &str) {
        if self.notes.len() < MAX_PROBLEMS {
            let rest = quoted_if_short(rest).unwrap_or_else(|| "the value".to_owned());
            let help = Some(format!("write {rest}{without}"));
            self.notes.push(Problem::new(ProblemCode::Syntax, self.text, span, message, help));
        }
    }

    /// Parses the value at the next token. [`MAX_DEPTH`] bounds the recursion. Other languages have
    /// paths such as `Shape::Circle`, and `Some(...)`: the name and the value alone are meant.
    fn value(&mut self) -> ValueTree {
        let start = self.span(self.next).start;
        while self.is_path() {
            self.next += 3;
        }
        let name = self.span(self.next);
        let mut value = match [self.kind(0), self.kind(1)] {
            [Some(TokenKind::Open), _] => self.bracketed(false),
            [Some(TokenKind::Word), Some(TokenKind::Open)] => self.bracketed(true),
            _ => self.token(),
        };
        let whole = value.whole.span.clone();
        if name.start > start {
            let message = format!("`{}` is not needed", &self.text[start..name.start]);
            self.note(start..whole.end, message, &self.text[whole.clone()], "");
        }
        if value.is_named() && &self.text[name] == "Some" && self.text[..value.inside].ends_with('(') {
            value = match value.body {
                TreeBody::Tuple(mut items) if items.len() == 1 => items.remove(0),
                // The fields or the pair inside have these brackets.
                _ => value.without_name(),
            };
            let inner = value.whole.span.clone();
            self.note(whole, "`Some` is not needed".to_owned(), &self.text[inner], " without it");
        }
        value
    }

    /// Whether the next word is followed by `::` and another word, without spaces.
    fn is_path(&self) -> bool {
        let Some([word, colons @ .., name]) = self.tokens.get(self.next..self.next + 4) else { return false };
        let are_words = word.kind == TokenKind::Word && name.kind == TokenKind::Word;
        let is_joined = word.span.end + 2 == name.span.start;
        are_words && is_joined && colons.iter().all(|colon| colon.kind == TokenKind::Colon)
    }

    /// The next token as a value. One that ends a value stands for a missing one, and stays.
    fn token(&mut self) -> ValueTree {
        let value = ValueTree::bare(self.place(self.span(self.next)), TreeBody::Plain);
        self.next += usize::from(!matches!(self.kind(0), None | Some(TokenKind::Close | TokenKind::Comma)));
        value
    }

    /// Parses a value in brackets, before which a name may stand.
    fn bracketed(&mut self, is_named: bool) -> ValueTree {
        let name = self.span(self.next);
        self.next += usize::from(is_named);
        let bracket = self.span(self.next);
        self.next += 1;
        self.depth += 1;
        let has_fields = || self.kind(0) == Some(TokenKind::Close) || self.kind(1) == Some(TokenKind::Colon);
        let body = match &self.text[bracket.clone()] {
            _ if self.depth > MAX_DEPTH => {
                self.skip_brackets();
                TreeBody::Broken(Fault::TooDeep)
            }
            "(" if has_fields() && !self.is_path() => TreeBody::Fields(self.parts(Self::entry)),
            "{" => TreeBody::Map(self.parts(Self::entry)),
            "[" => TreeBody::List(self.parts(Self::value)),
            _ => TreeBody::Tuple(self.parts(Self::value)),
        };
        let whole = self.place(name.start..self.span(self.next).end);
        self.next += 1;
        self.depth -= 1;
        let name_end = if is_named { name.end } else { name.start };
        ValueTree { key: None, whole, name_end, inside: bracket.end, body, is_override: false }
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

    /// Parses the values up to the closing bracket, each by `part`, and the commas between them.
    fn parts(&mut self, part: impl Fn(&mut Self) -> ValueTree) -> Vec<ValueTree> {
        let mut parts = Vec::new();
        while !matches!(self.kind(0), None | Some(TokenKind::Close)) {
            if !parts.is_empty() && self.tokens[self.next - 1].kind != TokenKind::Comma {
                parts.push(self.broken(Fault::NoComma));
            }
            parts.push(part(self));
            self.next += usize::from(self.kind(0) == Some(TokenKind::Comma));
        }
        parts
    }

    /// Parses a key, the colon and the value.
    fn entry(&mut self) -> ValueTree {
        let key = self.value().whole;
        if self.kind(0) != Some(TokenKind::Colon) {
            return ValueTree::without_colon(key);
        }
        self.next += 1;
        ValueTree { key: Some(key), ..self.value() }
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
            let tree =
                read(&text, &tokens_of(&text, &mut Vec::new()).expect("brackets that match"), 0, &mut Vec::new());
            assert_eq!(tree.whole.span, 0..text.len());
            let TreeBody::Fields(fields) = tree.body else { panic!("fields") };
            let keys: Vec<_> = fields.iter().map(|field| &text[field.key.clone().unwrap().span]).collect();
            assert_eq!(keys, ["a", "b"], "{depth}");
        }
    }
}
