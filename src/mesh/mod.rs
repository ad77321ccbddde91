//! A level as triangles, in metres: floor, walls and props as something to draw, to collide with, or to write to a file.
//!
//! Consumes a level, knows nothing of generation. In space x runs right, y up, and the level's y becomes z: a right-handed
//! system, as in glTF and Bevy. The floor lies at height 0.

mod build;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use build::{faces_of_box, ground_of};
use glam::Vec3;
use thiserror::Error;

use crate::{
    buckets::Buckets,
    level::{Level, Tile},
};

/// The height of walls, in metres: above [`PropKind::HEADROOM`](crate::PropKind::HEADROOM), as rooms that one walks in are.
pub const WALL_HEIGHT: f32 = 3.0;

/// What a triangle is the surface of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Surface {
    /// The floor of a room.
    Floor,
    /// The floor of a corridor.
    Corridor,
    /// The floor of a door.
    Door,
    /// A wall: sides, top and underside.
    Wall,
    /// A prop; its kind is a position in [`Level::kinds`].
    Prop {
        /// The position of the kind.
        kind: u16,
    },
}

/// The level has more props than a mesh can number the triangles of: hundreds of millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{props} props are too many: vertices and triangles are numbered up to {}", u32::MAX)]
pub struct MeshError {
    /// The number of props.
    pub props: usize,
}

/// Consecutive triangles with the same surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Their surface.
    pub surface: Surface,
    /// Their positions in [`Mesh::triangles`]; never empty.
    pub triangles: Range<u32>,
}

/// The triangles of a level.
///
/// Guarantees:
/// - Triangles run counter-clockwise seen from outside (floors: from above), and none is without area.
/// - All faces are rectangles: of every two triangles from an even one on, the first is the corners a, b and c of one, and the second
///   a, c and d. [`Mesh::faces`] has them.
/// - Every index names a vertex, and the parts cover all triangles, in order and without a gap.
/// - All walls together are a closed surface: every stretch of an edge is run through as often one way as the other. Merged faces
///   meet others in the middle of an edge, so an edge need not be shared from end to end. Faces between two walls do not
///   exist. Rock is empty: a wall that borders on it shows its back.
/// - Each prop is a closed box with eight vertices of its own, [`Prop::body`](crate::Prop::body): turned, moved by its offset, from its
///   elevation up by its height. One without height is a single face, seen from above. Markers are no things and have no triangles.
/// - The order is the level's: floors, corridors, doors, walls, each from the top left; then props by kind, and in the level's order.
///
/// ```
/// use roomgen::{Preset, generate, mesh::{Mesh, Surface}};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let mesh = Mesh::from_level(&level)?;
/// for part in mesh.parts() {
///     println!("{:?}: {} triangles", part.surface, part.triangles.len());
/// }
/// let [a, b, c] = mesh.corners(0).expect("a level has a floor");
/// assert_eq!(mesh.surface(0), Some(Surface::Floor));
/// assert!((b - a).cross(c - a).y > 0.0, "it looks up");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<Part>,
}

impl Mesh {
    /// The triangles of a level. Cost: linear in cells and props, one pass for each sort of tile.
    ///
    /// # Errors
    ///
    /// [`MeshError`] if there are too many props for vertices and triangles to be numbered with 32 bits.
    pub fn from_level(level: &Level) -> Result<Self, MeshError> {
        let mut mesh = Self::without_props(level);
        // Up to here all numbers fit 32 bits. The largest level has 2^28 cells. A floor has four vertices, a wall eight and four for each
        // side, and each side needs a wall and another cell beside it: with half of the cells walls, 14 for each cell.
        if !mesh.has_room_for(level.props.len()) {
            return Err(MeshError { props: level.props.len() });
        }
        let props: Vec<_> = level.props().collect();
        let kinds = (0..).zip(&level.props).map(|(prop, record)| (record.kind.into(), prop));
        let by_kind: Buckets<u32> = Buckets::new(level.kinds().len(), kinds);
        for (kind, _) in (0..).zip(level.kinds()).filter(|(_, kind)| !kind.marker) {
            mesh.part(Surface::Prop { kind }, |mesh| {
                by_kind.get(kind.into()).iter().for_each(|&prop| mesh.add_prop(&props[prop as usize]));
            });
        }
        Ok(mesh)
    }

    /// Floors and walls alone, for who shows props otherwise. Cost: linear in cells, one pass for each sort of tile.
    #[must_use]
    pub fn without_props(level: &Level) -> Self {
        let mut mesh = Self::default();
        for (tile, surface) in
            [(Tile::Floor, Surface::Floor), (Tile::Corridor, Surface::Corridor), (Tile::Door, Surface::Door)]
        {
            mesh.part(surface, |mesh| mesh.add_ground(level.tiles(), tile));
        }
        mesh.part(Surface::Wall, |mesh| mesh.add_walls(level.tiles()));
        mesh
    }

    /// Whether the vertices and triangles of so many props, eight and twelve each, can be numbered.
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

    /// The triangles, as positions of vertices.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The triangles by surface; each surface once.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The corners of a triangle, in metres; `None` if there is no such triangle. Constant time.
    #[must_use]
    pub fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        let corners = self.triangles.get(triangle as usize)?;
        Some(corners.map(|corner| self.vertices[corner as usize]))
    }

    /// The faces of a part as their four corners, counter-clockwise seen from outside, in metres.
    pub fn faces(&self, part: &Part) -> impl Iterator<Item = [Vec3; 4]> {
        let halves = self.triangles.get(part.triangles.start as usize..part.triangles.end as usize).unwrap_or_default();
        halves.chunks_exact(2).map(|halves| {
            let [[a, b, c], [_, _, d]] = [halves[0], halves[1]];
            [a, b, c, d].map(|corner| self.vertices[corner as usize])
        })
    }

    /// What a triangle is the surface of; `None` if there is no such triangle. Cost: logarithmic in the parts.
    #[must_use]
    pub fn surface(&self, triangle: u32) -> Option<Surface> {
        let part = self.parts.partition_point(|part| part.triangles.end <= triangle);
        self.parts.get(part).map(|part| part.surface)
    }

    /// Adds a part, unless it has no triangles.
    fn part(&mut self, surface: Surface, add: impl FnOnce(&mut Self)) {
        let start = self.triangles.len() as u32;
        add(self);
        let triangles = start..self.triangles.len() as u32;
        if !triangles.is_empty() {
            self.parts.push(Part { surface, triangles });
        }
    }
}
