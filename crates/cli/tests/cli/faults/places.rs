//! Places that cannot be written, or that vanish.

use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

/// All commands that write files, with places in the folder `out`, and how errors name them.
const LINES: [(&str, &str); 9] = [
    ("--seed 1 --out out/level.ron --png out/level.png", "--out \"out/level.ron\""),
    ("--seed 1 --png out/new.png", "--png \"out/new.png\""),
    ("--seed 1 --preset cellar --floors 2 --size 20x20 --out out", "--out \"out\""),
    ("animate --preset greedy.ron --seed 1 --scale 1 --out out/level.gif", "--out \"out/level.gif\""),
    ("batch --preset greedy.ron --seeds 0..3 --out-dir out", "in --out-dir \"out\""),
    ("sheet --preset greedy.ron --seeds 0..3 --out out/sheet.png", "--out \"out/sheet.png\""),
    ("survey --preset greedy.ron --seeds 0..3 --csv out/rows.csv", "--csv \"out/rows.csv\""),
    ("find --preset greedy.ron --where rooms>0 --seeds 0..3 --out out/finds.csv", "--out \"out/finds.csv\""),
    ("convert level.ron out/level.json", "FILE \"out/level.json\""),
];

/// The inputs of `LINES`, with an old file in `out`.
fn folder() -> Folder {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.run("--seed 1 --size 24x16 --out level.ron").ok();
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.put("out/level.ron", OLD);
    folder
}

/// Runs each line by `command`: it must fail with these words and change nothing.
fn all_fail(folder: &Folder, command: impl Fn() -> Command, why: &str) {
    let before = (whole_files(&folder.path("")), folder.names());
    for (line, flag) in LINES {
        run(command(), line).fails(1, &[flag, why]);
        assert!((whole_files(&folder.path("")), folder.names()) == before, "{line}");
        assert_eq!(fs::read_dir(folder.path("out")).expect("a folder").count(), 1, "{line}");
    }
}

