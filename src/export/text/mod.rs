//! A level as characters, for the terminal; and the tiles that such a text shows, read back.
//!
//! [`write()`] draws, [`read()`] gives a [`Drawing`]: tiles, entry and exit. Where something stands there is floor, so what is
//! drawn of a level that keeps its invariants reads as that level's tiles. Rooms, passages and props are not read: for those
//! there are level files. [`Drawing::check`] tests what can be told of tiles alone, also of a drawing made by hand.

mod check;
mod read;

use std::fmt::{self, Display};

use crate::{
    geom::Cell,
    level::Level,
    model::{PropKind, Tile},
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
    let mut text: String = rows(level).chunks_exact(level.width() as usize).flat_map(line).collect();
    text.push('\n');
    text += &Legend(level).to_string();
    text
}

fn line(row: &[char]) -> impl Iterator<Item = char> {
    row.iter().copied().chain(['\n'])
}

/// The character of each cell, in row order.
fn rows(level: &Level) -> Vec<char> {
    let width = level.width() as usize;
    let position = |cell: Cell| cell.y as usize * width + cell.x as usize;
    let mut glyphs: Vec<char> = level.tiles().values().iter().map(|tile| tile.glyph()).collect();
    let mut props: Vec<_> = level.props().map(|prop| (prop.cells, prop.kind)).collect();
    props.sort_by_key(|(_, kind)| (kind.marker, kind.elevation + kind.tall));
    let markers = props.split_off(props.partition_point(|(_, kind)| !kind.marker));
    for (cells, kind) in props {
        cells.cells().for_each(|cell| glyphs[position(cell)] = kind.glyph);
    }
    for (cells, kind) in markers {
        let free = cells.cells().filter(|&cell| level.is_walkable(cell));
        free.for_each(|cell| glyphs[position(cell)] = kind.glyph);
    }
    for (cell, glyph) in [(level.entry(), ENTRY), (level.exit(), EXIT)] {
        glyphs[position(cell)] = glyph;
    }
    glyphs
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
