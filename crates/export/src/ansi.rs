//! Draws a level in coloured half blocks or characters, for terminals.
//!
//! Consumes a level and a theme, and produces text with ANSI escape sequences.

mod glyphs;
mod palette;

use std::{collections::BTreeMap, fmt::Write};

use anstyle::{Reset, Style};
use unicode_width::UnicodeWidthStr;

use super::{
    light::lit,
    picture::{PictureError, PictureLight, PictureOptions, render, scene::SceneDoor},
};
use palette::ink;
use roomgen::{
    color::Color,
    export::text::TextCharset,
    geom::Cell,
    level::{Audience, DoorKind, Level, LockMark},
    theme::Theme,
    workspace::{ShownCount, ShownProps},
};

/// The options for drawing a level in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnsiOptions {
    /// The colours that the terminal supports: true colour or a palette.
    pub colors: TerminalColors,
    /// If set, a cell is a character of this charset, that of the level's text, and rock around the
    /// level is left out. Otherwise cells are half blocks.
    pub glyphs: Option<TextCharset>,
    /// The columns of the terminal: no legend of characters is wider.
    pub columns: u32,
    /// Side of a cell in half blocks, at least 1. A half block is one column wide and half a line
    /// high.
    ///
    /// At 1 a picture shows where props and doors are, from 2 on also their shapes.
    pub scale: u32,
    /// The light in which the level is shown.
    pub light: PictureLight,
    /// Who the drawing is for: [`Level::shown_to`] says what a player may see.
    pub audience: Audience,
}

/// The colours that a terminal supports: true colour or a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerminalColors {
    /// True colour: eight bits each of red, green and blue.
    True,
    /// The palette of 256 colours of xterm. Each colour is drawn as the nearest colour of the
    /// palette, by a measure that keeps hues rather than brightness.
    Palette,
}

impl Default for AnsiOptions {
    /// One half block for each cell, in true colour and the level's light, for the master, in a
    /// terminal of 80 columns.
    fn default() -> Self {
        let (light, audience) = (PictureLight::Theme, Audience::Master);
        Self { colors: TerminalColors::True, glyphs: None, columns: 80, scale: 1, light, audience }
    }
}

/// The character for two half blocks, one above the other: the upper in the foreground colour, the
/// lower in the background colour.
const UPPER: char = '▀';
/// The character that shows a colour in the legend.
const SAMPLE: char = '■';
/// How far the pixels of props and doors are blended to their colour at scale 1, from 0 to 1.
///
/// The colour is that of the kind of prop, or the theme's colour of doors. At few pixels, a sprite
/// mixes with the floor around it, and this makes the prop stand out. The fraction is divided by
/// the scale.
const STANDS_OUT: f32 = 0.7;
/// The colours of secret doors and of one-way doors. Open doors are paler than the theme's colour
/// of doors by [`PALE`], from 0 to 1.
const SECRET: Color = Color::new(0xb0, 0x4a, 0xd8);
const ONE_WAY: Color = Color::new(0xf4, 0xf0, 0xe6);
const PALE: f32 = 0.45;
/// The maximum width of the legend, in columns. Few terminals are narrower.
const LEGEND: usize = 60;

/// Draws the level, two rows of half blocks or one of characters to a line, and below it a legend.
///
/// Characters are those of [`roomgen::export::text`], on ground in the level's light; stairs are
/// reversed. Their legend has at most four lines, in the colours of the drawing. What follows is of
/// half blocks.
///
/// Each kind of door has a colour of its own; doors with a lock, and its keys, have that of the
/// lock. The legend lists the entry, the exit, the kinds of doors, the locks with their numbers,
/// the kinds of terrain, and the kinds of props with their counts. Which prop of a cell is seen,
/// and how many of a kind are, is as in text. Doors and props are seen in the level's light; the
/// entry, the exit and keys are signs, which no light darkens. Every line is plain text with escape
/// sequences that set colours, and ends with the sequence that resets them. Cost: that of a picture
/// at this scale.
///
/// # Errors
///
/// [`PictureError`] if there is no picture at this scale.
pub fn write(level: &Level, theme: &Theme, options: AnsiOptions) -> Result<String, PictureError> {
    let level = &*level.shown_to(options.audience);
    if options.glyphs.is_some() {
        return glyphs::write(level, theme, options);
    }
    let (rows, width) = pixels(level, theme, options)?;
    let mut text = String::new();
    let mut rows = rows.chunks_exact(width);
    while let Some(upper) = rows.next() {
        let lower = rows.next().map(Some);
        line(&mut text, upper, lower.flatten(), options.colors);
    }
    text.push('\n');
    legend(&mut text, level, theme, options.colors);
    Ok(text)
}

