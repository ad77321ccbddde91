//! What the finder measures and finds, compared with level files and with plain sorting.

use std::collections::BTreeMap;

use roomgen::{
    Cell, Generator, Level, Preset, Request,
    preset::BUILT_IN,
    survey::{Measurer, Metric},
};
use roomgen_find::{Find, FindOutcome, Finds, LevelFinder, LevelWords, Query, Undefined, Value};
use serde_json::Value as Json;

/// The value of an expression of one input for a level.
fn value(preset: &Preset, level: &Level, text: &str) -> Option<Value> {
    let mut query = Query::new(LevelWords::of(preset));
    query.require(&format!("{text} >= 0 || true")).unwrap_or_else(|error| panic!("{error:#}"));
    let FindOutcome::Found(find) = LevelFinder::new(&query).test(level) else { panic!("{text}: no find") };
    assert_eq!(find.values.len(), 1, "{text}");
    find.values[0]
}

/// Levels of all built-in presets, at different floors and difficulties.
fn levels() -> impl Iterator<Item = (Preset, Level)> {
    BUILT_IN.iter().flat_map(|(name, _)| {
        let preset = Preset::built_in(name).expect("a preset");
        let requests = [(3, 0, 0.0), (4, 5, 0.7)].map(|(seed, floor, difficulty)| {
            Request::new(seed).on_floor(floor).with_difficulty(difficulty).expect("a difficulty")
        });
        let levels: Vec<_> = requests.map(|request| Generator::new(&preset).generate(request)).into();
        levels.into_iter().map(move |level| (preset.clone(), level)).collect::<Vec<_>>()
    })
}

fn as_json(level: &Level) -> Json {
    serde_json::from_str(&roomgen::export::json::write(level)).expect("JSON")
}

/// How often each text is the value of `field` in a list of objects.
fn tally(list: &Json, field: &str) -> BTreeMap<String, i128> {
    let mut counts = BTreeMap::new();
    // Levels without budgets have no lists of what these bought.
    for name in list.as_array().into_iter().flatten().filter_map(|entry| entry[field].as_str()) {
        *counts.entry(name.to_owned()).or_insert(0) += 1;
    }
    counts
}

#[test]
fn counts_are_those_of_the_level_file() {
    let mut met = 0;
    for (preset, level) in levels() {
        let file = as_json(&level);
        let mut expected: Vec<(&str, BTreeMap<String, i128>)> = vec![
            ("count", tally(&file["props"], "kind")),
            ("layouts", tally(&file["rooms"], "layout")),
            ("vaults", tally(&file["rooms"], "vault")),
            ("groups", tally(&file["encounters"], "group")),
            ("loot", tally(&file["loot"], "item")),
            ("locks", tally(&file["passages"], "lock")),
        ];
        let mut rooms = tally(&file["rooms"], "kind");
        for room in file["rooms"].as_array().expect("rooms") {
            for tag in room["tags"].as_array().into_iter().flatten().filter_map(Json::as_str) {
                *rooms.entry(tag.to_owned()).or_insert(0) += 1;
            }
        }
        expected.push(("rooms", rooms));
        let mut terrain = BTreeMap::new();
        for kind in level.tiles().bounds().cells().filter_map(|cell| level.terrain(cell)) {
            *terrain.entry(kind.name.to_string()).or_insert(0) += 1;
        }
        expected.push(("terrain", terrain));
        for (function, _, names) in LevelWords::of(&preset).arguments() {
            let (_, counts) = expected.iter().find(|(known, _)| *known == function).expect("a function");
            let mut tagged: BTreeMap<&str, i128> = BTreeMap::new();
            for kind in preset.kinds() {
                let own = counts.get(kind.name.as_str()).copied().unwrap_or(0);
                kind.labels.tags().iter().for_each(|tag| *tagged.entry(tag).or_insert(0) += own);
            }
            for name in names {
                let of_tag = || tagged.get(name).filter(|_| function == "count");
                let count = counts.get(name).or_else(of_tag).copied().unwrap_or(0);
                met += count;
                let value = value(&preset, &level, &format!("{function}({name:?})"));
                assert_eq!(value, Some(Value::Whole(count)), "{}: {function}({name:?})", preset.name());
            }
        }
        for name in ["seed", "floor"] {
            // Level files have seeds in digits.
            let number = file[name].as_str().map_or_else(|| file[name].to_string(), str::to_owned);
            assert_eq!(value(&preset, &level, name), number.parse().ok().map(Value::Whole), "{name}");
        }
    }
    assert!(met > 1000, "{met}");
}

