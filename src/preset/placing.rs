//! How props of a kind are placed: proximity rules, jitter and variants.
//!
//! These are rules of generation; a finished level does not contain them.

use std::sync::Arc;

use super::{Ramp, digest::DigestPart};
use crate::digest::Digest;

/// How props of one kind are placed.
///
/// Guarantees, kept by the check of presets: every kind that is named exists, the sum of constant
/// weights fits 32 bits, and all variants have the same footprint, heights and obstruction, so that
/// each can stand where any other can.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlacingRules {
    /// The kinds that a prop may become, as indices into the preset's kinds, with their weights.
    ///
    /// The prop's own kind comes first. Empty if the kind has no variants. Where all weights are 0,
    /// a prop keeps its own kind.
    pub(crate) variants: Vec<(u16, Ramp)>,
    /// The largest offset of the body from the footprint's centre on either axis, in 1/256 m.
    ///
    /// The body stays within the footprint.
    pub(crate) jitter: i32,
    /// A prop stands only where at least one of these rules is met. Empty if it may stand anywhere.
    pub(crate) near: Vec<ProximityRule>,
    /// A prop stands only where none of these rules is met.
    pub(crate) avoid: Vec<ProximityRule>,
    /// Whether a rule `avoid` of any kind refers to props of this kind.
    pub(crate) is_avoided: bool,
    /// Whether it is a slot: a place for a member of a group or for loot, and no prop of the level.
    pub(crate) slot: bool,
    /// Whether a group of a preset with a budget of encounters has members of this kind.
    pub(crate) is_member: bool,
    /// The kind of terrain for which the kind of prop stands, by position in the preset's list; see
    /// [`Preset::terrain_of`](super::Preset::terrain_of).
    pub(crate) terrain: Option<u8>,
}

/// A proximity rule: its target lies within `within` cells, from footprint to footprint.
///
/// The distance is 0 if two footprints share a cell, and 1 if they touch at a side or a corner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProximityRule {
    pub(crate) what: ProximityTarget,
    pub(crate) within: i32,
}

/// What a proximity rule refers to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ProximityTarget {
    /// A cell that is not floor of the room, doors included.
    Wall,
    /// A cell of a door.
    Door,
    /// The cell where the player arrives.
    Entry,
    /// The cell where the player leaves, by the exit or other stairs.
    Exit,
    /// Any prop except a marker.
    Any,
    /// A cell of a parting's terrain.
    Bank,
    /// A prop that was placed as one of these kinds: indices in ascending order.
    ///
    /// A prop may become a variant of its kind. In `near`, the list has the kinds that always end
    /// as the kind named in the file or a variant of it; in `avoid`, those that can end so.
    Props(Arc<[u16]>),
    /// A cell of terrain of some kinds.
    Terrain(TerrainTarget),
}

/// The kinds of terrain that a proximity rule refers to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainTarget {
    /// One bit for each, by position in the preset's kinds of terrain.
    pub(crate) kinds: u64,
    /// Their stand-ins among the kinds of props, in ascending order.
    pub(crate) stand_ins: Arc<[u16]>,
}

/// The stand-ins follow from the kinds.
impl DigestPart for TerrainTarget {
    fn is_zero(&self) -> bool {
        self.kinds == 0
    }

    fn add(&self, digest: &mut Digest) {
        digest.wide(self.kinds);
    }
}

impl PlacingRules {
    /// Whether `near`, `avoid` or another kind's `avoid` restricts where props of this kind stand.
    pub(crate) fn has_rules(&self) -> bool {
        self.is_avoided || !self.near.is_empty() || !self.avoid.is_empty()
    }

    /// Whether each prop takes numbers from the random stream: for its variant or its jitter.
    pub(crate) fn draws_words(&self) -> bool {
        !self.variants.is_empty() || self.jitter > 0
    }

    /// The distance in cells within which a prop placed as `kind` is avoided.
    ///
    /// `None` if no rule of `avoid` refers to that kind.
    pub(crate) fn avoid_distance(&self, kind: u16, is_marker: bool) -> Option<i32> {
        self.avoid.iter().filter(|rule| rule.is_about(kind, is_marker)).map(|rule| rule.within).max()
    }
}

impl ProximityRule {
    /// Whether the rule refers to props that were placed as `kind`.
    pub(crate) fn is_about(&self, kind: u16, is_marker: bool) -> bool {
        match &self.what {
            ProximityTarget::Wall | ProximityTarget::Door | ProximityTarget::Entry | ProximityTarget::Exit => false,
            ProximityTarget::Bank => false,
            ProximityTarget::Any => !is_marker,
            ProximityTarget::Props(kinds) => kinds.binary_search(&kind).is_ok(),
            ProximityTarget::Terrain(target) => target.stand_ins.binary_search(&kind).is_ok(),
        }
    }
}
