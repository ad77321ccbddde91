//! A level as a map: layers of tiles and of objects with properties, for editors of tile maps.

use std::collections::BTreeMap;

use roomgen::{
    color::Color,
    model::{Name, TerrainKind},
};
use serde_json::Value;

use crate::{
    fields::{FieldValue, fields, text},
    picture::pieces::CELL,
};

/// The tile id of an empty cell.
pub(crate) const NO_TILE: u32 = 0;
/// The tile id of the first piece, a tile of one cell such as a wall. Piece `n` has the id
/// `FIRST_PIECE + n`.
pub(super) const FIRST_PIECE: u32 = 1;

/// An orthogonal tile map.
///
/// Guarantees, kept by `assemble`: ids of layers and objects are unique and below `next_layer` and
/// `next_object`; every tile id is [`NO_TILE`] or belongs to one of the tilesets; every object id
/// in a property exists.
#[derive(Debug)]
pub(crate) struct LevelMap<'sheet> {
    /// Width and height of the map, in cells.
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) background: Color,
    pub(crate) properties: Vec<CustomProperty>,
    /// The tilesets of the sheet, by their first tile ids.
    pub(crate) tilesets: &'sheet [Tileset],
    pub(crate) layers: Vec<MapLayer>,
    /// The smallest layer id that no layer has yet.
    pub(crate) next_layer: u32,
    /// The smallest object id that no object has yet.
    pub(crate) next_object: u32,
}

impl LevelMap<'_> {
    /// The layer with this name.
    pub(crate) fn layer(&self, name: &str) -> Option<&MapLayer> {
        self.layers.iter().find(|layer| layer.name == name)
    }

    /// The objects of a layer; none if the map has no such layer.
    pub(crate) fn objects(&self, layer: &str) -> &[MapObject] {
        self.layer(layer).map_or(&[], MapLayer::objects)
    }

    /// The tile ids of a layer, row by row; none if the map has no such layer.
    pub(crate) fn tiles(&self, layer: &str) -> &[u32] {
        self.layer(layer).map_or(&[], MapLayer::tiles)
    }
}

/// Tiles of one size in a grid, cut from the picture of the sheet row by row from its top left
/// corner, without the margin.
#[derive(Debug, PartialEq)]
pub(crate) struct Tileset {
    /// The tile id of the first tile. Others follow in row-major order.
    pub(crate) first: u32,
    pub(crate) name: String,
    /// Width and height of a tile, in cells.
    pub(crate) size: [i32; 2],
    pub(crate) columns: i32,
    pub(crate) count: i32,
    /// The pixels around all tiles, and those between two.
    pub(crate) margin: i32,
    pub(crate) spacing: i32,
    /// Width and height of the picture, in pixels.
    pub(crate) picture: [i32; 2],
    /// The tiles of this tileset, by their indices. Other slots of its grid are empty, or show
    /// parts of tiles of other sets, which share the picture.
    pub(crate) tiles: Vec<TilesetTile>,
    /// The brushes of terrain that an editor draws with.
    pub(crate) brushes: Vec<TerrainBrush>,
}

impl Tileset {
    /// The column and the row of a tile in the grid.
    pub(crate) fn cell(&self, local_id: u32) -> [i32; 2] {
        let columns = self.columns.max(1);
        [local_id as i32 % columns, local_id as i32 / columns]
    }

    /// The place of a tile in the picture: left, top, width and height in pixels.
    pub(crate) fn place(&self, local_id: u32) -> [i32; 4] {
        let ([column, row], [width, height]) = (self.cell(local_id), self.size.map(|side| side * CELL));
        let at = |place: i32, side: i32| self.margin + place * (side + self.spacing);
        [at(column, width), at(row, height), width, height]
    }
}

/// A tile of one of several tilesets.
#[derive(Clone, Copy)]
pub(crate) struct TileOfSet<'sheet> {
    pub(crate) set: &'sheet Tileset,
    /// The index of the tile in the grid of its tileset.
    pub(crate) local_id: u32,
}

