//! Random vaults, inside of rooms and with rooms of their own.

use super::{
    dice::{Dice, LEVEL},
    formations,
};

/// A vault inside of a room or with one of its own, for rooms with sides of `min` to `max` cells.
pub(super) fn vault(dice: &mut Dice, number: i64, (min, max): (i64, i64), has_detours: bool) -> String {
    let own = dice.chance(50);
    let side = |dice: &mut Dice| if own { dice.between(min, (max + 4).min(40)) } else { dice.between(1, max.min(6)) };
    let (width, height) = (side(dice), side(dice));
    let mut rows: Vec<Vec<char>> = Vec::new();
    for y in 0..height {
        let cell = |x: i64, dice: &mut Dice| {
            let at_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
            match dice.between(0, 7) {
                // Walls that touch others only at corners do not disconnect the floor.
                0 if own && !at_edge && x % 2 == 0 && y % 2 == 0 => '#',
                1 if own && at_edge => '+',
                2 => 'o',
                3 => '.',
                4 => '_',
                _ => ' ',
            }
        };
        rows.push((0..width).map(|x| cell(x, dice)).collect());
    }
    for row in &mut rows {
        for x in 1..row.len() {
            if row[x - 1] != '-' && row[x] == '.' && row[x - 1] == 'o' && dice.chance(50) {
                row[x - 1] = '-';
            }
        }
    }
    let rows: Vec<String> = rows.into_iter().map(|row| format!("{:?}", row.into_iter().collect::<String>())).collect();
    let must = dice.chance(60);
    // Offers have dice of their own.
    let mut choices = Dice(dice.0.rotate_left(32));
    let lamp = format!("(prop: \"lamp\"{})", formations::choose(&mut choices));
    let bench = if choices.chance(30) { "(prop: \"bench\", choose: 1)" } else { "\"bench\"" };
    let mut text = format!(
        "(name: \"{number}\", rows: [{}], legend: {{'o': {lamp}, '-': {bench}}}, required: {}, turns: {}, mirrored: {}",
        rows.join(", "),
        must,
        dice.chance(50),
        dice.chance(50)
    );
    text += &match (own, dice.between(0, 6)) {
        (true, 6) if has_detours => format!(", room: true, rooms: (kinds: [Detour]){}", own_chance(dice, must)),
        (true, kind @ 0..=3) => {
            let kind = ["Start", "Path", "Bonus", "End"][kind as usize];
            format!(", room: true, rooms: (kinds: [{kind}]){}", own_chance(dice, must))
        }
        (true, 4) => format!(", room: true, rooms: (kinds: [End, Start]){}", own_chance(dice, must)),
        (true, _) => format!(", room: true{}", own_chance(dice, must)),
        (false, _) => format!(
            ", at: {}, inset: {}, alone: {}, most: {}, weight: {}",
            dice.one(&["Center", "NorthWest", "East", "At(0.3, 0.8)"]),
            dice.between(0, 2),
            dice.chance(50),
            dice.count(&LEVEL, 4),
            formations::weight(dice)
        ),
    };
    text + ")"
}

/// The chance of a vault with a room of its own, unless it is required.
fn own_chance(dice: &mut Dice, must: bool) -> String {
    if must { String::new() } else { format!(", chance: {}", dice.chance_of(&LEVEL)) }
}
