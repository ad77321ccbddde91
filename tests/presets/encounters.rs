//! Errors in groups, encounters, loot and slots, and what their rules add to the digest.

use roomgen::Preset;

use super::{Case, case};

/// The kinds that the cases refer to: markers of one cell and of more, a slot, a marker with a
/// variant, a chest, a gem, a bench and a key.
macro_rules! props {
    () => {
        "props: {\"rat\": (glyph: 'r', color: \"#000000\", marker: true), \
         \"ogre\": (glyph: 'O', color: \"#000000\", marker: true, footprint: (2, 2)), \
         \"slot\": (glyph: '_', color: \"#000000\", marker: true, slot: true), \
         \"wolf\": (glyph: 'w', color: \"#000000\", marker: true, variants: {\"rat\": 1}), \
         \"chest\": (glyph: 'c', color: \"#000000\"), \
         \"gem\": (glyph: 'v', color: \"#000000\", blocks: false), \
         \"bench\": (glyph: 'b', color: \"#000000\", footprint: (2, 1)), \
         \"key\": (glyph: 'k', color: \"#000000\", blocks: false)}, \
         mission: (locks: [(name: \"key\", lock: Bonus)])"
    };
}

/// A case with a problem in the fields of a preset with these kinds.
macro_rules! in_preset {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", props!(), ", ", $given, ")"), $message, $help)
    };
}

/// A case with a problem in the groups, of a preset that spends a budget on them.
macro_rules! in_groups {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", props!(), ", encounters: (budget: 50), groups: ", $given, ")"), $message, $help)
    };
}

/// A case with a problem in the members of a group.
macro_rules! in_members {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                props!(),
                ", encounters: (budget: 50), groups: {\"pack\": (cost: 1, members: ",
                $given,
                ")})"
            ),
            $message,
            $help,
        )
    };
}

/// A case with a problem in the encounters, of a preset with a group of cost 4.
macro_rules! in_encounters {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", ",
                props!(),
                ", groups: {\"pack\": (cost: 4, members: {\"rat\": 1})}, encounters: (",
                $given,
                "))"
            ),
            $message,
            $help,
        )
    };
}

/// A case with a problem in the loot.
macro_rules! in_loot {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", ", props!(), ", loot: (", $given, "))"), $message, $help)
    };
}

/// A case with a problem in a kind that is a slot.
macro_rules! in_slot {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", props: {\"rat\": (glyph: 'r', color: \"#000000\", marker: true), \
                 \"key\": (glyph: 'k', color: \"#000000\", ",
                $given,
                ")}, mission: (locks: [(name: \"key\", lock: Bonus, count: 0)]))"
            ),
            $message,
            $help,
        )
    };
}

