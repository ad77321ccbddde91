//! A game in the terminal: floors with stairs, keys and doors, monsters, sight, and a saved game.
//!
//! Run: `cargo run --example game -- crypt 42`, or with a saved game: `... -- saved.json`
//!
//! One more argument, such as `llljjg`, is a sequence of keys to play without a terminal; it prints
//! the final view. The option `--difficulty 0.5` makes all floors equally hard; without it they
//! begin at 0 and end at 1.

#[path = "game/floor.rs"]
pub(crate) mod floor;
#[path = "game/options.rs"]
pub(crate) mod options;
#[path = "game/screen.rs"]
mod screen;
#[path = "game/words.rs"]
pub(crate) mod words;

use std::{collections::BTreeMap, env, error::Error, fs, process::ExitCode};

use floor::Floor;
use options::Options;
use roomgen::{
    Cell, Direction, DoorKind, KeyUse, Preset, Request, generate, grid::BitGrid, level::Distances, play::PassError,
};
use serde::{Deserialize, Serialize};
use symmetric_shadowcasting::compute_fov;
use words::{capital, count, the, verb};

const HELP: &str = "arrows or hjkl: walk, fight, open   g: take or use   < >: stairs   s: save and leave   q: give up";
const FLOORS: u16 = 4;

/// A game being played: what is saved, and what follows from it.
pub(crate) struct Game {
    pub(crate) run: Run,
    preset: Preset,
    /// The cells in view.
    pub(crate) visible: BitGrid,
    pub(crate) message: String,
    pub(crate) is_over: bool,
}

/// What a saved game has.
#[derive(Serialize, Deserialize)]
pub(crate) struct Run {
    preset: String,
    seed: u64,
    /// The difficulty of all floors; `None` if it rises from floor to floor.
    difficulty: Option<f32>,
    /// The floors that the hero has seen.
    pub(crate) floors: Vec<Floor>,
    /// The floor where the hero is, from 0.
    pub(crate) floor: usize,
    pub(crate) hero: Cell,
    pub(crate) health: u32,
    pub(crate) bag: BTreeMap<String, u32>,
    turns: u32,
}

impl Game {
    /// A game from the first floor on. `difficulty` is that of all floors; without it, it rises.
    pub(crate) fn new(preset: Preset, seed: u64, difficulty: Option<f32>) -> Self {
        let first = Floor::new(generate(&preset, request(seed, difficulty, 0)));
        let (hero, health) = (first.level.entry(), first.full_health());
        let (name, floors, bag) = (preset.name().to_owned(), vec![first], BTreeMap::new());
        let run = Run { preset: name, seed, difficulty, floors, floor: 0, hero, health, bag, turns: 0 };
        let mut game = Self::of(run, preset, format!("Welcome. {HELP}"));
        game.arrive();
        game
    }

