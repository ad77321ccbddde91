//! `roomgen --floors`: a run of floors in a folder.

use std::fs;

use roomgen::{Cell, export};

use super::{Folder, GREEDY};

#[test]
fn the_floors_of_a_run_grow_harder_and_begin_below_the_exit_of_the_one_before() {
    let folder = Folder::new();
    let run = folder.run("--seed 42 --preset cellar --floors 11 --size 60x40 --out dungeon/").ok();
    assert!(run.out.is_empty() && run.err.is_empty(), "{}", run.err);
    assert_eq!(folder.names(), ["dungeon"]);
    let mut stairs: Option<Cell> = None;
    let mut met = 0;
    for floor in 0..11u32 {
        let file = format!("dungeon/floor-{floor:02}.ron");
        let level = export::ron::read(&folder.text(&file)).expect("a level");
        let origin = level.origin();
        assert_eq!((origin.seed, origin.floor, origin.start), (42, floor, stairs));
        assert!((origin.difficulty - floor as f32 / 10.0).abs() < 1e-6);
        met += u32::from(stairs == Some(level.entry()));
        stairs = Some(level.exit());
        folder.run(&format!("check {file} --regenerate")).ok();
    }
    assert!(met >= 5, "only {met} of 10 stairs meet exactly");
}

#[test]
fn a_floor_depends_on_the_one_above_by_its_stairs_alone() {
    let folder = Folder::new();
    folder.run("--seed 7 --floors 3 --size 40x30 --out three").ok();
    folder.run("--seed 7 --floors 2 --size 40x30 --out two").ok();
    assert_eq!(folder.bytes("three/floor-00.ron"), folder.bytes("two/floor-00.ron"));
    folder.run("--seed 7 --floors 1 --size 40x30 --out one").ok();
    folder.run("--seed 7 --size 40x30 --out alone.ron").ok();
    assert_eq!(folder.bytes("one/floor-00.ron"), folder.bytes("alone.ron"), "one floor is a level like any");
}

#[test]
fn every_format_has_files_of_its_ending() {
    let folder = Folder::new();
    for (format, ending) in [("ron", "ron"), ("json", "json"), ("text", "txt"), ("png --scale 2", "png")] {
        folder.run(&format!("--seed 1 --floors 2 --size 20x20 --out {ending} --format {format}")).ok();
        let mut files: Vec<_> = fs::read_dir(folder.path(ending))
            .expect("a folder")
            .map(|file| file.expect("a file").file_name())
            .collect();
        files.sort();
        assert_eq!(
            files,
            [format!("floor-00.{ending}"), format!("floor-01.{ending}")].map(Into::into) as [std::ffi::OsString; 2]
        );
    }
}

#[test]
fn floors_are_replaced_but_none_of_an_earlier_run_may_stay_among_them() {
    let folder = Folder::new();
    let names = || {
        let files = fs::read_dir(folder.path("dungeon")).expect("a folder");
        let mut names: Vec<_> =
            files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    };
    folder.run("--seed 1 --floors 3 --size 20x20 --out dungeon").ok();
    folder.put("dungeon/notes.txt", "mine");
    folder.run("--seed 2 --floors 3 --size 20x20 --out dungeon").ok();
    assert!(folder.text("dungeon/floor-02.ron").contains("seed: 2,"));
    let words = ["--out \"dungeon\"", "floor-02.ron", "earlier run", "nothing was written"];
    folder.run("--seed 3 --floors 2 --size 20x20 --out dungeon").fails(1, &words);
    assert!(folder.text("dungeon/floor-00.ron").contains("seed: 2,"));
    folder.run("--seed 3 --floors 4 --size 20x20 --out dungeon").ok();
    assert!(folder.text("dungeon/floor-00.ron").contains("seed: 3,"));
    assert_eq!(names(), ["floor-00.ron", "floor-01.ron", "floor-02.ron", "floor-03.ron", "notes.txt"]);
    assert_eq!(folder.text("dungeon/notes.txt"), "mine");
}

#[test]
fn a_run_that_fails_leaves_nothing_behind() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let run = folder.run("--seed 1 --preset greedy.ron --floors 3 --out dungeon --strict");
    run.fails(1, &["--strict", "floor 0: PathShort", "nothing was written"]);
    assert_eq!(folder.names(), ["greedy.ron"]);
    let run = folder.run("--seed 1 --preset greedy.ron --floors 2 --out dungeon").ok();
    assert!(run.err.contains("warning: floor 0: PathShort") && run.err.contains("floor 1: "), "{}", run.err);
    fs::create_dir(folder.path("dungeon/floor-02.ron")).expect("a folder");
    folder.run("--seed 2 --floors 3 --out dungeon").fails(1, &["--out", "floor-02.ron", "is a folder"]);
    assert!(folder.text("dungeon/floor-00.ron").contains("seed: 1,"));
}

#[test]
fn wrong_usage_of_floors_is_refused_by_name() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let cases: [(&str, &[&str]); 10] = [
        ("--floors 0 --out a", &["--floors", "0", "1 to 10000"]),
        ("--floors 10001 --out a", &["--floors", "1 to 10000"]),
        ("--floors -1 --out a", &["--floors", "-1"]),
        ("--floors 2", &["--floors", "--out"]),
        ("--floors 2 --out -", &["--out", "folder"]),
        ("--floors 2 --out a --png a.png", &["--png", "--format png"]),
        ("--floors 2 --out a --floor 3", &["--floors", "--floor"]),
        ("--floors 2 --out a --difficulty 0.5", &["--floors", "--difficulty"]),
        ("--floors 2 --out a.ron", &["--out", "a.ron", "folder"]),
        ("--floors 2 --out a --scale 4", &["--scale", "png"]),
    ];
    for (line, words) in cases {
        folder.run(line).fails(2, words);
    }
    folder.run("--floors 2 --out absent/a").fails(1, &["--out", "no folder \"absent\""]);
    folder.put("file", "mine");
    folder.run("--floors 2 --out file").fails(1, &["--out", "file", "is a file"]);
    fs::create_dir(folder.path("dungeon")).expect("a folder");
    folder.put("dungeon/floor-00.ron", GREEDY);
    folder.run("--floors 2 --preset dungeon/floor-00.ron --out dungeon").fails(2, &["--preset", "floor-00.ron"]);
    assert_eq!(folder.text("dungeon/floor-00.ron"), GREEDY);
    assert_eq!(folder.names(), ["dungeon", "file", "greedy.ron"]);
}

#[test]
fn a_level_begins_at_the_cell_asked_for_and_its_file_says_so() {
    let folder = Folder::new();
    for (options, file) in [("--out level.ron", "level.ron"), ("--floors 2 --out run", "run/floor-00.ron")] {
        folder.run(&format!("--seed 42 --preset cellar --size 60x40 --start 30,20 {options}")).ok();
        let level = export::ron::read(&folder.text(file)).expect("a level");
        let asked = Cell::new(30, 20);
        assert_eq!((level.origin().start, level.start().rect.contains(asked)), (Some(asked), true));
        assert_eq!(level.entry(), asked);
        folder.run(&format!("check {file} --regenerate")).ok();
    }
    folder.run("--seed 42 --preset cellar --size 60x40 --out elsewhere.ron").ok();
    let elsewhere = export::ron::read(&folder.text("elsewhere.ron")).expect("a level");
    assert_ne!(elsewhere.entry(), Cell::new(30, 20));
    assert_eq!(folder.bytes("run/floor-00.ron"), folder.bytes("level.ron"));
}