const CASES: &[Case] = &[
    in_groups!("«[]»", "expected a map in braces, found `[]`", "as in `{ \"wolves\": (cost: 3, members:"),
    in_groups!("{\"pack\": «3»}", "expected an opening `(`, found `3`", ""),
    in_groups!("{«\"\"»: (cost: 1, members: {\"rat\": 1})}", "a name must not be empty", "printable"),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}), «\"pack\"»: (cost: 2, members: {\"rat\": 2})}",
        "the name \"pack\" is given twice",
        ""
    ),
    in_groups!("{\"pack\": «(»members: {\"rat\": 1})}", "the field `cost` is missing", "add it inside"),
    in_groups!("{\"pack\": (cost: «0», members: {\"rat\": 1})}", "0 is out of range", "allowed: 1 to 10000"),
    in_groups!("{\"pack\": (cost: «10001», members: {\"rat\": 1})}", "10001 is out of range", "allowed: 1 to 10000"),
    in_groups!("{\"pack\": (cost: «1.5», members: {\"rat\": 1})}", "expected a whole number, found `1.5`", "decimals"),
    in_groups!("{\"pack\": (cost: 1, members: {\"rat\": 1}, weight: «0»)}", "0 is out of range", "allowed: 1 to"),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}, «progress»: (0.3, 1.0))}",
        "unknown field \"progress\"",
        "allowed: `cost`, `members`, `rooms`, `weight`, `boss`, `required`, `spread`"
    ),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}, rooms: (tags: [«\"kee\"»]))}",
        "no rule gives the tag \"kee\"",
        "did you mean `key`?"
    ),
    in_groups!("{\"pack\": (cost: 1, members: {\"rat\": 1}, rooms: «(min: (15, 1))»)}", "no room can match", "5 to 14"),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}, rooms: (min: (40, 40), max: «(22, 22)»))}",
        "the smallest room of 40x40 cells exceeds the largest of 22x22",
        "`min` must not exceed `max`"
    ),
    in_groups!("{\"pack\": (cost: «(1, 2)», members: {\"rat\": 1})}", "a whole number", "a pair is not allowed here"),
    in_groups!(
        "{\"pack\": (cost: «(from: 1, to: 2)», members: {\"rat\": 1})}",
        "expected a whole number, found `(from: 1, to: 2)`",
        "a ramp is not allowed here; write one number, as in `5`"
    ),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}, rooms: (min: «(from: 3, to: 5)»))}",
        "expected a pair, found `(from: 3, to: 5)`",
        "a ramp is not allowed here; write a pair, as in `(7, 7)`"
    ),
    in_groups!("{\"pack\": (cost: 1, members: {\"rat\": 1}, boss: «1»)}", "expected `true` or `false`", "write `true`"),
    in_groups!(
        "{\"pack\": (cost: 1, members: {\"rat\": 1}, boss: true, required: «true»)}",
        "a boss cannot be `required`",
        "each room that a boss suits has one"
    ),
    in_groups!("{\"pack\": (cost: 1, members: {\"rat\": 1}, spread: «0»)}", "0 is out of range", "allowed: 1 to 256"),
    in_groups!("{\"pack\": (cost: 1, members: «{}»)}", "a group needs at least one member", ""),
    in_groups!("{\"pack\": «(cost: 1)»}", "a group needs at least one member", ""),
    in_groups!(
        "{\"pack\": (cost: 1, members: «{\"rat\": 26}», rooms: (max: (5, 5)))}",
        "no room that takes this group can hold its 26 members",
        "the largest of these rooms have 5x5 cells"
    ),
    in_members!("«[\"rat\"]»", "expected a map in braces", "as in `{ \"wolf\": (2, 4) }`"),
    in_members!("{«\"ratt\"»: 1}", "there is no prop \"ratt\"", "did you mean `rat`?"),
    in_members!("{\"rat\": 1, «\"rat\"»: 2}", "the name \"rat\" is given twice", ""),
    in_members!("{«\"quorzl\"»: 1}", "there is no prop \"quorzl\"", "allowed: `rat`"),
    in_members!(
        "{\"rat\": «true»}",
        "expected a number, a ramp or a pair",
        "as in `2`, `(1, 3)` or `(from: 1, to: 3)`"
    ),
    in_members!("{\"rat\": «33»}", "33 is out of range", "allowed: 0 to 32"),
    in_members!("{\"rat\": «(4, 2)»}", "4 to 2 is an empty range", "and must not exceed the second"),
    in_members!("{\"rat\": «1.5»}", "expected a whole number, found `1.5`", ""),
    in_members!("{\"rat\": (1, (from: 1, to: 4, over: «Progress»))}", "over Progress", "over Difficulty"),
    in_members!("«{\"rat\": (0, 4)}»", "this group may have no member", "at least one member at every difficulty"),
    in_members!("«{\"rat\": (from: 0, to: 4)}»", "this group may have no member", "raise the least"),
    in_members!(
        "{«\"chest\"»: 1}",
        "a member of a group is a marker, and the prop \"chest\" is none",
        "`marker: true`"
    ),
    in_members!("{«\"ogre\"»: 1}", "covers one cell, and the prop \"ogre\" covers more", "remove `footprint`"),
    in_members!("{«\"slot\"»: 1}", "the prop \"slot\" is a slot, which is a place and no thing", "without `slot`"),
    in_members!("{«\"wolf\"»: 1}", "the prop \"wolf\" has variants", "name the variants in its place"),
    in_encounters!(
        "budget: «3»",
        "a budget of at most 3 buys no group",
        "the cheapest group is \"pack\", which takes 4"
    ),
    in_encounters!("budget: «-1»", "-1 is out of range", "allowed: 0 to 1000000"),
    in_encounters!("budget: «1.5»", "expected a whole number, found `1.5`", "decimals"),
    in_encounters!("budget: (from: 9, to: 20, over: «Progress»)", "over Progress", "for the whole level"),
    in_encounters!("budget: «\"50\"»", "expected a number or a ramp, found `\"50\"`", "write `50`, without quotes"),
    in_encounters!(
        "budget: «(84, 136)»",
        "expected a number or a ramp, found `(84, 136)`",
        "a pair is not allowed here; write a ramp, as in `(from: 84, to: 136)`"
    ),
    in_encounters!(
        "budget: 50, curve: [«(from: 0, to: 1)»]",
        "expected a pair, found `(from: 0, to: 1)`",
        "a ramp is not allowed here; write a pair"
    ),
    in_encounters!("budget: 50, quiet: «257»", "257 is out of range", "allowed: 0 to 256"),
    in_encounters!("budget: 50, quiet: «1.5»", "expected a whole number", "decimals"),
    in_encounters!("budget: 50, arms: «0.5»", "0.5 is out of range", "allowed: 1 to 16"),
    in_encounters!("budget: 50, arms: «17»", "17 is out of range", "allowed: 1 to 16"),
    in_encounters!("budget: 50, keys: «1.5»", "1.5 is out of range", "allowed: 0 to 1"),
    in_encounters!("budget: 50, shorter: «1.5»", "1.5 is out of range", "allowed: 0 to 1"),
    in_encounters!("budget: 50, fight: «-1»", "-1 is out of range", "allowed: 0 to 10000"),
    in_encounters!(
        "budget: (from: 20, to: 50), fight: «60»",
        "a budget of at most 50 has no room for a `fight` of 60",
        "raise the budget, or lower `fight`"
    ),
    in_encounters!("budget: 50, most: «0»", "0 is out of range", "allowed: 1 to 1000000"),
    in_encounters!(
        "budget: 50, fight: (from: 8, to: 6), most: «(from: 4, to: 5)»",
        "a room may have at most 5, less than a `fight` of 6",
        "raise `most`, or lower `fight`"
    ),
    in_encounters!(
        "budget: 50, arm_tag: «\"key\"»",
        "\"key\" is also the tag of another rule",
        "rename one of the two"
    ),
    in_encounters!("budget: 50, arm_tag: «\"\"»", "a name must not be empty", ""),
    in_preset!(
        "groups: {\"pack\": (cost: 4, members: {\"rat\": 1})}, encounters: (budget: 9, arm_tag: \"worse\"), \
         vaults: [(name: \"v\", rows: [\".\"], rooms: (tags: [«\"worse\"»]))]",
        "the rooms of dearer arms get the tag \"worse\" later",
        "only `rooms` of layouts, groups and items can ask for the tag of dearer arms"
    ),
    in_preset!(
        "groups: {\"pack\": (cost: 4, members: {\"rat\": 1})}, encounters: (budget: 9, arm_tag: \"worse\"), \
         floorplan: (doors: [(kind: Secret, rooms: (tags: [«\"worse\"»]))])",
        "the rooms of dearer arms get the tag \"worse\" later",
        ""
    ),
    in_encounters!("budget: 50, «curves»: []", "unknown field \"curves\"", "did you mean `curve`?"),
    in_encounters!("budget: 50, curve: «1»", "expected a list in square brackets", "as in `[(0.0, 0.5), (0.8, 2.0)]`"),
    in_encounters!("budget: 50, curve: [«0.5»]", "expected a pair, found `0.5`", "two values in round brackets"),
    in_encounters!("budget: 50, curve: [(«1.5», 1)]", "1.5 is out of range", "allowed: 0 to 1"),
    in_encounters!("budget: 50, curve: [(0, «-1»)]", "-1 is out of range", "allowed: 0 to 1000"),
    in_encounters!(
        "budget: 50, curve: [(0, 1), (0.5, 2), («0.5», 1)]",
        "progress goes from 0.5 to 0.5, and must rise",
        "each point is (progress, value), in order of progress"
    ),
    in_encounters!("budget: 50, curve: «[(0, 0), (1, 0)]»", "this curve is 0 everywhere", "leave `curve` out"),
    in_preset!("encounters: (budget: «50»)", "a budget of 50 has no groups to spend it on", "add `groups`"),
    in_preset!("encounters: «50»", "expected an opening `(`, found `50`", "as in `(budget: (from: 20, to: 50)"),
    in_preset!("«encounter»: (budget: 50)", "unknown field \"encounter\"", "did you mean `encounters`?"),
    in_loot!("budget: «9»", "a budget of 9 has no items to spend it on", "add `items`"),
    in_loot!(
        "budget: «3», items: {\"gem\": (value: 4)}",
        "a budget of at most 3 buys no item",
        "the cheapest item is \"gem\", which takes 4"
    ),
    in_loot!(
        "budget: 9, items: {\"gem\": (value: 4)}, pile: «10»",
        "a budget of at most 9 has no room for a `pile` of 10",
        "or lower `pile`"
    ),
    in_loot!(
        "budget: 9, items: {\"gem\": (value: 4), \"chest\": (value: 5)}, due: [(value: «(2, 3)»)]",
        "no item is worth as little as 3",
        "the cheapest is \"gem\", which takes 4"
    ),
    in_loot!("due: [«(value: 4)»]", "there are no items that can be due", "add `items`"),
    in_loot!("budget: 9, items: {\"gem\": (value: 4)}, due: [«(»locked: true)]", "the field `value` is missing", ""),
    in_loot!(
        "budget: 9, items: {\"gem\": (value: 4)}, due: [(value: «0»)]",
        "0 is out of range",
        "allowed: 1 to 10000"
    ),
    in_loot!("first: «65»", "65 is out of range", "allowed: 0 to 64"),
    in_loot!("guarded: «2»", "2 is out of range", "allowed: 0 to 1"),
    in_loot!("arms: «Dear»", "unknown value \"Dear\"", "did you mean `Dearer`?"),
    in_loot!("arms: «2.0»", "expected an arm, found `2.0`", "allowed: `Either`, `Dearer`"),
    in_loot!("items: «[\"gem\"]»", "expected a map in braces", "as in `{ \"chest\": (value: 4) }`"),
    in_loot!("items: {«\"gems\"»: (value: 4)}", "there is no prop \"gems\"", "did you mean `gem`?"),
    in_loot!("items: {\"gem\": (value: 4), «\"gem\"»: (value: 2)}", "the name \"gem\" is given twice", ""),
    in_loot!("items: {\"gem\": «(»most: 4)}", "the field `value` is missing", "add it inside"),
    in_loot!("items: {\"gem\": (value: «0»)}", "0 is out of range", "allowed: 1 to 10000"),
    in_loot!("items: {\"gem\": (value: 1, most: «0»)}", "0 is out of range", "allowed: 1 to"),
    in_loot!("items: {\"gem\": (value: 1, with: «0»)}", "0 is out of range", "allowed: 1 to 16"),
    in_loot!("items: {\"gem\": (value: 1, with: (2, «17»))}", "17 is out of range", "allowed: 1 to 16"),
    in_loot!("items: {\"gem\": (value: 1, with: «(4, 2)»)}", "4 to 2 is an empty range", ""),
    in_loot!("items: {\"gem\": (value: 1, of: «1»)}", "1 is out of range", "allowed: 2 to 16"),
    in_loot!(
        "items: {\"gem\": (value: 1, of: 3, with: «2»)}",
        "an offer cannot have `with`",
        "`of` says how many lie together"
    ),
    in_loot!("items: {\"gem\": (value: 1, weight: «0»)}", "0 is out of range", "allowed: 1 to"),
    in_loot!("items: {\"gem\": (value: 1, rooms: (kinds: [«Ende»]))}", "unknown value \"Ende\"", "did you mean `End`?"),
    in_loot!("items: {«\"bench\"»: (value: 1)}", "covers one cell, and the prop \"bench\" covers more", "`footprint`"),
    in_loot!(
        "items: {«\"key\"»: (value: 1)}",
        "\"key\" is the key of a lock, which the mission lays",
        "rename the lock"
    ),
    in_loot!("items: {«\"slot\"»: (value: 1)}", "a slot, which is a place and no thing", ""),
    in_loot!("metered: «3»", "expected a map in braces, found `3`", "as in `{ \"draught\": (every: 2) }`"),
    in_loot!("metered: {«\"gemm\"»: (every: 2)}", "there is no prop \"gemm\"", "did you mean `gem`?"),
    in_loot!("metered: {«\"quorzl\"»: (every: 2)}", "there is no prop \"quorzl\"", "allowed: `gem`, `rat`"),
    in_loot!("metered: {\"gem\": (every: 2), «\"gem\"»: (every: 3)}", "the name \"gem\" is given twice", ""),
    in_loot!("metered: {\"gem\": «(»count: 1)}", "the field `every` is missing", ""),
    in_loot!("metered: {\"gem\": (every: «0»)}", "0 is out of range", "allowed: 1 to 1000"),
    in_loot!("metered: {\"gem\": (every: 2, count: «0»)}", "0 is out of range", "allowed: 1 to 16"),
    in_loot!("metered: {«\"chest\"»: (every: 2)}", "must not block, and the prop \"chest\" does", "`blocks: false`"),
    in_loot!("metered: {«\"key\"»: (every: 2)}", "\"key\" is the key of a lock", ""),
    in_slot!("blocks: false, slot: «true»", "only a marker can be a slot", "add `marker: true`"),
    in_slot!("marker: true, slot: «true»", "is the key of a lock, and a slot is no prop", "remove `slot`"),
    case(
        "(name: \"a\", props: {\"s\": (glyph: 's', color: \"#000000\", marker: true, slot: «true», footprint: (1, 2))})",
        "a slot covers one cell",
        "remove `footprint`",
    ),
    case(
        "(name: \"a\", props: {\"s\": (glyph: 's', color: \"#000000\", marker: true, slot: true, variants: «{\"r\": 1}»), \"r\": (glyph: 'r', color: \"#000000\", marker: true)})",
        "a slot cannot have `variants`",
        "remove `variants` or `slot`",
    ),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", marker: true, variants: {«\"s\"»: 1}), \"s\": (glyph: 's', color: \"#000000\", marker: true, slot: true)})",
        "the prop \"s\" is a slot, which is a place and no thing",
        "leave it out",
    ),
];

