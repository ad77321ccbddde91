//! A bot that walks by tiles and terrain alone, takes keys and opens locks.

use std::collections::BTreeSet;

use roomgen::{Cell, KeyUse, Level};

use crate::random_presets::dice::Dice;

/// The directions of steps: four, and four more across corners.
const STEPS: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The number of a cell that no gate covers.
const NO_GATE: u16 = u16::MAX;

/// A bot in a level. It knows all secret doors, and cannot swim.
pub(crate) struct Walker<'level> {
    level: &'level Level,
    directions: usize,
    /// For each cell, whether it is open and no terrain there blocks.
    dry: Vec<bool>,
    /// For each cell, the passage of which it is a door, if that passage is locked or one-way.
    gates: Vec<u16>,
    /// For each cell, its room, or `NO_GATE`.
    rooms: Vec<u16>,
    opened: BTreeSet<u16>,
    taken: BTreeSet<usize>,
    seen: Vec<u32>,
    flood: u32,
    at: Cell,
    /// The number of walks from goal to goal.
    pub(crate) moves: u64,
}

/// What the bot walks to.
#[derive(Clone, Copy, Debug)]
enum Goal {
    Room(Cell, u16),
    Key(Cell, usize),
    Door(Cell, u16),
}

impl<'level> Walker<'level> {
    pub(crate) fn new(level: &'level Level, is_eight: bool) -> Self {
        let cells = || (0..level.height()).flat_map(|y| (0..level.width()).map(move |x| Cell::new(x, y)));
        let dry = |cell: Cell| level.tile(cell).is_open() && level.terrain(cell).is_none_or(|kind| !kind.blocks);
        let mut gates = vec![NO_GATE; cells().count()];
        let index = |cell: Cell| (cell.y * level.width() + cell.x) as usize;
        for (id, passage) in (0..).zip(level.passages()) {
            if level.lock(passage).is_some() || passage.one_way.is_some() {
                passage.doors().iter().flat_map(|door| door.cells()).for_each(|cell| gates[index(cell)] = id);
            }
        }
        Self {
            level,
            directions: if is_eight { 8 } else { 4 },
            dry: cells().map(dry).collect(),
            gates,
            rooms: cells().map(|cell| level.room_at(cell).map_or(NO_GATE, |room| room.id as u16)).collect(),
            opened: BTreeSet::new(),
            taken: BTreeSet::new(),
            seen: vec![0; cells().count()],
            flood: 0,
            at: level.entry(),
            moves: 0,
        }
    }

    fn index(&self, cell: Cell) -> usize {
        (cell.y * self.level.width() + cell.x) as usize
    }

    fn is_dry(&self, cell: Cell) -> bool {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.level.width() && cell.y < self.level.height();
        inside && self.dry[self.index(cell)]
    }

    /// Whether the bot can step from a cell to a dry one beside it: a shut lock stops it, and a
    /// one-way door where one comes out.
    fn steps(&self, from: Cell, to: Cell) -> bool {
        let (gate, room) = (self.gates[self.index(to)], self.rooms[self.index(from)]);
        let Some(passage) = self.level.passages().get(usize::from(gate)) else { return true };
        let is_open = self.level.lock(passage).is_none() || self.opened.contains(&gate);
        is_open && passage.one_way.is_none_or(|start| room == NO_GATE || u32::from(room) == start)
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
    fn goals(&mut self, visited: &BTreeSet<u16>) -> Vec<Goal> {
        self.flood += 1;
        let (mut ahead, mut goals, mut met) = (vec![self.at], Vec::new(), BTreeSet::new());
        let at = self.index(self.at);
        self.seen[at] = self.flood;
        while let Some(cell) = ahead.pop() {
            let room = self.rooms[self.index(cell)];
            if room != NO_GATE && !visited.contains(&room) && met.insert(room) {
                goals.push(Goal::Room(cell, room));
            }
            for (x, y) in &STEPS[..self.directions] {
                let next = Cell::new(cell.x + x, cell.y + y);
                if !self.is_dry(next) || self.seen[self.index(next)] == self.flood {
                    continue;
                }
                if self.steps(cell, next) {
                    let index = self.index(next);
                    self.seen[index] = self.flood;
                    ahead.push(next);
                } else {
                    let gate = self.gates[self.index(next)];
                    if gate != NO_GATE && self.can_open(gate) {
                        goals.push(Goal::Door(cell, gate));
                    }
                }
            }
        }
        let keys = self.level.keys().iter().enumerate();
        let is_met = |cell: Cell| self.seen[self.index(cell)] == self.flood;
        let keys = keys.filter(|(number, key)| !self.taken.contains(number) && is_met(key.cell));
        goals.extend(keys.map(|(number, key)| Goal::Key(key.cell, number)));
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
                Goal::Room(cell, room) => {
                    self.at = cell;
                    visited.insert(room);
                }
                Goal::Key(cell, key) => {
                    self.at = cell;
                    self.taken.insert(key);
                }
                Goal::Door(cell, passage) => {
                    self.at = cell;
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
