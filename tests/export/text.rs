//! Levels drawn as text, read back as tiles.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use roomgen::{
    Cell, Key, Level, Prop, PropKind, Tile,
    export::text::{self, TextAlphabet, TextCharset, TextDrawing, TextError, TextHint},
};

use crate::levels::levels;

/// Whether a drawing has the tiles of a level. Doors that are bare ground are drawn as floor.
pub(crate) fn has_tiles_of(drawing: &TextDrawing, level: &Level) -> bool {
    let is_bare =
        |cell| level.door_at(cell).is_some_and(|(_, passage)| level.is_bare(passage) && passage.one_way.is_none());
    let mut cells = level.tiles().bounds().cells();
    drawing.tiles().bounds() == level.tiles().bounds()
        && cells.all(|cell| {
            let tile = if is_bare(cell) { Tile::Floor } else { level.tile(cell) };
            drawing.tiles().get(cell) == Some(tile)
        })
}

#[test]
fn drawn_levels_read_as_their_tiles_and_break_nothing() {
    for level in levels() {
        let drawn = text::write(&level);
        let drawing = text::read(&drawn).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
        assert!(has_tiles_of(&drawing, &level), "{drawn}");
        assert_eq!((drawing.entry(), drawing.exit()), (Some(level.entry()), Some(level.exit())));
        assert_eq!((drawing.check(), drawing.hints()), (vec![], vec![]));
        let mut ascii = Vec::new();
        text::write_as(&level, TextCharset::Ascii, &mut ascii).expect("memory");
        let ascii = String::from_utf8(ascii).expect("text");
        assert!(ascii.is_ascii() && ascii.lines().count() == drawn.lines().count(), "{ascii}");
        assert_eq!(text::read(&ascii).as_ref(), Ok(&drawing), "{ascii}");
        // An editor may trim trailing blanks and change the line ends.
        let trimmed: String = drawn.lines().map(|line| line.trim_end().to_owned() + "\r\n").collect();
        let trimmed = text::read(&trimmed).expect("a drawing");
        let is_solid =
            |cell: Cell| trimmed.tiles().get(cell).is_none_or(|tile| Some(tile) == drawing.tiles().get(cell));
        assert!(level.tiles().bounds().cells().all(is_solid));
    }
}

/// What a prop is to a player, the most important last.
fn sort(level: &Level, prop: &Prop<'_>) -> u8 {
    let is_key = |key: &Key| prop.cells.contains(key.cell) && *prop.kind.name == *level.key_name(key);
    match prop.kind {
        _ if level.keys().iter().any(is_key) => 4,
        kind if kind.marker => 3,
        kind if kind.is_obstacle() => 2,
        kind if kind.elevation < PropKind::HEADROOM => 1,
        _ => 0,
    }
}

/// For each cell with props, the position of the one that a drawing shows: found prop by prop.
fn shown(level: &Level) -> BTreeMap<Cell, usize> {
    let mut shown: BTreeMap<Cell, (_, usize)> = BTreeMap::new();
    for (number, prop) in level.props().enumerate() {
        let rank = (sort(level, &prop), prop.kind.elevation + prop.kind.tall, number);
        for cell in prop.cells.cells().filter(|cell| ![level.entry(), level.exit()].contains(cell)) {
            let best = shown.entry(cell).or_insert((rank, number));
            *best = (*best).max((rank, number));
        }
    }
    shown.into_iter().map(|(cell, (_, number))| (cell, number)).collect()
}

/// The character of each kind by the legend of a drawing: its glyph, but no letter for furniture.
fn symbols(level: &Level, drawn: &str) -> BTreeMap<String, char> {
    let legend = drawn.lines().filter_map(|line| line.strip_suffix(')')?.rsplit_once(" (")?.0.split_once(' '));
    let symbols: BTreeMap<String, char> =
        legend.map(|(glyph, name)| (name.to_owned(), glyph.parse().expect("a character"))).collect();
    for kind in level.props().map(|prop| prop.kind) {
        let shown = symbols[&*kind.name];
        let keeps_glyph = kind.marker || !kind.glyph.is_ascii_alphabetic();
        assert!(if keeps_glyph { shown == kind.glyph } else { !shown.is_alphabetic() }, "{}: {shown}", kind.name);
    }
    symbols
}

