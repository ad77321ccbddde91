//! The walkthrough: a whole play of a level, cell by cell.

use super::{
    ground::{Flood, Floods, Ground, Position},
    relevance::relevant,
    shortest::{ShortestPlay, Stop, shortest},
    unlocking::Unlocking,
};
use crate::{geom::Cell, level::Level, model::KeyUse};

/// The largest number of actions of a play that is not a shortest one.
const MAX_ACTIONS: usize = 1024;

/// What a player does next in a level with locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayerAction {
    /// Takes a key or uses a switch: its position in [`Level::keys`].
    Take(u32),
    /// Opens the locked passage with this id.
    Open(u32),
    /// Leaves the level at its exit.
    Leave,
}

/// A part of a walkthrough: a walk, and what is done at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkLeg {
    /// What is done in the last cell: a key is taken there, or a passage opened whose door is
    /// beside it.
    pub action: PlayerAction,
    /// The cells of the walk, from that where the leg before ended. Each shares an edge with the
    /// next.
    pub cells: Vec<Cell>,
    /// The ids of the rooms with these cells, in order: a room is there once for each visit.
    pub rooms: Vec<u32>,
}

/// A play of a level from the entry to the exit that takes and opens what it needs.
///
/// The cells are walkable and reachable by [`Floor::step`](super::Floor::step) with the passages
/// open that the legs before have opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walkthrough {
    legs: Vec<WalkLeg>,
    pub(super) is_shortest: bool,
}

impl Walkthrough {
    /// The parts of the play, in order. There is at least one, and the last one leaves.
    #[must_use]
    pub fn legs(&self) -> &[WalkLeg] {
        &self.legs
    }

    /// All cells of the play, from the entry to the exit. Each shares an edge with the next.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let first = self.legs.first().and_then(|leg| leg.cells.first());
        first.into_iter().chain(self.legs.iter().flat_map(|leg| leg.cells.iter().skip(1))).copied()
    }

    /// The number of steps from cell to cell.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.legs.iter().map(|leg| leg.cells.len().saturating_sub(1) as u32).sum()
    }

    /// Whether no play needs fewer steps.
    ///
    /// False if the level has more keys and locks than the search for a shortest play takes: then
    /// the play does the nearest action first.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.is_shortest
    }
}

/// Finds a walkthrough: see `Mission::walkthrough`.
pub(super) fn walkthrough(level: &Level) -> Option<Walkthrough> {
    let ground = Ground::new(level);
    let ends = [level.entry(), level.exit()].map(|end| ground.position(end));
    if !ends.iter().all(|&end| ground.is_walkable(end)) {
        return None;
    }
    let mut floods = Floods::new(&ground);
    let search = match relevant(level, &ground, ends) {
        Some(relevant) => shortest(level, &ground, &mut floods, ends, &relevant),
        None => ShortestPlay::Spent,
    };
    let walker = LegRecorder::new(level, &ground);
    match search {
        ShortestPlay::Found(stops) => walker.go_shortest(floods, stops),
        ShortestPlay::Unreachable => None,
        ShortestPlay::Spent => {
            drop(floods);
            walker.go_nearest_first()
        }
    }
}

/// A play that always does the nearest action first.
#[cfg(test)]
pub(super) fn nearest_first(level: &Level) -> Option<Walkthrough> {
    LegRecorder::new(level, &Ground::new(level)).go_nearest_first()
}

/// A player who walks, and keeps the legs.
#[derive(Debug)]
struct LegRecorder<'level> {
    level: &'level Level,
    ground: &'level Ground,
    play: Unlocking,
    legs: Vec<WalkLeg>,
    /// The cells of the leg that has not ended.
    cells: Vec<Cell>,
    at: Position,
}

impl<'level> LegRecorder<'level> {
    fn new(level: &'level Level, ground: &'level Ground) -> Self {
        let (entry, play) = (level.entry(), Unlocking::default());
        let at = ground.position(entry);
        Self { level, ground, play, legs: Vec::new(), cells: vec![entry], at }
    }

