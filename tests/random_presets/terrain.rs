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
    text.replacen("floorplan: (", &parting, 1)
}