impl<'sheet> TileOfSet<'sheet> {
    /// The tile with this id among tilesets by their first ids; `None` for [`NO_TILE`].
    pub(crate) fn find(sets: &'sheet [Tileset], id: u32) -> Option<Self> {
        let set = sets.iter().rev().find(|set| set.first <= id)?;
        Some(Self { set, local_id: id - set.first })
    }

    /// Its class and properties; `None` for an empty slot.
    pub(crate) fn facts(&self) -> Option<&'sheet TilesetTile> {
        let at = self.set.tiles.binary_search_by_key(&self.local_id, |tile| tile.local_id);
        at.ok().and_then(|at| self.set.tiles.get(at))
    }
}

/// A brush of an editor: tiles of one kind of terrain, each with which of the eight cells around it
/// have the terrain too.
///
/// Guarantee: all tiles are of the tileset that has the brush.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainBrush {
    pub(crate) name: String,
    pub(crate) color: Color,
    /// The tile that stands for the brush: one with the terrain all around.
    pub(crate) local_id: u32,
    /// Tiles by their index in the grid of the tileset, with the eight cells around each, clockwise
    /// from the north: 1 for one with terrain, 0 for another.
    pub(crate) tiles: Vec<(u32, [u8; 8])>,
}

impl TerrainBrush {
    /// The brush of a kind of terrain that has banks. `tiles` are the tile ids of all kinds, by
    /// name and mask.
    pub(super) fn new(kind: &TerrainKind, tiles: &BTreeMap<(Name, u8), u32>) -> Option<Self> {
        let own = tiles.iter().filter(|((name, _), _)| kind.blocks && *name == kind.name);
        let own = own.map(|(&(_, mask), id)| (id - FIRST_PIECE, std::array::from_fn(|bit| mask >> bit & 1)));
        let tiles: Vec<(u32, [u8; 8])> = own.collect();
        let (local_id, _) = *tiles.iter().find(|(_, around)| *around == [1; 8])?;
        Some(Self { name: kind.name.to_string(), color: kind.color, local_id, tiles })
    }
}

/// The class and properties of a tile.
#[derive(Debug, PartialEq)]
pub(crate) struct TilesetTile {
    /// The index of the tile in the grid of its tileset, row-major from 0.
    pub(crate) local_id: u32,
    pub(crate) class: &'static str,
    pub(crate) properties: Vec<CustomProperty>,
    /// The collision shape: left, top, width and height in pixels.
    pub(crate) collision: Option<[f32; 4]>,
}

/// A layer of a map: its name, class and tiles or objects.
#[derive(Debug)]
pub(crate) struct MapLayer {
    pub(crate) id: u32,
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    /// Whether an editor initially shows the layer.
    pub(crate) is_visible: bool,
    pub(crate) content: LayerContent,
}

impl MapLayer {
    /// Its objects; none for a layer of tiles.
    pub(crate) fn objects(&self) -> &[MapObject] {
        match &self.content {
            LayerContent::Objects(objects, _) => objects,
            LayerContent::Tiles(_) => &[],
        }
    }

    /// Its tile ids, row by row; none for a layer of objects.
    pub(crate) fn tiles(&self) -> &[u32] {
        match &self.content {
            LayerContent::Tiles(tiles) => tiles,
            LayerContent::Objects(..) => &[],
        }
    }
}

/// The tiles or the objects of a map layer.
#[derive(Debug)]
pub(crate) enum LayerContent {
    /// A tile id for each cell, in row-major order.
    Tiles(Vec<u32>),
    /// Objects from back to front, and the colour of those that are not tiles.
    Objects(Vec<MapObject>, Color),
}

/// An object of an object layer. Lengths are in pixels of the map.
#[derive(Debug)]
pub(crate) struct MapObject {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) class: &'static str,
    /// The position: the top left corner of the object, or the bottom left corner of a tile object.
    pub(crate) at: [f32; 2],
    /// Width and height, in pixels.
    pub(crate) size: [f32; 2],
    pub(crate) shape: ObjectShape,
    pub(crate) properties: Vec<CustomProperty>,
}

