//! Metrics of locks and keys that need no walkthrough.

use crate::level::Level;

/// The number of passages with a lock. Cost: linear in passages.
pub(super) fn locked_passages(level: &Level) -> f64 {
    level.passages.iter().filter(|passage| passage.lock.is_some()).count() as f64
}

/// The number of passages from a key to the nearest lock that it opens, mean over the keys.
///
/// Keys without a way to a lock, which no sound level has, do not count; 0 without others. Cost:
/// linear in rooms and passages, for each key.
pub(super) fn passages_to_lock(level: &Level) -> f64 {
    let mission = level.mission();
    let keys = (0..).zip(&level.keys).filter_map(|(key, _)| mission.passages_to_lock(key));
    let (count, sum) = keys.fold((0_u32, 0), |(count, sum), passages| (count + 1, sum + u64::from(passages)));
    if count == 0 { 0.0 } else { sum as f64 / f64::from(count) }
}
