//! What a preset inherits, what it replaces, and where its problems are reported.

use proptest::prelude::*;

use super::*;
use crate::{
    color::Color,
    error::Problem,
    model::{Hundredths, Light, Metres},
    preset::{Anchor, LockPlace, LootRule, Preset, Ramp},
    theme::{Look, Sprite},
};

const STONE: &str = r##"#![enable(implicit_some)]
// A base with one of each thing.
(
    name: "stone",
    size: (60, 40),
    clearance: 2,
    floorplan: (rooms: (min: 5, max: 12), path: (fraction: (0.2, 0.4), wander: 1.0)),
    props: {
        "pillar": (glyph: 'O', color: "#b8b0a0", tall: 3.0, opaque: true),
        "urn": (glyph: 'u', color: "#c28a2e"),
    },
    palette: { 'k': "#101018", 'w': "#f0e8d8" },
    layouts: [
        (name: "ring", formations: [(shape: Circle, prop: "pillar")]),
        (name: "row", weight: 3, formations: [(shape: Horizontal, prop: "urn")]),
    ],
)"##;

/// Parses a preset whose bases are in a folder in memory.
fn parse(text: &str, files: &[(&str, &str)]) -> Result<Preset, PresetError> {
    Preset::parse_with(text, |name| {
        let (name, text) = files.iter().find(|(known, _)| *known == name).ok_or("there is no such file")?;
        Ok(BasePreset { name: (*name).to_owned(), text: (*text).to_owned() })
    })
}

fn on_stone(rest: &str) -> Result<Preset, PresetError> {
    parse(&format!("(name: \"mine\", base: \"stone.ron\", {rest})"), &[("stone.ron", STONE)])
}

/// The problems of a preset on `STONE`: the base, the text of the span, and the message.
fn problems(rest: &str) -> Vec<(Option<String>, String, String)> {
    let text = format!("(name: \"mine\", base: \"stone.ron\", {rest})");
    let error = on_stone(rest).expect_err("a mistake");
    let parts = |problem: &Problem| {
        let text = if problem.base.is_some() { STONE } else { &text };
        (problem.base.clone(), text[problem.span.clone()].to_owned(), problem.message.clone())
    };
    error.problems().iter().map(parts).collect()
}

#[test]
fn a_preset_that_changes_nothing_makes_its_base_s_levels_under_its_own_name() {
    for (name, _) in BUILT_IN {
        let base = Preset::built_in(name).unwrap();
        let mine = Preset::parse(&format!("(base: \"{name}\", name: \"mine\")")).unwrap();
        assert_eq!((mine.digest(), mine.name()), (base.digest(), "mine"));
        assert_eq!((mine.theme(), mine.size()), (base.theme(), base.size()));
    }
}

