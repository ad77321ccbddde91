//! `roomgen run`: the floors of a run, and files of runs.

use std::{fs, path::Path};

use roomgen::{export, run::Run};
use serde_json::json;

use super::Folder;
use crate::golden;

/// A run of small floors with a mood, a branch that always comes, and an act of another size.
const TRIP: &str = r#"(
    name: "trip",
    size: (40, 30),
    acts: [
        (preset: "cellar", floors: 2, difficulty: (0.0, 0.4)),
        (name: "below", preset: "mine", floors: 1, size: (48, 36)),
    ],
    moods: { "dark": (text: (theme: (ambient: 0.2))) },
    branches: [(name: "well", from: 1, acts: [(name: "under", preset: "cellar", floors: 2)])],
)"#;

fn trip() -> Folder {
    Folder::with("trip.run.ron", TRIP)
}

/// The text of a file of the folder `dungeon`, replaced by one that `change` makes of it.
fn change(folder: &Folder, file: &str, old: &str, new: &str) {
    let file = format!("dungeon/{file}");
    let text = folder.text(&file);
    assert!(text.contains(old), "{old:?} is in {file}: {text}");
    folder.put(&file, text.replacen(old, new, 1));
}

#[test]
fn a_run_without_outputs_is_a_table_of_its_floors() {
    let run = trip().run("run trip.run.ron --seed 42").ok();
    golden::compare("cli/run-table.txt", run.out_text().as_bytes());
    let built_in = Folder::new().run("run delve --seed 42").ok();
    assert!(
        built_in.out_text().starts_with("delve, seed 42: 5 floors of 56x40 cells, run "),
        "{}",
        built_in.out_text()
    );
    assert_eq!(built_in.out_text().lines().filter(|line| line.trim_start().starts_with(['0', '4'])).count(), 2);
}

#[test]
fn the_files_of_a_run_are_its_levels_and_pass_the_check_of_their_folder() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    let run = Run::parse(TRIP).expect("a run");
    let mut ours: Vec<String> = Vec::new();
    for level in run.generator(42) {
        let file = format!("floor-{:02}.ron", level.origin().floor);
        assert_eq!(folder.text(&format!("dungeon/{file}")), export::ron::write(&level), "{file}");
        ours.push(file);
    }
    assert_eq!(ours, ["floor-00.ron", "floor-01.ron", "floor-02.ron", "floor-03.ron", "floor-04.ron"]);
    let sound = folder.run("check dungeon").ok();
    for words in
        ["5 floors, seed 42, 40x30 cells", "3 of 3 entries exactly below", "1 new stretch where one arrives freely"]
    {
        assert!(sound.out_text().contains(words), "{}", sound.out_text());
    }
    folder.run("check dungeon --regenerate --run trip.run.ron").ok();
    folder.run("check dungeon --regenerate").fails(1, &["the run \"trip\" with digest", "not built in", "--run FILE"]);
    folder.run("check dungeon --regenerate --run delve").fails(1, &["--run", "the run \"trip\"", "the run \"delve\""]);
    folder.run("check dungeon --regenerate --run elve").fails(2, &["--run", "no run \"elve\"", "delve, descent"]);
    // Files of other formats, and the names of acts and moods in the manifest.
    let manifest = folder.text("dungeon/manifest.jsonl");
    let lines: Vec<serde_json::Value> =
        manifest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (&lines[0]["run"], &lines[0]["floors"], &lines[0]["last_floor"]),
        (&"trip".into(), &5.into(), &4.into())
    );
    assert_eq!(lines[0]["run_digest"], format!("{:016x}", run.digest()));
    let of = |line: usize| json!(["act", "branch", "mood", "above", "size"].map(|field| &lines[line][field]));
    assert_eq!(of(1), json!(["cellar", null, "dark", null, "40x30"]));
    assert_eq!(of(3), json!(["below", null, "dark", null, "48x36"]));
    assert_eq!(of(4), json!(["under", "well", "dark", 1, "40x30"]));
    for format in ["json", "tmx", "png --scale 1"] {
        folder.run(&format!("run delve -s 1 --out {0} --format {format}", &format[..3])).ok();
        folder.run(&format!("check {}", &format[..3])).ok();
    }
    folder.run("check jso --regenerate").ok();
}

