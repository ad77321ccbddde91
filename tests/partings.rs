//! Partings: levels that a river cuts in two, measured by plain scans.

use std::collections::BTreeMap;

use roomgen::{
    Cell, Generator, Level, Preset, Rect, Request,
    level::{NoteCode, Parting},
    preset::{BUILT_IN, BasePreset},
};

use crate::tier;

/// A built-in preset with a river in each level.
fn with_river(name: &str, fields: &str) -> Preset {
    let text = format!(
        "(name: \"river\", base: \"{name}.ron\", {TERRAIN}, floorplan: (partings: [(name: \"river\", terrain: \"water\", {fields})]))"
    );
    parsed(&text)
}

const TERRAIN: &str = "terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"planks\"), \
     \"planks\": (glyph: '=', color: \"#8a6a45\")}";

fn parsed(text: &str) -> Preset {
    let base = |base: &str| {
        let (name, text) = BUILT_IN.iter().find(|(name, _)| base.starts_with(name)).expect("a base");
        Ok(BasePreset { name: (*name).to_owned(), text: (*text).to_owned() })
    };
    Preset::parse_with(text, base).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

fn presets(fields: &str) -> impl Iterator<Item = (&'static str, Preset)> + '_ {
    BUILT_IN.iter().map(move |&(name, _)| (name, with_river(name, fields)))
}

fn levels(preset: &Preset, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Level)> + '_ {
    let mut generator = Generator::new(preset);
    seeds.map(move |seed| {
        let request = Request::new(seed).with_difficulty([0.0, 0.5, 1.0][seed as usize % 3]).expect("a difficulty");
        (seed, generator.generate(&request))
    })
}

/// On which side of a parting a cell lies.
fn is_behind(parting: &Parting, cell: Cell) -> bool {
    let band = parting.band;
    if band.top() == 0 && band.left() > 0 { cell.x >= band.right() } else { cell.y >= band.bottom() }
}

fn side_of(level: &Level, parting: &Parting, room: u32) -> bool {
    is_behind(parting, level.room(room).expect("a room").rect.top_left())
}

/// The number of times that the main path crosses.
fn path_crossings(level: &Level, parting: &Parting) -> usize {
    level.path().windows(2).filter(|pair| side_of(level, parting, pair[0]) != side_of(level, parting, pair[1])).count()
}

/// The least number of cells between the first doors of two crossings.
fn least_apart(level: &Level, parting: &Parting) -> Option<i32> {
    let door = |&id: &u32| level.passages()[id as usize].doors()[0];
    let doors: Vec<Rect> = parting.crossings.iter().map(door).collect();
    let pairs = doors.iter().enumerate().flat_map(|(at, one)| doors[at + 1..].iter().map(move |other| (one, other)));
    pairs
        .map(|(one, other)| {
            (one.left() - other.right())
                .max(other.left() - one.right())
                .max(one.top() - other.bottom())
                .max(other.top() - one.bottom())
        })
        .min()
}

/// What levels with a parting show, as fractions.
#[derive(Debug, Default)]
struct Figures {
    levels: f64,
    parted: f64,
    ends_apart: f64,
    crossed_once: f64,
    none: f64,
    few: f64,
    several: f64,
    spaced: f64,
    rows: f64,
    straight: f64,
    notes: BTreeMap<&'static str, u32>,
}

fn add(figures: &mut Figures, level: &Level) {
    figures.levels += 1.0;
    for note in level.notes() {
        *figures.notes.entry(note.code.name()).or_default() += note.wanted - note.got.min(note.wanted);
    }
    let Some(parting) = level.partings().first() else { return };
    let count = |holds: bool| f64::from(u8::from(holds));
    figures.parted += 1.0;
    figures.ends_apart += count(is_behind(parting, level.entry()) != is_behind(parting, level.exit()));
    figures.crossed_once += count(path_crossings(level, parting) == 1);
    figures.none += count(parting.crossings.is_empty());
    figures.few += count(level.notes().iter().any(|note| note.code == NoteCode::CrossingShort));
    if let Some(apart) = least_apart(level, parting) {
        figures.several += 1.0;
        figures.spaced += count(apart >= 8);
    }
    for line in bank_lines(level, parting) {
        figures.rows += line.len() as f64;
        let runs = line.chunk_by(|one, other| one == other);
        figures.straight += runs.map(<[i32]>::len).filter(|rows| *rows >= 8).sum::<usize>() as f64;
    }
}

/// For both banks, how far the terrain reaches beyond the band in each row.
fn bank_lines(level: &Level, parting: &Parting) -> [Vec<i32>; 2] {
    let band = parting.band;
    let is_column = band.top() == 0 && band.bottom() == level.height();
    let blocks = |cell: Cell| level.terrain(cell).is_some_and(|kind| kind.blocks);
    let reach = |first: Cell, step: i32| {
        let cell = |depth: i32| {
            if is_column {
                Cell::new(first.x + step * depth, first.y)
            } else {
                Cell::new(first.x, first.y + step * depth)
            }
        };
        (0..).take_while(|&depth| blocks(cell(depth))).count() as i32
    };
    if is_column {
        [
            (1..level.height() - 1).map(|y| reach(Cell::new(band.left() - 1, y), -1)).collect(),
            (1..level.height() - 1).map(|y| reach(Cell::new(band.right(), y), 1)).collect(),
        ]
    } else {
        [
            (1..level.width() - 1).map(|x| reach(Cell::new(x, band.top() - 1), -1)).collect(),
            (1..level.width() - 1).map(|x| reach(Cell::new(x, band.bottom()), 1)).collect(),
        ]
    }
}

#[test]
fn figures_of_partings() {
    let seeds = tier::size(40, 1_000);
    for (name, preset) in presets("crossings: (2, 3), wind: 3") {
        let mut figures = Figures::default();
        for (seed, level) in levels(&preset, 0..seeds) {
            let broken = level.check();
            if !broken.is_empty() {
                println!("{name} {seed} {broken:?}");
            }
            for parting in level.partings() {
                assert!(parting.crossings.len() <= 3, "{name}, seed {seed}");
            }
            add(&mut figures, &level);
        }
        let parted = figures.parted;
        println!(
            "{name:10} parted {:.3} apart {:.3} once {:.3} none {:.4} few {:.3} spaced {:.3} straight {:.2} {:?}",
            parted / figures.levels,
            figures.ends_apart / parted,
            figures.crossed_once / parted,
            figures.none / parted,
            figures.few / parted,
            figures.spaced / figures.several,
            figures.straight / figures.rows,
            figures.notes,
        );
    }
}
