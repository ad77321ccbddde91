//! Measures runs: what their floors promise together, over many seeds, on all cores.
//!
//! Run: `cargo run --release -p roomgen-benches --bin runs -- [FIRST..END] [RUN]...`; by default
//! `0..1000` and all built-in runs; other runs are files that end in `.ron`. Each line is a
//! promise, its figure, and `!` where it is broken. The exit status is 1 if one is.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ops::Range,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use roomgen::{
    Level, reproduce,
    run::{BUILT_IN, Run, RunFloor},
};

/// What comes at an exact rate over the main way: the run, the kind of prop or the layout, and how
/// many there are on how many floors one after the other.
const EXACT: &[(&str, &str, usize, usize)] = &[
    ("descent", "draught of strength", 2, 4),
    ("descent", "pedlar's fire", 1, 3),
    ("delve", "draught of strength", 1, 2),
];

/// Of the floors of the main way, as many as should each have something new.
const NEW_UNTIL: usize = 9;

/// The most of a floor's layouts that earlier floors had, in the mean.
const MOST_REPEATED: f64 = 0.3;

/// Counts over runs: what was counted, of how many.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, (u64, u64)>,
    repeated: (f64, u64),
    /// The first breach of each promise, with its seed.
    breaches: BTreeMap<&'static str, (u64, String)>,
}

impl Tally {
    fn count(&mut self, promise: &'static str, seed: u64, is_kept: bool, what: impl FnOnce() -> String) {
        let (kept, all) = self.counts.entry(promise).or_default();
        *all += 1;
        *kept += u64::from(is_kept);
        if !is_kept {
            let breach = || (seed, what());
            let first = self.breaches.entry(promise).or_insert_with(breach);
            if seed < first.0 {
                first.0 = seed;
            }
        }
    }

    fn merge(&mut self, other: Self) {
        for (promise, (kept, all)) in other.counts {
            let counts = self.counts.entry(promise).or_default();
            *counts = (counts.0 + kept, counts.1 + all);
        }
        self.repeated = (self.repeated.0 + other.repeated.0, self.repeated.1 + other.repeated.1);
        for (promise, breach) in other.breaches {
            let first = self.breaches.entry(promise).or_insert_with(|| breach.clone());
            if breach.0 < first.0 {
                *first = breach;
            }
        }
    }
}

/// Whether the end room has a foe with the tag `boss`.
fn has_boss_at_end(level: &Level) -> bool {
    let Some(&end) = level.path().last() else { return false };
    level.props_in(end).any(|prop| prop.kind.labels.has("boss"))
}

/// The kinds to fight or to take: markers of foes, and loot.
fn events(level: &Level) -> BTreeSet<&str> {
    let foes = level.markers().filter(|prop| prop.kind.labels.has("enemy")).map(|prop| &*prop.kind.name);
    let loot = level.props().filter(|prop| prop.kind.value > 0).map(|prop| &*prop.kind.name);
    foes.chain(loot).collect()
}

fn layouts(level: &Level) -> BTreeSet<&str> {
    level.rooms().iter().filter_map(|room| level.layout(room).or(level.vault(room))).collect()
}

/// How many a level has of what comes at an exact rate.
fn exact_count(level: &Level, name: &str) -> usize {
    let rooms = level.rooms().iter().filter(|room| [level.layout(room), level.vault(room)].contains(&Some(name)));
    rooms.count() + level.props().filter(|prop| *prop.kind.name == *name).count()
}

