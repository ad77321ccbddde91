//! A game in the terminal: a run of floors with stairs, keys and doors, monsters, traps, lamps, and
//! a save.
//!
//! Run: `cargo run --example game -- delve 42`, with the name of a run or of a preset, or with a
//! saved game: `... -- saved.json`. One more argument, such as `oo>llg`, has keys to play without a
//! terminal; it prints the final view.

#[path = "game/floor.rs"]
pub(crate) mod floor;
#[path = "game/screen.rs"]
mod screen;

use std::{collections::BTreeMap, env, error::Error, fs, process::ExitCode};

use floor::{GameFloor, is_thing, is_trap, number};
use roomgen::{
    Cell, Direction, Preset,
    grid::BitGrid,
    level::PropRole,
    play::StepOutcome,
    run::{self, Run, RunFloor, RunGenerator},
    sight,
    theme::Theme,
};
use serde::{Deserialize, Serialize};

const USAGE: &str = "usage: game [PRESET|RUN [SEED [KEYS]]], or game SAVED.json [KEYS]";
/// The floors of a run of one preset.
const FLOORS: u32 = 4;
/// The cells that the hero sees without a lamp, and those that a search sees.
const TORCH: i32 = 6;
/// The ambient light, in hundredths, by which one sees without a lamp.
const BRIGHT: u16 = 60;

/// A game being played: what is saved, and what follows from it.
pub(crate) struct Game {
    pub(crate) run: SavedRun,
    generator: RunGenerator,
    light: sight::LightMap,
    pub(crate) visible: BitGrid,
    pub(crate) message: String,
    pub(crate) is_over: bool,
    shows_map: bool,
}

/// What a saved game has, as JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedRun {
    /// The name of the run or of its only preset.
    name: String,
    seed: u64,
    /// The floors that the hero has seen, in the order of the first visits.
    pub(crate) floors: Vec<GameFloor>,
    /// The position in `floors` of that of the hero.
    pub(crate) floor: usize,
    pub(crate) hero: Cell,
    pub(crate) health: u32,
    pub(crate) bag: BTreeMap<String, u32>,
}

impl Game {
    pub(crate) fn new(run: Run, seed: u64) -> Self {
        let (name, mut generator) = (run.name().to_string(), RunGenerator::new(run, seed));
        let floors: Vec<_> = generator.level(0).map(GameFloor::new).into_iter().collect();
        let (hero, health) = (floors[0].play.level().entry(), floors[0].full_health());
        Self::of(SavedRun { name, seed, floors, floor: 0, hero, health, bag: BTreeMap::new() }, generator)
    }

    pub(crate) fn load(text: &str) -> Result<Self, Box<dyn Error>> {
        let saved: SavedRun = serde_json::from_str(text)?;
        if !saved.floors.get(saved.floor).is_some_and(|floor| floor.play.level().is_open(saved.hero)) {
            return Err("the hero of the saved game stands on none of its floors".into());
        }
        let generator = RunGenerator::new(run_named(&saved.name)?, saved.seed);
        Ok(Self::of(saved, generator))
    }

    pub(crate) fn of(run: SavedRun, generator: RunGenerator) -> Self {
        let (light, visible, message) = (run.floors[run.floor].play.light(), BitGrid::default(), String::new());
        let mut game = Self { run, generator, light, visible, message, is_over: false, shows_map: false };
        game.look();
        game
    }

    pub(crate) fn floor(&self) -> &GameFloor {
        &self.run.floors[self.run.floor]
    }

    fn floor_mut(&mut self) -> &mut GameFloor {
        &mut self.run.floors[self.run.floor]
    }

    fn say(&mut self, words: &str) {
        self.message += words;
        self.message += " ";
    }

