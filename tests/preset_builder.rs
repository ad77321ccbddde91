//! A preset that is made in code says what its values say, or why it cannot.

use std::collections::BTreeMap;

use proptest::prelude::*;
use roomgen::{
    Labels, Preset, PropKind,
    color::Color,
    model::{Hundredths, Light, Metres, TerrainKind},
    preset::{BasePreset, PresetBuilder},
};

use crate::tier;

fn urn() -> PropKind {
    PropKind::new("urn".into(), 'u', Color::new(160, 82, 45))
}

/// The only problem of a builder's preset: its message, and the text at its span.
fn problem(builder: &PresetBuilder) -> (String, String) {
    let (text, error) = (builder.text(), builder.build().expect_err("no preset"));
    assert_eq!(error.problems().len(), 1, "{error:#}\n{text}");
    let problem = &error.problems()[0];
    (problem.message.clone(), text[problem.span.clone()].to_owned())
}

#[test]
fn the_text_is_one_that_a_designer_would_write() {
    let vase = PropKind::new("vase".into(), 'v', Color::new(160, 82, 45));
    let builder = PresetBuilder::new("arena")
        .base("crypt")
        .size(40, 30)
        .rooms(6, 14)
        .field("clearance", "2")
        .prop(&vase)
        .layout("hall", ["(shape: Circle, prop: \"vase\", size: Cells(5))", "(shape: Border, prop: \"vase\")"])
        .layout("bare", [""; 0]);
    let expected = r##"(
    name: "arena",
    base: "crypt",
    size: (40, 30),
    floorplan: (rooms: (min: 6, max: 14)),
    clearance: 2,
    props: {
        "vase": (glyph: 'v', color: "#a0522d", blocks: true, opaque: false, footprint: (1, 1), tall: 1.0, elevation: 0.0, body: (1.0, 1.0), marker: false, light: None, tags: [], values: {}),
    },
    layouts: [
        (name: "hall", formations: [
            (shape: Circle, prop: "vase", size: Cells(5)),
            (shape: Border, prop: "vase"),
        ]),
        (name: "bare", formations: [
        ]),
    ],
)
"##;
    assert_eq!(builder.text(), expected);
    let preset = builder.build().unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!((preset.name(), preset.size()), ("arena", "40x30".parse().expect("a size")));
    assert!(preset.kinds().contains(&vase));
}

#[test]
fn kinds_of_terrain_are_read_as_they_are_given() {
    let water = {
        let mut water = TerrainKind::new("deep \"water\"".into(), '\'', Color::new(1, 2, 3));
        (water.blocks, water.depth) = (true, Metres::exact(0.75).expect("a length"));
        water
    };
    let planks = {
        let mut planks = TerrainKind::new("planks".into(), '=', Color::new(4, 5, 6));
        planks.is_bridge = true;
        planks
    };
    let builder = |bridge| PresetBuilder::new("arena").terrain(&water, bridge).terrain(&planks, None);
    let preset = builder(Some("planks")).build().unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(preset.terrain().collect::<Vec<_>>(), [&water, &planks]);
    assert_ne!(builder(None).build().expect("a preset").digest(), preset.digest());
    assert_eq!(problem(&builder(Some("plank"))).1, "\"plank\"");
}

#[test]
fn the_smallest_preset_is_a_name() {
    let preset = PresetBuilder::new("a").build().expect("a preset");
    assert_eq!(Ok(preset), Preset::parse("(name: \"a\")"));
}

