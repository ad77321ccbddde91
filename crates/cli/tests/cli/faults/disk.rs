//! Full disks, simulated by limits on file size and by a file system of 64 KB where possible.

use super::*;

/// Runs the tool with a limit on file sizes, beyond which writing fails as on a full disk.
///
/// Blocks have 512 or 1024 bytes, depending on the shell.
fn limited(folder: &Folder, blocks: u32, line: &str) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f {blocks} && exec \"$0\" \"$@\"");
    run(scripted(folder, &script), line)
}

/// Command lines, limits in blocks, the files that they would replace, and the error's words.
///
/// A text takes at most 16 blocks and is complete when the next file fails.
const CASES: [(&str, &[u32], &[&str], &str); 9] = [
    ("--seed 1 --out level.ron", &[0, 4, 10], &["level.ron"], "--out \"level.ron\""),
    ("--seed 1 --png level.png --scale 4", &[0, 4, 10], &["level.png"], "--png \"level.png\""),
    ("animate --preset greedy.ron --seed 1 --scale 1 --out level.gif", &[0, 4], &["level.gif"], "--out \"level.gif\""),
    (
        "--seed 1 --size 60x40 --out level.txt --out level.ron --out plan.svg --png level.png --scale 1",
        &[16],
        &["level.txt", "level.ron", "plan.svg", "level.png"],
        "--out \"level.ron\"",
    ),
    (
        "--seed 1 --preset cellar --size 20x20 --out map.tmx",
        &[0, 4],
        &["map.tmx"],
        "\"map-tiles.png\" beside --out \"map.tmx\"",
    ),
    ("sheet --preset greedy.ron --seeds 0..3 --out sheet.png", &[4], &["sheet.png"], "--out \"sheet.png\""),
    ("survey --preset greedy.ron --seeds 0..200 --csv rows.csv", &[0, 4], &["rows.csv"], "--csv \"rows.csv\""),
    ("convert large.ron level.txt level.json", &[16], &["level.json", "level.txt"], "FILE \"level.json\""),
    ("render large.ron --out level.png --scale 4", &[0, 4], &["level.png"], "--out \"level.png\""),
];

#[test]
fn a_full_disk_leaves_all_files_as_they_were() {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.run("--seed 2 --size 60x40 --out large.ron").ok();
    for (line, limits, files, flag) in CASES {
        for &blocks in limits {
            files.iter().for_each(|file| folder.put(file, OLD));
            let names = folder.names();
            let failed = limited(&folder, blocks, line).fails(1, &[flag, "File too large"]);
            assert_eq!(failed.err.lines().count(), 1, "{}", failed.err);
            assert!(files.iter().all(|file| folder.text(file) == OLD), "{line}, {blocks} blocks");
            assert_eq!(folder.names(), names, "{line}, {blocks} blocks");
        }
        files.iter().for_each(|file| fs::remove_file(folder.path(file)).expect("a file"));
    }
}

#[test]
fn a_full_disk_leaves_the_floors_of_an_earlier_run_as_they_were() {
    let folder = Folder::new();
    let names = folder.names();
    limited(&folder, 8, "--seed 2 --floors 3 --out dungeon").fails(1, &["--out \"dungeon\"", "File too large"]);
    assert_eq!(folder.names(), names);
    folder.run("--seed 1 --floors 3 --size 40x30 --out dungeon").ok();
    let before = whole_files(&folder.path("dungeon"));
    limited(&folder, 8, "--seed 2 --floors 3 --out dungeon").fails(1, &["--out \"dungeon\"", "File too large"]);
    assert_eq!(whole_files(&folder.path("dungeon")), before);
    assert_eq!(fs::read_dir(folder.path("dungeon")).expect("a folder").count(), 4, "nothing hidden stays");
}

