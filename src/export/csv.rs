//! The props of a level as a table, for spreadsheets and scripts: CSV as RFC 4180 has it, in UTF-8.
//!
//! The first row has the names of the columns, and every prop has one row, markers among them, in the level's order. Lengths
//! are in metres, which are cells.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use crate::{level::Level, model::PropKind};

/// The names of the columns.
pub const COLUMNS: &[&str] = &[
    "id",
    "kind",
    "room",
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
];

/// Writes the table. `id` is the prop's position in [`Level::props`]; `x`, `y`, `width` and `height` are its footprint;
/// `turn` counts quarter turns clockwise; `center_x` and `center_y` are the middle of the thing itself. Tags, and values
/// as `name=text`, stand in one field each, with semicolons between them. `obstacle` tells whether the prop is in the way:
/// what `blocks` but begins 2 m above the floor is not. Lengths that may have a fraction always have one, so that readers which look at the
/// first rows find the type of the column. Texts are written by [`field`].
///
/// Cost: linear in props.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|table| write_to(level, table))
}

/// Writes the same bytes to `writer`, a row after the other, and needs no memory that grows with the level. The pieces are
/// small, so that the writer should be buffered.
///
/// # Errors
///
/// The first one of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    write!(writer, "{}\r\n", COLUMNS.join(","))?;
    let ends: Vec<_> = level.kinds().iter().map(|kind| (field(&kind.name), end(kind))).collect();
    for ((id, prop), record) in level.props().enumerate().zip(&level.props) {
        let room = level.room(prop.room).map_or("", |room| room.kind.name());
        let [x, y] = prop.centre();
        let ((name, end), cells) = (&ends[usize::from(record.kind)], prop.cells);
        let (left, top, width, height) = (cells.left(), cells.top(), cells.width(), cells.height());
        let (in_room, turn) = (prop.room, prop.turn.quarter_turns());
        write!(writer, "{id},{name},{in_room},{room},{left},{top},{width},{height},{turn},{x:?},{y:?},{end}\r\n")?;
    }
    Ok(())
}

/// The fields that all props of a kind share.
fn end(kind: &PropKind) -> String {
    let (tags, values) = (kind.labels.tags().join(";"), kind.labels.values());
    let values: Vec<_> = values.map(|(name, text)| format!("{name}={text}")).collect();
    format!(
        "{:?},{:?},{},{},{},{},{},{},{}",
        f64::from(kind.elevation.get()),
        f64::from(kind.tall.get()),
        kind.blocks,
        kind.is_obstacle(),
        kind.opaque,
        kind.marker,
        field(&kind.glyph.to_string()),
        field(&tags),
        field(&values.join(";")),
    )
}

/// A text as a field. It stands in quotes where it would not be read as it is without them, also by readers that guess the
/// quote, as DuckDB does: a bare `'` would pass for one. A text that a spreadsheet would take for a formula stands behind an
/// apostrophe; a single character is none.
///
/// ```
/// use roomgen::export::csv::field;
///
/// assert_eq!(field("pillar"), "pillar");
/// assert_eq!(field("=1+1"), "\"'=1+1\"");
/// ```
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
