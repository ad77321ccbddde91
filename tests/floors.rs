//! Levels in play: states that outlive re-rolls, and drawings of what a player knows.

use std::collections::BTreeSet;

use roomgen::{
    Cell, DoorKind, Level, Preset, Request, Tile, generate,
    grid::BitGrid,
    level::NumberInRoom,
    play::{Floor, StateError, StepOutcome, Walker},
    preset::BUILT_IN,
    sight,
};

use crate::{random_presets::dice::Dice, tier};

/// A floor on which much was done, and what its hero knows.
fn played<'level>(level: &'level Level, dice: &mut Dice) -> (Floor<&'level Level>, BitGrid) {
    let mut floor = Floor::new(level);
    let (mut hero, mut known) = (level.entry(), BitGrid::new(level.width(), level.height()));
    for _ in 0..dice.between(1, 300) {
        known.union_with(&sight::view(floor.opaque(), hero, 30));
        let next = floor.explore(hero, &known, []);
        if next.is_some_and(|next| floor.step(hero, next) == StepOutcome::Moved) {
            hero = next.unwrap_or(hero);
        }
        let here = level.key_at(hero).map(|(id, _)| id);
        if let Some(key) = here {
            floor.take_key(key);
        }
    }
    for _ in 0..12 {
        floor.take(dice.between(0, level.props().len() as i64 - 1) as u32);
    }
    for key in 0..level.keys().len() as u32 {
        if dice.between(0, 1) == 1 {
            floor.take_key(key);
        }
    }
    floor.search(hero, 5);
    (floor, known)
}

/// Rooms with chests of which one may be taken, or two, and others with rocks: a re-roll makes or
/// ends offers.
fn halls() -> Preset {
    let text = r##"(name: "halls", size: (60, 40), props: {
            "chest": (glyph: 'c', color: "#8a5a2b"), "rock": (glyph: '*', color: "#808080"),
        }, layouts: [
            (name: "one", formations: [(shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1)]),
            (name: "two", formations: [(shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 2)]),
            (name: "rocks", formations: [(shape: Square, at: Corners, size: Cells(1), prop: "rock")]),
        ])"##;
    Preset::parse(text).expect("a preset")
}

#[test]
fn of_an_offer_from_which_more_may_be_taken_fewer_may_be_taken_now() {
    let mut offers = 0;
    for seed in 0..10 {
        let level = generate(&halls(), seed);
        let mut floor = Floor::new(&level);
        let twos: Vec<_> = level.offers().iter().filter(|offer| offer.take == 2).cloned().collect();
        for offer in &twos {
            assert_eq!(floor.take(offer.props[1]), [offer.props[1]]);
        }
        let now = floor.level_now();
        let count = |take: u32, props: usize| {
            now.offers().iter().filter(|offer| offer.take == take && offer.props.len() == props).count()
        };
        assert_eq!(now.offers().len(), level.offers().len(), "seed {seed}");
        assert!(twos.iter().all(|offer| offer.props.len() == 4) && count(1, 3) == twos.len(), "seed {seed}");
        offers += twos.len();
    }
    assert!(offers > 5, "{offers}");
}

#[test]
fn a_prop_that_takes_the_number_of_one_that_was_removed_is_not_gone() {
    let level = generate(&halls(), 1);
    let mut floor = Floor::new(level);
    let last = floor.level().props().len() as u32 - 1;
    assert!(floor.take(last).contains(&last));
    let new = floor.edit(|level| {
        let (kind, room, cells) =
            level.prop(last).map(|prop| (prop.kind.clone(), prop.room, prop.cells)).expect("a prop");
        level.remove_prop(last);
        let beside = roomgen::Rect::from_cell(cells.top_left().step(roomgen::Direction::West));
        level.add_prop(&kind, room, beside, roomgen::Direction::North).expect("a place")
    });
    assert!(!floor.is_gone(new));
}

#[test]
fn a_band_arrives_out_of_view_where_the_hero_can_go() {
    let mut bands = 0;
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let level = generate(&preset, 3);
        let (floor, _) = played(&level, &mut Dice(3));
        let hero = level.entry();
        let view = sight::view(floor.opaque(), hero, i32::MAX);
        for group in level.group_costs() {
            // A set without cells has no size.
            let Ok(band) = preset.spawn(&floor, &group.name, 200, hero, &BitGrid::default()) else { continue };
            for member in &band {
                let is_taken = level.key_at(member.cell).is_some() || [level.exit(), hero].contains(&member.cell);
                assert!(!view.get(member.cell) && !is_taken, "{name}: {} at {}", member.kind.name, member.cell);
                assert!(floor.path(hero, member.cell, Walker::Hero).is_some(), "{name}: {}", member.cell);
            }
            bands += 1;
        }
        assert!(preset.spawn(&floor, "nobody", 1, hero, &view).is_err());
        let rock = preset.spawn(&floor, &level.group_costs()[0].name, 1, Cell::new(0, 0), &view);
        assert_eq!(rock, Err(roomgen::SpawnError::Rock(Cell::new(0, 0))));
    }
    assert!(bands > 20, "{bands}");
}

