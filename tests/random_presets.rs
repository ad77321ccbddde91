//! No combination of rules breaks a promise: random valid presets pass all checks.
//!
//! A preset is generated as text, so that a failure prints one that can be tried by hand. For more
//! of them: `PRESETS=100000 cargo test --release -p roomgen-tests random_presets`.

pub(crate) mod dice;
mod doors;
pub(crate) mod formations;
pub(crate) mod missions;

use std::fmt::Write;

use crate::{diagonals, tier};
use dice::{Dice, LEVEL, ROOM};
use roomgen::{
    Generator, Level, Preset, Request, export, lint,
    preset::{BUILT_IN, RampInput},
    theme::Look,
};

/// The number of presets; each is tried with [`SEEDS`] seeds.
const PRESETS: u64 = 300;
const SEEDS: u64 = 4;

/// A preset with rules of all kinds.
pub(crate) fn preset(dice: &mut Dice) -> String {
    let mut text = String::from("(name: \"random\",\n");
    let (min, max, floorplan) = floorplan(dice);
    let least = min + 14;
    let size = (least.max(8) + dice.between(0, 60), least.max(8) + dice.between(0, 40));
    writeln!(text, " size: {size:?}, clearance: {},", dice.between(1, 4)).expect("a string");
    // Lights have dice of their own: all else is what it would be without them.
    let mut lamps = Dice(dice.0);
    // So have looks.
    let mut looks = Dice(!dice.0);
    if lamps.chance(60) {
        writeln!(text, " theme: (ambient: {}),", lamps.fraction()).expect("a string");
    }
    text += &floorplan;
    if dice.chance(60) {
        text += &missions::mission(dice, max, &floorplan);
    }
    text += " sprites: (file: \"my.png\", spacing: 1, names: {\"cell\": \"1,4\"}),\n props: {\n";
    let kinds = dice.between(1, 6);
    for number in 0..kinds {
        let glyph = char::from(b'a' + number as u8);
        let (form, rules) = (kind(dice, max), rules(dice, kinds));
        let variant = glyph.to_ascii_uppercase();
        let has_variant = dice.chance(20);
        let variants = if has_variant {
            format!(", variants: {{\"{variant}\": {}}}", formations::weight(dice))
        } else {
            String::new()
        };
        let lit = light(&mut lamps) + &look(&mut looks, &form);
        text += &format!("  \"{glyph}\": (glyph: '{glyph}', color: \"#808080\"{form}{rules}{variants}{lit}),\n");
        if has_variant {
            let lit = light(&mut lamps) + &look(&mut looks, &form);
            text += &format!("  \"{variant}\": (glyph: '{variant}', color: \"#707070\"{form}{lit}),\n");
        }
    }
    // Kinds that only keys and vaults use.
    text += &missions::kinds();
    text += "  \"lamp\": (glyph: 'y', color: \"#808080\", blocks: false, light: (color: \"#ffb060\", radius: 5)), \"bench\": (glyph: 'z', color: \"#808080\", footprint: (2, 1)),\n";
    text += " },\n layouts: [\n";
    for number in 0..dice.between(0, 4) {
        let weight = formations::weight(dice);
        text += &format!("  (name: \"{number}\", weight: {weight}{}", filter(dice, max, &floorplan));
        if dice.chance(25) {
            text += &format!(", cover: {}", dice.ramp(&ROOM, &|dice, _| dice.fraction()));
        }
        text += ",\n   formations: [\n";
        text += &formations::entries(dice, kinds);
        text += "   ]),\n";
    }
    text += " ],\n vaults: [\n";
    for number in 0..dice.between(-3, 3).max(0) {
        text += &format!("  {},\n", vault(dice, number, (min, max), floorplan.contains("cycles:")));
    }
    text + " ],\n)"
}