    /// Plays one key: a turn, or those of an exploration.
    pub(crate) fn press(&mut self, key: char) {
        if self.is_over {
            return;
        }
        self.message.clear();
        self.shows_map = key == 'm' && !self.shows_map;
        let (hero, entry) = (self.run.hero, self.floor().play.level().entry());
        match key {
            'k' => self.turn(|game| game.walk(hero.step(Direction::North))),
            'l' => self.turn(|game| game.walk(hero.step(Direction::East))),
            'j' => self.turn(|game| game.walk(hero.step(Direction::South))),
            'h' => self.turn(|game| game.walk(hero.step(Direction::West))),
            'g' => self.turn(|game| game.take(hero)),
            'x' => self.turn(|game| game.search(TORCH)),
            'o' => self.go_on(|SavedRun { hero, health, .. }, floor| {
                floor.play.explore(*hero, &floor.known, floor.wanted(*health))
            }),
            '>' => self.go_down(),
            '<' if hero == entry => self.turn(Self::go_up),
            '<' => self.go_on(|run, floor| floor.play.travel(run.hero, entry, &floor.known)),
            _ => {}
        }
    }

    /// Does something, and lets the monsters act.
    fn turn(&mut self, act: impl FnOnce(&mut Self)) {
        act(self);
        self.look();
        if !self.is_over {
            let (hero, visible) = (self.run.hero, self.visible.clone());
            let strikes = self.floor_mut().monsters_act(hero, &visible);
            strikes.iter().for_each(|name| self.hurt(1, name));
        }
    }

    /// Walks on until there is something to tell, or a monster in view: then step by step.
    fn go_on(&mut self, next: impl Fn(&SavedRun, &GameFloor) -> Option<Cell>) {
        let mut step = next(&self.run, self.floor());
        if step.is_none() {
            self.say("No safe way leads on; a search may find a door.");
        }
        while let Some(to) = step {
            self.turn(|game| game.walk(to));
            let sees_monster = self.floor().monsters.iter().any(|monster| self.visible.get(monster.cell));
            let is_disturbed = self.is_over || sees_monster || !self.message.is_empty();
            step = if is_disturbed { None } else { next(&self.run, self.floor()) };
        }
    }

    /// Walks to a cell beside the hero, or does there what is to be done first.
    fn walk(&mut self, to: Cell) {
        let hero = self.run.hero;
        if let Some(words) = self.floor_mut().strike(to) {
            return self.say(&words);
        }
        match self.floor_mut().play.step(hero, to) {
            StepOutcome::Moved => self.arrive(to),
            StepOutcome::Opened { lock, .. } => {
                self.light = self.floor().play.light();
                if lock.is_some() {
                    self.say("Unlocked.");
                }
            }
            StepOutcome::Locked { lock, .. } => {
                self.say(&format!("Locked; it needs: {}.", self.floor().play.level().locks()[lock as usize]));
            }
            StepOutcome::OneWay { .. } => self.say("The door does not open from this side."),
            // Things that block, and those on what blocks, are taken from beside them.
            StepOutcome::Blocked(_) if self.floor().prop_at(to, is_thing).is_some() => self.take(to),
            StepOutcome::Blocked(_) => self.say("Something is in the way."),
        }
    }

    /// Stands on a cell, and notices what is there and beside it.
    fn arrive(&mut self, to: Cell) {
        self.run.hero = to;
        self.search(1);
        let (floor, health) = (self.floor(), self.run.health);
        match floor.prop_at(to, is_thing) {
            Some(thing) if floor.is_wanted(&thing, health) => self.take(to),
            Some(thing) => self.say(&format!("Here: {}{}.", thing.kind.name, floor.choice(&thing))),
            None => {}
        }
        let trap = self.floor().prop_at(to, is_trap);
        if let Some((id, name, harm)) = trap.map(|trap| (trap.id, trap.kind.name.clone(), number(&trap, "level", 1))) {
            self.floor_mut().play.take(id);
            self.hurt(harm, &name);
        }
    }

    fn search(&mut self, radius: i32) {
        let hero = self.run.hero;
        if !self.floor_mut().play.search(hero, radius).is_empty() {
            self.say("You find a secret door!");
        }
    }

