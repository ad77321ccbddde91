//! The reader of drawings: rows of characters in, tiles, entry and exit out, or the first error.

use thiserror::Error;

use super::{
    DrawnCell, TextAlphabet,
    legend::{DrawingParts, parts},
};
use crate::{
    geom::{Cell, Extent, Rect, Size, SizeError},
    grid::Grid,
    model::Tile,
};

/// The tiles, entry and exit that a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDrawing {
    tiles: Grid<Tile>,
    extent: Extent,
    entry: Option<Cell>,
    exit: Option<Cell>,
    /// Whether floor and doors at the border lead out.
    pub(super) has_open_border: bool,
}

impl TextDrawing {
    /// Lets floor and doors at the border lead out of the drawing, as those of a part of a larger
    /// map do: [`TextDrawing::check`] takes what is beyond for floor that nobody walks.
    #[must_use]
    pub fn with_open_border(self) -> Self {
        Self { has_open_border: true, ..self }
    }

    /// The tiles. Cells with a prop, the entry or the exit are room floor. A drawing that is
    /// smaller than a level has rock behind its rows and columns, up to [`Size::SMALLEST`].
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// The columns and rows that are drawn, at least 3x3.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The cell of the entry; `None` if the drawing has none.
    #[must_use]
    pub fn entry(&self) -> Option<Cell> {
        self.entry
    }

    /// The cell of the exit; `None` if the drawing has none.
    #[must_use]
    pub fn exit(&self) -> Option<Cell> {
        self.exit
    }
}

/// Why a text is not a drawing of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// There are too few rows or columns for a border and a cell within it.
    #[error("the drawing has {columns}x{rows} characters; one of at least 3x3 can be checked")]
    Small {
        /// The number of characters of the longest row.
        columns: usize,
        /// The number of rows of the drawing.
        rows: usize,
    },
    /// There are too many rows or columns.
    #[error("the drawing has {columns}x{rows} characters: {error}")]
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
    #[error("line {line}, column {column}: {given:?} is neither a tile nor in the legend{}", nor(.others))]
    Unknown {
        /// The first unknown character.
        given: char,
        /// Other unknown characters of the drawing, each once, at most eight.
        others: Vec<char>,
        /// The line of the error in the text, from 1.
        line: usize,
        /// The column of the error in the text, from 1.
        column: usize,
    },
    /// The drawing has a second entry or exit.
    #[error("line {line}, column {column}: {given:?} is a second one; a level has one entry and one exit")]
    Second {
        /// The character.
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
    /// The sort of error in kebab case, such as `drawing-size`: stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Small { .. } | Self::Size { .. } => "drawing-size",
            Self::Sparse { .. } => "drawing-sparse",
            Self::Unknown { .. } => "unknown-character",
            Self::Second { .. } => "second-stairs",
            Self::Legend { .. } => "bad-legend",
        }
    }

    /// Line and column of the error, from 1; `None` if the error concerns the whole drawing.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Small { .. } | Self::Size { .. } | Self::Sparse { .. } => None,
            Self::Unknown { line, column, .. } | Self::Second { line, column, .. } => Some((line, column)),
            Self::Legend { line } => Some((line, 1)),
        }
    }
}

/// The end of a sentence on an unknown character: the other ones.
fn nor(others: &[char]) -> String {
    let others: Vec<_> = others.iter().map(|other| format!("{other:?}")).collect();
    match &others[..] {
        [] => String::new(),
        [one] => format!("; nor is {one}"),
        several => format!("; nor are {}", several.join(", ")),
    }
}

/// The most characters that an error lists beside the first one.
const LISTED: usize = 8;

/// A drawing may have at most `SPARSEST` cells for each byte of its rows, so that one long row does
/// not turn a small text into a huge level. Drawings of up to `SMALL` cells are always accepted.
const SPARSEST: usize = 16;
const SMALL: usize = 1 << 20;

