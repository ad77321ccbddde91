//! Lint findings in `mission`: fields without effect, and counts of 0.

use super::{TextFindingCollector, floorplan::NEVER, most};
use crate::{
    lint::FindingCode,
    preset::{
        LockPlace, LockRule, PartingEnds, Preset, RampInput, RawCount, RawMission, RawPreset, ValueStep::Field,
        count_at, least_at,
    },
};

pub(super) fn mission(findings: &mut TextFindingCollector, raw: &RawPreset, preset: &Preset) {
    let RawMission { locks, around, shortcuts } = &raw.mission;
    findings.each("locks", locks, |findings, number, rule| {
        if is_none(&rule.count) {
            findings.never("count", "this number is 0: there is no lock of this rule", NEVER);
        } else if preset.mission.locks.get(number).is_some_and(has_never_fewer_keys_than_locks) {
            let help = "at no difficulty is it less than `count`: there are as many keys as locks without it too";
            findings.useless("keys", "`keys` has no effect here", help);
        }
        if let Some(rule) = preset.mission.locks.get(number) {
            unsure_crossing(findings, rule, preset);
        }
    });
    let has_path_lock = locks.iter().any(|rule| matches!(rule.lock, LockPlace::Path(_) | LockPlace::Crossing(_)));
    if !has_path_lock && *around != Default::default() {
        let help =
            "no rule has `lock: Path(..)` or `lock: Crossing(..)`, and only locks of the main path have ways around";
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

/// Reports a lock on the crossing of a parting whose path may stay on one side, or that some of the
/// levels lack which must have the lock. The current value is the rule.
fn unsure_crossing(findings: &mut TextFindingCollector, rule: &LockRule, preset: &Preset) {
    let LockPlace::Crossing(parting) = rule.place else { return };
    let Some(parting) = preset.partings.get(usize::from(parting)) else { return };
    let name = &parting.name;
    let may_lack = |difficulty: f32| {
        least_at(&rule.least, &rule.count.0, difficulty) > 0 && parting.chance.at(RampInput::of_level(difficulty)) < 1.0
    };
    if parting.ends == PartingEnds::Anywhere {
        let message =
            format!("in many levels the path does not cross {name:?}, since both of its ends lie on one side");
        let help = "remove `ends: Anywhere` from the parting, or lock something else";
        findings.add(FindingCode::UnsureLock, Field("lock"), message, help);
    } else if difficulties().any(may_lack) {
        let message = format!("each level must have this lock, and some have no {name:?}");
        let help = "give the parting a `chance` of 1, or remove `least`";
        findings.add(FindingCode::UnsureLock, Field("least"), message, help);
    }
}

/// Difficulties from 0 to 1, in equal steps, at which numbers are compared.
fn difficulties() -> impl Iterator<Item = f32> {
    const STEPS: u16 = 1024;
    (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS))
}

/// Whether a rule says how many keys it has, and has a key for each lock at every difficulty.
fn has_never_fewer_keys_than_locks(rule: &LockRule) -> bool {
    rule.keys.as_ref().is_some_and(|keys| {
        difficulties().all(|difficulty| {
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
