//! Findings about vaults, kinds that only vaults draw, and rules that never apply.

use super::{Finding, FindingCode, of, only, with};
use roomgen::lint::SEEDS;

/// A preset with this floor plan and these vaults.
fn plan(floorplan: &str, vaults: &str) -> String {
    let text = with("\"idol\": (glyph: 'i', color: \"#ffffff\"),", "");
    text.replace("props:", &format!("floorplan: ({floorplan}), vaults: [{vaults}], props:"))
}

#[track_caller]
fn helps(text: &str) -> Vec<(FindingCode, &str, String)> {
    let parts = |finding: &Finding| {
        (finding.code, finding.problem.span.clone(), finding.problem.help.clone().unwrap_or_default())
    };
    of(text).iter().map(parts).map(|(code, span, help)| (code, &text[span], help)).collect()
}

const IDOL: &str = "rows: [\"i\"], legend: {'i': \"idol\"}";

#[test]
fn an_unused_vault_is_found_with_the_kinds_that_only_it_draws() {
    let text = plan("", &format!("(name: \"v\", {IDOL}, rooms: (progress: (0.999, 0.9999)))"));
    let found = helps(&text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (FindingCode::UnusedVault, "(progress: (0.999, 0.9999))"));
    assert!(found[0].2.contains(" 0 have a suitable progress"), "{}", found[0].2);
    assert_eq!((found[1].0, found[1].1), (FindingCode::UnusedKind, "\"idol\""));
    let findings = of(&text);
    assert!(
        findings[1].problem.message.ends_with("only the vault \"v\" would place it, and no level has these"),
        "{findings:?}"
    );
    assert_eq!(findings[0].levels, Some(SEEDS));
}

#[test]
fn a_vault_that_is_there_uses_its_kinds() {
    assert_eq!(of(&plan("", &format!("(name: \"v\", {IDOL})"))), []);
    // A kind of weight 0 counts as used if a vault draws it and it becomes one of its variants.
    let family = plan("", &format!("(name: \"v\", {IDOL})")).replace(
        "\"idol\": (glyph: 'i', color: \"#ffffff\"),",
        "\"idol\": (glyph: 'i', color: \"#ffffff\", weight: 0, variants: {\"saint\": 1}), \"saint\": (glyph: 's', color: \"#ffffff\"),",
    );
    assert_eq!(of(&family), []);
}

#[test]
fn a_vault_that_fits_nowhere_is_found_with_the_reason() {
    let row = format!("{:?}", format!("i{}", ".".repeat(37)));
    let giant = format!(
        "(name: \"v\", room: true, rows: [{}], legend: {{'i': \"idol\"}})",
        [
            row.replace('i', "."),
            row.clone(),
            row.replace('i', "."),
            row.replace('i', "."),
            row.replace('i', "."),
            row.replace('i', "."),
            row.replace('i', ".")
        ]
        .join(", ")
    );
    let text = plan("", &giant.replace("..\"", "\""));
    let giant_findings = helps(&text);
    assert_eq!(giant_findings[0].0, FindingCode::UnusedVault);
    assert!(
        giant_findings[0].2.starts_with("the level has no place left for a room of 36x7 cells; "),
        "{giant_findings:?}"
    );
    // A vault that is larger than any room of such a small level.
    let wide = format!("(name: \"v\", rows: [\"i{}\"], legend: {{'i': \"idol\"}})", ".".repeat(11));
    let text = plan("", &wide).replace("(40, 30)", "(13, 13)");
    assert!(helps(&text)[0].2.ends_with("is large enough for its 12x1 cells"), "{:?}", helps(&text));
    // Two vaults that are required in the only start room.
    let start = |name: &str| format!("(name: {name:?}, {IDOL}, required: true, rooms: (kinds: [Start])), ");
    let text = plan("", &(start("a") + &start("b")));
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str(), levels), (FindingCode::UnusedVault, "true", Some(SEEDS)), "{message}");
    assert_eq!(helps(&text)[0].2, "all rooms that suit it have other vaults");
}

