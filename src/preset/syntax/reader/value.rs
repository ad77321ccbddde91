//! What serde sees of a value.

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor, value::BorrowedStrDeserializer},
    forward_to_deserialize_any,
};

use super::{Reader, access::Parts};
use crate::preset::syntax::{
    SourceSpan, TreeBody, ValueTree, examples,
    fault::{Fault, ReadError, ValueForm},
    literals,
    place::Bracket,
    tokens::TokenKind,
};

/// A value of the tree, to be read.
pub(in crate::preset::syntax) struct ValueReader<'read, 'text> {
    reader: &'read mut Reader<'text>,
    value: &'read mut ValueTree,
    /// Whether the value is the only one of a variant, with which it may share its brackets.
    is_inside: bool,
    /// The form of the value, if it decides the variant.
    form: Option<&'static str>,
    /// The type of the value and its variants, if it is an enum.
    names: (&'static str, &'static [&'static str]),
}

/// A word as the name of a field or variant; else the bytes of it that may be in one.
fn identifier(word: &str) -> Result<&str, usize> {
    // Most are plain, and quickly seen to be.
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_') {
        return Ok(word);
    }
    let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
    let rest = word.trim_start_matches(is_part);
    match word.starts_with(|first: char| is_part(first) && !first.is_numeric()) {
        true if rest.is_empty() => Ok(word),
        true if !rest.starts_with(['-', '.', '+', '"', '#']) => Err(word.len() - rest.len()),
        _ => Err(0),
    }
}

impl<'text> Reader<'text> {
    /// The word at a place as a name; `fault` if it is none.
    pub(super) fn name(&mut self, at: &SourceSpan, fault: Fault) -> Result<&'text str, ReadError> {
        let word = self.written(at);
        identifier(word).map_err(|length| match fault {
            _ if length == 0 => self.note(fault, at.clone()),
            Fault::Expected(ValueForm::Field) => {
                let behind = at.span.start + length;
                self.note(Fault::NoColon, SourceSpan { span: behind..behind, ..*at })
            }
            _ => self.note(Fault::HalfRead(length), at.clone()),
        })
    }
}

impl<'read, 'text> ValueReader<'read, 'text> {
    pub(super) fn new(reader: &'read mut Reader<'text>, value: &'read mut ValueTree) -> Self {
        Self { reader, value, is_inside: false, form: None, names: ("", &[]) }
    }

    fn refuse<T>(self, fault: Fault) -> Result<T, ReadError> {
        Err(self.reader.note(fault, self.value.whole.clone()))
    }

