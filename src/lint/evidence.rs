//! Lint for missing rooms, unused layouts, and formations and vaults whose props never stay.
//!
//! Consumes the counts of a [`SampleCounts`]. Each finding states in how many sample levels it
//! shows.

use std::collections::BTreeSet;

use super::{
    FindingCode, LintReport, PresetPlace, SEEDS,
    sample::{FormationTally, SampleCounts, ShortTally},
};
use crate::{
    preset::{Anchor, Entry, EntryPart, Layout, StairsPlace},
    trace::Rejection,
};

/// The fewest rooms with a formation or vault from which lint concludes that its props never stay.
pub(super) const PROOF: u32 = 10;

/// The most sample levels that may lack what each must have before lint reports it.
pub(super) const RARELY: u32 = SEEDS / 100;

/// Reports the numbers of rooms and cycles that the preset asks for and more than half of the
/// sample levels miss, and those that each level must have and more than one in a hundred lacks.
pub(super) fn shortfalls(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let mut add = |levels: u32, what: &str, place: PresetPlace<'_>, has_notes: bool| {
        if levels > SEEDS / 2 {
            let message = format!("{levels} of {SEEDS} sample levels have fewer {what} than this asks for");
            let notes = if has_notes { " rooms; each of these levels has a note" } else { "" };
            let help = format!("use a larger `size` or a smaller `rooms.max`, or ask for fewer{notes}");
            report.add(FindingCode::Shortfall, place, levels, message, help);
        }
    };
    add(sample.short_paths, "rooms on the main path", PresetPlace::Fields(&["floorplan", "path", "rooms"]), true);
    add(sample.short_bonus, "bonus rooms", PresetPlace::Fields(&["floorplan", "bonus", "rooms"]), true);
    for (number, short) in sample.short_cycles.iter().enumerate() {
        add(short.wished, "cycles", PresetPlace::Rule("cycles", number), false);
    }
    for (number, short) in sample.short_sizes.iter().enumerate() {
        add(short.wished, "rooms of this size at this progress", PresetPlace::RoomSize(number), false);
    }
    for (number, &short) in sample.short_cycles.iter().enumerate() {
        lacking(report, short, "cycles", PresetPlace::Rule("cycles", number));
    }
    for (number, &short) in sample.short_sizes.iter().enumerate() {
        lacking(report, short, "rooms of this size at this progress", PresetPlace::RoomSize(number));
    }
    for (number, (&levels, short)) in sample.small_sizes.iter().zip(&sample.short_sizes).enumerate() {
        // Where the rooms are missing, that is reported already.
        if levels > SEEDS / 2 && short.wished <= SEEDS / 2 {
            let message = format!("{levels} of {SEEDS} sample levels have smaller rooms than this `fraction` asks for");
            let help = "use a smaller `fraction` or a larger `size`; each of these levels has a note";
            report.add(FindingCode::Shortfall, PresetPlace::RoomSize(number), levels, message, help);
        }
    }
}

/// Reports a parting that more than one sample level in ten has no place for, or whose ends more
/// than one in ten have together.
pub(super) fn partings(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let [levels, together] = sample.short_partings;
    if levels > SEEDS / 10 {
        let message = format!("{levels} of {SEEDS} sample levels have no place for this parting");
        let help = "use a larger `size`, a smaller `width`, or fewer and smaller rooms of other `sizes` and vaults; \
                    each of these levels has a note";
        report.add(FindingCode::Shortfall, PresetPlace::Rule("partings", 0), levels, message, help);
    }
    if together > SEEDS / 10 {
        let message =
            format!("in {together} of {SEEDS} sample levels the path begins and ends on one side of this parting");
        let help =
            "use `ends: Anywhere`, or leave the start or the end room to the plan; each of these levels has a note";
        report.add(FindingCode::Shortfall, PresetPlace::Rule("partings", 0), together, message, help);
    }
}

/// Reports a rule whose `least` too many sample levels miss, unless they also miss its wish so
/// often that this is reported.
pub(super) fn lacking(report: &mut LintReport<'_>, short: ShortTally, what: &str, place: PresetPlace<'_>) {
    let ShortTally { wished, least } = short;
    if least > RARELY && wished <= SEEDS / 2 {
        let message = format!("{least} of {SEEDS} sample levels have fewer {what} than each must have");
        let help =
            "use a larger `size` or a smaller `rooms.max`, or a smaller `least`; each of these levels has a note";
        report.add(FindingCode::Shortfall, place, least, message, help);
    }
}

/// Reports rules for stairs at walls, where no sample level has any there.
pub(super) fn stairs(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let fields: [&[&str]; 2] = [&["floorplan", "entry", "at"], &["floorplan", "exit", "at"]];
    let rules = [report.preset().entry.at, report.preset().exit.at];
    for ((fields, rule), at_walls) in fields.into_iter().zip(rules).zip(sample.stairs_at_walls) {
        if rule == StairsPlace::Wall && at_walls == 0 {
            let message = format!("the {} is at no wall in {SEEDS} sample levels", fields[1]);
            let help = "its rooms have no cell at a wall that is farther than `clearance` from all doors: use larger \
                        rooms or a smaller `clearance`";
            let place = PresetPlace::Fields(fields);
            report.add(FindingCode::UselessField, place, SEEDS, message, help);
        }
    }
}

