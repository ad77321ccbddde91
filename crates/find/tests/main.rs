//! The language through its public interface, as one binary.

mod errors;
mod host;
mod oracle;
mod semantics;
#[path = "../../../tests/sources.rs"]
mod sources;
mod targets;
mod threads;
mod totality;