#[test]
fn each_cell_shows_the_most_important_prop_and_the_legend_counts_what_is_shown() {
    let mut hidden = 0;
    for level in levels() {
        let drawn = text::write(&level);
        let props: Vec<_> = level.props().collect();
        let shown = shown(&level);
        let symbols = symbols(&level, &drawn);
        for (y, row) in drawn.lines().take(level.height() as usize).enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                if let Some(&number) = shown.get(&Cell::new(x as i32, y as i32)) {
                    assert_eq!(glyph, symbols[&*props[number].kind.name], "{x}, {y} of\n{drawn}");
                }
            }
        }
        for key in level.keys().iter().filter(|key| ![level.entry(), level.exit()].contains(&key.cell)) {
            let prop = &props[shown[&key.cell]];
            assert_eq!(&*prop.kind.name, level.key_name(key), "{drawn}");
        }
        let seen: BTreeSet<usize> = shown.into_values().collect();
        let mut counts: BTreeMap<_, (u32, u32)> = BTreeMap::new();
        for (number, prop) in props.iter().enumerate() {
            let (all, in_sight) = counts.entry((symbols[&*prop.kind.name], prop.kind.name.as_str())).or_default();
            (*all, *in_sight) = (*all + 1, *in_sight + u32::from(seen.contains(&number)));
        }
        hidden += props.len() - seen.len();
        let told = drawn.lines().filter_map(|line| line.strip_suffix(')')?.rsplit_once(" ("));
        let is_terrain = |name: &str| level.terrain_kinds().iter().any(|kind| kind.name.as_str() == name);
        let told = told.filter_map(|(kind, count)| {
            let (glyph, name) = kind.split_once(' ').expect("a character and a name");
            let told = || ((glyph.parse().expect("a character"), name), count.to_owned());
            (!is_terrain(name)).then(told)
        });
        let wanted = counts.into_iter().map(|(kind, (all, shown))| {
            (kind, if shown == all { all.to_string() } else { format!("{shown} of {all} shown") })
        });
        assert_eq!(told.collect::<BTreeMap<(char, &str), String>>(), wanted.collect());
    }
    assert!(hidden > 0, "all props are shown");
}

/// A level with two rooms.
const SMALL: &str = "\
##########
#...#....#
#.<.+..T.#
#...#..>.#
##########
";

const LEGEND: &str = "
< entry
T table (1)
";

fn small() -> String {
    let rock = "          \n".repeat(3);
    format!("{SMALL}{rock}{LEGEND}")
}

/// The invariants that the small level breaks after replacing the first `old` by `new`.
fn broken(old: &str, new: &str) -> Vec<u8> {
    let text = small();
    assert!(text.contains(old), "{old}");
    let drawing = text::read(&text.replacen(old, new, 1)).expect("a drawing");
    drawing.check().into_iter().map(|breach| breach.invariant).collect()
}

#[test]
fn each_breach_that_tiles_show_is_reported() {
    assert_eq!(broken("<", "<"), [0; 0]);
    assert_eq!(broken("#.<", "..<"), [1], "an open border");
    assert_eq!(broken("T.#", "T.."), [1], "an open border in the east");
    assert_eq!(broken("##########\n#...#", "#.########\n#...#"), [1], "in the north");
    let room = "##########\n".to_owned() + &"#........#\n".repeat(6) + "#######.##\n";
    let told = text::read(&room).expect("a drawing").check();
    assert_eq!(told.iter().map(|breach| breach.invariant).collect::<Vec<_>>(), [1], "in the south");
    assert_eq!(broken("+..T", "++.T"), [4], "a door that leads into a door");
    assert_eq!(broken("#...#..>", "#...+..>"), [0; 0], "a wider door");
    assert_eq!(broken("+", "#"), [10], "a room without a door");
    assert_eq!(broken("<", "."), [0; 0], "without an entry one begins anywhere");
    let solid = "##########\n".repeat(8).replace('#', " ");
    let told = text::read(&solid).expect("a drawing").check();
    assert_eq!(told.iter().map(ToString::to_string).collect::<Vec<_>>(), ["invariant 10: there is no floor"]);
}

