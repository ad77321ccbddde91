//! Folders of a batch that a larger range of seeds extends, and what differs in those it does not.

use super::*;

const SEEDS: &str = "batch --preset greedy.ron --out-dir out --seeds";

#[test]
fn a_larger_range_of_seeds_extends_a_folder_to_the_bytes_of_one_run() {
    let folder = folder();
    folder.run(&format!("{SEEDS} 990..1003")).ok();
    let before = files(&folder, "out");
    // Half of a line, as a kill leaves it, is no level.
    folder.put("out/manifest.jsonl", format!("{}{{\"seed\":1003,", folder.text("out/manifest.jsonl")));
    folder.run(&format!("{SEEDS} 990..1010")).ok();
    let after = files(&folder, "out");
    assert!(before.iter().filter(|(name, _)| *name != "manifest.jsonl").all(|(name, bytes)| after[name] == *bytes));
    folder.run("check out").ok();
    let calm = self::folder();
    calm.run(&format!("{SEEDS} 990..1010")).ok();
    assert_eq!(after, files(&calm, "out"));
    // A run that was interrupted is extended too.
    let manifest = folder.text("out/manifest.jsonl");
    folder.put("out/manifest.jsonl", manifest.split_inclusive('\n').take(9).collect::<String>());
    folder.run(&format!("{SEEDS} 990..1012 --jobs 3")).ok();
    calm.run(&format!("{SEEDS} 990..1012 --verify")).ok();
    assert_eq!(files(&folder, "out"), files(&calm, "out"));
}

#[test]
fn a_batch_that_extends_no_other_is_refused_by_the_first_field_that_differs_and_its_line() {
    let folder = folder();
    folder.put("other.ron", GREEDY.replace("Circle", "Cross"));
    folder.run(&format!("{SEEDS} 990..1000")).ok();
    let before = files(&folder, "out");
    for (line, words) in [
        ("990..999", "line 1: its `seeds` is \"990..1000\", and this command has \"990..999\""),
        ("989..1001", "its `seeds` is \"990..1000\""),
        ("991..1001", "its `seeds` is \"990..1000\""),
        ("990..1001 --floor 2", "its `floor` is 0, and this command has 2"),
        ("990..1001 --difficulty 0.5", "its `difficulty` is 0.0, and this command has 0.5"),
        ("990..1001 --start 3,3", "its `start` is absent, and this command has [3,3]"),
        ("990..1001 --size 20x16", "its `size` is \"12x12\", and this command has \"20x16\""),
        ("990..1000 --format json", "its `format` is \"ron\", and this command has \"json\""),
        ("990..1001 --preset other.ron", "its `preset_digest` is "),
        ("990..1001 --shard 1/2", "Only a folder without shards can be extended"),
    ] {
        let line = match line.split_once(" --preset ") {
            Some((seeds, preset)) => format!("{SEEDS} {seeds}").replace("greedy.ron", preset),
            None => format!("{SEEDS} {line}"),
        };
        let run = folder.run(&line).fails(1, &["manifest.jsonl in --out-dir \"out\" is of another request", words]);
        assert!(!run.err.contains("the same command"), "{line}: {}", run.err);
        assert_eq!(files(&folder, "out"), before, "{line}");
    }
}

#[test]
fn a_manifest_that_does_not_match_its_levels_is_not_said_to_be_made_whole_by_the_same_command() {
    let folder = folder();
    folder.run(&format!("{SEEDS} 990..1000")).ok();
    let manifest = folder.text("out/manifest.jsonl");
    let rooms = &values(manifest.lines().nth(4).expect("a line"))["rooms"];
    let changed: String = manifest
        .split_inclusive('\n')
        .enumerate()
        .map(|(number, line)| match number {
            4 => line.replace(&format!("\"rooms\":{rooms}"), "\"rooms\":99"),
            _ => line.to_owned(),
        })
        .collect();
    folder.put("out/manifest.jsonl", &changed);
    let words = format!("line 5: its `rooms` is 99, and this command has {rooms}. Move the manifest away");
    let run = folder.run(&format!("{SEEDS} 990..1000 --verify")).fails(1, &[&words]);
    assert!(!run.err.contains("the same command makes the rest"), "{}", run.err);
}

#[test]
#[cfg(unix)]
fn an_extension_that_is_interrupted_ends_with_whole_levels() {
    use std::{
        process::{Command, Stdio},
        thread,
        time::{Duration, Instant},
    };

    let folder = folder();
    folder.run(&format!("{SEEDS} 990..1000")).ok();
    let mut tool = program(&folder.path("."));
    let line = format!("{SEEDS} 990..1000000 --jobs 2");
    let mut tool = tool.args(line.split_whitespace()).stderr(Stdio::null()).spawn().expect("the tool runs");
    let start = Instant::now();
    while folder.text("out/manifest.jsonl").lines().count() < 40 {
        assert!(start.elapsed() < Duration::from_secs(60), "it makes no levels");
        thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill").args(["-INT", &tool.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(tool.wait().expect("it ends").code(), Some(130));
    let listed = folder.text("out/manifest.jsonl").lines().count() - 1;
    let checked = folder.run("check out");
    let said = format!("manifest.jsonl: it lists {listed} of 999010 levels; the same batch command makes the rest\n");
    assert_eq!((checked.code, checked.out_text()), (Some(1), &*said));
}
