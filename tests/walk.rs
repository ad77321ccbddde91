//! The game of `examples/walk.rs`, played without a terminal.

use std::collections::BTreeSet;

use roomgen::{Cell, DoorKind, Level, Preset, generate, preset::BUILT_IN, theme::Theme};

#[path = "../examples/walk.rs"]
#[expect(dead_code, reason = "its terminal is not tested here")]
mod game;

use game::Game;

fn level(preset: &str, seed: u64) -> (Level, Theme) {
    let preset = Preset::built_in(preset).expect("a built-in preset");
    (generate(&preset, seed), preset.theme().clone())
}

/// The key that leads from a cell to a neighbour.
fn key(from: Cell, to: Cell) -> char {
    match (to.x - from.x, to.y - from.y) {
        (0, -1) => 'k',
        (1, 0) => 'l',
        (0, 1) => 'j',
        _ => 'h',
    }
}

/// Walks a shortest way to a goal, opening doors on the way.
fn walk(game: &mut Game<'_>, level: &Level, goal: Cell) {
    let distances = level.distances(goal);
    while game.hero != goal {
        let steps = |cell: &Cell| distances.get(*cell).unwrap_or(u32::MAX);
        let next = game.hero.neighbours().min_by_key(steps).expect("neighbours");
        let (before, opened) = (game.hero, doors_open(game));
        game.press(key(before, next));
        assert!(game.hero == next || doors_open(game) == opened + 1, "{next}: {}", game.message);
    }
}

fn doors_open(game: &Game<'_>) -> usize {
    game.doors.iter().filter(|(_, kind)| *kind == DoorKind::Open).count()
}

#[test]
fn every_level_can_be_played_from_entry_to_exit() {
    for (name, _) in BUILT_IN {
        for seed in 0..5 {
            let (level, theme) = level(name, seed);
            let mut game = Game::new(&level, &theme);
            game.press('>');
            assert!(!game.is_over, "{name}, seed {seed}: one leaves by the exit alone");
            walk(&mut game, &level, level.exit());
            assert!(game.message.contains("Stairs"), "{name}, seed {seed}: {}", game.message);
            game.press('>');
            assert!(game.is_over, "{name}, seed {seed}");
        }
    }
}

#[test]
fn what_lies_on_the_way_can_be_taken_once() {
    let (level, theme) = level("crypt", 42);
    let mut game = Game::new(&level, &theme);
    let props: Vec<_> = level.props().collect();
    let gold = props.iter().find(|prop| prop.kind.name == "gold").expect("the crypt has gold").cells;
    let gold = Cell::new(gold.left(), gold.top());
    walk(&mut game, &level, gold);
    assert_eq!(game.message, "There is a gold here.");
    game.press('g');
    assert_eq!((game.bag.clone(), game.message.as_str()), (vec!["gold"], "You take the gold."));
    game.press('g');
    assert_eq!((game.bag.len(), game.message.as_str()), (1, "There is nothing to take."));
}

#[test]
fn a_cell_sees_another_exactly_if_it_is_seen_from_there() {
    for (name, seed) in [("crypt", 3), ("grove", 3), ("garden", 5)] {
        let (level, theme) = level(name, seed);
        let mut game = Game::new(&level, &theme);
        let start = level.start().id;
        let here: Vec<Cell> = level.floor_in(start).filter(|&cell| level.is_walkable(cell)).collect();
        let mut sees = BTreeSet::new();
        for &cell in &here {
            walk(&mut game, &level, cell);
            let seen = here.iter().filter(|&&other| game.visible.get(other));
            sees.extend(seen.map(|other| (cell.x, cell.y, other.x, other.y)));
        }
        assert!(sees.iter().all(|&(x, y, u, v)| sees.contains(&(u, v, x, y))), "{name}, seed {seed}");
        assert!(sees.len() > here.len(), "{name}, seed {seed}: more than one's own feet");
    }
}

#[test]
fn in_an_empty_room_one_sees_all_of_it_and_its_walls_and_nothing_beyond() {
    let text = "(name: \"bare\", size: (40, 30))";
    let preset = Preset::parse(text).expect("a preset");
    let level = generate(&preset, 1);
    let game = Game::new(&level, preset.theme());
    let room = level.start().rect;
    let around = room.grown(1).expect("a room has walls");
    for cell in level.tiles().bounds().cells() {
        assert_eq!(game.visible.get(cell), around.contains(cell), "{cell} from {} in {room}", game.hero);
        assert_eq!(game.glyph(cell).is_some(), around.contains(cell));
    }
}

#[test]
fn a_secret_door_looks_like_wall_until_one_stands_beside_it() {
    let (level, theme) = (0..50)
        .map(|seed| level("mine", seed))
        .find(|(level, _)| level.passages().iter().any(|passage| passage.kind == DoorKind::Secret))
        .expect("a mine with a secret door");
    let mut game = Game::new(&level, &theme);
    let (number, &(door, _)) =
        game.doors.iter().enumerate().find(|(_, (_, kind))| *kind == DoorKind::Secret).expect("a secret door");
    let door = Cell::new(door.left(), door.top());
    let distances = level.distances(level.entry());
    let before = door.neighbours().min_by_key(|&cell| distances.get(cell).unwrap_or(u32::MAX)).expect("a neighbour");
    assert_eq!(game.glyph(door), None);
    let is_seen_as = |game: &Game<'_>| game.glyph(door).map(|(glyph, _)| glyph);
    let way = level.distances(before);
    while game.hero != before {
        assert!(matches!(is_seen_as(&game), None | Some('#')) || game.doors[number].1 == DoorKind::Closed);
        let next = game.hero.neighbours().min_by_key(|&cell| way.get(cell).unwrap_or(u32::MAX)).expect("a neighbour");
        game.press(key(game.hero, next));
    }
    assert_eq!((game.doors[number].1, is_seen_as(&game)), (DoorKind::Closed, Some('+')));
    game.press(key(before, door));
    assert_eq!((game.hero, is_seen_as(&game)), (before, Some('\'')), "opened, not yet entered");
    game.press(key(before, door));
    assert_eq!(game.hero, door);
}
