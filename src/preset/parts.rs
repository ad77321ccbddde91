//! The combinations of room kind and progress that layouts treat differently.

use super::Layout;
use crate::model::RoomKind;

/// All pairs of a room kind and a progress that a layout may treat differently.
///
/// The progress values are the bounds of the layouts' `progress` ranges, and a value between any
/// two neighbouring bounds.
/// Detours count if `has_detours`.
pub(crate) fn parts(layouts: &[Layout], has_detours: bool) -> Vec<(RoomKind, f32)> {
    let mut bounds: Vec<f32> =
        layouts.iter().flat_map(|layout| [layout.rooms.progress.0, layout.rooms.progress.1]).collect();
    bounds.extend([0.0, 1.0]);
    bounds.sort_by(f32::total_cmp);
    bounds.dedup_by(|a, b| a.to_bits() == b.to_bits());
    let between: Vec<f32> = bounds.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    bounds.extend(between);
    let can_be = |kind, progress: f32| match kind {
        RoomKind::Start => progress <= 0.0,
        RoomKind::Path | RoomKind::Detour => progress > 0.0 && progress < 1.0,
        RoomKind::Bonus => true,
        RoomKind::End => progress >= 1.0,
    };
    let each = |kind| bounds.iter().filter(move |&&progress| can_be(kind, progress)).map(move |&at| (kind, at));
    let kinds = RoomKind::ALL.into_iter().filter(|kind| has_detours || *kind != RoomKind::Detour);
    kinds.flat_map(each).collect()
}