/// Reports stairs beside the exit that more than one sample level in ten has no room for.
pub(super) fn missing_stairs(report: &mut LintReport<'_>, sample: &SampleCounts) {
    for (number, &levels) in sample.short_stairs.iter().enumerate().filter(|(_, levels)| **levels > SEEDS / 10) {
        let message = format!("{levels} of {SEEDS} sample levels have no room for these stairs");
        let help = "let `rooms` admit more of them, or add rooms: no stairs lie at the ends of the path, behind a \
                    secret door or a lock with fewer keys than doors; each of these levels has a note";
        report.add(FindingCode::Shortfall, PresetPlace::Rule("stairs", number), levels, message, help);
    }
}

/// Reports layouts that no room of the sample levels has.
pub(super) fn layouts(report: &mut LintReport<'_>, sample: &SampleCounts) {
    for (number, (layout, tally)) in report.preset().layouts().iter().zip(&sample.layouts).enumerate() {
        if tally.chosen > 0 || layout.pool.is_none() && is_no_weight(layout) {
            continue;
        }
        let rooms = sample.rooms;
        let (message, help, field) = if tally.rooms.admitted == 0 {
            (format!("no room of {SEEDS} sample levels can take this layout"), tally.rooms.words(rooms), "rooms")
        } else {
            let message = format!("no room of {SEEDS} sample levels has this layout");
            if layout.pool.is_some() {
                let help = match layout.depth {
                    Some((least, most)) => format!("its pool deals it to levels of a difficulty of {least} to {most}"),
                    None => "its pool deals it".to_owned(),
                };
                let help = help + ", and each level that gets it has a note why it finds no room";
                report.add(FindingCode::UnusedLayout, PresetPlace::Layout(number, "pool"), SEEDS, message, help);
                continue;
            }
            let suiting = tally.rooms.admitted;
            let has_tags = !report.preset().tags.is_empty();
            let why = if has_tags { ", or these rooms have tags that other layouts ask for" } else { "" };
            let floor = |needs| format!("their floor holds no rectangle of the {needs} cells that it `needs`, or ");
            let floor = layout.needs.map_or_else(String::new, floor);
            let help = format!(
                "{suiting} of the {rooms} rooms could have it, but {floor}its weight is small compared with the \
                 others{why}"
            );
            (message, help, if layout.needs.is_some() { "needs" } else { "weight" })
        };
        report.add(FindingCode::UnusedLayout, PresetPlace::Layout(number, field), SEEDS, message, help);
    }
}

/// Whether the layout's weight rounds to 0 for all rooms: the module `text` reports that.
fn is_no_weight(layout: &Layout) -> bool {
    layout.weight.max() < 0.5 / 256.0
}

/// Reports formations whose props are all rejected or removed.
///
/// Returns the position of each such formation's layout and of the formation in the layout.
pub(super) fn formations(report: &mut LintReport<'_>, sample: &SampleCounts) -> BTreeSet<(usize, usize)> {
    let mut lost = BTreeSet::new();
    for (number, (layout, tally)) in report.preset().layouts().iter().zip(&sample.layouts).enumerate() {
        // The module `text` reports a `cover` of 0.
        if layout.cover.max() <= 0.0 {
            continue;
        }
        let chances = least_chances(layout);
        for (formation, stamping) in tally.formations.iter().enumerate() {
            let place = PresetPlace::Formation(number, formation, "shape");
            let expected = chances.get(formation).map_or(0.0, |chance| f64::from(tally.chosen) * chance);
            let is_relative = matches!(layout.formations[formation].at, Anchor::Of(_));
            if stamping.rooms == 0 && expected >= f64::from(2 * PROOF) && is_relative {
                lost.insert((number, formation));
                let message = format!("this formation is never stamped in {} rooms with its layout", tally.chosen);
                let help = "the formations named by its `Of` never place a prop";
                let place = PresetPlace::Formation(number, formation, "at");
                report.add(FindingCode::LostFormation, place, SEEDS, message, help);
            }
            // The module `text` reports a `count` of 0.
            let is_none = layout.formations[formation].count.as_ref().is_some_and(|count| count.max() < 0.5);
            let choose = layout.formations[formation].choose.filter(|&choose| stamping.most <= choose);
            if let Some(choose) = choose.filter(|_| stamping.rooms_with_props >= PROOF) {
                add_no_choice(report, PresetPlace::Formation(number, formation, "choose"), stamping, choose);
            }
            if stamping.rooms < PROOF || stamping.rooms_with_props > 0 || is_none {
                continue;
            }
            lost.insert((number, formation));
            add_lost(report, place, stamping, "this formation");
        }
    }
    lost
}

