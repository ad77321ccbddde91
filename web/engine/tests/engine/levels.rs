//! Levels and their facts: `level`, `at`, `walkthrough`.

use roomgen::{Generator, Preset, Request};
use serde_json::{Value, json};

use crate::page::Page;

#[test]
fn a_level_has_the_digest_that_the_library_gives_it() {
    let mut page = Page::default();
    let mut generator = Generator::new(Preset::built_in("crypt").unwrap().with_size("64x48".parse().unwrap()).unwrap());
    for (seed, floor, difficulty) in [(0, 0, 0.0), (u64::MAX, 3, 0.5), (7, u32::MAX, 1.0)] {
        let request = json!({ "op": "level", "preset": "crypt", "seed": seed.to_string(), "size": "64x48",
            "floor": floor, "difficulty": difficulty });
        let facts = page.ask(&request);
        let request = Request::new(seed).on_floor(floor).with_difficulty(difficulty).unwrap();
        let level = generator.generate(request);
        assert_eq!(facts["digest"], format!("{:016x}", level.digest()));
        assert_eq!(facts["seed"], seed.to_string());
        assert_eq!([&facts["width"], &facts["height"]], [64, 48]);
        assert_eq!(facts["rooms"].as_array().unwrap().len(), level.rooms().len());
    }
}

#[test]
fn re_rolled_rooms_are_those_of_the_library_and_no_others() {
    let mut page = Page::default();
    let mut generator = Generator::new(Preset::built_in("cellar").unwrap());
    let mut request = |rerolls: Value| page.ask(&json!({ "op": "level", "preset": "cellar", "rerolls": rerolls }));
    let first = request(json!({}));
    for rerolls in [vec![(2, 1)], vec![(0, 7), (3, u32::MAX)]] {
        let map: Value = rerolls.iter().map(|(room, number)| (room.to_string(), json!(number))).collect();
        let facts = request(map.clone());
        let level = generator.generate(Request::new(0).with_rerolls(rerolls).unwrap());
        assert_eq!(facts["digest"], format!("{:016x}", level.digest()));
        assert_ne!(facts["digest"], first["digest"]);
        assert_eq!(facts["rerolls"], map);
    }
    let absent = request(json!({ "1000000": 1 }));
    assert!(absent["notes"].to_string().contains("1000000"), "{}", absent["notes"]);
}

#[test]
fn omitted_fields_have_the_defaults_of_the_table() {
    let mut page = Page::default();
    let bare = page.ask(&json!({ "op": "level" }));
    let whole = json!({ "op": "level", "preset": "crypt", "seed": "0", "size": "80x50", "floor": 0, "difficulty": 0 });
    assert_eq!(bare, page.ask(&whole));
}

#[test]
fn an_earlier_level_of_another_preset_or_size_leaves_no_trace() {
    let requests = [
        json!({ "op": "level", "preset": "cellar", "seed": "3" }),
        json!({ "op": "level", "preset": "cellar", "seed": "3", "size": "40x30" }),
        json!({ "op": "level", "preset": "grove", "seed": "3", "size": "40x30" }),
    ];
    let fresh: Vec<Value> = requests.iter().map(|request| Page::default().ask(request)).collect();
    let mut page = Page::default();
    for number in [0, 1, 2, 1, 0, 2, 0] {
        assert_eq!(page.ask(&requests[number]), fresh[number], "request {number}");
    }
}

#[test]
fn a_refused_level_leaves_the_one_that_is_kept() {
    let mut page = Page::with_level();
    let before = page.ask(&json!({ "op": "walkthrough" }));
    page.refused(&json!({ "op": "level", "text": "(" }));
    page.refused(&json!({ "op": "level", "preset": "cellar", "size": "9000x2" }));
    assert_eq!(page.ask(&json!({ "op": "walkthrough" })), before);
}

#[test]
fn a_word_stands_for_a_seed_and_stays_in_the_file() {
    let mut page = Page::default();
    let seed = page.ask(&json!({ "op": "seed", "seed": "forty" }));
    assert_eq!(seed, json!({ "seed": "5950702364743127204", "seed_word": "forty" }));
    assert_eq!(page.ask(&json!({ "op": "seed", "seed": "0x2a" })), json!({ "seed": "42", "seed_word": null }));
    let facts = page.ask(&json!({ "op": "level", "preset": "cellar", "seed": "forty" }));
    assert_eq!((&facts["seed"], &facts["seed_word"]), (&seed["seed"], &seed["seed_word"]));
    assert!(page.refused(&json!({ "op": "seed", "seed": "1.5" })).0.contains("\"1.5\" is not a seed"));
}

