//! Random runs: acts of random presets, pieces, moods and branches.

use roomgen::{
    Preset,
    export::ron,
    preset::BasePreset,
    reproduce,
    run::{Run, RunGenerator},
};

use super::dice::Dice;
use crate::tier;

/// The number of runs; each is tried with [`SEEDS`] seeds.
const RUNS: u64 = 60;
const SEEDS: u64 = 2;

/// A preset that leaves room for the stairs of two branches.
fn preset(dice: &mut Dice, number: usize) -> String {
    let few = |text: &String| text.matches("(to: \"way").count() <= 6;
    let text = std::iter::repeat_with(|| super::preset(dice)).find(few).unwrap_or_default();
    text.replace("\"random\"", &format!("\"random {number}\""))
}

/// What a piece may say over any preset.
fn piece(dice: &mut Dice) -> String {
    let fields = [
        format!("clearance: {}", dice.between(1, 3)),
        format!("theme: (ambient: {})", dice.fraction()),
        format!("floorplan: (coverage: {})", dice.fraction()),
        format!("props: {{\"of the run\": (glyph: 'w', color: \"#123456\", marker: {})}}", dice.chance(50)),
    ];
    let fields: Vec<_> = fields.into_iter().filter(|_| dice.chance(40)).collect();
    format!("({})", fields.join(", "))
}

fn acts(dice: &mut Dice, names: &str, presets: i64) -> String {
    let count = dice.between(1, 2);
    let act = |number: i64| {
        let preset = |dice: &mut Dice| format!("\"{}.ron\"", dice.between(0, presets - 1));
        let preset = match dice.chance(30) {
            true => format!("[{}, {}]", preset(dice), preset(dice)),
            false => preset(dice),
        };
        let mut text = format!("(name: \"{names} {number}\", preset: {preset}, floors: {:?}", dice.pair(1, 2));
        if dice.chance(50) {
            text += &format!(", difficulty: ({}, {})", dice.fraction(), dice.fraction());
        }
        for part in ["each", "before", "last"] {
            text += &if dice.chance(30) { format!(", {part}: {}", piece(dice)) } else { String::new() };
        }
        text + ")"
    };
    (0..count).map(act).collect::<Vec<_>>().join(", ")
}

/// The text of a run of these presets, whose first act has one floor or more.
fn run(dice: &mut Dice, presets: &[Preset]) -> String {
    let side = |of: fn(&Preset) -> i32| presets.iter().map(of).max().unwrap_or(8);
    let size = (side(|preset| preset.size().width()), side(|preset| preset.size().height()));
    let mut text = format!("(name: \"random\", size: {size:?}, acts: [{}]", acts(dice, "act", presets.len() as i64));
    text += &if dice.chance(60) { format!(", shared: {}", piece(dice)) } else { String::new() };
    if dice.chance(60) {
        let (most, weight) = (dice.between(1, 2), dice.between(0, 3));
        text += &format!(", moods: {{\"odd\": (text: {}, most: {most}), \"plain\": (weight: {weight})}}", piece(dice));
    }
    text += ", branches: [";
    for number in 0..dice.between(-1, 2).max(0) {
        let pick = dice.one(&["", ", pick: DeadEnds", ", rooms: (kinds: [Bonus]), at: Wall"]);
        let acts = acts(dice, &format!("side {number}"), presets.len() as i64);
        text += &format!("(name: \"way {number}\", from: 0, chance: {}{pick}, acts: [{acts}]), ", dice.fraction());
    }
    text + "])"
}

/// Checks each floor of a run, and how floors follow each other. Returns how many have stairs.
fn keeps_its_promises(run: &Run, seed: u64) -> Result<usize, String> {
    let mut levels = RunGenerator::new(run, seed);
    let mut with_stairs = 0;
    for floor in levels.floors().to_vec() {
        let number = floor.number;
        let level = levels.level(number);
        if let Some(number_above) = floor.above {
            // Without a stair to it there is no branch, and no floor below its first one.
            let above = levels.level(number_above);
            let is_first = levels.floors().iter().any(|above| above.number == number_above && above.branch.is_none());
            let way = above.as_ref().and_then(|above| match floor.branch.as_ref().filter(|_| is_first) {
                None => Some(above.exit()),
                Some(to) => above.stairs().iter().find(|stair| *stair.to == *Run::stair_to(to)).map(|stair| stair.cell),
            });
            if level.as_ref().map(|level| level.origin().start) != way.map(Some) {
                return Err(format!("the stairs to floor {number} do not meet"));
            }
        }
        let Some(level) = level else { continue };
        if let [breach, ..] = &level.check()[..] {
            return Err(format!("floor {number}: {breach}"));
        }
        with_stairs += usize::from(!level.stairs().is_empty());
        if run.level(seed, number).as_ref() != Some(&level) {
            return Err(format!("floor {number} alone is another level"));
        }
        let read = ron::read(&ron::write(&level)).map_err(|error| error.to_string())?;
        let (preset, request) = run.preset_and_request(read.origin()).map_err(|error| error.to_string())?;
        if reproduce(&read, (&preset, request)).as_ref() != Ok(&level) {
            return Err(format!("floor {number} is not made again from its file"));
        }
    }
    Ok(with_stairs)
}

#[test]
fn no_run_breaks_a_promise() {
    let mut with_stairs = 0;
    for number in 0..tier::size(RUNS / 5, RUNS) {
        let dice = &mut Dice(number ^ 0x0072_756e);
        let texts: Vec<_> = (0..3).map(|at| preset(dice, at)).collect();
        let presets: Vec<_> = texts.iter().map(|text| Preset::parse(text).expect("a random preset")).collect();
        let text = run(dice, &presets);
        let read = |name: &str, _: Option<&str>| {
            let at = name.trim_end_matches(".ron").parse::<usize>().map_err(|error| error.to_string())?;
            Ok(BasePreset { name: name.to_owned(), text: texts[at].clone() })
        };
        let run = Run::parse_with(&text, read).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for seed in 0..SEEDS {
            with_stairs += keeps_its_promises(&run, seed)
                .unwrap_or_else(|what| panic!("{what}\n{text}\nseed {seed}\n{}", texts.join("\n=====\n")));
        }
    }
    assert!(with_stairs > 0, "no floor has stairs beside its exit");
}
