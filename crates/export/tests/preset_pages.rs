//! The pages of the built-in presets, `docs/presets/NAME.md`: pictures, numbers, halls and
//! landmarks.
//!
//! What stands between the two marks of a page is made again and compared, and so are its pictures.
//! Title and text above the marks are written by hand. `BLESS=1 cargo test preset_pages` rewrites
//! the pictures and what stands between the marks; look at them before committing.

use std::{collections::BTreeMap, fmt::Write, fs, io::Cursor, path::PathBuf};

use image_webp::{ColorType, WebPDecoder, WebPEncoder};
use roomgen::{
    Generator, Level, Preset, Request,
    preset::BUILT_IN,
    survey::{Composition, Measurer, Metric, MetricStatistics, Piece, PieceSurvey, Twins},
};
use roomgen_export::png::{self, PictureOptions};

use crate::gallery::is_blessing;

/// The mark above what is made.
const BEGIN: &str = "<!-- Made by `BLESS=1 cargo test preset_pages` from here on. -->";
/// The mark below what is made.
const END: &str = "<!-- Made until here. -->";

/// The difficulties of pictures and numbers, with their names in files.
const DIFFICULTIES: [(f32, &str); 3] = [(0.0, "easy"), (0.5, "medium"), (1.0, "hard")];

/// The numbers are those of the levels of the seeds from 0 on.
const SEEDS: u64 = 200;

/// The seed of the pictures.
const SHOWN: u64 = 7;
/// The most pixels across a picture, so that three stand side by side. A cell has as many as fit.
const MOST_ACROSS: u32 = 400;
/// The most bytes of a picture.
const MOST_BYTES: usize = 80_000;
/// Each channel of a picture is a multiple of this: finer shades of light would treble the file.
const SHADE: u8 = 16;

/// The metrics of the table, with what it calls them.
const METRICS: [(Metric, &str); 12] = [
    (Metric::Rooms, "rooms"),
    (Metric::PathLength, "rooms of the main path"),
    (Metric::WalkingDistance, "steps from entry to exit"),
    (Metric::Cycles, "second ways"),
    (Metric::DeadEnds, "dead ends"),
    (Metric::LockedPassages, "locked passages"),
    (Metric::Danger, "danger, the cost of encounters"),
    (Metric::Reward, "reward, the value of loot"),
    (Metric::FirstReward, "passages to the first reward"),
    (Metric::EmptyRooms, "rooms with nothing to fight, take or use"),
    (Metric::DullRooms, "such rooms of the path, one after the other"),
    (Metric::LayoutEntropy, "variety of layouts, bits"),
];

#[test]
fn preset_pages_say_and_show_what_the_presets_make_today() {
    let make = |name: &str| {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let numbers = DIFFICULTIES.map(|(difficulty, _)| Numbers::of(&preset, difficulty));
        compare_page(name, &made(&preset, &numbers));
        DIFFICULTIES.iter().for_each(|&(difficulty, word)| compare_shown(&preset, difficulty, word));
    };
    std::thread::scope(|scope| names().for_each(|name| drop(scope.spawn(move || make(name)))));
}

#[test]
fn preset_pages_have_a_title_and_sentences_by_hand() {
    if is_blessing() {
        // The files are being written concurrently.
        return;
    }
    for name in names() {
        let page = fs::read_to_string(path(&format!("{name}.md"))).expect("a page");
        let (by_hand, _) = page.split_once(BEGIN).expect("the mark");
        let (title, text) = by_hand.split_once("\n\n").expect("a title and a text");
        assert_eq!(title, format!("# The {name}"));
        assert!(text.matches(['.', '?', '!']).count() >= 2, "{name}: {text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{name}: long lines");
    }
    let mut files: Vec<_> =
        fs::read_dir(path("")).expect("the pages").map(|file| file.expect("a file").file_name()).collect();
    files.sort();
    let pictures = |name: &'static str| DIFFICULTIES.iter().map(move |(_, word)| format!("{name}-{word}.webp"));
    let mut expected: Vec<std::ffi::OsString> =
        names().flat_map(|name| pictures(name).chain([format!("{name}.md")])).map(Into::into).collect();
    expected.sort();
    assert_eq!(files, expected);
}

/// The presets with a page. The cellar is left out, since it serves as an example text.
fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).filter(|name| *name != "cellar")
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/presets").join(file)
}

/// What the levels of a preset at one difficulty have.
struct Numbers {
    metrics: Vec<MetricStatistics>,
    twins: [[u64; 2]; 2],
    composed: [[u64; 2]; 2],
    pieces: PieceSurvey,
    /// For each size the number of its rooms, and of those with each layout.
    halls: BTreeMap<String, (u64, BTreeMap<String, u64>)>,
}

