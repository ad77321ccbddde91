//! Findings about groups, budgets, loot and slots.

use super::{FindingCode, all_of, of, only, with};
use roomgen::lint::SEEDS;

const RAT: &str = "\"rat\": (glyph: 'r', color: \"#8a6030\", marker: true), ";
const GOLD: &str = "\"gold\": (glyph: '$', color: \"#e0c040\", blocks: false), ";
const RATS: &str = "\"rats\": (cost: 2, members: {\"rat\": 1})";

/// A preset with these props and layouts, and these words before its props.
fn budgeted(words: &str, props: &str, layouts: &str) -> String {
    with(props, layouts).replace("props:", &format!("{words}, props:"))
}

fn with_groups(groups: &str, encounters: &str) -> String {
    budgeted(&format!("groups: {{{groups}}}, encounters: ({encounters})"), RAT, "")
}

#[test]
fn budgets_that_are_spent_have_no_findings() {
    assert_eq!(of(&with_groups(RATS, "budget: 30, curve: [(0.0, 0), (1.0, 1)]")), []);
    let loot = "loot: (budget: 8, items: {\"gold\": (value: 1, with: (1, 2))})";
    assert_eq!(of(&budgeted(loot, GOLD, "")), []);
    // A metered thing that comes in some levels alone is one.
    assert_eq!(of(&budgeted("loot: (metered: {\"gold\": (every: 3)})", GOLD, "")), []);
}

#[test]
fn groups_without_a_budget_are_useless() {
    let text = budgeted(&format!("groups: {{{RATS}}}"), &format!("{RAT}{GOLD}"), "");
    let text = text.replace("formations: [", "formations: [(shape: X, prop: \"rat\"), (shape: X, prop: \"gold\"), ");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, levels), (FindingCode::UselessField, None), "{at}");
    assert_eq!(message, "no group has an effect: there is no budget of encounters");
}

#[test]
fn a_group_without_rooms_or_too_dear_is_found_with_the_reason() {
    let late = "\"mob\": (cost: 3, members: {\"rat\": 2}, rooms: (progress: (0.999, 0.9995)))";
    let text = with_groups(&format!("{RATS}, {late}"), "budget: 30");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str(), levels), (FindingCode::UnusedGroup, "\"mob\"", Some(SEEDS)));
    assert_eq!(message, "none of 1000 sample levels has this group");
    assert!(of(&text)[0].problem.help.as_ref().is_some_and(|help| help.contains(" 0 have a suitable progress")));
    let dear = "\"mob\": (cost: 300, members: {\"rat\": 2})";
    let text = with_groups(&format!("{RATS}, {dear}"), "budget: 30");
    assert_eq!(only(&text).0, FindingCode::UnusedGroup);
    let help = of(&text)[0].problem.help.clone();
    assert_eq!(help.as_deref(), Some("it costs 300, and the budget is at most 30"));
}

#[test]
fn a_budget_that_buys_nothing_at_its_least_is_found_unless_it_is_nothing() {
    let ramp = |from: u32| format!("budget: (from: {from}, to: 40, over: Difficulty)");
    let found = |groups: &str, from: u32| {
        let findings = of(&with_groups(groups, &ramp(from))).into_iter();
        let small = findings.filter(|finding| finding.code == FindingCode::SmallBudget);
        small.map(|finding| finding.problem.message).collect::<Vec<_>>()
    };
    assert_eq!(found(RATS, 1), ["at its least, this budget of 1 buys no group"]);
    assert!(found(RATS, 0).is_empty() && found(RATS, 2).is_empty());
    let king = format!("{RATS}, \"king\": (cost: 9, members: {{\"rat\": 1}}, boss: true)");
    assert_eq!(found(&king, 8), ["at its least, this budget of 8 buys no boss"]);
    let loot = "loot: (budget: (from: 2, to: 9, over: Difficulty), items: {\"gold\": (value: 2, with: (2, 3))})";
    let findings = of(&budgeted(loot, GOLD, ""));
    assert!(findings.iter().any(|finding| finding.code == FindingCode::SmallBudget
        && finding.problem.message == "at its least, this budget of 2 buys no item"));
}

