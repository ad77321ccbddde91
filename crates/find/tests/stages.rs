//! What is read of a plan, compared with what is read of the whole level.

use roomgen::{Generator, Level, Preset, Request, level::LevelStage, preset::BUILT_IN};
use roomgen_find::{FindOutcome, LevelFinder, LevelWords, Query, Value};

use LevelStage::{Plan, Whole};

/// All that expressions may ask of the levels of a preset, each with its stage as a query of its
/// own.
fn questions(preset: &Preset) -> Vec<Query> {
    let words = LevelWords::of(preset);
    let all = Query::new(words.clone());
    let names = all.words().iter().map(ToString::to_string).filter(|word| !word.contains('('));
    let arguments = words.arguments();
    let counts =
        arguments.flat_map(|(function, _, names)| names.into_iter().map(move |name| format!("{function}({name:?})")));
    let texts = names.chain(counts).chain(["steps(\"entry\", \"exit\")".to_owned()]);
    let question = |text: String| {
        let mut query = Query::new(words.clone());
        query.require(&format!("{text} >= 0 || true")).unwrap_or_else(|error| panic!("{error:#}"));
        query
    };
    texts.map(question).collect()
}

fn value(query: &Query, level: &Level) -> Option<Value> {
    let FindOutcome::Found(find) = LevelFinder::new(query).test(level) else { panic!("no find") };
    find.values[0]
}

#[test]
fn a_plan_has_the_values_of_the_whole_level() {
    let mut seen = [0; 2];
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let questions = questions(&preset);
        let mut generator = Generator::new(&preset);
        for seed in 0..6 {
            let request = Request::new(seed).on_floor(seed as u32 % 4).with_difficulty(seed as f32 / 5.0).expect("one");
            let plan = generator.generate_to(Plan, request.clone());
            let level = generator.generate_to(Whole, request);
            for query in &questions {
                let values = [&plan, &level].map(|level| value(query, level));
                match query.stage() {
                    Plan => assert_eq!(values[0], values[1], "{name} {seed}: {}", query.inputs()[0]),
                    // The test can tell a plan from a level.
                    Whole => seen[1] += usize::from(values[0] != values[1]),
                }
                seen[0] += usize::from(query.stage() == Plan && values[0].is_some_and(|value| value.as_f64() > 0.0));
            }
        }
    }
    assert!(seen.into_iter().all(|seen| seen > 1000), "{seen:?}");
}

#[test]
fn a_request_is_tested_as_its_whole_level_is() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let mut outcomes = [0; 3];
    for text in [
        "rooms > 26",
        "count('chest') > 1",
        "play_length > 150 && rooms > 26",
        "(rooms > 26 || count('chest') > 1) && bridges < 0.6 && danger > 10",
        "1 / (rooms - 26) > 0 && count('chest') > 1",
        "rooms / (dead_ends - 6) > 0",
    ] {
        let mut query = Query::new(LevelWords::of(&preset));
        query.require(text).unwrap_or_else(|error| panic!("{error:#}"));
        for score in ["", "dead_ends", "walking_distance"] {
            if !score.is_empty() {
                query.rank_best(score).expect("a score");
            }
            let (mut generator, mut finder) = (Generator::new(&preset), LevelFinder::new(&query));
            for seed in 0..40 {
                let expected = finder.test(&generator.generate(seed));
                assert_eq!(finder.test_request(&mut generator, Request::new(seed)), expected, "{text} {score}: {seed}");
                outcomes[match expected {
                    FindOutcome::Found(_) => 0,
                    FindOutcome::NoMatch => 1,
                    FindOutcome::Undefined(_) => 2,
                }] += 1;
            }
        }
    }
    assert!(outcomes.into_iter().all(|count| count > 10), "{outcomes:?}");
}
