//! Generation benchmarks: whole levels, against crates that make rooms and corridors.
//!
//! No two generators make the same level, so that there is no common checksum; each row states both
//! mean numbers of rooms. "path" is a built-in preset, which uses only some of its leaves. "full"
//! makes every leaf a room; only it does comparable work on large levels.

mod floor;
mod memory;
mod peers;

use std::{any::Any, error::Error};

use roomgen::{Generator, Preset, Size, preset::BUILT_IN};

use crate::{
    contest::{Effort, Entrant, medians},
    table::{Row, Table},
};
use peers::PEERS;

/// The least ratio of a peer's time to ours, and the ratio that we aim at.
///
/// First against `BspRooms` with `NearestCorridors`, then against `BspInterior`.
type Bars = [(f64, f64); 2];

/// A variant of our own levels.
struct Way {
    name: &'static str,
    is_furnished: bool,
    is_full: bool,
    /// At 80x50 and at 1000x1000 cells.
    bars: [Bars; 2],
}

const WAYS: [Way; 4] = [
    Way {
        name: "floor plan with tiles, path",
        is_furnished: false,
        is_full: false,
        bars: [[(4.0, 7.0), (1.0, 1.6)], [(4.0, 6.0), (2.5, 4.0)]],
    },
    Way {
        name: "furnished, path",
        is_furnished: true,
        is_full: false,
        bars: [[(3.0, 6.0), (0.7, 1.2)], [(4.0, 6.5), (2.5, 4.3)]],
    },
    Way {
        name: "floor plan with tiles, full",
        is_furnished: false,
        is_full: true,
        bars: [[(3.5, 6.5), (0.8, 1.4)], [(2.0, 3.7), (1.3, 2.4)]],
    },
    Way {
        name: "furnished, full",
        is_furnished: true,
        is_full: true,
        bars: [[(1.2, 2.5), (0.25, 0.5)], [(0.7, 1.3), (0.45, 0.85)]],
    },
];

/// Bar and aim for the ratio of tatami-dungeon's time to ours, for a furnished full level of 80x50.
const TATAMI: (f64, f64) = (20.0, 35.0);
/// Every leaf is a cave, four of five passages between two caves open, and nothing stands in them.
const CAVES: &str = r#"(name: "caves", layouts: [], floorplan: (
    rooms: (min: 6, max: 20), coverage: 1.0, shapes: [(shape: Cave, merge: 0.8)],
))"#;
/// Bar and aim for the ratio of mapgen's time to ours, for a level of caves of 80x50.
const CAVERNS: (f64, f64) = (20.0, 30.0);
/// Bar and aim for the ratio of our time per cell at 500x500 to that at 8000x8000.
const LINEAR: (f64, f64) = (1.0 / 2.0, 1.0 / 1.4);
/// Bar and aim for the peak memory of a furnished full level, in bytes per cell.
const MEMORY: (f64, f64) = (10.0, 6.0);
/// The number of levels whose rooms are counted.
const SAMPLES: u64 = 32;

/// Prints the table `mapgen` of `benches/times.txt`: each preset's rooms, and mapgen's time over
/// that of its plans and levels.
pub fn presets(effort: Effort) -> Result<(), Box<dyn Error>> {
    println!("mapgen rooms plan-ratio level-ratio");
    let sides = (80, 50);
    for (name, _) in BUILT_IN {
        let preset = preset(name, false, Size::new(sides.0, sides.1)?)?;
        let (plans, levels) = (ours(&preset, false), ours(&preset, true));
        let rooms = plans.rooms.unwrap_or_default();
        let times = medians(&mut [entrant("mapgen", None, sides, PEERS[0].make), plans, levels], effort);
        let [plan, level] = [1, 2].map(|which| times[0].as_secs_f64() / times[which].as_secs_f64());
        println!("{name} {rooms:.0} {plan:.2} {level:.2}");
    }
    Ok(())
}

