//! Examples of valid values for fields and variants, for use in help texts.

use serde::{
    Deserialize,
    de::value::{self, StrDeserializer},
};

use crate::{
    model::{DoorKind, FeatureKind, RoomShape},
    preset::{FormationShape, KeyPick, rules::StairsPlace},
};

pub(super) fn pair(field: &str) -> &'static str {
    match field {
        "size" => "(80, 50)",
        "Box" => "Box(4, 2)",
        "At" => "At(0.5, 0.25)",
        "ratio" => "(0.35, 0.65)",
        "door" | "width" | "margin" => "(1, 2)",
        "width of partings" => "(3, 4)",
        "crossings" => "(2, 3)",
        "rooms" => "(3, 5)",
        "fraction" => "(0.15, 0.25)",
        "min" | "max" => "(7, 7)",
        "count" | "keys" | "with" => "(1, 2)",
        "footprint" => "(2, 1)",
        "shift" => "(1, 0)",
        "Between" => "Between(Center, NorthWest)",
        "body" => "(0.5, 0.5)",
        "Prop" => "Prop(\"chest\", 2)",
        _ => "(0.3, 1.0)",
    }
}

pub(super) fn list(field: &str) -> &'static str {
    match field {
        "kinds" => "[Start]",
        "hosts" => "[Start, Path]",
        "formations" | "one_of" | "all_of" => "[(shape: Circle, prop: \"urn\")]",
        "tags" => "[\"treasury\"]",
        "rules for tags" => "[(tag: \"treasury\", rooms: (kinds: [Bonus]))]",
        "cycles" => "[(from: (0.0, 0.3), to: (0.5, 1.0))]",
        "curve" => "[(0.0, 0.5), (0.8, 2.0)]",
        "features" => "[(kind: Area, terrain: \"moss\")]",
        "fringe" => "[\"mud\"]",
        "partings" => "[(name: \"river\", terrain: \"water\")]",
        "sizes" => "[(name: \"hall\", min: (14, 12), max: (18, 16))]",
        "due" => "[(rooms: (tags: [\"treasury\"]), value: (6, 9))]",
        "remove" => "[\"hall\"]",
        "doors" => "[(kind: Secret)]",
        "stairs" => "[(to: \"well\", rooms: (kinds: [Bonus]))]",
        "locks" => "[(name: \"iron key\", lock: Tag(\"treasury\"))]",
        "shapes" => "[(shape: L, weight: 2)]",
        "vaults" => "[(name: \"tomb\", rows: [\".t.\"], legend: { 't': \"tomb\" })]",
        "layouts" => "[(name: \"hall\", formations: [])]",
        "Bitmap" => "Bitmap([\"##.\", \".##\"])",
        "near" | "avoid" => "[Wall(1), Prop(\"chest\", 2)]",
        // The rows of vaults and sprites.
        _ => "[\".k.\", \"kkk\"]",
    }
}

/// The fields of a struct, for a field that takes one.
pub(super) fn fields(field: &str) -> Option<&'static str> {
    Some(match field {
        "rooms" => "(min: 8, max: 18)",
        "by" | "rooms to avoid" => "(tags: [\"hall\"])",
        "path" => "(rooms: (5, 9))",
        "bonus" => "(chance: 0.5, depth: 2)",
        "loops" => "(chance: 0.3)",
        "entry" => "(at: Wall)",
        "exit" => "(at: Wall, dead_end: true)",
        "mission" => "(locks: [(name: \"iron key\", lock: Tag(\"treasury\"))])",
        "key" => "(pick: DeadEnds)",
        "shortcuts" => "(chance: 0.5)",
        "floorplan" => "(rooms: (min: 8, max: 18))",
        "theme" => "(rock: \"#1b1b1f\")",
        "light" => "(color: \"#ffb060\", radius: 5.0)",
        "encounters" => "(budget: (from: 20, to: 50), quiet: 12)",
        "loot" => "(budget: 16, items: {\"chest\": (value: 4)})",
        _ => return None,
    })
}

/// Help for a field that takes structs, where a word `found` stands in place of one: how to write
/// the word as a field, if it is the value of one.
pub(super) fn fields_with(field: &str, found: &str) -> String {
    let (key, is_value) = match field {
        "shapes" => ("shape", is::<RoomShape>(found)),
        "formations" | "one_of" | "all_of" => ("shape and prop", is::<FormationShape>(found)),
        "doors" => ("kind", is::<DoorKind>(found)),
        "features" => ("kind", is::<FeatureKind>(found)),
        "entry" | "exit" => ("at", is::<StairsPlace>(found)),
        "key" => ("pick", is::<KeyPick>(found)),
        _ => ("", false),
    };
    match key {
        _ if !is_value => {}
        "shape and prop" => return format!("as in `(shape: {found}, prop: \"urn\")`"),
        key => return format!("write `({key}: {found})`"),
    }
    let item = list(field).trim_start_matches('[').trim_end_matches(']');
    match fields(field) {
        Some(fields) => format!("as in `{fields}`"),
        None if item.starts_with('(') => format!("as in `{item}`"),
        None => format!("write the fields of `{field}` in round brackets"),
    }
}

/// Whether a word is a value of the type `T`.
fn is<T: for<'de> Deserialize<'de>>(word: &str) -> bool {
    T::deserialize(StrDeserializer::<value::Error>::new(word)).is_ok()
}

