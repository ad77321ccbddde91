//! Turns a tree of syntax into a typed term, or says what is wrong with it.
//!
//! Consumes the tree and the host's words; produces terms and the inputs that they ask for.
//! Recursion is bounded by the depth that the parser allows.

mod call;

use std::ops::Range;

use crate::{
    error::{ErrorCode, Mistake},
    program::Conjunct,
    quantity::{Comparison, Quantity},
    syntax::{Form, Infix, Link, Syntax},
    term::{Alternative, ConditionTerm, NumberTerm, Term, TextTerm},
    value::ValueType,
    vocabulary::Vocabulary,
};

/// Checks an expression against the words of a host.
pub(crate) struct Resolver<'a, V: Vocabulary> {
    text: &'a str,
    vocabulary: &'a V,
    /// All inputs, those of other expressions included.
    inputs: &'a mut Vec<V::Input>,
    /// The inputs that the terms since the last [`Resolver::asked`] ask for.
    asked: Vec<usize>,
}

fn value_type(term: &Term) -> ValueType {
    match term {
        Term::Number(_) => ValueType::Number,
        Term::Condition(_) => ValueType::Condition,
        Term::Text(_) => ValueType::Text,
    }
}

fn wrong_type(span: &Range<usize>, message: String) -> Mistake {
    Mistake::new(ErrorCode::WrongType, span, message)
}

impl<'a, V: Vocabulary> Resolver<'a, V> {
    pub(crate) fn new(text: &'a str, vocabulary: &'a V, inputs: &'a mut Vec<V::Input>) -> Self {
        Self { text, vocabulary, inputs, asked: Vec::new() }
    }

    /// The whole expression as a condition, cut at the `&&` at its top.
    pub(crate) fn conjuncts(mut self, root: &Syntax) -> Result<Vec<Conjunct>, Mistake> {
        let mut conjuncts = Vec::new();
        self.conjunct(root, None, &mut conjuncts)?;
        Ok(conjuncts)
    }

    /// Adds the conjuncts of `part`, which is an operand of `&&` on this side, or the root.
    fn conjunct(&mut self, part: &Syntax, side: Option<&str>, found: &mut Vec<Conjunct>) -> Result<(), Mistake> {
        match &part.form {
            Form::Chain { first, rest } if rest.iter().any(|link| link.infix == Infix::And) => {
                self.conjunct(first, Some("left"), found)?;
                rest.iter().try_for_each(|link| self.conjunct(&link.operand, Some("right"), found))
            }
            _ => {
                let term = match side {
                    Some(side) => self.operand(Infix::And, part, side)?,
                    None => self.root_condition(part)?,
                };
                let inputs = std::mem::take(&mut self.asked);
                found.push(Conjunct::new(self.text, part.span.clone(), term, inputs));
                Ok(())
            }
        }
    }

    fn root_condition(&mut self, root: &Syntax) -> Result<ConditionTerm, Mistake> {
        match self.term(root)? {
            Term::Condition(term) => Ok(term),
            other => {
                let message = format!("the whole is a {}, a condition is expected", value_type(&other));
                Err(wrong_type(&root.span, message).with_help("compare it with something, as in `rooms > 12`"))
            }
        }
    }

    /// The whole expression as a number, and the inputs that it asks for.
    pub(crate) fn number(mut self, root: &Syntax) -> Result<(NumberTerm, Vec<usize>), Mistake> {
        match self.term(root)? {
            Term::Number(term) => Ok((term, self.asked)),
            other => {
                let mistake =
                    wrong_type(&root.span, format!("the whole is a {}, a number is expected", value_type(&other)));
                Err(match other {
                    Term::Condition(_) => mistake.with_help("make a number of it, as in `(rooms > 12) ? 1 : 0`"),
                    Term::Number(_) | Term::Text(_) => mistake,
                })
            }
        }
    }

    fn term(&mut self, part: &Syntax) -> Result<Term, Mistake> {
        Ok(match &part.form {
            Form::Whole(whole) => Term::Number(NumberTerm::Literal(Quantity::Whole(*whole))),
            Form::Decimal(decimal) => Term::Number(NumberTerm::Literal(Quantity::Decimal(*decimal))),
            Form::Boolean(boolean) => Term::Condition(ConditionTerm::Literal(*boolean)),
            Form::Text(text) => Term::Text(TextTerm::Literal(text.clone())),
            Form::Name(name) => self.name(name, &part.span)?,
            Form::Call { name, name_span, arguments } => self.call(name, name_span, &part.span, arguments)?,
            Form::Not(operand) => match self.term(operand)? {
                Term::Condition(term) => Term::Condition(ConditionTerm::Negation(Box::new(term))),
                other => {
                    let mistake = self.unary(&operand.span, "`!` takes a condition", &other);
                    return Err(mistake.with_help("`!` comes before comparisons: write `!(rooms > 12)`"));
                }
            },
            Form::Negation(operand) => match self.term(operand)? {
                Term::Number(term) => Term::Number(NumberTerm::Negation(Box::new(term))),
                other => return Err(self.unary(&operand.span, "`-` takes a number", &other)),
            },
            Form::Chain { first, rest } => self.chain(first, rest)?,
            Form::Choice { condition, then, otherwise } => self.choice(condition, then, otherwise)?,
            Form::List(_) => {
                let message = "a list is no value";
                return Err(Mistake::new(ErrorCode::UnexpectedToken, &part.span, message));
            }
        })
    }

