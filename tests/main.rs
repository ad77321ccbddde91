//! All integration tests of the library in one binary, which is linked once.

mod baseline;
mod catalogue;
mod diagonals;
mod door_axes;
mod edges;
mod editors;
mod export;
mod floorplans;
mod formations;
mod golden;
mod independence;
mod invariants;
mod kinds;
mod layers;
mod levels;
mod locks;
mod obstacles;
mod plans;
mod playthrough;
mod preset_builder;
mod preset_files;
mod presets;
mod proof;
mod ramps;
mod random_presets;
mod round_trips;
mod shapes;
mod sizes;
mod sources;
mod spatial;
mod stacking;
mod stages;
mod stairs;
mod structure;
mod survey;
mod threads;
mod tier;
mod vaults;
mod walk;
mod work;

/// The folder of golden files.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/golden");
