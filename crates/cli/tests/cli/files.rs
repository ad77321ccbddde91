//! Output files: written completely or not at all, with the usual permissions and links.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};

use super::{Folder, program};

#[test]
fn a_place_that_cannot_be_written_is_named_and_nothing_is_left_behind() {
    let folder = Folder::with("file.txt", "mine");
    fs::create_dir(folder.path("folder.ron")).expect("a folder");
    let cases: [(&str, &[&str]); 5] = [
        ("--out absent/level.ron", &["--out", "absent/level.ron", "no folder \"absent\""]),
        ("--png absent/level.png", &["--png", "absent/level.png", "no folder \"absent\""]),
        ("--out file.txt/level.ron", &["--out", "file.txt", "not a folder"]),
        ("--out folder.ron", &["--out", "folder.ron", "is a folder"]),
        ("--out new.ron/", &["--out", "new.ron/", "is a folder"]),
    ];
    for (line, words) in cases {
        folder.run(&format!("--seed 1 {line}")).fails(1, words);
    }
    assert_eq!(folder.names(), ["file.txt", "folder.ron"]);
    assert_eq!(folder.text("file.txt"), "mine");
}

#[test]
fn a_failing_run_leaves_the_file_that_was_there() {
    let folder = Folder::with("level.ron", "mine");
    folder.run("--seed 1 --out level.ron --png absent/level.png").fails(1, &["absent"]);
    folder.run("--seed 1 --out level.ron --preset absent.ron").fails(1, &["--preset", "absent.ron", "no such file"]);
    folder.put("bad.ron", "(");
    folder.run("--seed 1 --out level.ron --preset bad.ron").fails(1, &["bad.ron:1:"]);
    assert_eq!(folder.text("level.ron"), "mine");
    assert_eq!(folder.names(), ["bad.ron", "level.ron"]);
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = Folder::with("level.ron", "mine");
    let mut permissions = fs::metadata(folder.path("level.ron")).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("level.ron"), permissions).expect("permissions");
    folder.run("--seed 1 --out level.ron").fails(1, &["--out", "level.ron", "read-only"]);
    assert_eq!(folder.text("level.ron"), "mine");
}

#[test]
#[cfg(unix)]
fn a_new_file_has_the_permissions_of_any_new_file_and_an_old_one_keeps_its_own() {
    let folder = Folder::with("other.txt", "");
    let mode = |name: &str| fs::metadata(folder.path(name)).expect("a file").permissions().mode();
    folder.run("--seed 1 --out level.ron").ok();
    assert_eq!(mode("level.ron"), mode("other.txt"));
    fs::set_permissions(folder.path("level.ron"), fs::Permissions::from_mode(0o640)).expect("permissions");
    folder.run("--seed 2 --out level.ron").ok();
    assert_eq!(mode("level.ron") & 0o777, 0o640);
    assert!(folder.text("level.ron").contains("seed: 2"));
}

#[test]
#[cfg(unix)]
fn links_are_followed_and_stay() {
    let folder = Folder::new();
    fs::create_dir(folder.path("deep")).expect("a folder");
    symlink("deep/level.ron", folder.path("new.ron")).expect("a link");
    symlink("new.ron", folder.path("twice.ron")).expect("a link");
    for (seed, link) in [(1, "new.ron"), (2, "twice.ron")] {
        folder.run(&format!("--seed {seed} --out {link}")).ok();
        assert!(fs::symlink_metadata(folder.path(link)).expect("a link").is_symlink());
        assert!(folder.text("deep/level.ron").contains(&format!("seed: {seed},")));
    }
    symlink("circle.ron", folder.path("circle.ron")).expect("a link");
    folder.run("--seed 1 --out circle.ron").fails(1, &["--out", "circle.ron", "circle"]);
}

#[test]
fn a_name_that_could_steer_a_terminal_is_shown_escaped() {
    let folder = Folder::new();
    let run = folder.run_with(&["--seed", "1", "--out", "ab\x1b[2J/level.ron"]);
    let run = run.fails(1, &["--out", r"ab\u{1b}[2J"]);
    assert!(!run.err.contains('\x1b'));
    folder.run_with(&["--seed", "1", "--preset", "./\x1b[2J.ron"]).fails(1, &[r"./\u{1b}[2J.ron"]);
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_directly() {
    let folder = Folder::new();
    folder.run("--seed 1 --out /dev/null").ok();
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    let dash = folder.run("--seed 1 --out -").ok();
    assert_eq!(folder.run("--seed 1 --out /dev/stdout").ok().out, dash.out);
    assert_eq!(folder.run("--seed 1 --png level.png --out /dev/stderr").ok().err.as_bytes(), dash.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_no_other_file_is_written() {
    let folder = Folder::new();
    folder.run("--seed 1 --out /dev/full --png level.png").fails(1, &["--out", "/dev/full", "No space"]);
    assert!(folder.names().is_empty());
}

#[test]
fn a_reader_that_goes_away_has_seen_enough() {
    let folder = Folder::new();
    for line in ["--seed 1 --size 240x240", "--seed 1 --size 240x240 --out - --png level.png --scale 1"] {
        let mut tool = program(&folder.path("."));
        let tool = tool.args(line.split_whitespace());
        let mut child = tool
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the tool runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{line}");
    }
    assert_eq!(folder.names(), ["level.png"], "what nobody has to read is written");
}
