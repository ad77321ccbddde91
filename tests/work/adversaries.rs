//! Presets that make each part of generation work as hard as the rules allow.

use std::fmt::Write;

/// A preset for each of four sizes, each with about twice as many cells as the one before.
pub(crate) struct Adversary {
    pub(crate) name: &'static str,
    /// The preset for a level of this size in cells.
    pub(crate) text: fn((i64, i64)) -> String,
    /// The number of formations of its layout.
    pub(crate) formations: u64,
    /// The cells of masks whose size does not depend on the room.
    pub(crate) masks: u64,
    /// Whether its rooms are cut randomly and vary much in size.
    pub(crate) is_random: bool,
    pub(crate) sizes: [(i64, i64); 4],
}

impl Adversary {
    pub(crate) fn text(&self, size: (i64, i64)) -> String {
        (self.text)(size)
    }
}

/// Square levels.
pub(crate) const SMALL: [(i64, i64); 4] = [(36, 36), (50, 50), (70, 70), (100, 100)];
pub(crate) const SIZES: [(i64, i64); 4] = [(70, 70), (100, 100), (142, 142), (200, 200)];
const SQUARES: [(i64, i64); 4] = [(130, 130), (184, 184), (260, 260), (368, 368)];
pub(crate) const LARGE: [(i64, i64); 4] = [(142, 142), (200, 200), (284, 284), (400, 400)];
/// Narrow levels that double in length.
const NARROW: [(i64, i64); 4] = [(250, 20), (500, 20), (1000, 20), (2000, 20)];
const LONG: [(i64, i64); 4] = [(500, 9), (1000, 9), (2000, 9), (4000, 9)];

