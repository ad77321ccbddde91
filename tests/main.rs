//! All tests that use the crate from outside: one binary, to link once.

mod catalogue;
mod cli;
mod corpus;
mod export;
mod floorplans;
mod formations;
mod gallery;
mod gltf;
mod golden;
mod independence;
mod invariants;
mod kinds;
mod layers;
mod manual;
mod presets;
mod ramps;
mod random_presets;
mod shapes;
mod spatial;
mod stacking;
mod stages;
mod survey;
mod tiled_maps;
mod vaults;
mod walk;
