//! Level files: round trips, line-by-line reading, and rejection of malformed files.

mod budgets;
mod lights;
mod numbers;
mod stated;
mod terrain;

use std::{collections::BTreeMap, io};

use proptest::prelude::*;
use serde::Serialize;

use super::{csv, dot, json, ron, text};
use crate::{
    check::InvariantBreach,
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    level::{DoorKind, Level, RoomKind, RoomShape, Tile, fixture},
    level_file::{LevelError, LevelFile, LevelForm},
    model::{Labels, Metres, PropKind, TurnedFootprintSize},
};

/// The fixture's file, with the first occurrence of each left text replaced by the right one.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(ron::write(&fixture::level()), |text, (from, to)| {
        assert!(text.contains(from), "the file has no {from}");
        text.replacen(from, to, 1)
    })
}

fn refusal(edits: &[(&str, &str)]) -> String {
    let text = edited(edits);
    ron::read_unchecked(&text).map(|_| "accepted".to_owned()).unwrap_or_else(|error| error.to_string())
}

/// A writer that accepts at most `most` bytes in total, and records the size of the largest write.
struct LimitedWriter {
    bytes: Vec<u8>,
    largest: usize,
    most: usize,
    /// Whether it has refused anything: no writer is tried again.
    is_full: bool,
}

impl io::Write for LimitedWriter {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        assert!(!self.is_full, "the writer has failed");
        if self.bytes.len() + piece.len() > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.largest = self.largest.max(piece.len());
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Writer = fn(&Level, &mut LimitedWriter) -> io::Result<()>;

#[test]
fn files_are_written_in_pieces_of_eight_kilobytes_at_most_and_end_where_the_writer_fails() {
    let preset = crate::preset::Preset::built_in("crypt").unwrap().with_size("300x200".parse().unwrap()).unwrap();
    let level = crate::generate::generate(&preset, 1);
    let formats: Vec<(Vec<u8>, Writer)> = vec![
        (ron::write(&level).into(), |level, writer| ron::write_to(level, writer)),
        (text::write(&level).into(), |level, writer| text::write_to(level, writer)),
        (csv::write(&level).into(), |level, writer| csv::write_to(level, writer)),
        (dot::write(&level).into(), |level, writer| dot::write_to(level, writer)),
        (super::json::write(&level).into_bytes(), |level, writer| super::json::write_to(level, writer)),
    ];
    for (whole, write) in formats {
        let mut counting = LimitedWriter { bytes: Vec::new(), largest: 0, most: usize::MAX, is_full: false };
        write(&level, &mut counting).unwrap();
        assert!(counting.bytes == whole);
        assert!(counting.largest <= 8192, "a piece of {} bytes", counting.largest);
        for most in [0, 1, whole.len() / 2, whole.len() - 1] {
            let error =
                write(&level, &mut LimitedWriter { bytes: Vec::new(), largest: 0, most, is_full: false }).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "after {most} bytes");
        }
    }
}

#[test]
fn levels_of_all_kinds_read_as_they_were_written() {
    let preset = crate::preset::Preset::built_in("grove").unwrap().with_size("60x50".parse().unwrap()).unwrap();
    let mut empty = fixture::level();
    (empty.props, empty.notes) = (Vec::new(), Vec::new());
    for level in [
        fixture::level(),
        fixture::shaped(),
        fixture::populated(),
        special(),
        empty,
        crate::generate::generate(&preset, 3),
    ] {
        let read = ron::read_unchecked(&ron::write(&level)).unwrap();
        assert_eq!((&read, read.digest()), (&level, level.digest()));
        assert_eq!(super::json::read_unchecked(&super::json::write(&level)).unwrap(), level);
    }
}

#[test]
fn written_levels_read_as_the_same_level() {
    let level = fixture::level();
    let written = ron::write(&level);
    let read = ron::read(&written).unwrap();
    assert_eq!(read, level);
    assert_eq!(read.digest(), level.digest());
    assert_eq!(ron::write(&read), written);
    assert!(written.ends_with(")\n"));
}

#[test]
fn rooms_of_every_shape_read_as_what_they_were() {
    let mut level = fixture::shaped();
    for &shape in RoomShape::ALL {
        level.rooms[2].shape = shape;
        let written = ron::write(&level);
        let read = ron::read_unchecked(&written).unwrap();
        assert_eq!((&read, read.digest()), (&level, level.digest()));
        {
            let written = super::json::write(&level);
            assert!(written.contains(&format!("\"shape\": \"{shape}\"")), "{written}");
            assert_eq!(super::json::read_unchecked(&written).as_ref(), Ok(&level));
        }
    }
    let digests: std::collections::BTreeSet<_> = RoomShape::ALL
        .iter()
        .map(|&shape| {
            level.rooms[2].shape = shape;
            level.digest()
        })
        .collect();
    assert_eq!(digests.len(), RoomShape::ALL.len());
}