pub(crate) const ADVERSARIES: [Adversary; 36] = [
    Adversary {
        name: "as many great rooms as there may be",
        is_random: true,
        formations: 1,
        masks: 0,
        text: great_rooms,
        sizes: SIZES,
    },
    Adversary {
        name: "a memory of rooms beside a gallery with doors all along",
        is_random: true,
        formations: 1,
        masks: 0,
        text: many_memories,
        sizes: NARROW,
    },
    Adversary {
        name: "required formations that stand nowhere",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room(size, &nowhere()),
        sizes: SIZES,
    },
    Adversary {
        name: "as many cycles as there may be",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| many_cycles(size, 0),
        sizes: SIZES,
    },
    Adversary {
        name: "halls in the way, and doors that fit nowhere",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| many_cycles(size, 1),
        sizes: SIZES,
    },
    Adversary {
        name: "as many stairs as there may be, in rooms with many doors",
        is_random: true,
        formations: 1,
        masks: 0,
        text: many_stairs,
        sizes: SIZES,
    },
    Adversary {
        name: "locks on rooms with many doors, and loops that might be shortcuts",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| many_locks(size, "Locked", ""),
        sizes: SIZES,
    },
    Adversary {
        name: "one-way doors past many locks, into rooms behind secret doors",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| many_locks(size, "OneWay", ", doors: [(kind: Secret, chance: 0.7)]"),
        sizes: SIZES,
    },
    Adversary {
        name: "stairs at the walls of a gallery with doors all along",
        is_random: true,
        formations: 1,
        masks: 0,
        text: gallery_of_doors,
        sizes: NARROW,
    },
    Adversary {
        name: "checkers",
        is_random: false,
        formations: 2,
        masks: 0,
        text: |size| one_room(size, &checkers()),
        sizes: LARGE,
    },
    Adversary {
        name: "filled",
        is_random: false,
        formations: 3,
        masks: 0,
        text: |size| one_room(size, &filled()),
        sizes: LARGE,
    },
    Adversary {
        name: "a filled gallery",
        is_random: false,
        formations: 3,
        masks: 0,
        text: |size| one_room(size, &filled()),
        sizes: NARROW,
    },
    Adversary {
        name: "moat",
        is_random: true,
        formations: 7,
        masks: 0,
        text: |size| one_room(size, &moat(size)),
        sizes: SQUARES,
    },
    Adversary {
        name: "moat in a gallery",
        is_random: true,
        formations: 7,
        masks: 0,
        text: |size| one_room(size, &moat(size)),
        sizes: NARROW,
    },
    Adversary {
        name: "rings",
        is_random: false,
        formations: 60,
        masks: 0,
        text: |size| one_room(size, &rings()),
        sizes: SQUARES,
    },
    Adversary {
        name: "many formations",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room(size, &many()),
        sizes: SIZES,
    },
    Adversary {
        name: "many formations in rooms",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| rooms(size, &many()),
        sizes: SMALL,
    },
    Adversary {
        name: "far reach",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room(size, &far_reach()),
        sizes: SIZES,
    },
    Adversary {
        name: "far reach in rooms",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| rooms(size, &far_reach()),
        sizes: SMALL,
    },
    Adversary {
        name: "piles",
        is_random: false,
        formations: 32,
        masks: 0,
        text: |size| one_room(size, &piles()),
        sizes: SIZES,
    },
    Adversary {
        name: "leaning piles",
        is_random: false,
        formations: 5,
        masks: 0,
        text: |size| one_room(size, &leaning()),
        sizes: SIZES,
    },
    Adversary {
        name: "points",
        is_random: false,
        formations: 7,
        masks: 0,
        text: |size| one_room(size, &points()),
        sizes: SIZES,
    },
    Adversary {
        name: "points in a gallery",
        is_random: false,
        formations: 7,
        masks: 0,
        text: |size| one_room(size, &points()),
        sizes: NARROW,
    },
    Adversary {
        name: "masks",
        is_random: false,
        formations: 4,
        masks: 255 * 255,
        text: |size| rooms(size, &masks()),
        sizes: SIZES,
    },
    Adversary {
        name: "masks in a gallery",
        is_random: false,
        formations: 4,
        masks: 255 * 255,
        text: |size| one_room(size, &masks()),
        sizes: LONG,
    },
    Adversary { name: "tiny rooms", is_random: false, formations: 3, masks: 0, text: |size| tiny(size), sizes: SIZES },
    Adversary {
        name: "a chain of tiny rooms",
        is_random: false,
        formations: 3,
        masks: 0,
        text: |size| tiny(size),
        sizes: LONG,
    },
    Adversary { name: "hubs", is_random: true, formations: 3, masks: 0, text: |size| hubs(size, 2), sizes: SIZES },
    Adversary {
        name: "hubs, far loops",
        is_random: true,
        formations: 3,
        masks: 0,
        text: |size| hubs(size, 64),
        sizes: SIZES,
    },
    Adversary {
        name: "hubs in a gallery",
        is_random: true,
        formations: 3,
        masks: 0,
        text: |size| hubs(size, 64),
        sizes: LONG,
    },
    Adversary {
        name: "walls opened on all sides",
        is_random: true,
        formations: 3,
        masks: 0,
        text: |size| hubs(size, 2).replacen("floorplan: (", "floorplan: (open: (chance: 1.0), ", 1),
        sizes: SIZES,
    },
    Adversary {
        name: "a river that finds no place beside great rooms",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| parted(&great_rooms(size)),
        sizes: SIZES,
    },
    Adversary {
        name: "a wide river that winds between hubs",
        is_random: true,
        formations: 3,
        masks: 0,
        text: |size| parted(&hubs(size, 64)),
        sizes: SIZES,
    },
    Adversary {
        name: "a river and as many cycles as there may be",
        is_random: true,
        formations: 1,
        masks: 0,
        text: |size| parted(&many_cycles(size, 0)),
        sizes: SIZES,
    },
    Adversary {
        name: "as many features as there may be, between hubs",
        is_random: true,
        formations: 3,
        masks: 0,
        text: |size| featured(&hubs(size, 64)),
        sizes: SIZES,
    },
    Adversary { name: "vaults", is_random: true, formations: 3, masks: 0, text: vaults, sizes: SIZES },
];

