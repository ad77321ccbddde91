//! The regions into which gates and secret doors part the cells of a level.
//!
//! Consumes the level; provides which regions each door joins, and where goals and keys lie. A
//! corridor between two doors of a gate is a region of its own. Cells are flooded once.

use super::{
    diagonals,
    gates::{RegionDoor, is_gate, is_secret, scarce_locks},
    goals,
    structure::key_name,
};
use crate::{
    check::flood::{flood, free_cells},
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::Level,
    model::{Connection, Passage, Tile},
};

/// Regions by number: 0 is that of the entry.
pub(super) struct Regions {
    pub(super) count: u32,
    /// The doors of gates and secret passages, where there are gates: in order of passages, and for
    /// each passage in the order in which one walks through it.
    pub(super) doors: Vec<RegionDoor>,
    /// The region of each goal.
    pub(super) goals: Vec<u32>,
    /// The region of each key.
    pub(super) keys: Vec<u32>,
    /// A cell of each region.
    pub(super) cells: Vec<Cell>,
    /// What cannot be reached without passing a secret door or a scarce lock, though it has to be.
    pub(super) hidden: Option<String>,
}

impl Regions {
    /// Floods the level. `Ok(None)` if the entry or a door does not lie as invariants 4, 9 and 10
    /// ask for: their breaches say so.
    ///
    /// # Errors
    ///
    /// A gate or secret door that a diagonal step leads past. A goal or a key that cannot be
    /// reached even with all gates open both ways.
    pub(super) fn new(level: &Level) -> Result<Option<Self>, String> {
        let has_gates = level.passages.iter().any(is_gate);
        let mut free = free_cells(level);
        if !level.stair_cells().all(|cell| free.get(cell)) {
            return Ok(None);
        }
        let mut doors = Vec::new();
        let parts = |passage: &Passage| is_gate(passage) || is_secret(passage);
        for (id, passage) in (0..).zip(&level.passages).filter(|(_, passage)| parts(passage)) {
            passage.doors().iter().for_each(|&door| free.remove_rect(door));
            if has_gates {
                let Some(sides) = sides(level, passage) else { return Ok(None) };
                let door = |sides| RegionDoor { passage: id, sides, regions: [u32::MAX; 2] };
                doors.extend(sides.into_iter().map(door));
            }
        }
        let mut survey = RegionSurvey::new(level, free, doors);
        let hidden = survey.flood_without_secret_doors_and_scarce_locks();
        survey.flood_all();
        diagonals::lead_past_no_gate(level, &survey.doors, &survey.free, &survey.cells)?;
        survey.regions(hidden)
    }
}

/// The cells before and behind each door of a passage, in the order in which one walks through it.
///
/// `None` if a door does not lie as invariant 4 asks for.
fn sides(level: &Level, passage: &Passage) -> Option<Vec<[Cell; 2]>> {
    let in_room = |end: usize| {
        let rect = level.rooms.get(passage.rooms[end] as usize).map(|room| room.rect);
        move |cell: Cell| rect.is_some_and(|rect| rect.contains(cell)) && level.tile(cell) == Tile::Floor
    };
    let mut sides = match &passage.connection {
        Connection::Door(door) => vec![crossing(*door, in_room(0), in_room(1))?],
        Connection::Corridor(corridor) => {
            let [first, last] = [corridor.route.first()?, corridor.route.last()?];
            let [one, other] = corridor.doors;
            vec![crossing(one, in_room(0), |cell| cell == *first)?, crossing(other, |cell| cell == *last, in_room(1))?]
        }
    };
    if passage.one_way == Some(passage.rooms[1]) {
        sides.reverse();
        sides.iter_mut().for_each(|sides| sides.reverse());
    }
    Some(sides)
}

/// The cells on the two sides of the first cell of a door: one that is `before` and one `behind`.
fn crossing(door: Rect, before: impl Fn(Cell) -> bool, behind: impl Fn(Cell) -> bool) -> Option<[Cell; 2]> {
    let (x, y) = (door.left(), door.top());
    let across = (door.width() == 1).then_some([Cell::new(x - 1, y), Cell::new(x + 1, y)]);
    let down = (door.height() == 1).then_some([Cell::new(x, y - 1), Cell::new(x, y + 1)]);
    let turned = |[one, other]: [Cell; 2]| [[one, other], [other, one]];
    let mut ways = across.into_iter().chain(down).flat_map(turned);
    ways.find(|&[one, other]| before(one) && behind(other))
}

/// A cell whose region is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    y: i32,
    x: i32,
    /// The position of the point's region in `RegionSurvey::found`: twice the number of a door,
    /// plus 1 for the cell behind it; then the goals, then the keys.
    slot: usize,
}

