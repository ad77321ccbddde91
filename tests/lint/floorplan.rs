//! Shapes that no room has, openings and mouths that no level has.

use super::*;

/// The findings of a preset of wide levels with these fields of the floor plan: code, help.
fn in_plan(floorplan: &str) -> Vec<(FindingCode, String)> {
    let text = with("", "").replace("(40, 30)", &format!("(80, 30), floorplan: ({floorplan})"));
    let found = of(&text).into_iter();
    found.map(|Finding { code, problem, .. }| (code, problem.help.unwrap_or_default())).collect()
}

#[test]
fn a_mouth_needs_two_caves_that_share_a_wall() {
    let caves = "shapes: [(shape: Cave, merge: 1)]";
    assert_eq!(in_plan(caves), []);
    let apart = in_plan(&format!("style: Corridors(margin: (1, 2)), {caves}"));
    let no_wall = "rooms of this style share no wall: use the style `Adjacent`, or a margin of 0";
    assert_eq!(apart, [(FindingCode::UnusedRule, no_wall.to_owned())]);
    let alone = in_plan(
        "rooms: (sizes: [(name: \"den\", min: (9, 9), max: (9, 9))]), shapes: [(shape: Cave, size: \"den\", merge: 1)]",
    );
    let few = "few caves share a wall with another cave, the mission has their doors, or its chance is small";
    assert_eq!(alone, [(FindingCode::UnusedRule, few.to_owned())]);
}

#[test]
fn stairs_that_find_no_room_are_found() {
    assert_eq!(in_plan("exit: (dead_end: true), stairs: [(to: \"well\")], bonus: (chance: 1)"), []);
    let none = in_plan("stairs: [(to: \"well\", rooms: (kinds: [Bonus]))], bonus: (chance: 0)");
    let [(FindingCode::Shortfall, help)] = &none[..] else { panic!("{none:?}") };
    assert!(help.starts_with("let `rooms` admit more of them"), "{help}");
}

#[test]
fn an_opening_needs_two_rooms_that_are_not_dug() {
    assert_eq!(in_plan("open: (chance: 0.5)"), []);
    let dug = in_plan("open: (chance: 0.5), shapes: [(shape: Ruin), (shape: Cave)]");
    let [(FindingCode::UnusedRule, help)] = &dug[..] else { panic!("{dug:?}") };
    assert!(help.starts_with("few rooms that are not dug share a wall (caves have `merge`)"), "{help}");
}

#[test]
fn a_cave_for_rooms_that_are_too_large_is_found_with_the_reason() {
    let found = in_plan(
        "rooms: (sizes: [(name: \"hall\", min: (66, 16), max: (66, 16))]), \
         shapes: [(shape: Cave, size: \"hall\")]",
    );
    assert!(
        found.iter().any(|(_, help)| help == "no room has a suitable size; the sides of a `Cave` have 5 to 64 cells"),
        "{found:?}"
    );
}

#[test]
fn a_great_room_that_is_too_large_for_the_cave_of_the_others_is_found() {
    let large = "rooms: (sizes: [(name: \"hall\", min: (66, 16), max: (66, 16))])";
    let found = in_plan(&format!("{large}, shapes: [(shape: Rectangle, max: (9, 30)), (shape: Cave)]"));
    let [(FindingCode::Shortfall, help)] = &found[..] else { panic!("{found:?}") };
    assert!(help.starts_with("the sides of a `Cave` have 5 to 64 cells; give larger rooms another shape"), "{help}");
    for other in ["(shape: Octagon, size: \"hall\")", "(shape: Rectangle, min: (65, 1))"] {
        assert_eq!(in_plan(&format!("{large}, shapes: [(shape: Cave), {other}]")), [], "{other}");
    }
    assert_eq!(
        in_plan("rooms: (sizes: [(name: \"hall\", min: (64, 16), max: (64, 16))]), shapes: [(shape: Cave)]"),
        []
    );
}

#[test]
fn a_layout_may_be_for_floors_that_are_smaller_than_any_room() {
    let nook = with("", "(name: \"nook\", rooms: (max: (4, 4)), formations: [])");
    let refused = lint(&nook, |_| Err(String::new())).expect_err("no room is that small");
    assert!(refused.to_string().contains("no room can match this filter"), "{refused}");
    assert_eq!(of(&nook.replace("(40, 30)", "(40, 30), floorplan: (shapes: [(shape: Tunnels)])")), []);
}
