//! Layers of a level as bytes: for games that want the map alone, at a fraction of a level file.

use roomgen::{Level, grid::Grid, sight};
use serde_json::{Map, Value, json};

use crate::{bytes::ReplyBytes, request::Refusal};

/// The names of the layers.
const NAMES: [&str; 5] = ["tiles", "walkable", "opaque", "terrain", "light"];

/// Writes the layers of these names, one behind the other: the extent of the level, its entry and
/// exit, the names of its terrain, and for each layer its offset and its length in bytes.
///
/// Layers are row by row. Light has three bytes a cell, all others one. Cost: linear in cells; for
/// light, also in the cells that the lamps reach.
pub(crate) fn layers(level: &Level, names: &[String], bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
    let cells = level.size().cells() as usize;
    let mut places = Map::new();
    for name in names {
        let offset = bytes.len();
        match name.as_str() {
            "tiles" => level.write_tiles(bytes.grow(cells)).map_err(Refusal::of)?,
            "walkable" => level.write_walkable(bytes.grow(cells)).map_err(Refusal::of)?,
            "opaque" => level.write_opaque(bytes.grow(cells)).map_err(Refusal::of)?,
            "terrain" => match level.terrain_cells().map(Grid::values) {
                Some(numbers) => bytes.extend(numbers),
                None => bytes.grow(cells).fill(0),
            },
            "light" => bytes.extend(sight::light(level, level.opaque()).values().as_flattened()),
            other => {
                return Err(Refusal::new(format!("there is no layer {other:?}; there are: {}", NAMES.join(", "))));
            }
        }
        places.insert(name.clone(), json!([offset, bytes.len() - offset]));
    }
    Ok(json!({
        "width": level.width(),
        "height": level.height(),
        "entry": [level.entry().x, level.entry().y],
        "exit": [level.exit().x, level.exit().y],
        "terrain_kinds": level.terrain_kinds().iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(),
        "layers": places,
    }))
}
