//! From rows of characters to tiles.

use thiserror::Error;

use super::{ENTRY, EXIT};
use crate::{
    geom::{Cell, Size, SizeError},
    grid::Grid,
    model::{PropKind, Tile},
};

/// What a text shows of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    tiles: Grid<Tile>,
    entry: Option<Cell>,
    exit: Option<Cell>,
}

impl Drawing {
    /// The tiles: floor of a room where the text shows anything else but a tile.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// Where `<` stands.
    #[must_use]
    pub fn entry(&self) -> Option<Cell> {
        self.entry
    }

    /// Where `>` stands.
    #[must_use]
    pub fn exit(&self) -> Option<Cell> {
        self.exit
    }
}

/// Why a text shows no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// There are too few or too many rows or columns.
    #[error("the drawing has rows of {columns} characters and {rows} rows: {error}")]
    Size {
        /// Characters of the longest row.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// What a level may have.
        error: SizeError,
    },
    /// A character is no tile, and the legend does not have it.
    #[error("line {line}, column {column}: {given:?} is no tile, and the legend does not have it")]
    Unknown {
        /// The character.
        given: char,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// The entry or the exit stands there a second time.
    #[error("line {line}, column {column}: a second {given:?}; a level has one entry `<` and one exit `>`")]
    Second {
        /// The mark.
        given: char,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// A line of the legend does not say what a character is.
    #[error(
        "line {line}, column 1: a line of the legend is a character that may stand for a prop, a space, and a name"
    )]
    Legend {
        /// The line, counted from 1.
        line: usize,
    },
}

impl TextError {
    /// Line and column of what is wrong, both counted from 1; `None` if it is the whole.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Size { .. } => None,
            Self::Unknown { line, column, .. } | Self::Second { line, column, .. } => Some((line, column)),
            Self::Legend { line } => Some((line, 1)),
        }
    }
}

/// Reads what [`super::write`] has written, or what was drawn by hand in its way: the rows, then an empty line and a legend.
///
/// The legend begins with the line `< entry`; without it all lines are rows, of tiles and marks alone. Rows may lack rock at
/// their ends, which editors take away. Cost: linear in the size of the drawing; a row that is shorter than others counts as
/// long as they.
///
/// ```
/// use roomgen::{Preset, export::text, generate};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let drawing = text::read(&text::write(&level))?;
/// assert_eq!(drawing.tiles(), level.tiles());
/// assert_eq!((drawing.entry(), drawing.exit()), (Some(level.entry()), Some(level.exit())));
/// assert!(drawing.check().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TextError`] for the first thing that is wrong.
pub fn read(text: &str) -> Result<Drawing, TextError> {
    let lines: Vec<&str> = text.lines().collect();
    let (rows, legend) = parts(&lines);
    let props = glyphs(legend, lines.len() - legend.len())?;
    let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let size = Size::new(columns as i64, rows.len() as i64);
    let size = size.map_err(|error| TextError::Size { columns, rows: rows.len(), error })?;
    let mut drawing = Drawing { tiles: Grid::filled(size, Tile::Rock), entry: None, exit: None };
    for (y, row) in (0..).zip(rows) {
        for (x, given) in (0..).zip(row.chars()) {
            let (line, column) = (y as usize + 1, x as usize + 1);
            let cell = Cell::new(x, y);
            let mark = match given {
                ENTRY => drawing.entry.replace(cell),
                EXIT => drawing.exit.replace(cell),
                _ => None,
            };
            if mark.is_some() {
                return Err(TextError::Second { given, line, column });
            }
            let stands = PropKind::MARKS.contains(&given) || props.binary_search(&given).is_ok();
            let tile = Tile::from_glyph(given).or_else(|| stands.then_some(Tile::Floor));
            drawing.tiles.set(cell, tile.ok_or(TextError::Unknown { given, line, column })?);
        }
    }
    Ok(drawing)
}

/// The rows, and the lines of the legend; the empty line between belongs to neither.
fn parts<'lines, 'text>(lines: &'lines [&'text str]) -> (&'lines [&'text str], &'lines [&'text str]) {
    let begins = |pair: &[&str]| pair[0].trim_end().is_empty() && pair[1].trim_end() == "< entry";
    match lines.windows(2).position(begins) {
        Some(at) => (&lines[..at], &lines[at + 1..]),
        None => (lines, &[]),
    }
}

/// The characters of props that the legend has, in order; `before` lines come before it.
fn glyphs(legend: &[&str], before: usize) -> Result<Vec<char>, TextError> {
    let mut glyphs = Vec::new();
    for (number, line) in legend.iter().enumerate().filter(|(_, line)| !line.trim_end().is_empty()) {
        let mut characters = line.chars();
        let (glyph, space) = (characters.next(), characters.next());
        let (Some(glyph), Some(' ')) = (glyph, space) else {
            return Err(TextError::Legend { line: before + number + 1 });
        };
        if PropKind::is_glyph(glyph) {
            glyphs.push(glyph);
        } else if Tile::from_glyph(glyph).is_none() && !PropKind::MARKS.contains(&glyph) {
            return Err(TextError::Legend { line: before + number + 1 });
        }
    }
    glyphs.sort_unstable();
    Ok(glyphs)
}
