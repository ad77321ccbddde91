//! Lint findings in `floorplan`: fields without effect, and chances and weights of 0.

use super::{TextFindingCollector, is_no_weight, most};
use crate::{
    model::{RoomKind, RoomShape},
    preset::{
        RawFloorplan, RawPreset, RawRamp, RawStyle, TagSelection,
        ValueStep::{Field, Index},
    },
};

pub(super) fn floorplan(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let plan = &raw.floorplan;
    let plain = RawFloorplan::default();
    if most(&plan.open.chance) <= 0.0 && plan.open.rooms.is_some() {
        let help = "`chance` is 0, so no wall is opened: set it too";
        findings.inside(Field("open"), |findings| {
            findings.useless("rooms", "`rooms` has no effect without openings", help);
        });
    }
    if most(&plan.loops.chance) <= 0.0 {
        let help = "`chance` is 0, so there are no loops: set it too";
        let given = [
            ("apart", differs(&plan.loops.apart, &plain.loops.apart)),
            ("skip", differs(&plan.loops.skip, &plain.loops.skip)),
            ("rooms", plan.loops.rooms.is_some()),
        ];
        findings.inside(Field("loops"), |findings| {
            for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
                findings.useless(field, format!("`{field}` has no effect without loops"), help);
            }
        });
    }
    if let RawStyle::Corridors { margin: (0, 0), bends, .. } = &plan.style
        && most(bends) > 0.0
    {
        findings.inside(Field("style"), |findings| {
            let help = "with `margin: (0, 0)` all rooms share walls: use a larger margin";
            findings.useless("bends", "`bends` has no effect without corridors", help);
        });
    }
    bonus(findings, raw, &plain);
    findings.each("cycles", &plan.cycles, |findings, _, rule| {
        if most(&rule.chance) <= 0.0 && is_none(&rule.least) {
            findings.never("chance", "this chance is 0: there is no cycle of this rule", NEVER);
        } else if is_none(&rule.most) {
            findings.never("most", "this number is 0: there is no cycle of this rule", NEVER);
        }
    });
    findings.inside(Field("rooms"), |findings| {
        findings.each("sizes", &plan.rooms.sizes, |findings, _, size| {
            if size.count.as_ref().is_some_and(|(_, most)| is_none(most)) {
                findings.never("count", "this number is 0: there is no room of this size", NEVER);
            } else if size.fraction.as_ref().is_some_and(|fraction| most(fraction) <= 0.0) {
                findings.never("fraction", "this fraction is 0: there is no room of this size", NEVER);
            }
        });
    });
    findings.each("tags", &plan.tags, |findings, _, rule| {
        if most(&rule.chance) <= 0.0 {
            findings.never("chance", "this chance is 0: no room gets the tag", NEVER);
        }
        if matches!(rule.pick, TagSelection::Farthest) && rule.most.is_some() {
            findings.useless("most", "`most` has no effect here", "`Farthest` picks a single room");
        }
    });
    findings.each("shapes", &plan.shapes, |findings, _, rule| {
        if is_no_weight(&rule.weight) {
            findings.never("weight", "this weight is 0 everywhere: no room takes the shape", NEVER);
        } else if matches!(rule.shape, RoomShape::Round | RoomShape::Octagon)
            && rule.cut.as_ref().is_some_and(|cut| most(cut) <= 0.0)
        {
            findings.never("cut", "this depth is 0 everywhere: the shape cuts no corner", NEVER);
        }
    });
    findings.each("doors", &plan.doors, |findings, _, rule| {
        if most(&rule.chance) <= 0.0 {
            findings.never("chance", "this chance is 0: the rule decides no door", NEVER);
        }
    });
    vaults(findings, raw, &plain);
}

/// The help for a chance, weight or count that is 0 everywhere.
pub(super) const NEVER: &str = "use a greater number, or remove the entry";

fn bonus(findings: &mut TextFindingCollector, raw: &RawPreset, plain: &RawFloorplan) {
    let plan = &raw.floorplan;
    let (bonus, plain) = (&plan.bonus, &plain.bonus);
    let is_asked_for = !is_none(&bonus.rooms.0);
    let is_limited = is_none(&bonus.rooms.1);
    let is_absent = is_limited || !is_asked_for && most(&bonus.chance) <= 0.0;
    findings.inside(Field("bonus"), |findings| {
        for (field, given, usual) in
            [("spacing", &bonus.spacing, &plain.spacing), ("depth", &bonus.depth, &plain.depth)]
        {
            if is_absent && differs(given, usual) && !is_none(given) {
                let help = "`chance` and `rooms` allow no bonus rooms";
                findings.useless(field, format!("`{field}` has no effect without bonus rooms"), help);
            }
        }
        if let Some(hosts) = &bonus.hosts {
            let is_only_room = plan.coverage.is(0.0) && raw.vaults.is_empty() && plan.rooms.sizes.is_empty();
            if is_absent && is_only_room {
                let help = "`chance` and `rooms` allow no bonus rooms";
                findings.useless("hosts", "`hosts` has no effect without bonus rooms", help);
            } else if [RoomKind::Start, RoomKind::Path, RoomKind::End].iter().all(|kind| hosts.contains(kind))
                && (plan.cycles.is_empty() || hosts.contains(&RoomKind::Detour))
            {
                let help = "leave one out, or remove the field";
                findings.useless("hosts", "`hosts` has no effect: it names all kinds of rooms", help);
            }
        }
        if is_none(&bonus.depth) && differs(&bonus.chance, &plain.chance) && most(&bonus.chance) > 0.0 {
            let help = "`depth` is 0, so there are no bonus rooms";
            findings.useless("chance", "the chance of bonus rooms has no effect here", help);
        }
    });
}

/// Whether a number of rooms or cycles is 0 everywhere. It is rounded to the nearest whole number.
fn is_none(count: &RawRamp) -> bool {
    most(count) < 0.5
}

/// Whether a field's value differs from its default `usual`, which is a plain number.
fn differs(given: &RawRamp, usual: &RawRamp) -> bool {
    matches!(usual, RawRamp::Plain(usual) if !given.is(*usual))
}

/// Reports a `vaults.chance` in a preset without vaults, and one of 0 that disables its vaults.
fn vaults(findings: &mut TextFindingCollector, raw: &RawPreset, plain: &RawFloorplan) {
    let chance = &raw.floorplan.vaults.chance;
    let mut idle = (0..).zip(&raw.vaults).filter(|(_, vault)| !vault.required && vault.chance.is_none());
    findings.inside(Field("vaults"), |findings| {
        if raw.vaults.is_empty() && differs(chance, &plain.vaults.chance) && most(chance) > 0.0 {
            findings.useless("chance", "the chance of vaults has no effect here", "the preset has no `vaults`");
        }
        if most(chance) <= 0.0
            && let Some((first, vault)) = idle.next()
        {
            let others = match idle.count() {
                0 => String::new(),
                more => format!(", nor any of {more} others"),
            };
            let message = format!("this chance is 0: no room has the vault {:?}{others}", vault.name);
            let help = "use a greater number; a vault with `required: true` does not depend on the chance";
            findings.never("chance", message, help);
            if let Some(finding) = findings.found.last_mut() {
                finding.beside = Some(vec![Field("vaults"), Index(first)]);
            }
        }
    });
}
