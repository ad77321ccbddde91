//! Whether the hero of the game is fit for its levels.

use roomgen::{Preset, play::PlayerAction, preset::BUILT_IN};

use super::{Game, key, preset, tier};

/// Whether a hero who takes the way of the walkthrough, and strikes what stands beside him, reaches
/// the exit of the first floor.
fn survives(name: &str, seed: u64, difficulty: f32) -> bool {
    let mut game = Game::new(preset(name), seed, Some(difficulty));
    let walkthrough = game.floor().level.mission().walkthrough().expect("a way to the exit");
    for leg in walkthrough.legs() {
        for &next in &leg.cells[1..] {
            while game.run.hero != next && !game.is_over {
                let beside = |cell| game.run.hero.neighbours().any(|other| other == cell);
                let foe = game.floor().monsters.iter().map(|monster| monster.cell).find(|&cell| beside(cell));
                game.press(key(game.run.hero, foe.unwrap_or(next)));
            }
        }
        if matches!(leg.action, PlayerAction::Take(_)) {
            game.press('g');
        }
    }
    !game.is_over
}

#[test]
fn a_hero_is_fit_for_the_encounters_of_a_floor() {
    let budget = |difficulty| Game::new(preset("crypt"), 42, Some(difficulty)).run.health;
    let level = Game::new(preset("crypt"), 42, Some(0.5)).floor().level.clone();
    let cost: u32 = level.encounters().iter().map(|encounter| encounter.cost).sum();
    assert!(budget(0.5) > 2 * cost);
    assert!(budget(0.0) < budget(0.5) && budget(0.5) < budget(1.0));
    // Without encounters the monsters' levels stand for their cost.
    let nests = "(name: \"nests\", size: (40, 30), props: {\"rat\": (glyph: 'r', color: \"#b54a34\", marker: true, \
        tags: [\"enemy\"])}, layouts: [(name: \"nest\", formations: [(shape: Square, size: Cells(1), prop: \"rat\")])])";
    let nests = Game::new(Preset::parse(nests).expect("a preset"), 1, None);
    assert!(nests.floor().monsters.len() > 2);
    assert_eq!(nests.run.health as usize, 1 + 2 * nests.floor().monsters.len());
}

#[test]
fn a_hero_who_fights_his_way_reaches_the_exit() {
    let seeds = tier::size(4, 40);
    for difficulty in [0.5, 1.0] {
        for (name, _) in BUILT_IN {
            let dead: Vec<u64> = (0..seeds).filter(|&seed| !survives(name, seed, difficulty)).collect();
            assert!(dead.is_empty(), "{name} at difficulty {difficulty}: the hero dies in {dead:?}");
        }
    }
}
