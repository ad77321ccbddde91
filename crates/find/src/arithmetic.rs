//! Arithmetic and comparison of numbers.
//!
//! Takes finite numbers, so that comparisons never fail, and gives no others.

use crate::value::{Undefined, Value};

/// An operator that takes two numbers and gives one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// An operator that compares two values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    pub(crate) fn holds<T: PartialOrd + ?Sized>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// As [`Comparison::holds`]; whole numbers become decimals beside one.
    pub(crate) fn holds_for_numbers(self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Whole(left), Value::Whole(right)) => self.holds(&left, &right),
            (left, right) => self.holds(&left.as_f64(), &right.as_f64()),
        }
    }
}

impl Arithmetic {
    /// Whole numbers give a whole number, or a decimal where that is too large or the operator is
    /// `/`. Beside a decimal they become decimals.
    pub(crate) fn apply(self, left: Value, right: Value) -> Result<Value, Undefined> {
        if matches!(self, Self::Divide | Self::Remainder) && Comparison::Equal.holds(&right.as_f64(), &0.0) {
            return Err(Undefined::DivisionByZero);
        }
        if let (Value::Whole(left), Value::Whole(right)) = (left, right) {
            let whole = match self {
                Self::Add => left.checked_add(right),
                Self::Subtract => left.checked_sub(right),
                Self::Multiply => left.checked_mul(right),
                Self::Divide => None,
                // Only the smallest number by -1 wraps, and its remainder is 0.
                Self::Remainder => Some(left.wrapping_rem(right)),
            };
            if let Some(whole) = whole {
                return Ok(Value::Whole(whole));
            }
        }
        let (left, right) = (left.as_f64(), right.as_f64());
        let result = match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left / right,
            Self::Remainder => left % right,
        };
        Value::Decimal(result).finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_stay_exact_and_become_decimals_where_they_must() {
        use Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
        use Value::{Decimal, Whole};
        let seed = i128::from(u64::MAX);
        for (left, operator, right, result) in [
            (Whole(seed), Add, Whole(1), Ok(Whole(seed + 1))),
            (Whole(i128::MAX), Add, Whole(1), Ok(Decimal(i128::MAX as f64))),
            (Whole(i128::MIN), Subtract, Whole(1), Ok(Decimal(i128::MIN as f64))),
            (Whole(i128::MAX), Multiply, Whole(2), Ok(Decimal(2.0 * i128::MAX as f64))),
            (Whole(6), Divide, Whole(3), Ok(Decimal(2.0))),
            (Whole(1), Divide, Whole(2), Ok(Decimal(0.5))),
            (Whole(1), Add, Decimal(0.5), Ok(Decimal(1.5))),
            (Whole(-7), Remainder, Whole(3), Ok(Whole(-1))),
            (Whole(i128::MIN), Remainder, Whole(-1), Ok(Whole(0))),
            (Decimal(-7.5), Remainder, Whole(2), Ok(Decimal(-1.5))),
            (Whole(0), Divide, Whole(0), Err(Undefined::DivisionByZero)),
            (Decimal(1.0), Divide, Decimal(-0.0), Err(Undefined::DivisionByZero)),
            (Whole(1), Remainder, Whole(0), Err(Undefined::DivisionByZero)),
            (Decimal(f64::MAX), Add, Decimal(f64::MAX), Err(Undefined::NotFinite)),
            (Decimal(1.0), Divide, Decimal(f64::MIN_POSITIVE / 8.0), Err(Undefined::NotFinite)),
        ] {
            assert_eq!(operator.apply(left, right), result, "{left:?} {operator:?} {right:?}");
        }
        assert_eq!(Whole(i128::MIN).negated(), Decimal(-(i128::MIN as f64)));
    }

    #[test]
    fn both_zeros_are_equal_and_mixed_numbers_compare_as_decimals() {
        use Value::{Decimal, Whole};
        for (left, comparison, right, result) in [
            (Decimal(0.0), Comparison::Equal, Decimal(-0.0), true),
            (Decimal(0.0), Comparison::Greater, Decimal(-0.0), false),
            (Whole(3), Comparison::Equal, Decimal(3.0), true),
            (Whole(3), Comparison::Less, Decimal(3.5), true),
            (Whole(1 << 60), Comparison::Equal, Whole((1 << 60) + 1), false),
            (Whole(1 << 60), Comparison::AtLeast, Decimal((1_i64 << 60) as f64), true),
        ] {
            assert_eq!(comparison.holds_for_numbers(left, right), result, "{left:?} {comparison:?} {right:?}");
        }
    }
}