#[test]
fn any_state_outlives_the_re_roll_of_any_room_but_for_what_is_gone_there() {
    let (mut kept, mut lost_props) = (0, 0);
    let built_in = BUILT_IN.iter().map(|(name, _)| Preset::built_in(name).expect("a preset"));
    for preset in built_in.chain([halls()]) {
        let name = preset.name();
        for seed in 0..tier::size(2, 30) {
            let (level, dice) = (generate(&preset, seed), &mut Dice(seed));
            let floor = played(&level, dice).0;
            let room = dice.between(0, level.rooms().len() as i64 - 1) as u32;
            let request = Request::new(seed).with_reroll(room, dice.between(1, 9) as u32).expect("a re-roll");
            let again = generate(&preset, request);
            let what = format!("{name}, seed {seed}, room {room}");
            assert!(matches!(Floor::resume(&again, floor.state()), Err(StateError::Level { .. })), "{what}");
            let (state, lost) = floor.state().moved(&level, &again).unwrap_or_else(|error| panic!("{what}: {error}"));
            let moved = Floor::resume(&again, state).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!((moved.keys(), moved.opened()), (floor.keys(), floor.opened()), "{what}");
            assert_eq!(moved.searched(), floor.searched());
            // What is gone, by what it is and where it stood, but for what is lost.
            let gone = |floor: &Floor<&Level>, lost: &[NumberInRoom]| -> Vec<(u32, String, Cell)> {
                let level = *floor.shared_level();
                let is_key = |id: u32| (0..level.keys().len() as u32).any(|key| level.key_prop(key) == Some(id));
                let is_kept = |id: &u32| level.number_in_room(*id).is_some_and(|number| !lost.contains(&number));
                let props = floor.gone().filter(|&id| !is_key(id)).filter(is_kept).filter_map(|id| level.prop(id));
                props.map(|prop| (prop.room, prop.kind.name.to_string(), prop.cells.top_left())).collect()
            };
            assert!(lost.iter().all(|prop| prop.room == room), "{what}");
            assert_eq!(gone(&moved, &[]), gone(&floor, &lost), "{what}");
            kept += gone(&moved, &[]).len();
            lost_props += lost.len();
        }
    }
    assert!(kept > 100 && lost_props > 3, "{kept} {lost_props}");
}

#[test]
fn a_state_is_not_moved_to_a_level_with_another_plan() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let [one, other] = [1, 2].map(|seed| generate(&preset, seed));
    let state = Floor::new(&one).state();
    assert_eq!(state.clone().moved(&one, &other), Err(StateError::Plan { part: "tiles" }));
    assert!(matches!(state.moved(&other, &one), Err(StateError::Level { .. })));
}

#[test]
fn the_level_now_is_walked_and_seen_as_the_floor_is() {
    for (name, _) in BUILT_IN {
        let level = generate(&Preset::built_in(name).expect("a preset"), 5);
        let (floor, _) = played(&level, &mut Dice(9));
        let now = floor.level_now();
        assert_eq!(now.props().len(), level.props().len() - floor.gone().count(), "{name}");
        let bare = Floor::new(&now);
        assert_eq!(bare.walkable(Walker::Monster), floor.walkable(Walker::Monster), "{name}");
        assert_eq!(bare.opaque(), floor.opaque(), "{name}");
        assert_eq!(Floor::new(&level).level_now(), level, "{name}: nothing was done");
    }
}

#[test]
fn a_player_is_shown_what_he_has_seen_and_no_secret() {
    let (mut hidden, mut doors) = (0, 0);
    for (name, _) in BUILT_IN {
        for seed in 0..tier::size(2, 20) {
            let level = generate(&Preset::built_in(name).expect("a preset"), seed);
            let (floor, known) = played(&level, &mut Dice(seed));
            let shown = floor.level_now().seen_by_player(&known);
            let what = format!("{name}, seed {seed}");
            let secret: BTreeSet<Cell> = (0..level.passages().len() as u32)
                .filter(|&id| floor.hides(id))
                .flat_map(|id| level.passages()[id as usize].doors().to_vec())
                .flat_map(|door| door.cells().collect::<Vec<_>>())
                .collect();
            for cell in level.tiles().bounds().cells() {
                let wanted = match known.get(cell) {
                    false => Tile::Rock,
                    true if secret.contains(&cell) => Tile::Wall,
                    true => level.tile(cell),
                };
                assert_eq!(shown.tile(cell), wanted, "{what}: {cell}");
            }
            assert!(shown.passages().iter().all(|passage| passage.kind != DoorKind::Secret), "{what}");
            let is_known = |cells: roomgen::Rect| cells.cells().all(|cell| known.get(cell));
            assert!(shown.props().all(|prop| is_known(prop.cells) && !prop.kind.marker), "{what}");
            let is_wanted = |prop: &roomgen::Prop<'_>| !prop.kind.marker && !floor.is_gone(prop.id);
            // A prop on a wall of a vault is not known as floor.
            let on_floor = |prop: &roomgen::Prop<'_>| prop.cells.cells().all(|cell| level.tile(cell).is_open());
            let seen = level.props().filter(is_wanted).filter(|prop| is_known(prop.cells) && on_floor(prop));
            assert_eq!(shown.props().len(), seen.count(), "{what}");
            assert!(
                level.tiles().bounds().cells().all(|cell| known.get(cell) || shown.terrain(cell).is_none()),
                "{what}"
            );
            let stairs = roomgen::export::text::write(&shown).lines().take(50).any(|line| line.contains('>'));
            assert!(!stairs || known.get(level.exit()), "{what}: the exit is shown");
            hidden += secret.iter().filter(|&&cell| known.get(cell)).count();
            doors += shown.passages().len();
            assert!(!roomgen::export::text::write(&shown).is_empty(), "{what}");
        }
    }
    assert!(hidden > 0 && doors > 40, "{hidden} {doors}");
}
