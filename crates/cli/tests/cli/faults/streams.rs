//! Standard output that cannot be written.

use std::io;

use super::*;

/// Commands that write to standard output, with short and long outputs.
const LINES: [&str; 23] = [
    "--seed 1",
    "--seed 1 --out -",
    "--seed 1 --png - --scale 1",
    "animate --preset greedy.ron --seed 1 --scale 1 --out -",
    "batch --preset greedy.ron --seeds 0..3 --out -",
    "check level.ron",
    "check --schema",
    "check absent.ron --format json",
    "check hole.txt --text --format json",
    "lint greedy.ron --format json",
    "convert level.ron -",
    "find --preset greedy.ron --where rooms>0 --seeds 0..3",
    "find --preset greedy.ron --where rooms>0 --seeds 0..3 --out - --format text",
    "find --preset greedy.ron --names",
    "lint greedy.ron",
    "presets",
    "presets cellar",
    "presets --schema",
    "render level.ron --out -",
    "sheet --preset greedy.ron --seeds 0..3 --scale 2 --out -",
    "survey --preset greedy.ron --seeds 0..3",
    "survey --preset greedy.ron --seeds 0..3 --csv -",
    "--help",
];

fn folder() -> Folder {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.put("hole.txt", "...\n...\n...");
    folder.run("--seed 1 --size 24x16 --out level.ron").ok();
    folder
}

/// Runs each line with `out` as standard output: it must fail with these words and leave no file.
fn all_fail(out: impl Fn() -> Stdio, why: &str) {
    let folder = folder();
    let names = folder.names();
    for line in LINES {
        let mut command = program(&folder);
        command.args(words(line)).stdout(out()).stderr(Stdio::piped());
        let output = command.spawn().and_then(Child::wait_with_output).expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {err}");
        let last = err.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(why), "{line}: {err}");
        assert!(err.lines().count() <= 2 && !err.contains("panicked"), "{line}: {err}");
    }
    assert_eq!(folder.names(), names);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_told_by_every_command() {
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").expect("a device"));
    all_fail(full, "No space left");
}

/// Runs each line with `out` as standard output and with a pipe that is read; both must agree.
fn all_end_alike(folder: &Folder, lines: &[&str], out: impl Fn() -> Stdio) {
    let names = folder.names();
    for line in lines {
        let read = folder.run(line);
        let mut command = program(folder);
        command.args(words(line)).stdout(out()).stderr(Stdio::piped());
        let output = command.spawn().and_then(Child::wait_with_output).expect("it runs");
        assert_eq!(output.status.code(), read.code, "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), read.err, "{line}");
    }
    assert_eq!(folder.names(), names);
}

#[test]
fn a_reader_that_has_gone_has_seen_enough() {
    let broken = || {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    all_end_alike(&folder(), &LINES, broken);
}

#[test]
fn printed_output_may_be_dropped() {
    all_end_alike(&folder(), &LINES, Stdio::null);
}

#[test]
fn the_first_line_of_a_long_answer_is_enough_for_a_pipe() {
    let folder = folder();
    let script = r#"{ "$0" "$@"; echo "$?" >&2; } | head -n 1"#;
    for line in ["--seed 1 --size 400x400", "batch --preset greedy.ron --seeds 0..100000 --out -"] {
        let run = run(scripted(&folder, script), line);
        assert_eq!(run.out_text().lines().count(), 1, "{line}");
        assert_eq!(run.err, "0\n", "{line}");
    }
}

#[test]
fn files_take_their_places_when_the_reader_of_standard_output_has_seen_enough() {
    let folder = Folder::with("level.ron", OLD);
    let script = r#"{ "$0" "$@"; echo "$?" >&2; } | head -n 1"#;
    let run = run(scripted(&folder, script), "--seed 1 --size 400x400 --out level.ron --out -");
    assert_eq!(run.err, "0\n");
    assert!(folder.bytes("level.ron").starts_with(b"("));
}

/// The runtime opens /dev/null for standard streams that are closed; else a file that is opened
/// next would take the number of standard output, and get what is printed.
#[test]
fn closed_streams_do_no_harm_to_the_files_that_are_written() {
    let folder = folder();
    folder.run("--seed 1 --out calm.ron --png calm.png --scale 1").ok();
    for streams in [">&-", "2>&-", "<&-", ">&- 2>&- <&-"] {
        for line in ["--seed 1 --out -", "presets", "check level.ron", "survey --preset greedy.ron --seeds 0..3"] {
            let run = run(scripted(&folder, &format!("exec \"$0\" \"$@\" {streams}")), line);
            assert!(matches!(run.code, Some(0 | 1)), "{line} {streams}: {:?}", run.code);
        }
        let line = "--seed 1 --out level.ron --png level.png --scale 1 --out -";
        run(scripted(&folder, &format!("exec \"$0\" \"$@\" {streams}")), line).ok();
        assert!(folder.bytes("level.ron") == folder.bytes("calm.ron"), "{streams}");
        assert!(folder.bytes("level.png") == folder.bytes("calm.png"), "{streams}");
        let failed = run(scripted(&folder, &format!("exec \"$0\" \"$@\" {streams}")), "check absent.ron");
        assert_eq!(failed.code, Some(1), "{streams}");
    }
}

#[test]
fn a_pipe_whose_reader_leaves_keeps_all_files_from_their_places() {
    let folder = Folder::with("level.ron", OLD);
    let paused = PausedRun::of(&folder, "--seed 1 --size 300x200 --out level.ron --png level.png --scale 1", 2);
    drop(File::open(&paused.pipe).expect("a pipe"));
    let ended = paused.running.end();
    assert!(ended.code == Some(1) && ended.err.contains("--out \"pipe\" cannot be written"), "{ended:?}");
    assert_eq!(folder.text("level.ron"), OLD);
    assert_eq!(folder.names(), ["level.ron", "pipe"]);
}
