//! The inputs of the fuzzer through the checks of its targets: every file of `fuzz/seeds`, and of
//! `fuzz/corpus` where a run of the fuzzer has left one.

mod checks;

use std::{fs, panic, path::Path};

/// Runs the check of a target on each of its files. The published package has none.
fn run(target: &str, check: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    if !fuzz.exists() {
        return;
    }
    let seeds = fs::read_dir(fuzz.join("seeds").join(target)).expect("a folder of seeds");
    let corpus = fs::read_dir(fuzz.join("corpus").join(target)).into_iter().flatten();
    let mut count = 0;
    for file in seeds.chain(corpus) {
        let path = file.expect("a file").path();
        let bytes = fs::read(&path).expect("a file's bytes");
        if let Err(panic) = panic::catch_unwind(|| check(&bytes)) {
            eprintln!("the input is {}", path.display());
            panic::resume_unwind(panic);
        }
        count += 1;
    }
    assert!(count > 0, "no seeds of {target}");
}

#[test]
fn presets_of_the_corpus_are_refused_in_their_place_or_make_sound_levels() {
    run("preset_text", checks::preset_text);
}

#[test]
fn level_files_in_ron_of_the_corpus_are_refused_or_can_be_used() {
    run("level_ron", checks::level_ron);
}

#[test]
fn level_files_in_json_of_the_corpus_are_refused_or_can_be_used() {
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
