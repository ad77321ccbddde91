//! What no level of a built-in preset has: odd characters, a level of one room, tiles that are none.

use super::{map::Content, map::Shape, *};
use crate::level::fixture;

/// The bounds of numbers of tiles are checked here too, since readers accept any.
fn numbers(level: &Level) -> Vec<u32> {
    let (map, _) = document::document(level, &Theme::default(), "tiles.png");
    let known: Vec<u32> =
        map.tilesets.iter().flat_map(|set| set.tiles.iter().map(|tile| set.first + tile.place)).collect();
    let ranges: Vec<_> = map.tilesets.iter().map(|set| set.first..set.first + set.count as u32).collect();
    assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{ranges:?}");
    let numbers = map.layers.iter().flat_map(|layer| match &layer.content {
        Content::Tiles(numbers) => numbers.iter().copied().filter(|&number| number != map::NO_TILE).collect(),
        Content::Objects(objects, _) => {
            let tiles = objects.iter().filter_map(|object| match object.shape {
                Shape::Tile(number) => Some(number),
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
    for level in [fixture::level(), fixture::shaped(), fixture::single_room(7)] {
        assert!(numbers(&level).len() > 50);
    }
}

#[test]
fn what_xml_cannot_hold_is_replaced_and_the_rest_comes_back() {
    let mut level = fixture::level();
    level.origin.preset = "a \"<crypt>\" & 'more'\n\tof\rit \u{1}\u{fffe}\u{1f600}".into();
    let files = tmx(&level, &Theme::default(), "a&b.png").expect("a map");
    let text = String::from_utf8(files.map).expect("text");
    let told = "a &quot;&lt;crypt&gt;&quot; &amp; 'more'&#10;&#9;of&#13;it \u{fffd}\u{fffd}\u{1f600}";
    assert!(text.contains(&format!("name=\"preset\" type=\"string\" value=\"{told}\"")), "{text}");
    assert!(text.contains("<image source=\"a&amp;b.png\""));
    let seed = format!("name=\"seed\" type=\"string\" value=\"{}\"", u64::MAX);
    assert!(text.contains(&seed) && text.contains(&format!("value=\"{}\"", u32::MAX)));
}

#[test]
fn a_level_of_one_room_has_a_path_from_its_entry_to_its_exit() {
    let (map, _) = document::document(&fixture::single_room(9), &Theme::default(), "tiles.png");
    let path = map.layers.iter().find(|layer| layer.name == "path").map(|layer| &layer.content);
    let Some(Content::Objects(objects, _)) = path else { panic!("no path") };
    let [object] = &objects[..] else { panic!("{} paths", objects.len()) };
    // From cell (2, 2) to cell (9, 6).
    let Shape::Polyline(points) = &object.shape else { panic!("no line") };
    assert_eq!((object.at, &points[..]), ([40.0, 40.0], &[[0.0, 0.0], [112.0, 64.0]][..]));
}

#[test]
fn the_anchors_of_a_rounded_room_lie_on_its_floor() {
    let (map, _) = document::document(&fixture::shaped(), &Theme::default(), "tiles.png");
    let anchors = map.layers.iter().find(|layer| layer.name == "anchors").map(|layer| &layer.content);
    let Some(Content::Objects(objects, _)) = anchors else { panic!("no anchors") };
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
