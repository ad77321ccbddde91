//! Levels of sizes that a preset may not serve: small ones.

use roomgen::{Preset, Size};

/// The preset for levels of `width`x`height` cells. A side below the preset's least side becomes
/// that one.
pub(crate) fn at_least_as_large(preset: Preset, (width, height): (i64, i64)) -> Preset {
    let least = preset.min_side().into();
    let size = Size::new(width.max(least), height.max(least)).expect("a possible size");
    preset.with_size(size).expect("no side is below the least one")
}
