//! Findings of the raw preset: each useless field is found, and levels without it are the same.

use super::{BasePreset, lint};
use super::{Finding, FindingCode, all_of, of, with};
use roomgen::{Generator, Level, Preset};

const KINDS: &str = "\"coin\": (glyph: '$', color: \"#ffff00\", marker: true),";

/// A preset with a layout of these formations beside a plain one.
fn stamping(formations: &str) -> String {
    with(KINDS, &format!("(name: \"l\", weight: 9, formations: [{formations}])"))
}

/// Asserts that the text `vain` is the span of the only finding, and that it has no effect: without
/// it, the preset makes the same levels.
#[track_caller]
fn is_useless(text: &str, useless: &str, code: FindingCode) {
    assert!(text.contains(useless), "{useless} in\n{text}");
    let findings = of(text);
    let about = |finding: &&Finding| useless.contains(&text[finding.problem.span.clone()]);
    let [Finding { code: found, levels: None, .. }] = findings.iter().filter(about).collect::<Vec<_>>()[..] else {
        panic!("{useless}: {findings:#?}")
    };
    assert_eq!((*found, findings.len()), (code, 1), "{findings:#?}");
    let (with, without) = (Preset::parse(text).unwrap(), Preset::parse(&text.replacen(useless, "", 1)).unwrap());
    let (mut with, mut without) = (Generator::new(&with), Generator::new(&without));
    for seed in 0..20 {
        let seen = |level: &Level| {
            (
                level.tiles().clone(),
                level.props().map(|prop| (prop.kind.clone(), prop.cells, prop.turn)).collect::<Vec<_>>(),
                level.passages().to_vec(),
            )
        };
        assert_eq!(seen(&with.generate(seed)), seen(&without.generate(seed)), "{useless}: seed {seed}");
    }
}

#[test]
fn useless_fields_of_formations_are_found() {
    for (formation, useless) in [
        ("shape: Cross, fill: true", ", fill: true"),
        ("shape: X, fill: true", ", fill: true"),
        ("shape: Scatter(2), fill: true", ", fill: true"),
        ("shape: Circle, facing: East", ", facing: East"),
        ("shape: Bitmap([\"##\"]), size: Cells(4)", ", size: Cells(4)"),
        ("shape: Square, inset: 2", ", inset: 2"),
        ("shape: X, at: Between(Center, At(0.1, 0.1)), inset: 1", ", inset: 1"),
        ("shape: Route, inset: 1", ", inset: 1"),
        ("shape: Route, from: Exit, to: Doors, inset: 1", ", inset: 1"),
        ("shape: Square, at: Exit, inset: 1", ", inset: 1"),
        ("shape: Square, at: Exit, count: 2", ", count: 2"),
        ("shape: Bitmap([\"#.#\", \"...\", \"#.#\"]), at: DoorAxis, along: Door", ", along: Door"),
        ("shape: Circle, along: Long", ", along: Long"),
        ("shape: Square, at: Corners, size: Cells(1), turn: Random, along: Long", ", along: Long"),
        ("shape: Square, count: (from: 1, to: 4)", ", count: (from: 1, to: 4)"),
        ("shape: Square, at: Corners, count: 5", ", count: 5"),
        ("shape: Border, count: 3, least: 0.5", ", least: 0.5"),
        ("shape: Square, size: Cells(1), clip: Symmetric", ", clip: Symmetric"),
        ("shape: Bitmap([\"..#\"]), at: Corners, clip: Symmetric", ", clip: Symmetric"),
        ("shape: Square, weight: 7", ", weight: 7"),
        ("all_of: [(shape: Square, weight: 7, prop: \"urn\")], chance: 0.5", ", weight: 7"),
        ("shape: Square, name: \"altar\"", ", name: \"altar\""),
    ] {
        let prop = if formation.contains("all_of") { "" } else { ", prop: \"urn\"" };
        let coin = "(shape: Square, size: Cells(1), at: North, prop: \"coin\")";
        is_useless(&stamping(&format!("({formation}{prop}), {coin}")), useless, FindingCode::UselessField);
    }
    let bench = "(shape: Border, turn: Inward, prop: \"bench\")";
    let text = with(
        "\"bench\": (glyph: 'b', color: \"#808080\", footprint: (2, 1)),",
        &format!("(name: \"l\", formations: [{bench}])"),
    );
    assert_eq!(of(&text).iter().map(|finding| finding.code).collect::<Vec<_>>(), [FindingCode::UselessField]);
    assert_eq!(of(&text.replace("(2, 1)", "(2, 2)")), []);
    assert_eq!(of(&text.replace("shape: Border", "shape: Horizontal, at: North")), []);
    let third = "(shape: Square, size: Cells(1), at: Third, count: 5, prop: \"urn\")";
    let third = with("", &format!("(name: \"l\", formations: [{third}])"));
    assert_eq!(of(&third).iter().map(|finding| finding.code).collect::<Vec<_>>(), [FindingCode::UselessField]);
    assert_eq!(of(&third.replace("count: 5", "count: 4")), []);
    let marker = "(shape: Square, stack: true, prop: \"coin\")";
    is_useless(&stamping(marker), ", stack: true", FindingCode::UselessField);
}

