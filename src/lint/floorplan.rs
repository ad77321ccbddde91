//! Lint for tag rules, door rules and shape rules that never apply in the sample levels.

use super::{
    FindingCode, LintReport, PresetPlace, SEEDS,
    sample::{RuleTally, SampleCounts},
};
use crate::{
    model::RoomShape,
    preset::{RoomStyle, ShapeRule, TagRule, TagSelection},
};

pub(super) fn rules(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    for (number, (rule, tally)) in preset.tag_rules.iter().zip(&sample.tag_rules).enumerate() {
        if tally.applied == 0 && rule.chance.max() > 0.0 {
            let help =
                if tally.rooms.admitted == 0 { tally.rooms.words(sample.rooms) } else { why_no_tag(rule, tally) };
            let message = format!("this rule tags no room in {SEEDS} sample levels");
            report.add(FindingCode::UnusedRule, PresetPlace::Rule("tags", number), SEEDS, message, help);
        }
    }
    for (number, (rule, tally)) in preset.door_rules.iter().zip(&sample.door_rules).enumerate() {
        if tally.applied == 0 && rule.chance.max() > 0.0 {
            let help = if tally.rooms.admitted == 0 {
                tally.rooms.words(sample.rooms)
            } else if tally.passages == 0 {
                "all doors of such rooms are on the main path".to_owned()
            } else if tally.decided > 0 {
                let decided = tally.decided;
                format!("it decides {decided} passages, but all of them get locks, become openings or must be plain")
            } else {
                let (passages, all) = (tally.passages, sample.passages);
                let chance = if !rule.chance.is(1.0) { format!(", or {SMALL_CHANCE}") } else { String::new() };
                format!("it suits {passages} of {all} passages, but earlier rules decide them{chance}")
            };
            let message = format!("this rule decides no door in {SEEDS} sample levels");
            report.add(FindingCode::UnusedRule, PresetPlace::Rule("doors", number), SEEDS, message, help);
        }
    }
    for (number, (rule, tally)) in preset.shapes.iter().zip(&sample.shapes).enumerate() {
        let (least, most) = (RoomShape::DUG_SIDES.start(), RoomShape::DUG_SIDES.end());
        if tally.applied == 0 && rule.weight.max() >= 0.5 / 256.0 {
            let suiting = tally.rooms.admitted;
            let help = if suiting == 0 && rule.shape.is_dug() {
                let shape = rule.shape;
                format!("no room has a suitable size; the sides of a `{shape}` have {least} to {most} cells")
            } else if suiting == 0 {
                "no room has a suitable size".to_owned()
            } else if rule.shape == RoomShape::Rectangle {
                format!("{suiting} rooms have a suitable size, but its weight is small compared with the others")
            } else if rule.shape.is_dug() {
                format!(
                    "{suiting} rooms have a suitable size, but are less than {least} cells across, or its weight is small"
                )
            } else {
                format!(
                    "{suiting} rooms have a suitable size, but doors leave too little wall at their corners, or its weight is small"
                )
            };
            let message = format!("no room of {SEEDS} sample levels has this shape");
            report.add(FindingCode::UnusedRule, PresetPlace::Rule("shapes", number), SEEDS, message, help);
        } else if tally.too_large > 0 {
            let (shape, rooms) = (rule.shape, tally.too_large);
            let message = format!("{rooms} rooms of {SEEDS} sample levels are too large for a `{shape}`: rectangles");
            let help = format!(
                "the sides of a `{shape}` have {least} to {most} cells; give larger rooms another shape, by a rule with \
                 their `size`, or make them smaller"
            );
            report.add(FindingCode::Shortfall, PresetPlace::Rule("shapes", number), SEEDS, message, help);
        }
    }
}

/// Reports rules for openings and mouths that open no wall.
pub(super) fn openings(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    let why = |few: &str| match preset.style {
        RoomStyle::Corridors(margin) if margin.least > 0 => {
            "rooms of this style share no wall: use the style `Adjacent`, or a margin of 0".to_owned()
        }
        _ => format!("{few}, the mission has their doors, or {SMALL_CHANCE}"),
    };
    if sample.openings == 0 && preset.open.chance.max() >= 0.5 / 256.0 {
        let message = format!("no wall of {SEEDS} sample levels is opened");
        let place = PresetPlace::Fields(&["floorplan", "open"]);
        let help = why("few rooms that are not dug share a wall (caves have `merge`)");
        report.add(FindingCode::UnusedRule, place, SEEDS, message, help);
    }
    let merges = |rule: &ShapeRule| rule.merge.max() >= 0.5 / 256.0;
    if sample.mouths == 0
        && let Some(number) = preset.shapes.iter().position(merges)
    {
        let message = format!("no two caves of {SEEDS} sample levels have a mouth");
        let help = why("few caves share a wall with another cave");
        report.add(FindingCode::UnusedRule, PresetPlace::Rule("shapes", number), SEEDS, message, help);
    }
}

/// A sentence with possible reasons why a tag rule tags none of the rooms that pass its filter.
fn why_no_tag(rule: &TagRule, tally: &RuleTally) -> String {
    let mut whys = Vec::new();
    match &rule.pick {
        TagSelection::All | TagSelection::Farthest => {}
        TagSelection::DeadEnds => whys.push("none of them is a dead end".to_owned()),
        TagSelection::Every(step) => whys.push(format!("none of them is the {:.0}th room of the path", step.min())),
    }
    if !rule.shared {
        whys.push("they have tags from earlier rules (`shared: true` adds this one)".to_owned());
    }
    if rule.rooms.tags != 0 {
        whys.push("the tags that it asks for come from later rules".to_owned());
    }
    if !rule.chance.is(1.0) {
        whys.push(SMALL_CHANCE.to_owned());
    }
    format!("it suits {} rooms, but {}", tally.rooms.admitted, whys.join(", or "))
}

const SMALL_CHANCE: &str = "its chance is small";
