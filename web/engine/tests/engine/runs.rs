//! Runs: `floors`, and the floors of a run as levels; and `reroll`.

use roomgen::{Generator, Preset, Request, export::ron, run::Run};
use serde_json::{Value, json};

use crate::page::Page;

const TEXT: &str = r#"(
    name: "trip", size: (40, 30),
    acts: [(preset: "cellar", floors: 2), (name: "deep", preset: "./deep.ron", difficulty: 1.0)],
    moods: {"wet": (text: "wet.ron", acts: ["deep"])},
    branches: [(name: "hole", from: (0, 0), acts: [(name: "below", preset: "cellar", floors: 2)])],
)"#;

fn files() -> Value {
    json!({ "./deep.ron": "(name: \"deep\", base: \"cellar\")", "wet.ron": "(clearance: 2)" })
}

/// A request about the run of [`TEXT`].
fn of_text(op: &str, seed: u64) -> Value {
    json!({ "op": op, "run": "delve", "text": TEXT, "bases": files(), "seed": seed.to_string() })
}

fn with(mut request: Value, field: &str, value: impl Into<Value>) -> Value {
    request[field] = value.into();
    request
}

#[test]
fn the_floors_of_a_built_in_run_are_those_of_the_library() {
    let mut page = Page::default();
    let run = Run::built_in("descent").unwrap();
    for seed in [3, 42] {
        let reply = page.ask(&json!({ "op": "floors", "run": "descent", "seed": seed.to_string() }));
        assert_eq!((&reply["name"], &reply["size"]), (&json!("descent"), &json!(run.size().to_string())));
        let listed = reply["floors"].as_array().unwrap();
        let mut generator = run.generator(seed);
        let known: Vec<_> =
            run.floors(seed).into_iter().filter(|floor| generator.request(floor.number).is_some()).collect();
        assert_eq!(listed.len(), known.len());
        for (listed, floor) in listed.iter().zip(&known) {
            assert_eq!(listed["number"], floor.number);
            assert_eq!([&listed["act"], &listed["preset"]], [floor.act.as_str(), floor.preset.as_str()]);
            assert_eq!(listed["mood"].as_str(), floor.mood.as_deref());
            assert_eq!(listed["above"].as_u64(), floor.above.map(u64::from));
            assert_eq!(listed["difficulty"].as_f64(), Some(f64::from(floor.difficulty)));
        }
    }
}

#[test]
fn floors_of_branches_have_the_name_of_the_branch_and_their_number_in_it() {
    let mut page = Page::default();
    let reply = page.ask(&of_text("floors", 1));
    let column = |name: &str| -> Vec<Value> {
        reply["floors"].as_array().unwrap().iter().map(|floor| floor[name].clone()).collect()
    };
    assert_eq!(column("number"), [0, 1, 2, 3, 4]);
    assert_eq!(column("name"), ["0", "1", "2", "hole/0", "hole/1"]);
    assert_eq!(column("above")[3..], [0, 3]);
    assert_eq!(column("mood")[2], "wet");
    assert_eq!(page.ask(&of_text("preset", 1))["acts"], json!(["cellar", "deep", "below"]));
}

#[test]
fn the_file_of_a_floor_has_the_bytes_of_the_library_in_any_order() {
    let mut page = Page::default();
    let run = Run::built_in("delve").unwrap();
    for (seed, floor) in [(7, 3), (7, 0), (8, 2)] {
        page.ask(&json!({ "op": "level", "run": "delve", "seed": seed.to_string(), "floor": floor }));
        page.ask(&json!({ "op": "export", "format": "ron" }));
        assert_eq!(page.bytes(), ron::write(&run.level(seed, floor).unwrap()).as_bytes(), "seed {seed}, floor {floor}");
    }
}

#[test]
fn a_floor_of_a_text_is_drawn_played_and_made_again_as_any_level() {
    let mut page = Page::default();
    let shown = page.ask(&with(with(of_text("show", 1), "floor", 3), "overlays", json!(["walkways"])));
    let of = &shown["level"]["run"];
    assert_eq!([&of["name"], &of["act"], &of["branch"]], ["trip", "below", "hole"]);
    let run = Run::parse_with(TEXT, |name, _| {
        let text = files()[name].as_str().unwrap().to_owned();
        Ok(roomgen::preset::BasePreset { name: name.to_owned(), text })
    });
    let level = run.unwrap().level(1, 3).unwrap();
    assert_eq!(shown["level"]["digest"], format!("{:016x}", level.digest()));
    let entry = level.entry();
    let at = page.ask(&json!({ "op": "at", "cell": [entry.x, entry.y] }));
    assert!(at["lines"].to_string().contains("the entry") && at["span"].is_null(), "{at}");
    let prop = level.props().next().unwrap().cells;
    let at = page.ask(&json!({ "op": "at", "cell": [prop.left(), prop.top()] }));
    assert!(at["lines"].to_string().contains("placed by formation"), "{at}");
    page.ask(&json!({ "op": "play" }));
    // What shows the making of a level needs its request.
    page.ask(&json!({ "op": "export", "format": "gif" }));
    assert!(page.bytes().starts_with(b"GIF"));
    assert!(page.ask(&with(of_text("film", 1), "floor", 3))["frames"].as_u64() > Some(3));
    assert_eq!(page.ask(&with(of_text("curve", 1), "floor", 3)), json!({ "curve": null }));
}