/// Returns the colours of the half blocks, row-major, and the number of half blocks in a row.
fn pixels(level: &Level, theme: &Theme, options: AnsiOptions) -> Result<(Vec<Color>, usize), PictureError> {
    let AnsiOptions { scale, light, audience, .. } = options;
    let options = PictureOptions { scale, light, audience, ..PictureOptions::default() };
    let picture = render(level, theme, options)?;
    let bytes = picture.bytes().chunks_exact(3);
    let mut pixels: Vec<_> = bytes.map(|rgb| Color::new(rgb[0], rgb[1], rgb[2])).collect();
    let width = picture.width() as usize;
    let mut blend = |cell: Cell, color: Color, fraction: f32| {
        let side = scale as usize;
        for row in 0..side {
            let start = (cell.y as usize * side + row) * width + cell.x as usize * side;
            pixels[start..start + side].iter_mut().for_each(|pixel| *pixel = pixel.lerp(color, fraction));
        }
    };
    let lighting = options.lighting(level, theme, level.tiles().bounds());
    let shown =
        |cell: Cell, color: Color| lighting.as_ref().map_or(color, |lighting| lit(color, lighting.in_steps_at(cell)));
    let stands_out = STANDS_OUT / scale as f32;
    for door in SceneDoor::of(level) {
        let (_, color) = door_color(level, &door, theme);
        door.cells.cells().for_each(|cell| blend(cell, shown(cell, color), stands_out));
    }
    let order = ShownProps::new(level);
    let mut props: Vec<_> = (0..).zip(level.props()).collect();
    props.sort_by_key(|(id, _)| order.rank(*id));
    for (_, prop) in props {
        prop.cells.cells().for_each(|cell| blend(cell, shown(cell, prop.kind.color), stands_out));
    }
    level.keys().iter().for_each(|key| blend(key.cell, level.key_mark(key).color, 1.0));
    blend(level.entry(), theme.entry, 1.0);
    level.ways_down().for_each(|cell| blend(cell, theme.exit, 1.0));
    Ok((pixels, width))
}

/// The name and the colour of a door.
fn door_color(level: &Level, door: &SceneDoor, theme: &Theme) -> (&'static str, Color) {
    let is_one_way = level.passages().get(door.passage).is_some_and(|passage| passage.one_way.is_some());
    match door.kind {
        DoorKind::Secret => ("secret door", SECRET),
        DoorKind::Barred => ("barred door", door.bars()),
        DoorKind::Open | DoorKind::Closed if is_one_way => ("one-way door", ONE_WAY),
        DoorKind::Open => ("open door", theme.door.lerp(Color::new(255, 255, 255), PALE)),
        DoorKind::Closed => ("door", theme.door),
    }
}

/// Writes one line of text from two rows of half blocks. The last line may lack the lower row.
fn line(text: &mut String, upper: &[Color], lower: Option<&[Color]>, colors: TerminalColors) {
    let mut last = None;
    for (place, &above) in upper.iter().enumerate() {
        let below = lower.map(|row| row[place]);
        let pair = (ink(above, colors), below.map(|color| ink(color, colors)));
        if last != Some(pair) {
            let style = Style::new().fg_color(Some(pair.0)).bg_color(pair.1);
            // Writing to a String cannot fail.
            let _ = write!(text, "{style}");
            last = Some(pair);
        }
        text.push(UPPER);
    }
    let _ = writeln!(text, "{Reset}");
}