/// The cells on which one stands at the props of a kind.
fn beside(level: &Level, kind: &str) -> Vec<Cell> {
    let props = level.props().filter(|prop| prop.kind.name == kind);
    props
        .flat_map(|prop| {
            let open: Vec<_> = prop.cells.cells().filter(|&cell| level.is_walkable(cell)).collect();
            if open.is_empty() { prop.cells.cells().flat_map(Cell::neighbours).collect() } else { open }
        })
        .collect()
}

#[test]
fn steps_are_the_shortest_of_all_walks() {
    let mut met = 0;
    for (preset, level) in levels().filter(|(_, level)| level.size().cells() <= 4000) {
        let walk = |from: &[Cell], to: &[Cell]| {
            let pairs = from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
            pairs.filter_map(|(from, to)| level.path_as_if_open(from, to)).map(|path| path.len() as i128 - 1).min()
        };
        let (entry, exit) = ([level.entry()], [level.exit()]);
        let mut expected = vec![("entry".to_owned(), "exit".to_owned(), walk(&entry, &exit))];
        for kind in preset.kinds().iter().step_by(3) {
            let cells = beside(&level, &kind.name);
            // Each pair is a search.
            if cells.len() < 40 {
                expected.push((kind.name.to_string(), "exit".to_owned(), walk(&cells, &exit)));
            }
        }
        for lock in level.locks() {
            let locked = level.passages().iter().filter(|passage| level.lock(passage) == Some(lock.as_str()));
            let doors: Vec<_> =
                locked.flat_map(|passage| passage.doors().iter().flat_map(|door| door.cells())).collect();
            expected.push((format!("lock:{lock}"), "entry".to_owned(), walk(&doors, &entry)));
            expected.push((lock.to_string(), format!("lock: {lock}"), walk(&beside(&level, lock), &doors)));
        }
        for (from, to, steps) in expected {
            met += usize::from(steps.is_some());
            for (from, to) in [(&from, &to), (&to, &from)] {
                let value = value(&preset, &level, &format!("steps({from:?}, {to:?})"));
                assert_eq!(value, steps.map(Value::Whole), "{}: {from} to {to}", preset.name());
            }
        }
    }
    assert!(met > 60, "{met}");
}

#[test]
fn metrics_are_those_of_surveys_in_any_order() {
    let mut measurer = Measurer::default();
    for (preset, level) in levels() {
        let all = measurer.measure(&level);
        for first in [0, 7, 19, 33] {
            let metrics = (0..Metric::ALL.len()).map(|step| Metric::ALL[(first + step * 11) % Metric::ALL.len()]);
            let metrics: Vec<_> = metrics.collect();
            let sum: Vec<_> = metrics.iter().map(|metric| metric.column()).collect();
            let mut query = Query::new(LevelWords::of(&preset));
            // Each is asked for where those before it decide nothing.
            query.require(&format!("{} < 0 || true", sum.join(" < 0 || "))).expect("a condition");
            let FindOutcome::Found(find) = LevelFinder::new(&query).test(&level) else { panic!("a find") };
            for (metric, value) in metrics.iter().zip(find.values) {
                assert_eq!(value.map(Value::as_f64), all.present(*metric), "{}: {metric}", preset.name());
            }
        }
    }
}

