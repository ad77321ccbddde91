//! Files of a level with a river: its terrain is written, and other levels have none.

use std::collections::BTreeMap;

use gltf::Gltf;
use roomgen::{Cell, Level, Preset, Tile, generate};
use roomgen_export::{
    gltf::write,
    map::TileSheet,
    picture::{PictureOptions, PictureStyle, ink_page::InkPage},
    tiled::tmj,
};
use serde_json::{Value, json};

use crate::{pixels::Pixels, svg::plan_of};

const DEPTH: f32 = 0.5;

fn parted() -> (Preset, Level) {
    let preset = Preset::parse(
        r##"(name: "river", base: "library",
         terrain: {"water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks", depth: 0.5),
           "planks": (glyph: '=', color: "#8a6a45")},
         floorplan: (partings: [(name: "river", terrain: "water", width: (3, 3), crossings: (2, 2))]))"##,
    )
    .unwrap();
    let level = generate(&preset, 3);
    (preset, level)
}

fn plain() -> (Preset, Level) {
    let preset = Preset::built_in("library").unwrap();
    let level = generate(&preset, 3);
    (preset, level)
}

fn count(level: &Level, name: &str) -> usize {
    level.tiles().bounds().cells().filter(|&cell| level.terrain(cell).is_some_and(|kind| &*kind.name == name)).count()
}

#[test]
fn a_plan_names_terrain_and_draws_no_wall_on_it() {
    let plan = plan_of(&parted().1);
    assert!(plan.contains("<g class=\"terrain\" data-terrain=\"water\"><title>water</title>"));
    assert!(plan.contains("data-terrain=\"planks\""));
    assert!(!plan_of(&plain().1).contains("terrain"));
}

#[test]
fn a_scene_has_the_surface_of_water_at_its_depth_and_decks_at_the_floor() {
    let (preset, level) = parted();
    let scene = Gltf::from_slice(&write(&level, preset.theme()).unwrap()).unwrap();
    let blob = scene.blob.as_deref().unwrap();
    let points = |name: &str| -> Vec<[f32; 3]> {
        let node = scene.nodes().find(|node| node.name() == Some(name)).unwrap();
        let primitives: Vec<_> = node.mesh().unwrap().primitives().collect();
        let read = |primitive: &gltf::Primitive<'_>| {
            primitive.reader(|_| Some(blob)).read_positions().unwrap().collect::<Vec<_>>()
        };
        primitives.iter().flat_map(read).collect()
    };
    let (water, planks) = (points("terrain water"), points("terrain planks"));
    assert!(water.iter().any(|point| point[1] == -DEPTH));
    assert!(water.iter().all(|point| point[1] == -DEPTH || point[1] == 0.0));
    assert!(!planks.is_empty() && planks.iter().all(|point| point[1] == 0.0));
}

