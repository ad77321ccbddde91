//! Presets: built-in ones, files, and mistakes in files.

use super::{Folder, GREEDY, tool};
use crate::golden;

/// A preset with one of each kind of mistake.
const BROKEN: &str = r##"// A preset with mistakes.
(
    name: "broken",
    size: (80, 5),
    floorplan: (rooms: (min: 5, max: 6)),
    props: { "pillar": (glyph: 'O', color: "#b8b0a") },
    layouts: [
        (name: "ä ö ü", formations: [(shape: Circle, prop: "piller")]), // after wide letters
    ],
)
"##;

#[test]
fn the_built_in_presets_are_listed_by_name() {
    let run = Folder::new().run("presets").ok();
    let names: Vec<_> = run.out_text().lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        names,
        ["arena", "caves", "cellar", "crypt", "garden", "grove", "library", "mine", "sewer", "temple", "warehouse"]
    );
}

#[test]
fn a_built_in_preset_is_printed_as_it_is_and_makes_the_same_levels() {
    let folder = Folder::new();
    let text = folder.run("presets grove").ok().out;
    assert_eq!(text, include_bytes!("../../../../presets/grove.ron"));
    folder.put("my.ron", &text);
    let mine = folder.run("--seed 5 --preset my.ron --out -").ok();
    assert_eq!(mine.out, folder.run("--seed 5 --preset grove --out -").ok().out);
    let mine_by_path = folder.run("--seed 5 --preset ./my.ron --out -").ok();
    assert_eq!(mine.out, mine_by_path.out);
}

#[test]
fn a_preset_file_may_have_any_name_if_its_path_says_that_it_is_one() {
    let folder = Folder::with("quarry", GREEDY);
    folder.run("--seed 1 --preset ./quarry --out -").ok();
    folder.run("--seed 1 --preset quarry --out -").fails(2, &["--preset", "quarry", "crypt"]);
}

#[test]
fn the_schema_of_the_language_is_printed_as_json() {
    let folder = Folder::new();
    let schema: serde_json::Value = serde_json::from_slice(&folder.run("presets --schema").ok().out).expect("JSON");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["properties"]["layouts"].is_object());
    folder.run("presets crypt --schema").fails(2, &["--schema", "NAME"]);
    let runs: serde_json::Value = serde_json::from_slice(&folder.run("run --schema").ok().out).expect("JSON");
    assert!(runs["properties"]["acts"].is_object() && runs["$defs"]["Piece"].is_object());
    folder.run("run delve --schema").fails(2, &["--schema"]);
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest_and_all_that_there_are() {
    let folder = Folder::new();
    for line in ["--preset cript", "presets cript"] {
        folder.run(line).fails(
            2,
            &[
                "preset",
                "cript",
                "did you mean \"crypt\"",
                "arena, caves, cellar, crypt, garden, grove, library, mine, sewer, temple, warehouse",
            ],
        );
    }
}

#[test]
fn mistakes_are_shown_in_the_text_with_line_column_and_help() {
    let folder = Folder::with("broken.ron", BROKEN);
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["broken.ron:4:11", "4 problems"]);
    golden::compare("cli/preset-mistakes.txt", run.err.as_bytes());
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing() {
    let folder = Folder::with("broken.ron", format!("\u{feff}{}", BROKEN.replace('\n', "\r\n")));
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["4 problems"]);
    golden::compare("cli/preset-mistakes.txt", run.err.as_bytes());
}

#[test]
fn bad_syntax_is_shown_in_the_text() {
    let folder = Folder::with("broken.ron", BROKEN.replace("name: \"broken\"", "nmae: \"broken\""));
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["broken.ron:3:5", "nmae", "name"]);
    golden::compare("cli/preset-syntax.txt", run.err.as_bytes());
}

#[test]
fn any_bad_text_is_refused_in_words() {
    for text in [
        "",
        "\n\n",
        "(",
        "()",
        "{}",
        "\"",
        "(name: \"a",
        "/*",
        "((((((((((((((((((((((((((((((((((((((((((((",
        "\r",
        "é",
    ] {
        let folder = Folder::with("broken.ron", text);
        folder.run("--seed 1 --preset broken.ron").fails(1, &["broken.ron", "1 problem"]);
    }
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = Folder::with("broken.ron", BROKEN.replace("broken", "a\x1b[2J").replace("pillar", "b\x1b[2J"));
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["broken.ron"]);
    assert!(!run.err.contains('\x1b'), "{:?}", run.err);
}

#[test]
fn colours_are_for_terminals_and_for_those_who_insist() {
    let folder = Folder::with("broken.ron", BROKEN);
    let colours = |name: &str| {
        let mut tool = tool(folder.0.path());
        let output = tool.args(["--seed", "1", "--preset", "broken.ron"]).env(name, "1").output().expect("it runs");
        output.stderr.contains(&b'\x1b')
    };
    assert!(colours("CLICOLOR_FORCE"));
    assert!(!colours("NO_COLOR"));
}

#[test]
fn many_mistakes_are_counted_and_only_the_first_are_shown() {
    let kinds: String = (0..40).map(|number| format!("\"k{number}\": (glyph: 'O', color: \"red\"),\n")).collect();
    let text = BROKEN.replace("props: {", &format!("props: {{ {kinds}"));
    let folder = Folder::with("broken.ron", text);
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["44 problems, 24 of them not shown"]);
    assert_eq!(run.err.matches("broken.ron:").count(), 20);
}

#[test]
fn a_mistake_in_a_very_long_line_is_told_without_the_line() {
    let folder = Folder::with("broken.ron", format!("(name: \"a\", {}nmae: 1)", " ".repeat(100_000)));
    let run = folder.run("--seed 1 --preset broken.ron").fails(1, &["broken.ron:1:100013", "nmae"]);
    assert!(run.err.len() < 2000, "{}", run.err.len());
}

#[test]
fn a_preset_that_is_no_text_is_refused_with_the_first_bad_byte() {
    let folder = Folder::with("binary.ron", b"(name: \"\xff\")");
    folder.run("--seed 1 --preset binary.ron").fails(1, &["--preset", "binary.ron", "UTF-8", "byte 8", "0xff"]);
    folder.put("binary.ron", b"(name\0)");
    folder.run("--seed 1 --preset binary.ron").fails(1, &["--preset", "binary.ron", "UTF-8", "byte 5", "0x00"]);
}

#[test]
fn a_preset_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    folder.run("--seed 1 --preset absent.ron").fails(1, &["--preset", "absent.ron", "no such file"]);
    folder.run("--seed 1 --preset ./").fails(1, &["--preset", "folder"]);
    folder.put("large.ron", " ".repeat((1 << 20) + 1));
    folder.run("--seed 1 --preset large.ron").fails(1, &["--preset", "large.ron", "1048576"]);
}
