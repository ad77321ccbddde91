//! The place in the text at which the RON parser stopped, and the tokens around that place.

use std::ops::Range;

use super::{
    tokens::{Token, TokenKind},
    tree::{TreeBody, TreePart, ValueTree},
};

/// The place at which the RON parser stopped, in the text and among the text's tokens.
///
/// All brackets of the text match.
pub(super) struct TokenPlace<'text> {
    pub(super) text: &'text str,
    tokens: &'text [Token],
    tree: &'text ValueTree,
    /// The byte offset at which the parser stopped.
    at: usize,
    /// The index of the first token that ends after `at`.
    next: usize,
}

impl<'text> TokenPlace<'text> {
    pub(super) fn new(text: &'text str, tokens: &'text [Token], tree: &'text ValueTree, at: usize) -> Self {
        Self { text, tokens, tree, at, next: tokens.partition_point(|token| token.span.end <= at) }
    }

    /// The token at which the parser stopped; `None` at the end of the text.
    pub(super) fn token(&self) -> Option<&'text Token> {
        self.tokens.get(self.next)
    }

    /// The last token that ends at or before the place at which the parser stopped.
    pub(super) fn before(&self) -> Option<&'text Token> {
        self.tokens.get(self.next.checked_sub(1)?)
    }

    /// The token at which the parser stopped and the two before it.
    pub(super) fn last_three(&self) -> Option<&'text [Token; 3]> {
        self.tokens.get(self.next.checked_sub(2)?..=self.next)?.try_into().ok()
    }

    /// The place of the previous token, if that token is a word, or quotes without a character.
    pub(super) fn previous_word(&self) -> Option<Self> {
        let is_word = |token: &&Token| token.kind == TokenKind::Word || &self.text[token.span.clone()] == "''";
        let word = self.before().filter(is_word)?;
        Some(Self { at: word.span.start, next: self.next - 1, ..*self })
    }

    /// The span of a value with a path before its name, as in `Shape::Circle`, and the offset of
    /// the name; `None` if the parser stopped at no such value.
    pub(super) fn path(&self) -> Option<(Range<usize>, usize)> {
        let ends = |first: usize| {
            let mut last = first;
            while self.is_path(last) {
                last += 3;
            }
            (last > first).then_some((first, last))
        };
        let (first, last) = (self.next.saturating_sub(3)..=self.next).find_map(ends)?;
        let name = Self { at: self.tokens[last].span.start, next: last, ..*self };
        Some((self.tokens[first].span.start..name.with_brackets(), name.at))
    }

    /// Whether the word with this index is followed by `::` and another word, without spaces.
    fn is_path(&self, word: usize) -> bool {
        let Some([word, colons @ .., name]) = self.tokens.get(word..word + 4) else { return false };
        let is_joined = word.span.end + 2 == name.span.start;
        let is_word = |token: &Token| token.kind == TokenKind::Word;
        is_word(word) && is_word(name) && is_joined && colons.iter().all(|colon| colon.kind == TokenKind::Colon)
    }

    /// The end of the token at this place, or of the brackets that follow it.
    fn with_brackets(&self) -> usize {
        let behind = &self.tokens[self.next + 1..];
        let mut open = 0usize;
        let mut closes = |token: &Token| {
            match token.kind {
                TokenKind::Open => open += 1,
                TokenKind::Close => open = open.saturating_sub(1),
                _ => {}
            }
            open == 0
        };
        let last = behind.iter().find(|token| closes(token)).filter(|_| behind[0].kind == TokenKind::Open);
        last.unwrap_or(&self.tokens[self.next]).span.end
    }

    /// The place of the next value if a comma follows the current value; else this place.
    pub(super) fn after(&self) -> Self {
        let end = self.value().end;
        let behind = self.tokens.partition_point(|token| token.span.end <= end);
        match self.tokens.get(behind..) {
            Some([comma, value, ..]) if comma.kind == TokenKind::Comma => {
                Self { at: value.span.start, next: behind + 1, ..*self }
            }
            _ => Self { ..*self },
        }
    }

    /// The part of the token that the parser has read as a value, if it stopped inside the token.
    pub(super) fn read_prefix(&self) -> Option<&'text str> {
        let start = self.token()?.span.start;
        self.text.get(start..self.at).filter(|taken| !taken.is_empty())
    }

    /// The parts of the text around the token at this place, from the outermost to the innermost.
    fn around(&self) -> Vec<TreePart<'text>> {
        self.tree.around(self.token().map_or(self.text.len(), |token| token.span.start))
    }

    /// The span of the value at this place: a token, with the brackets after it if there are any.
    pub(super) fn value(&self) -> Range<usize> {
        let Some(first) = self.token() else { return self.text.len()..self.text.len() };
        let value = match self.around().pop() {
            Some(TreePart::Item(value) | TreePart::Entry((_, value))) => value,
            Some(TreePart::Inside(_)) => return first.span.clone(),
            None => self.tree,
        };
        // The value may begin with a name before this bracket.
        let starts = value.whole.span.start == first.span.start || value.open.span.end == first.span.end;
        first.span.start..if starts { value.whole.span.end } else { first.span.end }
    }

    /// The innermost value in whose brackets the parser stopped.
    fn inside(&self) -> Option<&'text ValueTree> {
        self.around().into_iter().rev().find_map(|part| match part {
            TreePart::Inside(value) => Some(value),
            TreePart::Entry(_) | TreePart::Item(_) => None,
        })
    }

    /// The span of the value in whose brackets the parser stopped, including the name before them.
    pub(super) fn enclosing(&self) -> Option<Range<usize>> {
        self.inside().map(|value| value.whole.span.clone())
    }

    /// Whether the parser stopped among values without names in round brackets, as in a pair.
    pub(super) fn is_in_tuple(&self) -> bool {
        self.inside().is_some_and(|value| matches!(value.body, TreeBody::Tuple(_)))
    }

    /// The span of the brackets in which the parser stopped at the name of a field, and the values
    /// of two fields, if both are there.
    pub(super) fn with_fields(&self, names: [&str; 2]) -> Option<(Range<usize>, [&'text str; 2])> {
        let value = self.inside().filter(|_| self.is_key())?;
        let TreeBody::Fields(fields) = &value.body else { return None };
        let of = |name: &str| {
            let (_, value) = fields.iter().find(|(key, _)| &self.text[key.span.clone()] == name)?;
            self.text.get(value.whole.span.clone())
        };
        Some((value.whole.span.clone(), [of(names[0])?, of(names[1])?]))
    }

    /// The opening bracket of the brackets in which the parser stopped.
    pub(super) fn bracket(&self) -> Option<&'text Token> {
        let end = self.inside()?.open.span.end;
        self.tokens.get(self.tokens.partition_point(|token| token.span.end < end))
    }

    /// The name before the brackets in which the parser stopped.
    pub(super) fn variant(&self) -> Option<&'text str> {
        let start = self.inside()?.open.span.start;
        let first = self.tokens.get(self.tokens.partition_point(|token| token.span.start < start))?;
        (first.kind == TokenKind::Word).then(|| &self.text[first.span.clone()])
    }

    /// The nearest field or key whose value contains this place.
    pub(super) fn field(&self) -> Option<&'text str> {
        self.fields().next()
    }

    /// The nearest field or key around [`Self::field`].
    pub(super) fn outer_field(&self) -> Option<&'text str> {
        self.fields().nth(1)
    }

    /// The fields and keys whose values contain this place, from the innermost to the outermost.
    fn fields(&self) -> impl Iterator<Item = &'text str> {
        // The value behind a colon may be missing.
        let colon = self.next.checked_sub(1).filter(|&before| self.tokens[before].kind == TokenKind::Colon);
        let start = self.token().map_or(self.text.len(), |token| token.span.start);
        let keys = self.around().into_iter().rev().filter_map(move |part| match part {
            TreePart::Entry((key, value)) if value.whole.span.start <= start => Some(key.span.clone()),
            TreePart::Entry(_) | TreePart::Inside(_) | TreePart::Item(_) => None,
        });
        let missing = colon.and_then(|colon| colon.checked_sub(1)).map(|key| self.tokens[key].span.clone());
        let (text, known) = (self.text, missing.clone());
        missing.into_iter().chain(keys.filter(move |key| Some(key) != known.as_ref())).map(move |key| &text[key])
    }

    /// Whether the token at this place is a field's name: a colon follows the token.
    pub(super) fn is_key(&self) -> bool {
        self.tokens.get(self.next + 1).is_some_and(|token| token.kind == TokenKind::Colon)
    }

    /// The span of the last token up to this place that equals `word`.
    pub(super) fn last(&self, word: &str) -> Option<Range<usize>> {
        let tokens = &self.tokens[..self.tokens.len().min(self.next + 1)];
        tokens.iter().rev().map(|token| token.span.clone()).find(|span| &self.text[span.clone()] == word)
    }
}
