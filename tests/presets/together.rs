//! All mistakes of a file are reported at once; and what other languages write otherwise.

use proptest::prelude::*;
use roomgen::{Preset, preset::BUILT_IN};

use super::{Case, case};
use crate::tier;

/// What word processors and other languages write otherwise.
const FOREIGN: &[Case] = &[
    case("(name: «“mine”», clearance: 2)", "`“mine”` has typographic quotes", "write `\"mine\"`"),
    case("«#» my preset\n(name: \"a\")", "`#` does not begin a comment", "comments begin with `//`"),
    case("(name: \"a\", clearance: 2, «#» not 3\n size: (80, 50))", "`#` does not begin a comment", "`//`"),
    case("(name: \"a\", floorplan: (coverage: «30%»))", "`30%` is not a number", "write `0.3`"),
    case("(name: \"a\", floorplan: (coverage: «0,7»))", "`0,7` is not a number", "write `0.7`"),
    case("(name: \"a\", floorplan: (coverage: «Some(0.7)»))", "`Some` is not needed", "write `0.7` without it"),
    case(
        "(name: \"a\", floorplan: (rooms: («8», 18)))",
        "expected a field's name, found `8`",
        "as in `(min: 8, max: 18)`",
    ),
    case(
        "«(»format: 1, revision: 5, seed: 3, tiles: [\"###\"])",
        "this is a level, not a preset",
        "a preset has `props` and `layouts`",
    ),
    case(
        "(name: \"a\", props: {\"u\": (glyph: 'u', color: \"#808080\")},
          vaults: [(name: \"v\", rows: [\"«a»bcde\", \"fghij\"], legend: {'u': \"u\"})])",
        "the characters 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' are not in the legend",
        "the legend has `u`",
    ),
];

#[test]
fn spellings_of_other_languages_are_explained() {
    FOREIGN.iter().for_each(Case::check);
}

#[test]
fn a_value_that_lost_a_part_is_no_mistake_of_its_own() {
    for marked in [
        "(name: \"a\", floorplan: (coverage: (from: «\"x\"», to: 0.6)))",
        "(name: \"a\", floorplan: (coverage: (form: 0.2, to: 0.6)))",
        "(name: \"a\", props: {\"u\": (glyph: 'u', color: «5»)}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"u\")])])",
    ] {
        let text = marked.replace(['«', '»'], "");
        let error = Preset::parse(&text).expect_err(&text);
        assert_eq!(error.problems().len(), 1, "{error}");
    }
}

#[test]
fn each_some_is_one_mistake_and_what_it_holds_is_read() {
    let text = "(name: \"a\", size: Some((40, 30)), clearance: Some(99), floorplan: (coverage: Some(0.7), path: Some(rooms: (3, 99))),
        props: {\"urn\": (glyph: 'u', color: \"#808080\", tall: Some(Some(1)))})";
    let error = Preset::parse(text).expect_err(text);
    let messages: Vec<_> = error.problems().iter().map(|problem| &*problem.message).collect();
    assert_eq!(messages.iter().filter(|message| **message == "`Some` is not needed").count(), 6, "{messages:?}");
    // The clearance of 99.
    assert_eq!(messages.len(), 7, "{messages:?}");
}

#[test]
fn a_file_with_six_mistakes_shows_six() {
    let text = "(name: \"six\", size: (80, 50),
        floorplan: (coverage: \"much\", loop: (chance: 1)),
        clearance: 99,
        props: {
            \"urn\": (glyph: \"u\", color: 5),
            \"vase\": (glyph: 'v', color: \"#80808\"),
        },
        layouts: [(name: \"hall\", formations: [
            (shape: Bulge, prop: \"urn\"),
            (shape: X, prop: \"vas\"),
        ])])";
    let error = Preset::parse(text).expect_err("six mistakes and two more");
    let given: Vec<_> = error.problems().iter().map(|problem| &text[problem.span.clone()]).collect();
    assert_eq!(given, ["\"much\"", "loop", "99", "\"u\"", "5", "\"#80808\"", "Bulge", "\"vas\""], "{error}");
}

/// Mistakes for the preset `crypt`, each in another field: a text of the file, and what replaces
/// it.
const SLIPS: [(&str, &str); 8] = [
    ("floorplan: (", "clearance: \"one\", floorplan: ("),
    ("layouts: [", "layouts: [(name: \"plain\", rooms: (kinds: [Path, Hall])), "),
    ("layouts: [", "layouts: [(name: \"other\", formations: [(shape: Bulge, prop: \"urn\")]), "),
    ("vaults: [", "vaults: [(name: 7, rows: [\"...\"]), "),
    ("props: {", "props: { \"slip\": (glyph: 's', color: \"#808080\", tal: 1.0), "),
    ("props: {", "props: { \"slop\": (glyph: 's', color: \"#808080\", opaque: 3), "),
    ("props: {", "props: { \"slap\": (glyph: 's', color: \"gray\"), "),
    ("theme: (", "theme: (rok: \"#000000\", "),
];

/// The crypt with some of [`SLIPS`].
fn slipped(chosen: &[usize]) -> String {
    let mut text = BUILT_IN.iter().find(|(name, _)| *name == "crypt").expect("a preset").1.to_owned();
    for &number in chosen {
        let (from, to) = SLIPS[number];
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

/// What is wrong with a text, without the places.
fn messages(text: &str) -> Vec<String> {
    let Err(error) = Preset::parse(text) else { return Vec::new() };
    let mut messages: Vec<_> = error.problems().iter().map(|problem| problem.message.clone()).collect();
    messages.sort();
    messages
}

proptest! {
    // Each case reads up to nine texts, and reads each again for each of its mistakes.
    #![proptest_config(ProptestConfig::with_cases(tier::size(12, 256)))]

    #[test]
    fn mistakes_in_different_fields_are_reported_together_as_alone(
        chosen in proptest::sample::subsequence((0..SLIPS.len()).collect::<Vec<_>>(), 0..=SLIPS.len()),
    ) {
        let mut alone: Vec<_> = chosen.iter().flat_map(|&number| messages(&slipped(&[number]))).collect();
        alone.sort();
        prop_assert!(alone.len() >= chosen.len());
        prop_assert_eq!(messages(&slipped(&chosen)), alone);
    }
}

#[test]
fn an_error_underlines_the_mistake_by_itself() {
    let text = "(name: \"ö\",\n  size: (80, 5), // low\n  theme: (walls: Stones,\n  floor: Grass))";
    let error = Preset::parse(text).expect_err("two mistakes");
    let expected = "\
error: 80x5 is not a valid size: a side has 8 to 16384 cells, and a level has at most 268435456
 --> line 2, column 9
  |
2 |   size: (80, 5), // low
  |         ^^^^^^^

error: unknown value \"Stones\"
 --> line 3, column 18
  |
3 |   theme: (walls: Stones,
  |                  ^^^^^^
  = help: allowed: `Bricks`, `Hedge`, `Planks`, `Rock`";
    assert_eq!(format!("{error:#}"), expected);
    let [size, _] = error.problems() else { panic!("{error}") };
    assert_eq!((size.end_line, size.end_column), (2, 16));
    let long = format!("(name: \"a\", {}clearance: 0)", " ".repeat(200));
    let error = Preset::parse(&long).expect_err("a mistake");
    let shown = format!("{error:#}");
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines[3].find("0)"), lines[4].find('^'), "{shown}");
    assert!(lines[3].len() < 130, "{shown}");
}
