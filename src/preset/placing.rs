//! How props of a kind are placed: what they are to be near to, what they keep away from, how far they are off their place,
//! and which of several kinds each becomes. Rules of generation; a finished level knows nothing of them.

use std::sync::Arc;

use super::Ramp;
use crate::digest::Digest;

/// How props of one kind are placed.
///
/// Guarantee, kept by the check of presets: every kind that is named exists; of `variants`, some weight is above 0 somewhere,
/// the sum of those that are no ramps fits 32 bits, and all agree in what decides where they can stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Placing {
    /// The kinds that a prop may become, each with its weight, its own kind first; empty where it stays what it is.
    pub(crate) variants: Vec<(u16, Ramp)>,
    /// How far its body may be off its footprint's centre on either axis, in parts of a metre, where the footprint has room.
    pub(crate) jitter: i32,
    /// It stands only where one of these is met, if there are any.
    pub(crate) near: Vec<Rule>,
    /// It stands only where none of these is met.
    pub(crate) avoid: Vec<Rule>,
    /// Whether `near` or `avoid`, or what another kind avoids, says where it may stand.
    pub(crate) has_rules: bool,
    /// Whether random words are drawn for each of its props.
    pub(crate) varies: bool,
}

/// Something that lies within so many cells, footprint to footprint: 0 in a common cell, 1 side by side or corner to corner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rule {
    pub(crate) what: Neighbour,
    pub(crate) within: i32,
}

/// What a rule speaks of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Neighbour {
    /// What is no floor of the room, doors among it.
    Wall,
    /// A cell of a door.
    Door,
    /// Any prop but a marker.
    Any,
    /// A prop that was placed as one of these kinds, in ascending order. Since a prop may become another kind than it was
    /// placed as, those of `near` surely are of the kind that was named, or a variant of it; those of `avoid` may be.
    Props(Arc<[u16]>),
}

impl Placing {
    /// Whether the kind is placed like any other.
    pub(crate) fn is_plain(&self) -> bool {
        !self.has_rules && !self.varies
    }

    /// Within how many cells a prop that was placed as `kind` is avoided, if it is at all.
    pub(crate) fn avoids(&self, kind: u16, is_marker: bool) -> Option<i32> {
        self.avoid.iter().filter(|rule| rule.is_about(kind, is_marker)).map(|rule| rule.within).max()
    }

    /// Adds what it decides to a digest.
    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.list(&self.variants, |digest, (kind, weight)| weight.digest_whole(digest.number(*kind)));
        digest.number(self.jitter);
        for rules in [&self.near, &self.avoid] {
            digest.list(rules, |digest, rule| rule.digest(digest));
        }
    }
}

impl Rule {
    /// Whether it speaks of props that were placed as `kind`.
    pub(crate) fn is_about(&self, kind: u16, is_marker: bool) -> bool {
        match &self.what {
            Neighbour::Wall | Neighbour::Door => false,
            Neighbour::Any => !is_marker,
            Neighbour::Props(kinds) => kinds.binary_search(&kind).is_ok(),
        }
    }

    fn digest(&self, digest: &mut Digest) {
        let (code, kinds) = match &self.what {
            Neighbour::Wall => (0, &[][..]),
            Neighbour::Door => (1, &[][..]),
            Neighbour::Any => (2, &[][..]),
            Neighbour::Props(kinds) => (3, &kinds[..]),
        };
        digest.number(code).number(self.within);
        digest.list(kinds, |digest, &kind| {
            digest.number(kind);
        });
    }
}
