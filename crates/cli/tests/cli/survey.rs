//! `roomgen survey`: the table and the rows, the same for any number of threads.

use roomgen::{
    Generator, Preset, Request,
    survey::{Measurer, Metric, Survey},
};

#[cfg(target_os = "linux")]
use super::signals;
use super::{Folder, GREEDY};

fn folder() -> Folder {
    Folder::with("greedy.ron", GREEDY)
}

/// The words after `name` in the table's line that begins with it.
fn numbers<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let line = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in\n{table}"));
    line[name.len()..].split_whitespace().collect()
}

#[test]
fn the_table_has_what_the_library_measures() {
    let run = folder().run("survey --preset temple --seeds 5..25 --size 40x30 --difficulty 0.5").ok();
    let preset =
        Preset::built_in("temple").expect("a preset").with_size("40x30".parse().expect("a size")).expect("fits");
    let (mut generator, mut measurer, mut survey) = (Generator::new(&preset), Measurer::default(), Survey::default());
    for seed in 5..25 {
        let request = Request::new(seed).with_difficulty(0.5).expect("a difficulty");
        survey.add(&generator.generate(request), &mut measurer);
    }
    let table = run.out_text();
    assert!(table.starts_with("temple: 40x30, seeds 5..25, difficulty 0.5, "), "{table}");
    assert!(table.contains(&format!("{:016x}", preset.digest())), "{table}");
    for &metric in Metric::ALL {
        let (spread, decimals) = (survey.statistics(metric), metric.decimals());
        if spread.count() == 0 {
            assert_eq!(numbers(table, metric.name()), ["-"; 6], "{metric}");
            continue;
        }
        let mut expected = [spread.mean(), spread.deviation()].map(|value| format!("{value:.decimals$}")).to_vec();
        for extreme in [spread.min(), spread.max()].map(|extreme| extreme.expect("levels")) {
            expected.extend([metric.format(extreme.value), extreme.seed.to_string()]);
        }
        assert_eq!(numbers(table, metric.name()), expected, "{metric}");
    }
    assert!(table.contains(&format!("layouts: {:.2} bits, ", survey.layouts().entropy())), "{table}");
    let foes = survey.tags().count("enemy") as f64 / 20.0;
    assert!(foes > 0.0 && table.contains(&format!("enemy {foes:.2}")), "{table}");
    assert!(!table.contains("difference"), "one survey differs from nothing: {table}");
    assert!(run.err.is_empty(), "no bar where there is no terminal: {}", run.err);
}

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let folder = folder();
    let line = "survey --preset greedy.ron --compare temple --size 24x16 --seeds 0..16 --csv a.csv";
    let one = folder.run(&format!("{line} --jobs 1")).ok();
    let rows = folder.text("a.csv");
    // Also when it replaces existing files.
    let many = folder.run(&format!("{line} --jobs 5")).ok();
    assert_eq!(one.out_text(), many.out_text());
    assert_eq!(rows, folder.text("a.csv"));
    assert_eq!(folder.names(), ["a.csv", "greedy.ron"]);

    let table = one.out_text();
    assert!(table.contains("greedy: 24x16, ") && table.contains("temple: 24x16, "), "{table}");
    let rooms: Vec<f64> = numbers(table, "rooms").iter().map(|number| number.parse().expect("a number")).collect();
    assert_eq!(rooms.len(), 14, "six numbers of each, and two differences");
    assert!((rooms[12] - (rooms[6] - rooms[0])).abs() < 0.11, "{rooms:?}");

    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header[..2], ["preset", "seed"]);
    assert!(header[2..].iter().eq(Metric::ALL.iter().map(|metric| metric.column())));
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 32);
    let preset =
        Preset::built_in("temple").expect("a preset").with_size("24x16".parse().expect("a size")).expect("fits");
    let metrics = Measurer::default().measure(&Generator::new(&preset).generate(7));
    let row = rows.iter().find(|row| &row[0] == "temple" && &row[1] == "7").expect("a row");
    for (&metric, field) in Metric::ALL.iter().zip(row.iter().skip(2)) {
        let Some(value) = metrics.present(metric) else {
            assert_eq!(field, "", "{metric}");
            continue;
        };
        let number: f64 = field.parse().expect("a number");
        assert!((number - value).abs() < 1e-6 && field.contains('.') != metric.is_whole(), "{metric} {field}");
    }
}

