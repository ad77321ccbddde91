//! The tree of an expression as it is written: shapes and places, no types and no meanings.

use std::ops::Range;

use crate::arithmetic::{Arithmetic, Comparison};

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
    Or,
    And,
    Comparison(Comparison),
    In,
    Arithmetic(Arithmetic),
}

/// The operators that are symbols. One that begins with another stands before it.
pub(crate) const OPERATORS: [(&str, Infix); 13] = [
    ("||", Infix::Or),
    ("&&", Infix::And),
    ("==", Infix::Comparison(Comparison::Equal)),
    ("!=", Infix::Comparison(Comparison::NotEqual)),
    ("<=", Infix::Comparison(Comparison::AtMost)),
    (">=", Infix::Comparison(Comparison::AtLeast)),
    ("<", Infix::Comparison(Comparison::Less)),
    (">", Infix::Comparison(Comparison::Greater)),
    ("+", Infix::Arithmetic(Arithmetic::Add)),
    ("-", Infix::Arithmetic(Arithmetic::Subtract)),
    ("*", Infix::Arithmetic(Arithmetic::Multiply)),
    ("/", Infix::Arithmetic(Arithmetic::Divide)),
    ("%", Infix::Arithmetic(Arithmetic::Remainder)),
];

impl Infix {
    /// The operator as it is written.
    pub(crate) fn text(self) -> &'static str {
        OPERATORS.iter().find(|(_, infix)| *infix == self).map_or("in", |(text, _)| text)
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
    /// A name or a call behind that of what it is asked, as in `floor(3).rooms`.
    Member {
        of: Box<Syntax>,
        asked: Box<Syntax>,
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
