//! A scene that is written, and the nodes of which all others are made.

use super::text::{GodotText, bytes, vector};
use crate::map::{LevelMap, MapObject, NO_TILE, ObjectShape, TileOfSet};
use roomgen::level::Level;

/// A scene that is written.
pub(super) struct Scene<'map> {
    pub(super) text: GodotText,
    pub(super) level: &'map Level,
    pub(super) map: &'map LevelMap<'map>,
}

/// The middle of an object, in pixels.
pub(super) fn middle(object: &MapObject) -> [f32; 2] {
    let ([x, y], [width, height]) = (object.at, object.size);
    let down = if matches!(object.shape, ObjectShape::Tile(_)) { -height } else { height };
    [x + width / 2.0, y + down / 2.0]
}

/// The field of a node in the middle of an object.
pub(super) fn position(object: &MapObject) -> String {
    format!("position = {}\n", vector(middle(object)))
}

impl<'map> Scene<'map> {
    /// The scene of a level, whose map is `map`.
    pub(super) fn new(level: &'map Level, map: &'map LevelMap<'map>) -> Self {
        Self { text: GodotText::default(), level, map }
    }

    pub(super) fn folder(&mut self, name: &str) {
        self.text.node("Node2D", name, ".", &[], "");
    }

    /// Adds a rectangle of this size as the shape of a body or an area.
    pub(super) fn rectangle(&mut self, path: &str, size: [f32; 2]) {
        self.shape(path, size, "");
    }

    /// Adds a shape of a rectangle with more fields.
    pub(super) fn shape(&mut self, path: &str, size: [f32; 2], fields: &str) {
        let shape = self.text.resource("RectangleShape2D", format!("size = {}", vector(size)));
        self.text.node("CollisionShape2D", "shape", path, &[], &format!("shape = {shape}\n{fields}"));
    }

    /// The fields of an area that looks for a player, with a script of the add-on.
    pub(super) fn area(script: &str) -> String {
        format!("collision_layer = 0\ncollision_mask = 4\nscript = ExtResource(\"{script}\")\n")
    }

    /// A tile of the map; `None` for a number that is none.
    pub(super) fn tile(&self, id: u32) -> Option<TileOfSet<'map>> {
        TileOfSet::find(self.map.tilesets, id)
    }

    /// Adds a layer of tiles, a tile id for each cell.
    pub(super) fn layer(&mut self, name: &str, tiles: &[u32], quadrant: i32) {
        // The version of the layout, then 12 bytes for each cell.
        let mut data = vec![0; 2];
        for (cell, &id) in self.level.tiles().bounds().cells().zip(tiles).filter(|(_, id)| **id != NO_TILE) {
            let Some([column, row]) = self.tile(id).map(|tile| tile.set.cell(tile.local_id)) else { continue };
            let fields = [cell.x as u16, cell.y as u16, 0, column as u16, row as u16, 0];
            fields.iter().for_each(|field| data.extend(field.to_le_bytes()));
        }
        let mut fields = format!("tile_map_data = {}\ntile_set = ExtResource(\"tiles\")\n", bytes(&data));
        fields += &format!("rendering_quadrant_size = {quadrant}\nnavigation_enabled = false\n");
        fields += if name == "walls" { "occlusion_enabled = false\n" } else { "" };
        self.text.node("TileMapLayer", name, ".", &[], &fields);
    }
}
