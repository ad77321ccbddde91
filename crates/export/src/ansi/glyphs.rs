//! Draws a level in a terminal with one character for each cell, on ground in the level's light.
//!
//! Consumes the rows of the level's text, and adds colours. Rock around the level is left out.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write};

use anstyle::{Reset, Style};
use unicode_width::UnicodeWidthStr;

use super::{AnsiOptions, LEGEND, door_color, ink, wrapped};
use crate::{
    light::lit,
    picture::{PictureError, PictureOptions, scene::SceneDoor},
};
use roomgen::{
    color::Color,
    geom::Cell,
    level::{Level, Tile},
    theme::Theme,
    workspace::{TextRows, TextSubject},
};

/// The maximum number of lines of the legend.
const LINES: usize = 4;
/// How far floors and terrain are blended to black, and the ground below props to the floor's, from
/// 0 to 1.
const DIM: f32 = 0.48;
const FLOOR: f32 = 0.5;
/// The luma of the darkest character, from 0 to 255; that of terrain, which is ground; and that of
/// the brightest ground.
const DARKEST: f32 = 130.0;
const TERRAIN: f32 = 56.0;
const BRIGHTEST: f32 = 88.0;
const BLACK: Color = Color::new(0, 0, 0);
const WHITE: Color = Color::new(255, 255, 255);

/// What a cell looks like, and what a legend says of it.
struct CellLook<'level> {
    front: Color,
    ground: Color,
    /// The place among the things of a legend, and the name: a lock and its keys share theirs.
    thing: Option<(u8, &'level str)>,
}

/// Draws the level, then a legend in the colours of the drawing. The entry and the exit are
/// reversed.
pub(super) fn write(level: &Level, theme: &Theme, options: AnsiOptions) -> Result<String, PictureError> {
    let charset = options.glyphs.unwrap_or_default();
    let view = PictureOptions { light: options.light, margin: Some(0), ..PictureOptions::DEFAULT };
    let window = view.window(level)?;
    let lighting = view.lighting(level, theme, window);
    let (mut rows, mut text, mut things) = (TextRows::new(level, charset), String::new(), BTreeMap::new());
    for y in window.top()..window.bottom() {
        let mut last = None;
        for (x, cell) in (0..).zip(rows.row(y)).filter(|(x, _)| (window.left()..window.right()).contains(x)) {
            let place = Cell::new(x, y);
            let light = |color| lighting.as_ref().map_or(color, |lighting| lit(color, lighting.in_steps_at(place)));
            let CellLook { front, ground, thing } = look(level, theme, place, cell.subject, light);
            let ink = |color| Some(ink(color, options.colors));
            let style = || Style::new().fg_color(ink(front)).bg_color(ink(ground));
            if let Some(thing) = thing {
                let (glyphs, _, cells) = things.entry(thing).or_insert_with(|| (String::new(), style(), 0));
                glyphs.extend(Some(cell.glyph).filter(|glyph| !glyphs.contains(*glyph)));
                *cells += 1;
            }
            if last.replace((front, ground)) != Some((front, ground)) {
                // Writing to a String cannot fail.
                let _ = write!(text, "{}", style());
            }
            text.push(cell.glyph);
        }
        let _ = writeln!(text, "{Reset}");
    }
    let mut things: Vec<_> = things.into_iter().collect();
    // The most frequent furniture first.
    things.sort_by_key(|((rank, _), (.., cells))| (*rank, Reverse(if *rank == PROP { *cells } else { 0 })));
    let items = things.into_iter().map(|((_, name), (glyphs, style, _))| {
        let name = charset.spell(name);
        (format!("{style}{glyphs}{Reset} {name}"), glyphs.chars().count() + 1 + name.width())
    });
    let items: Vec<_> = items.collect();
    let columns = LEGEND.max(window.width() as usize).min(options.columns as usize);
    let legend = |left_out: usize| {
        let more = (left_out > 0).then(|| format!("and {left_out} more"));
        let shown = items[..items.len() - left_out].iter().cloned();
        wrapped(shown.chain(more.map(|more| (more.clone(), more.len()))), columns)
    };
    let lines = (0..items.len()).map(legend).find(|lines| lines.len() <= LINES).unwrap_or_default();
    let _ = writeln!(text, "\n{}", lines.join("\n"));
    Ok(text)
}

/// The rank of furniture in a legend: the last one.
const PROP: u8 = 6;

/// The look of a cell in a light.
fn look<'level>(
    level: &'level Level,
    theme: &Theme,
    place: Cell,
    subject: TextSubject,
    light: impl Fn(Color) -> Color,
) -> CellLook<'level> {
    let progress = level.room_at(place).map_or(0.5, |room| room.progress);
    let floor = theme.floor_start.lerp_hsl(theme.floor_end, progress);
    let ground = |color: Color| dark(light(color.lerp(BLACK, DIM)));
    let on =
        |color, front, thing| CellLook { front: bright(front, DARKEST), ground: ground(color), thing: Some(thing) };
    let reversed = |color, thing| CellLook { front: BLACK, ground: bright(color, DARKEST), thing: Some(thing) };
    let bare = || CellLook { front: ground(floor).lerp(WHITE, 0.25), ground: ground(floor), thing: None };
    match subject {
        TextSubject::Entry => reversed(theme.entry, (0, "entry")),
        TextSubject::Exit => reversed(theme.exit, (1, "exit")),
        TextSubject::Stairs => reversed(theme.exit, (1, "other stairs")),
        TextSubject::Tile(Tile::Rock | Tile::Wall) => {
            let unlit = bright(theme.wall_face, DARKEST);
            CellLook { front: light(unlit).lerp(unlit, 0.7), ground: theme.rock, thing: None }
        }
        TextSubject::Door => SceneDoor::at(level, place).map_or_else(bare, |door| {
            let (name, color) = door_color(level, &door, theme);
            let lock = level.passages().get(door.passage).and_then(|passage| level.lock(passage));
            on(floor, color, lock.map_or((3, name), |lock| (2, lock)))
        }),
        TextSubject::Terrain(kind) => level.terrain_kinds().get(usize::from(kind)).map_or_else(bare, |kind| CellLook {
            front: bright(kind.color.lerp(BLACK, 0.3), TERRAIN),
            ground: ground(kind.color.lerp(BLACK, DIM)),
            thing: Some((5, &*kind.name)),
        }),
        TextSubject::Prop(id) => level.prop(id).map_or_else(bare, |prop| {
            let key = level.keys().iter().find(|key| key.cell == place && level.key_name(key) == &*prop.kind.name);
            let color = key.map_or(prop.kind.color, |key| level.key_mark(key).color);
            let rank = if key.is_some() {
                2
            } else if prop.kind.marker {
                4
            } else {
                PROP
            };
            on(prop.kind.color.lerp(floor, FLOOR), color, (rank, &*prop.kind.name))
        }),
        _ => bare(),
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

#[cfg(test)]
mod tests {
    use roomgen::{Preset, export::text::TextCharset, generate, preset::BUILT_IN};

    use super::*;
    use crate::{ansi::TerminalColors, picture::PictureLight};

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
            let bounds = level.tiles().bounds();
            let lighting = PictureOptions::DEFAULT.lighting(&level, &theme, bounds).expect("a lit level");
            let mut rows = TextRows::new(&level, TextCharset::Unicode);
            for y in 0..level.height() {
                for (x, cell) in (0..).zip(rows.row(y)) {
                    let place = Cell::new(x, y);
                    let light = |color| lit(color, lighting.in_steps_at(place));
                    let CellLook { front, ground, .. } = look(&level, &theme, place, cell.subject, light);
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
