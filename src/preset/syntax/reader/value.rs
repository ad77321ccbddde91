//! What serde sees of a value.

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor, value::BorrowedStrDeserializer},
    forward_to_deserialize_any,
};

use super::{
    Reader,
    access::{Entries, Items},
};
use crate::preset::syntax::{
    MAX_DEPTH, SourceSpan, TreeBody, ValueTree, examples,
    fault::{Fault, Form, ReadError},
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
}

/// A word as the name of a field or variant; else the bytes of it that may be in one.
fn identifier(word: &str) -> Result<&str, usize> {
    let is_part = |letter: char| letter.is_ascii_alphabetic() || letter == '_' || letter.is_alphanumeric();
    let rest = word.trim_start_matches(is_part);
    match word.starts_with(|first: char| is_part(first) && !first.is_numeric()) {
        true if rest.is_empty() => Ok(word),
        true if !rest.starts_with(['-', '.', '+']) => Err(word.len() - rest.len()),
        _ => Err(0),
    }
}

impl<'text> Reader<'text> {
    /// The token at a place as a name.
    pub(super) fn name(&mut self, at: &SourceSpan, form: Form) -> Result<&'text str, ReadError> {
        let word = self.word(at.source, at.token);
        let name = match self.kind(at.source, at.token) {
            Some(TokenKind::Word) => identifier(word),
            _ => Err(0),
        };
        name.map_err(|length| match length {
            0 => self.note(&Fault::Expected(form), at.clone()),
            _ if form == Form::Field => {
                let behind = at.span.start + length;
                self.note(&Fault::NoColon(word[..length].to_owned()), SourceSpan { span: behind..behind, ..*at })
            }
            _ => self.note(&Fault::HalfRead(length), at.clone()),
        })
    }
}

impl<'read, 'text> ValueReader<'read, 'text> {
    pub(in crate::preset::syntax) fn new(reader: &'read mut Reader<'text>, value: &'read mut ValueTree) -> Self {
        Self { reader, value, is_inside: false, form: None }
    }

    fn refuse<T>(self, fault: &Fault) -> Result<T, ReadError> {
        let at = self.reader.place_of(self.value);
        Err(self.reader.note(fault, at))
    }

    /// Notes the fault of an error at this value.
    fn noted<T>(self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        result.map_err(|error| {
            let at = self.reader.place_of(self.value);
            self.reader.noted(error, at)
        })
    }

    /// The literal of a kind, if the value is one.
    fn literal(&self, kind: TokenKind) -> Option<&'text str> {
        let SourceSpan { source, token, .. } = self.value.whole;
        let is_it = matches!(self.value.body, TreeBody::Plain) && self.reader.kind(source, token) == Some(kind);
        is_it.then(|| self.reader.word(source, token))
    }

    /// Reads this value, or the only one in its brackets, which are those of a variant.
    fn single<R>(self, read: impl FnOnce(ValueReader<'_, 'text>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        if !self.is_inside {
            return read(self);
        }
        self.items(|items| {
            let value = items.next(true, read)?;
            items.end()?;
            // There is one, since there must be.
            value.ok_or(ReadError(None))
        })
    }

    /// Reads a literal by `parse`, and hands it to `visit`.
    fn scalar<T, R>(
        self,
        kind: TokenKind,
        form: Form,
        parse: impl Fn(&'text str) -> Result<T, Fault>,
        visit: impl FnOnce(T) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        self.single(|this| match this.literal(kind).map(parse) {
            None => this.refuse(&Fault::Expected(form)),
            Some(Err(fault)) => this.refuse(&fault),
            Some(Ok(value)) => this.noted(visit(value)),
        })
    }

    /// Reads what is in the brackets. Faults that the reader finds in all of it are noted before it
    /// leaves them.
    fn within<R>(
        self,
        read: impl FnOnce(&mut Reader<'text>, &mut ValueTree) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        if self.reader.around.len() >= MAX_DEPTH {
            return self.refuse(&Fault::TooDeep);
        }
        let Self { reader, value, .. } = self;
        let has_fields = matches!(value.body, TreeBody::Fields(_));
        let is_tuple = matches!(value.body, TreeBody::Tuple(_));
        let (whole, bracket) = (value.whole.clone(), value.bracket());
        let ValueTree { inside, is_named, .. } = *value;
        reader.around.push(Bracket { whole, bracket, inside, is_named, has_fields, is_tuple, key: None });
        let result = read(reader, value);
        let result = result.map_err(|error| reader.noted(error, value.whole.clone()));
        reader.around.pop();
        result
    }

    /// Reads the values in the brackets.
    fn items<R>(self, read: impl FnOnce(&mut Items<'_, 'text>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        self.within(|reader, value| {
            let mut none = Vec::new();
            let mut body = std::mem::replace(&mut value.body, TreeBody::Plain);
            let (list, is_list) = match &mut body {
                TreeBody::List(list) => (list, true),
                TreeBody::Tuple(list) => (list, false),
                TreeBody::Plain | TreeBody::Fields(_) | TreeBody::Map(_) => (&mut none, false),
            };
            let result = read(&mut Items::new(reader, list, (value, is_list)));
            value.body = body;
            result
        })
    }

    /// Reads the fields or entries in the brackets.
    fn entries<R>(self, read: impl FnOnce(Entries<'_, 'text>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        self.within(|reader, value| {
            let mut none = Vec::new();
            let mut body = std::mem::replace(&mut value.body, TreeBody::Plain);
            let (list, are_fields) = match &mut body {
                TreeBody::Fields(list) => (list, true),
                TreeBody::Map(list) => (list, false),
                TreeBody::Plain | TreeBody::List(_) | TreeBody::Tuple(_) => (&mut none, true),
            };
            let result = read(Entries::new(reader, list, (value, are_fields)));
            value.body = body;
            result
        })
    }

    /// Reads values without names in round brackets.
    fn tuple<V: Visitor<'text>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let is_round = matches!(self.value.body, TreeBody::Tuple(_) | TreeBody::Fields(_));
        if !is_round || self.value.is_named && !self.is_inside {
            return self.refuse(&Fault::Expected(Form::Pair));
        }
        self.items(|items| {
            let value = visitor.visit_seq(&mut *items)?;
            items.end().map(|()| value)
        })
    }

    /// Reads named fields in round brackets.
    fn fields<V: Visitor<'text>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let is_word = self.literal(TokenKind::Word).is_some_and(|word| identifier(word).is_ok());
        let is_round = matches!(self.value.body, TreeBody::Tuple(_) | TreeBody::Fields(_));
        if is_word || self.value.is_named && !self.is_inside {
            let at = self.reader.token(self.value.whole.source, self.value.whole.token);
            return Err(self.reader.note(&Fault::Named, at));
        }
        if !is_round {
            return self.refuse(&Fault::Expected(Form::Fields));
        }
        self.entries(|entries| visitor.visit_map(entries))
    }

    /// Reads a value of a type whose variants have no names: the form of the value decides.
    fn either<V: Visitor<'text>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let SourceSpan { source, token, .. } = self.value.whole;
        let form = match (&self.value.body, self.reader.kind(source, token)) {
            (TreeBody::Fields(_), _) => "fields",
            (TreeBody::Tuple(_), _) if self.is_inside => {
                return self.single(|this| this.either(name, variants, visitor));
            }
            (TreeBody::Tuple(_), _) => "pair",
            (TreeBody::List(_), _) => "list",
            (TreeBody::Plain, Some(TokenKind::Text)) => "text",
            (TreeBody::Plain, Some(TokenKind::Word)) => match self.reader.word(source, token) {
                "true" | "false" => "truth",
                word if literals::is_number(word) => "number",
                _ => "",
            },
            (TreeBody::Plain | TreeBody::Map(_), _) => "",
        };
        match variants.iter().find(|variant| **variant == form) {
            Some(form) => visitor.visit_enum(Self { form: Some(form), ..self }),
            None => self.refuse(&Fault::NoneOf(name)),
        }
    }
}

