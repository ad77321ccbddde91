//! Triangle meshes of levels, in metres: floors, walls and props to draw, to collide with or to
//! export.
//!
//! Consumes a finished level. In space x points right, y up, and the level's y becomes z: a
//! right-handed system, as in glTF and Bevy. The floor lies at height 0.

pub(crate) mod build;
mod terrain;
#[cfg(test)]
mod tests;

use std::ops::Range;

use glam::Vec3;
use thiserror::Error;

use crate::{
    buckets::Buckets,
    level::{Level, Tile},
};

/// The height of walls in metres, above [`PropKind::HEADROOM`](crate::PropKind::HEADROOM).
pub const WALL_HEIGHT: f32 = 3.0;

/// The part of a level that a triangle belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MeshSurface {
    /// The floor of a room.
    Floor,
    /// The floor of a corridor.
    Corridor,
    /// The floor of a door.
    Door,
    /// A wall: sides, top and underside.
    Wall,
    /// Terrain: the surface of what blocks, such as water, with the banks down to it; and the
    /// ground of other terrain, such as the deck of a bridge. The kind is an index into
    /// [`Level::terrain_kinds`].
    Terrain {
        /// The index of the kind of terrain.
        kind: u16,
    },
    /// A prop. The kind is an index into [`Level::kinds`].
    Prop {
        /// The index of the prop kind.
        kind: u16,
    },
}

/// The level has more props (hundreds of millions) than a mesh can index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{props} props are too many: a mesh has at most {} vertices and as many triangles", u32::MAX)]
pub struct MeshError {
    /// The number of props.
    pub props: usize,
}

/// Consecutive triangles with the same surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshPart {
    /// The surface that all of them belong to.
    pub surface: MeshSurface,
    /// The part's triangles, as a range of indices into [`Mesh::triangles`]; never empty.
    pub triangles: Range<u32>,
}

/// The triangles of a level.
///
/// Guarantees:
/// - Triangles are counter-clockwise seen from outside, floors from above. None has zero area.
/// - All faces are rectangles of two triangles: triangles 2n and 2n + 1 are (a, b, c) and (a, c, d)
///   of a face with the corners a, b, c, d. [`Mesh::faces`] returns the faces.
/// - Every index refers to a vertex. The parts cover all triangles, in order and without gaps.
/// - All walls together form a closed surface: each segment of an edge is traversed equally often
///   in both directions. Merged faces may meet other faces in the middle of an edge, so edges need
///   not be shared from end to end. There are no faces between two walls. Rock is empty: walls show
///   their back to it, and to terrain, on whose cells no walls stand.
/// - The surface of terrain that blocks lies at minus its depth, or at -0.25 m if it has none, and
///   goes on below bridges. Vertical banks lead down to it from what lies higher beside it. Other
///   terrain, such as a deck, lies at height 0.
/// - Each prop is a closed box with eight vertices of its own, [`Prop::body`](crate::Prop::body):
///   rotated, moved by its offset, from its elevation up by its height. A prop without height is a
///   single face seen from above. Markers have no triangles.
/// - Triangles are in the order of the level: floors, corridors, doors and walls, each from the top
///   left; terrain by kind; then props by kind, in the level's order.
///
/// ```
/// use roomgen::{Preset, generate, mesh::{Mesh, MeshSurface}};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let mesh = Mesh::from_level(&level)?;
/// for part in mesh.parts() {
///     println!("{:?}: {} triangles", part.surface, part.triangles.len());
/// }
/// let [a, b, c] = mesh.corners(0).expect("a level has a floor");
/// assert_eq!(mesh.surface(0), Some(MeshSurface::Floor));
/// assert!((b - a).cross(c - a).y > 0.0, "it looks up");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<MeshPart>,
}

