//! No combination of rules breaks a promise: random valid presets pass all checks.
//!
//! A preset is generated as text, so that a failure prints one that can be tried by hand. For more
//! of them: `PRESETS=100000 cargo test --release -p roomgen-tests random_presets`.

pub(crate) mod dice;
mod doors;
mod encounters;
mod floorplans;
pub(crate) mod formations;
mod kinds;
pub(crate) mod missions;
mod pools;
mod promises;
mod runs;
mod stairs;
pub(crate) mod terrain;
mod vaults;

use std::fmt::Write;

use crate::{partings, tier};
use dice::{Dice, ROOM};
pub(crate) use kinds::any_look;
use promises::keeps_its_promises;
use roomgen::{Generator, Preset, Request, lint, preset::BUILT_IN};

/// The number of presets; each is tried with [`SEEDS`] seeds.
const PRESETS: u64 = 300;
const SEEDS: u64 = 4;

/// A preset with rules of all kinds.
pub(crate) fn preset(dice: &mut Dice) -> String {
    // Budgets have dice of their own: all else is what it would be without them.
    let mut budgets = Dice(dice.0.rotate_left(32) ^ 0x6275_6467);
    let is_dealt = budgets.chance(60);
    // And so have openings, which depend on the mission: not all tests of missions want them.
    let mut walls = Dice(dice.0.rotate_left(48) ^ 0x6f70_656e);
    // And so have partings, and stairs beside the exit.
    let mut rivers = Dice(dice.0.rotate_left(24) ^ 0x7269_7665);
    let mut ways = Dice(dice.0.rotate_left(8) ^ 0x7374_6169);
    let text = terrain::with_parting(text(dice, is_dealt.then_some(budgets)), &mut rivers);
    let text = terrain::with_features(text, &mut Dice(rivers.0.rotate_left(20) ^ 0x6665_6174));
    let text = stairs::with_stairs(&text, &mut ways);
    if !walls.chance(30) {
        return text;
    }
    let rooms =
        walls.one(&["", "", ", rooms: (kinds: [Start, Path, End])", ", rooms: (min: (2, 2), progress: (0.2, 1))"]);
    let open = format!("floorplan: (open: (chance: {}{rooms}),", walls.chance_of(&dice::ROOM));
    text.replacen("floorplan: (", &open, 1)
}

/// A preset with rules of all kinds but those of budgets, openings and mouths.
pub(crate) fn plain(dice: &mut Dice) -> String {
    without_mouths(&text(dice, None))
}

/// The field that takes its rules for doors out of the crypt.
pub(crate) const CRYPT_DOORS: &str =
    "remove: [\"secret hidden\", \"closed treasury\", \"open watch\", \"open old way\"]";

/// A preset whose caves do not merge: mouths depend on the mission.
pub(crate) fn without_mouths(text: &str) -> String {
    let mut parts = text.split("merge: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "merge: 0" + part.trim_start_matches(merge_of(part)))
}

/// The value at the beginning of a text: a number, or a ramp in brackets.
fn merge_of(text: &str) -> &str {
    let end = if text.starts_with('(') { text.find(')').map(|end| end + 1) } else { text.find([',', ')']) };
    &text[..end.unwrap_or(text.len())]
}

/// A preset with rules of all kinds; of groups, encounters and loot only with dice for budgets.
fn text(dice: &mut Dice, mut budgets: Option<Dice>) -> String {
    let mut text = String::from("(name: \"random\",\n");
    let (min, max, mut floorplan) = floorplans::floorplan(dice);
    // Pools, memory and what rooms need have dice of their own, too.
    let mut dealers = Dice(dice.0.rotate_left(16) ^ 0x706f_6f6c);
    let pools = dealers.chance(50).then(|| pools::pools(&mut dealers, &floorplan));
    if let Some(pools) = &pools {
        floorplan = floorplan.replacen("sizes: [", &format!("sizes: [{}", pools.sizes), 1);
        text += &pools.fields;
    }
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
    if let Some(budgets) = &mut budgets {
        text += &encounters::fields(budgets, max, &floorplan);
    }
    let key = if looks.chance(50) { ", transparent: \"#ff00ff\"" } else { "" };
    let side = looks.between(4, 128);
    text += &format!(" sprites: (file: \"my.png\", side: {side}, spacing: 1{key}, names: {{\"cell\": \"1,4\"}}),\n");
    text += " props: {\n";
    let count = dice.between(1, 6);
    for number in 0..count {
        let glyph = char::from(b'a' + number as u8);
        let (form, rules) = (kinds::kind(dice, max), kinds::rules(dice, count));
        let variant = glyph.to_ascii_uppercase();
        let has_variant = dice.chance(20);
        let variants = if has_variant {
            format!(", variants: {{\"{variant}\": {}}}", formations::weight(dice))
        } else {
            String::new()
        };
        let lit = kinds::light(&mut lamps) + &kinds::look(&mut looks, &form);
        text += &format!("  \"{glyph}\": (glyph: '{glyph}', color: \"#808080\"{form}{rules}{variants}{lit}),\n");
        if has_variant {
            let lit = kinds::light(&mut lamps) + &kinds::look(&mut looks, &form);
            text += &format!("  \"{variant}\": (glyph: '{variant}', color: \"#707070\"{form}{lit}),\n");
        }
    }
    // Kinds that only keys, vaults and budgets use.
    text += &missions::kinds();
    text += if budgets.is_some() { encounters::KINDS } else { "" };
    text += "  \"lamp\": (glyph: 'y', color: \"#808080\", blocks: false, light: (color: \"#ffb060\", radius: 5)), \"bench\": (glyph: 'z', color: \"#808080\", footprint: (2, 1)),\n";
    text += " },\n layouts: [\n";
    for number in 0..dice.between(0, 4) {
        let weight = formations::weight(dice);
        let filter = filter(dice, max, &floorplan);
        text += &format!("  (name: \"{number}\", weight: {weight}{filter}");
        text += &pools::needs(&mut dealers, &filter, max);
        if dice.chance(25) {
            text += &format!(", cover: {}", dice.ramp(&ROOM, &|dice, _| dice.fraction()));
        }
        text += ",\n   formations: [\n";
        text += &formations::entries(dice, count);
        text += &budgets.as_mut().map(encounters::slots).unwrap_or_default();
        text += "   ]),\n";
    }
    for dealt in pools.iter().flat_map(|pools| &pools.layouts) {
        text += &format!("  ({dealt}, formations: [\n{}   ]),\n", formations::entries(&mut dealers, count));
    }
    text += " ],\n vaults: [\n";
    text += pools.as_ref().map_or("", |pools| &pools.vaults);
    for number in 0..dice.between(-3, 3).max(0) {
        let vault = vaults::vault(dice, number, (min, max), floorplan.contains("cycles:"));
        let story = budgets.as_mut().map(|dice| encounters::story(dice, &vault));
        text += &format!("  {},\n", story.unwrap_or(vault));
    }
    text + " ],\n)"
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
                    let level = generator.generate(&request);
                    let kept = keeps_its_promises(&preset, request, &level);
                    if let Err(what) = kept.and_then(|()| partings::promises::are_kept_of(&text, &level)) {
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
