//! Syntax errors of presets: quotes, brackets, commas, and values of a wrong type.

use super::{Case, case};

const CASES: &[Case] = &[
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: «4», prop: \"r\")])])",
        "a size is expected here, `4` is none",
        "as in `Cells(4)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: «(2, 3)», prop: \"r\")])])",
        "a size is expected here, `(2, 3)` is none",
        "as in `Cells(4)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: «Box(2)», prop: \"r\")])])",
        "`Box(2)` has one value, two are expected",
        "as in `Box(4, 2)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: «Box», prop: \"r\")])])",
        "`Box` takes values in brackets",
        "as in `Box(4, 2)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: Cells(2, «3»), prop: \"r\")])])",
        "`3` is one value too many",
        "as in `Cells(4)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: Cells(«2.5»), prop: \"r\")])])",
        "a whole number is expected here, `2.5` is none",
        "no fraction",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, at: «At(0.5)», prop: \"r\")])])",
        "`At(0.5)` has one value",
        "as in `At(0.5, 0.25)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X«(3)», prop: \"r\")])])",
        "`X` takes no brackets",
        "write `X` alone",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: «\"Diamond\"», prop: \"r\")])])",
        "a shape is expected here, `\"Diamond\"` is none",
        "write `Diamond`, without quotes",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: «\"Diamand\"», prop: \"r\")])])",
        "a shape is expected here",
        "did you mean `Diamond`?",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: «,» prop: \"r\")])])",
        "a shape is missing before this `,`",
        "allowed are `Vertical`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: «r»)])])",
        "a text in double quotes is expected here, `r` is none",
        "as in `\"r\"`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", fill: «\"true\"»)])])",
        "`true` or `false` is expected here",
        "write `true`, without quotes",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\")«)»])",
        "`)` cannot close the `[` of line 1, column 47",
        "a `]` is missing before it",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: «\"»r),\n(shape: X, prop: \"r\")])])",
        "this quote is not closed on its line",
        "on the same line",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X«» prop: \"r\")])])",
        "a comma is expected behind `X`",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(\n    shape: X,\n    prop: \"r\"«» // here\n    fill: true,\n)])])",
        "a comma is expected behind `\"r\"`",
        "",
    ),
    case("(name: \"a\", palette: {'x': \"#000000\"}«»\n    props: {})", "a comma is expected behind this `}`", ""),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop«» \"r\")])])",
        "a `:` is expected behind `prop`",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape«»=X, prop: \"r\")])])",
        "a `:` is expected behind `shape`",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(«\"shape\"»: X, prop: \"r\")])])",
        "a field's name is expected here, `\"shape\"` is none",
        "write `shape`, without quotes",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [«(prop: \"r\")»])])",
        "the field `shape` is missing",
        "a formation has a `shape`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (max: «11.5»)))",
        "a whole number is expected here, `11.5` is none",
        "no fraction",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (max: «\"11\"»)))",
        "a whole number is expected here, `\"11\"` is none",
        "write `11`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: «\"Plus\"»)]))",
        "a shape of room is expected here, `\"Plus\"` is none",
        "write `Plus`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(weight: 2, shape: «,»)]))",
        "a shape of room is missing before this `,`",
        "allowed are `Rectangle`",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: «L»))",
        "a list in square brackets is expected here, `L` is none",
        "as in `[(shape: L, weight: 2)]`",
    ),
    case("(name: \"a\", floorplan: (rooms: (max: «many»)))", "a whole number is expected here, `many` is none", ""),
    case(
        "(name: \"a\", floorplan: (rooms: (max: «99999999999999999999»)))",
        "is not a whole number that could be meant",
        "18 digits",
    ),
    case("(name: \"a\", floorplan: (rooms: (stop: «25%»)))", "`25%` is not a number", ""),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: («\"0.5\"», 0.6))))",
        "a number is expected here, `\"0.5\"` is none",
        "write `0.5`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: «0.5»)))",
        "a pair is expected here, `0.5` is none",
        "as in `(0.35, 0.65)`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: «[0.3, 0.5]»)))",
        "a pair is expected here, `[0.3, 0.5]` is none",
        "in round brackets",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: «4»))",
        "an opening `(` is expected here, `4` is none",
        "the fields of `rooms` stand in round brackets",
    ),
    case("(name: \"a\", size: «80»)", "a pair is expected here, `80` is none", "as in `(80, 50)`"),
    case("(name: \"a\", size: (80«» 50))", "a comma is expected behind `80`", ""),
    case("(name: \"a\", size: (80, 50, «3»))", "`3` is one value too many", "as in `(80, 50)`"),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (progress: «0.3»), formations: [])])",
        "a pair is expected here, `0.3` is none",
        "as in `(0.3, 1.0)`",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: «Start»), formations: [])])",
        "a list in square brackets is expected here, `Start` is none",
        "as in `[Start]`",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [Path, «\"Start\"»]), formations: [])])",
        "a kind of room is expected here",
        "write `Start`, without quotes",
    ),
    case("(name: «'crypt'»)", "a text in double quotes is expected here, `'crypt'` is none", "as in `\"crypt\"`"),
    case(
        "(name: \"a\", palette: {«\"k\"»: \"#000000\"})",
        "a character in single quotes is expected here, `\"k\"` is none",
        "as in `'k'`",
    ),
    case("(name: \"a\", palette: {'k': \"#000000\", «'»a: \"#000000\"})", "this quote is not closed on its line", ""),
    case("(name: \"a\", palette: «[1]»)", "a list in braces is expected here", "as in `{ 'k'"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «\"%\"», color: \"#000000\")})",
        "a character in single quotes is expected here, `\"%\"` is none",
        "as in `'%'`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'%%'», color: \"#000000\")})",
        "a character in single quotes is expected here, `'%%'` is none",
        "as in `'%'`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: «#000000»)})",
        "a text in double quotes is expected here, `#000000` is none",
        "as in `\"#000000\"`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", blocks: «no»)})",
        "`true` or `false` is expected here, `no` is neither",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', «glyph»: 'r', color: \"#000000\")})",
        "the field `glyph` is given twice",
        "",
    ),
    case("(name: \"a\", «/*» size: (80, 50), /* both */\n)", "this comment is never closed", "comments nest"),
    case("(name: «\"a\\q\"»)", "a backslash means nothing here", ""),
    case("(name: \"a\", clearance: «2u8»)", "cannot be understood here", ""),
    case("«Preset»(name: \"a\")", "the name `Preset` cannot stand here", "without a name before it"),
    case("(name: \"a\")«)»", "this `)` closes nothing", ""),
    case("«(»name: \"a\", // (\nsize: (80, 50)\n", "this `(` is never closed", "line 2, column 15"),
    case("(name: \"a\")«,»", "nothing may follow", ""),
    case("«{name: \"a\"}»", "an opening `(` is expected here", "a preset begins"),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «\"0.5\"»)))",
        "a number or a ramp is expected here, `\"0.5\"` is neither",
        "write `0.5`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «many»)))",
        "a number or a ramp is expected here, `many` is neither",
        "as in `0.5` or `(from: 0.2, to: 0.6)`",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «(0.2, 0.6)»)))",
        "a number or a ramp is expected here, `(0.2, 0.6)` is neither",
        "as in `0.5` or `(from: 0.2, to: 0.6)`",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «[0.2]»)))",
        "a number or a ramp is expected here, `[0.2]` is neither",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «true»)))",
        "a number or a ramp is expected here, `true` is neither",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «0.2..0.6»)))",
        "a number or a ramp is expected here, `0.2..0.6` is neither",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «#»)))",
        "a number or a ramp is expected here, `#` is neither",
        "(from: 0.2, to: 0.6)",
    ),
    case("(name: \"a\", floorplan: (bonus: (chance: «25%»)))", "`25%` is not a number", ""),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «,» depth: 2)))",
        "a number or a ramp is missing before this `,`",
        "(from: 0.2, to: 0.6)",
    ),
    case("(name: \"a\", floorplan: (bonus: (chance: «(»from: 0.2))))", "the field `to` is missing", ""),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, «too»: 0.4))))",
        "there is no field \"too\" here",
        "did you mean `to`?",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: «\"0.4\"»))))",
        "a number or a ramp is expected here, `\"0.4\"` is neither",
        "write `0.4`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, over: «Dificulty»))))",
        "there is no \"Dificulty\" here",
        "did you mean `Difficulty`?",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, over: «\"Difficulty\"»))))",
        "an axis is expected here",
        "write `Difficulty`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, ease: «0.5»))))",
        "an ease is expected here, `0.5` is none",
        "allowed are `Linear`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: Ratio(«\"1\"»), prop: \"r\")])])",
        "a number or a ramp is expected here, `\"1\"` is neither",
        "write `1`, without quotes",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: Ratio(from: 0.5, to: «big»), prop: \"r\")])])",
        "a number or a ramp is expected here, `big` is neither",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, size: Box(2, «\"3\"»), prop: \"r\")])])",
        "a number or a ramp is expected here, `\"3\"` is neither",
        "write `3`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", at: «Of»)])])",
        "`Of` takes values in brackets",
        "as in `Of(\"altar\")`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", at: Of(«altar»))])])",
        "a text in double quotes is expected here, `altar` is none",
        "as in `\"altar\"`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", at: «Between(Center)»)])])",
        "`Between(Center)` has one value, two are expected",
        "as in `Between(Center, NorthWest)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", at: Between(Center, «Middle»))])])",
        "there is no \"Middle\" here",
        "allowed are",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: «Scatter», prop: \"r\")])])",
        "`Scatter` takes values in brackets",
        "as in `Scatter(2)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: Border«(2)», prop: \"r\")])])",
        "`Border` takes no brackets",
        "write `Border` alone",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(one_of: «(shape: X, prop: \"r\")»)])])",
        "a list in square brackets is expected here",
        "as in `[(shape",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", shift: «1»)])])",
        "a pair is expected here, `1` is none",
        "as in `(1, 0)`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\", count: «many»)])])",
        "a number or a ramp is expected here, `many` is neither",
        "",
    ),
    case("(name: «r»#\"a)", "this text is never closed", ""),
];

#[test]
fn a_mistake_of_form_is_told_by_what_is_expected_and_what_was_given() {
    CASES.iter().for_each(Case::check);
}
