//! What encounters and loot of a preset are worth to a player: a table of figures, with targets.
//!
//! Run: `cargo run --release -p roomgen-benches --bin encounters -- [FIRST..END] [WIDTHxHEIGHT]
//! [PRESET or FILE.ron]...`
//! The default is `0..1000`, each preset's own size, and every built-in preset but `cellar`, which
//! has no encounters. Each seed is generated at the difficulties 0, 1/2 and 1, on all cores.
//!
//! A figure that misses its target has a `!`. A `-` says that no level has what it measures. Below
//! the figures stand the groups and the things that levels have, as means.

mod figures;
mod tally;

use std::{
    env,
    error::Error,
    ops::Range,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use roomgen::{Generator, Preset, Request, Size, preset::BUILT_IN};
use tally::Tally;

const DIFFICULTIES: [f32; 3] = [0.0, 0.5, 1.0];

/// Seeds that a thread takes at a time.
const CHUNK: u64 = 16;

/// Generates the levels of all seeds at a difficulty, and counts them.
fn tally(preset: &Preset, seeds: &Range<u64>, difficulty: f32) -> Result<Tally, Box<dyn Error>> {
    Request::new(0).with_difficulty(difficulty)?;
    let (next, whole) = (AtomicU64::new(seeds.start), Mutex::new(Tally::default()));
    let work = || {
        let (mut generator, mut tally) = (Generator::new(preset), Tally::default());
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            let chunk = first..seeds.end.min(first.saturating_add(CHUNK));
            if chunk.is_empty() {
                break;
            }
            for seed in chunk {
                let request = Request::new(seed).with_difficulty(difficulty).expect("it was accepted before");
                tally.count(&generator.generate(request));
            }
        }
        whole.lock().unwrap_or_else(PoisonError::into_inner).merge(tally);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    Ok(whole.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut size, mut names) = (0..1000_u64, None::<Size>, Vec::new());
    for argument in env::args().skip(1) {
        if let Some((first, end)) = argument.split_once("..").filter(|(first, _)| first.parse::<u64>().is_ok()) {
            seeds = first.parse()?..end.parse()?;
        } else if argument.starts_with(|c: char| c.is_ascii_digit()) {
            size = Some(argument.parse()?);
        } else {
            names.push(argument);
        }
    }
    if names.is_empty() {
        let with_encounters = BUILT_IN.iter().filter(|(name, _)| *name != "cellar");
        names = with_encounters.map(|(name, _)| (*name).to_owned()).collect();
    }
    for name in &names {
        let is_file = Path::new(name).extension().is_some_and(|ending| ending == "ron");
        let preset = if is_file { Preset::load(name)? } else { Preset::built_in(name)? };
        let preset = match size {
            Some(size) => preset.with_size(size)?,
            None => preset,
        };
        let tallies = DIFFICULTIES.map(|difficulty| tally(&preset, &seeds, difficulty));
        let tallies = tallies.into_iter().collect::<Result<Vec<_>, _>>()?;
        println!("{name} {}, seeds {}..{}", preset.size(), seeds.start, seeds.end);
        println!("{}", figures::table(preset.name(), &DIFFICULTIES, &tallies));
    }
    Ok(())
}
