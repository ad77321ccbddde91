//! Lint for masks of a fixed size that no room can hold. Needs no sample levels.

use super::{FindingCode, LintReport, PresetPlace};
use crate::{
    model::PropKind,
    preset::{Formation, FormationShape, Layout, MaskDrawing, MaskSize, Preset, Ramp},
};

/// Reports formation masks of a fixed size that are wider and higher than any room of the layout.
///
/// A mask that is too long in one direction only is not reported: that is a usual way to draw a row
/// of props from wall to wall.
pub(super) fn large_masks(report: &mut LintReport<'_>) {
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
                    "the largest of these rooms have {}x{} cells; `size: Fit(1.0)` covers any room exactly",
                    room.0, room.1
                );
                report.add_finding(
                    FindingCode::LargeMask,
                    PresetPlace::Formation(number, formation, field),
                    message,
                    help,
                );
            }
        }
    }
}

/// The field that sets the size of a formation's mask, and its least width and height in cells.
///
/// `None` if the size depends on the room.
fn fixed_size(rule: &Formation, drawing: &MaskDrawing, kind: &PropKind) -> Option<(&'static str, (i32, i32))> {
    if let FormationShape::Bitmap(rows) = &drawing.shape {
        let columns = rows.first().map_or(0, Vec::len);
        let (width, height) = kind.footprint_size(rule.stance.turn());
        return Some(("shape", (columns as i32 * i32::from(width), rows.len() as i32 * i32::from(height))));
    }
    match &rule.size {
        MaskSize::Cells(width, height) => Some(("size", (*width, *height))),
        MaskSize::RampedCells(width, height) => {
            let least = |side: &Ramp| (side.least() + 0.5) as i32;
            Some(("size", (least(width), least(height))))
        }
        MaskSize::Ratio(_) | MaskSize::Fit(_) => None,
    }
}

/// The width and height, in cells, of the largest room that a layout can be chosen for.
fn largest_room(preset: &Preset, layout: &Layout) -> (i32, i32) {
    let most = preset.sides.max;
    let inside = (preset.size().width() - 2, preset.size().height() - 2);
    (layout.rooms.max.width.min(most).min(inside.0), layout.rooms.max.height.min(most).min(inside.1))
}
