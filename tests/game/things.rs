//! What is to be taken: loot, also markers and what blocks, offers, and what heals.

use std::collections::BTreeSet;

use roomgen::{Cell, Level, Request, generate, preset::BUILT_IN};

use super::{Game, example::floor::is_thing, game_in, key, preset, quiet, save, tier};

pub(super) fn level(name: &str, seed: u64, difficulty: f32) -> Level {
    generate(&preset(name), Request::new(seed).with_difficulty(difficulty).expect("a difficulty"))
}

/// A game in a level without monsters, with the hero beside a cell.
fn game_beside(name: &str, level: &Level, cell: Cell) -> Game {
    let mut game = game_in(name, level.clone());
    game.run.floors[0].monsters.clear();
    stand_beside(&mut game, cell);
    game
}

fn stand_beside(game: &mut Game, cell: Cell) {
    let level = game.floor().play.level();
    game.run.hero = cell.neighbours().find(|&cell| level.is_reachable(cell)).expect("a way to the thing");
    game.look();
}

/// The name of what can be taken at a cell.
fn thing_at(game: &Game, cell: Cell) -> Option<String> {
    game.floor().prop_at(cell, is_thing).map(|thing| thing.kind.name.to_string())
}

#[test]
fn all_loot_is_shown_and_taken_once_also_markers_and_what_blocks_and_in_a_saved_game() {
    let (mut markers, mut blocking) = (BTreeSet::new(), BTreeSet::new());
    for (name, _) in BUILT_IN {
        for seed in 0..tier::size(1, 5) {
            let level = level(name, seed, 0.5);
            let mut game = game_beside(name, &level, level.entry());
            for thing in level.props().filter(is_thing) {
                let cell = thing.cells.top_left();
                // One of an offer goes with the one that was taken; a trap hurts who comes.
                while thing_at(&game, cell).is_some() {
                    let what = format!("{name}, seed {seed}, {} at {cell}", thing.kind.name);
                    stand_beside(&mut game, cell);
                    game.run.health = 1;
                    assert!(game.view().get(cell).flatten().is_some(), "{what} is shown");
                    game.press(key(game.run.hero, cell));
                    if !game.message.contains("Taken: ") {
                        game.press('g');
                    }
                    assert!(game.message.contains("Taken: "), "{what}: {}", game.message);
                }
                let set = if thing.kind.blocks { &mut blocking } else { &mut markers };
                set.insert(thing.kind.name.to_string());
            }
            assert!(!game.run.bag.is_empty(), "{name}, seed {seed}");
            let loaded = Game::load(&save(&game)).expect("a saved game");
            assert!({ level.props() }.all(|prop| thing_at(&loaded, prop.cells.top_left()).is_none()), "{name}");
        }
    }
    assert!(["keepsake", "rare book", "cup of tea"].iter().all(|item| markers.contains(*item)), "{markers:?}");
    assert!(["chest", "strongbox"].iter().all(|item| blocking.contains(*item)), "{blocking:?}");
}

#[test]
fn healing_things_give_back_the_value_of_their_kind_and_are_left_until_all_of_it_helps() {
    for (name, item, heals) in [("library", "cordial", 8), ("crypt", "lamp oil", 6)] {
        let with_item = |level: &Level| level.loot().iter().find(|thing| thing.item == item).map(|thing| thing.cell);
        let found = (0..50).map(|seed| level(name, seed, 0.5)).find_map(|level| Some((with_item(&level)?, level)));
        let (cell, level) = found.expect("a level with what heals");
        let full = game_in(name, level.clone()).floor().full_health();
        for (before, after, is_left) in [(full - 1, full, true), (full - heals, full, false), (1, 1 + heals, false)] {
            let mut game = game_beside(name, &level, cell);
            game.run.health = before;
            game.press(key(game.run.hero, cell));
            assert_eq!(thing_at(&game, cell).is_some(), is_left, "{}", game.message);
            if is_left {
                assert_eq!((game.message.trim(), game.run.health), (format!("Here: {item}.").as_str(), before));
                game.press('g');
            }
            assert_eq!((game.message.trim(), game.run.health), (format!("Taken: {item}.").as_str(), after));
            assert!(!game.status().contains("things 1"), "it is used up");
        }
    }
}

#[test]
fn of_an_offer_some_things_are_taken_and_the_others_are_gone() {
    let text = "(name: \"hall\", props: {
        \"chest\": (glyph: 'c', color: \"#8a5a2b\"), \"gem\": (glyph: '*', color: \"#80ffff\", blocks: false, tall: 0.25),
    }, layouts: [(name: \"all\", formations: [
        (shape: Square, at: Quarters, size: Cells(1), prop: \"chest\", choose: 1),
        (shape: Square, at: Walls, size: Cells(1), prop: \"gem\", choose: 2),
    ])])";
    let mut game = quiet(&roomgen::Preset::parse(text).expect("a preset"), 3);
    let level = game.floor().play.level().clone();
    for offer in level.offers().iter().filter(|offer| level.prop(offer.props[0]).is_some()) {
        let mut left: Vec<u32> = offer.props.clone();
        for taken in 1..=offer.take {
            let thing = level.prop(left.remove(0)).expect("a prop");
            let name = &thing.kind.name;
            stand_beside(&mut game, thing.cells.top_left());
            game.press(key(game.run.hero, thing.cells.top_left()));
            if !thing.kind.blocks {
                let choice = format!("Here: {name}, {} of {} to be had.", offer.take, offer.props.len());
                assert_eq!(game.message.trim(), choice);
                game.press('g');
            }
            let others = if taken == offer.take { " The others are gone." } else { "" };
            assert_eq!(game.message.trim(), format!("Taken: {name}.{others}"));
        }
        assert!(offer.props.iter().all(|&id| game.floor().play.is_gone(id)), "{offer:?}");
    }
    assert!(game.run.bag["gem"] > 2 && game.run.bag["chest"] > 1);
}
