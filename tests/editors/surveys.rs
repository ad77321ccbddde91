//! Surveys that are sent: in any order and grouping they merge to the whole, and what is no survey
//! does no harm.

use std::sync::OnceLock;

use proptest::prelude::*;
use roomgen::{
    Generator, Preset,
    survey::{Measurer, Metric, Survey},
};
use serde_json::Value;

use crate::{random_presets::dice::Dice, tier};

fn survey(seeds: impl Iterator<Item = u64>) -> Survey {
    let (mut survey, mut measurer) = (Survey::default(), Measurer::default());
    let preset = Preset::built_in("temple").unwrap().with_size("40x40".parse().unwrap()).unwrap();
    let mut generator = Generator::new(preset);
    seeds.for_each(|seed| _ = survey.add(&generator.generate(seed), &mut measurer));
    survey
}

/// Seeds of which some need all of their 64 bits.
fn seed(number: usize) -> u64 {
    if number.is_multiple_of(3) { u64::MAX - number as u64 } else { number as u64 }
}

const LEVELS: usize = 12;

fn in_json(survey: &Survey) -> Survey {
    serde_json::from_str(&serde_json::to_string(survey).unwrap()).unwrap()
}

fn in_ron(survey: &Survey) -> Survey {
    ron::from_str(&ron::to_string(survey).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn parts_sent_in_any_order_and_grouping_merge_to_the_whole(
        order in Just((0..LEVELS).collect::<Vec<_>>()).prop_shuffle(),
        joins in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), LEVELS),
    ) {
        static PARTS: OnceLock<(Vec<Survey>, Survey)> = OnceLock::new();
        let (parts, whole) = PARTS.get_or_init(|| {
            let parts = (0..LEVELS).map(|number| survey([seed(number)].into_iter())).collect();
            (parts, survey((0..LEVELS).map(seed)))
        });
        let mut heap: Vec<Survey> = order.iter().map(|&number| parts[number].clone()).collect();
        // Two parts at a time, each sent before it is merged.
        for (at, is_ron) in joins {
            if heap.len() == 1 {
                break;
            }
            let part = heap.swap_remove(at.index(heap.len()));
            let other = at.index(heap.len());
            heap[other].merge(&if is_ron { in_ron(&part) } else { in_json(&part) });
        }
        prop_assert_eq!(&heap[0], whole);
        prop_assert_eq!(&in_json(whole), whole);
        prop_assert_eq!(&in_ron(whole), whole);
    }
}

#[test]
fn a_survey_of_no_levels_is_sent_too_and_adds_nothing() {
    let nothing = in_json(&Survey::default());
    assert_eq!(nothing, Survey::default());
    let mut few = survey(0..3);
    few.merge(&nothing);
    assert_eq!(few, survey(0..3));
}

/// A change of a survey as it is sent.
type Change<'change> = &'change dyn Fn(&mut Value);

#[test]
fn a_malformed_survey_is_refused_in_words() {
    let text = serde_json::to_string(&survey(0..3)).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        change(&mut value);
        serde_json::from_value::<Survey>(value).unwrap_err().to_string()
    };
    let column = Metric::ALL[1].column();
    let twice = |value: &mut Value| {
        let bins = value["histograms"][2]["bins"].as_array_mut().unwrap();
        bins.push(bins[0].clone());
    };
    let cases: [(Change<'_>, &str); 16] = [
        (&|value| drop(value["metrics"].as_object_mut().unwrap().remove(column)), "is missing"),
        (&|value| value["metrics"]["zzz"] = value["metrics"][column].clone(), "there are more"),
        (&|value| value["metrics"][column]["count"] = 4.into(), "counts 4 levels"),
        (&|value| value["metrics"][column]["sum"] = "-1".into(), "no whole number below 2^128"),
        (&|value| value["metrics"][column]["squares"] = "3".repeat(40).into(), "no whole number below 2^128"),
        (&|value| value["metrics"][column]["min"] = Value::Null, "extremes"),
        (&|value| value["metrics"][column]["max"]["value"] = 0.into(), "extremes"),
        (&|value| value["metrics"][column]["min"]["value"] = (-1).into(), "extremes"),
        (&|value| value["histograms"].as_array_mut().unwrap().truncate(2), "histograms"),
        (&|value| value["histograms"].as_array_mut().unwrap().swap(0, 1), "histograms"),
        (&|value| value["histograms"][0]["bins"] = Value::Array(Vec::new()), "each level in one bin"),
        (&twice, "each level in one bin"),
        (&|value| value["layouts"] = serde_json::json!({ "\u{202e}": 1 }), "valid name"),
        (&|value| value["vaults"] = serde_json::json!({ "tomb": 0 }), "valid name"),
        (&|value| value["more"] = Value::Null, "unknown field"),
        (&|value| value["metrics"][column]["min"]["seed"] = "18446744073709551616".into(), "whole number"),
    ];
    for (change, words) in cases {
        let error = changed(change);
        assert!(error.contains(words), "{words}: {error}");
    }
    assert!(
        ron::from_str::<Survey>(&ron::to_string(&survey(0..3)).unwrap().replacen("value:", "value:NaN,x:", 1)).is_err()
    );
}

