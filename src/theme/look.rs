//! Looks: what kinds of props without a sprite look like. Pictures draw them in the kind's colour.

use serde::Deserialize;

/// What a kind of prop looks like, in its own colour.
///
/// Liquids, planks, plants, cloth, piles and stones lie flat, stand or hang as their kind does: a
/// plant that lies flat is moss, one that stands a bush, one of two metres a tree, one that hangs a
/// creeper. Flat liquids, planks, plants and cloth of one cell join those beside them without a
/// seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Look {
    /// A barrel with hoops.
    Barrel,
    /// A skull over a bone.
    Bones,
    /// A chest with a lock.
    Chest,
    /// Flat: a carpet. Standing: a curtain. Hanging: a banner.
    Cloth,
    /// A wooden box with a lid.
    Crate,
    /// Shards that grow from stones.
    Crystal,
    /// A fire on logs.
    Flame,
    /// Flat: water. Standing: a basin of it.
    Liquid,
    /// Flat: what lies scattered. Standing: a heap.
    Pile,
    /// A column with capital and base.
    Pillar,
    /// Flat: floorboards. Standing: a stack of boards.
    Planks,
    /// Flat: moss. Standing: a bush, or a tree. Hanging: a creeper.
    Plant,
    /// A robed figure on a plinth.
    Statue,
    /// Flat: gravel. Standing: boulders.
    Stone,
    /// A table.
    Table,
    /// A cobweb.
    Web,
}

impl Look {
    /// All looks, in the order of their names.
    pub const ALL: &'static [Self] = &[
        Self::Barrel,
        Self::Bones,
        Self::Chest,
        Self::Cloth,
        Self::Crate,
        Self::Crystal,
        Self::Flame,
        Self::Liquid,
        Self::Pile,
        Self::Pillar,
        Self::Planks,
        Self::Plant,
        Self::Statue,
        Self::Stone,
        Self::Table,
        Self::Web,
    ];
}
