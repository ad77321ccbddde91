//! `--format json` of commands that report problems.
//!
//! Whenever a test runs such a command, [`Folder`] runs it once more for JSON, and
//! [`assert_same_problems`] compares: so each error of the tool's tests has JSON that fits the
//! schema.

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::{Value, json};

use super::{Folder, GREEDY, Run, lint::DOUBTFUL};
use crate::validator::fits;

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_slice(&Folder::new().run("lint --schema").ok().out).expect("the schema is JSON"));

/// The arguments that ask for the problems of the same command as JSON; `None` if it reports none.
pub(super) fn as_json<'words>(arguments: &[&'words str]) -> Option<Vec<&'words str>> {
    let prints_else = ["--schema", "--formations", "--help", "-h", "--format", "--format=json", "--names"];
    let reports = matches!(arguments.first(), Some(&("check" | "find" | "lint")));
    let reports = reports && !arguments.iter().any(|word| prints_else.contains(word));
    reports.then(|| [arguments, &["--format", "json"]].concat())
}

/// Asserts that two runs of a command, for a person and for a program, report the same.
#[track_caller]
pub(super) fn assert_same_problems(folder: &Folder, text: &Run, json: &Run) {
    let line = &json.line;
    assert_eq!((json.code, json.err.as_str()), (text.code, ""), "roomgen {line}\n{}", text.err);
    // Finds are no problems, and have no severity.
    let problems: Vec<_> = json.problems().into_iter().filter(|line| line.get("severity").is_some()).collect();
    let of_severity = |severity| problems.iter().filter(|problem| problem["severity"] == severity).count();
    let (errors, warnings) = (of_severity("error"), of_severity("warning"));
    for problem in &problems {
        assert!(fits(&SCHEMA, &SCHEMA, problem), "roomgen {line}\n{problem}");
        let has_code = |code: &str| text.out_text().contains(&format!("[{code}]"));
        let is_finding = line.starts_with("lint") && problem["severity"] == "warning";
        assert!(!is_finding || problem["code"].as_str().is_some_and(has_code), "roomgen {line}\n{problem}");
        assert_spans_agree(folder, problem);
    }
    match text.code {
        Some(0) if line.starts_with("find") => {
            let codes: Vec<_> = problems.iter().map(|problem| &problem["code"]).collect();
            assert_eq!(codes, ["search-summary"], "roomgen {line}");
        }
        Some(0) => {
            // With `--quiet`, standard error has no notes.
            let notes = text.err.lines().filter(|line| line.starts_with("hint: ")).count();
            let asides = text.err.lines().filter(|line| line.starts_with("warning: ")).count();
            assert_eq!((errors, warnings), (0, asides), "roomgen {line}\n{}", text.err);
            assert!(line.contains("--quiet") || problems.len() == warnings + notes, "roomgen {line}\n{}", text.err);
        }
        Some(1) if line.starts_with("lint") && text.err.is_empty() => {
            let count = format!("{warnings} finding{} in ", if warnings == 1 { "" } else { "s" });
            assert!(errors == 0 && text.out_text().contains(&count), "roomgen {line}\n{}", text.out_text());
        }
        Some(2) => assert_eq!((errors, problems.len()), (1, 1), "roomgen {line}"),
        _ => assert!(errors > 0, "roomgen {line}"),
    }
}

/// Asserts that the places of a problem are the same in bytes, UTF-16, and lines and columns.
#[track_caller]
fn assert_spans_agree(folder: &Folder, problem: &Value) {
    if problem["span"].is_null() {
        return;
    }
    let Some(file) = problem["file"].as_str().map(|file| folder.path(file)) else { return };
    let Ok(text) = std::fs::read_to_string(file) else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for span in [&problem["span"], &problem["suggestion"]["span"]].into_iter().filter(|span| !span.is_null()) {
        let bytes = ["start", "end"].map(|end| span[end]["byte"].as_u64().expect("an offset") as usize);
        assert!(bytes[0] <= bytes[1], "{problem}");
        for (end, byte) in ["start", "end"].into_iter().zip(bytes) {
            let before = text.get(..byte).unwrap_or_else(|| panic!("no character ends at {byte}: {problem}"));
            let units: Vec<u16> = before.encode_utf16().collect();
            let last = before.split('\n').next_back().unwrap_or_default();
            let place = json!({
                "line": before.split('\n').count(),
                "column": last.chars().count() + 1,
                "byte": byte,
                "utf16": units.len(),
            });
            assert_eq!(span[end], place, "{problem}");
        }
    }
}

