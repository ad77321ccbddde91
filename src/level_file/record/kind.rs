//! Kinds of props, and the map of them by name.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use super::{Text, is_false, is_zero};
use crate::{
    level_file::{NamedFields, Present, limit, object},
    model::{Light, Metres, PropKind},
};

/// A kind of props.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Kind", deny_unknown_fields)]
pub(crate) struct KindRecord<'level> {
    /// The kind's name: absent where kinds are a map.
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, skip_serializing_if = "Present::is_absent")]
    pub(crate) name: Present<Text<'level>>,
    /// Whether it blocks walking, unless it begins 2 m above the floor.
    pub(crate) blocks: bool,
    /// Whether it is an obstacle: it blocks, and begins below 2 m. Derived; files of earlier
    /// versions lack it.
    #[serde(default)]
    pub(crate) obstacle: Present<bool>,
    /// Whether it blocks sight, unless it begins 2 m above the floor.
    pub(crate) opaque: bool,
    /// Columns of its footprint.
    pub(crate) width: i64,
    /// Rows of its footprint.
    pub(crate) height: i64,
    /// How high it is, in metres.
    pub(crate) tall: f32,
    /// How far above the floor it begins, in metres.
    pub(crate) elevation: f32,
    /// The character that stands for it in text.
    pub(crate) glyph: char,
    /// Its colour in text and pictures.
    pub(crate) color: String,
    // The following fields are absent when they have their default.
    /// Width and depth of its body in metres, if the body does not fill the footprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<[f32; 2]>,
    /// Whether it is a marker, a place for the game, instead of an object; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) marker: bool,
    /// The light that its props shed; absent if they shed none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) light: Option<LightRecord>,
    /// What a thing of the loot takes from the budget; absent where that is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) value: i64,
    /// What a member that a vault draws takes from the budget; absent where that is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) cost: i64,
    /// Words for the game; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "limit::kind_tags")]
    pub(crate) tags: Vec<Text<'level>>,
    /// Texts for the game, by name; absent if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "values")]
    pub(crate) values: BTreeMap<Text<'level>, Text<'level>>,
}

/// The light that props of a kind shed; the radius in metres.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Light", deny_unknown_fields)]
pub(crate) struct LightRecord {
    /// Its colour.
    pub(crate) color: String,
    /// How far it falls, in metres: a multiple of 1/256.
    pub(crate) radius: f32,
    /// The part of the brightness that is left at the radius, in hundredths.
    pub(crate) fade: f32,
    /// The brightness at the prop, in hundredths: 1 lights a white floor in the light's colour.
    pub(crate) strength: f32,
}

impl<'level> KindRecord<'level> {
    /// The record of a kind, without its name.
    pub(crate) fn of(kind: &'level PropKind) -> Self {
        Self {
            name: Present(None),
            blocks: kind.blocks,
            obstacle: Present(Some(kind.is_obstacle())),
            opaque: kind.opaque,
            width: kind.width.into(),
            height: kind.height.into(),
            tall: kind.tall.get(),
            elevation: kind.elevation.get(),
            glyph: kind.glyph,
            color: kind.color.to_string(),
            body: (kind.body != PropKind::full_body(kind.width, kind.height)).then(|| kind.body.map(Metres::get)),
            marker: kind.marker,
            light: kind.light.map(LightRecord::of),
            value: kind.value.into(),
            cost: kind.cost.into(),
            tags: kind.labels.tags().iter().map(Into::into).collect(),
            values: kind.labels.values().map(|(name, text)| (name.into(), text.into())).collect(),
        }
    }
}

impl LightRecord {
    fn of(Light { color, radius, fade, strength }: Light) -> Self {
        Self { color: color.to_string(), radius: radius.get(), fade: fade.get(), strength: strength.get() }
    }
}

/// Kinds with their names, in the order of the file; repeated names are kept for the caller to
/// refuse.
pub(crate) struct KindsByName(pub(crate) Vec<(String, KindRecord<'static>)>);

impl<'de> Deserialize<'de> for KindsByName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KindsVisitor;

        impl<'de> Visitor<'de> for KindsVisitor {
            type Value = KindsByName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from names to kinds")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KindsByName, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, NamedFields(kind))) = map.next_entry::<String, NamedFields<KindRecord<'_>>>()? {
                    limit::KINDS.admit(entries.len())?;
                    if !kind.name.is_absent() {
                        return Err(A::Error::custom("a kind in a map has its name there, and no `name`"));
                    }
                    entries.push((name, kind));
                }
                Ok(KindsByName(entries))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<KindsByName, A::Error> {
                Err(object::of_earlier_version())
            }
        }

        deserializer.deserialize_any(KindsVisitor)
    }
}

/// Reads texts by name. A repeated name is an error at its position in the file.
fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Text<'static>, Text<'static>>, D::Error> {
    struct ValuesVisitor;

    impl<'de> Visitor<'de> for ValuesVisitor {
        type Value = BTreeMap<Text<'static>, Text<'static>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map of texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut texts = BTreeMap::new();
            while let Some((name, text)) = map.next_entry::<Text<'static>, _>()? {
                limit::VALUES.admit(texts.len())?;
                if texts.contains_key(&name) {
                    return Err(A::Error::custom(format!("the value {name:?} is given twice")));
                }
                texts.insert(name, text);
            }
            Ok(texts)
        }
    }

    deserializer.deserialize_map(ValuesVisitor)
}
