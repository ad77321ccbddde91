//! The next re-roll of a room, compared with all levels of the numbers after it; and what a
//! re-rolled room sees of its neighbours.

use std::collections::BTreeSet;

use roomgen::{Generator, Level, Preset, Request, level::LevelStage, preset::BUILT_IN};

use crate::tier;

/// What one sees of a room: its layout, its terrain, and its props.
fn look(level: &Level, room: u32) -> (Option<String>, Vec<String>) {
    let facts = &level.rooms()[room as usize];
    let props = level.props_in(room).map(|prop| format!("{} {:?} {:?}", prop.kind.name, prop.cells, prop.turn));
    let cells = facts.rect.cells();
    let terrain = cells.filter_map(|cell| Some(format!("{cell} {}", level.terrain(cell)?.name)));
    let mut all: Vec<_> = props.chain(terrain).collect();
    all.sort();
    (level.layout(facts).map(str::to_owned), all)
}

fn with(request: &Request, room: u32, number: u32) -> Request {
    request.clone().with_reroll(room, number).expect("one room")
}

#[test]
fn the_next_reroll_is_the_first_whose_whole_level_shows_the_room_differently() {
    let (mut found, mut later, mut none) = (0, 0, 0);
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("it is built in");
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(2, 30) {
            let request = Request::new(seed).with_difficulty((seed % 3) as f32 / 2.0).expect("a difficulty");
            let rooms = generator.generate_to(LevelStage::Plan, &request).rooms().len() as u32;
            for room in (0..rooms).step_by(3) {
                for shown in [0, 3] {
                    let request = with(&with(&request, (room + 1) % rooms, 2), room, shown);
                    let before = look(&generator.generate(&request), room);
                    let stupid = (shown + 1..=shown + 16)
                        .find(|&number| look(&generator.generate(with(&request, room, number)), room) != before);
                    assert_eq!(generator.next_reroll(&request, room), stupid, "{name} {seed}, room {room}:{shown}");
                    found += u32::from(stupid.is_some());
                    later += u32::from(stupid.is_some_and(|number| number > shown + 1));
                    none += u32::from(stupid.is_none());
                }
            }
            assert_eq!(generator.next_reroll(&request, rooms), None);
            let last = with(&request, 0, u32::MAX);
            assert_eq!(generator.next_reroll(last, 0), None);
        }
    }
    println!("{found} found, {later} of them not by the first number; {none} without");
    assert!(found > 100 && later > 0 && none > 0, "{found} {later} {none}");
}

#[test]
fn no_reroll_repeats_a_neighbours_layout_where_another_is_possible() {
    let (mut rerolled, mut repeated) = (0, 0);
    for (name, text) in BUILT_IN {
        if !text.contains("memory: (beside: 0.0") {
            continue;
        }
        let preset = Preset::built_in(name).expect("it is built in");
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(3, 40) {
            let first = generator.generate(seed);
            for room in (0..first.rooms().len() as u32).step_by(2) {
                let joined = first.passages().iter().filter(|passage| passage.rooms.contains(&room));
                let joined: BTreeSet<u32> = joined.flat_map(|passage| passage.rooms).filter(|&id| id != room).collect();
                let layout = |level: &Level, room: u32| level.layout(&level.rooms()[room as usize]).map(str::to_owned);
                let near: BTreeSet<_> = joined.iter().filter_map(|&other| layout(&first, other)).collect();
                let drawn =
                    (1..=6).map(|number| layout(&generator.generate(with(&Request::new(seed), room, number)), room));
                let repeats: BTreeSet<_> = drawn.flatten().map(|layout| near.contains(&layout)).collect();
                rerolled += 6;
                repeated += u32::from(repeats.contains(&true));
                // What suits a room is the same for all numbers.
                assert!(repeats.len() < 2, "{name} {seed}: a re-roll of room {room} repeats a layout beside it");
            }
        }
    }
    println!("{rerolled} re-rolls; in {repeated} rooms there is no layout but that of a neighbour");
    assert!(rerolled > 200, "{rerolled}");
}
