//! Turns a tree of syntax into a typed term, or says what is wrong with it.
//!
//! Consumes the tree and the words for levels; produces terms and the inputs that they ask for.
//! Recursion is bounded by the depth that the parser allows.

mod call;
mod floors;

use std::ops::Range;

use roomgen::level::LevelStage;
use roomgen_text::{Problem, ProblemCode};

use crate::{
    arithmetic::Comparison,
    evaluation,
    input::{InputReach, LevelInput},
    program::{Conjunct, Target},
    syntax::{Form, Infix, Link, Syntax},
    term::{Alternative, ConditionTerm, NumberTerm, Term, TextTerm},
    value::{Value, ValueType},
    words::LevelWords,
};

/// Checks an expression against the words for levels.
pub(crate) struct Resolver<'a> {
    text: &'a str,
    words: &'a LevelWords,
    extent: Scope<'a>,
    /// All inputs of the extent, those of other expressions included.
    inputs: &'a mut Vec<LevelInput>,
    /// Those of the floors of a run; inside of what is asked of a floor, those of the run.
    others: &'a mut Vec<LevelInput>,
    /// The first and the last stage of the inputs that the conjunct, or what is asked of a floor,
    /// asks for; in reverse without any.
    stages: (LevelStage, LevelStage),
    /// What it takes at most to measure the inputs of the operand.
    reach: InputReach,
}

/// What a part of an expression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope<'a> {
    Level,
    Run,
    /// A floor of a run: any, or one of the act or the branch with this name.
    Floor(Option<&'a str>),
}

/// What the cheapest operand takes.
const LEAST_REACH: InputReach = (false, LevelStage::Plan);

/// No stages yet.
const NO_STAGES: (LevelStage, LevelStage) = (LevelStage::Whole, LevelStage::Plan);

/// Operands in the order in which they are asked. Those of levels stay in that of the text.
fn cheapest_first<T>(mut operands: Vec<(InputReach, T)>) -> Vec<T> {
    operands.sort_by_key(|(reach, _)| *reach);
    operands.into_iter().map(|(_, operand)| operand).collect()
}

fn value_type(term: &Term) -> ValueType {
    match term {
        Term::Number(_) => ValueType::Number,
        Term::Condition(_) => ValueType::Condition,
        Term::Text(_) => ValueType::Text,
    }
}

