//! The game of `examples/game.rs`, played without a terminal.

use roomgen::{
    Cell, Level, Preset, Tile, export,
    level::DoorKind,
    play::{PlayerAction, Walker},
    preset::BUILT_IN,
    run::{Run, RunGenerator},
};

#[path = "../examples/game.rs"]
#[expect(dead_code, reason = "its terminal is not tested here")]
mod example;

use example::{Game, floor::GameFloor, run_named};

use crate::{playthrough, tier};

mod fights;
mod options;
mod things;

fn preset(name: &str) -> Preset {
    Preset::built_in(name).expect("a built-in preset")
}

fn save(game: &Game) -> String {
    serde_json::to_string(&game.run).expect("JSON")
}

/// A game of a built-in run or preset.
fn game(name: &str, seed: u64) -> Game {
    Game::new(run_named(name).expect("a built-in run"), seed)
}

/// A game in which no monster stands and the hero bears anything.
fn quiet(preset: &Preset, seed: u64) -> Game {
    let mut game = Game::new(Run::of(preset, 4), seed);
    game.run.health = u32::MAX;
    game.run.floors[0].monsters.clear();
    game
}

/// A game of a built-in preset that begins in a level.
fn game_in(name: &str, level: Level) -> Game {
    let mut run = game("cellar", 0).run;
    run.hero = level.entry();
    run.floors = vec![GameFloor::new(level)];
    run.health = run.floors[0].full_health();
    Game::of(run, RunGenerator::new(run_named(name).expect("a built-in run"), 0))
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

/// Walks to a goal by ways that are free, opening doors on the way.
fn walk(game: &mut Game, goal: Cell) {
    for _ in 0..1000 {
        if let Some(&next) = game.floor().play.path(game.run.hero, goal, Walker::Hero).expect("a way").get(1) {
            game.press(key(game.run.hero, next));
        }
    }
    assert_eq!(game.run.hero, goal, "{}", game.message);
}

/// Plays the walkthrough of the floor by the game's own keys, and goes down.
fn follow(game: &mut Game, what: &str) {
    let (level, floor) = (game.floor().play.level().clone(), game.run.floor);
    let walkthrough = level.mission().walkthrough().unwrap_or_else(|| panic!("{what}: no way to the exit"));
    for leg in walkthrough.legs() {
        for &next in &leg.cells[1..] {
            // A lock is opened, a closed door too, a monster slain; and then one walks on.
            for _ in 0..400 {
                if game.run.hero != next {
                    game.press(key(game.run.hero, next));
                }
            }
            assert_eq!(game.run.hero, next, "{what}: {}", game.message);
        }
        match leg.action {
            PlayerAction::Take(id) => assert!(game.floor().play.has_taken(id), "{what}: {}", game.message),
            // The next leg bumps into the door.
            PlayerAction::Open(_) => {}
            _ => game.press('>'),
        }
    }
    assert!(game.is_over || game.run.floor == floor + 1, "{what}: {}", game.message);
}

/// Explores the floor, and goes down, by the keys for it alone.
fn explore(game: &mut Game, what: &str) {
    let floor = game.run.floor;
    for _ in 0..3000 {
        if game.is_over || game.run.floor > floor {
            return;
        }
        game.press('o');
        if game.message.contains("No safe way") {
            game.press('>');
        }
    }
    panic!("{what}: {} {}", game.message, game.status());
}

/// Plays runs of the built-in presets from floor to floor.
fn play_runs(seeds: u64, play_floor: fn(&mut Game, &str)) {
    for (name, _) in BUILT_IN.iter().step_by(tier::size(4, 1)) {
        for seed in 0..seeds {
            let mut game = game(name, seed);
            game.run.health = u32::MAX;
            while !game.is_over {
                assert_eq!(game.run.hero, game.floor().play.level().entry());
                let exit = game.floor().play.level().exit();
                let what = format!("{name}, seed {seed}, floor {}", game.run.floor);
                play_floor(&mut game, &what);
                let meet = game.is_over || game.floor().play.level().entry() == exit;
                assert!(meet, "{name}, seed {seed}: the stairs meet");
            }
            assert!(game.message.contains("You leave") && game.run.floors.len() == 4, "{name}: {}", game.message);
        }
    }
}

#[test]
fn every_run_can_be_played_down_all_its_floors_through_locks_and_monsters() {
    play_runs(tier::size(1, 2), follow);
}

#[test]
fn every_run_can_be_played_down_all_its_floors_by_exploration_alone() {
    play_runs(tier::size(1, 5), explore);
}

#[test]
fn a_bot_plays_the_walkthrough_of_missions_with_the_keys_of_the_game() {
    for (number, preset) in playthrough::presets().iter().enumerate() {
        for seed in 0..tier::size(2, 10) {
            follow(&mut quiet(preset, seed), &format!("mission {number}, seed {seed}"));
        }
    }
}

/// The hand-made level with an edit of its text. Its only lock is that of room 4; the key lies in
/// room 2.
fn hand_made(from: &str, to: &str) -> Game {
    let text = include_str!("levels/hand-made.ron");
    assert!(text.contains(from));
    let mut game = game_in("crypt", export::ron::read_unchecked(&text.replace(from, to)).expect("a level"));
    game.run.floors[0].monsters.clear();
    game
}

/// Plays to the lock, to the key, and through the lock; returns the messages, and what is held at
/// the end.
fn at_lock_and_key(mut game: Game) -> Vec<String> {
    let [before_lock, beside_key, door] = [(12, 7), (20, 4), (13, 7)].map(Cell::from);
    let mut seen = Vec::new();
    for (goal, step) in [(before_lock, 'l'), (beside_key, 'l'), (before_lock, 'l')] {
        walk(&mut game, goal);
        game.press(step);
        seen.push(game.message.trim().to_owned());
    }
    game.press('l');
    assert!(game.run.hero.x >= door.x);
    let status = game.status();
    seen.push(status.split_once("things 0").expect("no things").1.trim().to_owned());
    seen
}

#[test]
fn keys_open_their_lock_for_good_or_once_and_switches_where_they_stand() {
    for (key_use, opens, held) in [("Key", "Unlocked.", "1 x rug"), ("SingleUse", "Unlocked.", ""), ("Switch", "", "")]
    {
        let seen = at_lock_and_key(hand_made("use: Key", &format!("use: {key_use}")));
        assert_eq!(seen, ["Locked; it needs: rug.", "Taken: rug.", opens, held], "{key_use}");
    }
}

#[test]
fn a_one_way_door_does_not_open_from_behind() {
    let passage = "doors: [(x: 9, y: 5, width: 2, height: 1)], corridor: [], kind: Closed";
    for (from, is_open) in [(1, true), (3, false)] {
        let mut game = hand_made(passage, &format!("{passage}, one_way: Some({from})"));
        walk(&mut game, Cell::new(9, 4));
        game.press('j');
        assert_eq!(game.message.contains("does not open from this side"), !is_open);
        game.press('j');
        game.press('j');
        assert_eq!(game.run.hero, if is_open { Cell::new(9, 6) } else { Cell::new(9, 4) });
        game.press('k');
        assert_eq!(game.message.contains("this side"), is_open, "{}", game.message);
    }
}

/// All that one sees of a game.
fn shown(game: &Game) -> (String, Cell) {
    (format!("{:?} {}", game.view().values(), game.status()), game.run.hero)
}

#[test]
fn a_game_goes_on_from_any_of_its_saves_as_if_nobody_had_left() {
    let mut game = game("mine", 5);
    game.run.health = 1000;
    follow(&mut game, "mine");
    let keys: Vec<char> = "ohhkkxllojjjllglkkkhohg<>".chars().cycle().take(100).collect();
    for part in keys.chunks(25) {
        let mut loaded = Game::load(&save(&game)).expect("a saved game");
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
    let saved = save(&game("cellar", 1));
    for (from, to) in [
        ("\"floor\":0,\"hero\"", "\"floor\":1,\"hero\""),
        ("\"hero\":[", "\"hero\":[-"),
        ("\"Start\"", "\"Begin\""),
        ("\"name\":\"cellar\"", "\"name\":\"attic\""),
    ] {
        assert!(saved.contains(from), "{from}");
        assert!(Game::load(&saved.replacen(from, to, 1)).is_err(), "{to}");
    }
    assert!(Game::load("").is_err() && Game::load("{}").is_err());
}

#[test]
fn stairs_lead_down_and_back_up_to_floors_as_they_were_left() {
    let mut game = quiet(&preset("crypt"), 3);
    follow(&mut game, "crypt");
    game.run.floors[1].monsters.clear();
    let (first, below) = (serde_json::to_string(&game.run.floors[0]).expect("JSON"), game.run.hero);
    game.press('<');
    assert_eq!((game.run.floor, game.run.hero), (0, game.floor().play.level().exit()));
    assert_eq!(serde_json::to_string(&game.run.floors[0]).expect("JSON"), first);
    game.press('<');
    assert_eq!(game.run.hero, game.floor().play.level().entry(), "one travels to the other stairs");
    game.press('>');
    game.press('>');
    assert_eq!((game.run.floor, game.run.hero, game.run.floors.len()), (1, below, 2));
}

/// Walks to a goal as if no lock and no trap were there.
fn jump(game: &mut Game, goal: Cell) {
    game.run.hero = goal;
    game.look();
}

#[test]
fn stairs_beside_the_exit_lead_to_a_branch_whose_last_floor_leads_only_up() {
    let run = Run::parse(
        "(name: \"trip\", acts: [(preset: \"cellar\", floors: 2)], moods: {\"dark\": (text: (theme: (ambient: 0.1)))},
          branches: [(name: \"well\", from: 0, acts: [(preset: \"mine\", floors: 2)])])",
    )
    .expect("a run");
    let mut game = Game::new(run, 3);
    assert!(game.status().starts_with("cellar, dark, floor 1   "), "{}", game.status());
    let well = game.floor().play.level().stairs()[0].cell;
    jump(&mut game, well);
    for place in ["mine, dark, well, floor 1", "mine, dark, well, floor 2"] {
        game.run.health = u32::MAX;
        game.press('>');
        assert!(game.status().starts_with(place), "{}", game.status());
        assert_eq!(game.run.hero, game.floor().play.level().entry());
        let exit = game.floor().play.level().exit();
        if game.floor().play.level().is_dead_end() {
            game.press('>');
            assert_eq!(game.message.trim().split(':').next(), Some("No way leads down from here."));
            assert!(game.view().values().iter().flatten().all(|(glyph, ..)| *glyph != '>'));
        } else {
            jump(&mut game, exit);
        }
    }
    game.run.health = u32::MAX;
    game.run.floors.iter_mut().for_each(|floor| floor.monsters.clear());
    let entry = game.floor().play.level().entry();
    jump(&mut game, entry);
    let saved = serde_json::to_string(&game.run.floors).expect("JSON");
    game.press('<');
    assert_eq!((game.run.floor, game.run.hero), (1, game.floor().play.level().exit()));
    let entry = game.floor().play.level().entry();
    jump(&mut game, entry);
    game.press('<');
    assert_eq!((game.run.floor, game.run.hero), (0, well));
    assert_eq!(serde_json::to_string(&game.run.floors).expect("JSON"), saved, "floors stay as they were left");
    let exit = game.floor().play.level().exit();
    jump(&mut game, exit);
    assert!(matches!(game.view().get(well).flatten(), Some(('>', ..))), "the stairs are shown");
    game.press('>');
    assert!(game.status().starts_with("cellar, dark, floor 2   "), "{}", game.status());
    assert_eq!((game.run.floor, game.run.hero), (3, exit));
}

#[test]
fn a_secret_door_looks_like_wall_until_it_is_found() {
    let mut found = 0;
    for seed in 0..tier::size(10, 50) {
        let mut game = quiet(&preset("mine"), seed);
        let level = game.floor().play.level().clone();
        for (id, passage) in (0..).zip(level.passages()).filter(|(_, passage)| passage.kind == DoorKind::Secret) {
            let door = passage.doors()[0].top_left();
            let Some(before) = door.neighbours().find(|&cell| level.is_reachable(cell)) else { continue };
            let near = before.neighbours().find(|&cell| cell != door && level.is_reachable(cell));
            let seen_as = |game: &Game| game.view().get(door).flatten().map(|(glyph, ..)| glyph);
            let Some(near) = near.filter(|_| game.floor().play.hides(id)) else { continue };
            game.run.hero = near;
            game.look();
            assert!(matches!(seen_as(&game), None | Some('#')), "seed {seed}: {:?}", seen_as(&game));
            game.press(key(near, before));
            if game.run.hero == before {
                assert!(game.message.contains("You find a secret door!"), "seed {seed}: {}", game.message);
                assert_eq!(seen_as(&game), Some(Tile::Door.glyph()), "seed {seed}");
                game.press(key(before, door));
                assert_eq!((game.run.hero, seen_as(&game)), (before, Some('\'')), "opened, not yet entered");
                found += 1;
            }
        }
    }
    assert!(found > 3, "{found}");
}