#[test]
fn a_map_has_a_layer_of_terrain_whose_tiles_block() {
    let map = |(preset, level): &(Preset, Level)| -> Value {
        let sheet = TileSheet::of_preset(preset);
        serde_json::from_slice(&tmj(level, preset.theme(), &sheet, "tiles")).unwrap()
    };
    let layer =
        |map: &Value| map["layers"].as_array().unwrap().iter().find(|layer| layer["name"] == "terrain").cloned();
    let parted = parted();
    let with_river = map(&parted);
    let tiles = layer(&with_river).unwrap()["data"].as_array().unwrap().clone();
    let (_, level) = &parted;
    let ids = |name: &str| {
        let cells = level.tiles().bounds().cells();
        let mut ids: Vec<u64> = cells
            .zip(&tiles)
            .filter(|(cell, _)| level.terrain(*cell).is_some_and(|kind| &*kind.name == name))
            .map(|(_, id)| id.as_u64().unwrap())
            .collect();
        assert_eq!(ids.len(), count(level, name));
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let (water, planks) = (ids("water"), ids("planks"));
    // One tile for planks; for water one for each of the banks around it.
    assert!(planks.len() == 1 && water.len() > 5 && !water.contains(&planks[0]), "{water:?} {planks:?}");
    let dry = level.tiles().bounds().cells().zip(&tiles).filter(|(cell, _)| level.terrain(*cell).is_none());
    assert!(dry.into_iter().all(|(_, id)| id.as_u64() == Some(0)));
    let set = &with_river["tilesets"][0];
    let tile = |id: u64| {
        let local = id - set["firstgid"].as_u64().unwrap();
        set["tiles"].as_array().unwrap().iter().find(|tile| tile["id"].as_u64() == Some(local)).cloned().unwrap()
    };
    assert!(water.iter().all(|&id| tile(id)["objectgroup"].is_object()) && !tile(planks[0])["objectgroup"].is_object());
    assert_eq!(set["wangsets"].as_array().unwrap().len(), 1);
    let brush = &set["wangsets"][0];
    assert_eq!(
        (&brush["name"], &brush["type"], &brush["colors"][0]["color"]),
        (&json!("water"), &json!("mixed"), &json!("#2f5f8f"))
    );
    let around: BTreeMap<u64, &Value> = brush["wangtiles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| (tile["tileid"].as_u64().unwrap(), &tile["wangid"]))
        .collect();
    assert_eq!(around.len(), 47);
    // The tile of each cell of water knows on which sides the banks are.
    let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    for (cell, id) in level.tiles().bounds().cells().zip(&tiles).filter(|(_, id)| water.contains(&id.as_u64().unwrap()))
    {
        let around = around[&(id.as_u64().unwrap() - set["firstgid"].as_u64().unwrap())];
        for (number, (dx, dy)) in steps.into_iter().enumerate() {
            let beside = Cell::new(cell.x + dx, cell.y + dy);
            let is_dry = level.tile(beside).is_open() && level.terrain(beside).is_none();
            assert_eq!(around[2 * number], json!(u8::from(!is_dry)), "{cell:?}");
        }
    }
    assert!(layer(&map(&plain())).is_none());
}

#[test]
fn a_page_in_ink_has_water_and_boards() {
    let options = PictureOptions { style: PictureStyle::Ink, ..PictureOptions::default() };
    let shapes = |level: &Level, name: &str| {
        let page = InkPage::new(level, options).unwrap();
        page.layers().iter().find(|layer| layer.name == name).map(|layer| layer.shapes.len())
    };
    let (_, level) = parted();
    assert!(shapes(&level, "terrain") >= Some(2) && shapes(&level, "bridges") >= Some(1));
    assert!(
        level.tiles().bounds().cells().any(|cell| level.tile(cell) == Tile::Corridor && level.terrain(cell).is_some())
    );
    let (_, plain) = plain();
    assert_eq!((shapes(&plain, "terrain"), shapes(&plain, "bridges")), (None, None));
}

#[test]
fn a_map_shows_ground_behind_every_bank() {
    let (preset, level) = parted();
    let sheet = TileSheet::of_preset(&preset);
    let map: Value = serde_json::from_slice(&tmj(&level, preset.theme(), &sheet, "tiles")).unwrap();
    let picture = Pixels::read(&sheet.picture().unwrap());
    let set = &map["tilesets"][0];
    let columns = set["columns"].as_u64().unwrap();
    // Whether pixel `at` of the tile with this id is opaque.
    let is_opaque = |id: u64, at: u32| {
        let place = id - set["firstgid"].as_u64().unwrap();
        let [x, y] = [place % columns, place / columns].map(|cells| cells as u32 * 16);
        picture.bytes[4 * ((y + at / 16) * picture.width + x + at % 16) as usize + 3] == 255
    };
    let layers: Vec<_> =
        map["layers"].as_array().unwrap().iter().filter_map(|layer| layer["data"].as_array()).collect();
    for (number, cell) in level.tiles().bounds().cells().enumerate() {
        let ids: Vec<u64> = layers.iter().map(|layer| layer[number].as_u64().unwrap()).filter(|&id| id > 0).collect();
        assert!((0..256).all(|at| ids.iter().any(|&id| is_opaque(id, at))), "there is a hole at {cell}");
    }
}
