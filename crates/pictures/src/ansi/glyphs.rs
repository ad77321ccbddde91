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

#[cfg(test)]
mod tests {
    use roomgen::{Preset, generate, preset::BUILT_IN};

    use super::*;
    use crate::png::PictureLight;

    const OPTIONS: AnsiOptions = AnsiOptions {
        colors: TerminalColors::True,
        glyphs: Some(TextCharset::Unicode),
        columns: 80,
        scale: 1,
        light: PictureLight::Theme,
        audience: roomgen::level::Audience::Master,
    };

    fn level(preset: &str, seed: u64) -> (Level, Theme) {
        let preset = Preset::built_in(preset).expect("a preset");
        (generate(&preset, seed), preset.theme().clone())
    }

    /// The characters of lines with the sequence of their colours.
    fn cells(text: &str) -> Vec<Vec<(char, String)>> {
        let cells = |line: &str| {
            let mut cells = Vec::new();
            for part in line.split_inclusive("\x1b[0m") {
                let mut colors = String::new();
                let mut rest = part;
                while let Some(first) = rest.chars().next() {
                    match rest.strip_prefix('\x1b').and_then(|_| rest.split_once('m')) {
                        Some(("\x1b[0", after)) => (colors, rest) = (String::new(), after),
                        Some((sequence, after)) => {
                            // The ground follows the character's colour.
                            let is_front = sequence.contains("[38;");
                            colors = if is_front { sequence.to_owned() } else { colors + sequence };
                            rest = after;
                        }
                        None => {
                            cells.push((first, colors.clone()));
                            rest = &rest[first.len_utf8()..];
                        }
                    }
                }
            }
            cells
        };
        text.lines().map(cells).collect()
    }

    #[test]
    fn the_drawing_has_the_characters_of_the_text_without_the_rock_around_it() {
        let (level, theme) = level("crypt", 42);
        let text = super::super::write(&level, &theme, OPTIONS).expect("a drawing");
        let drawn: Vec<String> = cells(text.split_once("\n\n").expect("a legend").0)
            .into_iter()
            .map(|row| row.into_iter().map(|(glyph, _)| glyph).collect())
            .collect();
        let plain = roomgen::export::text::write(&level);
        let rows: Vec<&str> =
            plain.lines().take(level.height() as usize).filter(|row| !row.trim().is_empty()).collect();
        assert!(drawn.len() <= rows.len() && drawn.len() + 20 > rows.len(), "{} rows", drawn.len());
        let is_used = |row: &String| row.contains(['#', '.']);
        assert!(is_used(&drawn[0]) && drawn.last().is_some_and(is_used), "{drawn:?}");
        assert!(drawn.iter().any(|row| !row.starts_with(' ')) && drawn.iter().any(|row| !row.ends_with(' ')));
        assert!(drawn.iter().all(|row| rows.iter().any(|whole| whole.contains(&**row))), "{drawn:?}");
    }

    #[test]
    fn the_stairs_are_reversed_and_the_ground_is_lit() {
        let (level, theme) = level("crypt", 42);
        let grounds = |light| {
            let text = super::super::write(&level, &theme, AnsiOptions { light, ..OPTIONS }).expect("a drawing");
            let rows = cells(text.split_once("\n\n").expect("a legend").0);
            let ground = |glyph: char, colors: &String| (glyph, colors.split("[48").last().unwrap_or("").to_owned());
            let cells = rows.iter().flatten().filter(|(glyph, _)| "<>.".contains(*glyph));
            cells.map(|(glyph, colors)| ground(*glyph, colors)).collect::<std::collections::BTreeSet<_>>()
        };
        let (lit, even) = (grounds(PictureLight::Theme), grounds(PictureLight::Off));
        let Color { r, g, b } = theme.exit;
        assert!(lit.contains(&('>', format!(";2;{r};{g};{b}"))), "{lit:?}");
        let floors = |grounds: &std::collections::BTreeSet<(char, String)>| {
            grounds.iter().filter(|(glyph, _)| *glyph == '.').count()
        };
        assert!(floors(&lit) > 2 * floors(&even), "{} and {}", floors(&lit), floors(&even));
    }

    #[test]
    fn each_character_of_a_thing_stands_out_of_its_ground_in_all_presets() {
        for (name, _) in BUILT_IN {
            let (level, theme) = level(name, 5);
            let view = PictureOptions::DEFAULT;
            let painter = GlyphPainter {
                level: &level,
                theme: &theme,
                lighting: view.lighting(&level, &theme, level.tiles().bounds()),
                floors: vec![theme.floor_end; level.rooms().len() + 1],
            };
            let mut rows = TextRows::new(&level, TextCharset::Unicode);
            for y in 0..level.height() {
                for (x, cell) in (0..).zip(rows.row(y)) {
                    let CellColors { front, ground } = painter.colors(Cell::new(x, y), cell.subject);
                    let is_thing = !matches!(cell.subject, TextSubject::Tile(_) | TextSubject::Terrain(_));
                    let gap = (luma(front) - luma(ground)).abs();
                    assert!(!is_thing || gap > 40.0, "{name}: {cell:?} at {x},{y}: {front:?} on {ground:?}");
                }
            }
        }
    }

    #[test]
    fn the_legend_has_the_colours_of_the_drawing_on_at_most_four_lines() {
        for (columns, seed) in [(80, 42), (40, 3), (1, 1)] {
            let (level, theme) = level("crypt", seed);
            let options = AnsiOptions { columns, glyphs: Some(TextCharset::Ascii), ..OPTIONS };
            let text = super::super::write(&level, &theme, options).expect("a drawing");
            let (drawing, legend) = text.split_once("\n\n").expect("a legend");
            let front = |(glyph, colors): (char, String)| {
                (glyph, colors.split(['[', 'm']).find(|part| part.starts_with("38")).map(str::to_owned))
            };
            let drawn: Vec<_> = cells(drawing).into_iter().flatten().map(front).collect();
            let listed = cells(legend);
            assert!(text.is_ascii() && listed.len() <= LINES, "{legend}");
            assert!(columns == 1 || listed.iter().all(|line| line.len() <= columns as usize), "{legend}");
            assert!(columns == 1 || legend.contains(" more"), "{legend}");
            let glyphs = listed.into_iter().flatten().filter(|(_, colors)| !colors.is_empty());
            for entry in glyphs.map(front) {
                assert!(drawn.contains(&entry), "{entry:?} is not in the drawing");
            }
        }
    }
}
