//! A game in the terminal: floors with stairs, keys and doors, monsters, sight, and a saved game.
//!
//! Run: `cargo run --example game -- crypt 42`, or with a saved game: `... -- saved.json`
//!
//! One more argument, such as `llljjg`, is a sequence of keys to play without a terminal; it prints
//! the final view.

#[path = "game/screen.rs"]
mod screen;

use std::{collections::BTreeMap, env, error::Error, fs, process::ExitCode};

use roomgen::{
    Cell, Direction, DoorKind, KeyUse, Level, Preset, Prop, Rect, Request, generate,
    grid::BitGrid,
    level::Distances,
    play::{PassError, Playthrough},
};
use serde::{Deserialize, Serialize};
use symmetric_shadowcasting::compute_fov;

const HELP: &str = "arrows or hjkl: walk, fight, open   g: take or use   < >: stairs   s: save and leave   q: give up";
const FLOORS: u16 = 4;
const HEALTH: u32 = 30;

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
    /// The floors that the hero has seen.
    pub(crate) floors: Vec<Floor>,
    /// The floor where the hero is, from 0.
    pub(crate) floor: usize,
    pub(crate) hero: Cell,
    pub(crate) health: u32,
    pub(crate) bag: BTreeMap<String, u32>,
    turns: u32,
}

/// A floor and its state. The level itself changes where the hero takes things.
#[derive(Serialize, Deserialize)]
pub(crate) struct Floor {
    pub(crate) level: Level,
    /// The keys taken and the locks opened.
    pub(crate) play: Playthrough,
    /// The current kind of each passage's doors: an opened one is `Open`, a found one `Closed`.
    pub(crate) doors: Vec<DoorKind>,
    seen: BitGrid,
    pub(crate) monsters: Vec<Monster>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Monster {
    /// The name of its kind of marker.
    kind: String,
    pub(crate) cell: Cell,
    health: u32,
}

impl Floor {
    pub(crate) fn new(level: Level) -> Self {
        let enemies = level.markers().filter(|marker| marker.kind.labels.has("enemy"));
        let monster = |marker: Prop<'_>| {
            let health = marker.kind.labels.value("level").and_then(|level| level.parse().ok()).unwrap_or(1);
            Monster { kind: marker.kind.name.to_string(), cell: marker.cells.top_left(), health }
        };
        let monsters = enemies.map(monster).filter(|monster| monster.cell != level.entry()).collect();
        let doors = level.passages().iter().map(|passage| passage.kind).collect();
        let seen = BitGrid::new(level.width(), level.height());
        Self { level, play: Playthrough::new(), doors, seen, monsters }
    }

    /// The cells of the doors of some kinds, as they are now.
    fn door_cells(&self, is_wanted: impl Fn(DoorKind) -> bool) -> impl Iterator<Item = Cell> {
        let wanted = self.level.passages().iter().zip(&self.doors).filter(move |(_, kind)| is_wanted(**kind));
        wanted.flat_map(|(passage, _)| passage.doors().iter().flat_map(|door| door.cells()))
    }

    /// The cells that block sight: those of the level without the doors that were opened.
    fn opaque(&self) -> BitGrid {
        let mut opaque = self.level.opaque().clone();
        self.door_cells(|kind| kind == DoorKind::Open).for_each(|cell| opaque.set(cell, false));
        opaque
    }

    /// The key or switch at a cell that waits to be taken or used.
    fn key_at(&self, cell: Cell) -> Option<(u32, KeyUse, &str)> {
        let (id, key) = self.level.key_at(cell).filter(|(id, _)| !self.play.has_taken(*id))?;
        Some((id, key.key_use, self.level.key_name(key)))
    }

    /// What lies at a cell and can be taken, by its position in the list of props.
    fn loot_at(&self, cell: Cell) -> Option<(u32, &str)> {
        let is_loot = |prop: &Prop<'_>| {
            let (kind, is_key) = (prop.kind, self.level.locks().contains(&prop.kind.name));
            prop.cells == Rect::from_cell(cell) && !kind.blocks && !kind.marker && kind.tall.parts() > 0 && !is_key
        };
        let found = (0..).zip(self.level.props()).find(|(_, prop)| is_loot(prop));
        found.map(|(id, prop)| (id, prop.kind.name.as_str()))
    }

    /// What stands beside a cell and is offered, such as one chest of three.
    fn offered_beside(&self, cell: Cell) -> Option<(u32, &str)> {
        let is_beside = |prop: &Prop<'_>| cell.neighbours().any(|beside| prop.cells.contains(beside));
        let mut offered = (0..).zip(self.level.props()).filter(|(_, prop)| prop.offer.is_some() && prop.kind.blocks);
        offered.find(|(_, prop)| is_beside(prop)).map(|(id, prop)| (id, prop.kind.name.as_str()))
    }
}

