//! Explore a level in the terminal, with a field of view, doors, keys, loot and a way out.
//!
//! Run: `cargo run --example walk -- crypt 42`
//!
//! A third argument, such as `llljjg`, is a sequence of keys to play without a terminal; it prints
//! the final view.

use std::{
    env,
    error::Error,
    io::{self, IsTerminal, Write},
    panic,
    process::ExitCode,
    thread,
};

use crossterm::{
    cursor,
    event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
    execute, queue,
    style::{Color, Print, ResetColor, SetForegroundColor},
    terminal::{self, Clear, ClearType},
};
use roomgen::{
    Cell, Direction, DoorKind, Key, KeyUse, Level, Preset, Prop, Rect, Tile, color, generate,
    grid::BitGrid,
    level::{PassError, Playthrough},
    spatial::PropIndex,
    theme::Theme,
};

const HELP: &str = "arrows or hjkl: walk, and open doors   g: take, or use a switch   >: leave   q: give up";

/// The appearance of a cell: its character and colour.
type Glyph = (char, color::Color);

/// A level being played. The level stays unchanged; the state of the game is kept beside it.
pub(crate) struct Game<'level> {
    level: &'level Level,
    theme: &'level Theme,
    props: Vec<Prop<'level>>,
    /// The props by cell; taken ones are removed.
    index: PropIndex,
    /// The doors with their current state.
    pub(crate) doors: Vec<(Rect, DoorKind)>,
    /// The keys taken and the passages opened: what a saved game would keep, beside the hero.
    pub(crate) play: Playthrough,
    opaque: BitGrid,
    pub(crate) visible: BitGrid,
    seen: BitGrid,
    pub(crate) hero: Cell,
    pub(crate) bag: Vec<&'level str>,
    pub(crate) message: String,
    turns: u32,
    pub(crate) is_over: bool,
}

impl<'level> Game<'level> {
    pub(crate) fn new(level: &'level Level, theme: &'level Theme) -> Self {
        let empty = || BitGrid::new(level.width(), level.height());
        let passages = level.passages().iter();
        let doors: Vec<_> = passages.flat_map(|way| way.doors().iter().map(|&door| (door, way.kind))).collect();
        let mut opaque = empty();
        let solid = level.tiles().bounds().cells().filter(|&cell| !level.tile(cell).is_open());
        let high = level.props().filter(|prop| prop.kind.opaque).flat_map(|prop| prop.cells.cells());
        let shut = doors.iter().filter(|(_, kind)| *kind != DoorKind::Open).flat_map(|(door, _)| door.cells());
        solid.chain(high).chain(shut).for_each(|cell| opaque.set(cell, true));
        let (props, index) = (level.props().collect(), level.index());
        let (visible, seen) = (empty(), empty());
        let message = format!("Welcome. {HELP}");
        let (play, hero, bag, turns, is_over) = (Playthrough::new(), level.entry(), Vec::new(), 0, false);
        let mut game =
            Self { level, theme, props, index, doors, play, opaque, visible, seen, hero, bag, message, turns, is_over };
        game.pick_up_key();
        game.look();
        game
    }

    /// Plays one turn for one key.
    pub(crate) fn press(&mut self, key: char) {
        self.message.clear();
        match key {
            'k' => self.walk(Direction::North),
            'l' => self.walk(Direction::East),
            'j' => self.walk(Direction::South),
            'h' => self.walk(Direction::West),
            'g' => self.take(),
            '>' if self.hero == self.level.exit() => {
                self.message = format!("You leave with {} things after {} turns.", self.bag.len(), self.turns);
                self.is_over = true;
            }
            '>' => "There are no stairs here.".clone_into(&mut self.message),
            _ => return HELP.clone_into(&mut self.message),
        }
        self.turns += 1;
        self.look();
    }