/// Reports a formation with `choose` that never places more props than may be taken.
fn add_no_choice(report: &mut LintReport<'_>, place: PresetPlace<'_>, stamping: &FormationTally, choose: u32) {
    let FormationTally { rooms_with_props, levels, most, .. } = *stamping;
    let message = format!(
        "`choose: {choose}` offers nothing: the formation has at most {most} props in each of the {rooms_with_props} \
         rooms that have it, in {levels} of {SEEDS} sample levels"
    );
    let help = "all props of a formation in a room make one offer, if they are more: let it place more of them";
    report.add(FindingCode::NoChoice, place, levels, message, help);
}

/// Reports vaults whose drawn props are all rejected or removed.
pub(super) fn drawings(report: &mut LintReport<'_>, sample: &SampleCounts) {
    for (number, tally) in sample.vaults.iter().enumerate() {
        let vault = &report.preset().vaults()[number];
        let draws_props = vault.drawings.first().is_some_and(|drawing| !drawing.props.is_empty());
        if draws_props && tally.drawn.rooms >= PROOF && tally.drawn.rooms_with_props == 0 {
            add_lost(report, PresetPlace::Vault(number, "rows"), &tally.drawn, "this vault");
        }
    }
}

/// Reports `what`, a formation or vault of which no prop remains in any of its rooms.
fn add_lost(report: &mut LintReport<'_>, place: PresetPlace<'_>, stamping: &FormationTally, what: &str) {
    let (why, help) = reason(stamping, what);
    let FormationTally { rooms, levels, .. } = *stamping;
    let message = format!("{why}, in each of the {rooms} rooms that have it, in {levels} of {SEEDS} sample levels");
    report.add(FindingCode::LostFormation, place, levels, message, help);
}

/// A sentence with the main reason why no prop of `what` remains, and help to mend it.
pub(super) fn reason(stamping: &FormationTally, what: &str) -> (String, &'static str) {
    let (why, help) = match stamping.props.main_reason() {
        Some(Rejection::Walkway) => (
            "walkways remove all props of ",
            "it closes the way to a door or to something that can be picked up; leave a gap in it",
        ),
        Some(Rejection::Clipped) => (" lie outside the room", "use a smaller `size`, or another `at`"),
        Some(Rejection::Occupied) => {
            (" lie on earlier props", "earlier formations take precedence: put it before them, or elsewhere")
        }
        Some(Rejection::Clearance) => (
            " stand before doors, on the entry, on the exit or on a key's cell",
            "obstacles are not allowed there, nor markers but before doors; use another `at`",
        ),
        Some(Rejection::Sparse) => (
            " are left out, since fewer cells remain than `least` asks for",
            "use a smaller `least`, a smaller `size`, or another `at`",
        ),
        Some(Rejection::Incomplete) => (
            " are left out by its `clip`, since others of them cannot stand",
            "use `clip: Cells`, a smaller `size`, or another `at`",
        ),
        Some(Rejection::Cover) => (
            " are left out by the layout's `cover`",
            "earlier formations already cover that much: put it before them, or raise `cover`",
        ),
        Some(Rejection::TooNear) => (
            " are excluded by `avoid` rules, of their kind or of others",
            "use smaller distances in `avoid`, or another `at`",
        ),
        Some(Rejection::NotNear) => (
            " are excluded by the `near` rules of their kind",
            "`near` refers to props of earlier formations: put it after them, or allow a greater distance",
        ),
        None => {
            let help = "its mask is empty, its cells are taken, or `near` and `avoid` exclude them";
            return (format!("no prop of {what} is ever placed"), help);
        }
    };
    let words = if why.starts_with(' ') { format!("all props of {what}{why}") } else { format!("{why}{what}") };
    (words, help)
}

/// For each formation of a layout, a lower bound of the chance that a room with this layout gets
/// the formation.
fn least_chances(layout: &Layout) -> Vec<f64> {
    if layout.entries.is_empty() {
        return vec![1.0; layout.formations.len()];
    }
    let mut chances = vec![0.0; layout.formations.len()];
    add_chances(&layout.entries, 1.0, &mut chances);
    chances
}

fn add_chances(entries: &[Entry], chance: f64, chances: &mut [f64]) {
    for entry in entries {
        let chance = chance * f64::from(entry.chance.min());
        match &entry.part {
            EntryPart::Formation(number) => chances[*number] = chance,
            EntryPart::AllOf(entries) => add_chances(entries, chance, chances),
            EntryPart::OneOf(entries) => {
                let all: f64 = entries.iter().map(|entry| f64::from(entry.weight.max())).sum();
                for entry in entries {
                    let chosen = f64::from(entry.weight.min()) / all.max(1.0);
                    add_chances(std::slice::from_ref(entry), chance * chosen, chances);
                }
            }
        }
    }
}
