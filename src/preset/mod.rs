//! Presets: turns the text that a designer writes into rules that cannot be invalid.
//!
//! Serde reads the tree of the text into a `RawPreset`, which mirrors the file field by field and
//! may hold any value. The check turns it into a [`Preset`]. It reports all problems at once, each
//! with its span in the text.

mod area;
mod builtin;
mod check;
mod contents;
mod digest;
mod entry;
mod files;
mod inherit;
mod parsed;
mod parts;
mod placing;
mod pool;
mod ramp;
mod rules;
#[cfg(feature = "schema")]
pub(crate) mod schema;
mod syntax;
mod vault;
mod written;

pub use builtin::{BUILT_IN, built_in_text};
pub use entry::{Entry, EntryPart};
pub use files::{BasePresetReader, MAX_PICTURE};
pub(crate) use files::{load_run_text, no_run_texts};
pub use inherit::{BasePreset, MAX_BASES, base_of};
pub(crate) use inherit::{PieceRemovals, PieceSource, PiledPreset, RunTextReader};
pub(crate) use parsed::{ParsedPreset, PresetPlace};
pub(crate) use parts::parts;
pub(crate) use placing::{PlacingRules, ProximityRule, ProximityTarget};
pub use pool::Pool;
pub(crate) use ramp::RawRamp;
pub use ramp::{Ramp, RampAxis, RampEasing, RampInput, RampSlope};
use rules::FormationPattern;
pub use rules::{
    Anchor, AnchorShift, ClipRule, Formation, FormationShape, Layout, MaskAxis, MaskDrawing, MaskSize, PropTurn,
    RoomFilter, RouteVia,
};
pub(crate) use rules::{
    AnchorPoint, AnchorPoints, AreaAround, BonusRule, Curve, CycleRule, DoorPlace, DoorRule, DoorSpec, DueRule,
    EncounterRule, EntryRule, ExitRule, FeatureForm, FeatureRule, FringeRule, GroupMember, GroupRule, HostKinds,
    ItemRule, KeyPick, KeyRule, LockPlace, LockRule, LoopRule, LootRule, MemoryRule, MeteredRule, MissionRule,
    OpeningRule, PartingEnds, PartingRule, PartitionRule, PartitionSpec, PathRooms, PathRule, PathSpec, PathStartRule,
    PoolEntry, PoolRule, Rate, RawCount, RawFilter, RawFloorplan, RawFormation, RawLayout, RawLegendEntry, RawMap,
    RawMission, RawPreset, RawProp, RawRule, RawStyle, RewardArm, RoadEnd, RoomFacts, RoomMargin, RoomSizeRule,
    RoomStyle, ShapeCells, ShapeRule, ShortcutRule, StairsPlace, StairsRule, TagRule, TagSelection, TerrainRule,
    WayAround, count_at, each, least_at, limit_at,
};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use syntax::MAX_TEXT;
pub(crate) use syntax::ValueStep;
pub use vault::Vault;
pub(crate) use vault::{DrawnProp, RawVault, VaultCell, VaultDrawing, VaultSite};
pub use written::{CurvePoint, PresetSpan, WrittenPreset};

use std::{path::Path, sync::Arc};

use crate::{
    error::{PresetError, PresetLoadError, RequestError},
    geom::Size,
    model::{Name, PropKind},
    theme::{SpritePicture, Theme},
};

/// What reads the picture of a preset's sprites, as [`Preset::parse_with_pictures`] says.
pub(crate) type PictureReader<'a> = Option<&'a mut dyn FnMut(&str, Option<&str>) -> Result<SpritePicture, String>>;

