//! The baseline: nine presets that are never tuned, whose levels a new rule must not change.
//!
//! `tests/presets/baseline/` holds the built-in presets of the time when the language was frozen;
//! only renamed words of the language are renamed there. `tests/golden/baseline.txt` has a line for
//! each: the digest of the preset, then one per stage from partition to furnishing, over several
//! sizes and seeds. A rule that a preset does not use changes none of them.
//!
//! `BLESS=1 cargo test baseline` rewrites the file; that is intended only when a stage that all
//! presets use has changed.

use std::{collections::BTreeMap, fs, hash::Hasher, path::Path};

use roomgen::{
    Generator, Preset,
    stages::{self, Stage},
};
use siphasher::sip::SipHasher24;

use crate::golden;

/// The presets' own size, and two others: one too small for all rooms, one with many.
const SIZES: [Option<&str>; 3] = [None, Some("33x21"), Some("128x128")];
const SEEDS: u64 = 20;

/// All stages but `Stage::Level`, whose digest includes the revision.
fn making() -> impl Iterator<Item = Stage> {
    Stage::ALL.iter().copied().filter(|stage| *stage != Stage::Level)
}

fn presets() -> BTreeMap<String, Preset> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets/baseline");
    let files = fs::read_dir(folder).expect("the baseline").map(|file| file.expect("a file").path());
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        (name, Preset::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    files.map(read).collect()
}

fn line(name: &str, preset: &Preset) -> String {
    let mut hashers: BTreeMap<&str, SipHasher24> = making().map(|stage| (stage.name(), SipHasher24::new())).collect();
    for size in SIZES {
        let size = size.map_or(preset.size(), |size| size.parse().expect("a size"));
        let sized = preset.clone().with_size(size).expect("a preset for every size");
        let mut generator = Generator::new(&sized);
        for seed in 0..SEEDS {
            let (_, digests) = stages::digests(&mut generator, seed);
            for stage in making() {
                hashers.entry(stage.name()).or_default().write(&digests.get(stage).to_le_bytes());
            }
        }
    }
    let stages: String =
        making().map(|stage| format!(" {} {:016x}", stage.name(), hashers[stage.name()].finish())).collect();
    format!("{name} preset {:016x}{stages}\n", preset.digest())
}

#[test]
fn levels_and_digests_of_the_baseline_are_what_they_were() {
    let presets = presets();
    assert_eq!(presets.len(), 9);
    let lines: String = presets.iter().map(|(name, preset)| line(name, preset)).collect();
    golden::compare("baseline.txt", lines.as_bytes());
}
