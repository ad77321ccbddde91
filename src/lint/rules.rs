//! What follows from the rules alone.

use super::{Code, Place, Report};
use crate::{
    model::{PropKind, RoomKind},
    preset::{Drawing, Formation, Layout, MaskSize, Moment, Preset, RoomFacts, Shape},
};

/// Masks of a fixed size that are both wider and higher than every room that takes the layout. A mask that is too long one way only is
/// how one says "as long as the room".
pub(super) fn large_masks(report: &mut Report<'_>) {
    let preset = report.preset();
    for (number, layout) in preset.layouts().iter().enumerate() {
        let room = largest_room(preset, layout);
        for (formation, rule) in layout.formations.iter().enumerate() {
            let Some(drawing) = preset.drawing(rule) else { continue };
            let kind = &preset.kinds()[usize::from(rule.kind)];
            let Some((field, (width, height))) = fixed_size(rule, drawing, kind) else { continue };
            if width > room.0 && height > room.1 {
                let message =
                    format!("a mask of {width}x{height} cells is larger than any room that takes this layout");
                let help = format!(
                    "the largest of them have {}x{} cells; `size: Fit(1.0)` covers any room exactly",
                    room.0, room.1
                );
                report.tell(Code::LargeMask, Place::Formation(number, formation, field), message, help);
            }
        }
    }
}

/// The sides in cells of the room that a mask has in every room, and the field that says so.
fn fixed_size(rule: &Formation, drawing: &Drawing, kind: &PropKind) -> Option<(&'static str, (i32, i32))> {
    if let Shape::Bitmap(rows) = &drawing.shape {
        let columns = rows.first().map_or(0, Vec::len);
        let (width, height) = kind.sides(rule.stance.turn());
        return Some(("shape", (columns as i32 * i32::from(width), rows.len() as i32 * i32::from(height))));
    }
    match rule.size {
        MaskSize::Cells(width, height) => Some(("size", (width, height))),
        _ => None,
    }
}

/// The largest sides of the rooms that a layout can be chosen for.
fn largest_room(preset: &Preset, layout: &Layout) -> (i32, i32) {
    let most = preset.sides.max;
    let inside = (preset.size().width() - 2, preset.size().height() - 2);
    (layout.rooms.max.0.min(most).min(inside.0), layout.rooms.max.1.min(most).min(inside.1))
}

/// The first room for which the weights of all layouts sum to zero, if there is one: of all kinds, at the bounds of every
/// range of sizes and of progress and between them. `None` as well where there are too many bounds to look at.
pub(super) fn unserved_room(preset: &Preset) -> Option<RoomFacts> {
    /// More combinations than this are not looked at; the built-in presets have a few thousand.
    const MOST: usize = 1 << 20;
    let layouts = preset.layouts();
    let inside = (preset.size().width() - 2, preset.size().height() - 2);
    let sides = |range: fn(&Layout) -> (i32, i32), inside: i32| {
        let bounds = layouts.iter().map(range).flat_map(|(least, most)| [least, most.saturating_add(1)]);
        let most = preset.sides.max.min(inside);
        sorted(bounds.chain([preset.sides.min]).filter(|side| (preset.sides.min..=most).contains(side)).collect())
    };
    let widths = sides(|layout| (layout.rooms.min.0, layout.rooms.max.0), inside.0);
    let heights = sides(|layout| (layout.rooms.min.1, layout.rooms.max.1), inside.1);
    let parts = parts(layouts);
    if widths.len().saturating_mul(heights.len()).saturating_mul(parts.len() * layouts.len().max(1)) > MOST {
        return None;
    }
    for &(kind, progress) in &parts {
        for &width in &widths {
            for &height in &heights {
                // All tags, so that what only rooms with tags take is not missed in others; the evidence knows which have them.
                let room = RoomFacts { kind, sides: (width, height), progress, tags: u32::MAX };
                // Ramps over difficulty are looked at where they begin and end.
                let is_served = |difficulty| {
                    let moment = Moment { progress, difficulty };
                    layouts.iter().any(|layout| layout.rooms.suits(&room) && layout.weight.parts_at(moment) > 0)
                };
                if !(is_served(0.0) && is_served(1.0)) {
                    return Some(room);
                }
            }
        }
    }
    None
}

fn sorted(mut sides: Vec<i32>) -> Vec<i32> {
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// All kinds of rooms with all progress that makes a difference to a layout.
fn parts(layouts: &[Layout]) -> Vec<(RoomKind, f32)> {
    let mut bounds: Vec<f32> =
        layouts.iter().flat_map(|layout| [layout.rooms.progress.0, layout.rooms.progress.1]).collect();
    bounds.extend([0.0, 1.0]);
    bounds.sort_by(f32::total_cmp);
    bounds.dedup_by(|a, b| a.to_bits() == b.to_bits());
    let between: Vec<f32> = bounds.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    bounds.extend(between);
    let can_be = |kind, progress: f32| match kind {
        RoomKind::Start => progress <= 0.0,
        RoomKind::Path => progress > 0.0 && progress < 1.0,
        RoomKind::Bonus => true,
        RoomKind::End => progress >= 1.0,
    };
    let each = |kind| bounds.iter().filter(move |&&progress| can_be(kind, progress)).map(move |&at| (kind, at));
    RoomKind::ALL.into_iter().flat_map(each).collect()
}