/// A vault inside of a room or with one of its own, for rooms with sides of `min` to `max` cells.
fn vault(dice: &mut Dice, number: i64, (min, max): (i64, i64), has_detours: bool) -> String {
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

/// The smallest and the largest side of rooms, and the floor plan.
fn floorplan(dice: &mut Dice) -> (i64, i64, String) {
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
        let shapes = (0..dice.between(1, 3)).map(|_| {
            let shape = dice.one(&["Rectangle", "L", "Plus", "Round", "Octagon"]);
            format!("(shape: {shape}, weight: {})", formations::weight(dice))
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
        let min = (dice.between(least, max + 4), dice.between(least, max + 4));
        let max = (min.0 + dice.between(0, 8), min.1 + dice.between(0, 8));
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
        format!("(name: \"{name}\", min: {min:?}, max: {max:?}, count: {count}{}{turns})", dice.one(&progress))
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

fn kind(dice: &mut Dice, max: i64) -> String {
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
fn light(dice: &mut Dice) -> String {
    if !dice.chance(33) {
        return String::new();
    }
    let (color, radius) = (dice.one(&["#ffffff", "#ff8040", "#000000"]), dice.between(1, 16 * 256) as f64 / 256.0);
    let fade = if dice.chance(50) { format!(", fade: {}", dice.fraction()) } else { String::new() };
    let strength = format!(", strength: {}", dice.between(1, 200) as f64 / 100.0);
    format!(", light: (color: {color:?}, radius: {radius}{fade}{})", if dice.chance(50) { &strength } else { "" })
}

/// How a kind is drawn: by a look, by a built-in sprite, or by its glyph. Markers have no look.
fn look(dice: &mut Dice, form: &str) -> String {
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
fn rules(dice: &mut Dice, kinds: i64) -> String {
    let mut text = String::new();
    let rule = |dice: &mut Dice| {
        let within = dice.between(1, 3);
        let other = char::from(b'a' + dice.between(0, kinds - 1) as u8);
        match dice.between(0, 5) {
            0 => format!("Wall({within})"),
            1 => format!("Door({within})"),
            2 => format!("Any({within})"),
            3 => format!("Entry({})", within - 1),
            4 => format!("Exit({})", within - 1),
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

/// Checks that props tagged `apart` have no neighbours.
fn stands_apart(level: &Level) -> Result<(), String> {
    for room in level.rooms() {
        let props: Vec<_> = level.props_in(room.id).filter(|prop| !prop.kind.marker).collect();
        for (number, prop) in props.iter().enumerate().filter(|(_, prop)| prop.kind.labels.has("apart")) {
            let around = prop.cells.grown(1).expect("a small level");
            if let Some((_, other)) =
                props.iter().enumerate().find(|(at, other)| *at != number && other.cells.intersection(around).is_some())
            {
                return Err(format!("{:?} stands beside {:?}", other.cells, prop.cells));
            }
        }
    }
    Ok(())
}

/// The room filter of a layout or of a rule for doors, which some room can satisfy.
fn filter(dice: &mut Dice, max: i64, plan: &str) -> String {
    let (has_tags, has_detours) = (plan.contains("tag: \"odd\""), plan.contains("cycles:"));
    match dice.between(0, 4) {
        0 => format!(", rooms: (min: ({}, {}))", dice.between(1, max), dice.between(1, max)),
        1 => format!(", rooms: (kinds: [{}])", dice.one(&["Start", "Path", "Bonus", "End", "Path, Bonus"])),
        2 => format!(", rooms: (kinds: [Path, Bonus], progress: ({}, 1.0))", dice.between(0, 9) as f64 / 10.0),
        3 if has_detours => format!(", rooms: (kinds: [{}])", dice.one(&["Detour", "Path, Bonus, Detour"])),
        3 if has_tags => ", rooms: (tags: [\"odd\"])".to_owned(),
        _ => String::new(),
    }
}

/// Checks everything that is promised for a level of a preset.
fn keeps_its_promises(preset: &Preset, request: Request, level: &Level) -> Result<(), String> {
    let breaches = level.check();
    if !breaches.is_empty() {
        return Err(format!("{breaches:?}\n{}", export::text::write(level)));
    }
    let has_corridors = level.passages().iter().any(|passage| !passage.corridor().is_empty());
    if let Some(touch) = diagonals::first_touch(level).filter(|_| has_corridors) {
        return Err(touch);
    }
    if &roomgen::generate(preset, request) != level {
        return Err("a generator that was used before makes another level".to_owned());
    }
    if &Generator::new(preset).generate_stepwise(request, &mut drop) != level {
        return Err("with an observer it is another level".to_owned());
    }
    if &Generator::new(preset).generate_in_parallel(request) != level {
        return Err("it is another level on several threads".to_owned());
    }
    covers_no_more_than_allowed(preset, level)?;
    stands_apart(level)?;
    if roomgen::reproduce(level, preset).as_ref() != Ok(level) {
        return Err("it is not made again from what it says".to_owned());
    }
    let text = export::ron::write(level);
    let read = export::ron::read(&text).map_err(|error| error.to_string())?;
    if &read != level || read.digest() != level.digest() || export::ron::write(&read) != text {
        return Err("it is another level after it was written and read".to_owned());
    }
    let json = export::json::write(level);
    let text = std::str::from_utf8(&json).map_err(|error| error.to_string())?;
    if export::json::read(text).as_ref() != Ok(level) {
        return Err("it is another level as JSON".to_owned());
    }
    Ok(())
}

/// Checks that the props on each room's floor cover no more of it than the layout allows.
fn covers_no_more_than_allowed(preset: &Preset, level: &Level) -> Result<(), String> {
    // Vaults are not limited by a layout, which only fills what is left.
    for room in level.rooms().iter().filter(|room| level.vault(room).is_none()) {
        let layout = level.layout(room).and_then(|name| preset.layouts().iter().find(|layout| layout.name == name));
        let Some(layout) = layout else { continue };
        let on_floor = level.props_in(room.id).filter(|prop| prop.kind.elevation.parts() <= 0 && !prop.kind.marker);
        let covered: i64 = on_floor.map(|prop| prop.cells.area()).sum();
        let floor = level.floor_in(room.id).count();
        let fraction = layout.cover.at(RampInput { progress: room.progress, difficulty: level.origin().difficulty });
        // Where everything may be covered, stacked props may cover a cell more than once. A key is
        // laid whatever the layout allows.
        let of_key = if level.keys().iter().any(|key| key.room == room.id) { 1.0 } else { 0.0 };
        if fraction < 1.0 && covered as f32 > (fraction * floor as f32).max(of_key) + 0.01 {
            return Err(format!(
                "props cover {covered} cells of {floor} in room {}, {fraction} of it is allowed",
                room.id
            ));
        }
    }
    Ok(())
}

#[test]
fn no_combination_of_rules_breaks_a_promise() {
    let presets =
        std::env::var("PRESETS").ok().and_then(|text| text.parse().ok()).unwrap_or(tier::size(PRESETS / 5, PRESETS));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let (mut rooms, mut props) = (0, 0);
    std::thread::scope(|scope| {
        let each = |first: u64| {
            let (mut rooms, mut props) = (0, 0);
            for number in (first..presets).step_by(threads as usize) {
                let text = preset(&mut Dice(number));
                let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                let mut generator = Generator::new(&preset);
                for seed in 0..SEEDS {
                    let difficulty = seed as f32 / (SEEDS - 1) as f32;
                    let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
                    let level = generator.generate(request);
                    if let Err(what) = keeps_its_promises(&preset, request, &level) {
                        panic!("{what}\n{text}\nseed {seed}, difficulty {difficulty}");
                    }
                    rooms += level.rooms().len();
                    props += level.props().len();
                }
            }
            (rooms, props)
        };
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || each(first))).collect();
        for part in parts {
            let (more_rooms, more_props) = part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            rooms += more_rooms;
            props += more_props;
        }
    });
    assert!(rooms > 1000 && props > 5000, "{rooms} rooms and {props} props are too few to show anything");
}

#[test]
fn the_built_in_presets_have_no_findings() {
    for (name, text) in BUILT_IN.iter().step_by(tier::size(5, 1)) {
        let findings = lint::lint(text, |_| Err("no files here".to_owned())).expect("a preset");
        assert_eq!(findings, [], "{name}");
    }
}

#[test]
fn the_linter_survives_any_rules() {
    // Each one takes a thousand levels.
    for number in 0..tier::size(1, 8) {
        let text = preset(&mut Dice(PRESETS + number));
        let findings =
            lint::lint(&text, |_| Err("no files here".to_owned())).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for finding in findings {
            let given = text.get(finding.problem.span.clone());
            assert!(given.is_some_and(|given| !given.is_empty()), "{finding}\n{text}");
            assert!(finding.problem.help.is_some_and(|help| !help.is_empty()), "{}\n{text}", finding.problem.message);
        }
    }
}
