//! Missions with one probable mistake each.

use super::*;
use crate::random_presets::CRYPT_DOORS;

/// A preset with kinds for two keys, with these fields of the floor plan and of the mission.
fn preset(plan: &str, mission: &str) -> String {
    format!(
        "(name: \"a\", size: (60, 40), floorplan: (rooms: (max: 10), tags: [(tag: \"vault\", rooms: (kinds: [Bonus]))], {plan}), \
          props: {{ \"red\": (glyph: 'r', color: \"#c02020\", blocks: false), \"blue\": (glyph: 'b', color: \"#2020c0\", blocks: false) }}, \
          layouts: [(name: \"plain\", formations: [])], mission: ({mission}))"
    )
}

const BOTH: &str = "(name: \"red\", lock: Path((0.3, 0.8))), (name: \"blue\", lock: Bonus, count: (0, 2))";

#[test]
fn a_mission_without_mistakes_has_no_findings() {
    let mission = format!("locks: [{BOTH}], around: Locked, shortcuts: (chance: 0.5, saves: 2)");
    assert_eq!(of(&preset("loops: (chance: 0.5)", &mission)), []);
}

#[test]
fn numbers_of_zero_and_fields_without_effect_are_found_in_the_text() {
    for (plan, mission, code, at, words) in [
        ("", format!("locks: [{BOTH}, (name: \"green\", lock: Bonus, count: 0)]"), FindingCode::Never, "0", "no lock"),
        (
            "",
            "locks: [(name: \"red\", lock: Bonus), (name: \"blue\", lock: Bonus)], around: Locked".to_owned(),
            FindingCode::UselessField,
            "Locked",
            "has no effect here",
        ),
        (
            "",
            "locks: [(name: \"red\", lock: Bonus, single_use: true, count: (1, (from: 1, to: 2)), keys: (from: 1, to: 2)), \
              (name: \"blue\", lock: Bonus, single_use: true, count: (0, 2), keys: 1)]"
                .to_owned(),
            FindingCode::UselessField,
            "(from: 1, to: 2)",
            "`keys` has no effect here",
        ),
        ("", format!("locks: [{BOTH}], shortcuts: (chance: 0.5)"), FindingCode::UselessField, "0.5", "without loops"),
        (
            "loops: (chance: 0.5)",
            format!("locks: [{BOTH}], shortcuts: (chance: 0.5, count: (0, (from: 0, to: 0.4)))"),
            FindingCode::Never,
            "(0, (from: 0, to: 0.4))",
            "no shortcut",
        ),
    ] {
        let text = preset(plan, &mission)
            .replace("props: {", "props: { \"green\": (glyph: 'g', color: \"#20c020\", blocks: false),");
        let text = if mission.contains("green") { text } else { preset(plan, &mission) };
        let (found, span, message, levels) = only(&text);
        assert_eq!((found, span.as_str(), levels), (code, at, None));
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_lock_that_never_appears_and_a_key_whose_rooms_never_exist_are_found() {
    let blue = "(name: \"blue\", lock: Bonus, count: (0, 2))";
    for (lock, at, words, why) in [
        (
            "(name: \"red\", lock: Path((0.999, 0.9995)))",
            "Path((0.999, 0.9995))",
            "no door of 1000 sample levels has this lock",
            "no passage of the main path",
        ),
        (
            "(name: \"red\", lock: Bonus, key: (rooms: (min: (10, 10), progress: (0.999, 0.9995))))",
            "(rooms: (min: (10, 10), progress: (0.999, 0.9995)))",
            "no room of 1000 sample levels can have this key",
            "0 have a suitable progress",
        ),
    ] {
        let text = preset("", &format!("locks: [{lock}, {blue}]"));
        let (code, span, message, levels) = only(&text);
        assert_eq!((code, span.as_str(), message.as_str()), (FindingCode::UnusedRule, at, words));
        assert_eq!(levels, Some(SEEDS));
        let help = of(&text)[0].problem.help.clone().unwrap();
        assert!(help.contains(why), "{help}");
    }
    let text = preset("loops: (chance: 0.5)", &format!("locks: [{BOTH}], shortcuts: (chance: 0.5, saves: 64)"));
    let (code, _, message, _) = only(&text);
    assert_eq!((code, message.as_str()), (FindingCode::UnusedRule, "no sample level of 1000 has a shortcut"));
}

#[test]
fn a_mission_that_most_levels_cannot_have_is_found_with_their_number() {
    let text = preset(
        "bonus: (rooms: (1, 3))",
        "locks: [(name: \"red\", lock: Bonus, count: (9, 12)), (name: \"blue\", lock: Path((0.3, 0.8)))]",
    );
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str()), (FindingCode::Shortfall, "(9, 12)"));
    let levels = levels.unwrap();
    assert!(levels > 900, "{levels}");
    assert_eq!(message, format!("{levels} of 1000 sample levels have fewer locks than this asks for"));
    let text =
        preset("loops: (chance: 0.1)", &format!("locks: [{BOTH}], shortcuts: (chance: 0.5, saves: 3, count: 16)"));
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str()), (FindingCode::Shortfall, "16"));
    assert_eq!(message, format!("{} of 1000 sample levels have fewer shortcuts than this asks for", levels.unwrap()));
}

