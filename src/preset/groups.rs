use super::Ramp;
use crate::digest::Digest;

/// A formation of a layout or a group of them, and whether it is stamped.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The chance that it is there at all.
    pub chance: Ramp,
    /// How often it is chosen in a group of which one is, in proportion to the others.
    pub weight: Ramp,
    /// What it is.
    pub part: Part,
}

/// What an entry of a layout is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// The formation with this position in the layout's list.
    Formation(usize),
    /// One of these, by weight.
    OneOf(Vec<Entry>),
    /// All of these.
    AllOf(Vec<Entry>),
}

impl Entry {
    pub(super) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest);
        self.weight.digest_whole(digest);
        match &self.part {
            Part::Formation(number) => digest.number(0).wide(*number as u64),
            Part::OneOf(entries) => digest.number(1).list(entries, |digest, entry| entry.digest(digest)),
            Part::AllOf(entries) => digest.number(2).list(entries, |digest, entry| entry.digest(digest)),
        };
    }
}