#[test]
fn fields_with_an_effect_are_not_found() {
    for formation in [
        "shape: Bitmap([\"##\"]), size: Box(2, 1)",
        "shape: Triangle, facing: East, fill: true",
        "shape: Square, at: Corners, inset: 1, count: (from: 2, to: 4)",
        "shape: Square, size: Cells(1), at: Center, count: (from: 0, to: 1)",
        "shape: Border, inset: 1, least: 0.5",
        "shape: Bitmap([\"#.#\", \"#..\", \"#.#\"]), at: DoorAxis, along: Door",
        "shape: Bitmap([\"#.#\"]), at: Doors, inset: 2, along: Door",
        "shape: Square, size: Cells(1), at: DoorAxis, inset: 1",
        "shape: Square, size: Cells(1), at: North, along: Long",
        "shape: Square, size: Box(2, 1), along: Long",
        "shape: Route, from: North, to: Exit, inset: 1",
        "shape: Route, to: Doors",
        "shape: Square, size: Box(1, 3), clip: Symmetric",
        "shape: Border, clip: Symmetric, least: 0.5",
        "shape: Square, size: Cells(1), at: Between(North, Center), inset: 1, count: 3",
        "one_of: [(shape: Cross, weight: 3, prop: \"urn\"), (shape: X, prop: \"urn\")], chance: 0.4",
    ] {
        let prop = if formation.contains("one_of") { "" } else { ", prop: \"urn\"" };
        let text = stamping(&format!("({formation}{prop})")).replace(KINDS, "");
        assert_eq!(of(&text), [], "{formation}");
    }
}

#[test]
fn anchors_at_a_parting_are_found_where_no_level_has_one() {
    for at in ["Bank", "Crossing"] {
        let formation = format!("(shape: Square, size: Cells(1), at: {at}, prop: \"urn\")");
        is_useless(&stamping(&formation).replace(KINDS, ""), &formation, FindingCode::Never);
        let parted = stamping(&formation).replace(KINDS, "").replacen(
            "(name:",
            "(terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}, floorplan: (partings: [(name: \"river\", \
             terrain: \"water\")]), name:",
            1,
        );
        // An urn does not stand before a door.
        assert!(of(&parted).iter().all(|finding| finding.code != FindingCode::Never), "{at}");
    }
}

