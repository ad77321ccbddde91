//! Syntax errors of presets: quotes, brackets, commas, and values of a wrong type.

use super::{Case, case};

const CASES: &[Case] = &[
    case(formations!(r#"(shape: X, size: «4», prop: "r")"#), "expected a size, found `4`", "as in `Cells(4)`"),
    case(
        formations!(r#"(shape: X, size: «(2, 3)», prop: "r")"#),
        "expected a size, found `(2, 3)`",
        "as in `Cells(4)`",
    ),
    case(
        formations!(r#"(shape: X, size: «Box(2)», prop: "r")"#),
        "`Box(2)` needs two values, but has one",
        "as in `Box(4, 2)`",
    ),
    case(formations!(r#"(shape: X, size: «Box», prop: "r")"#), "`Box` needs values in brackets", "as in `Box(4, 2)`"),
    case(formations!(r#"(shape: X, size: Cells(2, «3»), prop: "r")"#), "`3` is one too many", "as in `Cells(4)`"),
    case(
        formations!(r#"(shape: X, size: Cells(«2.5»), prop: "r")"#),
        "expected a whole number, found `2.5`",
        "decimals",
    ),
    case(formations!(r#"(shape: X, at: «At(0.5)», prop: "r")"#), "`At(0.5)` needs two values", "as in `At(0.5, 0.25)`"),
    case(formations!(r#"(shape: X«(3)», prop: "r")"#), "`X` takes no brackets", "write `X` without brackets"),
    case(
        formations!(r#"(shape: «"Diamond"», prop: "r")"#),
        "expected a shape, found `\"Diamond\"`",
        "write `Diamond`, without quotes",
    ),
    case(
        formations!(r#"(shape: «"Diamand"», prop: "r")"#),
        "expected a shape",
        "did you mean `Diamond`, without quotes?",
    ),
    case(formations!(r#"(shape: «,» prop: "r")"#), "a shape is missing before this `,`", "allowed: `Vertical`"),
    case(formations!("(shape: X, prop: «r»)"), "expected a text in double quotes, found `r`", "as in `\"r\"`"),
    case(
        formations!(r#"(shape: X, prop: "r", fill: «"true"»)"#),
        "expected `true` or `false`",
        "write `true`, without quotes",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\")«)»])",
        "`)` does not match the `[` at line 1, column 47",
        "add the missing `]` before it",
    ),
    case(
        formations!("(shape: X, prop: «\"»r),\n(shape: X, prop: \"r\")"),
        "this quote is not closed on its line",
        "on the same line",
    ),
    case(formations!(r#"(shape: X«» prop: "r")"#), "expected a comma after `X`", ""),
    case(
        formations!("(\n    shape: X,\n    prop: \"r\"«» // here\n    fill: true,\n)"),
        "expected a comma after `\"r\"`",
        "",
    ),
    case("(name: \"a\", palette: {'x': \"#000000\"}«»\n    props: {})", "expected a comma after this `}`", ""),
    case(formations!(r#"(shape: X, prop«» "r")"#), "expected `:` after `prop`", ""),
    case("(name: \"a\", palette: {'x'«» \"#000000\"})", "expected `:` after `'x'`", ""),
    case(formations!(r#"(shape«=»X, prop: "r")"#), "`=` does not belong here", "write `:` before a value"),
    case(formations!(r#"(«"shape"»: X, prop: "r")"#), "names of fields have no quotes", "write `shape`"),
    case(formations!(r#"«(prop: "r")»"#), "the field `shape` is missing", "a formation needs a `shape`"),
    case("(name: \"a\", floorplan: (rooms: (max: «11.5»)))", "expected a whole number, found `11.5`", "decimals"),
    case(
        "(name: \"a\", floorplan: (rooms: (max: «\"11\"»)))",
        "expected a whole number, found `\"11\"`",
        "write `11`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: «\"Plus\"»)]))",
        "expected a shape of room, found `\"Plus\"`",
        "write `Plus`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(weight: 2, shape: «,»)]))",
        "a shape of room is missing before this `,`",
        "allowed: `Rectangle`",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: «L»))",
        "expected a list in square brackets, found `L`",
        "as in `[(shape: L, weight: 2)]`",
    ),
    case("(name: \"a\", floorplan: (rooms: (max: «many»)))", "expected a whole number, found `many`", ""),
    case(
        "(name: \"a\", floorplan: (rooms: (max: «99999999999999999999»)))",
        "is too large for a whole number",
        "18 digits",
    ),
    case("(name: \"a\", floorplan: (rooms: (stop: «25%»)))", "`25%` is not a number", ""),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: («\"0.5\"», 0.6))))",
        "expected a number, found `\"0.5\"`",
        "write `0.5`, without quotes",
    ),
    case("(name: \"a\", floorplan: (rooms: (ratio: «0.5»)))", "expected a pair, found `0.5`", "as in `(0.35, 0.65)`"),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: «[0.3, 0.5]»)))",
        "expected a pair, found `[0.3, 0.5]`",
        "in round brackets",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: «4»))",
        "expected an opening `(`, found `4`",
        "write the fields of `rooms` in round brackets",
    ),
    case(
        "(name: \"a\", floorplan: (path: (rooms: «(from: 3, to: 9)»)))",
        "expected a pair, found `(from: 3, to: 9)`",
        "a ramp is not allowed here; write a pair, as in `(3, 5)`",
    ),
    case(
        "(name: \"a\", floorplan: (path: (rooms: «(min: 3, max: 9)»)))",
        "`min` and `max` are not allowed here",
        "write a pair, as in `(3, 9)`",
    ),
    case(
        "(name: \"a\", groups: {\"x\": (cost: 1, members: {\"rat\": «(min: 1, max: 2)»})})",
        "`min` and `max` are not allowed here",
        "write a pair, as in `(1, 2)`",
    ),
    case(
        "(name: \"a\", floorplan: (cycles: [(from: «(from: 0.0, to: 0.3)», to: (0.5, 1.0))]))",
        "expected a pair, found `(from: 0.0, to: 0.3)`",
        "write a pair",
    ),
    case("(name: \"a\", size: «80»)", "expected a pair, found `80`", "as in `(80, 50)`"),
    case("(name: \"a\", size: (80«» 50))", "expected a comma after `80`", ""),
    case("(name: \"a\", size: (80, 50, «3»))", "`3` is one too many", "as in `(80, 50)`"),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (progress: «0.3»), formations: [])])",
        "expected a pair, found `0.3`",
        "as in `(0.3, 1.0)`",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: «Start»), formations: [])])",
        "expected a list in square brackets, found `Start`",
        "as in `[Start]`",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [Path, «\"Start\"»]), formations: [])])",
        "expected a kind of room",
        "write `Start`, without quotes",
    ),
    case("(name: «'crypt'»)", "expected a text in double quotes, found `'crypt'`", "as in `\"crypt\"`"),
    case(
        "(name: \"a\", palette: {«\"k\"»: \"#000000\"})",
        "expected a character in single quotes, found `\"k\"`",
        "as in `'k'`",
    ),
    case("(name: \"a\", palette: {'k': \"#000000\", «'»a: \"#000000\"})", "this quote is not closed on its line", ""),
    case("(name: \"a\", palette: «[1]»)", "expected a map in braces", "as in `{ 'k'"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «\"%\"», color: \"#000000\")})",
        "expected a character in single quotes, found `\"%\"`",
        "as in `'%'`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'%%'», color: \"#000000\")})",
        "expected a character in single quotes, found `'%%'`",
        "as in `'%'`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: «#000000»)})",
        "`#000000` has no quotes",
        "write `\"#000000\"`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", blocks: «no»)})",
        "expected `true` or `false`, found `no`",
        "",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', «glyph»: 'r', color: \"#000000\")})",
        "the field `glyph` is given twice",
        "",
    ),
    case("(name: \"a\", «/*» size: (80, 50), /* both */\n)", "this comment is never closed", "comments nest"),
    case("(name: \"a«\\q»\")", "unknown escape sequence `\\q`", "write a backslash as `\\\\`"),
    case("(name: \"a\", clearance: «2u8»)", "`2u8` is not a number", ""),
    case("«Preset»(name: \"a\")", "the name `Preset` is not allowed here", "without a name before it"),
    case("(name: \"a\")«)»", "this `)` has no opening bracket", ""),
    case("«(»name: \"a\", // (\nsize: (80, 50)\n", "this `(` is never closed", "line 2, column 15"),
    case("(name: \"a\")«,»", "unexpected text after", ""),
    case("«{name: \"a\"}»", "expected an opening `(`", "a preset begins"),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «\"0.5\"»)))",
        "expected a number or a ramp, found `\"0.5\"`",
        "write `0.5`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «many»)))",
        "expected a number or a ramp, found `many`",
        "as in `0.5` or `(from: 0.2, to: 0.6)`",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «(0.2, 0.6)»)))",
        "expected a number or a ramp, found `(0.2, 0.6)`",
        "a pair is not allowed here; write a ramp, as in `(from: 0.2, to: 0.6)`",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «[0.2]»)))",
        "expected a number or a ramp, found `[0.2]`",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «true»)))",
        "expected a number or a ramp, found `true`",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «0.2..0.6»)))",
        "expected a number or a ramp, found `0.2..0.6`",
        "(from: 0.2, to: 0.6)",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: «#»)))",
        "expected a number or a ramp, found `#`",
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
        "unknown field \"too\"",
        "did you mean `to`?",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: «\"0.4\"»))))",
        "expected a number or a ramp, found `\"0.4\"`",
        "write `0.4`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, over: «Dificulty»))))",
        "unknown value \"Dificulty\"",
        "did you mean `Difficulty`?",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, over: «\"Difficulty\"»))))",
        "expected an axis",
        "write `Difficulty`, without quotes",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: 0.4, ease: «0.5»))))",
        "expected an ease, found `0.5`",
        "allowed: `Linear`",
    ),
    case(
        formations!(r#"(shape: X, size: Ratio(«"1"»), prop: "r")"#),
        "expected a number or a ramp, found `\"1\"`",
        "write `1`, without quotes",
    ),
    case(
        formations!(r#"(shape: X, size: Ratio(from: 0.5, to: «big»), prop: "r")"#),
        "expected a number or a ramp, found `big`",
        "",
    ),
    case(
        formations!(r#"(shape: X, size: Box(2, «"3"»), prop: "r")"#),
        "expected a number or a ramp, found `\"3\"`",
        "write `3`",
    ),
    case(formations!(r#"(shape: X, prop: "r", at: «Of»)"#), "`Of` needs values in brackets", "as in `Of(\"altar\")`"),
    case(
        formations!(r#"(shape: X, prop: "r", at: Of(«altar»))"#),
        "expected a text in double quotes, found `altar`",
        "as in `\"altar\"`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: «Between(Center)»)"#),
        "`Between(Center)` needs two values, but has one",
        "as in `Between(Center, NorthWest)`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: Between(Center, «Middle»))"#),
        "unknown value \"Middle\"",
        "allowed: ",
    ),
    case(formations!(r#"(shape: «Scatter», prop: "r")"#), "`Scatter` needs values in brackets", "as in `Scatter(2)`"),
    case(
        formations!(r#"(shape: Border«(2)», prop: "r")"#),
        "`Border` takes no brackets",
        "write `Border` without brackets",
    ),
    case(formations!(r#"(one_of: «(shape: X, prop: "r")»)"#), "expected a list in square brackets", "as in `[(shape"),
    case(formations!(r#"(shape: X, prop: "r", shift: «1»)"#), "expected a pair, found `1`", "as in `(1, 0)`"),
    case(formations!(r#"(shape: X, prop: "r", count: «many»)"#), "expected a number or a ramp, found `many`", ""),
    case("(name: «r»#\"a)", "this text is never closed", ""),
];

#[test]
fn a_syntax_error_names_the_expected_and_the_found_value() {
    CASES.iter().for_each(Case::check);
}
