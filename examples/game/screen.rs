//! What the hero knows of the floor, as characters in colours; and the terminal that shows it.

use std::{
    io::{self, IsTerminal, Write},
    panic,
};

use crossterm::{
    cursor,
    event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
    execute, queue,
    style::{Color, Print, PrintStyledContent, ResetColor, Stylize},
    terminal::{self, Clear, ClearType},
};
use roomgen::{Cell, Prop, color::Color as Ink, grid::Grid, level::DoorKind, sight};

use super::{Game, floor};

const KEYS: &str = "hjkl/arrows walk  o explore  < > stairs  g take  x search  m map  s save  q quit";
const WHITE: Ink = Ink::new(255, 255, 255);
const BLACK: Ink = Ink::new(0, 0, 0);

/// The appearance of a cell: its character, its colour, and that behind it.
pub(crate) type Glyph = (char, Ink, Ink);

impl Game {
    /// The floor as the hero knows it: each layer is painted over the one below.
    pub(crate) fn view(&self) -> Grid<Option<Glyph>> {
        let (floor, level) = (self.floor(), self.floor().play.level_now());
        let colors = sight::minimap(&level, &self.theme(), Some(&floor.known));
        let ways = self.ways_down(floor);
        let mut view = Grid::filled(level.size(), None);
        let mut paint = |cell: Cell, glyph: char, ink: Ink| {
            let dimmed = if self.visible.get(cell) { ink } else { ink.lerp(BLACK, 0.6) };
            view.set(cell, floor.known.get(cell).then_some((glyph, dimmed, BLACK)));
        };
        for (cell, color) in colors.into_iter().filter_map(|(cell, color)| Some((cell, (*color)?))) {
            let glyph = match (level.terrain(cell), level.door_at(cell).map(|(_, passage)| passage.kind)) {
                _ if cell == level.entry() => '<',
                _ if ways.iter().any(|(down, _)| *down == cell) => '>',
                (Some(terrain), _) => terrain.glyph,
                (_, Some(DoorKind::Secret)) => '#',
                (_, Some(DoorKind::Open)) => '\'',
                _ => level.tile(cell).glyph(),
            };
            paint(cell, glyph, color);
        }
        // Of markers, the game shows traps and things, which lie above all else.
        let is_shown = |prop: &Prop<'_>| !prop.kind.marker || floor::is_thing(prop) || floor::is_trap(prop);
        let mut props: Vec<_> = level.props().filter(is_shown).collect();
        props.sort_by_key(|prop| (prop.kind.marker || floor::is_thing(prop), prop.kind.elevation + prop.kind.tall));
        // What hangs above stairs does not hide them.
        let is_stairs = |cell: Cell| cell == level.entry() || ways.iter().any(|(down, _)| *down == cell);
        for prop in props {
            let cells = prop.cells.cells().filter(|&cell| !is_stairs(cell));
            cells.for_each(|cell| paint(cell, prop.kind.glyph, prop.kind.color));
        }
        for monster in floor.monsters.iter().filter(|monster| self.visible.get(monster.cell)) {
            let kind = floor.play.level().prop(monster.prop).map(|prop| prop.kind);
            kind.into_iter().for_each(|kind| paint(monster.cell, kind.glyph, kind.color));
        }
        paint(self.run.hero, '@', WHITE);
        view
    }

    /// What is shown, and where the hero is in it: the view, or a map with two cells in each glyph.
    fn picture(&self) -> (Grid<Option<Glyph>>, Cell) {
        let (floor, hero) = (self.floor(), self.run.hero);
        if !self.shows_map {
            return (self.view(), hero);
        }
        let mut map = sight::minimap(&floor.play.level_now(), &self.theme(), Some(&floor.known));
        map.set(hero, Some(WHITE));
        let pixel = |x, y| map.get(Cell::new(x, y)).flatten().unwrap_or(BLACK);
        let mut halves = Grid::filled(map.size(), None);
        for Cell { x, y } in map.bounds().cells().filter(|cell| 2 * cell.y < map.height()) {
            halves.set(Cell::new(x, y), Some(('▀', pixel(x, 2 * y), pixel(x, 2 * y + 1))));
        }
        (halves, Cell::new(hero.x, hero.y / 2))
    }

    pub(crate) fn status(&self) -> String {
        let (run, floor) = (&self.run, self.floor());
        let locks = (0..).zip(floor.play.level().locks());
        let held = locks.map(|(lock, name)| (floor.play.held(lock), name)).filter(|(held, _)| *held > 0);
        let keys: String = held.map(|(held, name)| format!("   {held} x {name}")).collect();
        let (place, things) = (self.place(), run.bag.values().sum::<u32>());
        format!("{place}   health {} of {}   things {things}{keys}", run.health, floor.full_health())
    }
}

/// Prints what the hero knows.
pub(super) fn print(game: &Game) {
    for row in game.picture().0.rows() {
        let row: String = row.iter().map(|known| known.map_or(' ', |(glyph, ..)| glyph)).collect();
        if !row.trim().is_empty() {
            println!("{}", row.trim_end());
        }
    }
}

/// Plays until the game is over or left; true if it is to be saved.
pub(super) fn play(game: &mut Game) -> io::Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(io::Error::other("this game needs a terminal, or keys to play as a further argument"));
    }
    // Restores the terminal first, so that a panic's message is readable.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        close();
        report(panic);
    }));
    terminal::enable_raw_mode()?;
    let is_saved = execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide).and_then(|()| turns(game));
    close();
    is_saved
}

fn close() {
    // A failure cannot be reported any more.
    let _ = execute!(io::stdout(), ResetColor, cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

fn turns(game: &mut Game) -> io::Result<bool> {
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

/// Draws the part that fits the terminal, centred on the hero, and three lines below it.
fn draw(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let (columns, rows) = terminal::size()?;
    let bottom = rows.saturating_sub(3);
    let (picture, hero) = game.picture();
    let (left, top) = (hero.x - i32::from(columns) / 2, hero.y - i32::from(bottom) / 2);
    for row in 0..bottom {
        queue!(out, cursor::MoveTo(0, row), Clear(ClearType::CurrentLine))?;
        for column in 0..columns {
            let known = picture.get(Cell::new(left + i32::from(column), top + i32::from(row))).flatten();
            if let Some((glyph, ink, behind)) = known {
                let [ink, behind] = [ink, behind].map(|Ink { r, g, b }| Color::Rgb { r, g, b });
                queue!(out, cursor::MoveTo(column, row), PrintStyledContent(glyph.with(ink).on(behind)))?;
            }
        }
    }
    for (row, line) in (bottom..rows).zip([&game.message, &game.status(), KEYS]) {
        let line: String = line.chars().take(columns.into()).collect();
        queue!(out, cursor::MoveTo(0, row), Clear(ClearType::CurrentLine), Print(line))?;
    }
    out.flush()
}
