//! Errors in vaults.

use roomgen::Preset;

use super::{Case, case};

/// A case with a problem in the fields of a vault; there are kinds with one cell and with two.
macro_rules! in_vault {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", props: {\"urn\": (glyph: 'u', color: \"#000000\"), \"tomb\": (glyph: 't', color: \"#000000\", ",
                "footprint: (2, 1))}, vaults: [(name: \"v\", ",
                $given,
                ")])"
            ),
            $message,
            $help,
        )
    };
}

/// The same for a vault with a room of its own, which is otherwise valid.
macro_rules! in_room {
    ($given:literal, $message:literal, $help:literal) => {
        in_vault!($given, $message, $help)
    };
}

const CASES: &[Case] = &[
    in_vault!("rows: [\"..\", «\"...\"», \"..\"]", "this row has 3 cells, the others have 2", "the same length"),
    in_vault!("rows: «[]»", "a vault cannot have 0x0 cells", "1 to 64"),
    in_vault!("rows: [\".«x».\"]", "'x' is not in the legend", "the legend is empty"),
    in_vault!("rows: [\".«x»u\"], legend: {'u': \"urn\"}", "'x' is not in the legend", "the legend has `u`"),
    in_vault!("rows: [\"u\"], legend: {'u': «\"urm\"»}", "there is no prop \"urm\"", "did you mean `urn`?"),
    in_vault!("rows: [\"u\"], legend: {'u': \"urn\", «'u'»: \"tomb\"}", "'u' is given twice", ""),
    in_vault!("rows: [\".\"], legend: {«'.'»: \"urn\"}", "'.' cannot be in a legend", "already have a meaning"),
    in_vault!("rows: [\".\"], legend: «[]»", "expected a map in braces", "as in `{ 't': \"tomb\" }`"),
    in_vault!("rows: [\"t.\", \".«t»\"], legend: {'t': \"tomb\"}", "a prop of 2x1 cells does not fit here", "top left"),
    in_vault!(
        "rows: [\"«t»u\"], legend: {'t': \"tomb\", 'u': \"urn\"}",
        "a prop of 2x1 cells does not fit here",
        "top left"
    ),
    in_vault!("rows: [\".«#».\"]", "'#' is not allowed in a vault inside a room", "`room: true`"),
    in_vault!("rows: [\"«+».\"]", "'+' is not allowed in a vault inside a room", "`room: true`"),
    in_vault!("rows: «[\"...............\"]»", "no room that takes this vault can hold its 15x1 cells", "14x14"),
    in_vault!("rows: [\".\"], weight: «0»", "0 is out of range", "allowed: 1 to"),
    in_vault!("rows: [\".\"], most: «0»", "0 is out of range", "allowed: 1 to"),
    in_vault!("rows: [\".\"], inset: «-1»", "-1 is out of range", "allowed: 0 to"),
    in_vault!("rows: [\".\"], at: «Corners»", "`at` of a vault must be a single point", "`NorthWest`"),
    in_vault!("rows: [\".\"], at: At(0.5, «1.5»)", "1.5 is out of range", "allowed: 0 to 1"),
    in_vault!("rows: [\".\"], chance: «0.5»", "only a vault with `room: true` can have a `chance`", "weight"),
    in_vault!("rows: [\".\"], rooms: (tags: [«\"shop\"»])", "no rule gives the tag \"shop\"", "none are defined"),
    in_vault!("rows: [\".\"]), (name: «\"v\"», rows: [\".\"]", "the name \"v\" is given twice", ""),
    in_room!(
        "room: true, rows: «[\"....\", \"....\", \"....\", \"....\", \"....\"]»",
        "a room of 4x5 cells is smaller than the smallest room",
        "at least 5 cells"
    ),
    in_room!(
        "room: true, rows: [\"..«#»..\", \".....\", \".....\", \".....\", \".....\"]",
        "a wall is not allowed at the edge of the room",
        "the edge is floor"
    ),
    in_room!(
        "room: true, rows: [\".....\", \"..«+»..\", \".....\", \".....\", \".....\"]",
        "`+` is not allowed inside the room",
        "floor at the edge"
    ),
    in_room!(
        "room: true, rows: «[\".....\", \".###.\", \".#.#.\", \".###.\", \".....\"]»",
        "the walls divide the floor of this room",
        "one connected piece"
    ),
    in_room!(
        "room: true, weight: «2», rows: [\".....\", \".....\", \".....\", \".....\", \".....\"]",
        "a vault with `room: true` cannot have `weight`",
        "`chance`"
    ),
    in_room!(
        "room: true, required: true, chance: «0.5», rows: [\".....\", \".....\", \".....\", \".....\", \".....\"]",
        "a required vault cannot have a `chance`",
        "remove `required` or"
    ),
    in_room!(
        "room: true, rooms: (min: «(7, 7)»), rows: [\".....\", \".....\", \".....\", \".....\", \".....\"]",
        "a vault with `room: true` cannot ask for `min`",
        "`kinds`"
    ),
    case("(name: \"a\", floorplan: (vaults: (chance: «1.5»)))", "1.5 is out of range", "allowed: 0 to 1"),
    case("(name: \"a\", vaults: «3»)", "expected a list in square brackets", "tomb"),
];

#[test]
fn mistakes_in_vaults_have_their_spans() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn all_that_a_vault_says_is_in_the_digest() {
    let digest = |vaults: &str| {
        let text = format!(
            "(name: \"a\", props: {{\"urn\": (glyph: 'u', color: \"#000000\")}}, floorplan: (tags: [(tag: \"t\")]), vaults: [{vaults}])"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")).digest()
    };
    let plain = "name: \"v\", rows: [\"u.\", \"..\"], legend: {'u': \"urn\"}";
    let given = [
        "",
        "weight: 2",
        "most: 3",
        "required: true",
        "turns: true",
        "mirrored: true",
        "at: North",
        "at: South",
        "at: NorthEast",
        "at: At(0.5, 0.25)",
        "inset: 1",
        "alone: true",
        "rooms: (kinds: [End])",
        "rooms: (tags: [\"t\"])",
    ];
    let row = ".....";
    let rows = format!("name: \"v\", room: true, rows: [{}]", [format!("\"{row}\"").as_str(); 5].join(", "));
    let digests = given.iter().map(|given| digest(&format!("({plain}, {given})").replace(", )", ")")));
    let rooms = ["", ", chance: 0.5", ", required: true", ", rooms: (kinds: [End])"];
    let rooms_digests = rooms.iter().map(|given| digest(&format!("({rows}{given})")));
    let all: std::collections::BTreeSet<u64> = digests.chain(rooms_digests).chain([digest("")]).collect();
    assert_eq!(all.len(), given.len() + rooms.len() + 1);
}

#[test]
fn a_ragged_vault_behind_fifty_other_problems_is_not_used() {
    let vaults: String = (0..60).map(|number| format!("(name: \"{number}\", rows: [\".\"], weight: 0), ")).collect();
    let text = format!(
        "(name: \"a\", vaults: [{vaults}(name: \"v\", rows: [\"..\", \"...\", \"..\"], mirrored: true, turns: true)])"
    );
    assert_eq!(Preset::parse(&text).map_err(|error| error.problems().len()), Err(50));
}
