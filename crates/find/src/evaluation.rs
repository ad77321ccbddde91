//! Evaluates terms.
//!
//! Inputs are measured when they are needed, operands from left to right. An operand that decides
//! `&&`, `||` or `in` wins over one that is undefined, on either side; of two that are undefined,
//! the left one counts. Everything else is undefined if a part that it needs is.
//!
//! Cost: each part of the expression at most once.

use crate::{
    arithmetic::Comparison,
    term::{Alternative, ConditionTerm, NumberTerm, TextTerm},
    value::{Undefined, Value},
};

/// Gives the value of an input for a level; `None` if the level has no such thing.
pub(crate) type Measure<'m> = dyn FnMut(usize) -> Option<Value> + 'm;

pub(crate) fn number(term: &NumberTerm, measure: &mut Measure<'_>) -> Result<Value, Undefined> {
    match term {
        NumberTerm::Literal(value) => Ok(*value),
        NumberTerm::Input(input) => measure(*input).ok_or(Undefined::Missing)?.finite(),
        NumberTerm::Negation(operand) => Ok(number(operand, measure)?.negated()),
        NumberTerm::Chain(first, rest) => {
            let first = number(first, measure)?;
            rest.iter().try_fold(first, |left, (operator, operand)| operator.apply(left, number(operand, measure)?))
        }
        NumberTerm::Call(compute, arguments) => {
            let values: Result<Vec<_>, _> =
                arguments.iter().map(|argument| Ok(number(argument, measure)?.as_f64())).collect();
            Value::Decimal(compute(&values?)).finite()
        }
        NumberTerm::Choice(choice) => number(chosen(choice, measure)?, measure),
    }
}

pub(crate) fn condition(term: &ConditionTerm, measure: &mut Measure<'_>) -> Result<bool, Undefined> {
    match term {
        ConditionTerm::Literal(literal) => Ok(*literal),
        ConditionTerm::Negation(operand) => Ok(!condition(operand, measure)?),
        ConditionTerm::All(operands) => until(false, operands.iter().map(|operand| condition(operand, measure))),
        ConditionTerm::Any(operands) => until(true, operands.iter().map(|operand| condition(operand, measure))),
        ConditionTerm::Numbers(comparison, left, right) => {
            let left = number(left, measure)?;
            Ok(comparison.holds_for_numbers(left, number(right, measure)?))
        }
        ConditionTerm::Texts(comparison, left, right) => {
            let left = text(left, measure)?;
            Ok(comparison.holds(left, text(right, measure)?))
        }
        ConditionTerm::Conditions(first, rest) => {
            let first = condition(first, measure)?;
            rest.iter().try_fold(first, |left, (comparison, operand)| {
                Ok(comparison.holds(&left, &condition(operand, measure)?))
            })
        }
        ConditionTerm::NumberIn(value, items) => {
            let value = number(value, measure)?;
            let is_equal = |item: Value| Comparison::Equal.holds_for_numbers(value, item);
            until(true, items.iter().map(|item| number(item, measure).map(is_equal)))
        }
        ConditionTerm::TextIn(value, items) => {
            let value = text(value, measure)?;
            until(true, items.iter().map(|item| text(item, measure).map(|item| item == value)))
        }
        ConditionTerm::ConditionIn(value, items) => {
            let value = condition(value, measure)?;
            until(true, items.iter().map(|item| condition(item, measure).map(|item| item == value)))
        }
        ConditionTerm::Choice(choice) => condition(chosen(choice, measure)?, measure),
    }
}

fn text<'r>(term: &'r TextTerm, measure: &mut Measure<'_>) -> Result<&'r str, Undefined> {
    match term {
        TextTerm::Literal(literal) => Ok(literal),
        TextTerm::Choice(choice) => text(chosen(choice, measure)?, measure),
    }
}

/// The term that a choice takes.
fn chosen<'r, T>(choice: &'r Alternative<T>, measure: &mut Measure<'_>) -> Result<&'r T, Undefined> {
    Ok(if condition(&choice.condition, measure)? { &choice.then } else { &choice.otherwise })
}

/// `decisive` if any result is that; else the first one that is undefined; else the opposite.
pub(crate) fn until(decisive: bool, results: impl Iterator<Item = Result<bool, Undefined>>) -> Result<bool, Undefined> {
    let mut result = Ok(!decisive);
    for next in results {
        if next == Ok(decisive) {
            return next;
        }
        result = result.and(next);
    }
    result
}
