//! Any text as a preset, or as a run: it is refused at a place in the text, or makes sound levels.

use roomgen::{
    Level, Preset, Request, Size,
    error::{PresetError, Problem},
    export::ron,
    generate,
    lint::lint,
    preset::{BUILT_IN, BasePreset},
    run::Run,
};

/// The separator of the texts: first the preset or run, then what they name, `1.ron`, `2.ron` ...
const SEPARATOR: &str = "\n=====\n";

/// The longest side of a generated level, in cells.
const LONGEST: i32 = 64;

/// Presets with fewer cells than this are also linted, which generates a thousand levels.
const FEW_CELLS: u32 = 26 * 26;

/// Of a run, as many floors at most are made.
const FEW_FLOORS: usize = 4;

/// One in this many such presets is linted.
const SELDOM: u64 = 16;

pub fn preset_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let texts: Vec<&str> = text.split(SEPARATOR).collect();
    match read(&texts) {
        Ok(preset) => {
            assert_eq!(read(&texts).as_ref(), Ok(&preset), "read again it is another preset");
            make_level(&preset);
            if preset.size().cells() < FEW_CELLS && preset.digest() % SELDOM == 0 {
                let findings = lint(texts[0], base_of(&texts)).expect("a preset that loads can be looked through");
                findings.iter().for_each(|finding| is_told(&finding.problem, &texts));
            }
        }
        Err(error) => is_refused(&error, &texts),
    }
}

/// Whether a text is a preset.
pub fn is_preset(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    read(&text.split(SEPARATOR).collect::<Vec<_>>()).is_ok()
}

pub fn run_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let texts: Vec<&str> = text.split(SEPARATOR).collect();
    let run = match read_run(&texts) {
        Ok(run) => run,
        Err(error) => return is_refused(&error, &texts),
    };
    assert_eq!(read_run(&texts).expect("a run").digest(), run.digest(), "read again it is another run");
    let seed = run.digest();
    let floors = run.floors(seed);
    assert!(!floors.is_empty() && floors.len() <= Run::MAX_FLOORS as usize);
    assert!(floors.is_sorted_by(|one, next| one.number < next.number), "floors in the order of their numbers");
    for floor in &floors {
        assert!((0.0..=1.0).contains(&floor.difficulty), "{floor:?}");
        assert!(floor.above.is_none_or(|above| floors.iter().any(|floor| floor.number == above)), "{floor:?}");
    }
    let mut levels = run.generator(seed);
    for floor in floors.iter().take(FEW_FLOORS) {
        let printed = Preset::parse(&run.text(seed, floor.number).expect("a merged preset"));
        assert!(printed.is_ok(), "floor {}: {printed:?}", floor.number);
        if floor.size.width().max(floor.size.height()) > LONGEST {
            break;
        }
        let Some(level) = levels.level(floor.number) else { continue };
        is_sound(&level);
        assert_eq!(run.level(seed, floor.number).as_ref(), Some(&level), "alone it is another level");
    }
}

/// Whether a text is a run.
pub fn is_run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    read_run(&text.split(SEPARATOR).collect::<Vec<_>>()).is_ok()
}

fn read_run(texts: &[&str]) -> Result<Run, PresetError> {
    let base = base_of(texts);
    Run::parse_with(texts[0], |name, _| base(name))
}

fn read(texts: &[&str]) -> Result<Preset, PresetError> {
    Preset::parse_with(texts[0], base_of(texts))
}

/// A reader of bases: `1.ron` is the second text.
fn base_of(texts: &[&str]) -> impl Fn(&str) -> Result<BasePreset, String> {
    |name| {
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let text = digits.parse().ok().and_then(|number: usize| texts.get(number)).ok_or("there is no such text")?;
        Ok(BasePreset { name: format!("{digits}.ron"), text: (*text).to_owned() })
    }
}

fn make_level(preset: &Preset) {
    assert!(
        preset
            .layouts()
            .iter()
            .flat_map(|layout| &layout.formations)
            .all(|formation| preset.drawing(formation).is_some())
    );
    let (least, longer) = (preset.min_side(), preset.min_longer_side());
    if longer > LONGEST {
        return;
    }
    let side = |wanted: i32, least: i32| i64::from(wanted.min(LONGEST).max(least));
    let height = side(preset.size().height(), least);
    let width = side(preset.size().width(), if height < longer.into() { longer } else { least });
    let size = Size::new(width, height).expect("a size within limits");
    let preset = preset.clone().with_size(size).expect("a size that holds the smallest room and each parting");
    for seed in [0, preset.digest()] {
        let level = generate(&preset, seed);
        is_sound(&level);
        let again = generate(&preset, rerolled(&level, preset.digest()));
        is_sound(&again);
        for room in (0..level.rooms().len() as u32).filter(|&room| again.rerolls().get(room) == 0) {
            let [one, other] = [&level, &again]
                .map(|level| level.props_in(room).map(|prop| (prop.kind, prop.cells, prop.turn, prop.offset)));
            assert!(one.eq(other), "room {room} changes with re-rolls {} of seed {seed}", again.rerolls());
        }
    }
}

/// The request of a level with re-rolls of one room or two. The last of them may not be there.
fn rerolled(level: &Level, dice: u64) -> Request {
    let (rooms, number) = (level.rooms().len() as u32, (dice >> 32) as u32);
    let rerolls = [(dice as u32 % rooms, number), (number % (rooms + 1), 1 + dice as u32 % 9)];
    Request::new(level.origin().seed).with_rerolls(rerolls).expect("few rooms")
}

fn is_sound(level: &Level) {
    let (seed, rerolls) = (level.origin().seed, level.rerolls());
    assert_eq!(level.check(), [], "seed {seed} with re-rolls {rerolls} breaks an invariant");
    let is_same = ron::read(&ron::write(level)).expect("a level that was written") == *level;
    assert!(is_same, "seed {seed} with re-rolls {rerolls} is written as another level");
}

fn is_refused(error: &PresetError, texts: &[&str]) {
    assert!((1..=50).contains(&error.problems().len()), "there are {} problems", error.problems().len());
    error.problems().iter().for_each(|problem| is_told(problem, texts));
    assert_eq!(error.to_string().lines().count(), error.to_string().lines().filter(|line| !line.is_empty()).count());
}

/// A problem has a span inside of its text, with the line and column of its start.
fn is_told(problem: &Problem, texts: &[&str]) {
    let text = match &problem.base {
        None => texts[0],
        Some(name) => match BUILT_IN.iter().find(|(known, _)| known == name) {
            Some((_, text)) => text,
            None => texts[name.trim_end_matches(".ron").parse::<usize>().expect("a base by its name")],
        },
    };
    let span = problem.span.clone();
    assert!(!problem.message.is_empty());
    assert!(
        text.get(span.clone()).is_some(),
        "{span:?} cannot be underlined in a text of {} bytes: {problem}",
        text.len()
    );
    let before = &text[..span.start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    assert_eq!((problem.line, problem.column), (line, column), "{problem}");
}
