//! The place of a mistake: its token, those around it, and the brackets in which it is.

use std::ops::Range;

use super::{
    source::SourceText,
    tokens::{Token, TokenKind},
    tree::SourceSpan,
};

/// A pair of brackets whose content is read.
#[derive(Debug)]
pub(super) struct Bracket {
    /// The value with these brackets.
    pub(super) whole: SourceSpan,
    /// The index of the opening bracket among the tokens, and the offset behind it.
    pub(super) bracket: usize,
    pub(super) inside: usize,
    /// Whether a name stands before them.
    pub(super) is_named: bool,
    pub(super) has_fields: bool,
    /// Whether they hold values without names, and are round.
    pub(super) is_tuple: bool,
    /// The key of the field or entry whose value is read.
    pub(super) key: Option<SourceSpan>,
}

/// The place of a mistake.
pub(super) struct Place<'read> {
    pub(super) texts: &'read [SourceText<'read>],
    /// The index of the text in which the mistake is, and that text.
    pub(super) source: usize,
    pub(super) text: &'read str,
    /// The tokens of that text.
    pub(super) tokens: &'read [Token],
    /// The brackets around the mistake, from the outermost to the innermost.
    pub(super) around: &'read [Bracket],
    /// The index of the token at which the mistake is.
    pub(super) next: usize,
    /// The span of the value at this place.
    pub(super) value: Range<usize>,
}

impl<'read> Place<'read> {
    /// The token at the place; `None` at the end of the text.
    pub(super) fn token(&self) -> Option<&'read Token> {
        self.tokens.get(self.next)
    }

    /// The tokens before the place, from the last to the first.
    fn tokens_before(&self) -> impl Iterator<Item = &'read Token> {
        let before = &self.tokens[..self.next.min(self.tokens.len())];
        before.iter().rev().filter(|token| token.kind != TokenKind::Gone)
    }

    /// The last token before the place.
    pub(super) fn before(&self) -> Option<&'read Token> {
        self.tokens_before().next()
    }

    /// The token at the place and the two before it.
    pub(super) fn last_three(&self) -> Option<[&'read Token; 3]> {
        let mut before = self.tokens_before();
        let (second, first) = (before.next()?, before.next()?);
        Some([first, second, self.token()?])
    }

    /// The span of a value with a path before its name, as in `Shape::Circle`, and the offset of
    /// the name; `None` if there is no such value at the place.
    pub(super) fn path(&self) -> Option<(Range<usize>, usize)> {
        let ends = |first: usize| {
            let mut last = first;
            while self.is_path(last) {
                last += 3;
            }
            (last > first).then_some((first, last))
        };
        let (first, last) = (self.next.saturating_sub(3)..=self.next).find_map(ends)?;
        Some((self.tokens[first].span.start..self.with_brackets(last), self.tokens[last].span.start))
    }

    /// Whether the word with this index is followed by `::` and another word, without spaces.
    fn is_path(&self, word: usize) -> bool {
        let Some([word, colons @ .., name]) = self.tokens.get(word..word + 4) else { return false };
        let is_joined = word.span.end + 2 == name.span.start;
        let is_word = |token: &Token| token.kind == TokenKind::Word;
        is_word(word) && is_word(name) && is_joined && colons.iter().all(|colon| colon.kind == TokenKind::Colon)
    }

    /// The end of the token with this index, or of the brackets that follow it.
    fn with_brackets(&self, token: usize) -> usize {
        let behind = &self.tokens[token + 1..];
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
        last.unwrap_or(&self.tokens[token]).span.end
    }

    /// The value at this place, as it is written.
    pub(super) fn written(&self) -> &'read str {
        self.text.get(self.value.clone()).unwrap_or_default()
    }

    /// The value in whose brackets the place is, including the name before them.
    pub(super) fn enclosing(&self) -> Option<&'read SourceSpan> {
        self.around.last().map(|bracket| &bracket.whole)
    }

    /// Whether the place is among values without names in round brackets, as in a pair.
    pub(super) fn is_in_tuple(&self) -> bool {
        self.around.last().is_some_and(|bracket| bracket.is_tuple)
    }

    /// The span of the brackets in which the name of a field is, and the values of two fields, if
    /// both are there.
    pub(super) fn with_fields(&self, names: [&str; 2]) -> Option<(Range<usize>, [&'read str; 2])> {
        let is_here = |bracket: &&Bracket| bracket.has_fields && bracket.whole.source == self.source;
        let around = self.around.last().filter(is_here).filter(|_| self.is_key())?;
        let inside = &self.tokens[around.bracket + 1..];
        let mut depth = 0usize;
        let (mut found, mut last) = ([None; 2], None);
        for (number, token) in inside.iter().enumerate() {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => break,
                TokenKind::Close => depth -= 1,
                TokenKind::Colon if depth == 0 => {
                    let key = number.checked_sub(1).map(|key| &self.text[inside[key].span.clone()]);
                    last = names.iter().position(|name| Some(*name) == key);
                    continue;
                }
                TokenKind::Comma if depth == 0 => last = None,
                _ => {}
            }
            if let Some(name) = last {
                let value: &mut Option<(usize, usize)> = &mut found[name];
                *value = Some((value.map_or(token.span.start, |(start, _)| start), token.span.end));
            }
        }
        let value = |found: Option<(usize, usize)>| found.map(|(start, end)| &self.text[start..end]);
        Some((around.whole.span.clone(), [value(found[0])?, value(found[1])?]))
    }

    /// The span of the opening bracket of the brackets in which the place is.
    pub(super) fn bracket(&self) -> Option<Range<usize>> {
        self.around.last().map(|around| around.inside - 1..around.inside)
    }

    /// The name before the brackets in which the place is.
    pub(super) fn variant(&self) -> Option<&'read str> {
        let around = self.around.last().filter(|bracket| bracket.is_named)?;
        let text = self.texts[around.whole.source].text.get(around.whole.span.start..around.inside - 1)?;
        Some(text.trim_end())
    }

    /// The nearest field or key whose value contains this place.
    pub(super) fn field(&self) -> Option<&'read str> {
        self.fields().next()
    }

    /// The nearest field or key around [`Self::field`].
    pub(super) fn outer_field(&self) -> Option<&'read str> {
        self.fields().nth(1)
    }

    /// The fields and keys whose values contain this place, from the innermost to the outermost.
    fn fields(&self) -> impl Iterator<Item = &'read str> {
        let keys = self.around.iter().rev().filter_map(|bracket| bracket.key.as_ref());
        keys.map(|key| self.texts[key.source].of(key))
    }

    /// Whether the token at this place is a field's name: a colon follows the token.
    pub(super) fn is_key(&self) -> bool {
        self.tokens.get(self.next + 1).is_some_and(|token| token.kind == TokenKind::Colon)
    }
}
