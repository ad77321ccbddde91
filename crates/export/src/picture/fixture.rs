//! Hand-made levels and sprites for tests and for a gallery of pictures.

use roomgen::{
    Cell, DoorKind, KeyUse, Level, PropKind, Rect, RoomKind, Tile,
    color::Color,
    export::json::read_unchecked,
    level_file::FORMAT,
    model::Metres,
    theme::{Sprite, Theme},
};
use serde_json::{Map, Value, json};

/// A builder of levels. It does not check what it builds.
pub(super) struct FixtureBuilder {
    size: [i32; 2],
    tiles: Vec<Vec<Tile>>,
    rooms: Vec<Value>,
    passages: Vec<Value>,
    path: Vec<u32>,
    stairs: [(i32, i32); 2],
    kinds: Map<String, Value>,
    props: Vec<Value>,
    keys: Vec<Value>,
}

fn fields([x, y, width, height]: [i32; 4]) -> Value {
    json!({"x": x, "y": y, "width": width, "height": height})
}

impl FixtureBuilder {
    pub(super) fn new(width: i32, height: i32) -> Self {
        let tiles = vec![vec![Tile::Rock; width as usize]; height as usize];
        let (rooms, passages, props, keys) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            size: [width, height],
            tiles,
            rooms,
            passages,
            path: vec![0],
            stairs: [(0, 0); 2],
            kinds: Map::new(),
            props,
            keys,
        }
    }

    /// Fills the part of a rectangle that lies in the level.
    fn fill(&mut self, [x, y, width, height]: [i32; 4], tile: Tile) {
        for row in self.tiles.iter_mut().skip(y as usize).take(height as usize) {
            row.iter_mut().skip(x as usize).take(width as usize).for_each(|cell| *cell = tile);
        }
    }

    pub(super) fn room(mut self, kind: RoomKind, progress: f32, rect: [i32; 4]) -> Self {
        let [x, y, width, height] = rect;
        self.rooms.push(json!({
            "id": self.rooms.len(), "kind": format!("{kind:?}"), "x": x, "y": y, "width": width, "height": height,
            "depth": 0, "progress": progress, "host": null, "layout": null, "vault": null, "tags": [],
            "shape": "Rectangle",
        }));
        self.fill(rect, Tile::Floor);
        self
    }

    /// Removes cells from the last room.
    pub(super) fn cut(mut self, rect: [i32; 4]) -> Self {
        self.fill(rect, Tile::Rock);
        self.rooms.last_mut().expect("a room")["shape"] = "Plus".into();
        self
    }

    fn passage(&mut self, rooms: [u32; 2], doors: &[[i32; 4]], corridor: &[(i32, i32)]) {
        doors.iter().for_each(|&door| self.fill(door, Tile::Door));
        let doors: Vec<_> = doors.iter().copied().map(fields).collect();
        let id = self.passages.len();
        self.passages.push(json!({"id": id, "rooms": rooms, "doors": doors, "corridor": corridor, "kind": "Closed"}));
    }

    pub(super) fn door(mut self, rooms: [u32; 2], door: [i32; 4]) -> Self {
        self.passage(rooms, &[door], &[]);
        self
    }

    /// Sets the kind of the last passage.
    pub(super) fn of_kind(mut self, kind: DoorKind) -> Self {
        self.passages.last_mut().expect("a passage")["kind"] = kind.name().into();
        self
    }

    /// Locks the last passage.
    pub(super) fn locked(self, name: &str) -> Self {
        let mut locked = self.of_kind(DoorKind::Barred);
        locked.passages.last_mut().expect("a passage")["lock"] = name.into();
        locked
    }

    /// Makes the last passage a one-way passage from a room.
    pub(super) fn one_way(mut self, from: u32, saves: Option<u32>) -> Self {
        let passage = self.passages.last_mut().expect("a passage");
        (passage["one_way"], passage["saves"]) = (from.into(), saves.into());
        self
    }

    /// Adds a key in room 0, without a prop.
    pub(super) fn key(mut self, name: &str, key_use: KeyUse, cell: (i32, i32)) -> Self {
        self.keys.push(json!({"name": name, "use": key_use.name(), "room": 0, "cell": cell, "opens": null}));
        self
    }

    /// Adds a corridor along `route`, one cell wide. Its ends are doors.
    pub(super) fn corridor(mut self, rooms: [u32; 2], route: &[(i32, i32)]) -> Self {
        for leg in route.windows(2) {
            let ((x0, y0), (x1, y1)) = (leg[0], leg[1]);
            let sides = [(x0 - x1).abs() + 1, (y0 - y1).abs() + 1];
            self.fill([x0.min(x1), y0.min(y1), sides[0], sides[1]], Tile::Corridor);
        }
        let doors = [route[0], route[route.len() - 1]].map(|(x, y)| [x, y, 1, 1]);
        self.passage(rooms, &doors, route);
        self
    }

    pub(super) fn stairs(mut self, entry: (i32, i32), exit: (i32, i32)) -> Self {
        self.stairs = [entry, exit];
        self
    }

    /// Sets the ids of the rooms of the main path.
    pub(super) fn path(self, path: &[u32]) -> Self {
        Self { path: path.to_vec(), ..self }
    }

    /// Adds props of one kind, with their top left cells at `cells`.
    #[allow(clippy::needless_pass_by_value, reason = "tests make kinds in place")]
    pub(super) fn props(self, kind: PropKind, cells: &[(u16, u16)]) -> Self {
        cells.iter().fold(self, |builder, &cell| builder.prop_moved(kind.clone(), cell, [0, 0]))
    }

    /// Adds one prop of a kind, moved by `offset` in 256ths of a metre.
    #[allow(clippy::needless_pass_by_value, reason = "tests make kinds in place")]
    pub(super) fn prop_moved(mut self, kind: PropKind, (x, y): (u16, u16), offset: [i16; 2]) -> Self {
        self.props.push(json!({
            "kind": kind.name.as_str(), "room": 0, "x": x, "y": y, "width": kind.width, "height": kind.height,
            "offset": offset.map(|parts| f32::from(parts) / 256.0),
        }));
        let described = json!({
            "blocks": kind.blocks, "opaque": kind.opaque, "width": kind.width, "height": kind.height,
            "tall": kind.tall.get(), "elevation": kind.elevation.get(), "glyph": kind.glyph,
            "color": kind.color.to_string(), "body": kind.body.map(Metres::get), "marker": kind.marker,
        });
        self.kinds.insert(kind.name.to_string(), described);
        self
    }

    /// Turns the last prop. `width` and `height` are those of its turned footprint.
    pub(super) fn turned(mut self, width: u8, height: u8, turn: u8) -> Self {
        let prop = self.props.last_mut().expect("a prop");
        (prop["width"], prop["height"], prop["turn"]) = (width.into(), height.into(), turn.into());
        self
    }

    /// Finishes the level with `tiles` instead of the tiles that were built.
    pub(super) fn finish_with(mut self, tiles: &[Tile]) -> Level {
        let width = self.size[0] as usize;
        for (position, &tile) in tiles.iter().enumerate() {
            self.tiles[position / width][position % width] = tile;
        }
        self.level()
    }

    /// Finishes the level with walls wherever rock touches an open cell.
    pub(super) fn finish(mut self) -> Level {
        let [width, height] = self.size;
        let built = self.tiles.clone();
        let at = |Cell { x, y }: Cell| -> Option<Tile> {
            built.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
        };
        for cell in Rect::of(0, 0, width, height).cells() {
            let around = Rect::of(cell.x - 1, cell.y - 1, 3, 3);
            if at(cell) == Some(Tile::Rock) && around.cells().any(|cell| at(cell).is_some_and(Tile::is_open)) {
                self.tiles[cell.y as usize][cell.x as usize] = Tile::Wall;
            }
        }
        self.level()
    }

    fn level(mut self) -> Level {
        if self.rooms.is_empty() {
            // A level needs at least one room.
            return self.room(RoomKind::Path, 0.0, [0, 0, 1, 1]).level();
        }
        let row = |tiles: &Vec<Tile>| tiles.iter().map(|tile| tile.glyph()).collect::<String>();
        for key in &mut self.keys {
            let is_opened = |passage: &&Value| passage["lock"] == key["name"];
            let opens: Vec<_> = self.passages.iter().filter(is_opened).map(|passage| passage["id"].clone()).collect();
            key["opens"] = opens.into();
        }
        let file = json!({
            "format": FORMAT, "revision": 1, "seed": "0", "floor": 0, "difficulty": 0.0, "preset": "fixture",
            "preset_digest": "0000000000000000", "start": null, "width": self.size[0], "height": self.size[1],
            "tiles": self.tiles.iter().map(row).collect::<Vec<_>>(), "rooms": self.rooms, "passages": self.passages,
            "path": self.path, "entry": self.stairs[0], "exit": self.stairs[1], "kinds": self.kinds, "props": self.props,
            "keys": self.keys, "notes": [],
        });
        read_unchecked(&file.to_string()).expect("a level file")
    }
}

