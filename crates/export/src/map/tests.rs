//! Maps of unusual levels, and validity of tile ids.

use crate::picture::pieces::{LevelTileImages, WallLooks};
use roomgen::{Generator, Level, export::ron, geom::Cell, level::Tile, preset::Preset, theme::Theme};

use super::{LayerContent, MapLayer, ObjectShape, TileSheet, assemble, level_map::NO_TILE};

const LEVEL: &str = include_str!("../../../../tests/levels/hand-made.ron");
const SHAPED: &str = include_str!("../../../../tests/levels/shaped.ron");

fn read(text: &str) -> Level {
    ron::read_unchecked(text).expect("a level file")
}

fn sheet(level: &Level) -> TileSheet {
    TileSheet::of_level(level, &Theme::default(), None)
}

fn layers(level: &Level) -> Vec<MapLayer> {
    assemble(level, &Theme::default(), &sheet(level)).layers
}

/// The tile ids of a level's map, each checked to be a known tile: readers accept any id.
fn numbers(level: &Level) -> Vec<u32> {
    let sheet = sheet(level);
    let map = assemble(level, &Theme::default(), &sheet);
    let known: Vec<u32> =
        map.tilesets.iter().flat_map(|set| set.tiles.iter().map(|tile| set.first + tile.local_id)).collect();
    let ranges: Vec<_> = map.tilesets.iter().map(|set| set.first..set.first + set.count as u32).collect();
    assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{ranges:?}");
    let numbers = map.layers.iter().flat_map(|layer| match &layer.content {
        LayerContent::Tiles(numbers) => numbers.iter().copied().filter(|&number| number != NO_TILE).collect(),
        LayerContent::Objects(objects, _) => {
            let tiles = objects.iter().filter_map(|object| match object.shape {
                ObjectShape::Tile(number) => Some(number),
                _ => None,
            });
            tiles.collect::<Vec<_>>()
        }
    });
    let numbers: Vec<u32> = numbers.collect();
    for number in &numbers {
        assert!(known.contains(number), "{number} is no tile of {ranges:?}");
    }
    numbers
}

#[test]
fn every_number_is_that_of_a_tile_that_is_drawn() {
    for level in [LEVEL, SHAPED, include_str!("../../../../tests/levels/room-7.ron")].map(read) {
        assert!(numbers(&level).len() > 50);
    }
}

#[test]
fn a_level_of_one_room_has_a_path_from_its_entry_to_its_exit() {
    let layers = layers(&read(include_str!("../../../../tests/levels/room-9.ron")));
    let path = layers.iter().find(|layer| layer.name == "path").map(|layer| &layer.content);
    let Some(LayerContent::Objects(objects, _)) = path else { panic!("no path") };
    let [object] = &objects[..] else { panic!("{} paths", objects.len()) };
    // From cell (2, 2) to cell (9, 6).
    let ObjectShape::Polyline(points) = &object.shape else { panic!("no line") };
    assert_eq!((object.at, &points[..]), ([40.0, 40.0], &[[0.0, 0.0], [112.0, 64.0]][..]));
}

#[test]
fn the_anchors_of_a_rounded_room_lie_on_its_floor() {
    let layers = layers(&read(SHAPED));
    let anchors = layers.iter().find(|layer| layer.name == "anchors").map(|layer| &layer.content);
    let Some(LayerContent::Objects(objects, _)) = anchors else { panic!("no anchors") };
    // Room 2: five columns from 17 and four rows from 1, without (21, 1), (17, 4) and (18, 4).
    let at: Vec<_> =
        objects[18..27].iter().map(|object| (object.name.as_str(), object.at.map(|at| at / 8.0))).collect();
    let expected = [
        ("NorthWest", [35.0, 3.0]),
        ("North", [38.0, 3.0]),
        ("NorthEast", [41.0, 3.0]),
        ("West", [35.0, 5.0]),
        ("Center", [39.0, 6.0]),
        ("East", [43.0, 7.0]),
        ("SouthWest", [35.0, 7.0]),
        ("South", [41.0, 9.0]),
        ("SouthEast", [43.0, 9.0]),
    ];
    assert_eq!(at, expected);
}

#[test]
fn the_wall_above_every_door_of_a_preset_is_drawn() {
    let mut drawn = 0;
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let looks = WallLooks::new(preset.theme().walls);
        let mut generator = Generator::new(&preset);
        for seed in 0..20 {
            let level = generator.generate(seed);
            let mut views = LevelTileImages::new(&level, preset.theme(), &looks);
            for y in 0..level.height() {
                for (x, shown) in (0..).zip(views.row(y)) {
                    let cell = Cell::new(x, y);
                    let is_way = |y| matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor);
                    let door = level.door_at(cell);
                    let has_leaves = door.is_some_and(|(_, passage)| !level.is_bare(passage));
                    // A gate on a bank stands in no wall.
                    let is_gate = level
                        .partings()
                        .iter()
                        .any(|parting| door.is_some_and(|(id, _)| parting.crossings.contains(&id)));
                    let is_front = has_leaves && !is_gate && is_way(y - 1) && is_way(y + 1);
                    assert!(!is_front || shown.wall.is_some(), "{name} seed {seed} at {cell}");
                    drawn += u32::from(level.tile(cell).is_open() && shown.wall.is_some());
                }
            }
        }
    }
    assert!(drawn > 1000, "{drawn} lintels");
}
