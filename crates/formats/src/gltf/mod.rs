//! A level as a scene in three dimensions: glTF 2.0 in its binary form, `.glb`, for engines and modelling programs.
//!
//! Consumes a level and a theme, gives the bytes of one file that needs no other. Metres, y up, the level's y becomes z, as in
//! [`mesh`](roomgen::mesh), whose merged faces these are; so the scene's bounds are those of the level, from the floor up to what
//! reaches highest. The same level and theme give the same bytes on every platform.
//!
//! | node | mesh | `extras` |
//! | --- | --- | --- |
//! | the preset's name | | `preset`, `seed` (a text), `floor`, `difficulty`, `revision`, `digest`, `size`, `path`, `entry`, `exit` |
//! | `rock`, `corridors`, `doorsteps`, `walls` | merged faces; where the level has such | |
//! | `entry`, `exit` | a plate on the floor | `cell` |
//! | `passage 3` | | `passage`, `rooms`, `kind` |
//! | `passage 3 door 0`, in it | | `passage`, `door`, `kind`, `cells` |
//! | `passage 3 door 0 leaf 1`, in it | a leaf, its hinge at the node | |
//! | `room 5` | its floor | `room`, `kind`, `shape`, `cells`, `depth`, `progress`; `host`, `layout`, `vault`, `tags` where it has such |
//! | `room 5 pillar 17`, in it | its kind's body, the upper edges cut off | `prop` (its position in [`Level::props`]), `room`, `kind`, `cells`; `turn`, `marker`, `tags`, `values` where it has such |
//!
//! A mesh of a kind has the `extras` `kind`, `blocks`, `obstacle` (in the way: blocks, and begins below 2 m), `opaque` and
//! `elevation`. Godot takes names that end in `-col`, `_noimp` and the like as commands: they are written with a space for the
//! separator; `extras` have the name as it is.
//!
//! Words and numbers are those of level files; `cells` are left, top, width and height. All props of a kind share a mesh and a
//! material of the kind's name, placed by translation and quarter turns; a marker is a node without a mesh. A kind with the tag
//! `light`, or called a lamp, a candle or the like, glows. The floors' colour follows progress in steps.

mod builder;
mod document;
mod doors;
mod extras;
mod geometry;
mod materials;
mod scene;

use thiserror::Error;

use roomgen::{level::Level, theme::Theme};

/// The level is too large for a `.glb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scene takes {bytes} bytes, and a .glb holds at most {}: its lengths are numbers of 32 bits", u32::MAX)]
pub struct SceneError {
    /// The bytes that it would take.
    pub bytes: u64,
}

/// The words of the format, little endian: the file, and its two chunks.
const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// Writes a scene in the colours of a theme, such as [`Preset::theme`](roomgen::Preset::theme). Cost: linear in cells and props.
///
/// # Errors
///
/// [`SceneError`] if the file would be larger than the format allows.
///
/// ```
/// use roomgen::{Preset, export::gltf, generate};
///
/// let preset = Preset::built_in("crypt")?;
/// let bytes = gltf::write(&generate(&preset, 42), preset.theme())?;
/// assert!(bytes.starts_with(b"glTF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, every key is a text, and no number is infinite")]
pub fn write(level: &Level, theme: &Theme) -> Result<Vec<u8>, SceneError> {
    let (document, binary) = scene::scene(level, theme);
    let json = serde_json::to_vec(&document).expect("a document can be written as JSON");
    pack(json, binary)
}

/// The two chunks in one file, each filled up to a multiple of four bytes: text with spaces, numbers with zeros.
fn pack(mut json: Vec<u8>, mut binary: Vec<u8>) -> Result<Vec<u8>, SceneError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = length(json.len() as u64, binary.len() as u64)?;
    let mut file = Vec::with_capacity(length as usize);
    file.extend_from_slice(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend(length.to_le_bytes());
    for (kind, chunk) in [(JSON, json), (BINARY, binary)] {
        // Less than the whole, which fits.
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend_from_slice(kind);
        file.extend(chunk);
    }
    Ok(file)
}

/// The length of a file with chunks of so many bytes.
fn length(json: u64, binary: u64) -> Result<u32, SceneError> {
    /// Of the file, and of each chunk: three words, and two.
    const HEADERS: u64 = 12 + 2 * 8;
    let bytes = HEADERS + json + binary;
    u32::try_from(bytes).map_err(|_| SceneError { bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_32_bits_cannot_say_the_length_of_is_refused_with_its_length() {
        let most = u64::from(u32::MAX) - 28;
        assert_eq!(length(most - 100, 100), Ok(u32::MAX));
        assert_eq!(length(most - 100, 104), Err(SceneError { bytes: 1 << 32 | 3 }));
        assert!(length(most, most).is_err_and(|error| error.to_string().contains("4294967295")));
    }
}
