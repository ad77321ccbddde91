//! Errors of `choose`, in formations and in entries of legends.

use super::{Case, case};

/// The text of a preset with a lock, before its layouts and vaults.
macro_rules! before {
    () => {
        "(name: \"a\", mission: (locks: [(name: \"iron key\", lock: Bonus)]), loot: (metered: {\"draught\": (every: 2)}), props: {
            \"urn\": (glyph: 'u', color: \"#000000\"),
            \"iron key\": (glyph: 'k', color: \"#000000\", blocks: false),
            \"draught\": (glyph: 'd', color: \"#000000\", blocks: false),
            \"trinket\": (glyph: 't', color: \"#000000\", blocks: false, variants: {\"iron key\": 1}),
        }, "
    };
}

macro_rules! in_offers {
    ($formation:literal, $message:literal, $help:literal) => {
        case(concat!(before!(), "layouts: [(name: \"l\", formations: [", $formation, "])])"), $message, $help)
    };
}

macro_rules! in_legend {
    ($entry:literal, $message:literal, $help:literal) => {
        case(concat!(before!(), "vaults: [(name: \"v\", rows: [\"u.u\"], legend: {", $entry, "})])"), $message, $help)
    };
}

const CASES: &[Case] = &[
    in_offers!("(shape: X, prop: \"urn\", choose: «0»)", "0 is out of range", "allowed: 1 to 1000"),
    in_offers!("(shape: X, prop: \"urn\", choose: «1001»)", "1001 is out of range", "allowed: 1 to 1000"),
    in_offers!("(shape: X, prop: \"urn\", choose: «(1, 2)»)", "expected a whole number, found", ""),
    in_offers!(
        "(shape: X, prop: \"iron key\", choose: «1»)",
        "the prop \"iron key\" opens locks, so that it cannot be one of those to choose from",
        "remove `choose`"
    ),
    in_offers!("(shape: X, prop: \"trinket\", choose: «1»)", "the prop \"iron key\" opens locks", "another prop"),
    in_offers!(
        "(shape: X, prop: \"draught\", choose: «1»)",
        "the prop \"draught\" is metered, so that it",
        "another prop"
    ),
    in_offers!("(choose: «1», one_of: [(shape: X, prop: \"urn\")])", "a group cannot have `choose`", "`one_of`"),
    in_legend!("'u': (prop: \"urn\", choose: «0»)", "0 is out of range", "allowed: 1 to 1000"),
    in_legend!("'u': (prop: «\"um\"», choose: 1)", "there is no prop \"um\"", "allowed: `draught`"),
    in_legend!("'u': (prop: \"iron key\", choose: «1»)", "the prop \"iron key\" opens locks", "remove `choose`"),
    in_legend!("'u': «(choose: 1)»", "the field `prop` is missing", "has a `prop` or a `terrain`"),
    in_legend!("'u': (prop: \"urn\", «chose»: 1)", "unknown field \"chose\"", "did you mean `choose`?"),
    in_legend!(
        "'u': «5»",
        "expected the name of a prop, alone or with `choose`, or terrain, found `5`",
        "(prop: \"tomb\", choose: 1)"
    ),
    in_legend!("'u': «[]»", "expected the name of a prop, alone or with `choose`", "(prop: \"tomb\", choose: 1)"),
];

#[test]
fn every_problem_of_an_offer_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}
