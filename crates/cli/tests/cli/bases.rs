//! Presets with bases, in files.

use std::fs;

use super::{Folder, GREEDY};

/// A folder with a chain of presets: `mine.ron`, `parts/dark.ron`, `parts/stone.ron`, the crypt.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("parts")).expect("a folder");
    folder.put("parts/stone.ron", "(base: \"crypt\", size: (40, 30))");
    folder.put("parts/dark.ron", "\u{feff}(\r\n    base: \"./stone.ron\",\r\n    clearance: 2,\r\n)");
    folder.put("mine.ron", "(name: \"mine\", base: \"parts/dark.ron\", remove: [\"graves\"])");
    folder
}

#[test]
fn a_level_is_made_and_made_again_from_a_preset_with_bases() {
    let folder = folder();
    folder.run("--seed 1 --preset mine.ron --out level.ron").ok();
    let text = folder.text("level.ron");
    assert!(text.contains("preset: \"mine\"") && text.contains("width: 40"), "{text}");
    folder.run("check level.ron --regenerate --preset mine.ron").ok();
    folder.put("parts/dark.ron", "(base: \"stone.ron\", clearance: 3)");
    folder.run("check level.ron --regenerate --preset mine.ron").fails(1, &["digest"]);
}

#[test]
fn a_mistake_in_a_base_is_shown_in_the_base() {
    let folder = folder();
    folder.put("parts/dark.ron", "(\n    base: \"stone.ron\",\n    clearance: 22,\n)");
    let run = folder.run("--seed 1 --preset mine.ron");
    let run = run.fails(1, &["parts/dark.ron:3:16", "clearance: 22", "1 problem in the preset \"mine.ron\""]);
    assert!(!run.err.contains("mine.ron:"), "{}", run.err);
    folder.put("parts/dark.ron", "(\n    base: \"stone.ron\"\n    clearance: 2,\n)");
    folder.run("--seed 1 --preset mine.ron").fails(1, &["parts/dark.ron:2:22", "expected a comma"]);
    folder.put("parts/dark.ron", "(base: \"crypt\", floorplan: (rooms: (max: 8)))");
    folder.run("--seed 1 --preset mine.ron").fails(1, &["parts/dark.ron:1:42", "at least 10"]);
}

#[test]
fn a_base_that_cannot_be_read_is_told_where_it_is_named() {
    let folder = folder();
    let cases: [(&str, &[&str]); 7] = [
        ("absent.ron", &["mine.ron:1:22", "the base \"absent.ron\" cannot be read", "no such file"]),
        ("parts/", &["cannot be read", "folder"]),
        ("../mine.ron", &["leads out of the preset's folder"]),
        ("parts/../mine.ron", &["leads out of the preset's folder"]),
        ("/etc/passwd", &["leads out of the preset's folder"]),
        ("./mine.ron", &["is used twice"]),
        ("cript", &["did you mean `crypt`"]),
    ];
    for (base, words) in cases {
        folder.put("mine.ron", format!("(name: \"mine\", base: \"{base}\")"));
        folder.run("--seed 1 --preset mine.ron").fails(1, words);
        folder.run("lint mine.ron").fails(1, words);
    }
    folder.put("large.ron", " ".repeat((1 << 20) + 1));
    folder.put("mine.ron", "(name: \"mine\", base: \"large.ron\")");
    folder.run("--seed 1 --preset mine.ron").fails(1, &["large.ron", "1048576"]);
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_out_of_the_folder_is_refused() {
    let folder = folder();
    let other = Folder::with("greedy.ron", GREEDY);
    std::os::unix::fs::symlink(other.path("greedy.ron"), folder.path("link.ron")).expect("a link");
    folder.put("mine.ron", "(name: \"mine\", base: \"link.ron\")");
    folder.run("--seed 1 --preset mine.ron").fails(1, &["\"link.ron\" leads out"]);
}

#[test]
fn the_base_of_a_preset_elsewhere_is_looked_for_beside_it() {
    let folder = folder();
    fs::create_dir(folder.path("mine")).expect("a folder");
    folder.put("mine/a.ron", "(name: \"a\", base: \"b.ron\")");
    folder.put("mine/b.ron", "(base: \"crypt\", clearance: 9)");
    folder.run("--seed 1 --preset mine/a.ron").fails(1, &["mine/b.ron:1:28"]);
}
