//! Generates levels of a preset and nothing else, so that callgrind can count instructions.
//!
//! Run: `cargo run --release -p roomgen-benches --bin levels -- PRESET LEVELS SIZE DIFFICULTY`.
//! PRESET is built in, or a file. `benches/budgets.sh` counts what budgets take of it. Prints the
//! mean number of props.

use std::{env, error::Error};

use roomgen::{Generator, Preset, Request};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [preset, levels, size, difficulty] = &words[..] else {
        return Err("usage: levels PRESET LEVELS SIZE DIFFICULTY".into());
    };
    let is_file = preset.ends_with(".ron");
    let preset = if is_file { Preset::load(preset)? } else { Preset::built_in(preset)? };
    let mut generator = Generator::new(preset.with_size(size.parse()?)?);
    let (levels, difficulty) = (levels.parse()?, difficulty.parse()?);
    let mut props = 0;
    for seed in 0..levels {
        props += generator.generate(Request::new(seed).with_difficulty(difficulty)?).props().len();
    }
    println!("{:.1}", props as f64 / levels as f64);
    Ok(())
}
