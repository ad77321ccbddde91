//! Wrong usage: exit code 2, and a message that names the flag and its value.

use super::{Folder, GREEDY};

#[test]
fn a_value_that_a_flag_cannot_have_is_named_with_the_flag_and_what_is_allowed() {
    let folder = Folder::new();
    let cases: [(&str, &[&str]); 30] = [
        ("--seed forty", &["--seed", "forty", "whole number"]),
        ("--seed -1", &["--seed", "-1", "18446744073709551615"]),
        ("--seed 18446744073709551616", &["--seed", "18446744073709551616"]),
        ("--size 96", &["--size", "96", "WIDTHxHEIGHT"]),
        ("--size 4x4", &["--size", "4x4", "8 to 16384"]),
        ("--size 16385x16385", &["--size", "16385x16385", "8 to 16384"]),
        ("--size -8x8", &["--size", "-8x8"]),
        ("--floor 1.5", &["--floor", "1.5", "whole number"]),
        ("--floor 4294967296", &["--floor", "4294967295"]),
        ("--start 5", &["--start", "5", "a column and a row"]),
        ("--start 5,6,7", &["--start", "5,6,7", "a column and a row"]),
        ("--size 40x30 --start 40,0", &["--start 40,0", "40x30", "columns 0 to 39 and rows 0 to 29"]),
        ("--size 40x30 --start 0,-1", &["--start 0,-1", "rows 0 to 29"]),
        ("--size 40x30 --start 0,30 --floors 2 --out run", &["--start 0,30", "rows 0 to 29"]),
        ("--difficulty 1.5", &["--difficulty", "1.5", "0 to 1"]),
        ("--difficulty NaN", &["--difficulty", "NaN", "0 to 1"]),
        ("--difficulty -0.5", &["--difficulty", "-0.5", "0 to 1"]),
        ("--scale 0 --png a.png", &["--scale", "1 to 64"]),
        ("--scale 65 --png a.png", &["--scale", "65"]),
        ("--png a.png --room -1", &["--room", "-1", "numbered from 0"]),
        (
            "--png a.png --overlay octree",
            &["--overlay", "octree", "the overlays are anchors", "quadtree, rooms and walkways"],
        ),
        ("--png a.png --overlay quadtree,", &["--overlay", "no overlay \"\"", "quadtree"]),
        ("--overlay quadtree check levels.ron", &["--overlay", "check"]),
        ("--format yaml", &["--format", "yaml", "ron, json, text"]),
        ("--out a.ron --out b.json --format text", &["--format text", "one --out"]),
        ("--floors 2 --out a --out b", &["--floors", "--out", "once"]),
        ("--sede 42", &["--sede", "--seed"]),
        ("levels.ron", &["levels.ron"]),
        ("--seed 1 levels.ron", &["unrecognized", "levels.ron"]),
        ("--size 9x9 check levels.ron", &["--size", "check"]),
    ];
    for (line, words) in cases {
        folder.run(line).fails(2, words);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_size_that_the_preset_cannot_serve_is_refused_with_the_least_that_it_can() {
    let text = GREEDY.replace("floorplan: (", "floorplan: (rooms: (min: 9, max: 18), ");
    let folder = Folder::with("greedy.ron", text);
    folder.run("--seed 1 --preset greedy.ron --size 10x10").fails(2, &["--size 10x10", "greedy", "11"]);
}

#[test]
fn an_unknown_ending_is_refused_with_those_that_are_known() {
    let folder = Folder::new();
    for out in ["level.yaml", "level", "level.ron.bak", ".ron"] {
        folder.run(&format!("--seed 1 --out {out}")).fails(2, &["--out", out, ".ron, .json, .txt", "--format"]);
    }
    folder.run("--seed 1 --png level.ron").fails(2, &["--png", "level.ron", ".png"]);
    assert!(folder.names().is_empty());
}

#[test]
fn who_asks_for_parquet_gets_the_line_of_python_that_writes_it() {
    let folder = Folder::new();
    for arguments in [
        "--seed 1 --out level.parquet",
        "--seed 1 --out - --format Parquet",
        "batch --seeds 0..9 --out levels.parquet",
        "batch --seeds 0..9 --out-dir levels --format arrow",
    ] {
        folder.run(arguments).fails(2, &["roomgen.dataset.write(\"levels.parquet\""]);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn one_place_for_two_outputs_is_refused() {
    let folder = Folder::new();
    folder.run("--seed 1 --out a.png --png a.png").fails(2, &["--out", "--png", "a.png", "same"]);
    folder.run("--seed 1 --out a.png --png ./a.png").fails(2, &["same"]);
    folder.run("--seed 1 --out a.ron --out b.txt --out ./a.ron").fails(2, &["a.ron", "./a.ron", "same"]);
    folder.run("--seed 1 --out - --png -").fails(2, &["--out -", "--png -", "same"]);
    folder.run("--seed 1 --format ron --png /dev/stdout").fails(2, &["standard output", "--png", "same"]);
    assert!(folder.names().is_empty());
}

#[test]
fn the_preset_is_never_overwritten() {
    let folder = Folder::with("greedy.ron", GREEDY);
    for out in ["greedy.ron", "./greedy.ron"] {
        folder.run(&format!("--seed 1 --preset greedy.ron --out {out}")).fails(2, &["--out", "greedy.ron", "preset"]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("greedy.ron", folder.path("link.ron")).expect("a link");
        folder.run("--seed 1 --preset greedy.ron --out link.ron").fails(2, &["link.ron", "preset"]);
    }
    assert_eq!(folder.text("greedy.ron"), GREEDY);
}

#[test]
fn a_scale_without_a_picture_is_refused() {
    Folder::new().run("--seed 1 --scale 8 --out a.ron").fails(2, &["--scale", "--png"]);
}

#[test]
fn an_overlay_without_a_picture_is_refused() {
    let folder = Folder::new();
    folder.run("--seed 1 --view iso --legend --out a.ron").fails(2, &["--view", "--png"]);
    folder.run("--seed 1 --overlay quadtree --out a.ron").fails(2, &["--overlay", "--png"]);
    folder.run("--seed 1 --overlay quadtree").fails(2, &["--overlay", "--png"]);
    assert!(folder.names().is_empty());
}

#[test]
fn a_picture_that_would_be_too_large_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let line = "--seed 1 --size 260x260 --out a.ron --png a.png --scale 64";
    folder.run(line).fails(2, &["--scale", "64", "260x260", "largest"]);
    assert!(folder.names().is_empty());
}

#[test]
fn help_and_version_are_answers_and_not_errors() {
    let folder = Folder::new();
    let help = folder.run("--help").ok();
    let words = [
        "Examples:",
        "--seed 42",
        "--strict",
        "--floors",
        "--overlay",
        "check",
        "presets",
        "lint",
        "watch",
        "convert",
        "render",
        "rows of characters",
        "Exit codes",
    ];
    for word in words {
        assert!(help.out_text().contains(word), "{word}");
    }
    for (line, word) in [
        ("check", "--regenerate"),
        ("convert", ".json"),
        ("render", "--scale"),
        ("lint", "exits with 1"),
        ("watch", "Ctrl-C"),
        ("presets", "--schema"),
        ("sheet", "--difficulty 0,0.5,1"),
    ] {
        assert!(folder.run(&format!("{line} --help")).ok().out_text().contains(word), "{line}");
    }
    assert_eq!(folder.run("--version").ok().out_text().trim_end(), concat!("roomgen ", env!("CARGO_PKG_VERSION")));
}
