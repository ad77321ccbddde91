//! Random kinds of terrain, and partings.

use roomgen::Preset;

use super::dice::{Dice, LEVEL};

/// The preset with kinds of terrain and perhaps a parting, where its levels can hold one, or as it
/// is.
pub(super) fn with_parting(text: String, dice: &mut Dice) -> String {
    if !dice.chance(40) {
        return text;
    }
    let plain = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let longer = plain.size().width().max(plain.size().height());
    // The smallest leaf takes at most the least side without the border.
    let widest = i64::from(longer - 2 - 2 * (plain.min_side() - 2)).min(16);
    let bridge = dice.one(&["", ", bridge: \"ford\"", ", bridge: \"planks\""]);
    let depth = dice.one(&["", ", depth: 0.5", ", depth: 16"]);
    let wreath = dice.one(&["", ", wreath: (1, \"ford\")", ", wreath: (4, \"planks\")"]);
    let slow = dice.one(&["", ", slow: 2", ", slow: 16, tags: [\"wet\"]"]);
    let kinds = format!(
        "(terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true{depth}{bridge}{wreath}), \"ford\": (glyph: \
         '=', color: \"#5f8faf\", depth: 0.25{slow}), \"planks\": (glyph: '≡', color: \"#8a6a45\")}},\n name:"
    );
    let text = text.replacen("(name:", &kinds, 1);
    if widest < 3 || dice.chance(10) {
        return text;
    }
    let ends = dice.one(&["", ", ends: Apart", ", ends: Anywhere"]);
    let parting = format!(
        "floorplan: (partings: [(name: \"river\", terrain: \"water\", width: {:?}, wind: {}, crossings: {:?}{ends}, \
         chance: {})],",
        dice.pair(3, widest),
        dice.between(0, 8),
        dice.pair(1, 6),
        if dice.chance(50) { "1".to_owned() } else { dice.chance_of(&LEVEL) },
    );
    let text = text.replacen("floorplan: (", &parting, 1);
    if dice.chance(60) { with_locked_crossing(text, dice) } else { text }
}

/// The preset with one of its locks, if it has any, on the crossing of the parting.
fn with_locked_crossing(text: String, dice: &mut Dice) -> String {
    let is_lock =
        |line: &&str| line.starts_with("  (name: ") && line.contains(", lock: ") && line.contains(", key: (pick");
    let locks: Vec<&str> = text.lines().filter(is_lock).collect();
    if locks.is_empty() {
        return text;
    }
    let lock = locks[dice.between(0, locks.len() as i64 - 1) as usize];
    let (name, key) = (lock.find(", lock: ").unwrap_or_default(), lock.find(", key: (pick").unwrap_or_default());
    let key_use = dice.one(&["", ", single_use: true", ", switch: true"]);
    let count =
        dice.one(&["", "", ", count: 1, least: 1", ", count: (0, 1)", ", count: (from: 0, to: 1)", ", count: 0"]);
    let other = format!("{}, lock: Crossing(\"river\"){key_use}{count}{}", &lock[..name], &lock[key..]);
    text.replacen(lock, &other, 1)
}
