//! Lint findings in `mission`: fields without effect, and counts of 0.

use super::{TextFindingCollector, floorplan::NEVER, most};
use crate::preset::{LockPlace, RawCount, RawMission, RawPreset, ValueStep::Field};

pub(super) fn mission(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let RawMission { locks, around, shortcuts } = &raw.mission;
    findings.each("locks", locks, |findings, _, rule| {
        if is_none(&rule.count) {
            findings.never("count", "this number is 0: there is no lock of this rule", NEVER);
        }
    });
    let has_path_lock = locks.iter().any(|rule| matches!(rule.lock, LockPlace::Path(_)));
    if !has_path_lock && *around != Default::default() {
        let help = "no rule has `lock: Path(..)`, and only locks of the main path have ways around";
        findings.useless("around", "`around` has no effect here", help);
    }
    if most(&shortcuts.chance) > 0.0 && most(&raw.floorplan.loops.chance) <= 0.0 {
        findings.inside(Field("shortcuts"), |findings| {
            let help = "shortcuts are passages of loops: set `floorplan.loops.chance` too";
            findings.useless("chance", "`chance` has no effect without loops", help);
        });
    } else if most(&shortcuts.chance) > 0.0 && is_none(&shortcuts.count) {
        findings.inside(Field("shortcuts"), |findings| {
            findings.never("count", "this number is 0: there is no shortcut", NEVER);
        });
    }
}

/// Whether a number of locks or shortcuts is 0 everywhere. It is rounded to the nearest.
fn is_none(count: &RawCount) -> bool {
    match count {
        RawCount::Exactly(count) | RawCount::Between(_, count) => most(count) < 0.5,
    }
}
