//! Runs the fuzzer's checks on its inputs.
//!
//! `fuzz/corpus` holds inputs that reach different code, `fuzz/seeds` the initial inputs and those
//! that failed once. `fuzz/README.md` explains how to add some.

mod checks;

use std::{fs, panic, path::Path};

/// Runs the check of a target on each of its files; the published package has none.
fn run(target: &str, check: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    if !fuzz.exists() {
        return;
    }
    for folder in ["corpus", "seeds"].map(|kind| fuzz.join(kind).join(target)) {
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for file in files {
            let path = file.expect("a file").path();
            let bytes = fs::read(&path).expect("a file's bytes");
            if let Err(panic) = panic::catch_unwind(|| check(&bytes)) {
                eprintln!("this was {}", path.display());
                panic::resume_unwind(panic);
            }
            count += 1;
        }
        assert!(count > 0, "{} is empty", folder.display());
    }
}

#[test]
fn presets_of_the_corpus_are_refused_in_their_place_or_make_sound_levels() {
    run("preset_text", checks::preset_text);
}

#[test]
fn level_files_in_ron_of_the_corpus_are_read_alike_by_both_readers_and_can_be_used() {
    run("level_ron", checks::level_ron);
}

#[test]
fn level_files_in_json_of_the_corpus_are_read_alike_by_both_readers_and_can_be_used() {
    run("level_json", checks::level_json);
}

#[test]
fn operations_of_the_corpus_on_the_index_of_props_are_those_of_a_list() {
    run("prop_index", checks::prop_index);
}

#[test]
fn operations_of_the_corpus_on_octrees_are_those_of_a_scan() {
    run("octree", checks::octree);
}

#[test]
fn operations_of_the_corpus_on_quadtrees_are_those_of_a_scan() {
    run("quadtree", checks::quadtree);
}

#[test]
fn meshes_of_the_corpus_are_refused_or_searched_as_by_a_scan() {
    run("triangles", checks::triangles);
}
