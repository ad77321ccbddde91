//! The digest of a preset: the rules that decide a level, by one encoding for all of them.
//!
//! The lists below name the fields of each rule and the variants of each choice; a field or variant
//! that no list names does not compile. The number of a field is its place in its list. A field
//! that is 0, false, empty, `None` or the first variant is left out, so that a new field at the end
//! of a list changes the digest of the presets that use it, and of no others.
//!
//! A change of the encoding gives each preset another digest. It needs a new
//! [`REVISION`](crate::REVISION), whose check comes before any comparison of digests.

use std::sync::Arc;

use super::{
    Anchor, AnchorPoint, AnchorShift, AreaAround, BonusRule, ClipRule, Curve, CycleRule, DoorPlace, DoorRule, DoorSpec,
    DrawnProp, DueRule, EncounterRule, Entry, EntryPart, EntryRule, ExitRule, FeatureForm, FeatureRule, Formation,
    FormationShape, FringeRule, GroupMember, GroupRule, HostKinds, ItemRule, KeyPick, KeyRule, Layout, LockPlace,
    LockRule, LoopRule, LootRule, MaskAxis, MaskDrawing, MaskSize, MemoryRule, MeteredRule, MissionRule, OpeningRule,
    PartingEnds, PartingRule, PartitionRule, PathRule, PathStartRule, PlacingRules, PoolEntry, PoolRule, Preset,
    PropTurn, ProximityRule, ProximityTarget, Ramp, RampAxis, RampEasing, RampSlope, RewardArm, RoadEnd, RoomFilter,
    RoomMargin, RoomSizeRule, RoomStyle, RouteVia, ShapeRule, ShortcutRule, StairsPlace, StairsRule, TagRule,
    TagSelection, TerrainRule, Vault, VaultCell, VaultDrawing, VaultSite, WayAround,
    rules::{ExtentRamp, PoolUnit, TransposedFormation},
};
use crate::{
    digest::Digest,
    geom::{Direction, Extent, Rect, RectCorner},
    model::{DoorKind, KeyUse, Name, PropKind, RoomKind, RoomShape, TerrainKind},
};

/// The digest of the preset's rules, the same on every platform.
pub(super) fn of(preset: &Preset) -> u64 {
    let mut digest = Digest::default();
    preset.add(&mut digest);
    digest.finish()
}

/// A value of a preset's rules.
pub(super) trait DigestPart {
    /// Whether a field with this value is left out. Some values never are.
    fn is_zero(&self) -> bool {
        false
    }

    /// Adds the value. What is added says where it ends, so that no two values give the same.
    fn add(&self, digest: &mut Digest);
}

/// Adds the fields that are not zero, each behind its number, and a 0 behind the last.
fn add_fields(digest: &mut Digest, fields: &[&dyn DigestPart]) {
    for (number, field) in (1_u32..).zip(fields).filter(|(_, field)| !field.is_zero()) {
        field.add(digest.number(number));
    }
    digest.number(0);
}

fn are_zero(fields: &[&dyn DigestPart]) -> bool {
    fields.iter().all(|field| field.is_zero())
}

/// Structs with their fields in the order of their numbers; behind `without`, the fields that do
/// not count.
macro_rules! structs {
    ($($Struct:ident { $($field:ident),* $(; without $($other:ident),*)? })*) => {$(
        impl DigestPart for $Struct {
            fn is_zero(&self) -> bool {
                let Self { $($field,)* $($($other: _,)*)? } = self;
                are_zero(&[$($field),*])
            }

            fn add(&self, digest: &mut Digest) {
                let Self { $($field,)* $($($other: _,)*)? } = self;
                add_fields(digest, &[$($field),*]);
            }
        }
    )*};
}