impl Run {
    /// The lines of JSON on standard output.
    #[track_caller]
    pub(super) fn problems(&self) -> Vec<Value> {
        let lines = self.out_text().lines();
        lines
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|error| panic!("roomgen {}: {error}\n{line}", self.line))
            })
            .collect()
    }
}

#[test]
fn a_mistake_has_its_place_and_what_was_meant() {
    let text = "(name: \"🗝é\", base: \"crypt\",\n/* 🗝 */ props: {\"urn\": (glyph: 'u', colour: \"#c28a2e\")})";
    let folder = Folder::with("mine.ron", text);
    let run = folder.run("lint mine.ron --format json");
    let place = |byte: u64, utf16: u64, column: u64| json!({"line": 2, "column": column, "byte": byte, "utf16": utf16});
    let start = text.find("colour").expect("a word") as u64;
    // A key has four bytes, two units and one character; an é two bytes.
    let (units, column) =
        (start - 5, text.lines().nth(1).expect("a line").find("colour").expect("a word") as u64 - 3 + 1);
    let span = json!({"start": place(start, units, column), "end": place(start + 6, units + 6, column + 6)});
    let problem = &run.problems()[0];
    assert_eq!((run.code, run.err.as_str(), run.problems().len()), (Some(1), "", 1));
    assert_eq!(
        (&problem["code"], &problem["file"], &problem["span"]),
        (&json!("unknown-name"), &json!("mine.ron"), &span)
    );
    assert_eq!(problem["suggestion"], json!({"span": span, "text": "color"}));
}

