//! Lint for masks of a fixed size that no room can hold, for formations that are the same along
//! either side of a room, and for props that turn alike. Needs no sample levels.

use super::{FindingCode, LintReport, PresetPlace};
use crate::{
    geom::{Direction, Extent},
    model::PropKind,
    preset::{Formation, Layout, MaskDrawing, Preset, PropTurn, RoomSizeRule, ShapeCells},
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
            let kind = preset.kind_of(rule);
            let Some((field, mask)) = fixed_size(rule, drawing, kind) else { continue };
            let is_larger = |mask: Extent| mask.width > room.width && mask.height > room.height;
            if is_larger(mask) && (rule.along.is_none() || is_larger(mask.turned(Direction::East))) {
                let message = format!("a mask of {mask} cells is larger than any room that takes this layout");
                let help =
                    format!("the largest of these rooms have {room} cells; `size: Fit(1.0)` covers any room exactly");
                let place = PresetPlace::Formation(number, formation, field);
                report.add(FindingCode::LargeMask, place, None, message, help);
            }
        }
    }
}

/// Reports `along: Long` of a formation that it does not change.
pub(super) fn alike_along_both_sides(report: &mut LintReport<'_>) {
    for (number, layout) in report.preset().layouts().iter().enumerate() {
        for (position, formation) in layout.formations.iter().enumerate() {
            let Some(transposed) = &formation.transposed else { continue };
            if transposed.formation == (Formation { transposed: None, ..formation.clone() }) {
                let message = "`along` has no effect: the formation is the same along both sides of a room";
                let place = PresetPlace::Formation(number, position, "along");
                report.add(FindingCode::UselessField, place, None, message, "remove it");
            }
        }
    }
}

/// Reports `turn: Inward` of props that all turn alike, by the middle of the room, since they are
/// no squares and their shape has no anchors.
pub(super) fn alike_inward(report: &mut LintReport<'_>) {
    let preset = report.preset();
    for (number, layout) in preset.layouts().iter().enumerate() {
        for (position, formation) in layout.formations.iter().enumerate() {
            let Some(drawing) = preset.drawing(formation) else { continue };
            let kind = preset.kind_of(formation);
            let has_anchors = !matches!(drawing.shape.cells(), ShapeCells::Walls | ShapeCells::Doors);
            if formation.turn == PropTurn::Inward && kind.width != kind.height && !has_anchors {
                let shape = drawing.shape.name_with_article();
                let message =
                    format!("`Inward` turns all of these props alike: they are no squares, and {shape} has no anchors");
                let help = "use a line at each wall, such as `shape: Horizontal, at: North`";
                let place = PresetPlace::Formation(number, position, "turn");
                report.add(FindingCode::UselessField, place, None, message, help);
            }
        }
    }
}

/// The field that sets the size of a formation's mask, and its least width and height in cells.
///
/// `None` if the size depends on the room.
fn fixed_size(rule: &Formation, drawing: &MaskDrawing, kind: &PropKind) -> Option<(&'static str, Extent)> {
    if let Some(own) = drawing.shape.own_size() {
        let (width, height) = kind.footprint_size(rule.stance.turn());
        return Some(("shape", Extent::new(own.width * i32::from(width), own.height * i32::from(height))));
    }
    let [width, height] = rule.size.in_cells()?.map(|side| (side.min() + 0.5) as i32);
    Some(("size", Extent::new(width, height)))
}

/// The width and height, in cells, of the largest room that a layout can be chosen for, in whatever
/// orientation.
fn largest_room(preset: &Preset, layout: &Layout) -> Extent {
    let asks_for = |size: &&RoomSizeRule| layout.rooms.tags >> size.tag & 1 == 1;
    let largest = preset.sides.sizes.iter().filter(asks_for).map(|size| size.max.greatest());
    let of_sizes = largest.flat_map(|largest| [largest.width, largest.height]);
    let most = of_sizes.fold(preset.sides.at(0.0).max, i32::max);
    let inside = (preset.size().width() - 2, preset.size().height() - 2);
    let Extent { width, height } = layout.rooms.max;
    let (width, height) =
        if layout.rooms.turning == 0 { (width, height) } else { (width.max(height), width.max(height)) };
    Extent::new(width.min(most).min(inside.0), height.min(most).min(inside.1))
}
