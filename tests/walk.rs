//! The game of `examples/walk.rs`, played without a terminal.

use std::collections::BTreeSet;

use roomgen::{
    Cell, DoorKind, KeyUse, Level, Preset, export, generate,
    level::{Distances, PlayAct},
    preset::BUILT_IN,
    theme::Theme,
};

#[path = "../examples/walk.rs"]
#[expect(dead_code, reason = "its terminal is not tested here")]
mod game;

use game::Game;

use crate::playthrough;

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

/// The steps to a goal by ways without locks and one-way doors.
fn free_distances(level: &Level, goal: Cell) -> Distances {
    let mut walkable = level.walkable().clone();
    let special = level.passages().iter().filter(|way| level.lock(way).is_some() || way.one_way.is_some());
    special.flat_map(|way| way.doors()).flat_map(|door| door.cells()).for_each(|cell| walkable.set(cell, false));
    let mut distances = Distances::default();
    distances.measure(&walkable, [goal]);
    distances
}

/// Walks a shortest way without locks to a goal, opening doors on the way.
fn walk(game: &mut Game<'_>, level: &Level, goal: Cell) {
    let distances = free_distances(level, goal);
    while game.hero != goal {
        let steps = |cell: &Cell| distances.get(*cell).unwrap_or(u32::MAX);
        let next = game.hero.neighbours().min_by_key(steps).expect("neighbours");
        let (before, opened) = (game.hero, doors_open(game));
        game.press(key(before, next));
        assert!(game.hero == next || doors_open(game) == opened + 1, "{next}: {}", game.message);
    }
}

/// Plays the walkthrough of a level by the game's own keys, and leaves.
fn follow(level: &Level, theme: &Theme, what: &str) {
    let mut game = Game::new(level, theme);
    game.press('>');
    assert!(!game.is_over, "{what}: one leaves by the exit alone");
    let walkthrough = level.mission().walkthrough().unwrap_or_else(|| panic!("{what}: no way to the exit"));
    for leg in walkthrough.legs() {
        for &next in &leg.cells[1..] {
            // A locked door is unlocked, a closed one opened, and then walked through.
            for _ in 0..3 {
                if game.hero != next {
                    game.press(key(game.hero, next));
                }
            }
            assert_eq!(game.hero, next, "{what}: {}", game.message);
        }
        match leg.act {
            PlayAct::Take(id) => {
                let taken = &level.keys()[id as usize];
                let name = level.key_name(taken);
                if taken.key_use == KeyUse::Switch {
                    assert!(!game.play.has_taken(id), "{what}");
                    game.press('g');
                    assert!(game.message.contains(name), "{what}: {}", game.message);
                }
                assert!(game.play.has_taken(id), "{what}: {name}");
            }
            // The next leg bumps into the door.
            PlayAct::Open(_) => {}
            _ => game.press('>'),
        }
    }
    assert!(game.is_over && game.message.contains("You leave"), "{what}: {}", game.message);
}

fn doors_open(game: &Game<'_>) -> usize {
    game.doors.iter().filter(|(_, kind)| *kind == DoorKind::Open).count()
}

#[test]
fn every_level_can_be_played_from_entry_to_exit() {
    for (name, _) in BUILT_IN {
        for seed in 0..5 {
            let (level, theme) = level(name, seed);
            follow(&level, &theme, &format!("{name}, seed {seed}"));
        }
    }
}

#[test]
fn a_bot_plays_the_walkthrough_of_missions_with_the_keys_of_the_game() {
    for (number, preset) in playthrough::presets().iter().enumerate() {
        for seed in 0..10 {
            follow(&generate(preset, seed), preset.theme(), &format!("mission {number}, seed {seed}"));
        }
    }
}

/// The hand-made level with an edit of its text. Its only lock is that of room 4; the key lies in
/// room 2.
fn hand_made(from: &str, to: &str) -> Level {
    let text = include_str!("levels/hand-made.ron");
    assert!(text.contains(from));
    export::ron::read_unchecked(&text.replace(from, to)).expect("a level")
}

