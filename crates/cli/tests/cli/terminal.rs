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
fn what_succeeded_says_so_in_one_line_on_a_terminal_and_not_in_pipes_or_quietly() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let figures = ["cellar, ", " rooms, "];
    let cases: [(&str, &str, &[&str]); 10] = [
        ("-s 1 -p cellar --size 24x16 -o level.ron --png level.png", "level.ron, level.png: ", &figures),
        ("-s 1 -p cellar --floors 3 -o run/", "run/: 3 floors of cellar, seed 1", &[]),
        ("convert level.ron level.json level.txt", "level.json, level.txt: ", &figures),
        ("render level.ron -o ./again.png", "./again.png: ", &figures),
        ("animate -s 1 -p cellar --size 16x12 -o level.gif", "level.gif: cellar, seed 1", &[]),
        ("sheet -p cellar --size 24x16 -s 0..3 -o sheet.png", "sheet.png: 3 levels of cellar", &[]),
        (
            "survey -p cellar --size 24x16 -s 0..20 -o survey.png --csv survey.csv",
            "survey.png, survey.csv: 20 levels of cellar",
            &[],
        ),
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
fn what_is_shown_is_not_reported_and_what_went_wrong_is_no_success() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let Some(shown) = at_terminal(&folder, "$ROOMGEN -s 1 -p cellar --format csv 2>&1 >/dev/null") else { return };
    assert_eq!(shown, "");
    let shown = at_terminal(&folder, "$ROOMGEN -s 1 -p greedy.ron -o a.ron --strict || true").expect("a terminal");
    assert!(shown.starts_with("error: --strict: ") && !shown.contains("a.ron: "), "{shown}");
    let shown = at_terminal(&folder, "$ROOMGEN -q -s 1 -p greedy.ron -o a.ron").expect("a terminal");
    assert!(shown.starts_with("warning: ") && !shown.contains("a.ron: "), "{shown}");
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
