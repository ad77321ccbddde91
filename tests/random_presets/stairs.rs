//! Random stairs beside the exit, and dead ends.

use super::dice::Dice;

/// The preset with rules for stairs beside the exit, or as it is.
pub(super) fn with_stairs(text: &str, dice: &mut Dice) -> String {
    let has_detours = text.contains("cycles: [");
    let mut rules = String::new();
    for number in 0..dice.between(-4, 8).max(0) {
        let rooms = dice.one(&["", "", ", rooms: (kinds: [Bonus])", ", rooms: (kinds: [Path, Bonus])", "detours"]);
        let rooms = match rooms {
            "detours" if has_detours => ", rooms: (kinds: [Detour, Bonus], progress: (0, 0.9))",
            "detours" => ", rooms: (progress: (0.1, 0.9))",
            other => other,
        };
        let pick = dice.one(&["", ", pick: DeadEnds", ", pick: Farthest", ", pick: Nearest"]);
        rules += &format!("(to: \"way {number}\"{rooms}{pick}{}), ", dice.one(&["", ", at: Wall"]));
    }
    let stairs = if rules.is_empty() { String::new() } else { format!("stairs: [{rules}], ") };
    let is_dead_end = dice.chance(30);
    let has_exit = text.contains(" exit: (at: Wall)");
    let exit = if is_dead_end && !has_exit { "exit: (dead_end: true), " } else { "" };
    let text = text.replacen("floorplan: (", &format!("floorplan: ({stairs}{exit}"), 1);
    if is_dead_end { text.replacen(" exit: (at: Wall)", " exit: (at: Wall, dead_end: true)", 1) } else { text }
}
