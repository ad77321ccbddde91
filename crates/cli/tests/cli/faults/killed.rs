//! Kills and requests to terminate at any time.
//!
//! Each test kills 12 times or fewer; `ROOMGEN_KILLS=10000 cargo test killed` does more.

use std::{
    hash::{BuildHasher, RandomState},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::*;
use crate::tier;

/// The number of kills per test.
fn kills() -> usize {
    std::env::var("ROOMGEN_KILLS").map_or(tier::size(12, 96), |kills| kills.parse().expect("ROOMGEN_KILLS is a number"))
}

/// The delay of a kill: for even numbers evenly spaced, for odd ones random.
///
/// Delays reach beyond the end of a run that takes `whole`.
fn delay(kill: usize, of: usize, whole: Duration) -> Duration {
    let fraction = match kill % 2 {
        0 => kill as f64 / of as f64,
        _ => RandomState::new().hash_one(kill) as f64 / u64::MAX as f64,
    };
    whole.mul_f64(1.25 * fraction)
}

/// The time that `line` takes with as many concurrent runs as there will be.
fn time_of(folder: &Folder, line: &str) -> Duration {
    let start = Instant::now();
    let all: Vec<_> = (0..WORKERS).map(|_| RunningTool::of(program(folder), line)).collect();
    all.into_iter().for_each(|one| assert_eq!(one.end().code, Some(0), "{line}"));
    start.elapsed()
}

/// Concurrent processes.
const WORKERS: usize = 4;

/// Calls `round` for each number up to `count`, concurrently, in one of several folders.
fn in_folders(count: usize, folder: impl Fn() -> Folder + Sync, round: impl Fn(&Folder, usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let folder = folder();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    round(&folder, number);
                }
            });
        }
    });
}

/// Deletes what a kill has left, which must be recognisable by name; returns how much it was.
fn clear(folder: &Folder, expected: &[&str]) -> usize {
    let names = folder.names();
    let (hidden, others): (Vec<_>, Vec<_>) = names.iter().partition(|name| is_hidden(name));
    assert_eq!(others, expected);
    for name in &hidden {
        let path = folder.path(name);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("it can be deleted");
    }
    hidden.len()
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    // Some hundred kilobytes, so that about half of the time is writing.
    let line = |seed: usize| format!("--seed {seed} --size 200x140 --out level.ron --out level.csv");
    let calm = Folder::new();
    let [one, two] = [1, 2].map(|seed| {
        calm.run(&line(seed)).ok();
        (calm.bytes("level.ron"), calm.bytes("level.csv"))
    });
    let whole = time_of(&calm, &line(1));
    let kills = kills();
    let [old, new, left] = [0; 3].map(AtomicUsize::new);
    let begin = || {
        let folder = Folder::with("level.ron", &one.0);
        folder.put("level.csv", &one.1);
        folder
    };
    in_folders(kills + 1, begin, |folder, kill| {
        let before = (folder.bytes("level.ron"), folder.bytes("level.csv"));
        let seed = if before.0 == one.0 { 2 } else { 1 };
        let mut running = RunningTool::of(program(folder), &line(seed));
        let input = delay(kill, kills, whole);
        // The last run may end by itself.
        if kill < kills {
            thread::sleep(input);
            running.0.kill().expect("it can be killed");
        }
        let ended = running.end();
        let now = (folder.bytes("level.ron"), folder.bytes("level.csv"));
        let what = || format!("killed after {input:?} of {whole:?}, {ended:?}");
        assert!(now.0 == one.0 || now.0 == two.0, "{}: level.ron is neither", what());
        assert!(now.1 == one.1 || now.1 == two.1, "{}: level.csv is neither", what());
        assert!(ended.code != Some(0) || now.0 != before.0, "{}: it did not do what it says", what());
        left.fetch_add(clear(folder, &["level.csv", "level.ron"]), Ordering::Relaxed);
        [&old, &new][usize::from(now.0 != before.0)].fetch_add(1, Ordering::Relaxed);
        // Restores files of one run, in case the kill came between the two renames.
        folder.put("level.csv", if now.0 == one.0 { &one.1 } else { &two.1 });
    });
    let [old, new, left] = [old, new, left].map(AtomicUsize::into_inner);
    println!("{kills} kills in {whole:?}: {old} old, {new} new, {left} hidden files left");
    assert!(old > 0 && new > 0, "{old} old, {new} new");
}

