//! Materials: one for each surface of the level and each kind of prop.

use super::document::{GltfMaterial, GltfMetallicRoughness};
use roomgen::{
    color::Color,
    level::LockMark,
    model::{Light, PropKind, TerrainKind},
    theme::Theme,
    workspace::without_import_hints,
};

/// Roughness of stone and earth, worked wood, and metal, from 0 (a mirror) to 1 (chalk).
const STONE: f32 = 0.95;
const WOOD: f32 = 0.8;
const METAL: f32 = 0.45;

/// Roughness of props, whose kinds have no field for their material.
const PROP: f32 = 0.75;

/// The colour of grates without a lock.
const IRON: Color = Color::new(0x8a, 0x90, 0x9c);

/// A surface of the level's structure, as opposed to props.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StructureSurface {
    Rock,
    /// The floor of a room, with its colour step: 0 at progress 0, [`TONES`] at progress 1.
    Floor(u8),
    Corridor,
    Doorstep,
    WallTop,
    WallFace,
    Door,
    /// A grate with the lock of this number, or without a lock.
    Grate(Option<u32>),
    Entry,
    Exit,
}

/// The number of floor colour steps from the start room to the end room. Eight are few materials,
/// and neighbouring rooms still hardly differ.
const TONES: u8 = 8;

impl StructureSurface {
    /// The floor of a room with this progress, from 0 in the start room to 1 in the end room.
    pub(super) fn floor(progress: f32) -> Self {
        Self::Floor((progress.clamp(0.0, 1.0) * f32::from(TONES) + 0.5) as u8)
    }

    pub(super) fn material(self, theme: &Theme) -> GltfMaterial {
        let between = || theme.floor_start.lerp_hsl(theme.floor_end, 0.5);
        match self {
            Self::Rock => material("rock", theme.rock, STONE),
            Self::Floor(tone) => {
                let progress = f32::from(tone) / f32::from(TONES);
                let color = theme.floor_start.lerp_hsl(theme.floor_end, progress);
                material(&format!("floor at {progress}"), color, STONE)
            }
            Self::Corridor => material("corridor floor", between(), STONE),
            Self::Doorstep => material("doorstep", between(), STONE),
            Self::WallTop => material("wall top", theme.wall_top, STONE),
            Self::WallFace => material("wall face", theme.wall_face, STONE),
            Self::Door => material("door", theme.door, WOOD),
            Self::Grate(None) => material("grate", IRON, METAL),
            Self::Grate(Some(lock)) => material(&format!("lock {lock}"), LockMark::numbered(lock).color, METAL),
            Self::Entry => glowing(material("entry", theme.entry, STONE)),
            Self::Exit => glowing(material("exit", theme.exit, STONE)),
        }
    }
}

/// The material of a kind of terrain.
pub(super) fn of_terrain(kind: &TerrainKind) -> GltfMaterial {
    material(&without_import_hints(&kind.name), kind.color, if kind.blocks { METAL } else { WOOD })
}

/// The material of the props of a kind: it glows in the colour of their light while that burns.
pub(super) fn of_kind(kind: &PropKind, light: Option<Light>) -> GltfMaterial {
    let own = material(&name_of(kind, light), kind.color, PROP);
    let Some(light) = light else { return own };
    // A body brighter than white would bloom to a blot; the light itself has the strength.
    let strength = light.strength.get().min(1.0);
    GltfMaterial { emissive_factor: Some(light.color.to_linear().map(|part| part * strength)), ..own }
}

/// The name of the mesh and of the material of a kind's props. Those whose light is out have their
/// own.
pub(super) fn name_of(kind: &PropKind, light: Option<Light>) -> String {
    let name = without_import_hints(&kind.name);
    if kind.light.is_some() && light.is_none() { format!("{name} out") } else { name }
}

fn material(name: &str, color: Color, roughness: f32) -> GltfMaterial {
    let [red, green, blue] = color.to_linear();
    GltfMaterial {
        name: name.to_owned(),
        pbr_metallic_roughness: GltfMetallicRoughness {
            base_color_factor: [red, green, blue, 1.0],
            metallic_factor: 0.0,
            roughness_factor: roughness,
        },
        emissive_factor: None,
    }
}

fn glowing(material: GltfMaterial) -> GltfMaterial {
    let [red, green, blue, _] = material.pbr_metallic_roughness.base_color_factor;
    GltfMaterial { emissive_factor: Some([red, green, blue]), ..material }
}
