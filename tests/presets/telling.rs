//! What built-in presets tell a game: the table of the manual, held against their kinds.

use std::collections::BTreeSet;

use roomgen::{Preset, model::PropKind, preset::BUILT_IN};

const MANUAL: &str = include_str!("../../presets/README.md");

/// A value that each kind with a tag has: its name, and the texts that are allowed.
type Value = (String, BTreeSet<String>);

/// The rows of the manual's table: a tag, and its values.
fn table() -> Vec<(String, Vec<Value>)> {
    let (_, section) = MANUAL.split_once("### What the built-in presets tell a game").expect("the section");
    let rows =
        section.lines().skip_while(|line| !line.starts_with('|')).skip(2).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let values = cells[2].split(", ").filter_map(|value| value.split_once(": ")).map(|(name, allowed)| {
            let allowed = match allowed.split_once(" to ") {
                Some((first, last)) => {
                    let [first, last] = [first, last].map(|number| number.parse::<u32>().expect("a number"));
                    (first..=last).map(|number| number.to_string()).collect()
                }
                None => allowed.split(' ').map(str::to_owned).collect(),
            };
            (name.trim_matches('`').to_owned(), allowed)
        });
        let values: Vec<Value> = values.collect();
        let tags: Vec<String> = cells[1].split(", ").map(|tag| tag.trim_matches('`').to_owned()).collect();
        tags.into_iter().map(|tag| (tag, values.clone())).collect::<Vec<_>>()
    };
    rows.flat_map(row).collect()
}

/// What a kind lacks of what its tags promise.
fn lacks(kind: &PropKind, table: &[(String, Vec<Value>)]) -> Vec<String> {
    let mut lacks = Vec::new();
    for (tag, values) in table.iter().filter(|(tag, _)| kind.labels.has(tag)) {
        for (name, allowed) in values {
            let given = kind.labels.value(name);
            if !given.is_some_and(|value| allowed.contains(value)) {
                lacks.push(format!("{} has {name} {given:?} for the tag {tag}", kind.name));
            }
        }
    }
    for (one, other) in [("boss", "enemy"), ("healing", "loot")] {
        if kind.labels.has(one) && !kind.labels.has(other) {
            lacks.push(format!("{} has the tag {one}, but not {other}", kind.name));
        }
    }
    if kind.labels.value("heals").is_some() && !kind.labels.has("healing") {
        lacks.push(format!("{} heals, but has not the tag healing", kind.name));
    }
    lacks
}

#[test]
fn every_kind_of_the_built_in_presets_has_the_values_that_its_tags_promise() {
    let table = table();
    let tags: Vec<&str> = table.iter().map(|(tag, _)| tag.as_str()).collect();
    assert_eq!(tags, ["enemy", "boss", "trap", "loot", "healing", "key", "lever", "shop", "friend", "story"]);
    let mut lacking = Vec::new();
    for &(name, text) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a built-in preset");
        // A slot is a place for things, and in no level.
        let is_slot = |kind: &&PropKind| {
            let begin = format!("\"{}\": (", kind.name);
            text.lines().any(|line| line.trim_start().starts_with(&begin) && line.contains("slot: true"))
        };
        let of_preset = preset.kinds().iter().filter(|kind| !is_slot(kind)).flat_map(|kind| lacks(kind, &table));
        lacking.extend(of_preset.map(|lack| format!("{name}: {lack}")));
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}
