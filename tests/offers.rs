//! Offers: what may be taken of formations and drawings, in levels, files, exports and plays.

use std::collections::BTreeMap;

use roomgen::{
    Generator, Level, Preset, PropSource, PropSources, Request,
    export::{csv, dot, json, ron, text},
    play::{Floor, Walker},
};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

const KINDS: &str = "props: {
    \"chest\": (glyph: 'c', color: \"#8a5a2b\"),
    \"gem\": (glyph: '*', color: \"#80ffff\", blocks: false, tall: 0.25, variants: {\"pearl\": 1}),
    \"pearl\": (glyph: 'o', color: \"#ffffff\", blocks: false, tall: 0.25),
    \"coin\": (glyph: '$', color: \"#ffd27a\", blocks: false, tall: 0.25),
    \"rug\": (glyph: '~', color: \"#800000\", blocks: false, tall: 0),
}";

fn preset(rest: &str) -> Preset {
    let text = format!("(name: \"offers\", size: (60, 40), {KINDS}, {rest})");
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn levels(preset: &Preset, seeds: u64) -> impl Iterator<Item = Level> {
    let mut generator = Generator::new(preset.clone());
    (0..seeds).map(move |seed| {
        let level = generator.generate(Request::new(seed));
        assert_eq!(level.check(), [], "seed {seed}\n{}", text::write(&level));
        level
    })
}

/// A layout with offers of chests and gems, and rugs of which all may be taken. Coins are placed
/// after all rooms are furnished, and get ids between those of rooms.
fn hall() -> Preset {
    preset(
        "loot: (budget: 12, items: {\"coin\": (value: 1)}), layouts: [(name: \"hall\", formations: [
            (shape: Square, at: Quarters, size: Cells(1), prop: \"chest\", choose: 1),
            (shape: Scatter(2), size: Fit(1.0), count: (from: 1, to: 6), turn: Random, prop: \"gem\", choose: 2),
            (shape: Square, fill: true, size: Fit(0.5), prop: \"rug\"),
        ])]",
    )
}

#[test]
fn the_props_of_a_formation_in_a_room_are_one_offer_if_they_are_more_than_may_be_taken() {
    let preset = hall();
    let (mut offers, mut too_few, mut variants, mut coins) = (0, 0, 0, 0);
    for level in levels(&preset, tier::size(20, 200)) {
        let sources = PropSources::of(&level, &preset).expect("the same level");
        let mut expected: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for (id, prop) in (0..).zip(level.props()) {
            if let Some(PropSource::Formation { formation, .. }) = sources.get(id).filter(|_| prop.kind.name != "rug") {
                expected.entry((prop.room, formation)).or_default().push(id);
            }
        }
        let takes = [1, 2];
        let before = expected.len();
        expected.retain(|(_, formation), props| props.len() > takes[*formation as usize]);
        too_few += before - expected.len();
        let found: Vec<_> = level.offers().iter().map(|offer| (offer.take as usize, offer.props.clone())).collect();
        let expected: Vec<_> =
            expected.into_iter().map(|((_, formation), props)| (takes[formation as usize], props)).collect();
        assert_eq!(found, expected);
        for (number, offer) in (0..).zip(level.offers()) {
            assert!(offer.props.iter().all(|&id| level.prop(id).expect("a prop").offer == Some(number)));
            let pearls = offer.props.iter().filter(|&&id| level.prop(id).expect("a prop").kind.name == "pearl").count();
            variants += usize::from(pearls > 0 && pearls < offer.props.len());
        }
        assert!(level.props().filter(|prop| prop.kind.name == "rug").all(|prop| prop.offer.is_none()));
        offers += level.offers().len();
        coins += level.loot().len();
    }
    assert!(coins > 100, "{coins} coins");
    assert!(
        offers > 100 && too_few > 0 && variants > 20,
        "{offers} offers, {too_few} too few, {variants} of two kinds"
    );
}

#[test]
fn the_props_of_a_character_in_a_drawing_are_one_offer_in_every_orientation() {
    let preset = preset(
        "layouts: [], vaults: [(name: \"hoard\", required: true, turns: true, mirrored: true, rows: [\"cCg\", \"g.c\", \"Cr.\"], legend: {
            'c': (prop: \"chest\", choose: 1), 'C': \"chest\", 'g': (prop: \"gem\", choose: 1), 'r': (prop: \"rug\", choose: 1),
        })]",
    );
    let mut ways = std::collections::BTreeSet::new();
    for level in levels(&preset, tier::size(20, 100)) {
        let vaults = level.rooms().iter().filter(|room| level.vault(room).is_some()).count();
        assert!(vaults > 0);
        let chests = |offer: &&roomgen::Offer| level.prop(offer.props[0]).expect("a prop").kind.name == "chest";
        for offer in level.offers() {
            assert_eq!((offer.take, offer.props.len()), (1, 2), "two of each, and one rug, which is no offer");
        }
        // The two characters of chests are told apart, though the props are sorted by kind.
        for offer in level.offers().iter().filter(chests) {
            let cells: Vec<_> =
                offer.props.iter().map(|&id| level.prop(id).expect("a prop").cells.top_left()).collect();
            let (dx, dy) = ((cells[0].x - cells[1].x).abs(), (cells[0].y - cells[1].y).abs());
            assert!([(2, 1), (1, 2)].contains(&(dx, dy)), "{cells:?}");
            ways.insert((cells[0].x - cells[1].x, cells[0].y - cells[1].y));
        }
        let whole = vaults * 2;
        assert!(level.offers().len() <= whole && level.offers().len() + 2 >= whole, "{}", text::write(&level));
    }
    assert!(ways.len() >= 4, "{ways:?}");
}

