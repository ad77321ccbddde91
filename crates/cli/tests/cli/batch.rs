//! `roomgen batch`: the same bytes for any number of shards and threads, and after any interrupt.
//!
//! Each wait has a long timeout, so that no test depends on the speed of the machine.

mod extended;
mod manifests;

use std::{collections::BTreeMap, fs, path::Path};

use roomgen::{Preset, export, generate};
use serde_json::Value;

use super::{Folder, GREEDY, program};

/// Twenty levels, which are stored in two subfolders.
const RANGE: &str = "batch --preset greedy.ron --seeds 990..1010";

fn folder() -> Folder {
    Folder::with("greedy.ron", GREEDY)
}

/// All files below a folder, by their paths relative to it.
fn files(folder: &Folder, below: &str) -> BTreeMap<String, Vec<u8>> {
    fn gather(root: &Path, at: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                gather(root, &path, files);
            } else {
                let name = path.strip_prefix(root).expect("a path below").to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    let mut all = BTreeMap::new();
    gather(&folder.path(below), &folder.path(below), &mut all);
    all
}

/// The same without the manifests, and without what killed runs have left.
fn levels(folder: &Folder, below: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder, below);
    files.retain(|name, _| !name.starts_with("manifest") && !name.contains("/.roomgen-"));
    files
}

