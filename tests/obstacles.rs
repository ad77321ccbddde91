//! What a game's own obstacles cut off, and shortest walks, compared with a plain search.

use std::collections::{BTreeMap, VecDeque};

use roomgen::{
    Cell, Direction, DoorKind, Generator, Level, Passage, Preset, PropKind, Rect, Tile, color::Color, preset::BUILT_IN,
};

use crate::{playthrough, sizes::at_least_as_large, tier};

/// The steps from `from` to each cell over the cells that `is_free`, by the simplest search.
fn steps(from: Cell, is_free: impl Fn(Cell) -> bool) -> BTreeMap<Cell, u32> {
    let mut steps = BTreeMap::new();
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((cell, count)) = queue.pop_front() {
        if is_free(cell) && !steps.contains_key(&cell) {
            steps.insert(cell, count);
            queue.extend(cell.neighbours().map(|beside| (beside, count + 1)));
        }
    }
    steps
}

/// Whether an open tile has no obstacle on it, by a scan of all props.
fn is_free(level: &Level, cell: Cell) -> bool {
    let is_wet = level.terrain(cell).is_some_and(|kind| kind.blocks);
    level.tile(cell).is_open()
        && !is_wet
        && !level.props().any(|prop| prop.kind.is_obstacle() && prop.cells.contains(cell))
}

/// Numbers that are random enough for tests.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn cell(&mut self, rect: Rect) -> Cell {
        let (x, y) = (self.below(rect.width() as usize), self.below(rect.height() as usize));
        Cell::new(rect.left() + x as i32, rect.top() + y as i32)
    }
}

/// Calls `test` with small levels of the built-in presets, each with its free cells and numbers.
fn for_each_level(mut test: impl FnMut(&Level, &BTreeMap<Cell, u32>, &mut Numbers)) {
    let mut levels = 0;
    for (name, _) in BUILT_IN {
        for size in [(8, 8), tier::size((56, 20), (70, 24))] {
            let preset = at_least_as_large(Preset::built_in(name).expect("a preset"), size);
            let mut generator = Generator::new(&preset);
            // A plain search of a large level takes ten times as long.
            let seeds = if size == (8, 8) { 6 } else { 1 };
            for seed in 0..tier::size(seeds, 40) {
                let level = generator.generate(seed);
                let free: std::collections::BTreeSet<_> =
                    level.tiles().bounds().cells().filter(|&cell| is_free(&level, cell)).collect();
                let reached = steps(level.entry(), |cell| free.contains(&cell));
                test(&level, &reached, &mut Numbers(seed));
                levels += 1;
            }
        }
    }
    assert!(levels > 30, "{levels} levels");
}

/// Whether all other cells of `reached` can still be reached if `cells` are blocked, and every door
/// opens.
fn stays_reachable(level: &Level, reached: &BTreeMap<Cell, u32>, cells: &[Cell]) -> bool {
    let is_left = |cell: &Cell| reached.contains_key(cell) && !cells.contains(cell);
    let still = steps(level.entry(), |cell| is_left(&cell));
    let kept = |rect: Rect| rect.cells().any(|cell| is_left(&cell)) || !rect.cells().any(|c| reached.contains_key(&c));
    ![level.entry(), level.exit()].iter().any(|end| cells.contains(end))
        && cells.iter().all(|&cell| level.tile(cell) != Tile::Door)
        && reached.keys().all(|cell| cells.contains(cell) || still.contains_key(cell))
        && level.rooms().iter().all(|room| kept(room.rect))
}

fn is_gate(level: &Level, passage: &Passage) -> bool {
    level.lock(passage).is_some() || passage.one_way.is_some()
}

/// Whether locked, one-way and secret doors part the cells as before if `cells` are blocked.
fn mission_stays(level: &Level, reached: &BTreeMap<Cell, u32>, cells: &[Cell]) -> bool {
    let has_mission = level.passages().iter().any(|passage| is_gate(level, passage));
    let parts = |passage: &&Passage| is_gate(level, passage) || passage.kind == DoorKind::Secret;
    let doors: Vec<Rect> = level.passages().iter().filter(parts).flat_map(|passage| passage.doors()).copied().collect();
    let is_ground = |cell: Cell| reached.contains_key(&cell) && !doors.iter().any(|door| door.contains(cell));
    let is_left = |cell: Cell| is_ground(cell) && !cells.contains(&cell);
    if !has_mission {
        let [before, after] = [steps(level.entry(), is_ground), steps(level.entry(), is_left)];
        let stays = |rect: Rect| {
            !rect.cells().any(|cell| before.contains_key(&cell)) || rect.cells().any(|cell| after.contains_key(&cell))
        };
        return stays(Rect::from_cell(level.exit()))
            && level.path().iter().all(|&room| stays(level.rooms()[room as usize].rect));
    }
    let mut known = std::collections::BTreeSet::new();
    for &cell in reached.keys().filter(|&&cell| is_left(cell)) {
        if known.contains(&cell) {
            continue;
        }
        let region = steps(cell, is_ground);
        let after = steps(cell, is_left);
        if region.keys().any(|&cell| is_left(cell) && !after.contains_key(&cell)) {
            return false;
        }
        known.extend(region.into_keys());
    }
    let keeps_its_sides = |door: &Rect| {
        Direction::ALL.into_iter().all(|side| {
            let mut before = door.cells().map(|cell| cell.step(side)).filter(|&cell| is_ground(cell)).peekable();
            before.peek().is_none() || before.any(is_left)
        })
    };
    doors.iter().all(keeps_its_sides) && level.keys().iter().all(|key| !cells.contains(&key.cell))
}

