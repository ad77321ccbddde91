//! The reader of drawings: rows of characters in, tiles, entry and exit out, or the first error.

use thiserror::Error;

use super::{ENTRY, EXIT, mission};
use crate::{
    geom::{Cell, Size, SizeError},
    grid::Grid,
    model::{PropKind, Tile},
};

/// The tiles, entry and exit that a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDrawing {
    tiles: Grid<Tile>,
    entry: Option<Cell>,
    exit: Option<Cell>,
}

impl TextDrawing {
    /// The tiles. Cells with a prop, the entry or the exit are room floor.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// The cell of the entry, `<`; `None` if the drawing has none.
    #[must_use]
    pub fn entry(&self) -> Option<Cell> {
        self.entry
    }

    /// The cell of the exit, `>`; `None` if the drawing has none.
    #[must_use]
    pub fn exit(&self) -> Option<Cell> {
        self.exit
    }
}

/// Why a text is not a drawing of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The number of rows or columns is out of range.
    #[error("the drawing has {rows} rows of {columns} characters: {error}")]
    Size {
        /// The number of characters of the longest row.
        columns: usize,
        /// The number of rows of the drawing.
        rows: usize,
        /// The error of the size, which states the allowed range.
        error: SizeError,
    },
    /// Most rows are much shorter than the longest.
    #[error(
        "the drawing has {rows} rows, the longest of {columns} characters, but all rows together have {characters} bytes: draw the \
         rock at the ends of rows too"
    )]
    Sparse {
        /// The number of characters of the longest row.
        columns: usize,
        /// The number of rows of the drawing.
        rows: usize,
        /// The number of bytes of all rows.
        characters: usize,
    },
    /// A character is neither a tile nor in the legend.
    #[error("line {line}, column {column}: {given:?} is neither a tile nor in the legend")]
    Unknown {
        /// The unknown character.
        given: char,
        /// The line of the error in the text, from 1.
        line: usize,
        /// The column of the error in the text, from 1.
        column: usize,
    },
    /// The drawing has a second entry or exit.
    #[error("line {line}, column {column}: a second {given:?}; a level has one entry `<` and one exit `>`")]
    Second {
        /// The character: `<` or `>`.
        given: char,
        /// The line of the error in the text, from 1.
        line: usize,
        /// The column of the error in the text, from 1.
        column: usize,
    },
    /// A line of the legend is malformed.
    #[error("line {line}, column 1: a line of the legend has the glyph of a prop, a space, and a name")]
    Legend {
        /// The line of the error in the text, from 1.
        line: usize,
    },
}

impl TextError {
    /// Line and column of the error, from 1; `None` if the error concerns the whole drawing.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Size { .. } | Self::Sparse { .. } => None,
            Self::Unknown { line, column, .. } | Self::Second { line, column, .. } => Some((line, column)),
            Self::Legend { line } => Some((line, 1)),
        }
    }
}

/// A drawing may have at most `SPARSEST` cells for each byte of its rows, so that one long row does
/// not turn a small text into a huge level. Drawings of up to `SMALL` cells are always accepted.
const SPARSEST: usize = 16;
const SMALL: usize = 1 << 20;

/// Reads a drawing: the output of [`super::write`], or one made by hand in the same form.
///
/// The rows come first, then an empty line and a legend, whose first line is `< entry`. Lists of
/// locks and one-way passages, which may follow, are not read. Without the legend's first line all
/// lines are rows, which then show no props. Rows may lack trailing rock, since editors strip
/// trailing spaces.
///
/// Cost: linear in the cells of the bounding rectangle, which is limited to sixteen cells for each
/// byte of the text (small drawings aside).
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
/// The first [`TextError`] found.
pub fn read(text: &str) -> Result<TextDrawing, TextError> {
    let (drawn, legend) = parts(text);
    let (columns, rows) =
        drawn.lines().fold((0, 0), |(columns, rows), row| (row.chars().count().max(columns), rows + 1));
    let props = glyphs(legend, rows + 1)?;
    let size = Size::new(columns as i64, rows as i64).map_err(|error| TextError::Size { columns, rows, error })?;
    let characters = drawn.len();
    if size.cells() as usize > SMALL.max(characters.saturating_mul(SPARSEST)) {
        return Err(TextError::Sparse { columns, rows, characters });
    }
    let mut drawing = TextDrawing { tiles: Grid::filled(size, Tile::Rock), entry: None, exit: None };
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

/// Splits a drawing into its rows and its legend, without the empty line between them.
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

/// The glyphs of props that the legend lists, sorted. `before` is the number of lines before the
/// legend, for line numbers in errors.
fn glyphs(legend: &str, before: usize) -> Result<Vec<char>, TextError> {
    let mut glyphs = Vec::new();
    let lines = legend.lines().take_while(|line| !mission::is_heading(line));
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim_end().is_empty()) {
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
