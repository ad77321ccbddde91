//! Looks: sprites that are drawn in the colour of a kind of prop, for kinds without a sprite.
//!
//! Consumes a kind of prop, and produces a [`Sprite`] of 16 pixels a cell. Whole numbers alone
//! decide it, so that it is equal on every platform.

mod bodies;
mod canvas;
mod figures;
mod surfaces;

use serde::Deserialize;

use super::Sprite;
use crate::model::PropKind;
use canvas::LookCanvas;

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

/// How a kind of prop stands in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LookStance {
    Flat,
    Standing,
    Hanging,
}

impl LookStance {
    fn of(kind: &PropKind) -> Self {
        match (kind.hangs(), kind.is_flat()) {
            (true, _) => Self::Hanging,
            (false, true) => Self::Flat,
            (false, false) => Self::Standing,
        }
    }
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

    /// The sprite of a kind of prop with this look: in the kind's colour, at 16 pixels a cell of
    /// its footprint, or of one cell.
    ///
    /// Cost: linear in the pixels.
    ///
    /// ```
    /// use roomgen::{PropKind, color::Color, theme::Look};
    ///
    /// let kind = PropKind::new("vat".into(), 'v', Color::new(40, 120, 90));
    /// let sprite = Look::Liquid.sprite(&kind);
    /// assert_eq!((sprite.width(), sprite.height()), (16, 16));
    /// ```
    #[must_use]
    pub fn sprite(self, kind: &PropKind) -> Sprite {
        let mut canvas = LookCanvas::new(kind);
        let stance = LookStance::of(kind);
        match (self, stance) {
            (Self::Barrel, _) => canvas.figure(&figures::BARREL),
            (Self::Bones, _) => canvas.figure(&figures::BONES),
            (Self::Chest, _) => canvas.figure(&figures::CHEST),
            (Self::Crystal, _) => canvas.figure(&figures::CRYSTAL),
            (Self::Flame, _) => canvas.figure(&figures::FLAME),
            (Self::Statue, _) => canvas.figure(&figures::STATUE),
            (Self::Web, _) => canvas.figure(&figures::WEB),
            (Self::Crate, _) => bodies::wooden_box(&mut canvas),
            (Self::Pillar, _) => bodies::pillar(&mut canvas),
            (Self::Table, _) => bodies::table(&mut canvas),
            (Self::Cloth, LookStance::Flat) => surfaces::carpet(&mut canvas),
            (Self::Cloth, LookStance::Standing) => bodies::curtain(&mut canvas),
            (Self::Cloth, LookStance::Hanging) => bodies::banner(&mut canvas),
            (Self::Liquid, LookStance::Flat) => surfaces::water(&mut canvas),
            (Self::Liquid, _) => bodies::basin(&mut canvas),
            (Self::Pile, LookStance::Flat) => surfaces::scattered(&mut canvas),
            (Self::Pile, _) => bodies::heap(&mut canvas),
            (Self::Planks, LookStance::Flat) => surfaces::boards(&mut canvas),
            (Self::Planks, _) => bodies::stack(&mut canvas),
            (Self::Plant, LookStance::Flat) => surfaces::moss(&mut canvas),
            (Self::Plant, LookStance::Standing) if kind.tall >= PropKind::HEADROOM => bodies::tree(&mut canvas),
            (Self::Plant, LookStance::Standing) => bodies::bush(&mut canvas),
            (Self::Plant, LookStance::Hanging) => bodies::creeper(&mut canvas),
            (Self::Stone, LookStance::Flat) => surfaces::gravel(&mut canvas),
            (Self::Stone, _) => bodies::boulders(&mut canvas),
        }
        canvas.into_sprite()
    }
}

#[cfg(test)]
mod tests;