/// A kind of prop, one cell large and one metre tall.
pub(super) fn kind(name: &str, glyph: char, color: &str) -> PropKind {
    PropKind::new(name.into(), glyph, color.parse().expect("a colour"))
}

/// Eight rooms with every kind of wall and prop, for visual inspection.
pub(super) fn gallery() -> Level {
    let large = |kind: PropKind, width, height| {
        let body = PropKind::full_body(width, height);
        {
            let mut kind = kind;
            kind.width = width;
            kind.height = height;
            kind.body = body;
            kind
        }
    };
    let flat = |kind: PropKind| {
        let mut kind = kind;
        kind.tall = Metres::default();
        kind
    };
    let lamp = {
        let mut kind = kind("chandelier", 'Y', "#ffd27a");
        kind.elevation = Metres::whole(2);
        kind
    };
    let candle = {
        let mut kind = kind("candle", '!', "#ffd27a");
        kind.elevation = Metres::whole(1);
        kind
    };
    FixtureBuilder::new(44, 30)
        .room(RoomKind::Start, 0.0, [2, 2, 9, 8])
        .room(RoomKind::Path, 0.25, [12, 2, 12, 8])
        .room(RoomKind::Path, 0.5, [12, 11, 9, 7])
        .room(RoomKind::Path, 0.75, [25, 11, 8, 9])
        .room(RoomKind::End, 1.0, [25, 21, 15, 7])
        .room(RoomKind::Bonus, 0.0, [2, 11, 7, 7])
        .room(RoomKind::Bonus, 0.5, [3, 22, 15, 6])
        .room(RoomKind::Bonus, 0.75, [36, 3, 6, 14])
        .door([0, 1], [11, 5, 1, 2])
        .door([1, 2], [15, 10, 1, 1])
        .door([0, 5], [5, 10, 2, 1])
        .corridor([2, 3], &[(21, 14), (24, 14)])
        .door([3, 4], [28, 20, 3, 1])
        .corridor([2, 6], &[(14, 18), (14, 20), (8, 20), (8, 21)])
        .corridor([3, 7], &[(33, 13), (34, 13), (34, 8), (35, 8)])
        .stairs((5, 5), (36, 25))
        .props(kind("pillar", 'O', "#b8b0a0"), &[(14, 3), (17, 3), (20, 3), (14, 7), (17, 7), (20, 7), (23, 5)])
        .props(flat(large(kind("rug", '~', "#803030"), 4, 2)), &[(17, 5)])
        .props(kind("crate", '=', "#8a5a2c"), &[(2, 9), (3, 9), (2, 8), (32, 19), (31, 19), (32, 11)])
        .props(kind("tree", 'T', "#4f8a3c"), &[(37, 4), (40, 5), (38, 9), (41, 11), (36, 13), (40, 15)])
        .props(kind("bush", '"', "#4f8a3c"), &[(38, 5), (36, 6), (40, 8), (37, 11), (39, 13), (41, 16), (36, 16)])
        .props(kind("statue", '&', "#a8b0b8"), &[(27, 13), (30, 13), (27, 17), (30, 17), (26, 23), (38, 23)])
        .props(large(kind("table", 'H', "#8a5a2c"), 3, 2), &[(15, 13)])
        .props(candle, &[(16, 13), (10, 2), (2, 2), (4, 13), (6, 13), (4, 17), (6, 17)])
        .props(large(lamp, 2, 2), &[(18, 15), (31, 24), (9, 24)])
        .props(large(kind("altar", 'A', "#c87898"), 2, 2), &[(5, 24)])
        .props(kind("skull", '%', "#d8d4c0"), &[(13, 23), (15, 26), (11, 26)])
        .props(kind("gem", '◆', "#60c8e8"), &[(16, 23), (3, 27), (7, 15)])
        .props(large(kind("bench", '=', "#9a8a5a"), 3, 1), &[(12, 24), (28, 23), (33, 23)])
        .finish()
}