    fn hurt(&mut self, harm: u32, by: &str) {
        self.run.health = self.run.health.saturating_sub(harm);
        self.say(&format!("{by}: {harm} harm."));
        if self.run.health == 0 && !self.is_over {
            self.is_over = true;
            self.say("You die.");
        }
    }

    /// Takes what lies at a cell, or uses it: a switch, or what heals.
    fn take(&mut self, cell: Cell) {
        let (floor, health) = (self.floor(), self.run.health);
        let Some(thing) = floor.prop_at(cell, is_thing) else { return self.say("Nothing to take.") };
        let (id, name, heals) = (thing.id, thing.kind.name.to_string(), number(&thing, "heals", 0));
        let is_kept = heals == 0 && !matches!(thing.role(), PropRole::Key(_));
        self.run.health = health.max(health.saturating_add(heals).min(floor.full_health()));
        let gone = self.floor_mut().play.take(id);
        self.light = self.floor().play.light();
        self.say(&format!("Taken: {name}.{}", if gone.len() > 1 { " The others are gone." } else { "" }));
        if is_kept {
            *self.run.bag.entry(name).or_default() += 1;
        }
    }

    fn facts(&self, floor: &GameFloor) -> Option<&RunFloor> {
        self.generator.floors().iter().find(|facts| facts.number == floor.number())
    }

    /// The ways down from a floor: the stairs to branches, then the exit. Each is a cell, and the
    /// number of the floor below; none where one leaves the run.
    pub(crate) fn ways_down(&self, floor: &GameFloor) -> Vec<(Cell, Option<u32>)> {
        let (level, floors) = (floor.play.level(), self.generator.floors());
        let Some(facts) = self.facts(floor) else { return Vec::new() };
        let stairs = facts.branches.iter().filter_map(|(branch, below)| {
            let to = format!("{branch}/0");
            Some((level.stairs().iter().find(|stairs| stairs.to == to)?.cell, Some(*below)))
        });
        let below = floors.iter().find(|below| below.number == facts.number + 1 && below.branch == facts.branch);
        let exit = (!level.is_dead_end()).then(|| (level.exit(), below.map(|below| below.number)));
        stairs.chain(exit).collect()
    }

    /// The position of a floor that the hero has seen, by its number.
    fn seen(&self, number: Option<u32>) -> Option<usize> {
        self.run.floors.iter().position(|floor| Some(floor.number()) == number)
    }

    /// Takes the stairs where the hero stands, or walks to known ones of a new branch, or to the
    /// exit.
    fn go_down(&mut self) {
        let (ways, known) = (self.ways_down(self.floor()), &self.floor().known);
        let new = ways.iter().find(|(cell, below)| known.get(*cell) && self.seen(*below).is_none());
        match ways.iter().find(|(cell, _)| *cell == self.run.hero) {
            Some(&(_, below)) => self.turn(|game| game.take_stairs(below)),
            None => match new.or(ways.last()) {
                Some(&(cell, _)) => self.go_on(|run, floor| floor.play.travel(run.hero, cell, &floor.known)),
                None => self.say("No way leads down from here."),
            },
        }
    }

    /// Goes down to a floor, which is made when the hero comes first, or leaves the run.
    fn take_stairs(&mut self, below: Option<u32>) {
        if let Some(floor) = self.seen(below) {
            return self.stand_on(floor, self.run.floors[floor].play.level().entry());
        }
        let Some(level) = below.and_then(|below| self.generator.level(below)) else {
            self.is_over = true;
            return self.say("You leave.");
        };
        self.run.floors.push(GameFloor::new(level));
        self.take_stairs(below);
        // The hero rests on the stairs to a floor that is new.
        self.run.health = self.run.health.max(self.floor().full_health());
    }

