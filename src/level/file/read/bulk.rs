//! The long lists of a level file as they are read, an element at a time: tiles and props take no more than they do in a level,
//! whatever the text spends on them.
//!
//! What no level can hold is kept as it was read, and nothing after it: it is refused when its turn comes.

use std::{borrow::Cow, collections::HashMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};

use super::{
    super::{Object, Objects, RawPassage, RawProp, RawRoom},
    parts::{offset, prop},
    value::number,
};
use crate::{
    geom::{Direction, Rect, Size},
    grid::Grid,
    level::{Breach, LevelError, PropRecord},
    model::{PropKind, Stance, Tile},
};

/// The lists that grow with a level, as far as they were read by themselves.
#[derive(Default)]
pub(crate) struct Bulk {
    pub(crate) tiles: Option<Rows>,
    pub(crate) rooms: Option<Objects<RawRoom>>,
    pub(crate) passages: Option<Objects<RawPassage>>,
    pub(crate) props: Option<Props>,
}

/// A text that is borrowed where it can be.
pub(crate) struct Word<'de>(pub(crate) Cow<'de, str>);

impl<'de> Deserialize<'de> for Word<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Word<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Word<'de>, E> {
                Ok(Word(text.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word<'de>, E> {
                Ok(Word(text.to_owned().into()))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Word<'de>, E> {
                Ok(Word(text.into()))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// Rows of tiles, of any number and lengths.
#[derive(Default)]
pub(crate) struct Rows {
    tiles: Vec<Tile>,
    /// Columns of each row, up to one that is not all tiles.
    lengths: Vec<usize>,
    odd: Option<String>,
    count: usize,
}

impl Rows {
    /// Adds a row.
    pub(crate) fn push(&mut self, row: &str) {
        self.count += 1;
        if self.odd.is_some() {
            return;
        }
        let before = self.tiles.len();
        for glyph in row.chars() {
            let Some(tile) = Tile::from_glyph(glyph) else {
                self.tiles.truncate(before);
                self.odd = Some(row.to_owned());
                return;
            };
            self.tiles.push(tile);
        }
        self.lengths.push(self.tiles.len() - before);
    }

    /// The tiles of a level of this size: exactly as many rows and characters as it says.
    pub(super) fn into_tiles(self, size: Size) -> Result<Grid<Tile>, LevelError> {
        let breach = |what: String| LevelError::Breach(Breach { invariant: 1, what });
        if self.count != size.height() as usize {
            return Err(breach(format!(
                "the level is {} cells high, but tiles has {} rows",
                size.height(),
                self.count
            )));
        }
        let wrong = self.lengths.iter().enumerate().find(|(_, columns)| **columns != size.width() as usize);
        if let Some((y, columns)) = wrong {
            return Err(breach(format!("the level is {} cells wide, but row {y} has {columns}", size.width())));
        }
        let (y, odd) = (self.lengths.len(), self.odd.unwrap_or_default());
        if let Some((x, glyph)) = odd.chars().enumerate().find(|(_, glyph)| Tile::from_glyph(*glyph).is_none()) {
            return Err(breach(format!("{glyph:?} at ({x}, {y}) stands for no tile")));
        }
        let count = self.tiles.len();
        Grid::from_values(size, self.tiles)
            .ok_or_else(|| breach(format!("a level of {size} cannot have {count} tiles")))
    }
}

/// Props, each in the record that a level has, but for its kind, which is the position of a name.
#[derive(Default)]
pub(crate) struct Props {
    records: Vec<PropRecord>,
    names: Vec<String>,
    positions: HashMap<String, u16>,
    odd: Option<RawProp>,
}

impl Props {
    /// Adds a prop.
    pub(crate) fn push(&mut self, raw: RawProp<Word<'_>>) {
        if self.odd.is_some() {
            return;
        }
        let kind = self.position(&raw.kind.0);
        match kind.and_then(|kind| record(&raw, kind)) {
            Some(record) => self.records.push(record),
            None => self.odd = Some(raw.of(|name| name.0.into_owned())),
        }
    }

    /// The position of a name, which may be a new one; `None` if there are more than a level can have kinds.
    fn position(&mut self, name: &str) -> Option<u16> {
        // Most props are of the kind of the one before.
        let last = self.records.last().map(|record| record.kind);
        if let Some(last) = last.filter(|&last| self.names[usize::from(last)] == name) {
            return Some(last);
        }
        if let Some(&position) = self.positions.get(name) {
            return Some(position);
        }
        let position = u16::try_from(self.names.len()).ok()?;
        self.names.push(name.to_owned());
        self.positions.insert(name.to_owned(), position);
        Some(position)
    }

    /// The props of a level within `bounds`, of so many rooms, and of these kinds, which are sorted by name.
    pub(super) fn into_records(
        self,
        bounds: Rect,
        rooms: usize,
        kinds: &[PropKind],
    ) -> Result<Vec<PropRecord>, LevelError> {
        let Self { mut records, names, odd, .. } = self;
        let kind = |name: &String| kinds.binary_search_by(|kind| kind.name.as_str().cmp(name)).ok();
        let known: Vec<_> = names.iter().map(|name| kind(name).and_then(|kind| u16::try_from(kind).ok())).collect();
        for (id, record) in (0..).zip(&mut records) {
            let is_inside = bounds.contains_rect(record.cells()) && (record.room as usize) < rooms;
            match known[usize::from(record.kind)].filter(|_| is_inside) {
                Some(kind) => record.kind = kind,
                None => *record = prop(id, &raw(record, &names), bounds, rooms, kinds)?,
            }
        }
        if let Some(odd) = odd {
            records.push(prop(records.len() as u32, &odd, bounds, rooms, kinds)?);
        }
        Ok(records)
    }
}

/// A prop as a level has it; `None` if none can.
fn record<T>(raw: &RawProp<T>, kind: u16) -> Option<PropRecord> {
    let sides = 1..=PropKind::MAX_SIDE.into();
    Some(PropRecord {
        kind,
        x: raw.x.try_into().ok()?,
        y: raw.y.try_into().ok()?,
        stance: Stance::new(
            number("width", raw.width, sides.clone()).ok()?,
            number("height", raw.height, sides).ok()?,
            Direction::from_quarter_turns(number("turn", raw.turn, 0..=3).ok()?),
        ),
        room: raw.room.try_into().ok()?,
        offset: [offset(raw.offset[0]).ok()?, offset(raw.offset[1]).ok()?],
    })
}

/// The other way round, to be told what is wrong with it.
fn raw(record: &PropRecord, names: &[String]) -> RawProp {
    let metres = |parts: i16| f32::from(parts) / crate::model::Metres::PARTS as f32;
    RawProp {
        kind: names[usize::from(record.kind)].clone(),
        room: record.room.into(),
        x: record.x.into(),
        y: record.y.into(),
        width: record.stance.width().into(),
        height: record.stance.height().into(),
        offset: record.offset.map(metres),
        turn: record.stance.turn().quarter_turns().into(),
    }
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        elements(deserializer, Self::default(), |rows, Word(row)| rows.push(&row))
    }
}

impl<'de> Deserialize<'de> for Props {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        elements(deserializer, Self::default(), |props, Object(prop)| props.push(prop))
    }
}

/// Reads a list, an element at a time.
fn elements<'de, D: Deserializer<'de>, L, T: Deserialize<'de>>(
    deserializer: D,
    list: L,
    push: fn(&mut L, T),
) -> Result<L, D::Error> {
    struct Elements<L, T>(L, fn(&mut L, T));

    impl<'de, L, T: Deserialize<'de>> Visitor<'de> for Elements<L, T> {
        type Value = L;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<L, A::Error> {
            while let Some(element) = list.next_element()? {
                self.1(&mut self.0, element);
            }
            Ok(self.0)
        }
    }

    deserializer.deserialize_seq(Elements(list, push))
}
