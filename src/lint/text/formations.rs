//! Lint findings in layouts, formations and groups: fields without effect, and numbers of 0.

use std::collections::BTreeSet;

use super::{TextFindingCollector, floorplan::NEVER, is_no_weight, least, most};
use crate::{
    geom::{Direction, Extent},
    preset::{Anchor, AnchorPoints, FormationShape, MaskSize, RawFormation, RawLayout, RawRamp, ShapeCells},
};

/// Below this, a chance never succeeds: a random number is a multiple of 2⁻³².
const NO_CHANCE: f64 = 1.0 / 4_294_967_296.0;

pub(super) fn layout(findings: &mut TextFindingCollector, raw: &RawLayout, markers: &BTreeSet<&str>) {
    if is_no_weight(&raw.weight) {
        findings.never("weight", "this weight is 0 everywhere: no room takes the layout", NEVER);
    }
    if most(&raw.cover) <= 0.0 && !raw.formations.is_empty() {
        let help = "`cover` is the fraction of the floor that props may cover";
        findings.never("cover", "this `cover` is 0 everywhere: no prop of the layout stands on the floor", help);
    }
    let mut anchors = BTreeSet::new();
    for_each(&raw.formations, &mut |formation| {
        if let Some(Anchor::Of(name)) = &formation.at {
            anchors.insert(name.as_str());
        }
    });
    let known = LayoutContext { markers, anchors };
    entries(findings, "formations", &raw.formations, &known);
}

/// The names of all kinds of props that these formations and groups place.
pub(super) fn props(entries: &[RawFormation]) -> Vec<&str> {
    let mut names = Vec::new();
    for_each(entries, &mut |formation| names.extend(formation.prop.as_deref()));
    names
}

fn for_each<'raw>(entries: &'raw [RawFormation], look: &mut impl FnMut(&'raw RawFormation)) {
    for entry in entries {
        look(entry);
        for list in [&entry.one_of, &entry.all_of].into_iter().flatten() {
            for_each(list, look);
        }
    }
}

/// The facts about a preset and a layout that decide which fields of a formation have an effect.
struct LayoutContext<'raw> {
    /// The names of the kinds of props that are markers.
    markers: &'raw BTreeSet<&'raw str>,
    /// The names of formations to which others of the layout are anchored with `Of`.
    anchors: BTreeSet<&'raw str>,
}

fn entries(findings: &mut TextFindingCollector, list: &'static str, raw: &[RawFormation], known: &LayoutContext<'_>) {
    findings.each(list, raw, |findings, _, entry| {
        if most(&entry.chance) < NO_CHANCE {
            findings.never("chance", "this chance is 0 everywhere: the entry is never stamped", NEVER);
        }
        if list == "one_of" && is_no_weight(&entry.weight) {
            findings.never("weight", "this weight is 0 everywhere: the entry is never chosen", NEVER);
        } else if list != "one_of" && !entry.weight.is(1.0) {
            let help = "`weight` is for entries of a `one_of`; `chance` sets how often any entry is stamped";
            findings.useless("weight", "`weight` has no effect outside `one_of`", help);
        }
        match (&entry.one_of, &entry.all_of) {
            (Some(inner), _) => entries(findings, "one_of", inner, known),
            (_, Some(inner)) => entries(findings, "all_of", inner, known),
            _ => formation(findings, entry, known),
        }
    });
}

fn formation(findings: &mut TextFindingCollector, raw: &RawFormation, known: &LayoutContext<'_>) {
    let Some(shape) = &raw.shape else { return };
    let name = shape.name_with_article();
    if raw.fill && !shape.encloses() {
        findings.useless("fill", format!("`fill` has no effect: {name} encloses nothing"), REMOVE);
    }
    if raw.facing != Direction::North && *shape != FormationShape::Triangle {
        let help = "`facing` is the direction of a triangle's apex; `turn` turns the props themselves";
        findings.useless("facing", format!("`facing` has no effect: {name} has no apex"), help);
    }
    if let (Some(own), Some(size)) = (shape.own_size(), &raw.size)
        && !is_size_of(size, own)
    {
        findings.useless("size", "`size` has no effect: a bitmap has the size of its drawing", REMOVE);
    }
    if raw.inset != 0 && !takes_inset(shape, raw.at.as_ref()) {
        let help = "`inset` is for a `Border` and for anchors at corners, walls and doors; `shift` moves any anchor";
        findings.useless("inset", "`inset` has no effect: the formation is not at a wall", help);
    }
    count(findings, raw, shape);
    let is_random_cells = matches!(shape.cells(), ShapeCells::Walls | ShapeCells::Doors) && raw.count.is_some();
    if is_random_cells && raw.least.as_ref().is_some_and(|least| most(least) > 0.0) {
        findings.useless(
            "least",
            "`least` has no effect: with a `count`, the formation uses the cells that are free",
            REMOVE,
        );
    }
    if raw.stack && raw.prop.as_deref().is_some_and(|prop| known.markers.contains(prop)) {
        findings.useless("stack", "`stack` has no effect: a marker may share cells with any prop", REMOVE);
    }
    if let Some(own) = raw.name.as_deref().filter(|own| !known.anchors.contains(own)) {
        let message = format!("no formation of this layout is at `Of({own:?})`");
        findings.useless("name", message, "only `Of` uses a name; remove it, or write a comment instead");
    }
}

const REMOVE: &str = "remove it";

/// Reports a `count` that is 0 everywhere, or never below the formation's number of anchors.
fn count(findings: &mut TextFindingCollector, raw: &RawFormation, shape: &FormationShape) {
    let Some(count) = &raw.count else { return };
    // Counts are rounded to the nearest whole number, so less than 0.5 is 0.
    if most(count) < 0.5 {
        return findings.never("count", "this count is 0 everywhere: the formation is never stamped", NEVER);
    }
    if shape.cells() != ShapeCells::Mask {
        return;
    }
    let (anchors, words) = match raw.at.as_ref().unwrap_or(&Anchor::Center).points() {
        AnchorPoints::One(_) => (1.0, "there is one such anchor"),
        AnchorPoints::Four(_) => (4.0, "there are four such anchors"),
        AnchorPoints::Doors | AnchorPoints::Of(_) | AnchorPoints::Between(_) | AnchorPoints::Anywhere => return,
    };
    if least(count) + 0.5 >= anchors && !count.is(anchors) {
        let message = format!("`count` has no effect: {words}, and it never asks for fewer");
        findings.useless("count", message, "`Anywhere`, `Between` and a `Scatter` allow any count");
    }
}

/// Whether `size` is that of a bitmap: redundant, but no mistake.
fn is_size_of(size: &MaskSize<RawRamp>, bitmap: Extent) -> bool {
    let is_bitmaps = |[width, height]: [&RawRamp; 2]| width.is(bitmap.width.into()) && height.is(bitmap.height.into());
    matches!(size, MaskSize::Box(..)) && size.in_cells().is_some_and(is_bitmaps)
}

/// Whether the `inset` of a formation with this shape and anchor has an effect.
fn takes_inset(shape: &FormationShape, at: Option<&Anchor<String>>) -> bool {
    match shape.cells() {
        ShapeCells::Walls => true,
        ShapeCells::Doors => false,
        ShapeCells::Mask | ShapeCells::RandomMask { .. } => at.is_some_and(Anchor::takes_inset),
    }
}
