//! Random floor plans.

use super::{
    dice::{Dice, LEVEL, ROOM},
    doors, formations,
};

/// The smallest and the largest side of rooms, and the floor plan.
pub(super) fn floorplan(dice: &mut Dice) -> (i64, i64, String) {
    let width = dice.pair(1, 3);
    let corridors = dice.chance(50);
    let (margin, least) = if corridors {
        let margin = [(0, 0), (1, 1), (0, 2), (1, 2), (1, 3), (2, 2)][dice.between(0, 5) as usize];
        (margin, 2 * (margin.1 - margin.0) + 3 * width.0)
    } else {
        ((0, 0), width.0)
    };
    let min = least + dice.between(0, 5);
    let max = (2 * (min + 2 * margin.0) - 2 * margin.1).max(2 * min) + dice.between(0, 12);
    let place = dice.one(&["Anywhere", "Middle"]);
    let corner = dice.between(-2, (max - width.0) / 2).clamp(0, 5);
    let widest = width.1.min(min);
    let style = if corridors {
        let bends = if dice.chance(50) { dice.chance_of(&LEVEL) } else { "0".to_owned() };
        let width = (width.0, widest);
        format!("Corridors(width: {width:?}, margin: {margin:?}, place: {place}, corner: {corner}, bends: {bends})")
    } else {
        format!("Adjacent(door: ({}, {widest}), place: {place}, corner: {corner})", width.0)
    };
    let path = if dice.chance(50) {
        format!("rooms: {}", dice.ordered(&|dice| dice.between(1, 20) as f64))
    } else {
        format!("fraction: {}", dice.ordered(&Dice::fraction))
    };
    let sizes = if dice.chance(40) { sizes(dice, least.max(widest), max) } else { String::new() };
    let (cycles, is_tagged) = if dice.chance(50) { cycles(dice) } else { (String::new(), false) };
    let rooms = dice.ordered(&|dice| dice.between(0, 9) as f64);
    let rooms = if dice.chance(30) { format!(", rooms: {rooms}") } else { String::new() };
    let hosts =
        if dice.chance(30) { dice.one(&["[Start]", "[Path]", "[End]", "[Path, Detour]", "[Start, Path]"]) } else { "" };
    let hosts = if hosts.is_empty() { String::new() } else { format!(", hosts: {hosts}") };
    let mut text = format!(
        " floorplan: (rooms: (min: {min}, max: {max}, ratio: ({}, {}), stop: {}, longer: {}{sizes}), style: {style},\n  \
         start: {}, path: ({path}, wander: {}), bonus: (chance: {}, spacing: {}, depth: {}{}{hosts}), coverage: {},\n  \
         loops: (chance: {}, apart: {}, skip: {}{}),\n{cycles}",
        dice.between(0, 50) as f64 / 100.0,
        dice.between(50, 100) as f64 / 100.0,
        dice.chance_of(&LEVEL),
        dice.chance_of(&LEVEL),
        dice.one(&["Edge", "Anywhere", "Corner", "Farthest"]),
        dice.chance_of(&LEVEL),
        dice.chance_of(&ROOM),
        dice.count(&ROOM, 3),
        dice.count(&ROOM, 3),
        rooms,
        dice.chance_of(&LEVEL),
        dice.chance_of(&ROOM),
        dice.ramp(&ROOM, &|dice, _| dice.between(2, 9) as f64),
        dice.chance_of(&ROOM),
        match dice.between(0, 4) {
            0 if is_tagged => ", rooms: (tags: [\"way\"])",
            1 => ", rooms: (kinds: [Start, Path, End])",
            2 => ", rooms: (progress: (0.2, 1.0), min: (2, 2))",
            _ => "",
        },
    );
    if dice.chance(30) {
        text += &format!("  entry: (at: {}), exit: (at: Wall),\n", dice.one(&["Middle", "Wall"]));
    }
    if dice.chance(30) {
        text += &format!("  vaults: (chance: {}),\n", dice.chance_of(&ROOM));
    }
    if dice.chance(40) {
        let shapes = (0..dice.between(1, 3)).map(|number| {
            let shape = dice.one(&["Rectangle", "L", "Plus", "Round", "Octagon", "Cave", "Tunnels", "Ruin"]);
            let style = match shape {
                "Cave" if dice.chance(70) => {
                    let open = dice.ramp(&ROOM, &|dice, _| dice.between(45, 75) as f64 / 100.0);
                    format!(", open: {open}, rough: {}, merge: {}", dice.chance_of(&ROOM), dice.chance_of(&ROOM))
                }
                "L" | "Plus" | "Round" | "Octagon" if dice.chance(50) => format!(", cut: {}", dice.chance_of(&ROOM)),
                _ => String::new(),
            };
            let size = if text.contains("name: \"hall\"") { dice.one(&["", "", ", size: \"hall\""]) } else { "" };
            format!("(name: \"shape {number}\", shape: {shape}{style}{size}, weight: {})", formations::weight(dice))
        });
        text += &format!("  shapes: [{}],\n", shapes.collect::<Vec<_>>().join(", "));
    }
    if dice.chance(40) {
        let every = format!("Every({})", dice.ramp(&LEVEL, &|dice, _| dice.between(1, 4) as f64));
        let pick = dice.one(&["All", "DeadEnds", "Farthest", &every]).to_owned();
        let (chance, most) = (dice.chance_of(&ROOM), dice.count(&LEVEL, 5));
        text += &format!("  tags: [(tag: \"odd\", pick: {pick}, chance: {chance}, most: {most})],\n");
    }
    if dice.chance(60) {
        text += &doors::rules(dice, max, &text);
    }
    (min + 2 * margin.0, max, text + " ),\n")
}

