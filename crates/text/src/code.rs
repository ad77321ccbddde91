//! What sort of mistake a problem is.

use std::fmt;

use serde::{Serialize, Serializer};

crate::named! {
/// The sort of a [`Problem`](crate::Problem): stable between versions, unlike messages.
///
/// serde writes its [name](ProblemCode::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemCode {
    /// The text is not RON: brackets, quotes, commas, or what other languages write.
    Syntax => "syntax",
    /// A field, a word, a name or a function that does not exist.
    UnknownName => "unknown-name",
    /// A field or an entry that has to be there is missing.
    Missing => "missing",
    /// A field, a name or a character is given twice.
    Repeated => "repeated",
    /// A value of another kind than stands here, or one that is not well formed.
    BadValue => "bad-value",
    /// A number beyond the allowed ones.
    OutOfRange => "out-of-range",
    /// More entries, levels of nesting or bytes than allowed.
    TooMany => "too-many",
    /// A field or value that is not allowed beside another, or in this place.
    Conflict => "conflict",
    /// Values that are allowed one by one, and that no level can have together.
    Unsatisfiable => "unsatisfiable",
    /// A base that is not there, or cannot be a base.
    Base => "base",
    /// No mistake, but probably not meant so: the code of the finding says what it is.
    Finding => "finding",
    /// An expression of more bytes than allowed, which is not looked at.
    TooLong => "too-long",
    /// An expression of more levels of nesting than allowed.
    TooDeep => "too-deep",
    /// A character that the language of expressions does not have.
    UnexpectedCharacter => "unexpected-character",
    /// A name, a literal or an operator in a place where it cannot stand, or the end.
    UnexpectedToken => "unexpected-token",
    /// A text without a closing quote.
    UnterminatedString => "unterminated-string",
    /// A backslash in a text before a character that it cannot escape.
    UnknownEscape => "unknown-escape",
    /// A number that is not well formed, or that is too large.
    BadNumber => "bad-number",
    /// An argument of a type that the function takes, with a value that it refuses.
    BadArgument => "bad-argument",
    /// A call with too many or too few arguments, or a name used as a function or the reverse.
    NumberOfArguments => "number-of-arguments",
    /// An argument that must be a literal, and is not.
    NotALiteral => "not-a-literal",
    /// An operand, an argument or a whole expression of another type than stands here.
    WrongType => "wrong-type",
}
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for ProblemCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
