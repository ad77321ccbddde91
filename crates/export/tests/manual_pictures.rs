//! The pictures of the manual, `presets/README.md`: each shape of a formation, each anchor and each
//! shape of a room. And the picture on the first page of the library's documentation.
//!
//! They are generated again and compared. `BLESS=1 cargo test manual_pictures` rewrites them in
//! `output/manual` and `src/first_page.txt`; look at them before committing.

use std::{collections::BTreeSet, fs, path::Path};

use roomgen::{
    Preset, PropKind, generate,
    model::RoomShape,
    preset::{BUILT_IN, BasePreset},
    theme::Look,
};
use roomgen_export::png::{self, Picture, PictureLight, PictureOptions, View};

use crate::{
    gallery::{compare_picture, is_blessing},
    pixels::Pixels,
};

const MANUAL: &str = include_str!("../../../presets/README.md");
const FIRST_PAGE: &str = include_str!("../../../src/first_page.txt");

/// The shapes of formations as the preset language writes them, without values.
const SHAPES: [(&str, &str); 14] = [
    ("Vertical", "shape: Vertical, size: Fit(0.8), prop: \"column\""),
    ("Horizontal", "shape: Horizontal, size: Fit(0.8), prop: \"column\""),
    ("Line", "shape: Line, size: Fit(0.8), prop: \"column\""),
    ("Cross", "shape: Cross, size: Cells(7), prop: \"mosaic\""),
    ("X", "shape: X, size: Cells(7), prop: \"mosaic\""),
    ("Diamond", "shape: Diamond, size: Cells(7), prop: \"mosaic\""),
    ("Circle", "shape: Circle, size: Fit(0.8), prop: \"mosaic\""),
    ("Square", "shape: Square, size: Box(8, 5), prop: \"mosaic\""),
    ("Triangle", "shape: Triangle, size: Cells(7), prop: \"mosaic\""),
    ("Bitmap", "shape: Bitmap([\"##.##\", \"#...#\", \"..#..\", \"#...#\", \"##.##\"]), prop: \"mosaic\""),
    ("Scatter", "shape: Scatter(2), size: Fit(1.0), count: 9, prop: \"palm\""),
    ("Border", "shape: Border, prop: \"amphora\""),
    ("Route", "shape: Route, prop: \"carpet\""),
    ("Blob", "shape: Blob, size: Fit(0.8), prop: \"mosaic\""),
];

/// The anchors, each with a formation that lies there.
const ANCHORS: [(&str, &str); 23] = [
    ("Center", "at: Center"),
    ("Corners", "at: Corners"),
    ("NorthWest", "at: NorthWest"),
    ("NorthEast", "at: NorthEast"),
    ("SouthEast", "at: SouthEast"),
    ("SouthWest", "at: SouthWest"),
    ("Walls", "at: Walls"),
    ("North", "at: North"),
    ("East", "at: East"),
    ("South", "at: South"),
    ("West", "at: West"),
    ("Quarters", "at: Quarters"),
    ("Doors", "at: Doors"),
    ("DoorAxis", "at: DoorAxis"),
    ("Entry", "at: Entry, size: Cells(3)"),
    ("Exit", "at: Exit, size: Cells(3)"),
    ("At", "at: At(0.5, 0.25)"),
    ("Between", "at: Between(NorthWest, Center)"),
    ("Anywhere", "at: Anywhere"),
    ("Third", "at: Third"),
    ("Bank", "at: Bank"),
    ("Crossing", "at: Crossing"),
    ("Of", "at: Of(\"palm\"), size: Cells(3)"),
];

/// The room of a picture.
#[derive(Clone, Copy)]
struct Stage {
    /// The sides of the room.
    sides: (u32, u32),
    /// Its progress: 0 is the room with the entry, 1 the one with the exit.
    progress: f32,
    /// The number of bonus rooms, which add doors.
    bonus: u32,
    /// The seed of a level whose room has its doors at good places.
    seed: u64,
    /// Whether the moat of the temple lies beside the room.
    at_moat: bool,
}

const STAGE: Stage = Stage { sides: (11, 9), progress: 0.5, bonus: 4, seed: 4, at_moat: false };
const FOR_ROOMS: Stage = Stage { sides: (14, 10), progress: 0.5, bonus: 0, seed: 10, at_moat: false };

/// The text of the temple without its budgets, which would place props in the rooms of pictures.
fn bare_temple() -> String {
    let (_, text) = BUILT_IN.iter().find(|(name, _)| *name == "temple").expect("a built-in preset");
    let (before, rest) = text.split_once("\n    groups: {").expect("groups");
    let (_, after) = rest.split_once("\n    layouts: [").expect("layouts");
    format!("{before}\n    layouts: [{after}")
}

