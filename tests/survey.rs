//! Metrics against direct implementations of their definitions, and surveys against their parts.

mod composition;
mod encounters;
mod mission;
mod partings;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use roomgen::{
    Cell, Generator, Level, Preset, Room, Tile,
    geom::Rect,
    preset::BUILT_IN,
    survey::{Measurer, Metric, Survey},
};

use crate::{playthrough, tier};

/// Levels of every built-in preset, also at a size that is no multiple of 64 cells, levels with
/// many locks, and levels with budgets.
fn some_levels() -> Vec<Level> {
    let levels = |(name, _): &(&str, &str)| {
        let preset = Preset::built_in(name).unwrap();
        let small = tier::size("48x36", "80x50").parse().unwrap();
        let (odd, preset) =
            (preset.clone().with_size("131x67".parse().unwrap()).unwrap(), preset.with_size(small).unwrap());
        let mut levels: Vec<_> = (0..tier::size(1, 4)).map(|seed| Generator::new(&preset).generate(seed)).collect();
        // A plain search of a large level takes most of the time.
        if tier::size(*name == "crypt", true) {
            levels.push(Generator::new(&odd).generate(9));
        }
        levels
    };
    let locked = playthrough::presets().into_iter().flat_map(|preset| {
        let mut generator = Generator::new(preset);
        (4..tier::size(5, 6)).map(move |seed| generator.generate(seed))
    });
    // Without a memory, rooms beside each other are twins.
    let forgets =
        Preset::parse("(name: \"forgets\", base: \"cellar\", memory: (beside: 1, near: 1))").expect("a preset");
    let forgets = (0..3).map(|seed| roomgen::generate(&forgets, seed));
    // Nothing is locked.
    let bare = Preset::parse("(name: \"bare\", layouts: [(name: \"bare\", formations: [])])").expect("a preset");
    let bare = (0..2).map(|seed| roomgen::generate(&bare, seed));
    BUILT_IN
        .iter()
        .flat_map(levels)
        .chain(forgets)
        .chain(bare)
        .chain(locked)
        .chain(encounters::levels())
        .chain(partings::levels())
        .collect()
}

#[test]
fn metrics_are_what_plain_searches_of_their_definitions_find() {
    let mut measurer = Measurer::default();
    for level in some_levels() {
        // The measurer is reused, with the buffers of the level before.
        let metrics = measurer.measure(&level);
        let plain = plain(&level);
        for &metric in Metric::ALL {
            let (here, value, origin) = (metrics.present(metric), plain.get(&metric).copied(), level.origin());
            let is_same = match (here, value) {
                (Some(here), Some(value)) => (here - value).abs() < 1e-9,
                (here, value) => here == value && metric.may_be_absent(),
            };
            assert!(is_same, "{} {}: {metric} is {here:?}, not {value:?}", origin.preset, origin.seed);
        }
    }
}

#[test]
fn the_levels_have_missions_of_every_kind_and_none() {
    let (mut measurer, mut survey) = (Measurer::default(), Survey::default());
    for level in some_levels() {
        let metrics = survey.add(&level, &mut measurer);
        let [locked, length, distance] =
            [Metric::LockedPassages, Metric::PlayLength, Metric::WalkingDistance].map(|metric| metrics.get(metric));
        assert!(length >= distance && (locked > 0.0 || level.keys().is_empty()));
        if level.mission().is_empty() && level.passages().iter().all(|passage| passage.one_way.is_none()) {
            let none = [Metric::LockedPassages, Metric::PassagesToLock, Metric::Choices];
            assert_eq!((none.map(|metric| metrics.get(metric)), length), ([0.0; 3], distance));
        }
    }
    // Otherwise a comparison would say nothing.
    let most = |metric| survey.statistics(metric).max().expect("levels").value;
    let metrics = [Metric::LockedPassages, Metric::PassagesToLock, Metric::Backtracking, Metric::Choices];
    assert!(metrics.into_iter().all(|metric| survey.statistics(metric).min().is_some_and(|least| least.value == 0.0)));
    let [locked, passages, back, choices] = metrics.map(most);
    assert!(locked >= 6.0 && passages >= 3.0 && back >= 30.0 && choices >= 4.0, "{locked} {passages} {back} {choices}");
}

