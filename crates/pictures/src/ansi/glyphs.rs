//! Draws a level in a terminal with one character for each cell, on ground in the level's light.
//!
//! Consumes the rows of the level's text, and adds colours. Rock around the level is left out.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write};

use anstyle::{Reset, Style};

use super::{AnsiOptions, LEGEND, TerminalColors, door_color, ink, wrapped};
use crate::{
    light::{Lighting, lit},
    picture::PictureOptions,
    png::PictureError,
};
use roomgen::{
    color::Color,
    export::text::{TextCell, TextCharset, TextRows, TextSubject},
    geom::Cell,
    level::{Level, Tile},
    theme::Theme,
};

/// The maximum number of lines of the legend.
const LINES: usize = 4;
/// How far floors and terrain are blended to black, and the ground below props to that of the floor,
/// from 0 to 1.
const DIM: f32 = 0.48;
const FLOOR: f32 = 0.5;
/// The luma of the darkest character, from 0 to 255; that of terrain, which is ground; and that of
/// the brightest ground.
const DARKEST: f32 = 130.0;
const TERRAIN: f32 = 56.0;
const BRIGHTEST: f32 = 88.0;
const BLACK: Color = Color::new(0, 0, 0);
const WHITE: Color = Color::new(255, 255, 255);

/// The sorts of things in a legend, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LegendSort {
    Entry,
    Exit,
    Lock,
    Door,
    Marker,
    Terrain,
    Prop,
}

/// A thing of a legend: its characters, its colours, and the number of cells that show it.
#[derive(Clone, Debug)]
struct LegendEntry {
    glyphs: String,
    colors: CellColors,
    cells: usize,
}

/// The colour of a character, and that of the ground below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellColors {
    front: Color,
    ground: Color,
}

/// The colours of a level's cells.
struct GlyphPainter<'level> {
    level: &'level Level,
    theme: &'level Theme,
    lighting: Option<Lighting>,
    /// The colours of the floors of rooms, by their ids, and last that of other floors.
    floors: Vec<Color>,
}

/// Draws the level, then a legend in the colours of the drawing. The entry and the exit are
/// reversed.
pub(super) fn write(
    level: &Level,
    theme: &Theme,
    charset: TextCharset,
    options: AnsiOptions,
) -> Result<String, PictureError> {
    let view = PictureOptions { light: options.light, margin: Some(0), ..PictureOptions::DEFAULT };
    let window = view.window(level)?;
    let floor = |progress: f32| theme.floor_start.lerp_hsl(theme.floor_end, progress);
    let painter = GlyphPainter {
        level,
        theme,
        lighting: view.lighting(level, theme, window),
        floors: level.rooms().iter().map(|room| floor(room.progress)).chain([floor(0.5)]).collect(),
    };
    let mut rows = TextRows::new(level, charset);
    let (mut text, mut entries) = (String::new(), BTreeMap::new());
    for y in window.top()..window.bottom() {
        let mut last = None;
        let columns = (0..).zip(rows.row(y)).skip(window.left() as usize).take(window.width() as usize);
        for (x, &TextCell { glyph, subject }) in columns {
            let place = Cell::new(x, y);
            let colors = painter.colors(place, subject);
            if let Some(name) = painter.name(place, subject) {
                let new = || LegendEntry { glyphs: String::new(), colors, cells: 0 };
                let entry = entries.entry(name).or_insert_with(new);
                entry.cells += 1;
                entry.glyphs.extend(Some(glyph).filter(|&glyph| !entry.glyphs.contains(glyph)));
            }
            if last.replace(colors) != Some(colors) {
                // Writing to a String cannot fail.
                let _ = write!(text, "{}", colors.style(options.colors));
            }
            text.push(glyph);
        }
        let _ = writeln!(text, "{Reset}");
    }
    let columns = LEGEND.max(window.width() as usize).min(options.columns as usize);
    let legend = legend(entries, theme.rock, columns, charset, options.colors);
    let _ = writeln!(text, "\n{legend}");
    Ok(text)
}

impl CellColors {
    fn style(self, colors: TerminalColors) -> Style {
        Style::new().fg_color(Some(ink(self.front, colors))).bg_color(Some(ink(self.ground, colors)))
    }
}

impl<'level> GlyphPainter<'level> {
    /// The sort and the name of what a cell shows: a lock and its keys share theirs. `None` for
    /// tiles.
    fn name(&self, place: Cell, subject: TextSubject) -> Option<(LegendSort, &'level str)> {
        let level = self.level;
        Some(match subject {
            TextSubject::Entry => (LegendSort::Entry, "entry"),
            TextSubject::Exit => (LegendSort::Exit, "exit"),
            TextSubject::Door => {
                let (_, passage) = level.door_at(place)?;
                let lock = level.lock(passage).map(|lock| (LegendSort::Lock, lock));
                lock.unwrap_or_else(|| (LegendSort::Door, door_color(level, passage, self.theme).0))
            }
            TextSubject::Terrain(kind) => (LegendSort::Terrain, &level.terrain_kinds().get(usize::from(kind))?.name),
            TextSubject::Prop(id) => {
                let kind = level.prop(id)?.kind;
                let is_key = level.locks().contains(&kind.name);
                let other = if kind.marker { LegendSort::Marker } else { LegendSort::Prop };
                (if is_key { LegendSort::Lock } else { other }, &kind.name)
            }
            _ => return None,
        })
    }