impl Stage {
    /// The room, furnished with `formations`, with the colours and the props of the temple.
    fn picture(self, shape: &str, formations: &str) -> Picture {
        let Self { sides: (width, height), progress, bonus, seed, at_moat } = self;
        let moat = if at_moat { "1.0" } else { "0.0" };
        let temple = Preset::built_in("temple").expect("a built-in preset");
        let layouts = temple.layouts().iter().map(|layout| layout.name.to_string());
        let vaults = temple.vaults().iter().map(|vault| vault.name.to_string());
        let others: Vec<_> = layouts.chain(vaults).collect();
        let text = format!(
            "(name: \"manual\", base: \"bare.ron\", size: (48, 36), remove: {others:?}, mission: (locks: [], shortcuts: (chance: 0)),
            floorplan: (
                rooms: (min: 5, max: 12, sizes: [
                    (name: \"stage\", min: ({width}, {height}), max: ({width}, {height}), turns: false, progress: ({progress:?}, {progress:?})),
                ]),
                style: Adjacent(door: (1, 1), place: Middle), start: Anywhere,
                path: (rooms: (3, 3), wander: 0.0), bonus: (rooms: ({bonus}, {bonus}), chance: 0, depth: 1, spacing: 0), coverage: 0.0,
                loops: (chance: 0), cycles: [], tags: [], doors: [], vaults: (chance: 0),
                partings: [(name: \"moat\", terrain: \"moat\", meander: 2, crossings: (1, 1), chance: {moat})],
                shapes: [(shape: {shape}, min: ({width}, {height}))],
            ),
            layouts: [(name: \"stage\", rooms: (tags: [\"stage\"]), formations: [{formations}])],
            props: {{ \"column\": (weight: 1000), \"mosaic\": (weight: 1000), \"amphora\": (weight: 1000) }})"
        );
        let bare = "(base: \"temple.ron\", floorplan: (rooms: (sizes: []), shapes: []))";
        let base = |name: &str| {
            let text = if name == "bare.ron" { bare.to_owned() } else { bare_temple() };
            Ok(BasePreset { name: name.to_owned(), text })
        };
        let preset = Preset::parse_with(&text, base).unwrap_or_else(|error| panic!("{error:#}"));
        let staged = |seed: u64| {
            let level = generate(&preset, seed);
            let mut rooms = level.rooms().iter().filter(|room| level.tags(room).any(|tag| tag == "stage"));
            let room = *rooms.next().expect("a room of the size");
            let crosses = level
                .partings()
                .iter()
                .flat_map(|parting| &parting.crossings)
                .any(|&id| level.passage(id).is_some_and(|passage| passage.rooms.contains(&room.id)));
            (crosses == at_moat).then_some((level, room))
        };
        // The first level from the seed on in which the way over the moat leads from the room.
        let (level, room) = (seed..).find_map(staged).expect("a level");
        assert!(at_moat || room.shape.name() == shape);
        let options = PictureOptions { room: Some(room.id), light: PictureLight::Off, ..PictureOptions::default() };
        png::render(&level, preset.theme(), options).expect("a picture")
    }
}

#[test]
fn each_shape_of_a_formation_has_its_picture() {
    for (name, formation) in SHAPES {
        let picture = STAGE.picture("Rectangle", &format!("({formation})"));
        compare_picture("manual", &format!("shape-{name}.png"), &picture);
    }
    is_complete(
        "shape",
        SHAPES.map(|(name, _)| name),
        "(name: \"a\", layouts: [(name: \"a\", formations: [(shape: Blobb, prop: \"a\")])])",
    );
}

#[test]
fn each_anchor_has_its_picture() {
    for (name, anchor) in ANCHORS {
        let stage = match name {
            "Entry" => Stage { progress: 0.0, ..STAGE },
            "Exit" => Stage { progress: 1.0, ..STAGE },
            "Bank" | "Crossing" => Stage { at_moat: true, ..STAGE },
            _ => STAGE,
        };
        let first = if name == "Of" {
            "(name: \"palm\", shape: Scatter(4), size: Ratio(0.7), count: 3, prop: \"palm\"),"
        } else {
            ""
        };
        let size = if anchor.contains("size:") { "" } else { "size: Cells(1), " };
        let picture = stage.picture("Rectangle", &format!("{first} (shape: Square, {size}{anchor}, prop: \"mosaic\")"));
        compare_picture("manual", &format!("anchor-{name}.png"), &picture);
    }
    is_complete(
        "anchor",
        ANCHORS.map(|(name, _)| name),
        "(name: \"a\", layouts: [(name: \"a\", formations: [(shape: X, at: Blob, prop: \"a\")])])",
    );
}

#[test]
fn each_shape_of_a_room_has_its_picture() {
    // A vault is drawn by its own rows, and terrain makes banks and shores.
    let shapes = RoomShape::ALL
        .iter()
        .filter(|shape| !matches!(shape, RoomShape::Vault | RoomShape::Bank | RoomShape::Shore))
        .map(|shape| shape.name());
    for name in shapes.clone() {
        let picture =
            FOR_ROOMS.picture(name, "(shape: Square, at: Corners, inset: 1, size: Cells(1), prop: \"column\")");
        compare_picture("manual", &format!("room-{name}.png"), &picture);
    }
    is_complete("room", shapes, "(name: \"a\", floorplan: (shapes: [(shape: Blob)]))");
}

#[test]
fn each_look_has_its_place_in_one_picture() {
    compare_picture("manual", "looks.png", &looks());
    let shown: Vec<_> = Look::ALL.iter().map(|look| format!("{look:?}")).collect();
    let missing = shown.iter().filter(|look| !MANUAL.contains(&format!("`{look}`")));
    assert_eq!(missing.count(), 0, "the manual names each look");
    assert!(MANUAL.contains("../output/manual/looks.png"));
}

/// The looks of foes and traps, which neither lie nor hang.
const FIGURES: &[Look] = &[
    Look::Beast,
    Look::Burner,
    Look::Darts,
    Look::Dead,
    Look::Gas,
    Look::Ghost,
    Look::Machine,
    Look::Person,
    Look::Pit,
    Look::Snare,
    Look::Swarm,
    Look::Worm,
];

/// A hall of all looks: of each one two of one cell that stand, then one of two cells by two; if it
/// is no figure, one of three metres and one overhead, then two that lie flat.
fn looks() -> Picture {
    const ACROSS: usize = 8;
    let mut rows = vec![vec!['.'; 4 * ACROSS + 1]; 9 * Look::ALL.len().div_ceil(ACROSS)];
    let (mut props, mut legend) = (String::new(), String::new());
    let mut letters = (0x100..0x300).filter_map(char::from_u32).filter(|letter| PropKind::is_glyph(*letter));
    for (number, &look) in Look::ALL.iter().enumerate() {
        let mut put = |row: usize, column: usize, color: &str, form: &str| {
            let letter = letters.next().expect("a letter");
            props += &format!("\"{letter}\": (glyph: '{letter}', color: \"{color}\", look: {look:?}{form}), ");
            legend += &format!("'{letter}': \"{letter}\", ");
            rows[9 * (number / ACROSS) + row][4 * (number % ACROSS) + 1 + column] = letter;
        };
        let [main, other] = colors(look);
        put(1, 0, main, "");
        put(1, 2, other, "");
        put(3, 0, main, ", footprint: (2, 2)");
        if FIGURES.contains(&look) {
            continue;
        }
        put(3, 2, other, ", tall: 3");
        put(4, 2, main, ", elevation: 2");
        put(6, 0, main, ", footprint: (2, 2), tall: 0, blocks: false");
        put(6, 2, other, ", tall: 0, blocks: false");
        put(7, 2, other, ", tall: 0, blocks: false");
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let text = format!(
        "(name: \"looks\", size: (72, 60), floorplan: (rooms: (min: 5, max: 13), path: (rooms: (3, 3))),
        props: {{{props}}}, layouts: [(name: \"bare\", formations: [])],
        vaults: [(name: \"looks\", room: true, required: true, rows: {rows:?}, legend: {{{legend}}})])"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}"));
    let level = (0..64).map(|seed| generate(&preset, seed)).find(|level| level.props().len() > 0);
    let level = level.expect("a level with the hall");
    let room = level.props().next().expect("a prop").room;
    let options = PictureOptions { room: Some(room), light: PictureLight::Off, ..PictureOptions::default() };
    png::render(&level, preset.theme(), options).expect("a picture")
}

/// Two colours that the things of a look have.
fn colors(look: Look) -> [&'static str; 2] {
    match look {
        Look::Barrel => ["#8a5a2e", "#5c6a7a"],
        Look::Beast => ["#9a6a3a", "#6a7280"],
        Look::Bones => ["#e4dcc4", "#a89878"],
        Look::Burner => ["#f08a2c", "#4ad08a"],
        Look::Chest => ["#9a5a28", "#6a3a8a"],
        Look::Cloth => ["#a8323a", "#2f5f9a"],
        Look::Crate => ["#a8743c", "#6e7a58"],
        Look::Crystal => ["#8a58c8", "#3fa8b8"],
        Look::Darts => ["#8a8690", "#b85a3a"],
        Look::Dead => ["#d8d0bc", "#7aa0b8"],
        Look::Flame => ["#f08a2c", "#4a8ae0"],
        Look::Gas => ["#8ab04a", "#b07ac8"],
        Look::Ghost => ["#9ab8d8", "#a87ac0"],
        Look::Liquid => ["#3f7fb5", "#c8502a"],
        Look::Machine => ["#d05a3a", "#4ab8d0"],
        Look::Person => ["#a83a3a", "#4a7a4a"],
        Look::Pile => ["#d8ac3c", "#8a7458"],
        Look::Pillar => ["#d8d2c4", "#7a8490"],
        Look::Pit => ["#8a7a68", "#5a6a80"],
        Look::Planks => ["#96683c", "#6e5a4c"],
        Look::Plant => ["#4f8a3c", "#b06a34"],
        Look::Snare => ["#c0a050", "#8a8a90"],
        Look::Statue => ["#c8ccd4", "#b08a3c"],
        Look::Stone => ["#8a8690", "#7a6a58"],
        Look::Swarm => ["#c8a83a", "#7a4a3a"],
        Look::Table => ["#9a6434", "#5a4434"],
        Look::Web => ["#e0e0ea", "#a8a8b4"],
        Look::Worm => ["#7a9a3a", "#c07a8a"],
        other => panic!("{other:?} has no colours"),
    }
}

/// The pictures whose names begin with `kind` are of all words that the language has in the place
/// of `Blob`, and the manual shows each of them.
#[track_caller]
fn is_complete(kind: &str, shown: impl IntoIterator<Item = &'static str>, text: &str) {
    let error = Preset::parse(text).expect_err("an unknown word");
    let help =
        error.problems().iter().find_map(|problem| problem.help.clone().filter(|_| problem.message.contains("Blob")));
    let help = help.expect("help that lists the words");
    let words = help.split('`').skip(1).step_by(2).map(|word| word.split('(').next().unwrap_or(word));
    let shown: BTreeSet<_> = shown.into_iter().collect();
    assert_eq!(words.collect::<BTreeSet<_>>(), shown);
    for name in shown {
        assert!(MANUAL.contains(&format!("](../output/manual/{kind}-{name}.png)")), "{kind} {name} has no picture");
    }
}

/// What is before the picture in the file of the first page.
const BEFORE: &str = "data:image/png;base64,";

#[test]
fn the_first_page_shows_a_level_as_it_is_made_today() {
    let preset = Preset::built_in("temple").expect("a built-in preset");
    let preset = preset.with_size("44x28".parse().expect("a size")).expect("a size that the preset can serve");
    let level = generate(&preset, 3);
    let options = PictureOptions { scale: 12, view: View::Top, ..PictureOptions::default() };
    let picture = png::render(&level, preset.theme(), options).expect("a picture");
    if is_blessing() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/first_page.txt");
        let bytes = png::encode(&picture).expect("a picture");
        fs::write(path, format!("{BEFORE}{}", base64(&bytes))).expect("the file is written");
        return;
    }
    let shown = Pixels::read(&bytes_of(FIRST_PAGE.strip_prefix(BEFORE).expect("a picture as an address")));
    assert_eq!(shown.size(), (picture.width(), picture.height()));
    assert!(shown.bytes == picture.bytes(), "the first page shows another level; look at it with BLESS=1");
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let group = |group: &[u8]| {
        let number = (0..3).fold(0usize, |number, at| number << 8 | usize::from(*group.get(at).unwrap_or(&0)));
        let digit = move |at: usize| if at > group.len() { '=' } else { DIGITS[number >> (18 - 6 * at) & 63].into() };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(group).collect()
}

fn bytes_of(text: &str) -> Vec<u8> {
    let digit = |character: u8| DIGITS.iter().position(|&digit| digit == character).expect("a digit");
    let group = |group: &[u8]| {
        let digits: Vec<_> = group.iter().take_while(|&&character| character != b'=').map(|&c| digit(c)).collect();
        let number = (0..4).fold(0, |number, at| number << 6 | digits.get(at).unwrap_or(&0));
        (1..digits.len()).map(move |at| (number >> (24 - 8 * at) & 255) as u8).collect::<Vec<_>>()
    };
    text.as_bytes().chunks(4).flat_map(group).collect()
}

#[test]
fn base64_is_read_as_it_is_written() {
    assert_eq!([&b""[..], b"f", b"fo", b"foo", b"foob"].map(base64), ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    for text in ["", "f", "fo", "foo", "foob"] {
        assert_eq!(bytes_of(&base64(text.as_bytes())), text.as_bytes());
    }
}
