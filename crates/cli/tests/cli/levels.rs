//! The main task: levels to files and to standard output.

use super::{Folder, GREEDY, tool};
use crate::pixels::Pixels;

#[test]
fn the_preset_is_crypt_unless_another_is_asked_for() {
    let folder = Folder::new();
    folder.run("--seed 42 --out level.ron").ok();
    folder.run("--seed 42 --preset crypt --out crypt.ron").ok();
    folder.run("--seed 42 --preset grove --out grove.ron").ok();
    assert_eq!(folder.bytes("level.ron"), folder.bytes("crypt.ron"));
    assert!(folder.text("grove.ron").contains("preset: \"grove\""));
}

#[test]
fn a_level_and_its_picture_are_written_in_one_run() {
    let folder = Folder::new();
    let run =
        folder.run("--seed 42 --preset grove --size 96x64 --full --out level.json --png level.png --scale 2").ok();
    assert!(run.out.is_empty() && run.err.is_empty(), "{}", run.err);
    assert_eq!(folder.names(), ["level.json", "level.png"]);
    folder
        .run("--seed 42 --preset grove --size 96x64 --full --out a.txt --out a.json --out a.png --scale 2 --out -")
        .ok();
    for ending in ["json", "png"] {
        assert!(folder.bytes(&format!("a.{ending}")) == folder.bytes(&format!("level.{ending}")), "{ending}");
    }
    let json = folder.text("level.json");
    assert!(json.contains("\"width\": 96") && json.contains("\"height\": 64"));
    assert_eq!(Pixels::read(&folder.bytes("level.png")).size(), (2 * 96, 2 * 64));
}

#[test]
fn a_level_is_shown_in_the_colours_that_standard_output_is_to_have() {
    let folder = Folder::new();
    let shown = |settings: &[(&str, &str)]| {
        let mut tool = tool(folder.0.path());
        let output = tool.args(["--seed", "42"]).env("TERM", "xterm-256color").envs(settings.iter().copied()).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let plain = shown(&[]);
    assert!(!plain.contains('\x1b') && plain.contains('#'), "nothing demands colours of a pipe");
    assert_eq!(shown(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "0")]), plain);
    let palette = shown(&[("CLICOLOR_FORCE", "1")]);
    assert!(palette.contains("\x1b[38;5;") && palette.contains('@') == plain.contains('@'), "{palette}");
    let all = shown(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "truecolor")]);
    assert!(all.contains("\x1b[38;2;") && all.contains("\nWon in ") && !all.contains('▀'), "{all}");
    folder.run("--seed 42 --format ansi --out level.txt --out level.ans").fails(2, &["--format ansi", "one --out"]);
    folder.run("--seed 42 --out level.ans").ok();
    let blocks = folder.text("level.ans");
    assert!(blocks.contains("\x1b[38;2;") && blocks.contains('▀'), "a file has half blocks in all colours");
}

#[test]
fn ascii_is_for_texts_and_says_so_of_others() {
    let folder = Folder::new();
    folder.run("--seed 42 --ascii --out level.txt --out level.ans").ok();
    let [text, glyphs] = ["level.txt", "level.ans"].map(|name| folder.text(name));
    assert!(text.is_ascii() && glyphs.is_ascii() && glyphs.contains("\x1b[38;2;"), "{text}");
    folder.run("check --text level.txt").ok();
    folder.run("--seed 42 --ascii --out level.png").fails(2, &["--ascii is for text and ANSI"]);
    folder.run("batch --seeds 0..2 -p cellar --ascii --format text --out-dir levels").ok();
    assert!(folder.text("levels/manifest.jsonl").contains("ascii"));
}

#[test]
fn without_out_the_level_is_text_on_standard_output() {
    let folder = Folder::new();
    let run = folder.run("--seed 42 --size 30x20").ok();
    assert!(run.out_text().lines().take(20).all(|row| row.chars().count() == 30), "{}", run.out_text());
    assert!(folder.names().is_empty());
    folder.run("--seed 42 --size 30x20 --out level.txt").ok();
    assert_eq!(folder.bytes("level.txt"), run.out);
}

#[test]
fn a_picture_alone_prints_no_text() {
    let run = Folder::new().run("--seed 42 --size 30x20 --png level.png").ok();
    assert!(run.out.is_empty());
}

