//! The sides that rooms of a preset may have.

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