/// What a query finds among seeds, one after the other.
fn found(preset: &Preset, query: &Query, most: Option<usize>, seeds: u64) -> (Vec<Find>, Vec<FindOutcome>) {
    let (mut generator, mut finder) = (Generator::new(preset), LevelFinder::new(query));
    let outcomes: Vec<_> = (0..seeds).map(|seed| finder.test(&generator.generate(seed))).collect();
    let mut finds = Finds::new(query, most);
    outcomes.iter().for_each(|outcome| {
        finds.add(outcome.clone());
    });
    (finds.list().to_vec(), outcomes)
}

fn matches(outcomes: &[FindOutcome]) -> Vec<Find> {
    let find = |outcome: &FindOutcome| match outcome {
        FindOutcome::Found(find) => Some(find.clone()),
        _ => None,
    };
    outcomes.iter().filter_map(find).collect()
}

#[test]
fn the_first_finds_are_in_the_order_of_seeds_and_the_best_in_that_of_their_ranks() {
    let preset = Preset::built_in("cellar").expect("a preset");
    let mut query = Query::new(LevelWords::of(&preset));
    query.require("rooms % 2 == 0").expect("a condition");
    let (first, outcomes) = found(&preset, &query, Some(4), 60);
    assert_eq!(first, matches(&outcomes)[..4]);
    let even: Vec<_> = first.iter().map(|find| find.values[0]).collect();
    assert!(even.iter().all(|rooms| matches!(rooms, Some(Value::Whole(rooms)) if rooms % 2 == 0)), "{even:?}");

    query.rank_best("dead_ends - rooms").expect("a score");
    let (best, outcomes) = found(&preset, &query, Some(7), 60);
    let mut sorted = matches(&outcomes);
    // A stable sort keeps equal ones in the order of seeds.
    sorted.sort_by(|a, b| b.rank.partial_cmp(&a.rank).expect("numbers"));
    assert_eq!(best, sorted[..7]);
    assert_eq!(found(&preset, &query, None, 60).0, sorted);
}

#[test]
fn the_nearest_are_those_of_the_least_distance_in_units_of_their_spreads() {
    let preset = Preset::built_in("cellar").expect("a preset");
    let mut query = Query::new(LevelWords::of(&preset));
    query.rank_near("rooms = 9, walking_distance = 30, floor = 4").expect("targets");
    let levels: Vec<_> = (0..50).map(|seed| Generator::new(&preset).generate(seed)).collect();
    let row = |level: &Level| {
        let names = ["rooms", "walking_distance", "floor"];
        names.map(|name| value(&preset, level, name).expect("a number").as_f64())
    };
    let rows: Vec<_> = levels.iter().map(row).collect();
    query.measure_spreads(levels.into_iter());
    let mean = |of: &dyn Fn(f64) -> f64, at: usize| rows.iter().map(|row| of(row[at])).sum::<f64>() / 50.0;
    let spread = |at| {
        let center = mean(&|number| number, at);
        mean(&|number| (number - center).powi(2), at).sqrt()
    };
    // What never differs has the spread 1.
    let units = [spread(0), spread(1), 1.0];
    assert!(units.iter().all(|unit| *unit > 0.5) && spread(2) == 0.0, "{units:?}");
    let (nearest, outcomes) = found(&preset, &query, Some(5), 50);
    let all = matches(&outcomes);
    for (find, row) in all.iter().zip(&rows) {
        let parts = row.iter().zip([9.0, 30.0, 4.0]).zip(&units);
        let square: f64 = parts.map(|((number, wanted), unit)| ((number - wanted) / unit).powi(2)).sum();
        assert!((find.rank.expect("a distance") - square.sqrt()).abs() < 1e-12);
    }
    let least = all.iter().map(|find| find.rank.expect("a distance")).fold(f64::INFINITY, f64::min);
    assert_eq!(nearest[0].rank, Some(least));
    assert!(nearest.is_sorted_by(|a, b| a.rank <= b.rank));
}

