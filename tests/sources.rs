//! The sources of a crate as text, for tests of how they are written.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                rust_files(&path)
            } else {
                Vec::from_iter(path.extension().is_some_and(|ending| ending == "rs").then_some(path))
            }
        })
        .collect()
}

/// The text without comments and string literals, so that what they mention does not count.
pub(crate) fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        code.extend(line.split('"').step_by(2));
        code.push('\n');
    }
    code
}

pub(crate) fn first_name(text: &str) -> String {
    text.trim().chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// Compares the public types in the sources below `folders` with those that are named.
///
/// Types in `hidden` are public inside a private module, so nobody can name them.
pub(crate) fn assert_public_types(folders: &[PathBuf], named: &[&str], hidden: &[&str]) {
    let name = |path: &str| {
        path.split('<').next().unwrap_or_default().rsplit("::").next().unwrap_or_default().trim().to_owned()
    };
    let named: BTreeSet<_> = named.iter().map(|path| name(path)).collect();
    let mut found = BTreeSet::new();
    for file in folders.iter().flat_map(|folder| rust_files(folder)) {
        for line in code(&fs::read_to_string(&file).expect("a source file")).lines() {
            let public = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
            found.extend(public.map(first_name).filter(|name| !hidden.contains(&name.as_str())));
        }
    }
    assert_eq!(found, named, "the public types, and those named in `free!`");
}

/// Tests at compile time what a game may do with types: keep them, send them to other threads,
/// share them, and use them after a panic of its own. The constant `FREE` names them.
macro_rules! free {
    ($($type:ty),* $(,)?) => {
        const fn is_free<T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe + 'static>() {}
        const _: () = { $(is_free::<$type>();)* };
        const FREE: &[&str] = &[$(stringify!($type)),*];
    };
}
pub(crate) use free;