    fn walk(&mut self, way: Direction) {
        let to = self.hero.step(way);
        match self.play.step(self.level, self.hero, to) {
            Ok(()) => {}
            Err(PassError::Locked) => return self.unlock(to),
            Err(PassError::OneWay) => return "The door does not open from this side.".clone_into(&mut self.message),
            Err(_) => {
                let thing = self.thing_at(to).map(|id| format!("A {} is in the way.", self.name(id)));
                self.message = thing.unwrap_or_else(|| "A wall.".to_owned());
                return;
            }
        }
        let shut = self.doors.iter().find(|(door, kind)| *kind != DoorKind::Open && door.contains(to));
        if let Some(&(door, _)) = shut {
            "You open the door.".clone_into(&mut self.message);
            return self.open(door);
        }
        self.hero = to;
        // The player finds secret doors next to this cell.
        let beside = Rect::from_cell(to).grown(1).unwrap_or(Rect::from_cell(to));
        for (_, kind) in self.doors.iter_mut().filter(|(door, kind)| *kind == DoorKind::Secret && door.overlaps(beside))
        {
            *kind = DoorKind::Closed;
            "You find a secret door!".clone_into(&mut self.message);
        }
        self.pick_up_key();
        if self.message.is_empty() {
            self.message = match (self.thing_at(to), self.key_at(to)) {
                _ if to == self.level.exit() => "Stairs lead down from here.".to_owned(),
                (_, Some((_, switch))) => format!("Here is the {}: g uses it.", self.level.key_name(switch)),
                (Some(id), None) if self.can_take(id) => format!("There is a {} here.", self.name(id)),
                _ => String::new(),
            };
        }
    }

    /// Opens a door for walking and sight.
    fn open(&mut self, door: Rect) {
        self.doors.iter_mut().filter(|(other, _)| *other == door).for_each(|(_, kind)| *kind = DoorKind::Open);
        door.cells().for_each(|cell| self.opaque.set(cell, false));
    }

    /// Opens the locked passage with a door at a cell, if a key for it is held.
    fn unlock(&mut self, at: Cell) {
        let Some((id, passage)) = self.level.door_at(at) else { return };
        let name = self.level.lock(passage).unwrap_or("key");
        let key = self.level.keys().iter().find(|key| self.level.key_name(key) == name);
        self.message = match (self.play.open(self.level, id), key.map(|key| key.key_use)) {
            (Err(_), Some(KeyUse::Switch)) => format!("The door is barred: the {name} opens it."),
            (Err(_), _) => format!("The door is locked: it needs the {name}."),
            (Ok(()), Some(KeyUse::SingleUse)) => format!("You unlock the door, and the {name} is used up."),
            (Ok(()), _) => format!("You unlock the door with the {name}."),
        };
        if self.play.is_open(self.level, id) {
            passage.doors().iter().for_each(|&door| self.open(door));
        }
    }

    /// The key at a cell that was not taken, or the switch that was not used, with its position.
    fn key_at(&self, cell: Cell) -> Option<(u32, &'level Key)> {
        (0..).zip(self.level.keys()).find(|(id, key)| key.cell == cell && !self.play.has_taken(*id))
    }

    /// Takes the key at the hero's feet. A switch stays: [`Game::take`] uses it.
    fn pick_up_key(&mut self) {
        let Some((id, key)) = self.key_at(self.hero).filter(|(_, key)| key.key_use != KeyUse::Switch) else { return };
        let name = self.level.key_name(key);
        self.play.take(self.level, id);
        self.message = format!("You pick up the {name}.");
        let mut found = Vec::new();
        self.index.collect_at(self.hero, &mut found);
        // A key may be a marker, which is not in the index.
        let prop = found.into_iter().find(|&prop| self.name(prop) == name);
        let _ = prop.map(|prop| self.index.remove(prop));
    }

    /// Uses the switch at the hero's feet, or takes what lies there.
    fn take(&mut self) {
        if let Some((id, switch)) = self.key_at(self.hero) {
            self.play.take(self.level, id);
            let doors = self.level.opens(switch).flat_map(|id| self.level.passages()[id as usize].doors());
            doors.for_each(|&door| self.open(door));
            self.message = format!("You use the {}. Somewhere, doors open.", self.level.key_name(switch));
            return;
        }
        match self.thing_at(self.hero).filter(|&id| self.can_take(id)) {
            Some(id) if self.index.remove(id).is_ok() => {
                self.bag.push(self.name(id));
                self.message = format!("You take the {}.", self.name(id));
            }
            _ => "There is nothing to take.".clone_into(&mut self.message),
        }
    }

