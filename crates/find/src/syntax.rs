//! The tree of an expression as it is written: shapes and places, no types and no meanings.

use std::ops::Range;

use crate::quantity::{Arithmetic, Comparison};

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
    Or,
    And,
    Comparison(Comparison),
    In,
    Arithmetic(Arithmetic),
}

impl Infix {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Comparison(Comparison::Equal) => "==",
            Self::Comparison(Comparison::NotEqual) => "!=",
            Self::Comparison(Comparison::Less) => "<",
            Self::Comparison(Comparison::AtMost) => "<=",
            Self::Comparison(Comparison::Greater) => ">",
            Self::Comparison(Comparison::AtLeast) => ">=",
            Self::In => "in",
            Self::Arithmetic(Arithmetic::Add) => "+",
            Self::Arithmetic(Arithmetic::Subtract) => "-",
            Self::Arithmetic(Arithmetic::Multiply) => "*",
            Self::Arithmetic(Arithmetic::Divide) => "/",
            Self::Arithmetic(Arithmetic::Remainder) => "%",
        }
    }

    /// How strongly the operator binds, as CEL has it.
    pub(crate) fn precedence(self) -> Precedence {
        match self {
            Self::Or => Precedence::Or,
            Self::And => Precedence::And,
            Self::Comparison(_) | Self::In => Precedence::Relation,
            Self::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => Precedence::Sum,
            Self::Arithmetic(Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder) => Precedence::Product,
        }
    }
}

/// The levels of precedence, the weakest first. `?:` is weaker, `!` and unary `-` are stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Or,
    And,
    Relation,
    Sum,
    Product,
}

impl Precedence {
    /// The next stronger level; none above products.
    pub(crate) fn stronger(self) -> Option<Self> {
        match self {
            Self::Or => Some(Self::And),
            Self::And => Some(Self::Relation),
            Self::Relation => Some(Self::Sum),
            Self::Sum => Some(Self::Product),
            Self::Product => None,
        }
    }
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    /// The bytes of the part, parentheses around it included.
    pub(crate) span: Range<usize>,
    pub(crate) form: Form,
}

/// The shape of a part of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Whole(i128),
    Decimal(f64),
    Boolean(bool),
    Text(String),
    Name(String),
    Call {
        name: String,
        name_span: Range<usize>,
        arguments: Vec<Syntax>,
    },
    Not(Box<Syntax>),
    Negation(Box<Syntax>),
    /// Operands joined by operators of one precedence, from left to right. A chain is flat, so
    /// that its length costs no depth.
    Chain {
        first: Box<Syntax>,
        rest: Vec<Link>,
    },
    Choice {
        condition: Box<Syntax>,
        then: Box<Syntax>,
        otherwise: Box<Syntax>,
    },
    /// Only as the right operand of `in`.
    List(Vec<Syntax>),
}

/// An operator of a chain, with its right operand.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) infix: Infix,
    pub(crate) operand: Syntax,
}
