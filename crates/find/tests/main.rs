//! The language and the finder through their public interface, as one binary.

mod errors;
mod finder;
mod host;
mod oracle;
mod runs;
mod semantics;
#[path = "../../../tests/sources.rs"]
mod sources;
mod stages;
mod targets;
mod threads;
mod totality;
