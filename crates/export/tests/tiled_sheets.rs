//! Tile sheets of maps for Tiled: where their tilesets are, and the gaps between their tiles.

use std::{
    collections::BTreeMap,
    io::{Cursor, Error, ErrorKind},
    path::Path,
};

use roomgen::{Level, Preset, generate};
use roomgen_export::{
    ExportFile,
    format::{Format, LevelExport},
    map::TileGaps,
    tiled::{TiledOptions, TilesetPlace},
};
use tiled::{LayerType, Loader, Map, PropertyValue, ResourceReader};

use crate::pixels::Pixels;

const GAPS: TileGaps = TileGaps { margin: 3, spacing: 1, extrusion: 2 };

/// The files of a map, read by the crate.
struct SheetFiles(Vec<ExportFile>);

impl ResourceReader for &SheetFiles {
    type Resource = Cursor<Vec<u8>>;
    type Error = Error;

    fn read_from(&mut self, path: &Path) -> Result<Self::Resource, Self::Error> {
        let file = self.0.iter().find(|file| Path::new(&file.name) == path);
        file.map(|file| Cursor::new(file.bytes.clone())).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

impl SheetFiles {
    fn of(format: Format, preset: &Preset, level: &Level, tiled: TiledOptions) -> Self {
        let export = LevelExport { tiled, ..LevelExport::new(level, preset) };
        Self(format.files(&export, "level").unwrap())
    }

    fn map(&self) -> Map {
        Loader::with_reader(self).load_tmx_map("level.tmx").unwrap()
    }

    fn picture(&self) -> Pixels {
        Pixels::read(&self.0.iter().find(|file| file.name == "level-tiles.png").unwrap().bytes)
    }
}

fn crypt() -> (Preset, Level) {
    let preset = Preset::built_in("crypt").unwrap();
    let level = generate(&preset, 42);
    (preset, level)
}

/// What an object looks like: its class, and the class and kind of its tile.
fn looks(map: &Map) -> Vec<(String, String, Option<PropertyValue>)> {
    let objects = map.layers().flat_map(|layer| match layer.layer_type() {
        LayerType::Objects(layer) => layer
            .objects()
            .map(|object| {
                let tile = object
                    .get_tile()
                    .and_then(|tile| tile.get_tile().map(|tile| (tile.user_type.clone(), tile.properties.clone())));
                let (class, properties) = tile.unwrap_or_default();
                (object.user_type.clone(), class, properties.get("kind").cloned())
            })
            .collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    objects.collect()
}

/// The pixels of each tile that is drawn, by tileset and place among those, with a border.
fn tiles(map: &Map, picture: &Pixels, border: u32) -> BTreeMap<(String, usize), Vec<u8>> {
    let mut tiles = BTreeMap::new();
    for set in map.tilesets() {
        // Tiles without a class are not drawn.
        let of_class = set.tiles().filter(|(_, tile)| !tile.user_type.is_empty());
        let mut drawn: Vec<u32> = of_class.map(|(id, _)| id).collect();
        drawn.sort_unstable();
        for (number, id) in drawn.into_iter().enumerate() {
            let [left, top] = [(id % set.columns, set.tile_width), (id / set.columns, set.tile_height)]
                .map(|(place, side)| set.margin + place * (side + set.spacing) - border);
            let row = |y: u32| {
                &picture.bytes[((top + y) * picture.width + left) as usize * 4..]
                    [..(set.tile_width + 2 * border) as usize * 4]
            };
            tiles
                .insert((set.name.clone(), number), (0..set.tile_height + 2 * border).flat_map(row).copied().collect());
        }
    }
    tiles
}

#[test]
fn gaps_move_tiles_and_repeat_their_borders_and_change_no_tile() {
    let (preset, level) = crypt();
    let plain = SheetFiles::of(Format::Tmx, &preset, &level, TiledOptions::default());
    let gapped = SheetFiles::of(Format::Tmx, &preset, &level, TiledOptions { gaps: GAPS, ..TiledOptions::default() });
    let (plain_map, map, picture) = (plain.map(), gapped.map(), gapped.picture());
    let tile_pixels = tiles(&plain_map, &plain.picture(), 0);
    assert!(tile_pixels.len() > 500 && tile_pixels == tiles(&map, &picture, 0));
    assert_eq!(looks(&plain_map), looks(&map));
    assert!(map.tilesets().iter().all(|set| (set.margin, set.spacing) == (5, 5)));
    assert!(map.tilesets().iter().any(|set| set.tile_width > 16), "one size of tiles alone");
    let widths: BTreeMap<String, usize> =
        map.tilesets().iter().map(|set| (set.name.clone(), set.tile_width as usize)).collect();
    for (tile, bordered) in tiles(&map, &picture, 2) {
        let (width, pixels) = (widths[&tile.0], &tile_pixels[&tile]);
        let height = pixels.len() / 4 / width;
        for (at, pixel) in bordered.chunks(4).enumerate() {
            let [x, y] = [at % (width + 4), at / (width + 4)].map(|place| place.saturating_sub(2));
            let from = y.min(height - 1) * width + x.min(width - 1);
            assert_eq!(pixel, &pixels[from * 4..][..4], "{tile:?}: pixel {at}");
        }
    }
    // As Phaser and others count the tiles of a set.
    for set in map.tilesets() {
        let count = |side: u32, tile: u32| (side - 2 * set.margin + set.spacing) / (tile + set.spacing);
        assert_eq!(set.columns, count(picture.width, set.tile_width));
        assert_eq!(set.tilecount, set.columns * count(picture.height, set.tile_height));
    }
}

#[test]
fn tilesets_are_in_the_map_or_beside_it_in_both_formats() {
    let (preset, level) = crypt();
    let files = |format, tileset| SheetFiles::of(format, &preset, &level, TiledOptions { tileset, gaps: GAPS });
    let (external, embedded) = (TilesetPlace::External, TilesetPlace::Embedded);
    let outside = files(Format::Tmx, Some(external));
    assert!(outside.0 == files(Format::Tmx, None).0);
    let inside = files(Format::Tmx, Some(embedded));
    let names: Vec<&str> = inside.0.iter().map(|file| &*file.name).collect();
    assert_eq!(names, ["level.tmx", "level-tiles.png"]);
    assert_eq!(looks(&inside.map()), looks(&outside.map()));
    assert_eq!(tiles(&inside.map(), &inside.picture(), 0), tiles(&outside.map(), &outside.picture(), 0));

    let json = |tileset| serde_json::from_slice::<serde_json::Value>(&files(Format::Tmj, tileset).0[0].bytes).unwrap();
    let (own, apart) = (json(Some(embedded)), json(Some(external)));
    assert_eq!(own, json(None));
    let sets = own["tilesets"].as_array().unwrap().iter().zip(apart["tilesets"].as_array().unwrap());
    for (own, apart) in sets {
        assert!(own["margin"] == 5 && own["spacing"] == 5 && own["image"] == "level-tiles.png");
        let [width, height] = ["tilewidth", "tileheight"].map(|side| own[side].as_i64().unwrap() / 16);
        let name = if [width, height] == [1, 1] {
            "level-tiles.tsx".to_owned()
        } else {
            format!("level-tiles-{width}x{height}.tsx")
        };
        assert_eq!(*apart, serde_json::json!({ "firstgid": own["firstgid"], "source": name }));
        assert!(outside.0.iter().any(|file| file.name == name));
    }
    assert_eq!(own["layers"], apart["layers"]);
}

#[test]
fn props_in_the_way_alone_collide_and_no_shape_is_a_wall_in_godot() {
    let (preset, level) = crypt();
    let map = SheetFiles::of(Format::Tmx, &preset, &level, TiledOptions::default()).map();
    let mut colliding = 0;
    for layer in map.layers() {
        let LayerType::Objects(objects) = layer.layer_type() else { continue };
        for object in objects.objects() {
            let Some(PropertyValue::BoolValue(collides)) = object.properties.get("collides") else {
                panic!("{}", object.name)
            };
            colliding += u32::from(*collides);
            let node = object.properties.get("godot_node_type");
            let expected = match (&object.shape, object.get_tile()) {
                (tiled::ObjectShape::Rect { .. }, None) => Some("area"),
                (tiled::ObjectShape::Polyline { .. }, _) => Some("path"),
                _ => None,
            };
            assert_eq!(
                node.cloned(),
                expected.map(|node| PropertyValue::StringValue(node.to_owned())),
                "{}",
                object.name
            );
        }
    }
    assert_eq!(colliding as usize, level.props().filter(|prop| prop.kind.is_obstacle()).count());
    assert!(colliding > 0);
}