#[test]
fn a_wrong_value_is_a_problem_in_the_text() {
    let arena = || PresetBuilder::new("arena").prop(&urn());
    let mut flat = urn();
    flat.width = 9;
    let mut sunk = PropKind::new("sunk".into(), 's', Color::default());
    sunk.elevation = Metres::whole(-1);
    for (builder, message, at) in [
        (PresetBuilder::new(""), "a name must not be empty", "\"\""),
        (PresetBuilder::new("a\nb"), "contains a control character", "\"a\\nb\""),
        (arena().base("cript"), "there is no preset \"cript\"", "\"cript\""),
        (arena().base("my.ron"), "files cannot be read here", "\"my.ron\""),
        (arena().size(40, -3), "40x-3 is not a valid size", "(40, -3)"),
        (arena().rooms(5, 9), "less than twice the smallest", "9"),
        (PresetBuilder::new("a").prop(&flat), "9 is out of range", "9"),
        (arena().prop(&sunk), "-1 is out of range", "-1.0"),
        (arena().prop(&urn()), "the name \"urn\" is given twice", "\"urn\""),
        (arena().prop(&PropKind::new("'".into(), '#', Color::default())), "'#' cannot be a glyph", "'#'"),
        (arena().layout("l", ["(shape: Circle, prop: \"urm\")"]), "there is no prop \"urm\"", "\"urm\""),
        (arena().field("sise", "(40, 30)"), "unknown field \"sise\"", "sise"),
    ] {
        let (told, given) = problem(&builder);
        assert!(told.contains(message), "{told}");
        assert_eq!(given, at, "{told}");
    }
    // Texts that are not of the language break the text, and nothing else.
    for text in ["", ")", "(", "]})", "\"", "/*", "// (", "'", "\\", "r#\"", "(shape: Circle)]), (("] {
        for builder in [arena().layout("l", [text]), arena().field("theme", text)] {
            assert!(builder.build().is_err(), "{}", builder.text());
        }
        // Behind `//` the field is a comment.
        assert_eq!(arena().field(text, "2").build().is_ok(), text.starts_with("//"), "{text}");
    }
    assert!(arena().field("props", "{}").build().is_err(), "the field is given twice");
}

#[test]
fn a_kind_without_a_light_puts_out_that_of_its_base() {
    let mut lit = urn();
    lit.light = Light::new(Color::new(255, 176, 96), Metres::whole(5));
    let on = |base: &PropKind, kind: &PropKind| {
        let base = PresetBuilder::new("base").prop(base).text();
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.clone() });
        let text = PresetBuilder::new("mine").base("base.ron").prop(kind).text();
        Preset::parse_with(&text, read).unwrap_or_else(|error| panic!("{error:#}")).kinds()[0].light
    };
    assert_eq!(on(&lit, &urn()), None);
    assert_eq!(on(&urn(), &lit), lit.light);
}

#[test]
fn the_last_value_of_a_field_counts() {
    let builder = PresetBuilder::new("a").size(40, 30).field("name", "\"b\"").size(50, 20);
    assert_eq!(builder, PresetBuilder::new("b").size(50, 20));
}

#[test]
fn texts_may_end_with_a_comment() {
    let builder = PresetBuilder::new("a")
        .prop(&urn())
        .field("clearance", "2 // two")
        .layout("hall", ["(shape: X, prop: \"urn\") // in the middle", "(shape: Border, prop: \"urn\")"]);
    let preset = builder.build().unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(preset.layouts()[0].formations.len(), 2);
}

#[test]
fn a_base_of_the_game_is_read_from_the_text() {
    let text = PresetBuilder::new("mine").base("stone.ron").prop(&urn()).text();
    let stone = PresetBuilder::new("stone").size(40, 30).text();
    let preset = Preset::parse_with(&text, |name| Ok(BasePreset { name: name.to_owned(), text: stone.clone() }));
    assert_eq!(preset.map(|preset| preset.size().width()), Ok(40));
}

/// Lengths in metres of at most `most`, as multiples of 1/256 m.
fn metres(least: i32, most: i32) -> impl Strategy<Value = Metres> {
    (least..=most * Metres::PARTS).prop_map(|parts| Metres::exact(parts as f32 / 256.0).expect("exact"))
}

/// Texts of visible characters, with those that string literals escape.
fn words() -> impl Strategy<Value = String> {
    "[\"\\\\'a-z{}()\\[\\]/*:,. #é岩]{0,12}x"
}

fn any_labels() -> impl Strategy<Value = Labels> {
    let tags = proptest::collection::btree_set(words(), 0..4);
    // Line ends and tabs are escaped.
    let texts = "[\"\\\\'a-z\n\t é岩]{0,12}";
    (tags, proptest::collection::btree_map(words(), texts, 0..4))
        .prop_map(|(tags, values)| Labels::new(tags.into_iter().collect(), values))
}

