//! A level in play: [`Floor`], what was done on it, and what follows for cells.
//!
//! Consumes a level and a [`FloorState`]; answers what a game asks each turn. The rules for locks
//! are those of `unlocking`.

mod explore;
mod locks;
mod now;
mod props;
mod saved;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod ways;

use std::{
    borrow::{Borrow, BorrowMut},
    collections::BTreeSet,
};

pub use state::{FloorState, StateError};
pub use step::{StepObstacle, StepOutcome};
pub use ways::Walker;

use super::unlocking::{DoorState, Unlocking};
use crate::{
    geom::{Cell, Direction},
    grid::{BitGrid, CellSet, Grid},
    level::{DoorKind, Level, Passage},
    sight,
};

/// A level in play: the level, and what was done on it.
///
/// It knows which doors are locked, found or opened, and which props are gone, so that a game asks
/// it each turn what one steps on, what one sees and where one can walk. `L` is the level, or
/// anything that lends it: `&Level`, `Arc<Level>`. A type of one's own must lend the same level at
/// each call. Where the hero and the monsters stand is the game's own state.
///
/// serde writes `level` and `state`; see [`FloorState`] for the state alone. No id and no cell is
/// wrong: what the level does not have cannot be taken, opened or entered.
///
/// ```
/// use roomgen::{Preset, generate, play::{Floor, StepOutcome, Walker}};
///
/// let mut floor = Floor::new(generate(&Preset::built_in("crypt")?, 42));
/// let (entry, exit) = (floor.level().entry(), floor.level().exit());
/// assert_eq!(floor.path(entry, exit, Walker::Hero), None, "there are locks before it");
/// match floor.step(entry, entry.step(roomgen::Direction::North)) {
///     StepOutcome::Moved => println!("the hero stands there now"),
///     StepOutcome::Opened { passage, .. } => println!("door {passage} is open: step again"),
///     StepOutcome::Locked { lock, .. } => println!("it needs a key of lock {lock}"),
///     StepOutcome::OneWay { .. } => println!("it does not open from this side"),
///     StepOutcome::Blocked(obstacle) => println!("in the way: {obstacle:?}"),
/// }
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Floor<L = Level> {
    level: L,
    unlocking: Unlocking,
    /// The secret passages that were found, ascending.
    found: BTreeSet<u32>,
    /// The props that are gone, but for those of keys.
    gone: BTreeSet<u32>,
    searched: BitGrid,
    /// What follows from the state.
    ground: FloorGround,
    /// The cells of one-way doors, sorted, each with the direction in which one walks through.
    one_way: Vec<(Cell, Direction)>,
    costs: Grid<u8>,
}

/// The cells of a floor, as its state has them.
#[derive(Clone, Debug, Default)]
struct FloorGround {
    /// Without walls, obstacles and hidden doors. Locked doors are among them.
    footing: BitGrid,
    /// Of these, where the hero can come: without the locks that he cannot open for good.
    hero: BitGrid,
    /// Of these, where monsters can come: without all doors that are shut.
    monster: BitGrid,
    opaque: BitGrid,
    /// How the doors of each passage stand.
    doors: Vec<DoorState>,
}

impl<L: Borrow<Level>> Floor<L> {
    /// A floor on which nothing was done.
    ///
    /// Cost: linear in cells and passages.
    #[must_use]
    pub fn new(level: L) -> Self {
        let played: &Level = level.borrow();
        let searched = BitGrid::new(played.width(), played.height());
        let (one_way, costs) = (ways::one_way_cells(played), played.step_costs());
        let (unlocking, ground) = (Unlocking::default(), FloorGround::default());
        let (found, gone) = (BTreeSet::new(), BTreeSet::new());
        let mut floor = Self { level, unlocking, found, gone, searched, ground, one_way, costs };
        floor.refresh();
        floor
    }

    /// The level, as it was before anything was done; see [`Floor::level_now`].
    #[must_use]
    pub fn level(&self) -> &Level {
        self.level.borrow()
    }

    /// What lends the level, such as an `Arc`.
    #[must_use]
    pub const fn shared_level(&self) -> &L {
        &self.level
    }

    /// The cells that a walker can come to stand on, if a way leads there: without walls,
    /// obstacles, hidden doors, and doors that the walker cannot open.
    ///
    /// The hero opens closed doors, and locks for which a key is in hand that stays there. Doors of
    /// locks that use a key up are shut until [`Floor::step`] opens them.
    #[must_use]
    pub const fn walkable(&self, walker: Walker) -> &BitGrid {
        match walker {
            Walker::Hero => &self.ground.hero,
            Walker::Monster => &self.ground.monster,
        }
    }

    /// The cells that block sight: those of [`Level::opaque`] without doors that were opened and
    /// props that are gone.
    #[must_use]
    pub const fn opaque(&self) -> &BitGrid {
        &self.ground.opaque
    }

    /// Looks for secret doors: finds those of which a cell is in view within `radius` cells.
    /// Returns the passages that are found by it, ascending.
    ///
    /// Found doors are closed ones, which [`Floor::step`] opens. Cost: linear in passages and in
    /// the cells within the radius.
    pub fn search(&mut self, from: Cell, radius: i32) -> Vec<u32> {
        let view = sight::view(self.opaque(), from, radius);
        self.searched.union_with(&view);
        let passages = (0..).zip(self.level().passages());
        let is_seen = |passage: &Passage| {
            let mut cells = passage.doors().iter().flat_map(|door| door.cells());
            cells.any(|cell| view.get(cell))
        };
        let found = passages.filter(|(id, passage)| self.hides(*id) && is_seen(passage));
        let found: Vec<u32> = found.map(|(id, _)| id).collect();
        self.find(&found);
        found
    }