#[test]
fn a_batch_on_a_full_disk_ends_and_goes_on_when_there_is_space() {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.run("batch --preset greedy.ron --seeds 0..120 --out-dir calm").ok();
    let calm = whole_files(&folder.path("calm"));
    // The limit is 8 blocks. It fits levels of 12x12 cells but not their manifest, and no level of
    // 48x48.
    for (size, words) in [("12x12", "manifest.jsonl in --out-dir"), ("48x48", ".ron\" in --out-dir")] {
        let line = format!("batch --preset greedy.ron --seeds 0..120 --size {size} --out-dir {size}");
        let run = limited(&folder, 8, &line).fails(1, &[words, "File too large", "the same command"]);
        assert!(run.err.contains("stopped with "), "{}", run.err);
        assert!(size != "12x12" || !run.err.contains("stopped with 0 of"), "{}", run.err);
    }
    folder.run("batch --preset greedy.ron --seeds 0..120 --size 12x12 --out-dir 12x12").ok();
    assert!(whole_files(&folder.path("12x12")) == calm);
    assert_eq!(fs::read_dir(folder.path("12x12/000")).expect("a folder").count(), 120, "nothing hidden stays");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_system_of_64_kb_is_filled_to_the_brim_and_no_further() {
    let folder = Folder::with("greedy.ron", GREEDY);
    fs::create_dir(folder.path("small")).expect("a folder");
    let mount = "mount -t tmpfs -o size=64k tmpfs small";
    let namespace = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script]).arg(assert_cmd::cargo::cargo_bin!("roomgen"));
        of(command, &folder)
    };
    match namespace(mount).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => return println!("skipped: {}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => return println!("skipped: unshare: {error}"),
    }
    // Each line of the output: an exit code, the names in the small file system, and the old
    // contents.
    let script = format!(
        r#"{mount} && cd small || exit 9
        echo old > level.ron; echo old > level.json
        show() {{ echo "$1: $(ls -A | tr '\n' ' ')$(cat level.ron) $(cat level.json)"; }}
        "$0" --seed 1 --size 200x160 --out level.ron; show $?
        "$0" --seed 1 --size 60x40 --out level.ron --out level.json; show $?
        head -c 48k /dev/zero > filler
        "$0" animate --preset ../greedy.ron --seed 1 --scale 8 --out level.gif; rm filler; show 1
        "$0" --seed 1 --floors 9 --out dungeon; show $?
        "$0" batch --preset ../greedy.ron --seeds 0..120 --out-dir levels --jobs 3; echo "$?: $(find . -name '.*.tmp')"
        mount -o remount,size=4m . && "$0" batch --preset ../greedy.ron --seeds 0..120 --out-dir levels; echo "$?"
        "$0" batch --preset ../greedy.ron --seeds 0..120 --out-dir ../calm; diff -r levels ../calm && echo same"#
    );
    let output = namespace(&script).output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let unchanged = "1: level.json level.ron old old";
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [unchanged, unchanged, unchanged, unchanged, "1: ", "0", "same"],
        "{err}"
    );
    assert_eq!(err.matches("No space left").count(), 5, "{err}");
    for flag in ["--out \"level.ron\"", "--out \"level.gif\"", "--out \"dungeon\"", "in --out-dir \"levels\""] {
        assert!(err.contains(flag), "{err}");
    }
}

/// Files are synced before they are renamed, so that they survive a power cut.
///
/// Skipped where `strace` is not installed or not permitted.
#[test]
#[cfg(target_os = "linux")]
fn files_are_stored_before_they_take_their_places() {
    let folder = Folder::with("greedy.ron", GREEDY);
    let traced = |line: &str| {
        let mut command = Command::new("strace");
        command.args(["-f", "-o", "trace", "-e", "trace=/^(fsync|fdatasync|rename.*)$"]);
        let status = of(command, &folder)
            .arg(assert_cmd::cargo::cargo_bin!("roomgen"))
            .args(words(line))
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success()).then(|| folder.text("trace"))
    };
    if traced("presets cellar").is_none() {
        return println!("skipped: strace does not run");
    }
    // The number of syncs before the first rename, and in total.
    for (line, first, all) in [
        ("--seed 1 --size 24x16 --out a.ron --out a.txt", 2, 2),
        // The map, the picture of its sheet, and four tilesets.
        ("--seed 1 --size 24x16 --out b.tmx", 6, 6),
        ("--seed 1 --size 24x16 --floors 3 --out new", 4, 4),
        ("--seed 2 --size 24x16 --floors 3 --out new", 4, 4),
        ("batch --preset greedy.ron --seeds 0..3 --out-dir levels", 0, 1),
    ] {
        let trace = traced(line).expect("it runs");
        let calls: Vec<_> = trace.lines().filter(|call| call.contains("sync(") || call.contains("rename")).collect();
        let is_rename = |call: &&&str| call.contains("rename");
        let before = calls.iter().take_while(|call| !is_rename(call)).count();
        let stored = calls.iter().filter(|call| !is_rename(call)).count();
        assert_eq!((before, stored), (first, all), "{line}: {trace}");
    }
}
