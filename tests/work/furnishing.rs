//! Adversaries of furnishing: as many formations as a layout may have, each as costly as possible.

use super::adversaries::{Adversary, LARGE, PROPS, SIZES, SMALL, one_room_of};

pub(crate) const FURNISHING: [Adversary; 25] = [
    Adversary {
        name: "a stack at points",
        is_random: false,
        formations: 2,
        masks: 0,
        text: |size| one_room_of(size, &heights("(1, 1)"), &at_points(1, "stack: true, prop: \"s#\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "stacks at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, &heights("(1, 1)"), &at_points(63, "stack: true, prop: \"s#\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "wide stacks at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, &heights("(2, 1)"), &at_points(63, "stack: true, prop: \"s#\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "stacks that are counted",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, &heights("(1, 1)"), &at_points(63, "stack: true, least: 0.9, prop: \"r#\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "wide props at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &at_points(63, "least: 0.9, prop: \"O\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "scatters",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &"(shape: Scatter(1), size: Fit(1.0), prop: \"i\"),\n".repeat(64)),
        sizes: SIZES,
    },
    Adversary {
        name: "scatters at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| {
            one_room_of(
                size,
                PROPS,
                &at_points(63, "prop: \"O\"").replace("shape: Square, fill: true", "shape: Scatter(1)"),
            )
        },
        sizes: SIZES,
    },
    Adversary {
        name: "piles of points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, &heights("(1, 1)"), &piles_of_points()),
        sizes: SIZES,
    },
    Adversary {
        name: "anywhere",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &anywhere("o").repeat(64)),
        sizes: SIZES,
    },
    Adversary {
        name: "wide props anywhere",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &anywhere("O").repeat(64)),
        sizes: SIZES,
    },
    Adversary {
        name: "routes",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| shaped(size, &"(shape: Route, prop: \"i\"), (shape: Route, prop: \"n\"),\n".repeat(32)),
        sizes: SIZES,
    },
    Adversary {
        name: "routes of other ends",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| shaped(size, &routes().repeat(16)),
        sizes: SIZES,
    },
    Adversary {
        name: "masks along doors",
        is_random: true,
        formations: 64,
        masks: 255 * 255,
        text: |size| shaped(size, &along_doors().repeat(16)),
        sizes: LARGE,
    },
    Adversary {
        name: "whole masks at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &at_points(63, "clip: Whole, prop: \"O\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "symmetric masks at points",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| {
            one_room_of(size, &heights("(1, 1)"), &at_points(63, "clip: Symmetric, stack: true, prop: \"r#\""))
        },
        sizes: SIZES,
    },
    Adversary {
        name: "blobs at points",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &blobs("prop: \"O\"")),
        sizes: SIZES,
    },
    Adversary {
        name: "ponds at points",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| wet(&one_room_of(size, PROPS, &blobs("least: 0.1, terrain: \"water\""))),
        sizes: SIZES,
    },
    Adversary {
        name: "walkways through water",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| {
            let things = "(shape: Scatter(3), size: Fit(1.0), prop: \"i\"),\n";
            let water = "(shape: Scatter(1), size: Fit(0.9), count: 900, terrain: \"water\"),\n".repeat(62);
            let rest = "(shape: Square, fill: true, size: Fit(1.0), terrain: \"water\"),\n";
            wet(&one_room_of(size, PROPS, &format!("{things}{water}{rest}")))
        },
        sizes: SIZES,
    },
    Adversary {
        name: "fringes and rules about terrain",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| {
            let water = "(shape: Scatter(1), size: Fit(0.9), count: 900, terrain: \"water\"),\n".repeat(32);
            let things = "(shape: Scatter(1), size: Fit(1.0), count: 900, prop: \"w\"),\n".repeat(32);
            let by_water = "  \"w\": (glyph: 'w', color: \"#808080\", blocks: false, near: [Terrain(\"water\", 32)], \
                avoid: [Terrain(\"ice\", 1), Terrain(\"wet\", 0)]),\n  \"t\":";
            let props = PROPS.replacen("  \"t\":", by_water, 1);
            wet(&one_room_of(size, &props, &format!("{water}{things}"))).replacen(
                "bridge: \"ice\"",
                "bridge: \"ice\", fringe: (4, \"ice\"), tags: [\"wet\"]",
                1,
            )
        },
        sizes: SIZES,
    },
    Adversary {
        name: "routes by the axis",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| {
            let routes = routes().replace("prop:", "via: Axis, prop:");
            shaped(size, &routes.repeat(16)).replace("shapes: [", "shapes: [(shape: Rectangle, weight: 2), ")
        },
        sizes: SIZES,
    },
    Adversary {
        name: "inward",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| shaped(size, &inward().repeat(16)),
        sizes: SIZES,
    },
    Adversary {
        name: "borders of blocks",
        is_random: false,
        formations: 64,
        masks: 0,
        text: |size| one_room_of(size, PROPS, &borders()),
        sizes: LARGE,
    },
    Adversary { name: "many vaults", is_random: true, formations: 64, masks: 0, text: vaults, sizes: SIZES },
    Adversary {
        name: "many vaults of terrain",
        is_random: true,
        formations: 64,
        masks: 0,
        text: |size| {
            let drawn = |text: String, kind: char| {
                let terrain = if kind.is_ascii_uppercase() { "water" } else { "ice" };
                text.replace(&format!("'{kind}': \"{kind}\""), &format!("'{kind}': (terrain: {terrain:?})"))
            };
            wet(&('A'..='Z').chain('a'..='m').fold(vaults(size), drawn)).replacen(
                "bridge: \"ice\"",
                "bridge: \"ice\", fringe: (4, \"ice\")",
                1,
            )
        },
        sizes: SIZES,
    },
    Adversary { name: "wandering corridors", is_random: true, formations: 2, masks: 0, text: corridors, sizes: SMALL },
];

