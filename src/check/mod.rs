//! Tests invariants 1 to 10 and 12 to 15 of a finished level, in the order of `CHECKS`.
//!
//! Invariant 11, that generating again gives the same level, is for `reproduce`. Nothing here is
//! shared with the generator: tiles are tested one by one, and a search of its own walks the level.

mod budgets;
mod cycles;
mod doors;
mod flood;
mod graph;
mod ground;
mod mission;
mod offers;
mod overlap;
mod parts;
mod props;
mod shapes;
mod terrain;
mod tiles;
mod walk;

#[cfg(test)]
mod tests;

use ground::RoomAndDoorCells;
use thiserror::Error;

use crate::level::Level;

/// An invariant that a level breaks, with the first object that breaks it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invariant {invariant}: {what}")]
pub struct InvariantBreach {
    /// The number of the invariant, 1 to 15.
    pub invariant: u8,
    /// What breaks the invariant, and how.
    pub what: String,
}

/// The names of the invariants in kebab case, from invariant 1 on: stable between versions, unlike
/// messages.
pub const INVARIANTS: [&str; 15] = [
    "solid-border",
    "rooms-apart",
    "cell-owners",
    "door-places",
    "wall-lines",
    "room-graph",
    "props-in-rooms",
    "props-overlap",
    "props-clear",
    "reachable",
    "reproducible",
    "missions",
    "budgets",
    "offers",
    "terrain",
];

impl InvariantBreach {
    /// The name of the invariant, as in [`INVARIANTS`]; `invariant` for a number that none has.
    ///
    /// ```
    /// let what = "the border is open".to_owned();
    /// let breach = roomgen::check::InvariantBreach { invariant: 1, what };
    /// assert_eq!(breach.name(), "solid-border");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        let place = usize::from(self.invariant).checked_sub(1);
        place.and_then(|place| INVARIANTS.get(place)).copied().unwrap_or("invariant")
    }
}

/// A test of one invariant; `Err` says what breaks it.
type InvariantCheck = fn(&Level, &RoomAndDoorCells) -> Result<(), String>;

/// The tests, each with the number of its invariant.
const CHECKS: [(u8, InvariantCheck); 14] = [
    (1, |level, _| tiles::the_border_is_solid(level)),
    (2, ground::rooms_stand_apart),
    (3, tiles::every_cell_has_its_owner),
    (4, |level, _| doors::doors_touch_what_they_join(level)),
    (5, |level, _| tiles::walls_line_the_floor(level)),
    (6, |level, _| graph::rooms_form_the_graph_they_claim(level)),
    (7, |level, _| props::props_stand_in_their_rooms(level)),
    (8, |level, _| overlap::no_two_props_overlap(level)),
    (9, |level, _| props::props_keep_clear(level)),
    (10, |level, _| walk::everything_can_be_reached(level)),
    (12, |level, _| mission::missions_hold(level)),
    (13, |level, _| budgets::budgets_are_kept(level)),
    (14, |level, _| offers::offers_are_whole(level)),
    (15, |level, _| terrain::terrain_lies_where_it_may(level)),
];

impl Level {
    /// Tests invariants 1 to 10 and 12 to 15: one [`InvariantBreach`] for each that is broken, with
    /// the first object that breaks it.
    ///
    /// Empty for a sound level. Every invariant is tested, so that one fault may break several.
    ///
    /// Invariants 10 and 12 prove their walks in four directions, and invariant 12 that no diagonal
    /// step leads past a lock, a one-way door or a secret door beside these; see [`Level`].
    /// Invariant 15 proves in eight directions that nobody walks past a parting but by its
    /// crossings.
    ///
    /// Cost: linear in cells, props and the lengths of corridors, once more for each parting; for a
    /// mission whose one-way doors leave no way back, also in the states of all plays, at most
    /// 2^20. Memory: five bits per cell, 50 bytes per room, 50 bytes for each prop in each cell
    /// that props share, and 100 bytes for each state.
    #[must_use]
    pub fn check(&self) -> Vec<InvariantBreach> {
        let ground = RoomAndDoorCells::new(self);
        let broken = CHECKS.into_iter().map(|(invariant, check)| (invariant, check(self, &ground)));
        broken.filter_map(|(invariant, result)| result.err().map(|what| InvariantBreach { invariant, what })).collect()
    }

    /// The name of the prop at position `id` in messages: its kind and its top left cell.
    fn prop_name(&self, id: usize) -> String {
        let prop = self.placed(id as u32, &self.props[id]);
        format!("prop {id} ({} at ({}, {}))", prop.kind.name, prop.cells.left(), prop.cells.top())
    }
}
