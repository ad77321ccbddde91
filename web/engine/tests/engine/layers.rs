//! Levels as JSON and as layers, for games: equal to those of the library.

use roomgen::{Cell, Generator, Preset, Request, export::json, preset::BUILT_IN, sight};
use serde_json::{Value, json};

use super::page::Page;

#[test]
fn the_json_of_each_preset_is_that_of_the_library() {
    let mut page = Page::default();
    for (name, _) in BUILT_IN {
        let level = Generator::new(Preset::built_in(name).unwrap())
            .generate(Request::new(u64::MAX).on_floor(3).with_difficulty(0.5).unwrap());
        let request =
            json!({ "op": "json", "preset": name, "seed": u64::MAX.to_string(), "floor": 3, "difficulty": 0.5 });
        page.ask(&request);
        assert!(page.bytes() == json::write(&level).as_bytes(), "{name}");
    }
}

#[test]
fn the_data_of_each_preset_is_its_json_with_the_props_as_numbers() {
    let mut page = Page::default();
    let (mut turned, mut dark) = (0, 0);
    for (name, _) in BUILT_IN {
        for seed in ["7", "18446744073709551615"] {
            page.ask(&json!({ "op": "json", "preset": name, "seed": seed }));
            let mut file: Value = serde_json::from_slice(page.bytes()).unwrap();
            let reply = page.ask(&json!({ "op": "data", "preset": name, "seed": seed }));
            let count = reply["props"].as_u64().unwrap() as usize;
            let (offsets, rest) = page.bytes().split_at(16 * count);
            let (wholes, text) = rest.split_at(32 * count);
            assert!(text.is_ascii());
            let offsets = offsets.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes));
            let wholes = wholes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes));
            let (offsets, wholes): (Vec<_>, Vec<_>) = (offsets.collect(), wholes.collect());
            let props = wholes.chunks(8).zip(offsets.chunks(2)).map(|(whole, offset)| {
                let mut prop = json!({
                    "kind": reply["kinds"][whole[0] as usize], "room": whole[1], "number": whole[2],
                    "x": whole[3], "y": whole[4], "width": whole[5], "height": whole[6], "offset": offset,
                });
                if whole[7] % 4 != 0 {
                    prop["turn"] = json!(whole[7] % 4);
                    turned += 1;
                }
                if whole[7] < 4 {
                    prop["lit"] = json!(false);
                    dark += 1;
                }
                prop
            });
            let props: Vec<_> = props.collect();
            assert_eq!(file["props"].take(), Value::from(props), "{name} {seed}");
            let rest: Value = serde_json::from_slice(text).unwrap();
            file["props"] = json!([]);
            assert_eq!(file, rest, "{name} {seed}");
        }
    }
    assert!(turned > 99, "{turned} turned, {dark} dark");
}

#[test]
fn the_start_of_a_request_is_the_entry_of_its_level() {
    let mut page = Page::default();
    let start = roomgen::generate(&Preset::built_in("crypt").unwrap(), 1).exit();
    page.ask(&json!({ "op": "json", "preset": "crypt", "seed": "42", "start": [start.x, start.y] }));
    let level = json::read(std::str::from_utf8(page.bytes()).unwrap()).unwrap();
    assert_eq!(level.entry(), start);
}

#[test]
fn layers_are_the_cells_of_the_level() {
    let mut page = Page::default();
    let names = ["light", "terrain", "opaque", "walkable", "tiles"];
    for (name, _) in BUILT_IN {
        let level = roomgen::generate(&Preset::built_in(name).unwrap(), 7);
        let reply = page.ask(&json!({ "op": "layers", "preset": name, "seed": "7", "layers": names }));
        assert_eq!((&reply["width"], &reply["height"]), (&json!(level.width()), &json!(level.height())));
        let layer = |name: &str| {
            let place = |at: usize| reply["layers"][name][at].as_u64().unwrap() as usize;
            &page.bytes()[place(0)..][..place(1)]
        };
        let light = sight::light(&level, level.opaque());
        let terrain = reply["terrain_kinds"].as_array().unwrap();
        for (at, cell) in level.tiles().bounds().cells().enumerate() {
            assert_eq!(layer("tiles")[at], level.tile(cell).code());
            assert_eq!(layer("walkable")[at] == 1, level.is_walkable(cell));
            assert_eq!(layer("opaque")[at] == 1, level.is_opaque(cell));
            assert_eq!(layer("light")[3 * at..][..3], light.get(cell).unwrap());
            let number = usize::from(layer("terrain")[at]);
            let kind = number.checked_sub(1).map(|position| terrain[position].as_str().unwrap());
            assert_eq!(kind, level.terrain(cell).map(|kind| kind.name.as_str()));
        }
        let cell =
            |name: &str| Cell::new(reply[name][0].as_i64().unwrap() as i32, reply[name][1].as_i64().unwrap() as i32);
        assert_eq!((cell("entry"), cell("exit")), (level.entry(), level.exit()));
    }
    let (message, _) = page.refused(&json!({ "op": "layers", "layers": ["floor"] }));
    assert!(message.contains("\"floor\"; there are: tiles, walkable, opaque, terrain, light"), "{message}");
}

#[test]
fn only_requests_with_limits_are_limited() {
    let large = json!({ "op": "layers", "preset": "cellar", "size": "300x40", "limits": {} });
    assert_eq!(Page::default().ask(&large)["width"], 300);
    let (message, _) = Page::default().refused(&json!({ "op": "layers", "preset": "cellar", "size": "300x40" }));
    assert!(message.contains("300x40 cells are too many for this page: each side has at most 256"), "{message}");
}

#[test]
fn a_level_file_is_opened_edited_or_not_and_written_in_another_format() {
    let mut page = Page::default();
    page.ask(&json!({ "op": "json", "preset": "cellar", "seed": "7" }));
    let text = String::from_utf8(page.bytes().to_vec()).unwrap();
    page.ask(&json!({ "op": "open", "level": text }));
    page.ask(&json!({ "op": "export", "format": "json" }));
    assert!(page.bytes() == text.as_bytes());
    let png = |page: &mut Page| {
        page.ask(&json!({ "op": "export", "format": "png" }));
        page.bytes().to_vec()
    };
    let opened = png(&mut page);
    page.ask(&json!({ "op": "level", "preset": "cellar", "seed": "7" }));
    assert!(opened == png(&mut page));
    // A preset that is not built in has to be there.
    let mine = text.replacen("\"preset\": \"cellar\"", "\"preset\": \"mine own\"", 1);
    let (message, _) = page.refused(&json!({ "op": "open", "level": mine }));
    assert!(message.contains("mine own"), "{message}");
    page.ask(&json!({ "op": "open", "level": mine, "preset": "cellar" }));
    // What the file of an edited level states is not compared; its invariants are checked.
    let edited = text.replacen("\"seed\": \"7\"", "\"seed\": \"8\"", 1);
    page.ask(&json!({ "op": "open", "level": edited }));
    let exit = text.find("\"exit\": [").expect("an exit");
    let broken = format!("{}\"exit\": [0, 0]{}", &text[..exit], &text[exit..][text[exit..].find(']').unwrap() + 1..]);
    let (message, _) = page.refused(&json!({ "op": "open", "level": broken }));
    assert!(message.contains("exit"), "{message}");
    let (message, _) = page.refused(&json!({ "op": "open", "level": &text[..text.len() / 2] }));
    assert!(message.contains("line"), "{message}");
}
