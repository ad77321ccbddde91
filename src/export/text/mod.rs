//! A level as characters, for the terminal; and the tiles that such a text shows, read back.
//!
//! [`write()`] draws, [`read()`] gives a [`Drawing`]: tiles, entry and exit. Where something stands there is floor, so what is
//! drawn of a level that keeps its invariants reads as that level's tiles. Rooms, passages and props are not read: for those
//! there are level files. [`Drawing::check`] tests what can be told of tiles alone, also of a drawing made by hand.

mod check;
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

pub use read::{Drawing, TextError, read};

/// The characters of the entry and of the exit.
const ENTRY: char = PropKind::MARKS[0];
const EXIT: char = PropKind::MARKS[1];

/// Writes the level's rows, each as many characters as the level has columns; then an empty line and a legend of the
/// characters that occur: entry and exit, tiles, and kinds of props with their number.
///
/// Where props share a cell, one sees the highest one, or a marker unless an obstacle stands there; entry and exit lie over
/// all props. Cost: linear in cells and props.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Writes the same bytes to `writer`, a row after the other: what it takes in memory beyond the level is a row, and four bytes for
/// each row that a prop covers. The pieces are small, so that the writer should be buffered.
///
/// # Errors
///
/// The first one of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    let rows = Rows::new(level);
    let (mut glyphs, mut line) = (Vec::new(), String::new());
    for y in 0..level.height() {
        rows.draw(y, &mut glyphs);
        line.clear();
        line.extend(glyphs.iter().copied().chain(['\n']));
        writer.write_all(line.as_bytes())?;
    }
    write!(writer, "\n{}", Legend(level))
}

/// The props of a level by the rows of cells that they cover.
struct Rows<'level> {
    level: &'level Level,
    props: Buckets<u32>,
    /// The kinds from the lowest to the highest, and markers after them: for each its place in this order.
    ranks: Vec<usize>,
}

impl<'level> Rows<'level> {
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

    /// The characters of row `y`.
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
        // A stable sort: of two that are equally high one sees the later.
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

struct Legend<'level>(&'level Level);

impl Display for Legend<'_> {
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
