//! Hand-made levels and sprites for tests and for a gallery of pictures.

use std::sync::OnceLock;

use crate::{
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    interp::Color,
    level::{Connection, Corridor, DoorKind, Level, Origin, Passage, Room, RoomKind, RoomShape, Tile},
    model::{Labels, Metres, PropKind, PropRecord, Stance},
    theme::{Sprite, Theme},
};

/// A builder of levels. It does not check what it builds.
pub(super) struct Builder {
    level: Level,
}

impl Builder {
    pub(super) fn new(width: i64, height: i64) -> Self {
        let size = Size::new(width, height).expect("a possible size");
        let origin = Origin {
            revision: 1,
            seed: 0,
            floor: 0,
            difficulty: 0.0,
            preset: "fixture".into(),
            digest: 0,
            start: None,
        };
        let level = Level {
            origin,
            tiles: Grid::filled(size, Tile::Rock),
            rooms: Vec::new(),
            passages: Vec::new(),
            path: Vec::new(),
            entry: Cell::default(),
            exit: Cell::default(),
            kinds: Vec::new(),
            layouts: [].into(),
            tags: [].into(),
            props: Vec::new(),
            notes: Vec::new(),
            work: None,
            lookup: OnceLock::new(),
        };
        Self { level }
    }

    pub(super) fn room(mut self, kind: RoomKind, progress: f32, [x, y, width, height]: [i32; 4]) -> Self {
        let id = self.level.rooms.len() as u32;
        let (rect, shape) = (Rect::of(x, y, width, height), RoomShape::Rectangle);
        self.level.rooms.push(Room {
            id,
            kind,
            rect,
            depth: 0,
            progress,
            host: None,
            layout: None,
            vault: None,
            tags: 0,
            shape,
        });
        self.level.tiles.fill_rect(rect, Tile::Floor);
        self
    }

    /// Removes cells from the last room.
    pub(super) fn cut(mut self, [x, y, width, height]: [i32; 4]) -> Self {
        self.level.tiles.fill_rect(Rect::of(x, y, width, height), Tile::Rock);
        self.level.rooms.iter_mut().rev().take(1).for_each(|room| room.shape = RoomShape::Plus);
        self
    }

    pub(super) fn door(mut self, rooms: [u32; 2], [x, y, width, height]: [i32; 4]) -> Self {
        let door = Rect::of(x, y, width, height);
        self.level.tiles.fill_rect(door, Tile::Door);
        self.level.passages.push(Passage { rooms, connection: Connection::Door(door), kind: DoorKind::Closed });
        self
    }

    /// Adds a corridor along `route`, one cell wide. Its ends are doors.
    pub(super) fn corridor(mut self, rooms: [u32; 2], route: &[(i32, i32)]) -> Self {
        let route: Vec<Cell> = route.iter().copied().map(Cell::from).collect();
        for leg in route.windows(2) {
            let (a, b) = (leg[0], leg[1]);
            let leg = Rect::from_ltrb(a.x.min(b.x), a.y.min(b.y), a.x.max(b.x) + 1, a.y.max(b.y) + 1);
            self.level.tiles.fill_rect(leg.expect("a leg"), Tile::Corridor);
        }
        let doors = [route[0], route[route.len() - 1]].map(Rect::from_cell);
        doors.iter().for_each(|&door| self.level.tiles.fill_rect(door, Tile::Door));
        self.level.passages.push(Passage {
            rooms,
            connection: Connection::Corridor(Box::new(Corridor { doors, route })),
            kind: DoorKind::Closed,
        });
        self
    }

    pub(super) fn stairs(mut self, entry: (i32, i32), exit: (i32, i32)) -> Self {
        (self.level.entry, self.level.exit) = (entry.into(), exit.into());
        self
    }

    /// Adds props of one kind, with their top left cells at `cells`.
    pub(super) fn props(mut self, kind: PropKind, cells: &[(u16, u16)]) -> Self {
        let number = self.level.kinds.len() as u16;
        self.level.props.extend(cells.iter().map(|&(x, y)| PropRecord {
            kind: number,
            x,
            y,
            stance: Stance::new(kind.width, kind.height, Direction::North),
            room: 0,
            offset: [0, 0],
        }));
        self.level.kinds.push(kind);
        self
    }

    /// Adds one prop with an offset in 256ths of a metre.
    pub(super) fn prop_moved(self, kind: PropKind, cell: (u16, u16), offset: [i16; 2]) -> Self {
        let mut moved = self.props(kind, &[cell]);
        moved.level.props.iter_mut().rev().take(1).for_each(|prop| prop.offset = offset);
        moved
    }

    /// Finishes the level with `tiles` instead of the tiles that were built.
    pub(super) fn finish_with(mut self, tiles: &[Tile]) -> Level {
        for (cell, &tile) in self.level.tiles.bounds().cells().zip(tiles) {
            self.level.tiles.set(cell, tile);
        }
        self.level
    }

    /// Finishes the level with walls wherever rock touches an open cell.
    pub(super) fn finish(mut self) -> Level {
        let tiles = &mut self.level.tiles;
        for cell in tiles.bounds().cells() {
            let around = Rect::of(cell.x - 1, cell.y - 1, 3, 3);
            let touches = around.cells().any(|cell| tiles.get(cell).is_some_and(Tile::is_open));
            if touches && tiles.get(cell) == Some(Tile::Rock) {
                tiles.set(cell, Tile::Wall);
            }
        }
        self.level
    }
}

/// A kind of prop, one cell large and one metre tall.
pub(super) fn kind(name: &str, glyph: char, color: &str) -> PropKind {
    PropKind {
        name: name.into(),
        blocks: true,
        opaque: false,
        width: 1,
        height: 1,
        tall: Metres::whole(1),
        elevation: Metres::default(),
        glyph,
        color: color.parse().expect("a colour"),
        body: PropKind::whole_body(1, 1),
        marker: false,
        labels: Labels::default(),
    }
}

/// Eight rooms with every kind of wall and prop, for visual inspection.
pub(super) fn gallery() -> Level {
    let large = |kind: PropKind, width, height| {
        let body = PropKind::whole_body(width, height);
        PropKind { width, height, body, ..kind }
    };
    let flat = |kind: PropKind| PropKind { tall: Metres::default(), ..kind };
    let lamp = PropKind { elevation: Metres::whole(2), ..kind("chandelier", 'Y', "#ffd27a") };
    let candle = PropKind { elevation: Metres::whole(1), ..kind("candle", '!', "#ffd27a") };
    Builder::new(44, 30)
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
        .props(kind("crate", '#', "#8a5a2c"), &[(2, 9), (3, 9), (2, 8), (32, 19), (31, 19), (32, 11)])
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
