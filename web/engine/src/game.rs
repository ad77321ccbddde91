//! A game of ten minutes: one walks through the level, sees what is in view, and opens locks.

use std::rc::Rc;

use roomgen::{
    Cell, KeyUse, Level, Preset,
    level::{DoorKind, PropRole},
    play::{Floor, StepObstacle, StepOutcome},
    sight,
};
use roomgen_export::picture::{Picture, PictureOptions, render};
use serde_json::{Value, json};

use crate::{
    bytes::ReplyBytes,
    facts::count,
    request::{Limits, Refusal},
};

/// What a player knows of a cell.
const UNSEEN: u8 = 0;
const SEEN: u8 = 1;
const IN_VIEW: u8 = 2;

/// The state of a game.
pub(crate) struct GameState {
    floor: Floor,
    preset: Rc<Preset>,
    cell: Cell,
    /// For each cell, row by row, what the player knows of it.
    known: Vec<u8>,
    steps: u32,
    lines: Vec<String>,
    is_redrawn: bool,
}

impl GameState {
    /// A game that begins at the entry of a level.
    pub(crate) fn new(level: &Level, preset: &Rc<Preset>) -> Self {
        let mut floor = Floor::new(level.clone());
        // Nobody searches here: secret doors are closed ones.
        let passages = (0..).zip(level.passages());
        for (id, _) in passages.filter(|(_, passage)| passage.kind == DoorKind::Secret) {
            floor.reveal(id);
        }
        let mut game = Self {
            floor,
            preset: Rc::clone(preset),
            cell: level.entry(),
            known: vec![UNSEEN; level.tiles().bounds().cells().count()],
            steps: 0,
            lines: vec!["You come in. Find the exit.".to_owned()],
            is_redrawn: true,
        };
        game.look();
        game
    }

    /// Takes a step, or tries to: opens a lock that is in the way, and takes keys and what is
    /// offered.
    pub(crate) fn walk(&mut self, [dx, dy]: [i32; 2]) -> Result<(), Refusal> {
        if dx.unsigned_abs().saturating_add(dy.unsigned_abs()) != 1 {
            return Err(Refusal::new("a step leads to one of four cells: `dx` or `dy` is 1 or -1, the other 0"));
        }
        self.lines.clear();
        self.is_redrawn = false;
        let to = Cell::new(self.cell.x + dx, self.cell.y + dy);
        match self.floor.step(self.cell, to) {
            StepOutcome::Moved => self.arrive(to),
            StepOutcome::Opened { lock, .. } => {
                self.is_redrawn = true;
                match lock {
                    Some(lock) => self.lines.push(format!("You open the door: {}.", self.lock_name(lock))),
                    // A door without a lock takes no step of its own.
                    None => self.arrive(to),
                }
            }
            StepOutcome::Locked { lock, .. } => self.lines.push(format!("Locked. It needs: {}.", self.lock_name(lock))),
            StepOutcome::OneWay { .. } => self.lines.push("This door does not open from this side.".to_owned()),
            StepOutcome::Blocked(_) if self.take_offered(to) => {}
            StepOutcome::Blocked(obstacle) => self.lines.push(self.obstacle(to, obstacle)),
        }
        self.look();
        Ok(())
    }

    fn lock_name(&self, lock: u32) -> &str {
        self.floor.level().locks().get(lock as usize).map_or("key", |name| name.as_str())
    }

