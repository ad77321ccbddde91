//! Lint for what budgets place: groups, encounters, loot and the slots that they take.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    FindingCode, LintReport, PresetPlace, SEEDS,
    drawn::cheapest,
    evidence::RARELY,
    kinds::{self, named},
    sample::{DIFFICULTIES, SHORT_BUDGETS, SampleCounts},
};
use crate::{
    model::{Name, NoteCode},
    preset::{Ramp, RampInput},
};

/// The most sample levels that may lack guards, or leave a part of a budget, before lint reports
/// it: a room for each is no promise.
const SOMETIMES: u32 = SEEDS / 10;

/// What less than one of so many sample levels of a difficulty has is rare: who plays ten floors
/// will hardly meet it.
const RARE: u32 = 20;

/// Reports what follows from the rules alone: budgets that buy nothing at their least, kinds that
/// layouts scatter beside the budget, vaults that draw more than there is, slots without a taker.
pub(super) fn rules(report: &mut LintReport<'_>) {
    let preset = report.preset();
    if !preset.groups.is_empty() && !preset.encounters.is_used() {
        let help = "add `encounters: (budget: ..)`, or remove the groups";
        let message = "no group has an effect: there is no budget of encounters";
        report.add(FindingCode::UselessField, PresetPlace::Fields(&["groups"]), None, message, help);
    }
    let cheapest_group = |is_boss: bool| {
        let groups = preset.groups.iter().filter(|group| group.boss == is_boss);
        groups.map(|group| (&group.name, group.cost)).min_by_key(|&(_, cost)| cost)
    };
    let place = PresetPlace::Fields(&["encounters", "budget"]);
    if !small_budget(report, place, &preset.encounters.budget, ("group", cheapest_group(false))) {
        small_budget(report, place, &preset.encounters.budget, ("boss", cheapest_group(true)));
    }
    let place = PresetPlace::Fields(&["loot", "budget"]);
    small_budget(report, place, &preset.loot.budget, ("item", cheapest(preset)[1]));
    let (encounters, loot) = (&preset.encounters, &preset.loot);
    crossing(report, &["encounters", "fight"], &encounters.fight, ("the budget", Some(&encounters.budget)));
    crossing(report, &["encounters", "most"], &encounters.fight, ("a room", encounters.most.as_ref()));
    crossing(report, &["loot", "pile"], &loot.pile, ("the budget", Some(&loot.budget)));
    scattered(report);
    dear_vaults(report);
    slots(report);
}

/// Reports a budget whose least is more than nothing, and buys none of what it is for.
fn small_budget(
    report: &mut LintReport<'_>,
    place: PresetPlace<'_>,
    budget: &Ramp,
    (what, cheapest): (&str, Option<(&Name, u32)>),
) -> bool {
    let least = budget.min();
    let Some((name, cheapest)) = cheapest.filter(|&(_, cheapest)| least > 0.0 && least < cheapest as f32) else {
        return false;
    };
    let message = format!("at its least, this budget of {least} buys no {what}");
    let help =
        format!("the cheapest {what} is {name:?}, which takes {cheapest}: raise the least of the budget, or make it 0");
    report.add(FindingCode::SmallBudget, place, None, message, help);
    true
}

/// Reports a `fight` or a `pile` that is more than there may be at some difficulties: there rooms
/// get nothing.
fn crossing(
    report: &mut LintReport<'_>,
    fields: &'static [&'static str],
    least: &Ramp,
    (whose, most): (&str, Option<&Ramp>),
) {
    let Some(most) = most.filter(|most| most.max() > 0.0) else { return };
    let at = |ramp: &Ramp, difficulty| ramp.whole_at(RampInput::of_level(difficulty));
    let crosses = |difficulty: &f32| at(most, *difficulty) > 0 && at(least, *difficulty) > at(most, *difficulty);
    if let Some(difficulty) = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().find(crosses) {
        let (least, most) = (at(least, difficulty), at(most, difficulty));
        let message = format!("at difficulty {difficulty}, {whose} has {most}, and the least of a room is {least}");
        let help = "there, no room gets anything: let the ramps not cross";
        report.add(FindingCode::SmallBudget, PresetPlace::Fields(fields), None, message, help);
    }
}

