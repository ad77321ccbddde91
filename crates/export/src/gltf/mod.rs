//! A level as a 3D scene: binary glTF 2.0 (`.glb`), for engines and modelling programs.
//!
//! Consumes a level and a theme, produces the bytes of one self-contained file. Units are metres, y
//! is up, and the level's y axis becomes z, as in [`mesh`](roomgen::mesh), which provides the
//! merged faces. The scene's bounds are those of the level, from the floor up to the highest prop
//! or wall. The same level and theme give the same bytes on every platform.
//!
//! | node | mesh |
//! | --- | --- |
//! | the preset's name (the root) | |
//! | `rock`, `corridors`, `doorsteps`, `walls`, if the level has any | merged faces |
//! | `entry`, `exit`, `stairs 0` for each way down beside the exit | a plate on the floor |
//! | `key 0`, for each key and switch | |
//! | `passage 3` | |
//! | `passage 3 door 0`, its child | |
//! | `passage 3 door 0 leaf 1`, its child | a door leaf; the node is its hinge |
//! | `room 5` | its floor |
//! | `room 5 pillar 17`, its child | the body of its kind, with bevelled upper edges |
//! | `room 5 lamp 18 light`, a child of `room 5 lamp 18` | |
//!
//! The `extras` of a node have one field, named after what it is, with the record that level files
//! have of that. Records without an `id` there have their position as `id`.
//!
//! - Root: `level`, with what a level file says beside its lists of things.
//! - Entry and exit: `cell`.
//! - `stairs`, `key`, `passage`, `room`.
//! - `door`: its position `id` among the doors of a `passage`, its cells `x`, `y`, `width` and
//!   `height`, its `kind`, its `lock` or null, and of a one-way door `turn`: the direction of
//!   walking through it, as quarter turns clockwise from north; else null.
//! - `prop`: also the number of its `offer`, `id`, `group` and `cost` of its `encounter`, or `id`
//!   and `value` of its `loot`. A marker has its `kind` beside.
//!
//! The mesh of a prop kind has the `extras` `kind`. An obstacle blocks walking and begins less than
//! 2 m above the floor.
//!
//! Lights are point lights of the extension `KHR_lights_punctual`, one for each kind. A node places
//! one on top of each prop whose light burns, or at the underside of what hangs. Its `range` is the
//! radius, its `intensity` 100 cd at strength 1, that of a light bulb. Light falls with the square
//! of the distance: glTF has no `fade`. The stairs have no light.
//!
//! All props of a kind share a mesh and a material named after the kind, placed by translation and
//! quarter turns. Locked doors are grates in the colour of their lock, whose material has its
//! number. A marker is a node without a mesh. A prop glows in the colour of its light while that
//! burns; those of a kind whose light is out share a mesh of their own. The floor colour follows
//! progress in steps.
//!
//! Godot takes names that end in `-col`, `_noimp` and the like as import commands. In such names a
//! space replaces the separator; `extras` hold the unchanged name.

mod builder;
mod document;
mod doors;
mod extras;
mod geometry;
mod lights;
mod materials;
mod scene;

use thiserror::Error;

use roomgen::{level::Level, theme::Theme};

/// The level is too large for a `.glb` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scene has {bytes} bytes, but a .glb file has at most {}", u32::MAX)]
pub struct SceneError {
    /// The size that the file would have, in bytes.
    pub bytes: u64,
}

/// The magic number and version of a `.glb` file, and the types of its two chunks.
const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// Writes a level as a scene in the colours of a theme, such as
/// [`Preset::theme`](roomgen::Preset::theme).
///
/// Cost: linear in cells and props.
///
/// # Errors
///
/// [`SceneError`] if the file would be larger than the format allows.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::gltf;
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

/// Packs the JSON chunk and the binary chunk into one file. Each is padded to a multiple of four
/// bytes: JSON with spaces, binary with zeros.
fn pack(mut json: Vec<u8>, mut binary: Vec<u8>) -> Result<Vec<u8>, SceneError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = length(json.len() as u64, binary.len() as u64)?;
    let mut file = Vec::with_capacity(length as usize);
    file.extend_from_slice(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend(length.to_le_bytes());
    for (kind, chunk) in [(JSON, json), (BINARY, binary)] {
        // No chunk is longer than the file, whose length fits.
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend_from_slice(kind);
        file.extend(chunk);
    }
    Ok(file)
}

/// The length in bytes of a file with chunks of these lengths; an error if it exceeds 32 bits.
fn length(json: u64, binary: u64) -> Result<u32, SceneError> {
    /// Bytes of the file header (12) and of two chunk headers (8 each).
    const HEADERS: u64 = 12 + 2 * 8;
    let bytes = HEADERS + json + binary;
    u32::try_from(bytes).map_err(|_| SceneError { bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_longer_than_32_bits_is_refused_with_its_length() {
        let most = u64::from(u32::MAX) - 28;
        assert_eq!(length(most - 100, 100), Ok(u32::MAX));
        assert_eq!(length(most - 100, 104), Err(SceneError { bytes: 1 << 32 | 3 }));
        assert!(length(most, most).is_err_and(|error| error.to_string().contains("4294967295")));
    }
}