    /// Goes up to the stairs that lead down to this floor; from the first floor there are none.
    fn go_up(&mut self) {
        let number = Some(self.floor().number());
        let way = |floor: &GameFloor| self.ways_down(floor).into_iter().find(|(_, below)| *below == number);
        let above = (0..).zip(&self.run.floors).find_map(|(above, floor)| Some((above, way(floor)?.0)));
        above.into_iter().for_each(|(above, stairs)| self.stand_on(above, stairs));
    }

    fn stand_on(&mut self, floor: usize, cell: Cell) {
        (self.run.floor, self.run.hero) = (floor, cell);
        self.light = self.floor().play.light();
    }

    pub(crate) fn theme(&self) -> Theme {
        let preset = self.generator.preset(self.floor().number());
        preset.map(|preset| preset.theme().clone()).unwrap_or_default()
    }

    /// The floor's act, mood and branch, and its number on the branch or the main way, from 1.
    pub(crate) fn place(&self) -> String {
        let floors = self.generator.floors();
        let Some(facts) = self.facts(self.floor()) else { return String::new() };
        let above = floors.iter().filter(|above| above.branch == facts.branch && above.number <= facts.number);
        let names = [Some(&facts.act), facts.mood.as_ref(), facts.branch.as_ref()];
        let names: String = names.into_iter().flatten().map(|name| format!("{name}, ")).collect();
        format!("{names}floor {}", above.count())
    }

    /// Makes the cells in view anew: in a dark place, those nearby and those in the light of lamps.
    pub(crate) fn look(&mut self) {
        let (hero, opaque) = (self.run.hero, self.floor().play.opaque());
        let (near, far) = (sight::view(opaque, hero, TORCH), sight::view(opaque, hero, i32::MAX));
        let is_bright = self.theme().ambient.count() >= BRIGHT;
        self.visible = far.clone();
        for cell in far.iter().filter(|&cell| !is_bright && !near.get(cell) && self.light.amount(cell) == [0; 3]) {
            self.visible.set(cell, false);
        }
        self.run.floors[self.run.floor].known.union_with(&self.visible);
    }
}

/// The run of a name: a built-in one, or that of a built-in preset.
pub(crate) fn run_named(name: &str) -> Result<Run, String> {
    Run::built_in(name).or_else(|_| Preset::built_in(name).map(|preset| Run::of(&preset, FLOORS))).map_err(|error| {
        let runs: Vec<&str> = run::BUILT_IN.iter().map(|(name, _)| *name).collect();
        format!("{error}; the built-in runs are {}", runs.join(", "))
    })
}

/// The game that the arguments ask for, and the keys to play in it.
pub(crate) fn start(mut words: impl Iterator<Item = String>) -> Result<(Game, Option<String>), String> {
    let name = words.next().unwrap_or_else(|| "crypt".to_owned());
    let game = if name.ends_with(".json") {
        let text = fs::read_to_string(&name).map_err(|error| format!("{name}: {error}"))?;
        Game::load(&text).map_err(|error| format!("{name}: {error}"))?
    } else {
        let run = run_named(&name).map_err(|error| format!("{error}; {USAGE}"))?;
        let seed = words.next().unwrap_or_else(|| "42".to_owned());
        let refused = |_| format!("invalid seed {seed:?}: it is a whole number from 0 to {}; {USAGE}", u64::MAX);
        Game::new(run, seed.parse().map_err(refused)?)
    };
    let keys = words.next();
    words.next().map_or(Ok((game, keys)), |more| Err(format!("{more:?} is one argument too many; {USAGE}")))
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut game, keys) = start(env::args().skip(1))?;
    if let Some(keys) = keys {
        keys.chars().for_each(|key| game.press(key));
        screen::print(&game);
    } else if screen::play(&mut game)? {
        fs::write("saved.json", serde_json::to_string(&game.run)?)?;
        game.say("Saved: saved.json.");
    }
    println!("{}\n{}", game.message, game.status());
    Ok(())
}

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("game: {error}");
    ExitCode::FAILURE
}
