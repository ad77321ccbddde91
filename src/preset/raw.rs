//! The mirror of a preset file, as serde reads it: every field optional that has a default, nothing checked but its form.
//!
//! The defaults of the language stand here and nowhere else.

mod ramp;
mod vault;

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

pub(super) use ramp::{NUMBER_OR_RAMP, RawAxis, RawEase, RawRamp};
pub(super) use vault::{RawVault, RawVaults};

/// A preset file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawPreset {
    pub(super) name: String,
    #[serde(default = "default_size")]
    pub(super) size: (i64, i64),
    #[serde(default)]
    pub(super) floorplan: RawFloorplan,
    #[serde(default = "default_clearance")]
    pub(super) clearance: i64,
    #[serde(default)]
    pub(super) theme: RawTheme,
    #[serde(default)]
    pub(super) palette: Entries<char, String>,
    #[serde(default)]
    pub(super) props: Entries<String, RawProp>,
    #[serde(default)]
    pub(super) layouts: Vec<RawLayout>,
    #[serde(default)]
    #[expect(dead_code, reason = "bases are followed in the text, before it is read")]
    pub(super) base: Option<String>,
    #[serde(default)]
    pub(super) drop: Vec<String>,
    #[serde(default)]
    pub(super) vaults: Vec<RawVault>,
}

/// A terminal's worth of level: the size of most roguelikes.
fn default_size() -> (i64, i64) {
    (80, 50)
}

