//! Terrain in level files.

use super::*;
use crate::model::Name;

/// The terrain of the fixture, as RON has it.
const WRITTEN: &str = r##"  terrain: (
    kinds: [(name: "planks", symbol: '=', glyph: '=', color: "#8a5a2b", blocks: false, depth: 0.0, is_bridge: true), (name: "water", symbol: '~', glyph: '~', color: "#2b5a8a", blocks: true, depth: 1.5)],
    rows: [".......................", ".............~~~~......", "..............==.......", ".............~~~~......", "..............==.......", "............~~~~~......", "............~~~~~......", "............~~~~~......", ".............~~~~......", "......................."],
    partings: [(name: "river", terrain: "water", band: (x: 13, y: 1, width: 4, height: 8), crossings: [1, 2], ends_apart: true)],
  ),
"##;

fn parted(edits: &[(&str, &str)]) -> Result<Level, LevelError> {
    let text = edits.iter().fold(ron::write(&fixture::parted()), |text, (from, to)| {
        assert!(text.contains(from), "the file has no {from}");
        text.replacen(from, to, 1)
    });
    ron::read_unchecked(&text)
}

#[test]
fn terrain_stands_behind_the_tiles_and_reads_as_it_was_written() {
    let mut level = fixture::parted();
    let written = ron::write(&level);
    let start = written.find("  terrain:").expect("the field");
    assert_eq!(&written[start..start + WRITTEN.len()], WRITTEN);
    assert!(written[..start].ends_with("  ],\n") && written[start + WRITTEN.len()..].starts_with("  rooms: ["));
    // Two kinds with one glyph have letters in the rows; a kind that no cell has stays.
    let mut alike = fixture::parted();
    let kinds = &mut alike.terrain.as_mut().unwrap().kinds;
    kinds[0].glyph = '~';
    kinds.push(crate::model::TerrainKind { name: "mud".into(), ..kinds[1].clone() });
    assert!(ron::write(&alike).contains("\".............bbbb......\", \"..............aa.......\""));
    // The border has terrain, and there is no parting.
    let terrain = level.terrain.as_mut().unwrap();
    terrain.partings.clear();
    terrain.cells.fill_rect(Rect::of(0, 0, 23, 1), fixture::WATER);
    let by_hand = include_str!("../../../tests/levels/parted.ron");
    assert_eq!(ron::read(by_hand), Ok(fixture::parted()));
    for level in [fixture::parted(), alike, level] {
        for read in [ron::read(&ron::write(&level)), json::read(&json::write(&level))] {
            assert_eq!(read.as_ref().map(Level::digest), Ok(level.digest()));
            assert_eq!(read, Ok(level.clone()));
        }
        let line = json::write_line(&level);
        assert_eq!(json::read(&line), Ok(level));
    }
}

#[test]
fn a_level_without_terrain_has_no_word_of_it() {
    let level = fixture::level();
    let files = [ron::write(&level), json::write(&level), json::write_line(&level)];
    assert!(files.iter().all(|file| !file.contains("terrain") && !file.contains("partings")));
    assert_eq!((level.terrain_kinds(), level.terrain_cells(), level.partings()), (&[][..], None, &[][..]));
}

#[test]
fn a_file_of_an_earlier_version_does_not_say_that_the_ends_are_apart() {
    let mut earlier = fixture::parted();
    earlier.terrain.as_mut().unwrap().partings[0].ends_apart = false;
    assert_eq!(parted(&[(", ends_apart: true", "")]), Ok(earlier.clone()));
    let line = json::write_line(&earlier);
    assert_eq!(json::read(&line.replace(", \"ends_apart\": false", "")), Ok(earlier), "with its digest");
}

#[test]
fn a_symbol_of_a_file_may_be_any_character_that_no_other_kind_has() {
    let edits = [("symbol: '='", "symbol: 'b'"), ("==", "bb"), ("==", "bb")];
    assert_eq!(parted(&edits), Ok(fixture::parted()));
}