    /// Finds a secret passage without a search, as by a map. False if there is nothing to find.
    pub fn reveal(&mut self, passage: u32) -> bool {
        let is_hidden = self.hides(passage);
        if is_hidden {
            self.find(&[passage]);
        }
        is_hidden
    }

    /// The cells in view of which secret doors were looked for.
    #[must_use]
    pub const fn searched(&self) -> &BitGrid {
        &self.searched
    }

    /// Whether a passage is secret, and neither found nor opened.
    #[must_use]
    pub fn hides(&self, passage: u32) -> bool {
        let found = self.level().passage(passage).zip(self.ground.doors.get(passage as usize));
        found.is_some_and(|(secret, door)| self.is_hidden(passage, secret, *door))
    }

    fn is_hidden(&self, id: u32, passage: &Passage, door: DoorState) -> bool {
        passage.kind == DoorKind::Secret && !door.is_open && !self.found.contains(&id)
    }

    fn find(&mut self, passages: &[u32]) {
        if !passages.is_empty() {
            self.found.extend(passages);
            self.refresh();
        }
    }

    /// Makes what follows from the state anew. Cost: linear in passages, props, and the words of
    /// sets of cells; in cells if an obstacle is gone.
    fn refresh(&mut self) {
        let level: &Level = self.level.borrow();
        let gone: BTreeSet<u32> = self.gone().collect();
        let (mut footing, mut opaque) = level.footing_without(&gone);
        let [mut hero, mut monster] = [BitGrid::default(), BitGrid::default()];
        let (mut shut, mut open) = (Vec::new(), BitGrid::default());
        open.reset(level.width(), level.height());
        let doors = self.unlocking.doors(level);
        for ((id, passage), &door) in (0..).zip(level.passages()).zip(&doors) {
            let is_hidden = self.is_hidden(id, passage, door);
            let owned = |cell: &Cell| level.door_at(*cell).is_some_and(|(other, _)| other == id);
            for cell in passage.doors().iter().flat_map(|door| door.cells()).filter(owned) {
                match (is_hidden, door.is_open) {
                    (true, _) => footing.set(cell, false),
                    (false, true) => open.set(cell, passage.kind != DoorKind::Open),
                    (false, false) => shut.push((cell, !door.opens)),
                }
            }
        }
        opaque.difference_with(&open);
        if open.count() > 0 {
            // What stands in a doorway hides what is behind it.
            let hiding = level.props().filter(|prop| prop.kind.blocks_sight() && open.intersects_rect(prop.cells));
            hiding.filter(|prop| !gone.contains(&prop.id)).for_each(|prop| opaque.insert_rect(prop.cells));
        }
        hero.assign(&footing);
        monster.assign(&footing);
        for (cell, is_barred) in shut {
            monster.set(cell, false);
            if is_barred {
                hero.set(cell, false);
            }
        }
        self.ground = FloorGround { footing, hero, monster, opaque, doors };
    }

    /// Forgets keys, passages and searched cells that the level has not.
    fn forget_unknown(&mut self) {
        let level: &Level = self.level.borrow();
        let keys = self.unlocking.taken().iter().copied().filter(|&key| (key as usize) < level.keys().len());
        let opened = self.unlocking.opened().iter().copied().filter(|&id| level.passage(id).is_some());
        let unlocking = Unlocking::of(keys.collect(), opened.collect());
        let is_secret = |id: &u32| level.passage(*id).is_some_and(|passage| passage.kind == DoorKind::Secret);
        let found = self.found.iter().copied().filter(is_secret).collect();
        let mut searched = BitGrid::new(level.width(), level.height());
        searched.union_with(&self.searched);
        (self.unlocking, self.found, self.searched) = (unlocking, found, searched);
    }
}

impl<L: BorrowMut<Level>> Floor<L> {
    /// Changes the level: what the game digs, places and breaks. What was done on the floor stays
    /// done, by the [numbers](Level::number_in_room) of props in their rooms.
    ///
    /// Ids of props that the game keeps follow as [`Level::remove_prop`] says; [`Floor::take`]
    /// changes none. Of another level in its place, what it lacks is forgotten. Cost: that of
    /// [`Floor::new`].
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Level) -> T) -> T {
        let known = |level: &Level, id: u32| {
            let prop = level.prop(id)?;
            // A new prop may have the number of one that was removed.
            Some((level.number_in_room(id)?, prop.kind.name.clone(), prop.cells))
        };
        let gone: Vec<_> = self.gone.iter().filter_map(|&id| known(self.level(), id)).collect();
        let result = change(self.level.borrow_mut());
        let level: &Level = self.level.borrow();
        let ids = gone.into_iter().filter_map(|gone| Some((level.prop_in_room(gone.0)?, gone)));
        self.gone = ids.filter(|(id, gone)| known(level, *id).as_ref() == Some(gone)).map(|(id, _)| id).collect();
        (self.one_way, self.costs) = (ways::one_way_cells(level), level.step_costs());
        self.forget_unknown();
        self.refresh();
        result
    }
}
