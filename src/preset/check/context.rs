//! What the check of a rule knows of the rest of the preset.

use super::{offers::NeededKinds, props::PropKindDraft};
use crate::preset::{RoomSizeRule, TerrainRule, rules::RawPool};

/// The parts of the preset that the check of a rule depends on.
#[derive(Clone, Copy)]
pub(super) struct CheckContext<'preset> {
    /// The kinds of props, sorted by name; `None` if there are too many.
    pub(super) kinds: Option<&'preset [PropKindDraft]>,
    /// The kinds of terrain, sorted by name; `None` if there are too many.
    pub(super) terrain: Option<&'preset [TerrainRule]>,
    /// The kinds of props that no offer may have.
    pub(super) needed: &'preset NeededKinds<'preset>,
    pub(super) sides: RoomSideLimits,
    /// The names of all tags, sorted.
    pub(super) tags: &'preset [String],
    /// The rules for rooms of other sizes, in file order.
    pub(super) sizes: &'preset [RoomSizeRule],
    /// The pools as the file states them, by name.
    pub(super) pools: &'preset [(String, RawPool)],
}

/// The sides of rooms that later checks may rely on; `None` if they were refused.
#[derive(Clone, Copy)]
pub(super) struct RoomSideLimits {
    /// The smallest side of a room, in cells.
    pub(super) min: Option<i32>,
    /// The smallest and the largest side of a room, in cells.
    pub(super) range: Option<(i32, i32)>,
    /// Whether a rule for cycles can make detours.
    pub(super) has_detours: bool,
    /// The tags of rooms that may lie across: those of sizes with `turns`, one bit for each.
    pub(super) turning: u32,
}