/// Writes the legend: the colours of the entry, the exit, the doors, the locks, the kinds of
/// terrain and those of props. Barred doors with a lock have the lock's line.
fn legend(text: &mut String, level: &Level, theme: &Theme, colors: TerminalColors) {
    let counts = level.counts().into_iter().zip(ShownProps::new(level).counts());
    let counts = counts.map(|(all, shown)| ShownCount { all, shown });
    let exit = if level.is_dead_end() { "stairs" } else { "exit" };
    let exit = level.ways_down().next().map(|_| (exit.to_owned(), theme.exit));
    let ends = [("entry".to_owned(), theme.entry)].into_iter().chain(exit);
    let doors = SceneDoor::of(level).filter(|door| door.mark.is_none());
    let doors: BTreeMap<&str, Color> = doors.map(|door| door_color(level, &door, theme)).collect();
    let doors = doors.into_iter().map(|(name, color)| (name.to_owned(), color));
    let locks = (1..).zip(level.locks());
    let locks = locks.map(|(number, name)| (format!("lock {number}: {name}"), LockMark::numbered(number).color));
    let kinds = level.kinds().iter().zip(counts).map(|(kind, count)| (format!("{} ({count})", kind.name), kind.color));
    let terrain = level.terrain_kinds().iter().map(|kind| (kind.name.to_string(), kind.color));
    let all = ends.chain(doors).chain(locks).chain(terrain).chain(kinds);
    let items = all.map(|(name, color)| {
        let style = Style::new().fg_color(Some(ink(color, colors)));
        (format!("{style}{SAMPLE}{Reset} {name}"), name.width() + 2)
    });
    let _ = writeln!(text, "{}", wrapped(items, LEGEND).join("\n"));
}

