//! Levels of sizes that a preset may not serve: small ones.

use roomgen::{Preset, Size};

/// The preset for levels of `width`x`height` cells. A side below the preset's least side becomes
/// that one, and the width grows where both are too short for a parting.
pub(crate) fn at_least_as_large(preset: Preset, (width, height): (i64, i64)) -> Preset {
    let least = preset.min_side().into();
    let longer = if height < preset.min_longer_side().into() { preset.min_longer_side().into() } else { least };
    let size = Size::new(width.max(longer), height.max(least)).expect("a possible size");
    preset.with_size(size).expect("no side is below the least one")
}