impl Mesh {
    /// Builds the mesh of a level. Cost: linear in cells and props, one pass for each kind of tile.
    ///
    /// # Errors
    ///
    /// [`MeshError`] if there are too many props to index vertices and triangles with 32 bits.
    pub fn from_level(level: &Level) -> Result<Self, MeshError> {
        let mut mesh = Self::without_props(level);
        // Floors and walls fit 32-bit indices. The largest level has 2^28 cells. A floor cell has
        // up to four vertices, a wall cell eight plus four for each exposed side, and each exposed
        // side needs a cell that is no wall. The worst case is half of the cells walls: 14 vertices
        // for each cell.
        if !mesh.has_room_for(level.props.len()) {
            return Err(MeshError { props: level.props.len() });
        }
        let props: Vec<_> = level.props().collect();
        let kinds = (0..).zip(&level.props).map(|(prop, record)| (record.kind.into(), prop));
        let by_kind: Buckets<u32> = Buckets::new(level.kinds().len(), kinds);
        for (kind, _) in (0..).zip(level.kinds()).filter(|(_, kind)| !kind.marker) {
            mesh.part(MeshSurface::Prop { kind }, |mesh| {
                by_kind.get(kind.into()).iter().for_each(|&prop| mesh.add_prop(&props[prop as usize]));
            });
        }
        Ok(mesh)
    }

    /// Builds floors and walls only, for callers that show props in another way.
    ///
    /// Cost: linear in cells, one pass for each kind of tile.
    #[must_use]
    pub fn without_props(level: &Level) -> Self {
        let mut mesh = Self::default();
        let structure = terrain::structure(level);
        let tiles = structure.as_ref().unwrap_or(level.tiles());
        for (tile, surface) in [
            (Tile::Floor, MeshSurface::Floor),
            (Tile::Corridor, MeshSurface::Corridor),
            (Tile::Door, MeshSurface::Door),
        ] {
            mesh.part(surface, |mesh| mesh.add_ground(tiles, tile));
        }
        mesh.part(MeshSurface::Wall, |mesh| mesh.add_walls(tiles));
        mesh.add_terrain(level);
        mesh
    }

    /// Whether eight vertices and twelve triangles for each of `props` props can be indexed.
    fn has_room_for(&self, props: usize) -> bool {
        let fits = |held: usize, each: usize| {
            props.checked_mul(each).and_then(|more| more.checked_add(held)).is_some_and(|all| all <= u32::MAX as usize)
        };
        fits(self.vertices.len(), 8) && fits(self.triangles.len(), 12)
    }

    /// The vertices, in metres.
    #[must_use]
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The triangles, as indices into [`Mesh::vertices`].
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The parts: the triangles of each surface that occurs.
    #[must_use]
    pub fn parts(&self) -> &[MeshPart] {
        &self.parts
    }

    /// The corners of a triangle in metres; `None` if there is no such triangle. O(1).
    #[must_use]
    pub fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        let corners = self.triangles.get(triangle as usize)?;
        Some(corners.map(|corner| self.vertices[corner as usize]))
    }

    /// The faces of a part as four corners, counter-clockwise seen from outside, in metres.
    pub fn faces(&self, part: &MeshPart) -> impl Iterator<Item = [Vec3; 4]> {
        let halves = self.triangles.get(part.triangles.start as usize..part.triangles.end as usize).unwrap_or_default();
        halves.chunks_exact(2).map(|halves| {
            let [[a, b, c], [_, _, d]] = [halves[0], halves[1]];
            [a, b, c, d].map(|corner| self.vertices[corner as usize])
        })
    }

    /// The surface that a triangle belongs to; `None` if there is no such triangle. O(log parts).
    #[must_use]
    pub fn surface(&self, triangle: u32) -> Option<MeshSurface> {
        let part = self.parts.partition_point(|part| part.triangles.end <= triangle);
        self.parts.get(part).map(|part| part.surface)
    }

    /// Adds a part for the triangles that `add` adds, unless it adds none.
    fn part(&mut self, surface: MeshSurface, add: impl FnOnce(&mut Self)) {
        let start = self.triangles.len() as u32;
        add(self);
        let triangles = start..self.triangles.len() as u32;
        if !triangles.is_empty() {
            self.parts.push(MeshPart { surface, triangles });
        }
    }
}
