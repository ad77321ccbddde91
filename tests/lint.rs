//! Presets with one probable mistake each, and the built-in presets, which have none.

mod budgets;
mod dark;
mod floorplan;
mod missions;
mod text;
mod variety;
mod vaults;

use roomgen::{
    Generator, Preset,
    level::NoteCode,
    lint::{Finding, FindingCode, SEEDS, lint},
    preset::BasePreset,
};

/// All findings of a preset.
fn all_of(text: &str) -> Vec<Finding> {
    lint(text, |_| Err("no files here".to_owned())).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The findings of a preset but those of tags: most presets here give some that nothing asks for.
fn of(text: &str) -> Vec<Finding> {
    all_of(text).into_iter().filter(|finding| finding.code != FindingCode::UnusedTag).collect()
}

/// A preset with small levels and one layout, plus the given props and layouts.
fn with(props: &str, layouts: &str) -> String {
    format!(
        "(name: \"a\", size: (40, 30), props: {{ \"urn\": (glyph: 'u', color: \"#c28a2e\"), {props} }}, layouts: [\n\
         (name: \"plain\", formations: [(shape: Square, at: Corners, size: Cells(1), prop: \"urn\")]),\n{layouts}])"
    )
}

/// The only finding of a preset: its code, the text of its span, its message, its `levels`.
#[track_caller]
fn only(text: &str) -> (FindingCode, String, String, Option<u32>) {
    let findings = of(text);
    let [Finding { code, problem, levels, .. }] = &findings[..] else { panic!("{findings:#?}") };
    (*code, text[problem.span.clone()].to_owned(), problem.message.clone(), *levels)
}

#[test]
fn a_preset_without_mistakes_has_no_findings() {
    assert_eq!(of(&with("", "")), []);
}

#[test]
fn an_unused_layout_is_found_with_the_reason() {
    let text = with("", "(name: \"vast\", rooms: (min: (14, 14), progress: (0.999, 0.9995)), formations: [])");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, levels), (FindingCode::UnusedLayout, Some(SEEDS)));
    assert_eq!(at, "(min: (14, 14), progress: (0.999, 0.9995))");
    assert_eq!(message, "no room of 1000 sample levels can take this layout");
    let help = of(&text)[0].problem.help.clone().unwrap();
    assert!(help.contains(" 0 have a suitable progress"), "{help}");
}

#[test]
fn unused_kinds_are_found_except_those_of_a_base() {
    let text = with("\"rug\": (glyph: '=', color: \"#800000\")", "");
    let (code, at, message, _) = only(&text);
    assert_eq!(
        (code, at.as_str(), message.as_str()),
        (FindingCode::UnusedKind, "\"rug\"", "no formation or vault places props of this kind")
    );
    let on_it = "(name: \"b\", base: \"rug.ron\", clearance: 2)";
    let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: text.clone() });
    assert_eq!(lint(on_it, read), Ok(Vec::new()));
}

