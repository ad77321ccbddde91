//! `roomgen batch`: the levels of many seeds, on all cores; a file for each, or one stream of JSON lines.
//!
//! What is made for a seed depends on that seed and the request alone, and comes in the order of seeds: so any number of
//! threads makes the same bytes, and the parts of a range joined are the whole. All state is in the folder: levels as files that
//! are there whole or not at all, and the manifest, a line for each of the first of them, written after its file. A run that
//! ends early, for whatever reason, is resumed by reading the manifest.

mod args;
mod check;
mod files;
mod header;
mod level;
mod manifest;
mod store;
mod stream;
mod task;

pub(super) use args::Batch;
pub(super) use check::{check, manifests};
pub(super) use header::theme_digest;
use task::Task;

use super::failure::Failure;

/// Makes the levels of all seeds asked for, and writes them as they come.
pub(super) fn run(arguments: &Batch) -> Result<(), Failure> {
    let task = Task::of(arguments)?;
    match &arguments.out_dir {
        Some(folder) => files::run(&task, folder, arguments.verify),
        None => stream::run(&task),
    }
}