#[test]
fn some_metrics_alone_are_those_of_all_and_the_rest_is_zero() {
    // One measurer for all levels, so that buffers of other levels would show.
    let (mut all, mut only) = (Measurer::default(), Measurer::default());
    let count = Metric::ALL.len();
    assert!(count <= 48, "the sets below have bits for 48 metrics");
    for (number, level) in some_levels().iter().enumerate() {
        let whole = all.measure(level);
        let singles = (0..count).map(|metric| 1_u64 << metric);
        let number = number as u64;
        // Sets of metrics as bits: each alone, and some larger ones that vary with the level.
        for set in singles.chain([
            0,
            0x5555_5555_5555,
            0xaaaa_aaaa_aaaa,
            (number * 163_759_801_811) >> 3,
            number * 36_832_808_051 + 99,
        ]) {
            let asked: Vec<_> = Metric::ALL.iter().copied().filter(|&metric| set >> metric as usize & 1 != 0).collect();
            let some = only.measure_only(level, &asked);
            for &metric in Metric::ALL {
                let expected = if asked.contains(&metric) { whole.present(metric) } else { Some(0.0) };
                let bits = |value: Option<f64>| value.map(f64::to_bits);
                assert_eq!(bits(some.present(metric)), bits(expected), "level {number}, {asked:?}: {metric}");
            }
        }
    }
}

/// Every metric that a level has, directly from its definition.
fn plain(level: &Level) -> BTreeMap<Metric, f64> {
    let rooms = level.rooms().len() as f64;
    let path: BTreeSet<u32> = level.path().iter().copied().collect();
    let ways = || level.passages().iter().map(|passage| passage.rooms);
    let cells = || level.tiles().bounds().cells();
    let open: BTreeSet<(i32, i32)> =
        cells().filter(|&cell| level.tile(cell).is_open()).map(|cell| (cell.x, cell.y)).collect();
    let floor = cells().filter(|&cell| level.tile(cell) == Tile::Floor).count() as f64;
    let furnished: usize = level
        .rooms()
        .iter()
        .map(|room| {
            let props: Vec<_> = level.props_in(room.id).filter(|prop| !prop.kind.marker).collect();
            level.floor_in(room.id).filter(|cell| props.iter().any(|prop| prop.cells.contains(*cell))).count()
        })
        .sum();
    let inner = level.rooms().iter().filter(|room| ![level.start().id, level.end().id].contains(&room.id));
    let is_dead_end = |id: u32| ways().filter(|rooms| rooms.contains(&id)).count() == 1;
    let names = |name: &dyn Fn(&Room) -> Option<String>| {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        level.rooms().iter().filter_map(name).for_each(|name| *counts.entry(name).or_default() += 1.0);
        let all: f64 = counts.values().sum();
        counts.values().map(|count| -(count / all) * (count / all).log2()).sum::<f64>()
    };
    let walkthrough = level.mission().walkthrough().expect("the exit can be walked to");
    assert!(walkthrough.is_shortest());
    let mut values = encounters::plain(level);
    values.extend(composition::plain(level));
    values.extend(partings::plain(level));
    values.extend([
        (Metric::Rooms, rooms),
        (Metric::PathLength, path.len() as f64),
        (Metric::Linearity, path.len() as f64 / rooms),
        (
            Metric::Branching,
            ways().filter(|rooms| path.contains(&rooms[0]) ^ path.contains(&rooms[1])).count() as f64
                / path.len() as f64,
        ),
        (Metric::Loops, f64::from(ways_to_close(level))),
        (Metric::DeadEnds, inner.filter(|room| is_dead_end(room.id)).count() as f64),
        (Metric::Openness, open.len() as f64 / cells().count() as f64),
        (Metric::PropDensity, furnished as f64 / floor),
        (Metric::Symmetry, best_mirror(&open)),
        (Metric::WalkingDistance, f64::from(steps(level))),
        (Metric::RoomSize, floor / rooms),
        (Metric::LayoutEntropy, names(&|room| level.layout(room).map(str::to_owned))),
        (Metric::VaultEntropy, names(&|room| level.vault(room).map(str::to_owned))),
        (Metric::Bridges, bridges(level)),
        (Metric::Cycles, level.cycles().len() as f64),
        (Metric::LargestToMedian, largest_to_median(level)),
        (Metric::DoorsAtCorners, doors_at_corners(level)),
        (Metric::LockedPassages, mission::locked_passages(level)),
        (Metric::PassagesToLock, mission::passages_to_lock(level)),
        (Metric::PlayLength, f64::from(mission::play_length(level))),
        (Metric::Backtracking, mission::backtracking(level, &walkthrough) as f64),
        (Metric::Choices, mission::choices(level, &walkthrough) as f64),
    ]);
    values
}

