//! Tests of pages in ink: what is where, and to whom it is shown.

use std::{env, fs, path::PathBuf};

use roomgen::{DoorKind, Preset, generate, preset::BUILT_IN};

use super::*;
use crate::{
    picture::{Overlay, PictureStyle, View, pixels::Pixels, render},
    png,
};

const MASTER: PictureOptions = PictureOptions { style: PictureStyle::Ink, ..PictureOptions::DEFAULT };
const PLAYER: PictureOptions = PictureOptions { audience: Audience::Player, ..MASTER };

/// A level of each preset.
fn levels() -> impl Iterator<Item = (&'static str, Level)> {
    BUILT_IN.iter().map(|(name, _)| {
        let preset = Preset::built_in(name).expect("a preset").with_size("48x36".parse().expect("a size")).expect(name);
        (*name, generate(&preset, 7))
    })
}

/// A level made by hand, whose first doors have some kinds.
fn hand_made(kinds: &[&str]) -> Level {
    let mut file = include_str!("../../../../../tests/levels/hand-made.ron").to_owned();
    for kind in kinds {
        file = file.replacen("kind: Closed", &format!("kind: {kind}"), 1);
    }
    roomgen::export::ron::read_unchecked(&file).expect("a level file")
}

fn page(level: &Level, options: PictureOptions) -> InkPage {
    InkPage::new(level, options).expect("a page")
}

fn layer<'page>(page: &'page InkPage, name: &str) -> Option<&'page InkLayer> {
    page.layers().iter().find(|layer| layer.name == name)
}

/// The shapes of a layer, those of groups too; none if the page does not have it.
fn shapes<'page>(page: &'page InkPage, name: &str) -> Vec<&'page InkShape> {
    fn parts(shape: &InkShape) -> Vec<&InkShape> {
        match shape {
            InkShape::Group { shapes, .. } => shapes.iter().flat_map(parts).collect(),
            InkShape::Fill { .. } | InkShape::Lines { .. } | InkShape::Text { .. } => vec![shape],
        }
    }
    layer(page, name).into_iter().flat_map(|layer| &layer.shapes).flat_map(parts).collect()
}

/// The texts of a layer; none if the page does not have it.
fn texts(page: &InkPage, name: &str) -> Vec<String> {
    let text = |shape: &InkShape| match shape {
        InkShape::Text { text, .. } => Some(text.clone()),
        InkShape::Fill { .. } | InkShape::Lines { .. } | InkShape::Group { .. } => None,
    };
    shapes(page, name).into_iter().filter_map(text).collect()
}

/// The lines of a layer.
fn lines(page: &InkPage, name: &str) -> Vec<Vec<InkPoint>> {
    let line = |shape: &InkShape| match shape {
        InkShape::Lines { lines, .. } => lines.clone(),
        InkShape::Fill { .. } | InkShape::Text { .. } | InkShape::Group { .. } => Vec::new(),
    };
    shapes(page, name).into_iter().flat_map(line).collect()
}

/// Whether a point lies inside of loops: by the parity of the sides to the right of it.
fn is_inside(loops: &[Vec<InkPoint>], [x, y]: InkPoint) -> bool {
    let sides = loops.iter().flat_map(|corners| corners.iter().zip(corners.iter().cycle().skip(1)));
    let crossed = sides.filter(|&(&from, &to)| {
        let [high, low] = if from[1] < to[1] { [from, to] } else { [to, from] };
        let [dx, dy] = [0, 1].map(|axis| f64::from(low[axis] - high[axis]));
        (high[1]..low[1]).contains(&y) && f64::from(x) < f64::from(high[0]) + dx * f64::from(y - high[1]) / dy
    });
    crossed.count() % 2 == 1
}