    fn unary(&self, span: &Range<usize>, takes: &str, given: &Term) -> Mistake {
        wrong_type(span, format!("{takes}, this is a {}", value_type(given)))
    }

    /// An operand of `&&` or `||`.
    fn operand(&mut self, infix: Infix, part: &Syntax, side: &str) -> Result<ConditionTerm, Mistake> {
        match self.term(part)? {
            Term::Condition(term) => Ok(term),
            other => {
                let (operator, given) = (infix.text(), value_type(&other));
                let message = format!("`{operator}` takes two conditions, the {side} one is a {given}");
                Err(wrong_type(&part.span, message))
            }
        }
    }

    /// A chain, whose operators are of one precedence.
    fn chain(&mut self, first: &Syntax, rest: &[Link]) -> Result<Term, Mistake> {
        match rest.first().map(|link| link.infix) {
            None => self.term(first),
            Some(infix @ (Infix::Or | Infix::And)) => {
                let mut operands = vec![self.operand(infix, first, "left")?];
                for link in rest {
                    operands.push(self.operand(infix, &link.operand, "right")?);
                }
                let is_all = infix == Infix::And;
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
    fn summand(&mut self, infix: Infix, part: &Syntax, side: &str) -> Result<NumberTerm, Mistake> {
        match self.term(part)? {
            Term::Number(term) => Ok(term),
            other => {
                let (operator, given) = (infix.text(), value_type(&other));
                Err(wrong_type(&part.span, format!("`{operator}` takes two numbers, the {side} one is a {given}")))
            }
        }
    }

    /// A comparison of a term, which is itself one if `is_chained`, with what follows.
    fn comparison(
        &mut self,
        left: Term,
        left_span: &Range<usize>,
        comparison: Comparison,
        right: &Syntax,
        is_chained: bool,
    ) -> Result<ConditionTerm, Mistake> {
        let operator = Infix::Comparison(comparison).text();
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let left_type = value_type(&left);
        let chained = |mistake: Mistake| match (is_chained, is_equality) {
            (false, _) => mistake,
            (true, false) => mistake.with_help("compare twice, as in `8 < rooms && rooms < 12`"),
            (true, true) => mistake.with_help("put comparisons in parentheses, as in `(a < b) == (c < d)`"),
        };
        if !is_equality && left_type != ValueType::Number {
            let message = format!("`{operator}` takes two numbers, the left one is a {left_type}");
            return Err(chained(wrong_type(left_span, message)));
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
                Err(wrong_type(&right.span, message))
            }
            (_, other) => {
                let message = format!(
                    "`{operator}` takes two values of one type, the left one is a {left_type}, the right one a {}",
                    value_type(&other)
                );
                Err(chained(wrong_type(&(left_span.start..right.span.end), message)))
            }
        }
    }

    /// Whether a list has a term.
    fn membership(&mut self, value: Term, list: &Syntax) -> Result<ConditionTerm, Mistake> {
        let Form::List(parts) = &list.form else {
            return Err(Mistake::new(ErrorCode::UnexpectedToken, &list.span, "`in` takes a list on its right"));
        };
        let expected = value_type(&value);
        let wrong = |part: &Syntax, given: &Term| {
            let message = format!("`in` looks for a {expected}, this is a {}", value_type(given));
            Err(wrong_type(&part.span, message))
        };
        let (mut numbers, mut conditions, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match (&value, self.term(part)?) {
                (Term::Number(_), Term::Number(term)) => numbers.push(term),
                (Term::Condition(_), Term::Condition(term)) => conditions.push(term),
                (Term::Text(_), Term::Text(term)) => texts.push(term),
                (_, other) => return wrong(part, &other),
            }
        }
        Ok(match value {
            Term::Number(value) => ConditionTerm::NumberIn(value, numbers),
            Term::Condition(value) => ConditionTerm::ConditionIn(Box::new(value), conditions),
            Term::Text(value) => ConditionTerm::TextIn(value, texts),
        })
    }

    fn choice(&mut self, condition: &Syntax, then: &Syntax, otherwise: &Syntax) -> Result<Term, Mistake> {
        let span = then.span.start..otherwise.span.end;
        let condition = match self.term(condition)? {
            Term::Condition(term) => term,
            other => return Err(self.unary(&condition.span, "`?:` takes a condition before `?`", &other)),
        };
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
                return Err(wrong_type(&span, message));
            }
        })
    }
}
