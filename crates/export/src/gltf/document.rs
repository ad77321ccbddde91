//! The parts of a glTF document that a level needs; serialized only, never read.
//!
//! Names follow the specification (glTF 2.0, sections 3 and 5).

use serde::Serialize;

use super::extras::GltfExtras;

/// An index into one of the arrays of [`GltfDocument`], such as `nodes` or `meshes`.
pub(super) type GltfIndex = u32;

/// A glTF document as JSON, without the bytes of its buffer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfDocument {
    pub(super) asset: GltfAsset,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extensions_used: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extensions: Option<GltfExtensions<GltfLights>>,
    pub(super) scene: GltfIndex,
    pub(super) scenes: [GltfScene; 1],
    pub(super) nodes: Vec<GltfNode>,
    pub(super) meshes: Vec<GltfMesh>,
    pub(super) materials: Vec<GltfMaterial>,
    pub(super) accessors: Vec<GltfAccessor>,
    pub(super) buffer_views: Vec<GltfBufferView>,
    pub(super) buffers: [GltfBuffer; 1],
}

#[derive(Serialize)]
pub(super) struct GltfAsset {
    pub(super) version: &'static str,
    pub(super) generator: &'static str,
}

#[derive(Serialize)]
pub(super) struct GltfScene {
    pub(super) name: String,
    pub(super) nodes: [GltfIndex; 1],
}

#[derive(Default, Serialize)]
pub(super) struct GltfNode {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<GltfIndex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<[f32; 3]>,
    /// The rotation as a quaternion: x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<GltfIndex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extensions: Option<GltfExtensions<GltfLightOfNode>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extras: GltfExtras,
}

#[derive(Serialize)]
pub(super) struct GltfMesh {
    pub(super) name: String,
    pub(super) primitives: Vec<GltfPrimitive>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extras: GltfExtras,
}

/// The triangles of a mesh that have one material.
#[derive(Serialize)]
pub(super) struct GltfPrimitive {
    pub(super) attributes: GltfAttributes,
    pub(super) indices: GltfIndex,
    pub(super) material: GltfIndex,
}

#[derive(Serialize)]
pub(super) struct GltfAttributes {
    #[serde(rename = "POSITION")]
    pub(super) position: GltfIndex,
    #[serde(rename = "NORMAL")]
    pub(super) normal: GltfIndex,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfMaterial {
    pub(super) name: String,
    pub(super) pbr_metallic_roughness: GltfMetallicRoughness,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) emissive_factor: Option<[f32; 3]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfMetallicRoughness {
    /// Red, green, blue and opacity; linear, from 0 to 1.
    pub(super) base_color_factor: [f32; 4],
    pub(super) metallic_factor: f32,
    pub(super) roughness_factor: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfAccessor {
    pub(super) buffer_view: GltfIndex,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) shape: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<[f32; 3]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfBufferView {
    pub(super) buffer: GltfIndex,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) byte_stride: Option<usize>,
    pub(super) target: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfBuffer {
    pub(super) byte_length: usize,
}

/// The name of the extension for lights in the document's list.
pub(super) const LIGHTS_EXTENSION: &str = "KHR_lights_punctual";

/// The extensions of a document, or of a node.
#[derive(Serialize)]
pub(super) struct GltfExtensions<T> {
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) lights: T,
}

/// All lights of a document.
#[derive(Serialize)]
pub(super) struct GltfLights {
    pub(super) lights: Vec<GltfLight>,
}

/// A node's reference to one of the document's lights.
#[derive(Serialize)]
pub(super) struct GltfLightOfNode {
    pub(super) light: GltfIndex,
}

/// A light, as a node places it.
#[derive(Serialize)]
pub(super) struct GltfLight {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) shape: &'static str,
    /// Red, green and blue; linear, from 0 to 1.
    pub(super) color: [f32; 3],
    /// In candela.
    pub(super) intensity: f32,
    /// In metres.
    pub(super) range: f32,
}

fn is_zero(offset: &usize) -> bool {
    *offset == 0
}
