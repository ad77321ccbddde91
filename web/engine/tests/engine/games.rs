//! Games: `play`, `walk`, `drawn`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::page::{Page, picture_length};

const STEPS: [[i64; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

fn cell(state: &Value, name: &str) -> [i64; 2] {
    [0, 1].map(|axis| state[name][axis].as_i64().unwrap())
}

/// Walks to every cell that can be reached, depth first, until one is the exit: the state there.
fn explore(page: &mut Page, seen: &mut BTreeSet<[i64; 2]>, here: &Value) -> Option<Value> {
    if here["cell"] == here["exit"] {
        return Some(here.clone());
    }
    let [x, y] = cell(here, "cell");
    for [dx, dy] in STEPS {
        if !seen.insert([x + dx, y + dy]) {
            continue;
        }
        let there = page.ask(&json!({ "op": "walk", "dx": dx, "dy": dy }));
        if cell(&there, "cell") != [x, y] {
            if let Some(end) = explore(page, seen, &there) {
                return Some(end);
            }
            let back = page.ask(&json!({ "op": "walk", "dx": -dx, "dy": -dy }));
            assert_eq!(cell(&back, "cell"), [x, y]);
        }
    }
    None
}

#[test]
fn a_game_begins_at_the_entry_and_is_won_at_the_exit() {
    let mut page = Page::default();
    // Without locks: whoever explores picks up no key.
    page.ask(&json!({ "op": "level", "text": "(name: \"plain\", size: (60, 40))", "seed": "7" }));
    let begin = page.ask(&json!({ "op": "play", "scale": 8 }));
    assert_eq!(begin["cell"], begin["entry"]);
    assert_eq!((&begin["steps"], &begin["is_won"]), (&json!(0), &json!(false)));
    let mut seen = BTreeSet::from([cell(&begin, "cell")]);
    let end = explore(&mut page, &mut seen, &begin).expect("the exit is reached");
    assert_eq!(end["is_won"], json!(true));
    assert!(end["lines"].to_string().contains("You have won"));
}

#[test]
fn known_cells_have_a_byte_each_and_only_grow() {
    let mut page = Page::with_level();
    let begin = page.ask(&json!({ "op": "play", "scale": 8 }));
    let cells = begin["size"][0].as_u64().unwrap() * begin["size"][1].as_u64().unwrap();
    let mut before = page.bytes().to_vec();
    assert_eq!(before.len() as u64, cells);
    assert!(before.contains(&2) && before.contains(&0), "some cells are in view, others not");
    for number in 0..60 {
        let [dx, dy] = STEPS[number * 7 % 11 % 4];
        page.ask(&json!({ "op": "walk", "dx": dx, "dy": dy }));
        let now = page.bytes().to_vec();
        assert!(now.iter().all(|known| *known <= 2));
        assert!(before.iter().zip(&now).all(|(before, now)| (*before > 0) <= (*now > 0)), "a cell is forgotten");
        before = now;
    }
}

#[test]
fn a_step_into_a_wall_says_so_and_leaves_the_player_where_it_is() {
    let mut page = Page::with_level();
    let mut state = page.ask(&json!({ "op": "play", "scale": 8 }));
    // No level is wider than this: a wall is met on the way.
    for _ in 0..300 {
        let before = state["cell"].clone();
        state = page.ask(&json!({ "op": "walk", "dx": 1, "dy": 0 }));
        if state["cell"] == before {
            assert_eq!(state["lines"].as_array().unwrap().len(), 1, "{state}");
            return;
        }
    }
    panic!("no wall is met");
}

#[test]
fn a_step_into_terrain_that_blocks_names_it() {
    let text = "(name: \"ponds\", size: (40, 30), \
        terrain: { \"deep water\": (glyph: 'w', color: \"#2f5f8f\", blocks: true) }, \
        layouts: [(name: \"all\", formations: [(shape: Square, fill: true, at: Center, size: Cells(3), terrain: \"deep water\")])])";
    let mut page = Page::default();
    page.ask(&json!({ "op": "level", "text": text, "seed": "7" }));
    page.ask(&json!({ "op": "play", "scale": 8 }));
    let (mut told, mut word) = (String::new(), 1_u32);
    for _ in 0..3000 {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [dx, dy] = STEPS[(word >> 24) as usize % 4];
        told += &page.ask(&json!({ "op": "walk", "dx": dx, "dy": dy }))["lines"].to_string();
    }
    assert!(told.contains("In the way: deep water.") && told.contains("A wall."), "{told}");
}

#[test]
fn of_an_offer_one_chest_is_taken_and_its_details_say_so_before() {
    let text = "(name: \"hall\", size: (60, 40), props: { \"chest\": (glyph: 'c', color: \"#8a5a2b\") }, \
        layouts: [(name: \"all\", formations: [(shape: Square, at: Quarters, size: Cells(1), prop: \"chest\", choose: 1)])])";
    let mut page = Page::default();
    page.ask(&json!({ "op": "level", "text": text, "seed": "7" }));
    let begin = page.ask(&json!({ "op": "play", "scale": 8 }));
    let size = [0, 1].map(|axis| begin["size"][axis].as_i64().unwrap());
    let cells = (0..size[0]).flat_map(|x| (0..size[1]).map(move |y| [x, y]));
    let offered =
        |page: &mut Page, cell: [i64; 2]| page.ask(&json!({ "op": "at", "cell": cell }))["prop"]["offer"].clone();
    let chests: Vec<_> = cells.filter(|&cell| offered(&mut page, cell).is_number()).collect();
    assert!(chests.len() > 10, "{}", chests.len());
    let details = page.ask(&json!({ "op": "at", "cell": chests[0] }))["lines"].to_string();
    assert!(details.contains("of offer ") && details.contains(": 1 of "), "{details}");
    // Who walks about bumps into chests: into one of each room that is met.
    let (mut told, mut word) = (String::new(), 1_u32);
    for _ in 0..5000 {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [dx, dy] = STEPS[(word >> 24) as usize % 4];
        told += &page.ask(&json!({ "op": "walk", "dx": dx, "dy": dy }))["lines"].to_string();
    }
    let taken = told.matches("You take one: chest. The others are gone.").count();
    assert!(taken > 0 && told.matches("You take one").count() == taken, "{taken}");
    assert!(told.matches("In the way: chest").count() == 0);
}

#[test]
fn the_drawn_level_has_the_size_of_its_scale() {
    let mut page = Page::with_level();
    let state = page.ask(&json!({ "op": "play", "scale": 8 }));
    let drawn = page.ask(&json!({ "op": "drawn", "scale": 8 }));
    assert_eq!(drawn["width"].as_u64(), state["size"][0].as_u64().map(|side| 8 * side));
    assert_eq!(page.bytes().len(), picture_length(&drawn));
    let (message, _) = page.refused(&json!({ "op": "drawn", "scale": 100_000 }));
    assert!(message.starts_with("scale: 100000 is out of range; allowed: "), "{message}");
}

#[test]
fn a_game_without_a_level_and_a_step_that_is_none_are_refused() {
    assert!(Page::default().refused(&json!({ "op": "play" })).0.contains("ask for `level`"));
    let mut page = Page::with_level();
    assert!(page.refused(&json!({ "op": "walk", "dx": 1, "dy": 0 })).0.contains("ask for `play`"));
    page.ask(&json!({ "op": "play" }));
    for [dx, dy] in [[0, 0], [1, 1], [2, 0], [i32::MIN, 0]] {
        let (message, _) = page.refused(&json!({ "op": "walk", "dx": dx, "dy": dy }));
        assert!(message.contains("four cells"), "{message}");
    }
}
