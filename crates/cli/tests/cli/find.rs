//! `roomgen find`: lists, files, folders and sheets of finds, searches that go on, and mistakes.

use std::{
    fs,
    path::Path,
    process::{self, Stdio},
    thread,
    time::Duration,
};

use roomgen::{
    Generator, Preset, Request,
    survey::{Measurer, Metric},
};
use serde_json::Value;

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
fn what_is_found_is_what_a_survey_measures() {
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

/// The lines of a journal, of which the first is no entry.
fn entries(journal: &Path) -> usize {
    fs::read(journal).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_is_the_same_in_the_end() {
    let folder = Folder::new();
    for (signal, query) in [("-KILL", "--where rooms>90"), ("-INT", "--where rooms>90"), ("-KILL", "--best rooms")] {
        // Large levels, of which some hundred are an entry.
        let line = format!("find --preset cellar --size 160x100 {query} --seeds 0..1300 --jobs 2 --format text");
        if !folder.path("whole.csv").exists() {
            folder.run(&format!("{line} --out whole.csv")).ok();
        }
        let journal = folder.path("part.csv.unfinished.jsonl");
        let mut running = super::program(&folder.path(""));
        running.args(format!("{line} --out part.csv").split_whitespace());
        let mut child = running.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        while entries(&journal) < 2 && child.try_wait().expect("a state").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        process::Command::new("kill").args([signal, &child.id().to_string()]).status().expect("it is told");
        let code = child.wait().expect("it ends").code();
        assert_eq!(code, if signal == "-INT" { Some(130) } else { None }, "{signal} {query}");
        // An interruption keeps the finds so far.
        let whole = folder.text("whole.csv");
        let part = folder.path("part.csv");
        assert_eq!(part.exists(), signal == "-INT");
        assert!(!part.exists() || whole.starts_with(&folder.text("part.csv")));
        // What a kill cuts is no entry.
        let mut cut = fs::read(&journal).expect("a journal");
        cut.extend(b"{\"chunks\":99,\"te");
        fs::write(&journal, cut).expect("a file");
        folder.run(&format!("{line} --out part.csv")).ok();
        assert_eq!(folder.text("part.csv"), whole, "{signal} {query}");
        assert!(!journal.exists() && whole.lines().count() > 20, "{signal} {query}");
        fs::remove_file(part).expect("a file");
        if signal == "-INT" {
            fs::remove_file(folder.path("whole.csv")).expect("a file");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_folder_keeps_no_find_of_before_an_interruption_and_programs_are_told_of_it() {
    let folder = Folder::new();
    // The best of all levels so far are always the last ones.
    let line = "find --preset cellar --size 160x100 --best seed --count 3 --seeds 0..1300 --jobs 2 --format json";
    let words = format!("{line} --out best");
    let journal = folder.path("best.unfinished.jsonl");
    let mut running = super::program(&folder.path(""));
    running.args(words.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = running.spawn().expect("it runs");
    while entries(&journal) < 2 && child.try_wait().expect("a state").is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it is told");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(130), true));
    let last: Value =
        serde_json::from_slice(output.stdout.split_inclusive(|&byte| byte == b'\n').next_back().expect("lines"))
            .expect("JSON");
    assert_eq!(last["code"], "search-summary");
    assert!(
        last["message"].as_str().is_some_and(|text| text.starts_with("interrupted with the first 3 of ")),
        "{last}"
    );
    let names = || {
        let entries = fs::read_dir(folder.path("best")).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names().len(), 4);
    // What is not of the search stays.
    folder.put("best/1.ron", "mine");
    folder.run(&words).ok();
    assert_eq!(names(), ["001297.ron", "001298.ron", "001299.ron", "1.ron", "finds.csv"]);
    assert!(!journal.exists());
}

#[test]
fn a_journal_of_another_search_is_kept() {
    let folder = Folder::new();
    folder.put("finds.csv.unfinished.jsonl", "{\"find\":1,\"where\":\"rooms > 1\"}\n");
    let line = "find --preset cellar --where rooms>8 --seeds 0..20 --out finds.csv";
    folder.run(line).fails(1, &["finds.csv.unfinished.jsonl", "is of another search", "Move it away"]);
    assert_eq!(folder.text("finds.csv.unfinished.jsonl"), "{\"find\":1,\"where\":\"rooms > 1\"}\n");
    let line = "find --preset cellar --where rooms>8 --seeds 0..20 --out levels --format text";
    for kept in ["no journal", "no journal\n"] {
        folder.put("levels.unfinished.jsonl", kept);
        folder.run(line).fails(1, &["levels.unfinished.jsonl", "Move it away"]);
        assert_eq!(folder.text("levels.unfinished.jsonl"), kept);
    }
    // A kill has cut it in its first line.
    folder.put("levels.unfinished.jsonl", "{\"find\":1,\"roomg");
    folder.run(line).ok();
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
