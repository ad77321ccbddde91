//! Offers: sets of props of which some may be taken.

/// A set of props of a level of which some may be taken. Taking these removes the others.
///
/// Guarantee: at least one prop may be taken, and not all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offer {
    /// The ids of the props, ascending. No prop is in two offers of a level.
    pub props: Vec<u32>,
    /// How many of the props may be taken: at least 1, and fewer than there are.
    pub take: u32,
}

impl Offer {
    /// An offer of props, by their ids in ascending order; `None` unless some may be taken and some
    /// are left.
    pub(crate) fn new(props: Vec<u32>, take: u32) -> Option<Self> {
        (take > 0 && props.len() > take as usize).then_some(Self { props, take })
    }
}
