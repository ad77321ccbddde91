//! Random requests: each is answered, whatever came before, and none panics.

use roomgen_export::format::Format;
use serde_json::{Map, Value, json};

use crate::page::Page;

const OPERATIONS: [&str; 24] = [
    "about",
    "text",
    "preset",
    "level",
    "draw",
    "show",
    "at",
    "walkthrough",
    "lint",
    "sample",
    "survey",
    "merge",
    "find",
    "export",
    "film",
    "frame",
    "play",
    "walk",
    "drawn",
    "floors",
    "words",
    "reroll",
    "dance",
    "",
];

/// Random numbers by SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    fn pick(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())].clone()
    }
}

/// A value of a field: mostly of its type, sometimes out of range or something else.
fn value(random: &mut Random, field: &str) -> Value {
    let numbers = [0, 1, 7, 8, 16, 300, -1].map(Value::from);
    let values = match field {
        "text" => vec![json!("("), json!("(name: \"x\")"), json!("(base: \"cellar\", name: \"é\", depth: 3)")],
        "bases" => vec![json!({}), json!({ "a.ron": "(" })],
        "preset" => vec![json!("cellar"), json!("cellar"), json!("cript")],
        "run" => vec![json!("delve"), json!("delf")],
        "seed" => vec![json!("3"), json!("18446744073709551615"), json!("x")],
        "size" => vec![json!("20x20"), json!("33x21"), json!("1x9"), json!("99999999x4"), json!("")],
        "difficulty" => vec![json!(0.5), json!(1), json!(-1), json!(1e300)],
        "view" => vec![json!("top"), json!("iso"), json!("side")],
        "overlays" => vec![json!([]), json!(["rooms"]), json!(["walkways", "regions"]), json!(["x"])],
        "legend" => vec![json!(true), json!(false)],
        "format" => Format::ALL.iter().map(|format| format.name()).chain(["bmp"]).map(Value::from).collect(),
        "name" => vec![json!("level"), json!("../é\0"), json!("")],
        "cell" => vec![json!([3, 4]), json!([-1, i32::MAX]), json!([i32::MIN, 0]), json!([1])],
        "surveys" => vec![json!([]), json!(["{}"]), json!([""])],
        "rerolls" => vec![json!({ "0": 1 }), json!({ "7": u32::MAX, "4000000": 2 }), json!({ "x": 1 })],
        "expression" => vec![json!("rooms > 3"), json!("1 / seed < danger"), json!("rooms >")],
        "values" => vec![json!([]), json!([[], [1]]), json!([[4, 1e300], [null], [1.5]])],
        "count" | "levels" => vec![json!(1), json!(3), json!(0), json!(u32::MAX)],
        "dx" | "dy" => vec![json!(0), json!(1), json!(-1), json!(i32::MIN)],
        _ => numbers.to_vec(),
    };
    match random.below(12) {
        0 => random.pick(&[Value::Null, json!([]), json!({}), json!("1"), json!(-0.5), json!(u64::MAX), json!(true)]),
        _ => random.pick(&values),
    }
}

fn request(random: &mut Random) -> Value {
    const FIELDS: [&str; 24] = [
        "text",
        "bases",
        "preset",
        "preset",
        "run",
        "seed",
        "size",
        "size",
        "floor",
        "difficulty",
        "view",
        "overlays",
        "scale",
        "legend",
        "room",
        "x",
        "y",
        "cell",
        "format",
        "name",
        "surveys",
        "rerolls",
        "expression",
        "values",
    ];
    let mut fields = Map::new();
    // Small levels, so that a run is short.
    fields.insert("preset".to_owned(), json!("cellar"));
    for field in ["count", "levels", "dx", "dy", "scale"] {
        let value = value(random, field);
        fields.insert(field.to_owned(), value);
    }
    for _ in 0..random.below(5) {
        let field = FIELDS[random.below(FIELDS.len())];
        let value = value(random, field);
        fields.insert(field.to_owned(), value);
    }
    fields.insert("op".to_owned(), json!(OPERATIONS[random.below(OPERATIONS.len())]));
    Value::Object(fields)
}

#[test]
fn every_random_request_gets_a_value_or_a_message() {
    let mut random = Random(0);
    let mut page = Page::default();
    let mut answered = 0;
    for _ in 0..600 {
        let request = request(&mut random);
        let reply = page.reply(request.to_string().as_bytes());
        let refused =
            reply.get("error").is_some_and(|error| error["message"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(refused != reply.get("ok").is_some(), "{request}: {reply}");
        answered += u32::from(!refused);
    }
    assert!(answered > 100, "{answered} of 600 requests were understood");
}

#[test]
fn a_request_cut_or_changed_anywhere_is_answered() {
    let mut page = Page::default();
    let whole =
        br#"{"op":"show","preset":"cellar","seed":"3","size":"20x20","scale":8,"overlays":["rooms"],"floor":2}"#;
    for end in 0..whole.len() {
        assert!(page.reply(&whole[..end]).get("error").is_some(), "cut at {end}");
    }
    let mut random = Random(1);
    for _ in 0..300 {
        let mut changed = whole.to_vec();
        changed[random.below(whole.len())] = random.below(256) as u8;
        assert!(page.reply(&changed).is_object());
    }
}
