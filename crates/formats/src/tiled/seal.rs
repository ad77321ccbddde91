//! Tileset files that tell whether they, and the picture beside them, are as they were written: digests among their properties.
//! So a sheet that somebody has edited is never replaced by mistake.

use super::{
    map::{Property, Tileset},
    xml,
};
use siphasher::sip::SipHasher24;
use std::hash::Hasher;

/// The property with the digest of the picture's file.
const PICTURE: &str = "roomgen:picture";
/// The property with the digest of the tileset's own file, taken with [`BLANK`] in its place.
const TILESET: &str = "roomgen:tileset";
/// As long as a digest.
const BLANK: &str = "0000000000000000";

/// The file of a tileset whose picture has these bytes.
pub(super) fn sealed(mut tileset: Tileset, picture: &[u8]) -> String {
    tileset.properties.push(Property::text(PICTURE, digest(picture)));
    tileset.properties.push(Property::text(TILESET, BLANK));
    let text = xml::write_tileset(&tileset);
    let seal = digest(text.as_bytes());
    match place(&text, TILESET) {
        Some(at) => [&text[..at], &seal, &text[at + BLANK.len()..]].concat(),
        None => text,
    }
}

/// Whether a file is a tileset's as [`TileSheet::files`](super::TileSheet::files) wrote it, whatever the preset: nobody has
/// edited it since.
#[must_use]
pub fn is_unedited_tileset(file: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(file) else { return false };
    let Some((at, seal)) = place(text, TILESET).and_then(|at| Some((at, text.get(at..at + BLANK.len())?))) else {
        return false;
    };
    seal == digest([&text[..at], BLANK, &text[at + BLANK.len()..]].concat().as_bytes())
}

/// Whether a picture is the one that was written with the tileset in the file `tileset`, which may have been edited: nobody has
/// edited the picture since.
#[must_use]
pub fn is_unedited_picture(picture: &[u8], tileset: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(tileset) else { return false };
    let stated = place(text, PICTURE).and_then(|at| text.get(at..at + BLANK.len()));
    stated.is_some_and(|stated| stated == digest(picture))
}

/// SipHash-2-4 with a zero key over the length as 64 bits, little endian, and the bytes.
fn digest(bytes: &[u8]) -> String {
    let mut hasher = SipHasher24::new();
    hasher.write(&(bytes.len() as u64).to_le_bytes());
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// Where the value of a property begins.
fn place(text: &str, property: &str) -> Option<usize> {
    let head = format!("<property name=\"{property}\" type=\"string\" value=\"");
    text.find(&head).map(|at| at + head.len())
}
