//! The table of a run's floors.

use std::fmt::Write;

use roomgen::{
    Level,
    run::{Run, RunFloor},
    survey::{Measurer, Metric},
};

use crate::{failure::CommandFailure, floor_maker::FloorMaker, print, request::report_shortfalls};

/// The columns of names: each as wide as its widest name.
const NAMES: [&str; 4] = ["act", "branch", "mood", "preset"];

/// The columns of numbers, each as wide as its title.
const NUMBERS: [&str; 5] = ["difficulty", "rooms", "foes", "danger", "loot"];

/// Prints a line for each floor, as soon as its level is made, and notes on it below.
pub(super) fn print(maker: &mut FloorMaker<'_>, strict: bool) -> Result<(), CommandFailure> {
    let floors = maker.floors()?;
    let (run, seed) = (maker.generator.run().clone(), maker.generator.seed().number());
    let (count, digest) = (print::count(floors.len(), "floor"), run.digest());
    print::result(&print::escaped_lines(&format!(
        "{}, seed {}: {count} of {} cells, run {digest:016x}\n\n",
        run.name(),
        seed,
        run.size()
    )))?;
    let width = |column: usize| {
        let names = floors.iter().map(|floor| names(floor)[column].chars().count());
        let widest = names.max().unwrap_or(0);
        // A column without a name is left out.
        if widest == 0 { 0 } else { widest.max(NAMES[column].len()) }
    };
    let widths = [0, 1, 2, 3].map(width);
    print::result(&line("floor", NAMES, widths, NUMBERS.map(str::to_owned), "stairs"))?;
    let mut measurer = Measurer::default();
    for floor in &floors {
        let (level, ..) = maker.level(floor.number)?;
        if strict {
            report_shortfalls(&level, &format!("floor {}: ", floor.number), true)?;
        }
        let numbers = numbers(floor, &level, &mut measurer);
        let row = line(&floor.number.to_string(), names(floor), widths, numbers, &stairs(&level));
        let notes: String = notes(&run, floor, &level, &floors).iter().map(|note| format!("       {note}\n")).collect();
        print::result(&print::escaped_lines(&(row + &notes)))?;
    }
    Ok(())
}

fn names(floor: &RunFloor) -> [&str; 4] {
    let [branch, mood] = [&floor.branch, &floor.mood].map(|name| name.as_ref().map_or("", |name| name.as_str()));
    [&floor.act, branch, mood, &floor.preset]
}

fn numbers(floor: &RunFloor, level: &Level, measurer: &mut Measurer) -> [String; 5] {
    let metrics = [Metric::Rooms, Metric::Danger, Metric::Reward];
    let measured = measurer.measure_only(level, &metrics);
    let [rooms, danger, loot] =
        metrics.map(|metric| measured.present(metric).map_or("-".to_owned(), |value| metric.format(value)));
    let foes: usize = level.encounters().iter().map(|encounter| encounter.cells.len()).sum();
    [format!("{:.2}", floor.difficulty), rooms, foes.to_string(), danger, loot]
}

/// Where the ways down lead.
fn stairs(level: &Level) -> String {
    let exit = (!level.is_dead_end()).then(|| "down".to_owned());
    let ways = exit.into_iter().chain(level.stairs().iter().map(|stairs| stairs.to.to_string()));
    let ways: Vec<_> = ways.collect();
    if ways.is_empty() { "-".to_owned() } else { ways.join(", ") }
}

/// Sentences on a floor.
fn notes(run: &Run, floor: &RunFloor, level: &Level, floors: &[RunFloor]) -> Vec<String> {
    let mut notes = Vec::new();
    if floor.above.is_none() && floor.number != 0 {
        notes.push(format!("a new stretch of {} cells begins here: one arrives freely", floor.size));
    } else if floor.number == 0 && floor.size != run.size() {
        notes.push(format!("{} cells", floor.size));
    }
    let is_out = |first: &u32| floors.iter().all(|floor| floor.number != *first);
    let out = floor.branches.iter().filter(|(_, first)| is_out(first));
    notes.extend(out.map(|(branch, _)| format!("the branch {branch} is left out: no room suits its stair")));
    let rerolls = level.rerolls();
    if !rerolls.is_empty() {
        notes.push(format!("furnished anew: {rerolls}"));
    }
    notes.extend(level.notes().iter().map(ToString::to_string));
    notes
}

fn line(number: &str, names: [&str; 4], widths: [usize; 4], numbers: [String; 5], stairs: &str) -> String {
    let mut line = format!("{number:>5}");
    // Writing to a string does not fail.
    for (name, width) in names.into_iter().zip(widths).filter(|(_, width)| *width > 0) {
        let _ = write!(line, "  {name:width$}");
    }
    for (number, title) in numbers.into_iter().zip(NUMBERS) {
        let _ = write!(line, "  {number:>width$}", width = title.len());
    }
    format!("{line}  {stairs}\n")
}
