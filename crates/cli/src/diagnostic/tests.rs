use std::{collections::BTreeSet, io};

use roomgen::{
    Preset, Size,
    check::INVARIANTS,
    error::TextFileError,
    export::text::{TextError, TextHint},
    level_file::LevelError,
    lint::FindingCode,
    run::Run,
};
use roomgen_text::ProblemCode;

use super::*;

#[test]
fn hidden_characters_are_escaped_and_read_back() {
    let text = "a\u{1b}[2J\u{9b}\u{202e}\u{e0001}\n\"é🗝";
    let line = line(&text);
    assert!(line.ends_with("\"\n") && !line.trim_end().contains(is_hidden), "{line:?}");
    assert_eq!(serde_json::from_str::<String>(&line).ok().as_deref(), Some(text));
}

#[test]
fn the_schema_has_each_code_once_and_no_other() {
    let (line, column, first) = (1, 1, Cell { x: 0, y: 0 });
    let alone = roomgen::generate(&Preset::built_in("cellar").expect("a preset"), 1).origin().clone();
    let size = Size::new(1, 1).expect_err("a level is larger");
    let unreadable = |kind: io::ErrorKind| TextFileError::from(io::Error::from(kind)).code();
    let files = [
        unreadable(io::ErrorKind::NotFound),
        unreadable(io::ErrorKind::PermissionDenied),
        TextFileError::Special.code(),
        TextFileError::NotText { at: 0, byte: 0 }.code(),
        TextFileError::TooLong { limit: 0 }.code(),
        Preset::built_in("cript").expect_err("no preset").code(),
        Run::built_in("dive").expect_err("no run").code(),
        Run::built_in("delve").and_then(|run| run.preset_and_request(&alone)).expect_err("no floor of a run").code(),
    ];
    let value = LevelError::Value { object: String::new(), field: "", given: String::new(), allowed: String::new() };
    let levels = [
        LevelError::Syntax { message: String::new(), line, column },
        LevelError::Format { given: 0 },
        LevelError::Preset,
        LevelError::Size(size.clone()),
        value,
    ];
    let drawings = [
        TextError::Small { columns: 0, rows: 0 },
        TextError::Size { columns: 0, rows: 0, error: size },
        TextError::Sparse { columns: 0, rows: 0, characters: 0 },
        TextError::Unknown { given: 'x', others: Vec::new(), line, column },
        TextError::Second { given: '<', line, column },
        TextError::Legend { line },
    ];
    let hints = [TextHint::WallInRock { cells: 1, first }, TextHint::RockBesideFloor { cells: 1, first }];
    // A finding has the code of its sort.
    let problems = ProblemCode::ALL.iter().filter(|&&code| code != ProblemCode::Finding);
    let codes: BTreeSet<&str> = problems
        .map(|code| code.name())
        .chain(FindingCode::ALL.iter().map(|code| code.name()))
        .chain(INVARIANTS)
        .chain(ToolCode::ALL.iter().map(|code| code.name()))
        .chain(files)
        .chain(levels.iter().map(LevelError::code))
        .chain(drawings.iter().map(TextError::code))
        .chain(hints.iter().map(TextHint::code))
        .collect();

    let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("JSON");
    let listed = schema["$defs"]["code"]["oneOf"].as_array().expect("a list of codes");
    let listed: Vec<&str> = listed.iter().filter_map(|code| code["const"].as_str()).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), codes);
    assert_eq!(listed.len(), codes.len(), "a code has one meaning");
    let is_kebab = |code: &&str| code.split('-').all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    assert!(codes.iter().all(|code| is_kebab(code) && !code.is_empty()), "{codes:?}");
}

#[test]
fn a_refused_command_line_is_a_sentence_and_a_tip() {
    let refusal = clap::Command::new("roomgen").arg(clap::Arg::new("seed").long("seed"));
    let error = refusal.try_get_matches_from(["roomgen", "--sede", "4"]).expect_err("no such flag");
    let Diagnostic { code, message, help, .. } = usage(&error);
    assert_eq!((code, &*message), ("usage", "unexpected argument '--sede' found"));
    assert_eq!(help.as_deref(), Some("a similar argument exists: '--seed'"));
}