#[test]
fn the_mistakes_of_a_run_have_their_places_also_in_its_files() {
    let mut page = Page::default();
    let broken = json!({ "op": "preset", "run": "delve", "text": TEXT.replace("floors: 2), (name", "flors: 2), (name"), "bases": files() });
    let (message, problems) = page.refused(&broken);
    assert_eq!(message, "The text has one problem.");
    let start = problems[0]["utf16"]["start"].as_u64().unwrap() as usize;
    assert_eq!(&TEXT.replace("floors: 2), (name", "flors: 2), (name")[start..start + 5], "flors");
    let bases = json!({ "./deep.ron": "(name: \"deep\", base: \"cellar\")", "wet.ron": "(clearence: 2)" });
    let (_, problems) = page.refused(&with(of_text("level", 1), "bases", bases));
    assert_eq!((&problems[0]["base"], &problems[0]["line"]), (&json!("wet.ron"), &json!(1)), "{problems:?}");
    let (_, problems) = page.refused(&with(of_text("level", 1), "bases", json!({})));
    assert!(
        problems.iter().any(|problem| problem["message"].as_str().unwrap().contains("there is no text of a base")),
        "{problems:?}"
    );
}

#[test]
fn what_a_run_does_not_take_is_refused_in_words() {
    let mut page = Page::default();
    let cases = [
        (with(of_text("level", 1), "floor", 9), "the run of seed 1 has no floor 9: its floors are 0 to 4"),
        (with(of_text("level", 1), "size", "40x30"), "leave them out"),
        (with(of_text("level", 1), "difficulty", 0.5), "leave them out"),
        (with(of_text("level", 1), "start", json!([5, 5])), "leave them out"),
        (json!({ "op": "text", "run": "decent" }), "descent"),
        (json!({ "op": "floors", "preset": "cellar" }), "has no floors of its own"),
        (of_text("lint", 1), "runs are linted by the tool"),
        (
            with(of_text("level", 1), "text", TEXT.replace("(40, 30)", "(400, 30)")),
            "400x30 cells are too many for this page",
        ),
    ];
    for (request, words) in cases {
        let (message, _) = page.refused(&request);
        assert!(message.contains(words), "{request}: {message}");
    }
}

#[test]
fn the_next_re_roll_is_that_of_the_library() {
    let mut page = Page::default();
    let mut generator = Generator::new(Preset::built_in("cellar").unwrap());
    for room in 0..6 {
        let mut request = json!({ "op": "reroll", "preset": "cellar", "seed": "7", "room": room });
        let first = generator.next_reroll(7, room);
        assert_eq!(page.ask(&request), json!({ "number": first }));
        let Some(first) = first else { continue };
        request["rerolls"] = json!({ room.to_string(): first });
        let next = generator.next_reroll(Request::new(7).with_reroll(room, first).unwrap(), room);
        assert_eq!(page.ask(&request)["number"], json!(next));
    }
    let floor = json!({ "op": "reroll", "run": "delve", "seed": "7", "floor": 2, "room": 1 });
    let run = Run::built_in("delve").unwrap();
    let (request, preset) = (run.generator(7).request(2).unwrap(), run.preset(7, 2).unwrap());
    assert_eq!(page.ask(&floor)["number"], json!(Generator::new(preset).next_reroll(request, 1)));
    assert_eq!(page.refused(&json!({ "op": "reroll" })).0, "the request lacks `room`");
}

#[test]
fn a_floor_of_a_re_rolled_room_differs_there_alone() {
    let mut page = Page::default();
    let request = json!({ "op": "level", "run": "delve", "seed": "7", "floor": 2 });
    let plain = page.ask(&request);
    let rolled = page.ask(&with(request, "rerolls", json!({ "1": 2 })));
    assert_ne!(plain["digest"], rolled["digest"]);
    assert_eq!((&rolled["run"], &rolled["rerolls"]), (&plain["run"], &json!({ "1": 2 })));
}
