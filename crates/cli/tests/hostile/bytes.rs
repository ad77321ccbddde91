//! Files that are not text, have unusual line ends, or are no regular files.

use roomgen::export;

use super::level;
use crate::cli::Folder;

const PRESET: &str = "(\n    name: \"a\",\n    size: (40, 30),\n)\n";

#[test]
fn invalid_utf_8_is_refused_by_its_first_such_byte() {
    let folder = Folder::with("base.ron", b"(size: \xe9)");
    folder.put("mine.ron", "(name: \"a\", base: \"base.ron\")");
    let utf16: Vec<u8> = PRESET.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&[u8], &str); 6] = [
        (b"(name: \"\xff\")", "byte 8, counted from 0, is 0xff"),
        (b"(name: \"\xc0\x80\")", "byte 8, counted from 0, is 0xc0"),
        (b"(name: \"\xed\xa0\x80\")", "byte 8, counted from 0, is 0xed"),
        (b"(name: \"a\xc3", "byte 9, counted from 0, is 0xc3"),
        (b"(name: \"\0\")", "byte 8, counted from 0, is 0x00"),
        (&utf16, "byte 1, counted from 0, is 0x00"),
    ];
    for (bytes, words) in cases {
        folder.put("bad.ron", bytes);
        folder.put("bad.txt", bytes);
        for line in [
            "--seed 1 --preset bad.ron",
            "lint bad.ron",
            "sheet --preset bad.ron --seeds 0..2 --out a.png",
            "survey --preset bad.ron --seeds 0..2",
            "check bad.ron",
            "check --text bad.txt",
        ] {
            folder.run(line).fails(1, &["bad.", "is not a text in UTF-8", words]);
        }
    }
    folder.run("lint mine.ron").fails(1, &["mine.ron:1:19", "\"base.ron\" is not a text in UTF-8", "byte 7"]);
}

#[test]
fn level_files_that_are_no_utf_8_are_refused_and_nothing_is_written() {
    let (ron, json) = (export::ron::write(level()), export::json::write(level()));
    let folder = Folder::new();
    for (name, bytes) in [("a.ron", ron.into_bytes()), ("a.json", json.into_bytes())] {
        for at in [1, bytes.len() / 3, bytes.len() / 2, bytes.len() - 3] {
            let mut bad = bytes.clone();
            bad[at] = 0xff;
            folder.put(name, bad);
            let words = format!("byte {at}, counted from 0, is 0xff");
            folder.run(&format!("check {name}")).fails(1, &[name, "is not a text in UTF-8", &words]);
            folder.run(&format!("convert {name} b.ron b.txt")).fails(1, &[name, &words]);
        }
    }
    assert_eq!(folder.names(), ["a.json", "a.ron"]);
}

#[test]
fn a_mark_at_the_beginning_and_other_ends_of_lines_change_nothing() {
    let folder = Folder::with("plain.ron", PRESET);
    let plain = folder.run("--seed 1 --preset plain.ron --format ron").ok().out;
    let (ron, json) = (export::ron::write(level()), export::json::write(level()));
    let text = export::text::write(level());
    let changes: [fn(&str) -> String; 3] = [
        |text| format!("\u{feff}{text}"),
        |text| text.replace('\n', "\r\n"),
        |text| format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ];
    for change in changes {
        folder.put("other.ron", change(PRESET));
        assert!(folder.run("--seed 1 --preset other.ron --format ron").ok().out == plain);
        folder.put("mistake.ron", change("(\n    name: \"a\",\n    clearance: 99,\n)"));
        folder.run("lint mistake.ron").fails(1, &["mistake.ron:3:16"]);
        for (name, text, line) in
            [("a.ron", &ron, "check a.ron"), ("a.json", &json, "check a.json"), ("a.txt", &text, "check --text a.txt")]
        {
            folder.put(name, change(text));
            folder.run(line).ok();
        }
    }
    folder.put("twice.ron", format!("\u{feff}\u{feff}{PRESET}"));
    folder.run("--seed 1 --preset twice.ron").fails(1, &["twice.ron:1:1", "a byte order mark (U+FEFF)"]);
}

#[test]
fn a_folder_is_no_file_anywhere() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("a.ron")).expect("a folder");
    let lines = [
        "--seed 1 --preset a.ron",
        "lint a.ron",
        "watch a.ron --png b.png",
        "check a.ron",
        "check --text a.ron",
        "convert a.ron b.json",
        "render a.ron --out b.png",
        "sheet --preset a.ron --seeds 0..2 --out b.png",
        "survey --preset a.ron --seeds 0..2",
        "batch --preset a.ron --seeds 0..2 --out -",
        "animate --preset a.ron --seed 1 --out b.gif",
    ];
    for line in lines {
        folder.run(line).fails(1, &["\"a.ron\" cannot be read: it is a folder"]);
    }
    assert_eq!(folder.names(), ["a.ron"]);
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_files_may_be_no_utf_8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"\xff\xfe.ron");
    let run = |arguments: &[&OsStr]| {
        let mut tool = crate::cli::tool(&folder.path(""));
        crate::cli::Run::of("with names that are no UTF-8", tool.args(arguments))
    };
    let word = OsStr::new;
    run(&[word("--seed"), word("1"), word("--out"), name]).ok();
    run(&[word("check"), name]).ok();
    run(&[word("check"), OsStr::from_bytes(b"\xfd.ron")])
        .fails(1, &["\"\u{fffd}.ron\" cannot be read: there is no such file"]);
    run(&[word("--preset"), name]).fails(1, &["\"\u{fffd}\u{fffd}.ron\" is not a preset"][..0]);
    run(&[word("--seed"), OsStr::from_bytes(b"\xff")]).fails(2, &["--seed", "write a whole number"]);
    run(&[OsStr::from_bytes(b"--\xff")]).fails(2, &["unexpected argument"]);
}
