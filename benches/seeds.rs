//! Many seeds of presets on all cores: what the programs that print tables of figures share.

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

use roomgen::{Preset, Size, preset::BUILT_IN};

/// Seeds that a thread takes at a time.
const CHUNK: u64 = 16;

/// The seeds and presets of the command line.
///
/// `[FIRST..END] [WIDTHxHEIGHT] [PRESET or FILE.ron]...`
pub(crate) struct Arguments {
    pub(crate) seeds: Range<u64>,
    pub(crate) presets: Vec<(String, Preset)>,
}

impl Arguments {
    /// Those of this program. The default is `0..1000`, each preset's own size, and every built-in
    /// preset but `cellar`, which has none of what is counted.
    pub(crate) fn read() -> Result<Self, Box<dyn Error>> {
        let (mut seeds, mut size, mut names) = (0..1000, None::<Size>, Vec::new());
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
            let others = BUILT_IN.iter().filter(|(name, _)| *name != "cellar");
            names = others.map(|(name, _)| (*name).to_owned()).collect();
        }
        Ok(Self { seeds, presets: load(names, size)? })
    }
}

/// The presets of these names, built-in ones or files, each at its own size or at this one.
pub(crate) fn load(names: Vec<String>, size: Option<Size>) -> Result<Vec<(String, Preset)>, Box<dyn Error>> {
    let load = |name: String| -> Result<_, Box<dyn Error>> {
        let is_file = Path::new(&name).extension().is_some_and(|ending| ending == "ron");
        let preset = if is_file { Preset::load(&name)? } else { Preset::built_in(&name)? };
        let preset = match size {
            Some(size) => preset.with_size(size)?,
            None => preset,
        };
        Ok((name, preset))
    };
    names.into_iter().map(load).collect()
}

/// The number of threads that this machine runs at a time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Counts all seeds on all cores, as [`count_on`] does.
pub(crate) fn count<T: Send, C: FnMut(&mut T, u64)>(
    seeds: &Range<u64>,
    begin: impl Fn() -> (T, C) + Sync,
    merge: impl Fn(&mut T, T) + Sync,
) -> T {
    count_on(cores(), seeds, begin, merge)
}

/// Counts all seeds on so many threads. Each has a counter of its own that `begin` makes; `merge`
/// adds it to the whole in the end.
pub(crate) fn count_on<T: Send, C: FnMut(&mut T, u64)>(
    threads: usize,
    seeds: &Range<u64>,
    begin: impl Fn() -> (T, C) + Sync,
    merge: impl Fn(&mut T, T) + Sync,
) -> T {
    let (next, whole) = (AtomicU64::new(seeds.start), Mutex::new(begin().0));
    let work = || {
        let (mut part, mut count) = begin();
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            let chunk = first..seeds.end.min(first.saturating_add(CHUNK));
            if chunk.is_empty() {
                break;
            }
            chunk.for_each(|seed| count(&mut part, seed));
        }
        merge(&mut whole.lock().unwrap_or_else(PoisonError::into_inner), part);
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    whole.into_inner().unwrap_or_else(PoisonError::into_inner)
}