#[test]
fn structs_are_merged_field_by_field_and_props_by_name() {
    let base = parse(STONE, &[]).unwrap();
    let mine = on_stone(
        r##"clearance: 1, floorplan: (rooms: (max: 16), bonus: (depth: 1)),
            props: { "\u{75}rn": (color: "#ffffff"), "rug": (glyph: '=', color: "#800000") }"##,
    )
    .unwrap();
    assert_eq!((mine.size(), mine.clearance, &mine.path), (base.size(), 1, &base.path));
    assert_eq!((mine.sides.min, mine.sides.max, mine.bonus.depth.is(1.0)), (5, 16, true));
    let names: Vec<_> = mine.kinds().iter().map(|kind| (kind.name.as_str(), kind.glyph)).collect();
    assert_eq!(names, [("pillar", 'O'), ("rug", '='), ("urn", 'u')]);
    assert_eq!(mine.kinds()[2].color, "#ffffff".parse().unwrap());
    assert_eq!(
        mine.layouts(),
        base.layouts()
            .iter()
            .cloned()
            .map(|mut layout| {
                layout.rooms.max = (16, 16).into();
                layout
                    .formations
                    .iter_mut()
                    .for_each(|formation| formation.kind = if formation.kind == 1 { 2 } else { 0 });
                layout
            })
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_light_and_the_theme_are_merged_field_by_field() {
    const LAMPS: &str = r##"(
        name: "lamps", theme: (ambient: 0.5, rock: "#101010"),
        props: { "lamp": (glyph: 'i', color: "#ffffff", light: (color: "#ffb060", radius: 5, fade: 0.25, strength: 0.75)) },
    )"##;
    let on_lamps = |rest: &str| {
        let text = format!("(name: \"mine\", base: \"lamps.ron\", {rest})");
        parse(&text, &[("lamps.ron", LAMPS)]).unwrap_or_else(|error| panic!("{error:#}"))
    };
    let light = |fields: &str| on_lamps(&format!("props: {{ \"lamp\": (light: {fields}) }}")).kinds()[0].light;
    let hundredths = |number| Hundredths::exact(number).unwrap();
    let of_base = light("()").expect("the light of the base");
    assert_eq!((of_base.color, of_base.radius), (Color::new(0xff, 0xb0, 0x60), Metres::whole(5)));
    assert_eq!((of_base.fade, of_base.strength), (hundredths(0.25), hundredths(0.75)));
    assert_eq!(light("(color: \"#010203\")"), Some(Light { color: Color::new(1, 2, 3), ..of_base }));
    assert_eq!(light("(radius: 7)"), Some(Light { radius: Metres::whole(7), ..of_base }));
    assert_eq!(light("(fade: 0)"), Some(Light { fade: Hundredths::ZERO, ..of_base }));
    assert_eq!(light("(strength: 2)"), Some(Light { strength: Light::MAX_STRENGTH, ..of_base }));
    assert_eq!(light("None"), None);

    let look = |fields: &str| {
        let mine = on_lamps(&format!("theme: ({fields})"));
        (mine.theme().ambient, mine.theme().rock)
    };
    let (half, grey) = (hundredths(0.5), Color::new(0x10, 0x10, 0x10));
    assert_eq!(look("door: \"#ffffff\""), (half, grey));
    assert_eq!(look("ambient: 0.9"), (hundredths(0.9), grey));
    assert_eq!(look("rock: \"#010203\""), (half, Color::new(1, 2, 3)));
}

#[test]
fn terrain_and_partings_are_merged_by_name() {
    const RIVER: &str = r##"(
        name: "river",
        terrain: {
            "water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks", depth: 0.5),
            "planks": (glyph: '=', color: "#8a6a45"),
        },
        floorplan: (partings: [(name: "river", terrain: "water", meander: 3)]),
    )"##;
    let on_river = |rest: &str| {
        let text = format!("(name: \"mine\", base: \"river.ron\", {rest})");
        parse(&text, &[("river.ron", RIVER)]).unwrap_or_else(|error| panic!("{error:#}"))
    };
    let base = on_river("");
    let mine =
        on_river(r##"terrain: { "water": (color: "#101010", bridge: None), "ice": (glyph: '*', color: "#ffffff") }"##);
    let names: Vec<_> = mine.terrain.iter().map(|rule| (rule.kind.name.as_str(), rule.bridge)).collect();
    assert_eq!(names, [("ice", None), ("planks", None), ("water", None)]);
    let water = &base.terrain[1];
    assert_eq!((water.kind.name.as_str(), water.bridge), ("water", Some(0)));
    let mut blackened = water.kind.clone();
    blackened.color = "#101010".parse().unwrap();
    assert_eq!(mine.terrain[2].kind, blackened);
    // The parting is that of the base, of the same kind at its new position.
    let mut moved = base.partings.clone();
    moved[0].terrain = 2;
    assert_eq!(mine.partings, moved);
    let partings = |list: &str| on_river(&format!("floorplan: (partings: {list})")).partings;
    assert_eq!(partings("[]"), []);
    let meander: Vec<_> = partings("[(name: \"river\", terrain: \"water\")]").iter().map(|rule| rule.meander).collect();
    assert_eq!(meander, [2], "a parting is replaced whole");
}