#[test]
fn an_overlay_changes_the_picture_and_nothing_else() {
    let folder = Folder::new();
    let line = |out: &str| format!("--seed 42 --size 40x30 --scale 4 --out {out}.ron --png {out}.png");
    folder.run(&line("plain")).ok();
    folder.run(&format!("{} --overlay quadtree", line("framed"))).ok();
    folder.run(&format!("{} --overlay quadtree,quadtree --overlay quadtree", line("thrice"))).ok();
    assert_eq!(folder.bytes("plain.ron"), folder.bytes("framed.ron"));
    let [plain, framed, thrice] = ["plain", "framed", "thrice"].map(|name| folder.bytes(&format!("{name}.png")));
    assert!(plain != framed && framed == thrice);
    assert_eq!(Pixels::read(&framed).size(), Pixels::read(&plain).size());
    let alone = folder.run("--seed 42 --size 40x30 --scale 4 --format png --overlay quadtree").ok();
    assert!(alone.out == framed, "to standard output too");
}

#[test]
fn standard_output_and_a_file_get_the_same_bytes() {
    let folder = Folder::new();
    for (format, file) in [("ron", "level.ron"), ("json", "level.JSON"), ("text", "level.txt"), ("png", "level.png")] {
        folder.run(&format!("--seed 7 --size 40x30 --out {file}")).ok();
        let dash = folder.run(&format!("--seed 7 --size 40x30 --out - --format {format}")).ok();
        assert!(dash.out == folder.bytes(file), "{format}");
        let bare = folder.run(&format!("--seed 7 --size 40x30 --format {format}")).ok();
        assert!(bare.out == dash.out, "{format}");
    }
    let unsaid = folder.run("--seed 7 --size 40x30 --out -").ok();
    assert!(unsaid.out == folder.bytes("level.ron"), "data is RON unless said otherwise");
    folder.run("--seed 7 --size 40x30 --out level.dat --format ron").ok();
    assert_eq!(folder.bytes("level.dat"), folder.bytes("level.ron"));
}

#[test]
fn a_random_seed_is_told_and_makes_the_same_level_again() {
    let folder = Folder::new();
    let run = folder.run("--out level.ron").ok();
    // The level of a random seed may fall short of its preset: a warning follows then.
    let seed = run.err.lines().next().and_then(|line| line.strip_prefix("seed ")).expect("a seed");
    folder.run(&format!("--seed {seed} --out again.ron")).ok();
    assert_eq!(folder.bytes("level.ron"), folder.bytes("again.ron"));
    assert_ne!(run.err, folder.run("--out other.ron").ok().err);
}

#[test]
fn floor_and_difficulty_reach_the_level() {
    let folder = Folder::new();
    folder.run("--seed 42 --floor 3 --difficulty 0.25 --out level.ron").ok();
    let text = folder.text("level.ron");
    assert!(text.contains("floor: 3") && text.contains("difficulty: 0.25"), "{text}");
    folder.run("--seed 42 --floor 4294967295 --difficulty 1 --size 8x8 --out deep.ron").ok();
    folder.run("check deep.ron --regenerate").ok();
}

#[test]
fn the_largest_seed_is_kept_whole() {
    let folder = Folder::new();
    for file in ["level.ron", "level.json"] {
        folder.run(&format!("--seed 18446744073709551615 --size 20x20 --out {file}")).ok();
        assert!(folder.text(file).contains("18446744073709551615"));
        folder.run(&format!("check {file} --regenerate")).ok();
    }
}

#[test]
fn a_shortfall_is_a_warning_and_with_strict_a_failure_that_writes_nothing() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let run = folder.run("--seed 1 --preset greedy.ron --out level.ron").ok();
    assert!(run.err.starts_with("warning: PathShort"), "{}", run.err);
    folder.put("level.ron", "mine");
    folder.run("--seed 1 --preset greedy.ron --out level.ron --strict").fails(1, &["--strict", "PathShort", "nothing"]);
    assert_eq!(folder.text("level.ron"), "mine");
    assert_eq!(folder.names(), ["greedy.ron", "level.ron"]);
    folder.run("--seed 1 --preset cellar --size 30x30 --strict --out strict.ron").ok();
}