pub(super) fn variant(name: &str) -> &'static str {
    match name {
        "Cells" => "Cells(4)",
        "Ratio" => "Ratio(0.5)",
        "Fit" => "Fit(0.5)",
        "Of" => "Of(\"altar\")",
        "Scatter" => "Scatter(2)",
        "Bitmap" => list("Bitmap"),
        "Adjacent" => "Adjacent(door: (1, 2))",
        "Wall" => "Wall(1)",
        "Door" => "Door(2)",
        "Entry" => "Entry(3)",
        "Exit" => "Exit(3)",
        "Any" => "Any(2)",
        "Bank" => "Bank(1)",
        "Terrain" => "Terrain(\"water\", 1)",
        "Every" => "Every(3)",
        "Path" => "Path((0.3, 0.6))",
        "Tag" => "Tag(\"treasury\")",
        "Crossing" => "Crossing(\"river\")",
        "Corridors" => "Corridors(width: (1, 2), margin: (1, 2))",
        _ => pair(name),
    }
}

/// The types whose variants have no names, but each a form of its own: the forms in words, and
/// examples of them.
const EITHER: [(&str, &str, &str); 10] = [
    ("RawRamp", "a number or a ramp", RAMP),
    ("RawCount", "a number, a ramp or a pair", "`2`, `(1, 3)` or `(from: 1, to: 3)`"),
    ("RawSprite", "rows of characters or the name of a sprite", "`\"crypt/urn\"`, or rows as in `[\".k.\", \"kkk\"]`"),
    (
        "RawSpriteFile",
        "the file of a picture, alone or with its grid",
        "`\"my.png\"`, or as in `(file: \"my.png\", side: 24, spacing: 1)`",
    ),
    (
        "RawLegendEntry",
        "the name of a prop, alone or with `choose`, or terrain",
        "`'t': \"tomb\"`, `'t': (prop: \"tomb\", choose: 1)` or `'~': (terrain: \"water\")`",
    ),
    ("RawRequired", "`true` or a number of props", "`required: true` or `required: 4`"),
    ("RawPresetNames", "the name of a preset or a list of names", "`\"crypt\"` or `[\"sewer\", \"crypt\"]`"),
    ("RawFloorRange", "a number of floors, or the least and the most", "`3` or `(2, 4)`"),
    ("RawDifficulty", "a difficulty, or that of the first and the last floor", "`0.5` or `(0.2, 0.6)`"),
    ("RawPieceText", "a piece of a preset or a file with one", "`(theme: (ambient: 0.2))` or `\"moods/dark.ron\"`"),
];

/// The forms of a type in words, and help with examples of them; `None` for types whose variants
/// have names.
pub(super) fn either(name: &str) -> Option<(&'static str, String)> {
    let (_, forms, examples) = EITHER.iter().find(|(known, ..)| *known == name)?;
    let start = if matches!(name, "RawSprite" | "RawSpriteFile") { "a name as" } else { "as in" };
    Some((forms, format!("{start} {examples}")))
}

/// Whether the variants of a type have no names.
pub(super) fn is_either(name: &str) -> bool {
    EITHER.iter().any(|(known, ..)| *known == name)
}

/// Examples of a number or a ramp, for any field or variant that takes either.
pub(super) const RAMP: &str = "`0.5` or `(from: 0.2, to: 0.6)`";

pub(super) fn map(field: &str) -> &'static str {
    match field {
        "palette" => "{ 'k': \"#15121f\" }",
        "variants" => "{ \"cracked urn\": 2 }",
        "legend" => "{ 't': \"tomb\" }",
        "names" => "{ \"urn\": \"3,2\" }",
        "values" => "{ \"level\": \"3\" }",
        "terrain" => "{ \"water\": (glyph: '~', color: \"#2f5f8f\", blocks: true) }",
        "groups" => "{ \"wolves\": (cost: 3, members: {\"wolf\": (2, 4)}) }",
        "members" => "{ \"wolf\": (2, 4) }",
        "items" => "{ \"chest\": (value: 4) }",
        "metered" => "{ \"draught\": (every: 2) }",
        _ => "{ \"urn\": (glyph: 'u', color: \"#c28a2e\") }",
    }
}

/// Those of the names of variants that presets may have: rules make no locks, vaults or banks.
pub(super) fn in_presets(names: &'static [&'static str]) -> impl Iterator<Item = &'static str> + Clone {
    let others: &[&str] = if names.contains(&"Vault") { &["Vault", "Bank", "Shore"] } else { &["Barred"] };
    names.iter().copied().filter(move |name| !others.contains(name))
}

/// What the variants of the enum `name` are.
pub(super) fn phrase(name: &str) -> &'static str {
    match name {
        "FormationShape" => "a shape",
        "RoomShape" => "a shape of room",
        "Anchor" => "an anchor",
        "MaskAxis" => "a line",
        "ClipRule" => "a rule for clipping",
        "RouteVia" => "what a route leads along",
        "MaskSize" => "a size",
        "Direction" => "a direction",
        "RoomKind" => "a kind of room",
        "PartingEnds" => "a rule for the ends of the path",
        "FeatureKind" => "a kind of feature",
        "RoadEnd" => "an end of a road",
        "AreaAround" => "what an area lies around",
        "PathStartRule" => "a rule for the start",
        "StairsPlace" => "a place for stairs",
        "RawStyle" => "a style",
        "RampAxis" => "an axis",
        "RampEasing" => "an ease",
        "RawRule" => "a rule",
        "Look" => "a look",
        "PropTurn" => "a turn",
        "DoorPlace" => "a place for doors",
        "LockPlace" => "a place for locks",
        "WayAround" => "a rule for ways around",
        "KeyPick" | "TagSelection" => "a choice of rooms",
        "RewardArm" => "an arm",
        "PoolUnit" => "a unit",
        "DoorKind" => "a kind of door",
        _ => "a word",
    }
}