#[test]
fn a_lock_of_a_crossing_may_be_of_a_parting_of_the_base_and_the_reverse() {
    const GATED: &str = r##"(
        name: "gated",
        terrain: { "water": (glyph: '~', color: "#2f5f8f", blocks: true) },
        floorplan: (partings: [(name: "river", terrain: "water")]),
        props: { "winch": (glyph: 'w', color: "#ffffff", blocks: false) },
        mission: (locks: [(name: "winch", lock: Crossing("river"))]),
    )"##;
    let on_gated =
        |rest: &str| parse(&format!("(name: \"mine\", base: \"gated.ron\", {rest})"), &[("gated.ron", GATED)]);
    let place = |rest: &str| on_gated(rest).unwrap_or_else(|error| panic!("{error:#}")).mission.locks[0].place.clone();
    assert_eq!(place(""), LockPlace::Crossing(0));
    assert_eq!(
        place("mission: (locks: [(name: \"winch\", lock: Crossing(\"river\"), least: 1)])"),
        LockPlace::Crossing(0)
    );
    let partings = "floorplan: (partings: [(name: \"moat\", terrain: \"water\")])";
    let error = on_gated(partings).expect_err("two partings").to_string();
    let message = "2 partings are too many (a level has one: `remove: [\"river\"]` leaves out that of the base)";
    assert!(error.contains(message), "{error}");
    let moat = format!("remove: [\"river\"], {partings}");
    let error = on_gated(&moat).expect_err("the lock of the base names the river").to_string();
    assert!(error.contains("there is no parting \"river\"") && error.contains("gated.ron"), "{error}");
    assert_eq!(
        place(&format!("{moat}, mission: (locks: [(name: \"winch\", lock: Crossing(\"moat\"))])")),
        LockPlace::Crossing(0)
    );
}

#[test]
fn a_look_takes_the_place_of_a_sprite_and_a_sprite_that_of_a_look() {
    const THINGS: &str = r##"(
        name: "things", palette: {'k': "#101010"},
        props: {
            "urn": (glyph: 'u', color: "#ffffff", sprite: ["k"]),
            "rug": (glyph: 'r', color: "#800000", tall: 0, look: Cloth),
        },
    )"##;
    let on_things = |props: &str| {
        let text = format!("(name: \"mine\", base: \"things.ron\", props: {{{props}}})");
        parse(&text, &[("things.ron", THINGS)]).unwrap_or_else(|error| panic!("{error:#}"))
    };
    let drawn = |props: &str, kind: &str| {
        let preset = on_things(props);
        let theme = preset.theme();
        (theme.sprites.get(kind).map(Sprite::width), theme.looks.get(kind).copied())
    };
    assert_eq!(drawn("", "urn"), (Some(1), None));
    assert_eq!(drawn("\"urn\": (look: Barrel)", "urn"), (None, Some(Look::Barrel)));
    assert_eq!(drawn("", "rug"), (None, Some(Look::Cloth)));
    assert_eq!(drawn("\"rug\": (sprite: [\"kk\"])", "rug"), (Some(2), None));
    assert_eq!(drawn("\"rug\": (sprite: [])", "rug"), (None, None));
    assert_eq!(drawn("\"rug\": (color: \"#000080\")", "rug"), (None, Some(Look::Cloth)));
}

#[test]
fn a_picture_of_sprites_is_merged_field_by_field() {
    const CUT: &str = r##"(name: "cut", sprites: (file: "my.png", side: 24, names: {"urn": "1,0"}))"##;
    let refused = |sprites: &str| {
        let kind = r##"props: {"u": (glyph: 'u', color: "#ffffff", sprite: "urn")}"##;
        let text = format!("(name: \"mine\", base: \"cut.ron\", {sprites} {kind})");
        parse(&text, &[("cut.ron", CUT)]).err().map(|error| error.problems()[0].message.clone())
    };
    assert_eq!(refused(""), None);
    assert_eq!(refused("sprites: (side: 127, transparent: \"#ff00ff\"),"), None);
    assert_eq!(refused("sprites: (margin: 70),"), Some("70 is out of range".to_owned()));
    // Names are replaced, and so is the grid by a file alone.
    let absent = Some("there is no sprite \"urn\"".to_owned());
    assert_eq!(refused("sprites: (names: {\"pot\": \"1,0\"}),"), absent);
    assert_eq!(refused("sprites: \"other.png\","), absent);
}