#[test]
fn walls_and_rock_in_other_places_than_those_of_a_level_are_hints_and_break_nothing() {
    let hints = |old: &str, new: &str| {
        let drawing = text::read(&small().replacen(old, new, 1)).expect("a drawing");
        assert_eq!(drawing.check(), [], "{old}");
        drawing.hints()
    };
    assert_eq!(hints("<", "<"), []);
    let first = Cell::new(1, 5);
    let wall = hints("##########\n          ", "##########\n #  #     ");
    assert_eq!(wall, [TextHint::WallInRock { cells: 2, first }]);
    let rock = hints("##########", "## #######");
    assert_eq!(rock, [TextHint::RockBesideFloor { cells: 1, first: Cell::new(2, 0) }]);
    assert!(rock[0].to_string().starts_with("1 cell is rock beside floor or door, the first at "), "{}", rock[0]);
}

#[test]
fn drawings_from_three_by_three_cells_on_are_proven() {
    let broken = |text: &str| -> Vec<u8> {
        let drawing = text::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(drawing.hints(), [], "{text}");
        drawing.check().into_iter().map(|breach| breach.invariant).collect()
    };
    assert_eq!(broken("###\n#.#\n###"), [0; 0]);
    assert_eq!(broken("###\n#..\n###\n"), [1], "an open border in the east");
    assert_eq!(broken("###\n#.#\n#.#"), [1], "in the south");
    assert_eq!(broken("#####\n#.+.#\n#####"), [0; 0]);
    assert_eq!(broken("####\n#.+#\n####"), [4], "a door that leads nowhere");
    assert_eq!(broken("#####\n#.#.#\n#####"), [10], "two rooms apart");
    let drawing = text::read("####\n#.<#\n####").expect("a drawing");
    assert_eq!((drawing.extent().width, drawing.extent().height), (4, 3));
    for text in ["##\n##\n##", "#####\n#...#", "#"] {
        assert!(matches!(text::read(text), Err(TextError::Small { .. })), "{text:?}");
    }
}

#[test]
fn legends_of_others_say_what_their_characters_show() {
    let map = "XXXXXX\nX__D_X\nX@~X>X\nXXXXXX\n";
    for legend in [
        "X wall\n_ floor\nD door\n@ player\n~ water\n",
        "X = wall\n_ = floor\nD = door\n@ = start\n~ = water\n> = exit\n",
        "Legend:\nX: Walls\n_: the floor\nD: closed door\n@: entrance\n~: deep water\n",
        "X - wall\r\n_ - floor (24)\r\nD - door (1)\r\n@ - hero\r\n~ - water\r\n",
    ] {
        let drawing = text::read(&format!("{map}\n{legend}")).unwrap_or_else(|error| panic!("{legend}: {error}"));
        assert_eq!(drawing.check(), [], "{legend}");
        let rows: Vec<String> =
            drawing.tiles().rows().map(|row| row.iter().map(|tile| tile.glyph()).collect()).collect();
        assert_eq!(rows[..4], ["######  ", "#..+.#  ", "#..#.#  ", "######  "], "{legend}");
        assert_eq!(drawing.exit(), Some(Cell::new(4, 2)));
    }
    // Rows of a map below an empty row are no legend.
    let drawing = text::read("#####\n#...#\n#####\n\n#####\n# # #\n#...#\n#####\n").expect("a drawing");
    assert_eq!((drawing.extent().height, drawing.check().len()), (8, 1));
}