/// Lines of at most `columns` columns with these items, each with its own number of columns. Two
/// spaces part them.
fn wrapped(items: impl IntoIterator<Item = (String, usize)>, columns: usize) -> Vec<String> {
    let (mut lines, mut used): (Vec<String>, usize) = (Vec::new(), 0);
    for (item, width) in items {
        match lines.last_mut().filter(|_| used + 2 + width <= columns) {
            Some(line) => *line += &format!("  {item}"),
            None => {
                lines.push(item);
                used = 0;
            }
        }
        used += if used == 0 { width } else { 2 + width };
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Level {
        roomgen::export::ron::read(include_str!("../../../tests/levels/hand-made.ron")).expect("a level file")
    }

    /// The colours of a line's half blocks: the upper row, then the lower row.
    fn halves(line: &str) -> (Vec<String>, Vec<String>) {
        let (mut writing, mut ground) = (String::new(), String::new());
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut rest = line;
        while let Some(character) = rest.chars().next() {
            match rest.strip_prefix("\x1b[") {
                Some(sequence) => {
                    let (code, after) = sequence.split_once('m').expect("a sequence ends");
                    match code.get(..3) {
                        Some("38;") => writing = code[5..].to_owned(),
                        Some("48;") => ground = code[5..].to_owned(),
                        _ => {}
                    }
                    rest = after;
                }
                None => {
                    upper.push(writing.clone());
                    lower.push(ground.clone());
                    rest = &rest[character.len_utf8()..];
                }
            }
        }
        (upper, lower)
    }

    fn written(color: Color) -> String {
        format!("{};{};{}", color.r, color.g, color.b)
    }

    #[test]
    fn every_cell_has_its_half_block_and_the_ends_have_their_colours() {
        let (level, theme) = (level(), Theme::default());
        for scale in [1, 2] {
            let text = write(&level, &theme, AnsiOptions { scale, ..AnsiOptions::default() }).unwrap();
            let (blocks, legend) = text.split_once("\n\n").unwrap();
            let mut rows: Vec<Vec<String>> = Vec::new();
            for line in blocks.lines() {
                assert!(line.ends_with("\x1b[0m"), "colours end with their line");
                let (upper, lower) = halves(line);
                rows.extend([upper, lower]);
            }
            let (width, height) = (level.width() * scale as i32, level.height() * scale as i32);
            assert_eq!(rows.len(), (height + height % 2) as usize);
            assert!(rows.iter().all(|row| row.len() == width as usize));
            for (end, color) in [(level.entry(), theme.entry), (level.exit(), theme.exit)] {
                let at = |place: i32| (place * scale as i32) as usize;
                assert_eq!(rows[at(end.y)][at(end.x)], written(color));
            }
            for kind in ["candle (0 of 1 shown)", "lamp (1)", "rock (2)", "rug (1)", "table (1)"] {
                assert!(legend.contains(kind), "{legend}");
            }
        }
    }

    #[test]
    fn a_key_has_the_colour_of_its_lock_and_the_legend_its_number() {
        let (level, options) = (level(), AnsiOptions::default());
        let text = write(&level, &Theme::default(), options).unwrap();
        let (blocks, legend) = text.split_once("\n\n").unwrap();
        let [key] = level.keys() else { panic!("one key") };
        let (upper, lower) = halves(blocks.lines().nth(key.cell.y as usize / 2).expect("a line"));
        let row = if key.cell.y % 2 == 0 { upper } else { lower };
        let color = level.key_mark(key).color;
        assert_eq!(row[key.cell.x as usize], written(color));
        assert!(legend.contains(&format!("\x1b[38;2;{}m{SAMPLE}\x1b[0m lock 1: rug", written(color))), "{legend:?}");
    }

    #[test]
    fn the_palette_takes_the_place_of_all_colours() {
        let text = write(
            &level(),
            &Theme::default(),
            AnsiOptions { colors: TerminalColors::Palette, ..AnsiOptions::default() },
        )
        .unwrap();
        assert!(text.contains("\x1b[38;5;") && !text.contains("8;2;"));
    }

    /// A drawing of a level in a terminal: the half blocks of each row, and the legend.
    fn drawn(level: &Level, options: AnsiOptions) -> (Vec<Vec<String>>, String) {
        let text = write(level, &Theme::default(), options).expect("a drawing");
        let (blocks, legend) = text.split_once("\n\n").expect("a legend");
        let rows = blocks.lines().flat_map(|line| <[_; 2]>::from(halves(line)));
        (rows.collect(), legend.to_owned())
    }

    fn with_doors(kinds: &[&str]) -> Level {
        let mut file = include_str!("../../../tests/levels/hand-made.ron").to_owned();
        for kind in kinds {
            file = file.replacen("kind: Closed", &format!("kind: {kind}"), 1);
        }
        roomgen::export::ron::read_unchecked(&file).expect("a level file")
    }

    #[test]
    fn each_kind_of_door_has_a_colour_of_its_own() {
        let options = AnsiOptions { light: PictureLight::Off, ..AnsiOptions::default() };
        let level = with_doors(&["Open", "Secret"]);
        let (rows, legend) = drawn(&level, options);
        let mut colors = BTreeMap::new();
        for passage in level.passages() {
            let door = passage.doors()[0];
            let color = &rows[door.top() as usize][door.left() as usize];
            colors.insert(passage.kind.name(), color.clone());
        }
        let names: Vec<_> = colors.keys().copied().collect();
        let mut different: Vec<_> = colors.values().collect();
        different.sort();
        different.dedup();
        assert!(names.len() >= 3 && different.len() == names.len(), "{colors:?}");
        assert!(legend.contains("open door") && legend.contains("secret door"), "{legend}");
    }

    #[test]
    fn a_secret_door_is_wall_to_players() {
        let level = with_doors(&["Secret"]);
        let secret = level.passages().iter().find(|passage| passage.kind == DoorKind::Secret).expect("a secret door");
        let door = secret.doors()[0].top_left();
        for (audience, is_shown) in [(Audience::Master, true), (Audience::Player, false)] {
            let options = AnsiOptions { audience, light: PictureLight::Off, ..AnsiOptions::default() };
            let (rows, legend) = drawn(&level, options);
            let shown = level.shown_to(audience).into_owned();
            let plain = AnsiOptions { audience: Audience::Master, ..options };
            assert_eq!(rows, drawn(&shown, plain).0);
            assert_eq!(legend.contains("secret door"), is_shown, "{legend}");
            assert_eq!(legend.contains("lock 1"), is_shown, "{legend}");
            assert_eq!(shown.tile(door) == roomgen::Tile::Door, is_shown);
        }
    }

    #[test]
    fn props_are_seen_in_the_light_and_signs_are_not() {
        let level = level();
        let dark = PictureLight::Ambient(roomgen::model::Hundredths::default());
        let [dark, even] =
            [dark, PictureLight::Off].map(|light| drawn(&level, AnsiOptions { light, ..Default::default() }).0);
        let at = |rows: &[Vec<String>], cell: Cell| rows[cell.y as usize][cell.x as usize].clone();
        let rock = level.props().find(|prop| &*prop.kind.name == "rock").expect("a rock").cells.top_left();
        assert_ne!(at(&dark, rock), at(&even, rock));
        for sign in [level.entry(), level.exit(), level.keys()[0].cell] {
            assert_eq!(at(&dark, sign), at(&even, sign), "{sign}");
        }
    }
}
