//! Floors compared with a brute-force player, who knows only cells and plain sets.

use std::collections::{BTreeMap, BTreeSet};

use super::{Floor, StateError, StepObstacle, StepOutcome, Walker};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet},
    level::{DoorKind, Level, NumberInRoom, Passage, Tile, fixture},
    model::{KeyUse, Labels, PropKind},
    play::tests::levels::{Dice, Player, random_level},
    sight,
};

/// A random mission with closed, open and secret doors, and with props in the way.
fn furnished_level(seed: u64) -> Level {
    let (mut level, dice) = (random_level(seed), &mut Dice(seed ^ 99));
    for passage in level.passages.iter_mut().filter(|passage| passage.lock.is_none()) {
        passage.kind = [DoorKind::Open, DoorKind::Closed, DoorKind::Secret][dice.below(3) as usize];
    }
    for _ in 0..dice.below(16) {
        let room = dice.below(6) as u32;
        let rect = level.rooms[room as usize].rect;
        let (x, y) = (rect.left() as u64 + dice.below(4), rect.top() as u64 + dice.below(3));
        // Rocks and rugs: a rock is one cell wide and blocks.
        let kind = [2, 3][dice.below(2) as usize];
        level.props.push(fixture::prop(kind, room, x as u16, y as u16));
    }
    for passage in level.passages.iter().filter(|passage| passage.lock.is_none()) {
        // Something may stand in a doorway.
        if dice.chance(15) {
            let cell = passage.doors()[0].top_left();
            level.props.push(fixture::prop(2, passage.rooms[0], cell.x as u16, cell.y as u16));
        }
    }
    level.props.sort_by_key(|prop| prop.room);
    level.kinds[2].opaque = dice.chance(50);
    level.lookup = Default::default();
    level
}

/// The player of all rules by plain search.
struct BrutePlayer<'level> {
    level: &'level Level,
    sets: Player,
    found: BTreeSet<u32>,
    gone: BTreeSet<u32>,
}

impl BrutePlayer<'_> {
    fn door(&self, cell: Cell) -> Option<(u32, &Passage)> {
        let has = |passage: &Passage| passage.doors().iter().any(|door| door.contains(cell));
        (0..)
            .zip(&self.level.passages)
            .find(|(_, passage)| has(passage))
            .filter(|_| self.level.tile(cell) == Tile::Door)
    }

    fn leaves_open(&self, id: u32) -> bool {
        let passage = &self.level.passages[id as usize];
        match passage.lock {
            None => passage.kind == DoorKind::Open || self.sets.opened.contains(&id),
            Some(_) => self.sets.is_open(self.level, id),
        }
    }

    fn is_hidden(&self, id: u32) -> bool {
        let kind = self.level.passages[id as usize].kind;
        kind == DoorKind::Secret && !self.found.contains(&id) && !self.leaves_open(id)
    }

    fn has_standing(&self, cell: Cell, wanted: impl Fn(&PropKind) -> bool) -> bool {
        let mut props = (0..).zip(self.level.props());
        props.any(|(id, prop)| !self.gone.contains(&id) && prop.cells.contains(cell) && wanted(prop.kind))
    }

    fn has_footing(&self, cell: Cell) -> bool {
        let is_hidden = self.door(cell).is_some_and(|(id, _)| self.is_hidden(id));
        self.level.is_open(cell) && !is_hidden && !self.has_standing(cell, |kind| kind.is_obstacle())
    }

    fn can_come(&self, cell: Cell, walker: Walker) -> bool {
        let is_passable = |(id, passage): (u32, &Passage)| {
            let has_lasting = || {
                let is_it = |key: &u32| {
                    let key = &self.level.keys[*key as usize];
                    Some(key.lock) == passage.lock && key.key_use == KeyUse::Key
                };
                passage.lock.is_none() || self.sets.taken.iter().any(is_it)
            };
            self.leaves_open(id) || walker == Walker::Hero && has_lasting()
        };
        self.has_footing(cell) && self.door(cell).is_none_or(is_passable)
    }

    fn is_against(&self, from: Cell, to: Cell) -> bool {
        let player = Player { cell: from, ..self.sets.clone() };
        self.door(to).is_some() && !player.is_let(self.level, to)
    }

    fn ahead(&self, from: Cell, to: Cell) -> StepOutcome {
        if !from.neighbours().any(|cell| cell == to) {
            return StepOutcome::Blocked(StepObstacle::Apart);
        }
        if !self.has_footing(to) {
            return StepOutcome::Blocked(StepObstacle::Wall);
        }
        let Some((passage, found)) = self.door(to) else { return StepOutcome::Moved };
        if self.is_against(from, to) {
            StepOutcome::OneWay { passage }
        } else if self.leaves_open(passage) {
            StepOutcome::Moved
        } else if let Some(lock) = found.lock.filter(|_| !self.sets.can_open(self.level, passage)) {
            StepOutcome::Locked { passage, lock: lock.into() }
        } else {
            StepOutcome::Opened { passage, lock: found.lock.map(u32::from) }
        }
    }

    fn is_opaque(&self, cell: Cell) -> bool {
        let is_shut = match (self.level.tile(cell), self.door(cell)) {
            (Tile::Floor | Tile::Corridor, _) => false,
            (_, Some((id, _))) => !self.leaves_open(id),
            _ => true,
        };
        is_shut || self.has_standing(cell, |kind| kind.blocks_sight())
    }

    /// The least costs of all walks from a cell (Bellman and Ford).
    fn costs(&self, from: Cell, walker: Walker) -> BTreeMap<Cell, u32> {
        let cells: Vec<Cell> =
            self.level.tiles().bounds().cells().filter(|&cell| self.can_come(cell, walker)).collect();
        let mut least: BTreeMap<Cell, u32> =
            cells.iter().filter(|&&cell| cell == from).map(|&cell| (cell, 0)).collect();
        loop {
            let before = least.clone();
            for &cell in &cells {
                let ways = cell.neighbours().filter(|&near| !self.is_against(near, cell));
                let cost = ways.filter_map(|near| before.get(&near)).min().map(|cost| cost + 1);
                if let Some(cost) = cost.filter(|cost| least.get(&cell).is_none_or(|known| cost < known)) {
                    least.insert(cell, cost);
                }
            }
            if least == before {
                return least;
            }
        }
    }
}

