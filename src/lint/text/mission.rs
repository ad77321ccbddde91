//! Lint findings in `mission`: fields without effect, and counts of 0.

use super::{TextFindingCollector, floorplan::NEVER, most};
use crate::preset::{LockPlace, LockRule, Preset, RawCount, RawMission, RawPreset, ValueStep::Field, count_at};

pub(super) fn mission(findings: &mut TextFindingCollector, raw: &RawPreset, preset: &Preset) {
    let RawMission { locks, around, shortcuts } = &raw.mission;
    findings.each("locks", locks, |findings, number, rule| {
        if is_none(&rule.count) {
            findings.never("count", "this number is 0: there is no lock of this rule", NEVER);
        } else if preset.mission.locks.get(number).is_some_and(has_never_fewer_keys_than_locks) {
            let help = "at no difficulty is it less than `count`: there are as many keys as locks without it too";
            findings.useless("keys", "`keys` has no effect here", help);
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

/// Whether a rule says how many keys it has, and has a key for each lock at every difficulty.
fn has_never_fewer_keys_than_locks(rule: &LockRule) -> bool {
    /// The number of equal steps of the difficulty at which the numbers are compared.
    const STEPS: u16 = 1024;
    rule.keys.as_ref().is_some_and(|keys| {
        (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS)).all(|difficulty| {
            let ((fewest_keys, _), (_, most_locks)) = (count_at(keys, difficulty), count_at(&rule.count, difficulty));
            fewest_keys >= most_locks
        })
    })
}

/// Whether a number of locks or shortcuts is 0 everywhere. It is rounded to the nearest.
fn is_none(count: &RawCount) -> bool {
    match count {
        RawCount::Exactly(count) | RawCount::Between(_, count) => most(count) < 0.5,
    }
}