    /// The prop at a cell that reaches highest.
    fn thing_at(&self, cell: Cell) -> Option<u32> {
        let mut found = Vec::new();
        self.index.collect_at(cell, &mut found);
        found.into_iter().max_by_key(|&id| self.props[id as usize].kind.elevation + self.props[id as usize].kind.tall)
    }

    fn name(&self, id: u32) -> &'level str {
        &self.props[id as usize].kind.name
    }

    /// Whether a prop can be taken: it does not block, is not flat, and no switch.
    fn can_take(&self, id: u32) -> bool {
        let kind = self.props[id as usize].kind;
        !kind.blocks && kind.tall.parts() > 0 && !self.level.locks().contains(&kind.name)
    }

    /// The cells in view, by symmetric shadowcasting (Albert Ford): visibility is mutual.
    ///
    /// Slopes are fractions, so that nothing is rounded.
    fn look(&mut self) {
        self.visible = BitGrid::new(self.level.width(), self.level.height());
        self.visible.set(self.hero, true);
        for way in Direction::ALL {
            let ((dx, dy), mut rows) = (way.delta(), vec![(1i32, (-1i32, 1i32), (1i32, 1i32))]);
            while let Some((depth, mut start, end)) = rows.pop() {
                let first = (2 * depth * start.0 + start.1).div_euclid(2 * start.1);
                let last = -(end.1 - 2 * depth * end.0).div_euclid(2 * end.1);
                let mut before = None;
                for column in first..=last {
                    let cell =
                        Cell::new(self.hero.x + dx * depth - dy * column, self.hero.y + dy * depth + dx * column);
                    let blocks = !self.level.tiles().bounds().contains(cell) || self.opaque.get(cell);
                    let is_symmetric = column * start.1 >= depth * start.0 && column * end.1 <= depth * end.0;
                    if blocks || is_symmetric {
                        self.visible.set(cell, true);
                    }
                    let edge = (2 * column - 1, 2 * depth);
                    match before {
                        Some(true) if !blocks => start = edge,
                        Some(false) if blocks => rows.push((depth + 1, start, edge)),
                        _ => {}
                    }
                    before = Some(blocks);
                }
                if before == Some(false) {
                    rows.push((depth + 1, start, end));
                }
            }
        }
        self.seen.union_with(&self.visible);
    }

    /// The appearance of a cell that was seen before: dimmed unless it is in view.
    pub(crate) fn glyph(&self, cell: Cell) -> Option<Glyph> {
        let dim = |(glyph, color): Glyph| (glyph, color.lerp(self.theme.rock, 0.6));
        let known = self.seen.get(cell).then(|| self.appearance(cell))?;
        Some(if self.visible.get(cell) { known } else { dim(known) })
    }

    fn appearance(&self, cell: Cell) -> Glyph {
        let theme = self.theme;
        if cell == self.hero {
            return ('@', color::Color::new(255, 255, 255));
        }
        let floor = self.level.room_at(cell).map_or(0.5, |room| room.progress);
        let wall = ('#', theme.wall_top.lerp(theme.floor_start, 0.3));
        match self.doors.iter().find(|(door, _)| door.contains(cell)) {
            Some((_, DoorKind::Secret)) => return wall,
            Some((_, DoorKind::Barred)) => {
                let mark = self.level.door_at(cell).and_then(|(_, passage)| self.level.lock_mark(passage));
                return ('+', mark.map_or(theme.door, |mark| mark.color));
            }
            Some((_, kind)) => return (if *kind == DoorKind::Open { '\'' } else { '+' }, theme.door),
            None => {}
        }
        let key = self.key_at(cell).map(|(_, key)| self.level.key_name(key));
        let key = key.and_then(|name| self.level.kinds().iter().find(|kind| kind.name == *name));
        match (key.or_else(|| self.thing_at(cell).map(|id| self.props[id as usize].kind)), self.level.tile(cell)) {
            _ if cell == self.level.exit() => ('>', theme.exit),
            (Some(kind), _) => (kind.glyph, kind.color),
            _ if cell == self.level.entry() => ('<', theme.entry),
            (None, Tile::Wall | Tile::Rock) => wall,
            (None, tile) => (tile.glyph(), theme.floor_start.lerp_hsl(theme.floor_end, floor)),
        }
    }

    pub(crate) fn status(&self) -> String {
        let room = self.level.room_at(self.hero).map_or("A passage".to_owned(), |room| format!("Room {}", room.id));
        let held = (0..).zip(self.level.locks()).map(|(lock, name)| (name, self.play.held(self.level, lock)));
        let keys = held.filter(|&(_, held)| held > 0).map(|(name, held)| format!("   {held} x {name}"));
        format!("{room}   {} things{}   turn {}", self.bag.len(), keys.collect::<String>(), self.turns)
    }
}