/// The rules by which levels are generated.
///
/// Guarantees, kept by [`Preset::parse`] and [`Preset::with_size`]: every number is in range, every
/// name that a formation uses exists, the largest room side is at least twice the smallest, the
/// widest door fits the smallest side, and a level holds at least one room. So generation cannot
/// fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    name: Name,
    size: Size,
    /// The cells of a level of the size that the preset's text says, if amounts are in proportion
    /// to them; otherwise 0. Unlike `size`, they are kept at another size.
    own_cells: u32,
    pub(crate) sides: PartitionRule,
    pub(crate) style: RoomStyle,
    pub(crate) doors: DoorSpec,
    /// The chance that a corridor between rooms that face each other has bends, by difficulty.
    pub(crate) bends: Ramp,
    pub(crate) start: PathStartRule,
    pub(crate) entry: EntryRule,
    pub(crate) exit: ExitRule,
    /// The rules for ways down beside the exit, in file order.
    pub(crate) stairs: Vec<StairsRule>,
    pub(crate) path: PathRule,
    pub(crate) bonus: BonusRule,
    /// The least fraction of the floor plan's leaves that become rooms, from 0 to 1.
    ///
    /// A ramp over the difficulty alone.
    pub(crate) coverage: Ramp,
    pub(crate) loops: LoopRule,
    /// Which walls between rooms are opened from end to end.
    pub(crate) open: OpeningRule,
    /// The rules for cycles, in file order.
    pub(crate) cycles: Vec<CycleRule>,
    /// The names of room tags in alphabetical order, each once.
    ///
    /// At most 32: the tags of a room are a `u32` with one bit for each.
    pub(crate) tags: Arc<[String]>,
    /// The rules that give tags to rooms, in file order.
    pub(crate) tag_rules: Vec<TagRule>,
    /// In file order; the first rule that suits a passage decides the kind of its doors.
    pub(crate) door_rules: Vec<DoorRule>,
    /// The rules for locks, keys and shortcuts.
    pub(crate) mission: MissionRule,
    /// How many cells deep the floor before a door stays free of obstacles.
    pub(crate) clearance: i32,
    /// The kinds of props, sorted by name. If formations lay terrain, then one stand-in for each
    /// kind of terrain, in the order of `terrain`.
    pub(crate) kinds: Vec<PropKind>,
    /// The number of `kinds` that are no stand-ins.
    prop_kinds: usize,
    pub(crate) layouts: Vec<Layout>,
    /// The names of the layouts, then of the vaults. Rooms of a level store indices into this list.
    pub(crate) names: Arc<[String]>,
    /// The distinct drawings of all formations. [`Formation::drawing`] is an index into this list.
    pub(crate) drawings: Vec<MaskDrawing>,
    /// The rules for room shapes; empty if all rooms are rectangles.
    pub(crate) shapes: Vec<ShapeRule>,
    /// The hand-drawn rooms and parts of rooms, in file order.
    pub(crate) vaults: Vec<Vault>,
    /// The chance that a room gets a vault, if a vault suits the room.
    pub(crate) vault_chance: Ramp,
    theme: Theme,
    digest: u64,
    /// How props of each kind are placed: one entry for each of `kinds`, in the same order.
    pub(crate) placings: Vec<PlacingRules>,
    /// The groups that encounters are made of, in file order.
    pub(crate) groups: Vec<GroupRule>,
    /// The rules for encounters.
    pub(crate) encounters: EncounterRule,
    /// The rules for loot.
    pub(crate) loot: LootRule,
    /// How layouts keep away from their like; `None` if they do not.
    pub(crate) memory: Option<MemoryRule>,
    /// The pools, in file order.
    pub(crate) pools: Vec<PoolRule>,
    /// The kinds of terrain, in the order of their names.
    pub(crate) terrain: Vec<TerrainRule>,
    /// The partings of levels, in file order; at most one.
    pub(crate) partings: Vec<PartingRule>,
    /// The features of levels, in file order.
    pub(crate) features: Vec<FeatureRule>,
}

