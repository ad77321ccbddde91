//! Pictures, files and films: `draw`, `show`, `export`, `film`, `frame`.

use roomgen::{Preset, Request, export, generate};
use roomgen_export::{
    ansi,
    format::Format,
    gif, gltf, godot, ldtk,
    map::{MapFloor, TileSheet},
    png, svg, tiled, uvtt,
};
use serde_json::{Value, json};

use crate::page::{Page, picture_length};

#[test]
fn a_picture_has_four_bytes_a_pixel_none_of_them_transparent() {
    let mut page = Page::with_level();
    for request in [
        json!({ "op": "draw", "scale": 8 }),
        json!({ "op": "draw", "scale": 8, "view": "iso" }),
        json!({ "op": "draw", "scale": 16, "view": "top", "legend": true }),
        json!({ "op": "draw", "scale": 8, "room": 0 }),
    ] {
        let picture = page.ask(&request);
        assert_eq!(page.bytes().len(), picture_length(&picture));
        assert!(page.bytes().chunks(4).all(|pixel| pixel[3] == 255));
    }
}

#[test]
fn each_overlay_can_be_drawn_and_changes_the_picture() {
    let mut page = Page::default();
    let about = page.ask(&json!({ "op": "about" }));
    let mut changes = |overlay: &Value, seed: u32| {
        let seed = seed.to_string();
        page.ask(&json!({ "op": "show", "preset": "crypt", "seed": seed, "size": "64x48", "scale": 8 }));
        let plain = page.bytes().to_vec();
        page.ask(&json!({ "op": "draw", "scale": 8, "overlays": [overlay["name"]] }));
        page.bytes() != plain
    };
    for overlay in about["overlays"].as_array().unwrap() {
        // Not every level has what an overlay shows.
        assert!((0..20).any(|seed| changes(overlay, seed)), "{overlay}");
    }
}

#[test]
fn show_is_level_and_draw() {
    let mut page = Page::default();
    let level = page.ask(&json!({ "op": "level", "preset": "cellar", "seed": "9" }));
    let picture = page.ask(&json!({ "op": "draw", "scale": 8 }));
    let pixels = page.bytes().to_vec();
    let show = page.ask(&json!({ "op": "show", "preset": "cellar", "seed": "9", "scale": 8 }));
    assert_eq!(show, json!({ "level": level, "picture": picture }));
    assert_eq!(page.bytes(), pixels);
}

#[test]
fn each_format_gives_files_whose_lengths_add_up() {
    let mut page = Page::with_level();
    let about = page.ask(&json!({ "op": "about" }));
    for format in about["formats"].as_array().unwrap() {
        let request = json!({ "op": "export", "format": format["name"], "name": "deep", "scale": 8 });
        let reply = page.ask(&request);
        let files = reply["files"].as_array().unwrap();
        let ending = format["ending"].as_str().unwrap();
        assert_eq!(files[0]["name"], format!("deep.{ending}"));
        assert_eq!(files[0]["media"], format["media"]);
        let lengths: u64 = files.iter().map(|file| file["length"].as_u64().unwrap()).sum();
        assert_eq!(lengths as usize, page.bytes().len(), "{format}");
        assert!(files.iter().all(|file| file["length"].as_u64() > Some(0)), "{format}");
    }
}

#[test]
fn the_files_of_each_format_are_those_that_its_own_writer_gives() {
    let mut page = Page::with_level();
    let preset = Preset::built_in("cellar").unwrap();
    let level = generate(&preset, Request::new(7));
    let (theme, sheet) = (preset.theme(), TileSheet::of_preset(&preset));
    let floor = MapFloor { level: &level, theme, sheet: &sheet, sheet_name: "level-tiles", above: None };
    let margin = Some(png::PictureOptions::MARGIN);
    let as_tool = png::PictureOptions { margin, ..png::PictureOptions::DEFAULT };
    let mut expected = vec![
        ("ron", export::ron::write(&level).into_bytes()),
        ("json", export::json::write(&level).into_bytes()),
        ("text", export::text::write(&level).into_bytes()),
        ("ansi", ansi::write(&level, theme, ansi::AnsiOptions::default()).unwrap().into_bytes()),
        ("png", png::write(&level, theme, as_tool).unwrap()),
        ("svg", svg::write_with(&level, theme, png::PictureOptions::DEFAULT).unwrap().into_bytes()),
        ("csv", export::csv::write(&level).into_bytes()),
        ("dot", export::dot::write(&level).into_bytes()),
        ("glb", gltf::write(&level, theme).unwrap()),
        ("tmx", tiled::tmx(&level, theme, &sheet, "level-tiles")),
        ("tmj", tiled::tmj(&level, theme, &sheet, "level-tiles")),
        ("ldtk", ldtk::write(&[floor]).unwrap()),
        ("godot", godot::tscn(&level, theme, &sheet, "level-tiles")),
        ("uvtt", uvtt::write(&level, theme, png::PictureOptions::DEFAULT, uvtt::UvttOptions::default()).unwrap()),
        ("gif", gif::write(&preset, 7, gif::GifOptions::default()).unwrap()),
    ];
    for (name, map) in &mut expected {
        let beside = name.parse::<Format>().unwrap().sheet_files(&sheet, "level-tiles", None).unwrap();
        beside.into_iter().for_each(|file| map.extend(file.bytes));
    }
    let about = page.ask(&json!({ "op": "about" }));
    let formats = about["formats"].as_array().unwrap();
    // A codec that the tests of other crates ask for, and that the page's module is built without.
    let is_codec = |name: &&str| *name == "webp";
    let named: Vec<_> =
        formats.iter().map(|format| format["name"].as_str().unwrap()).filter(|name| !is_codec(name)).collect();
    // A format that is added to the list needs a line above.
    assert_eq!(named, expected.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (name, bytes) in expected {
        page.ask(&json!({ "op": "export", "format": name }));
        assert!(page.bytes() == bytes, "{name}");
    }
}

#[test]
fn chunks_of_an_exported_png_have_their_checksums() {
    let mut page = Page::with_level();
    page.ask(&json!({ "op": "export", "format": "png", "scale": 8 }));
    let mut rest = page.bytes().strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    let mut kinds = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (content, after) = after.split_at(4 + u32::from_be_bytes(*length) as usize);
        let (sum, after) = after.split_first_chunk::<4>().unwrap();
        // Bit by bit, by the definition in the standard.
        let shift = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
        let known = !content.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), shift));
        assert_eq!(u32::from_be_bytes(*sum), known);
        kinds.push(&content[..4]);
        rest = after;
    }
    assert_eq!((kinds[0], *kinds.last().unwrap()), (&b"IHDR"[..], &b"IEND"[..]));
}

#[test]
fn a_film_has_as_many_frames_as_it_says_and_then_null() {
    let mut page = Page::default();
    let film = page.ask(&json!({ "op": "film", "preset": "cellar", "seed": "7", "room": 1 }));
    let frames = film["frames"].as_u64().unwrap();
    assert!(frames > 1);
    for _ in 0..frames {
        let frame = page.ask(&json!({ "op": "frame" }));
        assert!(frame["caption"].is_string() && frame["steps"].is_array(), "{frame}");
        assert_eq!(page.bytes().len(), picture_length(&film));
    }
    assert_eq!(page.ask(&json!({ "op": "frame" })), Value::Null);
    assert!(page.bytes().is_empty());
}