/// Enums with their variants in the order of their numbers, and the contents of these likewise.
macro_rules! enums {
    ($($Enum:ident { $($Variant:ident $(($($content:ident),*))? $({ $($field:ident),* })?),* })*) => {$(
        impl DigestPart for $Enum {
            fn is_zero(&self) -> bool {
                enum Number { $($Variant),* }
                let (number, is_zero) = match self {
                    $(Self::$Variant $(($($content),*))? $({ $($field),* })? => {
                        (Number::$Variant, are_zero(&[$($($content),*)? $($($field),*)?]))
                    })*
                };
                is_zero && number as u8 == 0
            }

            fn add(&self, digest: &mut Digest) {
                enum Number { $($Variant),* }
                match self {
                    $(Self::$Variant $(($($content),*))? $({ $($field),* })? => {
                        digest.number(Number::$Variant as u8);
                        add_fields(digest, &[$($($content),*)? $($($field),*)?]);
                    })*
                }
            }
        }
    )*};
}

/// Types whose values have a number each.
macro_rules! numbers {
    ($($($Number:ident),* => $wide:ty;)*) => {$($(
        impl DigestPart for $Number {
            fn is_zero(&self) -> bool {
                *self as $wide == 0
            }

            fn add(&self, digest: &mut Digest) {
                digest.number(*self as $wide);
            }
        }
    )*)*};
}

structs! {
    Preset {
        sides, style, doors, bends, start, entry, exit, path, bonus, coverage, loops, cycles, tags, tag_rules,
        door_rules, mission, clearance, kinds, layouts, drawings, shapes, vaults, vault_chance, placings, groups,
        encounters, loot, memory, pools, open, terrain, partings, own_cells, stairs, features;
        // `names` are those of layouts and vaults. The others decide no level of a given size.
        without names, name, size, theme, digest, prop_kinds
    }
    PartitionRule { min, max, ratio, stop, longer, sizes }
    // Nor does what follows from other fields.
    RoomSizeRule { tag, min, max, turns, count, least, progress, fraction; without is_dealt }
    RoomMargin { least, most }
    DoorSpec { width, place, corner }
    EntryRule { at }
    ExitRule { at, dead_end }
    StairsRule { to, rooms, pick, at }
    PathRule { rooms, is_fraction, wander }
    BonusRule { chance, spacing, depth, rooms, hosts }
    HostKinds { refused }
    LoopRule { chance, apart, skip, rooms }
    TerrainRule { kind, bridge, fringe }
    FringeRule { cells, terrain }
    FeatureRule { name, terrain, chance, form }
    PartingRule { name, tag, terrain, width, meander, crossings, ends, chance }
    OpeningRule { chance, rooms }
    CycleRule { from, to, rooms, chance, most, least, tag }
    TagRule { tag, pick, rooms, chance, most, shared }
    DoorRule { kind, rooms, chance, on_path }
    ShapeRule { shape, weight, min, max, open, rough, merge, cut, size }
    MissionRule { locks, around, shortcuts }
    LockRule { kind, tag, key_use, place, count, least, key, keys }
    KeyRule { rooms, pick, at }
    ShortcutRule { chance, saves, count }
    RoomFilter { min, max, kinds, progress, tags; without turning }
    Layout { name, weight, rooms, formations, entries, cover, needs, size, depth; without pool, first }
    Entry { chance, weight, part }
    Formation {
        drawing, at, inset, along, from, to, kind, size, stack, shift, count, least, name, turn, transposed,
        choose, required, clip, via;
        without turned, stance, pattern
    }
    TransposedFormation { is_for_high, formation }
    MaskDrawing { shape, facing, fill, checker, turn }
    PlacingRules { variants, jitter, near, avoid, slot, terrain; without is_avoided, is_member }
    ProximityRule { what, within }
    Vault { name, rooms, required, site, drawings, offers, depth; without has_free_cell, pool, drawn_sums }
    VaultDrawing { extent, cells, props }
    DrawnProp { kind, turn, cells, offer }
    RampSlope { from, to, axis, ease }
    Extent { width, height }
    GroupRule { name, cost, members, rooms, weight, boss, required, spread }
    GroupMember { kind, count }
    EncounterRule { budget, curve, quiet, arms, keys, fight, most, shorter, arm_tag }
    Curve { points }
    LootRule { budget, items, first, guarded, arms, metered, pile, due }
    DueRule { rooms, locked, value }
    ItemRule { kind, value, most, with, weight, rooms, of }
    MeteredRule { kind, every, count }
    MemoryRule { beside, near, floor }
    PoolRule { name, each, required, entries, per, skip }
}

