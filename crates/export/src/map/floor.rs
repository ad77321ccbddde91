//! Levels as floors of one file: what each map needs, and how stairs lead from one to another.

use super::sheet::TileSheet;
use roomgen::{level::Level, run::Run, theme::Theme};

/// The most floors of one file.
pub const MAX_FLOORS: usize = 256;

/// A level as a floor of a run, with its tile sheet.
#[derive(Clone, Copy, Debug)]
pub struct MapFloor<'level> {
    /// The level.
    pub level: &'level Level,
    /// Its colours and sprites.
    pub theme: &'level Theme,
    /// A sheet with its tiles.
    pub sheet: &'level TileSheet,
    /// The name of the sheet, without an ending.
    pub sheet_name: &'level str,
    /// The number of the floor above, whose stairs lead to its entry; `None` if there is none.
    pub above: Option<u32>,
}

impl MapFloor<'_> {
    /// The name of the way down that leads from the floor above to this one: the name of its map
    /// object.
    pub(crate) fn way_from(&self, above: &Level) -> String {
        let branch = |level: &Level| level.origin().run.as_ref().and_then(|run| run.branch.clone());
        let own = branch(self.level).filter(|own| branch(above).as_ref() != Some(own));
        own.map_or_else(|| "exit".to_owned(), |branch| Run::stair_to(&branch))
    }
}

/// For each floor, the position of the floor above it.
pub(crate) fn floors_above(floors: &[MapFloor<'_>]) -> Vec<Option<usize>> {
    let position = |number: u32| floors.iter().position(|floor| floor.level.origin().floor == number);
    floors.iter().map(|floor| floor.above.and_then(position)).collect()
}
