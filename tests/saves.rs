//! Saves: whatever serde writes is read again as it was, edited levels above all.

use roomgen::{
    Cell, Direction, Generator, Level, Preset, PropKind, Rect, Request, Size, Tile,
    color::Color,
    export, generate,
    level::Origin,
    mesh::Mesh,
    play::Floor,
    preset::BUILT_IN,
    survey::{Measurer, Survey},
    trace::Step,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{random_presets::dice::Dice, sizes::at_least_as_large, tier};

/// Written and read by serde, in JSON and in RON, a value is equal.
#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq>(value: &T, what: &str) -> [T; 2] {
    let json = serde_json::to_string(value).expect("JSON");
    let ron = ron::to_string(value).expect("RON");
    let read = [serde_json::from_str(&json).expect(what), ron::from_str(&ron).expect(what)];
    read.map(|read: T| {
        assert!(read == *value, "{what}: it is read as another value");
        read
    })
}

fn boulder() -> PropKind {
    PropKind::new("game boulder".into(), '0', Color::new(1, 2, 3))
}

/// An edit such as a game makes, of a level of any state.
fn edit(level: &mut Level, kinds: &[PropKind], dice: &mut Dice) {
    let mut below = |end: i32| dice.between(0, i64::from(end) - 1) as i32;
    let cell = Cell::new(below(level.width()), below(level.height()));
    // Sometimes one that is not there.
    let id = below(level.props().len() as i32 + 1) as u32;
    match below(5) {
        0 => drop(level.set_tile(cell, Tile::ALL[below(5) as usize])),
        1 => drop(level.remove_prop(id)),
        2 => drop(level.set_lit(id, below(2) == 0)),
        // A prop moves: it is removed and added elsewhere.
        3 => {
            let Some(prop) = level.prop(id) else { return };
            let (kind, room, turn, rect) = (prop.kind.clone(), prop.room, prop.turn, prop.cells);
            level.remove_prop(id);
            let there = Rect::from_xywh(cell.x, cell.y, rect.width(), rect.height()).expect("sides");
            level.add_prop(&kind, room, there, turn);
        }
        _ => {
            let kind = &kinds[below(kinds.len() as i32) as usize];
            let room = below(level.rooms().len() as i32) as u32;
            level.add_prop(kind, room, Rect::from_cell(cell), Direction::ALL[below(4) as usize]);
        }
    }
}

#[test]
fn a_level_with_any_edits_is_loaded_as_it_was_saved_and_answers_alike() {
    let mut broken = 0;
    for (number, (name, _)) in (0..).zip(BUILT_IN) {
        let preset = at_least_as_large(Preset::built_in(name).expect("a preset"), (40, 30));
        let kinds = [preset.kinds(), &[boulder()]].concat();
        for seed in 0..tier::size(2, 60) {
            let (mut level, mut dice) = (generate(&preset, seed), Dice(seed * 16 + number));
            for edits in [1, 3, 40] {
                (0..edits).for_each(|_| edit(&mut level, &kinds, &mut dice));
                let (breaches, walkthrough) = (level.check(), level.mission().walkthrough());
                for read in comes_back(&level, name) {
                    assert_eq!(
                        (read.digest(), read.check()),
                        (level.digest(), breaches.clone()),
                        "{name}, seed {seed}"
                    );
                    assert_eq!((read.reachable(), read.walkable()), (level.reachable(), level.walkable()));
                    assert_eq!(read.mission().order(), level.mission().order());
                    assert_eq!(read.mission().walkthrough(), walkthrough);
                    let cells: Vec<_> =
                        (0..6).map(|_| Cell::new(dice.between(0, 60) as i32, dice.between(0, 40) as i32)).collect();
                    assert_eq!(read.can_block(&cells), level.can_block(&cells));
                    assert!(Mesh::from_level(&read).is_ok());
                }
                // Readers of files of strangers stay strict.
                let written = export::ron::write(&level);
                assert_eq!(export::ron::read(&written).is_ok(), breaches.is_empty());
                assert!(export::ron::read_unchecked(&written).is_ok());
                broken += u32::from(!breaches.is_empty());
            }
        }
    }
    assert!(broken > 10, "{broken} broken levels");
}

#[test]
fn a_tunnel_a_boulder_and_a_taken_key_are_loaded_as_they_were_saved() {
    let made = || generate(&Preset::built_in("crypt").expect("a preset"), 42);
    let mut tunnel = made();
    let room = tunnel.start().rect;
    tunnel.set_tile(Cell::new(room.left() - 1, room.top()), Tile::Corridor);
    let mut taken = made();
    let key = taken.keys()[0];
    let lies_there = |prop: roomgen::Prop<'_>| prop.cells.contains(key.cell) && prop.kind.name == taken.key_name(&key);
    let prop = taken.props().position(lies_there).expect("a key is a prop");
    taken.remove_prop(prop as u32);
    let mut buried = made();
    buried.add_prop(&boulder(), buried.start().id, Rect::from_cell(buried.entry()), Direction::North);
    for (invariant, what, level) in [(3, "a tunnel", tunnel), (12, "a taken key", taken), (9, "a boulder", buried)] {
        assert!(level.check().iter().any(|breach| breach.invariant == invariant), "{what}: {:?}", level.check());
        comes_back(&level, what);
    }
}

#[test]
fn games_requests_kinds_steps_and_surveys_are_loaded_as_they_were_saved() {
    let mut dice = Dice(1);
    let mut survey = Survey::default();
    let mut measurer = Measurer::default();
    comes_back(&survey, "a survey of nothing");
    for (name, _) in BUILT_IN {
        let preset = at_least_as_large(Preset::built_in(name).expect("a preset"), (40, 30));
        let mut generator = Generator::new(&preset);
        for seed in [0, 7, u64::MAX] {
            let difficulty = f32::from_bits(dice.between(0, i64::from(1.0_f32.to_bits())) as u32);
            let start = Cell::new(dice.between(-9, 99) as i32, i32::MIN);
            let request = Request::new(seed).on_floor(u32::MAX).with_difficulty(difficulty).expect("0 to 1");
            let request = request.starting_at(start);
            comes_back(&request, "a request");
            let mut steps: Vec<Step> = Vec::new();
            let level = generator.generate_stepwise(request, &mut |step| steps.push(step));
            comes_back(&steps, "steps");
            comes_back::<Origin>(level.origin(), "an origin");
            comes_back(&level.kinds().to_vec(), "kinds");
            comes_back::<Size>(&level.size(), "a size");
            let mut floor = Floor::new(&level);
            comes_back(&floor.state(), "a new floor");
            for act in level.mission().order() {
                let _ = match act {
                    roomgen::play::PlayerAction::Take(key) => floor.take_key(key),
                    roomgen::play::PlayerAction::Open(passage) => floor.open(passage).is_ok(),
                    _ => true,
                };
                comes_back(&floor.state(), "a floor");
            }
            survey.add(&level, &mut measurer);
        }
        comes_back(&survey, "a survey");
    }
}
