//! What a game's own obstacles cut off, and shortest walks, compared with a plain search.

use std::collections::{BTreeMap, VecDeque};

use roomgen::{Cell, Direction, Generator, Level, Preset, Rect, Tile, preset::BUILT_IN};

use crate::{sizes::at_least_as_large, tier};

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
    level.tile(cell).is_open() && !level.props().any(|prop| prop.kind.is_obstacle() && prop.cells.contains(cell))
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
        for size in [(8, 8), (70, 24)] {
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

/// [`Level::can_block`] by its definition; `reached` has the cells that can be reached.
fn can_block(level: &Level, reached: &BTreeMap<Cell, u32>, cells: &[Cell]) -> bool {
    let is_left = |cell: &Cell| reached.contains_key(cell) && !cells.contains(cell);
    let still = steps(level.entry(), |cell| is_left(&cell));
    let kept = |rect: Rect| rect.cells().any(|cell| is_left(&cell)) || !rect.cells().any(|c| reached.contains_key(&c));
    ![level.entry(), level.exit()].iter().any(|end| cells.contains(end))
        && cells.iter().all(|&cell| level.tile(cell) != Tile::Door)
        && reached.keys().all(|cell| cells.contains(cell) || still.contains_key(cell))
        && level.rooms().iter().all(|room| kept(room.rect))
}

#[test]
fn cells_can_be_blocked_exactly_if_all_others_stay_reachable() {
    let (mut yes, mut cut_off) = (0, 0);
    for_each_level(|level, reached, numbers| {
        let around = level.tiles().bounds().grown(2).expect("a rectangle");
        let doors: Vec<_> = level.passages().iter().flat_map(|passage| passage.doors()).copied().collect();
        for round in 0..40 {
            // Scattered cells, a block, a whole room, or some of those beside a door or the entry.
            let near =
                if doors.is_empty() { Rect::from_cell(level.entry()) } else { doors[numbers.below(doors.len())] };
            let near = near.grown(1).expect("a rectangle");
            let room = level.rooms()[numbers.below(level.rooms().len())].rect;
            let cells: Vec<_> = match round % 4 {
                0 => (0..numbers.below(12)).map(|_| numbers.cell(around)).collect(),
                1 => Rect::from_cell(numbers.cell(around)).grown(1).into_iter().flat_map(Rect::cells).collect(),
                2 => (0..=numbers.below(3)).map(|_| numbers.cell(near)).collect(),
                _ if round < 8 => room.cells().collect(),
                _ => (0..numbers.below(9)).map(|_| numbers.cell(room)).collect(),
            };
            let expected = can_block(level, reached, &cells);
            assert_eq!(level.can_block(&cells), expected, "{:?}: {cells:?}", level.origin());
            yes += u32::from(expected && cells.iter().any(|cell| reached.contains_key(cell)));
            let must_stay =
                |cell: Cell| level.tile(cell) == Tile::Door || [level.entry(), level.exit()].contains(&cell);
            cut_off += u32::from(!expected && !cells.iter().copied().any(must_stay));
        }
        assert!(level.can_block(&[]) && level.can_block(&[Cell::new(i32::MIN, i32::MAX)]));
    });
    assert!(yes > 200 && cut_off > 200, "{yes} may be blocked, {cut_off} cut others off");
}

#[test]
fn a_shortest_path_is_as_long_as_a_plain_search_says_and_turns_north_east_south_west() {
    let mut found = 0;
    for_each_level(|level, reached, numbers| {
        let around = level.tiles().bounds().grown(1).expect("a rectangle");
        let cells: Vec<_> = reached.keys().copied().collect();
        for round in 0..8 {
            let any = |numbers: &mut Numbers| {
                if round % 4 == 0 { numbers.cell(around) } else { cells[numbers.below(cells.len())] }
            };
            let (from, to) = (any(numbers), any(numbers));
            let to_goal = steps(to, |cell| is_free(level, cell));
            let path = level.shortest_path(from, to);
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
    assert!(found > 200, "{found} paths");
}
