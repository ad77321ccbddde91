//! A map and its tilesets as XML, Tiled's `.tmx` and `.tsx` formats.

use std::fmt::Display;

use crate::{
    map::{
        CustomProperty, LayerContent, LevelMap, MapLayer, MapObject, ObjectShape, PropertyValue, TerrainBrush, Tileset,
        TilesetTile, picture_name,
    },
    picture::pieces::CELL,
    xml::escaped,
};

use super::{
    hints,
    names::{MAP_CLASS, TILED_VERSION, TILESET_CLASS, VERSION, color_text, tileset_file, type_name},
    options::TilesetPlace,
};

/// Writes a map as XML, with the tilesets of the sheet called `sheet_name`.
pub(super) fn write(map: &LevelMap<'_>, sheet_name: &str, place: TilesetPlace) -> String {
    let mut xml = XmlWriter::new();
    let attributes: [(&str, &dyn Display); 14] = [
        ("version", &VERSION),
        ("tiledversion", &TILED_VERSION),
        ("class", &MAP_CLASS),
        ("orientation", &"orthogonal"),
        ("renderorder", &"right-down"),
        ("width", &map.width),
        ("height", &map.height),
        ("tilewidth", &CELL),
        ("tileheight", &CELL),
        ("infinite", &0),
        ("backgroundcolor", &map.background),
        ("nextlayerid", &map.next_layer),
        ("nextobjectid", &map.next_object),
        ("compressionlevel", &-1),
    ];
    xml.element("map", &attributes, |xml| {
        xml.properties(&map.properties);
        for tileset in map.tilesets {
            let first: [(&str, &dyn Display); 1] = [("firstgid", &tileset.first)];
            match place {
                TilesetPlace::Embedded => xml.tileset(&first, tileset, sheet_name, &[]),
                TilesetPlace::External => {
                    xml.empty("tileset", &[first[0], ("source", &tileset_file(tileset, sheet_name))]);
                }
            }
        }
        map.layers.iter().for_each(|layer| xml.layer(layer, map));
    });
    xml.text
}

/// Writes the file of a tileset of the sheet called `sheet_name`, with properties of its own.
pub(super) fn write_tileset(tileset: &Tileset, sheet_name: &str, properties: &[CustomProperty]) -> String {
    let mut xml = XmlWriter::new();
    xml.tileset(&[("version", &VERSION), ("tiledversion", &TILED_VERSION)], tileset, sheet_name, properties);
    xml.text
}

/// An XML writer with one element on each line.
struct XmlWriter {
    text: String,
    depth: usize,
}

type XmlAttributes<'value> = [(&'static str, &'value dyn Display)];

impl XmlWriter {
    fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    /// Writes a tileset, whose first attributes are `head`.
    fn tileset(&mut self, head: &XmlAttributes, tileset: &Tileset, sheet_name: &str, properties: &[CustomProperty]) {
        let Tileset { first: _, name, size, columns, count, margin, spacing, picture, tiles, brushes } = tileset;
        let (tile, [width, height]) = (size.map(|side| side * CELL), picture);
        let mut attributes = head.to_vec();
        attributes.extend([("name", name as &dyn Display), ("class", &TILESET_CLASS)]);
        attributes.extend([("tilewidth", &tile[0] as &dyn Display), ("tileheight", &tile[1])]);
        let gaps: [(&str, &i32); 2] = [("spacing", spacing), ("margin", margin)];
        attributes.extend(gaps.into_iter().filter(|gap| *gap.1 > 0).map(|(name, gap)| (name, gap as &dyn Display)));
        attributes.extend([("tilecount", count as &dyn Display), ("columns", columns)]);
        self.element("tileset", &attributes, |xml| {
            xml.properties(properties);
            xml.empty("image", &[("source", &picture_name(sheet_name)), ("width", width), ("height", height)]);
            for TilesetTile { local_id: place, class, properties, collision: solid } in tiles {
                xml.element("tile", &[("id", place), ("type", class)], |xml| {
                    xml.properties(properties);
                    if let Some([x, y, width, height]) = solid {
                        xml.element("objectgroup", &[("draworder", &"index")], |xml| {
                            xml.empty(
                                "object",
                                &[("id", &1), ("x", x), ("y", y), ("width", width), ("height", height)],
                            );
                        });
                    }
                });
            }
            if !brushes.is_empty() {
                xml.element("wangsets", &[], |xml| brushes.iter().for_each(|brush| xml.brush(brush)));
            }
        });
    }

