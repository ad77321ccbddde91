//! All integration tests in one binary, which is linked once.

mod baseline;
mod catalogue;
mod edges;
mod export;
mod floorplans;
mod formations;
mod golden;
mod independence;
mod invariants;
mod kinds;
mod layers;
mod levels;
mod presets;
mod ramps;
mod random_presets;
mod shapes;
mod sources;
mod spatial;
mod stacking;
mod stages;
mod survey;
mod threads;
mod tier;
mod vaults;
mod walk;
mod work;