#[test]
fn a_run_is_one_file_by_the_ending_of_its_name_with_its_tiles_beside_it() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out trip.ldtk").ok();
    assert_eq!(folder.names(), ["trip-tiles.png", "trip.ldtk", "trip.run.ron"]);
    let project: serde_json::Value = serde_json::from_str(&folder.text("trip.ldtk")).expect("JSON");
    let levels = project["levels"].as_array().expect("levels");
    let names: Vec<_> = levels.iter().map(|level| level["identifier"].as_str().expect("a name")).collect();
    assert_eq!(names, ["cellar_0", "cellar_1", "mine_2", "cellar_3", "cellar_4"]);
    // Again it is the same, and an edited sheet stays.
    let before = folder.text("trip.ldtk");
    folder.put("trip-tiles.png", "drawn by hand");
    let kept = "kept the tile sheet, since \"trip-tiles.png\" was edited; --force replaces the sheet";
    assert!(folder.run("run trip.run.ron --seed 42 --out trip.ldtk").ok().err.contains(kept));
    assert_eq!((folder.text("trip.ldtk") == before, &*folder.text("trip-tiles.png")), (true, "drawn by hand"));
    folder.run("run trip.run.ron --seed 42 --out trip.ldtk --force").ok();
    assert!(folder.bytes("trip-tiles.png").starts_with(b"\x89PNG"));
    // The sheet of another run replaces one that nobody edited.
    let sheet = folder.bytes("trip-tiles.png");
    folder.run("--floors 2 --preset crypt --seed 1 --out trip.ldtk").ok();
    assert!(folder.bytes("trip-tiles.png") != sheet);

    let folder = trip();
    for (format, ending) in [("", "tmx"), (" --format tmj", "tmj")] {
        folder.run(&format!("run trip.run.ron --seed 42{format} --out {ending}.WORLD")).ok();
        let names = folder.names();
        for name in [".WORLD", "-tiles-1.png", "-tiles-2.png", &format!("-00.{ending}"), &format!("-04.{ending}")] {
            assert!(names.contains(&format!("{ending}{name}")), "{names:?}");
        }
        assert!(folder.text(&format!("{ending}.WORLD")).contains(&format!("\"{ending}-03.{ending}\"")));
    }
    // Tilesets in the maps have no files, in a folder neither.
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out in.world --tileset embedded").ok();
    folder.run("--floors 2 --preset cellar --seed 1 --out maps --format tmx --tileset embedded").ok();
    folder.run("batch --preset cellar --seeds 0..1 --out-dir b --format tmx --tileset embedded").ok();
    assert!(folder.text("in-00.tmx").contains("<image source=\"in-tiles-1.png\""));
    let tilesets = |folder: &Path| {
        let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        files.filter(|file| file.extension().is_some_and(|ending| ending == "tsx")).count()
    };
    assert_eq!([".", "maps", "b"].map(|name| tilesets(&folder.path(name))), [0; 3]);
    folder.run("run trip.run.ron --seed 42 --out out.world --format tmj --tileset external").ok();
    assert!(folder.text("out-00.tmj").contains("\"source\": \"out-tiles-1.tsx\""));
    assert!(tilesets(&folder.path(".")) > 2);
    // One that is a folder, or has another format, is a folder.
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out trip.png --format json").ok();
    folder.run("run trip.run.ron --seed 42 --out trip.ldtk --format ron").ok();
    folder.run("check trip.ldtk").ok();
    folder.run("run trip.run.ron --seed 42 --out trip.ldtk --format json").fails(1, &["of an earlier run"]);
}

#[test]
fn nothing_is_written_of_a_run_that_is_no_file() {
    let folder = trip();
    for (arguments, code, words) in [
        ("--floors 257 --preset cellar --seed 1 --out many.ldtk", 2, &["257 floors are too many", "at most 256"][..]),
        ("run trip.run.ron --seed 42 --out a.ldtk --png a.png", 2, &["--png is for one level"]),
        ("run trip.run.ron --seed 42 --out a.ldtk --scale 4", 2, &["--scale is for pictures"]),
        ("run trip.run.ron --seed 42 --out a.ldtk --out b.ldtk", 2, &["give a folder with --out, once"]),
        ("run trip.run.ron --seed 42 --out a.glb", 2, &["or a file that ends in .png, .webp, .world or .ldtk"]),
        ("run trip.run.ron --seed 42 --out none/a.ldtk", 1, &["there is no folder"]),
        ("--floors 2 --preset cellar --size 300x20 --seed 1 --out wide.ldtk", 1, &["300x20 cells is too large", "256"]),
        ("--preset cellar --size 300x20 --seed 1 --out wide.ldtk", 1, &["300x20 cells is too large for LDtk"]),
    ] {
        folder.run(arguments).fails(code, words);
    }
    assert_eq!(folder.names(), ["trip.run.ron"]);
}

