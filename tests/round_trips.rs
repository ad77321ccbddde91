//! serde's traits of public types: what is written is read again, and what breaks a limit is
//! refused.

use std::{collections::BTreeSet, fmt::Debug};

use roomgen::{
    Cell, Direction, DoorKind, Generator, Level, NamedSeed, Preset, Prop, PropKind, Rect, Request, RoomKind, RoomShape,
    Size, Tile,
    export::{self, json},
    geom::Extent,
    level::{Origin, PropRole},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    levels::{levels, named},
    tier,
};

/// Writes a value as JSON, which must be `text`, and reads it again from JSON and from RON.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_string(value).expect("JSON"), text);
    assert_eq!(&serde_json::from_str::<T>(text).expect(text), value);
    let text = ron::to_string(value).expect("RON");
    assert_eq!(&ron::from_str::<T>(&text).expect(&text), value);
}

/// The message of the error for a JSON text that is no `T`, without its position.
fn refusal<T: DeserializeOwned + Debug>(text: &str) -> String {
    let message = serde_json::from_str::<T>(text).expect_err(text).to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

#[test]
fn values_are_written_as_in_level_files_and_read_again() {
    round_trip(&Cell::new(-3, 7), "[-3,7]");
    round_trip(&Rect::from_xywh(-3, 7, 2, 1).expect("a rectangle"), r#"{"x":-3,"y":7,"width":2,"height":1}"#);
    round_trip(&Size::new(96, 64).expect("a size"), r#"{"width":96,"height":64}"#);
    round_trip(&Extent::new(5, 0), r#"{"width":5,"height":0}"#);
    for direction in Direction::ALL {
        round_trip(&direction, &format!("\"{direction:?}\""));
    }
    for tile in Tile::ALL {
        round_trip(&tile, &format!("\"{}\"", tile.glyph()));
    }
    RoomKind::ALL.iter().for_each(|kind| round_trip(kind, &format!("\"{kind}\"")));
    RoomShape::ALL.iter().for_each(|shape| round_trip(shape, &format!("\"{shape}\"")));
    DoorKind::ALL.iter().for_each(|kind| round_trip(kind, &format!("\"{kind}\"")));
    let request = Request::new(u64::MAX).on_floor(3).with_difficulty(0.3).expect("a difficulty");
    let fields = r#"{"seed":"18446744073709551615","floor":3,"difficulty":0.3,"start":"#;
    round_trip(&request, &format!("{fields}null}}"));
    round_trip(&request.starting_at(Cell::new(-1, i32::MAX)), &format!("{fields}[-1,2147483647]}}"));
}

#[test]
fn values_beyond_their_limits_are_refused_with_what_is_allowed() {
    let size = |width| refusal::<Size>(&format!(r#"{{"width":{width},"height":64}}"#));
    assert_eq!(size(7), Size::new(7, 64).expect_err("too small").to_string());
    assert_eq!(size(16385), Size::new(16385, 64).expect_err("too large").to_string());
    for rect in [(0, 0, 0, 1), (0, 0, 1, -1), (i32::MAX, 0, 1, 1)] {
        let (x, y, width, height) = rect;
        let text = format!(r#"{{"x":{x},"y":{y},"width":{width},"height":{height}}}"#);
        assert!(refusal::<Rect>(&text).contains("at least 1"), "{text}");
    }
    assert!(refusal::<Rect>(r#"{"x":0,"y":0,"width":1,"height":1,"depth":1}"#).contains("depth"));
    assert!(refusal::<Tile>("\"x\"").contains("the character of a tile"));
    assert!(refusal::<Direction>("\"Up\"").contains("North"));
    let request = |seed: &str, difficulty: &str| {
        refusal::<Request>(&format!(r#"{{"seed":{seed},"floor":0,"difficulty":{difficulty},"start":null}}"#))
    };
    let expected = Request::new(1).with_difficulty(1.5).expect_err("beyond 1").to_string();
    assert_eq!(request("1", "1.5"), expected);
    assert!(request("-1", "0").contains("a whole number"));
}

#[test]
fn a_level_is_the_document_of_its_file_and_so_are_its_origin_and_its_kinds() {
    for level in levels().chain([named("\"?\\")]) {
        let file = json::write(&level);
        let text = serde_json::to_string(&level).expect("JSON");
        let document = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("JSON");
        let mut fields = document(file.as_bytes());
        assert_eq!(document(text.as_bytes()), fields);
        let read: Level = serde_json::from_str(&text).expect("a level");
        assert_eq!((&read, json::write(&read)), (&level, file));
        let read: Level = ron::from_str(&ron::to_string(&level).expect("RON")).expect("a level");
        assert_eq!(read, level);

        let origin = serde_json::to_string(level.origin()).expect("JSON");
        round_trip::<Origin>(level.origin(), &origin);
        let origin = document(origin.as_bytes());
        assert!(origin.as_object().expect("fields").iter().all(|(name, value)| fields[name] == *value));
        for kind in level.kinds() {
            let text = serde_json::to_string(kind).expect("JSON");
            round_trip::<PropKind>(kind, &text);
            let mut expected = fields["kinds"][kind.name.as_str()].take();
            expected["name"] = kind.name.as_str().into();
            assert_eq!(document(text.as_bytes()), expected);
        }
    }
}

#[test]
fn a_level_is_refused_with_the_message_of_the_reader_of_level_files() {
    let text = json::write(&levels().next().expect("a level"));
    let edits = [
        ("\"format\": 1", "\"format\": 2"),
        ("\"format\": 1", "\"format\": 2, \"later\": []"),
        ("\"floor\": 0", "\"floor\": -1"),
        ("\"width\": ", "\"width\": 1"),
        ("\"difficulty\": 0", "\"difficulty\": 7"),
        ("\"entry\": [", "\"entry\": [-"),
        ("\"depth\": 1", "\"deep\": 1"),
    ];
    for (from, to) in edits {
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let expected = json::read_unchecked(&text).expect_err(to).to_string();
        let given = refusal::<Level>(&text);
        assert!(expected.ends_with(&given) && !given.is_empty(), "{to}: {given:?} is not {expected:?}");
    }
    let origin = r#"{"revision":0,"seed":1,"floor":0,"difficulty":0.0,"preset":"a","preset_digest":"0123456789abcdef","start":null}"#;
    assert_eq!(refusal::<Origin>(origin), "origin: revision is 0; allowed: 1 to 4294967295");
}

/// The cellar with other groups and other loot, and a curve, which it has none of.
const POPULATED_CELLAR: &str = r#"(
    name: "placed", base: "cellar",
    groups: {
        "few": (cost: 2, members: {"rat": (1, 2)}),
        "many": (cost: 5, members: {"rat": (3, 4)}, rooms: (min: (5, 5))),
        "the last": (cost: 9, members: {"rat": 3}, boss: true),
    },
    encounters: (
        budget: (from: 30, to: 60, over: Difficulty), curve: [(0.0, 0), (0.4, 1), (1.0, 2)],
        quiet: 9, arms: 2.0, keys: 0.8,
    ),
    loot: (budget: 12, items: {"chest": (value: 2, with: (1, 2))}, first: 2, guarded: 0.5, arms: Dearer),
)"#;

#[test]
fn levels_with_budgets_keep_invariant_13_and_are_read_as_they_were_written_in_every_form() {
    let built_in = roomgen::preset::BUILT_IN.iter().map(|(name, _)| Preset::built_in(name).expect("a preset"));
    let presets = built_in.filter(|preset| preset.groups().len() > 0);
    let placed = Preset::parse(POPULATED_CELLAR).unwrap_or_else(|error| panic!("{error}"));
    let (mut members, mut things) = (0, 0);
    for preset in presets.chain([placed]) {
        let name = preset.name().to_owned();
        let mut generator = Generator::new(preset.with_size("56x40".parse().expect("a size")).expect("large enough"));
        for seed in 0..tier::size(4, 40) {
            let difficulty = (seed % 5) as f32 / 4.0;
            let level = generator.generate(Request::new(seed).with_difficulty(difficulty).expect("0 to 1"));
            assert_eq!(level.check(), [], "{name} {seed}");
            for text in [json::write(&level), json::write_line(&level)] {
                assert_eq!(json::read(&text).as_ref(), Ok(&level), "{name} {seed}");
            }
            assert_eq!(export::ron::read(&export::ron::write(&level)).as_ref(), Ok(&level), "{name} {seed}");
            let cells = level.encounters().iter().map(|encounter| encounter.cells.len()).sum::<usize>();
            let is_member = |prop: &Prop<'_>| matches!(prop.role(), PropRole::Member(_));
            assert_eq!(level.props().filter(is_member).count(), cells, "{name} {seed}");
            let props: BTreeSet<_> =
                (0..level.loot().len() as u32).filter_map(|thing| level.loot_prop(thing)).collect();
            assert_eq!(props.len(), level.loot().len(), "{name} {seed}");
            members += cells;
            things += level.loot().len();
        }
    }
    assert!(members > 200 && things > 50, "{members} members, {things} things");
}

#[test]
fn a_text_is_a_number_a_word_or_no_seed() {
    let seed = |text: &str| text.parse::<NamedSeed>().map(|seed| (seed.number(), seed.word().is_some()));
    let numbers = [("0", 0), ("42", 42), ("0x2a", 42), ("0X2A", 42), ("1_000", 1000), ("0xdead_beef", 0xdead_beef)];
    for (text, number) in numbers.into_iter().chain([("18446744073709551615", u64::MAX)]) {
        assert_eq!(seed(text), Ok((number, false)), "{text}");
    }
    // As another implementation has it.
    assert_eq!(seed("forty"), Ok((5_950_702_364_743_127_204, true)));
    let longest = "ä".repeat(64);
    for text in ["Höhle 7", "12a", "42nd", "0xg", "_a-", "2026-11-29", "0001-01-31", &longest] {
        assert_eq!(seed(text).map(|(_, is_word)| is_word), Ok(true), "{text}");
    }
    let long = "a".repeat(65);
    for text in [
        "",
        " ",
        "-",
        "+-",
        "-1",
        "+1",
        "-3",
        "1.5",
        "_1",
        "1_",
        "1__0",
        "1 000",
        "18446744073709551616",
        // Beyond 128 bits, too, a number is no word.
        "0x1ffffffffffffffffffffffffffffffff",
        "1000000000000000000000000000000000000000",
        "\"a\"",
        "a/b",
        "a..b",
        "a\u{200b}b",
        " a",
        "a ",
        "2026-13-29",
        "2026-11-32",
        "2026-1-29",
        "26-11-29",
        "2026-11-29-1",
        "1-2",
        "٣",
        &long,
    ] {
        let error = seed(text).expect_err(text).to_string();
        assert!(
            error.contains("whole number from 0 to 18446744073709551615") && error.contains("2026-11-29"),
            "{error}"
        );
    }
}

#[test]
fn the_word_of_a_seed_stays_with_requests_origins_and_files() {
    let preset = Preset::built_in("cellar").expect("a preset");
    let seed: NamedSeed = "42nd".parse().expect("a word");
    let (number, request) = (seed.number(), Request::new(1).with_named_seed(seed));
    let level = roomgen::generate(&preset, &request);
    let plain = roomgen::generate(&preset, number);
    assert_eq!((level.digest(), level.origin().seed), (plain.digest(), number));
    assert_eq!(plain.origin().seed_word, None);
    assert_eq!(level.origin().seed_word.as_deref(), Some("42nd"));
    assert_eq!(request.clone().with_seed(number), Request::new(number));
    assert_eq!(export::ron::read(&export::ron::write(&level)).as_ref(), Ok(&level));
    for text in [json::write(&level), json::write_line(&level)] {
        assert_eq!(json::read(&text).as_ref().ok(), Some(&level), "{text}");
    }
    assert_eq!(roomgen::reproduce(&level, &preset).as_ref(), Ok(&level));
    let saved = serde_json::to_string(&request).expect("a request");
    assert_eq!(serde_json::from_str::<Request>(&saved).expect("a request"), request);
    for other in ["43rd", "42", ""] {
        let refused =
            serde_json::from_str::<Request>(&saved.replace("42nd", other)).expect_err("a word of another seed");
        assert!(refused.to_string().contains("is no word for the seed"), "{refused}");
        let text = json::write(&level).replace("\"42nd\"", &format!("\"{other}\""));
        let error = json::read(&text).expect_err("a word of another seed").to_string();
        assert!(error.contains("seed_word") && error.contains("a word for the seed"), "{error}");
    }
}