#[test]
fn a_mistake_in_encounters_or_loot_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
}

/// A group with an unknown member, among markers and other props, gives these names as help.
fn help_for_unknown_member(markers: &[String]) -> String {
    let marker = |name: &String| format!("{name:?}: (glyph: 'm', color: \"#000000\", marker: true), ");
    let kinds: String = markers.iter().map(marker).collect();
    let fields = "encounters: (budget: 9), groups: {\"g\": (cost: 1, members: {\"wulf of the hils\": 1})}";
    let others = "\"wolf skin\": (glyph: 'w', color: \"#000000\", blocks: false)";
    let error = Preset::parse(&format!("(name: \"a\", props: {{{kinds}{others}}}, {fields})")).expect_err("a mistake");
    let [problem] = error.problems() else { panic!("{error}") };
    problem.help.clone().expect("help")
}

#[test]
fn an_unknown_member_has_the_nearest_markers_as_help_and_the_number_of_the_others() {
    assert_eq!(help_for_unknown_member(&[]), "no prop can be a member: add one with `marker: true`");
    let few = ["bat", "rat"].map(str::to_owned);
    assert_eq!(help_for_unknown_member(&few), "allowed: `bat`, `rat`");
    let mut many: Vec<String> = (0..30).map(|number| format!("k{number}")).collect();
    many.extend(["hill wolves", "wolf"].map(str::to_owned));
    let help = help_for_unknown_member(&many);
    let names = help.split_once("allowed: ").expect("a list").1;
    assert!(
        names.starts_with("`wolf`, ") && names.contains("`hill wolves`") && names.ends_with(" and 24 more"),
        "{help}"
    );
    assert_eq!(names.matches('`').count(), 16, "{help}");
    assert!(!help.contains("skin"), "no marker: {help}");
}

