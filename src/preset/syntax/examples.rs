//! Examples of valid values for fields and variants, for use in help texts.

use std::fmt::Display;

use serde::{
    Deserialize,
    de::{Deserializer, Visitor},
    forward_to_deserialize_any,
};
use thiserror::Error;

use crate::{
    geom::Direction,
    model::RoomKind,
    preset::{
        Anchor, ClipRule, DoorPlace, FormationShape, KeyPick, LockPlace, MaskAxis, MaskSize, PartingEnds,
        PathStartRule, PropTurn, RampAxis, RampEasing, RawRamp, RewardArm, RouteVia, TagSelection, WayAround,
        rules::{RawRule, RawStyle, RuledShape, StairsPlace},
    },
    theme::Look,
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
        "partings" => "[(name: \"river\", terrain: \"water\")]",
        "sizes" => "[(name: \"hall\", min: (14, 12), max: (18, 16))]",
        "remove" => "[\"hall\"]",
        "doors" => "[(kind: Secret)]",
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
        "path" => "(rooms: (5, 9))",
        "bonus" => "(chance: 0.5, depth: 2)",
        "loops" => "(chance: 0.3)",
        "entry" | "exit" => "(at: Wall)",
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
    let (key, values) = match field {
        "shapes" => ("shape", "shapes"),
        "formations" | "one_of" | "all_of" => ("shape", "shape"),
        "doors" => ("kind", "kind"),
        "entry" | "exit" => ("at", "stairs"),
        "key" => ("pick", "key pick"),
        _ => ("", ""),
    };
    if names(values).is_some_and(|(_, names)| names.contains(&found)) {
        return match values {
            "shape" => format!("as in `(shape: {found}, prop: \"urn\")`"),
            _ => format!("write `({key}: {found})`"),
        };
    }
    let item = list(field).trim_start_matches('[').trim_end_matches(']');
    match fields(field) {
        Some(fields) => format!("as in `{fields}`"),
        None if item.starts_with('(') => format!("as in `{item}`"),
        None => format!("write the fields of `{field}` in round brackets"),
    }
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
const EITHER: [(&str, &str, &str); 6] = [
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

/// A phrase for the values that the field expects, and their names.
///
/// `None` for a field whose values have no names.
pub(super) fn names(field: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match field {
        "shape" => ("a shape", variants::<FormationShape>()),
        "shapes" => ("a shape of room", variants::<RuledShape>()),
        // Those of ramps and cycles are numbers and pairs, whose errors are others.
        "at" | "from" | "to" => ("an anchor", variants::<Anchor<String>>()),
        "along" => ("a line", variants::<MaskAxis>()),
        "clip" => ("a rule for clipping", variants::<ClipRule>()),
        "via" => ("what a route leads along", variants::<RouteVia>()),
        "size" => ("a size", variants::<MaskSize<RawRamp>>()),
        "facing" => ("a direction", variants::<Direction>()),
        "kinds" | "hosts" => ("a kind of room", variants::<RoomKind>()),
        "ends" => ("a rule for the ends of the path", variants::<PartingEnds>()),
        "start" => ("a rule for the start", variants::<PathStartRule>()),
        "stairs" => ("a place for stairs", variants::<StairsPlace>()),
        "style" => ("a style", variants::<RawStyle>()),
        "over" => ("an axis", variants::<RampAxis>()),
        "ease" => ("an ease", variants::<RampEasing>()),
        "near" | "avoid" => ("a rule", variants::<RawRule>()),
        "look" => ("a look", variants::<Look>()),
        "turn" => ("a turn", variants::<PropTurn>()),
        "place" => ("a place for doors", variants::<DoorPlace>()),
        "lock" => ("a place for locks", variants::<LockPlace<String>>()),
        "around" => ("a rule for ways around", variants::<WayAround>()),
        "key pick" => ("a choice of rooms", variants::<KeyPick>()),
        // Those of `encounters` are numbers, whose errors are others.
        "arms" => ("an arm", variants::<RewardArm>()),
        "pick" => ("a choice of rooms", variants::<TagSelection<RawRamp>>()),
        "kind" => ("a kind of door", &["Open", "Closed", "Secret"]),
        _ => return None,
    })
}

/// The variant names of the enum `T`; none for other types.
fn variants<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    T::deserialize(VariantNames).err().map_or(&[], |VariantNamesFound(names)| names)
}

/// A source of values that has none. The error says which names of variants were asked for.
struct VariantNames;

/// The names of variants for which a type asks.
#[derive(Debug, Error)]
#[error("the variants are {0:?}")]
struct VariantNamesFound(&'static [&'static str]);

impl serde::de::Error for VariantNamesFound {
    fn custom<T: Display>(_: T) -> Self {
        Self(&[])
    }
}

impl<'de> Deserializer<'de> for VariantNames {
    type Error = VariantNamesFound;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, VariantNamesFound> {
        Err(VariantNamesFound(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, VariantNamesFound> {
        Err(VariantNamesFound(names))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_lists_the_names_that_it_knows() {
        assert_eq!(names("start"), Some(("a rule for the start", &["Edge", "Anywhere", "Corner", "Farthest"][..])));
        let fields = [
            "shape", "shapes", "at", "size", "facing", "kinds", "hosts", "style", "place", "pick", "kind", "over",
            "ease", "near", "avoid", "turn", "clip", "via", "stairs", "lock", "around", "key pick", "look", "arms",
        ];
        for field in fields {
            assert!(names(field).is_some_and(|(_, names)| !names.is_empty()), "{field}");
        }
    }
}
