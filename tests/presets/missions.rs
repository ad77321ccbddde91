//! Errors in missions, and what their rules add to the digest.

use roomgen::Preset;

use super::{Case, case};

/// The kinds that the cases refer to: a key, a pin, a rock, and a rug of four cells.
macro_rules! props {
    () => {
        props!("")
    };
    ($plan:literal) => {
        concat!("props: {\"key\": (glyph: 'k', color: \"#000000\", blocks: false), \"pin\": (glyph: 'p', color: \"#000000\", blocks: false), \
         \"rock\": (glyph: 'o', color: \"#000000\"), \"rug\": (glyph: 'r', color: \"#000000\", blocks: false, footprint: (2, 2))}, \
         floorplan: (tags: [(tag: \"vault\")]", $plan, ")")
    };
}

/// A case with a problem among the locks.
macro_rules! in_locks {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", props!(), ", mission: (locks: ", $given, "))"), $message, $help)
    };
}

/// A case with a problem among the locks of a level with a river.
macro_rules! in_river {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                props!(", partings: [(name: \"river\", terrain: \"water\")]"),
                ", terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}, mission: (locks: ",
                $given,
                "))"
            ),
            $message,
            $help,
        )
    };
}

/// A case with a problem in a mission.
macro_rules! in_mission {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", props!(), ", mission: (", $given, "))"), $message, $help)
    };
}

