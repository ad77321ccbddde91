//! Lint for tags that nothing in the preset asks for.

use std::collections::BTreeSet;

use super::{super::FindingCode, TextFindingCollector};
use crate::preset::{LockPlace, RawFilter, RawPreset, ValueStep::Field};

/// Reports the tags of cycles and of tag rules that nothing asks for, each at the first rule that
/// gives it. The current value is the floor plan.
///
/// The names of sizes and keys are tags too, but not only: a size makes rooms, and a key opens
/// locks, whether or not a rule asks for their rooms.
pub(super) fn unused(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let mut known = asked_for(raw);
    let mut look = |findings: &mut TextFindingCollector, tag: &str| {
        if known.insert(tag.to_owned()) {
            let help = "ask for it in the `rooms` of a layout, a vault or another rule; or remove it, unless the game \
                        reads it from level files";
            findings.add(FindingCode::UnusedTag, Field("tag"), format!("nothing asks for the tag {tag:?}"), help);
        }
    };
    findings.each("cycles", &raw.floorplan.cycles, |findings, _, rule| {
        rule.tag.iter().for_each(|tag| look(findings, tag));
    });
    findings.each("tags", &raw.floorplan.tags, |findings, _, rule| look(findings, &rule.tag));
}

/// Reports a tag of dearer arms that nothing asks for. The current value is `encounters`.
pub(super) fn unused_arm_tag(findings: &mut TextFindingCollector, raw: &RawPreset) {
    if let Some(tag) = raw.encounters.arm_tag.as_ref().filter(|tag| !asked_for(raw).contains(*tag)) {
        let help = "ask for it in the `rooms` of a layout, a group or an item; or remove it, unless the game reads it \
                    from level files";
        findings.add(FindingCode::UnusedTag, Field("arm_tag"), format!("nothing asks for the tag {tag:?}"), help);
    }
}

/// The tags that a rule of the preset asks for.
fn asked_for(raw: &RawPreset) -> BTreeSet<String> {
    let plan = &raw.floorplan;
    let filters = (raw.layouts.iter().map(|layout| &layout.rooms))
        .chain(raw.vaults.iter().map(|vault| &vault.rooms))
        .chain(raw.groups.0.iter().map(|(_, group)| &group.rooms))
        .chain(raw.loot.items.0.iter().map(|(_, item)| &item.rooms))
        .chain(raw.loot.due.iter().map(|due| &due.rooms))
        .chain(plan.tags.iter().map(|rule| &rule.rooms))
        .chain(plan.doors.iter().map(|rule| &rule.rooms))
        .chain(&plan.loops.rooms)
        .chain(raw.mission.locks.iter().map(|lock| &lock.key.rooms));
    let locked = raw.mission.locks.iter().filter_map(|lock| match &lock.lock {
        LockPlace::Tag(tag) => Some(tag),
        LockPlace::Path(_) | LockPlace::Bonus | LockPlace::Crossing(_) => None,
    });
    filters.flat_map(|RawFilter { tags, .. }| tags).chain(locked).cloned().collect()
}