#[test]
fn each_cell_of_the_picture_says_what_lies_there() {
    let mut page = Page::default();
    let facts = page.ask(&json!({ "op": "level", "preset": "cellar", "seed": "7" }));
    let [width, height] = ["width", "height"].map(|side| facts[side].as_u64().unwrap());
    let mut rooms = std::collections::BTreeSet::new();
    let (mut spans, mut lights) = (0, 0);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let at = page.ask(&json!({ "op": "at", "scale": 16, "x": 16 * x + 8, "y": 16 * y + 8 }));
        assert_eq!(at["cell"], json!([x, y]));
        if (x + y) % 8 == 0 {
            assert_eq!(at, page.ask(&json!({ "op": "at", "cell": [x, y], "scale": 16 })));
        }
        assert!(!at["lines"].as_array().unwrap().is_empty());
        lights += u32::from(at["lines"].to_string().contains(", sheds light "));
        rooms.extend(at["room"].as_u64());
        spans += u32::from(at["span"].is_object());
    }
    assert_eq!(rooms.len(), facts["rooms"].as_array().unwrap().len(), "each room is met");
    assert!(spans > 0 && lights > 0, "{spans} props name their formation, {lights} their light");
}

#[test]
fn beside_the_level_nothing_lies() {
    let mut page = Page::with_level();
    for at in [json!({ "x": -1, "y": 5 }), json!({ "x": 1e9, "y": 0 }), json!({ "cell": [-1, i32::MAX] })] {
        let mut request = json!({ "op": "at", "scale": 8 });
        request.as_object_mut().unwrap().extend(at.as_object().unwrap().clone());
        assert_eq!(page.ask(&request)["cell"], Value::Null, "{at}");
    }
}

#[test]
fn a_walkthrough_ends_with_its_length() {
    let mut page = Page::default();
    page.ask(&json!({ "op": "level", "preset": "crypt", "seed": "5" }));
    let lines = page.ask(&json!({ "op": "walkthrough" }))["lines"].take();
    let last = lines.as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    assert!(last.starts_with("Won in "), "{last}");
}

#[test]
fn a_level_with_budgets_says_what_its_rooms_spend_and_what_stands_there() {
    let text = r##"(
        name: "rats", size: (40, 30), layouts: [(name: "bare", formations: [])],
        props: {
            "rat": (glyph: 'r', color: "#b54a34", marker: true, tags: ["enemy"]),
            "chest": (glyph: 'C', color: "#c28a2e", tall: 0.75),
        },
        groups: {"pack": (cost: 2, members: {"rat": (2, 3)})},
        encounters: (budget: 24, quiet: 8),
        loot: (budget: 6, items: {"chest": (value: 2)}),
    )"##;
    let level = Generator::new(Preset::parse(text).unwrap()).generate(Request::new(42));
    let mut page = Page::default();
    let facts = page.ask(&json!({ "op": "level", "text": text, "seed": "42" }));
    let groups = json!([{ "name": "pack", "cost": 2 }]);
    assert_eq!(facts["budgets"], json!({ "encounters": 24, "loot": 6, "quiet": 8, "groups": groups }));
    assert!(level.encounters().len() > 2 && level.loot().len() > 1, "the test needs some");
    let sum = |field: &str, what: &str| -> u64 {
        let rooms = facts["rooms"].as_array().unwrap().iter();
        rooms.filter_map(|room| room[field][what].as_u64()).sum()
    };
    let costs = level.encounters().iter().map(|encounter| u64::from(encounter.cost)).sum::<u64>();
    assert_eq!(sum("spent", "encounters"), costs);
    assert_eq!(sum("spent", "loot"), level.loot().iter().map(|thing| u64::from(thing.value)).sum::<u64>());
    assert!((1..=24).contains(&sum("allowance", "encounters")));
    let encounter = &level.encounters()[0];
    let words = facts["rooms"][encounter.room as usize]["words"].as_str().unwrap();
    assert!(words.contains(", encounters pack (2)"), "{words}");
    let at = |page: &mut Page, cell: roomgen::Cell| {
        page.ask(&json!({ "op": "at", "scale": 16, "cell": [cell.x, cell.y] }))["lines"].to_string()
    };
    let lines = at(&mut page, encounter.cells[0]);
    assert!(lines.contains("encounter 0: pack, ") && lines.contains(", cost 2"), "{lines}");
    let lines = at(&mut page, level.loot()[0].cell);
    assert!(lines.contains("loot of value 2"), "{lines}");
    let bare = r#"(name: "bare", layouts: [(name: "bare", formations: [])])"#;
    assert_eq!(page.ask(&json!({ "op": "level", "text": bare }))["budgets"], Value::Null);
}