    /// Walks from place to place of a shortest play, between which no lock lies.
    fn go_shortest(mut self, mut floods: Floods<'_>, stops: Vec<Stop>) -> Option<Walkthrough> {
        for stop in stops {
            let walk = floods.walk(self.at, stop.position)?;
            self.walk(stop, walk)?;
        }
        Some(self.leave(true))
    }

    fn go_nearest_first(mut self) -> Option<Walkthrough> {
        self.do_nearest_first(self.ground.position(self.level.exit()))?;
        Some(self.leave(false))
    }

    fn leave(mut self, is_shortest: bool) -> Walkthrough {
        self.end(PlayerAction::Leave);
        Walkthrough { legs: self.legs, is_shortest }
    }

    /// Walks to a place by the positions on the way; opens the doors among them.
    fn walk(&mut self, Stop { position, key }: Stop, way: Vec<Position>) -> Option<()> {
        for next in way {
            if let Some(passage) = self.ground.lock(next).filter(|&passage| !self.play.is_open(self.level, passage)) {
                self.play.open(self.level, passage).ok()?;
                self.end(PlayerAction::Open(passage));
            }
            self.cells.push(self.ground.cell(next));
        }
        self.at = position;
        if let Some(key) = key.filter(|&key| self.play.take(self.level, key)) {
            self.end(PlayerAction::Take(key));
        }
        Some(())
    }

    fn end(&mut self, action: PlayerAction) {
        let here = self.ground.cell(self.at);
        let last = self.cells.last().copied().unwrap_or(here);
        let cells = std::mem::replace(&mut self.cells, vec![last]);
        let mut rooms: Vec<u32> = Vec::new();
        let mut before = None;
        for &cell in &cells {
            let room = self.level.room_at(cell).map(|room| room.id);
            if room != before {
                rooms.extend(room);
            }
            before = room;
        }
        self.legs.push(WalkLeg { action, cells, rooms });
    }

    /// Takes the nearest key, or uses a single-use key at the nearest door, until the exit can be
    /// reached. `None` if there is nothing left to do.
    ///
    /// Cost: a flood for each action.
    fn do_nearest_first(&mut self, exit: Position) -> Option<()> {
        let mut flood = Flood::default();
        for _ in 0..MAX_ACTIONS {
            let (level, play) = (self.level, &self.play);
            let lasting = lasting_locks(level, play);
            let lock = |passage: u32| level.passages.get(passage as usize).and_then(|passage| passage.lock);
            let is_open = |passage: u32| {
                play.is_open(level, passage) || lock(passage).is_some_and(|lock| lasting.contains(&lock))
            };
            flood.run(self.ground, self.at, None, is_open);
            let reached = |position: Position| {
                let shut = self.ground.lock(position).filter(|&passage| !is_open(passage));
                flood.steps(position).filter(|_| shut.is_none_or(|passage| play.can_open(level, passage)))
            };
            if reached(exit).is_some() {
                let way = flood.walk_to(self.ground, exit)?;
                return self.walk(Stop { position: exit, key: None }, way);
            }
            let keys = (0..).zip(&level.keys).filter(|&(id, _)| !play.has_taken(id));
            let keys = keys.map(|(id, key)| Stop { position: self.ground.position(key.cell), key: Some(id) });
            let doors = self.ground.locked_doors().filter(|door| !is_open(door.passage));
            let doors = doors.map(|door| Stop { position: door.position, key: None });
            let stops = keys.chain(doors).filter_map(|stop| Some((reached(stop.position)?, stop)));
            let (_, nearest) = stops.min_by_key(|&(steps, _)| steps)?;
            let way = flood.walk_to(self.ground, nearest.position)?;
            self.walk(nearest, way)?;
        }
        None
    }
}

/// The locks for which a player holds a key that stays, in the order of the keys.
fn lasting_locks(level: &Level, play: &Unlocking) -> Vec<u8> {
    let keys = play.taken().iter().filter_map(|&key| level.keys.get(key as usize));
    let stays = |key_use| match key_use {
        KeyUse::Key | KeyUse::Switch => true,
        KeyUse::SingleUse => false,
    };
    keys.filter(|key| stays(key.key_use)).map(|key| key.lock).collect()
}
