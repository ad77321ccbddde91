//! Errors in terrain and partings, the sizes of levels with a parting, and what the rules add to
//! the digest.

use std::collections::BTreeSet;

use roomgen::{Preset, Size, level::NoteCode};

use super::{Case, case};

/// A case with a problem in the kinds of terrain.
macro_rules! in_terrain {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", terrain: ", $given, ")"), $message, $help)
    };
}

/// Kinds of terrain for partings: two that block, and a bridge.
macro_rules! kinds {
    () => {
        "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"planks\", depth: 0.5), \
         \"lava\": (glyph: '%', color: \"#c04010\", blocks: true), \"planks\": (glyph: '=', color: \"#8a6a45\")}"
    };
}

/// A case with a problem in the list of partings.
macro_rules! in_partings {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", kinds!(), ", floorplan: (partings: ", $given, "))"), $message, $help)
    };
}

/// A case with a problem in the fields of a parting of water.
macro_rules! in_river {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                kinds!(),
                ", floorplan: (partings: [(name: \"river\", terrain: \"water\", ",
                $given,
                ")]))"
            ),
            $message,
            $help,
        )
    };
}

/// A case with a problem in a list of formations.
macro_rules! in_formations {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                kinds!(),
                ", props: {\"r\": (glyph: 'r', color: \"#808080\")}, layouts: [(name: \"l\", formations: [",
                $given,
                "])])"
            ),
            $message,
            $help,
        )
    };
}

/// A case with a problem in an entry of a vault's legend.
macro_rules! in_legend {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                kinds!(),
                ", props: {\"r\": (glyph: 'r', color: \"#808080\")}, layouts: [(name: \"l\", formations: [])], \
                 vaults: [(name: \"v\", rows: [\"~\"], legend: {'~': ",
                $given,
                "})])"
            ),
            $message,
            $help,
        )
    };
}

