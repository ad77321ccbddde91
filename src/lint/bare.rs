//! Lint for rooms that no layout suits.
//!
//! Consumes the layouts, the tag rules and the [`SampleCounts`]; reports at most one finding, with
//! an example of such a room.

use std::collections::BTreeSet;

use super::{
    FindingCode, LintReport, PresetPlace, SEEDS,
    sample::{SampleCounts, UnfurnishedRoom},
};
use crate::{
    geom::Extent,
    preset::{Layout, Preset, RampInput, RoomFacts, TagRule, parts},
};

pub(super) fn bare_rooms(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    let levels = sample.levels_with_bare_rooms;
    if preset.layouts().is_empty() {
        let help = "the preset has no `layouts`";
        report.add(FindingCode::BareRoom, PresetPlace::Fields(&[]), levels, "every room stays bare", help);
        return;
    }
    let Some(UnfurnishedRoom { room, difficulty }) = sample.bare_room.or_else(|| unserved(preset, sample)) else {
        return;
    };
    let Extent { width, height } = room.extent;
    let has_layout = preset.layouts().iter().any(|layout| layout.rooms.suits(&room));
    let (start, end) = if has_layout {
        ("all suitable layouts have a weight of 0 for", format!(" and a difficulty of {difficulty:.2}"))
    } else {
        ("no layout suits", String::new())
    };
    let tags = if room.tags == 0 && !preset.tags.is_empty() { " and without a tag" } else { "" };
    let evidence = match levels {
        0 => format!("none of {SEEDS} sample levels has such a room, but another level may"),
        some => format!("a room stays bare in {some} of {SEEDS} sample levels"),
    };
    let message = format!(
        "{start} rooms of the kind {} with {width}x{height} cells{tags} at a progress of {:.2}{end}; {evidence}",
        room.kind, room.progress
    );
    let help = if has_layout {
        "use a ramp of `weight` that stays above 0, or add a layout with a small `weight` for these rooms"
    } else if i64::from(width.max(height)) > preset.sides.max {
        "the room was made for a vault that it cannot have; add a layout with a larger `rooms.max`"
    } else {
        "add a layout without `rooms` for these rooms; a small `weight` keeps it rare in others"
    };
    report.add(FindingCode::BareRoom, PresetPlace::Fields(&["layouts"]), levels, message, help);
}

/// The first possible room that no layout with a positive weight suits.
///
/// Tries all combinations of the room kinds, widths and heights of the sample levels, with the
/// progress values of [`parts`]. `None` also if there are too many combinations to try.
fn unserved(preset: &Preset, sample: &SampleCounts) -> Option<UnfurnishedRoom> {
    /// The most combinations of room and layout to try; the built-in presets have a few thousand.
    const MOST: usize = 1 << 20;
    let layouts = preset.layouts();
    let widths = representatives(&sample.widths, layouts, across, down);
    let heights = representatives(&sample.heights, layouts, down, across);
    let parts = parts(layouts, preset.has_detours());
    if widths.len().saturating_mul(heights.len()).saturating_mul(parts.len() * layouts.len()) > MOST {
        return None;
    }
    for &(kind, progress) in parts.iter().filter(|(kind, _)| sample.room_kinds.contains(kind)) {
        for &width in &widths {
            for &height in &heights {
                let plain = RoomFacts { kind, extent: Extent::new(width, height), progress, tags: 0 };
                // If a rule may tag every such room, assume that the room has all tags. Whether
                // a room remains without a tag then shows in the sample levels alone. Rooms that
                // are larger than ordinary ones have the tags of their sizes, if there are any.
                let is_large = i64::from(width.max(height)) > preset.sides.max && !preset.sides.sizes.is_empty();
                let may_all_have_tags = is_large || preset.tag_rules.iter().any(|rule| may_give_all(rule, &plain));
                let room = RoomFacts { tags: if may_all_have_tags { u32::MAX } else { 0 }, ..plain };
                // A ramp only rises or only falls with the difficulty, so each weight is least at
                // 0 or at 1.
                for difficulty in [0.0, 1.0] {
                    let input = RampInput { progress, difficulty };
                    let serves = |layout: &Layout| layout.rooms.suits(&room) && layout.weight.fixed_at(input) > 0;
                    if !layouts.iter().any(serves) {
                        return Some(UnfurnishedRoom { room, difficulty });
                    }
                }
            }
        }
    }
    None
}

/// Whether a tag rule may tag every room with these facts.
///
/// It may if its filter admits the room and its chance reaches 1.
fn may_give_all(rule: &TagRule, room: &RoomFacts) -> bool {
    rule.chance.max() >= 1.0 && rule.rooms.suits(room)
}

/// The range of the widths of a layout's rooms.
fn across(layout: &Layout) -> (i32, i32) {
    (layout.rooms.min.width, layout.rooms.max.width)
}

/// The range of the heights of a layout's rooms.
fn down(layout: &Layout) -> (i32, i32) {
    (layout.rooms.min.height, layout.rooms.max.height)
}

/// A subset of the widths or heights `sides` that is enough to try: one for each set of layouts.
///
/// Two sides are alike if they lie in the ranges of exactly the same layouts: in the first of two
/// ranges, and in the second if the layout takes rooms in either orientation.
fn representatives(
    sides: &BTreeSet<i32>,
    layouts: &[Layout],
    range: fn(&Layout) -> (i32, i32),
    other: fn(&Layout) -> (i32, i32),
) -> Vec<i32> {
    let mut known: BTreeSet<Vec<bool>> = BTreeSet::new();
    let ranges = |layout: &Layout| [range(layout), if layout.rooms.turning != 0 { other } else { range }(layout)];
    let takers =
        |side: i32| layouts.iter().flat_map(ranges).map(|(least, most)| (least..=most).contains(&side)).collect();
    sides.iter().copied().filter(|&side| known.insert(takers(side))).collect()
}