#[test]
fn a_kill_at_any_byte_leaves_the_old_file() {
    let folder = Folder::with("level.ron", OLD);
    folder.run("--seed 1 --size 60x40 --out calm.ron").ok();
    let size = folder.bytes("calm.ron").len();
    fs::remove_file(folder.path("calm.ron")).expect("a file");
    // The system kills a process whose file exceeds the limit. Larger files are flushed in pieces,
    // so that some limits fall within a piece.
    let blocks = (0..).map(|step: usize| step * step).take_while(|blocks| blocks * 1024 < size);
    for blocks in blocks {
        let script = format!("ulimit -c 0; ulimit -f {blocks} && exec \"$0\" \"$@\"");
        let ended = RunningTool::of(scripted(&folder, &script), "--seed 1 --size 60x40 --out level.ron").end();
        assert!(ended.signal.is_some() && ended.code.is_none(), "{blocks} blocks: {ended:?}");
        assert_eq!(folder.text("level.ron"), OLD);
        assert_eq!(clear(&folder, &["level.ron"]), 1, "{blocks} blocks");
    }
}

#[test]
fn a_kill_between_writing_and_placing_leaves_all_old_files_and_hidden_ones_that_may_be_deleted() {
    let folder = Folder::with("level.ron", OLD);
    folder.put("level.png", OLD);
    let paused = PausedRun::of(&folder, "--seed 1 --out level.ron --png level.png", 2);
    paused.running.signal("-KILL");
    assert_eq!(paused.running.end().signal, Some(9));
    assert_eq!([folder.text("level.ron"), folder.text("level.png")], [OLD; 2]);
    assert_eq!(clear(&folder, &["level.png", "level.ron", "pipe"]), 2);
}

#[test]
fn being_told_to_end_at_any_moment_leaves_the_old_file_or_the_new_one_and_nothing_else() {
    let line = |seed: usize| format!("--seed {seed} --size 240x160 --out level.ron");
    let calm = Folder::new();
    let [one, two] = [1, 2].map(|seed| {
        calm.run(&line(seed)).ok();
        calm.bytes("level.ron")
    });
    let whole = time_of(&calm, &line(1));
    let rounds = kills() * 2 / 5;
    in_folders(
        rounds,
        || Folder::with("level.ron", &one),
        |folder, round| {
            let before = folder.bytes("level.ron");
            let running = RunningTool::of(program(folder), &line(if before == one { 2 } else { 1 }));
            let input = delay(round, rounds, whole);
            thread::sleep(input);
            running.signal(["-TERM", "-INT", "-HUP"][round % 3]);
            let ended = running.end();
            let now = folder.bytes("level.ron");
            assert!(now == one || now == two, "{input:?}");
            // Before anything is written there is no signal handler yet, and the process dies from
            // the signal.
            let says = match ended {
                ProcessEnd { code: Some(0), .. } => now != before,
                ProcessEnd { code: Some(130), .. } | ProcessEnd { code: None, .. } => now == before,
                _ => false,
            };
            assert!(says, "{input:?} of {whole:?}: {ended:?}");
            assert_eq!(folder.names(), ["level.ron"], "{input:?} of {whole:?}: {ended:?}");
        },
    );
}

#[test]
fn being_told_to_end_while_files_wait_for_their_places_takes_all_of_them_away() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let folder = Folder::with("level.ron", OLD);
        let paused = PausedRun::of(&folder, "--seed 1 --out level.ron --out map.tmx", 7);
        paused.running.signal(signal);
        assert_eq!(paused.running.end().code, Some(130), "{signal}");
        assert_eq!(folder.text("level.ron"), OLD);
        assert_eq!(folder.names(), ["level.ron", "pipe"], "{signal}");
    }
}