#[test]
fn rules_about_stairs_that_never_hold_are_found() {
    let text = |rooms: &str, kind: &str| {
        let kinds = format!("\"it\": (glyph: 'i', color: \"#ffff00\", {kind}),");
        with(
            &kinds,
            &format!("(name: \"l\", weight: 9, rooms: ({rooms}), formations: [(shape: Border, prop: \"it\")])"),
        )
    };
    for (rooms, kind, useless, code) in [
        ("", "avoid: [Prop(\"urn\", 1), Entry(0)]", ", Entry(0)", FindingCode::UselessField),
        ("", "avoid: [Door(2), Bank(1)]", ", Bank(1)", FindingCode::UselessField),
        ("", "marker: true, avoid: [Door(2), Exit(0)]", ", Exit(0)", FindingCode::UselessField),
        ("", "near: [Wall(1), Exit(0)]", ", Exit(0)", FindingCode::Never),
        ("kinds: [Path, End]", "avoid: [Door(2), Entry(3)]", ", Entry(3)", FindingCode::UselessField),
        ("kinds: [Bonus]", "near: [Wall(1), Exit(3)]", ", Exit(3)", FindingCode::Never),
    ] {
        is_useless(&text(rooms, kind), useless, code);
    }
    for (rooms, kind) in [
        ("", "blocks: false, avoid: [Entry(0), Exit(0)]"),
        ("", "elevation: 2.0, avoid: [Entry(0)]"),
        ("", "avoid: [Entry(1), Exit(2)]"),
        ("kinds: [Start]", "near: [Entry(3)]"),
        ("kinds: [End]", "near: [Exit(3)]"),
    ] {
        let found = of(&text(rooms, kind));
        assert!(found.iter().all(|finding| !finding.problem.message.contains("never holds")), "{kind}: {found:#?}");
    }
}

#[test]
fn useless_fields_of_the_floor_plan_are_found() {
    for (useless, plan) in [
        ("loops: (apart: 6)", "loops: (apart: 6)"),
        ("rooms: (min: (2, 2))", "open: (rooms: (min: (2, 2)))"),
        ("depth: 4", "bonus: (chance: 0, depth: 4)"),
        ("hosts: [End]", "bonus: (chance: 0, hosts: [End])"),
        ("hosts: [End, Path, Start]", "bonus: (hosts: [End, Path, Start])"),
        ("vaults: (chance: 0.8)", "vaults: (chance: 0.8)"),
        (", most: 3", "tags: [(tag: \"far\", pick: Farthest, most: 3)]"),
    ] {
        let text = with("", "").replace("(name: \"a\",", &format!("(name: \"a\", floorplan: ({plan}),"));
        is_useless(&text, useless, FindingCode::UselessField);
    }
}

#[test]
fn useless_fields_of_vaults_are_found() {
    let vault =
        |fields: &str| with("", "").replace("layouts:", &format!("vaults: [(name: \"v\", {fields})], layouts:"));
    let legend = "legend: {'u': \"urn\"}";
    for (useless, fields) in [
        (", turns: true", "rows: [\"..\", \"..\"], turns: true"),
        (", mirrored: true", "rows: [\"u.u\"], legend: {'u': \"urn\"}, mirrored: true"),
        (", inset: 1", "rows: [\"u.u\"], legend: {'u': \"urn\"}, inset: 1"),
        (", weight: 3", "rows: [\"u\"], legend: {'u': \"urn\"}, required: true, most: 1, weight: 3"),
    ] {
        is_useless(&vault(fields), useless, FindingCode::UselessField);
    }
    is_useless(
        &vault(&format!("rows: [\"u\"], {}", legend.replace('}', ", 'v': \"urn\"}"))),
        ", 'v': \"urn\"",
        FindingCode::UnusedCharacter,
    );
    is_useless(
        &vault("rows: [\"u.u\"], legend: {'u': (prop: \"urn\", choose: 2)}"),
        ", choose: 2",
        FindingCode::NoChoice,
    );
    assert_eq!(of(&vault("rows: [\"u.u\"], legend: {'u': (prop: \"urn\", choose: 1)}")), []);
    for fields in ["rows: [\"u.\"], turns: true, mirrored: true", "rows: [\"u\"], at: North, inset: 1"] {
        assert_eq!(of(&vault(&format!("{fields}, {legend}"))), []);
    }
}