#[test]
fn layouts_are_replaced_added_and_dropped_by_name() {
    let names = |preset: &Preset| preset.layouts().iter().map(|layout| layout.name.clone()).collect::<Vec<_>>();
    let mine = on_stone(
        r#"layouts: [(name: "new", formations: []), (name: "ring", formations: [(shape: X, at: North, prop: "urn")])]"#,
    )
    .unwrap();
    assert_eq!(names(&mine), ["ring", "row", "new"]);
    assert_eq!(mine.layouts()[0].formations[0].at, Anchor::North);
    assert_eq!([&mine.layouts()[0].weight, &mine.layouts()[1].weight], [&Ramp::Constant(1.0), &Ramp::Constant(3.0)]);
    assert_eq!(names(&on_stone("remove: [\"ring\"]").unwrap()), ["row"]);
    let all = "remove: [\"ring\", \"row\"], layouts: [(name: \"row\", formations: [])]";
    assert_eq!(names(&on_stone(all).unwrap()), ["row"]);
}

#[test]
fn groups_items_and_metered_things_are_merged_and_dropped_by_name() {
    const HAUNTED: &str = r##"(
        name: "haunted",
        props: {
            "rat": (glyph: 'r', color: "#ff4020", marker: true),
            "gem": (glyph: 'v', color: "#88ffff", blocks: false),
            "salve": (glyph: '!', color: "#ff88ff", blocks: false),
        },
        groups: { "pack": (cost: 3, members: {"rat": (2, 4)}), "rat": (cost: 1, members: {"rat": 1}, weight: 2) },
        encounters: (budget: 9, quiet: 6),
        loot: (budget: 8, first: 2, items: {"gem": (value: 2, with: 3)}, metered: {"salve": (every: 3)}),
    )"##;
    let on_haunted = |rest: &str| {
        let text = format!("(name: \"mine\", base: \"haunted.ron\", {rest})");
        parse(&text, &[("haunted.ron", HAUNTED)])
    };
    let groups = |rest: &str| {
        let mine = on_haunted(rest).unwrap_or_else(|error| panic!("{error:#}"));
        mine.groups.iter().map(|group| (group.name.to_string(), group.cost, group.weight.max())).collect::<Vec<_>>()
    };
    let pack = |cost| ("pack".to_owned(), cost, 1.0);
    let rat = ("rat".to_owned(), 1, 2.0);
    assert_eq!(groups(""), [pack(3), rat.clone()]);
    let more = "groups: {\"new\": (cost: 2, members: {\"rat\": 2}), \"pack\": (cost: 5)}";
    assert_eq!(groups(more), [pack(5), rat.clone(), ("new".to_owned(), 2, 1.0)]);
    // What has a name goes wherever it stands: no layout here, no vault and no item.
    assert_eq!(groups("remove: [\"pack\"]"), [rat]);

    let encounters = |rest: &str| on_haunted(rest).unwrap_or_else(|error| panic!("{error:#}")).encounters;
    let of_base = encounters("");
    assert_eq!(encounters("encounters: (quiet: 7)").budget, of_base.budget);
    assert!(encounters("encounters: (quiet: 7)").quiet.is(7.0) && of_base.quiet.is(6.0));

    let loot = |rest: &str| on_haunted(rest).unwrap_or_else(|error| panic!("{error:#}")).loot;
    let of_base = loot("");
    assert_eq!((of_base.items[0].value, of_base.items[0].of), (2, 0));
    let mine = loot("loot: (items: {\"gem\": (value: 4), \"salve\": (value: 1)}, metered: {\"salve\": (every: 5)})");
    assert_eq!((&mine.budget, &mine.first, mine.items.len()), (&of_base.budget, &of_base.first, 2));
    assert_eq!((mine.items[0].value, &mine.items[0].with), (4, &of_base.items[0].with));
    assert_eq!(mine.metered[0].every, 5);
    // An offer takes the place of things that lie together.
    assert_eq!(loot("loot: (items: {\"gem\": (of: 3)})").items[0].of, 3);
    assert_eq!(loot("remove: [\"salve\"]"), LootRule { metered: Vec::new(), ..of_base });
    let error = on_haunted("remove: [\"gem\"]").expect_err("a budget without items");
    assert_eq!(error.problems()[0].message, "a budget of 8 has no items to spend it on");
    let error = on_haunted("remove: [\"pak\"]").expect_err("no such group");
    assert!(error.problems()[0].help.as_ref().is_some_and(|help| help.starts_with("did you mean `pack`?")));
}

