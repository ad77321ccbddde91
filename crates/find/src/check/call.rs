//! Names and calls: which word of the host is meant, and whether its arguments suit it.

use std::{collections::BTreeSet, ops::Range};

use super::{Resolver, value_type, wrong_type};
use crate::{
    error::{ErrorCode, Mistake, quoted},
    syntax::{Form, Syntax},
    term::{ConditionTerm, NumberTerm, Term, TextTerm},
    value::{Value, ValueType},
    vocabulary::{Parameter, Signature, Vocabulary, Word, suggestion},
};

impl<V: Vocabulary> Resolver<'_, V> {
    /// The words of this name, with their numbers.
    fn words(&self, name: &str) -> Vec<(usize, &Word)> {
        self.vocabulary.words().iter().enumerate().filter(|(_, word)| word.name() == name).collect()
    }

    fn unknown(&self, sort: &str, name: &str, span: &Range<usize>) -> Mistake {
        let is_call = sort == "function";
        let suits = |word: &&Word| word.arity().is_some() == is_call;
        let names: BTreeSet<_> = self.vocabulary.words().iter().filter(suits).map(Word::name).collect();
        let (meant, help) = suggestion(name, names.iter().copied());
        let message = format!("unknown {sort} {}", quoted(name).replace('"', "`"));
        let mistake = Mistake::new(ErrorCode::UnknownName, span, message).with_help(help);
        Mistake { suggestion: meant.map(str::to_owned), ..mistake }
    }

    /// A name without arguments.
    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Term, Mistake> {
        let words = self.words(name);
        let Some((number, result)) =
            words.iter().find(|(_, word)| word.arity().is_none()).map(|(number, word)| (*number, word.result()))
        else {
            return Err(match words.first() {
                None => self.unknown("name", name, span),
                Some((_, word)) => {
                    let message = format!("`{name}` is a function, and has no arguments here");
                    Mistake::new(ErrorCode::NumberOfArguments, span, message).with_help(format!("write `{word}`"))
                }
            });
        };
        self.input(number, result, &[], span, &[])
    }

    /// A call.
    pub(super) fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
        arguments: &[Syntax],
    ) -> Result<Term, Mistake> {
        let words = self.words(name);
        let suits = |(_, word): &&(usize, &Word)| word.arity().is_some_and(|arity| arity.contains(&arguments.len()));
        let Some(&(number, word)) = words.iter().find(suits) else {
            return Err(match &*words {
                [] => self.unknown("function", name, name_span),
                [(_, word)] if word.arity().is_none() => {
                    Mistake::new(ErrorCode::NumberOfArguments, span, format!("`{name}` takes no arguments"))
                        .with_suggestion(name)
                }
                words => number_of_arguments(words, span, arguments.len()),
            });
        };
        match word.signature().clone() {
            Signature::Measure { parameters, result } => {
                let usage = word.to_string();
                let pairs = parameters.iter().zip(arguments);
                let values: Result<Vec<_>, _> =
                    pairs.map(|(parameter, argument)| Self::literal(&usage, parameter, argument)).collect();
                self.input(number, result, &values?, span, arguments)
            }
            Signature::Function { compute, .. } => {
                let terms: Result<Vec<_>, _> =
                    arguments.iter().map(|argument| self.number_argument(name, argument)).collect();
                Ok(Term::Number(NumberTerm::Call(compute, terms?)))
            }
            // A name has no arity, so no call finds it.
            Signature::Variable(result) => self.input(number, result, &[], span, arguments),
        }
    }

    /// An argument of a function of numbers.
    fn number_argument(&mut self, name: &str, argument: &Syntax) -> Result<NumberTerm, Mistake> {
        match self.term(argument)? {
            Term::Number(term) => Ok(term),
            other => {
                let message = format!("`{name}` takes numbers, this is a {}", value_type(&other));
                Err(wrong_type(&argument.span, message))
            }
        }
    }

    /// A literal argument of a measure.
    fn literal<'s>(usage: &str, parameter: &Parameter, argument: &'s Syntax) -> Result<Value<'s>, Mistake> {
        let (name, expected) = (parameter.name(), parameter.value_type());
        let Some(value) = literal_value(&argument.form) else {
            let message = format!("`{name}` of `{usage}` must be a literal {expected}");
            let mistake = Mistake::new(ErrorCode::NotALiteral, &argument.span, message);
            return Err(match (&argument.form, expected) {
                // Quotes are what most people forget.
                (Form::Name(word), ValueType::Text) => mistake.with_suggestion(&format!("\"{word}\"")),
                (_, ValueType::Text) => mistake.with_help("write it in quotes"),
                (_, ValueType::Number | ValueType::Condition) => mistake.with_help("write it in digits"),
            });
        };
        if value.value_type() == expected {
            return Ok(value);
        }
        let given = value.value_type();
        Err(wrong_type(&argument.span, format!("`{name}` of `{usage}` is a {expected}, this is a {given}")))
    }

    /// The term of an input: that of an equal one, if any expression has asked for it.
    fn input(
        &mut self,
        word: usize,
        result: ValueType,
        values: &[Value<'_>],
        span: &Range<usize>,
        arguments: &[Syntax],
    ) -> Result<Term, Mistake> {
        let input = self.vocabulary.input(word, values).map_err(|error| {
            let argument = arguments.get(error.argument);
            let span = argument.map_or(span, |argument| &argument.span);
            let is_text = argument.is_some_and(|argument| matches!(argument.form, Form::Text(_)));
            let suggestion =
                error.suggestion.map(|suggestion| if is_text { literal_text(&suggestion) } else { suggestion });
            Mistake { help: error.help, suggestion, ..Mistake::new(ErrorCode::BadArgument, span, error.message) }
        })?;
        let known = self.inputs.iter().position(|other| *other == input);
        let index = known.unwrap_or(self.inputs.len());
        if known.is_none() {
            self.inputs.push(input);
        }
        self.asked.push(index);
        Ok(match result {
            ValueType::Number => Term::Number(NumberTerm::Input(index)),
            ValueType::Condition => Term::Condition(ConditionTerm::Input(index)),
            ValueType::Text => Term::Text(TextTerm::Input(index)),
        })
    }
}