enums! {
    RoomStyle { Adjacent, Corridors(margin) }
    TagSelection { All, DeadEnds, Farthest, Every(step) }
    LockPlace { Path(progress), Tag(tag), Bonus, Crossing(parting) }
    PoolEntry { Layout(number), Vault(number) }
    EntryPart { Formation(index), OneOf(entries), AllOf(entries) }
    Anchor {
        Center, Corners, NorthWest, NorthEast, SouthEast, SouthWest, Walls, North, East, South, West, Quarters, Doors,
        DoorAxis, Entry, Exit, At(u, v), Of(name), Between(from, to), Anywhere, Third,
        Bank, Crossing
    }
    RoadEnd { Entry, Exit, Tag(tag) }
    AreaAround { Road, Lake, Stream, Tag(tag) }
    FeatureForm {
        Road { from, to, by }, Lake { area, fringe, avoid }, Stream { width, meander }, Area { cover, around, scale }
    }
    AnchorPoint { Center, Corner(corner), Wall(direction), At(u, v) }
    FormationShape {
        Vertical, Horizontal, Diamond, Circle, Cross, X, Triangle, Square, Bitmap(rows), Scatter(apart), Border, Route,
        Line, Blob
    }
    MaskSize { Cells(side), Box(width, height), Ratio(fraction), Fit(fraction) }
    ProximityTarget { Wall, Door, Entry, Exit, Any, Props(kinds), Bank, Terrain(target) }
    VaultSite { Inside { at, inset, weight, most, alone }, Room { chance } }
    Ramp { Constant(value), Over(slope) }
}

numbers! {
    bool, u8, u16, u32, i32, i64, usize => i64;
    ClipRule, Direction, DoorKind, DoorPlace, KeyPick, KeyUse, MaskAxis, PartingEnds, PathStartRule, PropTurn, RampAxis, RampEasing => u8;
    RectCorner, RoomKind, PoolUnit, RewardArm, RoomShape, RouteVia, StairsPlace, VaultCell, WayAround => u8;
}

impl DigestPart for f32 {
    fn is_zero(&self) -> bool {
        self.to_bits() == 0
    }

    fn add(&self, digest: &mut Digest) {
        digest.real(*self);
    }
}

impl DigestPart for Name {
    fn is_zero(&self) -> bool {
        self.as_str().is_empty()
    }

    fn add(&self, digest: &mut Digest) {
        digest.text(self);
    }
}

impl DigestPart for String {
    fn is_zero(&self) -> bool {
        self.is_empty()
    }

    fn add(&self, digest: &mut Digest) {
        digest.text(self);
    }
}

impl<T: DigestPart> DigestPart for [T] {
    fn is_zero(&self) -> bool {
        self.is_empty()
    }

    fn add(&self, digest: &mut Digest) {
        digest.list(self, |digest, item| item.add(digest));
    }
}

impl<T: DigestPart> DigestPart for Option<T> {
    fn is_zero(&self) -> bool {
        self.is_none()
    }

    fn add(&self, digest: &mut Digest) {
        digest.list(self.as_slice(), |digest, item| item.add(digest));
    }
}

impl<A: DigestPart, B: DigestPart> DigestPart for (A, B) {
    fn is_zero(&self) -> bool {
        self.0.is_zero() && self.1.is_zero()
    }

    fn add(&self, digest: &mut Digest) {
        self.0.add(digest);
        self.1.add(digest);
    }
}

impl DigestPart for AnchorShift {
    fn is_zero(&self) -> bool {
        self.is_none()
    }

    /// Two numbers if it is constant. Ramps are behind a number that none of these can be.
    fn add(&self, digest: &mut Digest) {
        match self.constant() {
            Some(cells) => cells.add(digest),
            None => [&self.right, &self.down].into_iter().for_each(|ramp| ramp.add(digest.number(Self::MAX + 1))),
        }
    }
}

impl DigestPart for ExtentRamp {
    /// As an extent if it is constant. Ramps are behind a number that no field of an extent has.
    fn add(&self, digest: &mut Digest) {
        match self.constant() {
            Some(extent) => extent.add(digest),
            None => [&self.width, &self.height].into_iter().for_each(|ramp| ramp.add(digest.number(Self::RAMPS))),
        }
    }
}

