//! What is to be taken: loot, also markers and what blocks, and what heals.

use std::collections::BTreeSet;

use roomgen::{Cell, Level, Request, generate, preset::BUILT_IN};

use super::{Game, example::floor::healing, game_in, key, preset, tier};

/// The level of a preset at difficulty 0.5.
fn level(name: &str, seed: u64) -> Level {
    generate(&preset(name), Request::new(seed).with_difficulty(0.5).expect("a difficulty"))
}

/// Puts the hero before a thing: beside it, or on its cell if it lies where one can stand.
fn stand_at(game: &mut Game, thing: Cell, blocks: bool) {
    let level = &game.floor().level;
    let beside = thing.neighbours().find(|&cell| level.is_reachable(cell)).expect("a way to the thing");
    game.run.hero = if blocks { beside } else { thing };
    game.look();
}

#[test]
fn all_loot_is_shown_and_taken_also_markers_and_what_blocks() {
    let (mut markers, mut blocking) = (BTreeSet::new(), BTreeSet::new());
    for (name, _) in BUILT_IN {
        for seed in 0..tier::size(1, 5) {
            let mut game = game_in(level(name, seed));
            // All that heals is needed.
            game.run.health = 1;
            let bought = game.floor().level.loot().iter().map(|thing| (thing.cell, thing.item.clone()));
            let tagged = game.floor().level.props().filter(|prop| prop.kind.labels.has("loot"));
            let mut things: Vec<_> = tagged.map(|prop| (prop.cells.top_left(), prop.kind.name.clone())).collect();
            things.extend(bought);
            things.sort();
            things.dedup();
            for (cell, item) in things {
                let what = format!("{name}, seed {seed}, {item} at {cell}");
                let here = |game: &Game| {
                    let props = game.floor().level.props().filter(|prop| prop.cells.contains(cell));
                    props.filter(|prop| prop.kind.name == item).map(|prop| prop.kind.clone()).next()
                };
                // One of an offer goes with the one that was taken.
                let Some(kind) = here(&game) else { continue };
                stand_at(&mut game, cell, true);
                assert_eq!(game.view().get(cell).flatten(), Some((kind.glyph, kind.color)), "{what} is shown");
                stand_at(&mut game, cell, kind.blocks);
                game.press(if kind.blocks { key(game.run.hero, cell) } else { 'g' });
                assert!(game.message.starts_with(&format!("You take the {item}.")), "{what}: {}", game.message);
                assert_eq!(here(&game), None, "{what} is gone");
                game.run.health = 1;
                if kind.marker {
                    markers.insert(item.to_string());
                }
                if kind.blocks {
                    blocking.insert(item.to_string());
                }
            }
            assert!(game.floor().level.loot().is_empty(), "{name}, seed {seed}");
        }
    }
    assert!(["keepsake", "rare book", "cup of tea"].iter().all(|item| markers.contains(*item)), "{markers:?}");
    assert!(["chest", "strongbox"].iter().all(|item| blocking.contains(*item)), "{blocking:?}");
}

#[test]
fn healing_things_give_back_the_value_of_their_kind_and_the_unhurt_leave_them() {
    for (name, item, heals) in [("library", "cordial", 8), ("crypt", "lamp oil", 6)] {
        let with_item = |level: &Level| level.loot().iter().find(|thing| thing.item == item).map(|thing| thing.cell);
        let found = (0..50).map(|seed| level(name, seed)).find_map(|level| Some((with_item(&level)?, level)));
        let (cell, level) = found.expect("a level with what heals");
        let mut game = game_in(level);
        let full = game.floor().full_health();
        let kind = game.floor().thing_at(cell, false).expect("the thing").1;
        assert_eq!(healing(kind, full), Some(heals));
        stand_at(&mut game, cell, false);
        game.run.health = full;
        game.press('g');
        assert_eq!(game.message, format!("You are unhurt, and leave the {item}."));
        for (before, after) in [(full - 1, full), (1, 1 + heals)] {
            let mut game = Game::load(&game.save().expect("JSON")).expect("a saved game");
            game.run.health = before;
            game.press('g');
            let by = after - before;
            assert_eq!(game.run.health, after);
            assert_eq!(game.message, format!("You take the {item}. You feel better by {by}."));
            assert!(game.run.bag.is_empty(), "it is used up");
        }
    }
    let chest = roomgen::PropKind::new("chest".into(), 'c', roomgen::color::Color::new(0, 0, 0));
    assert_eq!(healing(&chest, 40), None);
}

#[test]
fn one_piece_of_loot_of_an_offer_is_taken_and_the_others_go() {
    let of_offer = |level: &Level| {
        let offer =
            level.offers().iter().find(|offer| level.prop(offer.props[0]).is_some_and(|prop| prop.kind.marker))?;
        let cells = offer.props.iter().filter_map(|&id| level.prop(id)).map(|prop| prop.cells.top_left());
        Some(cells.collect::<Vec<_>>())
    };
    let found = (0..50).map(|seed| level("crypt", seed)).find_map(|level| Some((of_offer(&level)?, level)));
    let (cells, level) = found.expect("keepsakes to choose from");
    let before = level.loot().len();
    let mut game = game_in(level);
    let beside = cells[1].neighbours().find(|&cell| game.floor().level.is_reachable(cell)).expect("a way");
    game.run.hero = beside;
    game.press(key(beside, cells[1]));
    assert_eq!(game.message, "Here is the keepsake, one of 3: if you take it, the others go.");
    game.press('g');
    assert_eq!(game.message, "You take the keepsake. The others are gone.");
    assert_eq!(game.floor().level.loot().len(), before - 3);
    assert!(cells.iter().all(|&cell| game.floor().thing_at(cell, false).is_none()));
}