/// The outline of the floor of a page.
fn floor(page: &InkPage) -> Vec<Vec<InkPoint>> {
    match layer(page, "floor").expect("a floor").shapes.first() {
        Some(InkShape::Fill { loops, .. }) => loops.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_room_is_numbered_once_for_the_master_and_none_for_players() {
    for (name, level) in levels() {
        let mut numbers = texts(&page(&level, MASTER), "numbers");
        numbers.sort_by_key(|number| number.parse::<u32>().expect("a number"));
        let rooms: Vec<String> = level.rooms().iter().map(|room| room.id.to_string()).collect();
        assert_eq!(numbers, rooms, "{name}");
        let key = texts(&page(&level, MASTER), "key");
        assert!(rooms.iter().all(|number| key.contains(number)), "{name}: {key:?}");
        assert_eq!(texts(&page(&level, PLAYER), "numbers"), Vec::<String>::new());
    }
}

#[test]
fn no_stroke_of_hatching_lies_on_the_floor() {
    /// The floor's outline is tested to a sixteenth of a cell, since walls cover as much.
    const WALL: i32 = 17;
    for (name, level) in levels() {
        let page = page(&level, MASTER);
        let (floor, strokes) = (floor(&page), lines(&page, "hatching"));
        assert!(strokes.len() > 500, "{name}");
        for stroke in strokes.iter().step_by(5) {
            let [from, to] = [stroke[0], stroke[1]];
            for part in 0..=8 {
                let [x, y] = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part / 8);
                let around = [[x, y], [x - WALL, y], [x + WALL, y], [x, y - WALL], [x, y + WALL]];
                assert!(!around.iter().all(|&point| is_inside(&floor, point)), "{name}: {x},{y}");
            }
        }
    }
}

#[test]
fn a_secret_door_shows_only_to_the_master_and_is_hatched_for_players() {
    let level = hand_made(&["Secret"]);
    let [master, player] = [MASTER, PLAYER].map(|options| page(&level, options));
    assert_eq!(texts(&master, "doors").iter().filter(|text| *text == "S").count(), 1);
    assert!(texts(&master, "key").contains(&"secret door".to_owned()));
    assert!(!texts(&player, "doors").contains(&"S".to_owned()));
    assert!(!texts(&player, "key").contains(&"secret door".to_owned()));
    // As in the level without the door.
    let door = level.passages()[0].doors()[0];
    assert_eq!(level.passages()[0].kind, DoorKind::Secret);
    let mut walled = level.shown_to(Audience::Player).into_owned();
    door.cells().for_each(|cell| assert_eq!(walled.set_tile(cell, Tile::Wall), Some(Tile::Wall)));
    assert_eq!(lines(&player, "hatching"), lines(&page(&walled, PLAYER), "hatching"));
    assert!(lines(&player, "hatching").len() > lines(&master, "hatching").len());
}

#[test]
fn a_player_learns_of_no_lock_key_or_direction() {
    let level = hand_made(&[]);
    let [master, player] = [MASTER, PLAYER].map(|options| page(&level, options));
    assert_eq!(texts(&master, "keys"), ["1"]);
    assert!(texts(&player, "keys").is_empty() && texts(&player, "doors").is_empty());
    let key = texts(&player, "key").join(" ");
    assert!(key.contains("portcullis") && !key.contains("lock") && !key.contains("rug"), "{key}");
    assert!(texts(&master, "key").contains(&"Between rooms 3–4; key in 2".to_owned()), "{:?}", texts(&master, "key"));
}

#[test]
fn all_shapes_lie_on_the_page_and_the_numbers_on_the_floor() {
    for (name, level) in levels() {
        for options in [MASTER, PLAYER] {
            let page = page(&level, options);
            let [width, height] = page.size().map(|side| side as i32);
            for shape in page.layers().iter().flat_map(|layer| shapes(&page, layer.name)) {
                let points = match shape {
                    InkShape::Group { .. } => Vec::new(),
                    InkShape::Fill { loops: lines, .. } | InkShape::Lines { lines, .. } => lines.concat(),
                    InkShape::Text { text, at, height, .. } => lettering::lines(text, *at, *height).concat(),
                };
                let is_on = |point: &InkPoint| (0..=width).contains(&point[0]) && (0..=height).contains(&point[1]);
                assert!(points.iter().all(is_on), "{name}: {shape:?}");
            }
            let floor = floor(&page);
            for shape in layer(&page, "numbers").into_iter().flat_map(|layer| &layer.shapes) {
                let InkShape::Text { text, at, height, .. } = shape else { continue };
                let middle = [at[0] + lettering::width(text, *height) / 2, at[1] - height / 2];
                assert!(is_inside(&floor, middle), "{name}: {text}");
            }
        }
    }
}

#[test]
fn a_region_has_its_own_rooms_in_the_key_and_a_part_of_the_whole_hatching() {
    let level = hand_made(&[]);
    let region = Some(Rect::of(0, 0, 14, 6));
    let part = page(&level, PictureOptions { region, ..MASTER });
    assert_eq!(texts(&part, "numbers"), ["0", "1"]);
    assert!(!texts(&part, "key").iter().any(|text| text == "rug"));
    assert!(lines(&part, "hatching").len() < lines(&page(&level, MASTER), "hatching").len());
    let room = page(&level, PictureOptions { room: Some(4), ..MASTER });
    assert_eq!(texts(&room, "numbers"), ["4"]);
    assert!(texts(&room, "key").contains(&"locked door".to_owned()), "with its doors");
}

#[test]
fn a_page_is_the_same_at_every_scale_and_too_large_a_one_is_refused() {
    let level = hand_made(&[]);
    let page = page(&level, MASTER);
    let mean = |scale: u32| {
        let picture = page.paint(scale).expect("a picture");
        let [width, height] = page.size().map(|side| (side * scale).div_ceil(PARTS as u32));
        assert_eq!((picture.width(), picture.height()), (width, height));
        picture.bytes().iter().map(|&byte| f64::from(byte)).sum::<f64>() / picture.bytes().len() as f64
    };
    let (small, large) = (mean(9), mean(40));
    assert!((small - large).abs() < 2.0, "{small} {large}");
    assert_eq!(page.paint(0), Err(PictureError::Scale { scale: 0 }));
    assert_eq!(page.paint(257), Err(PictureError::Scale { scale: 257 }));
    let wide = InkPage { size: [PARTS as u32 * 1000, PARTS as u32 * 1000], corner: [0, 0], layers: Vec::new() };
    let (width, height) = (1000, 1000);
    assert_eq!(wide.paint(17), Err(PictureError::TooLarge { width, height, scale: 17, largest: 16 }));
}

#[test]
fn bands_are_the_rows_of_the_page_and_the_file_is_that_of_its_picture() {
    let theme = roomgen::theme::Theme::default();
    for (name, level) in levels() {
        let options = PictureOptions { scale: 9, ..MASTER };
        let (page, whole) = (page(&level, options), render(&level, &theme, options).expect("a picture"));
        for rows in [1, 7, 64, whole.height(), u32::MAX / 2] {
            let bands = page.bands(9, [whole.width(), whole.height()], rows);
            let bytes: Vec<u8> = bands.flat_map(Picture::into_bytes).collect();
            assert!(bytes == whole.bytes(), "{name}, {rows} rows");
        }
        assert_eq!(png::write(&level, &theme, options), png::encode(&whole), "{name}");
    }
}

#[test]
fn ink_has_neither_overlays_nor_another_view_and_players_no_overlays_but_a_grid() {
    let (level, theme) = (hand_made(&[]), roomgen::theme::Theme::default());
    let path = Overlay::Path.into();
    let refused = render(&level, &theme, PictureOptions { overlays: path, ..MASTER }).expect_err("no overlays");
    assert!(refused.to_string().starts_with("the overlay path is for the style tiles"), "{refused}");
    let refused = render(&level, &theme, PictureOptions { view: View::Iso, ..MASTER }).expect_err("no views");
    assert!(refused.to_string().starts_with("the view iso is for the style tiles"), "{refused}");
    let tiles = PictureOptions { audience: Audience::Player, ..PictureOptions::DEFAULT };
    for &overlay in Overlay::ALL.iter().filter(|overlay| !overlay.needs_record()) {
        let drawn = render(&level, &theme, PictureOptions { overlays: overlay.into(), ..tiles });
        match overlay {
            Overlay::Grid => assert!(drawn.is_ok()),
            overlay => assert_eq!(drawn, Err(PictureError::MasterOnly { overlay })),
        }
    }
}

#[test]
fn the_page_of_a_level_made_by_hand_is_the_golden_one() {
    for (file, options) in [("ink.png", MASTER), ("ink-player.png", PLAYER)] {
        let level = hand_made(&["Secret", "Open"]);
        let options = PictureOptions { scale: 24, ..options };
        let theme = roomgen::theme::Theme::default();
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/picture").join(file);
        if env::var_os("BLESS").is_some_and(|value| value == "1") {
            fs::write(&path, png::write(&level, &theme, options).expect("a file")).expect("a golden file");
        }
        let golden = Pixels::read(&fs::read(&path).expect("the golden file"));
        let same = golden.bytes == render(&level, &theme, options).expect("a picture").into_bytes();
        assert!(same, "{file} has changed; look at it, then bless it by running this test with BLESS=1");
    }
}

#[test]
fn a_cell_is_up_to_256_pixels_wide_in_both_styles() {
    let (level, theme) = (hand_made(&[]), roomgen::theme::Theme::default());
    let region = Some(Rect::of(1, 1, 3, 2));
    let tiles = PictureOptions { scale: 256, region, ..PictureOptions::DEFAULT };
    let picture = render(&level, &theme, tiles).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (768, 512));
    let ink = render(&level, &theme, PictureOptions { style: PictureStyle::Ink, ..tiles }).expect("a page");
    assert_eq!(ink, page(&level, PictureOptions { region, ..MASTER }).paint(256).expect("a page"));
    assert_eq!(render(&level, &theme, PictureOptions { scale: 257, ..tiles }), Err(PictureError::Scale { scale: 257 }));
}

#[test]
fn the_key_names_the_terrain_that_the_plan_shows() {
    let parted = Preset::parse(
        r##"(name: "river", base: "library", size: (48, 36),
        terrain: {"brook": (glyph: '`', color: "#2f5f8f", blocks: true, bridge: "stones"),
            "stones": (glyph: ';', color: "#8a8a8a")},
        floorplan: (partings: [(name: "brook", terrain: "brook", crossings: (1, 2))]))"##,
    );
    let level = generate(&parted.expect("a preset"), 3);
    let key = texts(&page(&level, MASTER), "key");
    assert!(["brook", "stones"].into_iter().all(|name| key.iter().any(|text| text == name)), "{key:?}");
    // A room away from the water.
    let is_dry = |room: &&roomgen::Room| {
        room.rect.grown(3).is_some_and(|near| near.cells().all(|cell| level.terrain(cell).is_none()))
    };
    let dry = level.rooms().iter().find(is_dry).expect("a room away from it").id;
    let part = page(&level, PictureOptions { room: Some(dry), ..MASTER });
    assert!(!texts(&part, "key").iter().any(|text| text == "brook"), "{:?}", texts(&part, "key"));
}