    fn arrive(&mut self, to: Cell) {
        let level = self.floor.level();
        let before = level.room_at(self.cell).map(|room| room.id);
        self.cell = to;
        self.steps += 1;
        if let Some(room) = level.room_at(to).filter(|room| Some(room.id) != before) {
            let name = level.vault(room).or(level.layout(room)).unwrap_or("bare room");
            self.lines.push(format!("Room {}: {name}.", room.id));
        }
        let keys = (0..).zip(level.keys()).filter(|(_, key)| key.cell == to);
        let keys: Vec<(u32, KeyUse, String)> =
            keys.map(|(id, key)| (id, key.key_use, level.key_name(key).to_owned())).collect();
        for (id, key_use, name) in keys {
            if self.floor.take_key(id) {
                self.is_redrawn = true;
                self.lines.push(match key_use {
                    KeyUse::Switch => format!("You pull the switch: {name}. Its doors open."),
                    _ => format!("You take the key: {name}."),
                });
            }
        }
        self.take_offered(to);
        if to == self.floor.level().exit() {
            self.lines.push(format!("The exit, after {}. You have won.", count(self.steps as usize, "step")));
        }
    }

    /// Takes what is offered in a cell, but for markers. False if nothing is.
    fn take_offered(&mut self, cell: Cell) -> bool {
        let is_offered = |prop: &roomgen::Prop| matches!(prop.role(), PropRole::Offer(_)) && !prop.kind.marker;
        let found = self.floor.props_at(cell).find(is_offered).map(|prop| (prop.id, prop.kind.name.to_string()));
        let Some((id, name)) = found else { return false };
        let gone = if self.floor.take(id).len() > 1 { " The others are gone." } else { "" };
        self.lines.push(format!("You take one: {name}.{gone}"));
        self.is_redrawn = true;
        true
    }

    /// What stands in the way, in words.
    fn obstacle(&self, cell: Cell, obstacle: StepObstacle) -> String {
        let level = self.floor.level();
        let name = match obstacle {
            StepObstacle::Prop(id) => level.prop(id).map(|prop| prop.kind.name.as_str()),
            StepObstacle::Terrain => level.terrain(cell).map(|kind| kind.name.as_str()),
            StepObstacle::Wall | StepObstacle::Apart => None,
        };
        name.map_or_else(|| "A wall.".to_owned(), |name| format!("In the way: {name}."))
    }

    /// Marks what is in view from the player's cell.
    fn look(&mut self) {
        let (opaque, bounds) = (self.floor.opaque(), self.floor.level().tiles().bounds());
        let view = sight::view(opaque, self.cell, i32::MAX);
        for (known, cell) in self.known.iter_mut().zip(bounds.cells()) {
            *known = match *known {
                _ if view.get(cell) => IN_VIEW,
                UNSEEN => UNSEEN,
                _ => SEEN,
            };
        }
    }

    /// The state for the page. `bytes` receives what is known of each cell.
    pub(crate) fn state(&self, bytes: &mut ReplyBytes) -> Value {
        bytes.extend(&self.known);
        let level = self.floor.level();
        let counts = (0..).zip(level.locks()).map(|(lock, name)| (lock, name, self.floor.held(lock)));
        let held = counts.filter(|(.., count)| *count > 0).map(|(lock, name, count)| {
            let color = roomgen::LockMark::numbered(lock + 1).color.to_string();
            json!({ "name": name.as_str(), "number": lock + 1, "color": color, "count": count })
        });
        let cell = |cell: Cell| [cell.x, cell.y];
        json!({
            "cell": cell(self.cell),
            "entry": cell(level.entry()),
            "exit": cell(level.exit()),
            "stairs": level.stairs().iter().map(|stairs| cell(stairs.cell)).collect::<Vec<_>>(),
            "size": [level.width(), level.height()],
            "steps": self.steps,
            "lines": self.lines,
            "held": held.collect::<Vec<_>>(),
            "is_won": self.cell == level.exit(),
            "is_redrawn": self.is_redrawn,
        })
    }

    /// The picture of the level as it is now, from above.
    pub(crate) fn picture(&self, scale: u32, limits: &Limits) -> Result<Picture, Refusal> {
        let options = PictureOptions { scale, ..PictureOptions::DEFAULT };
        let level = self.floor.level_now();
        limits.within_pixels(options.dimensions(level.size()).map_err(Refusal::of)?)?;
        render(&level, self.preset.theme(), options).map_err(Refusal::of)
    }
}