/// The prop kinds of all adversaries.
pub(crate) const PROPS: &str = " props: {
  \"o\": (glyph: 'o', color: \"#808080\"), \"O\": (glyph: 'O', color: \"#808080\", footprint: (2, 1)),
  \"B\": (glyph: 'B', color: \"#808080\", footprint: (8, 8)),
  \"i\": (glyph: 'i', color: \"#808080\", blocks: false), \"m\": (glyph: 'm', color: \"#808080\", marker: true),
  \"n\": (glyph: 'n', color: \"#808080\", near: [Any(32), Wall(32), Door(32), Entry(32), Exit(32)]),
  \"a\": (glyph: 'a', color: \"#808080\", avoid: [Prop(\"a\", 1), Prop(\"q\", 32), Prop(\"n\", 1), Entry(1), Exit(1)]),
  \"q\": (glyph: 'q', color: \"#808080\", blocks: false, avoid: [Any(32)], near: [Wall(32)]),
  \"t\": (glyph: 't', color: \"#808080\", tall: 1.0, near: [Any(1)]),
  \"u\": (glyph: 'u', color: \"#808080\", tall: 1.0, elevation: 1.0, near: [Prop(\"t\", 1)], footprint: (2, 1)),
  \"v\": (glyph: 'v', color: \"#808080\", tall: 0.25, elevation: 0.5, blocks: false),
 },\n";

/// A level with a single room.
fn one_room(size: (i64, i64), formations: &str) -> String {
    one_room_of(size, PROPS, formations)
}

/// A level with a single room and these prop kinds.
pub(crate) fn one_room_of(size: (i64, i64), props: &str, formations: &str) -> String {
    let (least, most) = (size.0.min(size.1) - 2, size.0.max(size.1) - 2);
    // A side of at most twice the minimum is never cut.
    let min = (most + 1) / 2;
    let (size, min) = if least >= min { (size, min) } else { (size, least) };
    let stop = if least >= (most + 1) / 2 { "0.0" } else { "1.0" };
    format!(
        "(name: \"one\", size: {size:?}, floorplan: (rooms: (min: {min}, max: {}, stop: {stop})),\n{props} layouts: [(name: \"one\", formations: [\n{formations}])])",
        most.max(2 * min)
    )
}

/// A level with rooms of all sizes, where every room is used and every wall has a door.
fn rooms(size: (i64, i64), formations: &str) -> String {
    format!(
        "(name: \"rooms\", size: {size:?}, floorplan: (rooms: (min: 3, max: 30, stop: 0.2), coverage: 1.0, loops: (chance: 1.0)),\n\
         {PROPS} layouts: [(name: \"one\", formations: [\n{formations}])])"
    )
}

/// Rooms of one to three cells, with everything as often as allowed.
fn tiny(size: (i64, i64)) -> String {
    format!(
        "(name: \"tiny\", size: {size:?}, clearance: 8, floorplan: (rooms: (min: 1, max: 3), style: Adjacent(door: (1, 1)), path: (fraction: (1.0, 1.0), wander: 1.0),\n\
          bonus: (chance: 1.0, spacing: 0, depth: 1000, hosts: [Path]), coverage: 1.0, loops: (chance: 1.0, apart: 2, skip: 1.0)),\n\
         {PROPS} layouts: [(name: \"one\", formations: [\n{}])])",
        filled()
    )
}

/// A few huge leaves among very many tiny ones, and a path that winds around them.
fn hubs(size: (i64, i64), detour: i64) -> String {
    let max = size.0.max(size.1);
    // In a gallery, cuts give rows as long as the level, few of which stay whole.
    let longer = if size.1 < 30 { "0.0" } else { "0.5" };
    format!(
        "(name: \"hubs\", size: {size:?}, clearance: 8, floorplan: (rooms: (min: 1, max: {max}, ratio: (0.2, 0.8), stop: 0.02, longer: {longer}), style: Adjacent(door: (1, 1)),\n\
         path: (fraction: (1.0, 1.0), wander: 1.0), bonus: (chance: 1.0, spacing: 0, depth: 3), coverage: 1.0, loops: (chance: 1.0, apart: {detour}, skip: 1.0)),\n\
         {PROPS} layouts: [(name: \"one\", formations: [\n{}])])",
        "(shape: Square, fill: true, size: Fit(1.0), at: Doors, prop: \"O\"), (shape: Route, prop: \"i\"), (shape: Square, fill: true, size: Fit(1.0), prop: \"o\")"
    )
}

