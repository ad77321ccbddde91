//! Cost of the largest levels: time, peak memory and bytes, as tab-separated rows.
//!
//! Run: `cargo run --release -p roomgen-benches --bin huge [-- SIDE]`. SIDE is 16384 cells by
//! default. It takes a few minutes and 10 GB of disk, which are freed at the end.
//!
//! Each row is a process of its own, whose peak memory and processor time the system counts (on
//! Linux); the latter is given per cell. What a row needs is prepared before its clock starts, so
//! that the memory is that of the whole program.
//!
//! The last rows are measured in one process: the prop index at three sizes with equal prop
//! density. With the word `queries` before SIDE, only these are printed.

use std::{
    env,
    error::Error,
    fs::{self, File},
    hint::black_box,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use roomgen::{
    Cell, Generator, Level, Preset, Rect, Size, export::csv, export::json, export::ron, export::text,
    spatial::PropIndex,
};
use roomgen_export::png::{self, PictureOptions};

type Outcome = Result<(), Box<dyn Error>>;

const SEED: u64 = 1;

/// The steps, each in a process of its own; files that are read were written by earlier steps.
const STEPS: [&str; 13] = [
    "generate",
    "floor plan",
    "write ron",
    "write json",
    "write text",
    "write csv",
    "read ron",
    "read json",
    "check",
    "reproduce",
    "render region",
    "render room",
    "index",
];

fn main() -> Outcome {
    let words: Vec<String> = env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => table("16384"),
        ["queries", side] => index(side.parse()?),
        [side] => table(side),
        [step, preset, side, folder] => row(step, preset, side.parse()?, Path::new(folder)),
        _ => Err("usage: huge [[queries] SIDE]".into()),
    }
}

fn table(side: &str) -> Outcome {
    let folder = env::temp_dir().join(format!("roomgen-huge-{}", std::process::id()));
    fs::create_dir(&folder)?;
    println!("preset\tstep\tseconds\tof the processor\tns a cell\tpeak MB\tbytes a cell\tresult");
    let done = ["crypt", "full"].into_iter().try_for_each(|preset| {
        let steps = STEPS.iter().try_for_each(|step| {
            let status = Command::new(env::current_exe()?).args([step, preset, side]).arg(&folder).status()?;
            status.success().then_some(()).ok_or_else(|| format!("{preset}: {step} failed").into())
        });
        fs::read_dir(&folder)?.flatten().try_for_each(|file| fs::remove_file(file.path()))?;
        steps
    });
    fs::remove_dir_all(&folder)?;
    done.and_then(|()| index(side.parse()?))
}

/// The built-in crypt, or a variant of it with every leaf a room.
fn preset(name: &str, size: Size) -> Result<Preset, Box<dyn Error>> {
    let full = r#"(name: "full", base: "crypt", floorplan: (coverage: 1.0))"#;
    let preset = if name == "full" { Preset::parse(full)? } else { Preset::built_in(name)? };
    Ok(preset.with_size(size)?)
}

/// Runs one step and prints its row.
fn row(step: &str, name: &str, side: i64, folder: &Path) -> Outcome {
    let size = Size::new(side, side)?;
    let preset = preset(name, size)?;
    let file = |ending: &str| folder.join(format!("level.{ending}"));
    let read = || Ok::<Level, Box<dyn Error>>(ron::read_unchecked(&fs::read_to_string(file("ron"))?)?);
    let made = || Generator::new(&preset).generate(SEED);
    // The step's input is prepared before the clock starts.
    let level = match step {
        "generate" | "floor plan" | "read ron" | "read json" => None,
        _ => Some(made()),
    };
    let level = level.as_ref();
    let write = |ending: &str, write: fn(&Level, BufWriter<File>) -> std::io::Result<()>| {
        let path = file(ending);
        level.map_or(Ok(()), |level| write(level, BufWriter::new(File::create(&path)?)))?;
        Ok::<String, Box<dyn Error>>(format!("{} MB", path.metadata()?.len() / 1_000_000))
    };
    let clock = Clock::start();
    let result = match step {
        "generate" => said(&made()),
        "floor plan" => format!("{} rooms", Generator::new(&preset).floor_plan(SEED).rooms.len()),
        "write ron" => write("ron", ron::write_to)?,
        "write json" => write("json", json::write_to)?,
        "write text" => write("txt", text::write_to)?,
        "write csv" => write("csv", csv::write_to)?,
        "read ron" => said(&read()?),
        "read json" => said(&json::read_unchecked(&fs::read_to_string(file("json"))?)?),
        "check" => format!("{} breaches", level.map_or(0, |level| level.check().len())),
        "reproduce" => {
            level.map(|level| roomgen::reproduce(level, &preset)).transpose()?;
            "the same".to_owned()
        }
        "render region" => {
            let region = Rect::from_xywh(side as i32 / 2, side as i32 / 2, 80, 50);
            drawn(level, &preset, PictureOptions { region, ..PictureOptions::DEFAULT })?
        }
        "render room" => drawn(level, &preset, PictureOptions { room: Some(5), ..PictureOptions::DEFAULT })?,
        _ => format!("{} things", level.map_or(0, |level| level.index().len())),
    };
    let (seconds, busy) = (clock.start.elapsed().as_secs_f64(), clock.seconds());
    let cells = f64::from(size.cells());
    let peak = peak();
    println!(
        "{name}\t{step}\t{seconds:.2}\t{busy:.2}\t{:.2}\t{}\t{:.2}\t{result}",
        busy * 1e9 / cells,
        peak / 1_000_000,
        peak as f64 / cells
    );
    std::io::stdout().flush()?;
    Ok(())
}