impl Game {
    pub(crate) fn new(preset: Preset, seed: u64) -> Self {
        let first = Floor::new(generate(&preset, seed));
        let (name, hero, floors, bag) = (preset.name().to_owned(), first.level.entry(), vec![first], BTreeMap::new());
        let run = Run { preset: name, seed, floors, floor: 0, hero, health: HEALTH, bag, turns: 0 };
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
        if run.floor >= run.floors.len() || !run.floors.iter().all(fits) {
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
            return self.say(&format!("You {} the {name}.", if is_dead { "slay" } else { "hit" }));
        }
        match floor.play.step(&floor.level, hero, to) {
            Ok(()) => {}
            Err(PassError::Locked) => return self.unlock(to),
            Err(PassError::OneWay) => return self.say("The door does not open from this side."),
            Err(_) => return self.say("Something is in the way."),
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
        let (key, loot) = (floor.key_at(hero), floor.loot_at(hero));
        let words = match (key, loot) {
            (Some((_, KeyUse::Switch, name)), _) => format!("Here is the {name}: g uses it."),
            (Some((_, _, name)), _) => format!("You pick up the {name}."),
            (None, Some((_, name))) => format!("There is a {name} here."),
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
                self.say(&format!("You unlock the door with the {name}."));
            }
            Err(_) => self.say(&format!("The door is locked: it needs the {name}.")),
        }
    }

    /// Uses the switch at the hero's feet, or takes what lies there.
    fn take(&mut self) {
        let hero = self.run.hero;
        let floor = self.floor_mut();
        if let Some((id, _, name)) = floor.key_at(hero) {
            let words = format!("You use the {name}. Somewhere, doors open.");
            floor.play.take(&floor.level, id);
            let opened: Vec<u32> =
                floor.level.keys().get(id as usize).into_iter().flat_map(|key| floor.level.opens(key)).collect();
            opened.into_iter().for_each(|passage| floor.doors[passage as usize] = DoorKind::Open);
            return self.say(&words);
        }
        let Some((id, name)) = floor.loot_at(hero).or_else(|| floor.offered_beside(hero)) else {
            return self.say("There is nothing to take.");
        };
        let name = name.to_owned();
        // Of an offer, the others go.
        let removed = floor.level.take_offered(id);
        if removed.is_none() {
            floor.level.remove_prop(id);
        }
        let is_choice = removed.is_some_and(|removed| removed.len() > 1);
        self.say(&format!("You take the {name}.{}", if is_choice { " The others are gone." } else { "" }));
        *self.run.bag.entry(name).or_default() += 1;
    }

    /// Goes down the stairs to the next floor, which begins below them.
    fn descend(&mut self) {
        let (next, stairs) = (self.run.floor + 1, self.run.hero);
        if next == usize::from(FLOORS) {
            self.is_over = true;
            let things: u32 = self.run.bag.values().sum();
            return self.say(&format!("You leave with {things} things after {} turns.", self.run.turns));
        }
        if next == self.run.floors.len() {
            let request = Request::new(self.run.seed).on_floor(next as u32).starting_at(stairs);
            // A difficulty from 0 to 1 is never refused.
            let Ok(request) = request.with_difficulty(next as f32 / f32::from(FLOORS - 1)) else { return };
            self.run.floors.push(Floor::new(generate(&self.preset, request)));
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
            self.say(&format!("The {name} strikes."));
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

fn main() -> ExitCode {
    let done = run();
    if let Err(error) = &done {
        eprintln!("game: {error}");
    }
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let first = arguments.next().unwrap_or_else(|| "crypt".to_owned());
    let mut game = if first.ends_with(".json") {
        Game::load(&fs::read_to_string(&first)?)?
    } else {
        let seed = arguments.next().map_or(Ok(42), |seed| seed.parse());
        let seed = seed.map_err(|_| "usage: game [PRESET [SEED [KEYS]]] or game SAVED.json [KEYS]")?;
        Game::new(Preset::built_in(&first)?, seed)
    };
    match arguments.next() {
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
