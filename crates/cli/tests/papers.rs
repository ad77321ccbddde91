//! The papers of the repository say what is true, and each number in one of them.

use std::{collections::BTreeMap, fs, path::Path};

use roomgen::{preset::BUILT_IN, survey::Metric};

use crate::{cli::Folder, golden};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folders of the papers.
const FOLDERS: [&str; 11] = [
    "",
    "docs",
    "docs/engines",
    "presets",
    "python",
    "web",
    "web/npm",
    "fuzz",
    "tests",
    "benches/minigrid",
    "benches/peers",
];

/// The papers with their paths. The changelog says what was true.
fn papers() -> Vec<(String, String)> {
    let mut papers = Vec::new();
    for folder in FOLDERS {
        for file in fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder of papers") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".md") && name != "CHANGELOG.md" {
                papers.push((format!("{folder}/{name}"), fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    assert!(papers.len() > 15, "{papers:?}");
    papers
}

#[test]
fn the_papers_are_short() {
    // Those beside tests, fuzzing and benchmarks are for who changes these.
    let folders = ["", "docs", "docs/engines", "presets", "python", "web", "web/npm"];
    let is_read = |path: &str| path.rsplit_once('/').is_some_and(|(folder, _)| folders.contains(&folder));
    let papers = papers().into_iter().filter(|(path, _)| is_read(path));
    let words: BTreeMap<_, _> = papers.map(|(path, paper)| (path, paper.split_whitespace().count())).collect();
    // Of these, 2,400 are about runs: a language of its own, expressions over runs, and runs on the
    // page and in Python. Another 4,500 are about engines, editors and tables, a page each, about
    // the package for JavaScript, and about publishing; 500 are about features.
    assert!(words["docs/runs.md"] <= 1_500, "{words:#?}");
    assert!(words.values().sum::<usize>() <= 38_500, "{words:#?}");
    assert!(words["/ARCHITECTURE.md"] <= 3_000, "{words:#?}");
}

/// The lines of a paper that are no code.
fn prose(paper: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    paper.lines().filter(move |line| {
        is_fenced ^= line.starts_with("```");
        !is_fenced && !line.starts_with("    ")
    })
}

/// The words of a line, without punctuation around them.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
}

/// The value of a number in digits or, up to ninety-nine, in words.
fn number(word: &str) -> Option<usize> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let word = word.to_lowercase();
    let small = |word: &str| SMALL.iter().position(|&small| small == word);
    let tens = |word: &str| TENS.iter().position(|&tens| tens == word).map(|tens| 10 * tens + 20);
    let both = || word.split_once('-').and_then(|(left, right)| Some(tens(left)? + small(right)?));
    word.parse().ok().or_else(|| small(&word)).or_else(|| tens(&word)).or_else(both)
}

#[test]
fn numbers_of_metrics_presets_formats_and_crates_are_true_and_stand_in_one_paper() {
    let crates = fs::read_dir(Path::new(ROOT).join("crates")).expect("the crates").count() + 1;
    let truths: [(&[&str], usize); 4] = [
        (&["metrics"], Metric::ALL.len()),
        (&["built-in", "presets"], BUILT_IN.len()),
        (&["formats"], endings().len()),
        (&["crates"], crates),
    ];
    let papers = papers();
    for (noun, truth) in truths {
        let mut found: Vec<&str> = Vec::new();
        for (path, paper) in &papers {
            let words: Vec<_> = prose(paper).flat_map(words).collect();
            for window in words.windows(noun.len() + 1).filter(|window| window[1..] == *noun) {
                let Some(number) = number(window[0]) else { continue };
                assert_eq!(number, truth, "{path}: {}", window.join(" "));
                found.push(path);
            }
        }
        found.dedup();
        assert!(found.len() < 2, "the number of {} stands in {found:?}", noun.join(" "));
    }
}

/// The endings of the files that the tool writes levels to.
fn endings() -> Vec<String> {
    let run = Folder::new().run("--seed 1 --out level.blob").fails(2, &[".ron"]);
    let list = run.err.split_once("Known are").expect("a list of endings").1;
    let endings = list.split_whitespace().filter(|word| word.starts_with('.'));
    endings.flat_map(words).map(str::to_owned).collect()
}

#[test]
fn the_page_of_the_tool_has_each_format() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/tool.md")).expect("the page of the tool");
    let rows = page.lines().skip_while(|line| !line.starts_with("| ending |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    let mut shown: Vec<_> = rows.flat_map(words).map(str::to_owned).collect();
    shown.sort();
    let mut endings = endings();
    endings.sort();
    assert_eq!(shown, endings);
}

/// Whether a number is a measurement: four digits or more, of which three are not zeros at the end.
fn is_measured(word: &str) -> bool {
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let mut groups = word.split(',');
    let is_first =
        groups.next().is_some_and(|first| first.len() < 4 && first.starts_with(|digit: char| digit.is_ascii_digit()));
    let is_number = is_first && groups.all(|group| group.split('.').next().is_some_and(|group| group.len() == 3));
    is_number && digits.len() > 3 && digits.trim_end_matches('0').len() > 2
}

#[test]
fn no_measured_number_stands_in_two_papers() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, paper) in papers() {
        // A number of the README is that of the section to which it leads: the next test.
        let lines = prose(&paper).filter(|line| path != "/README.md" || !line.contains("](docs/promises.md#"));
        for word in lines.flat_map(words).filter(|word| is_measured(word)) {
            let paths = found.entry(word.to_owned()).or_default();
            if !paths.contains(&path) {
                paths.push(path.clone());
            }
        }
    }
    assert!(found.len() > 15, "the numbers are found: {found:?}");
    found.retain(|_, paths| paths.len() > 1);
    assert!(found.is_empty(), "numbers that stand in several papers: {found:#?}");
}