#[test]
fn a_number_of_rooms_takes_the_place_of_a_fraction_of_them() {
    let mine = on_stone("floorplan: (path: (rooms: (3, 4)))").unwrap();
    assert_eq!(mine.path.rooms, (Ramp::Constant(3.0), Ramp::Constant(4.0)));
    assert!(!mine.path.is_fraction);
    assert!(mine.path.wander.is(1.0), "what was not changed is inherited");
    assert_eq!(problems("floorplan: (path: (rooms: (3, 4), fraction: (0.1, 0.2)))")[0].1, "(0.1, 0.2)");
}

#[test]
fn bases_have_bases() {
    let files = [
        ("a.ron", "(base: \"b.ron\", clearance: 3, remove: [\"row\"])"),
        ("b.ron", "(base: \"stone.ron\", clearance: 4, size: (70, 70), layouts: [(name: \"b\", formations: [])])"),
        ("stone.ron", STONE),
    ];
    let mine = parse("(name: \"mine\", base: \"a.ron\")", &files).unwrap();
    assert_eq!((mine.clearance, mine.size().width(), mine.layouts().len()), (3, 70, 2));
    // The size counts where budgets are in proportion to it.
    for (base, is_same) in [("stone.ron", true), ("crypt", false)] {
        let of_base = |size: &str| {
            let text = format!("(base: \"{base}\"{size})");
            parse("(name: \"mine\", base: \"a.ron\")", &[("a.ron", &text), ("stone.ron", STONE)]).unwrap().digest()
        };
        assert_eq!(of_base("") == of_base(", size: (30, 30)"), is_same, "{base}");
    }
}

#[test]
fn circles_long_chains_and_bases_that_are_not_there_are_refused_at_the_name() {
    let refused = |text: &str, files: &[(&str, &str)]| parse(text, files).unwrap_err().to_string();
    let mine = "(name: \"mine\", base: \"a.ron\")";
    let circle = [("a.ron", "(base: \"b.ron\")"), ("b.ron", "(\n base: \"a.ron\")")];
    assert_eq!(refused(mine, &circle), "base \"b.ron\", line 2, column 8: the base \"a.ron\" is used twice");
    let long: Vec<_> = (0..20).map(|n| (format!("{n}.ron"), format!("(base: \"{}.ron\")", n + 1))).collect();
    let long: Vec<_> = long.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert!(
        refused("(base: \"0.ron\")", &long).contains("base \"7.ron\", line 1, column 8: this is one base too many")
    );
    assert!(refused(mine, &[]).contains("line 1, column 22: there is no such file"));
    assert!(Preset::parse(mine).unwrap_err().to_string().contains("files cannot be read here"));
    let unknown = Preset::parse("(name: \"mine\", base: \"cript\")").unwrap_err().to_string();
    assert!(unknown.contains("did you mean `crypt`?") && unknown.contains("column 22"), "{unknown}");
}

#[test]
fn the_base_of_a_text_is_the_one_that_reading_it_asks_for() {
    for text in [
        "(name: \"mine\", base: \"a.ron\", clearance: 3)",
        "#![enable(implicit_some)]\n(base: \"mods/\\u{61}.ron\") // base: \"c.ron\"",
        "(base: r#\"a\"b.ron\"#, remove: [\"base\"])",
    ] {
        let mut asked = None;
        let _ = Preset::parse_with(text, |name| {
            asked = Some(name.to_owned());
            Err(String::new())
        });
        assert!(asked.is_some() && base_of(text) == asked, "{text}: {asked:?}");
    }
    assert_eq!(base_of("(base: \"crypt\")").as_deref(), Some("crypt"));
    for text in ["", "(", STONE, "(base: 3)", "(base: \"a.ron\"", "(base: \"a.ron\", base: \"b.ron\")", "[\"base\"]"] {
        assert_eq!(base_of(text), None, "{text}");
    }
}