#[test]
fn secret_doors_that_one_way_doors_close_in_most_levels_are_found() {
    let secret = |doors: &str| format!("(name: \"b\", base: \"crypt\", {CRYPT_DOORS}, floorplan: (doors: [{doors}]))");
    let is_about = |finding: &Finding| finding.problem.message.starts_with("one-way doors make secret doors plain in ");
    let found = |doors: &str| of(&secret(doors)).iter().filter(|finding| is_about(finding)).count();
    assert_eq!(found("(kind: Secret, path: false)"), 1);
    assert_eq!(found("(kind: Secret, path: false, chance: 0.5)"), 0);
}

#[test]
fn a_lock_of_a_crossing_that_levels_need_not_have_is_found() {
    let text = |parting: &str, lock: &str| {
        let plan = format!("loops: (chance: 0.4), partings: [(name: \"river\", terrain: \"water\"{parting})]");
        let mission = format!(
            "locks: [(name: \"red\", lock: Crossing(\"river\"){lock}), (name: \"blue\", lock: Bonus)], around: Locked"
        );
        let terrain = "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}, floorplan:";
        preset(&plan, &mission).replacen("floorplan:", terrain, 1)
    };
    let found = |parting: &str, lock: &str| -> Vec<_> {
        let text = text(parting, lock);
        let unsure = of(&text).into_iter().filter(|finding| finding.levels.is_none());
        unsure.map(|finding| (finding.code, text[finding.problem.span].to_owned())).collect()
    };
    let unsure = |at: &str| vec![(FindingCode::UnsureLock, at.to_owned())];
    assert_eq!(of(&text("", "")), []);
    assert_eq!(found("", ", least: 1"), []);
    assert_eq!(found(", chance: 0.7", ""), []);
    assert_eq!(found(", chance: 0.7", ", least: 1"), unsure("1"));
    assert_eq!(found(", chance: (from: 1, to: 0.5)", ", least: (from: 0, to: 1)"), unsure("(from: 0, to: 1)"));
    // The lock is wished for only where every level has the river.
    assert_eq!(found(", chance: (from: 0.5, to: 1)", ", least: (from: 0, to: 0.5)"), []);
    assert_eq!(found(", ends: Anywhere", ""), unsure("Crossing(\"river\")"));
    // A path of one room is made longer: its ends lie apart.
    assert_eq!(of(&text("", "").replace("rooms: (max: 10)", "rooms: (max: 10), path: (rooms: (1, 1))")), []);
}