#[test]
fn several_difficulties_and_floors_have_the_table_and_the_rows_of_each_alone_in_order() {
    let folder = folder();
    let line = "survey --preset greedy.ron --compare temple --size 24x16 --seeds 3..9";
    let run = folder.run(&format!("{line} --difficulty 0.5,0 --floor 0..2,7 --csv a.csv")).ok();
    let rows = folder.text("a.csv");
    let mut lines = rows.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("preset,seed,floor,difficulty,rooms,"), "{header}");
    let mut tables = Vec::new();
    for difficulty in ["0.5", "0"] {
        for floor in ["0", "1", "7"] {
            let alone = format!("{line} --difficulty {difficulty} --floor {floor} --csv one.csv");
            let table = folder.run(&alone).ok();
            // A table of one floor does not name floor 0.
            let named = table.out_text().replace("difficulty", "floor 0, difficulty");
            tables.push(if floor == "0" { named } else { table.out_text().to_owned() });
            let one = folder.text("one.csv");
            assert!(one.starts_with("preset,seed,rooms,"), "{one}");
            for row in one.lines().skip(1) {
                let cells: Vec<_> = row.splitn(3, ',').collect();
                let expected = format!("{},{},{floor},{difficulty},{}", cells[0], cells[1], cells[2]);
                assert_eq!(lines.next(), Some(&*expected));
            }
        }
    }
    assert_eq!(lines.next(), None);
    // Behind the floors of a difficulty stands what they repeat.
    let is_repeat = |line: &&str| line.contains("floors that repeat a piece of an earlier floor: ");
    assert_eq!(run.out_text().lines().filter(is_repeat).count(), 4, "{}", run.out_text());
    let others: Vec<_> = run.out_text().lines().filter(|line| !is_repeat(line) && !line.is_empty()).collect();
    let expected = tables.concat();
    assert_eq!(others, expected.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>());
}

#[test]
fn pieces_have_their_part_of_the_levels_and_of_the_floors_that_repeat_them() {
    let run = folder().run("survey --preset crypt --seeds 0..12 --floor 0..3 --difficulty 0,1").ok();
    let preset = Preset::built_in("crypt").expect("a preset");
    let mut generator = Generator::new(&preset);
    let line = |name: &str| {
        let found = run.out_text().lines().filter(|line| line.starts_with(name)).map(str::to_owned);
        found.collect::<Vec<_>>()
    };
    let (pieces, repeats) = (line("pieces, of levels: "), line("floors that repeat a piece of an earlier floor: "));
    assert_eq!((pieces.len(), repeats.len()), (6, 2), "{}", run.out_text());
    for (position, difficulty) in [0.0, 1.0].into_iter().enumerate() {
        let floors: Vec<Vec<_>> = (0..12)
            .map(|seed| {
                let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
                (0..3).map(|floor| generator.generate(request.clone().on_floor(floor))).collect()
            })
            .collect();
        // By hand: the layouts of the ends and of rooms of a size, and vaults.
        let stands = |level: &roomgen::Level, name: &str| {
            level.rooms().iter().any(|room| {
                let is_sized = level.tags(room).any(|tag| preset.sizes().any(|size| size == tag));
                let is_end = room.id == level.start().id || room.id == level.end().id;
                level.vault(room) == Some(name) || (is_sized || is_end) && level.layout(room) == Some(name)
            })
        };
        let layouts = preset.layouts().iter().map(|layout| layout.name.as_str());
        let names: Vec<_> = layouts.chain(preset.vaults().iter().map(|vault| vault.name.as_str())).collect();
        let part = |name: &str, part: usize, all: usize| format!("{name} {:.1}%", part as f64 / all as f64 * 100.0);
        let mut repeating = 0;
        for floor in 0..3 {
            let said: Vec<_> = pieces[3 * position + floor]["pieces, of levels: ".len()..].split(", ").collect();
            for name in &names {
                let count = floors.iter().filter(|run| stands(&run[floor], name)).count();
                assert_eq!(said.contains(&&*part(name, count, 12)), count > 0, "{name}: {said:?}");
            }
            let repeats = |run: &&Vec<roomgen::Level>| {
                names
                    .iter()
                    .any(|name| stands(&run[floor], name) && run[..floor].iter().any(|level| stands(level, name)))
            };
            repeating += floors.iter().filter(repeats).count();
        }
        let (all, by_pieces) = repeats[position].split_once("; by pieces: ").expect("pieces that repeat");
        assert!(repeating > 0 && all.ends_with(&part("floor:", repeating, 24)), "{all}");
        let by_pieces: Vec<_> = by_pieces.split(", ").collect();
        for name in &names {
            let again = |run: &Vec<roomgen::Level>| {
                let floors = (1..3).filter(|&floor| stands(&run[floor], name));
                floors.filter(|&floor| run[..floor].iter().any(|level| stands(level, name))).count()
            };
            let count: usize = floors.iter().map(again).sum();
            assert_eq!(by_pieces.contains(&&*part(name, count, 24)), count > 0, "{name}: {by_pieces:?}");
        }
    }
    let one = folder().run("survey --preset crypt --seeds 0..4").ok();
    assert!(one.out_text().contains("\npieces, of levels: ") && !one.out_text().contains("repeat"));
}

