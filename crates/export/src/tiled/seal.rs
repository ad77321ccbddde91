//! Detects edited tilesets: each tileset file holds a digest of itself, as the
//! [picture](crate::map::is_unedited_picture) does.
//!
//! This is how the caller knows whether it may replace an existing sheet.

use super::xml;
use crate::map::{CustomProperty, Tileset, digest};

/// What stands before the digest of a tileset file, in one of Tiled and in one of Godot. It is
/// computed with [`BLANK`] in its place.
const TILESET: [&str; 2] =
    ["<property name=\"roomgen:tileset\" type=\"string\" value=\"", "metadata/roomgen_tileset = \""];
/// A placeholder as long as a digest.
const BLANK: &str = "0000000000000000";

/// Returns the text of a tileset file of the sheet called `sheet_name`, with a digest of itself.
pub(super) fn sealed(tileset: &Tileset, sheet_name: &str) -> String {
    seal(|blank| xml::write_tileset(tileset, sheet_name, &[CustomProperty::text("roomgen:tileset", blank)]))
}

/// The text of a tileset file that `write` makes of a placeholder for the digest of the text.
pub(crate) fn seal(write: impl FnOnce(&str) -> String) -> String {
    let text = write(BLANK);
    let seal = digest(text.as_bytes());
    match value_offset(&text) {
        Some(at) => [&text[..at], &seal, &text[at + BLANK.len()..]].concat(),
        None => text,
    }
}

/// Whether a tileset file, of Tiled or of Godot, is unedited: as
/// [`Format::sheet_files`](crate::format::Format::sheet_files) wrote it, for any preset.
#[must_use]
pub fn is_unedited_tileset(file: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(file) else { return false };
    let Some((at, seal)) = value_offset(text).and_then(|at| Some((at, text.get(at..at + BLANK.len())?))) else {
        return false;
    };
    seal == digest([&text[..at], BLANK, &text[at + BLANK.len()..]].concat().as_bytes())
}

/// The byte offset of the digest in the text of a tileset file.
fn value_offset(text: &str) -> Option<usize> {
    TILESET.into_iter().find_map(|head| text.find(head).map(|at| at + head.len()))
}