/// Reports kinds that a budget places and that formations place too: the budget does not count
/// these.
fn scattered(report: &mut LintReport<'_>) {
    let preset = report.preset();
    let sources = kinds::sources(preset);
    // The first mention of each kind.
    let mut placed: BTreeMap<u16, PresetPlace<'_>> = BTreeMap::new();
    if preset.encounters.is_used() {
        for (number, group) in preset.groups.iter().enumerate() {
            for (member, rule) in group.members.iter().enumerate() {
                placed.entry(rule.kind).or_insert(PresetPlace::Member(number, member));
            }
        }
    }
    for (number, item) in preset.loot.items.iter().enumerate() {
        placed.entry(item.kind).or_insert(PresetPlace::Item(number));
    }
    for (kind, place) in placed {
        let layouts: BTreeSet<String> =
            sources[usize::from(kind)].layouts().map(|layout| format!("{:?}", preset.layouts()[layout].name)).collect();
        if !layouts.is_empty() {
            let kind = &preset.kinds()[usize::from(kind)].name;
            let message = format!("layouts place {:?} too, which the budget does not count", kind.as_str());
            let help = format!("remove its formations from the layouts {}, or name a `slot` there", named(layouts));
            report.add(FindingCode::Scattered, place, None, message, help);
        }
    }
}

/// Reports vaults that draw members or loot for more than the least of the budget.
fn dear_vaults(report: &mut LintReport<'_>) {
    let preset = report.preset();
    for (number, vault) in preset.vaults().iter().enumerate() {
        let of_budgets = [("members", "cost", "encounters"), ("things", "are worth", "loot")];
        let budgets = [&preset.encounters.budget, &preset.loot.budget];
        for (((what, verb, field), budget), sum) in of_budgets.into_iter().zip(budgets).zip(vault.drawn_sums) {
            let least = budget.min();
            if budget.max() > 0.0 && sum as f32 > least {
                let message = format!("the {what} that this vault draws {verb} {sum}, and the least budget is {least}");
                let help = format!("draw fewer of them, or raise the least of `{field}.budget`");
                report.add(FindingCode::DearVault, PresetPlace::Vault(number, "rows"), None, message, help);
            }
        }
    }
}

/// Reports budgets of which vaults, each cheap enough, leave too little for a group or an item.
fn frequent_vaults(report: &mut LintReport<'_>, sample: &SampleCounts) {
    const OF_BUDGETS: [(&str, [&str; 2]); 2] = [("group", ["encounters", "budget"]), ("item", ["loot", "budget"])];
    for ((what, fields), levels) in OF_BUDGETS.iter().zip(sample.drawn_budgets) {
        if levels > SEEDS / 2 {
            let message = format!("in {levels} of {SEEDS} sample levels vaults draw so much that this buys no {what}");
            let help = "raise the budget, or let vaults come less often, by their `most` or `floorplan.vaults.chance`";
            report.add(FindingCode::DearVault, PresetPlace::Fields(fields), levels, message, help);
        }
    }
}

/// Reports slots that nothing can take.
fn slots(report: &mut LintReport<'_>) {
    let preset = report.preset();
    let takes_members = preset.encounters.is_used();
    let takes_loot = preset.loot.budget.max() > 0.0;
    for (kind, _) in preset.kinds().iter().zip(&preset.placings).filter(|(_, placing)| placing.slot) {
        let (is_taken, help) = if kind.labels.has("loot") {
            (takes_loot, "a slot with the tag \"loot\" is for loot: add `loot` with a budget, or remove the tag")
        } else {
            (takes_members, "a slot is for members of groups: add `encounters`, or the tag \"loot\"")
        };
        if !is_taken {
            let place = PresetPlace::KindField(&kind.name, "slot");
            report.add(FindingCode::UselessField, place, None, "nothing takes this slot", help);
        }
    }
}