/// The preset with these fields and the kinds of the cases.
fn parse(fields: &str) -> Result<Preset, String> {
    Preset::parse(&format!("(name: \"a\", {}, {fields})", props!())).map_err(|error| format!("{fields}: {error:#}"))
}

#[test]
fn lists_of_groups_items_and_points_are_bounded() {
    let repeated = |most: usize, each: &dyn Fn(usize) -> String| (0..most).map(each).collect::<Vec<_>>().join(", ");
    let group = |number: usize| format!("\"{number}\": (cost: 1, members: {{\"rat\": 1}})");
    let point = |number: usize| format!("({}, 1)", number as f32 / 64.0);
    let groups = |most: usize| format!("encounters: (budget: 9), groups: {{{}}}", repeated(most, &group));
    let points =
        |most: usize| format!("{}, encounters: (curve: [{}])", groups(1).split_off(25), repeated(most, &point));
    for (text, most) in [(&groups as &dyn Fn(usize) -> String, 256), (&points, 32)] {
        assert_eq!(parse(&text(most)).err(), None);
        let error = parse(&text(most + 1)).expect_err("one too many");
        assert!(error.contains(&format!("{} ", most + 1)) && error.contains("are too many"), "{error}");
        assert!(error.contains(&format!("at most {most} are allowed")), "{error}");
    }
    let kinds = |of: usize| {
        let kind = |number: usize| format!("\"k{number}\": (glyph: 'k', color: \"#000000\", marker: true)");
        let one = |number: usize| format!("\"k{number}\": 1");
        let (kinds, members) = (repeated(of, &kind), repeated(of, &one));
        let text = format!("(name: \"a\", props: {{{kinds}}}, groups: {{\"g\": (cost: 1, members: {{{members}}})}})");
        Preset::parse(&text).err().map(|error| error.problems()[0].message.clone())
    };
    assert_eq!(kinds(16), None);
    assert_eq!(kinds(17).as_deref(), Some("17 kinds of members are too many"));
    let error = parse("groups: {\"g\": (cost: 1, members: {\"rat\": 32})}").err();
    assert_eq!(error, None);
}