#[test]
fn floors_that_are_interrupted_leave_nothing_behind_and_those_that_are_killed_temporary_files() {
    let folder = Folder::new();
    folder.run("--seed 1 --floors 101 --size 20x20 --out there").ok();
    let before = whole_files(&folder.path("there"));
    for out in ["absent", "there"] {
        for signal in ["-TERM", "-INT", "-HUP", "-KILL"] {
            let running =
                RunningTool::of(program(&folder), &format!("--seed 2 --floors 1000 --size 60x60 --out {out}"));
            let temporary = || {
                let entries = fs::read_dir(folder.path(out)).into_iter().flatten().flatten().map(|entry| entry.path());
                let is_temporary = |path: &PathBuf| path.file_name().and_then(OsStr::to_str).is_some_and(is_hidden);
                entries.filter(is_temporary).collect::<Vec<_>>()
            };
            wait_for("floors", || (temporary().len() > 2).then_some(()));
            running.signal(signal);
            let ended = running.end();
            if signal == "-KILL" {
                temporary().iter().for_each(|path| fs::remove_file(path).expect("it can be deleted"));
                if out == "absent" {
                    fs::remove_dir(folder.path(out)).expect("it is empty");
                }
            } else {
                assert_eq!(ended.code, Some(130), "{signal}: {ended:?}");
            }
            assert_eq!(whole_files(&folder.path("there")), before);
            assert_eq!(folder.names(), ["there"], "{signal}");
            assert_eq!(fs::read_dir(folder.path("there")).expect("a folder").count(), 102, "{signal}");
        }
    }
}

/// The floors of the old run, those of the new run, or a folder that `check` refuses and that the
/// next run replaces.
#[test]
fn floors_that_are_killed_while_they_replace_others_leave_a_folder_that_check_refuses() {
    /// Enough that a kill may come between two of them.
    const FLOORS: usize = 101;
    let line = |seed: usize| format!("--seed {seed} --preset cellar --floors {FLOORS} --size 8x8 --out out");
    let calm = Folder::new();
    let [one, two] = [1, 2].map(|seed| {
        calm.run(&line(seed)).ok();
        whole_files(&calm.path("out"))
    });
    let whole = time_of(&calm, &line(1));
    let kills = kills() / 3;
    let [old, mixed, new] = [0; 3].map(AtomicUsize::new);
    let begin = || {
        let folder = Folder::new();
        folder.run(&line(1)).ok();
        folder
    };
    in_folders(kills, begin, |folder, kill| {
        let before = whole_files(&folder.path("out"));
        let seed = if before == one { 2 } else { 1 };
        let mut running = RunningTool::of(program(folder), &line(seed));
        if kill % 4 == 0 {
            thread::sleep(delay(kill, kills, whole));
        } else {
            // While floors take their places.
            let first = folder.path("out/floor-000.ron");
            let old = fs::read(&first).expect("a floor");
            let replaces = || fs::read(&first).is_ok_and(|now| now != old);
            while !replaces() && running.is_at_work() {
                thread::sleep(Duration::from_micros(100));
            }
            thread::sleep(Duration::from_micros(kill as u64 * 7919 % 2000));
        }
        running.0.kill().expect("it can be killed");
        running.end();
        let now = whole_files(&folder.path("out"));
        let checked = folder.run("check out");
        if checked.code == Some(0) {
            assert!(now == one || now == two, "kill {kill}: {}", checked.out_text());
            [&old, &new][usize::from(now != before)].fetch_add(1, Ordering::Relaxed);
        } else {
            assert!(now != one && now != two, "kill {kill}: {}", checked.out_text());
            mixed.fetch_add(1, Ordering::Relaxed);
        }
        folder.run(&line(1)).ok();
        folder.run("check out").ok();
        assert!(whole_files(&folder.path("out")) == one, "kill {kill}");
    });
    let [old, mixed, new] = [old, mixed, new].map(AtomicUsize::into_inner);
    println!("{kills} kills: {old} old, {mixed} unfinished, {new} new");
    assert!(mixed > 0, "none came between two floors");
}

