//! A level as characters for the terminal, and the tiles of such a drawing read back.
//!
//! [`write()`] draws a level; [`read()`] gives a [`TextDrawing`]: tiles, entry and exit. A prop
//! always stands on floor, so the drawing of a valid level reads back as that level's tiles. Rooms,
//! passages and props are not read; level files hold those. [`TextDrawing::check`] tests what a
//! player needs of tiles, also for drawings of others: [`read_as`] takes another alphabet.

mod alphabet;
mod check;
mod deal;
mod doors;
mod legend;
mod mission;
mod offers;
mod read;
mod shown;
mod symbols;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
    io::{self, Write},
};

use crate::{
    geom::Cell,
    level::Level,
    model::{PropKind, Tile},
};

use alphabet::DrawnCell;
pub use alphabet::{TextAlphabet, TextAlphabetError};
pub use check::TextHint;
use deal::TextDeal;
use doors::{DoorSign, DoorSigns};
use mission::TextMission;
use offers::TextOffers;
pub use read::{TextDrawing, TextError, read, read_as};
use shown::SeenProps;
pub use shown::{ShownCount, ShownProps};
use symbols::{KindSymbols, TerrainPlace, TerrainSymbols};

/// The characters of the entry and the exit in a drawing.
const ENTRY: char = PropKind::MARKS[0];
const EXIT: char = PropKind::MARKS[1];

/// Draws the level's rows, one character for each cell, then an empty line and a legend.
///
/// Where props share a cell, [`ShownProps`] says which one is drawn: a key over a marker, this over
/// an obstacle, this over what lies, and what hangs overhead under all else. Entry and exit are
/// drawn over all props. Doors are drawn by their kind: closed `+`, open `∩`, barred `╪` and secret
/// `§`; of those that are neither barred nor secret, one-way doors are arrows. Letters are markers,
/// such as monsters: furniture whose glyph is a letter is drawn with a symbol.
///
/// [Terrain](Level::terrain) is drawn by its glyph, or by a symbol if something else has that
/// glyph: on solid cells, such as a river; on corridor floor, such as a bridge; and on floor
/// without a prop. A kind that lies in several of these places has a symbol of its own for each.
///
/// The legend lists the characters in use: entry and exit, tiles, terrain that `blocks` or covers
/// `corridor floor` or `floor`, doors, and kinds of props with their counts; `(34 of 36 shown)`
/// where two are entirely under others. In a level with a mission, lists follow: its locks, with
/// their numbers, doors and keys, and its one-way passages. So do the encounters and the loot of a
/// level with budgets, and the offers.
///
/// [`Level::shown_to`] gives what a player may see of it.
///
/// Cost: linear in cells and props, and in passages for each lock.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Streams the text of [`write()`] to `writer`, row by row.
///
/// Memory beyond the level: one row, five bytes for each prop, with four more for each further row
/// of it, and four bytes for each row of a door. The writes are small, so the writer should be
/// buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    let (props, mut seen) = (ShownProps::new(level), SeenProps::new(level));
    let (doors, symbols) = (DoorSigns::new(level), KindSymbols::new(level));
    let ground = TerrainSymbols::new(level, &symbols);
    let mut covered = BTreeSet::new();
    let (mut shown, mut signs, mut line) = (Vec::new(), Vec::new(), String::new());
    let mut found = BTreeSet::new();
    for y in 0..level.height() {
        props.row(y, &mut shown);
        doors.row(y, &mut signs);
        seen.add(&shown);
        line.clear();
        let cells = (0..).zip(level.tiles().row(y)).zip(&shown).zip(&signs);
        let terrain = level.terrain_cells().map_or(&[][..], |terrain| terrain.row(y));
        line.extend(cells.map(|(((x, &tile), prop), sign)| {
            let record = prop.and_then(|prop| level.props.get(prop as usize));
            match (Cell::new(x, y), record) {
                (cell, _) if cell == level.exit() => EXIT,
                (cell, _) if cell == level.entry() => ENTRY,
                (_, Some(record)) => symbols.of(&level.kinds[usize::from(record.kind)]),
                (_, None) if tile == Tile::Door => {
                    let sign = sign.unwrap_or(DoorSign::Closed);
                    found.insert(sign);
                    sign.glyph()
                }
                (_, None) => match terrain.get(x as usize) {
                    None | Some(0) => tile.glyph(),
                    Some(&number) => {
                        let place = TerrainPlace::of(tile);
                        covered.insert((number, place));
                        ground.of(number, place).unwrap_or_else(|| tile.glyph())
                    }
                },
            }
        }));
        line.push('\n');
        writer.write_all(line.as_bytes())?;
    }
    let legend = TextLegend { level, symbols, ground, covered, doors: found, shown: seen.counts(level) };
    write!(writer, "\n{legend}{}{}{}", TextMission(level), TextDeal(level), TextOffers(level))
}

struct TextLegend<'level> {
    level: &'level Level,
    symbols: KindSymbols,
    ground: TerrainSymbols,
    /// The numbers of the kinds of terrain that the drawing shows, and where they lie.
    covered: BTreeSet<(u8, TerrainPlace)>,
    /// The kinds of doors that the drawing shows.
    doors: BTreeSet<DoorSign>,
    /// For each kind, the number of its props that the drawing shows.
    shown: Vec<u32>,
}

impl Display for TextLegend<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, symbols, ground, covered, doors, shown } = self;
        writeln!(f, "{ENTRY} entry")?;
        writeln!(f, "{EXIT} exit")?;
        for (tile, name) in [(Tile::Wall, "wall"), (Tile::Floor, "floor"), (Tile::Corridor, "corridor floor")] {
            if level.tiles().values().contains(&tile) {
                writeln!(f, "{} {name}", tile.glyph())?;
            }
        }
        for &(number, place) in covered {
            let kind = usize::from(number).checked_sub(1).and_then(|kind| level.terrain_kinds().get(kind));
            if let Some((symbol, kind)) = ground.of(number, place).zip(kind) {
                let place = match place {
                    TerrainPlace::Solid => legend::ON_SOLID,
                    TerrainPlace::Corridor => legend::ON_CORRIDORS,
                    TerrainPlace::Floor if kind.blocks => legend::IN_ROOMS,
                    TerrainPlace::Floor => legend::ON_FLOOR,
                };
                writeln!(f, "{symbol} {}{place}", kind.name)?;
            }
        }
        for sign in doors {
            writeln!(f, "{} {}", sign.glyph(), sign.name())?;
        }
        let counts = level.counts().into_iter().zip(shown);
        for (kind, (all, &shown)) in level.kinds().iter().zip(counts).filter(|(_, (all, _))| *all > 0) {
            writeln!(f, "{} {} ({})", symbols.of(kind), kind.name, ShownCount { all, shown })?;
        }
        Ok(())
    }
}
