//! Looks: what kinds of props without a sprite look like. Pictures draw them in the kind's colour.

use serde::Deserialize;

/// What a kind of prop looks like, in its own colour.
///
/// Liquids, planks, plants, cloth, piles and stones lie flat, stand or hang as their kind does: a
/// plant that lies flat is moss, one that stands a bush, one of two metres a tree, one that hangs a
/// creeper. Foes and traps look the same on any footprint. Flat liquids, planks, plants and cloth
/// of one cell join those beside them without a seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Look {
    /// A barrel with hoops.
    Barrel,
    /// An animal on four legs.
    Beast,
    /// A skull over a bone.
    Bones,
    /// A trap: a grating with fire.
    Burner,
    /// A chest with a lock.
    Chest,
    /// Flat: a carpet. Standing: a curtain. Hanging: a banner.
    Cloth,
    /// A wooden box with a lid.
    Crate,
    /// Shards that grow from stones.
    Crystal,
    /// A trap: darts out of a slab.
    Darts,
    /// A skeleton that stands.
    Dead,
    /// A fire on logs.
    Flame,
    /// A trap: a cloud.
    Gas,
    /// A ghost.
    Ghost,
    /// Flat: water. Standing: a basin of it.
    Liquid,
    /// A construct of metal, with one eye in the colour of its kind.
    Machine,
    /// Somebody with a hood and a spear.
    Person,
    /// Flat: what lies scattered. Standing: a heap.
    Pile,
    /// A column with capital and base.
    Pillar,
    /// A trap: a hole in the ground.
    Pit,
    /// Flat: floorboards. Standing: a stack of boards.
    Planks,
    /// Flat: moss. Standing: a bush, or a tree. Hanging: a creeper.
    Plant,
    /// A trap: a loop on a rope.
    Snare,
    /// A robed figure on a plinth.
    Statue,
    /// Flat: gravel. Standing: boulders.
    Stone,
    /// Many small animals.
    Swarm,
    /// A table.
    Table,
    /// A cobweb.
    Web,
    /// A snake, a worm, a thing with a long neck.
    Worm,
}

impl Look {
    /// All looks, in the order of their names.
    pub const ALL: &'static [Self] = &[
        Self::Barrel,
        Self::Beast,
        Self::Bones,
        Self::Burner,
        Self::Chest,
        Self::Cloth,
        Self::Crate,
        Self::Crystal,
        Self::Darts,
        Self::Dead,
        Self::Flame,
        Self::Gas,
        Self::Ghost,
        Self::Liquid,
        Self::Machine,
        Self::Person,
        Self::Pile,
        Self::Pillar,
        Self::Pit,
        Self::Planks,
        Self::Plant,
        Self::Snare,
        Self::Statue,
        Self::Stone,
        Self::Swarm,
        Self::Table,
        Self::Web,
        Self::Worm,
    ];
}
