//! Names and calls: which word is meant, and whether its arguments suit it.

use std::{collections::BTreeSet, ops::Range};

use roomgen_text::{Problem, ProblemCode, allowed, did_you_mean, legible::excerpt, nearest};

use super::{Resolver, Scope};
use crate::{
    input::{LevelInput, NameSort, StepsPlace},
    syntax::{Form, Syntax},
    term::{NumberTerm, Term},
    value::ValueType,
    words::{STEPS_PARAMETERS, Word, WordMeaning},
};

impl<'a> Resolver<'a> {
    /// The words of this name.
    fn words(&self, name: &str) -> Vec<&'a Word> {
        self.words.words().iter().filter(|word| word.name() == name).collect()
    }

    fn unknown(&self, sort: &str, name: &str, span: &Range<usize>) -> Box<Problem> {
        let is_call = sort == "function";
        let suits = |word: &&Word| word.arity().is_some() == is_call;
        let names: BTreeSet<_> = self.words.words().iter().filter(suits).map(Word::name).collect();
        let message = format!("unknown {sort} {}", excerpt(name).replace('"', "`"));
        let mistake = self.mistake(ProblemCode::UnknownName, span, message);
        if self.extent == Scope::Level && Word::of_floors().iter().any(|word| word.name() == name) {
            return mistake.with_help("this expression is over levels; runs have floors");
        }
        with_names(mistake, name, names.iter().copied(), str::to_owned)
    }

    /// A name without arguments.
    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Term, Box<Problem>> {
        let words = self.words(name);
        let variable = words.iter().find_map(|word| match word.meaning() {
            WordMeaning::Variable(input) => Some(input),
            WordMeaning::Count(_) | WordMeaning::Steps | WordMeaning::Floors(_) | WordMeaning::Function(..) => None,
        });
        if self.extent == Scope::Run && variable.is_some_and(|input| *input != LevelInput::Seed) {
            return Err(self.of_a_level(name, span));
        }
        variable.map(|input| self.input(input.clone())).ok_or_else(|| match words.first() {
            None => self.unknown("name", name, span),
            Some(word) => {
                let message = format!("`{name}` is a function, and has no arguments here");
                self.mistake(ProblemCode::NumberOfArguments, span, message).with_help(format!("write `{word}`"))
            }
        })
    }

    /// A call.
    pub(super) fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
        arguments: &'a [Syntax],
    ) -> Result<Term, Box<Problem>> {
        let words = self.words(name);
        let suits = |word: &&&Word| word.arity().is_some_and(|arity| arity.contains(&arguments.len()));
        let word = words.iter().find(suits);
        match (word.map(|word| (*word, word.meaning())), arguments) {
            (Some((_, WordMeaning::Count(_) | WordMeaning::Steps)), _) if self.extent == Scope::Run => {
                Err(self.of_a_level(name, span))
            }
            (Some((word, WordMeaning::Floors(over))), [asked, within @ ..]) => {
                self.over_floors(word, *over, span, asked, within.first())
            }
            (Some((word, WordMeaning::Count(sort))), [argument]) => {
                let of = sort.words();
                let given = self.text_argument(word, of.parameter, argument)?;
                self.named(of.noun, Some(*sort), given, argument, str::to_owned)?;
                Ok(self.input(LevelInput::Count(*sort, given.to_owned())))
            }
            (Some((word, WordMeaning::Steps)), [from, to]) => {
                let [first, second] = STEPS_PARAMETERS;
                let [start, end] = [self.text_argument(word, first, from)?, self.text_argument(word, second, to)?];
                let places = [self.place(start, from)?, self.place(end, to)?];
                Ok(self.input(LevelInput::Steps(places)))
            }
            (Some((_, WordMeaning::Function(_, compute))), _) => {
                let refuse = |given| (format!("`{name}` takes numbers, this is a {given}"), None);
                let terms: Result<Vec<_>, _> = arguments.iter().map(|part| self.number(part, refuse)).collect();
                Ok(Term::Number(NumberTerm::Call(*compute, terms?)))
            }
            _ => Err(match &*words {
                [] => self.unknown("function", name, name_span),
                [word] if word.arity().is_none() => self
                    .mistake(ProblemCode::NumberOfArguments, span, format!("`{name}` takes no arguments"))
                    .with_suggestion(name),
                words => self.number_of_arguments(words, span, arguments.len()),
            }),
        }
    }

    /// The place that an argument of `steps` names.
    fn place(&self, given: &str, argument: &Syntax) -> Result<StepsPlace, Box<Problem>> {
        if let Some(lock) = given.strip_prefix(StepsPlace::LOCK).map(str::trim_start) {
            let place = |name: &str| StepsPlace::Lock(name.to_owned());
            // What is written in place of the argument names a lock, not its key.
            self.named("lock", Some(NameSort::Locks), lock, argument, |meant| place(meant).to_string())?;
            return Ok(place(lock));
        }
        self.named("place", None, given, argument, str::to_owned)?;
        Ok(match given {
            "entry" => StepsPlace::Entry,
            "exit" => StepsPlace::Exit,
            kind => StepsPlace::Kind(kind.to_owned()),
        })
    }

    /// An argument that must be a literal text.
    pub(super) fn text_argument<'s>(
        &self,
        word: &Word,
        parameter: &str,
        argument: &'s Syntax,
    ) -> Result<&'s str, Box<Problem>> {
        let not_a_literal = || {
            let message = format!("`{parameter}` of `{word}` must be a literal text");
            self.mistake(ProblemCode::NotALiteral, &argument.span, message)
        };
        match &argument.form {
            Form::Text(text) => Ok(text),
            // Quotes are what most people forget.
            Form::Name(name) => Err(not_a_literal().with_suggestion(&format!("\"{name}\""))),
            form => Err(match literal_type(form) {
                Some(given) => {
                    self.wrong_type(&argument.span, format!("`{parameter}` of `{word}` is a text, this is a {given}"))
                }
                None => not_a_literal().with_help("write it in quotes"),
            }),
        }
    }

    /// Refuses an argument whose text `given` is not known. `sort` says what it should be one of,
    /// `written` how the argument is written for the name that was meant.
    pub(super) fn known<'n>(
        &self,
        sort: &str,
        given: &str,
        argument: &Syntax,
        names: impl Iterator<Item = &'n str> + Clone,
        written: impl Fn(&str) -> String,
    ) -> Result<(), Box<Problem>> {
        if names.clone().any(|name| name == given) {
            return Ok(());
        }
        let message = format!("unknown {sort} {}", excerpt(given));
        let mistake = self.mistake(ProblemCode::BadArgument, &argument.span, message);
        Err(with_names(mistake, given, names, |meant| literal_text(&written(meant))))
    }

    /// The error for a call that no word of this name takes.
    fn number_of_arguments(&self, words: &[&Word], span: &Range<usize>, given: usize) -> Box<Problem> {
        let name = words.first().map_or("", |word| word.name());
        let arity = words.iter().find_map(|word| word.arity()).unwrap_or(0..=0);
        let (least, most) = (arity.start(), arity.end());
        let numbers = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let plural = if *most == 1 { "" } else { "s" };
        let usages: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        let verb = if given == 1 { "is" } else { "are" };
        let message = format!("`{name}` takes {numbers} argument{plural}, {given} {verb} given");
        self.mistake(ProblemCode::NumberOfArguments, span, message).with_help(format!("write {}", usages.join(" or ")))
    }

    /// The term of an input: that of an equal one, if any expression has asked for it.
    pub(super) fn input(&mut self, input: LevelInput) -> Term {
        let (first, last) = self.stages;
        self.stages = (first.min(input.stage()), last.max(input.stage()));
        self.reach = self.reach.max(input.reach());
        let index = self.inputs.iter().position(|other| *other == input).unwrap_or(self.inputs.len());
        if index == self.inputs.len() {
            self.inputs.push(input);
        }
        Term::Number(NumberTerm::Input(index))
    }
}

/// A mistake of a name that is not known, with help that lists the known ones. `written` says how
/// the one that was meant is written.
fn with_names<'n>(
    mistake: Box<Problem>,
    given: &str,
    known: impl Iterator<Item = &'n str> + Clone,
    written: impl Fn(&str) -> String,
) -> Box<Problem> {
    let meant = nearest(given, known.clone());
    let help = meant.map_or_else(String::new, did_you_mean) + &allowed(given, known);
    let mut mistake = mistake.with_help(help);
    mistake.suggestion = meant.map(written);
    mistake
}

/// The type of a literal, which may have a sign.
fn literal_type(form: &Form) -> Option<ValueType> {
    match form {
        Form::Text(_) => Some(ValueType::Text),
        Form::Boolean(_) => Some(ValueType::Condition),
        Form::Whole(_) | Form::Decimal(_) => Some(ValueType::Number),
        Form::Negation(operand) => literal_type(&operand.form).filter(|of| *of == ValueType::Number),
        Form::Name(_)
        | Form::Call { .. }
        | Form::Member { .. }
        | Form::Not(_)
        | Form::Chain { .. }
        | Form::Choice { .. }
        | Form::List(_) => None,
    }
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
