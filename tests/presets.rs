//! Errors of invalid presets name the place, what was given and what is allowed.

use proptest::prelude::*;
use roomgen::{Preset, error::Problem, preset::BUILT_IN};

/// The text of a preset with the prop "r" and a layout of these formations.
macro_rules! formations {
    ($formations:literal) => {
        concat!(
            "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [",
            $formations,
            "])])"
        )
    };
}

mod encounters;
mod examples;
mod form;
mod kinds;
mod look_alikes;
mod misleading;
mod missions;
mod offers;
mod pools;
mod sheet;
mod slips;
mod telling;
mod terrain;
mod together;
mod vaults;

/// A preset with one problem, whose span is marked by `«` and `»`.
struct Case {
    marked: &'static str,
    message: &'static str,
    help: &'static str,
}

const fn case(marked: &'static str, message: &'static str, help: &'static str) -> Case {
    Case { marked, message, help }
}

const CASES: &[Case] = &[
    case("(name: \"a\", «sise»: (80, 50))", "unknown field \"sise\"", "did you mean `size`?"),
    case("(name: \"a\", size: «(80, 5)»)", "80x5 is not a valid size", ""),
    case(
        "(name: \"a\", size: «(10, 10)», floorplan: (rooms: (min: 20, max: 40)))",
        "a level of 10x10 cannot hold the smallest room",
        "at least 22 cells",
    ),
    case("(name: «\"\"»)", "a name must not be empty", "1 to 64 printable characters"),
    case("(name: «\"\\u{1b}[2J\"»)", "contains a control character", "printable"),
    case("(name: \"a\", theme: (ambient: «-0.1»))", "-0.1 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", theme: (ambient: «1.5»))", "1.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", theme: (ambient: «NaN»))", "NaN is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", theme: (ambient: «0.123»))", "0.123 has more than two digits", "the nearest is 0.12"),
    case("(name: \"a\", theme: (ambient: «\"dark\"»))", "expected a number, found `\"dark\"`", ""),
    case("(name: \"a\", clearance: «0»)", "0 is out of range", "allowed: 1 to 8"),
    case(
        "(name: \"a\", floorplan: (rooms: (min: 5, max: «9»)))",
        "the largest side 9 is less than twice the smallest",
        "at least 10",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (ratio: «(0.7, 0.3)»)))",
        "0.7 to 0.3 is an empty range",
        "the first number is the minimum",
    ),
    case("(name: \"a\", floorplan: (rooms: (stop: «NaN»)))", "NaN is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", floorplan: (rooms: (longer: «1.5»)))", "1.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", floorplan: (style: Adjacent(door: (1, «4»))))", "4 is out of range", "allowed: 1 to 3"),
    case(
        "(name: \"a\", floorplan: (style: «Adjasent»(door: (1, 4))))",
        "unknown value \"Adjasent\"",
        "did you mean `Adjacent`?",
    ),
    case("(name: \"a\", floorplan: (style: Corridors(width: (1, «4»))))", "4 is out of range", "allowed: 1 to 3"),
    case(
        "(name: \"a\", floorplan: (style: Corridors(margin: «(0, 1)»)))",
        "could leave two cells between two rooms",
        "`(0, 2)`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (min: 5, max: 10), style: Corridors(margin: «(2, 2)»)))",
        "is less than twice the smallest with its margins",
        "`rooms.max` must be at least 14",
    ),
    case("(name: \"a\", floorplan: (style: Corridors(margin: «(1, 3)»)))", "without facing it", "here 7"),
    case("(name: \"a\", floorplan: (coverage: «1.5»))", "1.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", floorplan: (loops: (apart: «1»)))", "1 is out of range", "allowed: 2 to 64"),
    case("(name: \"a\", floorplan: (loops: (skip: «1.5»)))", "1.5 is out of range", "allowed: 0 to 1"),
    case(
        "(name: \"a\", floorplan: (loops: (rooms: (tags: [«\"late\"»])), tags: [(tag: \"late\")]))",
        "rooms get the tag \"late\" after the loops",
        "the names of `rooms.sizes`",
    ),
    case("(name: \"a\", floorplan: (cycles: [(from: (0.5, 1), to: «(0, 0.5)»)]))", "lies behind one", "a later one"),
    case("(name: \"a\", floorplan: (cycles: [(from: «(0.7, 0.3)»)]))", "0.7 to 0.3 is an empty range", ""),
    case("(name: \"a\", floorplan: (cycles: [(rooms: («0», 3))]))", "0 is out of range", "allowed: 1 to 64"),
    case("(name: \"a\", floorplan: (cycles: [(rooms: «(6, 3)»)]))", "6 to 3 is an empty range", ""),
    case("(name: \"a\", floorplan: (cycles: [(most: «17»)]))", "17 is out of range", "allowed: 0 to 16"),
    case("(name: \"a\", floorplan: (cycles: [(chance: (from: 0, to: 1, over: «Progress»))]))", "over Progress", ""),
    case(
        "(name: \"a\", floorplan: (cycles: [(most: 2, least: «3»)]))",
        "a level must have 3, but may ask for 2 only",
        "`least` is at most `most`, at every difficulty",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: (9, 9), count: (0, 2), least: «1»)])))",
        "a level must have 1, but may ask for 0 only",
        "at most the minimum of `count`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: (9, 9), least: «-1»)])))",
        "-1 is out of range",
        "allowed: 0",
    ),
    case("(name: \"a\", floorplan: (cycles: [(tag: «\"\"»)]))", "a name must not be empty", "printable"),
    case("(name: \"a\", floorplan: (bonus: (hosts: «[]»)))", "bonus rooms can be nowhere", "`rooms: (0, 0)`"),
    case("(name: \"a\", floorplan: (bonus: (hosts: «[Detour]»)))", "bonus rooms can be nowhere", "without `cycles`"),
    case(
        "(name: \"a\", floorplan: (bonus: (hosts: [Start, «Bonus»])))",
        "no chain of bonus rooms begins at one",
        "`Detour` and `End`",
    ),
    case("(name: \"a\", floorplan: (bonus: (hosts: [«Ende»])))", "unknown value \"Ende\"", "did you mean `End`?"),
    case("(name: \"a\", floorplan: (cycles: «[(), (), (), (), (), (), (), (), ()]»))", "9 rules are too many", "8"),
    case(
        "(name: \"a\", layouts: [(name: \"b\", rooms: (kinds: «[Detour]»), formations: [])])",
        "no room can match this filter",
        "this preset has none",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: «(9, 8)»)])))",
        "the smallest room of 9x9 cells exceeds the largest of 9x8",
        "neither in width nor in height",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: «\"\"», min: (9, 9), max: (9, 9))])))",
        "a name must not be empty",
        "printable",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: (9, 9)), (name: «\"h\"», min: (9, 9), max: (9, 9))])))",
        "the name \"h\" is given twice",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: «(2, 9)», max: (9, 9))]), style: Corridors()))",
        "rooms of 2x9 cells are too small for the doors and corridors",
        "each side needs at least 5 cells",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: «[(name: \"h\", min: (9, 9), max: (9, 9), count: (0, 20)), (name: \"i\", min: (9, 9), max: (9, 9), count: (0, 20))]»)))",
        "40 rooms of these sizes and 0 vaults",
        "together at most 32",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: (9, 9), turns: «1»)])))",
        "expected `true` or `false`, found `1`",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, 9), max: (9, 9), progress: «(0.9, 0.1)»)])))",
        "0.9 to 0.1 is an empty range",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, (from: 9, to: 12)), max: «(9, 10)»)])))",
        "the smallest room of 9x12 cells exceeds the largest of 9x10",
        "neither in width nor in height",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: (9, (from: 9, to: 12, over: «Progress»)), max: (9, 12))])))",
        "over Progress",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: («0», 9), max: (9, 12))])))",
        "0 is out of range",
        "allowed: 1 to 16382",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", min: («8.5», 9), max: (9, 12))])))",
        "expected a whole number, found `8.5`",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [«(name: \"h\", min: (9, 9))»])))",
        "the field `max` is missing",
        "or else a `fraction`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", fraction: «0.8»)])))",
        "0.8 is out of range",
        "allowed: 0.05 to 0.75",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", fraction: «0»)])))",
        "0 is out of range",
        "allowed: 0.05 to 0.75",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", fraction: (from: 0, to: «-0.1»))])))",
        "-0.1 is out of range",
        "allowed: 0 to 0.75",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", fraction: (from: 0, to: 0.5, over: «Progress»))])))",
        "over Progress",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"h\", fraction: 0.3, max: «(9, 9)»)])))",
        "a size with a `fraction` cannot have `max`",
        "remove one of them",
    ),
    case(
        "(name: \"a\", floorplan: (style: Adjacent(corner: «7»)))",
        "no room has a door 7 cells from both corners",
        "at most 6 are possible",
    ),
    case("(name: \"a\", floorplan: (style: Adjacent(corner: «-1»)))", "-1 is out of range", "allowed: 0 to 64"),
    case("(name: \"a\", floorplan: (style: Corridors(bends: «1.5»)))", "1.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", floorplan: (exit: (at: «Door»)))", "unknown value \"Door\"", "`Middle`, `Wall`"),
    case("(name: \"a\", floorplan: (exit: (at: «3»)))", "expected a place for stairs, found `3`", "`Middle`, `Wall`"),
    case("(name: \"a\", floorplan: (entry: («on»: Wall)))", "unknown field \"on\"", "allowed: `at`"),
    case(
        "(name: \"a\", floorplan: (entry: «Wall»))",
        "expected fields in round brackets, found `Wall`",
        "write `(at: Wall)`",
    ),
    case("(name: \"a\", floorplan: (tags: [(tag: «\"\"»)]))", "a name must not be empty", "printable"),
    case("(name: \"a\", floorplan: (tags: [(tag: \"t\", pick: Every(«0»))]))", "0 is out of range", "allowed: 1"),
    case("(name: \"a\", floorplan: (tags: [(tag: \"t\", most: «0»)]))", "0 is out of range", "allowed: 1"),
    case(
        "(name: \"a\", floorplan: (tags: [(tag: \"shop\")], doors: [(kind: Secret, rooms: (tags: [«\"shp\"»]))]))",
        "no rule gives the tag \"shp\"",
        "did you mean `shop`?",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (tags: [«\"shop\"»]), formations: [])])",
        "no rule gives the tag \"shop\"",
        "none are defined",
    ),
    case("(name: \"a\", floorplan: (doors: [(kind: «Shut»)]))", "unknown value \"Shut\"", "allowed: "),
    case("(name: \"a\", floorplan: (start: «Coner»))", "unknown value \"Coner\"", "did you mean `Corner`?"),
    case(
        "(name: \"a\", floorplan: (path: (rooms: (3, 4), fraction: «(0.1, 0.2)»)))",
        "the path has both `rooms` and `fraction`",
        "a fraction of all leaves",
    ),
    case("(name: \"a\", floorplan: (path: (rooms: («0», 4))))", "0 is out of range", "allowed: 1 to"),
    case("(name: \"a\", floorplan: (bonus: (chance: «-0.5»)))", "-0.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", floorplan: (shapes: [(shape: L, weight: «0»)]))", "0 is out of range", "allowed: 1 to"),
    case("(name: \"a\", floorplan: (shapes: [(shape: L, min: (7, «0»))]))", "0 is out of range", "allowed: 1 to"),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Plus), «(shape: L, min: (15, 1))»]))",
        "no room can have this shape",
        "it asks for rooms of at least 15x1; the floor plan makes sides of 5 to 14",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [«(shape: L, min: (15, 1), max: (20, 9))»]))",
        "no room can have this shape",
        "it asks for rooms from 15x1 to 20x9; the floor plan makes sides of 5 to 14",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: L, min: (7, 7), max: «(6, 9)»)]))",
        "the smallest room of 7x7 cells exceeds the largest of 6x9",
        "`min` must not exceed `max`, neither in width nor in height",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: «Ell»)]))",
        "unknown value \"Ell\"",
        "did you mean `L`? allowed: `Rectangle`, `L`, `Plus`, `Round`, `Octagon`, `Cave`, `Tunnels`, `Ruin`",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Cave, open: «0.9»)]))",
        "0.9 is out of range",
        "allowed: 0.45 to 0.75",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Cave, open: (from: 0.5, to: «0.3»))]))",
        "0.3 is out of range",
        "allowed: 0.45 to 0.75",
    ),
    case("(name: \"a\", floorplan: (shapes: [(shape: Cave, rough: «-1»)]))", "-1 is out of range", "allowed: 0 to 1"),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Tunnels, rough: «0.5»)]))",
        "a room of the shape `Tunnels` cannot have `rough`",
        "`open`, `rough` and `merge` say how a `Cave` is drawn",
    ),
    case("(name: \"a\", floorplan: (shapes: [(shape: Cave, merge: «1.5»)]))", "1.5 is out of range", "allowed: 0 to 1"),
    case(
        "(name: \"a\", floorplan: (rooms: (max: 90), shapes: [«(shape: Ruin, min: (65, 9))»]))",
        "no room can have this shape",
        "it asks for rooms of at least 65x9; no side of a `Ruin` has more than 64 cells",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Octagon, cut: «1.5»)]))",
        "1.5 is out of range",
        "allowed: 0 to 1",
    ),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: Cave, cut: «0.5»)]))",
        "a room of the shape `Cave` cannot have `cut`",
        "`L`, `Plus`, `Round` or `Octagon`",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (sizes: [(name: \"court\", fraction: 0.3)]), shapes: [(shape: L, size: «\"cort\"»)]))",
        "there is no size \"cort\"",
        "did you mean `court`?",
    ),
    case("(name: \"a\", theme: (door: «\"brown\"»))", "\"brown\" is not a colour", ""),
    case("(name: \"a\", palette: {'x': «\"#12345\"»})", "\"#12345\" is not a colour", ""),
    case("(name: \"a\", palette: {«'.'»: \"#123456\"})", "'.' is always transparent", ""),
    case("(name: \"a\", props: {\"r\": (glyph: «'\\n'», color: \"#000000\")})", "'\\n' cannot be a glyph", "visible"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", footprint: («9», 1))})",
        "9 is out of range",
        "allowed: 1 to 8",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", tall: «0.3»)})",
        "0.3 m is not a multiple of 1/256 m",
        "the nearest is 0.30078125",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\"), «\"r\"»: (glyph: 'r', color: \"#000000\")})",
        "the name \"r\" is given twice",
        "",
    ),
    case(
        "(name: \"a\", palette: {'x': \"#000000\"}, props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: [\"xx\", «\"x\"»])})",
        "this row has 1 characters, the others have 2",
        "the same length",
    ),
    case(
        "(name: \"a\", palette: {'x': \"#000000\"}, props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: [\"x«y»\"])})",
        "'y' is not in the palette",
        "the palette has `x`; `.` is transparent",
    ),
    case(
        "(name: \"a\", props: {\"pillar\": (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: «\"piller\"»)])])",
        "there is no prop \"piller\"",
        "did you mean `pillar`?",
    ),
    case(formations!(r#"(shape: «Cirlce», prop: "r")"#), "unknown value \"Cirlce\"", "did you mean `Circle`?"),
    case(formations!(r#"(shape: X, at: «Centre», prop: "r")"#), "unknown value \"Centre\"", "did you mean `Center`?"),
    case(formations!(r#"(shape: X, at: At(0.5, «2»), prop: "r")"#), "2 is out of range", "allowed: 0 to 1"),
    case(formations!(r#"(shape: X, size: Cells(«0»), prop: "r")"#), "0 is out of range", "allowed: 1 to 255"),
    case(
        formations!(r###"(shape: Bitmap(["##", «"#x"»]), prop: "r")"###),
        "'x' is not allowed in a bitmap",
        "`#` is a prop",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: «(min: (15, 1))», formations: [])])",
        "no room can match this filter",
        "it asks for rooms of at least 15x1; the floor plan makes sides of 5 to 14",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: «[Start]», progress: (0.5, 1.0)), formations: [])])",
        "no room can match this filter",
        "the start room has 0",
    ),
    case("(name: \"a\", layouts: [(name: \"l\", weight: «0», formations: [])])", "0 is out of range", "allowed: 1 to"),
    case(
        "(name: \"a\", palette: {'X': \"#000000\", 'b': \"#000000\"}, props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: [\"b\\u{62}«\\x78»b\", \"xbbx\", \"xbbb\"])})",
        "'x' is not in the palette; 3 rows use it",
        "did you mean `X`? the palette has `Xb`; `.` is transparent",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: [\"«x»\"])})",
        "'x' is not in the palette",
        "the palette is empty; `.` is transparent",
    ),
    case(
        "(name: \"a\", palette: {'x': \"#000000\"}, props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: [«\"x\"», \"xx\", \"xx\"])})",
        "this row has 1 characters, the others have 2",
        "the same length",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\"), «\"r\"»: (glyph: 'r', color: \"#000000\")}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\")])])",
        "the name \"r\" is given twice",
        "",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (min: 3, max: 7)), props: {\"r\": (glyph: 'r', color: \"#000000\", footprint: (8, 8))}, layouts: [(name: \"l\", formations: [(shape: X, prop: «\"r\"»)])])",
        "no room that takes this layout can hold a prop of 8x8 cells",
        "the largest of these rooms have 7x7 cells",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", footprint: (2, 6))}, layouts: [(name: \"l\", rooms: (max: (9, 5)), formations: [(shape: X, prop: «\"r\"»)])])",
        "no room that takes this layout can hold a prop of 2x6 cells",
        "the largest of these rooms have 9x5 cells",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'#'», color: \"#000000\")})",
        "'#' cannot be a glyph",
        "tiles, entry and exit",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'<'», color: \"#000000\")})",
        "'<' cannot be a glyph",
        "tiles, entry and exit",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'漢'», color: \"#000000\")})",
        "'漢' cannot be a glyph",
        "one column wide",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'\\u{202e}'», color: \"#000000\")})",
        "'\\u{202e}' cannot be a glyph",
        "one column wide",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: «'🇩'», color: \"#000000\")})",
        "'🇩' cannot be a glyph",
        "joined to no other",
    ),
    case(
        "(name: \"a\", terrain: {\"r\": (glyph: «'א'», color: \"#000000\")})",
        "'א' cannot be a glyph",
        "from left to right",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: 0.2, to: «1.5»))))",
        "1.5 is out of range",
        "allowed: 0 to 1",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: (from: «-1», to: 0.5), to: 1))))",
        "-1 is out of range",
        "allowed: 0 to 1",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (from: (from: 0, to: 0.5, over: «Progress»), to: 1))))",
        "a ramp over Progress is not allowed here",
        "only a ramp over Difficulty is allowed",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (chance: (over: Difficulty, from: 0, to: (from: 0, to: «(from: 0, to: 1)»)))))",
        "a ramp is not allowed here",
        "the ramps around it already use all allowed axes",
    ),
    case(
        formations!(r#"(shape: X, size: Cells(from: «0», to: 4), prop: "r")"#),
        "0 is out of range",
        "allowed: 1 to 255",
    ),
    case(
        formations!(r#"(shape: X, size: Cells(from: 2, to: «256»), prop: "r")"#),
        "256 is out of range",
        "allowed: 1 to 255",
    ),
    case(formations!(r#"(shape: X, size: Ratio((from: 2, to: «3»)), prop: "r")"#), "3 is out of range", "to 2"),
    case(
        formations!(r#"(shape: X, size: Box(2, (from: «0.5», to: 3)), prop: "r")"#),
        "0.5 is out of range",
        "allowed: 1 to 255",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", weight: «2.5», formations: [])])",
        "expected a whole number, found `2.5`",
        "decimals",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", weight: (from: «-1», to: 5), formations: [])])",
        "-1 is out of range",
        "allowed: 0 to 1000000",
    ),
    case(formations!(r#"(shape: X, prop: "r", chance: «1.5»)"#), "1.5 is out of range", "allowed: 0 to 1"),
    case(formations!(r#"(shape: X, prop: "r", chance: (from: 0, to: «2»))"#), "2 is out of range", "allowed: 0 to 1"),
    case(formations!(r#"(shape: X, prop: "r", count: «0»)"#), "0 is out of range", "allowed: 1 to 1000"),
    case(formations!(r#"(shape: X, prop: "r", count: «1.5»)"#), "expected a whole number, found `1.5`", "decimals"),
    case(
        formations!(r#"(shape: X, prop: "r", count: (from: «-1», to: 3))"#),
        "-1 is out of range",
        "allowed: 0 to 1000",
    ),
    case(formations!(r#"(shape: X, prop: "r", least: «1.01»)"#), "1.01 is out of range", "allowed: 0 to 1"),
    case(formations!(r#"(shape: X, prop: "r", shift: (0, «300»))"#), "300 is out of range", "allowed: -255 to 255"),
    case(
        formations!(r#"(shape: X, prop: "r", shift: («0.5», 0))"#),
        "expected a whole number, found `0.5`",
        "only the ends of a ramp",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", shift: (0, (from: «-256», to: 1)))"#),
        "-256 is out of range",
        "allowed: -255 to 255",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", shift: «(from: 0, to: 1)»)"#),
        "expected a pair, found `(from: 0, to: 1)`",
        "as in `(1, 0)`",
    ),
    case(formations!(r#"(shape: X, prop: "r", name: «""»)"#), "a name must not be empty", "printable"),
    case(
        formations!(r#"(shape: X, prop: "r", name: "altar"), (shape: X, prop: "r", at: Of(«"alter"»))"#),
        "no earlier formation of this layout has the name \"alter\"",
        "did you mean `altar`?",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", name: "altar", at: Of(«"altar"»))"#),
        "no earlier formation of this layout has the name \"altar\"",
        "none are defined",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: Between(Center, «Corners»))"#),
        "each end of `Between` must be a single point",
        "allowed: `Center`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: Between(Center, «Third»))"#),
        "each end of `Between` must be a single point",
        "allowed: `Center`",
    ),
    case(
        formations!(r#"(shape: Route, prop: "r", to: «Third»)"#),
        "`to` of a route must be `Entry`, `Exit`, `Doors` or a single point",
        "single points: `Center`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: Between(At(0.5, «2»), Center))"#),
        "2 is out of range",
        "allowed: 0 to 1",
    ),
    case(formations!(r#"(shape: Scatter(«0»), prop: "r")"#), "0 is out of range", "allowed: 1 to 255"),
    case(
        formations!(r#"(shape: Scatter(2), prop: "r", least: «0.5»)"#),
        "a scatter cannot have `least`",
        "cells that are free",
    ),
    case(
        formations!(r#"(shape: Scatter(2), prop: "r", clip: «Cells»)"#),
        "a scatter cannot have `clip`",
        "masks and for a `Border`",
    ),
    case(
        formations!(r#"(shape: Route, prop: "r", clip: «Symmetric»)"#),
        "a route cannot have `clip`",
        "masks and for a `Border`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", clip: Whole, least: «0.5»)"#),
        "`least` has no meaning beside `clip: Whole`",
        "remove one of both",
    ),
    case(
        formations!(r#"(shape: Border, prop: "r", count: 3, clip: «Symmetric»)"#),
        "a border with a `count` cannot have `clip: Symmetric`",
        "at random places",
    ),
    case(formations!(r#"(shape: X, prop: "r", clip: «All»)"#), "unknown value \"All\"", "`Cells`, `Whole`"),
    case(formations!(r#"(shape: Border, prop: "r", at: «Center»)"#), "a border cannot have `at`", "walls and doors"),
    case(
        formations!(r#"(shape: Route, prop: "r", size: «Cells(3)»)"#),
        "a route cannot have `size`",
        "walls and doors",
    ),
    case(
        formations!(r#"(shape: Circle, prop: "r", at: DoorAxis, along: «Door»)"#),
        "a circle cannot have `along: Door`",
        "a `Horizontal`, a `Vertical`, a `Line` or a `Bitmap`",
    ),
    case(
        formations!(r#"(shape: Route, prop: "r", along: «Door»)"#),
        "a route cannot have `along: Door`",
        "a `Horizontal`",
    ),
    case(
        formations!(r#"(shape: Border, prop: "r", along: «Long»)"#),
        "a border cannot have `along: Long`",
        "along all walls",
    ),
    case(
        formations!(r#"(shape: Vertical, prop: "r", along: «Door»)"#),
        "this anchor belongs to no door",
        "`at: DoorAxis`, `at: Doors` or `at: Crossing`",
    ),
    case(
        formations!(r#"(shape: Line, prop: "r", along: «Door»)"#),
        "this anchor belongs to no door",
        "`at: DoorAxis`, `at: Doors` or `at: Crossing`",
    ),
    case(
        formations!(r#"(shape: Vertical, prop: "r", at: North, along: «Door»)"#),
        "this anchor belongs to no door",
        "`at: DoorAxis`, `at: Doors` or `at: Crossing`",
    ),
    case(
        formations!(r#"(shape: Vertical, prop: "r", at: Doors, along: «Wall»)"#),
        "unknown value \"Wall\"",
        "`Door`, `Long`",
    ),
    case(formations!(r#"(shape: X, prop: "r", from: «Doors»)"#), "an X cannot have `from`", "the ends of a `Route`"),
    case(
        formations!(r#"(shape: Border, prop: "r", via: «Axis»)"#),
        "a border cannot have `via`",
        "a `Route` leads along",
    ),
    case(formations!(r#"(shape: Blob, prop: "r", fill: «true»)"#), "a blob cannot have `fill`", "it is always filled"),
    case(
        formations!(r#"(shape: Blob, prop: "r", clip: «Symmetric»)"#),
        "a blob cannot have `clip: Symmetric`",
        "use a `Circle`",
    ),
    case(
        formations!(r#"(shape: Blob, prop: "r", clip: Whole, least: «0.5»)"#),
        "`least` has no meaning beside `clip: Whole`",
        "remove one of both",
    ),
    case(
        formations!(r#"(shape: Blob, prop: "r", at: Doors, along: «Door»)"#),
        "a blob cannot have `along: Door`",
        "turns a `Horizontal`",
    ),
    case(formations!(r#"(shape: «Pond», prop: "r")"#), "unknown value \"Pond\"", "did you mean `Blob`?"),
    case(formations!(r#"(shape: Route, prop: "r", via: «Center»)"#), "unknown value \"Center\"", "allowed: `Axis`"),
    case(
        formations!(r#"(shape: Border, prop: "r", to: «Exit»)"#),
        "a border cannot have `to`",
        "the ends of a `Route`",
    ),
    case(
        formations!(r#"(shape: Route, prop: "r", from: «Corners»)"#),
        "`from` of a route must be `Entry`, `Exit`, `Doors` or a single point",
        "single points: `Center`",
    ),
    case(
        formations!(r#"(shape: Route, prop: "r", to: «Of("x")»)"#),
        "`to` of a route must be `Entry`, `Exit`, `Doors` or a single point",
        "single points: `Center`",
    ),
    case(formations!(r#"(shape: Route, prop: "r", to: At(0.5, «2»))"#), "2 is out of range", "allowed: 0 to 1"),
    case(
        formations!(r#"(shape: Route, prop: "r", to: «"Exit"»)"#),
        "expected an anchor, found `\"Exit\"`",
        "without quotes",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: Between(Center, «Exit»))"#),
        "each end of `Between` must be a single point",
        "allowed: `Center`",
    ),
    case(
        formations!(r#"(shape: X, prop: "r", at: DoorAxis, inset: «256»)"#),
        "256 is out of range",
        "allowed: 0 to 255",
    ),
    case(
        formations!(r#"(all_of: [(shape: X, prop: "r")], to: «Exit»)"#),
        "a group cannot have `to`",
        "the formations in `all_of`",
    ),
    case(formations!("(one_of: «[]»)"), "a group needs at least one entry", ""),
    case(
        formations!(r#"(one_of: [(shape: X, prop: "r")], prop: «"r"»)"#),
        "a group cannot have `prop`",
        "the formations in `one_of`",
    ),
    case(
        formations!(r#"(one_of: [(shape: X, prop: "r")], all_of: «[]»)"#),
        "a group cannot have both `one_of` and `all_of`",
        "one group inside",
    ),
    case(
        formations!(r#"(one_of: [(shape: X, prop: "r", weight: «0»)])"#),
        "0 is out of range",
        "allowed: 1 to 1000000",
    ),
    case(
        formations!(r#"(all_of: [(shape: X, prop: "r", weight: 2), «(prop: "r")»])"#),
        "the field `shape` is missing",
        "a group needs `one_of` or `all_of`",
    ),
    case(
        formations!(r#"(all_of: [(one_of: [(all_of: [(one_of: [(all_of: «[(shape: X, prop: "r")]»)])])])])"#),
        "this group is nested too deeply",
        "at most 4 deep",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", cover: «1.5», formations: [])])",
        "1.5 is out of range",
        "allowed: 0 to 1",
    ),
    case("(name: \"a\", floorplan: (path: (rooms: ((from: 2, to: «0»), 4))))", "0 is out of range", "allowed: 1 to"),
    case(
        "(name: \"a\", floorplan: (path: (rooms: «((from: 2, to: 6), 4)»)))",
        "6 to 4 is an empty range",
        "the first number is the minimum",
    ),
    case("(name: \"a\", floorplan: (path: (rooms: (2, «4.5»))))", "expected a whole number, found `4.5`", "decimals"),
    case(
        "(name: \"a\", floorplan: (path: (fraction: (0.1, (from: 0.2, to: 0.4, over: «Progress»)))))",
        "a ramp over Progress is not allowed here",
        "only a ramp over Difficulty is allowed here: this value holds for the whole level",
    ),
    case(
        "(name: \"a\", floorplan: (coverage: (from: 0, to: 1, over: «Progress»)))",
        "a ramp over Progress is not allowed here",
        "and only rooms have a progress",
    ),
    case(
        "(name: \"a\", floorplan: (coverage: (from: 0, to: «(from: 0, to: 1)»)))",
        "a ramp is not allowed here",
        "the ramps around it already use all allowed axes",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (stop: (from: 0, to: 1, over: «Progress»))))",
        "a ramp over Progress is not allowed here",
        "for the whole level",
    ),
    case(
        "(name: \"a\", floorplan: (bonus: (rooms: (1, (from: 2, to: 4, over: «Progress»)))))",
        "a ramp over Progress is not allowed here",
        "for the whole level",
    ),
    case(
        "(name: \"a\", floorplan: (tags: [(tag: \"t\", most: (from: 2, to: 4, over: «Progress»))]))",
        "a ramp over Progress is not allowed here",
        "for the whole level",
    ),
    case(
        "(name: \"a\", floorplan: (tags: [(tag: \"t\", pick: Every((from: 2, to: «0»)))]))",
        "0 is out of range",
        "allowed: 1 to",
    ),
    case("(name: \"a\", floorplan: (bonus: (depth: «1.5»)))", "expected a whole number", "decimals"),
    case(
        "(name: \"a\", floorplan: (bonus: (rooms: «((from: 1, to: 4), (from: 2, to: 3))»)))",
        "4 to 3 is an empty range",
        "the first number is the minimum",
    ),
    case("(name: \"a\", floorplan: (loops: (apart: (from: 3, to: «65»))))", "65 is out of range", "allowed: 2 to 64"),
    case(
        "(name: \"a\", floorplan: (shapes: [(shape: L, weight: (from: «-1», to: 2))]))",
        "-1 is out of range",
        "allowed: 0 to",
    ),
    case(
        "(name: \"a\", vaults: [(name: \"v\", rows: [\".\"], most: (from: 2, to: 4, over: «Progress»))])",
        "a ramp over Progress is not allowed here",
        "for the whole level",
    ),
    case(
        "(name: \"a\", floorplan: (vaults: (chance: (from: 0, to: 1))), vaults: [(name: \"v\", room: «true», rows: [\".....\", \".....\", \".....\", \".....\", \".....\"])])",
        "this vault needs its own `chance`",
        "before rooms have a progress",
    ),
    case(
        "(name: \"a\", vaults: [(name: \"v\", room: true, chance: (from: 0, to: 1, over: «Progress»), rows: [\".....\", \".....\", \".....\", \".....\", \".....\"])])",
        "a ramp over Progress is not allowed here",
        "for the whole level",
    ),
    // A refused number is unknown to checks that depend on it.
    case(
        "(name: \"a\", size: (8, 8), floorplan: (rooms: (min: «9000»)), layouts: [(name: \"l\", rooms: (min: (15, 1)), formations: [])])",
        "9000 is out of range",
        "allowed: 1 to",
    ),
    case(
        "(name: \"a\", floorplan: (rooms: (min: 12, max: «11»), style: Adjacent(door: (3, 3))), layouts: [(name: \"l\", rooms: (max: (9, 9)), formations: [])])",
        "the largest side 11 is less than twice the smallest",
        "at least 24",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", rooms: (kinds: [End], progress: (0.5, «1.7»)), formations: [])])",
        "1.7 is out of range",
        "allowed: 0 to 1",
    ),
    case("(name: \"a\", floorplan: (rooms: (ratio: (0.7, «-0.3»))))", "-0.3 is out of range", "allowed: 0 to 1"),
    case(
        "(name: \"a\", floorplan: (rooms: (max: 14)), props: {\"r\": (glyph: 'r', color: \"#000000\", footprint: (1, «80»))}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"r\")])])",
        "80 is out of range",
        "allowed: 1 to 8",
    ),
];

#[test]
fn every_problem_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}

impl Case {
    /// Asserts exactly one problem, with these words and at the marked span.
    fn check(&self) {
        let start = self.marked.find('«').expect("a mark");
        let text = self.marked.replace(['«', '»'], "");
        let marked = &self.marked[start + '«'.len_utf8()..self.marked.find('»').expect("an end mark")];
        let error = Preset::parse(&text).expect_err(&text);
        let [problem] = error.problems() else { panic!("{text}: {error}") };
        let help = problem.help.as_deref().unwrap_or_default();
        assert!(problem.message.contains(self.message), "{text}: {problem:?}");
        assert!(help.contains(self.help), "{text}: {problem:?}");
        assert!(!format!("{} {help}", problem.message).contains("Raw"), "{text}: {problem:?}");
        assert_eq!(problem.span, start..start + marked.len(), "{text}: {problem:?}");
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let place = (text[..start].matches('\n').count() + 1, text[line..start].chars().count() + 1);
        assert_eq!((problem.line, problem.column), place, "{text}");
        let is_written_out = help.starts_with("write `") && help.ends_with('`') && help.matches('`').count() == 2;
        let names_one = help.starts_with("did you mean") || help.ends_with(", without quotes") || is_written_out;
        assert_eq!(problem.suggestion.is_some(), names_one, "{text}: {problem:?}");
        if let Some(suggestion) = &problem.suggestion {
            let mended = format!("{}{suggestion}{}", &text[..problem.span.start], &text[problem.span.end..]);
            let left = Preset::parse(&mended).err();
            let is_there = |other: &&Problem| other.span.start == problem.span.start;
            let left = left.iter().flat_map(|error| error.problems()).find(is_there);
            assert_eq!(left, None, "{text}: {suggestion} mends nothing");
        }
    }
}

#[test]
fn a_suggestion_is_whole_where_the_help_is_shortened() {
    let number = format!("0.{}", "5".repeat(4000));
    let error = Preset::parse(&format!("(name: \"a\", floorplan: (coverage: \"{number}\"))")).expect_err("a text");
    let [problem] = error.problems() else { panic!("{error}") };
    assert!(problem.help.as_ref().is_some_and(|help| help.len() < number.len()), "{problem:?}");
    assert_eq!(problem.suggestion.as_deref(), Some(&*number));
}

#[test]
fn a_list_of_names_has_each_of_them_once() {
    let prop = "\"r\": (glyph: 'r', color: \"#000000\")";
    let text = format!(
        "(name: \"a\", props: {{{prop}, {prop}}}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"s\")])])"
    );
    let error = Preset::parse(&text).expect_err("two problems").to_string();
    assert_eq!(error.matches("`r`").count(), 1, "{error}");
}

#[test]
fn all_problems_are_reported_at_once_in_text_order() {
    let text = "(\n    name: \"\",\n    clearance: 99,\n    floorplan: (\n        bonus: (chance: 7),\n    ),\n)";
    let error = Preset::parse(text).expect_err("three problems");
    let places: Vec<_> = error.problems().iter().map(|problem| (problem.line, problem.column)).collect();
    assert_eq!(places, [(2, 11), (3, 16), (5, 25)]);
}

#[test]
fn comments_and_implicit_some_are_part_of_the_language() {
    let text = "#![enable(implicit_some)]\n// mine\n(name: \"a\", /* cells */ size: (30, 20), floorplan: (path: (rooms: (3, 4))))";
    let preset = Preset::parse(text).expect("a preset");
    assert_eq!((preset.size().width(), preset.size().height()), (30, 20));
}

#[test]
fn the_digest_counts_rules_and_nothing_else() {
    let digest = |text: &str| Preset::parse(text).unwrap_or_else(|error| panic!("{error}")).digest();
    let plain = digest("(name: \"a\")");
    assert_eq!(
        plain,
        digest(
            "// a comment\n(name: \"b\", size: (30, 30), theme: (rock: \"#000000\", walls: Hedge, floor: Grass), clearance: 1)"
        )
    );
    assert_ne!(plain, digest("(name: \"a\", clearance: 2)"));
    assert_ne!(plain, digest("(name: \"a\", floorplan: (path: (wander: 0.5)))"));
    // Each of these fields of a formation counts, and so does its value.
    let fields = [
        "",
        "least: 0.25",
        "least: 0.5",
        "count: 2",
        "count: 3",
        "shift: (1, 0)",
        "shift: (0, 1)",
        "inset: 1",
        "clip: Whole",
        "clip: Symmetric",
        "shift: (0, (from: 0, to: 1))",
        "shift: ((from: 0, to: 1), 0)",
        "shift: ((from: 0, to: 1), 1)",
        "shift: ((from: 0, to: 1, over: Difficulty), 1)",
    ];
    let digests = fields.map(|field| {
        digest(&format!(
            "(name: \"a\", props: {{ \"urn\": (glyph: 'u', color: \"#c28a2e\") }}, layouts: [(name: \"l\", \
             formations: [(shape: X, at: Anywhere, prop: \"urn\", {field})])])"
        ))
    });
    let others = |number: usize| digests[..number].contains(&digests[number]);
    assert!(!(0..digests.len()).any(others), "{digests:?}");
    // Each of these formations differs from the others.
    let formations = [
        "shape: Vertical, at: Doors",
        "shape: Vertical, at: Doors, along: Door",
        "shape: Vertical, at: DoorAxis",
        "shape: Vertical, at: DoorAxis, inset: 0",
        "shape: Vertical, at: Entry",
        "shape: Vertical, at: Exit",
        "shape: Route",
        "shape: Route, from: Exit",
        "shape: Route, via: Axis",
        "shape: Route, to: Exit",
        "shape: Route, to: Entry",
        "shape: Route, to: Doors",
        "shape: Route, to: At(0.5, 0.25)",
        "shape: Route, to: At(0.25, 0.5)",
        "shape: Blob",
        "shape: Blob, checker: true",
    ];
    let digests: std::collections::BTreeSet<_> = formations
        .iter()
        .map(|formation| {
            digest(&format!(
                "(name: \"a\", props: {{ \"urn\": (glyph: 'u', color: \"#c28a2e\") }}, layouts: [(name: \"l\", \
             formations: [({formation}, prop: \"urn\")])])"
            ))
        })
        .collect();
    assert_eq!(digests.len(), formations.len());
}

#[test]
fn anchors_have_digests_of_their_own_whether_formations_stack_or_not() {
    let digests: std::collections::BTreeSet<_> = ["Center", "Corners", "NorthWest", "Doors", "DoorAxis", "Entry", "Exit", "Anywhere", "Of(\"seed\")", "Third", "Bank", "Crossing"]
        .into_iter()
        .flat_map(|at| [false, true].map(|stack| (at, stack)))
        .map(|(at, stack)| {
            let text = format!(
                "(name: \"a\", props: {{\"gem\": (glyph: 'v', color: \"#88ffff\")}}, layouts: [(name: \"l\", formations: [
                    (name: \"seed\", shape: Square, prop: \"gem\"), (shape: Square, at: {at}, stack: {stack}, prop: \"gem\")])])"
            );
            Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")).digest()
        })
        .collect();
    assert_eq!(digests.len(), 24);
}

#[test]
fn numbers_that_mean_the_same_give_the_same_preset_and_digest() {
    let parsed = |at: &str, size: &str, vault: &str| {
        let text = format!(
            "(name: \"a\", props: {{\"gem\": (glyph: 'v', color: \"#88ffff\")}}, layouts: [(name: \"l\", formations: [
                (shape: Square, prop: \"gem\", at: {at}, size: {size})])], vaults: [(name: \"v\", rows: [\".\"], at: {vault})])"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    let plain = parsed("At(0.0, 0.5)", "Cells(2)", "At(0.0, 1.0)");
    let between = parsed("Between(At(0.0, 1.0), Center)", "Cells(2)", "At(0.0, 1.0)");
    let pairs = [
        (&plain, parsed("At(-0.0, 0.5)", "Cells(2)", "At(0.0, 1.0)")),
        (&plain, parsed("At(0.0, 0.5)", "Cells(2)", "At(-0.0, 1.0)")),
        (&plain, parsed("At(0.0, 0.5)", "Cells((from: 2.5, to: 2.5))", "At(0.0, 1.0)")),
        (&between, parsed("Between(At(-0.0, 1.0), Center)", "Cells(2)", "At(0.0, 1.0)")),
    ];
    for (one, other) in pairs {
        assert_eq!(one.digest(), other.digest());
        assert_eq!(*one, other);
    }
}

proptest! {
    /// A damaged built-in preset, with a piece removed, doubled or replaced.
    #[test]
    fn a_damaged_preset_is_read_or_refused_within_its_text(
        which in 0..BUILT_IN.len(), from in 0.0..1.0f64, length in 1..40usize, with in "[(){}\\[\\]\",:'/*#é0-9a-z\\\\]{0,6}",
    ) {
        let text = BUILT_IN[which].1;
        let characters: Vec<char> = text.chars().collect();
        let from = (from * characters.len() as f64) as usize;
        let to = (from + length).min(characters.len());
        let damaged: String = characters[..from].iter().copied().chain(with.chars()).chain(characters[to..].iter().copied()).collect();
        if let Err(error) = Preset::parse(&damaged) {
            for problem in error.problems() {
                prop_assert!(damaged.get(problem.span.clone()).is_some(), "{problem:?}");
                prop_assert!(problem.line >= 1 && problem.column >= 1 && !problem.message.is_empty());
            }
        }
    }
}
