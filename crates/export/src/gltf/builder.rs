//! Builds a glTF document bottom-up: each part is added before the parts that refer to it by index.

use std::collections::BTreeMap;

use roomgen::glam::Vec3;

use super::{
    document::{
        GltfAsset, GltfBuffer, GltfDocument, GltfExtensions, GltfIndex, GltfLight, GltfLights, GltfMaterial, GltfMesh,
        GltfNode, GltfPrimitive, GltfScene, LIGHTS_EXTENSION,
    },
    extras::GltfExtras,
    geometry::GltfGeometry,
    materials::StructureSurface,
};
use roomgen::theme::Theme;

/// A glTF document under construction, with the bytes of its buffer.
pub(super) struct GltfBuilder<'theme> {
    theme: &'theme Theme,
    nodes: Vec<GltfNode>,
    meshes: Vec<GltfMesh>,
    materials: Vec<GltfMaterial>,
    lights: Vec<GltfLight>,
    /// The index of the material of each surface that has faces.
    surface_materials: BTreeMap<StructureSurface, GltfIndex>,
    geometry: GltfGeometry,
}

impl<'theme> GltfBuilder<'theme> {
    pub(super) fn new(theme: &'theme Theme) -> Self {
        Self {
            theme,
            nodes: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            lights: Vec::new(),
            surface_materials: BTreeMap::new(),
            geometry: GltfGeometry::default(),
        }
    }

    pub(super) fn add_material(&mut self, material: GltfMaterial) -> GltfIndex {
        add(&mut self.materials, material)
    }

    /// Adds the quadrilateral faces of one surface, and returns their primitives for a mesh: one,
    /// or none without faces.
    pub(super) fn add_faces(
        &mut self,
        surface: StructureSurface,
        faces: impl IntoIterator<Item = [Vec3; 4]>,
    ) -> Vec<GltfPrimitive> {
        let mut faces = faces.into_iter().peekable();
        // glTF validators warn of a material that no mesh uses.
        if faces.peek().is_none() {
            return Vec::new();
        }
        let material = *self
            .surface_materials
            .entry(surface)
            .or_insert_with(|| add(&mut self.materials, surface.material(self.theme)));
        self.add_faces_of(material, faces)
    }

    /// Adds the quadrilateral faces of one material, and returns their primitives for a mesh: one,
    /// or none without faces.
    pub(super) fn add_faces_of(
        &mut self,
        material: GltfIndex,
        faces: impl IntoIterator<Item = [Vec3; 4]>,
    ) -> Vec<GltfPrimitive> {
        self.geometry.add(faces, material).into_iter().collect()
    }

    /// Adds a mesh and returns its index; `None` if `primitives` is empty.
    pub(super) fn add_mesh(
        &mut self,
        name: impl Into<String>,
        primitives: Vec<GltfPrimitive>,
        extras: GltfExtras,
    ) -> Option<GltfIndex> {
        (!primitives.is_empty()).then(|| add(&mut self.meshes, GltfMesh { name: name.into(), primitives, extras }))
    }

    pub(super) fn add_light(&mut self, light: GltfLight) -> GltfIndex {
        add(&mut self.lights, light)
    }

    pub(super) fn add_node(&mut self, node: GltfNode) -> GltfIndex {
        add(&mut self.nodes, node)
    }

    /// Returns the document, with `root` as the only root node of its scene, and the bytes of its
    /// buffer.
    pub(super) fn finish(self, name: String, root: GltfIndex) -> (GltfDocument, Vec<u8>) {
        let (bytes, buffer_views, accessors) = self.geometry.finish();
        // The extension refuses an empty list.
        let has_lights = !self.lights.is_empty();
        let document = GltfDocument {
            asset: GltfAsset { version: "2.0", generator: concat!("roomgen ", env!("CARGO_PKG_VERSION")) },
            extensions_used: has_lights.then_some([LIGHTS_EXTENSION]),
            extensions: has_lights.then_some(GltfExtensions { lights: GltfLights { lights: self.lights } }),
            scene: 0,
            scenes: [GltfScene { name, nodes: [root] }],
            nodes: self.nodes,
            meshes: self.meshes,
            materials: self.materials,
            accessors,
            buffer_views,
            buffers: [GltfBuffer { byte_length: bytes.len() }],
        };
        (document, bytes)
    }
}

fn add<T>(list: &mut Vec<T>, item: T) -> GltfIndex {
    list.push(item);
    (list.len() - 1) as GltfIndex
}
