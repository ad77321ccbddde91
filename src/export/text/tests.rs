//! Tests of drawings in text: doors and furniture, and what players see.

use super::*;
use crate::{
    generate,
    geom::Cell,
    level::{Audience, DoorKind, RoomShape, fixture},
    preset::{BUILT_IN, Preset},
};

/// The character of a cell in a drawing.
fn shown(text: &str, cell: Cell) -> char {
    text.lines().nth(cell.y as usize).and_then(|row| row.chars().nth(cell.x as usize)).expect("a cell")
}

#[test]
fn doors_are_told_apart_and_read_back() {
    let mut level = fixture::level();
    level.passages[0].kind = DoorKind::Open;
    level.passages[1].one_way = Some(2);
    level.passages[2].kind = DoorKind::Secret;
    let text = write(&level);
    let doors: String =
        level.passages.iter().flat_map(|passage| passage.doors()).map(|door| shown(&text, door.top_left())).collect();
    assert_eq!(doors, "∩←←§╪");
    for line in ["∩ open door", "← one-way door to the west", "§ secret door", "╪ barred door"] {
        assert!(text.contains(&format!("\n{line}\n")), "{text}");
    }
    assert!(!text.contains("\n+ door\n"), "there is no closed door: {text}");
    let drawing = read(&text).expect("a drawing");
    assert_eq!(drawing.tiles(), level.tiles());
    assert!(drawing.check().is_empty());
}

#[test]
fn an_opening_between_caves_is_drawn_as_floor_unless_it_leads_one_way() {
    let mut level = fixture::level();
    level.passages[2].kind = DoorKind::Open;
    let door = level.passages[2].doors()[0].top_left();
    assert_eq!(shown(&write(&level), door), '∩');
    level.rooms.iter_mut().for_each(|room| room.shape = RoomShape::Cave);
    let text = write(&level);
    assert!(shown(&text, door) == '.' && !text.contains("open door"), "{text}");
    assert_eq!(read(&text).expect("a drawing").tiles().get(door), Some(Tile::Floor));
    level.passages[2].one_way = Some(3);
    assert_eq!(shown(&write(&level), door), '↑');
}

