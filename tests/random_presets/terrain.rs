//! Random kinds of terrain, partings, and formations of terrain.

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
    let fringe = dice.one(&["", ", fringe: (1, \"ford\")", ", fringe: (4, \"planks\")"]);
    let slow = dice.one(&["", ", slow: 2", ", slow: 16, tags: [\"wet\"]"]);
    let kinds = format!(
        "(terrain: {{\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true{depth}{bridge}{fringe}), \"ford\": (glyph: \
         '=', color: \"#5f8faf\", depth: 0.25{slow}), \"planks\": (glyph: '≡', color: \"#8a6a45\")}},\n name:"
    );
    // Formations have dice of their own, so that partings stay what they were.
    let mut ponds = Dice(dice.0.rotate_left(40) ^ 0x706f_6e64);
    let percent = [0, 20, 60][ponds.between(0, 2) as usize];
    let text = with_formations(&text.replacen("(name:", &kinds, 1), percent, &mut ponds);
    let rule = ponds.one(&["Bank(", "Terrain(\"water\", ", "Terrain(\"ford\", "]);
    let text = text.replace("Bank(", rule);
    if widest < 3 || dice.chance(10) {
        return text;
    }
    let ends = dice.one(&["", ", ends: Apart", ", ends: Anywhere"]);
    let parting = format!(
        "floorplan: (partings: [(name: \"river\", terrain: \"water\", width: {:?}, meander: {}, crossings: {:?}{ends}, \
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

/// Kinds of terrain for [`with_formations`].
pub(crate) const KINDS: &str = "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"planks\"), \
     \"ford\": (glyph: '=', color: \"#5f8faf\"), \"planks\": (glyph: '≡', color: \"#8a6a45\")}";

/// The text with terrain in the place of the props of some of its formations and of some lamps that
/// its vaults draw, so many percent.
pub(crate) fn with_formations(text: &str, percent: i64, dice: &mut Dice) -> String {
    let mut parts = text.split("(shape:");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        all += "(shape:";
        // The kind of prop comes last, before `choose` and `required`.
        let kind = part.split_once(", prop: \"").and_then(|(rules, rest)| Some((rules, rest.split_once('"')?.1)));
        let is_free = |rules: &str| !["turn:", "stack:"].iter().any(|field| rules.contains(field));
        match kind.filter(|(rules, rest)| is_free(rules) && !rest.starts_with(", choose:")) {
            Some((rules, rest)) if dice.chance(percent) => {
                let terrain = dice.one(&["water", "water", "ford", "planks"]);
                all += &format!("{rules}, terrain: \"{terrain}\"{rest}");
            }
            _ => all += part,
        }
    }
    let mut parts = all.split("'o': (prop: \"lamp\"");
    let mut drawn = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(", '-': ") {
            Some((_, rest)) if dice.chance(percent) => {
                drawn += &format!("'o': (terrain: {:?}), '-': {rest}", dice.one(&["water", "water", "ford"]));
            }
            _ => drawn += &format!("'o': (prop: \"lamp\"{part}"),
        }
    }
    drawn
}

/// The preset with some features, if it has kinds of terrain.
pub(super) fn with_features(text: String, dice: &mut Dice) -> String {
    if !text.contains("\"ford\"") || dice.chance(40) {
        return text;
    }
    let chance = |dice: &mut Dice| if dice.chance(70) { "1".to_owned() } else { dice.chance_of(&LEVEL) };
    let count = dice.between(1, 5);
    let features = (0..count).map(|number| {
        let any = dice.one(&["water", "ford", "planks"]);
        let ground = dice.one(&["ford", "planks"]);
        let own = match dice.between(0, 3) {
            0 => {
                let ends = dice.one(&["", ", from: Exit, to: Entry", ", to: Exit"]);
                let by = dice.one(&["", ", by: (kinds: [Bonus])", ", by: (min: (6, 6))"]);
                format!("kind: Road, terrain: \"{ground}\"{ends}{by}")
            }
            1 => {
                let fringe = dice.one(&["", ", fringe: [\"ford\", \"planks\"]"]);
                let avoid = dice.one(&["", ", avoid: (kinds: [Start, End])"]);
                format!("kind: Lake, terrain: \"{any}\", area: 0.{:02}{fringe}{avoid}", dice.between(1, 49))
            }
            2 => {
                let (width, meander) = (dice.pair(1, 8), dice.between(0, 9));
                format!("kind: Stream, terrain: \"{any}\", width: {width:?}, meander: 0.{meander}")
            }
            _ => {
                let around = dice.one(&["", ", around: Lake", ", around: Road", ", around: Stream"]);
                let (cover, scale) = (dice.between(0, 9), dice.between(2, 64));
                format!("kind: Area, terrain: \"{ground}\", cover: 0.{cover}, scale: {scale}{around}")
            }
        };
        format!("(name: \"feature {number}\", {own}, chance: {}), ", chance(dice))
    });
    let features: String = features.collect();
    text.replacen("floorplan: (", &format!("floorplan: (features: [{features}], "), 1)
}
