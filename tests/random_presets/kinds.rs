//! Random kinds of props.

use roomgen::theme::Look;

use super::dice::Dice;

/// The form of a kind, in rooms with sides of up to `max` cells.
pub(super) fn kind(dice: &mut Dice, max: i64) -> String {
    let mut text = String::new();
    let is_marker = dice.chance(10);
    if is_marker {
        text += ", marker: true";
    } else if dice.chance(30) {
        text += ", blocks: false";
    }
    if dice.chance(30) {
        text += &format!(", footprint: ({}, {})", dice.between(1, max.min(4)), dice.between(1, max.min(4)));
    }
    if !is_marker && dice.chance(30) {
        text +=
            &format!(", tall: {}, elevation: {}", dice.between(0, 12) as f64 / 4.0, dice.between(0, 12) as f64 / 4.0);
    }
    if dice.chance(20) {
        text += &format!(", body: (0.5, 0.25), jitter: {}", dice.fraction());
    }
    text
}

/// The light of a kind, of which a third has one.
pub(super) fn light(dice: &mut Dice) -> String {
    if !dice.chance(33) {
        return String::new();
    }
    let (color, radius) = (dice.one(&["#ffffff", "#ff8040", "#000000"]), dice.between(1, 16 * 256) as f64 / 256.0);
    let fade = if dice.chance(50) { format!(", fade: {}", dice.fraction()) } else { String::new() };
    let strength = format!(", strength: {}", dice.between(1, 200) as f64 / 100.0);
    format!(", light: (color: {color:?}, radius: {radius}{fade}{})", if dice.chance(50) { &strength } else { "" })
}

/// How a kind is drawn: by a look, by a built-in sprite, or by its glyph. Markers have no look.
pub(super) fn look(dice: &mut Dice, form: &str) -> String {
    match dice.between(0, 3) {
        0 if form.contains("marker") => String::new(),
        0 => format!(", look: {:?}", any_look(dice)),
        1 => {
            format!(", sprite: {:?}", dice.one(&["crypt/urn", "mine/rails", "temple/altar", "cell", "3,2", "0,0,2x1"]))
        }
        _ => String::new(),
    }
}

/// Any of the looks.
pub(crate) fn any_look(dice: &mut Dice) -> Look {
    Look::ALL[dice.between(0, Look::ALL.len() as i64 - 1) as usize]
}

/// The `near` and `avoid` rules of a kind.
pub(super) fn rules(dice: &mut Dice, kinds: i64) -> String {
    let mut text = String::new();
    let rule = |dice: &mut Dice| {
        let within = dice.between(1, 3);
        let other = char::from(b'a' + dice.between(0, kinds - 1) as u8);
        match dice.between(0, 6) {
            0 => format!("Wall({within})"),
            1 => format!("Door({within})"),
            2 => format!("Any({within})"),
            3 => format!("Entry({})", within - 1),
            4 => format!("Exit({})", within - 1),
            5 => format!("Bank({within})"),
            _ => format!("Prop(\"{other}\", {within})"),
        }
    };
    if dice.chance(10) {
        text += &format!(", near: [{}]", rule(dice));
    }
    if dice.chance(15) {
        text += &format!(", avoid: [{}, {}]", rule(dice), rule(dice));
    } else if dice.chance(10) {
        // The tag marks the kind for `stands_apart`.
        text += ", avoid: [Any(1)], tags: [\"apart\"]";
    }
    text
}