    /// The game as JSON.
    pub(crate) fn save(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.run)
    }

    /// The game of a text that [`Game::save`] wrote.
    pub(crate) fn load(text: &str) -> Result<Self, Box<dyn Error>> {
        let run: Run = serde_json::from_str(text)?;
        let fits = |floor: &Floor| floor.doors.len() == floor.level.passages().len();
        let is_allowed = run.difficulty.is_none_or(|difficulty| (0.0..=1.0).contains(&difficulty));
        if run.floor >= run.floors.len() || !run.floors.iter().all(fits) || !is_allowed {
            return Err("the parts of the saved game do not belong together".into());
        }
        let preset = Preset::built_in(&run.preset)?;
        Ok(Self::of(run, preset, "You wake up where you fell asleep.".to_owned()))
    }

    fn of(run: Run, preset: Preset, message: String) -> Self {
        let mut game = Self { run, preset, visible: BitGrid::default(), message, is_over: false };
        game.look();
        game
    }

    pub(crate) fn floor(&self) -> &Floor {
        &self.run.floors[self.run.floor]
    }

    fn floor_mut(&mut self) -> &mut Floor {
        &mut self.run.floors[self.run.floor]
    }

    /// Plays one turn for one key.
    pub(crate) fn press(&mut self, key: char) {
        if self.is_over {
            return;
        }
        self.message.clear();
        match key {
            'k' => self.walk(Direction::North),
            'l' => self.walk(Direction::East),
            'j' => self.walk(Direction::South),
            'h' => self.walk(Direction::West),
            'g' => self.take(),
            '>' if self.run.hero == self.floor().level.exit() => self.descend(),
            '<' if self.run.hero == self.floor().level.entry() && self.run.floor > 0 => self.climb(),
            '<' | '>' => self.say("There are no such stairs here."),
            _ => return HELP.clone_into(&mut self.message),
        }
        self.run.turns += 1;
        self.look();
        if !self.is_over {
            self.monsters_act();
        }
    }

    fn say(&mut self, words: &str) {
        let is_first = self.message.is_empty() || words.is_empty();
        self.message += if is_first { "" } else { " " };
        self.message += words;
    }

    fn walk(&mut self, way: Direction) {
        let (hero, to) = (self.run.hero, self.run.hero.step(way));
        let floor = self.floor_mut();
        if let Some(number) = floor.monsters.iter().position(|monster| monster.cell == to) {
            let monster = &mut floor.monsters[number];
            monster.health = monster.health.saturating_sub(1);
            let (name, is_dead) = (monster.kind.clone(), monster.health == 0);
            if is_dead {
                floor.monsters.remove(number);
            }
            return self.say(&format!("You {} {}.", if is_dead { "slay" } else { "hit" }, the(&name)));
        }
        match floor.play.step(&floor.level, hero, to) {
            Ok(()) => {}
            Err(PassError::Locked) => return self.unlock(to),
            Err(PassError::OneWay) => return self.say("The door does not open from this side."),
            // What blocks and can be taken is taken by walking into it.
            Err(_) => match floor.thing_at(to, true) {
                Some((id, _)) => return self.pick_up(id),
                None => return self.say("Something is in the way."),
            },
        }
        let door = floor.level.door_at(to).map(|(id, _)| id);
        if let Some(kind) = door.and_then(|id| floor.doors.get_mut(id as usize)).filter(|kind| **kind != DoorKind::Open)
        {
            *kind = DoorKind::Open;
            return self.say("You open the door.");
        }
        self.run.hero = to;
        self.arrive();
    }

    /// Finds secret doors beside the hero, and picks up a key.
    fn arrive(&mut self) {
        let hero = self.run.hero;
        let floor = self.floor_mut();
        let beside = hero.neighbours().filter_map(|cell| floor.level.door_at(cell)).map(|(id, _)| id);
        let found: Vec<u32> = beside.filter(|&id| floor.doors[id as usize] == DoorKind::Secret).collect();
        found.iter().for_each(|&id| floor.doors[id as usize] = DoorKind::Closed);
        let (key, thing) = (floor.key_at(hero), floor.thing_at(hero, false));
        let here = |name: &str| format!("Here {} {}", verb(name, "is", "are"), the(name));
        let words = match (key, thing) {
            (Some((_, KeyUse::Switch, name)), _) => format!("{}: g uses {}.", here(name), verb(name, "it", "them")),
            (Some((_, _, name)), _) => format!("You pick up {}.", the(name)),
            (None, Some((id, kind))) => match floor.choices(id) {
                0 => format!("{}.", here(&kind.name)),
                of => {
                    let it = verb(&kind.name, "it", "them");
                    format!("{}, one of {of}: if you take {it}, the others go.", here(&kind.name))
                }
            },
            (None, None) => String::new(),
        };
        if let Some((id, _, _)) = key.filter(|(_, key_use, _)| *key_use != KeyUse::Switch) {
            floor.play.take(&floor.level, id);
        }
        if !found.is_empty() {
            self.say("You find a secret door!");
        }
        self.say(&words);
    }

    /// Opens the locked passage with a door at a cell, if a key for it is held.
    fn unlock(&mut self, at: Cell) {
        let floor = self.floor_mut();
        let Some((id, passage)) = floor.level.door_at(at) else { return };
        let name = floor.level.lock(passage).unwrap_or("key").to_owned();
        match floor.play.open(&floor.level, id) {
            Ok(()) => {
                floor.doors[id as usize] = DoorKind::Open;
                self.say(&format!("You unlock the door with {}.", the(&name)));
            }
            Err(_) => self.say(&format!("The door is locked: it needs {}.", the(&name))),
        }
    }

    /// Uses the switch at the hero's feet, or takes what lies there.
    fn take(&mut self) {
        let hero = self.run.hero;
        let floor = self.floor_mut();
        if let Some((id, _, name)) = floor.key_at(hero) {
            let words = format!("You use {}. Somewhere, doors open.", the(name));
            floor.play.take(&floor.level, id);
            let opened: Vec<u32> =
                floor.level.keys().get(id as usize).into_iter().flat_map(|key| floor.level.opens(key)).collect();
            opened.into_iter().for_each(|passage| floor.doors[passage as usize] = DoorKind::Open);
            return self.say(&words);
        }
        match floor.thing_at(hero, false) {
            Some((id, _)) => self.pick_up(id),
            None => self.say("There is nothing to take."),
        }
    }

    /// Takes the prop at this position. What heals is used up at once, unless nothing hurts.
    fn pick_up(&mut self, id: u32) {
        let (health, floor) = (self.run.health, &mut self.run.floors[self.run.floor]);
        let full = floor.full_health();
        let Some(kind) = floor.level.prop(id).map(|prop| prop.kind) else { return };
        let (name, heals) = (kind.name.to_string(), floor::healing(kind, full));
        if heals.is_some() && health >= full {
            return self.say(&format!("You are unhurt, and leave {}.", the(&name)));
        }
        // Of an offer, the others go.
        let removed = floor.level.take_offered(id);
        if removed.is_none() {
            floor.level.remove_prop(id);
        }
        self.say(&format!("You take {}.", the(&name)));
        if removed.is_some_and(|removed| removed.len() > 1) {
            self.say("The others are gone.");
        }
        if let Some(heals) = heals {
            self.run.health = health.saturating_add(heals).min(full);
            return self.say(&format!("You feel better by {}.", self.run.health - health));
        }
        *self.run.bag.entry(name).or_default() += 1;
    }

    /// Goes down the stairs to the next floor, which begins below them.
    fn descend(&mut self) {
        let (next, stairs) = (self.run.floor + 1, self.run.hero);
        if next == usize::from(FLOORS) {
            self.is_over = true;
            let things: u32 = self.run.bag.values().sum();
            let (things, turns) = (count(things, "thing"), count(self.run.turns, "turn"));
            return self.say(&format!("You leave with {things} after {turns}."));
        }
        if next == self.run.floors.len() {
            let request = request(self.run.seed, self.run.difficulty, next as u16).starting_at(stairs);
            let floor = Floor::new(generate(&self.preset, request));
            // The hero rests on the stairs to a floor that is new.
            self.run.health = self.run.health.max(floor.full_health());
            self.run.floors.push(floor);
        }
        self.run.floor = next;
        self.run.hero = self.floor().level.entry();
        self.say("You go down.");
        self.arrive();
    }

    /// Goes back up to where the stairs lead down.
    fn climb(&mut self) {
        self.run.floor -= 1;
        self.run.hero = self.floor().level.exit();
        self.say("You go up.");
    }

    /// Monsters in view come nearer, and strike from beside the hero.
    fn monsters_act(&mut self) {
        let hero = self.run.hero;
        let floor = &mut self.run.floors[self.run.floor];
        let mut free = floor.level.walkable().clone();
        floor.door_cells(|kind| kind != DoorKind::Open).for_each(|cell| free.set(cell, false));
        let mut steps = Distances::default();
        steps.measure(&free, [hero]);
        let mut strikes = Vec::new();
        for number in 0..floor.monsters.len() {
            let cell = floor.monsters[number].cell;
            let far = steps.get(cell).filter(|_| self.visible.get(cell)).unwrap_or(0);
            if far == 1 {
                strikes.push(floor.monsters[number].kind.clone());
            }
            let is_free = |to: &Cell| floor.monsters.iter().all(|monster| monster.cell != *to);
            let nearer = |to: &Cell| steps.get(*to).is_some_and(|steps| 0 < steps && steps < far);
            if let Some(to) = cell.neighbours().find(|to| nearer(to) && is_free(to)) {
                floor.monsters[number].cell = to;
            }
        }
        for name in strikes {
            self.run.health = self.run.health.saturating_sub(1);
            self.say(&format!("{} {}.", capital(&the(&name)), verb(&name, "strikes", "strike")));
        }
        if self.run.health == 0 {
            self.is_over = true;
            self.say("You die.");
        }
    }

    /// The cells in view from the hero's cell. Visibility is mutual.
    pub(crate) fn look(&mut self) {
        let (hero, opaque) = (self.run.hero, self.floor().opaque());
        let (bounds, mut visible) =
            (self.floor().level.tiles().bounds(), BitGrid::new(opaque.width(), opaque.height()));
        let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
        compute_fov(
            (hero.x as isize, hero.y as isize),
            &mut |at| !bounds.contains(cell(at)) || opaque.get(cell(at)),
            &mut |at| visible.set(cell(at), true),
        );
        self.floor_mut().seen.union_with(&visible);
        self.visible = visible;
    }
}

/// The request for a floor, from 0.
fn request(seed: u64, difficulty: Option<f32>, floor: u16) -> Request {
    let request = Request::new(seed).on_floor(floor.into());
    let rising = f32::from(floor) / f32::from(FLOORS - 1);
    // A difficulty from 0 to 1 is never refused.
    request.clone().with_difficulty(difficulty.unwrap_or(rising)).unwrap_or(request)
}

fn main() -> ExitCode {
    let done = run();
    if let Err(error) = &done {
        eprintln!("game: {error}");
    }
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Options { start, seed, difficulty, keys } = Options::read(env::args().skip(1))?;
    let mut game = if options::is_saved_game(&start) {
        Game::load(&fs::read_to_string(&start).map_err(|error| format!("{start}: {error}"))?)?
    } else {
        Game::new(Preset::built_in(&start)?, seed, difficulty)
    };
    match keys {
        None if screen::play(&mut game)? => fs::write("saved.json", game.save()?)?,
        None => {}
        Some(keys) => {
            keys.chars().for_each(|key| game.press(key));
            screen::print(&game);
        }
    }
    println!("{}\n{}", game.message, game.status());
    Ok(())
}
