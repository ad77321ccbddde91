//! Generates levels of many seeds on all cores and checks each of them.
//!
//! The seeds have the difficulties 0, 1/4, 1/2, 3/4 and 1 in turn. Each level must keep every
//! invariant; one in 64 is also generated again, and written and read in both file formats. The run
//! stops at the first failure, panics included, and prints the command that reproduces it. At the
//! end it prints minimum, mean and maximum of each metric, with seeds.
//!
//! Run: `cargo run --release -p roomgen-benches --bin soak -- [FIRST..END] [WIDTHxHEIGHT]...
//! [PRESET]...`
//! The default is `0..2000`, sizes from 8x8 to 200x200, and every built-in preset. Ten million
//! levels of 80x50 cells:
//! `cargo run --release -p roomgen-benches --bin soak -- 0..1120000 80x50`.
//!
//! The name `crypt+river` stands for the crypt with a river that parts each level, whose crossing
//! has a lock; the argument `rivers` for each preset without a parting of its own as such a one.
//! A size that a preset does not serve grows to the smallest that it does.

use std::{
    any::Any,
    env,
    error::Error,
    ops::Range,
    panic::{self, AssertUnwindSafe},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};
use roomgen::{
    Generator, Level, Preset, Request, Size, export,
    level::NoteCode,
    preset::{BUILT_IN, BasePreset},
    reproduce,
    survey::{Measurer, Metric, Survey},
    trace::Step,
};

const DEFAULT_SIZES: [&str; 7] = ["8x8", "8x200", "200x8", "13x40", "80x50", "120x80", "200x200"];

/// Seeds that a thread takes at a time: enough for little contention, few enough to end together.
const CHUNK: u64 = 32;

/// One seed in this many is also generated again, written and read, which costs several times more.
const ROUND_TRIP: u64 = 64;

/// Statistics of some levels of one preset.
#[derive(Default)]
struct Tally {
    survey: Survey,
    rooms: u64,
    props: u64,
    /// In the order of [`NoteCode::ALL`].
    notes: Vec<u64>,
    /// The most steps of work per cell, with the first seed that took them.
    work: Option<(f64, u64)>,
}

impl Tally {
    fn count(&mut self, level: &Level, steps: u64, measurer: &mut Measurer) {
        self.survey.add(level, measurer);
        self.rooms += level.rooms().len() as u64;
        self.props += level.props().len() as u64;
        self.most_work((steps as f64 / f64::from(level.size().cells()), level.origin().seed));
        self.notes.resize(NoteCode::ALL.len(), 0);
        for (count, code) in self.notes.iter_mut().zip(NoteCode::ALL) {
            *count += u64::from(level.notes().iter().any(|note| note.code == *code));
        }
    }

    fn most_work(&mut self, (steps, seed): (f64, u64)) {
        let is_more = |(most, first): (f64, u64)| steps.total_cmp(&most).then(first.cmp(&seed)).is_gt();
        if self.work.is_none_or(is_more) {
            self.work = Some((steps, seed));
        }
    }

    fn merge(&mut self, other: &Self) {
        if let Some(work) = other.work {
            self.most_work(work);
        }
        self.survey.merge(&other.survey);
        self.rooms += other.rooms;
        self.props += other.props;
        self.notes.resize(NoteCode::ALL.len(), 0);
        self.notes.iter_mut().zip(&other.notes).for_each(|(sum, count)| *sum += count);
    }