/// The floods of a level, region after region.
struct RegionSurvey<'level> {
    level: &'level Level,
    free: BitGrid,
    doors: Vec<RegionDoor>,
    reached: BitGrid,
    /// Points by rows and columns.
    points: Vec<Point>,
    /// The position in `points` where each row begins, and that behind the last one.
    rows: Vec<usize>,
    found: Vec<Option<u32>>,
    cells: Vec<Cell>,
}

impl<'level> RegionSurvey<'level> {
    fn new(level: &'level Level, free: BitGrid, doors: Vec<RegionDoor>) -> Self {
        let sides = doors.iter().flat_map(|door| door.sides);
        let cells = sides.chain(goals::cells(level)).chain(level.keys.iter().map(|key| key.cell));
        let mut points: Vec<_> = cells.enumerate().map(|(slot, Cell { x, y })| Point { y, x, slot }).collect();
        points.sort_unstable();
        let mut at = 0;
        let rows = (0..=level.height()).map(|y| {
            at += points[at..].iter().take_while(|point| point.y < y).count();
            at
        });
        let (rows, reached) = (rows.collect(), BitGrid::new(level.width(), level.height()));
        let found = vec![None; points.len()];
        Self { level, free, doors, reached, points, rows, found, cells: Vec::new() }
    }

    /// Floods the region of a cell, and returns the slots of its points. None if it is flooded
    /// already.
    fn flood(&mut self, from: Cell) -> Vec<usize> {
        let Self { free, reached, points, rows, found, cells, .. } = self;
        let mut slots = Vec::new();
        if !free.get(from) || reached.get(from) {
            return slots;
        }
        let region = cells.len() as u32;
        flood(free, from, reached, |y, left, right| {
            let row = &points[rows[y as usize]..rows[y as usize + 1]];
            let first = row.partition_point(|point| point.x < left);
            for point in row[first..].iter().take_while(|point| point.x < right) {
                found[point.slot] = Some(region);
                slots.push(point.slot);
            }
        });
        cells.push(from);
        slots
    }

    /// Floods what can be reached from the entry with all locks open but the scarce ones, and not
    /// through secret doors.
    ///
    /// Returns what has to be reached so, and is not: a goal, a key, or a room of the path.
    fn flood_without_secret_doors_and_scarce_locks(&mut self) -> Option<String> {
        let is_scarce = scarce_locks(self.level);
        let is_shut =
            |passage: &Passage| is_secret(passage) || passage.lock.is_some_and(|lock| is_scarce[usize::from(lock)]);
        let mut ahead = vec![self.level.entry];
        while let Some(cell) = ahead.pop() {
            for slot in self.flood(cell) {
                let Some(door) = self.doors.get(slot / 2) else { continue };
                let passage = &self.level.passages[door.passage as usize];
                if !is_shut(passage) && (slot % 2 == 0 || passage.one_way.is_none()) {
                    ahead.push(door.sides[1 - slot % 2]);
                }
            }
        }
        let level = self.level;
        if let Some(goal) = goals::cells(level).iter().position(|&cell| !self.reached.get(cell)) {
            return Some(goals::name(level, goal));
        }
        if let Some(number) = level.keys.iter().position(|key| !self.reached.get(key.cell)) {
            return Some(key_name(level, number));
        }
        let is_hidden = |id: &&u32| {
            let room = level.rooms.get(**id as usize);
            room.is_some_and(|room| !self.reached.intersects_rect(room.rect))
        };
        level.path.iter().find(is_hidden).map(|id| format!("room {id} of the path"))
    }

    /// Floods all regions that doors lead to.
    fn flood_all(&mut self) {
        for number in 0..self.doors.len() {
            let sides = self.doors[number].sides;
            sides.into_iter().for_each(|cell| drop(self.flood(cell)));
        }
    }

    fn regions(mut self, hidden: Option<String>) -> Result<Option<Regions>, String> {
        for (door, regions) in self.doors.iter_mut().zip(self.found.chunks(2)) {
            let [Some(before), Some(behind)] = *regions else { return Ok(None) };
            door.regions = [before, behind];
        }
        let rest = &self.found[2 * self.doors.len()..];
        let of_goals = rest.len() - self.level.keys.len();
        // Without gates, secret doors have no points, and there is no region behind them.
        if self.doors.is_empty() {
            let [goals, keys] = [of_goals, self.level.keys.len()].map(|count| vec![0; count]);
            return Ok(Some(Regions { count: 1, doors: self.doors, goals, keys, cells: self.cells, hidden }));
        }
        let mut places = Vec::new();
        for (number, region) in rest.iter().enumerate() {
            let name = || match number.checked_sub(of_goals) {
                Some(key) => key_name(self.level, key),
                None => goals::name(self.level, number),
            };
            places.push(region.ok_or_else(|| format!("{} cannot be reached", name()))?);
        }
        let keys = places.split_off(of_goals);
        let count = self.cells.len() as u32;
        Ok(Some(Regions { count, doors: self.doors, goals: places, keys, cells: self.cells, hidden }))
    }
}