impl MapObject {
    /// The whole number of a property, such as the id of what the object stands for.
    pub(crate) fn whole(&self, name: &str) -> Option<u32> {
        match CustomProperty::find(&self.properties, name)? {
            PropertyValue::Whole(number) => u32::try_from(*number).ok(),
            _ => None,
        }
    }
}

/// The shape of a map object.
#[derive(Debug)]
pub(crate) enum ObjectShape {
    Rectangle,
    Point,
    /// The points of a polyline in pixels, relative to the object's position.
    Polyline(Vec<[f32; 2]>),
    /// A tile as the image of the object, given by its tile id.
    Tile(u32),
}

/// A custom property of a map, a tile or an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CustomProperty {
    pub(crate) name: String,
    pub(crate) value: PropertyValue,
}

/// The typed value of a custom property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PropertyValue {
    Text(String),
    Whole(i32),
    Number(f32),
    Flag(bool),
    /// A reference to a map object, by its object id.
    Object(u32),
    /// An opaque colour.
    Color(Color),
    /// Scalars, or pairs such as cells. [`PropertyValue::lines`] is what editors without lists get.
    List(Vec<Value>),
}

impl PropertyValue {
    /// A list as text, one element on each line.
    pub(crate) fn lines(list: &[Value]) -> String {
        list.iter().map(text).collect::<Vec<_>>().join("\n")
    }
}

/// Fields that an object has no property for: its attributes, its shape and its layer say them, or
/// a property of that name would hide an attribute.
const SHOWN: [&str; 16] = [
    "name", "x", "y", "width", "height", "color", "symbol", "offset", "cell", "doors", "corridor", "path", "entry",
    "exit", "stairs", "outline",
];
/// Fields that refer to rooms.
const OF_ROOMS: [&str; 3] = ["room", "host", "one_way"];

/// The object id of a room: its room id plus one, since object ids begin at 1.
pub(crate) fn room_object(room: u32) -> u32 {
    room.saturating_add(1)
}

/// The room id of the object that a property refers to.
pub(crate) fn room_of_object(object: u32) -> u32 {
    object.saturating_sub(1)
}

/// The properties of an object of a class: the fields of its record. The field `id` has the class
/// before it.
pub(super) fn properties(class: &str, record: &Value) -> Vec<CustomProperty> {
    let property = |(name, value): (String, FieldValue)| {
        let value = match value {
            FieldValue::Flag(is) => PropertyValue::Flag(is),
            FieldValue::Whole(room) if OF_ROOMS.contains(&name.as_str()) => {
                PropertyValue::Object(u32::try_from(room).map_or(0, room_object))
            }
            FieldValue::Whole(number) => {
                i32::try_from(number).map_or_else(|_| PropertyValue::Text(number.to_string()), PropertyValue::Whole)
            }
            FieldValue::Number(number) => PropertyValue::Number(number),
            FieldValue::Text(text) => match text.parse() {
                Ok(color) if name.ends_with("_color") => PropertyValue::Color(color),
                _ => PropertyValue::Text(text),
            },
            FieldValue::List(list) => PropertyValue::List(list),
        };
        CustomProperty { name: if name == "id" { format!("{class}_id") } else { name }, value }
    };
    fields(record, &SHOWN).into_iter().map(property).collect()
}

impl CustomProperty {
    /// The value of the property with this name.
    pub(crate) fn find<'map>(properties: &'map [Self], name: &str) -> Option<&'map PropertyValue> {
        properties.iter().find(|property| property.name == name).map(|property| &property.value)
    }

    pub(crate) fn new(name: impl Into<String>, value: PropertyValue) -> Self {
        Self { name: name.into(), value }
    }

    pub(crate) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, PropertyValue::Text(text.into()))
    }

    /// An integer property; saturates at the largest one of 32 bits.
    pub(crate) fn whole(name: &str, number: impl TryInto<i32>) -> Self {
        Self::new(name, PropertyValue::Whole(number.try_into().unwrap_or(i32::MAX)))
    }
}
