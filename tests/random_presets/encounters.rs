//! Random groups, encounters and loot, with the slots and the vaults that they use.

use super::{
    dice::{Dice, LEVEL},
    filter, formations,
};

/// The kinds that budgets place, and the slots, as entries of `props`.
pub(super) const KINDS: &str = "  \
    \"rat\": (glyph: 'r', color: \"#ff4020\", marker: true), \"ogre\": (glyph: 'O', color: \"#ff2010\", marker: true),
  \"post\": (glyph: '_', color: \"#808080\", marker: true, slot: true), \
    \"niche\": (glyph: 'n', color: \"#808080\", marker: true, slot: true, tags: [\"loot\"]),
  \"chest\": (glyph: 'C', color: \"#c28a2e\"), \"gem\": (glyph: 'v', color: \"#88ffff\", blocks: false), \
    \"coin\": (glyph: '$', color: \"#e0c040\", blocks: false, tall: 0), \
    \"salve\": (glyph: '!', color: \"#ff88ff\", blocks: false),
";

/// The kinds that are items, with what may be said of each.
const ITEMS: [&str; 5] = ["chest", "gem", "coin", "salve", "rat"];

/// The largest cost and value. Each budget is at least as large, so that it buys something.
const MOST: i64 = 12;

/// The fields `groups`, `encounters` and `loot` of a preset with this floor plan, whose rooms have
/// sides of up to `max` cells.
pub(super) fn fields(dice: &mut Dice, max: i64, plan: &str) -> String {
    let (has_encounters, has_loot) = (dice.chance(80), dice.chance(80));
    let encounters = if has_encounters { encounters(dice, max, plan) } else { String::new() };
    let loot = if has_loot { loot(dice, max, plan) } else { String::new() };
    encounters + &loot
}

fn encounters(dice: &mut Dice, max: i64, plan: &str) -> String {
    let groups: String = (0..dice.between(1, 4)).map(|number| group(dice, number, max, plan)).collect();
    let curve = if dice.chance(60) { format!(" curve: {},", curve(dice)) } else { String::new() };
    let most = if dice.chance(40) { format!(" most: {},", dice.between(MOST, 40)) } else { String::new() };
    let fight = if dice.chance(60) { format!(" fight: {},", whole(dice)) } else { String::new() };
    let arms = match dice.chance(40) {
        true => format!(" shorter: {}, arm_tag: \"worse\",", dice.chance_of(&LEVEL)),
        false => String::new(),
    };
    format!(
        " groups: {{\n{groups} }},\n encounters: (budget: {},{curve}{most}{fight}{arms} quiet: {}, arms: {}, keys: {}),\n",
        dice.ramp(&LEVEL, &|dice, _| dice.between(MOST, 90) as f64),
        dice.ramp(&LEVEL, &|dice, _| dice.between(-10, 20).max(0) as f64),
        dice.ramp(&LEVEL, &|dice, _| dice.between(4, 14) as f64 / 4.0),
        dice.chance_of(&LEVEL),
    )
}

/// The least that a room gets of a budget: no more than each budget pays.
fn whole(dice: &mut Dice) -> String {
    dice.ramp(&LEVEL, &|dice, _| dice.between(0, MOST) as f64)
}

fn group(dice: &mut Dice, number: i64, max: i64, plan: &str) -> String {
    let rats = dice.ordered(&|dice| dice.between(1, 3) as f64);
    let ogres = dice.ramp(&LEVEL, &|dice, _| dice.between(0, 2) as f64);
    // Rooms of two by two cells hold them.
    let members = ["\"rat\": 1", &format!("\"rat\": {rats}"), &format!("\"ogre\": {ogres}, \"rat\": 1")];
    let (cost, members) = (dice.between(1, MOST), dice.one(&members).to_owned());
    let role = dice.one(&["", "", "", ", boss: true", ", required: true", ", spread: 1", ", spread: 20"]);
    let rooms = if dice.chance(50) { filter(dice, max, plan) } else { String::new() };
    let weight = formations::weight(dice);
    format!("  \"{number}\": (cost: {cost}, members: {{{members}}}{rooms}, weight: {weight}{role}),\n")
}