#[test]
fn the_readme_has_the_numbers_of_the_promises() {
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).expect("a paper");
    let (readme, promises) = (read("README.md"), read("docs/promises.md"));
    let mut count = 0;
    for (before, after) in readme.match_indices("](docs/promises.md#").map(|(at, _)| readme.split_at(at)) {
        let text = before.rsplit('[').next().unwrap_or_default();
        let anchor = after.split(['#', ')']).nth(1).unwrap_or_default();
        let heading = |line: &str| line.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-");
        let section = promises.lines().skip_while(|line| !line.starts_with("## ") || heading(line) != anchor).skip(1);
        let section: Vec<_> = section.take_while(|line| !line.starts_with("## ")).flat_map(words).collect();
        let number = words(text).next().unwrap_or_default();
        assert!(section.contains(&number), "`{number}` does not stand in docs/promises.md, {anchor}");
        count += 1;
    }
    assert_eq!(count, 5, "the rows of the table are found");
}

#[test]
fn the_first_level_of_the_readme_fills_nine_tenths_of_its_rows_and_columns() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let arguments = readme.lines().find_map(|line| line.strip_prefix("    cargo run --release -- "));
    // What a command does stands behind it.
    let arguments = arguments.expect("a first command").split("  ").next().unwrap_or_default();
    let run = Folder::new().run(&format!("{arguments} --out - --format text")).ok();
    let rows: Vec<Vec<char>> =
        run.out_text().lines().take_while(|row| !row.is_empty()).map(|row| row.chars().collect()).collect();
    let columns = (0..rows[0].len()).filter(|&column| rows.iter().any(|row| row[column] != ' ')).count();
    let used = rows.iter().filter(|row| row.iter().any(|character| *character != ' ')).count();
    assert!(10 * used >= 9 * rows.len() && 10 * columns >= 9 * rows[0].len(), "{used} rows, {columns} columns");
}

#[test]
fn numbers_are_read_in_digits_and_in_words() {
    assert_eq!(
        ["22", "nine", "Twenty", "twenty-two", "some"].map(number),
        [Some(22), Some(9), Some(20), Some(22), None]
    );
    assert_eq!(
        ["1,120,005", "2,160", "16,442.5", "1,200", "2160", "0,0.5,1"].map(is_measured),
        [true, true, true, false, false, false]
    );
}

/// The figures of `benches/`, by row and column, and the revision of each table by its name.
fn figures() -> BTreeMap<String, String> {
    let mut figures = BTreeMap::new();
    for file in ["figures.txt", "times.txt"] {
        let text = fs::read_to_string(Path::new(ROOT).join("benches").join(file)).expect("a file of figures");
        let (mut revision, mut columns) = ("", Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                [] | ["compiler" | "tunables", ..] => {}
                ["revision", number] => (revision, columns) = (number, Vec::new()),
                [table, ..] if columns.is_empty() => {
                    figures.insert(format!("{table}.revision"), revision.to_owned());
                    columns = words;
                }
                [row, ref values @ ..] => {
                    assert_eq!(words.len(), columns.len(), "{file}: {line}");
                    for (column, value) in columns[1..].iter().zip(values) {
                        let doubled = figures.insert(format!("{row}.{column}"), grouped(value));
                        assert_eq!(doubled, None, "{file}: {row} has {column} twice");
                    }
                }
            }
        }
    }
    figures
}

/// A value; a whole number with commas between groups of three digits.
fn grouped(value: &str) -> String {
    if value.parse::<u64>().is_err() {
        return value.to_owned();
    }
    value.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// A paper with its figures.
///
/// `<!--=ROW.COLUMN-->` and `<!--/-->` are around a figure, `<!--presets COLUMN...-->` is before a
/// table of all built-in presets.
fn filled(paper: &str, figures: &BTreeMap<String, String>) -> String {
    let figure = |key: &str| figures.get(key).unwrap_or_else(|| panic!("no figure is called {key}"));
    let mut text = String::new();
    let mut lines = paper.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let mut parts = line.split("<!--=");
        text += parts.next().unwrap_or_default();
        for part in parts {
            let (key, shown) = part.split_once("-->").expect("the end of a name");
            let (_, rest) = shown.split_once("<!--/-->").expect("the end of a figure, in its line");
            text += &format!("<!--={key}-->{}<!--/-->{rest}", figure(key));
        }
        let columns = line.strip_prefix("<!--presets ").and_then(|line| line.trim_end().strip_suffix("-->"));
        if let Some(columns) = columns {
            text.extend(lines.by_ref().take(2));
            for (preset, _) in BUILT_IN {
                let cells = columns.split(' ').map(|column| format!(" {} |", figure(&format!("{preset}.{column}"))));
                text += &format!("| {preset} |{}\n", cells.collect::<String>());
            }
            while lines.next_if(|line| line.starts_with('|')).is_some() {}
        }
    }
    text
}

#[test]
fn the_papers_have_the_figures() {
    let figures = figures();
    let mut count = 0;
    for (path, paper) in papers() {
        let filled = filled(&paper, &figures);
        count += paper.matches("<!--=").count();
        if golden::is_blessing() {
            fs::write(Path::new(ROOT).join(path.trim_start_matches('/')), filled).expect("the paper is written");
        } else {
            let different = paper.lines().zip(filled.lines()).find(|(shown, figure)| shown != figure);
            assert!(paper == filled, "{path}, BLESS=1 writes it: {different:?}");
        }
    }
    assert!(count > 20, "the figures are found");
}
