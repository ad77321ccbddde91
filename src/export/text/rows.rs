//! The rows of a drawing: for each cell its character, and what this shows.

use super::{DoorSigns, ENTRY, EXIT, STAIRS, TerrainPlace, TextCharset, TextLegend, shown::ShownProps};
use crate::{geom::Cell, level::Level, model::Tile};

/// What a cell of a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextSubject {
    /// The entry.
    Entry,
    /// The exit.
    Exit,
    /// A way down beside the exit.
    Stairs,
    /// A tile: rock, wall or floor. Bare ground in the place of a door is floor.
    Tile(Tile),
    /// A door.
    Door,
    /// Terrain: its position in [`Level::terrain_kinds`].
    Terrain(u8),
    /// The prop with this id.
    Prop(u32),
}

/// A cell of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextCell {
    /// The character.
    pub glyph: char,
    /// What it shows.
    pub subject: TextSubject,
}

/// The rows of the drawing that [`write()`](super::write()) gives, for programs that draw it in
/// another way, such as in colours.
///
/// ```
/// use roomgen::{
///     Preset,
///     export::text::{self, TextCharset},
///     generate,
///     workspace::TextRows,
/// };
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let mut rows = TextRows::new(&level, TextCharset::Unicode);
/// for (line, y) in text::write(&level).lines().zip(0..level.height()) {
///     assert!(rows.row(y).iter().map(|cell| cell.glyph).eq(line.chars()));
/// }
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextRows<'level> {
    props: ShownProps<'level>,
    doors: DoorSigns<'level>,
    /// The legend of the rows so far.
    pub(super) legend: TextLegend<'level>,
}

impl<'level> TextRows<'level> {
    /// Sorts what a level has by rows.
    ///
    /// Memory: five bytes for each prop, with four more for each further row of it, and four bytes
    /// for each row of a door.
    #[must_use]
    pub fn new(level: &'level Level, charset: TextCharset) -> Self {
        Self { props: ShownProps::new(level), doors: DoorSigns::new(level), legend: TextLegend::new(level, charset) }
    }

    /// The cells of row `y`, one for each column; none outside of the level.
    ///
    /// Cost: linear in the columns and in the props of the row, which are sorted.
    pub fn row(&mut self, y: i32) -> Vec<TextCell> {
        let TextLegend { level, kinds, ground, stand_ins, seen, covered, doors } = &mut self.legend;
        if !(0..level.height()).contains(&y) {
            return Vec::new();
        }
        let (mut shown, mut signs) = (Vec::new(), Vec::new());
        self.props.row(y, &mut shown);
        self.doors.row(y, &mut signs);
        seen.add(&shown);
        let stairs: Vec<Cell> = level.stairs().iter().map(|stairs| stairs.cell).filter(|cell| cell.y == y).collect();
        let terrain = level.terrain_cells().map_or(&[][..], |terrain| terrain.row(y));
        let row = (0..).zip(level.tiles().row(y)).zip(shown).zip(signs);
        let cells = row.map(|(((x, &tile), prop), sign)| {
            let record = prop.and_then(|id| Some((id, level.props.get(id as usize)?)));
            let (glyph, subject) = match (Cell::new(x, y), record) {
                (cell, _) if cell == level.exit() && !level.is_dead_end() && level.is_open(cell) => {
                    (EXIT, TextSubject::Exit)
                }
                (cell, _) if stairs.contains(&cell) && level.is_open(cell) => (STAIRS, TextSubject::Stairs),
                (cell, _) if cell == level.entry() && level.is_open(cell) => (ENTRY, TextSubject::Entry),
                (_, Some((id, record))) => (kinds.of(&level.kinds[usize::from(record.kind)]), TextSubject::Prop(id)),
                (_, None) if tile == Tile::Door => match sign {
                    Some(sign) => {
                        doors.insert(sign);
                        (sign.glyph(), TextSubject::Door)
                    }
                    None => (Tile::Floor.glyph(), TextSubject::Tile(Tile::Floor)),
                },
                (_, None) => match terrain.get(x as usize) {
                    None | Some(0) => (tile.glyph(), TextSubject::Tile(tile)),
                    Some(&number) => {
                        let place = TerrainPlace::of(tile);
                        covered.insert((number, place));
                        let glyph = ground.of(number, place).unwrap_or_else(|| tile.glyph());
                        (glyph, TextSubject::Terrain(number - 1))
                    }
                },
            };
            TextCell { glyph: stand_ins.of(glyph), subject }
        });
        cells.collect()
    }
}
