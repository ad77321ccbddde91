//! Tests whether a level can still be walked and won if obstacles of the game block cells.
//!
//! Consumes the reachable cells, the passages and the keys; provides [`Level::can_block`]. Shares
//! no code with `check`, which proves missions.

use super::{DoorKind, Level, Passage, Room, Tile};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
};

/// What parts the reachable cells of a level.
#[derive(Clone, Debug)]
pub(super) enum Gates {
    /// Nothing: the level has no locked, one-way or secret doors.
    Absent,
    /// Secret doors alone.
    Secret {
        /// The cells that are reached without passing one.
        visible: BitGrid,
    },
    /// The doors of a mission, and secret ones where there are any.
    Mission {
        /// The reachable cells without those of the doors: the regions of the level.
        regions: BitGrid,
        sides: Vec<GateSide>,
    },
}

/// One side of a door that parts regions: the cells of a region from which one steps into it.
#[derive(Clone, Debug)]
pub(super) struct GateSide {
    /// At least one.
    cells: Vec<Cell>,
    /// Whether neither the entry nor an earlier side lies in the same region.
    is_first: bool,
}

/// Whether one cannot always walk through a passage, both ways.
fn is_gate(passage: &Passage) -> bool {
    passage.lock.is_some() || passage.one_way.is_some()
}

impl Gates {
    /// Cost: linear in cells, 64 at a time, and in passages.
    pub(super) fn new(level: &Level) -> Self {
        let parts = |passage: &&Passage| is_gate(passage) || passage.kind == DoorKind::Secret;
        let doors: Vec<Rect> = level.passages.iter().filter(parts).flat_map(Passage::doors).copied().collect();
        if doors.is_empty() {
            return Self::Absent;
        }
        let mut regions = level.reachable().clone();
        let is_door = |&cell: &Cell| level.tile(cell) == Tile::Door && level.is_reachable(cell);
        doors.iter().flat_map(|door| door.cells()).filter(is_door).for_each(|cell| regions.set(cell, false));
        let mut known = regions.connected_to(level.entry);
        if !level.passages.iter().any(is_gate) {
            return Self::Secret { visible: known };
        }
        let (mut sides, mut work) = (Vec::new(), Vec::new());
        for side in doors.into_iter().flat_map(steps_into) {
            let leads = |&(cell, door): &(Cell, Cell)| regions.get(cell) && is_door(&door);
            let cells: Vec<_> = side.into_iter().filter(leads).map(|(cell, _)| cell).collect();
            let Some(&cell) = cells.first() else { continue };
            let is_first = !known.get(cell);
            known.flood_from(cell, &regions, &mut work);
            sides.push(GateSide { cells, is_first });
        }
        Self::Mission { regions, sides }
    }
}

/// The steps from outside into a door, by its four sides: the cell before the door, and that of
/// the door.
fn steps_into(door: Rect) -> [Vec<(Cell, Cell)>; 4] {
    let across = |y: i32, from: i32| (door.left()..door.right()).map(move |x| (Cell::new(x, y), Cell::new(x, from)));
    let down = |x: i32, from: i32| (door.top()..door.bottom()).map(move |y| (Cell::new(x, y), Cell::new(from, y)));
    [
        across(door.top() - 1, door.top()).collect(),
        down(door.right(), door.right() - 1).collect(),
        across(door.bottom(), door.bottom() - 1).collect(),
        down(door.left() - 1, door.left()).collect(),
    ]
}

