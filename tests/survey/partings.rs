//! Metrics of terrain and partings, directly from their definitions.

use std::collections::BTreeSet;

use roomgen::{
    Cell, Generator, Level, Tile,
    level::Parting,
    survey::{Measurer, Metric, Survey},
};

use crate::partings;

/// Levels with a river, straight or meandering, of two presets.
pub(super) fn levels() -> impl Iterator<Item = Level> {
    [("crypt", "meander: 3, crossings: (2, 3)"), ("garden", "meander: 0, crossings: (1, 2), ends: Anywhere")]
        .into_iter()
        .flat_map(|(name, fields)| {
            let mut generator = Generator::new(partings::with_river(name, fields));
            (0..3).map(move |seed| generator.generate(seed)).collect::<Vec<_>>()
        })
}

/// The metrics of terrain and partings that a level has.
pub(super) fn plain(level: &Level) -> Vec<(Metric, f64)> {
    let cells: Vec<Cell> = level.tiles().bounds().cells().collect();
    let blocking = cells.iter().filter(|&&cell| blocks(level, cell)).count();
    let parted = level.partings().iter().filter(|parting| !reached_dry(level, parting).contains(&level.end().id));
    let mut values = vec![
        (Metric::BlockingTerrain, blocking as f64 / cells.len() as f64),
        (Metric::Crossings, level.partings().iter().map(|parting| parting.crossings.len() as f64).sum()),
        (Metric::PartedEnds, parted.count() as f64),
    ];
    let views: Vec<bool> = level.partings().iter().flat_map(|parting| views(level, parting, &cells)).collect();
    if !views.is_empty() {
        let seeing = views.iter().filter(|&&sees| sees).count();
        values.push((Metric::FarBank, seeing as f64 / views.len() as f64));
    }
    values
}

fn blocks(level: &Level, cell: Cell) -> bool {
    level.terrain(cell).is_some_and(|kind| kind.blocks)
}

/// The rooms that are reached from the start without the crossings of a parting.
fn reached_dry(level: &Level, parting: &Parting) -> BTreeSet<u32> {
    let mut reached = BTreeSet::from([level.start().id]);
    // As many rounds as rooms.
    for _ in level.rooms() {
        for (id, passage) in (0..).zip(level.passages()) {
            if !parting.crossings.contains(&id) && passage.rooms.iter().any(|room| reached.contains(room)) {
                reached.extend(passage.rooms);
            }
        }
    }
    reached
}

/// For each cell on a bank, and each side on which it has the water, whether it sees floor there.
fn views(level: &Level, parting: &Parting, cells: &[Cell]) -> Vec<bool> {
    let leads_north = parting.band.height() > parting.band.width();
    let name = &level.terrain_kinds()[usize::from(parting.terrain)].name;
    let floor = cells.iter().filter(|&&cell| level.tile(cell) == Tile::Floor);
    let sides = floor.flat_map(|&cell| [1, -1].map(|step| (cell, step)));
    let ahead = |(from, step): (Cell, i32), steps: i32| {
        let far = step * steps;
        if leads_north { Cell::new(from.x + far, from.y) } else { Cell::new(from.x, from.y + far) }
    };
    let is_bank = |from: &(Cell, i32)| level.terrain(ahead(*from, 1)).is_some_and(|kind| kind.name == *name);
    let sees = |from: (Cell, i32)| {
        let over = (1..).map(|steps| ahead(from, steps)).find(|&cell| !blocks(level, cell));
        over.is_some_and(|cell| level.tile(cell) == Tile::Floor)
    };
    sides.filter(is_bank).map(sees).collect()
}

#[test]
fn the_levels_have_rivers_that_part_and_that_do_not() {
    let (mut measurer, mut survey) = (Measurer::default(), Survey::default());
    super::some_levels().iter().for_each(|level| _ = survey.add(level, &mut measurer));
    // Otherwise a comparison would say nothing.
    for metric in [Metric::BlockingTerrain, Metric::Crossings, Metric::PartedEnds] {
        let (least, most) = (survey.statistics(metric).min(), survey.statistics(metric).max());
        assert!(least.is_some_and(|least| least.value == 0.0) && most.is_some_and(|most| most.value > 0.0), "{metric}");
    }
    let seen = survey.statistics(Metric::FarBank);
    assert!(seen.count() > 0 && seen.mean() > 0.2 && seen.min().is_some_and(|least| least.value < 1.0), "{seen:?}");
    assert!(survey.terrain().count("water") > 100, "{:?}", survey.terrain());
}
