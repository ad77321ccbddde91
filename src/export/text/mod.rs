//! A level as characters for the terminal, and the tiles of such a drawing read back.
//!
//! [`write()`] draws a level; [`read()`] gives a [`TextDrawing`]: tiles, entry and exit. A prop
//! always stands on floor, so the drawing of a valid level reads back as that level's tiles. Rooms,
//! passages and props are not read; level files hold those. [`TextDrawing::check`] tests what a
//! player needs of tiles, also for drawings of others: [`read_as`] takes another alphabet.

mod alphabet;
mod check;
mod legend;
mod mission;
mod read;

use std::{
    fmt::{self, Display},
    io::{self, Write},
};

use crate::{
    buckets::Buckets,
    level::Level,
    model::{PropKind, PropRecord, Tile},
};

use alphabet::DrawnCell;
pub use alphabet::{TextAlphabet, TextAlphabetError};
pub use check::TextHint;
use mission::TextMission;
pub use read::{TextDrawing, TextError, read, read_as};

/// The characters of the entry and the exit in a drawing.
const ENTRY: char = PropKind::MARKS[0];
const EXIT: char = PropKind::MARKS[1];

/// Draws the level's rows, one character for each cell, then an empty line and a legend.
///
/// The legend lists the glyphs in use: entry and exit, tiles, and kinds of props with their counts.
/// In a level with a mission, lists follow: its locks, with their numbers, doors and keys, and its
/// one-way passages. Where props share a cell, the highest one is drawn, or a marker unless an
/// obstacle covers it. Entry and exit are drawn over all props.
///
/// Cost: linear in cells and props, and in passages for each lock.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Streams the text of [`write()`] to `writer`, row by row.
///
/// Memory beyond the level: one row, and four bytes for each row of each prop. The writes are
/// small, so the writer should be buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    let rows = TextRows::new(level);
    let (mut glyphs, mut line) = (Vec::new(), String::new());
    for y in 0..level.height() {
        rows.draw(y, &mut glyphs);
        line.clear();
        line.extend(glyphs.iter().copied().chain(['\n']));
        writer.write_all(line.as_bytes())?;
    }
    write!(writer, "\n{}{}", TextLegend(level), TextMission(level))
}

/// The props of a level, bucketed by the rows that they cover.
struct TextRows<'level> {
    level: &'level Level,
    props: Buckets<u32>,
    /// The drawing order of each kind of prop, as a rank: by the height of its top, with markers
    /// last.
    ranks: Vec<usize>,
}

impl<'level> TextRows<'level> {
    fn new(level: &'level Level) -> Self {
        let covered = |(id, record): (u32, &PropRecord)| {
            let cells = record.cells();
            (cells.top()..cells.bottom()).map(move |y| (y as u32, id))
        };
        let props = Buckets::new(level.height() as usize, (0..).zip(&level.props).flat_map(covered));
        let height = |kind: &PropKind| (kind.marker, kind.elevation + kind.tall);
        let mut heights: Vec<_> = level.kinds().iter().map(height).collect();
        heights.sort();
        let ranks = level.kinds().iter().map(|kind| heights.partition_point(|&lower| lower < height(kind))).collect();
        Self { level, props, ranks }
    }

    fn draw(&self, y: i32, glyphs: &mut Vec<char>) {
        let level = self.level;
        let tiles = level.tiles().row(y);
        glyphs.clear();
        glyphs.extend(tiles.iter().map(|tile| tile.glyph()));
        let columns = |record: &PropRecord| record.cells().left() as usize..record.cells().right() as usize;
        let kind = |record: &PropRecord| &level.kinds()[usize::from(record.kind)];
        let here = self.props.get(y as u32).iter().map(|&id| &level.props[id as usize]);
        let mut here: Vec<&PropRecord> = here.collect();
        let obstacles: Vec<_> = here.iter().filter(|prop| kind(prop).is_obstacle()).map(|prop| columns(prop)).collect();
        // The sort is stable: of two equally high props the later one is drawn on top.
        here.sort_by_key(|prop| self.ranks[usize::from(prop.kind)]);
        let first_marker = here.partition_point(|prop| !kind(prop).marker);
        for prop in &here[..first_marker] {
            glyphs[columns(prop)].fill(kind(prop).glyph);
        }
        if let markers @ [_, ..] = &here[first_marker..] {
            let mut is_free: Vec<bool> = tiles.iter().map(|tile| tile.is_open()).collect();
            obstacles.into_iter().for_each(|columns| is_free[columns].fill(false));
            for prop in markers {
                columns(prop).filter(|&x| is_free[x]).for_each(|x| glyphs[x] = kind(prop).glyph);
            }
        }
        for (cell, glyph) in [(level.entry(), ENTRY), (level.exit(), EXIT)] {
            if cell.y == y {
                glyphs[cell.x as usize] = glyph;
            }
        }
    }
}

struct TextLegend<'level>(&'level Level);

impl Display for TextLegend<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        writeln!(f, "{ENTRY} entry")?;
        writeln!(f, "{EXIT} exit")?;
        let named =
            [(Tile::Wall, "wall"), (Tile::Floor, "floor"), (Tile::Corridor, "corridor floor"), (Tile::Door, "door")];
        for (tile, name) in named {
            if level.tiles().values().contains(&tile) {
                writeln!(f, "{} {name}", tile.glyph())?;
            }
        }
        for (kind, count) in level.kinds().iter().zip(level.counts()).filter(|(_, count)| *count > 0) {
            writeln!(f, "{} {} ({count})", kind.glyph, kind.name)?;
        }
        Ok(())
    }
}
