//! The library has no shared mutable state.
//!
//! Hence threads cannot interfere, and no interleaving of them can make a difference.

use super::*;

/// Words for state that threads or calls could share and change; also all that begin with `Atomic`.
const WORDS: [&str; 19] = [
    "static",
    "thread_local",
    "lazy_static",
    "once_cell",
    "Mutex",
    "RwLock",
    "Condvar",
    "Barrier",
    "mpsc",
    "Once",
    "OnceLock",
    "OnceCell",
    "LazyLock",
    "LazyCell",
    "RefCell",
    "UnsafeCell",
    "ReentrantLock",
    "park",
    "scope",
];

/// The allowed uses: file, word and reason.
const ALLOWED: [(&str, &str, &str); 20] = [
    ("src/run/mod.rs", "static", "the texts of the runs, constant"),
    ("src/preset/builtin.rs", "static", "the texts of the presets, constant"),
    (
        "crates/export/src/ldtk/defaults.rs",
        "LazyLock",
        "the fields of a file that are always the same, read from a constant text",
    ),
    ("crates/export/src/ldtk/defaults.rs", "static", "a constant text, read once"),
    ("crates/export/src/picture/boulders.rs", "static", "two textures of boulders, constant"),
    (
        "crates/export/src/picture/boulders.rs",
        "LazyLock",
        "their pixels, functions of nothing: whoever asks first draws them",
    ),
    ("crates/export/src/picture/ink_page/lettering.rs", "static", "the letters of pages in ink, constant"),
    (
        "crates/export/src/picture/ink_page/lettering.rs",
        "LazyLock",
        "their lines, functions of nothing: whoever asks first reads them",
    ),
    ("crates/export/src/picture/looks.rs", "static", "the drawings of looks, constant"),
    (
        "crates/export/src/picture/looks.rs",
        "LazyLock",
        "their rows, functions of nothing: whoever asks first reads them",
    ),
    ("src/floorplan/tiles.rs", "static", "rows of tiles to copy from, constant"),
    ("crates/spatial/src/prop_index/layer/ids.rs", "static", "a table of masks, constant"),
    ("crates/spatial/src/prop_index/layer/tile.rs", "static", "a table of counts, constant"),
    (
        "src/level/mod.rs",
        "OnceLock",
        "what a level is asked by room and cell, a function of the level: whoever asks first makes it, and it never changes",
    ),
    ("src/level/lookup.rs", "OnceLock", "of these, the props by room, and what can be reached: functions of the level"),
    ("src/generate/assemble.rs", "OnceLock", "where a level begins without it"),
    ("src/level/audience.rs", "OnceLock", "where the level that players see begins without it"),
    ("src/level_file/read/mod.rs", "OnceLock", "the same"),
    ("src/level/fixture.rs", "OnceLock", "the same, for tests"),
    ("src/level/edit.rs", "OnceLock", "where it is taken out to be changed by an edit, which has the level by `&mut`"),
];

/// Modules of the standard library with interior mutability or access to the system.
const OUTSIDE: [&str; 8] = ["cell", "env", "fs", "net", "process", "thread", "time", "os"];

/// The only use of [`OUTSIDE`]: `Preset::load` and the reader of bases open files.
const OPENS_FILES: (&str, &str) = ("src/preset/files.rs", "fs");

/// The words of code, without lifetimes.
pub(super) fn words(code: &str) -> Vec<&str> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let starts = code.char_indices().filter(|&(at, character)| {
        let before = code[..at].chars().next_back();
        is_part(character) && !before.is_some_and(|before| is_part(before) || before == '\'')
    });
    starts.map(|(at, _)| code[at..].split(|character| !is_part(character)).next().unwrap_or_default()).collect()
}

/// The code of each library file without its tests, by its path below `src`.
pub(super) fn library() -> impl Iterator<Item = (String, String)> {
    let folders = ["src", "crates/spatial/src", "crates/text/src", "crates/find/src", "crates/export/src"];
    let files = folders.into_iter().flat_map(|folder| rust_files(&root().join(folder)));
    files.filter_map(|file| {
        let path = file.strip_prefix(root()).expect("a file below the root").to_string_lossy().replace('\\', "/");
        if path.contains("/tests/") || path.ends_with("/tests.rs") {
            return None;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let built = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        Some((path, code(built)))
    })
}

#[test]
fn the_library_has_no_shared_state_but_what_never_changes() {
    let mut unused: BTreeSet<_> = ALLOWED.iter().map(|(file, word, _)| (*file, *word)).collect();
    for (path, code) in library() {
        assert!(!code.contains("static mut"), "{path} has a static that changes");
        // Of threads, that is: groups of monsters spawn too. `std::thread` is for nobody.
        assert!(!code.contains("rayon::spawn"), "{path} leaves a job to another thread");
        for word in words(&code).into_iter().filter(|word| WORDS.contains(word) || word.starts_with("Atomic")) {
            let allowed = ALLOWED.iter().find(|(file, allowed, _)| *file == path && *allowed == word);
            let (file, word, _) =
                allowed.unwrap_or_else(|| panic!("{path} has `{word}`: what is shared, and why may it be?"));
            unused.remove(&(*file, *word));
        }
    }
    assert!(unused.is_empty(), "allowed, and not there: {unused:?}");
}

#[test]
fn the_library_knows_nothing_outside_of_the_program_but_the_files_of_a_preset() {
    let mut opens_files = false;
    for (path, code) in library() {
        let names: BTreeSet<_> = ["std", "core"]
            .into_iter()
            .flat_map(|root| paths_from(root, &code))
            .filter_map(|path| path.into_iter().next())
            .collect();
        for module in OUTSIDE.into_iter().filter(|module| names.contains(*module)) {
            assert_eq!((path.as_str(), module), OPENS_FILES, "{path} uses std::{module}");
            opens_files = true;
        }
        let words = words(&code);
        for word in
            ["stdin", "stdout", "stderr", "print", "println", "eprint", "eprintln", "dbg", "Instant", "SystemTime"]
        {
            assert!(!words.contains(&word), "{path} uses {word}");
        }
    }
    assert!(opens_files, "allowed, and not there: {OPENS_FILES:?}");
}

#[test]
fn the_scanner_tells_words_from_lifetimes_and_parts_of_words() {
    let code =
        code("static A: &'static str = \"static\"; // static\nlet is_static = AtomicU8::new(1); thread_local!(x);");
    let found: Vec<_> =
        words(&code).into_iter().filter(|word| WORDS.contains(word) || word.starts_with("Atomic")).collect();
    assert_eq!(found, ["static", "AtomicU8", "thread_local"]);
}
