//! Enums whose variants have names, declared once: variant and name in one line.

/// Declares an enum without fields. Adds the list of its variants and the name of each.
#[macro_export]
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
    };
}