const CASES: &[Case] = &[
    in_locks!("[(name: «\"kee\"», lock: Bonus)]", "there is no prop \"kee\"", "did you mean `key`?"),
    in_locks!(
        "[(name: «\"rock\"», lock: Bonus)]",
        "a key must not block, and the prop \"rock\" does",
        "`blocks: false`"
    ),
    in_locks!(
        "[(name: «\"rug\"», lock: Bonus)]",
        "a key covers one cell, and the prop \"rug\" covers more",
        "remove `footprint`"
    ),
    in_locks!("[(name: \"key\", lock: Bonus), (name: «\"key\"», lock: Bonus)]", "the name \"key\" is given twice", ""),
    in_locks!("[«(»name: \"key\")]", "the field `lock` is missing", "add it inside these brackets"),
    in_locks!("[«(»lock: Bonus)]", "the field `name` is missing", "add it inside these brackets"),
    in_locks!("[(name: \"key\", lock: «Bonos»)]", "unknown value \"Bonos\"", "did you mean `Bonus`?"),
    in_locks!("[(name: \"key\", lock: «3»)]", "expected a place for locks, found `3`", "allowed: `Path`"),
    in_locks!("[(name: \"key\", lock: Tag(«\"vaul\"»))]", "gives the tag \"vaul\"", "did you mean `vault`?"),
    in_locks!("[(name: \"key\", lock: Tag(«\"key\"»))]", "no rule of the floor plan gives the tag \"key\"", ""),
    in_locks!(
        "[(name: \"key\", lock: Crossing(«\"river\"»))]",
        "there is no parting \"river\"",
        "`floorplan: (partings: [(name: \"river\", terrain: \"water\")])`"
    ),
    in_river!("[(name: \"key\", lock: Crossing(«\"rivr\"»))]", "there is no parting \"rivr\"", "did you mean `river`?"),
    in_river!("[(name: \"key\", lock: «Crosing»(\"river\"))]", "unknown value \"Crosing\"", "did you mean `Crossing`?"),
    in_river!("[(name: \"key\", lock: Crossing(«3»))]", "expected", ""),
    in_river!(
        "[(name: \"key\", lock: Crossing(\"river\"), count: «(0, 2)»)]",
        "the crossing of \"river\" has one lock, and this asks for more",
        "write `count: 1`"
    ),
    in_river!(
        "[(name: \"key\", lock: Crossing(\"river\"), count: «(from: 1, to: 3)»)]",
        "the crossing of \"river\" has one lock, and this asks for more",
        "`count: (0, 1)`"
    ),
    in_river!(
        "[(name: \"key\", lock: Crossing(\"river\")), (name: \"pin\", lock: «Crossing(\"river\")»)]",
        "another rule locks the crossing of \"river\" already",
        "remove one of the rules"
    ),
    in_river!(
        "[(name: \"key\", lock: Crossing(\"river\"), single_use: true, keys: «1»)]",
        "each lock of the main path needs a key",
        "remove `keys`"
    ),
    in_locks!("[(name: \"key\", lock: Path((0.5, «1.5»)))]", "1.5 is out of range", "allowed: 0 to 1"),
    in_locks!("[(name: \"key\", lock: Path(«(0.6, 0.3)»))]", "0.6 to 0.3 is an empty range", ""),
    in_locks!(
        "[(name: \"key\", lock: Bonus, single_use: true, switch: «true»)]",
        "a switch cannot be for a single use",
        "remove `switch` or `single_use`"
    ),
    in_locks!("[(name: \"key\", lock: Bonus, single_use: true, count: «7»)]", "7 is out of range", "allowed: 0 to 6"),
    in_locks!("[(name: \"key\", lock: Bonus, count: «17»)]", "17 is out of range", "allowed: 0 to 16"),
    in_locks!("[(name: \"key\", lock: Bonus, count: «(3, 1)»)]", "3 to 1 is an empty range", ""),
    in_locks!("[(name: \"key\", lock: Bonus, count: «1.5»)]", "expected a whole number, found `1.5`", ""),
    in_locks!(
        "[(name: \"key\", lock: Bonus, count: (from: 0, to: 1, over: «Progress»))]",
        "over Progress",
        "over Difficulty"
    ),
    in_locks!(
        "[(name: \"key\", lock: Bonus, keys: «1»)]",
        "one key or switch opens all locks of its rule",
        "add `single_use: true`"
    ),
    in_locks!(
        "[(name: \"key\", lock: Tag(\"vault\"), switch: true, keys: «(1, 2)»)]",
        "one key or switch opens all locks of its rule",
        "remove `keys`"
    ),
    in_locks!(
        "[(name: \"key\", lock: Path((0, 1)), single_use: true, count: 3, keys: «1»)]",
        "each lock of the main path needs a key",
        "remove `keys`"
    ),
    in_locks!("[(name: \"key\", lock: Bonus, single_use: true, keys: «0»)]", "0 is out of range", "allowed: 1 to 6"),
    in_locks!(
        "[(name: \"key\", lock: Bonus, single_use: true, keys: (1, «7»))]",
        "7 is out of range",
        "allowed: 1 to 6"
    ),
    in_locks!("[(name: \"key\", lock: Bonus, single_use: true, keys: «(3, 1)»)]", "3 to 1 is an empty range", ""),
    in_locks!(
        "[(name: \"key\", lock: Bonus, single_use: true, keys: «1.5»)]",
        "expected a whole number, found `1.5`",
        ""
    ),
    in_locks!(
        "[(name: \"key\", lock: Bonus, single_use: true, keys: (from: 1, to: 2, over: «Progress»))]",
        "over Progress",
        "over Difficulty"
    ),
    in_locks!(
        "[(name: \"key\", lock: Bonus, single_use: true, «key_s»: 1)]",
        "unknown field \"key_s\"",
        "did you mean"
    ),
    in_locks!(
        "«[(name: \"key\", lock: Bonus, count: 9), (name: \"pin\", lock: Bonus, count: (0, (from: 2, to: 8)))]»",
        "these rules can make 17 locks, more than the proof of a level takes",
        "at most 16"
    ),
    in_locks!("[(name: \"key\", lock: Bonus, key: (pick: «Every»(2)))]", "unknown value \"Every\"", "allowed: `Any`"),
    in_locks!("[(name: \"key\", lock: Bonus, key: (pick: «3»))]", "expected a choice of rooms", "`Nearest`"),
    in_locks!(
        "[(name: \"key\", lock: Bonus, key: (at: «Corners»))]",
        "`at` of a key must be a single point or `Anywhere`",
        "`NorthWest`"
    ),
    in_locks!(
        "[(name: \"key\", lock: Bonus, key: (rooms: (tags: [«\"hall\"»])))]",
        "no rule gives the tag \"hall\"",
        "`vault`"
    ),
    in_locks!(
        "[(name: \"key\", lock: Bonus), (name: \"pin\", lock: Bonus, key: (rooms: (tags: [«\"key\"»])))]",
        "the room of the key \"key\" gets its tag later",
        "only `rooms` of layouts"
    ),
    in_locks!("«(name: \"key\", lock: Bonus)»", "expected a list in square brackets", "`[(name: \"iron key\", lock:"),
    in_mission!("around: «Barred»", "unknown value \"Barred\"", "allowed: `OneWay`"),
    in_mission!("shortcuts: (chance: «2»)", "2 is out of range", "allowed: 0 to 1"),
    in_mission!("shortcuts: (saves: «0»)", "0 is out of range", "allowed: 1 to 64"),
    in_mission!("shortcuts: (count: «17»)", "17 is out of range", "allowed: 0 to 16"),
    in_mission!("shortcuts: «0.5»", "expected an opening `(`", "round brackets"),
    in_mission!("«lock»: []", "unknown field \"lock\"", "did you mean `locks`?"),
    // Rules for doors lock none, and only layouts ask for the tags of keys.
    case(
        "(name: \"a\", floorplan: (doors: [(kind: «Barred»)]))",
        "a rule for doors cannot lock them",
        "`mission.locks` makes locked doors",
    ),
    case(
        "(name: \"a\", props: {\"key\": (glyph: 'k', color: \"#000000\", blocks: false)}, mission: (locks: [(name: \"key\", lock: Bonus)]), floorplan: (doors: [(kind: Open, rooms: (tags: [«\"key\"»]))]))",
        "the room of the key \"key\" gets its tag later",
        "only `rooms` of layouts",
    ),
    case(
        "(name: \"a\", props: {\"key\": (glyph: 'k', color: \"#000000\", blocks: false)}, mission: (locks: [(name: \"key\", lock: Bonus)]), vaults: [(name: \"v\", rows: [\"..\"], rooms: (tags: [«\"key\"»]))])",
        "the room of the key \"key\" gets its tag later",
        "only `rooms` of layouts",
    ),
    case(
        "(name: \"a\", props: {\"key\": (glyph: 'k', color: \"#000000\", blocks: false)}, mission: (locks: [(name: «\"key\"», lock: Bonus)]), floorplan: (tags: [(tag: \"key\")]))",
        "\"key\" is also a tag that the floor plan gives",
        "rename the tag or the key",
    ),
];

