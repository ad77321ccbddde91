//! Gates and secret doors, which part the regions of a level.

use crate::{
    geom::Cell,
    model::{DoorKind, Passage},
};

/// A door that parts two regions.
#[derive(Clone, Copy)]
pub(super) struct RegionDoor {
    pub(super) passage: u32,
    /// The cells before and behind the door. One walks a one-way passage from the first one to the
    /// second one, and any other from its first room to its second room.
    pub(super) sides: [Cell; 2],
    /// The regions of `sides`.
    pub(super) regions: [u32; 2],
}

/// Whether a passage is a gate: locked or one-way.
pub(super) fn is_gate(passage: &Passage) -> bool {
    passage.lock.is_some() || passage.one_way.is_some()
}

/// Whether the doors of a passage are secret.
pub(super) fn is_secret(passage: &Passage) -> bool {
    passage.kind == DoorKind::Secret
}
