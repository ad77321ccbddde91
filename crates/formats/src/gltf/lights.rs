//! Point lights, by the extension `KHR_lights_punctual`: one for each kind whose light burns.

use serde::Serialize;

use super::document::GltfIndex;
use roomgen::model::{Light, PropKind, without_import_hints};

/// The intensity of a light of strength 1, in candela.
///
/// A light bulb of some 1,260 lm has it. From 2 m above it lights the floor with 25 lx, as in a dim
/// room at night. Exposure is the engine's: to one that shows daylight, a torch of 10 cd, as real
/// ones have, would be dark.
const CANDELA: f32 = 100.0;

/// The extensions of a document, or of a node.
#[derive(Serialize)]
pub(super) struct GltfExtensions<T> {
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) lights: T,
}

/// The name of the extension in the document's list.
pub(super) const EXTENSION: &str = "KHR_lights_punctual";

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

/// A light that shines in all directions.
#[derive(Serialize)]
pub(super) struct GltfLight {
    name: String,
    r#type: &'static str,
    /// Red, green and blue; linear, from 0 to 1.
    color: [f32; 3],
    /// In candela.
    intensity: f32,
    /// In metres.
    range: f32,
}

impl GltfLight {
    /// The light of a kind. glTF has no word for `fade`: light falls with the square of the
    /// distance.
    pub(super) fn of_kind(kind: &PropKind, light: Light) -> Self {
        Self {
            name: without_import_hints(&kind.name),
            r#type: "point",
            color: light.color.to_linear(),
            intensity: CANDELA * light.strength.get(),
            range: light.radius.get(),
        }
    }
}

/// The height of a prop's light above its underside, in metres: light comes from the top, but from
/// below what hangs.
pub(super) fn height(kind: &PropKind) -> f32 {
    if kind.elevation >= PropKind::HEADROOM { 0.0 } else { kind.tall.get() }
}
