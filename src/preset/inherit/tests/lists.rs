//! Lists of rules that are merged by name or tag.

use super::*;

const HOUSE: &str = r##"(
    name: "house",
    floorplan: (
        rooms: (max: 20, sizes: [
            (name: "hall", min: (12, 12), max: (16, 16)), (name: "yard", min: (13, 13), max: (18, 18)),
        ]),
        cycles: [(rooms: (1, 3), tag: "stair"), (rooms: (2, 3))],
        tags: [(tag: "shop", most: 1), (tag: "den", most: 2), (tag: "shop", most: 3)],
        doors: [(name: "shops", kind: Closed, rooms: (tags: ["shop"])), (kind: Open)],
        shapes: [(name: "corners", shape: L, weight: 2), (shape: Rectangle), (name: "ovals", shape: Round)],
    ),
    props: {
        "red key": (glyph: 'r', color: "#ff0000", blocks: false),
        "blue key": (glyph: 'b', color: "#0000ff", blocks: false),
    },
    mission: (locks: [(name: "red key", lock: Path((0.2, 0.5))), (name: "blue key", lock: Bonus)]),
)"##;

fn on_house(rest: &str) -> Result<Preset, PresetError> {
    parse(&format!("(name: \"mine\", base: \"house.ron\", {rest})"), &[("house.ron", HOUSE)])
}

fn plan(fields: &str) -> Preset {
    on_house(&format!("floorplan: ({fields})")).unwrap_or_else(|error| panic!("{error:#}"))
}

/// The tags and the `most` of the rules for tags.
fn tags(preset: &Preset) -> Vec<(&str, f32)> {
    let rules = preset.tag_rules.iter();
    rules.map(|rule| (preset.tags[usize::from(rule.tag)].as_str(), rule.most.as_ref().unwrap().max())).collect()
}

fn weights(preset: &Preset) -> Vec<(&'static str, f32)> {
    preset.shapes.iter().map(|rule| (rule.shape.name(), rule.weight.max())).collect()
}

fn locks(preset: &Preset) -> Vec<(&str, f32)> {
    let rules = preset.mission.locks.iter();
    rules.map(|rule| (preset.kinds()[usize::from(rule.kind)].name.as_str(), rule.least.max())).collect()
}

#[test]
fn a_rule_replaces_the_base_s_of_its_name_in_its_place_and_others_come_last() {
    assert_eq!(weights(&plan("")), [("L", 2.0), ("Rectangle", 1.0), ("Round", 1.0)]);
    let mine = plan("shapes: [(name: \"new\", shape: Plus), (name: \"corners\", shape: Octagon, weight: 5)]");
    assert_eq!(weights(&mine), [("Octagon", 5.0), ("Rectangle", 1.0), ("Round", 1.0), ("Plus", 1.0)]);
    let mine = plan("doors: [(name: \"last\", kind: Secret), (name: \"shops\", kind: Secret)]");
    let kinds: Vec<_> = mine.door_rules.iter().map(|rule| rule.kind.name()).collect();
    assert_eq!(kinds, ["Secret", "Open", "Secret"]);
    let mine = plan(
        "rooms: (sizes: [(name: \"hall\", min: (12, 12), max: (15, 15)), (name: \"pit\", min: (11, 11), max: (12, 12))])",
    );
    let sides: Vec<_> = mine.sides.sizes.iter().map(|size| size.max.greatest().width).collect();
    assert_eq!((sides, mine.sides.max), (vec![15, 18, 12], 20));
    let mine = on_house("mission: (locks: [(name: \"blue key\", lock: Bonus, least: 1)])").unwrap();
    assert_eq!(locks(&mine), [("red key", 0.0), ("blue key", 1.0)]);
}

#[test]
fn all_rules_of_a_tag_replace_all_of_the_base_s_in_the_place_of_the_first() {
    assert_eq!(tags(&plan("")), [("shop", 1.0), ("den", 2.0), ("shop", 3.0)]);
    assert_eq!(tags(&plan("tags: [(tag: \"shop\", most: 7)]")), [("shop", 7.0), ("den", 2.0)]);
    let two = plan("tags: [(tag: \"inn\", most: 4), (tag: \"den\", most: 5), (tag: \"den\", most: 6)]");
    assert_eq!(tags(&two), [("shop", 1.0), ("den", 5.0), ("den", 6.0), ("shop", 3.0), ("inn", 4.0)]);
    let detours = |fields: &str| plan(fields).cycles.iter().map(|rule| rule.rooms.1.max()).collect::<Vec<_>>();
    assert_eq!(detours("cycles: [(rooms: (1, 9), tag: \"stair\")]"), [9.0, 3.0]);
    assert_eq!(detours("cycles: [(rooms: (1, 9), tag: \"ramp\")]"), [3.0, 3.0, 9.0]);
}

