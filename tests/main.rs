//! All tests that use the crate from outside: one binary, to link once.

mod catalogue;
mod cli;
mod formations;
mod gallery;
mod golden;
mod invariants;
mod layers;
mod presets;
mod ramps;
mod stages;