/// A number, text or part of a survey that a hostile sender may give in place of another.
fn hostile(dice: &mut Dice) -> Value {
    match dice.between(0, 9) {
        0 => u64::MAX.into(),
        1 => u64::MAX.to_string().into(),
        2 => u128::MAX.to_string().into(),
        3 => 1e308.into(),
        4 => (-1).into(),
        5 => u32::MAX.into(),
        6 => Value::Null,
        7 => "\u{202e}x".repeat(3).into(),
        8 => Value::Array(vec![1.into(), 2.into(), 3.into()]),
        _ => 0.into(),
    }
}

/// Replaces a part of a survey, mostly one deep inside.
fn corrupt(value: &mut Value, dice: &mut Dice) {
    let parts: Vec<&mut Value> = match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    if parts.is_empty() || dice.between(0, 9) == 0 {
        *value = hostile(dice);
    } else {
        let at = dice.between(0, parts.len() as i64 - 1) as usize;
        parts.into_iter().nth(at).into_iter().for_each(|part| corrupt(part, dice));
    }
}

/// Replaces every number of levels, so that the parts agree.
fn with_levels(value: &mut Value, levels: u64) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "count" {
                    *field = levels.into();
                } else if name == "bins" {
                    *field = serde_json::json!([[u32::MAX, 0, levels / 2], [0, u32::MAX, levels - levels / 2]]);
                } else if name == "sum" || name == "squares" {
                    *field = u128::MAX.to_string().into();
                } else if name == "layouts" || name == "vaults" {
                    *field = serde_json::json!({ "one": levels, "other": levels });
                } else {
                    with_levels(field, levels);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| with_levels(item, levels)),
        _ => {}
    }
}

/// Uses all that a survey offers, and asserts that it is sent as it is.
fn use_survey(survey: &Survey) {
    for &metric in Metric::ALL {
        let spread = survey.statistics(metric);
        assert!(spread.mean().is_finite() && spread.deviation().is_finite(), "{spread:?}");
    }
    for histogram in survey.histograms() {
        assert!(histogram.bins().all(|([x, y], _)| histogram.value(0, x) >= 0.0 && histogram.value(1, y) >= 0.0));
    }
    for counts in [survey.layouts(), survey.vaults()] {
        assert!(
            counts.entropy().is_finite() && counts.total() >= counts.iter().map(|(_, count)| count).max().unwrap_or(0)
        );
    }
    assert_eq!(&in_json(survey), survey);
}

#[test]
fn hostile_surveys_are_refused_or_harmless() {
    let good = survey(0..3);
    let text = serde_json::to_string(&good).unwrap();
    let (mut read, mut refused) = (0, 0);
    for number in 0..tier::size(200, 20_000) {
        let dice = &mut Dice(number);
        let mut value: Value = serde_json::from_str(&text).unwrap();
        if number % 4 == 0 {
            with_levels(&mut value, [1, 2, u64::MAX / 2 + 1, u64::MAX][dice.between(0, 3) as usize]);
        }
        for _ in 0..dice.between(0, 2) {
            corrupt(&mut value, dice);
        }
        let Ok(mut survey) = serde_json::from_value::<Survey>(value) else {
            refused += 1;
            continue;
        };
        read += 1;
        use_survey(&survey);
        let mut other = good.clone();
        other.merge(&survey);
        survey.merge(&good);
        assert_eq!(survey, other);
        survey.merge(&other);
        use_survey(&survey);
    }
    assert!(read > 50 && refused > 25, "{read} read, {refused} refused");
}
