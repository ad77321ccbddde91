//! A word: its name, its signature and a sentence about it.

use std::{borrow::Cow, fmt, ops::RangeInclusive};

use crate::value::ValueType;

/// A name or a function. `Display` writes it as it is used, such as `count(kind)`.
#[derive(Clone, Debug)]
pub struct Word {
    name: Cow<'static, str>,
    signature: Signature,
    sentence: Cow<'static, str>,
}

/// How a word is used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Signature {
    /// A name that has a value of this type. It is an input.
    Variable(ValueType),
    /// A call with literal arguments, which is an input.
    Measure {
        /// The arguments, in order.
        parameters: Vec<Parameter>,
        /// The type of the value.
        result: ValueType,
    },
    /// A function of numbers, computed from the values of its arguments, which may be any
    /// expressions.
    Function {
        /// How many arguments it takes.
        parameters: RangeInclusive<usize>,
        /// The function. It gets as many numbers as there are arguments. A result that is infinite
        /// or no number makes the expression undefined.
        compute: fn(&[f64]) -> f64,
    },
}

/// A parameter of a measure. Its argument is a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    name: Cow<'static, str>,
    value_type: ValueType,
}

impl Parameter {
    /// A parameter that takes a text, such as the name of a kind.
    pub fn text(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), value_type: ValueType::Text }
    }

    /// A parameter that takes a number, which may have a sign.
    pub fn number(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), value_type: ValueType::Number }
    }

    /// What the argument is called in lists of words and in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the argument: a text or a number.
    #[must_use]
    pub const fn value_type(&self) -> ValueType {
        self.value_type
    }
}

impl Word {
    /// A name with a value.
    ///
    /// Names of words have letters `a` to `z` and `A` to `Z`, digits and `_`, and begin with no
    /// digit. Expressions cannot say other names, nor `true`, `false` and `in`.
    pub fn variable(
        name: impl Into<Cow<'static, str>>,
        value_type: ValueType,
        sentence: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), signature: Signature::Variable(value_type), sentence: sentence.into() }
    }

    /// A measure with literal arguments.
    pub fn measure(
        name: impl Into<Cow<'static, str>>,
        parameters: impl Into<Vec<Parameter>>,
        result: ValueType,
        sentence: impl Into<Cow<'static, str>>,
    ) -> Self {
        let signature = Signature::Measure { parameters: parameters.into(), result };
        Self { name: name.into(), signature, sentence: sentence.into() }
    }

    /// A function of numbers.
    pub fn function(
        name: impl Into<Cow<'static, str>>,
        parameters: RangeInclusive<usize>,
        compute: fn(&[f64]) -> f64,
        sentence: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), signature: Signature::Function { parameters, compute }, sentence: sentence.into() }
    }

    /// The functions of numbers that every host may offer: `abs`, `min` and `max`.
    #[must_use]
    pub fn arithmetic() -> [Self; 3] {
        [
            Self::function("abs", 1..=1, |of| of.iter().sum::<f64>().abs(), "the number without its sign"),
            Self::function(
                "min",
                2..=8,
                |of| of.iter().copied().fold(f64::INFINITY, f64::min),
                "the least of the numbers",
            ),
            Self::function(
                "max",
                2..=8,
                |of| of.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                "the largest of the numbers",
            ),
        ]
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the word is used.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// What the word means.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The type of the word's value.
    #[must_use]
    pub const fn result(&self) -> ValueType {
        match &self.signature {
            Signature::Variable(result) | Signature::Measure { result, .. } => *result,
            Signature::Function { .. } => ValueType::Number,
        }
    }

    /// The numbers of arguments with which the word is called; `None` for a name.
    pub(crate) fn arity(&self) -> Option<RangeInclusive<usize>> {
        match &self.signature {
            Signature::Variable(_) => None,
            Signature::Measure { parameters, .. } => Some(parameters.len()..=parameters.len()),
            Signature::Function { parameters, .. } => Some(parameters.clone()),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.signature {
            Signature::Variable(_) => f.write_str(&self.name),
            Signature::Measure { parameters, .. } => {
                let names: Vec<_> = parameters.iter().map(Parameter::name).collect();
                write!(f, "{}({})", self.name, names.join(", "))
            }
            Signature::Function { parameters, .. } => {
                let names = vec!["number"; (*parameters.start()).min(2)].join(", ");
                let more = if parameters.end() > parameters.start() { ", ..." } else { "" };
                write!(f, "{}({names}{more})", self.name)
            }
        }
    }
}