const CASES: &[Case] = &[
    in_legend!(
        "(terrain: «\"watre\"»)",
        "there is no terrain \"watre\"",
        "did you mean `water`? allowed: `lava`, `planks`, `water`"
    ),
    in_legend!(
        "«(prop: \"r\", terrain: \"water\")»",
        "an entry of a legend cannot have both `prop` and `terrain`",
        "has a `prop` or a `terrain`"
    ),
    in_legend!("(terrain: \"water\", choose: «1»)", "terrain cannot have `choose`", "terrain cannot be taken"),
    in_legend!("«3»", "expected", "`'~': (terrain: \"water\")`"),
    case(
        "(name: \"a\", terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", tags: [\"wet\"])}, \
         props: {\"r\": (glyph: 'r', color: \"#808080\", near: [Terrain(«\"wett\"», 1)])})",
        "there is no terrain \"wett\"",
        "did you mean `wet`? allowed: `water`, `wet`",
    ),
    case(
        concat!(
            "(name: \"a\", ",
            kinds!(),
            ", props: {\"r\": (glyph: 'r', color: \"#808080\", near: [Terrain(«\"watre\"», 1)])})"
        ),
        "there is no terrain \"watre\"",
        "did you mean `water`? allowed: `lava`, `planks`, `water`",
    ),
    case(
        concat!(
            "(name: \"a\", ",
            kinds!(),
            ", props: {\"r\": (glyph: 'r', color: \"#808080\", avoid: [Terrain(\"water\", «33»)])})"
        ),
        "33 is out of range",
        "allowed: 0 to 32",
    ),
    in_formations!(
        "(shape: X, terrain: «\"watre\"»)",
        "there is no terrain \"watre\"",
        "did you mean `water`? allowed: `lava`, `planks`, `water`"
    ),
    in_formations!(
        "(shape: X, prop: \"r\", terrain: «\"water\"»)",
        "a formation cannot have both `prop` and `terrain`",
        "remove one of both"
    ),
    in_formations!("«(shape: X)»", "the field `prop` is missing", "a `shape`, and a `prop` or a `terrain`"),
    in_formations!("«(terrain: \"water\")»", "the field `shape` is missing", "a `shape`, and a `prop` or a `terrain`"),
    in_formations!(
        "(shape: X, terrain: \"water\", turn: «East»)",
        "a formation of terrain cannot have `turn`",
        "terrain is no prop"
    ),
    in_formations!(
        "(one_of: [(shape: X, terrain: \"planks\", stack: «true»)])",
        "a formation of terrain cannot have `stack`",
        "terrain is no prop"
    ),
    in_formations!(
        "(shape: X, terrain: \"water\", choose: «2»)",
        "a formation of terrain cannot have `choose`",
        "terrain is no prop"
    ),
    in_formations!(
        "(terrain: «\"water\"», all_of: [(shape: X, prop: \"r\")])",
        "a group cannot have `terrain`",
        "set `terrain` on the formations in `all_of`"
    ),
    in_formations!(
        "(shape: X, terrain: «water»)",
        "expected a text in double quotes, found `water`",
        "as in `\"water\"`"
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", formations: [(shape: X, terrain: «\"mud\"»)])])",
        "there is no terrain \"mud\"",
        "add it at the top of the preset: `terrain: {\"mud\": (glyph: '~', color: \"#2f5f8f\")}`",
    ),
    in_terrain!("«3»", "expected a map in braces, found `3`", "as in `{ \"water\": (glyph: '~'"),
    in_terrain!("{\"w\": «(»color: \"#000000\")}", "the field `glyph` is missing", ""),
    in_terrain!("{\"w\": «(»glyph: '~')}", "the field `color` is missing", ""),
    in_terrain!("{\"w\": (glyph: «'#'», color: \"#000000\")}", "'#' cannot be a glyph", "visible"),
    in_terrain!("{\"w\": (glyph: '~', color: «\"blue\"»)}", "\"blue\" is not a colour", ""),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", depth: «17»)}", "17 is out of range", "allowed: 0 to 16"),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", depth: «-1»)}", "-1 is out of range", "allowed: 0 to 16"),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", depth: «0.3»)}", "0.3 m is not a multiple", "the nearest is"),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", blocks: «1»)}", "expected `true` or `false`", "write `true`"),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", «opaque»: true)}",
        "unknown field \"opaque\"",
        "allowed: `glyph`, `color`, `blocks`, `depth`, `bridge`"
    ),
    in_terrain!("{«\"\"»: (glyph: '~', color: \"#000000\")}", "a name must not be empty", "printable"),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\"), «\"w\"»: (glyph: '~', color: \"#000000\")}",
        "the name \"w\" is given twice",
        ""
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", bridge: «\"plank\"»), \"planks\": (glyph: '=', color: \"#000000\")}",
        "there is no terrain \"plank\"",
        "did you mean `planks`? allowed: `planks`"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", bridge: «\"planks\"»)}",
        "there is no terrain \"planks\"",
        "add it at the top of the preset: `terrain: {\"planks\": (glyph: '~', color: \"#2f5f8f\")}`"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", bridge: «\"w\"»)}",
        "the terrain \"w\" cannot be its own bridge",
        "remove `bridge`"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", bridge: «\"x\"»), \"x\": (glyph: '=', color: \"#ffffff\", blocks: true)}",
        "a bridge must not block, and the terrain \"x\" does",
        "remove `blocks` from the terrain \"x\""
    ),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", slow: «0»)}", "0 is out of range", "allowed: 1 to 16"),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", slow: «17»)}", "17 is out of range", "allowed: 1 to 16"),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", blocks: true, slow: «2»)}",
        "nobody steps onto terrain that blocks",
        "remove `slow`, or `blocks`"
    ),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", tags: [\"wet\", «\"wet\"»])}", "\"wet\" is given twice", ""),
    in_terrain!("{\"w\": (glyph: '~', color: \"#000000\", tags: [«\"\"»])}", "a name must not be empty", "printable"),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", blocks: true), \"x\": (glyph: «'~'», color: \"#ffffff\")}",
        "the terrain \"w\" has the same, and only one of the two blocks",
        "give one of them a glyph of its own"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\"), \"x\": (glyph: '=', color: «\"#000000\"», blocks: true)}",
        "the terrain \"w\" has the same, and only one of the two blocks",
        "give one of them a colour of its own"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", fringe: (1, «\"reed\"»)), \"reeds\": (glyph: '=', color: \"#000000\")}",
        "there is no terrain \"reed\"",
        "did you mean `reeds`? allowed: `reeds`"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", «wreath»: (1, \"w\"))}",
        "unknown field \"wreath\"",
        "did you mean `fringe`?"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", fringe: (1, «\"w\"»))}",
        "the terrain \"w\" cannot be its own fringe",
        "remove `fringe`"
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", fringe: (1, «\"x\"»)), \"x\": (glyph: '=', color: \"#ffffff\", blocks: true)}",
        "a fringe must not block, and the terrain \"x\" does",
        "remove `blocks` from the terrain \"x\""
    ),
    in_terrain!(
        "{\"w\": (glyph: '~', color: \"#000000\", fringe: («5», \"x\")), \"x\": (glyph: '=', color: \"#ffffff\")}",
        "5 is out of range",
        "allowed: 1 to 4"
    ),
    in_partings!("«(name: \"river\")»", "expected a list", "as in `[(name: \"river\", terrain: \"water\")]`"),
    in_partings!("[«(»terrain: \"water\")]", "the field `name` is missing", ""),
    in_partings!("[«(»name: \"river\")]", "the field `terrain` is missing", ""),
    in_partings!("[(name: «\"\"», terrain: \"water\")]", "a name must not be empty", "printable"),
    in_partings!(
        "[(name: \"river\", terrain: «\"watre\"»)]",
        "there is no terrain \"watre\"",
        "did you mean `water`? allowed: `lava`, `water`"
    ),
    in_partings!(
        "[(name: \"river\", terrain: «\"planks\"»)]",
        "a parting is of terrain that blocks, and the terrain \"planks\" does not",
        "add `blocks: true` to the terrain \"planks\""
    ),
    in_partings!(
        "«[(name: \"river\", terrain: \"water\"), (name: \"rift\", terrain: \"lava\")]»",
        "2 partings are too many",
        "at most 1"
    ),
    case(
        "(name: \"a\", floorplan: (partings: [(name: \"river\", terrain: «\"water\"»)]))",
        "there is no terrain \"water\"",
        "add it at the top of the preset: `terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}`",
    ),
    in_river!("width: («2», 4)", "2 is out of range", "allowed: 3 to 16"),
    in_river!("width: (3, «17»)", "17 is out of range", "allowed: 3 to 16"),
    in_river!("width: «(6, 4)»", "6 to 4 is an empty range", "the first number is the minimum"),
    in_river!("width: «4»", "expected a pair, found `4`", "as in `(3, 4)`"),
    in_river!("meander: «9»", "9 is out of range", "allowed: 0 to 8"),
    in_river!("meander: «-1»", "-1 is out of range", "allowed: 0 to 8"),
    in_river!("crossings: («0», 2)", "0 is out of range", "allowed: 1 to 16"),
    in_river!("crossings: (1, «17»)", "17 is out of range", "allowed: 1 to 16"),
    in_river!("crossings: «(3, 2)»", "3 to 2 is an empty range", "the first number is the minimum"),
    in_river!("ends: «Apar»", "unknown value \"Apar\"", "did you mean `Apart`? allowed: `Apart`, `Anywhere`"),
    in_river!("ends: «\"Apart\"»", "expected a rule for the ends of the path", "write `Apart`, without quotes"),
    in_river!("chance: «1.5»", "1.5 is out of range", "allowed: 0 to 1"),
    in_river!("chance: (from: 0, to: 1, over: «Progress»)", "a ramp over Progress is not allowed here", "Difficulty"),
    in_river!("«wind»: 3", "unknown field \"wind\"", "did you mean `meander`?"),
    in_river!("«lenght»: 3", "unknown field \"lenght\"", "allowed: `name`, `terrain`, `width`"),
    case(
        concat!(
            "(name: \"a\", size: (15, 12), ",
            kinds!(),
            ", floorplan: (partings: [(name: \"river\", terrain: \"water\", width: «(3, 4)»)]))"
        ),
        "a level of 15x12 cannot hold a parting 4 cells wide",
        "at least 16 cells",
    ),
    // A margin of a cell on each side of both rooms.
    case(
        concat!(
            "(name: \"a\", size: (19, 12), ",
            kinds!(),
            ", floorplan: (style: Corridors(margin: (1, 1)), partings: [«(name: \"river\", terrain: \"water\")»]))"
        ),
        "a level of 19x12 cannot hold a parting 4 cells wide",
        "the smallest room takes 7 cells on each side of it, including margins; one side of the level needs at least 20",
    ),
];

