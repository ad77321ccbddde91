//! `roomgen find`: lists, files, folders and sheets of finds, interrupted searches, and mistakes.

use std::fs;

use roomgen::{
    Generator, Preset, Request,
    survey::{Measurer, Metric},
};
use serde_json::Value;

#[cfg(target_os = "linux")]
use super::signals;
use super::{Folder, GREEDY, Run};

/// The rows of a table or a file of commas, as words.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.split([' ', ',']).filter(|cell| !cell.is_empty()).map(str::to_owned).collect())
        .collect()
}

/// The finds of a run with `--format json`.
fn finds(run: &Run) -> Vec<Value> {
    run.problems().into_iter().filter(|line| line.get("severity").is_none()).collect()
}

#[test]
fn finds_have_the_values_that_a_survey_measures() {
    let folder = Folder::new();
    let run =
        folder.run_with(&["find", "--preset", "cellar", "--where", "rooms > 9 && bridges < 0.7", "--seeds", "0..80"]);
    let preset = Preset::built_in("cellar").expect("a preset");
    let (mut generator, mut measurer) = (Generator::new(&preset), Measurer::default());
    let mut expected = vec![["seed", "rooms", "bridges"].map(str::to_owned).to_vec()];
    for seed in 0..80 {
        let metrics = measurer.measure(&generator.generate(seed));
        let (rooms, bridges) = (metrics.get(Metric::Rooms), metrics.get(Metric::Bridges));
        if rooms > 9.0 && bridges < 0.7 {
            expected.push(vec![seed.to_string(), rooms.to_string(), format!("{bridges:.3}")]);
        }
    }
    let run = run.ok();
    assert_eq!(rows(run.out_text()), expected);
    assert!(expected.len() > 5 && run.err.is_empty(), "{}", run.err);
}

#[test]
fn the_same_finds_come_from_any_number_of_threads_in_every_form() {
    let folder = Folder::new();
    let line =
        "find --preset cellar --size 24x16 --seeds 3.. --count 9 --floor 0..2 --difficulty 0,1 --where rooms%3==0";
    let one = folder.run(&format!("{line} --jobs 1 --out one.csv --sheet one.png --scale 2")).ok();
    let four = folder.run(&format!("{line} --jobs 4 --out four.csv --sheet four.png --scale 2")).ok();
    assert_eq!((one.out_text(), folder.text("one.csv")), (four.out_text(), folder.text("four.csv")));
    assert_eq!(folder.bytes("one.png"), folder.bytes("four.png"));
    assert_eq!(rows(one.out_text()), rows(&folder.text("one.csv")));

    folder.run(&format!("{line} --out finds.jsonl")).ok();
    let json = folder.run(&format!("{line} --format json")).ok();
    let lines: String =
        json.out_text().lines().filter(|line| !line.contains("severity")).map(|line| format!("{line}\n")).collect();
    assert_eq!(lines, folder.text("finds.jsonl"));
    let table = rows(one.out_text());
    for (row, find) in table.iter().skip(1).zip(finds(&json)) {
        let numbers = [&find["seed"], &find["floor"], &find["difficulty"], &find["values"]["rooms"]];
        let numbers: Vec<_> = numbers.iter().map(|number| number.as_f64().expect("a number").to_string()).collect();
        assert_eq!(*row, numbers);
    }

    // A folder is for one search: a second one, for JSON, would be refused.
    folder.run(&format!("{line} --out levels --format text")).ok();
    let table = rows(&folder.text("levels/finds.csv"));
    assert_eq!(table.len(), 10);
    for row in &table[1..] {
        let path = format!("levels/{}", row[4]);
        folder.run(&format!("check {path}")).ok();
        let same = format!("--preset cellar --size 24x16 --seed {} --floor {} --difficulty {}", row[0], row[1], row[2]);
        folder.run(&format!("{same} --out same.ron")).ok();
        assert_eq!(folder.bytes(&path), folder.bytes("same.ron"), "{row:?}");
    }
    let names = folder.names();
    assert!(names.iter().all(|name| !name.contains("unfinished")), "{names:?}");
}

