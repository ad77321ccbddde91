//! Requests that nobody understands are refused in words.

use serde_json::json;

use crate::page::Page;

#[test]
fn an_unknown_operation_is_named() {
    assert_eq!(Page::default().refused(&json!({ "op": "dance" })).0, "there is no operation \"dance\"");
}

#[test]
fn malformed_requests_are_refused() {
    let mut page = Page::default();
    for bytes in [&b""[..], b"{", b"null", b"[1]", b"{\"op\":7}", b"\xFF\xFE", b"{\"op\":\"about\"} x"] {
        let reply = page.reply(bytes);
        let message = reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{bytes:?}: {reply}"));
        assert!(message.starts_with("the request is not understood: "), "{message}");
    }
}

#[test]
fn each_field_of_a_wrong_type_is_refused() {
    let mut page = Page::with_level();
    for (op, field, value) in [
        ("level", "text", json!(7)),
        ("level", "bases", json!(["a"])),
        ("level", "preset", json!({})),
        ("level", "seed", json!(7)),
        ("level", "size", json!([80, 50])),
        ("level", "floor", json!(-1)),
        ("level", "floor", json!(1.5)),
        ("level", "difficulty", json!("much")),
        ("show", "legend", json!("yes")),
        ("draw", "view", json!(2)),
        ("draw", "overlays", json!("rooms")),
        ("draw", "scale", json!(-8)),
        ("at", "x", json!("left")),
        ("film", "room", json!("first")),
        ("export", "format", json!(1)),
        ("survey", "count", json!("many")),
        ("merge", "surveys", json!({})),
        ("level", "rerolls", json!([3])),
        ("level", "rerolls", json!({ "three": 1 })),
        ("find", "values", json!([["many"]])),
        ("floors", "run", json!(["delve"])),
        ("sample", "levels", json!(0.5)),
    ] {
        let (message, _) = page.refused(&json!({ "op": op, field: value }));
        assert!(message.starts_with("the request is not understood: "), "{op} {field}: {message}");
    }
}

#[test]
fn a_field_that_an_operation_needs_is_named() {
    let mut page = Page::with_level();
    page.ask(&json!({ "op": "play" }));
    page.ask(&json!({ "op": "lint", "preset": "cellar" }));
    for (op, field) in [
        ("export", "format"),
        ("survey", "count"),
        ("find", "expression"),
        ("sample", "levels"),
        ("walk", "dx"),
        ("drawn", "scale"),
    ] {
        assert_eq!(page.refused(&json!({ "op": op })).0, format!("the request lacks `{field}`"));
    }
    assert_eq!(page.refused(&json!({ "seed": "1" })).0, "there is no operation \"\"");
}

#[test]
fn values_out_of_range_are_refused_with_what_is_allowed() {
    let mut page = Page::with_level();
    for (request, words) in [
        (json!({ "op": "level", "seed": "-1" }), "\"-1\" is not a seed"),
        (json!({ "op": "level", "seed": "18446744073709551616" }), "0 to 18446744073709551615"),
        (json!({ "op": "level", "size": "wide" }), "\"wide\" is not a size"),
        (json!({ "op": "level", "size": "257x50" }), "each side has at most 256"),
        (json!({ "op": "level", "difficulty": 1.5 }), "difficulty"),
        (json!({ "op": "draw", "view": "side" }), "side"),
        (json!({ "op": "draw", "overlays": ["rooms", "ghosts"] }), "ghosts"),
        (json!({ "op": "draw", "scale": 0 }), "scale"),
        (json!({ "op": "export", "format": "bmp" }), "there is no format \"bmp\"; the formats are ron, json"),
        (json!({ "op": "at" }), "expected `x` and `y`, or `cell`"),
    ] {
        let (message, problems) = page.refused(&request);
        assert!(message.contains(words), "{request}: {message}");
        assert!(problems.is_empty());
    }
}

#[test]
fn requests_that_need_a_level_say_how_to_get_one() {
    for request in [
        json!({ "op": "draw" }),
        json!({ "op": "at", "x": 1, "y": 1 }),
        json!({ "op": "walkthrough" }),
        json!({ "op": "export", "format": "ron" }),
        json!({ "op": "play" }),
    ] {
        let (message, _) = Page::default().refused(&request);
        assert_eq!(message, "there is no level yet: ask for `level` or `show` first");
    }
    assert!(Page::default().refused(&json!({ "op": "frame" })).0.contains("ask for `film` first"));
}

#[test]
fn a_picture_that_is_too_large_is_refused_before_it_is_drawn() {
    let mut page = Page::default();
    page.ask(&json!({ "op": "level", "preset": "cellar", "size": "256x256" }));
    let (message, _) = page.refused(&json!({ "op": "draw", "scale": 32 }));
    assert!(message.contains("choose a smaller scale"), "{message}");
}