/// Does something on a floor and to the brute-force player, who has to agree.
fn act(floor: &mut Floor<&Level>, brute: &mut BrutePlayer<'_>, dice: &mut Dice, here: &mut Cell) {
    let level = floor.level().clone();
    match dice.below(8) {
        0 => {
            let key = dice.below(5) as u32;
            let is_new = (key as usize) < level.keys.len() && brute.sets.taken.insert(key);
            assert_eq!(floor.take_key(key), is_new);
        }
        1 => {
            let prop = dice.below(20) as u32;
            let is_there = (prop as usize) < level.props.len() && brute.gone.insert(prop);
            assert_eq!(floor.take(prop), if is_there { vec![prop] } else { vec![] });
        }
        2 => {
            let found = floor.search(*here, 3);
            assert!(found.iter().all(|&id| brute.is_hidden(id)));
            let near = |door: &Rect| door.cells().any(|cell| here.neighbours().any(|beside| beside == cell));
            let beside = (0..7).filter(|&id| level.passages[id as usize].doors().iter().any(near));
            assert!({ beside }.all(|id| !brute.is_hidden(id) || found.contains(&id)), "one finds what is beside one");
            brute.found.extend(found);
        }
        _ => {
            let to = here.step(Direction::ALL[dice.below(4) as usize]);
            let (outcome, wanted) = (floor.ahead(*here, to), brute.ahead(*here, to));
            match (outcome, wanted) {
                (StepOutcome::Blocked(obstacle), StepOutcome::Blocked(_)) => {
                    if let StepObstacle::Prop(id) = obstacle {
                        assert!(
                            level.prop(id).is_some_and(|prop| prop.cells.contains(to) && !brute.gone.contains(&id))
                        );
                    }
                }
                _ => assert_eq!(outcome, wanted, "{here} to {to}"),
            }
            assert_eq!(floor.step(*here, to), outcome);
            match outcome {
                StepOutcome::Moved => *here = to,
                StepOutcome::Opened { passage, .. } => {
                    brute.sets.opened.insert(passage);
                    assert_eq!(floor.ahead(*here, to), StepOutcome::Moved, "one steps on");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn after_any_acts_a_floor_answers_as_a_player_who_knows_only_cells() {
    let (mut opened, mut found, mut freed) = (0, 0, 0);
    for seed in 0..150 {
        let (level, dice) = (furnished_level(seed), &mut Dice(seed + 7));
        let mut floor = Floor::new(&level);
        let (found_before, sets) = (BTreeSet::new(), Player::new(&level));
        let mut brute = BrutePlayer { level: &level, sets, found: found_before, gone: BTreeSet::new() };
        let mut here = level.entry;
        for turn in 0..40 {
            act(&mut floor, &mut brute, dice, &mut here);
            if turn % 8 != 7 {
                continue;
            }
            let cells = || level.tiles().bounds().cells();
            for walker in [Walker::Hero, Walker::Monster] {
                let walkable = floor.walkable(walker);
                assert!(cells().all(|cell| walkable.get(cell) == brute.can_come(cell, walker)), "seed {seed}");
                let (distances, costs) = (floor.distances(here, walker), brute.costs(here, walker));
                assert!(cells().all(|cell| distances.get(cell) == costs.get(&cell).copied()), "seed {seed}");
                let goal = level.rooms[dice.below(6) as usize].rect.top_left();
                let back = floor.distances_to([goal], walker);
                assert_eq!(back.get(here), costs.get(&goal).copied(), "seed {seed}");
                let path = floor.path(here, goal, walker);
                assert_eq!(path.as_ref().map(|path| path.len() as u32 - 1), costs.get(&goal).copied());
                for pair in path.iter().flat_map(|path| path.windows(2)) {
                    assert!(brute.can_come(pair[1], walker) && !brute.is_against(pair[0], pair[1]), "seed {seed}");
                }
            }
            assert!(cells().all(|cell| floor.opaque().get(cell) == brute.is_opaque(cell)), "seed {seed}");
            let state = floor.state();
            let text = serde_json::to_string(&state).unwrap();
            assert_eq!(serde_json::from_str::<super::FloorState>(&text).unwrap(), state);
            let loaded = Floor::resume(&level, state.clone()).unwrap();
            assert_eq!(loaded.state(), state);
            assert_eq!((loaded.opaque(), loaded.searched()), (floor.opaque(), floor.searched()));
            floor = loaded;
        }
        opened += brute.sets.opened.len();
        found += brute.found.len();
        freed += brute.gone.len();
    }
    assert!(opened > 40 && found > 40 && freed > 200, "{opened} {found} {freed}");
}

#[test]
fn a_hero_explores_all_that_can_be_reached_and_never_steps_onto_a_known_trap() {
    let mut traps = 0;
    for seed in 0..150 {
        let mut level = furnished_level(seed);
        level.passages.iter_mut().for_each(|passage| passage.one_way = None);
        (level.kinds[3].marker, level.kinds[3].labels) = (true, Labels::new(vec!["trap".to_owned()], BTreeMap::new()));
        level.lookup = Default::default();
        let mut floor = Floor::new(&level);
        let (mut here, mut known) = (level.entry, BitGrid::new(level.width(), level.height()));
        for turn in 0.. {
            assert!(turn < 600, "seed {seed} goes on for ever");
            known.union_with(&sight::view(floor.opaque(), here, 30));
            for (id, _) in (0..).zip(level.keys()).filter(|(_, key)| key.cell == here) {
                floor.take_key(id);
            }
            let bait: Vec<Cell> = floor.known_traps(&known).iter().collect();
            let Some(next) = floor.explore(here, &known, bait) else { break };
            assert!(!floor.known_traps(&known).get(next), "seed {seed}");
            assert_ne!(floor.travel(here, next, &known), None);
            match floor.step(here, next) {
                StepOutcome::Moved => here = next,
                StepOutcome::Opened { .. } => {}
                outcome => panic!("seed {seed}: {outcome:?} at {next}"),
            }
        }
        let mut ground = floor.walkable(Walker::Hero).clone();
        ground.difference_with(&floor.known_traps(&known));
        let reached = ground.connected_to(here);
        let unknown = reached.iter().filter(|cell| cell.neighbours().any(|near| !known.get(near)));
        assert_eq!(unknown.count(), 0, "seed {seed}");
        let mut keys = (0..).zip(level.keys());
        assert!(keys.all(|(id, key)| !reached.get(key.cell) || floor.has_taken(id)), "seed {seed}");
        traps += floor.known_traps(&known).count();
    }
    assert!(traps > 50, "{traps}");
}

#[test]
fn terrain_that_slows_is_walked_around_where_that_costs_less() {
    let mut level = fixture::parted();
    level.terrain.as_mut().unwrap().kinds[0].slow = 9;
    level.lookup = Default::default();
    let floor = Floor::new(&level);
    let mut plain = crate::level::Distances::default();
    plain.measure_by_cost(floor.walkable(Walker::Hero), &level.step_costs(), [level.entry()]);
    let distances = floor.distances(level.entry(), Walker::Hero);
    assert_eq!(distances, plain);
    assert_ne!(distances, level.distances(level.entry()));
}

#[test]
fn a_state_that_does_not_fit_its_level_is_refused_by_name() {
    let level = furnished_level(3);
    let state = Floor::new(&level).state();
    let refused = |change: fn(&mut super::FloorState)| {
        let mut changed = state.clone();
        change(&mut changed);
        Floor::resume(&level, changed).map(|floor| floor.state()).unwrap_err()
    };
    assert!(matches!(refused(|state| state.level ^= 1), StateError::Level { .. }));
    assert!(matches!(refused(|state| state.keys = vec![0, 77]), StateError::Key { key: 77, .. }));
    assert_eq!(refused(|state| state.opened = vec![7]), StateError::Passage { passage: 7, is_secret: false });
    assert_eq!(
        refused(|state| state.found = vec![u32::MAX]),
        StateError::Passage { passage: u32::MAX, is_secret: true }
    );
    let number = NumberInRoom { room: 9, number: 0 };
    assert_eq!(
        refused(|state| state.gone = vec![NumberInRoom { room: 9, number: 0 }]),
        StateError::Prop { room: number.room, number: 0 }
    );
    assert!(matches!(refused(|state| state.searched = BitGrid::new(3, 4)), StateError::Size { given_height: 4, .. }));
    let read = |text: &str| serde_json::from_str::<super::FloorState>(text).map_err(|error| error.to_string());
    assert!(read("{\"level\": \"12\"}").unwrap_err().contains("16 hexadecimal digits"));
    assert!(read("{\"level\": \"0000000000000012\", \"gold\": 3}").is_err());
    assert!(read("{\"level\": \"0000000000000012\"}").is_ok());
}

#[test]
fn an_edit_keeps_what_was_done_and_a_whole_floor_comes_back() {
    for seed in 0..60 {
        let (level, dice) = (furnished_level(seed), &mut Dice(seed));
        let mut floor = Floor::new(level);
        let mut standing: Vec<NumberInRoom> =
            (0..floor.level().props().len() as u32).filter_map(|id| floor.level().number_in_room(id)).collect();
        for _ in 0..6 {
            if standing.is_empty() {
                break;
            }
            let number = standing.swap_remove(dice.below(standing.len() as u64) as usize);
            let id = floor.level().prop_in_room(number).unwrap();
            if dice.chance(50) {
                assert_eq!(floor.take(id), [id]);
            } else {
                floor.edit(|level| level.remove_prop(id)).unwrap();
            }
            let left: BTreeSet<NumberInRoom> = (0..floor.level().props().len() as u32)
                .filter(|&id| !floor.is_gone(id))
                .filter_map(|id| floor.level().number_in_room(id))
                .collect();
            assert!(left.iter().eq(standing.iter().collect::<BTreeSet<_>>()), "seed {seed}");
            let again = Floor::resume(floor.level(), floor.state()).unwrap();
            assert_eq!(again.walkable(Walker::Hero), floor.walkable(Walker::Hero));
        }
        let saved = serde_json::to_string(&floor).unwrap();
        let loaded: Floor = serde_json::from_str(&saved).unwrap();
        assert_eq!(loaded.state(), floor.state(), "seed {seed}");
    }
}

#[test]
fn no_id_and_no_cell_is_wrong() {
    let level = fixture::level();
    let mut floor = Floor::new(&level);
    for id in [99, 256, u32::MAX] {
        assert!(!floor.take_key(id) && floor.take(id).is_empty() && floor.open(id).is_err() && !floor.reveal(id));
        assert!(!floor.is_open(id) && !floor.hides(id) && floor.held(id) == 0 && !floor.is_gone(id));
        assert!(floor.reachable_from(id).is_empty() && floor.reachable_keys(id).next().is_none());
        assert!(floor.openable_passages(id).next().is_none() && floor.pass(id, id).is_err());
    }
    let known = BitGrid::new(3, 3);
    for from in [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (23, 9)].map(Cell::from) {
        for to in [from, from.step(Direction::East), level.entry()] {
            assert!(matches!(floor.step(from, to), StepOutcome::Blocked(_)));
            assert_eq!(floor.path(from, to, Walker::Hero), None);
            assert_eq!((floor.travel(from, to, &known), floor.explore(from, &known, [to])), (None, None));
        }
        assert!(floor.search(from, i32::MAX).is_empty());
    }
    let mut all = BitGrid::default();
    all.fill(level.width(), level.height());
    assert_eq!(floor.explore(level.entry(), &all, []), floor.travel(level.entry(), level.keys()[0].cell, &all));
    assert!(floor.take_key(0));
    assert_eq!(floor.explore(level.entry(), &all, []), None, "all is known");
}