impl Numbers {
    fn of(preset: &Preset, difficulty: f32) -> Self {
        let (mut generator, mut measurer) = (Generator::new(preset), Measurer::default());
        let request = Request::new(0).with_difficulty(difficulty).expect("a difficulty");
        let mut numbers = Self {
            metrics: vec![MetricStatistics::default(); METRICS.len()],
            twins: [[0; 2]; 2],
            composed: [[0; 2]; 2],
            pieces: PieceSurvey::new(preset.sizes()),
            halls: preset.sizes().map(|size| (size.to_owned(), Default::default())).collect(),
        };
        for seed in 0..SEEDS {
            let level = generator.generate(request.clone().with_seed(seed));
            let metrics = measurer.measure_only(&level, &METRICS.map(|(metric, _)| metric));
            for (statistics, (metric, _)) in numbers.metrics.iter_mut().zip(METRICS) {
                metrics.present(metric).into_iter().for_each(|value| statistics.add(value, seed));
            }
            numbers.add(&level);
        }
        numbers
    }

    fn add(&mut self, level: &Level) {
        let (twins, rooms) = (Twins::of(level), Composition::of(level));
        let parts = [[twins.beside, twins.pairs_beside], [twins.near, twins.pairs_near]];
        let composed = [[rooms.symmetric, rooms.furnished], [rooms.centred, rooms.furnished]];
        for (sums, values) in self.twins.iter_mut().chain(&mut self.composed).zip(parts.iter().chain(&composed)) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        self.pieces.add_run([level]);
        for room in level.rooms() {
            for tag in level.tags(room) {
                let Some((rooms, layouts)) = self.halls.get_mut(tag) else { continue };
                *rooms += 1;
                level.layout(room).into_iter().for_each(|layout| *layouts.entry(layout.to_owned()).or_default() += 1);
            }
        }
    }

    fn part_with(&self, piece: &Piece) -> f64 {
        let found = self.pieces.iter().find(|(known, _)| *known == piece);
        found.map_or(0, |(_, counts)| counts.levels) as f64 / self.pieces.levels() as f64
    }
}