/// Rooms drawn full of obstacles with things to reach in them, and vaults that fill other rooms.
fn vaults(size: (i64, i64)) -> String {
    let own: String = (0..24).fold(String::new(), |mut text, number| {
        let row = |y: i64| -> String { (0..40).map(|x| if (x * 7 + y * 3) % 11 == 0 { 'i' } else { 'o' }).collect() };
        let rows: Vec<String> = (0..40).map(|y| format!("\"{}\"", row(y + number))).collect();
        text += &format!(
            "(name: \"{number}\", room: true, required: true, rooms: (kinds: [Path, Bonus, Start, End]), rows: [{}], \
             legend: {{'o': \"o\", 'i': \"i\"}}),\n",
            rows.join(", ")
        );
        text
    });
    let inside = "(name: \"in\", turns: true, mirrored: true, weight: 5, rows: [\"ooo\", \"oio\", \"ooo\"], legend: {'o': \"o\", 'i': \"i\"})";
    format!(
        "(name: \"vaults\", size: {size:?}, floorplan: (rooms: (min: 3, max: 12), coverage: 1.0, vaults: (chance: 1.0)),\n{PROPS}\
         layouts: [(name: \"one\", formations: [\n{}])], vaults: [{own}{inside}])",
        filled()
    )
}

/// Small rooms with a short path, whose cycles search the whole level, each twice.
///
/// With a `corner`, most walls have no place for a door, and halls ask for each half of the path.
fn many_cycles(size: (i64, i64), corner: i64) -> String {
    let rules = "(from: (0, 0.9), to: (0.1, 1), rooms: (64, 64), most: 16),".repeat(8);
    let hall = |name: usize| {
        let from = name as f64 / 16.0;
        format!("(name: \"{name}\", min: (3, 9), max: (9, 9), progress: ({from}, {})),", from + 0.05)
    };
    let halls: String = (0..16 * corner as usize).map(hall).collect();
    format!(
        "(name: \"cycles\", size: {size:?}, floorplan: (rooms: (min: 3, max: 6, sizes: [{halls}]), \
         style: Adjacent(corner: {corner}), start: Corner, path: (rooms: (3, 40), wander: 1.0), cycles: [{rules}], \
         coverage: 1.0, loops: (chance: 1.0, apart: 2)),\n{PROPS}layouts: [(name: \"one\", formations: [\
         (shape: Square, size: Cells(1), prop: \"i\")])])"
    )
}

/// A preset with a river as wide as may be, which winds as far and is crossed as often as may be.
fn parted(text: &str) -> String {
    let river = "(name: \"river\", terrain: \"water\", width: (16, 16), meander: 8, crossings: (16, 16))";
    let terrain = "(terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"ice\"), \
        \"ice\": (glyph: '=', color: \"#ffffff\")}, name:";
    text.replacen("floorplan: (", &format!("floorplan: (partings: [{river}], "), 1).replacen("(name:", terrain, 1)
}

/// A preset with as many features as may be, each as dear as may be.
fn featured(text: &str) -> String {
    let terrain = "(terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"ice\"), \
        \"ice\": (glyph: '=', color: \"#ffffff\")}, name:";
    let of = |number: usize| match number % 4 {
        0 => "kind: Road, terrain: \"ice\", from: Exit, to: Entry, by: (kinds: [Bonus])",
        1 => "kind: Lake, terrain: \"water\", area: 0.5, fringe: [\"ice\", \"ice\", \"ice\", \"ice\"]",
        2 => "kind: Stream, terrain: \"water\", width: (8, 8), meander: 1.0",
        _ => "kind: Area, terrain: \"ice\", cover: 1.0, around: Lake, scale: 2",
    };
    let features: String = (0..16).map(|number| format!("(name: \"{number}\", {}), ", of(number))).collect();
    text.replacen("floorplan: (", &format!("floorplan: (features: [{features}], "), 1).replacen("(name:", terrain, 1)
}

/// Great rooms, of which a level holds one or two, each of which would take most of it: as many
/// kinds as there may be beside a parting, whose name is a tag, too.
fn great_rooms(size: (i64, i64)) -> String {
    let room = |name: usize| format!("(name: \"{name}\", fraction: 0.{}),", 75 - name);
    let rooms: String = (0..31).map(room).collect();
    format!(
        "(name: \"great\", size: {size:?}, floorplan: (rooms: (min: 2, max: 4, sizes: [{rooms}]), coverage: 1.0, \
         loops: (chance: 1.0, apart: 2)),\n{PROPS}layouts: [(name: \"one\", formations: [\
         (shape: Square, size: Cells(1), prop: \"i\")])])"
    )
}

