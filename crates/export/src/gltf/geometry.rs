//! Faces as bytes: positions, normals and indices of all meshes, one contiguous buffer view each.

use std::ops::Range;

use roomgen::{glam::Vec3, spatial::Aabb3};

use super::document::{GltfAccessor, GltfAttributes, GltfBufferView, GltfIndex, GltfPrimitive};

/// Codes of the glTF specification: two component types (`FLOAT`, `UNSIGNED_INT`) and two targets
/// of buffer views.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// The indices of the buffer views, in the order of their bytes in the buffer.
const POSITIONS: GltfIndex = 0;
const NORMALS: GltfIndex = 1;
const INDICES: GltfIndex = 2;

/// Sizes in bytes of a position or normal (`VECTOR`) and of a vertex index (`INDEX`). Both are
/// multiples of four, so every element is aligned.
const VECTOR: usize = 12;
const INDEX: usize = 4;

/// A box between two corners, which must be finite and ordered.
pub(super) fn box_between(min: [f32; 3], max: [f32; 3]) -> Aabb3 {
    Aabb3::new(min, max).unwrap_or(Aabb3::EVERYTHING)
}

/// The vertices and triangles of all meshes, as the bytes of the glTF buffer.
#[derive(Default)]
pub(super) struct GltfGeometry {
    positions: Vec<u8>,
    normals: Vec<u8>,
    indices: Vec<u8>,
    accessors: Vec<GltfAccessor>,
}

impl GltfGeometry {
    /// Adds the faces of one material as a primitive; `None` if there are no faces.
    ///
    /// Faces are planar and convex, with corners counter-clockwise seen from outside.
    pub(super) fn add(
        &mut self,
        faces: impl IntoIterator<Item = [Vec3; 4]>,
        material: GltfIndex,
    ) -> Option<GltfPrimitive> {
        let (vertices, indices) = (self.positions.len(), self.indices.len());
        let (mut min, mut max, mut count) = (Vec3::INFINITY, Vec3::NEG_INFINITY, 0u32);
        for face in faces {
            let normal = normal(face);
            for corner in face {
                (min, max) = (min.min(corner), max.max(corner));
                self.positions.extend(bytes(corner));
                self.normals.extend(bytes(normal));
            }
            self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| count + corner).into_iter().flat_map(u32::to_le_bytes));
            count += 4;
        }
        if count == 0 {
            return None;
        }
        let range = vertices..self.positions.len();
        let position = self.access(POSITIONS, &range, VECTOR, FLOAT, "VEC3");
        let bounds = &mut self.accessors[position as usize];
        (bounds.min, bounds.max) = (Some(min.to_array()), Some(max.to_array()));
        let normal = self.access(NORMALS, &range, VECTOR, FLOAT, "VEC3");
        let indices = self.access(INDICES, &(indices..self.indices.len()), INDEX, UNSIGNED_INT, "SCALAR");
        Some(GltfPrimitive { attributes: GltfAttributes { position, normal }, indices, material })
    }

    /// The bytes of the buffer, its views, and the accessors into the views.
    pub(super) fn finish(self) -> (Vec<u8>, Vec<GltfBufferView>, Vec<GltfAccessor>) {
        let runs = [
            (self.positions, Some(VECTOR), ARRAY_BUFFER),
            (self.normals, Some(VECTOR), ARRAY_BUFFER),
            (self.indices, None, ELEMENT_ARRAY_BUFFER),
        ];
        let (mut bytes, mut views) = (Vec::with_capacity(runs.iter().map(|(run, ..)| run.len()).sum()), Vec::new());
        for (run, byte_stride, target) in runs {
            views.push(GltfBufferView {
                buffer: 0,
                byte_offset: bytes.len(),
                byte_length: run.len(),
                byte_stride,
                target,
            });
            bytes.extend(run);
        }
        (bytes, views, self.accessors)
    }

    fn access(
        &mut self,
        view: GltfIndex,
        range: &Range<usize>,
        size: usize,
        component: u32,
        shape: &'static str,
    ) -> GltfIndex {
        let id = self.accessors.len() as GltfIndex;
        self.accessors.push(GltfAccessor {
            buffer_view: view,
            byte_offset: range.start,
            component_type: component,
            count: range.len() / size,
            shape,
            min: None,
            max: None,
        });
        id
    }
}

/// The unit normal of a face; exact for an axis-aligned face.
fn normal([a, b, c, _]: [Vec3; 4]) -> Vec3 {
    let across = (b - a).cross(c - a);
    let length = across.length();
    // Adding zero turns -0 into 0, so that equal normals have equal bytes.
    Vec3::from_array((across / length).to_array().map(|part| part + 0.0))
}

fn bytes(vector: Vec3) -> impl Iterator<Item = u8> {
    vector.to_array().into_iter().flat_map(f32::to_le_bytes)
}
