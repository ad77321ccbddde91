//! The tile set that the scenes of a preset share.

use std::{collections::BTreeMap, fmt::Write};

use super::text::{GodotText, box_of, color, dictionary, points, quoted, variant};
use crate::{
    map::{CustomProperty, PropertyValue, TerrainBrush, Tileset, TilesetTile, picture_name},
    picture::pieces::CELL,
};

/// The layers of the tile set, each with what it is for.
///
/// Light is stopped by the outlines of a scene, and by the tiles of its furniture; the layer
/// `walls` of a scene has `occlusion_enabled` and all have `navigation_enabled` off, which a game
/// that digs turns on.
const LAYERS: &str = "occlusion_layer_0/light_mask = 1\n\
    physics_layer_0/collision_layer = 1\nphysics_layer_0/collision_mask = 0\n\
    physics_layer_1/collision_layer = 2\nphysics_layer_1/collision_mask = 0\n\
    navigation_layer_0/layers = 1\n\
    custom_data_layer_0/name = \"class\"\ncustom_data_layer_0/type = 4\n\
    custom_data_layer_1/name = \"kind\"\ncustom_data_layer_1/type = 4\n\
    custom_data_layer_2/name = \"blocks\"\ncustom_data_layer_2/type = 1\n\
    custom_data_layer_3/name = \"opaque\"\ncustom_data_layer_3/type = 1\n";

/// The names of the cells around a tile, clockwise from the north.
const AROUND: [&str; 8] = [
    "top_side",
    "top_right_corner",
    "right_side",
    "bottom_right_corner",
    "bottom_side",
    "bottom_left_corner",
    "left_side",
    "top_left_corner",
];

/// The text of a tile set for the picture `NAME.png`, with a placeholder for its digest. Its tiles
/// are those of one cell; `kinds` has the properties of all.
pub(super) fn write(sets: &[Tileset], name: &str, blank: &str) -> String {
    let mut text = GodotText::default();
    let side = CELL as f32;
    let cell = text.resource("NavigationPolygon", navigable_cell(side));
    let mut atlas = format!("texture = ExtResource(\"picture\")\ntexture_region_size = Vector2i({CELL}, {CELL})\n");
    let ones = sets.iter().filter(|set| set.size == [1, 1]);
    if let Some(Tileset { margin, spacing, .. }) = ones.clone().find(|set| set.margin + set.spacing > 0) {
        atlas += &format!("margins = Vector2i({margin}, {margin})\nseparation = Vector2i({spacing}, {spacing})\n");
    }
    for (set, tile) in ones.flat_map(|set| set.tiles.iter().map(move |tile| (set, tile))) {
        write_tile(&mut atlas, &mut text, set, tile, &cell);
    }
    let atlas = text.resource("TileSetAtlasSource", atlas);
    let mut head = format!(
        "[gd_resource type=\"TileSet\" format=3]\n\n[ext_resource type=\"Texture2D\" path={} id=\"picture\"]\n\n",
        quoted(&picture_name(name))
    );
    let mut resource = format!("[resource]\ntile_size = Vector2i({CELL}, {CELL})\n{LAYERS}");
    let brushes = sets.iter().flat_map(|set| &set.brushes).enumerate();
    for (number, TerrainBrush { name, color: shown, .. }) in brushes {
        let mode = if number == 0 { "terrain_set_0/mode = 0\n" } else { "" };
        let (field, name, shown) = (format!("terrain_set_0/terrain_{number}"), quoted(name), color(*shown));
        _ = write!(resource, "{mode}{field}/name = {name}\n{field}/color = {shown}\n");
    }
    let kinds = |is_terrain: bool| {
        let tiles = sets.iter().flat_map(|set| &set.tiles).filter(|tile| (tile.class == "terrain") == is_terrain);
        let kinds: BTreeMap<&str, String> = tiles.filter_map(kind).collect();
        let kinds: Vec<String> = kinds.into_iter().map(|(name, kind)| format!("{}: {kind}", quoted(name))).collect();
        kinds.join(",\n")
    };
    _ = write!(
        resource,
        "sources/0 = {atlas}\nmetadata/kinds = {{{}}}\nmetadata/terrain_kinds = {{{}}}\n\
         metadata/roomgen_tileset = \"{blank}\"\n",
        kinds(false),
        kinds(true)
    );
    head += &text.finish("");
    head + &resource
}

/// A cell as one polygon of navigation.
fn navigable_cell(side: f32) -> String {
    let corners = box_of([side; 2]);
    format!(
        "vertices = {corners}\npolygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 3)])\nagent_radius = 0.0"
    )
}

/// The properties of a kind of props, markers or terrain, by its name.
fn kind(tile: &TilesetTile) -> Option<(&str, String)> {
    let Some(PropertyValue::Text(name)) =
        CustomProperty::find(&tile.properties, "kind").filter(|_| tile.class != "door")
    else {
        return None;
    };
    let class = CustomProperty::text("class", tile.class);
    Some((name, dictionary([&class].into_iter().chain(&tile.properties))))
}

/// Writes the fields of a tile: collision shape, occluder, navigation, terrain and custom data.
fn write_tile(atlas: &mut String, text: &mut GodotText, set: &Tileset, tile: &TilesetTile, cell: &str) {
    let side = CELL as f32;
    let [column, row] = set.cell(tile.local_id);
    let place = format!("{column}:{row}/0");
    let mut field = |name: &str, value: &str| _ = writeln!(atlas, "{place}{name} = {value}");
    field("", "0");
    if let Some([left, top, width, height]) = tile.collision {
        let [left, top] = [left, top].map(|at| at - side / 2.0);
        let (right, bottom) = (left + width, top + height);
        let layer = u8::from(tile.class == "terrain");
        let corners = points([[left, top], [right, top], [right, bottom], [left, bottom]]);
        field(&format!("/physics_layer_{layer}/polygon_0/points"), &corners);
    }
    let opaque = CustomProperty::find(&tile.properties, "opaque") == Some(&PropertyValue::Flag(true));
    if opaque {
        field("/occlusion_layer_0/polygon_0/polygon", &occluder(text, [side; 2], tile.class == "prop"));
    }
    if ["floor", "bonus floor", "corridor"].contains(&tile.class) {
        field("/navigation_layer_0/polygon", cell);
    }
    for (number, brush) in set.brushes.iter().enumerate() {
        let own = brush.tiles.iter().filter(|(id, _)| *id == tile.local_id);
        for (_, around) in own {
            field("/terrain_set", "0");
            field("/terrain", &number.to_string());
            let near = AROUND.iter().zip(around).filter(|(_, near)| **near == 1);
            near.for_each(|(side, _)| field(&format!("/terrains_peering_bit/{side}"), &number.to_string()));
        }
    }
    field("/custom_data_0", &quoted(tile.class));
    CustomProperty::find(&tile.properties, "kind").into_iter().for_each(|kind| field("/custom_data_1", &variant(kind)));
    for (number, is) in [(2, tile.collision.is_some()), (3, opaque)].into_iter().filter(|(_, is)| *is) {
        field(&format!("/custom_data_{number}"), &is.to_string());
    }
}

/// A box that blocks light. One of a prop lets the light in, so that the prop itself is lit.
pub(super) fn occluder(text: &mut GodotText, size: [f32; 2], is_prop: bool) -> String {
    let (size, cull) = if is_prop { (size.map(|side| side - 2.0), "\ncull_mode = 1") } else { (size, "") };
    text.resource("OccluderPolygon2D", format!("polygon = {}{cull}", box_of(size)))
}
