//! Runs the program of docs/engines/bevy.md without a window or a GPU, and compares what Bevy then
//! holds with the level.

use std::{collections::BTreeSet, fmt::Debug};

use bevy::{
    prelude::*,
    render::{RenderPlugin, settings::WgpuSettings},
    sprite_render::{MeshMaterial2d, TilemapChunk, TilemapChunkMaterial, TilemapChunkTileData},
};
use roomgen::{Cell, sight::LightMap};

/// The program, in a file that run.sh cuts out of the page.
#[allow(dead_code, reason = "its `main` opens a window")]
mod page {
    include!(env!("PAGE"));
}
use page::{Burning, Dungeon, Solid};

/// A chunk that Bevy has accepted: it has a material.
type Chunk<'world> = (
    &'world TilemapChunk,
    &'world TilemapChunkTileData,
    &'world GlobalTransform,
    &'world MeshMaterial2d<TilemapChunkMaterial>,
);

fn main() {
    let without_gpu = WgpuSettings { backends: None, ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(RenderPlugin { render_creation: without_gpu.into(), ..default() }));
    app.add_systems(Startup, page::spawn_level);
    app.finish();
    app.cleanup();
    app.update();
    app.world_mut().run_system_cached(compare).expect("the comparison ran");
}

fn compare(
    dungeon: Res<Dungeon>,
    images: Res<Assets<Image>>,
    chunks: Query<Chunk>,
    solids: Query<&Solid>,
    lamps: Query<(&Burning, &GlobalTransform)>,
) {
    let level = &dungeon.0;
    let cells = || (0..level.height()).flat_map(|y| (0..level.width()).map(move |x| Cell::new(x, y)));
    let cell_at = |at: Vec2| Cell::new((at.x / 16.0).floor() as i32, (-at.y / 16.0).floor() as i32);

    // Each cell has a tile, and one on the lowest layer where one walks. Light falls on tiles.
    let light = LightMap::new(level, level.opaque());
    let (mut tiles, mut drawn, mut lowest) = (0, BTreeSet::new(), BTreeSet::new());
    let (mut dark, mut bright) = (BTreeSet::new(), BTreeSet::new());
    for (chunk, data, transform, _) in &chunks {
        let texture = images.get(&chunk.tileset).expect("a texture").texture_descriptor.size;
        assert_eq!((texture.width, texture.height), (16, 16));
        assert!((2..=2048).contains(&texture.depth_or_array_layers), "{texture:?}");
        for (place, tile) in (0..).zip(&data.0).filter_map(|(place, tile)| Some((place, tile.as_ref()?))) {
            let place = UVec2::new(place % chunk.chunk_size.x, place / chunk.chunk_size.x);
            let at = transform.transform_point(chunk.calculate_tile_transform(place).translation);
            let cell = cell_at(at.truncate());
            assert!(u32::from(tile.tileset_index) < texture.depth_or_array_layers);
            tiles += 1;
            drawn.insert(cell);
            if at.z == 0.0 {
                lowest.insert(cell);
            }
            let of_light = if light.amount(cell) == [0; 3] { &mut dark } else { &mut bright };
            of_light.insert(tile.color.to_srgba().to_u8_array());
        }
    }
    same("cells with a tile", drawn, cells().collect());
    let is_wall = |cell: &Cell| !level.tile(*cell).is_open() && level.terrain(*cell).is_none();
    assert!(!lowest.iter().any(is_wall), "a floor lies in a wall");
    assert!(cells().filter(|&cell| level.is_open(cell)).all(|cell| lowest.contains(&cell)), "a floor is missing");
    assert!(dark.len() == 1 && bright.len() > 10 && bright.is_disjoint(&dark));

    // What stands in the way covers the cells on which nobody stands.
    let covered = |cell: &Cell| {
        let at = Vec2::new(cell.x as f32 + 0.5, -(cell.y as f32) - 0.5) * 16.0;
        solids.iter().any(|Solid(body)| at.cmpge(body.min).all() && at.cmple(body.max).all())
    };
    let blocked = cells().filter(|&cell| !level.is_walkable(cell)).collect();
    same("cells on which nobody stands", cells().filter(covered).collect(), blocked);

    // Each prop whose light burns has a lamp, above its cells.
    let burning: BTreeSet<u32> = level.props().filter(|prop| prop.light().is_some()).map(|prop| prop.id).collect();
    same("props that burn", lamps.iter().map(|(lamp, _)| lamp.prop).collect(), burning);
    for (Burning { prop, .. }, transform) in &lamps {
        let (prop, cell) = (level.prop(*prop).expect("a prop"), cell_at(transform.translation().truncate()));
        assert!(prop.cells.contains(cell), "{prop:?} is not at {cell}");
    }
    println!(
        "{tiles} tiles in {} layers, {} bodies and {} lamps of the page stand where the level has them",
        chunks.iter().count(),
        solids.iter().count(),
        lamps.iter().count(),
    );
}

fn same<T: Ord + Debug>(what: &str, bevy: BTreeSet<T>, level: BTreeSet<T>) {
    let different = bevy.symmetric_difference(&level).next();
    assert!(different.is_none(), "{what}: {} in Bevy, {} in the level, {different:?}", bevy.len(), level.len());
}
