//! Sprites from a picture beside the preset: in pictures and maps, and what is refused.

use std::fs;

use super::Folder;
use crate::pixels::Pixels;

/// The preset, whose crates are cells of a picture.
const MINE: &str = "(\n    name: \"mine\", base: \"cellar\", size: (40, 30),\n    sprites: \"art/my.png\",\n    \
                    props: { \"crate\": (sprite: \"1,0\"), \"barrel\": (sprite: \"0,0\") },\n)";

/// A colour that no theme has.
const PINK: [u8; 3] = [255, 0, 254];

/// A picture of two cells of 16 pixels, each of one colour.
fn art() -> Vec<u8> {
    encoded(32, 16, &[PINK[0], PINK[1], PINK[2], 255].repeat(32 * 16))
}

fn encoded(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(rgba).expect("pixels");
    writer.finish().expect("a picture");
    file
}

/// A picture whose second pixel has a colour that its palette of two lacks.
fn beyond_its_palette() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 16, 16);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(&[1, 2, 3, 4, 5, 6][..]);
    let mut writer = encoder.write_header().expect("a header");
    let mut indices = [1; 256];
    indices[1] = 3;
    writer.write_image_data(&indices).expect("pixels");
    writer.finish().expect("a picture");
    file
}

fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("art")).expect("a folder");
    folder.put("mine.ron", MINE);
    folder.put("art/my.png", art());
    folder
}

#[test]
fn pictures_of_both_views_and_tile_sheets_show_sprites_from_the_picture() {
    let folder = folder();
    let is_pink = |file: &str| {
        let picture = Pixels::read(&folder.bytes(file));
        let channels = picture.bytes.len() / (picture.width * picture.height) as usize;
        picture.bytes.chunks(channels).any(|pixel| pixel[..3] == PINK)
    };
    for view in ["top", "iso"] {
        folder.run(&format!("--seed 3 --preset mine.ron --png a.png --no-light --view {view}")).ok();
        assert!(is_pink("a.png"), "{view}");
    }
    folder.run("--seed 3 --preset mine.ron --out level.ron --out map.tmx").ok();
    assert!(is_pink("map-tiles.png"));
    folder.run("render level.ron --preset mine.ron --out b.png --no-light --view iso").ok();
    assert_eq!(folder.bytes("a.png"), folder.bytes("b.png"));
}

#[test]
fn floors_of_runs_show_sprites_from_pictures_beside_the_texts_that_name_them() {
    let folder = folder();
    let is_pink = |file: &str| Pixels::read(&folder.bytes(file)).bytes.chunks(3).any(|pixel| pixel[..3] == PINK);
    fs::create_dir(folder.path("deep")).expect("a folder");
    fs::rename(folder.path("art"), folder.path("deep/art")).expect("a folder");
    folder.put("deep/mine.ron", MINE);
    folder.put("deep/mood.ron", "(sprites: \"art/my.png\", props: { \"barrel\": (sprite: \"0,0\") })");
    let run = |act: &str, more: &str| format!("(name: \"r\", size: (40, 30), acts: [(preset: \"{act}\")]{more})");
    let mood = ", moods: { \"pink\": (text: \"deep/mood.ron\") }";
    let piece = ", shared: (sprites: \"deep/art/my.png\", props: { \"barrel\": (sprite: \"0,0\") })";
    for text in [run("deep/mine.ron", ""), run("cellar", mood), run("cellar", piece)] {
        folder.put("r.run.ron", &text);
        folder.run("run r.run.ron -s 3 --floor 0 --png a.png --out a.ron --no-light").ok();
        folder.run("render a.ron --out b.png --no-light --run r.run.ron").ok();
        assert!(is_pink("a.png") && folder.bytes("a.png") == folder.bytes("b.png"), "{text}");
        let words = ["deep/art/my.png", "the sprites of a preset of the run"];
        folder.run("run r.run.ron -s 3 --floor 0 --png deep/art/my.png").fails(2, &words);
    }
    folder.put("r.run.ron", run("cellar", ", shared: (sprites: \"art/my.png\")"));
    folder.run("run r.run.ron -s 3").fails(1, &["r.run.ron:1:", "art/my.png", "no such file"]);
    folder.run("lint r.run.ron").fails(1, &["r.run.ron:1:", "no such file"]);
}