#[test]
fn the_best_and_the_nearest_are_listed_first() {
    let folder = Folder::new();
    let best = folder.run("find --preset cellar --best play_length-rooms --seeds 0..60 --count 3").ok();
    let scores: Vec<_> = rows(best.out_text())[1..].iter().map(|row| row[3].parse::<f64>().expect("a score")).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for row in &rows(best.out_text())[1..] {
        let [length, rooms, score] = [1, 2, 3].map(|column: usize| row[column].parse::<i64>().expect("a number"));
        assert_eq!(length - rooms, score);
    }
    let near = folder.run("find --preset cellar --near rooms=23,dead_ends=2 --where rooms!=23 --seeds 0..60").ok();
    let table = rows(near.out_text());
    assert!(table.len() == 21 && table[1..].iter().all(|row| row[1] != "23"), "{}", near.out_text());
    assert_eq!(table[0].last().map(String::as_str), Some("distance"));
    let told = folder.run("find --preset cellar --best rooms --where rooms!=23 --seeds 0..60 --format json").ok();
    assert!(told.out_text().contains("\"the first 20 of "), "{}", told.out_text());
    let told = folder.run("find --preset cellar --where rooms/(rooms-23)>0 --seeds 0..60").ok();
    assert!(told.err.contains(" finds in 60 levels; ") && told.err.contains(" divide by zero"), "{}", told.err);
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_keeps_its_finds_and_names_the_seeds_of_the_rest() {
    for (query, out, format) in [
        ("--where rooms>90", "part.csv", "text"),
        ("--best seed --count 3", "part.csv", "text"),
        ("--best seed --count 3", "best", "json"),
    ] {
        let folder = Folder::new();
        let line = format!("find --preset cellar --size 160x100 {query} --jobs 2 --format {format}");
        let words = format!("{line} --seeds 5.. --count 9999 --out {out}");
        let words = if query.contains("count") {
            words.replace(" --seeds 5.. --count 9999", " --seeds 5..9000000")
        } else {
            words
        };
        let tool = signals::at_work(&folder, &words.split(' ').collect::<Vec<_>>());
        signals::await_ticks(&tool, 70);
        let ended = signals::ended_by("-INT", tool);
        assert_eq!(ended.status.code(), Some(130), "{query}");
        let said = [ended.stdout, ended.stderr].map(|said| String::from_utf8(said).expect("text")).concat();
        let rest = said.split_once("; the rest is --seeds ").map(|(_, rest)| rest).expect("the rest");
        let (next, behind) = rest.split_once("..").expect("a range");
        assert!(behind.contains(", with another --out"), "{said}");
        assert!(next.parse::<u64>().is_ok_and(|next| next > 5), "{said}");
        folder.run(&format!("{line} --seeds 5..{next} --out whole-{out}")).ok();
        let file = |out: &str| if out.ends_with("csv") { out.to_owned() } else { format!("{out}/finds.csv") };
        assert_eq!(folder.text(&file(out)), folder.text(&file(&format!("whole-{out}"))), "{query}");
        // Neither a state nor what is temporary.
        assert!(folder.names().iter().all(|name| name.ends_with(out)), "{:?}", folder.names());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_loses_no_signal_whenever_it_comes() {
    for ticks in (0..60).step_by(12) {
        let folder = Folder::new();
        // The search takes the first tenths of a second, and the sheet many seconds.
        let line = "find --preset cellar --where rooms>0 --seeds 0..400 --sheet a.png --scale 4 --size 80x50 --jobs 1";
        let tool = signals::at_work(&folder, &line.split(' ').collect::<Vec<_>>());
        signals::await_ticks(&tool, ticks);
        let ended = signals::ended_by("-INT", tool);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.code() == Some(130) && said.contains("interrupted"), "{ticks}: {said}");
        assert!(folder.names().is_empty(), "{ticks}: {:?}", folder.names());
    }
}

#[test]
fn a_folder_with_files_in_it_is_no_place_for_finds() {
    let folder = Folder::new();
    fs::create_dir(folder.path("full")).expect("a folder");
    folder.put("full/mine.txt", "mine");
    let refused = folder.run("find --preset cellar --where rooms>8 --seeds 0..20 --out full");
    refused.fails(1, &["--out \"full\"", "give a new folder"]);
    assert_eq!(fs::read_dir(folder.path("full")).expect("a folder").count(), 1);
}

#[test]
fn nothing_found_is_told_with_the_condition_that_most_levels_fail() {
    let folder = Folder::new();
    let line = [
        "find",
        "--preset",
        "cellar",
        "--seeds",
        "0..50",
        "--where",
        "rooms > 2 && rooms > 900 && 1 / (rooms - rooms) > 0",
    ];
    let run = folder.run_with(&[&line[..], &["--out", "none.csv"]].concat());
    run.fails(1, &["None of 50 levels matches", "Of the first 50 levels, 0 meet `rooms > 900`"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    let line = ["find", "--preset", "cellar", "--seeds", "0..50", "--where", "1 / (rooms - rooms) > 0"];
    folder.run_with(&line).fails(1, &["None of 50 levels matches; 50 divide by zero."]);
}

#[test]
fn mistakes_of_expressions_and_arguments_name_their_place() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let long = format!("rooms > 1{}", " ".repeat(100_000));
    for (arguments, code, words) in [
        (&["--where", "bridge < 0.4"][..], 2, &["--where:1:1", "unknown name `bridge`", "did you mean `bridges`?"][..]),
        (&["--where", "rooms => 3"], 2, &["--where:1:7", "`=>` is not part of the language", "`>=`"]),
        (&["--where", "rooms =< 3"], 2, &["`=<` is not part of the language", "`<=`"]),
        (&["--where", "rooms <> 3"], 2, &["`<>` is not part of the language", "`!=`"]),
        (&["--where", "rooms > 1 &&\n 3"], 2, &["--where:2:2", "two conditions, the right one is a number"]),
        (&["--best", "count('rok')"], 2, &["--best:1:7", "unknown kind or tag of a kind", "did you mean `rock`?"]),
        (&["--near", "rooms"], 2, &["--near:1:6", "`=` and the number that is wanted"]),
        (&["--where", &long], 2, &["--where: the expression has 100009 bytes, at most 4096 are allowed"]),
        (&["--where", "locks('gate') > 0"], 2, &["unknown lock \"gate\""]),
        (&["--where", "steps('entry', 'lock:x') > 0"], 2, &["unknown lock \"x\""]),
        (&["--where", "rooms > 1", "--seeds", "0.."], 2, &["--seeds 0..", "takes --count"]),
        (&["--best", "rooms", "--seeds", "5.."], 2, &["--seeds 5..", "--best ranks", "--seeds 5..END"]),
        (&["--best", "rooms", "--near", "rooms=3"], 2, &["cannot be used with"]),
        (&[], 2, &["--where <CONDITION>", "--names"]),
        (&["--where", "rooms > 1", "--count", "0"], 2, &["a whole number from 1 to 1000000"]),
        (&["--where", "rooms > 1", "--seeds", "x.."], 2, &["FIRST..END or FIRST.."]),
        (&["--where", "rooms > 1", "--out", "finds.png"], 2, &[".csv or .jsonl", "a picture is --sheet"]),
        (&["--where", "rooms > 1", "--sheet", "finds.csv"], 2, &["a picture goes to a file"]),
        (&["--where", "rooms > 1", "--columns", "3"], 2, &["--columns is for pictures; add --sheet FILE"]),
        (&["--where", "rooms > 1", "--no-light"], 2, &["--no-light is for pictures; add --sheet FILE"]),
        (&["--where", "rooms > 1", "--out", "none/finds.csv"], 1, &["there is no folder \"none\""]),
        (
            &["--where", "rooms > 0", "--seeds", "0..", "--count", "20000", "--sheet", "a.png"],
            2,
            &["--sheet", "lower --count"],
        ),
    ] {
        let line = [&["find", "--preset", "greedy.ron"][..], arguments].concat();
        folder.run_with(&line).fails(code, words);
        assert_eq!(folder.names(), ["greedy.ron"], "{line:?}");
    }
}

#[test]
fn floors_are_said_to_be_of_no_run_once() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let line = "find --preset greedy.ron --where rooms>0 --seeds 0..3";
    let said = |more: &str| folder.run(&format!("{line} {more}")).ok().err.matches("in a run of --floors").count();
    assert_eq!([said("--floor 2"), said("--floor 0..3"), said(""), said("--floor 2 --start 5,5")], [1, 1, 0, 0]);
}

#[test]
fn runs_are_found_and_their_rows_have_what_is_asked() {
    let folder = Folder::new();
    let line = ["find", "--run", "delve", "--seeds", "0..6", "--format", "json", "--best"];
    let run = folder.run_with(&[&line[..], &["sum(rooms) + floor(4).rooms", "--count", "2"]].concat()).ok();
    let found: Vec<serde_json::Value> =
        run.out_text().lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let rooms = |seed: u64, floors: std::ops::Range<u32>| -> u64 {
        let run = roomgen::run::Run::built_in("delve").expect("a run");
        floors.map(|floor| run.level(seed, floor).expect("a floor").rooms().len() as u64).sum()
    };
    for find in &found[..2] {
        let seed = find["seed"].as_u64().expect("a seed");
        assert_eq!(find["values"]["sum(rooms)"], rooms(seed, 0..5));
        assert_eq!(find["values"]["floor(4).rooms"], rooms(seed, 4..5));
        assert!(find.get("floor").is_none() && find.get("difficulty").is_none(), "{find}");
    }
    assert!(found[2]["message"].as_str().is_some_and(|message| message.contains("6 runs")), "{found:?}");
    // The same of a run of one preset, by any number of threads.
    let table = |jobs: &str| {
        let line = ["find", "--floors", "3", "--preset", "cellar", "--seeds", "0..9", "--jobs", jobs, "--where"];
        folder.run_with(&[&line[..], &["first(rooms > 6) >= 0"]].concat()).ok().out_text().to_owned()
    };
    assert_eq!(table("1"), table("3"));
}

#[test]
fn runs_that_are_found_are_written_as_folders_and_drawn_as_rows() {
    let folder = Folder::new();
    let line = "find --run delve --best sum(rooms) --seeds 0..8 --count 2 --scale 2";
    folder.run(&format!("{line} --out finds --sheet finds.png --jobs 1 --format text")).ok();
    folder.run(&format!("{line} --sheet again.png --jobs 3")).ok();
    assert_eq!(folder.bytes("finds.png"), folder.bytes("again.png"));
    let table = rows(&folder.text("finds/finds.csv"));
    assert_eq!(table[0].last().map(String::as_str), Some("file"));
    for row in &table[1..] {
        let (seed, run) = (&row[0], &row[row.len() - 1]);
        folder.run(&format!("check finds/{run} --regenerate")).ok();
        folder.run(&format!("run delve --seed {seed} --out same-{seed}")).ok();
        for file in ["manifest.jsonl", "floor-00.ron", "floor-04.ron"] {
            assert_eq!(folder.bytes(&format!("finds/{run}/{file}")), folder.bytes(&format!("same-{seed}/{file}")));
        }
    }
    // A row for each run, as of runs of a range.
    folder.run("find --run delve --where seed>=0 --seeds 4..6 --sheet two.png --scale 2 --columns 1").ok();
    folder.run("sheet --run delve --seeds 4..6 --out range.png --scale 2 --columns 1").ok();
    let width = |file: &str| crate::pixels::Pixels::read(&folder.bytes(file)).width;
    assert_eq!(width("two.png"), width("range.png"));
    let again = "find --floors 2 --where seed>=0 --seeds 4..6 --out two --format text";
    folder.run(again).ok();
    folder.run("check two/000005 --regenerate").ok();
    folder.run(again).fails(1, &["--out \"two\"", "there are files in it"]);
}

#[test]
fn what_runs_are_not_asked_is_refused() {
    let folder = Folder::with("bad.run.ron", "(name: \"bad\", acts: [(preset: \"crypt\", floors: 0)])");
    for (more, words) in [
        (&["--run", "delve", "--where", "rooms > 3"][..], &["--where:1:1", "`sum(rooms)`"][..]),
        (&["--run", "delve", "--floor", "2", "--where", "seed > 0"], &["--run", "cannot be used with", "--floor"]),
        (&["--run", "delve", "--floors", "2", "--where", "seed > 0"], &["--run", "cannot be used with", "--floors"]),
        (&["--run", "delv", "--where", "seed > 0"], &["no run \"delv\"", "delve, descent"]),
        (&["--run", "bad.run.ron", "--where", "seed > 0"], &["bad.run.ron", "allowed: 1 to"]),
        (&["--floors", "0", "--where", "seed > 0"], &["from 1 to 10000"]),
        (&["--run", "delve", "--where", "seed > 0", "--sheet", "a.txt"], &["--sheet", ".png or .webp"]),
        (&["--run", "delve", "--where", "seed > 0", "--out", "a.ron"], &["--out", ".csv or .jsonl", "a folder"]),
        (&["--run", "delve", "--where", "seed > 0", "--count", "9999", "--sheet", "a.png"], &["--sheet", "10000"]),
    ] {
        let run = folder.run_with(&[&["find"][..], more].concat());
        assert!(run.code.is_some_and(|code| code > 0), "{more:?}: {}", run.err);
        words.iter().for_each(|word| assert!(run.err.contains(word), "{more:?}: {word} in {}", run.err));
        assert_eq!(folder.names(), ["bad.run.ron"]);
    }
    let names = folder.run("find --run descent --names").ok();
    assert!(names.out_text().contains("sum(number, within)") && names.out_text().contains("\"draught of strength\""));
}

#[test]
fn an_open_range_has_the_last_seed() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let found = |first: u64| {
        let line = format!("find --preset greedy.ron --where rooms>0 --count 9 --seeds {first}..");
        rows(folder.run(&line).ok().out_text())[1..].iter().map(|row| row[0].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found(u64::MAX - 1), ["18446744073709551614", "18446744073709551615"]);
    assert_eq!(found(u64::MAX), ["18446744073709551615"]);
}

#[test]
fn one_stream_has_one_form() {
    let run = Folder::new().run_with(&["find", "--where", "rooms > 1", "--out", "-", "--format", "json"]);
    assert!(run.code == Some(2) && run.out_text().contains("--format json prints to standard output"), "{}", run.err);
}

#[test]
fn the_list_of_names_has_all_metrics_and_what_the_preset_has() {
    let list = Folder::with("greedy.ron", GREEDY).run("find --preset greedy.ron --names").ok();
    let list = list.out_text();
    for metric in Metric::ALL {
        assert!(list.lines().any(|line| line.starts_with(&format!("{} ", metric.column()))), "{metric}");
    }
    for line in
        ["count(name), in greedy: \"rock\"", "vaults(vault), in greedy: none", "layouts(layout), in greedy: \"a\""]
    {
        assert!(list.lines().any(|listed| listed == line), "{line} in\n{list}");
    }
    assert!(list.contains("steps(from, to)  ") && list.contains("\"lock:\""), "{list}");
}

#[test]
fn each_find_as_json_has_its_values_and_what_is_missing_is_null() {
    let folder = Folder::new();
    let arguments = ["find", "--preset", "crypt", "--size", "80x50", "--seeds", "0..20", "--format", "json", "--where"];
    let run = folder.run_with(&[&arguments[..], &["steps('entry', 'silver key') > 1 || rooms > 1"]].concat()).ok();
    let generator = |seed| {
        Preset::built_in("crypt")
            .and_then(|preset| preset.with_size("80x50".parse().expect("a size")))
            .map(|preset| Generator::new(preset).generate(Request::new(seed)))
    };
    let mut missing = 0;
    for find in finds(&run) {
        let level = generator(find["seed"].as_u64().expect("a seed")).expect("a level");
        let has_key = level.keys().iter().any(|key| level.key_name(key) == "silver key");
        let steps = &find["values"]["steps(\"entry\", \"silver key\")"];
        assert_eq!(steps == &Value::Null, !has_key, "{find}");
        missing += usize::from(!has_key);
    }
    assert!((1..20).contains(&missing), "{missing}");
}