/// Reads a drawing: the output of [`super::write`], or one made by hand in the same form.
///
/// The rows come first, then an empty line and a legend, whose first line is `< entry`. Lists of
/// locks and one-way passages, which may follow, are not read. Another last paragraph is a legend
/// too, if each of its lines has a character and a name, as in `~ water` or `# = wall`: names of
/// tiles, of stairs and of doors are taken for these, and all else stands on floor. Terrain that
/// blocks is wall beside open cells, and rock elsewhere. Without a
/// legend all lines are rows, which then show no props. Rows may lack trailing rock, since editors
/// strip trailing spaces.
///
/// Cost: linear in the cells of the bounding rectangle, which is limited to sixteen cells for each
/// byte of the text (small drawings aside).
///
/// ```
/// use roomgen::{Preset, export::text, generate};
///
/// let level = generate(&Preset::built_in("cellar")?, 42);
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
    read_as(text, &TextAlphabet::default())
}

/// Reads a drawing as [`read`] does, in which characters show what `alphabet` says.
///
/// # Errors
///
/// The first [`TextError`] found.
pub fn read_as(text: &str, alphabet: &TextAlphabet) -> Result<TextDrawing, TextError> {
    let DrawingParts { rows: drawn, legend } = parts(text)?;
    let (columns, rows) =
        drawn.lines().fold((0, 0), |(columns, rows), row| (row.chars().count().max(columns), rows + 1));
    let (size, extent) = sizes(columns, rows, drawn.len())?;
    let tiles = Grid::filled(size, Tile::Rock);
    let mut drawing = TextDrawing { tiles, extent, entry: None, exit: None, has_open_border: false };
    let mut solid = Vec::new();
    let mut unknown: Vec<(char, usize, usize)> = Vec::new();
    for (y, row) in (0..).zip(drawn.lines()) {
        for (x, given) in (0..).zip(row.chars()) {
            let (line, column) = (y as usize + 1, x as usize + 1);
            let cell = Cell::new(x, y);
            let shown = alphabet.get(given).or_else(|| legend.get(given)).or_else(|| DrawnCell::of_glyph(given));
            let (tile, mark) = match shown {
                Some(DrawnCell::Tile(tile)) => (tile, None),
                Some(DrawnCell::Solid) => {
                    solid.push(cell);
                    (Tile::Rock, None)
                }
                Some(DrawnCell::Entry) => (Tile::Floor, drawing.entry.replace(cell)),
                Some(DrawnCell::Exit) => (Tile::Floor, drawing.exit.replace(cell)),
                None => {
                    if unknown.len() <= LISTED && unknown.iter().all(|(other, ..)| *other != given) {
                        unknown.push((given, line, column));
                    }
                    continue;
                }
            };
            if mark.is_some() {
                return Err(TextError::Second { given, line, column });
            }
            drawing.tiles.set(cell, tile);
        }
    }
    for cell in solid {
        let mut around = Rect::of(cell.x - 1, cell.y - 1, 3, 3).cells();
        if around.any(|beside| drawing.tiles.get(beside).is_some_and(Tile::is_open)) {
            drawing.tiles.set(cell, Tile::Wall);
        }
    }
    match unknown[..] {
        [] => Ok(drawing),
        [(given, line, column), ref others @ ..] => {
            let others = others.iter().map(|(other, ..)| *other).collect();
            Err(TextError::Unknown { given, others, line, column })
        }
    }
}

/// The size of the tiles of a drawing, and its extent. `characters` is its length in bytes.
fn sizes(columns: usize, rows: usize, characters: usize) -> Result<(Size, Extent), TextError> {
    const LEAST: usize = 3;
    if columns < LEAST || rows < LEAST {
        return Err(TextError::Small { columns, rows });
    }
    let side = |drawn: usize| (drawn as i64).max(Size::MIN_SIDE.into());
    let size = Size::new(side(columns), side(rows)).map_err(|error| TextError::Size { columns, rows, error })?;
    if size.cells() as usize > SMALL.max(characters.saturating_mul(SPARSEST)) {
        return Err(TextError::Sparse { columns, rows, characters });
    }
    Ok((size, Extent { width: columns as i32, height: rows as i32 }))
}
