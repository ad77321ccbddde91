//! What encounters and loot of a preset are worth to a player: a table of figures, with targets.
//!
//! Run: `cargo run --release -p roomgen-benches --bin encounters -- [FIRST..END] [WIDTHxHEIGHT]
//! [PRESET or FILE.ron]...`
//! The default is `0..1000`, each preset's own size, and every built-in preset but `cellar`, which
//! has few groups. Each seed is generated at the difficulties 0, 1/2 and 1, on all cores.
//!
//! A figure that misses its target has a `!`; some targets are those of built-in presets alone. A
//! `-` says that no level has what it measures. Below the figures stand the groups and the things
//! that levels have, as means.

mod figures;
#[path = "../seeds.rs"]
mod seeds;
mod sums;
mod tally;

use std::error::Error;

use roomgen::{Generator, Request};
use seeds::Arguments;
use tally::Tally;

const DIFFICULTIES: [f32; 3] = [0.0, 0.5, 1.0];

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { seeds, presets } = Arguments::read()?;
    for (name, preset) in &presets {
        let mut tallies = Vec::new();
        for difficulty in DIFFICULTIES {
            let request = Request::new(0).with_difficulty(difficulty)?;
            let begin = || {
                let (mut generator, request) = (Generator::new(preset), request.clone());
                let mut level = move |seed| generator.generate(request.clone().with_seed(seed));
                let count = move |tally: &mut Tally, seed| tally.count(&level(seed));
                (Tally::default(), count)
            };
            tallies.push(seeds::count(&seeds, begin, Tally::merge));
        }
        println!("{name} {}, seeds {}..{}", preset.size(), seeds.start, seeds.end);
        println!("{}", figures::table(preset.name(), &DIFFICULTIES, &tallies));
    }
    Ok(())
}
