//! Outputs that are also inputs, under any name.

use std::os::unix::fs::{MetadataExt, symlink};

use super::*;

/// A level, and a preset with a base, with links to all of them.
fn folder() -> Folder {
    let folder = Folder::with("stone.ron", GREEDY);
    folder.put("mine.ron", "(base: \"stone.ron\", name: \"mine\")");
    folder.run("--seed 1 --preset mine.ron --out level.ron").ok();
    for name in ["stone", "mine", "level"] {
        symlink(format!("{name}.ron"), folder.path(&format!("{name}-link.ron"))).expect("a link");
        // Pictures require another file ending.
        symlink(format!("{name}-link.ron"), folder.path(&format!("{name}.png"))).expect("a link");
    }
    symlink("stone.ron", folder.path("stone.gif")).expect("a link");
    folder
}

#[test]
fn inputs_are_never_written_over_by_any_name() {
    let folder = folder();
    let before = whole_files(&folder.path(""));
    let (preset, base, level) = ("the preset itself", "a base of the preset itself", "the level itself");
    let lines = [
        ("--seed 1 --preset mine.ron --out mine.ron", preset),
        ("--seed 1 --preset mine.ron --out new.ron --out ./mine-link.ron", preset),
        ("--seed 1 --preset mine-link.ron --out new.ron --png mine.png", preset),
        ("--seed 1 --preset mine.ron --out stone.ron", base),
        ("--seed 1 --preset mine.ron --png stone.png", base),
        ("animate --seed 1 --preset mine.ron --out stone.gif", base),
        ("sheet --preset mine.ron --seeds 0..3 --out stone.png", base),
        ("survey --preset mine.ron --seeds 0..3 --csv mine-link.ron", preset),
        ("find --preset mine.ron --where rooms>0 --seeds 0..3 --sheet stone.png", base),
        ("survey --preset crypt --compare mine.ron --seeds 0..3 --csv stone-link.ron", base),
        ("convert level.ron level.ron", level),
        ("convert level.ron new.json level-link.ron", level),
        ("convert level-link.ron level.ron", level),
        ("convert level.ron stone.ron --preset mine.ron", base),
        ("render level.ron --out level.png", level),
        ("render level.ron --out mine.png --preset mine.ron", preset),
        ("watch mine.ron --png mine.png", preset),
        ("watch mine.ron --png stone.png", base),
    ];
    for (line, what) in lines {
        folder.run(line).fails(2, &[what, "would be overwritten", "give another file"]);
        assert!(whole_files(&folder.path("")) == before, "{line}");
    }
}

#[test]
fn a_base_in_the_folder_of_a_batch_or_among_floors_is_refused() {
    let folder = Folder::with("mine.ron", "(base: \"out/floor-00.ron\", name: \"mine\")");
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.put("out/floor-00.ron", GREEDY);
    let words = ["\"floor-00.ron\" in --out", "a base of the preset itself"];
    folder.run("--seed 1 --preset mine.ron --floors 2 --out out").fails(2, &words);
    let words = ["--preset: \"out/floor-00.ron\" is a base of the preset", "lies", "move it"];
    folder.run("batch --seeds 0..3 --preset mine.ron --out-dir out").fails(2, &words);
    assert_eq!(whole_files(&folder.path("out")).into_keys().collect::<Vec<_>>(), [Path::new("floor-00.ron")]);
    assert_eq!(folder.text("out/floor-00.ron"), GREEDY);
}

