//! Small random missions, most of them unsound, and a player who tries everything.

use std::collections::{BTreeSet, VecDeque};

use crate::{
    geom::{Cell, Rect},
    level::{
        Connection, Corridor, DoorKind, Key, Level, Passage, Room, RoomKind, Tile,
        fixture::{self, tiles},
    },
    model::KeyUse,
    play::PlayerAction,
};

/// Six rooms of 4 by 3 cells: three columns, two rows. Corridors join the last two columns.
const DRAWING: [&str; 9] = [
    "###########  ######",
    "#....#....####....#",
    "#....+....+,,+....#",
    "#....#....####....#",
    "##++####+#####+####",
    "#....#....####....#",
    "#....+....+,,+....#",
    "#....#....####....#",
    "###########  ######",
];

/// Numbers from a seed (SplitMix64).
pub(in crate::play) struct Dice(pub(in crate::play) u64);

impl Dice {
    pub(in crate::play) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    pub(in crate::play) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn cell_in(&mut self, rect: Rect) -> Cell {
        let cells: Vec<Cell> = rect.cells().collect();
        cells[self.below(cells.len() as u64) as usize]
    }
}

/// The level of `DRAWING`, without locks, keys, one-way doors and props.
pub(in crate::play) fn open_level() -> Level {
    let mut level = fixture::level();
    level.tiles = tiles(&DRAWING);
    let room = |id: u32| {
        let (left, top) = ([1, 6, 14][id as usize % 3], 1 + 4 * (id as i32 / 3));
        Room { id, kind: RoomKind::Bonus, rect: Rect::of(left, top, 4, 3), ..level.rooms[3] }
    };
    level.rooms = (0..6).map(room).collect();
    let door = |rooms, door| Passage::closed(rooms, Connection::Door(door));
    let corridor = |rooms, y| {
        let doors = [Rect::of(10, y, 1, 1), Rect::of(13, y, 1, 1)];
        let route = vec![Cell::new(11, y), Cell::new(12, y)];
        Passage::closed(rooms, Connection::Corridor(Box::new(Corridor { doors, route })))
    };
    level.passages = vec![
        door([0, 1], Rect::of(5, 2, 1, 1)),
        corridor([1, 2], 2),
        door([0, 3], Rect::of(2, 4, 2, 1)),
        door([4, 1], Rect::of(8, 4, 1, 1)),
        door([2, 5], Rect::of(14, 4, 1, 1)),
        door([4, 3], Rect::of(5, 6, 1, 1)),
        corridor([4, 5], 6),
    ];
    level.path = vec![0, 1, 2, 5];
    (level.entry, level.exit) = (Cell::new(1, 1), Cell::new(17, 7));
    level.locks.clear();
    level.keys.clear();
    level.props.clear();
    level.lookup = Default::default();
    level
}

/// A level with random locks, keys, one-way doors and blocked cells.
pub(in crate::play) fn random_level(seed: u64) -> Level {
    let dice = &mut Dice(seed);
    let mut level = open_level();
    let locks = dice.below(4) as u8;
    level.locks = (0..locks).map(|lock| format!("key {lock}").into()).collect();
    for passage in &mut level.passages {
        if locks > 0 && dice.chance(45) {
            (passage.lock, passage.kind) = (Some(dice.below(locks.into()) as u8), DoorKind::Barred);
        }
        if dice.chance(20) {
            passage.one_way = Some(passage.rooms[dice.below(2) as usize]);
        }
    }
    for lock in 0..locks {
        let passages = level.passages.iter().filter(|passage| passage.lock == Some(lock)).count() as u64;
        let key_use = KeyUse::ALL[dice.below(3) as usize];
        let count = match key_use {
            KeyUse::Key | KeyUse::Switch => 1,
            KeyUse::SingleUse => passages.saturating_sub(dice.below(2)),
        };
        for _ in 0..count {
            let room = dice.below(6) as u32;
            level.keys.push(Key { key_use, room, cell: dice.cell_in(level.rooms[room as usize].rect), lock });
        }
    }
    level.entry = dice.cell_in(level.rooms[0].rect);
    level.exit = dice.cell_in(level.rooms[5].rect);
    for _ in 0..dice.below(12) {
        let room = dice.below(6) as usize;
        let cell = dice.cell_in(level.rooms[room].rect);
        if ![level.entry, level.exit].contains(&cell) {
            level.tiles.set(cell, Tile::Wall);
        }
    }
    level.lookup = Default::default();
    level
}

/// All that a player may do, step by step, by rules of its own: with sets, and rooms for
/// directions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::play) struct Player {
    pub(in crate::play) cell: Cell,
    pub(in crate::play) taken: BTreeSet<u32>,
    pub(in crate::play) opened: BTreeSet<u32>,
}

