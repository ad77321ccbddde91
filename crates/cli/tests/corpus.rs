//! The inputs of the fuzzer through the checks of its targets: every file of `fuzz/seeds`, and of
//! `fuzz/corpus` where a run of the fuzzer has left one.

mod checks;

use std::{fs, panic, path::Path};

use roomgen::export::{json, ron};

/// The seeds of a target that are refused, by their purpose.
const REFUSED_PRESETS: &[&str] = &[
    "budgets-and-nothing-to-buy",
    "circle",
    "deep",
    "deep-lists",
    "doubling",
    "look-alikes",
    "nine-texts",
    "numbers",
    "on-itself",
    "ragged-vault-after-fifty-problems",
    "unknown-words",
    "words-of-other-languages",
];
const REFUSED_RUNS: &[&str] = &["names-twice-and-ranges-in-reverse", "too-many-merged-presets", "what-is-not-there"];
const REFUSED_RON: &[&str] = &[
    "comma-in-a-comment-after-a-prop.ron",
    "extension-before-a-prop.ron",
    "key-behind-its-own-lock.ron",
    "no-comma-between-rows.ron",
    "passage-from-a-room-to-itself.ron",
];
const REFUSED_EXPRESSIONS: &[&str] = &[
    "a-chain-of-comparisons",
    "an-escape-too-many",
    "another-language",
    "deep",
    "open-text",
    "targets-without-a-number",
    "types",
    "unknown-kind",
];
const REFUSED_JSON: &[&str] = &[
    "columns-of-an-earlier-version",
    "comma-after-the-last-prop.json",
    "key-and-one-way-door-in-other-rooms.json",
    "key-taken-and-wall-dug.json",
    "no-comma-after-a-list.json",
    "no-comma-between-rows.json",
    "one-way-doors-turned-round.json",
];

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

/// Asserts which seeds of a target are refused.
fn refuses(target: &str, refused: &[&str], accepts: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    if !folder.exists() {
        return;
    }
    for file in fs::read_dir(folder).expect("a folder of seeds") {
        let path = file.expect("a file").path();
        let is_purpose = path.file_name().is_some_and(|name| refused.iter().any(|refused| name == *refused));
        assert_eq!(accepts(&fs::read(&path).expect("a file's bytes")), !is_purpose, "{}", path.display());
    }
}

/// A seed that is refused by chance, since the language has changed, reaches little code.
#[test]
fn seeds_are_refused_only_if_this_is_their_purpose() {
    refuses("preset_text", REFUSED_PRESETS, checks::is_preset);
    refuses("run_text", REFUSED_RUNS, checks::is_run);
    refuses("level_ron", REFUSED_RON, |bytes| ron::read(str::from_utf8(bytes).unwrap_or_default()).is_ok());
    refuses("expression", REFUSED_EXPRESSIONS, checks::is_expression);
    refuses("level_json", REFUSED_JSON, |bytes| json::read(str::from_utf8(bytes).unwrap_or_default()).is_ok());
}

#[test]
fn presets_of_the_corpus_are_refused_in_their_place_or_make_sound_levels() {
    run("preset_text", checks::preset_text);
}

#[test]
fn runs_of_the_corpus_are_refused_in_their_place_or_make_sound_floors() {
    run("run_text", checks::run_text);
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
fn expressions_of_the_corpus_are_refused_in_their_place_or_evaluated() {
    run("expression", checks::expression);
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
