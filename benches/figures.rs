//! Makes something of the levels of a preset and nothing else, so that callgrind can count its
//! instructions.
//!
//! Run: `cargo run --profile dist -p roomgen-benches --bin figures -- WHAT PRESET LEVELS SIZE
//! DIFFICULTY`. WHAT is `plan`, `level`, `json` (a level and its line) or `png` (a level and its
//! picture). PRESET is built in, or a file. `benches/figures.sh` counts all of it. Prints the mean
//! number of rooms, of props, or of bytes.

use std::{env, error::Error};

use roomgen::{Generator, Preset, Request, export::json};
use roomgen_export::{
    picture::{PictureOptions, render},
    png,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [what, preset, levels, size, difficulty] = &words[..] else {
        return Err("usage: figures plan|level|json|png PRESET LEVELS SIZE DIFFICULTY".into());
    };
    let is_file = preset.ends_with(".ron");
    let preset = if is_file { Preset::load(preset)? } else { Preset::built_in(preset)? };
    let theme = preset.theme().clone();
    let mut generator = Generator::new(preset.with_size(size.parse()?)?);
    let (levels, difficulty) = (levels.parse()?, difficulty.parse()?);
    let mut sum = 0;
    for seed in 0..levels {
        let request = Request::new(seed).with_difficulty(difficulty)?;
        sum += match what.as_str() {
            "plan" => generator.floor_plan(request).rooms.len(),
            "level" => generator.generate(request).props().len(),
            "json" => json::write_line(&generator.generate(request)).len(),
            "png" => png::encode(&render(&generator.generate(request), &theme, PictureOptions::default())?)?.len(),
            _ => return Err(format!("there is nothing called {what:?} to make: plan, level, json, png").into()),
        };
    }
    println!("{:.1}", sum as f64 / levels as f64);
    Ok(())
}