impl DigestPart for Rect {
    fn add(&self, digest: &mut Digest) {
        digest.numbers([self.left(), self.top(), self.width(), self.height()].map(i64::from));
    }
}

/// Levels have kinds, too, and their digests add them in the same way.
impl DigestPart for PropKind {
    fn add(&self, digest: &mut Digest) {
        self.digest(digest);
    }
}

impl DigestPart for TerrainKind {
    fn add(&self, digest: &mut Digest) {
        self.digest(digest);
    }
}

/// Pointers, which add what they point to.
macro_rules! pointers {
    ($($Pointer:ty),*) => {$(
        impl<T: DigestPart> DigestPart for $Pointer {
            fn is_zero(&self) -> bool {
                (**self).is_zero()
            }

            fn add(&self, digest: &mut Digest) {
                (**self).add(digest);
            }
        }
    )*};
}

pointers!(Box<T>, Vec<T>, Arc<[T]>);

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(parts: &[&dyn DigestPart]) -> u64 {
        let mut digest = Digest::default();
        add_fields(&mut digest, parts);
        digest.finish()
    }

    #[test]
    fn two_presets_have_one_digest_only_if_their_rules_are_equal() {
        let texts = [
            "",
            "floorplan: (loops: (chance: 0, apart: 9)), mission: (around: Locked, shortcuts: (saves: 9))",
            "floorplan: (loops: (chance: 0.5))",
            "floorplan: (loops: (chance: 0.5, apart: 9))",
            "floorplan: (loops: (chance: (from: 0.5, to: 1)))",
            "floorplan: (loops: (chance: (from: 1, to: 0.5)))",
            "floorplan: (loops: (chance: (from: 0.5, to: 1, over: Difficulty)))",
            "floorplan: (loops: (chance: (from: 0.5, to: 1, ease: In)))",
            "floorplan: (vaults: (chance: 1))",
            "floorplan: (vaults: (chance: 1)), vaults: [(name: \"v\", rows: [\".\"])]",
            "vaults: [(name: \"v\", rows: [\".\"])]",
            "base: \"crypt\"",
            "base: \"crypt\", clearance: 1",
            "base: \"crypt\", clearance: 2",
        ];
        let of = |text: &&str| Preset::parse(&format!("(name: \"a\", {text})")).expect("a preset");
        let presets: Vec<_> = texts
            .iter()
            .map(of)
            .chain(crate::preset::BUILT_IN.iter().map(|(_, text)| Preset::parse(text).expect("one")))
            .collect();
        let bare = |preset: &Preset| Preset {
            name: "a".into(),
            size: crate::geom::Size::SMALLEST,
            theme: crate::theme::Theme::default(),
            digest: 0,
            ..preset.clone()
        };
        let mut equal = 0;
        for (number, one) in presets.iter().enumerate() {
            for other in &presets[..number] {
                let are_equal = bare(one) == bare(other);
                assert_eq!(one.digest() == other.digest(), are_equal, "{} and {}", one.name(), other.name());
                equal += u32::from(are_equal);
            }
        }
        assert!(equal >= 3, "{equal}");
    }

    #[test]
    fn a_field_that_is_zero_is_left_out_and_no_other() {
        let none: Option<u8> = None;
        assert_eq!(digest(&[&0_u8, &"".to_owned(), &none, &Ramp::default(), &(0, 0)]), digest(&[]));
        assert_eq!(digest(&[&1_u8, &0_u8]), digest(&[&1_u8]));
        let different: [&[&dyn DigestPart]; 8] = [
            &[],
            &[&1_u8],
            &[&0_u8, &1_u8],
            &[&Some(0_u8)],
            &[&(0_u8, 1_u8)],
            &[&Ramp::Constant(1.0)],
            &[&vec![0_u8; 2]],
            &[&vec![Anchor::Center, Anchor::At(0.0, 1.0)]],
        ];
        let digests: std::collections::BTreeSet<_> = different.iter().map(|parts| digest(parts)).collect();
        assert_eq!(digests.len(), different.len());
    }
}
