//! What a person at a terminal sees, and what pipes do not get.
//!
//! The terminal is that of `script` of util-linux. Without it these tests are skipped.

use std::process::{Command, Stdio};

use super::{Folder, GREEDY, settled};

/// What `script` shows of shell commands in a terminal of 60 columns, in which the tool is
/// `$ROOMGEN`; `None` if there is no such terminal.
fn at_terminal(folder: &Folder, commands: &str) -> Option<String> {
    let mut script = settled(Command::new("script"), &folder.path(""));
    script.env("ROOMGEN", assert_cmd::cargo::cargo_bin!("roomgen")).env("NO_COLOR", "1").stdin(Stdio::null());
    script.args(["-qec", &format!("stty cols 60 rows 40; {commands}"), "/dev/null"]);
    match script.output() {
        Ok(output) if output.status.success() => {
            Some(String::from_utf8(output.stdout).expect("text").replace('\r', ""))
        }
        Ok(output) => panic!("{commands}: {}", String::from_utf8_lossy(&output.stdout)),
        Err(error) => {
            println!("skipped: script cannot be run: {error}");
            None
        }
    }
}

#[test]
fn success_is_one_line_on_a_terminal_and_none_in_pipes_or_with_quiet() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let figures = ["cellar, ", " rooms, "];
    let cases: [(&str, &str, &[&str]); 10] = [
        ("-s 1 -p cellar --size 24x16 -o level.ron --png level.png", "level.ron, level.png: ", &figures),
        ("-s 1 -p cellar --floors 3 -o run/", "run/: 3 floors of cellar, seed 1", &[]),
        ("convert level.ron level.json level.txt", "level.json, level.txt: ", &figures),
        ("render level.ron -o ./again.png", "./again.png: ", &figures),
        ("animate -s 1 -p cellar --size 16x12 -o level.gif", "level.gif: cellar, seed 1", &[]),
        ("sheet -p cellar --size 24x16 -s 0..3 -o sheet.png", "sheet.png: 3 levels of cellar", &[]),
        ("survey -p cellar --size 24x16 -s 0..20 --csv survey.csv", "survey.csv: 20 levels of cellar", &[]),
        (
            "find -p cellar --size 24x16 -s 0..20 --where rooms!=0 -o finds.csv --sheet finds.png",
            "finds.png: ",
            &["finds.csv", " finds in 20 levels"],
        ),
        (
            "batch -p cellar --size 24x16 -s 0..20 --out-dir levels",
            "levels: 20 levels of cellar, listed in manifest.jsonl",
            &[],
        ),
        (
            "batch -p cellar --size 24x16 -s 0..20 --out-dir levels --verify -j 2",
            "levels: 20 levels of cellar, listed in ",
            &[],
        ),
    ];
    for (line, start, words) in cases {
        // These have results on standard output.
        let prints = line.starts_with("survey") || line.starts_with("find");
        let Some(shown) = at_terminal(&folder, &format!("$ROOMGEN {line}")) else { return };
        let said = shown.lines().find(|line| line.contains(start)).unwrap_or_else(|| panic!("{line}: {shown:?}"));
        assert!(words.iter().all(|word| said.contains(word)), "{line}: {said}");
        let quiet = at_terminal(&folder, &format!("$ROOMGEN {line} --quiet")).expect("a terminal");
        assert!(quiet.is_empty() || prints && !quiet.contains(start), "{line}: {quiet:?}");
        let piped = folder.run(line).ok();
        assert_eq!(piped.err, "", "{line}");
    }
}

#[test]
fn shown_levels_are_not_reported_and_failures_are_no_success() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let Some(shown) = at_terminal(&folder, "$ROOMGEN -s 1 -p cellar --format csv 2>&1 >/dev/null") else { return };
    assert_eq!(shown, "");
    let shown = at_terminal(&folder, "$ROOMGEN -s 1 -p greedy.ron -o a.ron --strict || true").expect("a terminal");
    assert!(shown.starts_with("error: --strict: ") && !shown.contains("a.ron: "), "{shown}");
    let shown = at_terminal(&folder, "$ROOMGEN -q -s 1 -p greedy.ron -o a.ron").expect("a terminal");
    assert!(shown.starts_with("warning: ") && !shown.contains("a.ron: "), "{shown}");
}

