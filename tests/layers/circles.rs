//! The files of each crate import each other in no circle but those of a list, which may only
//! shrink.
//!
//! An import is a path that begins with `crate` or `super`, to the last module that it names. A
//! module imports nothing from its own children: it declares them, and hands on their names. Tests
//! do not count.

use super::{paths::paths_from, *};

/// The crates of the house, by the first file of each.
const CRATES: [&str; 8] = [
    "src/lib.rs",
    "crates/spatial/src/lib.rs",
    "crates/text/src/lib.rs",
    "crates/find/src/lib.rs",
    "crates/export/src/lib.rs",
    "crates/cli/src/lib.rs",
    "python/src/lib.rs",
    "web/engine/src/lib.rs",
];

/// The circles that stand, each with its files below its folder. No longer than this, ever.
const STANDING: [(&str, &[&str]); 2] = [
    ("crates/spatial/src/octree", &["core", "flat/mod", "pair_cache", "pairs"]),
    ("python/src", &["batch", "export", "image", "level", "preset"]),
];

/// The modules of a crate, without tests: of each path of names from the root, its file and code.
#[derive(Default)]
struct Modules(BTreeMap<Vec<String>, (String, String)>);

impl Modules {
    fn of(first: &str) -> Self {
        let mut modules = Self::default();
        modules.add(Vec::new(), Path::new(first));
        modules
    }

    /// Adds the module of `file`, and those that it declares outside of tests.
    fn add(&mut self, path: Vec<String>, file: &Path) {
        let text = fs::read_to_string(root().join(file)).expect("a source file");
        let code = code(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default());
        let folder = match file.file_stem().and_then(|stem| stem.to_str()) {
            Some("lib" | "mod") => file.with_file_name(""),
            _ => file.with_extension(""),
        };
        let lines = || code.lines().map(str::trim);
        let is_test = |before: &str| before.starts_with("#[cfg(test)]") || before.starts_with("#[path");
        let declared = std::iter::once("").chain(lines()).zip(lines()).filter(|(before, _)| !is_test(before));
        for (_, line) in declared {
            let words: Vec<_> = line.trim_end_matches(';').split(' ').collect();
            if let ([.., "mod", name], true) = (&*words, line.ends_with(';')) {
                let beside = folder.join(format!("{name}.rs"));
                let inside = folder.join(name).join("mod.rs");
                let file = if root().join(&beside).exists() { beside } else { inside };
                self.add([path.clone(), vec![(*name).to_owned()]].concat(), &file);
            }
        }
        self.0.insert(path, (file.to_string_lossy().replace('\\', "/"), code));
    }

    /// The modules from which `module` imports.
    fn imports(&self, module: &[String]) -> BTreeSet<&Vec<String>> {
        let code = &self.0[module].1;
        let mut paths = paths_from("crate", code);
        for path in paths_from("super", code) {
            let more = path.iter().take_while(|name| *name == "super").count();
            paths.push([&module[..module.len().saturating_sub(1 + more)], &path[more..]].concat());
        }
        // The longest part of a path that is a module has what the rest of it names.
        let homes = paths.iter().filter_map(|path| {
            let home = (0..=path.len()).rev().find_map(|length| self.0.get_key_value(&path[..length]));
            home.map(|(home, _)| home)
        });
        homes.filter(|home| !home.starts_with(module)).collect()
    }

    /// The circles of files, as lists of files.
    fn circles(&self) -> Vec<Vec<&str>> {
        let imports: BTreeMap<_, _> = self.0.keys().map(|module| (module, self.imports(module))).collect();
        let reach = |start| {
            let mut seen = BTreeSet::new();
            let mut rest = vec![start];
            while let Some(module) = rest.pop() {
                rest.extend(imports[module].iter().copied().filter(|home| seen.insert(*home)));
            }
            seen
        };
        let reached: BTreeMap<_, _> = self.0.keys().map(|module| (module, reach(module))).collect();
        let circle = |module: &Vec<String>| -> Vec<&str> {
            let back = reached[module].iter().filter(|other| reached[*other].contains(module));
            back.map(|other| self.0[*other].0.as_str()).collect()
        };
        let circles: BTreeSet<_> = self.0.keys().map(circle).filter(|circle| circle.len() > 1).collect();
        circles.into_iter().collect()
    }
}

#[test]
fn files_import_each_other_in_no_circle_but_those_that_stand() {
    let mut found = Vec::new();
    for modules in CRATES.map(Modules::of) {
        found.extend(modules.circles().iter().map(|circle| circle.iter().map(|file| (*file).to_owned()).collect()));
    }
    let standing: BTreeSet<Vec<String>> = STANDING
        .iter()
        .map(|(folder, files)| files.iter().map(|file| format!("{folder}/{file}.rs")).collect())
        .collect();
    let found: BTreeSet<Vec<String>> = found.into_iter().collect();
    assert_eq!(found, standing, "the circles of files, and those that stand: their list may only shrink");
}
