//! What the hero knows of the floor, as characters in colours; and the terminal that shows it.

use std::{
    io::{self, IsTerminal, Write},
    panic, thread,
};

use crossterm::{
    cursor,
    event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
    execute, queue,
    style::{Color, Print, ResetColor, SetForegroundColor},
    terminal::{self, Clear, ClearType},
};
use roomgen::{Cell, DoorKind, KeyUse, Prop, Tile, color::Color as Ink, grid::Grid};

use super::{Game, words::count};

/// The appearance of a cell: its character and colour.
pub(crate) type Glyph = (char, Ink);

impl Game {
    /// The floor as the hero knows it: each layer is painted over the one below.
    pub(crate) fn view(&self) -> Grid<Option<Glyph>> {
        let (floor, theme) = (self.floor(), self.preset.theme());
        let level = &floor.level;
        let wall = ('#', theme.wall_top.lerp(theme.floor_start, 0.3));
        let mut view = Grid::filled(level.size(), wall);
        for (cell, &tile) in level.tiles().into_iter().filter(|(_, tile)| tile.is_open()) {
            let progress = level.room_at(cell).map_or(0.5, |room| room.progress);
            view.set(cell, (tile.glyph(), theme.floor_start.lerp_hsl(theme.floor_end, progress)));
        }
        let is_taken = |prop: &Prop<'_>| {
            let key = level.key_at(prop.cells.top_left()).filter(|(id, _)| floor.play.has_taken(*id));
            key.is_some_and(|(_, key)| key.key_use != KeyUse::Switch && level.key_name(key) == prop.kind.name.as_str())
        };
        // Markers are for the game: it shows those that are things, above all else.
        let is_shown = |prop: &Prop<'_>| (!prop.kind.marker || floor.can_take(prop)) && !is_taken(prop);
        let mut props: Vec<_> = level.props().filter(is_shown).collect();
        props.sort_by_key(|prop| (floor.can_take(prop), prop.kind.elevation + prop.kind.tall));
        props.iter().for_each(|prop| view.fill_rect(prop.cells, (prop.kind.glyph, prop.kind.color)));
        for (passage, kind) in level.passages().iter().zip(&floor.doors) {
            let mark = level.lock_mark(passage).map_or(theme.door, |mark| mark.color);
            let door = match kind {
                DoorKind::Open => ('\'', theme.door),
                DoorKind::Closed => (Tile::Door.glyph(), theme.door),
                DoorKind::Barred => (Tile::Door.glyph(), mark),
                DoorKind::Secret => wall,
            };
            passage.doors().iter().for_each(|&cells| view.fill_rect(cells, door));
        }
        view.set(level.entry(), ('<', theme.entry));
        view.set(level.exit(), ('>', theme.exit));
        for monster in floor.monsters.iter().filter(|monster| self.visible.get(monster.cell)) {
            let kind = level.kinds().iter().find(|kind| kind.name.as_str() == monster.kind);
            view.set(monster.cell, kind.map_or(('M', theme.exit), |kind| (kind.glyph, kind.color)));
        }
        view.set(self.run.hero, ('@', Ink::new(255, 255, 255)));
        let known = |(cell, &(glyph, color)): (Cell, &Glyph)| {
            let dimmed = if self.visible.get(cell) { color } else { color.lerp(theme.rock, 0.6) };
            floor.seen.get(cell).then_some((glyph, dimmed))
        };
        let known = view.into_iter().map(known).collect();
        Grid::from_values(level.size(), known).unwrap_or_else(|| Grid::filled(level.size(), None))
    }

    pub(crate) fn status(&self) -> String {
        let (run, floor) = (&self.run, self.floor());
        let keys: String = (0..)
            .zip(floor.level.locks())
            .map(|(lock, name)| (floor.keys_left(lock, name), name))
            .filter(|(left, _)| *left > 0)
            .map(|(left, name)| format!("   {left} x {name}"))
            .collect();
        let things = count(run.bag.values().sum(), "thing");
        let (number, health, full) = (run.floor + 1, run.health, floor.full_health());
        format!("floor {number}   health {health} of {full}   {things}{keys}   turn {}", run.turns)
    }
}

/// Prints what the hero knows.
pub(super) fn print(game: &Game) {
    let text = |row: &[Option<Glyph>]| row.iter().map(|known| known.map_or(' ', |(glyph, _)| glyph)).collect();
    let rows: Vec<String> = game.view().rows().map(text).collect();
    rows.iter().filter(|row| !row.trim().is_empty()).for_each(|row| println!("{}", row.trim_end()));
}

/// Plays until the game is over or left; true if it is to be saved.
pub(super) fn play(game: &mut Game) -> io::Result<bool> {
    let _screen = Screen::open()?;
    let mut out = io::BufWriter::new(io::stdout());
    while !game.is_over {
        draw(game, &mut out)?;
        let Event::Key(key) = event::read()? else { continue };
        match key.code {
            _ if key.kind == KeyEventKind::Release => {}
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => break,
            KeyCode::Char('q') | KeyCode::Esc => break,
            KeyCode::Char('s') => return Ok(true),
            KeyCode::Char(key) => game.press(key),
            KeyCode::Up => game.press('k'),
            KeyCode::Right => game.press('l'),
            KeyCode::Down => game.press('j'),
            KeyCode::Left => game.press('h'),
            _ => {}
        }
    }
    Ok(false)
}

/// Draws the part that fits the terminal, centred on the hero, and two lines below it.
fn draw(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let (columns, rows) = terminal::size()?;
    let map = rows.saturating_sub(2);
    let (left, top) = (game.run.hero.x - i32::from(columns) / 2, game.run.hero.y - i32::from(map) / 2);
    let (view, mut inked) = (game.view(), None);
    for row in 0..map {
        queue!(out, cursor::MoveTo(0, row))?;
        for column in 0..columns {
            let known = view.get(Cell::new(left + i32::from(column), top + i32::from(row))).flatten();
            if let Some((_, ink @ Ink { r, g, b })) = known.filter(|&(_, ink)| inked != Some(ink)) {
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
                "this game is played in a terminal; keys as a further argument are played without one",
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