#[test]
fn a_kind_that_only_an_unused_layout_places_is_found_with_the_layout() {
    let layout = "(name: \"vast\", rooms: (min: (14, 14), progress: (0.999, 0.9995)),
        formations: [(shape: X, prop: \"rug\")])";
    let findings = of(&with("\"rug\": (glyph: '=', color: \"#800000\")", layout));
    let kind = findings.iter().find(|finding| finding.code == FindingCode::UnusedKind).expect("a finding");
    let message = &kind.problem.message;
    assert!(message.contains("only the layout \"vast\" would place it"), "{message}");
}

#[test]
fn a_small_weight_and_a_small_chance_are_no_mistakes() {
    let rare = "(name: \"rare\", weight: (from: 0.125, to: 0.25), formations: [(shape: X, prop: \"urn\")])";
    assert_eq!(of(&with("", rare)), []);
    // No sample level has the formations of this entry; that tells nothing about their anchor.
    let entry = "(chance: 0.00001, one_of: [(shape: Cross, at: Of(\"a\"), prop: \"urn\"), (shape: X, prop: \"urn\")])";
    let formations = format!("(name: \"a\", shape: Square, size: Cells(1), prop: \"urn\"), {entry}");
    assert_eq!(of(&with("", &format!("(name: \"l\", formations: [{formations}])"))), []);
}

#[test]
fn rooms_without_a_layout_are_found_with_an_example() {
    let text = "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [Start, Path, Bonus]), formations: [])])";
    let (code, at, message, levels) = only(text);
    assert_eq!((code, levels), (FindingCode::BareRoom, Some(1000)));
    assert!(at.starts_with("[(name: \"l\""), "{at}");
    assert!(message.contains("rooms of the kind End with "), "{message}");
    // The layout's range of progress excludes the end room, whose progress is 1.
    let text = with("", "").replace("\"plain\", ", "\"plain\", rooms: (progress: (0.0, 0.9999)), ");
    assert!(of(&text).iter().any(|finding| finding.code == FindingCode::BareRoom));
    // Only a path of thousands of rooms has a progress in the gap between the two ranges.
    let parts = "(name: \"a\", layouts: [(name: \"l\", rooms: (progress: (0.0, 0.33331)), formations: []), \
                 (name: \"m\", rooms: (progress: (0.33332, 1.0)), formations: [])])";
    let (code, _, message, levels) = only(parts);
    assert_eq!((code, levels), (FindingCode::BareRoom, Some(0)), "{message}");
    assert_eq!(of("(name: \"a\")")[0].code, FindingCode::BareRoom);
}

#[test]
fn rooms_for_which_all_weights_are_0_are_found_if_they_can_occur() {
    let plain = "(name: \"a\", size: (40, 30), floorplan: (PLAN), layouts: [LAYOUTS])";
    let bare = |plan: &str, layouts: &str| {
        let text = plain.replace("PLAN", plan).replace("LAYOUTS", layouts);
        let findings = of(&text);
        assert!(findings.iter().all(|finding| finding.code == FindingCode::BareRoom), "{findings:?}");
        findings.first().map(|finding| finding.problem.message.clone())
    };
    let late = "(name: \"l\", weight: (from: 0, to: 4), formations: [])";
    assert!(
        bare("", late)
            .unwrap()
            .starts_with("all suitable layouts have a weight of 0 for rooms of the kind Start with ")
    );
    let easy = "(name: \"l\", weight: (from: 4, to: 0, over: Difficulty), formations: [])";
    assert!(bare("", easy).unwrap().contains(" and a difficulty of 1.00; a room stays bare in 200 of 1000 "));
    assert_eq!(
        bare(
            "",
            "(name: \"l\", weight: (from: 0, to: 4), formations: []), (name: \"m\", weight: (from: 4, to: 0), formations: [])"
        ),
        None
    );
    // A room need not have the tag, even if all rooms of the sample have it.
    let tagged = "(name: \"l\", rooms: (kinds: [Start, Path, End]), formations: []), (name: \"m\", rooms: (tags: [\"t\"]), formations: [])";
    let rule = "tags: [(tag: \"t\", rooms: (kinds: [Bonus]), chance: CHANCE)]";
    assert!(bare(&rule.replace("CHANCE", "0.5"), tagged).unwrap().contains("of the kind Bonus with "));
    assert!(bare(&rule.replace("CHANCE", "0.9999"), tagged).unwrap().contains(" and without a tag at "));
    assert_eq!(bare(&rule.replace("CHANCE", "1.0"), tagged), None);
    // Kinds of rooms that the floor plan never makes need no layout.
    let no_bonus = "(name: \"l\", rooms: (kinds: [Start, Path, End]), formations: [])";
    assert_eq!(bare("bonus: (chance: 0)", no_bonus), None);
    assert!(bare("", no_bonus).unwrap().contains("of the kind Bonus with "));
}

#[test]
fn a_room_that_a_vault_draws_needs_no_layout() {
    let rows = ["\".....\""; 5].join(", ");
    let text = format!(
        "(name: \"a\", size: (40, 30), layouts: [(name: \"l\", rooms: (kinds: [Start, Path, Bonus]), formations: [])], \
         vaults: [(name: \"v\", room: true, required: true, rooms: (kinds: [End]), rows: [{rows}])])"
    );
    assert_eq!(of(&text), []);
    assert_eq!(of(&text.replace("required: true", "required: false"))[0].code, FindingCode::BareRoom);
}

#[test]
fn a_mask_larger_than_all_rooms_is_found_at_its_size() {
    let layout = |formation: &str| with("", &format!("(name: \"l\", rooms: (max: (9, 8)), formations: [{formation}])"));
    let (code, at, message, levels) = only(&layout("(shape: Diamond, size: Cells(20), prop: \"urn\", fill: true)"));
    assert_eq!((code, at.as_str(), levels), (FindingCode::LargeMask, "Cells(20)", None));
    assert!(message.contains("20x20"), "{message}");
    let rows = ["\"##########\""; 9].join(", ");
    let (code, at, ..) = only(&layout(&format!("(shape: Bitmap([{rows}]), prop: \"urn\")")));
    assert_eq!(code, FindingCode::LargeMask);
    assert!(at.starts_with("Bitmap("), "{at}");
    assert_eq!(of(&layout("(shape: Square, size: Box(2, 99), prop: \"urn\")")), [], "as long as the room");
    let turned =
        |size: &str| of(&layout(&format!("(shape: Vertical, size: {size}, at: Doors, along: Door, prop: \"urn\")")));
    assert_eq!(turned("Box(10, 9)"), [], "its length is that of a room once it is turned");
    assert_eq!(turned("Box(10, 10)")[0].code, FindingCode::LargeMask);
    // The level leaves less than the layout allows: 18 by 18 cells within its walls.
    let in_small = |mask: &str| {
        let text = with("", &format!("(name: \"l\", formations: [(shape: Square, size: {mask}, prop: \"urn\")])"));
        let findings = of(&text.replace("size: (40, 30)", "size: (20, 20), floorplan: (rooms: (max: 40))"));
        findings.iter().any(|finding| finding.code == FindingCode::LargeMask)
    };
    assert_eq!([in_small("Box(18, 40)"), in_small("Box(40, 18)"), in_small("Cells(19)")], [false, false, true]);
}

#[test]
fn a_lost_formation_is_found_with_the_reason() {
    let lost = |props: &str, formations: &str| {
        let text = with(props, &format!("(name: \"l\", formations: [{formations}])"));
        let (code, at, message, levels) = only(&text);
        assert_eq!(code, FindingCode::LostFormation, "{message}");
        assert!(levels.is_some_and(|levels| levels > 500));
        (at, message)
    };
    let (at, message) =
        lost("", "(shape: Square, fill: true, size: Fit(1.0), prop: \"urn\"), (shape: X, prop: \"urn\")");
    assert!(at == "X" && message.contains("on earlier props"), "{message}");
    let (_, message) = lost("", "(shape: Square, size: Ratio(2.0), prop: \"urn\")");
    assert!(message.contains("outside the room"), "{message}");
    // A ring one cell wide around an item: a walkway always removes part of it, but never all.
    let coin = "\"coin\": (glyph: '$', color: \"#ffff00\", blocks: false)";
    let ring = "(shape: Square, size: Cells(1), prop: \"coin\"), (shape: Square, size: Cells(3), prop: \"urn\")";
    assert_eq!(of(&with(coin, &format!("(name: \"l\", formations: [{ring}])"))), []);
    // A bar across the whole room between two coins: a walkway always removes it.
    let props = format!("{coin}, \"bar\": (glyph: 'W', color: \"#808080\", footprint: (5, 1))");
    let text = with(
        &props,
        "(name: \"l\", weight: 9, rooms: (min: (5, 5), max: (5, 5)), formations: [\
         (shape: Square, at: North, size: Cells(1), prop: \"coin\"),\
         (shape: Square, at: South, size: Cells(1), prop: \"coin\"),\
         (shape: Square, size: Box(5, 1), prop: \"bar\")])",
    );
    let (code, at, message, _) = only(&text);
    assert_eq!((code, at.as_str()), (FindingCode::LostFormation, "Square"), "{message}");
    assert!(message.starts_with("walkways remove all props of this formation, in each of the "), "{message}");
    assert_eq!(of(&text)[0].problem.line, 3);
}

#[test]
fn a_choice_of_which_no_room_has_more_than_may_be_taken_is_found() {
    let layout = |choose: u32| {
        let formations = format!("(shape: Square, at: Corners, size: Cells(1), prop: \"urn\", choose: {choose})");
        with("", &format!("(name: \"l\", formations: [{formations}])"))
    };
    assert_eq!(of(&layout(3)), [], "rooms may have four corners free");
    let (code, at, message, levels) = only(&layout(4));
    assert_eq!((code, at.as_str()), (FindingCode::NoChoice, "4"));
    assert!(message.starts_with("`choose: 4` offers nothing: the formation has at most 4 props"), "{message}");
    assert!(levels.is_some_and(|levels| levels > 500), "{levels:?}");
}

#[test]
fn a_formation_lost_to_rules_of_its_layout_or_prop_is_found_with_the_reason() {
    let lost = |props: &str, layout: &str| {
        let text = with(props, &format!("(name: \"l\", weight: 9, {layout})"));
        let (code, at, message, _) = only(&text);
        assert_eq!(code, FindingCode::LostFormation, "{message}");
        (at, message)
    };
    let (_, message) = lost("", "formations: [(shape: Square, fill: true, size: Fit(1.0), least: 1.0, prop: \"urn\")]");
    assert!(message.contains("fewer cells remain than `least` asks for"), "{message}");
    let covered = "formations: [(shape: Border, prop: \"urn\"), (shape: Circle, prop: \"urn\")]";
    let (at, message) = lost("", &format!("cover: 0.05, {covered}"));
    assert!(at == "Circle" && message.contains("`cover`"), "{message}");
    let kinds = "\"shy\": (glyph: 's', color: \"#ffffff\", avoid: [Wall(32)]), ";
    let (_, message) = lost(kinds, "formations: [(shape: X, prop: \"shy\")]");
    assert!(message.contains("excluded by `avoid` rules"), "{message}");
    let kinds = "\"cat\": (glyph: 'c', color: \"#ffffff\", blocks: false, near: [Prop(\"urn\", 1)]), ";
    let (_, message) = lost(kinds, "formations: [(shape: X, prop: \"cat\"), (shape: Circle, prop: \"urn\")]");
    assert!(message.contains("excluded by the `near` rules"), "{message}");
    // A formation that is anchored to a lost formation is never stamped.
    let text = with(
        "",
        "(name: \"l\", weight: 9, formations: [\
        (shape: Square, size: Cells(5), at: NorthWest, least: 1.0, name: \"a\", prop: \"urn\"), \
        (shape: X, at: Of(\"a\"), prop: \"urn\")])",
    );
    let findings = of(&text);
    let places: Vec<_> = findings.iter().map(|finding| (finding.code, &text[finding.problem.span.clone()])).collect();
    assert_eq!(places, [(FindingCode::LostFormation, "Square"), (FindingCode::LostFormation, "Of(\"a\")")]);
}

#[test]
fn alike_glyphs_are_found_at_the_later_kind() {
    let more = "(name: \"l\", formations: [(shape: Square, size: Cells(2), prop: \"vase\")])";
    let glyph = |glyph: char| with(&format!("\"vase\": (glyph: '{glyph}', color: \"#ffffff\")"), more);
    let (code, at, message, _) = only(&glyph('u'));
    assert_eq!(
        (code, at.as_str(), message.as_str()),
        (FindingCode::AlikeGlyphs, "'u'", "'u' is also the glyph of \"urn\"")
    );
    assert_eq!(of(&glyph('v')), []);
    let alike = glyph('0').replace("'u'", "'O'");
    assert_eq!(only(&alike).2, "'0' looks like 'O', the glyph of \"urn\"");
}

#[test]
fn alike_glyphs_are_found_among_terrain_and_props() {
    let terrain = |water: char, planks: char| {
        with("", "").replace(
            "props:",
            &format!(
                "terrain: {{\"water\": (glyph: '{water}', color: \"#2f5f8f\", blocks: true, bridge: \"planks\"), \
                 \"planks\": (glyph: '{planks}', color: \"#8a6a45\")}}, \
                 floorplan: (partings: [(name: \"river\", terrain: \"water\")]), props:"
            ),
        )
    };
    assert_eq!(of(&terrain('~', '=')), []);
    let (code, at, message, _) = only(&terrain('u', '='));
    assert_eq!((code, at.as_str()), (FindingCode::AlikeGlyphs, "'u'"));
    assert_eq!(message, "'u' is also the glyph of \"urn\"");
    // Kinds are in the order of their names.
    assert_eq!(only(&terrain('–', '-')).2, "'–' looks like '-', the glyph of \"planks\"");
}

#[test]
fn names_with_import_commands_of_godot_are_found() {
    let more = "(name: \"l\", formations: [(shape: Square, size: Cells(2), prop: \"vase-col\")])";
    let named = with("\"vase-col\": (glyph: 'v', color: \"#ffffff\")", more);
    let (code, at, message, levels) = only(&named);
    assert_eq!((code, at.as_str(), levels), (FindingCode::ImportHint, "\"vase-col\"", None));
    assert_eq!(message, "Godot takes the end of this name as its import command `col`");
    assert_eq!(of(&named.replace("vase-col", "vase col")), []);
}

#[test]
fn a_shortfall_is_found_with_its_number_of_levels() {
    let text = with("", "").replace("(40, 30),", "(12, 12), floorplan: (path: (rooms: (6, 9))),");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str(), levels), (FindingCode::Shortfall, "(6, 9)", Some(1000)));
    assert!(message.starts_with("1000 of 1000 sample levels have fewer rooms on the main path"), "{message}");
}

