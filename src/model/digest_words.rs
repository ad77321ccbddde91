//! The texts that digests hash for kinds of rooms and kinds of doors.
//!
//! Digests are compared across versions, so these texts stay as they are when the preset language
//! renames a value. Only digests use them.

use super::{DoorKind, RoomKind};

pub(crate) const fn room_kind(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::Start => "Start",
        RoomKind::Path => "Path",
        RoomKind::Bonus => "Bonus",
        RoomKind::End => "End",
        RoomKind::Detour => "Detour",
    }
}

pub(crate) const fn door_kind(kind: DoorKind) -> &'static str {
    match kind {
        DoorKind::Open => "Open",
        DoorKind::Closed => "Closed",
        DoorKind::Secret => "Secret",
        DoorKind::Barred => "Barred",
    }
}