/// A curve of up to six points, the last of which is above 0.
fn curve(dice: &mut Dice) -> String {
    let mut points = String::new();
    for tenth in 0..10 {
        if dice.chance(40) {
            points += &format!("({}, {}), ", tenth as f64 / 10.0, dice.between(0, 8) as f64 / 4.0);
        }
    }
    format!("[{points}(1, {})]", dice.between(1, 8) as f64 / 4.0)
}

fn loot(dice: &mut Dice, max: i64, plan: &str) -> String {
    let first = dice.between(0, ITEMS.len() as i64 - 1) as usize;
    let items = ITEMS.iter().enumerate().filter(|&(number, _)| number == first || dice.chance(40));
    let names: Vec<&str> = items.map(|(_, name)| *name).collect();
    let items: String = names.into_iter().map(|name| item(dice, name, max, plan)).collect();
    let metered: String = ["salve", "coin"].into_iter().map(|name| metered(dice, name)).collect();
    let arms = dice.one(&["", ", arms: Dearer", ", arms: Either"]);
    let pile = if dice.chance(50) { format!(", pile: {}", whole(dice)) } else { String::new() };
    let due: String = (0..dice.between(-1, 2)).map(|_| due(dice, max, plan)).collect();
    format!(
        " loot: (budget: {}, first: {}, guarded: {}{arms}{pile}, due: [{due}], items: {{\n{items} }}, metered: {{{metered}}}),\n",
        dice.ramp(&LEVEL, &|dice, _| dice.between(MOST, 60) as f64),
        dice.ramp(&LEVEL, &|dice, _| dice.between(0, 5) as f64),
        dice.chance_of(&LEVEL),
    )
}

/// A rule for loot that is due, dear enough for each item.
fn due(dice: &mut Dice, max: i64, plan: &str) -> String {
    let rooms = if dice.chance(50) { filter(dice, max, plan) } else { String::new() };
    let (locked, value) = (dice.chance(40), dice.ordered(&|dice| dice.between(MOST, 2 * MOST) as f64));
    format!("(locked: {locked}, value: {value}{rooms}), ")
}

fn item(dice: &mut Dice, name: &str, max: i64, plan: &str) -> String {
    let together = match dice.between(0, 3) {
        0 => format!(", with: {}", dice.ordered(&|dice| dice.between(1, 4) as f64)),
        1 => format!(", of: {}", dice.between(2, 4)),
        _ => String::new(),
    };
    let most = if dice.chance(40) { format!(", most: {}", dice.count(&LEVEL, 6)) } else { String::new() };
    let rooms = if dice.chance(40) { filter(dice, max, plan) } else { String::new() };
    let (value, weight) = (dice.between(1, MOST), formations::weight(dice));
    format!("  \"{name}\": (value: {value}{together}{most}{rooms}, weight: {weight}),\n")
}

fn metered(dice: &mut Dice, name: &str) -> String {
    match dice.chance(40) {
        true => format!("\"{name}\": (every: {}, count: {}), ", dice.between(1, 5), dice.between(1, 3)),
        false => String::new(),
    }
}

/// The formations of slots that a layout has beside its others.
pub(super) fn slots(dice: &mut Dice) -> String {
    let each = (0..dice.between(-1, 2)).map(|_| {
        let shape = dice.one(&["Square, size: Cells(2)", "Horizontal, size: Fit(1.0)", "Scatter(2), size: Fit(1.0)"]);
        let at = dice.one(&["Center", "Walls", "Corners", "Doors", "Entry"]);
        format!("    (shape: {shape}, at: {at}, prop: \"{}\"),\n", dice.one(&["post", "niche"]))
    });
    each.collect()
}

/// A vault that tells a story: members, items and slots stand in place of some of its lamps.
pub(super) fn story(dice: &mut Dice, vault: &str) -> String {
    let (before, rest) = vault.split_once("rows: [").expect("rows");
    let (rows, after) = rest.split_once(']').expect("the end of the rows");
    let other = |cell| if cell == 'o' { dice.one(&["o", "m", "c", "p", "n"]) } else { "" };
    let cells = rows.chars().zip(rows.chars().map(other).collect::<Vec<_>>());
    let rows: String = cells.map(|(cell, other)| other.chars().next().unwrap_or(cell)).collect();
    let legend = "legend: {'m': \"rat\", 'c': \"chest\", 'p': \"post\", 'n': \"niche\", ";
    format!("{before}rows: [{rows}]{}", after.replacen("legend: {", legend, 1))
}
