//! A game of ten minutes: one walks through the level, sees what is in view, and opens locks.

use std::rc::Rc;

use roomgen::{
    Cell, KeyUse, Level, Preset,
    geom::Rect,
    play::{PassError, Playthrough},
    sight,
};
use roomgen_export::picture::{Picture, PictureOptions, render_played};
use serde_json::{Value, json};

use crate::{bytes::ReplyBytes, facts::count, request::Refusal};

/// What a player knows of a cell.
const UNSEEN: u8 = 0;
const SEEN: u8 = 1;
const IN_VIEW: u8 = 2;

/// The state of a game.
pub(crate) struct GameState {
    /// The level without the keys that were taken, and without what went from offers.
    level: Level,
    preset: Rc<Preset>,
    play: Playthrough,
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
        let mut game = Self {
            level: level.clone(),
            preset: Rc::clone(preset),
            play: Playthrough::new(),
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
        match self.play.step(&self.level, self.cell, to) {
            Ok(()) => self.arrive(to),
            Err(PassError::Locked) => self.unlock(to),
            Err(PassError::OneWay) => self.lines.push("This door does not open from this side.".to_owned()),
            Err(_) if self.take_offered(to) => {}
            Err(_) => self.lines.push(self.obstacle(to)),
        }
        self.look();
        Ok(())
    }

    fn arrive(&mut self, to: Cell) {
        let before = self.level.room_at(self.cell).map(|room| room.id);
        self.cell = to;
        self.steps += 1;
        if let Some(room) = self.level.room_at(to).filter(|room| Some(room.id) != before) {
            let name = self.level.vault(room).or(self.level.layout(room)).unwrap_or("bare room");
            self.lines.push(format!("Room {}: {name}.", room.id));
        }
        let keys = (0..).zip(self.level.keys()).filter(|(_, key)| key.cell == to);
        let keys: Vec<(u32, KeyUse, String)> =
            keys.map(|(id, key)| (id, key.key_use, self.level.key_name(key).to_owned())).collect();
        for (id, key_use, name) in keys {
            if self.play.take(&self.level, id) {
                self.is_redrawn = true;
                match key_use {
                    KeyUse::Switch => self.lines.push(format!("You pull the switch: {name}. Its doors open.")),
                    _ => {
                        self.lines.push(format!("You take the key: {name}."));
                        self.remove(to, &name);
                    }
                }
            }
        }
        self.take_offered(to);
        if to == self.level.exit() {
            self.lines.push(format!("The exit, after {}. You have won.", count(self.steps as usize, "step")));
        }
    }

    /// Opens the lock of a door, if a key is held.
    fn unlock(&mut self, door: Cell) {
        let Some((id, passage)) = self.level.door_at(door) else { return };
        let name = self.level.lock(passage).unwrap_or("key").to_owned();
        match self.play.open(&self.level, id) {
            Ok(()) => {
                self.is_redrawn = true;
                self.lines.push(format!("You open the door: {name}."));
            }
            Err(_) => self.lines.push(format!("Locked. It needs: {name}.")),
        }
    }

    /// Takes what is offered in a cell, but for markers. False if nothing is.
    fn take_offered(&mut self, cell: Cell) -> bool {
        let is_here = |prop: &roomgen::Prop| prop.offer.is_some() && !prop.kind.marker && prop.cells.contains(cell);
        let found = (0..).zip(self.level.props()).find(|(_, prop)| is_here(prop));
        let Some((id, name)) = found.map(|(id, prop)| (id, prop.kind.name.to_string())) else { return false };
        let others = self.level.take_offered(id).map_or(0, |removed| removed.len().saturating_sub(1));
        let gone = if others > 0 { " The others are gone." } else { "" };
        self.lines.push(format!("You take one: {name}.{gone}"));
        self.is_redrawn = true;
        true
    }

    /// Removes the prop of a key that was taken.
    fn remove(&mut self, cell: Cell, name: &str) {
        let is_it = |prop: &roomgen::Prop| prop.cells == Rect::from_cell(cell) && prop.kind.name.as_str() == name;
        let found = (0..).zip(self.level.props()).find(|(_, prop)| is_it(prop)).map(|(id, _)| id);
        if let Some(id) = found {
            self.level.remove_prop(id);
        }
    }

    /// What stands in the way, in words.
    fn obstacle(&self, cell: Cell) -> String {
        let prop = self.level.props().find(|prop| prop.kind.blocks && prop.cells.contains(cell));
        let terrain = self.level.terrain(cell).filter(|kind| kind.blocks).map(|kind| kind.name.as_str());
        let name = prop.map(|prop| prop.kind.name.as_str()).or(terrain);
        name.map_or_else(|| "A wall.".to_owned(), |name| format!("In the way: {name}."))
    }

    fn position(&self, cell: Cell) -> Option<usize> {
        let bounds = self.level.tiles().bounds();
        bounds.contains(cell).then(|| cell.y as usize * bounds.width() as usize + cell.x as usize)
    }

    /// Marks what is in view from the player's cell. A door in which one stands hides nothing.
    fn look(&mut self) {
        self.known.iter_mut().filter(|known| **known == IN_VIEW).for_each(|known| *known = SEEN);
        let mut opaque = self.level.opaque().clone();
        let passage = self.level.door_at(self.cell).map(|(_, passage)| passage);
        let own = passage.into_iter().flat_map(|passage| passage.doors()).filter(|door| door.contains(self.cell));
        own.flat_map(|door| door.cells()).for_each(|cell| opaque.set(cell, false));
        for cell in sight::view(&opaque, self.cell, i32::MAX).iter() {
            if let Some(known) = self.position(cell).and_then(|position| self.known.get_mut(position)) {
                *known = IN_VIEW;
            }
        }
    }

    /// The state for the page. `bytes` receives what is known of each cell.
    pub(crate) fn state(&self, bytes: &mut ReplyBytes) -> Value {
        bytes.extend(&self.known);
        let counts = (0..).zip(self.level.locks()).map(|(lock, name)| (lock, name, self.play.held(&self.level, lock)));
        let held = counts.filter(|(.., count)| *count > 0).map(|(lock, name, count)| {
            let color = roomgen::LockMark::numbered(lock + 1).color.to_string();
            json!({ "name": name.as_str(), "number": lock + 1, "color": color, "count": count })
        });
        let cell = |cell: Cell| [cell.x, cell.y];
        json!({
            "cell": cell(self.cell),
            "entry": cell(self.level.entry()),
            "exit": cell(self.level.exit()),
            "size": [self.level.width(), self.level.height()],
            "steps": self.steps,
            "lines": self.lines,
            "held": held.collect::<Vec<_>>(),
            "is_won": self.cell == self.level.exit(),
            "is_redrawn": self.is_redrawn,
        })
    }

    /// The picture of the level as it is now, from above.
    pub(crate) fn picture(&self, scale: u32) -> Result<Picture, Refusal> {
        let options = PictureOptions { scale, ..PictureOptions::DEFAULT };
        crate::request::within_pixels(options.dimensions(self.level.size()).map_err(Refusal::of)?)?;
        render_played(&self.level, self.preset.theme(), &self.play, options).map_err(Refusal::of)
    }
}