/// Carpets, and kinds that stack, one for each height; some have a rule.
fn heights(footprint: &str) -> String {
    let each = |number: usize| {
        let shelf = format!("tall: 0.25, elevation: {}, footprint: {footprint}", number as f64 / 4.0);
        format!(
            "\"s{number}\": (glyph: 's', color: \"#808080\", blocks: false, {shelf}),\n\
             \"r{number}\": (glyph: 'r', color: \"#808080\", blocks: false, near: [Any(32), Wall(32)], {shelf}),\n"
        )
    };
    let kinds: String = (1..=63).map(each).collect();
    format!(" props: {{ \"i\": (glyph: 'i', color: \"#808080\", blocks: false, tall: 0.0),\n{kinds} }},\n")
}

/// Formations that fill the room at each prop of a scatter; `#` is replaced by their number.
fn at_points(count: usize, rest: &str) -> String {
    let each = |number: usize| {
        let rest = rest.replace('#', &number.to_string());
        format!("(shape: Square, fill: true, size: Fit(1.0), at: Of(\"p\"), {rest}),\n")
    };
    let scatter = "(shape: Scatter(1), size: Fit(1.0), name: \"p\", prop: \"i\"),\n";
    scatter.to_owned() + &(1..=count).map(each).collect::<String>()
}

/// Points of a scatter with as many blobs of the size of the room.
fn blobs(rest: &str) -> String {
    at_points(63, rest).replace("shape: Square, fill: true", "shape: Blob")
}

/// A preset with kinds of terrain.
fn wet(text: &str) -> String {
    let terrain = "(terrain: {\"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true, bridge: \"ice\"), \
        \"ice\": (glyph: '=', color: \"#ffffff\")}, name:";
    text.replacen("(name:", terrain, 1)
}

/// Stacked scatters, each prop of which is a point of as many formations.
fn piles_of_points() -> String {
    let scatter = |number: usize| {
        format!("(shape: Scatter(1), size: Fit(1.0), stack: true, name: \"p\", prop: \"s{number}\"),\n")
    };
    let all: String = (1..=32).map(scatter).collect();
    all + &"(shape: Square, size: Cells(1), at: Of(\"p\"), prop: \"i\"),\n".repeat(32)
}