#[test]
fn a_file_has_one_line_for_each_element() {
    let written = ron::write(&fixture::level());
    let lines: Vec<_> = written.lines().collect();
    assert_eq!(
        lines[..5],
        ["(", "  format: 1,", "  revision: 1,", "  seed: 18446744073709551615,", "  floor: 4294967295,"]
    );
    for line in [
        "    \"##############  #######\",",
        r#"    (id: 3, kind: Bonus, x: 7, y: 6, width: 6, height: 3, depth: 2, progress: 0.5, host: Some(1), layout: None, vault: None, tags: [], shape: Rectangle),"#,
        "    (id: 0, rooms: (0, 1), doors: [(x: 6, y: 2, width: 1, height: 2, axis: EastWest)], corridor: [], kind: Closed),",
        r##"    "candle": (blocks: false, obstacle: false, opaque: false, width: 1, height: 1, tall: 0.25, elevation: 1.0, glyph: '!', color: "#7f7a72"),"##,
        r#"    (kind: "table", room: 0, number: 0, x: 2, y: 3, width: 2, height: 1, offset: (0.0, 0.0)),"#,
        "    (code: BonusShort, wanted: 5, got: 2, about: None),",
        "  entry: (2, 2),",
    ] {
        assert!(lines.contains(&line), "{line}\n{written}");
    }
}

