//! A Tiled map as data, independent of its two encodings, XML and JSON.

use roomgen::color::Color;

/// An orthogonal tile map of the Tiled editor.
///
/// Guarantees, kept by `document`: ids of layers and objects are unique and below `next_layer` and
/// `next_object`; every tile id is [`NO_TILE`] or belongs to one of the tilesets; every object id
/// in a property exists.
#[derive(Debug)]
pub(super) struct TiledMap {
    pub(super) class: &'static str,
    /// Width and height of the map, in cells.
    pub(super) width: i32,
    pub(super) height: i32,
    /// The side of a cell, in pixels.
    pub(super) cell: i32,
    pub(super) background: Color,
    pub(super) properties: Vec<CustomProperty>,
    pub(super) tilesets: Vec<Tileset>,
    pub(super) layers: Vec<MapLayer>,
    /// The smallest layer id that no layer has yet.
    pub(super) next_layer: u32,
    /// The smallest object id that no object has yet.
    pub(super) next_object: u32,
}

/// The version of Tiled's format.
pub(super) const VERSION: &str = "1.10";
/// The release of Tiled that writes this version of the format. Some readers require it.
pub(super) const TILED_VERSION: &str = "1.10.2";

/// The tile id of an empty cell.
pub(super) const NO_TILE: u32 = 0;

/// Tiles of one size in a grid, cut from a picture row by row from its top left corner.
#[derive(Clone, Debug)]
pub(super) struct Tileset {
    /// The global id of the first tile. Others follow in row-major order.
    pub(super) first: u32,
    pub(super) name: String,
    pub(super) class: &'static str,
    /// The tileset's own file, relative to the folder of the map.
    pub(super) source: String,
    /// Custom properties of the whole tileset.
    pub(super) properties: Vec<CustomProperty>,
    /// Width and height of a tile, in pixels.
    pub(super) tile: [i32; 2],
    pub(super) columns: i32,
    pub(super) count: i32,
    pub(super) image: TilesetImage,
    /// The tiles of this tileset. Other slots of its grid are empty, or show parts of tiles of
    /// other sets, which share the picture.
    pub(super) tiles: Vec<TilesetTile>,
}

/// A reference to a picture file.
#[derive(Clone, Debug)]
pub(super) struct TilesetImage {
    pub(super) source: String,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// The class and properties of a tile.
#[derive(Clone, Debug)]
pub(super) struct TilesetTile {
    /// The index of the tile in the grid of its tileset, row-major from 0.
    pub(super) local_id: u32,
    pub(super) class: &'static str,
    pub(super) properties: Vec<CustomProperty>,
    /// The collision shape: left, top, width and height in pixels.
    pub(super) collision: Option<[f32; 4]>,
}

/// A layer of a map: its name, class and tiles or objects.
#[derive(Debug)]
pub(super) struct MapLayer {
    pub(super) id: u32,
    pub(super) name: &'static str,
    pub(super) class: &'static str,
    /// Whether Tiled initially shows the layer.
    pub(super) is_visible: bool,
    pub(super) content: LayerContent,
}

/// The tiles or the objects of a map layer.
#[derive(Debug)]
pub(super) enum LayerContent {
    /// A tile id for each cell, in row-major order.
    Tiles(Vec<u32>),
    /// Objects from back to front, and the colour of those that are not tiles.
    Objects(Vec<MapObject>, Color),
}

/// An object of an object layer. Lengths are in pixels of the map.
#[derive(Debug)]
pub(super) struct MapObject {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) class: &'static str,
    /// The position: the top left corner of the object, or the bottom left corner of a tile object.
    pub(super) at: [f32; 2],
    /// Width and height, in pixels.
    pub(super) size: [f32; 2],
    pub(super) shape: ObjectShape,
    pub(super) properties: Vec<CustomProperty>,
}

/// The shape of a map object.
#[derive(Debug)]
pub(super) enum ObjectShape {
    Rectangle,
    Point,
    /// The points of a polyline in pixels, relative to the object's position.
    Polyline(Vec<[f32; 2]>),
    /// A tile as the image of the object, given by its tile id.
    Tile(u32),
}

/// A custom property of a map, a tile or an object.
#[derive(Clone, Debug)]
pub(super) struct CustomProperty {
    pub(super) name: String,
    pub(super) value: PropertyValue,
}

/// The typed value of a custom property.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PropertyValue {
    Text(String),
    Whole(i32),
    Number(f32),
    Flag(bool),
    /// A reference to a map object, by its object id.
    Object(u32),
}

impl PropertyValue {
    /// The name of the value's type in Tiled's format.
    pub(super) const fn type_name(&self) -> &'static str {
        match self {
            Self::Text(_) => "string",
            Self::Whole(_) => "int",
            Self::Number(_) => "float",
            Self::Flag(_) => "bool",
            Self::Object(_) => "object",
        }
    }
}

impl CustomProperty {
    pub(super) fn new(name: impl Into<String>, value: PropertyValue) -> Self {
        Self { name: name.into(), value }
    }

    pub(super) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, PropertyValue::Text(text.into()))
    }

    /// An integer property; saturates at the largest integer that Tiled supports.
    pub(super) fn whole(name: &str, number: impl TryInto<i32>) -> Self {
        Self::new(name, PropertyValue::Whole(number.try_into().unwrap_or(i32::MAX)))
    }
}
