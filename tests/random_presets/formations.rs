//! Random lists of formations for layouts.

use super::dice::{Dice, ROOM};

/// The most formations of a layout, those in groups included; the language allows more.
const FORMATIONS: usize = 16;
/// The deepest nesting of groups that the language allows.
const DEPTH: usize = 4;

const MASKS: [&str; 9] =
    ["Vertical", "Horizontal", "Diamond", "Circle", "Cross", "X", "Triangle", "Square", "Bitmap([\"#.#\", \".#.\"])"];
const ANCHORS: [&str; 14] = [
    "Center",
    "Corners",
    "NorthWest",
    "SouthEast",
    "Walls",
    "North",
    "East",
    "Quarters",
    "Doors",
    "DoorAxis",
    "Entry",
    "Exit",
    "At(0.3, 0.9)",
    "Anywhere",
];
/// Anchors that are ends of routes, besides single points.
const ENDS: [&str; 3] = ["Doors", "Entry", "Exit"];
/// Anchors that are single points.
const SPOTS: [&str; 6] = ["Center", "NorthWest", "SouthEast", "South", "West", "At(0.9, 0.2)"];
const NAMES: [&str; 3] = ["altar", "pond", "tree"];

/// The state while entries are written.
struct Sheet {
    kinds: i64,
    /// How many more formations are allowed.
    left: usize,
    /// The names given to formations so far.
    names: Vec<&'static str>,
    /// Dice for offers, which change nothing else.
    choices: Dice,
    /// Dice for words that came later, so that presets without them stay what they were.
    later: Dice,
    /// Dice for blobs, which came still later.
    latest: Dice,
    /// Dice for anchors at partings, which came after those.
    partings: Dice,
}

/// A weight; the end of a ramp may be zero.
pub(super) fn weight(dice: &mut Dice) -> String {
    dice.ramp(&ROOM, &|dice, is_end| dice.between(i64::from(!is_end), 9) as f64)
}

/// How many props of an offer may be taken, in one of four cases.
pub(super) fn choose(dice: &mut Dice) -> String {
    if dice.chance(25) { format!(", choose: {}", dice.between(1, 3)) } else { String::new() }
}

/// Whether a formation is required, or how many of its props.
fn required(dice: &mut Dice) -> String {
    match dice.between(0, 9) {
        0 => ", required: true".to_owned(),
        1 => format!(", required: {}", dice.between(0, 9)),
        _ => String::new(),
    }
}

/// The entries of a layout, one per line.
pub(crate) fn entries(dice: &mut Dice, kinds: i64) -> String {
    let [choices, later, latest, partings] = [32, 16, 8, 24].map(|bits| Dice(dice.0.rotate_left(bits)));
    let mut sheet = Sheet { kinds, left: FORMATIONS, names: Vec::new(), choices, later, latest, partings };
    let each = (0..dice.between(0, 5)).map(|_| format!("    {},\n", entry(dice, &mut sheet, 0)));
    each.collect()
}

fn entry(dice: &mut Dice, sheet: &mut Sheet, depth: usize) -> String {
    let mut rules = String::new();
    if dice.chance(20) {
        rules += &format!(", chance: {}", dice.ramp(&ROOM, &|dice, _| dice.fraction()));
    }
    if dice.chance(20) {
        rules += &format!(", weight: {}", weight(dice));
    }
    if depth < DEPTH && sheet.left > 1 && dice.chance(15) {
        let entries: Vec<_> = (0..dice.between(1, 3)).map(|_| entry(dice, sheet, depth + 1)).collect();
        let group = dice.one(&["one_of", "all_of"]);
        return format!("({group}: [{}]{rules})", entries.join(", "));
    }
    sheet.left = sheet.left.saturating_sub(1);
    formation(dice, sheet, &rules)
}