    fn print(&self, title: &str) {
        let notes: String = NoteCode::ALL
            .iter()
            .zip(&self.notes)
            .filter(|(_, count)| **count > 0)
            .map(|(code, count)| format!(", {count} with the note {code:?}"))
            .collect();
        println!(
            "{title}: {} levels keep every promise; {} rooms, {} props{notes}",
            self.survey.levels(),
            self.rooms,
            self.props
        );
        println!("  {:18}{:>9}  {:<9}{:>9}{:>9}  seed", "", "least", "seed", "mean", "most");
        for &metric in Metric::ALL {
            let spread = self.survey.statistics(metric);
            let (Some(least), Some(most)) = (spread.min(), spread.max()) else { continue };
            let shown = |value| metric.format(value);
            let mean = format!("{:.*}", metric.decimals(), spread.mean());
            println!(
                "  {:18}{:>9}  {:<9}{mean:>9}{:>9}  {}",
                metric.name(),
                shown(least.value),
                least.seed,
                shown(most.value),
                most.seed
            );
        }
        if let Some((steps, seed)) = self.work {
            println!("  {:18}{:>38}{steps:>9.2}  {seed}", "work for a cell", "");
        }
    }
}

/// What is wrong with a level, if anything.
fn breach(level: &Level, preset: &Preset, is_round_trip: bool) -> Option<String> {
    if let Some(breach) = level.check().first() {
        return Some(breach.to_string());
    }
    if !is_round_trip {
        return None;
    }
    if let Err(error) = reproduce(level, preset) {
        return Some(error.to_string());
    }
    let (ron, json) = (export::ron::write(level), export::json::write(level));
    let read = [export::ron::read(&ron), export::json::read(&json)];
    read.iter().any(|read| read.as_ref() != Ok(level)).then(|| "a file does not give it back".to_owned())
}

/// The difficulty of the level of a seed: of five seeds in a row, each has another one.
fn difficulty(seed: u64) -> f32 {
    (seed % 5) as f32 / 4.0
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    format!("panic: {}", text.unwrap_or("without a message"))
}