fn said(level: &Level) -> String {
    format!("{} rooms, {} props", level.rooms().len(), level.props().len())
}

fn drawn(level: Option<&Level>, preset: &Preset, options: PictureOptions) -> Result<String, Box<dyn Error>> {
    let bytes = level.map(|level| png::write(level, preset.theme(), options)).transpose()?;
    Ok(format!("{} kB", bytes.map_or(0, |bytes| bytes.len()) / 1000))
}

/// Measures the processor time of this thread, or wall time where the system does not report it.
struct Clock {
    start: Instant,
    busy: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), busy: Self::busy() }
    }

    fn busy() -> Option<f64> {
        let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        told.split(' ').next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e9)
    }

    fn seconds(&self) -> f64 {
        let busy = self.busy.zip(Self::busy()).map(|(before, after)| after - before);
        busy.unwrap_or_else(|| self.start.elapsed().as_secs_f64())
    }
}

/// The peak memory of this process in bytes; 0 where the system does not report it.
fn peak() -> u64 {
    let status = fs::read_to_string(PathBuf::from("/proc/self/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// The number of timed queries: so many that those spread over the largest level miss the caches.
const QUERIES: usize = 1 << 20;
/// How often all queries are repeated.
const ROUNDS: u32 = 5;

/// The index at three sizes: time to build per prop, and of queries near each other and spread out.
fn index(side: i64) -> Outcome {
    println!();
    println!("index of\tthings\tbuild, a thing\tat a cell, near\tat a cell, anywhere\tin 4x4, near\tin 4x4, anywhere");
    for (width, height) in [(80, 50), (1000, 1000), (side, side)] {
        let size = Size::new(width, height)?;
        let level = Generator::new(&preset("full", size)?).generate(SEED);
        let built: Vec<f64> = (0..3)
            .map(|_| {
                let clock = Clock::start();
                let index = black_box(level.index());
                clock.seconds() * 1e9 / index.len() as f64
            })
            .collect();
        let index = level.index();
        drop(level);
        // Near each other: a game's queries of one frame, within the same area at every size.
        let [near, anywhere] = [Size::new(80, 50)?, size].map(|within| corners(size, within));
        println!(
            "{size}\t{}\t{:.1} ns\t{:.1} ns\t{:.1} ns\t{:.1} ns\t{:.1} ns",
            index.len(),
            built.into_iter().fold(f64::MAX, f64::min),
            at_a_cell(&index, &near),
            at_a_cell(&index, &anywhere),
            in_a_square(&index, &near),
            in_a_square(&index, &anywhere),
        );
    }
    Ok(())
}

/// Random cells from the middle of a level, drawn by a linear congruential generator.
fn corners(size: Size, within: Size) -> Vec<Cell> {
    let mut state = SEED;
    let mut below = |most: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(most.unsigned_abs().max(1))) as i32
    };
    let first = [(size.width() - within.width()) / 2, (size.height() - within.height()) / 2];
    (0..QUERIES)
        .map(|_| Cell::new(first[0] + below(within.width() - 4), first[1] + below(within.height() - 4)))
        .collect()
}

fn at_a_cell(index: &PropIndex, cells: &[Cell]) -> f64 {
    timed(cells, |cell| index.first_at(cell).map_or(0, u64::from))
}

fn in_a_square(index: &PropIndex, cells: &[Cell]) -> f64 {
    let mut found = Vec::new();
    timed(cells, |cell| {
        found.clear();
        if let Some(square) = Rect::from_xywh(cell.x, cell.y, 4, 4) {
            index.collect_in(square, &mut found);
        }
        found.iter().map(|&id| u64::from(id)).sum()
    })
}

/// The best of several rounds, in ns per cell.
fn timed(cells: &[Cell], mut ask: impl FnMut(Cell) -> u64) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let clock = Clock::start();
        black_box(cells.iter().map(|&cell| ask(cell)).fold(0, u64::wrapping_add));
        clock.seconds() * 1e9 / cells.len() as f64
    });
    rounds.fold(f64::MAX, f64::min)
}