#[test]
fn a_required_vault_that_is_often_missing_is_found_with_its_number_of_levels() {
    let text =
        plan("rooms: (max: 12)", &format!("(name: \"v\", {IDOL}, required: true, rooms: (kinds: [End], min: (6, 6)))"));
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str()), (FindingCode::Shortfall, "true"));
    let levels = levels.unwrap();
    assert!((100..900).contains(&levels), "{levels}");
    assert_eq!(message, format!("{levels} of 1000 sample levels lack this required vault"));
    assert!(helps(&text)[0].2.starts_with("no room is of the kind, size, progress and tags that it wants; "));
}

#[test]
fn unused_rules_for_tags_doors_and_shapes_are_found() {
    let vault = format!("(name: \"v\", {IDOL})");
    for (rules, at, why) in [
        ("tags: [(tag: \"a\"), (tag: \"b\")]", "(tag: \"b\")", "they have tags from earlier rules"),
        ("tags: [(tag: \"a\", pick: Every(99))]", "(tag: \"a\", pick: Every(99))", "none of them is the 99th room"),
        (
            "tags: [(tag: \"a\", rooms: (progress: (0.991, 0.992)))]",
            "(tag: \"a\", rooms: (progress: (0.991, 0.992)))",
            " 0 have a suitable progress",
        ),
        (
            "tags: [(tag: \"a\", rooms: (tags: [\"b\"])), (tag: \"b\")]",
            "(tag: \"a\", rooms: (tags: [\"b\"]))",
            "come from later rules",
        ),
        ("doors: [(kind: Open), (kind: Secret)]", "(kind: Secret)", "earlier rules decide them"),
        (
            "doors: [(kind: Secret, path: false, rooms: (kinds: [Path])), (kind: Open, rooms: (progress: (0.991, 0.992)))]",
            "(kind: Open, rooms: (progress: (0.991, 0.992)))",
            " 0 have a suitable progress",
        ),
        ("bonus: (chance: 0), doors: [(kind: Secret, path: false)]", "(kind: Secret, path: false)", "on the main path"),
        (
            "rooms: (min: 3), shapes: [(shape: Round), (shape: L, max: (3, 3))]",
            "(shape: L, max: (3, 3))",
            "too little wall at their corners",
        ),
    ] {
        let text = plan(rules, &vault);
        let found = helps(&text);
        let [(code, span, help)] = &found[..] else { panic!("{rules}: {found:?}") };
        assert_eq!((*code, *span), (FindingCode::UnusedRule, at));
        assert!(help.contains(why), "{rules}: {help}");
    }
    assert_eq!(
        of(&plan(
            "tags: [(tag: \"a\", pick: DeadEnds)], doors: [(kind: Open, chance: 0.5), (kind: Secret)], shapes: [(shape: Plus)]",
            &vault
        )),
        []
    );
}

#[test]
fn a_door_rule_whose_doors_all_get_locks_decides_none() {
    let rules = |count: &str| {
        let plan = "coverage: 0.8, rooms: (min: 5, max: 12), tags: [(tag: \"tomb\", pick: DeadEnds, \
                    rooms: (kinds: [Bonus]), most: 3)], doors: [(kind: Secret, rooms: (tags: [\"tomb\"]))]";
        let mission = format!("mission: (locks: [(name: \"ring\", lock: Tag(\"tomb\"), count: {count})]), vaults:");
        let ring = "props: { \"ring\": (glyph: 'r', color: \"#ffffff\", blocks: false),";
        let text = plan_of_60_columns(plan).replace("vaults:", &mission);
        text.replace("props: {", ring)
    };
    let text = rules("3");
    let findings = of(&text);
    let unused = findings.iter().find(|finding| finding.code == FindingCode::UnusedRule).expect("no door is secret");
    assert_eq!(&text[unused.problem.span.clone()], "(kind: Secret, rooms: (tags: [\"tomb\"]))");
    let help = unused.problem.help.as_deref().unwrap_or_default();
    assert!(help.ends_with("but all of them get locks, become openings or must be plain"), "{help}");
    assert!(of(&rules("1")).iter().all(|finding| finding.code != FindingCode::UnusedRule));
}

fn plan_of_60_columns(floorplan: &str) -> String {
    plan(floorplan, &format!("(name: \"v\", {IDOL})")).replace("(40, 30)", "(60, 36)")
}