#[test]
fn json_says_the_same_in_its_own_words() {
    use super::json;
    let level = fixture::level();
    let written = json::write(&level);
    let read = json::read(&written).unwrap();
    assert_eq!(read, level);
    assert_eq!(json::write(&read), written);
    assert!(written.ends_with("}\n"));
    let lines: Vec<_> = written.lines().collect();
    assert_eq!(lines[..4], ["{", r#"  "format": 1,"#, r#"  "revision": 1,"#, r#"  "seed": "18446744073709551615","#]);
    for line in [
        "    \"##############  #######\",",
        r#"    {"id": 2, "kind": "End", "x": 17, "y": 1, "width": 5, "height": 4, "depth": 2, "progress": 1.0, "host": null, "layout": null, "vault": null, "tags": [], "shape": "Rectangle"},"#,
        r#"    {"id": 3, "rooms": [3, 4], "doors": [{"x": 13, "y": 7, "width": 1, "height": 1, "axis": "EastWest"}], "corridor": [], "kind": "Barred", "lock": "rug"}"#,
        r#"    {"name": "rug", "use": "Key", "room": 2, "cell": [21, 4], "number": 0, "opens": [3]}"#,
        r#"    {"code": "BonusShort", "wanted": 5, "got": 2, "about": null}"#,
    ] {
        assert!(lines.contains(&line), "{line}\n{written}");
    }
    let mut bare = fixture::single_room(8);
    bare.notes.clear();
    let written = json::write(&bare);
    assert!(written.contains("\"passages\": [],\n") && written.contains("\"notes\": []\n"), "{written}");
    assert_eq!(json::read(&written), Ok(bare));
}

#[test]
fn json_lists_do_not_pass_for_objects() {
    use super::json;
    let text = json::write(&fixture::level());
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let listed = |value: &serde_json::Value| match value {
        serde_json::Value::Object(fields) => serde_json::Value::Array(fields.values().cloned().collect()),
        other => other.clone(),
    };
    assert!(json::read(&listed(&document).to_string()).is_err(), "the level as a list");
    for field in ["rooms", "passages", "props"] {
        let mut changed = document.clone();
        changed[field][0] = listed(&document[field][0]);
        let refused = json::read(&changed.to_string()).expect_err(field).to_string();
        assert!(refused.contains("named fields"), "{field}: {refused}");
    }
}

#[test]
fn json_that_is_cut_off_or_of_another_format_is_refused() {
    use super::json;
    let written = json::write(&fixture::level());
    for end in (0..written.trim_end().len()).step_by(3) {
        let error = json::read_unchecked(&written[..end]).unwrap_err();
        assert!(matches!(error, LevelError::Syntax { .. }), "{end}: {error}");
    }
    let error = json::read(&written.replace("\"floor\"", "\"flour\"")).unwrap_err();
    assert!(error.to_string().starts_with("line 5, column 9: unknown field `flour`"), "{error}");
    let later = written.replace("\"format\": 1,", "\"format\": 2, \"weather\": {\"rain\": [1, 2]},");
    assert_eq!(json::read(&later), Err(LevelError::Format { given: 2 }));
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    let written = ron::write(&fixture::level());
    for end in (0..written.trim_end().len()).step_by(3) {
        let error = ron::read_unchecked(&written[..end]).unwrap_err();
        assert!(matches!(error, LevelError::Syntax { .. }), "{end}: {error}");
    }
}

#[test]
fn a_file_of_another_format_is_refused_by_its_format_whatever_else_it_holds() {
    let refused = Err(LevelError::Format { given: 7 });
    assert_eq!(ron::read(&edited(&[("format: 1,", "format: 7,")])), refused);
    assert_eq!(
        ron::read(&edited(&[("format: 1,", "format: 7, weather: Some((rain: [1])),"), ("seed", "seeds")])),
        refused
    );
    let error = refused.map(|_: Level| ()).unwrap_err();
    assert_eq!(error.to_string(), "the file has level format 7; this version of roomgen reads format 1");
}

#[test]
fn unknown_missing_and_repeated_fields_are_refused_at_their_span() {
    for (edit, place) in [
        (("floor:", "flour:"), "line 5, column "),
        (("kind: Start", "kind: Begin"), "line 26, column "),
        (("shape: Rectangle", "shape: Circle"), "line 26, column "),
        (("id: 0, ", ""), "line 26, column "),
        (("revision: 1,", "revision: 1, revision: 1,"), "line 3, column "),
        (("seed: 18446744073709551615", "seed: 18446744073709551616"), "line 4, column "),
        (("seed: 18446744073709551615", "seed: -1"), "line 4, column "),
        (("code: BonusShort", "code: MoodShort"), "line "),
    ] {
        let error = refusal(&[edit]);
        assert!(error.starts_with(place), "{edit:?}: {error}");
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_allowed_ones() {
    for (from, to, error) in [
        ("difficulty: 0.3", "difficulty: 1.5", "level: difficulty is 1.5; allowed: 0 to 1"),
        ("difficulty: 0.3", "difficulty: NaN", "level: difficulty is NaN; allowed: 0 to 1"),
        ("floor: 4294967295", "floor: 4294967296", "level: floor is 4294967296; allowed: 0 to 4294967295"),
        (
            "0123456789abcdef",
            "0123456789ABCDEF",
            "level: preset_digest is \"0123456789ABCDEF\"; allowed: 16 hexadecimal digits in lower case",
        ),
        ("entry: (2, 2)", "entry: (23, 2)", "level: entry is (23, 2); allowed: a cell of the level of 23x10 cells"),
        (
            "exit: (20, 2)",
            "exit: (-9223372036854775808, 2)",
            "level: exit is (-9223372036854775808, 2); allowed: a cell of the level of 23x10 cells",
        ),
        ("    2,\n", "    5,\n", "level: path is 5; allowed: a room's id, 0 to 4"),
        ("host: Some(1)", "host: Some(-1)", "room 3: host is -1; allowed: a room's id, 0 to 4"),
        ("progress: 1.0", "progress: inf", "room 2: progress is inf; allowed: 0 to 1"),
        (
            "x: 1, y: 1, width: 5",
            "x: 2147483647, y: 1, width: 2147483647",
            "room 0: rectangle is 2147483647x4 at (2147483647, 1); allowed: a rectangle inside the level of 23x10 cells",
        ),
        (
            "x: 1, y: 1, width: 5",
            "x: 1, y: 1, width: 9223372036854775807",
            "room 0: rectangle is 9223372036854775807x4 at (1, 1); allowed: a rectangle inside the level of 23x10 cells",
        ),
        ("rooms: (0, 1)", "rooms: (0, 9)", "passage 0: rooms is 9; allowed: a room's id, 0 to 4"),
        (
            "corridor: []",
            "corridor: [(7, 2)]",
            "passage 0: number of doors is 1 with 1 corner points of a corridor; allowed: one door without a corridor, or two doors with one",
        ),
        ("tall: 0.25", "tall: 0.3", "kind \"candle\": tall is 0.3; allowed: a multiple of 1/256 from 0 to 256"),
        (
            "elevation: 2.5",
            "elevation: -2.5",
            "kind \"lamp\": elevation is -2.5; allowed: a multiple of 1/256 from 0 to 256",
        ),
        (
            "glyph: '!'",
            "glyph: '\\n'",
            "kind \"candle\": glyph is '\\n'; allowed: a visible character, one column wide, written from left to right and joined to no other, except `#` `.` `,` `+` `<` `>`, which stand for tiles, entry and exit",
        ),
        (
            "color: \"#7f7a72\"",
            "color: \"grey\"",
            "kind \"candle\": color is \"grey\"; allowed: #rrggbb in hexadecimal, as in #7f7a72",
        ),
        ("\"lamp\": (", "\"candle\": (", "kind \"candle\": name is given twice; allowed: each name once"),
        ("(kind: \"rug\"", "(kind: \"rag\"", "prop 4: kind is \"rag\"; allowed: the name of one of the level's kinds"),
        ("room: 2, number: 0, x: 21", "room: 5, number: 0, x: 21", "prop 4: room is 5; allowed: a room's id, 0 to 4"),
        (
            "number: 0, x: 21",
            "number: 0, x: 23",
            "prop 4: footprint is 1x1 at (23, 4); allowed: a rectangle inside the level of 23x10 cells",
        ),
        ("x: 2, y: 3, width: 2", "x: 2, y: 3, width: 9", "prop 0: width is 9; allowed: 1 to 8"),
        ("offset: (0.0,", "offset: (0.1,", "prop 0: offset is 0.1; allowed: a multiple of 1/256 from -128 to 256"),
        ("wanted: 5", "wanted: -5", "level: notes' wanted is -5; allowed: 0 to 4294967295"),
        ("width: 23", "width: 99999999", "99999999x10 is not a valid size"),
    ] {
        let refused = refusal(&[(from, to)]);
        assert!(refused.starts_with(error), "{refused}");
    }
    let nothing: String = ron::write(&fixture::single_room(8));
    let start = nothing.find("  rooms: [\n").unwrap();
    let end = nothing.find("  passages").unwrap();
    let empty = format!("{}  rooms: [],\n{}", &nothing[..start], &nothing[end..]);
    assert_eq!(ron::read(&empty).unwrap_err().to_string(), "level: rooms is empty; allowed: at least one room");
}

#[test]
fn a_contradictory_level_breaks_an_invariant() {
    for (edits, error) in [
        (&[("width: 23", "width: 24")][..], "invariant 1: the level is 24 cells wide, but row 0 has 23"),
        (&[("height: 10", "height: 16384")], "invariant 1: the level is 16384 cells high, but tiles has 10 rows"),
        (&[("#.....+", "#..x..+")], "invariant 1: 'x' at (3, 2) is not a tile"),
        (&[("#.....+", "#.é...+")], "invariant 1: 'é' at (2, 2) is not a tile"),
        (&[("#.....+", "#....+")], "invariant 1: the level is 23 cells wide, but row 2 has 22"),
        (&[("(id: 3, kind", "(id: 4, kind")], "invariant 2: expected the room with id 3, found id 4"),
        (&[("(id: 3, rooms", "(id: -3, rooms")], "invariant 2: expected the passage with id 3, found id -3"),
        (
            &[
                ("x: 1, y: 1, width: 5, height: 4", "x: 0, y: 0, width: 23, height: 10"),
                ("x: 7, y: 1, width: 6, height: 4", "x: 0, y: 0, width: 23, height: 10"),
            ],
            "invariant 2: the rooms overlap: they have more cells than the level",
        ),
    ] {
        assert_eq!(refusal(edits), error);
    }
}

#[test]
fn a_level_that_breaks_an_invariant_is_refused_unless_asked_for_unchecked() {
    let text = edited(&[("depth: 3", "depth: 2"), ("entry: (2, 2)", "entry: (7, 1)")]);
    let breaches = ron::read_unchecked(&text).unwrap().check();
    assert_eq!(breaches.iter().map(|breach| breach.invariant).collect::<Vec<_>>(), [6, 10]);
    assert_eq!(ron::read(&text), Err(LevelError::Breach(breaches[0].clone())));
    let what = "room 4 has depth 2, but is 3 passages from the start room".to_owned();
    assert_eq!(breaches[0], InvariantBreach { invariant: 6, what });
}

#[test]
fn kinds_are_sorted_by_name_whatever_their_order_in_the_file() {
    let candle = "    \"candle\": (blocks: false, obstacle: false, opaque: false, width: 1, height: 1, tall: 0.25, elevation: 1.0, glyph: '!', \
                  color: \"#7f7a72\"),\n";
    let moved = edited(&[(candle, ""), ("  },\n  props", &format!("{candle}  }},\n  props"))]);
    assert_ne!(moved, ron::write(&fixture::level()));
    assert_eq!(ron::read(&moved), Ok(fixture::level()));
}

#[test]
fn a_level_for_the_terminal_shows_what_stands_on_top() {
    assert_eq!(
        text::write(&fixture::level()),
        "\
##############  #######
#.....#......####.....#
#.<...+..*...+,,+...>.#
#.♠♠○.+......####.....#
#.....#......#  #....\"#
#########++############
      #......#....#    \n      #......╪..*.#    \n      #......#....#    \n      #############    \n
< entry
> exit
# wall
. floor
, corridor floor
+ door
╪ barred door
! candle (0 of 1 shown)
○ lamp (1)
* rock (2)
\" rug (1)
♠ table (1)

locks and keys:
1 rug
  locks passage 3 between rooms 3 and 4, door at 13,7
  key in room 2 at 21,4
"
    );
}

/// The fixture with a turned table, a small rock that is offset, and two markers, one under a lamp.
fn special() -> Level {
    let mut level = fixture::level();
    level.kinds[2].body = [Metres::exact(0.5).unwrap(), Metres::exact(0.75).unwrap()];
    level.kinds[2].labels = Labels::new(vec!["stone".to_owned()], BTreeMap::new());
    let values = [("level", "3"), ("a \"name\"", "é\n")].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let labels = Labels::new(vec!["enemy".to_owned(), "rat".to_owned()], values.into_iter().collect());
    let rat = PropKind { name: "rat".into(), marker: true, glyph: 'r', labels, ..level.kinds[3].clone() };
    level.kinds.insert(2, rat);
    level.props.iter_mut().filter(|prop| prop.kind >= 2).for_each(|prop| prop.kind += 1);
    level.props.push(fixture::prop(2, 2, 19, 4));
    level.props.push(fixture::prop(2, 0, 4, 3));
    level.props[0] = fixture::prop(5, 4, 15, 6);
    level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::West);
    level.props[1] = fixture::prop(0, 4, 15, 6);
    level.props[3].offset = [64, -32];
    level
}

#[test]
fn turns_bodies_markers_and_labels_survive_a_file_and_are_written_only_where_there_are_such() {
    let level = special();
    assert_eq!(level.check(), []);
    let written = ron::write(&level);
    assert_eq!(ron::read(&written), Ok(level.clone()));
    for line in [
        r##"    "rat": (blocks: false, obstacle: false, opaque: false, width: 1, height: 1, tall: 0.0, elevation: 0.0, glyph: 'r', color: "#7f7a72", marker: true, tags: ["enemy", "rat"], values: {"a \"name\"": "é\n", "level": "3"}),"##,
        r##"    "rock": (blocks: true, obstacle: true, opaque: false, width: 1, height: 1, tall: 1.0, elevation: 0.0, glyph: '*', color: "#7f7a72", body: Some((0.5, 0.75)), tags: ["stone"]),"##,
        r#"    (kind: "table", room: 4, number: 0, x: 15, y: 6, width: 1, height: 2, offset: (0.0, 0.0), turn: 3),"#,
        r#"    (kind: "rock", room: 1, number: 0, x: 9, y: 2, width: 1, height: 1, offset: (0.25, -0.125)),"#,
    ] {
        assert!(written.lines().any(|other| other == line), "{line}\n{written}");
    }
    {
        use super::json;
        let written = json::write(&level);
        assert_eq!(json::read(&written), Ok(level));
        assert!(written.contains(r#""body": [0.5, 0.75], "tags": ["stone"]}"#), "{written}");
        assert!(written.contains(r#""values": {"a \"name\"": "é\n", "level": "3"}}"#), "{written}");
    }
}

#[test]
fn invalid_values_of_kinds_and_props_are_refused() {
    let written = ron::write(&special());
    for (from, to, error) in [
        ("turn: 3", "turn: 4", "prop 0: turn is 4; allowed: 0 to 3"),
        ("turn: 3", "turn: -1", "prop 0: turn is -1; allowed: 0 to 3"),
        (
            "(0.5, 0.75)",
            "(0.5, 1.75)",
            "kind \"rock\": body is 1.75; allowed: two multiples of 1/256 above 0, up to 1 and 1",
        ),
        (
            "(0.5, 0.75)",
            "(0.0, 0.75)",
            "kind \"rock\": body is 0; allowed: two multiples of 1/256 above 0, up to 1 and 1",
        ),
        ("(0.5, 0.75)", "(0.3, 0.75)", "kind \"rock\": body is 0.3; allowed: two multiples"),
        ("(0.5, 0.75)", "(NaN, 0.75)", "kind \"rock\": body is NaN; allowed: two multiples"),
        (
            "tags: [\"stone\"]",
            "marker: true",
            "kind \"rock\": marker is true; allowed: true only if the kind blocks neither walking nor sight and has elevation 0",
        ),
        (
            "[\"enemy\", \"rat\"]",
            "[\"rat\", \"rat\"]",
            "kind \"rat\": tags is [\"rat\", \"rat\"]; allowed: each tag once",
        ),
        ("\"level\": \"3\"", "\"a \\\"name\\\"\": \"3\"", "line "),
        ("\"level\": \"3\"", "\"level\": 3", "line "),
    ] {
        assert!(written.contains(from), "{from}");
        let refused = ron::read_unchecked(&written.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(refused.starts_with(error), "{to}: {refused}");
    }
}

#[test]
fn text_shows_keys_over_markers_over_obstacles_over_what_lies_over_what_hangs() {
    let [candle, lamp, rat, rock, rug] = [0, 1, 2, 3, 4];
    let special = special();
    // The row of the key, which is a rug, at (21, 4), with more props there.
    let row = |kinds: &[u16], has_key: bool| {
        let mut level = special.clone();
        level.props.extend(kinds.iter().map(|&kind| fixture::prop(kind, 2, 21, 4)));
        if !has_key {
            (level.locks, level.keys) = (Vec::new(), Vec::new());
        }
        text::write(&level).lines().nth(4).map(|row| row[17..22].to_owned()).expect("a row")
    };
    assert_eq!(row(&[rat, rock, candle, lamp], true), "..r.\"", "the key");
    assert_eq!(row(&[rat, rock, candle, lamp], false), "..r.r", "the marker");
    assert_eq!(row(&[rock, candle, lamp], false), "..r.*", "the obstacle");
    assert_eq!(row(&[candle, lamp], false), "..r.!", "the candle is higher than the rug");
    assert_eq!(row(&[lamp], false), "..r.\"", "the rug");
    assert_eq!(row(&[rug, candle, rock], true), "..r.\"", "the key in any order");
    let shown = text::write(&special);
    assert_eq!(shown.lines().nth(3).map(|row| &row[..7]), Some("#...r.+"), "a marker under a lamp");
    assert!(shown.contains("\nr rat (2)\n") && shown.contains("\n○ lamp (0 of 1 shown)\n"), "{shown}");
}

#[test]
fn a_turn_or_a_label_makes_another_level() {
    let level = special();
    let changed = |change: fn(&mut Level)| {
        let mut other = special();
        change(&mut other);
        assert_ne!(other, level);
        other.digest()
    };
    let digests = [
        level.digest(),
        changed(|level| level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::East)),
        changed(|level| level.kinds[3].body = PropKind::full_body(1, 1)),
        changed(|level| level.kinds[2].marker = false),
        changed(|level| level.kinds[3].labels = Labels::default()),
    ];
    assert_eq!(digests.iter().collect::<std::collections::BTreeSet<_>>().len(), digests.len());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_origin_and_any_offsets_survive_a_file(
        seed: u64, floor: u32, preset_digest: u64, difficulty in 0.0f32..=1.0, preset in "[!-~][ -~é岩]{0,60}", start: Option<(i32, i32)>,
        offsets in prop::collection::vec([any::<i16>(), any::<i16>()], 6),
    ) {
        let mut level = fixture::level();
        let start = start.map(crate::geom::Cell::from);
        let preset_name = preset.as_str().into();
        level.origin = crate::level::Origin { seed, floor, preset_digest, difficulty, preset: preset_name, start, ..level.origin };
        level.layouts = [preset.clone(), level.layouts[1].clone()].into();
        level.props.iter_mut().zip(offsets).for_each(|(prop, offset)| prop.offset = offset);
        let written = ron::write(&level);
        prop_assert_eq!(ron::read_unchecked(&written), Ok(level.clone()));
        {
            let written = super::json::write(&level);
            prop_assert_eq!(super::json::read_unchecked(&written), Ok(level));
        }
    }

    #[test]
    fn a_garbled_file_is_a_level_or_an_error_but_never_a_panic(at in 0usize..4000, byte in 32u8..127, length in 0usize..4) {
        let mut text = ron::write(&special()).replace('é', "e").into_bytes();
        let at = at % text.len();
        let end = (at + length).min(text.len());
        text.splice(at..end, [byte]);
        let text = String::from_utf8(text).unwrap();
            if let Ok(level) = ron::read_unchecked(&text) {
            let _ = (level.check(), level.digest(), text::write(&level), csv::write(&level), level.distances(level.entry()));
            let _ = level.room_at(level.exit());
        }
    }
}

#[test]
fn stairs_beside_the_exit_and_dead_ends_are_written_and_read_within_limits() {
    use super::json;
    use crate::model::{Name, Stairs};
    let stairs = |x: i32, y: i32, to: &str| Stairs { cell: Cell::new(x, y), to: Name::from(to) };
    let plain = fixture::level();
    let mut level = plain.clone();
    level.stairs = vec![stairs(8, 3, "well/0"), stairs(8, 7, "a \"shaft\"")];
    let with_stairs = level.digest();
    level.is_dead_end = true;
    assert!(plain.digest() != with_stairs && with_stairs != level.digest());
    assert_eq!(
        (ron::read(&ron::write(&level)).as_ref(), json::read(&json::write(&level)).as_ref()),
        (Ok(&level), Ok(&level))
    );
    assert!(!json::write(&plain).contains("stairs") && !json::write(&plain).contains("dead_end"));
    let text = without_digest(&json::write(&level));
    assert!(text.contains("\"dead_end\": true") && text.contains("{\"cell\": [8, 3], \"to\": \"well/0\"}"), "{text}");
    let edited = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        json::read(&text.replacen(from, to, 1)).expect_err(to).to_string()
    };
    assert_eq!(edited("[8, 3]", "[8, 99]"), "stairs 0: cell is (8, 99); allowed: a cell of the level of 23x10 cells");
    assert_eq!(edited("well/0", ""), "stairs 0: to is \"\"; allowed: 1 to 64 printable characters");
    assert_eq!(edited("a \\\"shaft\\\"", "well/0"), "invariant 10: two stairs lead to \"well/0\"");
    level.stairs = (0..9).map(|number| stairs(8, 3, &number.to_string())).collect();
    let many = json::read(&json::write(&level)).expect_err("too many").to_string();
    assert!(many.contains("more than 8 stairs; allowed: at most 8"), "{many}");
}

#[test]
fn a_line_is_the_level_file_without_its_line_breaks() {
    use super::json;
    for level in [fixture::level(), fixture::shaped(), fixture::single_room(8), special(), fixture::populated()] {
        let line = json::write_line(&level);
        assert!(line.ends_with("}\n") && line.lines().count() == 1);
        assert_eq!(json::read(&line).as_ref(), Ok(&level));
        let [line, file] = [line, json::write(&level)].map(|text| serde_json::from_str::<serde_json::Value>(&text));
        let (line, mut file) = (line.expect("JSON"), file.expect("JSON"));
        assert_eq!(line, file);
        file["props"] = serde_json::json!([]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json::write_without_props(&level)).expect("JSON"), file);
    }
}

#[test]
fn the_columns_of_lines_of_earlier_versions_are_refused_with_what_is_written_now() {
    use super::json;
    let text = json::write(&fixture::populated());
    for (field, columns) in [
        ("unreachable", "{\"x\": [], \"y\": [], \"length\": []}"),
        ("keys", "{\"name\": []}"),
        ("encounters", "{\"group\": []}"),
        ("kinds", "[{\"name\": \"rock\"}]"),
        ("notes", "{}"),
    ] {
        let mut file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        file[field] = serde_json::from_str(columns).expect("JSON");
        let told = json::read(&file.to_string()).expect_err(field).to_string();
        assert!(told.contains("the columns of a JSON line of an earlier version; allowed: a level file"), "{told}");
    }
}

#[test]
fn seeds_are_read_from_numbers_and_from_text_and_obstacles_have_to_be_what_they_are() {
    use super::json;
    let level = fixture::level();
    let text = json::write(&level);
    let by_hand = without_digest(&text);
    let seed = |other: &str| json::read(&by_hand.replacen("\"18446744073709551615\"", other, 1));
    assert_eq!(seed("18446744073709551615"), Ok(level.clone()));
    assert_eq!(seed("7").map(|level| level.origin().seed), Ok(7));
    assert_eq!(seed("\"7\"").map(|level| level.origin().seed), Ok(7));
    for other in ["\"-1\"", "\"+1\"", "\"\"", "\"1e3\"", "\"18446744073709551616\"", "-1", "0.5", "null", "[1]"] {
        let refused = seed(other).expect_err(other).to_string();
        assert!(refused.contains("a whole number from 0 to 18446744073709551615"), "{other}: {refused}");
    }

    // Files of earlier versions lack `obstacle`.
    assert_eq!(json::read(&text.replace("\"obstacle\": false, ", "").replace("\"obstacle\": true, ", "")), Ok(level));
    let refused = json::read(&text.replacen("\"obstacle\": false", "\"obstacle\": true", 1)).expect_err("no obstacle");
    let expected = "obstacle is true; allowed: true if blocks is true and elevation is below 2, otherwise false";
    assert!(refused.to_string().contains(expected), "{refused}");
}

#[test]
fn each_kind_and_each_of_its_values_is_given_once() {
    use super::json;
    let text = json::write(&special());
    let edited = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        json::read(&text.replacen(from, to, 1)).expect_err(to).to_string()
    };
    assert!(edited("\"rock\": {", "\"rug\": {").contains("given twice"));
    assert!(edited("a \\\"name\\\"", "level").contains("the value \"level\" is given twice"));
    let named = edited("\"rock\": {", "\"rock\": {\"name\": \"rock\", ");
    assert!(named.contains("a kind in a map has its name there"), "{named}");
}

#[test]
fn a_preset_is_told_from_a_level() {
    for (_, text) in crate::preset::BUILT_IN {
        assert_eq!(ron::read(text), Err(LevelError::Preset));
    }
    let shapes = "(base: \"crypt\", floorplan: (style: Corridors(width: (1, 2)), shapes: [(name: \"all\", shape: L)]))";
    assert_eq!(ron::read(shapes), Err(LevelError::Preset));
    assert_eq!(json::read("{\"name\": \"a\", \"layouts\": [{\"name\": \"hall\"}]}"), Err(LevelError::Preset));
    for other in ["(name: \"a\")", "(layouts: [], tiles: [])", "(format: 1, layouts: [", "[]"] {
        assert!(matches!(ron::read(other), Err(LevelError::Syntax { .. })), "{other}");
    }
}

#[test]
fn a_sketch_has_what_level_files_demand_or_is_none() {
    let tiles = || Grid::filled(Size::new(8, 9).expect("a size"), Tile::Floor);
    let room = (Rect::of(1, 1, 7, 8), RoomKind::End, 0.25);
    let door = Some((Rect::of(0, 3, 1, 2), DoorKind::Secret));
    let stairs = [Cell::new(0, 0), Cell::new(7, 8)];
    let level = Level::sketch(tiles(), room, door, stairs).expect("a sketch");
    let text = json::write(&level);
    let read = json::read_unchecked(&text).expect("a level file");
    assert_eq!(read, level);
    assert_eq!((read.rooms()[0].kind, read.passages()[0].kind), (RoomKind::End, DoorKind::Secret));

    let outside = [
        Level::sketch(tiles(), (Rect::of(1, 1, 8, 8), RoomKind::End, 0.25), door, stairs),
        Level::sketch(tiles(), room, Some((Rect::of(-1, 3, 1, 2), DoorKind::Open)), stairs),
        Level::sketch(tiles(), room, door, [Cell::new(0, 9), Cell::new(1, 1)]),
        Level::sketch(tiles(), (room.0, RoomKind::End, f32::NAN), door, stairs),
        Level::sketch(tiles(), (room.0, RoomKind::End, 1.5), door, stairs),
    ];
    assert_eq!(outside, [const { None }; 5]);
}

/// A level file without the line of the level's digest, as somebody edits it by hand.
fn without_digest(text: &str) -> String {
    let is_digest = |line: &&str| {
        line.trim_start().starts_with(['"', 'd']) && line.trim_start_matches([' ', '"']).starts_with("digest")
    };
    assert_eq!(text.lines().filter(is_digest).count(), 1);
    text.lines().filter(|line| !is_digest(line)).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn a_file_states_the_digest_of_its_level_beside_that_of_the_preset() {
    let level = fixture::level();
    let digest = format!("{:016x}", level.digest());
    let (ron, json) = (ron::write(&level), json::write(&level));
    let line = json::write_line(&level);
    assert!(
        ron.contains(&format!("  preset_digest: \"0123456789abcdef\",\n  start: None,\n  digest: \"{digest}\",\n"))
    );
    for text in [json, line] {
        let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(
            (&document["preset_digest"], &document["digest"]),
            (&"0123456789abcdef".into(), &digest.as_str().into())
        );
    }
}

#[test]
fn a_level_that_was_changed_in_its_file_is_read_once_its_digest_is_left_out() {
    let changed = edited(&[("difficulty: 0.3", "difficulty: 0.5")]);
    let level = ron::read_unchecked(&changed).expect("a level");
    let told = ron::read(&changed).expect_err("another digest").to_string();
    let words = format!(
        "level: digest is {:016x}; allowed: {:016x}, that of the level, or none; the level was changed in its file",
        fixture::level().digest(),
        level.digest()
    );
    assert_eq!(told, words);
    assert_eq!(ron::read(&without_digest(&changed)), Ok(level));
    let text = json::write(&fixture::level());
    let changed = text.replacen("\"difficulty\": 0.3", "\"difficulty\": 0.5", 1);
    assert!(json::read(&changed).is_err() && json::read(&without_digest(&changed)).is_ok());
    assert!(serde_json::from_str::<Level>(&changed).is_ok(), "a save is loaded");
    for other in ["null", "7", "\"0123\"", "\"0123456789ABCDEF\""] {
        let digest = format!("\"digest\": \"{:016x}\"", fixture::level().digest());
        assert!(json::read_unchecked(&text.replacen(&digest, &format!("\"digest\": {other}"), 1)).is_err(), "{other}");
    }
}

#[test]
fn a_level_that_a_game_edits_is_written_with_its_own_digest() {
    let mut level = fixture::level();
    let before = level.digest();
    assert_eq!(level.remove_prop(1), Some(5), "the candle");
    assert_ne!(level.digest(), before);
    assert_eq!(ron::read(&ron::write(&level)), Ok(level));
}

/// A level with cells that obstacles enclose.
fn with_pockets() -> Level {
    let preset =
        crate::preset::Preset::built_in("cellar").expect("a preset").with_size("40x30".parse().expect("a size"));
    let mut levels = (0..50).map(|seed| crate::generate::generate(preset.as_ref().expect("large enough"), seed));
    levels.find(|level| level.unreachable().len() > 1).expect("most levels have pockets")
}

#[test]
fn a_file_states_the_cells_that_nobody_can_walk_to() {
    let level = with_pockets();
    let steps = level.distances(level.entry());
    let cells = level.tiles().bounds().cells();
    let enclosed: Vec<_> = cells.filter(|&cell| level.is_walkable(cell) && steps.get(cell).is_none()).collect();
    let cells_of = |runs: Vec<[i32; 3]>| -> Vec<Cell> {
        runs.into_iter().flat_map(|[x, y, length]| (x..x + length).map(move |x| Cell::new(x, y))).collect()
    };
    let document: serde_json::Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    let runs: Vec<[i32; 3]> = serde_json::from_value(document["unreachable"].clone()).expect("runs");
    assert!(runs.len() > 1);
    let [x, y, length] = runs[0];
    assert!(ron::write(&level).contains(&format!("\n  unreachable: [\n    ({x}, {y}, {length}),\n")));
    assert_eq!(cells_of(runs), enclosed);

    let none = fixture::level();
    assert!(!ron::write(&none).contains("unreachable"));
}

#[test]
fn unreachable_cells_that_are_not_those_of_the_level_are_refused() {
    let level = with_pockets();
    let document: serde_json::Value = serde_json::from_str(&json::write(&level)).expect("JSON");
    let with = |runs: serde_json::Value| {
        let mut changed = document.clone();
        changed["unreachable"] = runs;
        changed.to_string()
    };
    let runs = document["unreachable"].as_array().expect("runs").clone();
    assert_eq!(json::read(&with(runs.clone().into())), Ok(level.clone()));
    let (first, last) = (&runs[0], runs.len() - 1);
    let shown = |run: &serde_json::Value| format!("[{}, {}, {}]", run[0], run[1], run[2]);
    let words = |given: &str, at: usize, allowed: &str| {
        format!(
            "level: unreachable is {given} at position {at}; allowed: {allowed} there: the runs of cells that nobody can walk to"
        )
    };
    let more = serde_json::json!([level.entry().x, level.entry().y, 1]);
    for (changed, told) in [
        (runs[1..].to_vec(), words(&shown(&runs[1]), 0, &shown(first))),
        (runs[..last].to_vec(), words("nothing", last, &shown(&runs[last]))),
        (Vec::new(), words("nothing", 0, &shown(first))),
        ([&runs[..], std::slice::from_ref(&more)].concat(), words(&shown(&more), runs.len(), "nothing")),
    ] {
        let text = with(changed.into());
        assert_eq!(json::read(&text).expect_err(&told).to_string(), told);
        assert_eq!(json::read_unchecked(&text), Ok(level.clone()), "a level that was changed is read");
    }
    for run in ["[40, 0, 1]", "[-1, 0, 1]", "[0, 0, 0]", "[0, 0, 41]", "[0, 30, 1]"] {
        let text = with(serde_json::from_str(&format!("[{run}]")).expect("JSON"));
        let told = json::read_unchecked(&text).expect_err(run).to_string();
        assert!(
            told.starts_with("level: unreachable is ") && told.contains("inside the level of 40x30 cells"),
            "{told}"
        );
    }
    for runs in [
        "[[9223372036854775807, 0, 1]]",
        "[[1, 2]]",
        "[[1, 2, 3, 4]]",
        "[[1, 2, 3.5]]",
        "7",
        "null",
        "{\"x\": [1], \"y\": [], \"length\": []}",
    ] {
        assert!(json::read_unchecked(&with(serde_json::from_str(runs).expect("JSON"))).is_err(), "{runs}");
    }
}

/// A level as serde_json writes it.
fn by_serde(level: &Level, depth: usize) -> String {
    let mut json = serde_json::Serializer::with_formatter(Vec::new(), json::LineFormatter::with_depth(depth));
    LevelFile(level, LevelForm::Json).serialize(&mut json).unwrap();
    String::from_utf8(json.into_inner()).unwrap() + "\n"
}

#[test]
fn props_are_written_as_serde_json_writes_their_records() {
    let mut levels = vec![fixture::level(), fixture::shaped(), fixture::populated(), special()];
    levels[1].props.clear();
    for (_, text) in crate::preset::BUILT_IN {
        let preset = crate::preset::Preset::parse(text).unwrap();
        levels.extend((0..3).map(|seed| crate::generate::generate(&preset, seed)));
    }
    let mut dark = 0;
    for level in &mut levels {
        for id in (0..level.props.len() as u32).step_by(3) {
            dark += u32::from(level.set_lit(id, false).is_some());
        }
        assert_eq!(json::write_line(level), by_serde(level, 0));
        assert_eq!(json::write(level), by_serde(level, 2));
    }
    let props = || levels.iter().flat_map(|level| &level.props);
    assert!(dark > 9 && props().any(|prop| prop.stance.turn() != Direction::North && prop.offset != [0, 0]));
}

#[test]
fn names_of_kinds_may_be_sevens_and_quotes() {
    let mut level = fixture::level();
    level.kinds[0].name = "7\", \"room\": 7\u{1}".into();
    assert_eq!(json::write_line(&level), by_serde(&level, 0));
}
