//! A map as JSON, Tiled's `.tmj` format.

use crate::{
    map::{
        CustomProperty, LayerContent, LevelMap, MapLayer, MapObject, ObjectShape, PropertyValue, TerrainBrush, Tileset,
        TilesetTile, picture_name,
    },
    picture::pieces::CELL,
};
use roomgen::export::json::LineFormatter;
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{json, ser::Serializer as Json};

use super::{
    hints,
    names::{MAP_CLASS, TILED_VERSION, TILESET_CLASS, VERSION, color_text, tileset_file, type_name},
    options::TilesetPlace,
};

/// Writes a map as JSON, with the tilesets of the sheet called `sheet_name`.
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, and every key is a text")]
pub(super) fn write(map: &LevelMap<'_>, sheet_name: &str, place: TilesetPlace) -> Vec<u8> {
    let mut text = Vec::new();
    let written = OfSheet(map, sheet_name, place)
        .serialize(&mut Json::with_formatter(&mut text, LineFormatter::with_depth(DEPTH)));
    written.expect("a map can be written as JSON");
    text.push(b'\n');
    text
}

/// The nesting depth up to which each JSON field has its own line: that of the fields of layers and
/// tilesets. Values nested deeper stay on the line of their field.
const DEPTH: usize = 3;

/// Serializes a JSON object with the given entries in order, then its properties if it has any.
macro_rules! object {
    ($serializer:expr, $properties:expr, { $($key:literal: $value:expr),* $(,)? } $(, $more:expr)?) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($key, &$value)?;)*
        $($more(&mut map)?;)?
        let properties: &[CustomProperty] = $properties;
        if !properties.is_empty() {
            map.serialize_entry("properties", properties)?;
        }
        map.end()
    }};
}

/// A map or a tileset together with the name of the sheet and the place of its tilesets.
struct OfSheet<'map, T>(&'map T, &'map str, TilesetPlace);

impl Serialize for OfSheet<'_, LevelMap<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(map, sheet_name, place) = self;
        let layers: Vec<_> =
            map.layers.iter().map(|layer| SizedLayer { layer, size: [map.width, map.height] }).collect();
        let tilesets: Vec<_> = map.tilesets.iter().map(|tileset| OfSheet(tileset, sheet_name, place)).collect();
        object!(serializer, &map.properties, {
            "type": "map",
            "version": VERSION,
            "tiledversion": TILED_VERSION,
            "class": MAP_CLASS,
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": map.width,
            "height": map.height,
            "tilewidth": CELL,
            "tileheight": CELL,
            "infinite": false,
            "backgroundcolor": map.background.to_string(),
            "nextlayerid": map.next_layer,
            "nextobjectid": map.next_object,
            "compressionlevel": -1,
            "tilesets": tilesets,
            "layers": layers,
        })
    }
}

impl Serialize for OfSheet<'_, Tileset> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(tileset, sheet_name, place) = self;
        let Tileset { first, name, size, columns, count, margin, spacing, picture, tiles, brushes } = tileset;
        if place == TilesetPlace::External {
            return object!(serializer, &[], { "firstgid": first, "source": tileset_file(tileset, sheet_name) });
        }
        let more = |map: &mut S::SerializeMap| {
            if brushes.is_empty() { Ok(()) } else { map.serialize_entry("wangsets", brushes) }
        };
        object!(serializer, &[], {
            "firstgid": first,
            "name": name,
            "class": TILESET_CLASS,
            "tilewidth": size[0] * CELL,
            "tileheight": size[1] * CELL,
            "tilecount": count,
            "columns": columns,
            "margin": margin,
            "spacing": spacing,
            "image": picture_name(sheet_name),
            "imagewidth": picture[0],
            "imageheight": picture[1],
            "tiles": tiles,
        }, more)
    }
}