#[test]
fn unused_colours_are_found() {
    let text = with("", "").replace("props:", "palette: {'a': \"#ffffff\"}, props:");
    is_useless(&text, "'a': \"#ffffff\"", FindingCode::UnusedCharacter);
    assert_eq!(of(&text.replace("color: \"#c28a2e\")", "color: \"#c28a2e\", sprite: [\"a\"])")), []);
}

#[test]
fn a_picture_without_sprites_of_kinds_is_found() {
    let text = with("", "").replace("props:", "sprites: \"my.png\", props:");
    is_useless(&text, "sprites: \"my.png\", ", FindingCode::UselessField);
    let sprite = |name: &str| text.replace("color: \"#c28a2e\")", &format!("color: \"#c28a2e\", sprite: {name:?})"));
    assert_eq!(of(&sprite("0,1")), []);
    is_useless(&sprite("crypt/urn"), "sprites: \"my.png\", ", FindingCode::UselessField);
}

#[test]
fn chances_and_weights_that_are_0_everywhere_are_found_once() {
    let never = |text: &str, at: &str| {
        let findings = of(text);
        let [Finding { code, problem, levels: None, .. }] = &findings[..] else { panic!("{at}: {findings:#?}") };
        assert_eq!((*code, &text[problem.span.clone()]), (FindingCode::Never, at), "{text}");
    };
    let square = "shape: Square, size: Cells(1), at: North, prop: \"urn\"";
    never(&stamping(&format!("({square}, chance: 0)")).replace(KINDS, ""), "0");
    let count = "(from: 0, to: 0.4)";
    never(&stamping(&format!("({square}, count: {count})")).replace(KINDS, ""), count);
    // Rooms without the entry or the exit.
    let ends = |rooms: &str, formation: &str, at: &str| {
        let layout = format!("(name: \"l\", weight: 90, rooms: ({rooms}), formations: [({formation}, prop: \"urn\")])");
        never(&with("", &layout), at);
    };
    ends("kinds: [Path, Bonus]", "shape: Route, from: Entry", "Entry");
    ends("kinds: [Path, Bonus]", "shape: Route, from: Doors, to: Exit", "Exit");
    ends("progress: (0.1, 0.9)", "shape: Circle, at: Exit", "Exit");
    ends("kinds: [End]", "shape: Circle, at: Entry", "Entry");
    let group = format!("(one_of: [({square}, weight: (from: 0, to: 0.001)), ({square})])");
    never(&stamping(&group).replace(KINDS, ""), "(from: 0, to: 0.001)");
    never(
        &with("", "(name: \"l\", weight: (from: 0, to: (from: 0, to: 0)), formations: [])"),
        "(from: 0, to: (from: 0, to: 0))",
    );
    never(&with("", &format!("(name: \"l\", cover: 0, formations: [({square})])")), "0");
    let vault = |fields: &str| {
        with("", "").replace("layouts:", &format!("vaults: [(name: \"v\", rows: [\".....\", \".....\", \".....\", \".....\", \"....:\"], legend: {{':': \"urn\"}}, {fields})], layouts:"))
    };
    never(&vault("room: true, chance: 0"), "0");
    let idle = vault("").replace("props:", "floorplan: (vaults: (chance: 0.0)), props:");
    never(&idle, "0.0");
    let rule = |rule: &str| with("", "").replace("props:", &format!("floorplan: ({rule}), props:"));
    never(&rule("tags: [(tag: \"t\", chance: 0.0)]"), "0.0");
    never(&rule("doors: [(kind: Secret, chance: 0.0)]"), "0.0");
    never(&rule("cycles: [(chance: 0.0)]"), "0.0");
    never(&rule("cycles: [(most: (from: 0, to: 0.4))]"), "(from: 0, to: 0.4)");
    never(&rule("rooms: (sizes: [(name: \"hall\", min: (9, 9), max: (12, 12), count: (0, 0))])"), "(0, 0)");
}