/// Compares levels of the built-in preset `name`.
pub fn run(table: &Table, name: &str) -> Result<(), Box<dyn Error>> {
    for (column, sides) in [(80, 50), (1000, 1000)].into_iter().enumerate() {
        let size = Size::new(sides.0, sides.1)?;
        for way in &WAYS {
            let preset = preset(name, way.is_full, size)?;
            let mut entrants = vec![ours(&preset, way.is_furnished)];
            for peer in PEERS {
                let bar = peer.column.map(|peer| way.bars[column][peer]);
                entrants.push(entrant(peer.crate_name, bar, sides, peer.make).labelled(peer.name));
            }
            if way.is_furnished && way.is_full && column == 0 {
                entrants.push(entrant("tatami-dungeon", Some(TATAMI), sides, peers::tatami));
            }
            entrants.push(floor::entrant(size, entrants[0].rooms.unwrap_or_default()));
            table.contest(&format!("{name}: {}", way.name), &size.to_string(), 1, entrants);
        }
    }
    caves(table)?;
    let workload = format!("{name}: furnished, full, a cell");
    if table.wants(&workload) {
        // One level at a time: a level of 8000x8000 cells takes a second.
        let [large, small] = [8000, 500].map(|side| Size::new(side, side));
        let (large, small) = (preset(name, true, large?)?, preset(name, true, small?)?);
        let times = medians(&mut [ours(&large, true), ours(&small, true)], table.effort());
        let cells = [&large, &small].map(|preset| f64::from(preset.size().cells()));
        let a_cell = [0, 1].map(|which| times[which].as_secs_f64() * 1e9 / cells[which]);
        table.row(&Row {
            workload: &workload,
            size: "8000x8000",
            peer: "roomgen, 500x500",
            ours: format!("{:.2} ns", a_cell[0]),
            its: format!("{:.2} ns", a_cell[1]),
            ratio: a_cell[1] / a_cell[0],
            bar: Some(LINEAR),
            rooms: String::new(),
        });
    }
    memory(table, name)
}

/// Compares levels of caves with those of a cellular automaton over the whole level.
fn caves(table: &Table) -> Result<(), Box<dyn Error>> {
    let (sides, size) = ((80, 50), Size::new(80, 50)?);
    let preset = Preset::parse(CAVES)?.with_size(size)?;
    let peer = entrant("mapgen", Some(CAVERNS), sides, peers::mapgen_caves);
    let entrants = vec![ours(&preset, false), peer.labelled("CellularAutomata + CullUnreachable")];
    table.contest("caves: floor plan with tiles", &size.to_string(), 1, entrants);
    Ok(())
}

/// Measures the peak memory of a furnished full level, buffers and result together.
fn memory(table: &Table, name: &str) -> Result<(), Box<dyn Error>> {
    let workload = format!("{name}: furnished, full, memory a cell");
    if !table.wants(&workload) {
        return Ok(());
    }
    for side in [80, 500, 1000, 4000] {
        let size = if side == 80 { Size::new(80, 50) } else { Size::new(side, side) }?;
        let preset = preset(name, true, size)?;
        let peak = memory::peak(|| Generator::new(&preset).generate(1));
        let bytes = peak as f64 / f64::from(size.cells());
        table.row(&Row {
            workload: &workload,
            size: &size.to_string(),
            peer: "the most it should be",
            ours: format!("{bytes:.2} B"),
            its: format!("{} B", MEMORY.0),
            ratio: MEMORY.0 / bytes,
            bar: Some((1.0, MEMORY.0 / MEMORY.1)),
            rooms: String::new(),
        });
    }
    Ok(())
}

/// The built-in preset at `size`, or a variant of it with every leaf a room.
fn preset(name: &str, is_full: bool, size: Size) -> Result<Preset, Box<dyn Error>> {
    let full = format!("(name: \"full\", base: {name:?}, floorplan: (coverage: 1.0))");
    let preset = if is_full { Preset::parse(&full)? } else { Preset::built_in(name)? };
    Ok(preset.with_size(size)?)
}

/// Our levels, of one seed after another.
fn ours(preset: &Preset, is_furnished: bool) -> Entrant<'_> {
    let mut generator = Generator::new(preset);
    let rooms = (0..SAMPLES).map(|seed| generator.floor_plan(seed).rooms.len()).sum::<usize>();
    let mut seeds = 0..;
    let mut seed = move || seeds.next().unwrap_or_default();
    let entrant = if is_furnished {
        Entrant::new("roomgen", 1.0, move || Box::new(generator.generate(seed())) as Box<dyn Any>, |_| 0)
    } else {
        Entrant::new("roomgen", 1.0, move || Box::new(generator.floor_plan(seed())) as Box<dyn Any>, |_| 0)
    };
    entrant.making(rooms as f64 / SAMPLES as f64)
}

/// A peer's levels, of one seed after another.
fn entrant<'a>(name: &'static str, bar: Option<(f64, f64)>, sides: (i64, i64), make: peers::Make) -> Entrant<'a> {
    let rooms = (0..SAMPLES).map(|seed| make(sides, seed).1).sum::<usize>();
    let mut seeds = 0..;
    let bars = bar.unwrap_or_default();
    Entrant::new(name, bars.0, move || make(sides, seeds.next().unwrap_or_default()).0, |_| 0)
        .aiming_at(bars.1)
        .making(rooms as f64 / SAMPLES as f64)
}
