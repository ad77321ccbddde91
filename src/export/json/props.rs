//! The props of a level as JSON: what serde_json writes of their records, from prepared texts.
//!
//! A level has hundreds of props, of few kinds, in few rooms, columns and rows. So the texts of
//! these are made once. What follows them is kept for the next prop, which often has the same.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::{super::Blocks, lines::LineFormatter};
use crate::{
    level::Level,
    level_file::{PlacedPropRecord, Present},
};

/// Writes the list of the props.
pub(super) fn write(level: &Level, blocks: &mut Blocks<'_>, lines: &mut LineFormatter) -> io::Result<()> {
    // The texts between the values of a record that lacks none. All values are sevens.
    let (kind, offset, lit) = ("7".into(), [7.0; 2], false);
    let number = Present(Some(7));
    let record = PlacedPropRecord { kind, room: 7, number, x: 7, y: 7, width: 7, height: 7, offset, turn: 7, lit };
    let mut line = Vec::new();
    add(&mut line, b"", &record)?;
    let pieces: Vec<_> = line.split(|byte| *byte == b'7').collect();
    let &[
        kind,
        [b'"', room @ ..],
        number,
        x,
        y,
        width,
        height,
        [offset @ .., b'['],
        _,
        [b'.', b'0', b']', turn @ ..],
        dark,
    ] = &pieces[..]
    else {
        return Err(io::ErrorKind::InvalidData.into());
    };
    let kinds = Texts::of(kind.strip_suffix(b"\"").unwrap_or(kind), level.kinds.iter().map(|kind| kind.name.as_str()))?;
    let (rooms, columns, rows) =
        (Texts::of(room, 0..level.rooms.len())?, Texts::of(x, 0..level.width())?, Texts::of(y, 0..level.height())?);
    // Those of an edited level may be any.
    let most = level.prop_numbers().max().map_or(0, |most| most as usize + 1).min(level.props.len());
    let (numbers, mut great) = (Texts::of(number, 0..most)?, Vec::new());
    let mut unlit = level.unlit.iter().peekable();
    let (mut last, mut end) = (None, Vec::new());
    lines.begin_array(blocks)?;
    for ((id, prop), own) in (0..).zip(&level.props).zip(level.prop_numbers()) {
        lines.begin_array_value(blocks, id == 0)?;
        let this = Some((prop.stance, prop.offset, unlit.next_if_eq(&&id).is_none()));
        if this != last {
            let record = PlacedPropRecord::of(&level.placed(id, prop), own);
            end.clear();
            add(&mut end, width, &record.width)?;
            add(&mut end, height, &record.height)?;
            add(&mut end, offset, &record.offset)?;
            if record.turn != 0 {
                add(&mut end, turn, &record.turn)?;
            }
            end.extend(if record.lit { b"}" } else { dark });
            last = this;
        }
        let own_number = if (own as usize) < most {
            numbers.get(own as usize)
        } else {
            great.clear();
            add(&mut great, number, &own)?;
            &great
        };
        let (kind, room) = (kinds.get(prop.kind), rooms.get(prop.room as usize));
        for text in [kind, room, own_number, columns.get(prop.x), rows.get(prop.y), &end] {
            blocks.write_all(text)?;
        }
        lines.end_array_value(blocks)?;
    }
    lines.end_array(blocks)
}

/// Adds a value on one line, behind another text.
fn add(text: &mut Vec<u8>, before: &[u8], value: &impl Serialize) -> io::Result<()> {
    text.extend(before);
    Ok(value.serialize(&mut Serializer::with_formatter(text, LineFormatter::with_depth(0)))?)
}

/// Texts of values by their numbers: one behind the other, and where each is.
struct Texts {
    bytes: Vec<u8>,
    places: Vec<std::ops::Range<usize>>,
}

impl Texts {
    /// The texts of values, each behind the same one.
    fn of(before: &[u8], values: impl Iterator<Item: Serialize>) -> io::Result<Self> {
        let number = values.size_hint().0;
        let mut texts = Self { bytes: Vec::with_capacity(24 * number), places: Vec::with_capacity(number) };
        for value in values {
            let start = texts.bytes.len();
            add(&mut texts.bytes, before, &value)?;
            texts.places.push(start..texts.bytes.len());
        }
        Ok(texts)
    }

    #[inline]
    fn get(&self, number: impl Into<usize>) -> &[u8] {
        &self.bytes[self.places[number.into()].clone()]
    }
}
