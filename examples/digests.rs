//! Prints the catalogue of digests, `tests/golden/catalogue.txt`, as this build makes it: what a port has to print too.
//!
//! Run: `cargo run --release --example digests -- [WORD]...`
//! With words, such as `crypt adjacent 8x8`, only the lines that have each of them; `tests/portability/run.sh` runs it on other targets.

use std::{
    env,
    io::{self, Write},
};

#[path = "../tests/catalogue/digests.rs"]
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