#[test]
fn of_hard_links_only_the_name_that_is_written_gets_the_new_file() {
    let folder = folder();
    let [preset, level] = ["mine.ron", "level.ron"].map(|name| folder.bytes(name));
    for name in ["mine", "level"] {
        fs::hard_link(folder.path(&format!("{name}.ron")), folder.path(&format!("{name}-too.ron"))).expect("a link");
    }
    folder.run("--seed 2 --preset mine.ron --out mine-too.ron").ok();
    folder.run("convert level.ron level-too.ron").ok();
    folder.run("--seed 2 --preset mine.ron --out calm.ron").ok();
    assert!(folder.bytes("mine.ron") == preset && folder.bytes("level.ron") == level);
    assert!(folder.bytes("mine-too.ron") == folder.bytes("calm.ron") && folder.bytes("level-too.ron") == level);
    // Two names of one file, both written, become two files.
    fs::hard_link(folder.path("calm.ron"), folder.path("calm.txt")).expect("a link");
    folder.run("--seed 2 --preset mine.ron --out calm.ron --out calm.txt").ok();
    assert!(
        folder.bytes("calm.ron") == folder.bytes("mine-too.ron")
            && folder.bytes("calm.ron") != folder.bytes("calm.txt")
    );
}

#[test]
fn one_place_by_two_names_is_refused() {
    let folder = folder();
    let names = folder.names();
    symlink("nowhere.png", folder.path("dangling.png")).expect("a link");
    for line in [
        "--seed 1 --out a.png --png a.png",
        "--seed 1 --out a.png --png ./a.png",
        "--seed 1 --out nowhere.png --png dangling.png",
        "--seed 1 --out - --png -",
        "convert level.ron nowhere.png dangling.png",
    ] {
        folder.run(line).fails(2, &["the same place; give two"]);
    }
    fs::remove_file(folder.path("dangling.png")).expect("a link");
    assert_eq!(folder.names(), names);
}

#[test]
#[cfg(target_os = "linux")]
fn a_stream_that_leads_to_what_is_read_is_refused() {
    let folder = folder();
    let before = whole_files(&folder.path(""));
    for (line, stream, what) in [
        ("--seed 1 --preset mine.ron --out -", ">> mine.ron", "the preset itself"),
        ("--seed 1 --preset mine.ron", "1<> stone.ron", "a base of the preset itself"),
        ("convert level.ron -", ">> level.ron", "the level itself"),
        ("convert level.ron /dev/fd/3", "3<> level.ron", "the level itself"),
        ("render level.ron --out /proc/self/fd/3", "3>> level.ron", "the level itself"),
        ("survey --preset mine.ron --seeds 0..3 --csv -", ">> mine.ron", "the preset itself"),
    ] {
        let script = format!("exec \"$0\" \"$@\" {stream}");
        run(scripted(&folder, &script), line).fails(2, &[what, "would be overwritten"]);
        assert!(whole_files(&folder.path("")) == before, "{line}");
    }
}

#[test]
fn a_shell_that_empties_what_is_to_be_read_gets_an_error() {
    for line in ["--seed 1 --preset mine.ron", "convert level.ron -", "lint mine.ron", "check level.ron"] {
        let folder = folder();
        let file = if line.contains("level") { "level.ron" } else { "mine.ron" };
        let failed = run(scripted(&folder, &format!("exec \"$0\" \"$@\" > {file}")), line);
        assert!(matches!(failed.code, Some(1 | 2)), "{line}: {:?}", failed.code);
        assert!(failed.err.starts_with("error: "), "{line}: {}", failed.err);
        assert_eq!(folder.text(file), "", "{line}");
    }
    // Commands that only print do not read from that file.
    let folder = Folder::new();
    run(scripted(&folder, "exec \"$0\" \"$@\" > cellar"), "presets cellar").ok();
    assert_eq!(folder.bytes("cellar"), folder.run("presets cellar").ok().out);
}

#[test]
fn commands_that_only_read_write_nothing() {
    let folder = folder();
    let look = || -> Vec<_> {
        let entry = |name: String| {
            let there = fs::symlink_metadata(folder.path(&name)).expect("an entry");
            (name, there.ino(), there.mtime(), there.mtime_nsec(), there.len())
        };
        folder.names().into_iter().map(entry).collect()
    };
    let before = look();
    let lines =
        ["check level.ron", "check level.ron --regenerate --preset mine.ron", "lint mine.ron", "presets", "--seed 1"];
    for line in lines {
        run(program(&folder), line);
        assert_eq!(look(), before, "{line}");
    }
}