/// The theme with the gallery's sprites, at eight or sixteen pixels a cell.
pub(super) fn theme() -> Theme {
    let mut theme = Theme::default();
    for (name, rows) in SPRITES {
        let rows: Vec<Vec<_>> = rows.iter().map(|row| row.chars().map(pixel).collect()).collect();
        theme.sprites.insert((*name).into(), Sprite::from_rows(&rows).expect(name));
    }
    theme
}

fn pixel(letter: char) -> Option<Color> {
    let color = match letter {
        'k' => "#2a2530",
        'd' => "#5c5563",
        's' => "#8f8894",
        'l' => "#c4bdbf",
        'w' => "#f2ead8",
        'b' => "#4a2c1c",
        'n' => "#8a5a2c",
        'o' => "#c08a48",
        'r' => "#8c2f39",
        'R' => "#b84a48",
        'y' => "#ffd27a",
        'Y' => "#fff3c4",
        'f' => "#e8803c",
        'g' => "#24452c",
        'G' => "#3f7038",
        'h' => "#6fa04a",
        'H' => "#a4c860",
        _ => return None,
    };
    Some(color.parse().expect("a colour"))
}

const SPRITES: &[(&str, &[&str])] = &[
    ("pillar", &[".llllll.", "lwwllssd", ".lwlssd.", ".lwlssd.", ".lwlssd.", ".lllssd.", "lwllsssd", "dssssddk"]),
    ("candle", &["...Y....", "..YyY...", "...f....", "...w....", "..wwl...", "..wws...", "..wls...", ".dssdd.."]),
    ("crate", &["oooooooo", "oonnnnob", "onoonobb", "onbbobnb", "onbobbnb", "onobonbb", "oonnnnbb", "bbbbbbbb"]),
    (
        "tree",
        &[
            "......hHHH......",
            "....hHHhHHhh....",
            "...hHHHhhHhhh...",
            "..hHHhhhhhhhGG..",
            ".hHHhhHhhGhhGGG.",
            ".hhhhHHhhhGhhGG.",
            "hhHhhhhhGhhGGGGg",
            "hhhhhGhhhhGGhGGg",
            "GhhGhhhGhhhGGGGg",
            ".GGhhhGGhGGGGGg.",
            ".GGGhGGGGGGGggg.",
            "..gGGGgGGggggg..",
            "....ggbnbggg....",
            "......bnnb......",
            "......bnnb......",
            ".....bbnnbb.....",
        ],
    ),
    ("bush", &["........", "..hHh...", ".hHhhGh.", "hHhhGhhG", "hhGhhGGG", "GhhGGhGg", ".GGgGgg.", "..gggg.."]),
    ("statue", &["...ll...", "..lwls..", "..llss..", ".lllssd.", ".lslsdd.", "..lssd..", ".llssdd.", "lsssdddk"]),
    (
        "rug",
        &[
            "yRrRrRrRrRrRrRrRrRrRrRrRrRrRrRry",
            "yrrrrrrrrrrrrrrrrrrrrrrrrrrrrrry",
            "yrRyyyyyyyyyyyyyyyyyyyyyyyyyyRry",
            "yrryrrrrrrrrrrrrrrrrrrrrrrrryrry",
            "yrRyrRRrrRRrrRyyRrrRRrrRRrrryRry",
            "yrryrRrrRrrRryRRyrRrrRrrRrrryrry",
            "yrRyrRRrrRRryRrrRyrRRrrRRrrryRry",
            "yrryrrRRrrRryRrrRyrrRRrrRRrryrry",
            "yrRyrRRrrRRryRrrRyrRRrrRRrrryRry",
            "yrryrRrrRrrRryRRyrRrrRrrRrrryrry",
            "yrRyrRRrrRRrrRyyRrrRRrrRRrrryRry",
            "yrryrrrrrrrrrrrrrrrrrrrrrrrryrry",
            "yrRyyyyyyyyyyyyyyyyyyyyyyyyyyRry",
            "yrrrrrrrrrrrrrrrrrrrrrrrrrrrrrry",
            "yRrRrRrRrRrRrRrRrRrRrRrRrRrRrRry",
            "................................",
        ],
    ),
    (
        "table",
        &[
            ".oooooooooooooooooooooo.",
            "oonnnnnnnnnnnnnnnnnnnnob",
            "onnnnnnnnnnnnnnnnnnnnnnb",
            "onnonnnnnnnnnnnnnnonnnnb",
            "onnnnnnnnnnnonnnnnnnnnnb",
            "onnnnnnnnnnnnnnnnnnnnnnb",
            "onnnnnonnnnnnnnnnnnnonnb",
            "oonnnnnnnnnnnnnnnnnnnnob",
            ".obbbbbbbbbbbbbbbbbbbbo.",
            ".bbbbbbbbbbbbbbbbbbbbbb.",
            ".bnb................bnb.",
            ".bnb................bnb.",
            ".bbb................bbb.",
            "........................",
            "........................",
            "........................",
        ],
    ),
    (
        "chandelier",
        &[
            "................",
            "...Y........Y...",
            "...y..YYY...y...",
            "...f...y....f...",
            "..ooo..f...ooo..",
            "...o..ooo...o...",
            "...oo..o..oo....",
            ".Y..ooooooo..Y..",
            ".y.oo..k..oo.y..",
            ".f.o..kbk..o.f..",
            "oooooookooooooo.",
            ".o.o.......o.o..",
            "....oo.Y.oo.....",
            "......oyo.......",
            ".......f........",
            "......ooo.......",
        ],
    ),
];