impl Level {
    /// Whether the level can still be walked and won if obstacles of the game block `cells` too.
    ///
    /// True if all of this holds:
    ///
    /// - None of `cells` is the entry, the exit, a cell of other stairs, a key's cell, or a cell of
    ///   a door.
    /// - Every other cell of [`Level::reachable`] can still be reached from the entry, in four
    ///   directions, without crossing one of `cells`.
    /// - Every room with reachable cells keeps one that is not blocked.
    /// - If the level has locked or one-way doors: they and the secret doors part it into regions.
    ///   Each region stays in one piece, and each of these doors keeps a cell before and behind it.
    /// - If it has secret doors alone: all stairs and the rooms of the path can still be reached
    ///   without passing one.
    ///
    /// So the level's guarantees still hold with these obstacles. Regions and the doors between
    /// them are a mission's graph; it stays the same, whichever secret doors are found. This is on
    /// the safe side: a region that falls in two is refused, also where both parts are still
    /// reached through other doors in time. Only a proof of the new mission tells, and
    /// [`Level::check`] of an edited copy is one.
    ///
    /// The level does not know the state of a game: locked doors count as locked, secret ones as
    /// not found, and the cell of a key that was taken stays free. Props and markers on `cells` do
    /// not matter, nor does clearance: [`Level::can_place`] tests both. Cells that cannot be
    /// reached anyway, such as walls and cells outside of the level, are ignored.
    ///
    /// Cost: linear in the level's cells, 64 at a time, in the doors of its mission, and in
    /// `cells`. The first call after an edit takes twice that.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// assert!(level.can_block(&[]));
    /// assert!(!level.can_block(&[level.exit()]));
    /// // Any of the entry's neighbours may be blocked alone, but not all of them.
    /// assert!(!level.can_block(&level.entry().neighbours().collect::<Vec<_>>()));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn can_block(&self, cells: &[Cell]) -> bool {
        let must_stay = |&cell: &Cell| self.stair_cells().any(|stairs| stairs == cell) || self.tile(cell) == Tile::Door;
        if cells.iter().any(must_stay) {
            return false;
        }
        let gates = self.gates();
        let ground = match gates {
            Gates::Absent | Gates::Secret { .. } => self.reachable(),
            Gates::Mission { regions, .. } => regions,
        };
        let mut free = ground.clone();
        cells.iter().for_each(|&cell| free.set(cell, false));
        let is_covered = |cell: Cell| ground.get(cell) && !free.get(cell);
        let is_lost = |room: &Room| !free.intersects_rect(room.rect) && ground.intersects_rect(room.rect);
        if self.keys.iter().any(|key| is_covered(key.cell)) || self.rooms.iter().any(is_lost) {
            return false;
        }
        match gates {
            Gates::Absent => free.connected_to(self.entry) == free,
            Gates::Secret { visible } => {
                free.connected_to(self.entry) == free && self.path_stays_visible(visible, &free)
            }
            Gates::Mission { sides, .. } => regions_stay_whole(self.entry, sides, &free),
        }
    }

    /// Whether all stairs and the rooms of the path are still reached without a secret door, if
    /// only the cells `free` can be walked.
    fn path_stays_visible(&self, visible: &BitGrid, free: &BitGrid) -> bool {
        let mut left = visible.clone();
        left.intersect_with(free);
        let left = left.connected_to(self.entry);
        let stays = |is_reached: &dyn Fn(&BitGrid) -> bool| is_reached(&left) || !is_reached(visible);
        let mut rooms = self.path.iter().filter_map(|&id| self.room(id));
        self.stair_cells().all(|cell| stays(&|cells| cells.get(cell)))
            && rooms.all(|room| stays(&|cells| cells.intersects_rect(room.rect)))
    }
}

/// Whether each region is one piece of `free`, and each side of a door keeps a cell.
///
/// A flood from one cell of each region then reaches all of `free`.
fn regions_stay_whole(entry: Cell, sides: &[GateSide], free: &BitGrid) -> bool {
    let mut reached = free.connected_to(entry);
    let mut work = Vec::new();
    let mut keeps_a_cell = |side: &GateSide| {
        let Some(&cell) = side.cells.iter().find(|&&cell| free.get(cell)) else { return false };
        if side.is_first {
            reached.flood_from(cell, free, &mut work);
        }
        true
    };
    sides.iter().all(&mut keeps_a_cell) && reached == *free
}