impl<'a> Resolver<'a> {
    /// A resolver that adds to the inputs of levels or runs, and to those of the floors of runs.
    pub(crate) fn new(text: &'a str, words: &'a LevelWords, [inputs, others]: [&'a mut Vec<LevelInput>; 2]) -> Self {
        let extent = if words.acts().is_empty() { Scope::Level } else { Scope::Run };
        Self { text, words, extent, inputs, others, stages: NO_STAGES, reach: LEAST_REACH }
    }

    fn mistake(&self, code: ProblemCode, span: &Range<usize>, message: impl Into<String>) -> Box<Problem> {
        Problem::of_expression(code, self.text, span, message)
    }

    fn wrong_type(&self, span: &Range<usize>, message: String) -> Box<Problem> {
        self.mistake(ProblemCode::WrongType, span, message)
    }

    /// The whole expression as a condition, cut at the `&&` at its top.
    pub(crate) fn conjuncts(&mut self, root: &'a Syntax) -> Result<Vec<Conjunct>, Box<Problem>> {
        let mut conjuncts = Vec::new();
        self.conjunct(root, None, &mut conjuncts)?;
        Ok(cheapest_first(conjuncts))
    }

    /// Adds the conjuncts of `part`, which is an operand of `&&` on this side, or the root.
    fn conjunct(
        &mut self,
        part: &'a Syntax,
        side: Option<&str>,
        found: &mut Vec<(InputReach, Conjunct)>,
    ) -> Result<(), Box<Problem>> {
        match &part.form {
            Form::Chain { first, rest } if rest.iter().any(|link| link.infix == Infix::And) => {
                self.conjunct(first, Some("left"), found)?;
                rest.iter().try_for_each(|link| self.conjunct(&link.operand, Some("right"), found))
            }
            _ => {
                (self.stages, self.reach) = (NO_STAGES, LEAST_REACH);
                let term = match side {
                    Some(side) => self.operand(Infix::And, part, side)?,
                    None => self.condition(part, |given| {
                        let help = "compare it with something, as in `rooms > 12`";
                        (format!("the whole is a {given}, a condition is expected"), Some(help))
                    })?,
                };
                found.push((self.reach, Conjunct::new(&self.text[part.span.clone()], term, self.stages.1)));
                Ok(())
            }
        }
    }

    /// The whole expression as a number.
    pub(crate) fn score(&mut self, root: &'a Syntax) -> Result<NumberTerm, Box<Problem>> {
        let refuse = |given| {
            let help = "make a number of it, as in `(rooms > 12) ? 1 : 0`";
            let help = (given == ValueType::Condition).then_some(help);
            (format!("the whole is a {given}, a number is expected"), help)
        };
        self.number(root, refuse)
    }

    /// A target: a number, and a constant that is wanted for it.
    pub(crate) fn target(&mut self, number: &'a Syntax, wanted: &'a Syntax) -> Result<Target, Box<Problem>> {
        let number = self.score(number)?;
        let (mut asked, mut of_floors) = (Vec::new(), Vec::new());
        let constant = Resolver::new(self.text, self.words, [&mut asked, &mut of_floors]).score(wanted)?;
        if !asked.is_empty() {
            let message = "what is wanted is a number that no level decides";
            return Err(self.mistake(ProblemCode::NotALiteral, &wanted.span, message));
        }
        let constant = evaluation::number(&constant, &mut |_| None);
        let wanted = constant.map_err(|why| self.mistake(ProblemCode::BadNumber, &wanted.span, why.to_string()))?;
        Ok(Target { number, wanted: wanted.as_f64(), spread: 1.0 })
    }

    /// A part that must be a condition. `refuse` gives the message, and help, for one of this type.
    fn condition(
        &mut self,
        part: &'a Syntax,
        refuse: impl FnOnce(ValueType) -> (String, Option<&'static str>),
    ) -> Result<ConditionTerm, Box<Problem>> {
        match self.term(part)? {
            Term::Condition(term) => Ok(term),
            other => Err(self.refusal(part, refuse(value_type(&other)))),
        }
    }

    /// A part that must be a number, as [`Resolver::condition`].
    fn number(
        &mut self,
        part: &'a Syntax,
        refuse: impl FnOnce(ValueType) -> (String, Option<&'static str>),
    ) -> Result<NumberTerm, Box<Problem>> {
        match self.term(part)? {
            Term::Number(term) => Ok(term),
            other => Err(self.refusal(part, refuse(value_type(&other)))),
        }
    }

    fn refusal(&self, part: &'a Syntax, (message, help): (String, Option<&str>)) -> Box<Problem> {
        let mistake = self.wrong_type(&part.span, message);
        match help {
            Some(help) => mistake.with_help(help),
            None => mistake,
        }
    }

    fn term(&mut self, part: &'a Syntax) -> Result<Term, Box<Problem>> {
        Ok(match &part.form {
            Form::Whole(whole) => Term::Number(NumberTerm::Literal(Value::Whole(*whole))),
            Form::Decimal(decimal) => Term::Number(NumberTerm::Literal(Value::Decimal(*decimal))),
            Form::Boolean(boolean) => Term::Condition(ConditionTerm::Literal(*boolean)),
            Form::Text(text) => Term::Text(TextTerm::Literal(text.clone())),
            Form::Name(name) => self.name(name, &part.span)?,
            Form::Call { name, name_span, arguments } => self.call(name, name_span, &part.span, arguments)?,
            Form::Member { of, asked } => self.member(of, asked, &part.span)?,
            Form::Not(operand) => {
                let help = "`!` comes before comparisons: write `!(rooms > 12)`";
                let refuse = |given| (format!("`!` takes a condition, this is a {given}"), Some(help));
                Term::Condition(ConditionTerm::Negation(Box::new(self.condition(operand, refuse)?)))
            }
            Form::Negation(operand) => {
                let refuse = |given| (format!("`-` takes a number, this is a {given}"), None);
                Term::Number(NumberTerm::Negation(Box::new(self.number(operand, refuse)?)))
            }
            Form::Chain { first, rest } => self.chain(first, rest)?,
            Form::Choice { condition, then, otherwise } => self.choice(condition, then, otherwise)?,
            Form::List(_) => {
                let message = "a list is no value";
                return Err(self.mistake(ProblemCode::UnexpectedToken, &part.span, message));
            }
        })
    }

    /// An operand of `&&` or `||`.
    fn operand(&mut self, infix: Infix, part: &'a Syntax, side: &str) -> Result<ConditionTerm, Box<Problem>> {
        let operator = infix.text();
        self.condition(part, |given| (format!("`{operator}` takes two conditions, the {side} one is a {given}"), None))
    }

    /// A chain, whose operators are of one precedence.
    fn chain(&mut self, first: &'a Syntax, rest: &'a [Link]) -> Result<Term, Box<Problem>> {
        match rest.first().map(|link| link.infix) {
            None => self.term(first),
            Some(infix @ (Infix::Or | Infix::And)) => {
                let mut most = self.reach;
                let mut operands = Vec::new();
                let sides = [(first, "left")].into_iter().chain(rest.iter().map(|link| (&link.operand, "right")));
                for (part, side) in sides {
                    self.reach = LEAST_REACH;
                    let operand = self.operand(infix, part, side)?;
                    operands.push((self.reach, operand));
                    most = most.max(self.reach);
                }
                self.reach = most;
                let (is_all, operands) = (infix == Infix::And, cheapest_first(operands));
                Ok(Term::Condition(if is_all { ConditionTerm::All(operands) } else { ConditionTerm::Any(operands) }))
            }
            Some(infix @ Infix::Arithmetic(_)) => {
                let first = self.summand(infix, first, "left")?;
                let mut operands = Vec::new();
                for link in rest {
                    if let Infix::Arithmetic(operator) = link.infix {
                        operands.push((operator, self.summand(link.infix, &link.operand, "right")?));
                    }
                }
                Ok(Term::Number(NumberTerm::Chain(Box::new(first), operands)))
            }
            Some(Infix::Comparison(_) | Infix::In) => {
                let mut left = self.term(first)?;
                let mut span = first.span.clone();
                for (number, link) in rest.iter().enumerate() {
                    let relation = match link.infix {
                        Infix::Comparison(comparison) => {
                            self.comparison(left, &span, comparison, &link.operand, number > 0)?
                        }
                        Infix::In | Infix::Or | Infix::And | Infix::Arithmetic(_) => {
                            self.membership(left, &link.operand)?
                        }
                    };
                    left = Term::Condition(relation);
                    span.end = link.operand.span.end;
                }
                Ok(left)
            }
        }
    }

    /// An operand of arithmetic.
    fn summand(&mut self, infix: Infix, part: &'a Syntax, side: &str) -> Result<NumberTerm, Box<Problem>> {
        let operator = infix.text();
        self.number(part, |given| (format!("`{operator}` takes two numbers, the {side} one is a {given}"), None))
    }

    /// A comparison of a term, which is itself one if `is_chained`, with what follows.
    fn comparison(
        &mut self,
        left: Term,
        left_span: &Range<usize>,
        comparison: Comparison,
        right: &'a Syntax,
        is_chained: bool,
    ) -> Result<ConditionTerm, Box<Problem>> {
        let operator = Infix::Comparison(comparison).text();
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let left_type = value_type(&left);
        let chained = |mistake: Box<Problem>| match (is_chained, is_equality) {
            (false, _) => mistake,
            (true, false) => mistake.with_help("compare twice, as in `8 < rooms && rooms < 12`"),
            (true, true) => mistake.with_help("put comparisons in parentheses, as in `(a < b) == (c < d)`"),
        };
        if !is_equality && left_type != ValueType::Number {
            let message = format!("`{operator}` takes two numbers, the left one is a {left_type}");
            return Err(chained(self.wrong_type(left_span, message)));
        }
        match (left, self.term(right)?) {
            (Term::Number(left), Term::Number(right)) => Ok(ConditionTerm::Numbers(comparison, left, right)),
            (Term::Text(left), Term::Text(right)) => Ok(ConditionTerm::Texts(comparison, left, right)),
            (Term::Condition(ConditionTerm::Conditions(first, mut rest)), Term::Condition(right)) if is_chained => {
                rest.push((comparison, right));
                Ok(ConditionTerm::Conditions(first, rest))
            }
            (Term::Condition(left), Term::Condition(right)) => {
                Ok(ConditionTerm::Conditions(Box::new(left), vec![(comparison, right)]))
            }
            (_, other) if !is_equality => {
                let given = value_type(&other);
                let message = format!("`{operator}` takes two numbers, the right one is a {given}");
                Err(self.wrong_type(&right.span, message))
            }
            (_, other) => {
                let message = format!(
                    "`{operator}` takes two values of one type, the left one is a {left_type}, the right one a {}",
                    value_type(&other)
                );
                Err(chained(self.wrong_type(&(left_span.start..right.span.end), message)))
            }
        }
    }

    /// Whether a list has a term.
    fn membership(&mut self, value: Term, list: &'a Syntax) -> Result<ConditionTerm, Box<Problem>> {
        let Form::List(parts) = &list.form else {
            return Err(self.mistake(ProblemCode::UnexpectedToken, &list.span, "`in` takes a list on its right"));
        };
        let expected = value_type(&value);
        let (mut numbers, mut conditions, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match (&value, self.term(part)?) {
                (Term::Number(_), Term::Number(term)) => numbers.push(term),
                (Term::Condition(_), Term::Condition(term)) => conditions.push(term),
                (Term::Text(_), Term::Text(term)) => texts.push(term),
                (_, other) => {
                    let message = format!("`in` looks for a {expected}, this is a {}", value_type(&other));
                    return Err(self.wrong_type(&part.span, message));
                }
            }
        }
        Ok(match value {
            Term::Number(value) => ConditionTerm::NumberIn(value, numbers),
            Term::Condition(value) => ConditionTerm::ConditionIn(Box::new(value), conditions),
            Term::Text(value) => ConditionTerm::TextIn(value, texts),
        })
    }

    fn choice(&mut self, condition: &'a Syntax, then: &'a Syntax, otherwise: &'a Syntax) -> Result<Term, Box<Problem>> {
        let span = then.span.start..otherwise.span.end;
        let refuse = |given| (format!("`?:` takes a condition before `?`, this is a {given}"), None);
        let condition = self.condition(condition, refuse)?;
        Ok(match (self.term(then)?, self.term(otherwise)?) {
            (Term::Number(then), Term::Number(otherwise)) => {
                Term::Number(NumberTerm::Choice(Box::new(Alternative { condition, then, otherwise })))
            }
            (Term::Condition(then), Term::Condition(otherwise)) => {
                Term::Condition(ConditionTerm::Choice(Box::new(Alternative { condition, then, otherwise })))
            }
            (Term::Text(then), Term::Text(otherwise)) => {
                Term::Text(TextTerm::Choice(Box::new(Alternative { condition, then, otherwise })))
            }
            (then, otherwise) => {
                let (then, otherwise) = (value_type(&then), value_type(&otherwise));
                let message = format!(
                    "`?:` takes two values of one type, the first one is a {then}, the second one a {otherwise}"
                );
                return Err(self.wrong_type(&span, message));
            }
        })
    }
}