#[test]
fn a_legend_names_tiles_by_their_last_word_and_things_change_no_tile() {
    let map = "#####\n#.:.#\n#####\n";
    for legend in ["# = stone wall\n. = stone floor\n: = wooden door\n", "# rough walls\n: iron door\n. moss\n"] {
        let drawing = text::read(&format!("{map}\n{legend}")).unwrap_or_else(|error| panic!("{legend}: {error}"));
        let rows: Vec<String> =
            drawing.tiles().rows().map(|row| row.iter().map(|tile| tile.glyph()).collect()).collect();
        assert_eq!((rows[1].trim_end(), drawing.check()), ("#.+.#", vec![]), "{legend}");
    }
    let open = text::read("X####\n##..#\n#####\n\nX = statue\n").expect("a drawing");
    let breaches = open.check();
    let breach = breaches.iter().find(|breach| breach.invariant == 1).expect("a breach");
    assert_eq!(breach.what, "(0, 0) is on the border of the level, but it is floor");
}

#[test]
fn an_alphabet_goes_before_legend_and_glyphs() {
    let alphabet = |text: &str| text.parse::<TextAlphabet>();
    let drawing =
        text::read_as(",,,,\n,#=,\n,,,,\n\n# wall\n", &alphabet(",=wall,#=floor,==exit").expect("an alphabet"));
    let drawing = drawing.expect("a drawing");
    assert_eq!((drawing.check(), drawing.exit()), (vec![], Some(Cell::new(2, 1))));
    for (text, words) in [
        ("", "\"\" is no character with its word: write CHARACTER=WORD"),
        ("X", "\"X\" is no character"),
        ("X=wall,", "\"\" is no character"),
        ("X=wall,XY=floor", "\"XY=floor\" is no character"),
        ("X=water", "\"water\" is not what a character can show: the words are rock, wall, floor"),
        ("X=wall,X=floor", "'X' is given twice"),
    ] {
        let error = alphabet(text).expect_err(text).to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn unknown_characters_are_named_together_at_the_place_of_the_first() {
    let error = text::read("#####\n#.|-#\n#@|.#\n#####\n").expect_err("three characters");
    let expected = "line 2, column 3: '|' is neither a tile nor in the legend; nor are '-', '@'";
    assert_eq!((error.position(), error.to_string().as_str()), (Some((2, 3)), expected));
}

#[test]
fn props_of_the_legend_stand_on_floor() {
    let drawing = text::read(&small()).expect("a drawing");
    assert_eq!(drawing.tiles().get(Cell::new(7, 2)), Some(Tile::Floor));
    let place =
        |text: &str| text::read(text).map(|_| ()).map_err(|error| (error.position(), error.to_string())).unwrap_err();
    let (at, told) = place(&small().replace("T table (1)\n", ""));
    assert_eq!(at, Some((3, 8)));
    assert!(told.contains("line 3, column 8: 'T' is neither a tile"), "{told}");
    assert_eq!(place(&format!("{SMALL}{}", "\n".repeat(3))).0, Some((3, 8)), "without a legend there are tiles alone");
    assert_eq!(place(&small().replacen("...", "..<", 1)).0, Some((3, 3)), "a second entry");
    assert_eq!(place(&small().replace("T table", "Ttable")).0, Some((11, 1)));
    assert_eq!(place(&small().replace("T table", "漢 wide")).0, Some((11, 1)));
    for text in ["", "\n\n", "####\n", "< entry"] {
        assert!(matches!(text::read(text), Err(TextError::Small { .. })), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any text is read or refused at a valid place, and what is read can be checked.
    #[test]
    fn any_text_is_read_or_refused(
        lines in prop::collection::vec("[ #.,+<>T?漢\r]{0,14}", 0..14),
        legend in prop::collection::vec("([T?漢<] ?[a-z]{0,3}|)", 0..3),
    ) {
        let heading = if lines.len() % 2 == 0 { "< entry\n" } else { "" };
        let text = format!("{}\n\n{heading}{}", lines.join("\n"), legend.join("\n"));
        match text::read(&text) {
            Ok(drawing) => drop((drawing.check(), drawing.hints())),
            Err(error) => if let Some((line, column)) = error.position() {
                let at = text.lines().nth(line - 1).expect("a line");
                prop_assert!(column == 1 || column <= at.chars().count(), "{error} in {text:?}");
            }
        }
    }
}
