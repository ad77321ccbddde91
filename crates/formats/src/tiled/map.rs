//! A map as Tiled understands it, in neither of the forms that it is written in.

use roomgen::interp::Color;

/// A map of tiles seen from above.
///
/// Guarantees, kept by who builds it: the numbers of layers and of objects are unique and below `next_layer` and `next_object`;
/// every number of a tile is one of a tile of the tilesets, or [`NO_TILE`]; every object that is referred to exists.
#[derive(Debug)]
pub(super) struct Map {
    pub(super) class: &'static str,
    /// In cells.
    pub(super) width: i32,
    pub(super) height: i32,
    /// Side of a cell, in pixels.
    pub(super) cell: i32,
    pub(super) background: Color,
    pub(super) properties: Vec<Property>,
    pub(super) tilesets: Vec<Tileset>,
    pub(super) layers: Vec<Layer>,
    pub(super) next_layer: u32,
    pub(super) next_object: u32,
}

/// The version of Tiled's format that is written.
pub(super) const VERSION: &str = "1.10";
/// The release of Tiled that writes this version. Some readers refuse files that do not say it.
pub(super) const TILED_VERSION: &str = "1.10.2";

/// The number of no tile.
pub(super) const NO_TILE: u32 = 0;

/// Tiles of one size, cut from a picture in rows from its top left corner.
#[derive(Clone, Debug)]
pub(super) struct Tileset {
    /// The number of its first tile; that of another is this and its place.
    pub(super) first: u32,
    pub(super) name: String,
    pub(super) class: &'static str,
    /// The file that holds it alone, in the folder of the map.
    pub(super) source: String,
    /// What is to say of all its tiles.
    pub(super) properties: Vec<Property>,
    /// The size of a tile, in pixels.
    pub(super) tile: [i32; 2],
    pub(super) columns: i32,
    pub(super) count: i32,
    pub(super) image: Image,
    /// Those of which there is more to say than what they look like.
    pub(super) tiles: Vec<Tile>,
}

/// A picture in a file.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) source: String,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// What is to say of a tile.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// Its place in the tileset.
    pub(super) place: u32,
    pub(super) class: &'static str,
    pub(super) properties: Vec<Property>,
    /// Where in the tile one cannot walk: left, top, width and height in pixels.
    pub(super) solid: Option<[f32; 4]>,
}

/// A layer of the map.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) id: u32,
    pub(super) name: &'static str,
    pub(super) class: &'static str,
    /// Whether Tiled shows it when the map is opened.
    pub(super) is_visible: bool,
    pub(super) content: Content,
}

/// What a layer holds.
#[derive(Debug)]
pub(super) enum Content {
    /// The number of a tile for each cell, in row order.
    Tiles(Vec<u32>),
    /// Objects from back to front, and the colour of those that are no tiles.
    Objects(Vec<Object>, Color),
}

/// A thing or a place. Lengths are in pixels of the map.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) class: &'static str,
    /// The top left corner; of a tile the bottom left one.
    pub(super) at: [f32; 2],
    pub(super) size: [f32; 2],
    pub(super) shape: Shape,
    pub(super) properties: Vec<Property>,
}

/// What an object is on the map.
#[derive(Debug)]
pub(super) enum Shape {
    Rectangle,
    Point,
    /// Its points, from the object's own.
    Polyline(Vec<[f32; 2]>),
    /// The number of a tile.
    Tile(u32),
}

/// Something to know of a map, a tile or an object.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: Value,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Whole(i32),
    Number(f32),
    Flag(bool),
    /// The number of an object.
    Object(u32),
}

impl Value {
    /// The name of its type.
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

impl Property {
    pub(super) fn new(name: impl Into<String>, value: Value) -> Self {
        Self { name: name.into(), value }
    }

    pub(super) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, Value::Text(text.into()))
    }

    /// A count of the level's, all of which are small; as large as Tiled has numbers otherwise.
    pub(super) fn whole(name: &str, number: impl TryInto<i32>) -> Self {
        Self::new(name, Value::Whole(number.try_into().unwrap_or(i32::MAX)))
    }
}
