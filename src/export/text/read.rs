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
    /// Nearly all rows are much shorter than the longest.
    #[error(
        "the drawing has {rows} rows, the longest of {columns} characters, but all rows together have {characters} bytes: draw the \
         rock at the ends of rows too"
    )]
    Sparse {
        /// Characters of the longest row.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// Bytes of all rows.
        characters: usize,
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
            Self::Size { .. } | Self::Sparse { .. } => None,
            Self::Unknown { line, column, .. } | Self::Second { line, column, .. } => Some((line, column)),
            Self::Legend { line } => Some((line, 1)),
        }
    }
}

/// The most cells that a drawing may have for each byte of its rows, so that one long row does not make a small text a large level;
/// and the cells that it may have in any case.
const SPARSEST: usize = 16;
const SMALL: usize = 1 << 20;

/// Reads what [`super::write`] has written, or what was drawn by hand in its way: the rows, then an empty line and a legend.
///
/// The legend begins with the line `< entry`; without it all lines are rows, of tiles and marks alone. Rows may lack rock at
/// their ends, which editors take away. Cost: linear in the size of the drawing; a row that is shorter than others counts as
/// long as they, up to sixteen times the length of the text.
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
    let (drawn, legend) = parts(text);
    let (columns, rows) =
        drawn.lines().fold((0, 0), |(columns, rows), row| (row.chars().count().max(columns), rows + 1));
    let props = glyphs(legend, rows + 1)?;
    let size = Size::new(columns as i64, rows as i64).map_err(|error| TextError::Size { columns, rows, error })?;
    let characters = drawn.len();
    if size.cells() as usize > SMALL.max(characters.saturating_mul(SPARSEST)) {
        return Err(TextError::Sparse { columns, rows, characters });
    }
    let mut drawing = Drawing { tiles: Grid::filled(size, Tile::Rock), entry: None, exit: None };
    for (y, row) in (0..).zip(drawn.lines()) {
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

/// The rows, and the legend; the empty line between belongs to neither.
fn parts(text: &str) -> (&str, &str) {
    let (mut at, mut before) = (0, None);
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        if let Some(end) = before.filter(|_| shown == "< entry") {
            return (&text[..end], &text[at..]);
        }
        before = shown.is_empty().then_some(at);
        at += line.len();
    }
    (text, "")
}

/// The characters of props that the legend has, in order; `before` lines come before it.
fn glyphs(legend: &str, before: usize) -> Result<Vec<char>, TextError> {
    let mut glyphs = Vec::new();
    for (number, line) in legend.lines().enumerate().filter(|(_, line)| !line.trim_end().is_empty()) {
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
