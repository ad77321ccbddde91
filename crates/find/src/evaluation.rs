//! Evaluates terms.
//!
//! Inputs are measured when they are needed, operands from left to right. An operand that decides
//! `&&`, `||` or `in` wins over one that is undefined, on either side; of two that are undefined,
//! the left one counts. Everything else is undefined if a part that it needs is.
//!
//! Cost: each part of the expression at most once.

use crate::{
    quantity::{Comparison, Quantity},
    term::{Alternative, ConditionTerm, NumberTerm, TextTerm},
    value::{Undefined, Value},
};

pub(crate) fn number<'v, M>(term: &NumberTerm, measure: &mut M) -> Result<Quantity, Undefined>
where
    M: FnMut(usize) -> Option<Value<'v>>,
{
    match term {
        NumberTerm::Literal(quantity) => Ok(*quantity),
        NumberTerm::Input(input) => match measure(*input) {
            Some(Value::Whole(whole)) => Ok(Quantity::Whole(whole)),
            Some(Value::Decimal(decimal)) => Quantity::decimal(decimal),
            Some(Value::Condition(_) | Value::Text(_)) | None => Err(Undefined::Missing),
        },
        NumberTerm::Negation(operand) => Ok(number(operand, measure)?.negated()),
        NumberTerm::Chain(first, rest) => {
            let first = number(first, measure)?;
            rest.iter().try_fold(first, |left, (operator, operand)| operator.apply(left, number(operand, measure)?))
        }
        NumberTerm::Call(compute, arguments) => {
            let values: Result<Vec<_>, _> =
                arguments.iter().map(|argument| Ok(number(argument, measure)?.as_f64())).collect();
            Quantity::decimal(compute(&values?))
        }
        NumberTerm::Choice(choice) => number(chosen(choice, measure)?, measure),
    }
}

pub(crate) fn condition<'v, M>(term: &ConditionTerm, measure: &mut M) -> Result<bool, Undefined>
where
    M: FnMut(usize) -> Option<Value<'v>>,
{
    match term {
        ConditionTerm::Literal(literal) => Ok(*literal),
        ConditionTerm::Input(input) => match measure(*input) {
            Some(Value::Condition(value)) => Ok(value),
            Some(Value::Whole(_) | Value::Decimal(_) | Value::Text(_)) | None => Err(Undefined::Missing),
        },
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
            let is_equal = |item: Quantity| Comparison::Equal.holds_for_numbers(value, item);
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

fn text<'r, 'v: 'r, M>(term: &'r TextTerm, measure: &mut M) -> Result<&'r str, Undefined>
where
    M: FnMut(usize) -> Option<Value<'v>>,
{
    match term {
        TextTerm::Literal(literal) => Ok(literal),
        TextTerm::Input(input) => match measure(*input) {
            Some(Value::Text(text)) => Ok(text),
            Some(Value::Whole(_) | Value::Decimal(_) | Value::Condition(_)) | None => Err(Undefined::Missing),
        },
        TextTerm::Choice(choice) => text(chosen(choice, measure)?, measure),
    }
}

/// The term that a choice takes.
fn chosen<'r, 'v, T, M>(choice: &'r Alternative<T>, measure: &mut M) -> Result<&'r T, Undefined>
where
    M: FnMut(usize) -> Option<Value<'v>>,
{
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
