//! The entries of a layout: formations, and groups of them by chance and choice.

use super::Ramp;

/// A formation of a layout, or a group of formations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The chance that the formation or group is stamped at all, from 0 to 1.
    pub chance: Ramp,
    /// How often an [`EntryPart::OneOf`] chooses this entry, relative to its other entries.
    pub weight: Ramp,
    /// The formation or group.
    pub part: EntryPart,
}

/// The content of an [`Entry`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EntryPart {
    /// A formation, as its index in [`Layout::formations`](super::Layout::formations).
    Formation(usize),
    /// One of these entries, chosen by weight.
    OneOf(Vec<Entry>),
    /// All of these entries, each by its own chance.
    AllOf(Vec<Entry>),
}
