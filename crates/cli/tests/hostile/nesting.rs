//! Brackets nested a hundred thousand deep, and comments likewise.

use roomgen::{Preset, export, lint};

use super::{level, on_a_small_stack};
use crate::cli::Folder;

const DEEP: usize = 100_000;

/// Deeply nested presets, with words of the expected errors.
fn presets() -> Vec<(String, &'static str)> {
    let nested = |head: &str, open: &str, close: &str, tail: &str, deep: usize| {
        format!("{head}{}{}{tail}", open.repeat(deep), close.repeat(deep))
    };
    let groups = |deep: usize| {
        let groups = format!("{}[]{}", "[(one_of: ".repeat(deep), ")]".repeat(deep));
        format!("(name: \"a\", layouts: [(name: \"b\", formations: {groups})])")
    };
    vec![
        ("(".repeat(DEEP), "never closed"),
        ("[".repeat(DEEP), "never closed"),
        ("#![enable(".repeat(DEEP), "never closed"),
        ("/*".repeat(DEEP), "comment is never closed"),
        ("#!".repeat(DEEP), "opening `(`"),
        (")".repeat(DEEP), "has no opening bracket"),
        (format!("r{}\"", "#".repeat(DEEP)), "never closed"),
        (nested("", "(a:", ")", "", DEEP), "unknown field \"a\""),
        (nested("(name: \"a\", layouts: ", "[", "]", ")", DEEP), "opening `(`"),
        (nested("(name: \"a\", base: \"crypt\", layouts: ", "[", "]", ")", DEEP), "nested too deeply"),
        (nested("(name: \"a\", base: \"crypt\", other: ", "{", "}", ")", DEEP), "expected `:`"),
        (nested("(name: \"a\", base: \"crypt\", other: ", "{1:", "}", ")", DEEP), "nested too deeply"),
        (nested("(name: \"a\", size: ", "Some(", ")", ")", DEEP), "`Some` is not needed"),
        (nested("(name: \"a\", floorplan: (coverage: ", "(from: ", ")", "))", DEEP), "nested too deeply"),
        (
            nested("(name: \"a\", layouts: [(name: \"b\", formations: ", "[(one_of: ", ")]", ")])", 50_000),
            "nested too deeply",
        ),
        (groups(5), "nested too deeply"),
    ]
}

#[test]
fn presets_that_nest_are_refused_on_a_small_stack() {
    for (text, words) in presets() {
        let start: String = text.chars().take(60).collect();
        let told = on_a_small_stack(move || {
            let refused = Preset::parse(&text).expect_err("no preset");
            assert!(lint::lint(&text, |name| Err(name.to_owned())).is_err());
            refused.to_string()
        });
        assert!(told.contains(words) && told.len() < 4096, "{start}: {told}");
    }
}

#[test]
fn comments_may_nest_and_attributes_follow_each_other() {
    let comments = format!("{}{}(name: \"a\")", "/*".repeat(DEEP), "*/".repeat(DEEP));
    let attributes = format!("{}(name: \"a\")", "#![enable(implicit_some)]\n".repeat(20_000));
    for text in [comments, attributes] {
        on_a_small_stack(move || Preset::parse(&text).map(|_| ())).expect("a preset");
    }
}

#[test]
fn level_files_that_nest_are_refused_on_a_small_stack() {
    let (ron, json) = (export::ron::write(level()), export::json::write(level()));
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(DEEP), close.repeat(DEEP));
    let lists = deep("[", "]");
    let rons = [
        "(".repeat(DEEP),
        "[".repeat(DEEP),
        deep("(format:", ")"),
        ron.replacen("notes: [", &format!("notes: [{lists}"), 1),
        ron.replacen("tiles: [", &format!("other: {lists},\n  tiles: ["), 1),
        ron.replacen("start: None", &format!("start: {}None{}", "Some(".repeat(DEEP), ")".repeat(DEEP)), 1),
        ron.replacen("offset: (0.0", &format!("offset: ({}", deep("(", ")")), 1),
        format!("{}{ron}", "/*".repeat(DEEP)),
    ];
    let jsons = [
        "[".repeat(DEEP),
        "{\"format\":".repeat(DEEP),
        json.replacen("\"notes\": [", &format!("\"notes\": [{lists}"), 1),
        json.replacen("\"tiles\": [", &format!("\"other\": {lists},\n  \"tiles\": ["), 1),
        json.replacen("\"format\": 1", &format!("\"format\": {lists}"), 1),
    ];
    for text in rons {
        on_a_small_stack(move || {
            let told = export::ron::read_unchecked(&text).expect_err("no level").to_string();
            assert!(told.len() < 4096, "{told}");
        });
    }
    for text in jsons {
        on_a_small_stack(move || {
            let told = export::json::read_unchecked(&text).expect_err("no level").to_string();
            assert!(told.len() < 4096, "{told}");
        });
    }
    let comments = format!("{}{}{ron}", "/*".repeat(DEEP), "*/".repeat(DEEP));
    on_a_small_stack(move || export::ron::read(&comments).map(|_| ())).expect("a level");
}

#[test]
fn the_tool_tells_of_files_that_nest() {
    let folder = Folder::with("a.ron", "(".repeat(DEEP));
    folder.put("a.json", "[".repeat(DEEP));
    for line in [
        "lint a.ron",
        "--seed 1 --preset a.ron",
        "sheet --preset a.ron --seeds 0..2 --out a.png",
        "survey --preset a.ron --seeds 0..2",
        "watch a.ron --png a.png --help",
    ] {
        let run = folder.run(line);
        if !line.starts_with("watch") {
            run.fails(1, &["a.ron:1:100000", "never closed"]);
        }
    }
    for line in ["check a.ron", "check a.json", "convert a.json b.ron", "render a.ron --out a.png"] {
        folder.run(line).fails(1, &["a."]);
    }
    folder.run("check --text a.ron").fails(1, &["100000x1 characters", "at least 3x3"]);
    assert_eq!(folder.names(), ["a.json", "a.ron"]);
}