#[test]
fn cells_of_every_side_fill_those_of_pictures_and_tile_sheets() {
    let folder = folder();
    let mut first = None;
    for side in [16, 4, 5, 12, 24, 127, 128] {
        // One cell of a key colour between two that are pink.
        let row: Vec<u8> = [PINK, [0, 255, 1], PINK].iter().flat_map(|color| color.repeat(side)).collect();
        let rgba = row.repeat(side).chunks(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect::<Vec<_>>();
        folder.put("art/my.png", encoded(3 * side as u32, side as u32, &rgba));
        let sheet = format!("(file: \"art/my.png\", side: {side}, transparent: \"#00ff01\")");
        let mine = MINE.replace("\"art/my.png\"", &sheet).replace("1,0", "2,0");
        folder.put("mine.ron", &*mine);
        folder.run("--seed 3 --preset mine.ron --png a.png --no-light --out map.tmx").ok();
        let drawn = ["a.png", "map-tiles.png"].map(|file| folder.bytes(file));
        assert!(first.get_or_insert_with(|| drawn.clone()) == &drawn, "{side}");
        folder.put("mine.ron", mine.replace("2,0", "1,0"));
        folder.run("lint mine.ron").fails(1, &["the cell \"1,0\" is empty"]);
    }
}

#[test]
fn a_picture_that_cannot_be_used_is_told_where_it_is_named() {
    let folder = folder();
    let refused = |words: &[&str]| {
        folder.run("--seed 3 --preset mine.ron --png a.png").fails(1, words);
        folder.run("lint mine.ron").fails(1, words);
        assert!(!folder.names().contains(&"a.png".to_owned()));
    };
    folder.put("art/my.png", "GIF89a");
    refused(&["mine.ron:3:14", "the picture \"art/my.png\" is no PNG picture"]);
    folder.put("art/my.png", &art()[..60]);
    refused(&["mine.ron:3:14", "the picture \"art/my.png\" cannot be decoded"]);
    folder.put("art/my.png", beyond_its_palette());
    refused(&[
        "mine.ron:3:14",
        "the picture \"art/my.png\" cannot be decoded",
        "pixel (1, 0) has colour 3, counted from 0, of a palette of 2",
    ]);
    folder.put("art/my.png", encoded(33, 16, &[0; 33 * 16 * 4]));
    refused(&["mine.ron:3:14", "33x16 pixels does not end with a whole cell", "16, 32, 48 pixels"]);
    folder.put("art/my.png", encoded(16, 16, &[255; 16 * 16 * 4]));
    refused(&["mine.ron:4:32", "the picture has no cell \"1,0\"", "1 columns and 1 rows"]);
    folder.put("art/my.png", encoded(4097, 16, &[9; 4097 * 16 * 4]));
    refused(&["mine.ron:3:14", "has 4097x16 pixels: the longest side is 4096"]);
    folder.put("art/my.png", vec![0; (1 << 24) + 1]);
    refused(&["mine.ron:3:14", "is too long", "16777216"]);
    fs::remove_file(folder.path("art/my.png")).expect("a file");
    refused(&["mine.ron:3:14", "cannot be read: there is no such file"]);
    folder.put("mine.ron", MINE.replace("art/my.png", "../my.png"));
    refused(&["mine.ron:3:14", "leads out of the preset's folder; pictures lie in it or below it"]);
}

#[test]
fn a_picture_is_never_written_over() {
    let folder = folder();
    folder.run("--seed 3 --preset mine.ron --png art/my.png").fails(2, &["art/my.png", "the sprites of the preset"]);
    assert_eq!(folder.bytes("art/my.png"), art());
}

#[test]
fn a_level_of_a_preset_file_says_how_it_is_drawn_with_its_sprites() {
    let folder = folder();
    folder.run("--seed 1 --preset ./mine.ron --out level.ron").ok();
    let bare = folder.run("render level.ron --out bare.png").ok();
    assert!(bare.err.contains("--preset FILE draws with its colours and sprites"), "{}", bare.err);
    let own = folder.run("render level.ron --preset ./mine.ron --out own.png").ok();
    assert!(own.err.is_empty() && folder.bytes("own.png") != folder.bytes("bare.png"), "{}", own.err);
}
