use super::*;
use crate::{Preset, generate, level::fixture, preset::BUILT_IN};

/// The drawing of a level's tiles.
fn drawn(level: &Level) -> Vec<String> {
    level.tiles().rows().map(|row| row.iter().map(|tile| tile.glyph()).collect()).collect()
}

#[test]
fn the_master_sees_the_level_itself() {
    let level = fixture::level();
    assert!(matches!(level.shown_to(Audience::Master), Cow::Borrowed(shown) if std::ptr::eq(shown, &level)));
}

#[test]
fn a_secret_door_is_wall_to_a_player_and_what_lies_behind_it_rock() {
    let mut level = fixture::level();
    level.passages[2].kind = DoorKind::Secret;
    level.passages[1].one_way = Some(1);
    let shown = level.shown_to(Audience::Player);
    let expected = [
        "##############  #######",
        "#.....#......####.....#",
        "#.....+......+,,+.....#",
        "#.....+......####.....#",
        "#.....#......#  #.....#",
        "##############  #######",
        "                       ",
        "                       ",
        "                       ",
        "                       ",
    ];
    assert_eq!(drawn(&shown), expected);
    assert_eq!(shown.passages().len(), 2, "the doors of the hidden rooms are gone");
    assert!(shown.passages().iter().all(|passage| passage.lock.is_none() && passage.one_way.is_none()));
    assert!(shown.props().all(|prop| prop.room < 3));
    assert!(shown.rooms().iter().all(|room| shown.layout(room).is_none() && shown.tags(room).next().is_none()));
}

#[test]
fn a_player_sees_bars_and_not_their_lock_and_no_key() {
    let level = fixture::level();
    let key = level.keys[0];
    let at_key = |level: &Level| level.props().filter(|prop| prop.cells.contains(key.cell)).count();
    let shown = level.shown_to(Audience::Player);
    assert_eq!(drawn(&shown), drawn(&level), "no door is secret");
    assert_eq!(shown.passages()[3].kind, DoorKind::Barred);
    assert_eq!(shown.lock_mark(&shown.passages()[3]), None);
    assert!(shown.locks().is_empty() && shown.keys().is_empty() && shown.notes().is_empty());
    assert_eq!((at_key(&level), at_key(&shown)), (1, 0));
}

#[test]
fn a_light_that_is_out_stays_out_though_props_before_it_are_hidden() {
    let mut level = fixture::level();
    level.passages[2].kind = DoorKind::Secret;
    let last = level.props.len() as u32 - 1;
    let shown_last = |level: &Level| level.props().filter(|prop| !prop.lit).map(|prop| prop.cells).collect::<Vec<_>>();
    for id in 0..=last {
        level.unlit = [id].into();
        let cells = level.prop(id).unwrap().cells;
        let shown = level.shown_to(Audience::Player);
        let out = shown_last(&shown);
        assert!(out.is_empty() || out == [cells], "{id}: {out:?}");
        assert!(!out.is_empty() || !shown.props().any(|prop| prop.cells == cells), "{id}");
    }
}

#[test]
fn of_each_preset_a_player_sees_one_connected_level_without_secrets() {
    for (name, _) in BUILT_IN {
        for seed in 0..4 {
            let level = generate(&Preset::built_in(name).unwrap(), seed);
            let shown = level.shown_to(Audience::Player);
            let open = BitGrid::of(shown.tiles(), Tile::is_open);
            assert_eq!(open.connected_to(shown.entry()), open, "{name} {seed}");
            let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret);
            for door in secret.flat_map(Passage::doors) {
                assert!(door.cells().all(|cell| !shown.tile(cell).is_open()), "{name} {seed}: {door}");
            }
            assert!(shown.markers().next().is_none());
            assert!(shown.props().all(|prop| prop.cells.cells().all(|cell| shown.tile(cell).is_open())));
        }
    }
}

#[test]
fn an_audience_has_its_name() {
    for audience in Audience::ALL.iter().copied() {
        assert_eq!(audience.to_string().parse(), Ok(audience));
    }
    let refused = "gm".parse::<Audience>().unwrap_err().to_string();
    assert!(refused.contains("gm") && refused.contains("master and player"), "{refused}");
}

#[test]
fn a_secret_crossing_is_water_to_a_player() {
    let mut level = fixture::parted();
    level.passages[0].kind = DoorKind::Open;
    level.passages[1].kind = DoorKind::Secret;
    let shown = level.shown_to(Audience::Player);
    let name = |x, row| shown.terrain(Cell::new(x, row)).map_or(".", |kind| kind.name.as_str());
    let names = |row: i32| (12..18).map(|x| name(x, row).to_owned()).collect::<Vec<_>>();
    let water = [".", "water", "water", "water", "water", "."];
    assert_eq!(
        (names(1), names(2)),
        (water.map(str::to_owned).to_vec(), water.map(str::to_owned).to_vec()),
        "the doors on the banks are none either"
    );
    assert_eq!(names(4), [".", ".", "planks", "planks", ".", "."]);
    assert_eq!(names(6), ["water", "water", "water", "water", "water", "."], "where the bank meanders");
    let shown = level.shown_to(Audience::Player);
    assert_eq!((shown.passages().len(), &shown.partings()[0].crossings[..]), (2, &[1][..]));
    assert_eq!(shown.passages()[1].doors(), level.passages()[2].doors());
    assert!((13..17).all(|x| !shown.tile(Cell::new(x, 2)).is_open() && !shown.is_opaque(Cell::new(x, 2))));
    assert_eq!(shown.terrain_kinds().len(), 2);
    // Without a bridge that is known, no list has its planks.
    level.passages[2].kind = DoorKind::Secret;
    let shown = level.shown_to(Audience::Player);
    assert_eq!(shown.terrain_kinds().iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["water"]);
    assert_eq!((shown.partings()[0].terrain, &shown.partings()[0].crossings[..]), (0, &[][..]));
    assert!(shown.partings()[0].band.cells().all(|cell| shown.terrain(cell).is_some_and(|kind| kind.blocks)));
}

#[test]
fn a_pond_in_a_hidden_room_is_hidden_and_others_are_shown() {
    let mut level = fixture::parted();
    let [shown_pond, hidden_pond] = [Cell::new(1, 1), Cell::new(9, 4)];
    for cell in [shown_pond, hidden_pond] {
        level.terrain.as_mut().unwrap().cells.set(cell, fixture::WATER);
    }
    level.passages.iter_mut().for_each(|passage| passage.kind = DoorKind::Secret);
    let shown = level.shown_to(Audience::Player);
    let blocks = |cell: Cell| shown.terrain(cell).is_some_and(|kind| kind.blocks);
    assert!(blocks(shown_pond) && !shown.tile(hidden_pond).is_open() && !blocks(hidden_pond));
    assert!(blocks(Cell::new(13, 1)), "the river");
}
