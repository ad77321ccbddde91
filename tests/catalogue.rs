//! The catalogue of digests: the seed contract, written down.
//!
//! A line for each built-in preset, size and seed, with the digest of the level. It fails on any change of any of them. Such
//! a change is a break: bump `REVISION`, note it in the changelog, and bless the catalogue with
//! `BLESS=1 cargo test catalogue`.

use std::fmt::Write;

use roomgen::{Generator, Preset, REVISION, geom::Size, preset::BUILT_IN};

use crate::golden;

const SIZES: [(i64, i64); 6] = [(8, 8), (9, 60), (33, 21), (80, 50), (128, 128), (400, 250)];
const SEEDS: u64 = 20;

#[test]
fn no_seed_has_changed_its_level() {
    let mut catalogue = format!("revision {REVISION}\n");
    for (name, _) in BUILT_IN {
        for (width, height) in SIZES {
            let size = Size::new(width, height).expect("a possible size");
            let preset =
                Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset for every size");
            let mut generator = Generator::new(&preset);
            for seed in 0..SEEDS {
                // Ten small numbers as people type them, and ten that use all 64 bits.
                let seed = if seed < 10 { seed } else { u64::MAX / (seed - 9) };
                writeln!(catalogue, "{name} {size} {seed} {:016x}", generator.generate(seed).digest())
                    .expect("a string grows");
            }
        }
    }
    golden::compare("catalogue.txt", catalogue.as_bytes());
}
