//! Detects edited tile sheets: each tileset file holds digests of itself and of its picture.
//!
//! This is how the caller knows whether it may replace an existing sheet.

use super::xml;
use crate::map::{CustomProperty, Tileset};
use siphasher::sip::SipHasher24;
use std::hash::Hasher;

/// What stands before the digest of the picture file, in a tileset of Tiled and in one of Godot.
const PICTURE: [&str; 2] =
    ["<property name=\"roomgen:picture\" type=\"string\" value=\"", "metadata/roomgen_picture = \""];
/// The same for the digest of the tileset file. It is computed with [`BLANK`] in its place.
const TILESET: [&str; 2] =
    ["<property name=\"roomgen:tileset\" type=\"string\" value=\"", "metadata/roomgen_tileset = \""];
/// A placeholder as long as a digest.
const BLANK: &str = "0000000000000000";

/// Returns the text of a tileset file of the sheet called `sheet_name`, with digests of itself and
/// of the picture.
pub(super) fn sealed(tileset: &Tileset, sheet_name: &str, picture: &[u8]) -> String {
    seal(picture, |picture, blank| {
        let properties = [("roomgen:picture", picture), ("roomgen:tileset", blank)];
        xml::write_tileset(tileset, sheet_name, &properties.map(|(name, digest)| CustomProperty::text(name, digest)))
    })
}

/// The text of a tileset file that `write` makes of the digest of its picture, and of a placeholder
/// for the digest of the text.
pub(crate) fn seal(picture: &[u8], write: impl FnOnce(&str, &str) -> String) -> String {
    let text = write(&digest(picture), BLANK);
    let seal = digest(text.as_bytes());
    match value_offset(&text, TILESET) {
        Some(at) => [&text[..at], &seal, &text[at + BLANK.len()..]].concat(),
        None => text,
    }
}

/// Whether a tileset file, of Tiled or of Godot, is unedited: as
/// [`Format::sheet_files`](crate::format::Format::sheet_files) wrote it, for any preset.
#[must_use]
pub fn is_unedited_tileset(file: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(file) else { return false };
    let Some((at, seal)) = value_offset(text, TILESET).and_then(|at| Some((at, text.get(at..at + BLANK.len())?)))
    else {
        return false;
    };
    seal == digest([&text[..at], BLANK, &text[at + BLANK.len()..]].concat().as_bytes())
}

/// Whether a picture is the one that was written together with a tileset file.
///
/// The tileset may have been edited, as long as its record of the picture's digest is intact.
#[must_use]
pub fn is_unedited_picture(picture: &[u8], tileset: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(tileset) else { return false };
    let stated = value_offset(text, PICTURE).and_then(|at| text.get(at..at + BLANK.len()));
    stated.is_some_and(|stated| stated == digest(picture))
}

/// SipHash-2-4 with a zero key over the length as 64 bits, little endian, and the bytes; as 16
/// hexadecimal digits.
fn digest(bytes: &[u8]) -> String {
    let mut hasher = SipHasher24::new();
    hasher.write(&(bytes.len() as u64).to_le_bytes());
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// The byte offset in the text of a tileset file of the value that one of `heads` stands before.
fn value_offset(text: &str, heads: [&str; 2]) -> Option<usize> {
    heads.into_iter().find_map(|head| text.find(head).map(|at| at + head.len()))
}
