//! Props of a level.

use std::fmt;

use super::Level;
use crate::{
    geom::{Direction, Rect},
    model::{Light, Metres, PropKind},
    spatial::Aabb3,
};

/// A prop of a level: one object of a [`PropKind`], with its place in a room.
///
/// Props are equal whatever their `id` and `kind_id`, which say only where they come from.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Prop<'level> {
    pub(super) level: &'level Level,
    /// The prop's position in [`Level::props`]. Its [number](Level::number_in_room) lasts longer.
    pub id: u32,
    /// The prop's kind, which describes its properties.
    pub kind: &'level PropKind,
    /// The position of the prop's kind in [`Preset::kinds`](crate::Preset::kinds), for tables of
    /// the game.
    ///
    /// `None` in a level that was read from a file, which [`reproduce`](crate::reproduce()) makes
    /// again with its preset, and for a kind that [`add_prop`](crate::Level::add_prop) added to
    /// the level.
    pub kind_id: Option<u16>,
    /// The id of the room in which the prop stands.
    pub room: u32,
    /// The cells of the prop's footprint in the level, after turning.
    pub cells: Rect,
    /// The direction that the north side of the unturned prop faces after turning.
    pub turn: Direction,
    /// The offset of the prop's centre from the centre of `cells`: right and down, in metres.
    pub offset: [f32; 2],
    /// Whether the light burns that its kind sheds; true for kinds without a light.
    pub lit: bool,
    /// The number of the offer that the prop is part of: a position in
    /// [`offers`](crate::Level::offers).
    pub offer: Option<u32>,
}

impl fmt::Debug for Prop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level: _, id, kind, kind_id, room, cells, turn, offset, lit, offer } = self;
        let mut fields = f.debug_struct("Prop");
        fields.field("id", id).field("kind", kind).field("kind_id", kind_id).field("room", room);
        fields.field("cells", cells).field("turn", turn).field("offset", offset).field("lit", lit);
        fields.field("offer", offer).finish()
    }
}

impl Prop<'_> {
    /// The light that the prop sheds: its kind's, unless it is out.
    #[must_use]
    pub fn light(&self) -> Option<Light> {
        self.kind.light.filter(|_| self.lit)
    }

    /// The prop's centre in the plane, in metres: the centre of its footprint, moved by its offset.
    ///
    /// The result is exact.
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        let middle =
            |first: i32, cells: i32, offset: f32| f64::from(first) + f64::from(cells) / 2.0 + f64::from(offset);
        let cells = self.cells;
        [middle(cells.left(), cells.width(), self.offset[0]), middle(cells.top(), cells.height(), self.offset[1])]
    }

    /// The axis-aligned box that the prop fills in space, in metres.
    ///
    /// As in a mesh, x runs right, y up, and the level's y is z. The box is the kind's body, turned
    /// and moved by the offset, from elevation to top. A prop without height has a flat box.
    #[must_use]
    pub fn body(&self) -> Aabb3 {
        let [width, depth] = self.kind.turned_body(self.turn).map(Metres::get);
        let middle = |first: i32, cells: i32, offset: f32| first as f32 + cells as f32 / 2.0 + offset;
        let x = middle(self.cells.left(), self.cells.width(), self.offset[0]);
        let z = middle(self.cells.top(), self.cells.height(), self.offset[1]);
        let (bottom, top) = (self.kind.elevation.get(), (self.kind.elevation + self.kind.tall).get());
        let corners = ([x - width / 2.0, bottom, z - depth / 2.0], [x + width / 2.0, top, z + depth / 2.0]);
        // Lengths are finite and not negative, so `Aabb3::new` never refuses them.
        Aabb3::new(corners.0, corners.1).unwrap_or(Aabb3::EVERYTHING)
    }
}