#[test]
fn cycles_without_a_way_and_sizes_without_a_place_are_found_at_their_rules() {
    let plan = |rules: &str| with("", "").replace("(40, 30),", &format!("(40, 30), floorplan: ({rules}),"));
    let text = plan("path: (rooms: (2, 2)), cycles: [(), (from: (0, 0.1), to: (0.2, 0.9))]");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, at.as_str()), (FindingCode::Shortfall, "(from: (0, 0.1), to: (0.2, 0.9))"));
    assert_eq!(levels, Some(SEEDS), "a path of two rooms has none between its ends");
    assert!(message.ends_with("have fewer cycles than this asks for"), "{message}");

    let hall = "(name: \"hall\", min: (30, 29), max: (30, 40))";
    let text = plan(&format!("rooms: (sizes: [(name: \"nook\", min: (3, 3), max: (4, 4)), {hall}])"));
    let findings = of(&text);
    let short = findings.iter().find(|finding| finding.code == FindingCode::Shortfall).expect("a finding");
    assert_eq!((&text[short.problem.span.clone()], short.levels), (hall, Some(SEEDS)));
}

#[test]
fn a_parting_that_has_no_place_beside_a_large_room_is_found() {
    const RIVER: &str = "(name: \"river\", terrain: \"water\")";
    let of_hall = |side: u32| {
        let hall = format!("(name: \"hall\", min: ({side}, 22), max: ({side}, 22), turns: false)");
        let fields = format!(
            "(40, 30), terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}}, floorplan: (loops: (chance: \
             0.5), rooms: (sizes: [{hall}]), partings: [{RIVER}]),"
        );
        let text = with("", "").replace("(40, 30),", &fields);
        let findings = of(&text).into_iter().filter(|finding| finding.code == FindingCode::Shortfall);
        findings.filter(|finding| &text[finding.problem.span.clone()] == RIVER).map(|finding| finding.levels).next()
    };
    assert_eq!(of_hall(32), Some(Some(SEEDS)));
    assert_eq!(of_hall(10), None);
}