#[test]
fn a_mistake_in_a_mission_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}

#[test]
fn every_rule_of_a_mission_is_in_the_digest_and_defaults_are_not() {
    let digest = |mission: &str| {
        let text = format!("(name: \"a\", {}, mission: ({mission}))", props!());
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")).digest()
    };
    let on_river = |place: &str| {
        let text = format!(
            "(name: \"a\", {}, terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}}, \
             mission: (locks: [(name: \"key\", lock: {place})]))",
            props!(", partings: [(name: \"river\", terrain: \"water\")]")
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")).digest()
    };
    let lock = |given: &str| digest(&format!("locks: [(name: \"key\", lock: Bonus{given})]"));
    let alike = [
        ("", "around: Locked"),
        ("", "shortcuts: (chance: 0, saves: 9)"),
        (
            "locks: [(name: \"key\", lock: Bonus)]",
            "locks: [(name: \"key\", lock: Bonus, single_use: false, switch: false, count: (1, 1), \
             key: (pick: Any, at: Center, rooms: ()))], around: OneWay",
        ),
    ];
    for (one, other) in alike {
        assert_eq!(digest(one), digest(other), "{one} and {other}");
    }
    let mut different = vec![
        digest(""),
        digest("locks: [(name: \"pin\", lock: Bonus)]"),
        digest("locks: [(name: \"key\", lock: Bonus)], around: Locked"),
        digest("shortcuts: (chance: 0.5)"),
        digest("shortcuts: (chance: 0.5, saves: 5)"),
        digest("shortcuts: (chance: 0.5, count: 2)"),
        digest("locks: [(name: \"key\", lock: Tag(\"vault\"))]"),
        digest("locks: [(name: \"key\", lock: Path((0, 1)))]"),
        digest("locks: [(name: \"key\", lock: Path((0.5, 1)))]"),
        on_river("Bonus"),
        on_river("Crossing(\"river\")"),
    ];
    different.extend(
        [
            "",
            ", single_use: true",
            ", single_use: true, keys: 1",
            ", single_use: true, keys: (1, 2)",
            ", switch: true",
            ", count: 2",
            ", count: (1, 2)",
            ", key: (pick: DeadEnds)",
            ", key: (pick: Nearest)",
            ", key: (at: North)",
            ", key: (at: Anywhere)",
            ", key: (rooms: (kinds: [Bonus]))",
        ]
        .map(lock),
    );
    let count = different.len();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), count);
}