#[test]
fn one_floor_is_written_as_a_level_is_and_its_preset_is_printed() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    folder.run("run trip.run.ron --seed 42 --floor 3 --out three.ron --out three.txt").ok();
    assert_eq!(folder.bytes("three.ron"), folder.bytes("dungeon/floor-03.ron"));
    let shown = folder.run("run trip.run.ron --seed 42 --floor 3").ok();
    assert_eq!(shown.out, folder.bytes("three.txt"));
    folder.run("run trip.run.ron --seed 42 --floor 3 --png a.png --scale 4 --overlay walkways").ok();
    folder.run("check three.ron --regenerate --run trip.run.ron").ok();
    folder.run("render three.ron --out b.png --scale 4 --overlay walkways --run trip.run.ron").ok();
    assert_eq!(folder.bytes("a.png"), folder.bytes("b.png"));
    let foreign = folder.run("render three.ron --out c.png --scale 4").ok();
    assert!(foreign.err.contains("the run \"trip\"") && foreign.err.contains("--run FILE"), "{}", foreign.err);
    folder.run("--seed 1 --preset cellar --out alone.ron").ok();
    folder.run("render alone.ron --out d.png --run delve").fails(2, &["--run", "\"alone.ron\" is no floor of a run"]);
    let printed = folder.run("run trip.run.ron --seed 42 --floor 1 --print").ok();
    folder.put("one.ron", printed.out_text());
    folder.run("--preset one.ron --seed 42 --out one.txt").ok();
    assert!(printed.out_text().contains("\"well/0\"") && printed.out_text().contains("ambient: 0.2"));
    // Of a built-in run, files need no flag.
    folder.run("run delve --seed 42 --floor 2 --out delve.json").ok();
    folder.run("check delve.json --regenerate").ok();
    folder.run("convert delve.json delve.png --scale 2 --overlay partition").ok();
}

#[test]
fn a_room_of_a_floor_is_furnished_anew_and_nothing_else() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out plain").ok();
    folder.run("run trip.run.ron --seed 42 --out dungeon --reroll 1/2:3,3/1,1/3").ok();
    for floor in 0..5 {
        let [plain, ours] = ["plain", "dungeon"].map(|folder| format!("{folder}/floor-0{floor}.ron"));
        assert_eq!(folder.bytes(&plain) == folder.bytes(&ours), ![1, 3].contains(&floor), "floor {floor}");
    }
    assert!(folder.text("dungeon/manifest.jsonl").contains("\"rerolls\":\"2:3,3\""));
    folder.run("check dungeon --regenerate --run trip.run.ron").ok();
    folder.run("run trip.run.ron --seed 42 --floor 3 --reroll 3/1 --out three.ron").ok();
    assert_eq!(folder.bytes("three.ron"), folder.bytes("dungeon/floor-03.ron"));
    change(&folder, "manifest.jsonl", "\"rerolls\":\"2:3,3\"", "\"rerolls\":\"\"");
    let run = folder.run("check dungeon");
    assert!(run.out_text().contains("floor-01.ron: its rerolls is \"2:3,3\""), "{}", run.out_text());
    let table = folder.run("run trip.run.ron --seed 42 --reroll 1/2:3").ok();
    assert!(table.out_text().contains("furnished anew: 2:3"), "{}", table.out_text());
}

