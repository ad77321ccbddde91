//! What serde sees of the items and the entries in brackets.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, value::BorrowedStrDeserializer};

use super::{Reader, ValueReader};
use crate::preset::syntax::{
    SourceSpan, TreeBody, ValueTree,
    fault::{Fault, ReadError, ValueForm},
};

/// The values in brackets: items, fields or entries.
pub(super) struct Parts<'read, 'text> {
    pub(super) reader: &'read mut Reader<'text>,
    pub(super) list: &'read mut Vec<ValueTree>,
    /// What they are: `Fields`, `Map`, `List` or `Pair`.
    pub(super) form: ValueForm,
    pub(super) next: usize,
    /// Whether a part that was read already has been left out.
    pub(super) is_spoilt: bool,
}

impl<'text> Parts<'_, 'text> {
    fn is_at_end(&self) -> bool {
        self.reader.is_stopped || self.next == self.list.len()
    }

    /// The number of parts that are left; `None` once reading cannot go on.
    fn left(&self) -> Option<usize> {
        let is_sound = !self.reader.is_stopped && !self.is_spoilt && self.reader.pending.is_none();
        is_sound.then(|| self.list.len() - self.next)
    }

    /// Takes the parts with the last mistake out. Those of a pair are needed.
    fn leave_out(&mut self, error: ReadError) -> ReadError {
        if self.form != ValueForm::Pair {
            let first = self.reader.leave_out(self.list, self.next);
            self.is_spoilt |= first < self.next;
            self.next = first;
        }
        error
    }

    /// Reads the next value by `read`.
    fn value<R>(&mut self, read: impl FnOnce(ValueReader<'_, 'text>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        match self.reader.value(&mut self.list[self.next]).and_then(read) {
            Ok(value) => {
                self.next += 1;
                Ok(value)
            }
            Err(error) => Err(self.leave_out(error)),
        }
    }

    /// Reads the only value by `read`. If there is none, that sees the closing bracket.
    pub(super) fn only<R>(
        &mut self,
        close: SourceSpan,
        read: impl FnOnce(ValueReader<'_, 'text>) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        if self.list.is_empty() {
            return read(ValueReader::new(self.reader, &mut ValueTree::bare(close, TreeBody::Plain)));
        }
        let value = self.value(read)?;
        self.end().map(|()| value)
    }

    /// Refuses a value behind those that were read.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        if self.is_at_end() {
            return Ok(());
        }
        let ValueTree { body, whole, .. } = &self.list[self.next];
        let fault = if let TreeBody::Broken(fault) = body { *fault } else { Fault::OneTooMany };
        Err(self.reader.note(fault, whole.clone()))
    }

    /// Reads the key of the next entry.
    fn key<K: DeserializeSeed<'text>>(&mut self, seed: K) -> Result<K::Value, ReadError> {
        let Some(at) = self.list[self.next].key.clone() else {
            // Every entry that is well-formed has a key.
            return self.end().and(Err(ReadError(None)));
        };
        if self.form != ValueForm::Fields {
            return seed.deserialize(ValueReader::new(self.reader, &mut ValueTree::bare(at, TreeBody::Plain)));
        }
        let name = self.reader.name(&at, Fault::Expected(ValueForm::Field))?;
        let read = seed.deserialize(BorrowedStrDeserializer::new(name));
        let read = read.map_err(|error: ReadError| self.reader.noted(error, at.clone()))?;
        let is_it = |part: &ValueTree| part.key.as_ref().is_some_and(|key| self.reader.written(key) == name);
        match self.list[..self.next].iter().any(is_it) {
            true => Err(self.reader.note(Fault::Repeated, at)),
            false => Ok(read),
        }
    }
}

impl<'text> SeqAccess<'text> for Parts<'_, 'text> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'text>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        if self.is_at_end() {
            return Ok(None);
        }
        self.value(|value| seed.deserialize(value)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.left()
    }
}

impl<'text> MapAccess<'text> for Parts<'_, 'text> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'text>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        if let Some(bracket) = self.reader.around.last_mut() {
            bracket.key = None;
        }
        if self.is_at_end() {
            return Ok(None);
        }
        self.key(seed).map(Some).map_err(|error| self.leave_out(error))
    }

    fn next_value_seed<V: DeserializeSeed<'text>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        if let Some(bracket) = self.reader.around.last_mut() {
            bracket.key = self.list[self.next].key.clone();
        }
        self.value(|value| seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        self.left()
    }
}
