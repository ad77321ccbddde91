//! What the rules of the floor plan say in vain.

use super::{
    super::{
        locate::Step::{Field, Index},
        raw::{RawFloorplan, RawPick, RawPreset, RawRamp},
    },
    Doubts, Vain, is, most,
};

pub(super) fn floorplan(doubts: &mut Doubts, raw: &RawPreset) {
    let plan = &raw.floorplan;
    let plain = RawFloorplan::default();
    if plan.loops.chance <= 0.0 && plan.loops.detour != plain.loops.detour {
        let help = "say `chance` too: it is 0, so that there are no loops";
        doubts.inside(Field("loops"), |doubts| doubts.useless("detour", "`detour` says nothing without loops", help));
    }
    bonus(doubts, plan, &plain);
    doubts.each("tags", &plan.tags, |doubts, _, rule| {
        if rule.chance <= 0.0 {
            doubts.never("chance", "this chance is 0: no room gets the tag", NEVER);
        }
        if matches!(rule.pick, RawPick::Farthest) && rule.most.is_some() {
            doubts.useless("most", "`most` says nothing here", "`Farthest` picks a single room");
        }
    });
    doubts.each("doors", &plan.doors, |doubts, _, rule| {
        if rule.chance <= 0.0 {
            doubts.never("chance", "this chance is 0: the rule decides no door", NEVER);
        }
    });
    vaults(doubts, raw, &plain);
}

/// How to mend what never happens.
pub(super) const NEVER: &str = "a greater number, or leave out what it is for";

fn bonus(doubts: &mut Doubts, plan: &RawFloorplan, plain: &RawFloorplan) {
    let (bonus, plain) = (&plan.bonus, &plain.bonus);
    let (least, most_rooms) = bonus.rooms.unwrap_or((0, 1));
    let is_absent = most_rooms == 0 || least == 0 && most(&bonus.chance) <= 0.0;
    doubts.inside(Field("bonus"), |doubts| {
        for (field, differs) in [("spacing", bonus.spacing != plain.spacing), ("depth", bonus.depth > plain.depth)] {
            if is_absent && differs {
                let help = "by `chance` and `rooms` there are none";
                doubts.useless(field, format!("`{field}` says nothing without bonus rooms"), help);
            }
        }
        let has_chance = matches!(&plain.chance, RawRamp::Plain(usual) if !is(&bonus.chance, *usual));
        if bonus.depth == 0 && has_chance && most(&bonus.chance) > 0.0 {
            let help = "`depth` is 0, so that no chain of bonus rooms has any";
            doubts.useless("chance", "the chance of bonus rooms says nothing here", help);
        }
    });
}

/// The chance of vaults, where there are none or where it is 0.
#[expect(clippy::float_cmp, reason = "a default is told from all else, however near")]
fn vaults(doubts: &mut Doubts, raw: &RawPreset, plain: &RawFloorplan) {
    let chance = raw.floorplan.vaults.chance;
    let mut idle = (0..).zip(&raw.vaults).filter(|(_, vault)| !vault.must && vault.chance.is_none());
    doubts.inside(Field("vaults"), |doubts| {
        if raw.vaults.is_empty() && chance != plain.vaults.chance && chance > 0.0 {
            doubts.useless("chance", "the chance of vaults says nothing here", "the preset has no `vaults`");
        }
        if chance <= 0.0
            && let Some((first, vault)) = idle.next()
        {
            let others = match idle.count() {
                0 => String::new(),
                more => format!(", nor {more} more"),
            };
            let message = format!("this chance is 0: no room has the vault {:?}{others}", vault.name);
            doubts.add(Vain::Never, Field("chance"), message, "with `must: true` a vault is there whatever the chance");
            if let Some(doubt) = doubts.found.last_mut() {
                doubt.beside = Some(vec![Field("vaults"), Index(first)]);
            }
        }
    });
}
