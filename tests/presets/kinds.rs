//! Errors in prop kinds.

use roomgen::{Preset, preset::BUILT_IN, theme::Look};

use super::{Case, case};

/// A case with a problem in the fields of kind "r"; kind "s" is a plain one.
macro_rules! in_kind {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", ",
                $given,
                "), \"s\": (glyph: 's', color: \"#000000\")})"
            ),
            $message,
            $help,
        )
    };
}

const CASES: &[Case] = &[
    in_kind!("body: (0.5, «1.5»)", "1.5 m does not fit a footprint of 1x1 cells", "inside the footprint"),
    in_kind!("body: («0.3», 0.5)", "0.3 m is not a multiple of 1/256 m", "the nearest is 0.30078125"),
    in_kind!("body: («0», 0.5)", "0 is out of range", "allowed: 0.00390625 to"),
    in_kind!("body: «0.5»", "expected a pair, found `0.5`", "as in `(0.5, 0.5)`"),
    // A refused value is unknown to checks that depend on it.
    in_kind!("footprint: («0», 2), body: (1.5, 1.5), jitter: 0.5", "0 is out of range", "allowed: 1 to 8"),
    in_kind!("jitter: «0.25»", "the body fills the footprint", "body: (0.5, 0.5)"),
    in_kind!("body: (0.5, 0.5), jitter: «-0.1»", "-0.1 is out of range", "allowed: 0 to 4"),
    in_kind!("body: (0.5, 0.5), jitter: «NaN»", "NaN is out of range", "allowed: 0 to 4"),
    in_kind!("weight: «2»", "`weight` has no effect without `variants`", "`variants`"),
    in_kind!("weight: «-1», variants: {\"s\": 1}", "-1 is out of range", "allowed: 0 to"),
    in_kind!("variants: {\"s\": «0»}", "0 is out of range", "allowed: 1 to"),
    in_kind!("variants: {«\"t\"»: 1}", "there is no prop \"t\"", "allowed: `r`, `s`"),
    in_kind!("variants: {«\"r\"»: 1}", "\"r\" cannot be a variant of itself", "`weight`"),
    in_kind!("variants: {\"s\": 1, «\"s\"»: 2}", "the name \"s\" is given twice", ""),
    in_kind!("variants: «[\"s\"]»", "expected a map in braces", "as in `{ \"cracked urn\": 2 }`"),
    in_kind!("blocks: false, variants: {«\"s\"»: 1}", "\"s\" differs from \"r\" in `blocks`", "the same footprint"),
    in_kind!("opaque: true, variants: {«\"s\"»: 1}", "\"s\" differs from \"r\" in `opaque`", "the same footprint"),
    in_kind!(
        "footprint: (2, 1), variants: {«\"s\"»: 1}",
        "\"s\" differs from \"r\" in `footprint`",
        "the same footprint"
    ),
    in_kind!("tall: 0.5, variants: {«\"s\"»: 1}", "\"s\" differs from \"r\" in `tall`", "the same footprint"),
    in_kind!("elevation: 0.5, variants: {«\"s\"»: 1}", "\"s\" differs from \"r\" in `elevation`", "the same footprint"),
    in_kind!(
        "blocks: false, tall: 1.0, marker: true, variants: {«\"s\"»: 1}",
        "\"s\" differs from",
        "the same footprint"
    ),
    in_kind!("near: [Prop(«\"t\"», 1)]", "there is no prop \"t\"", "allowed: `r`, `s`"),
    in_kind!("near: [Prop(\"s\", «33»)]", "33 is out of range", "allowed: 0 to 32"),
    in_kind!("avoid: [Wall(«0»)]", "0 is out of range", "allowed: 1 to 32"),
    in_kind!("avoid: [Door(2), Any(«-1»)]", "-1 is out of range", "allowed: 0 to 32"),
    in_kind!("avoid: [Entry(0), Exit(«33»)]", "33 is out of range", "allowed: 0 to 32"),
    in_kind!("near: [Exit(2), Entry(«-1»)]", "-1 is out of range", "allowed: 0 to 32"),
    in_kind!("near: [«Entry»]", "`Entry` needs values in brackets", "as in `Entry(3)`"),
    in_kind!("avoid: [«Exits»(3)]", "unknown value \"Exits\"", "did you mean `Exit`?"),
    in_kind!("avoid: [«Walls»(1)]", "unknown value \"Walls\"", "did you mean `Wall`?"),
    in_kind!("avoid: [«\"chest\"»]", "expected a rule, found `\"chest\"`", "`Prop(\"chest\", 2)`"),
    in_kind!("near: «Wall(1)»", "expected a list in square brackets", "as in `[Wall(1), Prop(\"chest\", 2)]`"),
    in_kind!("near: [«Wall»]", "`Wall` needs values in brackets", "as in `Wall(1)`"),
    in_kind!("near: [«Prop(\"s\")»]", "needs two values, but has one", "as in `Prop(\"chest\", 2)`"),
    in_kind!("marker: true, blocks: «true»", "a marker cannot have `", "remove this field"),
    in_kind!("marker: true, opaque: «true»", "a marker cannot have `", "remove this field"),
    in_kind!("marker: true, elevation: «1.0»", "a marker cannot have an `elevation`", "remove this field"),
    in_kind!("marker: «1»", "expected `true` or `false`, found `1`", ""),
    in_kind!("tags: [\"a\", «\"\"»]", "a name must not be empty", "1 to 64 printable characters"),
    in_kind!("tags: [\"a\", «\"a\"»]", "the name \"a\" is given twice", ""),
    in_kind!("tags: «\"a\"»", "expected a list in square brackets", "as in `[\"treasury\"]`"),
    in_kind!("values: {«\" \"»: \"1\"}", "a name must not be empty", "1 to 64 printable characters"),
    in_kind!("values: {\"a\": \"1\", «\"a\"»: \"2\"}", "the name \"a\" is given twice", ""),
    in_kind!("values: {\"level\": «3»}", "expected a text in double quotes, found `3`", ""),
    in_kind!("values: «[]»", "expected a map in braces", "as in `{ \"level\": \"3\" }`"),
    in_kind!("light: (color: \"#ffb060\", radius: «0»)", "0 is out of range", "allowed: 0.00390625 to 16"),
    in_kind!("light: (color: \"#ffb060\", radius: «-1»)", "-1 is out of range", "allowed: 0.00390625 to 16"),
    in_kind!("light: (color: \"#ffb060\", radius: «17»)", "17 is out of range", "allowed: 0.00390625 to 16"),
    in_kind!("light: (color: \"#ffb060\", radius: «NaN»)", "NaN is out of range", "allowed: 0.00390625 to 16"),
    in_kind!(
        "light: (color: \"#ffb060\", radius: «4.3»)",
        "4.3 m is not a multiple of 1/256 m",
        "the nearest is 4.30078"
    ),
    in_kind!("light: (color: \"#ffb060\", radius: 5, fade: «1.5»)", "1.5 is out of range", "allowed: 0 to 1"),
    in_kind!("light: (color: \"#ffb060\", radius: 5, fade: «-0.1»)", "-0.1 is out of range", "allowed: 0 to 1"),
    in_kind!(
        "light: (color: \"#ffb060\", radius: 5, fade: «0.123»)",
        "0.123 has more than two digits behind the point",
        "the nearest is 0.12"
    ),
    in_kind!("light: (color: \"#ffb060\", radius: 5, strength: «0»)", "0 is out of range", "allowed: 0.01 to 2"),
    in_kind!("light: (color: \"#ffb060\", radius: 5, strength: «2.01»)", "2.01 is out of range", "allowed: 0.01 to 2"),
    in_kind!(
        "light: (color: \"#ffb060\", radius: 5, strength: «0.333»)",
        "0.333 has more than two digits behind the point",
        "the nearest is 0.33"
    ),
    in_kind!("light: (color: \"#ffb060\", radius: 5, strength: «NaN»)", "NaN is out of range", "allowed: 0.01 to 2"),
    in_kind!("light: (color: «\"orange\"», radius: 5)", "\"orange\"", ""),
    in_kind!("light: (color: «16», radius: 5)", "expected a text in double quotes, found `16`", ""),
    in_kind!("light: («colour»: \"#ffb060\", radius: 5)", "unknown field \"colour\"", "did you mean `color`?"),
    in_kind!("light: (color: \"#ffb060\", radius: 5, «range»: 5)", "unknown field \"range\"", "radius"),
    in_kind!("light: «(»radius: 5)", "the field `color` is missing", ""),
    in_kind!("light: «(»color: \"#ffb060\")", "the field `radius` is missing", ""),
    in_kind!("light: «\"#ffb060\"»", "\"#ffb060\"", "as in `(color: \"#ffb060\", radius: 5.0)`"),
    in_kind!("light: «5»", "found `5`", "as in `(color: \"#ffb060\", radius: 5.0)`"),
    in_kind!("light: «true»", "found `true`", "as in `(color: \"#ffb060\", radius: 5.0)`"),
    in_kind!("look: «Lava»", "unknown value \"Lava\"", "`Flame`"),
    in_kind!("look: «Liquids»", "unknown value \"Liquids\"", "did you mean `Liquid`?"),
    in_kind!("look: «5»", "found `5`", "`Barrel`"),
    in_kind!("look: «\"Crate\"»", "\"Crate\"", "Crate"),
    in_kind!(
        "sprite: \"crypt/urn\", look: «Pile»",
        "a kind with a `sprite` cannot have a `look`",
        "remove one of the two"
    ),
    in_kind!("sprite: «\"urn\"»", "there is no sprite \"urn\"", "`\"crypt/urn\"` is the sprite of the kind \"urn\""),
    in_kind!("sprite: «\"cript/urn\"»", "there is no built-in preset \"cript\"", "did you mean `crypt/urn`?"),
    in_kind!(
        "sprite: «\"crypt/urns\"»",
        "the built-in preset crypt has no sprite \"urns\"",
        "did you mean `crypt/urn`?"
    ),
    in_kind!("sprite: «\"crypt/\"»", "the built-in preset crypt has no sprite \"\"", ""),
    in_kind!(
        "sprite: «5»",
        "expected rows of characters or the name of a sprite, found `5`",
        "a name as `\"crypt/urn\"`"
    ),
    in_kind!("sprite: [«5»]", "expected a text in double quotes, found `5`", ""),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", variants: {«\"s\"»: 1}), \"s\": (glyph: 's', color: \"#000000\", near: [Wall(1)])})",
        "the variant \"s\" cannot have its own `near`",
        "a variant follows the rules of the prop that becomes it",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", variants: {«\"s\"»: 1}), \"s\": (glyph: 's', color: \"#000000\", variants: {\"t\": 1}), \"t\": (glyph: 't', color: \"#000000\")})",
        "the variant \"s\" cannot have its own `variants`",
        "a variant follows the rules of the prop that becomes it",
    ),
    case(formations!(r#"(shape: X, prop: "r", turn: «Nord»)"#), "unknown value \"Nord\"", "did you mean `North`?"),
    case(formations!(r#"(shape: X, prop: "r", turn: «1»)"#), "expected a turn, found `1`", "allowed: `North`"),
    // When turned, its width and height are exchanged.
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", footprint: (6, 2))}, layouts: [(name: \"l\", rooms: (max: (9, 5)), formations: [(shape: X, prop: \"r\"), (shape: X, prop: \"r\", turn: Random), (shape: X, prop: «\"r\"», turn: East)])])",
        "no room that takes this layout can hold a prop of 6x2 cells",
        "the largest of these rooms have 9x5 cells",
    ),
];

#[test]
fn a_mistake_in_a_kind_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn too_much_of_anything_is_refused() {
    let refusal = |given: &str| {
        let text = format!("(name: \"a\", props: {{\"r\": (glyph: 'r', color: \"#000000\", {given})}})");
        Preset::parse(&text).expect_err(given).to_string()
    };
    let list = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<Vec<_>>().join(", ");
    let tags = list(65, &|number| format!("\"{number}\""));
    assert!(refusal(&format!("tags: [{tags}]")).contains("65 entries are too many"));
    let values = list(65, &|number| format!("\"{number}\": \"\""));
    assert!(refusal(&format!("values: {{{values}}}")).contains("65 entries are too many"));
    let text = "x".repeat(1025);
    assert!(refusal(&format!("values: {{\"a\": \"{text}\"}}")).contains("a text of 1025 characters is too long"));
    let rules = list(17, &|_| "Wall(1)".to_owned());
    assert!(refusal(&format!("near: [{rules}]")).contains("17 rules are too many"));
    let variants = list(65, &|number| format!("\"{number}\": 1"));
    assert!(refusal(&format!("variants: {{{variants}}}")).contains("65 variants are too many"));
}

#[test]
fn every_sprite_of_a_built_in_preset_has_a_name_for_other_presets() {
    for &(name, _) in BUILT_IN {
        let theirs = Preset::built_in(name).expect("a built-in preset").theme().sprites.clone();
        let kinds = theirs
            .keys()
            .map(|kind| format!("{kind:?}: (glyph: 'a', color: \"#000000\", sprite: {:?})", format!("{name}/{kind}")));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let ours = Preset::parse(&format!("(name: \"a\", props: {{{kinds}}})"));
        assert_eq!(ours.unwrap_or_else(|error| panic!("{error:#}")).theme().sprites, theirs, "{name}");
    }
}

#[test]
fn a_look_takes_the_place_of_a_sprite() {
    let text =
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#3f7fb5\", tall: 0, footprint: (2, 1), look: Liquid)})";
    let preset = Preset::parse(text).expect("a preset");
    assert!(preset.theme().sprites.is_empty());
    assert_eq!(preset.theme().looks, [("r".to_owned(), Look::Liquid)].into());
}

#[test]
fn every_rule_of_a_kind_is_in_the_digest_and_defaults_are_not() {
    let digest = |given: &str, turn: &str| {
        let text = format!(
            "(name: \"a\", props: {{\"r\": (glyph: 'r', color: \"#000000\", {given}), \"s\": (glyph: 's', color: \"#000000\")}},
              terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, tags: [\"wet\"])}},
              layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", {turn})])])"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")).digest()
    };
    let plain = digest("", "");
    let nothing = "body: (1, 1), jitter: 0, weight: 1, variants: {}, near: [], avoid: [], marker: false, tags: [], \
                   values: {}, blocks: true, tall: 1.0, light: None";
    assert_eq!(digest(nothing, "turn: North"), plain);
    let given = [
        "body: (0.5, 1)",
        "body: (1, 0.5)",
        "body: (0.5, 0.5), jitter: 0.25",
        "body: (0.5, 0.5), jitter: 0.125",
        "variants: {\"s\": 1}",
        "variants: {\"s\": 2}",
        "weight: 2, variants: {\"s\": 2}",
        "near: [Wall(1)]",
        "avoid: [Wall(1)]",
        "near: [Wall(2)]",
        "near: [Door(1)]",
        "near: [Any(1)]",
        "near: [Bank(1)]",
        "near: [Terrain(\"wet\", 1)]",
        "near: [Terrain(\"wet\", 2)]",
        "near: [Prop(\"s\", 1)]",
        "near: [Prop(\"r\", 1)]",
        "near: [Prop(\"r\", 1), Wall(1)]",
        "marker: true",
        "tags: [\"a\"]",
        "tags: [\"a\", \"b\"]",
        "tags: [\"b\", \"a\"]",
        "values: {\"a\": \"b\"}",
        "values: {\"b\": \"a\"}",
        "light: (color: \"#ffffff\", radius: 5)",
        "light: (color: \"#fffffe\", radius: 5)",
        "light: (color: \"#ffffff\", radius: 5.5)",
        "light: (color: \"#ffffff\", radius: 5, fade: 0.25)",
        "light: (color: \"#ffffff\", radius: 5, strength: 0.25)",
    ];
    let turns = ["turn: East", "turn: South", "turn: West", "turn: Random", "turn: Inward"];
    let digests = given.iter().map(|given| digest(given, "")).chain(turns.iter().map(|turn| digest("", turn)));
    let digests: std::collections::BTreeSet<u64> = digests.chain([plain]).collect();
    assert_eq!(digests.len(), given.len() + turns.len() + 1);
}