#[test]
fn a_file_that_nobody_else_may_read_is_never_readable_on_its_way() {
    use std::os::unix::fs::PermissionsExt;

    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    let permit = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    // The system kills it in the middle of writing, so that the temporary file stays.
    let script = "umask 022; ulimit -c 0; ulimit -f 4 && exec \"$0\" \"$@\"";
    for (line, file) in [
        ("--seed 1 --size 60x40 --out level.ron", "level.ron"),
        ("--seed 1 --preset greedy.ron --size 60x40 --floors 1 --out out", "out/floor-00.ron"),
        ("batch --seeds 0..1 --out-dir out --preset greedy.ron --size 60x40", "out/000/000000.ron"),
    ] {
        let folder = Folder::with("greedy.ron", GREEDY);
        run(scripted(&folder, "umask 022; exec \"$0\" \"$@\""), line).ok();
        let path = folder.path(file);
        assert_eq!(mode(&path), 0o644, "{line}");
        permit(&path, 0o600);
        if line.starts_with("batch") {
            // Makes the batch write this file again.
            fs::write(&path, OLD).expect("a file");
        }
        let mut command = scripted(&folder, script);
        let ended = command.args(words(line)).stderr(Stdio::null()).status().expect("it runs");
        assert!(ended.code().is_none(), "{line}: {ended:?}");
        let mut hidden = Vec::new();
        let mut folders = vec![folder.path("")];
        while let Some(next) = folders.pop() {
            for path in fs::read_dir(next).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.components().any(|part| part.as_os_str().to_str().is_some_and(is_hidden)) {
                    hidden.push(path);
                }
            }
        }
        let [hidden] = &hidden[..] else { panic!("{line}: {hidden:?}") };
        assert!(fs::metadata(hidden).expect("a file").len() > 0, "{line}");
        assert_eq!(mode(hidden), 0o600, "{line}");
        run(program(&folder), line).ok();
        assert_eq!(mode(&path), 0o600, "{line}: the new file has the permissions of the old one");
    }
}

#[test]
fn a_batch_that_is_told_to_end_twice_ends_at_once_and_leaves_nothing_behind() {
    let folder = Folder::with("greedy.ron", GREEDY);
    for _ in 0..3 {
        let line = "batch --preset greedy.ron --seeds 0..1000000 --out-dir out --format tmx --jobs 4";
        let running = RunningTool::of(program(&folder), line);
        wait_for("a level", || folder.path("out/000/000000.tmx").is_file().then_some(()));
        running.signal("-TERM");
        // The first signal may have ended it already.
        let _ = Command::new("kill").args(["-INT", &running.0.id().to_string()]).stderr(Stdio::null()).status();
        assert_eq!(running.end().code, Some(130));
        let left: Vec<_> = fs::read_dir(folder.path("out"))
            .expect("a folder")
            .flatten()
            .filter_map(|entry| fs::read_dir(entry.path()).ok())
            .flat_map(|entries| entries.flatten().map(|entry| entry.file_name()))
            .filter(|name| name.to_str().is_some_and(is_hidden))
            .collect();
        assert!(left.is_empty(), "{left:?}");
        fs::remove_dir_all(folder.path("out")).expect("a folder");
    }
}

#[test]
fn a_batch_that_is_killed_again_and_again_comes_to_the_bytes_of_one_run() {
    let line = "batch --preset greedy.ron --seeds 900..1100 --jobs 3 --out-dir";
    let calm = Folder::with("greedy.ron", GREEDY);
    let start = Instant::now();
    calm.run(&format!("{line} out")).ok();
    let whole = start.elapsed();
    let calm = whole_files(&calm.path("out"));
    let manifest = &calm[Path::new("manifest.jsonl")];
    // Four batches with an eighth of the kills each, at such short intervals that none finishes
    // early.
    in_folders(
        WORKERS,
        || Folder::with("greedy.ron", GREEDY),
        |folder, batch| {
            let kills = kills() / 2 / WORKERS;
            for kill in 0..kills {
                let mut running = RunningTool::of(program(folder), &format!("{line} out"));
                let input = delay(kill, kills, whole / 2);
                thread::sleep(input);
                running.0.kill().expect("it can be killed");
                running.end();
                if !folder.path("out").is_dir() {
                    continue;
                }
                let mut files = whole_files(&folder.path("out"));
                let there = files.remove(Path::new("manifest.jsonl")).unwrap_or_default();
                let what = || format!("batch {batch}, killed after {input:?}");
                assert!(manifest.starts_with(&there), "{}: the manifest is no beginning of the whole one", what());
                for (name, bytes) in &files {
                    assert!(*bytes == calm[name], "{}: {}", what(), name.display());
                }
                let listed = there.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
                assert!(calm.keys().take(listed).all(|name| files.contains_key(name)), "{}: {listed} listed", what());
            }
            folder.run(&format!("{line} out")).ok();
            assert!(whole_files(&folder.path("out")) == calm, "batch {batch}");
        },
    );
}
