//! Prints the catalogue of digests, `tests/golden/catalogue.txt`, as computed by this build.
//!
//! Run: `cargo run --release -p roomgen-digests -- [WORD]...`
//! With words, such as `crypt adjacent 8x8`, it prints only lines that contain each of them.
//! `tests/portability/run.sh` runs it on other targets and compares.

use std::{
    env,
    io::{self, Write},
};

#[path = "../catalogue/digests.rs"]
mod digests;

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    out.write_all(digests::heading().as_bytes())?;
    for entry in digests::entries() {
        let name = entry.name();
        if words.iter().all(|word| name.split(' ').any(|part| part == word)) {
            out.write_all(entry.line(true).as_bytes())?;
        }
    }
    Ok(())
}
