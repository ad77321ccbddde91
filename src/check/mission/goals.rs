//! Where a player must be able to go from every state: the exit, all other stairs, and the entry
//! where one goes back by it.

use crate::{geom::Cell, level::Level};

/// The cells of the goals: that of the exit first, that of the entry last if it is one.
pub(super) fn cells(level: &Level) -> Vec<Cell> {
    let stairs = level.stairs.iter().map(|stairs| stairs.cell);
    let back = level.must_return().then_some(level.entry);
    [level.exit].into_iter().chain(stairs).chain(back).collect()
}

/// A goal, in messages.
pub(super) fn name(level: &Level, goal: usize) -> String {
    match goal.checked_sub(1).map(|number| level.stairs.get(number)) {
        None => format!("the exit at {}", level.exit),
        Some(Some(stairs)) => format!("the way down to {:?} at {}", &*stairs.to, stairs.cell),
        Some(None) => format!("the entry at {}", level.entry),
    }
}
