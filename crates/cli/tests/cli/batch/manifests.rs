//! Manifests of a batch are never trusted.

use super::*;

/// Each field of a line is compared with its level, and with `--verify` every line is.
#[test]
fn a_line_of_a_manifest_that_says_something_else_is_never_taken() {
    let folder = folder();
    let line = format!("{RANGE} --out-dir out");
    folder.run(&line).ok();
    let before = files(&folder, "out");
    let manifest = folder.text("out/manifest.jsonl");
    let first = manifest.lines().nth(3).expect("a line");
    let fields = values(first);
    let said = |field: &str| format!("\"{field}\":{}", fields[field]);
    for (field, other) in [
        ("file", "\"000/000991.ron\""),
        ("bytes", "1"),
        ("digest", "\"0123456789abcdef\""),
        ("rooms", "4000"),
        ("props", "4000"),
        ("notes", "[\"RoomsBare\"]"),
    ] {
        let changed = first.replacen(&said(field), &format!("\"{field}\":{other}"), 1);
        assert_ne!(changed, first, "{field}");
        let changed = manifest.replacen(first, &changed, 1);
        folder.put("out/manifest.jsonl", &changed);
        let run = folder.run(&format!("{line} --verify"));
        run.fails(1, &["manifest.jsonl", "Move the manifest away"]);
        assert_eq!(folder.text("out/manifest.jsonl"), changed, "{field}");
        let checked = folder.run("check out");
        assert_eq!(checked.code, Some(1), "{field}: {}", checked.out_text());
    }
    // Wrong names and lengths are found without `--verify`.
    for (field, other) in [("file", "\"../mine.ron\""), ("bytes", "1")] {
        let changed = first.replacen(&said(field), &format!("\"{field}\":{other}"), 1);
        folder.put("out/manifest.jsonl", manifest.replacen(first, &changed, 1));
        folder.run(&line).fails(1, &["manifest.jsonl"]);
    }
    folder.put("out/manifest.jsonl", &manifest);
    folder.run(&format!("{line} --verify")).ok();
    assert_eq!(files(&folder, "out"), before);
}

#[test]
fn bytes_behind_the_last_line_of_a_manifest_are_cut_off() {
    let folder = folder();
    let line = format!("{RANGE} --out-dir out");
    folder.run(&line).ok();
    let whole = files(&folder, "out");
    let manifest = folder.text("out/manifest.jsonl");
    for junk in ["{", "{\"seed\":1010,\"file\":\"001/001010.ron\",\"bytes\":1", "mine"] {
        folder.put("out/manifest.jsonl", format!("{manifest}{junk}"));
        folder.run(&line).ok();
        assert_eq!(files(&folder, "out"), whole, "{junk}");
    }
}

#[test]
fn the_last_seed_of_all_is_made() {
    let folder = folder();
    let line = "batch --preset greedy.ron --seeds 18446744073709551614..18446744073709551616";
    folder.run(&format!("{line} --out-dir out")).ok();
    let names = ["18446744073709551614.ron", "18446744073709551615.ron"];
    assert!(levels(&folder, "out").into_keys().eq(names.map(|name| format!("18446744073709551/{name}"))));
    folder.run(&format!("--preset greedy.ron --seed {} --out one.ron", u64::MAX)).ok();
    assert_eq!(folder.bytes("one.ron"), folder.bytes("out/18446744073709551/18446744073709551615.ron"));
    folder.run(&format!("{line} --out-dir out --verify")).ok();
    folder.run("check out").ok();
    assert_eq!(folder.run(&format!("{line} --out - --shard 2/2")).ok().out_text().lines().count(), 1);
    folder.run(&format!("{} --csv rows.csv", line.replace("batch", "survey"))).ok();
    assert!(folder.text("rows.csv").contains("18446744073709551615"));
}

#[test]
#[cfg(unix)]
fn a_pipe_by_the_name_of_a_manifest_is_not_waited_for() {
    let folder = folder();
    folder.run(&format!("{RANGE} --out-dir out --shard 2/2")).ok();
    for name in ["manifest.jsonl", "manifest-01-of-02.jsonl"] {
        let path = folder.path(&format!("out/{name}"));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
        for more in ["", "--shard 1/2", "--shard 2/2"] {
            folder.run(&format!("{RANGE} --out-dir out {more}")).fails(1, &[name, "no regular file"]);
        }
        folder.run("check out").fails(1, &[name, "no regular file"]);
        fs::remove_file(path).expect("a pipe");
    }
}