#[test]
fn a_choice_moves_no_prop_and_no_word_of_it_leaves_the_digest() {
    let (mut chosen, mut with_offers) = (0, 0);
    for number in 0..tier::size(48, 300) {
        // Loot has offers of its own.
        let text = without(&random_presets::preset(&mut Dice(number)), ", of: ");
        let plain_text = without(&text, ", choose: ");
        let parsed = |text: &str| Preset::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (with, plain) = (parsed(&text), parsed(&plain_text));
        assert_eq!(with.digest() == plain.digest(), text == plain_text, "{text}");
        chosen += u32::from(text != plain_text);
        let [mut one, mut other] = [&with, &plain].map(Generator::new);
        for seed in 0..3 {
            let [level, bare] = [one.generate(seed), other.generate(seed)];
            assert!(bare.offers().is_empty());
            assert_eq!((level.tiles(), level.passages(), level.keys()), (bare.tiles(), bare.passages(), bare.keys()));
            let place = |prop: roomgen::Prop<'_>| {
                (prop.kind.name.to_string(), prop.kind_id, prop.room, prop.cells, prop.turn, prop.offset)
            };
            assert!(level.props().map(place).eq(bare.props().map(place)), "{text}");
            with_offers += u32::from(!level.offers().is_empty());
        }
    }
    assert!(chosen > 20 && with_offers > 20, "{chosen} presets, {with_offers} levels");
}

/// The text of a preset without `choose`.
fn without(text: &str, field: &str) -> String {
    let mut parts = text.split(field);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start_matches(|digit: char| digit.is_ascii_digit()))
}

#[test]
fn taking_from_an_offer_removes_the_others_and_changes_no_way() {
    let mut freed = 0;
    for level in levels(&hall(), tier::size(10, 60)) {
        let mut floor = Floor::new(&level);
        let before = Floor::new(&level);
        let rooms = floor.reachable_from(level.start().id);
        for offer in level.offers() {
            for (count, &id) in offer.props.iter().rev().enumerate() {
                let is_left = count < offer.take as usize;
                assert_eq!(floor.is_gone(id), !is_left);
                let others = offer.props.len() - offer.take as usize;
                let gone = if count + 1 == offer.take as usize { others + 1 } else { usize::from(is_left) };
                assert_eq!(floor.take(id).len(), gone);
                assert!(floor.take(id).is_empty(), "once");
            }
            assert!(offer.props.iter().all(|&id| floor.is_gone(id)));
        }
        assert_eq!(floor.reachable_from(level.start().id), rooms);
        // What one steps on is what can be walked once the offers' obstacles are removed.
        let mut edited = level.clone();
        let gone: std::collections::BTreeSet<u32> =
            level.offers().iter().flat_map(|offer| offer.props.clone()).collect();
        assert!(floor.gone().eq(gone.iter().copied()));
        for &id in gone.iter().rev() {
            edited.remove_prop(id);
        }
        let edited = Floor::new(&edited);
        assert_eq!((floor.walkable(Walker::Hero), floor.opaque()), (edited.walkable(Walker::Hero), edited.opaque()));
        freed += floor.walkable(Walker::Hero).count() - before.walkable(Walker::Hero).count();
    }
    assert!(freed > 50, "{freed}");
}