#[test]
fn stairs_that_do_not_meet_are_faults_of_the_floor_below_also_in_branches() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    let floor = folder.text("dungeon/floor-03.ron");
    let start = floor.split_once("start: Some((").and_then(|(_, rest)| rest.split_once("))")).expect("a start").0;
    let other: String = start.chars().map(|digit| if digit == '1' { '2' } else { digit }).collect();
    let other = if other == start { start.replacen(['2', '3', '4'], "1", 1) } else { other };
    folder.put("dungeon/floor-03.ron", floor.replacen(start, &other, 1));
    let run = folder.run("check dungeon");
    let words = format!("floor-03.ron: it begins below ({other}), and the stair \"well/0\" of floor-01.ron above");
    assert!(run.code == Some(1) && run.out_text().contains(&words), "{}", run.out_text());
    folder.put("dungeon/floor-03.ron", floor);
    change(&folder, "manifest.jsonl", "\"above\":1", "\"above\":0");
    let run = folder.run("check dungeon");
    assert!(run.out_text().contains("floor-00.ron above it has no stair that leads to it"), "{}", run.out_text());
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    // The branch is cut off.
    let manifest = folder.text("dungeon/manifest.jsonl");
    let lines: String = manifest.lines().take(4).map(|line| format!("{line}\n")).collect();
    folder
        .put("dungeon/manifest.jsonl", lines.replace("\"floors\":5,\"last_floor\":4", "\"floors\":3,\"last_floor\":2"));
    let run = folder.run("check dungeon");
    let words = "floor-01.ron: its stair \"well/0\" leads to no floor of the manifest";
    assert!(run.out_text().contains(words), "{}", run.out_text());
}

#[test]
fn a_branch_for_whose_stair_no_room_suits_is_left_out_and_the_table_says_so() {
    let folder = Folder::with("trip.run.ron", TRIP.replace("from: 1,", "from: 1, rooms: (min: (16, 16)),"));
    let run = folder.run("run trip.run.ron --seed 42").ok();
    assert!(run.out_text().contains("the branch well is left out: no room suits its stair"), "{}", run.out_text());
    assert!(run.out_text().contains(": 3 floors of 40x30 cells"), "{}", run.out_text());
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    folder.run("check dungeon --regenerate --run trip.run.ron").ok();
    folder.run("run trip.run.ron --seed 42 --floor 3").fails(2, &["--floor 3", "seed 42", "its floors are 0 to 2."]);
}

#[test]
fn a_batch_has_a_folder_for_each_run_that_is_resumed_extended_and_proven() {
    let folder = trip();
    let batch = "batch --run trip.run.ron --out-dir b --seeds";
    folder.run(&format!("{batch} 41..43")).ok();
    folder.run(&format!("{batch} 41..44")).ok();
    folder.run("run trip.run.ron --seed 42 --out dungeon").ok();
    for file in ["manifest.jsonl", "floor-00.ron", "floor-04.ron"] {
        assert_eq!(folder.bytes(&format!("b/000/000042/{file}")), folder.bytes(&format!("dungeon/{file}")));
    }
    let sound = folder.run("check b --regenerate --run trip.run.ron").ok();
    let words = "3 runs of trip by manifest.jsonl; 9 of 9 entries exactly below the stairs above, 3 new stretches";
    assert!(sound.out_text().contains(words), "{}", sound.out_text());

    // A floor that is lost, and one that was changed.
    let lost = "b/000/000041/floor-03.ron";
    fs::remove_file(folder.path(lost)).expect("a file");
    let run = folder.run("check b");
    assert!(run.out_text().contains("000/000041/floor-03.ron: it does not exist"), "{}", run.out_text());
    let run = folder.run(&format!("{batch} 41..44")).ok();
    assert!(run.err.contains("3 runs of trip") && run.err.contains("1 of them written again"), "{}", run.err);
    let changed = folder.text(lost).replacen("trip", "trap", 1);
    folder.put(lost, changed);
    assert_eq!(folder.run("check b").code, Some(1));
    folder.run(&format!("{batch} 41..44 --verify")).ok();
    folder.run("check b").ok();

    // Another run in the place of one, which its line does not fit.
    let [manifest, other] =
        ["b/000/000042/manifest.jsonl", "b/000/000043/manifest.jsonl"].map(|file| folder.text(file));
    folder.put("b/000/000042/manifest.jsonl", &other);
    let run = folder.run("check b");
    assert!(run.code == Some(1) && run.out_text().contains("000/000042/manifest.jsonl: "), "{}", run.out_text());
    folder.put("b/000/000042/manifest.jsonl", manifest);
    for other in ["--run delve --seeds 41..44", "--floors 2 --seeds 41..44", "--preset cellar --seeds 41..44"] {
        folder.run(&format!("batch {other} --out-dir b")).fails(1, &["manifest.jsonl", "of another request"]);
    }
    folder.run("check b").ok();
}

