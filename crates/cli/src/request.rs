//! What every command that makes levels is asked: which preset at which size, which seed.

use rand::{TryRng, rngs::SysRng};
use roomgen::{Level, Preset, geom::Size};

use super::{failure::Failure, print};

/// The preset at the size asked for.
pub(super) fn sized(preset: Preset, size: Option<Size>) -> Result<Preset, Failure> {
    match size {
        None => Ok(preset),
        Some(size) => preset.with_size(size).map_err(|error| Failure::usage(format!("--size {size}: {error}."))),
    }
}

/// The seed asked for, or one that nobody chose, told so that the level can be made again. That has 32 bits, so that it can be
/// typed again.
pub(super) fn seed(given: Option<u64>) -> Result<u64, Failure> {
    if let Some(seed) = given {
        return Ok(seed);
    }
    let seed = SysRng.try_next_u32().map_err(|error| {
        Failure::failed(format!("The system has no random number for a seed: {error}. Choose one with --seed."))
    })?;
    print::fact(&format!("seed {seed}"));
    Ok(seed.into())
}

/// Warns of what the preset asked for and the level has not; with `strict` that is a failure. `whose` begins the sentences.
pub(super) fn tell_shortfalls(level: &Level, whose: &str, strict: bool) -> Result<(), Failure> {
    if level.notes().is_empty() {
        return Ok(());
    }
    if strict {
        let notes: Vec<_> = level.notes().iter().map(|note| format!("{whose}{note}")).collect();
        return Err(Failure::failed(format!(
            "--strict: the level falls short of its preset, and nothing was written. {}.",
            notes.join(". ")
        )));
    }
    level.notes().iter().for_each(|note| print::warning(&format!("{whose}{note}.")));
    Ok(())
}