#[test]
fn a_terminal_shows_the_used_rectangle_a_short_legend_how_to_win_and_what_comes_next() {
    let folder = Folder::new();
    let Some(shown) = at_terminal(&folder, "stty cols 90; LC_ALL=en.UTF-8 $ROOMGEN -q -s 1 -p cellar --size 60x40")
    else {
        return;
    };
    let piped = folder.run("-q -s 1 -p cellar --size 60x40").ok();
    // Rivers go on in the rock around rooms.
    let rows = piped.out_text().lines().take(40).filter(|row| row.contains('#'));
    let rows: Vec<Vec<char>> = rows.map(|row| row.chars().collect()).collect();
    let left = rows.iter().filter_map(|row| row.iter().position(|glyph| *glyph == '#')).min().expect("walls");
    let (drawing, below) = shown.split_once("\n\n").expect("a legend");
    for (shown, row) in drawing.lines().zip(&rows) {
        assert_eq!(shown, row[left..left + shown.chars().count()].iter().collect::<String>(), "{shown}");
    }
    assert_eq!(drawing.lines().count(), rows.len(), "no empty rows");
    let (legend, below) = below.split_once("\n\n").expect("sentences");
    assert!(legend.starts_with("< entry  > exit  ") && legend.lines().count() <= 4, "{legend}");
    let (sentences, next) = below.split_once("\n\n").expect("commands");
    assert!(sentences.starts_with("cellar, seed 1, 60x40 cells: ") && sentences.contains("\nWon in "), "{sentences}");
    let commands: Vec<_> = next.lines().map(|line| line.trim_start_matches("next:").trim()).collect();
    let [first, picture] = commands[..] else { panic!("two commands: {next}") };
    assert!(first.ends_with("roomgen -q -p cellar --size 60x40 --seed 2"), "{first}");
    at_terminal(&folder, picture).expect("it runs");
    assert_eq!(folder.names(), ["level.png"]);
    // A player is to find out.
    let player = at_terminal(&folder, "$ROOMGEN -q -s 1 -p cellar --for player").expect("a terminal");
    assert!(player.contains("cellar, seed 1, ") && !player.contains("Won in"), "{player}");
}

#[test]
fn a_terminal_whose_locale_has_no_utf_8_gets_ascii_and_pipes_do_not() {
    let folder = Folder::new();
    let line = "$ROOMGEN -s 1 -p crypt";
    let shown = |locale: &str| at_terminal(&folder, &format!("unset LC_ALL LC_CTYPE LANG; {locale} {line}"));
    let Some(unicode) = shown("LANG=C LC_CTYPE=de_DE.utf8") else { return };
    assert!(!unicode.is_ascii());
    assert_eq!(shown("").as_ref(), Some(&unicode), "no locale says nothing");
    for locale in ["LANG=C", "LANG=en.UTF-8 LC_CTYPE=POSIX", "LANG=en.UTF-8 LC_ALL=de_DE.ISO-8859-1"] {
        assert!(shown(locale).expect("a terminal").is_ascii(), "{locale}");
    }
    assert!(at_terminal(&folder, &format!("LC_ALL=C.UTF-8 {line} --ascii")).expect("a terminal").is_ascii());
    let piped = at_terminal(&folder, &format!("LC_ALL=C {line} | cat")).expect("a terminal");
    assert_eq!(piped, folder.run("-s 1 -p crypt").ok().out_text());
}

#[test]
fn help_wraps_to_the_terminal() {
    let folder = Folder::new();
    for command in ["", "batch", "check", "find", "survey", "sheet", "convert"] {
        for help in ["-h", "--help"] {
            let Some(shown) = at_terminal(&folder, &format!("$ROOMGEN {command} {help}")) else { return };
            // Command lines and words may be longer than the terminal.
            let long: Vec<_> = shown.lines().filter(|line| line.chars().count() > 60).collect();
            assert_eq!(long, Vec::<&str>::new(), "{command} {help}");
        }
    }
}