#[test]
fn each_mistake_in_terrain_and_partings_is_reported_at_its_place() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn more_kinds_of_terrain_than_a_byte_counts_are_refused() {
    let preset = |count: usize| {
        let kinds = (0..count).map(|number| format!("\"{number}\": (glyph: '~', color: \"#2f5f8f\"), "));
        Preset::parse(&format!("(name: \"a\", terrain: {{{}}})", kinds.collect::<String>()))
    };
    assert_eq!(preset(64).expect("as many as allowed").terrain().len(), 64);
    let error = preset(65).expect_err("one too many");
    assert!(error.to_string().contains("65 kinds of terrain are too many (at most 64 are allowed)"), "{error}");
}

#[test]
fn kinds_of_terrain_have_their_fields_and_the_order_of_their_names() {
    let preset = Preset::parse(concat!("(name: \"a\", ", kinds!(), ")")).expect("a preset");
    let kinds: Vec<_> = preset
        .terrain()
        .map(|kind| (kind.name.as_str(), kind.glyph, kind.color.to_string(), kind.blocks, kind.depth.get()))
        .collect();
    let expected = [
        ("lava", '%', "#c04010", true, 0.0),
        ("planks", '=', "#8a6a45", false, 0.0),
        ("water", '~', "#2f5f8f", true, 0.5),
    ];
    assert_eq!(
        kinds,
        expected.map(|(name, glyph, color, blocks, depth)| (name, glyph, color.to_owned(), blocks, depth))
    );
}