/// The number of passages from the start room to each room that is reached without one passage.
fn steps_without(level: &Level, removed: Option<usize>) -> BTreeMap<u32, u32> {
    let mut steps = BTreeMap::from([(level.start().id, 0)]);
    for step in 1..=level.rooms().len() as u32 {
        for (_, passage) in level.passages().iter().enumerate().filter(|(id, _)| Some(*id) != removed) {
            for [from, to] in [passage.rooms, [passage.rooms[1], passage.rooms[0]]] {
                if steps.get(&from) == Some(&(step - 1)) {
                    steps.entry(to).or_insert(step);
                }
            }
        }
    }
    steps
}

/// The bridges of the first and of the last shortest way in the order of passages, which must be as
/// many.
fn bridges(level: &Level) -> f64 {
    let (steps, end) = (steps_without(level, None), level.end().id);
    let parts = |id: usize| !steps_without(level, Some(id)).contains_key(&end);
    let way = |is_last: bool| {
        let (mut room, mut way) = (end, Vec::new());
        while room != level.start().id {
            let back = |rooms: [u32; 2]| {
                let other = if rooms[0] == room { rooms[1] } else { rooms[0] };
                (rooms.contains(&room) && steps[&other] + 1 == steps[&room]).then_some(other)
            };
            let found = level.passages().iter().enumerate().filter_map(|(id, one)| Some((id, back(one.rooms)?)));
            let mut found: Vec<_> = found.collect();
            let (id, before) = found.remove(if is_last { found.len() - 1 } else { 0 });
            way.push(id);
            room = before;
        }
        way
    };
    let counts = [false, true].map(|is_last| way(is_last).into_iter().filter(|&id| parts(id)).count());
    assert_eq!(counts[0], counts[1], "each bridge lies on every way");
    if steps[&end] == 0 { 0.0 } else { counts[0] as f64 / f64::from(steps[&end]) }
}

fn largest_to_median(level: &Level) -> f64 {
    let mut areas: Vec<f64> = level.rooms().iter().map(|room| level.floor_in(room.id).count() as f64).collect();
    areas.sort_by(f64::total_cmp);
    let last = areas.len() - 1;
    areas[last] / ((areas[last / 2] + areas[areas.len() / 2]) / 2.0)
}

/// By cells: from each cell of a door one step in each direction, onto the edge of a room that the
/// passage joins, and on along the wall, where another step leaves the room.
fn doors_at_corners(level: &Level) -> f64 {
    let is_at_corner = |door: Rect, rooms: [u32; 2]| {
        // What is dug has no corners, and openings reach from corner to corner.
        let rooms = rooms.into_iter().map(|room| level.rooms()[room as usize]).filter(|room| !room.shape.is_dug());
        let rects: Vec<Rect> = rooms.map(|room| room.rect).collect();
        let beside = door.cells().flat_map(|cell| cell.neighbours().map(move |beside| (cell, beside)));
        beside.filter(|(_, beside)| !door.contains(*beside)).any(|(cell, beside)| {
            let (x, y) = (beside.x - cell.x, beside.y - cell.y);
            rects.iter().filter(|rect| rect.contains(beside)).any(|rect| {
                [-1, 1].into_iter().any(|step| !rect.contains(Cell::new(beside.x + y * step, beside.y + x * step)))
            })
        })
    };
    let all: Vec<_> = level
        .passages()
        .iter()
        .filter(|passage| !passage.is_opening())
        .flat_map(|passage| passage.doors().iter().map(|&door| is_at_corner(door, passage.rooms)))
        .collect();
    if all.is_empty() { 0.0 } else { all.iter().filter(|is_at| **is_at).count() as f64 / all.len() as f64 }
}

/// The number of passages that close a cycle.
fn ways_to_close(level: &Level) -> u32 {
    let mut part: Vec<u32> = (0..level.rooms().len() as u32).collect();
    let mut more = 0;
    for passage in level.passages() {
        let [one, other] = passage.rooms.map(|room| part[room as usize]);
        more += u32::from(one == other);
        part.iter_mut().filter(|part| **part == other).for_each(|part| *part = one);
    }
    more
}