#[test]
fn a_mistake_has_the_span_where_it_was_written() {
    let own = |text: &str, message: &str| vec![(None, text.to_owned(), message.to_owned())];
    let base = |text: &str, message: &str| vec![(Some("stone.ron".to_owned()), text.to_owned(), message.to_owned())];
    assert_eq!(problems("clearance: 9"), own("9", "9 is out of range"));
    assert_eq!(
        problems("floorplan: (rooms: (min: 7))"),
        base("12", "the largest side 12 is less than twice the smallest")
    );
    assert_eq!(
        problems("floorplan: (rooms: (max: 9))"),
        own("9", "the largest side 9 is less than twice the smallest")
    );
    assert_eq!(problems("floorplan: (romes: ())"), own("romes", "unknown field \"romes\""));
    assert_eq!(problems("clearance: \"2\""), own("\"2\"", "expected a whole number, found `\"2\"`"));
    assert_eq!(problems("props: { \"rug\": (color: \"#000000\") }"), own("(", "the field `glyph` is missing"));
    assert_eq!(problems("clearance: 1, clearance: 1"), own("clearance", "the field `clearance` is given twice"));
    assert_eq!(problems("remove: [\"rung\"]"), own("\"rung\"", "the base has nothing named \"rung\" to remove"));
    assert_eq!(problems("remove: 3"), own("3", "expected a list in square brackets"));
    assert_eq!(problems("remove: [ring]"), own("ring", "expected a name in double quotes"));
    assert_eq!(problems("base: 3"), own("base", "the field `base` is given twice"));
    assert_eq!(problems("clearance: 1 size: (60, 40)")[0].2, "expected a comma after `1`");
    for (base, message) in [
        ("(remove: [\"ring\"])", "this preset has no base to remove it from"),
        ("[1]", "this base is not a preset"),
        ("Preset(clearance: 2)", "this base is not a preset"),
        ("(base: 3)", "expected a name in double quotes"),
    ] {
        let error = parse("(name: \"mine\", base: \"a.ron\")", &[("a.ron", base)]).unwrap_err();
        assert_eq!(
            (error.problems()[0].message.as_str(), error.problems()[0].base.as_deref()),
            (message, Some("a.ron"))
        );
    }
    let error = Preset::parse("(name: \"mine\", base: [])").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 22: expected a name in double quotes (as in `\"crypt\"`)");
    let error = Preset::parse("(name: \"mine\", remove: [\"ring\"])").unwrap_err();
    assert_eq!(error.problems()[0].message, "this preset has no base");
    let error = parse("(base: \"stone.ron\")", &[("stone.ron", STONE)]).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: the field `name` is missing (add it inside these brackets)");
    let broken = parse("(name: \"mine\", base: \"a.ron\")", &[("a.ron", "(size: (60, 40)\n")]).unwrap_err();
    assert!(broken.to_string().starts_with("base \"a.ron\", line 1, column 1: this `(` is never closed"), "{broken}");
}

#[test]
fn texts_are_bounded() {
    let long = format!("({})", " ".repeat(1 << 20));
    let error = parse("(name: \"mine\", base: \"a.ron\")", &[("a.ron", &long)]).unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 22") && error.to_string().contains("too long"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_two_texts_are_a_preset_or_an_error_within_a_text(
        at in 0usize..2000, byte in 32u8..127, length in 0usize..4, in_base: bool,
    ) {
        let own = "(name: \"mine\", base: \"stone.ron\", remove: [\"row\"], clearance: 1, floorplan: (path: (rooms: (3, 4))))";
        let garble = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            let at = at % bytes.len();
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, [byte]);
            String::from_utf8(bytes).unwrap()
        };
        let (own, base) = if in_base { (own.to_owned(), garble(STONE)) } else { (garble(own), STONE.to_owned()) };
        if let Err(error) = parse(&own, &[("stone.ron", &base)]) {
            for problem in error.problems() {
                let text = if problem.base.is_some() { &base } else { &own };
                prop_assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
            }
        }
    }
}

mod lists;