#[test]
fn rules_are_removed_by_name_and_an_empty_list_removes_all() {
    let mine = on_house("remove: [\"shop\", \"hall\", \"shops\", \"corners\", \"stair\", \"red key\"]").unwrap();
    assert_eq!((tags(&mine), weights(&mine)), (vec![("den", 2.0)], vec![("Rectangle", 1.0), ("Round", 1.0)]));
    assert_eq!((mine.door_rules.len(), mine.cycles.len(), mine.sides.sizes.len()), (1, 1, 1));
    assert_eq!(locks(&mine), [("blue key", 0.0)]);
    let none = on_house(
        "floorplan: (rooms: (sizes: []), cycles: [], tags: [], doors: [], shapes: []), mission: (locks: []), layouts: []",
    )
    .unwrap();
    assert_eq!((tags(&none).len(), weights(&none).len(), locks(&none).len()), (0, 0, 0));
    assert_eq!((none.door_rules.len(), none.cycles.len(), none.sides.sizes.len()), (0, 0, 0));
    // Of what a preset removes first it may give another without a name.
    let error = on_house("remove: [\"shops\"], floorplan: (doors: [(kind: Secret)])").expect_err("one is left");
    assert!(error.to_string().contains("the base's rules have no `name`"), "{error}");
    let named = HOUSE.replace("(kind: Open)", "(name: \"all\", kind: Open)");
    let text = "(name: \"mine\", base: \"a.ron\", remove: [\"all\", \"shops\"], floorplan: (doors: [(kind: Secret)]))";
    assert_eq!(parse(text, &[("a.ron", &named)]).unwrap().door_rules.len(), 1);
}

#[test]
fn rules_without_a_name_over_those_of_a_base_are_refused_all_at_once() {
    let text = "(name: \"mine\", base: \"house.ron\", remove: [\"wall\"],\n floorplan: (\n  doors: [(name: \"a\", kind: \
                Open), (kind: Secret),\n   (kind: Open)], cycles: [()],\n  shapes: [(shape: L, name: None)]))";
    let error = parse(text, &[("house.ron", HOUSE)]).expect_err("five mistakes");
    let lines: Vec<_> = error.to_string().lines().map(str::to_owned).collect();
    let starts = [
        "line 1, column 44: the base has nothing named \"wall\" to remove",
        "line 3, column 36: a rule over the base's `doors`, which stay, needs a `name`",
        "line 4, column 4: a rule over the base's `doors`, which stay, needs a `name`",
        "line 4, column 28: a rule over the base's `cycles`, which stay, needs a `tag`",
        "line 5, column 12: a rule over the base's `shapes`, which stay, needs a `name`",
    ];
    assert_eq!(lines.len(), starts.len(), "{error}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines[4].contains("`remove: [\"corners\", \"ovals\"]`"), "{}", lines[4]);
    let unnamed = "(floorplan: (doors: [(kind: Open)]))";
    let over = "(name: \"mine\", base: \"a.ron\", floorplan: (doors: [(kind: Secret)]))";
    let error = parse(over, &[("a.ron", unnamed)]).expect_err("a rule without a name").to_string();
    assert!(error.contains("the base's rules have no `name` by which to replace or `remove` them"), "{error}");
    // A base without rules has none that could stay.
    assert!(parse(over, &[("a.ron", "(floorplan: (doors: []))")]).is_ok());
}

#[test]
fn names_of_rules_decide_nothing_and_are_given_once() {
    let rules = |doors: &str, shapes: &str| {
        parse(&format!("(name: \"a\", floorplan: (doors: [{doors}], shapes: [{shapes}]))"), &[])
    };
    let bare = rules("(kind: Open), (kind: Secret)", "(shape: L), (shape: Round)").unwrap();
    let named = "(kind: Open, name: \"a\"), (kind: Secret, name: \"b\")";
    let named = rules(named, "(shape: L, name: \"a\"), (shape: Round, name: \"b\")").unwrap();
    assert_eq!((&bare, bare.digest()), (&named, named.digest()));
    let twice = rules(
        "(name: \"a\", kind: Open), (name: \"a\", kind: Open)",
        "(name: \"a\", shape: L), (name: \"\", shape: L), (name: \"a\", shape: L)",
    );
    let error = twice.expect_err("names twice").to_string();
    let starts = [
        "line 1, column 65: the name \"a\" is given twice",
        "line 1, column 123: ",
        "line 1, column 145: the name \"a\"",
    ];
    for (line, start) in error.lines().zip(starts) {
        assert!(line.starts_with(start), "{error}");
    }
    assert_eq!(error.lines().count(), 3, "{error}");
}