/// Plays to the lock, to the key, and back to the lock; returns the messages and status lines.
fn at_lock_and_key(level: &Level) -> Vec<String> {
    let theme = Preset::built_in("crypt").expect("a preset").theme().clone();
    let mut game = Game::new(level, &theme);
    let mut seen = Vec::new();
    let [before_lock, beside_key, key] = [(12, 7), (20, 4), (21, 4)].map(Cell::from);
    walk(&mut game, level, before_lock);
    game.press('l');
    assert_eq!(game.hero, before_lock);
    seen.push(game.message.clone());
    walk(&mut game, level, beside_key);
    game.press('l');
    assert_eq!(game.hero, key);
    seen.push(game.message.clone());
    game.press('g');
    seen.extend([game.message.clone(), game.status().split("turn").next().expect("a part").trim().to_owned()]);
    walk(&mut game, level, before_lock);
    game.press('l');
    seen.push(game.message.clone());
    seen.push(game.status().split("turn").next().expect("a part").trim().to_owned());
    while game.hero != Cell::new(13, 7) {
        game.press('l');
    }
    seen
}

#[test]
fn a_key_is_picked_up_and_opens_its_lock_for_good() {
    let expected = [
        "The door is locked: it needs the rug.",
        "You pick up the rug.",
        "There is nothing to take.",
        "Room 2   0 things   1 x rug",
        "You unlock the door with the rug.",
        "Room 3   0 things   1 x rug",
    ];
    assert_eq!(at_lock_and_key(&hand_made("use: Key", "use: Key")), expected);
}

#[test]
fn a_single_use_key_is_used_up() {
    let expected = [
        "The door is locked: it needs the rug.",
        "You pick up the rug.",
        "There is nothing to take.",
        "Room 2   0 things   1 x rug",
        "You unlock the door, and the rug is used up.",
        "Room 3   0 things",
    ];
    assert_eq!(at_lock_and_key(&hand_made("use: Key", "use: SingleUse")), expected);
}

#[test]
fn a_switch_is_used_where_it_stands() {
    let expected = [
        "The door is barred: the rug opens it.",
        "Here is the rug: g uses it.",
        "You use the rug. Somewhere, doors open.",
        "Room 2   0 things",
        "",
        "A passage   0 things",
    ];
    assert_eq!(at_lock_and_key(&hand_made("use: Key", "use: Switch")), expected);
}

#[test]
fn a_one_way_door_does_not_open_from_behind() {
    let passage = "doors: [(x: 9, y: 5, width: 2, height: 1)], corridor: [], kind: Closed";
    let theme = Preset::built_in("crypt").expect("a preset").theme().clone();
    for (from, is_open) in [(1, true), (3, false)] {
        let level = hand_made(passage, &format!("{passage}, one_way: Some({from})"));
        let mut game = Game::new(&level, &theme);
        walk(&mut game, &level, Cell::new(9, 4));
        game.press('j');
        let message = if is_open { "You open the door." } else { "The door does not open from this side." };
        assert_eq!(game.message, message);
        game.press('j');
        game.press('j');
        assert_eq!(game.hero, if is_open { Cell::new(9, 6) } else { Cell::new(9, 4) });
        game.press('k');
        assert_eq!(game.message.contains("this side"), is_open, "{}", game.message);
    }
}

#[test]
fn what_lies_on_the_way_can_be_taken_once() {
    let (level, theme) = level("crypt", 42);
    let mut game = Game::new(&level, &theme);
    let props: Vec<_> = level.props().collect();
    let free = free_distances(&level, level.entry());
    let mut gold = props.iter().filter(|prop| prop.kind.name == "gold").flat_map(|prop| prop.cells.cells());
    let gold = gold.find(|&cell| free.get(cell).is_some()).expect("the crypt has gold before its first lock");
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
    // A secret door, and the cell before it, on the way from the entry.
    let before_secret = |level: &Level| {
        let free = free_distances(level, level.entry());
        let mut ways = level.passages().iter().filter(|way| way.kind == DoorKind::Secret && way.one_way.is_none());
        let door = ways
            .find_map(|way| way.doors().iter().flat_map(|door| door.cells()).find(|&cell| free.get(cell).is_some()))?;
        Some((door, door.neighbours().min_by_key(|&cell| free.get(cell).unwrap_or(u32::MAX))?))
    };
    let (level, theme, (door, before)) = (0..50)
        .find_map(|seed| {
            let (level, theme) = level("mine", seed);
            let found = before_secret(&level)?;
            Some((level, theme, found))
        })
        .expect("a mine with a secret door");
    let mut game = Game::new(&level, &theme);
    let number = game.doors.iter().position(|(cells, _)| cells.contains(door)).expect("the door");
    assert_eq!(game.glyph(door), None);
    let is_seen_as = |game: &Game<'_>| game.glyph(door).map(|(glyph, _)| glyph);
    let way = free_distances(&level, before);
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