/// [`Level::can_block`] by its definition; `reached` has the cells that can be reached.
fn can_block(level: &Level, reached: &BTreeMap<Cell, u32>, cells: &[Cell]) -> bool {
    stays_reachable(level, reached, cells) && mission_stays(level, reached, cells)
}

#[test]
fn cells_can_be_blocked_exactly_if_all_others_stay_reachable_and_the_mission_stays() {
    let (mut yes, mut cut_off, mut by_mission) = (0, 0, 0);
    for_each_level(|level, reached, numbers| {
        let around = level.tiles().bounds().grown(2).expect("a rectangle");
        let doors: Vec<_> = level.passages().iter().flat_map(|passage| passage.doors()).copied().collect();
        let gates = level.passages().iter().filter(|passage| is_gate(level, passage));
        let gates: Vec<(_, Rect)> =
            gates.flat_map(|passage| passage.doors().iter().map(move |door| (passage.rooms, *door))).collect();
        for round in 0..tier::size(24, 48) {
            // Scattered cells, a block, a whole room or a row of it, a ring around a door of a lock
            // or of a one-way passage, or some cells beside a door or the entry.
            let near =
                if doors.is_empty() { Rect::from_cell(level.entry()) } else { doors[numbers.below(doors.len())] };
            let near = near.grown(1).expect("a rectangle");
            let room = level.rooms()[numbers.below(level.rooms().len())].rect;
            let row = numbers.cell(room).y;
            let cells: Vec<_> = match round % 6 {
                0 => (0..numbers.below(12)).map(|_| numbers.cell(around)).collect(),
                1 => Rect::from_cell(numbers.cell(around)).grown(1).into_iter().flat_map(Rect::cells).collect(),
                2 => (0..=numbers.below(3)).map(|_| numbers.cell(near)).collect(),
                3 => room.cells().filter(|cell| cell.y == row).collect(),
                4 if !gates.is_empty() => {
                    let (rooms, gate) = gates[numbers.below(gates.len())];
                    let [inner, outer] = [1, 2].map(|reach| gate.grown(reach).expect("a rectangle"));
                    let beside = level.rooms()[rooms[numbers.below(2)] as usize].rect;
                    beside.cells().filter(|&cell| outer.contains(cell) && !inner.contains(cell)).collect()
                }
                _ if round < 12 => room.cells().collect(),
                _ => (0..numbers.below(9)).map(|_| numbers.cell(room)).collect(),
            };
            let expected = can_block(level, reached, &cells);
            assert_eq!(level.can_block(&cells), expected, "{:?}: {cells:?}", level.origin());
            yes += u32::from(expected && cells.iter().any(|cell| reached.contains_key(cell)));
            let must_stay =
                |cell: Cell| level.tile(cell) == Tile::Door || [level.entry(), level.exit()].contains(&cell);
            cut_off += u32::from(!expected && !cells.iter().copied().any(must_stay));
            by_mission += u32::from(!expected && stays_reachable(level, reached, &cells));
        }
        assert!(level.can_block(&[]) && level.can_block(&[Cell::new(i32::MIN, i32::MAX)]));
    });
    assert!(yes > 150 && cut_off > 150, "{yes} may be blocked, {cut_off} cut others off");
    assert!(by_mission >= tier::size(2, 8), "{by_mission} change the mission alone");
}

/// Rows and columns of boulders across each room of a level, on cells where one may be placed and
/// nothing lies.
fn walls_of_boulders(level: &Level, boulder: &PropKind) -> Vec<(u32, Vec<Cell>)> {
    let index = level.index();
    let is_free = |&cell: &Cell| level.can_place(&index, boulder, cell, [0.0; 2]).is_ok();
    let mut walls = Vec::new();
    for room in level.rooms() {
        let rect = room.rect;
        let columns = (rect.left()..rect.right()).map(|x| Rect::from_xywh(x, rect.top(), 1, rect.height()));
        let rows = (rect.top()..rect.bottom()).map(|y| Rect::from_xywh(rect.left(), y, rect.width(), 1));
        for line in columns.chain(rows).flatten() {
            let cells: Vec<_> = line.cells().filter(|&cell| level.is_reachable(cell)).collect();
            let lies = |&cell: &Cell| level.props_in(room.id).any(|prop| prop.cells.contains(cell));
            if !cells.is_empty() && cells.iter().all(is_free) && !cells.iter().any(lies) {
                walls.push((room.id, cells));
            }
        }
    }
    walls
}

