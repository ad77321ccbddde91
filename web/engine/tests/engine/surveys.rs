//! Surveys in parts: `survey`, `merge`; and which of their levels meet a condition: `find`.

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

/// The values of a survey's levels from seed 10 on, of the metrics that a condition asks for.
fn asked(page: &mut Page, expression: &str) -> (Value, Vec<Vec<Option<f64>>>) {
    let metrics = page.ask(&json!({ "op": "find", "expression": expression }))["metrics"].take();
    let part = survey(page, 10, 40);
    let row = |level: &Value| {
        let columns = metrics.as_array().unwrap().iter();
        columns.map(|column| level[column.as_u64().unwrap() as usize].as_f64()).collect()
    };
    let values = part["values"].as_array().unwrap().iter().map(row).collect();
    (metrics, values)
}

fn find(page: &mut Page, expression: &str, values: &[Vec<Option<f64>>]) -> Value {
    page.ask(&json!({ "op": "find", "expression": expression, "seed": "10", "values": values }))
}

#[test]
fn a_condition_finds_the_levels_whose_values_meet_it() {
    let mut page = Page::default();
    let expression = "rooms >= 5 && seed % 2 == 1 && floor == 0";
    let (metrics, values) = asked(&mut page, expression);
    assert_eq!(metrics.as_array().map(Vec::len), Some(1), "only the rooms are asked for");
    let expected: Vec<usize> = (0..40).filter(|level| level % 2 == 1 && values[*level][0] >= Some(5.0)).collect();
    assert!(!expected.is_empty() && expected.len() < 40);
    let found = find(&mut page, expression, &values);
    assert_eq!(found["found"], json!(expected));
    assert_eq!((&found["undefined"], &found["hardest"]), (&json!(0), &Value::Null));
}

#[test]
fn levels_without_a_value_are_counted_and_of_two_conditions_the_harder_is_told() {
    let mut page = Page::default();
    let expression = "1 / floor > 0";
    let (_, values) = asked(&mut page, expression);
    let found = find(&mut page, expression, &values);
    assert_eq!((&found["found"], &found["undefined"]), (&json!([]), &json!(40)));
    let expression = "rooms > 0 && rooms > 1000";
    let (_, values) = asked(&mut page, expression);
    let hardest = json!({ "condition": "rooms > 1000", "levels": 0 });
    assert_eq!(find(&mut page, expression, &values)["hardest"], hardest);
}

#[test]
fn an_error_of_an_expression_has_its_place_in_units_of_utf_16() {
    let mut page = Page::default();
    let request = json!({ "op": "find", "expression": "'\u{1f480}' == 'a' && roms > 3" });
    let (message, problems) = page.refused(&request);
    assert!(message.starts_with("column 15: unknown name"), "{message}");
    assert!(problems.is_empty());
    let mistake = page.reply(request.to_string().as_bytes())["error"]["mistake"].take();
    assert_eq!(mistake["suggestion"], json!("rooms"));
    assert_eq!(mistake["utf16"], json!({ "start": 15, "end": 19 }));
    for expression in ["", "rooms", "rooms >", "(", &"!".repeat(5000)] {
        page.refused(&json!({ "op": "find", "expression": expression }));
    }
}
