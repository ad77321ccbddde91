//! A level as a map for editors and engines of tile maps: layers of tiles and of objects, and a
//! tile sheet. [`tiled`](crate::tiled) writes it as files.
//!
//! A map has tile layers and object layers, with tilesets cut from one picture. A [`TileSheet`] is
//! drawn once for all levels of a preset. A cell is 16 by 16 pixels, and y points down.
//!
//! | layer | content |
//! | --- | --- |
//! | `floor` | a tile exactly on the open cells: rooms, corridors, doors |
//! | `shade` | shadows of walls on floors |
//! | `terrain` | a tile on the cells of terrain such as water, and of bridges; absent without any |
//! | `walls` | a tile on all other cells but terrain; `lintel` above doors seen from the front |
//! | `features` | doors, and the stairs of entry and exit |
//! | `props` | a tile object for each prop, back to front: the footprint moved by the offset |
//! | `markers` | the same for markers, and the stairs `entry` and `exit` |
//! | `rooms` | a rectangle for each room |
//! | `doors` | a rectangle for each door, with its room and the room that it leads to |
//! | `corridors` | a polyline for each corridor, from door to door |
//! | `anchors` | nine points for each room: centre, corners, middles of the walls |
//! | `path` | the main path: a polyline from entry to exit through rooms and doors |
//! | `keys` | a rectangle for each key and switch, with what it opens; absent without a mission |
//! | `unreachable` | a rectangle for each run of cells out of reach; absent without any |
//!
//! Doors have the properties `lock`, `one_way` (the room that one leaves) and `saves` where the
//! passage has them. A key is also a prop of the kind with its name, which has a tile.
//!
//! Properties are named like the fields of level files. Seed and floor, which may exceed the
//! integers of editors, are strings; so are lists, with one element on each line. The values of a
//! kind are properties named `value:` and the value's name. Properties refer to rooms by object id,
//! which is the room's id plus one.
//!
//! A kind that sheds light has the properties `light_color`, `light_radius`, `light_fade` and
//! `light_strength`. A prop whose light is out has `lit`, which is false. A prop that is part of an
//! offer has its number as `offer`.
//!
//! Tiles of class `terrain` have the properties `kind`, `blocks`, `depth`, `slow` and, where it has
//! some, `tags`, and a collision shape that fills the tile if they block. A kind that blocks has a
//! tile for each shape of its banks, and a terrain brush (a set of Wang tiles) that draws them.
//!
//! Tiles of class `wall` and `rock` have the properties `blocks` and `opaque`, and a collision
//! shape that fills the tile. A prop is in the way exactly if its `obstacle` is true: a prop that
//! `blocks` but begins 2 m or more above the floor is not. The tile of an obstacle has the prop's
//! body as its collision shape.
//!
//! Tiles of floors, shadows, walls, doors and stairs have the same ids in every level of every
//! preset. The tiles of the preset's kinds follow, ordered by size and name, so their ids are the
//! same in all levels of the preset.

mod anchors;
mod assemble;
mod kinds;
mod level_map;
mod places;
mod props;
mod sheet;
mod tiles;
mod ways;

#[cfg(test)]
mod tests;

pub(crate) use assemble::assemble;
pub(crate) use level_map::{
    CustomProperty, LayerContent, LevelMap, MapLayer, MapObject, ObjectShape, PropertyValue, TerrainBrush, Tileset,
    TilesetTile,
};
pub use sheet::TileSheet;