/// A gallery beside very many rooms, each of which remembers all the others beside it, and as many
/// layouts and pools as there may be.
fn many_memories(size: (i64, i64)) -> String {
    let layout = |number: usize| {
        let pool = if number.is_multiple_of(3) {
            format!(", pool: \"{}\", depth: (0, 0.9)", number % 64 / 3)
        } else {
            String::new()
        };
        format!("(name: \"{number}\"{pool}, formations: [(shape: Square, size: Cells(1), prop: \"i\")]),")
    };
    let layouts: String = (0..1024).map(layout).collect();
    let pools: String = (0..22).map(|number| format!("\"{number}\": (each: 5, every: {}),", number / 20 + 1)).collect();
    let (width, height) = (size.0 - 2, size.1 / 2);
    format!(
        "(name: \"memories\", size: {size:?}, memory: (beside: 0, near: 0, floor: 0), pools: {{{pools}}}, floorplan: (rooms: (\
         min: 2, max: 4, sizes: [(name: \"gallery\", min: ({width}, 3), max: ({width}, {height}))]), coverage: 1.0, \
         loops: (chance: 1.0, apart: 2)),\n{PROPS}layouts: [{layouts}])"
    )
}

/// Formations that must have more props than a room holds, behind one that fills it.
fn nowhere() -> String {
    let fill = "(shape: Square, size: Fit(1), fill: true, required: true, prop: \"O\"),";
    let required = "(shape: Square, size: Fit(0.9), fill: true, at: Anywhere, required: 1000, prop: \"i\"),";
    fill.to_owned() + &required.repeat(63)
}

/// Small rooms with doors all around, none of which can have a lock for a single use, and loops
/// that save too little to be shortcuts.
fn many_locks(size: (i64, i64), around: &str, doors: &str) -> String {
    let (mut locks, mut kinds) = (String::new(), String::new());
    for number in 0..16 {
        let place = ["Tag(\"any\")", "Bonus", "Path((0, 1))"][number % 3];
        let single_use = number % 2 == 0;
        write!(locks, "(name: \"{number}\", lock: {place}, single_use: {single_use}),").expect("a string");
        write!(kinds, "\"{number}\": (glyph: 'k', color: \"#808080\", blocks: false),").expect("a string");
    }
    format!(
        "(name: \"locks\", size: {size:?}, floorplan: (rooms: (min: 3, max: 6), path: (fraction: (0.3, 0.5)), \
         coverage: 1.0, loops: (chance: 1.0, apart: 2), tags: [(tag: \"any\")]{doors}), \
         props: {{{kinds} \"i\": (glyph: 'i', color: \"#808080\")}}, \
         mission: (locks: [{locks}], around: {around}, shortcuts: (chance: 1, saves: 64, count: 16)), \
         layouts: [(name: \"one\", formations: [(shape: Square, size: Cells(1), prop: \"i\")])])"
    )
}

/// The same with eight stairs at walls.
fn many_stairs(size: (i64, i64)) -> String {
    let stairs: String = (0..8).map(|number| format!("(to: \"{number}\", pick: DeadEnds, at: Wall), ")).collect();
    many_locks(size, "OneWay", &format!(", stairs: [{stairs}]"))
}

