//! Lint for missions: locks that never appear, keys without rooms, and missions that fall short.

use super::{FindingCode, LintReport, PresetPlace, SEEDS, evidence::lacking, sample::SampleCounts};
use crate::{
    model::DoorKind,
    preset::{LockPlace, LockRule},
};

/// Reports rules for locks that no sample level has, rooms of keys that do not exist, and numbers
/// that more than half of the sample levels miss.
pub(super) fn mission(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    for (number, (rule, tally)) in preset.mission.locks.iter().zip(&sample.locks).enumerate() {
        if rule.count.1.max() < 0.5 {
            continue;
        }
        if tally.rooms.admitted == 0 {
            let message = format!("no room of {SEEDS} sample levels can have this key");
            let (place, help) = (PresetPlace::Lock(number, "key"), tally.rooms.words(sample.rooms));
            report.add(FindingCode::UnusedRule, place, SEEDS, message, help);
        } else if tally.levels == 0 {
            let message = format!("no door of {SEEDS} sample levels has this lock");
            let (place, help) = (PresetPlace::Lock(number, "lock"), why_no_lock(rule));
            report.add(FindingCode::UnusedRule, place, SEEDS, message, help);
        } else if tally.short.wished > SEEDS / 2 {
            let (short, place) = (tally.short.wished, PresetPlace::Lock(number, "count"));
            let message = format!("{short} of {SEEDS} sample levels have fewer locks than this asks for");
            let help = "ask for fewer, or give their keys more rooms";
            report.add(FindingCode::Shortfall, place, short, message, help);
        } else {
            lacking(report, tally.short, "locks", PresetPlace::Lock(number, "least"));
        }
    }
    let hides = preset.door_rules.iter().position(|rule| rule.kind == DoorKind::Secret);
    if let Some(rule) = hides.filter(|_| sample.opened_secrets > SEEDS / 2) {
        let levels = sample.opened_secrets;
        let message = format!("one-way doors make secret doors plain in {levels} of {SEEDS} sample levels");
        let help = "who steps through one must find a way back; use `around: Locked`, or hide no room with two doors";
        let place = PresetPlace::Rule("doors", rule);
        report.add(FindingCode::Shortfall, place, levels, message, help);
    }
    if sample.short_shortcuts > SEEDS / 2 {
        let short = sample.short_shortcuts;
        let message = format!("{short} of {SEEDS} sample levels have fewer shortcuts than this asks for");
        let help = "use a smaller `saves` or more loops; each of these levels has a note";
        let place = PresetPlace::Fields(&["mission", "shortcuts", "count"]);
        report.add(FindingCode::Shortfall, place, short, message, help);
    } else if sample.shortcuts == 0
        && preset.mission.has_shortcuts()
        && preset.mission.shortcuts.count.1.max() >= 0.5
        && preset.loops.chance.max() > 0.0
    {
        let message = format!("no sample level of {SEEDS} has a shortcut");
        let help = "use a smaller `saves`, a larger `chance` or more loops";
        let place = PresetPlace::Fields(&["mission", "shortcuts"]);
        report.add(FindingCode::UnusedRule, place, SEEDS, message, help);
    }
}

/// A sentence with possible reasons why a rule makes no lock.
fn why_no_lock(rule: &LockRule) -> String {
    let places = match rule.place {
        LockPlace::Path(_) => "no passage of the main path has its progress in this range behind a room for the key",
        LockPlace::Tag(_) => "no room has the tag, or its doors have other locks",
        LockPlace::Bonus => "there are no bonus rooms, or their doors have other locks",
        LockPlace::Crossing(_) => "no level has the parting, or the main path never crosses it exactly once",
    };
    format!("{places}; or no room outside of the lock can have the key")
}