fn permit(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

#[test]
fn a_folder_that_may_not_be_written_is_told_and_nothing_changes() {
    let folder = folder();
    permit(&folder.path(""), 0o755);
    permit(&folder.path("out"), 0o555);
    let is_bound = File::create(folder.path("out/probe")).is_err();
    if is_bound {
        all_fail(&folder, || program(&folder), "Permission denied");
    } else {
        // Permissions do not bind this user, so the tool runs as another one where possible.
        fs::remove_file(folder.path("out/probe")).expect("a file");
        let nobody = || {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"]);
            of(command, &folder)
        };
        let mut probe = nobody();
        match probe.arg(assert_cmd::cargo::cargo_bin!("roomgen")).args(["presets", "cellar"]).output() {
            Ok(output) if output.status.success() => {
                let tool = || {
                    let mut command = nobody();
                    command.arg(assert_cmd::cargo::cargo_bin!("roomgen"));
                    command
                };
                all_fail(&folder, tool, "Permission denied");
            }
            other => println!("skipped: permissions do not bind, and nobody else can be: {other:?}"),
        }
    }
    // Allows the folder to be removed.
    permit(&folder.path("out"), 0o755);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_system_that_is_read_only_is_told_and_nothing_changes() {
    let folder = folder();
    let mount = "mount --bind out out && mount -o remount,bind,ro out";
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
    all_fail(&folder, || namespace(&format!("{mount} && exec \"$0\" \"$@\"")), "Read-only file system");
}

#[test]
fn a_file_where_the_folder_should_be_is_told_and_stays() {
    let folder = folder();
    fs::remove_dir_all(folder.path("out")).expect("a folder");
    folder.put("out", OLD);
    for (line, _) in LINES {
        folder.run(line).fails(1, &["\"out", "cannot be written", "is a file"]);
        assert_eq!(folder.text("out"), OLD);
        assert_eq!(folder.names(), ["greedy.ron", "level.ron", "out"]);
    }
}

#[test]
fn a_folder_where_the_file_should_be_is_told_and_stays() {
    let folder = folder();
    for name in ["a.ron", "a.png", "a.gif", "a.json", "a-tiles.png", "b-tiles.tsx"] {
        fs::create_dir(folder.path(name)).expect("a folder");
        symlink(name, folder.path(&format!("link-{name}"))).expect("a link");
    }
    let names = folder.names();
    for name in ["a", "link-a"] {
        for line in [
            format!("--seed 1 --out new.txt --out {name}.ron"),
            format!("--seed 1 --out new.ron --png {name}.png"),
            format!("animate --seed 1 --out {name}.gif"),
            format!("sheet --preset greedy.ron --seeds 0..3 --out {name}.png"),
            format!("convert level.ron new.ron {name}.json"),
        ] {
            folder.run(&line).fails(1, &["cannot be written: it is a folder"]);
            assert_eq!(folder.names(), names, "{line}");
        }
    }
    folder.run("--seed 1 --out new.ron --out a.tmx").fails(1, &["\"a-tiles.png\" beside --out", "it is a folder"]);
    folder.run("--seed 1 --out new.ron --out b.tmx").fails(1, &["\"b-tiles.tsx\" beside --out", "it is a folder"]);
    assert_eq!(folder.names(), names);
}

#[test]
fn changes_of_a_folder_during_a_run_are_reported_and_no_hidden_file_stays() {
    let line = "--seed 1 --out out/level.ron";
    let wait = |folder: &Folder| {
        let pipe = folder.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let running = RunningTool::of(program(folder), &format!("{line} --out pipe"));
        let hidden = || fs::read_dir(folder.path("out")).expect("a folder").flatten().map(|entry| entry.path());
        wait_for("a hidden file", || {
            hidden().find(|path| path.file_name().and_then(OsStr::to_str).is_some_and(is_hidden))
        });
        PausedRun { running, pipe }
    };
    // The folder vanishes.
    let gone = folder();
    let paused = wait(&gone);
    fs::remove_dir_all(gone.path("out")).expect("a folder");
    let ended = paused.go_on();
    assert!(
        ended.code == Some(1) && ended.err.contains("--out \"out/level.ron\" cannot be written: its folder"),
        "{ended:?}"
    );
    assert_eq!(gone.names(), ["greedy.ron", "level.ron", "pipe"]);
    // A folder appears in place of the file.
    let taken = folder();
    let paused = wait(&taken);
    fs::remove_file(taken.path("out/level.ron")).expect("a file");
    fs::create_dir(taken.path("out/level.ron")).expect("a folder");
    let ended = paused.go_on();
    assert!(ended.code == Some(1) && ended.err.contains("--out \"out/level.ron\" cannot be written"), "{ended:?}");
    assert_eq!(fs::read_dir(taken.path("out")).expect("a folder").count(), 1);
    // Another process writes the file: the last writer wins.
    let other = folder();
    let paused = wait(&other);
    other.run("--seed 2 --out out/level.ron").ok();
    assert_eq!(paused.go_on().code, Some(0));
    assert!(other.text("out/level.ron").contains("seed: 1,"));
}

#[test]
fn floors_and_batches_whose_folder_goes_away_say_so() {
    let folder = folder();
    for (line, name) in [
        ("--seed 1 --floors 10000 --size 20x20 --out out", "in --out \"out\" cannot be written: "),
        ("batch --preset greedy.ron --seeds 0..1000000 --out-dir out", "in --out-dir \"out\" cannot be written"),
    ] {
        let _ = fs::remove_dir_all(folder.path("out"));
        fs::create_dir(folder.path("out")).expect("a folder");
        let running = RunningTool::of(program(&folder), line);
        let _ = wait_for("something in it", || fs::read_dir(folder.path("out")).ok()?.next());
        // Renamed instead of removed, since removing would race with the run that fills it.
        fs::rename(folder.path("out"), folder.path("gone")).expect("it can be moved");
        let ended = running.end();
        fs::remove_dir_all(folder.path("gone")).expect("it can be removed");
        assert!(ended.code == Some(1) && ended.err.contains(name), "{line}: {ended:?}");
        assert_eq!(folder.names(), ["greedy.ron", "level.ron"]);
    }
}

#[test]
fn links_that_lead_nowhere_are_filled_or_told() {
    let folder = Folder::new();
    symlink("target.ron", folder.path("link.ron")).expect("a link");
    symlink("absent/target.ron", folder.path("far.ron")).expect("a link");
    folder.run("--seed 1 --size 24x16 --out link.ron").ok();
    assert!(folder.text("target.ron").contains("seed: 1,"));
    folder.run("--seed 1 --size 24x16 --out far.ron").fails(1, &["--out \"far.ron\"", "no folder", "absent"]);
    symlink("absent", folder.path("out")).expect("a link");
    for line in ["--seed 1 --floors 2 --out out", "batch --seeds 0..3 --out-dir out", "--seed 1 --out out/level.ron"] {
        folder.run(line).fails(1, &["\"out", "cannot be written"]);
    }
    assert_eq!(folder.names(), ["far.ron", "link.ron", "out", "target.ron"]);
}

#[test]
fn names_are_as_long_as_the_system_has_them_and_no_longer() {
    let folder = Folder::new();
    let name = |length: usize| format!("{}.ron", "a".repeat(length - 4));
    // The longest name of common file systems.
    for length in [128, 255] {
        folder.run(&format!("--seed 1 --size 24x16 --out {}", name(length))).ok();
        assert_eq!(folder.names(), [name(length)]);
        fs::remove_file(folder.path(&name(length))).expect("a file");
    }
    folder.run(&format!("--seed 1 --out {} --png a.png", name(256))).fails(1, &["--out", "File name too long"]);
    for line in ["--seed 1 --floors 2 --out", "batch --seeds 0..3 --out-dir"] {
        folder.run(&format!("{line} {}", "a".repeat(256))).fails(1, &["File name too long"]);
    }
    assert!(folder.names().is_empty());
}

/// Other systems have no such names.
#[test]
#[cfg(target_os = "linux")]
fn names_that_are_no_text_are_written_and_shown_safely() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let tool = |arguments: &[&[u8]]| {
        let mut command = program(&folder);
        command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
        run(command, "")
    };
    let bytes = |name: &[u8]| fs::read(folder.path("").join(OsStr::from_bytes(name))).expect("a file");
    tool(&[b"--seed", b"1", b"--out", b"a\xff.ron", b"--png", b"\xfe.png"]).ok();
    folder.run("--seed 1 --out calm.ron --png calm.png").ok();
    assert!(bytes(b"a\xff.ron") == folder.bytes("calm.ron") && bytes(b"\xfe.png") == folder.bytes("calm.png"));
    tool(&[b"convert", b"a\xff.ron", b"\xff.json"]).ok();
    tool(&[b"check", b"\xff.json"]).ok();
    let names = folder.names();
    tool(&[b"convert", b"a\xff.ron", b"a\xff.ron"]).fails(2, &["the level itself"]);
    tool(&[b"--seed", b"1", b"--out", b"a\xff.tmx"]).fails(2, &["not UTF-8"]);
    tool(&[b"--seed", b"1", b"--out", b"\xff/a.ron"]).fails(1, &["no folder \"\u{fffd}\""]);
    assert_eq!(folder.names(), names);
}