/// One free cell before each door.
fn default_clearance() -> i64 {
    1
}

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawFloorplan {
    pub(super) rooms: RawRooms,
    pub(super) style: RawStyle,
    pub(super) start: RawStart,
    pub(super) path: RawPath,
    pub(super) bonus: RawBonus,
    pub(super) coverage: RawRamp,
    pub(super) loops: RawLoops,
    pub(super) tags: Vec<RawTag>,
    pub(super) doors: Vec<RawDoor>,
    pub(super) shapes: Vec<RawShapeRule>,
    pub(super) vaults: RawVaults,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawTag {
    pub(super) tag: String,
    #[serde(default)]
    pub(super) pick: RawPick,
    #[serde(default)]
    pub(super) rooms: RawFilter,
    #[serde(default = "all")]
    pub(super) chance: RawRamp,
    #[serde(default)]
    pub(super) most: Option<RawRamp>,
    #[serde(default)]
    pub(super) shared: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawPick {
    #[default]
    All,
    DeadEnds,
    Farthest,
    Every(RawRamp),
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawDoor {
    pub(super) kind: RawDoorKind,
    #[serde(default)]
    pub(super) rooms: RawFilter,
    #[serde(default = "all")]
    pub(super) chance: RawRamp,
    #[serde(default = "yes")]
    pub(super) path: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawDoorKind {
    Open,
    Closed,
    Secret,
    Barred,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawRooms {
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) ratio: (f32, f32),
    pub(super) stop: RawRamp,
    pub(super) longer: RawRamp,
}

impl Default for RawRooms {
    fn default() -> Self {
        Self { min: 5, max: 14, ratio: (0.35, 0.65), stop: 0.25.into(), longer: 0.8.into() }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) enum RawStyle {
    Adjacent {
        #[serde(default = "default_door")]
        door: (i64, i64),
        #[serde(default)]
        place: RawDoorPlace,
    },
    Corridors {
        #[serde(default = "default_door")]
        width: (i64, i64),
        #[serde(default = "default_margin")]
        margin: (i64, i64),
        #[serde(default)]
        place: RawDoorPlace,
    },
}

fn default_door() -> (i64, i64) {
    (1, 1)
}

/// Room for a corridor past most rooms, and doors in line wherever two leaves meet.
fn default_margin() -> (i64, i64) {
    (1, 2)
}

impl Default for RawStyle {
    fn default() -> Self {
        Self::Adjacent { door: default_door(), place: RawDoorPlace::default() }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawDoorPlace {
    #[default]
    Anywhere,
    Middle,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawStart {
    #[default]
    Edge,
    Anywhere,
    Corner,
    Farthest,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawPath {
    pub(super) rooms: Option<(RawRamp, RawRamp)>,
    pub(super) share: Option<(RawRamp, RawRamp)>,
    pub(super) wander: RawRamp,
}

impl Default for RawPath {
    fn default() -> Self {
        Self { rooms: None, share: None, wander: 0.4.into() }
    }
}

/// The share of all leaves on the main path where neither `rooms` nor `share` is given.
pub(super) const DEFAULT_SHARE: (f64, f64) = (0.15, 0.25);

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawBonus {
    pub(super) chance: RawRamp,
    pub(super) spacing: RawRamp,
    pub(super) depth: RawRamp,
    pub(super) rooms: Option<(RawRamp, RawRamp)>,
}

impl Default for RawBonus {
    fn default() -> Self {
        Self { chance: 0.4.into(), spacing: 1.0.into(), depth: 2.0.into(), rooms: None }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawLoops {
    pub(super) chance: RawRamp,
    pub(super) detour: RawRamp,
}

impl Default for RawLoops {
    /// None; and where there are some, none so short that it leads nowhere new.
    fn default() -> Self {
        Self { chance: 0.0.into(), detour: 4.0.into() }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawShapeRule {
    pub(super) shape: RawRoomShape,
    #[serde(default = "one")]
    pub(super) weight: RawRamp,
    #[serde(default = "one_cell")]
    pub(super) min: (i64, i64),
    #[serde(default)]
    pub(super) max: Option<(i64, i64)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawRoomShape {
    Rectangle,
    Ell,
    Plus,
    Round,
    Octagon,
}

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawTheme {
    pub(super) rock: Option<String>,
    pub(super) wall_top: Option<String>,
    pub(super) wall_face: Option<String>,
    pub(super) walls: RawWalls,
    pub(super) floor: RawFloor,
    pub(super) floor_start: Option<String>,
    pub(super) floor_end: Option<String>,
    pub(super) door: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawWalls {
    #[default]
    Bricks,
    Hedge,
    Planks,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawFloor {
    #[default]
    Flagstones,
    Grass,
    Planks,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawProp {
    pub(super) glyph: char,
    pub(super) color: String,
    /// Yes, but for a marker.
    #[serde(default)]
    pub(super) blocks: Option<bool>,
    #[serde(default)]
    pub(super) opaque: bool,
    #[serde(default = "one_cell")]
    pub(super) footprint: (i64, i64),
    /// One metre, but for a marker, which has no height.
    #[serde(default)]
    pub(super) tall: Option<f32>,
    #[serde(default)]
    pub(super) elevation: f32,
    #[serde(default)]
    pub(super) sprite: Vec<String>,
    #[serde(default)]
    pub(super) body: Option<(f32, f32)>,
    #[serde(default)]
    pub(super) jitter: f32,
    #[serde(default = "one")]
    pub(super) weight: RawRamp,
    #[serde(default)]
    pub(super) variants: Entries<String, RawRamp>,
    #[serde(default)]
    pub(super) near: Vec<RawRule>,
    #[serde(default)]
    pub(super) avoid: Vec<RawRule>,
    #[serde(default)]
    pub(super) marker: bool,
    #[serde(default)]
    pub(super) tags: Vec<String>,
    #[serde(default)]
    pub(super) values: Entries<String, String>,
}

/// What a prop is to be near to or to avoid, and within how many cells.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawRule {
    Wall(i64),
    Door(i64),
    Any(i64),
    Prop(String, i64),
}

fn yes() -> bool {
    true
}

fn one_cell() -> (i64, i64) {
    (1, 1)
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawLayout {
    pub(super) name: String,
    #[serde(default = "one")]
    pub(super) weight: RawRamp,
    #[serde(default)]
    pub(super) rooms: RawFilter,
    pub(super) formations: Vec<RawFormation>,
    #[serde(default = "all")]
    pub(super) cover: RawRamp,
}

fn all() -> RawRamp {
    1.0.into()
}

fn one() -> RawRamp {
    1.0.into()
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawFilter {
    pub(super) min: (i64, i64),
    pub(super) max: Option<(i64, i64)>,
    pub(super) kinds: Option<Vec<RawRoomKind>>,
    pub(super) progress: (f32, f32),
    pub(super) tags: Vec<String>,
}

impl Default for RawFilter {
    fn default() -> Self {
        Self { min: (1, 1), max: None, kinds: None, progress: (0.0, 1.0), tags: Vec::new() }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawRoomKind {
    Start,
    Path,
    Bonus,
    End,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawFormation {
    /// A formation has a shape, a group one of the two lists.
    #[serde(default)]
    pub(super) shape: Option<RawShape>,
    #[serde(default)]
    pub(super) at: Option<RawAnchor>,
    #[serde(default)]
    pub(super) inset: i64,
    #[serde(default)]
    pub(super) prop: Option<String>,
    #[serde(default)]
    pub(super) size: Option<RawSize>,
    #[serde(default)]
    pub(super) facing: RawFacing,
    #[serde(default)]
    pub(super) fill: bool,
    #[serde(default)]
    pub(super) checker: bool,
    #[serde(default)]
    pub(super) one_of: Option<Vec<RawFormation>>,
    #[serde(default)]
    pub(super) all_of: Option<Vec<RawFormation>>,
    #[serde(default = "all")]
    pub(super) chance: RawRamp,
    #[serde(default = "one")]
    pub(super) weight: RawRamp,
    #[serde(default)]
    pub(super) count: Option<RawRamp>,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) shift: Option<(i64, i64)>,
    #[serde(default)]
    pub(super) least: Option<RawRamp>,
    #[serde(default)]
    pub(super) stack: bool,
    #[serde(default)]
    pub(super) turn: RawTurn,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawTurn {
    #[default]
    North,
    East,
    South,
    West,
    Random,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawShape {
    Vertical,
    Horizontal,
    Diamond,
    Circle,
    Cross,
    X,
    Triangle,
    Square,
    Bitmap(Vec<String>),
    Scatter(i64),
    Border,
    Route,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawAnchor {
    #[default]
    Center,
    Corners,
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
    Walls,
    North,
    East,
    South,
    West,
    Quarters,
    Doors,
    At(f32, f32),
    Of(String),
    Between(Box<RawAnchor>, Box<RawAnchor>),
    Anywhere,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawFacing {
    #[default]
    North,
    East,
    South,
    West,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RawSize {
    Cells(RawRamp),
    Box(RawRamp, RawRamp),
    Ratio(RawRamp),
    Fit(RawRamp),
}

impl Default for RawSize {
    /// `ceil(2 * max(width, height) / 3)`: two thirds of the longer side.
    fn default() -> Self {
        Self::Ratio(f64::from(2.0f32 / 3.0).into())
    }
}

/// A map as it stands in the file: in order, twins included, so that they can be found.
#[derive(Debug)]
pub(super) struct Entries<K, V>(pub(super) Vec<(K, V)>);

impl<K, V> Default for Entries<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Entries<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for InOrder<K, V> {
            type Value = Entries<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<K: schemars::JsonSchema, V: schemars::JsonSchema> schemars::JsonSchema for Entries<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Entries_of_{}_and_{}", K::schema_name(), V::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (keys, values) = (generator.subschema_for::<K>(), generator.subschema_for::<V>());
        schemars::json_schema!({ "type": "object", "propertyNames": keys, "additionalProperties": values })
    }
}
