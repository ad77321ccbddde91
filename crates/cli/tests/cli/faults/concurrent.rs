//! Several processes that write to the same places at the same time.

use super::*;

#[test]
fn of_several_processes_that_write_one_file_one_has_written_it_whole() {
    let folder = Folder::new();
    let line = |seed: u32| format!("--seed {seed} --size 100x60 --out level.ron --png level.png --scale 1");
    let calm: Vec<_> = (0..4)
        .map(|seed| {
            folder.run(&line(seed)).ok();
            (folder.bytes("level.ron"), folder.bytes("level.png"))
        })
        .collect();
    for round in 0..2 {
        let mut all: Vec<_> = (0..4).map(|seed| RunningTool::of(program(&folder), &line(seed))).collect();
        // A concurrent reader sees only whole files.
        while all.iter_mut().any(RunningTool::is_at_work) {
            let now = folder.bytes("level.ron");
            assert!(calm.iter().any(|(level, _)| *level == now), "round {round}");
            thread::sleep(Duration::from_millis(1));
        }
        all.into_iter().for_each(|one| assert_eq!(one.end().code, Some(0), "round {round}"));
        let (level, picture) = (folder.bytes("level.ron"), folder.bytes("level.png"));
        assert!(calm.iter().any(|(calm, _)| *calm == level), "round {round}");
        assert!(calm.iter().any(|(_, calm)| *calm == picture), "round {round}");
        assert_eq!(folder.names(), ["level.png", "level.ron"], "round {round}");
    }
}

/// A folder with the preset, and the files of an undisturbed batch.
fn batch(line: &str) -> (Folder, BTreeMap<PathBuf, Vec<u8>>) {
    let folder = Folder::with("greedy.ron", GREEDY);
    folder.run(&format!("{line} calm")).ok();
    let calm = whole_files(&folder.path("calm"));
    (folder, calm)
}

const BATCH: &str = "batch --preset greedy.ron --seeds 940..1060 --jobs 2 --out-dir";

#[test]
fn several_runs_of_one_batch_in_one_folder_make_the_bytes_of_one() {
    let (folder, calm) = batch(BATCH);
    for round in 0..2 {
        let all: Vec<_> = (0..3).map(|_| RunningTool::of(program(&folder), &format!("{BATCH} out"))).collect();
        for one in all {
            let ended = one.end();
            assert_eq!(ended.code, Some(0), "round {round}: {ended:?}");
        }
        assert!(whole_files(&folder.path("out")) == calm, "round {round}");
        assert_eq!(fs::read_dir(folder.path("out/001")).expect("a folder").count(), 60, "nothing hidden stays");
        fs::remove_dir_all(folder.path("out")).expect("a folder");
    }
}

#[test]
fn runs_that_come_and_are_killed_do_not_disturb_one_that_goes_on() {
    let (folder, calm) = batch(BATCH);
    for round in 0..2 {
        let one = RunningTool::of(program(&folder), &format!("{BATCH} out"));
        for wait in 0..4 {
            let mut other = RunningTool::of(program(&folder), &format!("{BATCH} out"));
            thread::sleep(Duration::from_millis(7 * wait + round));
            other.0.kill().expect("it can be killed");
            other.end();
        }
        let ended = one.end();
        assert_eq!(ended.code, Some(0), "round {round}: {ended:?}");
        assert!(whole_files(&folder.path("out")) == calm, "round {round}");
        fs::remove_dir_all(folder.path("out")).expect("a folder");
    }
}

/// What looks like a torn line may be one that another run is writing.
#[test]
fn a_run_that_begins_takes_nothing_of_the_manifest_away() {
    let (folder, calm) = batch(BATCH);
    let manifest = &calm[Path::new("manifest.jsonl")];
    fs::create_dir(folder.path("out")).expect("a folder");
    // Makes the run fail before it writes anything.
    folder.put("out/000", OLD);
    for length in [10, manifest.len() / 2, manifest.len() - 1] {
        folder.put("out/manifest.jsonl", &manifest[..length]);
        assert_eq!(folder.run(&format!("{BATCH} out")).code, Some(1));
        let now = folder.bytes("out/manifest.jsonl");
        assert!(now.len() >= length && manifest.starts_with(&now), "cut at {length}: {} bytes", now.len());
    }
}

#[test]
fn of_several_runs_of_floors_in_one_new_folder_one_has_made_it() {
    let folder = Folder::new();
    for round in 0..2 {
        let line = |seed: u32| format!("--seed {seed} --floors 8 --size 24x16 --out dungeon");
        let all: Vec<_> = (0..3).map(|seed| RunningTool::of(program(&folder), &line(seed))).collect();
        let codes: Vec<_> = all.into_iter().map(|one| one.end().code).collect();
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 1))), "{codes:?}");
        assert_eq!(folder.names(), ["dungeon"], "round {round}");
        assert_eq!(whole_files(&folder.path("dungeon")).len(), 9);
        assert_eq!(fs::read_dir(folder.path("dungeon")).expect("a folder").count(), 9, "nothing hidden stays");
        fs::remove_dir_all(folder.path("dungeon")).expect("a folder");
    }
}
