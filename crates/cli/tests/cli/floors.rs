//! `roomgen --floors`: a run of floors in a folder.

use std::fs;

use roomgen::{Cell, Tile, export};

use super::{Folder, GREEDY};

#[test]
fn the_floors_of_a_run_grow_harder_and_begin_below_the_exit_of_the_one_before() {
    let folder = Folder::new();
    let run = folder.run("--seed 42 --preset cellar --floors 11 --size 60x40 --out dungeon/").ok();
    assert!(run.out.is_empty() && run.err.is_empty(), "{}", run.err);
    assert_eq!(folder.names(), ["dungeon"]);
    let mut stairs: Option<Cell> = None;
    for floor in 0..11u32 {
        let file = format!("dungeon/floor-{floor:02}.ron");
        let level = export::ron::read(&folder.text(&file)).expect("a level");
        let origin = level.origin();
        assert_eq!((origin.seed, origin.floor, origin.start), (42, floor, stairs));
        assert!((origin.difficulty - floor as f32 / 10.0).abs() < 1e-6);
        assert!(stairs.is_none_or(|cell| cell == level.entry()), "floor {floor} begins at {}", level.entry());
        stairs = Some(level.exit());
        folder.run(&format!("check {file} --regenerate")).ok();
    }
    assert!(folder.run("check dungeon").ok().out_text().contains("10 of 10 entries exactly below"));
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
            [format!("floor-00.{ending}"), format!("floor-01.{ending}"), "manifest.jsonl".to_owned()].map(Into::into)
                as [std::ffi::OsString; 3]
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
    let all = ["floor-00.ron", "floor-01.ron", "floor-02.ron", "floor-03.ron", "manifest.jsonl", "notes.txt"];
    assert_eq!(names(), all);
    // Floors in another format count as another run.
    folder.run("--seed 4 --floors 4 --size 20x20 --out dungeon --format json").fails(1, &words[..1]);
    assert_eq!(names(), all);
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
    folder
        .run("--floors 2 --preset dungeon/floor-00.ron --out dungeon")
        .fails(2, &["floor-00.ron", "the preset itself"]);
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

/// A folder with a run of four floors in `dungeon`.
fn dungeon(more: &str) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("--seed 1 --preset cellar --floors 4 --size 24x20 --out dungeon {more}")).ok();
    folder
}

/// Asserts that the check of the folder prints these lines, each given by words that it contains.
#[track_caller]
fn breaks(folder: &Folder, lines: &[&[&str]]) {
    let run = folder.run("check dungeon");
    let told = run.out_text();
    assert_eq!(run.code, Some(1), "{told}{}", run.err);
    assert_eq!(told.lines().count(), lines.len(), "{told}");
    for (line, words) in told.lines().zip(lines) {
        assert!(words.iter().all(|word| line.contains(word)), "{words:?} in {line}");
    }
}

#[test]
fn a_manifest_lists_the_floors_and_what_was_asked_for() {
    let folder = dungeon("");
    let manifest = folder.text("dungeon/manifest.jsonl");
    let values: Vec<serde_json::Value> =
        manifest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let header = &values[0];
    assert_eq!([&header["preset"], &header["size"], &header["format"]], ["cellar", "24x20", "ron"]);
    assert_eq!([&header["seed"], &header["floors"], &header["revision"]], [1, 4, roomgen::REVISION]);
    assert_eq!(values.len(), 5);
    for (number, line) in (0..).zip(&values[1..]) {
        let file = format!("floor-0{number}.ron");
        let text = folder.text(&format!("dungeon/{file}"));
        let level = export::ron::read(&text).expect("a level");
        assert_eq!((line["floor"].as_u64(), line["file"].as_str()), (Some(number), Some(&*file)));
        assert_eq!(line["bytes"], text.len());
        assert_eq!(line["digest"], format!("{:016x}", level.digest()));
        assert_eq!([&line["rooms"], &line["props"]], [level.rooms().len(), level.props().len()]);
        assert_eq!(line["difficulty"].as_f64().map(|number| number as f32), Some(level.origin().difficulty));
    }
}