#[test]
fn terrain_that_nothing_uses_and_a_parting_with_too_few_crossings_are_found() {
    let text = |terrain: &str, plan: &str| {
        let kinds = format!(
            "terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true{terrain}), \
             \"planks\": (glyph: '=', color: \"#8a6a45\")}}"
        );
        with("", "").replace("props:", &format!("{kinds}, floorplan: ({plan}), props:"))
    };
    let river = |fields: &str| format!("partings: [(name: \"river\", terrain: \"water\"{fields})]");
    let found = |text: &str| -> Vec<_> {
        let of_text = of(text).into_iter().filter(|finding| finding.levels.is_none());
        of_text.map(|finding| (finding.code, text[finding.problem.span].to_owned())).collect()
    };
    let bridged = ", bridge: \"planks\"";
    assert_eq!(found(&text(bridged, &river(""))), []);
    let unused = |name: &str| (FindingCode::UnusedTerrain, format!("\"{name}\""));
    assert_eq!(found(&text("", &river(""))), [unused("planks")]);
    assert_eq!(found(&text(bridged, "")), [unused("water")]);
    let pond =
        text(bridged, "").replacen("formations: [", "formations: [(all_of: [(shape: X, terrain: \"water\")]), ", 1);
    assert_eq!(found(&pond), []);
    let drawn = "vaults: [(name: \"v\", rows: [\"~\"], legend: {'~': (terrain: \"water\")})], props:";
    assert_eq!(found(&text(bridged, "").replacen("props:", drawn, 1)), []);
    assert_eq!(found(&text(bridged, &river(", chance: 0.0"))), [(FindingCode::Never, "0.0".to_owned())]);
    let single = river(", crossings: (1, 1)");
    let few = [(FindingCode::FewCrossings, "(1, 1)".to_owned())];
    for (plan, expected) in [
        ("", &[][..]),
        (", cycles: [()]", &few),
        (", loops: (chance: (from: 0, to: 0.5))", &few),
        (", loops: (chance: 0)", &[]),
    ] {
        assert_eq!(found(&text(bridged, &format!("{single}{plan}"))), expected, "{plan}");
        assert_eq!(found(&text(bridged, &format!("{}{plan}", river(", crossings: (1, 2)")))), [], "{plan}");
    }
}

#[test]
fn ends_in_rooms_that_may_have_them_are_not_found_and_a_route_of_one_cell_is() {
    for (rooms, formation) in [
        ("kinds: [Start]", "shape: Route, from: Entry"),
        ("kinds: [End]", "shape: Route, to: Exit"),
        ("kinds: [Start, Path]", "shape: Circle, at: Exit"),
        ("progress: (0.5, 1.0)", "shape: Circle, at: Exit"),
    ] {
        let layout = format!("(name: \"l\", weight: 90, rooms: ({rooms}), formations: [({formation}, prop: \"urn\")])");
        assert_eq!(of(&with("", &layout)), [], "{formation}");
    }
    let text = stamping("(shape: Route, from: Center, to: Center, prop: \"urn\")").replace(KINDS, "");
    let [Finding { code, problem, levels: None, .. }] = &of(&text)[..] else { panic!("{:#?}", of(&text)) };
    assert_eq!((*code, &text[problem.span.clone()]), (FindingCode::UselessField, "Center"));
}

#[test]
fn a_preset_may_turn_off_parts_of_its_base() {
    let base = with("", "").replace("props:", "floorplan: (loops: (chance: 0.5, apart: 6)), props:");
    let base = base
        .replace("layouts:", "vaults: [(name: \"v\", rows: [\"u\"], legend: {'u': \"urn\", 'v': \"urn\"})], layouts:");
    let read = |name: &str| Ok(roomgen::preset::BasePreset { name: name.to_owned(), text: base.clone() });
    let text = "(name: \"b\", base: \"a.ron\", floorplan: (loops: (chance: 0), vaults: (chance: 0)))";
    assert_eq!(super::lint(text, read), Ok(Vec::new()));
}

