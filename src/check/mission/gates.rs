//! Gates and secret doors, which part the regions of a level.

use crate::{
    geom::Cell,
    level::Level,
    model::{DoorKind, KeyUse, Passage},
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

/// For each lock, whether it is scarce: it has single-use keys, and fewer of them than passages.
///
/// Cost: linear in keys and passages.
pub(super) fn scarce_locks(level: &Level) -> Vec<bool> {
    // For each lock, the passages that are left if each key opens one.
    let mut left = vec![0_i64; level.locks.len()];
    let mut is_single_use = vec![false; level.locks.len()];
    for lock in level.passages.iter().filter_map(|passage| passage.lock) {
        left[usize::from(lock)] += 1;
    }
    for key in level.keys.iter().filter(|key| key.key_use == KeyUse::SingleUse) {
        left[usize::from(key.lock)] -= 1;
        is_single_use[usize::from(key.lock)] = true;
    }
    left.into_iter().zip(is_single_use).map(|(left, is_single_use)| is_single_use && left > 0).collect()
}
