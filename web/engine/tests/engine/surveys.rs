//! Surveys in parts: `survey`, `merge`; and which levels or runs meet a condition: `find`, `words`.

use roomgen::{Generator, Preset, run::Run};
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
    page.ask(&json!({ "op": "find", "preset": "cellar", "expression": expression, "seed": "10", "values": values }))
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
    let hardest = json!({ "condition": "rooms > 1000", "levels": 0, "of": 40 });
    assert_eq!(find(&mut page, expression, &values)["hardest"], hardest);
}

#[test]
fn a_condition_on_more_than_metrics_is_tested_on_the_levels_themselves() {
    let mut page = Page::default();
    let mut generator = Generator::new(Preset::built_in("cellar").unwrap());
    let crates =
        (10..40).map(|seed: u64| generator.generate(seed).props().filter(|prop| prop.kind.name == "crate").count());
    let crates: Vec<usize> = crates.collect();
    let mut sorted = crates.clone();
    sorted.sort_unstable();
    let (least, expression) = (sorted[20], format!("rooms > 3 && count(\"crate\") >= {}", sorted[20]));
    let expected: Vec<usize> = (0..30).filter(|&number| crates[number] >= least).collect();
    assert!(!expected.is_empty() && expected.len() < 30, "{crates:?}");
    let mut request = json!({ "op": "find", "preset": "cellar", "expression": expression });
    assert_eq!(page.ask(&request), json!({ "metrics": null }));
    request["seed"] = json!("10");
    request["count"] = json!(30);
    assert_eq!(page.ask(&request), json!({ "found": expected, "undefined": 0, "hardest": null }));
    request["expression"] = json!("rooms > 3 && count(\"crate\") > 1000");
    request["hardest"] = json!(true);
    let hardest = json!({ "condition": "count(\"crate\") > 1000", "levels": 0, "of": 30 });
    assert_eq!(page.ask(&request)["hardest"], hardest);
}

#[test]
fn a_condition_on_a_run_is_tested_over_its_floors() {
    let mut page = Page::default();
    let mut request =
        json!({ "op": "find", "run": "delve", "expression": "floor(1).rooms > 10 && any(dead_ends > 0)" });
    assert_eq!(page.ask(&request), json!({ "metrics": null }));
    request["count"] = json!(12);
    let run = Run::built_in("delve").unwrap();
    let rooms: Vec<usize> = (0..12).map(|seed| run.level(seed, 1).unwrap().rooms().len()).collect();
    let found = page.ask(&request)["found"].clone();
    let found: Vec<usize> = found.as_array().unwrap().iter().map(|seed| seed.as_u64().unwrap() as usize).collect();
    assert!(!found.is_empty() && found.iter().all(|&seed| rooms[seed] > 10), "{found:?} of {rooms:?}");
    // A survey of a floor has its values, and none where a run lacks the floor.
    let values = page.ask(&json!({ "op": "survey", "run": "delve", "floor": 1, "count": 12 }))["values"].clone();
    let about = page.ask(&json!({ "op": "about" }));
    let column = about["metrics"].as_array().unwrap().iter().position(|metric| metric["name"] == "rooms").unwrap();
    assert!((0..12).all(|seed| values[seed][column].as_f64() == Some(rooms[seed] as f64)), "{values}");
    let values = page.ask(&json!({ "op": "survey", "run": "delve", "floor": 99, "count": 1 }))["values"].clone();
    assert!(values[0].as_array().unwrap().iter().all(Value::is_null));
}

#[test]
fn the_words_of_conditions_are_those_of_the_text_with_its_names() {
    let mut page = Page::default();
    let mut usages = |request: Value| -> Vec<(String, Value)> {
        let words = page.ask(&request)["words"].take();
        let word = |word: &Value| (word["usage"].as_str().unwrap().to_owned(), word["names"].clone());
        words.as_array().unwrap().iter().map(word).collect()
    };
    let of_preset = usages(json!({ "op": "words", "preset": "cellar" }));
    let names = &of_preset.iter().find(|(usage, _)| usage.starts_with("count(")).unwrap().1;
    assert!(names.as_array().unwrap().contains(&json!("crate")), "{names}");
    assert!(of_preset.iter().any(|(usage, names)| usage == "rooms" && names.is_null()));
    let of_run = usages(json!({ "op": "words", "run": "delve" }));
    assert_eq!(of_run.len(), of_preset.len() + 5, "the words for floors");
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