    fn colors(&self, place: Cell, subject: TextSubject) -> CellColors {
        let (level, theme) = (self.level, self.theme);
        let floor = || {
            let room = level.room_at(place).map_or(level.rooms().len(), |room| room.id as usize);
            self.floors.get(room).copied().unwrap_or(theme.floor_start)
        };
        let ground = |color: Color| dark(self.lit(place, color.lerp(BLACK, DIM)));
        let on = |color: Color, front: Color| CellColors { front: bright(front, DARKEST), ground: ground(color) };
        let reversed = |ground: Color| CellColors { front: BLACK, ground: bright(ground, DARKEST) };
        match subject {
            TextSubject::Entry => reversed(theme.entry),
            TextSubject::Exit => reversed(theme.exit),
            TextSubject::Tile(Tile::Rock) => CellColors { front: theme.rock, ground: theme.rock },
            TextSubject::Tile(Tile::Wall) => {
                let unlit = bright(theme.wall_face, DARKEST);
                CellColors { front: self.lit(place, unlit).lerp(unlit, 0.7), ground: theme.rock }
            }
            TextSubject::Tile(_) => {
                let ground = ground(floor());
                CellColors { front: ground.lerp(WHITE, 0.25), ground }
            }
            TextSubject::Terrain(kind) => {
                let color = level.terrain_kinds().get(usize::from(kind)).map_or(theme.rock, |kind| kind.color);
                CellColors { front: bright(color.lerp(BLACK, 0.3), TERRAIN), ground: ground(color.lerp(BLACK, DIM)) }
            }
            TextSubject::Prop(id) => {
                let Some(kind) = level.prop(id).map(|prop| prop.kind) else { return on(floor(), WHITE) };
                let key = level.keys().iter().find(|key| key.cell == place && level.key_name(key) == &*kind.name);
                on(kind.color.lerp(floor(), FLOOR), key.map_or(kind.color, |key| level.key_mark(key).color))
            }
            _ => {
                let door = level.door_at(place).map(|(_, passage)| door_color(level, passage, theme).1);
                on(floor(), door.unwrap_or(theme.door))
            }
        }
    }

    /// A colour in the light of a cell.
    fn lit(&self, place: Cell, color: Color) -> Color {
        self.lighting.as_ref().map_or(color, |lighting| lit(color, lighting.in_steps_at(place)))
    }
}

/// The luma of Rec. 601.
fn luma(Color { r, g, b }: Color) -> f32 {
    f32::from(r) * 0.299 + f32::from(g) * 0.587 + f32::from(b) * 0.114
}

/// A colour for characters: blended to white as far as it is darker than `darkest`.
fn bright(color: Color, darkest: f32) -> Color {
    color.lerp(WHITE, ((darkest - luma(color)) / (255.0 - luma(color)).max(1.0)).max(0.0))
}

/// A colour for grounds: blended to black as far as it is too bright.
fn dark(color: Color) -> Color {
    color.lerp(BLACK, 1.0 - BRIGHTEST / luma(color).max(BRIGHTEST))
}

/// The legend: what stands for what, the most frequent of furniture first, on at most [`LINES`]
/// lines. Its last words are the number of things that have no room.
fn legend(
    entries: BTreeMap<(LegendSort, &str), LegendEntry>,
    ground: Color,
    columns: usize,
    charset: TextCharset,
    colors: TerminalColors,
) -> String {
    let mut entries: Vec<_> = entries.into_iter().collect();
    entries.sort_by_key(|((sort, _), entry)| (*sort, Reverse(if *sort == LegendSort::Prop { entry.cells } else { 0 })));
    let items = entries.iter().map(|((sort, name), LegendEntry { glyphs, colors: of_cell, .. })| {
        let is_reversed = matches!(sort, LegendSort::Entry | LegendSort::Exit);
        let ground = if is_reversed { of_cell.ground } else { ground };
        let style = CellColors { ground, ..*of_cell }.style(colors);
        let name = charset.spell(name);
        (format!("{style}{glyphs}{Reset} {name}"), glyphs.chars().count() + 1 + name.chars().count())
    });
    let mut items: Vec<(String, usize)> = items.collect();
    let (mut lines, mut left_out) = (wrapped(&items, columns), 0);
    while lines.len() > LINES && items.len() > left_out.min(1) {
        items.truncate(items.len() - 1 - left_out.min(1));
        left_out += 1;
        let more = format!("and {left_out} more");
        items.push((more.clone(), more.len()));
        lines = wrapped(&items, columns);
    }
    lines.join("\n")
}