fn formation(dice: &mut Dice, sheet: &mut Sheet, rules: &str) -> String {
    let apart = format!("Scatter({})", dice.between(1, 4));
    let shape = match dice.between(0, 9) {
        0 => apart.as_str(),
        1 => dice.one(&["Border", "Route"]),
        _ => dice.one(&MASKS),
    };
    let is_line = matches!(shape, "Horizontal" | "Vertical") && sheet.later.chance(30);
    let is_blob = matches!(shape, "Circle" | "Diamond") && sheet.latest.chance(50);
    let word = if is_blob { "Blob" } else { shape };
    let mut text = format!("(shape: {}{rules}", if is_line { "Line" } else { word });
    let is_anchored = !matches!(shape, "Border" | "Route");
    let is_scatter = shape.starts_with("Scatter");
    if is_anchored {
        let at = anchor(dice, &sheet.names);
        let at = if sheet.later.chance(8) { "Third".to_owned() } else { at };
        let at = if sheet.partings.chance(8) { sheet.partings.one(&["Bank", "Crossing"]).to_owned() } else { at };
        text += &format!(", at: {at}");
        let is_at_wall =
            !(matches!(at.as_str(), "Center" | "Quarters" | "Third" | "Entry" | "Exit") || at.starts_with("At"));
        if is_at_wall && dice.chance(75) {
            text += &format!(", inset: {}", dice.between(0, 3));
        }
        // Bitmaps have a fixed size.
        if !shape.starts_with("Bitmap") {
            text += &format!(", size: {}", size(dice));
        }
        if dice.chance(10) {
            text += &format!(", shift: ({}, {})", dice.between(-4, 4), dice.between(-4, 4));
        } else if sheet.later.chance(10) {
            let mut cells = || sheet.later.ramp(&ROOM, &|dice, _| dice.between(-4, 4) as f64);
            text += &format!(", shift: ({}, {})", cells(), cells());
        }
        let is_turned = matches!(shape, "Horizontal" | "Vertical") || shape.starts_with("Bitmap");
        if is_turned && matches!(at.as_str(), "Doors" | "DoorAxis" | "Crossing") && dice.chance(75) {
            text += ", along: Door";
        } else if dice.chance(15) {
            text += ", along: Long";
        }
    } else if shape == "Border" {
        text += &format!(", inset: {}", dice.between(0, 3));
    }
    if shape == "Route" {
        if sheet.later.chance(40) {
            text += ", via: Axis";
        }
        for end in ["from", "to"] {
            if dice.chance(50) {
                let anchors: &[&str] = if dice.chance(50) { &ENDS } else { &SPOTS };
                text += &format!(", {end}: {}", dice.one(anchors));
            }
        }
    }
    if shape == "Triangle" {
        text += &format!(", facing: {}", dice.one(&["North", "East", "South", "West"]));
    }
    if matches!(shape, "Diamond" | "Circle" | "Triangle" | "Square") && dice.chance(40) && !is_blob {
        text += ", fill: true";
    }
    if dice.chance(30) {
        text += ", checker: true";
    }
    let turn = dice.chance(30).then(|| dice.one(&["North", "East", "South", "West", "Random", "Random"]));
    if let Some(turn) = if sheet.later.chance(15) { Some("Inward") } else { turn } {
        text += &format!(", turn: {turn}");
    }
    if dice.chance(15) {
        text += ", stack: true";
    }
    if dice.chance(20) {
        text += &format!(", count: {}", dice.count(&ROOM, 8));
    }
    let has_least = !is_scatter && dice.chance(15);
    if has_least {
        text += &format!(", least: {}", dice.chance_of(&ROOM));
    }
    // Of a border with a count, single props are chosen.
    if (is_anchored && !is_scatter || shape == "Border" && !text.contains("count: ")) && sheet.later.chance(20) {
        let rules: &[&str] = if has_least { &["Cells", "Symmetric"] } else { &["Cells", "Symmetric", "Whole"] };
        let rule = sheet.later.one(rules);
        text += &format!(", clip: {}", if is_blob && rule == "Symmetric" { "Cells" } else { rule });
    }
    if dice.chance(25) {
        let name = NAMES[dice.between(0, 2) as usize];
        text += &format!(", name: \"{name}\"");
        sheet.names.push(name);
    }
    let prop = char::from(b'a' + dice.between(0, sheet.kinds - 1) as u8);
    let choose = choose(&mut sheet.choices);
    format!("{text}, prop: \"{prop}\"{choose}{})", required(&mut sheet.choices))
}

fn anchor(dice: &mut Dice, names: &[&str]) -> String {
    match dice.between(0, 9) {
        0 | 1 if !names.is_empty() => format!("Of(\"{}\")", dice.one(names)),
        2 => format!("Between({}, {})", dice.one(&SPOTS), dice.one(&SPOTS)),
        _ => dice.one(&ANCHORS).to_owned(),
    }
}

fn size(dice: &mut Dice) -> String {
    let mut cells = || dice.ramp(&ROOM, &|dice, _| dice.between(1, 30) as f64);
    let (width, height) = (cells(), cells());
    let fraction = dice.ramp(&ROOM, &|dice, _| dice.between(1, 20) as f64 / 10.0);
    match dice.between(0, 4) {
        0 => format!("Cells({width})"),
        1 => format!("Box({width}, {height})"),
        2 => format!("Ratio({fraction})"),
        _ => format!("Fit({fraction})"),
    }
}