/// Draws the part that fits the terminal, centred on the hero, and two lines below it.
fn draw(game: &Game<'_>, out: &mut impl Write) -> io::Result<()> {
    let (columns, rows) = terminal::size()?;
    let map = rows.saturating_sub(2);
    let (left, top) = (game.hero.x - i32::from(columns) / 2, game.hero.y - i32::from(map) / 2);
    let mut inked = None;
    for row in 0..map {
        queue!(out, cursor::MoveTo(0, row))?;
        for column in 0..columns {
            let known = game.glyph(Cell::new(left + i32::from(column), top + i32::from(row)));
            if let Some((_, ink @ color::Color { r, g, b })) = known.filter(|&(_, ink)| inked != Some(ink)) {
                queue!(out, SetForegroundColor(Color::Rgb { r, g, b }))?;
                inked = Some(ink);
            }
            queue!(out, Print(known.map_or(' ', |(glyph, _)| glyph)))?;
        }
    }
    for (row, line) in (map..rows).zip([&game.message, &game.status()]) {
        let line: String = line.chars().take(columns.into()).collect();
        queue!(out, cursor::MoveTo(0, row), ResetColor, Clear(ClearType::CurrentLine), Print(line))?;
    }
    out.flush()
}

/// The terminal in game mode; restored when dropped.
struct Screen;

impl Screen {
    fn open() -> io::Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Err(io::Error::other(
                "this game is played in a terminal; keys as a third argument are played without one",
            ));
        }
        // Restores the terminal first, so that a panic's message is readable.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            Self::close();
            report(panic);
        }));
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn close() {
        // A failure cannot be reported any more.
        let _ = execute!(io::stdout(), ResetColor, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic the hook has closed the screen; closing again would overwrite its message.
        if !thread::panicking() {
            Self::close();
        }
    }
}

fn play(game: &mut Game<'_>) -> io::Result<()> {
    let _screen = Screen::open()?;
    let mut out = io::BufWriter::new(io::stdout());
    while !game.is_over {
        draw(game, &mut out)?;
        let Event::Key(key) = event::read()? else { continue };
        match key.code {
            _ if key.kind == KeyEventKind::Release => {}
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => break,
            KeyCode::Char('q') | KeyCode::Esc => break,
            KeyCode::Char(key) => game.press(key),
            KeyCode::Up => game.press('k'),
            KeyCode::Right => game.press('l'),
            KeyCode::Down => game.press('j'),
            KeyCode::Left => game.press('h'),
            _ => {}
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let done = run();
    if let Err(error) = &done {
        eprintln!("walk: {error}");
    }
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let argument = |number: usize, default: &str| arguments.get(number).map_or(default, String::as_str).to_owned();
    let preset = Preset::built_in(&argument(0, "crypt"))?;
    let seed: u64 =
        argument(1, "42").parse().map_err(|_| "usage: walk [PRESET [SEED [KEYS]]], the seed a whole number")?;
    let level = generate(&preset, seed);
    let mut game = Game::new(&level, preset.theme());
    match arguments.get(2) {
        None => play(&mut game)?,
        Some(keys) => {
            keys.chars().for_each(|key| game.press(key));
            let row =
                |y| (0..level.width()).map(|x| game.glyph(Cell::new(x, y)).map_or(' ', |(glyph, _)| glyph)).collect();
            let rows: Vec<String> = (0..level.height()).map(row).collect();
            rows.iter().filter(|row| !row.trim().is_empty()).for_each(|row| println!("{}", row.trim_end()));
        }
    }
    println!("{}\n{}", game.message, game.status());
    Ok(())
}
