//! The props of a level as a table for spreadsheets and scripts: CSV after RFC 4180, in UTF-8.
//!
//! The first row names the columns. Each prop, markers included, has one row, in the order of
//! [`Level::props`]. Lengths are in metres; a cell is one metre wide.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use crate::{
    level::{Level, PropRole},
    model::PropKind,
};

/// The names of the table's columns, from left to right.
pub const COLUMNS: &[&str] = &[
    "id",
    "kind",
    "room",
    "number",
    "room_kind",
    "x",
    "y",
    "width",
    "height",
    "turn",
    "center_x",
    "center_y",
    "elevation",
    "tall",
    "blocks",
    "obstacle",
    "opaque",
    "marker",
    "glyph",
    "tags",
    "values",
    "encounter",
    "group",
    "value",
    "offer",
];

/// Writes the props of a level as a CSV table, one row for each prop.
///
/// `id` is the prop's position in [`Level::props`], `number` its
/// [number in the room](Level::number_in_room). `x`, `y`, `width` and `height` are its
/// footprint in cells. `turn` counts quarter turns clockwise. `center_x` and `center_y` are the
/// centre of the prop itself. `obstacle` is true for a prop that blocks walking; a prop that
/// `blocks` but begins 2 m or more above the floor is no obstacle. Tags, and values as `name=text`,
/// are joined with semicolons into one field each. `offer` is the number of the prop's offer, and
/// empty without one.
///
/// A member of an encounter has the encounter's position in [`Level::encounters`] and the name of
/// its group, a thing of the loot has its value. These fields are empty for other props, and so is
/// the group of members that a vault draws.
///
/// Lengths that may have a fraction always have a decimal point, so that readers which infer types
/// from the first rows choose a floating-point column. Texts that a spreadsheet could take for
/// formulas begin with `'`.
///
/// Cost: linear in props.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|table| write_to(level, table))
}

/// Streams the table of [`write()`] to `writer`, row by row. Memory: the roles of the props, which
/// the level keeps.
///
/// The writes are small, so the writer should be buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    write!(writer, "{}\r\n", COLUMNS.join(","))?;
    let ends: Vec<_> = level.kinds().iter().map(|kind| (field(&kind.name), end(kind))).collect();
    for ((prop, number), record) in level.props().zip(level.prop_numbers()).zip(&level.props) {
        let room = level.room(prop.room).map_or("", |room| room.kind.name());
        let [x, y] = prop.center();
        let ((name, end), cells) = (&ends[usize::from(record.kind)], prop.cells);
        let (left, top, width, height) = (cells.left(), cells.top(), cells.width(), cells.height());
        let (id, in_room, turn) = (prop.id, prop.room, prop.turn.quarter_turns());
        write!(writer, "{id},{name},{in_room},{number},{room},{left},{top},{width},{height},{turn},{x:?},{y:?},{end}")?;
        match (prop.role(), level.thing(id)) {
            (PropRole::Member(encounter), _) => {
                let group = level.encounters().get(encounter as usize).and_then(|encounter| encounter.group.as_deref());
                write!(writer, ",{encounter},{},", field(group.unwrap_or_default()))?;
            }
            (_, Some(thing)) => {
                let value = level.loot().get(thing as usize).map_or(0, |thing| thing.value);
                write!(writer, ",,,{value}")?;
            }
            (_, None) => write!(writer, ",,,")?,
        }
        match prop.offer {
            Some(offer) => write!(writer, ",{offer}\r\n")?,
            None => write!(writer, ",\r\n")?,
        }
    }
    Ok(())
}

/// The fields of a prop's row that depend only on its kind.
fn end(kind: &PropKind) -> String {
    let (tags, values) = (kind.labels.tags().join(";"), kind.labels.values());
    let values: Vec<_> = values.map(|(name, text)| format!("{name}={text}")).collect();
    let (glyph, values) = (kind.glyph.to_string(), values.join(";"));
    let [glyph, tags, values] = [&glyph, &tags, &values].map(|text| field(text));
    let [elevation, tall] = [kind.elevation, kind.tall].map(|length| f64::from(length.get()));
    let (PropKind { blocks, opaque, marker, .. }, obstacle) = (kind, kind.is_obstacle());
    format!("{elevation:?},{tall:?},{blocks},{obstacle},{opaque},{marker},{glyph},{tags},{values}")
}

/// Encodes a text as a CSV field.
///
/// The field is quoted where a reader could misread it, also a reader that guesses the quote
/// character: DuckDB would take a bare `'` for one. A text that a spreadsheet would evaluate as a
/// formula gets a leading apostrophe, unless it is a single character.
#[doc(hidden)]
#[must_use]
pub fn field(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']) && text.chars().nth(1).is_some();
    let is_plain = !is_formula && !text.contains(['"', '\'', ',', '\r', '\n']) && text.trim() == text;
    if is_plain {
        return Cow::Borrowed(text);
    }
    let guard = if is_formula { "'" } else { "" };
    Cow::Owned(format!("\"{guard}{}\"", text.replace('"', "\"\"")))
}
