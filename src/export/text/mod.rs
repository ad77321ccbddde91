//! A level as characters for the terminal, and the tiles of such a drawing read back.
//!
//! [`write()`] draws a level; [`read()`] gives a [`TextDrawing`]: tiles, entry and exit. A prop
//! always stands on floor, so the drawing of a valid level reads back as that level's tiles, but
//! for doors that are bare ground, which it draws as floor. Rooms, passages and props are not
//! read; level files hold those. [`TextDrawing::check`] tests what a player needs of tiles, also in
//! drawings of others: [`read_as`] takes another alphabet.

mod alphabet;
mod budgets;
mod check;
mod doors;
mod legend;
mod mission;
mod offers;
mod read;
pub(crate) mod rows;
pub(crate) mod shown;
mod symbols;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
    io::{self, Write},
};

use crate::{
    level::Level,
    model::{PropKind, Stairs, Tile},
};

use alphabet::DrawnCell;
pub use alphabet::{TextAlphabet, TextAlphabetError};
use budgets::TextBudgets;
pub use check::TextHint;
use doors::{DoorSign, DoorSigns};
use mission::TextMission;
use offers::TextOffers;
pub use read::{TextDrawing, TextError, read, read_as};
use rows::TextRows;
use shown::{SeenProps, ShownCount};
pub use symbols::TextCharset;
use symbols::{KindSymbols, StandIns, TerrainPlace, TerrainSymbols};

/// The characters of the entry and the exit in a drawing.
const ENTRY: char = PropKind::MARKS[0];
const EXIT: char = PropKind::MARKS[1];
/// The character of other stairs. Legends say where each leads.
const STAIRS: char = '≥';

/// Draws the level's rows, one character for each cell, then an empty line and a legend.
///
/// Where props share a cell, one of them is drawn: a key over a marker, this over an obstacle, this
/// over what lies, and what hangs overhead under all else. Entry, exit and other stairs, `≥`, are
/// drawn over all props, and the exit of a dead end is not. Doors are drawn by their kind: closed
/// `+`, open `∩`, barred `╪` and secret `§`; of those that are neither barred nor secret, one-way
/// doors are arrows. Where a passage is [bare](Level::is_bare), as between merged rooms, its door
/// is floor. Letters are markers, such as monsters: furniture whose glyph is a letter is drawn with
/// a symbol.
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
/// Memory beyond the level: one row, and the symbols of its kinds. The writes are small, so the
/// writer should be buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, writer: impl Write) -> io::Result<()> {
    write_as(level, TextCharset::Unicode, writer)
}

/// Streams the text of [`write()`] to `writer`, row by row, in characters of `charset`. In ASCII
/// `?` stands for other characters of names, and the legend and lists are built in memory.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_as(level: &Level, charset: TextCharset, mut writer: impl Write) -> io::Result<()> {
    let (mut rows, mut line) = (TextRows::new(level, charset), String::new());
    for y in 0..level.height() {
        line.clear();
        line.extend(rows.row(y).iter().map(|cell| cell.glyph));
        line.push('\n');
        writer.write_all(line.as_bytes())?;
    }
    let (legend, mission, budgets, offers) = (rows.legend, TextMission(level), TextBudgets(level), TextOffers(level));
    match charset {
        TextCharset::Unicode => write!(writer, "\n{legend}{mission}{budgets}{offers}"),
        TextCharset::Ascii => write!(writer, "{}", charset.spell(&format!("\n{legend}{mission}{budgets}{offers}"))),
    }
}

#[derive(Clone, Debug)]
struct TextLegend<'level> {
    level: &'level Level,
    kinds: KindSymbols,
    ground: TerrainSymbols,
    stand_ins: StandIns,
    /// The props that the drawing shows.
    seen: SeenProps,
    /// The numbers of the kinds of terrain that the drawing shows, and where they lie.
    covered: BTreeSet<(u8, TerrainPlace)>,
    /// The kinds of doors that the drawing shows.
    doors: BTreeSet<DoorSign>,
}

impl<'level> TextLegend<'level> {
    /// The legend of no rows.
    fn new(level: &'level Level, charset: TextCharset) -> Self {
        let kinds = KindSymbols::new(level);
        let ground = TerrainSymbols::new(level, &kinds);
        let stand_ins = StandIns::new(level, &kinds, &ground, charset);
        let (seen, covered, doors) = (SeenProps::new(level), BTreeSet::new(), BTreeSet::new());
        Self { level, kinds, ground, stand_ins, seen, covered, doors }
    }
}

impl Display for TextLegend<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, kinds, ground, stand_ins, seen, covered, doors } = self;
        writeln!(f, "{ENTRY} entry")?;
        if !level.is_dead_end() {
            writeln!(f, "{EXIT} exit")?;
        }
        for Stairs { cell, to } in level.stairs().iter().filter(|stairs| level.is_open(stairs.cell)) {
            writeln!(f, "{} stairs to {to} {cell}", stand_ins.of(STAIRS))?;
        }
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
                writeln!(f, "{} {}{place}", stand_ins.of(symbol), kind.name)?;
            }
        }
        for sign in doors {
            writeln!(f, "{} {}", stand_ins.of(sign.glyph()), sign.name())?;
        }
        let counts = level.counts().into_iter().zip(seen.counts(level));
        for (kind, (all, shown)) in level.kinds().iter().zip(counts).filter(|(_, (all, _))| *all > 0) {
            writeln!(f, "{} {} ({})", stand_ins.of(kinds.of(kind)), kind.name, ShownCount { all, shown })?;
        }
        Ok(())
    }
}