fn values(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn every_level_has_its_file_and_its_line_in_the_manifest() {
    let folder = folder();
    let run = folder.run(&format!("{RANGE} --out-dir all --size 20x16 --floor 2 --difficulty 0.5")).ok();
    assert!(run.out.is_empty() && run.err.is_empty(), "{}", run.err);
    let preset = Preset::parse(GREEDY).expect("a preset").with_size("20x16".parse().expect("a size")).expect("a size");
    let manifest = folder.text("all/manifest.jsonl");
    let (header, lines) = manifest.split_once('\n').expect("two lines");
    let header = values(header);
    assert_eq!(header["preset"], "greedy");
    assert_eq!(header["preset_digest"], format!("{:016x}", preset.digest()));
    assert_eq!([&header["size"], &header["seeds"], &header["format"]], ["20x16", "990..1010", "ron"]);
    assert_eq!([header["floor"].as_u64(), header["revision"].as_u64()], [Some(2), Some(roomgen::REVISION.into())]);
    let files = levels(&folder, "all");
    assert_eq!((files.len(), lines.lines().count()), (20, 20));
    for (seed, line) in (990..).zip(lines.lines().map(values)) {
        let request = roomgen::Request::new(seed).on_floor(2).with_difficulty(0.5).expect("a difficulty");
        let level = generate(&preset, request);
        let file = format!("{}/{seed:06}.ron", if seed < 1000 { "000" } else { "001" });
        assert_eq!(String::from_utf8_lossy(&files[&file]), export::ron::write(&level));
        assert_eq!((line["seed"].as_u64(), line["file"].as_str()), (Some(seed), Some(&*file)));
        assert_eq!(line["bytes"].as_u64(), Some(files[&file].len() as u64));
        assert_eq!(line["digest"], format!("{:016x}", level.digest()));
        let counts = [level.rooms().len(), level.props().len()].map(|number| Some(number as u64));
        assert_eq!([line["rooms"].as_u64(), line["props"].as_u64()], counts);
        let notes: Vec<_> = level.notes().iter().map(|note| note.code.name()).collect();
        assert_eq!(line["notes"], serde_json::json!(notes));
    }
}

#[test]
fn any_number_of_shards_and_threads_makes_the_bytes_of_the_whole() {
    let folder = folder();
    folder.run(&format!("{RANGE} --out-dir whole --jobs 1")).ok();
    let whole = files(&folder, "whole");
    for shards in 1..=5 {
        let out = format!("of-{shards}");
        // The last shard first, since the order must not matter.
        for number in (1..=shards).rev() {
            folder.run(&format!("{RANGE} --out-dir {out} --jobs 4 --shard {number}/{shards}")).ok();
        }
        assert_eq!(levels(&folder, &out), levels(&folder, "whole"), "{shards} shards");
        let parts: Vec<_> = (1..=shards)
            .map(|number| folder.text(&format!("{out}/manifest-{number:02}-of-{shards:02}.jsonl")))
            .collect();
        let (header, _) = parts[0].split_once('\n').expect("a header");
        let tails = parts.iter().map(|part| part.strip_prefix(header).and_then(|rest| rest.strip_prefix('\n')));
        let joined = tails.map(|tail| tail.expect("the same header")).collect::<String>();
        assert_eq!(format!("{header}\n{joined}").as_bytes(), whole["manifest.jsonl"], "{shards} shards");
    }
    folder.run("batch --preset greedy.ron --seeds 0..2 --out-dir few --shard 1/3").ok();
    assert_eq!(folder.text("few/manifest-01-of-03.jsonl").lines().count(), 1, "a part may have no level");
}

#[test]
fn the_lines_of_a_stream_are_the_levels_of_the_files() {
    let folder = folder();
    folder.run(&format!("{RANGE} --out-dir files --format json")).ok();
    let stream = folder.run(&format!("{RANGE} --out - --jobs 1")).ok();
    assert!(stream.err.is_empty(), "{}", stream.err);
    let lines: Vec<_> = stream.out_text().lines().collect();
    let files: Vec<_> = levels(&folder, "files").into_values().collect();
    assert_eq!((lines.len(), files.len()), (20, 20));
    for (line, file) in lines.iter().zip(files) {
        let read = |text: &str| export::json::read(text).expect("a level");
        assert_eq!(read(line), read(std::str::from_utf8(&file).expect("text")));
    }
    assert_eq!(folder.run(&format!("{RANGE} --out - --jobs 4 --format json")).ok().out, stream.out);
    let parts = [1, 2, 3].map(|number| folder.run(&format!("{RANGE} --out - --shard {number}/3")).ok().out);
    assert_eq!(parts.concat(), stream.out);
}

#[test]
fn a_run_that_ended_anywhere_is_resumed_to_the_bytes_of_one_that_did_not() {
    let folder = folder();
    let line = format!("{RANGE} --out-dir out");
    folder.run(&line).ok();
    let whole = files(&folder, "out");
    let manifest = folder.text("out/manifest.jsonl");
    let cuts = manifest.match_indices('\n').map(|(at, _)| at + 1);
    // Cut after whole lines, within a line, within the header, and to nothing.
    for cut in cuts.step_by(7).chain([manifest.len() - 1, manifest.len() - 30, 10, 0]) {
        folder.put("out/manifest.jsonl", &manifest[..cut]);
        folder.run(&line).ok();
        assert_eq!(files(&folder, "out"), whole, "cut at {cut}");
    }
    // Files that are gone or cut, and one with the bytes of another level.
    fs::remove_file(folder.path("out/000/000991.ron")).expect("a file");
    folder.put("out/001/001003.ron", "(");
    let run = folder.run(&line).ok();
    assert!(run.err.contains("2 of them written again"), "{}", run.err);
    assert_eq!(files(&folder, "out"), whole);
    let mut swapped = whole["001/001004.ron"].clone();
    swapped.reverse();
    folder.put("out/001/001004.ron", &swapped);
    folder.run(&line).ok();
    assert_eq!(folder.bytes("out/001/001004.ron"), swapped, "only its length is looked at");
    let run = folder.run(&format!("{line} --verify")).ok();
    assert!(run.err.contains("1 of them written again"), "{}", run.err);
    assert_eq!(files(&folder, "out"), whole);
    folder.put("out/manifest.jsonl", manifest.lines().take(12).map(|line| format!("{line}\n")).collect::<String>());
    folder.run(&line).ok();
    assert_eq!(files(&folder, "out"), whole);
}

#[test]
fn a_file_that_cannot_be_written_ends_it_and_what_was_made_before_is_kept() {
    let folder = folder();
    let line = format!("{RANGE} --out-dir out");
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.put("out/001", "mine");
    let words = ["001000.ron", "--out-dir \"out\"", "cannot be written", "stopped with 10 of 20 levels"];
    folder.run(&line).fails(1, &words);
    assert_eq!(levels(&folder, "out").len(), 11, "ten levels and what is in the way");
    fs::remove_file(folder.path("out/001")).expect("a file");
    folder.run(&line).ok();
    folder.run(&format!("{RANGE} --out-dir calm")).ok();
    assert_eq!(files(&folder, "out"), files(&folder, "calm"));
}

#[test]
fn a_manifest_of_another_request_is_refused_and_nothing_is_written() {
    let folder = folder();
    folder.run(&format!("{RANGE} --out-dir out --shard 1/2")).ok();
    let before = files(&folder, "out");
    folder.put("other.ron", GREEDY.replace("Circle", "Cross"));
    folder.put("painted.ron", GREEDY.replace("name: \"greedy\",", "name: \"greedy\", theme: (rock: \"#123456\"),"));
    for line in [
        "--preset greedy.ron --seeds 990..1011",
        "--preset greedy.ron --seeds 990..1010 --size 20x16",
        "--preset greedy.ron --seeds 990..1010 --floor 1",
        "--preset greedy.ron --seeds 990..1010 --difficulty 0.5",
        "--preset greedy.ron --seeds 990..1010 --start 3,3",
        "--preset greedy.ron --seeds 990..1010 --format json",
        "--preset other.ron --seeds 990..1010",
        "--preset painted.ron --seeds 990..1010",
        "--preset crypt --seeds 990..1010 --size 12x12",
    ] {
        let words = ["--out-dir \"out\"", "manifest-01-of-02.jsonl", "of another request", "another folder"];
        folder.run(&format!("batch {line} --out-dir out --shard 2/2")).fails(1, &words);
        folder.run(&format!("batch {line} --out-dir out")).fails(1, &words);
    }
    assert_eq!(files(&folder, "out"), before);
    folder.run(&format!("{RANGE} --out-dir out --shard 2/2")).ok();
}

#[test]
fn a_manifest_that_is_none_or_was_changed_is_not_resumed() {
    let folder = folder();
    let line = format!("{RANGE} --out-dir out");
    folder.run(&line).ok();
    let manifest = folder.text("out/manifest.jsonl");
    let lines: Vec<_> = manifest.split_inclusive('\n').collect();
    let changed = |lines: &[&str]| lines.concat();
    let digest = values(lines[3])["digest"].as_str().expect("a digest").to_owned();
    let cases: [(String, &[&str]); 6] = [
        ("no manifest".to_owned(), &["of another request"]),
        ("no manifest\n".to_owned(), &["of another request"]),
        (changed(&[lines[0], lines[2]]), &["line 2", "next seed"]),
        (changed(&[lines[0], lines[1], "{}\n", lines[3]]), &["line 3 is no line of a manifest"]),
        (changed(&[&manifest, lines[1]]), &["line 22 is one too many: the seeds are 990..1010"]),
        (manifest.replace(&digest, "0123456789abcdef"), &["line 4: its `digest` is \"0123456789abcdef\"", &digest]),
    ];
    for (text, words) in cases {
        folder.put("out/manifest.jsonl", &text);
        folder.run(&format!("{line} --verify")).fails(1, &[words, &["manifest"]].concat());
        assert_eq!(folder.text("out/manifest.jsonl"), text);
    }
}

#[test]
fn other_formats_have_their_files_and_those_beside_them() {
    let folder = folder();
    folder.run("batch --preset greedy.ron --seeds 7..9 --out-dir maps --format tmx").ok();
    let names = ["000/000007.tmx", "000/000008.tmx", "manifest.jsonl", "tiles.png", "tiles.tsx"];
    assert_eq!(files(&folder, "maps").into_keys().collect::<Vec<_>>(), names);
    fs::remove_file(folder.path("maps/tiles.png")).expect("a file");
    folder.run("batch --preset greedy.ron --seeds 7..9 --out-dir maps --format tmx").ok();
    assert!(folder.text("maps/000/000007.tmx").contains("\"../tiles.tsx\""));
    assert_eq!(files(&folder, "maps").len(), 5);
    // A tile sheet that an artist has edited is kept, with a message.
    folder.put("maps/tiles.png", "mine");
    let run = folder.run("batch --preset greedy.ron --seeds 7..9 --out-dir maps --format tmx").ok();
    assert!(run.err.contains("kept the tile sheet, since \"tiles.png\" was edited"), "{}", run.err);
    assert_eq!(folder.text("maps/tiles.png"), "mine");

    let line = "batch --preset greedy.ron --seeds 7..9 --out-dir icons --format png --scale 2";
    folder.run(line).ok();
    folder.run("--preset greedy.ron --seed 8 --png one.png --scale 2").ok();
    assert_eq!(folder.bytes("icons/000/000008.png"), folder.bytes("one.png"));
    folder.run(&format!("{line} --legend")).fails(1, &["scale 2, view top", "legend"]);
    // A picture that some levels do not have: all before it are there and listed.
    let run = folder.run("batch --preset crypt --seeds 0..3 --out-dir rooms --format png --room 4000 --scale 1");
    run.fails(1, &["Seed 0", "--room"]);
    assert_eq!(files(&folder, "rooms").into_keys().collect::<Vec<_>>(), ["manifest.jsonl"]);
}

#[test]
fn wrong_usage_of_batch_is_refused_by_name() {
    let folder = folder();
    let seeds = "FIRST..END";
    let cases: [(&str, &[&str]); 23] = [
        ("--out-dir a", &["--seeds"]),
        ("--seeds 0..4", &["--out-dir"]),
        ("--seeds 5..3 --out-dir a", &["--seeds", "5..3", "above"]),
        ("--seeds 5..5 --out-dir a", &["--seeds", "5..5", "above"]),
        ("--seeds a..b --out-dir a", &["--seeds", "a..b", seeds]),
        ("--seeds -1..4 --out-dir a", &["--seeds", "-1..4", seeds]),
        ("--seeds 7 --out-dir a", &["--seeds", seeds]),
        ("--seeds 0..18446744073709551616 --out-dir a", &["--seeds", "18446744073709551615"]),
        ("--seeds 5..18446744073709551617 --out-dir a", &["--seeds", "at most 18446744073709551616"]),
        ("--seeds 0..4 --out-dir a --shard 0/16", &["--shard", "0/16", "1/N to N/N"]),
        ("--seeds 0..4 --out-dir a --shard 17/16", &["--shard", "17/16", "1/N to N/N"]),
        ("--seeds 0..4 --out-dir a --shard 3", &["--shard", "1/N to N/N"]),
        ("--seeds 0..4 --out-dir a --jobs 0", &["--jobs", "0", "1 to 1024"]),
        ("--seeds 0..4 --out-dir a --jobs -2", &["--jobs", "-2", "1 to 1024"]),
        ("--seeds 0..4 --out-dir a --out -", &["--out-dir", "--out"]),
        ("--seeds 0..4 --out-dir -", &["--out-dir", "--out -"]),
        ("--seeds 0..4 --out a.jsonl", &["--out \"a.jsonl\"", "--out -", "--out-dir"]),
        ("--seeds 0..4 --out - --format ron", &["--format ron", "json"]),
        ("--seeds 0..4 --out - --verify", &["--verify", "--out"]),
        ("--seeds 0..4 --out-dir a --scale 2", &["--scale", "--format png"]),
        ("--seeds 0..4 --out-dir a --format png --scale 999", &["--scale"]),
        ("--seeds 0..4 --out-dir a --format yaml", &["--format", "yaml", "ron"]),
        ("--seeds 0..4 --out-dir a --preset crpyt", &["--preset", "crpyt", "crypt"]),
    ];
    for (line, words) in cases {
        let run = folder.run(&format!("batch {line}"));
        assert!(run.code != Some(1) || line.contains("crpyt"), "{line}");
        run.fails(2, words);
    }
    folder.run("--seed 4 batch --seeds 0..4 --out-dir a").fails(2, &["--seed"]);
    folder.put("file", "mine");
    folder.run("batch --seeds 0..4 --out-dir file").fails(1, &["--out-dir \"file\"", "is a file"]);
    folder.run("batch --seeds 0..4 --out-dir absent/a").fails(1, &["--out-dir", "no folder \"absent\""]);
    fs::create_dir(folder.path("mine")).expect("a folder");
    folder.put("mine/greedy.ron", GREEDY);
    let words = ["--preset: \"mine/greedy.ron\" is the preset", "--out-dir \"mine\"", "move it"];
    folder.run("batch --seeds 0..4 --preset mine/greedy.ron --out-dir mine").fails(2, &words);
    assert_eq!(folder.names(), ["file", "greedy.ron", "mine"]);
}

#[cfg(unix)]
mod interrupts {
    use std::{
        io::{BufRead, BufReader, Read},
        process::{Child, Command, Stdio},
        thread,
        time::{Duration, Instant},
    };

    use super::*;

    /// A timeout longer than anything takes on the slowest machine.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A running batch, killed when dropped.
    struct Batch(Child);

    impl Batch {
        fn of(folder: &Folder, line: &str) -> Self {
            let mut tool = program(&folder.path("."));
            tool.args(line.split_whitespace());
            Self(tool.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool runs"))
        }

        fn signal(&self, signal: &str) {
            let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status().expect("kill runs");
            assert!(sent.success());
        }

        /// The exit code, and standard error.
        fn end(&mut self) -> (Option<i32>, String) {
            let code = self.0.wait().expect("it ends").code();
            let mut said = String::new();
            self.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
            (code, said)
        }
    }

    impl Drop for Batch {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Waits until the manifest has `lines` lines.
    fn wait_for_lines(folder: &Folder, lines: usize) {
        let end = Instant::now() + PATIENCE;
        while fs::read_to_string(folder.path("out/manifest.jsonl")).unwrap_or_default().lines().count() < lines {
            assert!(Instant::now() < end, "the manifest never had {lines} lines");
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_run_that_was_killed_and_then_interrupted_has_whole_files_only_and_lists_them_all() {
        let folder = folder();
        let line = "batch --preset greedy.ron --seeds 0..1000000 --out-dir out --jobs 2";
        let mut batch = Batch::of(&folder, line);
        wait_for_lines(&folder, 50);
        batch.signal("-KILL");
        assert_eq!(batch.end().0, None);
        let killed = folder.text("out/manifest.jsonl").lines().count();

        let mut batch = Batch::of(&folder, line);
        // Beyond the levels that the first run had made without listing them.
        wait_for_lines(&folder, killed + 200);
        batch.signal("-INT");
        let (code, said) = batch.end();
        let manifest = folder.text("out/manifest.jsonl");
        let listed = manifest.lines().count() - 1;
        assert_eq!(code, Some(130), "{said}");
        assert!(said.contains(&format!("interrupted with {listed} of 1000000 levels")), "{said}");
        assert!(said.contains("the same command makes the rest"), "{said}");

        folder.run(&format!("batch --preset greedy.ron --seeds 0..{listed} --out-dir calm")).ok();
        assert_eq!(levels(&folder, "out"), levels(&folder, "calm"));
        let lines = |manifest: String| manifest.split_once('\n').map(|(_, lines)| lines.to_owned());
        assert_eq!(lines(manifest), lines(folder.text("calm/manifest.jsonl")));
    }

    #[test]
    fn an_interrupted_stream_ends_with_a_line_and_says_what_is_left() {
        let folder = folder();
        let mut batch = Batch::of(&folder, "batch --preset greedy.ron --seeds 5..1000000 --out - --jobs 2");
        let mut lines = BufReader::new(batch.0.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("text");
        batch.signal("-TERM");
        let rest: Vec<_> = lines.map(|line| line.expect("text")).collect();
        let (code, said) = batch.end();
        assert_eq!(code, Some(130), "{said}");
        for (seed, line) in (5..).zip([&first].into_iter().chain(&rest)) {
            assert_eq!(export::json::read(line).expect("a level").origin().seed, seed);
        }
        assert!(said.contains(&format!("--seeds {}..1000000", 6 + rest.len())), "{said}");
    }

    #[test]
    fn a_reader_that_has_seen_enough_ends_a_stream() {
        let folder = folder();
        let mut batch = Batch::of(&folder, "batch --preset greedy.ron --seeds 0..1000000 --out -");
        let mut out = BufReader::new(batch.0.stdout.take().expect("a pipe"));
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        let (code, said) = batch.end();
        assert_eq!((code, said.as_str()), (Some(0), ""));
    }
}