/// Routes of which none has the ends of the one before.
fn routes() -> String {
    "(shape: Route, from: Doors, to: At(0.9, 0.1), prop: \"i\"), (shape: Route, prop: \"i\"),
     (shape: Route, from: NorthWest, to: SouthEast, prop: \"i\"), (shape: Route, from: Exit, prop: \"n\"),\n"
        .to_owned()
}

/// The largest masks at each door, turned to it.
fn along_doors() -> String {
    let bitmap = format!("\"{}\", ", "#".repeat(255)).repeat(60);
    format!(
        "(shape: Bitmap([{bitmap}]), at: DoorAxis, along: Door, prop: \"i\"),
         (shape: Vertical, size: Fit(2.0), at: DoorAxis, along: Door, prop: \"O\"),
         (shape: Horizontal, size: Ratio(2.0), at: Doors, along: Door, checker: true, prop: \"n\"),
         (shape: Vertical, size: Box(3, 255), at: DoorAxis, inset: 255, along: Door, prop: \"O\"),\n"
    )
}

/// Props that turn inward wherever they stand: each of them, or all at one of many anchors.
fn inward() -> String {
    "(shape: Square, fill: true, size: Fit(1), prop: \"n\", turn: Inward, stack: true),
     (shape: Scatter(1), size: Fit(1), prop: \"B\", turn: Inward),
     (shape: Square, fill: true, size: Cells(3), at: Anywhere, count: 1000, prop: \"O\", turn: Inward),
     (shape: Border, prop: \"i\", turn: Inward),\n"
        .to_owned()
}

/// A formation placed over the whole room as often as allowed.
fn anywhere(prop: &str) -> String {
    format!("(shape: Circle, fill: true, size: Ratio(2.0), at: Anywhere, count: 1000, prop: \"{prop}\"),\n")
}

/// The largest footprints along each ring.
fn borders() -> String {
    (0..64).map(|inset| format!("(shape: Border, inset: {}, count: 1000, prop: \"B\"),\n", inset % 4)).collect()
}

/// Rooms of other shapes than rectangles, with many doors.
fn shaped(size: (i64, i64), formations: &str) -> String {
    format!(
        "(name: \"shaped\", size: {size:?}, floorplan: (rooms: (min: 5, max: 60, stop: 0.5), coverage: 1.0, \
          loops: (chance: 1.0, apart: 2), shapes: [(shape: Round), (shape: L), (shape: Plus), (shape: Cave, rough: 1.0), (shape: Ruin)]),\n\
         {PROPS} layouts: [(name: \"one\", formations: [\n{formations}])])"
    )
}

/// As many vaults as formations, each of many kinds, in rooms that formations also fill.
fn vaults(size: (i64, i64)) -> String {
    let characters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let kinds: String = characters
        .iter()
        .map(|kind| {
            format!("\"{kind}\": (glyph: 'k', color: \"#808080\", avoid: [Prop(\"crate\", 32)], near: [Any(32)]),\n")
        })
        .collect();
    let props = format!(
        " props: {{ \"crate\": (glyph: 'x', color: \"#808080\", blocks: false, avoid: [Any(1)], near: [Any(32)]),\n{kinds} }},\n"
    );
    let legend: Vec<String> = characters.iter().map(|kind| format!("'{kind}': \"{kind}\"")).collect();
    let row = |y: usize| -> String {
        (0..8)
            .map(|x| if (x + y).is_multiple_of(5) { ' ' } else { characters[(8 * y + x) % characters.len()] })
            .collect()
    };
    let vault = |number: usize| {
        let rows: Vec<String> = (0..8).map(|y| format!("\"{}\"", row(y + number))).collect();
        format!(
            "(name: \"{number}\", turns: true, mirrored: true, rows: [{}], legend: {{{}}}),\n",
            rows.join(", "),
            legend.join(", ")
        )
    };
    let all: String = (0..64).map(vault).collect();
    let formations = "(shape: Square, fill: true, size: Fit(1.0), prop: \"crate\"),\n".repeat(64);
    format!(
        "(name: \"vaults\", size: {size:?}, floorplan: (rooms: (min: 8, max: 16), coverage: 1.0, vaults: (chance: 1.0)),\n{props}\
         layouts: [(name: \"one\", formations: [\n{formations}])], vaults: [{all}])"
    )
}

/// Distant rooms, all joined by corridors as long as possible.
fn corridors(size: (i64, i64)) -> String {
    format!(
        "(name: \"corridors\", size: {size:?}, floorplan: (rooms: (min: 3, max: 12, stop: 0.0), \
          style: Corridors(width: (1, 1), margin: (0, 0)), path: (fraction: (1.0, 1.0), wander: 1.0),\n\
          bonus: (chance: 1.0, spacing: 0, depth: 1000), coverage: 1.0, loops: (chance: 1.0, apart: 2, skip: 1.0)),\n\
         {PROPS} layouts: [(name: \"one\", formations: [(shape: Route, prop: \"i\"), (shape: Border, prop: \"o\")])])"
    )
}
