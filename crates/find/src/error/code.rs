//! What sort of mistake an error is.

use std::fmt;

/// The sort of an [`ExpressionError`](super::ExpressionError): stable between versions, unlike
/// messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// More bytes than [`MAX_BYTES`](crate::MAX_BYTES).
    TooLong,
    /// More levels of nesting than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// A character that the language does not have.
    UnexpectedCharacter,
    /// A name, a literal or an operator in a place where it cannot stand, or the end.
    UnexpectedToken,
    /// A text without a closing quote.
    UnterminatedString,
    /// A backslash in a text before a character that it cannot escape.
    UnknownEscape,
    /// A number that is not well formed, or that is too large.
    BadNumber,
    /// A name or a function that the host does not have.
    UnknownName,
    /// An argument of a type that the function takes, with a value that the host refuses.
    BadArgument,
    /// A call with too many or too few arguments, or a name used as a function or the reverse.
    NumberOfArguments,
    /// An argument that must be a literal, and is not.
    NotALiteral,
    /// An operand, an argument or a whole expression of another type than stands here.
    WrongType,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: &'static [Self] = &[
        Self::TooLong,
        Self::TooDeep,
        Self::UnexpectedCharacter,
        Self::UnexpectedToken,
        Self::UnterminatedString,
        Self::UnknownEscape,
        Self::BadNumber,
        Self::UnknownName,
        Self::BadArgument,
        Self::NumberOfArguments,
        Self::NotALiteral,
        Self::WrongType,
    ];

    /// The code's name in kebab case, such as `unknown-name`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::TooDeep => "too-deep",
            Self::UnexpectedCharacter => "unexpected-character",
            Self::UnexpectedToken => "unexpected-token",
            Self::UnterminatedString => "unterminated-string",
            Self::UnknownEscape => "unknown-escape",
            Self::BadNumber => "bad-number",
            Self::UnknownName => "unknown-name",
            Self::BadArgument => "bad-argument",
            Self::NumberOfArguments => "number-of-arguments",
            Self::NotALiteral => "not-a-literal",
            Self::WrongType => "wrong-type",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
