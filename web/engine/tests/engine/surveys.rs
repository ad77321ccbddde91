//! Surveys in parts: `survey`, `merge`.

use serde_json::{Value, json};

use crate::page::Page;

fn survey(page: &mut Page, seed: u64, count: u32) -> Value {
    page.ask(&json!({ "op": "survey", "preset": "cellar", "seed": seed.to_string(), "count": count }))
}

#[test]
fn parts_of_a_survey_merge_into_the_whole() {
    let mut page = Page::default();
    let whole = survey(&mut page, 10, 30);
    let (first, second) = (survey(&mut page, 10, 12), survey(&mut page, 22, 18));
    let values: Vec<Value> =
        [&first, &second].iter().flat_map(|part| part["values"].as_array().unwrap().clone()).collect();
    assert_eq!(whole["values"], Value::from(values));
    let merge = |page: &mut Page, parts: Value| page.ask(&json!({ "op": "merge", "surveys": parts }));
    let merged = merge(&mut page, json!([first["survey"], second["survey"]]));
    let one = merge(&mut page, json!([whole["survey"]]));
    assert_eq!(merged["levels"], json!(30));
    assert_eq!(merged, one);
}

#[test]
fn extremes_and_means_are_those_of_the_values() {
    let mut page = Page::default();
    let part = survey(&mut page, 100, 25);
    let merged = page.ask(&json!({ "op": "merge", "surveys": [part["survey"]] }));
    for (metric, summary) in merged["metrics"].as_array().unwrap().iter().enumerate() {
        let all: Vec<Option<f64>> =
            part["values"].as_array().unwrap().iter().map(|level| level[metric].as_f64()).collect();
        let values: Vec<f64> = all.iter().flatten().copied().collect();
        assert_eq!(summary["levels"], values.len(), "{summary}");
        let Some(least) = values.iter().copied().reduce(f64::min) else {
            assert!(summary["min"].is_null(), "{summary}");
            continue;
        };
        assert_eq!(summary["min"]["value"].as_f64(), Some(least), "{summary}");
        let seed: usize = summary["min"]["seed"].as_str().unwrap().parse().unwrap();
        assert_eq!(all[seed - 100].map(f64::to_bits), Some(least.to_bits()), "{summary}");
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        // A survey rounds each value to a multiple of 2^-20.
        assert!((summary["mean"].as_f64().unwrap() - mean).abs() < 1e-6, "{summary}");
    }
}

#[test]
fn a_merged_survey_can_be_merged_again_without_losing_a_digit() {
    let mut page = Page::default();
    let part = survey(&mut page, 0, 20);
    let once = page.ask(&json!({ "op": "merge", "surveys": [part["survey"]] }));
    let twice = page.ask(&json!({ "op": "merge", "surveys": [once["survey"]] }));
    assert_eq!(once, twice);
}

#[test]
fn surveys_of_no_level_and_texts_that_are_no_survey_are_refused() {
    let mut page = Page::default();
    assert!(page.refused(&json!({ "op": "survey", "count": 0 })).0.starts_with("count: 0 is out of range"));
    assert!(page.refused(&json!({ "op": "survey", "count": 10_001 })).0.starts_with("count: 10001"));
    for text in ["", "{}", "[]", "{\"levels\":"] {
        let (message, _) = page.refused(&json!({ "op": "merge", "surveys": [text] }));
        assert!(message.starts_with("no survey: "), "{text}: {message}");
    }
}
