//! Enums whose variants have names, declared once: variant and name in one line.

/// Declares an enum without fields. Adds the list of its variants and the name of each.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$doc:meta])* $variant:ident $(= $code:literal)? => $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$doc])* $variant $(= $code)?,)+
        }

        impl $type {
            /// All of them, in the order of their declaration.
            $visibility const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in files and messages: stable between versions.
            #[must_use]
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

/// Gives enums whose variants have numbers stable codes, and displays them by name.
macro_rules! coded {
    ($($type:ident),+) => {$(
        impl $type {
            /// The stable code, for save games and other languages.
            ///
            /// It stays the same in all later versions; a further variant gets a code that was
            /// never used.
            #[must_use]
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The variant with this code.
            #[must_use]
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.code() == code)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    )+};
}

pub(crate) use {coded, named};
