//! Maps of unusual levels, validity of tile ids, and detection of edited files.

use super::{
    map::{LayerContent, ObjectShape, TiledMap},
    *,
};
use roomgen::{Generator, export::ron, generate, geom::Cell, level::Tile, preset::Preset};
use roomgen_pictures::picture::pieces::{LevelTileImages, WallLooks};

const LEVEL: &str = include_str!("../../../../tests/levels/hand-made.ron");
const SHAPED: &str = include_str!("../../../../tests/levels/shaped.ron");

fn read(text: &str) -> Level {
    ron::read_unchecked(text).expect("a level file")
}

fn document(level: &Level) -> TiledMap {
    let theme = Theme::default();
    document::document(level, &theme, &TileSheet::of_level(level, &theme, None), "tiles")
}

/// The tile ids of a level's map, each checked to be a known tile: readers accept any id.
fn numbers(level: &Level) -> Vec<u32> {
    let map = document(level);
    let known: Vec<u32> =
        map.tilesets.iter().flat_map(|set| set.tiles.iter().map(|tile| set.first + tile.local_id)).collect();
    let ranges: Vec<_> = map.tilesets.iter().map(|set| set.first..set.first + set.count as u32).collect();
    assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{ranges:?}");
    let numbers = map.layers.iter().flat_map(|layer| match &layer.content {
        LayerContent::Tiles(numbers) => numbers.iter().copied().filter(|&number| number != map::NO_TILE).collect(),
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
fn what_xml_cannot_hold_is_replaced_and_the_rest_comes_back() {
    let level = read(&LEVEL.replace(r#"a \"crypt\""#, r#"a \"<crypt>\" & 'more' \u{1f600}"#));
    let theme = Theme::default();
    let sheet = TileSheet::of_level(&level, &theme, None);
    let text = String::from_utf8(tmx(&level, &theme, &sheet, "a&b")).expect("text");
    let told = "a &quot;&lt;crypt&gt;&quot; &amp; 'more' \u{1f600}";
    assert!(text.contains(&format!("name=\"preset\" type=\"string\" value=\"{told}\"")), "{text}");
    assert!(text.contains("source=\"a&amp;b.tsx\""));
    let files = sheet.files("a&b").expect("files");
    let tileset = String::from_utf8(files[1].bytes.clone()).expect("text");
    assert!(tileset.contains("<image source=\"a&amp;b.png\"") && tileset.contains("class=\"roomgen\""));
    let seed = format!("name=\"seed\" type=\"string\" value=\"{}\"", u64::MAX);
    assert!(text.contains(&seed) && text.contains(&format!("value=\"{}\"", u32::MAX)));
}

#[test]
fn a_level_of_one_room_has_a_path_from_its_entry_to_its_exit() {
    let map = document(&read(include_str!("../../../../tests/levels/room-9.ron")));
    let path = map.layers.iter().find(|layer| layer.name == "path").map(|layer| &layer.content);
    let Some(LayerContent::Objects(objects, _)) = path else { panic!("no path") };
    let [object] = &objects[..] else { panic!("{} paths", objects.len()) };
    // From cell (2, 2) to cell (9, 6).
    let ObjectShape::Polyline(points) = &object.shape else { panic!("no line") };
    assert_eq!((object.at, &points[..]), ([40.0, 40.0], &[[0.0, 0.0], [112.0, 64.0]][..]));
}

#[test]
fn the_anchors_of_a_rounded_room_lie_on_its_floor() {
    let map = document(&read(SHAPED));
    let anchors = map.layers.iter().find(|layer| layer.name == "anchors").map(|layer| &layer.content);
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
    let looks = WallLooks::new();
    let mut drawn = 0;
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        for seed in 0..20 {
            let level = generator.generate(seed);
            let mut views = LevelTileImages::new(&level, preset.theme(), &looks);
            for y in 0..level.height() {
                for (x, shown) in (0..).zip(views.row(y)) {
                    let cell = Cell::new(x, y);
                    let is_way = |y| matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor);
                    let is_front = level.tile(cell) == Tile::Door && is_way(y - 1) && is_way(y + 1);
                    assert!(!is_front || shown.wall.is_some(), "{name} seed {seed} at {cell}");
                    drawn += u32::from(level.tile(cell).is_open() && shown.wall.is_some());
                }
            }
        }
    }
    assert!(drawn > 1000, "{drawn} lintels");
}

#[test]
fn a_sheet_of_another_preset_has_the_kinds_of_the_level_behind_its_own() {
    let [cellar, crypt] = ["cellar", "crypt"].map(|name| Preset::built_in(name).expect("a preset"));
    let level = generate(&crypt, 7);
    let theme = cellar.theme();
    let [own, both] = [TileSheet::of_preset(&cellar), TileSheet::of_level(&level, theme, Some(&cellar))];
    let classes = |sheet: &TileSheet| sheet.tilesets("t")[0].tiles.iter().map(|tile| tile.local_id).collect::<Vec<_>>();
    let (own, all) = (classes(&own), classes(&both));
    assert!(all.starts_with(&own) && all.len() > own.len());
    assert!(level.props().all(|prop| both.tile(&prop).is_some()));
    let level = generate(&cellar, 7);
    let files = |sheet: TileSheet| sheet.files("t").expect("files");
    assert!(files(TileSheet::of_preset(&cellar)) == files(TileSheet::of_level(&level, theme, Some(&cellar))));
}

#[test]
fn a_file_knows_whether_it_was_edited() {
    let sheet = TileSheet::of_level(&read(LEVEL), &Theme::default(), None);
    let files = sheet.files("t").expect("files");
    let (picture, tilesets) = files.split_first().expect("a picture");
    assert!(!tilesets.is_empty() && tilesets.iter().all(|file| is_unedited_tileset(&file.bytes)));
    let tileset = &tilesets[0].bytes;
    assert!(is_unedited_picture(&picture.bytes, tileset));
    for at in (0..tileset.len()).step_by(61) {
        let mut edited = tileset.clone();
        edited[at] ^= 1;
        assert!(!is_unedited_tileset(&edited), "byte {at}");
    }
    let mut edited = picture.bytes.clone();
    *edited.last_mut().expect("bytes") ^= 1;
    assert!(!is_unedited_picture(&edited, tileset) && !is_unedited_picture(&picture.bytes, b"<tileset/>"));
    assert!(!is_unedited_tileset(b"") && !is_unedited_tileset(b"\xff") && !is_unedited_tileset(b"<tileset/>"));
}
