//! `roomgen watch`: a picture for each save.
//!
//! Each wait has a long timeout, so that no test depends on the speed of the machine.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use super::{Folder, GREEDY, program};

/// A timeout longer than anything takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running watch, killed when dropped.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn of(folder: &Folder, line: &str) -> Self {
        let mut tool = program(&folder.path("."));
        tool.arg("watch").args(line.split_whitespace());
        let mut child = tool.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the tool runs");
        let said = BufReader::new(child.stderr.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || said.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    /// Waits for the next line on standard error that is no warning, and returns its beginning.
    fn next(&self) -> String {
        let lines = std::iter::from_fn(|| self.lines.recv_timeout(PATIENCE).ok());
        let line = lines.into_iter().find(|line| !line.starts_with("warning: ")).expect("a line");
        line.split_inclusive("cells").next().unwrap_or_default().to_owned()
    }

    /// Waits for a line with these words on standard error.
    #[track_caller]
    fn says(&self, words: &str) {
        let end = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.contains(words) {
                return;
            }
            said.push(line);
        }
        panic!("it never said {words:?}, but {said:#?}");
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_picture_is_drawn_at_each_save_and_kept_while_the_file_is_broken() {
    let folder = Folder::with("mine.ron", GREEDY);
    let watch = Watch::of(&folder, "mine.ron --png look.png --seed 42 --scale 4");
    watch.says("\"look.png\": greedy, seed 42, 12x12 cells");
    let first = folder.bytes("look.png");
    folder.run("--seed 42 --preset mine.ron --png same.png --scale 4").ok();
    assert_eq!(folder.bytes("same.png"), first);

    folder.put("mine.ron", GREEDY.replace("(12, 12)", "(24, 20)"));
    watch.says("24x20 cells");
    let second = folder.bytes("look.png");
    assert_ne!(second, first);

    folder.put("mine.ron", GREEDY.replace("rock\")]", "rokc\")]"));
    watch.says("there is no prop \"rokc\"");
    watch.says("left unchanged");
    assert_eq!(folder.bytes("look.png"), second);

    fs::remove_file(folder.path("mine.ron")).expect("a file");
    watch.says("no such file");
    assert_eq!(folder.bytes("look.png"), second);

    folder.put("mine.ron", GREEDY);
    watch.says("12x12 cells");
    assert_eq!(folder.bytes("look.png"), first);
}

#[test]
fn a_save_that_empties_the_file_first_shows_no_error() {
    let folder = Folder::with("mine.ron", GREEDY);
    let watch = Watch::of(&folder, "mine.ron --png look.png --seed 42 --scale 4");
    watch.says("12x12 cells");
    let changed = GREEDY.replace("(12, 12)", "(24, 20)");
    for cut in [0, GREEDY.find("layouts").expect("layouts")] {
        // An editor that empties the file, and takes some time to write it again.
        let start = Instant::now();
        for part in ["", &GREEDY[..cut]] {
            folder.put("mine.ron", part);
            thread::sleep(Duration::from_millis(120));
        }
        folder.put("mine.ron", &changed);
        // On a machine that stood still, the file was empty for so long that it is a mistake.
        match start.elapsed() < Duration::from_millis(600) {
            true => assert_eq!(watch.next(), "\"look.png\": greedy, seed 42, 24x20 cells", "cut at {cut}"),
            false => watch.says("24x20 cells"),
        }
        folder.put("mine.ron", GREEDY);
        watch.says("12x12 cells");
    }
    // A file that stays empty is a mistake.
    folder.put("mine.ron", "");
    watch.says("left unchanged");
}

#[test]
fn a_change_of_a_base_is_seen_also_of_one_that_was_not_there() {
    let folder = Folder::with("mine.ron", "(name: \"mine\", base: \"stone.ron\")");
    let watch = Watch::of(&folder, "mine.ron --png look.png --seed 1 --scale 2");
    watch.says("cannot be read");
    assert_eq!(folder.names(), ["mine.ron"]);
    folder.put("stone.ron", GREEDY);
    watch.says("12x12 cells");
    folder.put("stone.ron", GREEDY.replace("(12, 12)", "(24, 20)"));
    watch.says("24x20 cells");
}

#[test]
fn a_level_is_drawn_as_it_begins_at_the_cell_asked_for() {
    let folder = Folder::with("mine.ron", "(name: \"mine\", size: (40, 30))");
    let watch = Watch::of(&folder, "mine.ron --png look.png --seed 1 --scale 2 --start 30,20");
    watch.says("40x30 cells");
    folder.run("--seed 1 --preset mine.ron --start 30,20 --png same.png --scale 2").ok();
    assert_eq!(folder.bytes("look.png"), folder.bytes("same.png"));
    folder.run("--seed 1 --preset mine.ron --png other.png --scale 2").ok();
    assert_ne!(folder.bytes("look.png"), folder.bytes("other.png"));
}

#[test]
#[cfg(unix)]
fn it_ends_with_the_code_of_its_signal() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let folder = Folder::with("mine.ron", GREEDY);
        let mut watch = Watch::of(&folder, "mine.ron --png look.png --seed 1 --scale 2");
        watch.says("12x12 cells");
        let sent = Command::new("kill").args([signal, &watch.child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        assert_eq!(watch.child.wait().expect("it ends").code(), Some(code), "{signal}");
        assert_eq!(folder.names(), ["look.png", "mine.ron"]);
    }
}

#[test]
fn a_floor_of_a_run_is_drawn_at_each_save_of_what_the_run_names() {
    let folder = Folder::with("mine.ron", "(base: \"cellar\", name: \"mine\")");
    folder.put("mood.ron", "(theme: (ambient: 0.2))");
    let run = "(name: \"r\", size: (30, 20), moods: {\"m\": (text: \"mood.ron\")}, \
               acts: [(preset: \"crypt\"), (preset: \"mine.ron\", floors: 2)])";
    folder.put("r.run.ron", run);
    let watch = Watch::of(&folder, "--run r.run.ron --floor 1 --png look.png --seed 1 --scale 4 --reroll 1");
    watch.says("\"look.png\": r, floor 1, seed 1, 30x20 cells");
    folder.run("run r.run.ron --seed 1 --floor 1 --reroll 1/1 --png same.png --scale 4").ok();
    assert_eq!(folder.bytes("look.png"), folder.bytes("same.png"));
    folder.put("mood.ron", "(theme: (ambient: 0.9), clearance: -1)");
    watch.says("mood.ron:1:");
    watch.says("left unchanged");
    folder.put("mood.ron", "(theme: (ambient: 0.9))");
    watch.says("30x20 cells");
    assert_ne!(folder.bytes("look.png"), folder.bytes("same.png"));
    folder.put("mine.ron", "(base: \"cellar\", name: \"mine\", remove: [\"nothing\"])");
    watch.says("left unchanged");
    folder.put("mine.ron", "(base: \"cellar\", name: \"mine\")");
    watch.says("30x20 cells");
    folder.put("r.run.ron", run.replace(", floors: 2", ""));
    watch.says("30x20 cells");
    folder.put("r.run.ron", run.replace("), (preset: \"mine.ron\", floors: 2", ""));
    watch.says("--floor 1: the run of seed 1 has no floor 1: its floors are 0.");
}

#[test]
fn an_impossible_watch_is_refused_at_once() {
    let folder = Folder::with("mine.ron", GREEDY);
    let cases: [(&str, i32, &[&str]); 10] = [
        ("--run delve --png a.png", 2, &["--run", "delve", "a run file"]),
        ("--run absent.ron --png a.png", 1, &["--run", "absent.ron", "no such file"]),
        ("mine.ron --run mine.ron --png a.png", 2, &["PRESET", "cannot be used with", "--run"]),
        ("crypt --png a.png", 2, &["watch", "crypt", "file"]),
        ("absent.ron --png a.png", 1, &["absent.ron", "no such file"]),
        ("mine.ron", 2, &["--png"]),
        ("mine.ron --png a.ron", 2, &["--png", "a.ron", ".png"]),
        ("mine.ron --png -", 2, &["--png", "file"]),
        ("mine.ron --png absent/a.png", 1, &["--png", "no folder \"absent\""]),
        ("mine.ron --png a.png --scale 999", 2, &["--scale"]),
    ];
    for (line, code, words) in cases {
        folder.run(&format!("watch {line}")).fails(code, words);
    }
    assert_eq!(folder.names(), ["mine.ron"]);
}
