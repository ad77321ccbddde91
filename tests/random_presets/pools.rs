//! Random memories and pools, with the layouts and vaults that they deal.

use super::dice::Dice;

/// What a preset has of memory and pools.
pub(super) struct Pools {
    /// Fields of the preset.
    pub(super) fields: String,
    /// Entries of `floorplan.rooms.sizes`.
    pub(super) sizes: String,
    /// Entries of `layouts`, without formations.
    pub(super) layouts: Vec<String>,
    /// Entries of `vaults`.
    pub(super) vaults: String,
}

/// The memory and the pools of a preset with this floor plan.
pub(super) fn pools(dice: &mut Dice, plan: &str) -> Pools {
    let mut pools = Pools { fields: String::new(), sizes: String::new(), layouts: Vec::new(), vaults: String::new() };
    if dice.chance(60) {
        let (beside, near, floor) = (dice.fraction(), dice.fraction(), dice.fraction());
        pools.fields += &match dice.between(0, 3) {
            0 => " memory: (),\n".to_owned(),
            1 => format!(" memory: (beside: {beside}),\n"),
            2 => format!(" memory: (floor: {floor}),\n"),
            _ => format!(" memory: (beside: {beside}, near: {near}),\n"),
        };
    }
    // The sides of rooms that the plan's own rules admit.
    let sides = plan.split_once("(name: \"hall\", ").and_then(|(_, rest)| rest.split_once(", count:"));
    let mut rules = String::new();
    for name in ["landmarks", "halls"].into_iter().take(dice.between(0, 2) as usize) {
        let mut entries = 0;
        for number in 0..dice.between(1, 4) {
            entries += 1;
            let rooms = match (dice.between(0, 5), sides) {
                (0 | 1, Some((sides, _))) => {
                    let size = format!("{name} {number}");
                    pools.sizes += &format!("(name: {size:?}, {sides}), ");
                    format!(", size: {size:?}")
                }
                (2, _) => ", rooms: (kinds: [Start])".to_owned(),
                (3, _) => ", rooms: (kinds: [End])".to_owned(),
                (4, _) if plan.contains("tag: \"odd\"") => ", rooms: (tags: [\"odd\"])".to_owned(),
                _ => String::new(),
            };
            let depth = depth(dice, number);
            pools.layouts.push(format!("name: \"{name} {number}\", pool: \"{name}\"{rooms}{depth}"));
        }
        if dice.chance(40) {
            entries += 1;
            let own = dice.one(&["", ", at: East", ", alone: true"]).to_owned() + &depth(dice, 5);
            pools.vaults +=
                &format!("  (name: \"{name}\", pool: \"{name}\", rows: [\"o.\"], legend: {{'o': \"lamp\"}}{own}),\n");
        }
        let (each, required) = (dice.between(1, entries), dice.one(&["", ", required: true"]));
        // The unit has dice of its own: all else is what it would be without it.
        let per = Dice(dice.0 ^ 0x6172_6561).one(&["", ", per: Area"]);
        let every = Dice(dice.0 ^ 0x0065_7665_7279).one(&["", "", ", every: 1", ", every: 2", ", every: 5"]);
        rules += &format!("{name:?}: (each: {each}{required}{per}{every}), ");
    }
    if !rules.is_empty() {
        pools.fields += &format!(" pools: {{{rules}}},\n");
    }
    pools
}

/// The depth of an entry, by dice of its own.
fn depth(dice: &Dice, entry: i64) -> String {
    let mut dice = Dice(dice.0 ^ 0x6465_7074_6800 ^ entry as u64);
    let (one, other) = (dice.fraction(), dice.fraction());
    if dice.chance(40) { format!(", depth: ({}, {})", one.min(other), one.max(other)) } else { String::new() }
}

/// The rectangle of floor that a layout needs, in rooms with sides of up to `max` cells.
pub(super) fn needs(dice: &mut Dice, filter: &str, max: i64) -> String {
    // A filter may admit smaller rooms alone.
    let is_any = !filter.contains("tags");
    if is_any && dice.chance(20) {
        format!(", needs: ({}, {})", dice.between(1, max), dice.between(1, max))
    } else {
        String::new()
    }
}
