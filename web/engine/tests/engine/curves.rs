//! The curve of encounters, and where its numbers stand in the text: `curve`.

use serde_json::{Value, json};

use crate::page::Page;

/// A preset without encounters.
const BARE: &str = "(name: \"bare\", layouts: [(name: \"bare\", formations: [])])";

/// Of a preset on the cellar, which has no curve of its own.
const ENCOUNTERS: &str = "props: {\"rat\": (glyph: 'r', color: \"#aa5533\", marker: true)}, \
    groups: {\"a rat\": (cost: 2, members: {\"rat\": 1})}, encounters: (budget: 24";

fn preset(name: &str, base: &str, curve: &str) -> String {
    format!("// é😀\n(name: {name:?}, base: {base:?}, {ENCOUNTERS}{curve}))")
}

fn curve(page: &mut Page, text: &str) -> Value {
    page.ask(&json!({ "op": "curve", "text": text }))["curve"].take()
}

/// What a span of UTF-16 covers.
fn covered(text: &str, span: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let end = |name: &str| span[name].as_u64().unwrap() as usize;
    String::from_utf16(&units[end("start")..end("end")]).unwrap()
}

#[test]
fn each_number_of_the_text_has_its_span_without_comments() {
    let text = preset("own", "cellar", ", curve: [(0.25 /* é😀 */, 0), (5e-1,\n 1.50 ), (1, 1000)]");
    let curve = curve(&mut Page::default(), &text);
    let points = curve["points"].as_array().unwrap();
    let written: Vec<_> = points.iter().map(|point| [0, 1].map(|part| covered(&text, &point["spans"][part]))).collect();
    assert_eq!(written, [["0.25", "0"], ["5e-1", "1.50"], ["1", "1000"]]);
    let places: Vec<_> = points.iter().map(|point| [&point["progress"], &point["value"]].map(Value::as_f64)).collect();
    assert_eq!(places, [[0.25, 0.0], [0.5, 1.5], [1.0, 1000.0]].map(|place| place.map(Some)));
    assert_eq!((&curve["base"], curve["most"].as_f64()), (&Value::Null, Some(1000.0)));
}

#[test]
fn the_largest_value_is_that_of_the_language() {
    let mut page = Page::default();
    let with = |value: f64| preset("own", "cellar", &format!(", curve: [(0.5, {value})]"));
    let most = curve(&mut page, &with(1.0))["most"].as_f64().unwrap();
    curve(&mut page, &with(most));
    page.refused(&json!({ "op": "curve", "text": with(most + 1.0) }));
}

#[test]
fn a_curve_of_a_base_is_named_and_has_no_spans_until_the_text_has_its_own() {
    let mut page = Page::default();
    let bases = json!({ "mine.ron": preset("base", "cellar", ", curve: [(0.5, 2)]") });
    let mut ask = |encounters: &str| {
        let text = format!("(name: \"own\", base: \"mine.ron\"{encounters})");
        page.ask(&json!({ "op": "curve", "text": text, "bases": bases }))["curve"].take()
    };
    let point = |spans: &Value| json!([{ "progress": 0.5, "value": 2.0, "spans": spans }]);
    let inherited = ask(", encounters: (budget: 30)");
    assert_eq!((&inherited["points"], &inherited["base"]), (&point(&Value::Null), &json!("mine.ron")));
    let own = ask(", encounters: (curve: [(0.5, 2)])");
    assert_eq!(own["base"], Value::Null);
    assert!(own["points"][0]["spans"].is_array());
}

#[test]
fn without_a_curve_there_are_equal_shares_and_without_encounters_nothing() {
    let mut page = Page::default();
    let points = curve(&mut page, &preset("own", "cellar", ""))["points"].take();
    let flat = [0, 1].map(|progress| json!({ "progress": progress, "value": 1, "spans": null }));
    assert_eq!(points, json!(flat));
    assert_eq!(page.ask(&json!({ "op": "curve", "text": BARE })), json!({ "curve": null }));
    let mut has_encounters = |request: &Value| page.ask(request)["has_encounters"].take();
    assert_eq!(has_encounters(&json!({ "op": "level", "text": BARE })), json!(false));
    let text = preset("own", "cellar", "").replace("budget: 24", "budget: (from: 0, to: 24, over: Difficulty)");
    assert_eq!(has_encounters(&json!({ "op": "level", "text": text })), json!(true));
}

#[test]
fn asking_for_a_curve_keeps_the_level() {
    let mut page = Page::with_level();
    let before = page.ask(&json!({ "op": "measures" }));
    curve(&mut page, &preset("own", "cellar", ", curve: [(0.5, 1)]"));
    assert_eq!(page.ask(&json!({ "op": "measures" })), before);
}