#[test]
fn a_least_that_more_than_one_level_in_a_hundred_misses_is_found() {
    let text = |least: &str| {
        format!(
            "(name: \"a\", size: (60, 40), floorplan: (rooms: (max: 12), \
             cycles: [(from: (0.4, 0.5), to: (0.6, 0.9), rooms: (1, 1){least})]), \
             layouts: [(name: \"plain\", formations: [])])"
        )
    };
    assert_eq!(of(&text("")), [], "a wish that some levels miss");
    let must = text(", least: 1");
    let mut generator = Generator::new(Preset::parse(&must).unwrap());
    let mut is_short = |seed: u32| {
        let level = generator.generate(u64::from(seed));
        level.notes().iter().any(|note| note.code == NoteCode::CycleShort)
    };
    let short = (0..SEEDS).filter(|&seed| is_short(seed)).count() as u32;
    assert!((20..=500).contains(&short), "{short}");
    let (code, _, message, levels) = only(&must);
    assert_eq!((code, levels), (FindingCode::Shortfall, Some(short)));
    assert_eq!(message, format!("{short} of 1000 sample levels have fewer cycles than each must have"));
}

#[test]
fn a_fraction_that_no_level_holds_is_found() {
    let text = |fraction: &str| {
        format!(
            "(name: \"a\", size: (60, 16), floorplan: (rooms: (max: 12, sizes: [(name: \"court\", fraction: {fraction})])), \
             layouts: [(name: \"plain\", formations: [])])"
        )
    };
    assert_eq!(of(&text("0.2")), []);
    let (code, at, message, levels) = only(&text("0.6"));
    assert_eq!((code, levels), (FindingCode::Shortfall, Some(SEEDS)));
    assert!(at.contains("fraction: 0.6"), "{at}");
    assert_eq!(message, "1000 of 1000 sample levels have smaller rooms than this `fraction` asks for");
    let (code, at, message, _) = only(&text("(from: 0, to: 0)"));
    assert_eq!((code, at.as_str()), (FindingCode::Never, "(from: 0, to: 0)"));
    assert_eq!(message, "this fraction is 0: there is no room of this size");
}

