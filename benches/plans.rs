//! Plans levels of a preset and nothing else, so that callgrind can count instructions.
//!
//! Run: `cargo run --release -p roomgen-benches --bin plans -- PRESET LEVELS SIZE DIFFICULTY`.
//! PRESET is built in, or a file. `benches/missions.sh` counts what missions take of it, and
//! `benches/dig.sh` what dug rooms take. Prints the mean number of rooms.

use std::{env, error::Error};

use roomgen::{Generator, Preset, Request};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [preset, levels, size, difficulty] = &words[..] else {
        return Err("usage: plans PRESET LEVELS SIZE DIFFICULTY".into());
    };
    let is_file = preset.ends_with(".ron");
    let preset = if is_file { Preset::load(preset)? } else { Preset::built_in(preset)? };
    let mut generator = Generator::new(preset.with_size(size.parse()?)?);
    let (levels, difficulty) = (levels.parse()?, difficulty.parse()?);
    let mut rooms = 0;
    for seed in 0..levels {
        rooms += generator.floor_plan(Request::new(seed).with_difficulty(difficulty)?).rooms.len();
    }
    println!("{:.1}", rooms as f64 / levels as f64);
    Ok(())
}