#[test]
fn a_boss_that_the_budget_cannot_seat_is_a_shortfall() {
    let king = format!("{RATS}, \"king\": (cost: 20, members: {{\"rat\": 1}}, boss: true)");
    let findings = of(&with_groups(&king, "budget: (from: 0, to: 40, over: Difficulty)"));
    let short: Vec<_> = findings.iter().filter(|finding| finding.code == FindingCode::Shortfall).collect();
    assert_eq!(short.len(), 1, "{findings:?}");
    // Budgets of 0 and 10, of five.
    assert_eq!(short[0].levels, Some(SEEDS * 2 / 5));
    assert_eq!(short[0].problem.message, "400 of 1000 sample levels lack a boss that their rooms ask for");
}

#[test]
fn groups_and_items_that_hardly_a_level_has_are_found_with_what_came_in_their_place() {
    let rare = |text: &str, codes: FindingCode| {
        let findings = of(text).into_iter().filter(|finding| finding.code == codes);
        findings.map(|finding| finding.problem.help.unwrap_or_default()).collect::<Vec<_>>()
    };
    let mob =
        |cost: u32, weight: &str| format!("{RATS}, \"mob\": (cost: {cost}, members: {{\"rat\": 3}}, weight: {weight})");
    // The hardest levels alone have the mob, and each of them does.
    let hard = mob(3, "(from: -200, to: 50, over: Difficulty)").replace("-200", "0");
    assert_eq!(rare(&with_groups(&hard, "budget: 30"), FindingCode::RareGroup), [""; 0]);
    let light = mob(3, "1").replace(RATS, &RATS.replace("})", "}, weight: 800)"));
    let [help] = &rare(&with_groups(&light, "budget: 30"), FindingCode::RareGroup)[..] else { panic!("one") };
    assert!(help.contains("and draw others"), "{help}");
    let dear = mob(6, "1").replace(RATS, &RATS.replace("})", "}, weight: 2000)").replace("cost: 2", "cost: 3"));
    let late = "budget: 30, curve: [(0, 1), (0.8, 1), (1, 4)]";
    let [help] = &rare(&with_groups(&dear, late), FindingCode::RareGroup)[..] else { panic!("one") };
    assert!(help.starts_with("it takes 6, and of "), "{help}");
    let items = "\"gold\": (value: 1, weight: 60000), \"gem\": (value: 1)";
    let gem = GOLD.replace("gold", "gem");
    let text = budgeted(&format!("loot: (budget: 8, items: {{{items}}})"), &format!("{GOLD}{gem}"), "");
    assert_eq!(rare(&text, FindingCode::RareItem).len(), 1);
    assert_eq!(rare(&text.replace("60000", "2"), FindingCode::RareItem), [""; 0]);
    let nowhere = text.replace("\"gem\": (value: 1)", "\"gem\": (value: 1, rooms: (progress: (0.999, 0.9995)))");
    let [help] = &rare(&nowhere, FindingCode::RareItem)[..] else { panic!("one") };
    assert!(help.contains(" 0 have a suitable progress"), "{help}");
}

#[test]
fn a_fight_that_crosses_the_budget_or_the_most_is_found() {
    let found = |encounters: &str| {
        let findings = of(&with_groups(RATS, encounters)).into_iter();
        let small = findings.filter(|finding| finding.code == FindingCode::SmallBudget);
        small.map(|finding| finding.problem.message).collect::<Vec<_>>()
    };
    assert_eq!(found("budget: (from: 8, to: 30), fight: (from: 4, to: 8), most: 9"), [""; 0]);
    assert_eq!(
        found("budget: (from: 6, to: 30, over: Difficulty), fight: 8"),
        ["at difficulty 0, the budget has 6, and the least of a room is 8"]
    );
    assert_eq!(
        found("budget: 30, fight: (from: 2, to: 9, over: Difficulty), most: 8"),
        ["at difficulty 1, a room has 8, and the least of a room is 9"]
    );
}

