//! What is easily written instead, and the help that leads to what was meant.

use roomgen::Preset;

use super::{Case, case};

macro_rules! in_formation {
    ($fields:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")},
                  layouts: [(name: \"l\", formations: [(prop: \"r\", ",
                $fields,
                ")])])"
            ),
            $message,
            $help,
        )
    };
}

macro_rules! in_floorplan {
    ($field:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", floorplan: (", $field, "))"), $message, $help)
    };
}

const CASES: &[Case] = &[
    in_floorplan!("shapes: [«Round»]", "expected fields in round brackets, found `Round`", "write `(shape: Round)`"),
    in_floorplan!(
        "shapes: [«Moon»]",
        "expected fields in round brackets, found `Moon`",
        "as in `(shape: L, weight: 2)`"
    ),
    in_floorplan!("doors: [«Secret»]", "expected fields in round brackets, found `Secret`", "write `(kind: Secret)`"),
    in_floorplan!("loops: «true»", "expected fields in round brackets, found `true`", "as in `(chance: 0.3)`"),
    in_floorplan!("loops: «0.3»", "expected an opening `(`, found `0.3`", "in round brackets, as in `(chance: 0.3)`"),
    in_floorplan!("exit: «Wall»", "expected fields in round brackets, found `Wall`", "write `(at: Wall)`"),
    case("(name«=»\"a\")", "`=` does not belong here", "write `:` before a value"),
    case("(name: \"a\", size «=» (40, 30))", "`=` does not belong here", "write `:` before a value"),
    case("(«\"name\"»: \"a\")", "names of fields have no quotes", "write `name`"),
    case("(name: \"a\", «\"size\"»: (40, 30))", "names of fields have no quotes", "write `size`"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «‘r’», color: \"#000000\")})",
        "`‘r’` has typographic quotes",
        "write `'r'`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: «#7a5230»)})",
        "`#7a5230` has no quotes",
        "write `\"#7a5230\"`",
    ),
    in_floorplan!("loops: «Some((chance: 0.3))»", "`Some` is not needed", "write `(chance: 0.3)` without it"),
    case("(name: \"a\", size: «Some((40, 30))»)", "`Some` is not needed", "write `(40, 30)` without it"),
    in_formation!("shape: X, checker: «Some(true)»", "`Some` is not needed", "write `true` without it"),
    // Where RON itself would take it.
    in_formation!("shape: X, count: «Some(2)»", "`Some` is not needed", "write `2` without it"),
    in_formation!("shape: X, name: «Some( \"x\", )»", "`Some` is not needed", "write `\"x\"` without it"),
    in_formation!("shape: X, size: «Some(Cells(2))»", "`Some` is not needed", "write `Cells(2)` without it"),
    in_formation!(
        "shape: X, count: «Some(from: 1, to: 2)»",
        "`Some` is not needed",
        "write `(from: 1, to: 2)` without it"
    ),
    case("(name: \"a\", memory: «Some()»)", "`Some` is not needed", "write `()` without it"),
    in_floorplan!("bonus: (hosts: «Some([Path])»)", "`Some` is not needed", "write `[Path]` without it"),
    in_formation!("shape: X, checker: «1»", "expected `true` or `false`, found `1`", "write `true`"),
    in_formation!("shape: X, checker: «no»", "expected `true` or `false`, found `no`", "write `false`"),
    in_formation!("shape: X, checker: «True»", "expected `true` or `false`, found `True`", "write `true`"),
    in_formation!("shape: «Shape::Circle»", "`Shape::` is not needed", "write `Circle`"),
    in_formation!(
        "shape: X, size: «roomgen::MaskSize::Cells(4)»",
        "`roomgen::MaskSize::` is not needed",
        "write `Cells(4)`"
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [Path, «RoomKind::Start»]), formations: [])])",
        "`RoomKind::` is not needed",
        "write `Start`",
    ),
    in_formation!("shape: «Ring»", "unknown value \"Ring\"", "did you mean `Circle`? allowed: "),
    in_formation!("shape: «Angle»", "unknown value \"Angle\"", "allowed: `Vertical`"),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [«Hub»]), formations: [])])",
        "unknown value \"Hub\"",
        "allowed: `Start`, `Path`, `Bonus`, `End`, `Detour`",
    ),
    case("(name: «''»)", "expected a text in double quotes, found `''`", "as in `\"urn\"`"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «''», color: \"#000000\"), \"s\": (glyph: 's', color: \"#000000\")})",
        "expected a character in single quotes, found `''`",
        "as in `'%'`",
    ),
    case("(name: \"«\\u0074»\")", "unknown escape sequence `\\u0074`", "write `\\u{0074}`"),
    case("(name: \"a\\u{62}\\n«\\x»q\")", "unknown escape sequence `\\x`", "write a backslash as `\\\\`"),
    case("(name: \"«\\ud83d»\\ude00\")", "unknown escape sequence `\\ud83d`", "write a backslash as `\\\\`"),
];

#[test]
fn a_common_mistake_is_one_problem_whose_help_leads_on() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn a_list_that_lost_an_item_is_no_mistake_of_its_own_and_one_that_did_not_is() {
    let text = |kinds: &str| {
        format!(
            "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [{kinds}], progress: (0.5, 1)), formations: [])])"
        )
    };
    let count = |kinds: &str| Preset::parse(&text(kinds)).map_or_else(|error| error.problems().len(), |_| 0);
    assert_eq!([count("Hub"), count("Start, Hub"), count("Start"), count("End")], [1, 1, 1, 0]);
}