/// A set of Wang tiles with one colour.
impl Serialize for TerrainBrush {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, color, local_id, tiles } = self;
        let color = json!({"color": color.to_string(), "name": name, "probability": 1, "tile": local_id});
        let tiles: Vec<_> = tiles.iter().map(|(place, around)| json!({"tileid": place, "wangid": around})).collect();
        object!(serializer, &[], {
            "name": name,
            "type": "mixed",
            "tile": local_id,
            "colors": [color],
            "wangtiles": tiles,
        })
    }
}

impl Serialize for TilesetTile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = |map: &mut S::SerializeMap| match &self.collision {
            Some(solid) => map.serialize_entry("objectgroup", &CollisionShape(*solid)),
            None => Ok(()),
        };
        object!(serializer, &self.properties, { "id": self.local_id, "type": self.class }, more)
    }
}

/// The collision shape of a tile: an object group with one rectangle.
struct CollisionShape([f32; 4]);

impl Serialize for CollisionShape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [x, y, width, height] = self.0;
        let object = MapObject {
            id: 1,
            name: String::new(),
            class: "",
            at: [x, y],
            size: [width, height],
            shape: ObjectShape::Rectangle,
            properties: Vec::new(),
        };
        object!(serializer, &[], {
            "type": "objectgroup",
            "name": "",
            "draworder": "index",
            "x": 0,
            "y": 0,
            "opacity": 1,
            "visible": true,
            "objects": [object],
        })
    }
}

/// A layer together with the width and height of its map in cells.
struct SizedLayer<'map> {
    layer: &'map MapLayer,
    size: [i32; 2],
}

impl Serialize for SizedLayer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MapLayer { id, name, class, is_visible, content } = self.layer;
        let more = |map: &mut S::SerializeMap| match content {
            LayerContent::Tiles(numbers) => {
                map.serialize_entry("type", "tilelayer")?;
                map.serialize_entry("width", &self.size[0])?;
                map.serialize_entry("height", &self.size[1])?;
                // No `encoding`, as Tiled has it: the numbers are an array. pytiled_parser takes
                // any for base64.
                map.serialize_entry("data", numbers)
            }
            LayerContent::Objects(objects, color) => {
                map.serialize_entry("type", "objectgroup")?;
                map.serialize_entry("draworder", "index")?;
                map.serialize_entry("color", &color.to_string())?;
                map.serialize_entry("objects", objects)
            }
        };
        object!(
            serializer,
            &[],
            { "id": id, "name": name, "class": class, "x": 0, "y": 0, "opacity": 1, "visible": is_visible },
            more
        )
    }
}

impl Serialize for MapObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { id, name, class, at, size, shape, properties } = self;
        let more = |map: &mut S::SerializeMap| match shape {
            ObjectShape::Rectangle => Ok(()),
            ObjectShape::Point => map.serialize_entry("point", &true),
            ObjectShape::Polyline(points) => {
                let points: Vec<_> = points.iter().map(|&[x, y]| PolylinePoint { x, y }).collect();
                map.serialize_entry("polyline", &points)
            }
            ObjectShape::Tile(number) => map.serialize_entry("gid", number),
        };
        object!(
            serializer,
            &[&properties[..], &hints::of(self)].concat(),
            {
                "id": id,
                "name": name,
                "type": class,
                "x": at[0],
                "y": at[1],
                "width": size[0],
                "height": size[1],
                "rotation": 0,
                "visible": true,
            },
            more
        )
    }
}

#[derive(Serialize)]
struct PolylinePoint {
    x: f32,
    y: f32,
}

impl Serialize for CustomProperty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, &[], { "name": self.name, "type": type_name(&self.value), "value": self.value })
    }
}

impl Serialize for PropertyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Whole(number) => serializer.serialize_i32(*number),
            Self::Number(number) => serializer.serialize_f32(*number),
            Self::Flag(is) => serializer.serialize_bool(*is),
            Self::Object(number) => serializer.serialize_u32(*number),
            Self::Color(color) => serializer.serialize_str(&color_text(*color)),
            Self::List(list) => serializer.serialize_str(&Self::lines(list)),
        }
    }
}