#[test]
fn ascii_draws_each_thing_with_a_character_of_its_own() {
    let ascii = |level: &Level| {
        let mut text = Vec::new();
        write_as(level, TextCharset::Ascii, &mut text).expect("memory");
        String::from_utf8(text).expect("text")
    };
    let mut level = fixture::level();
    level.passages[0].kind = DoorKind::Open;
    level.passages[1].one_way = Some(2);
    level.passages[2].kind = DoorKind::Secret;
    level.kinds[1].name = "Öl".into();
    let text = ascii(&level);
    for line in ["' open door", "[ one-way door to the west", "| secret door", "= barred door", "- ?l (1)"] {
        assert!(text.is_ascii() && text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
    assert_eq!(read(&text).expect("a drawing").tiles(), level.tiles());
    // A glyph of a kind is no stand-in, and more kinds than characters are question marks.
    level.kinds[0].glyph = '\'';
    assert!(ascii(&level).contains("\n- open door\n"));
    let spare = level.kinds[1].clone();
    level.kinds.extend(('一'..).take(100).map(|glyph| PropKind { glyph, ..spare.clone() }));
    let text = ascii(&level);
    assert!(text.is_ascii() && read(&text).is_ok(), "{text}");
}

#[test]
fn rows_outside_of_the_level_have_no_cells() {
    let level = fixture::level();
    let mut rows = TextRows::new(&level, TextCharset::Ascii);
    assert!([-1, level.height(), i32::MAX].into_iter().all(|y| rows.row(y).is_empty()));
    assert_eq!(rows.row(0).len(), level.width() as usize);
}

#[test]
fn a_player_sees_no_secret_door_and_no_lists_of_the_mission() {
    let mut level = fixture::level();
    level.passages[2].kind = DoorKind::Secret;
    level.passages[1].one_way = Some(2);
    let [master, player] = [Audience::Master, Audience::Player].map(|audience| write(&level.shown_to(audience)));
    let door = level.passages[2].doors()[0].top_left();
    assert_eq!((shown(&master, door), shown(&player, door)), ('§', '#'));
    for secret in ["secret", "one-way", "locks and keys", "←"] {
        assert!(master.contains(secret) && !player.contains(secret), "{secret}: {player}");
    }
}

#[test]
fn in_levels_of_all_presets_letters_are_markers_and_all_reads_back() {
    for (name, _) in BUILT_IN {
        let level = generate(&Preset::built_in(name).expect("a preset"), 5);
        let text = write(&level);
        let drawing = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let bare = level.passages().iter().filter(|passage| level.is_bare(passage) && passage.one_way.is_none());
        let mut tiles = level.tiles().clone();
        let bare = bare.flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
        bare.for_each(|cell| tiles.set(cell, Tile::Floor));
        assert_eq!(drawing.tiles(), &tiles, "{name}");
        let letters: BTreeSet<char> = level.markers().map(|marker| marker.kind.glyph).collect();
        let rows = text.lines().take(level.height() as usize);
        for character in rows.flat_map(str::chars).filter(|character| character.is_alphabetic()) {
            assert!(letters.contains(&character), "{name}: {character}");
        }
        let legend = text.lines().skip(level.height() as usize + 1).take_while(|line| !line.is_empty());
        let mut glyphs: Vec<char> = legend.filter_map(|line| line.chars().next()).collect();
        glyphs.sort_unstable();
        let count = glyphs.len();
        glyphs.dedup();
        // Kinds of one glyph share their symbol.
        let kinds = level.kinds().iter().zip(level.counts()).filter(|(_, count)| *count > 0);
        let shared = kinds.clone().count() - kinds.map(|(kind, _)| kind.glyph).collect::<BTreeSet<_>>().len();
        assert!(count - glyphs.len() <= shared, "{name}: {glyphs:?}");
    }
}

#[test]
fn terrain_has_its_glyphs_and_reads_back_as_its_tiles() {
    let mut level = fixture::parted();
    let text = write(&level);
    let expected = "\
##############  #######
#.....#......~~~~.....#
#.<...+..*...+==+...>.#
#.♠♠○.+......~~~~.....#
#.....#......+==+....\"#
############~~~~~######
            ~~~~~      
            ~~~~~      
             ~~~~      
                       

< entry
> exit
# wall
. floor
, corridor floor
= planks (corridor floor)
~ water (blocks)
+ door
";
    assert!(text.starts_with(expected), "{text}");
    let drawing = read(&text).expect("a drawing");
    assert_eq!((drawing.tiles(), drawing.check(), drawing.hints()), (level.tiles(), vec![], vec![]));
    // Other things have the glyphs, or they are letters.
    level.kinds[2].glyph = '~';
    level.terrain.as_mut().unwrap().kinds[0].glyph = 'p';
    let text = write(&level);
    let bridge = shown(&text, Cell::new(14, 2));
    let water = shown(&text, Cell::new(13, 1));
    assert!(!['~', '=', 'p', bridge].contains(&water) && bridge != 'p', "{bridge}{water}");
    assert!(text.contains(&format!("\n{bridge} planks (corridor floor)\n{water} water (blocks)\n")), "{text}");
    assert_eq!(read(&text).expect("a drawing").tiles(), level.tiles());
}

#[test]
fn terrain_in_rooms_has_symbols_of_its_own() {
    let mut level = fixture::parted();
    let (pond, boards) = (Cell::new(1, 1), Cell::new(1, 2));
    let terrain = level.terrain.as_mut().unwrap();
    terrain.cells.set(pond, fixture::WATER);
    terrain.cells.set(boards, fixture::PLANKS);
    terrain.cells.set(Cell::new(2, 3), fixture::PLANKS);
    let text = write(&level);
    let (wet, dry) = (shown(&text, pond), shown(&text, boards));
    assert!(!['~', '=', '.'].contains(&wet) && !['~', '=', '.', wet].contains(&dry), "{text}");
    assert_eq!((shown(&text, Cell::new(2, 3)), shown(&text, Cell::new(14, 2))), ('♠', '='), "under the table");
    assert!(text.contains(&format!("\n{wet} water (floor, blocks)\n")), "{text}");
    assert!(text.contains(&format!("\n{dry} planks (floor)\n")), "{text}");
    assert_eq!(read(&text).expect("a drawing").tiles(), level.tiles());
    // In a level without a river, a pond has the glyph.
    let terrain = level.terrain.as_mut().unwrap();
    terrain.partings.clear();
    let solid = |cell: &Cell| !level.tiles.get(*cell).is_some_and(crate::model::Tile::is_open);
    let cells: Vec<Cell> = level.tiles.bounds().cells().filter(solid).collect();
    cells.into_iter().for_each(|cell| level.terrain.as_mut().unwrap().cells.set(cell, 0));
    assert_eq!(shown(&write(&level), pond), '~');
}
