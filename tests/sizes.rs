//! Levels of sizes that a preset may not serve: small ones.

use roomgen::{Preset, Size};

/// A size in which no side is too short for a preset: one below the preset's least side becomes
/// that one, and the width grows where both are too short for a parting.
pub(crate) fn grown(preset: &Preset, (width, height): (i64, i64)) -> (i64, i64) {
    let (least, longer) = (i64::from(preset.min_side()), i64::from(preset.min_longer_side()));
    let height = height.max(least);
    (width.max(if height < longer { longer } else { least }), height)
}

/// The preset for levels of a size, or of the one that it becomes by [`grown`].
pub(crate) fn at_least_as_large(preset: Preset, size: (i64, i64)) -> Preset {
    let (width, height) = grown(&preset, size);
    preset.with_size(Size::new(width, height).expect("a possible size")).expect("no side is below the least one")
}