/// Whether the kind has a light, and which.
fn any_light() -> impl Strategy<Value = Option<Light>> {
    let hundredths = |least: u16, most: u16| {
        (least..=most).prop_map(|count| Hundredths::exact(f32::from(count) / 100.0).expect("exact"))
    };
    let light = (any::<[u8; 3]>(), metres(1, 16), hundredths(0, 100), hundredths(1, 200));
    proptest::option::of(light.prop_map(|([r, g, b], radius, fade, strength)| {
        let mut light = Light::new(Color::new(r, g, b), radius).expect("a radius");
        (light.fade, light.strength) = (fade, strength);
        light
    }))
}

fn any_kind() -> impl Strategy<Value = PropKind> {
    let glyph = any::<char>().prop_filter("a glyph", |&glyph| PropKind::is_glyph(glyph));
    let glyph = prop_oneof![Just('\''), Just('\\'), Just('"'), glyph];
    let sides = (1..=PropKind::MAX_SIDE, 1..=PropKind::MAX_SIDE);
    let body = sides.prop_flat_map(|(width, height)| {
        (Just((width, height)), metres(1, width.into()), metres(1, height.into()), any::<bool>())
    });
    let flags = any::<[bool; 3]>();
    let heights = (metres(0, 256), metres(0, 256));
    (words(), glyph, any::<[u8; 3]>(), flags, heights, body, any_light(), any_labels()).prop_map(
        |(name, glyph, [r, g, b], [blocks, opaque, marker], (tall, elevation), body, light, labels)| {
            let mut kind = PropKind::new(name.as_str().into(), glyph, Color::new(r, g, b));
            let ((width, height), across, down, is_full) = body;
            (kind.width, kind.height) = (width, height);
            kind.body = if is_full { PropKind::full_body(width, height) } else { [across, down] };
            (kind.tall, kind.marker, kind.labels) = (tall, marker, labels);
            kind.light = light;
            // A marker lies on the floor and blocks nothing.
            (kind.blocks, kind.opaque) = (blocks && !marker, opaque && !marker);
            kind.elevation = if marker { Metres::default() } else { elevation };
            kind
        },
    )
}

/// Kinds in any order, each name once.
fn any_kinds() -> impl Strategy<Value = Vec<PropKind>> {
    proptest::collection::vec(any_kind(), 0..6).prop_map(|kinds| {
        let by_name: BTreeMap<_, _> = kinds.into_iter().map(|kind| (kind.name.clone(), kind)).collect();
        by_name.into_values().rev().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(tier::size(128, 2048)) })]

    #[test]
    fn each_kind_comes_back_as_it_was_given(name in words(), kinds in any_kinds(), others in any_kinds()) {
        let mut builder = PresetBuilder::new(&name).size(40, 30).rooms(6, 14);
        for kind in &kinds {
            let formation = format!("(shape: Circle, prop: {:?})", kind.name);
            builder = builder.prop(kind).layout(&kind.name, [formation]);
        }
        let alone = builder.build().map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
        prop_assert_eq!(alone.name(), &name);
        prop_assert_eq!(alone.kinds().iter().collect::<Vec<_>>(), kinds.iter().rev().collect::<Vec<_>>());
        let read = Preset::parse(&builder.text());
        prop_assert_eq!(read.as_ref(), Ok(&alone));

        // Nothing of a base is left in a kind of the same name.
        let same_names = kinds.iter().zip(others).map(|(kind, mut other)| {
            other.name = kind.name.clone();
            other
        });
        let base = same_names.fold(PresetBuilder::new("base"), |base, kind| base.prop(&kind)).text();
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.clone() });
        let merged = Preset::parse_with(&builder.base("base.ron").text(), read);
        prop_assert_eq!(merged.as_ref(), Ok(&alone));
    }

    #[test]
    fn no_text_panics_or_leaves_its_literal(name: String, field: String, value: String, kind: String, glyph: char) {
        let prop = PropKind::new(kind.as_str().into(), glyph, Color::default());
        // Quoted texts stay where they are: every problem is that of a name or a glyph.
        let builder = PresetBuilder::new(&name).prop(&prop).layout(&kind, ["(shape: X, prop: \"x\")"]);
        if let Err(error) = builder.build() {
            let text = builder.text();
            for problem in error.problems() {
                prop_assert!(text[problem.span.clone()].starts_with(['"', '\'']), "{error:#}\n{text}");
            }
        }
        let _ = builder.field(&field, value.as_str()).layout(&name, [&value]).build();
    }
}
