//! Enums whose variants have names, declared once: variant and name in one line.

use std::fmt;

/// The error of parsing a name that is none of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// What was to be named, such as `view`.
    pub what: &'static str,
    /// The name that was given.
    pub given: String,
    /// The names that are allowed.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    /// The one of `all` that has a name.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] if none of them has it.
    pub fn find<T: Copy>(
        what: &'static str,
        given: &str,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, Self> {
        let found = all.iter().copied().find(|&one| name(one) == given);
        found.ok_or_else(|| Self { what, given: given.to_owned(), known: all.iter().copied().map(name).collect() })
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, given, known } = self;
        let list = match &known[..] {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => known.concat(),
        };
        write!(f, "there is no {what} {given:?}; the {what}s are {list}")
    }
}

impl std::error::Error for UnknownName {}

/// Declares an enum without fields. Adds the list of its variants and the name of each. With a word
/// for what it is, as in `enum View: "view"`, it is displayed and parsed by its names.
#[macro_export]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident $(: $what:literal)? {
            $($(#[$doc:meta])* $variant:ident $(= $code:literal)? => $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$doc])* $variant $(= $code)?,)+
        }

        impl $type {
            /// All of them, in the order of their declaration.
            // What one crate alone sees is listed by its tests.
            #[allow(dead_code)]
            $visibility const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in files and messages: stable between versions.
            #[must_use]
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        $(
            impl std::fmt::Display for $type {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(self.name())
                }
            }

            impl std::str::FromStr for $type {
                type Err = $crate::UnknownName;

                fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                    $crate::UnknownName::find($what, name, Self::ALL, Self::name)
                }
            }
        )?
    };
}