/// Whole numbers, which are read as those of 64 bits.
macro_rules! whole_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.scalar(TokenKind::Word, Form::Whole, literals::integer, |number| visitor.visit_i64(number))
        }
    )*};
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = ReadError;

    /// For values of any form, which are then ignored.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let SourceSpan { source, token, .. } = self.value.whole;
        match self.value.body {
            TreeBody::Fields(_) | TreeBody::Map(_) => self.entries(|entries| visitor.visit_map(entries)),
            TreeBody::Tuple(_) | TreeBody::List(_) => self.items(|items| visitor.visit_seq(items)),
            TreeBody::Plain => match self.reader.kind(source, token) {
                None | Some(TokenKind::Comma | TokenKind::Colon | TokenKind::Close) => self.refuse(&Fault::Unexpected),
                _ => visitor.visit_unit(),
            },
        }
    }

    whole_numbers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    whole_numbers! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scalar(TokenKind::Word, Form::Number, literals::real, |number| visitor.visit_f32(number))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scalar(TokenKind::Word, Form::Number, literals::real, |number| visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let truth = |word: &str| word.parse().map_err(|_| Fault::Expected(Form::Truth));
        self.scalar(TokenKind::Word, Form::Truth, truth, |truth| visitor.visit_bool(truth))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let letter = |word| {
            let letters = literals::letter(word).ok_or(Fault::UnknownEscape)?;
            let mut letters = letters.chars();
            letters.next().filter(|_| letters.next().is_none()).ok_or(Fault::Expected(Form::Letter))
        };
        self.scalar(TokenKind::Letter, Form::Letter, letter, |letter| visitor.visit_char(letter))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let text = |word| literals::text(word).ok_or(Fault::UnknownEscape);
        self.scalar(TokenKind::Text, Form::Text, text, |text| visitor.visit_str(&text))
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
            TreeBody::List(_) if !this.value.is_named => this.items(|items| visitor.visit_seq(items)),
            _ => this.refuse(&Fault::Expected(Form::List)),
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.single(|this| match this.value.body {
            TreeBody::Map(_) if !this.value.is_named => this.entries(|entries| visitor.visit_map(entries)),
            _ => this.refuse(&Fault::Expected(Form::Map)),
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.tuple(visitor)
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
            false => self.single(|this| visitor.visit_enum(this)),
        }
    }

    forward_to_deserialize_any! {
        ignored_any bytes byte_buf unit unit_struct newtype_struct tuple_struct identifier
    }
}

impl<'text> EnumAccess<'text> for ValueReader<'_, 'text> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'text>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let at = self.reader.place_of(self.value);
        let name = match self.form {
            Some(form) => form,
            None => self.reader.name(&at, Form::Variant)?,
        };
        match seed.deserialize(BorrowedStrDeserializer::new(name)) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => {
                let at = self.reader.token(at.source, at.token);
                Err(self.reader.noted(error, at))
            }
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
            TreeBody::Plain | TreeBody::List(_) | TreeBody::Map(_) => {
                let at = self.reader.token(self.value.whole.source, self.value.whole.token);
                Err(self.reader.note(&Fault::NeedsBrackets, at))
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
        let (token, span) = (self.value.bracket(), self.value.inside - 1..self.value.whole.span.end);
        Err(self.reader.note(&Fault::TakesNoBrackets, SourceSpan { token, span, ..self.value.whole }))
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