#[test]
fn files_and_lines_keep_offers() {
    let level = levels(&hall(), 1).next().expect("a level");
    assert!(level.offers().len() > 1);
    let text = ron::write(&level);
    assert_eq!(ron::read(&text).as_ref(), Ok(&level));
    for text in [json::write(&level), json::write_line(&level)] {
        let read = json::read(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((read.offers(), &read), (level.offers(), &level));
    }
    let mut other = level.clone();
    other.take_offered(level.offers()[0].props[0]);
    assert!(other != level && other.digest() != level.digest());
    let bare = Generator::new(preset("layouts: []")).generate(1);
    assert!(!ron::write(&bare).contains("offers:"), "absent without any");
}

#[test]
fn offers_that_no_level_can_have_are_refused_by_their_place() {
    let level = levels(&hall(), 1).next().expect("a level");
    let document: serde_json::Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    let count = level.props().len();
    let last = count - 1;
    let allowed = format!("ids of the level's props, 0 to {last}");
    let ascending = |given: &str| format!("offer 0: props is {given}; allowed: two ids of props or more, ascending");
    let cases = [
        (
            serde_json::json!([{"props": [0, count], "take": 1}]),
            format!("offer 0: props is {count}; allowed: {allowed}"),
        ),
        (
            serde_json::json!([{"props": [0, 1], "take": 1}, {"props": [1, 2], "take": 1}]),
            "offer 1: props is 1; allowed: props of no other offer".to_owned(),
        ),
        (serde_json::json!([{"props": [0, 1], "take": 0}]), "offer 0: take is 0; allowed: 1 to 1".to_owned()),
        (serde_json::json!([{"props": [0, 1, 2], "take": 3}]), "offer 0: take is 3; allowed: 1 to 2".to_owned()),
        (serde_json::json!([{"props": [1, 0], "take": 1}]), ascending("[1, 0]")),
        (serde_json::json!([{"props": [1, 1], "take": 1}]), ascending("[1, 1]")),
        (serde_json::json!([{"props": [1], "take": 1}]), ascending("[1]")),
        (serde_json::json!([{"props": [], "take": 1}]), ascending("[]")),
        (serde_json::json!([{"props": [0, 1]}]), "missing field `take`".to_owned()),
        (serde_json::json!([{"take": 1}]), "missing field `props`".to_owned()),
        (serde_json::json!([{"props": [0, 1], "take": 1, "of": 2}]), "unknown field `of`".to_owned()),
        (serde_json::json!([{"props": [0, -1], "take": 1}]), "-1 is out of range".to_owned()),
        (serde_json::json!([[[0, 1], 1]]), "named fields".to_owned()),
        (serde_json::json!({"props": [[0, 1]], "take": [1]}), "the columns of a JSON line".to_owned()),
        (serde_json::json!(null), "a list of entries".to_owned()),
    ];
    for (offers, what) in cases {
        let mut changed = document.clone();
        changed["offers"] = offers.clone();
        let told = json::read_unchecked(&changed.to_string()).expect_err("it is refused").to_string();
        assert!(told.contains(&what), "{offers}: {told}");
    }
}

#[test]
fn exports_tell_the_offer_of_each_prop() {
    let level = levels(&hall(), 1).next().expect("a level");
    let table = csv::write(&level);
    let column = table.lines().skip(1).map(|row| row.rsplit(',').next().unwrap_or_default().to_owned());
    let expected = level.props().map(|prop| prop.offer.map_or_else(String::new, |offer| offer.to_string()));
    assert!(column.eq(expected) && table.lines().next().is_some_and(|names| names.ends_with(",offer")));

    let drawing = text::write(&level);
    let (rows, list) = drawing.split_once("\noffers:\n").expect("a list");
    for (number, offer) in level.offers().iter().enumerate() {
        let room = level.prop(offer.props[0]).expect("a prop").room;
        let head = format!("{number} in room {room}: take {} of {}\n", offer.take, offer.props.len());
        let (_, behind) = list.split_once(&head).unwrap_or_else(|| panic!("{head}{list}"));
        for (line, &id) in behind.lines().zip(&offer.props) {
            let prop = level.prop(id).expect("a prop");
            assert_eq!(line, format!("  {} at {},{}", prop.kind.name, prop.cells.left(), prop.cells.top()));
        }
    }
    assert!(!rows.contains("offer"));
    let read = text::read(&drawing).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.tiles(), level.tiles(), "the list is no part of the drawing");

    let graph = dot::write(&level);
    for (number, offer) in level.offers().iter().enumerate() {
        let room = level.prop(offer.props[0]).expect("a prop").room;
        let node = graph.lines().find(|line| line.starts_with(&format!("  {room} ["))).expect("a node");
        assert!(node.contains(&format!("offer <b>{number}</b>: {} of ", offer.take)), "{node}");
    }
}