/// The value of a literal, which may have a sign.
fn literal_value(form: &Form) -> Option<Value<'_>> {
    match form {
        Form::Text(text) => Some(Value::Text(text)),
        Form::Boolean(boolean) => Some(Value::Condition(*boolean)),
        Form::Whole(whole) => Some(Value::Whole(*whole)),
        Form::Decimal(decimal) => Some(Value::Decimal(*decimal)),
        Form::Negation(operand) => match literal_value(&operand.form)? {
            // Literals are far from the limits of the type.
            Value::Whole(whole) => Some(Value::Whole(-whole)),
            Value::Decimal(decimal) => Some(Value::Decimal(-decimal)),
            Value::Condition(_) | Value::Text(_) => None,
        },
        Form::Name(_) | Form::Call { .. } | Form::Not(_) | Form::Chain { .. } | Form::Choice { .. } | Form::List(_) => {
            None
        }
    }
}

/// The error for a call that no word of this name takes.
fn number_of_arguments(words: &[(usize, &Word)], span: &Range<usize>, given: usize) -> Mistake {
    let name = words.first().map_or("", |(_, word)| word.name());
    let arities: Vec<_> = words.iter().filter_map(|(_, word)| word.arity()).collect();
    let numbers: BTreeSet<_> = arities.iter().flat_map(|arity| [*arity.start(), *arity.end()]).collect();
    let numbers: Vec<_> = numbers.iter().map(usize::to_string).collect();
    let between = if arities.iter().any(|arity| arity.start() != arity.end()) { " to " } else { " or " };
    let numbers = numbers.join(between);
    let plural = if numbers == "1" { "" } else { "s" };
    let usages: Vec<_> = words.iter().map(|(_, word)| format!("`{word}`")).collect();
    let verb = if given == 1 { "is" } else { "are" };
    let message = format!("`{name}` takes {numbers} argument{plural}, {given} {verb} given");
    Mistake::new(ErrorCode::NumberOfArguments, span, message).with_help(format!("write {}", usages.join(" or ")))
}

/// A text as it is written in an expression.
fn literal_text(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for character in text.chars() {
        match character {
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            '"' | '\\' => literal.extend(['\\', character]),
            other => literal.push(other),
        }
    }
    literal.push('"');
    literal
}