/// A preset for a room as long as the level, which is the end of the path, and rooms with doors to
/// it on its whole length.
fn gallery_of_doors((width, height): (i64, i64)) -> String {
    format!(
        "(name: \"gallery\", size: ({width}, {height}), clearance: 8, floorplan: (
            rooms: (min: 1, max: 3, stop: 0, sizes: [(name: \"gallery\", min: ({0}, 9), max: ({0}, 9), progress: (1, 1))]),
            entry: (at: Wall), exit: (at: Wall), path: (rooms: (2, 2)), coverage: 1),
          {PROPS}layouts: [(name: \"one\", formations: [(shape: Square, size: Cells(1), prop: \"i\")])])",
        width - 2
    )
}

/// Obstacles on every other cell, and things to reach on the cells between.
fn checkers() -> String {
    "(shape: Square, fill: true, size: Fit(1.0), checker: true, prop: \"o\"),\n(shape: Square, fill: true, size: Fit(1.0), prop: \"i\"),\n".to_owned()
}

/// Things to reach, with obstacles everywhere else.
fn filled() -> String {
    "(shape: Scatter(9), size: Fit(1.0), prop: \"i\"),\n(shape: Square, fill: true, size: Fit(1.0), prop: \"O\"),\n(shape: Square, fill: true, size: Fit(1.0), prop: \"o\"),\n".to_owned()
}

/// A ring of obstacles six cells thick around an empty hall, with things to reach inside the ring.
///
/// The hall is two obstacles away from each thing, the rest of the room three, and the next thing
/// four. Hence each search visits the whole hall before it leaves the room's middle.
fn moat((width, height): (i64, i64)) -> String {
    let count = ((width + height) / 6).min(1000);
    let mut text = format!("(shape: Border, inset: 5, count: {count}, prop: \"i\"),\n");
    for inset in 2..8 {
        writeln!(text, "(shape: Border, inset: {inset}, prop: \"o\"),").expect("a string");
    }
    text
}

/// Nested rings of obstacles.
fn rings() -> String {
    (0..60).map(|ring| format!("(shape: Border, inset: {}, prop: \"{}\"),\n", ring + 1, ["o", "O"][ring % 2])).collect()
}

/// As many formations as a layout may have, with all their options.
fn many() -> String {
    let each = |number: usize| {
        let prop = ["o", "O", "i", "m", "n", "a"][number % 6];
        format!(
            "(shape: Circle, fill: true, checker: true, size: Fit(0.{}), at: Corners, inset: {}, prop: \"{prop}\"),\n",
            1 + number % 9,
            number % 7
        )
    };
    (0..64).map(each).collect()
}

/// As many formations, with proximity rules to all others at the largest distance.
fn far_reach() -> String {
    let each = |number: usize| {
        let prop = ["o", "n", "a", "q"][number % 4];
        format!(
            "(shape: X, size: Fit(1.0), shift: ({}, {}), turn: Random, least: 0.01, prop: \"{prop}\"),\n",
            number,
            64 - number
        )
    };
    (0..64).map(each).collect()
}

/// Stacks of props all over the room, as high as possible.
fn piles() -> String {
    let each = |number: usize| {
        let prop = ["t", "v", "u", "i"][number % 4];
        format!(
            "(shape: Square, fill: true, size: Fit(1.0), stack: true, shift: ({}, 0), prop: \"{prop}\"),\n",
            number % 3
        )
    };
    (0..32).map(each).collect()
}

/// Tables with rules to stand next to each other, each stack depending on the next.
fn leaning() -> String {
    "(shape: Square, size: Cells(1), at: NorthWest, prop: \"o\"),
     (shape: Square, fill: true, size: Fit(1.0), stack: true, prop: \"t\"),
     (shape: Scatter(2), size: Fit(1.0), prop: \"i\"),
     (shape: Square, fill: true, size: Fit(1.0), stack: true, prop: \"u\"),
     (shape: Square, fill: true, size: Fit(1.0), stack: true, prop: \"t\"),\n"
        .to_owned()
}

/// Formations placed over the whole room at as many points as possible.
fn points() -> String {
    "(shape: Square, size: Cells(1), at: Anywhere, count: 1000, name: \"p\", prop: \"m\"),
     (shape: Square, fill: true, checker: true, size: Fit(1.0), at: Of(\"p\"), prop: \"O\"),
     (shape: Square, fill: true, checker: true, size: Fit(1.0), at: Of(\"p\"), least: 0.9, prop: \"i\"),
     (shape: Scatter(1), size: Fit(1.0), at: Of(\"p\"), count: 1, prop: \"i\"),
     (shape: Scatter(255), size: Fit(1.0), at: Anywhere, prop: \"i\"),
     (shape: Circle, fill: true, size: Ratio(2.0), at: Anywhere, count: 1000, prop: \"o\"),
     (shape: Circle, size: Ratio(0.3), at: Between(NorthWest, SouthEast), count: 1000, turn: Random, prop: \"O\"),\n"
        .to_owned()
}

/// Masks many times as large as their rooms.
fn masks() -> String {
    "(shape: Diamond, fill: true, size: Box(255, 255), prop: \"O\"),
     (shape: Circle, fill: true, size: Fit(2.0), at: Corners, prop: \"o\"),
     (shape: Triangle, fill: true, size: Ratio(2.0), at: Walls, prop: \"i\"),
     (shape: X, size: Fit(1.0), at: Doors, prop: \"m\"),\n"
        .to_owned()
}
