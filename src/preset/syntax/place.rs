//! The place of a mistake: its token, those around it, and the brackets in which it is.

use std::ops::Range;

use super::{
    source::SourceText,
    tokens::{Token, TokenKind},
    tree::{self, SourceSpan},
};

/// A pair of brackets whose content is read.
#[derive(Debug)]
pub(super) struct Bracket {
    /// The value with these brackets.
    pub(super) whole: SourceSpan,
    /// The name before them; the whole value if there is none.
    pub(super) name: SourceSpan,
    /// The offset behind the opening bracket.
    pub(super) inside: usize,
    /// Whether they hold values without names, and are round.
    pub(super) is_tuple: bool,
    /// The key of the field or entry whose value is read.
    pub(super) key: Option<SourceSpan>,
}

/// The place of a mistake.
pub(super) struct MistakePlace<'read> {
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

impl<'read> MistakePlace<'read> {
    /// The token at the place; `None` at the end of the text.
    pub(super) fn token(&self) -> Option<&'read Token> {
        self.tokens.get(self.next)
    }

    /// The tokens before the place, from the last to the first.
    fn tokens_before(&self) -> impl Iterator<Item = &'read Token> {
        self.tokens[..self.next].iter().rev()
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
        let Bracket { whole, .. } = self.around.last().filter(|around| around.whole.source == self.source)?;
        let first = self.tokens.partition_point(|token| token.span.start < whole.span.start);
        let tree = tree::read(self.text, &self.tokens[first..], self.source, &mut Vec::new());
        let fields =
            || tree.body.parts().iter().filter_map(|field| Some((&field.key.as_ref()?.span, &field.whole.span)));
        fields().find(|(key, _)| **key == self.value)?;
        let value = |name| {
            let (_, value) = fields().find(|(key, _)| &self.text[(*key).clone()] == name)?;
            Some(&self.text[value.clone()])
        };
        Some((whole.span.clone(), [value(names[0])?, value(names[1])?]))
    }

    /// The span of the opening bracket of the brackets in which the place is.
    pub(super) fn bracket(&self) -> Option<Range<usize>> {
        self.around.last().map(|around| around.inside - 1..around.inside)
    }

    /// The name before the brackets in which the place is.
    pub(super) fn variant(&self) -> Option<&'read str> {
        let named = self.around.last().filter(|around| around.name != around.whole)?;
        Some(self.texts[named.name.source].of(&named.name))
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
