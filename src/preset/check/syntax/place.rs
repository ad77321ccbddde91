//! The place in the text at which the RON parser stopped, and the tokens around that place.

use std::ops::Range;

use super::tokens::{Token, TokenKind};

/// The place at which the RON parser stopped, in the text and among the text's tokens.
///
/// All brackets of the text match.
pub(super) struct TokenPlace<'text> {
    pub(super) text: &'text str,
    tokens: &'text [Token],
    /// The byte offset at which the parser stopped.
    at: usize,
    /// The index of the first token that ends after `at`.
    next: usize,
}

impl<'text> TokenPlace<'text> {
    pub(super) fn new(text: &'text str, tokens: &'text [Token], at: usize) -> Self {
        Self { text, tokens, at, next: tokens.partition_point(|token| token.span.end <= at) }
    }

    /// The token at which the parser stopped; `None` at the end of the text.
    pub(super) fn token(&self) -> Option<&'text Token> {
        self.tokens.get(self.next)
    }

    /// The last token that ends at or before the place at which the parser stopped.
    pub(super) fn before(&self) -> Option<&'text Token> {
        self.tokens.get(self.next.checked_sub(1)?)
    }

    /// The place of the previous token, if that token is a word.
    pub(super) fn previous_word(&self) -> Option<Self> {
        let word = self.before().filter(|token| token.kind == TokenKind::Word)?;
        Some(Self { at: word.span.start, next: self.next - 1, ..*self })
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

    /// The span of the value at this place: a token, with the brackets after it if there are any.
    pub(super) fn value(&self) -> Range<usize> {
        let Some(first) = self.token() else { return self.text.len()..self.text.len() };
        let mut last = self.next;
        let opens = |number: usize| self.tokens.get(number).is_some_and(|token| token.kind == TokenKind::Open);
        if first.kind == TokenKind::Word && opens(last + 1) {
            last += 1;
        }
        if opens(last) {
            last = self.closing(last);
        }
        let end = self.tokens.get(last).map_or(first.span.end, |token| token.span.end);
        first.span.start..end
    }

    /// The span of the value in whose brackets the parser stopped, including the name before them.
    pub(super) fn enclosing(&self) -> Option<Range<usize>> {
        let opener = self.opener(self.next)?;
        let end = self.tokens.get(self.closing(opener))?.span.end;
        Some(self.tokens.get(self.named(opener))?.span.start..end)
    }

    /// The opening bracket of the brackets in which the parser stopped.
    pub(super) fn bracket(&self) -> Option<&'text Token> {
        self.tokens.get(self.opener(self.next)?)
    }

    /// The name before the brackets in which the parser stopped.
    pub(super) fn variant(&self) -> Option<&'text str> {
        let opener = self.opener(self.next)?;
        let named = self.named(opener);
        (named < opener).then(|| self.words(named))
    }

    /// The nearest field or key whose value contains this place.
    pub(super) fn field(&self) -> Option<&'text str> {
        self.key(self.next).map(|key| self.words(key))
    }

    /// The nearest field or key around [`Self::field`].
    pub(super) fn outer_field(&self) -> Option<&'text str> {
        let field = self.key(self.next)?;
        self.key(self.named(self.opener(field)?)).map(|key| self.words(key))
    }

    /// The index of the nearest key whose value contains the token with index `number`.
    fn key(&self, mut number: usize) -> Option<usize> {
        loop {
            let colon = number.checked_sub(1).filter(|&before| self.tokens[before].kind == TokenKind::Colon);
            if let Some(key) = colon.and_then(|colon| colon.checked_sub(1)) {
                return Some(key);
            }
            number = self.named(self.opener(number)?);
        }
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

    fn words(&self, number: usize) -> &'text str {
        self.tokens.get(number).and_then(|token| self.text.get(token.span.clone())).unwrap_or_default()
    }

    /// The index of the innermost bracket that is open before the token with index `number`.
    fn opener(&self, number: usize) -> Option<usize> {
        let mut closed = 0usize;
        for before in (0..number.min(self.tokens.len())).rev() {
            match self.tokens[before].kind {
                TokenKind::Close => closed += 1,
                TokenKind::Open if closed == 0 => return Some(before),
                TokenKind::Open => closed -= 1,
                _ => {}
            }
        }
        None
    }

    /// The index of the token that closes the bracket with index `opener`.
    fn closing(&self, opener: usize) -> usize {
        let mut open = 0usize;
        for (number, token) in self.tokens.iter().enumerate().skip(opener) {
            match token.kind {
                TokenKind::Open => open += 1,
                TokenKind::Close => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return number;
            }
        }
        opener
    }

    /// The index of the word before the bracket with index `opener`; `opener` if there is no word.
    fn named(&self, opener: usize) -> usize {
        let word = opener.checked_sub(1).filter(|&before| self.tokens[before].kind == TokenKind::Word);
        word.unwrap_or(opener)
    }
}
