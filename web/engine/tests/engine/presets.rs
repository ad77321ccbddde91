//! What the engine has, and what presets define: `about`, `text`, `preset`.

use roomgen::{Preset, REVISION};
use serde_json::{Value, json};

use crate::page::Page;

#[test]
fn about_names_each_preset_run_format_overlay_view_and_metric_once() {
    let about = Page::default().ask(&json!({ "op": "about" }));
    assert_eq!(about["revision"], json!(REVISION));
    for list in ["presets", "formats", "overlays", "metrics", "runs"] {
        let mut names: Vec<_> = about[list].as_array().unwrap().iter().map(|entry| entry["name"].as_str()).collect();
        assert!(names.len() > 1, "{list}");
        assert!(names.iter().all(Option::is_some), "{list}");
        assert!(about[list].as_array().unwrap().iter().all(|entry| entry["about"] != ""), "{list}");
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{list}");
    }
    assert_eq!(about["views"], json!(["top", "iso"]));
    assert!(about["limits"].as_object().unwrap().values().all(|limit| limit.as_u64() > Some(0)));
}

#[test]
fn each_preset_that_about_lists_can_be_read_and_has_the_size_and_digest_of_the_library() {
    let mut page = Page::default();
    let about = page.ask(&json!({ "op": "about" }));
    for listed in about["presets"].as_array().unwrap() {
        let name = listed["name"].as_str().unwrap();
        let known = Preset::built_in(name).unwrap();
        let text = page.ask(&json!({ "op": "text", "preset": name }))["text"].take();
        let read = page.ask(&json!({ "op": "preset", "text": text }));
        assert_eq!(read["preset_digest"], format!("{:016x}", known.digest()), "{name}");
        assert_eq!(listed["size"], known.size().to_string(), "{name}");
        assert_eq!(read["kinds"].as_array().unwrap().len(), known.kinds().len(), "{name}");
    }
}

#[test]
fn a_base_of_another_tab_is_found_and_a_missing_one_is_named() {
    let mut page = Page::default();
    let cellar = page.ask(&json!({ "op": "text", "preset": "cellar" }))["text"].take();
    let text = "(base: \"mine.ron\", name: \"deep\")";
    let based = json!({ "op": "preset", "text": text, "bases": { "mine.ron": cellar } });
    assert_eq!(page.ask(&based)["name"], "deep");
    let (_, problems) = page.refused(&json!({ "op": "preset", "text": text }));
    let message = problems[0]["message"].as_str().unwrap();
    assert!(message.contains("mine.ron") || problems[0].to_string().contains("add it as a tab"), "{message}");
}

#[test]
fn a_problem_has_its_place_in_units_of_utf16() {
    let before = "// é😀 is one unit and a pair.\n(nam";
    let text = format!("{before}: \"x\")");
    let (message, problems) = Page::default().refused(&json!({ "op": "preset", "text": text }));
    assert_eq!(message, "The text has one problem.");
    let start = before.trim_end_matches("nam").encode_utf16().count();
    assert_eq!(problems[0]["utf16"], json!({ "start": start, "end": start + 3 }), "{}", problems[0]);
    assert!(problems[0]["code"].is_string());
}

#[test]
fn a_misspelt_built_in_preset_gets_the_name_that_was_meant() {
    for op in ["text", "preset", "level", "lint"] {
        let (message, _) = Page::default().refused(&json!({ "op": op, "preset": "cript" }));
        assert!(message.contains("crypt"), "{op}: {message}");
    }
}

#[test]
fn a_preset_that_is_too_long_is_refused() {
    let mut page = Page::default();
    let most = page.ask(&json!({ "op": "about" }))["limits"]["text"].as_u64().unwrap() as usize;
    let text = " ".repeat(most + 1);
    assert!(!page.refused(&json!({ "op": "preset", "text": text })).1.is_empty());
    let problems: Vec<Value> = page.refused(&json!({ "op": "preset", "text": "" })).1;
    assert_eq!(problems.len(), 1);
}

#[test]
fn a_picture_of_sprites_is_taken_once_and_drawn_from_then_on() {
    let mut page = Page::default();
    let text = "(name: \"mine\", base: \"cellar\", sprites: \"art/my.png\", props: { \"crate\": (sprite: \"0,0\") })";
    let preset = json!({ "op": "preset", "text": text });
    let (_, problems) = page.refused(&preset);
    assert!(problems[0]["message"].as_str().unwrap().contains("there is no picture \"art/my.png\": add its file"));
    let picture = |rgba: &str, width: u32| json!({ "op": "sprites", "name": "my.png", "width": width, "height": 16, "rgba": rgba.repeat(16 * 16) });
    for bad in [picture("ff00fe", 16), picture("ff00fexx", 16), picture("ff00feff", 17), picture("ff00feff", 0)] {
        let (message, _) = page.refused(&bad);
        assert!(message.contains("my.png is no picture of"), "{message}");
    }
    page.ask(&picture("ff00feff", 16));
    assert_eq!(page.ask(&preset)["name"], "mine");
    // Another picture of the same name takes its place.
    page.ask(&picture("00000000", 16));
    let (_, problems) = page.refused(&preset);
    assert!(problems[0]["message"].as_str().unwrap().contains("is empty"));
}
