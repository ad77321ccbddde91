//! Generates and checks levels of every built-in preset over a range of seeds, on all cores, and stops at the first level that
//! breaks an invariant, with the command that makes it again.
//!
//! Run: `cargo run --release --example soak -- [FIRST..LAST] [WIDTHxHEIGHT]...`
//! The default is `0..100000` at sizes from 8x8 to 200x200, each seed at one of them in turn.

use std::{
    env,
    error::Error,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use roomgen::{Generator, Level, Preset, Size, level::NoteCode, preset::BUILT_IN};

const DEFAULT_SIZES: [&str; 7] = ["8x8", "8x200", "200x8", "13x40", "80x50", "120x80", "200x200"];

/// What was seen in all levels of one preset.
#[derive(Default)]
struct Tally {
    levels: AtomicU64,
    rooms: AtomicU64,
    props: AtomicU64,
    short_paths: AtomicU64,
    few_bonus_rooms: AtomicU64,
    /// The longest way from entry to exit, in steps.
    longest: AtomicU64,
}

impl Tally {
    fn count(&self, level: &Level) {
        let add = |counter: &AtomicU64, number: usize| counter.fetch_add(number as u64, Ordering::Relaxed);
        let notes = |code| level.notes().iter().filter(|note| note.code == code).count();
        add(&self.levels, 1);
        add(&self.rooms, level.rooms().len());
        add(&self.props, level.props().len());
        add(&self.short_paths, notes(NoteCode::PathShort));
        add(&self.few_bonus_rooms, notes(NoteCode::BonusShort));
        let steps = level.distances(level.entry()).get(level.exit()).unwrap_or_default();
        self.longest.fetch_max(steps.into(), Ordering::Relaxed);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (range, sizes) = match arguments.split_first() {
        Some((range, sizes)) => (range.as_str(), sizes.iter().map(String::as_str).collect()),
        None => ("0..100000", Vec::new()),
    };
    let (first, last) = range.split_once("..").ok_or("give the seeds as FIRST..LAST")?;
    let seeds: std::ops::Range<u64> = first.parse()?..last.parse()?;
    let sizes = if sizes.is_empty() { DEFAULT_SIZES.to_vec() } else { sizes };
    let sizes = sizes.into_iter().map(str::parse).collect::<Result<Vec<Size>, _>>()?;

    let breached = AtomicBool::new(false);
    for (name, _) in BUILT_IN {
        let presets = sizes.iter().map(|&size| Preset::built_in(name)?.with_size(size)).collect::<Result<Vec<_>, _>>()?;
        let (tally, next) = (Tally::default(), AtomicU64::new(seeds.start));
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    let mut generators: Vec<_> = presets.iter().map(Generator::new).collect();
                    while !breached.load(Ordering::Relaxed) {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= seeds.end {
                            break;
                        }
                        let generator = &mut generators[(seed % sizes.len() as u64) as usize];
                        let level = generator.generate(seed);
                        if let Some(breach) = level.check().first() {
                            breached.store(true, Ordering::Relaxed);
                            println!("{breach}");
                            println!(
                                "roomgen --preset {name} --seed {seed} --size {}x{} --out breach.ron; roomgen check breach.ron",
                                level.width(),
                                level.height()
                            );
                            break;
                        }
                        tally.count(&level);
                    }
                });
            }
        });
        if breached.load(Ordering::Relaxed) {
            return Err(format!("{name}: a level breaks an invariant").into());
        }
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        println!(
            "{name}: {} levels keep every invariant; {} rooms, {} props; {} with a short path, {} with too few bonus rooms; \
             the longest way to an exit has {} steps",
            read(&tally.levels),
            read(&tally.rooms),
            read(&tally.props),
            read(&tally.short_paths),
            read(&tally.few_bonus_rooms),
            read(&tally.longest)
        );
    }
    Ok(())
}
