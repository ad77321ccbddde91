//! A bot that walks by tiles and terrain alone, takes keys and opens locks.

use std::collections::BTreeSet;

use roomgen::{Cell, KeyUse, Level};

use crate::random_presets::dice::Dice;

/// The directions of steps: four, and four more across corners.
const STEPS: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The number of a cell that no gate covers.
const NO_GATE: u16 = u16::MAX;

/// The number of the room of a cell that is in none.
const NO_ROOM: u16 = u16::MAX;

/// Cells that one can walk between freely: all on the same gate, or all on none.
#[derive(Debug)]
struct Area {
    /// The passage of whose doors these are cells, if it is locked or one-way.
    gate: u16,
    rooms: BTreeSet<u16>,
    /// The areas that begin beside this one, each with the room of the cell before it.
    ways: BTreeSet<(usize, u16)>,
}

/// A bot in a level. It knows all secret doors, and cannot swim.
pub(crate) struct Walker<'level> {
    level: &'level Level,
    areas: Vec<Area>,
    /// For each key, the area of its cell; none where that is not dry.
    keys: Vec<Option<usize>>,
    opened: BTreeSet<u16>,
    taken: BTreeSet<usize>,
    /// The area where the bot is.
    at: usize,
    /// The number of walks from goal to goal.
    pub(crate) moves: u64,
}

/// What the bot walks to.
#[derive(Clone, Copy, Debug)]
enum Goal {
    Room(usize, u16),
    Key(usize, usize),
    Door(usize, u16),
}