/// Rooms of other sizes, with sides of at least `least` cells.
fn sizes(dice: &mut Dice, least: i64, max: i64) -> String {
    let each = ["hall", "gallery"].iter().take(dice.between(1, 2) as usize).map(|name| {
        let extents = if dice.chance(30) {
            format!(
                "fraction: {}",
                dice.ramp(&LEVEL, &|dice, is_end| dice.between(5 - 5 * i64::from(is_end), 75) as f64 / 100.0)
            )
        } else {
            let min = (dice.between(least, max + 4), dice.between(least, max + 4));
            let width = dice.ramp(&LEVEL, &|dice, _| (min.0 + dice.between(0, 8)) as f64);
            format!("min: {min:?}, max: ({width}, {})", min.1 + dice.between(0, 8))
        };
        let count = dice.ordered(&|dice| dice.between(0, 3) as f64);
        let progress =
            ["", ", progress: (0.4, 0.7)", ", progress: (0, 0)", ", progress: (1, 1)", ", progress: (0, 0.5)"];
        let turns = dice.one(&["", "", ", turns: true", ", turns: false"]);
        let count = if dice.chance(30) {
            let (least, fewest, most) = (dice.between(0, 1), dice.between(1, 2), dice.between(2, 3));
            format!("({fewest}, {most}), least: {least}")
        } else {
            count
        };
        format!("(name: \"{name}\", {extents}, count: {count}{}{turns})", dice.one(&progress))
    });
    format!(", sizes: [{}]", each.collect::<Vec<_>>().join(", "))
}

/// Rules for cycles, and whether one gives the tag `way`.
fn cycles(dice: &mut Dice) -> (String, bool) {
    let each = (0..dice.between(1, 2)).map(|_| {
        let (from, to) = (dice.between(0, 9), dice.between(1, 10));
        let (from, to) = (from.min(to - 1), from.max(to));
        format!(
            "(from: ({}, {}), to: ({}, 1.0), rooms: {}, chance: {}, most: {}{})",
            from as f64 / 20.0,
            from as f64 / 10.0,
            to as f64 / 10.0,
            dice.ordered(&|dice| dice.between(1, 9) as f64),
            dice.chance_of(&LEVEL),
            if dice.chance(30) { format!("2, least: {}", dice.count(&[], 2)) } else { dice.count(&LEVEL, 3) },
            dice.one(&["", ", tag: \"way\""])
        )
    });
    let each: Vec<String> = each.collect();
    let is_tagged = each.iter().any(|rule| rule.contains("tag:"));
    (format!("  cycles: [{}],\n", each.join(", ")), is_tagged)
}