    /// The literal of a kind, if the value is one.
    fn literal(&self, kind: TokenKind) -> Option<&'text str> {
        let word = matches!(self.value.body, TreeBody::Plain).then(|| self.reader.written(&self.value.whole));
        word.filter(|word| TokenKind::of(word) == kind)
    }

    /// Reads this value, or the only one in its brackets, which are those of a variant.
    fn single<R>(self, read: impl FnOnce(ValueReader<'_, 'text>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        if !self.is_inside {
            return read(self);
        }
        let end = self.value.whole.span.end;
        let close = SourceSpan { span: end - 1..end, ..self.value.whole };
        self.parts(ValueForm::Pair, |parts| parts.only(close, read))
    }

    /// Reads a literal by `parse`, and hands it to `visit`.
    fn scalar<T, R>(
        self,
        kind: TokenKind,
        form: ValueForm,
        parse: impl Fn(&'text str) -> Result<T, Fault>,
        visit: impl FnOnce(T) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        self.single(|this| match this.literal(kind).map(parse) {
            None => this.refuse(Fault::Expected(form)),
            Some(Err(fault)) => this.refuse(fault),
            Some(Ok(value)) => visit(value).map_err(|error| this.reader.noted(error, this.value.whole.clone())),
        })
    }

    /// Reads what is in the brackets as parts of a form. Faults that the reader finds in all of it
    /// are noted before it leaves them.
    fn parts<R>(
        self,
        form: ValueForm,
        read: impl FnOnce(&mut Parts<'_, 'text>) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        let Self { reader, value, .. } = self;
        let (whole, name, inside) = (value.whole.clone(), value.name(), value.inside);
        reader.around.push(Bracket { whole, name, inside, is_tuple: form == ValueForm::Pair, key: None });
        let mut others = Vec::new();
        let list = match (&mut value.body, form) {
            (TreeBody::Tuple(items), ValueForm::Fields) => {
                others.extend(items.iter().map(|item| ValueTree::without_colon(item.whole.clone())));
                &mut others
            }
            (TreeBody::Fields(fields), ValueForm::Pair) => {
                let keys = fields.iter().filter_map(|field| field.key.clone());
                others.extend(keys.map(|key| ValueTree::bare(key, TreeBody::Plain)));
                &mut others
            }
            (TreeBody::Tuple(list) | TreeBody::Fields(list) | TreeBody::Map(list) | TreeBody::List(list), _) => list,
            (TreeBody::Plain | TreeBody::Broken(_), _) => &mut others,
        };
        let result = read(&mut Parts { reader, list, form, next: 0, is_spoilt: false });
        let result = result.map_err(|error| reader.noted(error, value.whole.clone()));
        reader.around.pop();
        result
    }

    /// Reads values without names in round brackets.
    fn tuple<V: Visitor<'text>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let is_round = matches!(self.value.body, TreeBody::Tuple(_) | TreeBody::Fields(_));
        if !is_round || self.value.is_named() && !self.is_inside {
            return self.refuse(Fault::Expected(ValueForm::Pair));
        }
        self.parts(ValueForm::Pair, |parts| {
            let value = visitor.visit_seq(&mut *parts)?;
            parts.end().map(|()| value)
        })
    }

    /// Reads named fields in round brackets.
    fn fields<V: Visitor<'text>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let is_word = self.literal(TokenKind::Word).is_some_and(|word| identifier(word).is_ok());
        let is_round = matches!(self.value.body, TreeBody::Tuple(_) | TreeBody::Fields(_));
        if is_word || self.value.is_named() && !self.is_inside {
            return Err(self.reader.note(Fault::Named, self.value.name()));
        }
        if !is_round {
            return self.refuse(Fault::Expected(ValueForm::Fields));
        }
        self.parts(ValueForm::Fields, |fields| visitor.visit_map(fields))
    }

    /// Reads a value of a type whose variants have no names: the form of the value decides.
    fn either<V: Visitor<'text>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let form = match self.value.body {
            TreeBody::Fields(_) => "fields",
            TreeBody::Tuple(_) if self.is_inside => {
                return self.single(|this| this.either(name, variants, visitor));
            }
            TreeBody::Tuple(_) => "pair",
            TreeBody::List(_) => "list",
            TreeBody::Plain => match self.reader.written(&self.value.whole) {
                "true" | "false" => "truth",
                word if word.starts_with(['"', 'r']) => "text",
                word if literals::is_number(word) => "number",
                _ => "",
            },
            TreeBody::Broken(_) | TreeBody::Map(_) => "",
        };
        match variants.iter().find(|variant| **variant == form) {
            Some(form) => visitor.visit_enum(Self { form: Some(form), ..self }),
            None => self.refuse(Fault::NoneOf(name)),
        }
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = ReadError;

    /// For values of any form, which are then ignored.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value.body {
            TreeBody::Fields(_) => self.parts(ValueForm::Fields, |fields| visitor.visit_map(fields)),
            TreeBody::Map(_) => self.parts(ValueForm::Map, |entries| visitor.visit_map(entries)),
            TreeBody::List(_) => self.parts(ValueForm::List, |items| visitor.visit_seq(items)),
            TreeBody::Tuple(_) => self.parts(ValueForm::Pair, |items| visitor.visit_seq(items)),
            TreeBody::Plain | TreeBody::Broken(_) => match TokenKind::of(self.reader.written(&self.value.whole)) {
                TokenKind::Comma | TokenKind::Colon | TokenKind::Close => self.refuse(Fault::Unexpected),
                TokenKind::Open | TokenKind::Text | TokenKind::Letter | TokenKind::Word => visitor.visit_unit(),
            },
        }
    }

    /// The only type of whole numbers in presets.
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scalar(TokenKind::Word, ValueForm::Whole, literals::integer, |number| visitor.visit_i64(number))
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scalar(TokenKind::Word, ValueForm::Number, literals::real, |number| visitor.visit_f32(number))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scalar(TokenKind::Word, ValueForm::Number, literals::real, |number| visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let truth = |word: &str| word.parse().map_err(|_| Fault::Expected(ValueForm::Truth));
        self.scalar(TokenKind::Word, ValueForm::Truth, truth, |truth| visitor.visit_bool(truth))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let letter = |word| {
            let letters = literals::letter(word).ok_or(Fault::UnknownEscape)?;
            let mut letters = letters.chars();
            letters.next().filter(|_| letters.next().is_none()).ok_or(Fault::Expected(ValueForm::Letter))
        };
        self.scalar(TokenKind::Letter, ValueForm::Letter, letter, |letter| visitor.visit_char(letter))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let text = |word| literals::text(word).ok_or(Fault::UnknownEscape);
        self.scalar(TokenKind::Text, ValueForm::Text, text, |text| visitor.visit_str(&text))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.literal(TokenKind::Word) {
            Some("None") => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.single(|this| match this.value.body {
            TreeBody::List(_) if !this.value.is_named() => {
                this.parts(ValueForm::List, |items| visitor.visit_seq(items))
            }
            _ => this.refuse(Fault::Expected(ValueForm::List)),
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.single(|this| match this.value.body {
            TreeBody::Map(_) if !this.value.is_named() => {
                this.parts(ValueForm::Map, |entries| visitor.visit_map(entries))
            }
            _ => this.refuse(Fault::Expected(ValueForm::Map)),
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.single(|this| this.tuple(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match examples::is_either(name) {
            true => self.either(name, variants, visitor),
            false => self.single(|this| visitor.visit_enum(ValueReader { names: (name, variants), ..this })),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 u8 u16 u32 u64 bytes byte_buf unit unit_struct newtype_struct tuple_struct identifier
        ignored_any
    }
}

impl<'text> EnumAccess<'text> for ValueReader<'_, 'text> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'text>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let at = self.value.name();
        let name = match self.form {
            Some(form) => form,
            None => self.reader.name(&at, Fault::NoVariant(self.names.0, self.names.1))?,
        };
        match seed.deserialize(BorrowedStrDeserializer::new(name)) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(self.reader.noted(error, at)),
        }
    }
}

impl<'text> ValueReader<'_, 'text> {
    /// The same as what is in the brackets of a variant. Refuses a variant without brackets.
    fn inside(self) -> Result<Self, ReadError> {
        match self.value.body {
            TreeBody::Tuple(_) if self.form.is_some() => Ok(Self { is_inside: true, form: None, ..self }),
            _ if self.form.is_some() => Ok(Self { form: None, ..self }),
            TreeBody::Tuple(_) | TreeBody::Fields(_) => Ok(Self { is_inside: true, ..self }),
            TreeBody::Plain | TreeBody::Broken(_) | TreeBody::List(_) | TreeBody::Map(_) => {
                Err(self.reader.note(Fault::NeedsBrackets, self.value.name()))
            }
        }
    }
}

impl<'text> VariantAccess<'text> for ValueReader<'_, 'text> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        if matches!(self.value.body, TreeBody::Plain) {
            return Ok(());
        }
        Err(self.reader.note(Fault::TakesNoBrackets, self.value.brackets()))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'text>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.inside()?)
    }

    fn tuple_variant<V: Visitor<'text>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.inside()?.tuple(visitor)
    }

    fn struct_variant<V: Visitor<'text>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, ReadError> {
        self.inside()?.fields(visitor)
    }
}
