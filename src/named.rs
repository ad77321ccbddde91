//! Enums whose variants have names, declared once: variant and name in one line; and stable codes.

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

pub(crate) use coded;
pub(crate) use roomgen_text::named;