/// Where a suggestion is given, the text with it has no such problem any more.
#[test]
fn a_suggestion_mends_its_problem() {
    let mut text =
        "(name: \"mine\", base: \"crypt\", clearence: 2, props: {\"urn\": (glyhp: 'u', color: \"#c28a2e\")},\n\
                    layouts: [(name: \"a\", formations: [(shape: Circel, prop: \"urm\")])])"
            .to_owned();
    let folder = Folder::new();
    for _ in 0..10 {
        folder.put("mine.ron", &text);
        let problems = folder.run("lint mine.ron --format json").problems();
        let Some(first) = problems.iter().find(|problem| problem["severity"] == "error") else { break };
        let suggestion = &first["suggestion"];
        let [start, end] = ["start", "end"].map(|end| suggestion["span"][end]["byte"].as_u64().expect("an offset"));
        text.replace_range(start as usize..end as usize, suggestion["text"].as_str().expect("a text"));
    }
    for word in ["clearance: 2", "glyph: 'u'", "shape: Circle", "prop: \"urn\""] {
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn findings_have_the_levels_that_show_them_and_the_file_of_their_base() {
    let folder = Folder::with("doubtful.ron", DOUBTFUL);
    folder.put("mine.ron", "(name: \"mine\", base: \"doubtful.ron\", layouts: [(name: \"more\", formations: [])])");
    let run = folder.run("lint mine.ron --format json");
    let in_base = run.problems().into_iter().filter(|problem| problem["file"] == "doubtful.ron").count();
    assert!(run.code == Some(1) && in_base > 0, "{}", run.out_text());
    let run = folder.run("lint doubtful.ron --format json");
    let codes: BTreeSet<String> =
        run.problems().iter().filter_map(|problem| problem["code"].as_str().map(str::to_owned)).collect();
    let help = folder.run("lint --help").ok();
    let listed = help.out_text().split_once("Findings:\n").expect("a list").1.lines();
    let listed = listed.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    assert_eq!(codes, listed.map(str::to_owned).collect());
    assert!(run.problems().iter().any(|problem| problem["levels"].as_u64().is_some_and(|levels| levels > 0)));
}

/// A preset for each code of problems.
#[test]
fn each_code_of_a_preset_that_does_not_load_is_said() {
    let cases = [
        ("syntax", "(name: \"mine\""),
        ("unknown-name", "(name: \"mine\", base: \"crypt\", clearence: 2)"),
        ("missing", "(base: \"crypt\")"),
        ("repeated", "(name: \"mine\", name: \"mine\", base: \"crypt\")"),
        ("bad-value", "(name: \"mine\", base: \"crypt\", clearance: \"two\")"),
        ("out-of-range", "(name: \"mine\", base: \"crypt\", clearance: 200)"),
        (
            "too-many",
            &GREEDY.replace(
                "prop: \"rock\")",
                &format!("chance: {}0.5{})", "(from: 1, to: ".repeat(300), ")".repeat(300)),
            ),
        ),
        ("conflict", &GREEDY.replace("shape: Circle", "shape: Square, clip: Whole, least: 0.5")),
        ("unsatisfiable", &GREEDY.replace("size: (12, 12),", "size: (12, 12), encounters: (budget: 5),")),
        ("base", "(name: \"mine\", base: \"absent.ron\")"),
    ];
    let folder = Folder::new();
    for (code, text) in cases {
        folder.put("mine.ron", text);
        let run = folder.run("lint mine.ron --format json");
        let codes: Vec<_> = run.problems().iter().map(|problem| problem["code"].clone()).collect();
        assert!(run.code == Some(1) && codes.contains(&json!(code)), "{code}: {}", run.out_text());
        folder.run("lint mine.ron").fails(1, &["mine.ron"]);
    }
}

#[test]
fn a_breach_has_its_invariant_and_its_place_in_the_level() {
    let folder = Folder::new();
    folder.run("--seed 3 --size 60x40 --out level.ron").ok();
    let is_digest = |line: &&str| line.trim_start().starts_with("digest");
    let text: String = folder.text("level.ron").split_inclusive('\n').filter(|line| !is_digest(line)).collect();
    folder.put("level.ron", text.replacen("depth: 1,", "depth: 7,", 1));
    let run = folder.run("check level.ron --format json");
    let [problem] = &run.problems()[..] else { panic!("{}", run.out_text()) };
    let told = (&problem["code"], &problem["invariant"], &problem["seed"], &problem["floor"]);
    assert_eq!((run.code, told), (Some(1), (&json!("room-graph"), &json!(6), &json!("3"), &json!(0))));
    let room = problem["room"].as_u64().expect("a room");
    assert!(problem["message"].as_str().is_some_and(|message| message.starts_with(&format!("room {room} "))));
    assert_eq!(problem["file"], "level.ron");
    folder.run("check level.ron");
}

#[test]
fn each_code_of_files_levels_drawings_and_folders_is_said() {
    let folder = Folder::with("mine.ron", GREEDY);
    folder.run("--seed 3 --size 60x40 --out level.ron --out level.txt --png level.png").ok();
    folder.run("--seed 3 --preset mine.ron --out mine-level.ron").ok();
    for run in ["run", "short", "other"] {
        folder.run(&format!("--seed 3 --size 40x30 --floors 2 --out {run}")).ok();
    }
    folder.put("syntax.ron", "(");
    folder.put("format.json", "{\"format\": 9}");
    folder.put("preset.ron", "(name: \"a\", layouts: [])");
    let level = folder.text("level.ron");
    folder.put("size.ron", level.replacen("width: 60", "width: 6", 1));
    folder.put("value.ron", level.replacen("host: None", "host: Some(4000)", 1));
    folder.put("depth.ron", level.replacen("depth: 1,", "depth: 7,", 1));
    folder.put("start.ron", level.replacen("start: None", "start: Some((99, 0))", 1));
    folder.put("old.ron", level.replacen(&format!("revision: {}", roomgen::REVISION), "revision: 1", 1));
    folder.put("small.txt", "####");
    folder.put("sparse.txt", format!("{}\n{}", "#".repeat(3000), ".\n".repeat(3000)));
    folder.put("unknown.txt", "####\n#@.#\n####");
    folder.put("second.txt", "####\n#<<#\n####");
    folder.put("legend.txt", "####\n#u.#\n####\n\n< entry\nurn");
    folder.put("rock.txt", " ##\n#.#\n###");
    folder.put("wall.txt", "####\n####\n####\n###.");
    let manifest = folder.text("short/manifest.jsonl");
    folder.put("short/manifest.jsonl", manifest.lines().take(2).map(|line| format!("{line}\n")).collect::<String>());
    folder.put("run/floor-00.ron", "(");
    std::fs::remove_file(folder.path("run/floor-01.ron")).expect("a file");
    folder.put("run/floor-02.ron", "(");
    let manifest = folder.text("other/manifest.jsonl");
    folder.put("other/manifest.jsonl", manifest.replacen("\"seed\":3", "\"seed\":4", 1) + "?\n");
    let cases: [(&str, &[&str]); 29] = [
        ("lint absent.ron", &["no-such-file"]),
        ("lint cript", &["unknown-preset"]),
        ("lint ./", &["unreadable-file"]),
        ("lint", &["usage"]),
        ("lint --formations crypt", &["usage"]),
        ("check absent.ron", &["no-such-file"]),
        ("check absent", &["no-such-file"]),
        ("check level.png --from json", &["not-text"]),
        ("check level.png", &["unreadable-format"]),
        ("check - ", &["unknown-format"]),
        ("check syntax.ron", &["level-syntax"]),
        ("check format.json", &["level-format"]),
        ("check preset.ron", &["level-is-preset"]),
        ("check size.ron", &["level-size"]),
        ("check value.ron", &["level-value"]),
        ("check depth.ron", &["room-graph", "misstatement"]),
        ("check start.ron", &["start-outside"]),
        ("check old.ron", &["other-revision"]),
        ("check old.ron --regenerate", &["other-revision"]),
        ("check level.ron --regenerate --preset mine.ron", &["other-preset"]),
        ("check mine-level.ron --regenerate", &["needs-preset"]),
        ("check --text small.txt", &["drawing-size"]),
        ("check --text sparse.txt", &["drawing-sparse"]),
        ("check --text unknown.txt", &["unknown-character"]),
        ("check --text second.txt", &["second-stairs"]),
        ("check --text legend.txt", &["bad-legend"]),
        ("check --text rock.txt", &["rock-beside-floor"]),
        ("check --text wall.txt", &["solid-border"]),
        ("check .", &["no-manifest"]),
    ];
    let folders: [(&str, &[&str]); 3] = [
        ("check run", &["file-length", "missing-file", "foreign-file"]),
        ("check short", &["manifest-short"]),
        ("check other", &["manifest-differs"]),
    ];
    for (line, wanted) in cases.into_iter().chain(folders) {
        let run = folder.run(&format!("{line} --format json"));
        let codes: Vec<_> = run.problems().iter().map(|problem| problem["code"].clone()).collect();
        assert!(wanted.iter().all(|&code| codes.contains(&json!(code))), "{line}: {}", run.out_text());
        // Compares with the text.
        folder.run(line);
    }
}

#[test]
fn a_command_line_that_is_refused_is_json_where_json_is_asked_for() {
    let folder = Folder::with("mine.ron", GREEDY);
    for line in ["lint --format json", "lint mine.ron --format=json --form", "check --format json --regenerate a b"] {
        let run = folder.run(line);
        assert_eq!((run.code, run.err.as_str()), (Some(2), ""), "{line}");
        assert!(
            fits(&SCHEMA, &SCHEMA, &run.problems()[0]) && run.problems()[0]["code"] == "usage",
            "{}",
            run.out_text()
        );
    }
    folder.run("lint mine.ron --format xml").fails(2, &["--format", "text or json"]);
    folder.run("check mine.ron --format ron").fails(2, &["--format", "is said by --from"]);
    folder.run("lint mine.ron --formations --format json");
    assert_eq!(folder.run("lint --help --format json").ok().out, folder.run("lint --help").ok().out);
    // Of other commands, the format is that of levels.
    folder.run("batch --format json").fails(2, &["--seeds"]);
    folder.run("--seed 1 --size 20x20 --format json").ok();
}

#[test]
fn control_characters_reach_no_terminal_as_json() {
    let folder = Folder::with("a\u{9b}b.ron", "(name: \"\u{1b}[2J\u{202e}\", size: (1, 1))");
    let run = folder.run_with(&["lint", "a\u{9b}b.ron", "--format", "json"]);
    assert!(
        !run.out_text().contains(|character: char| character != '\n' && roomgen_text::legible::is_hidden(character))
    );
    assert_eq!(run.problems()[0]["file"], "a\u{9b}b.ron");
}