impl Preset {
    /// Reads a preset from its text.
    ///
    /// Cost: linear in the text. Each of the problems, of which at most fifty are reported, costs
    /// one more walk through the item or entry that has it.
    ///
    /// # Errors
    ///
    /// [`PresetError`] with up to fifty problems, by line and column: bad syntax, unknown fields
    /// and names, values out of range, layouts that no room can take, ragged sprites.
    ///
    /// ```
    /// let broken = roomgen::Preset::parse("(name: \"mine\", size: (80, 5))").unwrap_err();
    /// assert_eq!((broken.problems()[0].line, broken.problems()[0].column), (1, 22));
    /// ```
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        Self::parse_with(text, inherit::no_files)
    }

    /// Reads a preset whose `base` may be a file.
    ///
    /// `read` returns the text of a base, by the name in the `base` field of the preset or of the
    /// previous base. Its error is a sentence that says why there is no such text. It is not called
    /// for a built-in base. A chain has at most [`MAX_BASES`] bases. A base that occurs twice is
    /// refused.
    ///
    /// # Errors
    ///
    /// [`PresetError`], as for [`Preset::parse`]. A problem in the text of a base names the base.
    ///
    /// ```
    /// use roomgen::{Preset, preset::BasePreset};
    ///
    /// let text = "(name: \"mine\", base: \"stone.ron\", size: (60, 40))";
    /// let stone = "(clearance: 2, size: (90, 90))";
    /// let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: stone.to_owned() });
    /// assert_eq!(Preset::parse_with(text, read)?.size(), "60x40".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_with(
        text: &str,
        mut read: impl FnMut(&str) -> Result<BasePreset, String>,
    ) -> Result<Self, PresetError> {
        ParsedPreset::read(text, &mut read, None).map(|written| written.preset)
    }

    /// Reads a preset as [`Preset::parse_with`] does, and its sprites from a picture.
    ///
    /// `pictures` returns the picture that the field `sprites` names. It gets the name as it is
    /// written, and the name of the base in whose text that is; `None` for the preset's own text.
    /// Its error is a sentence that says why there is no such picture.
    ///
    /// Sprites decide no level. Without a picture, as with [`Preset::parse_with`] and
    /// [`Preset::load`], kinds with a sprite from it are drawn by their glyphs.
    ///
    /// # Errors
    ///
    /// Those of [`Preset::parse_with`]. Problems with the picture are at the field `sprites`, those
    /// with its cells where they are named.
    ///
    /// ```
    /// use roomgen::{Preset, theme::SpritePicture};
    ///
    /// let text = "(name: \"mine\", sprites: \"things.png\", \
    ///     props: { \"urn\": (glyph: 'u', color: \"#c28a2e\", sprite: \"1,0\") })";
    /// // Two columns and a row of cells of 16 pixels.
    /// let white = SpritePicture::new(32, 16, vec![255; 32 * 16 * 4]).expect("a picture");
    /// let picture = |_: &str, _: Option<&str>| Ok(white.clone());
    /// let no_bases = |_: &str| Err("no files here".to_owned());
    /// let preset = Preset::parse_with_pictures(text, no_bases, picture)?;
    /// assert_eq!(preset.theme().sprites["urn"].width(), 16);
    /// assert!(Preset::parse(text)?.theme().sprites.is_empty());
    /// # Ok::<(), roomgen::PresetError>(())
    /// ```
    pub fn parse_with_pictures(
        text: &str,
        mut read: impl FnMut(&str) -> Result<BasePreset, String>,
        mut pictures: impl FnMut(&str, Option<&str>) -> Result<SpritePicture, String>,
    ) -> Result<Self, PresetError> {
        ParsedPreset::read(text, &mut read, Some(&mut pictures)).map(|written| written.preset)
    }

    /// Reads a preset file and the files of its bases.
    ///
    /// The path of a base is relative to the file that names it. A base lies in the folder of the
    /// preset or below it, links resolved. A byte order mark is left out. Nothing but these files
    /// is read: [`Preset::parse_with`] and [`BasePresetReader`] do the same step by step.
    ///
    /// # Errors
    ///
    /// [`PresetLoadError`] if the file cannot be read, is a device or a pipe, is longer than
    /// [`MAX_TEXT`], is not UTF-8, or is not a valid preset. `{error:#}` shows the problems in the
    /// text. A base that cannot be read is a problem at the field `base` that names it.
    ///
    /// ```
    /// match roomgen::Preset::load("presets/crypt.ron") {
    ///     Ok(preset) => assert_eq!(preset.name(), "crypt"),
    ///     Err(error) => eprintln!("{error:#}"),
    /// }
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Self, PresetLoadError> {
        files::load(path.as_ref())
    }

    /// A built-in preset, by its name in [`BUILT_IN`].
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownPreset`], which lists the names of all built-in presets.
    pub fn built_in(name: &str) -> Result<Self, RequestError> {
        builtin::preset(name)
    }

    /// The same rules for levels of another size. Below [`Self::min_longer_side`], they are without
    /// the preset's parting.
    ///
    /// # Errors
    ///
    /// [`RequestError::TooSmall`] if the smallest room and its walls do not fit.
    pub fn with_size(self, size: Size) -> Result<Self, RequestError> {
        let least = self.min_side();
        if size.width() < least || size.height() < least {
            return Err(RequestError::TooSmall { preset: self.name.to_string(), size, least });
        }
        Ok(Self { size, ..self })
    }

    /// The preset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The preset's name as levels store it: a shared string, cheap to clone.
    pub(crate) fn shared_name(&self) -> Name {
        self.name.clone()
    }

    /// The size of the levels, in cells.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The smallest side of a level, in cells: that of the smallest leaf, plus a wall at each end.
    #[must_use]
    pub fn min_side(&self) -> i32 {
        (self.leaf_sides(0.0).min + 2).max(Size::MIN_SIDE)
    }

    /// The smallest length of the longer side of a level that can have the preset's parting at its
    /// widest, in cells: that of a room on each side of it, and walls. Without a parting,
    /// [`Self::min_side`].
    #[must_use]
    pub fn min_longer_side(&self) -> i32 {
        let leaf = self.leaf_sides(0.0).min;
        let sides = self.partings.iter().map(|parting| parting.least_longer_side(leaf));
        sides.fold(self.min_side(), i32::max)
    }

    /// The smallest and largest side of a leaf at a difficulty: those of a room, plus its margins.
    pub(crate) fn leaf_sides(&self, difficulty: f32) -> PartitionSpec {
        self.sides.at(difficulty).with_margins(self.style)
    }

    /// Whether levels may have detours: rooms on the second way of a cycle.
    pub(crate) fn has_detours(&self) -> bool {
        !self.cycles.is_empty()
    }

    /// Whether each level that may have a vault must have it: it is required, or its pool is.
    pub(crate) fn must_have(&self, vault: u16) -> bool {
        let vault = &self.vaults[usize::from(vault)];
        vault.required || vault.pool.is_some_and(|pool| self.pools[usize::from(pool)].required)
    }

    /// Whether a budget places anything in its levels.
    pub(crate) fn has_budgets(&self) -> bool {
        self.encounters.is_used() || self.loot.is_used()
    }

    /// Whether budgets or limits count the props of a kind that vaults draw.
    pub(crate) fn is_counted(&self, kind: u16) -> bool {
        let is_item = || self.loot.items.iter().any(|item| item.kind == kind);
        self.placings[usize::from(kind)].is_member || is_item()
    }

    /// A hash of all rules that decide a level, the same on every platform.
    ///
    /// Name, theme and comments do not count; the size only if amounts are in proportion to it.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }
}