/// Measures the run of one seed.
fn measure(run: &Run, seed: u64, tally: &mut Tally) {
    let mut generator = run.generator(seed);
    let floors: Vec<RunFloor> = generator.floors().to_vec();
    let levels: BTreeMap<u32, Level> =
        floors.iter().filter_map(|floor| Some((floor.number, generator.level(floor.number)?))).collect();
    for floor in &floors {
        let Some(level) = levels.get(&floor.number) else {
            tally.count("branches whose stair finds a room", seed, false, || format!("floor {}", floor.number));
            continue;
        };
        let breaches = level.check();
        tally.count("floors keep every promise", seed, breaches.is_empty(), || {
            format!("floor {}: {}", floor.number, breaches[0])
        });
        if let Some(above) = floor.above.and_then(|above| levels.get(&above)) {
            let to = floor.branch.as_ref().map(|branch| format!("{branch}/0"));
            let stair = above.stairs().iter().find(|stairs| Some(&*stairs.to) == to.as_deref());
            let is_below = level.entry() == stair.map_or(above.exit(), |stair| stair.cell);
            tally.count("stairs meet", seed, is_below, || format!("floor {}", floor.number));
            if stair.is_some() {
                tally.count("branches whose stair finds a room", seed, true, String::new);
            }
        }
        let has_boss = has_boss_at_end(level);
        let promise = if floor.is_last_of_act { "acts end with a boss" } else { "no other floor ends with one" };
        tally.count(promise, seed, has_boss == floor.is_last_of_act, || format!("floor {}", floor.number));
    }
    let main: Vec<&Level> =
        floors.iter().filter(|floor| floor.branch.is_none()).map(|floor| &levels[&floor.number]).collect();
    let (mut known, mut had) = (BTreeSet::new(), BTreeSet::new());
    for (number, level) in main.iter().enumerate() {
        let events = events(level);
        if number < NEW_UNTIL {
            let is_new = !events.is_subset(&known);
            tally.count("floors with something new to fight or take", seed, is_new, || format!("floor {number}"));
        }
        known.extend(events);
        let layouts = layouts(level);
        tally.repeated.0 += layouts.intersection(&had).count() as f64 / layouts.len().max(1) as f64;
        tally.repeated.1 += 1;
        had.extend(layouts);
    }
    for &(_, name, count, every) in EXACT.iter().filter(|(of, ..)| *of == run.name().as_str()) {
        let counts: Vec<usize> = main.iter().map(|level| exact_count(level, name)).collect();
        for (first, window) in counts.windows(every).enumerate() {
            tally.count("shared things and shops are exact", seed, window.iter().sum::<usize>() == count, || {
                format!("{name} from floor {first}: {window:?}")
            });
        }
    }
    if seed.is_multiple_of(16) {
        let last = floors.last().map_or(0, |floor| floor.number.min(9));
        let alone = run.level(seed, last);
        tally
            .count("a floor alone has the same bytes", seed, alone.as_ref() == levels.get(&last), || format!("{last}"));
        let again = levels.get(&last).map(|level| run.preset_and_request(level.origin()).map(|made| (level, made)));
        let is_again = again.is_some_and(|made| {
            made.is_ok_and(|(level, (preset, request))| reproduce(level, (&preset, request)).is_ok())
        });
        tally.count("a floor is made again by its origin", seed, is_again, || format!("{last}"));
    }
}

fn measure_all(run: &Run, seeds: &Range<u64>) -> Tally {
    let (next, whole) = (AtomicU64::new(seeds.start), Mutex::new(Tally::default()));
    let work = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if !seeds.contains(&seed) {
                break;
            }
            measure(run, seed, &mut tally);
        }
        whole.lock().unwrap_or_else(PoisonError::into_inner).merge(tally);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    whole.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn main() -> ExitCode {
    let (mut seeds, mut names) = (0..1000, Vec::new());
    for argument in env::args().skip(1) {
        match argument.split_once("..").map(|(first, end)| (first.parse(), end.parse())) {
            Some((Ok(first), Ok(end))) => seeds = first..end,
            _ => names.push(argument),
        }
    }
    if names.is_empty() {
        names.extend(BUILT_IN.iter().map(|(name, _)| (*name).to_owned()));
    }
    let mut is_kept = true;
    for name in names {
        let run = match name.ends_with(".ron") {
            true => Run::load(&name).map_err(|error| format!("{error:#}")),
            false => Run::built_in(&name).map_err(|error| error.to_string()),
        };
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let tally = measure_all(&run, &seeds);
        println!("{name}, {} runs:", seeds.end - seeds.start);
        for (promise, &(kept, all)) in &tally.counts {
            let breach = tally.breaches.get(promise).map(|(seed, what)| format!("  ! seed {seed}: {what}"));
            is_kept &= breach.is_none();
            println!("  {promise:45}{kept:>8} of {all:<8}{}", breach.unwrap_or_default());
        }
        let repeated = tally.repeated.0 / tally.repeated.1.max(1) as f64;
        let mark = if repeated > MOST_REPEATED { "  !" } else { "" };
        println!("  {:45}{repeated:>8.3}{mark}", "layouts that an earlier floor had");
    }
    if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
