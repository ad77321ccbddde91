//! Names that control a terminal, change the writing direction, or look like other names.

use roomgen::{Preset, export, lint};
use roomgen_text::legible::is_hidden;

use super::level;
use crate::cli::{Folder, Run};
use crate::tier;

/// Hostile names as they stand in a text.
///
/// They clear the screen, set the title, overwrite a line, add one, reverse the writing direction,
/// or contain invisible characters.
const HOSTILE: [&str; 16] = [
    "\x1b[2J",
    "\x1b]0;title\x07",
    "a\rb",
    "a\nb",
    "\u{202e}txt",
    "a\u{2066}b",
    "a\u{200b}b",
    "\u{feff}a",
    "\u{9b}31m",
    "\u{2028}a",
    "a\u{fe0f}",
    "a\u{3164}b",
    "\u{115f}\u{1160}",
    "\u{ffa0}",
    "a\u{34f}b",
    "\u{2800}",
];

/// The same name with escapes of RON or JSON.
fn escaped(text: &str, is_json: bool) -> String {
    let escape = |character: char| match character {
        hidden if is_hidden(hidden) && is_json => format!("\\u{:04x}", u32::from(hidden)),
        hidden if is_hidden(hidden) => format!("\\u{{{:x}}}", u32::from(hidden)),
        plain => plain.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Asserts that a text has no hidden characters but line feeds.
#[track_caller]
fn assert_legible(text: &str) {
    let hidden = text.chars().find(|&character| is_hidden(character) && character != '\n');
    assert_eq!(hidden, None, "{text:?}");
}

/// Presets with `NAME` in every place that can hold a name.
const PRESETS: [&str; 12] = [
    "(name: \"NAME\")",
    "(name: \"a\", props: { \"NAME\": (glyph: 'p', color: \"#000000\") })",
    "(name: \"a\", props: { \"p\": (glyph: 'p', color: \"#000000\", tags: [\"NAME\"]) })",
    "(name: \"a\", props: { \"p\": (glyph: 'p', color: \"#000000\", values: { \"NAME\": \"\" }) })",
    "(name: \"a\", props: { \"p\": (glyph: 'p', color: \"#000000\") }, layouts: [(name: \"NAME\", formations: [])])",
    "(name: \"a\", props: { \"p\": (glyph: 'p', color: \"#000000\") }, layouts: [(name: \"b\", formations: [(shape: Circle, prop: \"p\", name: \"NAME\")])])",
    "(name: \"a\", vaults: [(name: \"NAME\", rows: [\"..\"])])",
    "(name: \"a\", floorplan: (tags: [(tag: \"NAME\")]))",
    "(name: \"a\", layouts: [(name: \"b\", formations: [(shape: Circle, prop: \"NAME\")])])",
    "(name: \"a\", props: { \"p\": (glyph: 'p', color: \"NAME\") })",
    "(name: \"a\", base: \"NAME\")",
    "(name: \"a\", base: \"crypt\", remove: [\"NAME\"])",
];

#[test]
fn no_name_in_a_preset_holds_what_is_hidden_and_no_message_does() {
    for preset in PRESETS {
        for name in HOSTILE {
            let text = preset.replace("NAME", &escaped(name, false));
            let refused = Preset::parse(&text).expect_err(&text);
            assert_legible(&refused.to_string());
            for problem in refused.problems() {
                assert_legible(&problem.message);
                assert_legible(problem.help.as_deref().unwrap_or_default());
            }
            assert!(lint::lint(&text, |name| Err(name.to_owned())).is_err());
        }
    }
    for name in HOSTILE.into_iter().filter(|name| !name.contains(['\n', '\r'])) {
        // As a bare word, outside of quotes.
        for text in [
            format!("({name}: 1)"),
            format!("(name: \"a\", {name})"),
            format!("{name}(name: \"a\")"),
            format!("(name: {name})"),
        ] {
            if let Err(refused) = Preset::parse(&text) {
                assert_legible(&refused.to_string());
            }
        }
    }
}

#[test]
fn names_of_all_scripts_are_names() {
    for name in ["ключ", "宝箱", "مفتاح", "clé à molette", "🗝", "a\u{301}", "<&>\"';,|=+-@`$(rm)"] {
        let text = format!("(name: {name:?}, vaults: [(name: {name:?}, rows: [\"..\"])])");
        assert_eq!(Preset::parse(&text).expect("a name").name(), name);
    }
}

/// What is wrong with a level file.
fn refusal(text: &str, is_json: bool) -> String {
    let read = if is_json { export::json::read_unchecked(text) } else { export::ron::read_unchecked(text) };
    read.expect_err(text).to_string()
}

#[test]
fn no_name_in_a_level_file_holds_what_is_hidden_and_no_message_does() {
    let (ron, json) = (export::ron::write(level()), export::json::write(level()));
    let layout = level().rooms().iter().find_map(|room| level().layout(room)).expect("a layout");
    let kind = &*level().kinds()[0].name;
    for name in HOSTILE {
        for (text, is_json) in [(&ron, false), (&json, true)] {
            let bad = escaped(name, is_json);
            let key = |key: &str| if is_json { format!("\"{key}\":") } else { format!("{key}:") };
            let quoted = format!("\"{bad}\"");
            let changed = [
                text.replace("\"cellar\"", &quoted),
                text.replace(&format!("\"{layout}\""), &quoted),
                text.replace(&format!("\"{kind}\""), &quoted),
                text.replacen(&format!("{} [\"canal\"", key("tags")), &format!("{} [{quoted}", key("tags")), 1),
                text.replacen(&key("floor"), &format!("{quoted}:"), 1),
            ];
            for changed in changed {
                assert_ne!(changed, **text);
                let told = refusal(&changed, is_json);
                assert_legible(&told);
                assert!(told.len() < 4096, "{told}");
            }
        }
    }
    let long = "a".repeat(65);
    let told = refusal(&ron.replace(&format!("\"{kind}\""), &format!("\"{long}\"")), false);
    assert!(told.contains("1 to 64 printable characters"), "{told}");
}

/// A level file whose first kind has these additional fields.
fn with_extras(extras: &str) -> String {
    let text = export::ron::write(level());
    let kinds = text.find("kinds: {").expect("kinds");
    let end = kinds + text[kinds..].find("),\n").expect("a kind");
    [&text[..end], extras, &text[end..]].concat()
}

#[test]
fn tags_and_values_of_kinds_in_level_files_are_bounded_and_legible() {
    let values = |count: usize| (0..count).map(|number| format!("\"{number}\": \"\", ")).collect::<String>();
    let tags = |count: usize| (0..count).map(|number| format!("\"{number}\", ")).collect::<String>();
    let good = [
        ", values: {\"text\": \"two\\nlines\\tand\\r\\nmore\"}".to_owned(),
        format!(", tags: [{}], values: {{{}}}", tags(64), values(64)),
        format!(", values: {{\"text\": \"{}\"}}", "é".repeat(1024)),
    ];
    for extras in good {
        export::ron::read_unchecked(&with_extras(&extras)).unwrap_or_else(|error| panic!("{extras}: {error}"));
    }
    let bad = [
        ", values: {\"text\": \"\\u{1b}[2J\"}".to_owned(),
        ", values: {\"text\": \"a\\rb\"}".to_owned(),
        ", values: {\"text\": \"\\u{202e}\"}".to_owned(),
        ", values: {\"\\u{200b}\": \"\"}".to_owned(),
        ", tags: [\"\\u{7}\"]".to_owned(),
        format!(", tags: [{}]", tags(65)),
        format!(", values: {{{}}}", values(65)),
        format!(", values: {{\"text\": \"{}\"}}", "é".repeat(1025)),
    ];
    for extras in bad {
        let text = with_extras(&extras);
        let told = export::ron::read_unchecked(&text).expect_err(&extras).to_string();
        // What is above a limit is refused where it stands.
        assert!(told.starts_with("kind ") || told.starts_with("line "), "{told}");
        assert!(told.contains("allowed"), "{told}");
        assert_legible(&told);
    }
}

#[test]
fn the_tool_sends_nothing_that_is_hidden_to_a_terminal() {
    let folder = Folder::new();
    let quiet = |run: Run| {
        assert_legible(&run.err);
        assert_legible(run.out_text());
        assert!(run.code.is_some_and(|code| code > 0), "roomgen {}", run.line);
    };
    // A process takes longer than all else: in the fast tier, names and commands take turns.
    let every = tier::size(4, 1);
    for (turn, name) in HOSTILE.into_iter().enumerate() {
        let presets = [PRESETS[0], PRESETS[1], PRESETS[8], PRESETS[10], "(name: \"a\", NAME: 1)"];
        for preset in presets.into_iter().skip(turn % every).step_by(every) {
            // Inside of quotes, raw line ends have another meaning.
            let text = if name.contains(['\n', '\r']) { escaped(name, false) } else { name.to_owned() };
            folder.put("a.ron", preset.replace("NAME", &text));
            quiet(folder.run("lint a.ron"));
        }
        let commands = [
            &["--seed", name][..],
            &["--size", name],
            &["--preset", name, "--seed", "1"],
            &["--format", name],
            &["--difficulty", name],
            &[name],
            &[&format!("--{name}")],
            &["check", name],
            &["check", &format!("./{name}.ron")],
            &["lint", &format!("./{name}.ron")],
            &["--seed", "1", "--out", &format!("{name}.{name}")],
            &["batch", "--seeds", name, "--out", "-"],
            &["sheet", "--floor", name, "--out", "a.png"],
            &["sheet", "--difficulty", name, "--out", "a.png"],
            &["survey", "--metrics", name],
            &["convert", "a.ron", &format!("{name}.zzz")],
        ];
        for arguments in commands.into_iter().skip(turn % every).step_by(every) {
            quiet(folder.run_with(arguments));
        }
    }
    assert_eq!(folder.names(), ["a.ron"]);
    let run = folder.run_with(&["--seed", &"9".repeat(100_000)]).fails(2, &["--seed"]);
    assert!(run.err.len() < 8192, "{} bytes", run.err.len());
}

#[test]
fn a_spreadsheet_takes_no_text_of_a_table_for_a_formula() {
    let text = r##"(
        name: "a", size: (24, 16),
        props: {
            "=1+1": (glyph: '=', color: "#000000", tags: ["+x"], values: { "@y": "=2" }),
            "-z": (glyph: '-', color: "#000000", tags: ["plain"]),
        },
        layouts: [(name: "b", formations: [(shape: Circle, prop: "=1+1"), (shape: Scatter(3), prop: "-z")])],
    )"##;
    let level = roomgen::generate(&Preset::parse(text).expect("a preset"), 1);
    let table = export::csv::write(&level);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let mut kinds = std::collections::BTreeSet::new();
    for row in rows.records() {
        let row = row.expect("a row");
        for field in row.iter().filter(|field| field.chars().count() > 1 && field.parse::<f64>().is_err()) {
            assert!(!field.starts_with(['=', '+', '-', '@']), "{field}");
        }
        kinds.insert(row[1].to_owned());
        let glyph = export::csv::COLUMNS.iter().position(|&name| name == "glyph").expect("a column");
        assert!(["=", "-"].contains(&&row[glyph]), "a glyph is itself");
    }
    assert_eq!(Vec::from_iter(kinds), ["'-z", "'=1+1"]);
}
