//! Runs of floors, played by a bot that knows only what its hero sees: to the last stair, with a
//! saved game every 97 turns.
//!
//! The slow tier plays a thousand: `SLOW=1 cargo test --release -p roomgen-tests -- delve`.

#[path = "delve/game.rs"]
mod game;

use game::Delve;
use rayon::prelude::*;
use roomgen::{grid::BitGrid, play::Walker, preset::BUILT_IN};

use crate::tier;

/// What a bot does next.
#[derive(Debug, PartialEq, Eq)]
enum Act {
    Went,
    /// At the exit, with nothing left to explore.
    Down,
    Stuck,
}

/// Does one turn of a hero who fights, takes what lies about, explores all, springs traps that lie
/// in the only way, and searches where nothing else leads to the exit.
fn act(delve: &mut Delve) -> Act {
    let (hero, storey) = (delve.run.hero, delve.storey());
    let foe = storey.foes.iter().map(|foe| foe.cell).find(|&cell| hero.neighbours().any(|beside| beside == cell));
    let (floor, known) = (&storey.floor, &storey.known);
    let exit = floor.level().exit();
    let unsearched = || {
        let mut cells: BitGrid = known.clone();
        cells.intersect_with(floor.walkable(Walker::Hero));
        cells.difference_with(floor.searched());
        cells
    };
    let traps = || floor.known_traps(known);
    let next = foe
        .or_else(|| floor.explore(hero, known, storey.wanted()))
        .or_else(|| floor.travel(hero, exit, known))
        .or_else(|| traps().iter().find_map(|trap| floor.travel(hero, trap, known)).filter(|_| hero != exit));
    let is_done = match next {
        Some(next) => delve.walk(next),
        None if hero == exit => return Act::Down,
        None if unsearched().get(hero) => delve.search(),
        None => match floor.explore(hero, known, unsearched().iter()) {
            Some(next) => delve.walk(next),
            None => return Act::Stuck,
        },
    };
    if is_done { Act::Went } else { Act::Stuck }
}

/// Plays a run to its last stair, and returns it.
fn play(name: &str, seed: u64) -> Delve {
    let mut delve = Delve::new(name, seed);
    loop {
        let what = || format!("{name}, seed {seed}, turn {}", delve.run.turns);
        assert!(delve.run.turns < 30_000 && delve.run.health > 0, "{}", what());
        match act(&mut delve) {
            Act::Went if delve.run.turns.is_multiple_of(97) => {
                let text = delve.save();
                let loaded = Delve::load(&text);
                assert!(loaded.save() == text, "{name}, seed {seed}: another game after loading");
                assert!(
                    loaded.view == delve.view && loaded.light.grid() == delve.light.grid(),
                    "{name}, seed {seed}: another view"
                );
                delve = loaded;
            }
            Act::Went => {}
            Act::Down if delve.descend() => {}
            Act::Down => return delve,
            Act::Stuck => panic!("{name}, seed {seed}: stuck at {} in turn {}", delve.run.hero, delve.run.turns),
        }
    }
}

#[test]
fn a_bot_that_knows_what_it_sees_comes_to_the_last_stair_of_every_run() {
    let runs = tier::size(1, 91);
    let names = BUILT_IN.par_iter().step_by(tier::size(3, 1));
    let things: u32 = names.map(|(name, _)| (0..runs).map(|seed| play(name, seed).run.things).sum::<u32>()).sum();
    println!("{things} things taken");
    assert!(things > 100, "{things}");
}