#[test]
fn one_side_of_a_level_has_place_for_a_parting_between_two_rooms() {
    let parse = |rest: &str, size: (i64, i64)| {
        Preset::parse(&format!(
            "(name: \"a\", size: {size:?}, {}, floorplan: (partings: [(name: \"river\", terrain: \"water\", width: (3, 6))]{rest}))",
            kinds!()
        ))
    };
    for (rest, least, longer) in
        [("", 8, 18), (", rooms: (min: 7)", 9, 22), (", style: Corridors(width: (1, 1), margin: (2, 2))", 11, 26)]
    {
        let large = parse(rest, (80, 50)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((large.min_side(), large.min_longer_side()), (least, longer), "{rest}");
        let (least, longer) = (i64::from(least), i64::from(longer));
        for (width, height) in
            [(longer, least), (least, longer), (longer - 1, least), (least, longer - 1), (longer - 1, longer - 1)]
        {
            let size = Size::new(width, height).expect("a size");
            let fits = width.max(height) >= longer;
            assert_eq!(parse(rest, (width, height)).is_ok(), fits, "{size}{rest}");
            // A smaller level of the same rules has no parting, and says so.
            let level = roomgen::generate(&large.clone().with_size(size).expect("a size"), 7);
            let is_short = level.notes().iter().any(|note| note.code == NoteCode::PartingShort);
            assert_eq!((level.partings().is_empty(), level.check()), (is_short, Vec::new()), "{size}{rest}");
        }
    }
    let plain = Preset::parse("(name: \"a\")").expect("a preset");
    assert_eq!(plain.min_longer_side(), plain.min_side());
}

#[test]
fn terrain_and_partings_are_in_the_digest_and_defaults_are_not() {
    let digest = |water: &str, planks: &str, plan: &str| {
        let text = format!(
            "(name: \"a\", terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true{water}), \
             \"planks\": (glyph: '=', color: \"#8a6a45\"{planks}), \"ford\": (glyph: '_', color: \"#8a6a46\")}}, \
             floorplan: ({plan}))"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).digest()
    };
    let river = |fields: &str| digest("", "", &format!("partings: [(name: \"river\", terrain: \"water\"{fields})]"));
    let of = |text: &str| Preset::parse(text).expect("a preset").digest();
    let alike = [
        (of("(name: \"a\")"), of("(name: \"a\", terrain: {}, floorplan: (partings: []))")),
        (
            digest("", "", ""),
            digest(", depth: 0, bridge: None, fringe: None", ", blocks: false, slow: 1, tags: []", "partings: []"),
        ),
        (river(""), river(", width: (3, 4), meander: 2, crossings: (2, 3), ends: Apart, chance: 1")),
    ];
    for (number, (one, other)) in alike.into_iter().enumerate() {
        assert_eq!(one, other, "pair {number}");
    }
    let different = [
        of("(name: \"a\")"),
        digest("", "", ""),
        digest(", depth: 0.5", "", ""),
        digest(", bridge: \"planks\"", "", ""),
        digest(", bridge: \"ford\"", "", ""),
        digest("", ", blocks: true", ""),
        digest("", ", slow: 2", ""),
        digest("", ", tags: [\"wet\"]", ""),
        digest(", fringe: (1, \"ford\")", "", ""),
        digest(", fringe: (2, \"ford\")", "", ""),
        digest(", fringe: (1, \"planks\")", "", ""),
        river(""),
        river(", width: (3, 5)"),
        river(", width: (4, 4)"),
        river(", meander: 0"),
        river(", crossings: (1, 3)"),
        river(", crossings: (2, 4)"),
        river(", ends: Anywhere"),
        river(", chance: 0.5"),
        digest("", "", "partings: [(name: \"stream\", terrain: \"water\")]"),
    ];
    assert_eq!(different.iter().collect::<BTreeSet<_>>().len(), different.len());
}

#[test]
fn formations_of_terrain_count_in_the_digest_and_are_no_props() {
    let digest = |formation: &str| {
        let text = format!(
            "(name: \"a\", {}, props: {{\"r\": (glyph: 'r', color: \"#808080\")}}, layouts: [(name: \"l\", formations: \
             [{formation}])])",
            kinds!()
        );
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(preset.kinds().len(), 1, "a kind of terrain is no prop");
        preset.digest()
    };
    let different = ["", "(shape: X, prop: \"r\")", "(shape: X, terrain: \"lava\")", "(shape: X, terrain: \"water\")"];
    let digests: BTreeSet<u64> = different.iter().map(|formation| digest(formation)).collect();
    assert_eq!(digests.len(), different.len());
}