/// Generates and checks the levels of all seeds; stops at the first breach and returns its seed.
fn soak(preset: &Preset, seeds: &Range<u64>, bar: &ProgressBar) -> Result<Tally, (u64, String)> {
    let (next, is_over) = (AtomicU64::new(seeds.start), AtomicBool::new(false));
    let (whole, found) = (Mutex::new(Tally::default()), Mutex::new(None));
    let work = || {
        let (mut generator, mut measurer, mut tally) = (Generator::new(preset), Measurer::default(), Tally::default());
        while !is_over.load(Ordering::Relaxed) {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            let chunk = first..seeds.end.min(first.saturating_add(CHUNK));
            if chunk.is_empty() {
                break;
            }
            bar.inc(chunk.end - chunk.start);
            for seed in chunk {
                // After a panic nothing that the closure has changed is used again.
                let tried = panic::catch_unwind(AssertUnwindSafe(|| {
                    let mut steps = 0;
                    let request = Request::new(seed).with_difficulty(difficulty(seed)).expect("0 to 1");
                    let level = generator.generate_stepwise(request, &mut |step| {
                        if let Step::End { work, .. } = step {
                            steps += work;
                        }
                    });
                    let breach = breach(&level, preset, seed % ROUND_TRIP == 0);
                    if breach.is_none() {
                        tally.count(&level, steps, &mut measurer);
                    }
                    breach
                }));
                if let Some(breach) = tried.unwrap_or_else(|panic| Some(message(panic.as_ref()))) {
                    is_over.store(true, Ordering::Relaxed);
                    found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((seed, breach));
                    return;
                }
            }
        }
        whole.lock().unwrap_or_else(PoisonError::into_inner).merge(&tally);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(found) => Err(found),
        None => Ok(whole.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// What follows the name of a built-in preset that gets a river.
const RIVER: &str = "+river";

/// The fields of a preset with a river, without those of its mission.
const RIVER_FIELDS: &str = "terrain: {\"soak water\": (glyph: '~', color: \"#2f5f8f\", blocks: true)}, \
    floorplan: (partings: [(name: \"river\", terrain: \"soak water\", meander: 3)]), \
    props: {\"soak winch\": (glyph: 'W', color: \"#ffffff\", blocks: false)}";

/// The lock of the river's crossing.
const GATE: &str = "(name: \"soak winch\", lock: Crossing(\"river\"))";

/// The preset of a name: a built-in one, or such a one with a river.
fn preset_named(name: &str) -> Result<Preset, Box<dyn Error>> {
    let Some(base) = name.strip_suffix(RIVER) else { return Ok(Preset::built_in(name)?) };
    let own = BUILT_IN.iter().find(|(own, _)| *own == base).map(|(_, text)| *text);
    let own = own.ok_or_else(|| format!("there is no preset {base:?}"))?;
    // A parting of its own is the river: rules may ask for the rooms beside it.
    let parting = own.split_once("partings: [(name: ").and_then(|(_, rest)| rest.split_once(','));
    let own = parting.map_or_else(|| own.to_owned(), |(parting, _)| own.replace(parting, "\"river\""));
    // The lock of the crossing stands before those of the preset.
    let gated = own.replacen("locks: [", &format!("locks: [{GATE}, "), 1);
    let mission = if gated == own { format!(", mission: (locks: [{GATE}])") } else { String::new() };
    let text = format!("(name: {name:?}, base: \"{base}.ron\", {RIVER_FIELDS}{mission})");
    let base = |_: &str| Ok(BasePreset { name: format!("{base}.ron"), text: gated.clone() });
    Ok(Preset::parse_with(&text, base)?)
}

/// The size, or the smallest larger one that the preset serves. Corridors with wide margins need
/// larger levels than the smallest, and a parting needs a room on each side of it.
fn grown(preset: &Preset, size: Size) -> Result<Size, Box<dyn Error>> {
    let height = size.height().max(preset.min_side());
    let least = if height < preset.min_longer_side() { preset.min_longer_side() } else { preset.min_side() };
    Ok(Size::new(size.width().max(least).into(), height.into())?)
}

/// How a level is made again that breaks a promise.
fn reproduction(name: &str, seed: u64, size: Size) -> String {
    let difficulty = difficulty(seed);
    if name.ends_with(RIVER) {
        return format!("`preset_named({name:?})` in benches/soak.rs, at difficulty {difficulty}");
    }
    format!(
        "roomgen --preset {name} --seed {seed} --size {size} --difficulty {difficulty} --out breach.ron && roomgen \
         check breach.ron --regenerate"
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut sizes, mut names) = (0..2000_u64, Vec::<Size>::new(), Vec::new());
    for argument in env::args().skip(1) {
        if let Some((first, end)) = argument.split_once("..") {
            seeds = first.parse()?..end.parse()?;
        } else if argument.starts_with(|c: char| c.is_ascii_digit()) {
            sizes.push(argument.parse()?);
        } else if argument == "rivers" {
            let plain = BUILT_IN.iter().filter(|(_, text)| !text.contains("partings: ["));
            names.extend(plain.map(|(name, _)| format!("{name}{RIVER}")));
        } else {
            names.push(argument);
        }
    }
    if sizes.is_empty() {
        sizes = DEFAULT_SIZES.iter().map(|size| size.parse()).collect::<Result<_, _>>()?;
    }
    if names.is_empty() {
        names = BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect();
    }

    let style = ProgressStyle::with_template("{msg:24} [{bar:32}] {human_pos} of {human_len}, {per_sec}, {eta} left")?;
    let (mut levels, mut rooms, mut props) = (0, 0, 0);
    for size in sizes {
        for name in &names {
            let preset = preset_named(name)?;
            let size = grown(&preset, size)?;
            let preset = preset.with_size(size)?;
            let title = format!("{name} {size}");
            let whole = seeds.end.saturating_sub(seeds.start);
            let bar = ProgressBar::new(whole).with_style(style.clone()).with_message(title.clone());
            let soaked = soak(&preset, &seeds, &bar);
            bar.finish_and_clear();
            let tally = soaked.map_err(|(seed, breach)| {
                format!("{title}, seed {seed}: {breach}\nMade again by: {}", reproduction(name, seed, size))
            })?;
            tally.print(&title);
            levels += tally.survey.levels();
            rooms += tally.rooms;
            props += tally.props;
        }
    }
    println!("{levels} levels with {rooms} rooms and {props} props keep every promise.");
    Ok(())
}
