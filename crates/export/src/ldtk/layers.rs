//! The layers of levels, and the values of cells.

use super::names::capitalized;
use roomgen::level::Tile;

/// The layers of entities, by the layers of the map that have these, and those that have none.
const ENTITY_LAYERS: [&str; 10] =
    ["lights", "encounters", "keys", "markers", "props", "doors", "corridors", "path", "rooms", "unreachable"];
/// The layers of tiles, by those of the map.
const TILE_LAYERS: [&str; 5] = ["features", "walls", "terrain", "shade", "floor"];

/// All layers from front to back: identifier, type, and the layer of the map.
pub(super) fn layers() -> impl Iterator<Item = (String, &'static str, &'static str)> {
    let entities = ENTITY_LAYERS.map(|of| (capitalized(of), "Entities", of));
    let tiles = TILE_LAYERS.map(|of| (capitalized(of) + "_tiles", "Tiles", of));
    let cells = ["terrain", "cells"].map(|of| (capitalized(of), "IntGrid", of));
    entities.into_iter().chain(tiles).chain(cells)
}

/// The number of the layer with the entities of a layer of the map; `None` if it has none.
pub(super) fn layer_number(name: &str) -> Option<usize> {
    ENTITY_LAYERS.iter().position(|of| *of == name)
}

/// The beginning of identifiers of values where nobody can walk, which Excalibur's plugin knows.
pub(super) const SOLID: &str = "solid";

/// What cells are made of, with identifiers and colours, in the order of their values from 1.
pub(super) const CELL_VALUES: [(Tile, &str, &str); 5] = [
    (Tile::Floor, "floor", "#C8B45A"),
    (Tile::Corridor, "corridor", "#8A7A4A"),
    (Tile::Door, "door", "#B8895E"),
    (Tile::Wall, "solid_wall", "#5A5A5A"),
    (Tile::Rock, "solid_rock", "#1E1E1E"),
];
