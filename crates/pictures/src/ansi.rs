//! Draws a level in coloured half blocks, for terminals.
//!
//! Consumes a level and a theme, and produces text with ANSI escape sequences.

use std::fmt::Write;

use anstyle::{Color as Ink, Reset, RgbColor, Style};

use super::png::{self, PictureError};
use roomgen::{
    color::Color,
    export::text::{ShownCount, ShownProps},
    geom::Cell,
    level::{Level, LockMark},
    theme::Theme,
};

/// The options for drawing a level in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnsiOptions {
    /// The colours that the terminal supports: true colour or a palette.
    pub colors: TerminalColors,
    /// Side of a cell in half blocks, at least 1. A half block is one column wide and half a line
    /// high.
    ///
    /// At 1 a picture shows where props and doors are, from 2 on also their shapes.
    pub scale: u32,
}

/// The colours that a terminal supports: true colour or a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerminalColors {
    /// True colour: eight bits each of red, green and blue.
    True,
    /// The palette of 256 colours of xterm. Each colour is drawn as the nearest colour of the
    /// palette.
    Palette,
}

impl Default for AnsiOptions {
    /// One column for each cell, in true colour.
    fn default() -> Self {
        Self { colors: TerminalColors::True, scale: 1 }
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
/// The maximum width of the legend, in columns. Few terminals are narrower.
const LEGEND: usize = 60;

/// Draws the level, two rows of half blocks to a line, and below it a legend.
///
/// Doors with a lock, and its keys, have the colour of the lock. The legend lists the entry, the
/// exit, the locks with their numbers, and the kinds of props with their counts. Which prop of a
/// cell is seen, and how many of a kind are, is as in text: see [`ShownProps`]. Every line is plain
/// text with escape sequences that set colours, and ends with the sequence that resets them.
/// Cost: that of a picture at this scale.
///
/// # Errors
///
/// [`PictureError`] if there is no picture at this scale.
pub fn write(level: &Level, theme: &Theme, options: AnsiOptions) -> Result<String, PictureError> {
    let (rows, width) = pixels(level, theme, options.scale)?;
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
fn pixels(level: &Level, theme: &Theme, scale: u32) -> Result<(Vec<Color>, usize), PictureError> {
    let picture = png::render(level, theme, png::PictureOptions { scale, ..png::PictureOptions::default() })?;
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
    let stands_out = STANDS_OUT / scale as f32;
    for passage in level.passages() {
        let color = level.lock_mark(passage).map_or(theme.door, |mark| mark.color);
        passage.doors().iter().flat_map(|door| door.cells()).for_each(|cell| blend(cell, color, stands_out));
    }
    let order = ShownProps::new(level);
    let mut props: Vec<_> = (0..).zip(level.props()).collect();
    props.sort_by_key(|(id, _)| order.rank(*id));
    for (_, prop) in props {
        prop.cells.cells().for_each(|cell| blend(cell, prop.kind.color, stands_out));
    }
    level.keys().iter().for_each(|key| blend(key.cell, level.key_mark(key).color, 1.0));
    blend(level.entry(), theme.entry, 1.0);
    blend(level.exit(), theme.exit, 1.0);
    Ok((pixels, width))
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

/// Writes the legend: the colours of the entry, the exit, the locks and the kinds of props.
fn legend(text: &mut String, level: &Level, theme: &Theme, colors: TerminalColors) {
    let counts = level.counts().into_iter().zip(ShownProps::new(level).counts());
    let counts = counts.map(|(all, shown)| ShownCount { all, shown });
    let ends = [("entry".to_owned(), theme.entry), ("exit".to_owned(), theme.exit)];
    let locks = (1..).zip(level.locks());
    let locks = locks.map(|(number, name)| (format!("lock {number}: {name}"), LockMark::numbered(number).color));
    let kinds = level.kinds().iter().zip(counts).map(|(kind, count)| (format!("{} ({count})", kind.name), kind.color));
    let mut column = 0;
    for (name, color) in ends.into_iter().chain(locks).chain(kinds) {
        let columns = name.chars().count() + 2;
        if column > 0 && column + 2 + columns > LEGEND {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push_str("  ");
            column += 2;
        }
        let style = Style::new().fg_color(Some(ink(color, colors)));
        let _ = write!(text, "{style}{SAMPLE}{Reset} {name}");
        column += columns;
    }
    text.push('\n');
}

fn ink(color: Color, colors: TerminalColors) -> Ink {
    let rgb = RgbColor(color.r, color.g, color.b);
    match colors {
        TerminalColors::True => Ink::Rgb(rgb),
        TerminalColors::Palette => Ink::Ansi256(anstyle_lossy::rgb_to_xterm(rgb)),
    }
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
            let text = write(&level, &theme, AnsiOptions { scale, colors: TerminalColors::True }).unwrap();
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
        let text =
            write(&level(), &Theme::default(), AnsiOptions { scale: 1, colors: TerminalColors::Palette }).unwrap();
        assert!(text.contains("\x1b[38;5;") && !text.contains("8;2;"));
    }
}