/// Finds the areas of a level by floods, cell for cell. Returns them, and that of each cell.
fn areas(level: &Level, is_eight: bool) -> (Vec<Area>, Vec<Option<usize>>) {
    let (width, height) = (level.width(), level.height());
    let index = |cell: Cell| (cell.y * width + cell.x) as usize;
    let cells = || (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    let dry = |cell: Cell| level.tile(cell).is_open() && level.terrain(cell).is_none_or(|kind| !kind.blocks);
    let dry: Vec<_> = cells().map(dry).collect();
    let mut gates = vec![NO_GATE; dry.len()];
    for (id, passage) in (0..).zip(level.passages()) {
        if level.lock(passage).is_some() || passage.one_way.is_some() {
            passage.doors().iter().flat_map(|door| door.cells()).for_each(|cell| gates[index(cell)] = id);
        }
    }
    let is_dry = |cell: &Cell| {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height;
        inside && dry[index(*cell)]
    };
    let steps = if is_eight { &STEPS[..] } else { &STEPS[..4] };
    let beside = |cell: Cell| steps.iter().map(move |(x, y)| Cell::new(cell.x + x, cell.y + y)).filter(is_dry);
    let (mut areas, mut of_cells) = (Vec::new(), vec![None; dry.len()]);
    for first in cells().filter(is_dry) {
        if of_cells[index(first)].is_some() {
            continue;
        }
        of_cells[index(first)] = Some(areas.len());
        let (gate, mut ahead) = (gates[index(first)], vec![first]);
        while let Some(cell) = ahead.pop() {
            for next in beside(cell) {
                if gates[index(next)] == gate && of_cells[index(next)].is_none() {
                    of_cells[index(next)] = Some(areas.len());
                    ahead.push(next);
                }
            }
        }
        areas.push(Area { gate, rooms: BTreeSet::new(), ways: BTreeSet::new() });
    }
    for cell in cells().filter(is_dry) {
        let area = of_cells[index(cell)].expect("an area of each dry cell");
        let room = level.room_at(cell).map_or(NO_ROOM, |room| room.id as u16);
        if room != NO_ROOM {
            areas[area].rooms.insert(room);
        }
        let others = beside(cell).filter_map(|next| of_cells[index(next)]).filter(|&other| other != area);
        areas[area].ways.extend(others.map(|other| (other, room)));
    }
    (areas, of_cells)
}

impl<'level> Walker<'level> {
    pub(crate) fn new(level: &'level Level, is_eight: bool) -> Self {
        let (areas, of_cells) = areas(level, is_eight);
        let of_cell = |cell: Cell| of_cells[(cell.y * level.width() + cell.x) as usize];
        Self {
            level,
            areas,
            keys: level.keys().iter().map(|key| of_cell(key.cell)).collect(),
            opened: BTreeSet::new(),
            taken: BTreeSet::new(),
            at: of_cell(level.entry()).expect("a dry entry"),
            moves: 0,
        }
    }

    /// Whether the bot can step from a room, or from no room, into an area beside it: a shut lock
    /// stops it, and a one-way door where one comes out.
    fn steps(&self, room: u16, to: usize) -> bool {
        let gate = self.areas[to].gate;
        let Some(passage) = self.level.passages().get(usize::from(gate)) else { return true };
        let is_open = self.level.lock(passage).is_none() || self.opened.contains(&gate);
        is_open && passage.one_way.is_none_or(|start| room == NO_ROOM || u32::from(room) == start)
    }

    /// The lock of a passage.
    fn lock(&self, passage: u16) -> Option<&'level str> {
        self.level.lock(&self.level.passages()[usize::from(passage)])
    }

    fn can_open(&self, passage: u16) -> bool {
        let lock = self.lock(passage);
        let used = self.opened.iter().filter(|&&id| self.lock(id) == lock).count();
        let keys = self.taken.iter().map(|&number| &self.level.keys()[number]);
        let uses: Vec<_> = keys.filter(|key| lock == Some(self.level.key_name(key))).map(|key| key.key_use).collect();
        let is_single_use = uses.contains(&KeyUse::SingleUse);
        !self.opened.contains(&passage) && !uses.is_empty() && (!is_single_use || used < uses.len())
    }

    /// All that the bot can walk to now: rooms that it has not visited, keys and locks.
    fn goals(&self, visited: &BTreeSet<u16>) -> Vec<Goal> {
        let (mut ahead, mut goals, mut met) = (vec![self.at], Vec::new(), BTreeSet::new());
        let mut seen = vec![false; self.areas.len()];
        seen[self.at] = true;
        while let Some(area) = ahead.pop() {
            let rooms = self.areas[area].rooms.iter().filter(|room| !visited.contains(room));
            goals.extend(rooms.filter(|&&room| met.insert(room)).map(|&room| Goal::Room(area, room)));
            for &(next, room) in &self.areas[area].ways {
                if seen[next] {
                    continue;
                }
                if self.steps(room, next) {
                    seen[next] = true;
                    ahead.push(next);
                } else if self.can_open(self.areas[next].gate) {
                    goals.push(Goal::Door(area, self.areas[next].gate));
                }
            }
        }
        let keys = self.keys.iter().enumerate().filter(|(number, _)| !self.taken.contains(number));
        let keys =
            keys.filter_map(|(number, &area)| area.filter(|&area| seen[area]).map(|area| Goal::Key(area, number)));
        goals.extend(keys);
        goals
    }

    /// Walks until nothing is left to do; then takes the doors of locks with fewer keys as open.
    /// Returns the rooms that were not visited.
    pub(crate) fn visit_all(&mut self, dice: &mut Dice) -> Vec<u16> {
        let mut visited = BTreeSet::new();
        loop {
            let goals = self.goals(&visited);
            if goals.is_empty() && !self.force_scarce_locks() {
                break;
            }
            if goals.is_empty() {
                continue;
            }
            self.moves += 1;
            match goals[dice.between(0, goals.len() as i64 - 1) as usize] {
                Goal::Room(area, room) => {
                    self.at = area;
                    visited.insert(room);
                }
                Goal::Key(area, key) => {
                    self.at = area;
                    self.taken.insert(key);
                }
                Goal::Door(area, passage) => {
                    self.at = area;
                    self.opened.insert(passage);
                }
            }
        }
        (0..self.level.rooms().len() as u16).filter(|room| !visited.contains(room)).collect()
    }

    /// Opens what is still shut of locks with fewer keys than doors; whether there was any.
    fn force_scarce_locks(&mut self) -> bool {
        let level = self.level;
        let is_scarce = |lock: &str| {
            let keys: Vec<_> = level.keys().iter().filter(|key| level.key_name(key) == lock).collect();
            let doors = level.passages().iter().filter(|passage| level.lock(passage) == Some(lock)).count();
            keys.iter().all(|key| key.key_use == KeyUse::SingleUse) && keys.len() < doors
        };
        let all = 0..level.passages().len() as u16;
        let shut = all.filter(|id| !self.opened.contains(id) && self.lock(*id).is_some_and(is_scarce));
        let shut: Vec<u16> = shut.collect();
        self.opened.extend(&shut);
        !shut.is_empty()
    }
}
