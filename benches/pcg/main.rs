//! The PCG Benchmark's figures of quality, diversity and control, for presets made for its
//! problems.
//!
//! Run: `cargo run --release -p roomgen-benches --bin pcg -- [COUNT] [SEEDS]
//! [PROBLEM]...`
//! The default is 100 contents of each problem, chosen among the levels of the seeds 0 to 99999.
//!
//! The benchmark is Khalifa, Gallotta, Barthet, Liapis, Togelius and Yannakakis, *The Procedural
//! Content Generation Benchmark* (2025), <https://github.com/amidos2006/pcg_benchmark>. The rules
//! are written after its paper and its manual. `README.md` beside this file lists where they differ
//! from its program.

mod binary;
mod dice;
mod isaac;
mod mdungeons;
mod problem;
mod search;
#[allow(dead_code)] // Of the shared file, this program needs `count` alone.
#[path = "../seeds.rs"]
mod seeds;
mod sequence;
mod solver;
mod tile_map;
mod zelda;

use std::{env, error::Error, time::Instant};

use binary::Binary;
use dice::SplitMix;
use isaac::Isaac;
use mdungeons::MiniDungeons;
use problem::{Problem, Scores};
use roomgen::Preset;
use zelda::Zelda;

/// The seed of random contents and of control parameters.
const DICE_SEED: u64 = 42;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut numbers, mut names) = (Vec::<u32>::new(), Vec::new());
    for argument in env::args().skip(1) {
        match argument.parse() {
            Ok(number) => numbers.push(number),
            Err(_) => names.push(argument),
        }
    }
    let count = numbers.first().copied().unwrap_or(100);
    let seeds = numbers.get(1).copied().unwrap_or(100_000);
    let problems: [(&str, Rows); 4] = [
        (Binary::NAME, rows::<Binary>),
        (Zelda::NAME, rows::<Zelda>),
        (Isaac::NAME, rows::<Isaac>),
        (MiniDungeons::NAME, rows::<MiniDungeons>),
    ];
    println!("| problem | contents | quality | diversity | control | levels a second |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    for (_, rows) in problems.iter().filter(|(name, _)| is_asked(name)) {
        rows(count, seeds)?;
    }
    Ok(())
}

/// Prints the rows of a problem for so many contents and seeds.
type Rows = fn(u32, u32) -> Result<(), Box<dyn Error>>;

/// Prints the rows of a problem: random contents, plain seeds, and the search.
fn rows<P: Problem>(count: u32, seeds: u32) -> Result<(), Box<dyn Error>> {
    let preset = Preset::parse(P::PRESET)?;
    let mut dice = SplitMix::new(DICE_SEED);
    let controls: Vec<P::Control> = (0..count).map(|_| P::draw(&mut dice)).collect();
    let row = |contents: &str, facts: &[&P::Facts], speed: &str| {
        let Scores { quality, diversity, control } = Scores::of::<P>(facts, &controls);
        println!("| {} | {contents} | {quality:.2} | {diversity:.2} | {control:.2} | {speed} |", P::NAME);
    };

    let random: Vec<P::Facts> = (0..count).map(|_| P::measure(P::random(&mut dice))).collect();
    row("random", &random.iter().collect::<Vec<_>>(), "");

    let plain = search::levels::<P>(&preset, &(0..count.into()), false);
    row(&format!("seeds 0..{count}"), &plain.iter().collect::<Vec<_>>(), "");

    let start = Instant::now();
    let good = search::levels::<P>(&preset, &(0..seeds.into()), true);
    let speed = f64::from(seeds) / start.elapsed().as_secs_f64();
    let start = Instant::now();
    let chosen = search::choose::<P>(&good, &controls);
    let seconds = start.elapsed().as_secs_f64();
    let contents = format!("chosen of {} good ones in 0..{seeds}", good.len());
    row(&contents, &chosen, &format!("{speed:.0}, choice {seconds:.1} s"));
    Ok(())
}