#[test]
fn the_folder_of_a_batch_is_checked_by_its_manifests() {
    let folder = folder();
    for part in [1, 2] {
        folder.run(&format!("{RANGE} --out-dir out --shard {part}/2")).ok();
    }
    let run = folder.run("check out").ok();
    assert!(
        run.out_text().starts_with("ok: 10 levels by manifest-01-of-02.jsonl; 10 levels by "),
        "{}",
        run.out_text()
    );
    folder.run("check out --regenerate --preset greedy.ron").ok();
    let level = folder.text("out/000/000993.ron");
    folder.put("out/000/000993.ron", level.replacen("seed: 993", "seed: 994", 1));
    fs::remove_file(folder.path("out/001/001001.ron")).expect("a level");
    let manifest = folder.text("out/manifest-02-of-02.jsonl");
    let lines: Vec<_> = manifest.split_inclusive('\n').collect();
    folder.put("out/manifest-02-of-02.jsonl", lines[..lines.len() - 1].concat());
    let run = folder.run("check out");
    assert_eq!((run.code, run.out_text().lines().count()), (Some(1), 5), "{}", run.out_text());
    for words in [
        "000/000993.ron: level: digest is",
        "000/000993.ron: its seed is 994",
        "001/001001.ron: it does not exist",
        "lists 9 of 10 levels",
    ] {
        assert!(run.out_text().contains(words), "{}", run.out_text());
    }
}

#[test]
fn a_shard_that_is_not_there_is_a_fault_of_the_folder() {
    let folder = folder();
    for part in 1..=5 {
        folder.run(&format!("{RANGE} --out-dir out --shard {part}/5")).ok();
    }
    folder.run("check out").ok();
    let manifest = |part: u32| format!("out/manifest-0{part}-of-05.jsonl");
    for (part, seeds) in [(1, "990..994"), (3, "998..1002"), (5, "1006..1010")] {
        let text = folder.text(&manifest(part));
        fs::remove_file(folder.path(&manifest(part))).expect("a manifest");
        let name = format!("manifest-0{part}-of-05.jsonl: it does not exist");
        let run = folder.run("check out");
        assert_eq!((run.code, run.out_text().lines().count()), (Some(1), 1), "{}", run.out_text());
        for words in [&name, &format!("seeds {seeds} are"), &format!("--shard {part}/5 makes")] {
            assert!(run.out_text().contains(words), "{words}: {}", run.out_text());
        }
        folder.put(&manifest(part), text);
    }
    for part in [2, 3] {
        fs::remove_file(folder.path(&manifest(part))).expect("a manifest");
    }
    let run = folder.run("check out --format json");
    assert!(run.out_text().contains("missing-file") && run.out_text().contains("2/5 to 3/5"), "{}", run.out_text());
    // Other shards, or the whole range, have these seeds too.
    folder.run(&format!("{RANGE} --out-dir out --shard 1/2")).ok();
    folder.run(&format!("{RANGE} --out-dir out --shard 2/2")).ok();
    folder.run("check out").ok();
    for part in 1..=2 {
        fs::remove_file(folder.path(&format!("out/manifest-0{part}-of-02.jsonl"))).expect("a manifest");
    }
    folder.run(&format!("{RANGE} --out-dir out")).ok();
    folder.run("check out").ok();
}

#[test]
fn a_batch_without_an_output_names_both_kinds() {
    folder().run("batch --preset greedy.ron --seeds 0..2").fails(2, &["--out-dir FOLDER", "-o -"]);
}

#[test]
fn a_stream_of_runs_has_all_their_floors() {
    let folder = Folder::new();
    let run = roomgen::run::Run::built_in("delve").expect("a run");
    let lines: String =
        (3..6).flat_map(|seed| run.generator(seed)).map(|level| roomgen::export::json::write_line(&level)).collect();
    assert!(folder.run("batch --run delve --seeds 3..6 --out - --jobs 2").ok().out_text() == lines);
    let crypt = roomgen::Preset::built_in("crypt").expect("a preset");
    let floors = roomgen::run::Run::of(&crypt, 2);
    let lines: String = floors.generator(7).map(|level| roomgen::export::json::write_line(&level)).collect();
    assert!(folder.run("batch --floors 2 --seeds 7..8 --out -").ok().out_text() == lines);
    assert!(folder.names().is_empty());
}