#[test]
fn members_that_take_turns_are_a_group_at_every_difficulty() {
    let may = |rat: &str, gnoll: &str| {
        let text = format!(
            "(name: \"a\", props: {{\"rat\": (glyph: 'r', color: \"#000000\", marker: true), \"gnoll\": (glyph: 'g', color: \"#000000\", marker: true)}}, \
             groups: {{\"g\": (cost: 1, members: {{\"rat\": {rat}, \"gnoll\": {gnoll}}})}})"
        );
        Preset::parse(&text).err().map(|error| error.problems()[0].message.clone())
    };
    let none = Some("this group may have no member".to_owned());
    assert_eq!(may("(from: 1, to: 0)", "(from: 0, to: 1)"), None, "the one leaves where the other comes");
    assert_eq!(may("(from: 1, to: 0, ease: Out)", "(from: 0, to: 1, ease: In)"), none, "nobody is there in between");
    assert_eq!(may("(from: 0, to: 2)", "(from: 0, to: 1)"), none, "nobody at first");
    assert_eq!(may("(from: 2, to: 0)", "(from: 1, to: 0)"), none, "nobody in the end");
    assert_eq!(may("(from: 0, to: 2)", "(1, 2)"), None);
}

#[test]
fn every_rule_for_encounters_and_loot_is_in_the_digest_and_defaults_are_not() {
    let digest = |fields: &str| parse(fields).unwrap_or_else(|error| panic!("{error}")).digest();
    let encounters = |group: &str, rules: &str| {
        digest(&format!(
            "groups: {{\"pack\": (cost: 2, members: {{\"rat\": 1}}{group})}}, encounters: (budget: 50{rules})"
        ))
    };
    let loot =
        |item: &str, rules: &str| digest(&format!("loot: (budget: 9, items: {{\"gem\": (value: 1{item})}}{rules})"));
    let alike = [
        (digest(""), digest("groups: {}, encounters: (quiet: 9, arms: 2, keys: 1), loot: (first: 3, arms: Dearer)")),
        (
            encounters("", ""),
            encounters(", weight: 1, boss: false, rooms: ()", ", curve: [], quiet: 0, arms: 1, keys: 0"),
        ),
        (loot("", ""), loot(", with: 1, weight: 1, rooms: ()", ", first: 0, guarded: 0, arms: Either, metered: {}")),
    ];
    for (number, (one, other)) in alike.into_iter().enumerate() {
        assert_eq!(one, other, "pair {number}");
    }
    let mut different = vec![digest("")];
    different.extend(
        [
            ("", ""),
            (", weight: 2", ""),
            (", boss: true", ""),
            (", rooms: (kinds: [Bonus])", ""),
            ("", ", curve: [(0, 1)]"),
            ("", ", curve: [(0, 2)]"),
            ("", ", quiet: 3"),
            ("", ", arms: 2"),
            ("", ", keys: 0.5"),
        ]
        .map(|(group, rules)| encounters(group, rules)),
    );
    different.extend(
        [
            ("", ""),
            (", with: 2", ""),
            (", most: 2", ""),
            (", weight: 2", ""),
            (", of: 2", ""),
            (", rooms: (kinds: [Bonus])", ""),
            ("", ", first: 3"),
            ("", ", guarded: 0.5"),
            ("", ", arms: Dearer"),
            ("", ", metered: {\"gem\": (every: 2)}"),
            ("", ", metered: {\"gem\": (every: 3)}"),
            ("", ", metered: {\"gem\": (every: 3, count: 2)}"),
        ]
        .map(|(item, rules)| loot(item, rules)),
    );
    let count = different.len();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), count);
}
