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
//! The properties of an object are the fields of its record in level files, but those that its
//! place, shape and tile show. A field inside another has both names: `allowance_loot` of rooms,
//! `light_radius` and `values_NAME` of kinds, `budgets_quiet` of the map. `id` has the class before
//! it: `room_id`, `passage_id` of doors and corridors, `key_id`, `prop_id`. What is absent from a
//! level file is absent here, such as the `turn` of a prop that faces north.
//!
//! Whole numbers above those of editors are strings, as the seed always is; so are lists, with one
//! element on each line. `room`, `host`, `leads_to` and `one_way` (the room that one leaves) refer
//! to rooms by object id, which is the room's id plus one. Rooms of the main path have their place
//! on it as `step`.
//!
//! A prop has the properties of its kind, too, and where it is part of one the number of its
//! `offer`, `encounter_id`, `encounter_group` and `encounter_cost`, or `loot_id` and `loot_value`.
//! A key is also a prop of the kind with its name, which has a tile.
//!
//! Tiles of class `terrain` have a collision shape that fills the tile if they block. A kind that
//! blocks has a tile for each shape of its banks, and a terrain brush (a set of Wang tiles) that
//! draws them.
//!
//! Tiles of class `wall` and `rock` have the properties `blocks` and `opaque`, and a collision
//! shape that fills the tile. A prop is in the way exactly if its `obstacle` is true: a prop that
//! `blocks` but begins 2 m or more above the floor is not. The tile of an obstacle has the prop's
//! body as its collision shape.
//!
//! Tiles of floors, shadows, walls, doors and stairs have the same ids in every level of every
//! preset. The tiles of the preset's kinds follow, ordered by size and name, so their ids are the
//! same in all levels of the preset.
//!
//! [`TileGaps`] keep tiles apart in the picture, and repeat their borders. The tiles of each size
//! have a grid of their own, so another gap may give larger tiles other ids.

mod anchors;
mod assemble;
mod error;
mod floor;
mod kinds;
mod level_map;
mod places;
mod props;
mod seal;
mod sheet;
mod tiles;
mod ways;

#[cfg(test)]
mod tests;

pub use crate::picture::pieces::TileGaps;
pub(crate) use assemble::assemble;
pub use error::MapError;
pub(crate) use floor::floors_above;
pub use floor::{MAX_FLOORS, MapFloor};
pub(crate) use level_map::{
    CustomProperty, LayerContent, LevelMap, MapLayer, MapObject, NO_TILE, ObjectShape, PropertyValue, TerrainBrush,
    TileOfSet, Tileset, TilesetTile, room_object, room_of_object,
};
pub(crate) use seal::digest;
pub use seal::is_unedited_picture;
pub use sheet::TileSheet;
pub(crate) use sheet::{JoinedSheets, picture_name};
