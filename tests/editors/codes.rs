//! The codes of problems and findings, which stay as they are: tools compare them.

use std::collections::BTreeSet;

use roomgen::{
    Preset,
    error::ProblemCode,
    lint::{FindingCode, Linter},
    preset::MAX_TEXT,
};

use super::no_files;

const PROPS: &str = "props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }";

fn with(layouts: &str) -> String {
    format!("(name: \"m\", {PROPS}, layouts: [{layouts}])")
}

/// A preset with a formation of these fields.
fn formation(fields: &str) -> String {
    with(&format!("(name: \"a\", formations: [({fields})])"))
}

/// Texts with the name of the code of their only problem. Names are never changed.
fn mistakes() -> Vec<(&'static str, String)> {
    let field = |field: &str| format!("(name: \"m\", {field}, {PROPS}, layouts: [])");
    vec![
        ("syntax", "(name: \"m\"".to_owned()),
        ("syntax", "(name: “m”)".to_owned()),
        ("unknown-name", formation("shape: Circle, prop: \"um\"")),
        ("unknown-name", formation("shape: Cirle, prop: \"urn\"")),
        ("unknown-name", field("clearence: 2")),
        ("missing", formation("prop: \"urn\"")),
        ("missing", formation("one_of: []")),
        ("repeated", field("clearance: 1, clearance: 2")),
        ("repeated", with("(name: \"a\", formations: []), (name: \"a\", formations: [])")),
        ("bad-value", format!("(name: 3, {PROPS}, layouts: [])")),
        ("bad-value", field("theme: (rock: \"red\")")),
        ("out-of-range", field("clearance: 99")),
        ("too-many", " ".repeat(MAX_TEXT + 1)),
        ("too-many", formation(&["shape: Circle, prop: \"urn\""; 65].join("), ("))),
        ("conflict", formation("shape: Circle, prop: \"urn\", from: Entry")),
        ("unsatisfiable", field("size: (9, 9), floorplan: (rooms: (min: 8, max: 16))")),
        ("base", "(name: \"m\", base: \"cript\")".to_owned()),
        ("base", "(name: \"m\", base: \"gone.ron\")".to_owned()),
    ]
}

#[test]
fn each_sort_of_mistake_has_the_code_that_it_always_had() {
    let mut seen = BTreeSet::from(["finding"]);
    for (name, text) in mistakes() {
        let error = Preset::parse(&text).expect_err(&text[..text.len().min(200)]);
        let names: BTreeSet<_> = error.problems().iter().map(|problem| problem.code.name()).collect();
        assert!(names.contains(name), "{name} is not among {names:?} of {error}");
        let json = serde_json::to_value(&error).unwrap();
        assert!(json.as_array().unwrap().iter().any(|problem| problem["code"] == name), "{json}");
        seen.insert(name);
    }
    let all: Vec<_> = ProblemCode::ALL.iter().map(|code| code.name()).collect();
    // Those from this one on are expressions' own, and tested there.
    let own: BTreeSet<_> = all.iter().copied().take_while(|name| *name != "too-long").collect();
    assert_eq!(own, seen, "each code has a text");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "no two codes share a name");
}

#[test]
fn findings_have_their_own_code_and_one_that_tells_them_from_mistakes() {
    let text = "(name: \"m\", props: { \"urn\": (glyph: 'u', color: \"#c28a2e\"), \"pot\": (glyph: 'u', color: \"#c28a2e\") }, \
        layouts: [(name: \"a\", formations: [(shape: Circle, prop: \"pot\"), (shape: Square, prop: \"urn\", chance: 0)])])";
    let findings = Linter::new(text, no_files).unwrap().text_findings();
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&FindingCode::AlikeGlyphs) && codes.contains(&FindingCode::Never), "{codes:?}");
    for finding in findings {
        let json = serde_json::to_value(&finding).unwrap();
        assert_eq!((&json["code"], &json["problem"]["code"]), (&finding.code.name().into(), &"finding".into()));
    }
}
