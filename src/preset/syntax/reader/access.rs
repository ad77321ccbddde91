//! What serde sees of the items and the entries in brackets.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{Reader, ValueReader};
use crate::preset::syntax::{
    SourceSpan, TreeEntry, ValueTree,
    fault::{Fault, Form, ReadError},
    tokens::TokenKind,
};

/// The way through the tokens in a pair of brackets.
struct Walk {
    source: usize,
    /// The next token.
    token: usize,
    /// The closing bracket.
    close: usize,
    /// Whether a comma, or the opening bracket, stands before the next token.
    is_parted: bool,
    /// Whether a part that was read already has been left out.
    is_spoilt: bool,
}

impl Walk {
    fn new(value: &ValueTree) -> Self {
        let (source, token, close) = (value.whole.source, value.bracket() + 1, value.after - 1);
        Self { source, token, close, is_parted: true, is_spoilt: false }
    }

    /// Whether another part comes before the closing bracket, of which `is_known` is in the tree.
    fn goes_on(&mut self, reader: &mut Reader<'_>, is_known: bool) -> Result<bool, ReadError> {
        if reader.is_stopped || reader.is_merged {
            return Ok(is_known && !reader.is_stopped);
        }
        self.token = reader.live(self.source, self.token);
        if self.token < self.close && !self.is_parted {
            return Err(reader.note(&Fault::NoComma, reader.token(self.source, self.token)));
        }
        Ok(self.token < self.close)
    }

    /// Goes on behind a part, whose next token is `after`.
    fn pass(&mut self, reader: &Reader<'_>, after: usize) {
        self.token = reader.live(self.source, after);
        self.is_parted = reader.kind(self.source, self.token) == Some(TokenKind::Comma);
        self.token += usize::from(self.is_parted);
    }

    /// Whether a part of the tree is the next one.
    fn is_at(&self, reader: &Reader<'_>, part: &SourceSpan) -> bool {
        reader.is_merged || part.token == self.token
    }

    /// The next token as a value, where none belongs.
    fn stray(&self, reader: &Reader<'_>) -> ValueTree {
        ValueTree::plain(reader.token(self.source, self.token), self.token + 1)
    }

    /// Moves back to the first of the parts that were left out. Returns its number.
    fn back_to(&mut self, first: usize, next: usize) -> usize {
        self.is_spoilt |= first < next;
        first
    }
}

/// The values in square or round brackets.
pub(super) struct Items<'read, 'text> {
    pub(super) reader: &'read mut Reader<'text>,
    list: &'read mut Vec<ValueTree>,
    next: usize,
    walk: Walk,
    is_list: bool,
}

impl<'read, 'text> Items<'read, 'text> {
    pub(super) fn new(
        reader: &'read mut Reader<'text>,
        list: &'read mut Vec<ValueTree>,
        (value, is_list): (&ValueTree, bool),
    ) -> Self {
        Self { reader, list, next: 0, walk: Walk::new(value), is_list }
    }

    /// Reads the next value by `read`. Behind the last one, there is none unless it `must` be
    /// there.
    pub(super) fn next<R>(
        &mut self,
        must: bool,
        read: impl FnOnce(ValueReader<'_, 'text>) -> Result<R, ReadError>,
    ) -> Result<Option<R>, ReadError> {
        if !self.walk.goes_on(self.reader, self.next < self.list.len())? && !must {
            return Ok(None);
        }
        let known = self.list.get_mut(self.next).filter(|item| self.walk.is_at(self.reader, &item.whole));
        let is_known = known.is_some();
        let mut stray = self.walk.stray(self.reader);
        let item = known.unwrap_or(&mut stray);
        let after = item.after;
        match read(ValueReader::new(self.reader, item)) {
            Ok(value) => {
                self.next += usize::from(is_known);
                self.walk.pass(self.reader, after);
                Ok(Some(value))
            }
            Err(error) => {
                self.leave_out();
                Err(error)
            }
        }
    }

    /// Takes the items with the last mistake out of a list.
    fn leave_out(&mut self) {
        let faulty = self.reader.faulty(self.list, |item| (&item.whole, &item.whole)).filter(|_| self.is_list);
        let Some(faulty) = faulty else { return };
        let last = &self.list[faulty.end - 1];
        self.reader.forget(&self.list[faulty.start].whole, last.after, None);
        self.next = self.walk.back_to(faulty.start, self.next);
        self.list.drain(faulty);
    }

    /// Refuses a value behind those that were read.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        if !self.walk.goes_on(self.reader, self.next < self.list.len())? {
            return Ok(());
        }
        let known = self.list.get(self.next).filter(|item| self.walk.is_at(self.reader, &item.whole));
        let at = known.map_or_else(|| self.reader.token(self.walk.source, self.walk.token), |item| item.whole.clone());
        Err(self.reader.note(&Fault::OneTooMany, at))
    }
}

