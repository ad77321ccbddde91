//! Lint in slices: `lint`, `sample`.

use serde_json::{Value, json};

use crate::page::Page;

/// A preset with a kind that no formation places, and a colour that no sprite uses.
fn with_unused_parts(page: &mut Page) -> String {
    let text = page.ask(&json!({ "op": "text", "preset": "cellar" }))["text"].as_str().unwrap().to_owned();
    let kind = "props: {\n        \"spare\": (glyph: '?', color: \"#ffffff\"),";
    let changed = text.replacen("props: {", kind, 1).replacen("palette: {", "palette: { 'Z': \"#fedcba\",", 1);
    assert_eq!(changed.len(), text.len() + kind.len() - "props: {".len() + " 'Z': \"#fedcba\",".len());
    changed
}

/// The part of a text at which a finding with this code points.
fn pointed_at(text: &str, findings: &Value, code: &str) -> Option<String> {
    let finding = findings.as_array().unwrap().iter().find(|finding| finding["finding"] == code)?;
    let offset = |end: &str| finding["utf16"][end].as_u64().unwrap() as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    Some(String::from_utf16(&units[offset("start")..offset("end")]).unwrap())
}

#[test]
fn a_finding_points_at_its_part_of_the_text() {
    let mut page = Page::default();
    let text = with_unused_parts(&mut page);
    assert!(!text.is_ascii(), "units and bytes must differ");
    let by_text = page.ask(&json!({ "op": "lint", "text": text }))["findings"].take();
    assert_eq!(pointed_at(&text, &by_text, "unused-character").as_deref(), Some("'Z'"));
    assert_eq!(pointed_at(&text, &by_text, "unused-kind"), None, "found without a sample");
    let all = page.ask(&json!({ "op": "sample", "levels": 1000 }))["findings"].take();
    assert_eq!(pointed_at(&text, &all, "unused-character").as_deref(), Some("'Z'"));
    assert_eq!(pointed_at(&text, &all, "unused-kind").as_deref(), Some("\"spare\""));
}

#[test]
fn findings_come_once_all_levels_are_sampled_whatever_the_slices() {
    let mut found: Vec<Value> = Vec::new();
    for slice in [1000, 300] {
        let mut page = Page::default();
        page.ask(&json!({ "op": "lint", "preset": "cellar" }));
        let mut levels = 0;
        let last = loop {
            let reply = page.ask(&json!({ "op": "sample", "levels": slice }));
            let now = reply["levels"].as_u64().unwrap();
            assert!(now > levels && now <= levels + slice, "{reply}");
            levels = now;
            if !reply["findings"].is_null() {
                break reply;
            }
        };
        assert_eq!(last["levels"], last["of"]);
        found.push(last["findings"].clone());
    }
    assert_eq!(found[0], found[1]);
}

#[test]
fn samples_without_a_preset_or_out_of_range_are_refused() {
    let mut page = Page::default();
    assert!(page.refused(&json!({ "op": "sample", "levels": 1 })).0.contains("ask for `lint`"));
    page.ask(&json!({ "op": "lint", "preset": "cellar" }));
    for levels in [0, u32::MAX] {
        let (message, _) = page.refused(&json!({ "op": "sample", "levels": levels }));
        assert!(message.starts_with(&format!("levels: {levels} is out of range")), "{message}");
    }
}