impl Player {
    pub(in crate::play) fn new(level: &Level) -> Self {
        Self { cell: level.entry, taken: BTreeSet::new(), opened: BTreeSet::new() }
    }

    fn has(&self, level: &Level, lock: u8, key_use: KeyUse) -> usize {
        let is_wanted = |key: &Key| key.lock == lock && key.key_use == key_use;
        self.taken.iter().filter(|&&key| is_wanted(&level.keys[key as usize])).count()
    }

    pub(in crate::play) fn is_open(&self, level: &Level, passage: u32) -> bool {
        let Some(lock) = level.passages[passage as usize].lock else { return true };
        self.opened.contains(&passage) || self.has(level, lock, KeyUse::Switch) > 0
    }

    pub(in crate::play) fn can_open(&self, level: &Level, passage: u32) -> bool {
        let Some(lock) = level.passages[passage as usize].lock else { return false };
        let used = self.opened.iter().filter(|&&other| level.passages[other as usize].lock == Some(lock)).count();
        let has_key = self.has(level, lock, KeyUse::Key) > 0 || self.has(level, lock, KeyUse::SingleUse) > used;
        !self.is_open(level, passage) && has_key
    }

    /// Whether the player may step to a cell beside this one, but for locks.
    pub(in crate::play) fn is_let(&self, level: &Level, to: Cell) -> bool {
        let Some((_, passage)) = level.door_at(to) else { return level.is_walkable(to) };
        let is_same_door = passage.doors().iter().any(|door| door.contains(to) && door.contains(self.cell));
        let Some(from) = passage.one_way.filter(|_| !is_same_door) else { return true };
        let here = level.room_at(self.cell).map(|room| room.id);
        // From the room it leads from, or from inside of its corridor into the other room.
        let into_last = passage.doors().len() == 2
            && passage.doors().iter().zip(passage.rooms).any(|(door, room)| door.contains(to) && room != from);
        here == Some(from) || into_last && here.is_none()
    }

    /// All states that one step or one action away, with the steps that it takes: 0 or 1.
    fn next(&self, level: &Level) -> Vec<(u32, Self)> {
        let mut next = Vec::new();
        for (id, key) in (0..).zip(&level.keys) {
            if key.cell == self.cell && !self.taken.contains(&id) {
                let mut after = self.clone();
                after.taken.insert(id);
                next.push((0, after));
            }
        }
        for to in self.cell.neighbours() {
            let door = level.door_at(to).map(|(id, _)| id);
            if let Some(id) = door.filter(|&id| self.can_open(level, id)) {
                let mut after = self.clone();
                after.opened.insert(id);
                next.push((0, after));
            }
            if self.is_let(level, to) && door.is_none_or(|id| self.is_open(level, id)) {
                next.push((1, Self { cell: to, ..self.clone() }));
            }
        }
        next
    }

    /// The least number of steps from the entry to the exit, by trying everything (0-1
    /// breadth-first search).
    pub(in crate::play) fn least_steps(level: &Level) -> Option<u32> {
        let mut queue = VecDeque::from([(0, Self::new(level))]);
        let mut seen = BTreeSet::new();
        while let Some((steps, player)) = queue.pop_front() {
            if player.cell == level.exit {
                return Some(steps);
            }
            if !seen.insert(player.clone()) {
                continue;
            }
            for (step, after) in player.next(level) {
                match step {
                    0 => queue.push_front((steps, after)),
                    _ => queue.push_back((steps + 1, after)),
                }
            }
        }
        None
    }

    /// Does what a walkthrough does, and panics if it may not.
    pub(in crate::play) fn follow(&mut self, level: &Level, cells: &[Cell], action: PlayerAction) {
        assert_eq!(cells.first(), Some(&self.cell));
        for &cell in &cells[1..] {
            assert!(self.cell.neighbours().any(|beside| beside == cell) && self.is_let(level, cell), "{cell}");
            assert!(level.door_at(cell).is_none_or(|(id, _)| self.is_open(level, id)), "{cell} is shut");
            self.cell = cell;
        }
        match action {
            PlayerAction::Take(key) => assert!(level.keys[key as usize].cell == self.cell && self.taken.insert(key)),
            PlayerAction::Open(id) => {
                assert!(self.cell.neighbours().any(|beside| level.door_at(beside).is_some_and(|(at, _)| at == id)));
                assert!(self.can_open(level, id) && self.opened.insert(id), "{id} does not open");
            }
            PlayerAction::Leave => assert_eq!(self.cell, level.exit),
        }
    }
}
