//! Lint findings in layouts, formations and groups: fields without effect, and numbers of 0.

use std::collections::BTreeSet;

use super::{TextFindingCollector, floorplan::NEVER, is_no_weight, least, most};
use crate::{
    geom::{Direction, Extent},
    model::RoomKind,
    preset::{
        Anchor, AnchorPoints, ClipRule, FormationShape, MaskAxis, MaskSize, RawFilter, RawFormation, RawLayout,
        RawRamp, ShapeCells,
    },
};

/// Below this, a chance never succeeds: a random number is a multiple of 2⁻³².
const NO_CHANCE: f64 = 1.0 / 4_294_967_296.0;

pub(super) fn layout(
    findings: &mut TextFindingCollector,
    raw: &RawLayout,
    markers: &BTreeSet<&str>,
    has_parting: bool,
) {
    if raw.weight.as_ref().is_some_and(is_no_weight) {
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
    let [has_entry, has_exit] = has_ends(&raw.rooms);
    let known = LayoutContext { markers, anchors, has_entry, has_exit, has_parting };
    entries(findings, "formations", &raw.formations, &known);
}

/// The names of all kinds of props that these formations and groups place.
pub(super) fn props(entries: &[RawFormation]) -> Vec<&str> {
    let mut names = Vec::new();
    for_each(entries, &mut |formation| names.extend(formation.prop.as_deref()));
    names
}

/// The names of all kinds of terrain that these formations and groups lay.
pub(super) fn terrain(entries: &[RawFormation]) -> Vec<&str> {
    let mut names = Vec::new();
    for_each(entries, &mut |formation| names.extend(formation.terrain.as_deref()));
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
    /// Whether a room that the layout suits may have the level's entry, and its exit.
    has_entry: bool,
    has_exit: bool,
    /// Whether a level may have a parting.
    has_parting: bool,
}

/// Whether a room that a layout suits may have the level's entry, and its exit.
///
/// The start has the entry, and a progress of 0. The end has the exit, and a progress of 1; in a
/// level of one room, the start has both.
pub(super) fn has_ends(rooms: &RawFilter) -> [bool; 2] {
    let suits = |kind| rooms.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
    let has_start = suits(RoomKind::Start) && rooms.progress.0 <= 0.0;
    [has_start, has_start || suits(RoomKind::End) && rooms.progress.1 >= 1.0]
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
    if raw.inset.is_some_and(|inset| inset != 0) && !takes_inset(raw, shape) {
        let help = "`inset` is for a `Border` and for anchors at corners, walls and doors; `shift` moves any anchor";
        findings.useless("inset", "`inset` has no effect: the formation is not at a wall", help);
    }
    if raw.along == Some(MaskAxis::Door) && is_alike_in_all_turns(shape) {
        findings.useless("along", "`along` has no effect: the bitmap is the same in all turns", REMOVE);
    }
    if raw.clip == Some(ClipRule::Symmetric) && is_one_cell(shape, raw.size.as_ref()) {
        findings.useless("clip", "`clip` has no effect: a mask of one cell has no mirror images", REMOVE);
    }
    ends(findings, raw, known);
    count(findings, raw, shape);
    let is_random_cells = matches!(shape.cells(), ShapeCells::Walls | ShapeCells::Doors) && raw.count.is_some();
    if is_random_cells && raw.least.as_ref().is_some_and(|least| most(least) > 0.0) {
        let message = "`least` has no effect: with a `count`, the formation uses the cells that are free";
        findings.useless("least", message, REMOVE);
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

/// Reports the entry or exit in a layout for rooms that have none, a bank or crossing in a preset
/// without partings, and a route of a single cell.
fn ends(findings: &mut TextFindingCollector, raw: &RawFormation, known: &LayoutContext<'_>) {
    for (field, end) in [("at", &raw.at), ("from", &raw.from), ("to", &raw.to)] {
        for (anchor, has_it, what, kind) in
            [(&Anchor::Entry, known.has_entry, "entry", "Start"), (&Anchor::Exit, known.has_exit, "exit", "End")]
        {
            if end.as_ref() == Some(anchor) && !has_it {
                let message = format!("no room with this layout has the {what}: the formation is never stamped");
                let help = format!("the room of the kind `{kind}` has it; see `rooms` of the layout");
                findings.never(field, message, help);
            }
        }
    }
    let is_at_parting = raw.at.as_ref().is_some_and(|at| matches!(at, Anchor::Bank | Anchor::Crossing));
    if is_at_parting && !known.has_parting {
        let message = "no level has a parting: the formation is never stamped";
        findings.never("at", message.to_owned(), "add one to `floorplan.partings`, or use another anchor".to_owned());
    }
    if raw.to.is_some() && raw.from == raw.to && raw.to != Some(Anchor::Doors) {
        findings.useless("to", "this route is a single cell: `from` and `to` are the same", "use another end");
    }
}

/// Whether a quarter turn does not change a bitmap.
fn is_alike_in_all_turns(shape: &FormationShape) -> bool {
    let FormationShape::Bitmap(rows) = shape else { return false };
    let cell = |x: usize, y: usize| rows.get(y).and_then(|row| row.as_bytes().get(x));
    let side = rows.len();
    rows.iter().all(|row| row.len() == side)
        && (0..side).all(|y| (0..side).all(|x| cell(x, y) == cell(side - 1 - y, x)))
}

/// Reports a `count` that is 0 everywhere, or never below the formation's number of anchors.
fn count(findings: &mut TextFindingCollector, raw: &RawFormation, shape: &FormationShape) {
    let Some(count) = &raw.count else { return };
    // Counts are rounded to the nearest whole number, so less than 0.5 is 0.
    if most(count) < 0.5 {
        return findings.never("count", "this count is 0 everywhere: the formation is never stamped", NEVER);
    }
    if !matches!(shape.cells(), ShapeCells::Mask | ShapeCells::Blob) {
        return;
    }
    let (anchors, words) = match raw.at.as_ref().unwrap_or(&Anchor::Center).points() {
        AnchorPoints::One(_) | AnchorPoints::Entry | AnchorPoints::Exit => (1.0, "there is one such anchor"),
        AnchorPoints::Four(_) => (4.0, "there are four such anchors"),
        // By default, one of the four is drawn.
        AnchorPoints::Thirds if least(count) + 0.5 > 5.0 => {
            let message = "this `count` asks for more than the four points of `Third`";
            return findings.useless("count", message, "use at most 4; `Anywhere` allows any count");
        }
        AnchorPoints::Bank => (1.0, "a room has one such anchor at most"),
        AnchorPoints::Doors | AnchorPoints::Crossings | AnchorPoints::Of(_) => return,
        AnchorPoints::Between(_) | AnchorPoints::Anywhere | AnchorPoints::Thirds => return,
    };
    if least(count) + 0.5 >= anchors && !count.is(anchors) {
        let message = format!("`count` has no effect: {words}, and it never asks for fewer");
        findings.useless("count", message, "`Anywhere`, `Between` and a `Scatter` allow any count");
    }
}

/// Whether a mask has one cell: by its drawing, or whatever its shape.
fn is_one_cell(shape: &FormationShape, size: Option<&MaskSize<RawRamp>>) -> bool {
    if let FormationShape::Bitmap(rows) = shape {
        return rows.iter().map(|row| row.matches('#').count()).sum::<usize>() == 1;
    }
    let sides = size.and_then(MaskSize::in_cells);
    matches!(shape.cells(), ShapeCells::Mask | ShapeCells::Blob)
        && sides.is_some_and(|[width, height]| width.is(1.0) && height.is(1.0))
}

/// Whether `size` is that of a bitmap: redundant, but no mistake.
fn is_size_of(size: &MaskSize<RawRamp>, bitmap: Extent) -> bool {
    let is_bitmaps = |[width, height]: [&RawRamp; 2]| width.is(bitmap.width.into()) && height.is(bitmap.height.into());
    matches!(size, MaskSize::Box(..)) && size.in_cells().is_some_and(is_bitmaps)
}

/// Whether the `inset` of a formation with this shape has an effect.
fn takes_inset(raw: &RawFormation, shape: &FormationShape) -> bool {
    match shape.cells() {
        ShapeCells::Walls => true,
        // A route begins and ends before doors, whatever the inset.
        ShapeCells::Doors => {
            [&raw.from, &raw.to].into_iter().flatten().any(|end| end.takes_inset() && !end.is_at_doors())
        }
        ShapeCells::Mask | ShapeCells::Blob | ShapeCells::RandomMask { .. } => {
            raw.at.as_ref().is_some_and(Anchor::takes_inset)
        }
    }
}