/// The level with boulders on these cells.
fn walled(level: &Level, boulder: &PropKind, room: u32, cells: &[Cell]) -> Level {
    let mut edited = level.clone();
    for &cell in cells {
        edited.add_prop(boulder, room, Rect::from_cell(cell), Direction::North).expect("a cell of the level");
    }
    edited
}

/// As [`stays_reachable`], for large levels, of cells that may be blocked for themselves.
fn cuts_nothing_off(level: &Level, cells: &[Cell]) -> bool {
    let mut walkable = level.walkable().clone();
    cells.iter().for_each(|&cell| walkable.set(cell, false));
    let mut distances = roomgen::level::Distances::default();
    distances.measure(&walkable, [level.entry()]);
    level.reachable().iter().all(|cell| cells.contains(&cell) || distances.get(cell).is_some())
}

/// What `can_block` allows leaves a level sound. For the eye: how many walls it refuses for the
/// mission alone, and how many of these would have been harmless.
#[test]
fn no_wall_of_boulders_that_may_be_built_makes_a_level_unwinnable() {
    let boulder = PropKind::new("game boulder".into(), '0', Color::new(1, 2, 3));
    let (mut allowed, mut harmless, mut harmful) = (0, 0, 0);
    for preset in playthrough::presets() {
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(1, 60) {
            let level = generator.generate(seed);
            for (room, cells) in walls_of_boulders(&level, &boulder) {
                let can_block = level.can_block(&cells);
                let edited = walled(&level, &boulder, room, &cells);
                let is_sound = edited.check().is_empty() && edited.mission().walkthrough().is_some();
                if can_block {
                    assert!(is_sound, "{:?}: {:?} in room {room}: {cells:?}", level.origin(), edited.check());
                    allowed += 1;
                } else if cuts_nothing_off(&level, &cells) {
                    harmless += u32::from(is_sound);
                    harmful += u32::from(!is_sound);
                }
            }
        }
    }
    println!("{allowed} walls allowed; refused for the mission: {harmful}, and {harmless} harmless ones");
    assert!(allowed > 150 && harmful > 0, "{allowed} allowed, {harmful} harmful");
}

/// What `can_place` and `can_block` both allow, one boulder after the other, leaves a level sound.
#[test]
fn boulders_placed_one_by_one_where_both_allow_it_break_nothing() {
    let boulder = PropKind::new("game boulder".into(), '0', Color::new(1, 2, 3));
    let mut placed = 0;
    for (name, _) in BUILT_IN {
        let mut generator = Generator::new(at_least_as_large(Preset::built_in(name).expect("a preset"), (48, 36)));
        for seed in 0..tier::size(2, 40) {
            let (mut level, mut numbers) = (generator.generate(seed), Numbers(seed));
            let mut index = level.index();
            for _ in 0..200 {
                let cell = numbers.cell(level.tiles().bounds());
                let Some(room) = level.room_at(cell).map(|room| room.id) else { continue };
                let is_marked = level.markers().any(|marker| marker.cells.contains(cell));
                let may_stand = level.can_place(&index, &boulder, cell, [0.0; 2]).is_ok() && level.can_block(&[cell]);
                if may_stand && !is_marked {
                    let rect = Rect::from_cell(cell);
                    let id = level.add_prop(&boulder, room, rect, Direction::North).expect("a cell of the level");
                    index.insert(id, boulder.footprint(rect)).expect("a new id");
                    placed += 1;
                }
            }
            assert_eq!(level.check(), [], "{name}, seed {seed}");
            assert!(level.mission().walkthrough().is_some(), "{name}, seed {seed}");
        }
    }
    assert!(placed > 300, "{placed}");
}

#[test]
fn a_shortest_path_is_as_long_as_a_plain_search_says_and_turns_north_east_south_west() {
    let mut found = 0;
    for_each_level(|level, reached, numbers| {
        let around = level.tiles().bounds().grown(1).expect("a rectangle");
        let cells: Vec<_> = reached.keys().copied().collect();
        for round in 0..tier::size(4, 8) {
            let any = |numbers: &mut Numbers| {
                if round % 4 == 0 { numbers.cell(around) } else { cells[numbers.below(cells.len())] }
            };
            let (from, to) = (any(numbers), any(numbers));
            let to_goal = steps(to, |cell| is_free(level, cell));
            let path = level.path_as_if_open(from, to);
            assert_eq!(path.as_ref().map(|path| path.len() as u32 - 1), to_goal.get(&from).copied(), "{from} to {to}");
            let Some(path) = path else { continue };
            assert_eq!((path[0], path[path.len() - 1]), (from, to));
            for pair in path.windows(2) {
                let nearer = |&direction: &Direction| to_goal.get(&(pair[0] + direction)) < to_goal.get(&pair[0]);
                let is_known = |direction: &Direction| to_goal.contains_key(&(pair[0] + *direction));
                let first = Direction::ALL.into_iter().filter(is_known).find(nearer);
                assert_eq!(first.map(|direction| pair[0] + direction), Some(pair[1]), "{from} to {to}");
            }
            assert_eq!(level.distances(to).path_from(from), Some(path));
            found += 1;
        }
    });
    assert!(found > 100, "{found} paths");
}