#[test]
fn bends_without_corridors_are_found() {
    let found = |margin: &str| {
        let style = format!("style: Corridors(margin: {margin}, bends: 0.5)");
        let text = with("", "").replace("(40, 30),", &format!("(40, 30), floorplan: (rooms: (min: 6), {style}),"));
        of(&text).into_iter().map(|finding| finding.problem.message).collect::<Vec<_>>()
    };
    assert_eq!(found("(1, 1)"), [""; 0]);
    assert_eq!(found("(0, 0)"), ["`bends` has no effect without corridors"]);
}

#[test]
fn stairs_that_never_stand_at_a_wall_are_found() {
    let found = |clearance: u32, at: &str| {
        let rules = format!("rooms: (min: 3, max: 6), path: (rooms: (2, 5)), exit: (at: {at})");
        let text =
            with("", "").replace("(40, 30),", &format!("(40, 30), clearance: {clearance}, floorplan: ({rules}),"));
        let findings = of(&text).into_iter().filter(|finding| finding.code == FindingCode::UselessField);
        let facts = |finding: Finding| (text[finding.problem.span].to_owned(), finding.problem.message, finding.levels);
        findings.map(facts).collect::<Vec<_>>()
    };
    assert_eq!(found(1, "Wall"), []);
    // All cells of these rooms lie within eight cells of a door.
    assert_eq!(found(8, "Middle"), []);
    let message = "the exit is at no wall in 1000 sample levels".to_owned();
    assert_eq!(found(8, "Wall"), [("Wall".to_owned(), message, Some(SEEDS))]);
}

#[test]
fn a_shortfall_is_found_in_more_than_half_of_the_levels_only() {
    for (size, expected) in [("(20, 24),", 501..=550), ("(21, 24),", 450..=500)] {
        let text = with("", "").replace("(40, 30),", &format!("{size} floorplan: (path: (rooms: (6, 9))),"));
        let preset = Preset::parse(&text).unwrap();
        let mut generator = Generator::new(&preset);
        let mut is_short = |seed: u32| {
            let level = generator.generate(u64::from(seed));
            level.notes().iter().any(|note| note.code == NoteCode::PathShort)
        };
        let short = (0..SEEDS).filter(|&seed| is_short(seed)).count() as u32;
        assert!(expected.contains(&short), "{short} levels of {size} fall short");
        let found: Vec<_> = of(&text).iter().map(|finding| (finding.code, finding.levels)).collect();
        let expected = (short > SEEDS / 2).then_some((FindingCode::Shortfall, Some(short)));
        assert_eq!(found, Vec::from_iter(expected), "{size}");
    }
}

#[test]
fn a_preset_that_does_not_load_is_no_finding_but_an_error() {
    assert!(lint("(name: \"a\", size: (1, 1))", |_| Err(String::new())).is_err());
}