#[test]
fn a_kind_that_layouts_scatter_beside_the_budget_is_found_at_its_first_mention() {
    let words = format!("groups: {{{RATS}, \"two\": (cost: 2, members: {{\"rat\": 2}})}}, encounters: (budget: 30)");
    let layout = "(name: \"nest\", formations: [(shape: Square, at: Center, size: Cells(1), prop: \"rat\")])";
    let text = budgeted(&words, RAT, layout);
    let findings = of(&text);
    let [scattered] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((scattered.code, scattered.levels), (FindingCode::Scattered, None));
    let help = scattered.problem.help.as_deref().unwrap_or_default();
    assert!(help.contains("from the layouts \"nest\""), "{help}");
    assert!(text[..scattered.problem.span.start].ends_with("members: {"));
    // Of a vault, the budget counts it.
    let vault = text
        .replace(layout, "")
        .replace("props:", "vaults: [(name: \"nest\", rows: [\"r\"], legend: {'r': \"rat\"})], props:");
    assert_eq!(of(&vault), []);
}

#[test]
fn a_vault_that_draws_more_than_the_budget_pays_is_found() {
    let vault = |rats: &str| {
        let text = with_groups(RATS, "budget: (from: 4, to: 30, over: Difficulty)");
        text.replace("props:", &format!("vaults: [(name: \"nest\", rows: [{rats}], legend: {{'r': \"rat\"}})], props:"))
    };
    let dear = |rats: &str| {
        let mut findings = of(&vault(rats));
        findings.retain(|finding| finding.code == FindingCode::DearVault);
        findings
    };
    let [finding] = &dear("\"rrr\"")[..] else { panic!("one vault is too dear") };
    assert_eq!(finding.problem.message, "the members that this vault draws cost 6, and the least budget is 4");
    assert_eq!(dear("\"rr\""), []);
}

#[test]
fn slots_are_no_props_and_need_something_that_takes_them() {
    let layout = "(name: \"post\", formations: [(shape: Square, at: Center, size: Cells(1), prop: \"post\")])";
    let slot =
        |tags: &str| format!("{RAT}\"post\": (glyph: 'p', color: \"#808080\", marker: true, slot: true{tags}), ");
    let words = format!("groups: {{{RATS}}}, encounters: (budget: 30)");
    assert_eq!(of(&budgeted(&words, &slot(""), layout)), []);
    let (code, at, message, _) = only(&budgeted(&words, &slot(", tags: [\"loot\"]"), layout));
    assert_eq!((code, at.as_str(), message.as_str()), (FindingCode::UselessField, "true", "nothing takes this slot"));
    // A slot that no formation places is an unused kind.
    assert_eq!(only(&budgeted(&words, &slot(""), "")).0, FindingCode::UnusedKind);
    assert!(
        !all_of(&budgeted(&words, &slot(""), layout)).iter().any(|finding| finding.code.name().starts_with("lost"))
    );
}

#[test]
fn a_vault_whose_loot_is_worth_more_than_the_budget_is_found() {
    let vault = |drawn: &str, budget: &str| {
        let loot = format!("loot: (budget: {budget}, items: {{\"gold\": (value: 3)}})");
        let vault = format!("vaults: [(name: \"hoard\", most: 1, rows: [{drawn}], legend: {{'g': \"gold\"}})]");
        budgeted(&format!("{loot}, {vault}"), GOLD, "")
    };
    let (code, at, message, levels) = only(&vault("\"ggg\"", "(from: 8, to: 30)"));
    assert_eq!((code, at.as_str(), levels), (FindingCode::DearVault, "[\"ggg\"]", None));
    assert_eq!(message, "the things that this vault draws are worth 9, and the least budget is 8");
    assert_eq!(of(&vault("\"gg\"", "(from: 9, to: 30)")), []);
}

#[test]
fn cheap_vaults_that_come_so_often_that_nothing_is_left_are_found_at_the_budget() {
    let hoards = |most: &str| {
        let vaults = format!("vaults: [(name: \"hoard\"{most}, rows: [\"gg\"], legend: {{'g': \"gold\"}})]");
        let plan = "floorplan: (coverage: 1, vaults: (chance: 1)), loot: (budget: 8, items: {\"gold\": (value: 2)})";
        budgeted(&format!("{plan}, {vaults}"), GOLD, "")
    };
    let (code, at, message, levels) = only(&hoards(""));
    assert_eq!((code, at.as_str()), (FindingCode::DearVault, "8"));
    assert!(message.ends_with("sample levels vaults draw so much that this buys no item"), "{message}");
    assert!(levels.is_some_and(|levels| levels > 900), "{levels:?}");
    assert_eq!(of(&hoards(", most: 1")), []);
}