    /// Writes a brush as a set of Wang tiles with one colour.
    fn brush(&mut self, TerrainBrush { name, color, local_id, tiles }: &TerrainBrush) {
        let attributes: [(&str, &dyn Display); 3] = [("name", name), ("type", &"mixed"), ("tile", local_id)];
        self.element("wangset", &attributes, |xml| {
            xml.empty("wangcolor", &[("name", name), ("color", color), ("tile", local_id), ("probability", &1)]);
            for (place, around) in tiles {
                let around = around.map(|bit| bit.to_string()).join(",");
                xml.empty("wangtile", &[("tileid", place), ("wangid", &around)]);
            }
        });
    }

    fn layer(&mut self, layer: &MapLayer, map: &LevelMap<'_>) {
        let MapLayer { id, name, class, is_visible, content } = layer;
        let mut attributes: Vec<(&str, &dyn Display)> = vec![("id", id), ("name", name), ("class", class)];
        if !is_visible {
            attributes.push(("visible", &0));
        }
        match content {
            LayerContent::Tiles(numbers) => {
                attributes.extend([("width", &map.width as &dyn Display), ("height", &map.height)]);
                self.element("layer", &attributes, |xml| xml.data(numbers, map.width));
            }
            LayerContent::Objects(objects, color) => {
                attributes.extend([("color", color as &dyn Display), ("draworder", &"index")]);
                self.element("objectgroup", &attributes, |xml| objects.iter().for_each(|object| xml.object(object)));
            }
        }
    }

    /// Writes tile ids as CSV, one row of the map on each line.
    fn data(&mut self, numbers: &[u32], width: i32) {
        self.indent();
        self.text += "<data encoding=\"csv\">\n";
        let mut rows = numbers.chunks(width.unsigned_abs().max(1) as usize).peekable();
        while let Some(row) = rows.next() {
            for (place, number) in row.iter().enumerate() {
                self.text += if place == 0 { "" } else { "," };
                self.text += &number.to_string();
            }
            self.text += if rows.peek().is_some() { ",\n" } else { "\n" };
        }
        self.indent();
        self.text += "</data>\n";
    }

    fn object(&mut self, object: &MapObject) {
        let MapObject { id, name, class, at, size, shape, properties } = object;
        let mut attributes: Vec<(&str, &dyn Display)> = vec![("id", id), ("name", name), ("type", class)];
        if let ObjectShape::Tile(number) = shape {
            attributes.push(("gid", number));
        }
        attributes.extend([("x", &at[0] as &dyn Display), ("y", &at[1])]);
        if matches!(shape, ObjectShape::Rectangle | ObjectShape::Tile(_)) {
            attributes.extend([("width", &size[0] as &dyn Display), ("height", &size[1])]);
        }
        self.element("object", &attributes, |xml| {
            xml.properties(&[&properties[..], &hints::of(object)].concat());
            match shape {
                ObjectShape::Point => xml.empty("point", &[]),
                ObjectShape::Polyline(points) => {
                    let points: Vec<String> = points.iter().map(|[x, y]| format!("{x},{y}")).collect();
                    xml.empty("polyline", &[("points", &points.join(" "))]);
                }
                ObjectShape::Rectangle | ObjectShape::Tile(_) => {}
            }
        });
    }

    fn properties(&mut self, properties: &[CustomProperty]) {
        if properties.is_empty() {
            return;
        }
        self.element("properties", &[], |xml| {
            for CustomProperty { name, value } in properties {
                let made;
                let shown: &dyn Display = match value {
                    PropertyValue::Text(text) => text,
                    PropertyValue::Whole(number) => number,
                    PropertyValue::Number(number) => number,
                    PropertyValue::Flag(is) => is,
                    PropertyValue::Object(number) => number,
                    PropertyValue::List(list) => {
                        made = PropertyValue::lines(list);
                        &made
                    }
                    PropertyValue::Color(color) => {
                        made = color_text(*color);
                        &made
                    }
                };
                xml.empty("property", &[("name", name), ("type", &type_name(value)), ("value", shown)]);
            }
        });
    }

    /// Writes an element whose content `inside` writes. It is self-closing if there is no content.
    fn element(&mut self, name: &str, attributes: &XmlAttributes, inside: impl FnOnce(&mut Self)) {
        self.begin(name, attributes);
        self.text += ">\n";
        let start = self.text.len();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        if self.text.len() == start {
            self.text.truncate(start - 2);
            self.text += "/>\n";
        } else {
            self.indent();
            self.text += "</";
            self.text += name;
            self.text += ">\n";
        }
    }

    fn empty(&mut self, name: &str, attributes: &XmlAttributes) {
        self.element(name, attributes, |_| {});
    }

    fn begin(&mut self, name: &str, attributes: &XmlAttributes) {
        self.indent();
        self.text += "<";
        self.text += name;
        for (name, value) in attributes {
            self.text += " ";
            self.text += name;
            self.text += "=\"";
            self.text += &escaped(&value.to_string());
            self.text += "\"";
        }
    }

    fn indent(&mut self) {
        (0..self.depth).for_each(|_| self.text.push(' '));
    }
}
