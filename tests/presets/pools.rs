//! Errors in memory, pools and required formations, and what they add to the digest.

use std::collections::BTreeSet;

use roomgen::Preset;

use super::{Case, case};

/// A case with a problem in the fields of a preset with a layout, a size and a tag.
macro_rules! in_preset {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\")}, floorplan: (rooms: (sizes: [",
                "(name: \"nave\", min: (14, 8), max: (16, 9))]), tags: [(tag: \"holy\", rooms: (max: (9, 9)))]), ",
                $given,
                ")"
            ),
            $message,
            $help,
        )
    };
}

const CASES: &[Case] = &[
    in_preset!("memory: (beside: «1.5»)", "1.5 is out of range", "allowed: 0 to 1"),
    in_preset!("memory: (near: «-0.1»)", "-0.1 is out of range", "allowed: 0 to 1"),
    in_preset!("memory: (floor: «2»)", "2 is out of range", "allowed: 0 to 1"),
    in_preset!("memory: («besides»: 0)", "unknown field \"besides\"", "did you mean `beside`?"),
    in_preset!("pools: {\"p\": «(each: 1)»}", "this pool has no entries", "joins it by `pool: \"p\"`"),
    in_preset!(
        "pools: {\"p\": (each: «3»)}, layouts: [(name: \"l\", pool: \"p\", formations: []), (name: \"m\", pool: \"p\", formations: [])]",
        "3 for each floor are more than the pool's 2 entries",
        "allowed: 1 to 2"
    ),
    in_preset!(
        "pools: {\"p\": (each: «0»)}, layouts: [(name: \"l\", pool: \"p\", formations: [])]",
        "0 is out of range",
        "allowed: 1 to 1"
    ),
    in_preset!("pools: {\"p\": (per: «Room»)}", "unknown value \"Room\"", "allowed: `Level`, `Area`"),
    in_preset!("pools: {\"p\": (per: «2»)}", "expected a unit, found `2`", "allowed: `Level`, `Area`"),
    in_preset!(
        "pools: {\"p\": (every: «0»)}, layouts: [(name: \"l\", pool: \"p\", formations: [])]",
        "0 is out of range",
        "allowed: 1 to 1000"
    ),
    in_preset!(
        "layouts: [(name: \"l\", depth: «(0, 0.5)», formations: [])]",
        "only what a `pool` deals can have a `depth`",
        "name the `pool`"
    ),
    in_preset!(
        "vaults: [(name: \"v\", depth: «(0, 1)», rows: [\".\"])]",
        "only what a `pool` deals can have a `depth`",
        "name the `pool`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", depth: (0.5, «1.5»), formations: [])]",
        "1.5 is out of range",
        "allowed: 0 to 1"
    ),
    in_preset!(
        "pools: {\"p\": ()}, vaults: [(name: \"v\", pool: \"p\", depth: «(0.6, 0.5)», rows: [\".\"])]",
        "0.6 to 0.5 is an empty range",
        "the first number is the minimum"
    ),
    in_preset!(
        "pools: {\"marks\": ()}, layouts: [(name: \"l\", pool: «\"mark\"», formations: []), (name: \"m\", pool: \"marks\", formations: [])]",
        "there is no pool \"mark\"",
        "did you mean `marks`?"
    ),
    in_preset!(
        "layouts: [(name: \"l\", pool: «\"halls\"», formations: [])]",
        "there is no pool \"halls\"",
        "`pools: {\"halls\": (each: 1)}`"
    ),
    in_preset!(
        "layouts: [(name: \"l\", size: «\"nave\"», formations: [])]",
        "only a layout with a `pool` can have a `size`",
        "`rooms: (tags: [\"nave\"])`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", size: «\"knave\"», formations: [])]",
        "there is no size \"knave\"",
        "did you mean `nave`?"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", weight: «2», formations: [])]",
        "a layout with a `pool` cannot have a `weight`",
        "remove `weight`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", size: \"nave\", rooms: «(kinds: [End])», formations: [])]",
        "a layout with a `size` cannot have `rooms`",
        "remove `rooms`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", rooms: «(kinds: [Start], min: (7, 7))», formations: [])]",
        "some rooms of the kind Start may not suit this layout",
        "widen `rooms`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", rooms: (kinds: «[End]», progress: (0, 0.9)), formations: [])]",
        "no room can match this filter",
        ""
    ),
    in_preset!(
        "pools: {\"p\": ()}, layouts: [(name: \"l\", pool: \"p\", rooms: «(tags: [\"holy\"], max: (8, 9))», formations: [])]",
        "some rooms that get its tag may not suit this layout",
        "widen `rooms`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, vaults: [(name: \"v\", pool: \"p\", required: «true», rows: [\".\"])]",
        "a vault with a `pool` cannot have `required`",
        "the pool may be `required`"
    ),
    in_preset!(
        "pools: {\"p\": ()}, vaults: [(name: \"v\", pool: \"p\", most: «2», rows: [\".\"])]",
        "a vault with a `pool` cannot have `most`",
        "has it once"
    ),
    case(
        "(name: \"a\", pools: {\"p\": ()}, floorplan: (rooms: (sizes: [(name: \"nave\", min: (14, 8), max: (16, 9), count: «(1, 2)»)])), \
         layouts: [(name: \"l\", pool: \"p\", size: \"nave\", formations: [])])",
        "this size cannot have `count`: a pool deals its rooms",
        "one such room for each layout",
    ),
    case(
        "(name: \"a\", pools: {\"p\": ()}, floorplan: (rooms: (sizes: [(name: \"nave\", min: (14, 8), max: (16, 9), least: «1»)])), \
         layouts: [(name: \"l\", pool: \"p\", size: \"nave\", formations: [])])",
        "this size cannot have `least`",
        "one such room for each layout",
    ),
    case(formations!("(shape: Square, required: «-1», prop: \"r\")"), "-1 is out of range", "allowed: 0 to 1000"),
    case(
        formations!("(shape: Square, required: «\"yes\"», prop: \"r\")"),
        "expected `true` or a number of props, found `\"yes\"`",
        "",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", needs: «(40, 4)», formations: [])])",
        "no room that takes this layout can hold 40x4 cells of floor",
        "the largest of these rooms",
    ),
    case(
        "(name: \"a\", layouts: [(name: \"l\", needs: («0», 4), formations: [])])",
        "0 is out of range",
        "allowed: 1 to",
    ),
];