#[test]
fn terrain_that_no_level_has_is_refused() {
    for (from, to, told) in [
        (
            "symbol: '='",
            "symbol: '~'",
            "kind 1 of terrain: symbol is \"~\"; allowed: a character of its own, and no '.'",
        ),
        (
            "symbol: '~'",
            "symbol: '='",
            "kind 1 of terrain: symbol is \"=\"; allowed: a character of its own, and no '.'",
        ),
        (
            "symbol: '='",
            "symbol: '.'",
            "kind 0 of terrain: symbol is \".\"; allowed: a character of its own, and no '.'",
        ),
        ("name: \"water\"", "name: \"planks\"", "kind 1 of terrain: name is \"planks\"; allowed: each name once"),
        ("name: \"water\"", "name: \"\"", "kind 1 of terrain: name is \"\"; allowed: 1 to 64 printable characters"),
        ("glyph: '='", "glyph: '#'", "kind 0 of terrain: glyph is '#'; allowed: "),
        ("\"#8a5a2b\"", "\"brown\"", "kind 0 of terrain: color is \"brown\"; allowed: #rrggbb"),
        ("depth: 1.5", "depth: 1.501", "kind 1 of terrain: depth is 1.501; allowed: a multiple of 1/256"),
        ("depth: 1.5", "depth: -1.5", "kind 1 of terrain: depth is -1.5; allowed: a multiple of 1/256"),
        ("depth: 1.5", "depth: 16.5", "kind 1 of terrain: depth is 16.5; allowed: at most 16"),
        ("\"..............==.......\", ", "", "terrain: rows is 9 rows; allowed: 10, as in tiles"),
        (
            "..............==.......",
            "..............==......",
            "terrain: rows is 22 cells in row 2; allowed: 23, as in tiles",
        ),
        ("==", "x=", "terrain: rows is \"x\" at (14, 2); allowed: the symbols of kinds of terrain, and '.'"),
        ("==", " =", "terrain: rows is \" \" at (14, 2); allowed: the symbols of kinds of terrain, and '.'"),
        ("\"river\"", "\" \"", "parting 0: name is \" \"; allowed: 1 to 64 printable characters"),
        ("terrain: \"water\"", "terrain: \"lava\"", "parting 0: terrain is \"lava\"; allowed: the name of one of"),
        (
            "x: 13, y: 1, width: 4",
            "x: 13, y: 1, width: 11",
            "parting 0: band is 11x8 at (13, 1); allowed: a rectangle inside",
        ),
        (
            "x: 13, y: 1, width: 4",
            "x: 13, y: 1, width: 0",
            "parting 0: band is 0x8 at (13, 1); allowed: a rectangle inside",
        ),
        ("[1, 2], ends", "[1, 3], ends", "parting 0: crossings is 3; allowed: ids of the level's passages, 0 to 2"),
    ] {
        let refused = parted(&[(from, to)]).map_or_else(|error| error.to_string(), |_| "accepted".to_owned());
        assert!(refused.starts_with(told), "{to}: {refused}");
    }
    for (from, to, told) in [
        ("[1, 2], ends", "[2, 1], ends", "crossings is [2, 1]; allowed: ids of passages, ascending"),
        ("[1, 2], ends", "[-1], ends", "-1 is out of range"),
        ("partings: [", "lakes: [], partings: [", "lakes"),
        ("blocks: true, depth", "depth", "blocks"),
    ] {
        let refused = parted(&[(from, to)]).map_or_else(|error| error.to_string(), |_| "accepted".to_owned());
        assert!(refused.to_lowercase().contains(told), "{to}: {refused}");
    }
}

#[test]
fn terrain_without_kinds_is_refused_and_so_are_too_many_kinds_and_partings() {
    let mut document: serde_json::Value = serde_json::from_str(&json::write(&fixture::parted())).unwrap();
    let refusal = |document: &serde_json::Value| json::read_unchecked(&document.to_string()).unwrap_err().to_string();
    let parting = document["terrain"]["partings"][0].clone();
    document["terrain"]["partings"] = vec![parting.clone(); 16].into();
    assert!(json::read_unchecked(&document.to_string()).is_ok());
    document["terrain"]["partings"] = vec![parting; 17].into();
    assert!(refusal(&document).contains("more than 16 partings; allowed: at most 16"), "{}", refusal(&document));
    document["terrain"]["partings"] = serde_json::json!([]);
    let many: Vec<_> = (0..66)
        .map(|number| {
            let mut kind = document["terrain"]["kinds"][1].clone();
            kind["name"] = format!("water {number}").into();
            kind["symbol"] = char::from_u32('Ā' as u32 + number).unwrap().to_string().into();
            kind
        })
        .collect();
    document["terrain"]["rows"] = vec![".".repeat(23); 10].into();
    document["terrain"]["kinds"] = many[..64].to_vec().into();
    let read = json::read_unchecked(&document.to_string()).unwrap();
    // All letters that stand for kinds with one glyph differ.
    assert_eq!(ron::read_unchecked(&ron::write(&read)), Ok(read));
    document["terrain"]["kinds"] = many.into();
    assert!(refusal(&document).contains("more than 64 kinds of terrain; allowed: at most 64"));
    document["terrain"]["kinds"] = serde_json::json!([]);
    assert_eq!(refusal(&document), "terrain: kinds is empty; allowed: at least one kind, or no terrain");
}

#[test]
fn each_part_of_terrain_changes_the_digest_of_a_level() {
    let level = fixture::parted();
    let changed = |change: fn(&mut crate::level::LevelTerrain)| {
        let mut level = fixture::parted();
        change(level.terrain.as_mut().unwrap());
        assert_ne!(level, fixture::parted());
        level.digest()
    };
    let mut digests = vec![
        level.digest(),
        Level { terrain: None, ..level.clone() }.digest(),
        changed(|terrain| terrain.cells.set(Cell::new(13, 1), 0)),
        changed(|terrain| terrain.cells.set(Cell::new(13, 1), fixture::PLANKS)),
        changed(|terrain| terrain.kinds[1].name = Name::from("lava")),
        changed(|terrain| terrain.kinds[1].depth = Metres::whole(2)),
        changed(|terrain| terrain.partings[0].name = Name::from("moat")),
        changed(|terrain| terrain.partings[0].terrain = 0),
        changed(|terrain| terrain.partings[0].band = Rect::of(13, 1, 4, 9)),
        changed(|terrain| terrain.partings[0].crossings = vec![1]),
        changed(|terrain| terrain.partings.clear()),
    ];
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count);
}
