//! The game of `examples/game.rs`, played without a terminal.

use std::collections::BTreeSet;

use roomgen::{
    Cell, DoorKind, KeyUse, Level, Preset, Tile, export, generate, level::Distances, play::PlayerAction,
    preset::BUILT_IN,
};

#[path = "../examples/game.rs"]
#[expect(dead_code, reason = "its terminal is not tested here")]
mod example;

use example::{
    Game,
    floor::{Floor, Monster},
};

use crate::{playthrough, tier};

fn preset(name: &str) -> Preset {
    Preset::built_in(name).expect("a built-in preset")
}

mod fights;
mod options;
mod things;
mod words;

/// A game in which no monster stands and the hero bears anything.
fn quiet(preset: Preset, seed: u64) -> Game {
    let mut game = Game::new(preset, seed, None);
    game.run.health = u32::MAX;
    game.run.floors[0].monsters.clear();
    game
}

/// A game that begins in a level.
fn game_in(level: Level) -> Game {
    let mut game = quiet(preset("crypt"), 0);
    game.run.hero = level.entry();
    game.run.floors = vec![Floor::new(level)];
    game.run.floors[0].monsters.clear();
    game.look();
    game
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

fn doors_open(game: &Game) -> usize {
    game.floor().doors.iter().filter(|kind| **kind == DoorKind::Open).count()
}

/// Walks a shortest way without locks to a goal, opening doors on the way.
fn walk(game: &mut Game, goal: Cell) {
    let distances = free_distances(&game.floor().level, goal);
    while game.run.hero != goal {
        let steps = |cell: &Cell| distances.get(*cell).unwrap_or(u32::MAX);
        let next = game.run.hero.neighbours().min_by_key(steps).expect("neighbours");
        let (before, opened) = (game.run.hero, doors_open(game));
        game.press(key(before, next));
        assert!(game.run.hero == next || doors_open(game) == opened + 1, "{next}: {}", game.message);
    }
}

/// Plays the walkthrough of the floor by the game's own keys, and goes down.
fn follow(game: &mut Game, what: &str) {
    let (level, floor) = (game.floor().level.clone(), game.run.floor);
    let walkthrough = level.mission().walkthrough().unwrap_or_else(|| panic!("{what}: no way to the exit"));
    for leg in walkthrough.legs() {
        for &next in &leg.cells[1..] {
            // A lock is opened, a closed door too, a monster slain; and then one walks on.
            for _ in 0..60 {
                if game.run.hero != next {
                    game.press(key(game.run.hero, next));
                }
            }
            assert_eq!(game.run.hero, next, "{what}: {}", game.message);
        }
        match leg.action {
            PlayerAction::Take(id) => {
                let taken = &level.keys()[id as usize];
                let name = level.key_name(taken);
                if taken.key_use == KeyUse::Switch {
                    assert!(!game.floor().play.has_taken(id), "{what}");
                    game.press('g');
                    assert!(game.message.contains(name), "{what}: {}", game.message);
                }
                assert!(game.floor().play.has_taken(id), "{what}: {name}");
            }
            // The next leg bumps into the door.
            PlayerAction::Open(_) => {}
            _ => game.press('>'),
        }
    }
    assert!(game.is_over || game.run.floor == floor + 1, "{what}: {}", game.message);
}

#[test]
fn every_run_can_be_played_down_all_its_floors_through_locks_and_monsters() {
    for (name, _) in BUILT_IN.iter().step_by(tier::size(2, 1)) {
        for seed in 0..tier::size(1, 2) {
            let mut game = Game::new(preset(name), seed, None);
            game.run.health = u32::MAX;
            game.press('>');
            assert!(!game.is_over && game.run.floor == 0, "{name}: one leaves by the exit alone");
            while !game.is_over {
                let entry = game.floor().level.entry();
                assert_eq!(game.run.hero, entry);
                let exit = game.floor().level.exit();
                let what = format!("{name}, seed {seed}, floor {}", game.run.floor);
                follow(&mut game, &what);
                assert!(game.is_over || game.floor().level.entry() == exit, "{name}, seed {seed}: the stairs meet");
            }
            assert!(game.message.contains("You leave") && game.run.floors.len() == 4, "{name}: {}", game.message);
        }
    }
}

#[test]
fn a_bot_plays_the_walkthrough_of_missions_with_the_keys_of_the_game() {
    for (number, preset) in playthrough::presets().iter().enumerate() {
        for seed in 0..tier::size(2, 10) {
            follow(&mut quiet(preset.clone(), seed), &format!("mission {number}, seed {seed}"));
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
fn at_lock_and_key(level: Level) -> Vec<String> {
    let mut game = game_in(level);
    let status = |game: &Game| {
        let words = game.status();
        words.split("things").nth(1).and_then(|words| words.split("turn").next()).expect("a part").trim().to_owned()
    };
    let mut seen = Vec::new();
    let [before_lock, beside_key, key] = [(12, 7), (20, 4), (21, 4)].map(Cell::from);
    walk(&mut game, before_lock);
    game.press('l');
    assert_eq!(game.run.hero, before_lock);
    seen.push(game.message.clone());
    walk(&mut game, beside_key);
    game.press('l');
    assert_eq!(game.run.hero, key);
    seen.push(game.message.clone());
    game.press('g');
    seen.extend([game.message.clone(), status(&game)]);
    walk(&mut game, before_lock);
    game.press('l');
    seen.push(game.message.clone());
    seen.push(status(&game));
    while game.run.hero != Cell::new(13, 7) {
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
        "1 x rug",
        "You unlock the door with the rug.",
        // It opens nothing more.
        "",
    ];
    assert_eq!(at_lock_and_key(hand_made("use: Key", "use: Key")), expected);
}

#[test]
fn a_single_use_key_is_used_up() {
    let found = at_lock_and_key(hand_made("use: Key", "use: SingleUse"));
    assert_eq!(found[3..], ["1 x rug", "You unlock the door with the rug.", ""]);
}

#[test]
fn a_switch_is_used_where_it_stands() {
    let expected = [
        "The door is locked: it needs the rug.",
        "Here is the rug: g uses it.",
        "You use the rug. Somewhere, doors open.",
        "",
        "",
        "",
    ];
    assert_eq!(at_lock_and_key(hand_made("use: Key", "use: Switch")), expected);
}

#[test]
fn a_one_way_door_does_not_open_from_behind() {
    let passage = "doors: [(x: 9, y: 5, width: 2, height: 1)], corridor: [], kind: Closed";
    for (from, is_open) in [(1, true), (3, false)] {
        let mut game = game_in(hand_made(passage, &format!("{passage}, one_way: Some({from})")));
        walk(&mut game, Cell::new(9, 4));
        game.press('j');
        let message = if is_open { "You open the door." } else { "The door does not open from this side." };
        assert_eq!(game.message, message);
        game.press('j');
        game.press('j');
        assert_eq!(game.run.hero, if is_open { Cell::new(9, 6) } else { Cell::new(9, 4) });
        game.press('k');
        assert_eq!(game.message.contains("this side"), is_open, "{}", game.message);
    }
}

#[test]
fn things_on_the_way_are_taken_once_and_stay_taken_in_a_saved_game() {
    let with_gold = |seed| {
        let game = quiet(preset("crypt"), seed);
        let level = game.floor().level.clone();
        let free = free_distances(&level, level.entry());
        let mut gold = level.props().filter(|prop| prop.kind.name == "gold").flat_map(|prop| prop.cells.cells());
        Some((game, gold.find(|&cell| free.get(cell).is_some())?))
    };
    let (mut game, gold) = (42..60).find_map(with_gold).expect("some crypt has gold before its first lock");
    walk(&mut game, gold);
    assert_eq!(game.message, "Here is the gold.");
    game.press('g');
    assert_eq!((game.run.bag.get("gold"), game.message.as_str()), (Some(&1), "You take the gold."));
    let mut game = Game::load(&game.save().expect("JSON")).expect("a saved game");
    game.press('g');
    assert_eq!((game.run.bag.get("gold"), game.message.as_str()), (Some(&1), "There is nothing to take."));
}

#[test]
fn of_an_offer_one_thing_is_taken_and_the_others_are_gone() {
    let text = "(name: \"hall\", props: {
        \"chest\": (glyph: 'c', color: \"#8a5a2b\"), \"gem\": (glyph: '*', color: \"#80ffff\", blocks: false, tall: 0.25),
    }, layouts: [(name: \"all\", formations: [
        (shape: Square, at: Quarters, size: Cells(1), prop: \"chest\", choose: 1),
        (shape: Square, at: Walls, size: Cells(1), prop: \"gem\", choose: 2),
    ])])";
    let mut game = quiet(Preset::parse(text).expect("a preset"), 3);
    for (kind, take) in [("gem", 2), ("chest", 1)] {
        let level = game.floor().level.clone();
        let room = level.start().id;
        let is_it = |offer: &&roomgen::Offer| {
            let prop = level.prop(offer.props[0]).expect("a prop");
            prop.room == room && prop.kind.name == kind
        };
        let offer = level.offers().iter().find(is_it).expect("an offer in the first room").clone();
        for taken in 1..=take {
            let level = game.floor().level.clone();
            let free = free_distances(&level, level.entry());
            let offered =
                level.props().filter(|prop| prop.room == room && prop.kind.name == kind && prop.offer.is_some());
            let cells = offered.map(|prop| prop.cells.top_left());
            let near = cells.flat_map(|cell| if kind == "gem" { vec![cell] } else { cell.neighbours().collect() });
            let goal = near.filter(|&cell| free.get(cell).is_some()).min_by_key(|&cell| free.get(cell));
            let goal = goal.expect("one can be reached");
            walk(&mut game, goal);
            // What blocks is walked into.
            let chest = goal.neighbours().find(|&cell| game.floor().thing_at(cell, true).is_some());
            game.press(if kind == "gem" { 'g' } else { key(goal, chest.expect("a chest")) });
            let others = if taken == take { " The others are gone." } else { "" };
            assert_eq!(game.message, format!("You take the {kind}.{others}"));
            assert_eq!(game.run.bag.get(kind), Some(&taken));
        }
        let level = &game.floor().level;
        assert_eq!(level.props_in(room).filter(|prop| prop.kind.name == kind).count(), 0, "{offer:?}");
        game.press('g');
        assert_eq!(game.message, "There is nothing to take.");
    }
}

/// All that one sees of a game.
fn shown(game: &Game) -> (String, usize, u32) {
    (format!("{:?} {}", game.view().values(), game.status()), game.run.floor, game.run.health)
}

#[test]
fn a_game_goes_on_from_any_of_its_saves_as_if_nobody_had_left() {
    let mut game = Game::new(preset("mine"), 5, None);
    game.run.health = 1000;
    follow(&mut game, "mine");
    let keys: Vec<char> = "hhkkllljjjlllkkkhhgg".chars().cycle().take(120).collect();
    for part in keys.chunks(30) {
        let mut loaded = Game::load(&game.save().expect("JSON")).expect("a saved game");
        assert_eq!(shown(&loaded), shown(&game));
        for &key in part {
            loaded.press(key);
            game.press(key);
            assert_eq!((shown(&loaded), &loaded.message), (shown(&game), &game.message));
        }
    }
}

#[test]
fn a_saved_game_whose_parts_do_not_belong_together_is_refused() {
    let saved = Game::new(preset("cellar"), 1, None).save().expect("JSON");
    assert!(saved.contains("\"floor\":0,\"hero\""));
    for (from, to) in [
        ("\"floor\":0,\"hero\"", "\"floor\":1,\"hero\""),
        ("\"doors\":[\"", "\"doors\":[\"Open\",\""),
        ("\"Start\"", "\"Begin\""),
        ("\"difficulty\":null", "\"difficulty\":1.5"),
    ] {
        // The doors of a floor, not those of the passages, are texts.
        assert!(Game::load(&saved.replacen(from, to, 1)).is_err(), "{to}");
    }
    assert!(Game::load("").is_err() && Game::load("{}").is_err());
}

#[test]
fn stairs_lead_down_and_back_up_to_floors_as_they_were_left() {
    let mut game = quiet(preset("crypt"), 3);
    game.press('<');
    assert_eq!((game.run.floor, game.message.as_str()), (0, "There are no such stairs here."));
    follow(&mut game, "crypt");
    game.run.floors[1].monsters.clear();
    let (first, below) = (serde_json::to_string(&game.run.floors[0]).expect("JSON"), game.run.hero);
    game.press('<');
    assert_eq!((game.run.floor, game.run.hero), (0, game.floor().level.exit()));
    assert_eq!(serde_json::to_string(&game.run.floors[0]).expect("JSON"), first);
    game.press('>');
    assert_eq!((game.run.floor, game.run.hero, game.run.floors.len()), (1, below, 2));
}

#[test]
fn a_monster_in_view_comes_and_strikes_until_it_is_slain() {
    let preset = Preset::parse("(name: \"bare\", size: (40, 30))").expect("a preset");
    let mut game = Game::new(preset, 1, None);
    game.run.health = 30;
    let (room, hero) = (game.floor().level.start().rect, game.run.hero);
    let far = room.cells().max_by_key(|cell| cell.x.abs_diff(hero.x) + cell.y.abs_diff(hero.y)).expect("a cell");
    let rat = serde_json::from_value(serde_json::json!({"kind": "rat", "cell": far, "health": 2}));
    game.run.floors[0].monsters = vec![rat.expect("a monster")];
    let distance = |game: &Game| {
        game.floor().monsters.first().map(|Monster { cell, .. }| cell.x.abs_diff(hero.x) + cell.y.abs_diff(hero.y))
    };
    let steps = distance(&game).expect("a monster");
    for left in (1..steps).rev() {
        game.press('<');
        assert_eq!((distance(&game), game.run.health), (Some(left), 30));
    }
    game.press('<');
    assert_eq!((distance(&game), game.run.health), (Some(1), 29));
    assert!(game.message.contains("The rat strikes."), "{}", game.message);
    let to_rat = key(hero, game.floor().monsters[0].cell);
    game.press(to_rat);
    game.press(to_rat);
    assert!(game.message.contains("You slay the rat.") && game.floor().monsters.is_empty(), "{}", game.message);
    game.run.health = 1;
    game.run.floors[0].monsters = vec![
        serde_json::from_value(
            serde_json::json!({"kind": "rat", "cell": hero.step(roomgen::Direction::North), "health": 2}),
        )
        .expect("a monster"),
    ];
    game.press('<');
    assert!(game.is_over && game.message.contains("You die."), "{}", game.message);
}

#[test]
fn a_cell_sees_another_exactly_if_it_is_seen_from_there() {
    for (name, seed) in [("crypt", 3), ("grove", 3), ("garden", 5)] {
        let mut game = quiet(preset(name), seed);
        let level = game.floor().level.clone();
        let here: Vec<Cell> = level.floor_in(level.start().id).filter(|&cell| level.is_reachable(cell)).collect();
        let mut sees = BTreeSet::new();
        for &cell in &here {
            game.run.hero = cell;
            game.look();
            let seen = here.iter().filter(|&&other| game.visible.get(other));
            sees.extend(seen.map(|other| (cell.x, cell.y, other.x, other.y)));
        }
        assert!(sees.iter().all(|&(x, y, u, v)| sees.contains(&(u, v, x, y))), "{name}, seed {seed}");
        assert!(sees.len() > here.len(), "{name}, seed {seed}: more than one's own feet");
    }
}

#[test]
fn in_an_empty_room_one_sees_all_of_it_and_its_walls_and_nothing_beyond() {
    let game = Game::new(Preset::parse("(name: \"bare\", size: (40, 30))").expect("a preset"), 1, None);
    let (level, view) = (&game.floor().level, game.view());
    let room = level.start().rect;
    let around = room.grown(1).expect("a room has walls");
    for cell in level.tiles().bounds().cells() {
        assert_eq!(game.visible.get(cell), around.contains(cell), "{cell} from {} in {room}", game.run.hero);
        assert_eq!(view.get(cell).flatten().is_some(), around.contains(cell));
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
    let (mut game, (door, before)) = (0..50)
        .find_map(|seed| {
            let game = quiet(preset("mine"), seed);
            let level = &game.floor().level;
            let (door, before) = before_secret(level)?;
            // The way there does not lead through a door of the same passage.
            let way = free_distances(level, before);
            let next = |cell: &Cell| cell.neighbours().min_by_key(|&next| way.get(next).unwrap_or(u32::MAX));
            let mut walk = std::iter::successors(Some(level.entry()), |cell| next(cell).filter(|_| *cell != before));
            let id = |cell| level.door_at(cell).map(|(id, _)| id);
            (!walk.any(|cell| id(cell) == id(door))).then_some((game, (door, before)))
        })
        .expect("a mine with a secret door");
    let (id, _) = game.floor().level.door_at(door).expect("the door");
    let kind = |game: &Game| game.floor().doors[id as usize];
    let seen_as = |game: &Game| game.view().get(door).flatten().map(|(glyph, _)| glyph);
    assert_eq!(seen_as(&game), None);
    let way = free_distances(&game.floor().level, before);
    while game.run.hero != before {
        assert!(matches!(seen_as(&game), None | Some('#')) || kind(&game) != DoorKind::Secret, "{:?}", seen_as(&game));
        let next = game.run.hero.neighbours().min_by_key(|&cell| way.get(cell).unwrap_or(u32::MAX));
        game.press(key(game.run.hero, next.expect("a neighbour")));
    }
    assert_eq!((kind(&game), seen_as(&game)), (DoorKind::Closed, Some(Tile::Door.glyph())));
    game.press(key(before, door));
    assert_eq!((game.run.hero, seen_as(&game)), (before, Some('\'')), "opened, not yet entered");
    game.press(key(before, door));
    assert_eq!(game.run.hero, door);
}

#[test]
fn the_level_says_what_blocks_sight_and_what_lies_at_a_cell() {
    let level = generate(&preset("crypt"), 42);
    for (id, passage) in (0..).zip(level.passages()) {
        assert_eq!(level.passage(id), Some(passage));
        let doors = passage.doors().iter().flat_map(|door| door.cells());
        assert!({ doors }.all(|cell| level.is_opaque(cell) == (passage.kind != DoorKind::Open)));
    }
    assert_eq!(level.passage(level.passages().len() as u32), None);
    for (id, key) in (0..).zip(level.keys()) {
        assert_eq!(level.key_at(key.cell), Some((id, key)));
    }
    assert_eq!(level.key_at(level.entry()), None);
    let outside = Cell::new(-1, level.height());
    assert!(level.is_opaque(outside) && !level.is_opaque(level.entry()));
}