#[test]
fn levels_without_a_value_are_counted_by_the_reason() {
    let text = "(name: \"bare\", size: (60, 40), layouts: [(name: \"bare\", formations: [])])";
    let preset = Preset::parse(text).expect("a preset");
    for (text, reason) in [
        ("steps('entry', 'lock:nothing') > 3", None),
        ("danger > 3", Some(0)),
        ("rooms / (rooms - rooms) > 1", Some(1)),
        ("1e308 * rooms * rooms > 1", Some(2)),
    ] {
        let mut query = Query::new(LevelWords::of(&preset));
        let Some(reason) = reason else {
            assert!(query.require(text).expect_err("no such lock").to_string().contains("unknown lock \"nothing\""));
            continue;
        };
        query.require(text).expect("a condition");
        let mut finds = Finds::new(&query, Some(2));
        let (mut generator, mut finder) = (Generator::new(&preset), LevelFinder::new(&query));
        (0..5).for_each(|seed| {
            finds.add(finder.test(&generator.generate(seed)));
        });
        let mut expected = [0; 3];
        expected[reason] = 5;
        assert_eq!((finds.tally().undefined, finds.tally().matched), (expected, 0), "{text}");
    }
    // A rank without a value is no find either.
    let mut query = Query::new(LevelWords::of(&preset));
    query.rank_best("1 / (floor - 0)").expect("a score");
    assert_eq!(
        LevelFinder::new(&query).test(&Generator::new(&preset).generate(1)),
        FindOutcome::Undefined(Undefined::DivisionByZero)
    );
}

#[test]
fn a_difficulty_is_the_decimal_that_is_written_for_it() {
    let preset = Preset::built_in("cellar").expect("a preset");
    for written in ["0", "0.1", "0.3", "0.7", "1", "0.00001"] {
        let mut query = Query::new(LevelWords::of(&preset));
        query.require(&format!("difficulty == {written} && difficulty in [{written}]")).expect("a condition");
        let difficulty = written.parse().expect("a number");
        let request = Request::new(1).with_difficulty(difficulty).expect("a difficulty");
        let outcome = LevelFinder::new(&query).test(&Generator::new(&preset).generate(request));
        assert!(matches!(outcome, FindOutcome::Found(_)), "{written}: {outcome:?}");
    }
}

#[test]
fn a_misspelled_lock_is_mended_to_a_lock_not_to_its_key() {
    let mut query = Query::new(LevelWords::of(&Preset::built_in("crypt").expect("a preset")));
    let text = "steps('entry', 'lock:rusted ke') > 1";
    let error = query.require(text).expect_err("no such lock");
    let mut mended = text.to_owned();
    mended.replace_range(error.span.clone(), error.suggestion.as_deref().expect("a suggestion"));
    query.require(&mended).expect("a condition");
    assert_eq!(query.inputs()[0].to_string(), "steps(\"entry\", \"lock:rusted key\")");
}

#[test]
fn the_strictest_condition_is_the_one_that_fewest_levels_meet() {
    let preset = Preset::built_in("cellar").expect("a preset");
    let mut query = Query::new(LevelWords::of(&preset));
    query.require("rooms > 2 && (seed % 7 == 3) && rooms > 1").expect("a condition");
    let strictest = LevelFinder::new(&query)
        .strictest((0..70).map(|seed| Generator::new(&preset).generate(seed)))
        .expect("a condition");
    assert_eq!((strictest.condition.as_str(), strictest.met, strictest.tested), ("(seed % 7 == 3)", 10, 70));
    query.require("rooms > 500").expect("a condition");
    assert_eq!(LevelFinder::new(&query).strictest((0..3).map(|seed| Generator::new(&preset).generate(seed))), None);
}