#[test]
fn a_mistake_in_pools_memory_or_what_is_required_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn more_entries_for_a_floor_than_may_be_notes_are_refused() {
    let preset = |each: &str| {
        let layouts: String =
            (0..300).map(|number| format!("(name: \"{number}\", pool: \"p\", formations: []),")).collect();
        Preset::parse(&format!("(name: \"a\", pools: {{\"p\": (each: {each})}}, layouts: [{layouts}])"))
    };
    assert!(preset("256").is_ok());
    // A large level may get all entries of a pool by area.
    for (each, dealt) in [("257", 257), ("1, per: Area", 300)] {
        let error = preset(each).expect_err("too many");
        let problem = &error.problems()[0];
        assert_eq!(problem.message, format!("{dealt} entries for each floor are too many"));
        assert_eq!(problem.help.as_deref(), Some("at most 256 are allowed, over all pools"));
    }
}

#[test]
fn more_rooms_of_their_own_than_a_level_can_set_aside_are_refused() {
    let hall = |number: u32| format!("(name: \"{number}\", pool: \"p\", size: \"nave\", formations: [])");
    let preset = |halls: u32, each: u32| {
        let layouts = (0..halls).map(hall).collect::<Vec<_>>().join(", ");
        Preset::parse(&format!(
            "(name: \"a\", pools: {{\"p\": (each: {each})}}, layouts: [{layouts}], floorplan: (rooms: (sizes: [\
             (name: \"nave\", min: (8, 8), max: (9, 9)), (name: \"pit\", min: (8, 8), max: (9, 9), count: (0, 20))])))"
        ))
    };
    assert!(preset(100, 12).is_ok());
    let error = preset(100, 13).expect_err("33 rooms");
    assert!(error.problems()[0].message.contains("and 13 dealt by pools, are too many"), "{error}");
}

#[test]
fn pools_memory_and_what_is_required_are_in_the_digest_and_defaults_are_not() {
    let digest = |fields: &str, layout: &str, formation: &str| {
        let text = format!(
            "(name: \"a\", props: {{\"r\": (glyph: 'r', color: \"#000000\")}}, {fields} layouts: [\
             (name: \"k\", formations: []), (name: \"l\"{layout}, formations: [(shape: Square{formation}, prop: \"r\")])])"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).digest()
    };
    let pool = "pools: {\"p\": (each: 1)},";
    let alike = [
        (digest("", "", ""), digest("pools: {},", "", ", required: false")),
        (digest("memory: (),", "", ""), digest("memory: (beside: 0, near: 0.2, floor: 1),", "", "")),
        (digest(pool, ", pool: \"p\"", ""), digest("pools: {\"p\": (required: false)},", ", pool: \"p\"", "")),
        (
            digest(pool, ", pool: \"p\"", ""),
            digest("size: (60, 40), pools: {\"p\": (per: Level)},", ", pool: \"p\"", ""),
        ),
        (
            digest(pool, ", pool: \"p\"", ""),
            digest("pools: {\"p\": (every: 1)},", ", pool: \"p\", depth: (-0.0, 1)", ""),
        ),
        (digest("", "", ", required: true"), digest("", "", ", required: 1")),
    ];
    for (number, (one, other)) in alike.into_iter().enumerate() {
        assert_eq!(one, other, "pair {number}");
    }
    let different = [
        digest("", "", ""),
        digest("memory: (),", "", ""),
        digest("memory: (beside: 1),", "", ""),
        digest("memory: (near: 1),", "", ""),
        digest("memory: (near: 1, floor: 0.5),", "", ""),
        digest(pool, ", pool: \"p\"", ""),
        digest("pools: {\"p\": (each: 1, required: true)},", ", pool: \"p\"", ""),
        digest("pools: {\"q\": (each: 1)},", ", pool: \"q\"", ""),
        digest("pools: {\"p\": (per: Area)},", ", pool: \"p\"", ""),
        digest("size: (60, 40), pools: {\"p\": (per: Area)},", ", pool: \"p\"", ""),
        digest("pools: {\"p\": (every: 2)},", ", pool: \"p\"", ""),
        digest("pools: {\"p\": (every: 3)},", ", pool: \"p\"", ""),
        digest(pool, ", pool: \"p\", depth: (0, 0.5)", ""),
        digest(pool, ", pool: \"p\", depth: (0.5, 1)", ""),
        digest("", ", needs: (1, 1)", ""),
        digest("", ", needs: (2, 1)", ""),
        digest("", "", ", required: 1"),
        digest("", "", ", required: 2"),
    ];
    assert_eq!(different.iter().collect::<BTreeSet<_>>().len(), different.len());
}