impl<'text> SeqAccess<'text> for Items<'_, 'text> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'text>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        self.next(false, |value| seed.deserialize(value))
    }

    /// `None` once reading cannot go on.
    fn size_hint(&self) -> Option<usize> {
        let is_sound = !self.reader.is_stopped && !self.walk.is_spoilt && self.reader.pending.is_none();
        is_sound.then(|| self.list.len() - self.next)
    }
}

/// The fields of a struct, or the entries of a map.
pub(super) struct Entries<'read, 'text> {
    reader: &'read mut Reader<'text>,
    list: &'read mut Vec<TreeEntry>,
    next: usize,
    walk: Walk,
    /// Whether the keys are names of fields.
    are_fields: bool,
}

impl<'read, 'text> Entries<'read, 'text> {
    pub(super) fn new(
        reader: &'read mut Reader<'text>,
        list: &'read mut Vec<TreeEntry>,
        (value, are_fields): (&ValueTree, bool),
    ) -> Self {
        Self { reader, list, next: 0, walk: Walk::new(value), are_fields }
    }

    /// Reads the key of the next entry.
    fn key<K: DeserializeSeed<'text>>(&mut self, seed: K) -> Result<K::Value, ReadError> {
        let known = self.list.get(self.next).map(|(key, _)| key).filter(|key| self.walk.is_at(self.reader, key));
        let (source, token) = known.map_or((self.walk.source, self.walk.token), |key| (key.source, key.token));
        let at = self.reader.token(source, token);
        if !self.are_fields {
            let after = at.token + 1;
            return seed.deserialize(ValueReader::new(self.reader, &mut ValueTree::plain(at, after)));
        }
        let name = self.reader.name(&at, Form::Field)?;
        let key = seed.deserialize(BorrowedStrDeserializer::new(name));
        let key = key.map_err(|error: ReadError| self.reader.noted(error, at.clone()))?;
        let texts = self.reader.texts;
        let is_it = |(key, _): &TreeEntry| &texts[key.source].text[key.span.clone()] == name;
        match self.list[..self.next].iter().any(is_it) {
            true => Err(self.reader.note(&Fault::Repeated, at)),
            false => Ok(key),
        }
    }

    /// Reads the value of the next entry.
    fn value<V: DeserializeSeed<'text>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let SourceSpan { source, span, .. } = self.reader.token(self.walk.source, self.walk.token);
        let colon = self.reader.live(source, self.walk.token + 1);
        let is_known = self.list.get(self.next).is_some_and(|(key, _)| self.walk.is_at(self.reader, key));
        let has_colon = self.reader.is_merged || self.reader.kind(source, colon) == Some(TokenKind::Colon);
        if !is_known || !has_colon {
            let fault = Fault::NoColon(self.reader.word(source, self.walk.token).to_owned());
            return Err(self.reader.note(&fault, SourceSpan { source, token: colon, span: span.end..span.end }));
        }
        let (key, value) = &mut self.list[self.next];
        if let Some(bracket) = self.reader.around.last_mut() {
            bracket.key = Some(key.clone());
        }
        let after = value.after;
        let read = seed.deserialize(ValueReader::new(self.reader, value))?;
        self.next += 1;
        self.walk.pass(self.reader, after);
        Ok(read)
    }

    /// Takes the entries with the last mistake out.
    fn leave_out(&mut self, error: ReadError) -> ReadError {
        let Some(faulty) = self.reader.faulty(self.list, |(key, value)| {
            if value.whole.span.end > key.span.end { (key, &value.whole) } else { (key, key) }
        }) else {
            return error;
        };
        let (key, _) = &self.list[faulty.start];
        let (_, last) = &self.list[faulty.end - 1];
        self.reader.forget(key, last.after, Some(key));
        self.next = self.walk.back_to(faulty.start, self.next);
        self.list.drain(faulty);
        error
    }
}

impl<'text> MapAccess<'text> for Entries<'_, 'text> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'text>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        if let Some(bracket) = self.reader.around.last_mut() {
            bracket.key = None;
        }
        if !self.walk.goes_on(self.reader, self.next < self.list.len())? {
            return Ok(None);
        }
        self.key(seed).map(Some).map_err(|error| self.leave_out(error))
    }

    fn next_value_seed<V: DeserializeSeed<'text>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        self.value(seed).map_err(|error| self.leave_out(error))
    }

    /// `None` once reading cannot go on.
    fn size_hint(&self) -> Option<usize> {
        let is_sound = !self.reader.is_stopped && !self.walk.is_spoilt && self.reader.pending.is_none();
        is_sound.then(|| self.list.len() - self.next)
    }
}