#[test]
fn a_tag_that_nothing_asks_for_is_found_at_the_first_rule_that_gives_it() {
    let text = |plan: &str, rest: &str| {
        with("", "").replace("(name: \"a\",", &format!("(name: \"a\", floorplan: ({plan}), {rest}"))
    };
    let cycles = "cycles: [(rooms: (1, 9), tag: \"way\"), (rooms: (1, 9), tag: \"way\")]";
    let tags = "tags: [(tag: \"shop\", pick: DeadEnds), (tag: \"shop\", chance: 0.5)]";
    for (plan, tag) in [(cycles, "way"), (tags, "shop")] {
        let plain = text(plan, "");
        let found: Vec<_> =
            all_of(&plain).into_iter().filter(|finding| finding.code == FindingCode::UnusedTag).collect();
        let [Finding { problem, levels: None, .. }] = &found[..] else { panic!("{found:#?}") };
        assert_eq!(plain.find(&format!("\"{tag}\"")), Some(problem.span.start), "{}", problem.message);
        assert!(problem.message.contains(tag), "{}", problem.message);
        for user in [
            format!("{plan}, doors: [(kind: Open, rooms: (tags: [\"{tag}\"]))]"),
            format!("{plan}, loops: (chance: 0.5, rooms: (tags: [\"way\"]))")
                .replace("way", if tag == "way" { "way" } else { "hall" }),
        ] {
            let sizes = "rooms: (sizes: [(name: \"hall\", min: (6, 6), max: (8, 8))])";
            let used = all_of(&text(&format!("{sizes}, {user}"), ""));
            let is_found = used.iter().any(|finding| finding.code == FindingCode::UnusedTag);
            assert_eq!(is_found, tag == "shop" && user.contains("loops"), "{user}: {used:#?}");
        }
    }
    // The names of sizes and keys are no mere tags.
    let sizes = text("rooms: (sizes: [(name: \"hall\", min: (6, 6), max: (8, 8))])", "");
    assert!(all_of(&sizes).iter().all(|finding| finding.code != FindingCode::UnusedTag));
    let locked = text(tags, "mission: (locks: [(name: \"coin\", lock: Tag(\"shop\"))]),")
        .replace("props: {", &format!("props: {{ {} ", KINDS.replace("marker: true", "blocks: false")));
    assert!(all_of(&locked).iter().all(|finding| finding.code != FindingCode::UnusedTag), "{locked}");
}

#[test]
fn a_zero_in_place_of_a_value_of_the_base_is_no_mistake() {
    let base = with(
        "\"idol\": (glyph: 'i', color: \"#ffffff\")",
        "(name: \"shrine\", formations: [(shape: X, prop: \"idol\")])",
    )
    .replace(
        "props:",
        "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}, \
             floorplan: (partings: [(name: \"river\", terrain: \"water\")], doors: [(name: \"all\", kind: Secret)], \
             tags: [(tag: \"den\")], cycles: [(tag: \"way\")]), props:",
    );
    let codes = |over: &str| {
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.clone() });
        let findings = lint(&format!("(name: \"b\", base: \"b.ron\", {over})"), read).expect("a preset");
        findings.into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    for off in [
        "floorplan: (partings: [(name: \"river\", terrain: \"water\", chance: 0)])",
        "floorplan: (partings: [], doors: [], tags: [], cycles: [])",
        "floorplan: (doors: [(name: \"all\", kind: Secret, rooms: (tags: [\"way\"]), chance: 0)], cycles: [(tag: \"way\", most: 0)])",
    ] {
        assert_eq!(codes(off), [], "{off}");
    }
    // What the base has not is not turned off.
    for on in [
        "floorplan: (shapes: [(shape: L), (shape: Plus, weight: (from: 0, to: 0))])",
        "layouts: [(name: \"new\", weight: (from: 0, to: 0), formations: [])]",
        "layouts: [(name: \"shrine\", formations: [(shape: X, prop: \"idol\", chance: 0), (shape: X, prop: \"idol\")])]",
    ] {
        assert_eq!(codes(on), [FindingCode::Never], "{on}");
    }
}