fn best_mirror(open: &BTreeSet<(i32, i32)>) -> f64 {
    let ends = |values: Vec<i32>| values.iter().min().unwrap() + values.iter().max().unwrap();
    let (across, down) =
        (ends(open.iter().map(|cell| cell.0).collect()), ends(open.iter().map(|cell| cell.1).collect()));
    let alike = [[true, false], [false, true], [true, true]].map(|[is_across, is_down]| {
        let mirror =
            |&(x, y): &(i32, i32)| (if is_across { across - x } else { x }, if is_down { down - y } else { y });
        let image: BTreeSet<_> = open.iter().map(mirror).collect();
        open.intersection(&image).count() as f64 / open.union(&image).count() as f64
    });
    alike.into_iter().fold(0.0, f64::max)
}

fn steps(level: &Level) -> u32 {
    let mut queue = VecDeque::from([(level.entry(), 0)]);
    let mut seen = BTreeSet::from([(level.entry().x, level.entry().y)]);
    while let Some((cell, steps)) = queue.pop_front() {
        if cell == level.exit() {
            return steps;
        }
        for next in cell.neighbours().filter(|&next| level.is_walkable(next)) {
            if seen.insert((next.x, next.y)) {
                queue.push_back((next, steps + 1));
            }
        }
    }
    panic!("the exit can be walked to");
}

#[test]
fn every_value_lies_in_the_range_that_its_metric_states() {
    for level in some_levels() {
        let metrics = Measurer::default().measure(&level);
        for fraction in [
            Metric::Linearity,
            Metric::Openness,
            Metric::PropDensity,
            Metric::Symmetry,
            Metric::Bridges,
            Metric::DoorsAtCorners,
            Metric::DangerSpent,
            Metric::RewardSpent,
            Metric::DearerArms,
            Metric::DearerReward,
            Metric::DangerToReward,
            Metric::GuardedRewards,
            Metric::GuardedKeys,
            Metric::EmptyRooms,
            Metric::Alone,
            Metric::HallDanger,
            Metric::TwinsBeside,
            Metric::TwinsNear,
            Metric::SymmetricRooms,
            Metric::CentredRooms,
            Metric::BlockingTerrain,
            Metric::FarBank,
        ] {
            assert!((0.0..=1.0).contains(&metrics.get(fraction)), "{fraction}");
        }
        assert!(Metric::ALL.iter().all(|&metric| metrics.get(metric).is_finite() && metrics.get(metric) >= 0.0));
        assert!(
            Metric::ALL.iter().filter(|metric| metric.is_whole()).all(|&metric| metrics.get(metric).fract() == 0.0)
        );
    }
}

#[test]
fn the_parts_of_a_survey_merge_to_the_whole_in_any_order() {
    let preset = Preset::built_in("temple").unwrap();
    let (mut generator, mut measurer) = (Generator::new(&preset), Measurer::default());
    let mut survey = |seeds: std::ops::Range<u64>| {
        let mut survey = Survey::default();
        for seed in seeds {
            survey.add(&generator.generate(seed), &mut measurer);
        }
        survey
    };
    let whole = survey(0..40);
    let mut parts = [survey(33..40), survey(0..12), Survey::default(), survey(12..33)];
    let [first, others @ ..] = &mut parts;
    others.iter().for_each(|other| first.merge(other));
    assert_eq!(*first, whole);
    assert_eq!(whole.levels(), 40);
    for histogram in whole.histograms() {
        let levels = histogram.bins().map(|(_, count)| count).sum::<u64>();
        if histogram.metrics().into_iter().any(Metric::may_be_absent) {
            assert!(levels <= 40);
            continue;
        }
        assert_eq!(levels, 40);
        for (axis, metric) in histogram.metrics().into_iter().enumerate() {
            let mean: f64 = histogram.bins().map(|(bin, count)| histogram.value(axis, bin[axis]) * count as f64).sum();
            let (mean, whole) = (mean / 40.0, whole.statistics(metric).mean());
            // Bins are at most a tenth wide for values that are not integers.
            assert!(
                (mean - whole).abs() < if metric == Metric::RoomSize { 0.5 } else { 0.05 },
                "{metric}: {mean}, {whole}"
            );
        }
    }
    let layouts = whole.layouts();
    assert!(preset.layouts().iter().any(|layout| layouts.count(&layout.name) > 0));
    assert!(layouts.iter().all(|(name, _)| preset.layouts().iter().any(|layout| layout.name == name)));
}