#[test]
fn the_floors_of_one_run_pass_the_check_of_their_folder() {
    for format in ["ron", "json"] {
        let folder = dungeon(&format!("--format {format}"));
        let run = folder.run("check dungeon").ok();
        let told = run.out_text();
        assert!(
            told.starts_with("ok: 4 floors, seed 1, 24x20 cells; ")
                && told.contains("3 of 3 entries exactly below the exit above"),
            "{told}"
        );
        folder.run("check dungeon --regenerate").ok();
    }
    for format in ["text", "png", "tmx"] {
        let folder = dungeon(&format!("--format {format}"));
        let run = folder.run("check dungeon").ok();
        assert!(run.out_text().contains("names and lengths alone"), "{}", run.out_text());
        fs::remove_file(folder.path("dungeon/manifest.jsonl")).expect("a manifest");
        folder.run("check dungeon").fails(1, &["without a manifest"]);
    }
}

#[test]
fn a_folder_with_floors_of_two_runs_is_a_breach() {
    let other = Folder::new();
    other.run("--seed 2 --preset cellar --floors 4 --size 24x20 --out dungeon").ok();
    let mixed = || {
        let folder = dungeon("");
        folder.put("dungeon/floor-02.ron", other.bytes("dungeon/floor-02.ron"));
        folder
    };
    breaks(&mixed(), &[&["floor-02.ron", "bytes"]]);
    // The same length.
    let folder = mixed();
    let [listed, there] = ["floor-02.ron", "floor-01.ron"].map(|name| {
        let text = folder.text("dungeon/manifest.jsonl");
        let line = text.lines().find(|line| line.contains(name)).expect("a line").to_owned();
        (line, folder.bytes(&format!("dungeon/{name}")).len())
    });
    let bytes = serde_json::from_str::<serde_json::Value>(&listed.0).expect("JSON")["bytes"].to_string();
    let manifest = folder.text("dungeon/manifest.jsonl");
    let changed = listed.0.replace(&format!("\"bytes\":{bytes}"), &format!("\"bytes\":{}", listed.1));
    folder.put("dungeon/manifest.jsonl", manifest.replace(&listed.0, &changed));
    let run = folder.run("check dungeon");
    assert!(run.code == Some(1) && there.1 > 0);
    for words in ["floor-02.ron: its seed is 2, and the manifest says 1", "floor-02.ron: its digest is"] {
        assert!(run.out_text().contains(words), "{}", run.out_text());
    }
}

#[test]
fn whatever_is_wrong_with_a_folder_of_floors_is_told_by_its_file() {
    let folder = dungeon("");
    let floor = folder.text("dungeon/floor-01.ron");
    fs::remove_file(folder.path("dungeon/floor-01.ron")).expect("a floor");
    breaks(&folder, &[&["floor-01.ron", "does not exist"]]);
    folder.put("dungeon/floor-01.ron", floor.replacen("seed: 1", "seed: 7", 1));
    let seed: &[&str] = &["floor-01.ron", "its seed is 7", "the manifest says 1"];
    breaks(&folder, &[&["floor-01.ron", "level: digest is"], seed, &["floor-01.ron", "its digest is"]]);
    let exit = folder.text("dungeon/floor-00.ron");
    let exit = exit.lines().find_map(|line| line.trim().strip_prefix("exit: ")).expect("an exit").trim_end_matches(',');
    // Of the same length, and with another digest.
    let (x, y) = exit[1..exit.len() - 1].split_once(", ").expect("a cell");
    let other = |digits: &str| {
        if digits.starts_with('1') { digits.replacen('1', "2", 1) } else { format!("1{}", &digits[1..]) }
    };
    let start = format!("({}, {})", other(x), other(y));
    let nowhere = floor.replacen(&format!("start: Some({exit})"), &format!("start: Some({start})"), 1);
    folder.put("dungeon/floor-01.ron", nowhere);
    assert!(folder.run("check dungeon").out_text().contains(&format!("begins below {start}")));
    folder.put("dungeon/floor-01.ron", &floor);
    folder.put("dungeon/floor-04.ron", &floor);
    breaks(&folder, &[&["floor-04.ron", "does not list"]]);
    folder.put("dungeon/floor-4.txt", "mine");
    breaks(&folder, &[&["floor-04.ron", "does not list"], &["floor-4.txt", "does not list"]]);
    fs::remove_file(folder.path("dungeon/floor-4.txt")).expect("a file");
    fs::remove_file(folder.path("dungeon/floor-04.ron")).expect("a file");
    let manifest = folder.text("dungeon/manifest.jsonl");
    let lines: Vec<_> = manifest.split_inclusive('\n').collect();
    folder.put("dungeon/manifest.jsonl", [lines[0], lines[1], lines[3], lines[3], lines[4]].concat());
    breaks(
        &folder,
        &[
            &["manifest.jsonl", "line 3 is not"],
            &["manifest.jsonl", "lists 1 of 4"],
            &["floor-01.ron", "does not list"],
            &["floor-02.ron"],
            &["floor-03.ron"],
        ],
    );
    folder.put("dungeon/manifest.jsonl", manifest.replace("\"rooms\":", "\"rooms\":9"));
    breaks(&folder, &[&["its rooms is"][..]; 4]);
    folder.put("dungeon/manifest.jsonl", lines[0]);
    breaks(
        &folder,
        &[
            &["manifest.jsonl", "lists 0 of 4 levels", "make them again with --floors"],
            &["floor-00.ron"],
            &["floor-01.ron"],
            &["floor-02.ron"],
            &["floor-03.ron"],
        ],
    );
    folder.put("dungeon/manifest.jsonl", "mine");
    folder.run("check dungeon").fails(1, &["manifest.jsonl", "is no manifest"]);
    folder.run("--seed 1 --floors 4 --size 24x20 --out dungeon").fails(1, &["manifest.jsonl", "is no manifest"]);
    assert_eq!(folder.text("dungeon/manifest.jsonl"), "mine");
    fs::create_dir(folder.path("empty")).expect("a folder");
    folder.run("check empty").fails(1, &["empty", "without a manifest"]);
}

