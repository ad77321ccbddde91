//! What sort of mistake a problem is.

use serde::{Serialize, Serializer};

/// The sort of a [`PresetProblem`](super::PresetProblem): stable between versions, unlike messages.
///
/// serde writes its [name](ProblemCode::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemCode {
    /// The text is not RON: brackets, quotes, commas, or what other languages write.
    Syntax,
    /// A field, a word or a name that does not exist.
    UnknownName,
    /// A field or an entry that has to be there is missing.
    Missing,
    /// A field, a name or a character is given twice.
    Repeated,
    /// A value of another kind than stands here, or one that is not well formed.
    BadValue,
    /// A number beyond the allowed ones.
    OutOfRange,
    /// More entries, levels of nesting or bytes than allowed.
    TooMany,
    /// A field or value that is not allowed beside another, or in this place.
    Conflict,
    /// Values that are allowed one by one, and that no level can have together.
    Unsatisfiable,
    /// A base that is not there, or cannot be a base.
    Base,
    /// No mistake, but probably not meant so: [`Finding::code`](crate::lint::Finding::code) says
    /// what it is.
    Finding,
}

impl ProblemCode {
    /// All codes.
    pub const ALL: &'static [Self] = &[
        Self::Syntax,
        Self::UnknownName,
        Self::Missing,
        Self::Repeated,
        Self::BadValue,
        Self::OutOfRange,
        Self::TooMany,
        Self::Conflict,
        Self::Unsatisfiable,
        Self::Base,
        Self::Finding,
    ];

    /// The code's name in kebab case, such as `out-of-range`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::UnknownName => "unknown-name",
            Self::Missing => "missing",
            Self::Repeated => "repeated",
            Self::BadValue => "bad-value",
            Self::OutOfRange => "out-of-range",
            Self::TooMany => "too-many",
            Self::Conflict => "conflict",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Base => "base",
            Self::Finding => "finding",
        }
    }
}

impl Serialize for ProblemCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