#[test]
fn shards_of_runs_and_runs_of_one_preset_are_whole_batches() {
    let folder = trip();
    let shards = "batch --run trip.run.ron --seeds 0..3 --out-dir s --shard";
    folder.run(&format!("{shards} 2/2")).ok();
    let run = folder.run("check s");
    assert!(run.out_text().contains("the same batch command with --shard 1/2"), "{}", run.out_text());
    folder.run(&format!("{shards} 1/2")).ok();
    folder.run("check s --regenerate --run trip.run.ron").ok();
    folder.run("batch --floors 2 --preset cellar --seeds 0..2 --out-dir f --format tmx").ok();
    folder.run("--floors 2 --preset cellar --seed 1 --out one --format tmx").ok();
    for file in ["floor-01.tmx", "tiles.png", "manifest.jsonl"] {
        assert_eq!(folder.bytes(&format!("f/000/000001/{file}")), folder.bytes(&format!("one/{file}")));
    }
    folder.run("check f").ok();
    folder.run("batch --run ./trip.run.ron --seeds 0..2 --out-dir .").fails(2, &["--run", "trip.run.ron", "move it"]);
    folder.run("batch --run absent.ron --seeds 0..2 --out-dir a").fails(1, &["--run \"absent.ron\""]);
    let words = ["--run", "cannot be used with", "--preset"];
    folder.run("batch --run delve --preset crypt --seeds 0..2 --out-dir a").fails(2, &words);
    assert_eq!(folder.names(), ["f", "one", "s", "trip.run.ron"]);
}

#[test]
fn floors_of_runs_that_are_not_built_in_are_animated() {
    let folder = trip();
    folder.run("run trip.run.ron -s 42 --floor 3 --out three.gif --out three.ron").ok();
    folder.run("convert three.ron again.gif --run trip.run.ron").ok();
    assert!(folder.bytes("three.gif").starts_with(b"GIF89a"));
    assert_eq!(folder.bytes("three.gif"), folder.bytes("again.gif"));
}

#[test]
fn the_sheet_of_a_run_is_a_picture_of_all_its_floors() {
    let folder = trip();
    folder.run("run trip.run.ron --seed 42 --sheet run.png --scale 2").ok();
    folder.run("run trip.run.ron --seed 42 --sheet again.png --scale 2").ok();
    assert!(folder.bytes("run.png").starts_with(b"\x89PNG") && folder.bytes("run.png") == folder.bytes("again.png"));
    // It is the file of a run with the ending of a picture.
    folder.run("run trip.run.ron --seed 42 --out out.PNG --scale 2").ok();
    folder.run("run trip.run.ron --seed 42 --out too.png --format png --scale 2").ok();
    assert!(folder.bytes("out.PNG") == folder.bytes("run.png") && folder.bytes("too.png") == folder.bytes("run.png"));
    folder.run("--floors 2 --preset cellar --seed 42 --out floors.webp").ok();
    assert!(folder.bytes("floors.webp").starts_with(b"RIFF"));
    folder.put("long.run.ron", "(name: \"long\", acts: [(preset: \"cellar\", floors: 201)])");
    folder
        .run("run long.run.ron -s 1 --sheet long.png")
        .fails(2, &["--sheet \"long.png\"", "201 floors", "at most 200"]);
    folder.run("run long.run.ron -s 1 --out long.png").fails(2, &["--out \"long.png\"", "201 floors"]);
    folder.run("run trip.run.ron -s 1 --out a.png --room 3").fails(2, &["--room", "one level"]);
    folder.run("run trip.run.ron -s 1 --out a.png --out b.png").fails(2, &["give a folder with --out, once"]);
    folder.run("run trip.run.ron -s 1 --sheet run.txt").fails(2, &["--sheet", "run.txt", ".png or .webp"]);
    folder.run("run trip.run.ron -s 1 --sheet run.png --room 3").fails(2, &["--room", "one level"]);
}

