//! Index types: a position in a list, with a type of its own for each list.

/// Declares the index type of a list, a `u32`: a large level has millions of leaves and walls.
macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) struct $name(pub(crate) u32);

        impl $name {
            /// Stands for no item: no list is long enough to have one at this index.
            pub(crate) const NONE: Self = Self(u32::MAX);

            /// The id of the item at a position of the list.
            #[inline]
            pub(crate) const fn at(index: usize) -> Self {
                Self(index as u32)
            }

            /// The position of the item in its list, and in parallel lists of the items'
            /// properties.
            #[inline]
            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }

            /// All ids in ascending order. The iterator never ends.
            #[inline]
            pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
                (0..).map(Self)
            }
        }
    };
}

pub(super) use index_type;
