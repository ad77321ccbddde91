//! Random rules for doors.

use super::{
    dice::{Dice, ROOM},
    filter,
};

/// Rules for doors into rooms of any kind, most of them secret.
pub(super) fn rules(dice: &mut Dice, max: i64, plan: &str) -> String {
    let each = (0..dice.between(1, 3)).map(|number| {
        let kind = dice.one(&["Open", "Secret", "Secret", "Secret", "Closed"]);
        let (rooms, chance) = (filter(dice, max, plan), dice.chance_of(&ROOM));
        format!("(name: \"door {number}\", kind: {kind}{rooms}, chance: {chance}, path: {})", dice.chance(50))
    });
    format!("  doors: [{}],\n", each.collect::<Vec<_>>().join(", "))
}
