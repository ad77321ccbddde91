//! Makes something of the levels of a preset and nothing else, so that callgrind can count its
//! instructions.
//!
//! Run: `cargo run --profile dist -p roomgen-benches --bin figures -- WHAT PRESET LEVELS SIZE
//! DIFFICULTY`. WHAT is `plan`, `level`, `json` (a level and its line), `png` (a level and its
//! picture), or what a game asks of a level, so many times: `floor` (its floor in play), and on it
//! `view`, `step`, `path` or `explore`, beside `ready`, which asks nothing. PRESET is built in, or
//! a file. `benches/figures.sh` and `benches/play.sh` count all of it. Prints the mean number of
//! rooms, of props, of bytes, or of cells.

use std::{env, error::Error};

use roomgen::{
    Cell, Direction, Generator, Level, Preset, Request,
    export::json,
    play::{Floor, StepOutcome, Walker},
    sight,
};
use roomgen_export::{
    picture::{PictureOptions, render},
    png,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [what, preset, levels, size, difficulty] = &words[..] else {
        return Err("usage: figures WHAT PRESET LEVELS SIZE DIFFICULTY".into());
    };
    let is_file = preset.ends_with(".ron");
    let preset = if is_file { Preset::load(preset)? } else { Preset::built_in(preset)? };
    let theme = preset.theme().clone();
    let mut generator = Generator::new(preset.with_size(size.parse()?)?);
    let (levels, difficulty) = (levels.parse()?, difficulty.parse()?);
    let mut sum = 0;
    for seed in 0..levels {
        let request = Request::new(seed).with_difficulty(difficulty)?;
        sum += match what.as_str() {
            "plan" => generator.floor_plan(request).rooms.len(),
            "level" => generator.generate(request).props().len(),
            "json" => json::write_line(&generator.generate(request)).len(),
            "png" => png::encode(&render(&generator.generate(request), &theme, PictureOptions::default())?)?.len(),
            game => played(game, &generator.generate(request)).ok_or_else(|| format!("nothing is called {what:?}"))?,
        };
    }
    println!("{:.1}", sum as f64 / levels as f64);
    Ok(())
}

/// How often a game asks each question of a level.
const TURNS: usize = 100;

/// Asks a question of a level on cells along the way from the entry. `None` if it is unknown.
fn played(what: &str, level: &Level) -> Option<usize> {
    let mut floor = Floor::new(level);
    if what == "floor" {
        return Some(floor.opaque().count() as usize);
    }
    let known = sight::view(floor.opaque(), level.entry(), 30);
    let distances = floor.distances(level.entry(), Walker::Hero);
    let near = |cell: &Cell| distances.get(*cell).is_some_and(|steps| steps < 40);
    let cells: Vec<Cell> = level.tiles().bounds().cells().filter(near).collect();
    let asked = |ask: &mut dyn FnMut(Cell) -> usize| cells.iter().cycle().take(TURNS).map(|&cell| ask(cell)).sum();
    Some(match what {
        "ready" => cells.len(),
        "view" => asked(&mut |cell| sight::view(floor.opaque(), cell, 9).count() as usize),
        "step" => asked(&mut |cell| usize::from(floor.step(cell, cell.step(Direction::East)) == StepOutcome::Moved)),
        "path" => asked(&mut |cell| floor.path(cell, level.entry(), Walker::Hero).map_or(0, |path| path.len())),
        "explore" => asked(&mut |cell| usize::from(floor.explore(cell, &known, []).is_some())),
        _ => return None,
    })
}
