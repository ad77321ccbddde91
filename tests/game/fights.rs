//! Monsters and traps, and whether the hero of the game is fit for them.

use std::collections::BTreeMap;

use roomgen::{
    Cell,
    play::{PlayerAction, StepOutcome, Walker},
    preset::BUILT_IN,
};

use super::{
    Game,
    example::floor::{Monster, is_trap},
    game_in, key,
    things::level,
    tier,
};

/// Whether a hero who takes the way of the walkthrough, and strikes what stands beside him, reaches
/// the exit of the first floor.
fn survives(name: &str, seed: u64, difficulty: f32) -> bool {
    let mut game = game_in(name, level(name, seed, difficulty));
    let walkthrough = game.floor().play.level().mission().walkthrough().expect("a way to the exit");
    for leg in walkthrough.legs() {
        for &next in &leg.cells[1..] {
            while game.run.hero != next && !game.is_over {
                let beside = |cell| game.run.hero.neighbours().any(|other| other == cell);
                let foe = game.floor().monsters.iter().map(|monster| monster.cell).find(|&cell| beside(cell));
                game.press(key(game.run.hero, foe.unwrap_or(next)));
            }
        }
        assert!(game.is_over || !matches!(leg.action, PlayerAction::Take(id) if !game.floor().play.has_taken(id)));
    }
    !game.is_over
}

#[test]
fn a_hero_who_fights_his_way_reaches_the_exit() {
    let seeds = tier::size(1, 40);
    for difficulty in [0.5, 1.0] {
        for (name, _) in BUILT_IN {
            let dead: Vec<u64> = (0..seeds).filter(|&seed| !survives(name, seed, difficulty)).collect();
            assert!(dead.is_empty(), "{name} at difficulty {difficulty}: the hero dies in {dead:?}");
        }
    }
}

/// The encounter of each monster, by the cells of encounters.
fn encounters(game: &Game) -> BTreeMap<u32, usize> {
    let level = game.floor().play.level();
    let group = |prop: u32| {
        let cell = level.prop(prop)?.cells.top_left();
        Some((prop, level.encounters().iter().position(|encounter| encounter.cells.contains(&cell))?))
    };
    game.floor().monsters.iter().filter_map(|monster| group(monster.prop)).collect()
}

#[test]
fn the_whole_group_of_a_monster_in_view_wakes_comes_and_strikes_until_it_is_slain() {
    let (mut unseen, mut slain) = (0, 0);
    for seed in 0..tier::size(6, 40) {
        let mut game = game_in("crypt", level("crypt", seed, 1.0));
        game.run.health = u32::MAX;
        let groups = encounters(&game);
        let first = game.floor().monsters[0].cell;
        let monsters = &game.floor().monsters;
        let is_free = |cell: &Cell| {
            let is_open = game.floor().play.ahead(first, *cell) == StepOutcome::Moved;
            is_open && monsters.iter().all(|monster| monster.cell != *cell)
        };
        let Some(beside) = first.neighbours().find(is_free) else { continue };
        game.run.hero = beside;
        game.look();
        let seen = |game: &Game| -> Vec<usize> {
            let seen = game.floor().monsters.iter().filter(|monster| game.visible.get(monster.cell));
            seen.filter_map(|monster| groups.get(&monster.prop).copied()).collect()
        };
        let woken = seen(&game);
        unseen += game.floor().monsters.iter().filter(|monster| !game.visible.get(monster.cell)).count();
        game.press('x');
        for monster in game.floor().monsters.iter().filter(|monster| groups.contains_key(&monster.prop)) {
            assert_eq!(monster.is_awake, woken.contains(&groups[&monster.prop]), "seed {seed}, {}", monster.cell);
        }
        assert!(game.run.health < u32::MAX, "seed {seed}: {}", game.message);
        // Who waits and strikes what is beside him slays all that come. Sleepers may be in the way.
        game.run.floors[0].monsters.retain(|monster| monster.is_awake);
        for _ in 0..200 {
            let hero = game.run.hero;
            let foe = hero.neighbours().find(|&cell| game.floor().monsters.iter().any(|monster| monster.cell == cell));
            game.press(foe.map_or('x', |foe| key(hero, foe)));
            slain += usize::from(game.message.contains("Slain: "));
        }
        let comes = game.floor().play.distances_to([game.run.hero], Walker::Monster);
        let is_woken = |monster: &&Monster| groups.get(&monster.prop).is_some_and(|group| woken.contains(group));
        let mut left = game.floor().monsters.iter().filter(is_woken);
        assert!(left.all(|monster| comes.get(monster.cell).is_none()), "seed {seed}");
    }
    assert!(unseen > 5 && slain > 5, "{unseen} {slain}");
}

#[test]
fn a_trap_in_view_is_shown_and_hurts_once() {
    let mut sprung = 0;
    for seed in 0..tier::size(8, 50) {
        let mut game = game_in("crypt", level("crypt", seed, 1.0));
        game.run.floors[0].monsters.clear();
        let level = game.floor().play.level().clone();
        for trap in level.markers().filter(|marker| marker.kind.labels.has("trap")) {
            let cell = trap.cells.top_left();
            let is_safe = |cell: &Cell| level.is_walkable(*cell) && game.floor().prop_at(*cell, is_trap).is_none();
            let Some(beside) = cell.neighbours().find(is_safe) else { continue };
            game.run.hero = beside;
            game.look();
            game.run.health = 100;
            assert!(matches!(game.view().get(cell).flatten(), Some((glyph, ..)) if glyph == trap.kind.glyph));
            for (step, key) in [key(beside, cell), key(cell, beside), key(beside, cell)].into_iter().enumerate() {
                game.press(key);
                let harm = trap.kind.labels.value("level").map_or(1, |level| level.parse().expect("a number"));
                assert_eq!(game.run.health, 100 - harm, "seed {seed}, step {step}: {}", game.message);
            }
            sprung += 1;
        }
    }
    assert!(sprung > 5, "{sprung}");
}
