//! Levels with keys a second, beside MiniGrid's `KeyCorridorS6R3`.
//!
//! Run: `benches/minigrid/run.sh`, which installs MiniGrid. Without it, `cargo run --release -p
//! roomgen-benches --bin minigrid` measures roomgen alone. `--bin minigrid -- PYTHON RESETS` has
//! the program PYTHON run the script RESETS, `benches/minigrid/resets.py`, as the peer.
//!
//! Roomgen and the peer take turns on one thread each, and the other waits. All works are cut into
//! slices of a few milliseconds, which have the same seeds in each round. The fastest round of each
//! slice counts, so that other programs on the machine disturb little. Rows are tab-separated.

use std::{
    env,
    error::Error,
    hint::black_box,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Instant,
};

use roomgen::{Generator, Level, Preset};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const PRESET: &str = include_str!("keys.ron");
/// The locks that a level of the preset is to have.
const LOCKS: usize = 3;
/// The least fraction of levels that have them.
const LEAST_FRACTION: f64 = 0.95;
/// The bar: the least ratio to each work of the peer.
const BAR: f64 = 10.0;

const ROUNDS: u32 = 30;
const SLICES: u32 = 25;
/// Levels of a slice.
const LEVELS: u32 = 160;
/// Resets of the peer in a slice, which take about as long as the levels.
const RESETS: u32 = 5;

/// What the peer does, with the words of `resets.py`.
const PEER_WORKS: [(&str, &str); 2] = [("grid", "unwrapped._gen_grid"), ("reset", "reset")];

fn main() -> Outcome {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut peer = match &arguments[..] {
        [] => None,
        [python, script] => Some(MiniGrid::start(python, script)?),
        _ => return Err("usage: minigrid [PYTHON RESETS]".into()),
    };
    let preset = Preset::parse(PRESET)?;
    let mut generator = Generator::new(&preset);
    let mut complete = 0;
    let (mut generate, mut check) = (Seconds::new(), Seconds::new());
    let mut resets = PEER_WORKS.map(|_| Seconds::new());
    for round in 0..ROUNDS {
        for slice in 0..SLICES {
            let seeds = u64::from(slice * LEVELS)..u64::from((slice + 1) * LEVELS);
            let start = Instant::now();
            seeds.clone().for_each(|seed| drop(black_box(generator.generate(seed))));
            generate.record(slice, start.elapsed().as_secs_f64());

            let levels: Vec<Level> = seeds.map(|seed| generator.generate(seed)).collect();
            if round == 0 {
                complete += levels.iter().filter(|level| locks(level) == LOCKS).count();
            }
            let start = Instant::now();
            if levels.iter().any(|level| !black_box(level.check()).is_empty()) {
                return Err("a level breaks an invariant".into());
            }
            check.record(slice, start.elapsed().as_secs_f64());

            if let Some(peer) = &mut peer {
                for (seconds, (word, _)) in resets.iter_mut().zip(PEER_WORKS) {
                    seconds.record(slice, peer.resets(word, slice)?);
                }
            }
        }
    }
    let levels = f64::from(SLICES * LEVELS);
    let rates =
        Rates { fraction: complete as f64 / levels, all: levels / generate.total(), checks: levels / check.total() };
    rates.print();
    match peer {
        Some(peer) => rates.compare(&peer.versions, resets.map(|seconds| f64::from(SLICES * RESETS) / seconds.total())),
        None => println!("skipped: no MiniGrid to compare with"),
    }
    Ok(())
}

/// The time of a work, in seconds: for each slice the fastest round.
struct Seconds(Vec<f64>);

impl Seconds {
    fn new() -> Self {
        Self(vec![f64::MAX; SLICES as usize])
    }

    fn record(&mut self, slice: u32, seconds: f64) {
        let best = &mut self.0[slice as usize];
        *best = best.min(seconds);
    }

    fn total(&self) -> f64 {
        self.0.iter().sum()
    }
}

/// The number of locked passages of a level.
fn locks(level: &Level) -> usize {
    level.passages().iter().filter(|passage| level.lock(passage).is_some()).count()
}

/// What roomgen reached.
struct Rates {
    /// The fraction of levels with exactly [`LOCKS`] locks.
    fraction: f64,
    /// Levels a second, whatever locks they have.
    all: f64,
    /// Checks a second.
    checks: f64,
}

impl Rates {
    /// Levels a second with exactly [`LOCKS`] locks. The others cost their time and do not count.
    fn complete(&self) -> f64 {
        self.all * self.fraction
    }

    fn print(&self) {
        let enough = verdict(self.fraction >= LEAST_FRACTION);
        let (fraction, least) = (self.fraction * 100.0, LEAST_FRACTION * 100.0);
        println!("levels with {LOCKS} locks\t{fraction:.1} % of {} seeds\tbar {least} %\t{enough}", SLICES * LEVELS);
        println!("work\tone\ta second");
        print_rate("roomgen, any level", self.all);
        print_rate(&format!("roomgen, levels with {LOCKS} locks"), self.complete());
        print_rate("roomgen, Level::check()", self.checks);
    }

    fn compare(&self, versions: &str, resets: [f64; PEER_WORKS.len()]) {
        for (rate, (_, name)) in resets.into_iter().zip(PEER_WORKS) {
            print_rate(&format!("MiniGrid, {name}"), rate);
        }
        println!("\nroomgen beside {versions}\tratio\tbar");
        let generated_and_checked = self.fraction / (self.all.recip() + self.checks.recip());
        for (rate, (_, name)) in resets.into_iter().zip(PEER_WORKS) {
            let ratio = self.complete() / rate;
            println!("levels with {LOCKS} locks, to {name}\t{ratio:.1}\t{BAR}\t{}", verdict(ratio >= BAR));
            println!("the same, each also checked\t{:.1}", generated_and_checked / rate);
        }
    }
}

fn print_rate(work: &str, rate: f64) {
    println!("{work}\t{:.1} us\t{rate:.0}", 1e6 / rate);
}

fn verdict(reached: bool) -> &'static str {
    if reached { "ok" } else { "**short**" }
}

/// A Python process with the peer's environment. It ends when it is dropped.
struct MiniGrid {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The versions of MiniGrid, Gymnasium and Python.
    versions: String,
}

impl MiniGrid {
    fn start(python: &str, script: &str) -> Outcome<Self> {
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python}: {error}"))?;
        let (requests, answers) = (process.stdin.take(), process.stdout.take());
        let (requests, answers) = requests.zip(answers).ok_or("the peer has no pipes")?;
        let mut peer = Self { process, requests, answers: BufReader::new(answers), versions: String::new() };
        peer.versions = peer.answer()?;
        Ok(peer)
    }

    /// The seconds that a slice of this work took, by the peer's clock.
    fn resets(&mut self, work: &str, seed: u32) -> Outcome<f64> {
        writeln!(self.requests, "{work} {seed} {RESETS}")?;
        Ok(self.answer()?.parse()?)
    }

    fn answer(&mut self) -> Outcome<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err("the peer has ended; its message is above".into());
        }
        Ok(line.trim().to_owned())
    }
}

impl Drop for MiniGrid {
    fn drop(&mut self) {
        // It has nothing to finish, and may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