#[test]
fn wrong_usage_of_runs_is_refused_by_name_and_nothing_is_written() {
    let folder = trip();
    let cases: [(&str, &[&str]); 15] = [
        ("run", &["RUN"]),
        ("run elve -s 1", &["run: there is no run \"elve\"", "delve, descent", "a file ends in .ron"]),
        ("run delve -s 1 --print", &["--print", "--floor"]),
        ("run delve -s 1 --floor 9", &["--floor 9", "seed 1", "its floors are 0 to 4."]),
        ("run delve -s 1 --floor x", &["--floor", "a floor is a whole number"]),
        ("run delve -s 1 --floor 1 --sheet a.png", &["--floor", "--sheet"]),
        ("run delve -s 1 --reroll 9/1", &["--reroll 9/...", "no floor 9", "0 to 4"]),
        ("run delve -s 1 --reroll 12", &["--reroll", "FLOOR/ROOM", "4/12"]),
        ("run delve -s 1 --reroll 1/2,1/2", &["--reroll", "floor 1", "room 2", "twice"]),
        ("run delve -s 1 --reroll 1/2:0", &["--reroll", "floor 1", "N from 1"]),
        ("run delve -s 1 --floor 1 --reroll 2/3", &["--reroll 2/...", "only floor 1"]),
        ("run delve -s 1 --out a.ron", &["--out", "a.ron", "`roomgen run` writes a folder"]),
        ("run delve -s 1 --format json", &["`roomgen run`", "--out"]),
        ("run delve -s 1 --scale 4", &["--scale", "a table", "--sheet"]),
        ("run delve -s 1 --out a --scale 4", &["--scale", "png"]),
    ];
    for (line, words) in cases {
        folder.run(line).fails(2, words);
    }
    folder.run("run absent.ron -s 1").fails(1, &["run \"absent.ron\""]);
    folder.run("run delve -s 1 --out dungeon").ok();
    let words = ["--out \"dungeon\"", "floor-03.ron", "earlier run", "nothing was written"];
    folder.put("short.run.ron", "(name: \"short\", acts: [(preset: \"cellar\", floors: 3)], size: (30, 20))");
    folder.run("run short.run.ron -s 1 --out dungeon").fails(1, &words);
    folder.run("check dungeon --regenerate").ok();
    fs::create_dir(folder.path("own")).expect("a folder");
    folder.put("own/floor-00.ron", TRIP);
    folder.run("run own/floor-00.ron -s 1 --out own").fails(2, &["floor-00.ron", "the run itself"]);
    assert_eq!(folder.names(), ["dungeon", "own", "short.run.ron", "trip.run.ron"]);
}

#[test]
fn mistakes_in_a_run_are_reported_at_their_places_also_in_files_that_it_names() {
    let folder = Folder::with("moody.ron", "(theme: (ambient: 3))");
    folder.put("my.ron", "(base: \"crypt\", name: \"mine\", clearance: -1)");
    folder.put("bad.run.ron", "(name: \"bad\", acts: [(preset: \"crpt\"), (preset: \"my.ron\", floors: (3, 1))])");
    let run = folder.run("run bad.run.ron -s 1");
    for words in
        ["bad.run.ron:1:31", "crpt", "my.ron:1:", "clearance", "in reverse", "3 problems in the run \"bad.run.ron\""]
    {
        assert!(run.code == Some(1) && run.err.contains(words), "{words}: {}", run.err);
    }
    folder.put("mood.run.ron", "(name: \"m\", acts: [(preset: \"crypt\")], moods: {\"a\": (text: \"moody.ron\")})");
    folder.run("run mood.run.ron -s 1").fails(1, &["moody.ron:1:", "1 problem in the run"]);
}

#[test]
fn a_run_of_files_is_read_with_all_that_it_names() {
    let folder = Folder::with("my.ron", "(base: \"cellar\", name: \"mine\")");
    folder.put(
        "my.run.ron",
        "(name: \"r\", acts: [(preset: \"my.ron\"), (name: \"b\", preset: \"my.ron\")], size: (30, 20))",
    );
    folder.run("run my.run.ron -s 1 --out dungeon").ok();
    folder.run("check dungeon --regenerate --run my.run.ron").ok();
    folder.run("run my.run.ron -s 1 --floor 0 --out my.ron --force").fails(2, &["my.ron", "a file of the run itself"]);
}