/// What stands between the marks of a page.
fn made(preset: &Preset, numbers: &[Numbers; 3]) -> String {
    let name = preset.name();
    let mut text = String::from("\n");
    for (difficulty, word) in DIFFICULTIES {
        _ = writeln!(text, "![A level of the {name} at difficulty {difficulty}, from above]({name}-{word}.webp)");
    }
    let options = format!("--preset {name} --seed {SHOWN}");
    _ = writeln!(
        text,
        "\nThe same seed at the difficulties 0, 0.5 and 1: `roomgen {options} --difficulty 0.5 --out level.png`."
    );
    _ = writeln!(text, "\n## In numbers\n\nLevels of {}, the mean over {SEEDS} seeds:\n", preset.size());
    let head = |text: &mut String, first: &str| {
        let columns: String = DIFFICULTIES.iter().map(|(difficulty, _)| format!(" | {difficulty}")).collect();
        _ = writeln!(text, "| {first}{columns} |\n| ---{} |", " | ---:".repeat(DIFFICULTIES.len()));
    };
    head(&mut text, "difficulty");
    for (row, (metric, name)) in METRICS.into_iter().enumerate() {
        let cells = numbers.iter().map(|numbers| {
            let statistics = &numbers.metrics[row];
            match metric {
                _ if statistics.count() == 0 => "-".to_owned(),
                Metric::EmptyRooms => percent(statistics.mean()),
                _ => format!("{:.*}", metric.decimals().min(2), statistics.mean()),
            }
        });
        line(&mut text, name, cells);
    }
    let fraction = |[part, all]: [u64; 2]| if all == 0 { "-".to_owned() } else { percent(part as f64 / all as f64) };
    line(&mut text, "rooms side by side with one layout", numbers.iter().map(|numbers| fraction(numbers.twins[0])));
    line(
        &mut text,
        "rooms one or two passages apart with one layout",
        numbers.iter().map(|numbers| fraction(numbers.twins[1])),
    );
    line(&mut text, "symmetric rooms", numbers.iter().map(|numbers| fraction(numbers.composed[0])));
    line(&mut text, "rooms furnished around their middle", numbers.iter().map(|numbers| fraction(numbers.composed[1])));

    if preset.sizes().len() > 0 {
        _ = writeln!(text, "\n## Halls\n\nRooms of a size of their own, a level, and what may stand in them:\n");
        head(&mut text, "hall");
        for size in preset.sizes() {
            let layouts: Vec<_> = preset.layouts().iter().map(|layout| layout.name.as_str()).collect();
            let has = |layout: &&str| numbers.iter().any(|numbers| numbers.halls[size].1.contains_key(*layout));
            let layouts: Vec<_> = layouts.into_iter().filter(has).collect();
            let name = if layouts.is_empty() { size.to_owned() } else { format!("{size}: {}", layouts.join(", ")) };
            let mean = |numbers: &Numbers| format!("{:.1}", numbers.halls[size].0 as f64 / SEEDS as f64);
            line(&mut text, &name, numbers.iter().map(mean));
        }
    }
    let ends = preset.layouts().iter().map(|layout| Piece::Layout(layout.name.clone()));
    let vaults = preset.vaults().iter().map(|vault| Piece::Vault(vault.name.clone()));
    let stands = |piece: &Piece| numbers.iter().any(|numbers| numbers.part_with(piece) > 0.0);
    let mut pieces: Vec<_> = vaults.chain(ends).filter(stands).collect();
    let most = |piece: &Piece| numbers.iter().map(|numbers| numbers.part_with(piece)).fold(0.0, f64::max);
    // Of equal ones, in the order of the file.
    pieces.sort_by(|one, other| most(other).total_cmp(&most(one)));
    if !pieces.is_empty() {
        let what = "Vaults, and the layouts of halls, of the first room and of the last one: the part of the levels with each.";
        _ = writeln!(text, "\n## Landmarks\n\n{what}\n");
        head(&mut text, "landmark");
        for piece in &pieces {
            let name = match piece {
                Piece::Vault(name) => format!("**{name}**"),
                Piece::Layout(name) => name.clone(),
            };
            line(&mut text, &name, numbers.iter().map(|numbers| percent(numbers.part_with(piece))));
        }
    }
    text.push('\n');
    text
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// A row of a table.
fn line(text: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    _ = writeln!(text, "| {name}{} |", cells.map(|cell| format!(" | {cell}")).collect::<String>());
}

/// Compares what a page has between its marks, or writes it when blessing.
fn compare_page(name: &str, made: &str) {
    let path = path(&format!("{name}.md"));
    let page = fs::read_to_string(&path);
    if is_blessing() {
        let page = page.unwrap_or_else(|_| format!("# The {name}\n\nTo be written.\n\n{BEGIN}\n{END}\n"));
        let (by_hand, rest) = page.split_once(BEGIN).expect("the mark above");
        let (_, below) = rest.split_once(END).expect("the mark below");
        fs::write(&path, format!("{by_hand}{BEGIN}\n{made}{END}{below}")).expect("the page is written");
        return;
    }
    let page = page.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let shown = page.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("both marks").0;
    let differs = |(shown, made): &(&str, &str)| shown != made;
    let first = shown.trim_start_matches('\n').lines().zip(made.trim_start_matches('\n').lines()).find(differs);
    assert!(shown == format!("\n{made}"), "{name}.md is not true, first in {first:?}: BLESS=1 makes it so");
}

/// Compares a picture of a level, or writes it when blessing.
fn compare_shown(preset: &Preset, difficulty: f32, word: &str) {
    let request = Request::new(SHOWN).with_difficulty(difficulty).expect("a difficulty");
    let level = Generator::new(preset).generate(request);
    let options = PictureOptions { scale: MOST_ACROSS / level.width() as u32, ..PictureOptions::default() };
    let picture = png::render(&level, preset.theme(), options).expect("a picture");
    let bytes: Vec<u8> = picture.bytes().iter().map(|&byte| byte / SHADE * SHADE + SHADE / 2).collect();
    let file = format!("{}-{word}.webp", preset.name());
    if is_blessing() {
        let mut encoded = Vec::new();
        let encoder = WebPEncoder::new(&mut encoded);
        encoder.encode(&bytes, picture.width(), picture.height(), ColorType::Rgb8).expect("a picture");
        fs::write(path(&file), encoded).expect("the picture is written");
    }
    let encoded = fs::read(path(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(encoded.len() <= MOST_BYTES, "{file} has {} bytes", encoded.len());
    let mut decoder = WebPDecoder::new(Cursor::new(encoded)).expect("a picture");
    let mut shown = vec![0; decoder.output_buffer_size().expect("a size")];
    decoder.read_image(&mut shown).expect("a picture");
    assert!(!decoder.has_alpha(), "{file}");
    assert_eq!(decoder.dimensions(), (picture.width(), picture.height()), "{file}");
    // `assert_eq!` would print all bytes.
    assert!(shown == bytes, "{file} looks different; look at it with BLESS=1");
}