/// Reports what sample levels show: groups that none or hardly one has, budgets that they cannot
/// spend.
pub(super) fn placed(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    if !preset.has_budgets() {
        return;
    }
    if preset.encounters.is_used() {
        unused_groups(report, sample);
    }
    rare_wares(report, sample);
    frequent_vaults(report, sample);
    let required = preset.groups.iter().position(|group| group.required).unwrap_or_default();
    let boss = preset.groups.iter().position(|group| group.boss).unwrap_or_default();
    let short = [
        (
            NoteCode::BossShort,
            RARELY,
            PresetPlace::Group(boss),
            "lack a boss that their rooms ask for",
            "raise `encounters.budget`, or let it be in rooms of other sizes, beyond `quiet`",
        ),
        (
            NoteCode::GroupShort,
            SOMETIMES,
            PresetPlace::Group(required),
            "lack a required group that their rooms ask for",
            "raise `encounters.budget` or `encounters.most`, or let it be in rooms of other sizes, beyond `quiet`",
        ),
        (
            NoteCode::GuardShort,
            SOMETIMES,
            PresetPlace::Fields(&["encounters", "keys"]),
            "have fewer guarded keys than this asks for",
            "raise `encounters.budget`, add a cheaper group, or let groups be in the rooms of keys",
        ),
        (
            NoteCode::MeteredShort,
            RARELY,
            PresetPlace::Fields(&["loot", "metered"]),
            "have no place for a metered thing",
            "use larger rooms, or a greater `every`",
        ),
        (
            NoteCode::EncountersShort,
            SOMETIMES,
            PresetPlace::Fields(&["encounters", "budget"]),
            "leave as much of this budget as a group costs",
            "use larger rooms or smaller groups, or let them be in more rooms",
        ),
        (
            NoteCode::LootShort,
            SOMETIMES,
            PresetPlace::Fields(&["loot", "budget"]),
            "leave as much of this budget as an item takes",
            "raise `most` of the items, lower `first`, or let them be in more rooms",
        ),
    ];
    for (code, most, place, what, help) in short {
        let levels = SHORT_BUDGETS.iter().position(|known| *known == code).map_or(0, |at| sample.short_budgets[at]);
        if levels > most {
            let message = format!("{levels} of {SEEDS} sample levels {what}");
            report.add(FindingCode::Shortfall, place, levels, message, format!("{help}; each has a note"));
        }
    }
}

/// Reports groups that no sample level has.
fn unused_groups(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    for (number, (group, tally)) in preset.groups.iter().zip(&sample.groups).enumerate() {
        if tally.levels > 0 {
            continue;
        }
        let budget = preset.encounters.budget.max();
        let help = if tally.rooms.admitted == 0 {
            tally.rooms.words(sample.rooms)
        } else if group.cost as f32 > budget {
            format!("it costs {}, and the budget is at most {budget}", group.cost)
        } else if group.weight.max() < 0.5 / 256.0 {
            "its weight is 0".to_owned()
        } else {
            format!(
                "it costs {}, and no room that suits it gets as much; or its weight is small, or its members find no place",
                group.cost
            )
        };
        let name = if group.boss { "boss" } else { "group" };
        let message = format!("none of {SEEDS} sample levels has this {name}");
        report.add(FindingCode::UnusedGroup, PresetPlace::Group(number), SEEDS, message, help);
    }
}

/// Reports groups and items that hardly a level has, even at the difficulty where they come most.
fn rare_wares(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let preset = report.preset();
    let groups = preset.groups.iter().zip(&sample.groups).enumerate();
    let groups = groups.map(|(number, (group, tally))| (PresetPlace::Group(number), "group", group.cost, tally));
    let items = preset.loot.items.iter().zip(&sample.items).enumerate();
    let items = items.map(|(number, (item, tally))| (PresetPlace::Item(number), "item", item.value, tally));
    for (place, what, price, tally) in groups.chain(items) {
        let (levels, of) = (tally.by_difficulty.iter().max().copied().unwrap_or_default(), SEEDS / DIFFICULTIES as u32);
        // A group that no level has is reported as unused.
        if levels * RARE >= of || levels == 0 && what == "group" {
            continue;
        }
        let help = if tally.rooms.admitted == 0 {
            tally.rooms.words(sample.rooms)
        } else if tally.payable < tally.rooms.admitted / 2 {
            format!(
                "it takes {price}, and of {} rooms that suit it {} get as much: lower it, or give rooms more at once",
                tally.rooms.admitted, tally.payable
            )
        } else {
            format!(
                "of {} rooms that suit it {} could pay its {price}, and draw others: cheaper ones come oftener, and of \
                 groups those that are twice as dear or more come alone; raise its weight, or change its price",
                tally.rooms.admitted, tally.payable
            )
        };
        let code = if what == "group" { FindingCode::RareGroup } else { FindingCode::RareItem };
        let message = format!("{levels} of {of} sample levels have this {what}, at the difficulty where it comes most");
        report.add(code, place, levels, message, help);
    }
}
