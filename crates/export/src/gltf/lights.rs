//! Point lights, by the extension `KHR_lights_punctual`: one for each kind whose light burns.

use super::document::GltfLight;
use roomgen::{
    model::{Light, PropKind},
    workspace::without_import_hints,
};

/// The intensity of a light of strength 1, in candela.
///
/// A light bulb of some 1,260 lm has it. From 2 m above it lights the floor with 25 lx, as in a dim
/// room at night. Exposure is the engine's: to one that shows daylight, a torch of 10 cd, as real
/// ones have, would be dark.
const CANDELA: f32 = 100.0;

/// The light of a kind. glTF has no word for `fade`: light falls with the square of the distance.
pub(super) fn of_kind(kind: &PropKind, light: Light) -> GltfLight {
    GltfLight {
        name: without_import_hints(&kind.name),
        shape: "point",
        color: light.color.to_linear(),
        intensity: CANDELA * light.strength.get(),
        range: light.radius.get(),
    }
}

/// The height of a prop's light above its underside, in metres: light comes from the top, but from
/// below what hangs.
pub(super) fn height(kind: &PropKind) -> f32 {
    if kind.elevation >= PropKind::HEADROOM { 0.0 } else { kind.tall.get() }
}
