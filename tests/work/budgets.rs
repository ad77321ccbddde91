//! Presets whose budgets make populating work as hard as the rules allow.

use super::adversaries::{Adversary, LARGE, PROPS, SIZES, SMALL, one_room_of};

pub(super) const BUDGETS: [Adversary; 8] = [
    Adversary {
        name: "many groups in many rooms",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| rooms(size, "min: 3, max: 9", &(groups(16) + &items(false))),
        sizes: SMALL,
    },
    Adversary {
        name: "many groups in rooms with place for none of them",
        is_random: false,
        formations: 1,
        masks: 0,
        text: |size| rooms(size, "min: 1, max: 3", &(groups(2) + &items(true))),
        sizes: SMALL,
    },
    Adversary {
        name: "single members all over a hall",
        is_random: false,
        formations: 1,
        masks: 0,
        text: |size| hall(size, &groups(1)),
        sizes: SIZES,
    },
    Adversary {
        name: "groups of many all over a hall",
        is_random: false,
        formations: 1,
        masks: 0,
        text: |size| hall(size, &groups(16)),
        sizes: SIZES,
    },
    Adversary {
        name: "required groups, fights and loot that is due in all rooms",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| {
            let groups = groups(2).replace("weight:", "required: true, spread: 256, weight:");
            let groups = groups.replace("quiet: 0", "quiet: 0, fight: 4, most: 999, shorter: 0.7, arm_tag: \"worse\"");
            let due: String = (0..64).map(|value| format!("(value: {}), ", 1 + value)).collect();
            rooms(
                size,
                "min: 3, max: 9",
                &(groups + &items(false).replace("items:", &format!("pile: 3, due: [{due}], items:"))),
            )
        },
        sizes: SMALL,
    },
    Adversary {
        name: "members that stand apart all over a hall",
        is_random: false,
        formations: 1,
        masks: 0,
        text: |size| hall(size, &groups(16).replace("weight:", "spread: 256, weight:")),
        sizes: SIZES,
    },
    Adversary {
        name: "obstacles all over a hall",
        is_random: false,
        formations: 1,
        masks: 0,
        text: |size| hall(size, &items(true)),
        sizes: SIZES,
    },
    Adversary {
        name: "metered things and a quiet zone",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| {
            let metered: String = (0..16).map(|kind| format!("\"t{kind}\": (every: 1, count: 16), ")).collect();
            let loot = format!("loot: (metered: {{{metered}}}), ");
            rooms(size, "min: 3, max: 30", &(groups(16).replace("quiet: 0", "quiet: 40") + &loot))
        },
        sizes: LARGE,
    },
];

/// The kinds that budgets place: 16 markers, 256 obstacles and 256 things that block no way.
fn kinds() -> String {
    let of = |letter: char, count: usize, what: &str| -> String {
        (0..count).map(|kind| format!("\"{letter}{kind}\": (glyph: 'x', color: \"#808080\", {what}), ")).collect()
    };
    let all = of('m', 16, "marker: true") + &of('o', 256, "blocks: true") + &of('t', 256, "blocks: false");
    PROPS.replacen("props: {", &format!("props: {{ {all}"), 1)
}

/// As many groups as are allowed, each with so many kinds of members of which there is one or two,
/// and the largest budget.
fn groups(members: usize) -> String {
    let members: String = (0..members).map(|kind| format!("\"m{kind}\": (1, 2), ")).collect();
    let group = |number: usize| format!("\"{number}\": (cost: 1, members: {{{members}}}, weight: (from: 1, to: 9)), ");
    let groups: String = (0..256).map(group).collect();
    format!("groups: {{{groups}}}, encounters: (budget: 1000000, quiet: 0, arms: 16, keys: 1), ")
}

/// As many items as are allowed, of which up to 16 lie together, and the largest budget.
fn items(are_obstacles: bool) -> String {
    let letter = if are_obstacles { 'o' } else { 't' };
    let items: String = (0..256).map(|kind| format!("\"{letter}{kind}\": (value: 1, with: (1, 16)), ")).collect();
    format!("loot: (budget: 1000000, items: {{{items}}}), ")
}

/// A level of many rooms with doors in every wall and these budgets.
fn rooms((width, height): (i64, i64), sides: &str, budgets: &str) -> String {
    let kinds = kinds();
    format!(
        "(name: \"rooms\", size: ({width}, {height}), floorplan: (rooms: ({sides}), coverage: 1.0, loops: (chance: 1.0),
           cycles: [(most: 16, rooms: (1, 64))]), {budgets} {kinds}
         layouts: [(name: \"one\", formations: [(shape: Square, size: Cells(1), prop: \"o\")])])"
    )
}

/// A single room with these budgets.
fn hall(size: (i64, i64), budgets: &str) -> String {
    let formation = "(shape: Square, size: Cells(1), prop: \"i\")";
    one_room_of(size, &(budgets.to_owned() + &kinds()), formation)
}