#[test]
fn a_survey_on_standard_output_is_alone_there() {
    let folder = folder();
    let run = folder.run("survey --preset greedy.ron --seeds 0..3 --csv -").ok();
    assert!(run.out_text().starts_with("preset,seed,rooms,") && run.out_text().lines().count() == 4);
    assert!(run.err.contains("walking distance"), "the table is on standard error: {}", run.err);
}

#[test]
fn presets_of_one_name_are_told_apart_by_what_was_given() {
    let run = folder().run("survey --preset greedy.ron --compare ./greedy.ron --seeds 0..4").ok();
    let table = run.out_text();
    assert!(table.contains("greedy.ron: 12x12") && table.contains("./greedy.ron: 12x12"), "{table}");
    assert_eq!(numbers(table, "rooms")[12..], ["+0.0", "+0.0"]);
}

#[test]
fn an_impossible_survey_is_refused_and_nothing_is_written() {
    let folder = folder();
    folder.put("both.png", "mine");
    let refused = |line: &str, code: i32, words: &[&str]| {
        folder.run(&format!("survey {line}")).fails(code, words);
    };
    refused("--seeds 5..5", 2, &["--seeds", "END must be above FIRST"]);
    refused("--preset cript", 2, &["--preset", "crypt"]);
    refused("--compare cript", 2, &["--compare", "crypt"]);
    refused("--compare none.ron", 1, &["--compare", "none.ron", "there is no such file"]);
    refused("--size 3x3", 2, &["--size"]);
    refused("--difficulty 2", 2, &["--difficulty", "0 to 1"]);
    refused("--difficulty 0,,1", 2, &["--difficulty", "0 to 1", "several have commas"]);
    refused("--difficulty 1,1.0", 2, &["--difficulty", "difficulty 1 is in the list twice"]);
    refused("--floor 0..0", 2, &["--floor", "0..0 has no floors"]);
    refused("--floor 0..101", 2, &["--floor", "more floors than 100"]);
    refused("--jobs 0", 2, &["--jobs", "1 to 1024"]);
    refused("--out survey.png", 2, &["--out", "a survey has no picture", "--csv", "the page plots surveys"]);
    refused("--csv no/survey.csv", 1, &["--csv", "there is no folder"]);
    refused("--preset greedy.ron --csv greedy.ron", 2, &["--csv", "the preset itself"]);
    refused("--preset crypt --compare greedy.ron --csv greedy.ron", 2, &["--csv", "the preset itself"]);
    assert_eq!(
        (folder.names(), folder.text("both.png")),
        (vec!["both.png".to_owned(), "greedy.ron".to_owned()], "mine".to_owned())
    );
}

#[test]
fn the_help_says_what_each_column_is() {
    let help = folder().run("survey --help").ok();
    for &metric in Metric::ALL {
        assert!(help.out_text().lines().any(|line| line.trim_start().starts_with(metric.column())), "{metric}");
    }
}

#[test]
fn a_preset_that_a_spreadsheet_would_take_for_a_formula_is_guarded() {
    let folder = Folder::with("formula.ron", GREEDY.replacen("name: \"greedy\"", "name: \"=1+1\"", 1));
    folder.run("survey --preset formula.ron --seeds 0..2 --csv rows.csv").ok();
    let rows = folder.text("rows.csv");
    assert!(rows.lines().skip(1).all(|row| row.starts_with("\"'=1+1\",")), "{rows}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_survey_that_is_interrupted_writes_nothing_and_says_so() {
    let folder = folder();
    let line = "survey --preset greedy.ron --seeds 0..100000000 --csv a.csv --jobs 1";
    let tool = signals::at_work(&folder, &line.split(' ').collect::<Vec<_>>());
    let ended = signals::ended_by("-INT", tool);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        ended.status.code() == Some(130) && said.contains("interrupted after") && ended.stdout.is_empty(),
        "{said}"
    );
    assert_eq!(folder.names(), ["greedy.ron"]);
}

