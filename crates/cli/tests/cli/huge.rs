//! Levels at the limits of size.
//!
//! The largest levels of all take minutes and are covered by `benches/huge.rs`.

use super::{Folder, program};

/// A preset with few rooms, so that only the level is large.
const SPARSE: &str = r##"(
    name: "sparse",
    floorplan: (rooms: (min: 12, max: 40), path: (rooms: (30, 40))),
    props: { "rock": (glyph: '*', color: "#7f7a72") },
    layouts: [(name: "a", formations: [(shape: Circle, prop: "rock")])],
)"##;

#[test]
fn a_level_as_wide_as_can_be_is_written_read_tested_and_shown_in_part() {
    let folder = Folder::with("sparse.ron", SPARSE);
    folder.run("--seed 3 --preset ./sparse.ron --size 16384x64 --out a.ron --out a.json --out a.txt").ok();
    let checked = folder.run("check a.ron --regenerate --preset ./sparse.ron").ok();
    assert!(checked.out_text().ends_with("16384x64 cells, the same when generated again\n"), "{}", checked.out_text());
    folder.run("convert a.json b.ron b.txt").ok();
    assert!(folder.bytes("b.ron") == folder.bytes("a.ron") && folder.bytes("b.txt") == folder.bytes("a.txt"));
    folder.run("render a.ron --out part.png --region 16300,10,84x54 --preset ./sparse.ron").ok();
    folder.run("render a.ron --out room.png --room 0 --preset ./sparse.ron").ok();
    let names = folder.names();
    let whole = folder.run("render a.ron --out whole.png --scale 64");
    whole.fails(2, &["--scale", "16384x64", "largest scale that fits is 16", "--region", "--room"]);
    let outside = folder.run("render a.ron --out part.png --region 16300,10,85x54");
    outside.fails(2, &["--region", "85x54 cells at (16300, 10)", "16384x64"]);
    assert_eq!(folder.names(), names);
}

#[test]
fn a_region_is_four_numbers_and_no_room() {
    let folder = Folder::new();
    for bad in ["", "1,2", "1,2,3", "1,2,3x", "-1,2,3x4", "1,2,0x4", "1,2,3x4x5", "a,2,3x4", "99999999999,2,3x4"] {
        let line = ["--seed", "1", "--png", "a.png", "--region", bad];
        folder.run_with(&line).fails(2, &["--region", "100,200,80x50"]);
    }
    folder.run("--seed 1 --png a.png --region 1,2,3x4 --room 0").fails(2, &["--region", "--room"]);
    folder.run("--seed 1 --out a.ron --region 1,2,3x4").fails(2, &["--region", "--png"]);
    folder.run("--seed 1 --png a.png --size 40x30 --region 30,2,11x4").fails(2, &["--region", "40x30"]);
    assert_eq!(folder.names(), Vec::<String>::new());
    folder.run("--seed 1 --png a.png --size 40x30 --region 30,2,10x4 --view iso --legend").ok();
}

#[test]
fn a_size_beyond_the_limits_is_told_them() {
    let folder = Folder::new();
    folder.run("--seed 1 --size 16385x8 --out a.ron").fails(2, &["--size", "16385x8", "8 to 16384", "268435456"]);
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_a_file_is_written_leaves_nothing_of_it() {
    use std::{
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    let folder = Folder::with("sparse.ron", SPARSE);
    let mut tool = program(&folder.path(""));
    tool.args(["--seed", "3", "--preset", "./sparse.ron", "--size", "4096x4096", "--out", "a.ron"]);
    let mut tool = tool.stderr(Stdio::null()).spawn().expect("the tool runs");
    let start = Instant::now();
    while folder.names().len() == 1 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &tool.id().to_string()]).status().expect("kill runs");
    let ended = tool.wait().expect("it ends");
    assert!(sent.success());
    assert_eq!((ended.code(), folder.names()), (Some(130), vec!["sparse.ron".to_owned()]));
}
