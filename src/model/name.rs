//! Names: shared, immutable strings, and the rule for what a valid name is.

use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

use crate::{digest::Digest, legible::is_hidden};

/// A reference-counted name, used like a `&str`.
///
/// A preset and all its levels share one allocation. A name compares with and dereferences to
/// `str`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// The most characters of a name in a preset or a level file; it has to fit a line of a report.
    pub const MAX_LENGTH: usize = 64;
    /// The rule for names in words, for error messages.
    pub(crate) const ALLOWED: &str = "1 to 64 printable characters";

    /// What is wrong with a text as a name; `None` for a valid name.
    ///
    /// Exports write names unescaped and rely on this check.
    pub(crate) fn fault(text: &str) -> Option<String> {
        let length = text.chars().count();
        if text.trim().is_empty() {
            return Some("a name must not be empty".to_owned());
        }
        if length > Self::MAX_LENGTH {
            return Some(format!("a name of {length} characters is too long"));
        }
        let hidden = text.chars().find(|&character| is_hidden(character))?;
        let what = if hidden.is_control() { "control" } else { "hidden" };
        Some(format!("the name {text:?} contains a {what} character"))
    }

    /// The low half of the name's digest: which random words belong to what has this name.
    pub(crate) fn digest32(&self) -> u32 {
        Digest::default().text(self).finish() as u32
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.as_str().to_owned()
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Name {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Name> for str {
    fn eq(&self, other: &Name) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<Name> for &str {
    fn eq(&self, other: &Name) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<Name> for String {
    fn eq(&self, other: &Name) -> bool {
        self == other.as_str()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), formatter)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}