#[test]
fn named_kinds_and_tags_are_counted_in_table_and_rows() {
    let folder = folder();
    let run = folder.run("survey --preset crypt --seeds 0..20 --count chest,trap --csv rows.csv").ok();
    let preset = Preset::built_in("crypt").expect("a preset");
    let mut generator = Generator::new(&preset);
    let levels: Vec<_> = (0..20).map(|seed| generator.generate(seed)).collect();
    let counts = |suits: &dyn Fn(roomgen::Prop<'_>) -> bool| -> Vec<usize> {
        levels.iter().map(|level| level.props().filter(|prop| suits(*prop)).count()).collect()
    };
    let chests = counts(&|prop| prop.kind.name == "chest");
    let traps = counts(&|prop| prop.kind.labels.has("trap"));
    assert!(chests.iter().chain(&traps).any(|&count| count > 0));
    for (name, counts) in [("chest", &chests), ("trap", &traps)] {
        let row = numbers(run.out_text(), &format!("{name} "));
        assert_eq!(row[0], format!("{:.2}", counts.iter().sum::<usize>() as f64 / 20.0), "{name}");
        let [least, most] = [counts.iter().min(), counts.iter().max()].map(|count| count.expect("levels").to_string());
        assert_eq!([row[2], row[4]], [least, most], "{name}");
    }
    let rows = folder.text("rows.csv");
    assert!(rows.lines().next().is_some_and(|head| head.ends_with(",chest,trap")), "{rows}");
    for (row, (chest, trap)) in rows.lines().skip(1).zip(chests.iter().zip(&traps)) {
        assert!(row.ends_with(&format!(",{chest},{trap}")), "{row}");
    }
}

#[test]
fn kinds_of_no_preset_cannot_be_counted() {
    let words = ["--count: there is no kind and no tag \"skelton\" in crypt; the tags are boss, ", "skeleton"];
    folder().run("survey --preset crypt --seeds 0..2 --count skelton").fails(2, &words);
}

#[test]
fn a_survey_of_runs_has_a_line_for_each_floor_and_what_is_new() {
    let folder = Folder::new();
    let line = "survey --run delve --seeds 3..9 --count chest --csv rows.csv";
    let run = folder.run(line).ok();
    let table = run.out_text();
    assert!(table.starts_with("delve: 56x40, seeds 3..9, run "), "{table}");
    let delve = roomgen::run::Run::built_in("delve").expect("a run");
    let rows = folder.text("rows.csv");
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|column| *column == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!((rows.len(), &rows[0][..3]), (1 + 6 * 5, &["run", "seed", "floor"][..]));
    for row in &rows[1..] {
        let (seed, floor) = (row[1].parse().expect("a seed"), row[2].parse().expect("a floor"));
        let level = delve.level(seed, floor).expect("a floor");
        assert_eq!(row[column("rooms")], level.rooms().len().to_string());
        assert_eq!(row[column("act")], delve.floors(seed)[floor as usize].act.as_str());
    }
    let mean = |name: &str, floor: &str| {
        let rows = rows[1..].iter().filter(|row| row[2] == floor);
        rows.map(|row| row[column(name)].parse::<f64>().expect("a number")).sum::<f64>() / 6.0
    };
    for floor in ["0", "4"] {
        let line = table.lines().find(|line| line.trim_start().starts_with(&format!("{floor} "))).expect(floor);
        let cells: Vec<_> = line.split_whitespace().collect();
        assert_eq!((cells[2], cells[3]), ("6", &*format!("{:.1}", mean("rooms", floor))), "{line}");
        assert_eq!(cells[7], format!("{:.2}", mean("new_kinds", floor)), "{line}");
        assert_eq!(cells[9], format!("{:.2}", mean("chest", floor)), "{line}");
    }
    assert_eq!(folder.run(&format!("{line} --jobs 1")).ok().out_text(), table);
    folder.run("survey --run delve --compare crypt").fails(2, &["--run", "cannot be used with", "--compare"]);
    folder.run("survey --floors 201 --seeds 0..1").fails(2, &["201 floors", "at most 200"]);
    folder.run("survey --run delve --count chset").fails(2, &["no tag \"chset\" in delve"]);
}
