//! Random missions: locks of all kinds, their keys, and shortcuts.

use super::{
    dice::{Dice, LEVEL},
    filter,
};

/// The names of keys, each with a kind of props.
const KEYS: [(&str, &str); 4] = [
    ("red key", "glyph: 'r', color: \"#a02020\", blocks: false"),
    ("token", "glyph: 't', color: \"#20a020\", blocks: false, tall: 0.25, elevation: 0.75"),
    ("crank", "glyph: 'c', color: \"#2020a0\", marker: true"),
    ("blue key", "glyph: 'b', color: \"#2080f0\", blocks: false, avoid: [Any(2)]"),
];

/// The kinds of the props that keys have, as entries of `props`.
pub(crate) fn kinds() -> String {
    KEYS.iter().map(|(name, kind)| format!("  {name:?}: ({kind}),\n")).collect()
}

/// Whether a kind is one of those that keys have, and so may not block.
pub(crate) fn is_key(kind: &str) -> bool {
    KEYS.iter().any(|(name, _)| *name == kind)
}

/// A mission for a preset with this floor plan, whose rooms have sides of up to `max` cells.
pub(crate) fn mission(dice: &mut Dice, max: i64, plan: &str) -> String {
    let locks = KEYS.iter().take(dice.between(0, 4) as usize).map(|(name, _)| {
        let (from, to) = dice.pair(0, 10);
        let path = format!("Path(({}, {}))", from as f64 / 10.0, to as f64 / 10.0);
        let mut places = vec![path.as_str(), "Path((0, 1))", "Bonus"];
        if plan.contains("tag: \"odd\"") {
            places.push("Tag(\"odd\")");
        }
        let place = dice.one(&places);
        // Four rules with up to four locks each: as many as a level may have.
        let count = match dice.between(0, 2) {
            0 => String::new(),
            1 => format!(", count: {}", dice.ramp(&LEVEL, &|dice, _| dice.between(0, 4) as f64)),
            _ => format!(", count: {}", dice.ordered(&|dice| dice.between(0, 4) as f64)),
        };
        let key_use = dice.one(&["", ", single_use: true", ", switch: true"]);
        let keys = match dice.between(0, 3) {
            0 if key_use.contains("single_use") && !place.starts_with("Path") => {
                format!(", keys: {}", dice.ramp(&LEVEL, &|dice, _| dice.between(1, 3) as f64))
            }
            1 if key_use.contains("single_use") && !place.starts_with("Path") => {
                format!(", keys: {}", dice.ordered(&|dice| dice.between(1, 3) as f64))
            }
            _ => String::new(),
        };
        let pick = dice.one(&["Any", "DeadEnds", "Farthest", "Nearest"]);
        let at = dice.one(&["Center", "NorthWest", "South", "At(0.2, 0.7)", "Anywhere"]);
        let rooms = if dice.chance(40) { filter(dice, max, plan) } else { String::new() };
        format!("  (name: {name:?}, lock: {place}{key_use}{count}{keys}, key: (pick: {pick}, at: {at}{rooms})),\n")
    });
    let locks: String = locks.collect();
    let shortcuts = if dice.chance(50) {
        let (chance, saves) = (dice.chance_of(&LEVEL), dice.count(&LEVEL, 4).replace("from: 0", "from: 1"));
        let count = dice.one(&["", ", count: (0, 3)", ", count: 2"]);
        format!(" shortcuts: (chance: {chance}, saves: {}{count}),", saves.replace("to: 0", "to: 1"))
    } else {
        String::new()
    };
    let around = dice.one(&["", " around: OneWay,", " around: Locked,"]);
    format!(" mission: (locks: [\n{locks} ],{around}{shortcuts}),\n")
}