#[test]
#[cfg(unix)]
fn a_pipe_by_the_name_of_a_manifest_is_not_waited_for() {
    let folder = dungeon("");
    fs::remove_file(folder.path("dungeon/manifest.jsonl")).expect("a manifest");
    let made = std::process::Command::new("mkfifo").arg(folder.path("dungeon/manifest.jsonl")).status();
    assert!(made.expect("mkfifo runs").success());
    folder.run("--seed 2 --floors 4 --size 24x20 --out dungeon").fails(1, &["manifest.jsonl", "no regular file"]);
    folder.run("check dungeon").fails(1, &["manifest.jsonl", "no regular file"]);
}

#[test]
fn stairs_that_do_not_meet_are_a_breach_in_a_run_of_this_revision() {
    let folder = dungeon("");
    let file = "dungeon/floor-02.ron";
    let level = export::ron::read(&folder.text(file)).expect("a level");
    let (rect, cell) = (level.start().rect, level.entry());
    // A cell of the start room whose digits are as many.
    let digits = |x: i32| x.to_string().len();
    let beside = [cell.x - 1, cell.x + 1].into_iter().find(|&x| {
        digits(x) == digits(cell.x)
            && level.tile(Cell::new(x, cell.y)) == Tile::Floor
            && rect.contains(Cell::new(x, cell.y))
    });
    let moved = Cell::new(beside.expect("floor beside the stairs"), cell.y);
    let entry = |cell: Cell| format!("entry: ({}, {})", cell.x, cell.y);
    folder.put(file, folder.text(file).replacen(&entry(cell), &entry(moved), 1));
    let run = folder.run("check dungeon");
    let told = run.out_text();
    let line = told.lines().find(|line| line.contains("the stairs do not meet")).unwrap_or_else(|| panic!("{told}"));
    for words in
        ["floor-02.ron: ", "floor-01.ron", &format!("({}, {})", moved.x, moved.y), &format!("({}, {})", cell.x, cell.y)]
    {
        assert!(line.contains(words), "{words} in {line}");
    }
    // Another revision did not promise it.
    let (revision, other) = (roomgen::REVISION, roomgen::REVISION + 1);
    for file in ["floor-00.ron", "floor-01.ron", "floor-02.ron", "floor-03.ron", "manifest.jsonl"] {
        let file = format!("dungeon/{file}");
        let text = folder.text(&file);
        let text = text.replacen(&format!("revision: {revision}"), &format!("revision: {other}"), 1);
        folder.put(&file, text.replacen(&format!("\"revision\":{revision}"), &format!("\"revision\":{other}"), 1));
    }
    let run = folder.run("check dungeon");
    let told = run.out_text();
    assert!(!told.contains("the stairs do not meet") && told.contains("floor-02.ron: its digest is"), "{told}");
}
