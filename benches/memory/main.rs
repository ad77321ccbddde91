//! What players of a preset meet again: a table of figures, with targets.
//!
//! Run: `cargo run --release -p roomgen-benches --bin memory -- [FIRST..END] [WIDTHxHEIGHT]
//! [PRESET or FILE.ron]...`
//! The default is `0..1000`, each preset's own size, and every built-in preset but `cellar`. Each
//! seed is a run of six floors, generated at the difficulties 0 and 1, on all cores. Each floor
//! starts below the exit of the one above.
//!
//! A figure that misses its target has a `!`. A `-` says that no level has what it measures.

mod figures;
#[path = "../seeds.rs"]
mod seeds;
mod tally;

use std::error::Error;

use roomgen::{Generator, Level, Preset, Request};
use seeds::Arguments;
use tally::Tally;

const DIFFICULTIES: [f32; 2] = [0.0, 1.0];

/// The floors of a run.
const FLOORS: u32 = 6;

/// The floors of a run.
fn run(generator: &mut Generator<&Preset>, mut request: Request) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    for floor in 0..FLOORS {
        request = request.on_floor(floor);
        if let Some(above) = levels.last() {
            request = request.starting_at(above.exit());
        }
        levels.push(generator.generate(request.clone()));
    }
    levels
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { seeds, presets } = Arguments::read()?;
    for (name, preset) in &presets {
        let mut tallies = Vec::new();
        for difficulty in DIFFICULTIES {
            let request = Request::new(0).with_difficulty(difficulty)?;
            let begin = || {
                let (mut generator, request) = (Generator::new(preset), request.clone());
                let mut floors = move |seed| run(&mut generator, request.clone().with_seed(seed));
                let count = move |tally: &mut Tally, seed| tally.count(&floors(seed));
                (Tally::new(preset), count)
            };
            tallies.push(seeds::count(&seeds, begin, |whole, part| whole.merge(&part)));
        }
        println!("{name} {}, seeds {}..{}, {FLOORS} floors each", preset.size(), seeds.start, seeds.end);
        println!("{}", figures::table(&DIFFICULTIES, &tallies));
    }
    Ok(())
}
